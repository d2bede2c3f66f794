//! What a thing is called in the person's language.

use domain::Lang;
use region::NamedThing;

use crate::category;
use crate::fold::{fold, is_cjk, words};

/// The name in the person's language where OSM has one, else the local one, as on the signs; for things without a
/// name their address or kind. Empty only for what has none of these.
pub(crate) fn label(thing: &NamedThing, lang: Lang) -> String {
    if let Some(name) = name(thing, lang) {
        return name.to_owned();
    }
    if !thing.housenumber.is_empty() && !thing.street.is_empty() {
        return address(&thing.street, &thing.housenumber);
    }
    category::label(&thing.kind, lang).map_or_else(|| thing.street.clone(), str::to_owned)
}

fn name(thing: &NamedThing, lang: Lang) -> Option<&str> {
    let language: &[&str] = match lang {
        Lang::Zh => &["zh", "zh-Hans", "zh-CN", "zh_CN", "zh-hans", "zh-SG", "zh-Hant", "zh-TW", "zh-HK"],
        Lang::En => &["en", "en-GB", "en-US"],
    };
    /// The plain name has no key. The others in the order in which they do for a name, where there is none.
    const OTHERS: [&str; 8] = ["", "official", "short", "local", "int", "alt", "brand", "ref"];
    /// Who runs it, and what it was once called, is no name for it.
    const NO_LABEL: [&str; 2] = ["operator", "old"];
    let tagged = |tag: &&str| thing.names.iter().find(|(key, _)| key == tag);
    let any = || thing.names.iter().find(|(key, _)| !NO_LABEL.contains(&key.as_str()));
    language.iter().chain(&OTHERS).find_map(tagged).or_else(any).map(|(_, text)| text.as_str())
}

/// Street and number in the order of the street's own language.
pub(crate) fn address(street: &str, number: &str) -> String {
    /// First words of streets whose number follows: Spanish, Portuguese, Italian, Dutch.
    const NUMBER_AFTER: &[&str] = &[
        "rua", "avenida", "travessa", "largo", "praca", "estrada", "calcada", "calle", "plaza", "paseo",
        "carrer", "via", "viale", "piazza", "corso", "vicolo", "largo",
    ];
    /// Endings of German, Dutch and Nordic street names.
    const ENDINGS: &[&str] =
        &["strasse", "gasse", "weg", "platz", "allee", "ring", "straat", "gatan", "vej", "katu", "tie"];
    if street.chars().any(is_cjk) {
        let number = number.trim_end_matches(['号', '號']);
        return format!("{street}{number}号");
    }
    let folded = fold(street);
    let first = words(&folded).next().unwrap_or_default();
    let last = words(&folded).last().unwrap_or_default();
    let after = NUMBER_AFTER.contains(&first)
        || ENDINGS.iter().any(|ending| last.len() > 4 && last.ends_with(ending));
    if after { format!("{street} {number}") } else { format!("{number} {street}") }
}

/// Where the thing is, in one line: its address or town, without repeating the label.
pub(crate) fn context(thing: &NamedThing, label: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !thing.street.is_empty() {
        let street = if thing.housenumber.is_empty() {
            thing.street.clone()
        } else {
            address(&thing.street, &thing.housenumber)
        };
        if street != label && thing.street != label {
            parts.push(street);
        }
    }
    if !thing.city.is_empty() && thing.city != label {
        parts.push(thing.city.clone());
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_address(street: &str, number: &str, expected: &str) {
        assert_eq!(address(street, number), expected);
    }

    #[test]
    fn numbers_stand_where_the_street_puts_them() {
        check_address("Rue Grimaldi", "12", "12 Rue Grimaldi");
        check_address("Main Street", "4", "4 Main Street");
        check_address("Bahnhofstraße", "3a", "Bahnhofstraße 3a");
        check_address("Rua de Santa Catarina", "7", "Rua de Santa Catarina 7");
        check_address("滨江路", "12", "滨江路12号");
        check_address("滨江路", "12号", "滨江路12号");
    }

    #[test]
    fn names_come_in_the_persons_language_else_as_on_the_sign() {
        let names = [("", "Le Rocher"), ("zh", "摩纳哥老城"), ("en", "The Rock")];
        let mut thing = NamedThing {
            names: names.map(|(key, text)| (key.to_owned(), text.to_owned())).to_vec(),
            city: "Monaco".to_owned(),
            ..NamedThing::default()
        };
        assert_eq!(label(&thing, Lang::Zh), "摩纳哥老城");
        assert_eq!(label(&thing, Lang::En), "The Rock");
        thing.names.truncate(1);
        thing.names.insert(0, ("operator".to_owned(), "Ville".to_owned()));
        assert_eq!(label(&thing, Lang::Zh), "Le Rocher");
        thing.names.truncate(1);
        thing.kind = "amenity=parking".to_owned();
        assert_eq!(label(&thing, Lang::Zh), "停车场");
        thing.street = "Rue Grimaldi".to_owned();
        thing.housenumber = "12".to_owned();
        assert_eq!(label(&thing, Lang::En), "12 Rue Grimaldi");
        assert_eq!(context(&thing, "12 Rue Grimaldi"), "Monaco");
        assert_eq!(context(&thing, "Chez Jean"), "12 Rue Grimaldi, Monaco");
    }
}

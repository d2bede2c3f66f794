//! What the signs over a road say. <https://wiki.openstreetmap.org/wiki/Key:destination>

use super::lanes::Heading;
use crate::osm::Tags;

/// Texts of the signs in one direction; lists joined by a semicolon, each entry once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignTexts {
    /// Places.
    pub destination: String,
    /// Road numbers.
    pub destination_ref: String,
    /// Streets.
    pub destination_street: String,
    /// Number of the exit.
    pub exit: String,
}

impl SignTexts {
    /// Whether the signs say nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The signs in one direction. A tag without a direction on a two-way road speaks of driving as drawn, as in Valhalla.
pub fn texts(tags: &Tags, heading: Heading) -> SignTexts {
    let plain = heading != Heading::Backward;
    let text = |key: &str| {
        let own = tags.get(&format!("{key}{}", heading.suffix()));
        own.or_else(|| tags.get(key).filter(|_| plain)).map(list).unwrap_or_default()
    };
    SignTexts {
        destination: text("destination"),
        destination_ref: text("destination:ref"),
        destination_street: text("destination:street"),
        exit: text("junction:ref"),
    }
}

/// Entries without blanks around, each once. Lanes (`A;B|C`) are read as one list: whoever drives here passes under
/// all of the sign.
fn list(text: &str) -> String {
    let mut entries: Vec<&str> = Vec::new();
    for entry in text.split([';', '|']).map(str::trim).filter(|entry| !entry.is_empty()) {
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_speak_of_a_direction() {
        let check = |pairs: &[(&str, &str)], heading: Heading, expected: [&str; 4]| {
            let tags: Tags = pairs.iter().copied().collect();
            let found = texts(&tags, heading);
            let found = [found.destination, found.destination_ref, found.destination_street, found.exit];
            assert_eq!(found.each_ref().map(String::as_str), expected, "{pairs:?} {heading:?}");
        };
        let ramp =
            &[("destination", "Nice; Menton;Nice"), ("destination:ref", "A 8"), ("junction:ref", "57")];
        check(ramp, Heading::ForwardOnly, ["Nice;Menton", "A 8", "", "57"]);
        check(ramp, Heading::Forward, ["Nice;Menton", "A 8", "", "57"]);
        check(ramp, Heading::Backward, ["", "", "", ""]);
        check(ramp, Heading::BackwardOnly, ["Nice;Menton", "A 8", "", "57"]);
        let both = &[
            ("destination:forward", "东"),
            ("destination:backward", "西"),
            ("destination:street", "一号路"),
        ];
        check(both, Heading::Forward, ["东", "", "一号路", ""]);
        check(both, Heading::Backward, ["西", "", "", ""]);
        check(&[("destination", "A|A;B")], Heading::ForwardOnly, ["A;B", "", "", ""]);
    }
}

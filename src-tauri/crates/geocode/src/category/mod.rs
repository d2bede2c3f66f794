//! Kinds of things one asks for without a name: 加油站, pharmacy, parking.

mod words;

use std::sync::LazyLock;

use domain::Lang;

use crate::fold::{fold, is_cjk_word};
use crate::reading::{self, Readings};
use words::CATEGORIES;

/// A kind of thing.
#[derive(Debug)]
pub(crate) struct Category {
    /// `key=value` of OSM, any of them.
    pub kinds: &'static [&'static str],
    /// Chinese words, the first one is the label.
    zh: &'static [&'static str],
    /// English words, the first one is the label.
    en: &'static [&'static str],
    /// Words of other languages.
    others: &'static [&'static str],
}

/// A word of the table as it is compared.
#[derive(Debug)]
struct Word {
    category: &'static Category,
    folded: String,
    /// Letters that the readings of a Chinese word begin with.
    initials: u32,
}

/// All words, folded once; and how their characters are read.
static WORDS: LazyLock<(Vec<Word>, Readings)> = LazyLock::new(|| {
    let words: Vec<Word> = CATEGORIES
        .iter()
        .flat_map(|category| {
            let all = category.zh.iter().chain(category.en).chain(category.others);
            all.map(move |word| (category, fold(word)))
        })
        .map(|(category, folded)| Word { category, initials: reading::initials(&folded), folded })
        .collect();
    let readings = Readings::of(words.iter().map(|word| word.folded.as_str()));
    (words, readings)
});

/// A category that a query asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The category.
    pub category: &'static Category,
    /// How surely it was meant, 0 to 1.
    pub quality: f64,
}

/// The categories that a folded query asks for, whole or by the beginning of their word, the surest first.
pub(crate) fn wanted(folded: &str) -> Vec<Wanted> {
    let (words, readings) = &*WORDS;
    let asked = Asked::new(folded);
    let mut found: Vec<Wanted> = Vec::new();
    for word in words {
        let Some(quality) = asked.quality(word, readings) else { continue };
        match found.iter_mut().find(|known| std::ptr::eq(known.category, word.category)) {
            Some(known) => known.quality = known.quality.max(quality),
            None => found.push(Wanted { category: word.category, quality }),
        }
    }
    found.sort_by(|a, b| b.quality.total_cmp(&a.quality));
    found
}

/// What was typed, with what is needed to compare it.
struct Asked<'a> {
    text: &'a str,
    characters: usize,
    /// Without the plural's ending.
    singular: &'a str,
    /// As pinyin, when it may be that.
    letters: Option<(String, u32)>,
}

impl<'a> Asked<'a> {
    fn new(text: &'a str) -> Self {
        let spelled = text.len() >= 4 && text.bytes().all(|b| b.is_ascii_lowercase() || b == b' ');
        let letters = spelled.then(|| text.replace(' ', ""));
        let letters = letters.and_then(|letters| {
            let bit = reading::letter_bit(letters.bytes().next())?;
            Some((letters, bit))
        });
        let singular = if text.len() > 3 { text.strip_suffix('s').unwrap_or(text) } else { text };
        Self { text, characters: text.chars().count(), singular, letters }
    }

    fn quality(&self, word: &Word, readings: &Readings) -> Option<f64> {
        if self.text == word.folded || (self.singular == word.folded && !is_cjk_word(&word.folded)) {
            return Some(0.9);
        }
        if word.folded.starts_with(self.text) && self.characters >= if is_cjk_word(self.text) { 2 } else { 3 }
        {
            return Some(0.55 + 0.25 * self.characters as f64 / word.folded.chars().count() as f64);
        }
        let (letters, bit) = self.letters.as_ref()?;
        if word.initials & bit == 0 {
            return None;
        }
        // All of the word, spelled out: pinyin of a part is too weak to list a whole category.
        (reading::quality(letters, &word.folded, readings)? >= 0.94).then_some(0.85)
    }
}

/// Whether the query is a kind of thing and nothing else, whole: then words such as "open" beside it are about it.
pub(crate) fn is_whole(folded: &str) -> bool {
    wanted(folded).first().is_some_and(|wanted| wanted.quality >= 0.85)
}

/// What a nameless thing of this kind is called; `None` for a kind that isn't in the table.
pub(crate) fn label(kind: &str, lang: Lang) -> Option<&'static str> {
    let category = CATEGORIES.iter().find(|category| category.kinds.contains(&kind))?;
    let words = match lang {
        Lang::Zh => category.zh,
        Lang::En => category.en,
    };
    words.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, kind: Option<&str>) {
        let found = wanted(&fold(typed));
        assert_eq!(found.first().map(|wanted| wanted.category.kinds[0]), kind, "{typed}");
    }

    #[test]
    fn categories_are_understood_in_both_languages() {
        check("加油站", Some("amenity=fuel"));
        check("加油", Some("amenity=fuel"));
        check("停車場", Some("amenity=parking"));
        check("停车场", Some("amenity=parking"));
        check("jiayouzhan", Some("amenity=fuel"));
        check("jia you zhan", Some("amenity=fuel"));
        check("Pharmacy", Some("amenity=pharmacy"));
        check("pharmacies", Some("amenity=pharmacy"));
        check("tankstelle", Some("amenity=fuel"));
        check("Farmácia", Some("amenity=pharmacy"));
        check("borne de recharge", Some("amenity=charging_station"));
        check("charging", Some("amenity=charging_station"));
        check("Hôpital", Some("amenity=hospital"));
        check("parcheggio", Some("amenity=parking"));
        check("yiyuan", Some("amenity=hospital"));
        check("pharmac", Some("amenity=pharmacy"));
        check("restaurants", Some("amenity=restaurant"));
        check("gas st", Some("amenity=fuel"));
        check("公司", None);
        check("rue grimaldi", None);
        check("p", None);
        check("", None);
    }

    #[test]
    fn every_category_has_labels_and_well_formed_kinds() {
        for category in CATEGORIES {
            assert!(!category.zh.is_empty() && !category.en.is_empty());
            assert!(category.kinds.iter().all(|kind| kind.split_once('=').is_some()), "{category:?}");
        }
        assert_eq!(label("amenity=fuel", Lang::Zh), Some("加油站"));
        assert_eq!(label("amenity=fuel", Lang::En), Some("petrol station"));
        assert_eq!(label("amenity=bench", Lang::En), None);
    }
}

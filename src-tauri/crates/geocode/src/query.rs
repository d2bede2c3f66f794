//! What was typed, taken apart.

use crate::fold::{fold, is_cjk_word, words};

/// More words than this are ignored: nobody types them, and a pasted page must not freeze the box.
const MAX_WORDS: usize = 12;

/// More characters than this are ignored.
const MAX_CHARACTERS: usize = 160;

/// Short forms on signs and in addresses, and what they may stand for.
const SHORT_FORMS: &[(&str, &[&str])] = &[
    ("av", &["avenue"]),
    ("ave", &["avenue"]),
    ("bd", &["boulevard"]),
    ("bld", &["boulevard"]),
    ("blvd", &["boulevard"]),
    ("bvd", &["boulevard"]),
    ("ch", &["chemin"]),
    ("che", &["chemin"]),
    ("esc", &["escalier"]),
    ("hwy", &["highway"]),
    ("imp", &["impasse"]),
    ("mt", &["mont", "mount"]),
    ("pl", &["place", "plaza"]),
    ("rd", &["road"]),
    ("rte", &["route"]),
    ("sq", &["square"]),
    ("st", &["saint", "street", "strasse"]),
    ("ste", &["sainte"]),
    ("str", &["strasse", "street"]),
];

/// Words that a name may lack although they were typed.
const OPTIONAL: &[&str] =
    &["de", "du", "des", "d", "la", "le", "les", "l", "the", "of", "da", "do", "di", "und", "and", "et"];

/// One word of the query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    /// Folded.
    pub text: String,
    /// A run of CJK characters.
    pub cjk: bool,
    /// The name need not have it.
    pub optional: bool,
}

impl Token {
    /// The spellings to look for: as typed, and what it is short for.
    pub fn spellings(&self) -> impl Iterator<Item = &str> {
        let long = SHORT_FORMS
            .iter()
            .filter(|(short, _)| *short == self.text)
            .flat_map(|(_, long)| long.iter().copied());
        std::iter::once(self.text.as_str()).chain(long)
    }

    /// Whether it is a house number or the beginning of one.
    pub fn is_number(&self) -> bool {
        let digits = self.text.bytes().take_while(u8::is_ascii_digit).count();
        (1..=5).contains(&digits) && self.text.chars().skip(digits).count() <= 3
    }
}

/// What was typed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Query {
    /// Folded.
    pub text: String,
    /// Without spaces.
    pub joined: String,
    /// Its words.
    pub tokens: Vec<Token>,
}

impl Query {
    /// Folds and cuts a typed text.
    pub fn new(typed: &str) -> Self {
        let typed: String = typed.chars().take(MAX_CHARACTERS).collect();
        Self::of(words(&fold(&typed)).take(MAX_WORDS))
    }

    /// A query of folded words.
    pub fn of<'a>(parts: impl Iterator<Item = &'a str>) -> Self {
        let mut tokens: Vec<Token> = parts
            .map(|text| Token {
                text: text.to_owned(),
                cjk: is_cjk_word(text),
                optional: OPTIONAL.contains(&text),
            })
            .collect();
        // Of nothing but small words all count, and the last one may be the beginning of something longer.
        if tokens.iter().all(|token| token.optional) {
            tokens.iter_mut().for_each(|token| token.optional = false);
        }
        if let Some(last) = tokens.last_mut() {
            last.optional = false;
        }
        let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        Self { text: texts.join(" "), joined: texts.concat(), tokens }
    }

    /// Whether nothing is left to look for.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether it is letters and digits only, as pinyin would be.
    pub fn is_latin(&self) -> bool {
        self.joined.bytes().all(|b| b.is_ascii_alphanumeric())
    }
}

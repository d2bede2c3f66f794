//! Text folded for comparing that still knows where each byte was written.

use std::{collections::HashMap, ops::Range};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use domain::{Lang, intent::narrow};

/// A pattern that is compiled once. Its text is a constant of this crate: a test sees to it that each compiles, and one that
/// did not would find nothing.
macro_rules! pattern {
    ($name:ident, $text:expr) => {
        static $name: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new($text).ok());
    };
}
pub(crate) use pattern;

/// Folded text: narrow, small letters, simplified characters, straight quotes, single spaces kept as they are.
#[derive(Clone, Debug)]
pub(crate) struct Folded {
    /// What to match against.
    pub text: String,
    /// Byte in the original of each byte in `text`, and the original's length at the end.
    at: Vec<usize>,
}

impl Folded {
    pub fn new(original: &str) -> Self {
        let simplified = fast2s::convert(original);
        let mut text = String::with_capacity(original.len());
        let mut at = Vec::with_capacity(original.len() + 1);
        // The converter answers one character for one; the original's own bytes are counted.
        for ((start, raw), simple) in original.char_indices().zip(simplified.chars()) {
            let simple = if raw.len_utf8() == 3 { simple } else { raw };
            let folded = fold(simple);
            at.extend(std::iter::repeat_n(start, folded.len_utf8()));
            text.push(folded);
        }
        at.push(original.len());
        Self { text, at }
    }

    /// The range in the original of a range in the folded text.
    pub fn original(&self, span: &Range<usize>) -> Range<usize> {
        let byte = |index: usize| self.at.get(index).or(self.at.last()).copied().unwrap_or(0);
        byte(span.start)..byte(span.end)
    }
}

/// Folds a text for comparing.
pub(crate) fn folded(text: &str) -> String {
    Folded::new(text).text
}

fn fold(c: char) -> char {
    match narrow(c) {
        '’' | '‘' | '`' | '´' => '\'',
        '“' | '”' | '「' | '」' | '『' | '』' => '"',
        '–' | '—' | '−' | '‐' => '-',
        '。' => '.',
        '、' => ',',
        c if c.is_whitespace() => ' ',
        c => c.to_lowercase().next().unwrap_or(c),
    }
}

/// A Chinese character.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '〇')
}

/// The language that a text is mostly written in.
pub(crate) fn lang_of(text: &str) -> Lang {
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).count();
    if chinese > words { Lang::Zh } else { Lang::En }
}

/// Whether a match of a text with letters of an alphabet at its ends stands between word boundaries.
pub(crate) fn bounded(text: &str, span: &Range<usize>) -> bool {
    let joins = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => is_letter(a) && is_letter(b),
        _ => false,
    };
    let (before, inside, after) = (text.get(..span.start), text.get(span.clone()), text.get(span.end..));
    let (Some(before), Some(inside), Some(after)) = (before, inside, after) else { return false };
    !joins(before.chars().next_back(), inside.chars().next())
        && !joins(inside.chars().next_back(), after.chars().next())
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !is_cjk(c)
}

/// Many words with a meaning each, found at once: leftmost, longest, at word boundaries.
pub(crate) struct Words<T> {
    search: Option<AhoCorasick>,
    meanings: Vec<T>,
    exact: HashMap<String, usize>,
}

impl<T: Clone> Words<T> {
    /// A table of lines, each with alternatives between bars and their meaning.
    pub fn new<'a>(lines: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let (mut words, mut meanings, mut exact) = (Vec::new(), Vec::new(), HashMap::new());
        for (line, meaning) in lines {
            for word in line.split('|').filter(|word| !word.is_empty()) {
                exact.entry(word.to_owned()).or_insert(meanings.len());
                words.push(word);
                meanings.push(meaning.clone());
            }
        }
        // Tables are constants of this crate and far below the automaton's limits; without one nothing would be found.
        let search = AhoCorasickBuilder::new().match_kind(MatchKind::LeftmostLongest).build(words).ok();
        Self { search, meanings, exact }
    }

    /// All words in a folded text, from left to right.
    pub fn find<'s>(&'s self, text: &'s str) -> impl Iterator<Item = (Range<usize>, &'s T)> + 's {
        let mut from = 0;
        std::iter::from_fn(move || {
            let search = self.search.as_ref()?;
            loop {
                let found = search.find(aho_corasick::Input::new(text).range(from..))?;
                let span = found.range();
                if bounded(text, &span) {
                    from = span.end.max(from + 1);
                    return Some((span, self.meanings.get(found.pattern().as_usize())?));
                }
                // "ache" inside "moustache": go on behind its first character.
                let step =
                    text.get(span.start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
                from = span.start + step;
            }
        })
    }

    /// The first word in a folded text.
    pub fn first<'s>(&'s self, text: &'s str) -> Option<(Range<usize>, &'s T)> {
        self.find(text).next()
    }

    /// Whether any word occurs.
    pub fn any(&self, text: &str) -> bool {
        self.first(text).is_some()
    }

    /// The meaning of a text that is one of the words.
    pub fn exact(&self, text: &str) -> Option<&T> {
        self.exact.get(text).and_then(|index| self.meanings.get(*index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_the_way_back() {
        let check = |original: &str, folded: &str, find: &str, back: &str| {
            let text = Folded::new(original);
            assert_eq!(text.text, folded);
            let at = text.text.find(find).unwrap();
            assert_eq!(&original[text.original(&(at..at + find.len()))], back);
        };
        check("我的電話是１３８００", "我的电话是13800", "13800", "１３８００");
        check("I’m at “Home”", "i'm at \"home\"", "home", "Home");
        check("去醫院。", "去医院.", "医院", "醫院");
    }

    #[test]
    fn words_are_found_longest_and_whole() {
        let words = Words::new([("ache|headache", 1), ("mom", 2), ("医院|儿童医院", 3)]);
        let check = |text: &str, expected: &[i32]| {
            assert_eq!(words.find(text).map(|(_, meaning)| *meaning).collect::<Vec<_>>(), expected, "{text}");
        };
        check("my headache and mom", &[1, 2]);
        check("a moustache for a moment", &[]);
        check("去儿童医院", &[3]);
    }
}

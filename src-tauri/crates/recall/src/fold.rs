//! Text made comparable.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Folded, every run of what is no letter or figure as one blank, with a blank at both ends: a whole word is then a
/// pattern with blanks around it.
pub(crate) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    let mut push = |c: char| {
        if c.is_alphanumeric() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    };
    if text.is_ascii() {
        // Most English text: nothing to decompose.
        text.chars().for_each(|c| push(c.to_ascii_lowercase()));
    } else {
        for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
            push(c);
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// Written without blanks between words: Han and kana.
pub(crate) fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}

/// Whether a word of a question tells nothing of what is looked for.
pub fn is_filler(word: &str) -> bool {
    FILLERS.binary_search(&word).is_ok()
}

/// The word without a common English ending, to be looked for as a beginning; `None` where there is nothing to cut.
pub fn stem(word: &str) -> Option<&str> {
    let cut = ["ings", "ing", "edly", "ed", "ies", "es", "ly", "s", "e", "y"];
    let stem = cut.iter().find_map(|ending| word.strip_suffix(ending))?;
    (word.is_ascii() && stem.len() >= 4).then_some(stem)
}

/// The forms that a word with this stem usually has: what stands for everything that begins with it where there is so much
/// that walking over all of that would take too long.
pub fn forms(stem: &str) -> impl Iterator<Item = String> {
    ["", "e", "y", "s", "es", "ies", "ed", "ied", "ing", "ings", "er", "ers", "ly", "ion", "ions"]
        .into_iter()
        .map(move |ending| format!("{stem}{ending}"))
}

/// Sorted. Chinese ones are pairs, because that is how Chinese is cut into words here.
const FILLERS: &[&str] = &[
    "a", "about", "again", "all", "also", "am", "an", "and", "any", "are", "as", "ask", "asked", "at", "be",
    "been", "but", "by", "can", "car", "could", "d", "did", "do", "does", "doing", "done", "driver",
    "driving", "drove", "first", "for", "from", "get", "go", "going", "got", "had", "has", "have", "he",
    "her", "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "kind", "know",
    "let", "like", "ll", "long", "m", "many", "me", "much", "my", "need", "no", "not", "now", "of", "old",
    "on", "or", "our", "out", "please", "put", "re", "remember", "s", "said", "she", "should", "so", "some",
    "sort", "t", "tell", "that", "the", "their", "them", "then", "there", "they", "thing", "things", "this",
    "to", "told", "too", "up", "us", "use", "used", "uses", "ve", "want", "was", "we", "were", "what",
    "when", "where", "which", "who", "whom", "why", "will", "with", "would", "you", "your", "一下", "一个",
    "上次", "不是", "为什", "么样", "什么", "今天", "他的", "哪个", "哪些", "哪家", "哪里", "喜欢", "多少",
    "她的", "帮我", "平时", "怎么", "我们", "我用", "我的", "是不", "是什", "有没", "没有", "用户", "用的",
    "的是", "第一", "记得",
];

#[cfg(test)]
mod tests {
    use super::{FILLERS, forms, is_filler, spaced, stem};

    #[test]
    fn endings_are_cut_and_fillers_known() {
        for (word, wanted) in [
            ("massages", Some("massag")),
            ("massage", Some("massag")),
            ("heating", Some("heat")),
            ("eyes", None),
            ("按摩", None),
        ] {
            assert_eq!(stem(word), wanted, "{word}");
        }
        let mut sorted = FILLERS.to_vec();
        sorted.sort_unstable();
        assert_eq!(sorted, FILLERS);
        assert!(is_filler("the") && is_filler("什么") && !is_filler("heating"));
    }

    #[test]
    fn words_stand_between_blanks() {
        for (text, wanted) in [
            ("Hello,  World!", " hello world "),
            ("Église", " eglise "),
            ("空调，22度", " 空调 22度 "),
            ("", " "),
        ] {
            assert_eq!(spaced(text), wanted);
        }
    }

    #[test]
    fn the_forms_of_a_stem_have_the_word_and_its_kin() {
        for (word, kin) in [
            ("parking", ["park", "parked", "parks"]),
            ("navigate", ["navigates", "navigating", "navigation"]),
            ("usually", ["usual", "usually", "usually"]),
            ("hurried", ["hurried", "hurries", "hurry"]),
        ] {
            let stem = stem(word).unwrap();
            // "hurried" is cut to "hurri": what is left of y is i.
            let forms: Vec<String> = forms(stem.trim_end_matches('i')).collect();
            assert!(forms.iter().any(|form| form == word), "{word}: {forms:?}");
            assert!(kin.iter().all(|kin| forms.iter().any(|form| form == kin)), "{word}: {forms:?}");
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::spaced;

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
}

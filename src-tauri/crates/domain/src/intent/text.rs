//! The sentence as folded characters that still know their bytes.

use super::{Span, narrow};

/// A sentence ready for matching: one folded character per character written.
pub(super) struct Text {
    /// Narrow, small letters; curly apostrophes straightened.
    pub chars: Vec<char>,
    /// Characters as written.
    raw: Vec<char>,
    /// Byte offset of each character, and the length at the end.
    bytes: Vec<usize>,
}

impl Text {
    pub fn new(sentence: &str) -> Self {
        let raw: Vec<char> = sentence.chars().collect();
        let chars = raw.iter().map(|c| fold(*c)).collect();
        let bytes = sentence.char_indices().map(|(at, _)| at).chain([sentence.len()]).collect();
        Self { chars, raw, bytes }
    }

    /// The folded character; a space beyond either end, so that neighbours can be asked about freely.
    pub fn at(&self, index: usize) -> char {
        self.chars.get(index).copied().unwrap_or(' ')
    }

    /// The folded character before this one.
    pub fn before(&self, index: usize) -> char {
        index.checked_sub(1).map_or(' ', |index| self.at(index))
    }

    pub fn len(&self) -> usize {
        self.chars.len()
    }

    /// Bytes of a range of characters.
    pub fn span(&self, from: usize, to: usize) -> Span {
        let byte = |index: usize| self.bytes.get(index).or(self.bytes.last()).copied().unwrap_or(0);
        byte(from)..byte(to.max(from))
    }

    /// The words as written, ends trimmed and inner white space single.
    pub fn written(&self, from: usize, to: usize) -> String {
        let words: String = self.raw.get(from..to.min(self.raw.len())).unwrap_or_default().iter().collect();
        words.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// How many words stand in these bytes.
    pub fn words_in(&self, span: &Span) -> usize {
        let index = |byte: usize| self.bytes.partition_point(|at| *at < byte);
        self.written(index(span.start), index(span.end)).split_whitespace().count()
    }

    /// Whether any character in the range was written as a capital.
    pub fn has_capital(&self, from: usize, to: usize) -> bool {
        self.raw.get(from..to.min(self.raw.len())).unwrap_or_default().iter().any(|c| c.is_uppercase())
    }

    /// Index after `pattern` (folded; a space matches any run of white space) if it stands at `from`, at word
    /// boundaries where it begins or ends with a letter of an alphabet.
    pub fn matches(&self, from: usize, pattern: &str) -> Option<usize> {
        let mut at = from;
        let mut first = true;
        let mut last = ' ';
        for c in pattern.chars() {
            if c == ' ' {
                if !self.at(at).is_whitespace() || at >= self.len() {
                    return None;
                }
                while at < self.len() && self.at(at).is_whitespace() {
                    at += 1;
                }
                continue;
            }
            if at >= self.len() || self.at(at) != c {
                return None;
            }
            if first && is_alphabetic_script(c) && is_alphabetic_script(self.before(from)) {
                return None;
            }
            first = false;
            last = c;
            at += 1;
        }
        let cut = is_alphabetic_script(last) && is_alphabetic_script(self.at(at)) && at < self.len();
        (at > from && !cut).then_some(at)
    }
}

/// Folds one character for comparing.
pub(super) fn fold(c: char) -> char {
    match narrow(c) {
        '’' | '‘' | '`' | '´' => '\'',
        '–' | '−' => '-',
        c if is_cjk(c) => simplified(c),
        c => c.to_lowercase().next().unwrap_or(c),
    }
}

/// The simplified form of those traditional characters that occur in the tables or in common names of places.
fn simplified(c: char) -> char {
    const TRADITIONAL: &str = "機別過橋輪繞開學單總記點後週這個條風穩來時間趕緊從經順導車場費絕對儘盡習慣歡愛邊濱線環內進還給請幫嗎為麼雙號鐘遲辦門廳館國廣東華銀醫圖書員達離關園莊島灣嶺聯錄運讓誤謝蘇長龍興陽陰樂莉廈廟溫濟閘遠連";
    const SIMPLIFIED: &str = "机别过桥轮绕开学单总记点后周这个条风稳来时间赶紧从经顺导车场费绝对尽尽习惯欢爱边滨线环内进还给请帮吗为么双号钟迟办门厅馆国广东华银医图书员达离关园庄岛湾岭联录运让误谢苏长龙兴阳阴乐莉厦庙温济闸远连";
    TRADITIONAL
        .chars()
        .position(|traditional| traditional == c)
        .and_then(|index| SIMPLIFIED.chars().nth(index))
        .unwrap_or(c)
}

/// Folds a name for comparing.
pub(super) fn fold_name(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(fold).collect()
}

/// A letter or digit of a script that puts spaces between words.
pub(super) fn is_alphabetic_script(c: char) -> bool {
    c.is_alphanumeric() && !is_cjk(c)
}

/// A Chinese character.
pub(super) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '〇')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traditional_characters_fold_to_simplified_ones() {
        let folded: String = "從機場過橋，儘量別走濱江、遠東".chars().map(fold).collect();
        assert_eq!(folded, "从机场过桥,尽量别走滨江、远东");
    }
}

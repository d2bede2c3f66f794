//! What can be told of a memory from its words alone, once, when it is written.

use std::sync::LazyLock;

use crate::{
    fold::{is_han, spaced},
    topics::{Table, Topics, Values, topics_of, values},
};

/// Features of a sentence that recall compares. A pure function of its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What it is about.
    pub topics: Topics,
    /// Which kinds of values it has.
    pub values: Values,
    /// Whether it tells of wanting, liking or setting something.
    pub tells: bool,
    /// Whether it names a figure.
    pub figure: bool,
    /// Its length: words, and Chinese characters by half.
    pub length: u8,
}

impl Reading {
    /// Reads the words.
    pub fn of(text: &str) -> Self {
        let spaced = spaced(text);
        Self {
            topics: topics_of(&spaced),
            values: values(&spaced, false),
            tells: TELLS.rows(&spaced).next().is_some(),
            figure: spaced.chars().any(|c| c.is_ascii_digit()),
            length: length(&spaced),
        }
    }

    /// How much it sounds like something to remember: half for telling, half for a figure.
    pub fn telling(&self) -> f32 {
        0.5 * f32::from(u8::from(self.tells)) + 0.5 * f32::from(u8::from(self.figure))
    }

    /// Twenty bytes, for the sketch in the database.
    pub fn to_bytes(self) -> [u8; 20] {
        let mut bytes = [0; 20];
        bytes[..16].copy_from_slice(&self.topics.0.to_le_bytes());
        bytes[16] = self.values.0;
        bytes[17] = u8::from(self.tells) | u8::from(self.figure) << 1;
        bytes[18] = self.length;
        bytes[19] = TABLE_VERSION;
        bytes
    }

    /// From [`Self::to_bytes`]; nothing for another length or bytes that older tables wrote.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; 20] = bytes.try_into().ok()?;
        let topics = bytes.first_chunk::<16>()?;
        (bytes[19] == TABLE_VERSION).then(|| Self {
            topics: Topics(u128::from_le_bytes(*topics)),
            values: Values(bytes[16]),
            tells: bytes[17] & 1 == 1,
            figure: bytes[17] & 2 == 2,
            length: bytes[18],
        })
    }
}

/// Counts up whenever a table of topics, values or words of telling changes: what was read by older ones is read again.
pub const TABLE_VERSION: u8 = 1;

fn length(spaced: &str) -> u8 {
    let han = spaced.chars().filter(|c| is_han(*c)).count();
    let words = spaced.split(' ').filter(|word| word.chars().any(|c| !is_han(c))).count();
    u8::try_from(han / 2 + words).unwrap_or(u8::MAX)
}

const TELLING: (&[&str], &[&str]) = (
    &[
        "set",
        "sets",
        "setting",
        "turn*",
        "adjust*",
        "switch*",
        "lower*",
        "rais*",
        "chang*",
        "prefer*",
        "like",
        "likes",
        "love*",
        "hate*",
        "keep*",
        "usual*",
        "always",
        "never",
        "put",
        "crank*",
        "bump",
        "drop*",
        "dial",
        "enabl*",
        "disabl*",
        "open*",
        "clos*",
        "activat*",
        "mute*",
        "favo*",
        "default*",
        "engag*",
        "increas*",
        "decreas*",
        "reduc*",
        "want*",
        "need*",
        "avoid*",
        "use",
        "uses",
        "instead",
        "on",
        "off",
        "up",
        "down",
        "please",
        "rather",
        "can t stand",
        "allergic",
        "only",
    ],
    &[
        "调", "设", "开", "关", "喜欢", "习惯", "平时", "一般", "总是", "从不", "不要", "别", "改", "换",
        "想要", "要", "讨厌", "最爱", "偏好", "不吃", "不喝", "爱", "怕", "以后", "记住", "避开", "只",
    ],
);

static TELLS: LazyLock<Table> = LazyLock::new(|| Table::of(std::iter::once(TELLING)));

#[cfg(test)]
mod tests {
    use super::Reading;

    #[test]
    fn a_reading_survives_its_bytes() {
        for text in
            ["Set the seat heating to level 2, please", "空调调到22度", "", "We talked about pathogens."]
        {
            let reading = Reading::of(text);
            assert_eq!(Reading::from_bytes(&reading.to_bytes()), Some(reading));
        }
        assert_eq!(Reading::from_bytes(&[0; 20]), None, "an older table's");
        assert_eq!(Reading::from_bytes(&[]), None);
    }

    #[test]
    fn telling_is_told_from_talking() {
        for (text, wanted) in [
            ("Set it to level 3", 1.0),
            ("I prefer white", 0.5),
            ("空调调到22度", 1.0),
            ("我喜欢靠窗的座位", 0.5),
            ("Hm, interesting.", 0.0),
            ("今天天气真好", 0.0),
        ] {
            assert_eq!(Reading::of(text).telling(), wanted, "{text}");
        }
    }
}

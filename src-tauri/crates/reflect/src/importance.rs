//! How much something noticed matters, in three parts (MISSION S1-05, S1-06; rules IM1 to IM4 in `docs/spec/reflect.md`).
//!
//! Three parts and no more: a predecessor with twenty-seven took two seconds for each memory. The words are looked up in a
//! list of strengths, so that scoring needs no model and costs microseconds.

use domain::Importance;

/// What changed because of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Nothing that could be seen.
    #[default]
    Nothing,
    /// Something in the car: air conditioning, music, a window.
    Comfort,
    /// A setting or a remembered preference.
    Setting,
    /// A stop was added or left out.
    Stop,
    /// Another route was taken.
    Route,
    /// The trip itself: another destination, another day, given up.
    Trip,
}

impl Change {
    /// 0 to 1.
    pub fn consequence(self) -> f64 {
        match self {
            Self::Nothing => 0.0,
            Self::Comfort => 0.1,
            Self::Setting => 0.3,
            Self::Stop => 0.5,
            Self::Route => 0.7,
            Self::Trip => 1.0,
        }
    }

    /// What an observation's stable kind says of it.
    pub fn of_kind(kind: &str) -> Self {
        match kind {
            "set" | "adjusted" => Self::Comfort,
            "rated" | "praised" | "complained" | "answered" | "edited" => Self::Setting,
            "stopped" | "skipped" | "avoided" => Self::Stop,
            "deviated" | "chose" | "switched" | "rerouted" => Self::Route,
            "cancelled" | "moved" | "destination" => Self::Trip,
            _ => Self::Nothing,
        }
    }
}

/// What is scored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scored<'a> {
    /// The words said, desensitised; may be empty.
    pub words: &'a str,
    /// What changed because of it.
    pub change: Change,
    /// How often the same was noticed before.
    pub seen_before: u32,
}

/// How much each part weighs in the total. Feeling and consequence outweigh repetition: what is done a hundred times a day
/// is a habit, but not important (「今天要迟到了」 is over 「调空调」).
const EMOTION: f64 = 0.45;
const CONSEQUENCE: f64 = 0.40;
const REPETITION: f64 = 0.15;

/// Occurrences before it that are half of the way to 1.
const HALF_OF_REPETITION: f64 = 4.0;

/// Under this it may have been heard wrong (去公司, 去公园), and what may be wrong matters half as much (MISSION S1-34).
pub const HEARD_WELL: f64 = 0.7;

/// Scores one memory.
///
/// ```
/// use reflect::{Change, Scored, importance};
/// let late = importance::score(&Scored { words: "今天要迟到了", ..Scored::default() });
/// let cool = importance::score(&Scored { words: "调空调", change: Change::Comfort, seen_before: 9 });
/// assert!(importance::total(&late) > importance::total(&cool));
/// ```
pub fn score(scored: &Scored<'_>) -> Importance {
    let seen = f64::from(scored.seen_before);
    Importance {
        emotion: emotion(scored.words),
        consequence: scored.change.consequence().max(said_consequence(scored.words)),
        repetition: seen / (seen + HALF_OF_REPETITION),
    }
}

/// One number of 0 to 10, as the triggers count it and S1-13 divides it.
pub fn total(parts: &Importance) -> f64 {
    let part = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
    10.0 * (EMOTION * part(parts.emotion)
        + CONSEQUENCE * part(parts.consequence)
        + REPETITION * part(parts.repetition))
}

/// The same for something heard: halved where it may have been heard wrong.
pub fn total_heard(parts: &Importance, heard: f64) -> f64 {
    if heard < HEARD_WELL { total(parts) / 2.0 } else { total(parts) }
}

/// Feelings and how strong they are. Both signs: what delights matters as much as what hurts.
const FEELINGS_ZH: &[(&str, f64)] = &[
    ("迟到", 0.7),
    ("来不及", 0.8),
    ("赶时间", 0.6),
    ("着急", 0.6),
    ("急", 0.4),
    ("生气", 0.8),
    ("气死", 0.95),
    ("烦", 0.6),
    ("讨厌", 0.7),
    ("恨", 0.9),
    ("受不了", 0.8),
    ("害怕", 0.8),
    ("怕", 0.5),
    ("担心", 0.6),
    ("危险", 0.8),
    ("吓", 0.7),
    ("累", 0.5),
    ("困", 0.4),
    ("难受", 0.6),
    ("晕车", 0.7),
    ("糟糕", 0.6),
    ("差劲", 0.6),
    ("失望", 0.6),
    ("颠", 0.4),
    ("喜欢", 0.4),
    ("最爱", 0.7),
    ("爱", 0.4),
    ("太好", 0.6),
    ("真好", 0.4),
    ("开心", 0.5),
    ("高兴", 0.5),
    ("满意", 0.4),
    ("感谢", 0.4),
    ("谢谢", 0.2),
    ("棒", 0.5),
    ("舒服", 0.4),
    ("千万", 0.6),
    ("绝对", 0.5),
    ("再也不", 0.8),
    ("一定", 0.3),
    ("紧急", 0.9),
    ("救命", 1.0),
    ("出事", 0.9),
];
const FEELINGS_EN: &[(&str, f64)] = &[
    ("late", 0.7),
    ("hurry", 0.6),
    ("rush", 0.5),
    ("urgent", 0.9),
    ("angry", 0.8),
    ("furious", 0.95),
    ("annoying", 0.6),
    ("annoyed", 0.6),
    ("hate", 0.9),
    ("hates", 0.9),
    ("awful", 0.7),
    ("terrible", 0.7),
    ("horrible", 0.7),
    ("afraid", 0.7),
    ("scared", 0.8),
    ("scary", 0.7),
    ("dangerous", 0.8),
    ("worried", 0.6),
    ("tired", 0.5),
    ("exhausted", 0.7),
    ("sick", 0.6),
    ("carsick", 0.7),
    ("stressed", 0.7),
    ("disappointed", 0.6),
    ("bumpy", 0.4),
    ("love", 0.6),
    ("loves", 0.6),
    ("like", 0.3),
    ("likes", 0.3),
    ("great", 0.5),
    ("wonderful", 0.6),
    ("happy", 0.5),
    ("thanks", 0.2),
    ("perfect", 0.6),
    ("never", 0.5),
    ("always", 0.3),
    ("please", 0.1),
    ("help", 0.5),
    ("emergency", 1.0),
    ("favourite", 0.5),
    ("favorite", 0.5),
];
const NOT_ZH: &[char] = &['不', '没', '别', '无'];
const NOT_EN: &[&str] = &["not", "no", "don't", "dont", "isn't", "wasn't", "aren't", "never", "without"];
const STRONGLY_ZH: &[&str] = &["很", "太", "非常", "特别", "超级", "真的", "死了"];
const STRONGLY_EN: &[&str] = &["very", "so", "really", "extremely", "too", "absolutely"];
/// What is left of a feeling that is denied (不着急), and what stressing one adds.
const DENIED_LEAVES: f64 = 0.2;
const STRESS_ADDS: f64 = 0.15;

/// The strongest feeling in the words.
fn emotion(words: &str) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    let zh = FEELINGS_ZH.iter().filter_map(|(word, strength)| {
        let at = words.find(word)?;
        let before: Vec<char> = words[..at].chars().rev().take(2).collect();
        let denied = !word.contains('不') && before.iter().any(|c| NOT_ZH.contains(c));
        Some(if denied { strength * DENIED_LEAVES } else { *strength })
    });
    let lower = words.to_lowercase();
    let tokens: Vec<&str> = english(&lower).collect();
    let en = tokens.iter().enumerate().filter_map(|(at, token)| {
        let (word, strength) = FEELINGS_EN.iter().find(|(word, _)| word == token)?;
        let denied = *word != "never" && tokens[at.saturating_sub(2)..at].iter().any(|t| NOT_EN.contains(t));
        Some(if denied { strength * DENIED_LEAVES } else { *strength })
    });
    let strongest = zh.chain(en).fold(0.0, f64::max);
    if strongest == 0.0 {
        return 0.0;
    }
    let stressed = words.contains(['!', '！'])
        || STRONGLY_ZH.iter().any(|word| words.contains(word))
        || tokens.iter().any(|token| STRONGLY_EN.contains(token));
    (strongest + if stressed { STRESS_ADDS } else { 0.0 }).min(1.0)
}

/// What the words themselves say that changed, where nothing was seen to change: an appointment that is missed.
fn said_consequence(words: &str) -> f64 {
    const ZH: &[(&str, f64)] = &[
        ("迟到", 0.4),
        ("改道", 0.7),
        ("换条路", 0.7),
        ("绕", 0.5),
        ("取消", 0.9),
        ("不去了", 1.0),
        ("搬家", 1.0),
        ("先去", 0.5),
        ("顺路", 0.4),
    ];
    const EN: &[(&str, f64)] =
        &[("late", 0.4), ("detour", 0.7), ("reroute", 0.7), ("cancel", 0.9), ("moved", 1.0), ("first", 0.3)];
    let lower = words.to_lowercase();
    let zh = ZH.iter().filter(|(word, _)| words.contains(word)).map(|(_, x)| *x);
    let en = english(&lower).filter_map(|token| EN.iter().find(|(word, _)| *word == token)).map(|(_, x)| *x);
    zh.chain(en).fold(0.0, f64::max)
}

fn english(lower: &str) -> impl Iterator<Item = &str> {
    lower.split(|c: char| !(c.is_ascii_alphanumeric() || c == '\'')).filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(words: &str, change: Change, seen_before: u32) -> f64 {
        total(&score(&Scored { words, change, seen_before }))
    }

    #[test]
    fn s1_05_being_late_matters_more_than_the_air_conditioning() {
        let parts = score(&Scored { words: "今天要迟到了", change: Change::Nothing, seen_before: 0 });
        assert!(parts.emotion > 0.5 && parts.consequence > 0.0 && parts.repetition == 0.0, "{parts:?}");
        for seen in [0, 1, 10, 1_000, u32::MAX] {
            assert!(of("今天要迟到了", Change::Nothing, 0) > of("调空调", Change::Comfort, seen), "{seen}");
            assert!(of("I'm going to be late", Change::Nothing, 0) > of("set the AC", Change::Comfort, seen));
        }
    }

    #[test]
    fn each_part_alone_raises_the_total() {
        assert!(of("我讨厌隧道", Change::Nothing, 0) > of("隧道", Change::Nothing, 0));
        assert!(of("", Change::Trip, 0) > of("", Change::Route, 0));
        assert!(of("", Change::Route, 3) > of("", Change::Route, 0));
        assert!(of("太讨厌隧道了！", Change::Nothing, 0) > of("讨厌隧道", Change::Nothing, 0));
    }

    #[test]
    fn a_denied_feeling_is_weak() {
        assert!(of("不着急", Change::Nothing, 0) < of("着急", Change::Nothing, 0) / 2.0);
        assert!(of("I'm not worried", Change::Nothing, 0) < of("I'm worried", Change::Nothing, 0) / 2.0);
        assert_eq!(of("chocolate", Change::Nothing, 0), 0.0, "late is no part of another word");
    }

    #[test]
    fn s1_34_what_may_be_heard_wrong_matters_half() {
        let parts = score(&Scored { words: "去公园", change: Change::Trip, seen_before: 0 });
        assert_eq!(total_heard(&parts, 0.69), total(&parts) / 2.0);
        assert_eq!(total_heard(&parts, 0.70), total(&parts));
    }

    proptest! {
        #[test]
        fn s1_06_three_parts_each_from_zero_to_one(words in "\\PC{0,80}", seen: u32) {
            for change in [Change::Nothing, Change::Comfort, Change::Setting, Change::Stop, Change::Route, Change::Trip] {
                // Destructured without a rest: a fourth part does not compile here, and six never will.
                let Importance { emotion, consequence, repetition } =
                    score(&Scored { words: &words, change, seen_before: seen });
                for part in [emotion, consequence, repetition] {
                    prop_assert!((0.0..=1.0).contains(&part));
                }
                let sum = total(&Importance { emotion, consequence, repetition });
                prop_assert!((0.0..=10.0).contains(&sum));
            }
        }
    }
}

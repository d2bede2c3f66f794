//! What acts may mean: a closed list. An interpretation that is not in it is not entailed by anything, however plausible a
//! model finds it (MISSION S1-35: a low fan does not mean that somebody dislikes heat).

use crate::{
    condition::{Condition, LATE, Part},
    episode::Act,
};

/// One interpretation.
#[derive(Debug)]
pub struct Meaning {
    /// Stable word.
    pub word: &'static str,
    /// Acts that all have to be there: attribute, and the values that count.
    pub acts: &'static [(&'static str, &'static [&'static str])],
    /// Under which circumstances only.
    pub under: Under,
    /// As shown, Chinese: what follows the acts.
    pub zh: &'static str,
    /// As shown, English.
    pub en: &'static str,
}

/// Circumstances of a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    /// Late in the evening or at night.
    Late,
    /// In rain, snow or fog.
    BadWeather,
    /// With a child.
    Child,
    /// On workday mornings.
    WorkMorning,
    /// Always: merged praise and complaint.
    Always,
}

impl Under {
    /// Whether a condition lies within it.
    pub fn covers(self, condition: &Condition) -> bool {
        use domain::{DayKind, TimeBucket, Weather};
        let has = |part: &Part| condition.parts().contains(part);
        match self {
            Self::Late => has(&LATE) || has(&Part::Bucket(TimeBucket::Night)),
            Self::BadWeather => [Weather::Rain, Weather::Snow, Weather::Fog]
                .into_iter()
                .any(|weather| has(&Part::Weather(weather))),
            Self::Child => has(&Part::With("child".to_owned())),
            Self::WorkMorning => {
                has(&Part::Bucket(TimeBucket::Morning)) && has(&Part::Days(DayKind::Workday))
            }
            Self::Always => true,
        }
    }
}

const COOLER: &[&str] = &["lower", "off"];
const SOOTHING: &[&str] =
    &["soothing", "calm", "soft", "quiet", "slow", "舒缓", "轻音乐", "安静", "柔和", "古典", "classical"];
const SLOWLY: &[&str] = &["slow", "slower", "lower", "gentle", "慢", "慢一点", "平稳"];
const NEWS: &[&str] = &["news", "新闻"];
const FAST: &[&str] = &["fastest", "fast", "最快"];

/// All.
pub const MEANINGS: &[Meaning] = &[
    Meaning {
        word: "tired",
        acts: &[("cabin.temperature", COOLER), ("music", SOOTHING)],
        under: Under::Late,
        zh: "可能疲劳",
        en: "probably tired",
    },
    Meaning {
        word: "careful_with_child",
        acts: &[("driving.speed", SLOWLY)],
        under: Under::Child,
        zh: "带孩子时更看重平稳",
        en: "wants it smooth with a child",
    },
    Meaning {
        word: "careful_in_bad_weather",
        acts: &[("driving.speed", SLOWLY)],
        under: Under::BadWeather,
        zh: "天气不好时更看重稳妥",
        en: "wants it safe in bad weather",
    },
    Meaning {
        word: "pressed_for_time",
        acts: &[("route.mode", FAST), ("media", NEWS)],
        under: Under::WorkMorning,
        zh: "上班路上时间紧",
        en: "short of time on the way to work",
    },
    Meaning {
        word: "values_smooth",
        acts: &[("theme.smooth", &["wants"])],
        under: Under::Always,
        zh: "非常看重行车平稳",
        en: "cares a lot about a smooth ride",
    },
    Meaning {
        word: "values_care",
        acts: &[("theme.care", &["wants"])],
        under: Under::Always,
        zh: "非常看重物品保护",
        en: "cares a lot about what is carried",
    },
    Meaning {
        word: "values_calm",
        acts: &[("theme.calm", &["wants"])],
        under: Under::Always,
        zh: "非常看重安静",
        en: "cares a lot about quiet",
    },
    Meaning {
        word: "values_flow",
        acts: &[("theme.flow", &["wants"])],
        under: Under::Always,
        zh: "非常看重路上畅通",
        en: "cares a lot about flowing traffic",
    },
];

/// The meaning with this word.
pub fn by_word(word: &str) -> Option<&'static Meaning> {
    MEANINGS.iter().find(|meaning| meaning.word == word)
}

/// Whether acts under a condition entail a meaning.
pub fn entails(meaning: &Meaning, claims: &[Act], condition: &Condition) -> bool {
    meaning.under.covers(condition)
        && meaning.acts.iter().all(|(attribute, values)| {
            claims.iter().any(|act| same_property(&act.attribute, attribute) && is_one_of(act, values))
        })
}

/// The first meaning that acts under a condition entail.
pub fn of(claims: &[Act], condition: &Condition) -> Option<&'static Meaning> {
    MEANINGS.iter().find(|meaning| entails(meaning, claims, condition))
}

/// The value itself, or the thing that the property names: `music=classical`, or `music.classical` liked.
fn is_one_of(act: &Act, values: &[&str]) -> bool {
    let thing = act.attribute.rsplit('.').next().unwrap_or_default();
    values.contains(&act.value.as_str()) || (values.contains(&thing) && !act.value.starts_with("not"))
}

/// `music` stands for `music.kind` too, and for the names that other parts of Laolu have for the same thing.
fn same_property(attribute: &str, wanted: &str) -> bool {
    const ALSO: &[(&str, &[&str])] = &[
        ("cabin.temperature", &["ac.temperature", "temperature", "air_conditioning", "ac", "climate"]),
        ("music", &["media.music", "audio", "media"]),
        ("driving.speed", &["speed", "driving.style"]),
    ];
    let within = |root: &str| {
        attribute == root || attribute.strip_prefix(root).is_some_and(|rest| rest.starts_with('.'))
    };
    within(wanted)
        || ALSO.iter().any(|(name, others)| *name == wanted && others.iter().any(|other| within(other)))
}

//! What a known word can mean, and the words by their first character.

use std::{collections::HashMap, sync::LazyLock};

use super::{RoutePreference, en, phrases, zh};
use crate::{DayKind, RoadFeature, Strength, TimeBucket, Weather};

/// The meaning of a word or phrase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word {
    /// A destination follows.
    Go,
    /// A place follows that is not wanted: 不去.
    NotGo,
    /// The start follows.
    From,
    /// Marks what was said before as the start or a time as departure: 出发, "leaving".
    Leave,
    /// Marks a time as a deadline: 到达, "arrive".
    Arrive,
    /// A stop follows.
    Via,
    /// The place before or after is a stop: 顺路, "on the way".
    OnWay,
    /// A place that everybody has: 家, office.
    Place,
    /// 老地方.
    UsualPlace,
    /// 老路.
    UsualRoute,
    /// A road feature.
    Feature(RoadFeature),
    /// A road by name.
    Road,
    /// Not.
    Neg,
    /// Avoid: a verb that is negative itself, so that "not avoid" is positive.
    Shun,
    /// Makes a no a never, also after it when the flag is set.
    Intens(bool),
    /// Makes a no a rather-not, also after it when the flag is set.
    Soft(bool),
    /// 少走.
    Less,
    /// 走, along, take.
    Take,
    /// A statement of taste: 喜欢, "I prefer".
    Like,
    /// A statement about oneself: 从来; with the flag it says "not" itself: 从不, "I never".
    Custom(bool),
    /// 永远: strengthens a no to a never, and says that it is to be remembered.
    Forever,
    /// Never: a "not" that is as strong as can be.
    Never,
    /// Cannot be driven for a while: 封路, "is closed". Before or behind its road.
    Closed,
    /// A "not" that is weak: "rather not", 能不走就不走.
    RatherNot,
    /// A thing that Laolu has no say in: 堵车, "traffic lights".
    Unsupported,
    /// A wish in one word: "toll-free".
    Fixed(RoadFeature, Strength),
    /// May be used: 不怕, "don't mind", in front of a road or behind it. Lifts a no, and asks for nothing.
    Permit,
    /// The same only behind a road: 没关系, "are fine".
    Fine,
    /// A feeling that keeps people off a road, before or behind it: 不敢, "makes me nervous".
    Dread,
    /// Something that is done at this kind of place: 加个油, "stop for coffee". A stop where it is done on the way.
    Errand(&'static str),
    /// A kind of place follows that is to be near: 附近有.
    Near,
    /// No, thank you, behind a road: 就算了.
    Pass,
    /// Another way than the one that is shown.
    OtherWay,
    /// Joins equals.
    And,
    /// Ends a clause softly (comma) or hard.
    Sep(bool),
    /// How routes are weighed.
    Mode(RoutePreference),
    /// The weather.
    Weather(Weather),
    /// In a hurry.
    Hurry,
    /// A part of the day without a date, and an hour that stands for it.
    Part(TimeBucket, i8),
    /// Workdays or weekends.
    Days(DayKind),
    /// Remember it.
    Always,
    /// This time only.
    Once,
    /// Continue the last trip with a further destination.
    Then,
    /// Add to the last trip.
    Add,
    /// Orders stops inside one sentence and continues nothing (MISSION S0-40: 再).
    Next,
    /// State something to remember.
    Remember,
    /// Forget something.
    Forget,
    /// Ask about the past.
    Query,
    /// Courtesy and grammar: understood, means nothing here.
    Filler,
}

/// Words by their first character, longest first.
pub(super) static LEXICON: LazyLock<HashMap<char, Vec<(String, Word)>>> = LazyLock::new(|| {
    let mut words: HashMap<char, Vec<(String, Word)>> = HashMap::new();
    let listed = zh::WORDS.iter().chain(en::WORDS);
    let listed = listed.flat_map(|(list, word)| list.split('|').map(|entry| (entry.to_owned(), *word)));
    for (entry, word) in listed.chain(phrases::composed()) {
        if let Some(first) = entry.chars().next() {
            words.entry(first).or_default().push((entry, word));
        }
    }
    for entries in words.values_mut() {
        // A stable sort: of two equal entries the earlier table line wins.
        entries.sort_by_key(|(entry, _)| std::cmp::Reverse(entry.chars().count()));
    }
    words
});

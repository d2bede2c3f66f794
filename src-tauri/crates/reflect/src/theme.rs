//! Praise and complaint that say the same: what a person praises one way and complains about the other way round is one
//! preference with both as sources (MISSION S3-54).

use std::collections::BTreeMap;

use domain::{Importance, MemoryClass, Noticed, ObservationId};

use crate::{condition::Condition, draft::Draft, episode::Act, importance, meaning, rules::Settings};

/// A theme, and the words for its two ends: the first is what is wanted by whoever praises it, the second what is wanted
/// gone by whoever complains about it.
struct Theme {
    attribute: &'static str,
    good: &'static [&'static str],
    bad: &'static [&'static str],
}

const THEMES: &[Theme] = &[
    Theme {
        attribute: "theme.smooth",
        good: &["平稳", "很稳", "稳当", "开得稳", "smooth", "gentle", "ride.smooth"],
        bad: &[
            "颠",
            "急刹",
            "晃",
            "晕车",
            "bump",
            "bumpy",
            "bumps",
            "jolt",
            "jerky",
            "harsh braking",
            "ride.bumps",
            "carsick",
        ],
    },
    Theme {
        attribute: "theme.care",
        good: &["小心", "轻拿轻放", "爱护", "careful", "carefully", "handled with care", "cargo.care"],
        bad: &["摔", "碰坏", "磕", "压坏", "颠坏", "broke", "broken", "damaged", "cargo.damage"],
    },
    Theme {
        attribute: "theme.calm",
        good: &["安静", "清静", "quiet", "calm", "peaceful", "road.quiet"],
        bad: &["吵", "噪音", "noisy", "noise", "loud", "road.noise"],
    },
    Theme {
        attribute: "theme.flow",
        good: &["畅通", "不堵", "一路绿灯", "flowing", "no traffic", "traffic.flow"],
        bad: &["堵", "拥堵", "红灯太多", "traffic jam", "congestion", "congested", "traffic.jam"],
    },
];

/// What one observation says about a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// It spoke well of the good end.
    Praise,
    /// It complained about the bad end.
    Complaint,
}

/// Themes of an observation. Only what expresses a judgement counts: praise of the bad end or a complaint about the good
/// one is no evidence for either.
pub fn said(seen: &Noticed) -> Vec<(&'static str, Said)> {
    let words = seen.words.to_lowercase();
    let attribute = seen.key.as_ref().map(|key| key.attribute.as_str()).unwrap_or_default();
    let judged = judgement(seen, &words);
    let says = |list: &[&str]| {
        list.iter().any(|word| if word.contains('.') { attribute == *word } else { contains(&words, word) })
    };
    THEMES
        .iter()
        .filter_map(|theme| match judged? {
            Said::Praise if says(theme.good) => Some((theme.attribute, Said::Praise)),
            Said::Complaint if says(theme.bad) => Some((theme.attribute, Said::Complaint)),
            Said::Praise | Said::Complaint => None,
        })
        .collect()
}

/// Whether it was praise or complaint: what was recorded, or else the words themselves.
fn judgement(seen: &Noticed, words: &str) -> Option<Said> {
    match seen.kind.as_str() {
        "praised" => return Some(Said::Praise),
        "complained" => return Some(Said::Complaint),
        _ => {}
    }
    match seen.value.as_str() {
        "praise" | "good" | "+1" | "👍" => return Some(Said::Praise),
        "complaint" | "bad" | "-1" | "👎" => return Some(Said::Complaint),
        _ => {}
    }
    const GOOD: &[&str] = &[
        "喜欢",
        "真好",
        "太好",
        "不错",
        "满意",
        "很棒",
        "谢谢",
        "表扬",
        "great",
        "love",
        "liked",
        "nice",
        "thanks",
        "well done",
    ];
    const BAD: &[&str] = &[
        "讨厌",
        "烦",
        "太颠",
        "受不了",
        "差",
        "投诉",
        "抱怨",
        "难受",
        "太吵",
        "太堵",
        "hate",
        "awful",
        "terrible",
        "complain",
        "annoying",
        "too ",
    ];
    let says = |list: &[&str]| list.iter().any(|word| contains(words, word));
    match (says(GOOD), says(BAD)) {
        (true, false) => Some(Said::Praise),
        (false, true) => Some(Said::Complaint),
        _ => None,
    }
}

/// Chinese words anywhere, English ones only as whole words.
fn contains(words: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return words.contains(word);
    }
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    words.match_indices(word).any(|(at, found)| {
        !letter(words[..at].chars().next_back())
            && (word.ends_with(' ') || !letter(words[at + found.len()..].chars().next()))
    })
}

/// One preference of praise and complaint about the same theme, with the sources of both.
pub fn merged(stream: &[Noticed], settings: &Settings) -> Vec<Draft> {
    let mut found: BTreeMap<&str, (Vec<ObservationId>, Importance, bool, bool)> = BTreeMap::new();
    for seen in stream {
        for (theme, how) in said(seen) {
            let entry = found.entry(theme).or_default();
            entry.0.push(seen.id);
            if importance::total(&seen.importance) > importance::total(&entry.1) {
                entry.1 = seen.importance;
            }
            match how {
                Said::Praise => entry.2 = true,
                Said::Complaint => entry.3 = true,
            }
        }
    }
    found
        .into_iter()
        .filter(|(_, (ids, _, praise, complaint))| {
            *praise && *complaint && ids.len() >= settings.evidence.max(2)
        })
        .filter_map(|(theme, (mut evidence, importance, _, _))| {
            evidence.sort();
            let claims = vec![Act { attribute: theme.to_owned(), value: "wants".to_owned() }];
            let condition = Condition::default();
            let meaning = meaning::of(&claims, &condition)?.word.to_owned();
            Some(Draft { meaning, claims, condition, evidence, class: MemoryClass::Relational, importance })
        })
        .collect()
}

//! Drives and talks: what was noticed together.

use std::collections::{BTreeMap, BTreeSet};

use domain::{Noticed, ObservationId};

use crate::condition::{Circumstances, Condition, LATE, Part};

/// Something done or wanted: a property and its value, normalised as far as a comparison needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Act {
    /// As in [`domain::StatementKey::attribute`].
    pub attribute: String,
    /// The value; `lower` or `higher` than what is usual for this person where it is a number.
    pub value: String,
}

/// What was noticed on one drive, in one talk, or within an hour and a half.
#[derive(Clone, Debug)]
pub struct Episode<'a> {
    /// In the order of time.
    pub seen: Vec<&'a Noticed>,
    /// What was done in it, each with what it was seen by. The last value of a property counts: who sets 24 and then 22
    /// wanted 22.
    pub acts: BTreeMap<Act, Vec<ObservationId>>,
    /// Parts of conditions that held when it began, and weather and passengers at any time of it.
    pub parts: BTreeSet<Part>,
}

impl Episode<'_> {
    /// Whether a condition held in it.
    pub fn holds(&self, condition: &Condition) -> bool {
        self.seen.iter().any(|seen| condition.holds_in(&Circumstances::of(seen)))
    }

    /// Whether the property had this value in it; `None` when it had none.
    pub fn agrees(&self, act: &Act) -> Option<bool> {
        if self.acts.contains_key(act) {
            return Some(true);
        }
        self.acts.keys().any(|other| other.attribute == act.attribute).then_some(false)
    }
}

/// Seconds after which what has neither trip nor session is another episode.
const GAP_S: i64 = 90 * 60;

/// Cuts a stream into episodes, oldest first.
pub fn episodes(stream: &[Noticed]) -> Vec<Episode<'_>> {
    let mut sorted: Vec<&Noticed> = stream.iter().collect();
    sorted.sort_by_key(|seen| (seen.at.at, seen.id));
    // A talk during a drive belongs to the drive.
    let trips: BTreeMap<&str, i64> =
        sorted.iter().filter_map(|seen| Some((seen.session.as_deref()?, seen.trip?.0))).collect();
    let mut groups: BTreeMap<(i64, String), Vec<&Noticed>> = BTreeMap::new();
    let (mut lone, mut lone_at) = (0, i64::MIN);
    for seen in sorted {
        let trip = seen.trip.map(|trip| trip.0).or_else(|| trips.get(seen.session.as_deref()?).copied());
        let key = match (trip, &seen.session) {
            (Some(trip), _) => (0, trip.to_string()),
            (None, Some(session)) => (1, session.clone()),
            (None, None) => {
                if seen.at.at.0.saturating_sub(lone_at) > GAP_S {
                    lone += 1;
                }
                lone_at = seen.at.at.0;
                (2, lone.to_string())
            }
        };
        groups.entry(key).or_default().push(seen);
    }
    let usual = usual_numbers(stream);
    let mut found: Vec<Episode<'_>> = groups.into_values().map(|seen| episode(seen, &usual)).collect();
    found.sort_by_key(|episode| episode.seen.first().map(|seen| (seen.at.at, seen.id)));
    found
}

/// What an observation says was done, with numbers told as lower or higher than usual.
pub fn act_of(seen: &Noticed, usual: &BTreeMap<String, f64>) -> Option<Act> {
    let key = seen.key.as_ref().filter(|key| key.subject == "me" && !key.attribute.is_empty())?;
    let value = match (number(&seen.value), usual.get(&key.attribute)) {
        (Some(number), Some(usual)) if number <= usual - 1.0 => "lower".to_owned(),
        (Some(number), Some(usual)) if number >= usual + 1.0 => "higher".to_owned(),
        _ => direction(&seen.value).map_or_else(|| seen.value.trim().to_lowercase(), str::to_owned),
    };
    (!value.is_empty()).then(|| Act { attribute: key.attribute.clone(), value })
}

/// What is usual for each property that has numbers: the middle value of those set by day, or of all where there are too few.
/// By day, because who makes it cooler on most nights would otherwise make that the usual value, and no night would be cooler
/// than usual any more.
pub fn usual_numbers(stream: &[Noticed]) -> BTreeMap<String, f64> {
    let mut values: BTreeMap<String, (Vec<f64>, Vec<f64>)> = BTreeMap::new();
    for seen in stream {
        let Some(key) = seen.key.as_ref().filter(|key| key.subject == "me") else { continue };
        if let Some(value) = number(&seen.value) {
            let (by_day, all) = values.entry(key.attribute.clone()).or_default();
            all.push(value);
            if !LATE.holds_in(&Circumstances::of(seen)) {
                by_day.push(value);
            }
        }
    }
    let middle = |mut numbers: Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers.get(numbers.len() / 2).copied()
    };
    values
        .into_iter()
        // One number is no usual one.
        .filter(|(_, (_, all))| all.len() > 1)
        .filter_map(|(attribute, (by_day, all))| {
            Some((attribute, middle(if by_day.len() > 1 { by_day } else { all })?))
        })
        .collect()
}

fn episode<'a>(seen: Vec<&'a Noticed>, usual: &BTreeMap<String, f64>) -> Episode<'a> {
    let mut last: BTreeMap<String, (String, Vec<ObservationId>)> = BTreeMap::new();
    for one in &seen {
        let Some(act) = act_of(one, usual) else { continue };
        let entry = last.entry(act.attribute).or_default();
        if entry.0 != act.value {
            *entry = (act.value, Vec::new());
        }
        entry.1.push(one.id);
    }
    let mut parts = BTreeSet::new();
    for (at, one) in seen.iter().enumerate() {
        let held = Circumstances::of(one).parts();
        parts.extend(
            held.into_iter().filter(|part| at == 0 || matches!(part, Part::Weather(_) | Part::With(_))),
        );
    }
    let acts = last.into_iter().map(|(attribute, (value, ids))| (Act { attribute, value }, ids)).collect();
    Episode { seen, acts, parts }
}

/// A number with an optional unit: `22`, `22.5`, `22°`, `22度`.
fn number(value: &str) -> Option<f64> {
    let bare = value.trim().trim_end_matches(['°', 'C', '℃', '度', '%', ' ']);
    bare.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Words that say a direction instead of a number.
fn direction(value: &str) -> Option<&'static str> {
    const LOWER: &[&str] =
        &["lower", "down", "cooler", "colder", "less", "low", "低", "调低", "降低", "冷一点", "小一点"];
    const HIGHER: &[&str] =
        &["higher", "up", "warmer", "more", "high", "高", "调高", "升高", "热一点", "大一点"];
    let folded = value.trim().to_lowercase();
    if LOWER.contains(&folded.as_str()) {
        Some("lower")
    } else {
        HIGHER.contains(&folded.as_str()).then_some("higher")
    }
}

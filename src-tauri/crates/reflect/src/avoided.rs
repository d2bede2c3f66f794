//! "No longer goes there": what was suggested and taken, and then suggested and avoided (MISSION S1-03; rules NL1 to NL3).

use std::collections::{BTreeMap, BTreeSet};

use domain::{Noticed, ObservationId, PlaceId, Timestamp};

/// Avoidances in a row after which something is not suggested any more (MISSION S1-03: five).
pub const AVOIDANCES: usize = 5;

/// What was, or was not, done about a place that was suggested or known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Went there.
    Taken,
    /// It was suggested, or is passed as always, and the person did not go.
    Avoided,
}

/// Why a place is not suggested.
#[derive(Clone, Debug, PartialEq)]
pub struct NoLonger {
    /// Which.
    pub place: PlaceId,
    /// The avoidances in a row, oldest first: the reason that is shown.
    pub avoided: Vec<ObservationId>,
    /// When the first of them was.
    pub since: Timestamp,
    /// When the person last went; `None` when never.
    pub last_taken: Option<Timestamp>,
}

/// What an observation says of a place, by its stable kind. Weather, traffic and the like say nothing.
pub fn choice_of(seen: &Noticed) -> Option<(PlaceId, Choice)> {
    let place = seen.place?;
    match seen.kind.as_str() {
        "visited" | "stopped" | "accepted" | "arrived" => Some((place, Choice::Taken)),
        "avoided" | "skipped" | "declined" | "dismissed" => Some((place, Choice::Avoided)),
        _ => None,
    }
}

/// Places that are not to be suggested any more. One visit takes a place off the list at once: coming back counts more than
/// five times driving by.
pub fn no_longer(stream: &[Noticed]) -> Vec<NoLonger> {
    let mut sorted: Vec<&Noticed> = stream.iter().collect();
    sorted.sort_by_key(|seen| (seen.at.at, seen.id));
    let mut places: BTreeMap<PlaceId, NoLonger> = BTreeMap::new();
    let mut days: BTreeMap<PlaceId, BTreeSet<(String, Option<i64>)>> = BTreeMap::new();
    for seen in sorted {
        let Some((place, choice)) = choice_of(seen) else { continue };
        let state = places.entry(place).or_insert_with(|| NoLonger {
            place,
            avoided: Vec::new(),
            since: seen.at.at,
            last_taken: None,
        });
        let passed = days.entry(place).or_default();
        match choice {
            Choice::Taken => {
                state.avoided.clear();
                passed.clear();
                state.last_taken = Some(seen.at.at);
            }
            // Said no twice on one drive is one avoidance.
            Choice::Avoided => {
                let drive = (seen.session.clone().unwrap_or_default(), seen.trip.map(|trip| trip.0));
                let once = drive == (String::new(), None) || passed.insert(drive);
                if once {
                    if state.avoided.is_empty() {
                        state.since = seen.at.at;
                    }
                    state.avoided.push(seen.id);
                }
            }
        }
    }
    places.into_values().filter(|state| state.avoided.len() >= AVOIDANCES).collect()
}

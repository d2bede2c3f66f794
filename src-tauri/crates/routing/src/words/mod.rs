//! Instructions as people read them, in Chinese and English.

mod en;
mod measure;
mod zh;

use domain::{Lane, Lang, Maneuver, Note, RoadName, Step};

pub use measure::distance;

/// The next maneuver follows at once when the stretch to it is no longer than this, metres.
const AT_ONCE_M: f64 = 80.0;
/// On a fast road the time counts, seconds.
const AT_ONCE_S: f64 = 5.0;
/// Signs list more places than anybody remembers.
const PLACES: usize = 3;
/// The same for road numbers.
const REFS: usize = 2;

/// Instructions of a leg (or of several, one after the other), one sentence without a full stop for each step. Where
/// the next maneuver follows at once, the sentence says so: there is no time to read two.
pub fn sentences(steps: &[Step], lang: Lang) -> Vec<String> {
    let sentence = |(index, step): (usize, &Step)| {
        let soon = steps.get(index + 1).filter(|next| follows_at_once(step, next));
        match (lang, soon) {
            (_, None) => words(step, lang),
            (Lang::En, Some(next)) => en::then(step, next),
            (Lang::Zh, Some(next)) => zh::then(step, next),
        }
    };
    steps.iter().enumerate().map(sentence).collect()
}

/// One instruction as a sentence without a full stop.
pub fn words(step: &Step, lang: Lang) -> String {
    match lang {
        Lang::Zh => zh::words(step),
        Lang::En => en::words(step),
    }
}

/// A note on a stretch.
pub fn note_words(note: &Note, lang: Lang) -> String {
    match lang {
        Lang::Zh => zh::note(note),
        Lang::En => en::note(note),
    }
}

fn follows_at_once(step: &Step, next: &Step) -> bool {
    let acts = match next.maneuver {
        Maneuver::Turn(_)
        | Maneuver::Fork(_)
        | Maneuver::RampOn(_)
        | Maneuver::RampOff(_)
        | Maneuver::Roundabout { .. }
        | Maneuver::UTurn
        | Maneuver::Arrive(_)
        | Maneuver::Waypoint(_) => true,
        Maneuver::Depart { .. }
        | Maneuver::Continue
        | Maneuver::Merge(_)
        | Maneuver::Ferry { .. }
        | Maneuver::FerryOff
        | Maneuver::TollBooth
        | Maneuver::BorderControl => false,
    };
    let moves = !matches!(step.maneuver, Maneuver::Arrive(_) | Maneuver::Waypoint(_));
    acts && moves && (step.distance_m <= AT_ONCE_M || step.duration_s <= AT_ONCE_S)
}

/// Which lanes to use, seen from the edge of the road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UseLanes {
    /// All of them, or nothing that can be said in a few words.
    Any,
    /// This many from the left.
    Left(usize),
    /// This many from the right.
    Right(usize),
    /// This many in the middle.
    Middle(usize),
    /// One, counted from the left.
    Nth(usize),
}

fn use_lanes(lanes: &[Lane]) -> UseLanes {
    // Lanes that are closed to cars are no lanes to count.
    let open: Vec<bool> = lanes.iter().filter(|lane| !lane.mark.is_closed()).map(Lane::is_valid).collect();
    let count = open.iter().filter(|valid| **valid).count();
    let Some(first) = open.iter().position(|valid| *valid) else { return UseLanes::Any };
    let in_one_block = open.iter().skip(first).take(count).all(|valid| *valid);
    let right = open.len() - first - count.min(open.len() - first);
    match (in_one_block, first, right) {
        _ if count == open.len() => UseLanes::Any,
        (false, ..) => UseLanes::Any,
        (true, 0, _) => UseLanes::Left(count),
        (true, _, 0) => UseLanes::Right(count),
        (true, left, right) if left == right => UseLanes::Middle(count),
        (true, left, _) if count == 1 => UseLanes::Nth(left + 1),
        (true, ..) => UseLanes::Any,
    }
}

fn has(text: &str, wanted: impl Fn(char) -> bool) -> bool {
    text.chars().any(wanted)
}

fn is_han(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The road's numbers that its name does not already say.
fn road_ref(road: &RoadName) -> &str {
    if road.name.contains(&road.road_ref) { "" } else { &road.road_ref }
}

/// What the signs add to what the road is called already.
fn sign_refs(step: &Step) -> Vec<&str> {
    let own = &step.road.road_ref;
    let new =
        |number: &&String| !own.split(", ").any(|own| own == number.as_str()) && **number != step.road.name;
    step.sign.refs.iter().filter(new).map(String::as_str).take(REFS).collect()
}

fn places(step: &Step) -> Vec<&str> {
    let places: &[String] =
        if step.sign.towards.is_empty() { &step.sign.streets } else { &step.sign.towards };
    places.iter().filter(|place| **place != step.road.name).map(String::as_str).take(PLACES).collect()
}

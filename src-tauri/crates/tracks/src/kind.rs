//! What a file calls the way somebody moved.

use crate::Mode;

/// Words for cars, as OsmAnd, Strava, Google and loggers use them; parts of longer words count.
const CAR: [&str; 9] = ["car", "driv", "vehicle", "motorcycl", "auto", "taxi", "truck", "van", "lorry"];
/// Words for everything else. Strava's exports of old write numbers: 1 is a ride, 9 a run, 10 a walk, 4 a hike.
const OTHER: [&str; 26] = [
    "walk",
    "foot",
    "hik",
    "run",
    "cycl",
    "bik",
    "ride",
    "bus",
    "train",
    "subway",
    "tram",
    "ferry",
    "boat",
    "sail",
    "fly",
    "flight",
    "plane",
    "ski",
    "swim",
    "row",
    "skat",
    "rail",
    "metro",
    "pedestrian",
    "kayak",
    "horse",
];

/// The mode that a word stands for.
pub(crate) fn mode(word: &str) -> Mode {
    let word = word.trim().to_lowercase();
    if matches!(word.as_str(), "1" | "4" | "9" | "10") {
        return Mode::Other;
    }
    // "in passenger vehicle" is a car, "in_bus" is not; "motorcycling" is no cycling, and "in rail vehicle" no car.
    let has = |list: &[&str]| list.iter().any(|part| word.contains(part));
    match (has(&CAR), has(&OTHER)) {
        (_, true) if !word.contains("motorcycl") => Mode::Other,
        (true, _) => Mode::Car,
        _ => Mode::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::{Mode, mode};

    #[test]
    fn words_say_what_was_moved_with() {
        let check = |word: &str, expected: Mode| assert_eq!(mode(word), expected, "{word}");
        for word in [
            "car",
            "Driving",
            "IN_PASSENGER_VEHICLE",
            "in passenger vehicle",
            "IN_VEHICLE",
            "MOTORCYCLING",
            "taxi",
        ] {
            check(word, Mode::Car);
        }
        for word in [
            "walking",
            "ON_FOOT",
            "CYCLING",
            "in bus",
            "IN_SUBWAY",
            "in rail vehicle",
            "FLYING",
            "9",
            "Ride",
            "IN_TRAIN",
        ] {
            check(word, Mode::Other);
        }
        for word in ["", "UNKNOWN_ACTIVITY_TYPE", "track", "0"] {
            check(word, Mode::Unknown);
        }
    }
}

use super::*;
use crate::{
    Lang, LonLat, Moment, PlaceId, Provenance, RouteId, Timestamp, Validity,
    sentence::{HabitFacts, habit_statement},
};

const DAY: i64 = 86_400;
/// Monday, 23 November 2026, 18:10 in Paris: an evening.
const MONDAY_EVENING: i64 = 1_795_453_800;
const RIVERSIDE: [i64; 4] = [10, 11, 12, 13];

fn edges(ways: &[i64]) -> Vec<EdgeKey> {
    ways.iter().map(|way| EdgeKey { way: *way, tail: *way, head: *way + 1 }).collect()
}

/// What one drive was: which ways were taken instead (none: the recommendation), and when.
struct Past {
    trip: Trip,
    deviation: Option<Deviation>,
}

fn drive(id: i64, at: i64, taken: &[i64], minutes: f64) -> Past {
    let deviated = !taken.is_empty();
    let trip = Trip {
        id: TripId(id),
        event_id: format!("event-{id}"),
        start_place: Some(PlaceId(1)),
        end_place: Some(PlaceId(2)),
        start: LonLat { lon: 7.40, lat: 43.72 },
        end: LonLat { lon: 7.46, lat: 43.76 },
        departure: Moment { at: Timestamp(at), zone: "Europe/Paris".to_owned() },
        duration_s: 900.0 + minutes * 60.0,
        recommended: RouteId("recommended".to_owned()),
        chosen: RouteId(if deviated { "other" } else { "recommended" }.to_owned()),
        recommended_s: 900.0,
        switched_at: None,
        traffic: String::new(),
        preferred: true,
        deviated,
        edges: edges(taken),
        edge_seconds: Vec::new(),
        via_roads: vec!["滨河路".to_owned()],
        note: String::new(),
    };
    let deviation = deviated.then(|| Deviation {
        taken: edges(taken),
        road: if taken == RIVERSIDE { "滨河路" } else { "其他路" }.to_owned(),
        waterside: taken == RIVERSIDE,
        classes: Vec::new(),
        is_congestion_alternative: false,
        delta_s: minutes * 60.0,
        delta_m: 900.0,
        ..Deviation::default()
    });
    Past { trip, deviation }
}

fn look(past: &[Past], known: &[Preference]) -> Inference {
    let drives: Vec<Drive<'_>> =
        past.iter().map(|past| Drive { trip: &past.trip, deviation: past.deviation.as_ref() }).collect();
    infer(&drives, known, &Settings::DEFAULT)
}

/// A candidate as the memory would store it.
fn stored(id: i64, habit: &HabitCandidate, state: PreferenceState) -> Preference {
    let at = Timestamp(MONDAY_EVENING);
    Preference {
        id: PreferenceId(id),
        content: String::new(),
        target: habit.target.clone(),
        strength: habit.strength,
        scope: habit.scope.clone(),
        provenance: Provenance::Inferred,
        state,
        confidence: habit.confidence,
        validity: Validity { valid_from: at, valid_to: None },
        source_trip: habit.trips.first().copied(),
        user_edited: false,
        created: Moment { at, zone: "Europe/Paris".to_owned() },
        last_confirmed: at,
        last_used: None,
        uses: 0,
    }
}

/// The states after each of several drives: `-` nothing, `c` candidate, `p` proposed, `r` refreshed; stored as the
/// memory would do it.
fn story(drives: &[(i64, &[i64])]) -> String {
    let mut known: Vec<Preference> = Vec::new();
    let mut past: Vec<Past> = Vec::new();
    let mut line = String::new();
    for (index, (hours, taken)) in drives.iter().enumerate() {
        let id = index as i64 + 1;
        past.push(drive(id, MONDAY_EVENING + hours * 3_600, taken, 8.0));
        let inference = look(&past, &known);
        known.retain(|p| !inference.drop.contains(&p.id));
        for (lowered, confidence) in &inference.lower {
            known.iter_mut().filter(|p| p.id == *lowered).for_each(|p| p.confidence = *confidence);
        }
        line.push(match &inference.habit {
            Some(habit) => {
                known.push(stored(id, habit, habit.state));
                if habit.state == PreferenceState::Proposed { 'p' } else { 'c' }
            }
            None if !inference.refresh.is_empty() => 'r',
            None => '-',
        });
    }
    line
}

#[test]
fn s0_15_two_riverside_evenings_eight_minutes_longer() {
    let past = [drive(1, MONDAY_EVENING, &RIVERSIDE, 6.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 10.0)];
    let habit = look(&past, &[]).habit.expect("two evenings in a row propose");
    assert_eq!(habit.state, PreferenceState::Proposed);
    assert_eq!(habit.scope.bucket, Some(TimeBucket::Evening));
    assert_eq!(habit.trips, [TripId(1), TripId(2)]);
    assert_eq!(habit.mean_delta_s, 480.0);
    assert_eq!(habit.target, Target::Section { label: "滨河路".to_owned(), edges: edges(&RIVERSIDE) });
    let facts = HabitFacts {
        road: &habit.road,
        waterside: habit.waterside,
        bucket: habit.scope.bucket,
        trips: habit.trips.len(),
        span_days: 1.0,
        mean_delta_s: habit.mean_delta_s,
    };
    assert_eq!(habit_statement(Lang::Zh, &facts), "傍晚优先走滨河路，平均多用 8 分钟");
    assert_eq!(
        habit_statement(Lang::En, &facts),
        "Prefer 滨河路 by the water in the evening, 8 min longer on average"
    );
}

#[test]
fn s0_23_an_inferred_preference_starts_at_0_7_and_moves_with_the_answer() {
    let past = [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    let habit = look(&past, &[]).habit.expect("two in a row");
    assert_eq!(habit.confidence, 0.7);
    assert!((after_yes(0.7, &Settings::DEFAULT) - 0.9).abs() < 1e-9);
    assert!(after_yes(1.0, &Settings::DEFAULT) <= 1.0);
    assert_eq!(after_no(), 0.0);
}

#[test]
fn s0_49_two_deviations_in_a_row_promote() {
    // The first is a candidate, the second proposes, further ones only refresh what waits (X9).
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &RIVERSIDE), (48, &RIVERSIDE)]), "cpr");
    // Another way in between starts anew.
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[20, 21]), (48, &RIVERSIDE)]), "ccc");
    // A few metres at the ends do not hide it.
    assert_eq!(story(&[(0, &[10, 11, 12, 13]), (24, &[9, 11, 12, 13, 14])]), "cp");
    assert_eq!(story(&[(0, &[10, 11, 12, 13]), (24, &[10, 21, 22, 23])]), "cc");
}

#[test]
fn s0_50_going_back_to_the_default_resets() {
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[]), (48, &RIVERSIDE)]), "c-c");
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[]), (48, &RIVERSIDE), (72, &[]), (96, &RIVERSIDE)]), "c-c-c");
    assert_eq!(story(&[(0, &[]), (24, &RIVERSIDE), (48, &RIVERSIDE)]), "-cp");
    // A waiting proposal gets less likely, and after two returns it is gone.
    let back =
        [(0, &RIVERSIDE[..]), (24, &RIVERSIDE[..]), (48, &[][..]), (72, &[][..]), (96, &RIVERSIDE[..])];
    assert_eq!(story(&back), "cp--c");
}

#[test]
fn hb4_another_part_of_the_day_neither_supports_nor_resets() {
    // Evening, next morning, next evening.
    assert_eq!(story(&[(0, &RIVERSIDE), (14, &RIVERSIDE), (24, &RIVERSIDE)]), "ccp");
    assert_eq!(story(&[(0, &RIVERSIDE), (14, &[]), (24, &RIVERSIDE)]), "c-p");
}

#[test]
fn s0_21_a_drive_that_was_not_adopted_teaches_nothing() {
    let mut past =
        [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    past[1].trip.preferred = false;
    assert_eq!(look(&past, &[]), Inference::default());
    past[1].trip.preferred = true;
    past[0].trip.preferred = false;
    let habit = look(&past, &[]).habit.expect("one adopted deviation is a candidate");
    assert_eq!((habit.state, habit.trips), (PreferenceState::Candidate, vec![TripId(2)]));
}

#[test]
fn hb5_a_way_around_congestion_says_nothing_about_taste() {
    let mut past =
        [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    past[1].deviation.as_mut().expect("deviated").is_congestion_alternative = true;
    assert_eq!(look(&past, &[]), Inference::default());
}

#[test]
fn hb2_a_rejected_pattern_is_not_proposed_again() {
    let past = [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    let habit = look(&past, &[]).habit.expect("two in a row");
    let rejected = stored(9, &habit, PreferenceState::Rejected);
    assert_eq!(look(&past, std::slice::from_ref(&rejected)), Inference::default());
    // At another time of day it is another pattern.
    let morning = Preference {
        scope: Scope { bucket: Some(TimeBucket::Morning), ..rejected.scope.clone() },
        ..rejected
    };
    assert!(look(&past, &[morning]).habit.is_some());
}

#[test]
fn s0_38_driving_it_again_refreshes_what_is_active() {
    let past = [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    let habit = look(&past, &[]).habit.expect("two in a row");
    let active = stored(9, &habit, PreferenceState::Active);
    assert_eq!(look(&past, std::slice::from_ref(&active)).refresh, [PreferenceId(9)]);
    // Confirmed, it is what Laolu recommends: driving the recommendation is driving it.
    let mut followed = drive(3, MONDAY_EVENING + 2 * DAY, &[], 0.0);
    followed.trip.edges = edges(&RIVERSIDE);
    assert_eq!(look(&[followed], &[active]).refresh, [PreferenceId(9)]);
}

#[test]
fn hb7_trips_between_other_places_are_left_out() {
    let mut past =
        [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    past[0].trip.end_place = Some(PlaceId(3));
    assert_eq!(look(&past, &[]).habit.map(|habit| habit.state), Some(PreferenceState::Candidate));
    // Without remembered places, nearness decides.
    for past in &mut past {
        (past.trip.start_place, past.trip.end_place) = (None, None);
    }
    assert_eq!(look(&past, &[]).habit.map(|habit| habit.state), Some(PreferenceState::Proposed));
    past[0].trip.end = LonLat { lon: 7.50, lat: 43.76 };
    assert_eq!(look(&past, &[]).habit.map(|habit| habit.state), Some(PreferenceState::Candidate));
}

#[test]
fn s0_37_weights_halve_in_thirty_days() {
    for (days, expected) in [(0.0, 1.0), (30.0, 0.5), (60.0, 0.25), (15.0, 0.5_f64.sqrt()), (-3.0, 1.0)] {
        assert!((decay(days, 30.0) - expected).abs() < 1e-9, "{days} days");
    }
    // Across the change to winter time a day is a day of seconds.
    let (before, after) = (Timestamp(1_792_800_000), Timestamp(1_792_800_000 + 30 * DAY));
    assert!((decay(after.days_since(before), Settings::DEFAULT.half_life_days) - 0.5).abs() < 1e-9);
}

#[test]
fn s1_52_later_than_ten_minutes_after_the_usual_departure_is_late() {
    // Monday to Wednesday at 18:10, 18:12, 18:08.
    let past = [0, DAY + 120, 2 * DAY - 120].map(|at| drive(1, MONDAY_EVENING + at, &[], 0.0).trip);
    let past: Vec<&Trip> = past.iter().collect();
    let thursday = |minutes: i64| Moment {
        at: Timestamp(MONDAY_EVENING + 3 * DAY + minutes * 60),
        zone: "Europe/Paris".to_owned(),
    };
    let late = |minutes: i64| leaves_late(&thursday(minutes), &past, &Settings::DEFAULT);
    assert_eq!((late(0), late(10), late(11), late(60), late(61)), (None, None, Some(11), Some(60), None));
    assert_eq!(leaves_late(&thursday(20), &past[..2], &Settings::DEFAULT), None);
    // On a Saturday nobody knows when they usually leave.
    let saturday =
        Moment { at: Timestamp(MONDAY_EVENING + 5 * DAY + 1_200), zone: "Europe/Paris".to_owned() };
    assert_eq!(leaves_late(&saturday, &past, &Settings::DEFAULT), None);
}

#[test]
fn no_drive_and_one_drive_are_harmless() {
    assert_eq!(look(&[], &[]), Inference::default());
    assert_eq!(look(&[drive(1, MONDAY_EVENING, &[], 0.0)], &[]), Inference::default());
}

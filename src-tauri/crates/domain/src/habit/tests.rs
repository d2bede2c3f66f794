use super::*;
use crate::{
    Circumstances, DayKind, Lang, LonLat, Moment, Nature, PlaceId, Preference, PreferenceId, PreferenceState,
    Provenance, RouteId, Target, TimeBucket, Timestamp, TripId, Validity, Weather,
    sentence::{HabitFacts, habit_statement},
};

const DAY: i64 = 86_400;
/// Monday, 23 November 2026, 18:10 in Paris: an evening.
const MONDAY_EVENING: i64 = 1_795_453_800;
const RIVERSIDE: [i64; 4] = [10, 11, 12, 13];
const NORTH: [i64; 3] = [20, 21, 22];

fn edges(ways: &[i64]) -> Vec<EdgeKey> {
    ways.iter().map(|way| EdgeKey { way: *way, tail: *way, head: *way + 1 }).collect()
}

/// What one drive was: which ways were taken instead (none: the recommendation), and when.
struct Past {
    trip: Trip,
    deviation: Option<Deviation>,
    circumstances: Circumstances,
    once: bool,
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
    Past { trip, deviation, circumstances: Circumstances::default(), once: false }
}

fn drives(past: &[Past]) -> Vec<Drive<'_>> {
    past.iter()
        .map(|past| Drive {
            trip: &past.trip,
            apart: past.deviation.as_ref(),
            left: past.deviation.as_ref().filter(|_| past.trip.deviated),
            circumstances: &past.circumstances,
            once: past.once,
        })
        .collect()
}

fn look(past: &[Past]) -> Vec<Habit> {
    conclude(&drives(past), &[], &Settings::DEFAULT)
}

fn proposed(past: &[Past]) -> Vec<Habit> {
    look(past).into_iter().filter(|habit| habit.state == PreferenceState::Proposed).collect()
}

/// A habit as the memory would store it.
fn stored(id: i64, habit: &Habit, state: PreferenceState) -> Preference {
    let at = Timestamp(MONDAY_EVENING);
    Preference {
        id: PreferenceId(id),
        content: String::new(),
        target: habit.target.clone(),
        strength: habit.strength,
        scope: habit.scope.clone(),
        provenance: Provenance::Confirmed,
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

/// What stands after each of several drives: `-` nothing, `c` a candidate, `p` a proposal, `b` both.
fn story(drives: &[(i64, &[i64])]) -> String {
    let mut past: Vec<Past> = Vec::new();
    let mut line = String::new();
    for (index, (hours, taken)) in drives.iter().enumerate() {
        past.push(drive(index as i64 + 1, MONDAY_EVENING + hours * 3_600, taken, 8.0));
        let found = look(&past);
        let any = |state| found.iter().any(|habit| habit.state == state);
        line.push(match (any(PreferenceState::Candidate), any(PreferenceState::Proposed)) {
            (false, false) => '-',
            (true, false) => 'c',
            (false, true) => 'p',
            (true, true) => 'b',
        });
    }
    line
}

/// Drives a day apart from Monday on, each a letter: `R` by the river, `N` another way, `.` the plain way; small letters in
/// the rain. What stands after the last: the road's ways, on which days and in which weather, and how often seen.
fn week(letters: &str) -> Vec<String> {
    let mut past: Vec<Past> = Vec::new();
    for (day, letter) in letters.chars().enumerate() {
        let taken: &[i64] = match letter.to_ascii_uppercase() {
            'R' => &RIVERSIDE,
            'N' => &NORTH,
            _ => &[],
        };
        let mut drive = drive(day as i64 + 1, MONDAY_EVENING + day as i64 * DAY, taken, 8.0);
        let rain = letter.is_ascii_lowercase() || letter == ',';
        drive.circumstances.weather = Some(if rain { Weather::Rain } else { Weather::Clear });
        past.push(drive);
    }
    proposed(&past)
        .iter()
        .map(|habit| {
            let way = if habit.road == "滨河路" { "R" } else { "N" };
            let days = habit.scope.days.map_or("", DayKind::word);
            let weather = habit.scope.weather.map_or("", Weather::word);
            format!("{way} {days}{weather} {}-{}", habit.trips.len(), habit.against.len())
        })
        .collect()
}

#[test]
fn s0_15_two_riverside_evenings_eight_minutes_longer() {
    let past = [drive(1, MONDAY_EVENING, &RIVERSIDE, 6.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 10.0)];
    let [habit] = proposed(&past).try_into().expect("two evenings in a row propose one");
    assert_eq!(habit.scope.bucket, Some(TimeBucket::Evening));
    assert_eq!(habit.trips, [TripId(1), TripId(2)]);
    assert_eq!(habit.mean_delta_s, 480.0);
    assert_eq!(habit.target, Target::Section { label: "滨河路".to_owned(), edges: edges(&RIVERSIDE) });
    let facts = HabitFacts {
        road: &habit.road,
        waterside: habit.waterside,
        bucket: habit.scope.bucket,
        days: None,
        weather: None,
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
    assert_eq!(proposed(&past)[0].confidence, 0.7);
    assert!((after_yes(0.7, &Settings::DEFAULT) - 0.9).abs() < 1e-9);
    assert!(after_yes(1.0, &Settings::DEFAULT) <= 1.0);
    assert_eq!(after_no(), 0.0);
}

#[test]
fn s0_49_two_deviations_in_a_row_promote() {
    // The first is a candidate, the second proposes, further ones speak for it (X9).
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &RIVERSIDE), (48, &RIVERSIDE)]), "cpp");
    // Another way in between starts anew.
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[20, 21]), (48, &RIVERSIDE)]), "ccc");
    // A few metres at the ends do not hide it.
    assert_eq!(story(&[(0, &[10, 11, 12, 13]), (24, &[9, 11, 12, 13, 14])]), "cp");
    assert_eq!(story(&[(0, &[10, 11, 12, 13]), (24, &[10, 21, 22, 23])]), "cc");
}

#[test]
fn x9_one_deviation_is_a_candidate_and_nothing_else() {
    let [habit] = look(&[drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0)]).try_into().expect("one");
    assert_eq!((habit.state, habit.confidence), (PreferenceState::Candidate, 0.35));
    assert_eq!(habit.trips, [TripId(1)]);
}

#[test]
fn s0_50_going_back_to_the_default_resets() {
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[]), (48, &RIVERSIDE)]), "c-c");
    assert_eq!(story(&[(0, &RIVERSIDE), (24, &[]), (48, &RIVERSIDE), (72, &[]), (96, &RIVERSIDE)]), "c-c-c");
    assert_eq!(story(&[(0, &[]), (24, &RIVERSIDE), (48, &RIVERSIDE)]), "-cp");
    // A waiting proposal gets less likely, and after two returns it is gone.
    let back =
        [(0, &RIVERSIDE[..]), (24, &RIVERSIDE[..]), (48, &[][..]), (72, &[][..]), (96, &RIVERSIDE[..])];
    assert_eq!(story(&back), "cpp-c");
    let past: Vec<Past> = (1..)
        .zip(&back[..3])
        .map(|(id, (hours, taken))| drive(id, MONDAY_EVENING + hours * 3_600, taken, 8.0))
        .collect();
    let habit = &proposed(&past)[0];
    assert!((habit.confidence - 0.5).abs() < 1e-9, "{}", habit.confidence);
    assert_eq!((&habit.trips, &habit.against), (&vec![TripId(1), TripId(2)], &vec![TripId(3)]));
}

#[test]
fn hb3_a_change_of_habit_is_followed_within_two_trips() {
    for (letters, expected) in [
        ("RR", vec!["R  2-0"]),
        ("RRRN", vec!["R  3-1"]),
        ("RRRNN", vec!["N  2-0"]),
        ("RRRNRR", vec!["R  5-1"]),
        ("RRRR..", vec![]),
        ("RRRR.R.RR", vec!["R  7-2"]),
        ("RRNN..RR", vec!["R  2-0"]),
    ] {
        assert_eq!(week(letters), expected, "{letters}");
    }
}

#[test]
fn hb9_a_way_that_is_only_taken_in_the_rain_or_on_some_days_is_bound_to_them() {
    // Day 0 is a Monday; days 5 and 6 are the weekend.
    for (letters, expected) in [
        // Only in the rain, with dry days between; twice in a row in the rain is what counts.
        (".r..r", vec!["R rain 2-0"]),
        ("..rr.", vec!["R rain 2-0"]),
        // Rain both times and no dry day yet: no reason to think of dry days. Dry days twice widen it.
        ("rr", vec!["R rain 2-0"]),
        ("rrRR", vec!["R  4-0"]),
        // Once in the rain is no habit.
        ("..r..", vec![]),
        // Every workday, never at the weekend.
        ("RRRRR..", vec!["R workday 5-0"]),
        ("RRRRR..RR", vec!["R workday 7-0"]),
        // One Saturday off says nothing about Saturdays.
        ("RRRRR.R", vec!["R  6-1"]),
        // Not at the weekend between two workdays: that would be no habit without the condition.
        ("....R..R", vec!["R workday 2-0"]),
        ("...R..R", vec![]),
        // At weekends only.
        (".....RR", vec!["R weekend 2-0"]),
        ("...RR", vec!["R  2-0"]),
    ] {
        assert_eq!(week(letters), expected, "{letters}");
    }
}

#[test]
fn hb4_another_part_of_the_day_neither_supports_nor_resets() {
    // Evening, next morning, next evening.
    assert_eq!(story(&[(0, &RIVERSIDE), (14, &RIVERSIDE), (24, &RIVERSIDE)]), "ccb");
    assert_eq!(story(&[(0, &RIVERSIDE), (14, &[]), (24, &RIVERSIDE)]), "ccp");
}

/// Two drives by the river, the second changed; what is concluded of them.
fn changed(change: impl Fn(&mut Past)) -> Vec<Habit> {
    let mut past =
        [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    change(&mut past[1]);
    look(&past)
}

#[test]
fn what_teaches_nothing() {
    let deviation = |past: &mut Past, change: &dyn Fn(&mut Deviation)| {
        change(past.deviation.as_mut().expect("deviated"));
    };
    let nature = |nature: Nature| move |past: &mut Past| deviation(past, &|it| it.nature = nature);
    type Change<'a> = &'a dyn Fn(&mut Past);
    let cases: [(&str, Change<'_>); 6] = [
        ("s0_21 not adopted", &|past| past.trip.preferred = false),
        ("hb5 around congestion", &|past| deviation(past, &|it| it.is_congestion_alternative = true)),
        ("hb11 a closure", &nature(Nature::Closure)),
        ("hb11 a missed exit", &nature(Nature::MissedExit)),
        ("hb11 an errand", &nature(Nature::Errand)),
        ("hb12 only then", &|past| past.once = true),
    ];
    for (why, change) in cases {
        let [habit] = changed(change).try_into().unwrap_or_else(|_| panic!("{why}: one candidate"));
        assert_eq!((habit.state, habit.trips), (PreferenceState::Candidate, vec![TripId(1)]), "{why}");
        // It resets nothing either: the next one makes two in a row.
        let mut past: Vec<Past> =
            (0..3).map(|day| drive(day + 1, MONDAY_EVENING + day * DAY, &RIVERSIDE, 8.0)).collect();
        change(&mut past[1]);
        assert_eq!(proposed(&past).len(), 1, "{why}");
    }
    assert_eq!(changed(|_| ()).first().map(|habit| habit.state), Some(PreferenceState::Proposed));
}

#[test]
fn hb11_the_same_missed_exit_twice_is_how_one_drives_unless_one_says_otherwise() {
    let missed = |told: bool, taken: [&[i64]; 2]| {
        let mut past =
            [drive(1, MONDAY_EVENING, taken[0], 1.0), drive(2, MONDAY_EVENING + DAY, taken[1], 1.0)];
        for past in &mut past {
            let deviation = past.deviation.as_mut().expect("deviated");
            (deviation.nature, deviation.told) = (Nature::MissedExit, told);
        }
        look(&past).len()
    };
    assert_eq!(missed(false, [&RIVERSIDE, &RIVERSIDE]), 1);
    assert_eq!(missed(true, [&RIVERSIDE, &RIVERSIDE]), 0);
    assert_eq!(missed(false, [&RIVERSIDE, &NORTH]), 0);
}

#[test]
fn hb10_a_drive_in_a_hurry_counts_for_days_in_a_hurry_only() {
    let in_a_hurry = |id: i64, taken: &[i64], hurry: bool| {
        let mut past = drive(id, MONDAY_EVENING + id * DAY, taken, -2.0);
        past.circumstances.hurry = hurry;
        past
    };
    // Other days in between neither support nor reset.
    let past = [
        in_a_hurry(1, &NORTH, true),
        in_a_hurry(2, &[], false),
        in_a_hurry(3, &RIVERSIDE, false),
        in_a_hurry(4, &NORTH, true),
    ];
    let [habit] = proposed(&past).try_into().expect("one");
    assert_eq!((habit.scope.hurry, habit.trips), (true, vec![TripId(1), TripId(4)]));
    assert!(proposed(&past[..3]).is_empty());
}

#[test]
fn hb8_following_what_is_recommended_speaks_for_a_habit_and_makes_none() {
    let followed = |id: i64, day: i64| {
        let mut past = drive(id, MONDAY_EVENING + day * DAY, &RIVERSIDE, 8.0);
        past.trip.deviated = false;
        past
    };
    // Something else makes it the recommendation, for example a liking that the person stated.
    assert!(proposed(&[followed(1, 0), followed(2, 1), followed(3, 2)]).is_empty());
    let after_asking = [
        drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0),
        drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0),
        followed(3, 2),
    ];
    let habit = &proposed(&after_asking)[0];
    assert_eq!(habit.trips.len(), 3);
    assert!(habit.confidence > 0.7);
}

#[test]
fn hb13_a_habit_that_is_left_for_the_plain_way_twice_is_asked_to_end() {
    let first = [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    let held = stored(9, &proposed(&first)[0], PreferenceState::Active);
    // Recommended is the river by now; the main road, which is the plain way, is what is driven.
    let main_road = Deviation {
        taken: edges(&[1, 2, 3]),
        offered: edges(&RIVERSIDE),
        road: "人民路".to_owned(),
        ..Deviation::default()
    };
    let mut past: Vec<Past> = first.into();
    let ends = |so_far: &mut Vec<Past>, id: i64| {
        let mut back = drive(id, MONDAY_EVENING + id * DAY, &[], 0.0);
        back.trip.deviated = true;
        so_far.push(back);
        let drives: Vec<Drive<'_>> = so_far
            .iter()
            .map(|past| Drive {
                trip: &past.trip,
                apart: past.deviation.as_ref(),
                left: if past.trip.id.0 > 2 { Some(&main_road) } else { past.deviation.as_ref() },
                circumstances: &past.circumstances,
                once: false,
            })
            .collect();
        let found = conclude(&drives, &[&held], &Settings::DEFAULT);
        found.into_iter().filter(|habit| habit.road == "人民路").collect::<Vec<_>>()
    };
    assert_eq!(ends(&mut past, 3), []);
    let [habit] = ends(&mut past, 4).try_into().expect("twice in a row");
    assert_eq!(habit.target, Target::Section { label: "人民路".to_owned(), edges: edges(&[1, 2, 3]) });
    assert_eq!((habit.state, habit.trips), (PreferenceState::Proposed, vec![TripId(3), TripId(4)]));
}

#[test]
fn hb14_what_is_concluded_is_a_function_of_the_drives() {
    // Every story of six drives, the third erased: nothing of it is left in what stands.
    for story in 0..3_usize.pow(6) {
        let letter = |at: u32| story / 3_usize.pow(at) % 3;
        let mut past: Vec<Past> = (0..6)
            .map(|day| {
                let taken: &[i64] = [&[][..], &RIVERSIDE, &NORTH][letter(day as u32)];
                drive(day + 1, MONDAY_EVENING + day * DAY, taken, 8.0)
            })
            .collect();
        past.remove(2);
        for habit in look(&past) {
            let sure = confidence(habit.trips.len(), habit.against.len(), &Settings::DEFAULT);
            assert_eq!(habit.confidence, sure);
            assert!(!habit.trips.contains(&TripId(3)) && !habit.against.contains(&TripId(3)));
            let enough = habit.trips.len() >= 2;
            assert!(enough || habit.state == PreferenceState::Candidate, "{habit:?}");
        }
    }
}

#[test]
fn hb7_trips_between_other_places_are_left_out() {
    let mut past =
        [drive(1, MONDAY_EVENING, &RIVERSIDE, 8.0), drive(2, MONDAY_EVENING + DAY, &RIVERSIDE, 8.0)];
    let state = |past: &[Past]| look(past).first().map(|habit| habit.state);
    past[0].trip.end_place = Some(PlaceId(3));
    assert_eq!(state(&past), Some(PreferenceState::Candidate));
    // Without remembered places, nearness decides.
    for past in &mut past {
        (past.trip.start_place, past.trip.end_place) = (None, None);
    }
    assert_eq!(state(&past), Some(PreferenceState::Proposed));
    past[0].trip.end = LonLat { lon: 7.50, lat: 43.76 };
    assert_eq!(state(&past), Some(PreferenceState::Candidate));
}

#[test]
fn s0_03_two_arrivals_at_the_same_entrance_in_a_row_show_it() {
    let mall = LonLat { lon: 121.4700, lat: 31.2300 };
    let at = |east_m: f64| LonLat { lon: mall.lon + east_m / 95_000.0, lat: mall.lat };
    let check = |ends: &[f64], known: &[LonLat], expected: Option<&[i64]>| {
        let ends: Vec<(TripId, LonLat)> = (1..).zip(ends).map(|(id, east)| (TripId(id), at(*east))).collect();
        let found = entrance(&ends, known, &Settings::DEFAULT);
        let trips = found.as_ref().map(|found| found.trips.iter().map(|trip| trip.0).collect::<Vec<_>>());
        assert_eq!(trips.as_deref(), expected, "{ends:?}");
        if let Some(found) = found {
            assert!(found.at.distance_m(at(200.0)) < 20.0, "{found:?}");
        }
    };
    check(&[200.0], &[mall], None);
    check(&[200.0, 210.0], &[mall], Some(&[1, 2]));
    check(&[210.0, -150.0, 200.0], &[mall], None);
    check(&[-150.0, 200.0, 190.0], &[mall], Some(&[2, 3]));
    // The place itself, and an entrance that is known, are nothing new.
    check(&[0.0, 5.0], &[mall], None);
    check(&[200.0, 205.0], &[mall, at(195.0)], None);
}

#[test]
fn s1_03_a_place_that_was_avoided_five_times_is_not_gone_to_any_more() {
    // A breakfast shop: three times in the first week, then never.
    let check = |went: &str, expected: Option<i64>| {
        let occasions: Vec<(Timestamp, bool)> =
            went.chars().enumerate().map(|(day, c)| (Timestamp(day as i64), c == 'x')).collect();
        let since = no_longer_goes(&occasions, &Settings::DEFAULT).map(|at| at.0);
        assert_eq!(since, expected, "{went}");
    };
    check("x.x.x..", None);
    check("x.x.x....", None);
    check("x.x.x.....", Some(5));
    check("x.x.x......", Some(5));
    check("x.x.x.....x", None);
    check("x.x.x.....x.....", Some(11));
    // Somewhere one never went is not a place one no longer goes to.
    check(".....", None);
}

#[test]
fn usual_departure_is_the_median_of_the_kind_of_day() {
    let past: Vec<Trip> =
        [0, 10, -10, 40].map(|late| drive(1, MONDAY_EVENING + late * 60, &[], 0.0).trip).into();
    let past: Vec<&Trip> = past.iter().collect();
    let usual = usual_departure(&past, DayKind::Workday, &Settings::DEFAULT);
    assert_eq!(usual, Some(Departure { minute: 18 * 60 + 20, spread: 20, drives: 4 }));
    assert_eq!(usual_departure(&past, DayKind::Weekend, &Settings::DEFAULT), None);
    assert_eq!(usual_departure(&past[..2], DayKind::Workday, &Settings::DEFAULT), None);
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
    assert_eq!(look(&[]), []);
    assert_eq!(look(&[drive(1, MONDAY_EVENING, &[], 0.0)]), []);
}

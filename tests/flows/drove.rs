//! Driven trips, and the habits that two of them suggest. The roads are drawn: a main road from work to home, the
//! river road north of it, and south of it another road that bears the main road's name.

use app::dto::{
    DroveDto, DroveRequest, ErrorCode, HabitAnswerDto, HabitAnswerRequest, LangDto, MemoryKindDto,
    MemoryQuery, MemoryStateDto, OriginDto, PlanDto, PreferenceAddRequest, RouteDto, StrengthDto, TargetDto,
};
use domain::{LonLat, MemoryRef, ObservationKind, RoadClass, TripId};

use crate::support::*;

const WORK: (f64, f64) = (0.0, 0.0);
const AT_HOME: (f64, f64) = (6_000.0, 0.0);
pub const RIVER_ROAD: &str = "滨江路";
pub const MAIN_ROAD: &str = "人民路";

/// Metres east and north of the corner of the drawing.
fn at((east, north): (f64, f64)) -> LonLat {
    LonLat { lon: 121.0 + east / 96_400.0, lat: 30.0 + north / 111_200.0 }
}

fn roads() -> String {
    let nodes: [(f64, f64); 10] = [
        WORK,
        (500.0, 0.0),
        (5_500.0, 0.0),
        AT_HOME,
        (500.0, 700.0),
        (5_500.0, 700.0),
        (500.0, -600.0),
        (5_500.0, -600.0),
        (300.0, 740.0),
        (5_700.0, 740.0),
    ];
    let ways: [(&[usize], &str, &str); 6] = [
        (&[1, 2], "primary", MAIN_ROAD),
        (&[2, 3], "primary", MAIN_ROAD),
        (&[3, 4], "primary", MAIN_ROAD),
        (&[2, 5, 6, 3], "secondary", RIVER_ROAD),
        (&[2, 7, 8, 3], "secondary", MAIN_ROAD),
        (&[9, 10], "", "大江"),
    ];
    let mut text = String::from("<osm version=\"0.6\">\n");
    for (id, node) in (1..).zip(nodes) {
        let LonLat { lon, lat } = at(node);
        text.push_str(&format!("<node id=\"{id}\" lat=\"{lat:.7}\" lon=\"{lon:.7}\"/>\n"));
    }
    for (id, (refs, class, name)) in (1..).zip(ways) {
        text.push_str(&format!("<way id=\"{id}\">"));
        refs.iter().for_each(|node| text.push_str(&format!("<nd ref=\"{node}\"/>")));
        let kind = if class.is_empty() {
            "<tag k=\"waterway\" v=\"river\"/>".to_owned()
        } else {
            format!("<tag k=\"highway\" v=\"{class}\"/><tag k=\"maxspeed\" v=\"50\"/>")
        };
        text.push_str(&format!("{kind}<tag k=\"name\" v=\"{name}\"/></way>\n"));
    }
    text + "</osm>\n"
}

/// Work and home by the river; learning is on.
pub fn bench() -> Bench {
    let bench = Bench::empty();
    let files = tempfile::TempDir::new().unwrap();
    let path = files.path().join("river.osm");
    std::fs::write(&path, roads()).unwrap();
    bench.import(&path).unwrap();
    bench.add_place("公司", &["office"], "work", at(WORK));
    bench.add_place("家", &["home"], "home", at(AT_HOME));
    learning(&bench, true);
    bench
}

fn learning(bench: &Bench, on: bool) {
    let mut settings = bench.app.settings().unwrap();
    settings.learning = on;
    settings.welcomed = true;
    bench.app.settings_set(&settings).unwrap();
}

/// Which of the three roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Road {
    Main,
    River,
    South,
}

impl Road {
    pub fn of(self, plan: &PlanDto) -> RouteDto {
        let is = |route: &&RouteDto| match self {
            Self::River => route.via_roads.iter().any(|road| road == RIVER_ROAD),
            Self::South => route.distance_m > 6_500.0 && route.via_roads.iter().all(|road| road == MAIN_ROAD),
            Self::Main => route.distance_m < 6_500.0,
        };
        plan.routes
            .iter()
            .find(is)
            .unwrap_or_else(|| panic!("{self:?} is offered: {:?}", plan.routes))
            .clone()
    }
}

/// Drives home on this day at this hour of the day; longer than recommended by so many minutes where they are given.
fn drive(bench: &Bench, day: i64, hour: i64, road: Road, late: Option<f64>) -> DroveDto {
    report(bench, day, hour, road, |request, plan| {
        request.duration_s = late.map(|minutes| plan.routes[0].duration_s + minutes * 60.0);
    })
}

pub fn report(
    bench: &Bench,
    day: i64,
    hour: i64,
    road: Road,
    change: impl Fn(&mut DroveRequest, &PlanDto),
) -> DroveDto {
    bench.at(MONDAY_NOON - 12 * HOUR + day * DAY + hour * HOUR);
    let plan = bench.ask("从公司回家");
    let route_id = road.of(&plan).id;
    let mut request = DroveRequest { plan_id: plan.plan_id.clone(), route_id, ..DroveRequest::default() };
    change(&mut request, &plan);
    bench.app.drove(&request).unwrap()
}

pub fn evening(bench: &Bench, day: i64, road: Road) -> DroveDto {
    drive(bench, day, 18, road, None)
}

pub fn habits(bench: &Bench) -> Vec<app::dto::MemoryRowDto> {
    bench.rows().into_iter().filter(|row| row.id.starts_with("pref-")).collect()
}

pub fn answer(bench: &Bench, id: &str, answer: HabitAnswerDto) {
    bench.app.habit_answer(&HabitAnswerRequest { id: id.to_owned(), answer }).unwrap();
}

/// What memory keeps of a trip.
pub fn kept(bench: &Bench, trip: &str) -> (domain::Trip, Vec<ObservationKind>) {
    let Ok(MemoryRef::Trip(id)) = trip.parse() else { panic!("{trip} is a trip") };
    let store = memory::Store::open(&bench.data_dir().join("memory.db")).unwrap();
    let name = bench.app.status().unwrap().profile.name;
    let profile = store.profiles().unwrap().into_iter().find(|profile| profile.name == name).unwrap();
    let mine = store.of(profile.id);
    let seen = mine.observations_of(TripId(id.0)).unwrap();
    (mine.trip(id).unwrap().unwrap(), seen.into_iter().map(|seen| seen.kind).collect())
}

#[test]
fn s0_04_a_drive_is_one_row_however_often_it_is_reported() {
    let bench = bench();
    bench.at(MONDAY_NOON + 6 * HOUR);
    let plan = bench.ask("从公司回家");
    let river = Road::River.of(&plan);
    let request = DroveRequest {
        plan_id: plan.plan_id.clone(),
        route_id: river.id.clone(),
        event_id: "phone/4711".to_owned(),
        duration_s: Some(905.0),
        departed_at: Some(MONDAY_NOON + 6 * HOUR + 300),
        switched_at: Some(MONDAY_NOON + 6 * HOUR + 420),
        traffic: "有点堵".to_owned(),
        ..DroveRequest::default()
    };
    let first = bench.app.drove(&request).unwrap();
    assert!(first.new && first.deviated && first.learning);
    bench.at(MONDAY_NOON + 9 * HOUR);
    let again = bench.app.drove(&DroveRequest { duration_s: Some(1.0), ..request.clone() }).unwrap();
    assert_eq!((again.new, &again.trip), (false, &first.trip));
    let bench = bench.reopen();
    assert!(!bench.app.drove(&request).unwrap().new, "nor after a restart");
    let trips = bench.page(MemoryQuery { kinds: vec![MemoryKindDto::Trip], ..MemoryQuery::default() });
    assert_eq!(trips.total, 1);
    let (trip, seen) = kept(&bench, &first.trip);
    assert_eq!(
        (trip.recommended.0.as_str(), trip.chosen.0.as_str()),
        (plan.routes[0].id.as_str(), river.id.as_str())
    );
    assert_eq!((trip.departure.at.0, trip.duration_s), (MONDAY_NOON + 6 * HOUR + 300, 905.0));
    assert_eq!(trip.switched_at.map(|at| at.0), Some(MONDAY_NOON + 6 * HOUR + 420));
    assert_eq!((trip.traffic.as_str(), trip.preferred, trip.deviated, seen.len()), ("有点堵", true, true, 1));
    // What cannot be is refused.
    let bad = |change: &dyn Fn(&mut DroveRequest)| {
        let mut bad = DroveRequest { event_id: "other".to_owned(), ..request.clone() };
        change(&mut bad);
        bench.app.drove(&bad)
    };
    check_fails(bad(&|r| r.duration_s = Some(-5.0)), ErrorCode::BadRequest, &[("field", "duration_s")]);
    check_fails(bad(&|r| r.duration_s = Some(f64::NAN)), ErrorCode::BadRequest, &[("field", "duration_s")]);
    check_fails(bad(&|r| r.plan_id = "no such plan".to_owned()), ErrorCode::NoSuchPlan, &[]);
    check_fails(bad(&|r| r.route_id = "no such route".to_owned()), ErrorCode::NoSuchPlan, &[]);
}

#[test]
fn s0_14_a_deviation_is_kept_with_its_features_and_a_followed_drive_has_none() {
    let bench = bench();
    let followed = evening(&bench, 0, Road::Main);
    assert!(!followed.deviated);
    assert_eq!(kept(&bench, &followed.trip).1, [ObservationKind::Followed]);
    let deviated = evening(&bench, 1, Road::River);
    let (trip, seen) = kept(&bench, &deviated.trip);
    let [ObservationKind::Deviated(deviation)] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!((deviation.road.as_str(), deviation.waterside), (RIVER_ROAD, true));
    assert!(!deviation.is_congestion_alternative);
    let [(class, metres)] = deviation.classes.as_slice() else { panic!("{deviation:?}") };
    assert!(*class == RoadClass::Secondary && (6_300.0..6_500.0).contains(metres), "{deviation:?}");
    assert!((deviation.delta_m - 1_400.0).abs() < 20.0 && deviation.delta_s > 60.0, "{deviation:?}");
    assert!((deviation.delta_s - (trip.duration_s - trip.recommended_s)).abs() < 1e-6);
}

#[test]
fn s0_15_two_evenings_by_the_river_eight_minutes_longer_make_one_preference() {
    let bench = bench();
    let first = drive(&bench, 1, 18, Road::River, Some(7.0));
    assert_eq!(first.proposal, None, "once proposes nothing");
    let second = drive(&bench, 3, 18, Road::River, Some(9.0));
    let card = second.proposal.expect("twice in a row asks");
    assert!((card.confidence - 0.7).abs() < 1e-9);
    let trips: Vec<&str> = card.trips.iter().map(|trip| trip.id.as_str()).collect();
    assert_eq!(trips, [second.trip.as_str(), first.trip.as_str()]);
    assert_eq!(card.evidence, "11月24日、11月26日，平均多用 8 分钟");
    for word in [RIVER_ROAD, "傍晚", "8"] {
        assert!(card.question.contains(word) || card.evidence.contains(word), "{word}: {}", card.question);
    }
    // One row, unconfirmed, about evenings between these two places, with both trips as its sources.
    let rows = habits(&bench);
    assert_eq!(rows.len(), 1);
    assert_eq!(
        (rows[0].state, rows[0].origin, rows[0].kind),
        (MemoryStateDto::Proposed, OriginDto::Inferred, MemoryKindDto::Habit)
    );
    let shown = bench.app.memory_show(&card.id, LangDto::Zh).unwrap();
    assert_eq!(shown.scope.bucket.as_deref(), Some("evening"));
    assert_eq!((shown.scope.from, shown.scope.to), (Some(bench.place("公司")), Some(bench.place("家"))));
    assert_eq!(shown.strength, Some(StrengthDto::Prefer));
    assert!(
        matches!(&shown.target, Some(TargetDto::Section { label, .. }) if label == RIVER_ROAD),
        "{:?}",
        shown.target
    );
    assert_eq!(shown.trips.len(), 2);
    assert!(shown.row.text.contains(RIVER_ROAD) && shown.row.text.contains("傍晚"), "{}", shown.row.text);
    // It waits on the page, on its card and in the plan that it fits, and acts nowhere.
    assert_eq!(bench.app.habit_next(LangDto::Zh).unwrap().map(|next| next.id), Some(card.id.clone()));
    assert_eq!(bench.app.status().unwrap().unconfirmed, 1);
    let plan = bench.ask("从公司回家");
    assert_eq!(plan.question.map(|question| question.memory), Some(card.id));
    assert!(
        !plan.memory_used && chosen(&bench.ask("从公司回家")) == Road::Main.of(&bench.ask("从公司回家")).id
    );
}

#[test]
fn s0_21_a_drive_that_was_not_adopted_supports_nothing() {
    let bench = bench();
    let forced = |day| report(&bench, day, 18, Road::River, |request, _| request.adopted = Some(false));
    for day in 0..4 {
        assert_eq!(forced(day).proposal, None);
    }
    assert!(habits(&bench).is_empty());
    assert_eq!(evening(&bench, 5, Road::River).proposal, None, "only this one counts");
    let card = evening(&bench, 6, Road::River).proposal.unwrap();
    for trip in &card.trips {
        assert!(kept(&bench, &trip.id).0.preferred);
    }
    assert_eq!(card.trips.len(), 2);
}

#[test]
fn s0_22_routes_are_compared_by_id_and_never_by_name() {
    let bench = bench();
    bench.at(MONDAY_NOON);
    let plan = bench.ask("从公司回家");
    let (main, south) = (Road::Main.of(&plan), Road::South.of(&plan));
    assert_eq!(main.via_roads, south.via_roads, "both bear one name");
    assert!(evening(&bench, 0, Road::South).deviated);
    assert!(!evening(&bench, 1, Road::Main).deviated);
}

#[test]
fn s0_23_an_answer_moves_the_confidence_and_every_value_is_kept() {
    let bench = bench();
    evening(&bench, 0, Road::River);
    let id = evening(&bench, 1, Road::River).proposal.unwrap().id;
    answer(&bench, &id, HabitAnswerDto::Yes);
    let shown = bench.app.memory_show(&id, LangDto::Zh).unwrap();
    assert_eq!((shown.row.state, shown.row.origin), (MemoryStateDto::Active, OriginDto::Confirmed));
    assert!(shown.row.confidence.unwrap() > 0.85);
    let steps: Vec<(f64, bool)> =
        shown.history.iter().map(|step| (step.confidence, step.by_person)).collect();
    assert!(steps.len() >= 2 && steps[0] == (shown.row.confidence.unwrap(), true), "{steps:?}");
    assert!(steps.iter().any(|(value, by_person)| (value - 0.7).abs() < 1e-9 && !by_person), "{steps:?}");
}

#[test]
fn s0_49_only_two_in_a_row_on_the_same_corridor_propose() {
    use Road::{Main, River, South};
    let check = |drives: &[Road], asked: &[bool]| {
        let bench = bench();
        for (day, (road, asks)) in (0..).zip(drives.iter().zip(asked)) {
            let drove = evening(&bench, day, *road);
            assert_eq!(drove.proposal.is_some(), *asks, "{drives:?}: drive {day}");
        }
    };
    check(&[River, River], &[false, true]);
    check(&[River, Main, River], &[false, false, false]);
    check(&[River, Main, River, River], &[false, false, false, true]);
    check(&[River, South, River], &[false, false, false]);
    check(&[Main, Main, Main], &[false, false, false]);
    // Another part of the day is another habit.
    let bench = bench();
    assert_eq!(evening(&bench, 0, River).proposal, None);
    assert_eq!(drive(&bench, 1, 12, River, None).proposal, None);
    assert!(evening(&bench, 2, River).proposal.is_some());
}

#[test]
fn s0_50_going_back_to_the_default_lowers_what_waits() {
    let bench = bench();
    evening(&bench, 0, Road::River);
    evening(&bench, 1, Road::Main);
    assert!(habits(&bench).is_empty() && bench.app.habit_next(LangDto::Zh).unwrap().is_none());
    evening(&bench, 2, Road::River);
    let card = evening(&bench, 3, Road::River).proposal.unwrap();
    evening(&bench, 4, Road::Main);
    let left = bench.app.habit_next(LangDto::Zh).unwrap();
    assert!(left.is_none_or(|left| left.id == card.id && left.confidence < card.confidence));
    for day in 5..9 {
        evening(&bench, day, Road::Main);
    }
    assert!(bench.app.habit_next(LangDto::Zh).unwrap().is_none(), "it is taken back in the end");
    assert!(!bench.ask("从公司回家").memory_used);
}

#[test]
fn s0_51_every_row_states_where_it_comes_from() {
    let bench = bench();
    let stated = PreferenceAddRequest {
        sentence: "以后别走收费路".to_owned(),
        ..PreferenceAddRequest::default()
    };
    let stated = bench.app.preference_add(&stated).unwrap();
    evening(&bench, 0, Road::River);
    let inferred = evening(&bench, 1, Road::River).proposal.unwrap().id;
    let origin = |id: &str| bench.app.memory_show(id, LangDto::Zh).unwrap().row.origin;
    assert_eq!((origin(&stated.id), origin(&inferred)), (OriginDto::Stated, OriginDto::Inferred));
    answer(&bench, &inferred, HabitAnswerDto::Yes);
    assert_eq!(origin(&inferred), OriginDto::Confirmed);
    let (by_hand, by_drives) =
        (bench.app.memory_show(&stated.id, LangDto::Zh), bench.app.memory_show(&inferred, LangDto::Zh));
    assert!(by_hand.unwrap().trips.is_empty());
    assert_eq!(by_drives.unwrap().trips.len(), 2);
}

#[test]
fn walk_6_the_four_answers() {
    let proposed = || {
        let bench = bench();
        evening(&bench, 0, Road::River);
        let card = evening(&bench, 1, Road::River).proposal.unwrap();
        bench.at(MONDAY_NOON - 12 * HOUR + 2 * DAY + 18 * HOUR);
        (bench, card.id)
    };
    // Yes: it acts from the next plan on, and the reasons say so.
    let (bench, id) = proposed();
    let before = bench.ask("从公司回家");
    answer(&bench, &id, HabitAnswerDto::Yes);
    let after = bench.ask("从公司回家");
    assert_eq!(chosen(&after), Road::River.of(&before).id);
    assert!(reason(&after, &id).decisive && after.question.is_none());
    assert!(after.human_readable_reason.contains(RIVER_ROAD));
    // Deleted, it is as before; restored, it acts again. In the morning it never did.
    bench.app.memory_delete(std::slice::from_ref(&id), LangDto::Zh).unwrap();
    assert_eq!(bench.ask("从公司回家").routes[0], before.routes[0]);
    bench.app.memory_restore(std::slice::from_ref(&id)).unwrap();
    assert_eq!(chosen(&bench.ask("从公司回家")), chosen(&after));
    bench.at(MONDAY_NOON + 3 * DAY);
    assert_eq!(chosen(&bench.ask("从公司回家")), chosen(&before));

    // Only then: gone, but the same roads twice more may ask again.
    let (bench, id) = proposed();
    answer(&bench, &id, HabitAnswerDto::OnlyThen);
    assert!(bench.app.habit_next(LangDto::Zh).unwrap().is_none() && habits(&bench).is_empty());
    assert_eq!(chosen(&bench.ask("从公司回家")), chosen(&before));

    // No: never asked again, however often it is driven.
    let (bench, id) = proposed();
    answer(&bench, &id, HabitAnswerDto::No);
    for day in 2..6 {
        assert_eq!(evening(&bench, day, Road::River).proposal, None, "day {day}");
    }
    assert!(bench.app.habit_next(LangDto::Zh).unwrap().is_none());
    assert_eq!(bench.app.memory_show(&id, LangDto::Zh).unwrap().row.state, MemoryStateDto::Rejected);
    assert!(!bench.ask("从公司回家").memory_used);

    // Later: it waits on the memory page, and asks again a day later.
    let (bench, id) = proposed();
    answer(&bench, &id, HabitAnswerDto::Later);
    assert!(bench.app.habit_next(LangDto::Zh).unwrap().is_none() && !habits(&bench).is_empty());
    bench.at(MONDAY_NOON + 4 * DAY);
    assert_eq!(bench.app.habit_next(LangDto::Zh).unwrap().map(|card| card.id), Some(id));
}

#[test]
fn walk_6_with_learning_off_drives_are_kept_and_nothing_is_proposed() {
    let bench = bench();
    learning(&bench, false);
    for day in 0..3 {
        let drove = evening(&bench, day, Road::River);
        assert!(drove.new && drove.deviated && !drove.learning && drove.proposal.is_none());
        assert_eq!(kept(&bench, &drove.trip).1, [], "what was not learned cannot be learned from later");
    }
    assert!(habits(&bench).is_empty());
    // Switched on, it begins anew; switched off, what waits asks nobody, but stays on the page.
    learning(&bench, true);
    assert_eq!(evening(&bench, 4, Road::River).proposal, None);
    let card = evening(&bench, 5, Road::River).proposal.unwrap();
    learning(&bench, false);
    assert_eq!(bench.app.habit_next(LangDto::Zh).unwrap(), None);
    assert!(habits(&bench).iter().any(|row| row.id == card.id));
}

#[test]
fn f_5_an_erased_habit_is_not_proposed_from_the_same_drives_again() {
    let bench = bench();
    evening(&bench, 0, Road::River);
    let id = evening(&bench, 1, Road::River).proposal.unwrap().id;
    assert!(bench.app.erase(&[id], false).unwrap().complete);
    assert_eq!(evening(&bench, 2, Road::River).proposal, None, "it never comes back");
    assert!(bench.app.habit_next(LangDto::Zh).unwrap().is_none());
}

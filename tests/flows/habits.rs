//! What drives add up to: a change of habit, what teaches nothing, and that a drive which is erased leaves nothing behind.

use app::dto::{DroveRequest, ErrorCode, HabitAnswerDto, HabitCardDto, LangDto, MemoryStateDto};

use crate::{
    drove::{MAIN_ROAD, RIVER_ROAD, Road, answer, bench, evening, habits, kept, report},
    support::*,
};

/// Two evenings by the river, and a yes.
fn by_the_river() -> (Bench, String) {
    let bench = bench();
    evening(&bench, 0, Road::River);
    let id = evening(&bench, 1, Road::River).proposal.unwrap().id;
    answer(&bench, &id, HabitAnswerDto::Yes);
    (bench, id)
}

fn next(bench: &Bench) -> Option<HabitCardDto> {
    bench.app.habit_next(LangDto::En).unwrap()
}

fn at_six(bench: &Bench, day: i64) -> app::dto::PlanDto {
    bench.at(MONDAY_NOON - 12 * HOUR + day * DAY + 18 * HOUR);
    bench.ask("从公司回家")
}

#[test]
fn hb3_a_change_of_habit_is_followed_within_two_trips() {
    let (bench, river) = by_the_river();
    // At noon, when no habit acts, the southern road is offered; its roads are reported in the evenings.
    let noon = report(&bench, 2, 12, Road::South, |_, _| ());
    let south = kept(&bench, &noon.trip).0;
    let evening_south = |day: i64| {
        let plan = at_six(&bench, day);
        let request = DroveRequest {
            plan_id: plan.plan_id,
            edges: south.edges.iter().map(ToString::to_string).collect(),
            ..DroveRequest::default()
        };
        bench.app.drove(&request).unwrap()
    };
    let once = evening_south(2);
    assert!(once.deviated && once.proposal.is_none(), "once is once");
    assert_eq!(kept(&bench, &once.trip).0.chosen, south.chosen, "the same roads are the same route");
    let card = evening_south(3).proposal.expect("twice in a row asks");
    let plan = at_six(&bench, 4);
    assert!(plan.routes[0].via_roads.iter().any(|road| road == RIVER_ROAD), "nothing changes before the yes");
    answer(&bench, &card.id, HabitAnswerDto::Yes);
    assert_eq!(chosen(&at_six(&bench, 4)), south.chosen.0);
    // The older habit has ended, and can still be read.
    let shown = bench.app.memory_show(&river, LangDto::Zh).unwrap();
    assert_eq!(shown.row.state, MemoryStateDto::Expired);
    // It is in force again when the newer one goes.
    bench.app.memory_delete(&[card.id], LangDto::Zh).unwrap();
    let plan = at_six(&bench, 4);
    assert_eq!(chosen(&plan), Road::River.of(&plan).id);
}

#[test]
fn roads_that_form_no_way_are_refused() {
    let bench = bench();
    let plan = at_six(&bench, 0);
    let drove = |edges: &[&str]| {
        let edges = edges.iter().map(|edge| (*edge).to_owned()).collect();
        bench.app.drove(&DroveRequest { plan_id: plan.plan_id.clone(), edges, ..DroveRequest::default() })
    };
    for edges in [&["not an edge"][..], &["1:2:3"], &["1:1:2", "3:3:4"]] {
        check_fails(drove(edges), ErrorCode::BadRequest, &[("field", "edges")]);
    }
    let because = DroveRequest { because: "boredom".to_owned(), ..DroveRequest::default() };
    let because =
        DroveRequest { plan_id: plan.plan_id.clone(), route_id: plan.routes[0].id.clone(), ..because };
    check_fails(bench.app.drove(&because), ErrorCode::BadRequest, &[("field", "because")]);
}

#[test]
fn hb13_who_goes_back_to_the_plain_way_twice_is_asked_and_gets_it() {
    let (bench, _river) = by_the_river();
    assert_eq!(chosen(&at_six(&bench, 2)), Road::River.of(&at_six(&bench, 2)).id);
    assert_eq!(evening(&bench, 2, Road::Main).proposal, None);
    let card = evening(&bench, 3, Road::Main).proposal.expect("twice in a row asks");
    assert!(card.question.contains(MAIN_ROAD), "{}", card.question);
    let change = card.change.clone().expect("both ways can be planned");
    assert!(!change.same && change.delta_s < 0.0 && change.delta_m < 0.0, "{change:?}");
    answer(&bench, &card.id, HabitAnswerDto::Yes);
    let plan = at_six(&bench, 4);
    assert_eq!(chosen(&plan), Road::Main.of(&plan).id);
}

#[test]
fn hb12_only_then_means_these_drives_and_no_others() {
    let bench = bench();
    evening(&bench, 0, Road::River);
    let id = evening(&bench, 1, Road::River).proposal.unwrap().id;
    answer(&bench, &id, HabitAnswerDto::OnlyThen);
    assert_eq!(evening(&bench, 2, Road::River).proposal, None, "the first that counts");
    let card = evening(&bench, 3, Road::River).proposal.expect("two more in a row");
    assert_eq!((card.times, card.trips.len()), (2, 2));
}

#[test]
fn hb11_a_closed_road_a_missed_exit_and_an_errand_teach_nothing() {
    for why in ["closure", "congestion", "missed_exit", "errand"] {
        let bench = bench();
        for day in 0..3 {
            let told = report(&bench, day, 18, Road::River, |request, _| request.because = why.to_owned());
            assert!(told.deviated && told.proposal.is_none(), "{why}");
        }
        assert!(habits(&bench).is_empty() && next(&bench).is_none(), "{why}");
    }
    // A stop of half an hour on the way there is an errand, whatever is said.
    let bench = bench();
    for day in 0..3 {
        let told = report(&bench, day, 18, Road::River, |request, plan| {
            request.duration_s = Some(plan.routes[0].duration_s + 1_800.0);
        });
        assert!(told.proposal.is_none());
    }
}

#[test]
fn hb9_a_way_that_is_only_taken_in_the_rain_is_asked_about_for_rain() {
    let bench = bench();
    let rainy = |day, rain: bool, road| {
        report(&bench, day, 18, road, |request, _| {
            request.weather = Some(if rain { "rain" } else { "clear" }.to_owned());
        })
    };
    rainy(0, false, Road::Main);
    assert_eq!(rainy(1, true, Road::River).proposal, None);
    rainy(2, false, Road::Main);
    let card = rainy(3, true, Road::River).proposal.expect("twice in a row in the rain");
    assert_eq!(bench.app.memory_show(&card.id, LangDto::Zh).unwrap().scope.weather.as_deref(), Some("rain"));
    assert!(card.question.contains("下雨"), "{}", card.question);
}

#[test]
fn f_6_a_drive_that_goes_leaves_what_would_have_been_learned_without_it() {
    let bench = bench();
    evening(&bench, 0, Road::River);
    let between = evening(&bench, 1, Road::Main).trip;
    evening(&bench, 2, Road::River);
    assert!(next(&bench).is_none());
    // Deleted, the two others are in a row; taken back, they are not.
    bench.app.memory_delete(std::slice::from_ref(&between), LangDto::Zh).unwrap();
    assert_eq!(next(&bench).map(|card| card.times), Some(2));
    bench.app.memory_undo("").unwrap();
    assert!(next(&bench).is_none());
    bench.app.erase(&[between], false).unwrap();
    assert_eq!(next(&bench).map(|card| card.times), Some(2));
}

#[test]
fn the_card_says_what_was_seen_how_often_on_which_days_and_what_would_change() {
    let bench = bench();
    evening(&bench, 0, Road::Main);
    evening(&bench, 1, Road::River);
    let card = evening(&bench, 3, Road::River).proposal.unwrap();
    assert_eq!((card.kind.as_str(), card.what.as_str()), ("way", RIVER_ROAD));
    assert_eq!((card.times, card.of), (2, 3));
    assert_eq!(card.days, "11月24日周二、11月26日周四");
    let change = card.change.expect("both ways can be planned");
    assert!(!change.same && change.delta_s > 60.0 && (change.delta_m - 1_400.0).abs() < 20.0, "{change:?}");
    assert!(change.line.coordinates.len() > change.usual_line.coordinates.len(), "the river road bends");
    assert!(change.text.contains("1.4 公里"), "{}", change.text);
}

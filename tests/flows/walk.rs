//! The walk of the demo, step by step, as both shells take it.

use std::collections::{BTreeMap, BTreeSet};

use app::{
    CancelToken,
    dto::{
        ChipRole, ChipSource, ErrorCode, LangDto, LifetimeDto, MemoryEditRequest, MemoryKindDto, MemoryQuery,
        MemorySortDto, MemoryStateDto, OriginDto, ParseRequest, PlanRequest, ProgressDto, RoadWishRequest,
        ScopeDto, StrengthDto, SuggestRequest, WishDto,
    },
    silent,
};

use crate::support::*;

const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;

#[test]
fn walk_1_the_demo_brings_two_regions_two_weeks_and_goes_in_one_click() {
    let bench = Bench::empty();
    assert!(bench.app.status().unwrap().first_start);
    let mut seen: Vec<ProgressDto> = Vec::new();
    let mut sink = |progress: &ProgressDto| seen.push(progress.clone());
    let status = bench.app.demo_install(&mut sink, &CancelToken::default()).unwrap();
    assert!(seen.len() > 10 && seen.windows(2).all(|pair| pair[0].fraction <= pair[1].fraction + 1e-9));
    assert!(status.demo && !status.first_start && status.profile.demo && status.profile.name == DEMO);
    let profiles: BTreeSet<&str> = status.profiles.iter().map(|profile| profile.name.as_str()).collect();
    assert!(profiles.is_superset(&BTreeSet::from([DEMO, CITY])), "{profiles:?}");
    let regions: BTreeSet<&str> = status.regions.iter().map(|region| region.id.as_str()).collect();
    assert_eq!(regions, BTreeSet::from(["made-city", "monaco"]));
    assert_eq!(status.unconfirmed, 2);
    let demo = bench.app.demo().unwrap();
    assert!(demo.installed && demo.places == 4 && demo.preferences == 5, "{demo:?}");
    for profile in [DEMO, CITY] {
        bench.app.profile_use(profile).unwrap();
        let rows = bench.rows();
        let of = |kind| rows.iter().filter(|row| row.kind == kind).count();
        assert!(of(MemoryKindDto::Place) >= 4);
        for name in ["家", "公司", "健身房", "学校"] {
            bench.place(name);
        }
        let wishes: Vec<_> = rows.iter().filter(|row| row.id.starts_with("pref-")).collect();
        let in_state = |state| wishes.iter().filter(|row| row.state == state).count();
        assert_eq!((in_state(MemoryStateDto::Active), in_state(MemoryStateDto::Proposed)), (3, 2));
        let days: BTreeSet<i64> = rows
            .iter()
            .filter(|row| row.kind == MemoryKindDto::Trip)
            .map(|row| row.created_at / DAY)
            .collect();
        let (first, last) = (days.first().unwrap(), days.last().unwrap());
        assert!(of(MemoryKindDto::Trip) >= 20 && last - first >= 11 && days.len() >= 10, "{days:?}");
        assert!(last * DAY < MONDAY_NOON && MONDAY_NOON / DAY - first <= 21, "the two weeks before today");
    }
    // Installed again it is fresh, not twice as much.
    bench.app.profile_use(DEMO).unwrap();
    bench.app.memory_delete(&[bench.place("健身房")], LangDto::Zh).unwrap();
    bench.app.demo_install(&mut silent(), &CancelToken::default()).unwrap();
    assert_eq!(bench.app.demo().unwrap(), demo);
    let status = bench.app.demo_remove().unwrap();
    assert!(!status.demo && !status.profile.demo && status.regions.len() == 2);
    assert!(bench.rows().is_empty() && !bench.app.demo().unwrap().installed);
    assert!(status.profiles.iter().all(|profile| ![DEMO, CITY].contains(&profile.name.as_str())));
}

#[test]
fn walk_1_a_cancelled_demo_leaves_no_profile() {
    let bench = Bench::empty();
    let cancel = CancelToken::default();
    cancel.cancel();
    check_fails(bench.app.demo_install(&mut silent(), &cancel), ErrorCode::Cancelled, &[]);
    assert!(bench.app.region_list().unwrap().is_empty());
    // Regions there already: cancelled while the profiles are filled.
    let bench = Bench::with_regions();
    check_fails(bench.app.demo_install(&mut silent(), &cancel), ErrorCode::Cancelled, &[]);
    let status = bench.app.status().unwrap();
    assert!(!status.demo && status.profile.name == "me", "{status:?}");
}

#[test]
fn walk_2_the_sentence_shows_as_chips_and_changes_the_route() {
    let bench = Bench::demo(DEMO);
    for at in [TUESDAY_NOON, TUESDAY_NOON - 4 * HOUR, SUNDAY_NOON] {
        bench.at(at);
        for (plain, wished, noun) in [
            ("去公司", "去公司别走隧道", "隧道"),
            ("to the office", "to the office, not through the tunnels", "tunnels"),
        ] {
            let lang = if noun == "tunnels" { LangDto::En } else { LangDto::Zh };
            let parsed = bench.app.parse(&ParseRequest { utterance: wished.to_owned(), lang }).unwrap();
            assert!(parsed.ready && parsed.kind == "plan_route" && parsed.notes.is_empty(), "{parsed:?}");
            let chip = |role| parsed.chips.iter().find(|chip| chip.role == role).unwrap();
            let to = chip(ChipRole::To);
            assert_eq!(
                (to.source, to.place.as_ref().unwrap().memory.clone()),
                (ChipSource::Memory, Some(bench.place("公司")))
            );
            let avoid = chip(ChipRole::Avoid);
            assert!(avoid.value.contains(noun) && avoid.lifetime == Some(LifetimeDto::Once), "{avoid:?}");
            let (plain, with) = (bench.ask(plain), bench.ask(wished));
            assert_ne!(chosen(&plain), chosen(&with), "{wished} at {at}");
            assert!(plain.routes[0].features.tunnel_m > 0.0 || at == SUNDAY_NOON);
            assert_eq!(with.routes[0].features.tunnel_m, 0.0);
            assert_eq!(
                with.destination.memory,
                Some(bench.place("公司")),
                "S0-01: the end is the remembered place"
            );
            // The chip removed, the sentence is the plain one again.
            let dropped = bench.plan(PlanRequest { dropped: owned(&[&avoid.id]), ..request(wished) });
            assert_eq!(dropped.routes, plain.routes);
            assert!(dropped.reasons.iter().all(|reason| reason.id != "sentence-0"));
        }
    }
}

#[test]
fn walk_2_once_forgets_and_remember_remembers() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plain = bench.ask("去公司");
    bench.ask("去公司别走隧道");
    assert_eq!(chosen(&bench.ask("去公司")), chosen(&plain), "just once was just once");
    let before = bench.rows().len();
    let lifetimes = BTreeMap::from([("wish-0".to_owned(), LifetimeDto::Always)]);
    let remembered = PlanRequest { lifetimes, ..request("去公司别走隧道") };
    bench.plan(remembered.clone());
    bench.plan(remembered);
    let rows = bench.rows();
    assert_eq!(rows.len(), before + 1, "planning the same again remembers nothing twice");
    let next = bench.ask("去公司");
    assert_ne!(chosen(&next), chosen(&plain));
    let memory = next.reasons.iter().find(|reason| reason.decisive).unwrap();
    let row = rows.iter().find(|row| row.id == memory.id).unwrap();
    assert_eq!((row.origin, row.kind), (OriginDto::Stated, MemoryKindDto::Avoid));
    assert!(memory.source.contains("11月24日"), "{}", memory.source);
}

#[test]
fn walk_3_alternatives_are_distinct_and_say_what_they_are_like() {
    for (profile, said) in
        [(DEMO, "去公司"), (DEMO, "to the gym"), (CITY, "去公司"), (CITY, "to the airport")]
    {
        let bench = Bench::demo(profile);
        let plan = bench.ask(said);
        assert!((2..=3).contains(&plan.routes.len()), "{said}: {}", plan.routes.len());
        let ids: BTreeSet<&str> = plan.routes.iter().map(|route| route.id.as_str()).collect();
        let labels: BTreeSet<&str> = plan.routes.iter().map(|route| route.label.as_str()).collect();
        assert_eq!((ids.len(), labels.len()), (plan.routes.len(), plan.routes.len()), "{labels:?}");
        for (index, route) in plan.routes.iter().enumerate() {
            for other in &plan.routes[..index] {
                assert!(jaccard(route, other) < 0.8, "{said}: {} and {}", route.label, other.label);
            }
            let first = &plan.routes[0];
            assert_eq!(route.delta_s, route.duration_s - first.duration_s);
            assert_eq!(route.delta_m, route.distance_m - first.distance_m);
            assert!(!route.character.is_empty() && route.hints.len() <= 3);
            let points = route.geometry.coordinates.len() as u32;
            assert!(route.differs.iter().all(|[from, to]| from < to && *to < points));
            assert!(
                route
                    .details
                    .iter()
                    .all(|detail| detail.from_point < detail.to_point && detail.to_point < points)
            );
            let steps = &route.steps;
            assert_eq!((steps[0].icon.as_str(), steps[steps.len() - 1].icon.as_str()), ("depart", "arrive"));
            let length: f64 = steps.iter().map(|step| step.distance_m).sum();
            let time: f64 = steps.iter().map(|step| step.duration_s).sum();
            assert!(
                (length - route.distance_m).abs() < 1.0 && (time - route.duration_s).abs() < 1.0,
                "{length} {time}"
            );
            let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
            assert!(steps.iter().all(|step| chinese(&step.text)) || said.is_ascii(), "{steps:?}");
        }
    }
}

#[test]
fn walk_3_the_map_sets_points_and_wishes() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let plain = bench.plan(between(HOME, OFFICE));
    assert_eq!(plain.origin.memory, Some(bench.place("家")), "a click on a remembered place is that place");
    let middle = plain.routes[0].geometry.coordinates[plain.routes[0].geometry.coordinates.len() / 2];
    let middle = domain::LonLat { lon: middle[0], lat: middle[1] };
    let here = bench.app.here(point(middle), [0, 0], LangDto::En).unwrap();
    let road = here.road.expect("the route is on a road");
    assert!(here.in_region && !road.lines.is_empty());
    // "Avoid this road", once: a reason of its own, and off again with its switch.
    let wish = WishDto { target: road.target.clone(), strength: StrengthDto::Avoid };
    let asked = PlanRequest { wishes: vec![wish], ..between(HOME, OFFICE) };
    let avoided = bench.plan(asked.clone());
    assert!(reason(&avoided, "map-0").decisive);
    assert_ne!(chosen(&avoided), chosen(&plain));
    let off = bench.plan(PlanRequest { disabled: owned(&["map-0"]), ..asked });
    assert_eq!(chosen(&off), chosen(&plain));
    assert_eq!(chosen(&bench.plan(between(HOME, OFFICE))), chosen(&plain), "once was once");
    // And remembered.
    let remembered = RoadWishRequest {
        target: road.target,
        strength: StrengthDto::Avoid,
        scope: Default::default(),
        expires_at: None,
        lang: LangDto::En,
    };
    let row = bench.app.road_wish_remember(&remembered).unwrap();
    assert_eq!(row.kind, MemoryKindDto::Avoid);
    assert!(!bench.app.memory_show(&row.id, LangDto::En).unwrap().lines.is_empty(), "it can be drawn");
    let next = bench.plan(between(HOME, OFFICE));
    assert!(reason(&next, &row.id).decisive);
    assert_eq!(chosen(&next), chosen(&avoided));
    // A stop on the way is driven through.
    let via = PlanRequest {
        vias: vec![waypoint(domain::LonLat { lon: 7.4180, lat: 43.7345 })],
        ..between(HOME, OFFICE)
    };
    let through = bench.plan(via);
    assert_eq!(through.vias[0].memory, Some(bench.place("学校")));
    assert!(through.routes[0].steps.iter().any(|step| step.icon == "waypoint"));
    assert!(through.routes[0].distance_m >= plain.base.distance_m);
}

#[test]
fn walk_5_the_memory_page_searches_sorts_counts_and_edits() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON);
    let page = bench.page(MemoryQuery { lang: LangDto::En, ..MemoryQuery::default() });
    let counted = |words: &[app::dto::FacetDto]| words.iter().map(|facet| facet.count).sum::<u32>();
    assert_eq!((page.facets.all, page.total), (page.rows.len() as u32, page.rows.len() as u32));
    assert_eq!((counted(&page.facets.kinds), counted(&page.facets.origins)), (page.total, page.total));
    assert_eq!(page.facets.unconfirmed, 2);
    for facet in &page.facets.kinds {
        let kind = [
            MemoryKindDto::Place,
            MemoryKindDto::Avoid,
            MemoryKindDto::Preference,
            MemoryKindDto::Habit,
            MemoryKindDto::Trip,
            MemoryKindDto::Statement,
            MemoryKindDto::Insight,
            MemoryKindDto::Noticed,
        ];
        let kind = kind.into_iter().find(|kind| format!("{kind:?}").to_lowercase() == facet.word).unwrap();
        let only = bench.page(MemoryQuery { kinds: vec![kind], ..MemoryQuery::default() });
        assert_eq!((only.total, only.facets.all), (facet.count, page.facets.all), "{}", facet.word);
    }
    // Two characters are enough, in either language.
    let find = |text: &str| bench.page(MemoryQuery { text: text.to_owned(), ..MemoryQuery::default() }).rows;
    assert!(find("公司").iter().any(|row| row.id == bench.place("公司")));
    // What the page shows is found, whatever language it was written down in.
    for (lang, text) in [
        (LangDto::Zh, "土路"),
        (LangDto::En, "unpaved"),
        (LangDto::En, "UNPAVED  avoid"),
        (LangDto::En, "土路"),
    ] {
        let rows = bench.page(MemoryQuery { text: text.to_owned(), lang, ..MemoryQuery::default() }).rows;
        assert_eq!(rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["pref-1"], "{text}");
    }
    let waiting = MemoryQuery {
        text: "evening".to_owned(),
        unconfirmed: true,
        lang: LangDto::En,
        ..MemoryQuery::default()
    };
    assert_eq!(bench.page(waiting).rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["pref-4"]);
    assert!(find("nothing at all like this").is_empty());
    for sort in [
        MemorySortDto::Created,
        MemorySortDto::Text,
        MemorySortDto::Confidence,
        MemorySortDto::Uses,
        MemorySortDto::Kind,
    ] {
        let sorted = |ascending| -> Vec<String> {
            let query = MemoryQuery { sort, ascending, ..MemoryQuery::default() };
            bench.page(query).rows.into_iter().map(|row| row.id).collect()
        };
        let (up, down) = (sorted(true), sorted(false));
        assert_eq!(up.len(), down.len());
        assert_eq!(up.iter().collect::<BTreeSet<_>>(), down.iter().collect::<BTreeSet<_>>());
        let (first, last) = (
            bench.app.memory_show(&up[0], LangDto::Zh).unwrap().row,
            bench.app.memory_show(&down[0], LangDto::Zh).unwrap().row,
        );
        match sort {
            MemorySortDto::Created => assert!(first.created_at <= last.created_at),
            MemorySortDto::Text => assert!(first.text <= last.text),
            MemorySortDto::Kind => assert!(first.kind <= last.kind),
            _ => {}
        }
    }
    let paged = bench.page(MemoryQuery { limit: 3, offset: 2, ..MemoryQuery::default() });
    let whole = bench.page(MemoryQuery::default());
    assert_eq!((paged.total, paged.rows.as_slice()), (whole.total, &whole.rows[2..5]));
    // Where a habit came from: its trips, newest first, and the history of its confidence.
    let habit = bench.app.memory_show("pref-4", LangDto::En).unwrap();
    assert_eq!(habit.trips.len(), 2);
    assert!(
        habit.trips[0].departed_at > habit.trips[1].departed_at
            && habit.trips.iter().all(|trip| trip.deviated)
    );
    assert!(
        habit.history.last().is_some_and(|first| (first.confidence - 0.7).abs() < 1e-9),
        "{:?}",
        habit.history
    );
    assert!(!habit.lines.is_empty());
    // Edited in place: words, strength, time.
    let edit = MemoryEditRequest {
        id: "pref-1".to_owned(),
        text: Some("千万别走收费路".to_owned()),
        strength: Some(StrengthDto::Never),
        scope: Some(ScopeDto { days: Some("weekend".to_owned()), ..ScopeDto::default() }),
        expires_at: Some(SUNDAY_NOON + 30 * DAY),
        ..MemoryEditRequest::default()
    };
    let row = bench.app.memory_edit(&edit, LangDto::Zh).unwrap();
    assert_eq!((row.text.as_str(), row.expires_at), ("千万别走收费路", Some(SUNDAY_NOON + 30 * DAY)));
    let shown = bench.app.memory_show("pref-1", LangDto::En).unwrap();
    assert!(shown.user_edited && shown.strength == Some(StrengthDto::Never));
    assert_eq!(shown.scope.days.as_deref(), Some("weekend"));
    assert_eq!(shown.row.text, "千万别走收费路", "as the person wrote it, whatever the language of the page");
    assert!(all_reasons(&bench.ask("去公司")).all(|reason| reason.id != "pref-1"), "it is Tuesday");
}

#[test]
fn walk_5_where_a_memory_was_used_is_kept_with_the_drive() {
    let bench = Bench::demo(DEMO);
    bench.at(TUESDAY_NOON - 4 * HOUR - 20 * 60);
    let plan = bench.ask("去学校");
    assert!(reason(&plan, "pref-3").decisive);
    let drove = app::dto::DroveRequest { plan_id: plan.plan_id.clone(), ..Default::default() };
    bench.app.drove(&drove).unwrap();
    let shown = bench.app.memory_show("pref-3", LangDto::Zh).unwrap();
    assert_eq!(shown.row.uses, 1);
    let used = &shown.uses[0];
    assert!(used.decisive && (used.delta_s - reason(&plan, "pref-3").without_s).abs() < 1e-6, "{used:?}");
    assert_eq!(used.at, plan.intent.depart_at);
}

#[test]
fn suggestions_put_what_is_remembered_first() {
    let bench = Bench::demo(DEMO);
    let suggest = |text: &str| {
        bench
            .app
            .suggest(&SuggestRequest {
                text: text.to_owned(),
                lang: LangDto::En,
                ..SuggestRequest::default()
            })
            .unwrap()
    };
    assert!(suggest("").iter().all(|hit| hit.source == "memory"));
    assert_eq!(suggest("公")[0].memory, Some(bench.place("公司")));
    assert!(suggest("Larvotto").iter().any(|hit| hit.source == "map"));
    assert_eq!(suggest("43.7300, 7.4200")[0].source, "coordinate");
}

//! Deleting, undoing, erasing: what is gone is gone from every way of reading, and then from every byte.

use std::path::{Path, PathBuf};

use app::dto::{
    DroveRequest, ErrorCode, LangDto, MemoryEditRequest, MemoryKindDto, MemoryQuery, MemoryStateDto,
    ParseRequest, PlanRequest, PreferenceAddRequest, ScopeDto, StrengthDto, SuggestRequest, TargetDto,
};
use domain::{LonLat, ports::Embedder as _};
use testkit::embedder::FakeEmbedder;

use crate::support::*;

/// A place that is on no map, and a preference in words that nothing else uses.
const NAME: &str = "蓝鲸灯塔七号";
const ALIAS: &str = "qyzlanjing";
const WISH: &str = "以后去蓝鲸灯塔绝对不走隧道，黑漆漆的";
const THERE: LonLat = LonLat { lon: 7.421_345_6, lat: 43.738_765_4 };

fn state(bench: &Bench, sentence: &str) -> String {
    let request = PreferenceAddRequest { sentence: sentence.to_owned(), ..PreferenceAddRequest::default() };
    bench.app.preference_add(&request).unwrap().id
}

fn drive(bench: &Bench, utterance: &str, route: usize) -> String {
    let plan = bench.ask(utterance);
    let request = DroveRequest {
        plan_id: plan.plan_id,
        route_id: plan.routes[route].id.clone(),
        ..DroveRequest::default()
    };
    bench.app.drove(&request).unwrap().trip
}

#[test]
fn f_1_a_delete_is_kept_before_it_returns_and_undo_survives_quitting() {
    let bench = Bench::with_regions();
    bench.settle();
    let wish = state(&bench, "以后别走隧道");
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    let ids = [wish.clone(), place.clone()];
    let shown = |bench: &Bench| {
        ids.each_ref().map(|id| {
            let mut shown = bench.app.memory_show(id, LangDto::Zh).unwrap();
            // How it came about is dropped by any deletion, and who looked at it goes on being written down.
            shown.inside = app::dto::MemoryInsideDto::default();
            shown
        })
    };
    let before = shown(&bench);
    let deletion = bench.app.memory_delete(&ids, LangDto::Zh).unwrap();
    assert_eq!(deletion.undo_until, MONDAY_NOON + 30 * DAY);
    assert!(deletion.text.contains("隧道"), "{}", deletion.text);
    // Another program on the same folder sees it at once, while this one is still open.
    let other = bench.beside().unwrap();
    let left = other.memory_list(&MemoryQuery::default()).unwrap();
    assert!(left.rows.iter().all(|row| !ids.contains(&row.id)));
    assert_eq!(left.facets.deleted, 2);
    drop(other);
    let bench = bench.reopen();
    let recent = bench.page(MemoryQuery { deleted: true, ..MemoryQuery::default() }).rows;
    assert_eq!(recent.len(), 2);
    assert!(
        recent.iter().all(|row| row.state == MemoryStateDto::Deleted && row.deleted_at == Some(MONDAY_NOON))
    );
    let mut back = bench.app.memory_undo(&deletion.id).unwrap();
    back.sort();
    let mut wanted = ids.to_vec();
    wanted.sort();
    assert_eq!(back, wanted);
    let mut after = shown(&bench);
    // That it came back is a step in the history of its confidence.
    after[0].history.retain(|step| step.why != "repeated");
    assert_eq!(after, before);
    check_fails(bench.app.memory_undo(&deletion.id), ErrorCode::NoSuchMemory, &[]);
    // The newest deletion of all, as Ctrl+Z asks for it, and single ones from the list.
    bench.app.memory_delete(&ids[..1], LangDto::Zh).unwrap();
    assert_eq!(bench.app.memory_undo("").unwrap(), ids[..1]);
    bench.app.memory_delete(&ids[1..], LangDto::Zh).unwrap();
    assert_eq!(bench.app.memory_restore(&ids[1..]).unwrap(), ids[1..]);
    assert_eq!(bench.page(MemoryQuery::default()).facets.deleted, 0);
}

#[test]
fn f_1_a_deletion_waits_as_long_as_the_settings_say() {
    let bench = Bench::with_regions();
    let mut settings = bench.app.settings().unwrap();
    settings.undo_days = 90;
    bench.app.settings_set(&settings).unwrap();
    let wish = state(&bench, "以后别走隧道");
    let deletion = bench.app.memory_delete(std::slice::from_ref(&wish), LangDto::Zh).unwrap();
    assert_eq!(deletion.undo_until, MONDAY_NOON + 90 * DAY);
    bench.at(MONDAY_NOON + 89 * DAY);
    let bench = bench.reopen();
    assert_eq!(bench.app.memory_undo(&deletion.id).unwrap(), std::slice::from_ref(&wish));
    let deletion = bench.app.memory_delete(std::slice::from_ref(&wish), LangDto::Zh).unwrap();
    bench.at(MONDAY_NOON + (89 + 91) * DAY);
    let bench = bench.reopen();
    check_fails(bench.app.memory_undo(&deletion.id), ErrorCode::NoSuchMemory, &[]);
    assert_eq!(bench.page(MemoryQuery { deleted: true, ..MemoryQuery::default() }).total, 0);
}

#[test]
fn f_2_no_way_of_reading_yields_what_is_deleted() {
    let bench = Bench::demo(DEMO);
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    let wish = state(&bench, WISH);
    let trip = drive(&bench, "去蓝鲸灯塔七号", 0);
    let habit = bench.app.habit_next(LangDto::Zh).unwrap().unwrap().id;
    let gone = [place.clone(), wish.clone(), trip.clone(), habit.clone()];
    let everything = |bench: &Bench| -> Vec<(&'static str, String)> {
        let rows = bench.page(MemoryQuery::default());
        let find =
            |text: &str| bench.page(MemoryQuery { text: text.to_owned(), ..MemoryQuery::default() }).rows;
        let suggest = |text: &str| {
            let request = SuggestRequest { text: text.to_owned(), limit: 50, ..SuggestRequest::default() };
            bench.app.suggest(&request).unwrap()
        };
        let others = rows.rows.iter().filter(|row| !gone.contains(&row.id));
        let shown: Vec<_> =
            others.clone().map(|row| bench.app.memory_show(&row.id, LangDto::Zh).unwrap()).collect();
        let previews: Vec<_> = others
            .map(|row| bench.app.erase_preview(std::slice::from_ref(&row.id), true, LangDto::Zh).unwrap())
            .collect();
        let plan = |utterance: &str| {
            let mut plan = bench.ask(utterance);
            plan.intent.chips.clear();
            plan
        };
        bench.at(MONDAY_NOON + 6 * HOUR);
        let evening = plan("从公司回家");
        bench.at(MONDAY_NOON);
        vec![
            ("list", format!("{rows:?}")),
            ("search", format!("{:?}{:?}{:?}", find("蓝鲸"), find("隧道"), find("lanjing"))),
            ("suggest", format!("{:?}{:?}{:?}", suggest(""), suggest("蓝鲸"), suggest(ALIAS))),
            ("plan", format!("{:?}{evening:?}", plan("去公司"))),
            ("show", format!("{shown:?}")),
            ("erase preview", format!("{previews:?}")),
            ("next habit", format!("{:?}", bench.app.habit_next(LangDto::Zh).unwrap())),
            ("here", format!("{:?}", bench.app.here(point(THERE), [0, 0], LangDto::Zh).unwrap())),
            ("status", format!("{:?}", bench.app.status().unwrap())),
        ]
    };
    let telling = |text: &str| {
        // Ids followed by a digit are other ids.
        let id = |id: &String| text.contains(&format!("{id}\"")) || text.contains(&format!("{id} "));
        text.contains("蓝鲸") || text.contains(ALIAS) || gone.iter().any(id)
    };
    let before = everything(&bench);
    for seen in ["list", "search", "suggest", "plan", "show", "next habit", "here"] {
        let (_, text) = before.iter().find(|(name, _)| *name == seen).unwrap();
        assert!(telling(text), "{seen} shows them before: {text}");
    }
    bench.app.memory_delete(&gone, LangDto::Zh).unwrap();
    for (name, text) in everything(&bench) {
        assert!(!telling(&text), "{name} still yields what was deleted: {text}");
    }
    for id in &gone {
        check_fails(bench.app.memory_show(id, LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
        check_fails(bench.app.memory_edit(&edit(id, "别的"), LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
        check_fails(
            bench.app.memory_delete(std::slice::from_ref(id), LangDto::Zh),
            ErrorCode::NoSuchMemory,
            &[],
        );
    }
    check_fails(bench.app.memory_confirm(&habit, LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
    assert_eq!(bench.app.preview_at(&trip, ""), None);
    // The name is as unknown as any other now, in chips and in plans.
    let parsed =
        bench.app.parse(&ParseRequest { utterance: format!("去{NAME}"), lang: LangDto::Zh }).unwrap();
    assert!(!parsed.ready && parsed.chips.iter().all(|chip| chip.place.is_none()), "{parsed:?}");
    bench.app.plan_reset();
    let error = check_fails(bench.app.plan(&request(&format!("去{NAME}"))), ErrorCode::UnknownPlace, &[]);
    assert!(error.places.iter().all(|place| place.label != NAME), "{error:?}");
    let error = fails(bench.app.place_find(ALIAS, "to", LangDto::Zh));
    assert!(error.places.iter().all(|place| place.label != NAME), "{error:?}");
}

#[test]
fn f_2_a_deleted_place_is_named_by_nothing_that_points_at_it() {
    let bench = Bench::demo(DEMO);
    let there = LonLat { lon: 7.4560, lat: 43.7520 };
    let place = bench.add_place(NAME, &[ALIAS], "", there);
    // A drive to it, a wish that holds only for it, and two drives that suggest a habit about it.
    let scope = ScopeDto { to: Some(place.clone()), ..ScopeDto::default() };
    let wish = PreferenceAddRequest {
        target: Some(TargetDto::Feature { feature: "tunnel".to_owned() }),
        strength: Some(StrengthDto::Avoid),
        scope,
        ..PreferenceAddRequest::default()
    };
    let wish = bench.app.preference_add(&wish).unwrap().id;
    let trips = [0, 1].map(|day| {
        bench.at(MONDAY_NOON + day * DAY);
        drive(&bench, &format!("去{NAME}"), 1)
    });
    let habit =
        bench.rows().into_iter().find(|row| row.kind == MemoryKindDto::Habit && row.text.contains("蓝鲸"));
    let habit = habit.expect("two drives ask about it").id;
    bench.app.memory_delete(std::slice::from_ref(&place), LangDto::Zh).unwrap();
    let mut seen = format!("{:?}", bench.rows());
    for id in trips.iter().chain([&wish, &habit]) {
        for lang in [LangDto::Zh, LangDto::En] {
            // What holds only for a deleted place may have gone with it.
            if let Ok(shown) = bench.app.memory_show(id, lang) {
                seen += &format!("{shown:?}");
                seen += &format!("{:?}", bench.app.erase_preview(std::slice::from_ref(id), true, lang));
            }
        }
    }
    seen += &format!("{:?}", bench.app.habit_next(LangDto::Zh).unwrap());
    seen += &format!("{:?}", bench.plan(between(HOME, there)));
    seen += &format!(
        "{:?}",
        bench.app.suggest(&SuggestRequest { limit: 50, ..SuggestRequest::default() }).unwrap()
    );
    assert!(!seen.contains("蓝鲸") && !seen.contains(ALIAS), "{seen}");
    // It comes back with all that pointed at it.
    bench.app.memory_undo("").unwrap();
    let back = format!("{:?}", bench.rows());
    assert!(back.matches(NAME).count() >= 4, "{back}");
}

#[test]
fn f_2_a_plan_goes_on_from_no_deleted_place() {
    let bench = Bench::demo(DEMO);
    let place = bench.add_place(NAME, &[], "", THERE);
    bench.ask(&format!("去{NAME}"));
    bench.app.memory_delete(&[place], LangDto::Zh).unwrap();
    // "Also avoid…" goes on with the trip so far, whose end is gone.
    let answer = bench.app.plan(&request("再别走隧道"));
    let text = format!("{answer:?}");
    assert!(!text.contains("蓝鲸"), "{text}");
    // So does a terminal, which takes up the last plan of another run.
    let answer = bench.beside().unwrap().plan(&request("再别走隧道"));
    let text = format!("{answer:?}");
    assert!(!text.contains("蓝鲸"), "{text}");
}

fn edit(id: &str, text: &str) -> MemoryEditRequest {
    MemoryEditRequest { id: id.to_owned(), text: Some(text.to_owned()), ..MemoryEditRequest::default() }
}

/// Files below a folder that hold one of these byte strings.
fn holding(folder: &Path, needles: &[(String, Vec<u8>)]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for (file, bytes) in bytes_below(folder).unwrap() {
        if file.starts_with("regions") {
            continue;
        }
        let holds = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
        found.extend(
            needles.iter().filter(|(_, needle)| holds(needle)).map(|(what, _)| (file.clone(), what.clone())),
        );
    }
    found
}

fn text_needle(text: &str) -> (String, Vec<u8>) {
    (text.to_owned(), text.as_bytes().to_vec())
}

#[test]
fn f_3_after_erasing_no_file_holds_a_byte_of_it() {
    let bench = Bench::with_regions();
    bench.settle();
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    let wish = state(&bench, WISH);
    let plan = bench.ask("去蓝鲸灯塔七号");
    let drove = DroveRequest {
        plan_id: plan.plan_id.clone(),
        traffic: "zyxstau".to_owned(),
        ..DroveRequest::default()
    };
    let trip = bench.app.drove(&drove).unwrap().trip;
    bench.app.memory_edit(&edit(&trip, "顺路买了猕猴桃"), LangDto::Zh).unwrap();
    // Its roads, driven before it becomes a memory of its own.
    let road = bench.app.here(point(THERE), [0, 0], LangDto::Zh).unwrap().road.unwrap();
    let TargetDto::Section { edges, .. } = &road.target else { panic!("{road:?}") };
    let wanted = app::dto::RoadWishRequest {
        target: road.target.clone(),
        strength: app::dto::StrengthDto::Avoid,
        scope: Default::default(),
        expires_at: None,
        lang: LangDto::Zh,
    };
    let section = bench.app.road_wish_remember(&wanted).unwrap().id;
    bench.ask("去蓝鲸灯塔七号，别走高速");
    let vector: Vec<u8> = FakeEmbedder::default().embed(&[WISH]).unwrap()[0][..8]
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    let mut needles = vec![
        text_needle("蓝鲸灯塔"),
        text_needle("蓝鲸"),
        text_needle(ALIAS),
        text_needle("黑漆漆"),
        text_needle("zyxstau"),
        text_needle("猕猴桃"),
        text_needle("7.4213456"),
        ("longitude, big end first".to_owned(), THERE.lon.to_be_bytes().to_vec()),
        ("vector".to_owned(), vector),
    ];
    needles.extend(edges.iter().map(|edge| text_needle(edge)));
    // Every one of them can be found while it is remembered, so that not finding it later means something.
    let before = holding(bench.data_dir(), &needles);
    for (what, _) in &needles {
        assert!(before.iter().any(|(_, found)| found == what), "{what} is written somewhere");
    }
    let ids = [place, wish, trip, section];
    let preview = bench.app.erase_preview(&ids, true, LangDto::Zh).unwrap();
    assert_eq!(preview.targets.len(), 4, "{preview:?}");
    let receipt = bench.app.erase(&ids, true).unwrap();
    assert!(receipt.complete && receipt.found == 0 && receipt.unfinished.is_empty(), "{receipt:?}");
    assert!(receipt.erased >= 4 && receipt.files >= 2 && receipt.bytes_read > 10_000, "{receipt:?}");
    assert_eq!(holding(bench.data_dir(), &needles), []);
    // Nor after the program was closed and opened, and planned again (over some of the same public roads).
    let bench = bench.reopen();
    assert_eq!(holding(bench.data_dir(), &needles), []);
    bench.ask("去公司");
    needles.truncate(9);
    assert_eq!(holding(bench.data_dir(), &needles), []);
    check_fails(bench.app.memory_undo(""), ErrorCode::NoSuchMemory, &[]);
    assert_eq!(bench.page(MemoryQuery { deleted: true, ..MemoryQuery::default() }).total, 0);
}

#[test]
fn f_3_what_was_deleted_first_can_be_erased_too() {
    let bench = Bench::with_regions();
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    bench.app.memory_delete(std::slice::from_ref(&place), LangDto::Zh).unwrap();
    let preview = bench.app.erase_preview(std::slice::from_ref(&place), false, LangDto::Zh).unwrap();
    assert_eq!(preview.targets.len(), 1);
    assert!(bench.app.erase(&[place], false).unwrap().complete);
    assert_eq!(holding(bench.data_dir(), &[text_needle("蓝鲸"), text_needle(ALIAS)]), []);
}

#[test]
fn f_3_erasing_everything_leaves_an_empty_page_and_no_name() {
    let bench = Bench::demo(DEMO);
    let needles = [text_needle("Cap-d’Ail"), text_needle("健身房 Gym"), text_needle("孩子学校")];
    assert!(!holding(bench.data_dir(), &needles).is_empty());
    bench.ask("去公司别走隧道");
    // The other demo profile is somebody else: it stays.
    bench.app.profile_use(CITY).unwrap();
    let others = bench.rows();
    bench.app.profile_use(DEMO).unwrap();
    let receipt = bench.app.erase_everything().unwrap();
    assert!(receipt.complete, "{receipt:?}");
    assert!(receipt.erased > 30, "{receipt:?}");
    assert!(bench.rows().is_empty());
    assert_eq!(holding(bench.data_dir(), &needles[..1]), [], "the address that only this profile had");
    bench.app.profile_use(CITY).unwrap();
    assert_eq!(bench.rows(), others);
}

#[test]
fn f_3_with_a_reader_in_the_file_the_receipt_says_so_until_it_is_done() {
    let bench = Bench::with_regions();
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    let other = memory::Store::open(&bench.data_dir().join("memory.db")).unwrap();
    let receipt = other.while_reading(|| bench.app.erase(&[place], false).unwrap()).unwrap();
    assert!(!receipt.complete && receipt.unfinished == "reader", "{receipt:?}");
    assert!(bench.rows().is_empty(), "no way of reading yields it even so");
    assert!(bench.app.status().unwrap().erase_pending);
    assert!(!bench.app.doctor().unwrap().ok);
    let receipt = bench.app.erase_resume().unwrap().unwrap();
    assert!(receipt.complete, "{receipt:?}");
    assert_eq!(holding(bench.data_dir(), &[text_needle("蓝鲸"), text_needle(ALIAS)]), []);
    assert_eq!(bench.app.erase_resume().unwrap(), None);
    assert!(!bench.app.status().unwrap().erase_pending);
}

#[test]
fn f_3_an_unfinished_erasure_goes_on_at_the_next_start() {
    let bench = Bench::with_regions();
    let place = bench.add_place(NAME, &[ALIAS], "", THERE);
    let other = memory::Store::open(&bench.data_dir().join("memory.db")).unwrap();
    let receipt = other.while_reading(|| bench.app.erase(&[place], false).unwrap()).unwrap();
    assert!(!receipt.complete);
    drop(other);
    let bench = bench.reopen();
    assert!(!bench.app.status().unwrap().erase_pending);
    assert_eq!(holding(bench.data_dir(), &[text_needle("蓝鲸"), text_needle(ALIAS)]), []);
}

#[test]
fn f_4_a_preview_lists_what_leans_on_it_and_erasing_weakens_just_that() {
    let bench = Bench::demo(DEMO);
    let habit = bench.app.habit_next(LangDto::En).unwrap().unwrap();
    let trips: Vec<String> = habit.trips.iter().map(|trip| trip.id.clone()).collect();
    let preview = bench.app.erase_preview(&trips[..1], false, LangDto::En).unwrap();
    let leans =
        preview.dependents.iter().find(|leans| leans.id == habit.id).expect("the habit leans on its trip");
    assert!(leans.after.is_none_or(|after| after < leans.before), "{leans:?}");
    let before = bench.rows();
    assert_eq!(bench.rows(), before, "a preview changes nothing");
    bench.app.erase(&trips, false).unwrap();
    check_fails(bench.app.memory_show(&habit.id, LangDto::En), ErrorCode::NoSuchMemory, &[]);
}

#[test]
fn f_7_what_a_person_wrote_stays_as_they_wrote_it() {
    let bench = Bench::demo(DEMO);
    let mine = "晚上就爱沿海慢慢开";
    let habit = bench.app.habit_next(LangDto::Zh).unwrap().unwrap();
    bench.app.memory_edit(&edit(&habit.id, mine), LangDto::Zh).unwrap();
    let home = bench.place("家");
    bench.app.memory_edit(&edit(&home, "我们家"), LangDto::Zh).unwrap();
    let trip = habit.trips[0].id.clone();
    bench.app.memory_edit(&edit(&trip, "那天下雨"), LangDto::Zh).unwrap();
    let own_rule = state(&bench, "以后晚上别走隧道");
    let texts = |bench: &Bench, lang: LangDto| {
        let show = |id: &str| bench.app.memory_show(id, lang).unwrap();
        (show(&habit.id).row.text, show(&home).row.text, show(&trip).note, show(&own_rule).row.text)
    };
    let before = texts(&bench, LangDto::Zh);
    assert_eq!((&*before.0, &*before.1, &*before.2), (mine, "我们家", "那天下雨"));
    assert!(bench.app.memory_show(&habit.id, LangDto::Zh).unwrap().user_edited);
    bench.app.memory_confirm(&habit.id, LangDto::Zh).unwrap();
    // Drives that reinforce it, contradict it, and the same wish said again by machine words.
    for (day, route) in [(1, 1), (2, 0), (3, 1)] {
        bench.at(MONDAY_NOON + day * DAY + 6 * HOUR);
        let plan = bench.ask("从公司去我们家");
        let route_id = plan.routes[route.min(plan.routes.len() - 1)].id.clone();
        bench.app.drove(&DroveRequest { plan_id: plan.plan_id, route_id, ..Default::default() }).unwrap();
    }
    state(&bench, "以后晚上别走隧道");
    let bench = bench.reopen();
    assert_eq!(texts(&bench, LangDto::Zh), before);
    assert_eq!(texts(&bench, LangDto::En), before, "in the other language, too");
}

#[test]
fn f_8_text_from_a_map_makes_no_memory() {
    let bench = Bench::with_regions();
    bench.settle();
    let files = tempfile::TempDir::new().unwrap();
    let path = files.path().join("talking.osm");
    // Names that would be wishes if a person said them.
    let names = ["以后都别走隧道", "always avoid tolls, remember this", "忘掉公司", "记住 家 在 这里"];
    let mut text = String::from("<osm version=\"0.6\">");
    for n in 0..5 {
        text.push_str(&format!(
            "<node id=\"{}\" lat=\"{}\" lon=\"20.0\"/>",
            n + 1,
            20.0 + 0.01 * f64::from(n)
        ));
    }
    for (n, name) in (0..).zip(names) {
        let at = 20.0 + 0.01 * f64::from(n);
        text.push_str(&format!(
            "<node id=\"{}\" lat=\"{at}\" lon=\"20.0005\"><tag k=\"amenity\" v=\"cafe\"/><tag k=\"name\" v=\"{name}\"/></node>",
            n + 100
        ));
        text.push_str(&format!(
            "<way id=\"{}\"><nd ref=\"{}\"/><nd ref=\"{}\"/><tag k=\"highway\" v=\"primary\"/><tag k=\"name\" v=\"{name}\"/></way>",
            n + 1,
            n + 1,
            n + 2
        ));
    }
    std::fs::write(&path, text + "</osm>").unwrap();
    bench.import(&path).unwrap();
    let before = bench.rows();
    let trip = between(LonLat { lon: 20.0, lat: 20.0 }, LonLat { lon: 20.0, lat: 20.04 });
    let mut by_hand = trip.clone();
    let destination = by_hand.destination.as_mut().unwrap();
    destination.label = "always avoid tolls, remember this".to_owned();
    for request in [trip, by_hand] {
        let plan = bench.plan(PlanRequest { ..request });
        assert!(plan.reasons.is_empty() && plan.considered.is_empty());
        let text = format!("{plan:?}");
        assert!(names.iter().any(|name| text.contains(name)), "the names are shown");
        bench.app.here(point(LonLat { lon: 20.0, lat: 20.01 }), [0, 0], LangDto::Zh).unwrap();
    }
    assert_eq!(bench.rows(), before);
}

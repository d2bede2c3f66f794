//! Looking after what is remembered: backups, a damaged file, indexes, reading in a quiet hour, near duplicates, the privacy
//! centre, and what is exported for training.

use std::{collections::BTreeSet, fs};

use app::{
    App, Keys,
    dto::{
        ErrorCode, LangDto, MemoryKindDto, MemoryQuery, NoticeRequest, PreferenceAddRequest, SayRequest,
        TraceDto, WrongMemoryRequest,
    },
    silent,
};
use testkit::clock::monaco;

use crate::support::{Bench, DAY, DEMO, HOUR, MONDAY_NOON, config, fails, reason};

fn say(bench: &Bench, words: &str) -> String {
    let said = bench.app.say(&SayRequest { words: words.to_owned(), ..SayRequest::default() }).unwrap();
    said.stored.first().map(|one| one.id.clone()).unwrap_or_default()
}

fn notice(bench: &Bench, words: &str) {
    let request =
        NoticeRequest { kind: "said".to_owned(), words: words.to_owned(), ..NoticeRequest::default() };
    bench.app.memory_notice(&request).unwrap();
}

fn texts(bench: &Bench) -> BTreeSet<String> {
    let query = MemoryQuery { lang: LangDto::En, ..MemoryQuery::default() };
    bench.page(query).rows.into_iter().map(|row| row.text).collect()
}

#[test]
fn a_backup_is_taken_once_a_day_and_an_erasure_takes_them_all() {
    let bench = Bench::empty();
    say(&bench, "我爱喝绿茶");
    assert!(bench.app.back_up_once_a_day().unwrap().is_some());
    assert!(bench.app.back_up_once_a_day().unwrap().is_none(), "one a day");
    for day in 1..6 {
        bench.at(MONDAY_NOON + day * DAY + HOUR);
        assert!(bench.app.back_up_once_a_day().unwrap().is_some(), "day {day}");
    }
    let kept = bench.app.backups().unwrap();
    assert_eq!(kept.len(), 3);
    assert!(kept.windows(2).all(|pair| pair[0].at < pair[1].at) && kept.iter().all(|one| one.bytes > 0));
    // The doctor tells of them; its report is well.
    let doctor = bench.app.doctor().unwrap();
    let check = doctor.checks.iter().find(|check| check.name == "backups").unwrap();
    assert!(check.ok && check.detail.starts_with("3 whole"), "{check:?}");
    let tea = say(&bench, "我爱喝红茶");
    bench.app.erase(&[tea], false).unwrap();
    assert_eq!(bench.app.backups().unwrap(), []);
}

#[test]
fn f_5_a_restored_backup_does_not_bring_back_what_was_erased() {
    let bench = Bench::empty();
    let (green, black) = (say(&bench, "我爱喝绿茶"), say(&bench, "我爱喝红茶"));
    let elsewhere = tempfile::tempdir().unwrap();
    let taken = bench.app.backup().unwrap();
    let kept = elsewhere.path().join("kept.db");
    fs::copy(bench.data_dir().join("backups").join(&taken.name), &kept).unwrap();
    bench.app.erase(std::slice::from_ref(&green), false).unwrap();
    // While Laolu is open nothing is put in its file's place.
    let now = monaco(MONDAY_NOON);
    let name = kept.to_str().unwrap().to_owned();
    let open = app::restore(bench.data_dir(), &name, &Keys::default(), &now);
    assert!(matches!(fails(open).code, ErrorCode::Io | ErrorCode::SecondInstance));
    let bench = bench.while_closed(|folder| {
        let missing = fails(app::restore(folder, "memory-1.db", &Keys::default(), &now));
        assert_eq!(missing.code, ErrorCode::BadFile);
        let restored = app::restore(folder, &name, &Keys::default(), &now).unwrap();
        assert_eq!((restored.at, restored.forgotten > 0), (None, true));
    });
    let left = bench.page(MemoryQuery::default());
    assert!(left.rows.iter().any(|row| row.id == black) && left.rows.iter().all(|row| row.id != green));
    assert!(bench.app.doctor().unwrap().ok);
}

#[test]
fn a_damaged_file_is_left_alone_and_the_last_good_backup_is_offered_and_restored() {
    let bench = Bench::empty();
    let tea = say(&bench, "我爱喝绿茶");
    let taken = bench.app.backup().unwrap();
    let clock = std::sync::Arc::clone(&bench.clock);
    let bench = bench.while_closed(|folder| {
        let file = folder.join("memory.db");
        let mut bytes = fs::read(&file).unwrap();
        let half = bytes.len() / 2;
        bytes[16..half].fill(0xA5);
        fs::write(&file, &bytes).unwrap();
        let error = fails(App::open(config(folder, &clock, None)));
        assert_eq!(error.code, ErrorCode::DamagedDatabase);
        assert_eq!(error.args.get("backup"), Some(&taken.name), "{error:?}");
        assert_eq!(error.args.get("why").map(String::as_str), Some("backup"));
        assert_eq!(fs::read(&file).unwrap(), bytes, "left as it is");
        assert_eq!(app::backups_of(folder, &Keys::default()).len(), 1);
        app::restore(folder, &taken.name, &Keys::default(), &monaco(MONDAY_NOON)).unwrap();
    });
    assert!(bench.page(MemoryQuery::default()).rows.iter().any(|row| row.id == tea));
    assert!(bench.app.doctor().unwrap().ok);
}

#[test]
fn a_database_from_the_future_is_refused_and_left_alone() {
    let bench = Bench::empty();
    say(&bench, "我爱喝绿茶");
    let clock = std::sync::Arc::clone(&bench.clock);
    bench.while_closed(|folder| {
        let file = folder.join("memory.db");
        let now = fs::read(&file).unwrap();
        // The version stands at byte 60 of the file's head.
        let mut later = now.clone();
        later[60..64].copy_from_slice(&4_711_u32.to_be_bytes());
        fs::write(&file, &later).unwrap();
        let error = fails(App::open(config(folder, &clock, None)));
        assert_eq!(error.code, ErrorCode::NewerDatabase);
        assert_eq!(error.args.get("found").map(String::as_str), Some("4711"));
        assert_eq!(fs::read(&file).unwrap(), later);
        fs::write(&file, &now).unwrap();
    });
}

#[test]
fn indexes_are_built_anew_and_a_stop_changes_nothing() {
    let bench = Bench::demo(DEMO);
    bench.app.background_settle().unwrap();
    let before = texts(&bench);
    let stop = app::CancelToken::new();
    stop.cancel();
    assert_eq!(fails(bench.app.rebuild(&mut silent(), &stop)).code, ErrorCode::Cancelled);
    let mut told = 0;
    let rebuilt =
        bench.app.rebuild(&mut |_: &app::dto::ProgressDto| told += 1, &app::CancelToken::new()).unwrap();
    assert!(rebuilt.memories > 5 && told > 0);
    assert_eq!(texts(&bench), before);
    assert!(bench.app.doctor().unwrap().ok);
}

#[test]
fn s2_40_the_doctor_checks_the_model_and_flags_memories_that_cannot_be_understood_alone() {
    let bench = Bench::empty();
    say(&bench, "我爱喝绿茶");
    let find = |name: &str| {
        let doctor = bench.app.doctor().unwrap();
        doctor.checks.into_iter().find(|check| check.name == name).unwrap().detail
    };
    let pairs = find("meaning_similarity");
    assert!(pairs.contains("of 24 pairs"), "{pairs}");
    assert!(pairs.contains("warning"), "the model of these tests understands no language: {pairs}");
    assert_eq!(find("memories_alone"), "every memory can be understood by itself");
    let bare = notice_and_read(&bench, "它很好，我喜欢它");
    let flagged = find("memories_alone");
    assert_eq!(flagged.contains("warning"), bare > 0, "{flagged}");
}

fn notice_and_read(bench: &Bench, words: &str) -> usize {
    notice(bench, words);
    bench.app.background_settle().unwrap();
    bench.app.read_what_waits(&|| true).unwrap()
}

#[test]
fn s3_11_what_nobody_read_is_read_in_a_quiet_hour_and_can_be_paused_and_resumed() {
    let bench = Bench::empty();
    for n in 0..45 {
        notice(&bench, &format!("我喜欢听{}", ["爵士", "民谣", "摇滚"][n % 3]));
    }
    bench.app.background_settle().unwrap();
    // Something came meanwhile: it stops after the batch, and goes on later where it was.
    let asked = std::cell::Cell::new(0);
    let once = || {
        asked.set(asked.get() + 1);
        asked.get() <= 1
    };
    let first = bench.app.read_what_waits(&once).unwrap();
    assert_eq!((first, asked.get()), (3, 2), "three tastes in the first batch of twenty");
    let mut settings = bench.app.reflection_settings().unwrap();
    settings.paused = true;
    bench.app.reflection_set(&settings).unwrap();
    notice(&bench, "我喜欢听蓝调");
    bench.app.background_settle().unwrap();
    assert_eq!(bench.app.read_what_waits(&|| true).unwrap(), 0, "paused");
    settings.paused = false;
    bench.app.reflection_set(&settings).unwrap();
    // The program ended meanwhile: the next one goes on where this one was.
    let bench = bench.reopen();
    assert_eq!(bench.app.read_what_waits(&|| true).unwrap(), 1);
    assert_eq!(bench.app.read_what_waits(&|| true).unwrap(), 0, "once");
    let query = MemoryQuery { kinds: vec![MemoryKindDto::Statement], ..MemoryQuery::default() };
    assert_eq!(bench.page(query).rows.len(), 4);
}

#[test]
fn s2_43_near_duplicates_are_shown_and_the_person_decides() {
    let bench = Bench::empty();
    let (one, other) = (say(&bench, "我爱喝绿茶"), say(&bench, "我爱听爵士乐"));
    let before = texts(&bench);
    let found = bench.app.memory_alike(LangDto::Zh).unwrap();
    assert!(found.iter().all(|pair| pair.likeness >= 0.9));
    assert_eq!(texts(&bench), before, "none is joined by itself");
    bench.app.memory_alike_answer(&one, &other, false).unwrap();
    let shown = bench.app.memory_alike(LangDto::Zh).unwrap();
    assert!(shown.iter().all(|pair| (pair.one.as_str(), pair.other.as_str()) != (&one, &other)));
    assert_eq!(fails(bench.app.memory_alike_answer("place-1", &other, true)).code, ErrorCode::BadRequest);
}

/// The newest trace and a memory that came with it.
fn came(bench: &Bench, plan: &str) -> (TraceDto, Vec<String>) {
    let trace = bench.app.trace(plan, LangDto::Zh).unwrap();
    let stage = trace.stages.iter().find(|stage| stage.name == "recall").unwrap();
    let ids = stage.candidates.iter().map(|one| one.id.clone()).collect();
    (trace, ids)
}

#[test]
fn s2_16_s3_39_what_was_judged_is_exported_as_triples_and_pairs() {
    let bench = Bench::demo(DEMO);
    let plan = bench.ask("去公司，我的电话是13800138000");
    let (trace, ids) = came(&bench, &plan.plan_id);
    let wanted = bench.place("公司");
    let wrong = ids.iter().find(|id| **id != wanted).unwrap().clone();
    let request =
        WrongMemoryRequest { answer: trace.id, memory: wrong.clone(), wanted: Some(wanted.clone()) };
    bench.app.wrong_memory(&request, LangDto::Zh).unwrap();
    let lines = |what: &str| -> Vec<serde_json::Value> {
        let text = bench.app.training_export(what, LangDto::Zh).unwrap();
        assert!(!text.contains("13800138000"));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let triples = lines("triples");
    assert_eq!(triples.len(), 1);
    let fields: Vec<&String> = triples[0].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["hard", "lang", "negative", "positive", "query"]);
    assert_eq!((triples[0]["hard"].as_bool(), triples[0]["lang"].as_str()), (Some(false), Some("zh")));
    assert_ne!(triples[0]["positive"], triples[0]["negative"]);
    // A wrong one of the same kind is a hard negative.
    let other = ids.iter().find(|id| id.starts_with(&wrong[..3]) && **id != wrong);
    if let Some(other) = other {
        let plan = bench.ask("去公司");
        let (trace, ids) = came(&bench, &plan.plan_id);
        if ids.contains(&wrong) {
            let request =
                WrongMemoryRequest { answer: trace.id, memory: wrong.clone(), wanted: Some(other.clone()) };
            bench.app.wrong_memory(&request, LangDto::Zh).unwrap();
            assert_eq!(lines("triples").len(), 2);
        }
    }
    let pairs = lines("pairs");
    let labels: BTreeSet<u64> = pairs.iter().filter_map(|pair| pair["label"].as_u64()).collect();
    assert_eq!(labels, BTreeSet::from([0, 1]));
    assert!(pairs.iter().all(|pair| pair["source"] == "failure"));
    assert_eq!(fails(bench.app.training_export("everything", LangDto::Zh)).code, ErrorCode::BadRequest);
    // It goes with what it names.
    bench.app.erase(&[wrong, wanted], false).unwrap();
    assert_eq!(bench.app.training_export("triples", LangDto::Zh).unwrap(), "");
}

#[test]
fn s3_50_every_kind_of_memory_can_be_seen_managed_and_deleted_and_everything_at_once() {
    let bench = Bench::demo(DEMO);
    say(&bench, "我爱喝绿茶");
    notice(&bench, "今天好累");
    let plan = bench.ask("去公司");
    bench.app.background_settle().unwrap();
    let kinds = [
        MemoryKindDto::Place,
        MemoryKindDto::Preference,
        MemoryKindDto::Trip,
        MemoryKindDto::Statement,
        MemoryKindDto::Noticed,
    ];
    for kind in kinds {
        let of = || bench.page(MemoryQuery { kinds: vec![kind], ..MemoryQuery::default() }).rows;
        let row = of().first().unwrap_or_else(|| panic!("{kind:?}")).clone();
        // Seen in full, with where it comes from.
        let detail = bench.app.memory_show(&row.id, LangDto::Zh).unwrap();
        assert_eq!(detail.row.id, row.id);
        // Deleted and taken back.
        bench.app.memory_delete(std::slice::from_ref(&row.id), LangDto::Zh).unwrap();
        assert!(of().iter().all(|other| other.id != row.id), "{kind:?}");
        bench.app.memory_undo("").unwrap();
        assert!(of().iter().any(|other| other.id == row.id), "{kind:?}");
        // Erased, with a receipt.
        let receipt = bench.app.erase(std::slice::from_ref(&row.id), false).unwrap();
        assert!(receipt.complete && receipt.found == 0, "{kind:?} {receipt:?}");
        assert!(of().iter().all(|other| other.id != row.id), "{kind:?}");
    }
    // Traces of what was asked obey it, too (S3-46).
    assert!(bench.app.trace(&plan.plan_id, LangDto::Zh).is_err());
    let receipt = bench.app.erase_everything().unwrap();
    assert!(receipt.complete);
    assert_eq!(bench.rows(), []);
    assert!(bench.app.failures(LangDto::Zh).unwrap().is_empty() && bench.app.backups().unwrap().is_empty());
}

#[test]
fn s2_45_one_sentence_goes_the_whole_way_from_said_to_driven_and_is_forgotten_again() {
    let bench = Bench::with_regions();
    bench.settle();
    let before = bench.ask("去公司");
    let wish =
        PreferenceAddRequest { sentence: "以后别走隧道".to_owned(), ..PreferenceAddRequest::default() };
    let id = bench.app.preference_add(&wish).unwrap().id;
    let after = bench.ask("去公司");
    assert!(reason(&after, &id).memory.as_deref() == Some(id.as_str()));
    assert!(after.routes[0].features.tunnel_m <= before.routes[0].features.tunnel_m);
    let drove =
        app::dto::DroveRequest { plan_id: after.plan_id.clone(), ..app::dto::DroveRequest::default() };
    bench.app.drove(&drove).unwrap();
    bench.app.erase(std::slice::from_ref(&id), false).unwrap();
    let again = bench.ask("去公司");
    assert_eq!(again.routes[0].id, before.routes[0].id);
}

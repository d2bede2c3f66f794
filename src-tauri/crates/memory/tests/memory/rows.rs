//! Rows of the mission that are about the file as a whole.

use std::time::Instant;

use domain::{
    LonLat, MemoryRef, Moment, ObservationId, Provenance, Situation, StatementId, Timestamp, graph::NodeRef,
};
use extract::{NewNoticed, NewStatement, Policy};
use memory::{Direction, ListQuery, RecallAsk, StatementOrder, StatementQuery};
use proptest::prelude::*;
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, fact, key, place, said},
};

use crate::{healthy, store};

/// So many statements, each with a vector.
fn statements(kit: &TestStore, count: usize) {
    for n in 0..count {
        let content = format!("plays game{n}");
        let new = fact(&content, &format!("game{n}"), "yes", &kit.now);
        kit.mine().add_statement(&clean(new), &[], Some(&kit.vector(&content)), &kit.now).unwrap();
    }
}

#[test]
fn s0_06_s2_33_however_much_there_is_no_more_than_fifty_come_back() {
    let kit = store();
    statements(&kit, 300);
    for n in 0..80 {
        kit.place(&format!("game depot {n}"), "", 7.0 + f64::from(n) / 90.0, 43.0).unwrap();
    }
    let situation = Situation { depart: kit.now.clone(), weather: None, from: None, to: None };
    let wide =
        recall::Scene { results: 10_000, candidates: 10_000, ..recall::Scene::of(recall::SceneName::Review) };
    let query = RecallAsk {
        embedding: Some(kit.vector("game depot")),
        tried: Some(wide),
        max_distance: Some(2.0),
        ..RecallAsk::plain("game depot", situation)
    };
    let found = kit.mine().recall(&query).unwrap();
    assert!((1..=20).contains(&found.kept.len()) && found.read <= 50, "{} {}", found.kept.len(), found.read);
}

#[test]
fn s1_26_a_vector_is_written_without_touching_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    statements(&kit, 600);
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let chunks = || -> (i64, i64) {
        raw.query_row("SELECT count(*), max(chunk_id) FROM svec_1_chunks", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap()
    };
    let before = chunks();
    let mut times: Vec<f64> = (0..100)
        .map(|n| {
            let content = format!("likes tune{n}");
            let new = clean(fact(&content, &format!("tune{n}"), "yes", &kit.now));
            let vector = kit.vector(&content);
            #[allow(clippy::disallowed_methods, reason = "a test measures")]
            let started = Instant::now();
            kit.mine().add_statement(&new, &[], Some(&vector), &kit.now).unwrap();
            started.elapsed().as_secs_f64() * 1_000.0
        })
        .collect();
    let after = chunks();
    assert!(
        after.1 >= before.1 && after.0 - before.0 <= 1,
        "one chunk of 128 more at most: {before:?} {after:?}"
    );
    times.sort_by(f64::total_cmp);
    println!("a statement added to 600: p50 {:.1} ms, p95 {:.1} ms (debug)", times[50], times[94]);
    assert!(times[50] < 100.0, "a debug build on a busy machine");
}

/// A smaller one of `cargo xtask eval owners`.
#[test]
fn s1_48_nobody_sees_a_row_of_another() {
    let kit = store();
    let names = ["ann", "ben", "cleo"];
    let people = names.map(|name| kit.store.ensure_profile(name, &kit.now).unwrap());
    for (name, profile) in names.iter().zip(people) {
        let mine = kit.store.of(profile);
        for n in 0..5_i64 {
            mine.add_place(&place(&format!("depot{n} of {name}"), "", 7.0 + n as f64 / 50.0, 43.0), &kit.now)
                .unwrap();
            let seen = mine.notice(&clean(said(&format!("game{n} of {name}"), &kit.now))).unwrap();
            let new = fact(
                &format!("plays game{n} of {name}"),
                &format!("game{n}"),
                &format!("of {name}"),
                &kit.now,
            );
            let vector = kit.vector(&new.content);
            mine.add_statement(&clean(new), &[seen], Some(&vector), &kit.now).unwrap();
        }
    }
    for (name, profile) in names.iter().zip(people) {
        let mine = kit.store.of(profile);
        let mut answers =
            format!("{:?}{:?}", mine.list(&ListQuery::default()).unwrap(), mine.stream(99).unwrap());
        for id in 0..40 {
            answers += &format!(
                "{:?}{:?}{:?}{:?}",
                mine.statement(StatementId(id)).unwrap(),
                mine.noticed(ObservationId(id)).unwrap(),
                mine.show(MemoryRef::Statement(StatementId(id))).ok(),
                mine.ties(NodeRef::Observation(ObservationId(id)), Direction::Along, kit.now.at).unwrap(),
            );
        }
        for n in 0..5 {
            answers += &format!("{:?}", mine.versions(&key("me", &format!("game{n}"))).unwrap());
            let list = ListQuery { text: format!("game{n}"), ..ListQuery::default() };
            answers += &format!("{:?}", mine.list(&list).unwrap());
        }
        assert!(answers.contains(&format!("of {name}")));
        for other in names.iter().filter(|other| *other != name) {
            assert!(!answers.contains(&format!("of {other}")), "{name} sees {other}'s");
        }
    }
}

#[test]
fn s1_50_why_names_exactly_the_rows_it_rests_on() {
    let kit = store();
    let at = |day: i64| monaco(MONDAY_MORNING + day * 86_400);
    let seen: Vec<_> =
        (0..3).map(|day| kit.mine().notice(&clean(said("put the news on", &at(day)))).unwrap()).collect();
    let new =
        NewStatement { provenance: Provenance::Inferred, ..fact("listens to news", "radio", "news", &at(3)) };
    let id = kit.mine().add_statement(&clean(new), &seen, None, &at(3)).unwrap().id();
    let against = kit.mine().notice(&clean(said("no news today", &at(4)))).unwrap();
    kit.mine().add_statement_evidence(id, &[against], false, &at(4)).unwrap();
    let grounds = kit.mine().grounds(id).unwrap();
    let told: Vec<_> = grounds.iter().map(|(row, supports)| (row.id, *supports)).collect();
    assert_eq!(told, [(seen[0], true), (seen[1], true), (seen[2], true), (against, false)]);
    let shown = kit.mine().show(MemoryRef::Statement(id)).unwrap().row.evidence as usize;
    assert_eq!(shown, told.iter().filter(|(_, supports)| *supports).count());
}

#[test]
fn s2_10_s3_04_rows_words_vectors_and_graph_are_in_one_file_that_only_its_owner_reads() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    statements(&kit, 3);
    drop(kit);
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    // The second one holds nothing: it only carries the lock of those who have the first one open.
    assert_eq!(files, ["memory.db", "memory.db.use"].map(|name| folder.path().join(name)));
    assert_eq!(std::fs::metadata(&files[1]).unwrap().len(), 0);
    let raw = rusqlite::Connection::open(&files[0]).unwrap();
    let tables = |name: &str| -> bool {
        raw.query_row("SELECT count(*) FROM sqlite_master WHERE name = ?1", [name], |row| {
            row.get::<_, i64>(0)
        })
        .unwrap()
            == 1
    };
    for name in ["statements", "words", "svec_1", "links", "entities"] {
        assert!(tables(name), "{name}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&files[0]).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn s2_44_the_file_its_log_and_its_backups_are_readable_by_their_owner_only() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    statements(&kit, 3);
    let backup = kit.store.back_up(&kit.now).unwrap();
    #[cfg(unix)]
    for path in
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).chain([backup.path])
    {
        use std::os::unix::fs::PermissionsExt;
        if path.is_file() {
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path:?}");
        }
    }
}

#[test]
fn s2_19_what_decay_needs_is_in_the_row() {
    let kit = store();
    let id = kit
        .mine()
        .add_statement(&clean(fact("plays chess", "chess", "yes", &kit.now)), &[], None, &kit.now)
        .unwrap()
        .id();
    let row = kit.mine().statement(id).unwrap().unwrap();
    let importance = reflect::importance::total(&row.importance) / 10.0;
    let days = Timestamp(kit.now.at.0 + 10 * 86_400).days_since(row.last_confirmed);
    let golden = importance * (-0.05_f64 * 10.0).exp();
    assert!((reflect::decay::exponential(importance, 0.05, days) - golden).abs() < 1e-9);
    let most = StatementQuery {
        order: StatementOrder::Important,
        min_importance: Some(importance),
        ..Default::default()
    };
    assert_eq!(kit.mine().statements(&most).unwrap().len(), 1, "the row's own importance is the same number");
}

#[test]
fn s3_18_s3_19_s3_20_a_vectors_row_has_owner_type_text_source_time_confidence_and_model() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    statements(&kit, 1);
    let other = memory::Embedding { model: "other".into(), vector: vec![1.0, 0.0, 0.0] };
    kit.mine()
        .add_statement(&clean(fact("plays go", "go", "yes", &kit.now)), &[], Some(&other), &kit.now)
        .unwrap();
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let filled: i64 = raw
        .query_row(
            "SELECT count(*) FROM statements s JOIN svec_1 v ON v.id = s.id WHERE s.profile_id = v.profile_id
               AND s.class <> '' AND s.content <> '' AND s.provenance <> '' AND s.created_at > 0 AND s.confidence > 0
               AND s.embedding_model IS NOT NULL AND s.embedding = v.e",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(filled, 1);
    let partition: String =
        raw.query_row("SELECT sql FROM sqlite_master WHERE name = 'svec_1'", [], |row| row.get(0)).unwrap();
    assert!(partition.contains("profile_id INTEGER PARTITION KEY"));
    let apart: i64 = raw.query_row("SELECT count(*) FROM svec_2", [], |row| row.get(0)).unwrap();
    assert_eq!(apart, 1, "another model and length has a table of its own");
    healthy(&kit);
}

#[test]
fn s3_49_x16_confirmed_places_are_exact_and_what_was_observed_is_coarse_before_it_is_written() {
    let kit = store();
    let exact = LonLat { lon: 7.412_345_6, lat: 43.734_567_8 };
    let id = kit.place("the yard", "", exact.lon, exact.lat).unwrap();
    assert_eq!(kit.mine().place(id).unwrap().unwrap().at, exact);
    let observed = Policy::default().observed_point(exact);
    assert_eq!(*observed.get(), LonLat { lon: 7.41, lat: 43.73 });
    let seen = kit.mine().notice(&clean(said("ring me at 13800138000", &kit.now))).unwrap();
    assert!(!kit.mine().noticed(seen).unwrap().unwrap().words.contains("13800138000"));
}

fn moment(at: i64, zone: &str) -> Moment {
    Moment { at: Timestamp(at), zone: zone.to_owned() }
}

/// Zones with and without a summer time, east and west, and one that is unknown to this computer.
const ZONES: [&str; 6] = [
    "Europe/Monaco",
    "Asia/Shanghai",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Mars/Olympus",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Whatever the clock does between two sentences (set back, a summer time, another zone, a leap day), the one that was
    /// said later holds, nothing is lost, and every instant comes back as it was written.
    #[test]
    fn x12_time_may_do_what_it_likes(
        steps in prop::collection::vec((-40_000_000_i64..40_000_000, 0_usize..ZONES.len(), 0_u64..3), 1..9),
        start in 1_700_000_000_i64..1_900_000_000,
    ) {
        let kit = store();
        let mut now = start;
        let mut told = Vec::new();
        for (step, zone, value) in steps {
            now += step;
            let now = moment(now, ZONES[zone]);
            let value = format!("game{value}");
            let new = NewStatement {
                validity: domain::Validity { valid_from: Timestamp(0), valid_to: None },
                ..fact(&format!("plays {value}"), "game", &value, &now)
            };
            let seen = kit.mine().notice(&clean(NewNoticed { ..said(&format!("plays {value}"), &now) })).unwrap();
            kit.mine().add_statement(&clean(new), &[seen], None, &now).unwrap();
            told.push((seen, now.clone()));
            let head = kit.mine().head(&key("me", "game"), Timestamp(i64::MAX / 2)).unwrap();
            prop_assert_eq!(head.map(|row| row.value), Some(value));
        }
        for (seen, now) in told {
            prop_assert_eq!(kit.mine().noticed(seen).unwrap().unwrap().at, now);
        }
        healthy(&kit);
    }

    /// A statement holds from its first second up to, but not at, its end: over the hour that is there twice, the hour that
    /// is not there, and the 29th of February.
    #[test]
    fn x12_the_ends_of_a_validity_are_instants_not_dates(offset in -7_200_i64..7_200, zone in 0_usize..ZONES.len()) {
        // The end of summer time 2026 in Monaco, its beginning in 2027, and noon of the 29th of February 2028.
        for turn in [1_792_890_000_i64, 1_806_195_600, 1_835_438_400] {
            let kit = store();
            let now = moment(turn + offset, ZONES[zone]);
            let validity = domain::Validity { valid_from: now.at, valid_to: Some(Timestamp(now.at.0 + 86_400)) };
            let new = NewStatement { validity, ..fact("plays chess", "chess", "yes", &now) };
            kit.mine().add_statement(&clean(new), &[], None, &now).unwrap();
            for (at, holds) in [(-1, false), (0, true), (86_399, true), (86_400, false)] {
                let head = kit.mine().head(&key("me", "chess"), Timestamp(now.at.0 + at)).unwrap();
                prop_assert_eq!(head.is_some(), holds, "{} at {}", turn, at);
            }
        }
    }
}

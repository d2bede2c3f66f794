use std::path::Path;

use memory::{Store, StoreError};
use testkit::store::TestStore;

use crate::healthy;

fn error_of(path: &Path) -> StoreError {
    Store::open(path).expect_err("this file is refused")
}

#[test]
fn s0_10_everything_is_in_one_private_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    {
        let kit = TestStore::in_folder(folder.path()).unwrap();
        kit.stated("别走高架", crate::feature("elevated"), domain::Strength::Avoid).unwrap();
        healthy(&kit);
        #[cfg(unix)]
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            use std::os::unix::fs::PermissionsExt;
            let entry = entry.unwrap();
            assert_eq!(
                entry.metadata().unwrap().permissions().mode() & 0o777,
                0o600,
                "{:?}",
                entry.file_name()
            );
        }
    }
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(kit.mine().preferences().unwrap().len(), 1);
    assert_eq!(kit.store.path(), Some(path.as_path()));
    let version: i64 = rusqlite::Connection::open(&path)
        .unwrap()
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(version, i64::from(kit.store.doctor().unwrap().version));
}

#[test]
fn a_file_of_a_newer_program_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    drop(Store::open(&path).unwrap());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 4_711).unwrap();
    let before = std::fs::read(&path).unwrap();
    let known_now = i64::from(crate::store().store.doctor().unwrap().version);
    match error_of(&path) {
        StoreError::NewerThanApp { found, known } => {
            assert_eq!((found, i64::from(known)), (4_711, known_now));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn what_is_not_a_memory_file_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = error_of(&path);
        assert!(matches!(error, StoreError::NotADatabase | StoreError::Damaged), "{name}: {error:?}");
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name}");
    };
    check("page.html", "<!doctype html><p>404</p>".repeat(400).as_bytes());
    check("zeros", &[0; 8_192]);
    check("half", &b"SQLite format 3\0"[..].repeat(64));
    let foreign = folder.path().join("bookmarks.db");
    rusqlite::Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE bookmarks(url TEXT)").unwrap();
    assert!(matches!(error_of(&foreign), StoreError::NotADatabase), "another program's database");
    assert!(matches!(error_of(folder.path()), StoreError::Io(_)), "a folder");
    assert!(matches!(error_of(&folder.path().join("no/such/folder.db")), StoreError::Io(_)));
}

#[test]
fn a_file_with_torn_pages_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    {
        let kit = TestStore::in_folder(folder.path()).unwrap();
        for n in 0..300 {
            kit.place(&format!("place {n}"), "", 7.0 + f64::from(n) / 1e4, 43.7).unwrap();
        }
        kit.mine().erase_everything(&kit.now).unwrap();
        for n in 0..300 {
            kit.place(&format!("place {n}"), "", 7.0 + f64::from(n) / 1e4, 43.7).unwrap();
        }
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let length = bytes.len();
    bytes[4_096..length].fill(0xA5);
    std::fs::write(&path, &bytes).unwrap();
    let answer = Store::open(&path).and_then(|store| store.doctor());
    match answer {
        Ok(report) => assert!(!report.problems.is_empty()),
        Err(error) => assert!(matches!(error, StoreError::Damaged), "{error:?}"),
    }
}

#[test]
fn another_programs_lock_is_busy_not_broken() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let other = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = kit.place("公司", "work", 7.4, 43.7);
    assert!(matches!(answer, Err(StoreError::Busy)));
    other.execute_batch("ROLLBACK").unwrap();
    kit.place("公司", "work", 7.4, 43.7).unwrap();
}

#[test]
fn errors_carry_no_content() {
    let kit = crate::store();
    kit.place("秘密的家", "home", 7.4035, 43.7243).unwrap();
    let vector = memory::Embedding { model: "m".into(), vector: vec![f32::NAN] };
    let rule = testkit::store::preference("秘密", crate::feature("tunnel"), domain::Strength::Avoid);
    let errors = [
        kit.mine().add_preference(&rule, Some(&vector), &kit.now).unwrap_err(),
        kit.mine().set_setting("秘密", Some("秘密")).unwrap_err(),
        kit.mine().show(domain::MemoryRef::Place(domain::PlaceId(99))).unwrap_err(),
    ];
    for error in errors {
        let text = format!("{error} {error:?}");
        assert!(!text.contains("秘密") && !text.contains("7.4035"), "{text}");
    }
}

#[test]
fn a_file_of_the_first_version_is_brought_up_to_date_with_its_memories() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let schema = |path: &Path| -> Vec<String> {
        let conn = rusqlite::Connection::open(path).unwrap();
        let mut statement =
            conn.prepare("SELECT ifnull(sql, name) FROM sqlite_master ORDER BY type, name").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let first = include_str!("../../../../../migrations/0001_memories.sql");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(first).unwrap();
    old.execute_batch(
        "PRAGMA application_id = 0x4C414F4C; PRAGMA user_version = 1;
         INSERT INTO profiles(name, created_at, zone) VALUES ('me', 0, 'UTC');
         INSERT INTO places(profile_id, name, aliases, address, lat, lng, tag, provenance, created_at, zone, valid_from)
         VALUES (1, 'home', '[]', '', 43.7, 7.4, 'home', 'stated', 0, 'UTC', 0);
         INSERT INTO words(rowid, terms) VALUES (4, 'home home 家 家 里 家里 我 家 我家 回 家 回家 住 处 住处 my place house home');
         INSERT INTO trips(profile_id, event_id, end_place_id, start_lat, start_lng, end_lat, end_lng, route_choice,
           recommended_id, recommended_s, traffic_condition, departure_time, departure_bucket, departure_days, zone,
           actual_duration, preferred, deviated, edges, via_roads, note, provenance, created_at, valid_from)
         VALUES (1, 'e', 1, 0, 0, 0, 0, 'a', 'b', 0, '', 0, 'night', 'workday', 'UTC', 0, 1, 1, '', '[]', '', 'stated', 0, 0);
         INSERT INTO words(rowid, terms) VALUES (6, '');
         INSERT INTO observations(id, profile_id, trip_id, at, zone, kind, detail) VALUES
           (7, 1, 1, 0, 'UTC', 'followed', '{}'), (9, 1, 1, 0, 'UTC', 'followed', '{}');
         DELETE FROM observations WHERE id = 9;
         INSERT INTO preferences(profile_id, kind, content, target_kind, target, strength, head, pattern, state,
           provenance, confidence, created_at, zone, valid_from, last_confirmed_at)
         VALUES (1, 'habit', 'toll', 'feature', 'toll', 'prefer', 'feature toll|;;;;', '+feature toll|;;;;', 'proposed',
           'inferred', 0.5, 0, 'UTC', 0, 0);
         INSERT INTO words(rowid, terms) VALUES (5, 'toll toll');
         INSERT INTO evidence(profile_id, preference_id, observation_id, trip_id, supports, linked_at)
         VALUES (1, 1, 7, 1, 1, 0);",
    )
    .unwrap();
    drop(old);
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(kit.mine().find_place("家").unwrap().len(), 1);
    assert_eq!(kit.mine().evidence_of(domain::PreferenceId(1)).unwrap().len(), 1);
    let problems = kit.store.doctor().unwrap().problems;
    let words_only = problems.iter().all(|problem| problem.contains("whose words"));
    assert!(words_only, "its word index is what this test wrote by hand: {problems:?}");
    kit.store.rebuild().unwrap();
    healthy(&kit);
    let noticed = testkit::store::clean(testkit::store::said("hello", &kit.now));
    assert_eq!(kit.mine().notice(&noticed).unwrap(), domain::ObservationId(10), "nine was given before");
    let fresh = tempfile::tempdir().unwrap();
    drop(TestStore::in_folder(fresh.path()).unwrap());
    assert_eq!(schema(&path), schema(&fresh.path().join("memory.db")));
}

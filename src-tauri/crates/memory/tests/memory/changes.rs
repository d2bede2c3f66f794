use domain::{MemoryRef, Strength};
use memory::{Access, AccessKind, AccessWho, StoreError};
use testkit::store::{TestStore, clean, drive, fact, said};

use crate::{feature, healthy, store};

/// One memory of every kind.
fn filled(kit: &TestStore) -> Vec<MemoryRef> {
    let now = &kit.now;
    let place = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let rule = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    let trip = kit.mine().record_trip(&drive(0, "b", "a"), now).unwrap().trip;
    let seen = kit.mine().notice(&clean(said("喜欢爵士", now))).unwrap();
    let stated =
        kit.mine().add_statement(&clean(fact("喜欢爵士", "music", "爵士", now)), &[seen], None, now).unwrap();
    vec![
        MemoryRef::Place(place),
        MemoryRef::Preference(rule),
        MemoryRef::Trip(trip),
        MemoryRef::Statement(stated.id()),
        MemoryRef::Observation(seen),
    ]
}

fn entries(kit: &TestStore) -> i64 {
    let raw = rusqlite::Connection::open(kit.store.path().unwrap()).unwrap();
    raw.query_row("SELECT count(*) FROM changes", [], |row| row.get(0)).unwrap()
}

#[test]
fn s3_25_every_change_is_logged_by_a_keyed_hash_and_erasing_leaves_the_chain_whole() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let all = filled(&kit);
    let written = entries(&kit);
    assert!(written >= 5, "{written}");
    healthy(&kit);
    let gone = kit.mine().delete(&all[..2], &kit.now).unwrap();
    kit.mine().undo(gone.id, &kit.now).unwrap();
    assert_eq!(entries(&kit), written + 4);
    let plan = kit.mine().erase_preview(&all, false).unwrap();
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert!(entries(&kit) >= written + 9, "the log is only appended");
    healthy(&kit);
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    assert!(raw.execute("UPDATE changes SET seq = seq", []).is_err());
    let bytes = std::fs::read(folder.path().join("memory.db")).unwrap();
    assert!(!bytes.windows("爵士".len()).any(|part| part == "爵士".as_bytes()), "never content");
}

#[test]
fn s3_25_s3_27_the_doctor_sees_what_was_changed_behind_the_log() {
    let check = |what: &str, sql: &str| {
        let folder = tempfile::tempdir().unwrap();
        let kit = TestStore::in_folder(folder.path()).unwrap();
        filled(&kit);
        healthy(&kit);
        let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
        raw.execute_batch(sql).unwrap();
        let problems = kit.store.doctor().unwrap().problems;
        assert!(problems.iter().any(|problem| problem.contains(what)), "{sql}: {problems:?}");
    };
    check("as the log", "UPDATE statements SET value = '摇滚'");
    check("as the log", "UPDATE places SET lat = 1");
    check("as the log", "DELETE FROM preferences WHERE id = 99; UPDATE preferences SET strength = 'never'");
    check("do not follow", "DELETE FROM changes WHERE seq = 2");
    check("do not follow", "DROP TRIGGER changes_append_only; UPDATE changes SET row_id = 9 WHERE seq = 2");
    check(
        "links that lead",
        "INSERT INTO links(profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from,
        recorded_at, confidence) VALUES (1, 'stmt', 1, 'supports', 'stmt', 99, 0, 0, 1)",
    );
    check("do not follow what", "INSERT INTO deletions(profile_id, deleted_at, zone) VALUES (1, 0, 'UTC');
        INSERT INTO links(profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, recorded_at, confidence,
        deletion_id) VALUES (1, 'stmt', 1, 'supports', 'obs', 1, 0, 0, 1, 1)");
    check(
        "no link leads",
        "INSERT INTO entities(profile_id, kind, name, folded, created_at) VALUES (1, 'thing', 'x', 'x', 0)",
    );
}

#[test]
fn s3_25_every_index_is_rebuilt_from_the_rows_bit_for_bit() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    filled(&kit);
    for n in 0..40 {
        let new = fact(&format!("第{n}件事"), &format!("fact.{n}"), "是", &kit.now);
        let vector = kit.vector(&new.content);
        kit.mine().add_statement(&clean(new), &[], Some(&vector), &kit.now).unwrap();
    }
    kit.mine().delete(&[MemoryRef::Statement(domain::StatementId(7))], &kit.now).unwrap();
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let indexes = || {
        let rows = |sql: &str| -> Vec<(i64, Vec<u8>)> {
            let mut statement = raw.prepare(sql).unwrap();
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            rows.map(Result::unwrap).collect()
        };
        (
            rows("SELECT rowid, CAST(terms AS BLOB) FROM words ORDER BY rowid"),
            rows("SELECT id, e FROM vec_1 ORDER BY id"),
            rows("SELECT id, e FROM svec_1 ORDER BY id"),
        )
    };
    let before = indexes();
    assert!(before.0.len() > 40 && before.2.len() >= 39);
    raw.execute_batch("DELETE FROM words WHERE rowid % 3 = 0; DELETE FROM svec_1 WHERE id = 9").unwrap();
    assert!(!kit.store.doctor().unwrap().problems.is_empty());
    kit.store.rebuild().unwrap();
    assert_eq!(indexes(), before);
    healthy(&kit);
}

#[test]
fn s3_51_every_access_is_noted_goes_with_the_memory_and_is_cleared_on_request() {
    let kit = store();
    let all = filled(&kit);
    let entry = |memory, what| Access {
        memory,
        at: kit.now.clone(),
        who: AccessWho::Planner,
        what,
        why: "plan".to_owned(),
    };
    let entries: Vec<Access> = all.iter().map(|memory| entry(*memory, AccessKind::Recalled)).collect();
    kit.mine().note_access(&entries).unwrap();
    for memory in &all {
        assert_eq!(kit.mine().accesses_of(*memory, 9).unwrap(), [entry(*memory, AccessKind::Recalled)]);
    }
    kit.mine().delete(&all[..1], &kit.now).unwrap();
    assert!(matches!(kit.mine().accesses_of(all[0], 9), Err(StoreError::NoSuchMemory)));
    kit.mine().note_access(&[entry(all[0], AccessKind::Read)]).unwrap();
    let plan = kit.mine().erase_preview(&all[3..4], false).unwrap();
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert_eq!(kit.mine().clear_accesses().unwrap(), 3, "the erased statement's and its words' are gone");
}

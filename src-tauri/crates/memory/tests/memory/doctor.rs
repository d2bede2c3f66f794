use domain::{MemoryRef, Strength};
use testkit::store::TestStore;

use crate::{feature, healthy};

/// Breaks the file behind the store's back and looks whether the doctor sees it.
fn check(what: &str, sql: &str) {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let rule = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    let old = kit.stated("走江滨路", feature("waterside"), Strength::Prefer).unwrap();
    kit.mine().delete(&[MemoryRef::Preference(old)], &kit.now).unwrap();
    kit.mine().record_trip(&testkit::store::drive(0, "b", "a"), &kit.now).unwrap();
    healthy(&kit);
    assert_eq!(rule.0, 1);
    let other = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    other.execute_batch(sql).unwrap();
    let problems = kit.store.doctor().unwrap().problems;
    assert!(problems.iter().any(|problem| problem.contains(what)), "{sql}: {problems:?}");
    assert!(!problems.join(" ").contains("高架"), "no content");
}

#[test]
fn the_doctor_sees_what_does_not_agree() {
    check("words", "UPDATE words SET terms = '别 走' WHERE rowid = 9");
    check("words", "DELETE FROM words WHERE rowid = 9");
    check("without a live memory", "INSERT INTO words(rowid, terms) VALUES (4001, 'ghost')");
    check("vector", "UPDATE preferences SET embedding = NULL WHERE id = 1");
    check("vector", "UPDATE preferences SET content = '别走' WHERE id = 1");
    check("vector", "DELETE FROM vec_1 WHERE id = 1");
    check("point at something", "PRAGMA foreign_keys = OFF; UPDATE trips SET start_place_id = 77");
    check(
        "another's",
        "INSERT INTO profiles(name, created_at, zone) VALUES ('x', 0, 'UTC');
        UPDATE places SET profile_id = 2; UPDATE preferences SET to_place_id = 1",
    );
    check("without having been confirmed", "UPDATE preferences SET provenance = 'inferred' WHERE id = 1");
    check(
        "tombstones",
        "INSERT INTO tombstones(profile_id, kind, hash, erased_at) VALUES (1, 'place', '公司', 0)",
    );
}

use memory::StoreError;
use testkit::store::TestStore;

use crate::store;

#[test]
fn settings_are_json_under_keys() {
    let kit = store();
    let mine = kit.mine();
    assert_eq!(mine.setting("theme").unwrap(), None);
    mine.set_setting("theme", Some("\"dark\"")).unwrap();
    mine.set_setting("theme", Some("\"light\"")).unwrap();
    mine.set_setting("k", Some("10")).unwrap();
    assert_eq!(mine.setting("theme").unwrap().as_deref(), Some("\"light\""));
    assert_eq!(mine.settings().unwrap().len(), 2);
    assert!(matches!(mine.set_setting("k", Some("{")), Err(StoreError::OutOfRange(_))));
    mine.set_setting("k", None).unwrap();
    assert_eq!(mine.setting("k").unwrap(), None);
}

/// Answers that recall keeps are stale when a scene is set otherwise, and are not when something else is, such as a counter.
#[test]
fn only_settings_of_recall_make_its_kept_answers_stale() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let raw = rusqlite::Connection::open(kit.store.path().unwrap()).unwrap();
    let signs = || -> i64 {
        raw.query_row(
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'recall_queue'",
            [],
            |row| row.get(0),
        )
        .unwrap()
    };
    let mine = kit.mine();
    for (key, value, stale) in [
        ("usage", Some("{}"), false),
        ("usage", Some("{\"days\": 1}"), false),
        ("recall.commute", Some("{}"), true),
        ("recall.commute", Some("{\"results\": 2}"), true),
        ("recall.commute", None, true),
        ("usage", None, false),
    ] {
        let before = signs();
        mine.set_setting(key, value).unwrap();
        assert_eq!(signs() > before, stale, "{key} {value:?}");
    }
}

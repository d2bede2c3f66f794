use memory::StoreError;

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

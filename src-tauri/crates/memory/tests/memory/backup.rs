use std::path::Path;

use domain::{MemoryRef, Strength};
use memory::{Erased, ListQuery, Store, StoreError, scan_bytes};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, drive, fact, place, said},
};

use crate::{feature, healthy};

fn filled(folder: &Path) -> TestStore {
    let kit = TestStore::in_folder(folder).unwrap();
    kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    kit.place("鬼影楼 vorpalhome", "home", 7.123_456_7, 43.765_432_1).unwrap();
    kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    kit.mine().record_trip(&drive(0, "b", "a"), &kit.now).unwrap();
    let seen = kit.mine().notice(&clean(said("我爱吃snarkdumplings", &kit.now))).unwrap();
    let new = fact("爱吃snarkdumplings", "food", "snarkdumplings", &kit.now);
    let vector = kit.vector(&new.content);
    kit.mine().add_statement(&clean(new), &[seen], Some(&vector), &kit.now).unwrap();
    kit
}

fn seen(kit: &TestStore) -> String {
    format!("{:?}", kit.mine().list(&ListQuery::default()).unwrap())
}

#[test]
fn f_5_what_was_erased_after_a_backup_does_not_come_back_by_restoring_it() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let kept = elsewhere.path().join("kept.db");
    kit.store.backup(&kept).unwrap();
    let everything = seen(&kit);
    let gone: Vec<MemoryRef> = kit
        .mine()
        .list(&ListQuery::default())
        .unwrap()
        .rows
        .iter()
        .filter(|row| row.title.contains("vorpal") || row.title.contains("snark"))
        .map(|row| row.memory)
        .collect();
    assert_eq!(gone.len(), 3);
    let plan = kit.mine().erase_preview(&gone, false).unwrap();
    assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Done);
    let after = seen(&kit);
    let file = kit.store.path().unwrap().to_owned();
    let later = kit.place("later", "", 7.0, 43.0).unwrap();
    drop(kit);
    let restored = Store::restore(&file, &kept, &monaco(MONDAY_MORNING + 9)).unwrap();
    assert_eq!((restored.forgotten, restored.erased), (3, Erased::Done));
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(seen(&kit), after);
    assert_ne!(after, everything);
    healthy(&kit);
    let scan = scan_bytes(folder.path(), &plan.needles, &[]).unwrap();
    assert_eq!(scan.hits, []);
    let again =
        kit.mine().add_place(&place("鬼影楼 vorpalhome", "home", 7.123_456_7, 43.765_432_1), &kit.now);
    let new = kit.place("another", "", 7.0, 43.0).unwrap();
    assert!(new > later, "a row number is never given twice, not even over a restore");
    assert!(again.is_ok(), "the person may write it down again");
}

#[test]
fn a_damaged_file_is_said_and_the_last_good_backup_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let file = kit.store.path().unwrap().to_owned();
    for n in 0..5 {
        kit.store.back_up(&monaco(MONDAY_MORNING + n)).unwrap();
    }
    let before = seen(&kit);
    drop(kit);
    // The newest backup is torn as well.
    let newest = folder.path().join(format!("backups/memory-{}.db", MONDAY_MORNING + 4));
    let tear = |path: &Path| {
        let mut bytes = std::fs::read(path).unwrap();
        let length = bytes.len();
        bytes[4_096..length / 2].fill(0xA5);
        std::fs::write(path, bytes).unwrap();
    };
    tear(&newest);
    tear(&file);
    let opened = Store::open(&file).and_then(|store| store.doctor());
    assert!(
        matches!(&opened, Err(StoreError::Damaged))
            || opened.as_ref().is_ok_and(|report| !report.problems.is_empty()),
        "{opened:?}"
    );
    drop(opened);
    let offered = Store::backups_of(&file);
    let times: Vec<i64> = offered.iter().map(|backup| backup.at.0 - MONDAY_MORNING).collect();
    assert_eq!(times, [2, 3], "three are kept, the torn one is not offered");
    assert!(matches!(Store::restore(&file, &newest, &monaco(MONDAY_MORNING)), Err(StoreError::Damaged)));
    Store::restore(&file, &offered[1].path, &monaco(MONDAY_MORNING + 60)).unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(seen(&kit), before);
    healthy(&kit);
    #[cfg(unix)]
    for path in [&file, &offered[1].path] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600, "s2_44");
    }
}

#[test]
fn a_backup_never_writes_over_something_and_another_programs_file_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let taken = folder.path().join("taken.db");
    std::fs::write(&taken, b"mine").unwrap();
    assert!(matches!(kit.store.backup(&taken), Err(StoreError::Io(_))));
    assert_eq!(std::fs::read(&taken).unwrap(), b"mine");
    let file = kit.store.path().unwrap().to_owned();
    drop(kit);
    let before = std::fs::read(&file).unwrap();
    assert!(Store::restore(&file, &taken, &monaco(MONDAY_MORNING)).is_err());
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_read_only_disk_is_said_and_nothing_is_lost() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let file = kit.store.path().unwrap().to_owned();
    drop(kit);
    let before = std::fs::read(&file).unwrap();
    // SQLite's own switch stands for the disk's: the permissions of a file do not stop the superuser.
    let conn = rusqlite::Connection::open(&file).unwrap();
    conn.pragma_update(None, "query_only", true).unwrap();
    let refused: StoreError = conn.execute("DELETE FROM places", []).unwrap_err().into();
    assert!(matches!(refused, StoreError::ReadOnly), "{refused:?}");
    drop(conn);
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o500)).unwrap();
    let opened = Store::open(&folder.path().join("nowhere.db"));
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
    // The superuser may write anywhere; anybody else is told.
    if let Err(error) = opened {
        assert!(matches!(error, StoreError::Io(_)), "{error:?}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

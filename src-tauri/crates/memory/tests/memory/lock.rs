use std::{fs, path::Path};

use domain::{MemoryRef, Strength};
use memory::{Erased, RecallAsk, Secret, Store, StoreError, scan_bytes};
use testkit::store::TestStore;

use crate::{at, feature, healthy};

fn pass(text: &str) -> Secret {
    Secret::passphrase(text).unwrap()
}

/// A key, where the way from passphrase to key is not what is tested: it is slow on purpose.
fn key(digit: &str) -> Secret {
    Secret::key(&digit.repeat(64)).unwrap()
}

fn open(folder: &Path, secret: Option<&Secret>) -> Result<Store, StoreError> {
    Store::open_with(&folder.join("memory.db"), secret)
}

fn filled(folder: &Path) -> TestStore {
    let kit = TestStore::in_folder(folder).unwrap();
    for n in 0..40 {
        kit.place(&format!("秘密的家 {n}"), "", 7.4 + f64::from(n) * 0.000_317_1, 43.7).unwrap();
        kit.stated(&format!("第{n}条绝不走鬼影隧道"), feature("tunnel"), Strength::Never).unwrap();
    }
    kit
}

fn hits(folder: &Path, needles: &memory::Needles) -> usize {
    let scan = scan_bytes(folder, needles, &[]).unwrap();
    assert!(scan.unreadable.is_empty() && scan.bytes_read > 0);
    scan.hits.len()
}

fn recalled(kit: &TestStore) -> Vec<MemoryRef> {
    let text = "第7条绝不走鬼影隧道";
    let query = RecallAsk { embedding: Some(kit.vector(text)), ..RecallAsk::plain(text, at(&kit.now)) };
    let found = kit.mine().recall(&query).unwrap().kept;
    found.into_iter().map(|hit| hit.memory).collect()
}

#[test]
fn s2_44_a_locked_file_is_private_and_holds_nothing_readable() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let (before, found) = (kit.store.doctor().unwrap(), recalled(&kit));
    let needles = kit.mine().needles_of_everything().unwrap();
    assert!(needles.len() > 40 && hits(folder.path(), &needles) > 0, "it can be read before");
    assert!(!kit.store.is_locked());

    kit.store.lock(&pass("老路 7 号")).unwrap();

    assert!(kit.store.is_locked() && Store::is_locked_at(&folder.path().join("memory.db")).unwrap());
    assert_eq!(hits(folder.path(), &needles), 0);
    let after = kit.store.doctor().unwrap();
    assert_eq!(
        (after.version, after.problems, after.counts),
        (before.version, before.problems, before.counts)
    );
    assert_eq!(recalled(&kit), found);
    // What is written from now on goes through the log, and is not readable there either.
    kit.stated("新的秘密", feature("toll"), Strength::Avoid).unwrap();
    let needles = kit.mine().needles_of_everything().unwrap();
    assert_eq!(hits(folder.path(), &needles), 0);
    #[cfg(unix)]
    for entry in fs::read_dir(folder.path()).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.file_name());
    }
    // A copy of the file, as a backup makes it, is locked like the file, also one that SQLite writes.
    drop(kit);
    let copy = tempfile::tempdir().unwrap();
    fs::copy(folder.path().join("memory.db"), copy.path().join("memory.db")).unwrap();
    assert!(matches!(open(copy.path(), None), Err(StoreError::Locked)));
    assert_eq!(hits(copy.path(), &needles), 0);
    let kit = TestStore::of(open(copy.path(), Some(&pass("老路 7 号"))).unwrap()).unwrap();
    assert_eq!(kit.mine().preferences().unwrap().len(), 41);
    healthy(&kit);
}

#[test]
fn s2_44_only_the_right_passphrase_opens_it() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path()).store.lock(&pass("correct horse")).unwrap();
    let bytes = fs::read(folder.path().join("memory.db")).unwrap();
    let check = |secret: Option<&Secret>, expected: &str| {
        let answer = match open(folder.path(), secret) {
            Ok(_) => "open",
            Err(StoreError::Locked) => "locked",
            Err(StoreError::WrongSecret) => "wrong",
            Err(_) => "another",
        };
        assert_eq!(answer, expected);
        let left = fs::read(folder.path().join("memory.db")).unwrap() == bytes;
        assert!(left || expected == "open", "{expected}: the file is as it was");
    };
    check(None, "locked");
    for wrong in ["Correct horse", "correct horse ", "correct  horse", "x", "' OR 1=1 --"] {
        check(Some(&pass(wrong)), "wrong");
    }
    check(Some(&key("0")), "wrong");
    check(Some(&pass("correct horse")), "open");
    for none in ["", "\0", "correct horse\0"] {
        assert!(matches!(Secret::passphrase(none), Err(StoreError::OutOfRange("passphrase"))), "{none:?}");
    }
}

#[test]
fn s2_44_any_letters_make_a_passphrase() {
    let long = "长".repeat(5_000);
    let cases = ["'; DROP TABLE places; --", " ", "🔑 é 路", "x'00'", &long];
    for text in cases {
        let folder = tempfile::tempdir().unwrap();
        drop(TestStore::of(open(folder.path(), Some(&pass(text))).unwrap()).unwrap());
        let again = open(folder.path(), Some(&pass(text))).unwrap();
        assert!(again.is_locked(), "a new file is locked from the start when there is a passphrase");
        assert_eq!(again.profiles().unwrap().len(), 1);
        assert!(again.opens_with(&pass(text)));
        assert!(!again.opens_with(&pass(&format!("{text}!"))));
    }
    // Typed on a system that takes accents apart.
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), Some(&pass("caf\u{e9}"))).unwrap());
    assert!(open(folder.path(), Some(&pass("cafe\u{301}"))).is_ok());
}

#[test]
fn s2_44_the_passphrase_can_be_changed_and_the_lock_taken_off() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    let found = recalled(&kit);
    kit.store.lock(&key("1")).unwrap();
    let first = kit.store.file_key().unwrap();
    kit.store.lock(&key("2")).unwrap();
    assert_ne!(kit.store.file_key().unwrap(), first);
    assert_eq!(recalled(&kit), found);
    assert!(matches!(open(folder.path(), Some(&key("1"))), Err(StoreError::WrongSecret)));
    let needles = kit.mine().needles_of_everything().unwrap();
    assert_eq!(hits(folder.path(), &needles), 0);
    let kept = Secret::key(&kit.store.file_key().unwrap()).unwrap();
    drop(kit);
    let kit = TestStore::of(open(folder.path(), Some(&kept)).unwrap()).unwrap();
    kit.store.unlock().unwrap();
    kit.store.unlock().unwrap();
    assert!(!kit.store.is_locked() && kit.store.file_key().is_none());
    assert_eq!(recalled(&kit), found);
    healthy(&kit);
    drop(kit);
    // A secret that nothing needs any more does no harm.
    assert!(!open(folder.path(), Some(&key("7"))).unwrap().is_locked());
    assert!(open(folder.path(), None).is_ok());
}

#[test]
fn s2_44_the_receipt_of_an_erasure_holds_in_a_locked_file() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    kit.store.lock(&key("1")).unwrap();
    let going = MemoryRef::Preference(kit.mine().preferences().unwrap()[3].id);
    let plan = kit.mine().erase_preview(&[going], true).unwrap();
    // The receipt looks through the encryption: before the erasure it finds what the files do not show.
    let seen = |kit: &TestStore| kit.store.scan(folder.path(), &plan.needles, &[]).unwrap().hits;
    assert_eq!(hits(folder.path(), &plan.needles), 0);
    let before = seen(&kit);
    assert!(before.iter().all(|hit| hit.file == Path::new("memory.db")) && before.len() > 1, "{before:?}");
    assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Done);
    assert_eq!(seen(&kit), []);
    assert_eq!(hits(folder.path(), &plan.needles), 0);
    healthy(&kit);
    // And it was not only out of sight: without the lock it is not there either.
    kit.store.unlock().unwrap();
    assert!(plan.needles.len() > 3 && hits(folder.path(), &plan.needles) == 0);
    assert!(hits(folder.path(), &kit.mine().needles_of_everything().unwrap()) > 0);
}

#[test]
fn s2_44_a_second_program_shares_a_locked_file_and_keeps_it_from_being_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    kit.store.lock(&key("1")).unwrap();
    let other = TestStore::of(open(folder.path(), Some(&key("1"))).unwrap()).unwrap();
    other.place("公司", "work", 7.41, 43.72).unwrap();
    assert_eq!(kit.mine().places().unwrap().len(), 41);
    for refused in [kit.store.lock(&key("2")), kit.store.unlock()] {
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    }
    kit.place("家", "home", 7.42, 43.73).unwrap();
    assert_eq!(other.mine().places().unwrap().len(), 42);
    drop(other);
    kit.store.lock(&key("2")).unwrap();
    healthy(&kit);
    // A program that knows nothing of Laolu's own lock has the plain file open.
    kit.store.unlock().unwrap();
    let foreign = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let rows: i64 = foreign.query_row("SELECT count(*) FROM places", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 42);
    assert!(matches!(kit.store.lock(&key("3")), Err(StoreError::Busy)));
    assert_eq!(kit.mine().places().unwrap().len(), 42);
    drop(foreign);
    kit.store.lock(&key("3")).unwrap();
    healthy(&kit);
}

#[test]
fn s2_44_damage_is_not_taken_for_a_wrong_passphrase() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    filled(folder.path()).store.lock(&key("1")).unwrap();
    let whole = fs::read(&path).unwrap();
    let check = |what: &str, secret: &Secret, bytes: &[u8], wrong: bool| {
        fs::write(&path, bytes).unwrap();
        let answer = open(folder.path(), Some(secret)).and_then(|store| store.doctor());
        match answer {
            Ok(report) => assert!(!wrong && !report.problems.is_empty(), "{what}"),
            Err(StoreError::WrongSecret) => assert!(wrong, "{what}: taken for a wrong passphrase"),
            Err(error) => assert!(!wrong && matches!(error, StoreError::Damaged), "{what}: {error:?}"),
        }
    };
    let torn = |from: usize, to: usize| {
        let mut bytes = whole.clone();
        bytes[from..to].fill(0xA5);
        bytes
    };
    check("first page", &key("1"), &torn(16, 4_096), false);
    check("all but the first", &key("1"), &torn(4_096, whole.len()), false);
    check("one byte in the middle", &key("1"), &torn(whole.len() / 2, whole.len() / 2 + 1), false);
    check("cut off", &key("1"), &whole[..100], false);
    check("another key, first page torn", &key("2"), &torn(16, 4_096), true);
    check("another key", &key("2"), &whole, true);
}

#[test]
fn s2_44_a_locked_file_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let old = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let salt = "4c414f4c0102030405060708090a0b0c";
    old.pragma_update(None, "key", format!("x'{}{salt}'", "1".repeat(64))).unwrap();
    old.execute_batch(include_str!("../../../../../migrations/0001_memories.sql")).unwrap();
    old.execute_batch(
        "PRAGMA application_id = 0x4C414F4C; PRAGMA user_version = 1;
         INSERT INTO profiles(name, created_at, zone) VALUES ('me', 0, 'UTC');",
    )
    .unwrap();
    drop(old);
    let store = open(folder.path(), Some(&key("1"))).unwrap();
    assert_eq!(store.profiles().unwrap().len(), 1);
    assert_eq!(store.doctor().unwrap().problems, Vec::<String>::new());
    drop(store);
    // And a newer one is refused, as one that is not locked.
    let newer = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    newer.pragma_update(None, "key", format!("x'{}{salt}'", "1".repeat(64))).unwrap();
    newer.pragma_update(None, "user_version", 4_711).unwrap();
    drop(newer);
    assert!(matches!(open(folder.path(), Some(&key("1"))), Err(StoreError::NewerThanApp { .. })));
}

#[test]
fn s2_44_sqlciphers_own_way_from_passphrase_to_key_gives_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path(), Some(&pass("老路"))).unwrap());
    let own = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    own.pragma_update(None, "key", "老路").unwrap();
    let version: i64 = own.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert!(version >= 4, "any program that knows SQLCipher opens it with the passphrase");
}

#[test]
fn s2_44_a_backup_of_a_locked_file_is_locked_and_a_readable_one_does_not_stay() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let kit = filled(folder.path());
    let readable = kit.store.back_up(&kit.now).unwrap();
    let needles = kit.mine().needles_of_everything().unwrap();
    kit.store.lock(&key("1")).unwrap();
    assert!(!readable.path.exists());
    assert_eq!(hits(folder.path(), &needles), 0);
    let locked = kit.store.back_up(&kit.now).unwrap();
    assert_eq!(hits(folder.path(), &needles), 0);
    assert!(Store::is_locked_at(&locked.path).unwrap());
    assert_eq!(Store::backups_of(&path).len(), 0, "without the key nobody can say that it is whole");
    assert_eq!(Store::backups_with(&path, Some(&key("1"))), std::slice::from_ref(&locked));
    kit.stated("之后才说的", feature("toll"), Strength::Avoid).unwrap();
    drop(kit);
    let now = testkit::clock::monaco(testkit::clock::MONDAY_MORNING);
    let restore = |secret: Option<&Secret>| Store::restore_with(&path, &locked.path, secret, &now);
    assert!(matches!(restore(None), Err(StoreError::Locked)));
    assert!(matches!(restore(Some(&key("2"))), Err(StoreError::WrongSecret)));
    restore(Some(&key("1"))).unwrap();
    let kit = TestStore::of(open(folder.path(), Some(&key("1"))).unwrap()).unwrap();
    assert_eq!(kit.mine().preferences().unwrap().len(), 40);
    healthy(&kit);
    assert_eq!(hits(folder.path(), &needles), 0);
    drop(kit);
    // A readable one that was left by a program that ended before it took it away goes at the next start.
    let other = tempfile::tempdir().unwrap();
    let backup = filled(other.path());
    backup.store.backup(&folder.path().join("backups/memory-7.db")).unwrap();
    assert!(hits(folder.path(), &needles) > 0);
    drop(open(folder.path(), Some(&key("1"))).unwrap());
    assert_eq!(hits(folder.path(), &needles), 0);
}

#[test]
fn s2_44_a_copy_in_memory_of_a_locked_file_is_whole_and_leaves_the_file_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let kit = filled(folder.path());
    kit.store.lock(&key("1")).unwrap();
    let before = fs::read(folder.path().join("memory.db")).unwrap();
    let copy = TestStore::of(kit.store.copy_in_memory().unwrap()).unwrap();
    assert_eq!(recalled(&copy), recalled(&kit));
    copy.place("只在副本里", "", 7.4, 43.7).unwrap();
    healthy(&copy);
    assert_eq!(kit.mine().places().unwrap().len(), 40);
    assert!(fs::read(folder.path().join("memory.db")).unwrap() == before);
}

#[test]
fn s2_44_f_5_a_restored_backup_neither_loses_the_lock_nor_brings_back_what_was_erased() {
    let now = testkit::clock::monaco(testkit::clock::MONDAY_MORNING + 9);
    let check =
        |present: Option<&str>, backup: Option<&str>, given: Option<&str>, expected: Result<bool, &str>| {
            let what = format!("{present:?}, backup {backup:?}, {given:?} given");
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("memory.db");
            let kit = filled(folder.path());
            if let Some(digit) = backup {
                kit.store.lock(&key(digit)).unwrap();
            }
            let kept = tempfile::tempdir().unwrap();
            let copy = kept.path().join("copy.db");
            kit.store.backup(&copy).unwrap();
            match present {
                Some(digit) if present != backup => kit.store.lock(&key(digit)).unwrap(),
                None => kit.store.unlock().unwrap(),
                Some(_) => {}
            }
            let going = MemoryRef::Place(kit.mine().places().unwrap()[3].id);
            let plan = kit.mine().erase_preview(&[going], true).unwrap();
            assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Done);
            let open_elsewhere = Store::restore_with(&path, &copy, given.map(key).as_ref(), &now);
            let refused = matches!(open_elsewhere, Err(StoreError::Busy | StoreError::WrongSecret));
            assert!(refused, "{what}: a file that is open is not replaced");
            drop(kit);
            let bytes = fs::read(&path).unwrap();
            match (Store::restore_with(&path, &copy, given.map(key).as_ref(), &now), expected) {
                (Ok(restored), Ok(locked)) => {
                    assert_eq!((restored.forgotten, restored.erased), (1, Erased::Done), "{what}");
                    let kit = TestStore::of(open(folder.path(), given.map(key).as_ref()).unwrap()).unwrap();
                    assert_eq!(kit.store.is_locked(), locked, "{what}");
                    assert_eq!(kit.mine().places().unwrap().len(), 39, "{what}");
                    assert_eq!(kit.store.scan(folder.path(), &plan.needles, &[]).unwrap().hits, [], "{what}");
                    healthy(&kit);
                }
                (Err(StoreError::Locked), Err("locked")) | (Err(StoreError::WrongSecret), Err("wrong")) => {
                    assert!(fs::read(&path).unwrap() == bytes, "{what}: the file is as it was");
                }
                (answer, expected) => panic!("{what}: {answer:?} for {expected:?}"),
            }
            let mut names: Vec<_> = fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
                .filter(|name| !name.starts_with("backups"))
                .collect();
            names.sort();
            assert_eq!(names, ["memory.db", "memory.db.use"], "{what}");
        };
    check(None, None, None, Ok(false));
    check(Some("1"), Some("1"), Some("1"), Ok(true));
    check(None, Some("1"), Some("1"), Ok(true));
    check(Some("1"), None, Some("1"), Ok(true));
    // The present file's secret is needed as well, or nobody knows what was erased.
    check(Some("1"), None, None, Err("locked"));
    check(Some("2"), Some("1"), Some("1"), Err("wrong"));
    check(Some("2"), Some("1"), Some("2"), Err("wrong"));
}

#[test]
fn s2_44_a_restoring_that_is_cut_short_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    filled(folder.path()).store.lock(&key("1")).unwrap();
    // As killed between taking the present file away and putting the backup in its place.
    fs::rename(at("memory.db"), at("memory.db.before")).unwrap();
    fs::write(at("memory.db.restoring"), "half of a backup").unwrap();
    let kit = TestStore::of(open(folder.path(), Some(&key("1"))).unwrap()).unwrap();
    assert_eq!(kit.mine().preferences().unwrap().len(), 40);
    healthy(&kit);
    assert!(!at("memory.db.before").exists() && !at("memory.db.restoring").exists());
}

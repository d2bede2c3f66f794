//! The memory file locked with a passphrase, from the shells' side.

use std::sync::Arc;

use app::{
    App, AppError, Keys,
    dto::{ErrorCode, PassphraseRequest},
};
use domain::ports::KeyStoreError;
use testkit::keys::FakeKeys;

use crate::support::Bench;

const WORDS: &str = "correct horse 老路";

fn request(current: &str, passphrase: &str, remember: bool) -> PassphraseRequest {
    PassphraseRequest { current: current.to_owned(), passphrase: passphrase.to_owned(), remember }
}

fn keys(store: &Arc<FakeKeys>, passphrase: Option<&str>) -> Keys {
    let store = Arc::clone(store);
    Keys { store, passphrase: passphrase.map(|text| text.to_owned().into()) }
}

fn why(answer: Result<App, AppError>) -> String {
    match answer {
        Ok(_) => "open".to_owned(),
        Err(error) => {
            let word = format!("{:?}", error.code);
            error.args.get("keyring").map_or(word.clone(), |keyring| format!("{word} {keyring}"))
        }
    }
}

#[test]
fn s2_44_without_encryption_nothing_asks_for_a_passphrase() {
    let bench = Bench::empty();
    let status = bench.app.encryption_status().unwrap();
    assert_eq!((status.locked, status.remembered, status.keyring.as_str()), (false, false, "missing"));
    let store = Arc::new(FakeKeys::default());
    store.fail(Some(KeyStoreError::Refused));
    let opened = bench.beside_with(keys(&store, Some("anything")));
    assert_eq!(why(opened), "open", "what nothing needs does no harm, and the keyring is not asked");
    assert!(!app::is_locked(bench.data_dir()).unwrap());
}

#[test]
fn s2_44_encrypted_the_memory_opens_with_its_passphrase_or_by_the_keyring() {
    let store = Arc::new(FakeKeys::default());
    let bench = Bench::demo(crate::support::DEMO).with_keys(keys(&store, None));
    let before = bench.rows();
    assert!(!before.is_empty());
    let after = bench.app.encrypt(&request("", WORDS, true)).unwrap();
    assert_eq!((after.locked, after.remembered, after.keyring.as_str()), (true, true, "ready"));
    assert_eq!(bench.rows(), before, "the open program goes on");
    assert_eq!(store.kept().len(), 1);
    assert!(!store.kept()[0].contains("correct"), "the keyring keeps the file's key, not the passphrase");
    assert!(bench.app.doctor().unwrap().ok);

    let check = |passphrase: Option<&str>, expected: &str| {
        assert_eq!(why(bench.beside_with(keys(&store, passphrase))), expected, "{passphrase:?}");
    };
    check(None, "open");
    check(Some(WORDS), "open");
    check(Some("another"), "WrongPassphrase");
    check(Some(""), "WrongPassphrase");
    store.fail(Some(KeyStoreError::Missing));
    check(None, "Locked missing");
    store.fail(Some(KeyStoreError::Refused));
    check(None, "Locked refused");
    check(Some(WORDS), "open");
    store.fail(None);
    assert!(!bench.app.passphrase_remember(false).unwrap().remembered);
    assert!(store.kept().is_empty());
    check(None, "Locked");
    assert!(bench.app.passphrase_remember(true).unwrap().remembered);
    check(None, "open");
    // Not even a shell that knows nothing of keys gets in.
    assert_eq!(why(bench.beside()), "Locked missing");
}

#[test]
fn s2_44_the_passphrase_is_asked_for_before_it_is_changed_or_taken_off() {
    let store = Arc::new(FakeKeys::default());
    let bench = Bench::empty().with_keys(keys(&store, None));
    let code = |answer: Result<_, AppError>| answer.map(|_: app::dto::EncryptionDto| ()).map_err(|e| e.code);
    let app = &bench.app;
    assert_eq!(code(app.encrypt(&request("", "short", false))), Err(ErrorCode::BadRequest));
    assert_eq!(code(app.encrypt(&request("", "", false))), Err(ErrorCode::BadRequest));
    assert_eq!(code(app.encrypt(&request("", "nothing\0ends", false))), Err(ErrorCode::BadRequest));
    for refused in [
        app.decrypt(&request(WORDS, "", false)),
        app.passphrase_change(&request(WORDS, "another one", false)),
        app.passphrase_remember(true),
    ] {
        assert_eq!(code(refused), Err(ErrorCode::BadRequest), "it is not locked");
    }
    assert!(!app.encryption_status().unwrap().locked);
    app.encrypt(&request("", WORDS, true)).unwrap();
    assert_eq!(code(app.encrypt(&request("", "another one", false))), Err(ErrorCode::BadRequest));
    for wrong in ["", "x", "Correct horse 老路"] {
        assert_eq!(code(app.decrypt(&request(wrong, "", false))), Err(ErrorCode::WrongPassphrase));
        let change = app.passphrase_change(&request(wrong, "another one", false));
        assert_eq!(code(change), Err(ErrorCode::WrongPassphrase));
    }
    let old_key = store.kept();
    let after = app.passphrase_change(&request(WORDS, "another one", false)).unwrap();
    assert!(after.locked && !after.remembered && store.kept().is_empty());
    assert_eq!(why(bench.beside_with(keys(&store, Some(WORDS)))), "WrongPassphrase");
    assert_eq!(why(bench.beside_with(keys(&store, Some("another one")))), "open");
    // A keyring that somebody put back to an older day asks again, and does not call it a wrong passphrase.
    app.passphrase_remember(true).unwrap();
    store.replace(&old_key[0]);
    assert_eq!(why(bench.beside_with(keys(&store, None))), "Locked outdated");
    // A keyring that takes no key keeps nobody from encrypting.
    store.fail(Some(KeyStoreError::Refused));
    let after = app.passphrase_change(&request("another one", WORDS, true)).unwrap();
    assert!(after.locked && !after.remembered);
    store.fail(None);
    let after = app.decrypt(&request(WORDS, "", false)).unwrap();
    assert!(!after.locked && !after.remembered);
    assert_eq!(why(bench.beside()), "open");
}

#[test]
fn s2_44_a_second_program_keeps_the_file_from_being_encrypted_under_it() {
    let bench = Bench::empty();
    let beside = bench.beside().unwrap();
    let error = bench.app.encrypt(&request("", WORDS, false)).unwrap_err();
    assert_eq!((error.code, error.args["why"].as_str()), (ErrorCode::Io, "busy"));
    assert!(!bench.app.encryption_status().unwrap().locked);
    drop(beside);
    assert!(bench.app.encrypt(&request("", WORDS, false)).unwrap().locked);
}

#[test]
fn s2_44_whoever_had_backups_has_one_under_the_new_passphrase_and_no_readable_one() {
    let bench = Bench::demo(crate::support::DEMO);
    let backups = || -> Vec<bool> {
        let folder = std::fs::read_dir(bench.data_dir().join("backups")).into_iter().flatten();
        folder.map(|file| memory::Store::is_locked_at(&file.unwrap().path()).unwrap()).collect()
    };
    bench.app.encrypt(&request("", WORDS, false)).unwrap();
    bench.app.decrypt(&request(WORDS, "", false)).unwrap();
    assert!(backups().is_empty(), "who had none gets none");
    {
        let other = memory::Store::open(&bench.data_dir().join("memory.db")).unwrap();
        let clock = testkit::clock::monaco;
        for day in 0..2 {
            other.back_up(&clock(testkit::clock::MONDAY_MORNING + day * 86_400)).unwrap();
        }
    }
    assert_eq!(backups(), [false, false]);
    bench.app.encrypt(&request("", WORDS, false)).unwrap();
    assert_eq!(backups(), [true]);
    bench.app.decrypt(&request(WORDS, "", false)).unwrap();
    assert_eq!(backups(), [false]);
}

#[test]
fn s3_50_nothing_prints_a_passphrase() {
    let text = format!("{:?}", request("secret one", "secret two", true));
    assert!(!text.contains("secret"), "{text}");
    let bench = Bench::empty();
    bench.app.encrypt(&request("", WORDS, false)).unwrap();
    for error in [
        bench.app.decrypt(&request("secret one", "", false)).unwrap_err(),
        bench.app.encrypt(&request("", "secret two", false)).unwrap_err(),
        bench.beside_with(keys(&Arc::default(), Some("secret three"))).map(drop).unwrap_err(),
    ] {
        let text = format!("{error:?} {error} {}", serde_json::to_string(&error.dto()).unwrap());
        assert!(!text.contains("secret"), "{text}");
    }
}

//! The file locked with a passphrase, or not.

use std::path::Path;

use rusqlite::Connection;
use zeroize::Zeroizing;

use crate::{
    Secret, Store, StoreError, backup, convert,
    convert::Watch,
    locked,
    secret::FileKey,
    store::{lock, open_both},
};

impl Store {
    /// Whether the file at this path is locked. `false` for one that is not there.
    ///
    /// # Errors
    /// It can't be read.
    pub fn is_locked_at(path: &Path) -> Result<bool, StoreError> {
        Ok(locked::salt_of(path)?.is_some())
    }

    /// Whether this store's file is locked.
    pub fn is_locked(&self) -> bool {
        lock(&self.file_key).is_some()
    }

    /// The key of the locked file in 64 hexadecimal digits, for [`Secret::key`]; `None` when it is not locked. Whoever has
    /// it and the file can read everything, until the passphrase is changed.
    pub fn file_key(&self) -> Option<Zeroizing<String>> {
        lock(&self.file_key).as_ref().map(FileKey::hex)
    }

    /// Whether this secret opens the file as it is now. A file that is not locked is opened by none.
    pub fn opens_with(&self, secret: &Secret) -> bool {
        // The file is not looked at: nobody replaces it while it is open here, and closing a second handle to it would
        // take SQLite's own locks off it (POSIX; <https://sqlite.org/howtocorrupt.html>, 2.2).
        let Some(salt) = lock(&self.file_key).as_ref().map(FileKey::salt) else { return false };
        let key = secret.for_file(salt);
        lock(&self.file_key).as_ref() == Some(&key)
    }

    /// Locks the file, or gives a locked one another secret. The old file's bytes are overwritten, and so are all backups
    /// beside it: a new one is locked like the file. All or nothing: when the program is killed meanwhile, the file is the
    /// old one or the new one.
    ///
    /// # Errors
    /// [`StoreError::Busy`], when another program has the file open; then, as with any other error, nothing was changed.
    pub fn lock(&self, secret: &Secret) -> Result<(), StoreError> {
        self.convert(Some(secret), &mut |_step| {})?;
        self.wipe_backups()
    }

    /// Writes the file without a lock again. Errors as for [`Self::lock`].
    pub fn unlock(&self) -> Result<(), StoreError> {
        if !self.is_locked() {
            return Ok(());
        }
        self.convert(None, &mut |_step| {})?;
        self.wipe_backups()
    }

    /// What they hold is what was just compared; under the old key, or readable, it must not stay.
    fn wipe_backups(&self) -> Result<(), StoreError> {
        self.path().map_or(Ok(()), backup::wipe_all)
    }

    /// Writes the file anew under this secret, or under none; backups stay as they are.
    pub(crate) fn convert(&self, secret: Option<&Secret>, watch: Watch<'_>) -> Result<(), StoreError> {
        let (Some(path), Some(claim), Some(reader)) = (self.path(), &self.claim, &self.reader) else {
            return Err(StoreError::Internal("a store in memory has no file to lock"));
        };
        let mut writer = lock(&self.writer);
        let mut reader = lock(reader);
        let mut file_key = lock(&self.file_key);
        if secret.is_none() && file_key.is_none() {
            return Ok(());
        }
        let target = secret.map(locked::new_key).transpose()?;
        claim.alone()?;
        // The reader is in nobody's transaction, and in the way of a file without a log.
        *reader = Connection::open_in_memory()?;
        let copied = convert::copy(&writer, path, target.as_ref(), &self.key, watch);
        // From here on nothing of SQLite's holds the file, so that it can be looked at and replaced.
        *writer = Connection::open_in_memory()?;
        lock(&self.looked_at).clear();
        let copied = copied.and_then(|()| convert::replace(path, file_key.is_none(), watch));
        let tidied = if copied.is_err() { convert::tidy(path) } else { Ok(()) };
        // What is in the place decides, not how far it went: the step that puts it there may fail after it is there.
        let salt = locked::salt_of(path)?;
        if target.as_ref().map(FileKey::salt) == salt {
            *file_key = target;
        }
        let opened = open_both(path, file_key.as_ref());
        claim.share()?;
        (*writer, *reader) = opened?;
        self.touched.watch(&writer)?;
        copied.and(tidied)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::{BufRead, BufReader, Write},
        path::Path,
        process::{Command, Stdio},
    };

    use domain::{
        LonLat, Moment, PreferenceState, Provenance, RoadFeature, Scope, Strength, Target, Timestamp,
    };

    use crate::{
        Embedding, NewPlace, NewPreference, Report, Secret, Store, StoreError, convert::Step, scan_bytes,
    };

    const STEPS: [Step; 7] =
        [Step::Settled, Step::Begun, Step::Copied, Step::Compared, Step::Synced, Step::Replaced, Step::Wiped];
    const CHILD: &str = "LAOLU_TEST_CONVERT";

    fn secret(name: &str) -> Option<Secret> {
        match name {
            "plain" => None,
            digit => Some(Secret::key(&digit.repeat(64)).unwrap()),
        }
    }

    fn open(folder: &Path, name: &str) -> Result<Store, StoreError> {
        Store::open_with(&folder.join("memory.db"), secret(name).as_ref())
    }

    fn fill(store: &Store, rows: u32) {
        let now = Moment { at: Timestamp(0), zone: "UTC".to_owned() };
        let me = store.of(store.ensure_profile("me", &now).unwrap());
        for n in 0..rows {
            let place = NewPlace {
                name: format!("秘密的家 {n}"),
                aliases: Vec::new(),
                address: "隐庐巷".repeat(40),
                at: LonLat { lon: 7.4 + f64::from(n) * 0.000_317_1, lat: 43.7 },
                tag: String::new(),
                provenance: Provenance::Stated,
            };
            me.add_place(&place, &now).unwrap();
            let preference = NewPreference {
                content: format!("绝不走鬼影隧道 {n}"),
                target: Target::Feature(RoadFeature::Tunnel),
                strength: Strength::Never,
                scope: Scope::default(),
                provenance: Provenance::Stated,
                state: PreferenceState::Active,
                confidence: 1.0,
                validity: None,
                source_trip: None,
            };
            let vector = (0..16).map(|dim| (f64::from(n * 16 + dim) * 0.7).sin() as f32).collect();
            me.add_preference(&preference, Some(&Embedding { model: "m".into(), vector }), &now).unwrap();
        }
    }

    fn seen(store: &Store) -> Report {
        let report = store.doctor().unwrap();
        assert_eq!(report.problems, Vec::<String>::new());
        Report { bytes: 0, ..report }
    }

    /// What the other tests start as a program of its own, to kill it. Alone it does nothing.
    #[test]
    fn child() {
        let Ok(task) = std::env::var(CHILD) else { return };
        let [folder, from, to, step] = task.split('|').collect::<Vec<_>>().try_into().unwrap();
        let store = open(Path::new(folder), from).unwrap();
        if step == "Visit" {
            return fill(&store, 1);
        }
        let mut watch = |now: Step| {
            if format!("{now:?}") == step {
                // Neither destructors nor anything that is still in this program's hands.
                std::process::abort();
            }
            if step == "Race" && now == Step::Begun {
                println!("begun");
                std::io::stdout().flush().unwrap();
            }
        };
        store.convert(secret(to).as_ref(), &mut watch).unwrap();
    }

    /// Another program opens the file, adds a place and closes it again.
    fn visit(folder: &Path, name: &str) {
        let visited = start(folder, name, name, "Visit").wait_with_output().unwrap();
        assert!(visited.status.success());
    }

    #[test]
    fn s2_44_looking_at_the_open_file_does_not_take_sqlites_locks_off_it() {
        for name in ["plain", "1"] {
            let folder = tempfile::tempdir().unwrap();
            let store = open(folder.path(), name).unwrap();
            fill(&store, 2);
            let me = store.of(store.profiles().unwrap()[0].id);
            let needles = me.needles_of_everything().unwrap();
            for round in 0..3 {
                assert!(!store.opens_with(&secret("2").unwrap()));
                assert!(!store.scan(folder.path(), &needles, &[]).unwrap().hits.is_empty(), "{name}");
                // It closes the file as one of two, and so leaves the log to this one.
                visit(folder.path(), name);
                assert!(folder.path().join("memory.db-wal").exists(), "{name}, {round}");
                fill(&store, 1);
                assert_eq!(me.places().unwrap().len(), 2 + (round + 1) * 2, "{name}, {round}");
            }
            drop(store);
            let store = open(folder.path(), name).unwrap();
            assert_eq!(store.of(store.profiles().unwrap()[0].id).places().unwrap().len(), 8, "{name}");
            seen(&store);
        }
    }

    fn start(folder: &Path, from: &str, to: &str, step: &str) -> std::process::Child {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "lock::tests::child", "--nocapture"])
            .env(CHILD, format!("{}|{from}|{to}|{step}", folder.display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// After being killed: one of the two, whole; what was cut short can be done again; then nothing readable is left.
    fn check_recovered(
        folder: &Path,
        from: &str,
        to: &str,
        before: &Report,
        committed: Option<bool>,
        what: &str,
    ) {
        let (by_from, by_to) = (open(folder, from), open(folder, to));
        // A file that is not locked is opened whatever secret is given.
        let locked = Store::is_locked_at(&folder.join("memory.db")).unwrap();
        let is_new = if to == "plain" { !locked } else { locked && by_to.is_ok() };
        if let Some(committed) = committed {
            assert_eq!(is_new, committed, "{what}");
        }
        // A store that is open is in the way of converting: only one of the two stays.
        let (store, other) = if is_new { (by_to, by_from) } else { (by_from, by_to) };
        drop(other);
        let store = store.unwrap();
        assert_eq!(&seen(&store), before, "{what}");
        let names: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert!(!names.iter().any(|name| name.to_string_lossy().contains(".new")), "{what}: {names:?}");
        if !is_new {
            store.convert(secret(to).as_ref(), &mut |_| {}).unwrap();
        }
        assert_eq!(&seen(&store), before, "{what}");
        let me = store.of(store.profiles().unwrap()[0].id);
        let needles = me.needles_of_everything().unwrap();
        let hits = scan_bytes(folder, &needles, &[]).unwrap().hits;
        assert_eq!(hits.is_empty(), to != "plain", "{what}: {hits:?}");
        drop(store);
        assert_eq!(&seen(&open(folder, to).unwrap()), before, "{what}");
    }

    fn begin(from: &str, rows: u32) -> (tempfile::TempDir, Report) {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path(), from).unwrap();
        fill(&store, rows);
        let report = seen(&store);
        (folder, report)
    }

    const WAYS: [(&str, &str); 3] = [("plain", "1"), ("1", "2"), ("1", "plain")];

    #[test]
    fn s2_44_killed_at_any_step_of_locking_the_file_is_the_old_or_the_new_one() {
        for (from, to) in WAYS {
            for step in STEPS {
                let (folder, before) = begin(from, 12);
                let output = start(folder.path(), from, to, &format!("{step:?}")).wait_with_output().unwrap();
                assert!(!output.status.success(), "{from} to {to} was killed at {step:?}");
                let committed = matches!(step, Step::Replaced | Step::Wiped);
                let what = format!("{from} to {to}, {step:?}");
                check_recovered(folder.path(), from, to, &before, Some(committed), &what);
            }
        }
    }

    #[test]
    fn s2_44_killed_in_the_middle_of_copying_nothing_is_lost() {
        for (from, to) in WAYS {
            let (folder, before) = begin(from, 150);
            let mut child = start(folder.path(), from, to, "Race");
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            assert!(lines.any(|line| line.unwrap().contains("begun")));
            child.kill().unwrap();
            child.wait().unwrap();
            check_recovered(folder.path(), from, to, &before, None, &format!("{from} to {to}"));
        }
    }

    #[test]
    fn a_copy_that_can_not_be_written_changes_nothing() {
        let (folder, before) = begin("plain", 3);
        let store = open(folder.path(), "plain").unwrap();
        fs::create_dir(folder.path().join("memory.db.new")).unwrap();
        assert!(matches!(store.lock(&secret("1").unwrap()), Err(StoreError::Io(_))));
        assert_eq!(seen(&store), before);
        fs::remove_dir(folder.path().join("memory.db.new")).unwrap();
        store.lock(&secret("1").unwrap()).unwrap();
        assert_eq!(seen(&store), before);
        fill(&store, 1);
    }
}

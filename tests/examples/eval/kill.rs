//! Imports and downloads that are killed at random moments (SIGKILL): what is left is a whole region or none, the next
//! start clears the rest, and the next attempt gives exactly the region that an undisturbed one gives.
#![allow(clippy::disallowed_methods, reason = "moments of time are what is drawn")]

use crate::{
    child::{self, import_into, open},
    options::Options,
};
use app::{CancelToken, silent};
use flows::Verdict;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use testkit::{
    city,
    web::{Manner, Server},
};

/// Kills of each kind where the number is not given: a first import, one in place of another, a download.
const TRIALS: [usize; 3] = [100, 100, 50];

/// File names and contents of a region's folder.
type Folder = BTreeMap<String, Vec<u8>>;

/// What was seen.
#[derive(Default)]
struct Seen {
    kills: usize,
    before_anything: usize,
    half_way: usize,
    after_the_end: usize,
    wrong: usize,
}

/// All three kinds.
pub fn kill(options: &Options) -> Verdict {
    let folder = tempfile::tempdir().unwrap();
    let mut chance = Chance(options.seed);
    let file = match &options.data {
        Some(data) => data.join("regions/liechtenstein.osm.pbf"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regions/monaco.osm.pbf"),
    };
    let trials = |kind: usize| options.trials.map_or(TRIALS[kind], |trials| (trials / 2).max(1));
    let all = [
        ("first import", first(&file, folder.path(), trials(0), &mut chance)),
        ("import in place of another", replaced(folder.path(), trials(1), &mut chance)),
        ("download", downloaded(folder.path(), trials(2), &mut chance)),
    ];
    let (mut kills, mut wrong) = (0, 0);
    for (kind, seen) in &all {
        println!(
            "{kind}: {} kills, {} before anything was written, {} half way, {} after the end; {} wrong",
            seen.kills, seen.before_anything, seen.half_way, seen.after_the_end, seen.wrong
        );
        kills += seen.kills;
        wrong += seen.wrong;
    }
    let asked = if options.trials.is_some() { 1 } else { 200 };
    Verdict {
        name: "kill",
        figures: format!(
            "{} of {kills} kills left a whole region or none, and the next attempt was equal",
            kills - wrong
        ),
        asked: format!("all of at least {asked}"),
        holds: wrong == 0 && kills >= asked,
    }
}

fn first(file: &Path, folder: &Path, trials: usize, chance: &mut Chance) -> Seen {
    let (reference, usual) = reference(file, folder);
    let mut seen = Seen::default();
    for _ in 0..trials {
        let data = tempfile::tempdir_in(folder).unwrap();
        let left = killed(&mut child::importing(data.path(), file), usual, chance, data.path(), &mut seen);
        let app = open(data.path());
        let cleared = regions(data.path());
        let whole = cleared.values().all(|region| *region == reference) && cleared.len() <= 1;
        import_into(&app, file.to_str().unwrap()).unwrap();
        let again = regions(data.path());
        let equal = again.len() == 1 && again.values().all(|region| *region == reference);
        judge(&mut seen, whole && equal && dotted(data.path()).is_empty(), &left);
    }
    seen
}

fn replaced(folder: &Path, trials: usize, chance: &mut Chance) -> Seen {
    // Two sizes of the same city cover the same ground, so the second takes the first one's place.
    let [old, new] = [("old", 3_000), ("new", 3_400)].map(|(name, nodes)| -> PathBuf {
        let within = folder.join(name);
        fs::create_dir_all(&within).unwrap();
        let file = within.join("town.osm");
        fs::write(&file, city::city(city::SEED, nodes)).unwrap();
        file
    });
    let before = tempfile::tempdir_in(folder).unwrap();
    import_into(&open(before.path()), old.to_str().unwrap()).unwrap();
    let old_region = regions(before.path()).remove("town").unwrap();
    let (new_region, usual) = reference(&new, folder);
    let mut seen = Seen::default();
    for _ in 0..trials {
        let data = tempfile::tempdir_in(folder).unwrap();
        copy(before.path(), data.path());
        let left = killed(&mut child::importing(data.path(), &new), usual, chance, data.path(), &mut seen);
        let app = open(data.path());
        let cleared = regions(data.path());
        let there = cleared.get("town");
        let whole = cleared.len() == 1 && (there == Some(&old_region) || there == Some(&new_region));
        import_into(&app, new.to_str().unwrap()).unwrap();
        let again = regions(data.path());
        let equal = again.len() == 1 && again.get("town") == Some(&new_region);
        judge(&mut seen, whole && equal && dotted(data.path()).is_empty(), &left);
    }
    seen
}

fn downloaded(folder: &Path, trials: usize, chance: &mut Chance) -> Seen {
    const ID: &str = "town";
    let map = city::city(city::SEED, 3_000).into_bytes();
    let server = Server::start().unwrap();
    let list = format!(
        r#"{{"features":[{{"properties":{{"id":"{ID}","urls":{{"pbf":"{}"}}}}}}]}}"#,
        server.at("/town.osm.pbf")
    );
    server.serve("/list.json", list, Manner::Well);
    server.serve("/town.osm.pbf", map, Manner::Well);
    let prepared = tempfile::tempdir_in(folder).unwrap();
    let app = open(prepared.path());
    let mut settings = app.settings().unwrap();
    (settings.region_download, settings.region_list) = (true, server.at("/list.json"));
    app.settings_set(&settings).unwrap();
    app.regions_online(true, &CancelToken::new()).unwrap();
    drop(app);
    let whole = tempfile::tempdir_in(folder).unwrap();
    copy(prepared.path(), whole.path());
    let started = Instant::now();
    assert!(child::downloading(whole.path(), ID).stdout(Stdio::null()).status().unwrap().success());
    let usual = started.elapsed();
    let reference = regions(whole.path()).remove(ID).unwrap();
    let mut seen = Seen::default();
    for _ in 0..trials {
        let data = tempfile::tempdir_in(folder).unwrap();
        copy(prepared.path(), data.path());
        let left = killed(&mut child::downloading(data.path(), ID), usual, chance, data.path(), &mut seen);
        let app = open(data.path());
        let cleared = regions(data.path());
        let whole = cleared.values().all(|region| *region == reference);
        app.region_download(ID, &mut silent(), &CancelToken::new()).unwrap();
        let equal = regions(data.path()).get(ID) == Some(&reference);
        let list = app.regions_online(false, &CancelToken::new()).unwrap();
        let nothing_kept = list.regions.iter().all(|region| region.have_bytes == 0);
        judge(&mut seen, whole && equal && nothing_kept, &left);
    }
    seen
}

/// The region that an undisturbed import of a file makes, and the time it takes: the middle one of three.
fn reference(file: &Path, folder: &Path) -> (Folder, Duration) {
    let mut found = None;
    let mut times: Vec<Duration> = (0..3)
        .map(|_| {
            let data = tempfile::tempdir_in(folder).unwrap();
            let started = Instant::now();
            let ended = child::importing(data.path(), file).stdout(Stdio::null()).status().unwrap();
            assert!(ended.success());
            let took = started.elapsed();
            let (_, region) = regions(data.path()).pop_first().unwrap();
            if let Some(known) = &found {
                assert!(*known == region, "two imports of one file differ");
            }
            found = Some(region);
            took
        })
        .collect();
    times.sort();
    (found.unwrap(), times[1])
}

/// Starts the process, kills it at a moment within its usual time, and answers what lies in the regions' folder then.
fn killed(
    command: &mut Command,
    usual: Duration,
    chance: &mut Chance,
    data: &Path,
    seen: &mut Seen,
) -> Vec<String> {
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    thread::sleep(usual.mul_f64(chance.next()));
    let ended = child.try_wait().unwrap().is_some();
    // One that ended in this very moment can't be killed any more.
    drop(child.kill());
    child.wait().unwrap();
    let left = dotted(data);
    seen.kills += 1;
    let partial = data.join("regions/.downloads").read_dir().is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().ends_with(".pbf"))
    });
    if ended {
        seen.after_the_end += 1;
    } else if left.is_empty() && !partial {
        seen.before_anything += 1;
    } else {
        seen.half_way += 1;
    }
    left
}

fn judge(seen: &mut Seen, fine: bool, left: &[String]) {
    if !fine {
        seen.wrong += 1;
        println!("wrong after a kill that left {left:?}");
    }
}

/// Installed regions with all their files.
fn regions(data: &Path) -> BTreeMap<String, Folder> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let within = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
    };
    let folders = within(&data.join("regions")).into_iter();
    let folders = folders.filter(|path| path.is_dir() && !name(path).starts_with('.'));
    let files = |path: &Path| within(path).iter().map(|file| (name(file), fs::read(file).unwrap())).collect();
    folders.map(|path| (name(&path), files(&path))).collect()
}

/// What lies beside the regions: half written, moved aside.
fn dotted(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join("regions")).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with('.') && name != ".downloads").collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// SplitMix64.
struct Chance(u64);

impl Chance {
    /// From 0 up to but not including 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

//! Files that are no good map, all of them from one seed: the evaluation `damaged` imports those of any seed, each in a
//! process of its own, under limits of time and memory.

use region::{CancelToken, ImportError, ImportRequest, NoProgress, import};
use testkit::damaged;

const SEED: u64 = 20_261_130;

/// The word that `app` tells a person.
fn word(error: &ImportError) -> &'static str {
    match error {
        ImportError::NotFound => "missing",
        ImportError::Unreadable(_) => "unreadable",
        ImportError::Empty => "empty",
        ImportError::NotOsm(region::LooksLike::Html) => "html",
        ImportError::NotOsm(region::LooksLike::Zip) => "zip",
        ImportError::NotOsm(_) | ImportError::Unsupported => "not_osm",
        ImportError::Truncated { .. } => "truncated",
        ImportError::Damaged { .. } => "damaged",
        ImportError::Bomb => "bomb",
        ImportError::NoRoads => "no_roads",
        ImportError::Antimeridian => "antimeridian",
        ImportError::Cancelled | ImportError::DiskFull | ImportError::Write(_) => "not about the file",
    }
}

#[test]
fn no_damaged_file_is_taken_for_a_good_one_or_leaves_anything() {
    let good =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/regions/monaco.osm.pbf"));
    let files = damaged::files(SEED, &good.unwrap());
    assert!(files.len() >= 40, "{} files", files.len());
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("regions");
    for file in files {
        let source = folder.path().join(&file.name);
        std::fs::write(&source, &file.bytes).unwrap();
        let request = ImportRequest { source: &source, root: &root, id: None, name: None, token: "t" };
        let imported = import(&request, &mut NoProgress, &CancelToken::new());
        let end = imported.as_ref().map_or_else(word, |_| "ok");
        assert!(file.ends.contains(&end), "{}: {end}, expected one of {:?}", file.name, file.ends);
        drop(imported);
        let left = std::fs::read_dir(&root).map(Iterator::count).unwrap_or(0);
        assert_eq!(left, 0, "{} leaves something behind", file.name);
    }
}

#[test]
fn what_was_left_out_is_counted() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, counted: fn(&region::osm::Skipped) -> u64, at_least: u64| {
        let file = damaged::files(SEED, &[0; 64]).into_iter().find(|file| file.name == name).unwrap();
        let source = folder.path().join(name);
        std::fs::write(&source, &file.bytes).unwrap();
        let request =
            ImportRequest { source: &source, root: folder.path(), id: None, name: None, token: "t" };
        let imported = import(&request, &mut NoProgress, &CancelToken::new()).unwrap();
        let skipped = imported.staging.info().skipped;
        assert!(counted(&skipped) >= at_least, "{name}: {skipped:?}");
    };
    check("off-the-globe.osm.pbf", |skipped| skipped.absurd_coordinates, 3);
    check("ways-without-nodes.osm.pbf", |skipped| skipped.degenerate_ways, 3);
    check("self-loops.osm.pbf", |skipped| skipped.degenerate_ways, 1);
    check("relations-of-themselves.osm.pbf", region::osm::Skipped::total, 3);
}

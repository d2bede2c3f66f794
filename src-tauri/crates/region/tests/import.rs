//! Files of every kind through the whole import.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use region::{
    CancelToken, FolderError, ImportError, ImportRequest, Imported, LooksLike, NoProgress, Phase, Staging,
    folder, import, osm,
};
use tempfile::TempDir;

fn monaco() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/regions/monaco.osm.pbf")
}

/// A village of two streets as openstreetmap.org exports it.
const VILLAGE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="CGImap 0.9.3" copyright="OpenStreetMap and contributors">
 <bounds minlat="43.7000" minlon="7.4000" maxlat="43.7100" maxlon="7.4100"/>
 <node id="1" visible="true" version="1" timestamp="2026-01-02T03:04:05Z" lat="43.7010" lon="7.4010"/>
 <node id="2" lat="43.7020" lon="7.4020"><tag k="highway" v="traffic_signals"/></node>
 <node id="3" lat="43.7030" lon="7.4030"/>
 <node id="4" lat="43.7030" lon="7.4010"/>
 <node id="5" lat="99.0" lon="7.4"/>
 <node id="6" lat="north" lon="7.4"/>
 <node id="7" lat="43.7025" lon="7.4015"><tag k="place" v="village"/><tag k="name" v="Bourg &amp; Cie"/></node>
 <node id="8" visible="false" lat="43.7" lon="7.4"/>
 <way id="10" timestamp="2026-05-06T07:08:09Z">
  <nd ref="1"/><nd ref="2"/><nd ref="3"/>
  <tag k="highway" v="residential"/><tag k="name" v="Rue d&apos;Église"/>
 </way>
 <way id="11"><nd ref="2"/><nd ref="4"/><nd ref="404"/><tag k="highway" v="service"/></way>
 <relation id="20">
  <member type="way" ref="10" role="from"/><member type="node" ref="2" role="via"/><member type="way" ref="11" role="to"/>
  <tag k="type" v="restriction"/><tag k="restriction" v="no_left_turn"/>
 </relation>
</osm>
"#;

struct Lab {
    dir: TempDir,
}

impl Lab {
    fn new() -> Self {
        Self { dir: TempDir::new().expect("a folder") }
    }

    fn root(&self) -> PathBuf {
        self.dir.path().join("regions")
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    fn import(&self, source: &Path) -> Result<Imported, ImportError> {
        let root = self.root();
        let request = ImportRequest { source, root: &root, id: None, name: None, token: "test" };
        import(&request, &mut NoProgress, &CancelToken::new())
    }

    /// Names of everything in the regions folder.
    fn left(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut packer = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    packer.write_all(bytes).expect("memory");
    packer.finish().expect("memory")
}

#[test]
fn the_bundled_region_becomes_a_region_folder() {
    let lab = Lab::new();
    let imported = lab.import(&monaco()).expect("an import");
    assert_eq!(lab.left(), [".staging-test"], "nothing is installed before the commit");
    let installed = imported.staging.commit().expect("a commit");
    assert_eq!(lab.left(), ["monaco"]);
    let info = installed.info();
    assert_eq!(
        (info.id.as_str(), info.name.as_str(), info.source_name.as_str()),
        ("monaco", "Monaco", "monaco.osm.pbf")
    );
    assert_eq!(info.source_size, 1_759_101);
    assert_eq!(info.source_sha256.len(), 64);
    assert!(!info.drives_left);
    assert!(info.attribution.contains("OpenStreetMap contributors"));
    assert!(
        (7.34..7.36).contains(&info.bbox[0]) && (43.76..43.78).contains(&info.bbox[3]),
        "{:?}",
        info.bbox
    );
    assert!(installed.size() > 500_000);

    let again = folder::open(&lab.root(), "monaco").expect("a region");
    assert_eq!(again.info(), info);
    assert_eq!(again.roads().expect("roads"), imported.network);
    assert_eq!(again.features().expect("features"), imported.features);
    assert_eq!(again.names().expect("names"), imported.names);
    assert_eq!(info.counts.segments, imported.network.segments.len() as u64);
}

#[test]
fn xml_is_read_plain_and_packed() {
    let check = |name: &str, bytes: &[u8]| {
        let lab = Lab::new();
        let imported = lab.import(&lab.file(name, bytes)).expect(name);
        let network = &imported.network;
        assert_eq!(
            (network.segments.len(), network.nodes.len(), network.restrictions.len()),
            (3, 4, 1),
            "{name}"
        );
        let info = imported.staging.info();
        assert_eq!(info.skipped.absurd_coordinates, 2, "{name}");
        assert_eq!(info.skipped.missing_nodes, 1, "{name}");
        assert_eq!(info.data_timestamp, Some(1_778_051_289), "{name}");
        let names: Vec<&str> =
            imported.names.iter().filter_map(|thing| Some(thing.names.first()?.1.as_str())).collect();
        assert_eq!(names, ["Rue d'Église", "Bourg & Cie"], "{name}");
        assert_eq!(imported.names[0].city, "Bourg & Cie");
    };
    check("village.osm", VILLAGE.as_bytes());
    check("village.osm.gz", &gzip(VILLAGE.as_bytes()));
    check("village.osm.bz2", &bzip2(VILLAGE.as_bytes()));
    // Names lie; content decides.
    check("village.osm.pbf", &gzip(VILLAGE.as_bytes()));
    check("village", &[b"\xef\xbb\xbf", VILLAGE.as_bytes()].concat());
    // Two members in one gzip file, as some servers append them.
    let (head, tail) = VILLAGE.split_at(900);
    check("village.gz", &[gzip(head.as_bytes()), gzip(tail.as_bytes())].concat());
}

#[test]
fn what_is_no_osm_file_is_called_by_its_name_and_leaves_nothing() {
    let check = |bytes: &[u8], expected: ImportError| {
        let lab = Lab::new();
        let error = lab.import(&lab.file("monaco.osm.pbf", bytes)).expect_err("an error");
        assert_eq!(error, expected, "{:?}", String::from_utf8_lossy(&bytes[..bytes.len().min(40)]));
        assert!(lab.left().is_empty(), "{:?}", lab.left());
    };
    check(b"", ImportError::Empty);
    check(b"<!DOCTYPE html><html><body>404</body></html>", ImportError::NotOsm(LooksLike::Html));
    check(b"PK\x03\x04\x14\x00\x00\x00", ImportError::NotOsm(LooksLike::Zip));
    check(b"{\"type\": \"FeatureCollection\", \"features\": []}", ImportError::NotOsm(LooksLike::Json));
    check(b"<?xml version=\"1.0\"?><gpx></gpx>", ImportError::NotOsm(LooksLike::Gpx));
    check(b"<osmChange version=\"0.6\"></osmChange>", ImportError::NotOsm(LooksLike::OsmChange));
    check(&gzip(b"<html></html>"), ImportError::NotOsm(LooksLike::Html));
    check(&gzip(&fs::read(monaco()).expect("Monaco")[..5000]), ImportError::NotOsm(LooksLike::Archive));
    check(&gzip(b""), ImportError::Empty);
    check(b"just some words", ImportError::NotOsm(LooksLike::Text));
    check(b"<osm version=\"0.6\"></osm>", ImportError::NoRoads);
    check(b"<osm><node id=\"1\" lat=\"1\" lon=\"1\"/></osm>", ImportError::NoRoads);
    let lab = Lab::new();
    assert_eq!(lab.import(Path::new("/nowhere/at.all")).expect_err("an error"), ImportError::NotFound);
    let far = VILLAGE.replace("lon=\"7.4030\"", "lon=\"-179.9\"").replace("lon=\"7.4010\"", "lon=\"179.9\"");
    let far = far
        .replace("<bounds minlat=\"43.7000\" minlon=\"7.4000\" maxlat=\"43.7100\" maxlon=\"7.4100\"/>", "");
    check(far.as_bytes(), ImportError::Antimeridian);
}

#[test]
fn a_download_that_broke_off_says_at_which_byte() {
    let whole = fs::read(monaco()).expect("Monaco");
    // Where blobs begin: the frames are walked here by hand, as the format describes them.
    let mut starts = vec![0_usize];
    while let Some(at) = starts.last().copied().filter(|at| *at < whole.len()) {
        let header = u32::from_be_bytes(whole[at..at + 4].try_into().expect("four bytes")) as usize;
        let message = &whole[at + 4..at + 4 + header];
        let mut size = 0_usize;
        let varint = message.iter().rposition(|byte| *byte == 0x18).expect("a size");
        for (shift, byte) in message[varint + 1..].iter().enumerate() {
            size |= usize::from(byte & 0x7f) << (7 * shift);
        }
        starts.push(at + 4 + header + size);
    }
    assert_eq!(starts.last(), Some(&whole.len()));
    let check = |length: usize| {
        let lab = Lab::new();
        let file = lab.file("monaco.osm.pbf", &whole[..length]);
        let error = lab.import(&file).expect_err("an error");
        let next = starts.iter().position(|start| *start > length).expect("a later blob");
        let ImportError::Truncated { at, total, missing } = error else { panic!("{length}: {error:?}") };
        assert_eq!((at, total), (starts[next - 1] as u64, length as u64));
        assert!(missing >= 1 && total + missing <= starts[next] as u64, "{length}: {missing}");
        assert!(lab.left().is_empty());
    };
    check(3);
    check(10);
    check(100);
    check(whole.len() * 61 / 100);
    check(whole.len() - 1);

    let check_xml = |name: &str, bytes: &[u8], length: usize| {
        let lab = Lab::new();
        let error = lab.import(&lab.file(name, &bytes[..length])).expect_err("an error");
        let truncated = matches!(error, ImportError::Truncated { at, total, .. } if at <= total && total == length as u64);
        assert!(truncated, "{name} cut to {length}: {error:?}");
        assert!(lab.left().is_empty());
    };
    for length in [50, 130, 700, 1100, VILLAGE.len() - 8] {
        check_xml("village.osm", VILLAGE.as_bytes(), length);
    }
    let packed = gzip(VILLAGE.as_bytes());
    check_xml("village.osm.gz", &packed, packed.len() / 2);
    check_xml("village.osm.gz", &packed, 5);
    let packed = bzip2(VILLAGE.as_bytes());
    check_xml("village.osm.bz2", &packed, packed.len() / 2);
}

#[test]
fn flipped_bytes_end_in_an_error_or_in_data_but_never_in_a_crash() {
    let whole = fs::read(monaco()).expect("Monaco");
    let mut flipped = whole.clone();
    let mut damaged = 0;
    // A fixed sequence (Knuth's multiplicative constants): the same bytes every time.
    let mut seed = 20_261_129_u64;
    let lab = Lab::new();
    for _ in 0..16 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(seed >> 33).expect("fits") % whole.len();
        flipped[at] ^= 0x55;
        let file = lab.file("flipped.osm.pbf", &flipped);
        match osm::read(&file, &mut NoProgress, &CancelToken::new()) {
            Err(ImportError::Damaged { at: found, total }) => {
                damaged += 1;
                assert!(found <= at as u64 && total == whole.len() as u64, "byte {at}: {found}");
            }
            Err(ImportError::Truncated { .. } | ImportError::NotOsm(_)) => damaged += 1,
            Err(error) => panic!("byte {at}: {error:?}"),
            Ok(_) => {}
        }
        flipped[at] ^= 0x55;
    }
    assert!(damaged >= 13, "only {damaged} of 16 were noticed");

    let check_xml = |from: &str, to: &str| {
        let lab = Lab::new();
        let error =
            lab.import(&lab.file("village.osm", VILLAGE.replacen(from, to, 1).as_bytes())).expect_err(to);
        assert!(
            matches!(error, ImportError::Damaged { .. } | ImportError::Truncated { .. }),
            "{to}: {error:?}"
        );
    };
    check_xml("id=\"10\"", "id=\"ten\"");
    check_xml("</way>", "</wey>");
    check_xml("&amp;", "&nonsense;");
    check_xml("lon=\"7.4020\"", "lon=7.4020");
}

#[test]
fn a_cancelled_import_leaves_nothing_in_any_phase() {
    for phase in Phase::ALL {
        let lab = Lab::new();
        let cancel = CancelToken::new();
        let root = lab.root();
        let source = lab.file("village.osm", VILLAGE.as_bytes());
        let request = ImportRequest { source: &source, root: &root, id: None, name: None, token: "test" };
        let mut cancel_there = |at: Phase, done: u64, total: u64| {
            assert!(done <= total && total > 0, "{at:?} {done} of {total}");
            if at == phase {
                cancel.cancel();
            }
        };
        let error = import(&request, &mut cancel_there, &cancel).expect_err("cancelled");
        assert_eq!(error, ImportError::Cancelled, "{phase:?}");
        assert!(lab.left().is_empty(), "{phase:?}: {:?}", lab.left());
    }
}

#[test]
fn progress_names_every_phase_in_order() {
    let lab = Lab::new();
    let root = lab.root();
    let source = lab.file("village.osm", VILLAGE.as_bytes());
    let request = ImportRequest { source: &source, root: &root, id: None, name: None, token: "test" };
    let mut seen: Vec<Phase> = Vec::new();
    let mut last = (0, 0);
    let mut note = |phase: Phase, done: u64, total: u64| {
        if seen.last() != Some(&phase) {
            assert!(seen.is_empty() || last.0 == last.1, "{:?} ended at {last:?}", seen.last());
            seen.push(phase);
        }
        last = (done, total);
    };
    import(&request, &mut note, &CancelToken::new()).expect("an import");
    assert_eq!(seen, Phase::ALL);
}

#[test]
fn a_killed_import_is_gone_at_the_next_start() {
    let lab = Lab::new();
    let village = lab.file("village.osm", VILLAGE.as_bytes());
    lab.import(&village).expect("an import").staging.commit().expect("a commit");
    // Killed while writing: the process ends without running destructors.
    std::mem::forget(lab.import(&village).expect("an import").staging);
    assert_eq!(lab.left(), [".staging-test", "village"]);
    // Killed while removing, and between the two renames of a replacement.
    fs::create_dir(lab.root().join(".removed-other")).expect("a folder");
    fs::rename(lab.root().join("village"), lab.root().join(".replaced-village")).expect("a rename");
    assert!(folder::list(&lab.root()).expect("a list").is_empty());
    folder::clean(&lab.root()).expect("clean");
    assert_eq!(lab.left(), ["village"]);
    folder::open(&lab.root(), "village").expect("a region").roads().expect("roads");
    // Killed after the second rename: the old one is only left over.
    fs::create_dir(lab.root().join(".replaced-village")).expect("a folder");
    folder::clean(&lab.root()).expect("clean");
    assert_eq!(lab.left(), ["village"]);
    folder::clean(&lab.dir.path().join("not there")).expect("nothing to clean");
}

#[test]
fn dropping_the_staging_leaves_nothing_and_other_rooms_files_come_along() {
    let lab = Lab::new();
    let village = lab.file("village.osm", VILLAGE.as_bytes());
    let imported = lab.import(&village).expect("an import");
    folder::write_checked(&imported.staging.dir().join("graph.bin"), b"LaoluGRA", 7, &vec![1_u32, 2, 3])
        .expect("a file");
    let installed = imported.staging.commit().expect("a commit");
    let graph: Vec<u32> =
        folder::read_checked(&installed.dir().join("graph.bin"), b"LaoluGRA", 7).expect("a graph");
    assert_eq!(graph, [1, 2, 3]);
    drop(lab.import(&village).expect("an import"));
    assert_eq!(lab.left(), ["village"]);
}

#[test]
fn the_same_ground_is_replaced_and_other_ground_gets_another_id() {
    let lab = Lab::new();
    let install = |text: &str, id: Option<&str>| {
        let (root, source) = (lab.root(), lab.file("map.osm", text.as_bytes()));
        let request = ImportRequest { source: &source, root: &root, id, name: None, token: "test" };
        let imported = import(&request, &mut NoProgress, &CancelToken::new()).expect("an import");
        imported.staging.commit().expect("a commit").info().id.clone()
    };
    let elsewhere = VILLAGE.replace("43.70", "44.70").replace("43.71", "44.71");
    assert_eq!(install(VILLAGE, None), "map");
    assert_eq!(install(VILLAGE, None), "map");
    assert_eq!(install(&elsewhere, None), "map-2");
    assert_eq!(install(&elsewhere, None), "map-2");
    assert_eq!(install(&elsewhere, Some("map")), "map");
    assert_eq!(install(VILLAGE, Some("../Mine")), "mine");
    assert_eq!(lab.left(), ["map", "map-2", "mine"]);
}

#[test]
fn regions_are_listed_opened_and_removed() {
    let lab = Lab::new();
    assert!(folder::list(&lab.root()).expect("a list").is_empty());
    let village = lab.file("village.osm", VILLAGE.as_bytes());
    lab.import(&village).expect("an import").staging.commit().expect("a commit");
    let dir = lab.root().join("village");
    let not_found =
        |id: &str| assert_eq!(folder::open(&lab.root(), id).expect_err(id), FolderError::NotFound);
    not_found("elsewhere");
    not_found("");
    not_found("../regions/village");
    not_found(".staging-test");

    // Damage of each file is noticed when it is read.
    let damaged = |file: &str| FolderError::Damaged { file: file.to_owned() };
    for file in ["roads.bin", "features.bin", "names.bin"] {
        let bytes = fs::read(dir.join(file)).expect("a file");
        let load = || -> Result<(), FolderError> {
            let region = folder::open(&lab.root(), "village")?;
            region.roads().map(drop)?;
            region.features().map(drop)?;
            region.names().map(drop)
        };
        assert_eq!(load(), Ok(()));
        for at in [0, 13, 17, 24, bytes.len() - 1] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1;
            fs::write(dir.join(file), flipped).expect("a file");
            assert_eq!(load(), Err(damaged(file)), "{file} byte {at}");
        }
        fs::write(dir.join(file), &bytes[..bytes.len() - 1]).expect("a file");
        assert_eq!(load(), Err(damaged(file)));
        let mut other_version = bytes.clone();
        other_version[8] = 99;
        fs::write(dir.join(file), other_version).expect("a file");
        assert_eq!(load(), Err(FolderError::WrongVersion { found: 99, needed: folder::FORMAT }));
        fs::remove_file(dir.join(file)).expect("removed");
        assert_eq!(load(), Err(damaged(file)));
        fs::write(dir.join(file), bytes).expect("a file");
    }
    fs::write(dir.join("region.json"), "{\"format\": 99}").expect("a file");
    let listed = folder::list(&lab.root()).expect("a list");
    assert_eq!(listed.len(), 1);
    assert_eq!(
        listed[0].1.as_ref().expect_err("another version"),
        &FolderError::WrongVersion { found: 99, needed: folder::FORMAT }
    );
    fs::write(dir.join("region.json"), "{").expect("a file");
    assert_eq!(folder::open(&lab.root(), "village").expect_err("damaged"), damaged("region.json"));

    folder::remove(&lab.root(), "village").expect("removed");
    assert!(lab.left().is_empty());
    assert_eq!(folder::remove(&lab.root(), "village"), Err(FolderError::NotFound));
    assert_eq!(folder::remove(&lab.root(), ".."), Err(FolderError::NotFound));
}

/// Every write to this device says that no space is left.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_called_so() {
    let error = folder::write_checked(Path::new("/dev/full"), b"LaoluGRA", 1, &vec![7_u32; 100])
        .expect_err("an error");
    assert_eq!(error, ImportError::DiskFull);
}

#[test]
fn a_region_folder_that_cannot_be_made_is_an_error_of_writing() {
    let lab = Lab::new();
    let village = lab.file("village.osm", VILLAGE.as_bytes());
    let blocked = lab.file("regions", b"a file where the folder should be");
    let request = ImportRequest { source: &village, root: &blocked, id: None, name: None, token: "test" };
    let error = import(&request, &mut NoProgress, &CancelToken::new()).expect_err("an error");
    assert!(matches!(error, ImportError::Write(_)), "{error:?}");
    drop(
        Staging::begin(&lab.dir.path().join("other"), sample_info(&lab), "../../x")
            .expect("the token is no path"),
    );
}

fn sample_info(lab: &Lab) -> region::RegionInfo {
    let root = lab.dir.path().join("third");
    let source = lab.file("village.osm", VILLAGE.as_bytes());
    let request = ImportRequest { source: &source, root: &root, id: None, name: None, token: "test" };
    import(&request, &mut NoProgress, &CancelToken::new()).expect("an import").staging.info().clone()
}

//! Regions come and go; files that are no maps, points that lie nowhere, and names that nobody knows.

use std::{fs, io::Write, path::Path};

use app::{
    App, CancelToken, Config,
    dto::{
        AvoidSettingDto, ErrorCode, ImportRequest, LangDto, PlanRequest, ProgressDto, SettingsDto,
        StrengthDto, SuggestRequest, TargetDto, WishDto,
    },
    silent,
};
use domain::LonLat;
use testkit::city;

use crate::support::*;

/// Files for importing, in a folder of their own.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::TempDir::new().unwrap())
    }

    fn with(&self, name: &str, bytes: &[u8]) -> std::path::PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

/// A small map by hand: `(lat, lon)` of nodes 1, 2, …, and roads over them.
fn osm(nodes: &[(f64, f64)], roads: &[&[usize]]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n");
    for (id, (lat, lon)) in (1..).zip(nodes) {
        text.push_str(&format!("<node id=\"{id}\" version=\"1\" lat=\"{lat}\" lon=\"{lon}\"/>\n"));
    }
    for (id, road) in (1..).zip(roads) {
        text.push_str(&format!("<way id=\"{id}\" version=\"1\">"));
        road.iter().for_each(|node| text.push_str(&format!("<nd ref=\"{node}\"/>")));
        text.push_str(&format!(
            "<tag k=\"highway\" v=\"residential\"/><tag k=\"name\" v=\"Road {id}\"/></way>\n"
        ));
    }
    text + "</osm>\n"
}

fn at(lat: f64, lon: f64) -> LonLat {
    LonLat { lon, lat }
}

#[test]
fn a_pbf_and_a_zipped_xml_become_regions_that_plan() {
    let bench = Bench::empty();
    let files = Files::new();
    let mut zip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    zip.write_all(city::city(city::SEED, 3_000).as_bytes()).unwrap();
    let small = bench.import(&files.with("small city.osm.gz", &zip.finish().unwrap())).unwrap();
    assert!((2_000..4_000).contains(&small.nodes) && small.road_km > 100.0, "{small:?}");
    assert_eq!((small.source.as_str(), small.problem.as_str()), ("small city.osm.gz", ""));
    let middle = at((small.bbox[1] + small.bbox[3]) / 2.0, (small.bbox[0] + small.bbox[2]) / 2.0);
    let plan = bench.plan(between(
        at(middle.lat - 0.006, middle.lon - 0.012),
        at(middle.lat + 0.004, middle.lon + 0.012),
    ));
    assert!(plan.routes[0].distance_m > 1_500.0, "{}", plan.routes[0].distance_m);
    let river = SuggestRequest { text: "滨江路".to_owned(), ..SuggestRequest::default() };
    assert!(!bench.app.suggest(&river).unwrap().is_empty());

    let monaco = bench.import(&monaco_file()).unwrap();
    assert!(monaco.road_km > 100.0 && monaco.names > 400, "{monaco:?}");
    assert!(monaco.bbox[0] < HOME.lon && monaco.bbox[2] > OFFICE.lon);
    let regions = bench.app.region_list().unwrap();
    assert_eq!(regions.len(), 2);
    assert_eq!(bench.app.status().unwrap().regions, regions);
    // The region that holds the points is used.
    assert!(bench.plan(between(HOME, OFFICE)).routes[0].distance_m > 5_000.0);
    let (z, x, y) = (14, 8_529, 5_974);
    assert!(
        bench.app.tile_at(&format!("{z}/{x}/{y}")).is_some_and(|tile| tile.len() > 1_000),
        "a tile of Monaco"
    );
}

#[test]
fn progress_goes_forward_through_all_stages() {
    let bench = Bench::empty();
    let files = Files::new();
    let path = files.with("town.osm", city::city(city::SEED, 0).as_bytes());
    let mut seen: Vec<ProgressDto> = Vec::new();
    let request = ImportRequest { path: path.display().to_string(), name: "Town 小城".to_owned() };
    let mut sink = |progress: &ProgressDto| seen.push(progress.clone());
    let region = bench.app.region_import(&request, &mut sink, &CancelToken::default()).unwrap();
    assert_eq!(region.name, "Town 小城");
    assert!(seen.windows(2).all(|pair| pair[0].fraction <= pair[1].fraction + 1e-9), "{seen:?}");
    let mut phases: Vec<&str> = seen.iter().map(|progress| progress.phase.as_str()).collect();
    phases.dedup();
    assert_eq!(phases, ["check", "read", "roads", "names", "map", "write", "prepare", "search"]);
    assert!((seen.last().unwrap().fraction - 1.0).abs() < 1e-9);
}

#[test]
fn a_file_that_is_no_map_says_why_and_leaves_nothing() {
    let bench = Bench::empty();
    let files = Files::new();
    let pbf = fs::read(monaco_file()).unwrap();
    let xml = city::city(city::SEED, 0);
    let before = listing(bench.data_dir());
    let check = |name: &str, bytes: &[u8], why: &str| {
        let error = check_fails(
            bench.import(&files.with(name, bytes)),
            ErrorCode::BadFile,
            &[("why", why), ("file", name)],
        );
        assert_eq!(listing(bench.data_dir()), before, "{name} left something behind");
        error
    };
    check("page.osm.pbf", b"<!DOCTYPE html><html><body>404 Not Found</body></html>", "html");
    check("page.osm", b"<html><head><title>Too many requests</title></head></html>", "html");
    check("empty.osm.pbf", b"", "empty");
    check("empty.osm", b"", "empty");
    check("packed.osm.pbf", b"PK\x03\x04\x14\x00\x00\x00\x08\x00rest of an archive", "zip");
    check("notes.osm", "今天天气真好。\nNothing to see here.\n".as_bytes(), "not_osm");
    check("nothing.osm", b"<?xml version=\"1.0\"?>\n<osm version=\"0.6\"></osm>\n", "no_roads");
    // The byte is where that begins which is cut: a pbf is read in blocks, XML in elements.
    for (name, bytes, from) in [
        ("half.osm.pbf", &pbf[..pbf.len() / 2], 0),
        ("half.osm", &xml.as_bytes()[..xml.len() / 2], xml.len() / 2 - 1_000),
    ] {
        let error = check(name, bytes, "truncated");
        let byte: usize = error.args["byte"].parse().unwrap();
        assert!((from..=bytes.len()).contains(&byte), "{name}: cut at {}, said {byte}", bytes.len());
        assert!(!error.args.contains_key("percent"), "nobody knows how long the whole was");
    }
    let missing = bench.import(&files.0.path().join("gone.osm.pbf"));
    check_fails(missing, ErrorCode::BadFile, &[("why", "missing"), ("file", "gone.osm.pbf")]);
    assert_eq!(listing(bench.data_dir()), before);
    assert!(bench.app.region_list().unwrap().is_empty());
}

/// Cancels as soon as a stage begins.
fn cancelled_in(bench: &Bench, path: &Path, stage: &str) {
    let cancel = CancelToken::default();
    let inner = cancel.clone();
    let mut sink = |progress: &ProgressDto| {
        if progress.phase == stage {
            inner.cancel();
        }
    };
    let request = ImportRequest { path: path.display().to_string(), name: String::new() };
    check_fails(bench.app.region_import(&request, &mut sink, &cancel), ErrorCode::Cancelled, &[]);
}

#[test]
fn a_cancelled_import_leaves_nothing() {
    let bench = Bench::empty();
    let path = Files::new();
    let path = path.with("town.osm", city::city(city::SEED, 3_000).as_bytes());
    let before = listing(bench.data_dir());
    for stage in ["check", "read", "roads", "names", "map", "write", "prepare", "search"] {
        cancelled_in(&bench, &path, stage);
        assert_eq!(listing(bench.data_dir()), before, "after a cancel in {stage}");
    }
}

#[test]
fn an_import_that_was_killed_is_cleared_at_the_next_start() {
    let bench = Bench::with_regions();
    let regions = bench.data_dir().join("regions");
    let before = listing(&regions);
    for left in [".staging-4711", ".replaced-monaco", ".removed-old"] {
        fs::create_dir(regions.join(left)).unwrap();
        fs::write(regions.join(left).join("roads.bin"), b"half of it").unwrap();
    }
    assert_eq!(bench.app.region_list().unwrap().len(), 2, "what is half is no region");
    let bench = bench.reopen();
    assert_eq!(listing(&regions), before);
    assert_eq!(bench.app.region_list().unwrap().len(), 2);
}

/// While a map takes another one's place again and again, every plan and every tile comes from one of the two.
#[test]
fn a_region_is_replaced_while_it_is_used() {
    let bench = Bench::empty();
    let files = Files::new();
    let [small, large] = [("a", 1_500), ("b", 1_900)].map(|(folder, nodes)| {
        fs::create_dir(files.0.path().join(folder)).unwrap();
        files.with(&format!("{folder}/town.osm"), city::city(city::SEED, nodes).as_bytes())
    });
    let region = bench.import(&small).unwrap();
    let middle = at((region.bbox[1] + region.bbox[3]) / 2.0, (region.bbox[0] + region.bbox[2]) / 2.0);
    let trip =
        between(at(middle.lat - 0.004, middle.lon - 0.006), at(middle.lat + 0.003, middle.lon + 0.006));
    let n = f64::from(1 << 14);
    let y = 0.5 - middle.lat.to_radians().tan().asinh() / (2.0 * std::f64::consts::PI);
    let tile = format!("14/{}/{}", ((middle.lon / 360.0 + 0.5) * n) as u32, (y * n) as u32);
    let old = bench.plan(trip.clone());
    let done = std::sync::atomic::AtomicBool::new(false);
    let used = std::thread::scope(|scope| {
        let users: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let mut used = 0;
                    while !done.load(std::sync::atomic::Ordering::Relaxed) || used == 0 {
                        let plan = bench.app.plan(&trip).unwrap();
                        assert!(!plan.routes.is_empty());
                        assert!(bench.app.tile_at(&tile).is_some(), "a tile of the middle");
                        assert_eq!(bench.app.region_list().unwrap().len(), 1);
                        used += 1;
                    }
                    used
                })
            })
            .collect();
        for file in [&large, &small, &large, &small, &large] {
            assert_eq!(bench.import(file).unwrap().id, region.id);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        users.into_iter().map(|user| user.join().unwrap()).sum::<u32>()
    });
    assert!(used >= 2, "{used} plans meanwhile");
    let regions = bench.app.region_list().unwrap();
    assert!(regions.len() == 1 && regions[0].nodes > region.nodes, "the last one is there");
    assert!(!old.routes.is_empty());
}

#[test]
fn a_removed_region_is_gone_and_the_memories_about_it_stay() {
    let bench = Bench::demo(DEMO);
    let rows = bench.rows();
    let status = bench.app.region_remove("monaco").unwrap();
    assert_eq!(status.regions.len(), 1);
    assert!(!bench.data_dir().join("regions/monaco").exists());
    assert_eq!(bench.rows(), rows);
    check_fails(bench.app.plan(&request("去公司")), ErrorCode::OutsideRegion, &[]);
    check_fails(bench.app.region_remove("monaco"), ErrorCode::BadRequest, &[]);
}

#[test]
fn a_damaged_region_is_said_and_can_be_imported_again() {
    let bench = Bench::empty();
    let files = Files::new();
    let file = files.with("town.osm", city::city(city::SEED, 0).as_bytes());
    let region = bench.import(&file).unwrap();
    let middle = at((region.bbox[1] + region.bbox[3]) / 2.0, (region.bbox[0] + region.bbox[2]) / 2.0);
    let roads = bench.data_dir().join("regions").join(&region.id).join("region.json");
    let info =
        if roads.exists() { roads } else { biggest(&bench.data_dir().join("regions").join(&region.id)) };
    let bytes = fs::read(&info).unwrap();
    fs::write(&info, &bytes[..bytes.len() / 2]).unwrap();
    let bench = bench.reopen();
    let trip = between(middle, at(middle.lat + 0.003, middle.lon + 0.003));
    check_fails(bench.app.plan(&trip), ErrorCode::RegionDamaged, &[("region", region.id.as_str())]);
    assert!(!bench.app.doctor().unwrap().ok, "the doctor says so, too");
    bench.import(&file).unwrap();
    assert!(bench.app.doctor().unwrap().ok);
    bench.plan(trip);
}

fn biggest(folder: &Path) -> std::path::PathBuf {
    let files = listing(folder);
    folder.join(&files.iter().max_by_key(|(_, length)| *length).unwrap().0)
}

#[test]
fn points_that_no_region_holds_are_named_by_what_they_are() {
    let bench = Bench::with_regions();
    let (paris, nice) = (at(48.8566, 2.3522), at(43.7034, 7.2663));
    let check = |request: PlanRequest, which: &str| {
        check_fails(bench.app.plan(&request), ErrorCode::OutsideRegion, &[("which", which)]);
    };
    check(between(paris, OFFICE), "from");
    check(between(HOME, nice), "to");
    check(PlanRequest { vias: vec![waypoint(paris)], ..between(HOME, OFFICE) }, "via");
    check(between(HOME, city::OFFICE), "apart");
    assert!(!bench.app.here(point(paris), [0, 0], LangDto::En).unwrap().in_region);
    assert!(bench.app.here(point(HOME), [0, 0], LangDto::En).unwrap().in_region);
}

#[test]
fn without_a_region_a_plan_says_so() {
    let bench = Bench::empty();
    check_fails(bench.app.plan(&between(HOME, OFFICE)), ErrorCode::NoRegion, &[]);
    check_fails(bench.app.plan(&request("去公司")), ErrorCode::NoRegion, &[]);
    assert!(bench.app.status().unwrap().first_start);
}

#[test]
fn a_name_that_nobody_knows_gets_the_nearest_ones() {
    let bench = Bench::demo(DEMO);
    let check = |utterance: &str, which: &str, wanted: &str| {
        bench.app.plan_reset();
        let error = check_fails(
            bench.app.plan(&request(utterance)),
            ErrorCode::UnknownPlace,
            &[("which", which), ("why", "unknown")],
        );
        let names: Vec<&str> = error.places.iter().map(|place| place.label.as_str()).collect();
        assert!(names.iter().any(|name| name.contains(wanted)), "{utterance}: {names:?}");
        // The chip says the same before Enter.
        let parsed =
            bench.app.parse(&app::dto::ParseRequest { utterance: utterance.to_owned(), lang: LangDto::Zh });
        let chips = parsed.unwrap().chips;
        assert!(chips.iter().any(|chip| chip.problem.as_deref() == Some("unknown_place")), "{chips:?}");
    };
    check("to the ofice", "to", "Office");
    check("to Fontveille", "to", "Fontvieille");
    check("去健生房", "to", "健身房");
    check("to the schol", "to", "学校 School");
    check("from Larvoto to the office", "from", "Larvotto");
}

#[test]
fn a_name_of_two_places_asks_which() {
    let bench = Bench::with_regions();
    bench.settle();
    bench.add_place("张三家", &["朋友家"], "", at(43.7325, 7.4190));
    bench.add_place("李四家", &["朋友家"], "", at(43.7460, 7.4330));
    let error = check_fails(
        bench.app.plan(&request("去朋友家")),
        ErrorCode::UnknownPlace,
        &[("which", "to"), ("why", "ambiguous")],
    );
    assert_eq!(error.places.len(), 2);
    assert!(error.places.iter().all(|place| place.source == "memory"));
}

#[test]
fn what_is_missing_in_a_request_is_named() {
    let bench = Bench::with_regions();
    check_fails(bench.app.plan(&request("to Larvotto")), ErrorCode::NoOrigin, &[]);
    bench.settle();
    check_fails(bench.app.plan(&request("别走隧道")), ErrorCode::NoDestination, &[]);
    check_fails(bench.app.plan(&request("")), ErrorCode::NoDestination, &[]);
    check_fails(bench.app.plan(&request("你好")), ErrorCode::NoDestination, &[]);
    let bad = |request: PlanRequest, field: &str| {
        check_fails(bench.app.plan(&request), ErrorCode::BadRequest, &[("field", field)]);
    };
    bad(between(at(91.0, 7.0), OFFICE), "point");
    bad(between(HOME, at(43.7, f64::NAN)), "point");
    bad(PlanRequest { weather: Some("hail".to_owned()), ..between(HOME, OFFICE) }, "weather");
    let wish = |target| WishDto { target, strength: StrengthDto::Avoid };
    let feature = wish(TargetDto::Feature { feature: "dragons".to_owned() });
    bad(PlanRequest { wishes: vec![feature], ..between(HOME, OFFICE) }, "target.feature");
    let section = wish(TargetDto::Section { label: String::new(), edges: vec!["no edge".to_owned()] });
    bad(PlanRequest { wishes: vec![section], ..between(HOME, OFFICE) }, "target.edges");
}

#[test]
fn an_island_that_no_road_leads_to_is_said() {
    let bench = Bench::empty();
    let files = Files::new();
    // Two towns of a few streets, twenty kilometres apart.
    let mut nodes = Vec::new();
    for (lat, lon) in [(10.0, 10.0), (10.0, 10.2)] {
        nodes.extend((0..12).map(|n| (lat + 0.002 * f64::from(n / 4), lon + 0.002 * f64::from(n % 4))));
    }
    let town = |first: usize| {
        let rows = (0..3).map(move |row| (0..4).map(|n| first + row * 4 + n).collect::<Vec<usize>>());
        let columns = (0..4).map(move |n| (0..3).map(|row| first + row * 4 + n).collect::<Vec<usize>>());
        rows.chain(columns)
    };
    let roads: Vec<Vec<usize>> = town(1).chain(town(13)).collect();
    let roads: Vec<&[usize]> = roads.iter().map(Vec::as_slice).collect();
    bench.import(&files.with("two islands.osm", osm(&nodes, &roads).as_bytes())).unwrap();
    bench.plan(between(at(10.0, 10.0), at(10.004, 10.006)));
    let error = fails(bench.app.plan(&between(at(10.0, 10.0), at(10.0, 10.2))));
    assert_eq!(error.code, ErrorCode::NoRoute, "{error:?}");
    assert!(["island", "unreachable"].contains(&error.args["why"].as_str()), "{:?}", error.args);
    // Out on the water there is no road at all.
    let error =
        check_fails(bench.app.plan(&between(at(10.002, 10.1), at(10.0, 10.2))), ErrorCode::NoRoute, &[]);
    assert_eq!(error.args["which"], "from");
}

#[test]
fn a_database_of_a_newer_laolu_is_left_alone() {
    let bench = Bench::empty();
    let file = bench.data_dir().join("memory.db");
    let folder = tempfile::TempDir::new().unwrap();
    bench.add_place("家", &[], "home", HOME);
    let clock = std::sync::Arc::clone(&bench.clock);
    let known = bench.app.doctor().unwrap();
    drop(bench.app);
    let mut bytes = fs::read(&file).unwrap();
    // SQLite keeps `user_version` big-endian at byte 60 of its header.
    bytes[60..64].copy_from_slice(&9_000_u32.to_be_bytes());
    let newer = folder.path().join("memory.db");
    fs::write(&newer, &bytes).unwrap();
    let error = check_fails(
        App::open(config(folder.path(), &clock, None)),
        ErrorCode::NewerDatabase,
        &[("found", "9000")],
    );
    assert!(known.checks[0].detail.contains(&format!("version {}", error.args["known"])), "{known:?}");
    assert_eq!(fs::read(&newer).unwrap(), bytes, "not a byte was changed");
    // Nor is anything else that bears its name.
    fs::write(&newer, b"this is no database, whatever it is called").unwrap();
    check_fails(App::open(config(folder.path(), &clock, None)), ErrorCode::DamagedDatabase, &[]);
    assert_eq!(fs::read(&newer).unwrap(), b"this is no database, whatever it is called");
}

#[test]
fn a_second_window_is_refused_and_a_terminal_is_not() {
    let bench = Bench::empty();
    let open = |exclusive| App::open(Config { exclusive, ..config(bench.data_dir(), &bench.clock, None) });
    let window = open(true).unwrap();
    let error = check_fails(open(true), ErrorCode::SecondInstance, &[]);
    assert!(error.dto().retryable);
    let terminal = open(false).unwrap();
    terminal
        .place_add(&app::dto::PlaceAddRequest {
            name: "家".to_owned(),
            aliases: Vec::new(),
            point: point(HOME),
            tag: "home".to_owned(),
            address: String::new(),
        })
        .unwrap();
    assert_eq!(window.memory_list(&Default::default()).unwrap().total, 1, "the window sees it at once");
    drop(window);
    open(true).unwrap();
}

#[test]
fn settings_that_nobody_knows_are_refused() {
    let bench = Bench::empty();
    let good = bench.app.settings().unwrap();
    let check = |change: &dyn Fn(&mut SettingsDto), field: &str| {
        let mut settings = good.clone();
        change(&mut settings);
        check_fails(bench.app.settings_set(&settings), ErrorCode::BadRequest, &[("field", field)]);
        assert_eq!(bench.app.settings().unwrap(), good);
    };
    let avoid = |feature: &str, strength: &str| {
        vec![AvoidSettingDto { feature: feature.to_owned(), strength: strength.to_owned(), since: 0 }]
    };
    check(&|s| s.mode = "teleport".to_owned(), "mode");
    check(&|s| s.routes = 0, "routes");
    check(&|s| s.routes = 4, "routes");
    check(&|s| s.avoid = avoid("dragons", "avoid"), "avoid.feature");
    check(&|s| s.avoid = avoid("toll", "prefer"), "avoid.strength");
    check(&|s| s.undo_days = 100_000, "undo_days");
    let kept =
        SettingsDto { mode: "scenic".to_owned(), avoid: avoid("toll", "never"), routes: 2, ..good.clone() };
    bench.app.settings_set(&kept).unwrap();
    let bench = bench.reopen();
    assert_eq!(bench.app.settings().unwrap(), kept);
    check_fails(bench.app.profile_use("  "), ErrorCode::BadRequest, &[("field", "name")]);
}

#[test]
fn a_start_without_the_demo_brings_one_map_and_no_memory() {
    let bench = Bench::empty();
    let status = bench.app.start_empty(&mut silent(), &CancelToken::default()).unwrap();
    assert_eq!(status.regions.iter().map(|region| region.id.as_str()).collect::<Vec<_>>(), ["monaco"]);
    assert!(!status.first_start && !status.demo);
    assert!(bench.rows().is_empty());
    assert!(!bench.reopen().app.status().unwrap().first_start);
}

#[test]
fn a_second_program_neither_imports_at_once_nor_clears_the_running_import() {
    let bench = Bench::empty();
    let files = Files::new();
    let path = files.with("town.osm", city::city(city::SEED, 0).as_bytes());
    let request = ImportRequest { path: path.display().to_string(), name: String::new() };
    let mut others = 0;
    let mut sink = |progress: &ProgressDto| {
        if progress.phase == "write" {
            let other = bench.beside().unwrap();
            let second = other.region_import(&request, &mut silent(), &CancelToken::default());
            let error = check_fails(second, ErrorCode::SecondInstance, &[("why", "import")]);
            assert!(error.dto().retryable);
            others += 1;
        }
    };
    let region = bench.app.region_import(&request, &mut sink, &CancelToken::default()).unwrap();
    assert!(others > 0 && region.problem.is_empty());
    // The same file again is the same region.
    bench.import(&path).unwrap();
    assert_eq!(bench.app.region_list().unwrap().len(), 1);
    assert!(bench.app.doctor().unwrap().ok);
}

//! From files to regions: processor time and memory, each file in a process of its own, as a person's import is; and what
//! OSRM and Valhalla need to build their graphs of the same files.

use crate::world::{install, open, processor_s};
use app::dto::{LangDto, PlanRequest, PointDto, SuggestRequest, WaypointDto};
use flows::{Verdict, peers::Peers};
use std::{fs, path::Path, process::Command};
use testkit::city;

/// Name of the mode in which this program imports one file and says what it took.
pub const ONE: &str = "import-one";

/// Made cities, in road nodes: they show how time and memory grow.
const CITIES: [usize; 2] = [250_000, 1_000_000];

/// What is asked for, of Liechtenstein in release.
const SECONDS: f64 = 1.0;
const MEGABYTES: f64 = 60.0;

/// Monaco, Liechtenstein and Porto, these two beside the peers, and two made cities.
pub fn import(data: &Path) -> Verdict {
    let folder = tempfile::tempdir().unwrap();
    let region = |name: &str| data.join(format!("regions/{name}.osm.pbf"));
    println!(
        "{:>16} {:>9} {:>9} {:>8} {:>8} {:>9} {:>8}",
        "", "file", "nodes", "CPU", "peak", "per node", "folder"
    );
    measured("monaco", &region("monaco"), folder.path());
    let asked = measured("liechtenstein", &region("liechtenstein"), folder.path());
    let ratio = beside_peers(&region("liechtenstein"), &asked);
    let porto = measured("porto", &region("porto"), folder.path());
    if let Err(missing) = beside_peers(&region("porto"), &porto) {
        println!("{missing}");
    }
    for nodes in CITIES {
        let file = folder.path().join(format!("city-{}k.osm", nodes / 1000));
        let mut out = std::io::BufWriter::new(fs::File::create(&file).unwrap());
        city::write(city::SEED, nodes, &mut out).unwrap();
        drop(out);
        measured(&format!("city of {}k", nodes / 1000), &file, folder.path());
        fs::remove_file(&file).unwrap();
    }
    let Cost { seconds, megabytes } = asked;
    let holds = ratio.is_ok() && seconds <= SECONDS && megabytes <= MEGABYTES;
    let ratio = ratio.unwrap_or_else(|missing| missing);
    Verdict {
        name: "import",
        figures: format!("Liechtenstein {seconds:.2} s on the processor, {megabytes:.0} MB at most; {ratio}"),
        asked: format!("at most {SECONDS:.1} s and {MEGABYTES:.0} MB, the peers' ratio said"),
        holds,
    }
}

/// What the peers' builds of this file cost, in words, as multiples of ours.
fn beside_peers(file: &Path, ours: &Cost) -> Result<String, String> {
    let builds = Peers::measure_builds(file).map_err(|missing| format!("no peers: {missing}"))?;
    for (name, peer) in [("OSRM", builds.osrm), ("Valhalla", builds.valhalla)] {
        println!("{name:>16} {:>28.2} s {:>5.0} MB", peer.processor_s, peer.peak_bytes as f64 / 1e6);
    }
    let times = |peer: f64| peer / ours.seconds;
    let (osrm, valhalla) = (times(builds.osrm.processor_s), times(builds.valhalla.processor_s));
    Ok(format!("OSRM's build takes {osrm:.1} times, Valhalla's {valhalla:.1} times that"))
}

/// What one import took.
struct Cost {
    seconds: f64,
    megabytes: f64,
}

fn measured(name: &str, file: &Path, folder: &Path) -> Cost {
    let regions = tempfile::tempdir_in(folder).unwrap();
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).arg(ONE).arg(file).arg(regions.path()).output().unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let figures: Vec<f64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let [seconds, megabytes, nodes, installed_mb] = figures[..] else { panic!("{name}: {text}") };
    println!(
        "{name:>16} {:>6.1} MB {:>9} {seconds:>6.2} s {megabytes:>5.0} MB {:>7.0} B {installed_mb:>5.1} MB",
        fs::metadata(file).unwrap().len() as f64 / 1e6,
        nodes,
        megabytes * 1e6 / nodes,
    );
    Cost { seconds, megabytes }
}

/// Imports one file and prints seconds of processor time, peak megabytes, nodes of the file and megabytes installed.
pub fn one(file: &Path, folder: &Path) {
    let app = open(folder);
    let before = processor_s();
    let region = install(&app, file);
    let (seconds, megabytes) = (processor_s() - before, peak_mb());
    println!("{seconds} {megabytes} {} {}", nodes_of(file), region.size_bytes as f64 / 1e6);
    // A region that finds nothing has not been imported.
    let [west, south, east, north] = region.bbox;
    let (lon, lat) = ((west + east) / 2.0, (south + north) / 2.0);
    let end = |shift: f64| {
        let point = PointDto { lon: lon + shift, lat };
        Some(WaypointDto { point, label: String::new(), memory: None })
    };
    let request =
        PlanRequest { origin: end(-0.004), destination: end(0.004), lang: LangDto::En, ..Default::default() };
    assert!(app.plan(&request).is_ok() || region.road_km > 0.0, "no way in the middle");
    let search = SuggestRequest { text: "a".to_owned(), near: None, limit: 8, lang: LangDto::En };
    app.suggest(&search).unwrap();
}

/// Most memory that this process held at once, in megabytes.
fn peak_mb() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap() * 1024.0 / 1e6
}

/// Nodes in the file: the size that memory grows with.
fn nodes_of(file: &Path) -> usize {
    let read = region::osm::read(file, &mut region::NoProgress, &region::CancelToken::new());
    read.unwrap().node_ids.len()
}

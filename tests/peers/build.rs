//! Their graphs, built from the same file that we import.

use super::{PeerError, tools::Tools};
use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::UNIX_EPOCH,
};

/// Changes when the steps below do, so that older caches are not used.
const RECIPE: &str = "2: valhalla admins+tiles, osrm extract+contract, one thread";

/// Runs the rest of its arguments with their output in a log, then writes CPU seconds and the largest resident set in
/// KiB. Python's own `getrusage` saves us unsafe code.
const METER: &str = "\
import resource, subprocess, sys
with open(sys.argv[1], 'wb') as log:
    done = subprocess.run(sys.argv[2:], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(done.returncode != 0)";

/// What building took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Processor time in seconds, all steps and threads together.
    pub processor_s: f64,
    /// The largest resident set of any step, bytes.
    pub peak_bytes: u64,
}

/// What building took each of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BuildCosts {
    /// Extract and contract.
    pub osrm: Cost,
    /// Administrative areas and tiles.
    pub valhalla: Cost,
}

/// The folder with both graphs for this file, built now unless it was before.
pub(super) fn cached(tools: &Tools, region: &Path, cache: &Path) -> Result<PathBuf, PeerError> {
    let folder = absolute(cache)?.join(region_name(region));
    let stamp = stamp(region)?;
    if fs::read_to_string(folder.join("built-from")).is_ok_and(|built| built == stamp) {
        return Ok(folder);
    }
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    build(tools, region, &folder)?;
    fs::write(folder.join("built-from"), stamp)?;
    Ok(folder)
}

pub(super) fn measured(tools: &Tools, region: &Path) -> Result<BuildCosts, PeerError> {
    let folder = tempfile::tempdir()?;
    build(tools, region, folder.path())
}

/// The graph of OSRM inside a built folder.
pub(super) fn osrm_graph(folder: &Path) -> PathBuf {
    folder.join("osrm/region.osrm")
}

/// The configuration of Valhalla inside a built folder.
pub(super) fn valhalla_config(folder: &Path) -> PathBuf {
    folder.join("valhalla/valhalla.json")
}

fn build(tools: &Tools, region: &Path, folder: &Path) -> Result<BuildCosts, PeerError> {
    let (osrm, valhalla) = (folder.join("osrm"), folder.join("valhalla"));
    fs::create_dir_all(&osrm)?;
    fs::create_dir_all(&valhalla)?;
    // OSRM writes beside its input.
    let input = osrm.join("region.osm.pbf");
    fs::copy(region, &input)?;
    let graph = osrm_graph(folder);
    let costs = BuildCosts {
        osrm: sum([
            meter(
                tools,
                &tools.osrm("osrm-extract"),
                &["-t", "1", "-p"],
                &[&tools.car_profile(), &input],
                &osrm,
            )?,
            meter(tools, &tools.osrm("osrm-contract"), &["-t", "1"], &[&graph], &osrm)?,
        ]),
        valhalla: {
            let config = configure(tools, folder)?;
            let steps = ["valhalla_build_admins", "valhalla_build_tiles"];
            let [admins, tiles] = steps.map(|step| {
                meter(tools, &tools.valhalla(step), &["-c"], &[&config, &absolute(region)?], &valhalla)
            });
            sum([admins?, tiles?])
        },
    };
    fs::remove_file(&input)?;
    Ok(costs)
}

/// Everything at its defaults but the folders and the number of threads. No time zones: we ask without a time.
fn configure(tools: &Tools, folder: &Path) -> Result<PathBuf, PeerError> {
    let valhalla = folder.join("valhalla");
    let set = |key: &str, value: &Path| [OsString::from(key), value.into()];
    let output = Command::new(&tools.python)
        .args(["-m", "valhalla.valhalla_build_config"])
        .args(set("--mjolnir-tile-dir", &valhalla.join("tiles")))
        .args(set("--mjolnir-admin", &valhalla.join("admins.sqlite")))
        .args(["--mjolnir-tile-extract", "", "--mjolnir-timezone", "", "--mjolnir-concurrency", "1"])
        .stdin(Stdio::null())
        .output()?;
    let config = valhalla_config(folder);
    fs::write(&config, &output.stdout)?;
    if output.status.success() { Ok(config) } else { Err(failed("valhalla_build_config", &config)) }
}

fn meter(
    tools: &Tools,
    program: &Path,
    words: &[&str],
    paths: &[&Path],
    folder: &Path,
) -> Result<Cost, PeerError> {
    let name = region_name(program);
    let log = folder.join(format!("{name}.log"));
    let output = Command::new(&tools.python)
        .args(["-c", METER])
        .arg(&log)
        .arg(program)
        .args(words)
        .args(paths)
        .stdin(Stdio::null())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut figures = text.split_whitespace().map(str::parse::<f64>);
    match (output.status.success(), figures.next(), figures.next()) {
        (true, Some(Ok(processor_s)), Some(Ok(kib))) => {
            Ok(Cost { processor_s, peak_bytes: kib as u64 * 1024 })
        }
        _ => Err(failed(&name, &log)),
    }
}

fn failed(program: &str, log: &Path) -> PeerError {
    PeerError::Program { program: program.to_owned(), log: log.display().to_string() }
}

fn sum<const N: usize>(steps: [Cost; N]) -> Cost {
    steps.into_iter().fold(Cost::default(), |all, step| Cost {
        processor_s: all.processor_s + step.processor_s,
        peak_bytes: all.peak_bytes.max(step.peak_bytes),
    })
}

/// `porto` of `regions/porto.osm.pbf`.
fn region_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split('.').next().unwrap_or_default().to_owned()
}

fn absolute(path: &Path) -> Result<PathBuf, PeerError> {
    Ok(std::path::absolute(path)?)
}

/// Tells two versions of a region file apart without reading it.
fn stamp(region: &Path) -> Result<String, PeerError> {
    let about = fs::metadata(region)?;
    let changed = about.modified()?.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Ok(format!("{RECIPE}; {} bytes of {changed}", about.len()))
}

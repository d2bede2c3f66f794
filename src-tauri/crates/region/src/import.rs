//! The whole way from a file to a region that only has to be committed.

use std::{fs::File, io::Read, path::Path};

use sha2::{Digest, Sha256};

use crate::{
    error::ImportError,
    extract,
    features::MapFeature,
    folder::{self, Counts, FORMAT, RegionInfo, Staging},
    names::NamedThing,
    osm::{self, OsmData},
    progress::{CancelToken, Phase, Progress},
    roads::RoadNetwork,
};

/// Whose data it is, as the licence wants it shown.
const ATTRIBUTION: &str = "© OpenStreetMap contributors, ODbL 1.0";

/// What to import and where to.
#[derive(Clone, Copy, Debug)]
pub struct ImportRequest<'a> {
    /// The file.
    pub source: &'a Path,
    /// The folder that holds all regions; made when it is not there.
    pub root: &'a Path,
    /// The region's id. A region with this id is replaced. Without one, the file's name decides, and only a region
    /// that covers mostly the same ground is replaced.
    pub id: Option<&'a str>,
    /// The region's name for people. Without one, the file's name decides.
    pub name: Option<&'a str>,
    /// Keeps imports that run at once apart, see [`Staging::begin`].
    pub token: &'a str,
}

/// A finished import: written aside, and still in memory for the rooms that prepare their own files.
#[derive(Debug)]
pub struct Imported {
    /// The folder aside. Nothing is installed before [`Staging::commit`].
    pub staging: Staging,
    /// The road network.
    pub network: RoadNetwork,
    /// What the map shows.
    pub features: Vec<MapFeature>,
    /// What can be found by name.
    pub names: Vec<NamedThing>,
}

/// Import a file. Whatever goes wrong, nothing is left behind.
///
/// # Errors
/// See [`ImportError`].
pub fn import(
    request: &ImportRequest<'_>,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<Imported, ImportError> {
    let stop = || if cancel.is_cancelled() { Err(ImportError::Cancelled) } else { Ok(()) };
    let checked = check(request.source, progress, cancel)?;
    let data = osm::read(request.source, progress, cancel)?;
    stop()?;
    let mut skipped = data.skipped;

    progress.report(Phase::Roads, 0, 1);
    let network = extract::road_network(&data, &mut skipped);
    if network.segments.is_empty() {
        return Err(ImportError::NoRoads);
    }
    progress.report(Phase::Roads, 1, 1);
    stop()?;

    progress.report(Phase::Names, 0, 1);
    let names = extract::named_things(&data);
    progress.report(Phase::Names, 1, 1);
    stop()?;

    progress.report(Phase::Map, 0, 1);
    let features = extract::map_features(&data, &network, &mut skipped);
    progress.report(Phase::Map, 1, 1);
    stop()?;

    let file_name =
        request.source.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bbox = bbox(&data)?;
    let info = RegionInfo {
        format: FORMAT,
        id: request.id.map_or_else(|| free_id(request.root, &folder::slug(&file_name), bbox), folder::slug),
        name: request.name.map_or_else(|| folder::title(&file_name), str::to_owned),
        bbox,
        counts: Counts {
            nodes: network.nodes.len() as u64,
            segments: network.segments.len() as u64,
            road_m: network.segments.iter().map(|segment| u64::from(segment.length_dm)).sum::<u64>() / 10,
            restrictions: network.restrictions.len() as u64,
            features: features.len() as u64,
            names: names.len() as u64,
        },
        skipped,
        source_name: file_name,
        source_size: checked.size,
        source_sha256: checked.sha256,
        data_timestamp: data.data_timestamp,
        drives_left: network.drives_left,
        attribution: ATTRIBUTION.to_owned(),
    };
    drop(data);

    let staging = Staging::begin(request.root, info, request.token)?;
    progress.report(Phase::Write, 0, 3);
    staging.write_roads(&network)?;
    progress.report(Phase::Write, 1, 3);
    staging.write_features(&features)?;
    progress.report(Phase::Write, 2, 3);
    staging.write_names(&names)?;
    progress.report(Phase::Write, 3, 3);
    stop()?;
    Ok(Imported { staging, network, features, names })
}

struct Checked {
    size: u64,
    sha256: String,
}

/// Refuse what is no OSM data at a glance, then hash the file.
fn check(source: &Path, progress: &mut dyn Progress, cancel: &CancelToken) -> Result<Checked, ImportError> {
    let mut file = File::open(source).map_err(|error| ImportError::reading(&error))?;
    let size = file.metadata().map_err(|error| ImportError::reading(&error))?.len();
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    let mut done = 0;
    progress.report(Phase::Check, 0, size.max(1));
    loop {
        if cancel.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        let count = file.read(&mut buffer).map_err(|error| ImportError::reading(&error))?;
        let bytes = buffer.get(..count).unwrap_or_default();
        if done == 0 {
            osm::sniff(bytes.get(..osm::HEAD).unwrap_or(bytes))?;
        }
        if count == 0 {
            break;
        }
        hash.update(bytes);
        done += count as u64;
        progress.report(Phase::Check, done.min(size.max(1)), size.max(1));
    }
    let sha256 = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Checked { size, sha256 })
}

fn bbox(data: &OsmData) -> Result<[f64; 4], ImportError> {
    let bbox = data.bbox().ok_or(ImportError::NoRoads)?;
    // A box in the file says what its maker asked for; ways that only stick out of it don't make the region larger.
    if bbox.max.lon - bbox.min.lon > 180.0 {
        return Err(ImportError::Antimeridian);
    }
    Ok([bbox.min.lon, bbox.min.lat, bbox.max.lon, bbox.max.lat])
}

/// The slug itself, when no region has it or the one that does covers mostly the same ground (then this is its
/// update). Otherwise the slug with the first free number: every export of openstreetmap.org is called `map.osm`.
fn free_id(root: &Path, slug: &str, bbox: [f64; 4]) -> String {
    let numbered = (2..=999).map(|number| format!("{slug}-{number}"));
    let mut candidates = std::iter::once(slug.to_owned()).chain(numbered);
    let usable = |id: &String| match folder::open(root, id) {
        Ok(there) => shared_ground(there.info().bbox, bbox) > 0.5,
        // A folder that can't be read is replaced: its file was imported again.
        Err(_) => true,
    };
    candidates.find(usable).unwrap_or_else(|| slug.to_owned())
}

/// Common area over joint area.
fn shared_ground(a: [f64; 4], b: [f64; 4]) -> f64 {
    let area = |[w, s, e, n]: [f64; 4]| (e - w).max(0.0) * (n - s).max(0.0);
    let common = area([a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]);
    let joint = area(a) + area(b) - common;
    if joint > 0.0 { common / joint } else { 0.0 }
}

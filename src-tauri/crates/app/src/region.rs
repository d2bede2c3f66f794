//! Installed regions: importing, listing, removing, and holding the loaded ones.

use std::{
    collections::HashMap,
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use domain::{EdgeKey, LonLat, Moment, deviation::EdgeFacts};
use geocode::Index;
use region::{
    CancelToken, ImportError, Phase,
    folder::{self, FolderError, RegionFolder},
};
use routing::Router;
use tiles::TileSet;

use crate::{
    App, AppError, ProgressSink,
    dto::{ErrorCode, ImportRequest, LineDto, ProgressDto, RegionDto, StatusDto},
    plan::line_dto,
};

/// A region in memory. Tiles and names are read when they are first asked for.
pub struct LoadedRegion {
    folder: RegionFolder,
    router: Arc<Router>,
    tiles: OnceLock<TileSet>,
    names: OnceLock<Index>,
}

impl LoadedRegion {
    fn load(folder: RegionFolder) -> Result<Self, AppError> {
        let damaged = || AppError::new(ErrorCode::RegionDamaged).with("region", &folder.info().id);
        let roads = folder.roads().map_err(|_damaged| damaged())?;
        let router = Router::open(folder.dir(), roads).map_err(|_foreign| damaged())?;
        Ok(Self { folder, router: Arc::new(router), tiles: OnceLock::new(), names: OnceLock::new() })
    }

    /// Finds routes, on the strict side of what holds at some times only.
    pub fn router(&self) -> &Router {
        &self.router
    }

    /// Finds routes for a departure: roads and turns that are legal at some times only are so or not.
    pub fn router_at(&self, departure: &Moment) -> Arc<Router> {
        self.router.at(Some(departure))
    }

    /// Cuts tiles. A damaged file gives an empty map; the doctor says so.
    pub fn tiles(&self) -> &TileSet {
        self.tiles.get_or_init(|| TileSet::build(self.folder.features().unwrap_or_default()))
    }

    /// Finds names. A damaged index, or one of another version, is built anew from the names and roads.
    pub fn names(&self) -> &Index {
        self.names.get_or_init(|| {
            Index::open(self.folder.dir()).unwrap_or_else(|_damaged| {
                let names = self.folder.names().unwrap_or_default();
                Index::build(names, &self.folder.roads().unwrap_or_default())
            })
        })
    }

    /// The region's id.
    pub fn id(&self) -> &str {
        &self.folder.info().id
    }

    /// What the map knows about an edge.
    pub fn edge_facts(&self, edge: EdgeKey) -> Option<EdgeFacts> {
        Some(EdgeFacts {
            class: self.router.edge_class(edge)?,
            road: self.router.edge_label(edge).unwrap_or_default().to_owned(),
            waterside: self.router.is_waterside(edge),
            metres: self.router.edge_length_m(edge)?,
        })
    }
}

/// Names of the roads of all installed regions, and the regions they were read from.
type RoadNames = (Vec<String>, Arc<Vec<String>>);

/// All regions of the data folder.
pub struct Regions {
    root: PathBuf,
    loaded: Mutex<HashMap<String, Arc<LoadedRegion>>>,
    road_names: Mutex<Option<RoadNames>>,
}

impl Regions {
    /// Opens the folder, and clears what a killed import left, unless an import runs right now.
    pub fn open(root: &Path) -> Result<Self, AppError> {
        fs::create_dir_all(root)?;
        if let Ok(lock) = import_lock(root) {
            folder::clean(root)?;
            drop(lock);
        }
        Ok(Self { root: root.to_owned(), loaded: Mutex::default(), road_names: Mutex::default() })
    }

    fn list(&self) -> Vec<RegionFolder> {
        folder::list(&self.root)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|(_, folder)| folder.ok())
            .collect()
    }

    /// Whether no usable region is installed.
    pub fn is_empty(&self) -> bool {
        self.list().is_empty()
    }

    /// The smallest usable region that holds all these points.
    pub fn holding(&self, points: &[LonLat]) -> Option<Arc<LoadedRegion>> {
        let area = |folder: &RegionFolder| {
            let [west, south, east, north] = folder.info().bbox;
            (east - west) * (north - south)
        };
        let mut folders = self.list();
        folders.retain(|folder| points.iter().all(|point| folder.info().bounds().contains(*point)));
        folders.sort_by(|a, b| area(a).total_cmp(&area(b)));
        folders.into_iter().find_map(|folder| self.load(folder).ok())
    }

    /// Every usable region, loaded.
    pub fn all(&self) -> Vec<Arc<LoadedRegion>> {
        self.list().into_iter().filter_map(|folder| self.load(folder).ok()).collect()
    }

    /// Names and refs of all roads, for finding them inside a sentence.
    pub fn road_names(&self) -> Arc<Vec<String>> {
        let ids: Vec<String> = self.list().iter().map(|folder| folder.info().id.clone()).collect();
        let mut kept = self.road_names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, names)) = kept.as_ref()
            && *of == ids
        {
            return Arc::clone(names);
        }
        let mut names: Vec<String> =
            self.all().iter().flat_map(|region| region.router().road_names().to_vec()).collect();
        names.sort_unstable();
        names.dedup();
        let names = Arc::new(names);
        *kept = Some((ids, Arc::clone(&names)));
        names
    }

    fn load(&self, folder: RegionFolder) -> Result<Arc<LoadedRegion>, AppError> {
        let id = folder.info().id.clone();
        let same = |known: &Arc<LoadedRegion>| known.folder.info() == folder.info();
        if let Some(known) =
            self.loaded.lock().unwrap_or_else(PoisonError::into_inner).get(&id).filter(|k| same(k))
        {
            return Ok(Arc::clone(known));
        }
        // Loaded outside the lock: a large region must not hold up the tiles of another. Two that load at once do the
        // work twice and keep one.
        let fresh = Arc::new(LoadedRegion::load(folder)?);
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&fresh));
        Ok(fresh)
    }

    fn forget(&self, id: &str) {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        *self.road_names.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// One import at a time, over all programs that use the folder.
fn import_lock(root: &Path) -> Result<File, AppError> {
    let file = File::options().create(true).truncate(false).write(true).open(root.join("import.lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(_held) => Err(AppError::new(ErrorCode::SecondInstance).with("why", "import")),
    }
}

impl App {
    /// Installed regions, those that can't be used included.
    pub fn region_list(&self) -> Result<Vec<RegionDto>, AppError> {
        let listed = folder::list(&self.regions.root)?;
        Ok(listed.into_iter().map(|(id, folder)| region_dto(id, folder)).collect())
    }

    /// Imports a file. Written aside and put in place at the end; nothing is left behind when it fails or is cancelled.
    pub fn region_import(
        &self,
        request: &ImportRequest,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<RegionDto, AppError> {
        let name = request.name.trim();
        self.import_file(Path::new(&request.path), None, (!name.is_empty()).then_some(name), sink, cancel)
    }

    /// Removes a region. Memories about its roads stay.
    pub fn region_remove(&self, id: &str) -> Result<StatusDto, AppError> {
        folder::remove(&self.regions.root, id)?;
        self.regions.forget(id);
        self.status()
    }

    /// "Start empty": the choice is made; the bundled map is imported when there is none, so that there is something to
    /// look at.
    pub fn start_empty(
        &self,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<StatusDto, AppError> {
        if self.regions.is_empty() {
            self.import_bundled(crate::demo::MONACO, sink, cancel)?;
        }
        let mut settings = self.settings()?;
        settings.welcomed = true;
        self.store_settings(&settings)?;
        self.status()
    }

    /// Imports one of the maps that come with Laolu, unless it is there.
    pub(crate) fn import_bundled(
        &self,
        bundled: crate::demo::Bundled,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<(), AppError> {
        if folder::open(&self.regions.root, bundled.id).is_ok() {
            return Ok(());
        }
        let file = self.bundled_maps.join(bundled.file);
        self.import_file(&file, Some(bundled.id), Some(bundled.name), sink, cancel).map(drop)
    }

    fn import_file(
        &self,
        path: &Path,
        id: Option<&str>,
        name: Option<&str>,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<RegionDto, AppError> {
        let _lock = import_lock(&self.regions.root)?;
        let named = |error: AppError| {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            error.with("file", file)
        };
        let started = self.clock.monotonic_s();
        let clock = Arc::clone(&self.clock);
        let mut report = move |step: Step, done: u64, total: u64| {
            sink.progress(&progress_dto(step, done, total, clock.monotonic_s() - started));
        };
        let token = format!("{}", std::process::id());
        let imported = region::import(
            &region::ImportRequest { source: path, root: &self.regions.root, id, name, token: &token },
            &mut |phase: Phase, done: u64, total: u64| report(Step::Import(phase), done, total),
            cancel,
        )
        .map_err(|error| named(error.into()))?;
        report(Step::Prepare, 0, 1);
        routing::prepare(&imported.network, imported.staging.dir())?;
        report(Step::Prepare, 1, 1);
        if cancel.is_cancelled() {
            return Err(AppError::new(ErrorCode::Cancelled));
        }
        report(Step::Search, 0, 1);
        Index::prepare(imported.names, &imported.network, imported.staging.dir()).map_err(
            |error| match error {
                geocode::IndexError::Io(error) => AppError::from(error),
                other => AppError::new(ErrorCode::Internal).with("room", "geocode").with("why", other),
            },
        )?;
        if cancel.is_cancelled() {
            return Err(AppError::new(ErrorCode::Cancelled));
        }
        let folder = imported.staging.commit().map_err(|error| named(error.into()))?;
        report(Step::Search, 1, 1);
        let id = folder.info().id.clone();
        self.regions.forget(&id);
        Ok(region_dto(id, Ok(folder)))
    }

    /// The region that holds all points of a trip, or which point lies outside.
    pub(crate) fn region_for(&self, points: &[LonLat]) -> Result<Arc<LoadedRegion>, AppError> {
        if let Some(region) = self.regions.holding(points) {
            return Ok(region);
        }
        if self.regions.is_empty() {
            return Err(self.no_usable_region());
        }
        let outside = points.iter().position(|point| self.regions.holding(&[*point]).is_none());
        let which = match outside {
            Some(0) => "from",
            Some(index) if index + 1 == points.len() => "to",
            Some(_) => "via",
            None => "apart",
        };
        Err(AppError::new(ErrorCode::OutsideRegion).with("which", which))
    }

    /// Why nothing can be planned at all: there is no region, or none that can be read.
    pub(crate) fn no_usable_region(&self) -> AppError {
        match self.region_list() {
            Ok(listed) => match listed.first() {
                Some(damaged) => AppError::new(ErrorCode::RegionDamaged).with("region", &damaged.id),
                None => AppError::new(ErrorCode::NoRegion),
            },
            Err(error) => error,
        }
    }

    /// One vector tile by its path `{z}/{x}/{y}`; `None` where nothing is.
    pub fn tile_at(&self, path: &str) -> Option<Vec<u8>> {
        let mut parts = path.trim_matches('/').split('/');
        let z: u8 = parts.next()?.parse().ok()?;
        let x: u32 = parts.next()?.parse().ok()?;
        let y: u32 = parts.next()?.parse().ok()?;
        if parts.next().is_some() || z > 22 {
            return None;
        }
        // Regions that overlap: the fullest tile shows most.
        let cut = self.regions.all().into_iter().map(|region| region.tiles().tile(z, x, y));
        cut.max_by_key(Vec::len).filter(|tile| !tile.is_empty())
    }

    /// The lines of some edges, joined where one ends and the next begins.
    pub(crate) fn edge_lines(&self, edges: &[EdgeKey]) -> Vec<LineDto> {
        let Some(region) = self.region_of(edges) else { return Vec::new() };
        let mut lines: Vec<Vec<LonLat>> = Vec::new();
        for line in edges.iter().filter_map(|edge| region.router().edge_geometry(*edge)) {
            match lines.last_mut() {
                Some(last) if last.last() == line.first() => last.extend(line.into_iter().skip(1)),
                _ => lines.push(line),
            }
        }
        lines.iter().map(|line| line_dto(line)).collect()
    }

    /// The lines of a road by name or ref, in all regions.
    pub(crate) fn road_lines(&self, name: &str) -> Vec<LineDto> {
        let mut lines = Vec::new();
        for region in self.regions.all() {
            lines.extend(self.edge_lines(&region.router().edges_of_road(name)));
        }
        lines
    }

    /// The region whose map has these edges.
    pub(crate) fn region_of(&self, edges: &[EdgeKey]) -> Option<Arc<LoadedRegion>> {
        let known = |region: &Arc<LoadedRegion>| {
            edges.iter().take(8).any(|edge| region.router().edge_length_m(*edge).is_some())
        };
        self.regions.all().into_iter().find(known)
    }

    /// Whether most metres of a stretch run along water.
    pub(crate) fn mostly_waterside(&self, target: &domain::Target) -> bool {
        let domain::Target::Section { edges, .. } = target else {
            return *target == domain::Target::Feature(domain::RoadFeature::Waterside);
        };
        let Some(region) = self.region_of(edges) else { return false };
        let facts: Vec<EdgeFacts> = edges.iter().filter_map(|edge| region.edge_facts(*edge)).collect();
        let all: f64 = facts.iter().map(|fact| fact.metres).sum();
        let wet: f64 = facts.iter().filter(|fact| fact.waterside).map(|fact| fact.metres).sum();
        all > 0.0 && wet > all / 2.0
    }
}

/// A stage of an import with what other rooms prepare.
#[derive(Clone, Copy)]
enum Step {
    Import(Phase),
    Prepare,
    Search,
}

/// Word of each stage and its share of the whole, as measured on Porto and Monaco.
fn step(step: Step) -> (&'static str, u32, f64, f64) {
    match step {
        Step::Import(Phase::Check) => ("check", 0, 0.0, 0.04),
        Step::Import(Phase::Read) => ("read", 1, 0.04, 0.16),
        Step::Import(Phase::Roads) => ("roads", 2, 0.20, 0.15),
        Step::Import(Phase::Names) => ("names", 3, 0.35, 0.05),
        Step::Import(Phase::Map) => ("map", 4, 0.40, 0.10),
        Step::Import(Phase::Write) => ("write", 5, 0.50, 0.05),
        Step::Prepare => ("prepare", 6, 0.55, 0.40),
        Step::Search => ("search", 7, 0.95, 0.05),
    }
}

fn progress_dto(at: Step, done: u64, total: u64, elapsed_s: f64) -> ProgressDto {
    let (phase, phase_index, from, share) = step(at);
    let part = if total == 0 { 0.0 } else { done as f64 / total as f64 };
    let fraction = (from + share * part).min(1.0);
    let told = fraction > 0.15 && elapsed_s > 0.5;
    ProgressDto {
        phase: phase.to_owned(),
        phase_index,
        phase_count: 8,
        done,
        total,
        fraction,
        eta_s: told.then(|| elapsed_s * (1.0 - fraction) / fraction),
    }
}

fn region_dto(id: String, folder: Result<RegionFolder, FolderError>) -> RegionDto {
    match folder {
        Ok(folder) => {
            let info = folder.info();
            let imported_at = fs::metadata(folder.dir())
                .and_then(|meta| meta.modified())
                .ok()
                .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
                .and_then(|since| i64::try_from(since.as_secs()).ok());
            let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            RegionDto {
                name: info.name.clone(),
                bbox: info.bbox,
                source: info.source_name.clone(),
                data_at: info.data_timestamp,
                imported_at: imported_at.unwrap_or(0),
                size_bytes: folder.size(),
                nodes: count(info.counts.nodes),
                road_km: info.counts.road_m as f64 / 1000.0,
                names: count(info.counts.names),
                skipped: count(info.skipped.total()),
                problem: String::new(),
                id,
            }
        }
        Err(error) => RegionDto {
            name: id.clone(),
            bbox: [0.0; 4],
            source: String::new(),
            data_at: None,
            imported_at: 0,
            size_bytes: 0,
            nodes: 0,
            road_km: 0.0,
            names: 0,
            skipped: 0,
            problem: match error {
                FolderError::WrongVersion { .. } => "old_version",
                _ => "damaged",
            }
            .to_owned(),
            id,
        },
    }
}

impl From<FolderError> for AppError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::NotFound => Self::bad_request("region"),
            FolderError::WrongVersion { .. } | FolderError::Damaged { .. } => {
                Self::new(ErrorCode::RegionDamaged)
            }
            FolderError::Io(std::io::ErrorKind::StorageFull) => Self::new(ErrorCode::DiskFull),
            FolderError::Io(kind) => {
                Self::new(ErrorCode::Io).with("file", "regions").with("why", format!("{kind:?}"))
            }
        }
    }
}

impl From<ImportError> for AppError {
    fn from(error: ImportError) -> Self {
        let file = |why: &str| Self::new(ErrorCode::BadFile).with("why", why);
        match error {
            ImportError::NotFound => file("missing"),
            ImportError::Unreadable(kind) => file("unreadable").with("cause", format!("{kind:?}")),
            ImportError::Empty => file("empty"),
            ImportError::NotOsm(looks_like) => match looks_like.word() {
                word @ ("html" | "zip") => file(word),
                word => file("not_osm").with("looks_like", word),
            },
            // How large the whole file was, nobody knows: a percentage would be a guess.
            ImportError::Truncated { at, .. } => file("truncated").with("byte", at),
            ImportError::Damaged { at, .. } => file("damaged").with("byte", at),
            ImportError::Unsupported => file("not_osm").with("looks_like", "other-osm"),
            ImportError::NoRoads => file("no_roads"),
            ImportError::Antimeridian => file("antimeridian"),
            ImportError::Cancelled => Self::new(ErrorCode::Cancelled),
            ImportError::DiskFull => Self::new(ErrorCode::DiskFull),
            ImportError::Write(kind) => {
                Self::new(ErrorCode::Io).with("file", "regions").with("why", format!("{kind:?}"))
            }
        }
    }
}

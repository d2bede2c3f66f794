//! Installed regions: importing, listing, removing, and holding the loaded ones.

mod describe;
mod errors;
mod import;
mod lines;
mod progress;

pub(crate) use progress::IMPORT_PHASES;

use std::{
    collections::HashMap,
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, RwLock},
};

use domain::{EdgeKey, LonLat, Moment, deviation::EdgeFacts};
use geocode::Index;
use region::folder::{self, RegionFolder};
use routing::Router;
use tiles::TileSet;

use crate::{App, AppError, dto::ErrorCode, situation::Paces};

/// A region in memory. Tiles and names are read when they are first asked for.
pub struct LoadedRegion {
    folder: RegionFolder,
    router: Arc<Router>,
    tiles: OnceLock<TileSet>,
    names: OnceLock<Index>,
    /// The same roads at the pace of somebody's own drives.
    paces: Paces,
}

impl LoadedRegion {
    fn load(folder: RegionFolder) -> Result<Self, AppError> {
        let damaged = || AppError::new(ErrorCode::RegionDamaged).with("region", &folder.info().id);
        let roads = folder.roads().map_err(|_damaged| damaged())?;
        let router = Router::open(folder.dir(), roads).map_err(|_foreign| damaged())?;
        Ok(Self {
            folder,
            router: Arc::new(router),
            tiles: OnceLock::new(),
            names: OnceLock::new(),
            paces: Paces::default(),
        })
    }

    /// Finds routes, on the strict side of what holds at some times only.
    pub fn router(&self) -> &Router {
        &self.router
    }

    /// Finds routes for a departure: roads and turns that are legal at some times only are so or not.
    pub fn router_at(&self, departure: &Moment) -> Arc<Router> {
        self.router.at(Some(departure))
    }

    /// What was made of own drives here, and is kept for the next plan.
    pub(crate) fn paces(&self) -> &Paces {
        &self.paces
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

    /// What a person calls it.
    pub fn name(&self) -> &str {
        &self.folder.info().name
    }

    /// What the map knows about an edge.
    pub fn edge_facts(&self, edge: EdgeKey) -> Option<EdgeFacts> {
        Some(EdgeFacts {
            class: self.router.edge_class(edge)?,
            road: self.router.edge_label(edge).unwrap_or_default().to_owned(),
            waterside: self.router.is_waterside(edge),
            metres: self.router.edge_length_m(edge)?,
            seconds: self.router.edge_seconds(edge)?,
            features: self.router.edge_features(edge)?,
            ends: self.router.edge_geometry(edge).and_then(|line| Some((*line.first()?, *line.last()?))),
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
    /// Held for writing while a region takes another one's place, and for reading while one is loaded: a region's files
    /// belong together, and none may be read from the one and none from the other.
    changing: RwLock<()>,
}

impl Regions {
    /// Opens the folder, and clears what a killed import left, unless an import runs right now.
    pub fn open(root: &Path) -> Result<Self, AppError> {
        fs::create_dir_all(root)?;
        if let Ok(lock) = import_lock(root) {
            folder::clean(root)?;
            drop(lock);
        }
        Ok(Self {
            root: root.to_owned(),
            loaded: Mutex::default(),
            road_names: Mutex::default(),
            changing: RwLock::default(),
        })
    }

    fn list(&self) -> Vec<RegionFolder> {
        let _unchanged = self.changing.read().unwrap_or_else(PoisonError::into_inner);
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
        self.holding_of(&self.by_size(), points)
    }

    /// Usable regions, smallest first: for asking about many trips without reading the folder for each.
    pub fn by_size(&self) -> Vec<RegionFolder> {
        let area = |folder: &RegionFolder| {
            let [west, south, east, north] = folder.info().bbox;
            (east - west) * (north - south)
        };
        let mut folders = self.list();
        folders.sort_by(|a, b| area(a).total_cmp(&area(b)));
        folders
    }

    /// The first of these regions that holds all points.
    pub fn holding_of(&self, folders: &[RegionFolder], points: &[LonLat]) -> Option<Arc<LoadedRegion>> {
        let holds =
            |folder: &&RegionFolder| points.iter().all(|point| folder.info().bounds().contains(*point));
        folders.iter().filter(holds).find_map(|folder| self.load(folder.clone()).ok())
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
        let _unchanged = self.changing.read().unwrap_or_else(PoisonError::into_inner);
        // Loaded outside the lock of those that are loaded: a large region must not hold up the tiles of another. Two that load at once do the
        // work twice and keep one.
        let fresh = Arc::new(LoadedRegion::load(folder)?);
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&fresh));
        Ok(fresh)
    }

    /// Lets go of what was made of own drives: some of them were erased.
    pub fn forget_paces(&self) {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.values().for_each(|region| region.paces.forget());
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
        let regions = self.regions.all();
        let sets: Vec<&TileSet> = regions.iter().map(|region| region.tiles()).collect();
        Some(TileSet::tile_of(&sets, z, x, y)).filter(|tile| !tile.is_empty())
    }
}

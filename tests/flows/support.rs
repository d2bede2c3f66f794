//! What every flow starts from: one real import, copied; a clock that stands still; an embedder without a model.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use app::{
    App, AppError, CancelToken, Config, Keys,
    dto::{
        ErrorCode, ImportRequest, LangDto, MemoryPageDto, MemoryQuery, MemoryRowDto, PlaceAddRequest,
        PlanDto, PlanRequest, PointDto, ReasonDto, RegionDto, RouteDto, WaypointDto,
    },
    silent,
};
use domain::{
    LonLat, Moment,
    ports::{PreviewError, PreviewPicture, RoutePreview},
};
use tempfile::TempDir;
use testkit::{
    city,
    clock::{FixedClock, MONDAY_MORNING, monaco},
    embedder::FakeEmbedder,
};

/// An hour.
pub const HOUR: i64 = 3_600;
/// A day.
pub const DAY: i64 = 86_400;
/// Monday 2026-11-23, 12:00 in Monaco: no morning, no evening, no weekend.
pub const MONDAY_NOON: i64 = MONDAY_MORNING + 4 * HOUR;
/// The Sunday after, 12:00.
pub const SUNDAY_NOON: i64 = MONDAY_NOON + 6 * DAY;

/// The demo profile over Monaco.
pub const DEMO: &str = "demo";
/// The demo profile over the made city.
pub const CITY: &str = "demo-city";

/// One Laolu over a data folder of its own.
pub struct Bench {
    pub app: App,
    pub clock: Arc<FixedClock>,
    folder: TempDir,
}

/// Previews are no matter of these flows.
struct NoPreview;

impl RoutePreview for NoPreview {
    fn draw(&self, _picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError> {
        Err(PreviewError::Missing)
    }
}

impl Bench {
    /// The installed demo, fresh, with this profile in use; Monday noon.
    pub fn demo(profile: &str) -> Self {
        let folder = TempDir::new().unwrap();
        copy(&demo_folder(), folder.path());
        Self::over(folder, Some(profile))
    }

    /// Nothing remembered, but both regions there.
    pub fn with_regions() -> Self {
        let folder = TempDir::new().unwrap();
        copy(&demo_folder().join("regions"), &folder.path().join("regions"));
        Self::over(folder, None)
    }

    /// Nothing at all.
    pub fn empty() -> Self {
        Self::over(TempDir::new().unwrap(), None)
    }

    fn over(folder: TempDir, profile: Option<&str>) -> Self {
        let clock = Arc::new(FixedClock::at(monaco(MONDAY_NOON)));
        let app = App::open(config(folder.path(), &clock, profile)).unwrap();
        Self { app, clock, folder }
    }

    /// The data folder.
    pub fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    /// Closes Laolu and opens it again over the same folder.
    pub fn reopen(self) -> Self {
        let Self { app, clock, folder } = self;
        drop(app);
        let app = App::open(config(folder.path(), &clock, None)).unwrap();
        Self { app, clock, folder }
    }

    /// Closes Laolu, does something to its folder, and opens it again.
    pub fn while_closed(self, deed: impl FnOnce(&Path)) -> Self {
        let Self { app, clock, folder } = self;
        drop(app);
        deed(folder.path());
        let app = App::open(config(folder.path(), &clock, None)).unwrap();
        Self { app, clock, folder }
    }

    /// Another one beside it over the same folder, as the same profile.
    pub fn beside(&self) -> Result<App, AppError> {
        let profile = self.app.status()?.profile.name;
        App::open(config(self.data_dir(), &self.clock, Some(&profile)))
    }

    /// The same with keys.
    pub fn beside_with(&self, keys: Keys) -> Result<App, AppError> {
        let profile = self.app.status()?.profile.name;
        App::open_with(config(self.data_dir(), &self.clock, Some(&profile)), keys)
    }

    /// Closes Laolu and opens it again with a place to keep keys.
    pub fn with_keys(self, keys: Keys) -> Self {
        let profile = self.app.status().unwrap().profile.name;
        let Self { app, clock, folder } = self;
        drop(app);
        let app = App::open_with(config(folder.path(), &clock, Some(&profile)), keys).unwrap();
        Self { app, clock, folder }
    }

    /// Puts the clock to this moment.
    pub fn at(&self, at: i64) -> &Self {
        self.clock.set(monaco(at));
        self
    }

    /// Puts the clock to this moment in the made city's zone.
    pub fn at_in_city(&self, at: i64) -> &Self {
        self.clock.set(Moment { at: domain::Timestamp(at), zone: "Asia/Shanghai".to_owned() });
        self
    }

    /// The plan for a sentence, in a conversation of its own.
    pub fn ask(&self, utterance: &str) -> PlanDto {
        self.plan(request(utterance))
    }

    /// The plan for a request, in a conversation of its own.
    pub fn plan(&self, request: PlanRequest) -> PlanDto {
        self.app.plan_reset();
        let said = request.utterance.clone();
        self.app.plan(&request).unwrap_or_else(|error| panic!("{said}: {error:?} {:?}", error.args))
    }

    /// The plan when these causes are switched off.
    pub fn without(&self, utterance: &str, disabled: &[&str]) -> PlanDto {
        self.plan(PlanRequest { disabled: owned(disabled), ..request(utterance) })
    }

    /// Everything remembered, in English.
    pub fn rows(&self) -> Vec<MemoryRowDto> {
        self.page(MemoryQuery { lang: LangDto::En, ..MemoryQuery::default() }).rows
    }

    pub fn page(&self, query: MemoryQuery) -> MemoryPageDto {
        self.app.memory_list(&query).unwrap()
    }

    /// Id of the remembered place whose name holds this word.
    pub fn place(&self, word: &str) -> String {
        let rows = self.rows();
        let found = rows.iter().find(|row| row.id.starts_with("place-") && row.text.contains(word));
        found.unwrap_or_else(|| panic!("no place {word}")).id.clone()
    }

    pub fn add_place(&self, name: &str, aliases: &[&str], tag: &str, at: LonLat) -> String {
        let request = PlaceAddRequest {
            name: name.to_owned(),
            aliases: owned(aliases),
            point: point(at),
            tag: tag.to_owned(),
            address: String::new(),
        };
        self.app.place_add(&request).unwrap().id
    }

    /// Home and office of the Monaco demo, as a person's own.
    pub fn settle(&self) -> &Self {
        self.add_place("家", &["home"], "home", HOME);
        self.add_place("公司", &["office"], "work", OFFICE);
        self
    }

    /// A mall and an airport in the made city.
    pub fn settle_in_city(&self) {
        self.add_place("商场", &[], "", city::MALL);
        self.add_place("机场", &[], "", city::AIRPORT);
    }

    pub fn import(&self, path: &Path) -> Result<RegionDto, AppError> {
        let request = ImportRequest { path: path.display().to_string(), name: String::new() };
        self.app.region_import(&request, &mut silent(), &CancelToken::default())
    }
}

/// Home of the Monaco demo.
pub const HOME: LonLat = LonLat { lon: 7.4035, lat: 43.7243 };
/// Office of the Monaco demo.
pub const OFFICE: LonLat = LonLat { lon: 7.4735, lat: 43.7560 };

pub fn config(folder: &Path, clock: &Arc<FixedClock>, profile: Option<&str>) -> Config {
    let clock: Arc<dyn domain::ports::Clock> = Arc::<FixedClock>::clone(clock);
    Config {
        data_dir: folder.to_owned(),
        bundled_maps: maps(),
        profile: profile.map(str::to_owned),
        exclusive: false,
        wait_for_meaning: true,
        clock,
        embedder: Some(Box::new(|| Ok(Arc::new(FakeEmbedder::default())))),
        preview: Arc::new(NoPreview),
    }
}

pub fn request(utterance: &str) -> PlanRequest {
    let lang = if utterance.is_ascii() && !utterance.is_empty() { LangDto::En } else { LangDto::Zh };
    PlanRequest { utterance: utterance.to_owned(), lang, ..PlanRequest::default() }
}

/// A trip between two points, without a word.
pub fn between(from: LonLat, to: LonLat) -> PlanRequest {
    PlanRequest { origin: Some(waypoint(from)), destination: Some(waypoint(to)), ..request("") }
}

pub fn waypoint(at: LonLat) -> WaypointDto {
    WaypointDto { point: point(at), label: String::new(), memory: None }
}

pub fn point(at: LonLat) -> PointDto {
    PointDto { lon: at.lon, lat: at.lat }
}

pub fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Id of the chosen route.
pub fn chosen(plan: &PlanDto) -> &str {
    &plan.routes[0].id
}

/// Reasons and also-considered ones.
pub fn all_reasons(plan: &PlanDto) -> impl Iterator<Item = &ReasonDto> {
    plan.reasons.iter().chain(&plan.considered)
}

pub fn reason<'a>(plan: &'a PlanDto, id: &str) -> &'a ReasonDto {
    all_reasons(plan).find(|reason| reason.id == id).unwrap_or_else(|| panic!("{id} is among the reasons"))
}

/// Share of the pieces of two lines that both have (Jaccard).
pub fn jaccard(a: &RouteDto, b: &RouteDto) -> f64 {
    let pieces = |route: &RouteDto| -> std::collections::BTreeSet<String> {
        route.geometry.coordinates.windows(2).map(|pair| format!("{pair:?}")).collect()
    };
    let (a, b) = (pieces(a), pieces(b));
    a.intersection(&b).count() as f64 / a.union(&b).count().max(1) as f64
}

/// The failure of what must fail.
pub fn fails<T>(result: Result<T, AppError>) -> AppError {
    match result {
        Ok(_) => panic!("it should have failed"),
        Err(error) => error,
    }
}

/// That it fails with this code and these values.
pub fn check_fails<T>(result: Result<T, AppError>, code: ErrorCode, args: &[(&str, &str)]) -> AppError {
    let error = fails(result);
    assert_eq!(error.code, code, "{:?}", error.args);
    for (key, value) in args {
        assert_eq!(error.args.get(*key).map(String::as_str), Some(*value), "{key} in {:?}", error.args);
    }
    error
}

/// Relative names and lengths of all files below a folder.
pub fn listing(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().map(Result::unwrap) {
            let (path, relative) = (entry.path(), entry.path().strip_prefix(folder).unwrap().to_owned());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
                found.push((relative, 0));
            } else {
                found.push((relative, entry.metadata().unwrap().len()));
            }
        }
    }
    found.sort();
    found
}

/// Folder with the two bundled map files.
pub fn maps() -> PathBuf {
    static MAPS: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let folder = own_folder().join("maps");
        fs::create_dir_all(&folder).unwrap();
        fs::copy(monaco_file(), folder.join("monaco.osm.pbf")).unwrap();
        let mut city_file = fs::File::create(folder.join("made-city.osm")).unwrap();
        city::write(city::SEED, city::NODES, &mut city_file).unwrap();
        folder
    };
    MAPS.get_or_init(make).clone()
}

pub fn monaco_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regions/monaco.osm.pbf")
}

/// A data folder in which the demo was installed on Monday noon. Never opened again: tests copy it.
fn demo_folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let folder = own_folder().join("demo");
        let clock = Arc::new(FixedClock::at(monaco(MONDAY_NOON)));
        let app = App::open(config(&folder, &clock, None)).unwrap();
        app.demo_install(&mut silent(), &CancelToken::default()).unwrap();
        folder
    };
    FOLDER.get_or_init(make).clone()
}

/// A folder for what tests share. Statics are never dropped, so each run clears away what earlier ones left.
fn own_folder() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR"));
        fs::create_dir_all(root).unwrap();
        for entry in fs::read_dir(root).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(pid) = name.strip_prefix("flows-") else { continue };
            if !Path::new("/proc").join(pid).exists() {
                fs::remove_dir_all(entry.path()).ok();
            }
        }
        let own = root.join(format!("flows-{}", std::process::id()));
        fs::create_dir_all(&own).unwrap();
        own
    };
    FOLDER.get_or_init(make).clone()
}

/// Copies a folder. Files of a region are written once and never changed, so a second name for them is enough.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&source, &target);
        } else if from.parent().is_some_and(|parent| parent.ends_with("regions")) {
            fs::hard_link(&source, &target).or_else(|_| fs::copy(&source, &target).map(drop)).unwrap();
        } else {
            fs::copy(&source, &target).map(drop).unwrap();
        }
    }
}

/// Every file below a folder with its bytes.
pub fn bytes_below(folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut all = Vec::new();
    for (name, _) in listing(folder) {
        let path = folder.join(&name);
        if path.is_file() {
            all.push((name, fs::read(path)?));
        }
    }
    Ok(all)
}

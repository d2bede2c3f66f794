//! What this computer gives: the user's data folder, the shipped resources, and the ports built from them.

use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
};

use domain::{
    Moment,
    ports::{
        Clock, EmbedError, Embedder, Fetcher, KeyStore, LanguageModel, RoutePreview, RouteProvider,
        WeatherProvider,
    },
};

use crate::{
    KeyFile, OpenAiModel, OpenMeteo, PreviewOrDrawn, SystemClock, SystemKeyring, WebFetcher, open_models,
    providers,
};

/// Everything both shells need from outside.
pub struct Outside {
    /// Folder of this user's data.
    pub data_dir: PathBuf,
    /// Folder of the shipped map files.
    pub bundled_maps: PathBuf,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Opens the language model; takes a moment.
    pub embedder: Box<dyn FnOnce() -> Result<Arc<dyn Embedder>, EmbedError> + Send>,
    /// Draws previews.
    pub preview: Arc<dyn RoutePreview>,
    /// The way to the network; nothing is opened before the first request.
    pub fetcher: Arc<dyn Fetcher>,
    /// Services that can be asked for routes; none is before the person switches it on and asks.
    pub providers: Vec<Arc<dyn RouteProvider>>,
    /// The weather service; it is not asked before the person switches it on.
    pub weather: Arc<dyn WeatherProvider>,
    /// A language model behind an address; none is asked before the person switches it on.
    pub language_model: Arc<dyn LanguageModel>,
    /// Keeps the key of a locked memory file, when the person wants that.
    pub keys: Arc<dyn KeyStore>,
}

impl Outside {
    /// As this computer and user have it. `LAOLU_DATA_DIR` and `LAOLU_RESOURCES` name other folders,
    /// `LAOLU_KEY_FILE` a file that keeps the key in the system keyring's place.
    pub fn of_this_computer() -> Self {
        let resources = resources_dir();
        let model = resources.join("model");
        let runtime = runtime_library(&resources.join("runtime"));
        let helper = resources.join("bin").join(format!("laolu-preview{}", env::consts::EXE_SUFFIX));
        Self {
            data_dir: data_dir(),
            bundled_maps: resources.join("regions"),
            clock: Arc::new(SystemClock::new()),
            embedder: Box::new(move || open_models(&model, &runtime)),
            preview: Arc::new(PreviewOrDrawn::new(helper.is_file().then_some(helper))),
            fetcher: Arc::new(WebFetcher::new()),
            providers: providers::all(),
            weather: Arc::new(OpenMeteo),
            language_model: Arc::new(OpenAiModel),
            keys: match env::var_os("LAOLU_KEY_FILE").filter(|file| !file.is_empty()) {
                Some(file) => Arc::new(KeyFile::at(PathBuf::from(file))),
                None => Arc::new(SystemKeyring),
            },
        }
    }
}

/// A clock that stands still at a moment, for `--now` and for trying things out; it still measures durations.
pub struct StandingClock {
    now: Moment,
    running: SystemClock,
}

impl StandingClock {
    /// Stands at this moment.
    pub fn at(now: Moment) -> Self {
        Self { now, running: SystemClock::new() }
    }
}

impl Clock for StandingClock {
    fn now(&self) -> Moment {
        self.now.clone()
    }

    fn monotonic_s(&self) -> f64 {
        self.running.monotonic_s()
    }
}

/// `LAOLU_DATA_DIR`, else the desktop's folder for a user's data.
pub fn data_dir() -> PathBuf {
    if let Some(folder) = env::var_os("LAOLU_DATA_DIR").filter(|folder| !folder.is_empty()) {
        return PathBuf::from(folder);
    }
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
    };
    base.unwrap_or_else(env::temp_dir).join("laolu")
}

/// `LAOLU_RESOURCES`, else beside the program as packages lay it out, else in the working tree it was built from.
pub fn resources_dir() -> PathBuf {
    if let Some(folder) = env::var_os("LAOLU_RESOURCES").filter(|folder| !folder.is_empty()) {
        return PathBuf::from(folder);
    }
    let program = env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default();
    let beside = program.parent().unwrap_or(Path::new("."));
    let packaged = [
        beside.join("../lib/Laolu/resources"),
        beside.join("resources"),
        beside.join("../Resources/resources"),
    ];
    let tree = program.ancestors().map(|folder| folder.join("src-tauri/resources"));
    packaged
        .into_iter()
        .chain(tree)
        .find(|folder| folder.is_dir())
        .unwrap_or_else(|| beside.join("resources"))
}

/// The one shared library in the runtime folder, whatever its version is called.
fn runtime_library(folder: &Path) -> PathBuf {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.contains("onnxruntime")
            && (name.contains(".so") || name.ends_with(".dylib") || name.ends_with(".dll"))
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).find(is_library).unwrap_or_else(|| folder.join("onnxruntime"))
}

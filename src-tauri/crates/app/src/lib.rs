//! Use cases: what a person can do with Laolu, whichever shell they sit at.
//!
//! [`App`] holds the wired parts and nothing global. Each use case is one method that takes a request from
//! [`dto`], and answers with a shape of [`dto`] or an [`AppError`]. Shells convert nothing but the transport.

pub mod dto;

mod ageing;
mod background;
mod closures;
mod corrections;
mod demo;
mod doctor;
mod drive;
mod encryption;
mod error;
mod feedback;
mod forget;
mod inside;
mod job;
mod learn;
mod llm;
mod meaning;
mod memory_page;
mod month;
mod online;
mod outward;
mod parse;
mod places;
mod plan;
mod preview;
mod providers;
mod recall;
mod reflection;
mod region;
mod remember;
mod said;
mod sandbox;
mod search;
mod settings;
mod situation;
mod stream;
mod threshold;
mod tidy;
mod trace;
mod track;
mod trips;
mod why;
mod words;
mod wrong;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    Moment, ProfileId,
    ports::{Clock, EmbedError, Embedder, Fetcher, KeyStore, RoutePreview, RouteProvider},
};
use memory::{Mine, Store};

pub use encryption::{Keys, is_locked};
pub use error::AppError;
pub use job::{CancelToken, ProgressSink, silent};
pub use tidy::{backups_of, restore};
pub use words::distance;

use meaning::Meaning;
use online::Ledger;
use plan::Conversation;
use region::Regions;
use settings::Profiles;
use trace::TraceIds;

/// Opens the embedding model; runs once, on a thread of its own.
pub type OpenEmbedder = Box<dyn FnOnce() -> Result<Arc<dyn Embedder>, EmbedError> + Send>;

/// What comes from outside: the ports, and where things lie.
pub struct Config {
    /// Folder that holds everything Laolu keeps.
    pub data_dir: PathBuf,
    /// Folder with the bundled map files (`*.osm.pbf`, `*.osm`); empty path when there is none.
    pub bundled_maps: PathBuf,
    /// Profile to use instead of the last one.
    pub profile: Option<String>,
    /// Refuse to start when another instance holds the folder: the window does, the terminal does not.
    pub exclusive: bool,
    /// Whether answers wait until the model is loaded (terminal) or work by words until then (window).
    pub wait_for_meaning: bool,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The embedding model; `None` works by words only.
    pub embedder: Option<OpenEmbedder>,
    /// Draws previews.
    pub preview: Arc<dyn RoutePreview>,
}

/// Laolu, wired. Shared between threads.
pub struct App {
    data_dir: PathBuf,
    bundled_maps: PathBuf,
    clock: Arc<dyn Clock>,
    store: Store,
    keys: Arc<dyn KeyStore>,
    meaning: Arc<Meaning>,
    preview: Arc<dyn RoutePreview>,
    regions: Arc<Regions>,
    /// The way to the network; without one nothing can be fetched.
    fetcher: Option<Arc<dyn Fetcher>>,
    /// Services that can be asked for routes, once they are switched on.
    providers: Vec<Arc<dyn RouteProvider>>,
    /// A weather service, once it is switched on, and what it said.
    weather: situation::Weathers,
    ledger: Ledger,
    /// A language model, once it is switched on.
    model: llm::Model,
    traces: TraceIds,
    profiles: Mutex<Profiles>,
    conversation: Mutex<Conversation>,
    background: Arc<background::Background>,
    /// Held for the window's lifetime; the system releases it when the process ends, however it ends.
    _instance: Option<File>,
}

impl App {
    /// Opens the data folder, makes it when it is missing, finishes what was cut short (an import, an erasure).
    pub fn open(config: Config) -> Result<Self, AppError> {
        Self::open_with(config, Keys::default())
    }

    /// The same for a folder whose memory may be locked.
    pub fn open_with(config: Config, keys: Keys) -> Result<Self, AppError> {
        fs::create_dir_all(&config.data_dir)?;
        let instance = config.exclusive.then(|| lock_instance(&config.data_dir)).transpose()?;
        let store = encryption::open_store(&config.data_dir, &keys)
            .map_err(|error| tidy::offering(error, &config.data_dir, &keys))?;
        let now = config.clock.now();
        store.resume_erasure()?;
        settings::purge_deleted(&store, &now)?;
        let regions = Regions::open(&config.data_dir.join("regions"))?;
        let profiles = Profiles::open(&config.data_dir, &store, config.profile.as_deref(), &now)?;
        Ok(Self {
            meaning: Arc::new(Meaning::start(config.embedder, config.wait_for_meaning)),
            fetcher: None,
            providers: Vec::new(),
            weather: situation::Weathers::default(),
            ledger: Ledger::of(&config.data_dir),
            model: llm::Model::default(),
            traces: TraceIds::default(),
            data_dir: config.data_dir,
            bundled_maps: config.bundled_maps,
            clock: config.clock,
            store,
            keys: keys.store,
            preview: config.preview,
            regions: Arc::new(regions),
            profiles: Mutex::new(profiles),
            conversation: Mutex::new(Conversation::default()),
            background: Arc::default(),
            _instance: instance,
        })
    }

    /// The same app with a way to the network. Even then nothing is fetched before the person switches it on.
    #[must_use]
    pub fn with_fetcher(mut self, fetcher: Arc<dyn Fetcher>) -> Self {
        self.fetcher = Some(fetcher);
        self
    }

    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn profile(&self) -> ProfileId {
        self.profiles.lock().unwrap_or_else(PoisonError::into_inner).current
    }

    fn mine(&self) -> Mine<'_> {
        self.store.of(self.profile())
    }
}

/// The window's lock. The terminal works beside a window, because every call of it is one transaction.
fn lock_instance(data_dir: &Path) -> Result<File, AppError> {
    let file = File::options().create(true).truncate(false).write(true).open(data_dir.join("window.lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(AppError::new(dto::ErrorCode::SecondInstance)),
        Err(fs::TryLockError::Error(error)) => Err(error.into()),
    }
}

//! Regions downloaded inside the app: a list, a size, a file that is fetched, checked and imported.
//!
//! Nothing here runs by itself: each use case is one press of a button, and only while the person's setting
//! `region_download` is on. What is fetched is a list, a file's size, its checksum and the file; what is told to the
//! server is which of them.

mod ledger;
mod part;
mod run;

use std::{fs, path::PathBuf, sync::Arc};

use domain::ports::{Arrived, FetchError, Fetcher, Remote, Stop, Take, Wanted};
use region::{
    CancelToken,
    catalogue::{self, Catalogue, CatalogueError, Entry},
    folder,
};

use crate::{
    App, AppError,
    dto::{DownloadSizeDto, ErrorCode, NetworkRequestDto, OnlineListDto, OnlineRegionDto},
};

pub(crate) use ledger::Ledger;
use part::Part;

/// Folder below `regions` for what is not yet a region. Its name is no region's id.
const FOLDER: &str = ".downloads";
const LIST: &str = "list.json";

/// The list as it was fetched, and where from.
#[derive(serde::Serialize, serde::Deserialize)]
struct Kept {
    address: String,
    at: i64,
    regions: Vec<KeptEntry>,
}

#[derive(serde::Serialize, serde::Deserialize)]
struct KeptEntry {
    id: String,
    parent: Option<String>,
    name: String,
    codes: Vec<String>,
    pbf: Option<String>,
}

impl App {
    /// The list of regions that can be downloaded: as it was fetched last, or fetched anew.
    pub fn regions_online(&self, refresh: bool, cancel: &CancelToken) -> Result<OnlineListDto, AppError> {
        let settings = self.settings()?;
        if refresh {
            let web = self.web()?;
            let address = settings.region_list;
            let bytes = web.small(&address, catalogue::MOST_BYTES, "list", &|| cancel.is_cancelled())?;
            let list = Catalogue::read(&bytes).map_err(list_error)?;
            self.keep_list(&address, list.entries)?;
        }
        let kept = self.kept_list();
        let installed: Vec<String> = self.region_list()?.into_iter().map(|region| region.id).collect();
        let (address, at, regions) = match kept {
            Some(kept) => (kept.address, Some(kept.at), kept.regions),
            None => (self.settings()?.region_list, None, Vec::new()),
        };
        let regions = regions.into_iter().map(|entry| {
            let id = folder::slug(&entry.id);
            OnlineRegionDto {
                installed: installed.contains(&id),
                have_bytes: Part::at(&self.downloads(), &id).bytes(),
                downloadable: entry.pbf.is_some(),
                id: entry.id,
                parent: entry.parent,
                name: entry.name,
                codes: entry.codes,
            }
        });
        Ok(OnlineListDto { address, at, on: settings.region_download, regions: regions.collect() })
    }

    /// How large a region's file is, as its server says, before anything of it is fetched.
    pub fn region_size(&self, id: &str, cancel: &CancelToken) -> Result<DownloadSizeDto, AppError> {
        let web = self.web()?;
        let (entry, address) = self.listed(id)?;
        let remote = web.ask(&address, "size", &|| cancel.is_cancelled())?;
        let part = Part::at(&self.downloads(), &folder::slug(&entry.id));
        Ok(DownloadSizeDto {
            bytes: remote.bytes,
            have_bytes: if part.continues(&address, remote.validator.as_deref()) { part.bytes() } else { 0 },
            id: entry.id,
            name: entry.name,
        })
    }

    /// Throws away what is there of a download that was stopped.
    pub fn region_download_discard(&self, id: &str) -> Result<(), AppError> {
        Part::at(&self.downloads(), &folder::slug(id)).discard()?;
        Ok(())
    }

    /// What was sent over the network: how often since the installation, and the last requests.
    pub fn network_requests(&self) -> (u32, Vec<NetworkRequestDto>) {
        self.ledger.read()
    }

    fn downloads(&self) -> PathBuf {
        self.data_dir.join("regions").join(FOLDER)
    }

    fn kept_list(&self) -> Option<Kept> {
        serde_json::from_slice(&fs::read(self.downloads().join(LIST)).ok()?).ok()
    }

    fn keep_list(&self, address: &str, entries: Vec<Entry>) -> Result<(), AppError> {
        let regions = entries.into_iter().map(|Entry { id, parent, name, codes, pbf }| KeptEntry {
            id,
            parent,
            name,
            codes,
            pbf,
        });
        let kept = Kept { address: address.to_owned(), at: self.now().at.0, regions: regions.collect() };
        let json = serde_json::to_vec(&kept)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        fs::create_dir_all(self.downloads())?;
        let aside = self.downloads().join("list.json.new");
        fs::write(&aside, json)?;
        fs::rename(aside, self.downloads().join(LIST))?;
        Ok(())
    }

    /// The entry of the list with this id, and the address of its file.
    fn listed(&self, id: &str) -> Result<(Entry, String), AppError> {
        let unknown = || AppError::new(ErrorCode::Network).with("why", "not_listed");
        let kept = self.kept_list().ok_or_else(unknown)?;
        let found = kept.regions.into_iter().find(|entry| entry.id == id).ok_or_else(unknown)?;
        let address = found.pbf.clone().ok_or_else(unknown)?;
        let KeptEntry { id, parent, name, codes, pbf } = found;
        Ok((Entry { id, parent, name, codes, pbf }, address))
    }

    /// The way out, when the person has switched it on.
    fn web(&self) -> Result<Web<'_>, AppError> {
        if !self.settings()?.region_download {
            return Err(AppError::new(ErrorCode::Network).with("why", "off"));
        }
        let fetcher = self.fetcher.as_ref().map(Arc::clone);
        let fetcher = fetcher.ok_or_else(|| AppError::new(ErrorCode::Network).with("why", "off"))?;
        Ok(Web { fetcher, app: self })
    }
}

/// Fetches, and writes down that it does before it does.
struct Web<'a> {
    fetcher: Arc<dyn Fetcher>,
    app: &'a App,
}

impl Web<'_> {
    fn ask(&self, address: &str, purpose: &str, stop: Stop<'_>) -> Result<Remote, AppError> {
        self.noted(address, purpose, || self.fetcher.ask(address, stop))
    }

    /// A file that fits into memory.
    fn small(&self, address: &str, most: u64, purpose: &str, stop: Stop<'_>) -> Result<Vec<u8>, AppError> {
        let mut bytes = Vec::new();
        let wanted = Wanted { address, from: 0, validator: None, most };
        let mut take = |arrived: Arrived<'_>| {
            if let Arrived::Bytes(more) = arrived {
                bytes.extend_from_slice(more);
            }
            true
        };
        self.noted(address, purpose, || self.fetcher.fetch(&wanted, stop, &mut take))?;
        Ok(bytes)
    }

    fn fetch(
        &self,
        wanted: &Wanted<'_>,
        purpose: &str,
        stop: Stop<'_>,
        take: Take<'_>,
    ) -> Result<Remote, AppError> {
        self.noted(wanted.address, purpose, || self.fetcher.fetch(wanted, stop, take))
    }

    fn noted<T>(
        &self,
        address: &str,
        purpose: &str,
        send: impl FnOnce() -> Result<T, FetchError>,
    ) -> Result<T, AppError> {
        let number = self.app.ledger.begin(self.app.now().at.0, address, purpose)?;
        let done = send();
        self.app.ledger.end(number, done.as_ref().err().map_or("ok", |error| word(*error)));
        done.map_err(AppError::from)
    }
}

fn list_error(error: CatalogueError) -> AppError {
    let network = AppError::new(ErrorCode::Network);
    match error {
        CatalogueError::NotAList(region::LooksLike::Html) => network.with("why", "page"),
        CatalogueError::NotAList(_) | CatalogueError::Damaged | CatalogueError::Empty => {
            network.with("why", "list")
        }
    }
}

/// Stable word of a failure.
pub(crate) fn word(error: FetchError) -> &'static str {
    match error {
        FetchError::BadAddress => "address",
        FetchError::Unreachable => "unreachable",
        FetchError::Untrusted => "untrusted",
        FetchError::Slow => "slow",
        FetchError::Refused(_) => "refused",
        FetchError::Page => "page",
        FetchError::TooLarge => "too_large",
        FetchError::Broken => "broken",
        FetchError::Stopped => "stopped",
        FetchError::NotTaken => "not_taken",
    }
}

impl From<FetchError> for AppError {
    fn from(error: FetchError) -> Self {
        let network = Self::new(ErrorCode::Network).with("why", word(error));
        match error {
            FetchError::Stopped => Self::new(ErrorCode::Cancelled),
            FetchError::Refused(status) => network.with("status", status),
            _ => network,
        }
    }
}

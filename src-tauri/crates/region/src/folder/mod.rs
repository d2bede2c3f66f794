//! Region folders: `regions/<id>/` with everything that an import made of one file.
//!
//! A folder is written aside as `.staging-…` and renamed when it is complete, so that a region is either whole or
//! absent, whenever the process dies. [`clean`] at the next start removes what a killed one left.
//!
//! | file | what |
//! |---|---|
//! | `region.json` | [`RegionInfo`] |
//! | `roads.bin` | [`RoadNetwork`] |
//! | `features.bin` | [`MapFeature`]s |
//! | `names.bin` | [`NamedThing`]s |
//! | others | what `routing` and `geocode` prepare, written into [`Staging::dir`] before [`Staging::commit`] |

mod checked;
mod info;
mod staging;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

pub use checked::{parse_checked, read_checked, write_checked};
pub use info::{Counts, RegionInfo, slug, title};
pub use staging::{Staging, clean};

use crate::{features::MapFeature, names::NamedThing, roads::RoadNetwork};

/// Version of everything in a region folder. Whoever changes a type that is stored there raises it; older folders
/// are then imported again, because the source file is at hand more often than a migration is worth.
pub const FORMAT: u32 = 5;

const INFO: &str = "region.json";
const ROADS: (&str, &[u8; 8]) = ("roads.bin", b"LaoluROA");
const FEATURES: (&str, &[u8; 8]) = ("features.bin", b"LaoluFEA");
const NAMES: (&str, &[u8; 8]) = ("names.bin", b"LaoluNAM");

/// Why a region folder can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FolderError {
    /// There is no such region.
    #[error("there is no such region")]
    NotFound,
    /// Written by another version of the app: import the file again.
    #[error("the region has format {found}, this version needs {needed}; import it again")]
    WrongVersion {
        /// Its format.
        found: u32,
        /// The format that is read.
        needed: u32,
    },
    /// A file of the region is missing or its checksum is wrong: import the file again.
    #[error("the region is damaged ({file}); import it again")]
    Damaged {
        /// Name of the file within the folder.
        file: String,
    },
    /// The folder can't be read or changed.
    #[error("the region folder can't be used ({0})")]
    Io(io::ErrorKind),
}

impl From<io::Error> for FolderError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound,
            kind => Self::Io(kind),
        }
    }
}

/// An installed region.
#[derive(Clone, Debug)]
pub struct RegionFolder {
    dir: PathBuf,
    info: RegionInfo,
}

impl RegionFolder {
    /// What is known about it.
    pub fn info(&self) -> &RegionInfo {
        &self.info
    }

    /// Where its files are.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Bytes of all its files.
    pub fn size(&self) -> u64 {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.metadata().ok()).map(|meta| meta.len()).sum()
    }

    /// Load the road network.
    ///
    /// # Errors
    /// Damaged or of another version; see [`FolderError`].
    pub fn roads(&self) -> Result<RoadNetwork, FolderError> {
        self.load(ROADS)
    }

    /// Load what the map shows.
    ///
    /// # Errors
    /// Damaged or of another version; see [`FolderError`].
    pub fn features(&self) -> Result<Vec<MapFeature>, FolderError> {
        self.load(FEATURES)
    }

    /// Load what can be found by name.
    ///
    /// # Errors
    /// Damaged or of another version; see [`FolderError`].
    pub fn names(&self) -> Result<Vec<NamedThing>, FolderError> {
        self.load(NAMES)
    }

    fn load<T: serde::de::DeserializeOwned>(
        &self,
        (file, magic): (&str, &[u8; 8]),
    ) -> Result<T, FolderError> {
        read_checked(&self.dir.join(file), magic, FORMAT)
    }
}

/// A folder under `regions`: its id, and what is known about it or why nothing is.
pub type Listed = (String, Result<RegionFolder, FolderError>);

/// All installed regions by id. Those that can't be used are there too, so that a person can remove them or import
/// them again.
///
/// # Errors
/// `root` is there and can't be listed. A `root` that is not there holds no regions.
pub fn list(root: &Path) -> Result<Vec<Listed>, FolderError> {
    let entries = match fs::read_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let Ok(id) = entry.file_name().into_string() else { continue };
        if entry.file_type()?.is_dir() && is_id(&id) {
            let folder = open(root, &id);
            found.push((id, folder));
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(found)
}

/// Open an installed region. Its large files are only read (and checked) when they are asked for.
///
/// # Errors
/// Not there, of another version, or damaged; see [`FolderError`].
pub fn open(root: &Path, id: &str) -> Result<RegionFolder, FolderError> {
    if !is_id(id) {
        return Err(FolderError::NotFound);
    }
    let dir = root.join(id);
    if !dir.is_dir() {
        return Err(FolderError::NotFound);
    }
    let info = info::read(&dir.join(INFO), id)?;
    Ok(RegionFolder { dir, info })
}

/// Remove an installed region, usable or not.
///
/// # Errors
/// Not there, or the system refuses; see [`FolderError`].
pub fn remove(root: &Path, id: &str) -> Result<(), FolderError> {
    if !is_id(id) || !root.join(id).is_dir() {
        return Err(FolderError::NotFound);
    }
    // Renamed first: a removal that is killed half way must not leave half a region.
    let aside = root.join(format!("{}{id}", staging::REMOVED));
    if aside.exists() {
        fs::remove_dir_all(&aside)?;
    }
    fs::rename(root.join(id), &aside)?;
    fs::remove_dir_all(&aside)?;
    Ok(())
}

/// Whether the text can be a region's id: what [`slug`] makes, so never a path.
fn is_id(id: &str) -> bool {
    !id.is_empty() && id.chars().all(|c| c.is_alphanumeric() || c == '-') && !id.starts_with('-')
}

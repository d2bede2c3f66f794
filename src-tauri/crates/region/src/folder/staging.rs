//! Writing a region aside and putting it in its place in one step.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    FEATURES, FORMAT, FolderError, INFO, NAMES, ROADS, RegionFolder, RegionInfo, is_id, write_checked,
};
use crate::{error::ImportError, features::MapFeature, names::NamedThing, roads::RoadNetwork};

/// Beginnings of the names of folders that are no regions. A region's id never starts with a dot.
pub(super) const STAGING: &str = ".staging-";
pub(super) const REPLACED: &str = ".replaced-";
pub(super) const REMOVED: &str = ".removed-";

/// A region that is being written. Dropped without [`Staging::commit`], it vanishes.
#[derive(Debug)]
pub struct Staging {
    root: PathBuf,
    dir: PathBuf,
    info: RegionInfo,
    committed: bool,
}

impl Staging {
    /// Start a folder aside. `token` keeps imports that run at once apart (a process id, a random word); what another
    /// one left under the same token is removed.
    ///
    /// # Errors
    /// The disk is full, or the system refuses.
    pub fn begin(root: &Path, info: RegionInfo, token: &str) -> Result<Self, ImportError> {
        if !is_id(&info.id) {
            return Err(ImportError::Write(io::ErrorKind::InvalidInput));
        }
        let token: String = token.chars().filter(char::is_ascii_alphanumeric).collect();
        let dir = root.join(format!("{STAGING}{token}"));
        let make = || {
            if dir.exists() {
                fs::remove_dir_all(&dir)?;
            }
            fs::create_dir_all(&dir)
        };
        make().map_err(|error| ImportError::writing(&error))?;
        Ok(Self { root: root.to_owned(), dir, info, committed: false })
    }

    /// Where other rooms put what they prepare for this region.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// What will be known about the region.
    pub fn info(&self) -> &RegionInfo {
        &self.info
    }

    /// Write the road network.
    ///
    /// # Errors
    /// The disk is full, or the system refuses.
    pub fn write_roads(&self, roads: &RoadNetwork) -> Result<(), ImportError> {
        write_checked(&self.dir.join(ROADS.0), ROADS.1, FORMAT, roads)
    }

    /// Write what the map shows.
    ///
    /// # Errors
    /// The disk is full, or the system refuses.
    pub fn write_features(&self, features: &[MapFeature]) -> Result<(), ImportError> {
        write_checked(&self.dir.join(FEATURES.0), FEATURES.1, FORMAT, &features)
    }

    /// Write what can be found by name.
    ///
    /// # Errors
    /// The disk is full, or the system refuses.
    pub fn write_names(&self, names: &[NamedThing]) -> Result<(), ImportError> {
        write_checked(&self.dir.join(NAMES.0), NAMES.1, FORMAT, &names)
    }

    /// Write `region.json` and rename the folder into its place. A region with this id is replaced in one step where the
    /// system can exchange two folders, so that whoever looks meanwhile sees the old one or the new one. Elsewhere it is
    /// moved aside first, and [`clean`] moves it back when the process dies in between.
    ///
    /// # Errors
    /// The disk is full, or the system refuses; then the old region, if any, is still there.
    pub fn commit(mut self) -> Result<RegionFolder, ImportError> {
        self.finish().map_err(|error| ImportError::writing(&error))
    }

    fn finish(&mut self) -> io::Result<RegionFolder> {
        let json = serde_json::to_vec_pretty(&self.info).map_err(io::Error::other)?;
        let info = self.dir.join(INFO);
        fs::write(&info, json)?;
        fs::File::open(&info)?.sync_all()?;
        let place = self.root.join(&self.info.id);
        let aside = self.root.join(format!("{REPLACED}{}", self.info.id));
        if place.exists() && exchange(&self.dir, &place) {
            self.committed = true;
            sync_dir(&self.root);
            // What lies aside now is the old region; `clean` removes it if this fails.
            drop(fs::remove_dir_all(&self.dir));
            return Ok(RegionFolder { dir: place, info: self.info.clone() });
        }
        if place.exists() {
            if aside.exists() {
                fs::remove_dir_all(&aside)?;
            }
            fs::rename(&place, &aside)?;
        }
        if let Err(error) = fs::rename(&self.dir, &place) {
            if aside.exists() {
                fs::rename(&aside, &place)?;
            }
            return Err(error);
        }
        self.committed = true;
        sync_dir(&self.root);
        if aside.exists() {
            // The new region is in place; what is left of the old one is `clean`'s to remove if this fails.
            drop(fs::remove_dir_all(&aside));
        }
        Ok(RegionFolder { dir: place, info: self.info.clone() })
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.committed {
            // Nobody is left to tell; `clean` tries again at the next start.
            drop(fs::remove_dir_all(&self.dir));
        }
    }
}

/// Exchanges two folders in one step; `false` where the system or the file system can't.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn exchange(_one: &Path, _other: &Path) -> bool {
    false
}

/// A rename is on the disk once its folder is. Not every system can sync a folder, and none needs it to go on.
fn sync_dir(dir: &Path) {
    if let Ok(folder) = fs::File::open(dir) {
        drop(folder.sync_all());
    }
}

/// Remove what killed imports and removals left, and put a region back that was being replaced when the process died.
/// To be called before anything else uses `root`, while no import runs.
///
/// # Errors
/// The system refuses; see [`FolderError`].
pub fn clean(root: &Path) -> Result<(), FolderError> {
    let entries = match fs::read_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if let Some(id) = name.strip_prefix(REPLACED) {
            let place = root.join(id);
            if place.exists() {
                fs::remove_dir_all(&path)?;
            } else {
                fs::rename(&path, place)?;
            }
        } else if name.starts_with(STAGING) || name.starts_with(REMOVED) {
            fs::remove_dir_all(&path)?;
        }
    }
    Ok(())
}

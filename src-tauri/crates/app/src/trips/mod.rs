//! Drives that come in from files: read, cut into trips, matched to roads, written down, learned from; and taken back.
//!
//! The rules (TI1 …) stand in `docs/spec/trips.md`.

mod candidates;
mod commute;
mod files;
mod gates;
mod import;
mod matched;
mod recorded;
mod recorder;
mod simulated;
mod visits;
mod watched;

use domain::{ImportId, MemoryRef};
use memory::Import;

use crate::{
    App, AppError,
    dto::{ErrorCode, ImportBriefDto, ImportUndoneDto},
};

impl App {
    /// Imports of which trips are left, newest first.
    pub fn trip_imports(&self) -> Result<Vec<ImportBriefDto>, AppError> {
        let brief = |import: Import| ImportBriefDto {
            id: import.id.to_string(),
            at: import.at.at.0,
            zone: import.at.zone,
            source: import.source,
            files: import.files,
            trips: import.trips,
            visits: import.visits,
            from: import.from.0,
            to: import.to.0,
        };
        Ok(self.mine().imports()?.into_iter().map(brief).collect())
    }

    /// Takes an import back whole: its trips, the places that only they suggest, what was concluded from them alone. The
    /// newest one when `id` is empty. The same files may be imported again.
    pub fn trips_undo(&self, id: &str) -> Result<ImportUndoneDto, AppError> {
        let id = match id.trim() {
            "" => self.mine().imports()?.first().map(|import| import.id),
            id => id.parse().ok().map(ImportId),
        };
        let id = id.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let _nothing_written_meanwhile = self.background.forget_plans(self.profile());
        let trips: Vec<MemoryRef> =
            self.mine().trips_of_import(id)?.into_iter().map(MemoryRef::Trip).collect();
        let drives = self.drives_behind(&trips)?;
        let undone = self.mine().undo_import(id, &self.now())?;
        self.look_again(&drives)?;
        self.model.forget();
        self.regions.forget_paces();
        let ids = |memories: Vec<MemoryRef>| memories.iter().map(ToString::to_string).collect();
        Ok(ImportUndoneDto {
            id: id.to_string(),
            trips: count(undone.trips),
            visits: count(undone.visits),
            also: ids(undone.also),
            weakened: ids(undone.weakened),
        })
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

//! A file becomes an installed region.

use std::{
    path::Path,
    sync::{Arc, PoisonError},
};

use geocode::Index;
use region::{CancelToken, Phase, folder};

use super::{
    describe::region_dto,
    import_lock,
    progress::{Step, progress_dto},
};
use crate::{
    App, AppError, ProgressSink,
    dto::{ErrorCode, ImportRequest, RegionDto, StatusDto},
};

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
        {
            let _alone = self.regions.changing.write().unwrap_or_else(PoisonError::into_inner);
            folder::remove(&self.regions.root, id)?;
        }
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

    /// Imports a file under a given id and name, or those that the file's name gives.
    pub(crate) fn import_file(
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
        let folder = {
            let _alone = self.regions.changing.write().unwrap_or_else(PoisonError::into_inner);
            imported.staging.commit().map_err(|error| named(error.into()))?
        };
        report(Step::Search, 1, 1);
        let id = folder.info().id.clone();
        self.regions.forget(&id);
        Ok(region_dto(id, Ok(folder)))
    }
}

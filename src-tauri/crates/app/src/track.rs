//! A recorded track becomes the roads driven. Nothing of it is kept.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use domain::LonLat;
use matching::{Drive, Fix, TrackError, match_track, read_gpx};
use routing::Router;

use crate::{
    App,
    dto::{ErrorCode, TrackDriveDto, TrackDto, TrackRequest, TrackStretchDto},
    error::AppError,
    plan::line_dto,
    region::LoadedRegion,
};

/// The largest file that is read: three days at a point a second.
const MOST_BYTES: u64 = 64 << 20;
/// Fixes that decide which region a track lies in.
const ASKED: usize = 64;

impl App {
    /// Finds the roads that the track of a GPX file was driven on, in the installed region that holds most of it.
    pub fn track_match(&self, request: &TrackRequest) -> Result<TrackDto, AppError> {
        let path = Path::new(&request.path);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bad = |why: &str| AppError::new(ErrorCode::BadFile).with("why", why).with("file", &file);
        let size = std::fs::metadata(path).map_err(|_missing| bad("missing"))?.len();
        if size > MOST_BYTES {
            return Err(bad("too_long"));
        }
        let bytes = std::fs::read(path).map_err(|_unreadable| bad("unreadable"))?;
        let fixes = read_gpx(&bytes).map_err(|error| {
            bad(match error {
                TrackError::NotGpx => "not_gpx",
                TrackError::NoPoints => "no_points",
                TrackError::TooLong { .. } => "too_long",
            })
        })?;
        let region = self.region_of_track(&fixes)?;
        let router = region.router();
        let matched = match_track(router, &fixes, &matching::Options::default());
        Ok(TrackDto {
            drives: matched.drives.iter().map(|drive| drive_dto(router, drive, &fixes)).collect(),
            noise_m: matched.noise_m,
            fixes: matched.fixes,
            off_road: matched.off_road,
            left_out: matched.left_out,
        })
    }

    fn region_of_track(&self, fixes: &[Fix]) -> Result<Arc<LoadedRegion>, AppError> {
        let mut found: BTreeMap<String, (usize, Arc<LoadedRegion>)> = BTreeMap::new();
        for fix in fixes.iter().step_by(fixes.len().div_ceil(ASKED).max(1)) {
            if let Some(region) = self.regions.holding(&[fix.point]) {
                found.entry(region.id().to_owned()).or_insert((0, region)).0 += 1;
            }
        }
        let most = found.into_values().max_by_key(|(count, _)| *count);
        match most {
            Some((_, region)) => Ok(region),
            None if self.regions.is_empty() => Err(self.no_usable_region()),
            None => Err(AppError::new(ErrorCode::OutsideRegion).with("which", "track")),
        }
    }
}

fn drive_dto(router: &Router, drive: &Drive, fixes: &[Fix]) -> TrackDriveDto {
    let at = |fix: usize| fixes.get(fix).and_then(|fix| fix.at).map(|at| at.round() as i64);
    let line: Vec<LonLat> = drive.line(router);
    TrackDriveDto {
        distance_m: drive.metres(),
        started_at: at(drive.from_fix),
        ended_at: at(drive.to_fix),
        stretches: drive
            .stretches(router)
            .into_iter()
            .map(|stretch| TrackStretchDto {
                road: stretch.label,
                distance_m: stretch.metres,
                confidence: stretch.confidence,
                bridged: stretch.bridged,
            })
            .collect(),
        line: line_dto(&line),
    }
}

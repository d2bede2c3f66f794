//! A recorded track becomes the roads driven. Nothing of it is kept.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use domain::LonLat;
use matching::{Drive, Fix, Matched, Piece, TrackError, match_track_while, read_gpx};
use routing::Router;

use crate::{
    App, CancelToken,
    dto::{ErrorCode, TrackDriveDto, TrackDto, TrackRequest, TrackRestDto, TrackSectionDto, TrackStretchDto},
    error::AppError,
    plan::line_dto,
    region::LoadedRegion,
};

/// The largest file that is read: three days at a point a second.
const MOST_BYTES: u64 = 64 << 20;
/// Fixes that decide which region a track lies in.
const ASKED: usize = 64;
/// Points of a part that lies on no road; more say nothing that can be seen.
const MOST_SHOWN: usize = 2000;

/// From which share of all fitting drives on a piece is called sure, and from which likely. Roads side by side that
/// nothing tells apart have a half each: that is not likely any more.
const SURE: f64 = 0.9;
const LIKELY: f64 = 0.6;

impl App {
    /// Finds the roads that the track of a GPX file was driven on, in the installed region that holds most of it.
    pub fn track_match(&self, request: &TrackRequest, cancel: &CancelToken) -> Result<TrackDto, AppError> {
        let path = Path::new(&request.path);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let bad = |why: &str| AppError::new(ErrorCode::BadFile).with("why", why).with("file", &file);
        let about = std::fs::metadata(path).map_err(|_missing| bad("missing"))?;
        if about.len() > MOST_BYTES {
            return Err(bad("too_long"));
        }
        if about.is_file() && about.len() == 0 {
            return Err(bad("empty_track"));
        }
        let bytes = std::fs::read(path).map_err(|_unreadable| bad("unreadable"))?;
        let fixes = read_gpx(&bytes).map_err(|error| {
            bad(match error {
                TrackError::NotGpx => "not_gpx",
                TrackError::NoPoints => "no_points",
                TrackError::TooLong { .. } => "too_long",
            })
        })?;
        let region = self.region_of_track(&fixes).map_err(|error| error.with("file", &file))?;
        let router = region.router();
        let go_on = || !cancel.is_cancelled();
        let matched = match_track_while(router, &fixes, &matching::Options::default(), &go_on)
            .ok_or_else(|| AppError::new(ErrorCode::Cancelled))?;
        Ok(TrackDto {
            file,
            region: region.name().to_owned(),
            drives: matched.drives.iter().map(|drive| drive_dto(router, drive, &fixes)).collect(),
            noise_m: matched.noise_m,
            fixes: matched.fixes,
            off_road: matched.off_road,
            left_out: matched.left_out,
            timed: fixes.iter().any(|fix| fix.at.is_some()),
            rests: rests(&matched, &fixes),
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

fn at(fixes: &[Fix], fix: usize) -> Option<i64> {
    fixes.get(fix).and_then(|fix| fix.at).map(|at| at.round() as i64)
}

fn drive_dto(router: &Router, drive: &Drive, fixes: &[Fix]) -> TrackDriveDto {
    // Where each piece ends in the line; a piece begins where the one before it ends.
    let mut line: Vec<LonLat> = Vec::new();
    let ends: Vec<usize> = drive
        .pieces
        .iter()
        .map(|piece| {
            let part = router.part_of(piece.edge, piece.from_m, piece.to_m);
            line.extend(part.into_iter().skip(usize::from(!line.is_empty())));
            line.len().saturating_sub(1)
        })
        .collect();
    let points = |from: usize, count: usize| {
        let end_of = |piece: usize| ends.get(piece).copied().unwrap_or(0);
        (from.checked_sub(1).map_or(0, end_of), end_of((from + count).saturating_sub(1)))
    };
    let mut first = 0;
    let stretches = drive
        .stretches(router)
        .into_iter()
        .map(|stretch| {
            let (from_point, to_point) = points(first, stretch.pieces);
            first += stretch.pieces;
            TrackStretchDto {
                road: stretch.label,
                distance_m: stretch.metres,
                confidence: stretch.confidence,
                bridged: stretch.bridged,
                from_point,
                to_point,
            }
        })
        .collect();
    let mut first = 0;
    let sections = drive
        .pieces
        .chunk_by(|a, b| sure(a) == sure(b))
        .map(|pieces| {
            let (from_point, to_point) = points(first, pieces.len());
            first += pieces.len();
            TrackSectionDto {
                sure: pieces.first().map_or("unsure", sure).to_owned(),
                distance_m: pieces.iter().map(|piece| piece.to_m - piece.from_m).sum(),
                from_point,
                to_point,
            }
        })
        .collect();
    TrackDriveDto {
        distance_m: drive.metres(),
        started_at: at(fixes, drive.from_fix),
        ended_at: at(fixes, drive.to_fix),
        stretches,
        sections,
        line: line_dto(&line),
    }
}

fn sure(piece: &Piece) -> &'static str {
    match piece.confidence {
        _ if piece.bridged => "bridged",
        share if share >= SURE => "sure",
        share if share >= LIKELY => "likely",
        _ => "unsure",
    }
}

/// The fixes before, between and after the drives. Those within a drive that were left out are only counted.
fn rests(matched: &Matched, fixes: &[Fix]) -> Vec<TrackRestDto> {
    let starts = matched.drives.iter().map(|drive| drive.from_fix).chain([fixes.len()]);
    let ends = [0].into_iter().chain(matched.drives.iter().map(|drive| drive.to_fix + 1));
    ends.zip(starts)
        .enumerate()
        .filter_map(|(before, (from, to))| {
            let own = fixes.get(from..to).filter(|own| !own.is_empty())?;
            // From where the last drive ended to where the next begins, so that the line has no hole.
            let shown = fixes.get(from.saturating_sub(usize::from(before > 0))..(to + 1).min(fixes.len()))?;
            let step = shown.len().div_ceil(MOST_SHOWN).max(1);
            let line: Vec<LonLat> = shown.iter().step_by(step).map(|fix| fix.point).collect();
            Some(TrackRestDto {
                before,
                fixes: own.len(),
                started_at: at(fixes, from),
                distance_m: shown.windows(2).map(|pair| pair[0].point.distance_m(pair[1].point)).sum(),
                line: line_dto(&line),
            })
        })
        .collect()
}

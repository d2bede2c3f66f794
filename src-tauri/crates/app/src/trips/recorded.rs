//! A finished drive of a receiver becomes a trip, as one of a file does.

use tracks::{Fix, Mode, Rules, Track};

use crate::{
    App, AppError, CancelToken,
    dto::{FixDto, ImportReportDto, RecordedDriveRequest},
    remember::point_of,
};

/// Fixes of one drive: a day at one a second.
const MOST_FIXES: usize = 90_000;

impl App {
    /// Writes a drive down that a receiver recorded. Where somebody stayed on the way it is two trips. The same drive twice
    /// adds nothing; it is taken back like an import.
    pub fn drive_recorded(
        &self,
        request: &RecordedDriveRequest,
        cancel: &CancelToken,
    ) -> Result<ImportReportDto, AppError> {
        if request.fixes.len() > MOST_FIXES {
            return Err(AppError::bad_request("fixes").with("why", "too_long"));
        }
        let fix = |fix: &FixDto| {
            Ok(Fix { at: point_of(fix.point)?, time: Some(fix.at).filter(|at| at.is_finite()) })
        };
        let fixes = request.fixes.iter().map(fix).collect::<Result<Vec<_>, AppError>>()?;
        // Whoever switches the recorder on drives.
        let track = Track { fixes, mode: Mode::Car, rough: false };
        let split = tracks::trips(vec![track], &Rules::default());
        if split.trips.is_empty() {
            let why = split.left_out.first().map_or("no_points", |why| why.word());
            return Err(AppError::bad_request("fixes").with("why", why));
        }
        self.import_stretches(&split.trips, request.lang, cancel)
    }
}

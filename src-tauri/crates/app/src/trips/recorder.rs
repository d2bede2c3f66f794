//! Recording a drive from a receiver, from the first fix to the last.

use domain::ports::{Position, PositionError, PositionSource};

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, FixDto, ImportReportDto, LangDto, RecordedDriveRequest},
    remember::point_dto,
};

/// A fix less sure than this is no place on a road, metres.
const LEAST_SURE_M: f64 = 100.0;
/// Who has driven, and then stays within so many metres for so many seconds, has arrived.
const ARRIVED_M: f64 = 60.0;
const ARRIVED_S: f64 = 300.0;
/// So far somebody has to have come to have driven at all.
const DRIVEN_M: f64 = 500.0;

/// A drive that is being recorded.
#[derive(Default)]
struct Drive {
    fixes: Vec<FixDto>,
    /// Where the last stay began, as an index.
    stay: usize,
    farthest_m: f64,
}

impl Drive {
    /// Takes a fix in; true when somebody has arrived.
    fn take(&mut self, fix: FixDto) -> bool {
        if self.fixes.last().is_some_and(|last| fix.at <= last.at) {
            return false;
        }
        self.fixes.push(fix);
        let at = |fix: &FixDto| domain::LonLat { lon: fix.point.lon, lat: fix.point.lat };
        let apart = |a: Option<&FixDto>| a.map_or(0.0, |a| at(a).distance_m(at(&fix)));
        self.farthest_m = self.farthest_m.max(apart(self.fixes.first()));
        if apart(self.fixes.get(self.stay)) > ARRIVED_M {
            self.stay = self.fixes.len() - 1;
        }
        let stayed_s = self.fixes.get(self.stay).map_or(0.0, |from| fix.at - from.at);
        self.farthest_m >= DRIVEN_M && stayed_s >= ARRIVED_S
    }
}

impl App {
    /// Records from a receiver until somebody has arrived, the receiver ends, or `stop` is set, and writes the drive down.
    /// `seen` hears each fix. Positions are kept in memory only, and forgotten with the last of them.
    pub fn drive_record(
        &self,
        source: &mut dyn PositionSource,
        lang: LangDto,
        seen: &mut dyn FnMut(&FixDto),
        stop: &CancelToken,
    ) -> Result<ImportReportDto, AppError> {
        let mut drive = Drive::default();
        while !stop.is_cancelled() {
            let position = match source.next() {
                Ok(Some(position)) => position,
                Ok(None) => break,
                // Nothing for a while: a tunnel. Whether to go on is asked again.
                Err(PositionError::Silent) => continue,
                // What was recorded before is no less true.
                Err(_) if !drive.fixes.is_empty() => break,
                Err(error) => return Err(receiver(error)),
            };
            let Some(fix) = fix_of(&position) else { continue };
            seen(&fix);
            if drive.take(fix) {
                break;
            }
        }
        let request = RecordedDriveRequest { fixes: drive.fixes, lang };
        self.drive_recorded(&request, &CancelToken::new())
    }
}

fn fix_of(position: &Position) -> Option<FixDto> {
    let sure = position.accuracy_m.is_none_or(|metres| metres <= LEAST_SURE_M);
    sure.then(|| FixDto { point: point_dto(position.at), at: position.time })
}

fn receiver(error: PositionError) -> AppError {
    let why = match error {
        PositionError::Unreachable => "unreachable",
        PositionError::NotOne => "not_gpsd",
        PositionError::Silent => "silent",
        PositionError::Lost => "lost",
    };
    AppError::new(ErrorCode::Network).with("purpose", "receiver").with("why", why)
}

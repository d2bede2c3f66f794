//! Reading a recorded track.

use domain::LonLat;

/// Where the receiver believed to be, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fix {
    /// The place.
    pub point: LonLat,
    /// Seconds since 1970, when the track says so.
    pub at: Option<f64>,
}

/// A file that holds no track.
#[derive(Debug, thiserror::Error)]
pub enum TrackError {
    /// Not a GPX file, or a damaged one. What the reader says is left out, because it may quote coordinates.
    #[error("the file is not a GPX track that can be read")]
    NotGpx,
    /// A GPX file without any track point; routes and waypoints are not recordings.
    #[error("the file holds no recorded track points")]
    NoPoints,
    /// More points than a day of driving has.
    #[error("the track has more than {limit} points")]
    TooLong {
        /// The most that is read.
        limit: usize,
    },
}

/// Points that a file may hold: three days at one a second.
const MOST_FIXES: usize = 260_000;

/// All track points of a GPX file (version 1.0 or 1.1) in their order. Segments and tracks follow each other; the gaps
/// between them are gaps like any other. Points outside of the globe are left out.
///
/// # Errors
/// When it is no GPX, holds no track point, or too many.
pub fn read_gpx(bytes: &[u8]) -> Result<Vec<Fix>, TrackError> {
    let gpx = gpx::read(bytes).map_err(|_error| TrackError::NotGpx)?;
    let points = gpx.tracks.iter().flat_map(|track| &track.segments).flat_map(|segment| &segment.points);
    let fixes: Vec<Fix> = points
        .filter_map(|waypoint| {
            let place = waypoint.point();
            let at = waypoint.time.map(|time| {
                let time = time::OffsetDateTime::from(time);
                time.unix_timestamp() as f64 + f64::from(time.millisecond()) / 1000.0
            });
            Some(Fix { point: LonLat::new(place.x(), place.y())?, at })
        })
        .take(MOST_FIXES + 1)
        .collect();
    match fixes.len() {
        0 => Err(TrackError::NoPoints),
        n if n > MOST_FIXES => Err(TrackError::TooLong { limit: MOST_FIXES }),
        _ => Ok(fixes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_track_or_says_why_not() {
        let check = |text: &str, expected: Result<&[(f64, Option<f64>)], &str>| {
            let found = read_gpx(text.as_bytes());
            match (&found, expected) {
                (Ok(fixes), Ok(wanted)) => {
                    let seen: Vec<_> = fixes.iter().map(|fix| (fix.point.lon, fix.at)).collect();
                    assert_eq!(seen, wanted, "{text}");
                }
                (Err(error), Err(wanted)) => assert_eq!(error.to_string(), wanted, "{text}"),
                _ => panic!("{text}: {found:?}"),
            }
        };
        let gpx = |inner: &str| {
            format!(
                r#"<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">{inner}</gpx>"#
            )
        };
        let two = r#"<trk><trkseg><trkpt lat="1" lon="2"><time>1970-01-01T00:01:00.500Z</time></trkpt></trkseg>
            <trkseg><trkpt lat="1" lon="3"></trkpt></trkseg></trk>"#;
        check(&gpx(two), Ok(&[(2.0, Some(60.5)), (3.0, None)]));
        check(&gpx(r#"<wpt lat="1" lon="2"></wpt>"#), Err("the file holds no recorded track points"));
        check("<html></html>", Err("the file is not a GPX track that can be read"));
        check("", Err("the file is not a GPX track that can be read"));
        check(&gpx(two)[..200], Err("the file is not a GPX track that can be read"));
    }
}

//! From a recorded track to the roads that were driven.
//!
//! A hidden Markov model after Newson & Krumm, "Hidden Markov Map Matching Through Noise and Sparseness" (2009): each fix
//! of the track may lie on any road beside it (the nearer, the likelier), and between two fixes one drives about as
//! far as the fixes lie apart. The likeliest sequence is found by Viterbi's algorithm, how sure it is by the forward and
//! backward sums over the same lattice. The parameters stand in [`Options`]; the rules in `docs/matching.md`.
//!
//! Between fixes only legal turns are driven ([`routing::Router::moves`]); what a driver did against the rules shows as
//! an unlikely detour, or as two drives with a gap between them.

mod feature;
mod lattice;
mod likelihood;
mod options;
mod path;
mod track;
mod walk;

pub use feature::{feature_points, rebuild};
pub use options::Options;
pub use path::{Drive, Piece, Stretch};
pub use track::{Fix, TrackError, read_gpx};

use domain::LonLat;
use lattice::Lattice;
use routing::Router;

/// What a track says about roads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matched {
    /// Connected, legal drives in the order of the track. More than one where the track leaves the map, or jumps.
    pub drives: Vec<Drive>,
    /// Standard deviation of the fixes that was assumed, metres.
    pub noise_m: f64,
    /// Fixes in the track.
    pub fixes: usize,
    /// Fixes without any road nearby: off the region, in a car park, on a ferry.
    pub off_road: usize,
    /// Fixes that fit to no legal way and were left out as errors of the receiver.
    pub left_out: usize,
}

/// Finds the roads that a track was driven on. Fixes must be in the order of driving.
pub fn match_track(router: &Router, fixes: &[Fix], options: &Options) -> Matched {
    match_track_while(router, fixes, options, &|| true).unwrap_or_default()
}

/// The same for a track that may be long: `go_on` is asked at every fix, and `None` is answered once it says no.
pub fn match_track_while(
    router: &Router,
    fixes: &[Fix],
    options: &Options,
    go_on: &dyn Fn() -> bool,
) -> Option<Matched> {
    let noise_m = options.noise_m.unwrap_or_else(|| estimate_noise(router, fixes, options));
    let lattice = Lattice::lay(router, fixes, noise_m, options, go_on)?;
    let (off_road, left_out) = (lattice.off_road, lattice.left_out);
    let drives = lattice.into_drives();
    Some(Matched { drives, noise_m, fixes: fixes.len(), off_road, left_out })
}

/// How far the fixes scatter, from their distances to the nearest road: those are the absolute values of a normal
/// distribution, whose median is 0.6745 standard deviations. Where roads lie dense the nearest road is nearer than
/// the true one; and assuming too much costs little while assuming too little loses the road (`eval matching` with
/// twice the true noise finds as much as with the true one, with half of it far less). So the estimate is raised.
fn estimate_noise(router: &Router, fixes: &[Fix], options: &Options) -> f64 {
    const MEDIAN_OF_NORMAL: f64 = 0.6745;
    const RAISED: f64 = 2.5;
    const SAMPLE: usize = 200;
    let step = fixes.len().div_ceil(SAMPLE).max(1);
    let nearest =
        |point: LonLat| router.beside(point, options.radius_m).first().map(|place| place.distance_m);
    let mut distances: Vec<f64> = fixes.iter().step_by(step).filter_map(|fix| nearest(fix.point)).collect();
    distances.sort_by(f64::total_cmp);
    let median = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
    (median / MEDIAN_OF_NORMAL * RAISED).clamp(options.least_noise_m, options.most_noise_m)
}

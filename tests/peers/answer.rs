//! What both peers are asked for, in one shape.

use domain::LonLat;

/// A peer's best route.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerAnswer {
    /// Metres.
    pub distance_m: f64,
    /// Seconds, without traffic.
    pub duration_s: f64,
    /// Where the points that were asked for came to lie on the road, in order.
    pub snapped: Vec<LonLat>,
    /// The line driven.
    pub geometry: Vec<LonLat>,
    /// Streets in order; empty when steps were not asked for.
    pub stretches: Vec<Stretch>,
    /// How many routes came, this one and its alternatives.
    pub routes: usize,
    /// Length of the answer as sent.
    pub bytes: usize,
}

/// A part of the route between two instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// Name, or ref, or nothing.
    pub name: String,
    /// Metres.
    pub metres: f64,
    /// Seconds.
    pub seconds: f64,
}

/// A line in Google's notation with six decimals, which both speak.
pub(super) fn line(text: &str) -> Option<Vec<LonLat>> {
    let line = polyline::decode_polyline(text, 6).ok()?;
    line.coords().map(|at| LonLat::new(at.x, at.y)).collect()
}

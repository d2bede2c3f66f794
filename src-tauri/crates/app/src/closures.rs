//! Which road a closure is about. 「中山路封了」 means the one around here, not each of that name on the map.

use domain::{Bbox, EdgeKey, Lifetime, LonLat, Strength, Target, intent::IntentWish};

use crate::App;

/// How far around a trip's stops a road may be that a sentence about a closure means: this, or the trip's own extent
/// where that is larger, metres.
const AROUND_M: f64 = 3_000.0;

impl App {
    /// What a wish of a sentence is about, for a trip over these points. Of a road that is closed only what lies around
    /// the trip; where nothing of that name does, or no trip is known, every road of that name.
    pub(crate) fn closed_near(&self, wish: &IntentWish, trip: &[LonLat]) -> Target {
        let closes = wish.strength == Strength::Never && matches!(wish.lifetime, Lifetime::Until(_));
        let Target::Road(name) = &wish.target else { return wish.target.clone() };
        let whole = || wish.target.clone();
        let Some((bbox, region)) =
            Bbox::around(trip.iter().copied()).filter(|_| closes).map(wider).zip(self.regions.holding(trip))
        else {
            return whole();
        };
        let all = region.router().edges_of_road(name);
        let near = |edge: &EdgeKey| {
            let line = region.router().edge_geometry(*edge).unwrap_or_default();
            line.iter().any(|at| bbox.contains(*at))
        };
        let edges: Vec<EdgeKey> = all.iter().copied().filter(near).collect();
        if edges.is_empty() || edges.len() == all.len() {
            return whole();
        }
        Target::Section { label: name.clone(), edges }
    }
}

fn wider(bbox: Bbox) -> Bbox {
    let by_m = AROUND_M.max(bbox.min.distance_m(bbox.max));
    let lat = by_m / domain::EARTH_RADIUS_M.to_radians();
    let lon = lat / bbox.min.lat.to_radians().cos().max(0.01);
    Bbox {
        min: LonLat { lon: bbox.min.lon - lon, lat: bbox.min.lat - lat },
        max: LonLat { lon: bbox.max.lon + lon, lat: bbox.max.lat + lat },
    }
}

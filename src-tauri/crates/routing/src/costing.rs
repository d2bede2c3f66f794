//! What driving costs: seconds on the clock, and the weight that decides.
//!
//! Duration is travel time plus turn, signal and boarding penalties. Weight is the same with the person's wishes: a
//! factor on an edge's travel time, and for some modes a factor on the penalties. Wishes never change duration.
//! All weights are whole milliseconds, so that searches compare exactly.

use domain::{RoadClass, RoadFeature, Strength, intent::RoutePreference};

use crate::graph::Kind;

/// OSRM's car profile (`profiles/car.lua`): seconds that a full turn costs at most, and how much more a turn across
/// the oncoming lane costs than the other.
const TURN_S: f64 = 7.5;
const TURN_BIAS: f64 = 1.075;
/// OSRM's car profile, `u_turn_penalty`.
const U_TURN_S: f64 = 20.0;
/// Mean delay at a traffic light. OSRM counts 2 s, the Highway Capacity Manual calls up to 10 s the best level of
/// service; between the two, as most lights of a route are passed at green.
const SIGNAL_MS: u32 = 5_000;
/// Waiting for and driving onto a ferry: Valhalla's `ferry_cost` default.
const BOARDING_S: f64 = 300.0;
/// A speed of zero in the data would make a road infinitely long.
const SLOWEST_KMH: u8 = 5;

/// No wishes together may make a road cheaper or dearer than this.
const CHEAPEST: f64 = 0.1;
const DEAREST: f64 = 100.0;
/// Factor of a road that is never to be used, where nothing else exists: dearer than all that soft wishes can do
/// together, so that the least-violating route drives as few metres of it as possible.
const VIOLATION: f64 = 2_000.0;

/// Fixed-point factors: 1024 is one.
pub(crate) const ONE: u64 = 1 << 10;
/// Factor of an edge that must not be used.
pub(crate) const REMOVED: u64 = u64::MAX;

/// Milliseconds of travel over a segment; for a ferry with a known duration its share of the whole.
pub(crate) fn travel_ms(length_dm: u32, speed_kmh: u8, ferry_s: u32, share: f64) -> u32 {
    let ms = if ferry_s > 0 {
        f64::from(ferry_s) * 1000.0 * share
    } else {
        f64::from(length_dm) * 360.0 / f64::from(speed_kmh.max(SLOWEST_KMH))
    };
    (ms.round() as u32).max(1)
}

/// Milliseconds that an edge counts for when choosing, at `rate_percent` of its speed (0 means nothing is known).
pub(crate) fn weigh_ms(travel_ms: u32, rate_percent: u8) -> u32 {
    let percent = if rate_percent == 0 { 100 } else { u64::from(rate_percent) };
    u32::try_from(u64::from(travel_ms) * 100 / percent).unwrap_or(u32::MAX)
}

/// Milliseconds lost at a node on the way: the light, and what the map says of gates and booths.
pub(crate) fn pause_ms(signals: bool, delay_s: u8) -> u32 {
    (if signals { SIGNAL_MS } else { 0 }) + u32::from(delay_s) * 1000
}

/// Centiseconds that a turn costs: OSRM's sigmoid over the angle, only where a driver has a choice.
///
/// `bend` is in degrees, right positive; `drives_left` mirrors which side crosses the oncoming lane.
pub(crate) fn turn_cs(bend: f64, choice: bool, drives_left: bool, boards: bool, u_turn: bool) -> u16 {
    let bend = if drives_left { -bend } else { bend };
    let mut seconds = 0.0;
    if choice || u_turn {
        let steep = |share: f64, bias: f64| TURN_S / (1.0 + (-(13.0 / bias * share - 6.5 * bias)).exp());
        seconds +=
            if bend >= 0.0 { steep(bend / 180.0, TURN_BIAS) } else { steep(-bend / 180.0, 1.0 / TURN_BIAS) };
    }
    if u_turn {
        seconds += U_TURN_S;
    }
    if boards {
        seconds += BOARDING_S;
    }
    (seconds * 100.0).round() as u16
}

/// How a mode weighs a kind of road. Every factor is at least 1, so that travel time without any mode stays a lower
/// bound and the search needs no preparation of its own for a mode.
pub(crate) fn mode_factor(mode: RoutePreference, kind: Kind) -> f64 {
    match mode {
        RoutePreference::Fastest => 1.0,
        RoutePreference::Stable => match kind.class {
            RoadClass::Motorway | RoadClass::Trunk | RoadClass::Primary => 1.0,
            RoadClass::Secondary => 1.05,
            RoadClass::Tertiary => 1.2,
            RoadClass::Unclassified => 1.4,
            RoadClass::Residential => 1.6,
            RoadClass::LivingStreet | RoadClass::Service => 2.0,
            RoadClass::Ferry => 3.0,
        },
        RoutePreference::Scenic => {
            let class = match kind.class {
                RoadClass::Motorway => 2.5,
                RoadClass::Trunk => 1.8,
                _ => 1.0,
            };
            let tunnel = if kind.features.has(RoadFeature::Tunnel) { 1.5 } else { 1.0 };
            let away_from_water = if kind.features.has(RoadFeature::Waterside) { 1.0 } else { 1.6 };
            class * tunnel * away_from_water
        }
        RoutePreference::AvoidHighway => {
            if kind.features.has(RoadFeature::Motorway) {
                strength_factor(Strength::Avoid)
            } else {
                1.0
            }
        }
    }
}

/// Factor of a mode on turn and signal penalties: a stable route has few of both.
pub(crate) fn mode_penalty_factor(mode: RoutePreference) -> u64 {
    match mode {
        RoutePreference::Stable => 3,
        RoutePreference::Fastest | RoutePreference::Scenic | RoutePreference::AvoidHighway => 1,
    }
}

/// Factor of a wish on the travel time of the roads it is about.
///
/// Our own choice, read as "how much longer may the way be": the usual road is followed unless it takes five times as
/// long; a preferred road may take two thirds longer; an
/// allowed one weighs what it weighs; one that is rather not used is left for a way up to 1.8 times as
/// long; an avoided one only where everything else takes ten times as long. `Never` removes roads and has no factor
/// here except for the least-violating route.
pub(crate) fn strength_factor(strength: Strength) -> f64 {
    match strength {
        Strength::Follow => 0.2,
        Strength::Prefer => 0.6,
        Strength::Allow => 1.0,
        Strength::RatherNot => 1.8,
        Strength::Avoid => 10.0,
        Strength::Never => VIOLATION,
    }
}

/// The same for whoever shows it; `None` for [`Strength::Never`], which is no number, and where it pulls nowhere.
pub fn wish_factor(strength: Strength) -> Option<f64> {
    (!matches!(strength, Strength::Never | Strength::Allow)).then(|| strength_factor(strength))
}

/// Fixed-point product of the soft factors, clamped.
pub(crate) fn fixed(product: f64) -> u64 {
    (product.clamp(CHEAPEST, DEAREST) * ONE as f64).round() as u64
}

/// Fixed-point factor of a violated `Never`, which no clamp may weaken.
pub(crate) fn fixed_violation(soft: u64) -> u64 {
    soft.saturating_mul(VIOLATION as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_cost_more_the_sharper_and_across_traffic() {
        let right = turn_cs(90.0, true, false, false, false);
        let left = turn_cs(-90.0, true, false, false, false);
        assert!(
            left > right,
            "left {left} right {right}: left crosses the oncoming lane where cars keep right"
        );
        assert_eq!(left, turn_cs(90.0, true, true, false, false), "keeping left mirrors it");
        assert!(turn_cs(0.0, true, false, false, false) < 5, "going straight costs next to nothing");
        assert_eq!(turn_cs(90.0, false, false, false, false), 0, "a bend without a choice is no turn");
        assert!(turn_cs(180.0, false, false, false, true) > 2_000, "a U-turn costs even at a dead end");
    }

    #[test]
    fn every_mode_is_bounded_below_by_plain_travel_time() {
        for mode in [
            RoutePreference::Fastest,
            RoutePreference::Stable,
            RoutePreference::Scenic,
            RoutePreference::AvoidHighway,
        ] {
            for class in RoadClass::ALL {
                for features in 0..1 << RoadFeature::COUNT {
                    let kind = Kind { class, features: domain::FeatureSet(features) };
                    assert!(mode_factor(mode, kind) >= 1.0, "{mode:?} {kind:?}");
                }
            }
        }
    }

    #[test]
    fn rt11_wishes_together_stay_within_bounds() {
        let product = |strength, count| (0..count).map(|_| strength_factor(strength)).product::<f64>();
        assert_eq!(fixed(product(Strength::Follow, 9)), (0.1 * ONE as f64).round() as u64);
        assert_eq!(fixed(product(Strength::Avoid, 9)), 100 * ONE);
        assert_eq!(fixed(1.0), ONE);
        assert!(
            fixed_violation(fixed(0.1)) > fixed(f64::INFINITY),
            "a violation is dearer than all soft wishes"
        );
    }

    #[test]
    fn strengths_are_ordered() {
        let factors: Vec<f64> = Strength::ALL.into_iter().map(strength_factor).collect();
        assert!(factors.windows(2).all(|pair| pair[0] < pair[1]), "{factors:?}");
        assert!(strength_factor(Strength::Prefer) < 1.0 && strength_factor(Strength::RatherNot) > 1.0);
    }
}

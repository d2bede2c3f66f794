//! Made drivers with hidden tastes, for `cargo xtask eval drivers`. They know nothing of how Laolu learns: a driver looks at
//! the ways there are between two points, feels what each would cost, and takes one.
//!
//! A taste is a price on what a way is made of, drawn from a continuous range, or a road of their own for each trip; it may
//! hold only in the rain, only on workdays or only without hurry. People err, have errands, miss exits and find roads closed.

use domain::RoadFeature;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// The ten kinds of taste.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A minute on a motorway feels like two or three.
    AvoidsMotorway,
    /// A minute on a motorway feels like half.
    LikesMotorway,
    /// Tolls, tunnels or bridges: one of the three.
    AvoidsCrossings,
    /// A minute along water feels like half.
    LikesWaterside,
    /// Every light and turn costs nerves, and so do small streets.
    AvoidsStops,
    /// A road of their own for each trip.
    OwnRoad,
    /// The same, only in the rain.
    InRain,
    /// The same, unless in a hurry.
    UnlessInAHurry,
    /// The same, on workdays.
    OnWorkdays,
    /// The fastest way.
    NoTaste,
}

impl Kind {
    /// All.
    pub const ALL: [Self; 10] = [
        Self::AvoidsMotorway,
        Self::LikesMotorway,
        Self::AvoidsCrossings,
        Self::LikesWaterside,
        Self::AvoidsStops,
        Self::OwnRoad,
        Self::InRain,
        Self::UnlessInAHurry,
        Self::OnWorkdays,
        Self::NoTaste,
    ];

    /// For tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::AvoidsMotorway => "avoids motorways",
            Self::LikesMotorway => "likes motorways",
            Self::AvoidsCrossings => "avoids toll/tunnel/bridge",
            Self::LikesWaterside => "likes waterside",
            Self::AvoidsStops => "avoids lights and turns",
            Self::OwnRoad => "a road of their own",
            Self::InRain => "… only in the rain",
            Self::UnlessInAHurry => "… unless in a hurry",
            Self::OnWorkdays => "… only on workdays",
            Self::NoTaste => "no taste",
        }
    }
}

/// What a driver sees of a way. The first of a trip's ways is the fastest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Seconds on the clock.
    pub seconds: f64,
    /// Seconds on roads with each feature.
    pub feature_s: [f64; RoadFeature::COUNT],
    /// Traffic lights.
    pub lights: f64,
    /// Turns.
    pub turns: f64,
}

/// What a day is like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Occasion {
    /// It rains.
    pub rain: bool,
    /// In a hurry.
    pub hurry: bool,
    /// Saturday or Sunday.
    pub weekend: bool,
}

/// What comes between a driver and the way they like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing.
    Nothing,
    /// Something to do off the way.
    Errand,
    /// The road is closed, and they say so.
    ClosureTold,
    /// The road is closed.
    Closure,
    /// They miss a turn.
    MissedExit,
    /// They just try something else.
    Whim,
}

/// One driver.
#[derive(Clone, Debug)]
pub struct Driver {
    /// What they like.
    pub kind: Kind,
    /// After so many trips they like another road, or have no taste any more.
    pub changes_after: Option<usize>,
    /// How strongly, from 0 to 1.
    strength: f64,
    /// Which of several.
    choice: u64,
}

/// Share of drivers whose taste changes.
const CHANGING: f64 = 0.1;
/// Trips after which it does.
const CHANGE_AFTER: usize = 4;
/// A road of one's own is at most so many times as long as the fastest.
const OWN_AT_MOST: f64 = 1.4;

impl Driver {
    /// A driver of this kind.
    pub fn draw(kind: Kind, chance: &mut ChaCha8Rng) -> Self {
        let changes = kind != Kind::NoTaste && chance.random_bool(CHANGING);
        Self {
            kind,
            changes_after: changes.then_some(CHANGE_AFTER),
            strength: chance.random(),
            choice: chance.random(),
        }
    }

    /// The way they like between the ends of a trip, by its place in the list; `before` trips lie behind them.
    pub fn likes(&self, trip: usize, ways: &[Way], on: Occasion, before: usize) -> usize {
        let changed = self.changes_after.is_some_and(|after| before >= after);
        let own = || self.own_road(trip, ways, u64::from(changed));
        match self.kind {
            Kind::NoTaste => 0,
            Kind::OwnRoad => own(),
            Kind::InRain if on.rain => own(),
            Kind::UnlessInAHurry if !on.hurry => own(),
            Kind::OnWorkdays if !on.weekend => own(),
            Kind::InRain | Kind::UnlessInAHurry | Kind::OnWorkdays => 0,
            // Who liked a kind of road and does not any more takes the fastest.
            _ if changed => 0,
            _ => {
                let felt: Vec<f64> = ways.iter().map(|way| self.felt_s(way)).collect();
                (0..ways.len()).min_by(|a, b| felt[*a].total_cmp(&felt[*b])).unwrap_or(0)
            }
        }
    }

    /// What a way costs them, in seconds as they feel them.
    pub fn felt_s(&self, way: &Way) -> f64 {
        let between = |low: f64, high: f64| low + (high - low) * self.strength;
        let priced = |feature: RoadFeature, times: f64| way.feature_s[feature as usize] * (times - 1.0);
        way.seconds
            + match self.kind {
                Kind::AvoidsMotorway => priced(RoadFeature::Motorway, between(1.8, 3.5)),
                Kind::LikesMotorway => priced(RoadFeature::Motorway, between(0.4, 0.65)),
                Kind::AvoidsCrossings => priced(self.crossing(), between(2.5, 6.0)),
                Kind::LikesWaterside => priced(RoadFeature::Waterside, between(0.35, 0.6)),
                Kind::AvoidsStops => {
                    priced(RoadFeature::Residential, 1.5)
                        + way.lights * between(10.0, 30.0)
                        + way.turns * between(8.0, 20.0)
                }
                Kind::OwnRoad | Kind::InRain | Kind::UnlessInAHurry | Kind::OnWorkdays | Kind::NoTaste => 0.0,
            }
    }

    /// Whether a wish about a feature is theirs: −1 to shun it, 1 to like it, 0 for neither.
    pub fn feels_about(&self, feature: RoadFeature) -> i8 {
        match self.kind {
            Kind::AvoidsMotorway if feature == RoadFeature::Motorway => -1,
            Kind::LikesMotorway if feature == RoadFeature::Motorway => 1,
            Kind::AvoidsCrossings if feature == self.crossing() => -1,
            Kind::LikesWaterside if feature == RoadFeature::Waterside => 1,
            Kind::AvoidsStops if feature == RoadFeature::Residential => -1,
            _ => 0,
        }
    }

    /// What comes between on a trip.
    pub fn event(chance: &mut ChaCha8Rng) -> Event {
        match chance.random_range(0..100) {
            0..4 => Event::Errand,
            4..7 => Event::ClosureTold,
            7..9 => Event::Closure,
            9..12 => Event::MissedExit,
            12..17 => Event::Whim,
            _ => Event::Nothing,
        }
    }

    fn crossing(&self) -> RoadFeature {
        [RoadFeature::Toll, RoadFeature::Tunnel, RoadFeature::Bridge][(self.choice % 3) as usize]
    }

    fn own_road(&self, trip: usize, ways: &[Way], life: u64) -> usize {
        let Some(fastest) = ways.first() else { return 0 };
        let fit: Vec<usize> =
            (1..ways.len()).filter(|way| ways[*way].seconds <= OWN_AT_MOST * fastest.seconds).collect();
        if fit.is_empty() {
            return 0;
        }
        let drawn = splitmix(self.choice ^ (trip as u64).wrapping_mul(0x9e37_79b9));
        // Another life, another road, where there are two.
        fit[(drawn.wrapping_add(life) % fit.len() as u64) as usize]
    }
}

/// SplitMix64.
fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn way(seconds: f64, motorway_s: f64) -> Way {
        let mut way = Way { seconds, ..Way::default() };
        way.feature_s[RoadFeature::Motorway as usize] = motorway_s;
        way
    }

    #[test]
    fn a_taste_shows_only_where_and_when_it_is_one() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let ways = [way(600.0, 400.0), way(700.0, 0.0), way(1_500.0, 0.0)];
        let dry = Occasion::default();
        for (kind, on, expected) in [
            (Kind::NoTaste, dry, 0),
            (Kind::AvoidsMotorway, dry, 1),
            (Kind::LikesMotorway, dry, 0),
            (Kind::OwnRoad, dry, 1),
            (Kind::InRain, dry, 0),
            (Kind::InRain, Occasion { rain: true, ..dry }, 1),
            (Kind::UnlessInAHurry, dry, 1),
            (Kind::UnlessInAHurry, Occasion { hurry: true, ..dry }, 0),
            (Kind::OnWorkdays, dry, 1),
            (Kind::OnWorkdays, Occasion { weekend: true, ..dry }, 0),
        ] {
            let driver = Driver { changes_after: None, ..Driver::draw(kind, &mut chance) };
            assert_eq!(driver.likes(0, &ways, on, 0), expected, "{kind:?} {on:?}");
        }
    }

    #[test]
    fn a_change_of_taste_comes_when_it_is_said() {
        let mut chance = ChaCha8Rng::seed_from_u64(2);
        let ways = [way(600.0, 400.0), way(700.0, 0.0), way(710.0, 0.0)];
        for kind in [Kind::AvoidsMotorway, Kind::OwnRoad] {
            let driver = Driver { changes_after: Some(4), ..Driver::draw(kind, &mut chance) };
            let at = |before| driver.likes(0, &ways, Occasion::default(), before);
            assert!(at(0) == at(3) && at(3) != at(4) && at(4) == at(9), "{kind:?}");
        }
    }
}

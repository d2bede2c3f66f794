//! Figures over all trips, and the list of those where we differ.

use super::{
    parting::{self, Roads},
    trips::Ours,
};
use flows::peers::PeerAnswer;
use std::fmt;

/// A larger difference than this is listed.
const ALIKE: f64 = 0.10;
const SNAP_M: f64 = 30.0;

/// One trip, three answers.
pub struct Compared {
    pub number: usize,
    pub ours: Ours,
    pub osrm: PeerAnswer,
    pub valhalla: PeerAnswer,
}

impl Compared {
    fn theirs(&self) -> [&PeerAnswer; 2] {
        [&self.osrm, &self.valhalla]
    }

    /// Our length over theirs.
    fn ratios(&self) -> [f64; 2] {
        self.theirs().map(|theirs| self.ours.distance_m / theirs.distance_m.max(1.0))
    }

    /// How far the length is from that of the nearer one, as a share.
    fn off(&self) -> f64 {
        self.ratios().map(|ratio| (ratio - 1.0).abs()).into_iter().fold(f64::INFINITY, f64::min)
    }

    /// How far our time lies outside of the range of theirs, as a share of the nearer.
    fn time_off(&self) -> f64 {
        let [a, b] = self.theirs().map(|theirs| theirs.duration_s.max(1.0));
        let (low, high, ours) = (a.min(b), a.max(b), self.ours.duration_s);
        if ours < low { (low - ours) / low } else { (ours - high).max(0.0) / high }
    }

    /// Metres from our end to that of each.
    fn snaps(&self) -> impl Iterator<Item = [f64; 2]> {
        (0..2).map(|end| {
            self.theirs().map(|theirs| {
                let place = if end == 0 { theirs.snapped.first() } else { theirs.snapped.last() };
                place.map_or(f64::INFINITY, |place| place.distance_m(self.ours.snapped[end]))
            })
        })
    }
}

/// Figures of one region.
pub struct Summary {
    ratio: [f64; 2],
    between_peers: f64,
    alike: f64,
    time_off: f64,
    time_ratio: [f64; 2],
    snapped: f64,
    snapped_to_one: f64,
    between_snaps: f64,
}

impl Summary {
    /// Trips that only the peers could answer count as different in length.
    pub fn of(trips: &[Compared], unanswered: usize) -> Self {
        let medians = |of: fn(&Compared) -> [f64; 2]| {
            [0, 1].map(|peer| median(trips.iter().map(|trip| of(trip)[peer]).collect()))
        };
        let ends: Vec<[f64; 2]> = trips.iter().flat_map(Compared::snaps).collect();
        let share = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        let near = |enough: fn([bool; 2]) -> bool| {
            let fine = ends.iter().filter(|both| enough(both.map(|metres| metres <= SNAP_M)));
            share(fine.count(), ends.len())
        };
        let peers_near = trips.iter().flat_map(|trip| {
            let [a, b] = trip.theirs().map(|theirs| &theirs.snapped);
            [(a.first(), b.first()), (a.last(), b.last())]
        });
        let peers_near =
            peers_near.filter(|(a, b)| a.zip(*b).is_some_and(|(a, b)| a.distance_m(*b) <= SNAP_M)).count();
        Self {
            ratio: medians(Compared::ratios),
            between_peers: share(
                trips
                    .iter()
                    .filter(|trip| (trip.osrm.distance_m / trip.valhalla.distance_m - 1.0).abs() <= ALIKE)
                    .count(),
                trips.len(),
            ),
            alike: share(trips.iter().filter(|trip| trip.off() <= ALIKE).count(), trips.len() + unanswered),
            time_off: median(trips.iter().map(Compared::time_off).collect()),
            time_ratio: medians(|trip| {
                trip.theirs().map(|theirs| trip.ours.duration_s / theirs.duration_s.max(1.0))
            }),
            snapped: near(|[a, b]| a && b),
            snapped_to_one: near(|[a, b]| a || b),
            between_snaps: share(peers_near, ends.len()),
        }
    }

    /// Whether all that was asked for holds.
    pub fn holds(&self) -> bool {
        self.ratio.iter().all(|ratio| (ratio - 1.0).abs() <= 0.03)
            && self.alike >= 0.90
            && self.time_off <= 0.10
            && self.snapped >= 0.98
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: f64| 100.0 * share;
        write!(f, "distance {:.3} of OSRM's and {:.3} of Valhalla's, ", self.ratio[0], self.ratio[1])?;
        write!(
            f,
            "{:.1} % within 10 % of one (they of each other {:.1} %), ",
            percent(self.alike),
            percent(self.between_peers)
        )?;
        write!(f, "time {:.1} % outside their range ", percent(self.time_off))?;
        write!(f, "({:.3} of OSRM's, {:.3} of Valhalla's), ", self.time_ratio[0], self.time_ratio[1])?;
        write!(f, "{:.1} % of ends near both ", percent(self.snapped))?;
        write!(
            f,
            "({:.1} % near one, they near each other {:.1} %)",
            percent(self.snapped_to_one),
            percent(self.between_snaps)
        )
    }
}

/// Every trip that differs, the worst first.
pub fn list(trips: &[Compared], roads: &Roads<'_>) {
    let mut differing: Vec<&Compared> = trips.iter().filter(|trip| trip.off() > ALIKE).collect();
    differing.sort_by(|a, b| b.off().total_cmp(&a.off()));
    println!("{} trips differ from both by more than a tenth:", differing.len());
    for trip in differing {
        let (ours, [osrm, valhalla]) = (&trip.ours, trip.theirs());
        println!(
            "#{} ours {:.1} km in {:.1} min, OSRM {:.1} in {:.1}, Valhalla {:.1} in {:.1}",
            trip.number,
            ours.distance_m / 1000.0,
            ours.duration_s / 60.0,
            osrm.distance_m / 1000.0,
            osrm.duration_s / 60.0,
            valhalla.distance_m / 1000.0,
            valhalla.duration_s / 60.0,
        );
        for (name, theirs) in [("OSRM", osrm), ("Valhalla", valhalla)] {
            for line in parting::describe(roads, ours, theirs) {
                println!("    {name}: {line}");
            }
        }
    }
    let far: Vec<String> = trips
        .iter()
        .flat_map(|trip| trip.snaps().enumerate().map(move |(end, metres)| (trip.number, end, metres)))
        .filter(|(.., metres)| metres.iter().any(|metres| *metres > SNAP_M))
        .map(|(number, end, [osrm, valhalla])| {
            format!("#{number}{} {osrm:.0}/{valhalla:.0} m", if end == 0 { "a" } else { "b" })
        })
        .collect();
    println!("{} ends lie farther than 30 m from OSRM's/Valhalla's: {}", far.len(), far.join(", "));
    let mut slow: Vec<&Compared> = trips.iter().filter(|trip| trip.time_off() > ALIKE).collect();
    slow.sort_by(|a, b| b.time_off().total_cmp(&a.time_off()));
    let slow: Vec<String> = slow
        .iter()
        .map(|trip| {
            let minutes =
                [trip.ours.duration_s, trip.osrm.duration_s, trip.valhalla.duration_s].map(|s| s / 60.0);
            format!("#{} {:.1}/{:.1}/{:.1}", trip.number, minutes[0], minutes[1], minutes[2])
        })
        .collect();
    println!(
        "{} times (ours/OSRM's/Valhalla's min) are off by more than a tenth: {}",
        slow.len(),
        slow.join(", ")
    );
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

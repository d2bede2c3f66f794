//! `eval matching --data DIR`: recorded tracks become the roads driven.
//!
//! Drives over Porto whose roads are known are recorded with noise, every few seconds; what the matching makes of them is
//! held against the truth in metres. Then the recorded track of the data folder, and how long matching takes.
#![allow(clippy::disallowed_methods, reason = "measuring time is a part of this evaluation")]

mod drive;

use crate::options::Options;
use domain::LonLat;
use flows::Verdict;
use matching::{Matched, match_track, read_gpx};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NoProgress, extract, osm};
use routing::{Checker, Router};
use std::{path::Path, time::Instant};

/// Standard deviations of the noise, metres.
const NOISES: [f64; 3] = [5.0, 10.0, 20.0];
/// Seconds between fixes.
const INTERVALS: [f64; 5] = [1.0, 5.0, 10.0, 15.0, 30.0];
/// Drives per pair of noise and interval.
const DRIVES: usize = 40;
/// The pair that decides, and what is asked of it.
const ASKED: (f64, f64, f64) = (10.0, 5.0, 0.99);
/// The most that matching 30 km may take, milliseconds.
const MOST_MS: f64 = 50.0;

/// The evaluation.
pub fn run(options: &Options) -> Verdict {
    let data = options.data.as_deref().expect("this evaluation needs --data DIR");
    let (router, _) = open(&data.join("regions/porto.osm.pbf"));
    let mut decisive = f64::NAN;
    println!("metres right of all metres, Porto, {} drives each", options.trials.unwrap_or(DRIVES));
    for noise_m in NOISES {
        for interval_s in INTERVALS {
            let right = right(&router, noise_m, interval_s, options);
            println!("  noise {noise_m:>2} m, every {interval_s:>2} s: {right}");
            if (noise_m, interval_s) == (ASKED.0, ASKED.1) {
                decisive = right.share();
            }
        }
    }
    let milliseconds = thirty_kilometres(&router, options);
    let andorra = andorra(data);
    let figures = format!(
        "{:.2} % of metres right at 10 m and 5 s; {andorra}; {milliseconds:.0} ms for 30 km",
        decisive * 100.0
    );
    Verdict {
        name: "matching",
        figures,
        asked: "at least 99 %, Andorra's track as one connected legal way, at most 50 ms".to_owned(),
        holds: decisive >= ASKED.2 && andorra.holds() && milliseconds <= MOST_MS,
    }
}

fn open(path: &Path) -> (Router, region::RoadNetwork) {
    let data = osm::read(path, &mut NoProgress, &CancelToken::new()).unwrap();
    let roads = extract::road_network(&data, &mut osm::Skipped::default());
    (Router::build(roads.clone()), roads)
}

/// Metres of many drives.
#[derive(Default)]
struct Right {
    driven_m: f64,
    matched_m: f64,
    both_m: f64,
    drives: usize,
    in_pieces: usize,
    confidence: f64,
    worst: f64,
}

impl Right {
    /// Metres that are in both, of all that were driven or matched.
    fn share(&self) -> f64 {
        self.both_m / self.driven_m.max(self.matched_m)
    }
}

impl std::fmt::Display for Right {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.2} % of {:.0} km, worst drive {:.1} %, {} of {} drives in one piece, mean confidence {:.2}",
            self.share() * 100.0,
            self.driven_m / 1000.0,
            self.worst * 100.0,
            self.drives - self.in_pieces,
            self.drives,
            self.confidence / self.drives as f64
        )
    }
}

fn right(router: &Router, noise_m: f64, interval_s: f64, options: &Options) -> Right {
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let mut sum = Right { worst: 1.0, ..Right::default() };
    while sum.drives < options.trials.unwrap_or(DRIVES) {
        let Some(drive) = drive::draw(router, &mut chance, 3_000.0) else { continue };
        let fixes = drive.record(router, noise_m, interval_s, &mut chance);
        let matched = match_track(router, &fixes, &matching::Options::default());
        let both = drive.common_m(&matched);
        let all: f64 = matched.drives.iter().map(matching::Drive::metres).sum();
        sum.drives += 1;
        sum.in_pieces += usize::from(matched.drives.len() != 1);
        sum.driven_m += drive.metres();
        sum.matched_m += all;
        sum.both_m += both;
        sum.confidence += mean_confidence(&matched);
        sum.worst = sum.worst.min(both / drive.metres().max(all));
    }
    sum
}

fn mean_confidence(matched: &Matched) -> f64 {
    let pieces = || matched.drives.iter().flat_map(|drive| &drive.pieces);
    let metres: f64 = pieces().map(|piece| piece.to_m - piece.from_m).sum();
    pieces().map(|piece| piece.confidence * (piece.to_m - piece.from_m)).sum::<f64>() / metres.max(1.0)
}

/// Milliseconds of the processor's time that 30 km take, from the fastest of several drives' rates: this machine has
/// other things to do.
fn thirty_kilometres(router: &Router, options: &Options) -> f64 {
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let mut rates = Vec::new();
    while rates.len() < 9 {
        let Some(drive) = drive::draw(router, &mut chance, 10_000.0) else { continue };
        let fixes = drive.record(router, 10.0, 5.0, &mut chance);
        let start = Instant::now();
        let matched = match_track(router, &fixes, &matching::Options::default());
        let elapsed = start.elapsed().as_secs_f64() * 1000.0;
        assert!(!matched.drives.is_empty(), "the drive was not found");
        rates.push(elapsed / drive.metres() * 30_000.0);
    }
    rates.sort_by(f64::total_cmp);
    println!(
        "time for 30 km at 10 m and 5 s: median {:.0} ms, least {:.0}, most {:.0} of {}",
        rates[rates.len() / 2],
        rates[0],
        rates[rates.len() - 1],
        rates.len()
    );
    rates[rates.len() / 2]
}

/// What became of the recorded track.
struct Track {
    drives: usize,
    legal: bool,
    kilometres: f64,
}

impl Track {
    fn holds(&self) -> bool {
        self.drives == 1 && self.legal
    }
}

impl std::fmt::Display for Track {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let legal = if self.legal { "legal" } else { "ILLEGAL" };
        write!(f, "Andorra {} {legal} way(s) of {:.1} km", self.drives, self.kilometres)
    }
}

fn andorra(data: &Path) -> Track {
    let (router, roads) = open(&data.join("regions/andorra.osm.pbf"));
    let checker = Checker::new(&roads);
    let fixes = read_gpx(&std::fs::read(data.join("tracks/andorra_for_map_matching.gpx")).unwrap()).unwrap();
    let matched = match_track(&router, &fixes, &matching::Options::default());
    let line: f64 = fixes.windows(2).map(|pair| LonLat::distance_m(pair[0].point, pair[1].point)).sum();
    println!(
        "Andorra: {} fixes over {:.1} km, noise taken as {:.1} m, {} off the roads, {} left out",
        fixes.len(),
        line / 1000.0,
        matched.noise_m,
        matched.off_road,
        matched.left_out
    );
    let mut track = Track { drives: matched.drives.len(), legal: true, kilometres: 0.0 };
    for drive in &matched.drives {
        track.kilometres += drive.metres() / 1000.0;
        let keys = drive.edge_keys(&router);
        let legal = checker.way(&keys, std::slice::from_ref(&(0..keys.len())));
        track.legal &= legal.is_ok();
        let turned = drive.pieces.iter().filter(|piece| piece.turned).count();
        println!(
            "  fixes {}..={}: {:.1} km, {legal:?}",
            drive.from_fix,
            drive.to_fix,
            drive.metres() / 1000.0
        );
        println!("  {turned} times turned around in the middle of a road");
        for stretch in drive.stretches(&router) {
            let name = if stretch.label.is_empty() { "(no name)" } else { &stretch.label };
            println!("    {:>6.0} m  {:.2}  {name}", stretch.metres, stretch.confidence);
        }
    }
    track
}

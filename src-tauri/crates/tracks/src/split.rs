//! From fixes to trips: where somebody stayed a trip ends, where nothing was recorded it ends too, and what was no drive is left
//! out.
//!
//! Stays are found as Li et al. do ("Mining User Similarity Based on Location History", 2008): as long as fixes lie within a
//! distance of the first of them, for a time at least.

use crate::{Fix, Mode, Track};

/// The constants of cutting, each with its source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// A stay keeps within so many metres (ours: a large car park; Li et al. use 200 for walkers).
    pub stay_m: f64,
    /// A stay lasts so many seconds (ours: longer than any light; Li et al. use 30 min for sights).
    pub stay_s: f64,
    /// Without fixes for longer than this the recorder was off, seconds (ours: the longest tunnels of Europe take a quarter of an hour).
    pub gap_s: f64,
    /// Shorter ones are no trips, metres (ours: from one end of a car park to the other).
    pub least_m: f64,
    /// Quicker ones are no trips, seconds.
    pub least_s: f64,
    /// Who never moves faster than this over half a minute walks, metres per second (a quick walker does 2).
    pub walk_mps: f64,
    /// Who never moves faster than this rides a bicycle (25 km/h, where an electric bicycle's motor ends, and a little wind).
    pub ride_mps: f64,
    /// Faster than this is no car (250 km/h).
    pub fly_mps: f64,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            stay_m: 150.0,
            stay_s: 300.0,
            gap_s: 900.0,
            least_m: 500.0,
            least_s: 60.0,
            walk_mps: 3.0,
            ride_mps: 7.5,
            fly_mps: 70.0,
        }
    }
}

/// Why a part of a recording is no trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeftOut {
    /// Too short.
    Short,
    /// On foot.
    Walk,
    /// By bicycle.
    Ride,
    /// The file itself says that it was no car.
    NoCar,
    /// Faster than a car.
    Flight,
    /// Points without times: when it was driven is not known.
    Untimed,
}

impl LeftOut {
    /// Its word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Walk => "walk",
            Self::Ride => "ride",
            Self::NoCar => "no_car",
            Self::Flight => "flight",
            Self::Untimed => "untimed",
        }
    }
}

/// One trip: its fixes, from where somebody left to where they stayed.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// The fixes, all with times, each later than the one before.
    pub fixes: Vec<Fix>,
    /// See [`Track::rough`].
    pub rough: bool,
}

/// A recording, cut.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Split {
    /// Its trips, in the order of time.
    pub trips: Vec<Stretch>,
    /// What was left out, and why.
    pub left_out: Vec<LeftOut>,
}

/// Cuts a recording into trips.
pub fn trips(tracks: Vec<Track>, rules: &Rules) -> Split {
    let mut split = Split::default();
    let mut unknown: Vec<Track> = Vec::new();
    for mut track in tracks {
        if track.mode == Mode::Other {
            split.left_out.push(LeftOut::NoCar);
            continue;
        }
        let points = track.fixes.len();
        track.fixes.retain(|fix| fix.time.is_some());
        if 2 * track.fixes.len() < points || track.fixes.is_empty() {
            split.left_out.push(LeftOut::Untimed);
            continue;
        }
        in_order(&mut track.fixes);
        if track.mode == Mode::Car {
            cut(&track, rules, &mut split);
        } else {
            unknown.push(track);
        }
    }
    // Segments of a recording follow each other: a new one begins wherever the receiver lost its satellites.
    unknown.sort_by(|a, b| start(&a.fixes).total_cmp(&start(&b.fixes)));
    let mut joined: Option<Track> = None;
    for track in unknown {
        match &mut joined {
            Some(before) if before.rough == track.rough && end(&before.fixes) <= start(&track.fixes) => {
                before.fixes.extend(track.fixes);
            }
            _ => {
                if let Some(before) = joined.replace(track) {
                    cut(&before, rules, &mut split);
                }
            }
        }
    }
    if let Some(last) = joined {
        cut(&last, rules, &mut split);
    }
    split.trips.sort_by(|a, b| start(&a.fixes).total_cmp(&start(&b.fixes)));
    split.left_out.sort_unstable();
    split
}

fn time(fix: &Fix) -> f64 {
    fix.time.unwrap_or(0.0)
}

fn start(fixes: &[Fix]) -> f64 {
    fixes.first().map_or(0.0, time)
}

fn end(fixes: &[Fix]) -> f64 {
    fixes.last().map_or(0.0, time)
}

/// Each later than the one before: receivers repeat themselves, and their clocks jump when they find satellites.
fn in_order(fixes: &mut Vec<Fix>) {
    if fixes.windows(2).any(|pair| time(&pair[1]) < time(&pair[0])) {
        fixes.sort_by(|a, b| time(a).total_cmp(&time(b)));
    }
    fixes.dedup_by(|later, earlier| time(later) <= time(earlier));
}

fn cut(track: &Track, rules: &Rules, split: &mut Split) {
    let fixes = &track.fixes;
    for part in fixes.chunk_by(|a, b| !is_gap(a, b, rules)) {
        let mut from = 0;
        for (first, last) in stays(part, rules) {
            // The way to a stay ends with its first fix, the way from it begins with its last.
            keep(&part[from..=first], track, rules, split);
            from = last;
        }
        keep(&part[from..], track, rules, split);
    }
}

/// Whether the recorder was off between two fixes: for so long, or for a while in which one moved faster than anybody drives.
fn is_gap(a: &Fix, b: &Fix, rules: &Rules) -> bool {
    let (seconds, metres) = (time(b) - time(a), a.at.distance_m(b.at));
    let stayed = metres <= rules.stay_m && seconds >= rules.stay_s;
    stayed || seconds > rules.gap_s || (seconds > 30.0 && metres / seconds > rules.fly_mps)
}

/// Stays as indices of their first and last fix.
fn stays(fixes: &[Fix], rules: &Rules) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut first = 0;
    while first < fixes.len() {
        let near = |fix: &Fix| fix.at.distance_m(fixes[first].at) <= rules.stay_m;
        let mut last = first;
        let mut strays = 0;
        for (index, fix) in fixes.iter().enumerate().skip(first + 1) {
            if near(fix) {
                (last, strays) = (index, 0);
            } else if strays < 1 {
                // One error of the receiver ends no stay.
                strays += 1;
            } else {
                break;
            }
        }
        if time(&fixes[last]) - time(&fixes[first]) >= rules.stay_s {
            // The fixes before it on the way in are nearer to its middle than a stay is wide: it begins where the moving ended.
            let settled = settle(fixes, first, last);
            found.push(settled);
            first = last + 1;
        } else {
            first += 1;
        }
    }
    found
}

/// A stay without the last metres of the way in and the first ones of the way out, which lie within its width too.
fn settle(fixes: &[Fix], first: usize, last: usize) -> (usize, usize) {
    const NEAR_M: f64 = 40.0;
    let middle = fixes[first + (last - first) / 2].at;
    let near = |index: &usize| fixes[*index].at.distance_m(middle) <= NEAR_M;
    let from = (first..=last).find(near).unwrap_or(first);
    let to = (from..=last).rev().find(near).unwrap_or(last);
    (from, to)
}

fn keep(fixes: &[Fix], track: &Track, rules: &Rules, split: &mut Split) {
    if fixes.len() < 2 {
        return;
    }
    match why_not(fixes, track, rules) {
        Some(why) => split.left_out.push(why),
        None => split.trips.push(Stretch { fixes: fixes.to_vec(), rough: track.rough }),
    }
}

fn why_not(fixes: &[Fix], track: &Track, rules: &Rules) -> Option<LeftOut> {
    let (first, last) = (fixes.first()?, fixes.last()?);
    // How far apart the farthest fix lies: somebody who wanders in a house drives nowhere.
    let farthest = fixes.iter().map(|fix| fix.at.distance_m(first.at)).fold(0.0, f64::max);
    if farthest < rules.least_m || time(last) - time(first) < rules.least_s {
        return Some(LeftOut::Short);
    }
    let top = top_speed(fixes);
    match top {
        _ if top > rules.fly_mps => Some(LeftOut::Flight),
        _ if track.mode == Mode::Car => None,
        _ if top < rules.walk_mps => Some(LeftOut::Walk),
        _ if top < rules.ride_mps => Some(LeftOut::Ride),
        _ => None,
    }
}

/// The speed that is exceeded in a tenth of the time, measured over half a minute: single errors of the receiver do not count.
fn top_speed(fixes: &[Fix]) -> f64 {
    const WINDOW_S: f64 = 30.0;
    let mut speeds: Vec<(f64, f64)> = Vec::new();
    let mut from = 0;
    for to in 1..fixes.len() {
        let seconds = time(&fixes[to]) - time(&fixes[from]);
        if seconds >= WINDOW_S || to + 1 == fixes.len() {
            if seconds > 0.0 {
                speeds.push((fixes[from].at.distance_m(fixes[to].at) / seconds, seconds));
            }
            from = to;
        }
    }
    speeds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let all: f64 = speeds.iter().map(|(_, seconds)| seconds).sum();
    let mut sum = 0.0;
    for (speed, seconds) in &speeds {
        sum += seconds;
        if sum >= all * 0.9 {
            return *speed;
        }
    }
    0.0
}

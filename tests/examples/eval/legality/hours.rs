//! Moments of departure, and roads and turns whose law changes with them, put into a network by chance.

use std::sync::Arc;

use domain::{Moment, Timestamp};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use region::{Access, Restriction, RoadNetwork, TimedAccess};
use routing::{Checker, Illegal, Router, network_at};

use super::{broken::Made, edges::Edges};

/// Of so many roads one changes with the hour, and at one of so many junctions a turn does.
const ONE_IN: u32 = 40;

/// What is put into the network: hours as they are mapped, and whether they hold on [`MORNING`], [`NOON`] and
/// [`SATURDAY`], as a person reads them off the sign.
const SIGNS: [(&str, [bool; 3]); 4] = [
    ("Mo-Fr 07:00-10:00", [true, false, false]),
    ("11:00-15:00", [false, true, true]),
    ("Sa", [false, false, true]),
    ("22:00-09:00", [true, false, false]),
];

/// Tuesday, 2 May 2017, 08:00 and 12:00, and the Saturday after it at noon, all in UTC.
const MORNING: i64 = 1_493_712_000;
const NOON: i64 = MORNING + 4 * 3_600;
const SATURDAY: i64 = NOON + 4 * 86_400;

/// A moment, the network as it is then, and a router that departs then.
pub struct Hour {
    pub roads: RoadNetwork,
    pub router: Arc<Router>,
}

/// A network with signs, at several moments; the first is one of which nothing is known.
pub struct Hours {
    pub hours: Vec<Hour>,
    signs: Vec<Sign>,
}

/// An access that changes: outside of the hours the first, within them the second.
struct Sign {
    edge: u32,
    holds: [bool; 3],
    access: [Access; 2],
}

/// Puts signs into a network and opens it at every moment.
pub fn open(mut roads: RoadNetwork, seed: u64) -> Hours {
    let signs = put(&mut roads, seed);
    let base = Arc::new(Router::build(roads.clone()));
    let at = |seconds: i64| Some(Moment { at: Timestamp(seconds), zone: "UTC".to_owned() });
    let hours = [None, at(MORNING), at(NOON), at(SATURDAY)]
        .map(|when| Hour { roads: network_at(&roads, when.as_ref()), router: base.at(when.as_ref()) });
    Hours { hours: hours.into(), signs }
}

fn put(roads: &mut RoadNetwork, seed: u64) -> Vec<Sign> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let first = roads.conditions.len();
    roads.conditions.extend(SIGNS.map(|(hours, _)| hours.to_owned()));
    let condition = |sign: usize| Some((first + sign) as u32);
    let mut signs = Vec::new();
    for edge in 0..roads.segments.len() as u32 * 2 {
        let usual = roads.access(edge);
        if usual == Access::No || !roads.timed_of(edge).is_empty() || !chance.random_ratio(1, ONE_IN) {
            continue;
        }
        let access = match (usual, chance.random_range(0..4)) {
            (Access::Destination, _) => [Access::Destination, Access::Yes],
            (_, 0) => [Access::No, Access::Yes],
            (_, 1) => [Access::Yes, Access::Destination],
            _ => [Access::Yes, Access::No],
        };
        let sign = chance.random_range(0..SIGNS.len());
        let rules = [(None, access[0]), (condition(sign), access[1])];
        roads.timed.extend(rules.map(|(condition, access)| TimedAccess { edge, condition, access }));
        let segment = &mut roads.segments[edge as usize / 2];
        let written = if edge.is_multiple_of(2) { &mut segment.forward } else { &mut segment.backward };
        *written = access[0].stricter(access[1]);
        signs.push(Sign { edge, holds: SIGNS[sign].1, access });
    }
    roads.timed.sort_by_key(|rule| rule.edge);
    let edges = Edges::new(roads);
    let mut turns = Vec::new();
    for from in (0..edges.count()).filter(|edge| edges.open(*edge)) {
        let ahead: Vec<u32> = edges.after(from).filter(|next| *next != from ^ 1).collect();
        if ahead.len() > 1 && chance.random_ratio(1, ONE_IN) {
            let to = ahead[chance.random_range(0..ahead.len())];
            let condition = condition(chance.random_range(0..SIGNS.len()));
            turns.push(Restriction { from, via: Vec::new(), to, condition });
        }
    }
    roads.restrictions.extend(turns);
    signs
}

impl Hours {
    /// Every sign as whoever reads it understands it, at every moment; and closed roads that are driven all the same.
    pub fn judge(&self, hour: usize, checker: &Checker<'_>, edges: &Edges<'_>) -> Vec<Made> {
        let made = |sign: &Sign| {
            let expected = match hour.checked_sub(1) {
                Some(moment) => sign.access[usize::from(sign.holds[moment])],
                None => sign.access[0].stricter(sign.access[1]),
            };
            let way = checker.way(&[edges.key(sign.edge)], &[whole()]);
            let as_read = edges.access(sign.edge) == expected;
            // Another piece between the same junctions may be open.
            let twin = edges.number(edges.key(sign.edge)) != Some(sign.edge);
            let known = (expected == Access::No) == (way == Err(Illegal::Closed(0))) || twin;
            ("hours", as_read && known)
        };
        self.signs.iter().map(made).collect()
    }
}

fn whole() -> std::ops::Range<usize> {
    0..1
}

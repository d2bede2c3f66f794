//! What people type, derived from the data of five regions, and whether the search finds what was meant.
//!
//! Every kind of query is drawn by seed from the names, addresses and roads of a region; the expected answer is known
//! from where the query was drawn. Names that several things share count as found when one of them is found, because
//! nothing in the query tells them apart.

mod draw;
mod judge;

use flows::Verdict;
use geocode::{Ask, Index, Phrase};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use region::{CancelToken, NamedThing, NoProgress, RoadNetwork, extract, osm};
use std::{collections::BTreeMap, path::Path};

use crate::options::Options;
use draw::{Kind, Query};

const REGIONS: [&str; 5] = ["monaco", "liechtenstein", "beijing-haidian", "macau-roads", "porto"];

/// Queries of each kind in each region.
const QUERIES: usize = 300;

/// Misses that are written out, of each kind in each region.
const SHOWN: usize = 3;

/// How many were asked, found first, found among five.
#[derive(Clone, Copy, Default)]
struct Score {
    asked: usize,
    first: usize,
    five: usize,
}

impl Score {
    fn add(&mut self, other: Self) {
        self.asked += other.asked;
        self.first += other.first;
        self.five += other.five;
    }

    fn share(found: usize, of: usize) -> f64 {
        if of == 0 { f64::NAN } else { 100.0 * found as f64 / of as f64 }
    }

    fn words(self) -> String {
        let (first, five) = (Self::share(self.first, self.asked), Self::share(self.five, self.asked));
        format!("n {:4}  hit@1 {first:5.1} %  hit@5 {five:5.1} %", self.asked)
    }
}

/// A region as the search and the drawing need it.
pub struct World {
    pub things: Vec<NamedThing>,
    pub roads: RoadNetwork,
    pub index: Index,
    pub middle: domain::LonLat,
}

/// Runs all kinds of queries in all regions.
pub fn search(options: &Options) -> Verdict {
    let asked = Kind::ALL
        .iter()
        .map(|kind| format!("{} {:.0}", kind.word(), kind.asked()))
        .collect::<Vec<_>>()
        .join(", ");
    let asked = format!("hit@5 in percent at least: {asked}");
    let Some(data) = &options.data else {
        return Verdict { name: "search", figures: "no --data given".to_owned(), asked, holds: false };
    };
    let queries = options.trials.unwrap_or(QUERIES);
    let mut total: BTreeMap<Kind, Score> = BTreeMap::new();
    for region in REGIONS {
        let world = World::read(&data.join("regions").join(format!("{region}.osm.pbf")));
        println!("{region}: {} things", world.things.len());
        let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
        for kind in Kind::ALL {
            let drawn = draw::queries(&world, kind, queries, &mut chance);
            let score = run(&world, &drawn);
            if score.asked > 0 {
                println!("  {:12} {}", kind.word(), score.words());
            }
            total.entry(kind).or_default().add(score);
        }
    }
    println!("all regions");
    let mut holds = true;
    let mut figures = Vec::new();
    for (kind, score) in total {
        let five = Score::share(score.five, score.asked);
        // Nothing asked is nothing shown: it does not hold.
        let enough = five >= kind.asked();
        holds &= enough;
        println!("  {:12} {}{}", kind.word(), score.words(), if enough { "" } else { "  SHORT" });
        figures.push(format!("{} {five:.1}", kind.word()));
    }
    Verdict { name: "search", figures: format!("hit@5 in percent: {}", figures.join(", ")), asked, holds }
}

fn run(world: &World, drawn: &[Query]) -> Score {
    let mut score = Score::default();
    let mut shown = 0;
    for query in drawn {
        let ask =
            Ask { near: Some(query.near.unwrap_or(world.middle)), limit: 5, ..Ask::new(domain::Lang::Zh) };
        let answer = world.index.find(&Phrase::read(&query.typed), &ask);
        let right = judge::rank_of(world, query, &answer.hits);
        score.asked += 1;
        score.first += usize::from(right == Some(0));
        score.five += usize::from(right.is_some());
        if right.is_none() && shown < SHOWN {
            shown += 1;
            let found: Vec<&str> = answer.hits.iter().map(|hit| hit.label.as_str()).collect();
            println!("    missed {:?} ({}): {}", query.typed, query.meant, found.join(" | "));
        }
    }
    score
}

impl World {
    fn read(path: &Path) -> Self {
        let data = osm::read(path, &mut NoProgress, &CancelToken::new()).unwrap();
        let things = extract::named_things(&data);
        let roads = extract::road_network(&data, &mut osm::Skipped::default());
        let index = Index::build(things.clone(), &roads);
        let bbox = data.bbox().unwrap();
        let middle = domain::LonLat {
            lon: f64::midpoint(bbox.min.lon, bbox.max.lon),
            lat: f64::midpoint(bbox.min.lat, bbox.max.lat),
        };
        Self { things, roads, index, middle }
    }
}

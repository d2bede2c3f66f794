//! Writing into a large store, and walking a large graph.

use crate::{
    figures::{Span, Timings},
    world::Watch,
};
use domain::{
    LonLat, Provenance, TimeBucket, Timestamp,
    graph::{EntityKind, NodeRef, Relation},
};
use extract::EntityName;
use flows::Verdict;
use memory::{Bundle, Direction, Embedding, End, Hop, NewLink, NewPlace, NodeFilter, Store};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, drive, fact, said},
};

/// Memories in the store before writing is measured (MISSION S1-26).
const MEMORIES: usize = 100_000;
/// Writes that are measured.
const WRITES: usize = 1_000;
/// Trips in the graph: each begins and ends somewhere, which is two edges (MISSION S2-28).
const TRIPS: i64 = 50_000;
const WALKS: usize = 200;

/// A thousand memories written into a hundred thousand, and three hops with a filter at each node over as many edges.
pub fn rows() -> Verdict {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let seen = kit.mine().notice(&clean(said("so", &kit.now))).unwrap();
    for from in (0..MEMORIES).step_by(2_000) {
        let batch = (from..from + 2_000).map(|n| (clean(statement(&kit, n)), Some(vector(n as u64))));
        kit.mine().read_until(seen, &[(seen, batch.collect())], &kit.now).unwrap();
    }
    kit.store.prepare_recall().unwrap();
    println!("{MEMORIES} memories written");
    let mut writes: Vec<Span> = Vec::new();
    for n in MEMORIES..MEMORIES + WRITES {
        let (new, vector) = (clean(statement(&kit, n)), vector(n as u64));
        let watch = Watch::start();
        kit.mine().add_statement(&new, &[], Some(&vector), &kit.now).unwrap();
        writes.push(watch.stop());
    }
    let writes = Timings::of(&writes);
    println!("one more memory: {writes}");
    drop(kit);
    let walks = walks();
    println!("three hops: {walks}");
    let (write, own, walk) = (writes.at(0.95), writes.processor_at(0.95), walks.at(0.95));
    Verdict {
        name: "rows",
        figures: format!(
            "{MEMORIES} memories, {WRITES} more: p95 {write:.1} ms ({own:.1} ms on the processor); {} edges, 3 hops: p95 {walk:.1} ms \
             ({:.1} ms on the processor)",
            TRIPS * 2,
            walks.processor_at(0.95)
        ),
        asked: "5 ms and 10 ms".to_owned(),
        holds: write <= 5.0 && walk <= 10.0,
    }
}

fn walks() -> Timings {
    let store = Store::open_in_memory().unwrap();
    let now = monaco(MONDAY_MORNING);
    let me = store.ensure_profile("me", &now).unwrap();
    let mine = store.of(me);
    let place = |name: &str, tag: &str, lon: f64| NewPlace {
        name: name.to_owned(),
        aliases: Vec::new(),
        address: String::new(),
        at: LonLat { lon, lat: 43.7 },
        tag: tag.to_owned(),
        provenance: Provenance::Stated,
    };
    // Two hundred homes and offices; of the person's own home fifty trips begin, as in a year of a quiet driver.
    for from in (0..TRIPS).step_by(5_000) {
        let mut places = Vec::new();
        for n in 0..100 {
            let lon = 7.0 + (from + n) as f64 / 1e5;
            places.push(place(&format!("home {from} {n}"), "home", lon));
            places.push(place(&format!("work {from} {n}"), "work", lon + 1.0));
        }
        let trips = (from..from + 5_000).map(|n| {
            let mut new = drive(n % 300, if n % 3 == 0 { "river" } else { "road" }, "road");
            new.event_id = format!("drive {n}");
            let pair = (n - from) % 100;
            // An index into the places stands for their row.
            new.start_place = Some(domain::PlaceId(pair * 2));
            new.end_place = Some(domain::PlaceId(pair * 2 + 1));
            new.via_roads = vec![if n % 3 == 0 { "river" } else { "road" }.to_owned()];
            new
        });
        mine.install(&Bundle { places, trips: trips.collect(), ..Bundle::default() }, &now).unwrap();
    }
    let named = EntityName { kind: EntityKind::Person, name: "me".to_owned() };
    let home = mine.places().unwrap().into_iter().find(|place| place.tag == "home").unwrap();
    let link = NewLink {
        from: End::Named(named.clone()),
        relation: Relation::LivesIn,
        to: End::Node(NodeRef::Place(home.id)),
        validity: domain::Validity { valid_from: now.at, valid_to: None },
        confidence: 1.0,
        source: None,
    };
    mine.tie(&clean(link), &now).unwrap();
    let person = mine.entity(&named).unwrap().unwrap();
    let hops = [
        Hop {
            relations: vec![Relation::LivesIn],
            direction: Direction::Along,
            to: NodeFilter::Place("home".into()),
        },
        Hop {
            relations: vec![Relation::StartedAt],
            direction: Direction::Against,
            to: NodeFilter::Trip {
                bucket: Some(TimeBucket::Evening),
                days: None,
                deviated: None,
                road: Some("river".into()),
            },
        },
        Hop {
            relations: vec![Relation::EndedAt],
            direction: Direction::Along,
            to: NodeFilter::Place("work".into()),
        },
    ];
    let late = Timestamp(now.at.0 + 400 * 86_400);
    let mut spans = Vec::new();
    for _ in 0..WALKS {
        let watch = Watch::start();
        let paths = mine.paths(person, &hops, late).unwrap();
        spans.push(watch.stop());
        assert!(!paths.is_empty() && paths.iter().all(|path| path.len() == 4));
    }
    Timings::of(&spans)
}

fn statement(kit: &TestStore, n: usize) -> extract::NewStatement {
    fact(&format!("likes the {n}th song of the list"), &format!("music.song{n}"), "like", &kit.now)
}

/// A unit vector of 384 numbers, a different one for each number.
fn vector(n: u64) -> Embedding {
    let mut state = n.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / 8_388_608.0 - 1.0
    };
    let raw: Vec<f32> = (0..384).map(|_| next()).collect();
    let length = raw.iter().map(|x| x * x).sum::<f32>().sqrt();
    Embedding { model: "bench".to_owned(), vector: raw.into_iter().map(|x| x / length).collect() }
}

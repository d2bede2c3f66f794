//! Whether a plan gets slower with everything that is remembered.

use crate::{
    figures::{Span, Timings},
    world::{Bench, Watch, install, open},
};
use app::dto::{LangDto, MemoryQuery, PlanRequest};
use domain::{
    DayKind, LonLat, Moment, PlaceId, PreferenceState, Provenance, Scope, Strength, Target, TimeBucket,
    Timestamp, Validity, Weather,
};
use flows::Verdict;
use memory::{Bundle, NewPlace, NewPreference, Store};
use std::path::Path;

const SIZES: [usize; 3] = [100, 1_000, 10_000];
/// Preferences that act on every trip, at every size: what a person really goes by.
const ACTING: usize = 12;
const ROUNDS: usize = 150;

/// Plans with 100, 1,000 and 10,000 preferences in the store, in turns.
pub fn store(data: &Path) -> Verdict {
    let mut benches = Vec::new();
    let mut folders = Vec::new();
    for size in SIZES {
        let folder = tempfile::tempdir().unwrap();
        let file = data.join("regions/porto.osm.pbf");
        install(&open(folder.path()), &file);
        fill(folder.path(), size);
        benches.push(Bench::in_folder(folder.path(), &file, &[]));
        folders.push(folder);
    }
    let trips = benches[0].trips(ROUNDS, |_| true);
    let mut plans: Vec<Vec<Span>> = vec![Vec::new(); SIZES.len()];
    let mut asked: Vec<Vec<Span>> = vec![Vec::new(); SIZES.len()];
    let mut pages: Vec<Vec<Span>> = vec![Vec::new(); SIZES.len()];
    for bench in &benches {
        bench.show(3);
    }
    for trip in &trips {
        for (index, bench) in benches.iter().enumerate() {
            plans[index].extend(bench.answer(trip).map(|(_, _, span)| span));
            let said =
                PlanRequest { utterance: "avoid bridges and take the quiet road".to_owned(), ..trip.clone() };
            asked[index].extend(bench.answer(&said).map(|(_, _, span)| span));
        }
    }
    for (index, bench) in benches.iter().enumerate() {
        for _ in 0..10 {
            let watch = Watch::start();
            bench
                .app
                .memory_list(&MemoryQuery { limit: 50, lang: LangDto::En, ..Default::default() })
                .unwrap();
            pages[index].push(watch.stop());
        }
    }
    let mut p50 = Vec::new();
    for (index, size) in SIZES.iter().enumerate() {
        let [plan, said, page] = [&plans, &asked, &pages].map(|spans| Timings::of(&spans[index]));
        println!("{size}: plan {plan}\n  with a sentence {said}\n  page of the list {page}");
        p50.push((plan.at(0.5), said.at(0.5)));
    }
    let ratio = (p50[2].0 / p50[0].0).max(p50[2].1 / p50[0].1);
    Verdict::at_most(
        "store",
        format!(
            "plan p50 {:.2} ms with 100, {:.2} with 1,000, {:.2} with 10,000; at worst {ratio:.2} times (with a sentence {:.2} and {:.2} ms)",
            p50[0].0, p50[1].0, p50[2].0, p50[0].1, p50[2].1
        ),
        "10,000 at most 1.2 times 100",
        ratio,
        1.2,
    )
}

/// A person's preferences: a few that always act, and very many that are about other places, hours and weathers, are
/// over, or wait for an answer.
fn fill(folder: &Path, size: usize) {
    let store = Store::open(&folder.join("memory.db")).unwrap();
    let now = Moment { at: Timestamp(1_790_000_000), zone: "Europe/Lisbon".to_owned() };
    let owner = store.profiles().unwrap().into_iter().next().unwrap().id;
    let mine = store.of(owner);
    // Scopes of a bundle name its own places by their position.
    let places: Vec<PlaceId> = (0..4).map(PlaceId).collect();
    let place = |n: i64| NewPlace {
        name: format!("place {n}"),
        aliases: Vec::new(),
        address: String::new(),
        at: LonLat { lon: -8.9 - n as f64 / 100.0, lat: 40.5 },
        tag: String::new(),
        provenance: Provenance::Stated,
    };
    let preferences = (0..size).map(|n| (preference(n, &places, &now), None, Vec::new())).collect();
    let bundle = Bundle { places: (0..4).map(place).collect(), preferences, ..Bundle::default() };
    mine.install(&bundle, &now).unwrap();
}

fn preference(n: usize, places: &[PlaceId], now: &Moment) -> NewPreference {
    let mut new = NewPreference {
        content: format!("avoid the quiet road number {n}"),
        target: Target::Road(format!("Rua {n}")),
        strength: Strength::Avoid,
        scope: Scope::default(),
        provenance: Provenance::Stated,
        state: PreferenceState::Active,
        confidence: 0.9,
        validity: None,
        source_trip: None,
    };
    if n < ACTING {
        return new;
    }
    match n % 6 {
        0 => new.scope.to = Some(places[n % places.len()]),
        1 => new.scope.from = Some(places[n % places.len()]),
        2 => new.scope.weather = Some(Weather::Snow),
        3 => new.state = PreferenceState::Rejected,
        4 => {
            let over = Timestamp(now.at.0 - 1_000);
            new.validity = Some(Validity { valid_from: Timestamp(now.at.0 - 2_000), valid_to: Some(over) });
            new.scope.days = Some(if n.is_multiple_of(2) { DayKind::Weekend } else { DayKind::Workday });
            new.scope.bucket = Some(TimeBucket::Night);
        }
        _ => {
            new.scope.to = Some(places[n % places.len()]);
            new.scope.bucket = Some(TimeBucket::Evening);
        }
    }
    new
}

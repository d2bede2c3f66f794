//! Whether learning helps: made drivers with hidden tastes drive, answer what they are asked as they would, and drive again.
//!
//! Everything goes through the app's own doors: each trip is planned, reported with the roads that were driven, and what is
//! asked is answered by the driver's taste. Then trips are planned that nobody has driven yet: further ones between the same
//! places, and ones between others. `testkit::drivers` draws the drivers and shares no code with what learns.
#![allow(clippy::disallowed_methods, reason = "how long a finished trip takes to its card is measured too")]

mod tally;
pub mod world;

use app::dto::*;
use domain::{EdgeKey, RoadFeature, Route, Timestamp};
use flows::Verdict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{collections::HashSet, sync::Arc};
use testkit::{
    city,
    clock::monaco,
    drivers::{Driver, Event, Kind, Occasion},
};

use crate::options::Options;
use tally::{Life, Tally};
use world::{Trip, World};

/// Drivers where the number is not given.
const DRIVERS: usize = 200;
/// Trips before it is looked at.
const LEARNING: usize = 10;
/// Trips planned afterwards between the same places, and between others.
const HELD_OUT: usize = 6;
/// Between so many ends they drive; on the first two of them the taste shows, where the map has such.
const KNOWN: usize = 3;
const ELSEWHERE: usize = 4;
/// Share of a habit's stretch on a driver's own way with which they say that this is it.
const ALIKE: f64 = 0.8;
const DAY: i64 = 86_400;
/// When they set out, in hours after eight: between each of the known ends, and elsewhere.
const HOURS: [i64; KNOWN + 1] = [0, 10, 4, 6];

/// Route match a quarter better than the fastest, new places never worse, habits right and found.
pub fn run(options: &Options) -> Verdict {
    let Some(data) = &options.data else { return verdict("no --data given".to_owned(), false) };
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let made = tempfile::tempdir().unwrap();
    let city_file = made.path().join("city.osm");
    std::fs::write(&city_file, city::city(city::SEED, city::NODES)).unwrap();
    let worlds = [
        World::of("Porto", &data.join("regions/porto.osm.pbf"), &mut chance),
        World::of("Monaco", &data.join("regions/monaco.osm.pbf"), &mut chance),
        World::of("made city", &city_file, &mut chance),
    ];
    for world in &worlds {
        let ways: usize = world.trips.iter().map(|trip| trip.ways.len()).sum();
        println!(
            "{}: {} trips with {:.1} ways each",
            world.name,
            world.trips.len(),
            ways as f64 / world.trips.len() as f64
        );
    }
    let drivers = options.trials.unwrap_or(DRIVERS);
    let mut tally = Tally::default();
    for n in 0..drivers {
        let kind = Kind::ALL[n % Kind::ALL.len()];
        let world = &worlds[(n / Kind::ALL.len()) % worlds.len()];
        let driver = Driver::draw(kind, &mut chance);
        tally.add(live(world, n, &driver, &mut chance));
    }
    let (figures, holds) = tally.report(options.seed);
    verdict(figures, holds)
}

fn verdict(figures: String, holds: bool) -> Verdict {
    let asked = "matched at least 24 % more often than the fastest, new places not worse, precision .97, recall .90, 0 habits \
                 from single deviations";
    Verdict { name: "drivers", figures, asked: asked.to_owned(), holds }
}

/// A drive as the driver remembers it.
struct Driven {
    way: String,
    on: Occasion,
    before: usize,
    counts: bool,
}

fn live(world: &World, n: usize, driver: &Driver, chance: &mut ChaCha8Rng) -> Life {
    let app = &world.app;
    app.profile_use(&format!("driver {n}")).unwrap();
    let settings = SettingsDto { learning: true, welcomed: true, routes: 1, ..app.settings().unwrap() };
    app.settings_set(&settings).unwrap();
    let (known, new) = draw_trips(world, driver, chance);
    let places: Vec<[String; 2]> = known.iter().map(|trip| remember(world, *trip)).collect();
    let mut life = Life { kind: driver.kind, region: world.name, ..Life::default() };
    let mut driven: Vec<Vec<Driven>> = (0..KNOWN).map(|_| Vec::new()).collect();
    let mut accepted: Vec<(usize, HashSet<EdgeKey>)> = Vec::new();
    for before in 0..LEARNING {
        let pair = before % KNOWN;
        let trip = &world.trips[known[pair]];
        let (on, at) = occasion(driver, before as i64, pair, chance);
        let event = Driver::event(chance);
        let liked = &trip.ways[driver.likes(known[pair], &trip.seen, on, before)];
        let plan = plan(world, trip, on, at);
        let way = way_of(world, trip, liked, event, chance);
        let because = if event == Event::ClosureTold && way.id != liked.id { "closure" } else { "" };
        let stop_s = if event == Event::Errand { 900.0 + way.duration_s } else { 0.0 };
        let request = DroveRequest {
            plan_id: plan.plan_id.clone(),
            edges: way.edges.iter().map(ToString::to_string).collect(),
            duration_s: Some(way.duration_s + stop_s),
            because: because.to_owned(),
            hurry: Some(on.hurry),
            lang: LangDto::En,
            ..DroveRequest::default()
        };
        let watch = std::time::Instant::now();
        let told = app.drove(&request);
        life.drove_ms.push(watch.elapsed().as_secs_f64() * 1_000.0);
        let Ok(done) = told else {
            println!("driver {n}: {told:?}");
            continue;
        };
        driven[pair].push(Driven {
            way: way.id.0.clone(),
            on,
            before,
            counts: because.is_empty() && event != Event::Errand && !on.hurry,
        });
        life.single += usize::from(done.proposal.as_ref().is_some_and(|card| card.times < 2));
        for _ in 0..4 {
            let Some(card) = app.habit_next(LangDto::En).unwrap() else { break };
            let right = is_right(world, driver, &card, (&known, &places), before, &mut accepted);
            life.cards += 1;
            life.right += usize::from(right);
            if !right {
                println!(
                    "not right: driver {n}, {}, {}: {} ({})",
                    driver.kind.word(),
                    world.name,
                    card.question,
                    card.evidence
                );
            }
            let answer = if right { HabitAnswerDto::Yes } else { HabitAnswerDto::No };
            app.habit_answer(&HabitAnswerRequest { id: card.id, answer }).unwrap();
        }
    }
    for (pair, drives) in driven.iter().enumerate() {
        let trip = &world.trips[known[pair]];
        if let Some(liked) = shown(driver, known[pair], trip, drives) {
            life.shown += 1;
            let own: HashSet<EdgeKey> = trip.ways[liked].edges.iter().copied().collect();
            let asked = accepted.iter().any(|(of, edges)| *of == pair && overlap(edges, &own) >= ALIKE);
            // A taste that was asked about may do the same: then the way is planned without a card of its own.
            let at = testkit::clock::MONDAY_MORNING + 14 * DAY + HOURS[pair] * 3_600;
            let on = Occasion { rain: driver.kind == Kind::InRain, ..Occasion::default() };
            let found = asked || plan(world, trip, on, at).routes[0].id == trip.ways[liked].id.0;
            if !found {
                let ways: Vec<_> = drives
                    .iter()
                    .map(|drive| {
                        (trip.ways.iter().position(|way| way.id.0 == drive.way), drive.on, drive.counts)
                    })
                    .collect();
                println!(
                    "not found: driver {n}, {}, {}: liked {liked}, drove {ways:?}",
                    driver.kind.word(),
                    world.name
                );
            }
            life.found += usize::from(found);
        }
    }
    for trial in 0..HELD_OUT {
        let pair = trial % KNOWN;
        let trip = &world.trips[known[pair]];
        let (on, at) = occasion(driver, (14 + trial) as i64, pair, chance);
        let mut way = driver.likes(known[pair], &trip.seen, on, LEARNING);
        if Driver::event(chance) == Event::Whim {
            way = chance.random_range(0..trip.ways.len());
        }
        let planned = plan(world, trip, on, at);
        life.trips += 1;
        life.fastest += usize::from(way == 0);
        life.ours += usize::from(planned.routes[0].id == trip.ways[way].id.0);
    }
    for (trial, index) in new.iter().enumerate() {
        let trip = &world.trips[*index];
        let (on, at) = occasion(driver, (20 + trial) as i64, KNOWN, chance);
        let liked = driver.likes(*index, &trip.seen, on, LEARNING);
        let planned = plan(world, trip, on, at);
        life.new_trips += 1;
        life.new_fastest += usize::from(liked == 0);
        let ours = planned.routes[0].id == trip.ways[liked].id.0;
        life.new_ours += usize::from(ours);
        if liked == 0 && !ours {
            let because: Vec<&str> =
                planned.reasons.iter().filter(|it| it.decisive).map(|it| it.text.as_str()).collect();
            println!(
                "worse elsewhere: driver {n}, {}, {}: {:.0} s instead of {:.0} because {because:?}",
                driver.kind.word(),
                world.name,
                planned.routes[0].duration_s,
                trip.ways[0].duration_s
            );
        }
        let felt = |route: &str| {
            let of = trip.ways.iter().position(|way| way.id.0 == route);
            of.map(|of| driver.felt_s(&trip.seen[of]))
        };
        if let (Some(ours), Some(fastest)) = (felt(&planned.routes[0].id), felt(&trip.ways[0].id.0)) {
            life.felt_gain += (fastest - ours) / fastest;
        }
    }
    life
}

/// Trips that are known, on two of which somebody with this taste drives otherwise than fastest where there are such, and others.
fn draw_trips(world: &World, driver: &Driver, chance: &mut ChaCha8Rng) -> (Vec<usize>, Vec<usize>) {
    let telling = Occasion { rain: driver.kind == Kind::InRain, ..Occasion::default() };
    let mut drawn: Vec<usize> = Vec::new();
    let mut draw = |wanted: usize, telling_only: bool, drawn: &mut Vec<usize>| {
        for _ in 0..60 {
            let index = chance.random_range(0..world.trips.len());
            let tells = driver.likes(index, &world.trips[index].seen, telling, 0) != 0;
            if drawn.len() < wanted && !drawn.contains(&index) && (tells || !telling_only) {
                drawn.push(index);
            }
        }
    };
    draw(2, true, &mut drawn);
    draw(KNOWN + ELSEWHERE, false, &mut drawn);
    let new = drawn.split_off(KNOWN);
    (drawn, new)
}

fn remember(world: &World, trip: usize) -> [String; 2] {
    [0, 1].map(|end| {
        let at = world.trips[trip].ends[end];
        let request = PlaceAddRequest {
            name: format!("place {trip}{}", ["a", "b"][end]),
            aliases: Vec::new(),
            point: PointDto { lon: at.lon, lat: at.lat },
            tag: String::new(),
            address: String::new(),
        };
        world.app.place_add(&request).unwrap().id
    })
}

/// A day from the first Monday on, and the time of the trip on it.
fn occasion(driver: &Driver, day: i64, pair: usize, chance: &mut ChaCha8Rng) -> (Occasion, i64) {
    let rain = chance.random_bool(if driver.kind == Kind::InRain { 0.5 } else { 0.25 });
    let hurry = chance.random_bool(if driver.kind == Kind::UnlessInAHurry { 0.3 } else { 0.1 });
    let hours = HOURS[pair];
    let at = testkit::clock::MONDAY_MORNING + day * DAY + hours * 3_600;
    (Occasion { rain, hurry, weekend: day % 7 >= 5 }, at)
}

fn plan(world: &World, trip: &Trip, on: Occasion, at: i64) -> PlanDto {
    let waypoint = |end: usize| {
        let at = trip.ends[end];
        Some(WaypointDto { point: PointDto { lon: at.lon, lat: at.lat }, label: String::new(), memory: None })
    };
    world.clock.set(domain::Moment { at: Timestamp(at), ..monaco(at) });
    world.app.plan_reset();
    let request = PlanRequest {
        utterance: if on.hurry { "赶时间".to_owned() } else { String::new() },
        origin: waypoint(0),
        destination: waypoint(1),
        weather: Some(if on.rain { "rain" } else { "clear" }.to_owned()),
        ..PlanRequest::default()
    };
    world.app.plan(&request).unwrap()
}

/// The way that is driven, when this comes between.
fn way_of(
    world: &World,
    trip: &Trip,
    liked: &Arc<Route>,
    event: Event,
    chance: &mut ChaCha8Rng,
) -> Arc<Route> {
    let other = match event {
        Event::Nothing => None,
        Event::Errand => trip.errand.clone(),
        Event::ClosureTold | Event::Closure => world.around(trip, liked, 0.5),
        Event::MissedExit => world.around(trip, liked, chance.random_range(0.2..0.8)),
        Event::Whim => Some(Arc::clone(&trip.ways[chance.random_range(0..trip.ways.len())])),
    };
    other.unwrap_or_else(|| Arc::clone(liked))
}

/// Whether the driver says yes: a kind of road is theirs, or the stretch lies on the way that they like on most of the
/// occasions that the card is about.
fn is_right(
    world: &World,
    driver: &Driver,
    card: &HabitCardDto,
    (known, places): (&[usize], &[[String; 2]]),
    before: usize,
    accepted: &mut Vec<(usize, HashSet<EdgeKey>)>,
) -> bool {
    let shown = world.app.memory_show(&card.id, LangDto::En).unwrap();
    match shown.target {
        Some(TargetDto::Feature { feature }) => {
            let Some(feature) = RoadFeature::from_word(&feature) else { return false };
            let shuns = !matches!(shown.strength, Some(StrengthDto::Prefer | StrengthDto::Follow));
            driver.feels_about(feature) == if shuns { -1 } else { 1 }
        }
        Some(TargetDto::Section { edges, .. }) => {
            let edges: HashSet<EdgeKey> = edges.iter().filter_map(|edge| edge.parse().ok()).collect();
            let of = places.iter().position(|ends| {
                shown.scope.from.as_ref() == Some(&ends[0]) && shown.scope.to.as_ref() == Some(&ends[1])
            });
            let Some(pair) = of else { return false };
            let trip = &world.trips[known[pair]];
            let (mut agrees, mut all) = (0.0, 0.0);
            for (rain, weekend) in [(false, false), (true, false), (false, true), (true, true)] {
                let in_scope = shown.scope.weather.as_deref().is_none_or(|word| (word == "rain") == rain)
                    && shown.scope.days.as_deref().is_none_or(|word| (word == "weekend") == weekend);
                if !in_scope {
                    continue;
                }
                let often = if weekend { 2.0 } else { 5.0 } * if rain { 1.0 } else { 3.0 };
                let on = Occasion { rain, weekend, hurry: false };
                let liked = &trip.ways[driver.likes(known[pair], &trip.seen, on, before)];
                let own: HashSet<EdgeKey> = liked.edges.iter().copied().collect();
                all += often;
                agrees += if overlap(&edges, &own) >= ALIKE { often } else { 0.0 };
            }
            let right = agrees > all / 2.0;
            if right {
                accepted.push((pair, edges));
            }
            right
        }
        _ => false,
    }
}

/// Share of a stretch that lies on a way.
fn overlap(stretch: &HashSet<EdgeKey>, way: &HashSet<EdgeKey>) -> f64 {
    stretch.intersection(way).count() as f64 / stretch.len().max(1) as f64
}

/// The way that a driver liked and showed: it is not the fastest, and was driven twice in a row on occasions for which they
/// like it, since they like it.
fn shown(driver: &Driver, index: usize, trip: &Trip, drives: &[Driven]) -> Option<usize> {
    let telling = Occasion { rain: driver.kind == Kind::InRain, ..Occasion::default() };
    let liked = driver.likes(index, &trip.seen, telling, LEARNING);
    let since = driver.changes_after.unwrap_or(0);
    let alike: Vec<bool> = drives
        .iter()
        .filter(|drive| drive.counts && drive.before >= since)
        .filter(|drive| driver.likes(index, &trip.seen, drive.on, LEARNING) == liked)
        .map(|drive| drive.way == trip.ways[liked].id.0)
        .collect();
    (liked != 0 && alike.windows(2).any(|pair| pair == [true, true])).then_some(liked)
}

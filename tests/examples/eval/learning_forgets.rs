//! Learn from thirty drives, erase one, or a habit with its drives: the store is as if it had never seen them.
//!
//! Two people drive the same, on the same days and with the same answers; one of them never drove what the other erases.
//! Afterwards everything that was learned is compared: rows with their scope, strength, state and times, how sure they are
//! with the whole history of that, what supports and contradicts each, what is asked, and the ways that are planned.

use crate::{
    drivers::world::{Trip, World},
    options::Options,
};
use app::dto::*;
use domain::{MemoryRef, PreferenceState, Timestamp};
use flows::Verdict;
use memory::{Mine, Store};
use rand::{Rng, SeedableRng, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use testkit::{city, clock::monaco};

/// Trials where the number is not given.
const TRIALS: usize = 80;
/// Drives of one trial, and between how many ends.
const DRIVES: usize = 30;
const PAIRS: usize = 5;
const DAY: i64 = 86_400;

/// A drive: which pair, which way, when, and in which weather.
#[derive(Clone, Copy, Debug)]
struct Drive {
    pair: usize,
    way: usize,
    at: i64,
    rain: bool,
    errand: bool,
}

/// Compares so many pairs of lives.
pub fn run(options: &Options) -> Verdict {
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let made = tempfile::tempdir().unwrap();
    let file = made.path().join("city.osm");
    std::fs::write(&file, city::city(city::SEED, 6_000)).unwrap();
    let world = World::of("made city", &file, &mut chance);
    let trials = options.trials.unwrap_or(TRIALS);
    let (mut equal, mut trips, mut habits, mut rows) = (0, 0, 0, 0);
    for trial in 0..trials {
        let (same, erased_habit, seen) = one(&world, trial, &mut chance);
        equal += usize::from(same);
        rows += seen;
        if erased_habit { habits += 1 } else { trips += 1 }
    }
    Verdict {
        name: "learning-forgets",
        figures: format!(
            "{equal} of {trials} equal; {trips} erased a trip, {habits} a habit with its trips; {rows} learned rows compared"
        ),
        asked: "all equal, with rows to compare".to_owned(),
        holds: equal == trials && rows > trials,
    }
}

fn one(world: &World, trial: usize, chance: &mut ChaCha8Rng) -> (bool, bool, usize) {
    let pairs: Vec<usize> = rand::seq::index::sample(chance, world.trips.len(), PAIRS).into_vec();
    let drives = drawn(world, &pairs, chance);
    let answers = trial % 2 == 1;
    let (here, never) = (format!("here {trial}"), format!("never {trial}"));
    begin(world, &here, &pairs);
    let ids: Vec<String> =
        drives.iter().enumerate().map(|(n, drive)| drove(world, &pairs, n, *drive, answers)).collect();
    // A person's yes stays when its drives go; so what is erased is nothing that was answered about.
    let own: Vec<usize> = (0..DRIVES).filter(|n| !answers || drives[*n].pair > 1).collect();
    let store = Store::open(&world.data_dir().join("memory.db")).unwrap();
    let mine = of(&store, &here);
    let proposed: Vec<_> = mine
        .proposed()
        .unwrap()
        .into_iter()
        .filter(|row| {
            let behind = mine.evidence_of(row.id).unwrap();
            behind.iter().all(|link| own.iter().any(|n| ids[*n] == MemoryRef::Trip(link.trip).to_string()))
        })
        .collect();
    let habit = if trial % 3 == 2 { proposed.choose(chance) } else { None };
    let gone: Vec<String> = match habit {
        Some(habit) => {
            let behind = mine.evidence_of(habit.id).unwrap();
            world.app.erase(&[MemoryRef::Preference(habit.id).to_string()], true).unwrap();
            behind.iter().map(|link| MemoryRef::Trip(link.trip).to_string()).collect()
        }
        None => {
            let trip = ids[*own.choose(chance).unwrap()].clone();
            world.app.erase(std::slice::from_ref(&trip), false).unwrap();
            vec![trip]
        }
    };
    let after = view(world, &mine, &pairs, &drives);
    begin(world, &never, &pairs);
    for (n, drive) in drives.iter().enumerate() {
        if !gone.contains(&ids[n]) {
            drove(world, &pairs, n, *drive, answers);
        }
    }
    let mine = of(&store, &never);
    let other = view(world, &mine, &pairs, &drives);
    if after != other {
        println!("trial {trial}, erased {gone:?} of {ids:?}");
        after.iter().filter(|line| !other.contains(line)).for_each(|line| println!("  only here: {line}"));
        other.iter().filter(|line| !after.contains(line)).for_each(|line| println!("  only there: {line}"));
    }
    (after == other, habit.is_some(), other.iter().filter(|line| line.starts_with("row")).count())
}

/// Thirty days of drives that are often alike.
fn drawn(world: &World, pairs: &[usize], chance: &mut ChaCha8Rng) -> Vec<Drive> {
    let own: Vec<usize> =
        pairs.iter().map(|pair| chance.random_range(0..world.trips[*pair].ways.len())).collect();
    (0..DRIVES as i64)
        .map(|day| {
            let pair = chance.random_range(0..PAIRS);
            let ways = world.trips[pairs[pair]].ways.len();
            let way = match chance.random_range(0..10) {
                0..6 => own[pair],
                6..8 => 0,
                _ => chance.random_range(0..ways),
            };
            let hour = *[0, 1, 10].choose(chance).unwrap();
            let at = testkit::clock::MONDAY_MORNING + day * DAY + hour * 3_600;
            Drive { pair, way, at, rain: chance.random_bool(0.3), errand: chance.random_bool(0.05) }
        })
        .collect()
}

fn begin(world: &World, profile: &str, pairs: &[usize]) {
    let app = &world.app;
    world.clock.set(monaco(testkit::clock::MONDAY_MORNING - DAY));
    app.profile_use(profile).unwrap();
    let settings = SettingsDto { learning: true, welcomed: true, routes: 1, ..app.settings().unwrap() };
    app.settings_set(&settings).unwrap();
    // The last pair's ends have no name.
    for pair in &pairs[..PAIRS - 1] {
        for (end, at) in world.trips[*pair].ends.iter().enumerate() {
            let request = PlaceAddRequest {
                name: format!("place {pair} {end}"),
                aliases: Vec::new(),
                point: PointDto { lon: at.lon, lat: at.lat },
                tag: String::new(),
                address: String::new(),
            };
            app.place_add(&request).unwrap();
        }
    }
}

fn plan(world: &World, trip: &Trip, at: i64, rain: bool) -> PlanDto {
    let waypoint = |end: usize| {
        let at = trip.ends[end];
        Some(WaypointDto { point: PointDto { lon: at.lon, lat: at.lat }, label: String::new(), memory: None })
    };
    world.clock.set(domain::Moment { at: Timestamp(at), ..monaco(at) });
    world.app.plan_reset();
    let request = PlanRequest {
        origin: waypoint(0),
        destination: waypoint(1),
        weather: Some(if rain { "rain" } else { "clear" }.to_owned()),
        ..PlanRequest::default()
    };
    world.app.plan(&request).unwrap()
}

/// Reports a drive, and answers what is asked about the first two pairs: yes about the first, no about the second.
fn drove(world: &World, pairs: &[usize], n: usize, drive: Drive, answers: bool) -> String {
    let trip = &world.trips[pairs[drive.pair]];
    let plan = plan(world, trip, drive.at, drive.rain);
    let way = &trip.ways[drive.way];
    let request = DroveRequest {
        plan_id: plan.plan_id,
        edges: way.edges.iter().map(ToString::to_string).collect(),
        event_id: format!("drive {n}"),
        because: if drive.errand { "errand" } else { "" }.to_owned(),
        lang: LangDto::En,
        ..DroveRequest::default()
    };
    let done = world.app.drove(&request).unwrap();
    if let Some(card) = done.proposal.filter(|_| answers && drive.pair < 2) {
        let answer = if drive.pair == 0 { HabitAnswerDto::Yes } else { HabitAnswerDto::No };
        if card.kind == "way" {
            world.app.habit_answer(&HabitAnswerRequest { id: card.id, answer }).unwrap();
        }
    }
    done.trip
}

fn of<'a>(store: &'a Store, profile: &str) -> Mine<'a> {
    let all = store.profiles().unwrap();
    store.of(all.into_iter().find(|known| known.name == profile).unwrap().id)
}

/// Everything that was learned, without the numbers of rows.
fn view(world: &World, mine: &Mine<'_>, pairs: &[usize], drives: &[Drive]) -> Vec<String> {
    let event = |trip| mine.trip(trip).unwrap().map(|trip| trip.event_id);
    let place = |id: Option<domain::PlaceId>| {
        id.and_then(|id| mine.place(id).unwrap()).map(|place| place.name).unwrap_or_default()
    };
    let mut lines: Vec<String> = mine
        .preferences()
        .unwrap()
        .into_iter()
        .map(|row| {
            let evidence: Vec<_> = mine
                .evidence_of(row.id)
                .unwrap()
                .into_iter()
                .map(|link| (event(link.trip), link.linked))
                .collect();
            let history: Vec<_> = match row.state {
                // When a person answered depends on when they were asked.
                PreferenceState::Active | PreferenceState::Rejected => Vec::new(),
                _ => mine.confidence_history(row.id).unwrap(),
            };
            format!(
                "row {} {:?} {:?} {} {} {:?} {:?} {:?} {:.9} {:?} {} {} {:?} {evidence:?} {history:?}",
                row.content,
                row.target,
                row.scope.bucket.map(domain::TimeBucket::word),
                place(row.scope.from),
                place(row.scope.to),
                (row.scope.days, row.scope.weather),
                row.strength,
                row.state,
                row.confidence,
                row.provenance,
                row.created.at.0,
                row.last_confirmed.0,
                row.source_trip.map(event),
            )
        })
        .collect();
    lines.sort();
    for pair in pairs {
        for rain in [false, true] {
            let at = drives.last().map_or(0, |drive| drive.at) + DAY;
            let planned = plan(world, &world.trips[*pair], at - at % DAY + 7 * 3_600, rain);
            lines.push(format!("way {pair} {rain} {}", planned.routes[0].id));
        }
    }
    let asked = world.app.habit_next(LangDto::En).unwrap();
    lines.push(format!(
        "asked {:?}",
        asked.map(|card| (card.question, card.evidence, card.times, card.change))
    ));
    lines
}

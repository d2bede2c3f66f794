//! Three people in one file: however they ask, nobody sees a row of another (MISSION S1-48).

use crate::options::Options;
use domain::{MemoryRef, ObservationId, PlaceId, PreferenceId, StatementId, TripId, graph::NodeRef};
use flows::Verdict;
use memory::{Direction, ListQuery, Mine, RecallAsk, StatementQuery};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, drive, fact, key, place, said},
};

/// Questions where the number is not given.
const QUESTIONS: usize = 1_000_000;
/// The people.
const PEOPLE: [&str; 3] = ["ann", "ben", "cleo"];

/// So many questions by people drawn by chance.
pub fn run(options: &Options) -> Verdict {
    let questions = options.trials.unwrap_or(QUESTIONS);
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let kit = TestStore::in_memory().unwrap();
    let people = PEOPLE.map(|name| kit.store.ensure_profile(name, &kit.now).unwrap());
    for (who, profile) in PEOPLE.iter().zip(people) {
        fill(&kit, who, &kit.store.of(profile));
    }
    let (mut foreign, mut answered) = (0, 0);
    for _ in 0..questions {
        let n = chance.random_range(0..people.len());
        let mine = kit.store.of(people[n]);
        let answer = ask(&kit, &mine, &mut chance);
        answered += usize::from(answer.contains(PEOPLE[n]));
        let others = PEOPLE.iter().enumerate().filter(|(other, _)| *other != n);
        foreign += others.filter(|(_, name)| answer.contains(&format!("of {name}"))).count();
    }
    Verdict {
        name: "owners",
        figures: format!(
            "{foreign} foreign rows in {questions} questions of 3 people ({answered} found something of one's own)"
        ),
        asked: format!("0 in {QUESTIONS}"),
        holds: foreign == 0
            && answered * 10 > questions
            && (questions >= QUESTIONS || options.trials.is_some()),
    }
}

fn fill(kit: &TestStore, who: &str, mine: &Mine<'_>) {
    for n in 0..12_i64 {
        let now = monaco(MONDAY_MORNING + n * 3_600);
        mine.add_place(&place(&format!("depot{n} of {who}"), "", 7.0 + n as f64 / 50.0, 43.0), &now).unwrap();
        let seen = mine.notice(&clean(said(&format!("game{n} of {who}"), &now))).unwrap();
        let content = format!("plays game{n} of {who}");
        let new = fact(&content, &format!("game{n}"), &format!("value of {who}"), &now);
        mine.add_statement(&clean(new), &[seen], Some(&kit.vector(&content)), &now).unwrap();
        let mut trip = drive(n, "river", "road");
        trip.event_id = format!("drive{n} of {who}");
        trip.note = format!("note{n} of {who}");
        mine.record_trip(&trip, &now).unwrap();
    }
}

/// One question of any kind, about any row number: the answer as text.
fn ask(kit: &TestStore, mine: &Mine<'_>, chance: &mut ChaCha8Rng) -> String {
    let id = chance.random_range(1..40_i64);
    let n = chance.random_range(0..12);
    let about = key("me", &format!("game{n}"));
    match chance.random_range(0..13) {
        0 => format!("{:?}", mine.place(PlaceId(id))),
        1 => format!("{:?}", mine.statement(StatementId(id))),
        2 => format!("{:?}", mine.noticed(ObservationId(id))),
        3 => format!("{:?}", mine.trip(TripId(id))),
        4 => format!("{:?}", mine.head(&about, kit.now.at)),
        5 => format!("{:?}", mine.versions(&about)),
        6 => {
            let query =
                StatementQuery { attribute: Some(about.attribute), limit: 3, ..StatementQuery::default() };
            format!("{:?}", mine.statements(&query))
        }
        7 => format!("{:?}", mine.stream_after(Some(ObservationId(id)), 2)),
        8 => format!("{:?}", mine.ties(NodeRef::Trip(TripId(id)), Direction::Along, kit.now.at)),
        9 => format!("{:?}", mine.next(NodeRef::Observation(ObservationId(id)))),
        10 => format!("{:?}", mine.show(MemoryRef::Preference(PreferenceId(id))).is_ok()),
        11 => format!("{:?}", mine.show(MemoryRef::Statement(StatementId(id)))),
        _ if id < 4 => {
            let list = ListQuery { text: format!("game{n}"), ..ListQuery::default() };
            let text = format!("plays game{n}");
            let situation =
                domain::Situation { depart: kit.now.clone(), weather: None, from: None, to: None };
            let query = RecallAsk {
                embedding: Some(kit.vector(&text)),
                max_distance: Some(2.0),
                ..RecallAsk::plain(&text, situation)
            };
            format!("{:?}{:?}", mine.list(&list), mine.recall(&query))
        }
        _ => format!("{:?}", mine.stream(2)),
    }
}

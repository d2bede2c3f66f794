//! Reflection and ageing: what scoring one memory, one reflection and one look at every memory's future cost.

use crate::{
    figures::Timings,
    world::{Chance, SEED, Watch},
};
use domain::{
    Importance, MemoryClass, Moment, Noticed, ObservationId, StatementKey, StatementType, StreamSource,
    Timestamp, TripId,
};
use flows::Verdict;
use reflect::{
    Aged, Aging, Change, Policies, Reflector as _, Rules, Scored, ageing, entail, importance, rules::Settings,
};
use std::hint::black_box;

/// Scored memories, the longest reflection's stream (two weeks of fifty a day and more), and aged memories.
const SCORED: usize = 100_000;
const STREAM: usize = 2_000;
const REFLECTIONS: usize = 20;
const AGED: usize = 100_000;
/// What is asked for, as p95 of one memory (MISSION S1-06).
const MOST_MS: f64 = 1.0;

const WORDS: [&str; 8] = [
    "今天要迟到了，能不能快一点",
    "调空调",
    "我不喜欢走隧道，太压抑了，以后都别走",
    "the ring road was awful this morning, never again please",
    "",
    "play something calm on the way home, I am really tired",
    "老婆说以后周五都先去接孩子再回家",
    "remember that I take the coast road when it does not rain",
];

/// One memory scored: p95 on the clock.
pub fn reflect() -> Verdict {
    let mut chance = Chance(SEED);
    let changes =
        [Change::Nothing, Change::Comfort, Change::Setting, Change::Stop, Change::Route, Change::Trip];
    let spans: Vec<_> = (0..SCORED)
        .map(|n| {
            let scored = Scored {
                words: WORDS[n % WORDS.len()],
                change: changes[n % changes.len()],
                seen_before: (chance.next() * 100.0) as u32,
            };
            let watch = Watch::start();
            black_box(importance::total(&importance::score(&scored)));
            watch.stop()
        })
        .collect();
    let timings = Timings::of(&spans);
    println!(
        "seed {SEED}; scoring: p50 {:.4} ms, p95 {:.4} ms, max {:.3} ms",
        timings.at(0.5),
        timings.at(0.95),
        timings.at(1.0)
    );
    let stream = stream(&mut chance);
    let settings = Settings::DEFAULT;
    let mut kept = 0;
    let spans: Vec<_> = (0..REFLECTIONS)
        .map(|_| {
            let watch = Watch::start();
            let drafts = Rules.reflect(&stream, &settings).unwrap();
            kept = drafts.iter().filter(|draft| entail::check(draft, &stream, &settings).is_ok()).count();
            watch.stop()
        })
        .collect();
    println!("reflecting on {STREAM} observations, {kept} insights: {}", Timings::of(&spans));
    let policies = Policies::default();
    let watch = Watch::start();
    let mut dues = 0;
    for n in 0..AGED {
        let one = aging(n, &mut chance);
        dues += ageing::dues(&one, policies.of(one.aged)).len();
    }
    println!("the future of {AGED} memories, {dues} dates: {:.1} ms", watch.stop().ms);
    let figures = format!("p50 {:.4} ms, p95 {:.4} ms, n {SCORED}", timings.at(0.5), timings.at(0.95));
    Verdict::at_most("reflect", figures, "scoring one memory, p95 at most 1 ms", timings.at(0.95), MOST_MS)
}

/// Two weeks of a busy driver, whose late drives have something in common.
fn stream(chance: &mut Chance) -> Vec<Noticed> {
    let start = 1_795_000_000_i64;
    let span = 14 * 86_400 / STREAM as i64;
    (0..STREAM)
        .map(|n| {
            let at = Moment { at: Timestamp(start + n as i64 * span), zone: "Asia/Shanghai".to_owned() };
            let late = reflect::condition::LATE.holds_in(&reflect::Circumstances {
                at: &at,
                weather: None,
                passengers: &[],
                place: None,
            });
            let (attribute, value) = match (n % 3, late && chance.next() < 0.9) {
                (0, true) => ("cabin.temperature", "20"),
                (0, false) => ("cabin.temperature", "24"),
                (1, true) => ("music", "soothing"),
                (1, false) => ("music", if chance.next() < 0.5 { "pop" } else { "rock" }),
                _ => ("media", if chance.next() < 0.5 { "news" } else { "talk" }),
            };
            Noticed {
                id: ObservationId(n as i64 + 1),
                at,
                source: StreamSource::Action,
                kind: "set".to_owned(),
                words: String::new(),
                key: Some(StatementKey {
                    subject: "me".to_owned(),
                    attribute: attribute.to_owned(),
                    condition: String::new(),
                }),
                value: value.to_owned(),
                place: None,
                trip: Some(TripId(n as i64 / 6)),
                weather: None,
                traffic: String::new(),
                passengers: Vec::new(),
                importance: Importance::default(),
                heard: 1.0,
                session: None,
            }
        })
        .collect()
}

fn aging(n: usize, chance: &mut Chance) -> Aging {
    let kinds = StatementType::ALL;
    let classes = MemoryClass::ALL;
    let created = Timestamp(1_795_000_000 - (chance.next() * 4e7) as i64);
    Aging {
        aged: Aged::of(kinds[n % kinds.len()], classes[n % classes.len()]),
        created,
        last_confirmed: created,
        last_used: (chance.next() < 0.5).then_some(Timestamp(created.0 + 86_400)),
        uses: n as u32 % 7,
        valid_to: (chance.next() < 0.3).then_some(Timestamp(created.0 + 2_000_000)),
        energy: chance.next(),
        persons: chance.next() < 0.3,
        session_ended: None,
        archived: None,
    }
}

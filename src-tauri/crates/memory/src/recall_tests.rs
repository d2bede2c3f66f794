//! Recall over a real store in memory, from questions to answers; built only with `#[cfg(test)]`. A table: one test per rule.

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicUsize, Ordering},
};

use domain::{
    Importance, MemoryClass, Moment, ProfileId, Provenance, Situation, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity, Weather,
    ports::{EmbedError, Embedder},
};
use recall::{Preset, Routes, Scene, SceneName};

use crate::{Embedding, Mine, RecallAnswer, RecallAsk, Recalled, Store};

const NOW: i64 = 1_796_023_800;
const DIMS: usize = 256;

/// Pairs of neighbouring characters, hashed into so many numbers; counts how often it was asked.
#[derive(Default)]
struct Pairs(AtomicUsize);

impl Embedder for Pairs {
    fn model_id(&self) -> &str {
        "pairs"
    }
    fn dims(&self) -> usize {
        DIMS
    }
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(texts.iter().map(|text| vector(text)).collect())
    }
}

fn vector(text: &str) -> Vec<f32> {
    let mut sums = vec![0.01_f32; DIMS];
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    for pair in chars.windows(2) {
        let hash = (u64::from(u32::from(pair[0])) * 31 + u64::from(u32::from(pair[1])))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sums[(hash >> 40) as usize % DIMS] += if hash >> 39 & 1 == 0 { 1.0 } else { -1.0 };
    }
    let length = sums.iter().map(|x| x * x).sum::<f32>().sqrt();
    sums.iter().map(|x| x / length).collect()
}

fn embedded(text: &str) -> Option<Embedding> {
    Some(Embedding { model: "pairs".to_owned(), vector: vector(text) })
}

fn moment(at: i64) -> Moment {
    Moment { at: Timestamp(at), zone: "UTC".to_owned() }
}

fn situation() -> Situation {
    Situation { depart: moment(NOW), weather: None, from: None, to: None }
}

/// A taste that was said yesterday.
fn told(content: &str) -> Statement {
    let at = Timestamp(NOW - 86_400);
    Statement {
        id: StatementId(0),
        class: MemoryClass::Preference,
        kind: StatementType::Preference,
        content: content.to_owned(),
        key: StatementKey { subject: "me".to_owned(), attribute: String::new(), condition: String::new() },
        value: String::new(),
        importance: Importance { emotion: 0.5, consequence: 0.5, repetition: 0.5 },
        confidence: 0.9,
        provenance: Provenance::Stated,
        state: StatementState::Active,
        validity: Validity { valid_from: at, valid_to: None },
        created: Moment { at, zone: "UTC".to_owned() },
        replaces: None,
        superseded_at: None,
        last_confirmed: at,
        last_used: None,
        uses: 0,
        energy: 1.0,
        archived: None,
        session: None,
        user_edited: false,
    }
}

fn keyed(content: &str, attribute: &str, value: &str, days_ago: i64) -> Statement {
    let at = Timestamp(NOW - days_ago * 86_400);
    Statement {
        key: StatementKey { attribute: attribute.to_owned(), ..told("").key },
        value: value.to_owned(),
        created: Moment { at, zone: "UTC".to_owned() },
        validity: Validity { valid_from: at, valid_to: None },
        last_confirmed: at,
        ..told(content)
    }
}

fn store() -> (Store, ProfileId) {
    let store = Store::open_in_memory().unwrap();
    let me = store.ensure_profile("me", &moment(NOW - 400 * 86_400)).unwrap();
    (store, me)
}

fn fill(mine: Mine<'_>, rows: &[Statement]) -> Vec<StatementId> {
    let rows: Vec<_> = rows.iter().map(|row| (row.clone(), embedded(&row.content))).collect();
    mine.fill(&rows).unwrap()
}

fn question(text: &str) -> RecallAsk {
    RecallAsk { embedding: embedded(text), ..RecallAsk::plain(text, situation()) }
}

fn ask(mine: Mine<'_>, text: &str) -> RecallAnswer {
    mine.recall(&question(text)).unwrap()
}

fn of(one: &Recalled) -> &Statement {
    one.statement().expect("a statement")
}

fn id_of(memory: domain::MemoryRef) -> Option<StatementId> {
    match memory {
        domain::MemoryRef::Statement(id) => Some(id),
        _ => None,
    }
}

fn contents(answer: &RecallAnswer) -> Vec<&str> {
    answer.kept.iter().map(|one| of(one).content.as_str()).collect()
}

/// Nothing that is told of below: plain talk about other things.
fn distractors(many: usize) -> Vec<Statement> {
    let things = ["harvest", "violin", "granite", "elections", "moss", "theorems", "kites", "porcelain"];
    (0..many).map(|n| told(&format!("note {n} on {} and {}", things[n % 8], things[n / 8 % 8]))).collect()
}

#[test]
fn s1_09_insights_first_and_the_rest_only_when_they_miss() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows = distractors(40);
    rows.push(Statement {
        kind: StatementType::Insight,
        provenance: Provenance::Inferred,
        ..told("driving late at night you are tired and want it cooler")
    });
    rows.push(told("at night I set the air conditioning cooler, I was tired"));
    rows.push(told("my seat heating goes to level two in winter"));
    fill(mine, &rows);
    let hit = ask(mine, "driving late at night, tired: how cool do I want it?");
    assert!(hit.first_tier, "{:?}", contents(&hit));
    assert_eq!(contents(&hit), ["driving late at night you are tired and want it cooler"]);
    // S1-44: what was read is the insight tier alone.
    assert_eq!(hit.read, 1);
    let miss = ask(mine, "which level of seat heating in winter?");
    assert!(!miss.first_tier && miss.read > 1);
    assert_eq!(contents(&miss)[0], "my seat heating goes to level two in winter");
}

#[test]
fn s0_06_few_reach_the_model_however_many_there_are() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows = distractors(3_000);
    rows.push(told("the sunroof stays shut on the motorway"));
    fill(mine, &rows);
    let answer = ask(mine, "sunroof shut on the motorway?");
    assert_eq!(contents(&answer)[0], "the sunroof stays shut on the motorway");
    // S1-16, S2-33: fifty are read, five returned.
    assert!(answer.read <= 50 && answer.kept.len() <= 5, "{} {}", answer.read, answer.kept.len());
    let letters: usize = answer.kept.iter().map(|one| of(one).content.chars().count()).sum();
    assert!(letters < 2_000);
}

#[test]
fn s2_02_a_particular_word_beats_five_hundred_on_the_topic() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows: Vec<Statement> =
        (0..500).map(|n| told(&format!("缓存策略说明第{n}条：先读缓存再读库，更新时删除缓存"))).collect();
    rows.push(told("为避免缓存雪崩，过期时间加随机值"));
    fill(mine, &rows);
    let answer = ask(mine, "避免缓存雪崩的方案是什么？");
    assert!(contents(&answer)[..3.min(answer.kept.len())].contains(&"为避免缓存雪崩，过期时间加随机值"));
    let words =
        mine.recall(&RecallAsk { embedding: None, ..question("避免缓存雪崩的方案是什么？") }).unwrap();
    assert_eq!(contents(&words)[0], "为避免缓存雪崩，过期时间加随机值");
}

#[test]
fn s2_04_only_the_newest_of_a_key_is_served() {
    let (store, me) = store();
    let mine = store.of(me);
    let ids = fill(
        mine,
        &[
            keyed("I drink americano coffee", "drink", "americano", 40),
            keyed("I drink green tea instead of coffee now", "drink", "green tea", 2),
            keyed("I live by the mill", "home", "mill", 40),
        ],
    );
    let answer = ask(mine, "what coffee or tea do I drink?");
    let got: Vec<StatementId> = answer.kept.iter().map(|one| of(one).id).collect();
    assert!(got.contains(&ids[1]) && !got.contains(&ids[0]), "{got:?}");
    // Exactly by key, never by likeness: the other key is untouched.
    assert_eq!(contents(&ask(mine, "where do I live, by the mill?"))[0], "I live by the mill");
}

#[test]
fn s0_41_for_five_days_the_newer_of_two_goes_first() {
    for (days_ago, newer_first) in [(3, true), (20, false)] {
        let (store, me) = store();
        let mine = store.of(me);
        let older = Statement {
            key: StatementKey { condition: "days=workday".to_owned(), ..keyed("", "road", "", 0).key },
            ..keyed("to work I take the motorway, the motorway to work", "road", "motorway", 24)
        };
        let newer = keyed("I like the national road", "road", "national", days_ago);
        fill(mine, &[older, newer]);
        let answer = ask(mine, "to work: take the motorway or the national road?");
        assert_eq!(answer.kept.len(), 2);
        assert_eq!(contents(&answer)[0] == "I like the national road", newer_first, "{days_ago} days ago");
    }
}

#[test]
fn s2_25_what_nothing_answers_is_answered_with_nothing() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &distractors(200));
    for text in ["什么颜色的氛围灯？", "How warm should the seat be?", "", "???"] {
        let answer = ask(mine, text);
        assert!(answer.kept.is_empty(), "{text}: {:?}", contents(&answer));
    }
}

#[test]
fn s2_32_nobody_sees_anybody_elses() {
    let (store, me) = store();
    let other = store.ensure_profile("other", &moment(NOW)).unwrap();
    fill(store.of(me), &[told("my seat heating goes to level two")]);
    fill(store.of(other), &[told("my seat heating goes to level three")]);
    // S3-20: the same question, with every way, of either.
    for (profile, wanted) in
        [(me, "my seat heating goes to level two"), (other, "my seat heating goes to level three")]
    {
        assert_eq!(contents(&ask(store.of(profile), "which level of seat heating?")), [wanted]);
    }
}

#[test]
fn s3_30_each_way_can_be_walked_alone_and_says_so() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows = distractors(100);
    rows.push(told("ambient light in teal calms me"));
    fill(mine, &rows);
    let none = Routes::NONE;
    for (text, routes, name) in [
        ("ambient light in teal", Routes { vector: true, ..none }, "vector"),
        ("teal", Routes { words: true, ..none }, "words"),
        ("which mood lighting?", Routes { key: true, ..none }, "key"),
    ] {
        let scene = Scene { routes, threshold: 0.0, ..Scene::of(SceneName::Flexible) };
        let answer = mine.recall(&RecallAsk { tried: Some(scene), ..question(text) }).unwrap();
        let first = answer.kept.first().unwrap_or_else(|| panic!("{name} finds nothing"));
        assert_eq!(of(first).content, "ambient light in teal calms me", "{name}");
        assert_eq!(first.routes.names().collect::<Vec<_>>(), [name]);
    }
    let scene = Scene { routes: none, threshold: 0.0, ..Scene::of(SceneName::Flexible) };
    let answer = mine.recall(&RecallAsk { tried: Some(scene), ..question("teal") }).unwrap();
    assert!(answer.kept.is_empty());
}

#[test]
fn s2_05_the_graph_leads_to_what_shares_no_word() {
    let (store, me) = store();
    let mine = store.of(me);
    let ids = fill(mine, &[told("likes it at twenty-four"), told("likes it at nineteen")]);
    store
        .alone(|conn| {
            conn.execute(
                "INSERT INTO entities(id, profile_id, kind, name, folded, created_at) VALUES (1, ?1, 'person', 'Leo', 'leo', 0)",
                [me.0],
            )?;
            conn.execute(
                "INSERT INTO links(profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, recorded_at, confidence)
                 VALUES (?1, 'entity', 1, 'prefers', 'stmt', ?2, 0, 0, 1)",
                [me.0, ids[0].0],
            )?;
            Ok(())
        })
        .unwrap();
    let scene = Scene { threshold: 0.0, ..Scene::of(SceneName::Flexible) };
    let answer = mine.recall(&RecallAsk { tried: Some(scene), ..question("Leo gets in") }).unwrap();
    assert_eq!(of(&answer.kept[0]).id, ids[0]);
    assert!(answer.kept[0].routes.graph);
}

#[test]
fn s3_32_every_part_is_shown_and_lies_within_0_and_1() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &[told("seat heating on level two"), told("seat massage on level one")]);
    for preset in Preset::ALL {
        let scene = Scene::of(SceneName::Flexible).with_preset(preset);
        let answer =
            mine.recall(&RecallAsk { tried: Some(scene), ..question("seat heating level") }).unwrap();
        let first = &answer.kept[0];
        for (name, part) in first.parts.named() {
            assert!((0.0..=1.0).contains(&part), "{name} {part}");
        }
        assert!((0.0..=1.0).contains(&first.score) && first.parts.confidence == 0.9);
        assert!(first.parts.freshness > 0.8 && first.parts.kind == 1.0);
    }
}

#[test]
fn s3_41_what_was_said_goes_before_what_was_inferred() {
    let (store, me) = store();
    let mine = store.of(me);
    let said = told("windows closed when it is dusty");
    let inferred = Statement { provenance: Provenance::Inferred, ..said.clone() };
    let ids = fill(mine, &[inferred, said]);
    let answer = ask(mine, "windows closed when dusty?");
    assert_eq!(answer.kept.iter().map(|one| of(one).id).collect::<Vec<_>>(), [ids[1], ids[0]]);
}

#[test]
fn s1_11_rain_changes_the_order() {
    let (store, me) = store();
    let mine = store.of(me);
    let when = |condition: &str, text: &str| {
        let row = keyed(text, "road", text, 9);
        Statement { key: StatementKey { condition: condition.to_owned(), ..row.key }, ..row }
    };
    fill(
        mine,
        &[when("weather=rain", "the river road to work"), when("weather=snow", "the trunk road to work")],
    );
    let first = |weather| {
        let situation = Situation { weather: Some(weather), ..situation() };
        let answer = mine.recall(&RecallAsk { situation, ..question("which road to work?") }).unwrap();
        of(&answer.kept[0]).content.clone()
    };
    assert_eq!(first(Weather::Rain), "the river road to work");
    assert_eq!(first(Weather::Snow), "the trunk road to work");
}

#[test]
fn s3_34_a_changed_scene_acts_at_once() {
    let (store, me) = store();
    let mine = store.of(me);
    let rows: Vec<Statement> = (0..9).map(|n| told(&format!("seat heating on level {n}"))).collect();
    fill(mine, &rows);
    let many = |scene| {
        let question = RecallAsk { scene, ..question("seat heating level") };
        mine.recall(&question).unwrap().kept.len()
    };
    assert_eq!(SceneName::ALL.map(many), [3, 5, 5, 9]);
    mine.set_setting("recall.flexible", Some(r#"{"results": 2, "preset": "seed-3"}"#)).unwrap();
    assert_eq!(many(SceneName::Flexible), 2);
    mine.set_setting("recall.flexible", Some(r#"{"results": "many"}"#)).unwrap();
    assert_eq!(many(SceneName::Flexible), 5, "what can't be read counts as not set");
    mine.set_setting("recall.flexible", None).unwrap();
    assert_eq!(many(SceneName::Flexible), 5);
}

#[test]
fn s2_29_the_same_question_is_answered_once_until_something_changes() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &[told("seat heating on level two")]);
    let question = question("seat heating level");
    assert!(!mine.recall(&question).unwrap().cached);
    let again = mine.recall(&question).unwrap();
    assert!(again.cached && again.kept.len() == 1);
    // S3-36: another scene and another person have answers of their own.
    let review = RecallAsk { scene: SceneName::Review, ..question.clone() };
    assert!(!mine.recall(&review).unwrap().cached);
    let other = store.ensure_profile("other", &moment(NOW)).unwrap();
    assert!(store.of(other).recall(&question).unwrap().kept.is_empty());
    // After five minutes it is made again.
    let mut later = question.clone();
    later.situation.depart.at = Timestamp(NOW + 301);
    assert!(!mine.recall(&later).unwrap().cached);
    // S1-17: any write of the person ends it.
    fill(mine, &[told("seat heating on level three, really")]);
    let after = mine.recall(&question).unwrap();
    assert!(!after.cached && after.kept.len() == 2);
}

#[test]
fn s2_30_a_text_is_embedded_once() {
    let (store, me) = store();
    let embedder = Pairs::default();
    for text in ["seat", "seat", "window", "seat"] {
        store.of(me).embed_question(&embedder, text).unwrap();
    }
    assert_eq!(embedder.0.load(Ordering::Relaxed), 2);
}

#[test]
fn a_question_with_little_leeway_needs_what_is_near() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &[told("seat heating on level two")]);
    let ask =
        |leeway| mine.recall(&RecallAsk { leeway, ..question("seat heating on which level?") }).unwrap();
    let likeness = |leeway| ask(leeway).kept[0].likeness;
    assert!(likeness(Some(0.0)) < likeness(Some(0.5)) && likeness(Some(0.5)) < likeness(Some(1.0)));
    assert_eq!(likeness(None), likeness(Some(recall::UNTAUGHT_LEEWAY)));
    assert_eq!(ask(Some(9.0)).kept[0].parts.leeway, 1.0);
}

#[test]
fn s2_31_a_follow_up_looks_through_the_last_answer_first() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows = distractors(50);
    rows.push(told("seat heating on level two for my wife"));
    rows.push(told("the sunroof stays shut in winter"));
    fill(mine, &rows);
    let turn = |text: &str| RecallAsk { talk: Some("t1".to_owned()), ..question(text) };
    assert!(!mine.recall(&turn("seat heating for my wife")).unwrap().from_talk);
    let follow = mine.recall(&turn("seat heating on which level for my wife?")).unwrap();
    assert!(follow.from_talk && contents(&follow) == ["seat heating on level two for my wife"]);
    let miss = mine.recall(&turn("does the sunroof stay shut in winter?")).unwrap();
    assert!(!miss.from_talk && contents(&miss)[0] == "the sunroof stays shut in winter");
}

#[test]
fn s3_37_what_was_written_is_read_at_once_ten_thousand_times() {
    let (store, me) = store();
    let other = store.ensure_profile("other", &moment(NOW)).unwrap();
    let mut live: [BTreeSet<i64>; 2] = Default::default();
    let seed = 20_261_130_u64;
    println!("seed {seed}");
    let mut state = seed;
    let mut draw = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let scene = Scene { threshold: 0.0, results: 20, ..Scene::of(SceneName::Review) };
    for run in 0..10_000 {
        let who = draw(2) as usize;
        let profile = [me, other][who];
        let mine = store.of(profile);
        let pick = live[who].iter().nth(draw(live[who].len().max(1) as u64) as usize).copied();
        match (draw(3), pick) {
            (0, Some(id)) if live[who].len() > 4 => {
                store
                    .alone(|conn| {
                        conn.execute("DELETE FROM words WHERE rowid = ?1", [id * 8 + 3])?;
                        crate::embedding::remove(conn, domain::MemoryRef::Statement(StatementId(id)))?;
                        conn.execute("DELETE FROM statements WHERE id = ?1", [id])?;
                        Ok(())
                    })
                    .unwrap();
                live[who].remove(&id);
            }
            (1, Some(id)) => {
                let state = if draw(2) == 0 { "active" } else { "review" };
                store
                    .alone(|conn| {
                        conn.execute(
                            "UPDATE statements SET state = ?2 WHERE id = ?1",
                            rusqlite::params![id, state],
                        )?;
                        Ok(())
                    })
                    .unwrap();
            }
            _ if live[who].len() < 8 => {
                let id = fill(mine, &[told(&format!("seat heating on level {run}"))])[0];
                live[who].insert(id.0);
            }
            _ => {}
        }
        let asked = RecallAsk { tried: Some(scene), ..RecallAsk::plain("seat heating level", situation()) };
        let answer = mine.recall(&asked).unwrap();
        let got: BTreeSet<i64> = answer.kept.iter().map(|one| of(one).id.0).collect();
        let wanted: BTreeSet<i64> = store
            .read(|conn| {
                crate::codec::all(
                    conn,
                    "SELECT id FROM statements WHERE profile_id = ?1 AND state = 'active'",
                    [profile.0],
                    |row| Ok(row.get(0)?),
                )
            })
            .unwrap()
            .into_iter()
            .collect();
        assert_eq!(got, wanted, "run {run}");
    }
}

#[test]
fn x18_what_is_kept_for_the_next_start_is_what_the_rows_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let me = {
        let store = Store::open(&path).unwrap();
        let me = store.ensure_profile("me", &moment(NOW)).unwrap();
        let rows: Vec<Statement> = (0..400).map(|n| told(&format!("seat heating on level {n}"))).collect();
        fill(store.of(me), &rows);
        ask(store.of(me), "seat heating");
        store.prepare_recall().unwrap();
        me
    };
    let store = Store::open(&path).unwrap();
    let second = Store::open(&path).unwrap();
    let first_answer =
        contents(&ask(store.of(me), "seat heating on level 377")).first().map(|text| (*text).to_owned());
    assert_eq!(first_answer.as_deref(), Some("seat heating on level 377"));
    // Another program writes and cuts the list; this one notices.
    fill(second.of(me), &[told("seat heating on level 999")]);
    second.prepare_recall().unwrap();
    assert_eq!(contents(&ask(store.of(me), "seat heating on level 999"))[0], "seat heating on level 999");
    // From nothing but the rows: the same.
    store.alone(|conn| Ok(conn.execute_batch("DELETE FROM sketches; INSERT INTO recall_queue(profile_id, statement_id) SELECT profile_id, id FROM statements")?)).unwrap();
    store.recall.lock().reset();
    assert_eq!(contents(&ask(store.of(me), "seat heating on level 999"))[0], "seat heating on level 999");
}

#[test]
fn s3_38_opening_reads_ahead() {
    let (store, me) = store();
    fill(store.of(me), &distractors(300));
    store.of(me).prewarm(Some(("pairs", DIMS))).unwrap();
    let left: i64 = store
        .read(|conn| Ok(conn.query_row("SELECT count(*) FROM recall_queue", [], |row| row.get(0))?))
        .unwrap();
    assert_eq!(left, 0, "the list was worked off");
}

#[test]
fn x3_reading_counts_no_use() {
    let (store, me) = store();
    let mine = store.of(me);
    let id = fill(mine, &[told("seat heating on level two")])[0];
    for n in 0..20 {
        assert_eq!(ask(mine, &format!("seat heating on level two? {n}")).kept.len(), 1);
    }
    let row = crate::statement_row::live;
    let read = store.read(|conn| row(conn, me, id)).unwrap().unwrap();
    assert_eq!((read.uses, read.last_used), (0, None));
}

#[test]
fn s0_25_ten_results_are_a_preset() {
    let (store, me) = store();
    let mine = store.of(me);
    let rows: Vec<Statement> = (0..30).map(|n| told(&format!("seat heating on level {n}"))).collect();
    fill(mine, &rows);
    let scene = Scene { threshold: 0.0, ..Scene::of(SceneName::Flexible).with_preset(Preset::Seed0) };
    for (results, wanted) in [(scene.results, 10), (4, 4)] {
        let tried = Some(Scene { results, ..scene });
        let answer = mine.recall(&RecallAsk { tried, ..question("seat heating level") }).unwrap();
        assert_eq!(answer.kept.len(), wanted);
    }
}

#[test]
fn s0_38_confirming_makes_it_fresh_again() {
    let (store, me) = store();
    let mine = store.of(me);
    let old = keyed("the river road in the evening", "road", "river", 200);
    let confirmed =
        Statement { last_confirmed: Timestamp(NOW), ..keyed("the river road at noon", "noon", "river", 200) };
    fill(mine, &[old, confirmed]);
    let answer = ask(mine, "the river road");
    let fresh = |wanted: &str| {
        answer.kept.iter().find(|one| of(one).content.ends_with(wanted)).unwrap().parts.freshness
    };
    assert_eq!(fresh("noon"), 1.0);
    assert!(fresh("evening") < 0.25);
}

#[test]
fn s0_13_every_facet_of_the_question_counts() {
    let (store, me) = store();
    let mine = store.of(me);
    let when = |condition: &str| {
        let row = keyed("the river road to work", "road", condition, 9);
        Statement { key: StatementKey { condition: condition.to_owned(), ..row.key }, ..row }
    };
    fill(mine, &[when("weather=rain"), when("bucket=morning"), when("with=leo")]);
    let scores = |ask: RecallAsk| {
        let scene = Scene { threshold: 0.0, ..Scene::of(SceneName::Flexible) };
        let answer = mine.recall(&RecallAsk { tried: Some(scene), ..ask }).unwrap();
        let mut scores: Vec<(StatementId, u64)> =
            answer.kept.iter().map(|one| (of(one).id, one.score.to_bits())).collect();
        scores.sort_unstable();
        scores
    };
    let rain = Situation { weather: Some(Weather::Rain), ..situation() };
    let night = Situation { depart: moment(NOW + 16 * 3_600), ..rain.clone() };
    let full =
        RecallAsk { situation: rain, passengers: vec!["Leo".to_owned()], ..question("river road to work") };
    let all = scores(full.clone());
    for (facet, without) in [
        ("weather", RecallAsk { situation: situation(), ..full.clone() }),
        ("time", RecallAsk { situation: night, ..full.clone() }),
        ("company", RecallAsk { passengers: Vec::new(), ..full.clone() }),
        (
            "place",
            RecallAsk { text: "river road".to_owned(), embedding: embedded("river road"), ..full.clone() },
        ),
        ("action", RecallAsk { text: "to work".to_owned(), embedding: embedded("to work"), ..full }),
    ] {
        assert_ne!(scores(without), all, "{facet}");
    }
}

#[test]
fn s1_16_fifty_are_read_and_five_returned_unless_set_otherwise() {
    let (store, me) = store();
    let mine = store.of(me);
    let rows: Vec<Statement> = (0..120).map(|n| told(&format!("seat heating on level {n}"))).collect();
    fill(mine, &rows);
    let usual = ask(mine, "seat heating level");
    assert_eq!((usual.read, usual.kept.len()), (50, 5));
    mine.set_setting("recall.flexible", Some(r#"{"candidates": 20, "results": 3}"#)).unwrap();
    let set = ask(mine, "seat heating level");
    assert_eq!((set.read, set.kept.len()), (20, 3));
}

#[test]
fn s1_17_the_second_answer_is_kept_and_ends_with_a_deletion() {
    let (store, me) = store();
    let mine = store.of(me);
    let ids = fill(mine, &[told("seat heating on level two"), told("seat heating on level three")]);
    assert_eq!(ask(mine, "seat heating").kept.len(), 2);
    assert!(ask(mine, "seat heating").cached);
    mine.delete(&[domain::MemoryRef::Statement(ids[0])], &moment(NOW)).unwrap();
    let after = ask(mine, "seat heating");
    assert!(!after.cached);
    assert_eq!(after.kept.iter().map(|one| of(one).id).collect::<Vec<_>>(), [ids[1]]);
}

#[test]
fn s3_36_keys_hold_person_and_scene() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &[told("seat heating on level two")]);
    for scene in SceneName::ALL {
        let asked = RecallAsk { scene, ..question("seat heating level") };
        assert!(!mine.recall(&asked).unwrap().cached, "{}", scene.word());
        assert!(mine.recall(&asked).unwrap().cached, "{}", scene.word());
    }
}

#[test]
fn s1_44_the_insight_tier_is_a_few_rows() {
    let (store, me) = store();
    let mine = store.of(me);
    let mut rows = distractors(2_000);
    for n in 0..150 {
        let kind = StatementType::Insight;
        rows.push(Statement { kind, ..told(&format!("you like the seat heating on level {n} at night")) });
    }
    fill(mine, &rows);
    let answer = ask(mine, "you like the seat heating on level 7 at night");
    assert!(answer.first_tier && answer.read <= 200);
}

#[test]
fn s2_09_the_first_stage_misses_next_to_nothing() {
    let (store, me) = store();
    let mine = store.of(me);
    let devices = [
        "seat heating",
        "ambient light",
        "sunroof",
        "head-up display",
        "massage",
        "radio",
        "trunk",
        "mirror",
    ];
    let rows: Vec<Statement> = (0..800)
        .map(|n| told(&format!("for trip {n} the {} was put to step {}", devices[n % 8], n / 8)))
        .collect();
    let ids = fill(mine, &rows);
    let found = (0..800)
        .step_by(5)
        .filter(|n| {
            let answer = ask(mine, &format!("{} on trip {n}: which step?", devices[n % 8]));
            let kept = answer.kept.iter().map(|one| of(one).id);
            let all: Vec<StatementId> =
                kept.chain(answer.dropped.iter().filter_map(|one| id_of(one.memory))).collect();
            assert!(all.len() <= 50);
            all.contains(&ids[*n])
        })
        .count();
    assert!(found as f64 >= 0.98 * 160.0, "{found} of 160");
}

#[test]
fn s3_18_vectors_of_another_model_are_not_compared() {
    let (store, me) = store();
    let mine = store.of(me);
    fill(mine, &[told("seat heating on level two")]);
    let none = Routes::NONE;
    let scene =
        Scene { routes: Routes { vector: true, ..none }, threshold: 0.0, ..Scene::of(SceneName::Flexible) };
    let with = |model: &str, vector: Vec<f32>| {
        let embedding = Some(Embedding { model: model.to_owned(), vector });
        let asked = RecallAsk { embedding, tried: Some(scene), ..question("seat heating") };
        mine.recall(&asked).unwrap().kept.len()
    };
    assert_eq!(with("pairs", vector("seat heating")), 1);
    assert_eq!(with("other", vector("seat heating")), 0);
    assert_eq!(with("pairs", vec![1.0; 8]), 0);
    assert_eq!(with("pairs", vector("seat heating")), 1);
}

#[test]
fn s2_42_every_part_is_printed_and_tastes_fade_slower_than_behaviour() {
    let (store, me) = store();
    let mine = store.of(me);
    let old = |kind| Statement { kind, ..keyed("seat heating on level two", "", "", 60) };
    let fact = Statement { class: MemoryClass::Factual, ..old(StatementType::Fact) };
    fill(mine, &[old(StatementType::Preference), fact, old(StatementType::Insight)]);
    let scene = Scene { first_tier: f64::INFINITY, threshold: 0.0, ..Scene::of(SceneName::Flexible) };
    let answer = mine.recall(&RecallAsk { tried: Some(scene), ..question("seat heating") }).unwrap();
    let fresh = |kind| answer.kept.iter().find(|one| of(one).kind == kind).unwrap().parts.freshness;
    assert_eq!(fresh(StatementType::Fact), 1.0);
    assert!(fresh(StatementType::Preference) > fresh(StatementType::Insight));
    assert_eq!(answer.kept[0].parts.named().len(), 20);
}

use domain::{
    MemoryRef, PreferenceState, Scope, Situation, Strength, Target, TimeBucket, Timestamp, Weather,
    ports::Embedder,
};
use memory::{DEFAULT_K, Embedding, MAX_K, NewPreference, Proposal, RecallQuery, Recollection, freshness};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    embedder::FakeEmbedder,
    store::{TestStore, habit, preference},
};

use crate::{at, evening, feature, healthy, store};

fn query(kit: &TestStore, text: &str) -> RecallQuery {
    RecallQuery {
        text: text.into(),
        embedding: Some(kit.vector(text)),
        situation: at(&kit.now),
        k: DEFAULT_K,
        max_distance: None,
    }
}

fn recalled(kit: &TestStore, query: &RecallQuery) -> Vec<Recollection> {
    kit.mine().recall(query).unwrap()
}

fn rules(kit: &TestStore) {
    kit.stated("傍晚回家走滨河路，风景好", feature("waterside"), Strength::Prefer).unwrap();
    kit.stated("上次下雨天为了不晒选了林荫路", Target::Road("林荫路".into()), Strength::Prefer).unwrap();
    kit.stated("不要走高架", feature("elevated"), Strength::Avoid).unwrap();
    kit.stated("别走收费路", feature("toll"), Strength::Avoid).unwrap();
    kit.stated("avoid the motorway", feature("motorway"), Strength::Avoid).unwrap();
}

#[test]
fn s0_09_a_paraphrase_without_a_shared_pair_of_characters_is_in_the_first_five() {
    let kit = store();
    rules(&kit);
    for n in 0..200 {
        let words = format!("第{n}条无关紧要的记录");
        kit.stated(&words, Target::Road(format!("支路{n}")), Strength::Prefer).unwrap();
    }
    let check = |asked: &str, expected: &str| {
        let found = recalled(&kit, &query(&kit, asked));
        let place = found.iter().position(|hit| hit.title == expected);
        assert!(
            place.is_some_and(|place| place < 5),
            "{asked}: {:?}",
            found.iter().map(|h| &h.title).collect::<Vec<_>>()
        );
        assert_eq!(
            found.iter().find(|hit| hit.title == expected).unwrap().parts.words,
            0.0,
            "by meaning alone"
        );
    };
    check("shady way when it is wet", "上次下雨天为了不晒选了林荫路");
    check("避开 freeway", "avoid the motorway");
    check("without the flyover", "不要走高架");
    healthy(&kit);
}

#[test]
fn s0_25_at_most_k_and_never_more_than_fifty() {
    let kit = store();
    for n in 0..70 {
        kit.stated(&format!("别走高架 {n}"), Target::Road(format!("高架{n}")), Strength::Avoid).unwrap();
    }
    let found = |k: usize| recalled(&kit, &RecallQuery { k, ..query(&kit, "别走高架") }).len();
    assert_eq!((found(0), found(1), found(DEFAULT_K), found(1_000)), (0, 1, 10, MAX_K));
}

#[test]
fn s0_26_the_cut_off_belongs_to_the_model_and_mixed_models_are_never_compared() {
    let kit = store();
    rules(&kit);
    let asked = "without the flyover";
    let vectors = |query: &RecallQuery| {
        recalled(&kit, query).iter().filter(|hit| hit.parts.vector.is_some_and(|near| near > 0.0)).count()
    };
    assert_eq!(kit.store.max_distance("fake-1").unwrap(), 0.35);
    assert!(vectors(&query(&kit, asked)) >= 1);
    kit.store.set_max_distance("fake-1", testkit::embedder::DIMS, 0.0).unwrap();
    assert_eq!(vectors(&query(&kit, asked)), 0, "nothing is that near");
    kit.store.set_max_distance("fake-1", testkit::embedder::DIMS, 0.35).unwrap();
    let other = FakeEmbedder::named("fake-2");
    let foreign = Embedding::of(&other, asked).unwrap();
    assert_eq!(vectors(&RecallQuery { embedding: Some(foreign.clone()), ..query(&kit, asked) }), 0);
    // Switching models: everything is stale for the new one; embedding again makes it comparable.
    let stale = kit.mine().stale_embeddings("fake-2", 100).unwrap();
    assert_eq!(stale.len(), 5);
    for (id, content) in stale {
        let vector = Embedding::of(&other, &content).unwrap();
        assert!(kit.mine().set_embedding(id, &content, &vector).unwrap());
    }
    assert!(vectors(&RecallQuery { embedding: Some(foreign), ..query(&kit, asked) }) >= 1);
    assert_eq!(vectors(&query(&kit, asked)), 0, "the old model's table is empty");
    healthy(&kit);
}

#[test]
fn s0_10_x11_the_vector_table_answers_with_the_cosine_distance() {
    let kit = store();
    kit.stated("不要走高架", feature("elevated"), Strength::Avoid).unwrap();
    let asked = "without the flyover";
    let vectors = kit.embedder.embed(&["不要走高架", asked]).unwrap();
    let cosine: f32 = vectors[0].iter().zip(&vectors[1]).map(|(a, b)| a * b).sum();
    let doubled = Embedding { model: "fake-1".into(), vector: vectors[1].iter().map(|x| x * 2.0).collect() };
    for embedding in [kit.vector(asked), doubled] {
        let found = recalled(&kit, &RecallQuery { embedding: Some(embedding), ..query(&kit, asked) });
        let near = found.first().unwrap().parts.vector.unwrap();
        assert!((near - f64::from(cosine)).abs() < 1e-5, "{near} and {cosine}");
    }
}

#[test]
fn without_a_model_words_still_work_and_two_characters_match() {
    let kit = store();
    rules(&kit);
    let check = |asked: &str, expected: &str| {
        let found = recalled(&kit, &RecallQuery { embedding: None, ..query(&kit, asked) });
        assert_eq!(found.first().map(|hit| hit.title.as_str()), Some(expected), "{asked}");
        assert!(
            found.iter().all(|hit| hit.parts.vector.is_none()),
            "no vector was compared, and none is claimed"
        );
    };
    check("高架", "不要走高架");
    check("收费", "别走收费路");
    check("走滨河", "傍晚回家走滨河路，风景好");
    check("MOTORWAY", "avoid the motorway");
    assert!(recalled(&kit, &RecallQuery { embedding: None, ..query(&kit, "月球") }).is_empty());
}

#[test]
fn s0_37_freshness_halves_in_thirty_days() {
    let check = |days: f64, expected: f64| {
        let since = Timestamp(MONDAY_MORNING);
        let now = Timestamp(MONDAY_MORNING + (days * 86_400.0) as i64);
        assert!((freshness(since, now) - expected).abs() < 1e-9, "{days}");
    };
    check(0.0, 1.0);
    check(15.0, 0.5_f64.sqrt());
    check(30.0, 0.5);
    check(60.0, 0.25);
    check(0.5, 0.5_f64.powf(1.0 / 60.0));
    check(-3.0, 1.0);
}

#[test]
fn s0_38_a_confirmed_again_memory_ranks_as_fresh() {
    let kit = store();
    let old = kit.stated("走江滨路", Target::Road("江滨路".into()), Strength::Prefer).unwrap();
    let also = kit.stated("走江滨大道", Target::Road("江滨大道".into()), Strength::Prefer).unwrap();
    let later = monaco(MONDAY_MORNING + 60 * 86_400);
    kit.mine().reinforce(also, later.at).unwrap();
    let asked = RecallQuery { situation: at(&later), embedding: None, ..query(&kit, "江滨") };
    let found = recalled(&kit, &asked);
    let parts = |id| found.iter().find(|hit| hit.memory == MemoryRef::Preference(id)).unwrap();
    assert!((parts(old).parts.freshness - 0.25).abs() < 1e-9);
    assert_eq!(parts(also).parts.freshness, 1.0);
    assert!(parts(also).score > parts(old).score);
}

#[test]
fn s0_13_only_what_holds_in_the_situation_is_recalled() {
    let kit = store();
    let rain = Scope { weather: Some(Weather::Rain), ..evening() };
    let new = NewPreference {
        scope: rain,
        ..preference("雨天走滨河路", feature("waterside"), Strength::Prefer)
    };
    kit.mine().add_preference(&new, Some(&kit.vector("雨天走滨河路")), &kit.now).unwrap();
    let wet_evening = Situation { weather: Some(Weather::Rain), ..at(&monaco(MONDAY_MORNING + 10 * 3_600)) };
    let found = |situation: &Situation, text: &str| {
        recalled(&kit, &RecallQuery { situation: situation.clone(), ..query(&kit, text) }).len()
    };
    assert_eq!(wet_evening.depart.bucket(), TimeBucket::Evening);
    assert_eq!(found(&wet_evening, "走滨河路"), 1);
    assert_eq!(found(&wet_evening, ""), 1, "by scope alone");
    assert_eq!(found(&Situation { weather: None, ..wet_evening.clone() }, "走滨河路"), 0);
    assert_eq!(found(&Situation { depart: kit.now.clone(), ..wet_evening }, "走滨河路"), 0);
}

#[test]
fn s0_16_a_relevant_but_unconfirmed_habit_asks_first() {
    let kit = store();
    let mine = kit.mine();
    let words = "傍晚走滨河路";
    let new = habit(words, feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &[], Some(&kit.vector(words)), &kit.now).unwrap() else {
        panic!("new")
    };
    let asked = RecallQuery {
        situation: at(&monaco(MONDAY_MORNING + 10 * 3_600)),
        ..query(&kit, "tonight by the river")
    };
    let found = recalled(&kit, &asked);
    assert!(found.first().unwrap().asks_first());
    assert!(mine.active_for(&asked.situation).unwrap().is_empty(), "nothing is applied before the answer");
    mine.confirm(id, &kit.now).unwrap();
    assert!(!recalled(&kit, &asked).first().unwrap().asks_first());
    mine.reject(id, &kit.now).unwrap();
    assert!(recalled(&kit, &asked).is_empty());
    mine.set_state(id, PreferenceState::Candidate, &kit.now).unwrap();
    assert!(recalled(&kit, &asked).is_empty(), "a candidate is not usable");
}

#[test]
fn s0_06_a_large_memory_gives_a_small_context() {
    let kit = store();
    for n in 0..2_000 {
        kit.stated(&format!("别走高架第{n}条"), Target::Road(format!("路{n}")), Strength::Avoid).unwrap();
    }
    let found = recalled(&kit, &RecallQuery { k: usize::MAX, ..query(&kit, "去公司别走高架") });
    assert_eq!(found.len(), MAX_K);
    assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    for hit in found {
        let parts = [
            Some(hit.score),
            hit.parts.vector,
            Some(hit.parts.words),
            Some(hit.parts.scope),
            Some(hit.parts.freshness),
        ];
        assert!(parts.into_iter().flatten().all(|part| (0.0..=1.0).contains(&part)), "{:?}", hit.parts);
    }
}

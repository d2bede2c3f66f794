use domain::{
    MemoryRef, PreferenceState, Scope, Situation, Strength, Target, TimeBucket, Weather, ports::Embedder,
};
use memory::{Embedding, NewPreference, Proposal, RecallAsk, Recalled};
use recall::{Breadth, Preset, Scene, SceneName};
use reflect::{Aged, Curve, Policies, Policy};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    embedder::FakeEmbedder,
    store::{TestStore, clean, fact, habit, preference},
};

use crate::{at, evening, feature, healthy, store};

fn query(kit: &TestStore, text: &str) -> RecallAsk {
    RecallAsk { embedding: Some(kit.vector(text)), ..RecallAsk::plain(text, at(&kit.now)) }
}

fn recalled(kit: &TestStore, query: &RecallAsk) -> Vec<Recalled> {
    kit.mine().recall(query).unwrap().kept
}

/// As many as are wanted.
fn up_to(results: usize) -> Option<Scene> {
    Some(Scene { results, ..Scene::of(SceneName::Flexible) })
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
        let place = found.iter().position(|hit| hit.row.text() == expected);
        assert!(
            place.is_some_and(|place| place < 5),
            "{asked}: {:?}",
            found.iter().map(|h| h.row.text()).collect::<Vec<_>>()
        );
        assert_eq!(
            found.iter().find(|hit| hit.row.text() == expected).unwrap().parts.words,
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
    let found = |tried| recalled(&kit, &RecallAsk { tried, ..query(&kit, "别走高架") }).len();
    // Ten are the source's own preset; a drive is answered with five, and no setting lifts the twenty.
    assert_eq!((found(up_to(1)), found(None), found(up_to(1_000))), (1, 5, 20));
    assert_eq!(found(Some(Scene::of(SceneName::Flexible).with_preset(Preset::Seed0))), 10);
}

#[test]
fn s0_26_the_cut_off_belongs_to_the_model_and_mixed_models_are_never_compared() {
    let kit = store();
    rules(&kit);
    let asked = "without the flyover";
    let vectors = |query: &RecallAsk| recalled(&kit, query).iter().filter(|hit| hit.routes.vector).count();
    assert_eq!(kit.store.max_distance("fake-1").unwrap(), 0.35);
    assert!(vectors(&query(&kit, asked)) >= 1);
    kit.store.set_max_distance("fake-1", testkit::embedder::DIMS, 0.0).unwrap();
    assert_eq!(vectors(&query(&kit, asked)), 0, "nothing is that near");
    kit.store.set_max_distance("fake-1", testkit::embedder::DIMS, 0.35).unwrap();
    let other = FakeEmbedder::named("fake-2");
    let foreign = Embedding::of(&other, asked).unwrap();
    assert_eq!(vectors(&RecallAsk { embedding: Some(foreign.clone()), ..query(&kit, asked) }), 0);
    // Switching models: everything is stale for the new one; embedding again makes it comparable.
    let stale = kit.mine().stale_embeddings("fake-2", 100).unwrap();
    assert_eq!(stale.len(), 5);
    for (id, content) in stale {
        let vector = Embedding::of(&other, &content).unwrap();
        assert!(kit.mine().set_embedding(id, &content, &vector).unwrap());
    }
    assert!(vectors(&RecallAsk { embedding: Some(foreign), ..query(&kit, asked) }) >= 1);
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
        let found = recalled(&kit, &RecallAsk { embedding: Some(embedding), ..query(&kit, asked) });
        let near = found.first().unwrap().parts.vector;
        assert!((near - f64::from(cosine)).abs() < 1e-5, "{near} and {cosine}");
    }
}

#[test]
fn without_a_model_words_still_work_and_two_characters_match() {
    let kit = store();
    rules(&kit);
    let check = |asked: &str, expected: &str| {
        let found = recalled(&kit, &RecallAsk { embedding: None, ..query(&kit, asked) });
        assert_eq!(found.first().map(|hit| hit.row.text()).as_deref(), Some(expected), "{asked}");
        assert!(found.iter().all(|hit| !hit.compared), "no vector was compared, and none is claimed");
    };
    check("高架", "不要走高架");
    check("收费", "别走收费路");
    check("走滨河", "傍晚回家走滨河路，风景好");
    check("MOTORWAY", "avoid the motorway");
    assert!(recalled(&kit, &RecallAsk { embedding: None, ..query(&kit, "月球") }).is_empty());
}

#[test]
fn s0_37_freshness_halves_in_thirty_days() {
    let kit = store();
    kit.stated("走江滨路", Target::Road("江滨路".into()), Strength::Prefer).unwrap();
    let tried = Some(Scene::of(SceneName::Flexible).with_preset(Preset::Seed0));
    let check = |days: f64, expected: f64| {
        let now = monaco(MONDAY_MORNING + (days * 86_400.0) as i64);
        let asked = RecallAsk { situation: at(&now), tried, ..query(&kit, "走江滨路") };
        let fresh = recalled(&kit, &asked).first().unwrap().parts.freshness;
        assert!((fresh - expected).abs() < 1e-9, "{days}: {fresh}");
    };
    check(0.0, 1.0);
    check(15.0, 0.5_f64.sqrt());
    check(30.0, 0.5);
    check(60.0, 0.25);
    check(0.5, 0.5_f64.powf(1.0 / 60.0));
}

#[test]
fn s0_38_a_confirmed_again_memory_ranks_as_fresh() {
    let kit = store();
    let old = kit.stated("走江滨路", Target::Road("江滨路".into()), Strength::Prefer).unwrap();
    let also = kit.stated("走江滨大道", Target::Road("江滨大道".into()), Strength::Prefer).unwrap();
    let later = monaco(MONDAY_MORNING + 60 * 86_400);
    kit.mine().reinforce(also, later.at).unwrap();
    let asked = RecallAsk { situation: at(&later), embedding: None, ..query(&kit, "江滨") };
    let found = recalled(&kit, &asked);
    let parts = |id| found.iter().find(|hit| hit.memory == MemoryRef::Preference(id)).unwrap();
    assert!((parts(old).parts.freshness - 0.5_f64.powf(60.0 / 90.0)).abs() < 1e-9);
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
        recalled(&kit, &RecallAsk { situation: situation.clone(), ..query(&kit, text) }).len()
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
    let asked = RecallAsk {
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
    let found = recalled(&kit, &RecallAsk { tried: up_to(usize::MAX), ..query(&kit, "去公司别走高架") });
    assert_eq!(found.len(), recall::MAX_RERANKED);
    assert!(found.is_sorted_by(|a, b| a.score >= b.score));
    for hit in found {
        let parts = hit.parts.named().map(|(_, part)| part);
        assert!(
            parts.into_iter().chain([hit.score]).all(|part| (0.0..=1.0).contains(&part)),
            "{:?}",
            hit.parts
        );
    }
}

#[test]
fn s2_05_one_answer_holds_sentences_and_wishes_about_roads() {
    let kit = store();
    rules(&kit);
    let content = "不要走高架，妈妈坐车会头晕";
    let new = fact(content, "mother.carsick", "yes", &kit.now);
    kit.mine().add_statement(&clean(new), &[], Some(&kit.vector(content)), &kit.now).unwrap();
    let answer = kit.mine().recall(&query(&kit, "去看妈妈，不要走高架")).unwrap();
    let kinds: Vec<bool> = answer.kept.iter().map(|one| one.statement().is_some()).collect();
    assert!(kinds.contains(&true) && kinds.contains(&false), "{:?}", answer.kept);
    assert!(answer.kept.is_sorted_by(|a, b| a.score >= b.score), "by one score");
    // The same sentences are found again without looking, and a wish that was changed meanwhile is not served as it was.
    let again = kit.mine().recall(&query(&kit, "去看妈妈，不要走高架")).unwrap();
    assert!(again.cached && again.kept == answer.kept);
    let wish = answer.kept.iter().find_map(Recalled::preference).unwrap().id;
    kit.mine().delete(&[MemoryRef::Preference(wish)], &kit.now).unwrap();
    let after = kit.mine().recall(&query(&kit, "去看妈妈，不要走高架")).unwrap();
    assert!(after.kept.iter().all(|one| one.memory != MemoryRef::Preference(wish)));
    assert!(after.kept.iter().any(|one| one.statement().is_some()));
    healthy(&kit);
}

fn talk_of_heating(kit: &TestStore, many: i64) {
    for n in 0..many {
        let content = format!("seat heating on level {n}");
        let new = fact(&content, &format!("heating{n}"), &n.to_string(), &kit.now);
        kit.mine().add_statement(&clean(new), &[], Some(&kit.vector(&content)), &kit.now).unwrap();
    }
}

#[test]
fn s2_01_s3_28_what_an_answer_looks_at_does_not_grow_with_the_store() {
    let looked_at = |many| {
        let kit = store();
        talk_of_heating(&kit, many);
        let answer = kit.mine().recall(&query(&kit, "which level of seat heating?")).unwrap();
        assert!(answer.kept.len() <= 5, "few come back");
        // Nothing that is asked about something else.
        let other = kit.mine().recall(&query(&kit, "谁写了国歌")).unwrap();
        assert!(other.kept.is_empty(), "{:?}", other.kept);
        (answer.read, answer.candidates)
    };
    let (read, candidates) = looked_at(1_500);
    assert!(
        read <= 50 && candidates <= Breadth::DEFAULT.handed_over,
        "{read} rows of {candidates} candidates"
    );
    assert_eq!(looked_at(600), (read, candidates));
}

#[test]
fn s2_41_too_many_candidates_are_told_and_the_breadth_can_be_set() {
    let kit = store();
    talk_of_heating(&kit, 1_200);
    let mine = kit.mine();
    let asked = query(&kit, "which level of seat heating?");
    let usual = mine.recall(&asked).unwrap();
    assert!(!usual.too_many() && usual.candidates == Breadth::DEFAULT.handed_over);
    let wide = r#"{"handed_over": 5000, "weighed": 8000, "of_each_word": 5000}"#;
    mine.set_setting("recall.flexible", Some(wide)).unwrap();
    let all = mine.recall(&asked).unwrap();
    assert!(all.too_many() && all.candidates == 1_200, "{}", all.candidates);
    // However wide, fifty rows are read.
    assert_eq!(all.read, 50);
    mine.set_setting("recall.flexible", Some(r#"{"handed_over": 60}"#)).unwrap();
    assert_eq!(mine.recall(&asked).unwrap().candidates, 60);
}

#[test]
fn s1_19_what_was_only_seen_weighs_less_by_its_policy_and_what_was_said_hardly() {
    let kit = store();
    let mine = kit.mine();
    let words = "傍晚走滨河路";
    let new = habit(words, feature("waterside"), Scope::default());
    mine.propose(&new, &[], Some(&kit.vector(words)), &kit.now).unwrap();
    kit.stated("早上走滨河路", Target::Road("滨河路".into()), Strength::Prefer).unwrap();
    let asked = |days: i64, policies: Policies| {
        let now = monaco(MONDAY_MORNING + days * 86_400);
        let found = recalled(&kit, &RecallAsk { situation: at(&now), policies, ..query(&kit, "走滨河路") });
        let of = |text: &str| found.iter().find(|one| one.row.text() == text).map(|one| one.parts.ageing);
        (of(words), of("早上走滨河路"))
    };
    let (seen, said) = asked(0, Policies::default());
    assert_eq!((seen, said), (Some(1.0), Some(1.0)));
    // A habit's half-life is thirty days, and its step halves what is left after thirty.
    let (seen, said) = asked(31, Policies::default());
    let left = 0.5 * 0.5_f64.powf(31.0 / 30.0);
    assert!((seen.unwrap() - left).abs() < 1e-9 && said.unwrap() > 0.9, "{seen:?} {said:?}");
    let mut kept = Policies::default();
    let never = Policy { curve: Curve::Never, lower_after_days: None, ..*kept.of(Aged::Habit) };
    kept.set(Aged::Habit, never);
    assert_eq!(asked(31, kept).0, Some(1.0), "the policy is the person's");
}

use domain::{
    PreferenceState, Provenance, Scope, Strength, Target, TimeBucket, Timestamp, Validity, Weather,
};
use memory::{ConfidenceCause, NewPreference, PreferenceEdit, Proposal, StoreError};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, habit, preference},
};

use crate::{at, evening, feature, healthy, store};

#[test]
fn s0_23_an_inferred_habit_starts_at_0_7_and_a_yes_raises_it_and_a_no_lowers_it() {
    let kit = store();
    let mine = kit.mine();
    let Proposal::New(yes) =
        mine.propose(&habit("傍晚走江滨路", feature("waterside"), evening()), &[], None, &kit.now).unwrap()
    else {
        panic!("nothing was known before")
    };
    let Proposal::New(no) =
        mine.propose(&habit("走隧道", feature("tunnel"), evening()), &[], None, &kit.now).unwrap()
    else {
        panic!("nothing was known before")
    };
    assert_eq!(mine.preference(yes).unwrap().unwrap().confidence, 0.7);
    assert_eq!(mine.proposed().unwrap().len(), 2);
    assert!(
        mine.active_for(&at(&monaco(MONDAY_MORNING + 10 * 3_600))).unwrap().is_empty(),
        "unconfirmed never acts"
    );
    mine.confirm(yes, &kit.now).unwrap();
    mine.reject(no, &kit.now).unwrap();
    let yes_row = mine.preference(yes).unwrap().unwrap();
    assert_eq!((yes_row.state, yes_row.provenance), (PreferenceState::Active, Provenance::Confirmed));
    assert!(yes_row.confidence > 0.7);
    assert!(mine.preference(no).unwrap().unwrap().confidence < 0.7);
    let causes =
        |id| mine.confidence_history(id).unwrap().into_iter().map(|step| step.cause).collect::<Vec<_>>();
    assert_eq!(causes(yes), [ConfidenceCause::Created, ConfidenceCause::Confirmed]);
    assert_eq!(causes(no), [ConfidenceCause::Created, ConfidenceCause::Rejected]);
    assert_eq!(mine.active_for(&at(&monaco(MONDAY_MORNING + 10 * 3_600))).unwrap().len(), 1);
    healthy(&kit);
}

#[test]
fn a_rejected_pattern_is_not_proposed_again() {
    let kit = store();
    let mine = kit.mine();
    let new = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &[], None, &kit.now).unwrap() else { panic!("new") };
    mine.reject(id, &kit.now).unwrap();
    assert_eq!(mine.propose(&new, &[], None, &kit.now).unwrap(), Proposal::Rejected(id));
    let worded_otherwise = NewPreference { content: "傍晚喜欢江边".into(), ..new.clone() };
    assert_eq!(mine.propose(&worded_otherwise, &[], None, &kit.now).unwrap(), Proposal::Rejected(id));
    let other_time = NewPreference { scope: Scope::default(), ..new };
    assert!(matches!(mine.propose(&other_time, &[], None, &kit.now).unwrap(), Proposal::New(_)));
}

#[test]
fn a_rejected_corridor_is_known_again_when_it_is_cut_differently() {
    let kit = store();
    let mine = kit.mine();
    let section = |from: i64, to: i64| Target::Section {
        label: "江滨路".into(),
        edges: (from..to).map(|n| domain::EdgeKey { way: n, tail: n, head: n + 1 }).collect(),
    };
    let new = habit("走江滨路", section(0, 20), evening());
    let Proposal::New(id) = mine.propose(&new, &[], None, &kit.now).unwrap() else { panic!("new") };
    mine.reject(id, &kit.now).unwrap();
    let check = |from, to, expected: Option<Proposal>| {
        let again =
            mine.propose(&habit("走江滨路", section(from, to), evening()), &[], None, &kit.now).unwrap();
        match expected {
            Some(expected) => assert_eq!(again, expected, "{from}..{to}"),
            None => assert!(matches!(again, Proposal::New(_)), "{from}..{to}"),
        }
    };
    check(2, 19, Some(Proposal::Rejected(id)));
    check(-5, 16, Some(Proposal::Rejected(id)));
    check(100, 120, None);
    let plan = mine.erase_preview(&[domain::MemoryRef::Preference(id)], false).unwrap();
    mine.erase(&plan, &kit.now).unwrap();
    check(2, 19, Some(Proposal::Forgotten));
}

#[test]
fn x9_a_candidate_is_not_usable_and_the_second_sight_proposes_it() {
    let kit = store();
    let mine = kit.mine();
    let proposed = habit("走江滨路", feature("waterside"), evening());
    let once = NewPreference { state: PreferenceState::Candidate, confidence: 0.35, ..proposed.clone() };
    let Proposal::New(id) = mine.propose(&once, &[], None, &kit.now).unwrap() else { panic!("new") };
    assert!(mine.proposed().unwrap().is_empty());
    assert_eq!(mine.propose(&proposed, &[], None, &kit.now).unwrap(), Proposal::Known(id));
    assert_eq!(mine.preference(id).unwrap().unwrap().state, PreferenceState::Proposed);
    let acting = NewPreference { state: PreferenceState::Active, ..proposed };
    assert!(matches!(mine.propose(&acting, &[], None, &kit.now), Err(StoreError::NeedsPerson)));
}

#[test]
fn f_8_imported_text_does_not_act_by_itself() {
    let kit = store();
    let mine = kit.mine();
    for provenance in [Provenance::Imported, Provenance::Inferred] {
        let new =
            NewPreference { provenance, ..preference("走高速", feature("motorway"), Strength::Prefer) };
        assert!(matches!(mine.add_preference(&new, None, &kit.now), Err(StoreError::NeedsPerson)));
        let waiting = NewPreference { state: PreferenceState::Proposed, ..new };
        mine.add_preference(&waiting, None, &kit.now).unwrap();
    }
    assert!(mine.active_for(&at(&kit.now)).unwrap().is_empty());
}

#[test]
fn f_7_the_machine_does_not_change_what_a_person_wrote_or_edited() {
    let kit = store();
    let mine = kit.mine();
    let stated = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    let Proposal::New(edited) =
        mine.propose(&habit("走江滨路", feature("waterside"), evening()), &[], None, &kit.now).unwrap()
    else {
        panic!("new")
    };
    let words =
        PreferenceEdit { content: Some("傍晚沿河走，风景好".into()), ..PreferenceEdit::default() };
    mine.edit_preference(edited, &words, None, &kit.now).unwrap();
    let before = mine.preferences().unwrap();
    for id in [stated, edited] {
        assert!(matches!(mine.withdraw(id), Err(StoreError::WrittenByPerson)));
        mine.contradict(id, &[], &kit.now).unwrap();
        mine.add_evidence(id, &[], &kit.now).unwrap();
    }
    mine.propose(&habit("机器写的", feature("waterside"), evening()), &[], None, &kit.now).unwrap();
    assert_eq!(mine.preferences().unwrap(), before);
}

#[test]
fn saying_the_same_a_hundred_times_is_one_row() {
    let kit = store();
    let first = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    for n in 1..100 {
        let new = preference(" 别走高架 ", feature("elevated"), Strength::Avoid);
        let later = monaco(MONDAY_MORNING + n * 60);
        assert_eq!(kit.mine().add_preference(&new, None, &later).unwrap(), first);
    }
    let rows = kit.mine().preferences().unwrap();
    assert_eq!(rows.len(), 1);
    assert_eq!(rows.first().unwrap().last_confirmed, Timestamp(MONDAY_MORNING + 99 * 60), "reinforced");
}

#[test]
fn the_newer_statement_about_the_same_thing_is_the_one_in_force() {
    let kit = store();
    let mine = kit.mine();
    let hate = kit.stated("别走隧道", feature("tunnel"), Strength::Avoid).unwrap();
    let other = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    let love = kit.stated("走隧道", feature("tunnel"), Strength::Prefer).unwrap();
    let acting = || {
        let mut ids: Vec<_> = mine.active_for(&at(&kit.now)).unwrap().iter().map(|row| row.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(acting(), [other, love]);
    assert_eq!(mine.superseded_by(hate).unwrap(), Some(love));
    assert!(
        mine.preference(hate).unwrap().unwrap().validity.valid_to.is_some(),
        "it ended, and stays readable"
    );
    let deletion = mine.delete(&[domain::MemoryRef::Preference(love)], &kit.now).unwrap();
    assert_eq!(acting(), [hate, other], "as in a store that never saw the newer one");
    mine.undo(deletion.id, &kit.now).unwrap();
    assert_eq!(acting(), [other, love]);
    assert!(
        matches!(mine.supersede(other, love, &kit.now), Err(StoreError::OutOfRange(_))),
        "another subject"
    );
    let reopened = Validity { valid_from: kit.now.at, valid_to: None };
    let edit = PreferenceEdit { validity: Some(reopened), ..PreferenceEdit::default() };
    mine.edit_preference(hate, &edit, None, &kit.now).unwrap();
    assert_eq!(acting(), [hate, other, love]);
    healthy(&kit);
}

#[test]
fn s0_13_every_facet_of_the_situation_decides() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let scope = Scope {
        bucket: Some(TimeBucket::Evening),
        days: Some(domain::DayKind::Workday),
        weather: Some(Weather::Rain),
        from: Some(office),
        to: Some(home),
        ..Scope::default()
    };
    let new = NewPreference {
        scope,
        ..preference("雨天傍晚走滨河路", feature("waterside"), Strength::Prefer)
    };
    mine.add_preference(&new, None, &kit.now).unwrap();
    let fits = domain::Situation {
        depart: monaco(MONDAY_MORNING + 10 * 3_600),
        weather: Some(Weather::Rain),
        from: Some(office),
        to: Some(home),
    };
    let check = |what: &str, situation: &domain::Situation, expected: usize| {
        assert_eq!(mine.active_for(situation).unwrap().len(), expected, "{what}");
        let held = mine.preferences().unwrap().iter().filter(|row| row.scope.holds_in(situation)).count();
        assert_eq!(held, expected, "the rule in words and the rule in SQL differ: {what}");
    };
    check("fits", &fits, 1);
    check("morning", &domain::Situation { depart: monaco(MONDAY_MORNING), ..fits.clone() }, 0);
    check(
        "Saturday",
        &domain::Situation { depart: monaco(MONDAY_MORNING + 5 * 86_400 + 36_000), ..fits.clone() },
        0,
    );
    check("dry", &domain::Situation { weather: Some(Weather::Clear), ..fits.clone() }, 0);
    check("weather unknown", &domain::Situation { weather: None, ..fits.clone() }, 0);
    check("from elsewhere", &domain::Situation { from: None, ..fits.clone() }, 0);
    check("to elsewhere", &domain::Situation { to: Some(office), ..fits.clone() }, 0);
}

#[test]
fn what_is_not_yet_or_no_longer_valid_does_not_act() {
    let kit = store();
    let new = NewPreference {
        validity: Some(Validity {
            valid_from: Timestamp(MONDAY_MORNING),
            valid_to: Some(Timestamp(MONDAY_MORNING + 60)),
        }),
        ..preference("这周别走高架", feature("elevated"), Strength::Avoid)
    };
    kit.mine().add_preference(&new, None, &kit.now).unwrap();
    let acts = |seconds: i64| kit.mine().active_for(&at(&monaco(MONDAY_MORNING + seconds))).unwrap().len();
    assert_eq!((acts(-1), acts(0), acts(59), acts(60)), (0, 1, 1, 0));
}

#[test]
fn s0_20_wording_and_vector_are_written_together_and_an_edit_leaves_no_old_vector() {
    let kit = store();
    let mine = kit.mine();
    let model = kit.vector("x").model;
    let id = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    assert!(mine.stale_embeddings(&model, 10).unwrap().is_empty());
    let edit = PreferenceEdit { content: Some("尽量别走高架".into()), ..PreferenceEdit::default() };
    mine.edit_preference(id, &edit, None, &kit.now).unwrap();
    assert_eq!(mine.stale_embeddings(&model, 10).unwrap(), [(id, "尽量别走高架".to_owned())]);
    healthy(&kit);
    assert!(
        !mine.set_embedding(id, "别走高架", &kit.vector("别走高架")).unwrap(),
        "made from an older wording"
    );
    assert!(mine.set_embedding(id, "尽量别走高架", &kit.vector("尽量别走高架")).unwrap());
    assert!(mine.stale_embeddings(&model, 10).unwrap().is_empty());
    assert_eq!(mine.stale_embeddings("another model", 10).unwrap().len(), 1);
    healthy(&kit);
}

#[test]
fn a_vector_that_cannot_be_stored_leaves_no_row() {
    let kit = store();
    let new = preference("别走高架", feature("elevated"), Strength::Avoid);
    for vector in [vec![], vec![0.0; 8], vec![f32::NAN; 8]] {
        let broken = memory::Embedding { model: "broken".into(), vector };
        let answer = kit.mine().add_preference(&new, Some(&broken), &kit.now);
        assert!(matches!(answer, Err(StoreError::WrongVector)));
    }
    assert!(kit.mine().preferences().unwrap().is_empty());
    healthy(&kit);
}

fn triangle() -> domain::Ring {
    let corner = |lon, lat| domain::LonLat { lon, lat };
    domain::Ring::new(&[corner(7.412_345_6, 43.734_567_8), corner(7.42, 43.74), corner(7.43, 43.73)]).unwrap()
}

#[test]
fn targets_of_every_kind_come_back_as_they_were() {
    let kit = store();
    let check = |target: Target| {
        let id = kit.stated("一句话", target.clone(), Strength::Never).unwrap();
        assert_eq!(kit.mine().preference(id).unwrap().unwrap().target, target);
    };
    domain::RoadFeature::ALL.into_iter().for_each(|feature| check(Target::Feature(feature)));
    check(Target::Road("A 8".into()));
    let edges = vec![
        domain::EdgeKey { way: 1, tail: -2, head: 3 },
        domain::EdgeKey { way: i64::MAX, tail: 0, head: 9 },
    ];
    check(Target::Section { label: "「江滨」\"路\"".into(), edges });
    check(Target::Area { label: "学校\"周围\"".into(), ring: triangle() });
    let redrawn = Target::Area { label: String::new(), ring: triangle() };
    let id = kit.stated("又一句", redrawn, Strength::Never).unwrap();
    let live = kit.mine().active_for(&at(&kit.now)).unwrap();
    assert_eq!(
        live.iter().filter(|p| matches!(p.target, Target::Area { .. })).count(),
        1,
        "one outline, one word"
    );
    assert!(live.iter().any(|preference| preference.id == id));
    healthy(&kit);
}

#[test]
fn s0_38_behaviour_makes_it_fresh_again() {
    let kit: TestStore = store();
    let id = kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    let later = Timestamp(MONDAY_MORNING + 40 * 86_400);
    kit.mine().reinforce(id, later).unwrap();
    kit.mine().reinforce(id, Timestamp(MONDAY_MORNING)).unwrap();
    assert_eq!(
        kit.mine().preference(id).unwrap().unwrap().last_confirmed,
        later,
        "an older sight does not age it"
    );
}

#[test]
fn s0_06_of_very_many_that_fit_the_most_specific_and_newest_act() {
    let kit = store();
    let mine = kit.mine();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let later = |minutes: i64| monaco(MONDAY_MORNING + minutes * 60);
    let mut expected = Vec::new();
    // Every third is bound to the way to the office; what is bound comes first, then what is newest.
    for n in 0..90 {
        let scope =
            if n % 3 == 0 { Scope { to: Some(office), ..Scope::default() } } else { Scope::default() };
        let target = domain::Target::Road(format!("路{n}"));
        let new =
            NewPreference { scope, ..preference(&format!("别走第{n}条路"), target, Strength::Avoid) };
        expected.push((n % 3 == 0, n, mine.add_preference(&new, None, &later(n)).unwrap()));
    }
    expected.sort_by_key(|(bound, n, _)| std::cmp::Reverse((*bound, *n)));
    let expected: Vec<_> = expected.into_iter().map(|(.., id)| id).take(memory::MAX_K).collect();
    let situation = domain::Situation { to: Some(office), ..at(&later(100)) };
    let acting: Vec<_> = mine.active_for(&situation).unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(acting, expected);
    assert_eq!(mine.active_for(&at(&later(100))).unwrap().len(), memory::MAX_K);
    assert!(mine.proposed_for(&situation).unwrap().is_empty() && mine.has_preferences().unwrap());
}

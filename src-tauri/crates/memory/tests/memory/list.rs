use domain::{MemoryRef, PreferenceState, Provenance, Strength, Target};
use memory::{ListQuery, MemoryKind, PreferenceEdit, Proposal, Sort, Use, UseState};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, drive, habit},
};

use crate::{evening, feature, store};

fn filled() -> TestStore {
    let kit = store();
    kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    kit.place("Fontvieille Gym", "gym", 7.4150, 43.7290).unwrap();
    kit.stated("别走高架", feature("elevated"), Strength::Avoid).unwrap();
    kit.stated("去公司走 Basse Corniche", Target::Road("Basse Corniche".into()), Strength::Prefer).unwrap();
    let mine = kit.mine();
    mine.propose(&habit("傍晚走江滨路", feature("waterside"), evening()), &[], None, &kit.now).unwrap();
    let mut trip = drive(0, "b", "a");
    trip.via_roads = vec!["Moyenne Corniche".into(), "江滨路".into()];
    trip.note = "接孩子".into();
    mine.record_trip(&trip, &kit.now).unwrap();
    kit
}

fn titles(kit: &TestStore, query: &ListQuery) -> Vec<String> {
    kit.mine().list(query).unwrap().rows.into_iter().map(|row| row.title).collect()
}

#[test]
fn s0_08_two_character_words_and_beginnings_of_words_are_found() {
    let kit = filled();
    let check = |text: &str, found: usize| {
        let query = ListQuery { text: text.into(), ..ListQuery::default() };
        let page = kit.mine().list(&query).unwrap();
        assert_eq!((page.total, page.rows.len()), (found, found), "{text}: {:?}", titles(&kit, &query));
    };
    check("", 6);
    check("高架", 1);
    check("公司", 2);
    check("江滨", 2);
    check("corn", 2);
    check("CORNICHE moyenne", 1);
    check("Ｃｏｒｎｉｃｈｅ", 2);
    check("孩子", 1);
    check("架高", 0);
    check("公司 高架", 0);
    check("\"; DROP TABLE places; --", 0);
    check("AND OR NOT *", 0);
}

#[test]
fn facets_filter_and_their_counts_add_up() {
    let kit = filled();
    let page = kit.mine().list(&ListQuery::default()).unwrap();
    let kinds =
        [(MemoryKind::Place, 2), (MemoryKind::Preference, 2), (MemoryKind::Habit, 1), (MemoryKind::Trip, 1)];
    assert_eq!(page.facets.kinds[..4], kinds);
    assert!(page.facets.kinds[4..].iter().all(|(_, count)| *count == 0));
    assert_eq!(page.facets.unconfirmed, 1);
    assert_eq!(page.facets.provenance.iter().map(|(_, n)| n).sum::<usize>(), 6);
    for (kind, count) in kinds {
        let query = ListQuery { kinds: vec![kind], ..ListQuery::default() };
        assert_eq!(kit.mine().list(&query).unwrap().total, count);
    }
    let check = |query: ListQuery, found: usize| {
        assert_eq!(kit.mine().list(&query).unwrap().total, found, "{query:?}");
    };
    check(ListQuery { unconfirmed_only: true, ..ListQuery::default() }, 1);
    check(ListQuery { max_confidence: Some(0.7), ..ListQuery::default() }, 1);
    check(ListQuery { min_confidence: Some(0.71), ..ListQuery::default() }, 5);
    check(ListQuery { provenance: vec![Provenance::Inferred], ..ListQuery::default() }, 1);
    check(ListQuery { states: vec![PreferenceState::Proposed], ..ListQuery::default() }, 1);
    check(ListQuery { text: "江滨".into(), kinds: vec![MemoryKind::Trip], ..ListQuery::default() }, 1);
    check(ListQuery { deleted: true, ..ListQuery::default() }, 0);
}

#[test]
fn pages_cover_everything_once_in_every_order() {
    let kit = filled();
    for sort in [Sort::Newest, Sort::Oldest, Sort::Confidence, Sort::LastUsed, Sort::Uses, Sort::Title] {
        let whole = kit.mine().list(&ListQuery { sort, ..ListQuery::default() }).unwrap().rows;
        let mut pages = Vec::new();
        for offset in (0..8).step_by(2) {
            let query = ListQuery { sort, offset, limit: 2, ..ListQuery::default() };
            let page = kit.mine().list(&query).unwrap();
            assert_eq!(page.total, 6);
            pages.extend(page.rows);
        }
        assert_eq!(pages, whole, "{sort:?}");
    }
    let by_title = titles(&kit, &ListQuery { sort: Sort::Title, ..ListQuery::default() });
    assert_eq!(by_title.first().map(String::as_str), Some("Fontvieille Gym"));
}

#[test]
fn s0_51_every_row_states_its_origin_and_its_use() {
    let kit = filled();
    let mine = kit.mine();
    let id = kit.stated("别走隧道", feature("tunnel"), Strength::Avoid).unwrap();
    let memory = MemoryRef::Preference(id);
    let used = |state, driven, minute: i64| Use {
        memory,
        at: monaco(MONDAY_MORNING + minute * 60),
        state,
        delta_s: 42.0,
        delta_m: -300.0,
        driven,
    };
    let uses = [
        used(UseState::Decisive, false, 1),
        used(UseState::Retrieved, true, 2),
        used(UseState::Decisive, true, 3),
    ];
    mine.note_uses(&uses).unwrap();
    mine.note_uses(&[Use {
        memory: MemoryRef::Preference(domain::PreferenceId(999)),
        ..used(UseState::Applied, true, 4)
    }])
    .unwrap();
    let detail = mine.show(memory).unwrap();
    assert_eq!(detail.row.provenance, Provenance::Stated);
    assert_eq!(detail.uses.len(), 3);
    assert_eq!(detail.uses.first().unwrap(), &uses[2], "newest first");
    assert_eq!(detail.row.uses, 1, "only applied and driven counts (X3)");
    assert_eq!(detail.row.last_used, Some(uses[2].at.at));
    assert_eq!(detail.confidence.len(), 1);
    let edit = PreferenceEdit { content: Some("尽量别走隧道".into()), ..PreferenceEdit::default() };
    mine.edit_preference(id, &edit, None, &kit.now).unwrap();
    let detail = mine.show(memory).unwrap();
    assert!(detail.row.user_edited);
    assert_eq!(detail.row.title, "尽量别走隧道");
}

#[test]
fn what_depends_on_a_memory_is_shown_with_it() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let drives: Vec<_> = (0..2).map(|day| kit.deviated(day, home, office, "江滨路").unwrap()).collect();
    let seen: Vec<_> = drives.iter().map(|drive| drive.observation.unwrap()).collect();
    let scope = domain::Scope { to: Some(office), ..evening() };
    let Proposal::New(id) =
        mine.propose(&habit("走江滨路", feature("waterside"), scope), &seen, None, &kit.now).unwrap()
    else {
        panic!("new")
    };
    let habit = MemoryRef::Preference(id);
    assert_eq!(mine.show(MemoryRef::Place(office)).unwrap().dependents, [habit]);
    assert_eq!(mine.show(MemoryRef::Place(home)).unwrap().dependents, []);
    for drive in &drives {
        assert_eq!(mine.show(MemoryRef::Trip(drive.trip)).unwrap().dependents, [habit]);
    }
    let detail = mine.show(habit).unwrap();
    assert_eq!((detail.evidence.len(), detail.row.evidence), (2, 2));
}

use domain::{MemoryRef, Strength};
use memory::{ListQuery, NewPreference, Proposal, RecallAsk, Sort, StoreError};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, drive, habit, preference},
};

use crate::{at, evening, feature, healthy, store};

/// One memory of each kind, all with the word 江滨.
fn filled(kit: &TestStore) -> [MemoryRef; 3] {
    let place = kit.place("江滨别墅", "home", 7.4035, 43.7243).unwrap();
    let rule = kit.stated("走江滨路", feature("waterside"), Strength::Prefer).unwrap();
    let mut trip = drive(0, "b", "a");
    trip.start_place = Some(place);
    trip.end_place = Some(place);
    trip.via_roads = vec!["江滨路".into()];
    trip.observed = Some(domain::ObservationKind::Deviated(testkit::store::deviation("江滨路")));
    let trip = kit.mine().record_trip(&trip, &kit.now).unwrap().trip;
    [MemoryRef::Place(place), MemoryRef::Preference(rule), MemoryRef::Trip(trip)]
}

/// Every public way to read, as one text: what is deleted must be in none of them.
fn everything_readable(kit: &TestStore) -> String {
    let mine = kit.mine();
    let situation = at(&monaco(MONDAY_MORNING + 10 * 3_600));
    let mut out = String::new();
    let mut add = |what: &dyn std::fmt::Debug| out.push_str(&format!("{what:?}\n"));
    let memories: Vec<MemoryRef> = (1..9)
        .flat_map(|n| {
            [
                MemoryRef::Place(domain::PlaceId(n)),
                MemoryRef::Preference(domain::PreferenceId(n)),
                MemoryRef::Trip(domain::TripId(n)),
            ]
        })
        .collect();
    add(&mine.places().unwrap());
    add(&mine.preferences().unwrap());
    add(&mine.proposed().unwrap());
    add(&mine.active_for(&situation).unwrap());
    add(&mine.trips(0).unwrap());
    for memory in memories {
        add(&mine.show(memory).ok());
        match memory {
            MemoryRef::Place(id) => {
                add(&mine.place(id).unwrap());
                add(&mine.trips_between(id, id, None).unwrap());
                add(&mine.observations_between(id, id, 99).unwrap());
            }
            MemoryRef::Preference(id) => {
                add(&mine.preference(id).unwrap());
                add(&mine.evidence_of(id).unwrap());
                add(&mine.confidence_history(id).ok());
                add(&mine.superseded_by(id).unwrap());
            }
            MemoryRef::Trip(id) => {
                add(&mine.trip(id).unwrap());
                add(&mine.observations_of(id).unwrap());
            }
            MemoryRef::Statement(_) | MemoryRef::Observation(_) => {}
        }
    }
    let new = drive(0, "b", "a");
    add(&mine.observations_near(new.start, new.end, 500.0, 99).unwrap());
    add(&mine.find_place("江滨别墅").unwrap());
    add(&mine.find_place("home").unwrap());
    add(&mine.suggest_places("江滨", 9).unwrap());
    for text in ["", "江滨", "江滨路", "别墅"] {
        let page = mine.list(&ListQuery { text: text.into(), ..ListQuery::default() }).unwrap();
        add(&page.rows);
        assert_eq!(page.facets.kinds.iter().map(|(_, n)| n).sum::<usize>(), page.rows.len(), "counts too");
        for embedding in [None, Some(kit.vector("走江滨路"))] {
            let query =
                RecallAsk { embedding, max_distance: Some(2.0), ..RecallAsk::plain(text, situation.clone()) };
            add(&mine.recall(&query).unwrap().kept);
        }
    }
    add(&mine.stale_embeddings("another", 99).unwrap());
    out
}

#[test]
fn f_2_from_the_moment_of_delete_no_read_path_yields_it() {
    let kit = store();
    let memories = filled(&kit);
    let before = everything_readable(&kit);
    assert!(before.matches("江滨").count() > 20, "the probe sees it while it is there");
    let deletion = kit.mine().delete(&memories, &kit.now).unwrap();
    let after = everything_readable(&kit);
    assert!(!after.contains("江滨"), "{after}");
    assert!(!after.contains("7.4035"), "{after}");
    healthy(&kit);
    kit.mine().undo(deletion.id, &kit.now).unwrap();
    assert_eq!(everything_readable(&kit), before, "undoing brings all of it back");
    healthy(&kit);
}

#[test]
fn f_1_a_delete_can_be_undone_whole_one_by_one_and_newest_first() {
    let kit = store();
    let [place, rule, trip] = filled(&kit);
    let mine = kit.mine();
    let live = || mine.list(&ListQuery::default()).unwrap().total;
    let gone = || mine.list(&ListQuery { deleted: true, ..ListQuery::default() }).unwrap();
    mine.delete(&[place, rule], &kit.now).unwrap();
    let second = mine.delete(&[trip], &kit.now).unwrap();
    assert_eq!((live(), gone().total), (0, 3));
    assert!(gone().rows.iter().all(|row| row.deleted == Some(kit.now.at)));
    let found = mine.list(&ListQuery {
        deleted: true,
        text: "别墅".into(),
        sort: Sort::Title,
        ..ListQuery::default()
    });
    assert_eq!(found.unwrap().total, 1, "the recently deleted can be searched");
    assert_eq!(mine.undo_last(&kit.now).unwrap().unwrap().id, second.id);
    mine.restore(&[rule], &kit.now).unwrap();
    assert_eq!((live(), gone().total), (2, 1));
    assert!(matches!(mine.restore(&[rule], &kit.now), Err(StoreError::NoSuchMemory)));
    assert!(matches!(mine.undo(second.id, &kit.now), Err(StoreError::NoSuchMemory)));
    assert_eq!(mine.undo_last(&kit.now).unwrap().unwrap().memories, [place]);
    assert_eq!(mine.undo_last(&kit.now).unwrap(), None);
    assert_eq!((live(), gone().total), (3, 0));
    assert!(matches!(mine.delete(&[], &kit.now), Err(StoreError::NoSuchMemory)));
    healthy(&kit);
}

#[test]
fn f_1_a_delete_survives_quitting_and_so_does_its_undo() {
    let folder = tempfile::tempdir().unwrap();
    let (memories, deletion) = {
        let kit = TestStore::in_folder(folder.path()).unwrap();
        let memories = filled(&kit);
        let deletion = kit.mine().delete(&memories, &kit.now).unwrap();
        (memories, deletion)
    };
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(kit.mine().list(&ListQuery::default()).unwrap().total, 0);
    assert_eq!(kit.mine().deletions().unwrap(), std::slice::from_ref(&deletion));
    kit.mine().undo(deletion.id, &kit.now).unwrap();
    assert_eq!(kit.mine().list(&ListQuery::default()).unwrap().total, memories.len());
    healthy(&kit);
}

#[test]
fn what_is_bound_to_a_deleted_place_goes_and_comes_back_with_it() {
    let kit = store();
    let mine = kit.mine();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let scope = domain::Scope { to: Some(office), ..domain::Scope::default() };
    let new =
        NewPreference { scope, ..preference("去公司别走高架", feature("elevated"), Strength::Avoid) };
    let rule = mine.add_preference(&new, Some(&kit.vector("去公司别走高架")), &kit.now).unwrap();
    let deletion = mine.delete(&[MemoryRef::Place(office)], &kit.now).unwrap();
    assert_eq!(deletion.also, [MemoryRef::Preference(rule)]);
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 0);
    mine.undo(deletion.id, &kit.now).unwrap();
    assert_eq!(mine.preference(rule).unwrap().unwrap().scope.to, Some(office));
    healthy(&kit);
}

#[test]
fn f_5_what_lies_in_recently_deleted_is_not_learned_or_imported_again() {
    let kit = store();
    let mine = kit.mine();
    let new = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &[], None, &kit.now).unwrap() else { panic!("new") };
    let trip = mine.record_trip(&drive(0, "b", "a"), &kit.now).unwrap().trip;
    mine.delete(&[MemoryRef::Preference(id), MemoryRef::Trip(trip)], &kit.now).unwrap();
    assert_eq!(mine.propose(&new, &[], None, &kit.now).unwrap(), Proposal::Forgotten);
    assert!(matches!(mine.record_trip(&drive(0, "b", "a"), &kit.now), Err(StoreError::Forgotten)));
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 0);
}

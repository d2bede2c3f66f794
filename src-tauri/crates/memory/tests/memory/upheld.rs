//! What a machine concluded is there exactly as long as enough of what it rests on is there.

use domain::{
    MemoryRef, Moment, ObservationId, PreferenceState, Provenance, StatementId, StatementState,
    StatementType, StreamSource, Validity,
};
use extract::{NewNoticed, NewStatement};
use memory::{Added, Effect, Proposal, Reflection, ReflectionCause, StatementQuery, StoreError};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, fact, habit, key, said},
};

use crate::{evening, feature, healthy, store};

fn at(hour: i64) -> Moment {
    monaco(MONDAY_MORNING + hour * 3_600)
}

fn dial(kit: &TestStore, hour: i64) -> ObservationId {
    let new = NewNoticed {
        source: StreamSource::Action,
        kind: "set".to_owned(),
        key: Some(key("me", "dial")),
        value: "low".to_owned(),
        ..said("", &at(hour))
    };
    kit.mine().notice(&clean(new)).unwrap()
}

/// Concludes the same from these; what is there already is strengthened.
fn conclude(kit: &TestStore, seen: &[ObservationId], hour: i64) -> Option<StatementId> {
    let new = NewStatement {
        kind: StatementType::Insight,
        provenance: Provenance::Inferred,
        state: StatementState::Pending,
        confidence: 0.8,
        ..fact("turns the dial low", "insight:dial", "low", &at(hour))
    };
    let run = Reflection {
        at: at(hour),
        cause: ReflectionCause::Asked,
        processed: 1,
        importance_sum: 0.0,
        cursor: seen[0],
        made: 1,
    };
    kit.mine().reflect(&run, &[(clean(new), seen.to_vec(), None)]).unwrap()[0]
}

fn hide(kit: &TestStore, seen: ObservationId, hour: i64) -> memory::DeletionId {
    kit.mine().delete(&[MemoryRef::Observation(seen)], &at(hour)).unwrap().id
}

fn stands(kit: &TestStore, id: StatementId) -> Option<(StatementState, f64)> {
    kit.mine().statement(id).unwrap().map(|row| (row.state, row.confidence))
}

#[test]
fn f_6_an_insight_comes_and_goes_with_its_evidence_in_whatever_order_that_is_deleted_and_taken_back() {
    let kit = store();
    let seen: Vec<_> = (0..2).map(|n| dial(&kit, n)).collect();
    let id = conclude(&kit, &seen, 10).unwrap();
    let (first, second) = (hide(&kit, seen[0], 20), hide(&kit, seen[1], 21));
    assert_eq!(stands(&kit, id), None);
    // It lay with the first; what is left of it lies in the second.
    kit.mine().undo(first, &at(22)).unwrap();
    assert_eq!(stands(&kit, id), None, "one piece is no insight");
    kit.mine().undo(second, &at(23)).unwrap();
    assert_eq!(stands(&kit, id), Some((StatementState::Pending, 0.8)));
    // Deleted with its evidence, it is no person's no: new evidence brings it back.
    let first = hide(&kit, seen[0], 30);
    let third = dial(&kit, 31);
    assert_eq!(conclude(&kit, &[seen[1], third], 40), Some(id));
    assert_eq!(stands(&kit, id), Some((StatementState::Pending, 0.8)));
    kit.mine().undo(first, &at(41)).unwrap();
    assert_eq!(stands(&kit, id), Some((StatementState::Active, 1.0)), "the third came later and verifies");
    // The insight itself deleted is a person's no.
    kit.mine().delete(&[MemoryRef::Statement(id)], &at(50)).unwrap();
    assert_eq!(conclude(&kit, &[seen[0], third, dial(&kit, 51)], 52), None);
    healthy(&kit);
}

#[test]
fn f_6_erasing_one_piece_keeps_what_another_one_in_recently_deleted_may_bring_back() {
    let kit = store();
    let seen: Vec<_> = (0..3).map(|n| dial(&kit, n)).collect();
    let id = conclude(&kit, &seen, 10).unwrap();
    let deletion = hide(&kit, seen[0], 20);
    let plan = kit.mine().erase_preview(&[MemoryRef::Observation(seen[1])], false).unwrap();
    assert!(plan.derived.contains(&(MemoryRef::Statement(id), Effect::Hidden)), "{:?}", plan.derived);
    kit.mine().erase(&plan, &at(21)).unwrap();
    assert_eq!(stands(&kit, id), None);
    kit.mine().undo(deletion, &at(22)).unwrap();
    assert_eq!(stands(&kit, id), Some((StatementState::Pending, 0.8)));
    let plan = kit.mine().erase_preview(&[MemoryRef::Observation(seen[0])], false).unwrap();
    assert!(plan.derived.contains(&(MemoryRef::Statement(id), Effect::Removed)), "{:?}", plan.derived);
    kit.mine().erase(&plan, &at(23)).unwrap();
    assert!(!kit.mine().deletions().unwrap().iter().any(|one| one.also.contains(&MemoryRef::Statement(id))));
    healthy(&kit);
}

#[test]
fn f_6_a_habit_comes_and_goes_with_its_drives() {
    let kit = store();
    let home = kit.place("家", "home", 7.40, 43.72).unwrap();
    let work = kit.place("公司", "work", 7.47, 43.75).unwrap();
    let drives: Vec<_> = (0..3).map(|day| kit.deviated(day, home, work, "江滨路").unwrap()).collect();
    let seen: Vec<_> = drives.iter().filter_map(|drive| drive.observation).collect();
    let new = habit("走江滨路", feature("waterside"), evening());
    let propose = |seen: &[ObservationId]| kit.mine().propose(&new, seen, None, &kit.now).unwrap();
    let Proposal::New(id) = propose(&seen[..2]) else { panic!() };
    let state = || kit.mine().preference(id).unwrap().map(|row| row.state);
    let first = kit.mine().delete(&[MemoryRef::Trip(drives[0].trip)], &kit.now).unwrap();
    assert_eq!(state(), Some(PreferenceState::Candidate));
    let plan = kit.mine().erase_preview(&[MemoryRef::Trip(drives[1].trip)], false).unwrap();
    assert!(plan.derived.contains(&(MemoryRef::Preference(id), Effect::Hidden)), "{:?}", plan.derived);
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert_eq!(state(), None);
    // Another drive of the same kind: it is there again, as a candidate of one.
    assert_eq!(propose(&seen[2..]), Proposal::Known(id));
    assert_eq!(state(), Some(PreferenceState::Candidate));
    kit.mine().undo(first.id, &kit.now).unwrap();
    assert_eq!(state(), Some(PreferenceState::Proposed));
    // The habit itself deleted is a person's no.
    kit.mine().delete(&[MemoryRef::Preference(id)], &kit.now).unwrap();
    assert_eq!(propose(&seen[2..]), Proposal::Forgotten);
    healthy(&kit);
}

#[test]
fn f_6_a_no_that_is_deleted_with_its_drive_takes_no_new_drives_and_goes_with_that_one() {
    let kit = store();
    let home = kit.place("家", "home", 7.40, 43.72).unwrap();
    let work = kit.place("公司", "work", 7.47, 43.75).unwrap();
    let drives: Vec<_> = (0..2).map(|day| kit.deviated(day, home, work, "江滨路").unwrap()).collect();
    let seen: Vec<_> = drives.iter().filter_map(|drive| drive.observation).collect();
    let new = habit("走江滨路", feature("waterside"), evening());
    let propose = |seen: &[ObservationId]| kit.mine().propose(&new, seen, None, &kit.now).unwrap();
    let Proposal::New(id) = propose(&seen[..1]) else { panic!() };
    kit.mine().reject(id, &kit.now).unwrap();
    kit.mine().delete(&[MemoryRef::Trip(drives[0].trip)], &kit.now).unwrap();
    assert_eq!(propose(&seen[1..]), Proposal::Rejected(id));
    let plan = kit.mine().erase_preview(&[MemoryRef::Trip(drives[0].trip)], false).unwrap();
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert!(matches!(propose(&seen[1..]), Proposal::New(_)), "a store that never saw it knows of no such no");
    healthy(&kit);
}

/// Somebody's game, said or read in a file of that hour.
fn game(kit: &TestStore, value: &str, file_of: Option<i64>, hour: i64) -> Result<Added, StoreError> {
    let when = file_of.map_or_else(|| at(hour), at);
    let source = if file_of.is_some() { StreamSource::Import } else { StreamSource::Dialogue };
    let seen = NewNoticed { source, ..said(&format!("plays {value}"), &when) };
    let new = NewStatement {
        provenance: if file_of.is_some() { Provenance::Imported } else { Provenance::Stated },
        validity: Validity { valid_from: when.at, valid_to: None },
        ..fact(&format!("plays {value}"), "game", value, &at(hour))
    };
    let (_, added) = kit.mine().learn(&clean(seen), None, &[(clean(new), None)], &at(hour))?;
    Ok(added[0].unwrap())
}

fn games(kit: &TestStore) -> Vec<(String, StatementState, usize)> {
    let rows = kit.mine().statements(&StatementQuery::default()).unwrap();
    let mut all: Vec<_> = rows
        .into_iter()
        .map(|row| {
            let evidence = kit.mine().grounds(row.id).unwrap().len();
            (row.value, row.state, evidence)
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

fn erase(kit: &TestStore, id: StatementId, hour: i64) {
    let plan = kit.mine().erase_preview(&[MemoryRef::Statement(id)], false).unwrap();
    kit.mine().erase(&plan, &at(hour)).unwrap();
}

#[test]
fn f_6_what_waited_because_of_something_erased_waits_no_more() {
    let kit = store();
    let chess = game(&kit, "chess", None, 10).unwrap().id();
    let Added::Waits(go) = game(&kit, "go", Some(20), 30).unwrap() else { panic!() };
    assert_eq!(kit.mine().questions().unwrap().len(), 1);
    erase(&kit, chess, 40);
    assert_eq!(stands(&kit, go).unwrap().0, StatementState::Active, "nothing is left that it contradicts");
    assert_eq!(kit.mine().questions().unwrap(), []);
    // With another one beside the erased it still waits, because of that.
    let kit = store();
    let chess = game(&kit, "chess", None, 10).unwrap().id();
    game(&kit, "bridge", None, 12).unwrap();
    let Added::Waits(go) = game(&kit, "go", Some(20), 30).unwrap() else { panic!() };
    erase(&kit, chess, 40);
    assert_eq!(stands(&kit, go).unwrap().0, StatementState::Review);
    healthy(&kit);
}

#[test]
fn f_6_what_was_said_again_around_something_erased_is_one_memory_also_in_recently_deleted() {
    let kit = store();
    let first = game(&kit, "chess", None, 10).unwrap().id();
    let go = game(&kit, "go", None, 11).unwrap().id();
    let again = game(&kit, "chess", None, 12).unwrap().id();
    assert_ne!(first, again);
    let both = [MemoryRef::Statement(first), MemoryRef::Statement(again)];
    let deletion = kit.mine().delete(&both, &at(20)).unwrap();
    erase(&kit, go, 21);
    kit.mine().undo(deletion.id, &at(22)).unwrap();
    assert_eq!(games(&kit), [("chess".to_owned(), StatementState::Active, 2)]);
    // What stands between is enough while it can be taken back.
    let kit = store();
    game(&kit, "chess", None, 10).unwrap();
    let go = game(&kit, "go", None, 11).unwrap().id();
    game(&kit, "chess", None, 12).unwrap();
    let deletion = kit.mine().delete(&[MemoryRef::Statement(go)], &at(20)).unwrap();
    kit.mine().undo(deletion.id, &at(21)).unwrap();
    let head = kit.mine().head(&key("me", "game"), at(30).at).unwrap().unwrap();
    assert_eq!(head.value, "chess");
    healthy(&kit);
}

#[test]
fn f_5_the_words_in_which_something_erased_was_said_do_not_come_back_with_a_file_or_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let kept = folder.path().join("kept.db");
    let go = game(&kit, "go", Some(20), 30).unwrap().id();
    kit.store.backup(&kept).unwrap();
    erase(&kit, go, 40);
    assert!(matches!(game(&kit, "go", Some(20), 41), Err(StoreError::Forgotten)));
    assert_eq!(kit.mine().stream(10).unwrap(), [], "what is refused leaves no words either");
    // Said again by the person, and that lost with an older backup: the erased words stay erased.
    game(&kit, "go", None, 42).unwrap();
    let file = kit.store.path().unwrap().to_owned();
    drop(kit);
    memory::Store::restore(&file, &kept, &at(50)).unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert_eq!(kit.mine().stream(10).unwrap(), []);
    assert_eq!(games(&kit), []);
    healthy(&kit);
}

#[test]
fn f_5_a_number_of_something_erased_is_never_given_again_not_even_after_an_empty_backup() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let kept = folder.path().join("kept.db");
    kit.store.backup(&kept).unwrap();
    let go = game(&kit, "go", None, 30).unwrap().id();
    erase(&kit, go, 40);
    let file = kit.store.path().unwrap().to_owned();
    drop(kit);
    memory::Store::restore(&file, &kept, &at(50)).unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    assert!(game(&kit, "chess", None, 60).unwrap().id() > go);
    healthy(&kit);
}

#[test]
fn s2_43_an_entry_read_again_is_the_same_memory() {
    let kit = store();
    let chess = game(&kit, "chess", Some(5), 10).unwrap().id();
    game(&kit, "go", Some(6), 11).unwrap();
    for hour in 12..20 {
        assert_eq!(game(&kit, "chess", Some(5), hour).unwrap(), Added::Reinforced(chess));
    }
    assert_eq!(games(&kit).len(), 2);
    let head = kit.mine().head(&key("me", "game"), at(30).at).unwrap().unwrap();
    assert_eq!(head.value, "go", "a file read again changes nothing");
}

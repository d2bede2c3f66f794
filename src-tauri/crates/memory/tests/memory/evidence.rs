use domain::{MemoryRef, ObservationKind, PreferenceState};
use memory::{ConfidenceCause, NewPreference, Proposal, StoreError, inferred_confidence};
use testkit::store::{deviation, drive, habit};

use crate::{evening, feature, healthy, store};

#[test]
fn s0_21_a_trip_that_was_not_adopted_supports_nothing() {
    let kit = store();
    let mine = kit.mine();
    let mut not_adopted = drive(0, "b", "a");
    not_adopted.preferred = false;
    not_adopted.observed = Some(ObservationKind::Deviated(deviation("江滨路")));
    let trip = mine.record_trip(&not_adopted, &kit.now).unwrap();
    let seen = trip.observation.unwrap();
    let new = habit("走江滨路", feature("waterside"), evening());
    assert!(matches!(mine.propose(&new, &[seen], None, &kit.now), Err(StoreError::NotAdopted)));
    assert!(mine.preferences().unwrap().is_empty(), "nothing of it was written");
    let sourced = NewPreference { source_trip: Some(trip.trip), ..new.clone() };
    assert!(matches!(mine.propose(&sourced, &[], None, &kit.now), Err(StoreError::NotAdopted)));
    let Proposal::New(id) = mine.propose(&new, &[], None, &kit.now).unwrap() else { panic!("new") };
    assert!(matches!(mine.add_evidence(id, &[seen], &kit.now), Err(StoreError::NotAdopted)));
    healthy(&kit);
}

#[test]
fn s0_49_two_trips_make_a_proposal_and_more_make_it_surer() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let seen: Vec<_> =
        (0..4).map(|day| kit.deviated(day, home, office, "江滨路").unwrap().observation.unwrap()).collect();
    let new = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &seen[..2], None, &kit.now).unwrap() else { panic!("new") };
    assert_eq!(mine.evidence_of(id).unwrap().len(), 2);
    let confidence = || mine.preference(id).unwrap().unwrap().confidence;
    assert_eq!(confidence(), 0.7);
    mine.add_evidence(id, &seen[2..3], &kit.now).unwrap();
    assert_eq!(confidence(), inferred_confidence(3, 0));
    mine.add_evidence(id, &seen[2..3], &kit.now).unwrap();
    assert_eq!(mine.evidence_of(id).unwrap().len(), 3, "the same trip counts once");
    mine.contradict(id, &seen[3..], &kit.now).unwrap();
    assert_eq!(confidence(), inferred_confidence(3, 1));
    let causes: Vec<_> = mine.confidence_history(id).unwrap().into_iter().map(|step| step.cause).collect();
    assert_eq!(causes, [ConfidenceCause::Created, ConfidenceCause::Supported, ConfidenceCause::Contradicted]);
}

#[test]
fn confidence_grows_with_support_and_shrinks_with_contradiction() {
    for supporting in 0..50 {
        for contradicting in 0..10 {
            let value = inferred_confidence(supporting, contradicting);
            assert!((0.0..=1.0).contains(&value));
            assert!(value <= inferred_confidence(supporting + 1, contradicting));
            assert!(value >= inferred_confidence(supporting, contradicting + 1));
        }
    }
    assert_eq!(
        (inferred_confidence(0, 0), inferred_confidence(1, 0), inferred_confidence(2, 0)),
        (0.0, 0.35, 0.7)
    );
}

#[test]
fn f_4_deleting_a_trip_weakens_what_it_supports_and_undoing_restores_it() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let drives: Vec<_> = (0..3).map(|day| kit.deviated(day, home, office, "江滨路").unwrap()).collect();
    let seen: Vec<_> = drives.iter().map(|drive| drive.observation.unwrap()).collect();
    let new = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &seen[..2], None, &kit.now).unwrap() else { panic!("new") };
    mine.add_evidence(id, &seen[2..], &kit.now).unwrap();
    let state = || mine.preference(id).unwrap().map(|row| (row.state, row.confidence));
    let full = Some((PreferenceState::Proposed, inferred_confidence(3, 0)));
    assert_eq!(state(), full);
    let trip = |n: usize| MemoryRef::Trip(drives.get(n).unwrap().trip);
    let one = mine.delete(&[trip(0)], &kit.now).unwrap();
    assert_eq!(state(), Some((PreferenceState::Proposed, 0.7)));
    let two = mine.delete(&[trip(1)], &kit.now).unwrap();
    assert_eq!(state(), Some((PreferenceState::Candidate, 0.35)), "one trip is no habit");
    let three = mine.delete(&[trip(2)], &kit.now).unwrap();
    assert_eq!(three.also, [MemoryRef::Preference(id)]);
    assert_eq!(state(), None, "nothing supports it");
    for deletion in [three, two, one] {
        mine.undo(deletion.id, &kit.now).unwrap();
        healthy(&kit);
    }
    assert_eq!(state(), full);
}

#[test]
fn s0_50_driving_the_default_in_between_lowers_a_proposal_and_makes_no_preference() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
    let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
    let seen: Vec<_> =
        (0..2).map(|day| kit.deviated(day, home, office, "江滨路").unwrap().observation.unwrap()).collect();
    let new = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(id) = mine.propose(&new, &seen, None, &kit.now).unwrap() else { panic!("new") };
    let mut back = drive(2, "recommended", "recommended");
    back.observed = Some(ObservationKind::Followed);
    let followed = mine.record_trip(&back, &kit.now).unwrap();
    mine.contradict(id, &[followed.observation.unwrap()], &kit.now).unwrap();
    let row = mine.preference(id).unwrap().unwrap();
    assert!((row.confidence - 0.5).abs() < 1e-9, "0.7 less 0.2");
    assert_eq!(row.state, PreferenceState::Proposed);
    assert_eq!(mine.evidence_of(id).unwrap().len(), 2, "what speaks against it is no support");
    assert_eq!(mine.preferences().unwrap().len(), 1);
    mine.withdraw(id).unwrap();
    assert!(mine.preferences().unwrap().is_empty());
    assert!(
        matches!(mine.propose(&new, &seen, None, &kit.now).unwrap(), Proposal::New(_)),
        "no person said no"
    );
    healthy(&kit);
}

//! What inference concludes stands exactly as long as it is concluded; what a person decided stands.

use domain::{MemoryRef, Moment, PreferenceId, PreferenceState, Scope, Target, TripId};
use memory::{Concluded, Conclusion, ConfidenceCause, NewPreference, PreferenceEdit, Recorded};
use testkit::store::{TestStore, habit};

const DAY: i64 = 86_400;

/// Two places and so many drives between them, a day apart, that left the recommended road.
struct Drives {
    kit: TestStore,
    scope: Scope,
    seen: Vec<Recorded>,
}

fn drives(count: i64) -> Drives {
    let kit = TestStore::in_memory().unwrap();
    let (from, to) =
        (kit.place("公司", "work", 7.40, 43.72).unwrap(), kit.place("家", "home", 7.47, 43.75).unwrap());
    let seen = (0..count).map(|day| kit.deviated(day, from, to, "Moyenne Corniche").unwrap()).collect();
    Drives { kit, scope: Scope { from: Some(from), to: Some(to), ..Scope::default() }, seen }
}

impl Drives {
    fn conclusion(&self, road: &str, supports: &[usize], against: &[usize]) -> Conclusion {
        let of = |index: &[usize]| index.iter().map(|index| self.seen[*index].observation.unwrap()).collect();
        let state = if supports.len() > 1 { PreferenceState::Proposed } else { PreferenceState::Candidate };
        let row = NewPreference {
            state,
            source_trip: supports.first().map(|index| self.seen[*index].trip),
            ..habit(&format!("Prefer {road}"), Target::Road(road.to_owned()), self.scope.clone())
        };
        let at = |days: i64| domain::Timestamp(self.kit.now.at.0 + days * DAY);
        let since = Moment { at: at(2), ..self.kit.now.clone() };
        Conclusion { row, supports: of(supports), against: of(against), since, last: at(3) }
    }

    fn conclude(&self, standing: &[PreferenceId], found: &[Conclusion]) -> Vec<Concluded> {
        let found: Vec<_> = found.iter().map(|one| (one.clone(), None)).collect();
        self.kit.mine().conclude(standing, &found, &self.kit.now).unwrap()
    }

    fn standing(&self) -> Vec<PreferenceId> {
        let trips: Vec<TripId> = self.seen.iter().map(|seen| seen.trip).collect();
        self.kit.mine().resting_on_trips(&trips).unwrap().iter().map(|row| row.id).collect()
    }

    /// What stands: road, state, confidence, trips behind it.
    fn rows(&self) -> Vec<(String, PreferenceState, f64, usize)> {
        let mine = self.kit.mine();
        let rows = mine.preferences().unwrap();
        rows.iter()
            .map(|row| {
                let Target::Road(road) = &row.target else { panic!("{row:?}") };
                let sure = (row.confidence * 1e6).round() / 1e6;
                (road.clone(), row.state, sure, mine.evidence_of(row.id).unwrap().len())
            })
            .collect()
    }
}

#[test]
fn hb14_the_machines_rows_are_exactly_what_was_concluded_last() {
    let drives = drives(4);
    let river = |supports: &[usize], against: &[usize]| drives.conclusion("river", supports, against);
    let check = |found: &[Conclusion], expected: &[(&str, PreferenceState, f64, usize)]| {
        drives.conclude(&drives.standing(), found);
        let rows: Vec<_> = drives.rows();
        let rows: Vec<_> =
            rows.iter().map(|(road, state, sure, n)| (road.as_str(), *state, *sure, *n)).collect();
        assert_eq!(rows, expected);
        assert!(drives.kit.store.doctor().unwrap().problems.is_empty());
    };
    use PreferenceState::{Candidate, Proposed};
    check(&[river(&[0], &[])], &[("river", Candidate, 0.35, 1)]);
    check(&[river(&[0, 1], &[])], &[("river", Proposed, 0.7, 2)]);
    check(&[river(&[0, 1, 2], &[])], &[("river", Proposed, 0.76, 3)]);
    check(&[river(&[0, 1, 2], &[3])], &[("river", Proposed, 0.56, 3)]);
    // A drive less, as after an erasure: as if it had never been.
    check(&[river(&[1, 2], &[])], &[("river", Proposed, 0.7, 2)]);
    check(&[drives.conclusion("hill", &[2, 3], &[])], &[("hill", Proposed, 0.7, 2)]);
    check(&[], &[]);
}

#[test]
fn s0_23_the_history_of_a_confidence_follows_from_the_drives() {
    let drives = drives(4);
    drives.conclude(&[], &[drives.conclusion("river", &[0], &[])]);
    drives.conclude(&drives.standing(), &[drives.conclusion("river", &[0, 1, 3], &[2])]);
    let mine = drives.kit.mine();
    let [row] = mine.preferences().unwrap().try_into().unwrap();
    let history: Vec<_> = mine
        .confidence_history(row.id)
        .unwrap()
        .into_iter()
        .map(|step| ((step.value * 100.0).round() as i64, step.cause))
        .collect();
    use ConfidenceCause::{Contradicted, Created, Supported};
    assert_eq!(history, [(35, Created), (70, Supported), (50, Contradicted), (56, Supported)]);
    assert_eq!(row.created.at.0, drives.kit.now.at.0 + 2 * DAY);
    assert_eq!(row.last_confirmed.0, drives.kit.now.at.0 + 3 * DAY);
}

#[test]
fn hb15_what_a_person_decided_survives_every_recomputation() {
    type Decide = fn(&Drives, PreferenceId);
    let no: Decide = |drives, id| drives.kit.mine().reject(id, &drives.kit.now).unwrap();
    let yes: Decide = |drives, id| drives.kit.mine().confirm(id, &drives.kit.now).unwrap();
    let renamed: Decide = |drives, id| {
        let edit = PreferenceEdit { content: Some("my river".to_owned()), ..PreferenceEdit::default() };
        drives.kit.mine().edit_preference(id, &edit, None, &drives.kit.now).unwrap();
    };
    let deleted: Decide =
        |drives, id| drop(drives.kit.mine().delete(&[MemoryRef::Preference(id)], &drives.kit.now).unwrap());
    let erased: Decide = |drives, id| {
        let mine = drives.kit.mine();
        let plan = mine.erase_preview(&[MemoryRef::Preference(id)], false).unwrap();
        mine.erase(&plan, &drives.kit.now).unwrap();
    };
    // What is left, and what becomes of the same conclusion with one more drive, and of none.
    let cases: [(&str, Decide, Option<PreferenceState>); 5] = [
        ("no", no, Some(PreferenceState::Rejected)),
        ("yes", yes, Some(PreferenceState::Active)),
        ("renamed", renamed, Some(PreferenceState::Proposed)),
        ("deleted", deleted, None),
        ("erased", erased, None),
    ];
    for (word, decide, left) in cases {
        let drives = drives(3);
        let [Concluded::New(id)] = drives.conclude(&[], &[drives.conclusion("river", &[0, 1], &[])])[..]
        else {
            panic!("new")
        };
        decide(&drives, id);
        let before = drives.kit.mine().preference(id).unwrap();
        let again = drives.conclude(&drives.standing(), &[drives.conclusion("river", &[0, 1, 2], &[])]);
        let expected = match word {
            "no" => Concluded::Rejected(id),
            "yes" | "renamed" => Concluded::Persons(id),
            _ => Concluded::Forgotten,
        };
        assert_eq!(again, [expected], "{word}");
        drives.conclude(&drives.standing(), &[]);
        let after = drives.kit.mine().preference(id).unwrap();
        assert_eq!(after.as_ref().map(|row| row.state), left, "{word}");
        let kept =
            |row: &Option<domain::Preference>| row.as_ref().map(|row| (row.content.clone(), row.confidence));
        assert_eq!(kept(&after), kept(&before), "{word}");
        let others = drives.kit.mine().preferences().unwrap();
        assert!(others.iter().all(|row| row.id == id), "{word}: {others:?}");
    }
}

#[test]
fn hb12_a_drive_that_was_only_for_that_time_is_known_as_one_until_it_is_erased() {
    let drives = drives(2);
    let mine = drives.kit.mine();
    assert!(mine.once_only().unwrap().is_empty());
    let trip = drives.seen[1].trip;
    mine.only_then(&[trip]).unwrap();
    assert_eq!(mine.once_only().unwrap().into_iter().collect::<Vec<_>>(), [trip]);
    let plan = mine.erase_preview(&[MemoryRef::Trip(trip)], false).unwrap();
    mine.erase(&plan, &drives.kit.now).unwrap();
    assert!(mine.once_only().unwrap().is_empty());
}

#[test]
fn hb17_a_habit_that_took_the_place_of_another_gives_it_back_when_it_goes() {
    let drives = drives(4);
    let mine = drives.kit.mine();
    drives
        .conclude(&[], &[drives.conclusion("river", &[0, 1], &[]), drives.conclusion("hill", &[2, 3], &[])]);
    let of = |road: &str| {
        let rows = mine.preferences().unwrap();
        rows.into_iter().find(|row| row.target == Target::Road(road.to_owned())).unwrap()
    };
    let (river, hill) = (of("river").id, of("hill").id);
    mine.confirm(river, &drives.kit.now).unwrap();
    mine.confirm(hill, &drives.kit.now).unwrap();
    mine.replace_habit(river, hill, &drives.kit.now).unwrap();
    assert!(of("river").validity.valid_to.is_some());
    mine.reject(hill, &drives.kit.now).unwrap();
    assert!(of("river").validity.valid_to.is_none());
    assert!(mine.replace_habit(river, river, &drives.kit.now).is_err());
}

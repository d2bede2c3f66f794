//! Random lives of a store: whatever people and machine do in whatever order, the file agrees with itself and nobody
//! touches another's memories.

use domain::{MemoryRef, ObservationKind, PlaceId, PreferenceId, Provenance, Strength, Target, TripId};
use memory::{ListQuery, NewPreference, PlaceEdit, PreferenceEdit, StoreError};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, deviation, drive, habit, place, preference},
};

use crate::{evening, feature, healthy, store};

/// xorshift64: the same life for the same seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }
}

/// Everything that another profile sees of itself.
fn seen_by(kit: &TestStore, profile: domain::ProfileId) -> String {
    let of = kit.store.of(profile);
    let rows = of.list(&ListQuery::default()).unwrap();
    let gone = of.list(&ListQuery { deleted: true, ..ListQuery::default() }).unwrap();
    format!(
        "{rows:?}{gone:?}{:?}{:?}{:?}",
        of.trips(0).unwrap(),
        of.preferences().unwrap(),
        of.places().unwrap()
    )
}

fn step(kit: &TestStore, dice: &mut Dice, day: i64) -> Result<(), StoreError> {
    let mine = kit.mine();
    let now = monaco(MONDAY_MORNING + day * 86_400);
    let number = dice.roll(12) as i64 + 1;
    let any = match dice.roll(3) {
        0 => MemoryRef::Place(PlaceId(number)),
        1 => MemoryRef::Preference(PreferenceId(number)),
        _ => MemoryRef::Trip(TripId(number)),
    };
    let words = ["waterside", "tunnel", "motorway", "toll"];
    let target = feature(words[dice.roll(4) as usize]);
    match dice.roll(16) {
        0 => mine.add_place(&place(&format!("地点{}", dice.roll(6)), "", 7.4, 43.7), &now).map(|_| ()),
        1 => {
            let scope = domain::Scope { to: Some(PlaceId(number)), ..domain::Scope::default() };
            let new = NewPreference { scope, ..preference("去那里要这样走", target, Strength::Avoid) };
            mine.add_preference(&new, Some(&kit.vector("去那里要这样走")), &now).map(|_| ())
        }
        2 => kit.stated("总是这样走", target, Strength::Prefer).map(|_| ()),
        3 => kit.stated("总是不这样走", target, Strength::Avoid).map(|_| ()),
        4 | 5 => {
            let mut new = drive(day, "b", "a");
            new.end_place = mine.places()?.first().map(|row| row.id);
            new.observed = Some(ObservationKind::Deviated(deviation("江滨路")));
            mine.record_trip(&new, &now).map(|_| ())
        }
        6 | 7 => {
            let seen: Vec<_> = mine
                .trips(dice.roll(3) as usize + 1)?
                .iter()
                .flat_map(|trip| mine.observations_of(trip.id).unwrap_or_default())
                .map(|seen| seen.id)
                .collect();
            mine.propose(&habit("好像喜欢这样走", target, evening()), &seen, None, &now).map(|_| ())
        }
        8 => mine.confirm(PreferenceId(number), &now),
        9 => mine.reject(PreferenceId(number), &now),
        10 => {
            let edit =
                PreferenceEdit { content: Some(format!("改成{number}")), ..PreferenceEdit::default() };
            mine.edit_preference(PreferenceId(number), &edit, None, &now)
        }
        11 => {
            let edit = PlaceEdit { name: Some(format!("改名{number}")), ..PlaceEdit::default() };
            mine.edit_place(PlaceId(number), &edit, &now)
        }
        12 | 13 => mine.delete(&[any], &now).map(|_| ()),
        14 => mine.undo_last(&now).map(|_| ()),
        _ if dice.roll(2) == 0 => {
            let plan = mine.erase_preview(&[any], dice.roll(2) == 0)?;
            mine.erase(&plan, &now).map(|_| ())
        }
        _ => mine.withdraw(PreferenceId(number)),
    }
}

#[test]
fn any_order_of_deeds_leaves_rows_words_and_vectors_in_agreement_and_others_alone() {
    for seed in 1..=12_u64 {
        let kit = store();
        let other = kit.store.ensure_profile("other", &kit.now).unwrap();
        let theirs = kit.store.of(other);
        theirs.add_place(&place("地点1", "home", 7.4, 43.7), &kit.now).unwrap();
        theirs.record_trip(&drive(0, "b", "a"), &kit.now).unwrap();
        theirs
            .add_preference(
                &preference("总是这样走", Target::Road("路".into()), Strength::Prefer),
                None,
                &kit.now,
            )
            .unwrap();
        let before = seen_by(&kit, other);
        let mut dice = Dice(seed * 0x9E37_79B9);
        let mut worked = 0;
        for day in 0..120 {
            match step(&kit, &mut dice, day) {
                Ok(()) => worked += 1,
                // Pointing at what is not there, or at what the rules keep, is refused and changes nothing.
                Err(
                    StoreError::NoSuchMemory
                    | StoreError::Forgotten
                    | StoreError::WrittenByPerson
                    | StoreError::NeedsPerson,
                ) => {}
                Err(error) => panic!("seed {seed}, day {day}: {error:?}"),
            }
            if day % 10 == 9 {
                println!("seed {seed}, day {day}");
                healthy(&kit);
                let rows = kit.mine().preferences().unwrap();
                assert!(rows.iter().all(|row| row.provenance != Provenance::Inferred
                    || row.state != domain::PreferenceState::Active));
                assert_eq!(seen_by(&kit, other), before, "seed {seed}, day {day}");
            }
        }
        assert!(worked > 40, "seed {seed}: only {worked} deeds did something");
    }
}

#[test]
fn readers_and_writers_on_many_threads_do_not_disturb_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    std::thread::scope(|threads| {
        for worker in 0..3 {
            let kit = &kit;
            threads.spawn(move || {
                for n in 0..20 {
                    let words = format!("第{worker}个线程的第{n}条");
                    let id = kit.stated(&words, Target::Road(words.clone()), Strength::Prefer).unwrap();
                    // Read your own writes, at once, from the other connection.
                    assert_eq!(kit.mine().preference(id).unwrap().unwrap().content, words);
                    let found = kit.mine().list(&ListQuery { text: words, ..ListQuery::default() }).unwrap();
                    assert!(found.total >= 1);
                    if n % 5 == 0 {
                        let plan = kit.mine().erase_preview(&[MemoryRef::Preference(id)], false).unwrap();
                        assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), memory::Erased::Done);
                    }
                }
            });
        }
    });
    assert_eq!(kit.mine().preferences().unwrap().len(), 3 * 16);
    healthy(&kit);
}

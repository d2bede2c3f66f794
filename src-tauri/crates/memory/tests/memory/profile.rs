use domain::{MemoryRef, Strength};
use memory::{Erased, ListQuery, RecallAsk, StoreError};
use testkit::store::{drive, place, preference};

use crate::{at, feature, healthy, store};

#[test]
fn x13_every_memory_has_an_owner_and_nobody_sees_anothers() {
    let kit = store();
    let other = kit.store.ensure_profile("other", &kit.now).unwrap();
    assert_eq!(kit.store.ensure_profile(" other ", &kit.now).unwrap(), other);
    assert_eq!(kit.store.profiles().unwrap().len(), 2);
    let theirs = kit.store.of(other);
    let office = theirs.add_place(&place("公司", "work", 7.4, 43.7), &kit.now).unwrap();
    let vector = kit.vector("别走高架");
    let rule = theirs
        .add_preference(
            &preference("别走高架", feature("elevated"), Strength::Avoid),
            Some(&vector),
            &kit.now,
        )
        .unwrap();
    let trip = theirs.record_trip(&drive(0, "b", "a"), &kit.now).unwrap().trip;
    theirs.set_setting("theme", Some("\"dark\"")).unwrap();

    let mine = kit.mine();
    assert!(mine.places().unwrap().is_empty() && mine.preferences().unwrap().is_empty());
    assert!(mine.trips(0).unwrap().is_empty() && mine.settings().unwrap().is_empty());
    assert!(
        mine.find_place("公司").unwrap().is_empty() && mine.suggest_places("公司", 3).unwrap().is_empty()
    );
    assert!(mine.place(office).unwrap().is_none() && mine.preference(rule).unwrap().is_none());
    assert!(mine.active_for(&at(&kit.now)).unwrap().is_empty());
    assert_eq!(mine.list(&ListQuery { text: "高架".into(), ..ListQuery::default() }).unwrap().total, 0);
    let query = RecallAsk {
        embedding: Some(vector),
        max_distance: Some(2.0),
        ..RecallAsk::plain("别走高架", at(&kit.now))
    };
    assert!(mine.recall(&query).unwrap().kept.is_empty());
    assert_eq!(theirs.recall(&query).unwrap().kept.len(), 1);
    for memory in [MemoryRef::Place(office), MemoryRef::Preference(rule), MemoryRef::Trip(trip)] {
        assert!(matches!(mine.show(memory), Err(StoreError::NoSuchMemory)));
        assert!(matches!(mine.delete(&[memory], &kit.now), Err(StoreError::NoSuchMemory)));
        assert!(matches!(mine.restore(&[memory], &kit.now), Err(StoreError::NoSuchMemory)));
        assert!(matches!(mine.erase_preview(&[memory], true), Err(StoreError::NoSuchMemory)));
    }
    assert!(matches!(mine.confirm(rule, &kit.now), Err(StoreError::NoSuchMemory)));
    assert!(matches!(mine.withdraw(rule), Err(StoreError::NoSuchMemory)));
    assert!(matches!(mine.touch_place(office, kit.now.at), Err(StoreError::NoSuchMemory)));
    assert_eq!(mine.erase_everything(&kit.now).unwrap(), Erased::Done);
    assert_eq!(theirs.list(&ListQuery::default()).unwrap().total, 3, "erasing mine left theirs alone");
    healthy(&kit);
}

#[test]
fn removing_a_profile_removes_all_of_it_and_nothing_else() {
    let kit = store();
    let demo = kit.store.ensure_profile("demo", &kit.now).unwrap();
    for profile in [kit.me, demo] {
        let of = kit.store.of(profile);
        let home = of.add_place(&place("家", "home", 7.4, 43.7), &kit.now).unwrap();
        let mut trip = drive(0, "b", "a");
        trip.start_place = Some(home);
        of.record_trip(&trip, &kit.now).unwrap();
        of.add_preference(
            &preference("别走高架", feature("elevated"), Strength::Avoid),
            Some(&kit.vector("别走高架")),
            &kit.now,
        )
        .unwrap();
        of.set_setting("lang", Some("\"zh\"")).unwrap();
        let old = of.add_place(&place("旧家", "", 7.3, 43.6), &kit.now).unwrap();
        of.delete(&[MemoryRef::Place(old)], &kit.now).unwrap();
    }
    assert_eq!(kit.store.remove_profile(demo, &kit.now).unwrap(), Erased::Done);
    assert_eq!(kit.store.profiles().unwrap().len(), 1);
    assert_eq!(kit.mine().list(&ListQuery::default()).unwrap().total, 3);
    assert!(matches!(kit.store.remove_profile(demo, &kit.now), Err(StoreError::NoSuchProfile)));
    assert!(matches!(kit.store.of(demo).set_setting("a", Some("1")), Err(StoreError::NoSuchProfile)));
    let counts = kit.store.doctor().unwrap().counts;
    let count = |table: &str| counts.iter().find(|(name, _)| *name == table).unwrap().1;
    assert_eq!(
        (count("places"), count("trips"), count("preferences"), count("words"), count("vec_")),
        (2, 1, 1, 3, 1)
    );
    healthy(&kit);
    let again = kit.store.ensure_profile("demo", &kit.now).unwrap();
    assert!(again > demo, "ids are never used twice");
}

//! Drives that come in together and go together, and places that are suggested no more.

use domain::{
    EdgeKey, LonLat, MemoryRef, Moment, ObservationKind, PreferenceState, Scope, Target, Timestamp,
    corridor::FeaturePoint,
};
use memory::{Known, NewPlace, NewTrip, Proposal, StoreError, Visit};
use testkit::store::{TestStore, deviation, drive, habit, place};

use crate::{healthy, store};

/// A drive of an import.
fn came_in(kit: &TestStore, import: domain::ImportId, day: i64, chosen: &str) -> NewTrip {
    let _of_this_store = kit;
    let base = drive(day, chosen, "offered");
    NewTrip {
        event_id: format!("track/{day}"),
        edge_seconds: base.edges.iter().map(|_| 12.5).collect(),
        shape: vec![
            FeaturePoint { at: base.start, bearing_deg: 90.0 },
            FeaturePoint { at: base.end, bearing_deg: 12.0 },
        ],
        import: Some(import),
        observed: Some(ObservationKind::Deviated(deviation("Basse Corniche"))),
        provenance: domain::Provenance::Imported,
        ..base
    }
}

#[test]
fn ti11_an_import_is_taken_back_whole_with_what_rested_on_it_alone() {
    let kit = store();
    let mine = kit.mine();
    // One drive of the person's own before, so that something is left that an import had weakened or strengthened.
    let own = mine
        .record_trip(
            &NewTrip {
                observed: Some(ObservationKind::Deviated(deviation("Basse Corniche"))),
                ..drive(0, "b", "offered")
            },
            &kit.now,
        )
        .unwrap();
    let import = mine.begin_import("files", &kit.now).unwrap();
    let trips: Vec<NewTrip> = (1..=3).map(|day| came_in(&kit, import, day, "b")).collect();
    let written = mine.record_trips(&trips, &kit.now).unwrap();
    assert!(written.iter().all(|one| one.is_some_and(|one| one.new)));
    assert!(mine.end_import(import, 3).unwrap());
    let [listed] = mine.imports().unwrap().try_into().unwrap();
    assert_eq!((listed.id, listed.files, listed.trips, listed.source.as_str()), (import, 3, 3, "files"));
    assert_eq!((listed.from, listed.to), (trips[0].departure.at, trips[2].departure.at));

    let seen: Vec<_> = written.iter().flatten().filter_map(|one| one.observation).collect();
    let section = |n: i64| Target::Section {
        label: "Basse Corniche".into(),
        edges: (n..n + 5).map(|n| EdgeKey { way: n, tail: n, head: n + 1 }).collect(),
    };
    let propose = |target: Target, from: &[domain::ObservationId]| {
        let new = habit("prefer it", target, Scope::default());
        match mine.propose(&new, from, None, &kit.now).unwrap() {
            Proposal::New(id) => id,
            other => panic!("{other:?}"),
        }
    };
    let alone = propose(section(100), &seen[..2]);
    let shared = propose(section(200), &[own.observation.unwrap(), seen[0], seen[1]]);
    let confirmed = propose(section(300), &seen[1..]);
    mine.confirm(confirmed, &kit.now).unwrap();
    healthy(&kit);

    let undone = mine.undo_import(import, &kit.now).unwrap();
    assert_eq!(undone.trips, 3);
    assert_eq!(undone.also, [MemoryRef::Preference(alone)]);
    assert_eq!(undone.weakened, [MemoryRef::Preference(shared)]);
    assert_eq!(mine.trips(0).unwrap().iter().map(|trip| trip.id).collect::<Vec<_>>(), [own.trip]);
    assert_eq!(mine.preference(alone).unwrap(), None);
    assert_eq!(mine.preference(shared).unwrap().unwrap().state, PreferenceState::Candidate);
    let kept = mine.preference(confirmed).unwrap().unwrap();
    assert_eq!(kept.state, PreferenceState::Active, "the person said yes to it");
    assert_eq!(mine.imports().unwrap(), []);
    assert!(matches!(mine.undo_import(import, &kit.now), Err(StoreError::NoSuchMemory)));
    healthy(&kit);

    // The same files again: nothing stands in their way.
    let again = mine.begin_import("files", &kit.now).unwrap();
    let trips: Vec<NewTrip> = (1..=3).map(|day| came_in(&kit, again, day, "b")).collect();
    assert!(mine.record_trips(&trips, &kit.now).unwrap().iter().all(|one| one.is_some_and(|one| one.new)));
    healthy(&kit);
}

#[test]
fn an_import_without_a_trip_is_none() {
    let kit = store();
    let import = kit.mine().begin_import("folder", &kit.now).unwrap();
    assert!(!kit.mine().end_import(import, 0).unwrap());
    assert_eq!(kit.mine().imports().unwrap(), []);
}

#[test]
fn an_imported_trip_keeps_its_seconds_and_its_points() {
    let kit = store();
    let mine = kit.mine();
    let import = mine.begin_import("files", &kit.now).unwrap();
    let new = came_in(&kit, import, 1, "b");
    let written = mine.record_trips(std::slice::from_ref(&new), &kit.now).unwrap()[0].unwrap();
    let trip = mine.trip(written.trip).unwrap().unwrap();
    assert_eq!(trip.edge_seconds, new.edge_seconds);
    let shape = mine.trip_shape(trip.id).unwrap();
    assert_eq!(shape.len(), 2);
    for (kept, given) in shape.iter().zip(&new.shape) {
        assert!(kept.at.distance_m(given.at) < 0.02, "{kept:?}");
        assert!((kept.bearing_deg - given.bearing_deg).abs() <= 0.71, "{kept:?}");
    }
    let wrong =
        NewTrip { edge_seconds: vec![1.0], event_id: "other".into(), ..came_in(&kit, import, 2, "b") };
    assert!(matches!(mine.record_trip(&wrong, &kit.now), Err(StoreError::OutOfRange(_))));
    healthy(&kit);
}

#[test]
fn s0_04_the_same_drive_by_another_report_is_known() {
    let kit = store();
    let mine = kit.mine();
    let base = drive(0, "b", "a");
    let trip = mine.record_trip(&base, &kit.now).unwrap().trip;
    let check = |what: &str, later_s: i64, longer_s: i64, north_m: f64, expected: Option<Known>| {
        let departed = Timestamp(base.departure.at.0 + later_s);
        let arrived = Timestamp(base.departure.at.0 + 1_500 + longer_s);
        let moved = |at: LonLat| LonLat { lat: at.lat + north_m / 111_195.0, ..at };
        let known = mine.known_drive(departed, arrived, [moved(base.start), moved(base.end)], &[]).unwrap();
        assert_eq!(known, expected, "{what}");
    };
    check("the very same", 0, 0, 0.0, Some(Known::Trip(trip)));
    check("switched on late", 90, 0, 300.0, Some(Known::Trip(trip)));
    check("before", -4_000, -2_000, 0.0, None);
    check("after", 1_600, 3_000, 0.0, None);
    check("one that ends as this one begins", -1_400, -1_400, 9_000.0, None);
    check("another place, but nobody drives twice at once", 10, 0, 3_000.0, Some(Known::Trip(trip)));
    mine.delete(&[MemoryRef::Trip(trip)], &kit.now).unwrap();
    check("deleted", 0, 0, 0.0, Some(Known::Deleted));
    let plan = mine.erase_preview(&[MemoryRef::Trip(trip)], false).unwrap();
    mine.erase(&plan, &kit.now).unwrap();
    check("erased, and reported under another id", 0, 0, 0.0, None);
    let events = [base.event_id.clone()];
    let (from, to) = (base.departure.at, Timestamp(base.departure.at.0 + 1_500));
    assert_eq!(mine.known_drive(from, to, [base.start, base.end], &events).unwrap(), Some(Known::Erased));
}

#[test]
fn ti14_a_dismissed_place_is_known_by_nothing_but_a_hash() {
    let kit = store();
    let mine = kit.mine();
    let at = LonLat { lon: 7.4187654, lat: 43.7312345 };
    let near = LonLat { lon: at.lon + 0.0012, lat: at.lat };
    let far = LonLat { lon: at.lon, lat: at.lat + 0.006 };
    assert_eq!(mine.dismissed(&[at, near, far], 150.0).unwrap(), [false; 3]);
    mine.dismiss_spot(at, &kit.now).unwrap();
    assert_eq!(mine.dismissed(&[at, near, far], 150.0).unwrap(), [true, true, false]);
    // It survives erasing everything, as every tombstone does.
    mine.erase_everything(&kit.now).unwrap();
    assert_eq!(mine.dismissed(&[at], 150.0).unwrap(), [true]);
    // The person may write it down all the same.
    mine.add_place(&NewPlace { at, ..place("cabin", "", at.lon, at.lat) }, &kit.now).unwrap();
    assert_eq!(mine.dismissed(&[at], 20.0).unwrap(), [false]);
    healthy(&kit);
}

#[test]
fn ends_of_trips_are_tied_to_a_place_that_is_found_later() {
    let kit = store();
    let mine = kit.mine();
    for day in 0..3 {
        let base = drive(day, "a", "a");
        let start = LonLat { lon: base.start.lon + day as f64 * 0.0004, ..base.start };
        mine.record_trip(&NewTrip { start, ..base }, &kit.now).unwrap();
    }
    let base = drive(0, "a", "a");
    let home = mine.add_place(&place("home", "home", base.start.lon, base.start.lat), &kit.now).unwrap();
    assert_eq!(mine.tie_trips(home, 150.0, &kit.now).unwrap(), 3);
    assert_eq!(mine.tie_trips(home, 150.0, &kit.now).unwrap(), 0, "once is enough");
    let stops = mine.stops().unwrap();
    assert!(stops.iter().all(|stop| stop.start_place == Some(home) && stop.end_place.is_none()), "{stops:?}");
    healthy(&kit);
}

#[test]
fn what_is_erased_leaves_its_import_and_takes_its_points() {
    let kit = store();
    let mine = kit.mine();
    let import = mine.begin_import("files", &kit.now).unwrap();
    let trips: Vec<NewTrip> = (1..=2).map(|day| came_in(&kit, import, day, "b")).collect();
    let written = mine.record_trips(&trips, &kit.now).unwrap();
    mine.end_import(import, 1).unwrap();
    let erase = |memory: MemoryRef| {
        let plan = mine.erase_preview(&[memory], false).unwrap();
        mine.erase(&plan, &kit.now).unwrap();
    };
    let [first, second] = [0, 1].map(|n| written[n].unwrap().trip);
    erase(MemoryRef::Trip(first));
    assert_eq!(mine.imports().unwrap()[0].trips, 1);
    // Its event is known, so the same file does not bring it back; the other one is there already.
    let again = mine.record_trips(&trips, &kit.now).unwrap();
    assert_eq!((again[0], again[1].map(|one| one.new)), (None, Some(false)));
    // A trip to an erased place keeps its roads, but no point from which the place could be read.
    let home =
        mine.add_place(&place("home", "home", trips[0].start.lon, trips[0].start.lat), &kit.now).unwrap();
    assert_eq!(mine.tie_trips(home, 150.0, &kit.now).unwrap(), 1);
    assert_eq!(mine.trip_shape(second).unwrap().len(), 2);
    erase(MemoryRef::Place(home));
    assert_eq!(mine.trip_shape(second).unwrap(), []);
    assert_eq!(mine.dismissed(&[trips[0].start], 150.0).unwrap(), [true], "no drive suggests it again");
    erase(MemoryRef::Trip(second));
    assert_eq!(mine.imports().unwrap(), []);
    healthy(&kit);
}

#[test]
fn stays_are_known_once_go_with_their_import_and_with_an_erased_place_and_do_not_come_back() {
    let kit = store();
    let mine = kit.mine();
    let at = |lon: f64, lat: f64| LonLat { lon, lat };
    let stay = |at: LonLat, hour: i64, left: Option<i64>| Visit {
        at,
        came: Moment { at: Timestamp(kit.now.at.0 - 90_000 + hour * 3_600), zone: kit.now.zone.clone() },
        left: left.map(|hour| Timestamp(kit.now.at.0 - 90_000 + hour * 3_600)),
    };
    let (house, shop, school) = (at(7.42, 43.73), at(7.4321, 43.7405), at(7.45, 43.75));
    let import = mine.begin_import("files", &kit.now).unwrap();
    let stays = [stay(house, 0, Some(8)), stay(shop, 9, None), stay(school, 12, Some(13))];
    assert_eq!(mine.record_visits(import, &stays, &kit.now).unwrap(), 3);
    assert!(mine.end_import(import, 1).unwrap(), "stays are something that came in");
    assert_eq!((mine.imports().unwrap()[0].trips, mine.imports().unwrap()[0].visits), (0, 3));
    // The same again, a little beside and a little later: known; that somebody left is learned.
    let again = [stay(at(7.4201, 43.7301), 0, Some(8)), stay(shop, 9, Some(10))];
    let second = mine.begin_import("files", &kit.now).unwrap();
    assert_eq!(mine.record_visits(second, &again, &kit.now).unwrap(), 0);
    assert!(!mine.end_import(second, 0).unwrap());
    let known = mine.visits().unwrap();
    assert_eq!(known.iter().map(|visit| visit.left.is_some()).collect::<Vec<_>>(), [true; 3]);
    // That somebody was there at nine and left at ten are one stay, as soon as it is told.
    let apart = [stay(shop, 20, None), stay(shop, 22, None)];
    assert_eq!(mine.record_visits(import, &apart, &kit.now).unwrap(), 2);
    assert_eq!(mine.record_visits(import, &[stay(shop, 20, Some(22))], &kit.now).unwrap(), 0);
    assert_eq!(mine.visits().unwrap().len(), 4);
    // A place that is erased takes the stays at it along, and none comes in there again.
    let shop_at = mine.add_place(&place("shop", "", shop.lon, shop.lat), &kit.now).unwrap();
    let plan = mine.erase_preview(&[MemoryRef::Place(shop_at)], false).unwrap();
    mine.erase(&plan, &kit.now).unwrap();
    let left: Vec<LonLat> = mine.visits().unwrap().iter().map(|visit| visit.at).collect();
    assert_eq!(left, [house, school]);
    assert_eq!(mine.record_visits(import, &stays, &kit.now).unwrap(), 0, "known, or gone for good");
    // A place that is not wanted.
    assert_eq!(mine.forget_visits(school, 150.0, &kit.now).unwrap(), 1);
    // The import taken back, nothing is left.
    let undone = mine.undo_import(import, &kit.now).unwrap();
    assert_eq!((undone.trips, undone.visits), (0, 1));
    assert_eq!((mine.visits().unwrap().len(), mine.imports().unwrap().len()), (0, 0));
    assert!(matches!(mine.undo_import(import, &kit.now), Err(StoreError::NoSuchMemory)));
    // Everything of the person's erased, stays go too.
    let third = mine.begin_import("files", &kit.now).unwrap();
    mine.record_visits(third, &[stay(house, 0, Some(8))], &kit.now).unwrap();
    mine.end_import(third, 1).unwrap();
    mine.erase_everything(&kit.now).unwrap();
    assert_eq!(mine.visits().unwrap(), []);
    healthy(&kit);
}

#[test]
fn a_restored_backup_knows_imports_and_what_was_dismissed_since() {
    let folder = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let mine = kit.mine();
    let import = mine.begin_import("folder", &kit.now).unwrap();
    let trips: Vec<NewTrip> = (1..=3).map(|day| came_in(&kit, import, day, "b")).collect();
    let written = mine.record_trips(&trips, &kit.now).unwrap();
    mine.end_import(import, 2).unwrap();
    let kept = elsewhere.path().join("kept.db");
    kit.store.backup(&kept).unwrap();
    let plan = mine.erase_preview(&[MemoryRef::Trip(written[0].unwrap().trip)], false).unwrap();
    mine.erase(&plan, &kit.now).unwrap();
    mine.dismiss_spot(trips[0].end, &kit.now).unwrap();
    mine.undo_import(import, &kit.now).unwrap();
    assert_eq!(mine.trips(0).unwrap(), []);
    let file = kit.store.path().unwrap().to_owned();
    let now = kit.now.clone();
    drop(kit);
    memory::Store::restore(&file, &kept, &now).unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let mine = kit.mine();
    // What was taken back is back, because a backup brings back what was; what was erased is not, and no is still no.
    let [restored] = mine.imports().unwrap().try_into().unwrap();
    assert_eq!((restored.id, restored.source.as_str(), restored.trips), (import, "folder", 2));
    let left = mine.trip(written[1].unwrap().trip).unwrap().unwrap();
    assert_eq!((left.edge_seconds.len(), mine.trip_shape(left.id).unwrap().len()), (20, 2));
    assert_eq!(mine.dismissed(&[trips[0].end], 150.0).unwrap(), [true]);
    healthy(&kit);
    assert_eq!(mine.undo_import(import, &kit.now).unwrap().trips, 2);
    healthy(&kit);
}

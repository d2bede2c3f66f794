use domain::{LonLat, ObservationKind, RouteId, TimeBucket};
use memory::StoreError;
use testkit::store::{TestStore, deviation, drive};

use crate::{healthy, store};

#[test]
fn s0_04_a_trip_is_written_once_per_event() {
    let kit = store();
    let mut new = drive(0, "b", "a");
    new.switched_at = Some(domain::Timestamp(kit.now.at.0 + 600));
    new.traffic = "慢".into();
    new.note = "接孩子".into();
    new.via_roads = vec!["Basse Corniche".into()];
    new.observed = Some(ObservationKind::Deviated(deviation("Basse Corniche")));
    let first = kit.mine().record_trip(&new, &kit.now).unwrap();
    assert!(first.new);
    for _again in 0..3 {
        let again = kit.mine().record_trip(&new, &kit.now).unwrap();
        assert_eq!((again.trip, again.observation, again.new), (first.trip, first.observation, false));
    }
    let trips = kit.mine().trips(0).unwrap();
    let [trip] = trips.as_slice() else { panic!("one trip, not {}", trips.len()) };
    assert_eq!(trip.departure, new.departure);
    assert_eq!(trip.duration_s, 1_500.0);
    assert_eq!((trip.recommended.0.as_str(), trip.chosen.0.as_str()), ("a", "b"));
    assert_eq!(trip.switched_at, new.switched_at);
    assert_eq!((trip.traffic.as_str(), trip.note.as_str()), ("慢", "接孩子"));
    assert_eq!(trip.edges, new.edges);
    assert_eq!(kit.mine().trip_ends(5).unwrap(), [(trip.end, trip.departure.at)]);
    assert_eq!(kit.mine().trip_ends(0).unwrap(), []);
    assert_eq!(kit.mine().observations_of(trip.id).unwrap().len(), 1);
    healthy(&kit);
}

#[test]
fn s0_22_deviating_is_decided_by_route_ids_never_by_names() {
    let kit = store();
    let check = |day: i64, chosen: &str, recommended: &str, names: &[&str], deviated: bool| {
        let mut new = drive(day, chosen, recommended);
        new.via_roads = names.iter().map(ToString::to_string).collect();
        let id = kit.mine().record_trip(&new, &kit.now).unwrap().trip;
        assert_eq!(kit.mine().trip(id).unwrap().unwrap().deviated, deviated, "{chosen} for {recommended}");
    };
    check(0, "r1", "r2", &["Same road"], true);
    check(1, "r2", "r2", &["Another name"], false);
    assert_ne!(RouteId("r1".into()), RouteId("r2".into()));
}

#[test]
fn x10_adopted_and_deviated_are_two_columns() {
    let kit = store();
    for (day, preferred, chosen) in [(0, true, "a"), (1, true, "b"), (2, false, "a"), (3, false, "b")] {
        let mut new = drive(day, chosen, "a");
        new.preferred = preferred;
        let id = kit.mine().record_trip(&new, &kit.now).unwrap().trip;
        let row = kit.mine().trip(id).unwrap().unwrap();
        assert_eq!((row.preferred, row.deviated), (preferred, chosen == "b"));
    }
}

#[test]
fn s0_08_usual_routes_and_time_slots_are_queryable() {
    let kit = store();
    let (home, office, other) = places(&kit);
    for day in 0..3 {
        kit.deviated(day, home, office, "江滨路").unwrap();
    }
    kit.deviated(4, office, home, "江滨路").unwrap();
    let mine = kit.mine();
    assert_eq!(mine.trips_between(home, office, None).unwrap().len(), 3);
    assert_eq!(mine.trips_between(home, office, Some(TimeBucket::Evening)).unwrap().len(), 3);
    assert_eq!(mine.trips_between(home, office, Some(TimeBucket::Morning)).unwrap().len(), 0);
    assert_eq!(mine.trips_between(home, other, None).unwrap().len(), 0);
    let newest_first: Vec<i64> =
        mine.trips_between(home, office, None).unwrap().iter().map(|trip| trip.departure.at.0).collect();
    assert!(newest_first.is_sorted_by(|a, b| a > b));
    assert_eq!(mine.observations_between(home, office, 2).unwrap().len(), 2);
    assert_eq!(mine.observations_between(office, home, 9).unwrap().len(), 1);
}

#[test]
fn observations_near_two_points_need_no_remembered_place() {
    let kit = store();
    let mut new = drive(0, "b", "a");
    new.observed = Some(ObservationKind::Followed);
    kit.mine().record_trip(&new, &kit.now).unwrap();
    let found = |metres_east: f64| {
        // One degree of longitude is 80.4 km here.
        let start = LonLat { lon: new.start.lon + metres_east / 80_400.0, lat: new.start.lat };
        kit.mine().observations_near(start, new.end, 150.0, 10).unwrap().len()
    };
    assert_eq!((found(0.0), found(140.0), found(160.0), found(-140.0)), (1, 1, 0, 1));
}

#[test]
fn x16_trips_may_only_name_places_of_their_owner() {
    let kit = store();
    let other = kit.store.ensure_profile("other", &kit.now).unwrap();
    let theirs =
        kit.store.of(other).add_place(&testkit::store::place("家", "home", 7.4, 43.7), &kit.now).unwrap();
    let mut new = drive(0, "b", "a");
    new.start_place = Some(theirs);
    assert!(matches!(kit.mine().record_trip(&new, &kit.now), Err(StoreError::NoSuchMemory)));
    assert!(kit.mine().trips(0).unwrap().is_empty());
}

#[test]
fn s0_14_a_deviation_keeps_its_features() {
    let kit = store();
    let mut new = drive(0, "b", "a");
    new.observed = Some(ObservationKind::Deviated(deviation("江滨路")));
    let recorded = kit.mine().record_trip(&new, &kit.now).unwrap();
    let seen = kit.mine().observations_of(recorded.trip).unwrap();
    assert_eq!(seen.first().unwrap().kind, ObservationKind::Deviated(deviation("江滨路")));
    let later = kit.mine().observe(recorded.trip, &ObservationKind::Followed, &kit.now).unwrap();
    assert_eq!(kit.mine().observations_of(recorded.trip).unwrap().last().unwrap().id, later);
}

fn places(kit: &TestStore) -> (domain::PlaceId, domain::PlaceId, domain::PlaceId) {
    (
        kit.place("家", "home", 7.4035, 43.7243).unwrap(),
        kit.place("公司", "work", 7.4735, 43.7560).unwrap(),
        kit.place("健身房", "gym", 7.4150, 43.7290).unwrap(),
    )
}

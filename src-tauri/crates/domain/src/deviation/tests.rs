use super::*;

fn edge(way: i64) -> EdgeKey {
    EdgeKey { way, tail: way, head: way + 1 }
}

fn facts(edge: EdgeKey) -> Option<EdgeFacts> {
    let (class, road, waterside, metres) = match edge.way {
        1 | 2 => (RoadClass::Motorway, "A8", false, 1_000.0),
        10 => (RoadClass::Secondary, "滨河路", true, 800.0),
        11 => (RoadClass::Secondary, "滨河路", true, 700.0),
        12 => (RoadClass::Residential, "", false, 200.0),
        _ => return None,
    };
    let at = |way: i64| LonLat { lon: way as f64 / 100.0, lat: 0.0 };
    let kind = if class == RoadClass::Motorway { RoadFeature::Motorway } else { RoadFeature::Waterside };
    let features = if class == RoadClass::Residential {
        FeatureSet::default()
    } else {
        FeatureSet::default().with(kind)
    };
    let ends = Some((at(edge.tail), at(edge.head)));
    Some(EdgeFacts {
        class,
        road: road.to_owned(),
        waterside,
        metres,
        seconds: metres / 10.0,
        features,
        ends,
    })
}

fn compare(recommended: &[i64], driven: &[i64], ids: (&str, &str)) -> Option<Deviation> {
    let edges = |ways: &[i64]| ways.iter().map(|way| edge(*way)).collect::<Vec<_>>();
    let (recommended, driven) = (edges(recommended), edges(driven));
    let ids = (RouteId(ids.0.to_owned()), RouteId(ids.1.to_owned()));
    diff(
        &Path { id: &ids.0, edges: &recommended, duration_s: 900.0, distance_m: 12_000.0 },
        &Path { id: &ids.1, edges: &driven, duration_s: 1_380.0, distance_m: 11_500.0 },
        facts,
        false,
    )
}

#[test]
fn s0_22_routes_are_compared_by_id() {
    assert_eq!(compare(&[1, 2], &[1, 2, 10], ("r", "r")), None);
    assert!(compare(&[1, 2], &[1, 2], ("r", "s")).is_some());
}

#[test]
fn s0_14_a_deviation_has_classes_road_water_and_minutes() {
    let deviation = compare(&[1, 2, 3], &[1, 10, 11, 12, 99, 3], ("r", "s")).expect("the ids differ");
    assert_eq!(deviation.taken, [10, 11, 12, 99].map(edge));
    assert_eq!(deviation.road, "滨河路");
    assert!(deviation.waterside);
    assert_eq!(deviation.classes, [(RoadClass::Secondary, 1_500.0), (RoadClass::Residential, 200.0)]);
    assert_eq!((deviation.delta_s, deviation.delta_m), (480.0, -500.0));
    assert!(!deviation.is_congestion_alternative);
    // Where they parted and rejoined, what was offered, and both costs.
    assert_eq!(deviation.offered, [2].map(edge));
    let at = |lon: f64| Some(LonLat { lon, lat: 0.0 });
    assert_eq!((deviation.parted, deviation.rejoined), (at(0.10), at(0.13)));
    assert_eq!((deviation.offered_s, deviation.offered_m), (900.0, 12_000.0));
    assert_eq!(deviation.feature_s, [(RoadFeature::Motorway, -100.0), (RoadFeature::Waterside, 150.0)]);
}

#[test]
fn the_shape_of_a_way_tells_a_choice_from_a_missed_exit_and_an_errand() {
    let back = |way: i64| EdgeKey { way, tail: way + 1, head: way };
    let away: Vec<EdgeKey> = (1..5).map(edge).collect();
    let turned: Vec<EdgeKey> = vec![edge(1), edge(2), back(2), edge(3)];
    for (taken, metres, delta_s, expected) in [
        (&away, (4_000.0, 3_500.0), 60.0, Nature::Choice),
        (&away, (4_000.0, 3_500.0), -60.0, Nature::Choice),
        // Past the exit to the next one and back: 2 km for the 400 m that were left out.
        (&away, (2_000.0, 400.0), 120.0, Nature::MissedExit),
        (&away, (2_000.0, 400.0), -10.0, Nature::Choice),
        (&away, (1_500.0, 1_200.0), 20.0, Nature::Choice),
        (&turned, (600.0, 0.0), 70.0, Nature::MissedExit),
        (&turned, (5_000.0, 0.0), 400.0, Nature::Errand),
        (&turned, (5_000.0, 3_000.0), 400.0, Nature::Errand),
    ] {
        assert_eq!(nature(taken, metres, delta_s), expected, "{metres:?} {delta_s}");
    }
}

#[test]
fn a_deviation_without_known_edges_says_nothing_about_roads() {
    let deviation = compare(&[1], &[98, 99], ("r", "s")).expect("the ids differ");
    assert!(deviation.road.is_empty() && deviation.classes.is_empty() && !deviation.waterside);
}

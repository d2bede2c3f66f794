//! The two regions that Laolu ships: Monaco as it is, and the made city.
#![allow(clippy::print_stdout, reason = "a failing seed has to be seen")]

mod support;

use std::{path::Path, sync::OnceLock};

use domain::{Adjustment, LonLat, RoadFeature, Route, Strength, intent::RoutePreference};
use rand::{Rng, SeedableRng, rngs::StdRng};
use region::{CancelToken, NoProgress, osm};
use routing::{Budget, Checker, NoRoute, Plan, Role, Router, SnapOptions, Subset};
use support::{feature, road};

fn open(path: &Path) -> Router {
    let data = osm::read(path, &mut NoProgress, &CancelToken::new()).expect("the file is whole");
    Router::build(region::extract::road_network(&data, &mut osm::Skipped::default()))
}

fn monaco() -> &'static Router {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    ROUTER.get_or_init(|| {
        open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/regions/monaco.osm.pbf"))
    })
}

fn city() -> &'static Router {
    static ROUTER: OnceLock<Router> = OnceLock::new();
    ROUTER.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("city.osm");
        std::fs::write(&path, testkit::city::city(testkit::city::SEED, testkit::city::NODES))
            .expect("written");
        open(&path)
    })
}

fn plan_between(
    router: &Router,
    from: LonLat,
    to: LonLat,
    adjustments: &[Adjustment],
    mode: RoutePreference,
) -> Result<Vec<std::sync::Arc<Route>>, NoRoute> {
    let points = [(from, SnapOptions::for_role(Role::Start)), (to, SnapOptions::for_role(Role::End))];
    let waypoints = router.snap_trip(&points).expect("on the map");
    let routes = router.alternatives(
        &Plan { waypoints: &waypoints, adjustments, mode, terms: Default::default() },
        3,
        &mut Budget::default(),
    )?;
    for route in &routes {
        judge(router, route, "");
    }
    Ok(routes)
}

fn judge(router: &Router, route: &Route, name: &str) {
    let verdict = Checker::new(router.graph().roads()).route(route);
    assert!(verdict.is_ok(), "{name}: {verdict:?}");
}

fn at(lat: f64, lon: f64) -> LonLat {
    LonLat { lon, lat }
}

#[test]
fn monaco_has_another_way_without_tunnels() {
    let (cap_dail, roquebrune) = (at(43.7243, 7.4035), at(43.7560, 7.4735));
    let ways = |wishes: &[Adjustment]| {
        plan_between(monaco(), cap_dail, roquebrune, wishes, RoutePreference::Fastest).expect("a way")
    };
    let (plain, without) = (ways(&[]), ways(&feature(RoadFeature::Tunnel, Strength::Avoid)));
    assert!(plain[0].features.of(RoadFeature::Tunnel) > 50.0, "the fastest way uses a tunnel");
    assert!(without[0].features.of(RoadFeature::Tunnel) < 1.0, "the other way uses none");
    let longer = without[0].duration_s - plain[0].duration_s;
    assert!((0.0..180.0).contains(&longer), "{longer} s longer; Valhalla says up to 0.7 minutes");
    assert_eq!(plain.len(), 3, "the Corniches are real alternatives");
}

#[test]
fn rt7_a_street_in_fontvieille_has_no_way_without_a_tunnel_and_that_is_said() {
    let (larvotto, guelfes) = (at(43.7440, 7.4310), at(43.7275, 7.4176));
    let wishes = feature(RoadFeature::Tunnel, Strength::Never);
    match plan_between(monaco(), larvotto, guelfes, &wishes, RoutePreference::Fastest) {
        Err(NoRoute::Excluded { by, least_violating }) => {
            assert_eq!(by, vec![domain::Cause::Sentence(0)]);
            judge(monaco(), &least_violating, "Monaco");
            assert!(least_violating.features.of(RoadFeature::Tunnel) > 0.0);
        }
        other => panic!("expected an excluded trip, got {:?}", other.map(|routes| routes.len())),
    }
    let soft = feature(RoadFeature::Tunnel, Strength::Avoid);
    assert!(plan_between(monaco(), larvotto, guelfes, &soft, RoutePreference::Fastest).is_ok());
}

#[test]
fn s0_01_the_office_is_reached_off_the_elevated_roads() {
    let (home, office) = (testkit::city::HOME, testkit::city::OFFICE);
    let ways = |wishes: &[Adjustment]| {
        plan_between(city(), home, office, wishes, RoutePreference::Fastest).expect("a way")
    };
    let (plain, without) = (ways(&[]), ways(&feature(RoadFeature::Elevated, Strength::Avoid)));
    assert!(plain[0].features.of(RoadFeature::Elevated) > 500.0, "the rings are the fastest way");
    assert!(without[0].features.of(RoadFeature::Elevated) < 1.0, "and there is a way without");
    assert!(without[0].duration_s > plain[0].duration_s);
    assert!(plain.len() > 1, "a city has alternatives");
    let river = ways(&feature(RoadFeature::Waterside, Strength::Follow));
    assert!(
        river[0].features.of(RoadFeature::Waterside) > plain[0].features.of(RoadFeature::Waterside) + 500.0
    );
    let named = ways(&road("滨江路", Strength::Follow));
    assert!(named[0].via_roads.iter().any(|road| road.contains("滨江")), "{:?}", named[0].via_roads);
}

#[test]
fn rt8_in_both_regions_the_guided_search_equals_the_plain_one() {
    let seed = std::env::var("LAOLU_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(29_u64);
    println!("LAOLU_SEED={seed}");
    let mut random = StdRng::seed_from_u64(seed);
    let wishes = [
        feature(RoadFeature::Elevated, Strength::Avoid),
        feature(RoadFeature::Tunnel, Strength::RatherNot),
        feature(RoadFeature::Waterside, Strength::Prefer),
        feature(RoadFeature::Toll, Strength::Never),
    ]
    .concat();
    for (router, name) in [(monaco(), "Monaco"), (city(), "the made city")] {
        let (mut compared, mut searches) = (0, 0);
        for _ in 0..10 {
            let nodes = router.graph().node_count() as u32;
            let mut point = |role| {
                let node = random.random_range(0..nodes);
                router.snap(router.graph().position(node), &SnapOptions::for_role(role)).ok()
            };
            let (Some(from), Some(to)) = (point(Role::Start), point(Role::End)) else { continue };
            let waypoints = [from, to];
            let plan = Plan {
                waypoints: &waypoints,
                adjustments: &wishes,
                mode: RoutePreference::Stable,
                terms: Default::default(),
            };
            let mut guided = router.session(&plan).expect("a plan");
            let mut plain = router.session(&plan).expect("a plan").by_reference();
            for subset in [Subset::NONE, Subset::NONE.with(2), Subset::ALL.without_mode(), Subset::ALL] {
                let (a, b) = (
                    guided.route(subset, &mut Budget::default()),
                    plain.route(subset, &mut Budget::default()),
                );
                match (a, b) {
                    (Ok(a), Ok(b)) => {
                        assert_eq!((&a.edges, a.weight_s), (&b.edges, b.weight_s), "{name}");
                        judge(router, &a, name);
                        compared += 1;
                    }
                    (a, b) => assert_eq!(a, b, "{name}"),
                }
            }
            searches += guided.searches();
        }
        println!("{name}: {compared} compared, {searches} searches");
        assert!(compared > 20, "{name}: {compared}");
    }
}

//! Real OSRM and Valhalla servers over Monaco: `cargo xtask test --providers` installs and starts them.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use app::dto::{ErrorCode, LangDto, PlanRequest, ProviderPlanDto, StrengthDto, TargetDto, WishDto};
use domain::LonLat;
use flows::peers::Peers;
use testkit::city;

use crate::{providers::*, support::*};

/// Both servers, shared by the tests that run meanwhile; they end with the last of them. A static would never be dropped.
fn peers() -> Arc<Peers> {
    static RUNNING: Mutex<Weak<Peers>> = Mutex::new(Weak::new());
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(peers) = running.upgrade() {
        return peers;
    }
    let cache = std::env::var_os("LAOLU_PEERS_CACHE").map(PathBuf::from).expect("run by cargo xtask");
    let peers = Arc::new(Peers::start(&monaco_file(), &cache).unwrap());
    *running = Arc::downgrade(&peers);
    peers
}

fn told<'a>(answer: &'a ProviderPlanDto, reason: &str) -> &'a app::dto::ProviderWishDto {
    answer.wishes.iter().find(|wish| wish.reason == reason).unwrap()
}

#[test]
#[ignore = "wants real servers: cargo xtask test --providers"]
fn osrm_answers_on_our_roads() {
    let bench = bench();
    let peers = peers();
    switch_on(&bench, "osrm", &peers.osrm.address());
    let answer = ask(&bench, "osrm", &to_the_office()).unwrap();
    print(&answer);
    assert!(
        answer.routes.iter().all(|route| route.can_be_driven && route.known > 0.98),
        "{:?}",
        answer.routes
    );
    let (theirs, ours) = (&answer.plan.routes[0], &answer.ours);
    assert!((theirs.distance_m / ours.distance_m - 1.0).abs() < 0.25);
    assert!(!theirs.steps.is_empty() && !theirs.details.is_empty());
    assert_eq!(answer.plan.notices.len(), 0);
    // A class it knows, one it has no switch for.
    let request = PlanRequest {
        wishes: vec![feature("motorway", StrengthDto::Never), feature("tunnel", StrengthDto::Never)],
        ..to_the_office()
    };
    let answer = ask(&bench, "osrm", &request).unwrap();
    print(&answer);
    assert_eq!((told(&answer, "map-0").asked, told(&answer, "map-0").kept), (true, Some(true)));
    let tunnel = told(&answer, "map-1");
    assert_eq!((tunnel.asked, tunnel.how.as_str()), (false, "feature"));
    assert!(tunnel.metres.is_some() && tunnel.price_s.is_some());
    // A stop on the way: no alternatives, and it says so.
    let request =
        PlanRequest { vias: vec![waypoint(LonLat { lon: 7.4205, lat: 43.7374 })], ..to_the_office() };
    let answer = ask(&bench, "osrm", &request).unwrap();
    print(&answer);
    assert_eq!(answer.plan.notices[0].kind, "alternatives");
    assert_eq!(answer.plan.routes.len(), 1);
}

#[test]
#[ignore = "wants real servers: cargo xtask test --providers"]
fn valhalla_answers_on_our_roads_and_goes_around_areas() {
    let bench = bench();
    let peers = peers();
    switch_on(&bench, "valhalla", &peers.valhalla.address());
    let answer = ask(&bench, "valhalla", &to_the_office()).unwrap();
    print(&answer);
    assert!(
        answer.routes.iter().all(|route| route.can_be_driven && route.known > 0.98),
        "{:?}",
        answer.routes
    );
    let theirs = &answer.plan.routes[0];
    assert!((theirs.distance_m / answer.ours.distance_m - 1.0).abs() < 0.25);
    assert!(theirs.steps.iter().all(|step| !step.text.is_empty()));
    // An area on its own way: it goes around it.
    let middle = theirs.geometry.coordinates[theirs.geometry.coordinates.len() / 2];
    let corner = |dx: f64, dy: f64| domain_point(middle[0] + dx * 0.0004, middle[1] + dy * 0.0004);
    let ring = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let wish =
        WishDto { target: TargetDto::Area { label: String::new(), ring }, strength: StrengthDto::Never };
    let request = PlanRequest { wishes: vec![wish], ..to_the_office() };
    let around = ask(&bench, "valhalla", &request).unwrap();
    print(&around);
    let area = told(&around, "map-0");
    assert_eq!((area.how.as_str(), area.kept, area.metres), ("as_is", Some(true), Some(0.0)));
    assert_ne!(around.plan.routes[0].id, theirs.id);
    // Tunnels, which it has only a hard switch for, and motorways, which it has both for.
    let request = PlanRequest {
        wishes: vec![feature("motorway", StrengthDto::Never), feature("tunnel", StrengthDto::Never)],
        ..to_the_office()
    };
    let tunnels = told(
        &ask(&bench, "valhalla", &to_the_office_with("tunnel", StrengthDto::RatherNot)).unwrap(),
        "map-0",
    )
    .clone();
    assert_eq!((tunnels.how.as_str(), tunnels.kept), ("only_hard", Some(false)), "its own way has one");
    let answer = ask(&bench, "valhalla", &request).unwrap();
    print(&answer);
    for wish in &answer.wishes {
        assert_eq!((wish.how.as_str(), wish.kept), ("as_is", Some(true)), "{wish:?}");
    }
}

#[test]
#[ignore = "wants real servers: cargo xtask test --providers"]
fn valhalla_leaves_out_a_stretch_and_hears_of_the_departure() {
    let bench = bench();
    let peers = peers();
    switch_on(&bench, "valhalla", &peers.valhalla.address());
    let free = ask(&bench, "valhalla", &to_the_office()).unwrap();
    let line = &free.plan.routes[0].geometry.coordinates;
    let middle = line[line.len() / 2];
    let here = bench.app.here(domain_point(middle[0], middle[1]), [0, 0], LangDto::En).unwrap();
    let target = here.road.unwrap().target;
    let wish = WishDto { target, strength: StrengthDto::Never };
    let request = PlanRequest { wishes: vec![wish], depart_at: Some(MONDAY_NOON + HOUR), ..to_the_office() };
    let answer = ask(&bench, "valhalla", &request).unwrap();
    print(&answer);
    let section = told(&answer, "map-0");
    assert_eq!((section.asked, section.how.as_str(), section.kept), (true, "both_ways", Some(true)));
    assert_eq!(answer.plan.notices[0].kind, "alternatives");
}

#[test]
#[ignore = "wants real servers: cargo xtask test --providers"]
fn what_they_have_no_map_of_is_said() {
    let bench = bench();
    bench.settle_in_city();
    let request = between(city::MALL, city::AIRPORT);
    let peers = peers();
    for (id, address) in [("osrm", peers.osrm.address()), ("valhalla", peers.valhalla.address())] {
        switch_on(&bench, id, &address);
        let error = fails(ask(&bench, id, &request));
        assert_eq!(error.code, ErrorCode::Network);
        assert_eq!(error.args.get("why").map(String::as_str), Some("off_its_map"), "{id}");
    }
}

#[allow(clippy::print_stdout, reason = "the figures of a run are worth seeing")]
fn print(answer: &ProviderPlanDto) {
    for (route, more) in answer.plan.routes.iter().zip(&answer.routes) {
        println!(
            "{}: {:.0} s {:.1} km, known {:.2}, {}",
            route.id,
            route.duration_s,
            route.distance_m / 1000.0,
            more.known,
            route.label
        );
    }
    for wish in &answer.wishes {
        println!("  {} {}: {} kept {:?} {:?} m", wish.reason, wish.text, wish.note, wish.kept, wish.metres);
    }
    for notice in &answer.plan.notices {
        println!("  · {}", notice.text);
    }
}

//! Odd questions with clear answers, sizes of cars, zones, and many at once.

use std::{path::Path, thread};

use app::dto::{
    ErrorCode, LangDto, PlanDto, PlanRequest, SettingsDto, StrengthDto, TargetDto, VehicleDto, WaypointDto,
    WishDto,
};
use domain::LonLat;

use crate::support::{Bench, HOME, OFFICE, point};

fn at(lon: f64, lat: f64) -> Option<WaypointDto> {
    Some(WaypointDto { point: point(LonLat { lon, lat }), label: String::new(), memory: None })
}

fn between(from: LonLat, to: LonLat) -> PlanRequest {
    let (origin, destination) = (at(from.lon, from.lat), at(to.lon, to.lat));
    PlanRequest { origin, destination, lang: LangDto::En, ..PlanRequest::default() }
}

#[test]
fn odd_points_have_clear_answers() {
    let bench = Bench::with_regions();
    let error = |request: PlanRequest| {
        let error = bench.app.plan(&request).unwrap_err();
        (error.code, error.args.get("why").cloned().unwrap_or_default(), error.args.get("which").cloned())
    };
    let (sea, turin) = (LonLat { lon: 7.47, lat: 43.725 }, LonLat { lon: 7.69, lat: 45.07 });
    let beyond = LonLat { lon: -179.999, lat: 43.73 };
    let outside = |which: &str| (ErrorCode::OutsideRegion, String::new(), Some(which.to_owned()));
    let far = |which: &str| (ErrorCode::NoRoute, "too_far".to_owned(), Some(which.to_owned()));
    assert_eq!(error(between(HOME, sea)), far("to"));
    assert_eq!(error(between(sea, HOME)), far("from"));
    assert_eq!(
        error(PlanRequest { vias: at(sea.lon, sea.lat).into_iter().collect(), ..between(HOME, OFFICE) }),
        far("via")
    );
    assert_eq!(error(between(HOME, turin)), outside("to"), "through the border of the region");
    assert_eq!(error(between(turin, HOME)), outside("from"));
    assert_eq!(error(between(HOME, beyond)), outside("to"));
    for (lon, lat) in [(f64::NAN, 43.7), (7.4, f64::INFINITY), (181.0, 0.0), (0.0, -91.0)] {
        let request = PlanRequest { destination: at(lon, lat), ..between(HOME, OFFICE) };
        assert_eq!(bench.app.plan(&request).unwrap_err().code, ErrorCode::BadRequest, "{lon} {lat}");
    }
}

#[test]
fn the_same_point_and_ten_stops_are_trips() {
    let bench = Bench::with_regions();
    let same = bench.app.plan(&between(HOME, HOME)).unwrap();
    assert!(same.routes[0].distance_m < 1.0 && !same.routes[0].steps.is_empty());
    let vias: Vec<WaypointDto> = (1..=10)
        .filter_map(|step| {
            let t = f64::from(step) / 11.0;
            at(HOME.lon + (OFFICE.lon - HOME.lon) * t, HOME.lat + (OFFICE.lat - HOME.lat) * t + 0.004)
        })
        .collect();
    let plan = bench.app.plan(&PlanRequest { vias, ..between(HOME, OFFICE) }).unwrap();
    assert_eq!(plan.vias.len(), 10);
    let stops = plan.routes[0].steps.iter().filter(|step| step.icon == "waypoint").count();
    assert_eq!(stops, 10);
}

/// A street under a low bridge inside a zone, and a longer way around.
const LOW_BRIDGE: &str = r#"<?xml version="1.0"?><osm version="0.6">
<node id="1" lat="10.0000" lon="20.0000"/><node id="2" lat="10.0000" lon="20.0040"/>
<node id="3" lat="10.0000" lon="20.0080"/><node id="4" lat="10.0000" lon="20.0120"/>
<node id="5" lat="9.9980" lon="20.0040"/><node id="6" lat="9.9980" lon="20.0080"/>
<node id="7" lat="10.0010" lon="20.0050"/><node id="8" lat="10.0010" lon="20.0070"/>
<node id="9" lat="9.9990" lon="20.0070"/><node id="10" lat="9.9990" lon="20.0050"/>
<node id="11" lat="10.0050" lon="20.0040"/>
<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="West"/></way>
<way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="name" v="Bridge Street"/>
<tag k="maxheight" v="2.2"/></way>
<way id="3"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/><tag k="name" v="East"/></way>
<way id="4"><nd ref="2"/><nd ref="5"/><nd ref="6"/><nd ref="3"/><tag k="highway" v="residential"/>
<tag k="name" v="Around"/></way>
<way id="5"><nd ref="2"/><nd ref="11"/><tag k="highway" v="residential"/><tag k="maxweight" v="2.5"/></way>
<way id="6"><nd ref="7"/><nd ref="8"/><nd ref="9"/><nd ref="10"/><nd ref="7"/>
<tag k="boundary" v="low_emission_zone"/><tag k="name" v="Old Town"/></way></osm>"#;

#[test]
fn a_large_car_goes_around_and_says_so() {
    let bench = Bench::empty();
    let file = bench.data_dir().join("bridge.osm");
    std::fs::write(&file, LOW_BRIDGE).unwrap();
    bench.import(Path::new(&file)).unwrap();
    let (west, east) = (LonLat { lon: 20.001, lat: 10.0 }, LonLat { lon: 20.011, lat: 10.0 });
    let drives = |vehicle: VehicleDto, request: PlanRequest| {
        let settings = SettingsDto { vehicle, ..bench.app.settings().unwrap() };
        bench.app.settings_set(&settings).unwrap();
        bench.app.plan(&request)
    };
    let unknown = drives(VehicleDto::default(), between(west, east)).unwrap();
    assert!(unknown.routes[0].via_roads.contains(&"Bridge Street".to_owned()) && unknown.notices.is_empty());
    let zone = &unknown.routes[0].notices;
    assert_eq!(zone.iter().map(|notice| notice.kind.as_str()).collect::<Vec<_>>(), ["low_emission"]);
    assert!(zone[0].text.contains("Old Town"), "{}", zone[0].text);
    assert!(unknown.routes[0].details.iter().any(|detail| detail.kind == "low_emission"));
    let van = VehicleDto { height_m: Some(2.7), ..VehicleDto::default() };
    let around = drives(van, between(west, east)).unwrap();
    assert!(around.routes.iter().all(|route| !route.via_roads.contains(&"Bridge Street".to_owned())));
    assert!(around.routes[0].notices.is_empty(), "around the zone too");
    assert_eq!(around.notices.len(), 1);
    let text = &around.notices[0].text;
    assert!(text.contains("Bridge Street") && text.contains("2.7 m") && text.contains("2.2 m"), "{text}");
    // No liking makes the bridge higher.
    let wish = WishDto {
        target: TargetDto::Road { name: "Bridge Street".to_owned() },
        strength: StrengthDto::Follow,
    };
    let liked = drives(van, PlanRequest { wishes: vec![wish], ..between(west, east) }).unwrap();
    assert!(!liked.routes[0].via_roads.contains(&"Bridge Street".to_owned()));
    let low =
        drives(VehicleDto { height_m: Some(2.2), ..VehicleDto::default() }, between(west, east)).unwrap();
    assert!(low.notices.is_empty() && low.routes[0].via_roads == unknown.routes[0].via_roads);
    // Its own street is too weak for it: it is told why no way leads there, or how far away one has to stop.
    let heavy = VehicleDto { weight_t: Some(3.5), ..VehicleDto::default() };
    let north = LonLat { lon: 20.004, lat: 10.0045 };
    let near = drives(heavy, between(west, north)).unwrap();
    assert_eq!(near.moved.len(), 1, "{:?}", near.moved);
    for vehicle in [
        VehicleDto { height_m: Some(0.1), ..VehicleDto::default() },
        VehicleDto { width_m: Some(50.0), ..VehicleDto::default() },
        VehicleDto { weight_t: Some(f64::NAN), ..VehicleDto::default() },
    ] {
        let settings = SettingsDto { vehicle, ..bench.app.settings().unwrap() };
        let refused = bench.app.settings_set(&settings).unwrap_err();
        assert_eq!(refused.code, ErrorCode::BadRequest, "{vehicle:?}");
    }
}

/// What two answers to the same question must share: everything but their names and times.
fn essence(plan: &PlanDto) -> Vec<(String, u64, u64, usize)> {
    let of = |route: &app::dto::RouteDto| {
        (route.id.clone(), route.duration_s.to_bits(), route.distance_m.to_bits(), route.steps.len())
    };
    plan.routes.iter().map(of).collect()
}

#[test]
fn many_at_once_get_what_each_would_get_alone() {
    const THREADS: usize = 8;
    const EACH: usize = 25;
    let bench = Bench::with_regions();
    let requests: Vec<PlanRequest> = (0..10)
        .map(|index| {
            let t = f64::from(index) / 10.0;
            let to = LonLat { lon: 7.41 + 0.05 * t, lat: 43.73 + 0.02 * t };
            let feature = ["tunnel", "motorway", "waterside"][index as usize % 3].to_owned();
            let strength = [StrengthDto::Avoid, StrengthDto::Never, StrengthDto::Prefer][index as usize % 3];
            let wishes = vec![WishDto { target: TargetDto::Feature { feature }, strength }];
            PlanRequest { wishes, ..between(HOME, to) }
        })
        .collect();
    let alone: Vec<_> = requests.iter().map(|request| essence(&bench.app.plan(request).unwrap())).collect();
    assert!(alone.iter().all(|routes| !routes.is_empty()));
    thread::scope(|scope| {
        for offset in 0..THREADS {
            let (bench, requests, alone) = (&bench, &requests, &alone);
            scope.spawn(move || {
                for round in 0..EACH {
                    let index = (offset * 3 + round) % requests.len();
                    let plan = bench.app.plan(&requests[index]).unwrap();
                    assert_eq!(essence(&plan), alone[index], "request {index}");
                }
            });
        }
    });
}

//! The bundled region: what must be in it for the app's demo to make sense.

use std::{path::Path, sync::OnceLock};

use domain::RoadFeature;
use region::{
    CancelToken, Geometry, Layer, MapFeature, NamedThing, NoProgress, RoadNetwork, extract,
    osm::{self, Skipped},
};

struct Monaco {
    network: RoadNetwork,
    features: Vec<MapFeature>,
    names: Vec<NamedThing>,
    skipped: Skipped,
}

fn monaco() -> &'static Monaco {
    static MONACO: OnceLock<Monaco> = OnceLock::new();
    MONACO.get_or_init(|| {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/regions/monaco.osm.pbf");
        let data = osm::read(&file, &mut NoProgress, &CancelToken::new()).expect("Monaco");
        let mut skipped = data.skipped;
        let network = extract::road_network(&data, &mut skipped);
        let features = extract::map_features(&data, &network, &mut skipped);
        Monaco { features, names: extract::named_things(&data), network, skipped }
    })
}

fn inside(ring: &[[i32; 2]], lon: f64, lat: f64) -> bool {
    let (x, y) = (lon * 1e7, lat * 1e7);
    ring.windows(2).fold(false, |inside, pair| {
        let ([ax, ay], [bx, by]) = (pair[0].map(f64::from), pair[1].map(f64::from));
        inside ^ ((ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax)
    })
}

/// Polygons of a layer and class that cover the point.
fn covering(layer: Layer, class: &str, lon: f64, lat: f64) -> usize {
    let covers = |feature: &&MapFeature| match &feature.geometry {
        Geometry::Polygon(rings) => rings.iter().filter(|ring| inside(ring, lon, lat)).count() % 2 == 1,
        _ => false,
    };
    monaco().features.iter().filter(|f| f.layer == layer && f.class == class).filter(covers).count()
}

#[test]
fn the_sea_is_in_the_south_and_the_land_in_the_north() {
    let check = |what: &str, lon: f64, lat: f64, sea: bool| {
        assert_eq!(covering(Layer::Water, "sea", lon, lat) == 1, sea, "{what}");
    };
    check("off Monaco", 7.44, 43.725, true);
    check("the south-east corner", 7.489, 43.7105, true);
    check("the south-west corner", 7.351, 43.7105, true);
    check("Port Hercule", 7.4255, 43.7355, true);
    check("Menton's bay", 7.488, 43.762, true);
    check("the palace", 7.4200, 43.7313, false);
    check("La Turbie", 7.4008, 43.7453, false);
    check("Cap Martin", 7.4790, 43.7520, false);
    check("the north-west corner", 7.351, 43.769, false);
}

#[test]
fn everything_on_the_map_is_well_formed() {
    let mut count = [0; Layer::ALL.len()];
    for feature in &monaco().features {
        count[feature.layer as usize] += 1;
        assert!(feature.min_zoom <= 16 && !feature.class.is_empty(), "{feature:?}");
        match &feature.geometry {
            Geometry::Point(_) => assert!(matches!(feature.layer, Layer::Poi | Layer::Place)),
            Geometry::Line(line) => assert!(line.len() >= 2),
            Geometry::Polygon(rings) => {
                assert!(!rings.is_empty());
                for ring in rings {
                    assert!(ring.len() >= 4 && ring.first() == ring.last(), "{feature:?}");
                }
            }
        }
    }
    let at_least = [100, 300, 5, 20, 22_000, 30, 50, 2500, 400, 25];
    for ((layer, count), least) in Layer::ALL.iter().zip(count).zip(at_least) {
        assert!(count >= least, "{} {count}", layer.word());
    }
    let holes = monaco()
        .features
        .iter()
        .filter(|f| matches!(&f.geometry, Geometry::Polygon(rings) if rings.len() > 1));
    assert!(holes.count() >= 5, "multipolygons keep their courtyards");
}

/// Metres of road with a feature.
fn metres(feature: RoadFeature) -> u32 {
    let with = monaco().network.segments.iter().filter(|segment| segment.feature_set().has(feature));
    with.map(|segment| segment.length_dm / 10).sum()
}

#[test]
fn the_roads_have_what_the_demo_asks_about() {
    let network = &monaco().network;
    assert_eq!((network.nodes.len() > 2000, network.segments.len() > 2500), (true, true));
    assert!(metres(RoadFeature::Tunnel) > 10_000);
    assert!(metres(RoadFeature::Motorway) > 20_000);
    assert!(metres(RoadFeature::Toll) > 10_000);
    assert!((15_000..60_000).contains(&metres(RoadFeature::Waterside)), "{}", metres(RoadFeature::Waterside));
    assert!(network.restrictions.len() >= 27);
    assert!(!network.drives_left);
    assert!(network.nodes.iter().filter(|node| node.signals).count() > 10);
    let along_the_harbour = network.segments.iter().filter(|segment| {
        let name = network.ways[segment.way as usize].name as usize;
        network.strings[name].starts_with("Quai Albert 1")
            && segment.feature_set().has(RoadFeature::Waterside)
    });
    assert!(along_the_harbour.count() > 0);
    assert_eq!(monaco().skipped.unusable_restrictions, 0);
}

#[test]
fn every_segment_fits_its_network() {
    let network = &monaco().network;
    for segment in &network.segments {
        assert!(
            (segment.tail as usize) < network.nodes.len() && (segment.head as usize) < network.nodes.len()
        );
        assert_ne!(segment.tail, segment.head);
        assert!((segment.shape_start + segment.shape_len) as usize <= network.shape.len());
        assert!(segment.length_dm >= 1);
        let way = &network.ways[segment.way as usize];
        assert!(way.speed_forward > 0 && way.speed_backward > 0 && way.rate_percent > 0);
        for text in [way.name, way.name_en, way.name_zh, way.road_ref] {
            assert!((text as usize) < network.strings.len());
        }
    }
    for ban in &network.restrictions {
        let edges = 2 * network.segments.len() as u32;
        assert!([ban.from, ban.to].iter().chain(&ban.via).all(|edge| *edge < edges));
    }
}

#[test]
fn what_people_look_for_is_there_once() {
    let check = |name: &str, kind: &str, count: usize| {
        let named = |thing: &&NamedThing| {
            thing.names.iter().any(|(_, text)| text == name) && thing.kind.starts_with(kind)
        };
        let found: Vec<_> = monaco().names.iter().filter(named).collect();
        assert_eq!(found.len(), count, "{name}: {found:?}");
    };
    check("Monaco", "place=", 1);
    check("La Turbie", "place=village", 1);
    check("Cap-d'Ail", "place=village", 1);
    check("Roquebrune-Cap-Martin", "place=town", 1);
    check("Monte-Carlo", "place=suburb", 1);
    check("Boulevard Princesse Charlotte", "highway=", 1);
    check("Basse Corniche", "highway=", 1);
    check("Monaco - Monte Carlo", "railway=station", 1);
    check("Stade Louis II", "leisure=stadium", 1);
    let fuel = monaco().names.iter().filter(|thing| thing.kind == "amenity=fuel");
    assert!(fuel.count() >= 3, "filling stations are found by their kind");
    let city = monaco().names.iter().find(|thing| thing.kind == "place=city").expect("Monaco");
    let shop = monaco().names.iter().find(|thing| thing.kind.starts_with("shop=")).expect("a shop");
    assert!(city.importance > shop.importance);
}

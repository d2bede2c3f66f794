//! Road networks from drawn maps.

use domain::{RoadClass, RoadFeature};
use region::{Access, MarkKind, RoadNetwork};
use testkit::map::DrawnMap;

fn letter(network: &RoadNetwork, node: u32) -> char {
    let osm = network.nodes[node as usize].osm;
    char::from_u32(u32::try_from(osm).expect("a letter")).expect("a letter")
}

/// Edges of the network as `AB` (tail, head), `d` behind them when they are only for the ends of a trip.
fn edges(network: &RoadNetwork) -> String {
    let mut found = Vec::new();
    for segment in &network.segments {
        let (tail, head) = (letter(network, segment.tail), letter(network, segment.head));
        let suffix = |access: Access| if access == Access::Destination { "d" } else { "" };
        if segment.forward != Access::No {
            found.push(format!("{tail}{head}{}", suffix(segment.forward)));
        }
        if segment.backward != Access::No {
            found.push(format!("{head}{tail}{}", suffix(segment.backward)));
        }
    }
    found.join(" ")
}

const ROAD: &[(&str, &str)] = &[("highway", "residential")];
const ONE_WAY: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];

fn line() -> DrawnMap {
    DrawnMap::new("A B C D E F", 50.0)
}

#[test]
fn ways_are_split_at_junctions_and_at_what_stands_on_the_road() {
    let check = |map: DrawnMap, expected: &str| assert_eq!(edges(&map.network()), expected);
    check(line().way("ABCDE", ROAD), "AE EA");
    check(line().way("ABCDE", ONE_WAY), "AE");
    check(line().way("ABC", ROAD).way("CDE", ONE_WAY), "AC CA CE");
    check(line().way("ABC", ROAD).way("BF", ROAD), "AB BA BC CB BF FB");
    // Only roads make junctions.
    check(line().way("ABC", ROAD).way("BF", &[("waterway", "stream")]), "AC CA");
    check(line().way("ABC", ROAD).way("BF", &[("highway", "footway")]), "AC CA");
    check(line().way("ABC", ROAD).node('B', &[("barrier", "bollard")]), "AB BA BC CB");
    check(line().way("ABC", ROAD).node('B', &[("highway", "traffic_signals")]), "AB BA BC CB");
    check(line().way("ABC", ROAD).node('B', &[("highway", "bus_stop")]), "AC CA");
    check(line().way("AB", &[("highway", "service"), ("access", "private")]), "ABd BAd");
}

#[test]
fn what_stands_on_the_road_is_on_its_node() {
    let map = line()
        .way("ABCDEF", ROAD)
        .node('B', &[("barrier", "bollard")])
        .node('C', &[("highway", "traffic_signals")])
        .node('D', &[("barrier", "gate")])
        .node('E', &[("highway", "turning_circle")]);
    let network = map.network();
    let found: Vec<_> =
        network.nodes.iter().map(|node| (node.blocked, node.signals, node.uturn_ok, node.delay_s)).collect();
    let expected = [
        (false, false, true, 0), // A: a dead end
        (true, false, false, 0),
        (false, true, false, 0),
        (false, false, false, 60),
        (false, false, true, 0),
        (false, false, true, 0), // F: a dead end
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_way_and_two_nodes_name_one_edge() {
    let square = || {
        DrawnMap::new(
            "
            A B C
            F E D
            ",
            50.0,
        )
    };
    let check = |map: DrawnMap, expected_segments: usize| {
        let network = map.network();
        let mut keys = std::collections::BTreeSet::new();
        for segment in &network.segments {
            assert_ne!(segment.tail, segment.head, "{}", edges(&network));
            let way = network.ways[segment.way as usize].osm;
            assert!(keys.insert((way, segment.tail, segment.head)), "{}", edges(&network));
            assert!(keys.insert((way, segment.head, segment.tail)), "{}", edges(&network));
        }
        assert_eq!(network.segments.len(), expected_segments, "{}", edges(&network));
    };
    // A loop on a stalk, a loop alone, a ring with two entries.
    check(square().way("AB", ROAD).way("BCDEB", ROAD), 4);
    check(square().way("ABCDEFA", ROAD), 3);
    check(square().way("ABEF", ROAD).way("BCDEB", ROAD), 6);
    check(DrawnMap::new("X A B C D Y", 50.0).way("XA", ROAD).way("DY", ROAD).way("ABCDCBA", ROAD), 2 + 3);
}

#[test]
fn lengths_and_shapes_follow_the_drawing() {
    let map = DrawnMap::new(
        "
        A B
          C D
        ",
        50.0,
    );
    let map = map.way("ABCD", ROAD);
    let network = map.network();
    let segment = network.segments[0];
    assert!((segment.length_dm as f64 - 2500.0).abs() < 10.0, "{} dm", segment.length_dm);
    assert_eq!(segment.shape_len, 2);
    let b = map.position('B');
    assert!((f64::from(network.shape[0][0]) - b.lon * 1e7).abs() < 1.0);
}

#[test]
fn texts_and_attributes_come_from_the_way() {
    let map = line()
        .way(
            "ABC",
            &[
                ("highway", "motorway_link"),
                ("name", "内环匝道"),
                ("name:en", "Inner Ring Ramp"),
                ("ref", "S20;G2"),
                ("destination", "Nice;Menton"),
                ("destination:ref", "A8"),
                ("lanes", "2"),
                ("maxspeed", "60"),
            ],
        )
        .node('A', &[("highway", "motorway_junction"), ("ref", "57")]);
    let network = map.network();
    let way = network.ways[0];
    let text = |index: u32| network.strings[index as usize].as_str();
    assert_eq!(text(way.name), "内环匝道");
    assert_eq!(text(way.name_en), "Inner Ring Ramp");
    assert_eq!(text(way.name_zh), "");
    assert_eq!(text(way.road_ref), "S20, G2");
    let guide = &network.guide;
    let sign = guide.sign(0, false).expect("a sign");
    let signs = [sign.destination, sign.destination_ref, sign.exit].map(|index| guide.text(index));
    assert_eq!((signs, sign.lanes), (["Nice;Menton", "A8", ""], 1));
    let marks = guide.marks(network.segments[0].tail);
    assert_eq!(
        marks.iter().map(|mark| (mark.kind, guide.text(mark.number))).collect::<Vec<_>>(),
        [(MarkKind::Junction, "57")]
    );
    assert_eq!((way.road_class(), way.link, way.lanes, way.maxspeed), (RoadClass::Motorway, true, 2, 60));
    assert_eq!(network.strings[0], "");
}

#[test]
fn a_ferry_shares_its_duration_among_its_pieces() {
    let ferry = &[("route", "ferry"), ("duration", "00:10")];
    let network = line().way("ABCDE", ferry).way("CF", ROAD).network();
    let durations: Vec<u32> = network.ways.iter().map(|way| way.ferry_s).collect();
    assert_eq!(durations, [300, 300, 0]);
    assert!(network.segments[0].feature_set().has(RoadFeature::Ferry));
}

#[test]
fn a_toll_booth_makes_its_road_a_toll_road() {
    let network = line().way("ABC", ROAD).way("CDE", ROAD).node('B', &[("barrier", "toll_booth")]).network();
    let toll: Vec<bool> = network.segments.iter().map(|s| s.feature_set().has(RoadFeature::Toll)).collect();
    assert_eq!(toll, [true, true, false]);
}

#[test]
fn bridges_in_a_row_make_an_elevated_road() {
    let bridge: &[(&str, &str)] =
        &[("highway", "trunk"), ("oneway", "yes"), ("bridge", "yes"), ("layer", "1")];
    let ground: &[(&str, &str)] = &[("highway", "trunk"), ("oneway", "yes")];
    let elevated = |metres: f64, ways: &[(&str, &[(&str, &str)])]| -> Vec<bool> {
        let map = DrawnMap::new("A B C D E F", metres);
        let map = ways.iter().fold(map, |map, (nodes, tags)| map.way(nodes, tags));
        map.network().segments.iter().map(|s| s.feature_set().has(RoadFeature::Elevated)).collect()
    };
    // Two columns lie between letters: pieces of 200 m.
    assert_eq!(elevated(100.0, &[("AB", bridge), ("BC", bridge), ("CD", bridge)]), [true, true, true]);
    assert_eq!(elevated(100.0, &[("AB", bridge), ("BC", bridge)]), [false, false]);
    assert_eq!(
        elevated(100.0, &[("AB", bridge), ("BC", ground), ("CD", bridge), ("DE", bridge)]),
        [false; 4]
    );
}

#[test]
fn roads_along_the_water() {
    // Rows are 40 m apart: A-B runs beside the river, C-D two rows further, E-F crosses it.
    let map = || {
        DrawnMap::with_cell(
            "
            C                   D
            .
            A                   B
            W       X   Y       Z
            .
            .
            .       E
            .
            ",
            40.0,
            40.0,
        )
    };
    let beside = |map: DrawnMap| -> Vec<bool> {
        map.network().segments.iter().map(|s| s.feature_set().has(RoadFeature::Waterside)).collect()
    };
    let river: &[(&str, &str)] = &[("waterway", "river")];
    let road = |extra: (&'static str, &'static str)| [("highway", "primary"), extra];
    let plain = road(("lit", "yes"));
    assert_eq!(beside(map().way("WXYZ", river).way("AB", &plain)), [true]);
    assert_eq!(beside(map().way("WXYZ", river).way("CD", &plain)), [false], "120 m away");
    assert_eq!(beside(map().way("WXYZ", river).way("CAB", &plain)), [true], "most of it");
    assert_eq!(
        beside(map().way("WXYZ", river).way("AB", &road(("tunnel", "yes")))),
        [false],
        "a tunnel sees nothing"
    );
    assert_eq!(beside(map().way("WXYZ", &[("waterway", "stream")]).way("AB", &plain)), [false]);
    assert_eq!(beside(map().way("WXYZ", &[("natural", "coastline")]).way("AB", &plain)), [true]);
    assert_eq!(beside(map().way("WXYZ", river).way("AE", &road(("bridge", "yes")))), [false], "a crossing");
    assert_eq!(beside(map().way("WEZYXW", &[("natural", "water")]).way("AB", &plain)), [true]);
    assert_eq!(
        beside(map().way("XYEX", &[("natural", "water"), ("water", "pool")]).way("AB", &plain)),
        [false]
    );
    assert_eq!(beside(map().way("WXYZ", river).way("AB", &[("route", "ferry")])), [false]);
}

#[test]
fn a_long_bridge_over_a_river_is_no_elevated_road() {
    let bridge: &[(&str, &str)] = &[("highway", "trunk"), ("bridge", "yes"), ("layer", "1")];
    let elevated = |area: &str, tags: &[(&str, &str)]| {
        let map = DrawnMap::new(
            "
            . P   T       Q
            A               B
            . S   U       R
            ",
            50.0,
        );
        let network = map.way("AB", bridge).way(area, tags).network();
        network.segments[0].feature_set().has(RoadFeature::Elevated)
    };
    assert!(elevated("PQRSP", &[("landuse", "residential")]), "800 m over roofs");
    assert!(elevated("PQRSP", &[("natural", "water"), ("intermittent", "yes")]), "a dry bed");
    assert!(elevated("PTUSP", &[("natural", "water")]), "only a quarter over water");
    assert!(!elevated("PQRSP", &[("natural", "water")]), "three quarters over water");
}

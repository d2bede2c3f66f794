//! What is posted about sizes, and low-emission zones, on drawn maps.

use region::{LimitAt, RoadNetwork};
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];

fn letter(network: &RoadNetwork, node: u32) -> char {
    u32::try_from(network.nodes[node as usize].osm).ok().and_then(char::from_u32).unwrap_or('?')
}

fn ends(network: &RoadNetwork, edge: u32) -> String {
    let segment = network.segments[edge as usize / 2];
    let (tail, head) = (letter(network, segment.tail), letter(network, segment.head));
    if edge.is_multiple_of(2) { format!("{tail}{head}") } else { format!("{head}{tail}") }
}

/// Limits as `AB h350` (an edge) or `X w200` (a node), in centimetres and kilograms.
fn limits(network: &RoadNetwork) -> Vec<String> {
    let words = network.limits.iter().map(|posted| {
        let at = match posted.at {
            LimitAt::Edge(edge) => ends(network, edge),
            LimitAt::Node(node) => letter(network, node).to_string(),
        };
        let parts = [
            ("h", posted.height_cm.into()),
            ("w", posted.width_cm.into()),
            ("l", posted.length_cm.into()),
            ("t", posted.weight_kg),
            ("a", posted.axle_kg),
        ];
        let parts =
            parts.iter().filter(|(_, number)| *number > 0).map(|(key, number)| format!(" {key}{number}"));
        format!("{at}{}", parts.collect::<String>())
    });
    words.collect()
}

#[test]
fn limits_lie_on_edges_and_nodes() {
    let map = DrawnMap::new("A-B-X-C-D-E", 100.0)
        .way("AB", &[("highway", "residential"), ("maxheight", "2.2")])
        .way("BXC", STREET)
        .way("CD", &[("highway", "residential"), ("maxweight:forward", "3.5"), ("maxaxleload", "2 t")])
        .way("DE", &[("highway", "residential"), ("oneway", "yes"), ("maxwidth", "2.1"), ("maxlength", "6")])
        .node('X', &[("barrier", "height_restrictor"), ("maxheight", "2.1")])
        .node('A', &[("maxheight", "default")]);
    let expected =
        ["AB h220", "BA h220", "CD t3500 a2000", "DC a2000", "DE w210 l600", "ED w210 l600", "X h210"];
    assert_eq!(limits(&map.network()), expected);
    let plain = DrawnMap::new("A-B", 100.0).way("AB", STREET).network();
    assert!(plain.limits.is_empty() && plain.zones.is_empty());
}

#[test]
fn zones_know_the_roads_inside() {
    let map = DrawnMap::new(
        "
        P-----------Q
        |           |
      A-+-B-C---D-+-+-E
        |   |       |
        |   F-G     |
        S-----------R
        ",
        100.0,
    );
    let map = map.way("AB", STREET).way("BC", STREET).way("CD", STREET).way("DE", STREET).way("CF", STREET);
    let zone: &[(&str, &str)] =
        &[("type", "boundary"), ("boundary", "low_emission_zone"), ("name", "Umweltzone")];
    let inside = |network: &RoadNetwork| -> Vec<(String, Vec<String>)> {
        let of = |segments: &[u32]| segments.iter().map(|segment| ends(network, segment * 2)).collect();
        network.zones.iter().map(|zone| (zone.name.clone(), of(&zone.segments))).collect()
    };
    let by_relation = map.clone().way("PQR", &[]).way("RSP", &[]);
    let by_relation = by_relation.relation(&[("outer", "PQR"), ("outer", "RSP")], zone).network();
    // AB has its middle on the border's outer side; DE lies mostly inside.
    let roads = ["AB", "BC", "CD", "DE", "CF"].map(str::to_owned);
    let found = inside(&by_relation);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "Umweltzone");
    assert!(found[0].1.iter().all(|road| roads.contains(road)) && found[0].1.contains(&"CD".to_owned()));
    let by_way = map.clone().way("PQRSP", &[("boundary", "low_emission_zone")]).network();
    assert_eq!(inside(&by_way)[0].1, found[0].1);
    let elsewhere = map.way("PQRSP", &[("boundary", "administrative")]).network();
    assert!(elsewhere.zones.is_empty());
}

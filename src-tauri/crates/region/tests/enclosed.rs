//! Public roads behind private ones, on drawn maps.

use region::Access;
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];
const PRIVATE: &[(&str, &str)] = &[("highway", "residential"), ("access", "private")];

/// The main roads are SA, AT and SX; what else is drawn comes from the test. Expected as `from to access`.
fn check(
    ways: &[(&str, &[(&str, &str)])],
    node: Option<(char, &[(&str, &str)])>,
    expected: &[(&str, Access)],
) {
    let map = DrawnMap::new(
        "
        X
        |
        S---A---T
            |   |
            B---C
            |
            D---E
        ",
        100.0,
    );
    let map = ["SA", "AT", "SX"].iter().fold(map, |map, way| map.way(way, STREET));
    let map = ways.iter().fold(map, |map, (way, tags)| map.way(way, tags));
    let map = match node {
        Some((letter, tags)) => map.node(letter, tags),
        None => map,
    };
    let network = map.network();
    for (way, access) in expected {
        let letters: Vec<char> = way.chars().collect();
        let edge = map.edge(&network, letters[0], letters[1]).expect("the way is open");
        assert_eq!(network.access(edge), *access, "{way} with {ways:?}");
    }
}

#[test]
fn a_public_road_behind_a_private_one_is_no_way_through() {
    use Access::{Destination, Yes};
    let gate: &[(&str, &[(&str, &str)])] = &[("AB", PRIVATE), ("BD", STREET), ("DE", STREET)];
    check(gate, None, &[("SA", Yes), ("AB", Destination), ("BD", Destination), ("DE", Destination)]);
    // With a public way in it is public.
    let open = [gate, &[("BC", STREET), ("CT", STREET)]].concat();
    check(&open, None, &[("BD", Yes), ("DE", Yes), ("BC", Yes), ("AB", Destination)]);
    // A public way that ends at a bollard is none.
    let shut = [gate, &[("BC", STREET), ("CT", STREET)]].concat();
    let bollard: &[(&str, &str)] = &[("barrier", "bollard")];
    check(&shut, Some(('C', bollard)), &[("BD", Destination), ("DE", Destination), ("SA", Yes)]);
    // An island is enclosed by nothing.
    check(&[("DE", STREET), ("BC", PRIVATE)], None, &[("DE", Yes)]);
}

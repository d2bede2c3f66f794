//! The city is what it promises: checked on the road network that the importer makes of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use domain::{LonLat, RoadClass, RoadFeature};
use region::osm::{Member as OsmMember, MemberKind, OsmData, Skipped, Tags as OsmTags};
use region::{Access, RoadNetwork, Segment, extract};

use super::draft::Member;
use super::*;

fn data(draft: &Draft) -> OsmData {
    let tags = |tags: &draft::Tags| {
        OsmTags::new(tags.iter().map(|(k, v)| ((*k).into(), v.as_str().into())).collect())
    };
    let mut builder = OsmData::builder();
    for (id, (at, node_tags)) in (1..).zip(draft.node_list()) {
        let at = plan::lon_lat(at);
        builder.node(id, (at.lon * 1e7).round() as i64, (at.lat * 1e7).round() as i64, tags(node_tags));
    }
    for (id, (nodes, way_tags)) in (1..).zip(draft.way_list()) {
        builder.way(id, nodes.iter().map(|node| *node as i64 + 1).collect(), tags(way_tags));
    }
    for (id, (members, relation_tags)) in (1..).zip(draft.relation_list()) {
        let members = members.iter().map(|(role, member)| {
            let (kind, place) = match member {
                Member::Node(place) => (MemberKind::Node, place),
                Member::Way(place) => (MemberKind::Way, place),
            };
            OsmMember { kind, id: *place as i64 + 1, role: (*role).into() }
        });
        builder.relation(id, members.collect(), tags(relation_tags));
    }
    builder.finish()
}

fn network() -> RoadNetwork {
    extract::road_network(&data(&draw(SEED, NODES)), &mut Skipped::default())
}

fn at(network: &RoadNetwork, node: u32) -> LonLat {
    let node = network.nodes[node as usize];
    LonLat { lon: f64::from(node.lon_e7) / 1e7, lat: f64::from(node.lat_e7) / 1e7 }
}

/// A trip: seconds, and its segments.
struct Drive {
    seconds: f64,
    segments: Vec<usize>,
}

impl Drive {
    fn metres(&self, network: &RoadNetwork, on: impl Fn(&Segment) -> bool) -> f64 {
        let segments = self.segments.iter().map(|segment| &network.segments[*segment]);
        segments.filter(|segment| on(segment)).map(|segment| f64::from(segment.length_dm) / 10.0).sum()
    }
}

/// The plainest Dijkstra: seconds times `factor`, and what lights cost. No turn restrictions.
fn drive(network: &RoadNetwork, from: LonLat, to: LonLat, factor: impl Fn(&Segment) -> f64) -> Drive {
    let nearest = |place: LonLat| {
        let ground = network.segments.iter().filter(|segment| {
            let way = network.ways[segment.way as usize];
            segment.forward == Access::Yes && way.road_class() > RoadClass::Trunk && !way.link
        });
        let distance = |node: u32| at(network, node).distance_m(place);
        ground.map(|s| s.tail).min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap()
    };
    let (source, target) = (nearest(from), nearest(to));
    assert!(at(network, source).distance_m(from) < 150.0 && at(network, target).distance_m(to) < 150.0);
    let mut leaving: Vec<Vec<(usize, u32, f64, f64)>> = vec![Vec::new(); network.nodes.len()];
    for (index, segment) in network.segments.iter().enumerate() {
        let way = network.ways[segment.way as usize];
        for (access, from, to, speed) in [
            (segment.forward, segment.tail, segment.head, way.speed_forward),
            (segment.backward, segment.head, segment.tail, way.speed_backward),
        ] {
            if access == Access::Yes {
                let lights = if network.nodes[to as usize].signals { 12.0 } else { 0.0 };
                let seconds = f64::from(segment.length_dm) / 10.0 / (f64::from(speed) / 3.6) + lights;
                leaving[from as usize].push((index, to, seconds, seconds * factor(segment)));
            }
        }
    }
    let mut best: Vec<Option<(f64, f64, usize, u32)>> = vec![None; network.nodes.len()];
    let mut queue = BinaryHeap::from([Reverse((0u64, source))]);
    best[source as usize] = Some((0.0, 0.0, usize::MAX, source));
    while let Some(Reverse((milli, node))) = queue.pop() {
        let (cost, seconds, ..) = best[node as usize].unwrap();
        if node == target {
            break;
        }
        if milli > (cost * 1000.0) as u64 {
            continue;
        }
        for (segment, to, more, weighted) in &leaving[node as usize] {
            let total = cost + weighted;
            if best[*to as usize].is_none_or(|known| total < known.0) {
                best[*to as usize] = Some((total, seconds + more, *segment, node));
                queue.push(Reverse(((total * 1000.0) as u64, *to)));
            }
        }
    }
    let mut segments = Vec::new();
    let (mut node, seconds) = (target, best[target as usize].expect("a way must exist").1);
    while let Some((_, _, segment, before)) = best[node as usize].filter(|(.., before)| *before != node) {
        segments.push(segment);
        node = before;
    }
    Drive { seconds, segments }
}

/// A wish changes the trip: `wanted` tells which segments it is about, `factor` what it makes of their cost (the
/// router's factors), `longer` how many times as long the trip may take. Returns the metres of such segments before
/// and after.
fn check_wish(
    network: &RoadNetwork,
    trip: (&str, LonLat, LonLat),
    wanted: impl Fn(&Segment) -> bool + Copy,
    factor: f64,
    longer: std::ops::Range<f64>,
) -> (f64, f64) {
    let plain = drive(network, trip.1, trip.2, |_| 1.0);
    let wished = drive(network, trip.1, trip.2, |segment| if wanted(segment) { factor } else { 1.0 });
    let (before, after) = (plain.metres(network, wanted), wished.metres(network, wanted));
    let ratio = wished.seconds / plain.seconds;
    println!(
        "{}: {:.0} s with {before:.0} m, {:.0} s with {after:.0} m: {ratio:.2}",
        trip.0, plain.seconds, wished.seconds
    );
    assert!(longer.contains(&ratio), "{}: {ratio}", trip.0);
    (before, after)
}

#[test]
fn wishes_change_sensible_trips() {
    let network = network();
    let feature = |wanted: RoadFeature| move |segment: &Segment| segment.feature_set().has(wanted);
    let to_office = ("去公司", HOME, OFFICE);
    let (before, after) = check_wish(&network, to_office, feature(RoadFeature::Elevated), 10.0, 1.03..1.5);
    assert!(before > 3_000.0 && after < 300.0, "别走高架: {before} {after}");
    let (before, after) = check_wish(&network, to_office, feature(RoadFeature::Waterside), 0.6, 1.0..1.5);
    assert!(after > before + 2_000.0, "走江边: {before} {after}");
    let (before, after) =
        check_wish(&network, ("airport", OFFICE, AIRPORT), feature(RoadFeature::Motorway), 10.0, 1.05..1.8);
    assert!(before > 3_000.0 && after < 300.0, "avoid the motorway: {before} {after}");
    let (before, after) =
        check_wish(&network, ("airport", HOME, AIRPORT), feature(RoadFeature::Toll), 10.0, 1.02..1.8);
    assert!(before > 3_000.0 && after < 300.0, "avoid tolls: {before} {after}");
}

#[test]
fn it_has_everything_that_a_drive_meets() {
    let network = network();
    let metres = |wanted: RoadFeature| -> f64 {
        let segments = network.segments.iter().filter(|segment| segment.feature_set().has(wanted));
        segments.map(|segment| f64::from(segment.length_dm) / 10.0).sum()
    };
    assert!(metres(RoadFeature::Elevated) > 90_000.0, "two rings, both ways");
    assert!(metres(RoadFeature::Toll) > 8_000.0);
    assert!(metres(RoadFeature::Tunnel) > 200.0);
    assert!(metres(RoadFeature::Bridge) > 2_000.0);
    assert!(network.ways.iter().any(|way| way.roundabout));
    assert!(network.nodes.iter().filter(|node| node.signals).count() > 100);
    assert!(network.restrictions.iter().filter(|r| r.via.is_empty()).count() > 50);
    assert!(network.restrictions.iter().any(|r| !r.via.is_empty()));
    assert!(network.nodes.iter().filter(|node| node.uturn_ok).count() > 200);
    assert!(!network.drives_left);
    for name in ["滨江路", "内环高架路", "外环高架路", "机场高速"] {
        assert!(network.strings.iter().any(|text| text == name), "{name}");
    }
}

#[test]
fn almost_everything_can_be_reached() {
    let network = network();
    // Where a road leads in both directions of a search from home, one can go there and come back.
    let reach = |forward: bool| {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); network.nodes.len()];
        for s in &network.segments {
            for (access, from, to) in [(s.forward, s.tail, s.head), (s.backward, s.head, s.tail)] {
                if access != Access::No {
                    let (from, to) = if forward { (from, to) } else { (to, from) };
                    next[from as usize].push(to);
                }
            }
        }
        let start = (0..network.nodes.len() as u32)
            .min_by(|a, b| at(&network, *a).distance_m(MALL).total_cmp(&at(&network, *b).distance_m(MALL)))
            .unwrap();
        let mut seen = vec![false; network.nodes.len()];
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                open.extend(&next[node as usize]);
            }
        }
        seen
    };
    let (out, back) = (reach(true), reach(false));
    let both = out.iter().zip(&back).filter(|(a, b)| **a && **b).count();
    assert!(both * 100 >= network.nodes.len() * 99, "{both} of {}", network.nodes.len());
}

#[test]
fn sizes_are_met() {
    for wished in [3_000, 8_000, NODES, 100_000] {
        let counts = draw(SEED, wished).counts();
        let off = counts.road_nodes as f64 / wished as f64;
        assert!((0.9..1.1).contains(&off), "{wished}: {counts:?}");
    }
    assert!(draw(SEED, 0).counts().road_nodes > 50);
}

#[test]
fn the_same_seed_gives_the_same_city_and_another_one_does_not() {
    let file = city(SEED, 3_000);
    assert_eq!(file, city(SEED, 3_000));
    assert_ne!(file, city(SEED + 1, 3_000));
    assert!(file.ends_with("</osm>\n"));
}

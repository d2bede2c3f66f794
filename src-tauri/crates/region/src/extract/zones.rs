//! Low-emission zones, and which roads lie in them.
//! <https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dlow_emission_zone>

use super::{
    areas::{self, Polygon},
    rings::{self, Point},
};
use crate::{
    osm::{OsmData, Skipped, Tags, index_u32},
    roads::{RoadNetwork, Zone},
};

/// All zones that have roads in them, in the order of the data.
pub fn zones(data: &OsmData, network: &RoadNetwork, skipped: &mut Skipped) -> Vec<Zone> {
    let mut found: Vec<(&Tags, Vec<Polygon>)> = Vec::new();
    for relation in data.relations.iter().filter(|relation| is_zone(&relation.tags)) {
        found.push((&relation.tags, areas::polygons(data, relation, skipped)));
    }
    for way in data.ways.iter().filter(|way| is_zone(&way.tags) && way.nodes.first() == way.nodes.last()) {
        let ring: Vec<Point> = way.nodes.iter().map(|node| data.position(*node)).collect();
        found.push((&way.tags, vec![vec![ring]]));
    }
    found
        .into_iter()
        .map(|(tags, polygons)| Zone {
            name: tags.get("name").unwrap_or_default().to_owned(),
            segments: inside(network, &polygons),
        })
        .filter(|zone| !zone.segments.is_empty())
        .collect()
}

fn is_zone(tags: &Tags) -> bool {
    tags.is("boundary", "low_emission_zone")
}

/// Segments whose middle lies inside, sorted. A road that only touches the border with an end is outside.
fn inside(network: &RoadNetwork, polygons: &[Polygon]) -> Vec<u32> {
    let boxes: Vec<[i32; 4]> =
        polygons.iter().filter_map(|polygon| polygon.first()).map(|r| bounds(r)).collect();
    let near =
        |[x, y]: Point| boxes.iter().any(|[w, s, e, n]| (*w..=*e).contains(&x) && (*s..=*n).contains(&y));
    let contains = |point: Point| {
        near(point)
            && polygons
                .iter()
                .any(|rings| rings.iter().filter(|ring| rings::contains(ring, point)).count() == 1)
    };
    (0..index_u32(network.segments.len())).filter(|segment| contains(middle(network, *segment))).collect()
}

fn bounds(ring: &[Point]) -> [i32; 4] {
    ring.iter().fold([i32::MAX, i32::MAX, i32::MIN, i32::MIN], |[w, s, e, n], [x, y]| {
        [w.min(*x), s.min(*y), e.max(*x), n.max(*y)]
    })
}

fn middle(network: &RoadNetwork, segment: u32) -> Point {
    let Some(segment) = network.segments.get(segment as usize) else { return [0, 0] };
    let inner = segment.shape_start as usize..(segment.shape_start + segment.shape_len) as usize;
    let inner = network.shape.get(inner).unwrap_or(&[]);
    let end = |node: u32| network.nodes.get(node as usize).map_or([0, 0], |node| [node.lon_e7, node.lat_e7]);
    match inner.get(inner.len() / 2) {
        Some(point) => *point,
        None => {
            let ([ax, ay], [bx, by]) = (end(segment.tail), end(segment.head));
            [i32::midpoint(ax, bx), i32::midpoint(ay, by)]
        }
    }
}

//! Where roads cross from one country into another.

use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex, sort::HilbertSort};
use rustc_hash::FxHashMap;

use super::rings::{self, Point};
use crate::{
    guide::{Border, Country},
    osm::{MemberKind, OsmData, Relation, index_u32},
    roads::{RoadNetwork, Segment},
};

/// Crossings by segment, and the countries that they name (the first is the one that nobody knows).
///
/// A country whose boundary is complete in the file, or complete but for a stretch of sea, tells which side is which;
/// of one that is cut off at the edge of the file only its neighbours tell. A piece of road that crosses and comes back crosses nothing.
pub fn borders(data: &OsmData, network: &RoadNetwork) -> (Vec<Border>, Vec<Country>) {
    let mut names = vec![Country::default()];
    let mut lines = Lines::default();
    let mut areas: Vec<Vec<Vec<Point>>> = vec![Vec::new()];
    for relation in data.relations.iter().filter(|relation| is_country(relation)) {
        let Ok(country) = u16::try_from(names.len()) else { break };
        let text = |key: &str| relation.tags.get(key).unwrap_or_default().to_owned();
        names.push(Country { name: text("name"), name_en: text("name:en"), name_zh: text("name:zh") });
        areas.push(lines.add(data, relation, country));
    }
    let Some(index) = lines.index() else { return (Vec::new(), names) };
    let mut borders = Vec::new();
    for (segment, piece) in (0_u32..).zip(&network.segments) {
        if let Some((tail, head)) = crossing(network, piece, &lines, &index, &areas) {
            borders.push(Border { segment, tail, head });
        }
    }
    (borders, names)
}

/// Lines between two countries are relations too, but have no code of their own.
fn is_country(relation: &Relation) -> bool {
    let tags = &relation.tags;
    tags.is("boundary", "administrative")
        && tags.is("admin_level", "2")
        && ["ISO3166-1", "ISO3166-1:alpha2", "ISO3166-1:alpha3"].iter().any(|key| tags.get(key).is_some())
}

/// Pieces of all boundaries with the countries on their two sides, where known.
#[derive(Default)]
struct Lines {
    pieces: Vec<([Point; 2], usize)>,
    ways: Vec<[u16; 2]>,
    known: FxHashMap<i64, usize>,
}

impl Lines {
    /// Adds the boundary of a country; returns its rings, none when they can't be told.
    fn add(&mut self, data: &OsmData, relation: &Relation, country: u16) -> Vec<Vec<Point>> {
        let mut nodes: Vec<&[u32]> = Vec::new();
        let mut whole = true;
        let members = relation.members.iter().filter(|m| m.kind == MemberKind::Way && &*m.role != "claimed");
        for member in members {
            let ways = data.way(member.id);
            whole &= ways.len() == 1;
            nodes.extend(ways.iter().map(|way| way.nodes.as_slice()));
            if let Some(known) = self.known.get(&member.id) {
                self.ways[*known][1] = country;
                continue;
            }
            let number = self.ways.len();
            self.known.insert(member.id, number);
            self.ways.push([country, 0]);
            for way in ways {
                let line = data.line(way);
                self.pieces.extend(line.windows(2).filter_map(|pair| Some((pair.try_into().ok()?, number))));
            }
        }
        let (rings, left_over) = rings::join(&nodes);
        let points = |nodes: &[u32]| nodes.iter().map(|node| data.position(*node)).collect::<Vec<Point>>();
        if whole && left_over == 0 {
            return rings.iter().map(|ring| points(ring)).collect();
        }
        // A country at the sea or at the edge of the file: what is there of its boundary, closed by a straight line.
        // That is its inside only if its own label lies in it; of two neighbours along the same line, one is right.
        let labels: Vec<Point> = relation
            .members
            .iter()
            .filter(|member| member.kind == MemberKind::Node)
            .filter_map(|member| Some(data.position(data.node(member.id)?)))
            .collect();
        let closed = chains(&nodes).into_iter().map(|mut chain| {
            chain.extend(chain.first().copied());
            points(&chain)
        });
        closed.filter(|ring| labels.iter().any(|label| rings::contains(ring, *label))).collect()
    }

    fn index(&self) -> Option<RTree<f64>> {
        if self.pieces.is_empty() {
            return None;
        }
        let mut builder = RTreeBuilder::<f64>::new(index_u32(self.pieces.len()));
        for ([a, b], _) in &self.pieces {
            let [[ax, ay], [bx, by]] = [*a, *b].map(|[x, y]| [f64::from(x), f64::from(y)]);
            builder.add(ax.min(bx), ay.min(by), ax.max(bx), ay.max(by));
        }
        Some(builder.finish::<HilbertSort>())
    }
}

/// Lines joined end to end as far as that goes.
fn chains(lines: &[&[u32]]) -> Vec<Vec<u32>> {
    let mut chains: Vec<Vec<u32>> = Vec::new();
    for line in lines {
        let mut chain = line.to_vec();
        while let Some(found) = chains.iter().position(|other| meets(&chain, other)) {
            let mut other = chains.swap_remove(found);
            if chain.last() == other.last() || chain.first() == other.first() {
                other.reverse();
            }
            if chain.first() == other.last() {
                std::mem::swap(&mut chain, &mut other);
            }
            chain.extend(other.iter().skip(1));
        }
        chains.push(chain);
    }
    chains
}

fn meets(a: &[u32], b: &[u32]) -> bool {
    let ends = |line: &[u32]| [line.first().copied(), line.last().copied()];
    ends(a).iter().any(|end| ends(b).contains(end))
}

/// Countries at the tail and the head of a piece of road that crosses a border.
fn crossing(
    network: &RoadNetwork,
    piece: &Segment,
    lines: &Lines,
    index: &RTree<f64>,
    areas: &[Vec<Vec<Point>>],
) -> Option<(u16, u16)> {
    let end = |node: u32| network.nodes.get(node as usize).map(|node| [node.lon_e7, node.lat_e7]);
    let (tail, head) = (end(piece.tail)?, end(piece.head)?);
    let inner = network.shape.get(piece.shape_start as usize..)?.get(..piece.shape_len as usize)?;
    let mut line = vec![tail];
    line.extend(inner);
    line.push(head);
    let mut crossed: Vec<usize> = Vec::new();
    for pair in line.windows(2) {
        let [a, b] = pair else { continue };
        let [[ax, ay], [bx, by]] = [*a, *b].map(|[x, y]| [f64::from(x), f64::from(y)]);
        for found in index.search(ax.min(bx), ay.min(by), ax.max(bx), ay.max(by)) {
            if let Some((border, way)) = lines.pieces.get(found as usize)
                && crosses([*a, *b], *border)
            {
                crossed.push(*way);
            }
        }
    }
    // Crossing twice is no crossing; of an odd number the last one is where the road ends up.
    let way = *crossed.last().filter(|_| crossed.len() % 2 == 1)?;
    let sides = *lines.ways.get(way)?;
    let inside = |country: u16, point: Point| {
        areas
            .get(usize::from(country))
            .filter(|rings| !rings.is_empty())
            .map(|rings| rings.iter().filter(|ring| rings::contains(ring, point)).count() % 2 == 1)
    };
    let other = |country: u16| if sides[0] == country { sides[1] } else { sides[0] };
    let known = sides.into_iter().filter(|country| *country != 0).find_map(|country| {
        let (at_tail, at_head) = (inside(country, tail)?, inside(country, head)?);
        match (at_tail, at_head) {
            (true, false) => Some((country, other(country))),
            (false, true) => Some((other(country), country)),
            _ => None,
        }
    });
    Some(known.unwrap_or((0, 0)))
}

/// Whether two straight lines cross. Touching at an end counts for one of the two neighbours, so that a road over a
/// corner of the boundary is counted once.
fn crosses([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    let side = |[px, py]: Point, [qx, qy]: Point, [rx, ry]: Point| {
        let cross = (i128::from(qx) - i128::from(px)) * (i128::from(ry) - i128::from(py))
            - (i128::from(qy) - i128::from(py)) * (i128::from(rx) - i128::from(px));
        cross > 0
    };
    side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b)
}

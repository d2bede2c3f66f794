//! Multipolygon relations as polygons.
//! <https://wiki.openstreetmap.org/wiki/Relation:multipolygon>

use super::rings::{self, Point};
use crate::osm::{MemberKind, OsmData, Relation, Skipped};

/// A polygon: rings, the outer one first.
pub type Polygon = Vec<Vec<Point>>;

/// Polygons of a relation. Rings that can't be closed (members outside of the extract) are left out and the relation
/// is counted.
pub fn polygons(data: &OsmData, relation: &Relation, skipped: &mut Skipped) -> Vec<Polygon> {
    let lines = |inner: bool| -> Vec<&[u32]> {
        let members = relation.members.iter().filter(|member| member.kind == MemberKind::Way);
        members
            .filter(|member| (&*member.role == "inner") == inner)
            .flat_map(|member| data.way(member.id))
            .map(|way| &way.nodes[..])
            .collect()
    };
    let (outer, open_outer) = rings::join(&lines(false));
    let (inner, open_inner) = rings::join(&lines(true));
    let missing = relation.members.iter().any(|m| m.kind == MemberKind::Way && data.way(m.id).is_empty());
    if open_outer + open_inner > 0 || (missing && outer.is_empty()) {
        skipped.open_multipolygons += 1;
    }
    let place = |rings: Vec<Vec<u32>>| -> Vec<Vec<Point>> {
        rings.into_iter().map(|ring| ring.into_iter().map(|node| data.position(node)).collect()).collect()
    };
    rings::nest(place(outer), place(inner))
}

/// Whether the relation draws an area.
pub fn is_area(relation: &Relation) -> bool {
    relation.tags.is("type", "multipolygon")
}

//! What a road is called and what the signs say.

use domain::{Maneuver, RoadClass, RoadFeature, RoadKind, RoadName, Signpost};
use region::{Mark as At, MarkKind};

use super::{Mark, Way};
use crate::graph::{Edge, Graph};

/// A sign further along the ramp than this is read after the decision, metres.
const READ_AHEAD_M: f64 = 300.0;
/// A road whose name comes no later than this is called by it from its beginning, metres.
const NAMED_SOON_M: f64 = 100.0;

pub(super) fn road(graph: &Graph, edge: Edge) -> RoadName {
    let way = graph.way(edge);
    let text = |index: u32| graph.text(index).to_owned();
    RoadName {
        name: text(way.name),
        name_en: text(way.name_en),
        name_zh: text(way.name_zh),
        road_ref: text(way.road_ref),
    }
}

/// The piece that names the road behind a maneuver: the first metres in a junction often have no name of their own.
pub(super) fn named(way: Way<'_>, mark: &Mark, end: usize) -> usize {
    let mut soon = (mark.named..end).take_while(|index| {
        !way.is_link(*index) && !way.is_ring(*index) && way.metres(mark.named, *index) <= NAMED_SOON_M
    });
    soon.find(|index| !way.graph.label(way.pieces[*index].edge).is_empty()).unwrap_or(mark.named)
}

/// Whether the road behind a maneuver is called like the one before it.
pub(super) fn stays(way: Way<'_>, mark: &Mark) -> bool {
    let label = |index: usize| way.pieces.get(index).map_or("", |piece| way.graph.label(piece.edge));
    mark.at
        .checked_sub(1)
        .is_some_and(|before| !label(before).is_empty() && label(before) == label(mark.named))
}

pub(super) fn kind(graph: &Graph, edge: Edge) -> RoadKind {
    let way = graph.way(edge);
    let features = graph.kind_of(edge).features;
    match way.road_class() {
        RoadClass::Ferry => RoadKind::Ferry,
        class if way.link && class <= RoadClass::Trunk => RoadKind::Ramp,
        _ if way.link => RoadKind::SlipRoad,
        RoadClass::Motorway => RoadKind::Motorway,
        _ if features.has(RoadFeature::Tunnel) => RoadKind::Tunnel,
        _ if features.has(RoadFeature::Bridge) => RoadKind::Bridge,
        RoadClass::Service if features.has(RoadFeature::Unpaved) => RoadKind::Track,
        RoadClass::Service => RoadKind::Service,
        _ => RoadKind::Road,
    }
}

/// What the signs at a maneuver say.
pub(super) fn signpost(way: Way<'_>, mark: &Mark) -> Signpost {
    let graph = way.graph;
    let guide = &graph.roads().guide;
    let list = |index: u32| -> Vec<String> {
        guide.text(index).split(';').filter(|text| !text.is_empty()).map(str::to_owned).collect()
    };
    let node = way.pieces.get(mark.at).map(|piece| graph.tail(piece.edge));
    let there =
        |wanted: MarkKind| -> Option<&At> { guide.marks(node?).iter().find(|found| found.kind == wanted) };
    match mark.maneuver {
        Maneuver::Depart { .. } | Maneuver::UTurn => return Signpost::default(),
        Maneuver::TollBooth | Maneuver::BorderControl => {
            let kind = if mark.maneuver == Maneuver::TollBooth {
                MarkKind::TollBooth
            } else {
                MarkKind::BorderControl
            };
            let place = there(kind).map(|found| guide.text(found.name).to_owned()).unwrap_or_default();
            return Signpost { place, ..Signpost::default() };
        }
        _ => {}
    }
    let same_way = |a: usize, b: usize| {
        let osm = |index: usize| way.pieces.get(index).map(|piece| graph.way(piece.edge).osm);
        osm(a) == osm(b)
    };
    let mut post = Signpost::default();
    let mut exit = 0;
    // A ramp is often drawn in pieces, and its sign belongs to a later one; a fork on the ramp ends the search.
    let first =
        mark.at.max(if matches!(mark.maneuver, Maneuver::Roundabout { .. }) { mark.named } else { 0 });
    for (offset, piece) in way.pieces.get(first..).unwrap_or_default().iter().enumerate() {
        let index = first + offset;
        if offset > 0
            && (!way.is_link(index) || way.metres(first, index) > READ_AHEAD_M)
            && index != mark.named
        {
            break;
        }
        if offset > 0 && graph.out.row(graph.tail(piece.edge)).len() > 1 && way.is_link(index) {
            break;
        }
        // In the middle of a drawn way its sign is behind the driver.
        let passed = index > 0 && same_way(index - 1, index) && index == mark.at;
        if passed {
            continue;
        }
        if let Some(sign) = guide.sign(graph.segment(piece.edge).way, piece.edge & 1 == 1) {
            exit = if exit == 0 { sign.exit } else { exit };
            post.towards = list(sign.destination);
            post.refs = list(sign.destination_ref);
            post.streets = list(sign.destination_street);
        }
        if !(post.towards.is_empty() && post.refs.is_empty() && post.streets.is_empty()) {
            break;
        }
    }
    post.exit = list(exit).join(", ");
    let leaves = matches!(mark.maneuver, Maneuver::RampOff(_) | Maneuver::Fork(_));
    if leaves
        && leaves_road(way, mark)
        && let Some(junction) = there(MarkKind::Junction)
    {
        if post.exit.is_empty() {
            post.exit = list(junction.number).join(", ");
        }
        guide.text(junction.name).clone_into(&mut post.place);
    }
    post
}

/// Whether the maneuver takes the driver off the road: the number of an exit is not for those who stay.
fn leaves_road(way: Way<'_>, mark: &Mark) -> bool {
    let pieces =
        mark.at.checked_sub(1).and_then(|before| way.pieces.get(before)).zip(way.pieces.get(mark.at));
    pieces.is_some_and(|(from, to)| {
        let (a, b) = (way.graph.way(from.edge), way.graph.way(to.edge));
        !a.link && (b.link || !super::junction::same_road(way.graph, from.edge, to.edge))
    })
}

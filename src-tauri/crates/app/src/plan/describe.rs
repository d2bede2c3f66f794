//! Routes as the shells show them.

use std::collections::HashSet;

use domain::{Detail, EdgeKey, FeatureMetres, Lang, LonLat, RoadFeature, Route, Target};
use routing::{Router, Snap};

use super::{Planned, notices, steps};
use crate::{
    App,
    dto::{DetailDto, FeaturesDto, HintDto, LineDto, RouteDto},
    situation::traffic_dto,
    words,
};

impl App {
    /// The plan's routes, chosen first.
    pub(crate) fn route_dtos(&self, planned: &Planned) -> Vec<RouteDto> {
        let mut routes: Vec<RouteDto> = planned
            .routes
            .iter()
            .enumerate()
            .map(|(index, route)| {
                let others = planned.routes.iter().enumerate().filter(|(other, _)| *other != index);
                let shared: HashSet<Piece> = others.flat_map(|(_, other)| pieces(&other.geometry)).collect();
                self.route_dto(planned, route, &shared)
            })
            .collect();
        tell_apart(&mut routes, planned);
        routes
    }

    /// The fastest legal route, which the wishes set aside.
    pub(crate) fn set_aside_dto(&self, planned: &Planned) -> RouteDto {
        let shared: HashSet<Piece> =
            planned.routes.iter().flat_map(|route| pieces(&route.geometry)).collect();
        self.route_dto(planned, &planned.base, &shared)
    }

    fn route_dto(&self, planned: &Planned, route: &Route, shared: &HashSet<Piece>) -> RouteDto {
        let lang = planned.lang;
        let drives_left = planned.region.router().graph().roads().drives_left;
        let first = planned.routes.first().map_or((route.duration_s, route.distance_m, 0), |first| {
            (first.duration_s, first.distance_m, first.signals)
        });
        let usual = planned.recalled.usual_route.as_ref() == Some(&route.id);
        RouteDto {
            id: route.id.0.clone(),
            label: words::route_label(lang, &route.via_roads),
            character: words::character(lang, route),
            distance_m: route.distance_m,
            duration_s: route.duration_s,
            delta_s: route.duration_s - first.0,
            delta_m: route.distance_m - first.1,
            geometry: line_dto(&route.geometry),
            differs: ranges(&route.geometry, |piece| !shared.contains(piece)),
            steps: route
                .legs
                .iter()
                .flat_map(|leg| leg.steps.iter().zip(routing::sentences(&leg.steps, lang)))
                .map(|(step, text)| steps::step_dto(lang, step, text, route, drives_left))
                .collect(),
            features: features_dto(&route.features),
            details: route
                .details
                .iter()
                .map(|detail| {
                    let (kind, value) = match &detail.what {
                        Detail::Feature(feature) => ("feature", feature.word().to_owned()),
                        Detail::Class(class) => ("class", class.word().to_owned()),
                        Detail::Road(name) => ("road", name.clone()),
                        Detail::LowEmissionZone(name) => ("low_emission", name.clone()),
                    };
                    DetailDto {
                        kind: kind.to_owned(),
                        value,
                        from_point: index(detail.from_point),
                        to_point: index(detail.to_point),
                        metres: detail.metres,
                    }
                })
                .collect(),
            hints: hints(lang, route, first.2, usual),
            notices: notices::zones(lang, route),
            via_roads: route.via_roads.clone(),
            signals: route.signals,
            usual,
            traffic: traffic_dto(planned, route),
        }
    }
}

/// Two routes by the same roads are told apart by a road that only one of them has.
fn tell_apart(routes: &mut [RouteDto], planned: &Planned) {
    for i in 1..routes.len() {
        let (before, rest) = routes.split_at_mut(i);
        let this = &mut rest[0];
        if !before.iter().any(|other| other.label == this.label) {
            continue;
        }
        let known: HashSet<&str> = before.iter().flat_map(road_values).collect();
        let own = this
            .details
            .iter()
            .filter(|detail| detail.kind == "road" && !known.contains(detail.value.as_str()))
            .max_by(|a, b| a.metres.total_cmp(&b.metres));
        if let Some(own) = own {
            let via = match planned.lang {
                Lang::Zh => format!("{}，经{}", this.label, own.value),
                Lang::En => format!("{} via {}", this.label, own.value),
            };
            this.label = via;
        }
    }
}

fn road_values(route: &RouteDto) -> impl Iterator<Item = &str> {
    route.details.iter().filter(|detail| detail.kind == "road").map(|detail| detail.value.as_str())
}

fn index(point: usize) -> u32 {
    u32::try_from(point).unwrap_or(u32::MAX)
}

/// A line of the wire, six decimals (a tenth of a metre).
pub fn line_dto(points: &[LonLat]) -> LineDto {
    let round = |degrees: f64| (degrees * 1e6).round() / 1e6;
    LineDto {
        kind: "LineString".to_owned(),
        coordinates: points.iter().map(|p| [round(p.lon), round(p.lat)]).collect(),
    }
}

/// Two neighbouring points, directed, in 1e-6 degrees.
pub type Piece = [i64; 4];

fn piece(a: LonLat, b: LonLat) -> Piece {
    [a.lon, a.lat, b.lon, b.lat].map(|degrees| (degrees * 1e6).round() as i64)
}

/// The pieces of a line.
pub fn pieces(line: &[LonLat]) -> impl Iterator<Item = Piece> + '_ {
    line.windows(2).map(|pair| piece(pair[0], pair[1]))
}

/// Point ranges of a line whose pieces all pass the test.
pub fn ranges(line: &[LonLat], mut passes: impl FnMut(&Piece) -> bool) -> Vec<[u32; 2]> {
    let mut found: Vec<[u32; 2]> = Vec::new();
    for (i, pair) in line.windows(2).enumerate() {
        if !passes(&piece(pair[0], pair[1])) {
            continue;
        }
        match found.last_mut() {
            Some(last) if last[1] == index(i) => last[1] = index(i + 1),
            _ => found.push([index(i), index(i + 1)]),
        }
    }
    found
}

/// Metres of a target on a route.
pub fn metres_of(router: &Router, route: &Route, target: &Target) -> f64 {
    match target {
        Target::Feature(feature) => route.features.of(*feature),
        Target::Road(name) => metres_on(router, route, &router.edges_of_road(name)),
        Target::Section { edges, .. } => metres_on(router, route, edges),
        Target::Area { ring, .. } => ring.metres_of(&route.geometry),
    }
}

/// Point ranges of a route's line that a target covers.
pub fn intervals_of(router: &Router, route: &Route, target: &Target) -> Vec<[u32; 2]> {
    match target {
        Target::Feature(feature) => route
            .details
            .iter()
            .filter(|detail| detail.what == Detail::Feature(*feature))
            .map(|detail| [index(detail.from_point), index(detail.to_point)])
            .collect(),
        Target::Road(name) => ranges_on(router, route, &router.edges_of_road(name)),
        Target::Section { edges, .. } => ranges_on(router, route, edges),
        Target::Area { ring, .. } => {
            let inside: HashSet<usize> = ring.pieces_of(&route.geometry).map(|(at, ..)| at).collect();
            let mut at = 0;
            ranges(&route.geometry, |_| {
                at += 1;
                inside.contains(&(at - 1))
            })
        }
    }
}

fn metres_on(router: &Router, route: &Route, edges: &[EdgeKey]) -> f64 {
    let wanted: HashSet<EdgeKey> = edges.iter().copied().collect();
    let on = route.edges.iter().filter(|edge| wanted.contains(edge));
    on.filter_map(|edge| router.edge_length_m(*edge)).sum()
}

fn ranges_on(router: &Router, route: &Route, edges: &[EdgeKey]) -> Vec<[u32; 2]> {
    let driven: HashSet<EdgeKey> = route.edges.iter().copied().collect();
    let wanted: HashSet<Piece> = edges
        .iter()
        .filter(|edge| driven.contains(edge))
        .filter_map(|edge| router.edge_geometry(*edge))
        .flat_map(|line| pieces(&line).collect::<Vec<_>>())
        .collect();
    ranges(&route.geometry, |piece| wanted.contains(piece))
}

/// Where a waypoint had to move, in words, when it is worth telling.
pub fn moved_words(lang: Lang, label: &str, snap: &Snap) -> Option<String> {
    /// Metres from which a walk from the road to the point is worth a word.
    const WALK_M: f64 = 150.0;
    if let Some(moved) = &snap.moved_from {
        let metres = words::metres(lang, moved.metres);
        return Some(match (lang, moved.island) {
            (Lang::Zh, true) => format!("「{label}」旁的路与其他路不连通，改到 {metres}外能开到的路。"),
            (Lang::Zh, false) => format!("「{label}」旁的路不能这样进出，改到 {metres}外的路。"),
            (Lang::En, true) => {
                format!(
                    "The road at “{label}” is cut off from the rest; using one that connects, {metres} away."
                )
            }
            (Lang::En, false) => {
                format!("The road at “{label}” can’t be used this way; using one {metres} away.")
            }
        });
    }
    (snap.distance_m > WALK_M).then(|| {
        let metres = words::metres(lang, snap.distance_m);
        match lang {
            Lang::Zh => format!("「{label}」离最近的路有 {metres}。"),
            Lang::En => format!("“{label}” is {metres} from the nearest road."),
        }
    })
}

fn features_dto(features: &FeatureMetres) -> FeaturesDto {
    FeaturesDto {
        motorway_m: features.of(RoadFeature::Motorway),
        toll_m: features.of(RoadFeature::Toll),
        ferry_m: features.of(RoadFeature::Ferry),
        tunnel_m: features.of(RoadFeature::Tunnel),
        bridge_m: features.of(RoadFeature::Bridge),
        elevated_m: features.of(RoadFeature::Elevated),
        unpaved_m: features.of(RoadFeature::Unpaved),
        waterside_m: features.of(RoadFeature::Waterside),
        residential_m: features.of(RoadFeature::Residential),
        narrow_m: features.of(RoadFeature::Narrow),
        steep_m: features.of(RoadFeature::Steep),
    }
}

/// At most three facts for a card: the person's usual way first, then features, then lights.
fn hints(lang: Lang, route: &Route, first_signals: u32, usual: bool) -> Vec<HintDto> {
    let hint = |icon: &str, text: String| HintDto { icon: icon.to_owned(), text };
    let mut hints = Vec::new();
    if usual {
        hints.push(hint("usual", words::pick(lang, "你的老路", "your usual way")));
    }
    for (feature, m) in words::telling(&route.features) {
        hints.push(hint(feature.word(), words::metres(lang, m)));
    }
    let fewer = i64::from(first_signals) - i64::from(route.signals);
    let lights = match (lang, fewer) {
        (Lang::Zh, n) if n > 0 => format!("少 {n} 个红绿灯"),
        (Lang::En, 1) => "1 light fewer".to_owned(),
        (Lang::En, n) if n > 0 => format!("{n} lights fewer"),
        (Lang::Zh, _) => format!("{} 个红绿灯", route.signals),
        (Lang::En, _) => format!("{} {}", route.signals, if route.signals == 1 { "light" } else { "lights" }),
    };
    if route.signals > 0 || fewer > 0 {
        hints.push(hint("signals", lights));
    }
    hints.truncate(3);
    hints
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_neighbours_and_split_at_gaps() {
        let line: Vec<LonLat> = (0..6).map(|i| LonLat { lon: f64::from(i), lat: 0.0 }).collect();
        let gap = piece(line[2], line[3]);
        assert_eq!(ranges(&line, |p| *p != gap), [[0, 2], [3, 5]]);
        assert!(ranges(&line, |_| false).is_empty());
    }
}

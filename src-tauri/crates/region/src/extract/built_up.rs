//! Which roads run through towns, where no sign says so.

use rustc_hash::FxHashMap;

use crate::osm::{OsmData, Tags, Way, degrees, tags::RoadTags};

/// Side of a cell: three by three of them are one square kilometre.
const CELL_DEGREES: f64 = 0.003;
/// Roads that count. Motorways and trunk roads also cross open country; yards and tracks are drawn in one place and
/// forgotten in the next.
const STREETS: [&str; 10] = [
    "residential",
    "living_street",
    "pedestrian",
    "unclassified",
    "tertiary",
    "tertiary_link",
    "secondary",
    "secondary_link",
    "primary",
    "primary_link",
];
/// Metres of them in the square kilometre around a road, from which on it counts as inside a town: blocks of 170 m.
/// Valhalla draws its line at the same density, over a wider circle (`graphenhancer`, density 8 of 15).
const DENSE_M: f32 = 12_000.0;
/// Keys whose value ends in `:urban` or `:rural`.
const SIGNS: [&str; 4] = ["zone:traffic", "maxspeed:type", "source:maxspeed", "maxspeed"];

/// Cells of the ground with enough streets around them.
pub struct BuiltUp<'a> {
    data: &'a OsmData,
    scale: [f64; 2],
    metres: FxHashMap<(i32, i32), f32>,
}

impl<'a> BuiltUp<'a> {
    pub fn new(data: &'a OsmData, roads: &[(usize, RoadTags)]) -> Self {
        let middle = data.bbox().map_or(0.0, |bbox| (bbox.min.lat + bbox.max.lat) / 2.0);
        let cells_per_degree = 1.0 / CELL_DEGREES;
        let scale = [cells_per_degree * middle.to_radians().cos(), cells_per_degree];
        let mut map = Self { data, scale, metres: FxHashMap::default() };
        let mut streets: FxHashMap<(i32, i32), f32> = FxHashMap::default();
        for way in roads.iter().filter_map(|(way, _)| data.ways.get(*way)) {
            if way.tags.get("highway").is_some_and(|highway| STREETS.contains(&highway)) {
                map.pieces(way, |cell, metres| *streets.entry(cell).or_default() += metres);
            }
        }
        for ((x, y), metres) in streets {
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                *map.metres.entry((x + dx, y + dy)).or_default() += metres;
            }
        }
        map
    }

    /// Whether more than half of the way is inside a town: by its tags, else by the streets around it. A tunnel and a
    /// motorway never are, for nothing crosses them.
    pub fn holds(&self, way: &Way) -> bool {
        if way.tags.says_yes("tunnel")
            || matches!(way.tags.get("highway"), Some("motorway" | "motorway_link"))
        {
            return false;
        }
        if let Some(said) = by_sign(&way.tags) {
            return said;
        }
        let (mut inside, mut all) = (0.0, 0.0);
        self.pieces(way, |cell, metres| {
            all += metres;
            if self.metres.get(&cell).is_some_and(|streets| *streets >= DENSE_M) {
                inside += metres;
            }
        });
        inside * 2.0 > all
    }

    fn pieces(&self, way: &Way, mut seen: impl FnMut((i32, i32), f32)) {
        for pair in way.nodes.windows(2) {
            let [a, b] = pair else { continue };
            let (a, b) = (degrees(self.data.position(*a)), degrees(self.data.position(*b)));
            let [across, up] = self.scale;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "cells of the globe fit, metres need no precision"
            )]
            seen(
                (
                    ((a.lon + b.lon) / 2.0 * across).floor() as i32,
                    ((a.lat + b.lat) / 2.0 * up).floor() as i32,
                ),
                a.distance_m(b) as f32,
            );
        }
    }
}

fn by_sign(tags: &Tags) -> Option<bool> {
    let kinds = SIGNS.iter().filter_map(|key| tags.get(key)).filter_map(|value| value.rsplit(':').next());
    kinds
        .filter_map(|kind| match kind {
            "urban" => Some(true),
            "rural" => Some(false),
            _ => None,
        })
        .next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::tags;

    /// A road of about 700 m through the middle of a kilometre of parallel streets, this many metres apart.
    fn road_between_streets(apart_m: f64, road: &[(&str, &str)]) -> bool {
        let mut builder = OsmData::builder();
        let mut id = 0;
        let mut line = |builder: &mut crate::osm::OsmBuilder, lat_m: f64, tags: &[(&str, &str)]| {
            let nodes: Vec<i64> = (0..15).map(|step| id + step).collect();
            for (step, node) in (0_i64..).zip(&nodes) {
                #[expect(clippy::cast_possible_truncation, reason = "degrees of a test")]
                builder.node(*node, step * 6_000, (lat_m * 90.0) as i64, Tags::default());
            }
            builder.way(id, nodes, tags.iter().copied().collect());
            id += 15;
        };
        line(&mut builder, 500.0, road);
        for street in 0..(1_000.0 / apart_m) as i32 {
            line(&mut builder, f64::from(street) * apart_m + 7.0, &[("highway", "residential")]);
        }
        let data = builder.finish();
        let roads: Vec<(usize, RoadTags)> =
            data.ways.iter().enumerate().filter_map(|(way, it)| Some((way, tags::road(&it.tags)?))).collect();
        BuiltUp::new(&data, &roads).holds(&data.ways[0])
    }

    #[test]
    fn roads_between_many_streets_are_in_town_unless_a_sign_says_otherwise() {
        let check = |apart_m: f64, road: &[(&str, &str)], inside: bool| {
            assert_eq!(road_between_streets(apart_m, road), inside, "{apart_m} {road:?}");
        };
        check(50.0, &[("highway", "primary")], true);
        check(250.0, &[("highway", "primary")], false);
        check(50.0, &[("highway", "primary"), ("maxspeed:type", "PT:rural")], false);
        check(250.0, &[("highway", "primary"), ("zone:traffic", "PT:urban")], true);
        check(50.0, &[("highway", "motorway")], false);
        check(50.0, &[("highway", "primary"), ("tunnel", "yes")], false);
    }
}

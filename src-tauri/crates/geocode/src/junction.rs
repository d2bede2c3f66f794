//! Where two streets meet: "A and B", A 和 B 路口.
//!
//! The road network says which junctions a street passes. Streets that only pass over each other, or meet across a
//! square, are taken to meet where they come nearest.

use domain::LonLat;
use region::roads::RoadNetwork;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::fold::{fold, is_cjk};

/// Junctions of one crossing this close are one: the two carriageways of a wide street.
const ONE_CROSSING_M: f64 = 120.0;

/// Streets without a common junction still meet when they come this near.
const NEARLY_M: f64 = 60.0;

/// More crossings than this of the same two streets are no answer.
const MAX_CROSSINGS: usize = 4;

/// The junctions of every named street.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Junctions {
    /// Folded names and refs, sorted.
    names: Vec<String>,
    /// Rising numbers of junctions, for each name.
    nodes: Vec<Vec<u32>>,
    /// Of each junction, `[lon, lat]` in 1e-7 degrees.
    points: Vec<[i32; 2]>,
}

impl Junctions {
    /// Collects the junctions of all named roads.
    pub fn of(roads: &RoadNetwork) -> Self {
        let mut folded: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        let mut of: std::collections::BTreeMap<String, Vec<u32>> = std::collections::BTreeMap::new();
        for segment in &roads.segments {
            let Some(way) = roads.ways.get(segment.way as usize) else { continue };
            for string in [way.name, way.road_ref].into_iter().filter(|string| *string != 0) {
                let names = folded.entry(string).or_insert_with(|| {
                    let text = roads.strings.get(string as usize).map_or("", String::as_str);
                    text.split(';').map(fold).filter(|name| !name.is_empty()).collect()
                });
                for name in names {
                    match of.get_mut(name.as_str()) {
                        Some(nodes) => nodes.extend([segment.tail, segment.head]),
                        None => drop(of.insert(name.clone(), vec![segment.tail, segment.head])),
                    }
                }
            }
        }
        // Only junctions of named streets are kept, numbered anew.
        let mut number: FxHashMap<u32, u32> = FxHashMap::default();
        let mut points = Vec::new();
        let (mut names, mut nodes) = (Vec::with_capacity(of.len()), Vec::with_capacity(of.len()));
        for (name, of_name) in of {
            let mut kept: Vec<u32> = Vec::with_capacity(of_name.len());
            for node in of_name {
                let Some(at) = roads.nodes.get(node as usize) else { continue };
                kept.push(*number.entry(node).or_insert_with(|| {
                    points.push([at.lon_e7, at.lat_e7]);
                    u32::try_from(points.len() - 1).unwrap_or(u32::MAX)
                }));
            }
            kept.sort_unstable();
            kept.dedup();
            kept.shrink_to_fit();
            names.push(name);
            nodes.push(kept);
        }
        Self { names, nodes, points }
    }

    /// Whether all numbers point into the table.
    pub fn is_sound(&self) -> bool {
        self.names.len() == self.nodes.len()
            && self.names.is_sorted()
            && self.nodes.iter().flatten().all(|node| (*node as usize) < self.points.len())
    }

    fn of_name(&self, folded: &str) -> &[u32] {
        let found = self.names.binary_search_by(|known| known.as_str().cmp(folded)).ok();
        found.and_then(|index| self.nodes.get(index)).map_or(&[], Vec::as_slice)
    }

    fn point(&self, node: u32) -> Option<LonLat> {
        let [lon, lat] = self.points.get(node as usize)?;
        Some(LonLat { lon: f64::from(*lon) / 1e7, lat: f64::from(*lat) / 1e7 })
    }

    /// Where two streets meet, by their folded local names; nothing when they don't.
    pub fn meeting(&self, a: &str, b: &str) -> Vec<LonLat> {
        if a == b {
            return Vec::new();
        }
        let (of_a, of_b) = (self.of_name(a), self.of_name(b));
        let common = of_a.iter().filter(|node| of_b.binary_search(node).is_ok());
        let points: Vec<LonLat> = common.filter_map(|node| self.point(*node)).collect();
        if !points.is_empty() {
            return crossings(&points);
        }
        self.nearest_approach(of_a, of_b).into_iter().collect()
    }

    fn nearest_approach(&self, a: &[u32], b: &[u32]) -> Option<LonLat> {
        let points = |nodes: &[u32]| -> Vec<LonLat> { nodes.iter().filter_map(|n| self.point(*n)).collect() };
        let (of_a, of_b) = (points(a), points(b));
        // A degree of latitude is 111 km everywhere: what is farther north or south by more needs no closer look, and
        // of longitude the same, stretched by the latitude.
        let reach = NEARLY_M / 111_000.0;
        let wide = reach / of_a.first()?.lat.to_radians().cos().max(0.05);
        let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b)));
        let close = |a: &LonLat, b: &LonLat| (a.lat - b.lat).abs() <= reach && (a.lon - b.lon).abs() <= wide;
        let near = pairs.filter(|(a, b)| close(a, b)).map(|(a, b)| (a.distance_m(*b), a));
        let nearest = near.min_by(|x, y| x.0.total_cmp(&y.0)).filter(|(metres, _)| *metres <= NEARLY_M);
        nearest.map(|(_, at)| *at)
    }
}

/// One point of each group of near junctions.
fn crossings(points: &[LonLat]) -> Vec<LonLat> {
    let mut found: Vec<LonLat> = Vec::new();
    for point in points {
        if found.len() < MAX_CROSSINGS && found.iter().all(|known| known.distance_m(*point) > ONE_CROSSING_M)
        {
            found.push(*point);
        }
    }
    found
}

/// Words that only say "where they meet", before and after the two names; lower case, longer ones first.
const BEFORE: &[&str] = &[
    "the corner of ",
    "corner of ",
    "the intersection of ",
    "intersection of ",
    "the junction of ",
    "junction of ",
    "crossing of ",
    "angle de la ",
    "angle de ",
    "angle ",
    "à l'angle de ",
    "au croisement de ",
    "croisement de ",
    "intersection de ",
    "kreuzung ",
    "ecke ",
    "incrocio tra ",
    "angolo ",
    "cruzamento de ",
    "cruzamento da ",
    "esquina de ",
    "esquina da ",
];
const AFTER: &[&str] = &[
    "的交叉路口",
    "的交叉口",
    "交叉路口",
    "交叉口",
    "的十字路口",
    "十字路口",
    "的丁字路口",
    "丁字路口",
    "交汇处",
    "交界处",
    "相交处",
    "交会处",
    "的路口",
    "路口",
    "拐角",
    "转角",
    " intersection",
    " junction",
    " crossing",
    " corner",
    " kreuzung",
    " ecke",
];
/// Between two Latin names.
const BETWEEN: &[&str] = &[
    " and ", " & ", "&", " / ", "/", " x ", " @ ", " at ", " et ", " und ", " ecke ", " e ", " com ",
    " con ", " y ", " i ", "+",
];
/// Between two Chinese names.
const BETWEEN_ZH: &[&str] = &["和", "与", "與", "跟", "及", "同", "、", "交", "&", "/", "+", "，", ",", " "];
/// Last characters of Chinese streets.
const STREET_ZH: &[char] = &[
    '路', '街', '道', '巷', '环', '環', '线', '線', '里', '胡', '同', '桥', '橋', '园', '條', '条', '弄',
    '坊', '前', '徑', '径', '馬',
];

/// Every way to read a text as two streets that meet. Who asks checks whether there are such streets.
pub(crate) fn split(typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim();
    if typed.chars().count() > 120 {
        return Vec::new();
    }
    let lower = typed.to_lowercase();
    // Lower case of other length would cut elsewhere.
    let text = if lower.len() == typed.len() { typed } else { lower.as_str() };
    let mut rest = text;
    let mut marked = false;
    if let Some(word) = BEFORE.iter().find(|word| lower.starts_with(**word)) {
        rest = text.get(word.len()..).unwrap_or(rest);
        marked = true;
    }
    if let Some(word) = AFTER.iter().find(|word| rest.to_lowercase().ends_with(**word)) {
        let cut = rest.get(..rest.len() - word.len()).unwrap_or(rest);
        // 路口 ends with the 路 that belongs to the second name when that was left out: 知春路口.
        rest = cut;
        marked = true;
    }
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut push = |a: &str, b: &str| {
        let (a, b) = (a.trim(), b.trim());
        if a.chars().count() > 1 && b.chars().count() > 1 {
            pairs.push((a.to_owned(), b.to_owned()));
            if typed.ends_with("路口") && !b.ends_with('路') {
                pairs.push((a.to_owned(), format!("{b}路")));
            }
        }
    };
    let rest_lower = rest.to_lowercase();
    let chinese = rest.chars().any(is_cjk);
    let between = if chinese { BETWEEN_ZH } else { BETWEEN };
    for word in between {
        for (at, found) in rest_lower.match_indices(word) {
            if let (Some(a), Some(b)) = (rest.get(..at), rest.get(at + found.len()..)) {
                push(a, b);
            }
        }
    }
    if chinese {
        // 中关村大街知春路路口: after the last character of a street the next one may begin.
        for (at, c) in rest.char_indices() {
            let end = at + c.len_utf8();
            let street = STREET_ZH.contains(&c);
            if let (true, Some(a), Some(b)) = (street, rest.get(..end), rest.get(end..)) {
                let second = b.trim().chars().next_back().is_some_and(|last| STREET_ZH.contains(&last));
                if marked || second {
                    push(a, b);
                }
            }
        }
    }
    pairs.truncate(12);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, a: &str, b: &str) {
        let found = split(typed);
        assert!(found.iter().any(|(x, y)| x == a && y == b), "{typed}: {found:?}");
    }

    #[test]
    fn two_names() {
        check("Rue Grimaldi and Rue Suffren", "Rue Grimaldi", "Rue Suffren");
        check("rue grimaldi & rue suffren", "rue grimaldi", "rue suffren");
        check("corner of Rue Grimaldi and Rue Suffren", "Rue Grimaldi", "Rue Suffren");
        check("Rue Grimaldi / Rue Suffren", "Rue Grimaldi", "Rue Suffren");
        check("angle Rue Grimaldi et Rue Suffren", "Rue Grimaldi", "Rue Suffren");
        check("中关村大街和知春路交叉口", "中关村大街", "知春路");
        check("中关村大街与知春路路口", "中关村大街", "知春路");
        check("中关村大街 知春路", "中关村大街", "知春路");
        check("中关村大街知春路路口", "中关村大街", "知春路");
        check("中关村大街知春路口", "中关村大街", "知春路");
        check("成府路中关村大街", "成府路", "中关村大街");
        check("和平路和永和街路口", "和平路", "永和街");
        for text in ["Rue Grimaldi", "路口", "and", "", "知春路", " & "] {
            assert!(split(text).is_empty(), "{text}: {:?}", split(text));
        }
    }
}

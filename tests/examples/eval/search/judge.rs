//! Whether an answer is right.

use geocode::Hit;
use std::collections::BTreeSet;

use super::{
    World,
    draw::{Kind, Query, Right},
};

/// A hit this near to the right point is it.
const THERE_M: f64 = 80.0;
/// A crossing of wide streets has more than one junction.
const CROSSING_M: f64 = 130.0;

/// At which rank the right answer stands; `None` when it isn't among the hits.
///
/// Where more than five names of the region begin with what was typed, five answers can't hold them all: then answers
/// that all begin so are right, which no ranking could do better.
pub fn rank_of(world: &World, query: &Query, hits: &[Hit]) -> Option<usize> {
    match &query.right {
        Right::At(points) => {
            let reach = if query.kind == Kind::Cross { CROSSING_M } else { THERE_M };
            hits.iter().position(|hit| points.iter().any(|point| point.distance_m(hit.at) <= reach))
        }
        Right::Named(name) => {
            let named = |hit: &Hit| names(world, hit).iter().any(|own| own == name);
            hits.iter().position(named).or_else(|| {
                let begins = |name: &str| begins(query, name);
                let rivals: BTreeSet<&str> = world
                    .things
                    .iter()
                    .flat_map(|thing| &thing.names)
                    .map(|(_, text)| text.as_str())
                    .filter(|text| begins(text))
                    .collect();
                let all =
                    hits.len() == 5 && hits.iter().all(|hit| names(world, hit).iter().any(|own| begins(own)));
                (rivals.len() > 5 && all).then_some(4)
            })
        }
    }
}

/// Whether a name begins with what was typed, in the way of this kind of query.
fn begins(query: &Query, name: &str) -> bool {
    use pinyin::ToPinyinMulti;
    let typed = query.typed.to_lowercase();
    match query.kind {
        Kind::Prefix => name.to_lowercase().starts_with(&typed),
        // Every letter is the initial of one reading of its character.
        Kind::Initials => {
            let mut characters = name.chars();
            typed.chars().all(|letter| {
                let readings = characters.next().and_then(|c| c.to_pinyin_multi());
                readings.is_some_and(|readings| readings.into_iter().any(|r| r.plain().starts_with(letter)))
            })
        }
        _ => false,
    }
}

/// All names of the thing behind a hit.
fn names<'w>(world: &'w World, hit: &Hit) -> Vec<&'w str> {
    let thing = world.things.iter().find(|thing| thing.osm == hit.osm);
    thing.map_or_else(Vec::new, |thing| thing.names.iter().map(|(_, text)| text.as_str()).collect())
}

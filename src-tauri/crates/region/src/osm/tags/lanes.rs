//! Lanes: how many go which way, and what is painted on them.
//! <https://wiki.openstreetmap.org/wiki/Key:turn>, <https://wiki.openstreetmap.org/wiki/Lanes>

use domain::{Arrow, LaneMark};

use super::measure::leading_integer;
use crate::osm::Tags;

/// Which way a road is driven, as seen from its drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// As drawn, and nobody comes the other way.
    ForwardOnly,
    /// As drawn.
    Forward,
    /// Against the drawing, and nobody drives as drawn.
    BackwardOnly,
    /// Against the drawing.
    Backward,
}

impl Heading {
    /// The suffix of tags that speak of this direction only.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::ForwardOnly | Self::Forward => ":forward",
            Self::BackwardOnly | Self::Backward => ":backward",
        }
    }

    /// Whether tags without a suffix speak of this direction alone.
    pub fn is_only(self) -> bool {
        matches!(self, Self::ForwardOnly | Self::BackwardOnly)
    }
}

/// A value that speaks of one direction: with its suffix, or without where there is only one direction.
pub fn directed<'t>(tags: &'t Tags, key: &str, heading: Heading) -> Option<&'t str> {
    let suffixed = tags.get(&format!("{key}{}", heading.suffix()));
    suffixed.or_else(|| tags.get(key).filter(|_| heading.is_only()))
}

/// How many lanes go this way; 0 when nobody says. Half of an even number on a two-way road.
pub fn count(tags: &Tags, heading: Heading) -> u8 {
    let number = |text: &str| leading_integer(text).and_then(|n| u8::try_from(n).ok());
    if let Some(lanes) = directed(tags, "lanes", heading).and_then(number) {
        return lanes;
    }
    match tags.get("lanes").and_then(number) {
        Some(all) if !heading.is_only() && all % 2 == 0 => all / 2,
        _ => 0,
    }
}

/// Arrows on each lane from left to right; empty when nothing is known. Lanes for buses or cycles are marked closed:
/// they are there to be seen, not to be used.
pub fn marks(tags: &Tags, heading: Heading) -> Vec<LaneMark> {
    let Some(turns) = directed(tags, "turn:lanes", heading) else { return Vec::new() };
    let mut marks: Vec<LaneMark> = turns.split('|').map(mark).collect();
    if marks.iter().all(|mark| *mark == LaneMark::default()) {
        return Vec::new();
    }
    let closed = closed(tags, heading, marks.len());
    for (mark, _) in marks.iter_mut().zip(closed).filter(|(_, closed)| *closed) {
        *mark = mark.closed();
    }
    marks
}

fn mark(lane: &str) -> LaneMark {
    let arrows = lane
        .split([';', ','])
        .filter_map(|word| Arrow::ALL.into_iter().find(|arrow| arrow.word() == word.trim()));
    arrows.fold(LaneMark::default(), LaneMark::with)
}

/// Lanes that cars may not use. The most particular key decides.
fn closed(tags: &Tags, heading: Heading, lanes: usize) -> Vec<bool> {
    let by_lane = |key: &str| -> Option<Vec<&str>> {
        let values: Vec<&str> = directed(tags, key, heading)?.split('|').map(str::trim).collect();
        (values.len() == lanes).then_some(values)
    };
    for key in ["motorcar:lanes", "motor_vehicle:lanes", "vehicle:lanes", "access:lanes"] {
        if let Some(values) = by_lane(key) {
            return values.iter().map(|value| matches!(*value, "no" | "private")).collect();
        }
    }
    let mut closed = vec![false; lanes];
    for key in ["bus:lanes", "psv:lanes", "bicycle:lanes", "taxi:lanes"] {
        for (slot, value) in closed.iter_mut().zip(by_lane(key).unwrap_or_default()) {
            *slot |= value == "designated";
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Tags {
        text.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
    }

    #[test]
    fn arrows_of_lanes() {
        let check = |text: &str, heading: Heading, expected: &str| {
            let lane = |mark: &LaneMark| {
                let arrows: Vec<&str> = mark.arrows().map(Arrow::word).collect();
                format!("{}{}", if mark.is_closed() { "!" } else { "" }, arrows.join(";"))
            };
            let found: Vec<String> = marks(&tags(text), heading).iter().map(lane).collect();
            assert_eq!(found.join("|"), expected, "{text} {heading:?}");
        };
        use Heading::{Backward, BackwardOnly, Forward, ForwardOnly};
        check("turn:lanes=left|through|through;right", ForwardOnly, "left|through|through;right");
        check("turn:lanes=left|through", Forward, "");
        check("turn:lanes:forward=left|through", Forward, "left|through");
        check("turn:lanes:forward=left|through", Backward, "");
        check("turn:lanes:backward=|right", Backward, "|right");
        check("turn:lanes=|right", BackwardOnly, "|right");
        check("turn:lanes=none|none", ForwardOnly, "");
        check("turn:lanes=none|merge_to_left", ForwardOnly, "|merge_to_left");
        check("turn:lanes=nonsense|left;reverse", ForwardOnly, "|left;reverse");
        check("turn:lanes=left|through|right bus:lanes=||designated", ForwardOnly, "left|through|!right");
        check("turn:lanes=left|through vehicle:lanes=yes|no", ForwardOnly, "left|!through");
        check("turn:lanes=left|through vehicle:lanes=yes|no|yes", ForwardOnly, "left|through");
        check("turn:lanes=left|through bus:lanes=|designated access:lanes=|", ForwardOnly, "left|through");
    }

    #[test]
    fn counts_of_lanes() {
        let check = |text: &str, heading: Heading, expected: u8| {
            assert_eq!(count(&tags(text), heading), expected, "{text} {heading:?}");
        };
        check("lanes=3", Heading::ForwardOnly, 3);
        check("lanes=4", Heading::Forward, 2);
        check("lanes=3", Heading::Backward, 0);
        check("lanes=3 lanes:forward=2 lanes:backward=1", Heading::Forward, 2);
        check("lanes=3 lanes:forward=2 lanes:backward=1", Heading::Backward, 1);
        check("lanes=many", Heading::ForwardOnly, 0);
    }
}

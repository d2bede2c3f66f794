//! What signs and paint tell a driver: stored beside the roads, because only instructions read it and few roads have
//! any of it.

use serde::{Deserialize, Serialize};

/// Signs, lanes, booths and borders of a region.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Guide {
    /// Sorted by way, then direction.
    pub signs: Vec<Sign>,
    /// Lanes from left to right in driving direction, one number each (bits of `domain::LaneMark`); index 0 is empty.
    pub lane_sets: Vec<Vec<u16>>,
    /// Sorted by node.
    pub marks: Vec<Mark>,
    /// Sorted by segment.
    pub borders: Vec<Border>,
    /// Countries that borders name; index 0 is the one that nobody knows.
    pub countries: Vec<Country>,
    /// Texts of signs and marks; index 0 is the empty text. Lists are joined by a semicolon as in the map.
    pub texts: Vec<String>,
}

/// What stands over a way in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sign {
    /// Index into [`crate::RoadNetwork::ways`].
    pub way: u32,
    /// Whether it is for driving against the drawing.
    pub backward: bool,
    /// Lanes in this direction, 0 when unknown.
    pub lanes: u8,
    /// Index into [`Guide::lane_sets`], from `turn:lanes`.
    pub lane_set: u32,
    /// `destination`: places.
    pub destination: u32,
    /// `destination:ref`: road numbers.
    pub destination_ref: u32,
    /// `destination:street`.
    pub destination_street: u32,
    /// `junction:ref`: number of the exit.
    pub exit: u32,
}

/// A thing at a node that a driver is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Index into [`crate::RoadNetwork::nodes`].
    pub node: u32,
    /// What it is.
    pub kind: MarkKind,
    /// Its name; may be empty.
    pub name: u32,
    /// Its number; may be empty.
    pub number: u32,
}

/// What a [`Mark`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MarkKind {
    /// `highway=motorway_junction`: where an exit leaves.
    Junction,
    /// `barrier=toll_booth`.
    TollBooth,
    /// `barrier=border_control`.
    BorderControl,
    /// `highway=mini_roundabout`: a painted roundabout that is one node of the map.
    MiniRoundabout,
}

/// Where a piece of road crosses from one country into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Border {
    /// Index into [`crate::RoadNetwork::segments`].
    pub segment: u32,
    /// Country at its tail, index into [`Guide::countries`].
    pub tail: u16,
    /// Country at its head.
    pub head: u16,
}

/// A country's names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Country {
    /// `name`.
    pub name: String,
    /// `name:en`; may be empty.
    pub name_en: String,
    /// `name:zh`; may be empty.
    pub name_zh: String,
}

impl Guide {
    /// Sign of a way in a direction, if it has any.
    pub fn sign(&self, way: u32, backward: bool) -> Option<&Sign> {
        let at = self.signs.binary_search_by_key(&(way, backward), |sign| (sign.way, sign.backward)).ok()?;
        self.signs.get(at)
    }

    /// Lanes of a sign; empty when it says nothing of lanes.
    pub fn lanes(&self, sign: &Sign) -> &[u16] {
        self.lane_sets.get(sign.lane_set as usize).map_or(&[], Vec::as_slice)
    }

    /// What is at a node.
    pub fn marks(&self, node: u32) -> &[Mark] {
        let start = self.marks.partition_point(|mark| mark.node < node);
        let count = self.marks[start..].iter().take_while(|mark| mark.node == node).count();
        &self.marks[start..start + count]
    }

    /// Border on a segment.
    pub fn border(&self, segment: u32) -> Option<&Border> {
        let at = self.borders.binary_search_by_key(&segment, |border| border.segment).ok()?;
        self.borders.get(at)
    }

    /// Text by number; empty for a number that is not there.
    pub fn text(&self, index: u32) -> &str {
        self.texts.get(index as usize).map_or("", String::as_str)
    }
}

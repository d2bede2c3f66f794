//! Lanes as they are painted on the road.

/// One arrow painted on a lane, as in OSM's `turn:lanes`. <https://wiki.openstreetmap.org/wiki/Key:turn>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Arrow {
    /// `sharp_left`.
    SharpLeft,
    /// `left`.
    Left,
    /// `slight_left`.
    SlightLeft,
    /// `through`.
    Through,
    /// `slight_right`.
    SlightRight,
    /// `right`.
    Right,
    /// `sharp_right`.
    SharpRight,
    /// `reverse`: turning around.
    Reverse,
    /// `merge_to_left`: the lane ends and joins the one on its left.
    MergeLeft,
    /// `merge_to_right`.
    MergeRight,
}

impl Arrow {
    /// All, those of turns from left to right first.
    pub const ALL: [Self; 10] = [
        Self::SharpLeft,
        Self::Left,
        Self::SlightLeft,
        Self::Through,
        Self::SlightRight,
        Self::Right,
        Self::SharpRight,
        Self::Reverse,
        Self::MergeLeft,
        Self::MergeRight,
    ];

    /// Its value in OSM and on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::SharpLeft => "sharp_left",
            Self::Left => "left",
            Self::SlightLeft => "slight_left",
            Self::Through => "through",
            Self::SlightRight => "slight_right",
            Self::Right => "right",
            Self::SharpRight => "sharp_right",
            Self::Reverse => "reverse",
            Self::MergeLeft => "merge_to_left",
            Self::MergeRight => "merge_to_right",
        }
    }

    /// The bend that the arrow stands for in degrees, right is positive; nothing for arrows that lead into no road of
    /// their own.
    pub fn bend_deg(self) -> Option<f64> {
        match self {
            Self::SharpLeft => Some(-135.0),
            Self::Left => Some(-90.0),
            Self::SlightLeft => Some(-40.0),
            Self::Through => Some(0.0),
            Self::SlightRight => Some(40.0),
            Self::Right => Some(90.0),
            Self::SharpRight => Some(135.0),
            Self::Reverse => Some(180.0),
            Self::MergeLeft | Self::MergeRight => None,
        }
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }
}

/// What is painted on one lane: a set of arrows, possibly none; and whether a car may use the lane at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LaneMark(pub u16);

impl LaneMark {
    /// Set for a lane that is not for cars: a bus or cycle lane.
    const CLOSED: u16 = 1 << 15;

    /// This mark with an arrow more.
    #[must_use]
    pub fn with(self, arrow: Arrow) -> Self {
        Self(self.0 | arrow.bit())
    }

    /// This mark on a lane that cars may not use.
    #[must_use]
    pub fn closed(self) -> Self {
        Self(self.0 | Self::CLOSED)
    }

    /// Whether this arrow is painted.
    pub fn has(self, arrow: Arrow) -> bool {
        self.0 & arrow.bit() != 0
    }

    /// Whether cars may not use the lane.
    pub fn is_closed(self) -> bool {
        self.0 & Self::CLOSED != 0
    }

    /// Its arrows, those of turns from left to right first.
    pub fn arrows(self) -> impl Iterator<Item = Arrow> {
        Arrow::ALL.into_iter().filter(move |arrow| self.has(*arrow))
    }
}

/// A lane in front of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// What is painted on it.
    pub mark: LaneMark,
    /// The arrow that leads to the maneuver; nothing on a lane that does not.
    pub use_arrow: Option<LaneUse>,
}

/// How a lane leads to the maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneUse {
    /// By this arrow.
    By(Arrow),
    /// Nothing is painted on it, and it goes straight on.
    Unpainted,
}

impl Lane {
    /// Whether the lane leads to the maneuver.
    pub fn is_valid(&self) -> bool {
        self.use_arrow.is_some()
    }
}

//! Wishes about roads: what is wanted or not, how strongly, for how long, and who said so.

use crate::{EdgeKey, MemoryRef, Ring, RoadFeature, Timestamp};

/// How strongly something is wanted. The strength comes only from wording or from a person's own setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// The usual road itself: as strong a pull as a soft wish can have ("走老路").
    Follow,
    /// Rather use it ("走江边", "prefer").
    Prefer,
    /// May be used again (可以走高架了, "tunnels are fine now"): pulls neither way, and lifts what was said against it.
    Allow,
    /// Rather not (尽量别, "try to avoid").
    RatherNot,
    /// Avoid softly (别, "avoid"): used only where everything else is far worse.
    Avoid,
    /// Never (绝对不要, "never"): removed; the least-violating route is offered where nothing else exists.
    Never,
}

impl Strength {
    /// All, in the order of their declaration.
    pub const ALL: [Self; 6] =
        [Self::Follow, Self::Prefer, Self::Allow, Self::RatherNot, Self::Avoid, Self::Never];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Follow => "follow",
            Self::Prefer => "prefer",
            Self::Allow => "allow",
            Self::RatherNot => "rather_not",
            Self::Avoid => "avoid",
            Self::Never => "never",
        }
    }

    /// The strength with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strength| strength.word() == word)
    }

    /// Whether it pulls away from its target.
    pub fn is_negative(self) -> bool {
        matches!(self, Self::RatherNot | Self::Avoid | Self::Never)
    }

    /// Whether it pulls towards its target. A permission pulls neither way.
    pub fn is_positive(self) -> bool {
        matches!(self, Self::Follow | Self::Prefer)
    }
}

/// What a wish is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Every road with this feature.
    Feature(RoadFeature),
    /// Every road with this name or ref, compared after folding case and width ("A 8" = "a8").
    Road(String),
    /// A stretch of road: these directed edges, with a label that a person recognises.
    Section {
        /// For example the road's name.
        label: String,
        /// Each direction is its own edge.
        edges: Vec<EdgeKey>,
    },
    /// Every road in an area that the person drew.
    Area {
        /// What the person calls it; may be empty.
        label: String,
        /// Its outline.
        ring: Ring,
    },
}

/// Where a wish comes from: the id that a reason cites.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The sentence: index of the wish in [`crate::intent::Intent::wishes`].
    Sentence(usize),
    /// The route preference of the sentence or of the settings (`stable`, `scenic`, `avoid_highway`).
    Mode,
    /// A setting, by its key.
    Setting(String),
    /// A memory.
    Memory(MemoryRef),
}

/// One wish ready for the router. A soft one multiplies weight and never changes duration.
#[derive(Clone, Debug, PartialEq)]
pub struct Adjustment {
    /// Who asked.
    pub cause: Cause,
    /// About what.
    pub target: Target,
    /// How strongly.
    pub strength: Strength,
}

/// How long a wish from a sentence lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lifetime {
    /// This trip only.
    Once,
    /// Remember it until this instant, then let it go: a closure (封到周五), a road works.
    Until(Timestamp),
    /// Remember it.
    Always,
}

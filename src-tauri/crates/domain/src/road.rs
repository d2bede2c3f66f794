//! What a piece of road is, as far as a driver's wishes go.

/// Road class after OSM's `highway` values; a link has the class of the road it serves.
/// <https://wiki.openstreetmap.org/wiki/Key:highway>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum RoadClass {
    /// `motorway`, `motorway_link`.
    Motorway,
    /// `trunk`, `trunk_link`.
    Trunk,
    /// `primary`, `primary_link`.
    Primary,
    /// `secondary`, `secondary_link`.
    Secondary,
    /// `tertiary`, `tertiary_link`.
    Tertiary,
    /// `unclassified`.
    Unclassified,
    /// `residential`.
    Residential,
    /// `living_street`.
    LivingStreet,
    /// `service` and `track` where cars may drive.
    Service,
    /// `route=ferry` or a shuttle train.
    Ferry,
}

impl RoadClass {
    /// All, most important first.
    pub const ALL: [Self; 10] = [
        Self::Motorway,
        Self::Trunk,
        Self::Primary,
        Self::Secondary,
        Self::Tertiary,
        Self::Unclassified,
        Self::Residential,
        Self::LivingStreet,
        Self::Service,
        Self::Ferry,
    ];

    /// Stable word for the wire and for evidence rows.
    pub fn word(self) -> &'static str {
        match self {
            Self::Motorway => "motorway",
            Self::Trunk => "trunk",
            Self::Primary => "primary",
            Self::Secondary => "secondary",
            Self::Tertiary => "tertiary",
            Self::Unclassified => "unclassified",
            Self::Residential => "residential",
            Self::LivingStreet => "living_street",
            Self::Service => "service",
            Self::Ferry => "ferry",
        }
    }
}

/// A property of a road that a person can ask to use or to avoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum RoadFeature {
    /// Motorway and its links (高速).
    Motorway,
    /// Toll road (收费).
    Toll,
    /// Ferry or shuttle train (轮渡).
    Ferry,
    /// Tunnel (隧道).
    Tunnel,
    /// Bridge (桥).
    Bridge,
    /// Elevated road (高架): a bridge that goes on for long, or is named so; see `region::osm::tags`.
    Elevated,
    /// Not paved (土路).
    Unpaved,
    /// Along a river, lake or the sea (江边, 海边): within 80 m of the water.
    Waterside,
    /// A small street where people live, or a service road (小路, 小区里的路). Shunning it means not to drive through
    /// such streets as a short cut: the stretches where a trip starts and ends are no short cut.
    Residential,
    /// Too narrow for two cars to pass (窄路); see `region::osm::tags`.
    Narrow,
    /// Steep where the map says so (陡坡): 10 % and more. There is no elevation data.
    Steep,
}

impl RoadFeature {
    /// All, in the order of their bits.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Motorway,
        Self::Toll,
        Self::Ferry,
        Self::Tunnel,
        Self::Bridge,
        Self::Elevated,
        Self::Unpaved,
        Self::Waterside,
        Self::Residential,
        Self::Narrow,
        Self::Steep,
    ];
    /// How many there are.
    pub const COUNT: usize = 11;

    /// This feature's bit in a [`FeatureSet`].
    pub fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Motorway => "motorway",
            Self::Toll => "toll",
            Self::Ferry => "ferry",
            Self::Tunnel => "tunnel",
            Self::Bridge => "bridge",
            Self::Elevated => "elevated",
            Self::Unpaved => "unpaved",
            Self::Waterside => "waterside",
            Self::Residential => "residential",
            Self::Narrow => "narrow",
            Self::Steep => "steep",
        }
    }

    /// The feature with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.word() == word)
    }
}

/// A set of features, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FeatureSet(pub u16);

impl FeatureSet {
    /// The set with `feature` added.
    #[must_use]
    pub fn with(self, feature: RoadFeature) -> Self {
        Self(self.0 | feature.bit())
    }

    /// Whether the feature is in the set.
    pub fn has(self, feature: RoadFeature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// The features in the set.
    pub fn iter(self) -> impl Iterator<Item = RoadFeature> {
        RoadFeature::ALL.into_iter().filter(move |feature| self.has(*feature))
    }
}

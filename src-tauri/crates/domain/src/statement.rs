//! What is remembered in words: facts, tastes, plans, and what reflection made of them.
//!
//! A [`Statement`] is one self-contained sentence (MISSION S2-08) with an owner, a source and an end. Places, trips and
//! routing preferences have rows of their own; everything else that a person says, and every insight, is a statement.

use crate::{
    LonLat, Moment, ObservationId, PlaceId, Provenance, StatementId, Timestamp, TripId, Validity, Weather,
};

/// Words that name the variants of a closed list, for storage and for the wire.
macro_rules! worded {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }
        impl $name {
            /// All.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// Stable word for storage and for the wire.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// The variant with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}
pub(crate) use worded;

worded! {
    /// The four classes of memory, each with its own lifetime (MISSION S3-02).
    MemoryClass {
        /// Holds until replaced: where somebody works, what they drive.
        Factual = "factual",
        /// A taste: fades slowly.
        Preference = "preference",
        /// Feelings about, and ties to, people and things.
        Relational = "relational",
        /// Belongs to a talk or a trip and ends with it (MISSION S1-18).
        Conversational = "conversational",
    }
}

worded! {
    /// What kind of sentence it is. The first four are all that an extractor may answer (MISSION S2-13).
    StatementType {
        /// Something that is so.
        Fact = "fact",
        /// Something that is wanted.
        Preference = "preference",
        /// Something that will be, with an end (MISSION S2-20).
        Plan = "plan",
        /// Something that was decided or done.
        Conclusion = "conclusion",
        /// What reflection made of at least two observations (MISSION S1-07).
        Insight = "insight",
        /// What a stretch of talk was about (MISSION S2-14).
        Summary = "summary",
    }
}

worded! {
    /// Whether a statement may be used. That it was replaced, deleted or archived is said by other columns.
    StatementState {
        /// Less sure than the threshold: waits for the person (MISSION S3-14).
        Review = "review",
        /// An insight that later behaviour has not verified yet: changes nothing (MISSION S1-40).
        Pending = "pending",
        /// May be recalled.
        Active = "active",
        /// The person said no; kept only so that it is not proposed again.
        Rejected = "rejected",
    }
}

worded! {
    /// Classes of what reveals a person (MISSION S1-45).
    Sensitivity {
        /// Who somebody is: names, numbers, documents.
        Identity = "identity",
        /// Where somebody lives or was, exactly.
        Location = "location",
        /// Health.
        Health = "health",
        /// Family, friends, dates that matter to them.
        Social = "social",
    }
}

/// What a statement is about: two statements with equal keys are about the same thing, and the newest one holds. Equal
/// is exact, never near (DEMANDS 20, 22, 32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StatementKey {
    /// Whom or what: `me`, or a normalised name such as `person:gary`, `place:12`.
    pub subject: String,
    /// Which property, normalised: `drink`, `seat.heating`, `home`, `light.colour`.
    pub attribute: String,
    /// Under which condition, normalised, parts sorted and joined by `;`: `bucket=night`, `weather=rain`; empty for always.
    pub condition: String,
}

/// How much a memory matters, in three parts of 0 to 1 (MISSION S1-05; never more than five, S1-06).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Importance {
    /// Strength of feeling in what was said.
    pub emotion: f64,
    /// Whether something changed because of it: a route, a trip, a setting.
    pub consequence: f64,
    /// How often it was said or done before.
    pub repetition: f64,
}

/// A remembered sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Its row.
    pub id: StatementId,
    /// Which class: decides lifetime and half-life.
    pub class: MemoryClass,
    /// Which type of sentence.
    pub kind: StatementType,
    /// The sentence as shown, in the language it was said in (DEMANDS 29), already desensitised.
    pub content: String,
    /// About what.
    pub key: StatementKey,
    /// The value of that property, normalised where it can be: `24`, `box_truck`, `green`; may be empty.
    pub value: String,
    /// How much it matters.
    pub importance: Importance,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may be used.
    pub state: StatementState,
    /// When it is true.
    pub validity: Validity,
    /// When it was written down.
    pub created: Moment,
    /// The statement that it replaces (MISSION S2-18).
    pub replaces: Option<StatementId>,
    /// When a newer one replaced it.
    pub superseded_at: Option<Timestamp>,
    /// Last time behaviour or the person confirmed it (MISSION S0-38).
    pub last_confirmed: Timestamp,
    /// Last time an answer that used it was accepted.
    pub last_used: Option<Timestamp>,
    /// How often such an answer was accepted: reading never counts (MISSION X3).
    pub uses: u32,
    /// 0 to 1: rises with accepted use, falls with time; too little of it archives (MISSION S3-44).
    pub energy: f64,
    /// When it was put into the archive, from which it can be brought back.
    pub archived: Option<Timestamp>,
    /// The talk or trip that it ends with, for conversational ones.
    pub session: Option<String>,
    /// Whether the person wrote or edited it: the machine never changes it again (F-7).
    pub user_edited: bool,
}

worded! {
    /// Where something noticed comes from (MISSION S3-03).
    StreamSource {
        /// The person said or typed it.
        Dialogue = "dialogue",
        /// The person did it in the app: a click, a rating, a setting.
        Action = "action",
        /// A finished drive.
        Trip = "trip",
        /// A file that the person imported.
        Import = "import",
        /// Weather, traffic or another state of the world.
        Condition = "condition",
    }
}

/// One thing that was noticed, with its situation (MISSION S1-02). Only ever appended (S1-01); what is unknown is absent,
/// never invented.
#[derive(Clone, Debug, PartialEq)]
pub struct Noticed {
    /// Its row.
    pub id: ObservationId,
    /// When, and in which zone.
    pub at: Moment,
    /// Where it comes from.
    pub source: StreamSource,
    /// What happened, a stable word: `said`, `followed`, `deviated`, `chose`, `rated`, `set`.
    pub kind: String,
    /// The words, desensitised; empty for what was done without words.
    pub words: String,
    /// What it was about, when it could be told.
    pub key: Option<StatementKey>,
    /// The value, as in [`Statement::value`].
    pub value: String,
    /// The remembered place, when at one.
    pub place: Option<PlaceId>,
    /// The trip, when on one.
    pub trip: Option<TripId>,
    /// The weather, when known.
    pub weather: Option<Weather>,
    /// Traffic, free text; may be empty.
    pub traffic: String,
    /// Who was in the car, as the person calls them, desensitised.
    pub passengers: Vec<String>,
    /// How much it matters.
    pub importance: Importance,
    /// How sure it was heard right, 0 to 1 (MISSION S1-34).
    pub heard: f64,
    /// The talk or trip that it belongs to.
    pub session: Option<String>,
}

/// Where a point was, coarsened to a hundredth of a degree (about a kilometre), for what was only observed (MISSION X16).
pub fn coarse(at: LonLat) -> LonLat {
    let round = |x: f64| (x * 100.0).round() / 100.0;
    LonLat { lon: round(at.lon), lat: round(at.lat) }
}

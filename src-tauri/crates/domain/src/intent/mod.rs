//! A sentence becomes an [`Intent`]. Parsing never fails: what is not understood is kept as a note with its span.

mod company;
mod coord;
mod en;
mod lexer;
mod lexicon;
mod nearby;
mod outcome;
mod phrases;
mod reader;
mod shift;
mod state;
mod taken_out;
#[cfg(test)]
mod tests;
mod text;
mod times;
mod times_en;
mod times_zh;
mod topic;
mod zh;

pub use state::{TripState, merge};
pub use taken_out::out_of_memory;

use crate::{Lifetime, LonLat, Moment, Strength, Target, Weather};

/// Byte range in the sentence.
pub type Span = std::ops::Range<usize>;

/// What kind of request it is (MISSION S0-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntentKind {
    /// Plan a new route.
    PlanRoute,
    /// Change the current trip (继续, 加上, 再到…; also, then).
    ModifyTrip,
    /// Ask about past trips or memories ("上次…走的哪条路", "why did you…").
    QueryHistory,
    /// State something to remember without asking for a route ("以后晚上都走江边").
    Remember,
    /// Forget something ("忘掉这个").
    Forget,
    /// None of these.
    Unknown,
}

/// How routes are weighed as a whole (MISSION S0-29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoutePreference {
    /// Least time.
    #[default]
    Fastest,
    /// Few turns, big roads, no surprises.
    Stable,
    /// Along water and through green.
    Scenic,
    /// Off the motorway.
    AvoidHighway,
}

/// A place as the person named it; turned into a coordinate by memory and search, not here.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceRef {
    /// A name or alias: 公司, "home", 江边公园.
    Named(String),
    /// A coordinate, WGS84.
    At(LonLat),
    /// 老地方: the place the person usually means; newest wins (MISSION S0-39).
    UsualPlace,
}

/// A place in the sentence and the words that gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The place.
    pub place: PlaceRef,
    /// The words.
    pub span: Span,
}

/// A wish in the sentence and the words that gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct IntentWish {
    /// About what; a road by name is not yet looked up.
    pub target: Target,
    /// From the wording.
    pub strength: Strength,
    /// Once, unless the sentence says always (以后, 总是; always, from now on).
    pub lifetime: Lifetime,
    /// When it begins to hold, where the words say so (从明天起封三天, "closed from Monday"); at once otherwise.
    pub starts: Option<crate::Timestamp>,
    /// Scope in the words ("下雨天", "晚上"), for a wish to be remembered.
    pub scope: crate::Scope,
    /// The words.
    pub span: Span,
}

/// What was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// The kind of request.
    pub kind: IntentKind,
    /// Where to; absent when the sentence names none.
    pub destination: Option<Mention>,
    /// From where; absent means the current start.
    pub origin: Option<Mention>,
    /// Stops on the way, in order.
    pub vias: Vec<Mention>,
    /// Places of the trip so far that are not to be gone to any more (超市不用去了).
    pub unwanted: Vec<Mention>,
    /// Wishes about roads, in the order of the words.
    pub wishes: Vec<IntentWish>,
    /// How routes are weighed, when the sentence says so, with its words.
    pub mode: Option<(RoutePreference, Span)>,
    /// "走老路": take the usual road, with its words.
    pub usual_route: Option<Span>,
    /// Departure, when said, with its words.
    pub depart: Option<(Moment, Span)>,
    /// Minutes by which the departure moves, later above zero (晚半小时出发), with the words.
    pub shift: Option<(i64, Span)>,
    /// Arrival deadline, when said ("九点前到"), with its words.
    pub arrive_by: Option<(Moment, Span)>,
    /// Weather, when said.
    pub weather: Option<(Weather, Span)>,
    /// Whether the person is in a hurry, with the words.
    pub hurry: Option<Span>,
    /// Who rides along, as the sentence calls them; empty when it says that nobody does.
    pub company: Option<Vec<String>>,
    /// What a question or a "forget" is about: the words to search memory with.
    pub subject: Option<Span>,
    /// Whether the last request's stops are to be dropped (MISSION S0-40): true unless a continuation word occurs.
    pub reset_context: bool,
}

impl Default for Intent {
    fn default() -> Self {
        Self {
            kind: IntentKind::Unknown,
            destination: None,
            origin: None,
            vias: Vec::new(),
            unwanted: Vec::new(),
            wishes: Vec::new(),
            mode: None,
            usual_route: None,
            depart: None,
            shift: None,
            arrive_by: None,
            weather: None,
            hurry: None,
            company: None,
            subject: None,
            reset_context: true,
        }
    }
}

/// Words that were not understood. Shown as such, never dropped silently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntentNote {
    /// The words.
    pub span: Span,
    /// Why.
    pub kind: NoteKind,
}

/// Why a note was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// Nothing known matches these words.
    NotUnderstood,
    /// Understood, but not something Laolu can do.
    NotSupported,
}

/// What the parser may know besides the sentence.
#[derive(Clone, Debug)]
pub struct ParseContext<'a> {
    /// Now: "明早八点" is held against it.
    pub now: &'a Moment,
    /// Names and aliases of remembered places, so that they are found inside a sentence without spaces.
    pub known_places: &'a [String],
    /// Names of roads that the person has preferences about or that the region's map shows; may be empty.
    pub known_roads: &'a [String],
}

/// Reads a sentence in Chinese or English (or both mixed). Never fails and never panics.
pub fn parse(sentence: &str, context: &ParseContext<'_>) -> (Intent, Vec<IntentNote>) {
    let text = text::Text::new(sentence);
    let tokens = lexer::lex(&text, &lexer::Names::new(&text, context));
    let found = reader::Reader::read(&text, &tokens);
    outcome::intent(&text, &tokens, found, context)
}

/// A full-width character as its ordinary form (Ａ becomes A, ８ becomes 8); any other as it is.
pub fn narrow(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

//! A score in parts, each 0 to 1, and which way led to a memory.

/// Why a memory was recalled. What was not compared is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Nearness of meaning: the cosine of the vectors, cut at 0.
    pub vector: f64,
    /// How near the question lies to everything that is remembered ([`crate::Index::background`]): the same for all.
    pub background: f64,
    /// How far off the answer may lie, by how the question is worded ([`UNTAUGHT_LEEWAY`] where no model tells): the same for all.
    pub leeway: f64,
    /// Share of the question's words that occur, rare ones weighing more.
    pub words: f64,
    /// Share of the question's topics that it is about, rare ones weighing more.
    pub topic: f64,
    /// How particular the topics are that it shares with the question: 1 from one in four hundred memories on.
    pub key: f64,
    /// 1 when it has a value of the kind that is asked for.
    pub value: f64,
    /// 1 when it is of or about the one who asks.
    pub owner: f64,
    /// 1 when it is of or about somebody named in the question.
    pub people: f64,
    /// How much it sounds like something to remember, by its words.
    pub telling: f64,
    /// How particular the things are that it is about.
    pub about: f64,
    /// 1 when it opens a talk, or stands by itself.
    pub opening: f64,
    /// 1 when the graph ties it to something that the question names.
    pub graph: f64,
    /// 0.5 to the power of age in half-lives of its kind.
    pub freshness: f64,
    /// How much it matters.
    pub importance: f64,
    /// How often an answer that used it was accepted, floored and cut.
    pub access: f64,
    /// How sure it is.
    pub confidence: f64,
    /// Priority of its kind: said before inferred, insights before summaries.
    pub kind: f64,
    /// How well its condition fits weather, time and company; a half when it has none.
    pub context: f64,
    /// What is left of it as it ages, by the policy of its type (`reflect::ageing`).
    pub ageing: f64,
}

impl Parts {
    /// Names and values, for the page that shows them (MISSION S2-42).
    pub fn named(&self) -> [(&'static str, f64); 20] {
        [
            ("vector", self.vector),
            ("background", self.background),
            ("leeway", self.leeway),
            ("words", self.words),
            ("topic", self.topic),
            ("key", self.key),
            ("value", self.value),
            ("owner", self.owner),
            ("people", self.people),
            ("telling", self.telling),
            ("about", self.about),
            ("opening", self.opening),
            ("graph", self.graph),
            ("freshness", self.freshness),
            ("importance", self.importance),
            ("access", self.access),
            ("confidence", self.confidence),
            ("kind", self.kind),
            ("context", self.context),
            ("ageing", self.ageing),
        ]
    }

    /// How alike question and memory are, whoever asks and however old it is, 0 to 1: what the threshold is held against.
    /// It grows with how much there is in common, and not with a share of what is asked. With vectors it counts as well
    /// whether the question lies among what is remembered at all, and how near an answer to such a question lies.
    ///
    /// With vectors the weights are those of a logistic regression (has the question an answer?) over the likest memory of
    /// each development question, rounded; what two of them can't agree on weighs little (docs/recall.md). Words are not in it:
    /// whoever asks in other words shares none, and whoever asks for something else about the same thing shares all.
    pub fn likeness(&self, vectors: bool) -> f64 {
        let among = if vectors { BACKGROUND * self.background / WEIGHTS } else { 0.0 };
        let wanted = if vectors { LEEWAY * (1.0 - self.leeway) / WEIGHTS } else { 0.0 };
        (self.own_likeness(vectors) + among - wanted).max(0.0)
    }

    /// The same of this memory alone: what decides whether it comes along with one that answers.
    pub fn own_likeness(&self, vectors: bool) -> f64 {
        if vectors {
            (self.vector + KEY * self.key) / WEIGHTS
        } else {
            (0.48 * self.key + 0.6 * self.words) / WEIGHTS_OF_WORDS
        }
    }
}

/// What [`Parts::background`] weighs, of a vector's one.
const BACKGROUND: f64 = 0.05;
/// What [`Parts::key`] weighs.
const KEY: f64 = 0.1;
/// How much nearer an answer without any leeway has to lie ([`Parts::leeway`]), of a vector's one: as it was learned.
const LEEWAY: f64 = 0.3;
/// Leeway of every question by a model that was not taught it: little, because its vectors tell unlike things apart less.
pub const UNTAUGHT_LEEWAY: f64 = 0.3;
/// Sum of the weights with vectors.
const WEIGHTS: f64 = 1.0 + KEY + BACKGROUND;
/// Without vectors: more than the sum, so that one threshold serves both.
const WEIGHTS_OF_WORDS: f64 = 1.49;

/// The ways that led to a memory (MISSION S3-30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Routes {
    /// Near in meaning.
    pub vector: bool,
    /// Shares words.
    pub words: bool,
    /// Tied to something named.
    pub graph: bool,
    /// About the same topic or key.
    pub key: bool,
    /// Bound to this very time, weather or place: a wish about roads that holds here and now.
    pub scope: bool,
}

impl Routes {
    /// All.
    pub const ALL: Self = Self { vector: true, words: true, graph: true, key: true, scope: true };
    /// None; to set those that are wanted.
    pub const NONE: Self = Self { vector: false, words: false, graph: false, key: false, scope: false };

    /// Names of those that are set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        [
            (self.vector, "vector"),
            (self.words, "words"),
            (self.graph, "graph"),
            (self.key, "key"),
            (self.scope, "scope"),
        ]
        .into_iter()
        .filter_map(|(set, name)| set.then_some(name))
    }

    /// Whether any is set.
    pub fn any(self) -> bool {
        self.vector || self.words || self.graph || self.key || self.scope
    }

    /// Those in both.
    pub fn and(self, other: Self) -> Self {
        Self {
            vector: self.vector && other.vector,
            words: self.words && other.words,
            graph: self.graph && other.graph,
            key: self.key && other.key,
            scope: self.scope && other.scope,
        }
    }
}

//! The second stage: what matters of everything that is remembered.

use ::recall::SceneName;
use domain::{Adjustment, EdgeKey, Lang, MemoryRef, Preference, PreferenceId, RouteId};
use memory::{LeftOut, Recalled as Hit};

use super::{ask::Asked, usual};
use crate::{
    App, AppError,
    dto::PlanRequest,
    llm::{Fitting, Found},
    words,
};

/// What was recalled for a plan.
pub struct Recalled {
    /// Preferences that may matter, in any state; at most fifty (MISSION S0-06).
    pub memories: Vec<Preference>,
    /// Which of the memories another of them replaced: the older, then the newer.
    pub replaced: Vec<(PreferenceId, PreferenceId)>,
    /// Habits that fit this trip and wait for an answer.
    pub waiting: Vec<Preference>,
    /// The usual road as wishes, when it was asked for.
    pub usual: Vec<Adjustment>,
    /// The usual road between these places, whether asked for or not.
    pub usual_route: Option<RouteId>,
    /// Its edges.
    pub usual_edges: Vec<EdgeKey>,
    /// Things to say.
    pub notes: Vec<String>,
    /// By what and how well each was found.
    pub hits: Vec<Hit>,
    /// What was found and does not fit the trip.
    pub misfits: Vec<Hit>,
    /// Why not, and who said so.
    pub fitting: Fitting,
    /// What was looked at and not taken, with the reason.
    pub left: Vec<LeftOut>,
    /// Insights answered for the other statements (MISSION S1-09).
    pub insights_first: bool,
    /// So many candidates that it was slow (MISSION S2-41).
    pub too_many: Option<usize>,
    /// How many were found by scope alone.
    pub by_scope: usize,
    /// Whether meaning was compared, or words only.
    pub by_meaning: bool,
}

/// A decision never looks at more memories than this (MISSION S0-06).
const MOST: usize = 50;

impl App {
    pub(crate) fn recall_for(&self, asked: &Asked, request: &PlanRequest) -> Result<Recalled, AppError> {
        let lang: Lang = request.lang.into();
        let situation = asked.situation();
        let mine = self.mine();
        let scene = match (asked.context().commuting, situation.to) {
            (Some(true), _) => SceneName::Commute,
            (_, None) => SceneName::NewPlace,
            (_, Some(_)) => SceneName::Flexible,
        };
        let question = self.recall_ask(&asked.utterance, situation.clone(), scene)?;
        let by_meaning = question.embedding.is_some();
        let answer = mine.recall(&question)?;
        let mut memories: Vec<Preference> = mine.active_for(&situation)?;
        let by_scope = memories.len();
        let found: Vec<Found<'_>> = answer
            .kept
            .iter()
            .filter_map(|hit| {
                let text = hit.statement().map(|row| row.content.as_str());
                let text = text.or_else(|| hit.preference().map(|row| row.content.as_str()))?;
                let binding = memories.iter().any(|known| MemoryRef::Preference(known.id) == hit.memory);
                Some(Found { memory: hit.memory, text, binding })
            })
            .collect();
        // What is only being typed or dragged is sent to no model.
        let waited_ms = (!request.draft).then_some(asked.model_ms);
        let fitting = self.fitting(&asked.utterance, &found, lang, waited_ms)?;
        let too_many = answer.too_many().then_some(answer.candidates);
        let (hits, misfits): (Vec<Hit>, Vec<Hit>) =
            answer.kept.into_iter().partition(|hit| fitting.dropped(hit.memory).is_none());
        for hit in &hits {
            if let Some(preference) = hit.preference()
                && !memories.iter().any(|known| known.id == preference.id)
            {
                memories.push(preference.clone());
            }
        }
        let waiting: Vec<Preference> = mine.proposed_for(&situation)?;
        for habit in &waiting {
            if !memories.iter().any(|known| known.id == habit.id) {
                memories.push(habit.clone());
            }
        }
        let mut replaced: Vec<(PreferenceId, PreferenceId)> = Vec::new();
        // What a memory replaced holds again without it. Newest first, so that a chain of them is walked to its end.
        let mut newer: Vec<PreferenceId> = memories.iter().map(|memory| memory.id).collect();
        while let Some(heir) = newer.pop() {
            for older in mine.replaced_by(heir)? {
                let fits = older.scope.holds_in(&situation) && older.validity.holds_at(situation.depart.at);
                if !fits || memories.iter().any(|known| known.id == older.id) {
                    continue;
                }
                replaced.push((older.id, heir));
                newer.push(older.id);
                memories.push(older);
            }
        }
        memories.truncate(MOST);
        let usual_road = self.usual_road(situation.from, situation.to, situation.depart.bucket())?;
        let mut notes = Vec::new();
        let usual = match (&usual_road, asked.usual) {
            (Some(road), true) => usual::follow(road, &words::pick(lang, "老路", "the usual road")),
            (None, true) => {
                notes.push(words::pick(
                    lang,
                    "这两地之间还没有老路：同一条路走过两次之后才算。",
                    "There is no usual road between these two places yet: it takes two drives on the same road.",
                ));
                Vec::new()
            }
            (_, false) => Vec::new(),
        };
        Ok(Recalled {
            memories,
            replaced,
            waiting,
            usual,
            usual_edges: usual_road
                .as_ref()
                .and_then(|road| road.trips.first())
                .map(|trip| trip.edges.clone())
                .unwrap_or_default(),
            usual_route: usual_road.map(|road| road.route),
            notes,
            insights_first: answer.first_tier,
            too_many,
            hits,
            misfits,
            fitting,
            left: answer.dropped,
            by_scope,
            by_meaning,
        })
    }
}

impl Recalled {
    /// Nothing: a planner without memory.
    pub fn nothing() -> Self {
        Self {
            memories: Vec::new(),
            replaced: Vec::new(),
            waiting: Vec::new(),
            usual: Vec::new(),
            usual_route: None,
            usual_edges: Vec::new(),
            notes: Vec::new(),
            hits: Vec::new(),
            misfits: Vec::new(),
            fitting: Fitting::default(),
            left: Vec::new(),
            insights_first: false,
            too_many: None,
            by_scope: 0,
            by_meaning: false,
        }
    }

    /// Facts that went into the second stage.
    pub fn trace_in(&self) -> Vec<String> {
        vec![if self.by_meaning { "by meaning words scope".to_owned() } else { "by words scope".to_owned() }]
    }

    /// What it found; the candidates with their scores are listed beside.
    pub fn trace_out(&self) -> Vec<String> {
        let mut out = vec![
            format!("found {}", self.hits.len() + self.misfits.len()),
            format!("left_out {}", self.left.len()),
            format!("in_scope {} {}", self.by_scope, self.waiting.len()),
        ];
        out.extend(self.fitting.facts.iter().cloned());
        out.push(format!("given {}", self.memories.len()));
        if self.insights_first {
            out.push("insights_first".to_owned());
        }
        if let Some(many) = self.too_many {
            out.push(format!("too_many {many}"));
        }
        out
    }
}

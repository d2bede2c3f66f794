//! The stages of a plan, as its trace tells them: what went in, what was weighed, what was kept and why.

use ::recall::Parts;
use domain::{
    Cause, MemoryRef,
    explain::ReasonState,
    precedence::{NotApplied, Why},
};
use memory::{LeftOut, Recalled as Hit};

use super::milliseconds;
use crate::{
    App,
    dto::{TraceCandidateDto, TraceDto, TracePartDto, TraceStageDto},
    plan::{Planned, Recalled, cause_id},
};

/// When each stage of a plan was done, seconds of the monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// Before the first.
    pub started: f64,
    /// The sentence was understood.
    pub intent: f64,
    /// Memories were found.
    pub recall: f64,
    /// Routes were found and explained.
    pub route: f64,
}

impl App {
    /// The trace of a plan. It holds none of the words: what is kept of them stands in [`TraceDto::said`] alone.
    pub(crate) fn trace_of(&self, planned: &Planned, times: Times) -> TraceDto {
        let asked = &planned.asked;
        let mut stages = vec![TraceStageDto {
            name: "intent".to_owned(),
            ms: milliseconds(times.started, times.intent),
            input: asked.trace_in(),
            output: asked.trace_out(),
            candidates: Vec::new(),
        }];
        if !asked.stored.is_empty() {
            stages.push(stage_of_writing(&asked.stored, asked.stored_ms));
        }
        stages.push(TraceStageDto {
            name: "recall".to_owned(),
            ms: milliseconds(times.intent, times.recall),
            input: [planned.recalled.trace_in(), vec![asked.known_facts()]].concat(),
            output: planned.recalled.trace_out(),
            candidates: recalled(&planned.recalled),
        });
        stages.push(TraceStageDto {
            name: "route".to_owned(),
            ms: milliseconds(times.recall, times.route),
            input: route_in(planned),
            output: route_out(planned),
            candidates: injected(planned),
        });
        let ms = milliseconds(times.started, times.route);
        TraceDto { kind: "plan".to_owned(), ms, stages, ..self.new_trace() }
    }

    /// The same, with the words, to be kept.
    pub(crate) fn trace_to_keep(&self, planned: &Planned, plan: &crate::dto::PlanDto) -> TraceDto {
        let said = planned.asked.said;
        let texts: Vec<(String, String)> = planned
            .causes
            .iter()
            .filter(|cause| !matches!(cause, Cause::Memory(_)))
            .map(|cause| (cause_id(cause, said), self.cause_words(planned, cause).0))
            .collect();
        let trace = TraceDto {
            said: planned.asked.utterance.clone(),
            answer: plan.human_readable_reason.clone(),
            plan: plan.plan_id.clone(),
            exchanges: [planned.asked.exchanges.clone(), planned.recalled.fitting.exchanges.clone()].concat(),
            ..plan.trace.clone()
        };
        Self::with_words(trace, &texts)
    }
}

/// What was written down.
pub fn stage_of_writing(stored: &[MemoryRef], ms: f64) -> TraceStageDto {
    let written = |memory: &MemoryRef| TraceCandidateDto {
        id: memory.to_string(),
        kept: true,
        why: "written".to_owned(),
        ..TraceCandidateDto::default()
    };
    TraceStageDto {
        name: "store".to_owned(),
        ms,
        input: vec![format!("to_remember {}", stored.len())],
        output: stored.iter().map(|memory| format!("wrote {memory}")).collect(),
        candidates: stored.iter().map(written).collect(),
    }
}

/// Everything that recall looked at, what it found by likeness first.
fn recalled(recalled: &Recalled) -> Vec<TraceCandidateDto> {
    let taken = |memory: MemoryRef| match memory {
        MemoryRef::Preference(id) => recalled.memories.iter().any(|known| known.id == id),
        _ => false,
    };
    let waits = |memory: MemoryRef| match memory {
        MemoryRef::Preference(id) => recalled.waiting.iter().any(|known| known.id == id),
        _ => false,
    };
    let mut all: Vec<TraceCandidateDto> = recalled
        .hits
        .iter()
        .map(|hit| {
            let kept = taken(hit.memory);
            let why = match (kept, hit.preference().is_some()) {
                (true, _) if waits(hit.memory) => "asks_first",
                (true, _) => "scored",
                (false, true) => "over_the_limit",
                (false, false) => "no_wish",
            };
            candidate_of(hit, kept, why)
        })
        .collect();
    all.extend(recalled.misfits.iter().map(|hit| match taken(hit.memory) {
        // A habit that waits for an answer asks by its scope, whatever it says.
        true => candidate_of(hit, true, if waits(hit.memory) { "asks_first" } else { "fits" }),
        false => candidate_of(hit, false, recalled.fitting.dropped(hit.memory).unwrap_or_default()),
    }));
    for left in &recalled.left {
        let kept = taken(left.memory);
        let why = match (kept, waits(left.memory)) {
            (true, true) => "asks_first",
            (true, false) => "fits",
            (false, _) => left.why.word(),
        };
        all.push(TraceCandidateDto { kept, why: why.to_owned(), ..left_out(left) });
    }
    for preference in &recalled.memories {
        let memory = MemoryRef::Preference(preference.id);
        let id = memory.to_string();
        if all.iter().any(|known| known.id == id) {
            continue;
        }
        let why = if waits(memory) { "asks_first" } else { "fits" };
        all.push(TraceCandidateDto {
            id,
            ways: vec!["scope".to_owned()],
            kept: true,
            why: why.to_owned(),
            ..TraceCandidateDto::default()
        });
    }
    all
}

/// Something that recall found, with the parts of its score and the ways that led to it.
pub fn candidate_of(hit: &Hit, kept: bool, why: &str) -> TraceCandidateDto {
    TraceCandidateDto {
        id: hit.memory.to_string(),
        ways: hit.routes.names().map(str::to_owned).collect(),
        parts: parts(&hit.parts, hit.compared),
        score: Some(hit.score),
        kept,
        why: why.to_owned(),
        ..TraceCandidateDto::default()
    }
}

/// Something that recall looked at and did not take.
pub fn left_out(left: &LeftOut) -> TraceCandidateDto {
    TraceCandidateDto {
        id: left.memory.to_string(),
        ways: left.routes.names().map(str::to_owned).collect(),
        parts: parts(&left.parts, left.compared),
        score: Some(left.score),
        kept: false,
        why: left.why.word().to_owned(),
        ..TraceCandidateDto::default()
    }
}

/// Every part by its name; the vector's is absent where no vector was compared.
fn parts(parts: &Parts, compared: bool) -> Vec<TracePartDto> {
    let value = |name: &str, value| (compared || name != "vector").then_some(value);
    let named = parts.named().into_iter();
    named.map(|(name, part)| TracePartDto { name: name.to_owned(), value: value(name, part) }).collect()
}

/// What was given to the router, and what each did to the route; then what was found and never in the running.
fn injected(planned: &Planned) -> Vec<TraceCandidateDto> {
    let said = planned.asked.said;
    let reason = |cause: &Cause| planned.explanation.reasons.iter().find(|reason| reason.cause == *cause);
    let mut all: Vec<TraceCandidateDto> = Vec::new();
    for (cause, on) in planned.causes.iter().zip(&planned.enabled) {
        let lost = planned.resolved.overruled.iter().find(|lost| lost.cause == *cause);
        let told = reason(cause);
        let (kept, why) = match (on, told.map(|reason| reason.state)) {
            (false, _) => (false, "off"),
            (true, Some(ReasonState::Decisive)) => (true, "decisive"),
            (true, Some(ReasonState::Applied)) => (true, "applied"),
            (true, _) => (false, lost.map_or("no_effect", |lost| lost_word(lost.why))),
        };
        all.push(TraceCandidateDto {
            id: cause_id(cause, said),
            kept,
            why: why.to_owned(),
            by: match lost.and_then(|lost| lost.by.as_ref()) {
                Some(by) if !kept => cause_id(by, said),
                _ => String::new(),
            },
            delta_s: told.and_then(|reason| reason.without).map(domain::explain::Effect::delta_s),
            ..TraceCandidateDto::default()
        });
    }
    for (memory, why) in &planned.resolved.considered {
        let why = match why {
            NotApplied::Unconfirmed => "unconfirmed",
            NotApplied::Rejected => "rejected",
            NotApplied::OutOfDate => "out_of_date",
            NotApplied::OutOfScope => "out_of_scope",
        };
        let id = memory.to_string();
        if !all.iter().any(|known| known.id == id) {
            all.push(TraceCandidateDto { id, why: why.to_owned(), ..TraceCandidateDto::default() });
        }
    }
    all
}

fn lost_word(why: Why) -> &'static str {
    match why {
        Why::HigherRank => "ranks_lower",
        Why::Newest => "is_older",
        Why::MoreSpecific => "is_broader",
        Why::Surer => "is_less_sure",
        Why::SaidAlready => "said_already",
        Why::Hurry => "hurry",
    }
}

fn route_in(planned: &Planned) -> Vec<String> {
    let said = planned.asked.said;
    let on = planned.causes.iter().zip(&planned.enabled);
    on.map(|(cause, on)| format!("{} {}", if *on { "cause" } else { "cause_off" }, cause_id(cause, said)))
        .collect()
}

fn route_out(planned: &Planned) -> Vec<String> {
    let mut out: Vec<String> = planned
        .routes
        .iter()
        .map(|route| format!("route {} {:.0} {:.0}", route.id, route.duration_s, route.distance_m))
        .collect();
    out.push(format!("plans {}", planned.explanation.evaluations));
    out.extend((!planned.explanation.complete).then(|| "cut_short".to_owned()));
    out
}

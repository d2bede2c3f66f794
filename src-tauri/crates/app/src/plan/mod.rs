//! A sentence becomes an explained plan: intent, recall, decide, route, explain. See `docs/life-of-a-route.md`.

mod ask;
mod describe;
mod evaluate;
mod notices;
mod reasons;
mod recall;
mod record;
mod steps;
mod usual;

use std::sync::{Arc, PoisonError};

use domain::{
    Cause, Lang, LonLat, Route, Situation, Vehicle,
    explain::{self, Explanation, Limits, Question},
    intent::{RoutePreference, TripState},
    precedence::{self, Acting, Hurry, Overruled, Resolved, Setting},
};
use routing::{Role, Router, SnapOptions, Terms, Unknown};

use crate::{
    App, AppError,
    dto::{
        DecisionDto, ErrorCode, MeasureDto, NoticeDto, OfferDto, OverruledDto, PlanDto, PlanRequest,
        QuestionDto, TraceDto,
    },
    region::LoadedRegion,
    settings::{mode_of, mode_word, standing_wishes, vehicle_of},
    situation::{Late, Measured, TRAFFIC, delay_s, traffic_notice},
    trace::Times,
    words,
};

pub(crate) use ask::Asked;
use evaluate::Evaluator;
use notices::Turned;

pub use describe::line_dto;
pub(crate) use describe::metres_of;
pub(crate) use reasons::cause_id;
pub(crate) use recall::Recalled;
pub use record::{PlanRecord, RouteRecord};

/// What the conversation is about; gone when the program ends, except that the terminal takes up its last plan.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    /// The newest sentence: asking it again (with a chip removed, a switch turned) starts from the same trip.
    utterance: String,
    /// The trip before it.
    before: TripState,
    /// The trip after it.
    after: Option<TripState>,
}

impl Conversation {
    /// One that begins anew, not one that might go on from the last plan of another run.
    pub fn anew() -> Self {
        Self { after: Some(TripState::default()), ..Self::default() }
    }
}

/// States a plan's searches may visit together: tens of seconds on a large region, then it says so.
const BUDGET: u64 = 60_000_000;
/// A driven way that passes the end of the trip no closer than this, metres, leads somewhere else.
const SAME_END_M: f64 = 300.0;
/// Seconds that a route must save before it is worth telling under the same name.
const TELLING_S: f64 = 30.0;

/// Everything about a plan before it is put into words.
pub(crate) struct Planned {
    pub asked: Asked,
    pub recalled: Recalled,
    pub resolved: Resolved,
    pub enabled: Vec<bool>,
    pub causes: Vec<Cause>,
    pub explanation: Explanation,
    /// Chosen first.
    pub routes: Vec<Arc<Route>>,
    /// The fastest legal route.
    pub base: Arc<Route>,
    /// Wishes that say never and could not be honoured.
    pub broken: Vec<Cause>,
    /// What each switched-off cause would add, seconds and metres.
    pub off: Vec<(Cause, explain::Effect)>,
    pub region: Arc<LoadedRegion>,
    pub lang: Lang,
    pub moved: Vec<String>,
    /// Where the vehicle's size led the route elsewhere.
    pub turned: Option<Turned>,
    /// What drives.
    pub terms: Terms,
    /// Later than usual, where that changed how routes are weighed.
    pub late: Option<Late>,
    /// The person's own traffic at this time of day, where it acted.
    pub measured: Option<Measured>,
}

impl App {
    /// Plans a trip and says why.
    pub fn plan(&self, request: &PlanRequest) -> Result<PlanDto, AppError> {
        let (planned, trace) = self.planned(request)?;
        let plan_id = if request.draft { String::new() } else { self.keep(&planned)? };
        let plan = self.plan_dto(&planned, plan_id, trace);
        if !request.draft {
            self.keep_trace(&self.trace_to_keep(&planned, &plan));
        }
        Ok(plan)
    }

    /// A plan before it is put into words, and how it came about. The conversation goes on from it.
    pub(crate) fn planned(&self, request: &PlanRequest) -> Result<(Planned, TraceDto), AppError> {
        let started = self.clock.monotonic_s();
        let asked = self.ask(request)?;
        let intent_done = self.clock.monotonic_s();
        let recalled = self.recall_for(&asked, request)?;
        let recall_done = self.clock.monotonic_s();
        let planned = self.decide(asked, recalled, request)?;
        let route_done = self.clock.monotonic_s();
        let times = Times { started, intent: intent_done, recall: recall_done, route: route_done };
        let trace = self.trace_of(&planned, times);
        if !request.draft {
            self.remember_conversation(&planned.asked);
        }
        Ok((planned, trace))
    }

    /// Forgets the conversation's stops: "start over".
    pub fn plan_reset(&self) {
        self.forget_conversation();
    }

    /// A conversation that begins anew.
    pub(crate) fn forget_conversation(&self) {
        *self.conversation.lock().unwrap_or_else(PoisonError::into_inner) = Conversation::anew();
    }

    fn remember_conversation(&self, asked: &Asked) {
        let mut conversation = self.conversation.lock().unwrap_or_else(PoisonError::into_inner);
        if conversation.utterance != asked.utterance || conversation.after.is_none() {
            conversation.before = conversation.after.take().unwrap_or_default();
            conversation.utterance.clone_from(&asked.utterance);
        }
        conversation.after = Some(asked.state.clone());
    }

    /// The trip before a sentence: this program's own conversation, or the last plan's when it is fresh (for the terminal, where
    /// every sentence is a program run of its own).
    pub(crate) fn trip_before(&self, utterance: &str) -> TripState {
        let conversation = self.conversation.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match conversation.after {
            Some(_) if conversation.utterance == utterance => conversation.before,
            Some(after) => after,
            None => self.last_trip_state().unwrap_or_default(),
        }
    }

    pub(crate) fn decide(
        &self,
        asked: Asked,
        recalled: Recalled,
        request: &PlanRequest,
    ) -> Result<Planned, AppError> {
        let lang: Lang = request.lang.into();
        let settings = self.settings()?;
        let situation = asked.situation();
        let standing: Vec<Setting> = standing_wishes(&settings)
            .into_iter()
            .map(|(key, target, strength)| Setting { key, target, strength })
            .collect();
        let default_mode = mode_of(&settings.mode).unwrap_or(RoutePreference::Fastest);
        let mut late = match default_mode {
            RoutePreference::Fastest => None,
            _ => self.late(&asked, &request.disabled)?,
        };
        let resolved_when = |hurry: Option<Hurry>| {
            precedence::resolve(&precedence::Request {
                wishes: &asked.wishes,
                usual: &recalled.usual,
                mode: asked.mode,
                hurry,
                default_mode,
                settings: &standing,
                memories: &recalled.memories,
                replaced: &recalled.replaced,
                situation: &situation,
            })
        };
        let leaves_late = late.as_ref().map(|late| Hurry::LeavesLate { minutes: late.minutes });
        let resolved = resolved_when(if asked.hurry { Some(Hurry::Said) } else { leaves_late });
        let causes = resolved.causes();
        let enabled: Vec<bool> = causes
            .iter()
            .map(|cause| !request.disabled.contains(&reasons::cause_id(cause, asked.said)))
            .collect();

        let points: Vec<LonLat> =
            asked.waypoints.iter().map(|hit| LonLat { lon: hit.point.lon, lat: hit.point.lat }).collect();
        let region = self.region_for(&points)?;
        let lawful = region.router_at(&asked.depart);
        let mut measured = match asked.measured && !request.disabled.iter().any(|id| id == TRAFFIC) {
            true => self.own_traffic(&region, &lawful, &asked.depart)?,
            false => None,
        };
        let own = measured.as_ref().map(|measured| Arc::clone(measured.router()));
        let router: &Router = own.as_ref().unwrap_or(&lawful);
        let roles = |index: usize| match index {
            0 => Role::Start,
            i if i + 1 == points.len() => Role::End,
            _ => Role::Via,
        };
        let snapped = |vehicle: Vehicle| {
            let options = |index| SnapOptions { vehicle, ..SnapOptions::for_role(roles(index)) };
            let asked_points: Vec<(LonLat, SnapOptions)> =
                points.iter().enumerate().map(|(index, point)| (*point, options(index))).collect();
            router.snap_trip(&asked_points).map_err(|(index, error)| {
                let which = match roles(index) {
                    Role::Start => "from",
                    Role::Via => "via",
                    Role::End => "to",
                };
                AppError::from(error).with("which", which)
            })
        };
        let terms = Terms { vehicle: vehicle_of(&settings) };
        let chosen_mask = enabled.clone();
        // The same for a car that fits everywhere, where something posted in the region is too small for this one.
        let ordinary = router.limits_concern(&terms.vehicle).then(|| {
            let snaps = snapped(Vehicle::default())?;
            Evaluator::new(router, &snaps, &resolved, Terms::default(), BUDGET)?.best(&chosen_mask)
        });
        let because_of_size = |error: AppError| match &ordinary {
            Some(Ok(_)) if error.code == ErrorCode::NoRoute => error.with("why", "vehicle"),
            _ => error,
        };
        let snaps = snapped(terms.vehicle).map_err(because_of_size)?;
        let mut moved: Vec<String> = asked
            .waypoints
            .iter()
            .zip(&snaps)
            .filter_map(|(hit, snap)| describe::moved_words(lang, &hit.label, snap))
            .collect();
        moved.extend(recalled.notes.iter().cloned());

        let mut evaluator =
            Evaluator::new(router, &snaps, &resolved, terms, BUDGET).map_err(because_of_size)?;
        let on = |switched: &dyn Fn(usize) -> bool| (0..causes.len()).map(switched).collect::<Vec<bool>>();
        let acting = resolved.acting(&chosen_mask);
        let shown = if request.draft { 1 } else { settings.routes as usize };
        if shown > 1 {
            evaluator.expect_alternatives(&acting);
        }
        let chosen = evaluator.best(&chosen_mask).map_err(because_of_size)?;
        let turned = ordinary.and_then(Result::ok).and_then(|ordinary| {
            let limit = router.too_small_on(&ordinary.route.edges, &terms.vehicle)?;
            Some(Turned { limit, delta_s: chosen.route.duration_s - ordinary.route.duration_s })
        });
        if let Some(late) = late.as_mut().filter(|_| !request.draft) {
            // The same on a usual morning; with fewer causes than now there are none to match the switches of.
            let usually = resolved_when(None);
            let on: Vec<bool> = usually
                .causes()
                .iter()
                .map(|cause| !request.disabled.contains(&reasons::cause_id(cause, asked.said)))
                .collect();
            let mut usual = Evaluator::new(router, &snaps, &usually, terms, BUDGET)?;
            late.otherwise = usual.best(&on).ok().map(|best| best.route);
        }
        if let Some(measured) = measured.as_mut().filter(|_| !request.draft) {
            // By the map's times alone; then the same way at one's own pace.
            let mut by_map = Evaluator::new(&lawful, &snaps, &resolved, terms, BUDGET)?;
            // Measured first: mostly it is the same way, and putting one into words takes longer than finding it.
            let same = by_map.measure(&chosen_mask).is_none_or(|other| other.route == chosen.route.id);
            let other = if same { None } else { by_map.best(&chosen_mask).ok() };
            measured.otherwise = other.map(|other| other.route).map(|other| {
                let here = evaluator.along(&acting, &other.edges).ok().flatten();
                (other, here.map(|here| here.duration_s))
            });
        }
        let base = match request.draft {
            true => Arc::clone(&chosen.route),
            false => evaluator.best(&on(&|_| false))?.route,
        };
        let enabled_causes: Vec<Cause> =
            causes.iter().zip(&enabled).filter(|(_, on)| **on).map(|(cause, _)| cause.clone()).collect();
        let mut unmet =
            explain::unmet(&acting.adjustments, |target| describe::metres_of(router, &chosen.route, target));
        // A standing liking that this trip has no road for is no broken wish; one that was just said is.
        unmet.retain(|unmet| unmet.metres > 0.0 || matches!(unmet.cause, Cause::Sentence(_)));
        let question = Question {
            causes: &enabled_causes,
            acting: &acting.adjustments,
            unmet,
            limits: Limits::default(),
        };
        let as_if = |mask: &[bool]| {
            let mut full = chosen_mask.clone();
            let mut given = mask.iter();
            for (slot, enabled) in full.iter_mut().zip(&enabled) {
                if *enabled {
                    *slot = given.next().copied().unwrap_or(false);
                }
            }
            evaluator.measure(&full)
        };
        let explanation = match request.draft {
            true => explain::unexplained(question, as_if),
            false => explain::explain(question, as_if),
        }
        .ok_or_else(|| AppError::new(ErrorCode::NoRoute).with("why", "unreachable"))?;
        let mut off = Vec::new();
        for (index, cause) in
            causes.iter().enumerate().filter(|(index, _)| !enabled[*index] && !request.draft)
        {
            let with = evaluator.measure(&on(&|i| enabled[i] || i == index));
            let effect = with.map_or_else(explain::Effect::default, |with| {
                explain::Effect::between(&explanation.chosen, &with)
            });
            off.push((cause.clone(), effect));
        }
        let mut routes = if chosen.broken.is_empty() {
            evaluator.alternatives(&acting, &chosen.route, shown)?
        } else {
            vec![Arc::clone(&chosen.route)]
        };
        let usual = match request.draft {
            true => Ok(None),
            false => self.usual_candidate(&recalled, &evaluator, &acting, router, &routes),
        };
        match usual {
            Ok(usual) => routes.extend(usual),
            Err(_gone) => moved.push(words::pick(
                lang,
                "老路今天走不了：它的一段关了、改了，或者你说了绝不走。",
                "Your usual way can’t be driven today: a part of it is closed, has changed, or is never to be used.",
            )),
        }
        drop(evaluator);
        Ok(Planned {
            asked,
            recalled,
            resolved,
            enabled,
            causes,
            explanation,
            routes,
            base,
            broken: chosen.broken,
            off,
            region,
            lang,
            moved,
            turned,
            terms,
            late,
            measured,
        })
    }

    /// The usual way between the two ends, when it is not among the routes already: it is always shown, however dear it is
    /// and however much it shares with others.
    fn usual_candidate(
        &self,
        recalled: &Recalled,
        evaluator: &Evaluator<'_>,
        acting: &Acting,
        router: &Router,
        shown: &[Arc<Route>],
    ) -> Result<Option<Arc<Route>>, Unknown> {
        let Some(usual) = &recalled.usual_route else { return Ok(None) };
        if shown.iter().any(|route| route.id == *usual) || shown.first().is_some_and(|it| it.legs.len() > 1) {
            return Ok(None);
        }
        match evaluator.along(acting, &recalled.usual_edges)? {
            Some(route) => Ok(Some(route)),
            // The ends of the trip came to lie on other edges: from beginning to end, as it was driven.
            None => {
                let driven = router.route_by_edges(&recalled.usual_edges)?;
                // To the other side of an entrance or of a mall it is the usual way no more: its minutes would be compared
                // with those of ways to somewhere else.
                let end = shown.first().and_then(|route| route.geometry.last());
                let there = |end: &LonLat| driven.geometry.iter().any(|at| at.distance_m(*end) <= SAME_END_M);
                Ok(end.is_none_or(there).then(|| Arc::new(driven)))
            }
        }
    }

    pub(crate) fn plan_dto(&self, planned: &Planned, plan_id: String, trace: TraceDto) -> PlanDto {
        let lang = planned.lang;
        let asked = &planned.asked;
        let routes = self.route_dtos(planned);
        let all = self.reason_dtos(planned);
        let (mut reasons, mut considered): (Vec<_>, Vec<_>) = all.into_iter().partition(|reason| {
            reason.decisive || reason.group.is_some() || !reason.enabled || reason.minimal
        });
        reasons.sort_by_key(|reason| (!reason.minimal, !reason.enabled));
        considered.extend(self.considered_dtos(planned));
        let overruled = self.overruled_dtos(planned);
        // What lost is told once, with what it lost to.
        considered.retain(|reason| !overruled.iter().any(|lost| lost.id == reason.id));
        let chosen_ids: Vec<&str> = routes.iter().map(|route| route.id.as_str()).collect();
        let base_label = words::route_label(lang, &planned.base.via_roads);
        // A base that is called the same and saves nothing worth telling would read as the chosen way, set aside.
        let looks_chosen = routes.first().is_some_and(|first| {
            first.label == base_label && first.duration_s - planned.base.duration_s < TELLING_S
        });
        let set_aside = (!looks_chosen && !chosen_ids.contains(&planned.base.id.0.as_str()))
            .then(|| self.set_aside_dto(planned));
        let offer = (!planned.broken.is_empty()).then(|| OfferDto {
            broken: planned.broken.iter().map(|cause| reasons::cause_id(cause, asked.said)).collect(),
            text: words::pick(
                lang,
                "没有完全不走它的路，这是违背最少的一条。",
                "There is no way entirely without it; this is the one that breaks it least.",
            ),
        });
        let memory_used = reasons.iter().chain(&considered).any(|reason| {
            reason.memory.is_some() && reason.enabled && reason.state != crate::dto::ReasonState::Retrieved
        });
        let human_readable_reason = reasons::in_one_sentence(lang, planned, &reasons);
        let vias = asked.waypoints[1..asked.waypoints.len() - 1].to_vec();
        let (origin, destination) =
            (asked.waypoints[0].clone(), asked.waypoints[asked.waypoints.len() - 1].clone());
        let delay = routes.first().and_then(|first| delay_s(first.traffic.as_ref()?));
        let vehicle = &planned.terms.vehicle;
        let late = planned.late.iter().zip(planned.routes.first());
        let mut notices: Vec<NoticeDto> =
            late.map(|(late, chosen)| late.notice(lang, asked, chosen)).collect();
        let measured = planned.measured.iter().zip(planned.routes.first());
        notices.extend(measured.filter_map(|(measured, chosen)| traffic_notice(lang, measured, chosen)));
        notices.extend(planned.turned.iter().map(|turned| notices::turned(lang, vehicle, turned)));
        let decision = DecisionDto {
            start_lat: origin.point.lat,
            start_lng: origin.point.lon,
            end_lat: destination.point.lat,
            end_lng: destination.point.lon,
            waypoints: vias.iter().map(|via| via.point).collect(),
            route_preference: mode_word(planned.resolved.mode).to_owned(),
            human_readable_reason: human_readable_reason.clone(),
        };
        // A draft shows nothing but a line.
        let card = if plan_id.is_empty() { None } else { self.card(planned).unwrap_or_default() };
        let mut moved = planned.moved.clone();
        moved.extend(self.entrance_words(lang, &destination));
        PlanDto {
            situation: asked.fact_dtos(lang, delay),
            card,
            plan_id,
            intent: asked.dto(planned.resolved.mode),
            origin,
            destination,
            vias,
            decision,
            unmet: self.unmet_dtos(planned),
            base: MeasureDto { duration_s: planned.base.duration_s, distance_m: planned.base.distance_m },
            base_label,
            set_aside,
            memory_used,
            question: self.question_dto(planned),
            moved,
            notices,
            offer,
            human_readable_reason,
            trace,
            routes,
            reasons,
            considered,
            overruled,
        }
    }

    /// What lost among all that is switched on: with the winner switched off, the loser acts or lost to another.
    fn overruled_dtos(&self, planned: &Planned) -> Vec<OverruledDto> {
        let said = planned.asked.said;
        let on = |cause: &Cause| {
            let at = planned.causes.iter().position(|known| known == cause);
            at.is_none_or(|at| planned.enabled.get(at).copied().unwrap_or(false))
        };
        let acting = planned.resolved.acting(&planned.enabled).adjustments;
        let winner = |lost: &Overruled| -> Option<Option<Cause>> {
            match &lost.by {
                Some(by) if !on(by) => {
                    let wish = planned.resolved.ranked.iter().find(|wish| wish.cause == lost.cause)?;
                    let other =
                        acting.iter().find(|other| precedence::same_roads(&other.target, &wish.target));
                    other.filter(|other| other.cause != lost.cause).map(|other| Some(other.cause.clone()))
                }
                by => Some(by.clone()),
            }
        };
        let lost = planned.resolved.overruled.iter().filter(|lost| on(&lost.cause));
        lost.filter_map(|lost| {
            Some(OverruledDto {
                id: reasons::cause_id(&lost.cause, said),
                text: self.cause_words(planned, &lost.cause).0,
                by: winner(lost)?.map(|cause| reasons::cause_id(&cause, said)),
                why: reasons::why_words(planned.lang, lost.why),
            })
        })
        .collect()
    }

    /// The habit to ask about before anything of it acts: it fits this trip, and it is not confirmed (S0-16).
    fn question_dto(&self, planned: &Planned) -> Option<QuestionDto> {
        let habit = planned.recalled.waiting.first()?;
        let card = self.habit_card(habit, planned.lang).ok()?;
        Some(QuestionDto { memory: card.id, text: card.question, evidence: card.evidence })
    }
}

impl Asked {
    /// Time, weather and places, for scopes.
    pub(crate) fn situation(&self) -> Situation {
        let place = |index: usize| self.waypoints.get(index).and_then(App::place_id);
        Situation {
            depart: self.depart.clone(),
            weather: self.weather,
            from: place(0),
            to: place(self.waypoints.len() - 1),
        }
    }
}

//! One question to a service, and its answer as a plan.

use std::sync::Arc;

use domain::{
    Cause, Lang, LonLat, Ring, Route, Target,
    explain::{self, UNMET_FROM_M},
    intent::RoutePreference,
    ports::ProviderError,
    provider::{NotTold, ProviderAnswer, ProviderAsk, ProviderRoute, ProviderWish, Told, WishedFor},
};
use geocode::Datum;
use routing::Router;

use super::{
    Ready, app_error, failure_word,
    matched::{Matched, matched},
    words,
};
use crate::{
    App, AppError, CancelToken,
    dto::{
        ErrorCode, NoticeDto, PlanRequest, PointDto, ProviderPlanDto, ProviderRouteDto, ProviderWishDto,
        ReasonState, RouteDto, StepDto, TraceStageDto,
    },
    plan::{Planned, cause_id, metres_of},
    settings::vehicle_of,
};

/// What a request is noted as in the ledger.
const PURPOSE: &str = "route";

impl App {
    /// Asks a service for the ways of a plan. Laolu plans the same first: from that come the wishes in force, their prices, and
    /// the way to compare with.
    pub fn provider_plan(
        &self,
        provider: &str,
        request: &PlanRequest,
        cancel: &CancelToken,
    ) -> Result<ProviderPlanDto, AppError> {
        let ready = self.switched_on(provider)?;
        let (mut planned, trace) = self.planned(request)?;
        let ours = self.plan_dto(&planned, String::new(), trace);
        let acting = planned.resolved.acting(&planned.enabled);
        let ask = self.question(&planned, &ready, request)?;
        let started = self.clock.monotonic_s();
        let answer = self.put(&ready, &ask, cancel)?;
        let answered = self.clock.monotonic_s();

        let lang = planned.lang;
        let name = ready.dto.name.clone();
        let told: Vec<(Cause, Told)> = acting
            .adjustments
            .iter()
            .map(|wish| wish.cause.clone())
            .zip(answer.told.iter().copied())
            .collect();
        let region = Arc::clone(&planned.region);
        let router = region.router();
        let our_roads = planned.routes.first().map(|route| route.id.clone());
        let found: Vec<(ProviderRoute, Matched)> = answer
            .routes
            .into_iter()
            .map(|theirs| here(theirs, ready.datum))
            .map(|theirs| {
                let found = matched(router, &theirs, &ready.dto.id, ready.datum != Datum::Wgs84);
                (theirs, found)
            })
            .collect();
        // The usual way is known by its roads, whoever proposes it.
        let usual = planned.recalled.usual_route.clone();
        if let Some((_, same)) = found.iter().find(|(_, found)| found.roads.is_some() && found.roads == usual)
        {
            planned.recalled.usual_route = Some(same.route.id.clone());
        }
        planned.routes = found.iter().map(|(_, found)| Arc::new(found.route.clone())).collect();
        let first = planned.routes.first().map(Arc::clone);
        let first = first.ok_or_else(|| app_error(ready.provider.id(), ProviderError::Unreadable))?;
        let first_is_known = found.first().is_some_and(|(_, found)| found.roads.is_some());
        let wishes = self.wish_dtos(&planned, &told, first_is_known.then_some(&first), &name);
        let mut unmet = if first_is_known {
            explain::unmet(&acting.adjustments, |target| metres_of(router, &first, target))
        } else {
            Vec::new()
        };
        unmet.retain(|unmet| unmet.metres > 0.0 || matches!(unmet.cause, Cause::Sentence(_)));
        planned.explanation.unmet = unmet;

        let mut plan = ours;
        let our_first = plan.routes.first().cloned().ok_or_else(|| AppError::new(ErrorCode::Internal))?;
        plan.plan_id = self.keep(&planned)?;
        plan.routes = self.route_dtos(&planned);
        for (dto, (theirs, found)) in plan.routes.iter_mut().zip(&found) {
            // Of a line that is not on the map here it can't be said that its roads are ordinary ones.
            if found.roads.is_none() {
                dto.character.clear();
            }
            as_they_say(lang, dto, theirs, found);
        }
        plan.unmet = self.unmet_dtos(&planned);
        let priced = self.reason_dtos(&planned);
        plan.considered.extend(std::mem::take(&mut plan.reasons));
        plan.considered.retain(|reason| !priced.iter().any(|own| own.id == reason.id));
        plan.reasons = priced;
        for reason in plan.reasons.iter_mut().filter(|reason| reason.enabled) {
            let asked = wishes.iter().any(|wish| wish.reason == reason.id && wish.asked);
            reason.state = if asked { ReasonState::Applied } else { ReasonState::Retrieved };
            (reason.decisive, reason.minimal) = (false, false);
        }
        (plan.set_aside, plan.offer, plan.question) = (None, None, None);
        plan.notices = answer
            .notes
            .iter()
            .map(|note| {
                let (kind, text) = words::note(lang, &name, *note);
                NoticeDto { kind: kind.to_owned(), text }
            })
            .collect();
        let not_asked = wishes.iter().filter(|wish| !wish.asked).count();
        let road = plan.routes.first().map(|route| route.label.clone()).unwrap_or_default();
        let minutes = crate::words::minutes(lang, first.duration_s);
        plan.human_readable_reason = words::in_one_sentence(lang, &name, &road, &minutes, not_asked);
        plan.decision.human_readable_reason.clone_from(&plan.human_readable_reason);
        plan.trace.kind = "provider".to_owned();
        plan.trace.stages.push(TraceStageDto {
            candidates: Vec::new(),
            name: "provider".to_owned(),
            ms: ((answered - started) * 1e6).round() / 1e3,
            input: told
                .iter()
                .map(|(cause, told)| {
                    format!("told {} {}", cause_id(cause, planned.asked.said), words::how(*told))
                })
                .collect(),
            output: plan
                .routes
                .iter()
                .map(|route| format!("route {} {:.0} {:.0}", route.id, route.duration_s, route.distance_m))
                .collect(),
        });
        self.keep_trace(&self.trace_to_keep(&planned, &plan));
        let routes = found.iter().map(|(theirs, found)| ProviderRouteDto {
            id: found.route.id.0.clone(),
            name: theirs.name.clone(),
            known: found.known,
            same_as_ours: found.roads.is_some() && found.roads == our_roads,
            can_be_driven: found.roads.is_some(),
        });
        Ok(ProviderPlanDto { routes: routes.collect(), provider: ready.dto, plan, wishes, ours: our_first })
    }

    /// Writes the question down, then asks it.
    fn put(
        &self,
        ready: &Ready,
        ask: &ProviderAsk,
        cancel: &CancelToken,
    ) -> Result<ProviderAnswer, AppError> {
        let number = self.ledger.begin(self.now().at.0, &ready.server.address, PURPOSE)?;
        let answer = ready.provider.routes(&ready.server, ask, &|| cancel.is_cancelled());
        self.ledger.end(number, answer.as_ref().err().map_or("ok", |error| failure_word(*error)));
        answer.map_err(|error| app_error(ready.provider.id(), error))
    }

    /// What a service is asked: points and wishes, nothing of who wants them or why.
    fn question(
        &self,
        planned: &Planned,
        ready: &Ready,
        request: &PlanRequest,
    ) -> Result<ProviderAsk, AppError> {
        let settings = self.settings()?;
        let there = |at: LonLat| ready.datum.from_wgs84(at);
        let router = planned.region.router();
        let acting = planned.resolved.acting(&planned.enabled);
        let wishes = acting.adjustments.iter().map(|wish| ProviderWish {
            about: wished_for(router, &wish.target, &there),
            strength: wish.strength,
        });
        let named = request.depart_at.is_some() || planned.asked.state.depart.is_some();
        Ok(ProviderAsk {
            stops: planned
                .asked
                .waypoints
                .iter()
                .map(|hit| there(LonLat { lon: hit.point.lon, lat: hit.point.lat }))
                .collect(),
            depart: named.then(|| planned.asked.depart.clone()),
            routes: u8::try_from(settings.routes).unwrap_or(1),
            wishes: wishes.collect(),
            vehicle: vehicle_of(&settings),
            lang: planned.lang,
        })
    }

    fn wish_dtos(
        &self,
        planned: &Planned,
        told: &[(Cause, Told)],
        first: Option<&Arc<Route>>,
        name: &str,
    ) -> Vec<ProviderWishDto> {
        let (lang, said) = (planned.lang, planned.asked.said);
        let acting = planned.resolved.acting(&planned.enabled);
        let price = |cause: &Cause| {
            let reasons = &planned.explanation.reasons;
            let reason = reasons.iter().find(|reason| reason.cause == *cause)?;
            reason.without.map(domain::explain::Effect::delta_s)
        };
        let mut dtos: Vec<ProviderWishDto> = acting
            .adjustments
            .iter()
            .zip(told)
            .map(|(wish, (cause, told))| {
                // A sum of nothing is −0.
                let on = |route| metres_of(planned.region.router(), route, &wish.target) + 0.0;
                let metres = first.map(|route| on(route));
                let kept = |metres: f64| match wish.strength {
                    strength if strength.is_negative() => metres < UNMET_FROM_M,
                    strength => !strength.is_positive() || metres > 0.0,
                };
                ProviderWishDto {
                    reason: cause_id(cause, said),
                    text: self.cause_words(planned, cause).0,
                    asked: !matches!(told, Told::Not(_)),
                    how: words::how(*told).to_owned(),
                    note: words::told(lang, name, *told),
                    metres,
                    kept: metres.map(kept),
                    price_s: price(cause),
                }
            })
            .collect();
        if acting.mode != RoutePreference::Fastest && acting.mode != RoutePreference::AvoidHighway {
            let told = Told::Not(NotTold::Mode);
            dtos.push(ProviderWishDto {
                reason: cause_id(&Cause::Mode, said),
                text: self.cause_words(planned, &Cause::Mode).0,
                asked: false,
                how: words::how(told).to_owned(),
                note: words::told(lang, name, told),
                metres: None,
                kept: None,
                price_s: price(&Cause::Mode),
            });
        }
        dtos
    }
}

/// A wish without anything but what it is about, in the server's datum.
fn wished_for(router: &Router, target: &Target, there: &impl Fn(LonLat) -> LonLat) -> WishedFor {
    match target {
        Target::Feature(feature) => WishedFor::Feature(*feature),
        Target::Road(name) => WishedFor::Road(name.clone()),
        Target::Section { edges, .. } => {
            let mut middles: Vec<LonLat> = Vec::new();
            for line in edges.iter().filter_map(|edge| router.edge_geometry(*edge)) {
                let middle = there(middle_of(&line));
                // The two directions of a road have the same middle.
                if !middles.iter().any(|known| known.distance_m(middle) < 1.0) {
                    middles.push(middle);
                }
            }
            WishedFor::Section(middles)
        }
        Target::Area { ring, .. } => {
            let corners: Vec<LonLat> = ring.corners().map(there).collect();
            WishedFor::Area(Ring::new(&corners).unwrap_or_else(|| ring.clone()))
        }
    }
}

/// The point half-way along a line.
fn middle_of(line: &[LonLat]) -> LonLat {
    let half = line.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum::<f64>() / 2.0;
    let mut gone = 0.0;
    for pair in line.windows(2) {
        let length = pair[0].distance_m(pair[1]);
        if gone + length >= half && length > 0.0 {
            let share = (half - gone) / length;
            let along = |a: f64, b: f64| a + (b - a) * share;
            return LonLat { lon: along(pair[0].lon, pair[1].lon), lat: along(pair[0].lat, pair[1].lat) };
        }
        gone += length;
    }
    line.first().copied().unwrap_or(LonLat { lon: 0.0, lat: 0.0 })
}

/// A route in WGS84.
fn here(mut theirs: ProviderRoute, datum: Datum) -> ProviderRoute {
    for at in theirs.line.iter_mut().chain(theirs.steps.iter_mut().map(|step| &mut step.point)) {
        *at = datum.to_wgs84(*at);
    }
    theirs
}

/// What the service says of its route stands before what our map says.
fn as_they_say(lang: Lang, dto: &mut RouteDto, theirs: &ProviderRoute, found: &Matched) {
    if found.roads.is_none() && !theirs.name.is_empty() {
        dto.label.clone_from(&theirs.name);
    }
    if !theirs.steps.is_empty() {
        dto.steps = theirs
            .steps
            .iter()
            .map(|step| StepDto {
                text: if step.text.is_empty() {
                    words::instruction(lang, step.icon, &step.road)
                } else {
                    step.text.clone()
                },
                icon: step.icon.to_owned(),
                road: step.road.clone(),
                exit: String::new(),
                lanes: Vec::new(),
                notes: Vec::new(),
                distance_m: step.distance_m,
                duration_s: step.duration_s,
                point: PointDto { lon: step.point.lon, lat: step.point.lat },
            })
            .collect();
    }
}

//! "I drove this": a trip is written down, and two deviations in a row ask a question.

use std::collections::{BTreeMap, HashMap};

use domain::{
    EdgeKey, Lang, LonLat, MemoryRef, Moment, Observation, ObservationId, ObservationKind, Preference,
    PreferenceId, PreferenceState, Provenance, Target, Timestamp, Trip, TripId, deviation, habit, sentence,
};
use memory::{NewPreference, NewTrip, Proposal, Use};

use crate::{
    App, AppError,
    dto::{
        DroveDto, DroveRequest, ErrorCode, HabitAnswerDto, HabitAnswerRequest, HabitCardDto, LangDto,
        PlaceHitDto, StatusDto, TraceStageDto,
    },
    plan::{PlanRecord, RouteRecord},
    region::LoadedRegion,
    trace::{milliseconds, stage_of_writing},
    words,
};

/// Setting that holds the questions put off; row numbers and times only.
const PUT_OFF_KEY: &str = "put_off";
/// Earlier drives that are looked at: a month of commutes there and back.
const LOOK_BACK: usize = 60;

impl App {
    /// Writes a finished drive down. The same event twice adds nothing.
    pub fn drove(&self, request: &DroveRequest) -> Result<DroveDto, AppError> {
        let started = self.clock.monotonic_s();
        let lang = request.lang.into();
        let plan = self.kept_plan(&request.plan_id)?;
        let driven = plan.route(&request.route_id).ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?;
        if driven.edges.is_empty() {
            return Err(AppError::bad_request("route_id").with("why", "not_on_map"));
        }
        let recommended = plan.route("").ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))?;
        let learning = self.learns()?;
        let departure = match request.departed_at {
            Some(at) => Moment { at: Timestamp(at), zone: plan.zone.clone() },
            None => plan.depart(),
        };
        let (start, end) = ends(&plan)?;
        let region = self.region_for(&[point(start), point(end)])?;
        let deviation = difference(&region, recommended, driven);
        let observed = learning.then(|| match &deviation {
            Some(deviation) => ObservationKind::Deviated(deviation.clone()),
            None => ObservationKind::Followed,
        });
        let duration_s = request.duration_s.unwrap_or(driven.duration_s);
        if !(0.0..=604_800.0).contains(&duration_s) {
            return Err(AppError::bad_request("duration_s"));
        }
        let new = NewTrip {
            event_id: if request.event_id.is_empty() {
                format!("{}/{}", plan.id, driven.id)
            } else {
                request.event_id.clone()
            },
            start_place: Self::place_id(start),
            end_place: Self::place_id(end),
            start: point(start),
            end: point(end),
            departure,
            duration_s,
            recommended: recommended.route_id(),
            chosen: driven.route_id(),
            recommended_s: recommended.duration_s,
            switched_at: request.switched_at.map(Timestamp),
            traffic: request.traffic.trim().to_owned(),
            preferred: request.adopted.unwrap_or(true),
            edges: driven.edge_keys(),
            via_roads: driven.via_roads.clone(),
            note: String::new(),
            provenance: Provenance::Stated,
            observed,
        };
        let now = self.now();
        let recorded = self.mine().record_trip(&new, &now)?;
        let mut proposal = None;
        if recorded.new {
            self.note_drive(&plan, recommended.id == driven.id, &new)?;
            if learning {
                proposal = self.learn(recorded.trip, lang)?;
            }
        }
        if recorded.new {
            self.keep_drive(recorded.trip, deviation.is_some(), proposal.as_ref(), started);
        }
        Ok(DroveDto {
            trip: MemoryRef::Trip(recorded.trip).to_string(),
            new: recorded.new,
            deviated: deviation.is_some(),
            learning,
            proposal,
        })
    }

    /// The trace of a drive: what was noticed on it, and what was made of that.
    fn keep_drive(&self, trip: TripId, deviated: bool, proposal: Option<&HabitCardDto>, started: f64) {
        let mut stored = vec![MemoryRef::Trip(trip)];
        stored.extend(proposal.and_then(|card| card.id.parse::<MemoryRef>().ok()));
        let ms = milliseconds(started, self.clock.monotonic_s());
        let stages = vec![
            TraceStageDto {
                name: "extract".to_owned(),
                input: vec!["drive".to_owned()],
                output: vec![if deviated { "deviated" } else { "followed" }.to_owned()],
                ..TraceStageDto::default()
            },
            stage_of_writing(&stored, ms),
        ];
        self.keep_deed("drove", "", "", stages);
    }

    /// A route of a kept plan by its id, or by its number in the list from 1.
    pub fn route_id_of(&self, plan_id: &str, route: &str) -> Result<String, AppError> {
        let plan = self.kept_plan(plan_id)?;
        let by_number = route.parse::<usize>().ok().and_then(|n| plan.routes.get(n.checked_sub(1)?));
        let found = by_number.or_else(|| plan.route(route));
        found.map(|route| route.id.clone()).ok_or_else(|| AppError::new(ErrorCode::NoSuchPlan))
    }

    /// The next question that waits, those put off until later left out; none when learning is off.
    pub fn habit_next(&self, lang: LangDto) -> Result<Option<HabitCardDto>, AppError> {
        if !self.learns()? {
            return Ok(None);
        }
        let put_off = self.put_off()?;
        let now = self.now().at.0;
        let waits = |habit: &Preference| put_off.get(&habit.id.to_string()).is_none_or(|until| *until <= now);
        match self.mine().proposed()?.iter().find(|habit| waits(habit)) {
            Some(habit) => self.habit_card(habit, lang.into()).map(Some),
            None => Ok(None),
        }
    }

    /// Questions put off, by row, with the time until which.
    fn put_off(&self) -> Result<BTreeMap<String, i64>, AppError> {
        let text = self.mine().setting(PUT_OFF_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn put_off_until_tomorrow(&self, id: PreferenceId) -> Result<(), AppError> {
        let now = self.now().at.0;
        let mut put_off = self.put_off()?;
        put_off.retain(|_, until| *until > now);
        put_off.insert(id.to_string(), now + 86_400);
        let text = serde_json::to_string(&put_off)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(PUT_OFF_KEY, Some(&text))?)
    }

    /// The person's answer to a habit.
    pub fn habit_answer(&self, request: &HabitAnswerRequest) -> Result<StatusDto, AppError> {
        let MemoryRef::Preference(id) = request.id.parse()? else { return Err(AppError::bad_request("id")) };
        let mine = self.mine();
        match request.answer {
            HabitAnswerDto::Yes => drop(self.memory_confirm(&request.id, LangDto::default())?),
            HabitAnswerDto::No => drop(self.memory_reject(&request.id)?),
            HabitAnswerDto::OnlyThen => mine.withdraw(id)?,
            HabitAnswerDto::Later => self.put_off_until_tomorrow(id)?,
        }
        self.status()
    }

    /// A habit as a question with its evidence.
    pub(crate) fn habit_card(&self, habit: &Preference, lang: Lang) -> Result<HabitCardDto, AppError> {
        let mine = self.mine();
        let evidence = mine.evidence_of(habit.id)?;
        let mut trips: Vec<Trip> = Vec::new();
        for link in &evidence {
            if let Some(trip) = mine.trip(link.trip)?
                && !trips.iter().any(|known| known.id == trip.id)
            {
                trips.push(trip);
            }
        }
        trips.sort_by_key(|trip| trip.departure.at);
        let road = match &habit.target {
            Target::Section { label, .. } => label.clone(),
            other => sentence::target_words(lang, other),
        };
        let mean = |of: fn(&Trip) -> f64| {
            if trips.is_empty() { 0.0 } else { trips.iter().map(of).sum::<f64>() / trips.len() as f64 }
        };
        let mean_delta_s = mean(|trip| trip.duration_s - trip.recommended_s);
        let span_days = match (trips.first(), trips.last()) {
            (Some(first), Some(last)) => last.departure.at.days_since(first.departure.at),
            _ => 0.0,
        };
        let question = sentence::habit_question(
            lang,
            &sentence::HabitFacts {
                road: &road,
                waterside: self.mostly_waterside(&habit.target),
                bucket: habit.scope.bucket,
                trips: trips.len(),
                span_days,
                mean_delta_s,
            },
        );
        Ok(HabitCardDto {
            id: MemoryRef::Preference(habit.id).to_string(),
            question,
            evidence: evidence_words(lang, &trips, mean_delta_s),
            confidence: habit.confidence,
            trips: trips.iter().rev().map(|trip| self.trip_brief(trip, lang)).collect(),
        })
    }

    /// Whether drives that the person reports may suggest habits. Before the first-start choice a report from the
    /// terminal counts as the person's own act; after it the setting decides.
    pub(crate) fn learns(&self) -> Result<bool, AppError> {
        let settings = self.settings()?;
        Ok(settings.learning || !settings.welcomed)
    }

    /// A drive used its places, and, when the recommendation was followed, the memories that made it.
    fn note_drive(&self, plan: &PlanRecord, followed: bool, trip: &NewTrip) -> Result<(), AppError> {
        let mine = self.mine();
        for place in [trip.start_place, trip.end_place].into_iter().flatten() {
            mine.touch_place(place, trip.departure.at)?;
        }
        let uses: Vec<Use> = plan
            .uses
            .iter()
            .filter_map(|used| {
                Some(Use {
                    memory: used.memory.parse().ok()?,
                    at: trip.departure.clone(),
                    state: used.use_state(),
                    delta_s: used.delta_s,
                    delta_m: used.delta_m,
                    driven: followed,
                })
            })
            .collect();
        Ok(mine.note_uses(&uses)?)
    }

    /// What the finished drive suggests, in the light of those before it between the same two places.
    fn learn(&self, finished: TripId, lang: Lang) -> Result<Option<HabitCardDto>, AppError> {
        let (mine, now) = (self.mine(), self.now());
        let settings = habit::Settings::DEFAULT;
        let Some(last) = mine.trip(finished)? else { return Ok(None) };
        let observations = match (last.start_place, last.end_place) {
            (Some(start), Some(end)) => mine.observations_between(start, end, LOOK_BACK)?,
            _ => mine.observations_near(last.start, last.end, settings.same_place_m, LOOK_BACK)?,
        };
        let by_trip: HashMap<TripId, &Observation> =
            observations.iter().map(|observation| (observation.trip, observation)).collect();
        let mut trips: Vec<Trip> = Vec::new();
        for id in by_trip.keys() {
            trips.extend(mine.trip(*id)?);
        }
        trips.sort_by_key(|trip| (trip.departure.at, trip.id));
        // The finished drive comes last even when an older departure is reported late.
        trips.retain(|trip| trip.id != finished);
        trips.push(last);
        let drives: Vec<habit::Drive<'_>> = trips
            .iter()
            .map(|trip| habit::Drive {
                trip,
                deviation: by_trip.get(&trip.id).and_then(|observation| match &observation.kind {
                    ObservationKind::Deviated(deviation) => Some(deviation),
                    ObservationKind::Followed => None,
                }),
            })
            .collect();
        let inferred = habit::infer(&drives, &mine.preferences()?, &settings);
        let newest: Vec<ObservationId> = by_trip.get(&finished).map(|seen| seen.id).into_iter().collect();
        for id in &inferred.refresh {
            mine.add_evidence(*id, &newest, &now)?;
            mine.reinforce(*id, now.at)?;
        }
        for (id, _) in &inferred.lower {
            mine.contradict(*id, &newest, &now)?;
        }
        for id in &inferred.drop {
            mine.withdraw(*id)?;
        }
        let Some(found) = inferred.habit else { return Ok(None) };
        let evidence: Vec<ObservationId> =
            found.trips.iter().filter_map(|trip| by_trip.get(trip)).map(|seen| seen.id).collect();
        self.propose(&found, &evidence, &now, lang)
    }

    fn propose(
        &self,
        found: &habit::HabitCandidate,
        evidence: &[ObservationId],
        now: &Moment,
        lang: Lang,
    ) -> Result<Option<HabitCardDto>, AppError> {
        let mine = self.mine();
        let content =
            sentence::preference_statement(lang, &found.target, found.strength, &found.scope, |id| {
                self.place_name(id)
            });
        let embedding = self.meaning.of(&content);
        let new = NewPreference {
            content,
            target: found.target.clone(),
            strength: found.strength,
            scope: found.scope.clone(),
            provenance: Provenance::Inferred,
            state: found.state,
            confidence: found.confidence,
            validity: None,
            source_trip: found.trips.first().copied(),
        };
        let id: PreferenceId = match mine.propose(&new, evidence, embedding.as_ref(), now)? {
            Proposal::New(id) | Proposal::Known(id) => id,
            Proposal::Rejected(_) | Proposal::Forgotten => return Ok(None),
        };
        match mine.preference(id)? {
            Some(habit) if habit.state == PreferenceState::Proposed => {
                self.habit_card(&habit, lang).map(Some)
            }
            _ => Ok(None),
        }
    }
}

fn ends(plan: &PlanRecord) -> Result<(&PlaceHitDto, &PlaceHitDto), AppError> {
    match plan.waypoints.as_slice() {
        [first, .., last] => Ok((first, last)),
        _ => Err(AppError::new(ErrorCode::NoSuchPlan)),
    }
}

fn point(hit: &PlaceHitDto) -> LonLat {
    LonLat { lon: hit.point.lon, lat: hit.point.lat }
}

fn difference(
    region: &LoadedRegion,
    recommended: &RouteRecord,
    driven: &RouteRecord,
) -> Option<domain::Deviation> {
    let (offered, taken) = (recommended.edge_keys(), driven.edge_keys());
    let (offered_id, taken_id) = (recommended.route_id(), driven.route_id());
    deviation::diff(
        &deviation::Path {
            id: &offered_id,
            edges: &offered,
            duration_s: recommended.duration_s,
            distance_m: recommended.distance_m,
        },
        &deviation::Path {
            id: &taken_id,
            edges: &taken,
            duration_s: driven.duration_s,
            distance_m: driven.distance_m,
        },
        |edge: EdgeKey| region.edge_facts(edge),
        false,
    )
}

/// "Tue 24 and Thu 26 Nov, 8 min longer on average".
fn evidence_words(lang: Lang, trips: &[Trip], mean_delta_s: f64) -> String {
    let dates: Vec<String> =
        trips.iter().map(|trip| words::date(lang, trip.departure.at, &trip.departure.zone)).collect();
    let minutes = (mean_delta_s.abs() / 60.0).round() as i64;
    let dates = dates.join(if lang == Lang::Zh { "、" } else { ", " });
    match (lang, minutes, mean_delta_s > 0.0) {
        (_, 0, _) => dates,
        (Lang::Zh, n, true) => format!("{dates}，平均多用 {n} 分钟"),
        (Lang::Zh, n, false) => format!("{dates}，平均省 {n} 分钟"),
        (Lang::En, n, true) => format!("{dates}, {n} min longer on average"),
        (Lang::En, n, false) => format!("{dates}, {n} min shorter on average"),
    }
}

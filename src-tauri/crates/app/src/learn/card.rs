//! A habit as a question: what was seen, how often, on which days, and what a yes would change.

use std::sync::Arc;

use domain::{
    Lang, LonLat, MemoryRef, Preference, PreferenceState, Provenance, Route, Target, Timestamp, Trip,
    Validity, Weather, intent::RoutePreference, sentence,
};

use crate::{
    App, AppError,
    dto::{HabitCardDto, HabitChangeDto, PlanRequest, WaypointDto},
    plan::{Recalled, line_dto},
    remember::point_dto,
    words,
};

impl App {
    /// The newest of its trips, planned without the habit and with it. `None` where it cannot be planned any more: its map
    /// is gone, or a road of it closed.
    fn what_would_change(
        &self,
        habit: &Preference,
        trip: Option<&Trip>,
        lang: Lang,
    ) -> Option<HabitChangeDto> {
        let trip = trip?;
        let (usual, with) = self.without_and_with(habit, trip)?;
        let (delta_s, delta_m) = (with.duration_s - usual.duration_s, with.distance_m - usual.distance_m);
        let same = with.id == usual.id;
        Some(HabitChangeDto {
            line: line_dto(&with.geometry),
            usual_line: line_dto(&usual.geometry),
            delta_s,
            delta_m,
            text: if same {
                words::pick(lang, "这条路现在就是推荐的路", "this is what is recommended now")
            } else {
                change_words(lang, delta_s, delta_m)
            },
            same,
        })
    }

    /// The route of a trip like this one as it is recommended now, and as it would be after a yes.
    pub(crate) fn without_and_with(
        &self,
        habit: &Preference,
        trip: &Trip,
    ) -> Option<(Arc<Route>, Arc<Route>)> {
        let request = like(trip, habit.scope.weather);
        let plan = |added: Option<Preference>| {
            let mut asked = self.ask(&request).ok()?;
            asked.hurry = habit.scope.hurry;
            let mut recalled = self.recall_for(&asked, &request).ok()?;
            recalled.memories.retain(|known| known.id != habit.id);
            recalled.memories.extend(added);
            self.decide(asked, recalled, &request).ok()?.routes.into_iter().next()
        };
        let said_yes = Preference {
            state: PreferenceState::Active,
            provenance: Provenance::Confirmed,
            validity: Validity { valid_from: Timestamp(i64::MIN), valid_to: None },
            ..habit.clone()
        };
        Some((plan(None)?, plan(Some(said_yes))?))
    }

    /// The route of a trip like this one for somebody of whom nothing is known but this wish.
    pub(crate) fn route_with(&self, wish: &Preference, trip: &Trip) -> Option<Arc<Route>> {
        let request = like(trip, wish.scope.weather);
        let mut asked = self.ask(&request).ok()?;
        asked.hurry = wish.scope.hurry;
        let recalled = Recalled { memories: vec![wish.clone()], ..Recalled::nothing() };
        self.decide(asked, recalled, &request).ok()?.routes.into_iter().next()
    }

    /// The route of a trip like this one for somebody of whom nothing is known but that they like to drive steadily: few lights
    /// and turns, few small streets.
    pub(crate) fn steady_route(&self, trip: &Trip) -> Option<Arc<Route>> {
        let request = like(trip, None);
        let mut asked = self.ask(&request).ok()?;
        asked.mode = Some(RoutePreference::Stable);
        self.decide(asked, Recalled::nothing(), &request).ok()?.routes.into_iter().next()
    }

    /// On how many trips it could have been seen: those between the same two places at the same part of the day.
    fn seen_on(&self, habit: &Preference, trips: &[Trip]) -> Result<u32, AppError> {
        let all = match (habit.scope.from, habit.scope.to) {
            (Some(from), Some(to)) => self.mine().trips_between(from, to, habit.scope.bucket)?.len(),
            _ => trips.len(),
        };
        Ok(u32::try_from(all.max(trips.len())).unwrap_or(u32::MAX))
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
        let facts = sentence::HabitFacts {
            road: &road,
            waterside: self.mostly_waterside(&habit.target),
            bucket: habit.scope.bucket,
            days: habit.scope.days,
            weather: habit.scope.weather,
            trips: trips.len(),
            span_days,
            mean_delta_s,
        };
        let question = match &habit.target {
            Target::Feature(_) => sentence::taste_question(lang, &habit.target, habit.strength, trips.len()),
            _ => sentence::habit_question(lang, &facts),
        };
        Ok(HabitCardDto {
            id: MemoryRef::Preference(habit.id).to_string(),
            question,
            evidence: evidence_words(lang, &trips, mean_delta_s),
            confidence: habit.confidence,
            kind: kind_word(habit).to_owned(),
            what: road,
            times: u32::try_from(trips.len()).unwrap_or(u32::MAX),
            of: self.seen_on(habit, &trips)?,
            days: days_words(lang, &trips),
            change: self.what_would_change(habit, trips.last(), lang),
            trips: trips.iter().rev().map(|trip| self.trip_brief(trip, lang)).collect(),
        })
    }
}

/// The request for a trip between the same ends at the same time, in this weather.
fn like(trip: &Trip, weather: Option<Weather>) -> PlanRequest {
    let waypoint = |at: LonLat| WaypointDto { point: point_dto(at), label: String::new(), memory: None };
    PlanRequest {
        origin: Some(waypoint(trip.start)),
        destination: Some(waypoint(trip.end)),
        depart_at: Some(trip.departure.at.0),
        weather: weather.map(|weather| weather.word().to_owned()),
        draft: true,
        ..PlanRequest::default()
    }
}

fn kind_word(habit: &Preference) -> &'static str {
    match &habit.target {
        Target::Feature(_) => "taste",
        Target::Road(_) | Target::Area { .. } => "road",
        Target::Section { .. } => "way",
    }
}

/// "Tue 24 Nov, Thu 26 Nov", oldest first.
fn days_words(lang: Lang, trips: &[Trip]) -> String {
    let mut days: Vec<String> =
        trips.iter().map(|trip| words::day(lang, trip.departure.at, &trip.departure.zone)).collect();
    days.dedup();
    days.join(if lang == Lang::Zh { "、" } else { ", " })
}

/// "6 min and 1.4 km longer than now".
fn change_words(lang: Lang, delta_s: f64, delta_m: f64) -> String {
    let part = |longer: bool, text: String| match (lang, longer) {
        (Lang::Zh, true) => format!("多 {text}"),
        (Lang::Zh, false) => format!("少 {text}"),
        (Lang::En, true) => format!("{text} longer"),
        (Lang::En, false) => format!("{text} shorter"),
    };
    let time = part(delta_s >= 0.0, words::minutes(lang, delta_s));
    let way = part(delta_m >= 0.0, words::metres(lang, delta_m));
    match lang {
        Lang::Zh => format!("比现在{time}，{way}"),
        Lang::En => format!("{time} and {way} than now"),
    }
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

//! The first stage: a request becomes waypoints, wishes and a time.

use domain::{
    Lang, Lifetime, LonLat, MemoryRef, Moment, Scope, Timestamp, Weather,
    intent::{self, Intent, IntentKind, IntentNote, IntentWish, PlaceRef, RoutePreference, TripState},
};

use crate::{
    App, AppError,
    dto::{
        ChipDto, ChipRole, ErrorCode, IntentDto, LifetimeDto, ModelExchangeDto, NoteDto, PlaceHitDto,
        PlanRequest, WaypointDto,
    },
    parse::{kind_word, notes_dto},
    places::Found,
    remember::{holds, point_dto, point_of, target_of},
    settings::mode_word,
    situation::{Sky, WeatherFrom, weather_of},
    trace::milliseconds,
};

/// What is asked, with every place looked up.
pub struct Asked {
    /// The sentence.
    pub utterance: String,
    /// The sentence as understood, removed chips left out.
    pub intent: Intent,
    /// Words not understood.
    pub notes: Vec<IntentNote>,
    /// Chips as shown.
    pub chips: Vec<ChipDto>,
    /// The trip after this sentence.
    pub state: TripState,
    /// Start, stops, end; at least two.
    pub waypoints: Vec<PlaceHitDto>,
    /// Wishes of the sentence and conversation, then those from the map.
    pub wishes: Vec<IntentWish>,
    /// How many of the wishes were said; the rest came from the map.
    pub said: usize,
    /// Words of each said wish, for quoting.
    pub quotes: Vec<String>,
    /// How routes are weighed, when said.
    pub mode: Option<RoutePreference>,
    /// Whether the usual road was asked for.
    pub usual: bool,
    /// Whether the person is in a hurry.
    pub hurry: bool,
    /// Departure.
    pub depart: Moment,
    /// Weather, when known.
    pub weather: Option<Weather>,
    /// Who says so.
    pub(crate) weather_from: WeatherFrom,
    /// What the weather service said of the start at departure.
    pub(crate) sky: Option<Sky>,
    /// Whether the person's own times on the roads count: a draft shows nothing but a line, and learning holds drives against
    /// the plain way.
    pub measured: bool,
    /// What a language model said of the sentence, for the trace; empty when none was asked.
    pub by_model: String,
    /// What it was asked and answered, for the trace.
    pub exchanges: Vec<ModelExchangeDto>,
    /// Milliseconds that were waited for the model.
    pub model_ms: f64,
    /// What this sentence made Laolu write down.
    pub stored: Vec<MemoryRef>,
    /// Milliseconds that writing took.
    pub stored_ms: f64,
}

impl App {
    pub(crate) fn ask(&self, request: &PlanRequest) -> Result<Asked, AppError> {
        let lang = request.lang.into();
        let mut understood = self.understand(&request.utterance, lang)?;
        let mut by_model = String::new();
        let mut exchanges = Vec::new();
        let before_asking = self.clock.monotonic_s();
        // Only what was sent off is worth a question to a model, never what is being typed or dragged.
        if !request.draft
            && request.destination.is_none()
            && let Some(helped) = self.helped(&request.utterance, &understood.intent, &understood.chips)?
        {
            by_model = helped.fact;
            exchanges = helped.exchanges;
            understood.intent = helped.intent;
            if let Some(found) = &understood.intent.destination {
                let apart =
                    |span: &intent::Span| span.end <= found.span.start || span.start >= found.span.end;
                understood.notes.retain(|note| apart(&note.span));
            }
            understood.chips = self.chips(&request.utterance, &understood.intent, &understood.notes, lang)?;
        }
        let model_ms = milliseconds(before_asking, self.clock.monotonic_s());
        let dropped = |id: &str| request.dropped.iter().any(|dropped| dropped == id);
        understood.chips.retain(|chip| !dropped(&chip.id));
        for (index, wish) in understood.intent.wishes.iter_mut().enumerate() {
            if let Some(lifetime) = request.lifetimes.get(&format!("wish-{index}")) {
                wish.lifetime = match lifetime {
                    LifetimeDto::Once => Lifetime::Once,
                    // Until when, only the sentence knows.
                    LifetimeDto::Until => wish.lifetime,
                    LifetimeDto::Always => Lifetime::Always,
                };
            }
        }
        let mut intent = drop_parts(understood.intent, &dropped);
        if request.keep_context {
            intent.reset_context = false;
        }
        let by_hand = request.destination.is_some();
        // A greeting or a question about the past is no word about the trip so far.
        let about_the_trip = request.keep_context
            || matches!(intent.kind, IntentKind::PlanRoute | IntentKind::ModifyTrip | IntentKind::Remember);
        let before = if about_the_trip { self.trip_before(&request.utterance) } else { TripState::default() };
        let mut state = if by_hand && request.utterance.trim().is_empty() {
            TripState::default()
        } else {
            intent::merge(&before, &intent)
        };
        if state.usual_route && state.destination.is_none() && !by_hand {
            let depart = state.depart.clone().unwrap_or_else(|| self.now());
            if let Some((from, to)) = self.usual_trip(&depart)? {
                state.destination = Some(PlaceRef::Named(to));
                state.origin = state.origin.or(Some(PlaceRef::Named(from)));
            }
        }
        // A statement to remember ("以后晚上都走江边") with places set by hand still plans with its wishes.
        if !matches!(intent.kind, IntentKind::PlanRoute | IntentKind::ModifyTrip) && by_hand {
            state = TripState { wishes: intent.wishes.clone(), ..TripState::default() };
        }
        let waypoints = self.waypoints(request, &state, &understood.chips, lang)?;
        let depart = match (request.depart_at, &state.depart) {
            (Some(at), _) => Moment { at: Timestamp(at), zone: self.now().zone },
            (None, Some(depart)) => depart.clone(),
            (None, None) => self.now(),
        };
        let trip: Vec<LonLat> =
            waypoints.iter().map(|hit| LonLat { lon: hit.point.lon, lat: hit.point.lat }).collect();
        let before_storing = self.clock.monotonic_s();
        let stored = match request.draft {
            true => Vec::new(),
            false => self.remember_said(&intent.wishes, &trip, lang)?,
        };
        let stored_ms = milliseconds(before_storing, self.clock.monotonic_s());
        // A closure that is over before one leaves closes nothing, and neither does one that has not begun.
        let mut wishes: Vec<IntentWish> = state
            .wishes
            .iter()
            .filter(|wish| !matches!(wish.lifetime, Lifetime::Until(end) if end <= depart.at))
            .filter(|wish| wish.starts.is_none_or(|start| start <= depart.at))
            .cloned()
            .collect();
        let said = wishes.len();
        // A wish kept from an earlier sentence has a span of that sentence: it is not quoted.
        let quote = |wish: &IntentWish| {
            request.utterance.get(wish.span.clone()).unwrap_or_default().trim().to_owned()
        };
        let quotes = wishes
            .iter()
            .map(|wish| if intent.wishes.contains(wish) { quote(wish) } else { String::new() })
            .collect();
        for wish in &mut wishes {
            wish.target = self.closed_near(wish, &trip);
        }
        for wish in &request.wishes {
            wishes.push(IntentWish {
                target: target_of(&wish.target)?,
                strength: wish.strength.into(),
                lifetime: Lifetime::Once,
                starts: None,
                scope: Scope::default(),
                span: 0..0,
            });
        }
        let switch = match request.weather.as_deref() {
            Some(word) => Some(Weather::from_word(word).ok_or_else(|| AppError::bad_request("weather"))?),
            None => None,
        };
        let sky = trip.first().map(|start| self.sky(*start, depart.at)).transpose()?.flatten();
        let (weather, weather_from) = weather_of(switch, state.weather, sky.as_ref());
        Ok(Asked {
            utterance: request.utterance.clone(),
            mode: state.mode,
            usual: state.usual_route,
            hurry: state.hurry,
            intent,
            notes: understood.notes,
            chips: understood.chips,
            state,
            waypoints,
            wishes,
            said,
            quotes,
            depart,
            weather,
            weather_from,
            sky,
            measured: !request.draft,
            by_model,
            exchanges,
            stored,
            stored_ms,
            model_ms,
        })
    }

    /// Wishes that are to be remembered ("always", "until Friday", or the chip says so) are written down once.
    fn remember_said(
        &self,
        wishes: &[IntentWish],
        trip: &[LonLat],
        lang: Lang,
    ) -> Result<Vec<MemoryRef>, AppError> {
        let mut stored = Vec::new();
        for wish in wishes.iter().filter(|wish| wish.lifetime != Lifetime::Once) {
            let validity = holds(wish, None, self.now().at);
            let target = self.closed_near(wish, trip);
            let id = self.remember_wish(&target, wish.strength, &wish.scope, None, validity, lang)?;
            stored.push(MemoryRef::Preference(id));
        }
        Ok(stored)
    }

    fn waypoints(
        &self,
        request: &PlanRequest,
        state: &TripState,
        chips: &[ChipDto],
        lang: Lang,
    ) -> Result<Vec<PlaceHitDto>, AppError> {
        if self.regions.is_empty() {
            return Err(self.no_usable_region());
        }
        let near = self.likely_start()?;
        let chosen = |role: ChipRole, place: &PlaceRef| {
            // The chip of the same words was looked up already.
            let hit =
                chips.iter().filter(|chip| chip.role == role).filter_map(|chip| chip.place.clone()).next();
            hit.filter(|hit| {
                matches!(place, PlaceRef::Named(_)) && role != ChipRole::Via && !hit.label.is_empty()
            })
        };
        let destination = match (&request.destination, &state.destination) {
            (Some(by_hand), _) => self.by_hand(by_hand, lang)?,
            (None, Some(place)) => match chosen(ChipRole::To, place) {
                Some(hit) => hit,
                None => self.one(place, near, "to", lang)?,
            },
            (None, None) => return Err(AppError::new(ErrorCode::NoDestination)),
        };
        let origin = match (&request.origin, &state.origin) {
            (Some(by_hand), _) => self.by_hand(by_hand, lang)?,
            (None, Some(place)) => self.one(place, near, "from", lang)?,
            (None, None) => self.usual_start(&destination)?,
        };
        let mut waypoints = vec![origin];
        for via in &request.vias {
            waypoints.push(self.by_hand(via, lang)?);
        }
        let start = LonLat { lon: waypoints[0].point.lon, lat: waypoints[0].point.lat };
        for via in &state.vias {
            waypoints.push(self.one(via, Some(start), "via", lang)?);
        }
        waypoints.push(destination);
        waypoints.into_iter().map(|hit| self.at_entrance(hit, lang)).collect()
    }

    fn by_hand(&self, waypoint: &WaypointDto, lang: Lang) -> Result<PlaceHitDto, AppError> {
        let at = point_of(waypoint.point)?;
        let mut hit = self.hit_at(at, lang)?;
        if !waypoint.label.is_empty() && hit.memory.is_none() {
            hit.label.clone_from(&waypoint.label);
        }
        hit.point = point_dto(at);
        Ok(hit)
    }

    pub(crate) fn one(
        &self,
        place: &PlaceRef,
        near: Option<LonLat>,
        which: &str,
        lang: Lang,
    ) -> Result<PlaceHitDto, AppError> {
        let unknown = |why: &str, places: Vec<PlaceHitDto>| {
            let mut error = AppError::new(ErrorCode::UnknownPlace).with("which", which).with("why", why);
            error.places = places;
            error
        };
        match self.find(place, near, lang)? {
            Found::One(hit) => Ok(hit),
            Found::Several(hits) => Err(unknown("ambiguous", hits)),
            Found::None(hits) => Err(unknown("unknown", hits)),
        }
    }

    /// Where trips start when nothing is said: home; or work, for a trip home.
    fn usual_start(&self, destination: &PlaceHitDto) -> Result<PlaceHitDto, AppError> {
        let places = self.mine().places()?;
        let going_home = destination.kind == "home";
        let tag = if going_home { "work" } else { "home" };
        let of_tag = places.iter().filter(|place| place.tag == tag);
        let start = of_tag.max_by_key(|place| (place.created.at, place.id));
        match start {
            Some(place) => Ok(crate::places::remembered_hit(place, None)),
            None => Err(AppError::new(ErrorCode::NoOrigin)),
        }
    }
}

impl Asked {
    /// For the record.
    pub fn dto(&self, mode: RoutePreference) -> IntentDto {
        IntentDto {
            kind: kind_word(self.intent.kind).to_owned(),
            route_preference: mode_word(mode).to_owned(),
            chips: self.chips.clone(),
            notes: self.note_dtos(),
            depart_at: self.depart.at.0,
            zone: self.depart.zone.clone(),
            weather: self.weather.map(|weather| weather.word().to_owned()),
            passengers: self.state.company.clone(),
            reset_context: self.intent.reset_context,
        }
    }

    fn note_dtos(&self) -> Vec<NoteDto> {
        notes_dto(&self.utterance, &self.notes)
    }

    /// Facts that went into the first stage. Counts only: of a trace, the words stand in one field alone.
    pub fn trace_in(&self) -> Vec<String> {
        vec![format!("characters {}", self.utterance.chars().count())]
    }

    /// What the first stage made of them.
    pub fn trace_out(&self) -> Vec<String> {
        let mut out = vec![format!("kind {}", kind_word(self.intent.kind))];
        out.extend(self.waypoints.iter().map(|hit| match &hit.memory {
            Some(id) => format!("waypoint {id}"),
            None => format!("waypoint_from {}", hit.source),
        }));
        out.extend(self.wishes.iter().map(|wish| format!("wish {}", wish.strength.word())));
        out.push(format!("reset_context {}", self.intent.reset_context));
        out.extend((!self.by_model.is_empty()).then(|| self.by_model.clone()));
        out
    }
}

/// Leaves removed chips out of the intent. A removed wish keeps its place in the list by moving the ids of none:
/// wish chips are numbered by the sentence, so later ones keep their number through `dropped`.
fn drop_parts(mut intent: Intent, dropped: &dyn Fn(&str) -> bool) -> Intent {
    if dropped("to") {
        intent.destination = None;
    }
    if dropped("from") {
        intent.origin = None;
    }
    let mut index = 0;
    intent.vias.retain(|_| {
        index += 1;
        !dropped(&format!("via-{}", index - 1))
    });
    let mut index = 0;
    intent.wishes.retain(|_| {
        index += 1;
        !dropped(&format!("wish-{}", index - 1))
    });
    if dropped("usual") {
        intent.usual_route = None;
    }
    if dropped("mode") {
        intent.mode = None;
    }
    if dropped("depart") {
        intent.depart = None;
    }
    if dropped("arrive") {
        intent.arrive_by = None;
    }
    if dropped("weather") {
        intent.weather = None;
    }
    if dropped("hurry") {
        intent.hurry = None;
    }
    intent
}

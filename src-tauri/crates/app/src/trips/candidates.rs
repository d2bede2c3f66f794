//! Places that trips suggest. They are computed anew each time; only the person's answers are kept.

use domain::{Lang, LonLat, MemoryRef, Provenance};
use memory::{NewPlace, Stop, Visit};
use tracks::{End, Suggested, Use, suggest};

use super::{
    count,
    gates::{self, Gate},
    import::AT_PLACE_M,
};
use crate::{
    App, AppError,
    dto::{ErrorCode, LangDto, PlaceAnswerDto, PlaceAnswerRequest, PlaceAnsweredDto, PlaceCandidateDto},
    remember::point_dto,
    words,
};

/// Suggestions that are shown.
const MOST: usize = 12;
/// A suggestion within this of a dismissed place is that place, metres.
const DISMISSED_M: f64 = 200.0;
/// An answer names a suggestion by where it was; new trips may have moved its middle by this much since.
const MOVED_M: f64 = 100.0;
/// A stay and the end of a trip that lie no farther apart in time are one, seconds.
const SAME_STAY_S: i64 = 900;
/// Names the map gives to things within this of a suggestion.
const LONGEST_NAME: usize = 300;
/// The same of an entrance.
const LONGEST_ENTRANCE: usize = 100;

impl App {
    /// Places that the trips suggest and nobody has answered, homes first.
    pub fn place_candidates(&self, lang: LangDto) -> Result<Vec<PlaceCandidateDto>, AppError> {
        self.suggested_places(lang.into())
    }

    pub(super) fn suggested_places(&self, lang: Lang) -> Result<Vec<PlaceCandidateDto>, AppError> {
        let home = self.mine().places()?.iter().any(|place| place.tag == "home");
        let work = self.mine().places()?.iter().any(|place| place.tag == "work");
        let (gates, open) = self.open_suggestions()?;
        let gates: Vec<PlaceCandidateDto> = gates.iter().map(|gate| self.gate_dto(gate, lang)).collect();
        let open = open.into_iter().map(|mut place| {
            // There is one already, and the person said which.
            if (place.use_of == Use::Home && home) || (place.use_of == Use::Work && work) {
                place.use_of = Use::Visited;
            }
            self.candidate_dto(&place, lang)
        });
        Ok(open.chain(gates).take(MOST).collect())
    }

    /// The answer to a suggested place. Yes remembers it and ties the trips that begin and end there to it; no is for good.
    pub fn place_candidate_answer(&self, request: &PlaceAnswerRequest) -> Result<PlaceAnsweredDto, AppError> {
        let lang = request.lang.into();
        let (gates, open) = self.open_suggestions()?;
        if gates::is_one(&request.id) {
            return self.answer_to_gate(&gates, request);
        }
        let at = place_of(&request.id).ok_or_else(|| AppError::bad_request("id"))?;
        let near = open
            .iter()
            .map(|place| (place.at.distance_m(at), place))
            .filter(|(metres, _)| *metres <= MOVED_M);
        let nearest = near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place);
        let place = nearest.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let (mine, now) = (self.mine(), self.now());
        let (mut row, mut tied) = (None, 0);
        match request.answer {
            PlaceAnswerDto::Dismiss => {
                mine.dismiss_spot(place.at, &now)?;
                // What only hinted at it is kept no longer.
                mine.forget_visits(place.at, AT_PLACE_M, &now)?;
            }
            PlaceAnswerDto::Confirm => {
                let shown = self.candidate_dto(place, lang);
                let name: String = match request.name.trim() {
                    "" => shown.name,
                    name => name.chars().take(LONGEST_NAME).collect(),
                };
                let known = mine.places()?;
                let tag = match place.use_of {
                    Use::Visited => "",
                    used => used.word(),
                };
                let tag = if known.iter().any(|other| other.tag == tag) { "" } else { tag };
                // The person says so: that counts as their own words, and takes a tombstone of the same name down.
                let new = NewPlace {
                    name,
                    aliases: Vec::new(),
                    address: String::new(),
                    at: place.at,
                    tag: tag.to_owned(),
                    provenance: Provenance::Stated,
                };
                let id = mine.add_place(&new, &now)?;
                tied = mine.tie_trips(id, AT_PLACE_M, &now)?;
                self.look_again_at(id)?;
                for stop in mine.stops()?.iter().filter(|stop| stop.end_place == Some(id)) {
                    mine.touch_place(id, stop.arrived)?;
                }
                row = Some(self.row(MemoryRef::Place(id), lang)?);
            }
        }
        Ok(PlaceAnsweredDto { place: row, tied: count(tied), left: self.suggested_places(lang)? })
    }

    /// The answer to an entrance that was suggested.
    fn answer_to_gate(
        &self,
        gates: &[Gate],
        request: &PlaceAnswerRequest,
    ) -> Result<PlaceAnsweredDto, AppError> {
        let lang: Lang = request.lang.into();
        let gate = gates::named(gates, &request.id).ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let name: Option<String> = (request.answer == PlaceAnswerDto::Confirm).then(|| {
            match request.name.trim() {
                "" => self.gate_dto(gate, lang).name,
                name => name.to_owned(),
            }
            .chars()
            .take(LONGEST_ENTRANCE)
            .collect()
        });
        let place = self.answer_gate(gate, name.as_deref(), &self.now())?;
        let row = name.map(|_| self.row(MemoryRef::Place(place), lang)).transpose()?;
        Ok(PlaceAnsweredDto { place: row, tied: 0, left: self.suggested_places(lang)? })
    }

    /// What is suggested, entrances of known places and new places, without what is remembered, deleted, dismissed or erased.
    fn open_suggestions(&self) -> Result<(Vec<Gate>, Vec<Suggested>), AppError> {
        let mine = self.mine();
        let (places, stops) = (mine.places()?, mine.stops()?);
        let gates = self.open_gates(&places, &stops)?;
        let entrances = places.iter().flat_map(|place| place.entrances.iter().map(|entrance| entrance.at));
        let mut known: Vec<LonLat> = places.iter().map(|place| place.at).chain(entrances).collect();
        known.extend(mine.deleted_places()?);
        // One question about one spot.
        known.extend(gates.iter().map(|gate| gate.at));
        let mut open = suggest(&with_visits(ends_of(&stops), &mine.visits()?));
        open.retain(|place| known.iter().all(|at| at.distance_m(place.at) > AT_PLACE_M));
        let spots: Vec<LonLat> = open.iter().map(|place| place.at).collect();
        let mut dismissed = mine.dismissed(&spots, DISMISSED_M)?.into_iter();
        open.retain(|_| !dismissed.next().unwrap_or(false));
        Ok((gates, open))
    }

    fn candidate_dto(&self, place: &Suggested, lang: Lang) -> PlaceCandidateDto {
        let name = match place.use_of {
            Use::Home => words::pick(lang, "家", "Home"),
            Use::Work => words::pick(lang, "公司", "Work"),
            Use::Visited => self.name_of_point(place.at, lang),
        };
        PlaceCandidateDto {
            id: id_of(place.at),
            point: point_dto(place.at),
            use_of: place.use_of.word().to_owned(),
            question: question(lang, place, &name),
            name,
            visits: count(place.visits),
            nights: count(place.nights),
            weekdays: count(place.weekdays),
            stayed_s: place.stayed_s,
            first_at: place.first.at.0,
            last_at: place.last.at.0,
            place: None,
        }
    }
}

/// "Home? 23 nights".
fn question(lang: Lang, place: &Suggested, name: &str) -> String {
    let of = |n: usize, zh: &str, one: &str, many: &str| match lang {
        Lang::Zh => format!("{name}？{n} {zh}"),
        Lang::En => format!("{name}? {n} {}", if n == 1 { one } else { many }),
    };
    match place.use_of {
        Use::Home => of(place.nights, "个夜晚", "night", "nights"),
        Use::Work => of(place.weekdays, "个工作日", "weekday", "weekdays"),
        Use::Visited => of(place.visits, "次", "time", "times"),
    }
}

/// Stays, from trips in the order of time: who came and left again by the next trip was there in between. An end without a
/// stay still says that somebody was there.
fn ends_of(stops: &[Stop]) -> Vec<End> {
    let mut ends = Vec::new();
    for (index, stop) in stops.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| stops.get(before));
        let came_from = before.is_some_and(|before| before.end.distance_m(stop.start) <= 2.0 * AT_PLACE_M);
        if !came_from && exact(stop.start) {
            ends.push(End { at: stop.start, from: stop.departed.clone(), to: None });
        }
        if !exact(stop.end) {
            continue;
        }
        let next = stops.get(index + 1).filter(|next| next.start.distance_m(stop.end) <= 2.0 * AT_PLACE_M);
        let from = domain::Moment { at: stop.arrived, zone: stop.departed.zone.clone() };
        let to = next.map(|next| next.departed.at).filter(|left| *left >= stop.arrived);
        ends.push(End { at: stop.end, from, to });
    }
    ends
}

/// The ends of trips and the stays beside them. A stay at the end of a trip is that end: when somebody left is learned from it.
fn with_visits(mut ends: Vec<End>, visits: &[Visit]) -> Vec<End> {
    let of_trips = ends.len();
    for visit in visits {
        let same = ends[..of_trips].iter_mut().find(|end| {
            let until = end.to.unwrap_or(end.from.at).0.max(end.from.at.0) + SAME_STAY_S;
            let left = visit.left.unwrap_or(visit.came.at).0 + SAME_STAY_S;
            end.at.distance_m(visit.at) <= 2.0 * AT_PLACE_M
                && visit.came.at.0 <= until
                && end.from.at.0 <= left
        });
        match same {
            Some(end) => end.to = end.to.or(visit.left.filter(|left| *left >= end.from.at)),
            None => ends.push(End { at: visit.at, from: visit.came.clone(), to: visit.left }),
        }
    }
    ends
}

/// Ends at an erased place are kept to a hundredth of a degree only: they suggest nothing.
pub(super) fn exact(at: LonLat) -> bool {
    let coarse = |degrees: f64| ((degrees * 100.0).round() / 100.0 - degrees).abs() < 1e-9;
    !(coarse(at.lon) && coarse(at.lat))
}

fn id_of(at: LonLat) -> String {
    format!("spot:{:.5},{:.5}", at.lat, at.lon)
}

fn place_of(id: &str) -> Option<LonLat> {
    let (lat, lon) = id.strip_prefix("spot:")?.split_once(',')?;
    LonLat::new(lon.parse().ok()?, lat.parse().ok()?)
}

//! Entrances and car parks that drives show (MISSION S0-03): where trips to a remembered place end, when that is one spot and
//! not the place itself. Asked about once, like a place; nothing ends there before a yes.

use domain::{ENTRANCE_CHOSEN, Lang, LonLat, MemoryRef, Moment, Place, PlaceId, TripId, habit};
use memory::Stop;

use super::{candidates::exact, count};
use crate::{App, AppError, dto::PlaceCandidateDto, remember::point_dto, words};

/// Metres from a place within which a drive that ends at no other place was one to it: the car park of a large mall.
const REACH_M: f64 = 300.0;
/// An answer "no" holds for a spot as wide as one entrance, metres.
const SAME_M: f64 = habit::Settings::DEFAULT.same_entrance_m;
/// Its word on the wire.
const ENTRANCE: &str = "entrance";

/// An entrance that nobody has answered yet.
pub(super) struct Gate {
    place: Place,
    /// Where.
    pub(super) at: LonLat,
    drives: usize,
    first: Moment,
    last: Moment,
}

/// Metres from the nearest of a place and its entrances.
pub(super) fn distance_m(place: &Place, at: LonLat) -> f64 {
    let gates = place.entrances.iter().map(|entrance| entrance.at.distance_m(at));
    gates.fold(place.at.distance_m(at), f64::min)
}

impl App {
    /// What drives show and nobody has answered, in the order of the places; nothing while learning is off.
    pub(super) fn open_gates(&self, places: &[Place], stops: &[Stop]) -> Result<Vec<Gate>, AppError> {
        if !self.learns()? {
            return Ok(Vec::new());
        }
        let mut gates: Vec<Gate> = Vec::new();
        for place in places {
            let arrivals: Vec<&Stop> =
                stops.iter().filter(|stop| destination(stop, places) == Some(place.id)).collect();
            let ends: Vec<(TripId, LonLat)> = arrivals.iter().map(|stop| (stop.trip, stop.end)).collect();
            let mut known: Vec<LonLat> = place.entrances.iter().map(|entrance| entrance.at).collect();
            known.push(place.at);
            let Some(shown) = habit::entrance(&ends, &known, &habit::Settings::DEFAULT) else { continue };
            let of = |trip: Option<&TripId>| {
                let stop = arrivals.iter().find(|stop| Some(&stop.trip) == trip)?;
                Some(Moment { at: stop.arrived, zone: stop.departed.zone.clone() })
            };
            let (Some(first), Some(last)) = (of(shown.trips.first()), of(shown.trips.last())) else {
                continue;
            };
            gates.push(Gate { place: place.clone(), at: shown.at, drives: shown.trips.len(), first, last });
        }
        let spots: Vec<LonLat> = gates.iter().map(|gate| gate.at).collect();
        let mut dismissed = self.mine().dismissed(&spots, SAME_M)?.into_iter();
        gates.retain(|_| !dismissed.next().unwrap_or(false));
        Ok(gates)
    }

    /// As a question beside the suggested places.
    pub(super) fn gate_dto(&self, gate: &Gate, lang: Lang) -> PlaceCandidateDto {
        let (name, drives) = (&gate.place.name, gate.drives);
        let called = self.name_of_point(gate.at, lang);
        PlaceCandidateDto {
            id: id_of(gate),
            point: point_dto(gate.at),
            use_of: ENTRANCE.to_owned(),
            name: match called == *name {
                true => words::pick(lang, "入口", "Entrance"),
                false => called,
            },
            question: match lang {
                Lang::Zh => format!("去「{name}」就停在这里？最近 {drives} 次都是"),
                Lang::En => format!("Where you park for “{name}”? The last {drives} times"),
            },
            visits: count(drives),
            nights: 0,
            weekdays: 0,
            stayed_s: 0.0,
            first_at: gate.first.at.0,
            last_at: gate.last.at.0,
            place: Some(MemoryRef::Place(gate.place.id).to_string()),
        }
    }

    /// The answer to one. Yes makes it the place's entrance, at which trips to it end from now on; no is for good.
    pub(super) fn answer_gate(
        &self,
        gate: &Gate,
        name: Option<&str>,
        now: &Moment,
    ) -> Result<PlaceId, AppError> {
        let (mine, place) = (self.mine(), gate.place.id);
        let Some(name) = name else {
            mine.dismiss_spot(gate.at, now)?;
            return Ok(place);
        };
        let number = mine.add_entrance(place, name, gate.at, now)?;
        // It was chosen: by driving there, and by saying so.
        for _ in 0..ENTRANCE_CHOSEN {
            mine.choose_entrance(place, number, now)?;
        }
        Ok(place)
    }
}

/// The gate of that id among these.
pub(super) fn named<'a>(gates: &'a [Gate], id: &str) -> Option<&'a Gate> {
    gates.iter().find(|gate| id_of(gate) == id)
}

/// Whether an id is one of a gate's.
pub(super) fn is_one(id: &str) -> bool {
    id.starts_with("gate:")
}

/// It names the place and the spot, to ten metres.
fn id_of(gate: &Gate) -> String {
    format!("gate:{}:{:.4},{:.4}", gate.place.id.0, gate.at.lat, gate.at.lon)
}

/// The place that a drive was to: the one it is tied to, else the nearest one within reach.
fn destination(stop: &Stop, places: &[Place]) -> Option<PlaceId> {
    if stop.end_place.is_some() {
        return stop.end_place;
    }
    if !exact(stop.end) {
        return None;
    }
    let near = places.iter().map(|place| (distance_m(place, stop.end), place.id));
    let near = near.filter(|(metres, _)| *metres <= REACH_M);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
}

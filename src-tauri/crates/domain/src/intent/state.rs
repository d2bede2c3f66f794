//! The current trip between two sentences (MISSION S0-07, S0-40).

use super::{Intent, IntentKind, IntentWish, PlaceRef, RoutePreference};
use crate::{Moment, Strength, Weather, precedence::same_roads};

/// What the conversation is about right now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TripState {
    /// From where; absent means the current start.
    pub origin: Option<PlaceRef>,
    /// Where to.
    pub destination: Option<PlaceRef>,
    /// Stops on the way, in order.
    pub vias: Vec<PlaceRef>,
    /// Wishes about roads; spans belong to the sentence that gave them.
    pub wishes: Vec<IntentWish>,
    /// How routes are weighed, when said.
    pub mode: Option<RoutePreference>,
    /// Whether the usual road is to be taken.
    pub usual_route: bool,
    /// Departure, when said.
    pub depart: Option<Moment>,
    /// Arrival deadline, when said.
    pub arrive_by: Option<Moment>,
    /// Weather, when said.
    pub weather: Option<Weather>,
    /// Whether the person is in a hurry.
    pub hurry: bool,
    /// Who rides along, when said; empty for nobody.
    pub company: Option<Vec<String>>,
}

/// The trip after a sentence.
///
/// A sentence that names a destination starts a new trip and inherits nothing, unless it says so
/// ([`Intent::reset_context`]). One without a place ("别走隧道") changes the current trip and keeps its places. One
/// that asks, remembers or forgets leaves it as it is.
pub fn merge(previous: &TripState, intent: &Intent) -> TripState {
    if !matches!(intent.kind, IntentKind::PlanRoute | IntentKind::ModifyTrip) {
        let mut state = previous.clone();
        // "Tunnels are fine now" is to be remembered, and lifts what this trip was told against them.
        let lifted = |old: &IntentWish| {
            let mut said = intent.wishes.iter().filter(|wish| wish.strength == Strength::Allow);
            old.strength.is_negative() && said.any(|wish| same_roads(&old.target, &wish.target))
        };
        state.wishes.retain(|old| intent.kind != IntentKind::Remember || !lifted(old));
        return state;
    }
    let names_place = intent.destination.is_some() || !intent.vias.is_empty();
    let mut state = if intent.reset_context && names_place { TripState::default() } else { previous.clone() };
    if let Some(origin) = &intent.origin {
        state.origin = Some(origin.place.clone());
    }
    if let Some(destination) = &intent.destination {
        // "Then to the office": where the trip ended so far becomes a stop.
        let before = state.destination.replace(destination.place.clone());
        state.vias.extend(before.filter(|place| *place != destination.place));
    }
    for via in &intent.vias {
        if !state.vias.contains(&via.place) {
            state.vias.push(via.place.clone());
        }
    }
    for place in intent.unwanted.iter().map(|mention| &mention.place) {
        state.vias.retain(|via| !same_place(via, place));
        state.destination = state.destination.filter(|destination| !same_place(destination, place));
    }
    if state.destination.is_none() {
        state.destination = state.vias.pop();
    }
    for wish in &intent.wishes {
        state.wishes.retain(|old| !same_roads(&old.target, &wish.target));
        state.wishes.push(wish.clone());
    }
    if let Some((mode, _)) = intent.mode {
        state.mode = Some(mode);
    }
    state.usual_route |= intent.usual_route.is_some();
    if let Some((depart, _)) = &intent.depart {
        state.depart = Some(depart.clone());
    }
    if let (Some((minutes, _)), Some(depart)) = (&intent.shift, &mut state.depart)
        && let Some(before) = &previous.depart
        && !(intent.reset_context && names_place)
    {
        *depart = Moment { at: crate::Timestamp(before.at.0 + minutes * 60), zone: before.zone.clone() };
    }
    if let Some((arrive_by, _)) = &intent.arrive_by {
        state.arrive_by = Some(arrive_by.clone());
    }
    if let Some((weather, _)) = intent.weather {
        state.weather = Some(weather);
    }
    state.hurry |= intent.hurry.is_some();
    if let Some(company) = &intent.company {
        state.company = Some(company.clone());
    }
    state
}

/// Whether two words for a place mean one: "the chemist" is chemist.
fn same_place(a: &PlaceRef, b: &PlaceRef) -> bool {
    match (a, b) {
        (PlaceRef::Named(a), PlaceRef::Named(b)) => {
            let (a, b) = (a.to_lowercase(), b.to_lowercase());
            a == b || a.ends_with(&format!(" {b}")) || b.ends_with(&format!(" {a}"))
        }
        (a, b) => a == b,
    }
}

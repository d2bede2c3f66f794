//! The situation of a trip beside what was asked: lateness against habit, weather, traffic of one's own, where exactly one
//! arrives, and what may be said about all this unasked. See `docs/spec/situation.md`.

mod cards;
mod entrance;
mod facts;
mod late;
mod traffic;
mod wander;
mod weather;

pub(crate) use entrance::entrance_dtos;
pub(crate) use facts::{WeatherFrom, weather_of};
pub(crate) use late::Late;
pub(crate) use traffic::{Measured, Paces, TRAFFIC, delay_s, traffic_dto, traffic_notice};
pub(crate) use weather::{Sky, Weathers};

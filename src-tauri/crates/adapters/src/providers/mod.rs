//! Routes of somebody else's server, behind domain's `RouteProvider`.
//!
//! Each service is two pure functions: a question to an address and a body, with what of it could not be told; and the
//! bytes of an answer to routes. Between them lies one exchange: no redirect, no second try, no more than
//! [`MOST_BYTES`]. Whatever comes is taken for the work of a stranger ([`reading`]).

mod amap;
mod graphhopper;
mod osrm;
mod reading;
mod valhalla;

pub use amap::AmapProvider;
pub use graphhopper::GraphHopperProvider;
pub use osrm::OsrmProvider;
pub use valhalla::ValhallaProvider;

use std::{fmt::Write as _, sync::Arc, time::Duration};

use domain::{
    LonLat,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{NotTold, ProviderAnswer, ProviderAsk, ProviderNote, ProviderRoute, ProviderServer, Told},
};
use serde_json::Value;

use crate::fetch::{self, Question};

/// The longest answer that is taken: three routes across a continent with every point and instruction stay below.
const MOST_BYTES: usize = 16 << 20;

/// Metres from a stop within which a way must begin and end. Farther off, the server has no map of the place, or speaks
/// of places in another datum: an OSRM server answers for Monaco what it is asked of China.
const MOST_OFF_M: f64 = 5_000.0;

/// Every service.
pub fn all() -> Vec<Arc<dyn RouteProvider>> {
    vec![
        Arc::new(OsrmProvider),
        Arc::new(ValhallaProvider),
        Arc::new(GraphHopperProvider),
        Arc::new(AmapProvider),
    ]
}

/// A question in a service's own words.
struct Asked {
    /// What is sent.
    question: Question,
    /// What becomes of each wish.
    told: Vec<Told>,
    /// What else can't be told.
    notes: Vec<ProviderNote>,
}

/// What a service's answer says.
struct Read {
    routes: Vec<ProviderRoute>,
    /// The server says that it ignores "never" for features.
    hard_ignored: bool,
}

/// Asks, and reads.
fn ask(
    server: &ProviderServer,
    asked: Asked,
    question: &ProviderAsk,
    stop: Stop<'_>,
    read: impl FnOnce(u16, &Value) -> Result<Read, ProviderError>,
) -> Result<ProviderAnswer, ProviderError> {
    let patience = Duration::from_millis(u64::from(server.timeout_ms));
    let answer = fetch::exchange(&asked.question, MOST_BYTES, patience, stop)?;
    let said = serde_json::from_slice(&answer.body).ok();
    let failed = reading::status(answer.status);
    let read = match (said, failed) {
        (Some(said), _) => read(answer.status, &said)?,
        (None, Some(failed)) => return Err(failed),
        (None, None) => return Err(ProviderError::Unreadable),
    };
    if read.routes.is_empty() {
        return Err(ProviderError::NoWay);
    }
    if !read.routes.iter().all(|route| leads_between(&route.line, &question.stops)) {
        return Err(ProviderError::OffItsMap);
    }
    let Asked { mut told, notes, .. } = asked;
    if read.hard_ignored {
        for told in &mut told {
            *told = match *told {
                Told::Harder | Told::AsIs => Told::Not(NotTold::Ignored),
                other => other,
            };
        }
    }
    Ok(ProviderAnswer { routes: read.routes, told, notes })
}

fn leads_between(line: &[LonLat], stops: &[LonLat]) -> bool {
    let near = |a: Option<&LonLat>, b: Option<&LonLat>| {
        a.zip(b).is_some_and(|(a, b)| a.distance_m(*b) <= MOST_OFF_M)
    };
    near(line.first(), stops.first()) && near(line.last(), stops.last())
}

/// Points as `LON,LAT;LON,LAT`, six decimals: a tenth of a metre.
fn points(points: &[LonLat], between: char) -> String {
    let mut text = String::new();
    for (index, at) in points.iter().enumerate() {
        if index > 0 {
            text.push(between);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{:.6},{:.6}", at.lon, at.lat);
    }
    text
}

/// Escaped for the part of an address behind the question mark.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~' | b',') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// What a service that knows nothing of it was not told of the trip beside the wishes.
fn notes_of(ask: &ProviderAsk, departure: bool, alternatives: bool) -> Vec<ProviderNote> {
    let mut notes = Vec::new();
    if ask.depart.is_some() && !departure {
        notes.push(ProviderNote::Departure);
    }
    if !ask.vehicle.is_ordinary() {
        notes.push(ProviderNote::Vehicle);
    }
    if ask.routes > 1 && !alternatives {
        notes.push(ProviderNote::Alternatives);
    }
    notes
}

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

pub(crate) use reading::status;

use std::{fmt::Write as _, sync::Arc, time::Duration};

use domain::{
    LonLat,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{ProviderAnswer, ProviderAsk, ProviderNote, ProviderRoute, ProviderServer, Told},
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
    /// The same where the server says that it ignores "never" for features.
    told_softly: Vec<Told>,
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
    let Asked { told, told_softly, notes, .. } = asked;
    let told = if read.hard_ignored { told_softly } else { told };
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        Lang, Ring, RoadFeature, Strength, Vehicle,
        provider::{NotTold, ProviderWish, WishedFor},
    };

    const SERVER: &str = "http://maps.example/x";

    fn server() -> ProviderServer {
        ProviderServer { address: SERVER.to_owned(), key: "k&y".to_owned(), timeout_ms: 1000 }
    }

    fn at(lon: f64, lat: f64) -> LonLat {
        LonLat { lon, lat }
    }

    fn question(wishes: &[(WishedFor, Strength)]) -> ProviderAsk {
        let wishes = wishes.iter().cloned().map(|(about, strength)| ProviderWish { about, strength });
        ProviderAsk {
            stops: vec![at(116.3, 39.9), at(116.4, 40.0)],
            depart: None,
            routes: 3,
            wishes: wishes.collect(),
            vehicle: Vehicle::default(),
            lang: Lang::Zh,
        }
    }

    fn square(half: f64) -> WishedFor {
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let corners: Vec<LonLat> = corners.iter().map(|(x, y)| at(116.35 + x, 39.95 + y)).collect();
        WishedFor::Area(Ring::new(&corners).expect("a ring"))
    }

    use RoadFeature::{Bridge, Ferry, Motorway, Steep, Toll, Tunnel, Waterside};
    use Strength::{Avoid, Never, Prefer, RatherNot};
    use Told::{AsIs, BothWays, Harder, Softer};
    use WishedFor::{Feature, Road, Section};

    const fn not(why: NotTold) -> Told {
        Told::Not(why)
    }

    #[test]
    fn every_wish_is_told_or_said_not_to_be() {
        let road = || Road("长安街".to_owned());
        let section = |n: usize| Section(vec![at(116.35, 39.95); n]);
        let wishes = [
            (Feature(Toll), Avoid),
            (Feature(Motorway), Never),
            (Feature(Ferry), RatherNot),
            (Feature(Tunnel), Never),
            (Feature(Bridge), RatherNot),
            (Feature(Steep), Never),
            (Feature(Waterside), Prefer),
            (Feature(Motorway), Prefer),
            (road(), Never),
            (section(2), Avoid),
            (section(60), Never),
            (square(0.01), Avoid),
            (square(0.01), RatherNot),
            (square(0.2), Never),
        ];
        use NotTold::{Area, Feature as F, OnlyHard, Prefer as P, Road as R, Section as S, TooMany};
        let check = |service: &str, told: Vec<Told>, expected: [Told; 14]| {
            for (index, (told, expected)) in told.iter().zip(expected).enumerate() {
                assert_eq!(*told, expected, "{service}, wish {index}: {:?}", wishes[index]);
            }
            assert_eq!(told.len(), expected.len());
        };
        let ask = question(&wishes);
        check(
            "osrm",
            osrm::asked(&server(), &ask).told,
            [
                not(TooMany),
                AsIs,
                not(OnlyHard),
                not(F),
                not(F),
                not(F),
                not(P),
                not(P),
                not(R),
                not(S),
                not(S),
                not(Area),
                not(Area),
                not(Area),
            ],
        );
        check(
            "valhalla",
            valhalla::asked(&server(), &ask).told,
            [
                AsIs,
                AsIs,
                AsIs,
                AsIs,
                not(OnlyHard),
                not(F),
                not(P),
                AsIs,
                not(R),
                BothWays,
                not(TooMany),
                Harder,
                not(OnlyHard),
                AsIs,
            ],
        );
        check(
            "graphhopper",
            graphhopper::asked(&server(), &ask).told,
            [AsIs, AsIs, AsIs, AsIs, AsIs, not(F), not(P), not(P), not(R), not(S), not(S), AsIs, AsIs, AsIs],
        );
        check(
            "amap",
            amap::asked(&server(), &ask).told,
            [
                AsIs,
                Softer,
                not(OnlyHard),
                not(F),
                not(F),
                not(F),
                not(P),
                not(P),
                not(TooMany),
                not(S),
                not(S),
                Harder,
                not(OnlyHard),
                not(TooMany),
            ],
        );
    }

    #[test]
    fn addresses_are_written_as_documented() {
        let check = |asked: Asked, expected: &str| {
            assert_eq!(asked.question.address, format!("{SERVER}{expected}"));
        };
        let plain = question(&[]);
        check(
            osrm::asked(&server(), &plain),
            "/route/v1/driving/116.300000,39.900000;116.400000,40.000000?overview=full&geometries=polyline6&steps=true&alternatives=2",
        );
        check(valhalla::asked(&server(), &plain), "/route");
        check(graphhopper::asked(&server(), &plain), "/route?key=k%26y");
        let fields = "show_fields=cost,polyline,navi";
        let ends = "/v5/direction/driving?origin=116.300000,39.900000&destination=116.400000,40.000000";
        check(amap::asked(&server(), &plain), &format!("{ends}&strategy=32&{fields}&key=k%26y"));
        let mut wishes = question(&[(Road("长安街".to_owned()), Never), (Feature(Ferry), Avoid)]);
        wishes.stops.insert(1, at(116.35, 39.95));
        check(
            amap::asked(&server(), &wishes),
            &format!(
                "{ends}&strategy=32&{fields}&waypoints=116.350000,39.950000&avoidroad=%E9%95%BF%E5%AE%89%E8%A1%97&ferry=1&key=k%26y"
            ),
        );
    }

    /// A stop on the way, a departure, a size: what can't be told of the trip is said too.
    #[test]
    fn what_else_is_not_told_is_noted() {
        use ProviderNote::{Alternatives, Departure, Vehicle as Size};
        let mut ask = question(&[]);
        assert!(osrm::asked(&server(), &ask).notes.is_empty());
        ask.stops.push(at(116.5, 40.1));
        ask.depart = Some(domain::Moment { at: domain::Timestamp(0), zone: "Asia/Shanghai".to_owned() });
        ask.vehicle.height_cm = Some(300);
        assert_eq!(osrm::asked(&server(), &ask).notes, [Departure, Size, Alternatives]);
        assert_eq!(graphhopper::asked(&server(), &ask).notes, [Departure, Size, Alternatives]);
        assert_eq!(amap::asked(&server(), &ask).notes, [Departure, Size]);
        assert_eq!(valhalla::asked(&server(), &ask).notes, [Alternatives]);
        ask.vehicle.weight_kg = Some(3500);
        assert_eq!(valhalla::asked(&server(), &ask).notes, [Size, Alternatives]);
    }
}

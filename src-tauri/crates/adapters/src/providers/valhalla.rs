//! Valhalla's `/route` (`docs/docs/api/turn-by-turn/api-reference.md` of its repository), costing `auto`.

use domain::{
    LonLat, RoadFeature, Strength,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{
        NotTold, ProviderAnswer, ProviderAsk, ProviderId, ProviderNote, ProviderRoute, ProviderServer,
        ProviderStep, ProviderWish, Told, WishedFor,
    },
};
use serde_json::{Map, Value, json};

use super::{Asked, Read, ask, notes_of, reading};
use crate::fetch::Question;

/// Points that can be left out at once by a server's usual limits (`max_exclude_locations`).
const MOST_EXCLUDED: usize = 50;

/// Asks a Valhalla server.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValhallaProvider;

impl RouteProvider for ValhallaProvider {
    fn id(&self) -> ProviderId {
        ProviderId::Valhalla
    }

    fn routes(
        &self,
        server: &ProviderServer,
        question: &ProviderAsk,
        stop: Stop<'_>,
    ) -> Result<ProviderAnswer, ProviderError> {
        ask(server, asked(server, question), question, stop, read)
    }
}

/// The costing options of a feature: a soft one between 0 and 1, and a hard one.
fn switches(feature: RoadFeature) -> (Option<&'static str>, Option<&'static str>) {
    match feature {
        RoadFeature::Motorway => (Some("use_highways"), Some("exclude_highways")),
        RoadFeature::Toll => (Some("use_tolls"), Some("exclude_tolls")),
        RoadFeature::Ferry => (Some("use_ferry"), Some("exclude_ferries")),
        RoadFeature::Tunnel => (None, Some("exclude_tunnels")),
        RoadFeature::Bridge => (None, Some("exclude_bridges")),
        RoadFeature::Unpaved => (None, Some("exclude_unpaved")),
        _ => (None, None),
    }
}

/// What remains of a wish where the server leaves out hard exclusions of features: that of its soft switch. Unpaved roads are
/// left out otherwise, and so are areas and places.
fn softly(wish: &ProviderWish, told: Told) -> Told {
    let WishedFor::Feature(feature) = wish.about else { return told };
    if matches!(told, Told::Not(_)) || feature == RoadFeature::Unpaved {
        return told;
    }
    match (switches(feature).0, wish.strength) {
        (Some(_), Strength::Never) => Told::Softer,
        (Some(_), _) => told,
        (None, _) => Told::Not(NotTold::Ignored),
    }
}

pub(super) fn asked(server: &ProviderServer, ask: &ProviderAsk) -> Asked {
    let mut options = Map::new();
    let (mut polygons, mut locations) = (Vec::new(), Vec::new());
    let place = |at: &LonLat| json!({ "lon": rounded(at.lon), "lat": rounded(at.lat) });
    let told: Vec<Told> = ask
        .wishes
        .iter()
        .map(|wish| match (&wish.about, wish.strength) {
            (WishedFor::Feature(feature), strength) => tell_feature(&mut options, *feature, strength),
            (WishedFor::Road(_), _) => Told::Not(NotTold::Road),
            (_, Strength::Prefer | Strength::Follow) => Told::Not(NotTold::Prefer),
            (_, Strength::Allow) => Told::AsIs,
            (_, Strength::RatherNot) => Told::Not(NotTold::OnlyHard),
            (WishedFor::Area(ring), strength) => {
                let corners: Vec<Value> =
                    ring.corners().map(|at| json!([rounded(at.lon), rounded(at.lat)])).collect();
                polygons.push(Value::from(corners));
                if strength == Strength::Never { Told::AsIs } else { Told::Harder }
            }
            (WishedFor::Section(middles), _) => {
                if middles.is_empty() || locations.len() + middles.len() > MOST_EXCLUDED {
                    return Told::Not(NotTold::TooMany);
                }
                locations.extend(middles.iter().map(place));
                Told::BothWays
            }
        })
        .collect();
    let metres = |cm: Option<u16>| cm.map(|cm| f64::from(cm) / 100.0);
    for (key, size) in [("height", metres(ask.vehicle.height_cm)), ("width", metres(ask.vehicle.width_cm))] {
        if let Some(size) = size {
            options.insert(key.to_owned(), json!(size));
        }
    }
    // With a departure its search is another one, which knows no alternatives.
    let alternatives = ask.stops.len() == 2 && ask.depart.is_none();
    let mut body = json!({
        "locations": ask.stops.iter().map(place).collect::<Vec<_>>(),
        "costing": "auto",
        "costing_options": { "auto": options },
        "units": "kilometers",
        "language": "en-US",
    });
    if ask.routes > 1 && alternatives {
        body["alternates"] = json!(ask.routes - 1);
    }
    if let Some(depart) = &ask.depart {
        let local = depart.zoned().strftime("%Y-%m-%dT%H:%M").to_string();
        body["date_time"] = json!({ "type": 1, "value": local });
    }
    if !polygons.is_empty() {
        body["exclude_polygons"] = Value::from(polygons);
    }
    if !locations.is_empty() {
        body["exclude_locations"] = Value::from(locations);
    }
    let mut notes = notes_of(ask, true, alternatives);
    // Of the car's sizes, `auto` knows height and width.
    if ask.vehicle.length_cm.is_none() && ask.vehicle.weight_kg.is_none() {
        notes.retain(|note| *note != ProviderNote::Vehicle);
    }
    let address = format!("{}/route", server.address);
    let question = Question { address, body: Some(body.to_string()), bearer: String::new() };
    let told_softly = ask.wishes.iter().zip(&told).map(|(wish, told)| softly(wish, *told)).collect();
    Asked { question, told, told_softly, notes }
}

fn tell_feature(options: &mut Map<String, Value>, feature: RoadFeature, strength: Strength) -> Told {
    let (soft, hard) = switches(feature);
    if strength == Strength::Allow {
        return Told::AsIs;
    }
    if strength == Strength::Prefer || strength == Strength::Follow {
        return match soft {
            Some(soft) => {
                options.insert(soft.to_owned(), json!(1.0));
                Told::AsIs
            }
            None => Told::Not(NotTold::Prefer),
        };
    }
    if soft.is_none() && hard.is_none() {
        return Told::Not(NotTold::Feature);
    }
    if let Some(soft) = soft {
        options.insert(soft.to_owned(), json!(if strength == Strength::RatherNot { 0.25 } else { 0.0 }));
    }
    match (soft, hard, strength) {
        (Some(_), _, Strength::RatherNot | Strength::Avoid) => Told::AsIs,
        (None, _, Strength::RatherNot) => Told::Not(NotTold::OnlyHard),
        (_, Some(hard), _) => {
            options.insert(hard.to_owned(), json!(true));
            if strength == Strength::Never { Told::AsIs } else { Told::Harder }
        }
        (Some(_), None, _) => Told::Softer,
        (None, None, _) => Told::Not(NotTold::Feature),
    }
}

/// A tenth of a metre.
fn rounded(degrees: f64) -> f64 {
    (degrees * 1e6).round() / 1e6
}

fn read(status: u16, said: &Value) -> Result<Read, ProviderError> {
    if !said["trip"].is_object() {
        // Its error codes: 171 no roads near, 442 no path, 443 and 154 too far, 157 and 167 too many or too large exclusions.
        return Err(match said["error_code"].as_u64() {
            Some(441..=445) => ProviderError::NoWay,
            Some(170 | 171) => ProviderError::OffItsMap,
            Some(157 | 167) => ProviderError::Wishes,
            _ => reading::status(status).unwrap_or(ProviderError::Unreadable),
        });
    }
    let alternates =
        reading::items(&said["alternates"], reading::MOST_ROUTES - 1).map(|other| &other["trip"]);
    let trips = std::iter::once(&said["trip"]).chain(alternates);
    let routes: Option<Vec<ProviderRoute>> = trips.map(route).collect();
    // 208: hard exclusions are not allowed on this server and were left out.
    let hard_ignored = reading::items(&said["warnings"], 100).any(|warning| {
        let told = warning["text"].as_str().unwrap_or_default();
        warning["code"].as_u64() == Some(208) || told.to_ascii_lowercase().contains("exclusion")
    });
    Ok(Read { routes: routes.ok_or(ProviderError::Unreadable)?, hard_ignored })
}

fn route(trip: &Value) -> Option<ProviderRoute> {
    let mut line: Vec<LonLat> = Vec::new();
    let mut steps = Vec::new();
    for leg in reading::items(&trip["legs"], 100) {
        let part = match &leg["shape"] {
            Value::String(text) => reading::polyline(text)?,
            shape => reading::line(&shape["coordinates"])?,
        };
        for maneuver in reading::items(&leg["maneuvers"], reading::MOST_STEPS - steps.len()) {
            let streets: Vec<String> = reading::items(&maneuver["street_names"], 3)
                .map(reading::text)
                .filter(|name| !name.is_empty())
                .collect();
            steps.push(ProviderStep {
                text: reading::text(&maneuver["instruction"]),
                road: streets.into_iter().next().unwrap_or_default(),
                icon: icon(maneuver["type"].as_u64().unwrap_or(0)),
                distance_m: reading::amount_or_0(&maneuver["length"]) * 1000.0,
                duration_s: reading::amount_or_0(&maneuver["time"]),
                point: reading::at(&part, &maneuver["begin_shape_index"]),
            });
        }
        line.extend(part.into_iter().skip(usize::from(!line.is_empty())));
        if line.len() > reading::MOST_POINTS {
            return None;
        }
    }
    (line.len() >= 2).then_some(())?;
    Some(ProviderRoute {
        name: String::new(),
        duration_s: reading::amount(&trip["summary"]["time"])?,
        distance_m: reading::amount(&trip["summary"]["length"])? * 1000.0,
        line,
        steps,
    })
}

/// `DirectionsLeg.Maneuver.Type` of its `directions.proto`.
fn icon(kind: u64) -> &'static str {
    match kind {
        1..=3 => "depart",
        4..=6 => "arrive",
        9 => "slight_right",
        10 => "right",
        11 => "sharp_right",
        12 => "uturn_right",
        13 => "uturn",
        14 => "sharp_left",
        15 => "left",
        16 => "slight_left",
        18 | 20 => "ramp_right",
        19 | 21 => "ramp_left",
        23 => "fork_right",
        24 => "fork_left",
        26 | 27 => "roundabout",
        28 => "ferry",
        29 => "ferry_off",
        37 => "merge_right",
        38 => "merge_left",
        _ => "straight",
    }
}

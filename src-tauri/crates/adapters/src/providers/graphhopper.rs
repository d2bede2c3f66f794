//! GraphHopper's `/route` (`docs/web/api-doc.md` and `docs/core/custom-models.md` of its repository), profile `car`.

use domain::{
    Lang, LonLat, RoadFeature, Strength,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{
        NotTold, ProviderAnswer, ProviderAsk, ProviderId, ProviderRoute, ProviderServer, ProviderStep, Told,
        WishedFor,
    },
};
use serde_json::{Value, json};

use super::{Asked, Read, ask, escaped, notes_of, reading};
use crate::fetch::Question;

/// Asks a GraphHopper server.
#[derive(Clone, Copy, Debug, Default)]
pub struct GraphHopperProvider;

impl RouteProvider for GraphHopperProvider {
    fn id(&self) -> ProviderId {
        ProviderId::GraphHopper
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

/// A feature as a condition of a custom model.
fn condition(feature: RoadFeature) -> Option<&'static str> {
    Some(match feature {
        RoadFeature::Motorway => "road_class == MOTORWAY",
        RoadFeature::Toll => "toll == ALL",
        RoadFeature::Ferry => "road_environment == FERRY",
        RoadFeature::Tunnel => "road_environment == TUNNEL",
        RoadFeature::Bridge => "road_environment == BRIDGE",
        RoadFeature::Unpaved => {
            "surface == UNPAVED || surface == COMPACTED || surface == FINE_GRAVEL || surface == GRAVEL || \
             surface == GROUND || surface == DIRT || surface == GRASS || surface == SAND"
        }
        RoadFeature::Residential => {
            "road_class == RESIDENTIAL || road_class == LIVING_STREET || road_class == SERVICE"
        }
        _ => return None,
    })
}

/// What a road's speed is multiplied by when it is weighed: the smaller, the farther around it is driven.
fn factor(strength: Strength) -> &'static str {
    match strength {
        Strength::Never => "0",
        Strength::Avoid => "0.1",
        _ => "0.5",
    }
}

pub(super) fn asked(server: &ProviderServer, ask: &ProviderAsk) -> Asked {
    let (mut rules, mut areas) = (Vec::new(), Vec::new());
    let told: Vec<Told> = ask
        .wishes
        .iter()
        .map(|wish| {
            let rule = |condition: &str| json!({ "if": condition, "multiply_by": factor(wish.strength) });
            match (&wish.about, wish.strength) {
                // A client's model may only make roads worse.
                (_, Strength::Prefer | Strength::Follow) => Told::Not(NotTold::Prefer),
                (_, Strength::Allow) => Told::AsIs,
                (WishedFor::Road(_), _) => Told::Not(NotTold::Road),
                (WishedFor::Section(_), _) => Told::Not(NotTold::Section),
                (WishedFor::Feature(feature), _) => match condition(*feature) {
                    Some(condition) => {
                        rules.push(rule(condition));
                        Told::AsIs
                    }
                    None => Told::Not(NotTold::Feature),
                },
                (WishedFor::Area(ring), _) => {
                    let mut corners: Vec<Value> = ring.corners().map(place).collect();
                    corners.extend(corners.first().cloned());
                    let id = format!("area{}", areas.len());
                    rules.push(rule(&format!("in_{id}")));
                    areas.push(json!({
                        "type": "Feature",
                        "id": id,
                        "properties": {},
                        "geometry": { "type": "Polygon", "coordinates": [corners] },
                    }));
                    Told::AsIs
                }
            }
        })
        .collect();
    let two = ask.stops.len() == 2;
    let locale = match ask.lang {
        Lang::Zh => "zh_CN",
        Lang::En => "en",
    };
    let mut body = json!({
        "profile": "car",
        "points": ask.stops.iter().copied().map(place).collect::<Vec<_>>(),
        "points_encoded": false,
        "instructions": true,
        "calc_points": true,
        "locale": locale,
    });
    if ask.routes > 1 && two {
        body["algorithm"] = json!("alternative_route");
        body["alternative_route.max_paths"] = json!(ask.routes);
    }
    if !rules.is_empty() {
        body["ch.disable"] = json!(true);
        body["custom_model"] = json!({ "priority": rules });
        if !areas.is_empty() {
            body["custom_model"]["areas"] = json!({ "type": "FeatureCollection", "features": areas });
        }
    }
    let mut address = format!("{}/route", server.address);
    if !server.key.is_empty() {
        address.push_str("?key=");
        address.push_str(&escaped(&server.key));
    }
    Asked {
        question: Question { address, body: Some(body.to_string()), bearer: String::new() },
        told_softly: told.clone(),
        told,
        notes: notes_of(ask, false, two),
    }
}

fn place(at: LonLat) -> Value {
    let rounded = |degrees: f64| (degrees * 1e6).round() / 1e6;
    json!([rounded(at.lon), rounded(at.lat)])
}

fn read(status: u16, said: &Value) -> Result<Read, ProviderError> {
    if !said["paths"].is_array() {
        let message = said["message"].as_str().unwrap_or_default().to_ascii_lowercase();
        let hints: Vec<String> = reading::items(&said["hints"], 20)
            .map(|hint| hint["details"].as_str().unwrap_or_default().to_owned())
            .collect();
        let hinted = |word: &str| hints.iter().any(|details| details.contains(word));
        return Err(if hinted("ConnectionNotFoundException") {
            ProviderError::NoWay
        } else if hinted("PointNotFoundException") || hinted("PointOutOfBoundsException") {
            ProviderError::OffItsMap
        } else if status == 400
            && ["custom", "encoded value", "multiply_by", "priority", "free packages", "flexible"]
                .iter()
                .any(|word| message.contains(word))
        {
            ProviderError::Wishes
        } else {
            reading::status(status).unwrap_or(ProviderError::Unreadable)
        });
    }
    let routes: Option<Vec<ProviderRoute>> =
        reading::items(&said["paths"], reading::MOST_ROUTES).map(route).collect();
    Ok(Read { routes: routes.ok_or(ProviderError::Unreadable)?, hard_ignored: false })
}

fn route(path: &Value) -> Option<ProviderRoute> {
    let line = reading::line(&path["points"]["coordinates"])?;
    let described: Vec<String> =
        reading::items(&path["description"], 5).map(reading::text).filter(|name| !name.is_empty()).collect();
    let steps = reading::items(&path["instructions"], reading::MOST_STEPS).map(|step| ProviderStep {
        text: reading::text(&step["text"]),
        road: reading::text(&step["street_name"]),
        icon: icon(step["sign"].as_i64().unwrap_or(0)),
        distance_m: reading::amount_or_0(&step["distance"]),
        duration_s: reading::amount_or_0(&step["time"]) / 1000.0,
        point: reading::at(&line, &step["interval"][0]),
    });
    let steps = steps.collect();
    Some(ProviderRoute {
        name: described.join(", "),
        duration_s: reading::amount(&path["time"])? / 1000.0,
        distance_m: reading::amount(&path["distance"])?,
        line,
        steps,
    })
}

/// `Instruction` of its `web-api`.
fn icon(sign: i64) -> &'static str {
    match sign {
        -98 | -8 => "uturn",
        8 => "uturn_right",
        -7 => "fork_left",
        7 => "fork_right",
        -3 => "sharp_left",
        -2 => "left",
        -1 => "slight_left",
        1 => "slight_right",
        2 => "right",
        3 => "sharp_right",
        4 => "arrive",
        5 => "waypoint",
        -6 | 6 => "roundabout",
        9 => "ferry",
        _ => "straight",
    }
}

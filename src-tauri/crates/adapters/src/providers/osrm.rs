//! OSRM's HTTP interface (`docs/http.md` of its repository, service `route`, version 1).

use domain::{
    RoadFeature, Strength,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{
        NotTold, ProviderAnswer, ProviderAsk, ProviderId, ProviderRoute, ProviderServer, ProviderStep, Told,
        WishedFor,
    },
};
use serde_json::Value;

use super::{Asked, Read, ask, notes_of, points, reading};
use crate::fetch::Question;

/// Asks an OSRM server, profile "driving".
#[derive(Clone, Copy, Debug, Default)]
pub struct OsrmProvider;

impl RouteProvider for OsrmProvider {
    fn id(&self) -> ProviderId {
        ProviderId::Osrm
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

/// The class that the car profile calls a feature.
fn class(feature: RoadFeature) -> Option<&'static str> {
    match feature {
        RoadFeature::Motorway => Some("motorway"),
        RoadFeature::Toll => Some("toll"),
        RoadFeature::Ferry => Some("ferry"),
        _ => None,
    }
}

pub(super) fn asked(server: &ProviderServer, ask: &ProviderAsk) -> Asked {
    let mut told: Vec<Told> = ask
        .wishes
        .iter()
        .map(|wish| match (&wish.about, wish.strength) {
            (_, Strength::Prefer | Strength::Follow) => Told::Not(NotTold::Prefer),
            (_, Strength::Allow) => Told::AsIs,
            (WishedFor::Road(_), _) => Told::Not(NotTold::Road),
            (WishedFor::Section(_), _) => Told::Not(NotTold::Section),
            (WishedFor::Area(_), _) => Told::Not(NotTold::Area),
            (WishedFor::Feature(feature), _) if class(*feature).is_none() => Told::Not(NotTold::Feature),
            (WishedFor::Feature(_), Strength::RatherNot) => Told::Not(NotTold::OnlyHard),
            (WishedFor::Feature(_), Strength::Avoid) => Told::Harder,
            (WishedFor::Feature(_), Strength::Never) => Told::AsIs,
        })
        .collect();
    // The car profile excludes one class at a time: the wish that is meant most, the first of equals.
    let most = (0..told.len())
        .filter(|index| !matches!(told[*index], Told::Not(_)))
        .min_by_key(|index| (ask.wishes[*index].strength != Strength::Never, *index));
    for (index, told) in told.iter_mut().enumerate() {
        if Some(index) != most && !matches!(told, Told::Not(_)) {
            *told = Told::Not(NotTold::TooMany);
        }
    }
    let exclude = most.and_then(|index| match &ask.wishes[index].about {
        WishedFor::Feature(feature) => class(*feature),
        _ => None,
    });
    let two = ask.stops.len() == 2;
    let mut address = format!(
        "{}/route/v1/driving/{}?overview=full&geometries=polyline6&steps=true",
        server.address,
        points(&ask.stops, ';')
    );
    if ask.routes > 1 && two {
        address.push_str(&format!("&alternatives={}", ask.routes - 1));
    }
    if let Some(class) = exclude {
        address.push_str(&format!("&exclude={class}"));
    }
    Asked {
        question: Question { address, body: None, bearer: String::new() },
        told_softly: told.clone(),
        told,
        notes: notes_of(ask, false, two),
    }
}

fn read(status: u16, said: &Value) -> Result<Read, ProviderError> {
    match said["code"].as_str() {
        Some("Ok") if status == 200 => {}
        Some("NoRoute") => return Err(ProviderError::NoWay),
        Some("NoSegment") => return Err(ProviderError::OffItsMap),
        // "Exclude flag combination is not supported": nothing else of our question can be an invalid value.
        Some("InvalidValue") => return Err(ProviderError::Wishes),
        _ => return Err(reading::status(status).unwrap_or(ProviderError::Unreadable)),
    }
    let routes: Option<Vec<ProviderRoute>> =
        reading::items(&said["routes"], reading::MOST_ROUTES).map(route).collect();
    Ok(Read { routes: routes.ok_or(ProviderError::Unreadable)?, hard_ignored: false })
}

fn route(said: &Value) -> Option<ProviderRoute> {
    let line = reading::polyline(said["geometry"].as_str()?)?;
    let legs = || reading::items(&said["legs"], 100);
    let summaries: Vec<String> =
        legs().map(|leg| reading::text(&leg["summary"])).filter(|summary| !summary.is_empty()).collect();
    let steps = legs().flat_map(|leg| reading::items(&leg["steps"], reading::MOST_STEPS));
    let steps = steps.take(reading::MOST_STEPS).map(|step| {
        let at = &step["maneuver"]["location"];
        let name = [&step["name"], &step["ref"]].map(reading::text);
        ProviderStep {
            text: String::new(),
            road: name.into_iter().find(|name| !name.is_empty()).unwrap_or_default(),
            icon: icon(&step["maneuver"]),
            distance_m: reading::amount_or_0(&step["distance"]),
            duration_s: reading::amount_or_0(&step["duration"]),
            point: reading::point(at).unwrap_or_else(|| reading::at(&line, &Value::Null)),
        }
    });
    let steps = steps.collect();
    Some(ProviderRoute {
        name: summaries.join("; ").chars().take(200).collect(),
        duration_s: reading::amount(&said["duration"])?,
        distance_m: reading::amount(&said["distance"])?,
        line,
        steps,
    })
}

fn icon(maneuver: &Value) -> &'static str {
    let turn = match maneuver["modifier"].as_str().unwrap_or_default() {
        "uturn" => "uturn",
        "sharp right" => "sharp_right",
        "right" => "right",
        "slight right" => "slight_right",
        "slight left" => "slight_left",
        "left" => "left",
        "sharp left" => "sharp_left",
        _ => "straight",
    };
    let side = |left: &'static str, right: &'static str, ahead: &'static str| {
        if turn.ends_with("left") {
            left
        } else if turn.ends_with("right") {
            right
        } else {
            ahead
        }
    };
    match maneuver["type"].as_str().unwrap_or_default() {
        "depart" => "depart",
        "arrive" => "arrive",
        "fork" => side("fork_left", "fork_right", "fork_middle"),
        "merge" => side("merge_left", "merge_right", "straight"),
        "on ramp" | "off ramp" => side("ramp_left", "ramp_right", "straight"),
        "roundabout" | "rotary" | "roundabout turn" | "exit roundabout" | "exit rotary" => "roundabout",
        _ => turn,
    }
}

//! Amap's driving routes 2.0 (高德, 路线规划 2.0, `/v5/direction/driving`), with the person's key. Coordinates are GCJ-02; whoever
//! asks converts them.

use domain::{
    LonLat, RoadFeature, Strength,
    ports::{ProviderError, RouteProvider, Stop},
    provider::{
        NotTold, ProviderAnswer, ProviderAsk, ProviderId, ProviderRoute, ProviderServer, ProviderStep, Told,
        WishedFor,
    },
};
use serde_json::Value;

use super::{Asked, Read, ask, escaped, notes_of, points, reading};
use crate::fetch::Question;

/// Areas at once, corners of each, and square kilometres of each: beyond them the service leaves an area out silently.
const MOST_AREAS: usize = 32;
const MOST_CORNERS: usize = 16;
const MOST_KM2: f64 = 81.0;
/// Stops on the way.
const MOST_VIAS: usize = 16;

/// Asks Amap.
#[derive(Clone, Copy, Debug, Default)]
pub struct AmapProvider;

impl RouteProvider for AmapProvider {
    fn id(&self) -> ProviderId {
        ProviderId::Amap
    }

    fn routes(
        &self,
        server: &ProviderServer,
        question: &ProviderAsk,
        stop: Stop<'_>,
    ) -> Result<ProviderAnswer, ProviderError> {
        if question.stops.len() > MOST_VIAS + 2 {
            return Err(ProviderError::Wishes);
        }
        ask(server, asked(server, question), question, stop, read)
    }
}

pub(super) fn asked(server: &ProviderServer, ask: &ProviderAsk) -> Asked {
    let (mut no_motorway, mut less_toll, mut no_ferry) = (false, false, false);
    let mut areas: Vec<String> = Vec::new();
    let mut road: Option<&str> = None;
    // With a road to avoid the service forgets the areas.
    let has_areas =
        ask.wishes.iter().any(|wish| matches!(wish.about, WishedFor::Area(_)) && is_hard(wish.strength));
    let told: Vec<Told> = ask
        .wishes
        .iter()
        .map(|wish| match (&wish.about, wish.strength) {
            (_, Strength::Prefer | Strength::Follow) => Told::Not(NotTold::Prefer),
            (_, Strength::Allow) => Told::AsIs,
            (WishedFor::Section(_), _) => Told::Not(NotTold::Section),
            (WishedFor::Feature(RoadFeature::Motorway), strength) => {
                no_motorway = true;
                softly(strength)
            }
            (WishedFor::Feature(RoadFeature::Toll), strength) => {
                less_toll = true;
                softly(strength)
            }
            (WishedFor::Feature(RoadFeature::Ferry), strength) => {
                if strength == Strength::RatherNot {
                    return Told::Not(NotTold::OnlyHard);
                }
                no_ferry = true;
                if strength == Strength::Never { Told::AsIs } else { Told::Harder }
            }
            (WishedFor::Feature(_), _) => Told::Not(NotTold::Feature),
            (_, Strength::RatherNot) => Told::Not(NotTold::OnlyHard),
            (WishedFor::Area(ring), strength) => {
                let corners: Vec<LonLat> = ring.corners().collect();
                if areas.len() == MOST_AREAS || corners.len() > MOST_CORNERS || square_km(&corners) > MOST_KM2
                {
                    return Told::Not(NotTold::TooMany);
                }
                areas.push(points(&corners, ';'));
                if strength == Strength::Never { Told::AsIs } else { Told::Harder }
            }
            (WishedFor::Road(name), strength) => {
                if has_areas || road.is_some() {
                    return Told::Not(NotTold::TooMany);
                }
                road = Some(name);
                if strength == Strength::Never { Told::AsIs } else { Told::Harder }
            }
        })
        .collect();
    // 32 is what its own app does; 35 no motorways, 36 less toll, 42 both.
    let strategy = match (no_motorway, less_toll) {
        (false, false) => 32,
        (true, false) => 35,
        (false, true) => 36,
        (true, true) => 42,
    };
    let (first, rest) = ask
        .stops
        .split_first()
        .map_or((&[][..], &[][..]), |(first, rest)| (std::slice::from_ref(first), rest));
    let (last, vias) =
        rest.split_last().map_or((&[][..], &[][..]), |(last, vias)| (std::slice::from_ref(last), vias));
    let mut address = format!(
        "{}/v5/direction/driving?origin={}&destination={}&strategy={strategy}&show_fields=cost,polyline,navi",
        server.address,
        points(first, ';'),
        points(last, ';')
    );
    if !vias.is_empty() {
        address.push_str(&format!("&waypoints={}", escaped(&points(vias, ';'))));
    }
    if !areas.is_empty() {
        address.push_str(&format!("&avoidpolygons={}", escaped(&areas.join("|"))));
    }
    if let Some(road) = road {
        address.push_str(&format!("&avoidroad={}", escaped(road)));
    }
    if no_ferry {
        address.push_str("&ferry=1");
    }
    address.push_str(&format!("&key={}", escaped(&server.key)));
    Asked {
        question: Question { address, body: None, bearer: String::new() },
        told_softly: told.clone(),
        told,
        notes: notes_of(ask, false, true),
    }
}

fn is_hard(strength: Strength) -> bool {
    matches!(strength, Strength::Avoid | Strength::Never)
}

/// Its strategies weigh, and promise nothing.
fn softly(strength: Strength) -> Told {
    if strength == Strength::Never { Told::Softer } else { Told::AsIs }
}

/// Of a small area, as if the earth were flat there.
fn square_km(corners: &[LonLat]) -> f64 {
    const KM_PER_DEGREE: f64 = 111.2;
    let Some(first) = corners.first() else { return 0.0 };
    let shrink = first.lat.to_radians().cos();
    let flat =
        |at: &LonLat| ((at.lon - first.lon) * KM_PER_DEGREE * shrink, (at.lat - first.lat) * KM_PER_DEGREE);
    let next = corners.iter().cycle().skip(1);
    let sum: f64 = corners
        .iter()
        .zip(next)
        .map(|(a, b)| {
            let ((ax, ay), (bx, by)) = (flat(a), flat(b));
            ax * by - bx * ay
        })
        .sum();
    (sum / 2.0).abs()
}

fn read(status: u16, said: &Value) -> Result<Read, ProviderError> {
    if said["status"].as_str() != Some("1") {
        // Its codes (错误码说明): 10003, 10004, 10014… limits; 1000x and 1001x keys; 20800… no roads; 20801… no way.
        return Err(match said["infocode"].as_str().unwrap_or_default() {
            "10003" | "10004" | "10010" | "10014" | "10015" | "10019" | "10020" | "10021" | "10029"
            | "10044" | "10045" => ProviderError::Limit,
            "10001" | "10002" | "10005" | "10006" | "10007" | "10008" | "10009" | "10011" | "10012"
            | "10013" | "10026" | "10041" | "40000" | "40002" | "40003" => ProviderError::Key,
            "20011" | "20800" | "20802" => ProviderError::OffItsMap,
            "20801" | "20803" => ProviderError::NoWay,
            _ => reading::status(status).unwrap_or(ProviderError::Unreadable),
        });
    }
    let routes: Option<Vec<ProviderRoute>> =
        reading::items(&said["route"]["paths"], reading::MOST_ROUTES).map(route).collect();
    Ok(Read { routes: routes.ok_or(ProviderError::Unreadable)?, hard_ignored: false })
}

fn route(path: &Value) -> Option<ProviderRoute> {
    let mut line: Vec<LonLat> = Vec::new();
    let mut steps = Vec::new();
    for step in reading::items(&path["steps"], reading::MOST_STEPS) {
        let part = line_of(step["polyline"].as_str()?)?;
        steps.push(ProviderStep {
            text: reading::text(&step["instruction"]),
            road: reading::text(&step["road_name"]),
            icon: icon(step["navi"]["action"].as_str().unwrap_or_default()),
            distance_m: reading::amount_or_0(&step["step_distance"]),
            duration_s: reading::amount_or_0(&step["cost"]["duration"]),
            point: *part.first()?,
        });
        let joined = line.last() == part.first();
        line.extend(part.into_iter().skip(usize::from(joined)));
        if line.len() > reading::MOST_POINTS {
            return None;
        }
    }
    (line.len() >= 2).then_some(())?;
    Some(ProviderRoute {
        name: String::new(),
        duration_s: reading::amount(&path["cost"]["duration"])?,
        distance_m: reading::amount(&path["distance"])?,
        line,
        steps,
    })
}

/// `LON,LAT;LON,LAT;…`
fn line_of(text: &str) -> Option<Vec<LonLat>> {
    let points: Option<Vec<LonLat>> = text
        .split(';')
        .take(reading::MOST_POINTS + 1)
        .map(|pair| {
            let (lon, lat) = pair.split_once(',')?;
            LonLat::new(lon.parse().ok()?, lat.parse().ok()?)
        })
        .collect();
    points.filter(|points| (1..=reading::MOST_POINTS).contains(&points.len()))
}

/// Its main actions (导航主要动作).
fn icon(action: &str) -> &'static str {
    match action {
        "左转" => "left",
        "右转" => "right",
        "向左前方行驶" => "slight_left",
        "向右前方行驶" => "slight_right",
        "向左后方行驶" => "sharp_left",
        "向右后方行驶" => "sharp_right",
        "左转调头" => "uturn",
        "靠左" => "fork_left",
        "靠右" => "fork_right",
        "进入环岛" | "离开环岛" | "驶离环岛" => "roundabout",
        "到达目的地" => "arrive",
        "到达途经地" => "waypoint",
        _ => "straight",
    }
}

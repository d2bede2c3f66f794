//! English instructions.

use domain::{Maneuver, Note, RoadKind, RoadName, Side, Step, TurnAngle};

use super::{UseLanes, has, measure, places, road_ref, sign_refs, use_lanes};

const COMPASS: [&str; 8] =
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// A sentence.
pub(super) fn words(step: &Step) -> String {
    let clause = clause(step);
    let lights = match step.lights {
        0 => String::new(),
        1 => "at the lights, ".to_owned(),
        n => format!("at the {} lights, ", ["second", "third"].get(usize::from(n) - 2).unwrap_or(&"next")),
    };
    let lanes = match lanes(step) {
        Some(lanes) => format!("use {lanes} to "),
        None => String::new(),
    };
    // A roundabout is where the lanes are; they come before it.
    let text = match (lanes.as_str(), clause.strip_prefix("at the ")) {
        ("", _) | (_, None) => format!("{lights}{lanes}{clause}"),
        (lanes, Some(ring)) => {
            let (ring, act) = ring.split_once(", ").unwrap_or((ring, ""));
            format!("at the {ring}, {lanes}{act}")
        }
    };
    capital(&text)
}

/// A sentence that goes on with the next maneuver.
pub(super) fn then(step: &Step, next: &Step) -> String {
    let first = words(step);
    match next.maneuver {
        Maneuver::Arrive(None) => format!("{first}, and you have arrived"),
        Maneuver::Arrive(Some(at)) => format!("{first}, and your destination is on the {}", side(at)),
        Maneuver::Waypoint(None) => format!("{first}, and you have reached a stop"),
        Maneuver::Waypoint(Some(at)) => format!("{first}, and your stop is on the {}", side(at)),
        Maneuver::Roundabout { .. } => {
            let again = matches!(step.maneuver, Maneuver::Roundabout { .. });
            let clause = clause(next).replacen(", ", " ", 1);
            format!(
                "{first}, then {}",
                if again { clause.replacen("at the ", "at the next ", 1) } else { clause }
            )
        }
        _ => format!("{first}, then immediately {}", clause(next)),
    }
}

/// A note.
pub(super) fn note(note: &Note) -> String {
    match note {
        Note::TollRoad => "Toll road".to_owned(),
        Note::Becomes(road) => format!("The road becomes {}", name(road).unwrap_or_default()),
        Note::Border { name, name_en, .. } => match country(name, name_en) {
            "" => "You cross a border".to_owned(),
            country => format!("You cross into {country}"),
        },
    }
}

fn country<'a>(name: &'a str, name_en: &'a str) -> &'a str {
    if name_en.is_empty() { name } else { name_en }
}

/// What to do, in small letters and without lanes and lights.
fn clause(step: &Step) -> String {
    let onto = onto(step);
    let towards = towards(step);
    let refs = and(&sign_refs(step));
    // A ramp is known by where it leads, not by what it is.
    let signed = !(refs.is_empty() && towards.is_empty());
    let to = match (signed, refs.as_str()) {
        (false, _) => String::new(),
        (true, "") => towards.clone(),
        (true, refs) => format!(" onto {refs}{towards}"),
    };
    let ramp_to = match (signed, &step.road) {
        (true, road) if road.name.is_empty() => to.clone(),
        (true, _) => format!("{onto}{towards}"),
        (false, road) if road.is_empty() => String::new(),
        (false, _) => onto.clone(),
    };
    match step.maneuver {
        Maneuver::Depart { octant, turn: None } => {
            format!("head {}{}", compass(octant), on(step))
        }
        Maneuver::Depart { octant, turn: Some(at) } => {
            format!("start by turning {}{onto}, heading {}", side(at), compass(octant))
        }
        Maneuver::Turn(angle) => format!("{}{}{towards}", turn(angle), onto_or_stay(step)),
        Maneuver::Continue => format!("continue straight{onto}{towards}"),
        Maneuver::Fork(at) => {
            let exit = exit(step).map(|exit| format!(" at exit {exit}")).unwrap_or_default();
            let way = match at {
                Some(at) => format!("keep {}", side(at)),
                None => "keep to the middle".to_owned(),
            };
            let to = if step.road.name.is_empty() && signed {
                to
            } else {
                format!("{}{towards}", onto_or_stay(step))
            };
            format!("{way}{exit}{to}")
        }
        Maneuver::Merge(at) => format!("merge {}{onto}{towards}", side(at)),
        Maneuver::RampOn(at) => format!("take the ramp on the {}{ramp_to}", side(at)),
        Maneuver::RampOff(at) => match exit(step) {
            Some(exit) => format!("take exit {exit} on the {}{ramp_to}", side(at)),
            None => format!("take the exit on the {}{ramp_to}", side(at)),
        },
        Maneuver::Roundabout { exit, angle, mini } => {
            let ring = if mini { "mini-roundabout" } else { "roundabout" };
            match (exit, angle) {
                (0, _) => format!("enter the {ring}"),
                (_, None) => format!("at the {ring}, turn around at the {} exit", ordinal(exit)),
                (_, Some(_)) => {
                    format!("at the {ring}, take the {} exit{}{towards}", ordinal(exit), onto_or_stay(step))
                }
            }
        }
        Maneuver::UTurn => format!("make a U-turn{}", on(step)),
        Maneuver::Ferry { crossing_s } => {
            let name = name(&step.road).map(|name| format!(" {name}")).unwrap_or_default();
            let time = match crossing_s {
                0 => String::new(),
                s => format!(" ({})", measure::minutes(f64::from(s), domain::Lang::En)),
            };
            format!("board the ferry{name}{time}")
        }
        Maneuver::FerryOff => format!("drive off the ferry{onto}"),
        Maneuver::TollBooth => match step.sign.place.as_str() {
            "" => "go through the toll booth".to_owned(),
            place => format!("go through the toll booth {place}"),
        },
        Maneuver::BorderControl => match step.sign.place.as_str() {
            "" => "go through border control".to_owned(),
            place => format!("go through border control at {place}"),
        },
        Maneuver::Waypoint(None) => "you have reached a stop".to_owned(),
        Maneuver::Waypoint(Some(at)) => format!("you have reached a stop, on the {}", side(at)),
        Maneuver::Arrive(None) => "you have arrived".to_owned(),
        Maneuver::Arrive(Some(at)) => {
            format!("you have arrived; your destination is on the {}", side(at))
        }
    }
}

fn exit(step: &Step) -> Option<String> {
    match (step.sign.exit.as_str(), step.sign.place.as_str()) {
        ("", "") => None,
        // A junction's name tells where it leads when nothing else does.
        ("", place) => step.sign.towards.is_empty().then(|| place.to_owned()),
        (number, place) if !place.is_empty() && step.sign.towards.is_empty() => {
            Some(format!("{number} ({place})"))
        }
        (number, _) => Some(number.to_owned()),
    }
}

/// Name and number: "Avenue de la Costa (D 6098)", or the one that is there.
fn name(road: &RoadName) -> Option<String> {
    let latin = |text: &str| has(text, |letter| letter.is_alphabetic() && letter < '\u{250}');
    let name = if !road.name.is_empty() && !latin(&road.name) && !road.name_en.is_empty() {
        &road.name_en
    } else {
        &road.name
    };
    match (name.as_str(), road_ref(road)) {
        ("", "") => None,
        ("", only) | (only, "") => Some(only.to_owned()),
        (name, road_ref) => Some(format!("{name} ({road_ref})")),
    }
}

fn onto(step: &Step) -> String {
    match (name(&step.road), step.kind) {
        (Some(name), _) => format!(" onto {name}"),
        (None, RoadKind::Road | RoadKind::Ferry) => String::new(),
        (None, RoadKind::Tunnel) => " into the tunnel".to_owned(),
        (None, kind) => format!(" onto {}", nameless(kind)),
    }
}

/// Where the road itself turns, one stays on it.
fn onto_or_stay(step: &Step) -> String {
    match name(&step.road).filter(|_| step.stays) {
        Some(name) => format!(" to stay on {name}"),
        None => onto(step),
    }
}

fn on(step: &Step) -> String {
    match (name(&step.road), step.kind) {
        (Some(name), _) => format!(" on {name}"),
        (None, RoadKind::Road | RoadKind::Ferry) => String::new(),
        (None, RoadKind::Tunnel) => " through the tunnel".to_owned(),
        (None, kind) => format!(" on {}", nameless(kind)),
    }
}

fn nameless(kind: RoadKind) -> &'static str {
    match kind {
        RoadKind::Ramp => "the ramp",
        RoadKind::SlipRoad => "the slip road",
        RoadKind::Motorway => "the motorway",
        RoadKind::Service => "the service road",
        RoadKind::Track => "the track",
        RoadKind::Tunnel => "the tunnel",
        RoadKind::Bridge => "the bridge",
        RoadKind::Road | RoadKind::Ferry => "the road",
    }
}

fn towards(step: &Step) -> String {
    match places(step).as_slice() {
        [] => String::new(),
        places => format!(" towards {}", places.join(", ")),
    }
}

fn lanes(step: &Step) -> Option<String> {
    Some(match use_lanes(&step.lanes) {
        UseLanes::Any => return None,
        UseLanes::Left(1) => "the left lane".to_owned(),
        UseLanes::Right(1) => "the right lane".to_owned(),
        UseLanes::Middle(1) => "the middle lane".to_owned(),
        UseLanes::Left(n) => format!("the {} left lanes", number(n)),
        UseLanes::Right(n) => format!("the {} right lanes", number(n)),
        UseLanes::Middle(n) => format!("the {} middle lanes", number(n)),
        UseLanes::Nth(n) => format!("the {} lane from the left", ordinal(u8::try_from(n).unwrap_or(u8::MAX))),
    })
}

fn number(n: usize) -> String {
    ["two", "three", "four"].get(n.saturating_sub(2)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

fn and(texts: &[&str]) -> String {
    texts.join(" and ")
}

fn compass(octant: u8) -> &'static str {
    COMPASS[usize::from(octant % 8)]
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}

fn turn(angle: TurnAngle) -> &'static str {
    match angle {
        TurnAngle::SlightLeft => "turn slightly left",
        TurnAngle::Left => "turn left",
        TurnAngle::SharpLeft => "turn sharp left",
        TurnAngle::Straight => "go straight on",
        TurnAngle::SlightRight => "turn slightly right",
        TurnAngle::Right => "turn right",
        TurnAngle::SharpRight => "turn sharp right",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

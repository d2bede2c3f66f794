//! Instructions as people read them, in Chinese and English.

use domain::{Lang, Maneuver, Side, Step, TurnAngle};

/// One instruction as a sentence without a full stop.
pub fn words(step: &Step, lang: Lang) -> String {
    match lang {
        Lang::Zh => chinese(step),
        Lang::En => english(step),
    }
}

/// Name and ref: "Avenue de la Costa (D 6098)", or the one that is there.
fn road(step: &Step, open: &str, close: &str) -> Option<String> {
    match (step.road.as_str(), step.road_ref.as_str()) {
        ("", "") => None,
        ("", only) | (only, "") => Some(only.to_owned()),
        (name, road_ref) if name == road_ref => Some(name.to_owned()),
        (name, road_ref) => Some(format!("{name}{open}{road_ref}{close}")),
    }
}

fn english(step: &Step) -> String {
    let road = road(step, " (", ")");
    let onto = road.as_ref().map(|road| format!(" onto {road}")).unwrap_or_default();
    let on = road.as_ref().map(|road| format!(" on {road}")).unwrap_or_default();
    let towards = match step.destination.as_str() {
        "" => String::new(),
        signs => {
            format!(" towards {}", signs.split([';', ',']).map(str::trim).collect::<Vec<_>>().join(", "))
        }
    };
    let side = |side: Side| match side {
        Side::Left => "left",
        Side::Right => "right",
    };
    let ramp_onto = if towards.is_empty() { onto.clone() } else { towards.clone() };
    match step.maneuver {
        Maneuver::Depart(octant) => format!("Head {}{on}", COMPASS_EN[usize::from(octant % 8)]),
        Maneuver::Turn(angle) => format!("{}{onto}{towards}", turn_english(angle)),
        Maneuver::Continue => format!("Continue{onto}"),
        Maneuver::Fork(at) => format!("Keep {}{ramp_onto}", side(at)),
        Maneuver::Merge(at) => format!("Merge {}{onto}", side(at)),
        Maneuver::RampOn(at) => format!("Take the ramp on the {}{ramp_onto}", side(at)),
        Maneuver::RampOff(at) if step.exit.is_empty() => {
            format!("Take the exit on the {}{towards}", side(at))
        }
        Maneuver::RampOff(at) => format!("Take exit {} on the {}{towards}", step.exit, side(at)),
        Maneuver::Roundabout(exit) => {
            format!("At the roundabout, take the {} exit{onto}{towards}", ordinal(exit))
        }
        Maneuver::UTurn => format!("Make a U-turn{on}"),
        Maneuver::Ferry => match road {
            Some(name) => format!("Take the ferry {name}"),
            None => "Take the ferry".to_owned(),
        },
        Maneuver::Waypoint => "You have reached a stop".to_owned(),
        Maneuver::Arrive(None) => "You have arrived".to_owned(),
        Maneuver::Arrive(Some(at)) => format!("You have arrived; your destination is on the {}", side(at)),
    }
}

fn chinese(step: &Step) -> String {
    let road = road(step, "（", "）");
    let into = road.as_ref().map(|road| format!("，进入{road}")).unwrap_or_default();
    let along = road.as_ref().map(|road| format!("，沿{road}行驶")).unwrap_or_default();
    let towards = match step.destination.as_str() {
        "" => String::new(),
        signs => format!("，往{}方向", signs.split([';', ',']).map(str::trim).collect::<Vec<_>>().join("、")),
    };
    let side = |side: Side| match side {
        Side::Left => "左",
        Side::Right => "右",
    };
    let ramp_into = if towards.is_empty() { into.clone() } else { towards.clone() };
    match step.maneuver {
        Maneuver::Depart(octant) => format!("向{}出发{along}", COMPASS_ZH[usize::from(octant % 8)]),
        Maneuver::Turn(angle) => format!("{}{into}{towards}", turn_chinese(angle)),
        Maneuver::Continue => match road {
            Some(name) => format!("继续直行，进入{name}"),
            None => "继续直行".to_owned(),
        },
        Maneuver::Fork(at) => format!("靠{}行驶{ramp_into}", side(at)),
        Maneuver::Merge(at) => format!("向{}并入主路{into}", side(at)),
        Maneuver::RampOn(at) => format!("从{}侧驶入匝道{ramp_into}", side(at)),
        Maneuver::RampOff(at) if step.exit.is_empty() => format!("从{}侧出口驶出{towards}", side(at)),
        Maneuver::RampOff(at) => format!("从{}侧{}号出口驶出{towards}", side(at), step.exit),
        Maneuver::Roundabout(exit) => format!("在第{exit}个出口离开环岛{into}{towards}"),
        Maneuver::UTurn => format!("掉头{along}"),
        Maneuver::Ferry => match road {
            Some(name) => format!("乘坐轮渡：{name}"),
            None => "乘坐轮渡".to_owned(),
        },
        Maneuver::Waypoint => "到达途经点".to_owned(),
        Maneuver::Arrive(None) => "到达目的地".to_owned(),
        Maneuver::Arrive(Some(at)) => format!("到达目的地，目的地在{}侧", side(at)),
    }
}

const COMPASS_EN: [&str; 8] =
    ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const COMPASS_ZH: [&str; 8] = ["北", "东北", "东", "东南", "南", "西南", "西", "西北"];

fn turn_english(angle: TurnAngle) -> &'static str {
    match angle {
        TurnAngle::SlightLeft => "Turn slightly left",
        TurnAngle::Left => "Turn left",
        TurnAngle::SharpLeft => "Turn sharp left",
        TurnAngle::Straight => "Go straight on",
        TurnAngle::SlightRight => "Turn slightly right",
        TurnAngle::Right => "Turn right",
        TurnAngle::SharpRight => "Turn sharp right",
    }
}

fn turn_chinese(angle: TurnAngle) -> &'static str {
    match angle {
        TurnAngle::SlightLeft => "向左前方行驶",
        TurnAngle::Left => "左转",
        TurnAngle::SharpLeft => "向左后方急转",
        TurnAngle::Straight => "直行",
        TurnAngle::SlightRight => "向右前方行驶",
        TurnAngle::Right => "右转",
        TurnAngle::SharpRight => "向右后方急转",
    }
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

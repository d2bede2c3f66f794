//! 中文导航语句。

use domain::{Maneuver, Note, RoadKind, RoadName, Side, Step, TurnAngle};

use super::{UseLanes, has, is_han, measure, places, road_ref, sign_refs, use_lanes};

const COMPASS: [&str; 8] = ["北", "东北", "东", "东南", "南", "西南", "西", "西北"];

/// A sentence.
pub(super) fn words(step: &Step) -> String {
    let lights = match step.lights {
        0 => String::new(),
        1 => "在红绿灯处".to_owned(),
        n => format!("在第{}个红绿灯处", count(n)),
    };
    let lanes = match use_lanes(&step.lanes) {
        UseLanes::Any => String::new(),
        UseLanes::Left(1) => "走最左侧车道，".to_owned(),
        UseLanes::Right(1) => "走最右侧车道，".to_owned(),
        UseLanes::Middle(1) => "走中间车道，".to_owned(),
        UseLanes::Left(n) => format!("走左侧{}条车道，", numeral(n)),
        UseLanes::Right(n) => format!("走右侧{}条车道，", numeral(n)),
        UseLanes::Middle(n) => format!("走中间{}条车道，", numeral(n)),
        UseLanes::Nth(n) => format!("走左起第{}条车道，", count(u8::try_from(n).unwrap_or(u8::MAX))),
    };
    format!("{lanes}{lights}{}", clause(step))
}

/// A sentence that goes on with the next maneuver.
pub(super) fn then(step: &Step, next: &Step) -> String {
    let first = words(step);
    match next.maneuver {
        Maneuver::Arrive(None) => format!("{first}，随即到达目的地"),
        Maneuver::Arrive(Some(at)) => format!("{first}，目的地就在{}侧", side(at)),
        Maneuver::Waypoint(None) => format!("{first}，随即到达途经点"),
        Maneuver::Waypoint(Some(at)) => format!("{first}，途经点就在{}侧", side(at)),
        Maneuver::Roundabout { .. } if matches!(step.maneuver, Maneuver::Roundabout { .. }) => {
            format!("{first}，然后立即{}", clause(next).replacen('在', "在下一个", 1))
        }
        _ => format!("{first}，然后立即{}", clause(next)),
    }
}

/// A note.
pub(super) fn note(note: &Note) -> String {
    match note {
        Note::TollRoad => "收费路段".to_owned(),
        Note::Becomes(road) => format!("前方道路名为{}", name(road).unwrap_or_default()),
        Note::Border { name, name_zh, .. } => match if name_zh.is_empty() { name } else { name_zh } {
            country if country.is_empty() => "越过边境".to_owned(),
            country => format!("越过边境进入{country}"),
        },
    }
}

fn clause(step: &Step) -> String {
    let into = into(step, "进入");
    let towards = towards(step, &[]);
    let signed = towards_all(step);
    // A ramp is known by where it leads.
    let ramp = match (name(&step.road), signed.is_empty()) {
        (Some(name), _) => format!("，进入{name}{towards}"),
        (None, _) => signed.clone(),
    };
    match step.maneuver {
        Maneuver::Depart { octant, turn: None } => match along(step) {
            Some(along) => format!("沿{along}向{}出发", compass(octant)),
            None => format!("向{}出发", compass(octant)),
        },
        Maneuver::Depart { octant, turn: Some(at) } => match along(step) {
            Some(along) => format!("出发后{}转，沿{along}向{}行驶", side(at), compass(octant)),
            None => format!("出发后{}转，向{}行驶", side(at), compass(octant)),
        },
        Maneuver::Turn(angle) if step.stays => format!("{}{}{towards}", turn(angle), into_or_stay(step)),
        Maneuver::Turn(angle) if step.road.is_empty() => format!("{}{into}{signed}", turn(angle)),
        Maneuver::Turn(angle) => format!("{}{into}{towards}", turn(angle)),
        Maneuver::Continue => format!("直行{into}{towards}"),
        Maneuver::Fork(at) => {
            let way = match at {
                Some(at) => format!("靠{}行驶", side(at)),
                None => "走中间道路".to_owned(),
            };
            let exit = match step.sign.exit.as_str() {
                "" => String::new(),
                number => format!("从{number}号出口驶出，"),
            };
            let to = if step.road.is_empty() { signed } else { format!("{}{towards}", into_or_stay(step)) };
            format!("{exit}{way}{to}")
        }
        Maneuver::Merge(at) => match name(&step.road) {
            Some(name) => format!("向{}并入{name}{towards}", side(at)),
            None => format!("向{}并入主路{towards}", side(at)),
        },
        Maneuver::RampOn(at) => format!("从{}侧驶入匝道{ramp}", side(at)),
        Maneuver::RampOff(at) => {
            let exit = match (step.sign.exit.as_str(), step.sign.place.as_str()) {
                ("", "") => "出口".to_owned(),
                ("", place) => format!("{place}出口"),
                (number, place) if !place.is_empty() && step.sign.towards.is_empty() => {
                    format!("{number}号出口（{place}）")
                }
                (number, _) => format!("{number}号出口"),
            };
            format!("从{}侧{exit}驶出{ramp}", side(at))
        }
        Maneuver::Roundabout { exit, angle, mini } => {
            let ring = if mini { "小环岛" } else { "环岛" };
            match (exit, angle) {
                (0, _) => format!("驶入{ring}"),
                (_, None) => format!("绕{ring}掉头，从第{}个出口驶出", count(exit)),
                (_, Some(_)) => {
                    format!("在{ring}从第{}个出口驶出{}{towards}", count(exit), into_or_stay(step))
                }
            }
        }
        Maneuver::UTurn => match along(step) {
            Some(along) => format!("掉头，沿{along}行驶"),
            None => "掉头".to_owned(),
        },
        Maneuver::Ferry { crossing_s } => {
            let time = (crossing_s > 0)
                .then(|| format!("约{}", measure::minutes(f64::from(crossing_s), domain::Lang::Zh)));
            let beside: Vec<String> = name(&step.road).into_iter().chain(time).collect();
            if beside.is_empty() {
                "驶上渡轮".to_owned()
            } else {
                format!("驶上渡轮（{}）", beside.join("，"))
            }
        }
        Maneuver::FerryOff => format!("驶离渡轮{}", self::into(step, "，进入")),
        Maneuver::TollBooth => place("通过", &step.sign.place, "收费站"),
        Maneuver::BorderControl => place("通过", &step.sign.place, "边检站"),
        Maneuver::Waypoint(None) => "到达途经点".to_owned(),
        Maneuver::Waypoint(Some(at)) => format!("到达途经点，在道路{}侧", side(at)),
        Maneuver::Arrive(None) => "到达目的地".to_owned(),
        Maneuver::Arrive(Some(at)) => format!("到达目的地，目的地在道路{}侧", side(at)),
    }
}

/// Name and number: 「人民路（X 12）」, or the one that is there. A name in another script keeps it: signs show it.
fn name(road: &RoadName) -> Option<String> {
    let foreign = !road.name.is_empty() && !has(&road.name, is_han) && !road.name_zh.is_empty();
    let (name, more) = if foreign { (&road.name_zh, road.name.as_str()) } else { (&road.name, "") };
    let beside: Vec<&str> = [more, road_ref(road)].into_iter().filter(|text| !text.is_empty()).collect();
    match (name.as_str(), beside.as_slice()) {
        ("", []) => None,
        ("", beside) => Some(beside.join("，")),
        (name, []) => Some(name.to_owned()),
        (name, beside) => Some(format!("{name}（{}）", beside.join("，"))),
    }
}

fn nameless(kind: RoadKind) -> Option<&'static str> {
    Some(match kind {
        RoadKind::Ramp | RoadKind::SlipRoad => "匝道",
        RoadKind::Motorway => "高速公路",
        RoadKind::Service => "内部道路",
        RoadKind::Track => "土路",
        RoadKind::Tunnel => "隧道",
        RoadKind::Bridge => "桥",
        RoadKind::Road | RoadKind::Ferry => return None,
    })
}

fn along(step: &Step) -> Option<String> {
    name(&step.road).or_else(|| nameless(step.kind).map(str::to_owned))
}

fn into(step: &Step, word: &str) -> String {
    if step.kind == RoadKind::Bridge && name(&step.road).is_none() {
        return word.replace("进入", "上桥");
    }
    along(step).map(|along| format!("{word}{along}")).unwrap_or_default()
}

/// Where the road itself turns, one stays on it.
fn into_or_stay(step: &Step) -> String {
    match along(step).filter(|_| step.stays) {
        Some(along) => format!("，继续沿{along}行驶"),
        None => into(step, "，进入"),
    }
}

/// Places of the sign.
fn towards(step: &Step, first: &[&str]) -> String {
    let all: Vec<&str> = first.iter().copied().chain(places(step)).collect();
    if all.is_empty() { String::new() } else { format!("，往{}方向", all.join("、")) }
}

/// Road numbers and places of the sign.
fn towards_all(step: &Step) -> String {
    towards(step, &sign_refs(step))
}

fn place(word: &str, name: &str, kind: &str) -> String {
    match name {
        "" => format!("{word}{kind}"),
        name if name.contains("收费") || name.contains("边检") || name.contains("口岸") => {
            format!("{word}{name}")
        }
        name => format!("{word}{name}{kind}"),
    }
}

fn compass(octant: u8) -> &'static str {
    COMPASS[usize::from(octant % 8)]
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "左",
        Side::Right => "右",
    }
}

fn turn(angle: TurnAngle) -> &'static str {
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

/// How many: 「两条车道」.
fn numeral(number: usize) -> &'static str {
    const WORDS: [&str; 11] = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"];
    WORDS.get(number).copied().unwrap_or("几")
}

/// Which one: 「第二个出口」.
fn count(number: u8) -> String {
    match number {
        2 => "二".to_owned(),
        n if n <= 10 => numeral(usize::from(n)).to_owned(),
        n => n.to_string(),
    }
}

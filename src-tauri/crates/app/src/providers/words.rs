//! What became of a wish at a service, in words.

use domain::{
    Lang,
    provider::{NotTold, ProviderNote, Told},
};

use crate::words::pick;

/// Stable word of what became of a wish.
pub fn how(told: Told) -> &'static str {
    match told {
        Told::AsIs => "as_is",
        Told::Harder => "harder",
        Told::Softer => "softer",
        Told::BothWays => "both_ways",
        Told::Not(why) => why.word(),
    }
}

/// What became of a wish.
pub fn told(lang: Lang, name: &str, told: Told) -> String {
    let (zh, en) = match told {
        Told::AsIs => ("告诉了{}", "{} was told"),
        Told::Harder => ("按“绝不走”告诉了{}：它不懂更轻的", "{} was told “never”: it knows nothing softer"),
        Told::Softer => {
            ("按“尽量别走”告诉了{}：它不保证", "{} was told “rather not”: it promises nothing more")
        }
        Told::BothWays => {
            ("两个方向都告诉了{}：它分不开", "{} was told for both directions: it can’t tell them apart")
        }
        Told::Not(why) => match why {
            NotTold::Feature => {
                ("没法告诉{}：它没有这个开关", "{} could not be told: it has no switch for this")
            }
            NotTold::Area => ("没法告诉{}：它不懂区域", "{} could not be told: it knows no areas"),
            NotTold::Road => ("没法告诉{}：它不认路名", "{} could not be told: it knows no roads by name"),
            NotTold::Section => {
                ("没法告诉{}：它不懂路段", "{} could not be told: it knows no stretches of road")
            }
            NotTold::Prefer => {
                ("没法告诉{}：它只懂避开，不懂多走", "{} could not be told: it can avoid, not prefer")
            }
            NotTold::OnlyHard => (
                "没有告诉{}：它只懂“绝不走”，那就过了",
                "{} was not told: it only knows “never”, which is more than you asked",
            ),
            NotTold::TooMany => (
                "没法告诉{}：它收不下这么多，或这么大的",
                "{} could not be told: it takes no more at once, or nothing as large",
            ),
            NotTold::Mode => {
                ("没法告诉{}：它按自己的办法挑路", "{} could not be told: it weighs routes in its own way")
            }
            NotTold::Ignored => ("{}说它不理会这一条", "{} answered that it ignores this"),
        },
    };
    pick(lang, zh, en).replace("{}", name)
}

/// What else a service was not told: its kind, and words.
pub fn note(lang: Lang, name: &str, note: ProviderNote) -> (&'static str, String) {
    let (kind, zh, en) = match note {
        ProviderNote::Departure => (
            "departure",
            "{}不管几点出发：时间是平常的时间",
            "{} does not ask when you leave: its times are those of any hour",
        ),
        ProviderNote::Vehicle => (
            "vehicle",
            "没能把车的尺寸全告诉{}：限高、限宽、限重要自己留意",
            "{} could not be told the size of the car in full: watch for limits of height, width and weight",
        ),
        ProviderNote::Alternatives => {
            ("alternatives", "{}这样问只给一条路", "Asked like this, {} gives one way only")
        }
    };
    (kind, pick(lang, zh, en).replace("{}", name))
}

/// The answer in one sentence.
pub fn in_one_sentence(lang: Lang, name: &str, road: &str, minutes: &str, not_asked: usize) -> String {
    match (lang, not_asked) {
        (Lang::Zh, 0) => format!("{name}说走{road}，{minutes}。"),
        (Lang::Zh, n) => format!("{name}说走{road}，{minutes}；有 {n} 条要求没法告诉它。"),
        (Lang::En, 0) => format!("{name} says {road}, {minutes}."),
        (Lang::En, 1) => format!("{name} says {road}, {minutes}; one wish could not be told to it."),
        (Lang::En, n) => format!("{name} says {road}, {minutes}; {n} wishes could not be told to it."),
    }
}

/// An instruction in our words, for a service that gives none in this language.
pub fn instruction(lang: Lang, icon: &str, road: &str) -> String {
    let (zh, en) = match icon {
        "depart" => ("出发", "Start"),
        "arrive" => ("到达", "Arrive"),
        "waypoint" => ("到达途经点", "Reach the stop"),
        "left" => ("左转", "Turn left"),
        "right" => ("右转", "Turn right"),
        "slight_left" => ("向左前方行驶", "Bear left"),
        "slight_right" => ("向右前方行驶", "Bear right"),
        "sharp_left" => ("向左后方转弯", "Turn sharp left"),
        "sharp_right" => ("向右后方转弯", "Turn sharp right"),
        "fork_left" => ("靠左", "Keep left"),
        "fork_right" => ("靠右", "Keep right"),
        "fork_middle" => ("走中间", "Keep in the middle"),
        "merge_left" | "merge_right" => ("汇入", "Merge"),
        "ramp_left" => ("走左侧匝道", "Take the ramp on the left"),
        "ramp_right" => ("走右侧匝道", "Take the ramp on the right"),
        "roundabout" => ("过环岛", "Go through the roundabout"),
        "uturn" | "uturn_right" => ("掉头", "Turn around"),
        "ferry" => ("上渡轮", "Take the ferry"),
        "ferry_off" => ("下渡轮", "Leave the ferry"),
        _ => ("继续直行", "Go on"),
    };
    let arrives = matches!(icon, "arrive" | "waypoint");
    match (lang, road.is_empty() || arrives) {
        (_, true) => pick(lang, zh, en),
        (Lang::Zh, false) => format!("{zh}，{}{road}", if icon == "depart" { "沿" } else { "进入" }),
        (Lang::En, false) => {
            format!("{en} {} {road}", if matches!(icon, "depart" | "straight") { "on" } else { "onto" })
        }
    }
}

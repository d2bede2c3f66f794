//! Services of others, and what they answer, in words.

use std::fmt::Write as _;

use app::dto::{LangDto, ProviderDto, ProviderPlanDto};

use crate::inspect;
use crate::show::{far, km, minutes, pick, price, route_line};

/// What there is.
pub fn list(lang: LangDto, all: &[ProviderDto]) -> String {
    let mut out = String::new();
    for one in all {
        let state = if one.enabled { pick(lang, "开", "on") } else { pick(lang, "关", "off") };
        let address = if one.address.is_empty() {
            match lang {
                LangDto::Zh => format!("没有地址（例如 {}）", one.usual_address),
                LangDto::En => format!("no address (for example {})", one.usual_address),
            }
        } else {
            one.address.clone()
        };
        let key = match (one.needs_key.as_str(), one.has_key) {
            ("none", _) => "",
            (_, true) => pick(lang, "  有密钥", "  key kept"),
            ("required", false) => pick(lang, "  缺密钥", "  key missing"),
            (_, false) => pick(lang, "  没有密钥", "  no key"),
        };
        let _ = writeln!(out, "{:<12} {state:<4} {address}{key}  {}  {} s", one.id, one.datum, one.timeout_s);
    }
    out
}

/// A service's answer: its routes, what it was told of each wish, and Laolu's own way beside it.
pub fn plan(lang: LangDto, answer: &ProviderPlanDto, steps: bool, trace: bool) -> String {
    let plan = &answer.plan;
    let mut out = String::new();
    let vias: String = plan.vias.iter().map(|via| format!("{} → ", via.label)).collect();
    let _ =
        writeln!(out, "{}: {} → {vias}{}", answer.provider.name, plan.origin.label, plan.destination.label);
    for unmet in &plan.unmet {
        let _ = writeln!(out, "! {}", unmet.text);
    }
    for notice in plan.moved.iter().chain(plan.notices.iter().map(|notice| &notice.text)) {
        let _ = writeln!(out, "· {notice}");
    }
    for (index, (route, more)) in plan.routes.iter().zip(&answer.routes).enumerate() {
        let _ = writeln!(out, "\n{}", route_line(lang, index, route));
        if more.same_as_ours {
            let _ = writeln!(out, "     {}", pick(lang, "和老路选的是同一条", "the same way as Laolu’s own"));
        } else if !more.can_be_driven {
            let share = more.known * 100.0;
            let _ = match lang {
                LangDto::Zh => writeln!(out, "     只有 {share:.0}% 在这里的地图上找到，其余的路况不知道"),
                LangDto::En => {
                    writeln!(
                        out,
                        "     only {share:.0}% of it was found on the map here; of the rest nothing is known"
                    )
                }
            };
        }
        if steps {
            for step in &route.steps {
                let _ = writeln!(out, "     {}  {}", step.text, far(lang, step.distance_m));
            }
        }
    }
    let _ = writeln!(out, "\n{}", pick(lang, "你要的，它知道多少", "What you want, and what it was told"));
    if answer.wishes.is_empty() {
        let _ = writeln!(out, "  {}", pick(lang, "这次没有要求", "nothing was wanted of this trip"));
    }
    for wish in &answer.wishes {
        let kept = match (wish.kept, wish.metres) {
            (Some(true), _) => pick(lang, "做到了", "kept").to_owned(),
            (Some(false), Some(metres)) if metres > 0.0 => match lang {
                LangDto::Zh => format!("路上有 {}", km(lang, metres)),
                LangDto::En => format!("{} of it on the way", km(lang, metres)),
            },
            (Some(false), _) => pick(lang, "没有做到", "not kept").to_owned(),
            (None, _) => pick(lang, "不知道做到没有", "not known whether it is kept").to_owned(),
        };
        let cost = wish.price_s.map(|s| format!("{}  ", price(lang, s))).unwrap_or_default();
        let _ = writeln!(out, "  {cost}{} · {} · {kept}  [{}]", wish.text, wish.note, wish.reason);
    }
    let ours = &answer.ours;
    let _ = writeln!(
        out,
        "\n{}{}  {}  {}",
        pick(lang, "老路自己：", "Laolu’s own: "),
        minutes(lang, ours.duration_s),
        km(lang, ours.distance_m),
        ours.label
    );
    if trace {
        out.push_str(&inspect::stages(lang, &plan.trace));
    }
    if answer.routes.iter().any(|route| route.can_be_driven) {
        let driven = pick(lang, "开完之后：", "After driving it: ");
        let _ = writeln!(out, "\n{driven}laolu drove {} 1", plan.plan_id);
    }
    out
}

/// Why a service gave no route, in both languages.
pub fn error(provider: &str, why: &str, status: &str) -> (String, String) {
    let (zh, en) = match why {
        "off" => (
            "{} 没有打开，什么都没有发送。打开：laolu provider set {} --address 地址 --on。",
            "{} is off; nothing was sent. Switch it on: laolu provider set {} --address ADDRESS --on.",
        ),
        "no_address" => (
            "{} 没有地址，什么都没有发送：laolu provider set {} --address 地址。",
            "{} has no address; nothing was sent: laolu provider set {} --address ADDRESS.",
        ),
        "no_key" | "key" => (
            "{} 不认这个密钥，或没有密钥：laolu provider set {} --key。",
            "{} does not accept the key, or there is none: laolu provider set {} --key.",
        ),
        "limit" => ("{} 的用量到头了，过一会儿再问。", "The limit of {} is reached. Ask again later."),
        "no_way" => ("{} 说没有能走的路。", "{} knows no way."),
        "off_its_map" => (
            "有一个点不在 {} 的地图上，或离它的路太远。",
            "A stop lies off the map of {}, or too far from its roads.",
        ),
        "wishes" => (
            "{} 不接受这些要求。用 --off 关掉一些，再问一次。",
            "{} does not take these wishes. Switch some off with --off, and ask again.",
        ),
        "unreadable" | "page" | "too_large" | "broken" => (
            "那个地址的回答不是 {} 的。检查地址：laolu provider list。",
            "What came from there is no answer of {}. Check the address: laolu provider list.",
        ),
        "slow" => (
            "{} 没有按时回答，已放弃。可以再问一次，或用 laolu provider set {} --timeout 多等一会儿。",
            "{} did not answer in time, so this was given up. Ask again, or wait longer with laolu provider set {} --timeout.",
        ),
        "refused" => {
            return (
                format!("{provider} 拒绝了（状态 {status}）。检查地址：laolu provider list。"),
                format!("{provider} refuses (status {status}). Check the address: laolu provider list."),
            );
        }
        "untrusted" => (
            "{} 的证书不可信，什么都没有发送。",
            "The certificate of {} is not to be trusted; nothing was sent.",
        ),
        _ => (
            "连不上 {}。检查地址和网络：laolu provider list。",
            "{} can’t be reached. Check the address and the network: laolu provider list.",
        ),
    };
    (zh.replace("{}", provider), en.replace("{}", provider))
}

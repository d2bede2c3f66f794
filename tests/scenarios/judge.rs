//! What a case expects, held against what came.

use app::dto::*;

use super::{Seen, read::Case};

/// `Ok` when every expectation holds; else the first that does not, and what came instead.
pub fn judge(case: &Case, seen: &Seen) -> Result<(), String> {
    for expected in &case.expected {
        let expected = &expected.replace("{road}", &seen.road);
        let (word, rest) = expected.split_once(' ').unwrap_or((expected.as_str(), ""));
        let wrong = |what: String| Err(format!("expected {expected}: {what}"));
        let plan = match (&seen.plan, word) {
            (Err(error), "error") => {
                let got = format!(
                    "{:?} {}",
                    error.code,
                    error.args.values().cloned().collect::<Vec<_>>().join(" ")
                );
                if rest.split(' ').all(|word| got.contains(word)) {
                    continue;
                }
                return wrong(got);
            }
            (Err(error), _) => return wrong(format!("failed: {:?} {:?}", error.code, error.args)),
            (Ok(plan), _) => plan,
        };
        let first = plan.routes.first().ok_or("no route")?;
        let plain = || seen.plain.as_ref().and_then(|plain| plain.routes.first()).ok_or("no plain plan");
        let memories =
            || plan.reasons.iter().chain(&plan.considered).filter(|reason| reason.kind == ReasonKind::Memory);
        let holds = match word {
            "error" => false,
            "to" => plan.destination.label.contains(rest),
            "from" => plan.origin.label.contains(rest),
            "via" => plan.vias.iter().any(|via| via.label.contains(rest)),
            "vias" => rest.parse() == Ok(plan.vias.len()),
            "with" => metres(first, rest)? > 0.0,
            "without" => metres(first, rest)? == 0.0,
            "more" => metres(first, rest)? > metres(plain()?, rest)? + 1.0,
            "less" => metres(first, rest)? < metres(plain()?, rest)? - 1.0,
            "like" if rest == "plain" => first.id == plain()?.id,
            "unlike" if rest == "plain" => first.id != plain()?.id,
            "like" if rest == "driven" => seen.driven.last() == Some(&first.id),
            "unlike" if rest == "driven" => seen.driven.last() != Some(&first.id),
            "off" => roads(first).iter().all(|(name, _)| name != rest),
            "departs" => departs(plan) == rest,
            "notice" if rest == "nothing" => !plan.notices.iter().any(|notice| notice.kind == "late"),
            "notice" => plan.notices.iter().any(|notice| notice.kind == rest),
            "passengers" => match (&plan.intent.passengers, rest) {
                (Some(nobody), "nobody") => nobody.is_empty(),
                (told, who) => told.iter().flatten().any(|name| name.contains(who)),
            },
            "slower" => first.duration_s > plain()?.duration_s + 1.0,
            "usual" => first.usual,
            "asks" => plan.question.is_some() != (rest == "nothing"),
            "memory" => match rest {
                "decisive" => memories().any(|reason| reason.decisive),
                "applied" => memories().any(|reason| reason.state != ReasonState::Retrieved),
                "none" => !memories().any(|reason| reason.decisive),
                _ => memories().any(|reason| reason.decisive && reason.text.contains(rest)),
            },
            "sentence" => plan
                .reasons
                .iter()
                .any(|reason| reason.kind == ReasonKind::Sentence && (rest != "decisive" || reason.decisive)),
            "mode" => plan.decision.route_preference == rest,
            "unmet" => plan.unmet.is_empty() == (rest == "nothing"),
            "offer" => plan.offer.is_some(),
            "weather" => plan.intent.weather.as_deref().unwrap_or("unknown") == rest,
            "kind" => plan.intent.kind == rest,
            "overruled" => !plan.overruled.is_empty(),
            _ => return wrong("no such expectation".to_owned()),
        };
        if !holds {
            return wrong(said(plan, first));
        }
    }
    Ok(())
}

/// Names of the roads with metres on each.
pub fn roads(route: &RouteDto) -> Vec<(String, f64)> {
    let mut roads: Vec<(String, f64)> = Vec::new();
    for detail in route.details.iter().filter(|detail| detail.kind == "road" && !detail.value.is_empty()) {
        match roads.iter_mut().find(|(name, _)| *name == detail.value) {
            Some((_, metres)) => *metres += detail.metres,
            None => roads.push((detail.value.clone(), detail.metres)),
        }
    }
    roads
}

/// The weekday and local time of departure, `Tue 08:00`.
fn departs(plan: &PlanDto) -> String {
    let at = domain::Timestamp(plan.intent.depart_at).in_zone(&plan.intent.zone);
    at.strftime("%a %H:%M").to_string()
}

fn metres(route: &RouteDto, feature: &str) -> Result<f64, String> {
    let of = &route.features;
    Ok(match feature {
        "motorway" => of.motorway_m,
        "toll" => of.toll_m,
        "ferry" => of.ferry_m,
        "tunnel" => of.tunnel_m,
        "bridge" => of.bridge_m,
        "elevated" => of.elevated_m,
        "unpaved" => of.unpaved_m,
        "waterside" => of.waterside_m,
        "residential" => of.residential_m,
        "narrow" => of.narrow_m,
        "steep" => of.steep_m,
        _ => return Err(format!("no such feature: {feature}")),
    })
}

/// What came, in one line.
fn said(plan: &PlanDto, first: &RouteDto) -> String {
    let reasons: Vec<String> = plan
        .reasons
        .iter()
        .map(|reason| format!("{}{}", reason.id, if reason.decisive { "!" } else { "" }))
        .collect();
    format!(
        "{} to {} by {} ({:.0} s, {:.0} m of water), mode {}, reasons [{}], unmet [{}], question {}, notes {}",
        plan.origin.label,
        plan.destination.label,
        first.via_roads.join(" · "),
        first.duration_s,
        first.features.waterside_m,
        plan.decision.route_preference,
        reasons.join(" "),
        plan.unmet.iter().map(|unmet| unmet.text.as_str()).collect::<Vec<_>>().join("; "),
        plan.question.is_some(),
        plan.intent.notes.len()
    )
}

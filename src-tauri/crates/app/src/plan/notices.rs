//! What a driver should know of a way beside its reasons: zones that it enters, and a size limit that turned it.

use domain::{Detail, Lang, Measure, Route, Vehicle};
use routing::TooSmall;

use crate::{dto::NoticeDto, words};

/// How the way would go for an ordinary car, when the vehicle's size leads it elsewhere.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The first thing on that way that is too small.
    pub limit: TooSmall,
    /// Seconds that going around costs.
    pub delta_s: f64,
}

/// Low-emission zones on a route, each once.
pub fn zones(lang: Lang, route: &Route) -> Vec<NoticeDto> {
    let mut names: Vec<&str> = Vec::new();
    for detail in &route.details {
        if let Detail::LowEmissionZone(name) = &detail.what
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    let notice = |name: &str| NoticeDto {
        kind: "low_emission".to_owned(),
        text: match (lang, name.is_empty()) {
            (Lang::Zh, true) => "经过低排放区：看看你的车能不能进。".to_owned(),
            (Lang::Zh, false) => format!("经过低排放区「{name}」：看看你的车能不能进。"),
            (Lang::En, true) => "Enters a low-emission zone: check that your car may.".to_owned(),
            (Lang::En, false) => format!("Enters the low-emission zone “{name}”: check that your car may."),
        },
    };
    names.into_iter().map(notice).collect()
}

/// What turned the route, and its price.
pub fn turned(lang: Lang, vehicle: &Vehicle, turned: &Turned) -> NoticeDto {
    let (own, posted) = sizes(lang, vehicle, &turned.limit);
    let unnamed = words::pick(lang, "一段路", "a road");
    let road = if turned.limit.road.is_empty() { &unnamed } else { &turned.limit.road };
    let minutes = words::minutes(lang, turned.delta_s);
    // Slower and shorter is possible: what is told is the time, when there is any to tell.
    let text = match (lang, turned.delta_s >= 30.0) {
        (Lang::Zh, true) => format!("{own}，绕开了{road}（{posted}）：多 {minutes}。"),
        (Lang::Zh, false) => format!("{own}，绕开了{road}（{posted}）。"),
        (Lang::En, true) => format!("{own}: goes around {road} ({posted}), {minutes} longer."),
        (Lang::En, false) => format!("{own}: goes around {road} ({posted})."),
    };
    NoticeDto { kind: "vehicle".to_owned(), text }
}

/// The vehicle's measure and the posted one, in words.
fn sizes(lang: Lang, vehicle: &Vehicle, limit: &TooSmall) -> (String, String) {
    let metres = |cm: f64| number(cm / 100.0);
    let tonnes = |kg: f64| number(kg / 1000.0);
    let own = |cm: Option<u16>| metres(f64::from(cm.unwrap_or_default()));
    let weight = tonnes(f64::from(vehicle.weight_kg.unwrap_or_default()));
    let posted = &limit.limits;
    match (limit.measure, lang) {
        (Measure::Height, Lang::Zh) => (
            format!("车高 {} 米", own(vehicle.height_cm)),
            format!("限高 {} 米", metres(posted.height_cm.into())),
        ),
        (Measure::Height, Lang::En) => (
            format!("Your car is {} m high", own(vehicle.height_cm)),
            format!("{} m at most", metres(posted.height_cm.into())),
        ),
        (Measure::Width, Lang::Zh) => (
            format!("车宽 {} 米", own(vehicle.width_cm)),
            format!("限宽 {} 米", metres(posted.width_cm.into())),
        ),
        (Measure::Width, Lang::En) => (
            format!("Your car is {} m wide", own(vehicle.width_cm)),
            format!("{} m at most", metres(posted.width_cm.into())),
        ),
        (Measure::Length, Lang::Zh) => (
            format!("车长 {} 米", own(vehicle.length_cm)),
            format!("限长 {} 米", metres(posted.length_cm.into())),
        ),
        (Measure::Length, Lang::En) => (
            format!("Your car is {} m long", own(vehicle.length_cm)),
            format!("{} m at most", metres(posted.length_cm.into())),
        ),
        (Measure::Weight, Lang::Zh) => {
            (format!("车重 {weight} 吨"), format!("限重 {} 吨", tonnes(posted.weight_kg.into())))
        }
        (Measure::Weight, Lang::En) => {
            (format!("Your car weighs {weight} t"), format!("{} t at most", tonnes(posted.weight_kg.into())))
        }
        (Measure::AxleLoad, Lang::Zh) => {
            (format!("车重 {weight} 吨"), format!("轴重限 {} 吨", tonnes(posted.axle_kg.into())))
        }
        (Measure::AxleLoad, Lang::En) => (
            format!("Your car weighs {weight} t"),
            format!("{} t on an axle at most", tonnes(posted.axle_kg.into())),
        ),
    }
}

/// Two decimals at most, as on a sign: `2.2`, `3.5`, `12`.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::SizeLimits;

    #[test]
    fn a_limit_is_told_with_its_price() {
        let vehicle = Vehicle { height_cm: Some(270), weight_kg: Some(3_500), ..Vehicle::default() };
        let posted = SizeLimits { height_cm: 220, weight_kg: 2_800, axle_kg: 2_000, ..SizeLimits::default() };
        let check = |measure: Measure, delta_s: f64, zh: &str, en: &str| {
            let limit = TooSmall { measure, limits: posted, road: "Rua Nova".to_owned() };
            let way = Turned { limit, delta_s };
            assert_eq!(turned(Lang::Zh, &vehicle, &way).text, zh);
            assert_eq!(turned(Lang::En, &vehicle, &way).text, en);
        };
        check(
            Measure::Height,
            190.0,
            "车高 2.7 米，绕开了Rua Nova（限高 2.2 米）：多 3 分钟。",
            "Your car is 2.7 m high: goes around Rua Nova (2.2 m at most), 3 min longer.",
        );
        check(
            Measure::Weight,
            5.0,
            "车重 3.5 吨，绕开了Rua Nova（限重 2.8 吨）。",
            "Your car weighs 3.5 t: goes around Rua Nova (2.8 t at most).",
        );
        check(
            Measure::AxleLoad,
            0.0,
            "车重 3.5 吨，绕开了Rua Nova（轴重限 2 吨）。",
            "Your car weighs 3.5 t: goes around Rua Nova (2 t on an axle at most).",
        );
    }
}

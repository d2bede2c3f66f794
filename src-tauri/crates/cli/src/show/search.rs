//! What a search found, in words.

use std::fmt::Write as _;

use app::dto::{LangDto, OpenDto, PlaceHitDto, SearchDto};

use super::{km, pick, price};

/// What was found, with what the search could not do before it and "did you mean" where it guessed.
pub fn found(lang: LangDto, found: &SearchDto) -> String {
    let mut out = String::new();
    let head = match found.problem.as_deref() {
        Some("no_way") => Some(pick(
            lang,
            "还没有规划路线，不知道「路上」是哪条路；下面是附近的。",
            "Nothing is planned, so there is no way to look along; this is what is around.",
        )),
        Some("unknown_place") => Some(pick(
            lang,
            "不认识要在它附近找的地方；下面按平时的位置找。",
            "The place to look near is unknown; this is what is around as usual.",
        )),
        _ => None,
    };
    if let Some(head) = head {
        let _ = writeln!(out, "{head}");
    }
    if let Some(near) = &found.near {
        let _ = writeln!(out, "{}", pick(lang, "在「{}」附近：", "Near “{}”:").replace("{}", near));
    }
    if found.hits.is_empty() {
        out.push_str(pick(lang, "什么也没找到。", "Nothing found."));
        return out;
    }
    if found.guess {
        let _ = writeln!(
            out,
            "{}",
            pick(lang, "没有叫这个名字的。你要找的是：", "Nothing is called that. Did you mean:")
        );
    }
    for hit in &found.hits {
        out.push_str(&line(lang, hit));
    }
    out
}

/// One place in one line.
pub fn line(lang: LangDto, hit: &PlaceHitDto) -> String {
    let mut parts =
        vec![format!("{:.5},{:.5}", hit.point.lat, hit.point.lon), hit.label.clone(), hit.detail.clone()];
    if let Some(detour) = hit.detour {
        let cost = detour.duration_s.map_or_else(|| km(lang, detour.distance_m), |s| price(lang, s));
        parts.push(format!("{} {}", pick(lang, "绕行", "detour"), cost));
        parts.push(format!("{} {}", pick(lang, "走过", "after"), km(lang, detour.after_m)));
    } else if let Some(distance) = hit.distance_m {
        parts.push(km(lang, distance));
    }
    parts.extend(hit.open.as_ref().map(|open| opening(lang, open)));
    if let Some(times) = hit.used {
        parts.push(match lang {
            LangDto::Zh => format!("去过{times}次"),
            LangDto::En if times == 1 => "been there once".to_owned(),
            LangDto::En => format!("been there {times} times"),
        });
    }
    parts.retain(|part| !part.is_empty());
    format!("{}\n", parts.join("  "))
}

/// Whether it is open, and until when.
fn opening(lang: LangDto, open: &OpenDto) -> String {
    let state = match open.state.as_str() {
        "open" => pick(lang, "营业中", "open"),
        "closed" => pick(lang, "已打烊", "closed"),
        _ => return pick(lang, "营业时间不详", "hours unknown").to_owned(),
    };
    let Some(until) = &open.until else { return state.to_owned() };
    let day = match (lang, open.days) {
        (_, 0) => String::new(),
        (LangDto::Zh, 1) => "明天 ".to_owned(),
        (LangDto::Zh, days) => format!("{days}天后 "),
        (LangDto::En, 1) => "tomorrow ".to_owned(),
        (LangDto::En, days) => format!("in {days} days, "),
    };
    match (lang, open.state.as_str()) {
        (LangDto::Zh, "open") => format!("{state}，到{day}{until}"),
        (LangDto::Zh, _) => format!("{state}，{day}{until} 开门"),
        (LangDto::En, "open") => format!("{state} until {day}{until}"),
        (LangDto::En, _) => format!("{state}, opens {day}{until}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::dto::{DetourDto, PointDto};

    #[test]
    fn places_in_words() {
        let point = PointDto { lon: 7.42, lat: 43.735 };
        let mut hit = PlaceHitDto::new("Pharmacie", "amenity=pharmacy", point, "map");
        let check = |hit: &PlaceHitDto, zh: &str, en: &str| {
            for (lang, words) in [(LangDto::Zh, zh), (LangDto::En, en)] {
                assert_eq!(line(lang, hit), format!("43.73500,7.42000  Pharmacie  {words}\n"));
            }
        };
        let open = |state: &str, until: Option<&str>, days: u32| {
            Some(OpenDto { state: state.to_owned(), until: until.map(str::to_owned), days })
        };
        hit.distance_m = Some(1234.0);
        hit.open = open("open", Some("19:30"), 0);
        check(&hit, "1.2 公里  营业中，到19:30", "1.2 km  open until 19:30");
        hit.open = open("closed", Some("08:30"), 1);
        hit.used = Some(3);
        check(
            &hit,
            "1.2 公里  已打烊，明天 08:30 开门  去过3次",
            "1.2 km  closed, opens tomorrow 08:30  been there 3 times",
        );
        hit.open = open("unknown", None, 0);
        (hit.used, hit.distance_m) = (None, None);
        hit.detour = Some(DetourDto { distance_m: 800.0, duration_s: Some(90.0), after_m: 4100.0 });
        check(
            &hit,
            "绕行 +1.5 分钟  走过 4.1 公里  营业时间不详",
            "detour +1.5 min  after 4.1 km  hours unknown",
        );
    }

    #[test]
    fn nothing_a_guess_and_what_could_not_be_done() {
        let nothing = SearchDto::default();
        assert_eq!(found(LangDto::En, &nothing), "Nothing found.");
        let point = PointDto { lon: 7.42, lat: 43.735 };
        let hits = vec![PlaceHitDto::new("Rue Grimaldi", "highway=tertiary", point, "map")];
        let guess = SearchDto { hits, guess: true, problem: Some("no_way".to_owned()), ..nothing };
        let text = found(LangDto::En, &guess);
        assert!(text.contains("Nothing is planned") && text.contains("Did you mean:\n43.73500"), "{text}");
    }
}

//! A month at a glance, what would be driven, and files for other apps.

use std::{fmt::Write as _, fs, path::Path};

use app::{
    App, AppError,
    dto::{
        InsightsExportDto, InsightsLookDto, InsightsTakeRequest, LangDto, MonthDto, PlanDto,
        RouteExportRequest, RouteFormDto, WouldDto, WouldRequest,
    },
};

use crate::{
    args::{Outward, Trip},
    run::{self, Ways},
    show::pick,
};

/// Does what was typed.
pub fn run(app: &App, asked: Outward, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match asked {
        Outward::Month { month } => ways.answer(&app.month(&month, lang)?, |month| month_words(lang, month)),
        Outward::Would { day, time, weather } => {
            let request = WouldRequest { weekday: weekday(&day)?, minute: minute(&time)?, weather, lang };
            ways.answer(&app.would(&request)?, |would| would_words(lang, would))
        }
        Outward::ExportRoute { out, to, number, trip } => export_route(app, &out, &to, number, trip, ways),
        Outward::ExportInsights { out } => {
            let found = app.insights_export(lang)?;
            fs::write(&out, &found.text)?;
            ways.answer(&found, |found| insights_words(lang, found))
        }
        Outward::ImportInsights { file, look, only } => import_insights(app, &file, look, &only, ways),
        Outward::TakeBackInsights { ids } => ways.answer(&app.insights_take_back(&ids)?, |gone| match lang {
            LangDto::Zh => format!("已收回 {} 条。", gone.len()),
            LangDto::En => format!("{} are taken back.", gone.len()),
        }),
    }
}

fn import_insights(app: &App, file: &Path, look: bool, only: &[u32], ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    let found = app.insights_look_at(&file.to_string_lossy(), lang)?;
    if look {
        return ways.answer(&found, |found| look_words(lang, found));
    }
    // Who types counts from 1.
    let lines = only.iter().map(|line| line.checked_sub(1)).collect::<Option<Vec<u32>>>();
    let lines = lines.ok_or_else(|| AppError::bad_request("only"))?;
    let only = (!lines.is_empty()).then_some(lines);
    ways.answer(
        &app.insights_take(&InsightsTakeRequest { text: found.text, only, lang })?,
        |taken| match lang {
            LangDto::Zh => format!(
                "{} 条等你确认；{} 条已经知道。{}",
                taken.waiting,
                taken.known,
                back(lang, &taken.ids)
            ),
            LangDto::En => {
                format!(
                    "{} wait for your answer, {} were known.{}",
                    taken.waiting,
                    taken.known,
                    back(lang, &taken.ids)
                )
            }
        },
    )
}

fn look_words(lang: LangDto, found: &InsightsLookDto) -> String {
    let mut out = String::new();
    for (index, line) in found.lines.iter().enumerate() {
        let standing = match line.standing.as_str() {
            "known" => pick(lang, "（已经知道）", " (known)"),
            "refused" => pick(lang, "（你说过不是或删除过）", " (you said no or deleted it)"),
            _ => "",
        };
        let _ = writeln!(out, "{}. {}{standing}", index + 1, line.text);
    }
    out
}

/// How to take it back.
fn back(lang: LangDto, ids: &[String]) -> String {
    match lang {
        _ if ids.is_empty() => String::new(),
        LangDto::Zh => format!("收回：laolu take-back-insights {}", ids.join(" ")),
        LangDto::En => format!(" To take it back: laolu take-back-insights {}", ids.join(" ")),
    }
}

fn export_route(
    app: &App,
    out: &Path,
    to: &str,
    number: usize,
    trip: Trip,
    ways: &Ways,
) -> Result<(), AppError> {
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    let form = match ending.as_str() {
        "gpx" => RouteFormDto::Gpx,
        "geojson" | "json" => RouteFormDto::Geojson,
        "html" | "htm" => RouteFormDto::Sheet,
        "txt" => RouteFormDto::Links,
        _ => return Err(AppError::bad_request("out")),
    };
    let plan = app.plan(&run::between(app, to, trip, ways)?)?;
    let request =
        request_of(&plan, form, number, ways.lang).ok_or_else(|| AppError::bad_request("number"))?;
    let written = app.route_export(&request)?;
    fs::write(out, &written.text)?;
    ways.answer(&written, |written| match (form, ways.lang) {
        (RouteFormDto::Links, _) => written.text.clone(),
        (_, LangDto::Zh) => format!("已写入 {}：{}", out.display(), request.route.label),
        (_, LangDto::En) => format!("Written to {}: {}", out.display(), request.route.label),
    })
}

fn request_of(
    plan: &PlanDto,
    form: RouteFormDto,
    number: usize,
    lang: LangDto,
) -> Option<RouteExportRequest> {
    let route = plan.routes.get(number.checked_sub(1)?)?.clone();
    let ends = [std::slice::from_ref(&plan.origin), &plan.vias, std::slice::from_ref(&plan.destination)];
    Some(RouteExportRequest {
        form,
        route,
        stops: ends.concat(),
        depart_at: Some(plan.intent.depart_at),
        zone: plan.intent.zone.clone(),
        lang,
    })
}

fn weekday(text: &str) -> Result<u32, AppError> {
    const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const ZH: [&str; 7] = ["一", "二", "三", "四", "五", "六", "日"];
    let text = text.trim().to_lowercase();
    let at = DAYS.iter().position(|day| text.starts_with(day));
    let at = at.or_else(|| ZH.iter().position(|day| text.ends_with(day)));
    let number = at.and_then(|at| u32::try_from(at + 1).ok()).or_else(|| text.parse().ok());
    number.filter(|day| (1..=7).contains(day)).ok_or_else(|| AppError::bad_request("day"))
}

fn minute(text: &str) -> Result<u32, AppError> {
    let bad = || AppError::bad_request("time");
    let (hour, minute) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
    let (hour, minute): (u32, u32) =
        (hour.parse().map_err(|_no_number| bad())?, minute.parse().map_err(|_no_number| bad())?);
    if hour < 24 && minute < 60 { Ok(hour * 60 + minute) } else { Err(bad()) }
}

fn month_words(lang: LangDto, month: &MonthDto) -> String {
    let mut out = String::new();
    let hours = month.duration_s / 3_600.0;
    let _ = match lang {
        LangDto::Zh => writeln!(
            out,
            "{}：{} 天里开了 {} 次，共 {hours:.1} 小时；{} 次按推荐走。",
            month.month, month.days, month.trips, month.followed
        ),
        LangDto::En => writeln!(
            out,
            "{}: {} trips on {} days, {hours:.1} h on the road; {} as recommended.",
            month.month, month.trips, month.days, month.followed
        ),
    };
    for place in &month.places {
        let _ = writeln!(out, "{:>4}×  {}  {:.0} h", place.visits, place.name, place.stayed_s / 3_600.0);
    }
    for way in &month.ways {
        let _ = writeln!(
            out,
            "{:>4}×  {} → {}  {}  {:.0} min",
            way.trips,
            way.from,
            way.to,
            way.via,
            way.duration_s / 60.0
        );
    }
    for one in &month.preferences {
        let _ = writeln!(out, "{:+6.1} min  {}  {}×  {}", one.delta_s / 60.0, one.text, one.drives, one.id);
    }
    out
}

fn would_words(lang: LangDto, would: &WouldDto) -> String {
    if would.trips.is_empty() {
        return pick(lang, "这个时间还没有开过车。", "Nothing was driven at such a time yet.").to_owned();
    }
    let mut out = String::new();
    for trip in &would.trips {
        let clock = format!("{:02}:{:02}", trip.usual_minute / 60, trip.usual_minute % 60);
        let _ = match lang {
            LangDto::Zh => {
                writeln!(out, "{} → {}：{} 天这时候走过，通常 {clock}", trip.from, trip.to, trip.seen)
            }
            LangDto::En => {
                writeln!(out, "{} → {}: on {} such days, usually at {clock}", trip.from, trip.to, trip.seen)
            }
        };
        let said = trip.plan.as_ref().map(|plan| plan.human_readable_reason.as_str());
        let none = pick(lang, "现在规划不出来。", "It can't be planned now.");
        let _ = writeln!(out, "    {}", said.unwrap_or(none));
    }
    out
}

fn insights_words(lang: LangDto, found: &InsightsExportDto) -> String {
    let mut out = String::new();
    for text in &found.insights {
        let _ = writeln!(out, "{text}");
    }
    let _ = match lang {
        LangDto::Zh => writeln!(
            out,
            "写出 {} 条；{} 条提到地点、道路或人，留在本机。",
            found.insights.len(),
            found.left_out
        ),
        LangDto::En => writeln!(
            out,
            "{} written; {} name a place, a road or a person and stay here.",
            found.insights.len(),
            found.left_out
        ),
    };
    out
}

//! Answers as words for a terminal. JSON is for programs; this is for people.

mod checking;
mod erasing;
mod search;

use std::fmt::Write as _;

use crate::{inspect, online};
use app::dto::{
    ChipRole, DeletionDto, DroveDto, HabitCardDto, HereDto, LangDto, MemoryDetailDto, MemoryKindDto,
    MemoryPageDto, MemoryRowDto, MemoryStateDto, OriginDto, ParseDto, PlaceHitDto, PlanDto, ProgressDto,
    ReasonDto, RegionDto, RouteDto, SaidDto, SearchDto, SettingsDto, StatusDto, TrackDto,
};

pub use checking::{doctor, threshold};
pub use erasing::{erase_preview, nothing_to_finish, receipt, restored};

pub(crate) fn pick<'a>(lang: LangDto, zh: &'a str, en: &'a str) -> &'a str {
    match lang {
        LangDto::Zh => zh,
        LangDto::En => en,
    }
}

pub(crate) fn minutes(lang: LangDto, s: f64) -> String {
    format!("{:.0} {}", (s / 60.0).round().max(1.0), pick(lang, "分钟", "min"))
}

pub(crate) fn km(lang: LangDto, m: f64) -> String {
    format!("{:.1} {}", m / 1000.0, pick(lang, "公里", "km"))
}

/// How far until the next turn, as a navigator says it; nothing at the end.
pub(crate) fn far(lang: LangDto, m: f64) -> String {
    if m > 0.0 { app::distance(lang, m) } else { String::new() }
}

/// "+2 min", "−30 s", "±0".
pub(crate) fn price(lang: LangDto, s: f64) -> String {
    let sign = if s < 0.0 { "−" } else { "+" };
    match s.abs() {
        under if under < 0.5 => "±0".to_owned(),
        under if under < 60.0 => format!("{sign}{under:.0} {}", pick(lang, "秒", "s")),
        more => format!("{sign}{:.1} {}", more / 60.0, pick(lang, "分钟", "min")),
    }
}

/// What was understood.
pub fn understood(lang: LangDto, parsed: &ParseDto) -> String {
    let mut out = String::new();
    for chip in &parsed.chips {
        let problem = match chip.problem.as_deref() {
            Some("unknown_place") => pick(lang, "  （没找到）", "  (not found)"),
            Some("ambiguous") => pick(lang, "  （有好几处）", "  (several)"),
            Some("outside_region") => pick(lang, "  （不在地图里）", "  (outside the maps)"),
            Some(_) => pick(lang, "  （没看懂）", "  (not understood)"),
            None => "",
        };
        let _ = writeln!(out, "{}  {}{problem}", chip.label, chip.value);
    }
    if parsed.chips.is_empty() {
        out.push_str(pick(lang, "什么也没听出来。", "Nothing was understood."));
    }
    out
}

/// A plan.
pub fn plan(lang: LangDto, plan: &PlanDto, steps: bool, trace: bool) -> String {
    let mut out = String::new();
    let vias: String = plan.vias.iter().map(|via| format!("{} → ", via.label)).collect();
    let _ = writeln!(out, "{} → {vias}{}", plan.origin.label, plan.destination.label);
    for chip in
        plan.intent.chips.iter().filter(|chip| matches!(chip.role, ChipRole::Depart | ChipRole::Arrive))
    {
        let _ = writeln!(out, "{} {}", chip.label, chip.value);
    }
    for note in &plan.intent.notes {
        let _ = writeln!(out, "? {} {}", pick(lang, "没看懂：", "Not understood:"), note.words);
    }
    for unmet in &plan.unmet {
        let _ = writeln!(out, "! {}", unmet.text);
    }
    if let Some(offer) = &plan.offer {
        let _ = writeln!(out, "! {}", offer.text);
    }
    let entered = plan.routes.first().into_iter().flat_map(|route| &route.notices);
    let notices = plan.notices.iter().chain(entered).map(|notice| &notice.text);
    for notice in plan.moved.iter().chain(notices) {
        let _ = writeln!(out, "· {notice}");
    }
    for (index, route) in plan.routes.iter().enumerate() {
        let _ = writeln!(out, "\n{}", route_line(lang, index, route));
        if let Some(traffic) = &route.traffic {
            let _ = writeln!(out, "     {}", traffic.text);
        }
        if steps {
            for step in &route.steps {
                let _ = writeln!(out, "     {}  {}", step.text, far(lang, step.distance_m));
                for note in &step.notes {
                    let _ = writeln!(out, "       · {note}");
                }
            }
        }
    }
    if let Some(aside) = &plan.set_aside {
        let (label, minutes) = (&aside.label, minutes(lang, aside.duration_s));
        let _ = match lang {
            LangDto::Zh => writeln!(out, "   （{label}，{minutes}：按你的要求未采用）"),
            LangDto::En => writeln!(out, "   ({label}, {minutes}: set aside by what you want)"),
        };
    }
    let _ = writeln!(out, "\n{}", pick(lang, "为什么走这条路", "Why this route"));
    let _ = writeln!(
        out,
        "  {}  {}",
        minutes(lang, plan.base.duration_s),
        pick(lang, "最快的路", "fastest of all")
    );
    for reason in &plan.reasons {
        let _ = writeln!(out, "  {}", reason_line(lang, reason));
    }
    if !plan.memory_used {
        let _ = writeln!(out, "  {}", pick(lang, "没有用到记忆。", "No memory was used."));
    }
    if !plan.considered.is_empty() {
        let words = pick(lang, "也考虑过，对这条路没有影响：", "Also considered, no effect on this route:");
        let _ = writeln!(out, "  {words}");
        for reason in &plan.considered {
            // It has a step in the sum when something after it would have done the same.
            let step =
                if reason.delta_s.abs() < 0.5 { String::new() } else { price(lang, reason.delta_s) + "  " };
            let _ = writeln!(out, "    {step}{}  {}  [{}]", reason.text, reason.source, reason.id);
        }
    }
    // A reason that shares its price with the one it lost to was told above.
    for lost in plan.overruled.iter().filter(|lost| !plan.reasons.iter().any(|reason| reason.id == lost.id)) {
        let _ = writeln!(out, "    {}  ({})  [{}]", lost.text, lost.why, lost.id);
    }
    if let Some(card) = &plan.card {
        let _ = writeln!(out, "\n◆ {}  [{}]\n  {}", card.text, card.memory, card.why);
    }
    if let Some(question) = &plan.question {
        let _ = writeln!(out, "\n◇ {}  [{}]\n  {}", question.text, question.memory, question.evidence);
    }
    if trace {
        out.push_str(&inspect::stages(lang, &plan.trace));
    }
    let driven = pick(lang, "开完之后：", "After driving it: ");
    let _ = writeln!(out, "\n{driven}laolu drove {} 1", plan.plan_id);
    out
}

pub(crate) fn route_line(lang: LangDto, index: usize, route: &RouteDto) -> String {
    let delta = if index == 0 { String::new() } else { format!("  ({})", price(lang, route.delta_s)) };
    let usual = if route.usual { pick(lang, "  你的老路", "  your usual way") } else { "" };
    format!(
        "{}. {}  {}  {}{delta}{usual}\n     {}  [{}]",
        index + 1,
        minutes(lang, route.duration_s),
        km(lang, route.distance_m),
        route.label,
        route.character,
        route.id
    )
}

fn reason_line(lang: LangDto, reason: &ReasonDto) -> String {
    let state = if !reason.enabled {
        pick(lang, "已关", "off")
    } else if reason.group.is_some() {
        pick(lang, "这几条有一条就够", "either of these is enough")
    } else if reason.decisive {
        pick(lang, "起了作用", "decisive")
    } else {
        pick(lang, "没有影响", "no effect")
    };
    format!("{}  {}  {} · {state}  [{}]", price(lang, reason.delta_s), reason.text, reason.source, reason.id)
}

/// A reported drive.
pub fn drove(lang: LangDto, done: &DroveDto) -> String {
    let mut out = if done.new {
        format!("{} {}", pick(lang, "记下了：", "Written down:"), done.trip)
    } else {
        format!("{} {}", pick(lang, "已经记过：", "Known already:"), done.trip)
    };
    if !done.learning {
        let words = pick(
            lang,
            "学习已关，不会提出习惯。打开：laolu settings set learning on",
            "Learning is off, so no habit is proposed. Switch it on: laolu settings set learning on",
        );
        let _ = write!(out, "\n{words}");
    }
    if let Some(card) = &done.proposal {
        let _ = write!(out, "\n{}", habit(lang, Some(card)));
    }
    out
}

/// The roads of a track.
pub fn track(lang: LangDto, found: &TrackDto) -> String {
    let mut out = match lang {
        LangDto::Zh => format!("{} 个轨迹点，{} 段行程", found.fixes, found.drives.len()),
        LangDto::En => format!("{} points, {} drive(s)", found.fixes, found.drives.len()),
    };
    if found.off_road + found.left_out > 0 {
        let _ = match lang {
            LangDto::Zh => write!(out, "；{} 个点附近没有路，{} 个点接不上", found.off_road, found.left_out),
            LangDto::En => {
                write!(out, "; {} off every road, {} fitting to no way", found.off_road, found.left_out)
            }
        };
    }
    for drive in &found.drives {
        let _ = write!(out, "\n{}  {}", pick(lang, "行程", "Drive"), km(lang, drive.distance_m));
        for stretch in &drive.stretches {
            let road = if stretch.road.is_empty() {
                pick(lang, "（无名路）", "(no name)")
            } else {
                &stretch.road
            };
            let guessed =
                pick(lang, "  没有记录，按最快的走法补上", "  nothing recorded, quickest way taken");
            let bridged = if stretch.bridged { guessed } else { "" };
            let sure = stretch.confidence * 100.0;
            let _ = write!(out, "\n  {:>8}  {road}  {sure:.0}%{bridged}", km(lang, stretch.distance_m));
        }
    }
    out
}

/// A question about a habit.
pub fn habit(lang: LangDto, card: Option<&HabitCardDto>) -> String {
    match card {
        None => pick(lang, "没有等你回答的问题。", "No question waits for you.").to_owned(),
        Some(card) => format!(
            "◇ {}\n  {}\n  laolu habit answer {} yes | only-then | no | later\n  {} laolu memory show {}   {} laolu settings set learning off   {} laolu memory delete {}",
            card.question,
            card.evidence,
            card.id,
            pick(lang, "为什么：", "Why:"),
            card.id,
            pick(lang, "别再问：", "Turn off:"),
            pick(lang, "忘掉：", "Forget:"),
            card.id
        ),
    }
}

/// How many questions wait.
pub fn waiting(lang: LangDto, n: u32) -> String {
    match lang {
        LangDto::Zh => format!("好。还有 {n} 个问题等你回答。"),
        LangDto::En => format!("Done. {n} questions wait for you."),
    }
}

fn kind(lang: LangDto, kind: MemoryKindDto) -> &'static str {
    match kind {
        MemoryKindDto::Place => pick(lang, "地点", "place"),
        MemoryKindDto::Avoid => pick(lang, "避开", "avoid"),
        MemoryKindDto::Preference => pick(lang, "偏好", "preference"),
        MemoryKindDto::Habit => pick(lang, "习惯", "habit"),
        MemoryKindDto::Trip => pick(lang, "行程", "trip"),
        MemoryKindDto::Statement => pick(lang, "记下的话", "statement"),
        MemoryKindDto::Insight => pick(lang, "总结", "insight"),
        MemoryKindDto::Noticed => pick(lang, "见闻", "noticed"),
    }
}

fn origin(lang: LangDto, origin: OriginDto) -> &'static str {
    match origin {
        OriginDto::Stated => pick(lang, "你说的", "you said"),
        OriginDto::Confirmed => pick(lang, "学到，已确认", "learned, confirmed"),
        OriginDto::Inferred => pick(lang, "学到，未确认", "learned, not confirmed"),
        OriginDto::Imported => pick(lang, "导入", "imported"),
    }
}

/// One memory in a line.
pub fn row(lang: LangDto, row: &MemoryRowDto) -> String {
    let sure = row.confidence.map(|sure| format!("{:.0}%", sure * 100.0)).unwrap_or_else(|| "?".to_owned());
    let state = match row.state {
        MemoryStateDto::Active => "",
        MemoryStateDto::Proposed => pick(lang, "  等你确认", "  waits for you"),
        MemoryStateDto::Rejected => pick(lang, "  你拒绝过", "  you said no"),
        MemoryStateDto::Deleted => pick(lang, "  已删除", "  deleted"),
        MemoryStateDto::Expired => pick(lang, "  已过期", "  expired"),
    };
    format!(
        "{:<9} {:<6} {}  {}  {} · {sure} · {}×{state}",
        row.id,
        kind(lang, row.kind),
        row.text,
        row.place,
        origin(lang, row.origin),
        row.uses
    )
}

/// What was understood, made harmless and forgotten.
pub fn said(lang: LangDto, said: &SaidDto) -> String {
    if said.nothing {
        return pick(lang, "没有要记住的。", "Nothing to remember.").to_owned();
    }
    let mut out = String::new();
    for one in &said.stored {
        let outcome = match one.outcome.as_str() {
            "new" => pick(lang, "记住了", "remembered"),
            "reinforced" => pick(lang, "已经记得，又确认了一次", "known already, confirmed once more"),
            "waits" => pick(lang, "等你确认", "waits for you"),
            "rejected" => pick(lang, "你拒绝过，没有记", "you said no before: not kept"),
            _ => pick(lang, "没有记：脱敏后没剩什么", "not kept: nothing harmless was left of it"),
        };
        let _ = writeln!(out, "{:<9} {}  {outcome}", one.id, one.text);
    }
    for one in &said.generalised {
        let class = match one.class.as_str() {
            "identity" => pick(lang, "身份", "identity"),
            "location" => pick(lang, "位置", "location"),
            "health" => pick(lang, "健康", "health"),
            _ => pick(lang, "社会关系", "relations"),
        };
        let _ = writeln!(out, "{}{class} → {}", pick(lang, "已脱敏：", "made harmless: "), one.instead);
    }
    if let Some(forget) = &said.forget {
        match &forget.deleted {
            Some(deletion) => {
                let _ = writeln!(out, "{}{}", pick(lang, "忘掉了：", "Forgotten: "), deletion.text);
            }
            None if forget.candidates.is_empty() => {
                let _ = writeln!(out, "{}", pick(lang, "没有这样的记忆。", "There is no such memory."));
            }
            None => {
                let _ = writeln!(
                    out,
                    "{}",
                    pick(lang, "你指哪一条？laolu memory delete ID", "Which one? laolu memory delete ID")
                );
                for one in &forget.candidates {
                    let _ = writeln!(out, "{:<9} {}", one.id, one.text);
                }
            }
        }
    }
    out
}

/// A page of memories.
pub fn page(lang: LangDto, page: &MemoryPageDto) -> String {
    if page.rows.is_empty() {
        return pick(
            lang,
            "没有记忆。你告诉我的、允许我学的，都会出现在这里：laolu memory add 「以后别走隧道」",
            "No memories. What you tell me or let me learn appears here: laolu memory add \"always avoid tunnels\"",
        )
        .to_owned();
    }
    let mut out: String = page.rows.iter().map(|memory| row(lang, memory) + "\n").collect();
    if page.facets.unconfirmed > 0 {
        let _ = write!(out, "\n{}{}", pick(lang, "等你确认：", "Waiting for you: "), page.facets.unconfirmed);
    }
    out
}

/// Everything about a memory.
pub fn detail(lang: LangDto, detail: &MemoryDetailDto) -> String {
    let mut out = row(lang, &detail.row);
    out.push('\n');
    if !detail.row.when.is_empty() {
        let _ = writeln!(out, "  {}", detail.row.when);
    }
    if let Some(point) = detail.point {
        let _ = writeln!(
            out,
            "  {:.5},{:.5}  {}",
            point.lat,
            point.lon,
            detail.aliases.join(pick(lang, "、", ", "))
        );
    }
    if let Some(weight) = &detail.weight {
        let _ = writeln!(out, "  {}", weight.text);
    }
    for trip in &detail.trips {
        let _ = writeln!(
            out,
            "  ← {}  {} → {}  {}  {}",
            trip.id,
            trip.from,
            trip.to,
            trip.via,
            minutes(lang, trip.duration_s)
        );
    }
    for step in &detail.history {
        let _ = writeln!(out, "  {:.0}%  {}", step.confidence * 100.0, why(lang, &step.why));
    }
    for used in &detail.uses {
        let effect = if used.decisive {
            price(lang, used.delta_s)
        } else {
            pick(lang, "没有影响", "no effect").to_owned()
        };
        let _ = writeln!(out, "  → {effect}  {}", used.trip);
    }
    for dependent in &detail.dependents {
        let _ = writeln!(out, "  ⇐ {}  {}", dependent.id, dependent.text);
    }
    out.push_str(&inspect::inside(lang, &detail.inside));
    out
}

/// Why a confidence changed.
fn why(lang: LangDto, word: &str) -> &str {
    match word {
        "noticed" => pick(lang, "最早注意到", "first noticed"),
        "repeated" => pick(lang, "又走了一次", "driven again"),
        "confirmed" => pick(lang, "你确认了", "you confirmed it"),
        "rejected" => pick(lang, "你拒绝了", "you said no"),
        "edited" => pick(lang, "你改过", "you edited it"),
        "rated" => pick(lang, "你评价过回答", "you rated an answer"),
        "weakened" => pick(lang, "依据少了", "lost support"),
        "stated" => pick(lang, "你说的", "you said it"),
        "imported" => pick(lang, "导入的", "imported"),
        other => other,
    }
}

/// A deletion.
pub fn deletion(lang: LangDto, deletion: &DeletionDto) -> String {
    match lang {
        LangDto::Zh => format!(
            "已删除「{}」（{}）。撤销：laolu memory undo {}",
            deletion.text,
            deletion.deleted.join(" "),
            deletion.id
        ),
        LangDto::En => format!(
            "Deleted “{}” ({}). Undo: laolu memory undo {}",
            deletion.text,
            deletion.deleted.join(" "),
            deletion.id
        ),
    }
}

/// Places that were found.
pub fn hits(lang: LangDto, hits: &[PlaceHitDto]) -> String {
    if hits.is_empty() {
        return pick(lang, "什么也没找到。", "Nothing found.").to_owned();
    }
    hits.iter().map(|hit| search::line(lang, hit)).collect()
}

/// What a search found.
pub fn found(lang: LangDto, found: &SearchDto) -> String {
    search::found(lang, found)
}

/// What is at a point.
pub fn here(lang: LangDto, here: &HereDto) -> String {
    if !here.in_region {
        return pick(lang, "这里不在任何已装的地图里。", "No installed map holds this point.").to_owned();
    }
    let mut out = here.label.clone();
    if let Some(road) = &here.road {
        let _ = write!(out, "\n{} {}", pick(lang, "路：", "Road:"), road.label);
        for (index, way) in road.ways.iter().enumerate() {
            let towards = heading(lang, &way.heading);
            let _ = match lang {
                LangDto::Zh => write!(out, "\n  {} {towards}", index + 1),
                LangDto::En => write!(out, "\n  {} towards the {towards}", index + 1),
            };
        }
    }
    let _ = write!(out, "\n{} {}", pick(lang, "坐标：", "Coordinates:"), here.coordinates);
    if let Some(place) = &here.place {
        let _ = write!(out, "\n{} {}", pick(lang, "记住的地点：", "Remembered:"), place.label);
    }
    out
}

fn heading(lang: LangDto, heading: &str) -> &'static str {
    let (zh, en) = match heading {
        "n" => ("往北", "north"),
        "ne" => ("往东北", "north-east"),
        "e" => ("往东", "east"),
        "se" => ("往东南", "south-east"),
        "s" => ("往南", "south"),
        "sw" => ("往西南", "south-west"),
        "w" => ("往西", "west"),
        _ => ("往西北", "north-west"),
    };
    pick(lang, zh, en)
}

/// Installed regions.
pub fn regions(lang: LangDto, regions: &[RegionDto]) -> String {
    if regions.is_empty() {
        return pick(
            lang,
            "还没有地图：laolu region import 文件.osm.pbf",
            "No map yet: laolu region import FILE.osm.pbf",
        )
        .to_owned();
    }
    regions
        .iter()
        .map(|region| {
            let problem =
                if region.problem.is_empty() { String::new() } else { format!("  ! {}", region.problem) };
            format!(
                "{:<16} {}  {:.0} km  {} {}  {:.1} MB{problem}\n",
                region.id,
                region.name,
                region.road_km,
                region.names,
                pick(lang, "个名字", "names"),
                region.size_bytes as f64 / 1e6
            )
        })
        .collect()
}

/// The status.
pub fn status(lang: LangDto, status: &StatusDto) -> String {
    format!(
        "{} {}\n{}{} {}",
        pick(lang, "当前用户：", "Profile:"),
        status.profile.name,
        regions(lang, &status.regions),
        pick(lang, "等你确认：", "Waiting for you:"),
        status.unconfirmed
    )
}

/// Profiles.
pub fn profiles(status: &StatusDto) -> String {
    status
        .profiles
        .iter()
        .map(|profile| {
            format!("{} {}\n", if profile.name == status.profile.name { "*" } else { " " }, profile.name)
        })
        .collect()
}

/// Settings, one key a line.
pub fn settings(settings: &SettingsDto) -> String {
    serde_json::to_string_pretty(settings).unwrap_or_default()
}

/// Long work.
pub fn progress(lang: LangDto, progress: &ProgressDto) -> String {
    let phase = match progress.phase.as_str() {
        "download" => return online::downloading(lang, progress),
        "verify" => pick(lang, "核对校验和", "comparing the checksum"),
        "check" => pick(lang, "检查文件", "checking the file"),
        "read" => pick(lang, "读取", "reading"),
        "roads" => pick(lang, "建路网", "building roads"),
        "names" => pick(lang, "整理地名", "collecting names"),
        "map" => pick(lang, "绘制地图", "drawing the map"),
        "write" => pick(lang, "写入", "writing"),
        "prepare" => pick(lang, "准备搜索", "preparing the search"),
        "trips" => pick(lang, "读取行程", "reading trips"),
        "learn" => pick(lang, "学习", "learning"),
        _ => pick(lang, "安装演示", "installing the demo"),
    };
    format!("{:>3.0}%  {phase}{}", progress.fraction * 100.0, online::left(lang, progress))
}

//! Looking under the lid: traces, what a person says about answers, figures.

mod facts;
pub mod feedback;
pub mod sandbox;

use std::fmt::Write as _;

use app::{
    App, AppError,
    dto::{LangDto, MemoryInsideDto, TraceBriefDto, TraceCandidateDto, TraceDto, TracePartDto},
};
use clap::Args;

use crate::{run::Ways, show::pick, time};

/// Traces.
#[derive(Debug, Args)]
pub struct Trace {
    /// A trace's id, or its plan's; `last` for the newest. The list when absent.
    pub id: Option<String>,
    /// Throw all of them away.
    #[arg(long, conflicts_with = "id")]
    pub clear: bool,
    /// Only why the answer was given, with exactly the memories behind it; of the newest plan when no id is given.
    #[arg(long)]
    pub why: bool,
}

/// Lists traces, shows one, or throws them away.
pub fn trace(app: &App, asked: &Trace, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    if asked.clear {
        app.traces_clear()?;
    }
    if asked.why {
        let id = asked.id.as_deref().filter(|id| *id != "last").unwrap_or_default();
        return why(app, id, ways);
    }
    match asked.id.as_deref() {
        None => ways.answer(&app.traces()?, |all| list(lang, all, ways)),
        Some(id) => {
            let id = if id == "last" { "" } else { id };
            ways.answer(&app.trace(id, lang)?, |trace| full(lang, trace, ways))
        }
    }
}

/// Why an answer was given.
pub fn why(app: &App, answer: &str, ways: &Ways) -> Result<(), AppError> {
    ways.answer(&app.why(answer, ways.lang)?, |why| {
        let mut out = format!("{}\n", why.text);
        for row in &why.rows {
            let _ = writeln!(out, "  {}  {}  [{}]", time::words(row.at, &ways.now), row.text, row.id);
        }
        out
    })
}

/// What lies under a memory.
pub fn inside(lang: LangDto, inside: &MemoryInsideDto) -> String {
    let mut out = String::new();
    let mut fact = |zh: &str, en: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(out, "  {} {value}", pick(lang, zh, en));
        }
    };
    fact("类别：", "Class:", [inside.class.as_str(), inside.kind.as_str()].join(" ").trim());
    fact("关于：", "About:", &inside.about);
    fact("值：", "Value:", &inside.value);
    if let Some(energy) = inside.energy {
        fact("活力：", "Energy:", &format!("{energy:.2}"));
    }
    let parts: Vec<String> = inside
        .importance
        .iter()
        .map(|part| format!("{} {:.2}", part.name, part.value.unwrap_or_default()))
        .collect();
    fact("要紧：", "Matters:", &parts.join(", "));
    for one in &inside.situation {
        fact(&format!("{}：", one.word), &format!("{}:", one.word), &one.value);
    }
    for source in &inside.sources {
        let id = if source.id.is_empty() { &source.trace } else { &source.id };
        let sign = if source.supports { "" } else { "− " };
        fact("来自：", "From:", &format!("{sign}{} {}  [{id}]", source.kind, source.text));
    }
    for version in &inside.versions {
        let mark = if version.until.is_some() { "−" } else { "+" };
        fact("说法：", "Version:", &format!("{mark} {}  [{}]", version.text, version.id));
    }
    for tie in &inside.ties {
        let arrow = if tie.outward { "→" } else { "←" };
        fact("关联：", "Tie:", &format!("{arrow} {} {}  [{}]", tie.relation, tie.text, tie.id));
    }
    for one in &inside.recalled {
        let score = one.score.map(|score| format!("{score:.2} ")).unwrap_or_default();
        let parts: Vec<String> = one.parts.iter().map(part).collect();
        let fate = [one.why.as_str(), one.acted.as_str()].join(" ");
        fact(
            "想起：",
            "Recalled:",
            &format!("{} {score}({}) {} [{}]", one.at, parts.join(", "), fate.trim(), one.trace),
        );
    }
    for access in &inside.accesses {
        fact("访问：", "Access:", &format!("{} {} {}", access.at, access.who, access.what));
    }
    out
}

fn list(lang: LangDto, all: &[TraceBriefDto], ways: &Ways) -> String {
    if all.is_empty() {
        return pick(lang, "还没有记下任何过程。", "No trace is kept.").to_owned();
    }
    let mut out = String::new();
    for trace in all {
        let words = if trace.said.is_empty() { &trace.answer } else { &trace.said };
        let _ = writeln!(
            out,
            "{}  {}  {}  {words}  ({})",
            trace.id,
            time::words(trace.at, &ways.now),
            kind(lang, &trace.kind),
            match lang {
                LangDto::Zh => format!("想起 {} 条，用上 {} 条", trace.recalled, trace.used),
                LangDto::En => format!("{} recalled, {} used", trace.recalled, trace.used),
            }
        );
    }
    out
}

fn full(lang: LangDto, trace: &TraceDto, ways: &Ways) -> String {
    let mut out =
        format!("{}  {}  {}\n", trace.id, time::words(trace.at, &ways.now), kind(lang, &trace.kind));
    for (label, text) in [
        (pick(lang, "说的话：", "Said: "), &trace.said),
        (pick(lang, "回答：", "Answer: "), &trace.answer),
        (pick(lang, "方案：", "Plan: "), &trace.plan),
    ] {
        if !text.is_empty() {
            let _ = writeln!(out, "{label}{text}");
        }
    }
    out.push_str(&stages(lang, trace));
    out.push_str(&crate::model::exchanges(&trace.exchanges));
    out
}

/// What was done, in words.
fn kind(lang: LangDto, kind: &str) -> &str {
    match kind {
        "plan" => pick(lang, "规划", "plan"),
        "provider" => pick(lang, "问了外部服务", "asked a service"),
        "remember" => pick(lang, "记住", "remembered"),
        "drove" => pick(lang, "开过", "drove"),
        "edit" => pick(lang, "修改", "corrected"),
        other => other,
    }
}

fn stage(lang: LangDto, name: &str) -> &str {
    match name {
        "intent" => pick(lang, "听懂", "Understand"),
        "extract" => pick(lang, "提取", "Extract"),
        "store" => pick(lang, "记下", "Store"),
        "recall" => pick(lang, "回想", "Recall"),
        "route" => pick(lang, "找路", "Route"),
        "provider" => pick(lang, "外部服务", "Service"),
        "model" => pick(lang, "语言模型", "Language model"),
        other => other,
    }
}

/// The stages of a trace.
pub fn stages(lang: LangDto, trace: &TraceDto) -> String {
    let mut out = String::new();
    for one in &trace.stages {
        let _ = writeln!(out, "\n{} {:.2} ms", stage(lang, &one.name), one.ms);
        for fact in &one.input {
            let _ = writeln!(out, "  < {}", facts::worded(lang, fact));
        }
        for candidate in &one.candidates {
            let _ = writeln!(out, "  {}", line(candidate));
        }
        for fact in &one.output {
            let _ = writeln!(out, "  > {}", facts::worded(lang, fact));
        }
    }
    out
}

/// One part of a score; a bar where it was not compared.
fn part(part: &TracePartDto) -> String {
    match part.value {
        Some(value) => format!("{} {value:.2}", part.name),
        None => format!("{} -", part.name),
    }
}

/// One candidate: kept or not, by what way, with what score and why.
fn line(candidate: &TraceCandidateDto) -> String {
    let mut out = format!("{} {}", if candidate.kept { "+" } else { "-" }, candidate.id);
    if let Some(score) = candidate.score {
        let _ = write!(out, "  {score:.2}");
    }
    if !candidate.parts.is_empty() {
        let parts: Vec<String> = candidate.parts.iter().map(part).collect();
        let _ = write!(out, " ({})", parts.join(", "));
    }
    if !candidate.ways.is_empty() {
        let _ = write!(out, "  by {}", candidate.ways.join("+"));
    }
    let _ = write!(out, "  {}", candidate.why);
    if !candidate.by.is_empty() {
        let _ = write!(out, " ({})", candidate.by);
    }
    if let Some(delta) = candidate.delta_s.filter(|delta| delta.abs() >= 0.5) {
        let _ = write!(out, "  {delta:+.0} s");
    }
    if !candidate.text.is_empty() {
        let _ = write!(out, "  {}", candidate.text);
    }
    out
}

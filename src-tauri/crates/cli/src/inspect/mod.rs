//! Looking under the lid: traces, what a person says about answers, figures.

pub mod feedback;
pub mod sandbox;

use std::fmt::Write as _;

use app::{
    App, AppError,
    dto::{LangDto, TraceBriefDto, TraceCandidateDto, TraceDto},
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
}

/// Lists traces, shows one, or throws them away.
pub fn trace(app: &App, asked: &Trace, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    if asked.clear {
        app.traces_clear()?;
    }
    match asked.id.as_deref() {
        None => ways.answer(&app.traces()?, |all| list(lang, all, ways)),
        Some(id) => {
            let id = if id == "last" { "" } else { id };
            ways.answer(&app.trace(id, lang)?, |trace| full(lang, trace, ways))
        }
    }
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
            let _ = writeln!(out, "  < {fact}");
        }
        for candidate in &one.candidates {
            let _ = writeln!(out, "  {}", line(candidate));
        }
        for fact in &one.output {
            let _ = writeln!(out, "  > {fact}");
        }
    }
    out
}

/// One candidate: kept or not, by what way, with what score and why.
fn line(candidate: &TraceCandidateDto) -> String {
    let mut out = format!("{} {}", if candidate.kept { "+" } else { "-" }, candidate.id);
    if let Some(score) = candidate.score {
        let _ = write!(out, "  {score:.2}");
    }
    if !candidate.parts.is_empty() {
        let parts: Vec<String> = candidate
            .parts
            .iter()
            .map(|part| match part.value {
                Some(value) => format!("{} {value:.2}", part.name),
                None => format!("{} -", part.name),
            })
            .collect();
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

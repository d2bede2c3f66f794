//! A made-up talk on a copy.

use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Read as _},
};

use app::{
    App, AppError, CancelToken,
    dto::{LangDto, SandboxDto, SandboxRequest},
};
use clap::Args;

use super::stages;
use crate::{run::Ways, show::pick};

/// Sandbox.
#[derive(Debug, Args)]
pub struct Sandbox {
    /// What is said, one argument a turn; read from the standard input, one line a turn, when absent.
    pub turns: Vec<String>,
    /// Copy the memories of this profile instead of those in use.
    #[arg(long, value_name = "NAME")]
    pub person: Option<String>,
    /// Begin with somebody of whom nothing is known.
    #[arg(long, conflicts_with = "person")]
    pub fresh: bool,
}

/// Plays the talk and prints it.
pub fn run(app: &App, asked: Sandbox, ways: &Ways) -> Result<(), AppError> {
    let mut turns = asked.turns;
    if turns.is_empty() && !std::io::stdin().is_terminal() {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        turns = text.lines().map(str::to_owned).collect();
    }
    let request = SandboxRequest {
        profile: asked.person.unwrap_or_default(),
        fresh: asked.fresh,
        turns,
        lang: ways.lang,
    };
    ways.answer(&app.sandbox(&request, &CancelToken::new())?, |played| words(ways.lang, played))
}

fn words(lang: LangDto, played: &SandboxDto) -> String {
    let mut out = String::new();
    for (index, turn) in played.turns.iter().enumerate() {
        let _ = writeln!(out, "{}{}. {}", if index == 0 { "" } else { "\n" }, index + 1, turn.said);
        if !turn.answer.is_empty() {
            let _ = writeln!(out, "   {}", turn.answer);
        }
        if !turn.problem.is_empty() {
            let _ = writeln!(out, "   {} {}", pick(lang, "答不了：", "No answer:"), turn.problem);
        }
        for stored in &turn.stored {
            let _ = writeln!(
                out,
                "   {} {}  [{}]",
                pick(lang, "会记下：", "Would write:"),
                stored.text,
                stored.id
            );
        }
        for line in stages(lang, &turn.trace).lines() {
            let _ = writeln!(out, "   {line}");
        }
    }
    let _ = match lang {
        LangDto::Zh => writeln!(
            out,
            "\n副本里的记忆：{} 条 → {} 条。真正的记忆一个字节也没有动。",
            played.before, played.after
        ),
        LangDto::En => writeln!(
            out,
            "\nMemories in the copy: {} → {}. Not a byte of the real ones was touched.",
            played.before, played.after
        ),
    };
    out
}

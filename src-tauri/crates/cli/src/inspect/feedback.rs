//! What a person says about answers, and the figures.

use std::fmt::Write as _;

use app::{
    App, AppError, CancelToken,
    dto::{
        CompareDto, FailureDto, FeedbackLabelDto, FeedbackRequest, FiguresDto, LangDto, RatingDto, SampleDto,
        ShareDto, ThumbDto, WrongMemoryRequest,
    },
};
use clap::Subcommand;

use crate::{run::Ways, show::pick, time};

/// Feedback.
#[derive(Debug, Subcommand)]
pub enum Feedback {
    /// 👍 for an answer: by its trace's id, its plan's, or `last`.
    Up {
        /// The answer.
        answer: String,
        /// It used useful past information.
        #[arg(long)]
        used_history: bool,
    },
    /// 👎 for an answer.
    Down {
        /// The answer.
        answer: String,
        /// It forgot what was said before.
        #[arg(long)]
        forgot_said: bool,
    },
    /// Take a thumb back, with all that it did.
    Undo {
        /// The answer.
        answer: String,
    },
    /// All thumbs, and what each did.
    List,
    /// "Wrong memory": this one came for the answer and should not have.
    Wrong {
        /// The answer.
        answer: String,
        /// The memory that came.
        memory: String,
        /// The one that should have come.
        #[arg(long, value_name = "ID")]
        wanted: Option<String>,
    },
    /// Failing pairs that are kept.
    Failures {
        /// Print them as lines of JSON, to be taken elsewhere.
        #[arg(long)]
        export: bool,
    },
    /// What was judged, as lines of JSON for training elsewhere: triples or pairs.
    Export {
        /// triples or pairs.
        what: String,
    },
    /// Delete failing pairs: those with these ids, or all.
    Delete {
        /// Ids of failing pairs.
        ids: Vec<String>,
        /// All of them.
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
    /// Memories that acted in recent answers and that nobody judged yet.
    Sample,
    /// How memory is doing, in figures.
    Figures,
    /// The last drives with memory and without.
    Compare,
    /// Start counting anew.
    Reset,
}

/// Does what was typed.
pub fn run(app: &App, feedback: Feedback, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    let rate = |answer: &str, thumb, label| {
        let request = FeedbackRequest { answer: newest(answer), thumb, label };
        ways.answer(&app.feedback(&request, lang)?, |rating| self::rating(lang, rating))
    };
    match feedback {
        Feedback::Up { answer, used_history } => {
            rate(&answer, ThumbDto::Up, used_history.then_some(FeedbackLabelDto::UsedHistory))
        }
        Feedback::Down { answer, forgot_said } => {
            rate(&answer, ThumbDto::Down, forgot_said.then_some(FeedbackLabelDto::ForgotSaid))
        }
        Feedback::Undo { answer } => {
            app.feedback_undo(&newest(&answer))?;
            ways.answer(&app.feedback_list(lang)?, |all| ratings(lang, all))
        }
        Feedback::List => ways.answer(&app.feedback_list(lang)?, |all| ratings(lang, all)),
        Feedback::Wrong { answer, memory, wanted } => {
            let request = WrongMemoryRequest { answer: newest(&answer), memory, wanted };
            ways.answer(&app.wrong_memory(&request, lang)?, |one| {
                failures(lang, std::slice::from_ref(one), ways)
            })
        }
        Feedback::Failures { export: true } => {
            let lines = app.failures_export(lang)?;
            ways.answer(&app.failures(lang)?, |_same| lines)
        }
        Feedback::Failures { export: false } => {
            ways.answer(&app.failures(lang)?, |all| failures(lang, all, ways))
        }
        Feedback::Export { what } => {
            let lines = app.training_export(&what, lang)?;
            ways.answer(&lines, |lines| lines.trim_end().to_owned())
        }
        Feedback::Delete { ids, all } => {
            if ids.is_empty() && !all {
                return Err(AppError::bad_request("ids"));
            }
            app.failures_delete(&ids)?;
            ways.answer(&app.failures(lang)?, |all| failures(lang, all, ways))
        }
        Feedback::Sample => ways.answer(&app.sample(lang)?, |all| sample(lang, all)),
        Feedback::Figures => ways.answer(&app.figures()?, |found| figures(lang, found, ways)),
        Feedback::Compare => {
            ways.answer(&app.compare(lang, &CancelToken::new())?, |found| compare(lang, found, ways))
        }
        Feedback::Reset => {
            app.usage_reset()?;
            ways.answer(&app.figures()?, |found| figures(lang, found, ways))
        }
    }
}

fn newest(answer: &str) -> String {
    if answer == "last" { String::new() } else { answer.to_owned() }
}

fn rating(lang: LangDto, rating: &RatingDto) -> String {
    let thumb = match rating.thumb {
        ThumbDto::Up => "👍",
        ThumbDto::Down => "👎",
    };
    let label = match rating.label {
        Some(FeedbackLabelDto::UsedHistory) => {
            pick(lang, "  用了有用的历史信息", "  used useful past information")
        }
        Some(FeedbackLabelDto::ForgotSaid) => {
            pick(lang, "  忘记了之前说过的内容", "  forgot what was said before")
        }
        None => "",
    };
    let mut out = format!("{thumb} {}{label}\n", rating.answer);
    for moved in &rating.moved {
        let energy = match (moved.energy_before, moved.energy) {
            (Some(before), Some(now)) => {
                format!("  {} {before:.2} → {now:.2}", pick(lang, "活力", "energy"))
            }
            _ => String::new(),
        };
        let _ = writeln!(
            out,
            "  {}  {:.0} % → {:.0} %{energy}  {}",
            moved.id,
            moved.confidence_before * 100.0,
            moved.confidence * 100.0,
            moved.text
        );
    }
    if rating.moved.is_empty() {
        let _ = writeln!(out, "  {}", pick(lang, "没有改动任何记忆。", "No memory was changed by it."));
    }
    let undo = pick(lang, "撤销：", "Take back: ");
    let _ = writeln!(out, "{undo}laolu feedback undo {}", rating.answer);
    out
}

fn ratings(lang: LangDto, all: &[RatingDto]) -> String {
    if all.is_empty() {
        return pick(lang, "还没有评价过回答。", "No answer was rated.").to_owned();
    }
    all.iter().map(|one| rating(lang, one)).collect()
}

fn failures(lang: LangDto, all: &[FailureDto], ways: &Ways) -> String {
    if all.is_empty() {
        return pick(lang, "没有记下想错的记忆。", "No failing pair is kept.").to_owned();
    }
    let mut out = String::new();
    for one in all {
        let _ = writeln!(
            out,
            "{}  {}  {}\n   {} {}  [{}]",
            one.id,
            time::words(one.at, &ways.now),
            one.query,
            pick(lang, "想起的：", "came:"),
            one.got_text,
            one.got
        );
        if let Some(wanted) = &one.wanted {
            let _ =
                writeln!(out, "   {} {}  [{wanted}]", pick(lang, "该想起的：", "wanted:"), one.wanted_text);
        }
    }
    out
}

fn sample(lang: LangDto, all: &[SampleDto]) -> String {
    if all.is_empty() {
        return pick(lang, "最近用到的记忆都评过了。", "Every memory that was used lately is judged.")
            .to_owned();
    }
    let mut out = String::new();
    for one in all {
        let _ = writeln!(
            out,
            "{}  →  {}  [{}]\n   laolu feedback up {} --used-history\n   laolu feedback wrong {} {}",
            one.said, one.text, one.memory, one.answer, one.answer, one.memory
        );
    }
    out
}

fn share(lang: LangDto, share: &ShareDto) -> String {
    if share.whole == 0 {
        return pick(lang, "还没有数据", "nothing to count yet").to_owned();
    }
    format!(
        "{:.0} %  ({}/{}; 95 % {:.0}–{:.0} %)",
        f64::from(share.part) / f64::from(share.whole) * 100.0,
        share.part,
        share.whole,
        share.low * 100.0,
        share.high * 100.0
    )
}

fn figures(lang: LangDto, found: &FiguresDto, ways: &Ways) -> String {
    let mut out = String::new();
    if found.since > 0 {
        let _ = writeln!(out, "{} {}", pick(lang, "自", "Since"), time::words(found.since, &ways.now));
    }
    for (zh, en, value) in [
        ("记忆利用率", "Memories used of those recalled", &found.utilisation),
        ("记忆准确率", "Memories confirmed of those judged", &found.accuracy),
        ("想起来的是对的", "Recalled and right (precision)", &found.precision),
        ("该想的想起来了", "Wanted and recalled (recall)", &found.recall),
        ("又说了一遍的要求", "Wishes said again", &found.repetition),
        ("照着建议开完", "Drives as proposed", &found.completion),
    ] {
        let _ = writeln!(out, "{}  {}", pick(lang, zh, en), share(lang, value));
    }
    let total = &found.total;
    let _ = match lang {
        LangDto::Zh => writeln!(
            out,
            "问路 {} 次，👍 {}，👎 {}，想错 {} 条（保留 {}）",
            total.asked, total.up, total.down, total.wrong, found.failures
        ),
        LangDto::En => writeln!(
            out,
            "{} answers, 👍 {}, 👎 {}, {} wrong memories ({} kept)",
            total.asked, total.up, total.down, total.wrong, found.failures
        ),
    };
    out
}

fn compare(lang: LangDto, found: &CompareDto, ways: &Ways) -> String {
    let mut out = String::new();
    let with = pick(lang, "有记忆时，建议的就是你开的", "With memory, proposed what you drove");
    let without = pick(lang, "没有记忆的话", "Without memory it would");
    let _ = writeln!(out, "{with}  {}", share(lang, &found.with_memory));
    let _ = writeln!(out, "{without}  {}", share(lang, &found.without_memory));
    let yes = |is: bool| if is { "+" } else { "-" };
    for row in &found.rows {
        let _ = writeln!(
            out,
            "  {}{}  {}  {}  {:.0} %  [{}]",
            yes(row.with_memory),
            yes(row.without_memory),
            time::words(row.at, &ways.now),
            row.text,
            row.shared * 100.0,
            row.trip
        );
    }
    out
}

//! Drives and habits.

use clap::{Args, Subcommand, ValueEnum};

/// "I drove this".
#[derive(Debug, Args)]
pub struct Drove {
    /// The plan's id.
    pub plan: String,
    /// The route's id, or its number in the list (1 is the recommended one, and the default).
    pub route: Option<String>,
    /// Minutes on the road; the route's own time when absent.
    #[arg(long)]
    pub minutes: Option<f64>,
    /// Departure; the plan's when absent.
    #[arg(long, value_name = "TIME")]
    pub departed: Option<String>,
    /// When you switched to this route on the way.
    #[arg(long, value_name = "TIME")]
    pub switched: Option<String>,
    /// What traffic was like.
    #[arg(long, default_value = "")]
    pub traffic: String,
    /// Names this report: saying the same again adds nothing.
    #[arg(long, default_value = "")]
    pub event: String,
    /// It was forced or by mistake: learn nothing from it.
    #[arg(long)]
    pub not_adopted: bool,
    /// Why you left the recommended way: choice, closure, congestion, missed_exit, errand. Only a choice teaches anything.
    #[arg(long, default_value = "", value_name = "WHY")]
    pub because: String,
    /// The weather: rain, snow, fog, clear; the plan's when absent.
    #[arg(long)]
    pub weather: Option<String>,
    /// You were in a hurry: learn nothing from it.
    #[arg(long)]
    pub hurry: bool,
    /// Who came along; may be repeated.
    #[arg(long = "with", value_name = "NAME")]
    pub passengers: Vec<String>,
    /// The roads that you really drove, way:tail:head each, when it was none of the plan's routes.
    #[arg(long, value_name = "EDGE", num_args = 1..)]
    pub edges: Vec<String>,
}

/// Habits.
#[derive(Debug, Subcommand)]
pub enum Habit {
    /// The next question.
    Next,
    /// One that waits.
    Show {
        /// The habit's memory id.
        id: String,
    },
    /// Answer it.
    Answer {
        /// The habit's memory id.
        id: String,
        /// The answer.
        answer: HabitAnswer,
    },
}

/// The four answers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum HabitAnswer {
    /// Use it from now on.
    Yes,
    /// Only those times; may be asked again.
    OnlyThen,
    /// Never ask again.
    No,
    /// Ask later.
    Later,
}

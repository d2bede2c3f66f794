//! The two ways of asking for a route.

use clap::Args;

use super::Trip;

/// Plan from a sentence.
#[derive(Debug, Args)]
pub struct Ask {
    /// The sentence, in Chinese or English.
    #[arg(required = true)]
    pub sentence: Vec<String>,
    /// Only show what was understood.
    #[arg(long)]
    pub understand: bool,
    #[command(flatten)]
    pub trip: Trip,
}

/// Plan between places.
#[derive(Debug, Args)]
pub struct RouteArgs {
    /// Where to: a name, or LAT,LON.
    #[arg(long, allow_hyphen_values = true)]
    pub to: String,
    #[command(flatten)]
    pub trip: Trip,
}

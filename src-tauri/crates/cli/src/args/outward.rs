//! A month at a glance, and what is written for other apps.

use std::path::PathBuf;

use clap::Subcommand;

use super::Trip;

/// Looking back, looking ahead, and files for others.
#[derive(Debug, Subcommand)]
#[allow(clippy::large_enum_variant, reason = "read once, when the program starts")]
pub enum Outward {
    /// A month of drives: places, ways, times, and what memories cost or saved.
    Month {
        /// 2026-11; the newest month with trips when absent.
        #[arg(default_value = "")]
        month: String,
    },
    /// What would be driven at some time of the week: laolu would monday 08:00
    Would {
        /// monday to sunday, or 1 to 7.
        day: String,
        /// 08:00.
        time: String,
        /// rain, snow, fog or clear.
        #[arg(long)]
        weather: Option<String>,
    },
    /// Plan between places and write the route to a file, by its ending: .gpx, .geojson, .html (to print), .txt (links for other apps).
    ExportRoute {
        /// File to write.
        out: PathBuf,
        /// Where to: a name, or LAT,LON.
        #[arg(long, allow_hyphen_values = true)]
        to: String,
        /// Which of the routes, from 1.
        #[arg(long, default_value_t = 1)]
        number: usize,
        #[command(flatten)]
        trip: Trip,
    },
    /// Write what is known in general to a file for a phone: no trip, place, road or coordinate.
    ExportInsights {
        /// File to write.
        out: PathBuf,
    },
    /// Take such a file; what it says waits for your answer. Anything else is refused.
    ImportInsights {
        /// The file.
        file: PathBuf,
        /// Only say what it would bring.
        #[arg(long)]
        look: bool,
        /// Take only these lines of it, from 1: --only 1,3
        #[arg(long, value_delimiter = ',')]
        only: Vec<u32>,
    },
    /// Take back what came from such a file and was not answered yet, as if it had never come.
    TakeBackInsights {
        /// The ids that taking it told.
        #[arg(required = true)]
        ids: Vec<String>,
    },
}

//! Services of others.

use clap::Subcommand;

/// Services of others.
#[derive(Debug, Subcommand)]
pub enum Provider {
    /// What there is, and what is set for each.
    List,
    /// Change what is set: laolu provider set osrm --address http://127.0.0.1:5000 --on
    Set {
        /// osrm, valhalla, graphhopper, amap.
        id: String,
        /// Allow asking it.
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// Do not.
        #[arg(long)]
        off: bool,
        /// Its server; empty takes it away.
        #[arg(long, value_name = "ADDRESS")]
        address: Option<String>,
        /// Read its key from the first line of the standard input; an empty line takes it away.
        #[arg(long)]
        key: bool,
        /// Datum of its coordinates: wgs84 or gcj02.
        #[arg(long, value_name = "DATUM")]
        datum: Option<String>,
        /// Seconds after which a question is given up, 1 to 120.
        #[arg(long, value_name = "SECONDS")]
        timeout: Option<u32>,
    },
}

//! Settings and profiles.

use clap::Subcommand;

/// Settings.
#[derive(Debug, Subcommand)]
pub enum Settings {
    /// Show them.
    Show,
    /// Change one: lang, theme, learning, mode, undo_days, routes, coordinates, region_download, region_list.
    Set {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// Avoid something on every trip, or no longer: laolu settings avoid toll never; … avoid toll off
    Avoid {
        /// motorway, toll, ferry, tunnel, bridge, elevated, unpaved, residential, narrow, steep.
        feature: String,
        /// rather_not, avoid, never or off.
        strength: String,
    },
    /// Say how large the car is: laolu settings vehicle height 2.7; … vehicle height off
    Vehicle {
        /// height, width, length (metres) or weight (tonnes).
        measure: String,
        /// A number, or off when it is not known.
        size: String,
    },
}

/// Profiles.
#[derive(Debug, Subcommand)]
pub enum Profile {
    /// All profiles.
    List,
    /// Use this one from now on.
    Use {
        /// Its name.
        name: String,
    },
}

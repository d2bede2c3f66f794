//! Valhalla and OSRM as real servers on loopback, to hold our answers and our speed against theirs.
//!
//! `cargo xtask` installs them and says in environment variables where they are ([`Tools::from_environment`]).
//! [`Peers::start`] builds their graphs once per region file into a cache folder and starts both servers; dropping it
//! stops them. [`Server::route`] asks and reads; [`Server::ask`] only asks, for measuring time.

mod answer;
mod build;
mod osrm;
mod server;
#[cfg(test)]
mod tests;
mod tools;
mod valhalla;

pub use answer::{PeerAnswer, Stretch};
pub use build::{BuildCosts, Cost};
pub use server::{Engine, Server};
pub use tools::Tools;

use std::path::Path;

/// Why there is no answer of a peer.
#[derive(Debug, thiserror::Error)]
pub enum PeerError {
    /// No programs to start; the text says what to install.
    #[error("{0}")]
    Missing(String),
    /// A program failed; its log lies in the cache folder.
    #[error("{program} failed; see {log}")]
    Program {
        /// The program's name.
        program: String,
        /// Path of its log.
        log: String,
    },
    /// The server ended or did not answer in time.
    #[error("the {0} server does not answer")]
    Silent(Engine),
    /// The two points can't be joined, by the peer's own words.
    #[error("no route: {0}")]
    NoRoute(String),
    /// The answer is not in the documented shape.
    #[error("an answer of {0} reads otherwise than documented")]
    Unreadable(Engine),
    /// Files or processes.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Both servers, for one region.
#[derive(Debug)]
pub struct Peers {
    /// Contraction hierarchies, the car profile.
    pub osrm: Server,
    /// Costing `auto`.
    pub valhalla: Server,
}

impl Peers {
    /// Builds what is missing for this `.osm.pbf` below `cache`, in a folder named after it, starts both servers with
    /// one thread each, and waits until they answer.
    pub fn start(region: &Path, cache: &Path) -> Result<Self, PeerError> {
        let tools = Tools::from_environment()?;
        let folder = build::cached(&tools, region, cache)?;
        Ok(Self {
            osrm: Server::start(Engine::Osrm, &tools, &folder)?,
            valhalla: Server::start(Engine::Valhalla, &tools, &folder)?,
        })
    }

    /// Builds both graphs anew, one thread each, in a folder that is thrown away, and says what that cost.
    pub fn measure_builds(region: &Path) -> Result<BuildCosts, PeerError> {
        build::measured(&Tools::from_environment()?, region)
    }
}

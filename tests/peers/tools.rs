//! Where the peers' programs lie, as `cargo xtask` says.

use super::PeerError;
use std::path::PathBuf;

/// Installed programs of both peers.
#[derive(Clone, Debug)]
pub struct Tools {
    pub(super) python: PathBuf,
    osrm: PathBuf,
    valhalla: PathBuf,
}

impl Tools {
    /// From `LAOLU_PEERS_PYTHON`, `LAOLU_PEERS_OSRM` and `LAOLU_PEERS_VALHALLA`; `LAOLU_PEERS_MISSING` is the reason
    /// where they could not be installed.
    pub fn from_environment() -> Result<Self, PeerError> {
        if let Ok(reason) = std::env::var("LAOLU_PEERS_MISSING") {
            return Err(PeerError::Missing(reason));
        }
        let folder = |name: &str| {
            let unset = || PeerError::Missing(format!("{name} is not set; start this through cargo xtask"));
            std::env::var_os(name).map(PathBuf::from).ok_or_else(unset)
        };
        Ok(Self {
            python: folder("LAOLU_PEERS_PYTHON")?,
            osrm: folder("LAOLU_PEERS_OSRM")?,
            valhalla: folder("LAOLU_PEERS_VALHALLA")?,
        })
    }

    /// Where built graphs are kept: `LAOLU_PEERS_CACHE`, else `target/peers` of the working folder.
    pub fn cache() -> PathBuf {
        std::env::var_os("LAOLU_PEERS_CACHE").map_or_else(|| PathBuf::from("target/peers"), PathBuf::from)
    }

    pub(super) fn osrm(&self, program: &str) -> PathBuf {
        self.osrm.join("bin").join(program)
    }

    pub(super) fn car_profile(&self) -> PathBuf {
        self.osrm.join("share/profiles/car.lua")
    }

    /// The package's own program, not the wrapper of the environment, which needs the environment on the search path.
    pub(super) fn valhalla(&self, program: &str) -> PathBuf {
        self.valhalla.join("bin").join(program)
    }
}

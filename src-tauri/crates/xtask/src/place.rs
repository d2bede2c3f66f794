//! Where things lie in the house.

use crate::shell::command;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The top of the working tree: three folders above this crate.
pub fn root() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.ancestors().nth(3).unwrap_or(crate_folder).to_owned()
}

/// What the app ships beside its program; git ignores it.
pub fn resources() -> PathBuf {
    root().join("src-tauri/resources")
}

/// Programs that chores install for themselves.
pub fn tools() -> PathBuf {
    root().join("target/tools")
}

/// Where cargo builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Pictures and reports of a run.
pub fn artifacts() -> PathBuf {
    root().join("artifacts")
}

/// Cargo at the top of the house.
pub fn cargo(arguments: &[&str]) -> Command {
    command(&root(), std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
}

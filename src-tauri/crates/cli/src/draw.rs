//! Pictures into files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use app::{App, AppError, dto::ErrorCode};
use clap::Subcommand;

/// Pictures.
#[derive(Debug, Subcommand)]
pub enum Draw {
    /// A vector tile.
    Tile {
        /// Z/X/Y.
        tile: String,
        /// File to write.
        out: PathBuf,
    },
    /// A picture of a memory's roads.
    Preview {
        /// Memory id.
        id: String,
        /// File to write.
        out: PathBuf,
    },
}

/// Writes it.
pub fn run(app: &App, draw: &Draw) -> Result<(), AppError> {
    let (bytes, out): (Option<Vec<u8>>, &Path) = match draw {
        Draw::Tile { tile, out } => (app.tile_at(tile), out),
        Draw::Preview { id, out } => (app.preview_at(id, ""), out),
    };
    let bytes = bytes.ok_or_else(|| match draw {
        Draw::Tile { .. } => AppError::bad_request("tile"),
        Draw::Preview { .. } => AppError::new(ErrorCode::NoSuchMemory),
    })?;
    Ok(fs::write(out, bytes)?)
}

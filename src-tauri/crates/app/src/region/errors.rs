//! Failures of region folders and of files as codes with values for their wording.

use region::{ImportError, folder::FolderError};

use crate::{AppError, dto::ErrorCode};

impl From<FolderError> for AppError {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::NotFound => Self::bad_request("region"),
            FolderError::WrongVersion { .. } | FolderError::Damaged { .. } => {
                Self::new(ErrorCode::RegionDamaged)
            }
            FolderError::Io(std::io::ErrorKind::StorageFull) => Self::new(ErrorCode::DiskFull),
            FolderError::Io(kind) => {
                Self::new(ErrorCode::Io).with("file", "regions").with("why", format!("{kind:?}"))
            }
        }
    }
}

impl From<ImportError> for AppError {
    fn from(error: ImportError) -> Self {
        let file = |why: &str| Self::new(ErrorCode::BadFile).with("why", why);
        match error {
            ImportError::NotFound => file("missing"),
            ImportError::Unreadable(kind) => file("unreadable").with("cause", format!("{kind:?}")),
            ImportError::Empty => file("empty"),
            ImportError::NotOsm(looks_like) => match looks_like.word() {
                word @ ("html" | "zip") => file(word),
                word => file("not_osm").with("looks_like", word),
            },
            // How large the whole file was, nobody knows: a percentage would be a guess.
            ImportError::Truncated { at, .. } => file("truncated").with("byte", at),
            ImportError::Damaged { at, .. } => file("damaged").with("byte", at),
            ImportError::Bomb => file("bomb"),
            ImportError::Unsupported => file("not_osm").with("looks_like", "other-osm"),
            ImportError::NoRoads => file("no_roads"),
            ImportError::Antimeridian => file("antimeridian"),
            ImportError::Cancelled => Self::new(ErrorCode::Cancelled),
            ImportError::DiskFull => Self::new(ErrorCode::DiskFull),
            ImportError::Write(kind) => {
                Self::new(ErrorCode::Io).with("file", "regions").with("why", format!("{kind:?}"))
            }
        }
    }
}

//! A region as a shell shows it.

use std::fs;

use region::folder::{FolderError, RegionFolder};

use crate::dto::RegionDto;

/// What is known about a folder of regions, or why nothing is.
pub(super) fn region_dto(id: String, folder: Result<RegionFolder, FolderError>) -> RegionDto {
    match folder {
        Ok(folder) => {
            let info = folder.info();
            let imported_at = fs::metadata(folder.dir())
                .and_then(|meta| meta.modified())
                .ok()
                .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
                .and_then(|since| i64::try_from(since.as_secs()).ok());
            let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            RegionDto {
                name: info.name.clone(),
                bbox: info.bbox,
                source: info.source_name.clone(),
                data_at: info.data_timestamp,
                imported_at: imported_at.unwrap_or(0),
                size_bytes: folder.size(),
                nodes: count(info.counts.nodes),
                road_km: info.counts.road_m as f64 / 1000.0,
                names: count(info.counts.names),
                skipped: count(info.skipped.total()),
                problem: String::new(),
                id,
            }
        }
        Err(error) => RegionDto {
            name: id.clone(),
            bbox: [0.0; 4],
            source: String::new(),
            data_at: None,
            imported_at: 0,
            size_bytes: 0,
            nodes: 0,
            road_km: 0.0,
            names: 0,
            skipped: 0,
            problem: match error {
                FolderError::WrongVersion { .. } => "old_version",
                _ => "damaged",
            }
            .to_owned(),
            id,
        },
    }
}

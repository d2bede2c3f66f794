//! `region.json`: what the app shows about a region without loading it.

use std::{fs, path::Path};

use domain::{Bbox, LonLat};
use serde::{Deserialize, Serialize};

use super::{FORMAT, FolderError};
use crate::osm::Skipped;

/// What is known about an installed region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegionInfo {
    /// Format of the folder, see [`FORMAT`].
    pub format: u32,
    /// Its id: the folder's name.
    #[serde(skip)]
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// West, south, east, north in degrees.
    pub bbox: [f64; 4],
    /// What it holds.
    pub counts: Counts,
    /// What the import left out.
    pub skipped: Skipped,
    /// Name of the file it came from, without its folder.
    pub source_name: String,
    /// Size of that file in bytes.
    pub source_size: u64,
    /// SHA-256 of that file, hexadecimal.
    pub source_sha256: String,
    /// When the data was current, seconds since 1970; nothing when the file does not say.
    pub data_timestamp: Option<i64>,
    /// Whether cars keep left here.
    pub drives_left: bool,
    /// Whom the data belongs to; to be shown on the map.
    pub attribution: String,
}

impl RegionInfo {
    /// Reads the text of a `region.json`.
    ///
    /// # Errors
    /// Of another version, or damaged.
    pub fn parse(text: &[u8], id: &str) -> Result<Self, FolderError> {
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        let damaged = || FolderError::Damaged { file: super::INFO.to_owned() };
        let Version { format } = serde_json::from_slice(text).map_err(|_no_version| damaged())?;
        if format != FORMAT {
            return Err(FolderError::WrongVersion { found: format, needed: FORMAT });
        }
        let mut info: Self = serde_json::from_slice(text).map_err(|_other_fields| damaged())?;
        id.clone_into(&mut info.id);
        Ok(info)
    }

    /// Its box.
    pub fn bounds(&self) -> Bbox {
        let [west, south, east, north] = self.bbox;
        Bbox { min: LonLat { lon: west, lat: south }, max: LonLat { lon: east, lat: north } }
    }
}

/// What a region holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Junctions and ends of roads.
    pub nodes: u64,
    /// Pieces of road.
    pub segments: u64,
    /// Metres of road, each piece once.
    pub road_m: u64,
    /// Turn restrictions, as single bans.
    pub restrictions: u64,
    /// Features of the map.
    pub features: u64,
    /// Things with a name or an address.
    pub names: u64,
}

/// Read `region.json`. The version comes first: another version may have other fields.
pub(super) fn read(path: &Path, id: &str) -> Result<RegionInfo, FolderError> {
    let damaged = || FolderError::Damaged { file: super::INFO.to_owned() };
    let text = fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => damaged(),
        kind => FolderError::Io(kind),
    })?;
    RegionInfo::parse(&text, id)
}

const EXTENSIONS: [&str; 6] = [".bz2", ".gz", ".pbf", ".osm", ".xml", "-latest"];

/// File name without what every OSM file's name ends in.
fn stem(file_name: &str) -> &str {
    let mut stem = file_name;
    for extension in EXTENSIONS {
        let cut = stem.len().saturating_sub(extension.len());
        if cut > 0
            && stem.is_char_boundary(cut)
            && stem.get(cut..).is_some_and(|end| end.eq_ignore_ascii_case(extension))
        {
            stem = stem.get(..cut).unwrap_or(stem);
        }
    }
    stem
}

/// A region's id from a file name or a name: letters and digits (any script) in lower case, `-` between them.
pub fn slug(file_name: &str) -> String {
    /// Names that Windows keeps for devices.
    const RESERVED: [&str; 6] = ["con", "nul", "prn", "aux", "com1", "lpt1"];
    let mut slug = String::new();
    for c in stem(file_name).chars().flat_map(char::to_lowercase) {
        if slug.chars().count() >= 40 {
            break;
        }
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    match slug {
        "" => "region".to_owned(),
        reserved if RESERVED.contains(&reserved) => format!("region-{reserved}"),
        other => other.to_owned(),
    }
}

/// A name for people from a file name: `beijing-haidian.osm.pbf` is "Beijing Haidian".
pub fn title(file_name: &str) -> String {
    let words = stem(file_name).split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        })
        .collect();
    if words.is_empty() { "Region".to_owned() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_names_come_from_file_names() {
        let check = |file: &str, id: &str, name: &str| {
            assert_eq!((slug(file), title(file)), (id.to_owned(), name.to_owned()), "{file}");
        };
        check("monaco.osm.pbf", "monaco", "Monaco");
        check("Monaco-latest.osm.pbf", "monaco", "Monaco");
        check("beijing_haidian.osm.bz2", "beijing-haidian", "Beijing Haidian");
        check("map.osm", "map", "Map");
        check("北京市.osm.gz", "北京市", "北京市");
        check(".osm", "osm", "Osm");
        check("...", "region", "Region");
        check("../../etc/passwd", "etc-passwd", "Etc Passwd");
        check("con.osm", "region-con", "Con");
        check(&"x".repeat(99), &"x".repeat(40), &format!("X{}", "x".repeat(98)));
    }
}

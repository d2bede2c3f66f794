//! Which files an import reads, and what is said about one that can't be.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use domain::Lang;
use tracks::{Column, Mapping, ReadError};

use crate::{
    App, AppError,
    dto::{TableMappingDto, TablePreviewDto},
    words,
};

/// Endings of recordings in a folder; a file that is named itself is read whatever it is called.
const ENDINGS: [&str; 8] = ["gpx", "geojson", "json", "csv", "tsv", "txt", "gz", "xml"];
/// More files than this in a folder are somebody's whole disk.
const MOST_FILES: usize = 20_000;
/// Folders in folders that are followed.
const DEEPEST: usize = 12;

/// All recordings of these files and folders, those of a folder by name.
pub(super) fn listed(paths: &[String]) -> Result<Vec<PathBuf>, AppError> {
    let mut found = Vec::new();
    for path in paths.iter().map(PathBuf::from) {
        if path.is_dir() {
            let before = found.len();
            walk(&path, 0, &mut found);
            found[before..].sort();
        } else {
            found.push(path);
        }
    }
    if found.len() > MOST_FILES {
        return Err(AppError::bad_request("paths").with("why", "too_many"));
    }
    Ok(found)
}

fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        // Links are not followed: they lead in circles and out of the folder.
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() && depth < DEEPEST {
            walk(&path, depth + 1, found);
        } else if kind.is_file() && found.len() <= MOST_FILES {
            let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
            if ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) {
                found.push(path);
            }
        }
    }
}

/// A file's name without its folders.
pub(super) fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

impl App {
    /// The beginning of a table and what its columns seem to be; nothing when the file is no table.
    pub fn trips_table(&self, path: &str) -> Result<Option<TablePreviewDto>, AppError> {
        let bad = |why: &str| {
            AppError::new(crate::dto::ErrorCode::BadFile)
                .with("why", why)
                .with("file", name_of(Path::new(path)))
        };
        let file = File::open(path).map_err(|_missing| bad("missing"))?;
        let preview = tracks::preview(file, &self.reading(None)?).map_err(|error| bad(error.word()))?;
        Ok(preview.map(|preview| TablePreviewDto {
            usable: preview.guess.has_place() && preview.guess.has_time(),
            guess: mapping_dto(&preview.guess),
            names: preview.names,
            rows: preview.rows,
        }))
    }

    /// How files are read: times without a zone are the person's own.
    pub(super) fn reading(&self, mapping: Option<&TableMappingDto>) -> Result<tracks::Options, AppError> {
        let mapping = mapping.map(mapping_of).transpose()?;
        Ok(tracks::Options { zone: self.now().zone, mapping, ..tracks::Options::default() })
    }
}

fn mapping_of(dto: &TableMappingDto) -> Result<Mapping, AppError> {
    let bad = || AppError::bad_request("mapping");
    let columns: Vec<Column> =
        dto.columns.iter().map(|word| Column::from_word(word).ok_or_else(bad)).collect::<Result<_, _>>()?;
    let [delimiter] = dto.delimiter.as_bytes() else { return Err(bad()) };
    let mapping = Mapping {
        delimiter: *delimiter,
        header: dto.header,
        decimal_comma: dto.decimal_comma,
        columns,
        zone: dto.zone.clone(),
    };
    if mapping.has_place() { Ok(mapping) } else { Err(bad().with("why", "no_place")) }
}

fn mapping_dto(mapping: &Mapping) -> TableMappingDto {
    TableMappingDto {
        delimiter: char::from(mapping.delimiter).to_string(),
        header: mapping.header,
        decimal_comma: mapping.decimal_comma,
        columns: mapping.columns.iter().map(|column| column.word().to_owned()).collect(),
        zone: mapping.zone.clone(),
    }
}

/// What is the matter with a file, and what can be done.
pub(super) fn trouble(lang: Lang, error: &ReadError) -> String {
    let (zh, en) = match error {
        ReadError::Empty => ("文件是空的：请重新导出一次。", "The file is empty: export it once more."),
        ReadError::Archive => (
            "这是压缩包：请先解压，再导入里面的文件。",
            "This is an archive: unpack it first, then import the files in it.",
        ),
        ReadError::Fit => (
            "这是 FIT 记录：请在原来的应用里导出为 GPX。",
            "This is a FIT recording: export it as GPX in the app that it comes from.",
        ),
        ReadError::Unknown => (
            "认不出这种文件：可以导入 GPX、GeoJSON、谷歌时间轴的 JSON 和 CSV 表格。",
            "This is no known recording: GPX, GeoJSON, Google Timeline’s JSON and CSV tables can be imported.",
        ),
        ReadError::Damaged => (
            "文件从开头就坏了：请重新导出或重新拷贝。",
            "The file is damaged from its beginning on: export or copy it once more.",
        ),
        ReadError::NoPoints => {
            ("文件里没有记录下来的点。", "The file holds no recorded points: record a drive and export that.")
        }
        ReadError::OnlyWaypoints => (
            "文件里只有标记的地点，没有行驶记录：请导出轨迹（track）。",
            "The file holds marked places and no recording: export the track itself.",
        ),
        ReadError::OnlyPlanned => (
            "文件里只有规划好的路线，没有行驶记录：请导出轨迹（track）。",
            "The file holds a planned route and no recording: export the track itself.",
        ),
        ReadError::Columns => (
            "看不出哪一列是经纬度：请说明各列的含义。",
            "No column can be told to be the place: say what the columns are.",
        ),
        ReadError::TooLong { .. } => (
            "点太多了：请分成几个文件导入。",
            "There are too many points: import the recording in several files.",
        ),
        ReadError::Io => {
            ("文件读不了：请检查权限和磁盘。", "The file can’t be read: check its permissions and the disk.")
        }
    };
    words::pick(lang, zh, en)
}

//! Drives that come in from files or a receiver, and the places that they suggest.

use std::{
    fmt::Write as _,
    io::{IsTerminal as _, Write as _},
    path::PathBuf,
};

use adapters::Gpsd;
use app::{
    App, AppError, CancelToken,
    dto::{
        CommuteDto, ErrorCode, FixDto, ImportBriefDto, ImportReportDto, ImportUndoneDto, ImportedFileDto,
        LangDto, PlaceAnswerDto, PlaceAnswerRequest, PlaceAnsweredDto, PlaceCandidateDto,
        RecordedDriveRequest, SimulateRequest, SimulationDto, TableMappingDto, TablePreviewDto,
        TripImportRequest, WatchedFolderDto,
    },
};
use clap::{Args, Subcommand, ValueEnum};
use domain::ports::PositionError;

use crate::{
    run::{self, Ways},
    show::{self, pick},
};

/// Drives that come in.
#[derive(Debug, Subcommand)]
pub enum Trips {
    /// Import recordings: GPX, GeoJSON, Google Timeline or CSV; of a folder everything below it.
    Import(Import),
    /// The first rows of a table, and what its columns seem to be.
    Table {
        /// The table.
        file: PathBuf,
    },
    /// Imports that can be taken back.
    List,
    /// Take an import back, with all that was concluded from it alone.
    Undo {
        /// Its id; the newest one when absent.
        id: Option<String>,
    },
    /// Places that the trips suggest.
    Places,
    /// Answer a suggested place: laolu trips place ID confirm --name 家
    Place {
        /// The suggestion's id.
        id: String,
        /// The answer.
        answer: Answer,
        /// Another name than the suggested one.
        #[arg(long)]
        name: Option<String>,
    },
    /// The ways between the places that are driven most: when, how long, by which roads.
    Commute,
    /// Record a drive from gpsd on this computer, until it has arrived.
    Record {
        /// Where gpsd listens: a loopback address and port.
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:2947")]
        gpsd: String,
    },
    /// Drive a planned route in fast motion, to try things out.
    Simulate {
        /// The plan's id.
        plan: String,
        /// Its route: an id, or its number from 1; the recommended one when absent.
        #[arg(long)]
        route: Option<String>,
        /// Seconds between two positions, 1 to 60.
        #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
        every: f64,
        /// Write the drive down as if a receiver had recorded it.
        #[arg(long)]
        keep: bool,
    },
    /// The folder in which new recordings are looked for; with --set another one, with --off none, with --look look now.
    Watch {
        /// Watch this folder.
        #[arg(long, value_name = "DIR", conflicts_with = "off")]
        set: Option<PathBuf>,
        /// Watch none.
        #[arg(long)]
        off: bool,
        /// Look into it now.
        #[arg(long)]
        look: bool,
    },
}

/// Recordings, and what their tables are.
#[derive(Debug, Args)]
pub struct Import {
    /// Files and folders.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// What a table's columns are, from the left: lat, lon, lat_lon, time, date, clock, track, other.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    columns: Vec<String>,
    /// Between two cells of a table.
    #[arg(long, value_name = "CHARACTER", default_value = ",", requires = "columns")]
    delimiter: String,
    /// Numbers of the table are written 41,15.
    #[arg(long, requires = "columns")]
    decimal_comma: bool,
    /// The table's first row holds no names.
    #[arg(long, requires = "columns")]
    no_header: bool,
    /// Zone of times that name none, as Europe/Paris; this computer's when absent.
    #[arg(long, value_name = "ZONE", requires = "columns")]
    zone: Option<String>,
}

/// The answers to a suggested place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Answer {
    /// Remember it.
    Confirm,
    /// It is none, and is never suggested again.
    Dismiss,
}

/// Does what was typed.
pub fn trips(app: &App, asked: &Trips, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match asked {
        Trips::Import(asked) => {
            let request = TripImportRequest {
                paths: asked.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect(),
                mapping: mapping(asked),
                lang,
            };
            let report = app.trips_import(&request, &mut run::progress(ways), &CancelToken::new())?;
            ways.answer(&report, |report| imported(lang, report))
        }
        Trips::Table { file } => {
            let preview = app.trips_table(&file.to_string_lossy())?;
            ways.answer(&preview, |preview| table(lang, preview.as_ref()))
        }
        Trips::List => ways.answer(&app.trip_imports()?, |all| list(lang, all)),
        Trips::Undo { id } => {
            let undone = app.trips_undo(id.as_deref().unwrap_or_default())?;
            ways.answer(&undone, |undone| taken_back(lang, undone))
        }
        Trips::Places => ways.answer(&app.place_candidates(lang)?, |all| places(lang, all)),
        Trips::Place { id, answer, name } => {
            let answer = match answer {
                Answer::Confirm => PlaceAnswerDto::Confirm,
                Answer::Dismiss => PlaceAnswerDto::Dismiss,
            };
            let request =
                PlaceAnswerRequest { id: id.clone(), answer, name: name.clone().unwrap_or_default(), lang };
            ways.answer(&app.place_candidate_answer(&request)?, |done| answered(lang, done))
        }
        Trips::Commute => ways.answer(&app.commute(lang)?, |all| commutes(lang, all)),
        Trips::Record { gpsd } => record(app, gpsd, ways),
        Trips::Simulate { plan, route, every, keep } => {
            let route_id = match route {
                Some(route) => app.route_id_of(plan, route)?,
                None => String::new(),
            };
            let request =
                SimulateRequest { plan_id: plan.clone(), route_id, departed_at: None, every_s: *every };
            let driven = app.drive_simulate(&request)?;
            if *keep {
                let request = RecordedDriveRequest { fixes: driven.fixes, lang };
                let report = app.drive_recorded(&request, &CancelToken::new())?;
                return ways.answer(&report, |report| imported(lang, report));
            }
            ways.answer(&driven, |driven| simulated(lang, driven))
        }
        Trips::Watch { set, off, look } => {
            if *off {
                app.trips_watch("")?;
            } else if let Some(folder) = set {
                app.trips_watch(&folder.to_string_lossy())?;
            }
            if *look {
                let found = app.trips_watch_look(lang, &mut run::progress(ways), &CancelToken::new())?;
                return ways.answer(&found, |found| match found {
                    Some(report) => imported(lang, report),
                    None => pick(lang, "没有新的记录。", "No new recordings.").to_owned(),
                });
            }
            ways.answer(&app.trips_watched()?, |watched| watched_words(lang, watched))
        }
    }
}

/// Records until the car has arrived, gpsd ends, or the person presses Enter.
fn record(app: &App, address: &str, ways: &Ways) -> Result<(), AppError> {
    let mut source = Gpsd::connect(address).map_err(receiver)?;
    let (stop, watched) = (CancelToken::new(), !ways.json && std::io::stdin().is_terminal());
    if watched {
        let text = pick(ways.lang, "正在记录，按回车结束。", "Recording; Enter ends it.");
        drop(writeln!(std::io::stderr(), "{text}"));
        let stop = stop.clone();
        std::thread::spawn(move || {
            drop(std::io::stdin().read_line(&mut String::new()));
            stop.cancel();
        });
    }
    let mut count = 0_u32;
    let mut seen = |fix: &FixDto| {
        count += 1;
        if watched {
            drop(write!(std::io::stderr(), "\r{count}  {:.5}, {:.5}\x1b[K", fix.point.lat, fix.point.lon));
        }
    };
    let report = app.drive_record(&mut source, ways.lang, &mut seen, &stop)?;
    ways.answer(&report, |report| imported(ways.lang, report))
}

fn mapping(asked: &Import) -> Option<TableMappingDto> {
    (!asked.columns.is_empty()).then(|| TableMappingDto {
        delimiter: if asked.delimiter == "\\t" { "\t".to_owned() } else { asked.delimiter.clone() },
        header: !asked.no_header,
        decimal_comma: asked.decimal_comma,
        columns: asked.columns.clone(),
        zone: asked.zone.clone().unwrap_or_default(),
    })
}

fn receiver(error: PositionError) -> AppError {
    let why = match error {
        PositionError::Unreachable => "unreachable",
        PositionError::NotOne => "not_gpsd",
        PositionError::Silent | PositionError::Lost => "lost",
    };
    AppError::new(ErrorCode::Network).with("purpose", "receiver").with("why", why)
}

fn imported(lang: LangDto, report: &ImportReportDto) -> String {
    let mut out = String::new();
    for file in &report.files {
        let _ = writeln!(out, "{}", file_line(lang, file));
    }
    let _ = match lang {
        LangDto::Zh => write!(
            out,
            "新行程 {}，已知 {}，删过的 {}，和路对不上的 {}",
            report.trips, report.known, report.forgotten, report.poor
        ),
        LangDto::En => write!(
            out,
            "{} new, {} known, {} deleted before, {} fitting to no roads",
            report.trips, report.known, report.forgotten, report.poor
        ),
    };
    if let Some(id) = &report.id {
        let _ = write!(out, "\n{} laolu trips undo {id}", pick(lang, "撤销：", "Take it back:"));
    }
    if !report.learning && report.trips > 0 {
        let _ = write!(
            out,
            "\n{}",
            pick(
                lang,
                "学习没有打开，没有从中得出什么：laolu settings set learning on",
                "Learning is off, so nothing was concluded: laolu settings set learning on"
            )
        );
    }
    for card in &report.questions {
        let _ = write!(out, "\n{}", show::habit(lang, Some(card)));
    }
    if !report.places.is_empty() {
        let _ = write!(out, "\n{}", places(lang, &report.places));
    }
    out
}

fn file_line(lang: LangDto, file: &ImportedFileDto) -> String {
    let what = match (lang, file.trips.len()) {
        _ if !file.why.is_empty() => String::new(),
        (LangDto::Zh, n) => format!("  {} 个点，{n} 段新行程", file.points),
        (LangDto::En, 1) => format!("  {} points, 1 new trip", file.points),
        (LangDto::En, n) => format!("  {} points, {n} new trips", file.points),
    };
    let text = if file.text.is_empty() { String::new() } else { format!("  {}", file.text) };
    format!("{}{what}{text}", file.file)
}

fn table(lang: LangDto, preview: Option<&TablePreviewDto>) -> String {
    let Some(preview) = preview else {
        return pick(lang, "这不是表格。", "This is no table.").to_owned();
    };
    let mut out = preview.guess.columns.join(" | ");
    for row in std::iter::once(&preview.names).chain(&preview.rows) {
        let _ = write!(out, "\n{}", row.join(" | "));
    }
    if !preview.usable {
        let _ = write!(
            out,
            "\n{}",
            pick(
                lang,
                "看不出经纬度和时间在哪一列：laolu trips import FILE --columns …",
                "Which columns are place and time can’t be told: laolu trips import FILE --columns …"
            )
        );
    }
    out
}

fn list(lang: LangDto, all: &[ImportBriefDto]) -> String {
    if all.is_empty() {
        return pick(lang, "没有导入过行程。", "Nothing was imported.").to_owned();
    }
    let day = |at: i64, zone: &str| domain::Timestamp(at).in_zone(zone).strftime("%Y-%m-%d").to_string();
    let line = |one: &ImportBriefDto| {
        let (at, from, to) = (day(one.at, &one.zone), day(one.from, &one.zone), day(one.to, &one.zone));
        match lang {
            LangDto::Zh => format!("{:>4}  {at}  {} 段行程，{from} 至 {to}", one.id, one.trips),
            LangDto::En => format!("{:>4}  {at}  {} trips, {from} to {to}", one.id, one.trips),
        }
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn taken_back(lang: LangDto, undone: &ImportUndoneDto) -> String {
    match lang {
        LangDto::Zh => {
            format!("撤销了 {} 段行程，以及只靠它们得出的 {} 条记忆。", undone.trips, undone.also.len())
        }
        LangDto::En => {
            format!(
                "Took {} trips back, and {} memories that rested on them alone.",
                undone.trips,
                undone.also.len()
            )
        }
    }
}

fn places(lang: LangDto, all: &[PlaceCandidateDto]) -> String {
    if all.is_empty() {
        return pick(lang, "没有待确认的地点。", "No place is suggested.").to_owned();
    }
    let line = |place: &PlaceCandidateDto| {
        format!("◇ {}\n  laolu trips place {} confirm | dismiss [--name …]", place.question, place.id)
    };
    all.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn answered(lang: LangDto, done: &PlaceAnsweredDto) -> String {
    let said = match (&done.place, lang) {
        (Some(place), LangDto::Zh) => format!("记住了：{}（{} 个行程端点归到它名下）", place.text, done.tied),
        (Some(place), LangDto::En) => {
            format!("Remembered: {} ({} ends of trips belong to it now)", place.text, done.tied)
        }
        (None, _) => pick(lang, "好，不会再提它。", "All right, it is never suggested again.").to_owned(),
    };
    if done.left.is_empty() { said } else { format!("{said}\n{}", places(lang, &done.left)) }
}

fn commutes(lang: LangDto, all: &[CommuteDto]) -> String {
    if all.is_empty() {
        return pick(
            lang,
            "还没有常走的路：先导入几周的行程。",
            "No way is driven often yet: import some weeks of trips first.",
        )
        .to_owned();
    }
    let minutes = |seconds: f64| (seconds / 60.0).round();
    let mut out = String::new();
    for one in all {
        let clock = format!("{:02}:{:02}", one.departs_minute / 60, one.departs_minute % 60);
        let _ = match lang {
            LangDto::Zh => writeln!(
                out,
                "{} → {}  {} 次，{} 天，通常 {clock}（±{} 分）出发，{} 分钟（{}–{}）",
                one.from.label,
                one.to.label,
                one.trips,
                one.days,
                one.departs_within,
                minutes(one.duration_s),
                minutes(one.quick_s),
                minutes(one.slow_s)
            ),
            LangDto::En => writeln!(
                out,
                "{} → {}  {} times on {} days, usually at {clock} (±{} min), {} min ({}–{})",
                one.from.label,
                one.to.label,
                one.trips,
                one.days,
                one.departs_within,
                minutes(one.duration_s),
                minutes(one.quick_s),
                minutes(one.slow_s)
            ),
        };
        for way in &one.ways {
            let recommended =
                if way.recommended { pick(lang, "  推荐的路", "  as recommended") } else { "" };
            let _ = writeln!(
                out,
                "  {:>3}×  {}  {} min{recommended}",
                way.trips,
                way.via,
                minutes(way.duration_s)
            );
        }
    }
    out
}

fn simulated(lang: LangDto, driven: &SimulationDto) -> String {
    let (points, minutes) = (driven.fixes.len(), (driven.duration_s / 60.0).round());
    let far = app::distance(lang, driven.distance_m);
    match lang {
        LangDto::Zh => format!("{points} 个位置，{far}，{minutes} 分钟；用 --keep 记成一次行程。"),
        LangDto::En => format!("{points} positions, {far}, {minutes} min; --keep writes it down as a trip."),
    }
}

fn watched_words(lang: LangDto, watched: &WatchedFolderDto) -> String {
    match (watched.folder.as_str(), watched.there) {
        ("", _) => pick(lang, "没有在看任何文件夹。", "No folder is watched.").to_owned(),
        (folder, true) => folder.to_owned(),
        (folder, false) => format!("{folder}  {}", pick(lang, "（现在不在）", "(not there now)")),
    }
}

/// Why a receiver gives no position, Chinese and English.
pub fn no_receiver(why: &str) -> (String, String) {
    let (zh, en) = match why {
        "unreachable" => (
            "这台电脑上没有 gpsd 在应答：先启动它，或用 --gpsd 说明它的地址（只能是本机）。",
            "No gpsd answers on this computer: start it, or say where it listens with --gpsd (this computer only).",
        ),
        "not_gpsd" => ("那个地址上应答的不是 gpsd。", "What answers at that address is no gpsd."),
        _ => ("接收器断开了，什么都没有记下。", "The receiver is gone; nothing was recorded."),
    };
    (zh.to_owned(), en.to_owned())
}

/// What is wrong with what was handed in, Chinese and English.
pub fn bad_request(field: &str, why: &str) -> (String, String) {
    let (zh, en) = match (field, why) {
        ("fixes", _) => (
            "没有记下可用的行驶：路太短、没开起来，或者位置不够准。",
            "No drive was recorded: it was too short, nobody drove, or the positions were not sure enough.",
        ),
        ("paths", "too_many") => {
            ("文件太多了：请分几次导入。", "There are too many files: import them in parts.")
        }
        ("paths", _) => (
            "这里没有可以导入的记录：GPX、GeoJSON、谷歌时间轴的 JSON、CSV。",
            "Nothing to import is here: GPX, GeoJSON, Google Timeline’s JSON, CSV.",
        ),
        ("mapping", _) => (
            "列的说明用不了：每列写 lat、lon、lat_lon、time、date、clock、track 或 other，至少要有经纬度；分隔符是一个字符。",
            "The columns can’t be used: write lat, lon, lat_lon, time, date, clock, track or other for each, with a place at least; the delimiter is one character.",
        ),
        ("folder", _) => ("没有这个文件夹。", "There is no such folder."),
        _ => ("间隔是 1 到 60 秒。", "The interval is 1 to 60 seconds."),
    };
    (zh.to_owned(), en.to_owned())
}

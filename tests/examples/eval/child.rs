//! What this program does when an evaluation starts it again as a process of its own, to be killed or watched.

use app::{App, AppError, CancelToken, Config, dto::*, silent};
use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
};

/// Names of the modes.
const IMPORT: &str = "child-import";
const DOWNLOAD: &str = "child-download";
const REMEMBER: &str = "child-remember";

/// Runs one of the modes when it is asked for; answers whether it was.
pub fn ran(arguments: &[String]) -> bool {
    match arguments {
        [mode, folder, file] if mode == IMPORT => import(Path::new(folder), file),
        [mode, folder, id] if mode == DOWNLOAD => download(Path::new(folder), id),
        [mode, folder, _] if mode == REMEMBER => remember(Path::new(folder)),
        _ => return false,
    }
    true
}

/// A process that imports a file into a data folder.
pub fn importing(folder: &Path, file: &Path) -> Command {
    command(IMPORT, folder, file.as_os_str().to_str().unwrap())
}

/// A process that downloads a region of the list that is there.
pub fn downloading(folder: &Path, id: &str) -> Command {
    command(DOWNLOAD, folder, id)
}

/// A process that writes one memory after the other into a folder, and says so after each.
pub fn remembering(folder: &Path) -> Command {
    command(REMEMBER, folder, "all")
}

fn command(mode: &str, folder: &Path, what: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(mode).arg(folder).arg(what).stdin(Stdio::null()).stderr(Stdio::null());
    command
}

/// An app on this folder, with a way to the network of this computer.
pub fn open(data_dir: &Path) -> App {
    let config = Config {
        data_dir: data_dir.to_owned(),
        bundled_maps: PathBuf::new(),
        profile: None,
        exclusive: false,
        wait_for_meaning: false,
        clock: Arc::new(adapters::SystemClock::new()),
        embedder: None,
        preview: Arc::new(adapters::DrawnPreview),
    };
    App::open(config).unwrap().with_fetcher(Arc::new(adapters::WebFetcher::new()))
}

/// Imports a file as a person would.
pub fn import_into(app: &App, file: &str) -> Result<RegionDto, AppError> {
    let request = ImportRequest { path: file.to_owned(), name: String::new() };
    app.region_import(&request, &mut silent(), &CancelToken::new())
}

fn remember(folder: &Path) {
    let kit = testkit::store::TestStore::in_folder(folder).unwrap();
    for n in 0..crate::kill_memory::DEEDS {
        testkit::deeds::deed(&kit, n).unwrap();
        println!("{n}");
    }
}

/// Prints how it ended, what was skipped, and the most memory held, in megabytes.
fn import(folder: &Path, file: &str) {
    let ended = import_into(&open(folder), file);
    let (word, skipped) = match &ended {
        Ok(region) => ("ok".to_owned(), region.skipped),
        Err(error) => {
            let why = error.args.get("why").cloned().unwrap_or_default();
            let word = if error.code == ErrorCode::BadFile { why } else { format!("{:?} {why}", error.code) };
            (word.replace(' ', "-"), 0)
        }
    };
    println!("{word} {skipped} {:.0}", peak_mb());
}

fn download(folder: &Path, id: &str) {
    let ended = open(folder).region_download(id, &mut silent(), &CancelToken::new());
    println!("{}", if ended.is_ok() { "ok" } else { "failed" });
}

fn peak_mb() -> f64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap_or(f64::NAN) * 1024.0 / 1e6
}

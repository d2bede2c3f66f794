//! Looking after the memory file: backups, what says the same twice, and what nobody has read.

use std::{fmt::Write as _, path::Path};

use app::{
    App, AppError, CancelToken, Keys,
    dto::{AlikeDto, BackupDto, ErrorCode, LangDto, RebuiltDto, RestoredDto},
};
use clap::Subcommand;

use crate::{
    run::{self, Ways},
    show::{self, pick},
    time,
};

/// What is done about the file as a whole.
#[derive(Debug, Subcommand)]
pub enum Upkeep {
    /// Check the data folder; with --rebuild, build the memory's indexes anew from its rows.
    Doctor {
        /// Build the indexes anew.
        #[arg(long)]
        rebuild: bool,
    },
    /// Take a backup of the memory beside its file; with --list, see those that are whole.
    Backup {
        /// Only list them.
        #[arg(long)]
        list: bool,
    },
    /// Put a backup in the place of the memory file: `newest`, a name of `laolu backup --list`, or a file.
    Restore {
        /// Which.
        backup: String,
    },
}

/// What is done about single memories.
#[derive(Debug, Subcommand)]
pub enum Care {
    /// Memories that say nearly the same.
    Alike {
        /// They are one: the first stands for the second.
        #[arg(long, num_args = 2, value_names = ["KEEP", "OTHER"])]
        join: Vec<String>,
        /// They are two, and are not proposed again.
        #[arg(long, num_args = 2, value_names = ["ONE", "OTHER"], conflicts_with = "join")]
        apart: Vec<String>,
    },
    /// Read now what was noticed in words and nobody has read.
    Read,
}

/// Does what was typed about an open file.
pub fn upkeep(app: &App, asked: &Upkeep, ways: &Ways) -> Result<(), AppError> {
    match asked {
        Upkeep::Doctor { rebuild } => {
            if *rebuild {
                let rebuilt = app.rebuild(&mut run::progress(ways), &CancelToken::new())?;
                if !ways.json {
                    ways.answer(&rebuilt, |rebuilt| rebuilt_words(ways.lang, rebuilt))?;
                }
            }
            app.embed_missing()?;
            let found = app.doctor()?;
            ways.answer(&found, |found| show::doctor(ways.lang, found))?;
            if found.ok { Ok(()) } else { Err(AppError::new(ErrorCode::Internal).with("room", "doctor")) }
        }
        Upkeep::Backup { list: true } => ways.answer(&app.backups()?, |all| backups(ways, all)),
        Upkeep::Backup { list: false } => {
            let taken = app.backup()?;
            ways.answer(&vec![taken], |all| backups(ways, all))
        }
        // Done before anything is opened.
        Upkeep::Restore { .. } => Err(AppError::bad_request("backup")),
    }
}

/// Restores, while nobody has the folder open.
pub fn restore(data_dir: &Path, backup: &str, keys: &Keys, ways: &Ways) -> Result<(), AppError> {
    let newest = app::backups_of(data_dir, keys).pop().map(|newest| newest.name);
    let name = if backup == "newest" { newest.unwrap_or_default() } else { backup.to_owned() };
    let restored = app::restore(data_dir, &name, keys, &ways.now)?;
    ways.answer(&restored, |restored| restored_words(ways, restored))
}

/// Does what was typed about memories.
pub fn care(app: &App, asked: &Care, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match asked {
        Care::Alike { join, apart } => {
            for (pair, joined) in [(join, true), (apart, false)] {
                if let [one, other] = pair.as_slice() {
                    app.memory_alike_answer(one, other, joined)?;
                }
            }
            ways.answer(&app.memory_alike(lang)?, |all| alike(lang, all))
        }
        Care::Read => {
            let found = app.read_what_waits(&|| true)?;
            ways.answer(&found, |found| match lang {
                LangDto::Zh => format!("读完了，新记下 {found} 条。"),
                LangDto::En => format!("Read. New memories: {found}."),
            })
        }
    }
}

/// What rebuilding did.
fn rebuilt_words(lang: LangDto, rebuilt: &RebuiltDto) -> String {
    match lang {
        LangDto::Zh => format!("索引已按 {} 条记忆重建。", rebuilt.memories),
        LangDto::En => format!("The indexes were built anew from {} memories.", rebuilt.memories),
    }
}

fn backups(ways: &Ways, all: &[BackupDto]) -> String {
    if all.is_empty() {
        return pick(ways.lang, "还没有备份。", "There is no backup.").to_owned();
    }
    let mut out = String::new();
    for one in all {
        let _ = writeln!(out, "{}  {}  {} kB", one.name, time::words(one.at, &ways.now), one.bytes / 1_000);
    }
    out
}

fn restored_words(ways: &Ways, restored: &RestoredDto) -> String {
    let when = restored.at.map(|at| time::words(at, &ways.now)).unwrap_or_default();
    match ways.lang {
        LangDto::Zh => format!("已恢复备份 {when}；之后抹除过的 {} 条仍然不在。", restored.forgotten),
        LangDto::En => format!(
            "Restored the backup {when}. Of it {} were erased since, and are gone again.",
            restored.forgotten
        ),
    }
}

fn alike(lang: LangDto, all: &[AlikeDto]) -> String {
    if all.is_empty() {
        return pick(lang, "没有说法相近的记忆。", "No two memories say nearly the same.").to_owned();
    }
    let mut out = String::new();
    for pair in all {
        let _ = writeln!(
            out,
            "{:.2}  {}  {}\n      {}  {}",
            pair.likeness, pair.one, pair.one_text, pair.other, pair.other_text
        );
        if !pair.same_entities {
            let _ = writeln!(
                out,
                "      {}",
                pick(lang, "说的不是同样的人或物。", "They are about other people or things.")
            );
        }
    }
    let next = pick(
        lang,
        "合并：laolu memory alike --join 留下 另一条；不是一回事：--apart 一条 另一条",
        "One memory: laolu memory alike --join KEEP OTHER. Two: --apart ONE OTHER",
    );
    let _ = writeln!(out, "{next}");
    out
}

//! The passphrase of a locked memory: where it may come from (a prompt that shows nothing, the environment, an open
//! file; never an argument, which every program on the computer can read), and the commands about it.

use std::{
    env,
    fs::File,
    io::{BufRead, BufReader, IsTerminal, Read},
};

use app::{
    App, AppError,
    dto::{EncryptionDto, ErrorCode, LangDto, PassphraseRequest},
};
use clap::{Args, Subcommand};
use zeroize::Zeroizing;

use crate::run::Ways;

/// Encrypt.
#[derive(Debug, Args)]
pub struct Encrypt {
    /// Have the system's keyring open it from now on.
    #[arg(long)]
    pub remember: bool,
    /// Needed: you know that nobody can open the file without the passphrase.
    #[arg(long)]
    pub yes: bool,
}

/// The passphrase.
#[derive(Debug, Subcommand)]
pub enum Passphrase {
    /// Whether the file is encrypted, and whether the keyring opens it.
    Status,
    /// Another one; the old one opens the file no more.
    Change {
        /// Have the system's keyring open it from now on.
        #[arg(long)]
        remember: bool,
    },
    /// Have the system's keyring open the file from now on.
    Remember,
    /// Ask for the passphrase every time again.
    Forget,
}

/// What is known without asking anybody.
#[derive(Default)]
pub struct Said {
    /// What the file is locked with.
    pub current: Option<Zeroizing<String>>,
    /// What it is to be locked with.
    new: Option<Zeroizing<String>>,
}

/// Longest passphrase that is read, in bytes.
const LONGEST: u64 = 64 * 1_024;

impl Said {
    /// From open files by their numbers, else from `LAOLU_PASSPHRASE` and `LAOLU_NEW_PASSPHRASE`.
    pub fn of(current_fd: Option<u32>, new_fd: Option<u32>) -> Result<Self, AppError> {
        Ok(Self {
            current: said(current_fd, "LAOLU_PASSPHRASE", "passphrase_fd")?,
            new: said(new_fd, "LAOLU_NEW_PASSPHRASE", "new_passphrase_fd")?,
        })
    }

    fn current(&self, lang: LangDto) -> Result<Zeroizing<String>, AppError> {
        self.current.clone().map_or_else(|| ask_current(lang), Ok)
    }

    /// Asked for twice, because a slip of the finger would lock the memory for ever.
    fn fresh(&self, lang: LangDto) -> Result<Zeroizing<String>, AppError> {
        if let Some(new) = &self.new {
            return Ok(new.clone());
        }
        let first = prompt(pick(lang, "新密码短语：", "New passphrase: "))?;
        let second = prompt(pick(lang, "再输一遍：", "Once more: "))?;
        if first == second {
            Ok(first)
        } else {
            Err(AppError::bad_request("passphrase").with("why", "differ"))
        }
    }
}

fn said(fd: Option<u32>, variable: &str, field: &str) -> Result<Option<Zeroizing<String>>, AppError> {
    let Some(fd) = fd else {
        return Ok(env::var(variable).ok().filter(|value| !value.is_empty()).map(Zeroizing::new));
    };
    let mut line = Zeroizing::new(String::with_capacity(256));
    let read = File::open(format!("/dev/fd/{fd}"))
        .and_then(|file| BufReader::new(file.take(LONGEST)).read_line(&mut line));
    read.map_err(|_no_such_file| AppError::bad_request(field))?;
    let length = line.trim_end_matches(['\n', '\r']).len();
    line.truncate(length);
    Ok(Some(line))
}

/// Asks for the present one.
pub fn ask_current(lang: LangDto) -> Result<Zeroizing<String>, AppError> {
    prompt(pick(lang, "密码短语：", "Passphrase: "))
}

fn prompt(words: &str) -> Result<Zeroizing<String>, AppError> {
    if !std::io::stdin().is_terminal() {
        return Err(AppError::new(ErrorCode::Locked));
    }
    let typed = rpassword::prompt_password(words);
    typed.map(Zeroizing::new).map_err(|_no_terminal| AppError::new(ErrorCode::Locked))
}

/// `laolu encrypt`.
pub fn encrypt(app: &App, typed: &Encrypt, ways: &Ways) -> Result<(), AppError> {
    if !typed.yes {
        return Err(AppError::bad_request("encryption").with("why", "not_sure"));
    }
    let request = request(None, Some(&ways.said.fresh(ways.lang)?), typed.remember);
    let after = app.encrypt(&request)?;
    ways.answer(&after, |after| words(ways.lang, after, typed.remember))
}

/// `laolu decrypt`.
pub fn decrypt(app: &App, ways: &Ways) -> Result<(), AppError> {
    if !app.encryption_status()?.locked {
        return Err(AppError::bad_request("encryption").with("why", "not_locked"));
    }
    let after = app.decrypt(&request(Some(&ways.said.current(ways.lang)?), None, false))?;
    ways.answer(&after, |after| words(ways.lang, after, false))
}

/// `laolu passphrase …`.
pub fn passphrase(app: &App, typed: &Passphrase, ways: &Ways) -> Result<(), AppError> {
    let (after, wanted) = match typed {
        Passphrase::Status => (app.encryption_status()?, false),
        Passphrase::Change { remember } => {
            if !app.encryption_status()?.locked {
                return Err(AppError::bad_request("encryption").with("why", "not_locked"));
            }
            let current = ways.said.current(ways.lang)?;
            let request = request(Some(&current), Some(&ways.said.fresh(ways.lang)?), *remember);
            (app.passphrase_change(&request)?, *remember)
        }
        Passphrase::Remember => (app.passphrase_remember(true)?, true),
        Passphrase::Forget => (app.passphrase_remember(false)?, false),
    };
    ways.answer(&after, |after| words(ways.lang, after, wanted))
}

fn request(
    current: Option<&Zeroizing<String>>,
    new: Option<&Zeroizing<String>>,
    remember: bool,
) -> PassphraseRequest {
    let text =
        |given: Option<&Zeroizing<String>>| given.map(|text| text.as_str().to_owned()).unwrap_or_default();
    PassphraseRequest { current: text(current), passphrase: text(new), remember }
}

fn words(lang: LangDto, now: &EncryptionDto, wanted: bool) -> String {
    let locked = if now.locked {
        pick(
            lang,
            "记忆文件已加密。忘了密码短语，谁也打不开它。",
            "The memory file is encrypted. Without the passphrase nobody can open it.",
        )
    } else {
        pick(lang, "记忆文件没有加密。", "The memory file is not encrypted.")
    };
    let keyring = match (now.locked, now.remembered, now.keyring.as_str()) {
        (false, ..) => "",
        (_, true, _) => pick(lang, "系统钥匙串会替你打开它。", "The system’s keyring opens it for you."),
        (_, false, "missing") => pick(
            lang,
            "这台电脑没有钥匙串，每次都要输密码短语。",
            "This computer has no keyring; the passphrase is asked for every time.",
        ),
        (_, false, _) if wanted => pick(lang, "钥匙串没有收下钥匙。", "The keyring did not take the key."),
        (_, false, _) => pick(
            lang,
            "每次都要输密码短语；记到钥匙串：laolu passphrase remember。",
            "The passphrase is asked for every time; to keep it in the keyring: laolu passphrase remember.",
        ),
    };
    format!("{locked}\n{keyring}").trim_end().to_owned()
}

fn pick<'a>(lang: LangDto, zh: &'a str, en: &'a str) -> &'a str {
    match lang {
        LangDto::Zh => zh,
        LangDto::En => en,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_passphrase_is_the_first_line_of_an_open_file() {
        use std::{io::Seek, io::Write, os::fd::AsRawFd};
        let check = |written: &str, expected: &str| {
            let mut file = std::env::temp_dir();
            file.push(format!("laolu-fd-{}", std::process::id()));
            let mut open =
                File::options().create(true).truncate(true).read(true).write(true).open(&file).expect("made");
            open.write_all(written.as_bytes()).expect("written");
            open.rewind().expect("at its start");
            let fd = u32::try_from(open.as_raw_fd()).expect("a number");
            let read = said(Some(fd), "LAOLU_NO_SUCH_VARIABLE", "passphrase_fd").expect("read");
            std::fs::remove_file(file).expect("removed");
            assert_eq!(read.expect("there").as_str(), expected);
        };
        check("correct horse\n", "correct horse");
        check("老路 7 \r\nmore\n", "老路 7 ");
        check("without an end", "without an end");
        check("", "");
        let none = said(Some(999_999), "LAOLU_NO_SUCH_VARIABLE", "passphrase_fd");
        assert_eq!(none.map(drop), Err(AppError::bad_request("passphrase_fd")));
    }
}

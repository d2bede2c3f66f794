//! The terminal's shell. It reads what was typed, calls one use case of `app`, and prints the answer as words or JSON.
//! Exit codes: 0 done, 2 something to change in what was typed or installed, 3 no route, 1 a fault of Laolu's own.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is what a terminal shell is for")]

mod args;
#[cfg(test)]
mod documented;
mod draw;
mod habit;
mod inspect;
mod mind;
mod model;
mod online;
mod outward;
mod passphrase;
mod provider;
mod run;
mod show;
mod situation;
mod time;
mod trips;
mod upkeep;
mod wording;

use std::{process::ExitCode, sync::Arc};

use app::{
    App, AppError, Config, Keys,
    dto::{ErrorCode, LangDto},
};
use clap::Parser;
use domain::Moment;
use zeroize::Zeroizing;

use args::{Cli, Command, Language};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let lang = match cli.lang {
        Some(Language::Zh) => LangDto::Zh,
        Some(Language::En) => LangDto::En,
        None => terminal_language(),
    };
    let json = cli.json;
    match work(cli, lang) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let dto = error.dto();
            if json {
                println!("{}", serde_json::json!({ "error": dto }));
            } else {
                eprintln!("{}", wording::error(lang, &dto));
            }
            ExitCode::from(exit_code(error.code))
        }
    }
}

fn work(cli: Cli, lang: LangDto) -> Result<(), AppError> {
    if matches!(cli.command, Command::Open) {
        return run::open_window();
    }
    let said = passphrase::Said::of(cli.passphrase_fd, cli.new_passphrase_fd)?;
    if let Command::Upkeep(upkeep::Upkeep::Restore { backup }) = &cli.command {
        return restore(&cli, backup, lang, said);
    }
    let (app, now) = match open(&cli, said.current.clone()) {
        // What neither was said nor is kept is asked for, once.
        Err(error) if error.code == ErrorCode::Locked => open(&cli, Some(passphrase::ask_current(lang)?)),
        other => other,
    }?;
    run::run(&app, cli.command, &run::Ways { lang, json: cli.json, now, said })?;
    // Where no window runs, nobody else would take one. The answer is out already, and stands without it.
    drop(app.back_up_once_a_day());
    Ok(())
}

/// Puts a backup in the place of the memory file, which is not opened before: it may be damaged.
fn restore(cli: &Cli, backup: &str, lang: LangDto, said: passphrase::Said) -> Result<(), AppError> {
    let outside = adapters::Outside::of_this_computer();
    let now = match &cli.now {
        None => outside.clock.now(),
        Some(text) => time::moment(text, &outside.clock.now())?,
    };
    let data_dir = cli.data_dir.clone().unwrap_or(outside.data_dir);
    let keys = Keys { store: outside.keys, passphrase: said.current.clone() };
    upkeep::restore(&data_dir, backup, &keys, &run::Ways { lang, json: cli.json, now, said })
}

fn open(cli: &Cli, passphrase: Option<Zeroizing<String>>) -> Result<(App, Moment), AppError> {
    let outside = adapters::Outside::of_this_computer();
    let clock = match &cli.now {
        None => outside.clock,
        Some(text) => Arc::new(adapters::StandingClock::at(time::moment(text, &outside.clock.now())?)),
    };
    let now = clock.now();
    let config = Config {
        data_dir: cli.data_dir.clone().unwrap_or(outside.data_dir),
        bundled_maps: outside.bundled_maps,
        profile: cli.profile.clone(),
        exclusive: false,
        wait_for_meaning: true,
        clock,
        embedder: Some(outside.embedder),
        preview: outside.preview,
    };
    let app = App::open_with(config, Keys { store: outside.keys, passphrase })?
        .with_fetcher(outside.fetcher)
        .with_providers(outside.providers)
        .with_weather(outside.weather)
        .with_language_model(outside.language_model);
    Ok((app, now))
}

/// Chinese for a Chinese terminal, else English.
fn terminal_language() -> LangDto {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    match set.into_iter().find(|value| !value.is_empty()) {
        Some(value) if value.starts_with("zh") => LangDto::Zh,
        _ => LangDto::En,
    }
}

fn exit_code(code: ErrorCode) -> u8 {
    match code {
        ErrorCode::NoRoute => 3,
        ErrorCode::Internal
        | ErrorCode::DamagedDatabase
        | ErrorCode::Io
        | ErrorCode::DiskFull
        | ErrorCode::Budget => 1,
        _ => 2,
    }
}

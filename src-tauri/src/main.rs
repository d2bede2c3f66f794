//! The window's shell: opens the app, registers commands of one call each, serves tiles and previews. Nothing of the
//! product is decided here; see `crates/app`.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod jobs;
mod protocol;
mod window;
mod wiring;

use std::sync::{Arc, PoisonError, RwLock};

use app::{App, AppError};
use tauri::Manager;
use zeroize::Zeroizing;

/// The app, or why it could not be opened: then every command answers with that, and the window says it in words. A memory
/// that is locked is opened later, by the passphrase.
pub struct Opened(RwLock<Result<Arc<App>, AppError>>);

impl Opened {
    /// The app.
    pub fn app(&self) -> Result<Arc<App>, commands::Failure> {
        let opened = self.0.read().unwrap_or_else(PoisonError::into_inner);
        opened.clone().map_err(|error| commands::Failure(error.dto()))
    }

    /// Opens a locked memory. One that is open stays open.
    pub fn unlock(&self, passphrase: Zeroizing<String>) -> Result<Arc<App>, commands::Failure> {
        let mut opened = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Ok(app) = &*opened {
            return Ok(Arc::clone(app));
        }
        // A wrong answer changes nothing about why the window waits.
        let app = Arc::new(wiring::open(Some(passphrase))?);
        drop(app.background_start());
        *opened = Ok(Arc::clone(&app));
        Ok(app)
    }
}

fn main() {
    if !window::can_open() {
        #[allow(clippy::print_stderr, reason = "without a display there is no window to say it in")]
        {
            eprintln!(
                "laolu-desktop: there is no display to open a window on; the terminal's program is `laolu`"
            );
        }
        std::process::exit(1);
    }
    let builder = tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_opener::init())
        .register_asynchronous_uri_scheme_protocol("tiles", protocol::tiles)
        .register_asynchronous_uri_scheme_protocol("preview", protocol::previews)
        .invoke_handler(commands::handler())
        .setup(|tauri| {
            let opened = wiring::open(None).map(Arc::new);
            if let Ok(app) = &opened {
                // Without its thread the app still answers, and writes at once.
                drop(app.background_start());
            }
            tauri.manage(Opened(RwLock::new(opened)));
            tauri.manage(jobs::Jobs::default());
            window::open(tauri)?;
            window::watch_meaning(tauri.handle());
            window::watch_recordings(tauri.handle());
            Ok(())
        });
    if let Err(error) = builder.run(tauri::generate_context!()) {
        // Without a display there is no window to say it in.
        #[allow(clippy::print_stderr, reason = "the only place left to say it")]
        {
            eprintln!("laolu-desktop: the window could not be opened: {error}");
        }
        std::process::exit(1);
    }
}

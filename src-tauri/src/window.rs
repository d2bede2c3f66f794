//! The one window.

use std::{thread, time::Duration};

use app::{CancelToken, dto::MeaningDto, silent};
use tauri::{App, AppHandle, Emitter, Manager, WebviewUrl, WebviewWindowBuilder};

use crate::Opened;

/// Opens the window. It draws its own frame. What the web view keeps for itself lies in the data folder, so that the scan
/// after an erasure reads that too (F-3).
pub fn open(tauri: &App) -> tauri::Result<()> {
    WebviewWindowBuilder::new(tauri, "main", WebviewUrl::default())
        .title("Laolu 老路")
        .inner_size(1440.0, 900.0)
        .min_inner_size(1024.0, 700.0)
        .decorations(false)
        .data_directory(adapters::data_dir().join("webview"))
        .build()
        .map(drop)
}

/// Whether there is a display; GTK would abort without one.
pub fn can_open() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Tells the page once the language model has loaded, or turned out to be missing.
pub fn watch_meaning(handle: &AppHandle) {
    let handle = handle.clone();
    thread::spawn(move || {
        let Ok(app) = handle.state::<Opened>().app() else { return };
        while let Ok(status) = app.status() {
            if status.meaning != MeaningDto::Loading {
                // What was written down meanwhile gets its vector now; the doctor counts what could not.
                drop(app.embed_missing());
                // A window that is gone does not listen; that is no fault.
                drop(handle.emit("status-changed", status));
                return;
            }
            thread::sleep(Duration::from_millis(200));
        }
    });
}

/// How often the watched folder is looked into, when one is watched.
const LOOK_EVERY: Duration = Duration::from_secs(60);

/// Looks for new recordings from time to time, and tells the page when drives came in. A folder that can't be read now is
/// tried again the next time.
pub fn watch_recordings(handle: &AppHandle) {
    let handle = handle.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK_EVERY);
            let Ok(app) = handle.state::<Opened>().app() else { continue };
            let Ok(settings) = app.settings() else { continue };
            let found = app.trips_watch_look(settings.lang, &mut silent(), &CancelToken::new());
            if let (Ok(Some(_report)), Ok(status)) = (found, app.status()) {
                drop(handle.emit("status-changed", status));
            }
        }
    });
}

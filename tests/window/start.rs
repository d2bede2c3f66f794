//! The first start, and the data folder that it leaves for the other walks.

use crate::window::{Lang, Window};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};
use tempfile::TempDir;

#[test]
fn the_first_start_offers_the_demo_and_shows_how_far_it_is() {
    demo_home();
}

#[test]
fn the_first_start_can_be_empty() {
    Window::walk("first_start_empty", Lang::En, async |window| {
        window.see("onboarding").await;
        window.click("onboarding-empty").await;
        window.see("ask-input").await;
        window.click("tab-memory").await;
        window.see("memory-empty").await;
        window.picture("memory page that teaches").await;
        window.nothing_serious("empty memory page").await;
    });
}

/// A walk that starts with the demo in place, in this language.
pub fn walk_with_demo(name: &'static str, lang: Lang, steps: impl AsyncFnOnce(&Window)) {
    let home = tempfile::tempdir().unwrap();
    copy(demo_home(), home.path()).unwrap();
    Window::walk_at_home(name, lang, home.path(), async |window| {
        window.see("ask-input").await;
        window.speak(lang).await;
        steps(window).await;
    });
}

/// The data folder after "try the demo" on the first start, made once by really clicking it.
fn demo_home() -> &'static Path {
    static HOME: OnceLock<TempDir> = OnceLock::new();
    let home = HOME.get_or_init(|| {
        let home = tempfile::tempdir().unwrap();
        Window::walk_at_home("first_start", Lang::En, home.path(), async |window| {
            window.see("onboarding").await;
            window.picture("first start").await;
            window.nothing_serious("first start").await;
            window.click("onboarding-demo").await;
            window.picture("importing").await;
            window.see("ask-input").await;
            window.picture("ready").await;
        });
        home
    });
    home.path()
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target: PathBuf = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else if entry.file_type()?.is_file() {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

//! Walks through the real window: tauri-driver and WebKitWebDriver, on a display and a session bus of their own.

use crate::{
    place::{artifacts, cargo, resources, root, tools},
    shell::{Doing, Done, command, problem, run, succeeds},
    test::{Tally, cargo_tally},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const TAURI_DRIVER: &str = "2.1.0";
/// Larger than the largest window that is tried, 1440 × 900.
const SCREEN: &str = "-screen 0 1600x1000x24 -nolisten tcp";

/// Runs the walks whose names hold one of `names`, or all. Pictures go to `artifacts/window/`.
pub fn walk(program: &Path, names: &[&str]) -> Done<Tally> {
    let driver = tauri_driver()?;
    let pictures = artifacts().join("window");
    if pictures.exists() {
        fs::remove_dir_all(&pictures).doing("clear older pictures")?;
    }
    fs::create_dir_all(&pictures).doing("make a folder for the pictures")?;
    // Built before, so that a compile error is not mistaken for a window that does not start.
    run(&mut cargo(&["test", "--package", "flows", "--features", "window", "--test", "window", "--no-run"]))?;
    let mut tests = on_own_display(&cargo(&[
        "test",
        "--package",
        "flows",
        "--features",
        "window",
        "--test",
        "window",
        "--",
        "--test-threads=1",
        "--nocapture",
    ]))?;
    tests
        .args(names)
        .env("LAOLU_DESKTOP", program)
        .env("LAOLU_TAURI_DRIVER", driver)
        .env("LAOLU_PICTURES", pictures);
    cargo_tally(tests)
}

/// The same command on a fresh Xvfb display and session bus; the person's own are left alone.
fn on_own_display(inner: &Command) -> Done<Command> {
    for (program, package) in
        [("xvfb-run", "xvfb"), ("dbus-run-session", "dbus"), ("WebKitWebDriver", "webkit2gtk-driver")]
    {
        if !succeeds(&mut command(&root(), "sh", &["-c", &format!("command -v {program}")])) {
            return Err(problem(format!("{program} is missing (system package {package})")));
        }
    }
    let mut outer = command(
        &root(),
        "xvfb-run",
        &["--auto-servernum", "--server-args", SCREEN, "dbus-run-session", "--"],
    );
    outer.arg(inner.get_program()).args(inner.get_args());
    // A desktop's own settings must not reach the window under test.
    outer
        .env("LAOLU_RESOURCES", resources())
        .env_remove("LAOLU_DATA_DIR")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("GTK_THEME")
        .env("GDK_BACKEND", "x11")
        .env("NO_AT_BRIDGE", "1");
    Ok(outer)
}

/// Path of tauri-driver, built at first use.
fn tauri_driver() -> Done<PathBuf> {
    let driver = tools().join("bin/tauri-driver");
    let installed = fs::read_to_string(tools().join(".crates.toml")).unwrap_or_default();
    if !(driver.exists() && installed.contains(&format!("tauri-driver {TAURI_DRIVER} "))) {
        println!("test: building tauri-driver (once)");
        let install = ["install", "tauri-driver", "--version", TAURI_DRIVER, "--locked", "--quiet", "--root"];
        run(cargo(&install).arg(tools()))?;
    }
    Ok(driver)
}

/// Starts the release build ten times and says how long it takes until the window can be used.
pub fn start_time(program: &Path) -> Done {
    let driver = tauri_driver()?;
    let measure = [
        "run",
        "--quiet",
        "--release",
        "--package",
        "flows",
        "--features",
        "window",
        "--example",
        "start",
        "--",
    ];
    let mut start = on_own_display(cargo(&measure).arg(program))?;
    run(start.env("LAOLU_TAURI_DRIVER", driver))
}

//! Building what a person starts: UI, preview helper, the window, the package.

use crate::{
    place::{cargo, resources, root, target},
    setup::{self, node},
    shell::{Doing, Done, command, run},
};
use std::{fs, path::PathBuf};

/// The UI, into `ui/dist`.
pub fn ui() -> Done {
    run(&mut node::npm(&["run", "--silent", "build"])?)
}

/// The window's program with the UI inside; its path.
pub fn desktop(release: bool) -> Done<PathBuf> {
    let mut build = cargo(&["build", "--package", "laolu-desktop", "--features", "custom-protocol"]);
    if release {
        build.arg("--release");
    }
    run(&mut build)?;
    Ok(target().join(if release { "release" } else { "debug" }).join("laolu-desktop"))
}

/// The preview helper, into the resources. Without it pictures are drawn plainly, so a failure is only said.
pub fn preview() {
    if let Err(problem) = try_preview() {
        eprintln!("build: no preview helper: {problem}");
        eprintln!("build: going on without it; route pictures are then drawn plainly");
    }
}

fn try_preview() -> Done {
    let workspace = root().join("src-tauri/preview");
    // A target folder of its own: its lock file resolves the same crates to other versions.
    let built = workspace.join("target");
    let mut build = command(&workspace, "cargo", &["build", "--release", "--locked"]);
    run(build.env("CARGO_TARGET_DIR", &built))?;
    let folder = resources().join("bin");
    fs::create_dir_all(&folder).doing("make a folder for the helper")?;
    let program = format!("laolu-preview{}", std::env::consts::EXE_SUFFIX);
    // Written aside and renamed: the old helper may be running, and a running program can't be written to.
    let fresh = folder.join("laolu-preview.new");
    fs::copy(built.join("release").join(&program), &fresh).doing("copy the helper")?;
    fs::rename(fresh, folder.join(program)).doing("put the helper into the resources")
}

/// The Debian package.
pub fn package() -> Done {
    setup::all()?;
    preview();
    // From the top, because the bundler looks for its configuration below where it is called.
    let mut build =
        command(&root(), "npx", &["--prefix", "ui", "tauri", "build", "--bundles", "deb", "--ci"]);
    // The bundler's configuration names the terminal's program where cargo puts it by default.
    run(build.env("PATH", node::path_with_node()?).env_remove("CARGO_TARGET_DIR"))
}

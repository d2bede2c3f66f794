//! `cargo xtask run`: from a clone to the open window.

use crate::{
    build, place, setup,
    shell::{Done, command, problem, run as run_command},
    window,
};
use std::env;

/// Sets up, builds, and opens the window; where there is no display, walks through it instead.
pub fn run(arguments: &[&str]) -> Done {
    let release = match arguments {
        [] => false,
        ["--release"] => true,
        _ => return Err(problem("`cargo xtask run` knows only --release")),
    };
    setup::all()?;
    build::ui()?;
    build::preview();
    let program = build::desktop(release)?;
    let display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some_and(|it| !it.is_empty()));
    if display {
        let mut open = command::<&str>(&place::root(), program, &[]);
        return run_command(open.env("LAOLU_RESOURCES", place::resources()));
    }
    println!("run: there is no display here, so the main job is done under Xvfb");
    let walk = window::walk(&program, &["ask_and_route"])?;
    println!("run: pictures of every step are in {}", place::artifacts().join("window").display());
    if walk.failed == 0 && walk.passed > 0 {
        Ok(())
    } else {
        Err(problem("the walk through the window failed"))
    }
}

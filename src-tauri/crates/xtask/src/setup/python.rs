//! A Python environment of our own under `target/tools`, so that nothing is installed for the whole computer.

use crate::{
    place::{root, tools},
    shell::{Done, command, run, succeeds},
};
use std::{path::PathBuf, process::Command};

/// The environment's interpreter; creates the environment at first use.
pub fn interpreter() -> Done<PathBuf> {
    let environment = tools().join("python");
    let python = environment.join("bin/python");
    if !succeeds(&mut command(&root(), &python, &["-m", "pip", "--version"])) {
        run(command(&root(), "python3", &["-m", "venv", "--clear"]).arg(&environment))?;
    }
    Ok(python)
}

/// `pip install` into it, quietly and without asking.
pub fn pip(arguments: &[&str]) -> Done<Command> {
    let mut pip =
        command(&root(), interpreter()?, &["-m", "pip", "--disable-pip-version-check", "--no-input"]);
    pip.args(["install", "--quiet", "--only-binary", ":all:"]).args(arguments);
    Ok(pip)
}

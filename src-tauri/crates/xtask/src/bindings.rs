//! `ui/src/ipc/bindings.ts`: the shapes that cross IPC, written by `app` itself.

use crate::{
    place::{cargo, root},
    shell::{Doing, Done, read},
};
use std::{fs, path::PathBuf};

/// Writes the file; says nothing when it was current.
pub fn write() -> Done {
    fs::write(path(), generated()?).doing("write the bindings")
}

/// What the file should hold.
pub fn generated() -> Done<String> {
    read(&mut cargo(&["run", "--quiet", "--package", "laolu-app", "--example", "bindings"]))
}

/// Where it lies.
pub fn path() -> PathBuf {
    root().join("ui/src/ipc/bindings.ts")
}

//! Valhalla and OSRM from the Python registry, to measure ourselves against. Only evaluations, benches and the
//! tests of route providers (`cargo xtask test --providers`) want them.
//!
//! Both packages carry their programs: the tile builder and service of one, extract, contract and routed of the other.
//! Nothing of them becomes part of the product.

use crate::{
    place::{root, target, tools},
    shell::{Done, command, problem, read, run, succeeds},
};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// The versions that the figures in `docs/performance.md` are about.
const PACKAGES: [&str; 2] = ["pyvalhalla==3.9.1", "osrm-bindings==26.10.0"];
/// Both publish wheels for this Python's stable interface; for an older one there are only sources.
const OLDEST: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))";
/// Under which names a Python that is new enough may be found on the search path.
const NAMES: [&str; 3] = ["python3.12", "python3.13", "python3"];

/// Says why there are no peers.
pub const MISSING: &str = "LAOLU_PEERS_MISSING";

/// What the measuring programs are told, as environment variables: where the peers' programs lie, or in
/// `LAOLU_PEERS_MISSING` why there are none. Then the verdict is `SHORT` and says so.
pub fn environment() -> Vec<(&'static str, OsString)> {
    match programs() {
        Ok(found) => vec![
            ("LAOLU_PEERS_PYTHON", found.python.into()),
            ("LAOLU_PEERS_OSRM", found.osrm.into()),
            ("LAOLU_PEERS_VALHALLA", found.valhalla.into()),
            ("LAOLU_PEERS_CACHE", target().join("peers").into()),
        ],
        Err(problem) => {
            eprintln!("setup: no peers to measure against: {problem}");
            vec![(MISSING, problem.to_string().into())]
        }
    }
}

struct Programs {
    python: PathBuf,
    /// The package `osrm`, with `bin/` and `share/profiles/`.
    osrm: PathBuf,
    /// The package `valhalla`, with `bin/`.
    valhalla: PathBuf,
}

fn programs() -> Done<Programs> {
    let environment = tools().join("peers");
    let python = environment.join("bin/python");
    if installed(&python).is_none() {
        let Some(base) = base() else {
            return Err(problem(
                "Valhalla and OSRM need CPython 3.12 or newer with venv, and there is none. Install it \
                 (`apt-get install python3.12-venv`, or `pyenv install 3.12`), then try again",
            ));
        };
        println!("setup: installing {} and {} (once)", PACKAGES[0], PACKAGES[1]);
        run(command(&root(), base, &["-m", "venv", "--clear"]).arg(&environment))?;
        let pip = ["-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"];
        run(command(&root(), &python, &pip).args(["--only-binary", ":all:"]).args(PACKAGES))?;
    }
    let (osrm, valhalla) =
        installed(&python).ok_or_else(|| problem("the peers' packages do not load after installing them"))?;
    Ok(Programs { python, osrm, valhalla })
}

/// Folders of the two packages, when both are installed in the versions asked for.
fn installed(python: &Path) -> Option<(PathBuf, PathBuf)> {
    let ask = "import importlib.metadata as m, importlib.util as u, pathlib\n\
               print(*(f'{p}=={m.version(p)}' for p in ('pyvalhalla', 'osrm-bindings')))\n\
               print(*(pathlib.Path(u.find_spec(p).origin).parent for p in ('osrm', 'valhalla')), sep='\\n')";
    if !succeeds(&mut command(&root(), python, &["-c", ask])) {
        return None;
    }
    let answer = read(&mut command(&root(), python, &["-c", ask])).ok()?;
    let mut lines = answer.lines();
    let as_asked = lines.next()? == PACKAGES.join(" ");
    let folders = (PathBuf::from(lines.next()?), PathBuf::from(lines.next()?));
    as_asked.then_some(folders)
}

/// A Python that is new enough: from the search path, else the newest 3.12 of pyenv, whose links on the search path do
/// not start a version that is installed but not chosen.
fn base() -> Option<PathBuf> {
    let named = NAMES.iter().map(PathBuf::from);
    named.chain(of_pyenv()).find(|python| succeeds(&mut command(&root(), python, &["-c", OLDEST])))
}

fn of_pyenv() -> Vec<PathBuf> {
    let home = || std::env::home_dir().map(|home| home.join(".pyenv"));
    let Some(pyenv) = std::env::var_os("PYENV_ROOT").map(PathBuf::from).or_else(home) else {
        return Vec::new();
    };
    let Ok(entries) = pyenv.join("versions").read_dir() else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("3.12"))
        .map(|entry| entry.path().join("bin/python"))
        .collect();
    found.sort();
    found.reverse();
    found
}

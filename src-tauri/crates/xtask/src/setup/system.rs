//! System packages of Debian and Ubuntu: what Tauri links, and what the tests of the real window need.

use crate::{
    place::root,
    shell::{Done, command, problem, run, succeeds},
};
use std::{io::IsTerminal, process::Command};

const PACKAGES: &[&str] = &[
    "libwebkit2gtk-4.1-dev",
    "librsvg2-dev",
    "libayatana-appindicator3-dev",
    "libxdo-dev",
    "libssl-dev",
    "pkg-config",
    "build-essential",
    // Encryption's own OpenSSL is configured by one and built by the other.
    "perl",
    "make",
    "file",
    "xvfb",
    "xauth",
    "webkit2gtk-driver",
    "libgl1-mesa-dri",
    "libegl1",
    "libgles2",
    "libglx-mesa0",
    "mesa-vulkan-drivers",
    "dbus",
    "dbus-x11",
    "at-spi2-core",
    "fonts-dejavu-core",
    "fonts-noto-cjk",
];
/// The model is made by a Python script; computers that have another Python with `venv` need none of these.
const PYTHON_PACKAGES: &[&str] = &["python3", "python3-venv"];

/// Installs what is missing, when this user may; otherwise says which command would.
pub fn packages() -> Done {
    if !succeeds(&mut system("dpkg-query", &["--version"])) {
        eprintln!(
            "setup: this is not Debian or Ubuntu; expecting the libraries that Tauri 2 needs to be here"
        );
        return Ok(());
    }
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    println!("setup: installing {}", missing.join(" "));
    let install = [&["apt-get", "install", "-y", "--no-install-recommends"], missing.as_slice()].concat();
    let update = ["apt-get", "update", "-q"];
    let Some(prefix) = administrator() else {
        return Err(problem(format!(
            "these system packages are missing and installing them needs an administrator; type\n\n  \
             sudo apt-get update && sudo {}\n",
            install.join(" ")
        )));
    };
    // An old list of packages names files that are gone; a list that can't be refreshed may still do.
    run(&mut administered(prefix, &update)).unwrap_or_else(|problem| eprintln!("setup: {problem}"));
    run(&mut administered(prefix, &install))
}

fn missing() -> Vec<&'static str> {
    let python = succeeds(&mut system("python3", &["-c", "import venv, ensurepip"]));
    let wanted = PACKAGES.iter().chain(PYTHON_PACKAGES.iter().filter(|_| !python));
    wanted.copied().filter(|package| !installed(package)).collect()
}

fn installed(package: &str) -> bool {
    let query = system("dpkg-query", &["-W", "-f=${db:Status-Status}", package]).output();
    query.is_ok_and(|output| output.stdout == b"installed")
}

/// What goes before a command so that it may change the system; `None` when nothing can without a password.
fn administrator() -> Option<&'static [&'static str]> {
    let root = system("id", &["-u"]).output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if root {
        Some(&[])
    } else if succeeds(&mut system("sudo", &["-n", "true"])) {
        Some(&["sudo", "-n"])
    } else if std::io::stdin().is_terminal() && succeeds(&mut system("sudo", &["--version"])) {
        Some(&["sudo"])
    } else {
        None
    }
}

fn administered(prefix: &[&str], words: &[&str]) -> Command {
    let words = [prefix, &["env", "DEBIAN_FRONTEND=noninteractive"], words].concat();
    let mut command = system(words[0], &words[1..]);
    if prefix == ["sudo"] {
        command.stdin(std::process::Stdio::inherit()); // it asks for a password
    }
    command
}

fn system(program: &str, arguments: &[&str]) -> Command {
    command(&root(), program, arguments)
}

//! `cargo xtask bench start`: how long a person waits until the window can be used.
//!
//! usage: start PROGRAM    with tauri-driver's path in `LAOLU_TAURI_DRIVER`; `cargo xtask bench start` calls it
//!
//! Timed from asking the driver to open the program until the page says that it is ready; the driver's own half second is
//! inside. The data folder holds an imported region after the first start.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a measuring program"
)]

use std::{
    net::{TcpListener, TcpStream},
    os::unix::process::CommandExt,
    process::{Child, Command, ExitCode, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use thirtyfour::{By, Capabilities, WebDriver, prelude::ElementQueryable};

const STARTS: usize = 7;
const ASKED_S: f64 = 2.0;

fn main() -> ExitCode {
    let program = std::env::args().nth(1).unwrap();
    let home = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // The first start imports the bundled region; it is not timed.
    runtime.block_on(start(&program, home.path(), true));
    let mut seconds: Vec<f64> =
        (0..STARTS).map(|_| runtime.block_on(start(&program, home.path(), false))).collect();
    seconds.sort_by(f64::total_cmp);
    let (median, worst) = (seconds[STARTS / 2], seconds[STARTS - 1]);
    let holds = median <= ASKED_S;
    let word = if holds { "ok" } else { "SHORT" };
    println!(
        "start: median {median:.2} s, worst {worst:.2} s, n {STARTS} (asked: usable in at most {ASKED_S} s) {word}"
    );
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

async fn start(program: &str, home: &std::path::Path, first: bool) -> f64 {
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (port, native) = (free(), free());
    let _server = Server(
        Command::new(std::env::var_os("LAOLU_TAURI_DRIVER").unwrap())
            .args(["--port", &port.to_string(), "--native-port", &native.to_string()])
            .env("XDG_DATA_HOME", home)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap(),
    );
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        sleep(Duration::from_millis(20));
    }
    let mut capabilities = Capabilities::new();
    capabilities.set("tauri:options", serde_json::json!({ "application": program })).unwrap();
    let start = Instant::now();
    flows::speak_to_a_driver();
    let driver = WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities).await.unwrap();
    let shown = async |css: &'static str| {
        let query = driver.query(By::Css(css)).wait(Duration::from_secs(60), Duration::from_millis(20));
        query.and_displayed().first().await.unwrap()
    };
    if first {
        shown("[data-testid=onboarding-empty]").await.click().await.unwrap();
    }
    shown("[data-testid=ask-input]").await;
    let seconds = start.elapsed().as_secs_f64();
    driver.quit().await.unwrap();
    // The program ends a moment after the driver says so; a second window on the folder would be refused meanwhile.
    let lock = std::fs::File::options().write(true).open(home.join("laolu/window.lock")).unwrap();
    while lock.try_lock().is_err() {
        sleep(Duration::from_millis(20));
    }
    seconds
}

/// tauri-driver and what it starts, in a process group of its own.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        Command::new("kill").args(["-TERM", "--", &format!("-{}", self.0.id())]).status().ok();
        self.0.wait().ok();
    }
}

//! The real window under WebDriver: a small language for walks.

use crate::axe;
use serde_json::{Value, json};
use std::{
    cell::Cell,
    net::TcpListener,
    os::unix::process::CommandExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};
use thirtyfour::{
    By, Capabilities, Key, WebDriver, WebElement,
    prelude::{ElementQueryable, ElementWaitable, WebDriverResult},
};

/// How long a thing may take to appear. Software graphics on a busy machine are slow; a walk that fails waits once.
const PATIENCE: Duration = Duration::from_secs(45);

/// Language of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// An open window with a data folder of its own.
pub struct Window {
    driver: WebDriver,
    name: &'static str,
    lang: Lang,
    step: Cell<u32>,
    home: PathBuf,
}

/// tauri-driver and what it starts, in a process group of its own that ends with the walk.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        Command::new("kill").args(["-TERM", "--", &format!("-{}", self.0.id())]).status().ok();
        self.0.wait().ok();
    }
}

impl Window {
    /// Opens the window, walks, and closes it; the folder is thrown away afterwards.
    pub fn walk(name: &'static str, lang: Lang, steps: impl AsyncFnOnce(&Window)) {
        let home = tempfile::tempdir().unwrap();
        Self::walk_at_home(name, lang, home.path().to_owned(), steps);
    }

    /// The same with a data folder that stays, for walks that close the window and open it again.
    pub fn walk_at_home(name: &'static str, lang: Lang, home: PathBuf, steps: impl AsyncFnOnce(&Window)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (server, port) = serve(&home, lang);
            let driver = connect(port).await;
            let window = Window { driver, name, lang, step: Cell::new(0), home };
            window.resize(1440, 900).await;
            steps(&window).await;
            window.driver.clone().quit().await.unwrap();
            drop(server);
        });
    }

    /// The language it was opened in.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// Chooses between two wordings.
    pub fn say<'a>(&self, zh: &'a str, en: &'a str) -> &'a str {
        if self.lang == Lang::Zh { zh } else { en }
    }

    /// The folder that holds everything the program stores.
    pub fn home(&self) -> &std::path::Path {
        &self.home
    }

    /// The window's size, with its frame.
    pub async fn resize(&self, width: u32, height: u32) {
        self.driver.set_window_rect(0, 0, width, height).await.unwrap();
    }

    /// Waits until a part is there and can be seen.
    pub async fn see(&self, testid: &str) -> WebElement {
        self.see_by(&format!("[data-testid={testid:?}]")).await
    }

    /// The same for a CSS selector.
    pub async fn see_by(&self, css: &str) -> WebElement {
        let found = self
            .driver
            .query(By::Css(css))
            .wait(PATIENCE, Duration::from_millis(100))
            .and_displayed()
            .first()
            .await;
        match found {
            Ok(element) => element,
            Err(error) => self.fail(&format!("{css} was not seen: {error}")).await,
        }
    }

    /// Whether a part is on the page now.
    pub async fn has(&self, css: &str) -> bool {
        !self.driver.find_all(By::Css(css)).await.unwrap().is_empty()
    }

    /// How many there are now.
    pub async fn count(&self, css: &str) -> usize {
        self.driver.find_all(By::Css(css)).await.unwrap().len()
    }

    /// Waits until a part is gone.
    pub async fn gone(&self, css: &str) {
        self.until(&format!("{css} is gone"), async || Ok(!self.has(css).await)).await;
    }

    /// Waits for and clicks a part.
    pub async fn click(&self, testid: &str) {
        self.click_by(&format!("[data-testid={testid:?}]")).await;
    }

    /// The same for a CSS selector.
    pub async fn click_by(&self, css: &str) {
        let element = self.see_by(css).await;
        element.wait_until().wait(PATIENCE, Duration::from_millis(50)).clickable().await.unwrap();
        if let Err(error) = element.click().await {
            self.fail(&format!("{css} could not be clicked: {error}")).await;
        }
    }

    /// Replaces what a field holds.
    pub async fn write(&self, testid: &str, text: &str) {
        let field = self.see(testid).await;
        field.click().await.unwrap();
        field.send_keys(Key::Control + "a").await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Types where the focus is, as a keyboard does.
    pub async fn press(&self, keys: impl AsRef<str>) {
        let focus = self.driver.active_element().await.unwrap();
        focus.send_keys(keys.as_ref()).await.unwrap();
    }

    /// A part's text once it is there.
    pub async fn text(&self, css: &str) -> String {
        self.see_by(css).await.text().await.unwrap()
    }

    /// Waits until a part's text fulfils a condition, and gives it back.
    pub async fn text_when(&self, css: &str, fulfilled: impl Fn(&str) -> bool) -> String {
        let text = Cell::new(String::new());
        self.until(&format!("the text of {css}"), async || {
            text.set(self.driver.find(By::Css(css)).await?.text().await?);
            let now = text.take();
            let good = fulfilled(&now);
            text.set(now);
            Ok(good)
        })
        .await;
        text.take()
    }

    /// Waits for something; a page that is being redrawn counts as not yet.
    pub async fn until(&self, what: &str, mut holds: impl AsyncFnMut() -> WebDriverResult<bool>) {
        let tries = PATIENCE.as_millis() / 150;
        for _ in 0..tries {
            if holds().await.unwrap_or(false) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
        self.fail(&format!("waited in vain: {what}")).await;
    }

    /// Runs a script in the page.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.driver.execute(script, arguments).await.unwrap().json().clone()
    }

    /// Keeps a picture of the window.
    pub async fn picture(&self, step: &str) {
        self.step.set(self.step.get() + 1);
        self.settled().await;
        self.shoot(&format!("{:02}-{}", self.step.get(), step.replace(' ', "-"))).await;
    }

    /// Nothing that axe-core calls serious or critical, and nothing clipped sideways.
    pub async fn nothing_serious(&self, where_: &str) {
        self.driver.execute(axe::source(), Vec::new()).await.unwrap();
        let violations = self.driver.execute_async(axe::RUN, Vec::new()).await.unwrap();
        let serious = axe::serious(violations.json());
        assert!(serious.is_empty(), "{} {where_}:\n{}", self.name, serious.join("\n"));
        let overflow =
            self.script("return document.documentElement.scrollWidth - window.innerWidth", vec![]).await;
        assert!(
            overflow.as_i64().unwrap_or(1) <= 0,
            "{} {where_}: the page is {overflow} px wider than the window",
            self.name
        );
    }

    /// A picture shows what was painted, not what the page knows: wait for fonts and two painted frames.
    async fn settled(&self) {
        const FRAMES: &str = "
            const done = arguments[arguments.length - 1];
            document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 400))));
        ";
        self.driver.execute_async(FRAMES, Vec::new()).await.unwrap();
    }

    async fn shoot(&self, name: &str) {
        let Some(folder) = std::env::var_os("LAOLU_PICTURES") else { return };
        let lang = if self.lang == Lang::Zh { "zh" } else { "en" };
        let path = PathBuf::from(folder).join(format!("{}-{lang}-{name}.png", self.name));
        self.driver.screenshot(&path).await.unwrap();
    }

    /// Ends the walk with a last picture.
    async fn fail(&self, why: &str) -> ! {
        self.shoot("failed").await;
        panic!("{}: {why}", self.name);
    }
}

/// Starts tauri-driver on a free port; the program it opens inherits the data folder and the language.
fn serve(home: &std::path::Path, lang: Lang) -> (Server, u16) {
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (port, native) = (free(), free());
    let driver = std::env::var_os("LAOLU_TAURI_DRIVER").expect("LAOLU_TAURI_DRIVER: use `cargo xtask test`");
    let locale = if lang == Lang::Zh { "zh_CN.UTF-8" } else { "en_US.UTF-8" };
    let child = Command::new(driver)
        .args(["--port", &port.to_string(), "--native-port", &native.to_string()])
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("LANG", locale)
        .env("LANGUAGE", locale)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .unwrap();
    (Server(child), port)
}

async fn connect(port: u16) -> WebDriver {
    let program = std::env::var("LAOLU_DESKTOP").expect("LAOLU_DESKTOP: use `cargo xtask test`");
    let mut capabilities = Capabilities::new();
    capabilities.set("tauri:options", json!({ "application": program })).unwrap();
    let url = format!("http://127.0.0.1:{port}");
    for _ in 0..200 {
        // The driver needs a moment to listen, and the program one to open its window.
        if std::net::TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return WebDriver::new(&url, capabilities).await.unwrap();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("tauri-driver does not listen");
}

//! The real window under WebDriver: a small language for walks.

use crate::axe;
use serde_json::{Value, json};
use std::{
    cell::Cell,
    net::TcpListener,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};
use thirtyfour::{By, Capabilities, Key, WebDriver, WebElement, prelude::WebDriverResult};

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
        Self::walk_at_home(name, lang, home.path(), steps);
    }

    /// The same with a data folder that stays, for walks that close the window and open it again.
    pub fn walk_at_home(name: &'static str, lang: Lang, home: &Path, steps: impl AsyncFnOnce(&Window)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (server, port) = serve(home, lang);
            let driver = connect(port).await;
            let window = Window { driver, name, lang, step: Cell::new(0) };
            window.resize(1440, 900).await;
            steps(&window).await;
            window.driver.clone().quit().await.unwrap();
            drop(server);
        });
    }

    /// Chooses between two wordings.
    pub fn say<'a>(&self, zh: &'a str, en: &'a str) -> &'a str {
        if self.lang == Lang::Zh { zh } else { en }
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
        let seen = Cell::new(None);
        self.until(&format!("{css} is seen"), async || {
            let element = self.driver.find(By::Css(css)).await?;
            let displayed = element.is_displayed().await?;
            seen.set(displayed.then_some(element));
            Ok(displayed)
        })
        .await;
        seen.take().unwrap()
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

    /// The same for a CSS selector. What is redrawn or covered in the very moment is tried again.
    pub async fn click_by(&self, css: &str) {
        self.until(&format!("{css} is clicked"), async || {
            self.driver.find(By::Css(css)).await?.click().await?;
            Ok(true)
        })
        .await;
    }

    /// Replaces what a field holds.
    pub async fn write(&self, testid: &str, text: &str) {
        let field = self.see(testid).await;
        field.click().await.unwrap();
        field.send_keys(Key::Control + "a").await.unwrap();
        field
            .send_keys(if text.is_empty() {
                Key::Backspace.into()
            } else {
                thirtyfour::TypingData::from(text)
            })
            .await
            .unwrap();
    }

    /// Types where the focus is, as a keyboard does.
    pub async fn press(&self, keys: impl Into<thirtyfour::TypingData>) {
        let focus = self.driver.active_element().await.unwrap();
        focus.send_keys(keys).await.unwrap();
    }

    /// A part's text once it is there.
    pub async fn text(&self, css: &str) -> String {
        self.see_by(css).await;
        self.inner_text(css).await.unwrap()
    }

    /// Waits until a part's text fulfils a condition, and gives it back.
    pub async fn text_when(&self, css: &str, fulfilled: impl Fn(&str) -> bool) -> String {
        let text = Cell::new(String::new());
        self.until(&format!("the text of {css}"), async || {
            text.set(self.inner_text(css).await?);
            let now = text.take();
            let good = fulfilled(&now);
            text.set(now);
            Ok(good)
        })
        .await;
        text.take()
    }

    /// What a person reads there; WebDriver's own answer leaves out texts that end in an ellipsis.
    async fn inner_text(&self, css: &str) -> WebDriverResult<String> {
        let script = "return document.querySelector(arguments[0]).innerText";
        let answer = self.driver.execute(script, vec![css.into()]).await?;
        Ok(answer.json().as_str().unwrap_or_default().to_owned())
    }

    /// How many rows the memory table holds; only those in view are on the page.
    pub async fn rows(&self) -> i64 {
        let script = "return Number(document.querySelector('[data-testid=memory-table]')?.getAttribute('aria-rowcount') ?? 1) - 1";
        self.script(script, vec![]).await.as_i64().unwrap_or(-1)
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

    /// How many questions wait, as the badge beside the memory page says.
    pub async fn waiting(&self) -> i64 {
        let script = "return Number(document.querySelector('[data-testid=tab-memory] .waiting [aria-hidden]')?.textContent ?? 0)";
        self.script(script, vec![]).await.as_i64().unwrap_or(-1)
    }

    /// Whether a plan is shown and no other one is being computed.
    pub async fn settled_plan(&self) -> WebDriverResult<bool> {
        let busy = self.has("ul.cards[aria-busy=true]").await || self.has(".wait").await;
        Ok(!busy && self.has("[data-testid=card-0]").await)
    }

    /// Moves the pointer over a part.
    pub async fn hover(&self, css: &str) {
        let element = self.see_by(css).await;
        self.driver.action_chain().move_to_element_center(&element).perform().await.unwrap();
    }

    /// Clicks this far from a part's middle.
    pub async fn click_at(&self, css: &str, x: i64, y: i64) {
        let element = self.see_by(css).await;
        let chain = self.driver.action_chain();
        chain.move_to_element_with_offset(&element, x, y).click().perform().await.unwrap();
    }

    /// Clicks with the other button, this far from a part's middle. Told to the page as events, because WebKit's driver
    /// presses the other button without asking the page for its menu.
    pub async fn right_click(&self, css: &str, x: i64, y: i64) {
        let script = "
            const [css, x, y] = arguments, part = document.querySelector(css), box = part.getBoundingClientRect();
            const at = { clientX: box.left + box.width / 2 + x, clientY: box.top + box.height / 2 + y, bubbles: true, cancelable: true, button: 2 };
            for (const [kind, buttons] of [['mousedown', 2], ['mouseup', 0], ['contextmenu', 0]]) {
                part.dispatchEvent(new MouseEvent(kind, { ...at, buttons }));
            }
        ";
        self.see_by(css).await;
        self.script(script, vec![css.into(), x.into(), y.into()]).await;
    }

    /// Longitude and latitude of the chosen way's points, as the map holds them.
    pub async fn chosen_line(&self) -> Vec<[f64; 2]> {
        let script = "
            const data = document.querySelector('[data-testid=map]').map.getSource('routes').serialize().data;
            const chosen = data.features.find(({ properties }) => properties.role === 'chosen' && properties.part === 'whole');
            return chosen.geometry.coordinates;
        ";
        let line = self.script(script, vec![]).await;
        let point = |at: &Value| Some([at[0].as_f64()?, at[1].as_f64()?]);
        line.as_array().into_iter().flatten().filter_map(point).collect()
    }

    /// Lets go of a file over the window. Only the desktop can really drag; told to the page as Tauri tells it.
    pub async fn drop_file(&self, path: &Path) {
        // A page that was just opened does not listen yet.
        let script = "
            const emit = window.__internal_unstable_listeners_function_id__;
            const listening = window.__internal_unstable_listeners_object_id__?.['tauri://drag-drop'];
            const ids = Object.getOwnPropertyNames(listening ?? {}).map(Number);
            if (ids.length === 0) return false;
            emit({ event: 'tauri://drag-drop', payload: { paths: [arguments[0]], position: { x: 700, y: 400 } } }, ids);
            return true;
        ";
        self.until("the window takes a file", async || {
            let answer = self.driver.execute(script, vec![path.to_string_lossy().into()]).await?;
            Ok(answer.json().as_bool().unwrap_or(false))
        })
        .await;
    }

    /// Lets go of a recorded track and only looks at its roads: nothing of it is kept.
    pub async fn look_at(&self, path: &Path) {
        self.drop_file(path).await;
        self.click("trips-only-look").await;
    }

    /// Presses Tab until a part has the focus, as a person without a mouse does.
    pub async fn tab_to(&self, testid: &str) {
        for _ in 0..160 {
            if self.focus_is(testid).await {
                return;
            }
            self.press_key(Key::Tab).await;
        }
        self.fail(&format!("Tab does not reach {testid}")).await;
    }

    /// Whether a part has the focus.
    pub async fn focus_is(&self, testid: &str) -> bool {
        self.focus().await.0 == testid
    }

    /// Puts the focus on a part.
    pub async fn focus_on(&self, testid: &str) {
        let script = "document.querySelector(`[data-testid=\"${arguments[0]}\"]`).focus()";
        self.script(script, vec![testid.into()]).await;
    }

    /// What has the focus, named by the nearest test id, and whether the page shows that it has.
    pub async fn focus(&self) -> (String, bool) {
        let script = "
            const at = document.activeElement;
            const named = at.closest('[data-testid]')?.dataset.testid ?? at.tagName;
            // A table shows it on the row that it is at.
            const row = document.getElementById(at.getAttribute('aria-activedescendant') ?? '') ?? at;
            const style = getComputedStyle(row), box = row.getBoundingClientRect();
            const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
            // A field in a frame of its own lets the frame show the focus.
            const framed = at.closest(':focus-within') !== null && ['INPUT', 'CANVAS'].includes(at.tagName);
            const shown = at === document.body || ((ring || style.boxShadow !== 'none' || framed) && box.width > 0 && box.height > 0);
            return [named, shown];
        ";
        let answer = self.script(script, vec![]).await;
        (answer[0].as_str().unwrap_or_default().to_owned(), answer[1].as_bool().unwrap_or(false))
    }

    /// How many colours a canvas shows, on a coarse grid.
    pub async fn colours_of(&self, css: &str) -> usize {
        // The map's buffer is only there while it draws, so look at a picture of the window instead.
        let canvas = self.see_by(css).await;
        self.settled().await;
        let png = canvas.screenshot_as_png().await.unwrap();
        let image = tiny_skia::Pixmap::decode_png(&png).unwrap();
        let colours = image
            .pixels()
            .iter()
            .step_by(7)
            .map(|pixel| [pixel.red() >> 2, pixel.green() >> 2, pixel.blue() >> 2]);
        colours.collect::<std::collections::BTreeSet<_>>().len()
    }

    /// Changes one setting through the program, as the settings page does, and waits until the window follows.
    pub async fn set(&self, setting: &str, value: Value) {
        let script = "
            const [setting, value, done] = arguments;
            const { invoke } = window.__TAURI_INTERNALS__;
            invoke('status')
                .then((status) => invoke('settings_set', { settings: { ...status.settings, [setting]: value } }))
                .then(() => done(null), (error) => done(JSON.stringify(error)));
        ";
        let failed = self.driver.execute_async(script, vec![setting.into(), value]).await.unwrap();
        assert!(failed.json().is_null(), "setting {setting}: {}", failed.json());
        self.driver.refresh().await.unwrap();
        self.see("ask-input").await;
    }

    /// Sets the window's language.
    pub async fn speak(&self, lang: Lang) {
        self.set("lang", if lang == Lang::Zh { "zh" } else { "en" }.into()).await;
    }

    /// No text is cut off without an ellipsis, and nothing that can be pressed lies outside the window.
    pub async fn nothing_clipped(&self, where_: &str) {
        let script = "
            const cut = [];
            for (const element of document.querySelectorAll('button, a, input, label, h1, h2, h3, p, b, span, td, th, li')) {
                const box = element.getBoundingClientRect(), style = getComputedStyle(element);
                if (box.width < 2 || box.height < 2 || style.visibility === 'hidden' || element.closest('.sr-only, .maplibregl-map')) continue;
                const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
                const hides = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
                if (own && hides && element.scrollWidth > element.clientWidth + 1) cut.push(element.textContent.trim());
                const sideways = box.left < -1 || box.right > innerWidth + 1;
                if (own && sideways) cut.push('outside: ' + element.textContent.trim());
            }
            return cut.slice(0, 10);
        ";
        let cut = self.script(script, vec![]).await;
        assert!(cut.as_array().is_some_and(Vec::is_empty), "{} {where_}: clipped {cut}", self.name);
    }

    /// Presses one key where the focus is.
    pub async fn press_key(&self, key: Key) {
        let focus = self.driver.active_element().await.unwrap();
        focus.send_keys(key).await.unwrap();
    }

    /// Runs a script in the page.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.driver.execute(script, arguments).await.unwrap().json().clone()
    }

    /// Runs a script in the page that tells when it is done, by its last argument.
    pub async fn wait_for_script(&self, script: &str) -> Value {
        self.driver.execute_async(script, vec![]).await.unwrap().json().clone()
    }

    /// The same with one argument for it.
    pub async fn tell(&self, script: &str, argument: &str) -> Value {
        self.driver.execute_async(script, vec![argument.into()]).await.unwrap().json().clone()
    }

    /// Presses Tab until the focus comes round again, at most so many times: what had it, in order. Everything on the way has
    /// to show it, and nothing may hold it.
    pub async fn tab_round(&self, most: usize) -> Vec<String> {
        let mut seen: Vec<String> = Vec::new();
        let mut held = 0;
        for _ in 0..most {
            let before = self.focused_element().await;
            self.press_key(Key::Tab).await;
            let (id, shown) = self.focus().await;
            assert!(shown, "{}: the focus on {id} can't be seen", self.name);
            held = if self.focused_element().await == before { held + 1 } else { 0 };
            assert!(held < 2, "{}: {id} holds the focus", self.name);
            if seen.len() > 3 && seen.first() == Some(&id) {
                break;
            }
            seen.push(id);
        }
        seen
    }

    /// Which element has the focus, as a number that is its own.
    async fn focused_element(&self) -> Value {
        let script = "
            window.laoluNumbers ??= new WeakMap();
            const at = document.activeElement;
            if (!window.laoluNumbers.has(at)) window.laoluNumbers.set(at, Math.random());
            return window.laoluNumbers.get(at);
        ";
        self.script(script, vec![]).await
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

    /// A picture shows what was painted, not what the page knows: wait until two in a row are the same. The map needs a
    /// while for its tiles; something that never rests is taken as it is.
    async fn settled(&self) {
        const FRAMES: &str = "
            const done = arguments[arguments.length - 1];
            document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 300))));
        ";
        let mut last = Vec::new();
        for _ in 0..12 {
            self.driver.execute_async(FRAMES, Vec::new()).await.unwrap();
            let now = self.driver.screenshot_as_png().await.unwrap();
            if now == last {
                return;
            }
            last = now;
        }
    }

    async fn shoot(&self, name: &str) {
        let Some(folder) = std::env::var_os("LAOLU_PICTURES") else { return };
        let lang = if self.lang == Lang::Zh { "zh" } else { "en" };
        let path = PathBuf::from(folder).join(format!("{}-{lang}-{name}.png", self.name));
        self.driver.screenshot(&path).await.unwrap();
    }

    /// Keeps a file that a walk made beside the pictures, to be looked at.
    pub fn keep(&self, name: &str, bytes: &[u8]) {
        let Some(folder) = std::env::var_os("LAOLU_PICTURES") else { return };
        let lang = if self.lang == Lang::Zh { "zh" } else { "en" };
        std::fs::write(PathBuf::from(folder).join(format!("{}-{lang}-{name}", self.name)), bytes).unwrap();
    }

    /// Ends the walk with a last picture.
    async fn fail(&self, why: &str) -> ! {
        self.shoot("failed").await;
        panic!("{}: {why}", self.name);
    }
}

/// Starts tauri-driver on a free port; the program it opens inherits the data folder and the language.
fn serve(home: &Path, lang: Lang) -> (Server, u16) {
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
            flows::speak_to_a_driver();
            return match WebDriver::new(&url, capabilities.clone()).await {
                Ok(driver) => driver,
                // A machine with much to do may miss the driver's own time limit once.
                Err(_) => WebDriver::new(&url, capabilities).await.unwrap(),
            };
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("tauri-driver does not listen");
}

//! A server with the page and a headless Chromium that looks at it, for tests. Needs `chromium` and
//! `chromedriver` (Debian: chromium and chromium-driver).

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions};
use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tremaux_core::Puzzle;
use tremaux_server::{Config, Server};

/// A running chromedriver: its process, its port, and where its browser keeps its things. When it goes out
/// of sight, it is asked to end: killed, it would leave the browser behind.
struct Driver(Child, u16, PathBuf);

impl Drop for Driver {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.1)) {
            let _ = stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        let start = Instant::now();
        while matches!(self.0.try_wait(), Ok(None)) && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
        let _ = std::fs::remove_dir_all(&self.2);
    }
}

/// A page in a browser, with the server behind it.
pub struct Page {
    /// The browser.
    pub client: Client,
    /// Where the page is.
    pub url: String,
    /// Number of searches that the server runs now.
    pub searches: Box<dyn Fn() -> usize + Send + Sync>,
    _driver: Driver,
}

/// Opens the page over these puzzles, and lets the test look at it. Afterwards the browser's console must
/// be empty. Where no browser is installed, the test is passed over with a message, but fails on a build
/// machine (`CI=true`).
///
/// # Panics
/// Where the test fails.
pub fn with_page(puzzles: &'static [&'static dyn Puzzle], test: impl AsyncFnOnce(&Page)) {
    if Command::new("chromedriver").arg("--version").stdout(Stdio::null()).status().is_err() {
        assert!(std::env::var("CI").is_err(), "chromedriver is not installed");
        eprintln!("passed over: chromedriver is not installed");
        return;
    }
    let runtime = tokio::runtime::Runtime::new().expect("threads for the server");
    runtime.block_on(async {
        let page = open(puzzles).await;
        test(&page).await;
        let complaints = page.console().await;
        assert!(complaints.is_empty(), "the console says {complaints:#?}");
        page.client.clone().close().await.expect("the browser closes");
    });
    runtime.shutdown_background();
}

async fn open(puzzles: &'static [&'static dyn Puzzle]) -> Page {
    let server = Server::bind(puzzles, Config::local(0)).expect("a free port");
    let url = server.url().expect("an address");
    let searches = Box::new(server.searches());
    tokio::spawn(server.run(std::future::pending()));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    let driver = Command::new("chromedriver").arg(format!("--port={port}")).stdout(Stdio::null()).spawn();
    let profile = std::env::temp_dir().join(format!("tremaux-browser-{}-{port}", std::process::id()));
    let _driver = Driver(driver.expect("chromedriver starts"), port, profile.clone());
    let mut flags = vec![format!("--user-data-dir={}", profile.display())];
    for flag in [
        "headless",
        "no-sandbox",
        "disable-gpu",
        "disable-quic",
        "no-first-run",
        "disable-background-networking",
        "disable-component-update",
        "disable-sync",
        "disable-dev-shm-usage",
        "window-size=1400,1000",
    ] {
        flags.push(format!("--{flag}"));
    }
    let mut wanted = Capabilities::new();
    wanted.insert("goog:chromeOptions".into(), json!({ "args": flags }));
    wanted.insert("goog:loggingPrefs".into(), json!({ "browser": "ALL" }));
    let start = Instant::now();
    let client = loop {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        match builder.capabilities(wanted.clone()).connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(client) => break client,
            Err(error) => assert!(start.elapsed() < Duration::from_secs(60), "no browser: {error}"),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let page = Page { client, url, searches, _driver };
    page.go("").await;
    page
}

impl Page {
    /// Loads the page anew, with a fragment, and waits until it is ready.
    pub async fn go(&self, fragment: &str) {
        self.client.goto("about:blank").await.expect("an empty page");
        self.client.goto(&format!("{}{fragment}", self.url)).await.expect("the page");
        self.until("document.body.dataset.ready === 'true'").await;
    }

    /// The value of an expression.
    pub async fn get(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.client.execute(&script, Vec::new()).await.unwrap_or_else(|e| panic!("{expression}: {e}"))
    }

    /// The text of an element.
    pub async fn text(&self, selector: &str) -> String {
        let value = self.get(&format!("document.querySelector('{selector}').textContent")).await;
        value.as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str) {
        let start = Instant::now();
        while self.get(expression).await != Value::Bool(true) {
            assert!(start.elapsed() < Duration::from_secs(20), "never true: {expression}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Clicks on an element.
    pub async fn click(&self, selector: &str) {
        let element = self.client.wait().for_element(fantoccini::Locator::Css(selector)).await;
        element.expect(selector).click().await.unwrap_or_else(|e| panic!("{selector}: {e}"));
    }

    /// Presses a key, wherever the focus is. Special keys are `fantoccini::key::Key`.
    pub async fn press(&self, key: char) {
        let keys = KeyActions::new("keys".into());
        let keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
        self.client.perform_actions(keys).await.expect("a key");
    }

    /// Draws a line with a button of the mouse (0 left, 2 right), or with a finger, through points of the
    /// board in cells: (0.5, 1.5) is the middle of the second cell of the first row. Points are (row, column).
    pub async fn stroke(&self, with: Pointer, points: &[(f64, f64)]) {
        let button = if with == Pointer::Right { 2 } else { 0 };
        let mut actions = Vec::new();
        for (i, (row, col)) in points.iter().enumerate() {
            let place = self.get(&format!("(c => [c.x + {col} * c.width, c.y + {row} * c.height])(document.querySelector('.cell .ground').getBoundingClientRect())")).await;
            let [x, y] = [0, 1].map(|i| place[i].as_f64().expect("a number"));
            actions.push(PointerAction::MoveTo { duration: Some(Duration::from_millis(50)), x, y });
            if i == 0 {
                actions.push(PointerAction::Down { button });
            }
        }
        actions.push(PointerAction::Up { button });
        let done = match with {
            Pointer::Finger => {
                let all =
                    actions.into_iter().fold(TouchActions::new("finger".into()), |all, next| all.then(next));
                self.client.perform_actions(all).await
            }
            _ => {
                let all =
                    actions.into_iter().fold(MouseActions::new("mouse".into()), |all, next| all.then(next));
                self.client.perform_actions(all).await
            }
        };
        done.expect("a stroke");
    }

    /// A command of the browser's own protocol.
    pub async fn browser(&self, command: &str, params: Value) -> Value {
        let body = json!({ "cmd": command, "params": params });
        self.client.issue_cmd(Own("goog/cdp/execute", body)).await.expect(command)
    }

    /// Makes the page believe that the reader prefers something: `prefers-color-scheme`, `dark`.
    pub async fn prefer(&self, preferences: &[(&str, &str)]) {
        let features: Vec<Value> =
            preferences.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.browser("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Gives the window another size, in CSS pixels.
    pub async fn resize(&self, width: u32, height: u32, mobile: bool) {
        let scale = if mobile { 2 } else { 1 };
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile });
        self.browser("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// The messages in the console, reports of the content policy among it.
    pub async fn console(&self) -> Vec<Value> {
        let log = self.client.issue_cmd(Own("se/log", json!({ "type": "browser" }))).await.expect("the log");
        log.as_array().cloned().unwrap_or_default()
    }

    /// Writes a picture of the window into the folder that `TREMAUX_SHOTS` names, if it does.
    pub async fn shot(&self, name: &str) {
        let Some(folder) = std::env::var_os("TREMAUX_SHOTS") else { return };
        let png = self.client.screenshot().await.expect("a picture");
        std::fs::write(PathBuf::from(&folder).join(format!("{name}.png")), png).expect("a file");
    }
}

/// What a stroke is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointer {
    /// The left button of a mouse.
    Left,
    /// The right button of a mouse.
    Right,
    /// A finger on a screen.
    Finger,
}

/// A command outside the standard: its path behind the session, and its body.
#[derive(Debug)]
struct Own(&'static str, Value);

impl WebDriverCompatibleCommand for Own {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.0))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.1.to_string()))
    }
}

//! The desktop app under test, driven through `WebDriver` as a person drives it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::process::Child;

use crate::screen::{Screen, built, eventually};

/// A running app, its window, and the driver that types and clicks in it.
pub(crate) struct App {
    pub(crate) window: Client,
    pub(crate) data_dir: PathBuf,
    /// Where its API and `/mcp` answer: `http://127.0.0.1:PORT`.
    pub(crate) base: String,
    pub(crate) pid: i32,
    _driver: Child,
}

impl App {
    /// Starts the app with a window on the screen's own inbox.
    pub(crate) async fn start(screen: &Screen) -> Self {
        let data_dir = screen.home.path().join("inbox");
        Self::start_in(screen, &data_dir, &[]).await
    }

    pub(crate) async fn start_in(screen: &Screen, data_dir: &Path, more: &[&str]) -> Self {
        let [port, native] = free_ports();
        let driver = screen
            .command(driver_program())
            .args([
                "--port",
                &port.to_string(),
                "--native-port",
                &native.to_string(),
            ])
            .spawn()
            .unwrap();
        let mut args = vec!["--port", "0", "--data-dir", data_dir.to_str().unwrap()];
        args.extend(more);
        let capabilities = json!({
            "tauri:options": { "application": built("loopback-desktop"), "args": args },
            "timeouts": { "pageLoad": PATIENCE, "script": PATIENCE },
        });
        let Value::Object(capabilities) = capabilities else {
            unreachable!("it is an object");
        };
        let window = connect(capabilities, port).await;
        let holder = holder(data_dir).await;
        Self {
            window,
            data_dir: data_dir.to_owned(),
            base: format!("http://127.0.0.1:{}", holder["port"]),
            pid: i32::try_from(holder["pid"].as_i64().unwrap()).unwrap(),
            _driver: driver,
        }
    }

    /// Ends the app without any warning, as a crash or the OOM killer does.
    pub(crate) fn kill(&self) {
        let pid = rustix::process::Pid::from_raw(self.pid).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    }
}

/// Who serves a data directory, as its lock file says once the server listens.
pub(crate) async fn holder(data_dir: &Path) -> Value {
    eventually("a server that listens", async || {
        let text = std::fs::read_to_string(data_dir.join("lock")).ok()?;
        let holder: Value = serde_json::from_str(&text).ok()?;
        holder["port"].is_u64().then_some(holder)
    })
    .await
}

/// How long the driver waits for the page, in milliseconds. Its own five minutes outlast every test.
const PATIENCE: u32 = 20_000;

async fn connect(capabilities: Capabilities, port: u16) -> Client {
    let address = format!("http://127.0.0.1:{port}");
    let mut last = None;
    for _ in 0..100 {
        let tried = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.clone())
            .connect(&address)
            .await;
        match tried {
            Ok(client) if has_loaded(&client).await => return client,
            // Once in a long while the driver's session comes to nothing: its page is never fetched.
            Ok(client) => drop(client.close().await),
            Err(error) => last = Some(error),
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no WebDriver session: {last:?}");
}

async fn has_loaded(client: &Client) -> bool {
    let state = client
        .execute("return document.readyState", Vec::new())
        .await;
    let url = client.current_url().await;
    state.is_ok() && url.is_ok_and(|url| url.scheme() == "http")
}

fn driver_program() -> PathBuf {
    std::env::var_os("TAURI_DRIVER").map_or_else(|| "tauri-driver".into(), PathBuf::from)
}

/// Two that differ: both are held until both are known.
fn free_ports() -> [u16; 2] {
    [(); 2]
        .map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap())
        .map(|listener| listener.local_addr().unwrap().port())
}

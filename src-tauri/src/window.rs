//! The inbox window: built in code, destroyed on close, pinned to our own address.
//!
//! It must not know what an ask is beyond its id: the page is a client of the public API.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use loopback_contract::AskId;
use tauri::utils::config::Color;
use tauri::webview::{NewWindowResponse, PageLoadEvent};
use tauri::{
    AppHandle, Manager, Theme, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};

use crate::args;
use crate::downloads;
use crate::state::Desktop;

/// The label of the one window there is.
pub(crate) const LABEL: &str = "inbox";

/// How long a page may take to load before it is asked for once more.
const LOADING: Duration = Duration::from_secs(10);

/// How long the page of a closed window has to hand over what was typed last.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Shows the window, building it if it is closed, and shows `ask` in it if one is named.
///
/// # Errors
///
/// When the webview cannot be built, such as when its runtime is missing.
pub(crate) fn show(app: &AppHandle, ask: Option<&AskId>) -> tauri::Result<()> {
    match app.get_webview_window(LABEL) {
        Some(window) => bring_forward(&window, ask),
        None => build(app, ask),
    }
}

/// Shows the window like [`show`], where nobody is left to be told that it cannot be shown.
pub(crate) fn show_or_report(app: &AppHandle, ask: Option<&AskId>) {
    if let Err(error) = show(app, ask) {
        tracing::error!(%error, "the window could not be shown");
    }
}

/// The ask that is on screen, if the window has the focus and shows one.
pub(crate) fn focused_ask(app: &AppHandle) -> Option<AskId> {
    let window = app.get_webview_window(LABEL)?;
    if !window.is_focused().unwrap_or(false) {
        return None;
    }
    ask_in(&window.url().ok()?)
}

fn ask_in(url: &Url) -> Option<AskId> {
    url.path().strip_prefix("/asks/").and_then(args::ask_id)
}

fn build(app: &AppHandle, ask: Option<&AskId>) -> tauri::Result<()> {
    let desktop = app.state::<Desktop>();
    let address = desktop.address;
    let Some(session) = desktop.open_window() else {
        // The app is ending.
        return Ok(());
    };
    let title = match &desktop.remark {
        Some(remark) => format!("Loopback ({remark})"),
        None => "Loopback".to_owned(),
    };
    desktop.page.began();
    let here = app.clone();
    let mut builder =
        WebviewWindowBuilder::new(app, LABEL, WebviewUrl::External(page(address, ask)))
            .title(title)
            .inner_size(1180.0, 780.0)
            .min_inner_size(360.0, 420.0)
            .initialization_script(credential_script(address, session.token()))
            .on_navigation(move |url| may_navigate(address, url))
            .on_new_window(move |url, _| {
                open_beside(&here, address, &url);
                NewWindowResponse::Deny
            })
            // The page takes dropped pictures itself.
            .disable_drag_drop_handler()
            .on_download(move |webview, event| downloads::happened(&webview, address, event))
            .on_page_load(move |window, load| loading(&window, address, load.event()))
            .devtools(cfg!(debug_assertions));
    builder = match automation_profile() {
        Some(profile) => builder.data_directory(profile),
        None => builder.incognito(true),
    };
    let window = builder.build()?;
    // The session lives as long as the window: whoever kept its token after that has nothing.
    let session = Mutex::new(Some(session));
    let looked = desktop.looked.clone();
    let closed = window.clone();
    window.on_window_event(move |event| match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            put_away(&closed);
        }
        WindowEvent::Destroyed => drop(session.lock().map(|mut session| session.take())),
        WindowEvent::Focused(true) => looked.notify_one(),
        _ => {}
    });
    let dark = window.theme().is_ok_and(|theme| theme == Theme::Dark);
    let background = if dark {
        Color(22, 24, 29, 255)
    } else {
        Color(255, 255, 255, 255)
    };
    let _ = window.set_background_color(Some(background));
    load_again_if_blank(&window, page(address, ask));
    window.set_focus()
}

/// Asks once more for a page that does not come. Once in a long while a webview that was just built never asks for
/// it, and its window would stay blank for good.
fn load_again_if_blank(window: &WebviewWindow, page: Url) {
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(LOADING).await;
        if window.state::<Desktop>().page.has_loaded() {
            return;
        }
        tracing::warn!("the page has not loaded; it is asked for again");
        // A window that was closed meanwhile has nothing to load.
        let _ = window.navigate(page);
    });
}

/// Takes a closed window from the screen at once, and destroys it when its page has saved what was typed last.
fn put_away(window: &WebviewWindow) {
    window
        .state::<Desktop>()
        .closing
        .store(true, Ordering::SeqCst);
    let told = window
        .hide()
        .and_then(|()| window.eval("window.dispatchEvent(new Event('pagehide'));"));
    if let Err(error) = told {
        tracing::warn!(%error, "the page could not be told that its window was closed");
    }
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(LAST_WORDS).await;
        // Somebody may have wanted it back meanwhile.
        if !window.state::<Desktop>().closing.load(Ordering::SeqCst) {
            return;
        }
        if let Err(error) = window.destroy() {
            tracing::error!(%error, "a closed window could not be ended");
        }
    });
}

fn bring_forward(window: &WebviewWindow, ask: Option<&AskId>) -> tauri::Result<()> {
    let desktop = window.state::<Desktop>();
    desktop.closing.store(false, Ordering::SeqCst);
    if let Some(id) = ask
        && desktop.page.takes(id)
    {
        // The page moves by itself, keeping what was typed: a navigation would reload it.
        window.eval(open_script(desktop.address, id))?;
    }
    window.unminimize()?;
    window.show()?;
    window.set_focus()
}

/// Keeps what the page can be told, and tells it what came too early.
fn loading(window: &WebviewWindow, address: SocketAddr, event: PageLoadEvent) {
    let page = &window.state::<Desktop>().page;
    match event {
        PageLoadEvent::Started => page.began(),
        PageLoadEvent::Finished => {
            let told = page
                .listens()
                .map_or(Ok(()), |id| window.eval(open_script(address, &id)));
            if let Err(error) = told {
                tracing::error!(%error, "the page could not be told what to show");
            }
        }
    }
}

fn page(address: SocketAddr, ask: Option<&AskId>) -> Url {
    let mut url = origin(address);
    if let Some(id) = ask {
        url.set_path(&format!("/asks/{id}"));
    }
    url
}

fn origin(address: SocketAddr) -> Url {
    let mut url = Url::parse("http://127.0.0.1/").unwrap_or_else(|_| unreachable!("a literal URL"));
    let set = url.set_port(Some(address.port()));
    debug_assert!(set.is_ok());
    url
}

/// Hands the page its credential. It runs in the main frame only, and only on our exact origin; the
/// page takes the value and deletes it before it renders anything.
fn credential_script(address: SocketAddr, token: &str) -> String {
    format!(
        "if (location.origin === 'http://127.0.0.1:{port}' && window.top === window) {{\
           window.__loopback = {{ token: '{token}' }};\
         }}",
        port = address.port()
    )
}

fn open_script(address: SocketAddr, id: &AskId) -> String {
    format!(
        "if (location.origin === 'http://127.0.0.1:{port}') {{\
           window.dispatchEvent(new CustomEvent('loopback:open', {{ detail: {{ ask: '{id}' }} }}));\
         }}",
        port = address.port()
    )
}

/// Only our own pages load in the window; `about:blank` is what a webview starts from.
fn may_navigate(address: SocketAddr, url: &Url) -> bool {
    url.as_str() == "about:blank" || url.origin() == origin(address).origin()
}

/// Opens what wants a window of its own, such as a link that is clicked with Ctrl: there is one window for our own pages, and
/// the system's browser would show them to nobody.
fn open_beside(app: &AppHandle, address: SocketAddr, url: &Url) {
    if url.origin() != origin(address).origin() {
        return open_outside(url);
    }
    let Some((id, window)) = ask_in(url).zip(app.get_webview_window(LABEL)) else {
        return;
    };
    if let Err(error) = window.eval(open_script(address, &id)) {
        tracing::error!(%error, "the page could not be told what to show");
    }
}

/// Opens a link in the system's browser or mail program. Other schemes go nowhere.
fn open_outside(url: &Url) {
    if !matches!(url.scheme(), "http" | "https" | "mailto") {
        return;
    }
    if let Err(error) = tauri_plugin_opener::open_url(url.as_str(), None::<&str>) {
        tracing::warn!(%error, "the system could not open a link");
    }
}

/// A profile to keep for the life of an automated window, in debug builds that a driver started.
///
/// An ephemeral profile cannot be driven; a release build never has another.
fn automation_profile() -> Option<std::path::PathBuf> {
    let driven = cfg!(debug_assertions)
        && std::env::var("TAURI_WEBVIEW_AUTOMATION").as_deref() == Ok("true");
    driven.then(|| std::env::temp_dir().join(format!("loopback-webview-{}", std::process::id())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> SocketAddr {
        ([127, 0, 0, 1], 4127).into()
    }

    #[test]
    fn the_window_never_leaves_our_own_origin() {
        for (url, may) in [
            ("http://127.0.0.1:4127/", true),
            ("http://127.0.0.1:4127/asks/0193", true),
            ("about:blank", true),
            ("http://127.0.0.1:4128/", false),
            ("http://localhost:4127/", false),
            ("https://127.0.0.1:4127/", false),
            ("https://example.com/", false),
            ("file:///etc/passwd", false),
            ("data:text/html,hi", false),
        ] {
            let url = Url::parse(url).unwrap();
            assert_eq!(may_navigate(here(), &url), may, "{url}");
        }
    }

    #[test]
    fn an_ask_is_shown_by_its_own_address() {
        let id = AskId::from("0193-abc");
        assert_eq!(
            page(here(), Some(&id)).as_str(),
            "http://127.0.0.1:4127/asks/0193-abc"
        );
        assert_eq!(ask_in(&page(here(), Some(&id))), Some(id));
        assert_eq!(ask_in(&page(here(), None)), None);
    }
}

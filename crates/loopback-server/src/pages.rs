//! The page's files, built from `ui/` and embedded in this program. Owns which address shows the page.

mod frame;

use std::borrow::Cow;

use axum::{
    Router,
    http::{Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use rust_embed::Embed;

use crate::{App, http::Problem};

#[derive(Embed)]
#[folder = "../../ui/dist"]
#[allow_missing = true]
struct Files;

/// The page, its files, and the colours of what is rendered.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(index))
        .route("/asks/{id}", get(index))
        .route("/search", get(index))
        .route("/decisions", get(index))
        .route("/settings", get(index))
        .route("/frames/mermaid.html", get(frame::mermaid))
        .route("/code.css", get(code_css))
}

/// Every address of the page shows the same file: which ask it is about is the page's to read from the address.
async fn index() -> Response {
    shown(Files::get("index.html").map(|page| page.data))
}

fn shown(page: Option<Cow<'static, [u8]>>) -> Response {
    let page = page.unwrap_or(Cow::Borrowed(NO_PAGE.as_bytes()));
    Html(page).into_response()
}

/// What is at an address no route has: one of the page's files, or nothing.
pub(crate) async fn file(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let read = method == Method::GET || method == Method::HEAD;
    match (Files::get(path).filter(|_| read), content_type(path)) {
        (Some(file), Some(kind)) => ([(header::CONTENT_TYPE, kind)], file.data).into_response(),
        _ => Problem::in_place_of(StatusCode::NOT_FOUND).into_response(),
    }
}

async fn code_css() -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "text/css; charset=utf-8")],
        loopback_render::theme_css(loopback_render::USUAL_CODE_THEME),
    )
}

/// The type of a file by its name; a file of no known type is not served.
fn content_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Loopback</title>\
    <h1>This build of Loopback has no page</h1>\
    <p>It was built without the files of <code>ui/dist</code>. Run <code>npm ci &amp;&amp; npm run build</code> in \
    <code>ui</code> and build again. Agents can ask meanwhile: nothing they ask is lost.</p></html>";

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_build_without_the_page_says_so() {
        let body = axum::body::to_bytes(shown(None).into_body(), usize::MAX)
            .await
            .unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        assert!(
            text.contains("This build of Loopback has no page"),
            "{text}"
        );
    }

    #[test]
    fn a_file_is_served_with_its_type_and_an_unknown_type_not_at_all() {
        assert_eq!(
            content_type("assets/index-1.js"),
            Some("text/javascript; charset=utf-8")
        );
        assert_eq!(content_type("icon.svg"), Some("image/svg+xml"));
        assert_eq!(content_type("assets/x.exe"), None);
        assert_eq!(content_type("README"), None);
    }
}

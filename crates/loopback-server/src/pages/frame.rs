//! The page that draws diagrams, which our own page shows in a sandboxed frame. Owns what that frame may do: run the
//! one script that came with it, and nothing else.
//!
//! A sandboxed frame has no origin, so that whatever it asked of this server would be refused like a stranger's. All it
//! needs therefore stands in the one file, and the policy names its script by its hash.

use std::{borrow::Cow, sync::LazyLock};

use axum::{
    http::header,
    response::{Html, IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::StatusCode;
use sha2::{Digest as _, Sha256};

use super::Files;
use crate::http::Problem;

const FILE: &str = "frames/mermaid.html";

/// The page and its policy.
static PAGE: LazyLock<Option<(Cow<'static, [u8]>, String)>> = LazyLock::new(|| {
    let page = Files::get(FILE)?.data;
    let policy = policy(script(&page)?);
    Some((page, policy))
});

pub(super) async fn mermaid() -> Response {
    match &*PAGE {
        Some((page, policy)) => {
            let policy = [(header::CONTENT_SECURITY_POLICY, policy.as_str())];
            (policy, Html(&**page)).into_response()
        }
        None => Problem::in_place_of(StatusCode::NOT_FOUND).into_response(),
    }
}

fn policy(script: &[u8]) -> String {
    let hash = STANDARD.encode(Sha256::digest(script));
    format!(
        "default-src 'none'; script-src 'sha256-{hash}'; style-src 'unsafe-inline'; img-src data:; font-src data:; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts"
    )
}

/// The text of the page's only script: from the end of its start tag to the last end tag.
fn script(page: &[u8]) -> Option<&[u8]> {
    let start = find(page, b"<script")?;
    let start = start + find(&page[start..], b">")? + 1;
    let end = page.windows(9).rposition(|nine| nine == b"</script>")?;
    page.get(start..end)
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|some| some == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_what_a_browser_would_hash() {
        let page = b"<!doctype html><style>a</style><script type=\"module\">let x = '<script>';\n</script><p>";
        assert_eq!(script(page).unwrap(), b"let x = '<script>';\n");
        // printf "let x = '<script>';\n" | openssl dgst -sha256 -binary | base64
        let policy = policy(script(page).unwrap());
        assert!(
            policy.contains("script-src 'sha256-ABFs7thY8FKpOoFGXd6eNEDC4VtPC8HlLJS+YVfY1G4=';"),
            "{policy}"
        );
        assert_eq!(script(b"<p>no script"), None);
        assert_eq!(script(b"</script><script>"), None);
    }
}

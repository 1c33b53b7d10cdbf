//! Files the page makes for the person: exports, saved to their download folder under a free name.
//!
//! Only what the page itself made is saved; the webview would otherwise keep any download waiting
//! for ever. The page is told what became of it, because a webview has no download bar.

use std::ffi::OsStr;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use tauri::webview::DownloadEvent;
use tauri::{Manager, Url, Webview};

/// Decides about a download that begins, and tells the page of one that ended.
pub(crate) fn happened(webview: &Webview, here: SocketAddr, event: DownloadEvent<'_>) -> bool {
    match event {
        DownloadEvent::Requested { url, destination } => {
            // Where it goes is decided already: the person's download folder, and a name that is free. Without such
            // a folder it would be wherever the app was started.
            let paths = webview.path();
            if let (Err(_), Ok(home)) = (paths.download_dir(), paths.home_dir()) {
                *destination = free_name(&home, destination, Path::exists);
            }
            is_ours(here, &url)
        }
        DownloadEvent::Finished { path, success, .. } => {
            let script = saved_script(path.as_deref().filter(|_| success));
            if let Err(error) = webview.eval(script) {
                tracing::warn!(%error, "the page could not be told of a file");
            }
            true
        }
        _ => false,
    }
}

/// Whether the page made it: its own data under an address of its own origin.
fn is_ours(here: SocketAddr, url: &Url) -> bool {
    url.scheme() == "blob" && url.origin().ascii_serialization() == format!("http://{here}")
}

/// The name of `file` in `folder`, counted up as long as it is taken there.
fn free_name(folder: &Path, file: &Path, taken: impl Fn(&Path) -> bool) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(file.file_stem()), part(file.extension()));
    let mut path = folder.join(file.file_name().unwrap_or_default());
    let mut count = 1;
    while taken(&path) {
        path = folder.join(format!("{stem} ({count}).{ending}"));
        count += 1;
    }
    path
}

fn saved_script(path: Option<&Path>) -> String {
    let detail = match path {
        Some(path) => serde_json::json!({ "path": path.to_string_lossy() }),
        None => serde_json::json!({ "failed": true }),
    };
    format!(
        "window.dispatchEvent(new CustomEvent('loopback:saved', {{ detail: {} }}));",
        for_script(&detail.to_string())
    )
}

/// JSON is JavaScript but for two line ends, and nothing in it may look like markup.
fn for_script(json: &str) -> String {
    json.replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
        .replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> SocketAddr {
        ([127, 0, 0, 1], 4127).into()
    }

    #[test]
    fn only_what_the_page_made_is_saved() {
        for (url, ours) in [
            ("blob:http://127.0.0.1:4127/0b8a", true),
            ("blob:http://127.0.0.1:4128/0b8a", false),
            ("blob:https://example.com/0b8a", false),
            ("http://127.0.0.1:4127/api/v1/files/1", false),
            ("data:text/html,hi", false),
            ("https://example.com/setup.sh", false),
        ] {
            assert_eq!(is_ours(here(), &Url::parse(url).unwrap()), ours, "{url}");
        }
    }

    #[test]
    fn a_name_that_is_taken_is_counted_up() {
        let file = Path::new("/elsewhere/kiln-2026.md");
        let free = |taken: &[&str]| {
            let taken = |path: &Path| taken.iter().any(|one| Path::new(one) == path);
            free_name(Path::new("/home/ann"), file, taken)
        };
        assert_eq!(free(&[]), Path::new("/home/ann/kiln-2026.md"));
        assert_eq!(
            free(&["/home/ann/kiln-2026.md", "/home/ann/kiln-2026 (1).md"]),
            Path::new("/home/ann/kiln-2026 (2).md")
        );
    }

    #[test]
    fn the_page_is_told_the_path_and_nothing_in_a_path_is_code() {
        assert_eq!(
            saved_script(Some(Path::new("/home/ann/it's \"all\" </script>.md"))),
            "window.dispatchEvent(new CustomEvent('loopback:saved', { detail: \
             {\"path\":\"/home/ann/it's \\\"all\\\" \\u003c/script>.md\"} }));"
        );
        assert!(saved_script(None).contains("{\"failed\":true}"));
    }
}

//! The floor plan, checked: which crate may import which, and which may know the outside world at all.
//!
//! Reads `cargo metadata`, so it sees every edge, also those of tests and of other platforms. A crate that stands
//! on no floor is refused too: a new crate is put into the plan or it does not build green.

use crate::sh;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;

/// Our crates and the floor each stands on: imports run downwards only.
const FLOORS: &[(&str, u8)] = &[
    ("loopback-desktop", 5),
    ("loopback-cli", 5),
    ("loopback-server", 4),
    ("loopback-inbox", 3),
    ("loopback-rules", 2),
    ("loopback-client", 2),
    ("loopback-contract", 1),
    ("loopback-render", 1),
    ("loopback-connect", 1),
];

/// Crates beside the building: they may look at any floor, and no floor may import them, tests apart.
const BESIDE: &[&str] = &["loopback-spec", "loopback-tests", "xtask"];

/// Crates of others and the lowest floor that may know them. A name that ends in `*` stands for all that begin so.
const WORLD: &[(&str, u8, &str)] = &[
    ("tauri*", 5, "Tauri"),
    ("wry", 5, "Tauri"),
    ("tao", 5, "Tauri"),
    ("gtk*", 5, "the desktop"),
    ("webkit2gtk*", 5, "the desktop"),
    ("notify-rust", 5, "the desktop"),
    ("zbus*", 5, "the desktop"),
    ("clap*", 5, "a command line"),
    ("anyhow", 5, "an error of any kind"),
    ("rmcp*", 4, "MCP"),
    ("axum*", 4, "HTTP"),
    ("hyper*", 4, "HTTP"),
    ("http", 4, "HTTP"),
    ("http-body*", 4, "HTTP"),
    ("tower*", 4, "HTTP"),
    ("reqwest*", 4, "HTTP"),
    ("ureq*", 4, "HTTP"),
    ("tungstenite", 4, "HTTP"),
    ("tokio-tungstenite", 4, "HTTP"),
    ("rust-embed*", 4, "pages"),
    ("rusqlite*", 3, "a database"),
    ("tokio*", 3, "waiting"),
    ("futures*", 3, "waiting"),
    ("tracing*", 3, "a log"),
    ("log", 3, "a log"),
    ("uuid", 3, "an id source"),
    ("getrandom", 3, "an id source"),
    ("rand*", 3, "an id source"),
    ("chrono", 3, "a clock"),
    ("directories", 3, "a home directory"),
];

/// What `loopback-client`, a leaf among the floors, needs of the world above it to do its work.
const CLIENT_MAY: &[&str] = &["HTTP", "waiting", "a log"];

/// One import: who, whom, and whether only their tests do.
struct Import<'a> {
    from: &'a str,
    to: &'a str,
    in_tests: bool,
}

/// Fails with one line per import that breaks the floor plan.
pub(crate) fn check() -> Result<()> {
    let text = sh::read(&mut sh::cargo(&[
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let metadata: Value = serde_json::from_str(&text).context("cargo metadata printed no JSON")?;
    let broken = broken(&metadata);
    if !broken.is_empty() {
        bail!("the floors do not hold:\n  {}", broken.join("\n  "));
    }
    Ok(())
}

fn broken(metadata: &Value) -> Vec<String> {
    let floors: BTreeMap<&str, u8> = FLOORS.iter().copied().collect();
    let mut broken = Vec::new();
    for package in list(&metadata["packages"]) {
        let from = text(&package["name"]);
        if BESIDE.contains(&from) {
            continue;
        }
        if !floors.contains_key(from) {
            broken.push(format!(
                "{from} stands on no floor: give it one in xtask/src/floors.rs and ARCHITECTURE.md"
            ));
            continue;
        }
        for dependency in list(&package["dependencies"]) {
            let in_tests = dependency["kind"] == "dev";
            broken.extend(judge(
                &floors,
                &Import {
                    from,
                    to: text(&dependency["name"]),
                    in_tests,
                },
            ));
        }
    }
    broken
}

/// Why an import must not be, if it must not.
fn judge(floors: &BTreeMap<&str, u8>, import: &Import<'_>) -> Option<String> {
    let Import { from, to, in_tests } = *import;
    let own = floors.get(from)?;
    if BESIDE.contains(&to) {
        return (!in_tests)
            .then(|| format!("{from} imports {to}, which is a tool and no part of the program"));
    }
    if let Some(other) = floors.get(to) {
        if from == "loopback-client" && to != "loopback-contract" {
            return Some(format!(
                "{from} imports {to}: of our crates it sees the contract only"
            ));
        }
        return (other >= own)
            .then(|| format!("{from} (floor {own}) imports {to} (floor {other}): only downwards"));
    }
    let (_, lowest, what) = WORLD.iter().find(|(pattern, ..)| matches(pattern, to))?;
    // Tests below may wait and roll dice; they may not bring HTTP, MCP or Tauri down.
    let allowed = own >= lowest
        || (from == "loopback-client" && CLIENT_MAY.contains(what))
        || (in_tests && *lowest <= 3);
    (!allowed).then(|| {
        format!("{from} (floor {own}) imports {to}: nothing below floor {lowest} knows {what}")
    })
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern
        .strip_suffix('*')
        .map_or(pattern == name, |start| name.starts_with(start))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What the check says about one crate with one import.
    fn said(from: &str, to: &str, kind: Option<&str>) -> Vec<String> {
        broken(
            &json!({ "packages": [{ "name": from, "dependencies": [{ "name": to, "kind": kind }] }] }),
        )
    }

    #[test]
    fn imports_run_downwards() {
        assert_eq!(
            said("loopback-server", "loopback-inbox", None),
            Vec::<String>::new()
        );
        assert_eq!(
            said("loopback-inbox", "loopback-server", None),
            ["loopback-inbox (floor 3) imports loopback-server (floor 4): only downwards"]
        );
    }

    #[test]
    fn leaves_do_not_import_each_other() {
        assert_eq!(
            said("loopback-render", "loopback-contract", None),
            ["loopback-render (floor 1) imports loopback-contract (floor 1): only downwards"]
        );
    }

    #[test]
    fn a_test_may_not_import_upwards_either() {
        assert_eq!(
            said("loopback-rules", "loopback-inbox", Some("dev")).len(),
            1
        );
    }

    #[test]
    fn nothing_below_the_desktop_knows_tauri() {
        assert_eq!(
            said("loopback-server", "tauri-plugin-opener", None),
            [
                "loopback-server (floor 4) imports tauri-plugin-opener: nothing below floor 5 knows Tauri"
            ]
        );
        assert_eq!(
            said("loopback-desktop", "tauri", None),
            Vec::<String>::new()
        );
    }

    #[test]
    fn nothing_below_the_server_knows_http_but_the_client() {
        assert_eq!(said("loopback-inbox", "axum", None).len(), 1);
        assert_eq!(
            said("loopback-inbox", "http-body-util", Some("dev")).len(),
            1
        );
        assert_eq!(said("loopback-client", "hyper", None), Vec::<String>::new());
        assert_eq!(said("loopback-client", "rmcp", None).len(), 1);
    }

    #[test]
    fn rules_know_no_clock_id_source_database_or_log() {
        for name in ["chrono", "uuid", "rusqlite", "tracing", "tokio"] {
            assert_eq!(said("loopback-rules", name, None).len(), 1, "{name}");
        }
    }

    #[test]
    fn the_client_sees_the_contract_only() {
        assert_eq!(
            said("loopback-client", "loopback-contract", None),
            Vec::<String>::new()
        );
        assert_eq!(said("loopback-client", "loopback-render", None).len(), 1);
    }

    #[test]
    fn tools_are_imported_by_tests_only() {
        assert_eq!(said("loopback-contract", "loopback-spec", None).len(), 1);
        assert_eq!(
            said("loopback-contract", "loopback-spec", Some("dev")),
            Vec::<String>::new()
        );
    }

    #[test]
    fn a_crate_without_a_floor_is_refused() {
        let said =
            broken(&json!({ "packages": [{ "name": "loopback-helpers", "dependencies": [] }] }));
        assert_eq!(
            said,
            [
                "loopback-helpers stands on no floor: give it one in xtask/src/floors.rs and ARCHITECTURE.md"
            ]
        );
    }

    #[test]
    fn crates_beside_the_building_may_look_at_any_floor() {
        assert_eq!(
            said("loopback-tests", "loopback-server", None),
            Vec::<String>::new()
        );
    }
}

//! The person's preferences: read from their settings file, saved to it, and nothing else in it touched.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use serde_json::{Value, json};

use crate::support::{Answer, Server};

const PATH: &str = "/api/v1/preferences";

fn file(server: &Server) -> PathBuf {
    server.data_dir().with_file_name("config/settings.toml")
}

async fn read(server: &Server) -> Value {
    server.get(PATH).await.ok()["preferences"].take()
}

async fn put(server: &Server, preferences: &Value) -> Answer {
    server.person("PUT", PATH).json(preferences).send().await
}

#[tokio::test]
async fn they_are_the_usual_ones_until_the_person_changes_them() {
    let server = Server::start().await;
    let info = server.get(PATH).await.ok();
    let mut preferences = info["preferences"].clone();
    assert_eq!(preferences["undoSeconds"], 5);
    assert_eq!(preferences["theme"], "system");
    assert_eq!(preferences["advance"], "next");
    assert_eq!(preferences["textSize"], 100);
    assert_eq!(preferences["singleLetterKeys"], true);
    assert_eq!(preferences["codeTheme"], info["codeThemes"][0]["name"]);
    assert_eq!(info["file"], file(&server).to_str().unwrap());
    assert!(!file(&server).exists());
    preferences["theme"] = json!("dark");
    let saved = put(&server, &preferences).await.ok();
    assert_eq!(saved["preferences"], preferences);
    assert_eq!(read(&server).await, preferences);
    assert_eq!(
        fs::read_to_string(file(&server)).unwrap(),
        "[window]\ntheme = \"dark\"\n"
    );
}

#[tokio::test]
async fn what_is_changed_in_the_file_by_hand_shows_and_is_not_undone() {
    let server = Server::start().await;
    let mut preferences = read(&server).await;
    preferences["wrap"] = json!(true);
    put(&server, &preferences).await.ok();
    let by_hand = "# mine\n[window]\nwrap = true # long lines\ntheme = \"light\"\n";
    fs::write(file(&server), by_hand).unwrap();
    preferences["textSize"] = json!(120);
    let saved = put(&server, &preferences).await.ok();
    assert_eq!(saved["preferences"]["theme"], "light");
    assert_eq!(
        fs::read_to_string(file(&server)).unwrap(),
        format!("{by_hand}text_size = 120\n")
    );
    fs::write(file(&server), "[window]\nadvance = \"list\"\n").unwrap();
    assert_eq!(read(&server).await["advance"], "list");
}

#[tokio::test]
async fn a_broken_or_exposed_file_is_named_and_never_overwritten() {
    let server = Server::start().await;
    let mut preferences = read(&server).await;
    preferences["wrap"] = json!(true);
    put(&server, &preferences).await.ok();
    let broken = "[window]\nwrap = \n";
    fs::write(file(&server), broken).unwrap();
    assert_eq!(read(&server).await["wrap"], false);
    preferences["wrap"] = json!(true);
    let refused = put(&server, &preferences).await;
    assert_eq!(refused.refusal(), "409 settings.broken");
    let words = refused.message();
    assert!(
        words.contains("settings.toml cannot be read: line 2: "),
        "{words}"
    );
    assert_eq!(fs::read_to_string(file(&server)).unwrap(), broken);
    fs::write(file(&server), "").unwrap();
    fs::set_permissions(file(&server), fs::Permissions::from_mode(0o666)).unwrap();
    let refused = put(&server, &preferences).await;
    assert_eq!(refused.refusal(), "409 settings.exposed");
    assert!(
        refused.message().contains("chmod 600"),
        "{}",
        refused.message()
    );
    assert_eq!(fs::read_to_string(file(&server)).unwrap(), "");
}

#[tokio::test]
async fn a_preference_out_of_range_or_unknown_is_refused_at_its_place() {
    let server = Server::start().await;
    let preferences = read(&server).await;
    for (key, value, place) in [
        ("textSize", json!(79), "/textSize"),
        ("undoSeconds", json!(11), "/undoSeconds"),
        ("theme", json!("purple"), "/theme"),
        ("wrap", json!("yes"), "/wrap"),
        (
            "quickReplies",
            json!([{ "text": "" }]),
            "/quickReplies/0/text",
        ),
        ("colour", json!("red"), ""),
    ] {
        let mut wrong = preferences.clone();
        wrong[key] = value;
        let refused = put(&server, &wrong).await;
        assert_eq!(refused.refusal(), "422 body.invalid", "{key}");
        assert!(
            refused.message().starts_with(place),
            "{}",
            refused.message()
        );
    }
    let mut wrong = preferences;
    wrong["codeTheme"] = json!("none");
    let refused = put(&server, &wrong).await;
    assert_eq!(refused.refusal(), "422 preferences.code_theme");
    assert!(!file(&server).exists());
}

use std::fs;
use std::path::PathBuf;

use super::*;

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("settings.toml");
    fs::write(&file, text).unwrap();
    (dir, file)
}

fn complaints(text: &str) -> (Settings, Vec<String>) {
    let (settings, complaints) = Settings::parse(Path::new("settings.toml"), text).unwrap();
    let words = complaints.iter().map(ToString::to_string);
    (settings, words.collect())
}

#[test]
fn no_file_and_an_empty_file_mean_the_usual_settings() {
    let (dir, empty) = file("");
    let absent = dir.path().join("absent.toml");
    assert_eq!(Settings::read(&empty).unwrap(), Settings::default());
    assert_eq!(Settings::read(&absent).unwrap(), Settings::default());
}

#[test]
fn every_setting_is_read_and_keys_of_other_versions_are_ignored() {
    let (settings, complaints) = complaints(
        "someday = 1\n[server]\nport = 5000\n[agents]\nfuture = [1, 2]\nstill_waiting_after_seconds = 20\n\
         progress_every_seconds = 3\n[window]\ntheme = \"dark\"\ntext_size = 150\ndensity = \"compact\"\n\
         undo_seconds = 0\nadvance = \"stay\"\nsingle_letter_keys = false\ndiff_layout = \"split\"\nwrap = true\n\
         quick_replies = [\"Yes\"]\nlater = {}\n\
         code_theme = \"gruvbox\"\n",
    );
    assert_eq!(complaints, [""; 0]);
    assert_eq!(settings.server.port, 5000);
    assert_eq!(settings.agents.still_waiting_after_seconds, 20);
    assert_eq!(settings.agents.progress_every_seconds, 3);
    let usual = window::entries(&usual_preferences());
    let read = window::entries(&settings.window);
    let same = read
        .iter()
        .zip(&usual)
        .filter(|(read, usual)| read.1.to_string() == usual.1.to_string());
    let same: Vec<_> = same.map(|(read, _)| read.0).collect();
    assert_eq!(same, [""; 0], "the file sets all of them to something else");
}

#[test]
fn a_section_may_be_written_in_any_way_toml_has() {
    for text in [
        "[window]\nundo_seconds = 3\n",
        "window.undo_seconds = 3\n",
        "window = { undo_seconds = 3 }\n",
        "\"window\".'undo_seconds' = 0x3\n",
    ] {
        assert_eq!(complaints(text).0.window.undo_seconds, 3, "{text}");
    }
}

#[test]
fn a_value_that_cannot_be_used_is_reported_with_its_line_and_the_rest_is_used() {
    for (text, complaint) in [
        (
            "[server]\nport = 70000",
            "line 2: server.port must be a whole number from 0 to 65535",
        ),
        ("[server]\nport = \"high\"", "line 2: server.port must be"),
        (
            "[agents]\n\nprogress_every_seconds = 0",
            "line 3: agents.progress_every_seconds must be a whole number from 1 to",
        ),
        (
            "[agents.waits]\n\n\"\" = 1",
            "line 3: agents.waits.\"\" must be under a name that is not blank",
        ),
        (
            "agents.waits = { ' ' = 'progress' }",
            "line 1: agents.waits.\" \" must be under a name that is not blank",
        ),
        (
            "[window]\ntext_size = 201",
            "line 2: window.text_size must be a whole number from 80 to 200",
        ),
        (
            "[window]\nundo_seconds = 2.5",
            "line 2: window.undo_seconds must be a whole number from 0 to 10",
        ),
        (
            "[window]\ntheme = \"purple\"",
            "line 2: window.theme must be one of \"system\", \"light\", \"dark\"",
        ),
        (
            "[window]\ncode_theme = \"gone\"",
            "line 2: window.code_theme must be one of \"",
        ),
        (
            "[window]\nwrap = \"yes\"",
            "line 2: window.wrap must be true or false",
        ),
        (
            "[window]\nquick_replies = [\"\"]",
            "line 2: window.quick_replies must be at most 20 texts",
        ),
        ("# mine\nwindow = 1", "line 2: window must be a table"),
    ] {
        let rest = "\n[later]\n";
        let (settings, found) = complaints(&format!("{text}{rest}"));
        assert_eq!(found.len(), 1, "{text}");
        assert!(
            found[0].starts_with(&format!("the settings in settings.toml, {complaint}")),
            "{found:?}"
        );
        assert!(found[0].ends_with("; the usual value is used"), "{found:?}");
        assert_eq!(settings, Settings::default(), "{text}");
    }
    let (settings, _) = complaints("[window]\ntext_size = 1\nwrap = true\n");
    assert!(settings.window.wrap);
}

#[test]
fn a_file_that_is_no_toml_is_reported_with_its_line() {
    let (_dir, file) = file("# mine\n[server\nport = 1");
    let error = Settings::read(&file).unwrap_err().to_string();
    assert!(
        error.contains("settings.toml cannot be read: line 2: "),
        "{error}"
    );
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn what_is_no_regular_file_or_no_text_or_too_large_is_not_read() {
    let (dir, file) = file("[server]\nport = 1\n");
    let link = dir.path().join("link.toml");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    for path in [link.as_path(), dir.path()] {
        let read = Settings::read(path);
        assert!(matches!(read, Err(SettingsError::NotAFile(_))), "{read:?}");
    }
    for (bytes, words) in [
        (vec![0xff; 10], "not text"),
        (vec![b'#'; 300 * 1024], "larger than 256 KiB"),
    ] {
        fs::write(&file, bytes).unwrap();
        let error = Settings::read(&file).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

//! Preferences into a settings file that says other things too: comments, order, spaces and keys of other versions stay.

use std::path::Path;

use loopback_contract::Preferences;
use toml_edit::{Array, DocumentMut, Item, Table, Value};

use super::document::broken;
use super::error::SettingsError;
use super::window::{SECTION, entries};
use super::{Settings, file};

/// Saves the preferences that differ from what they were `before`, and returns what the file says then: what somebody
/// else changed in it meanwhile counts.
pub(super) fn save(
    file: &Path,
    before: &Preferences,
    wanted: &Preferences,
) -> Result<Preferences, SettingsError> {
    file::change(file, |text| put(file, text, before, wanted))?;
    Ok(Settings::read(file)?.window)
}

fn put(
    file: &Path,
    text: &str,
    before: &Preferences,
    wanted: &Preferences,
) -> Result<String, SettingsError> {
    let (now, _) = Settings::parse(file, text)?;
    let was = entries(before).into_iter().zip(entries(&now.window));
    let changed: Vec<_> = entries(wanted)
        .into_iter()
        .zip(was)
        .filter(|((_, wanted), ((_, before), (_, now)))| {
            !same(wanted, before) && !same(wanted, now)
        })
        .map(|((key, value), _)| (key, value))
        .collect();
    if changed.is_empty() {
        return Ok(text.to_owned());
    }
    let mut document: DocumentMut = text.parse().map_err(|error| broken(file, text, &error))?;
    let last_words = document.trailing().as_str().unwrap_or_default().to_owned();
    if !document.contains_key(SECTION) {
        // What the file ends with stays where it is, before the new section.
        let mut section = Table::new();
        let blank = if text.trim().is_empty() { "" } else { "\n" };
        section
            .decor_mut()
            .set_prefix(format!("{last_words}{blank}"));
        document.set_trailing("");
        document.insert(SECTION, Item::Table(section));
    }
    let section = document.get_mut(SECTION).and_then(Item::as_table_like_mut);
    let section = section.ok_or_else(|| SettingsError::Broken {
        file: file.to_owned(),
        why: format!("{SECTION} is not a table"),
    })?;
    for (key, value) in changed {
        match section.get_mut(key) {
            Some(Item::Value(old)) => replace(old, value),
            Some(other) => *other = Item::Value(value),
            None => {
                section.insert(key, Item::Value(value));
            }
        }
    }
    Ok(with_line_ends_of(text, document.to_string()))
}

/// True for the same value, however it is written.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::String(one), Value::String(other)) => one.value() == other.value(),
        (Value::Integer(one), Value::Integer(other)) => one.value() == other.value(),
        (Value::Boolean(one), Value::Boolean(other)) => one.value() == other.value(),
        _ => false,
    }
}

/// Puts a value in another's place, with the spaces and comments around it.
fn replace(old: &mut Value, mut new: Value) {
    if let (Value::Array(old), Value::Array(new)) = (&mut *old, &new) {
        return replace_items(old, new);
    }
    *new.decor_mut() = old.decor().clone();
    *old = new;
}

/// The items that stay keep the spaces and comments around them. New ones have a line of their own if the others do.
fn replace_items(old: &mut Array, new: &Array) {
    let mut stay: Vec<Option<Value>> = old.iter().cloned().map(Some).collect();
    let indent = old.iter().find_map(|item| {
        let before = item.decor().prefix()?.as_str()?;
        before.rfind('\n').map(|line| before[line..].to_owned())
    });
    let mut items = Array::new();
    for item in new {
        let kept = stay
            .iter_mut()
            .find(|old| old.as_ref().is_some_and(|old| same(old, item)))
            .and_then(Option::take);
        let item = kept.unwrap_or_else(|| {
            let between = if items.is_empty() { "" } else { " " };
            let mut item = item.clone();
            item.decor_mut()
                .set_prefix(indent.as_deref().unwrap_or(between));
            item
        });
        items.push_formatted(item);
    }
    items.set_trailing(old.trailing().clone());
    items.set_trailing_comma(old.trailing_comma());
    *items.decor_mut() = old.decor().clone();
    *old = items;
}

/// A file with the line ends of Windows keeps them.
fn with_line_ends_of(text: &str, saved: String) -> String {
    if text.contains("\r\n") {
        saved.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        saved
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::PathBuf;

    use loopback_contract::{QuickReply, Theme};

    use super::super::usual_preferences;
    use super::*;

    /// What `text` becomes when the usual preferences are changed like this.
    fn saved(text: &str, change: impl FnOnce(&mut Preferences)) -> String {
        let mut wanted = usual_preferences();
        change(&mut wanted);
        put(
            Path::new("settings.toml"),
            text,
            &usual_preferences(),
            &wanted,
        )
        .unwrap()
    }

    #[track_caller]
    fn check(text: &str, change: impl FnOnce(&mut Preferences), expect: &str) {
        assert_eq!(saved(text, change), expect);
    }

    fn dark(preferences: &mut Preferences) {
        preferences.theme = Theme::Dark;
    }

    fn replies(texts: &[&str]) -> impl FnOnce(&mut Preferences) {
        let replies = texts.iter().map(|text| QuickReply {
            text: (*text).to_owned(),
        });
        let replies = replies.collect();
        move |preferences| preferences.quick_replies = replies
    }

    fn private() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("loopback/settings.toml");
        (dir, file)
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_preference_goes_into_a_section_that_is_made_if_there_is_none() {
        check("", dark, "[window]\ntheme = \"dark\"\n");
        check(
            "[server]\nport = 1\n",
            dark,
            "[server]\nport = 1\n\n[window]\ntheme = \"dark\"\n",
        );
        check(
            "# all mine\n",
            dark,
            "# all mine\n\n[window]\ntheme = \"dark\"\n",
        );
        check(
            "[server]\nport = 1\n# the end\n",
            dark,
            "[server]\nport = 1\n# the end\n\n[window]\ntheme = \"dark\"\n",
        );
    }

    #[test]
    fn comments_order_spaces_and_keys_of_other_versions_stay() {
        check(
            "# mine\n[window] # looks\nfuture = [1, 2] # later\n  theme   =  'light' # bright\n\n[someday]\nx = 1\n",
            dark,
            "# mine\n[window] # looks\nfuture = [1, 2] # later\n  theme   =  \"dark\" # bright\n\n[someday]\nx = 1\n",
        );
        check(
            "[window]\nwrap = false\n\n# of the agents\n[agents]\n",
            dark,
            "[window]\nwrap = false\ntheme = \"dark\"\n\n# of the agents\n[agents]\n",
        );
        check(
            "window = { wrap = false }\n",
            dark,
            "window = { wrap = false , theme = \"dark\" }\n",
        );
        check(
            "window.wrap = false\nx = 1\n",
            dark,
            "window.wrap = false\nwindow.theme = \"dark\"\nx = 1\n",
        );
        check(
            "[server]\r\nport = 1\r\n",
            dark,
            "[server]\r\nport = 1\r\n\r\n[window]\r\ntheme = \"dark\"\r\n",
        );
    }

    #[test]
    fn what_is_not_changed_is_not_touched() {
        let text = "[window]\nundo_seconds = 0x7\ntext_size = 5 # too small\n";
        check(text, |_| {}, text);
        // Changed to what is there already, written in another way.
        check(text, |wanted| wanted.undo_seconds = 7, text);
    }

    #[test]
    fn a_value_somebody_else_changed_meanwhile_stays_unless_it_is_changed_too() {
        let text = "[window]\ntheme = \"light\"\n";
        check(
            text,
            |wanted| wanted.wrap = true,
            "[window]\ntheme = \"light\"\nwrap = true\n",
        );
        check(text, dark, "[window]\ntheme = \"dark\"\n");
    }

    #[test]
    fn ready_made_words_keep_their_lines_and_comments() {
        check(
            "",
            replies(&["Yes", "No"]),
            "[window]\nquick_replies = [\"Yes\", \"No\"]\n",
        );
        check(
            "[window]\nquick_replies = [\n  \"Yes\", # often\n  # rarely\n  'No',\n] # mine\n",
            replies(&["Yes", "Maybe", "No"]),
            "[window]\nquick_replies = [\n  \"Yes\",\n  \"Maybe\", # often\n  # rarely\n  'No',\n] # mine\n",
        );
        check(
            "[window]\nquick_replies = [\"Yes\", \"No\"]\n",
            replies(&[]),
            "[window]\nquick_replies = []\n",
        );
    }

    #[test]
    fn a_broken_file_is_never_written() {
        for text in ["[server\nport = 1", "window = 1", "[[window]]\n"] {
            let (_dir, file) = private();
            save(&file, &usual_preferences(), &usual_preferences()).unwrap();
            fs::write(&file, text).unwrap();
            let mut wanted = usual_preferences();
            dark(&mut wanted);
            let error = save(&file, &usual_preferences(), &wanted).unwrap_err();
            assert!(matches!(error, SettingsError::Broken { .. }), "{error}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(!file.with_extension("toml.new").exists());
        }
    }

    #[test]
    fn what_is_saved_is_the_owners_alone_and_is_read_again() {
        let (_dir, file) = private();
        let mut wanted = usual_preferences();
        dark(&mut wanted);
        let after = save(&file, &usual_preferences(), &wanted).unwrap();
        assert_eq!(after, wanted);
        assert_eq!(Settings::load(&file).unwrap().window, wanted);
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
        let entries = fs::read_dir(file.parent().unwrap()).unwrap();
        assert_eq!(entries.count(), 1);
    }

    #[test]
    fn what_others_could_have_written_is_neither_read_at_the_start_nor_written() {
        let (_dir, file) = private();
        let mut wanted = usual_preferences();
        dark(&mut wanted);
        save(&file, &usual_preferences(), &wanted).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        for refused in [
            Settings::load(&file).map(|settings| settings.window),
            save(&file, &wanted, &usual_preferences()),
        ] {
            let words = refused.unwrap_err().to_string();
            assert!(words.contains("settings.toml has mode 0644"), "{words}");
            assert!(words.contains("chmod 600 '"), "{words}");
        }
    }

    #[test]
    fn two_that_save_at_once_both_get_their_say() {
        let (_dir, file) = private();
        let save_one = |change: fn(&mut Preferences, i32), from: i32| {
            let file = file.clone();
            std::thread::spawn(move || {
                for number in 0..50 {
                    let before = Settings::read(&file).unwrap().window;
                    let mut wanted = before.clone();
                    change(&mut wanted, from + number % 10);
                    save(&file, &before, &wanted).unwrap();
                }
            })
        };
        let threads = [
            save_one(|wanted, number| wanted.undo_seconds = number, 0),
            save_one(|wanted, number| wanted.text_size = number, 101),
        ];
        for thread in threads {
            thread.join().unwrap();
        }
        let after = Settings::read(&file).unwrap().window;
        assert_eq!((after.undo_seconds, after.text_size), (9, 110));
    }
}

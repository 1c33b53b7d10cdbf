//! What Claude Code suggests so that it need not ask again, as choices. Owns the words; what it suggests goes back as it came.

use serde_json::Value;

/// How many are offered: a question has six choices, and two are taken.
const MOST: usize = 4;

/// The longest label, in characters.
const LABEL: usize = 80;

/// A choice that also lets Claude Code do such things later.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Suggestion {
    pub(super) label: String,
    pub(super) description: String,
    /// What goes back, exactly as it came.
    pub(super) update: Value,
}

/// The suggestions that can be put into words a person can judge. Whatever is not known is not offered, and neither is a
/// mode in which nothing is asked any more.
pub(super) fn offered(suggestions: &[Value]) -> Vec<Suggestion> {
    let mut offered: Vec<Suggestion> = Vec::new();
    for update in suggestions {
        if let Some((label, description)) = words(update)
            && offered.iter().all(|it| it.label != label)
        {
            offered.push(Suggestion {
                label,
                description,
                update: update.clone(),
            });
        }
    }
    offered.truncate(MOST);
    offered
}

fn words(update: &Value) -> Option<(String, String)> {
    let place = destination(update["destination"].as_str()?)?;
    let (label, what) = match update["type"].as_str()? {
        "addRules" if update["behavior"] == "allow" => {
            let rules: Option<Vec<_>> = update["rules"].as_array()?.iter().map(rule).collect();
            let rules = rules?.join(", ");
            (
                format!("Always allow {rules}"),
                format!("Adds the rule {rules}"),
            )
        }
        "addDirectories" => {
            let directories = update["directories"].as_array()?.iter().map(Value::as_str);
            let directories = directories.collect::<Option<Vec<_>>>()?.join(", ");
            (
                format!("Always allow access to {directories}"),
                format!("Adds the directories {directories}"),
            )
        }
        "setMode" if update["mode"] == "acceptEdits" => (
            "Allow, and all edits after it".to_owned(),
            "Turns on the mode that accepts edits".to_owned(),
        ),
        _ => return None,
    };
    // A choice that cannot be read whole is none.
    let is_plain = !label.chars().any(char::is_control);
    (is_plain && label.chars().count() <= LABEL).then(|| (label, format!("{what}, {place}.")))
}

fn rule(rule: &Value) -> Option<String> {
    let tool = rule["toolName"].as_str()?;
    Some(match rule.get("ruleContent") {
        None => tool.to_owned(),
        Some(content) => format!("{tool}({})", content.as_str()?),
    })
}

fn destination(name: &str) -> Option<&'static str> {
    Some(match name {
        "session" => "for this session",
        "localSettings" => "in this project, for you",
        "projectSettings" => "in this project, for everyone who works in it",
        "userSettings" => "in all your projects",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(update: Value) -> Vec<(String, String)> {
        let offered = offered(&[update]).into_iter();
        offered.map(|it| (it.label, it.description)).collect()
    }

    #[test]
    fn what_is_suggested_is_said_with_where_it_holds() {
        let both =
            |label: &str, description: &str| vec![(label.to_owned(), description.to_owned())];
        assert_eq!(
            said(
                json!({ "type": "addDirectories", "directories": ["/site"], "destination": "session" })
            ),
            both(
                "Always allow access to /site",
                "Adds the directories /site, for this session."
            )
        );
        assert_eq!(
            said(json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" })),
            both(
                "Allow, and all edits after it",
                "Turns on the mode that accepts edits, for this session."
            )
        );
    }

    #[test]
    fn what_would_end_all_asking_or_is_not_known_is_not_offered() {
        for update in [
            json!({ "type": "setMode", "mode": "bypassPermissions", "destination": "session" }),
            json!({ "type": "setMode", "mode": "auto", "destination": "session" }),
            json!({ "type": "addRules", "behavior": "deny", "rules": [], "destination": "session" }),
            json!({ "type": "addRules", "behavior": "allow", "destination": "elsewhere",
                "rules": [{ "toolName": "Bash" }] }),
            json!({ "type": "addRules", "behavior": "allow", "destination": "session",
                "rules": [{ "toolName": "Bash", "ruleContent": "x".repeat(100) }] }),
            json!({ "type": "removeRules", "destination": "session" }),
            json!("always"),
        ] {
            assert_eq!(said(update), []);
        }
    }

    #[test]
    fn two_that_read_alike_are_offered_once() {
        let one = json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" });
        let other =
            json!({ "type": "setMode", "mode": "acceptEdits", "destination": "userSettings" });
        let found = offered(&[one.clone(), other]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].update, one);
    }
}

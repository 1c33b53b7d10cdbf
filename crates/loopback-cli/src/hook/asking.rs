//! How a permission prompt becomes an ask: a plan a review, anything else a question that shows the whole input of the tool.
//! Owns the words and the choices, and that what is too large is cut where one sees it.

use std::fmt::Write as _;

use loopback_server::ink::{code, fence};
use loopback_server::mcp::tools::ToolName;
use serde_json::{Value, json};

use super::event::Permission;
use super::suggestion::{Suggestion, offered};

/// How many bytes of a plan or an input are shown, as JSON: an ask as a whole may have 256 KiB.
const MOST: usize = 180 * 1024;

/// What lets the tool run this time.
pub(super) const ONCE: &str = "Allow once";
/// What does not.
pub(super) const DENY: &str = "Deny";

/// An ask that is to be opened.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Asking {
    pub(super) tool: ToolName,
    pub(super) arguments: Value,
    /// The choices beside once and no.
    pub(super) always: Vec<Suggestion>,
}

/// What to ask the person. `revises` is the review of the plan before this one, if they wanted that one changed.
pub(super) fn asking(permission: &Permission, project: &str, revises: Option<&str>) -> Asking {
    match permission.plan() {
        Some(plan) => review(plan, project, revises),
        None => question(permission, project),
    }
}

fn review(plan: &str, project: &str, revises: Option<&str>) -> Asking {
    let mut left = MOST;
    let (end, mark) = end(plan, &mut left);
    let text = format!("{}{}", &plan[..end], mark.as_deref().unwrap_or_default());
    let mut arguments = json!({
        "title": title(plan),
        "content": [{ "type": "markdown", "text": text }],
        "project": project,
    });
    if mark.is_some() {
        arguments["summary"] = "The plan is too long to be shown whole: its end is missing here. \
            Claude Code shows it in the terminal."
            .into();
    }
    if let Some(revises) = revises {
        arguments["revises"] = revises.into();
    }
    Asking {
        tool: ToolName::RequestReview,
        arguments,
        always: Vec::new(),
    }
}

/// The plan's first line of words.
fn title(plan: &str) -> String {
    let words = |line: &str| line.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut lines = plan.lines().map(words).filter(|line| !line.is_empty());
    match lines.next() {
        Some(line) if line.eq_ignore_ascii_case("plan") => "Plan".to_owned(),
        Some(line) => format!("Plan: {}", line.chars().take(120).collect::<String>()),
        None => "Plan".to_owned(),
    }
}

fn question(permission: &Permission, project: &str) -> Asking {
    let input = input(permission);
    // What is not seen whole is not allowed for ever.
    let always = if input.is_cut {
        Vec::new()
    } else {
        offered(&permission.suggestions)
    };
    let choice =
        |label: &str, description: &str| json!({ "label": label, "description": description });
    let mut options = vec![choice(ONCE, "Only this call, as it is shown.")];
    options.extend(always.iter().map(|it| choice(&it.label, &it.description)));
    options.push(choice(
        DENY,
        "It does not run. What you write tells Claude Code why, or what to do instead.",
    ));
    let mut context = input.text;
    context.push_str(
        "\n\nThe terminal asks the same; whichever is answered first counts. Words without a choice deny it, and reach \
         Claude Code; with an allowing choice they do not reach it.",
    );
    Asking {
        tool: ToolName::AskQuestion,
        arguments: json!({
            "question": format!("May Claude Code use {}?", name(&permission.tool)),
            "options": options,
            "context": context,
            "project": project,
        }),
        always,
    }
}

/// The whole input: every setting by its name, so that nothing runs that was not shown.
fn input(permission: &Permission) -> Shown {
    let (mut text, mut left, mut is_cut) = (String::new(), MOST, false);
    for (key, value) in &permission.input {
        let gap = if text.is_empty() { "" } else { "\n\n" };
        let (language, value) = match value {
            Value::String(value) if key == "command" => ("sh", value.clone()),
            Value::String(value) => ("", value.clone()),
            value => (
                "json",
                serde_json::to_string_pretty(value).unwrap_or_default(),
            ),
        };
        let (end, mark) = end(&value, &mut left);
        let fenced = fence(language, &value[..end]);
        let _ = write!(
            text,
            "{gap}{}:\n\n{}{}",
            name(key),
            fenced.trim_end(),
            mark.as_deref().unwrap_or_default()
        );
        is_cut |= mark.is_some();
    }
    if text.is_empty() {
        text.push_str("It is given no input.");
    }
    Shown { text, is_cut }
}

/// A name as code, as far as it is one.
fn name(name: &str) -> String {
    code(&name.chars().take(100).collect::<String>())
}

/// A text as far as it is shown.
struct Shown {
    text: String,
    is_cut: bool,
}

/// Where a text ends that may have so many bytes of JSON, which are then spent; and a mark that says how much is missing.
fn end(text: &str, left: &mut usize) -> (usize, Option<String>) {
    for (at, c) in text.char_indices() {
        let size = match c {
            '"' | '\\' => 2,
            c if c.is_control() => 6,
            c => c.len_utf8(),
        };
        if size > *left {
            *left = 0;
            let missing = text[at..].chars().count();
            let mark = format!("\n\n**Cut here: {missing} more characters are not shown.**");
            return (at, Some(mark));
        }
        *left -= size;
    }
    (text.len(), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use loopback_contract::{QuestionInput, ReviewInput, check};

    fn permission(tool: &str, input: Value) -> Permission {
        let Value::Object(input) = input else {
            panic!("an object");
        };
        Permission {
            tool: tool.to_owned(),
            input,
            suggestions: vec![
                json!({ "type": "addRules", "behavior": "allow", "destination": "localSettings",
                    "rules": [{ "toolName": "Bash", "ruleContent": "npm test:*" }] }),
            ],
        }
    }

    #[test]
    fn a_permission_is_a_question_that_shows_the_whole_input() {
        let input = json!({ "command": "npm test\n```", "timeout": 5 });
        let asking = asking(&permission("Bash", input), "site", None);
        check::<QuestionInput>(&asking.arguments).unwrap();
        assert_eq!(asking.arguments["question"], "May Claude Code use `Bash`?");
        let context = asking.arguments["context"].as_str().unwrap();
        assert!(context.contains("````sh\nnpm test\n```\n````"), "{context}");
        assert!(
            context.contains("`timeout`:\n\n```json\n5\n```"),
            "{context}"
        );
        let options = asking.arguments["options"].as_array().unwrap();
        let labels: Vec<_> = options
            .iter()
            .map(|it| it["label"].as_str().unwrap())
            .collect();
        assert_eq!(labels, [ONCE, "Always allow Bash(npm test:*)", DENY]);
    }

    #[test]
    fn a_plan_is_a_review_and_names_the_one_it_revises() {
        let input = json!({ "plan": "# Move the *login*\n\n1. do it", "planFilePath": "/p.md" });
        let asking = asking(&permission("ExitPlanMode", input), "site", Some("a1"));
        check::<ReviewInput>(&asking.arguments).unwrap();
        assert_eq!(asking.arguments["title"], "Plan: Move the *login");
        assert_eq!(asking.arguments["revises"], "a1");
        assert_eq!(
            asking.arguments["content"][0]["text"],
            "# Move the *login*\n\n1. do it"
        );
    }

    #[test]
    fn a_plan_without_words_is_a_question() {
        let asking = asking(&permission("ExitPlanMode", json!({})), "site", None);
        check::<QuestionInput>(&asking.arguments).unwrap();
    }

    #[test]
    fn what_is_too_large_is_cut_with_a_mark_and_never_allowed_for_ever() {
        for filler in ["x", "\u{1}", "\"", "\u{1f980}"] {
            let input = json!({ "command": filler.repeat(300_000) });
            let asking = asking(&permission("Bash", input), "site", None);
            let size = asking.arguments.to_string().len();
            assert!(size < 250 * 1024, "{size}");
            assert!(
                asking
                    .arguments
                    .to_string()
                    .contains("more characters are not shown")
            );
            assert!(asking.always.is_empty());
        }
    }
}

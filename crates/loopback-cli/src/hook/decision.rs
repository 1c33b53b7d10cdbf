//! What the person's reply means to Claude Code. Owns the one way to an *allow*: a reply that says so.

use loopback_contract::{AskId, Reply};
use serde_json::{Map, Value, json};

use super::asking::{Asking, DENY, ONCE};
use super::event::Permission;

/// What Claude Code is told. Where there is none, its own prompt in the terminal decides.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Decision {
    /// The tool runs.
    Allow {
        /// With this input. A plan counts as approved only if it is given back.
        input: Option<Map<String, Value>>,
        /// And this is allowed from now on: one of its own suggestions.
        always: Option<Value>,
    },
    /// It does not run, and the model is told why.
    Deny(String),
}

/// What a reply decides. Nothing if it leaves that open.
pub(super) fn decision(
    permission: &Permission,
    asking: &Asking,
    ask: &AskId,
    reply: &Reply,
) -> Option<Decision> {
    let pictures = |images: &Option<Vec<String>>| match images {
        Some(images) if !images.is_empty() => format!(
            "\n\nThere are pictures with it: wait_for_reply with askId \"{ask}\" brings them."
        ),
        _ => String::new(),
    };
    Some(match reply {
        Reply::Approved(approved) => Decision::Allow {
            input: Some(noted(permission, approved.note.as_deref())),
            always: None,
        },
        Reply::ChangesRequested(changes) => Decision::Deny(format!(
            "The person wants the plan changed before anything is done:\n\n{}{}",
            changes.feedback,
            pictures(&changes.images)
        )),
        Reply::FollowUp(back) => Decision::Deny(format!(
            "Nothing is decided yet, neither yes nor no: the person asks back.\n\n{}{}\n\nAnswer with answer_follow_up, \
             askId \"{ask}\". When they have decided, try exactly the same again: their decision then counts for it.",
            back.question,
            pictures(&back.images)
        )),
        Reply::Answered(answered) => {
            let text = answered.text.as_deref().map(str::trim).unwrap_or_default();
            let pictures = pictures(&answered.images);
            match answered.selected.first().map(String::as_str) {
                Some(ONCE) => Decision::Allow {
                    input: (permission.tool == super::event::PLAN)
                        .then(|| permission.input.clone()),
                    always: None,
                },
                Some(DENY) if text.is_empty() => {
                    Decision::Deny(format!("The person does not allow this.{pictures}"))
                }
                Some(DENY) => Decision::Deny(format!(
                    "The person does not allow this. They say:\n\n{text}{pictures}"
                )),
                Some(label) => {
                    let chosen = asking.always.iter().find(|it| it.label == label)?;
                    Decision::Allow {
                        input: None,
                        always: Some(chosen.update.clone()),
                    }
                }
                None => Decision::Deny(format!(
                    "The person did not allow this as it is. They say:\n\n{text}{pictures}"
                )),
            }
        }
        Reply::Dismissed(_) | Reply::Responded(_) => return None,
    })
}

/// The plan that was approved, with what the person noted under it: else the model would not hear of it.
fn noted(permission: &Permission, note: Option<&str>) -> Map<String, Value> {
    let mut input = permission.input.clone();
    if let (Some(note), Some(Value::String(plan))) = (
        note.filter(|note| !note.trim().is_empty()),
        input.get_mut("plan"),
    ) {
        plan.push_str("\n\n---\n\nNoted by the person who approved this plan:\n\n");
        plan.push_str(note);
    }
    input
}

impl Decision {
    /// As Claude Code reads it.
    pub(super) fn output(self) -> Value {
        let decision = match self {
            Self::Allow { input, always } => {
                let mut decision = json!({ "behavior": "allow" });
                if let Some(input) = input {
                    decision["updatedInput"] = Value::Object(input);
                }
                if let Some(always) = always {
                    decision["updatedPermissions"] = json!([always]);
                }
                decision
            }
            Self::Deny(message) => json!({ "behavior": "deny", "message": message }),
        };
        json!({ "hookSpecificOutput": { "hookEventName": "PermissionRequest", "decision": decision } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hook::asking::asking;
    use loopback_contract::read_value;

    fn decided(tool: &str, input: &Value, reply: &Value) -> Option<Value> {
        let permission = Permission {
            tool: tool.to_owned(),
            input: input.as_object().unwrap().clone(),
            suggestions: vec![
                json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" }),
            ],
        };
        let asking = asking(&permission, "site", None);
        let reply: Reply = read_value(reply).unwrap();
        let decision = decision(&permission, &asking, &AskId::new("a1"), &reply)?;
        Some(decision.output()["hookSpecificOutput"]["decision"].clone())
    }

    fn permitted(reply: &Value) -> Option<Value> {
        decided("Bash", &json!({ "command": "ls" }), reply)
    }

    fn planned(reply: &Value) -> Option<Value> {
        decided(
            "ExitPlanMode",
            &json!({ "plan": "Do it.", "planFilePath": "/p" }),
            reply,
        )
    }

    #[test]
    fn a_choice_allows_exactly_what_it_says() {
        let answered =
            |label: &str| permitted(&json!({ "outcome": "answered", "selected": [label] }));
        assert_eq!(answered(ONCE), Some(json!({ "behavior": "allow" })));
        assert_eq!(
            answered("Allow, and all edits after it"),
            Some(json!({ "behavior": "allow", "updatedPermissions": [
                { "type": "setMode", "mode": "acceptEdits", "destination": "session" },
            ]}))
        );
        assert_eq!(answered("Something else"), None);
        assert_eq!(answered(DENY).unwrap()["behavior"], "deny");
    }

    #[test]
    fn words_deny_and_are_passed_on() {
        for selected in [json!([DENY]), json!([])] {
            let reply =
                json!({ "outcome": "answered", "selected": selected, "text": "use git rm" });
            let decision = permitted(&reply).unwrap();
            assert_eq!(decision["behavior"], "deny");
            assert!(
                decision["message"]
                    .as_str()
                    .unwrap()
                    .ends_with("use git rm")
            );
        }
    }

    #[test]
    fn an_approved_plan_is_given_back_as_it_came_and_a_note_is_put_under_it() {
        assert_eq!(
            planned(&json!({ "outcome": "approved" })),
            Some(
                json!({ "behavior": "allow", "updatedInput": { "plan": "Do it.", "planFilePath": "/p" } })
            )
        );
        let noted = planned(&json!({ "outcome": "approved", "note": "Not on Friday." })).unwrap();
        let plan = noted["updatedInput"]["plan"].as_str().unwrap();
        assert!(
            plan.starts_with("Do it.\n") && plan.ends_with("Not on Friday."),
            "{plan}"
        );
    }

    #[test]
    fn a_plan_that_is_to_be_changed_or_asked_about_is_denied_with_the_persons_words() {
        let changes =
            planned(&json!({ "outcome": "changes_requested", "feedback": "Smaller." })).unwrap();
        assert_eq!(changes["behavior"], "deny");
        assert!(changes["message"].as_str().unwrap().contains("Smaller."));
        for asked in [planned, permitted] {
            let back = asked(&json!({ "outcome": "follow_up", "question": "Why now?" })).unwrap();
            assert_eq!(back["behavior"], "deny");
            let message = back["message"].as_str().unwrap();
            assert!(
                message.contains("Why now?") && message.contains("askId \"a1\""),
                "{message}"
            );
        }
    }

    #[test]
    fn a_dismissed_ask_is_left_to_the_terminal() {
        assert_eq!(permitted(&json!({ "outcome": "dismissed" })), None);
        assert_eq!(planned(&json!({ "outcome": "dismissed" })), None);
    }
}

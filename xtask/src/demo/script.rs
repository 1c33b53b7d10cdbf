//! The demo's script: `xtask/demo/asks.json` and the files it names.

use anyhow::{Context, Result, bail};
use serde_json::Value;

const ASKS: &str = include_str!("../../demo/asks.json");

/// Texts an ask names as `@file:NAME`.
const FILES: &[(&str, &str)] = &[
    (
        "rate-limit.diff",
        include_str!("../../demo/rate-limit.diff"),
    ),
    (
        "rate-limit-2.diff",
        include_str!("../../demo/rate-limit-2.diff"),
    ),
    ("migration.md", include_str!("../../demo/migration.md")),
    ("migration.sql", include_str!("../../demo/migration.sql")),
    ("retry.py", include_str!("../../demo/retry.py")),
];

/// Pictures an ask names as `@upload:NAME`.
const PICTURES: &[(&str, &[u8])] = &[("latency.png", include_bytes!("../../demo/latency.png"))];

/// One ask of the script.
pub(super) struct Scene {
    /// The client's name and version.
    pub(super) agent: (String, String),
    pub(super) tool: String,
    /// What its agent answers when asked back.
    pub(super) follow_up: String,
    arguments: Value,
    /// What its agent puts in the place of some of them when changes were requested.
    again: Value,
}

impl Scene {
    /// The project the ask belongs to.
    pub(super) fn project(&self) -> String {
        text(&self.arguments["project"])
    }

    /// The tool's arguments, with texts put in and pictures uploaded.
    pub(super) fn arguments(&self, upload: impl Fn(&[u8]) -> Result<String>) -> Result<Value> {
        let mut arguments = self.arguments.clone();
        fill(&mut arguments, &upload)?;
        Ok(arguments)
    }

    /// The arguments of the next version of a review that was sent back, if its agent has one.
    pub(super) fn next_version(&self, revises: &Value) -> Result<Option<Value>> {
        let Value::Object(again) = &self.again else {
            return Ok(None);
        };
        let mut arguments = self.arguments.clone();
        for (name, value) in again {
            arguments[name] = value.clone();
        }
        arguments["revises"] = revises.clone();
        fill(&mut arguments, &|_: &[u8]| {
            bail!("a next version has no pictures")
        })?;
        Ok(Some(arguments))
    }
}

/// Every ask, in the order in which they are asked.
pub(super) fn scenes() -> Result<Vec<Scene>> {
    let script: Vec<Value> = serde_json::from_str(ASKS).context("xtask/demo/asks.json")?;
    let scenes = script.into_iter().map(|mut scene| Scene {
        agent: (text(&scene["agent"][0]), text(&scene["agent"][1])),
        tool: text(&scene["tool"]),
        follow_up: text(&scene["follow_up"]),
        arguments: scene["arguments"].take(),
        again: scene["again"].take(),
    });
    Ok(scenes.collect())
}

fn fill(value: &mut Value, upload: &impl Fn(&[u8]) -> Result<String>) -> Result<()> {
    match value {
        Value::String(text) => {
            if let Some(name) = text.strip_prefix("@file:") {
                *text = named(FILES, name)?.to_owned();
            } else if let Some(name) = text.strip_prefix("@upload:") {
                *text = upload(named(PICTURES, name)?)?;
            }
            Ok(())
        }
        Value::Array(items) => items.iter_mut().try_for_each(|item| fill(item, upload)),
        Value::Object(fields) => fields
            .values_mut()
            .try_for_each(|field| fill(field, upload)),
        _ => Ok(()),
    }
}

fn named<T: Copy>(files: &[(&str, T)], name: &str) -> Result<T> {
    match files.iter().find(|(own, _)| *own == name) {
        Some((_, content)) => Ok(*content),
        None => bail!("the demo names {name}, which is not among its files"),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_names_only_files_that_are_there() {
        for scene in scenes().unwrap() {
            let arguments = scene
                .arguments(|picture| Ok(format!("{} bytes", picture.len())))
                .unwrap();
            assert!(!arguments.to_string().contains("\"@"), "{arguments}");
            let next = scene.next_version(&Value::from("the first")).unwrap();
            assert!(!next.unwrap_or_default().to_string().contains("\"@"));
        }
    }

    #[test]
    fn the_script_has_asks_of_every_kind_and_several_projects() {
        let scenes = scenes().unwrap();
        for tool in ["ask_question", "request_review", "present_briefing"] {
            assert!(scenes.iter().any(|scene| scene.tool == tool), "{tool}");
        }
        let mut projects: Vec<String> = scenes.iter().map(Scene::project).collect();
        projects.sort_unstable();
        projects.dedup();
        assert!(projects.len() >= 3, "{projects:?}");
    }
}

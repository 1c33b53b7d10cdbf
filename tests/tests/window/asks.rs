//! What agents ask in these tests: one of each kind, as an agent would.

use serde_json::{Value, json};

pub(crate) const QUESTION: &str = "Which store should the glaze cache use?";
pub(crate) const REVIEW: &str = "Run every migration in its own transaction";
pub(crate) const BRIEFING: &str = "What the security pass found";

/// A question with three choices.
pub(crate) fn question() -> Value {
    json!({
        "question": QUESTION,
        "context": "Reads are hot, writes come in bursts.",
        "options": [
            { "label": "SQLite", "description": "One file, transactions." },
            { "label": "Plain files" },
            { "label": "Both" },
        ],
        "project": "kiln",
    })
}

/// A question of one line.
pub(crate) fn short(words: &str) -> Value {
    json!({ "question": words, "options": [{ "label": "Yes" }, { "label": "No" }], "project": "kiln" })
}

const DIFF: &str = "\
diff --git a/src/migrate.rs b/src/migrate.rs
index 1111111..2222222 100644
--- a/src/migrate.rs
+++ b/src/migrate.rs
@@ -1,4 +1,5 @@
 let version = schema_version(connection)?;
-for step in STEPS.iter().skip(version) {
-    connection.execute_batch(step.sql)?;
+for step in STEPS.iter().filter(|step| step.number > version) {
+    let transaction = connection.transaction()?;
+    transaction.execute_batch(step.sql)?;
 }
";

/// A review of a diff.
pub(crate) fn review() -> Value {
    json!({
        "title": REVIEW,
        "content": [{ "type": "diff", "diff": DIFF }],
        "project": "kiln",
    })
}

/// A briefing of four points in two sections.
pub(crate) fn briefing() -> Value {
    json!({
        "title": BRIEFING,
        "sections": [
            { "title": "Before the release", "points": [
                { "title": "Upload names are not normalised", "detail": "A name may leave the folder." },
                { "title": "Temporary files are readable by everybody" },
            ] },
            { "title": "Can wait", "points": [
                { "title": "Errors name full paths" },
                { "title": "Old uploads stay" },
            ] },
        ],
        "project": "kiln",
    })
}

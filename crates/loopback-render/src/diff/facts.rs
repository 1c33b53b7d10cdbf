//! What happened to a file, in words: all that its lines do not show.
//!
//! Owns the sentences. Knows nothing of markup.

use super::model::{Change, Content, DiffFile, LineKind};

/// Said where there is nothing else to say.
pub(crate) const NO_TEXT: &str = "Nothing of its text is shown.";

/// Sentences, the most telling first; none for an ordinary change.
pub(crate) fn facts(file: &DiffFile) -> Vec<String> {
    let mut facts = Vec::new();
    match file.change {
        Change::Renamed => facts.push(moved(file, "Renamed")),
        Change::Copied => facts.push(moved(file, "Copied")),
        _ => {}
    }
    match file.content {
        Content::Text => {}
        Content::Binary => facts.push(binary(file)),
        Content::Symlink => {
            facts.push("A symbolic link: its text is where it points to.".to_owned());
        }
        Content::Submodule => facts.push(submodule(file)),
    }
    facts.extend(modes(file));
    if facts.is_empty() && file.hunks.is_empty() && file.content == Content::Text {
        facts.push(
            match file.change {
                Change::Added => "A new, empty file.",
                Change::Deleted => "An empty file, deleted.",
                _ => NO_TEXT,
            }
            .to_owned(),
        );
    }
    facts
}

fn moved(file: &DiffFile, how: &str) -> String {
    match file.similarity {
        Some(100) => format!("{how} without a change."),
        Some(percent) => format!("{how}, {percent} % the same."),
        None => format!("{how}."),
    }
}

fn binary(file: &DiffFile) -> String {
    // A binary patch has the new content (or the way to it), then the old one's.
    let mut sizes = file.header.iter().map(|line| {
        let line = line.trim_end();
        let literal = line.strip_prefix("literal ");
        (line, literal.and_then(|bytes| bytes.parse::<u64>().ok()))
    });
    let mut next = || {
        sizes
            .by_ref()
            .find(|(line, size)| size.is_some() || line.starts_with("delta "))
            .and_then(|(_, size)| size)
    };
    match (next(), next()) {
        (Some(0), Some(old)) => format!("Binary, {old} bytes before; not shown."),
        (Some(new), None | Some(0)) => format!("Binary, {new} bytes; not shown."),
        (Some(new), Some(old)) => {
            format!("Binary, {old} bytes before and {new} after; not shown.")
        }
        (None, _) => "Binary; not shown.".to_owned(),
    }
}

fn submodule(file: &DiffFile) -> String {
    let commit = |kind: LineKind| {
        file.hunks
            .iter()
            .flat_map(|hunk| &hunk.lines)
            .filter(|line| line.kind == kind)
            .find_map(|line| line.text.strip_prefix("Subproject commit "))
            .map(|id| id.chars().take(10).collect::<String>())
    };
    match (commit(LineKind::Deleted), commit(LineKind::Added)) {
        (Some(old), Some(new)) => format!("A submodule: commit {old} → {new}."),
        (None, Some(new)) => format!("A submodule at commit {new}."),
        (Some(old), None) => format!("A submodule, which was at commit {old}."),
        (None, None) => "A submodule.".to_owned(),
    }
}

fn modes(file: &DiffFile) -> Option<String> {
    const EXECUTABLE: &str = "100755";
    const ORDINARY: &str = "100644";
    match (file.old_mode.as_deref(), file.new_mode.as_deref()) {
        (Some(ORDINARY), Some(EXECUTABLE)) => Some("Made executable.".to_owned()),
        (Some(EXECUTABLE), Some(ORDINARY)) => Some("No longer executable.".to_owned()),
        (Some(old), Some(new)) if old != new => Some(format!("Mode {old} → {new}.")),
        (None, Some(EXECUTABLE)) => Some("Executable.".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;

    fn of(patch: &str) -> String {
        facts(&DiffModel::parse(patch, None).unwrap().files[0]).join(" ")
    }

    #[test]
    fn what_its_lines_do_not_show_is_said() {
        let head = "diff --git a/x b/x\n";
        for (patch, said) in [
            (
                "new file mode 100644\nindex 0000000..e69de29\n",
                "A new, empty file.",
            ),
            (
                "new file mode 100755\nindex 0000000..e69de29\n",
                "Executable.",
            ),
            (
                "deleted file mode 100644\nindex e69de29..0000000\n",
                "An empty file, deleted.",
            ),
            ("old mode 100644\nnew mode 100755\n", "Made executable."),
            (
                "old mode 100755\nnew mode 100644\n",
                "No longer executable.",
            ),
            (
                "old mode 100644\nnew mode 120000\n",
                "A symbolic link: its text is where it points to. Mode 100644 → 120000.",
            ),
            (
                "similarity index 100%\nrename from x\nrename to y\n",
                "Renamed without a change.",
            ),
            (
                "similarity index 72%\ncopy from x\ncopy to y\n",
                "Copied, 72 % the same.",
            ),
            ("Binary files a/x and b/x differ\n", "Binary; not shown."),
            (
                "GIT binary patch\nliteral 7\nOcmWIWb7x>=VgUdJc>wJI\n\nliteral 3\nKcmWIWb7x>=V\n\n",
                "Binary, 3 bytes before and 7 after; not shown.",
            ),
            (
                "GIT binary patch\ndelta 9\nOcmWIWb7x>=VgUdJc>wJI\n\ndelta 9\nOcmWIWb7x>=VgUdJc>wJI\n\n",
                "Binary; not shown.",
            ),
            ("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", ""),
        ] {
            assert_eq!(of(&format!("{head}{patch}")), said, "{patch}");
        }
    }
}

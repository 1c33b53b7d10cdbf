//! What tells one state of a file's change from another.
//!
//! Owns the digest behind a page's *viewed* tick: it stays the same while the change does, even where other changes
//! moved its lines, and differs as soon as anything shown of the file differs.

use sha2::{Digest as _, Sha256};

use super::model::{Change, DiffFile};

/// 64 hexadecimal digits.
pub(crate) fn digest(file: &DiffFile) -> String {
    use std::fmt::Write as _;
    let hash = Sha256::digest(described(file));
    hash.iter()
        .fold(String::with_capacity(64), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        })
}

/// All that counts, each part after its length, so that no two files are described alike.
fn described(file: &DiffFile) -> Vec<u8> {
    let mut all = Vec::new();
    let mut push = |part: &str| {
        all.extend_from_slice(&(part.len() as u64).to_le_bytes());
        all.extend_from_slice(part.as_bytes());
    };
    push(match file.change {
        Change::Added => "added",
        Change::Deleted => "deleted",
        Change::Modified => "modified",
        Change::Renamed => "renamed",
        Change::Copied => "copied",
        Change::ModeChanged => "mode",
    });
    for part in [
        &file.old_path,
        &file.new_path,
        &file.old_mode,
        &file.new_mode,
    ] {
        push(part.as_deref().unwrap_or("\0"));
    }
    if file.hunks.is_empty() {
        // Of a binary file its header is all there is.
        file.header.iter().for_each(|line| push(line));
    }
    for hunk in &file.hunks {
        push("hunk");
        for line in &hunk.lines {
            push(&line.marks);
            push(&line.text);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;

    fn of(patch: &str) -> String {
        digest(&DiffModel::parse(patch, None).unwrap().files[0])
    }

    #[test]
    fn lines_that_only_moved_keep_the_digest() {
        let patch = "--- a/x\n+++ b/x\n@@ -1 +1 @@ fn a\n-a\n+b\n";
        assert_eq!(of(patch).len(), 64);
        assert_eq!(of(patch), of(&patch.replace("-1 +1", "-9 +10")));
    }

    #[test]
    fn another_text_name_mode_or_place_among_hunks_is_another_digest() {
        let all = [
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n",
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+c\n",
            "--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n",
            "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n@@ -1,0 +1 @@\n+b\n",
            "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n",
            "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n",
            "diff --git a/x b/x\nindex 1..2\nBinary files a/x and b/x differ\n",
            "diff --git a/x b/x\nindex 1..3\nBinary files a/x and b/x differ\n",
        ];
        for (at, one) in all.iter().enumerate() {
            for other in &all[at + 1..] {
                assert_ne!(of(one), of(other), "{one}{other}");
            }
        }
    }
}

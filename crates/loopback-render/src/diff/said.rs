//! What single lines of a file's header say.
//!
//! Owns their spellings. Knows nothing of how they are put together.

pub(crate) fn is_pair(lines: &[&str], at: usize) -> bool {
    lines[at].starts_with("--- ")
        && lines
            .get(at + 1)
            .is_some_and(|next| next.starts_with("+++ "))
}

pub(crate) fn combined(line: &str) -> Option<&str> {
    line.strip_prefix("diff --cc ")
        .or_else(|| line.strip_prefix("diff --combined "))
}

/// The two names of `Binary files a/x and b/x differ`.
pub(crate) fn binary(line: &str) -> Option<(&str, &str)> {
    let names = line
        .trim_end()
        .strip_prefix("Binary files ")?
        .strip_suffix(" differ")?;
    names.split_once(" and ")
}

/// The path of `Submodule path 1234567..89abcde:` and its like.
pub(crate) fn submodule(line: &str) -> Option<&str> {
    let rest = line.trim_end().strip_prefix("Submodule ")?;
    if let Some(path) = [" contains modified content", " contains untracked content"]
        .iter()
        .find_map(|end| rest.strip_suffix(end))
    {
        return Some(path);
    }
    let rest = rest.strip_suffix(':').unwrap_or(rest);
    let rest = match rest.rfind(" (") {
        Some(at) if rest.ends_with(')') => &rest[..at],
        _ => rest,
    };
    let (path, range) = rest.rsplit_once(' ')?;
    let (from, to) = range.split_once("...").or_else(|| range.split_once(".."))?;
    let is_id = |id: &str| id.len() >= 4 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_id(from) && is_id(to)).then_some(path)
}

/// What follows `--- ` or `+++ `.
pub(crate) fn field(line: &str) -> &str {
    line[4..].trim_end_matches('\r')
}

/// Subversion names a file that is not there all the same.
pub(crate) fn is_absent(label: &str) -> bool {
    matches!(label, "(nonexistent)" | "(revision 0)")
}

/// How many of `lines` are the data of a binary patch: blocks of base 85, each ended by an empty line.
pub(crate) fn patch_data(lines: &[&str]) -> usize {
    let mut at = 0;
    while let Some(line) = lines.get(at).map(|line| line.trim_end()) {
        if !(line.starts_with("literal ") || line.starts_with("delta ")) {
            break;
        }
        at += 1;
        while lines
            .get(at)
            .is_some_and(|line| is_base_85(line.trim_end()))
        {
            at += 1;
        }
        if lines.get(at).is_some_and(|line| line.trim_end().is_empty()) {
            at += 1;
        }
    }
    at
}

fn is_base_85(line: &str) -> bool {
    (6..=66).contains(&line.len()) && line.bytes().all(|byte| byte.is_ascii_graphic())
}

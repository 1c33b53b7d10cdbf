//! File names as diffs print them: quoted, prefixed, followed by dates.
//!
//! Owns the path from a header's words to a path. Knows nothing of the lines around them.

use std::fmt::Write as _;

/// A path from a header line, unquoted, with its prefix; `None` for `/dev/null`.
pub(crate) fn path(field: &str) -> Option<String> {
    let name = if field.starts_with('"') {
        unquote(field).map_or_else(|| field.to_owned(), |(name, _)| name)
    } else {
        // After a tab stands a date, a revision, or (where the name has a space) nothing.
        field.split('\t').next().unwrap_or(field).to_owned()
    };
    (name != "/dev/null").then_some(name)
}

/// What follows the name on a `---` or `+++` line.
pub(crate) fn label(field: &str) -> &str {
    field.split_once('\t').map_or("", |(_, label)| label)
}

/// The two names of a `diff --git` line, which git separates by a space that names may hold too.
pub(crate) fn split_git(names: &str) -> Option<(String, String)> {
    if names.starts_with('"') {
        let (old, rest) = unquote(names)?;
        let rest = rest.strip_prefix(' ')?;
        let new = if rest.starts_with('"') {
            unquote(rest)?.0
        } else {
            rest.to_owned()
        };
        return Some((old, new));
    }
    if names.ends_with('"')
        && let Some(at) = names.find(" \"")
    {
        let (new, _) = unquote(&names[at + 1..])?;
        return Some((names[..at].to_owned(), new));
    }
    // Without a rename both names are the same but for prefixes of one length, so the space is in the middle.
    let middle = names.len() / 2;
    if names.len() % 2 == 1 && names.as_bytes().get(middle) == Some(&b' ') {
        let (old, new) = (&names[..middle], &names[middle + 1..]);
        if old == new || after_slash(old) == after_slash(new) {
            return Some((old.to_owned(), new.to_owned()));
        }
    }
    let at = names.rfind(" b/").or_else(|| names.rfind(' '))?;
    Some((names[..at].to_owned(), names[at + 1..].to_owned()))
}

fn after_slash(path: &str) -> Option<&str> {
    path.split_once('/').map(|(_, rest)| rest)
}

/// The prefixes git puts before names (`a/` and `b/`, or those of `diff.mnemonicPrefix`), taken off both.
pub(crate) fn without_prefixes(
    old: Option<String>,
    new: Option<String>,
) -> (Option<String>, Option<String>) {
    let (Some(old_prefix), Some(new_prefix)) = (
        old.as_deref().map_or(Some(b'\0'), prefix),
        new.as_deref().map_or(Some(b'\0'), prefix),
    ) else {
        return (old, new);
    };
    let pair = [old_prefix, new_prefix];
    let known = match pair {
        // One side is /dev/null.
        [b'\0', one] | [one, b'\0'] => b"abciow12".contains(&one),
        _ => PAIRS
            .iter()
            .any(|known| pair == **known || pair == [known[1], known[0]]),
    };
    if known {
        let cut = |path: Option<String>| path.map(|path| path[2..].to_owned());
        (cut(old), cut(new))
    } else {
        (old, new)
    }
}

const PAIRS: &[&[u8; 2]] = &[b"ab", b"iw", b"ci", b"cw", b"ow", b"oi", b"12"];

fn prefix(path: &str) -> Option<u8> {
    match path.as_bytes() {
        [letter, b'/', _, ..] => Some(*letter),
        _ => None,
    }
}

/// The text of a name in git's C-style quotes, and what follows the closing quote; `None` if the quotes never close.
///
/// Bytes that are no UTF-8 keep their octal escape, so that two such names stay two.
pub(crate) fn unquote(quoted: &str) -> Option<(String, &str)> {
    let inner = quoted.strip_prefix('"')?;
    let bytes = inner.as_bytes();
    let mut name = Vec::new();
    let mut at = 0;
    loop {
        match *bytes.get(at)? {
            b'"' => return Some((decode(&name), &inner[at + 1..])),
            b'\\' => {
                let escape = *bytes.get(at + 1)?;
                at += 2;
                match escape {
                    b'0'..=b'3' => {
                        let digits = bytes.get(at - 1..at + 2)?;
                        name.push(octal(digits)?);
                        at += 2;
                    }
                    b'a' => name.push(7),
                    b'b' => name.push(8),
                    b't' => name.push(b'\t'),
                    b'n' => name.push(b'\n'),
                    b'v' => name.push(11),
                    b'f' => name.push(12),
                    b'r' => name.push(b'\r'),
                    b'"' | b'\\' => name.push(escape),
                    _ => return None,
                }
            }
            byte => {
                name.push(byte);
                at += 1;
            }
        }
    }
}

fn octal(digits: &[u8]) -> Option<u8> {
    digits.iter().try_fold(0_u8, |value, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 8)?;
        value.checked_mul(8)?.checked_add(digit)
    })
}

fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\{byte:03o}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_names_are_read_as_git_writes_them() {
        assert_eq!(
            unquote("\"a/\\303\\244 \\\"x\\\"\\t\\\\\" rest"),
            Some(("a/ä \"x\"\t\\".to_owned(), " rest"))
        );
        assert_eq!(unquote("\"a\\377\""), Some(("a\\377".to_owned(), "")));
        for broken in ["\"a", "\"a\\", "\"a\\40", "\"a\\q\"", "\"\\3é\""] {
            assert_eq!(unquote(broken), None, "{broken}");
        }
    }

    #[test]
    fn a_git_line_with_spaces_in_its_names_is_split_in_the_middle() {
        let split = |names| split_git(names).unwrap();
        assert_eq!(split("a/x y b/x y"), ("a/x y".into(), "b/x y".into()));
        assert_eq!(split("x b/y x b/y"), ("x b/y".into(), "x b/y".into()));
        assert_eq!(split("a/old b/new"), ("a/old".into(), "b/new".into()));
        assert_eq!(split("\"a/\\303\\244\" b/z"), ("a/ä".into(), "b/z".into()));
        assert_eq!(split("a/z \"b/\\303\\244\""), ("a/z".into(), "b/ä".into()));
    }

    #[test]
    fn prefixes_come_off_in_pairs_only() {
        let cut = |old: &str, new: &str| {
            let (old, new) = without_prefixes(path(old), path(new));
            (old.unwrap_or_default(), new.unwrap_or_default())
        };
        assert_eq!(cut("a/x", "b/x"), ("x".into(), "x".into()));
        assert_eq!(cut("i/x", "w/x"), ("x".into(), "x".into()));
        assert_eq!(cut("a/x", "a/x"), ("a/x".into(), "a/x".into()));
        assert_eq!(cut("/dev/null", "b/x"), (String::new(), "x".into()));
        assert_eq!(cut("src/x", "src/x"), ("src/x".into(), "src/x".into()));
    }

    #[test]
    fn what_follows_a_tab_is_no_part_of_the_name() {
        assert_eq!(path("a/x y\t").as_deref(), Some("a/x y"));
        assert_eq!(path("x\t2024-01-01 00:00:00").as_deref(), Some("x"));
        assert_eq!(label("x\t(revision 3)"), "(revision 3)");
    }
}

//! Terminal colours in a diff that was copied from a terminal.
//!
//! Owns the decision whether a diff was coloured: only then are codes taken out, for a diff *of* a file that holds
//! such codes must keep them.

use std::borrow::Cow;

/// `text` without colour codes if its own header lines carry some, else as it is.
pub(crate) fn without_colours(text: &str) -> Cow<'_, str> {
    if text.contains('\u{1b}') && text.split('\n').any(is_coloured_header) {
        Cow::Owned(strip(text))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_coloured_header(line: &str) -> bool {
    line.starts_with('\u{1b}') && {
        let plain = strip(line);
        [
            "diff ", "@@", "--- ", "+++ ", "index ", "commit ", "Index: ",
        ]
        .iter()
        .any(|start| plain.starts_with(start))
    }
}

/// Without CSI sequences (`ESC [ … letter`); other escapes are no colours and stay.
fn strip(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\u{1b}[") {
        out.push_str(&rest[..at]);
        let parameters = &rest[at + 2..];
        let end = parameters
            .find(|c: char| !matches!(c, '0'..='?' | ' '..='/'))
            .unwrap_or(parameters.len());
        if parameters[end..].starts_with(['m', 'K']) {
            rest = &parameters[end + 1..];
        } else {
            out.push_str(&rest[at..at + 2]);
            rest = parameters;
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coloured_diff_loses_its_colours() {
        let text = "\u{1b}[1mdiff --git a/x b/x\u{1b}[m\n\u{1b}[31m-a\u{1b}[m\n\u{1b}[32m+\u{1b}[m\u{1b}[32mb\u{1b}[K\n";
        assert_eq!(without_colours(text), "diff --git a/x b/x\n-a\n+b\n");
    }

    #[test]
    fn a_diff_of_a_file_with_codes_keeps_them() {
        let text = "diff --git a/x b/x\n@@ -1 +1 @@\n-\u{1b}[31mred\n";
        assert_eq!(without_colours(text), text);
    }

    #[test]
    fn a_broken_code_stays() {
        assert_eq!(strip("a\u{1b}[é b\u{1b}["), "a\u{1b}[é b\u{1b}[");
    }
}

//! The rules that tell an agent when to ask, between two markers in the file its client reads. Owns their words and that
//! they can be put in, renewed and taken out without touching the rest.

use std::ops::Range;

use crate::error::ConnectError;
use crate::lines;
use crate::splice::Splices;

const BEGIN: &str = "<!-- loopback:begin -->";
const END: &str = "<!-- loopback:end -->";

/// When to ask, in the words of the person whose file it is.
pub const RULES: &str = "\
## Asking me

I may not be watching this terminal. The `loopback` tools reach me in my inbox, and the call returns my reply:

- Before anything destructive or hard to undo, and when a decision is mine, ask with `ask_question`.
- When I should look at a plan, a diff or a text before you go on, use `request_review`.
- When you finish something large, tell me with `present_briefing`.
- Do not ask what you can find out yourself, and ask related questions together.
- If the result says *still waiting*, do other work and then call `wait_for_reply` with its id; do not ask again.
- Dismissed means no answer, neither yes nor no: do not do what depended on it.";

/// How readily the agents of a project are to ask, as its person wishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asking {
    /// As the rules say.
    #[default]
    Usual,
    /// Less than that.
    Less,
    /// More than that.
    More,
    /// It could not be found out: what the rules say of it stays.
    Unknown,
}

const LESS: &str = "\
- In this project I want to be asked less: decide small and reversible things yourself, say afterwards what you decided, \
and ask only where a mistake would be costly to undo.";

const MORE: &str = "\
- In this project I want to be asked more: bring decisions about behaviour, structure and names to me before you act, and \
work to be judged before you go on.";

impl Asking {
    /// The rule for it, if it is not as usual. `old` are the rules that stood there before.
    fn rule(self, old: &str) -> Option<&'static str> {
        match self {
            Self::Usual => None,
            Self::Less => Some(LESS),
            Self::More => Some(MORE),
            Self::Unknown => [LESS, MORE].into_iter().find(|rule| old.contains(rule)),
        }
    }
}

/// The text with the rules in it, as they are now. `head` is what a file that is only ours begins with.
pub(crate) fn put(text: &str, head: &str, asking: Asking) -> Result<String, ConnectError> {
    let newline = lines::newline(text);
    let found = find(text)?;
    let old = found.clone().map_or("", |range| &text[range]);
    let more = asking.rule(old).map(|rule| format!("\n{rule}"));
    let more = more.unwrap_or_default();
    let block = format!("{BEGIN}\n{RULES}{more}\n{END}").replace('\n', newline);
    let mut splices = Splices::of(text);
    if let Some(range) = found {
        splices.replace(range, block);
    } else {
        let before = if text.trim_start_matches(lines::BYTE_ORDER_MARK).is_empty() {
            splices.insert(text.len(), format!("{head}{block}{newline}"));
            return Ok(splices.made());
        } else if text.ends_with('\n') {
            newline.to_owned()
        } else {
            newline.repeat(2)
        };
        let after = if text.ends_with('\n') { newline } else { "" };
        splices.insert(text.len(), format!("{before}{block}{after}"));
    }
    Ok(splices.made())
}

/// The text without the rules, and without what was put around them.
pub(crate) fn take_out(text: &str, head: &str) -> Result<String, ConnectError> {
    let Some(range) = find(text)? else {
        return Ok(text.to_owned());
    };
    let rest = &text[range.end..];
    let line_end = if rest.starts_with("\r\n") {
        2
    } else {
        usize::from(rest.starts_with('\n'))
    };
    let after = range.end + line_end;
    let mark = text.len() - text.trim_start_matches(lines::BYTE_ORDER_MARK).len();
    let mut splices = Splices::of(text);
    if !head.is_empty() && text[mark..range.start] == *head && text[after..].is_empty() {
        splices.delete(mark..after);
        return Ok(splices.made());
    }
    let line = lines::end_before(text, range.start);
    let blank = line.and_then(|line| lines::end_before(text, line));
    splices.delete(match (blank, line) {
        // Two line ends came before rules that themselves end without one.
        (Some(last), _) if line_end == 0 => last..after,
        (Some(_), Some(line)) => line..after,
        _ => range.start..after,
    });
    Ok(splices.made())
}

fn find(text: &str) -> Result<Option<Range<usize>>, ConnectError> {
    let begin = text.find(BEGIN);
    let end = text.find(END);
    match (begin, end) {
        (Some(begin), Some(end)) if begin < end => Ok(Some(begin..end + END.len())),
        (None, None) => Ok(None),
        (Some(at), _) | (None, Some(at)) => {
            let (line, _) = lines::position(text, at);
            Err(ConnectError::LoneMarker { line })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_come_last_and_go_without_a_trace() {
        for text in [
            "",
            "\n",
            "\n\n",
            "# Mine",
            "# Mine\n",
            "# Mine\r\n",
            "# Mine\n\n\n",
            "\u{feff}",
            "\u{feff}# Mine\r\n\r\n",
        ] {
            let with = put(text, "", Asking::Usual).unwrap();
            assert!(with.contains(RULES) || with.contains(&RULES.replace('\n', "\r\n")));
            assert_eq!(put(&with, "", Asking::Usual).unwrap(), with);
            assert_eq!(take_out(&with, "").unwrap(), text, "{text:?}");
        }
    }

    #[test]
    fn old_rules_are_renewed_where_they_stand() {
        let text = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let renewed = put(&text, "", Asking::Usual).unwrap();
        assert!(!renewed.contains("old"));
        assert!(renewed.starts_with("a\n<!--") && renewed.ends_with("-->\nb\n"));
    }

    #[test]
    fn a_file_that_is_ours_begins_with_its_head_and_goes_as_a_whole() {
        let head = "---\nalwaysApply: true\n---\n\n";
        let with = put("", head, Asking::Usual).unwrap();
        assert!(with.starts_with(head));
        assert_eq!(take_out(&with, head).unwrap(), "");
    }

    #[test]
    fn a_marker_alone_is_refused() {
        let refusal = put(&format!("a\n{BEGIN}\n"), "", Asking::Usual).unwrap_err();
        assert!(refusal.to_string().starts_with("line 2: "), "{refusal}");
    }

    #[test]
    fn a_wish_to_be_asked_less_or_more_is_a_rule_that_comes_and_goes() {
        let less = put("# Mine\n", "", Asking::Less).unwrap();
        assert!(less.contains("asked less"), "{less}");
        let kept = put(&less, "", Asking::Unknown).unwrap();
        assert_eq!(kept, less);
        let more = put(&less, "", Asking::More).unwrap();
        assert!(
            more.contains("asked more") && !more.contains("asked less"),
            "{more}"
        );
        let usual = put(&more, "", Asking::Usual).unwrap();
        assert_eq!(usual, put("# Mine\n", "", Asking::Unknown).unwrap());
        assert_eq!(take_out(&less, "").unwrap(), "# Mine\n");
    }
}

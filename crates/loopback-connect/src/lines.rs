//! How a text is laid out in lines. Owns its line ends, its indents and its places by line and column.

/// The mark some editors put before a text; parsers do not know it.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The line end the text uses first, or the usual one.
pub(crate) fn newline(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// The white space the line of this place begins with.
pub(crate) fn indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..];
    let blank = line.find(|c| c != ' ' && c != '\t').unwrap_or(line.len());
    &line[..blank]
}

/// Where the line of this place begins.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Where the line of this place ends, before its line end.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    if text[at..end].ends_with('\r') {
        end - 1
    } else {
        end
    }
}

/// Where the line end before this place begins, if only blanks stand between them.
pub(crate) fn end_before(text: &str, at: usize) -> Option<usize> {
    let before = text[..at].trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n')?;
    Some(before.strip_suffix('\r').unwrap_or(before).len())
}

/// Line and column of a place, both from 1, the column in characters.
pub(crate) fn position(text: &str, at: usize) -> (usize, usize) {
    let start = line_start(text, at);
    let line = text[..at].matches('\n').count() + 1;
    let column = text[start..at]
        .trim_start_matches(BYTE_ORDER_MARK)
        .chars()
        .count()
        + 1;
    (line, column)
}

/// The blanks by which one level is set off from the one around it: those of the first line that has any.
pub(crate) fn unit(text: &str) -> &str {
    text.lines()
        .map(|line| &line[..line.len() - line.trim_start_matches([' ', '\t']).len()])
        .find(|blank| !blank.is_empty())
        .map_or(
            "  ",
            |blank| if blank.starts_with('\t') { "\t" } else { blank },
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_by_line_and_column() {
        assert_eq!(position("a\r\nbéc", 6), (2, 3));
        assert_eq!(position("\u{feff}ab", 4), (1, 2));
    }

    #[test]
    fn the_first_line_end_says_which_are_used() {
        assert_eq!(newline("a\r\nb\n"), "\r\n");
        assert_eq!(newline("a"), "\n");
    }

    #[test]
    fn one_level_is_as_deep_as_the_first_line_that_is_set_off() {
        assert_eq!(unit("{\n    \"a\": {\n        \"b\": 1"), "    ");
        assert_eq!(unit("{\n\t\t\"a\": 1"), "\t");
        assert_eq!(unit("{}"), "  ");
    }

    #[test]
    fn a_line_ends_before_its_line_end() {
        let text = "ab\r\n  c\n";
        assert_eq!(line_end(text, 0), 2);
        assert_eq!(line_end(text, 5), 7);
        assert_eq!(end_before(text, 6), Some(2));
        assert_eq!(end_before(text, 1), None);
    }
}

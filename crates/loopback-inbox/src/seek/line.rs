//! Texts as one plain line.

use loopback_rules::is_unseen;

/// The text in one line: single blanks, and nothing that leaves no mark or turns the direction.
pub(crate) fn line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars() {
        if c.is_whitespace() {
            blank = true;
        } else if !is_unseen(c) {
            if blank && !line.is_empty() {
                line.push(' ');
            }
            blank = false;
            line.push(c);
        }
    }
    line
}

/// So many characters of a line at most, the mark that it goes on included.
pub(crate) fn shortened(mut line: String, characters: usize) -> String {
    if line.chars().nth(characters).is_none() {
        return line;
    }
    let cut = line.char_indices().nth(characters.saturating_sub(1));
    line.truncate(cut.map_or(0, |(at, _)| at));
    line.truncate(line.trim_end().len());
    line.push('…');
    line
}

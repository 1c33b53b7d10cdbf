//! Edits of a text at places of that text. Owns that everything between them stays, byte by byte.

use std::ops::Range;

/// Edits of one text, each at a place of the text as it is.
#[derive(Debug)]
pub(crate) struct Splices<'a> {
    text: &'a str,
    edits: Vec<(Range<usize>, String)>,
}

impl<'a> Splices<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            text,
            edits: Vec::new(),
        }
    }

    pub(crate) fn insert(&mut self, at: usize, new: impl Into<String>) {
        self.replace(at..at, new);
    }

    pub(crate) fn delete(&mut self, range: Range<usize>) {
        self.replace(range, "");
    }

    pub(crate) fn replace(&mut self, range: Range<usize>, new: impl Into<String>) {
        self.edits.push((range, new.into()));
    }

    /// The text with all edits made. Those at one place are made in the order they were given.
    pub(crate) fn made(mut self) -> String {
        self.edits.sort_by_key(|(range, _)| range.start);
        let mut made = String::with_capacity(self.text.len() + 256);
        let mut done = 0;
        for (range, new) in self.edits {
            made.push_str(&self.text[done..range.start]);
            made.push_str(&new);
            done = range.end;
        }
        made.push_str(&self.text[done..]);
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_edits_stays() {
        let mut splices = Splices::of("one two three");
        splices.delete(7..13);
        splices.insert(3, ",");
        splices.insert(3, " and");
        assert_eq!(splices.made(), "one, and two");
    }
}

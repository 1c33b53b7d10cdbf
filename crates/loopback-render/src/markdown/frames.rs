//! The elements that are open, so that what is opened is closed and nothing nests without bound.
//!
//! Owns the nesting of what the writer writes. Knows nothing of what the elements mean.

/// Elements nested deeper than this are not written; their text is. Browsers stop at 512.
const DEPTH_AT_MOST: usize = 40;

#[derive(Debug, Clone, Copy)]
struct Frame {
    tag: &'static str,
    origin: Origin,
    written: bool,
    is_link: bool,
}

/// Where an element comes from; markdown's close in order, raw ones only within the markdown element around them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Markdown,
    Raw,
}

/// Markup under construction.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    pub(crate) out: String,
    open: Vec<Frame>,
    /// Which of `open` are written.
    written: Vec<usize>,
    links: usize,
}

impl Frames {
    /// Opens `tag` with `attributes` (escaped, with a blank before each); says whether it was written.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &str, origin: Origin) -> bool {
        let written = self.written.len() < DEPTH_AT_MOST;
        self.push(tag, attributes, origin, written);
        written
    }

    /// Opens a link or what stands for one, as `tag`; not written where there is none.
    pub(crate) fn open_link(
        &mut self,
        tag: Option<&'static str>,
        attributes: &str,
        origin: Origin,
    ) {
        let written = tag.is_some() && self.written.len() < DEPTH_AT_MOST;
        self.push(tag.unwrap_or("a"), attributes, origin, written);
        if let Some(frame) = self.open.last_mut() {
            frame.is_link = true;
            self.links += 1;
        }
    }

    /// How many links are open.
    pub(crate) fn links(&self) -> usize {
        self.links
    }

    /// Opens an element of ours that marks what is in it; these do not nest and are always written.
    pub(crate) fn open_mark(&mut self, tag: &'static str, attributes: &str) {
        self.push(tag, attributes, Origin::Markdown, true);
    }

    /// Opens a part of the element around it: written exactly if that is.
    pub(crate) fn open_part(&mut self, tag: &'static str, attributes: &str, origin: Origin) {
        let written = self.open.last().is_none_or(|frame| frame.written);
        self.push(tag, attributes, origin, written);
    }

    /// Opens a part of a raw table where one is open, and what it needs around it; elsewhere it is not written.
    pub(crate) fn open_table_part(&mut self, tag: &'static str, attributes: &str) {
        let within = self.open.iter().rev().take(DEPTH_AT_MOST);
        let is_in_table = within
            .take_while(|frame| frame.origin == Origin::Raw)
            .any(|frame| frame.tag == "table");
        let around = around(tag);
        while is_in_table
            && let Some(top) = self.open.last()
            && top.tag != "table"
            && !around.contains(&top.tag)
        {
            self.pop();
        }
        let written = is_in_table && self.open.last().is_some_and(|frame| frame.written);
        if is_in_table && matches!(tag, "td" | "th") {
            self.push_missing("tr", written);
        }
        self.push(tag, attributes, Origin::Raw, written);
    }

    /// Where content is written next: within a raw table, that is in a cell.
    ///
    /// A browser, and the second net, would move what stands between the parts of a table in front of it, each time in as much
    /// time as was moved before.
    pub(crate) fn content(&mut self) -> &mut String {
        let top = self.written.last().map(|&at| self.open[at]);
        if top.is_some_and(|top| top.origin == Origin::Raw && is_between_cells(top.tag)) {
            self.push_missing("tr", true);
            self.push_missing("td", true);
        }
        &mut self.out
    }

    /// Opens `tag` unless the innermost element that is written is one.
    fn push_missing(&mut self, tag: &'static str, written: bool) {
        let top = self.written.last().map(|&at| self.open[at].tag);
        if top != Some(tag) {
            self.push(tag, "", Origin::Raw, written);
        }
    }

    fn push(&mut self, tag: &'static str, attributes: &str, origin: Origin, written: bool) {
        if written {
            let out = if is_table_part(tag) {
                &mut self.out
            } else {
                self.content()
            };
            out.push('<');
            out.push_str(tag);
            out.push_str(attributes);
            out.push('>');
            self.written.push(self.open.len());
        }
        self.open.push(Frame {
            tag,
            origin,
            written,
            is_link: false,
        });
    }

    /// Closes the innermost element of markdown, and raw ones left open in it; says whether it had been written.
    pub(crate) fn close(&mut self) -> bool {
        while let Some(frame) = self.pop() {
            if frame.origin == Origin::Markdown {
                return frame.written;
            }
        }
        false
    }

    /// Closes the innermost raw `tag` and what is open in it; says whether there was one to close: an element of
    /// markdown in between keeps it open.
    pub(crate) fn close_raw(&mut self, tag: &str) -> bool {
        let reachable = self
            .open
            .iter()
            .rev()
            .take_while(|frame| frame.origin == Origin::Raw);
        let depth = reachable
            .take(DEPTH_AT_MOST)
            .position(|frame| frame.tag == tag);
        for _ in 0..depth.map_or(0, |depth| depth + 1) {
            self.pop();
        }
        depth.is_some()
    }

    /// Closes everything.
    pub(crate) fn close_all(&mut self) {
        while self.pop().is_some() {}
    }

    /// The tag of the innermost open element.
    pub(crate) fn innermost(&self) -> Option<&'static str> {
        self.open.last().map(|frame| frame.tag)
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.open.pop()?;
        self.links -= usize::from(frame.is_link);
        if frame.written {
            self.out.push_str("</");
            self.out.push_str(frame.tag);
            self.out.push('>');
            self.written.pop();
        }
        Some(frame)
    }
}

/// Whether `tag` stands in a table and nowhere else.
pub(crate) fn is_table_part(tag: &str) -> bool {
    matches!(tag, "caption" | "td" | "th") || tag != "table" && is_between_cells(tag)
}

/// Whether `tag` holds parts of a table only.
fn is_between_cells(tag: &str) -> bool {
    matches!(tag, "table" | "thead" | "tbody" | "tfoot" | "tr")
}

/// What a part of a table may stand in beside the table itself. A cell's row is opened for it.
fn around(part: &str) -> &'static [&'static str] {
    match part {
        "tr" => &["thead", "tbody", "tfoot"],
        "td" | "th" => &["thead", "tbody", "tfoot", "tr"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(what: impl FnOnce(&mut Frames)) -> String {
        let mut frames = Frames::default();
        what(&mut frames);
        frames.close_all();
        frames.out
    }

    #[test]
    fn what_stands_between_the_parts_of_a_raw_table_is_in_a_cell() {
        let html = written(|frames| {
            frames.open("table", "", Origin::Raw);
            frames.content().push('a');
            frames.open("b", "", Origin::Raw);
            frames.close_raw("b");
            frames.open_table_part("tr", "");
            frames.open("p", "", Origin::Markdown);
        });
        assert_eq!(
            html,
            "<table><tr><td>a<b></b></td></tr><tr><td><p></p></td></tr></table>"
        );
    }

    #[test]
    fn a_part_of_a_raw_table_ends_the_parts_before_it() {
        let html = written(|frames| {
            frames.open("table", "", Origin::Raw);
            for tag in ["thead", "th", "th", "tbody", "tr", "td", "td", "caption"] {
                frames.open_table_part(tag, "");
            }
            frames.content().push('x');
        });
        assert_eq!(
            html,
            "<table><thead><tr><th></th><th></th></tr></thead>\
             <tbody><tr><td></td><td></td></tr></tbody><caption>x</caption></table>"
        );
    }

    #[test]
    fn a_part_of_no_raw_table_is_not_written() {
        let html = written(|frames| {
            frames.open_table_part("td", "");
            frames.content().push('a');
            frames.open("table", "", Origin::Raw);
            frames.open("p", "", Origin::Markdown);
            frames.open_table_part("tr", "");
            frames.content().push('b');
        });
        assert_eq!(html, "a<table><tr><td><p>b</p></td></tr></table>");
    }
}

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
    written: usize,
    links: usize,
}

impl Frames {
    /// Opens `tag` with `attributes` (escaped, with a blank before each); says whether it was written.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &str, origin: Origin) -> bool {
        let written = self.written < DEPTH_AT_MOST;
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
        let written = tag.is_some() && self.written < DEPTH_AT_MOST;
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

    fn push(&mut self, tag: &'static str, attributes: &str, origin: Origin, written: bool) {
        if written {
            self.out.push('<');
            self.out.push_str(tag);
            self.out.push_str(attributes);
            self.out.push('>');
            self.written += 1;
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
            self.written -= 1;
        }
        Some(frame)
    }
}

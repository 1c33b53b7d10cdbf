//! Words, links, images and raw HTML within the writer's elements.
//!
//! Owns what stands inside a block. Blocks themselves are the writer's.

use std::fmt::Write as _;
use std::ops::Range;

use crate::hidden::Place;
use crate::text::{push_slice, push_text};

use super::bare::bare;
use super::frames::{Origin, is_table_part};
use super::links::Target;
use super::marks::Mark;
use super::opening::heading;
use super::raw::{self, Piece, Tag};
use super::span::Span;
use super::writer::Writer;

/// A link, or an image that stands for one, whose text is being written.
pub(crate) struct OpenLink {
    /// `None` where it may not be followed, or not from here.
    target: Option<Target>,
    /// As the author wrote it.
    address: String,
    /// Its text so far, as it reads.
    text: String,
}

impl Writer<'_> {
    pub(crate) fn text(&mut self, text: &str) {
        if let Some(fence) = &mut self.fence {
            fence.text.push_str(text);
            return;
        }
        let marked = !text.trim().is_empty() && self.begin_marked();
        let gone = marked && self.marked == Some(Mark::Gone);
        match self.links.last_mut() {
            Some(link) if !gone => link.text.push_str(text),
            _ => {}
        }
        if gone || !self.links.is_empty() {
            self.prose(text, 0..text.len());
        } else {
            self.linked_text(text);
        }
        self.end_marked(marked);
    }

    pub(crate) fn inline_code(&mut self, code: &str) {
        if self.images > 0 {
            self.text(code);
            return;
        }
        let marked = self.begin_marked();
        if let Some(link) = self.links.last_mut()
            && self.marked != Some(Mark::Gone)
        {
            link.text.push_str(code);
        }
        self.frames.content().push_str("<code>");
        push_text(&mut self.frames.out, code, Place::Code, self.notes);
        self.frames.out.push_str("</code>");
        self.end_marked(marked);
    }

    pub(crate) fn line_break(&mut self) {
        if self.images > 0 {
            self.text(" ");
        } else {
            self.frames.content().push_str("<br>\n");
        }
    }

    /// Begins a link; within a link or an image it is only text.
    pub(crate) fn open_link(&mut self, address: &str, title: &str, origin: Origin) {
        if self.images > 0 {
            return;
        }
        let target = Target::read(address).filter(|_| self.links.is_empty());
        let attributes = target
            .as_ref()
            .map(|target| target.attributes("lb-link", title));
        self.frames.open_link(
            target.is_some().then_some("a"),
            attributes.as_deref().unwrap_or_default(),
            origin,
        );
        self.links.push(OpenLink {
            target,
            address: address.to_owned(),
            text: String::new(),
        });
    }

    /// Begins an image: nothing is loaded, its description leads to it.
    pub(crate) fn open_image(&mut self, address: &str, title: &str) {
        self.images += 1;
        if self.images > 1 {
            return;
        }
        let target = Target::read(address).filter(|_| self.links.is_empty());
        match &target {
            Some(target) => {
                let attributes = target.attributes("lb-image", title);
                self.frames
                    .open_link(Some("a"), &attributes, Origin::Markdown);
            }
            None => self
                .frames
                .open_link(Some("span"), " class=\"lb-image\"", Origin::Markdown),
        }
        self.links.push(OpenLink {
            target,
            address: address.to_owned(),
            text: String::new(),
        });
    }

    pub(crate) fn close_image(&mut self) {
        self.images = self.images.saturating_sub(1);
        if self.images > 0 {
            return;
        }
        if let Some(image) = self.links.last()
            && image.text.trim().is_empty()
        {
            let name = image
                .address
                .rsplit('/')
                .find(|part| !part.is_empty())
                .unwrap_or("image")
                .to_owned();
            self.text(&name);
        }
        self.close();
    }

    /// Gives the link that ends here its address for words, where it has none.
    pub(crate) fn name_link(&mut self) {
        if let Some(link) = self.links.last()
            && link.target.is_some()
            && link.text.trim().is_empty()
        {
            let address = link.address.clone();
            self.text(&address);
        }
    }

    /// Says of links that are closed by now what has to be said after them.
    pub(crate) fn settle_links(&mut self) {
        while self.links.len() > self.frames.links() {
            let Some(link) = self.links.pop() else {
                return;
            };
            match (&link.target, self.links.last_mut()) {
                (_, Some(around)) => around.text.push_str(&link.text),
                (Some(target), None) => self.say_target(target, &link.text),
                (None, None) => {
                    let address = link.address.trim();
                    if !address.is_empty() && address != link.text.trim() {
                        self.push_target(address);
                    }
                }
            }
        }
    }

    /// Writes a block of raw HTML; one without any known tag keeps its lines. It stays open for the blocks after it,
    /// so its first element speaks for the lines of the source.
    pub(crate) fn raw_block(&mut self, html: &str, at: Option<Span>) {
        if matches!(raw::pieces(html).as_slice(), [Piece::Text(_)]) {
            self.block("pre", "", at);
            self.text(html.trim_end());
            self.close();
            self.frames.out.push('\n');
        } else {
            self.raw_at = at.filter(|_| self.has_own_lines());
            self.raw(html);
            self.raw_at = None;
        }
    }

    /// Writes raw HTML: known tags as tags, all else as text.
    pub(crate) fn raw(&mut self, html: &str) {
        for piece in raw::pieces(html) {
            match piece {
                Piece::Text(text) => self.text(&text),
                // A description is plain text, its tags too.
                Piece::Open { source, .. } | Piece::Close { source, .. } if self.images > 0 => {
                    self.text(source);
                }
                Piece::Open {
                    tag,
                    address,
                    description,
                    ..
                } => self.open_raw(tag, address, description),
                Piece::Close { tag, source } => self.close_raw(tag, source),
            }
        }
    }

    fn open_raw(&mut self, tag: Tag, address: Option<String>, description: Option<String>) {
        match tag {
            Tag::Element(name) => {
                let lines = self.raw_at.take().map(Span::attributes);
                let lines = lines.as_deref().unwrap_or_default();
                if is_table_part(name) {
                    return self.frames.open_table_part(name, lines);
                }
                let written = self.frames.open(name, lines, Origin::Raw);
                self.notes.nested_deep |= !written;
            }
            Tag::Heading(level) => {
                let lines = self.raw_at.take().map(Span::attributes);
                self.frames.open(
                    heading(level, self.heading_offset),
                    lines.as_deref().unwrap_or_default(),
                    Origin::Raw,
                );
            }
            Tag::Void(name) => {
                let _ = write!(self.frames.content(), "<{name}>");
            }
            Tag::Link => self.open_link(&address.unwrap_or_default(), "", Origin::Raw),
            Tag::Image => {
                self.open_image(&address.unwrap_or_default(), "");
                self.text(&description.unwrap_or_default());
                self.close_image();
            }
            Tag::Nothing => {}
        }
    }

    fn close_raw(&mut self, tag: Tag, source: &str) {
        let closed = match tag {
            Tag::Element(name) => self.frames.close_raw(name),
            Tag::Heading(level) => self.frames.close_raw(heading(level, self.heading_offset)),
            Tag::Link => {
                self.name_link();
                self.frames.close_raw("a")
            }
            Tag::Void(_) | Tag::Image | Tag::Nothing => true,
        };
        self.settle_links();
        if !closed {
            self.text(source);
        }
    }

    /// Text with its bare addresses linked.
    fn linked_text(&mut self, text: &str) {
        let mut at = 0;
        for bare in bare(text) {
            if let Some(target) = Target::read(&bare.address(text)) {
                self.prose(text, at..bare.at.start);
                at = bare.at.end;
                self.bare_link(&target, text, bare.at);
            }
        }
        self.prose(text, at..text.len());
    }

    fn prose(&mut self, text: &str, range: Range<usize>) {
        let out = if text[range.clone()]
            .trim_matches([' ', '\t', '\n'])
            .is_empty()
        {
            &mut self.frames.out
        } else {
            self.frames.content()
        };
        push_slice(out, text, range, Place::Prose, self.notes);
    }

    fn bare_link(&mut self, target: &Target, text: &str, address: Range<usize>) {
        let _ = write!(
            self.frames.content(),
            "<a{}>",
            target.attributes("lb-link", "")
        );
        self.prose(text, address.clone());
        self.frames.out.push_str("</a>");
        self.say_target(target, &text[address]);
    }

    /// Says where a link leads, where its text says otherwise or its name could be another's.
    fn say_target(&mut self, target: &Target, text: &str) {
        let misleads = target.misleads(text);
        if misleads {
            self.notes.misleading_hosts.push(target.place_in_words());
        }
        if misleads || target.punycode.is_some() {
            self.push_target(&target.place_in_words());
        }
    }

    pub(crate) fn push_target(&mut self, target: &str) {
        let out = self.frames.content();
        out.push_str(" <span class=\"lb-target\">(");
        push_text(out, target, Place::Code, self.notes);
        out.push_str(")</span>");
    }
}

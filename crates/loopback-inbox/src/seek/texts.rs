//! Everything in an ask that somebody wrote.

use loopback_contract::{Ask, Block, Entry, Point, Reply, SearchField};

/// The texts of an ask in reading order, beginning with the line that stands for it in lists.
pub(crate) fn texts<'a>(ask: &'a Ask, title: &'a str) -> Vec<(SearchField, &'a str)> {
    let mut texts = Texts {
        field: SearchField::Title,
        found: Vec::new(),
    };
    texts.put(Some(title));
    texts.field = SearchField::Prompt;
    match ask {
        Ask::Question(ask) => {
            texts.put(Some(&ask.prompt.question));
            texts.put(ask.prompt.context.as_deref());
            for choice in &ask.prompt.options {
                texts.put(Some(&choice.label));
                texts.put(choice.description.as_deref());
            }
        }
        Ask::Review(ask) => {
            texts.put(ask.prompt.summary.as_deref());
            texts.blocks(&ask.prompt.content);
        }
        Ask::Briefing(ask) => {
            texts.put(ask.prompt.summary.as_deref());
            for section in &ask.prompt.sections {
                texts.put(section.title.as_deref());
                texts.points(&section.points);
            }
        }
    }
    for entry in ask.thread() {
        texts.entry(entry);
    }
    texts.field = SearchField::Thread;
    texts.put(ask.withdrawn().map(|withdrawn| withdrawn.reason.as_str()));
    texts.found
}

struct Texts<'a> {
    field: SearchField,
    found: Vec<(SearchField, &'a str)>,
}

impl<'a> Texts<'a> {
    fn entry(&mut self, entry: &'a Entry) {
        match entry {
            Entry::Human(turn) => {
                self.field = SearchField::Reply;
                self.reply(&turn.reply);
            }
            Entry::Agent(turn) => {
                self.field = SearchField::Thread;
                self.put(Some(&turn.answer));
                self.blocks(turn.content.as_deref().unwrap_or_default());
                self.points(turn.points.as_deref().unwrap_or_default());
            }
        }
    }

    /// Comments on single places are repeated in the words of the reply they came with.
    fn reply(&mut self, reply: &'a Reply) {
        match reply {
            Reply::Answered(reply) => {
                for label in &reply.selected {
                    self.put(Some(label));
                }
                self.put(reply.text.as_deref());
            }
            Reply::Approved(reply) => self.put(reply.note.as_deref()),
            Reply::ChangesRequested(reply) => self.put(Some(&reply.feedback)),
            Reply::FollowUp(reply) => self.put(Some(&reply.question)),
            Reply::Dismissed(_) => {}
            Reply::Responded(reply) => {
                for point in &reply.points {
                    self.put(point.text.as_deref());
                }
            }
        }
    }

    fn points(&mut self, points: &'a [Point]) {
        for point in points {
            self.put(Some(&point.title));
            self.put(point.detail.as_deref());
            self.blocks(point.content.as_deref().unwrap_or_default());
        }
    }

    fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            match block {
                Block::Markdown(block) => self.put(Some(&block.text)),
                Block::Code(block) => {
                    self.put(block.filename.as_deref());
                    self.put(Some(&block.code));
                }
                Block::Diff(block) => {
                    self.put(block.filename.as_deref());
                    self.put(Some(&block.diff));
                }
                Block::Image(block) => self.put(block.caption.as_deref()),
            }
        }
    }

    fn put(&mut self, text: Option<&'a str>) {
        self.found.extend(text.map(|text| (self.field, text)));
    }
}

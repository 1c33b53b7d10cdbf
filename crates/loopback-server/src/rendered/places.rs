//! Which parts of an ask are rendered, and under which JSON pointer.

use loopback_contract::{
    Ask, Block, BriefingAsk, Choice, Entry, Point, QuestionAsk, Reply, ReviewAsk,
};

/// Something that is rendered.
pub(super) enum Piece<'a> {
    Markdown(&'a str),
    Code {
        code: &'a str,
        language: Option<&'a str>,
        filename: Option<&'a str>,
    },
    Diff {
        diff: &'a str,
        filename: Option<&'a str>,
    },
}

/// Every part of the ask that is more than plain text, in reading order.
pub(super) fn places(ask: &Ask) -> Vec<(String, Piece<'_>)> {
    let mut found = Found::default();
    match ask {
        Ask::Question(ask) => found.question(ask),
        Ask::Review(ask) => found.review(ask),
        Ask::Briefing(ask) => found.briefing(ask),
    }
    for (index, entry) in ask.thread().iter().enumerate() {
        found.entry(&format!("/thread/{index}"), entry);
    }
    found.0
}

/// A block as something to render. The page fetches a picture itself and shows its caption as it is.
pub(super) fn piece(block: &Block) -> Option<Piece<'_>> {
    match block {
        Block::Markdown(block) => Some(Piece::Markdown(&block.text)),
        Block::Code(block) => Some(Piece::Code {
            code: &block.code,
            language: block.language.as_deref(),
            filename: block.filename.as_deref(),
        }),
        Block::Diff(block) => Some(Piece::Diff {
            diff: &block.diff,
            filename: block.filename.as_deref(),
        }),
        Block::Image(_) => None,
    }
}

#[derive(Default)]
struct Found<'a>(Vec<(String, Piece<'a>)>);

impl<'a> Found<'a> {
    fn question(&mut self, ask: &'a QuestionAsk) {
        self.text("/prompt/question", Some(&ask.prompt.question));
        self.text("/prompt/context", ask.prompt.context.as_deref());
        for (index, Choice { description, .. }) in ask.prompt.options.iter().enumerate() {
            self.text(
                &format!("/prompt/options/{index}/description"),
                description.as_deref(),
            );
        }
    }

    fn review(&mut self, ask: &'a ReviewAsk) {
        self.text("/prompt/summary", ask.prompt.summary.as_deref());
        self.blocks("/prompt/content", &ask.prompt.content);
    }

    fn briefing(&mut self, ask: &'a BriefingAsk) {
        self.text("/prompt/summary", ask.prompt.summary.as_deref());
        for (index, section) in ask.prompt.sections.iter().enumerate() {
            self.points(&format!("/prompt/sections/{index}/points"), &section.points);
        }
    }

    fn entry(&mut self, place: &str, entry: &'a Entry) {
        match entry {
            Entry::Human(human) => self.reply(&format!("{place}/reply"), &human.reply),
            Entry::Agent(agent) => {
                self.text(&format!("{place}/answer"), Some(&agent.answer));
                self.blocks(
                    &format!("{place}/content"),
                    agent.content.as_deref().unwrap_or_default(),
                );
                self.points(
                    &format!("{place}/points"),
                    agent.points.as_deref().unwrap_or_default(),
                );
            }
        }
    }

    fn reply(&mut self, place: &str, reply: &'a Reply) {
        let (name, text) = match reply {
            Reply::Answered(reply) => ("text", reply.text.as_deref()),
            Reply::Approved(reply) => ("note", reply.note.as_deref()),
            Reply::ChangesRequested(reply) => ("feedback", Some(reply.feedback.as_str())),
            Reply::FollowUp(reply) => ("question", Some(reply.question.as_str())),
            Reply::Dismissed(_) => return,
            Reply::Responded(reply) => {
                for (index, point) in reply.points.iter().enumerate() {
                    self.text(
                        &format!("{place}/points/{index}/text"),
                        point.text.as_deref(),
                    );
                }
                return;
            }
        };
        self.text(&format!("{place}/{name}"), text);
    }

    fn points(&mut self, place: &str, points: &'a [Point]) {
        for (index, point) in points.iter().enumerate() {
            self.text(&format!("{place}/{index}/detail"), point.detail.as_deref());
            self.blocks(
                &format!("{place}/{index}/content"),
                point.content.as_deref().unwrap_or_default(),
            );
        }
    }

    fn blocks(&mut self, place: &str, blocks: &'a [Block]) {
        for (index, block) in blocks.iter().enumerate() {
            if let Some(piece) = piece(block) {
                self.0.push((format!("{place}/{index}"), piece));
            }
        }
    }

    fn text(&mut self, place: &str, text: Option<&'a str>) {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            self.0.push((place.to_owned(), Piece::Markdown(text)));
        }
    }
}

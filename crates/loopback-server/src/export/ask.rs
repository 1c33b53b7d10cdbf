//! One ask and its thread.

use jiff::tz::TimeZone;
use loopback_contract::{
    Ask, AskStatus, Block, BriefingPrompt, Entry, HumanEntry, Point, QuestionPrompt, Reply,
    ReviewPrompt,
};
use loopback_render::plain_title;

use super::ink::{code, fence, inline, quote};
use super::moment;

/// An ask with its thread, in the order in which it came about.
pub(crate) fn ask(ask: &Ask, zone: &TimeZone) -> String {
    let mut page = Page::default();
    page.line(format_args!("# {}", inline(&title(ask))));
    page.facts(ask, zone);
    match ask {
        Ask::Question(ask) => page.question(&ask.prompt),
        Ask::Review(ask) => page.review(&ask.prompt),
        Ask::Briefing(ask) => page.briefing(&ask.prompt),
    }
    if !ask.thread().is_empty() || ask.withdrawn().is_some() {
        page.line(format_args!("## Thread"));
    }
    for entry in ask.thread() {
        page.entry(entry, zone);
    }
    if let Some(withdrawn) = ask.withdrawn() {
        let at = moment(withdrawn.at, zone);
        page.line(format_args!("### Taken back by the agent, {at}"));
        page.said(Some(&withdrawn.reason));
    }
    page.0
}

/// A question is markdown of which the first line of words stands for the whole; a title never was.
fn title(ask: &Ask) -> String {
    match ask {
        Ask::Question(ask) => plain_title(&ask.prompt.question),
        Ask::Review(_) | Ask::Briefing(_) => ask.title().to_owned(),
    }
}

/// Markdown in the making: blocks, with a blank line between each two.
#[derive(Default)]
struct Page(String);

impl Page {
    fn block(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(text);
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        self.block(&format!("{line}\n"));
    }

    fn said(&mut self, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.trim().is_empty()) {
            self.block(&quote(text));
        }
    }

    fn facts(&mut self, ask: &Ask, zone: &TimeZone) {
        let mut facts = vec![("Kind", ask.kind().to_string())];
        let mut fact = |name, value: Option<String>| facts.extend(value.map(|value| (name, value)));
        fact("Project", ask.project().map(inline));
        fact("Agent", ask.client().map(inline));
        fact("Directory", ask.origin().map(|origin| code(&origin.cwd)));
        fact(
            "Branch",
            ask.origin()
                .and_then(|origin| origin.branch.as_deref())
                .map(code),
        );
        fact(
            "Host",
            ask.origin()
                .and_then(|origin| origin.host.as_deref())
                .map(inline),
        );
        fact("Opened", Some(moment(ask.created_at(), zone)));
        fact("State", Some(state(ask, zone)));
        fact("Next version of", ask.revises().map(|id| code(id.as_str())));
        fact("Id", Some(code(ask.id().as_str())));
        let lines: Vec<_> = facts
            .iter()
            .map(|(name, value)| format!("- {name}: {value}"))
            .collect();
        self.line(format_args!("{}", lines.join("\n")));
    }

    fn question(&mut self, prompt: &QuestionPrompt) {
        self.said(Some(&prompt.question));
        if let Some(context) = &prompt.context {
            self.line(format_args!("## Context"));
            self.said(Some(context));
        }
        if prompt.options.is_empty() {
            return;
        }
        let how = if prompt.multiple {
            "any of them"
        } else {
            "one of them"
        };
        self.line(format_args!("## Choices, {how}"));
        for choice in &prompt.options {
            self.line(format_args!("**{}**", inline(&choice.label)));
            self.said(choice.description.as_deref());
        }
    }

    fn review(&mut self, prompt: &ReviewPrompt) {
        if let Some(summary) = &prompt.summary {
            self.line(format_args!("## Summary"));
            self.said(Some(summary));
        }
        self.line(format_args!("## Content"));
        self.blocks(&prompt.content);
    }

    fn briefing(&mut self, prompt: &BriefingPrompt) {
        if let Some(summary) = &prompt.summary {
            self.line(format_args!("## Summary"));
            self.said(Some(summary));
        }
        for section in &prompt.sections {
            let title = section
                .title
                .as_deref()
                .map_or_else(|| "Points".to_owned(), inline);
            self.line(format_args!("## {title}"));
            self.points(&section.points);
        }
    }

    fn points(&mut self, points: &[Point]) {
        for point in points {
            self.line(format_args!(
                "### Point {}: {}",
                inline(&point.id),
                inline(&point.title)
            ));
            self.said(point.detail.as_deref());
            self.blocks(point.content.as_deref().unwrap_or_default());
        }
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Markdown(block) => self.said(Some(&block.text)),
                Block::Code(block) => {
                    self.file(block.filename.as_deref());
                    self.block(&fence(
                        block.language.as_deref().unwrap_or_default(),
                        &block.code,
                    ));
                }
                Block::Diff(block) => {
                    self.file(block.filename.as_deref());
                    self.block(&fence("diff", &block.diff));
                }
                Block::Image(block) => {
                    let caption = block
                        .caption
                        .as_deref()
                        .map(|caption| format!(": {}", inline(caption)));
                    let caption = caption.unwrap_or_default();
                    self.line(format_args!("Picture {}{caption}", code(&block.upload_id)));
                }
            }
        }
    }

    fn file(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.line(format_args!("{}:", code(name)));
        }
    }

    fn entry(&mut self, entry: &Entry, zone: &TimeZone) {
        match entry {
            Entry::Human(turn) => self.human(turn, zone),
            Entry::Agent(turn) => {
                let on = turn
                    .point
                    .as_deref()
                    .map(|point| format!(", on point {}", inline(point)));
                let (on, at) = (on.unwrap_or_default(), moment(turn.at, zone));
                self.line(format_args!("### Agent{on}, {at}"));
                self.said(Some(&turn.answer));
                self.blocks(turn.content.as_deref().unwrap_or_default());
                self.points(turn.points.as_deref().unwrap_or_default());
            }
        }
    }

    fn human(&mut self, turn: &HumanEntry, zone: &TimeZone) {
        let name = turn.by.as_ref().and_then(|by| by.name.as_deref());
        let name = name.map_or_else(|| "Person".to_owned(), inline);
        let outcome = turn.reply.tag().replace('_', " ");
        self.line(format_args!(
            "### {name}: {outcome}, {}",
            moment(turn.at, zone)
        ));
        match &turn.reply {
            Reply::Answered(reply) => {
                if !reply.selected.is_empty() {
                    let labels: Vec<_> = reply
                        .selected
                        .iter()
                        .map(|label| format!("**{}**", inline(label)))
                        .collect();
                    self.line(format_args!("Chosen: {}", labels.join(", ")));
                }
                self.said(reply.text.as_deref());
                self.pictures(reply.images.as_deref());
            }
            Reply::Approved(reply) => {
                self.said(reply.note.as_deref());
                self.pictures(reply.images.as_deref());
            }
            Reply::ChangesRequested(reply) => {
                self.said(Some(&reply.feedback));
                self.pictures(reply.images.as_deref());
            }
            Reply::FollowUp(reply) => {
                self.said(Some(&reply.question));
                self.pictures(reply.images.as_deref());
            }
            Reply::Dismissed(_) => {}
            Reply::Responded(reply) => {
                for point in &reply.points {
                    let resolved = match point.resolved {
                        Some(true) => ": resolved",
                        Some(false) => ": open again",
                        None => "",
                    };
                    self.line(format_args!("**Point {}**{resolved}", inline(&point.point)));
                    self.said(point.text.as_deref());
                    self.pictures(point.images.as_deref());
                }
            }
        }
    }

    fn pictures(&mut self, uploads: Option<&[String]>) {
        for upload in uploads.unwrap_or_default() {
            self.line(format_args!("Picture {}", code(upload)));
        }
    }
}

fn state(ask: &Ask, zone: &TimeZone) -> String {
    match (ask.status(), ask.closed_at()) {
        (AskStatus::AwaitingHuman, _) => "waits for the person".to_owned(),
        (AskStatus::AwaitingAgent, _) => "waits for the agent".to_owned(),
        (AskStatus::Closed, None) => "closed".to_owned(),
        (AskStatus::Closed, Some(at)) => format!("closed {}", moment(at, zone)),
    }
}

//! Texts that are too large to be there as a whole. Owns how they are read page by page and written as they are read.

use axum::{
    BoxError,
    body::{Body, Bytes},
};
use futures_util::stream;
use jiff::tz::TimeZone;
use loopback_contract::{Ask, Decision, ExportFormat, Timestamp};
use loopback_inbox::{Hub, HubError};
use serde::Serialize;

use crate::export::{self, Days};

/// How many asks are in memory at a time; each may be of a few hundred KiB.
const ASKS: u32 = 10;

/// How many decisions are.
const DECISIONS: u32 = 100;

/// Something that is read page by page.
pub(super) trait Pages: Send + 'static {
    type Item: Serialize + Send;

    /// What stands above all of it in markdown.
    const HEADING: &'static str;

    /// The next page. After the last one they are empty.
    fn next(&mut self) -> impl Future<Output = Result<Vec<Self::Item>, HubError>> + Send;

    /// One item in markdown.
    fn markdown(&mut self, item: &Self::Item) -> String;
}

/// The text as it is sent. If a page cannot be read, it ends in the middle, and the connection with it.
pub(super) fn written<P: Pages>(pages: P, format: ExportFormat, hub: &Hub) -> Body {
    let writing = Writing {
        pages,
        format,
        place: Place::Head,
        now: hub.now(),
        zone: hub.zone(),
    };
    Body::from_stream(stream::try_unfold(Some(writing), |writing| async move {
        let Some(mut writing) = writing else {
            return Ok(None);
        };
        let step = writing.step().await.inspect_err(|error| {
            tracing::warn!(%error, "an export ends in the middle");
        })?;
        Ok::<_, BoxError>(Some(match step {
            Step::More(text) => (Bytes::from(text), Some(writing)),
            Step::Last(text) => (Bytes::from(text), None),
        }))
    }))
}

enum Step {
    More(String),
    Last(String),
}

/// How far a text has come.
enum Place {
    Head,
    FirstItem,
    Items,
}

struct Writing<P> {
    pages: P,
    format: ExportFormat,
    place: Place,
    now: Timestamp,
    zone: TimeZone,
}

impl<P: Pages> Writing<P> {
    async fn step(&mut self) -> Result<Step, BoxError> {
        if matches!(self.place, Place::Head) {
            self.place = Place::FirstItem;
            return Ok(Step::More(self.head()));
        }
        let items = self.pages.next().await?;
        if items.is_empty() {
            return Ok(Step::Last(self.end()));
        }
        let mut text = String::new();
        for item in &items {
            self.item(item, &mut text)?;
        }
        Ok(Step::More(text))
    }

    fn head(&self) -> String {
        match self.format {
            ExportFormat::Json => format!("{{\"exportedAt\":\"{}\",\"items\":[", self.now),
            ExportFormat::Markdown => format!(
                "# {}\n\nTaken from Loopback on {}.\n",
                P::HEADING,
                export::moment(self.now, &self.zone)
            ),
        }
    }

    fn item(&mut self, item: &P::Item, text: &mut String) -> Result<(), serde_json::Error> {
        match self.format {
            ExportFormat::Json => {
                if matches!(self.place, Place::Items) {
                    text.push(',');
                }
                text.push_str(&serde_json::to_string(item)?);
            }
            ExportFormat::Markdown => text.push_str(&self.pages.markdown(item)),
        }
        self.place = Place::Items;
        Ok(())
    }

    fn end(&self) -> String {
        match (self.format, &self.place) {
            (ExportFormat::Json, _) => "]}".to_owned(),
            (ExportFormat::Markdown, Place::Items) => String::new(),
            (ExportFormat::Markdown, _) => "\nThere is nothing yet.\n".to_owned(),
        }
    }
}

/// All asks, the oldest first.
pub(super) struct Asks {
    hub: Hub,
    zone: TimeZone,
    after: Option<Timestamp>,
    ahead: Option<Vec<Ask>>,
}

impl Asks {
    /// The first page is read at once, so that what keeps it from being read is told as a refusal.
    pub(super) async fn of(hub: Hub) -> Result<Self, HubError> {
        let mut asks = Self {
            zone: hub.zone(),
            hub,
            after: None,
            ahead: None,
        };
        asks.ahead = Some(asks.next().await?);
        Ok(asks)
    }
}

impl Pages for Asks {
    type Item = Ask;

    const HEADING: &'static str = "All asks, the oldest first";

    async fn next(&mut self) -> Result<Vec<Ask>, HubError> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(ahead);
        }
        let asks = self.hub.oldest_asks(self.after, ASKS).await?;
        self.after = asks.last().map(Ask::created_at).or(self.after);
        Ok(asks)
    }

    fn markdown(&mut self, ask: &Ask) -> String {
        format!("\n---\n\n{}", export::ask(ask, &self.zone))
    }
}

/// The person's replies, the newest first.
pub(super) struct Decisions {
    hub: Hub,
    query: Option<String>,
    days: Days,
    next: Next,
    ahead: Option<Vec<Decision>>,
}

/// Which page comes next.
enum Next {
    First,
    Before(Timestamp),
    None,
}

impl Decisions {
    /// The first page is read at once, so that a query that cannot be understood is told as a refusal.
    pub(super) async fn of(hub: Hub, query: Option<String>) -> Result<Self, HubError> {
        let mut decisions = Self {
            days: Days::new(hub.zone()),
            hub,
            query,
            next: Next::First,
            ahead: None,
        };
        decisions.ahead = Some(decisions.next().await?);
        Ok(decisions)
    }
}

impl Pages for Decisions {
    type Item = Decision;

    const HEADING: &'static str = "Decisions, the newest first";

    async fn next(&mut self) -> Result<Vec<Decision>, HubError> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(ahead);
        }
        let before = match self.next {
            Next::First => None,
            Next::Before(moment) => Some(moment),
            Next::None => return Ok(Vec::new()),
        };
        let query = self.query.as_deref();
        let page = self.hub.decisions(query, before, DECISIONS).await?;
        self.next = page.next_before.map_or(Next::None, Next::Before);
        Ok(page.items)
    }

    fn markdown(&mut self, decision: &Decision) -> String {
        self.days.line(decision)
    }
}

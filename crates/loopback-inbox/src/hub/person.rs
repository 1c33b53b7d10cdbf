//! What the person does and sees.

use loopback_contract::{
    Ask, AskId, AskPage, AskStatus, AskSummary, Draft, DraftInput, Reply, Snapshot, SummaryPage,
    SummarySnapshot, Timestamp,
};
use loopback_rules::Refusal;

use super::{Hub, Shared};
use crate::desk::{Given, drafts};
use crate::door::Door;
use crate::error::HubError;
use crate::store;

/// How many of the asks closed last a snapshot holds.
pub(super) const RECENT: u32 = 50;

/// The most asks of one page.
pub(super) const MOST_ON_PAGE: u32 = 100;

impl Hub {
    /// All open asks, the newest first, and the fifty closed last.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`]. The same holds for everything that only reads.
    pub async fn snapshot(&self) -> Result<Snapshot, HubError> {
        self.reading(|db, shared| {
            // One transaction, so that no ask closes between the two lists and is in both or neither.
            let read = db.transaction().map_err(crate::StoreError::from)?;
            let mut snapshot = Snapshot {
                open: store::asks::open(&read)?,
                recent: store::asks::closed(&read, None, RECENT)?,
            };
            shared.mark_asks(&mut snapshot.open);
            Ok(snapshot)
        })
        .await
    }

    /// The same as rows.
    ///
    /// # Errors
    ///
    /// As for [`Hub::snapshot`].
    pub async fn summaries(&self) -> Result<SummarySnapshot, HubError> {
        self.reading(|db, shared| {
            let read = db.transaction().map_err(crate::StoreError::from)?;
            let mut snapshot = SummarySnapshot {
                open: store::summaries::open(&read)?,
                recent: store::summaries::closed(&read, None, RECENT)?,
            };
            shared.mark_rows(&mut snapshot.open);
            Ok(snapshot)
        })
        .await
    }

    /// One ask.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); else as for [`Hub::snapshot`].
    pub async fn read(&self, ask: &AskId) -> Result<Ask, HubError> {
        let id = ask.clone();
        self.reading(move |db, shared| {
            let mut ask = store::asks::read(db, &id)?.ok_or_else(Refusal::ask_unknown)?;
            shared.mark_asks(std::slice::from_mut(&mut ask));
            Ok(ask)
        })
        .await
    }

    /// When an agent of each client last asked something, by the name the client introduced itself by.
    ///
    /// # Errors
    ///
    /// As for [`Hub::snapshot`].
    pub async fn last_asked(&self) -> Result<Vec<(String, Timestamp)>, HubError> {
        self.reading(|db, _| Ok(store::asks::last_by_caller(db)?))
            .await
    }

    /// One ask as a row.
    ///
    /// # Errors
    ///
    /// As for [`Hub::read`].
    pub async fn row(&self, ask: &AskId) -> Result<AskSummary, HubError> {
        let id = ask.clone();
        self.reading(move |db, shared| {
            let mut row = store::summaries::read(db, &id)?.ok_or_else(Refusal::ask_unknown)?;
            shared.mark_rows([&mut row]);
            Ok(row)
        })
        .await
    }

    /// Asks closed before a moment, or of all, the newest first. A limit of 0 counts as 1, and one
    /// above 100 as 100.
    ///
    /// # Errors
    ///
    /// As for [`Hub::snapshot`].
    pub async fn list(&self, before: Option<Timestamp>, limit: u32) -> Result<AskPage, HubError> {
        let limit = limit.clamp(1, MOST_ON_PAGE);
        self.reading(move |db, _| {
            let mut items = store::asks::closed(db, before, limit + 1)?;
            let next_before = cut_page(&mut items, limit, Ask::closed_at);
            Ok(AskPage { items, next_before })
        })
        .await
    }

    /// The same as rows.
    ///
    /// # Errors
    ///
    /// As for [`Hub::snapshot`].
    pub async fn list_summaries(
        &self,
        before: Option<Timestamp>,
        limit: u32,
    ) -> Result<SummaryPage, HubError> {
        let limit = limit.clamp(1, MOST_ON_PAGE);
        self.reading(move |db, _| {
            let mut items = store::summaries::closed(db, before, limit + 1)?;
            let next_before = cut_page(&mut items, limit, |row: &AskSummary| row.closed_at);
            Ok(SummaryPage { items, next_before })
        })
        .await
    }

    /// Gives the person's reply. The draft it was made of is dropped with it; words in another one stay.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::reply`]; [`HubError::Stopping`];
    /// [`HubError::Store`].
    pub async fn reply(&self, ask: &AskId, reply: Reply, door: Door) -> Result<Ask, HubError> {
        let id = ask.clone();
        let outcome = reply.tag();
        let replied = self
            .at_desk(move |desk| desk.give(&id, &Given::New(reply, door)))
            .await?;
        tracing::info!(%ask, outcome, ?door, "the person replied");
        Ok(replied)
    }

    /// Closes an ask on the agent's turn.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::close`]; [`HubError::Stopping`];
    /// [`HubError::Store`].
    pub async fn close(&self, ask: &AskId) -> Result<Ask, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.close_ask(&id)).await
    }

    /// Takes back a question asked back that no agent has been handed, nor is being handed.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); the refusals of [`loopback_rules::take_back`]; [`HubError::Stopping`];
    /// [`HubError::Store`].
    pub async fn take_back(&self, ask: &AskId) -> Result<Ask, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.take_back(&id)).await
    }

    /// What the person has typed for an ask and not sent.
    ///
    /// # Errors
    ///
    /// `ask.unknown`, `draft.unknown` (404); else as for [`Hub::snapshot`].
    pub async fn draft(&self, ask: &AskId) -> Result<Draft, HubError> {
        let id = ask.clone();
        self.reading(move |db, _| drafts::read(db, &id)).await
    }

    /// Keeps what the person has typed. It is kept on closed asks too: an ask that was withdrawn while
    /// they typed does not take their words with it.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); `draft.stale` (409) if `version` is not the newest; `draft.too_large` (413)
    /// above 256 KiB; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn put_draft(&self, ask: &AskId, draft: DraftInput) -> Result<Draft, HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.put_draft(&id, draft)).await
    }

    /// Drops what the person has typed, if anything.
    ///
    /// # Errors
    ///
    /// `ask.unknown` (404); [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn delete_draft(&self, ask: &AskId) -> Result<(), HubError> {
        let id = ask.clone();
        self.at_desk(move |desk| desk.delete_draft(&id)).await
    }
}

impl Shared {
    /// Marks the asks that are waited for. An ask is read before it is asked who waits for it: whoever
    /// opens one waits for it before it can be read.
    pub(super) fn mark_asks(&self, asks: &mut [Ask]) {
        for ask in asks {
            if ask.status() == AskStatus::AwaitingHuman {
                self.presence.attention(ask.id()).mark(ask);
            }
        }
    }

    pub(super) fn mark_rows<'a>(&self, rows: impl IntoIterator<Item = &'a mut AskSummary>) {
        for row in rows {
            if row.status == AskStatus::AwaitingHuman {
                self.presence.attention(&row.id).mark_row(row);
            }
        }
    }
}

/// Cuts one item too many off a page, and says where the next page begins if there was one.
pub(super) fn cut_page<T>(
    items: &mut Vec<T>,
    limit: u32,
    closed_at: impl Fn(&T) -> Option<Timestamp>,
) -> Option<Timestamp> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    if items.len() <= limit {
        return None;
    }
    items.truncate(limit);
    items.last().and_then(closed_at)
}

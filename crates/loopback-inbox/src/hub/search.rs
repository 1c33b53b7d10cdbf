//! What the person looks up: asks by their words, their own replies, and everything from the beginning.

use jiff::tz::TimeZone;
use loopback_contract::{Ask, DecisionPage, SearchPage, Timestamp};

use super::Hub;
use super::person::{MOST_ON_PAGE, cut_page};
use crate::error::HubError;
use crate::query::{self, Query};
use crate::store;
use crate::store::lookup::Lookup;
use crate::store::search_index::Progress;

impl Hub {
    /// Asks, open and closed, in which all is there that `typed` names, by the moment they were opened: the
    /// newest first, those before `before` only. A limit of 0 counts as 1, and one above 100 as 100.
    ///
    /// Words are found whole and in any case, with and without accents; the last one may be the beginning
    /// of one, and parts of a name in `camelCase` are words. A word in quotation marks is found as it stands; one with a capital or a sign in its middle
    /// within longer ones too. `project:`, `agent:`, `kind:`, `outcome:` (of the newest reply), `before:`
    /// and `after:` narrow it down.
    ///
    /// # Errors
    ///
    /// `search.query` (422) for a filter that cannot be understood, in words that begin with it, and for a
    /// query without anything that can be looked up; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn search(
        &self,
        typed: &str,
        before: Option<Timestamp>,
        limit: u32,
    ) -> Result<SearchPage, HubError> {
        let query = Query::parse(typed, &self.zone())?;
        if query.terms.is_empty() && !query.filters.narrow() {
            return Err(query::refusal(
                "A search needs a word, or a filter such as project:engine.",
            )
            .into());
        }
        if !query.terms.is_empty() && Lookup::of(&query.terms).is_empty() {
            return Err(query::refusal(
                "Nothing can be looked up by this: a search needs a letter, a digit or a sign.",
            )
            .into());
        }
        self.derive().await?;
        let limit = limit.clamp(1, MOST_ON_PAGE);
        self.reading(move |db, shared| {
            let read = db.transaction().map_err(crate::StoreError::from)?;
            let mut items = store::search::find(&read, &query, before, one_more(limit))?;
            let next_before = cut_page(&mut items, limit, |hit| Some(hit.ask.created_at));
            shared.mark_rows(items.iter_mut().map(|hit| &mut hit.ask));
            Ok(SearchPage { items, next_before })
        })
        .await
    }

    /// The person's replies, the newest first, those before `before` only, narrowed down as in a search.
    /// Words are looked for in the line itself, and outcomes are the line's own. Blank words narrow nothing.
    ///
    /// # Errors
    ///
    /// As for [`Hub::search`], except that there may be nothing to look up.
    pub async fn decisions(
        &self,
        typed: Option<&str>,
        before: Option<Timestamp>,
        limit: u32,
    ) -> Result<DecisionPage, HubError> {
        let query = Query::parse(typed.unwrap_or_default(), &self.zone())?;
        self.derive().await?;
        let limit = limit.clamp(1, MOST_ON_PAGE);
        self.reading(move |db, _| {
            let mut items = store::decisions::list(db, &query, before, one_more(limit))?;
            let next_before = cut_page(&mut items, limit, |decision| Some(decision.at));
            Ok(DecisionPage { items, next_before })
        })
        .await
    }

    /// Whole asks opened after a moment, or of all, the oldest first. The limit is as for [`Hub::list`].
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn oldest_asks(
        &self,
        after: Option<Timestamp>,
        limit: u32,
    ) -> Result<Vec<Ask>, HubError> {
        let limit = limit.clamp(1, MOST_ON_PAGE);
        self.reading(move |db, shared| {
            let mut asks = store::asks::oldest(db, after, limit)?;
            shared.mark_asks(&mut asks);
            Ok(asks)
        })
        .await
    }

    /// The zone whose days the person means: the machine's.
    #[must_use]
    pub fn zone(&self) -> TimeZone {
        self.shared.clock.zone()
    }

    /// Brings up to date what is derived from the asks: all that was committed before this began.
    async fn derive(&self) -> Result<(), HubError> {
        let progress = self
            .reading(|db, _| Ok(store::search_index::progress(db)?))
            .await?;
        if progress == Progress::Behind {
            while self.at_desk(|desk| Ok(desk.derive()?)).await? == Progress::Behind {}
        }
        Ok(())
    }
}

fn one_more(limit: u32) -> usize {
    usize::try_from(limit)
        .unwrap_or(usize::MAX)
        .saturating_add(1)
}

//! Asks as HTML. Owns when something is rendered, on which thread, and what is kept of it; how it is rendered is
//! `loopback-render`'s.

mod align;
mod budgets;
mod cache;
mod carried;
mod changes;
mod places;
#[cfg(test)]
mod unseen;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loopback_contract::{Ask, AskId, RenderedAsk, RenderedPart};
use loopback_render::{
    Budget, CodeOptions, Colour, DiffOptions, Layout, MarkdownOptions, Rendered, Warning,
};
use tokio::{runtime::Handle, sync::Semaphore};

pub(crate) use changes::NO_REVISION;

use self::{
    budgets::Budgets,
    cache::{Cache, Html, Key},
    places::{Piece, places},
};
use crate::http::Problem;

/// So many pieces are coloured at one time: more would only take the processor from those who wait for a reply.
const PIECES: usize = 2;

/// So many asks take turns at that, piece by piece: one that is slow to colour does not hold up the others.
const ASKS: usize = 16;

/// So many asks are rendered without colour at one time. They wait for none that is coloured.
const PLAIN_ASKS: usize = 4;

/// Headings of agents stand beneath the page's own.
const HEADING_OFFSET: u8 = 2;

/// How something is to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Look {
    pub(crate) colour: Colour,
    pub(crate) layout: Layout,
}

/// Renders asks and keeps what it rendered, by what it was rendered from.
pub(crate) struct Renderer {
    shared: Arc<Shared>,
    coloured: Arc<Semaphore>,
    plain: Arc<Semaphore>,
}

struct Shared {
    cache: Mutex<Cache>,
    budgets: Budgets,
    pieces: Semaphore,
}

impl Renderer {
    /// Keeps at most this many bytes of HTML.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                cache: Mutex::new(Cache::new(bytes)),
                budgets: Budgets::default(),
                pieces: Semaphore::new(PIECES),
            }),
            coloured: Arc::new(Semaphore::new(ASKS)),
            plain: Arc::new(Semaphore::new(PLAIN_ASKS)),
        }
    }

    /// Every text and block of the ask that is shown as more than plain text, each under its place; or the one of them
    /// at `only`.
    pub(crate) async fn render(
        &self,
        ask: Ask,
        look: Look,
        only: Option<String>,
    ) -> Result<RenderedAsk, Problem> {
        let id = ask.id().clone();
        self.work(&id, look.colour, move |shared| {
            shared.render(&ask, look, only.as_deref())
        })
        .await?
    }

    /// Does something slow on a thread that may block, when it is this ask's turn.
    async fn work<T: Send + 'static>(
        &self,
        ask: &AskId,
        colour: Colour,
        work: impl FnOnce(&Shared) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turns = match colour {
            Colour::Plain => &self.plain,
            Colour::Full => &self.coloured,
        };
        let (shared, turn) = (
            Arc::clone(&self.shared),
            Arc::clone(turns).acquire_owned().await,
        );
        let rendering = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work(&shared)
        });
        rendering.await.map_err(|_| {
            // Not with the panic's own words, which may quote the ask.
            tracing::error!(%ask, "an ask could not be rendered");
            Problem::internal()
        })
    }
}

impl Shared {
    fn render(&self, ask: &Ask, look: Look, only: Option<&str>) -> Result<RenderedAsk, Problem> {
        let mut places = places(ask);
        if let Some(only) = only {
            places.retain(|(place, _)| place == only);
            if places.is_empty() {
                return Err(Problem::not_found(
                    "place.unknown",
                    "The ask has nothing at this place that is rendered.",
                ));
            }
        }
        let parts = places.into_iter().map(|(place, piece)| {
            let html = self.cached(&piece, &id_prefix(ask.id(), &place), look, ask.id());
            RenderedPart {
                place,
                html: html.html.clone(),
                warnings: html.warnings.clone(),
            }
        });
        Ok(RenderedAsk {
            ask_id: ask.id().clone(),
            updated_at: ask.updated_at(),
            parts: parts.collect(),
        })
    }

    fn cached(&self, piece: &Piece<'_>, prefix: &str, look: Look, ask: &AskId) -> Arc<Html> {
        let key = Key::of(piece, prefix, look);
        if let Some(html) = self.cache().get(&key) {
            return html;
        }
        // Not under the cache's lock: what is there already need not wait for this.
        let rendered = self.turn(look.colour, ask, |budget| {
            rendered(piece, prefix, look, budget)
        });
        self.keep(key, rendered)
    }

    /// Does `work` when it is its turn, within what is left of the ask's time.
    fn turn<T>(&self, colour: Colour, ask: &AskId, work: impl FnOnce(&mut Budget) -> T) -> T {
        if colour == Colour::Plain {
            return work(&mut Budget::default());
        }
        let budget = self.budgets.of(ask);
        // First the ask's own time, so that one ask cannot take all turns.
        let mut budget = budget.lock().unwrap_or_else(PoisonError::into_inner);
        let _turn = Handle::current().block_on(self.pieces.acquire());
        work(&mut budget)
    }

    fn keep(&self, key: Key, rendered: Rendered) -> Arc<Html> {
        let complete = !rendered.warnings.contains(&Warning::HighlightingStopped);
        let html = Arc::new(Html::from(rendered));
        // What was stopped half way may be whole the next time, when the machine is less busy.
        if complete {
            self.cache().keep(key, &html);
        }
        html
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What ids within the HTML begin with: they must differ between asks and places.
fn id_prefix(ask: &AskId, place: &str) -> String {
    format!("{ask}{}", place.replace('/', "-"))
}

fn markdown_options(prefix: &str, look: Look) -> MarkdownOptions {
    MarkdownOptions {
        id_prefix: prefix.to_owned(),
        heading_offset: HEADING_OFFSET,
        colour: look.colour,
    }
}

fn rendered(piece: &Piece<'_>, prefix: &str, look: Look, budget: &mut Budget) -> Rendered {
    match *piece {
        Piece::Markdown(text) => {
            loopback_render::markdown(text, &markdown_options(prefix, look), budget)
        }
        Piece::Code {
            code,
            language,
            filename,
        } => {
            let options = CodeOptions {
                language,
                filename,
                colour: look.colour,
            };
            loopback_render::code(code, &options, budget)
        }
        Piece::Diff { diff, filename } => {
            let options = DiffOptions {
                filename,
                layout: look.layout,
                colour: look.colour,
            };
            loopback_render::diff(diff, &options, budget)
        }
    }
}

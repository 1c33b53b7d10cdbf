//! Asks as HTML. Owns when something is rendered, on which thread, and what is kept of it; how it is rendered is
//! `loopback-render`'s.

mod cache;
mod places;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use loopback_contract::{Ask, RenderedAsk, RenderedPart};
use loopback_render::{MarkdownOptions, Rendered, Warning};
use tokio::{runtime::Handle, sync::Semaphore};

use self::{
    cache::{Cache, Html, Key},
    places::{Piece, places},
};
use crate::http::Problem;

/// So many pieces are rendered at one time: more would only take the processor from those who wait for a reply.
const PIECES: usize = 2;

/// So many asks take turns at that, piece by piece: one that is slow to render does not hold up the others.
const ASKS: usize = 16;

/// Headings of agents stand beneath the page's own.
const HEADING_OFFSET: u8 = 2;

/// Renders asks and keeps what it rendered, by what it was rendered from.
pub(crate) struct Renderer {
    shared: Arc<Shared>,
    asks: Arc<Semaphore>,
}

struct Shared {
    cache: Mutex<Cache>,
    pieces: Semaphore,
}

impl Renderer {
    /// Keeps at most this many bytes of HTML.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                cache: Mutex::new(Cache::new(bytes)),
                pieces: Semaphore::new(PIECES),
            }),
            asks: Arc::new(Semaphore::new(ASKS)),
        }
    }

    /// Every text and block of the ask that is shown as more than plain text, each under its place.
    pub(crate) async fn render(&self, ask: Ask) -> Result<RenderedAsk, Problem> {
        let (shared, id) = (Arc::clone(&self.shared), ask.id().clone());
        let turn = Arc::clone(&self.asks).acquire_owned().await;
        let rendering = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            shared.render(&ask)
        });
        rendering.await.map_err(|_| {
            // Not with the panic's own words, which may quote the ask.
            tracing::error!(ask = %id, "an ask could not be rendered");
            Problem::internal()
        })
    }
}

impl Shared {
    fn render(&self, ask: &Ask) -> RenderedAsk {
        let parts = places(ask).into_iter().map(|(place, piece)| {
            // Ids within the HTML must differ between asks and places, so they are part of what it is made from.
            let prefix = format!("{}{}", ask.id(), place.replace('/', "-"));
            let html = self.cached(&piece, &prefix);
            RenderedPart {
                place,
                html: html.html.clone(),
                warnings: html.warnings.clone(),
            }
        });
        RenderedAsk {
            ask_id: ask.id().clone(),
            updated_at: ask.updated_at(),
            parts: parts.collect(),
        }
    }

    fn cached(&self, piece: &Piece<'_>, prefix: &str) -> Arc<Html> {
        let key = Key::of(piece, prefix);
        if let Some(html) = self.cache().get(&key) {
            return html;
        }
        // Not under the cache's lock: what is there already need not wait for this.
        let turn = Handle::current().block_on(self.pieces.acquire());
        let rendered = rendered(piece, prefix);
        drop(turn);
        let complete = !rendered.warnings.contains(&Warning::HighlightingStopped);
        let html = Arc::new(Html {
            warnings: rendered.warnings.iter().map(ToString::to_string).collect(),
            html: rendered.html.into_string(),
        });
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

fn rendered(piece: &Piece<'_>, prefix: &str) -> Rendered {
    match piece {
        Piece::Markdown(text) => {
            let options = MarkdownOptions {
                id_prefix: prefix.to_owned(),
                heading_offset: HEADING_OFFSET,
            };
            loopback_render::markdown(text, &options)
        }
        Piece::Code {
            code,
            language,
            filename,
        } => loopback_render::code(code, *language, *filename),
        Piece::Diff { diff, filename } => loopback_render::diff(diff, *filename),
    }
}

//! Asks as HTML. Owns when something is rendered, on which thread, and what is kept of it; how it is rendered is
//! `loopback-render`'s.

mod cache;
mod places;

use std::sync::{Arc, Mutex, PoisonError};

use loopback_contract::{Ask, RenderedAsk, RenderedPart};
use loopback_render::{MarkdownOptions, Warning};
use tokio::sync::Semaphore;

use self::{
    cache::{Cache, Html, Key},
    places::{Piece, places},
};
use crate::http::Problem;

/// So many asks are rendered at one time: more would only take the processor from those who wait for a reply.
const AT_ONCE: usize = 2;

/// Headings of agents stand beneath the page's own.
const HEADING_OFFSET: u8 = 2;

/// Renders asks and keeps what it rendered, by what it was rendered from.
pub(crate) struct Renderer {
    cache: Arc<Mutex<Cache>>,
    places: Arc<Semaphore>,
}

impl Renderer {
    /// Keeps at most this many bytes of HTML.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            cache: Arc::new(Mutex::new(Cache::new(bytes))),
            places: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Every text and block of the ask that is shown as more than plain text, each under its place.
    pub(crate) async fn render(&self, ask: Ask) -> Result<RenderedAsk, Problem> {
        let cache = Arc::clone(&self.cache);
        let turn = Arc::clone(&self.places)
            .acquire_owned()
            .await
            .map_err(|_| Problem::internal())?;
        let rendering = tokio::task::spawn_blocking(move || {
            let rendered = render(&ask, &cache);
            drop(turn);
            rendered
        });
        rendering.await.map_err(|panic| {
            tracing::error!(%panic, "an ask could not be rendered");
            Problem::internal()
        })
    }
}

fn render(ask: &Ask, cache: &Mutex<Cache>) -> RenderedAsk {
    let parts = places(ask).into_iter().map(|(place, piece)| {
        // Ids within the HTML must differ between asks and places, so they are part of what it is made from.
        let prefix = format!("{}{}", ask.id(), place.replace('/', "-"));
        let html = cached(&piece, &prefix, cache);
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

fn cached(piece: &Piece<'_>, prefix: &str, cache: &Mutex<Cache>) -> Arc<Html> {
    let key = Key::of(piece, prefix);
    let lock = || cache.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(html) = lock().get(&key) {
        return html;
    }
    // Not under the lock: another ask must not wait for this one.
    let rendered = match piece {
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
    };
    let complete = !rendered.warnings.contains(&Warning::HighlightingStopped);
    let html = Arc::new(Html {
        warnings: rendered.warnings.iter().map(ToString::to_string).collect(),
        html: rendered.html.into_string(),
    });
    // What was stopped half way may be whole the next time, when the machine is less busy.
    if complete {
        lock().keep(key, &html);
    }
    html
}

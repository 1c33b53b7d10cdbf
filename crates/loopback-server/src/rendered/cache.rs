//! What was rendered, by the hash of what it was rendered from. What was not asked for longest goes first.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use loopback_render::{Colour, Layout, Rendered};
use sha2::{Digest, Sha256};

use super::{Look, places::Piece};

/// One rendered piece.
pub(super) struct Html {
    pub(super) html: String,
    pub(super) warnings: Vec<String>,
}

impl From<Rendered> for Html {
    fn from(rendered: Rendered) -> Self {
        Self {
            warnings: rendered.warnings.iter().map(ToString::to_string).collect(),
            html: rendered.html.into_string(),
        }
    }
}

/// The hash of everything that a piece's HTML depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key([u8; 32]);

impl Key {
    pub(super) fn of(piece: &Piece<'_>, prefix: &str, look: Look) -> Self {
        let parts: [&[u8]; 4] = match *piece {
            Piece::Markdown(text) => [b"markdown", prefix.as_bytes(), b"", text.as_bytes()],
            Piece::Code {
                code,
                language,
                filename,
            } => {
                let (language, filename) =
                    (language.unwrap_or_default(), filename.unwrap_or_default());
                [
                    b"code",
                    language.as_bytes(),
                    filename.as_bytes(),
                    code.as_bytes(),
                ]
            }
            Piece::Diff { diff, filename } => [
                b"diff",
                match look.layout {
                    Layout::Unified => b"unified",
                    Layout::Split => b"split",
                },
                filename.unwrap_or_default().as_bytes(),
                diff.as_bytes(),
            ],
        };
        let mut hash = Sha256::new();
        hash.update(match look.colour {
            Colour::Plain => [0],
            Colour::Full => [1],
        });
        for part in parts {
            // With its length before it, so that no part can pass for the end of another.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }
}

impl Key {
    /// Of the difference between two versions of a piece.
    pub(super) fn between(
        was: Option<&Piece<'_>>,
        is: Option<&Piece<'_>>,
        prefix: &str,
        look: Look,
    ) -> Self {
        let mut hash = Sha256::new_with_prefix(b"between");
        for version in [was, is] {
            match version {
                Some(piece) => hash.update(Self::of(piece, prefix, look).0),
                None => hash.update([0; 32]),
            }
        }
        Self(hash.finalize().into())
    }
}

/// Rendered pieces, up to so many bytes.
pub(super) struct Cache {
    limit: usize,
    used: usize,
    turn: u64,
    pieces: HashMap<Key, (u64, Arc<Html>)>,
    by_turn: BTreeMap<u64, Key>,
}

impl Cache {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            limit,
            used: 0,
            turn: 0,
            pieces: HashMap::new(),
            by_turn: BTreeMap::new(),
        }
    }

    pub(super) fn get(&mut self, key: &Key) -> Option<Arc<Html>> {
        let (turn, html) = self.pieces.get_mut(key)?;
        self.by_turn.remove(turn);
        self.turn += 1;
        *turn = self.turn;
        self.by_turn.insert(self.turn, *key);
        Some(Arc::clone(html))
    }

    pub(super) fn keep(&mut self, key: Key, html: &Arc<Html>) {
        let bytes = size(html);
        if bytes > self.limit || self.pieces.contains_key(&key) {
            return;
        }
        while self.used + bytes > self.limit {
            self.drop_oldest();
        }
        self.used += bytes;
        self.turn += 1;
        self.by_turn.insert(self.turn, key);
        self.pieces.insert(key, (self.turn, Arc::clone(html)));
    }

    fn drop_oldest(&mut self) {
        let oldest = self
            .by_turn
            .pop_first()
            .and_then(|(_, key)| self.pieces.remove(&key));
        match oldest {
            Some((_, html)) => self.used -= size(&html),
            None => self.used = 0,
        }
    }
}

fn size(html: &Html) -> usize {
    const OVERHEAD: usize = 256;
    OVERHEAD + html.html.len() + html.warnings.iter().map(String::len).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(bytes: usize) -> Arc<Html> {
        Arc::new(Html {
            html: "x".repeat(bytes),
            warnings: Vec::new(),
        })
    }

    fn key(text: &str) -> Key {
        Key::of(&Piece::Markdown(text), "", Look::default())
    }

    #[test]
    fn what_was_not_asked_for_longest_goes_first() {
        let mut cache = Cache::new(3_000);
        cache.keep(key("a"), &html(1_000));
        cache.keep(key("b"), &html(1_000));
        assert!(cache.get(&key("a")).is_some());
        cache.keep(key("c"), &html(1_000));
        assert!(cache.get(&key("a")).is_some());
        assert!(cache.get(&key("b")).is_none());
        assert!(cache.get(&key("c")).is_some());
    }

    #[test]
    fn it_never_holds_more_than_its_limit() {
        let mut cache = Cache::new(10_000);
        for number in 0..1_000 {
            cache.keep(key(&number.to_string()), &html(number * 20));
            assert!(cache.used <= 10_000);
            assert_eq!(cache.pieces.len(), cache.by_turn.len());
        }
        assert_eq!(
            cache.used,
            cache
                .pieces
                .values()
                .map(|(_, html)| size(html))
                .sum::<usize>()
        );
    }

    #[test]
    fn pieces_that_render_differently_have_different_keys() {
        let code = |language, filename| Piece::Code {
            code: "x",
            language,
            filename,
        };
        let pieces = [
            Piece::Markdown("x"),
            code(None, None),
            code(Some("x"), None),
            code(None, Some("x")),
            Piece::Diff {
                diff: "x",
                filename: None,
            },
        ];
        let usual = Look::default();
        let key = |piece, prefix| Key::of(piece, prefix, usual);
        for (place, one) in pieces.iter().enumerate() {
            for other in &pieces[place + 1..] {
                assert!(key(one, "") != key(other, ""));
            }
            let plain = Look {
                colour: Colour::Plain,
                ..usual
            };
            assert!(key(one, "") != Key::of(one, "", plain));
        }
        assert!(key(&pieces[0], "one") != key(&pieces[0], "other"));
        let split = Look {
            layout: Layout::Split,
            ..usual
        };
        for (piece, same) in pieces.iter().zip([true, true, true, true, false]) {
            assert_eq!(key(piece, "") == Key::of(piece, "", split), same);
        }
    }
}

//! What a text is to a search: letters without case and accents, blanks as one, and nothing unseen.

use std::collections::BTreeSet;

use loopback_rules::is_unseen;
use unicode_normalization::char::decompose_canonical;

use super::is_token;

/// A text as it is searched, and where in it the parts of names begin that are written in `camelCase`.
#[derive(Debug)]
pub(crate) struct Folded {
    pub(crate) text: String,
    humps: Vec<usize>,
}

impl Folded {
    pub(crate) fn of(text: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(text.len()),
            humps: Vec::new(),
        };
        let mut last = None;
        fold_each(text, |at, c| {
            if last.replace(at) != Some(at) && begins_hump(text, at) {
                folded.humps.push(folded.text.len());
            }
            folded.text.push(c);
        });
        folded
    }

    /// Whether a part of a name begins here.
    pub(super) fn is_hump(&self, at: usize) -> bool {
        self.humps.binary_search(&at).is_ok()
    }

    /// The names that have parts, each as its parts with blanks between them.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut humps = self.humps.as_slice();
        while let [first, ..] = humps {
            let is_end = |c| !is_token(c);
            let start = self.text[..*first].rfind(is_end);
            let start = start.map_or(0, |at| at + char_len(&self.text, at));
            let end = self.text[*first..].find(is_end);
            let end = end.map_or(self.text.len(), |length| first + length);
            let within = humps.partition_point(|&hump| hump < end);
            let mut name = String::with_capacity(end - start + within);
            let mut from = start;
            for &hump in &humps[..within] {
                name.push_str(&self.text[from..hump]);
                name.push(' ');
                from = hump;
            }
            name.push_str(&self.text[from..end]);
            names.insert(name);
            humps = &humps[within..];
        }
        names
    }
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

/// Whether a capital here begins another part of a name: `S` in `maxSize`, in `sha2Sum` and in `HTTPServer`.
fn begins_hump(text: &str, at: usize) -> bool {
    let mut after = text[at..].chars();
    if !after.next().is_some_and(char::is_uppercase) {
        return false;
    }
    text[..at].chars().next_back().is_some_and(|before| {
        before.is_lowercase()
            || before.is_numeric()
            || before.is_uppercase() && after.next().is_some_and(char::is_lowercase)
    })
}

/// The text as it is searched.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_each(text, |_, c| folded.push(c));
    folded
}

/// Gives each character of the folded text, with the place in `text` of the character it comes from.
pub(super) fn fold_each(text: &str, mut each: impl FnMut(usize, char)) {
    let mut after_blank = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            if !after_blank {
                each(at, ' ');
            }
            after_blank = true;
            continue;
        }
        let before = after_blank;
        after_blank = false;
        if c.is_ascii_graphic() {
            each(at, c.to_ascii_lowercase());
        } else if is_unseen(c) || is_accent(c) {
            // What leaves no mark does not part two blanks either.
            after_blank = before;
        } else {
            fold_letter(c, |c| each(at, c));
        }
    }
}

fn fold_letter(c: char, mut each: impl FnMut(char)) {
    let c = match c {
        // The wide forms that East Asian keyboards give.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        'ς' => 'σ',
        'ß' | 'ẞ' => {
            each('s');
            's'
        }
        _ => c,
    };
    let mut accented = false;
    decompose_canonical(c, |part| accented |= is_accent(part));
    if accented {
        decompose_canonical(c, |part| {
            if !is_accent(part) {
                part.to_lowercase().for_each(&mut each);
            }
        });
    } else {
        c.to_lowercase().filter(|&c| !is_accent(c)).for_each(each);
    }
}

/// The marks that stand on Latin, Greek and Cyrillic letters. Those of other scripts make other letters.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

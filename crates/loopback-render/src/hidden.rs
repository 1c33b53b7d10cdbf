//! Which characters lie to the eye: invisible ones, ones that change direction, and letters that look like others.
//!
//! Owns the tables and the names. Knows nothing of HTML.

/// Where a piece of text stands; prose has uses for characters that have no business in code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Prose,
    Code,
}

/// Whether `c`, standing between `before` and `after`, would not be seen and has no honest use there.
pub(crate) fn is_hidden(c: char, before: Option<char>, after: Option<char>, place: Place) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => true,
        // Emoji are joined and chosen with these; so are letters in Persian and the scripts of India.
        '\u{200c}' | '\u{200d}' => {
            !(before.is_some_and(is_pictograph) && after.is_some_and(is_pictograph)
                || place == Place::Prose
                    && before.is_some_and(is_joining_letter)
                    && after.is_some_and(is_joining_letter))
        }
        '\u{fe0e}' | '\u{fe0f}' => {
            !before.is_some_and(|b| is_pictograph(b) || is_keycap_base(b) || is_symbol(b))
        }
        // Space that is not a space breaks code, and is ordinary typography in prose.
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}'
        | '\u{ad}' => place == Place::Code,
        _ => is_always_hidden(c),
    }
}

fn is_always_hidden(c: char) -> bool {
    matches!(c,
        '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2460}'..='\u{24ff}' | '\u{25a0}'..='\u{27bf}'
        | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

fn is_keycap_base(c: char) -> bool {
    matches!(c, '0'..='9' | '#' | '*')
}

fn is_symbol(c: char) -> bool {
    matches!(
        c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
    )
}

/// Letters and marks of scripts in which a joiner changes how a word is written: Arabic and its neighbours, Indic.
fn is_joining_letter(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// The ASCII character that `c` is easily taken for, if it is one of those worth a mark.
pub(crate) fn looks_like(c: char) -> Option<char> {
    if c.is_ascii() {
        return None;
    }
    LOOK_ALIKES
        .binary_search_by_key(&c, |&(own, _, _)| own)
        .ok()
        .map(|at| LOOK_ALIKES[at].1)
}

/// `U+202E RIGHT-TO-LEFT OVERRIDE`; without the name where we know none.
pub(crate) fn label(c: char) -> String {
    let name = name(c);
    let space = if name.is_empty() { "" } else { " " };
    format!("{}{space}{name}", code_point(c))
}

/// `U+202E`
pub(crate) fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

fn name(c: char) -> &'static str {
    if let Ok(at) = NAMES.binary_search_by_key(&c, |&(own, _)| own) {
        return NAMES[at].1;
    }
    if let Ok(at) = LOOK_ALIKES.binary_search_by_key(&c, |&(own, _, _)| own) {
        return LOOK_ALIKES[at].2;
    }
    match c {
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => "CONTROL CHARACTER",
        '\u{2000}'..='\u{200a}' => "UNUSUAL SPACE",
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => "VARIATION SELECTOR",
        '\u{e0000}'..='\u{e007f}' => "TAG CHARACTER",
        _ => "",
    }
}

/// Sorted by character.
const NAMES: &[(char, &str)] = &[
    ('\u{0}', "NULL"),
    ('\u{7}', "BELL"),
    ('\u{8}', "BACKSPACE"),
    ('\u{b}', "LINE TABULATION"),
    ('\u{c}', "FORM FEED"),
    ('\u{d}', "CARRIAGE RETURN"),
    ('\u{1b}', "ESCAPE"),
    ('\u{7f}', "DELETE"),
    ('\u{85}', "NEXT LINE"),
    ('\u{a0}', "NO-BREAK SPACE"),
    ('\u{ad}', "SOFT HYPHEN"),
    ('\u{34f}', "COMBINING GRAPHEME JOINER"),
    ('\u{61c}', "ARABIC LETTER MARK"),
    ('\u{115f}', "HANGUL CHOSEONG FILLER"),
    ('\u{1160}', "HANGUL JUNGSEONG FILLER"),
    ('\u{1680}', "OGHAM SPACE MARK"),
    ('\u{180e}', "MONGOLIAN VOWEL SEPARATOR"),
    ('\u{200b}', "ZERO WIDTH SPACE"),
    ('\u{200c}', "ZERO WIDTH NON-JOINER"),
    ('\u{200d}', "ZERO WIDTH JOINER"),
    ('\u{200e}', "LEFT-TO-RIGHT MARK"),
    ('\u{200f}', "RIGHT-TO-LEFT MARK"),
    ('\u{2028}', "LINE SEPARATOR"),
    ('\u{2029}', "PARAGRAPH SEPARATOR"),
    ('\u{202a}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202b}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202c}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202d}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202e}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{202f}', "NARROW NO-BREAK SPACE"),
    ('\u{205f}', "MEDIUM MATHEMATICAL SPACE"),
    ('\u{2060}', "WORD JOINER"),
    ('\u{2061}', "FUNCTION APPLICATION"),
    ('\u{2062}', "INVISIBLE TIMES"),
    ('\u{2063}', "INVISIBLE SEPARATOR"),
    ('\u{2064}', "INVISIBLE PLUS"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
    ('\u{206a}', "INHIBIT SYMMETRIC SWAPPING"),
    ('\u{2800}', "BRAILLE PATTERN BLANK"),
    ('\u{3000}', "IDEOGRAPHIC SPACE"),
    ('\u{3164}', "HANGUL FILLER"),
    ('\u{feff}', "ZERO WIDTH NO-BREAK SPACE"),
    ('\u{ffa0}', "HALFWIDTH HANGUL FILLER"),
    ('\u{fff9}', "INTERLINEAR ANNOTATION ANCHOR"),
    ('\u{fffa}', "INTERLINEAR ANNOTATION SEPARATOR"),
    ('\u{fffb}', "INTERLINEAR ANNOTATION TERMINATOR"),
];

/// Sorted by character: the character, what it is taken for, its name.
const LOOK_ALIKES: &[(char, char, &str)] = &[
    ('\u{1c3}', '!', "LATIN LETTER RETROFLEX CLICK"),
    ('\u{251}', 'a', "LATIN SMALL LETTER ALPHA"),
    ('\u{261}', 'g', "LATIN SMALL LETTER SCRIPT G"),
    ('\u{37e}', ';', "GREEK QUESTION MARK"),
    ('\u{391}', 'A', "GREEK CAPITAL LETTER ALPHA"),
    ('\u{392}', 'B', "GREEK CAPITAL LETTER BETA"),
    ('\u{395}', 'E', "GREEK CAPITAL LETTER EPSILON"),
    ('\u{396}', 'Z', "GREEK CAPITAL LETTER ZETA"),
    ('\u{397}', 'H', "GREEK CAPITAL LETTER ETA"),
    ('\u{399}', 'I', "GREEK CAPITAL LETTER IOTA"),
    ('\u{39a}', 'K', "GREEK CAPITAL LETTER KAPPA"),
    ('\u{39c}', 'M', "GREEK CAPITAL LETTER MU"),
    ('\u{39d}', 'N', "GREEK CAPITAL LETTER NU"),
    ('\u{39f}', 'O', "GREEK CAPITAL LETTER OMICRON"),
    ('\u{3a1}', 'P', "GREEK CAPITAL LETTER RHO"),
    ('\u{3a4}', 'T', "GREEK CAPITAL LETTER TAU"),
    ('\u{3a5}', 'Y', "GREEK CAPITAL LETTER UPSILON"),
    ('\u{3a7}', 'X', "GREEK CAPITAL LETTER CHI"),
    ('\u{3bf}', 'o', "GREEK SMALL LETTER OMICRON"),
    ('\u{3f2}', 'c', "GREEK LUNATE SIGMA SYMBOL"),
    ('\u{3f3}', 'j', "GREEK LETTER YOT"),
    ('\u{405}', 'S', "CYRILLIC CAPITAL LETTER DZE"),
    (
        '\u{406}',
        'I',
        "CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I",
    ),
    ('\u{408}', 'J', "CYRILLIC CAPITAL LETTER JE"),
    ('\u{410}', 'A', "CYRILLIC CAPITAL LETTER A"),
    ('\u{412}', 'B', "CYRILLIC CAPITAL LETTER VE"),
    ('\u{415}', 'E', "CYRILLIC CAPITAL LETTER IE"),
    ('\u{41a}', 'K', "CYRILLIC CAPITAL LETTER KA"),
    ('\u{41c}', 'M', "CYRILLIC CAPITAL LETTER EM"),
    ('\u{41d}', 'H', "CYRILLIC CAPITAL LETTER EN"),
    ('\u{41e}', 'O', "CYRILLIC CAPITAL LETTER O"),
    ('\u{420}', 'P', "CYRILLIC CAPITAL LETTER ER"),
    ('\u{421}', 'C', "CYRILLIC CAPITAL LETTER ES"),
    ('\u{422}', 'T', "CYRILLIC CAPITAL LETTER TE"),
    ('\u{425}', 'X', "CYRILLIC CAPITAL LETTER HA"),
    ('\u{430}', 'a', "CYRILLIC SMALL LETTER A"),
    ('\u{435}', 'e', "CYRILLIC SMALL LETTER IE"),
    ('\u{43e}', 'o', "CYRILLIC SMALL LETTER O"),
    ('\u{440}', 'p', "CYRILLIC SMALL LETTER ER"),
    ('\u{441}', 'c', "CYRILLIC SMALL LETTER ES"),
    ('\u{443}', 'y', "CYRILLIC SMALL LETTER U"),
    ('\u{445}', 'x', "CYRILLIC SMALL LETTER HA"),
    ('\u{455}', 's', "CYRILLIC SMALL LETTER DZE"),
    (
        '\u{456}',
        'i',
        "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I",
    ),
    ('\u{458}', 'j', "CYRILLIC SMALL LETTER JE"),
    ('\u{4ae}', 'Y', "CYRILLIC CAPITAL LETTER STRAIGHT U"),
    ('\u{4bb}', 'h', "CYRILLIC SMALL LETTER SHHA"),
    ('\u{501}', 'd', "CYRILLIC SMALL LETTER KOMI DE"),
    ('\u{51b}', 'q', "CYRILLIC SMALL LETTER QA"),
    ('\u{51d}', 'w', "CYRILLIC SMALL LETTER WE"),
    ('\u{2215}', '/', "DIVISION SLASH"),
    ('\u{2223}', '|', "DIVIDES"),
    ('\u{2236}', ':', "RATIO"),
    ('\u{a789}', ':', "MODIFIER LETTER COLON"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_for_the_search() {
        assert!(NAMES.is_sorted_by_key(|&(c, _)| c));
        assert!(LOOK_ALIKES.is_sorted_by_key(|&(c, _, _)| c));
    }

    #[test]
    fn a_joiner_is_honest_between_emoji_and_hidden_between_letters() {
        assert!(!is_hidden('\u{200d}', Some('👩'), Some('💻'), Place::Code));
        assert!(is_hidden('\u{200d}', Some('a'), Some('b'), Place::Prose));
    }

    #[test]
    fn a_non_joiner_is_honest_in_persian_prose_but_not_in_code() {
        let between = |place| is_hidden('\u{200c}', Some('ی'), Some('خ'), place);
        assert!(!between(Place::Prose));
        assert!(between(Place::Code));
    }

    #[test]
    fn a_no_break_space_is_hidden_in_code_only() {
        assert!(is_hidden('\u{a0}', None, None, Place::Code));
        assert!(!is_hidden('\u{a0}', None, None, Place::Prose));
    }

    #[test]
    fn every_direction_changing_control_is_hidden_everywhere() {
        for c in "\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}".chars() {
            assert!(is_hidden(c, Some('a'), Some('b'), Place::Prose), "{}", label(c));
            assert!(label(c).len() > 8, "{} has no name", label(c));
        }
    }
}

//! The colours of one scheme, light or dark: our own, and how those of others are completed.
//!
//! Owns which surfaces there are and what stands on them. Every text colour of a palette reads on every background it
//! can stand on; a test holds all of them to that.

use crate::scopes::Class;

use super::colour::Rgb;

/// One scheme's colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Palette {
    pub(crate) text: Rgb,
    pub(crate) quiet: Rgb,
    pub(crate) link: Rgb,
    pub(crate) back: Rgb,
    pub(crate) raised: Rgb,
    pub(crate) line: Rgb,
    pub(crate) add: Rgb,
    pub(crate) add_word: Rgb,
    pub(crate) del: Rgb,
    pub(crate) del_word: Rgb,
    pub(crate) plus: Rgb,
    pub(crate) minus: Rgb,
    pub(crate) warn: Rgb,
    pub(crate) warn_back: Rgb,
    /// One per class, in the order of [`Class::ALL`].
    pub(crate) classes: [Rgb; Class::ALL.len()],
}

impl Palette {
    /// The surfaces and what stands on them beside code, by name.
    pub(crate) fn surfaces(&self) -> [(&'static str, Rgb); 14] {
        [
            ("text", self.text),
            ("quiet", self.quiet),
            ("link", self.link),
            ("back", self.back),
            ("raised", self.raised),
            ("line", self.line),
            ("add", self.add),
            ("add-word", self.add_word),
            ("del", self.del),
            ("del-word", self.del_word),
            ("plus", self.plus),
            ("minus", self.minus),
            ("warn", self.warn),
            ("warn-back", self.warn_back),
        ]
    }

    /// What code can stand on.
    pub(crate) fn backgrounds(&self) -> [Rgb; 6] {
        [
            self.back,
            self.raised,
            self.add,
            self.add_word,
            self.del,
            self.del_word,
        ]
    }

    /// A palette from the background, the text and the classes of a theme; what themes do not say is derived, and what
    /// would not read is moved until it does.
    pub(crate) fn derived(back: Rgb, text: Rgb, class: impl Fn(Class) -> Rgb) -> Self {
        let usual = if back.is_dark() { &DARK } else { &LIGHT };
        // Our own tints lie on our own background; the theme's has its share in them.
        let tint = |ours: Rgb, percent: u16| back.mixed(ours, percent);
        let mut palette = Self {
            back,
            raised: back.mixed(text, 5),
            line: back.mixed(text, 20),
            add: tint(usual.plus, if back.is_dark() { 12 } else { 11 }),
            add_word: tint(usual.plus, if back.is_dark() { 26 } else { 24 }),
            del: tint(usual.minus, if back.is_dark() { 12 } else { 9 }),
            del_word: tint(usual.minus, if back.is_dark() { 26 } else { 20 }),
            ..usual.clone()
        };
        let backgrounds = palette.backgrounds();
        palette.text = text.readable_on(&backgrounds);
        palette.quiet = text.mixed(back, 30).readable_on(&backgrounds);
        palette.link = usual.link.readable_on(&backgrounds);
        palette.plus = usual.plus.readable_on(&backgrounds);
        palette.minus = usual.minus.readable_on(&backgrounds);
        palette.classes = Class::ALL.map(|one| class(one).readable_on(&backgrounds));
        palette
    }
}

/// The few colours our own palettes share among all classes.
struct Ours {
    text: Rgb,
    comment: Rgb,
    keyword: Rgb,
    string: Rgb,
    constant: Rgb,
    function: Rgb,
    type_name: Rgb,
    tag: Rgb,
    deleted: Rgb,
}

const fn ours(ours: &Ours) -> [Rgb; Class::ALL.len()] {
    let mut classes = [ours.text; Class::ALL.len()];
    let mut at = 0;
    while at < Class::ALL.len() {
        classes[at] = match Class::ALL[at] {
            Class::Plain | Class::Bold | Class::Italic | Class::Parameter => ours.text,
            Class::Comment => ours.comment,
            Class::Keyword => ours.keyword,
            Class::String => ours.string,
            Class::Constant
            | Class::Number
            | Class::Escape
            | Class::Attribute
            | Class::Heading
            | Class::Link => ours.constant,
            Class::Function => ours.function,
            Class::Type => ours.type_name,
            Class::Tag | Class::Inserted => ours.tag,
            Class::Deleted | Class::Invalid => ours.deleted,
        };
        at += 1;
    }
    classes
}

pub(crate) const LIGHT: Palette = Palette {
    text: Rgb::hex("#1f2328"),
    quiet: Rgb::hex("#4f5761"),
    link: Rgb::hex("#0550ae"),
    back: Rgb::hex("#ffffff"),
    raised: Rgb::hex("#f4f6f8"),
    line: Rgb::hex("#d1d9e0"),
    add: Rgb::hex("#e6ffec"),
    add_word: Rgb::hex("#b6f2c4"),
    del: Rgb::hex("#ffebe9"),
    del_word: Rgb::hex("#ffd0cc"),
    plus: Rgb::hex("#116329"),
    minus: Rgb::hex("#a40e26"),
    warn: Rgb::hex("#6f3a00"),
    warn_back: Rgb::hex("#fff1c9"),
    classes: ours(&Ours {
        text: Rgb::hex("#1f2328"),
        comment: Rgb::hex("#4f5761"),
        keyword: Rgb::hex("#a40e26"),
        string: Rgb::hex("#0a3069"),
        constant: Rgb::hex("#0550ae"),
        function: Rgb::hex("#6639ba"),
        type_name: Rgb::hex("#7d3a00"),
        tag: Rgb::hex("#116329"),
        deleted: Rgb::hex("#82071e"),
    }),
};

pub(crate) const DARK: Palette = Palette {
    text: Rgb::hex("#e6edf3"),
    quiet: Rgb::hex("#a3adb8"),
    link: Rgb::hex("#79c0ff"),
    back: Rgb::hex("#0d1117"),
    raised: Rgb::hex("#161b22"),
    line: Rgb::hex("#30363d"),
    add: Rgb::hex("#10261a"),
    add_word: Rgb::hex("#1a4529"),
    del: Rgb::hex("#2c1518"),
    del_word: Rgb::hex("#5a1e22"),
    plus: Rgb::hex("#56d364"),
    minus: Rgb::hex("#ff938a"),
    warn: Rgb::hex("#f2cc60"),
    warn_back: Rgb::hex("#332a10"),
    classes: ours(&Ours {
        text: Rgb::hex("#e6edf3"),
        comment: Rgb::hex("#a3adb8"),
        keyword: Rgb::hex("#ff938a"),
        string: Rgb::hex("#a5d6ff"),
        constant: Rgb::hex("#79c0ff"),
        function: Rgb::hex("#d2a8ff"),
        type_name: Rgb::hex("#ffa657"),
        tag: Rgb::hex("#7ee787"),
        deleted: Rgb::hex("#ffb3ad"),
    }),
};

//! The colours of rendered content, light and dark, and the few rules without which it would not read.
//!
//! Owns the stylesheet for the classes this crate writes. Every text colour reaches the contrast of WCAG 2.2 AA on
//! every background it can stand on; a test holds it to that. Knows nothing of the page around the content.

use std::fmt::Write as _;

use crate::scopes::Class;

/// The stylesheet: colours as custom properties for `prefers-color-scheme` and for `data-theme` (`light`, `dark`)
/// on any element around, then the rules that use them.
#[must_use]
pub fn theme_css() -> String {
    let mut css = String::with_capacity(8 * 1024);
    push_colours(&mut css, ":root,[data-theme=light]", &LIGHT);
    css.push_str("@media (prefers-color-scheme:dark){");
    push_colours(&mut css, ":root:not([data-theme=light])", &DARK);
    css.push_str("}\n");
    push_colours(&mut css, "[data-theme=dark]", &DARK);
    for class in Class::ALL {
        let name = class.css();
        let _ = writeln!(css, ".{name}{{color:var(--{name})}}");
    }
    css.push_str(RULES);
    css
}

fn push_colours(css: &mut String, selector: &str, theme: &Theme) {
    let _ = write!(css, "{selector}{{");
    for (name, colour) in theme.surfaces() {
        let _ = write!(css, "--lb-{name}:{colour};");
    }
    for class in Class::ALL {
        let _ = write!(css, "--{}:{};", class.css(), theme.colour(class));
    }
    css.push_str("}\n");
}

/// One scheme's colours, as `#rrggbb`.
struct Theme {
    text: &'static str,
    quiet: &'static str,
    link: &'static str,
    back: &'static str,
    raised: &'static str,
    line: &'static str,
    add: &'static str,
    add_word: &'static str,
    del: &'static str,
    del_word: &'static str,
    plus: &'static str,
    minus: &'static str,
    warn: &'static str,
    warn_back: &'static str,
    comment: &'static str,
    keyword: &'static str,
    string: &'static str,
    constant: &'static str,
    function: &'static str,
    r#type: &'static str,
    tag: &'static str,
    inserted: &'static str,
    deleted: &'static str,
}

impl Theme {
    fn surfaces(&self) -> [(&'static str, &'static str); 14] {
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

    fn colour(&self, class: Class) -> &'static str {
        match class {
            Class::Plain | Class::Bold | Class::Italic | Class::Parameter => self.text,
            Class::Comment => self.comment,
            Class::Keyword => self.keyword,
            Class::String => self.string,
            Class::Constant
            | Class::Number
            | Class::Escape
            | Class::Attribute
            | Class::Heading
            | Class::Link => self.constant,
            Class::Function => self.function,
            Class::Type => self.r#type,
            Class::Tag => self.tag,
            Class::Inserted => self.inserted,
            Class::Deleted | Class::Invalid => self.deleted,
        }
    }
}

const LIGHT: Theme = Theme {
    text: "#1f2328",
    quiet: "#4f5761",
    link: "#0550ae",
    back: "#ffffff",
    raised: "#f4f6f8",
    line: "#d1d9e0",
    add: "#e6ffec",
    add_word: "#b6f2c4",
    del: "#ffebe9",
    del_word: "#ffd0cc",
    plus: "#116329",
    minus: "#a40e26",
    warn: "#6f3a00",
    warn_back: "#fff1c9",
    comment: "#4f5761",
    keyword: "#a40e26",
    string: "#0a3069",
    constant: "#0550ae",
    function: "#6639ba",
    r#type: "#7d3a00",
    tag: "#116329",
    inserted: "#116329",
    deleted: "#82071e",
};

const DARK: Theme = Theme {
    text: "#e6edf3",
    quiet: "#a3adb8",
    link: "#79c0ff",
    back: "#0d1117",
    raised: "#161b22",
    line: "#30363d",
    add: "#10261a",
    add_word: "#1a4529",
    del: "#2c1518",
    del_word: "#5a1e22",
    plus: "#56d364",
    minus: "#ff938a",
    warn: "#f2cc60",
    warn_back: "#332a10",
    comment: "#a3adb8",
    keyword: "#ff938a",
    string: "#a5d6ff",
    constant: "#79c0ff",
    function: "#d2a8ff",
    r#type: "#ffa657",
    tag: "#7ee787",
    inserted: "#7ee787",
    deleted: "#ffb3ad",
};

const RULES: &str = "\
.hl-bold,.hl-head{font-weight:600}
.hl-ital{font-style:italic}
.lb-code,.lb-file{margin:0 0 1em;border:1px solid var(--lb-line);border-radius:6px;background:var(--lb-back);color:var(--lb-text);overflow:hidden}
.lb-code-head,.lb-file-head{padding:.4em .8em;background:var(--lb-raised);border-bottom:1px solid var(--lb-line)}
.lb-code-head{display:flex;gap:1em;justify-content:space-between}
.lb-code-lang,.lb-note,.lb-target{color:var(--lb-quiet)}
.lb-lines,.lb-hunk,.lb-text{margin:0;font-family:ui-monospace,monospace;font-size:.875em;line-height:1.5;tab-size:4;overflow-x:auto}
.lb-text{white-space:pre-wrap;overflow-wrap:anywhere}
.lb-lines code{display:block;width:max-content;min-width:100%;font:inherit}
.lb-line,.lb-row{display:flex;min-width:max-content}
.lb-src{flex:1;white-space:pre;padding-right:1em}
.lb-no{flex:none;min-width:4ch;padding:0 1ch;text-align:right;color:var(--lb-quiet);user-select:none}
.lb-no::before{content:attr(data-no)}
.lb-mark{flex:none;min-width:1ch;padding-right:.5ch;white-space:pre;user-select:none}
.lb-mark::before{content:attr(data-mark)}
.lb-hunk-head{padding:.2em .8em;color:var(--lb-quiet);background:var(--lb-raised);white-space:pre}
.lb-add{background:var(--lb-add)}
.lb-del{background:var(--lb-del)}
.lb-add .lb-word{background:var(--lb-add-word)}
.lb-del .lb-word{background:var(--lb-del-word)}
.lb-remark{color:var(--lb-quiet);font-style:italic}
.lb-plus{color:var(--lb-plus)}
.lb-minus{color:var(--lb-minus)}
.lb-file-head{cursor:pointer}
.lb-path{overflow-wrap:anywhere}
.lb-files{list-style:none;padding:0}
.lb-cr{color:var(--lb-quiet);user-select:none}
.lb-cr.lb-shown::before{content:\"CR\";font-size:.75em}
.lb-rest[hidden]{display:none}
.lb-more{cursor:pointer;color:var(--lb-link);user-select:none}
.lb-more::before{content:\"… \" attr(data-lb-more) \" more\"}
.lb-hidden{unicode-bidi:isolate;border-radius:3px;padding:0 .2em;font-size:.85em;color:var(--lb-warn);background:var(--lb-warn-back)}
.lb-lookalike{text-decoration:underline wavy var(--lb-warn)}
.lb-image::before{content:\"Image: \";color:var(--lb-quiet)}
.lb-table{overflow-x:auto}
.lb-left{text-align:left}
.lb-center{text-align:center}
.lb-right{text-align:right}
.lb-alert{border-left:.25em solid var(--lb-link);padding:0 1em;margin:0 0 1em}
.lb-alert-title{font-weight:600}
.lb-alert-warning,.lb-alert-caution{border-color:var(--lb-minus)}
";

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.2: the relative luminance of `#rrggbb`.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_colour_reads_on_every_background_in_light_and_dark() {
        for (scheme, theme) in [("light", &LIGHT), ("dark", &DARK)] {
            let backgrounds = [
                theme.back,
                theme.raised,
                theme.add,
                theme.add_word,
                theme.del,
                theme.del_word,
            ];
            for back in backgrounds {
                for class in Class::ALL {
                    let ratio = contrast(theme.colour(class), back);
                    assert!(
                        ratio >= 4.5,
                        "{scheme} {} on {back}: {ratio:.2}",
                        class.css()
                    );
                }
                for colour in [theme.text, theme.quiet, theme.link] {
                    let ratio = contrast(colour, back);
                    assert!(ratio >= 4.5, "{scheme} {colour} on {back}: {ratio:.2}");
                }
            }
            for (colour, back) in [
                (theme.plus, theme.raised),
                (theme.minus, theme.raised),
                (theme.warn, theme.warn_back),
            ] {
                let ratio = contrast(colour, back);
                assert!(ratio >= 4.5, "{scheme} {colour} on {back}: {ratio:.2}");
            }
        }
    }

    #[test]
    fn the_stylesheet_serves_the_system_scheme_and_the_chosen_one() {
        let css = theme_css();
        for part in [
            "prefers-color-scheme:dark",
            "[data-theme=light]",
            "[data-theme=dark]",
            ".hl-kw{",
            ".lb-no::before",
        ] {
            assert!(css.contains(part), "{part}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }
}

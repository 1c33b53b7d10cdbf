//! The choices of colours there are: our own, and well-known ones in a light and a dark form.
//!
//! Owns their names and how the colours are read from syntect's themes. Knows nothing of stylesheets.

use std::str::FromStr as _;
use std::sync::LazyLock;

use syntect::highlighting::{Color, Highlighter, Theme};
use syntect::parsing::ScopeStack;
use two_face::theme::EmbeddedThemeName as Known;

use crate::scopes::Class;

use super::colour::{BLACK, Rgb, WHITE};
use super::palette::{DARK, LIGHT, Palette};

/// A choice of colours for code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeTheme {
    /// What it is called in settings and stylesheets: lower-case letters and `-`.
    pub name: &'static str,
    /// What it is called on the page.
    pub label: &'static str,
}

/// The colours where nothing else is chosen.
pub const USUAL_CODE_THEME: &str = CHOICES[0].0.name;

/// The choices, the usual one first. Each has a light and a dark form.
#[must_use]
pub fn code_themes() -> &'static [CodeTheme] {
    const NAMES: [CodeTheme; CHOICES.len()] = {
        let mut names = [CHOICES[0].0; CHOICES.len()];
        let mut at = 0;
        while at < CHOICES.len() {
            names[at] = CHOICES[at].0;
            at += 1;
        }
        names
    };
    &NAMES
}

/// Where a choice's colours come from: nothing for our own, else a light theme and a dark one.
type Source = Option<(Known, Known)>;

const CHOICES: &[(CodeTheme, Source)] = &[
    (named("loopback", "Loopback"), None),
    (
        named("catppuccin", "Catppuccin"),
        Some((Known::CatppuccinLatte, Known::CatppuccinMocha)),
    ),
    (
        named("coldark", "Coldark"),
        Some((Known::ColdarkCold, Known::ColdarkDark)),
    ),
    (
        named("gruvbox", "Gruvbox"),
        Some((Known::GruvboxLight, Known::GruvboxDark)),
    ),
    (
        named("monokai", "Monokai"),
        Some((Known::MonokaiExtendedLight, Known::MonokaiExtended)),
    ),
    (
        named("one-half", "One Half"),
        Some((Known::OneHalfLight, Known::OneHalfDark)),
    ),
    (
        named("solarized", "Solarized"),
        Some((Known::SolarizedLight, Known::SolarizedDark)),
    ),
];

const fn named(name: &'static str, label: &'static str) -> CodeTheme {
    CodeTheme { name, label }
}

/// A choice with its colours.
pub(crate) struct Choice {
    pub(crate) theme: CodeTheme,
    pub(crate) light: Palette,
    pub(crate) dark: Palette,
}

/// All choices; read once, for the themes are packed.
pub(crate) fn choices() -> &'static [Choice] {
    static READ: LazyLock<Vec<Choice>> = LazyLock::new(|| {
        let themes = two_face::theme::extra();
        CHOICES
            .iter()
            .map(|(theme, source)| {
                let (light, dark) = match source {
                    None => (LIGHT, DARK),
                    Some((light, dark)) => {
                        (palette(themes.get(*light)), palette(themes.get(*dark)))
                    }
                };
                Choice {
                    theme: *theme,
                    light,
                    dark,
                }
            })
            .collect()
    });
    &READ
}

fn palette(theme: &Theme) -> Palette {
    let back = theme.settings.background.map_or(WHITE, rgb);
    let text = theme.settings.foreground.map_or(BLACK, rgb);
    let highlighter = Highlighter::new(theme);
    Palette::derived(back, text, |class| {
        let stack = ScopeStack::from_str(example(class)).unwrap_or_default();
        rgb(highlighter.style_for_stack(stack.as_slice()).foreground)
    })
}

fn rgb(colour: Color) -> Rgb {
    Rgb(colour.r, colour.g, colour.b)
}

/// Scopes in which a theme shows how it colours a class.
fn example(class: Class) -> &'static str {
    match class {
        Class::Plain | Class::Bold | Class::Italic => "source",
        Class::Attribute => "text.html meta.tag entity.other.attribute-name",
        Class::Comment => "source comment.line",
        Class::Constant => "source constant.language",
        Class::Deleted => "source.diff markup.deleted",
        Class::Escape => "source string.quoted.double constant.character.escape",
        Class::Function => "source entity.name.function",
        Class::Heading => "text.html.markdown markup.heading entity.name.section",
        Class::Inserted => "source.diff markup.inserted",
        Class::Invalid => "source markup.deleted",
        Class::Keyword => "source keyword.control",
        Class::Link => "text.html.markdown markup.underline.link",
        Class::Number => "source constant.numeric",
        Class::Parameter => "source meta.function variable.parameter",
        Class::String => "source string.quoted.double",
        Class::Tag => "text.html meta.tag entity.name.tag",
        Class::Type => "source entity.name.type",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::colour::READABLE;

    #[test]
    fn every_colour_reads_on_every_background_in_every_choice() {
        for choice in choices() {
            for (scheme, palette) in [("light", &choice.light), ("dark", &choice.dark)] {
                let name = choice.theme.name;
                let texts = [palette.text, palette.quiet, palette.link];
                for back in palette.backgrounds() {
                    for colour in texts.iter().chain(&palette.classes) {
                        let ratio = colour.contrast(back);
                        assert!(
                            ratio >= READABLE,
                            "{name} {scheme}: {colour} on {back} has {ratio:.2}"
                        );
                    }
                }
                for (colour, back) in [
                    (palette.plus, palette.raised),
                    (palette.minus, palette.raised),
                    (palette.warn, palette.warn_back),
                ] {
                    assert!(colour.contrast(back) >= READABLE, "{name} {scheme}");
                }
            }
        }
    }

    #[test]
    fn each_choice_is_light_and_dark_and_differs_from_the_others() {
        let mut seen = Vec::new();
        for choice in choices() {
            assert!(!choice.light.back.is_dark(), "{}", choice.theme.name);
            assert!(choice.dark.back.is_dark(), "{}", choice.theme.name);
            for palette in [&choice.light, &choice.dark] {
                assert!(!seen.contains(&palette), "{}", choice.theme.name);
                seen.push(palette);
            }
        }
        assert!(seen.len() >= 8);
    }

    #[test]
    fn what_a_diff_adds_and_deletes_stands_apart_from_what_stays() {
        for choice in choices() {
            for palette in [&choice.light, &choice.dark] {
                let surfaces = palette.backgrounds();
                for (index, one) in surfaces.iter().enumerate() {
                    for other in &surfaces[index + 1..] {
                        assert_ne!(one, other, "{}", choice.theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn keywords_strings_comments_and_text_are_told_apart() {
        for choice in choices() {
            for palette in [&choice.light, &choice.dark] {
                let of = |class: Class| {
                    let at = Class::ALL.iter().position(|one| *one == class);
                    palette.classes[at.unwrap()]
                };
                let told = [
                    of(Class::Keyword),
                    of(Class::String),
                    of(Class::Comment),
                    palette.text,
                ];
                for (index, one) in told.iter().enumerate() {
                    assert!(!told[index + 1..].contains(one), "{}", choice.theme.name);
                }
            }
        }
    }

    #[test]
    fn names_can_stand_in_a_stylesheet_as_they_are() {
        for theme in code_themes() {
            assert!(
                theme
                    .name
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '-')
            );
        }
        assert_eq!(USUAL_CODE_THEME, "loopback");
    }
}

//! The colours of rendered content, light and dark, and the few rules without which it would not read.
//!
//! Owns the stylesheet for the classes this crate writes. Knows nothing of the page around the content.

mod choices;
mod colour;
mod palette;

use std::fmt::Write as _;

use crate::scopes::Class;

use choices::{Choice, choices};
use palette::Palette;

pub use choices::{CodeTheme, USUAL_CODE_THEME, code_themes};

/// The stylesheet: colours as custom properties, then the rules that use them.
///
/// The colours of the choice `name` (of [`code_themes`]; the usual one where there is none of this name) hold where
/// nothing says otherwise; `data-code-theme` on any element chooses others for what is in it. Light or dark is what the
/// system wants, or what `data-theme` (`light`, `dark`) says on any element around.
#[must_use]
pub fn theme_css(name: &str) -> String {
    let all = choices();
    let chosen = all.iter().find(|choice| choice.theme.name == name);
    let mut css = String::with_capacity(32 * 1024);
    push_usual(&mut css, chosen.unwrap_or(&all[0]));
    for choice in all {
        push_choice(&mut css, choice);
    }
    for class in Class::ALL {
        let name = class.css();
        let _ = writeln!(css, ".{name}{{color:var(--{name})}}");
    }
    css.push_str(include_str!("theme/rules.css"));
    css
}

fn push_usual(css: &mut String, choice: &Choice) {
    push_colours(css, ":root,[data-theme=light]", &choice.light);
    css.push_str("@media (prefers-color-scheme:dark){");
    push_colours(css, ":root:not([data-theme=light])", &choice.dark);
    css.push_str("}\n");
    push_colours(css, "[data-theme=dark]", &choice.dark);
}

/// The colours below an element that chooses them; the scheme may be said by it or by one around it.
fn push_choice(css: &mut String, choice: &Choice) {
    let here = format!("[data-code-theme={}]", choice.theme.name);
    let within = |scheme: &str| format!("{scheme}{here},{scheme} {here}");
    // What an element says weighs more than what the system wants for the root.
    let said = |scheme: &str| within(&format!("[data-theme={scheme}]").repeat(3));
    push_colours(css, &format!(":root{here},:root {here}"), &choice.light);
    css.push_str("@media (prefers-color-scheme:dark){");
    push_colours(css, &within(":root:not([data-theme=light])"), &choice.dark);
    css.push_str("}\n");
    push_colours(css, &said("light"), &choice.light);
    push_colours(css, &said("dark"), &choice.dark);
}

fn push_colours(css: &mut String, selector: &str, palette: &Palette) {
    let _ = write!(css, "{selector}{{");
    for (name, colour) in palette.surfaces() {
        let _ = write!(css, "--lb-{name}:{colour};");
    }
    for (class, colour) in Class::ALL.iter().zip(palette.classes) {
        let _ = write!(css, "--{}:{colour};", class.css());
    }
    css.push_str("}\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stylesheet_serves_the_system_scheme_and_the_chosen_one() {
        let css = theme_css(USUAL_CODE_THEME);
        for part in [
            "prefers-color-scheme:dark",
            "[data-theme=light]",
            "[data-theme=dark]",
            ".hl-kw{",
            ".lb-line::before",
        ] {
            assert!(css.contains(part), "{part}");
        }
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }

    #[test]
    fn every_choice_can_be_made_for_the_page_and_within_it() {
        for theme in code_themes() {
            let css = theme_css(theme.name);
            let chosen = format!("[data-code-theme={}]", theme.name);
            let of = |selector: &str| {
                let at = css.find(selector).unwrap() + selector.len();
                css[at..].split_once('}').unwrap().0.to_owned()
            };
            let usual = of("[data-theme=dark]{");
            assert_eq!(usual, of(&format!("[data-theme=dark] {chosen}{{")));
        }
        assert_eq!(theme_css("no such choice"), theme_css(USUAL_CODE_THEME));
    }
}

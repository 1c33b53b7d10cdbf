//! Both sides of a hunk in colour, each read as the text it is.
//!
//! Owns the two readings. As long as both sides are the same text one reading serves both, which is most of a diff.

use syntect::parsing::SyntaxReference;

use crate::highlight::{Highlighter, Token};
use crate::language;
use crate::pen::Pen;

use super::model::{Content, DiffFile, DiffLine, Hunk, LineKind};

/// What colours a hunk's lines, given in order.
pub(crate) struct Colours {
    new: Option<Highlighter>,
    old: Old,
    tokens: Vec<Token>,
}

/// How the old side is read.
enum Old {
    /// As the new side is, up to here.
    Same,
    Apart(Option<Highlighter>),
}

impl Colours {
    /// For a hunk of `file`, whose name tells its language.
    pub(crate) fn new(file: &DiffFile, hunk: &Hunk, pen: &Pen<'_>) -> Self {
        let side = |path: Option<&str>, gone: LineKind| {
            if file.content != Content::Text || hunk.is_property() {
                return None;
            }
            let first = hunk
                .lines
                .iter()
                .find(|line| line.kind != gone && line.kind != LineKind::Note)
                .filter(|line| line.old_no == Some(1) || line.new_no == Some(1));
            let first = first.map_or("", |line| line.text.as_str());
            let path = path.unwrap_or(file.path());
            pen.highlighter(language::find(None, Some(path), first))
        };
        let new = side(file.new_path.as_deref(), LineKind::Deleted);
        let old = side(file.old_path.as_deref(), LineKind::Added);
        Self {
            old: if old == new {
                Old::Same
            } else {
                Old::Apart(old)
            },
            new,
            tokens: Vec::new(),
        }
    }

    /// For a hunk both sides of which are in this language.
    pub(crate) fn of_language(syntax: Option<&SyntaxReference>, pen: &Pen<'_>) -> Self {
        Self {
            new: pen.highlighter(syntax),
            old: Old::Same,
            tokens: Vec::new(),
        }
    }

    /// For lines that are in no language.
    pub(crate) fn none() -> Self {
        Self {
            new: None,
            old: Old::Same,
            tokens: Vec::new(),
        }
    }

    /// The colours of the next line.
    pub(crate) fn of(&mut self, line: &DiffLine, pen: &mut Pen<'_>) -> &[Token] {
        self.tokens.clear();
        match line.kind {
            LineKind::Note => {}
            LineKind::Context => {
                if let Old::Apart(Some(old)) = &mut self.old {
                    pen.line(old, &line.text, &mut self.tokens);
                }
                self.read_new(line, pen);
                if matches!(&self.old, Old::Apart(old) if *old == self.new) {
                    self.old = Old::Same;
                }
            }
            LineKind::Added => {
                self.part();
                self.read_new(line, pen);
            }
            LineKind::Deleted => {
                self.part();
                if let Old::Apart(Some(old)) = &mut self.old {
                    pen.line(old, &line.text, &mut self.tokens);
                }
            }
        }
        &self.tokens
    }

    fn part(&mut self) {
        if matches!(self.old, Old::Same) {
            self.old = Old::Apart(self.new.clone());
        }
    }

    fn read_new(&mut self, line: &DiffLine, pen: &mut Pen<'_>) {
        if let Some(new) = &mut self.new {
            pen.line(new, &line.text, &mut self.tokens);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diff::DiffModel;
    use crate::options::{Budget, Colour};
    use crate::scopes::Class;

    /// The class of the first coloured token of each line, by a fresh look at both sides.
    fn classes(patch: &str) -> Vec<(String, Option<Class>)> {
        let model = DiffModel::parse(patch, Some("x.py")).unwrap();
        let mut budget = Budget::default();
        let mut pen = Pen::new(Colour::Full, &mut budget);
        let hunk = &model.files[0].hunks[0];
        let mut colours = Colours::new(&model.files[0], hunk, &pen);
        hunk.lines
            .iter()
            .map(|line| {
                let tokens = colours.of(line, &mut pen);
                let class = tokens
                    .iter()
                    .map(|token| token.class)
                    .find(|class| *class != Class::Plain);
                (format!("{}{}", line.marks, line.text), class)
            })
            .collect()
    }

    #[test]
    fn a_string_opened_on_one_side_does_not_run_on_into_the_other() {
        let found = classes("@@ -1,4 +1,4 @@\n-x = \"\"\"\n+x = 1\n y\n-\"\"\"\n+z = 2\n");
        let of = |text: &str| found.iter().find(|(line, _)| line == text).unwrap().1;
        assert_eq!(of("+x = 1"), Some(Class::Number));
        assert_eq!(of("+z = 2"), Some(Class::Number));
        assert!(matches!(
            of("-\"\"\""),
            Some(Class::String | Class::Comment)
        ));
    }

    #[test]
    fn both_sides_are_read_as_one_again_where_they_are_the_same() {
        let found = classes("@@ -1,4 +1,4 @@\n a = 1\n-b = 1\n+b = 2\n c = \"\"\"\n-d\n+e\n");
        for text in ["-d", "+e"] {
            let class = found.iter().find(|(line, _)| line == text).unwrap().1;
            assert!(
                matches!(class, Some(Class::String | Class::Comment)),
                "{text} {class:?}"
            );
        }
    }
}

//! From a grammar's scopes to the few classes that carry colour.
//!
//! Owns the small, stable set of classes and which scope earns which. Knows neither text nor colours.

use std::collections::HashMap;
use std::sync::LazyLock;

use syntect::parsing::Scope;

/// What a piece of source is, as far as its colour goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    Plain,
    Attribute,
    Bold,
    Comment,
    Constant,
    Deleted,
    Escape,
    Function,
    Heading,
    Inserted,
    Invalid,
    Italic,
    Keyword,
    Link,
    Number,
    Parameter,
    String,
    Tag,
    Type,
}

impl Class {
    pub(crate) const ALL: [Self; 18] = [
        Self::Attribute,
        Self::Bold,
        Self::Comment,
        Self::Constant,
        Self::Deleted,
        Self::Escape,
        Self::Function,
        Self::Heading,
        Self::Inserted,
        Self::Invalid,
        Self::Italic,
        Self::Keyword,
        Self::Link,
        Self::Number,
        Self::Parameter,
        Self::String,
        Self::Tag,
        Self::Type,
    ];

    /// The class on the page. Part of the page's contract: stylesheets name these.
    pub(crate) fn css(self) -> &'static str {
        match self {
            Self::Plain => "hl-plain",
            Self::Attribute => "hl-attr",
            Self::Bold => "hl-bold",
            Self::Comment => "hl-com",
            Self::Constant => "hl-con",
            Self::Deleted => "hl-del",
            Self::Escape => "hl-esc",
            Self::Function => "hl-fn",
            Self::Heading => "hl-head",
            Self::Inserted => "hl-ins",
            Self::Invalid => "hl-inv",
            Self::Italic => "hl-ital",
            Self::Keyword => "hl-kw",
            Self::Link => "hl-link",
            Self::Number => "hl-num",
            Self::Parameter => "hl-par",
            Self::String => "hl-str",
            Self::Tag => "hl-tag",
            Self::Type => "hl-typ",
        }
    }
}

/// Remembers what each scope came to; a grammar repeats the same few hundred.
#[derive(Debug, Default)]
pub(crate) struct Classes {
    known: HashMap<Scope, Option<Class>>,
}

impl Classes {
    /// The class a scope sets, or `None` where the class around it stays.
    pub(crate) fn of(&mut self, scope: Scope) -> Option<Class> {
        *self.known.entry(scope).or_insert_with(|| {
            RULES
                .iter()
                .filter(|(prefix, _)| prefix.is_prefix_of(scope))
                .max_by_key(|(prefix, _)| prefix.len())
                .map(|&(_, class)| class)
        })
    }
}

static RULES: LazyLock<Vec<(Scope, Class)>> = LazyLock::new(|| {
    TABLE
        .iter()
        .filter_map(|&(name, class)| Some((Scope::new(name).ok()?, class)))
        .collect()
});

/// The longest prefix wins.
const TABLE: &[(&str, Class)] = &[
    ("comment", Class::Comment),
    ("constant", Class::Constant),
    ("constant.character.escape", Class::Escape),
    ("constant.numeric", Class::Number),
    ("constant.other.placeholder", Class::Escape),
    ("entity.name", Class::Type),
    ("entity.name.constant", Class::Constant),
    ("entity.name.function", Class::Function),
    ("entity.name.label", Class::Plain),
    ("entity.name.macro", Class::Function),
    ("entity.name.section", Class::Heading),
    ("entity.name.tag", Class::Tag),
    ("entity.other.attribute-name", Class::Attribute),
    ("entity.other.inherited-class", Class::Type),
    ("invalid", Class::Invalid),
    ("keyword", Class::Keyword),
    ("keyword.operator", Class::Plain),
    ("keyword.operator.alphanumeric", Class::Keyword),
    ("keyword.operator.logical.python", Class::Keyword),
    ("keyword.operator.new", Class::Keyword),
    ("keyword.operator.word", Class::Keyword),
    ("keyword.other.unit", Class::Number),
    ("markup.bold", Class::Bold),
    ("markup.deleted", Class::Deleted),
    ("markup.heading", Class::Heading),
    ("markup.inserted", Class::Inserted),
    ("markup.italic", Class::Italic),
    ("markup.quote", Class::Comment),
    ("markup.raw", Class::String),
    ("markup.underline.link", Class::Link),
    ("meta.annotation", Class::Attribute),
    ("meta.diff.header", Class::Heading),
    ("meta.diff.range", Class::Comment),
    ("meta.embedded", Class::Plain),
    ("meta.interpolation", Class::Plain),
    ("meta.template.expression", Class::Plain),
    ("source", Class::Plain),
    ("storage", Class::Keyword),
    ("string", Class::String),
    ("support.class", Class::Type),
    ("support.constant", Class::Constant),
    ("support.function", Class::Function),
    ("support.macro", Class::Function),
    ("support.type", Class::Type),
    ("support.type.property-name", Class::Attribute),
    ("text", Class::Plain),
    ("variable.annotation", Class::Attribute),
    ("variable.function", Class::Function),
    ("variable.language", Class::Constant),
    ("variable.other.constant", Class::Constant),
    ("variable.parameter", Class::Parameter),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str) -> Option<Class> {
        Classes::default().of(Scope::new(name).unwrap())
    }

    #[test]
    fn the_longest_prefix_decides() {
        assert_eq!(class("constant.numeric.integer.rust"), Some(Class::Number));
        assert_eq!(class("constant.language.rust"), Some(Class::Constant));
    }

    #[test]
    fn a_scope_without_a_rule_leaves_the_class_around_it() {
        assert_eq!(class("punctuation.definition.string.begin.rust"), None);
    }

    #[test]
    fn every_rule_is_a_scope_that_can_be_read() {
        assert_eq!(RULES.len(), TABLE.len());
    }
}

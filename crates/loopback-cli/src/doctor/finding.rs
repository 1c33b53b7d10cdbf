//! What a check found, and how it is shown.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// As it should be.
    Fine,
    /// Worth knowing; Loopback works all the same.
    Note,
    /// Something does not work.
    Wrong,
}

impl Level {
    const fn word(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Note => "note",
            Self::Wrong => "wrong",
        }
    }

    const fn mark(self) -> &'static str {
        match self {
            Self::Fine => "ok  ",
            Self::Note => "note",
            Self::Wrong => "BAD ",
        }
    }
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    /// What was looked at.
    check: &'static str,
    pub(super) level: Level,
    says: String,
    /// The one thing to do about it.
    mend: Option<String>,
}

impl Finding {
    pub(super) fn fine(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Level::Fine, says.into(), None)
    }

    /// Worth knowing, with nothing to do about it.
    pub(super) fn remark(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Level::Note, says.into(), None)
    }

    pub(super) fn note(
        check: &'static str,
        says: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self::new(check, Level::Note, says.into(), Some(mend.into()))
    }

    /// Something is wrong, and the words say what mends it.
    pub(super) fn wrong(check: &'static str, says: impl Into<String>) -> Self {
        Self::new(check, Level::Wrong, says.into(), None)
    }

    pub(super) fn mended_by(mut self, mend: impl Into<String>) -> Self {
        self.mend = Some(mend.into());
        self
    }

    const fn new(check: &'static str, level: Level, says: String, mend: Option<String>) -> Self {
        Self {
            check,
            level,
            says,
            mend,
        }
    }

    fn to_json(&self) -> Value {
        json!({ "check": self.check, "level": self.level.word(), "says": self.says, "mend": self.mend })
    }
}

/// Whether nothing is wrong.
pub(super) fn all_well(findings: &[Finding]) -> bool {
    findings.iter().all(|finding| finding.level != Level::Wrong)
}

/// All findings for a person.
pub(super) fn as_text(findings: &[Finding]) -> String {
    let widest = findings
        .iter()
        .map(|finding| finding.check.chars().count())
        .max();
    let width = widest.unwrap_or_default();
    let mut text = String::new();
    for finding in findings {
        let (mark, check) = (finding.level.mark(), finding.check);
        let _ = writeln!(text, "{mark}  {check:width$}  {}", finding.says);
        if let Some(mend) = &finding.mend {
            let _ = writeln!(text, "      {:width$}  → {mend}", "");
        }
    }
    let wrong = findings
        .iter()
        .filter(|finding| finding.level == Level::Wrong)
        .count();
    let _ = match wrong {
        0 => writeln!(text, "\nNothing is wrong."),
        1 => writeln!(text, "\nOne thing is wrong."),
        many => writeln!(text, "\n{many} things are wrong."),
    };
    text
}

/// All findings for a program.
pub(super) fn as_json(findings: &[Finding]) -> Value {
    let all: Vec<_> = findings.iter().map(Finding::to_json).collect();
    json!({ "ok": all_well(findings), "findings": all })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_shown_in_columns_each_with_what_mends_it() {
        let findings = [
            Finding::fine("port", "free"),
            Finding::wrong("settings", "line 3 cannot be read").mended_by("mend line 3"),
        ];
        let expect = "ok    port      free\n\
                      BAD   settings  line 3 cannot be read\n                → mend line 3\n\
                      \nOne thing is wrong.\n";
        assert_eq!(as_text(&findings), expect);
        assert!(!all_well(&findings));
        assert_eq!(as_json(&findings)["findings"][1]["level"], "wrong");
    }
}

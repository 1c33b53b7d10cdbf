//! The machine that is forwarded from, as ssh takes it.

use std::fmt;

use anyhow::bail;
use loopback_server::mcp::remote::is_name;

/// What ssh is told to connect to: a host, `user@host`, or a name from the person's ssh settings.
#[derive(Debug, Clone)]
pub(super) struct Destination(String);

impl Destination {
    /// Refuses what ssh would take for an option, and what would not look like the name of a machine in the inbox.
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        if !is_name(text) {
            bail!(
                "{text:?} is no name of a machine: use letters, digits and .-_:@[], as in ada@build.example"
            );
        }
        Ok(Self(text.to_owned()))
    }

    /// By what the inbox shows it.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_named_as_ssh_names_it_and_is_never_an_option() {
        for name in ["box", "ada@box.example", "ada@[::1]", "build-7_x"] {
            assert_eq!(Destination::parse(name).unwrap().name(), name);
        }
        for name in [
            "",
            "-oProxyCommand=x",
            "a b",
            "a\nb",
            "$(x)",
            "box;x",
            "ünï",
        ] {
            assert!(Destination::parse(name).is_err(), "{name:?}");
        }
        assert!(Destination::parse(&"a".repeat(101)).is_err());
    }
}

//! `gen` and `freeze`: the generated code and the frozen shapes. The work itself is `loopback-spec`'s.

use crate::sh;
use anyhow::{Context, Result, bail};

/// `gen [--check | --from-openapi]`.
pub(crate) fn generate(arguments: &[&str]) -> Result<()> {
    let root = sh::root();
    match arguments {
        [] => {
            let changed = loopback_spec::write(&root)?;
            report(&changed);
            Ok(())
        }
        ["--check"] => {
            loopback_spec::check_compiled(&root)?;
            println!("what is generated is what spec/main.tsp says");
            Ok(())
        }
        ["--from-openapi"] => {
            let changed = loopback_spec::write_from_openapi(&root)?;
            report(&changed);
            Ok(())
        }
        _ => bail!("usage: cargo xtask gen [--check | --from-openapi]"),
    }
}

/// `freeze N`.
pub(crate) fn freeze(arguments: &[&str]) -> Result<()> {
    let [revision] = arguments else {
        bail!("usage: cargo xtask freeze N")
    };
    let revision = revision.parse().context("a revision is a whole number")?;
    loopback_spec::freeze(&sh::root(), revision)?;
    println!("revision {revision} is frozen");
    Ok(())
}

fn report(changed: &[std::path::PathBuf]) {
    if changed.is_empty() {
        println!("everything generated was up to date");
    }
    for path in changed {
        println!("wrote {}", path.display());
    }
}

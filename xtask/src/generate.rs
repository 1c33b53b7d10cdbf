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
            let mut changed = Vec::new();
            for (path, text) in loopback_spec::generate(&root)? {
                let file = root.join(&path);
                if std::fs::read_to_string(&file).is_ok_and(|present| present == text) {
                    continue;
                }
                if let Some(folder) = file.parent() {
                    std::fs::create_dir_all(folder)?;
                }
                std::fs::write(&file, text)
                    .with_context(|| format!("could not write {}", path.display()))?;
                changed.push(path);
            }
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

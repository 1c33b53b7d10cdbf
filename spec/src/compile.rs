//! Running the TypeSpec compiler: the only step that needs Node.

use std::path::Path;
use std::process::Command;

use crate::Error;

/// Emits `spec/openapi/N.json`, installing the compiler first where it is missing.
pub(crate) fn compile(root: &Path) -> Result<(), Error> {
    let spec = root.join("spec");
    install(&spec)?;
    run(&spec, "npm", &["run", "--silent", "compile"])
}

/// Emits into `folder` instead, leaving what is committed alone.
pub(crate) fn compile_into(root: &Path, folder: &Path) -> Result<(), Error> {
    let spec = root.join("spec");
    install(&spec)?;
    let option = format!(
        "--option=@typespec/openapi3.emitter-output-dir={}",
        folder.display()
    );
    run(&spec, "npm", &["run", "--silent", "compile", "--", &option])
}

fn install(spec: &Path) -> Result<(), Error> {
    // npm writes this file when it has finished, so half an installation counts as none.
    let installed = spec.join("node_modules/.package-lock.json");
    let lock = spec.join("package-lock.json");
    let age = |path: &Path| path.metadata().and_then(|meta| meta.modified()).ok();
    if age(&installed) >= age(&lock) && installed.exists() {
        return Ok(());
    }
    run(spec, "npm", &["ci", "--no-audit", "--no-fund"])
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<(), Error> {
    let failed = |why: String| Error::Program {
        command: format!("{program} {}", arguments.join(" ")),
        why,
    };
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .map_err(|error| failed(format!("{error} (compiling the contract needs Node)")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    Err(failed(format!(
        "{}\n{}",
        output.status,
        String::from_utf8_lossy(&said).trim()
    )))
}

//! `loopback doctor`: what of Loopback works on this machine, what does not, and the one thing to do about it.
//!
//! Every check looks and changes nothing. What is looked at stands in `inbox`, `desktop` and `clients`.

mod clients;
mod desktop;
mod finding;
mod inbox;

use std::io::Write as _;
use std::process::ExitCode;

use crate::arguments::{DoctorArguments, data_dir};
use crate::handover;
use crate::runtime;
use finding::{Finding, all_well, as_json, as_text};

/// Looks at everything. The exit code is 1 if something is wrong.
pub(crate) fn run(arguments: &DoctorArguments) -> anyhow::Result<ExitCode> {
    let data_dir = data_dir(arguments.data_dir.as_deref())?;
    let runtime = runtime::small()?;
    let mut findings = vec![program(), environment()];
    findings.extend(runtime.block_on(inbox::look(&data_dir)));
    findings.extend(runtime.block_on(desktop::look()));
    findings.extend(clients::look(&data_dir)?);
    let shown = if arguments.json {
        format!("{:#}\n", as_json(&findings))
    } else {
        as_text(&findings)
    };
    // Whoever closed stdout does not want to read it; the exit code says the same.
    let _ = std::io::stdout().write_all(shown.as_bytes());
    Ok(if all_well(&findings) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn program() -> Finding {
    let (version, build) = (env!("CARGO_PKG_VERSION"), loopback_server::BUILD);
    Finding::fine("program", format!("loopback {version}, built {build}"))
}

fn environment() -> Finding {
    let variable = handover::VARIABLE;
    if std::env::var_os(variable).is_none() {
        return Finding::fine("environment", "no credential of yours in it");
    }
    Finding::wrong(
        "environment",
        format!("{variable} is set here, so whatever starts from here could act as you"),
    )
    .mended_by(format!("unset {variable}"))
}

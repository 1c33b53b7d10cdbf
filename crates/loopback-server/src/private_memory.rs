//! Keeps this process's memory, tokens included, from other programs of the same user.

/// Makes the process one that other programs of the user cannot attach to or read the memory of, on
/// Linux. Elsewhere nothing is done.
///
/// # Errors
///
/// If the system refuses. The program works all the same.
pub fn protect() -> std::io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    }
    Ok(())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::{DumpableBehavior, dumpable_behavior};

    #[test]
    fn a_protected_process_is_not_dumpable() {
        super::protect().unwrap();
        assert_eq!(dumpable_behavior().unwrap(), DumpableBehavior::NotDumpable);
    }
}

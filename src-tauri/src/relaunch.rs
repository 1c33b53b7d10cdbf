//! Starts the program over where its environment has to be different from the first moment on.
//!
//! The webview's processes and the browser that opens a link inherit the environment, so what they
//! must not see has to be gone before any thread runs; changing a running process's environment is
//! not sound, starting it over is.

#[cfg(unix)]
const PERSON_TOKEN: &str = "LOOPBACK_PERSON_TOKEN";
#[cfg(target_os = "linux")]
const NO_DMABUF: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Replaces this process by itself if its environment names the person's token, which is for
/// `loopback serve` alone, or lacks what `WebKit` needs beside NVIDIA's driver to paint its window.
///
/// # Errors
///
/// When the program cannot be started over.
pub(crate) fn with_clean_environment() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;

        let has_token = std::env::var_os(PERSON_TOKEN).is_some();
        let needs_no_dmabuf = lacks_dmabuf_setting();
        if has_token || needs_no_dmabuf {
            let mut again = std::process::Command::new(std::env::current_exe()?);
            again
                .args(std::env::args_os().skip(1))
                .env_remove(PERSON_TOKEN);
            #[cfg(target_os = "linux")]
            if needs_no_dmabuf {
                again.env(NO_DMABUF, "1");
            }
            return Err(again.exec());
        }
    }
    Ok(())
}

#[cfg(target_os = "linux")]
fn lacks_dmabuf_setting() -> bool {
    std::env::var_os(NO_DMABUF).is_none()
        && std::path::Path::new("/proc/driver/nvidia/version").exists()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn lacks_dmabuf_setting() -> bool {
    false
}

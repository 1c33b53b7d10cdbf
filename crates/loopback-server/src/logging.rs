//! Where the log goes: standard error, as much of it as `LOOPBACK_LOG` or `RUST_LOG` says.
//!
//! What is logged holds ids, never the text of an ask or reply and never a credential. The libraries
//! beneath know no such rule and print whole messages where they are asked for detail, so of them
//! only what goes wrong is ever logged, whatever the variables say.

use std::any::Any;
use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::{self, PanicHookInfo};
use std::{env, io};

use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt, registry};

/// What is logged if nobody says: what we do, and what goes wrong in others.
const USUAL: &str =
    "warn,loopback=info,loopback_server=info,loopback_inbox=info,loopback_desktop=info";

/// Libraries of which nothing is logged.
const NEVER: [&str; 3] = ["rmcp", "html5ever", "markup5ever"];

/// Begins to log to standard error. A second call changes nothing.
pub fn init() {
    let wanted = env::var("LOOPBACK_LOG").or_else(|_| env::var("RUST_LOG"));
    // Fails only where a subscriber is set already, which then goes on.
    drop(subscriber(wanted.ok().as_deref(), io::stderr).try_init());
    panic::set_hook(Box::new(report_panic));
}

/// Logs a panic by its place, and by its words where they may be logged.
fn report_panic(panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string);
    let words = harmless_words(panic.payload());
    let backtrace = Backtrace::capture();
    if backtrace.status() == BacktraceStatus::Captured {
        tracing::error!(place, words, "this is a defect of Loopback\n{backtrace}");
    } else {
        tracing::error!(place, words, "this is a defect of Loopback");
    }
}

/// The words of a panic, if they stand in the source like that. Those that were put together when it happened may quote
/// what somebody wrote.
fn harmless_words(payload: &(dyn Any + Send)) -> Option<&'static str> {
    payload.downcast_ref::<&'static str>().copied()
}

fn subscriber<W>(wanted: Option<&str>, writer: W) -> impl Subscriber
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let filter = wanted.and_then(|wanted| EnvFilter::try_new(wanted).ok());
    let lines = fmt::layer()
        .with_writer(writer)
        .with_ansi(false)
        .with_filter(filter.unwrap_or_else(|| EnvFilter::new(USUAL)))
        .with_filter(filter_fn(is_discreet));
    registry().with(lines)
}

/// Our own words at any level; others' only where something went wrong. The MCP library's never: its messages are asks
/// and replies, and even its errors quote them. Nor those of the readers of HTML, which warn of every table with text
/// out of place: an agent could fill the log with that, and nothing went wrong.
fn is_discreet(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    let most = if target.starts_with("loopback") {
        Level::TRACE
    } else if NEVER.iter().any(|other| target.starts_with(other)) {
        return false;
    } else {
        Level::WARN
    };
    *metadata.level() <= most
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use loopback_render::{Budget, MarkdownOptions, markdown};

    use super::*;

    #[test]
    fn a_panics_own_words_are_logged_only_where_they_quote_nothing() {
        assert_eq!(
            harmless_words(&"index out of range"),
            Some("index out of range")
        );
        let quoting = format!("byte index 1 is not a char boundary of `{}`", "a secret");
        assert_eq!(harmless_words(&quoting), None);
    }

    fn logged(wanted: Option<&str>) -> String {
        let buffer = Buffer::default();
        let subscriber = subscriber(wanted, {
            let buffer = buffer.clone();
            move || buffer.clone()
        });
        tracing::subscriber::with_default(subscriber, || {
            tracing::debug!("our detail");
            tracing::info!("our step");
            tracing::debug!(target: "rmcp::service", "a whole ask");
            tracing::error!(target: "rmcp::service", "an odd ask");
            tracing::debug!(target: "hyper::proto", "a whole request");
            tracing::warn!(target: "hyper::proto", "a broken socket");
        });
        let bytes = buffer.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn usually_our_steps_and_others_troubles_are_logged() {
        let log = logged(None);
        assert!(
            log.contains("our step") && log.contains("a broken socket"),
            "{log}"
        );
        assert!(!log.contains("our detail"), "{log}");
    }

    #[test]
    fn no_variable_makes_a_library_log_what_agents_and_people_say() {
        for wanted in [
            "debug",
            "trace",
            "rmcp=trace,hyper=trace,warn",
            "rmcp::service=debug",
        ] {
            let log = logged(Some(wanted));
            assert!(!log.contains("a whole"), "{wanted}: {log}");
            assert!(!log.contains("an odd ask"), "{wanted}: {log}");
        }
        assert!(logged(Some("debug")).contains("our detail"));
    }

    #[test]
    fn hostile_markup_fills_no_log() {
        let buffer = Buffer::default();
        // For all of the process: what the readers of HTML say comes in by another way, of which there is one.
        let everybodys = subscriber(Some("trace"), {
            let buffer = buffer.clone();
            move || buffer.clone()
        });
        everybodys.init();
        let hostile = "<table><b>one</b><table>two<tr>three</table>\n";
        let options = MarkdownOptions::default();
        drop(markdown(hostile, &options, &mut Budget::default()));
        tracing::info!("that was all");
        let bytes = buffer.0.lock().unwrap().clone();
        let log = String::from_utf8(bytes).unwrap();
        assert!(log.contains("that was all"), "{log}");
        assert!(!log.contains("parenting"), "{log}");
    }
}

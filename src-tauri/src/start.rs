//! Starts the server inside the app: in place of a headless one, and on a free port if it must.

use std::path::Path;

use loopback_inbox::{Mode, StartError as InboxError};
use loopback_server::settings::Settings;
use loopback_server::{Running, ServeConfig, StartError, places, takeover};

use crate::args::Args;

/// A server that runs, and what the person should know about how it does.
pub(crate) struct Started {
    pub(crate) running: Running,
    pub(crate) remark: Option<String>,
}

/// Serves the data directory that the arguments name.
///
/// # Errors
///
/// One clear sentence: another desktop app serves the directory, or it cannot be used.
pub(crate) async fn serve(args: &Args) -> anyhow::Result<Started> {
    let data_dir = args
        .data_dir
        .clone()
        .unwrap_or_else(places::default_data_dir);
    let settings = Settings::load(&places::settings_file())?;
    let port = args.port.unwrap_or(settings.server.port);
    let first = match attempt(&data_dir, port, &settings).await {
        Err(StartError::Inbox(InboxError::Locked {
            holder: Some(holder),
            ..
        })) if holder.mode == Mode::Headless => {
            takeover::end_headless(&data_dir, &holder).await?;
            attempt(&data_dir, port, &settings).await
        }
        tried => tried,
    };
    match first {
        Ok(running) => Ok(Started {
            running,
            remark: None,
        }),
        Err(StartError::PortInUse { .. }) => {
            let running = attempt(&data_dir, 0, &settings).await?;
            let free = running.address().port();
            let remark = format!("port {port} is taken by another program, so this uses {free}");
            tracing::warn!("{remark}");
            Ok(Started {
                running,
                remark: Some(remark),
            })
        }
        Err(error) => Err(error.into()),
    }
}

async fn attempt(data_dir: &Path, port: u16, settings: &Settings) -> Result<Running, StartError> {
    let mut config = ServeConfig::new(data_dir.to_owned(), port);
    config.mode = Mode::Desktop;
    config.limits.wait = settings.wait_limits();
    loopback_server::serve(config).await
}

//! The server of the protocol's own suite: Loopback as it is, behind its own doors, and beside its tools those that the
//! suite calls. What these do is data (`fixtures.json`); Loopback itself offers none of it to agents.
//!
//!     conformance DATA_DIR

mod fixtures;
mod handler;

use std::path::PathBuf;

use loopback_server::{ServeConfig, serve_around};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data_dir = std::env::args_os().nth(1).ok_or("where is the data?")?;
    let data_dir = PathBuf::from(data_dir);
    let mut config = ServeConfig::new(data_dir.clone(), 0);
    config.settings_file = data_dir.with_extension("settings").join("settings.toml");
    let running = serve_around(config, handler::Around::new).await?;
    println!("loopback: ready at {}", running.base_url());
    std::future::pending::<()>().await;
    Ok(())
}

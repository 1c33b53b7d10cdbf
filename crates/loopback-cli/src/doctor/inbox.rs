//! The inbox: its directory and settings, who serves it, and whether agents and the window reach it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;

use loopback_inbox::{Condition, Holder, Mode, examine};
use loopback_server::settings::Settings;
use loopback_server::{BUILD, mcp, places};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::finding::Finding;

/// How long the app may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Looks at the inbox in a directory.
pub(super) async fn look(data_dir: &Path) -> Vec<Finding> {
    let (settings, port) = settings();
    let mut findings = vec![settings];
    match examine(data_dir, env!("CARGO_PKG_VERSION")) {
        Ok(Condition::Absent) => {
            let says = format!(
                "{} is not there yet; the first start makes it",
                data_dir.display()
            );
            findings.push(Finding::remark("inbox", says));
            findings.push(not_running());
            findings.push(port_to_come(port));
        }
        Ok(Condition::Sound) => {
            let says = format!("{} is private, and its database sound", data_dir.display());
            findings.push(Finding::fine("inbox", says));
            findings.push(not_running());
            findings.push(port_to_come(port));
        }
        Ok(Condition::Served(holder)) => {
            findings.push(Finding::fine(
                "inbox",
                format!("{} is private", data_dir.display()),
            ));
            findings.push(running(holder.as_ref()));
            findings.push(socket(data_dir).await);
            if let Some(served) = holder.and_then(|holder| holder.port) {
                findings.extend(served_port(served, port).await);
            }
        }
        Err(error) => findings.push(Finding::wrong("inbox", error.to_string())),
    }
    findings
}

fn settings() -> (Finding, u16) {
    let file = places::settings_file();
    let usual = Settings::default().server.port;
    match Settings::load(&file).and_then(|_| Settings::read(&file)) {
        Ok(settings) => {
            let says = if file.exists() {
                format!("{} can be read", file.display())
            } else {
                format!("the usual ones; {} is not there", file.display())
            };
            (Finding::fine("settings", says), settings.server.port)
        }
        Err(error) => (Finding::wrong("settings", error.to_string()), usual),
    }
}

fn not_running() -> Finding {
    Finding::wrong("app", "Loopback is not running, so agents cannot ask").mended_by(
        "start it from your applications, or on a machine without a display with `loopback serve`",
    )
}

fn running(holder: Option<&Holder>) -> Finding {
    let Some(holder) = holder else {
        return Finding::fine("app", "it runs and is just starting");
    };
    let how = match holder.mode {
        Mode::Desktop => "with its window",
        Mode::Headless => "without a window",
    };
    Finding::fine("app", format!("it runs {how}, as process {}", holder.pid))
}

async fn socket(data_dir: &Path) -> Finding {
    let reached = tokio::time::timeout(PATIENCE, mcp::connect(data_dir)).await;
    match reached {
        Ok(Ok(_)) => Finding::fine(
            "socket",
            "agents that are connected by `loopback mcp` reach it",
        ),
        Ok(Err(error)) => Finding::wrong("socket", format!("agents cannot reach it: {error}"))
            .mended_by("end Loopback and start it again"),
        Err(_) => Finding::wrong("socket", "it does not answer")
            .mended_by("end Loopback and start it again"),
    }
}

/// The port that the app will want when it starts.
fn port_to_come(port: u16) -> Finding {
    if port == 0 || TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
        return Finding::fine("port", format!("{port} is free"));
    }
    let by = listener_uid(port).map_or_else(String::new, |uid| {
        format!(" by a program of {}", user_named(uid))
    });
    Finding::wrong("port", format!("{port} is taken{by}")).mended_by(format!(
        "end that program, or set another port: [server] port in {}",
        places::settings_file().display()
    ))
}

async fn served_port(served: u16, wanted: u16) -> Vec<Finding> {
    let mut findings = Vec::new();
    if wanted != 0 && served != wanted && listener_uid(wanted).is_some() {
        let by = listener_uid(wanted).map(user_named).unwrap_or_default();
        let says = format!("{wanted} is taken by a program of {by}, so it listens on {served}");
        let mend = "agents that are connected by URL need the new one; those connected by `loopback mcp` notice nothing";
        findings.push(Finding::note("port", says, mend));
    }
    let health = tokio::time::timeout(PATIENCE, build_at(served)).await;
    match health.ok().flatten() {
        Some(build) if build == BUILD => {
            findings.push(Finding::fine("port", format!("it answers on {served}")));
        }
        Some(build) => findings.push(
            Finding::wrong(
                "version",
                format!("the Loopback that runs was built {build}, and this command {BUILD}"),
            )
            .mended_by("end Loopback and start it again"),
        ),
        None => findings.push(
            Finding::wrong("port", format!("nothing of Loopback answers on {served}"))
                .mended_by("end Loopback and start it again"),
        ),
    }
    findings
}

/// The build that the app on a port says it is.
async fn build_at(port: u16) -> Option<String> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request =
        format!("GET /api/v1/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut response = Vec::new();
    stream
        .take(16 * 1024)
        .read_to_end(&mut response)
        .await
        .ok()?;
    build_in(&String::from_utf8_lossy(&response))
}

fn build_in(response: &str) -> Option<String> {
    let (head, _) = response.split_once("\r\n\r\n")?;
    head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let build = name.eq_ignore_ascii_case("loopback-build");
        build.then(|| value.trim().to_owned())
    })
}

/// Whose program listens on a port of 127.0.0.1, where the system tells.
fn listener_uid(port: u16) -> Option<u32> {
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    uid_in(&table, port)
}

fn uid_in(table: &str, port: u16) -> Option<u32> {
    const LISTENING: &str = "0A";
    let port = format!(":{port:04X}");
    table.lines().skip(1).find_map(|line| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let (local, state, uid) = (columns.get(1)?, columns.get(3)?, columns.get(7)?);
        (local.ends_with(&port) && *state == LISTENING).then(|| uid.parse().ok())?
    })
}

fn user_named(uid: u32) -> String {
    if uid == loopback_server::account::uid() {
        return "yours".to_owned();
    }
    format!("user {uid}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whose_program_listens_is_read_from_the_systems_table() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
                     0: 0100007F:101F 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1\n\
                     1: 0100007F:1020 0100007F:101F 01 00000000:00000000 00:00000000 00000000  1001        0 1 1\n";
        assert_eq!(uid_in(table, 0x101F), Some(1000));
        assert_eq!(
            uid_in(table, 0x1020),
            None,
            "that one is connected, and does not listen"
        );
        assert_eq!(uid_in(table, 1), None);
    }

    #[test]
    fn the_build_is_read_from_the_head_of_the_answer() {
        let answer =
            "HTTP/1.1 200 OK\r\nLoopback-Build: 2026-11-30T12:00:00Z\r\n\r\nloopback-build: no";
        assert_eq!(build_in(answer).as_deref(), Some("2026-11-30T12:00:00Z"));
        assert_eq!(build_in("HTTP/1.1 404 Not Found\r\n\r\n"), None);
        assert_eq!(build_in("SSH-2.0-x"), None);
    }
}

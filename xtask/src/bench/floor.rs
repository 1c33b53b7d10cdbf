//! What no program can beat on this machine: its disk's fsync and its loopback interface.

use anyhow::Result;
use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

const TIMES: usize = 500;

/// Appending 4 KiB to a file in this folder and syncing it.
pub(super) fn fsync(folder: &Path) -> Result<Vec<Duration>> {
    let path = folder.join("fsync.tmp");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        file.write_all(&[7; 4096])?;
        file.sync_all()?;
        times.push(begun.elapsed());
    }
    std::fs::remove_file(path)?;
    Ok(times)
}

/// 1 KiB there and back over TCP on 127.0.0.1, the other end a thread that only echoes.
pub(super) fn round_trip() -> Result<Vec<Duration>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let mut near = TcpStream::connect(listener.local_addr()?)?;
    let (mut far, _) = listener.accept()?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    let echo = thread::spawn(move || {
        let mut buffer = [0; 1024];
        while far.read_exact(&mut buffer).is_ok() && far.write_all(&buffer).is_ok() {}
    });
    let mut buffer = [7; 1024];
    let mut times = Vec::with_capacity(TIMES);
    for _ in 0..TIMES {
        let begun = Instant::now();
        near.write_all(&buffer)?;
        near.read_exact(&mut buffer)?;
        times.push(begun.elapsed());
    }
    drop(near);
    // The echo ends with the connection.
    let _ = echo.join();
    Ok(times)
}

//! Agents on other machines, as `agent.sock` hears of them: how a connection says that it comes from one.
//!
//! `loopback remote` passes on what comes from another machine. Each connection it makes begins with a line that names the
//! machine, before anything from there is passed on, so an agent there cannot leave it out or say otherwise. What an agent
//! may do is no different from here; only who it is, is.

use std::io;
use std::path::Path;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::UnixStream;

use super::socket::{self, SocketError};

/// With what such a line begins. No message does.
const MARK: u8 = b'@';

/// The longest such line, in bytes.
const LONGEST: u64 = 256;

/// The longest name of a machine, in characters.
const LONGEST_NAME: usize = 100;

/// Whether this may name a machine: what ssh takes, and nothing that a person could mistake for something else.
#[must_use]
pub fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-_:@[]".contains(c);
    !text.is_empty()
        && !text.starts_with('-')
        && text.len() <= LONGEST_NAME
        && text.chars().all(plain)
}

/// How it ended that a machine may have agents here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registered {
    /// The person wants no more of it.
    Revoked,

    /// Somebody else lets agents of this machine in already, or too many machines are.
    Taken,

    /// The app ended.
    Over,
}

/// A connection to the app of this data directory for an agent on the machine of this name, which must be registered.
///
/// # Errors
///
/// Like [`connect`](super::connect).
pub async fn connect(data_dir: &Path, name: &str) -> Result<UnixStream, SocketError> {
    say(data_dir, &format!("@from {name}\n")).await
}

/// Lets agents of the machine of this name in, until this returns or is dropped.
///
/// # Errors
///
/// Like [`connect`](super::connect).
pub async fn register(data_dir: &Path, name: &str) -> Result<Registered, SocketError> {
    let stream = say(data_dir, &format!("@register {name}\n")).await?;
    let mut lines = BufReader::new(stream).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        match line.as_str() {
            "revoked" => return Ok(Registered::Revoked),
            "taken" => return Ok(Registered::Taken),
            _ => {}
        }
    }
    Ok(Registered::Over)
}

/// Cuts off the machine of this name. False if there is none.
///
/// # Errors
///
/// Like [`connect`](super::connect).
pub async fn revoke(data_dir: &Path, name: &str) -> Result<bool, SocketError> {
    let stream = say(data_dir, &format!("@revoke {name}\n")).await?;
    let mut lines = BufReader::new(stream).lines();
    Ok(matches!(lines.next_line().await, Ok(Some(line)) if line == "revoked"))
}

/// The names of the machines whose agents are let in, in order.
///
/// # Errors
///
/// Like [`connect`](super::connect).
pub async fn list(data_dir: &Path) -> Result<Vec<String>, SocketError> {
    let stream = say(data_dir, "@list\n").await?;
    let mut lines = BufReader::new(stream).lines();
    let mut names = Vec::new();
    while let Ok(Some(line)) = lines.next_line().await {
        names.push(line);
    }
    Ok(names)
}

async fn say(data_dir: &Path, line: &str) -> Result<UnixStream, SocketError> {
    let mut stream = socket::connect(data_dir).await?;
    let failed = |error| SocketError::Io {
        path: data_dir.to_owned(),
        error,
    };
    stream.write_all(line.as_bytes()).await.map_err(failed)?;
    Ok(stream)
}

/// How a connection begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// With a message, the first byte of which has been read; nothing if it ended.
    Message(Option<u8>),

    /// For an agent on this machine.
    From(String),

    /// To let agents of this machine in.
    Register(String),

    /// To cut this machine off.
    Revoke(String),

    /// To be told of all machines.
    List,
}

impl Opening {
    /// Reads it. Of a message nothing but its first byte.
    pub(super) async fn read(stream: &mut UnixStream) -> io::Result<Self> {
        let mut first = [0];
        if stream.read(&mut first).await? == 0 {
            return Ok(Self::Message(None));
        }
        if first != [MARK] {
            return Ok(Self::Message(Some(first[0])));
        }
        // Byte by byte: what comes after the line is not ours.
        let mut line = Vec::new();
        loop {
            let byte = stream.read_u8().await?;
            if byte == b'\n' {
                break;
            }
            line.push(byte);
            if line.len() as u64 > LONGEST {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Self::parse(&line).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    fn parse(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?;
        let (word, name) = line.split_once(' ').unwrap_or((line, ""));
        let name = || is_name(name).then(|| name.to_owned());
        match word {
            "from" => Some(Self::From(name()?)),
            "register" => Some(Self::Register(name()?)),
            "revoke" => Some(Self::Revoke(name()?)),
            "list" => Some(Self::List),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn opening(sent: &[u8]) -> io::Result<(Opening, Vec<u8>)> {
        let (mut one, mut other) = UnixStream::pair().unwrap();
        one.write_all(sent).await.unwrap();
        drop(one);
        let opening = Opening::read(&mut other).await?;
        let mut rest = Vec::new();
        other.read_to_end(&mut rest).await?;
        Ok((opening, rest))
    }

    #[tokio::test]
    async fn a_connection_says_first_whose_it_is_and_nothing_after_that_is_taken_from_it() {
        let read = async |sent: &str| {
            let (opening, rest) = opening(sent.as_bytes()).await.unwrap();
            (opening, String::from_utf8(rest).unwrap())
        };
        let from = |name: &str| Opening::From(name.to_owned());
        assert_eq!(
            read("@from box\n@from b\n").await,
            (from("box"), "@from b\n".to_owned())
        );
        assert_eq!(
            read("{}\n").await,
            (Opening::Message(Some(b'{')), "}\n".to_owned())
        );
        assert_eq!(read("").await, (Opening::Message(None), String::new()));
        assert_eq!(read("@list\n").await.0, Opening::List);
        for wrong in [
            "@from \n",
            "@from a b\n",
            "@from -x\n",
            "@\n",
            "@from box",
            "@from \u{202e}\n",
        ] {
            assert!(opening(wrong.as_bytes()).await.is_err(), "{wrong:?}");
        }
        let long = format!("@from {}\n", "a".repeat(300));
        assert!(opening(long.as_bytes()).await.is_err());
    }
}

//! HTTP/1.1 over one connection per request: headers, sized and chunked bodies, bodies read as they come.

use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// Where a server listens, `127.0.0.1:4127`, and what it is to be told with every request.
#[derive(Clone)]
pub(crate) struct Door {
    pub(crate) address: String,
    pub(crate) bearer: Option<String>,
}

/// A request's method, path, content type and body.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) headers: &'a [(&'a str, &'a str)],
    pub(crate) body: &'a [u8],
}

/// A response whose body is still to be read.
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    stream: BufReader<TcpStream>,
}

impl Door {
    /// A connection, made before the moment that is measured.
    pub(crate) fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(&self.address)
            .with_context(|| format!("nothing listens at {}", self.address))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Sends a request and reads the response's head.
    pub(crate) fn send(&self, request: &Request<'_>) -> Result<Response> {
        self.send_on(self.connect()?, request)
    }

    /// Puts bytes there; the status that comes back.
    pub(crate) fn put(&self, path: &str, content_type: &str, body: &[u8]) -> Result<u16> {
        let headers = [("Content-Type", content_type)];
        Ok(self
            .send(&Request {
                method: "PUT",
                path,
                headers: &headers,
                body,
            })?
            .status)
    }

    /// Sends a request on a connection that stands already, and reads the response's head.
    pub(crate) fn send_on(&self, mut stream: TcpStream, request: &Request<'_>) -> Result<Response> {
        let mut bytes = Vec::new();
        write!(
            bytes,
            "{} {} HTTP/1.1\r\nHost: {}\r\n",
            request.method, request.path, self.address
        )?;
        for (name, value) in request.headers {
            write!(bytes, "{name}: {value}\r\n")?;
        }
        if let Some(token) = &self.bearer {
            write!(bytes, "Authorization: Bearer {token}\r\n")?;
        }
        write!(bytes, "Content-Length: {}\r\n\r\n", request.body.len())?;
        bytes.extend_from_slice(request.body);
        stream.write_all(&bytes)?;
        Response::read_head(BufReader::new(stream))
    }
}

impl Response {
    fn read_head(mut stream: BufReader<TcpStream>) -> Result<Self> {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let status = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let status = status.with_context(|| format!("no HTTP response: {line:?}"))?;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line)?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Ok(Self {
            status,
            headers,
            stream,
        })
    }

    /// A header's value.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, value)| value.as_str())
    }

    /// The whole body as text.
    pub(crate) fn text(self) -> Result<String> {
        let mut text = String::new();
        self.body().read_to_string(&mut text)?;
        Ok(text)
    }

    /// The body, to be read as it comes.
    pub(crate) fn body(self) -> Box<dyn BufRead + Send> {
        if self.header("transfer-encoding") == Some("chunked") {
            return Box::new(BufReader::new(Chunked {
                stream: self.stream,
                left: 0,
                ended: false,
            }));
        }
        let length = self
            .header("content-length")
            .and_then(|length| length.parse().ok());
        Box::new(self.stream.take(length.unwrap_or(0)))
    }
}

/// A body in chunks, read as one.
struct Chunked {
    stream: BufReader<TcpStream>,
    left: u64,
    ended: bool,
}

impl Read for Chunked {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        if self.left == 0 {
            self.left = self.next_chunk()?;
            self.ended = self.left == 0;
        }
        let count = (&mut self.stream).take(self.left).read(buffer)?;
        self.left -= count as u64;
        if self.left == 0 && !self.ended {
            self.stream.read_line(&mut String::new())?;
        }
        Ok(count)
    }
}

impl Chunked {
    fn next_chunk(&mut self) -> std::io::Result<u64> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Ok(0);
        }
        let size = line.trim().split(';').next().unwrap_or_default();
        u64::from_str_radix(size, 16)
            .map_err(|_| std::io::Error::new(std::io::ErrorKind::InvalidData, "no chunk size"))
    }
}

//! An answer as it came over the wire.

use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let body = bytes[end + 4..].to_vec();
        let mut answer = Self {
            status,
            headers,
            body,
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = unchunked(&answer.body)?;
        }
        Some(answer)
    }

    /// All answers that came over one connection, going by the lengths they declare.
    pub(crate) fn all(mut bytes: &[u8]) -> Vec<Self> {
        let mut answers = Vec::new();
        while let Some(mut answer) = Self::read(bytes) {
            let length = answer
                .header("content-length")
                .map_or(0, |length| length.parse().unwrap());
            bytes = &bytes[bytes.len() - answer.body.len() + length..];
            answer.body.truncate(length);
            answers.push(answer);
        }
        assert!(
            bytes.is_empty(),
            "no answer: {:?}",
            String::from_utf8_lossy(bytes)
        );
        answers
    }

    /// True if nothing more has to come for one answer, going by the length it declares.
    pub(crate) fn is_whole(bytes: &[u8]) -> bool {
        let is_all = |answer: &Self| match answer.header("content-length") {
            Some(length) => length.parse() == Ok(answer.body.len()),
            // It was only read because its last chunk is there.
            None => answer.header("transfer-encoding") == Some("chunked"),
        };
        Self::read(bytes).is_some_and(|answer| is_all(&answer))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self
            .headers
            .iter()
            .filter(|(known, _)| known == name)
            .map(|(_, value)| value.as_str());
        let value = values.next();
        assert_eq!(values.next(), None, "{name} stands twice");
        value
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The JSON of an answer that must not be a refusal.
    #[track_caller]
    pub(crate) fn ok(&self) -> Value {
        assert!(
            (200..300).contains(&self.status),
            "{} {}",
            self.status,
            self.text()
        );
        self.json()
    }

    /// `409 ask.closed`
    pub(crate) fn refusal(&self) -> String {
        let code = if self.body.is_empty() {
            Value::Null
        } else {
            self.json()["code"].clone()
        };
        format!("{} {}", self.status, code.as_str().unwrap_or("-"))
    }

    pub(crate) fn message(&self) -> String {
        self.json()["message"].as_str().unwrap().to_owned()
    }
}

/// The body that was sent in chunks, if the last one is there.
fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|two| two == b"\r\n")?;
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).ok()?, 16).ok()?;
        let chunk = bytes.get(end + 2..end + 2 + size)?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(chunk);
        bytes = bytes.get(end + 2 + size + 2..)?;
    }
}

//! What a review attaches, read from the disk of the agent's machine: diffs as git makes them, texts and images.
//!
//! The agent names things; what is shown of them is what lies there. Nothing outside of the agent's repository is
//! read, and nothing in it is run.

mod diff;
mod file;
mod image;

use file::Found;
pub(crate) use file::of_text;

use std::path::PathBuf;

use loopback_contract::{
    Attachment, Block, ImageBlock, Origin, ReviewInput, Timestamp, read_value,
};
use loopback_server::mcp::MAX_LINE;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::door::link::Link;

/// The most bytes that are read for one review.
pub(crate) const MOST: usize = 4 * 1024 * 1024;

/// What of the line that carries a call is left to the call itself.
const ELSE: usize = 512 * 1024;

/// Why something could not be read, as a refusal with its code and place.
pub(crate) type Refused = String;

/// The blocks for everything a call's arguments attach; none if they attach nothing. Arguments that are no
/// review are left to the app to refuse.
pub(crate) async fn read(
    arguments: Option<&JsonObject>,
    origin: &Origin,
    link: &Link,
) -> Result<Vec<Block>, Refused> {
    let Some(arguments) = arguments.filter(|arguments| arguments.contains_key("attach")) else {
        return Ok(Vec::new());
    };
    let Ok(input) = read_value::<ReviewInput>(&Value::Object(arguments.clone())) else {
        return Ok(Vec::new());
    };
    let mut reader = Reader::new(origin, Reach::Repository, link).await;
    let mut blocks = Vec::new();
    for (n, attachment) in input.attach.iter().flatten().enumerate() {
        let block = reader.block(attachment).await;
        blocks.push(block.map_err(|unread| unread.at(n))?);
    }
    Ok(blocks)
}

/// Which files may be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Those of the repository the agent works in, or of its directory where there is none: the agent names them.
    Repository,
    /// Whichever are named: by a command line, and by whoever may read them by any other.
    Anywhere,
}

/// Reads for one review.
pub(crate) struct Reader<'a> {
    here: Here,
    reach: Reach,
    left: Left,
    /// The way to the app, where images are stored before a block can name them.
    link: &'a Link,
    origin: &'a Origin,
}

impl<'a> Reader<'a> {
    pub(crate) async fn new(origin: &'a Origin, reach: Reach, link: &'a Link) -> Self {
        Self {
            link,
            origin,
            here: Here::of(origin).await,
            reach,
            left: Left {
                bytes: MOST,
                written: MAX_LINE - ELSE,
            },
        }
    }

    /// The block for one thing to be shown.
    pub(crate) async fn block(&mut self, attachment: &Attachment) -> Result<Block, Unread> {
        match attachment {
            Attachment {
                git: Some(range),
                file: None,
            } => diff::block(&self.here, range, &mut self.left).await,
            Attachment {
                git: None,
                file: Some(path),
            } => match file::read(&self.here, path, self.reach, &mut self.left)? {
                Found::Text(block) => Ok(block),
                Found::Bytes { bytes, read } => {
                    let upload_id = image::store(self.link, self.origin, &bytes).await?;
                    Ok(Block::Image(ImageBlock {
                        upload_id,
                        caption: None,
                        read: Some(read),
                    }))
                }
            },
            Attachment { .. } => Err(Unread::new("invalid", "", "name one of git and file")),
        }
    }

    /// Counts a text that was read elsewhere for the same review.
    pub(crate) fn takes(&mut self, text: &str) -> Result<(), Unread> {
        self.left.takes(text, text.len(), "")
    }
}

/// Where the agent works.
struct Here {
    cwd: PathBuf,
    /// The root of its repository.
    top: Option<PathBuf>,
    /// The commit that is checked out.
    head: Option<String>,
}

impl Here {
    async fn of(origin: &Origin) -> Self {
        let cwd = PathBuf::from(&origin.cwd);
        let top = origin.repository.as_ref().map(PathBuf::from);
        let head = match &top {
            Some(top) => diff::commit(top, "HEAD").await,
            None => None,
        };
        Self { cwd, top, head }
    }
}

/// How much may still be attached.
struct Left {
    /// As it lies there.
    bytes: usize,
    /// As it is written into the call: control characters take six times as much there.
    written: usize,
}

impl Left {
    /// Takes something of that size, which is sent by itself.
    fn takes_bytes(&mut self, size: usize, place: &'static str) -> Result<(), Unread> {
        let words = "all that is attached is more than 4 MiB; attach only what is to be judged";
        self.bytes = self
            .bytes
            .checked_sub(size)
            .ok_or_else(|| Unread::new("too_large", place, words))?;
        Ok(())
    }

    /// Takes a text that was `size` bytes where it lay.
    fn takes(&mut self, text: &str, size: usize, place: &'static str) -> Result<(), Unread> {
        self.takes_bytes(size, place)?;
        let words =
            "it has so many unusual characters that it is too large to be sent; attach less";
        self.written = self
            .written
            .checked_sub(json!(text).to_string().len())
            .ok_or_else(|| Unread::new("too_large", place, words))?;
        Ok(())
    }
}

/// The code where nobody is there to store an image.
pub(crate) const UNREACHABLE: &str = "unreachable";

/// What was not read, and why.
pub(crate) struct Unread {
    pub(crate) code: &'static str,
    place: &'static str,
    pub(crate) words: String,
}

impl Unread {
    fn new(code: &'static str, place: &'static str, words: impl Into<String>) -> Self {
        Self {
            code,
            place,
            words: words.into(),
        }
    }

    fn at(self, n: usize) -> Refused {
        let Self { code, place, words } = self;
        format!("attach.{code}: /attach/{n}{place}: {words}; nothing was asked")
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the bridge is no part of the inbox: this says when it read, not when anything was committed"
)]
fn now() -> Timestamp {
    let passed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let milliseconds = passed
        .ok()
        .and_then(|passed| i64::try_from(passed.as_millis()).ok());
    Timestamp::from_millisecond(milliseconds.unwrap_or_default())
        .unwrap_or_else(|| unreachable!("the year is below 9999"))
}

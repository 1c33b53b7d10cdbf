//! Measures search over ten thousand asks of mixed size: how long a search takes, what indexing costs, and how much
//! the database grows. Run it with `cargo run --release -p loopback-inbox --example search [files or directories]`; the
//! texts of the asks are cut from the files, which should be prose and source code.

#![expect(
    clippy::unwrap_used,
    reason = "a measurement that cannot go on is over"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use loopback_contract::{
    Actor, Block, ChangesRequested, CodeBlock, MarkdownBlock, Reply, ReviewInput,
};
use loopback_inbox::{Caller, Door, Hub, InboxConfig};
use loopback_rules::AskInput;

const ASKS: usize = 10_000;

/// Sizes in bytes of every hundred asks; the last one is as large as an ask may be.
const SIZES: [usize; 10] = [
    300, 600, 1_000, 2_000, 3_000, 5_000, 8_000, 15_000, 30_000, 60_000,
];
const LARGEST: usize = 200_000;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let texts = texts();
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("inbox");
    let person = Actor {
        id: "local".to_owned(),
        name: None,
    };
    let hub = Hub::start(InboxConfig::new(&dir, "0.1.0", person)).unwrap();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(random >> 33).unwrap() % below
    };
    let (mut opening, mut replying, mut bytes) = (Vec::new(), Vec::new(), 0);
    for n in 0..ASKS {
        let size = if n % 100 == 99 {
            LARGEST
        } else {
            SIZES[n % 10]
        };
        let text = cut(&texts, next(texts.len() - LARGEST - 8), size);
        bytes += text.len();
        let begin = Instant::now();
        let waiter = hub.open(&caller(n), None, review(n, text)).await.unwrap();
        opening.push(begin.elapsed());
        let reply = Reply::ChangesRequested(ChangesRequested {
            feedback: cut(&texts, next(texts.len() - LARGEST - 8), 200).to_owned(),
            ..ChangesRequested::default()
        });
        let begin = Instant::now();
        hub.reply(waiter.ask_id(), reply, Door::Window)
            .await
            .unwrap();
        replying.push(begin.elapsed());
        if n % 50 == 49 {
            hub.decisions(None, None, 1).await.unwrap();
        }
    }
    println!("{ASKS} asks, {} MB of text", bytes / 1_000_000);
    show("an opening", &mut opening);
    show("a reply", &mut replying);
    for typed in [
        "the",
        "error",
        "zeppelin",
        "database migration",
        "write the text",
        "sta",
        "a",
        "\"the same\"",
        "src/main.rs",
        "main.rs",
        "AskId",
        "fn new(",
        "HashMap<String,",
        "e_t",
        "数据",
        "kind:review",
        "kind:question",
        "outcome:changes_requested error",
        "project:engine-7",
        "project:engine-7 error",
        "before:2020",
        "zzz/yyy/xxx.rs",
        "the and for with that this from have",
    ] {
        let mut times = Vec::new();
        let mut hits = 0;
        for _ in 0..7 {
            let begin = Instant::now();
            hits = hub.search(typed, None, 50).await.unwrap().items.len();
            times.push(begin.elapsed());
        }
        show(&format!("search {typed:?}: {hits} hits"), &mut times);
    }
    for typed in ["", "error", "zeppelin", "outcome:approved", "src/main.rs"] {
        let mut times = Vec::new();
        for _ in 0..7 {
            let begin = Instant::now();
            hub.decisions(Some(typed), None, 50).await.unwrap();
            times.push(begin.elapsed());
        }
        show(&format!("decisions {typed:?}"), &mut times);
    }
    hub.stop().await;
    sizes(&dir.join("inbox.db"));
}

fn show(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{what:<52} p50 {:>10.2?}   p99 {:>10.2?}   max {:>10.2?}",
        at(50),
        at(99),
        at(100)
    );
}

fn sizes(path: &Path) {
    #[expect(
        clippy::disallowed_methods,
        reason = "a measurement looks into the file"
    )]
    let db = rusqlite::Connection::open(path).unwrap();
    let pages = |name: &str| -> i64 {
        let sql = "select coalesce(sum(length(block)), 0) from ";
        db.query_row(&format!("{sql}{name}_data"), (), |row| row.get(0))
            .unwrap()
    };
    println!(
        "database {} MB, of it words {} MB and trigrams {} MB",
        fs::metadata(path).unwrap().len() / 1_000_000,
        pages("search_words") / 1_000_000,
        pages("search_grams") / 1_000_000,
    );
}

fn caller(n: usize) -> Caller {
    Caller {
        session: format!("s{n}"),
        client_name: "bench".to_owned(),
        client_version: "1".to_owned(),
        origin: None,
    }
}

fn review(n: usize, text: &str) -> AskInput {
    let mut title = String::new();
    write!(
        title,
        "Number {n}: {}",
        text.lines().next().unwrap_or_default()
    )
    .unwrap();
    let (prose, code) = text.split_at(text.floor_char_boundary(text.len() / 2));
    AskInput::Review(ReviewInput {
        title: title.chars().take(100).collect(),
        summary: None,
        content: vec![
            Block::Markdown(MarkdownBlock {
                text: format!("# {n}\n{prose}"),
                read: None,
            }),
            Block::Code(CodeBlock {
                code: format!("// {n}\n{code}"),
                ..CodeBlock::default()
            }),
        ],
        revises: None,
        project: format!("engine-{}", n % 20),
        attach: None,
        wait: None,
    })
}

fn cut(texts: &str, from: usize, size: usize) -> &str {
    let from = texts.floor_char_boundary(from);
    &texts[from..texts.floor_char_boundary(from + size)]
}

fn texts() -> String {
    let mut texts = String::new();
    let named: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let mut places = if named.is_empty() {
        vec![PathBuf::from("crates"), PathBuf::from("ui/src")]
    } else {
        named
    };
    while let Some(place) = places.pop() {
        if let Ok(entries) = fs::read_dir(&place) {
            places.extend(entries.map(|entry| entry.unwrap().path()));
        } else if let Ok(text) = fs::read_to_string(&place) {
            texts.push_str(&text);
        }
    }
    assert!(
        texts.len() > 1_000_000,
        "the files named have too little text"
    );
    texts
}

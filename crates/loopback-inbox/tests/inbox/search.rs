//! Looking for asks by what was written in them.

use loopback_contract::{
    Block, BriefingInput, BriefingPoint, BriefingSection, Choice, CodeBlock, DiffBlock,
    MarkdownBlock, QuestionInput, ReviewInput, SearchField, SearchHit, Timestamp,
};
use loopback_inbox::Hub;
use loopback_rules::{AskInput, RefusalKind};

use crate::support::{
    Inbox, answered, caller, changes, dismissed, follow_up, question, refusal, review, withdrawal,
};

/// The titles of what is found, the newest first.
async fn found(hub: &Hub, typed: &str) -> Vec<String> {
    let hits = hub.search(typed, None, 100).await.unwrap().items;
    hits.into_iter().map(|hit| hit.ask.title).collect()
}

async fn only(hub: &Hub, typed: &str) -> SearchHit {
    let mut items = hub.search(typed, None, 100).await.unwrap().items;
    assert_eq!(items.len(), 1, "{typed}: {items:?}");
    items.remove(0)
}

/// A hit as `field: line`, with what was found in brackets.
async fn shown(hub: &Hub, typed: &str) -> String {
    let hit = only(hub, typed).await;
    let mut line = format!("{}: ", hit.field);
    for part in &hit.snippet {
        let part = if part.hit {
            format!("[{}]", part.text)
        } else {
            part.text.clone()
        };
        line.push_str(&part);
    }
    line
}

fn rich_review() -> AskInput {
    AskInput::Review(ReviewInput {
        title: "Rename the store".to_owned(),
        summary: Some("Ünïcode everywhere.".to_owned()),
        content: vec![
            Block::Markdown(MarkdownBlock {
                text: "Der **Straßenname** und 数据库连接池 and naïve café.".to_owned(), read: None, }),
            Block::Code(CodeBlock {
                code: "fn open_readers(path: &Path) -> Vec<Reader> {}".to_owned(),
                language: Some("rust".to_owned()),
                filename: Some("crates/inbox/readers.rs".to_owned()), read: None, }),
            Block::Diff(DiffBlock {
                diff: "--- a/src/deep/Place.ts\n+++ b/src/deep/Place.ts\n@@ -1 +1 @@\n-oldThing()\n+newThing()\n"
                    .to_owned(),
                filename: None, read: None, }),
        ],
        revises: None,
        project: "engine".to_owned(), attach: None, wait: None, })
}

#[tokio::test]
async fn every_text_of_an_ask_is_found_and_the_hit_says_where() {
    let inbox = Inbox::new();
    inbox.opened(rich_review()).await;
    for (typed, line) in [
        ("rename", "title: [Rename] the store"),
        ("unicode", "prompt: [Ünïcode] everywhere."),
        (
            "strassenname",
            "prompt: Der **[Straßenname]** und 数据库连接池 and naïve café.",
        ),
        (
            "straßenname",
            "prompt: Der **[Straßenname]** und 数据库连接池 and naïve café.",
        ),
        (
            "naive cafe",
            "prompt: Der **Straßenname** und 数据库连接池 and [naïve] [café].",
        ),
        (
            "连接",
            "prompt: Der **Straßenname** und 数据库[连接]池 and naïve café.",
        ),
        (
            "数据库连接池",
            "prompt: Der **Straßenname** und [数据库连接池] and naïve café.",
        ),
        ("inbox/read", "prompt: crates/[inbox/read]ers.rs"),
        (
            "n_read",
            "prompt: fn ope[n_read]ers(path: &Path) -> Vec<Reader> {}",
        ),
        (
            "deep/Place.t",
            "prompt: --- a/src/[deep/Place.t]s +++ b/src/[deep/Place.t]s @@ -1 +1 @@ -oldThing() +newThing()",
        ),
        (
            "newThing",
            "prompt: …+++ b/src/deep/Place.ts @@ -1 +1 @@ -oldThing() +[newThing]()",
        ),
        (
            r#""&Path) ->""#,
            "prompt: fn open_readers(path: [&Path) ->] Vec<Reader> {}",
        ),
    ] {
        assert_eq!(shown(&inbox.hub, typed).await, line, "{typed}");
    }
}

#[tokio::test]
async fn questions_choices_briefings_threads_replies_and_reasons_are_found() {
    let inbox = Inbox::new();
    let asked = inbox
        .opened(AskInput::Question(QuestionInput {
            question: "Which **database**?".to_owned(),
            options: Some(vec![
                Choice {
                    label: "SQLite".to_owned(),
                    description: Some("embedded".to_owned()),
                },
                Choice {
                    label: "Postgres".to_owned(),
                    description: None,
                },
            ]),
            context: Some("We have one user.".to_owned()),
            multiple: None,
            project: "engine".to_owned(),
            wait: None,
        }))
        .await;
    let point = |title: &str, detail: &str| BriefingPoint {
        title: title.to_owned(),
        detail: Some(detail.to_owned()),
        content: None,
    };
    inbox
        .opened(AskInput::Briefing(BriefingInput {
            title: "Findings".to_owned(),
            summary: None,
            sections: vec![BriefingSection {
                title: Some("Performance".to_owned()),
                points: vec![point("Slow queries", "They lack an index.")],
            }],
            project: "engine".to_owned(),
            wait: None,
        }))
        .await;
    inbox.reply(&asked, follow_up("How many writers?")).await;
    inbox.answer(&asked, "A single writer thread.").await;
    inbox
        .reply(&asked, answered("Then the embedded one it is."))
        .await;
    let taken_back = inbox.opened(question("Deploy?")).await;
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&taken_back))
        .await
        .unwrap();
    for (typed, line) in [
        ("database", "title: Which [database]?"),
        ("postgres", "prompt: [Postgres]"),
        ("one user", "prompt: We have [one] [user]."),
        ("performance", "prompt: [Performance]"),
        ("slow quer", "prompt: [Slow] [quer]ies"),
        ("lack", "prompt: They [lack] an index."),
        ("many writers", "reply: How [many] [writers]?"),
        ("single writer", "thread: A [single] [writer] thread."),
        ("then embedded", "reply: [Then] the [embedded] one it is."),
        ("found myself", "thread: [found] it [myself]"),
    ] {
        assert_eq!(shown(&inbox.hub, typed).await, line, "{typed}");
    }
}

#[tokio::test]
async fn all_words_have_to_be_there_wherever_they_stand_and_the_last_may_be_a_beginning() {
    let inbox = Inbox::new();
    inbox.opened(question("Ship the engine?")).await;
    let id = inbox.opened(question("Ship the hull?")).await;
    inbox.reply(&id, answered("With the engine inside")).await;
    assert_eq!(
        found(&inbox.hub, "ship engine").await,
        ["Ship the hull?", "Ship the engine?"]
    );
    assert_eq!(found(&inbox.hub, "ship eng").await.len(), 2);
    assert!(found(&inbox.hub, "eng ship").await.is_empty());
    assert!(found(&inbox.hub, "eng ").await.is_empty());
    assert_eq!(found(&inbox.hub, r#""the hull""#).await, ["Ship the hull?"]);
    assert!(
        found(&inbox.hub, r#""hull with""#).await.is_empty(),
        "texts do not run together"
    );
}

#[tokio::test]
async fn filters_narrow_a_search_down_and_may_stand_alone() {
    let inbox = Inbox::new();
    let one = inbox.opened(question("One?")).await;
    let two = inbox.opened(review("Two", None)).await;
    inbox.clock.advance(std::time::Duration::from_hours(48));
    inbox.opened(question("Three?")).await;
    inbox.reply(&one, answered("Yes")).await;
    inbox.reply(&two, changes("No")).await;
    for (typed, titles) in [
        ("kind:question", vec!["Three?", "One?"]),
        ("kind:question kind:review", vec!["Three?", "Two", "One?"]),
        ("outcome:answered", vec!["One?"]),
        ("outcome:changes_requested", vec!["Two"]),
        ("project:ENGINE", vec!["Three?", "Two", "One?"]),
        ("project:eng", vec![]),
        ("project:engin_", vec![]),
        ("project:%", vec![]),
        ("project:other project:engine kind:review", vec!["Two"]),
        ("agent:claude", vec!["Three?", "Two", "One?"]),
        (
            r#"agent:"claude-code 2.1.0""#,
            vec!["Three?", "Two", "One?"],
        ),
        ("agent:code", vec![]),
        ("after:2026-12-01", vec!["Three?"]),
        ("before:2026-12-01", vec!["Two", "One?"]),
        (
            "after:2026-11-30 before:2026-12-01 kind:review",
            vec!["Two"],
        ),
        ("three kind:question", vec!["Three?"]),
        ("three kind:review", vec![]),
    ] {
        assert_eq!(found(&inbox.hub, typed).await, titles, "{typed}");
    }
    let hit = only(&inbox.hub, "kind:review").await;
    assert_eq!((hit.field, hit.snippet.len()), (SearchField::Title, 1));
    assert!(!hit.snippet[0].hit);
}

#[tokio::test]
async fn hits_are_paged_from_the_newest_without_loss_or_repetition() {
    let inbox = Inbox::new();
    let mut expected = Vec::new();
    for n in 0..23 {
        let word = if n % 3 == 0 { "hull" } else { "engine" };
        let id = inbox
            .opened(question(&format!("Number {n} of src/{word}.rs?")))
            .await;
        if n % 3 != 0 {
            expected.insert(0, id);
        }
    }
    for typed in [
        "engine",
        "src/engine",
        "number src/engine",
        "number engine kind:question",
    ] {
        for limit in [1, 4, 16, 17, 100] {
            let (mut seen, mut before) = (Vec::new(), None::<Timestamp>);
            loop {
                let page = inbox.hub.search(typed, before, limit).await.unwrap();
                assert!(page.items.len() <= limit as usize);
                seen.extend(page.items.into_iter().map(|hit| hit.ask.id));
                before = page.next_before;
                if before.is_none() {
                    break;
                }
            }
            assert_eq!(seen, expected, "{typed}, {limit}");
        }
    }
}

#[tokio::test]
async fn a_question_that_was_taken_back_is_found_no_more() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Ship?")).await;
    inbox.reply(&id, follow_up("Which zeppelin?")).await;
    assert_eq!(found(&inbox.hub, "zeppelin").await, ["Ship?"]);
    inbox.hub.take_back(&id).await.unwrap();
    assert!(found(&inbox.hub, "zeppelin").await.is_empty());
    assert_eq!(found(&inbox.hub, "ship").await, ["Ship?"]);
}

#[tokio::test]
async fn a_hit_says_whether_its_agent_waits() {
    let inbox = Inbox::new();
    let waiter = inbox.waiting(question("Ship?")).await;
    assert!(only(&inbox.hub, "ship").await.ask.waiting);
    drop(waiter);
    assert!(!only(&inbox.hub, "ship").await.ask.waiting);
}

#[tokio::test]
async fn what_was_written_before_a_restart_is_found_after_it() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Ship the zeppelin?")).await;
    inbox.reply(&id, dismissed()).await;
    let inbox = inbox.restarted().await;
    assert_eq!(found(&inbox.hub, "zeppelin").await, ["Ship the zeppelin?"]);
}

#[tokio::test]
async fn whatever_is_typed_finds_something_or_nothing_or_is_refused() {
    let inbox = Inbox::new();
    inbox.opened(rich_review()).await;
    let long = "x".repeat(1_000);
    let many: String = ('\u{4e00}'..).take(500).flat_map(|c| [c, ' ']).collect();
    let same = "a ".repeat(500);
    let path = "abc/".repeat(250);
    for typed in [
        r#"" OR ""#,
        r#"a" OR "b"#,
        "NEAR(a b, 2)",
        "text : a",
        "a AND",
        "NOT a",
        "a* ^b",
        "-a",
        "{a b} : c",
        "(((((",
        "'; drop table asks; --",
        "a\0b",
        "\0",
        "%",
        "_",
        "*",
        "\u{fffd}\u{10ffff}",
        "𞤀𞤁",
        "\u{e000}",
        "🎉",
        "\u{301}",
        "a\u{301}",
        "ก ำ",
        "'''",
        "\\",
        "\"\\\"",
        "\n\r\t",
        "",
        &long,
        &many,
        &same,
        &path,
    ] {
        match inbox.hub.search(typed, None, 10).await {
            Ok(page) => assert!(page.items.len() <= 1, "{typed:?}"),
            result => assert_eq!(
                refusal(result),
                (RefusalKind::Unfit, "search.query"),
                "{typed:?}"
            ),
        }
        inbox.hub.decisions(Some(typed), None, 10).await.unwrap();
    }
    assert_eq!(found(&inbox.hub, "rename").await.len(), 1);
}

#[tokio::test]
async fn a_search_for_nothing_is_refused_in_words() {
    let inbox = Inbox::new();
    for typed in ["", "  ", r#""""#, "\u{200b}", "kind:poem"] {
        assert_eq!(
            refusal(inbox.hub.search(typed, None, 10).await),
            (RefusalKind::Unfit, "search.query"),
            "{typed:?}"
        );
    }
}

#[tokio::test]
async fn everything_is_read_from_the_beginning_for_an_export() {
    let inbox = Inbox::new();
    let mut expected = Vec::new();
    for n in 0..7 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        expected.push(id);
    }
    inbox.reply(&expected[3], answered("Yes")).await;
    let (mut seen, mut after) = (Vec::new(), None);
    loop {
        let asks = inbox.hub.oldest_asks(after, 3).await.unwrap();
        let Some(last) = asks.last() else {
            break;
        };
        after = Some(last.created_at());
        seen.extend(asks.iter().map(|ask| ask.id().clone()));
    }
    assert_eq!(seen, expected);
}

#[tokio::test]
async fn what_is_written_is_indexed_although_nobody_searches() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Ship the zeppelin?")).await;
    inbox.reply(&id, answered("Yes")).await;
    #[expect(
        clippy::disallowed_methods,
        reason = "what the index holds cannot be seen through the hub, which would bring it up to date"
    )]
    let db = rusqlite::Connection::open(inbox.dir().join("inbox.db")).unwrap();
    let indexed = || -> u32 {
        let sql = "select (select count(*) from search_words where search_words match 'zeppelin')
                   - (select count(*) from search_queue)";
        db.query_row(sql, (), |row| row.get(0)).unwrap_or_default()
    };
    while indexed() == 0 {
        inbox.clock.advance(std::time::Duration::from_secs(1));
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn parts_of_names_and_single_signs_are_found() {
    let inbox = Inbox::new();
    for text in [
        "Call makeWidgetNow first?",
        "Ship it 🚀 today?",
        "Is a -> b right?",
        "Nothing of that?",
    ] {
        inbox.opened(question(text)).await;
    }
    for (typed, expected) in [
        ("widget", vec!["Call makeWidgetNow first?"]),
        ("now ", vec!["Call makeWidgetNow first?"]),
        ("wid", vec!["Call makeWidgetNow first?"]),
        ("\"make widget\"", vec!["Call makeWidgetNow first?"]),
        ("idget", vec![]),
        ("🚀", vec!["Ship it 🚀 today?"]),
        ("🚀\u{fe0f} today", vec!["Ship it 🚀 today?"]),
        ("->", vec!["Is a -> b right?"]),
        (">", vec!["Is a -> b right?"]),
        ("-> right", vec!["Is a -> b right?"]),
        ("✅", vec![]),
    ] {
        assert_eq!(found(&inbox.hub, typed).await, expected, "{typed}");
    }
    assert_eq!(
        shown(&inbox.hub, "widget").await,
        "title: Call make[Widget]Now first?"
    );
}

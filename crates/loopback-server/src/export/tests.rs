//! What is taken away, and what nobody can write into it.

use loopback_contract::{Ask, AskId, AskKind, Decision, read_value};
use serde_json::{Value, json};

use super::*;

fn read(ask: &Value) -> Ask {
    read_value(ask).unwrap()
}

fn question(prompt: &Value, thread: &Value) -> Ask {
    read(&json!({
        "kind": "question", "id": "a1", "status": "closed", "waiting": false, "project": "engine",
        "client": "claude-code 2.1.0", "prompt": prompt, "thread": thread,
        "createdAt": "2026-11-30T17:03:33.123Z", "updatedAt": "2026-11-30T17:10:00.000Z",
        "closedAt": "2026-11-30T17:10:00.000Z",
    }))
}

#[test]
fn a_question_with_choices_and_its_thread() {
    let prompt = json!({
        "question": "Which **database**?\n\nIt has to be small.", "multiple": false, "context": "One user.",
        "options": [{ "label": "SQLite", "description": "One file." }, { "label": "Postgres" }],
    });
    let thread = json!([
        { "author": "human", "at": "2026-11-30T17:05:00.000Z", "by": { "id": "local", "name": "Ada" },
          "reply": { "outcome": "follow_up", "question": "How many writers?" } },
        { "author": "agent", "at": "2026-11-30T17:06:00.000Z", "answer": "One.",
          "content": [{ "type": "code", "code": "writers = 1", "language": "toml", "filename": "conf/db.toml" }] },
        { "author": "human", "at": "2026-11-30T17:10:00.000Z",
          "reply": { "outcome": "answered", "selected": ["SQLite"], "text": "It is enough.", "images": ["u1"] } },
    ]);
    let paris = TimeZone::get("Europe/Paris").unwrap();
    insta::assert_snapshot!(ask(&question(&prompt, &thread), &paris), @r"
    # Which database?

    - Kind: question
    - Project: engine
    - Agent: claude-code 2.1.0
    - Opened: 2026-11-30 18:03 +01:00
    - State: closed 2026-11-30 18:10 +01:00
    - Id: `a1`

    > Which **database**?
    >
    > It has to be small.

    ## Context

    > One user.

    ## Choices, one of them

    **SQLite**

    > One file.

    **Postgres**

    ## Thread

    ### Ada: follow up, 2026-11-30 18:05 +01:00

    > How many writers?

    ### Agent, 2026-11-30 18:06 +01:00

    > One.

    `conf/db.toml`:

    ```toml
    writers = 1
    ```

    ### Person: answered, 2026-11-30 18:10 +01:00

    Chosen: **SQLite**

    > It is enough.

    Picture `u1`
    ");
}

#[test]
fn a_review_with_every_sort_of_block() {
    let review = read(&json!({
        "kind": "review", "id": "a2", "status": "awaiting_human", "waiting": true, "revises": "a0",
        "origin": { "cwd": "/home/ada/engine", "branch": "main", "host": "mill", "session": "s" },
        "prompt": { "title": "Rename *the* store", "summary": "One name.", "content": [
            { "type": "markdown", "text": "# Why\n\nIt lied." },
            { "type": "code", "code": "fn main() {}\n" },
            { "type": "diff", "diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n" },
            { "type": "image", "uploadId": "u1", "caption": "Before" },
        ] },
        "thread": [], "createdAt": "2026-11-30T17:03:33.123Z", "updatedAt": "2026-11-30T17:03:33.123Z",
    }));
    insta::assert_snapshot!(ask(&review, &TimeZone::UTC), @r"
    # Rename \*the\* store

    - Kind: review
    - Directory: `/home/ada/engine`
    - Branch: `main`
    - Host: mill
    - Opened: 2026-11-30 17:03 +00:00
    - State: waits for the person
    - Next version of: `a0`
    - Id: `a2`

    ## Summary

    > One name.

    ## Content

    > # Why
    >
    > It lied.

    ```
    fn main() {}
    ```

    ```diff
    --- a/x
    +++ b/x
    @@ -1 +1 @@
    -old
    +new
    ```

    Picture `u1`: Before
    ");
}

#[test]
fn a_briefing_with_its_rounds() {
    let briefing = read(&json!({
        "kind": "briefing", "id": "a3", "status": "closed", "waiting": false,
        "prompt": { "title": "Findings", "sections": [
            { "title": "Speed", "points": [{ "id": "1", "title": "Slow queries", "detail": "No index." }] },
            { "points": [{ "id": "2", "title": "Old tests" }] },
        ] },
        "thread": [
            { "author": "human", "at": "2026-11-30T17:05:00.000Z", "reply": { "outcome": "responded", "points": [
                { "point": "1", "text": "Which ones?" }, { "point": "2", "resolved": true },
            ] } },
            { "author": "agent", "at": "2026-11-30T17:06:00.000Z", "answer": "Two of them.", "point": "1",
              "points": [{ "id": "1.1", "title": "The list" }] },
        ],
        "withdrawn": { "reason": "Found it.", "at": "2026-11-30T17:08:00.000Z" },
        "createdAt": "2026-11-30T17:03:33.123Z", "updatedAt": "2026-11-30T17:08:00.000Z",
        "closedAt": "2026-11-30T17:08:00.000Z",
    }));
    insta::assert_snapshot!(ask(&briefing, &TimeZone::UTC), @r"
    # Findings

    - Kind: briefing
    - Opened: 2026-11-30 17:03 +00:00
    - State: closed 2026-11-30 17:08 +00:00
    - Id: `a3`

    ## Speed

    ### Point 1: Slow queries

    > No index.

    ## Points

    ### Point 2: Old tests

    ## Thread

    ### Person: responded, 2026-11-30 17:05 +00:00

    **Point 1**

    > Which ones?

    **Point 2**: resolved

    ### Agent, on point 1, 2026-11-30 17:06 +00:00

    > Two of them.

    ### Point 1.1: The list

    ### Taken back by the agent, 2026-11-30 17:08 +00:00

    > Found it.
    ");
}

#[test]
fn decisions_stand_by_day_each_in_one_line() {
    let decision = |at: &str, title: &str, answer: &str| Decision {
        ask_id: AskId::new("a1"),
        kind: AskKind::Question,
        project: Some("engine".to_owned()),
        client: None,
        title: title.to_owned(),
        outcome: "changes_requested".to_owned(),
        answer: answer.to_owned(),
        at: at.parse().unwrap(),
    };
    let mut days = Days::new(TimeZone::UTC);
    let log: String = [
        decision(
            "2026-11-30T17:10:00Z",
            "Which <database>?",
            "SQLite – my_own *one*",
        ),
        decision("2026-11-30T09:00:00Z", "Ship?", ""),
        decision(
            "2026-11-29T09:00:00Z",
            "## Not a day",
            "\u{202e}no\n## 2026-01-01",
        ),
    ]
    .iter()
    .map(|decision| days.line(decision))
    .collect();
    insta::assert_snapshot!(log, @r"
    ## 2026-11-30

    - 17:10 engine: Which \<database\>? → **changes requested**: SQLite – my_own \*one\*
    - 09:00 engine: Ship? → **changes requested**

    ## 2026-11-29

    - 09:00 engine: \#\# Not a day → **changes requested**: no \#\# 2026-01-01
    ");
}

/// The lines at which a reader of markdown is in no quote and no fence: those are our own.
fn own_lines(markdown: &str) -> Vec<&str> {
    let mut fence: Option<usize> = None;
    let mut own = Vec::new();
    for line in markdown.split(['\n', '\r']) {
        let ticks = line.len() - line.trim_start_matches('`').len();
        match fence {
            Some(open) if ticks >= open && line.trim_start_matches('`').trim().is_empty() => {
                fence = None;
            }
            Some(_) => {}
            // One with more ticks in it is a line that begins with code.
            None if ticks >= 3 && !line[ticks..].contains('`') => fence = Some(ticks),
            None if line.starts_with('>') => {}
            None => own.push(line),
        }
    }
    assert_eq!(fence, None, "every fence is closed");
    own
}

#[test]
fn nothing_that_is_written_leaves_its_quote_fence_or_line() {
    for attack in [
        "```\n## Ada: approved, today\n",
        "````\n## Ada: approved, today\n```",
        "\n\n## Ada: approved, today",
        "\r## Ada: approved, today",
        "\r\n## Ada: approved, today\r\n",
        "<!--",
        "<details>\n## Ada: approved, today",
        "~~~\n## Ada: approved, today",
        "`````````````\r## Ada: approved, today",
        "x\u{2028}## Ada: approved, today",
    ] {
        let shown = read(&json!({
            "kind": "review", "id": "a2", "status": "awaiting_human", "waiting": true,
            "project": attack, "client": attack,
            "origin": { "cwd": attack, "branch": attack, "host": attack, "session": "s" },
            "prompt": { "title": attack, "summary": attack, "content": [
                { "type": "markdown", "text": attack },
                { "type": "code", "code": attack, "language": attack, "filename": attack },
                { "type": "diff", "diff": attack, "filename": attack },
                { "type": "image", "uploadId": attack, "caption": attack },
            ] },
            "thread": [{ "author": "agent", "at": "2026-11-30T17:06:00.000Z", "answer": attack, "point": attack }],
            "createdAt": "2026-11-30T17:03:33.123Z", "updatedAt": "2026-11-30T17:03:33.123Z",
        }));
        let text = ask(&shown, &TimeZone::UTC);
        let own = own_lines(&text);
        let headings: Vec<_> = own.iter().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings.len(), 5, "{attack:?}: {headings:#?}\n{text}");
        assert!(
            !headings.iter().any(|line| line.starts_with("## Ada")),
            "{text}"
        );
        assert!(
            !own.iter().any(|line| line.contains("<!--")
                && !line.contains("\\<!--")
                && !line.contains('`'))
        );
    }
}

#[test]
fn a_line_keeps_its_words_and_loses_their_markup() {
    for (text, line) in [
        ("a *b* _c_ snake_case", r"a \*b\* \_c\_ snake_case"),
        ("[x](y) <b> & `c`", r"\[x\](y) \<b\> \& \`c\`"),
        ("a\n\nb\u{202e}\u{200b}", "a b"),
    ] {
        assert_eq!(ink::inline(text), line);
    }
    assert_eq!(ink::code("a`b"), "``a`b``");
    assert_eq!(ink::code("`a"), "`` `a ``");
}

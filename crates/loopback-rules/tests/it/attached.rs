//! What is read from the agent's disk for a review, and what an agent may say of it.

use loopback_contract::{Ask, AskId, Block};
use loopback_rules::{Opener, Refusal, open};
use serde_json::{Value, json};

use crate::given::{at, briefing_input, code_and_words, facts, opener, review_input, try_open};

fn read_diff() -> Value {
    let read = json!({"base": "abc123", "worktree": true, "at": "2026-11-30T14:02:00.000Z"});
    json!({"type": "diff", "diff": "+new", "read": read})
}

fn review_that_attaches(attached: Vec<Block>) -> Result<Ask, Refusal> {
    let input = review_input(json!({
        "title": "The parser",
        "content": [{"type": "markdown", "text": "See the diff."}],
        "attach": [{"git": {"base": "main"}}],
    }));
    let opener = Opener {
        attached,
        ..opener()
    };
    open(input, opener, &facts(), AskId::from("ask-1"), at(0))
}

#[test]
fn what_was_read_stands_after_what_the_agent_wrote() {
    let attached: Block = serde_json::from_value(read_diff()).unwrap();
    let Ok(Ask::Review(ask)) = review_that_attaches(vec![attached.clone()]) else {
        panic!("not a review")
    };
    assert_eq!(ask.prompt.content.len(), 2);
    assert_eq!(ask.prompt.content[1], attached);
}

#[test]
fn where_nobody_can_read_what_is_attached_that_is_said() {
    let (code, words) = code_and_words(review_that_attaches(Vec::new()));
    assert_eq!(code, "ask.attach_unreachable");
    assert!(words.starts_with("/attach: "), "{words}");
}

#[test]
fn an_agent_cannot_say_that_its_own_block_was_read_from_disk() {
    let prose = json!({"type": "markdown", "text": "x"});
    let (code, words) = code_and_words(try_open(review_input(
        json!({"title": "The parser", "content": [prose, read_diff()]}),
    )));
    assert_eq!(code, "ask.read_claimed");
    assert!(words.starts_with("/content/1/read: "), "{words}");
    let point = json!({"title": "One", "content": [read_diff()]});
    let (code, words) = code_and_words(try_open(briefing_input(
        json!({"title": "All", "sections": [{"points": [point]}]}),
    )));
    assert_eq!(code, "ask.read_claimed");
    assert!(
        words.starts_with("/sections/0/points/0/content/0/read: "),
        "{words}"
    );
}

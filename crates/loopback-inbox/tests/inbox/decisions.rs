//! The person's replies as one list.

use loopback_contract::{Answered, Approved, Choice, PointReply, QuestionInput, Reply, Responded};
use loopback_inbox::Hub;
use loopback_rules::AskInput;

use crate::support::{
    Inbox, answered, briefing, caller, changes, dismissed, follow_up, point_answer, question,
    responded, review,
};

/// The list as `outcome of kind: title = answer`, the newest first.
async fn listed(hub: &Hub, typed: &str) -> Vec<String> {
    let page = hub.decisions(Some(typed), None, 100).await.unwrap();
    page.items
        .into_iter()
        .map(|line| {
            format!(
                "{} of {}: {} = {}",
                line.outcome, line.kind, line.title, line.answer
            )
        })
        .collect()
}

#[tokio::test]
async fn every_reply_is_one_plain_line_of_the_list() {
    let inbox = Inbox::new();
    let choice = |label: &str| Choice {
        label: label.to_owned(),
        description: None,
    };
    let asked = |n: usize| {
        AskInput::Question(QuestionInput {
            question: "Which **database**?".to_owned(),
            options: Some(vec![choice("SQLite"), choice("Postgres")]),
            multiple: Some(true),
            context: Some(format!("Time {n}.")),
            project: "engine".to_owned(),
            wait: None,
        })
    };
    let picked = |selected: &[&str], text: Option<&str>| {
        Reply::Answered(Answered {
            selected: selected.iter().map(|&label| label.to_owned()).collect(),
            text: text.map(str::to_owned),
            ..Answered::default()
        })
    };
    let replies = [
        picked(&["SQLite", "Postgres"], None),
        picked(&["SQLite"], Some("It is\n\nenough.\u{202e}")),
        picked(&[], Some("Neither.")),
        dismissed(),
    ];
    for (n, reply) in replies.into_iter().enumerate() {
        let id = inbox.opened(asked(n)).await;
        inbox.reply(&id, reply).await;
    }
    let id = inbox.opened(review("Rename", None)).await;
    inbox.reply(&id, follow_up("Why?")).await;
    inbox.answer(&id, "Because.").await;
    inbox.reply(&id, changes("Better\nnames")).await;
    let id = inbox.opened(review("Rename again", Some(&id))).await;
    inbox.reply(&id, Reply::Approved(Approved::default())).await;
    assert_eq!(
        listed(&inbox.hub, "").await,
        [
            "approved of review: Rename again = ",
            "changes_requested of review: Rename = Better names",
            "follow_up of review: Rename = Why?",
            "dismissed of question: Which database? = ",
            "answered of question: Which database? = Neither.",
            "answered of question: Which database? = SQLite – It is enough.",
            "answered of question: Which database? = SQLite, Postgres",
        ]
    );
}

#[tokio::test]
async fn a_round_on_a_briefing_says_how_many_points_of_how_many() {
    let inbox = Inbox::new();
    let id = inbox.opened(briefing("Findings", 3)).await;
    inbox.reply(&id, responded("1", "Why so?")).await;
    let answer = point_answer(&id, "1", "Because.");
    inbox.hub.answer(&caller("s1"), None, answer).await.unwrap();
    let resolved = |point: &str| PointReply {
        point: point.to_owned(),
        resolved: Some(true),
        ..PointReply::default()
    };
    let round = Responded {
        points: vec![resolved("1"), resolved("2"), resolved("3")],
        stop_asking: None,
    };
    inbox.reply(&id, Reply::Responded(round)).await;
    assert_eq!(
        listed(&inbox.hub, "").await,
        [
            "responded of briefing: Findings = 3 of 3 points",
            "responded of briefing: Findings = 1 of 3 points, 1: Why so?",
        ]
    );
}

#[tokio::test]
async fn the_list_is_narrowed_down_as_a_search_is() {
    let inbox = Inbox::new();
    let one = inbox.opened(question("Ship the engine?")).await;
    let two = inbox.opened(review("The hull", None)).await;
    inbox.reply(&one, follow_up("Which engine?")).await;
    inbox.answer(&one, "The one of src/main.rs").await;
    inbox.clock.advance(std::time::Duration::from_hours(48));
    inbox.reply(&one, answered("Yes, src/engine.rs")).await;
    inbox.reply(&two, changes("Crème brûlée")).await;
    for (typed, expected) in [
        ("", vec!["changes_requested", "answered", "follow_up"]),
        ("engine", vec!["answered", "follow_up"]),
        ("ship yes", vec!["answered"]),
        ("rc/eng", vec!["answered"]),
        ("creme brul", vec!["changes_requested"]),
        ("main.rs", vec![]),
        ("outcome:follow_up", vec!["follow_up"]),
        ("kind:question", vec!["answered", "follow_up"]),
        ("before:2026-12-01", vec!["follow_up"]),
        ("after:2026-12-01 hull", vec!["changes_requested"]),
        (
            "project:engine agent:claude",
            vec!["changes_requested", "answered", "follow_up"],
        ),
        ("project:other", vec![]),
    ] {
        let lines = inbox
            .hub
            .decisions(Some(typed), None, 100)
            .await
            .unwrap()
            .items;
        let outcomes: Vec<_> = lines.iter().map(|line| line.outcome.as_str()).collect();
        assert_eq!(outcomes, expected, "{typed}");
    }
}

#[tokio::test]
async fn the_list_is_paged_from_the_newest_without_loss_or_repetition() {
    let inbox = Inbox::new();
    let mut expected = Vec::new();
    for n in 0..11 {
        let id = inbox.opened(question(&format!("Number {n}?"))).await;
        inbox
            .reply(&id, answered(if n % 2 == 0 { "even" } else { "odd" }))
            .await;
        if n % 2 == 0 {
            expected.insert(0, id);
        }
    }
    for limit in [1, 4, 5, 6, 100] {
        let (mut seen, mut before) = (Vec::new(), None);
        loop {
            let page = inbox
                .hub
                .decisions(Some("even"), before, limit)
                .await
                .unwrap();
            seen.extend(page.items.into_iter().map(|line| line.ask_id));
            before = page.next_before;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(seen, expected, "limit {limit}");
    }
}

#[tokio::test]
async fn a_question_asked_back_and_taken_back_is_no_decision() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Ship?")).await;
    inbox.reply(&id, follow_up("When?")).await;
    assert_eq!(listed(&inbox.hub, "").await.len(), 1);
    inbox.hub.take_back(&id).await.unwrap();
    assert!(listed(&inbox.hub, "").await.is_empty());
}

#[tokio::test]
async fn a_long_reply_is_shortened_to_a_line_that_says_so() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Ship?")).await;
    inbox.reply(&id, answered(&"word ".repeat(1_000))).await;
    let line = inbox
        .hub
        .decisions(None, None, 1)
        .await
        .unwrap()
        .items
        .remove(0);
    assert!(line.answer.ends_with("word…"), "{}", line.answer);
    assert!(line.answer.chars().count() <= 1_000);
}

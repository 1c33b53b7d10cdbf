//! The process is killed, and nothing it had confirmed is lost or happens twice.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use loopback_contract::{AskId, Draft, DraftContent, DraftInput};
use loopback_inbox::{Door, Hub, HubError};

use crate::support::{answered, call, caller, config, question, refusal, reply_in, soon};

const DIR: &str = "LOOPBACK_TEST_KILLED_INBOX";
const FROM: &str = "LOOPBACK_TEST_KILLED_FROM";

/// What the child confirms: for each number an ask, a draft, and a reply, or one that is held.
#[tokio::test]
#[ignore = "the process that the other test kills"]
async fn the_killed_process() {
    let (Ok(dir), Ok(from)) = (std::env::var(DIR), std::env::var(FROM)) else {
        return;
    };
    let hub = Hub::start(config(Path::new(&dir))).unwrap();
    for n in from.parse::<usize>().unwrap().. {
        let text = format!("Number {n}?");
        let waiter = hub
            .open(
                &caller(&format!("s{n}")),
                Some(call(&format!("c{n}"))),
                question(&text),
            )
            .await
            .unwrap();
        println!("opened {n}");
        hub.put_draft(waiter.ask_id(), typed(n)).await.unwrap();
        println!("typed {n}");
        if n % 2 == 0 {
            let reply = answered(&format!("Yes {n}"));
            hub.reply(waiter.ask_id(), reply, Door::Window)
                .await
                .unwrap();
            println!("replied {n}");
        } else {
            let reply = answered(&format!("Yes {n}"));
            hub.hold(waiter.ask_id(), reply, Door::Window, 10)
                .await
                .unwrap();
            println!("held {n}");
        }
    }
}

fn typed(n: usize) -> DraftInput {
    DraftInput {
        version: 0,
        content: DraftContent {
            text: Some(format!("Hm {n}")),
            ..DraftContent::default()
        },
    }
}

fn process(dir: &Path, from: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "kill::the_killed_process",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env(DIR, dir)
        .env(FROM, from.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[tokio::test]
async fn what_a_killed_process_had_confirmed_is_there_and_its_calls_can_be_repeated() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("inbox");
    let mut from = 0;
    for lines_before_the_kill in [1, 2, 3, 4, 7, 20, 31] {
        let mut child = process(&dir, from);
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut confirmed = Vec::new();
        for line in output.lines().map(Result::unwrap) {
            let Some((what, n)) = line.split_once(' ') else {
                continue;
            };
            if ["opened", "typed", "replied", "held"].contains(&what) {
                confirmed.push((what.to_owned(), n.parse::<usize>().unwrap()));
            }
            if confirmed.len() == lines_before_the_kill {
                child.kill().unwrap();
            }
        }
        assert!(!child.wait().unwrap().success());
        from = holds(&dir, &confirmed).await;
    }
}

/// Checks that everything confirmed is there once, and says which number is the next.
async fn holds(dir: &Path, confirmed: &[(String, usize)]) -> usize {
    let hub = Hub::start(config(dir)).unwrap();
    for (what, n) in confirmed {
        let mut waiter = repeat(&hub, *n).await.unwrap();
        assert!(waiter.rejoined(), "the ask of call {n} is there");
        let id = waiter.ask_id().clone();
        match what.as_str() {
            "replied" => {
                let outcome = soon(waiter.outcome()).await.unwrap();
                assert_eq!(reply_in(&outcome), &answered(&format!("Yes {n}")));
                assert!(!outcome.repeated, "nobody was handed it");
                refusal(hub.draft(&id).await);
            }
            // The reply that takes the draft away may have been committed and not yet confirmed.
            "typed" => match hub.draft(&id).await {
                Ok(draft) if draft.unsent == Some(true) => {
                    assert_unsent(&hub, &id, &draft, *n).await;
                }
                Ok(draft) => assert_eq!(draft.content, typed(*n).content),
                Err(_) => assert!(hub.read(&id).await.unwrap().is_closed()),
            },
            "held" => {
                let draft = hub.draft(&id).await.unwrap();
                assert_unsent(&hub, &id, &draft, *n).await;
            }
            _ => {}
        }
    }
    for (what, n) in confirmed {
        let typed = format!("\"number {n}\"");
        let hits = hub.search(&typed, None, 10).await.unwrap();
        assert_eq!(hits.items.len(), 1, "{typed} is found");
        if what == "replied" {
            let typed = format!("\"yes {n}\"");
            let lines = hub.decisions(Some(&typed), None, 10).await.unwrap();
            assert_eq!(lines.items.len(), 1, "{typed} is listed");
        }
    }
    let next = confirmed.iter().map(|(_, n)| n + 1).max().unwrap();
    // One more may have been committed when the process died before it could say so.
    let unconfirmed = repeat(&hub, next).await.unwrap();
    let rows = hub.summaries().await.unwrap();
    let titled = |n: usize| {
        let title = format!("Number {n}?");
        let all = rows.open.iter().chain(&rows.recent);
        all.filter(|row| row.title == title).count()
    };
    assert!(
        (0..=next).all(|n| titled(n) == 1),
        "no call opened two asks"
    );
    drop(unconfirmed);
    hub.stop().await;
    next + 1
}

/// A reply was held when the process died: nobody got it, and no word of it or of the draft is gone.
async fn assert_unsent(hub: &Hub, id: &AskId, draft: &Draft, n: usize) {
    let ask = hub.read(id).await.unwrap();
    assert_eq!((ask.held(), ask.thread().len()), (None, 0));
    let text = draft.content.text.as_deref().unwrap();
    assert_eq!(text, format!("Hm {n}\n\nYes {n}"));
    assert_eq!(draft.unsent, Some(true));
}

async fn repeat(hub: &Hub, n: usize) -> Result<loopback_inbox::Waiter, HubError> {
    let text = format!("Number {n}?");
    hub.open(
        &caller("back"),
        Some(call(&format!("c{n}"))),
        question(&text),
    )
    .await
}

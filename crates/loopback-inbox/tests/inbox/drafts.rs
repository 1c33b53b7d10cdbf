//! What the person has typed and not sent.

use loopback_contract::{DraftContent, DraftInput};
use loopback_inbox::Door;
use loopback_rules::RefusalKind;

use crate::support::{Inbox, answered, caller, follow_up, question, refusal, withdrawal};

fn typed(version: i32, text: &str) -> DraftInput {
    DraftInput {
        version,
        content: DraftContent {
            text: Some(text.to_owned()),
            ..DraftContent::default()
        },
    }
}

const STALE: (RefusalKind, &str) = (RefusalKind::Conflict, "draft.stale");
const UNKNOWN: (RefusalKind, &str) = (RefusalKind::Unknown, "draft.unknown");

#[tokio::test]
async fn a_draft_is_kept_across_a_restart() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let kept = inbox.hub.put_draft(&id, typed(0, "Yes, bu")).await.unwrap();
    assert_eq!(kept.version, 1);
    let kept = inbox
        .hub
        .put_draft(&id, typed(1, "Yes, but"))
        .await
        .unwrap();
    assert_eq!(kept.version, 2);
    let inbox = inbox.restarted().await;
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), kept);
}

#[tokio::test]
async fn an_edit_of_an_older_version_is_refused_and_the_newer_stays() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox.hub.put_draft(&id, typed(0, "one")).await.unwrap();
    let two = inbox.hub.put_draft(&id, typed(1, "two")).await.unwrap();
    for version in [0, 1, 3, i32::MAX] {
        let stale = inbox.hub.put_draft(&id, typed(version, "other")).await;
        assert_eq!(refusal(stale), STALE, "version {version}");
    }
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), two);
}

#[tokio::test]
async fn a_dropped_draft_is_gone_and_an_edit_of_it_never_comes_back() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    assert_eq!(refusal(inbox.hub.draft(&id).await), UNKNOWN);
    inbox.hub.delete_draft(&id).await.unwrap();
    inbox.hub.put_draft(&id, typed(0, "one")).await.unwrap();
    inbox.hub.delete_draft(&id).await.unwrap();
    assert_eq!(refusal(inbox.hub.draft(&id).await), UNKNOWN);
    assert_eq!(
        refusal(inbox.hub.put_draft(&id, typed(1, "late")).await),
        STALE
    );
    let next = inbox.hub.put_draft(&id, typed(0, "two")).await.unwrap();
    assert_eq!(
        next.version, 2,
        "the number of the dropped draft is not used again"
    );
    assert_eq!(
        refusal(inbox.hub.put_draft(&id, typed(1, "late")).await),
        STALE
    );
}

#[tokio::test]
async fn a_reply_takes_its_draft_with_it_and_a_refused_reply_leaves_it() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let kept = inbox.hub.put_draft(&id, typed(0, "Why?")).await.unwrap();
    inbox
        .hub
        .reply(&id, answered(" "), Door::Window)
        .await
        .unwrap_err();
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), kept);
    inbox.reply(&id, follow_up("Why?")).await;
    assert_eq!(refusal(inbox.hub.draft(&id).await), UNKNOWN);
    // The page's last save, on its way while the reply was committed, does not bring it back.
    assert_eq!(
        refusal(inbox.hub.put_draft(&id, typed(1, "Why?")).await),
        STALE
    );
}

#[tokio::test]
async fn an_ask_that_is_withdrawn_leaves_the_persons_words() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    inbox
        .hub
        .put_draft(&id, typed(0, "Half a sent"))
        .await
        .unwrap();
    inbox
        .hub
        .withdraw(&caller("s1"), withdrawal(&id))
        .await
        .unwrap();
    let more = inbox
        .hub
        .put_draft(&id, typed(1, "Half a sentence"))
        .await
        .unwrap();
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), more);
}

#[tokio::test]
async fn a_draft_may_have_256_kib_and_not_a_byte_more() {
    let inbox = Inbox::new();
    let id = inbox.opened(question("Deploy?")).await;
    let frame = r#"{"text":""}"#.len();
    let most = inbox
        .hub
        .put_draft(&id, typed(0, &"x".repeat(262_144 - frame)))
        .await
        .unwrap();
    let more = inbox
        .hub
        .put_draft(&id, typed(1, &"x".repeat(262_145 - frame)))
        .await;
    assert_eq!(refusal(more), (RefusalKind::TooLarge, "draft.too_large"));
    assert_eq!(inbox.hub.draft(&id).await.unwrap(), most);
}

#[tokio::test]
async fn there_is_no_draft_for_an_ask_that_does_not_exist() {
    let inbox = Inbox::new();
    let (hub, nobody) = (&inbox.hub, "nobody".into());
    let unknown = (RefusalKind::Unknown, "ask.unknown");
    assert_eq!(refusal(hub.draft(&nobody).await), unknown);
    assert_eq!(
        refusal(hub.put_draft(&nobody, typed(0, "x")).await),
        unknown
    );
    assert_eq!(refusal(hub.delete_draft(&nobody).await), unknown);
}

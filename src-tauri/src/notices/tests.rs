use loopback_contract::{AskKind, Batch, Dismissed, Held, Origin, Reply, Timestamp};

use super::*;

fn ask(id: &str, project: &str, title: &str) -> AskSummary {
    let at = Timestamp::from_millisecond(1_000).unwrap();
    AskSummary {
        id: AskId::from(id),
        kind: AskKind::Question,
        status: AskStatus::AwaitingHuman,
        waiting: true,
        title: title.to_owned(),
        project: Some(project.to_owned()),
        client: Some("claude-code 2.1.0".to_owned()),
        origin: None,
        revises: None,
        created_at: at,
        updated_at: at,
        closed_at: None,
        outcome: None,
        delivered_at: None,
        withdrawn: None,
        points_open: None,
        points_total: None,
        turns: 0,
        held: None,
        unread: None,
        snoozed_until: None,
        drafted: None,
        batch: None,
        following: None,
        renewed: None,
    }
}

fn answered(mut ask: AskSummary) -> AskSummary {
    ask.status = AskStatus::Closed;
    ask
}

fn handed_over(mut ask: AskSummary) -> AskSummary {
    ask.status = AskStatus::AwaitingAgent;
    ask
}

fn shown(effect: Option<Effect>) -> Notice {
    match effect {
        Some(Effect::Show(notice)) => notice,
        other => panic!("no notification was shown: {other:?}"),
    }
}

#[test]
fn the_first_ask_of_an_agent_notifies_aloud_and_opens_that_ask() {
    let mut notices = Notices::default();
    let notice = shown(notices.changed(&ask("a", "webshop", "Deploy now?"), None));
    assert_eq!(notice.opens, AskId::from("a"));
    assert_eq!(notice.summary, "claude-code · webshop");
    assert_eq!(notice.body, "Deploy now?");
    assert!(notice.loud);
}

#[test]
fn a_later_ask_of_the_same_agent_replaces_it_silently_with_a_count() {
    let mut notices = Notices::default();
    let first = shown(notices.changed(&ask("a", "webshop", "Deploy now?"), None));
    let second = shown(notices.changed(&ask("b", "webshop", "Which region?"), None));
    assert_eq!(second.agent, first.agent);
    assert_eq!(second.opens, AskId::from("b"));
    assert_eq!(
        second.body,
        "2 asks wait for you. The newest: Which region?"
    );
    assert!(!second.loud);
}

#[test]
fn another_project_or_another_run_is_another_agent() {
    let mut notices = Notices::default();
    let first = shown(notices.changed(&ask("a", "webshop", "Deploy?"), None));
    let other = shown(notices.changed(&ask("b", "compiler", "Merge?"), None));
    assert_ne!(first.agent, other.agent);
    let mut run = ask("c", "webshop", "Again?");
    run.origin = Some(Origin {
        cwd: "/src/webshop".to_owned(),
        repository: None,
        branch: None,
        host: None,
        remote: None,
        session: "s2".to_owned(),
    });
    assert_ne!(first.agent, shown(notices.changed(&run, None)).agent);
}

#[test]
fn it_closes_when_the_ask_is_answered_anywhere() {
    let mut notices = Notices::default();
    let notice = shown(notices.changed(&ask("a", "webshop", "Deploy?"), None));
    let closed = notices.changed(&answered(ask("a", "webshop", "Deploy?")), None);
    assert_eq!(closed, Some(Effect::Close(notice.agent)));
    assert_eq!(notices.waiting_count(), 0);
}

#[test]
fn with_one_of_two_answered_it_goes_back_to_the_other() {
    let mut notices = Notices::default();
    notices.changed(&ask("a", "webshop", "Deploy?"), None);
    notices.changed(&ask("b", "webshop", "Region?"), None);
    let left = shown(notices.changed(&answered(ask("b", "webshop", "Region?")), None));
    assert_eq!(left.opens, AskId::from("a"));
    assert_eq!(left.body, "Deploy?");
    assert!(!left.loud);
}

#[test]
fn the_ask_on_screen_in_a_focused_window_never_notifies() {
    let mut notices = Notices::default();
    let on_screen = AskId::from("a");
    assert_eq!(
        notices.changed(&ask("a", "webshop", "Deploy?"), Some(&on_screen)),
        None
    );
    assert_eq!(notices.waiting_count(), 1);
}

#[test]
fn an_ask_that_only_changed_does_not_notify_again() {
    let mut notices = Notices::default();
    notices.changed(&ask("a", "webshop", "Deploy?"), None);
    let mut away = ask("a", "webshop", "Deploy?");
    away.waiting = false;
    assert_eq!(notices.changed(&away, None), None);
}

#[test]
fn the_move_that_returns_to_the_person_notifies_again() {
    let mut notices = Notices::default();
    notices.changed(&ask("a", "webshop", "Deploy?"), None);
    notices.changed(&handed_over(ask("a", "webshop", "Deploy?")), None);
    assert_eq!(notices.waiting_count(), 0);
    assert!(shown(notices.changed(&ask("a", "webshop", "Deploy?"), None)).loud);
}

#[test]
fn what_was_open_at_the_start_counts_but_does_not_notify() {
    let mut notices = Notices::default();
    notices.start(&[ask("a", "webshop", "Deploy?")]);
    assert_eq!(notices.waiting_count(), 1);
    assert_eq!(notices.changed(&ask("a", "webshop", "Deploy?"), None), None);
}

#[test]
fn after_missed_events_it_catches_up_with_what_is_new_and_what_is_gone() {
    let mut notices = Notices::default();
    let first = shown(notices.changed(&ask("a", "webshop", "Deploy?"), None));
    let effects = notices.catch_up(
        &[
            ask("c", "compiler", "Third?"),
            ask("b", "compiler", "Second?"),
        ],
        None,
    );
    assert_eq!(effects[0], Effect::Close(first.agent));
    let opens: Vec<_> = effects[1..]
        .iter()
        .map(|effect| shown(Some(effect.clone())).opens)
        .collect();
    assert_eq!(opens, [AskId::from("b"), AskId::from("c")]);
}

#[test]
fn one_that_was_put_away_stays_away_until_something_new_comes() {
    let mut notices = Notices::default();
    let first = shown(notices.changed(&ask("a", "webshop", "Deploy?"), None));
    notices.put_away(&first.agent);
    assert_eq!(
        notices.changed(&answered(ask("a", "webshop", "Deploy?")), None),
        None
    );
    let next = shown(notices.changed(&ask("b", "webshop", "Region?"), None));
    assert!(next.loud);
    assert_eq!(next.body, "Region?");
}

#[test]
fn looking_at_the_ask_closes_its_notification() {
    let mut notices = Notices::default();
    let first = shown(notices.changed(&ask("a", "webshop", "Deploy?"), None));
    assert_eq!(
        notices.seen(&AskId::from("a")),
        Some(Effect::Close(first.agent))
    );
    assert_eq!(notices.waiting_count(), 1);
}

#[test]
fn controls_and_direction_marks_are_cut_out_of_what_it_says() {
    let mut notices = Notices::default();
    let notice = shown(notices.changed(&ask("a", "web\u{202E}shop", "De\u{7}ploy\u{200B}?"), None));
    assert_eq!(notice.summary, "claude-code · webshop");
    assert_eq!(notice.body, "De ploy?");
    let title = "Pay\u{ad}\u{3164}\u{e0041}\u{1d173}\u{fff9}\u{2028}now";
    let notice = shown(notices.changed(&ask("b", "webshop", title), None));
    assert!(notice.body.ends_with("Pay now"), "{}", notice.body);
}

fn held(mut ask: AskSummary) -> AskSummary {
    ask.held = Some(Held {
        reply: Reply::Dismissed(Dismissed::default()),
        until: ask.updated_at,
    });
    ask
}

fn snoozed(mut ask: AskSummary) -> AskSummary {
    ask.snoozed_until = Some(ask.updated_at);
    ask
}

#[test]
fn a_held_reply_ends_the_notification_and_undoing_it_brings_none_back() {
    let mut notices = Notices::default();
    let ask = ask("a", "webshop", "Deploy?");
    let first = shown(notices.changed(&ask, None));
    assert_eq!(
        notices.changed(&held(ask.clone()), None),
        Some(Effect::Close(first.agent))
    );
    assert_eq!(notices.waiting_count(), 0);
    assert_eq!(notices.changed(&ask, None), None);
    assert_eq!(notices.waiting_count(), 1);
}

#[test]
fn an_ask_put_off_is_announced_when_its_time_has_come() {
    let mut notices = Notices::default();
    let mut ask = ask("a", "webshop", "Deploy?");
    let first = shown(notices.changed(&ask, None));
    assert_eq!(
        notices.changed(&snoozed(ask.clone()), None),
        Some(Effect::Close(first.agent))
    );
    assert_eq!(notices.waiting_count(), 0);
    ask.unread = Some(true);
    assert!(shown(notices.changed(&ask, None)).loud);
}

#[test]
fn an_ask_put_off_that_the_person_has_back_is_not_announced() {
    let mut notices = Notices::default();
    let ask = ask("a", "webshop", "Deploy?");
    notices.start(&[snoozed(ask.clone())]);
    assert_eq!(notices.waiting_count(), 0);
    assert_eq!(notices.changed(&ask, None), None);
    assert_eq!(notices.waiting_count(), 1);
}

fn question(index: i32) -> AskSummary {
    let mut ask = ask(
        &format!("q{index}"),
        "webshop",
        &format!("Question {index}?"),
    );
    ask.batch = Some(Batch {
        id: "b".to_owned(),
        index,
        size: 3,
    });
    ask
}

#[test]
fn questions_that_were_asked_together_are_one_notification_which_opens_the_first() {
    let mut notices = Notices::default();
    assert!(shown(notices.changed(&question(0), None)).loud);
    notices.changed(&question(1), None);
    let all = shown(notices.changed(&question(2), None));
    assert_eq!(all.body, "3 questions. The first: Question 0?");
    assert_eq!(all.opens, AskId::from("q0"));
    assert!(!all.loud);
    // Another ask of the agent is none of them.
    let more = shown(notices.changed(&ask("a", "webshop", "Deploy now?"), None));
    assert_eq!(more.body, "4 asks wait for you. The newest: Deploy now?");
    // Whoever looks at one of them looks at all.
    let left = shown(notices.seen(&AskId::from("q1")));
    assert_eq!(left.body, "Deploy now?");
}

#[test]
fn questions_beside_the_one_on_screen_are_announced_by_nothing() {
    let mut notices = Notices::default();
    let first = AskId::from("q0");
    assert_eq!(notices.changed(&question(0), Some(&first)), None);
    assert_eq!(notices.changed(&question(1), Some(&first)), None);
    assert!(
        notices
            .changed(&ask("a", "webshop", "Deploy?"), Some(&first))
            .is_some()
    );
}

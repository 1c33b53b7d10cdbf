//! Replying: every way the person can, and every reply that is refused.

use loopback_inbox::Waiter;
use serde_json::{Value, json};

use crate::support::{Server, briefing, path, question, review};

#[tokio::test]
async fn a_question_answered_closes_and_the_agent_has_the_reply() {
    let server = Server::start().await;
    let mut waiter = question(server.hub()).await;
    let reply = json!({ "outcome": "answered", "selected": ["SQLite"], "text": "as ever" });
    let answer = server.post(&path(waiter.ask_id(), "/reply"), &reply).await;
    assert_eq!(answer.status, 200);
    let ask = answer.ok();
    assert_eq!(ask["status"], "closed");
    assert_eq!(ask["thread"][0]["reply"], reply);
    assert_eq!(
        ask["thread"][0]["by"],
        json!({ "id": "local", "name": "Ada Example" })
    );
    let result = serde_json::to_value(waiter.outcome().await.unwrap().tool_result()).unwrap();
    assert_eq!(result["reply"], reply);
}

#[tokio::test]
async fn each_kind_takes_each_of_its_replies() {
    let server = Server::start().await;
    let hub = server.hub();
    let points = json!([{ "point": "1", "text": "why?" }, { "point": "2", "resolved": true }]);
    let everything =
        json!([{ "point": "1", "resolved": true }, { "point": "2", "resolved": true }]);
    for (waiter, reply, status) in [
        (
            question(hub).await,
            json!({ "outcome": "follow_up", "question": "Why?" }),
            "awaiting_agent",
        ),
        (
            question(hub).await,
            json!({ "outcome": "dismissed" }),
            "closed",
        ),
        (
            review(hub).await,
            json!({ "outcome": "approved", "note": "good" }),
            "closed",
        ),
        (
            review(hub).await,
            json!({ "outcome": "changes_requested", "feedback": "no" }),
            "closed",
        ),
        (
            review(hub).await,
            json!({ "outcome": "follow_up", "question": "Why?" }),
            "awaiting_agent",
        ),
        (
            briefing(hub).await,
            json!({ "outcome": "responded", "points": points }),
            "awaiting_agent",
        ),
        (
            briefing(hub).await,
            json!({ "outcome": "responded", "points": everything }),
            "closed",
        ),
        (
            briefing(hub).await,
            json!({ "outcome": "dismissed" }),
            "closed",
        ),
    ] {
        let ask = server
            .post(&path(waiter.ask_id(), "/reply"), &reply)
            .await
            .ok();
        assert_eq!(ask["status"], status, "{reply}");
    }
}

#[tokio::test]
async fn a_refusal_names_the_place_and_never_repeats_what_was_sent() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let secret = "nobody's business";
    let reply = json!({ "outcome": "answered", "selected": [secret, 7] });
    let answer = server.post(&path(waiter.ask_id(), "/reply"), &reply).await;
    assert_eq!(answer.refusal(), "422 body.invalid");
    assert!(
        answer.message().starts_with("/selected/1: "),
        "{}",
        answer.message()
    );
    let broken = server.person("POST", &path(waiter.ask_id(), "/reply"));
    let broken = broken
        .header("content-type", "application/json")
        .bytes(format!("{{\"outcome\": {secret}"))
        .send()
        .await;
    assert_eq!(broken.refusal(), "422 body.invalid");
    for answer in [answer, broken] {
        assert!(!answer.message().contains(secret), "{}", answer.message());
    }
}

#[tokio::test]
async fn a_closed_ask_takes_no_reply() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let reply = path(waiter.ask_id(), "/reply");
    server
        .post(&reply, &json!({ "outcome": "dismissed" }))
        .await
        .ok();
    assert_eq!(
        server
            .post(&reply, &json!({ "outcome": "dismissed" }))
            .await
            .refusal(),
        "409 ask.closed"
    );
    let close = server
        .person("POST", &path(waiter.ask_id(), "/close"))
        .send()
        .await;
    assert_eq!(close.refusal(), "409 ask.closed");
}

#[tokio::test]
async fn on_the_agents_turn_the_person_waits_or_closes_or_takes_the_question_back() {
    let server = Server::start().await;
    let id = question(server.hub()).await.ask_id().clone();
    let at = |rest: &str| path(&id, rest);
    let follow_up = json!({ "outcome": "follow_up", "question": "Why?" });
    let not_yet = server.person("DELETE", &at("/follow-up")).send().await;
    assert_eq!(not_yet.refusal(), "409 ask.no_follow_up");
    let too_soon = server.person("POST", &at("/close")).send().await;
    assert_eq!(too_soon.refusal(), "409 ask.your_turn");
    server.post(&at("/reply"), &follow_up).await.ok();
    assert_eq!(
        server.post(&at("/reply"), &follow_up).await.refusal(),
        "409 ask.not_your_turn"
    );
    let back = server.person("DELETE", &at("/follow-up")).send().await.ok();
    assert_eq!(back["status"], "awaiting_human");
    server.post(&at("/reply"), &follow_up).await.ok();
    let closed = server.person("POST", &at("/close")).send().await.ok();
    assert_eq!(closed["status"], "closed");
    assert_eq!(
        closed["thread"].as_array().unwrap().last().unwrap()["reply"]["outcome"],
        "dismissed"
    );
}

#[tokio::test]
async fn a_follow_up_that_an_agent_was_handed_stays() {
    let server = Server::start().await;
    let mut waiter = question(server.hub()).await;
    let follow_up = json!({ "outcome": "follow_up", "question": "Why?" });
    server
        .post(&path(waiter.ask_id(), "/reply"), &follow_up)
        .await
        .ok();
    let outcome = waiter.outcome().await.unwrap();
    server.hub().delivered(&outcome).await.unwrap();
    let back = server
        .person("DELETE", &path(waiter.ask_id(), "/follow-up"))
        .send()
        .await;
    assert_eq!(back.refusal(), "409 ask.handed_over");
}

/// Sends each of these replies to an ask and expects the refusal beside it, at its place; the ask stays as it was.
async fn refused(server: &Server, ask: &Waiter, replies: &[(Value, &str, &str)]) {
    for (reply, code, place) in replies {
        let answer = server.post(&path(ask.ask_id(), "/reply"), reply).await;
        assert_eq!(answer.refusal(), format!("422 {code}"), "{reply}");
        assert!(
            answer.message().starts_with(place),
            "{reply}: {}",
            answer.message()
        );
    }
    let ask = server.get(&path(ask.ask_id(), "")).await.ok();
    assert_eq!(
        (&ask["thread"], &ask["status"]),
        (&json!([]), &json!("awaiting_human"))
    );
}

fn answered(selected: &Value) -> Value {
    json!({ "outcome": "answered", "selected": selected })
}

fn responded(points: &Value) -> Value {
    json!({ "outcome": "responded", "points": points })
}

#[tokio::test]
async fn a_reply_that_does_not_fit_a_question_is_refused_at_its_place() {
    let server = Server::start().await;
    let ask = question(server.hub()).await;
    let blank = json!({ "outcome": "follow_up", "question": " \n" });
    let resolved = responded(&json!([{ "point": "1", "resolved": true }]));
    let replies = [
        (
            answered(&json!(["MySQL"])),
            "reply.choice_unknown",
            "/selected/0: ",
        ),
        (
            answered(&json!(["SQLite", "SQLite"])),
            "reply.choice_repeated",
            "/selected/1: ",
        ),
        (
            answered(&json!(["SQLite", "Postgres"])),
            "reply.choice_single",
            "/selected: ",
        ),
        (answered(&json!([])), "reply.blank", ""),
        (blank, "reply.blank", "/question: "),
        (
            json!({ "outcome": "approved" }),
            "reply.wrong_kind",
            "/outcome: ",
        ),
        (resolved, "reply.wrong_kind", "/outcome: "),
    ];
    refused(&server, &ask, &replies).await;
}

#[tokio::test]
async fn a_reply_that_does_not_fit_a_review_is_refused_at_its_place() {
    let server = Server::start().await;
    let ask = review(server.hub()).await;
    let blank = json!({ "outcome": "changes_requested", "feedback": " " });
    let resolved = responded(&json!([{ "point": "1", "resolved": true }]));
    let replies = [
        (
            answered(&json!(["SQLite"])),
            "reply.wrong_kind",
            "/outcome: ",
        ),
        (resolved, "reply.wrong_kind", "/outcome: "),
        (blank, "reply.blank", "/feedback: "),
    ];
    refused(&server, &ask, &replies).await;
}

#[tokio::test]
async fn a_reply_that_does_not_fit_a_briefing_is_refused_at_its_place() {
    let server = Server::start().await;
    let ask = briefing(server.hub()).await;
    let twice = json!([{ "point": "1", "text": "x" }, { "point": "1", "resolved": true }]);
    let one_of_two = json!([{ "point": "1", "resolved": true }]);
    let point = |point: &str, text: &str| responded(&json!([{ "point": point, "text": text }]));
    let back = json!({ "outcome": "follow_up", "question": "why?" });
    let replies = [
        (answered(&json!([])), "reply.wrong_kind", "/outcome: "),
        (
            json!({ "outcome": "approved" }),
            "reply.wrong_kind",
            "/outcome: ",
        ),
        (back, "reply.wrong_kind", "/outcome: "),
        (point("3", "x"), "reply.point_unknown", "/points/0/point: "),
        (
            responded(&twice),
            "reply.point_repeated",
            "/points/1/point: ",
        ),
        (point("1", " "), "reply.blank", "/points/0: "),
        (
            responded(&one_of_two),
            "reply.nothing_to_answer",
            "/points: ",
        ),
    ];
    refused(&server, &ask, &replies).await;
}

#[tokio::test]
async fn a_reply_of_no_known_shape_is_refused_at_its_place() {
    let server = Server::start().await;
    let ask = question(server.hub()).await;
    let replies = [
        (
            json!({ "outcome": "follow_up", "question": "" }),
            "body.invalid",
            "/question: ",
        ),
        (json!({ "outcome": "maybe" }), "body.invalid", "/outcome: "),
        (json!({ "selected": [] }), "body.invalid", ""),
        (json!({ "outcome": "answered" }), "body.invalid", ""),
        (
            json!({ "outcome": "answered", "selected": "SQLite" }),
            "body.invalid",
            "/selected: ",
        ),
        (
            json!({ "outcome": "dismissed", "more": 1 }),
            "body.invalid",
            "",
        ),
        (responded(&json!([])), "body.invalid", "/points: "),
        (json!([]), "body.invalid", ""),
        (json!(null), "body.invalid", ""),
    ];
    refused(&server, &ask, &replies).await;
}

#[tokio::test]
async fn only_a_briefing_may_be_dismissed_on_the_agents_turn() {
    let server = Server::start().await;
    let hub = server.hub();
    let (question, review, briefing) =
        (question(hub).await, review(hub).await, briefing(hub).await);
    let back = json!({ "outcome": "follow_up", "question": "why?" });
    let round = json!({ "outcome": "responded", "points": [{ "point": "1", "text": "why?" }] });
    let dismissed = json!({ "outcome": "dismissed" });
    for (ask, handed) in [(&question, &back), (&review, &back), (&briefing, &round)] {
        let at = path(ask.ask_id(), "/reply");
        server.post(&at, handed).await.ok();
        assert_eq!(
            server.post(&at, handed).await.refusal(),
            "409 ask.not_your_turn"
        );
    }
    for ask in [&question, &review] {
        let answer = server.post(&path(ask.ask_id(), "/reply"), &dismissed).await;
        assert_eq!(answer.refusal(), "409 ask.not_your_turn");
    }
    let closed = server
        .post(&path(briefing.ask_id(), "/reply"), &dismissed)
        .await
        .ok();
    assert_eq!(closed["status"], "closed");
}

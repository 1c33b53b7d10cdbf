//! Reading asks, listing them, and every way of replying.

use serde_json::{Value, json};

use crate::support::{Server, briefing, caller, moment, path, question, review};

#[tokio::test]
async fn an_open_ask_is_in_the_snapshot_and_says_that_its_agent_waits() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let id = waiter.ask_id().to_string();
    let snapshot = server.get("/api/v1/snapshot").await.ok();
    assert_eq!(snapshot["open"][0]["id"], id.as_str());
    assert_eq!(snapshot["open"][0]["waiting"], true);
    assert_eq!(
        snapshot["open"][0]["prompt"]["question"],
        "Which **database**?"
    );
    let rows = server.get("/api/v1/snapshot?view=summary").await.ok();
    assert_eq!(rows["open"][0]["id"], id.as_str());
    assert_eq!(rows["open"][0]["title"], "Which database?");
    assert_eq!(
        server.get("/api/v1/snapshot?view=full").await.ok(),
        snapshot
    );
    assert_eq!(
        server.get(&path(waiter.ask_id(), "")).await.ok(),
        snapshot["open"][0]
    );
}

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
async fn a_reply_that_does_not_fit_is_refused_with_its_place_and_changes_nothing() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let path = path(waiter.ask_id(), "/reply");
    for (reply, refusal) in [
        (
            json!({ "outcome": "answered", "selected": ["MySQL"] }),
            "422 reply.unknown_choice",
        ),
        (
            json!({ "outcome": "answered", "selected": ["SQLite", "Postgres"] }),
            "422 reply.one_choice",
        ),
        (
            json!({ "outcome": "answered", "selected": [] }),
            "422 reply.empty",
        ),
        (json!({ "outcome": "approved" }), "422 reply.wrong_kind"),
        (
            json!({ "outcome": "follow_up", "question": "" }),
            "422 body.invalid",
        ),
        (json!({ "outcome": "maybe" }), "422 body.invalid"),
        (
            json!({ "outcome": "dismissed", "more": 1 }),
            "422 body.invalid",
        ),
        (json!([]), "422 body.invalid"),
    ] {
        let answer = server.post(&path, &reply).await;
        let (status, code) = refusal.split_once(' ').unwrap();
        assert_eq!(
            answer.status.to_string(),
            status,
            "{reply}: {}",
            answer.text()
        );
        if code == "body.invalid" {
            assert_eq!(answer.refusal(), refusal, "{reply}");
        }
    }
    let snapshot = server.get("/api/v1/snapshot").await.ok();
    assert_eq!(snapshot["open"][0]["thread"], json!([]));
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
async fn an_unknown_ask_is_404_whatever_the_form_of_its_id() {
    let server = Server::start().await;
    let reply = json!({ "outcome": "dismissed" });
    let draft = json!({ "version": 0, "content": {} });
    for id in [
        "0",
        "nonsense",
        "0198c5a0-0000-7000-8000-000000000000",
        "%20",
        "..%2f..",
        "x%00y",
        "%E2%82%AC",
    ] {
        let at = |rest: &str| format!("/api/v1/asks/{id}{rest}");
        for (method, rest, body) in [
            ("GET", "", None),
            ("GET", "/rendered", None),
            ("POST", "/reply", Some(&reply)),
            ("POST", "/close", None),
            ("DELETE", "/follow-up", None),
            ("PUT", "/draft", Some(&draft)),
            ("GET", "/draft", None),
        ] {
            let request = server.person(method, &at(rest));
            let answer = match body {
                Some(body) => request.json(body),
                None => request,
            }
            .send()
            .await;
            assert_eq!(
                answer.status,
                404,
                "{method} {}: {}",
                at(rest),
                answer.text()
            );
        }
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
    assert_eq!(not_yet.status, 409);
    assert_eq!(
        server.person("POST", &at("/close")).send().await.status,
        409
    );
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
    assert_eq!(back.status, 409);
}

#[tokio::test]
async fn a_withdrawn_ask_says_why() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let withdraw = json!({ "askId": waiter.ask_id(), "reason": "found it" });
    server
        .hub()
        .withdraw(&caller(), serde_json::from_value(withdraw).unwrap())
        .await
        .unwrap();
    let ask = server.get(&path(waiter.ask_id(), "")).await.ok();
    assert_eq!(ask["withdrawn"]["reason"], "found it");
}

#[tokio::test]
async fn closed_asks_are_paged_without_loss_or_repetition() {
    let server = Server::start().await;
    let mut closed = Vec::new();
    for _ in 0..7 {
        let waiter = question(server.hub()).await;
        server
            .post(
                &path(waiter.ask_id(), "/reply"),
                &json!({ "outcome": "dismissed" }),
            )
            .await
            .ok();
        closed.insert(0, Value::from(waiter.ask_id().as_str()));
    }
    for view in ["full", "summary"] {
        let (mut seen, mut before) = (Vec::new(), String::new());
        loop {
            let page = server
                .get(&format!("/api/v1/asks?limit=3&view={view}{before}"))
                .await
                .ok();
            seen.extend(
                page["items"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|item| item["id"].clone()),
            );
            match page.get("nextBefore") {
                Some(next) => before = format!("&before={}", moment(next)),
                None => break,
            }
        }
        assert_eq!(seen, closed, "{view}");
    }
}

#[tokio::test]
async fn a_query_that_does_not_parse_or_is_out_of_range_does_not_fit_and_others_are_overlooked() {
    let server = Server::start().await;
    for query in [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=1&limit=2",
        "before=yesterday",
        "view=rows",
    ] {
        let answer = server.get(&format!("/api/v1/asks?{query}")).await;
        assert_eq!(answer.refusal(), "422 query.invalid", "{query}");
    }
    assert_eq!(
        server.get("/api/v1/snapshot?view=rows").await.refusal(),
        "422 query.invalid"
    );
    assert_eq!(
        server
            .get("/api/v1/asks?limit=100&colour=blue&before=2026-01-01T00:00:00Z")
            .await
            .status,
        200
    );
}

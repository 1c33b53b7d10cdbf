//! Reading asks and listing them.

use serde_json::{Value, json};

use crate::support::{Server, caller, moment, path, question};

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
            ("DELETE", "/draft", None),
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

//! `/mcp` over HTTP: who gets in, what old and new revisions get, what happens to those who leave.

use loopback_tests::{Home, HttpAgent, Loopback, PIXEL};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const REVISIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap_or_default()
}

fn question(project: &str) -> Value {
    json!({ "question": "Deploy?", "project": project })
}

async fn check_problem(response: reqwest::Response, status: StatusCode, code: &str) {
    assert_eq!(response.status(), status);
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], code);
    assert_eq!(problem.as_object().unwrap().len(), 2, "{problem}");
}

#[tokio::test]
async fn without_the_agents_token_nobody_gets_in_and_the_persons_token_is_refused_by_name() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let url = format!("{}/mcp", server.base_url());
    let post = || Client::new().post(&url).body("{}");
    let bare = post().send().await.unwrap();
    check_problem(bare, StatusCode::UNAUTHORIZED, "access.missing").await;
    let wrong = post().bearer_auth("x".repeat(43)).send().await.unwrap();
    check_problem(wrong, StatusCode::UNAUTHORIZED, "access.unknown").await;
    let person = post()
        .bearer_auth(loopback_tests::PERSON_TOKEN)
        .send()
        .await
        .unwrap();
    check_problem(person, StatusCode::UNAUTHORIZED, "access.person").await;
}

#[tokio::test]
async fn what_is_no_proper_request_is_refused_in_json() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let other = agent.raw(Method::PUT).send().await.unwrap();
    check_problem(other, StatusCode::METHOD_NOT_ALLOWED, "method.unknown").await;
    let plain = agent.raw(Method::POST).body("{}").send().await.unwrap();
    check_problem(
        plain,
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "body.content_type",
    )
    .await;
    let foreign = agent
        .raw(Method::POST)
        .header("origin", "http://example.com");
    check_problem(
        foreign.send().await.unwrap(),
        StatusCode::FORBIDDEN,
        "request.origin",
    )
    .await;
    let unknown = agent
        .raw(Method::POST)
        .header("mcp-session-id", "nobody")
        .json(&json!({
            "jsonrpc": "2.0", "id": 1, "method": "tools/list",
        }));
    check_problem(
        unknown.send().await.unwrap(),
        StatusCode::NOT_FOUND,
        "mcp.session_unknown",
    )
    .await;
    let large = json!({ "jsonrpc": "2.0", "id": 1, "method": "x".repeat(1024 * 1024) });
    let large = agent.raw(Method::POST).json(&large).send().await.unwrap();
    check_problem(large, StatusCode::PAYLOAD_TOO_LARGE, "body.too_large").await;
}

#[tokio::test]
async fn a_body_that_does_not_say_how_large_it_is_may_not_be_larger_either() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let address = server.base_url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.unwrap();
    let token = server.agent_token();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
         accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..17 {
        stream.write_all(chunk.as_bytes()).await.unwrap();
    }
    stream.write_all(b"0\r\n\r\n").await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    assert!(response.starts_with("HTTP/1.1 413 "), "{response}");
    assert!(
        response.contains("\"code\":\"body.too_large\""),
        "{response}"
    );
}

#[tokio::test]
async fn old_revisions_and_the_newest_get_the_same_reply() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agents = vec![("2026-07-28", HttpAgent::sessionless(&server, "new"))];
    for revision in REVISIONS {
        agents.push((
            revision,
            HttpAgent::with_session(&server, "old", revision).await,
        ));
    }
    for (revision, agent) in agents {
        let mut call = agent.call("ask_question", question(revision)).await;
        assert_eq!(call.status(), StatusCode::OK);
        let first = call.next().await.unwrap();
        assert_eq!(
            first["method"], "notifications/progress",
            "{revision}: {first}"
        );
        let ask = server.person().sees_ask_of(revision).await;
        assert!(ask["client"].as_str().unwrap().ends_with(" 1.2.3"));
        let reply = json!({ "outcome": "answered", "selected": [], "text": revision });
        server
            .person()
            .replies(ask["id"].as_str().unwrap(), &reply)
            .await;
        let result = call.result().await;
        assert_eq!(result["structuredContent"]["reply"], reply);
        assert!(text(&result).contains(revision), "{result}");
        assert_eq!(result.get("resultType").is_some(), revision == "2026-07-28");
        let delivered = |ask: &Value| !ask["thread"][0]["deliveredAt"].is_null();
        let id = ask["id"].as_str().unwrap();
        server
            .person()
            .sees(id, "the reply counts as delivered", delivered)
            .await;
    }
}

#[tokio::test]
async fn a_client_whose_socket_drops_is_noticed_in_every_revision() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    for (revision, agent) in [
        ("2026-07-28", HttpAgent::sessionless(&server, "new")),
        (
            "2025-06-18",
            HttpAgent::with_session(&server, "old", "2025-06-18").await,
        ),
    ] {
        let call = agent.call("ask_question", question(revision)).await;
        let ask = server.person().sees_ask_of(revision).await;
        drop(call);
        let left = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";
        let id = ask["id"].as_str().unwrap();
        server.person().sees(id, "the agent has left", left).await;
        // What comes afterwards waits for whoever asks for it.
        let reply = json!({ "outcome": "dismissed" });
        server.person().replies(id, &reply).await;
        let undelivered = server.person().ask(id).await;
        assert!(undelivered["thread"][0].get("deliveredAt").is_none());
        let result = agent
            .call("wait_for_reply", json!({ "askId": id }))
            .await
            .result()
            .await;
        assert_eq!(result["structuredContent"]["reply"], reply);
        assert!(text(&result).contains("neither yes nor no"), "{result}");
    }
}

#[tokio::test]
async fn a_cancelled_call_and_an_ended_session_leave_the_ask_open_and_nobody_waiting() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::with_session(&server, "old", "2025-06-18").await;
    let left = |ask: &Value| ask["waiting"] == false && ask["status"] == "awaiting_human";

    let call = agent.call("ask_question", question("cancelled")).await;
    let ask = server.person().sees_ask_of("cancelled").await;
    let cancelled = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 },
    });
    assert_eq!(agent.post(&cancelled).await.status(), StatusCode::ACCEPTED);
    server
        .person()
        .sees(ask["id"].as_str().unwrap(), "the agent has left", left)
        .await;
    drop(call);

    let call = agent.call("ask_question", question("deleted")).await;
    let ask = server.person().sees_ask_of("deleted").await;
    let deleted = agent.raw(Method::DELETE).send().await.unwrap();
    assert!(deleted.status().is_success());
    server
        .person()
        .sees(ask["id"].as_str().unwrap(), "the agent has left", left)
        .await;
    drop(call);
}

#[tokio::test]
async fn a_refused_call_is_a_result_that_names_code_and_place() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let check = async |tool: &str, arguments: Value, expect: &[&str]| {
        let call = agent.call(tool, arguments).await;
        assert_eq!(call.status(), StatusCode::OK);
        let result = call.result().await;
        assert_eq!(result["isError"], true, "{result}");
        assert!(result.get("structuredContent").is_none(), "{result}");
        for words in expect {
            assert!(text(&result).contains(words), "{words:?} in {result}");
        }
    };
    check(
        "ask_question",
        json!({ "question": "" , "project": "p" }),
        &["arguments.invalid", "/question"],
    )
    .await;
    check(
        "ask_question",
        json!({ "question": "?" }),
        &["arguments.invalid", "project"],
    )
    .await;
    check(
        "ask_question",
        json!({ "question": "?", "project": "p", "secret-words": 1 }),
        &["arguments.invalid"],
    )
    .await;
    check(
        "wait_for_reply",
        json!({ "askId": "nobody" }),
        &["ask.unknown"],
    )
    .await;
    check(
        "withdraw_ask",
        json!({ "askId": "nobody", "reason": "r" }),
        &["ask.unknown"],
    )
    .await;
    check("open_inbox", json!({ "askId": "nobody" }), &["ask.unknown"]).await;
    let two = json!([{ "label": "same" }, { "label": "same" }]);
    check(
        "ask_question",
        json!({ "question": "?", "project": "p", "options": two }),
        &["/options/1/label"],
    )
    .await;
    let image = json!([{ "type": "image", "uploadId": "nothing" }]);
    check(
        "request_review",
        json!({ "title": "t", "project": "p", "content": image }),
        &["/content/0"],
    )
    .await;
    let unknown = agent.call("no_such_tool", json!({})).await.result().await;
    assert_eq!(unknown["error"]["code"], -32602, "{unknown}");
}

#[tokio::test]
async fn a_withdrawn_ask_ends_the_wait_of_whoever_waits_for_it() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let call = agent.call("ask_question", question("site")).await;
    let ask = server.person().sees_ask_of("site").await;
    let arguments = json!({ "askId": ask["id"], "reason": "found it in the docs" });
    for _ in 0..2 {
        // Saying it twice is no mistake: the first answer may have been lost.
        let result = agent
            .call("withdraw_ask", arguments.clone())
            .await
            .result()
            .await;
        assert_eq!(
            result["structuredContent"]["state"], "withdrawn",
            "{result}"
        );
    }
    let result = call.result().await;
    assert_eq!(result["structuredContent"]["state"], "withdrawn");
    assert_eq!(
        result["structuredContent"]["reason"],
        "found it in the docs"
    );
    assert!(result["structuredContent"].get("reply").is_none());
}

#[tokio::test]
async fn an_agent_that_withdraws_while_a_reply_is_held_gets_that_reply() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let call = agent.call("ask_question", question("site")).await;
    let person = server.person();
    let ask = person.sees_ask_of("site").await;
    let id = ask["id"].as_str().unwrap();
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Go on." });
    let at = format!("/asks/{id}/reply?hold=10");
    let held = person.request(Method::POST, &at, Some(&reply)).await;
    assert_eq!(held.status(), 200);
    let arguments = json!({ "askId": id, "reason": "found it in the docs" });
    let withdrawn = agent.call("withdraw_ask", arguments).await.result().await;
    for result in [withdrawn, call.result().await] {
        assert_eq!(result["structuredContent"]["state"], "replied", "{result}");
        assert_eq!(result["structuredContent"]["reply"], reply);
    }
}

#[tokio::test]
async fn what_only_the_bridge_may_say_means_nothing_over_http() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let origin = json!({ "cwd": "/etc", "session": "stolen" });
    let meta = json!({ "progressToken": "p", "loopback/callId": "c", "loopback/origin": origin });
    let mut calls = Vec::new();
    for project in ["one", "two"] {
        let params =
            json!({ "name": "ask_question", "arguments": question(project), "_meta": meta });
        calls.push(agent.request("tools/call", params).await);
        let ask = server.person().sees_ask_of(project).await;
        assert!(ask.get("origin").is_none(), "{ask}");
    }
}

#[tokio::test]
async fn a_call_without_progress_comes_back_with_still_waiting() {
    let home = Home::new();
    home.settings("[agents]\nstill_waiting_after_seconds = 0\n");
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let params = json!({ "name": "ask_question", "arguments": question("site") });
    let result = agent.request("tools/call", params).await.result().await;
    let structured = &result["structuredContent"];
    assert_eq!(structured["state"], "still_waiting");
    let id = structured["askId"].as_str().unwrap();
    assert!(text(&result).contains(id) && text(&result).contains("wait_for_reply"));
    assert!(
        structured["next"]
            .as_str()
            .unwrap()
            .contains("Do not ask again")
    );
    assert_eq!(server.person().ask(id).await["status"], "awaiting_human");
}

#[tokio::test]
async fn an_image_goes_from_ticket_to_review_and_the_inbox_has_an_address() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let agent = HttpAgent::sessionless(&server, "tester");
    let arguments = json!({ "contentType": "image/png" });
    let ticket = agent.call("request_upload", arguments).await.result().await;
    let ticket = &ticket["structuredContent"];
    let url = ticket["uploadUrl"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/api/v1/uploads/local/", server.base_url())));
    assert!(ticket["command"].as_str().unwrap().contains(url));
    let file = home.path().join("FILE");
    std::fs::write(&file, PIXEL).unwrap();
    let command = ticket["command"].as_str().unwrap();
    let done = tokio::process::Command::new("sh")
        .arg("-c")
        .arg(command)
        .current_dir(home.path())
        .output()
        .await
        .unwrap();
    assert!(done.status.success(), "{command}: {done:?}");
    let image = json!([{ "type": "image", "uploadId": ticket["uploadId"] }]);
    let arguments = json!({ "title": "Look", "project": "site", "content": image });
    let _call = agent.call("request_review", arguments).await;
    let ask = server.person().sees_ask_of("site").await;
    let arguments = json!({ "askId": ask["id"] });
    let link = agent.call("open_inbox", arguments).await.result().await;
    let expect = format!("{}/asks/{}", server.base_url(), ask["id"].as_str().unwrap());
    assert_eq!(link["structuredContent"], json!({ "url": expect }));
}

//! An agent's asks as resources of the MCP server.

use loopback_tests::{Agent, Home, HttpAgent, Loopback};
use reqwest::Method;
use serde_json::{Value, json};

const QUESTION: &str = "Ship the *kiln*?";

async fn asks(agent: &mut Agent) -> String {
    let question = json!({ "question": QUESTION, "project": "kiln", "wait": false });
    let call = agent.call("ask_question", question).await;
    let result = agent.response(call).await;
    result["structuredContent"]["askId"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn uris(listed: &Value) -> Vec<&str> {
    let resources = listed["resources"].as_array().unwrap();
    resources
        .iter()
        .map(|it| it["uri"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn an_agent_reads_its_own_asks_as_markdown_and_as_data() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let id = asks(&mut agent).await;
    let uri = format!("loopback://asks/{id}");

    let listed = agent.request("resources/list", json!({})).await;
    assert_eq!(uris(&listed), [&uri]);
    assert_eq!(listed["resources"][0]["title"], "Ship the kiln?");
    assert_eq!(listed["resources"][0]["description"], "question, open");
    let templates = agent.request("resources/templates/list", json!({})).await;
    let templates = templates["resourceTemplates"].as_array().unwrap();
    let templates: Vec<_> = templates
        .iter()
        .map(|it| it["uriTemplate"].clone())
        .collect();
    assert_eq!(
        templates,
        ["loopback://asks/{id}", "loopback://asks/{id}.json"]
    );

    // What is held can still be undone: it was not said.
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Rather not." });
    let path = format!("/asks/{id}/reply?hold=10");
    let held = server
        .person()
        .request(Method::POST, &path, Some(&reply))
        .await;
    assert!(held.status().is_success(), "{held:?}");
    for uri in [uri.clone(), format!("{uri}.json")] {
        let read = agent.request("resources/read", json!({ "uri": uri })).await;
        let text = read["contents"][0]["text"].as_str().unwrap();
        assert!(
            text.contains("kiln") && !text.contains("Rather not"),
            "{text}"
        );
    }
    let held = format!("/asks/{id}/held?hold=0");
    let sent = server.person().request(Method::PUT, &held, None).await;
    assert!(sent.status().is_success(), "{sent:?}");
    server
        .person()
        .sees(&id, "the reply is sent", |ask| ask["status"] == "closed")
        .await;

    let markdown = agent.request("resources/read", json!({ "uri": uri })).await;
    assert_eq!(markdown["contents"][0]["mimeType"], "text/markdown");
    let text = markdown["contents"][0]["text"].as_str().unwrap();
    assert!(
        text.starts_with("# Ship the kiln?") && text.contains("> Rather not."),
        "{text}"
    );
    let data = agent
        .request("resources/read", json!({ "uri": format!("{uri}.json") }))
        .await;
    assert_eq!(data["contents"][0]["mimeType"], "application/json");
    let ask: Value = serde_json::from_str(data["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(ask["prompt"]["question"], QUESTION);
    assert_eq!(ask["thread"][0]["reply"]["text"], "Rather not.");
    assert!(
        ask["thread"][0]["deliveredAt"].is_null(),
        "reading it hands nothing over"
    );
}

#[tokio::test]
async fn what_is_no_ask_of_an_agents_own_is_none() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let id = asks(&mut agent).await;
    let mut other = Agent::introduced(&home, home.path(), "tester").await;
    let listed = other.request("resources/list", json!({})).await;
    assert_eq!(listed["resources"], json!([]));
    let over_http = HttpAgent::with_session(&server, "tester", "2025-11-25").await;
    for uri in [
        format!("loopback://asks/{id}"),
        format!("loopback://asks/{id}.json"),
        "loopback://asks/".to_owned(),
        "file:///etc/passwd".to_owned(),
    ] {
        let read = other.request("resources/read", json!({ "uri": uri })).await;
        assert_eq!(read["error"]["code"], -32002, "{read}");
        let read = over_http
            .request("resources/read", json!({ "uri": uri }))
            .await;
        let read = read.result().await;
        assert_eq!(read["error"]["code"], -32002, "{read}");
    }
}

#[tokio::test]
async fn without_the_app_there_are_none_and_reading_says_why() {
    let home = Home::new();
    let mut agent = Agent::introduced(&home, home.path(), "tester").await;
    let listed = agent.request("resources/list", json!({})).await;
    assert_eq!(listed["resources"], json!([]));
    let read = agent
        .request("resources/read", json!({ "uri": "loopback://asks/a" }))
        .await;
    assert!(
        read["error"]["message"]
            .as_str()
            .unwrap()
            .contains("not running"),
        "{read}"
    );
}

//! Pictures the person adds to a reply, as agents get them.

use loopback_tests::{Agent, Home, HttpAgent, Loopback, PIXEL};
use serde_json::{Value, json};

/// [`PIXEL`] as MCP sends it.
const PIXEL_AS_TEXT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

fn check(result: &Value, picture: &str) {
    let content = result["content"].as_array().unwrap();
    let text = content[0]["text"].as_str().unwrap();
    assert!(
        text.contains(&format!("Pictures follow this text: {picture}")),
        "{text}"
    );
    assert_eq!(
        content[1..],
        [json!({ "type": "image", "mimeType": "image/png", "data": PIXEL_AS_TEXT })]
    );
    assert_eq!(
        result["structuredContent"]["reply"]["images"],
        json!([picture])
    );
}

#[tokio::test]
async fn the_agent_sees_them_through_the_bridge_and_by_url() {
    let home = Home::new();
    let server = Loopback::start(&home).await;
    let picture = server.person().stores_picture(PIXEL).await;
    let arguments = json!({ "question": "How?", "project": "site" });
    let reply = json!({
        "outcome": "answered", "selected": [], "text": "Like this.", "images": [picture],
    });
    let mut bridged = Agent::introduced(&home, home.path(), "tester").await;
    let call = bridged.call("ask_question", arguments.clone()).await;
    let ask = server.person().sees_ask_of("site").await;
    server
        .person()
        .replies(ask["id"].as_str().unwrap(), &reply)
        .await;
    check(&bridged.response(call).await, &picture);

    let by_url = HttpAgent::sessionless(&server, "tester");
    let call = by_url.call("ask_question", arguments).await;
    let ask = server.person().sees_ask_of("site").await;
    server
        .person()
        .replies(ask["id"].as_str().unwrap(), &reply)
        .await;
    check(&call.result().await, &picture);
}

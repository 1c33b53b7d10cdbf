//! Asks as HTML.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{Server, briefing, path, question, review};

async fn parts(server: &Server, id: &loopback_contract::AskId) -> BTreeMap<String, String> {
    let rendered = server.get(&path(id, "/rendered")).await.ok();
    let ask = server.get(&path(id, "")).await.ok();
    assert_eq!(rendered["askId"], ask["id"]);
    assert_eq!(rendered["updatedAt"], ask["updatedAt"]);
    let parts = rendered["parts"].as_array().unwrap().iter();
    parts
        .map(|part| {
            let place = part["place"].as_str().unwrap();
            assert!(
                ask.pointer(place).is_some(),
                "{place} is a place in the ask"
            );
            (place.to_owned(), part["html"].as_str().unwrap().to_owned())
        })
        .collect()
}

fn places(parts: &BTreeMap<String, String>) -> Vec<&str> {
    parts.keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_questions_texts_are_rendered_each_under_its_place() {
    let server = Server::start().await;
    let waiter = question(server.hub()).await;
    let parts = parts(&server, waiter.ask_id()).await;
    assert_eq!(
        places(&parts),
        [
            "/prompt/context",
            "/prompt/options/0/description",
            "/prompt/question"
        ]
    );
    assert!(parts["/prompt/question"].contains("<strong>database</strong>"));
    assert!(parts["/prompt/context"].contains("<code>one</code>"));
}

#[tokio::test]
async fn a_reviews_blocks_are_rendered_and_nothing_in_them_runs() {
    let server = Server::start().await;
    let waiter = review(server.hub()).await;
    let parts = parts(&server, waiter.ask_id()).await;
    assert_eq!(
        places(&parts),
        [
            "/prompt/content/0",
            "/prompt/content/1",
            "/prompt/content/2",
            "/prompt/summary"
        ]
    );
    for html in parts.values() {
        assert!(!html.contains("<script"), "{html}");
    }
}

#[tokio::test]
async fn what_the_thread_says_is_rendered_too() {
    let server = Server::start().await;
    let waiter = briefing(server.hub()).await;
    let before = parts(&server, waiter.ask_id()).await;
    assert_eq!(
        places(&before),
        [
            "/prompt/sections/0/points/0/detail",
            "/prompt/sections/0/points/1/content/0",
            "/prompt/summary"
        ],
    );
    let reply = json!({ "outcome": "responded", "points": [{ "point": "1", "text": "**why**?" }] });
    server
        .post(&path(waiter.ask_id(), "/reply"), &reply)
        .await
        .ok();
    let answer = json!({ "askId": waiter.ask_id(), "answers": [{
        "point": "1", "answer": "because *so*", "points": [{ "title": "sub", "detail": "deeper" }],
        "content": [{ "type": "code", "code": "1", "language": "rust" }],
    }] });
    let answer = loopback_rules::AnswerInput::Briefing(serde_json::from_value(answer).unwrap());
    let _again = server
        .hub()
        .answer(&crate::support::caller(), None, answer)
        .await
        .unwrap();
    let after = parts(&server, waiter.ask_id()).await;
    for place in [
        "/thread/0/reply/points/0/text",
        "/thread/1/answer",
        "/thread/1/points/0/detail",
        "/thread/1/content/0",
    ] {
        assert!(after.contains_key(place), "{place} in {:?}", places(&after));
    }
    assert!(after["/thread/1/answer"].contains("<em>so</em>"));
    assert!(
        before.iter().all(|(place, html)| after[place] == *html),
        "what was rendered stays as it was"
    );
}

#[tokio::test]
async fn the_same_footnote_in_two_places_has_two_ids() {
    let server = Server::start().await;
    let text = "a[^1]\n\n[^1]: note";
    let shown: Value = json!({ "title": "t", "project": "p", "content": [
        { "type": "markdown", "text": text }, { "type": "markdown", "text": text },
    ] });
    let input = loopback_rules::AskInput::Review(serde_json::from_value(shown).unwrap());
    let waiter = server
        .hub()
        .open(&crate::support::caller(), None, input)
        .await
        .unwrap();
    let parts = parts(&server, waiter.ask_id()).await;
    assert_ne!(parts["/prompt/content/0"], parts["/prompt/content/1"]);
}

async fn html_of(server: &Server, id: &loopback_contract::AskId, query: &str) -> String {
    let rendered = server
        .get(&path(id, &format!("/rendered?{query}")))
        .await
        .ok();
    let parts = rendered["parts"].as_array().unwrap();
    assert_eq!(parts.len(), 1, "{rendered}");
    parts[0]["html"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn one_piece_is_rendered_in_colour_or_plain_with_the_same_text_and_a_diff_in_both_layouts() {
    let server = Server::start().await;
    let waiter = review(server.hub()).await;
    let id = waiter.ask_id();
    let code = "place=/prompt/content/1";
    let plain = html_of(&server, id, &format!("{code}&colour=plain")).await;
    let full = html_of(&server, id, code).await;
    assert_eq!(
        full,
        html_of(&server, id, &format!("{code}&colour=full")).await
    );
    assert!(full.len() > plain.len(), "{plain}\n{full}");
    let diff = "place=/prompt/content/2";
    let unified = html_of(&server, id, diff).await;
    let split = html_of(&server, id, &format!("{diff}&layout=split")).await;
    assert!(split.contains("lb-split") && !unified.contains("lb-split"));
    let all = server
        .get(&path(id, "/rendered?colour=plain&layout=split"))
        .await
        .ok();
    assert_eq!(all["parts"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_place_that_is_not_rendered_is_unknown_and_an_unreadable_parameter_does_not_fit() {
    let server = Server::start().await;
    let waiter = review(server.hub()).await;
    let answer = |query: &str| {
        let at = path(waiter.ask_id(), &format!("/rendered?{query}"));
        async { server.get(&{ at }).await }
    };
    for place in ["/prompt/title", "/prompt/content/9", "", "prompt/content/1"] {
        let answer = answer(&format!("place={place}")).await;
        assert_eq!(answer.refusal(), "404 place.unknown", "{place}");
    }
    for query in ["colour=red", "layout=three", "colour=full&colour=plain"] {
        assert_eq!(
            answer(query).await.refusal(),
            "422 query.invalid",
            "{query}"
        );
    }
}

//! Every refusal an agent can meet, as its client sees it: a result marked as an error whose text
//! begins with the code and names the place.

use loopback_tests::{Home, HttpAgent, Loopback, Person};
use serde_json::{Value, json};

/// A server whose calls return at once, and an agent and the person at it.
struct Stage {
    agent: HttpAgent,
    person: Person,
    server: Loopback,
    _home: Home,
}

impl Stage {
    async fn set() -> Self {
        let home = Home::new();
        home.settings("[agents]\nstill_waiting_after_seconds = 0\n");
        let server = Loopback::start(&home).await;
        Self {
            agent: HttpAgent::sessionless(&server, "tester"),
            person: server.person(),
            server,
            _home: home,
        }
    }

    async fn call(&self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.agent
            .request("tools/call", params)
            .await
            .result()
            .await
    }

    /// Opens an ask and returns its id.
    async fn opens(&self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        let id = result["structuredContent"]["askId"].as_str();
        id.unwrap_or_else(|| panic!("{result}")).to_owned()
    }

    async fn check(&self, tool: &str, arguments: Value, code: &str, place: &str) {
        let result = self.call(tool, arguments).await;
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        assert_eq!(result["isError"], true, "{result}");
        assert!(text.starts_with(&format!("{code}: ")), "{code}: {text}");
        assert!(text.contains(place), "{place}: {text}");
        assert!(result.get("structuredContent").is_none(), "{result}");
    }
}

fn question() -> Value {
    json!({ "question": "?", "project": "p" })
}

fn review() -> Value {
    let content = json!([{ "type": "markdown", "text": "Look." }]);
    json!({ "title": "t", "content": content, "project": "p" })
}

fn briefing(points: usize) -> Value {
    let points = vec![json!({ "title": "point" }); points];
    json!({ "title": "t", "sections": [{ "points": points }], "project": "p" })
}

#[tokio::test]
async fn what_is_wrong_with_an_ask_is_said_with_its_place() {
    let stage = Stage::set().await;
    stage
        .check(
            "ask_question",
            json!({ "question": "?" }),
            "arguments.invalid",
            "project",
        )
        .await;
    let mut secret = question();
    secret["question"] = json!(["hush"]);
    let result = stage.call("ask_question", secret).await;
    assert!(
        !result.to_string().contains("hush"),
        "a refusal repeats no content: {result}"
    );
    let mut blank = question();
    blank["question"] = json!(" \n");
    stage
        .check("ask_question", blank, "ask.blank", "/question")
        .await;
    let mut twice = question();
    twice["options"] = json!([{ "label": "a" }, { "label": "a" }]);
    stage
        .check(
            "ask_question",
            twice,
            "ask.choice_repeated",
            "/options/1/label",
        )
        .await;
    let mut one = question();
    one["options"] = json!([{ "label": "a" }]);
    stage
        .check("ask_question", one, "arguments.invalid", "/options")
        .await;
    let mut large = question();
    large["context"] = json!("x".repeat(262_144));
    stage
        .check("ask_question", large, "ask.too_large", "262144")
        .await;
    let image = json!([{ "type": "image", "uploadId": "nothing" }]);
    let mut unseen = review();
    unseen["content"] = image;
    stage
        .check("request_review", unseen, "upload.unknown", "/content/0")
        .await;
    stage
        .check(
            "present_briefing",
            briefing(51),
            "ask.too_many_points",
            "50",
        )
        .await;
    let mut revision = review();
    revision["revises"] = json!("nobody");
    stage
        .check("request_review", revision, "ask.not_revisable", "/revises")
        .await;
    stage
        .check(
            "request_upload",
            json!({ "contentType": "image/svg+xml" }),
            "arguments.invalid",
            "/contentType",
        )
        .await;
}

#[tokio::test]
async fn an_id_that_names_no_ask_is_unknown_to_every_tool() {
    let stage = Stage::set().await;
    for id in [
        "nobody",
        "../../etc/passwd",
        "01a22d8f-b1e0-77d0-870e-cc5af59c3861",
    ] {
        let answers = json!([{ "point": "1", "answer": "a" }]);
        for (tool, arguments) in [
            ("wait_for_reply", json!({ "askId": id })),
            ("withdraw_ask", json!({ "askId": id, "reason": "r" })),
            ("answer_follow_up", json!({ "askId": id, "answer": "a" })),
            (
                "answer_briefing",
                json!({ "askId": id, "answers": answers }),
            ),
            ("open_inbox", json!({ "askId": id })),
        ] {
            stage.check(tool, arguments, "ask.unknown", "").await;
        }
    }
}

#[tokio::test]
async fn an_answer_out_of_turn_or_of_the_wrong_kind_is_refused() {
    let stage = Stage::set().await;
    let id = stage.opens("ask_question", question()).await;
    let answer = json!({ "askId": id, "answer": "a" });
    stage
        .check("answer_follow_up", answer.clone(), "ask.not_your_turn", "")
        .await;
    let asked_back = json!({ "outcome": "follow_up", "question": "Why?" });
    stage.person.replies(&id, &asked_back).await;
    let answers = json!({ "askId": id, "answers": [{ "point": "1", "answer": "a" }] });
    stage
        .check("answer_briefing", answers, "ask.wrong_kind", "")
        .await;
    stage.call("answer_follow_up", answer.clone()).await;
    let answered = json!({ "outcome": "answered", "selected": [], "text": "Yes." });
    stage.person.replies(&id, &answered).await;
    stage
        .check("answer_follow_up", answer, "ask.closed", "")
        .await;
    let reason = json!({ "askId": id, "reason": "too late" });
    stage.check("withdraw_ask", reason, "ask.closed", "").await;
}

#[tokio::test]
async fn a_briefings_answers_must_fit_its_points() {
    let stage = Stage::set().await;
    let id = stage.opens("present_briefing", briefing(3)).await;
    let round = json!({ "outcome": "responded", "points": [
        { "point": "1", "text": "How?" },
        { "point": "2", "resolved": true },
    ]});
    stage.person.replies(&id, &round).await;
    let check = async |points: &[&str], code: &str, place: &str| {
        let answers: Vec<_> = points
            .iter()
            .map(|point| json!({ "point": point, "answer": "So." }))
            .collect();
        let arguments = json!({ "askId": id, "answers": answers });
        stage.check("answer_briefing", arguments, code, place).await;
    };
    check(&["3"], "answer.point_missing", "1").await;
    check(&["1", "2"], "answer.point_resolved", "/answers/1").await;
    check(&["1", "1"], "answer.point_repeated", "/answers/1").await;
    check(&["1", "9"], "answer.point_unknown", "/answers/1").await;
}

#[tokio::test]
async fn an_agent_has_at_most_a_hundred_asks_open() {
    let stage = Stage::set().await;
    for n in 0..100 {
        let another = json!({ "question": format!("{n}?"), "project": "p" });
        stage.opens("ask_question", another).await;
    }
    stage
        .check("ask_question", question(), "inbox.full", "100")
        .await;
    // Another agent is not held up by it.
    let other = HttpAgent::sessionless(&stage.server, "other");
    let params = json!({ "name": "ask_question", "arguments": question() });
    let result = other.request("tools/call", params).await.result().await;
    assert_eq!(result["structuredContent"]["state"], "still_waiting");
}

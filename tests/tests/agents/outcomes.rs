//! Each kind of ask and each outcome, as every client receives it over HTTP and over stdio.

use loopback_tests::real::{self, Client, Door};
use loopback_tests::{Home, Loopback, Person};
use serde_json::{Value, json};

/// One client at one door of one server, and the person behind it.
struct Meeting {
    client: Client,
    door: Door,
    home: Home,
    server: Loopback,
    person: Person,
}

impl Meeting {
    async fn of(client: Client, door: Door) -> Self {
        let home = Home::new();
        let server = Loopback::start(&home).await;
        Self {
            client,
            door,
            person: server.person(),
            home,
            server,
        }
    }

    async fn starts(&self, tool: &str, arguments: &Value) -> real::Running {
        let call = self.client.calls(self.door, &self.home, &self.server, tool);
        real::start(call, arguments).await
    }

    async fn result(&self, tool: &str, arguments: &Value) -> Value {
        self.starts(tool, arguments).await.result().await
    }

    /// The client calls a tool, the person replies, and the client's call returns that very reply.
    async fn exchange(&self, tool: &str, arguments: &Value, reply: &Value) -> Value {
        let call = self.starts(tool, arguments).await;
        let ask = self.person.sees_ask_of("site").await;
        let client = ask["client"].as_str().unwrap();
        assert!(client.starts_with(self.client.name()), "{client}");
        let id = ask["id"].as_str().unwrap();
        self.person.replies(id, reply).await;
        let result = call.result().await;
        assert_eq!(result["state"], "replied", "{result}");
        assert_eq!(result["askId"], ask["id"]);
        assert_eq!(result["reply"], *reply);
        self.person
            .sees(id, "the reply counts as delivered", delivered)
            .await
    }

    async fn a_question_is_answered_or_dismissed(&self) {
        let options =
            json!([{ "label": "Now" }, { "label": "Later", "description": "after lunch" }]);
        let ask = json!({ "question": "When?", "options": options, "project": "site" });
        let answered = json!({ "outcome": "answered", "selected": ["Later"], "text": "but today" });
        self.exchange("ask_question", &ask, &answered).await;
        let dismissed = json!({ "outcome": "dismissed" });
        self.exchange("ask_question", &ask, &dismissed).await;
    }

    async fn a_review_is_sent_back_asked_back_and_approved(&self) {
        let content = json!([
            { "type": "markdown", "text": "Two files." },
            { "type": "diff", "diff": DIFF },
        ]);
        let mut review = json!({ "title": "Style", "content": content, "project": "site" });
        let sent_back = json!({ "outcome": "changes_requested", "feedback": "Not **b**." });
        let first = self.exchange("request_review", &review, &sent_back).await;
        review["revises"] = first["id"].clone();
        let asked_back = json!({ "outcome": "follow_up", "question": "Why *b*?" });
        let second = self.exchange("request_review", &review, &asked_back).await;
        let answer = json!({ "askId": second["id"], "answer": "It is shorter." });
        let approved = json!({ "outcome": "approved", "note": "Nice." });
        let closed = self.exchange("answer_follow_up", &answer, &approved).await;
        assert_eq!(closed["status"], "closed");
    }

    async fn a_briefing_goes_through_its_rounds(&self) {
        let sections = json!([
            { "title": "Found", "points": [{ "title": "Slow" }, { "title": "Old", "detail": "since 2019" }] },
        ]);
        let briefing = json!({ "title": "State", "sections": sections, "project": "site" });
        let round = json!({ "outcome": "responded", "points": [
            { "point": "1", "text": "How slow?" },
            { "point": "2", "resolved": true },
        ]});
        let open = self.exchange("present_briefing", &briefing, &round).await;
        let answers = json!([{ "point": "1", "answer": "In two ways." }]);
        let answer = json!({ "askId": open["id"], "answers": answers });
        let round =
            json!({ "outcome": "responded", "points": [{ "point": "1", "resolved": true }] });
        let closed = self.exchange("answer_briefing", &answer, &round).await;
        assert_eq!(closed["status"], "closed");
    }

    async fn a_question_that_is_not_waited_for_is_found_and_answered(&self) {
        let ask = json!({ "question": "When?", "project": "site", "wait": false });
        let open = self.result("ask_question", &ask).await;
        assert_eq!(open["state"], "still_waiting", "{open}");
        let list = self
            .result("list_asks", &json!({ "project": "site" }))
            .await;
        assert_eq!(list["asks"][0]["askId"], open["askId"], "{list}");
        let reply = json!({ "outcome": "answered", "selected": [], "text": "Tomorrow." });
        let again = json!({ "askId": open["askId"] });
        self.exchange("wait_for_reply", &again, &reply).await;
    }

    async fn several_questions_are_answered_one_by_one(&self) {
        let ask = json!({
            "questions": [{ "question": "Where?" }, { "question": "Who?" }],
            "project": "site",
        });
        let call = self.starts("ask_questions", &ask).await;
        for _ in 0..2 {
            let open = self.person.sees_ask_of("site").await;
            let reply = json!({ "outcome": "answered", "selected": [], "text": "Guess." });
            let id = open["id"].as_str().unwrap();
            self.person.replies(id, &reply).await;
        }
        let result = call.result().await;
        assert_eq!(result["state"], "replied", "{result}");
        let results = result["results"].as_array().unwrap();
        assert!(results.iter().all(|it| it["reply"]["text"] == "Guess."));
    }

    async fn a_withdrawn_ask_tells_the_call_that_waits(&self) {
        let ask = json!({ "question": "Still needed?", "project": "site" });
        let waiting = self.starts("ask_question", &ask).await;
        let open = self.person.sees_ask_of("site").await;
        let withdrawal = json!({ "askId": open["id"], "reason": "Found it." });
        let withdrawn = self.result("withdraw_ask", &withdrawal).await;
        assert_eq!(withdrawn["state"], "withdrawn", "{withdrawn}");
        let told = waiting.result().await;
        assert_eq!(told["state"], "withdrawn", "{told}");
        assert_eq!(told["askId"], open["id"]);
    }

    async fn a_refusal_names_the_place(&self) {
        let nameless = json!({ "question": "Which project?" });
        let refused = self.result("ask_question", &nameless).await;
        let words = refused["refused"].as_str().unwrap();
        assert!(words.contains("arguments.invalid"), "{words}");
    }
}

fn delivered(ask: &Value) -> bool {
    !ask["thread"].as_array().unwrap().last().unwrap()["deliveredAt"].is_null()
}

const DIFF: &str = "diff --git a/site.css b/site.css\n--- a/site.css\n+++ b/site.css\n@@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/site.js b/site.js\n--- a/site.js\n+++ b/site.js\n@@ -1 +1,2 @@\n x\n+y\n";

async fn every_outcome_reaches(client: Client, door: Door) {
    let meeting = Meeting::of(client, door).await;
    meeting.a_question_is_answered_or_dismissed().await;
    meeting
        .a_review_is_sent_back_asked_back_and_approved()
        .await;
    meeting.a_briefing_goes_through_its_rounds().await;
    meeting
        .a_question_that_is_not_waited_for_is_found_and_answered()
        .await;
    meeting.several_questions_are_answered_one_by_one().await;
    meeting.a_withdrawn_ask_tells_the_call_that_waits().await;
    meeting.a_refusal_names_the_place().await;
}

/// A client that asked for no progress is told in time that nobody has replied, and gets the reply when it comes back.
async fn a_wait_goes_on_for(client: Client, door: Door) {
    let meeting = Meeting::of(client, door).await;
    let ask = json!({ "question": "When?", "project": "site" });
    let call = client.calls_quietly(door, &meeting.home, &meeting.server, "ask_question");
    let first = real::start(call, &ask).await.result().await;
    assert_eq!(first["state"], "still_waiting", "{first}");
    let reply = json!({ "outcome": "answered", "selected": [], "text": "Tomorrow." });
    let again = json!({ "askId": first["askId"] });
    meeting.exchange("wait_for_reply", &again, &reply).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_python_client_over_http() {
    every_outcome_reaches(Client::Python, Door::Http).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_python_client_over_stdio() {
    every_outcome_reaches(Client::Python, Door::Stdio).await;
}

#[tokio::test]
async fn every_outcome_reaches_fastmcp_over_http() {
    every_outcome_reaches(Client::FastMcp, Door::Http).await;
}

#[tokio::test]
async fn every_outcome_reaches_fastmcp_over_stdio() {
    every_outcome_reaches(Client::FastMcp, Door::Stdio).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_typescript_sdk_over_http() {
    every_outcome_reaches(Client::TypeScript, Door::Http).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_typescript_sdk_over_stdio() {
    every_outcome_reaches(Client::TypeScript, Door::Stdio).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_inspector_over_http() {
    every_outcome_reaches(Client::Inspector, Door::Http).await;
}

#[tokio::test]
async fn every_outcome_reaches_the_inspector_over_stdio() {
    every_outcome_reaches(Client::Inspector, Door::Stdio).await;
}

#[tokio::test]
async fn a_wait_goes_on_for_the_python_client_over_http() {
    a_wait_goes_on_for(Client::Python, Door::Http).await;
}

#[tokio::test]
async fn a_wait_goes_on_for_the_typescript_sdk_over_http() {
    a_wait_goes_on_for(Client::TypeScript, Door::Http).await;
}

#[tokio::test]
async fn a_wait_goes_on_for_the_typescript_sdk_over_stdio() {
    a_wait_goes_on_for(Client::TypeScript, Door::Stdio).await;
}

//! What agents show runs nothing and loads nothing in the real webview, and a diagram is drawn in its sandbox.

use serde_json::{Value, json};

use crate::agent::{ask, call};
use crate::app::App;
use crate::page::{row, settle};
use crate::screen::{Screen, Services, eventually};

#[tokio::test]
async fn a_diagram_is_drawn_in_a_frame_as_high_as_it_is() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let text = "Before.\n\n```mermaid\nflowchart LR\n  A[Ask] --> B{Person}\n  B -->|approve| C[Agent goes on]\n```\n\nAfter.";
    let review = json!({
        "title": "The way of an ask",
        "content": [{ "type": "markdown", "text": text }],
        "project": "kiln",
    });
    let _asked = ask(&app, "request_review", review).await;
    app.watches().await;
    app.open("The way of an ask").await;
    app.find("//iframe[@title='Diagram'][not(contains(@class, 'coming'))]")
        .await;
    let height = app.js(
        "return document.querySelector('.diagram iframe').getBoundingClientRect().height",
        &[],
    );
    let height = height.await.as_f64().unwrap();
    // The page around it sees nothing of the frame but that.
    let inside = app.js(
        "return document.querySelector('.diagram iframe').contentDocument",
        &[],
    );
    assert_eq!(inside.await, Value::Null);
    app.is_unharmed("/prompt/content/0").await;

    app.window.enter_frame(0).await.unwrap();
    let seen = app.js(
        "const svg = document.querySelector('#drawing > svg'); const { width, height } = svg.getBoundingClientRect();\
         return { width, height, text: svg.textContent, origin: self.origin }",
        &[],
    );
    let seen = seen.await;
    assert!(
        seen["text"].as_str().unwrap().contains("Agent goes on"),
        "{seen}"
    );
    assert!(seen["width"].as_f64().unwrap() > 200., "{seen}");
    let drawn = seen["height"].as_f64().unwrap();
    assert!((height - drawn - 24.).abs() < 3., "{height} px for {drawn}");
    assert_eq!(seen["origin"], "null");
}

/// Each takes another way; ui/e2e has all of them.
const PAYLOADS: &[&str] = &[
    "<script>window.hurt = 1</script>",
    "<img src=x onerror=\"window.hurt = 1\">",
    "<svg onload=\"window.hurt = 1\"></svg>",
    "<svg><animate onbegin=\"window.hurt = 1\" attributeName=\"x\" dur=\"1s\"></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=window.hurt=1&gt;\">",
    "<noscript><p title=\"</noscript><img src=x onerror=window.hurt=1>\">",
    "<a href=\"javascript:window.hurt=1\">x</a>",
    "[x](javascript:window.hurt=1)",
    "![x](https://evil.example/pixel.png)",
    "<iframe srcdoc=\"<script>parent.hurt=1</script>\"></iframe>",
    "<object data=\"data:text/html,<script>parent.hurt=1</script>\"></object>",
    "<details open ontoggle=\"window.hurt = 1\"><summary>x</summary></details>",
    "<input autofocus onfocus=\"window.hurt = 1\">",
    "<video><source onerror=\"window.hurt = 1\"></video>",
    "<style>@import 'https://evil.example/z.css';</style>",
    "<meta http-equiv=\"refresh\" content=\"0;url=https://evil.example/\">",
    "</textarea></code></pre></title><script>window.hurt = 1</script>",
    "\"><img src=x onerror=window.hurt=1>",
];

/// Every kind of block, with a payload in each of its texts.
fn blocks(line: &str) -> [Value; 3] {
    let diff = format!("--- a/{line}\n+++ b/{line}\n@@ -1 +1 @@ {line}\n-{line}\n+{line} x\n");
    [
        json!({ "type": "markdown", "text": line }),
        json!({ "type": "code", "code": line, "filename": line, "language": line }),
        json!({ "type": "diff", "diff": diff, "filename": line }),
    ]
}

#[tokio::test]
async fn payloads_in_every_text_of_every_kind_run_nothing() {
    let screen = Screen::start(Services::None).await;
    screen.prefer("undo_seconds = 0\nadvance = \"stay\"");
    let app = App::start(&screen).await;
    app.watches().await;
    let all = PAYLOADS.join("\n\n");
    let options: Vec<Value> = PAYLOADS
        .iter()
        .filter(|line| line.len() <= 80)
        .take(6)
        .map(|line| json!({ "label": line, "description": all }))
        .collect();
    let question = json!({
        "question": format!("Question\n\n{all}"), "context": all, "options": options, "project": PAYLOADS[1],
    });
    let content: Vec<Value> = PAYLOADS.iter().flat_map(|line| blocks(line)).collect();
    let review = json!({
        "title": format!("Review {}", PAYLOADS[1]), "summary": all, "content": content, "project": PAYLOADS[0],
    });
    let sections: Vec<Value> = PAYLOADS
        .iter()
        .map(|line| json!({ "title": line, "points": [{ "title": line, "detail": line, "content": blocks(line) }] }))
        .collect();
    let briefing = json!({
        "title": format!("Briefing {}", PAYLOADS[17]), "summary": all, "sections": sections, "project": PAYLOADS[2],
    });

    let asked = call(&app, "ask_question", question);
    app.find(&row("Question")).await;
    app.open("Question").await;
    app.write("Your words", &all).await;
    app.press("Ask back").await;
    let first = asked.result().await;
    let answer = json!({ "askId": first["askId"], "answer": all, "content": blocks(PAYLOADS[0]) });
    let answered = call(&app, "answer_follow_up", answer);
    app.is_unharmed("/thread/1/content/2").await;

    let review = call(&app, "request_review", review);
    app.lets_in_ask("Review").await;
    app.open("Review").await;
    app.is_unharmed("/prompt/content/53").await;
    let briefing = call(&app, "present_briefing", briefing);
    app.lets_in_ask("Briefing").await;
    app.open("Briefing").await;
    app.js(
        "document.querySelectorAll('[data-point]').forEach((point) => point.click())",
        &[],
    )
    .await;
    app.is_unharmed("/prompt/sections/17/points/0/content/2")
        .await;
    assert_eq!(screen.opened(), Vec::<String>::new());
    assert!(!answered.is_over() && !review.is_over() && !briefing.is_over());
}

/// What may not be among what an agent wrote; our own tools there are none of these.
const NEVER: &str = "return [...document.querySelectorAll('.content :is(script, object, embed, meta, base, link, video, \
    math, [onerror], [onload], [onfocus], [ontoggle], [srcdoc], [autofocus])')].map((node) => node.outerHTML)";

impl App {
    /// Lets new asks into the list until this one is there.
    async fn lets_in_ask(&self, title: &str) {
        let row = row(title);
        eventually(&format!("{title} is listed"), async || {
            let script = "document.querySelector('nav .pill button')?.click()";
            self.js(script, &[]).await;
            let found = self.window.find(fantoccini::Locator::XPath(&row)).await;
            found.ok().map(|_| ())
        })
        .await;
    }

    /// Notes from now on whatever the content policy has to refuse.
    async fn watches(&self) {
        let script = "window.refused = []; document.addEventListener('securitypolicyviolation', (event) => \
             window.refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`))";
        self.js(script, &[]).await;
    }

    /// Goes through the ask that is open to the piece at this place, its last, and looks whether anything in it ran
    /// or was kept from it.
    async fn is_unharmed(&self, last: &str) {
        eventually(&format!("{last} is rendered"), async || {
            let script = "const pane = document.querySelector('.pane'); pane.scrollBy(0, pane.clientHeight);\
                 return document.querySelector(`[data-place='${arguments[0]}']`) !== null \
                   && pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1";
            (self.js(script, &[last.into()]).await == true).then_some(())
        })
        .await;
        // What would run by itself, such as a handler of a picture that is not there, has its time.
        settle().await;
        assert_eq!(self.js(NEVER, &[]).await, json!([]));
        let found = self.js("return [window.hurt ?? null, window.refused]", &[]);
        assert_eq!(found.await, json!([null, []]));
    }
}

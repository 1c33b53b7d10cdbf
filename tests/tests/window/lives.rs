//! Whole lives of asks and of the app: an agent asks, the desktop says so, the person answers in the
//! real window, the agent's call returns the reply.

use loopback_tests::{Agent, Home};
use serde_json::{Value, json};

use crate::agent::call;
use crate::app::{App, holder};
use crate::page::settle;
use crate::screen::{Screen, Services, built, eventually};

fn question(project: &str, words: &str) -> Value {
    json!({
        "question": words,
        "options": [{ "label": "Yes" }, { "label": "No" }],
        "project": project,
    })
}

/// A diff of several files, made by git in a repository of its own.
fn diff(home: &std::path::Path) -> String {
    let repository = home.join("webshop");
    std::fs::create_dir_all(&repository).unwrap();
    let git = |args: &[&str]| {
        let output = std::process::Command::new("git")
            .current_dir(&repository)
            .env("HOME", home)
            .args(["-c", "user.name=T", "-c", "user.email=t@example.com"])
            .args(args)
            .output()
            .unwrap();
        assert!(output.status.success(), "git {args:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    git(&["init", "--quiet"]);
    std::fs::write(
        repository.join("cart.rs"),
        "fn total() -> u32 {\n    1\n}\n",
    )
    .unwrap();
    std::fs::write(repository.join("old.txt"), "to go\n").unwrap();
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    std::fs::write(
        repository.join("cart.rs"),
        "fn total() -> u64 {\n    2\n}\n",
    )
    .unwrap();
    std::fs::remove_file(repository.join("old.txt")).unwrap();
    std::fs::write(repository.join("new.py"), "print('new')\n").unwrap();
    git(&["add", "--all"]);
    git(&["diff", "--cached"])
}

#[tokio::test]
async fn a_question_is_notified_opened_by_its_notification_and_answered() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let asked = call(&app, "ask_question", question("webshop", "Deploy now?"));

    let shown = screen.notifications.with("Deploy now?").await;
    assert!(shown.summary.contains("python-agent"), "{}", shown.summary);
    assert!(shown.summary.contains("webshop"), "{}", shown.summary);
    assert_eq!(shown.actions, ["default", "Open"]);
    assert_eq!(shown.urgency, Some(1));
    assert!(!shown.resident);
    screen.tray.line("1 ask waits for you").await;

    screen.notifications.click(shown.id).await;
    app.reads("Deploy now?").await;
    app.find("//article").await;
    app.pick("Yes").await;
    app.write("Your words", "After lunch.").await;
    app.press("Send answer").await;

    let result = asked.result().await;
    assert_eq!(result["state"], "replied");
    assert_eq!(
        result["reply"],
        json!({ "outcome": "answered", "selected": ["Yes"], "text": "After lunch." })
    );
    screen.tray.line("Nothing waits for you").await;
    screen.notifications.none().await;
}

#[tokio::test]
async fn a_review_of_a_real_diff_goes_back_for_changes() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let content = json!([
        { "type": "markdown", "text": "The **cart** counts in `u64` now." },
        { "type": "diff", "diff": diff(screen.home.path()) },
    ]);
    let review = json!({ "title": "Wider totals", "content": content, "project": "webshop" });
    let asked = call(&app, "request_review", review);

    let shown = screen.notifications.with("Wider totals").await;
    screen.notifications.click(shown.id).await;
    for file in ["cart.rs", "old.txt", "new.py"] {
        app.reads(file).await;
    }
    app.write("Note or changes", "Say why in the commit.").await;
    app.press("Request changes").await;

    assert_eq!(
        asked.result().await["reply"],
        json!({ "outcome": "changes_requested", "feedback": "Say why in the commit." })
    );
    screen.notifications.none().await;
}

#[tokio::test]
async fn a_briefing_goes_through_a_round_with_smaller_points() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let briefing = json!({
        "title": "What the audit found",
        "project": "webshop",
        "sections": [
            { "title": "Urgent", "points": [{ "title": "Tokens never expire", "detail": "Not *once*." }] },
            { "title": "Later", "points": [{ "title": "The log is chatty" }] },
        ],
    });
    let asked = call(&app, "present_briefing", briefing);
    let shown = screen.notifications.with("What the audit found").await;
    screen.notifications.click(shown.id).await;

    app.find("//button[@data-point='1']")
        .await
        .click()
        .await
        .unwrap();
    app.write("Your words on point 1", "Since when?").await;
    app.find("//input[@aria-label='Point 2 resolved']")
        .await
        .click()
        .await
        .unwrap();
    app.press("Send").await;
    let first = asked.result().await;
    assert_eq!(
        first["reply"],
        json!({ "outcome": "responded", "points": [
            { "point": "1", "text": "Since when?" },
            { "point": "2", "resolved": true },
        ] })
    );

    let answers = json!({ "askId": first["askId"], "answers": [{
        "point": "1",
        "answer": "Since the first release.",
        "points": [{ "title": "Sessions" }, { "title": "Keys" }],
    }] });
    let answered = call(&app, "answer_briefing", answers);
    app.reads("Since the first release.").await;
    app.reads("3 of 4 left").await;
    app.find("//input[@aria-label='Point 1 resolved']")
        .await
        .click()
        .await
        .unwrap();
    app.press("Send").await;
    assert_eq!(
        answered.result().await["reply"],
        json!({ "outcome": "responded", "points": [{ "point": "1", "resolved": true }] })
    );
}

#[tokio::test]
async fn a_question_is_asked_back_and_then_answered_by_key() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let asked = call(&app, "ask_question", question("webshop", "Drop the table?"));
    let shown = screen.notifications.with("Drop the table?").await;
    screen.notifications.click(shown.id).await;
    app.write("Your words", "Which one?").await;
    app.press("Ask back").await;
    let first = asked.result().await;
    assert_eq!(
        first["reply"],
        json!({ "outcome": "follow_up", "question": "Which one?" })
    );

    let answer = json!({ "askId": first["askId"], "answer": "The `drafts` one." });
    let answered = call(&app, "answer_follow_up", answer);
    app.reads("The drafts one.").await;
    app.pick("No").await;
    app.send_by_key().await;
    assert_eq!(
        answered.result().await["reply"],
        json!({ "outcome": "answered", "selected": ["No"] })
    );
}

#[tokio::test]
async fn the_app_is_killed_between_ask_and_answer_and_nothing_is_lost() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let asked = call(&app, "ask_question", question("webshop", "Keep me?"));
    let shown = screen.notifications.with("Keep me?").await;
    screen.notifications.click(shown.id).await;
    app.find("//article").await;
    app.write("Your words", "Half a thou").await;
    // A draft is on disk within a second of typing.
    settle().await;
    settle().await;
    app.kill();
    drop(app);
    drop(asked);

    let app = App::start(&screen).await;
    app.reads("Keep me?").await;
    app.press("Start with").await;
    let words = app.find("//textarea[@aria-label='Your words']").await;
    eventually("the draft is back", async || {
        let typed = words.prop("value").await.ok()??;
        (typed == "Half a thou").then_some(())
    })
    .await;
    let id = app.window.current_url().await.unwrap();
    let id = id.path().trim_start_matches("/asks/").to_owned();
    let waited = call(&app, "wait_for_reply", json!({ "askId": id }));
    app.write("Your words", "ght.").await;
    app.press("Send answer").await;
    assert_eq!(
        waited.result().await["reply"],
        json!({ "outcome": "answered", "selected": [], "text": "Half a thought." })
    );
}

#[tokio::test]
async fn a_closed_window_leaves_the_app_in_the_tray_which_opens_it_again_and_quits() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    app.find("//main").await;
    assert_eq!(screen.windows().await, ["Loopback"]);
    screen.closes_the_window().await;

    // The inbox goes on: an ask is taken and told.
    let _asked = call(&app, "ask_question", question("webshop", "Still there?"));
    screen.notifications.with("Still there?").await;

    screen.tray.click("Open Loopback").await;
    eventually("the window is back", async || {
        (screen.windows().await == ["Loopback"]).then_some(())
    })
    .await;
    screen.tray.click("Quit Loopback").await;
    eventually("the app has ended", async || {
        let pid = rustix::process::Pid::from_raw(app.pid).unwrap();
        rustix::process::test_kill_process(pid)
            .is_err()
            .then_some(())
    })
    .await;
    screen.notifications.none().await;
}

#[tokio::test]
async fn a_second_start_shows_the_first_ones_window_on_the_ask_it_names() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let _asked = call(&app, "ask_question", question("webshop", "Second start?"));
    let shown = screen.notifications.with("Second start?").await;
    let id = eventually("the ask is listed", async || {
        let link = app.window.execute(
            "return document.querySelector('a[href^=\"/asks/\"]')?.getAttribute('href') ?? null",
            vec![],
        );
        link.await
            .ok()?
            .as_str()
            .map(|href| href["/asks/".len()..].to_owned())
    })
    .await;
    let ended = screen
        .command(built("loopback-desktop"))
        .args(["--data-dir", app.data_dir.to_str().unwrap(), "--ask", &id])
        .status()
        .await
        .unwrap();
    assert!(ended.success());
    app.shows(&id).await;
    assert_eq!(screen.windows().await.len(), 1);
    let _ = shown;
}

#[tokio::test]
async fn later_asks_of_one_agent_share_its_notification_and_count() {
    let screen = Screen::start(Services::All).await;
    let app = App::start(&screen).await;
    let _first = call(&app, "ask_question", question("webshop", "One?"));
    let first = screen.notifications.with("One?").await;
    assert!(!first.silent);
    let _second = call(&app, "ask_question", question("webshop", "Two?"));
    let second = screen.notifications.with("2 asks wait for you").await;
    assert_eq!(second.id, first.id);
    assert!(second.silent);
    let _other = call(&app, "ask_question", question("compiler", "Other?"));
    screen.notifications.with("Other?").await;
    assert_eq!(screen.notifications.shown().len(), 2);
    screen.tray.line("3 asks wait for you").await;
}

#[tokio::test]
async fn without_tray_and_notification_service_the_window_still_takes_the_answer() {
    let screen = Screen::start(Services::None).await;
    let app = App::start(&screen).await;
    let asked = call(&app, "ask_question", question("webshop", "Bare?"));
    app.reads("Bare?").await;
    app.press("Start with").await;
    app.pick("No").await;
    app.press("Send answer").await;
    assert_eq!(
        asked.result().await["reply"],
        json!({ "outcome": "answered", "selected": ["No"] })
    );
}

#[tokio::test]
async fn the_desktop_app_takes_the_place_of_a_headless_server_and_agents_notice_nothing() {
    let screen = Screen::start(Services::All).await;
    let home = Home::new();
    let data_dir = home.data_dir();
    let mut headless = screen
        .command(built("loopback"))
        .args(["serve", "--port", "0", "--data-dir"])
        .arg(&data_dir)
        .spawn()
        .unwrap();
    let before = holder(&data_dir).await;
    let mut agent = Agent::introduced(&home, home.path(), "stdio-agent").await;
    let asked = agent
        .call("ask_question", question("webshop", "Through it all?"))
        .await;
    // Its first sign of life says that the ask is in the inbox.
    agent.progress(asked).await;

    let app = App::start_in(&screen, &data_dir, &[]).await;
    let ended = headless.wait().await.unwrap();
    assert!(ended.success(), "the headless server ended with {ended}");
    let after = holder(&data_dir).await;
    assert_eq!(before["mode"], "headless");
    assert_eq!(after["mode"], "desktop");
    assert_ne!(before["pid"], after["pid"]);

    app.reads("Through it all?").await;
    app.press("Start with").await;
    app.pick("Yes").await;
    app.press("Send answer").await;
    let response = agent.response(asked).await;
    assert_eq!(
        response["structuredContent"]["reply"],
        json!({ "outcome": "answered", "selected": ["Yes"] })
    );
}

#[tokio::test]
async fn without_a_display_it_says_what_to_do() {
    let screen = Screen::start(Services::None).await;
    let output = screen
        .command(built("loopback-desktop"))
        .env_remove("DISPLAY")
        .stderr(std::process::Stdio::piped())
        .output()
        .await
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("loopback serve"), "{said}");
}

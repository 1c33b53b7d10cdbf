//! How readily agents are to ask, as the person wishes it of a project: in what an agent is told first, and in the rules
//! that `connect --project` writes.

use loopback_tests::{Agent, Home, Loopback, Person, loopback};
use reqwest::Method;
use serde_json::{Value, json};

async fn wishes(person: &Person, asking: &str) {
    let wish = json!({ "project": "site", "asking": asking });
    let said = person.request(Method::PUT, "/asking", Some(&wish)).await;
    assert!(said.status().is_success(), "{said:?}");
}

async fn told(home: &Home, dir: &str) -> String {
    let dir = home.path().join(dir);
    std::fs::create_dir_all(&dir).unwrap();
    let mut agent = Agent::start(home, &dir);
    let introduction = agent.initialize("2025-11-25", "tester").await;
    let told = introduction["instructions"].as_str().unwrap().to_owned();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "tester", "version": "1" },
    });
    let mut newest = Agent::start(home, &dir);
    let discovered = newest
        .request("server/discover", json!({ "_meta": meta }))
        .await;
    assert_eq!(discovered["instructions"], Value::from(told.clone()));
    told
}

#[tokio::test]
async fn an_agent_is_told_first_what_the_person_wishes_of_its_project() {
    let home = Home::new();
    let usual = told(&home, "site").await;
    let server = Loopback::start(&home).await;
    let person = server.person();
    assert_eq!(told(&home, "site").await, usual);
    for (asking, words) in [("less", "asked less"), ("more", "asked more")] {
        wishes(&person, asking).await;
        let first = told(&home, "site").await;
        assert!(
            first.starts_with(&usual) && first.contains(words),
            "{first}"
        );
        assert_eq!(told(&home, "mill").await, usual);
    }
    wishes(&person, "normal").await;
    assert_eq!(told(&home, "site").await, usual);
}

#[tokio::test]
async fn the_rules_of_a_project_say_it_when_it_is_connected_again() {
    let home = Home::new();
    let site = home.path().join("site");
    std::fs::create_dir_all(site.join(".git")).unwrap();
    let connect = async || {
        let done = loopback(&home)
            .args(["connect", "codex", "--project", "--yes", "--data-dir"])
            .arg(home.data_dir())
            .current_dir(&site)
            .output()
            .await
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        std::fs::read_to_string(site.join("AGENTS.md")).unwrap()
    };
    let usual = connect().await;
    let server = Loopback::start(&home).await;
    let person = server.person();
    wishes(&person, "less").await;
    let less = connect().await;
    assert!(less.contains("I want to be asked less"), "{less}");
    // Without a Loopback to ask, what was said stays.
    server.crash().await;
    assert_eq!(connect().await, less);
    let server = Loopback::start(&home).await;
    wishes(&server.person(), "normal").await;
    assert_eq!(connect().await, usual);
}

//! Agents' clients, connected by the person from their settings.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use loopback_tests::{Agent, Home, Loopback, Person, program};
use reqwest::Method;
use serde_json::{Value, json};

const CODEX: &str = "# mine\r\nmodel = \"o3\"   # the best\r\n";

async fn asked(person: &Person, method: Method, path: &str) -> (u16, Value) {
    let response = person.request(method, path, None).await;
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or_default())
}

async fn client(person: &Person, id: &str) -> Value {
    let all = person.get("/clients").await["items"].clone();
    let all = all.as_array().unwrap();
    all.iter()
        .find(|client| client["id"] == id)
        .unwrap()
        .clone()
}

#[tokio::test]
async fn a_client_is_shown_connected_and_taken_out_without_a_trace() {
    let home = Home::new();
    let file = home.path().join(".codex/config.toml");
    fs::create_dir(file.parent().unwrap()).unwrap();
    fs::write(&file, CODEX).unwrap();
    let server = Loopback::start(&home).await;
    let person = server.person();

    let codex = client(&person, "codex").await;
    assert_eq!(codex["installed"], true);
    assert_eq!(codex["state"], "absent");
    assert_eq!(codex["file"], file.display().to_string());
    assert_eq!(
        person.get("/clients").await["items"][0]["id"],
        "codex",
        "installed ones come first"
    );
    assert_eq!(client(&person, "zed").await["installed"], false);

    let plan = person.get("/clients/codex/plan?goal=connected").await;
    let diff = plan["files"][0]["diff"].as_str().unwrap();
    let command = program().canonicalize().unwrap().display().to_string();
    assert!(
        diff.contains("+[mcp_servers.loopback]") && diff.contains(&command),
        "{diff}"
    );
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        CODEX,
        "nothing is written yet"
    );

    let (status, codex) = asked(&person, Method::PUT, "/clients/codex").await;
    assert_eq!((status, &codex["state"]), (200, &json!("connected")));
    let connected = fs::read_to_string(&file).unwrap();
    assert!(
        connected.starts_with(CODEX) && connected.contains(&command),
        "{connected}"
    );
    let plan = person.get("/clients/codex/plan?goal=connected").await;
    assert_eq!(plan["files"], json!([]));

    let mut agent = Agent::introduced(&home, home.path(), "codex-mcp-client").await;
    let question = json!({ "question": "Deploy?", "project": "site", "wait": false });
    let call = agent.call("ask_question", question).await;
    agent.response(call).await;
    assert!(client(&person, "codex").await["lastAskedAt"].is_string());

    let (status, codex) = asked(&person, Method::DELETE, "/clients/codex").await;
    assert_eq!((status, &codex["state"]), (200, &json!("absent")));
    assert_eq!(fs::read_to_string(&file).unwrap(), CODEX);
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_by_name_and_nothing_is_written() {
    let home = Home::new();
    let cursor = home.path().join(".cursor/mcp.json");
    fs::create_dir(cursor.parent().unwrap()).unwrap();
    fs::write(&cursor, "{ broken").unwrap();
    let codex = home.path().join(".codex/config.toml");
    fs::create_dir(codex.parent().unwrap()).unwrap();
    fs::write(&codex, CODEX).unwrap();
    fs::set_permissions(&codex, fs::Permissions::from_mode(0o400)).unwrap();
    let server = Loopback::start(&home).await;
    let person = server.person();

    let found = client(&person, "cursor").await;
    assert_eq!(found["state"], "unreadable");
    let why = found["details"][0].as_str().unwrap();
    assert!(why.contains("mcp.json") && why.contains("line 1"), "{why}");
    for (method, path) in [
        (Method::PUT, "/clients/cursor"),
        (Method::DELETE, "/clients/cursor"),
        (Method::GET, "/clients/cursor/plan?goal=connected"),
        (Method::PUT, "/clients/codex"),
    ] {
        let (status, problem) = asked(&person, method.clone(), path).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("client.refused")),
            "{method} {path}"
        );
    }
    let (_, problem) = asked(&person, Method::PUT, "/clients/codex").await;
    assert!(
        problem["message"].as_str().unwrap().contains("read-only"),
        "{problem}"
    );
    assert_eq!(fs::read_to_string(&cursor).unwrap(), "{ broken");
    assert_eq!(fs::read_to_string(&codex).unwrap(), CODEX);

    let (status, problem) = asked(&person, Method::PUT, "/clients/nobody").await;
    assert_eq!((status, &problem["code"]), (404, &json!("client.unknown")));
    let (status, problem) = asked(&person, Method::GET, "/clients/codex/plan").await;
    assert_eq!((status, &problem["code"]), (422, &json!("query.invalid")));
}

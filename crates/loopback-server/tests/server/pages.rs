//! The page and its files.

use crate::support::Server;

#[tokio::test]
async fn the_page_is_at_the_root_and_at_every_address_it_knows() {
    let server = Server::start().await;
    let root = server.stranger("GET", "/").send().await;
    assert_eq!(root.status, 200);
    assert_eq!(
        root.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    for path in [
        "/asks/0198c5a0-0000-7000-8000-000000000000",
        "/search?q=words",
        "/decisions",
        "/settings",
    ] {
        let shown = server.stranger("GET", path).send().await;
        assert_eq!(shown.body, root.body, "{path}");
    }
    let policy = root.header("content-security-policy").unwrap();
    assert_eq!(
        policy,
        "default-src 'self'; connect-src 'self' ipc: http://ipc.localhost; img-src 'self' blob:; frame-src 'self'; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; worker-src 'none'",
    );
}

#[tokio::test]
async fn the_page_says_nothing_of_any_ask() {
    let server = Server::start().await;
    let waiter = crate::support::question(server.hub()).await;
    let page = server
        .stranger("GET", &format!("/asks/{}", waiter.ask_id()))
        .send()
        .await;
    assert!(!page.text().contains("database"));
}

#[tokio::test]
async fn the_page_answers_head_without_a_body() {
    let server = Server::start().await;
    let head = server.stranger("HEAD", "/").send().await;
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[tokio::test]
async fn the_colours_of_rendered_code_are_a_stylesheet() {
    let server = Server::start().await;
    let css = server.stranger("GET", "/code.css").send().await;
    assert_eq!(css.header("content-type"), Some("text/css; charset=utf-8"));
    assert!(css.text().contains('{'));
}

/// In a build without the page there is no frame either.
#[tokio::test]
async fn the_frame_for_diagrams_may_run_its_own_script_and_nothing_else() {
    let server = Server::start().await;
    let frame = server.stranger("GET", "/frames/mermaid.html").send().await;
    if frame.status == 404 {
        assert_eq!(frame.refusal(), "404 route.unknown");
        return;
    }
    assert_eq!(
        frame.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = frame.header("content-security-policy").unwrap();
    let mut parts = policy.split("; ");
    assert_eq!(parts.next(), Some("default-src 'none'"));
    let script = parts.next().unwrap();
    assert!(script.starts_with("script-src 'sha256-"), "{policy}");
    assert_eq!(
        script.matches('\'').count(),
        2,
        "one hash and nothing else: {script}"
    );
    assert_eq!(
        parts.collect::<Vec<_>>(),
        [
            "style-src 'unsafe-inline'",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'self'",
            "sandbox allow-scripts"
        ]
    );
}

#[tokio::test]
async fn no_address_leads_out_of_the_pages_files() {
    let server = Server::start().await;
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
    ] {
        assert_eq!(
            server.stranger("GET", path).send().await.refusal(),
            "404 route.unknown",
            "{path}"
        );
    }
}

//! Holds an answer against the contract: its status, its shape and the headers that all answers have.

use loopback_contract::{Body, OPERATIONS, Operation, REVISION, check_schema};
use loopback_server::BUILD;

use super::{Answer, first};

/// What any route may answer beside what it declares.
const EVERYWHERE: [u16; 6] = [403, 404, 405, 409, 413, 422];

/// The one page that another page of ours may show in a frame.
const FRAME: &str = "/frames/mermaid.html";

#[track_caller]
pub(crate) fn check(method: &str, path: &str, answer: &Answer) {
    if path == FRAME && answer.status == 200 {
        return common(answer, "frame-ancestors 'self'");
    }
    headers(answer);
    // MCP's own protocol demands 400 for some of its errors, in a shape of its own.
    let protocols = path == "/mcp" && answer.status == 400;
    if method == "HEAD" || answer.status == 101 || protocols {
        return;
    }
    assert_ne!(answer.status, 400, "nothing answers 400");
    let path = path.split('?').next().unwrap();
    let operation = path
        .strip_prefix("/api/v1")
        .and_then(|path| find(method, path));
    match operation.map(|operation| (operation.id, operation.response(answer.status))) {
        Some((_, Some(body))) => shape(body, answer),
        Some((id, None)) => {
            assert!(
                EVERYWHERE.contains(&answer.status),
                "{id} does not declare {}: {}",
                answer.status,
                answer.text()
            );
            problem(answer);
        }
        None if answer.status >= 400 => problem(answer),
        None => {}
    }
}

/// Every answer says who answered, and nothing may be kept, framed or taken for what it is not.
#[track_caller]
pub(crate) fn headers(answer: &Answer) {
    common(answer, "frame-ancestors 'none'");
}

#[track_caller]
fn common(answer: &Answer, framed_by: &str) {
    for (name, value) in [
        ("loopback-revision", REVISION.to_string().as_str()),
        ("loopback-build", BUILD),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name} of {answer:?}");
    }
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains(framed_by), "{policy}");
    let granted = answer
        .headers
        .iter()
        .find(|(name, _)| name.starts_with("access-control-"));
    assert_eq!(granted, None, "no other origin is granted anything");
    assert_eq!(answer.header("set-cookie"), None);
}

fn find(method: &str, path: &str) -> Option<&'static Operation> {
    let fits = |declared: &str| {
        let (declared, path): (Vec<_>, Vec<_>) =
            (declared.split('/').collect(), path.split('/').collect());
        let same =
            |(declared, named): (&&str, &&str)| declared.starts_with('{') || declared == named;
        declared.len() == path.len() && declared.iter().zip(&path).all(same)
    };
    // A route with fixed words goes before one with a parameter in their place.
    let found = OPERATIONS
        .iter()
        .filter(|operation| operation.method == method && fits(operation.path));
    found.min_by_key(|operation| operation.path.matches('{').count())
}

#[track_caller]
fn shape(body: Body, answer: &Answer) {
    match body {
        Body::Nothing => assert!(answer.body.is_empty(), "{answer:?}"),
        Body::Bytes => assert_eq!(
            answer.header("content-length"),
            Some(answer.body.len().to_string().as_str())
        ),
        Body::Json(["Problem"]) => problem(answer),
        // The contract's other form of what is exported.
        Body::Json(["Ask" | "AskLog" | "DecisionLog"])
            if answer.header("content-type") == Some("text/markdown; charset=utf-8") =>
        {
            assert!(!answer.text().is_empty());
        }
        Body::Json(schemas) => {
            json(answer);
            let value = answer.json();
            let wrong: Vec<_> = schemas
                .iter()
                .filter_map(|schema| check_schema(schema, &value).err())
                .collect();
            assert!(
                wrong.len() < schemas.len(),
                "fits none of {schemas:?}: {wrong:?}\n{value}"
            );
            // The first one is what the route answers without parameters that came later.
            if check_schema(schemas[0], &value).is_ok() {
                first::check(schemas[0], &value);
            }
        }
    }
}

/// A refusal has a code and a message and nothing else.
#[track_caller]
pub(crate) fn problem(answer: &Answer) {
    json(answer);
    let value = answer.json();
    check_schema("Problem", &value).unwrap();
    let keys: Vec<_> = value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys, ["code", "message"]);
    assert!(!value["message"].as_str().unwrap().is_empty());
    assert_eq!(
        answer.header("www-authenticate").is_some(),
        answer.status == 401
    );
}

#[track_caller]
fn json(answer: &Answer) {
    assert_eq!(
        answer.header("content-type"),
        Some("application/json"),
        "{answer:?}"
    );
}

//! The table of operations is complete and names only what there is.

use std::collections::BTreeSet;

use loopback_contract::{Body, OPERATIONS, Operation, check_schema};
use serde_json::{Value, json};

fn operation(id: &str) -> &'static Operation {
    OPERATIONS
        .iter()
        .find(|operation| operation.id == id)
        .expect("an operation of this name")
}

#[test]
fn revision_1_has_its_eight_operations() {
    let first: BTreeSet<&str> = OPERATIONS
        .iter()
        .filter(|operation| operation.since == 1)
        .map(|operation| operation.id)
        .collect();
    let expected = [
        "Asks_list",
        "Asks_read",
        "Asks_reply",
        "EventTickets_issue",
        "Files_read",
        "Session_whoami",
        "Snapshots_read",
        "Uploads_store",
    ];
    assert_eq!(first, BTreeSet::from(expected));
}

#[test]
fn an_operation_says_what_it_takes_and_what_each_status_gives() {
    let reply = operation("Asks_reply");
    assert_eq!((reply.method, reply.path), ("POST", "/asks/{id}/reply"));
    assert_eq!(reply.request, Body::Json(&["Reply"]));
    let statuses: Vec<u16> = reply.responses.iter().map(|(status, _)| *status).collect();
    assert_eq!(statuses, [200, 401, 404, 409, 422]);
    assert_eq!(reply.response(200), Some(Body::Json(&["Ask"])));
    assert_eq!(reply.response(500), None);
    assert_eq!(operation("Files_read").response(200), Some(Body::Bytes));
    assert_eq!(operation("Uploads_store").request, Body::Bytes);
}

#[test]
fn every_body_has_a_schema() {
    for operation in OPERATIONS {
        let bodies = operation.responses.iter().map(|(_, body)| body);
        for body in bodies.chain([&operation.request]) {
            if let Body::Json(schemas) = body {
                for schema in *schemas {
                    let _ = check_schema(schema, &Value::Null);
                }
            }
        }
    }
}

#[test]
fn no_two_operations_share_a_name_or_a_route() {
    let names: BTreeSet<&str> = OPERATIONS.iter().map(|operation| operation.id).collect();
    let routes: BTreeSet<(&str, &str)> = OPERATIONS
        .iter()
        .map(|operation| (operation.method, operation.path))
        .collect();
    assert_eq!(names.len(), OPERATIONS.len());
    assert_eq!(routes.len(), OPERATIONS.len());
}

#[test]
fn a_body_is_checked_against_every_schema_it_may_have() {
    let page = operation("Asks_list").response(200).expect("a response");
    assert!(page.check(&json!({ "items": [] })).is_ok());
    let row = json!({
        "id": "0193", "kind": "question", "status": "closed", "waiting": false, "title": "?", "turns": 1,
        "createdAt": "2026-11-30T17:03:33.123Z", "updatedAt": "2026-11-30T17:03:33.123Z",
    });
    assert!(page.check(&json!({ "items": [row] })).is_ok());
    assert!(page.check(&json!({ "items": [1] })).is_err());
    assert!(Body::Nothing.check(&json!({})).is_err());
}

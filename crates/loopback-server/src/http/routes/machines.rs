//! The other machines whose agents are let in.

use axum::{Json, extract::State};
use http::StatusCode;
use loopback_contract::{Machine, MachineList};

use crate::{
    App,
    access::PersonAccess,
    http::{Named, Problem},
};

pub(super) async fn list(_: PersonAccess, State(app): State<App>) -> Json<MachineList> {
    let names = app.machines().names().into_iter();
    Json(MachineList {
        items: names.map(|name| Machine { name }).collect(),
    })
}

pub(super) async fn revoke(
    _: PersonAccess,
    Named(name): Named<String>,
    State(app): State<App>,
) -> Result<StatusCode, Problem> {
    let revoked = app.machines().revoke(&name);
    revoked.then_some(StatusCode::NO_CONTENT).ok_or_else(|| {
        Problem::not_found("machine.unknown", "No agents of such a machine are let in.")
    })
}

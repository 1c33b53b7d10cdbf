//! Who is there: sessions, tickets for sockets, and that the server lives.

use axum::{Json, extract::State};
use http::StatusCode;
use loopback_contract::{
    EventTicket, Health, HealthStatus, SessionGrant, SessionList, SessionRequest, Whoami,
};

use super::SPACE;
use crate::{
    App, BUILD,
    access::{PersonAccess, TICKET_LASTS},
    http::{Checked, Named, Problem},
};

/// What a stranger may send: a one-time code, and nothing that fills the memory.
const CODE_BYTES: usize = 4 << 10;

pub(super) async fn health() -> Json<Health> {
    Json(Health {
        status: HealthStatus::Ok,
        build: BUILD.to_owned(),
    })
}

pub(super) async fn whoami(_: PersonAccess, State(app): State<App>) -> Json<Whoami> {
    Json(Whoami {
        space: SPACE.to_owned(),
        actor: app.person().clone(),
    })
}

pub(super) async fn redeem(
    State(app): State<App>,
    Checked(request): Checked<SessionRequest, CODE_BYTES>,
) -> Result<(StatusCode, Json<SessionGrant>), Problem> {
    let (session, token) = app.access().redeem(&request.code, app.hub().now())?;
    tracing::info!(session = session.id(), "a link was redeemed");
    Ok((
        StatusCode::CREATED,
        Json(SessionGrant {
            id: session.id().to_owned(),
            token,
        }),
    ))
}

pub(super) async fn sessions(person: PersonAccess, State(app): State<App>) -> Json<SessionList> {
    let sessions = app.access().sessions();
    Json(SessionList {
        items: sessions
            .iter()
            .map(|session| session.info(person.session()))
            .collect(),
    })
}

pub(super) async fn revoke(
    _: PersonAccess,
    Named(id): Named<String>,
    State(app): State<App>,
) -> Result<StatusCode, Problem> {
    let revoked = app.access().revoke(&id);
    revoked
        .then_some(StatusCode::NO_CONTENT)
        .ok_or_else(|| Problem::not_found("session.unknown", "There is no such session."))
}

pub(super) async fn ticket(
    person: PersonAccess,
    State(app): State<App>,
) -> (StatusCode, Json<EventTicket>) {
    let ticket = app.access().issue_ticket(&person);
    let lasts = i64::try_from(TICKET_LASTS.as_millis()).unwrap_or(i64::MAX);
    (
        StatusCode::CREATED,
        Json(EventTicket {
            ticket,
            expires_at: app.hub().now().plus_ms(lasts),
        }),
    )
}

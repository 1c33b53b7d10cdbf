//! The operations of the contract, one handler each.

mod asks;
mod person;
mod uploads;

use axum::{
    Router,
    routing::{delete, get, post, put},
};

use crate::{App, events};

/// The one space there is. It stands in the addresses of uploads.
pub(crate) const SPACE: &str = "local";

/// All routes below `/api/v1`.
pub(super) fn api() -> Router<App> {
    Router::new()
        .route("/health", get(person::health))
        .route("/whoami", get(person::whoami))
        .route("/sessions", post(person::redeem).get(person::sessions))
        .route("/sessions/{id}", delete(person::revoke))
        .route("/events", get(events::events))
        .route("/events/tickets", post(person::ticket))
        .route("/snapshot", get(asks::snapshot))
        .route("/asks", get(asks::list))
        .route("/asks/{id}", get(asks::read))
        .route("/asks/{id}/reply", post(asks::reply))
        .route("/asks/{id}/close", post(asks::close))
        .route("/asks/{id}/follow-up", delete(asks::take_back))
        .route("/asks/{id}/rendered", get(asks::rendered))
        .route(
            "/asks/{id}/draft",
            get(asks::draft)
                .put(asks::put_draft)
                .delete(asks::discard_draft),
        )
        .route("/files/{id}", get(uploads::file))
        .route("/uploads/{space}/{token}", put(uploads::store))
}

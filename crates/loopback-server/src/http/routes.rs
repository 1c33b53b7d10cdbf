//! The operations of the contract, one handler each.

mod asking;
mod asks;
mod clients;
mod exports;
mod machines;
mod marks;
mod person;
mod preferences;
mod search;
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
        .route("/asks/{id}/held", put(asks::renew).delete(asks::undo))
        .route("/asks/{id}/close", post(asks::close))
        .route("/asks/{id}/follow-up", delete(asks::take_back))
        .route("/asks/{id}/rendered", get(asks::rendered))
        .route("/asks/{id}/changes", get(asks::changes))
        .route(
            "/asks/{id}/draft",
            get(asks::draft)
                .put(asks::put_draft)
                .delete(asks::discard_draft),
        )
        .route("/asks/{id}/snooze", put(marks::snooze).delete(marks::wake))
        .route("/asks/{id}/seen", put(marks::see).delete(marks::unsee))
        .route("/asks/{id}/viewed", get(marks::viewed).put(marks::view))
        .route("/asks/{id}/export", get(exports::ask))
        .route("/asking", get(asking::read).put(asking::save))
        .route("/machines", get(machines::list))
        .route("/machines/{name}", delete(machines::revoke))
        .route("/clients", get(clients::list))
        .route("/clients/{id}/plan", get(clients::plan))
        .route(
            "/clients/{id}",
            put(clients::connect).delete(clients::disconnect),
        )
        .route("/search", get(search::find))
        .route("/decisions", get(search::decisions))
        .route("/decisions/export", get(exports::decisions))
        .route("/export", get(exports::asks))
        .route(
            "/preferences",
            get(preferences::read).put(preferences::save),
        )
        .route("/files", post(uploads::store_own))
        .route("/files/{id}", get(uploads::file))
        .route("/uploads/{space}/{token}", put(uploads::store))
}

//! What the person looks up: asks by their words, and their own replies.

use axum::{Json, extract::State};
use loopback_contract::{DecisionPage, SearchPage};

use crate::{
    App,
    access::PersonAccess,
    http::{Find, Problem},
};

pub(super) async fn find(
    _: PersonAccess,
    find: Find,
    State(app): State<App>,
) -> Result<Json<SearchPage>, Problem> {
    let hits = app.hub().search(find.needed()?, find.before, find.page());
    Ok(Json(hits.await?))
}

pub(super) async fn decisions(
    _: PersonAccess,
    find: Find,
    State(app): State<App>,
) -> Result<Json<DecisionPage>, Problem> {
    let replies = app
        .hub()
        .decisions(find.q.as_deref(), find.before, find.page());
    Ok(Json(replies.await?))
}

//! What the person notes about asks, for themselves alone: put off, seen, ticked off. No agent learns of it.

use axum::{Json, extract::State};
use loopback_contract::{AskId, AskSummary, Seen, Snooze, ViewedFiles, ViewedInput};

use crate::{
    App,
    access::PersonAccess,
    http::{Checked, Named, Problem},
};

pub(super) async fn snooze(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
    Checked(snooze): Checked<Snooze>,
) -> Result<Json<AskSummary>, Problem> {
    Ok(Json(app.hub().snooze(&id, snooze.until).await?))
}

pub(super) async fn wake(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<AskSummary>, Problem> {
    Ok(Json(app.hub().wake(&id).await?))
}

pub(super) async fn see(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
    Checked(seen): Checked<Seen>,
) -> Result<Json<AskSummary>, Problem> {
    Ok(Json(app.hub().see(&id, seen.updated_at).await?))
}

pub(super) async fn unsee(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<AskSummary>, Problem> {
    Ok(Json(app.hub().unsee(&id).await?))
}

pub(super) async fn viewed(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<ViewedFiles>, Problem> {
    Ok(Json(app.hub().viewed(&id).await?))
}

pub(super) async fn view(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
    Checked(viewed): Checked<ViewedInput>,
) -> Result<Json<ViewedFiles>, Problem> {
    Ok(Json(app.hub().view(&id, viewed).await?))
}

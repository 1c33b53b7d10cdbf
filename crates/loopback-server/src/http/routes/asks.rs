//! Reading asks and replying to them. All of it is the person's.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse, Response},
};
use http::StatusCode;
use loopback_contract::{Ask, AskId, Draft, DraftInput, RenderedAsk, Reply, ReviewChanges, View};

use crate::{
    App,
    access::PersonAccess,
    http::{Checked, Hold, Named, Problem, Query, Showing},
    rendered::NO_REVISION,
};

pub(super) async fn snapshot(
    _: PersonAccess,
    query: Query,
    State(app): State<App>,
) -> Result<Response, Problem> {
    Ok(match query.view.unwrap_or(View::Full) {
        View::Full => Json(app.hub().snapshot().await?).into_response(),
        View::Summary => Json(app.hub().summaries().await?).into_response(),
    })
}

pub(super) async fn list(
    _: PersonAccess,
    query: Query,
    State(app): State<App>,
) -> Result<Response, Problem> {
    let (before, limit) = (query.before, query.limit.unwrap_or(Query::USUAL_LIMIT));
    Ok(match query.view.unwrap_or(View::Full) {
        View::Full => Json(app.hub().list(before, limit).await?).into_response(),
        View::Summary => Json(app.hub().list_summaries(before, limit).await?).into_response(),
    })
}

pub(super) async fn read(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<Ask>, Problem> {
    Ok(Json(app.hub().read(&id).await?))
}

pub(super) async fn reply(
    person: PersonAccess,
    Named(id): Named<AskId>,
    Hold(seconds): Hold,
    State(app): State<App>,
    Checked(reply): Checked<Reply>,
) -> Result<Json<Ask>, Problem> {
    let (hub, door) = (app.hub(), person.door());
    Ok(Json(match seconds {
        None | Some(0) => hub.reply(&id, reply, door).await?,
        Some(seconds) => hub.hold(&id, reply, door, seconds).await?,
    }))
}

pub(super) async fn renew(
    _: PersonAccess,
    Named(id): Named<AskId>,
    hold: Hold,
    State(app): State<App>,
) -> Result<Json<Ask>, Problem> {
    Ok(Json(app.hub().renew(&id, hold.named()?).await?))
}

pub(super) async fn undo(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<Ask>, Problem> {
    Ok(Json(app.hub().undo(&id).await?))
}

pub(super) async fn close(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<Ask>, Problem> {
    Ok(Json(app.hub().close(&id).await?))
}

pub(super) async fn take_back(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<Ask>, Problem> {
    Ok(Json(app.hub().take_back(&id).await?))
}

pub(super) async fn rendered(
    _: PersonAccess,
    Named(id): Named<AskId>,
    showing: Showing,
    State(app): State<App>,
) -> Result<Json<RenderedAsk>, Problem> {
    let ask = app.hub().read(&id).await?;
    let rendered = app.renderer().render(ask, showing.look, showing.place);
    rendered.await.map(Json)
}

pub(super) async fn changes(
    _: PersonAccess,
    Named(id): Named<AskId>,
    showing: Showing,
    State(app): State<App>,
) -> Result<Json<ReviewChanges>, Problem> {
    let new = app.hub().read(&id).await?;
    let old = app.hub().read(new.revises().ok_or(NO_REVISION)?).await?;
    let changes = app.renderer().changes(old, new, showing.look.layout);
    changes.await.map(Json)
}

pub(super) async fn draft(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<Json<Draft>, Problem> {
    Ok(Json(app.hub().draft(&id).await?))
}

pub(super) async fn put_draft(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
    Checked(draft): Checked<DraftInput>,
) -> Result<Json<Draft>, Problem> {
    Ok(Json(app.hub().put_draft(&id, draft).await?))
}

pub(super) async fn discard_draft(
    _: PersonAccess,
    Named(id): Named<AskId>,
    State(app): State<App>,
) -> Result<StatusCode, Problem> {
    app.hub().delete_draft(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

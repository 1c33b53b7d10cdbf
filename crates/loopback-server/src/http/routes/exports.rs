//! Texts to take away: one ask, all asks, the decisions. The large ones are read and sent page by page.

mod pages;

use axum::{
    Json,
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use http::header::CONTENT_TYPE;
use loopback_contract::{AskId, ExportFormat};

use crate::{
    App,
    access::PersonAccess,
    export,
    http::{Find, Named, Problem},
};
use pages::{Asks, Decisions};

const MARKDOWN: &str = "text/markdown; charset=utf-8";

pub(super) async fn ask(
    _: PersonAccess,
    Named(id): Named<AskId>,
    find: Find,
    State(app): State<App>,
) -> Result<Response, Problem> {
    let ask = app.hub().read(&id).await?;
    Ok(match find.format.unwrap_or(ExportFormat::Markdown) {
        ExportFormat::Json => Json(ask).into_response(),
        ExportFormat::Markdown => {
            let text = export::ask(&ask, &app.hub().zone());
            ([(CONTENT_TYPE, MARKDOWN)], text).into_response()
        }
    })
}

pub(super) async fn asks(
    _: PersonAccess,
    find: Find,
    State(app): State<App>,
) -> Result<Response, Problem> {
    let format = find.format.unwrap_or(ExportFormat::Markdown);
    let asks = Asks::of(app.hub().clone()).await?;
    Ok(response(format, pages::written(asks, format, app.hub())))
}

pub(super) async fn decisions(
    _: PersonAccess,
    find: Find,
    State(app): State<App>,
) -> Result<Response, Problem> {
    let format = find.format.unwrap_or(ExportFormat::Markdown);
    let decisions = Decisions::of(app.hub().clone(), find.q).await?;
    Ok(response(
        format,
        pages::written(decisions, format, app.hub()),
    ))
}

fn response(format: ExportFormat, body: Body) -> Response {
    let content_type = match format {
        ExportFormat::Json => "application/json",
        ExportFormat::Markdown => MARKDOWN,
    };
    ([(CONTENT_TYPE, content_type)], body).into_response()
}

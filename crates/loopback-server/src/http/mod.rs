//! The HTTP side: routes, the checks in front of them, and refusals. Handlers extract, call the inbox and convert;
//! nothing is decided here about asks.

mod body;
mod find;
mod gate;
mod headers;
mod hold;
mod leftover;
mod problem;
mod query;
mod routes;

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn, from_fn_with_state},
    response::Response,
};
use http::StatusCode;

pub(crate) use body::{Checked, Named, collect};
pub(crate) use find::Find;
pub(crate) use gate::REVISION_HEADER;
pub(crate) use headers::COMMON as COMMON_HEADERS;
pub(crate) use hold::Hold;
pub(crate) use problem::Problem;
pub(crate) use query::{Goal, Query, Showing};

use crate::{App, access::AgentAccess, pages};

/// Everything that is served over HTTP, behind every check. `mcp` is the agents' part of it.
pub(crate) fn router(app: App, mcp: Router) -> Router {
    let agents = mcp.layer(from_fn_with_state(app.clone(), agents_only));
    Router::new()
        .nest("/api/v1", routes::api())
        .merge(pages::routes())
        .fallback(pages::file)
        .method_not_allowed_fallback(async || Problem::in_place_of(StatusCode::METHOD_NOT_ALLOWED))
        .with_state(app)
        .merge(agents)
        .layer(from_fn(body::refuse_declared_excess))
        .layer(from_fn(gate::gate))
        .layer(from_fn(leftover::take_in))
        .layer(from_fn(headers::dress))
}

async fn agents_only(_: AgentAccess, request: Request, next: Next) -> Response {
    next.run(request).await
}

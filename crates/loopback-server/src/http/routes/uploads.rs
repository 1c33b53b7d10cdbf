//! Images: handed in by whoever holds a ticket's address, or by the person; shown to the person.

use axum::{
    Json,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use loopback_contract::{ImageType, UploadReceipt};
use loopback_inbox::MAX_UPLOAD_BYTES;

use super::SPACE;
use crate::{
    App,
    access::PersonAccess,
    http::{Named, Problem, collect},
    net::{Peer, Proven},
};

/// An image opened by its address alone may not even load a style.
const POLICY: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";

pub(super) async fn store(
    Named((space, token)): Named<(String, String)>,
    State(app): State<App>,
    request: Request,
) -> Result<(StatusCode, Json<UploadReceipt>), Problem> {
    if space != SPACE {
        return Err(Problem::not_found(
            "ticket.unknown",
            "There is no such upload address.",
        ));
    }
    let ticket = app.hub().upload_ticket(&token).await?;
    Peer::has(Proven::Agent, request.extensions());
    let kind = content_type(&request)?;
    let most = usize::try_from(ticket.max_bytes).unwrap_or_default();
    let bytes = collect(request.into_body(), most, app.limits().upload).await?;
    let receipt = app.hub().store_upload(&token, &kind, bytes).await?;
    Ok((StatusCode::CREATED, Json(receipt)))
}

/// A picture of the person's own, for a reply.
pub(super) async fn store_own(
    _: PersonAccess,
    State(app): State<App>,
    request: Request,
) -> Result<(StatusCode, Json<UploadReceipt>), Problem> {
    let kind = image_type(&content_type(&request)?)?;
    let most = usize::try_from(MAX_UPLOAD_BYTES).unwrap_or_default();
    let bytes = collect(request.into_body(), most, app.limits().upload).await?;
    let receipt = app.hub().store_picture(kind, bytes).await?;
    Ok((StatusCode::CREATED, Json(receipt)))
}

fn image_type(named: &str) -> Result<ImageType, Problem> {
    let essence = named.split(';').next().unwrap_or_default().trim();
    let known = ImageType::ALL
        .iter()
        .find(|kind| essence.eq_ignore_ascii_case(kind.as_str()));
    known.copied().ok_or_else(|| {
        Problem::unfit(
            "upload.wrong_type",
            "A picture is image/png, image/jpeg, image/webp or image/gif, and says so in its Content-Type.",
        )
    })
}

fn content_type(request: &Request) -> Result<String, Problem> {
    let named = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    named
        .map(str::to_owned)
        .ok_or_else(|| Problem::unfit("body.content_type", "The image's Content-Type is missing."))
}

pub(super) async fn file(
    _: PersonAccess,
    Named(id): Named<String>,
    State(app): State<App>,
) -> Result<Response, Problem> {
    let file = app.hub().file(&id).await?;
    let headers = [
        (header::CONTENT_TYPE, file.content_type.as_str()),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, file.bytes).into_response())
}

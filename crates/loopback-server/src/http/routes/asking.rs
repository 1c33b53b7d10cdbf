//! How readily agents are to ask.

use axum::{Json, extract::State};
use loopback_contract::{ProjectAsking, ProjectAskingList};

use crate::{
    App,
    access::PersonAccess,
    http::{Checked, Problem},
};

pub(super) async fn read(
    _: PersonAccess,
    State(app): State<App>,
) -> Result<Json<ProjectAskingList>, Problem> {
    let items = app.hub().asking_wishes().await?;
    Ok(Json(ProjectAskingList { items }))
}

pub(super) async fn save(
    _: PersonAccess,
    State(app): State<App>,
    Checked(wish): Checked<ProjectAsking>,
) -> Result<Json<ProjectAskingList>, Problem> {
    let items = app.hub().wish_asking(wish).await?;
    Ok(Json(ProjectAskingList { items }))
}

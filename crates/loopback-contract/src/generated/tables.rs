// Generated from spec/openapi/2.json by spec/src/tables.rs. Do not edit: change spec/main.tsp and
// run `cargo xtask gen`.
// SHA-256 of spec/main.tsp: a41caf269dbaa0b56726631e01c618d09c40e1de89a78898e30aeb62c69a1cf4

//! What validation, upgrades and tests look up.

use crate::operation::{Body, Operation};

/// The newest revision of the contract: what this program writes.
pub const REVISION: u32 = 2;

/// The oldest revision this program reads.
pub const OLDEST_REVISION: u32 = 1;

pub(crate) const OPENAPI: &str = include_str!("../../../../spec/openapi/2.json");

/// The shape of every revision before the newest, oldest first.
pub(crate) const FROZEN: &[(u32, &str)] = &[(1, include_str!("../../../../revisions/1.json"))];

/// Every operation of the HTTP API, by path.
pub const OPERATIONS: &[Operation] = &[
    Operation {
        id: "Asks_list",
        method: "GET",
        path: "/asks",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["AskPage", "SummaryPage"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Asks_read",
        method: "GET",
        path: "/asks/{id}",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Ask"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Asks_close",
        method: "POST",
        path: "/asks/{id}/close",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Ask"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
            (409, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Drafts_read",
        method: "GET",
        path: "/asks/{id}/draft",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Draft"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Drafts_save",
        method: "PUT",
        path: "/asks/{id}/draft",
        since: 2,
        request: Body::Json(&["DraftInput"]),
        responses: &[
            (200, Body::Json(&["Draft"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
            (409, Body::Json(&["Problem"])),
            (413, Body::Json(&["Problem"])),
            (422, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Drafts_discard",
        method: "DELETE",
        path: "/asks/{id}/draft",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (204, Body::Nothing),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Asks_takeBack",
        method: "DELETE",
        path: "/asks/{id}/follow-up",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Ask"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
            (409, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Asks_rendered",
        method: "GET",
        path: "/asks/{id}/rendered",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["RenderedAsk"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Asks_reply",
        method: "POST",
        path: "/asks/{id}/reply",
        since: 1,
        request: Body::Json(&["Reply"]),
        responses: &[
            (200, Body::Json(&["Ask"])),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
            (409, Body::Json(&["Problem"])),
            (422, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "EventTickets_issue",
        method: "POST",
        path: "/events/tickets",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (201, Body::Json(&["EventTicket"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Files_read",
        method: "GET",
        path: "/files/{uploadId}",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (200, Body::Bytes),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "HealthCheck_read",
        method: "GET",
        path: "/health",
        since: 2,
        request: Body::Nothing,
        responses: &[(200, Body::Json(&["Health"]))],
    },
    Operation {
        id: "Sessions_redeem",
        method: "POST",
        path: "/sessions",
        since: 2,
        request: Body::Json(&["SessionRequest"]),
        responses: &[
            (201, Body::Json(&["SessionGrant"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Sessions_list",
        method: "GET",
        path: "/sessions",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["SessionList"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Sessions_revoke",
        method: "DELETE",
        path: "/sessions/{sessionId}",
        since: 2,
        request: Body::Nothing,
        responses: &[
            (204, Body::Nothing),
            (401, Body::Json(&["Problem"])),
            (404, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Snapshots_read",
        method: "GET",
        path: "/snapshot",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Snapshot", "SummarySnapshot"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Uploads_store",
        method: "PUT",
        path: "/uploads/{spaceId}/{token}",
        since: 1,
        request: Body::Bytes,
        responses: &[
            (201, Body::Json(&["UploadReceipt"])),
            (404, Body::Json(&["Problem"])),
            (410, Body::Json(&["Problem"])),
            (413, Body::Json(&["Problem"])),
            (422, Body::Json(&["Problem"])),
        ],
    },
    Operation {
        id: "Session_whoami",
        method: "GET",
        path: "/whoami",
        since: 1,
        request: Body::Nothing,
        responses: &[
            (200, Body::Json(&["Whoami"])),
            (401, Body::Json(&["Problem"])),
        ],
    },
];

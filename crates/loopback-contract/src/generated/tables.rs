// Generated from spec/openapi/2.json by spec/src/tables.rs. Do not edit: change spec/main.tsp and
// run `cargo xtask gen`.
// SHA-256 of spec/main.tsp: a41caf269dbaa0b56726631e01c618d09c40e1de89a78898e30aeb62c69a1cf4

//! What validation, upgrades and tests look up.

#[cfg(test)]
use serde::Serialize;
#[cfg(test)]
use serde::de::DeserializeOwned;
#[cfg(test)]
use serde_json::Value;

use crate::operation::{Body, Operation};
#[cfg(test)]
use crate::{Invalid, Message};

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

/// Reads a message of the schema named and writes it again: what each type makes of its JSON.
#[cfg(test)]
pub(crate) fn rewritten(schema: &str, value: &Value) -> Result<Value, Invalid> {
    match schema {
        "Actor" => again::<super::Actor>(value),
        "Ask" => again::<super::Ask>(value),
        "AskCommon" => again::<super::AskCommon>(value),
        "AskKind" => again::<super::AskKind>(value),
        "AskPage" => again::<super::AskPage>(value),
        "AskStatus" => again::<super::AskStatus>(value),
        "AskSummary" => again::<super::AskSummary>(value),
        "Block" => again::<super::Block>(value),
        "BriefingAnswerInput" => again::<super::BriefingAnswerInput>(value),
        "BriefingInput" => again::<super::BriefingInput>(value),
        "BriefingPoint" => again::<super::BriefingPoint>(value),
        "BriefingPrompt" => again::<super::BriefingPrompt>(value),
        "BriefingPromptSection" => again::<super::BriefingPromptSection>(value),
        "BriefingSection" => again::<super::BriefingSection>(value),
        "Choice" => again::<super::Choice>(value),
        "Draft" => again::<super::Draft>(value),
        "DraftContent" => again::<super::DraftContent>(value),
        "DraftInput" => again::<super::DraftInput>(value),
        "DraftPoint" => again::<super::DraftPoint>(value),
        "Entry" => again::<super::Entry>(value),
        "EventTicket" => again::<super::EventTicket>(value),
        "FollowUpInput" => again::<super::FollowUpInput>(value),
        "Health" => again::<super::Health>(value),
        "ImageType" => again::<super::ImageType>(value),
        "InboxLink" => again::<super::InboxLink>(value),
        "InboxRequest" => again::<super::InboxRequest>(value),
        "Origin" => again::<super::Origin>(value),
        "Point" => again::<super::Point>(value),
        "PointAnswer" => again::<super::PointAnswer>(value),
        "PointReply" => again::<super::PointReply>(value),
        "Problem" => again::<super::Problem>(value),
        "QuestionInput" => again::<super::QuestionInput>(value),
        "QuestionPrompt" => again::<super::QuestionPrompt>(value),
        "RenderedAsk" => again::<super::RenderedAsk>(value),
        "RenderedPart" => again::<super::RenderedPart>(value),
        "Reply" => again::<super::Reply>(value),
        "ReviewInput" => again::<super::ReviewInput>(value),
        "ReviewPrompt" => again::<super::ReviewPrompt>(value),
        "ServerEvent" => again::<super::ServerEvent>(value),
        "SessionGrant" => again::<super::SessionGrant>(value),
        "SessionInfo" => again::<super::SessionInfo>(value),
        "SessionList" => again::<super::SessionList>(value),
        "SessionRequest" => again::<super::SessionRequest>(value),
        "Snapshot" => again::<super::Snapshot>(value),
        "SummaryEvent" => again::<super::SummaryEvent>(value),
        "SummaryPage" => again::<super::SummaryPage>(value),
        "SummarySnapshot" => again::<super::SummarySnapshot>(value),
        "ToolReply" => again::<super::ToolReply>(value),
        "ToolResult" => again::<super::ToolResult>(value),
        "ToolState" => again::<super::ToolState>(value),
        "UploadReceipt" => again::<super::UploadReceipt>(value),
        "UploadRequest" => again::<super::UploadRequest>(value),
        "UploadTicket" => again::<super::UploadTicket>(value),
        "View" => again::<super::View>(value),
        "WaitInput" => again::<super::WaitInput>(value),
        "Whoami" => again::<super::Whoami>(value),
        "WithdrawInput" => again::<super::WithdrawInput>(value),
        "Withdrawn" => again::<super::Withdrawn>(value),

        _ => panic!("no message is called {schema}"),
    }
}

#[cfg(test)]
fn again<T: Message + Serialize + DeserializeOwned>(value: &Value) -> Result<Value, Invalid> {
    let message: T = crate::read_value(value)?;
    Ok(serde_json::to_value(message).unwrap())
}

/// Every message that stands alone, by the name of its schema.
#[cfg(test)]
pub(crate) const MESSAGES: &[&str] = &[
    "Actor",
    "Ask",
    "AskCommon",
    "AskKind",
    "AskPage",
    "AskStatus",
    "AskSummary",
    "Block",
    "BriefingAnswerInput",
    "BriefingInput",
    "BriefingPoint",
    "BriefingPrompt",
    "BriefingPromptSection",
    "BriefingSection",
    "Choice",
    "Draft",
    "DraftContent",
    "DraftInput",
    "DraftPoint",
    "Entry",
    "EventTicket",
    "FollowUpInput",
    "Health",
    "ImageType",
    "InboxLink",
    "InboxRequest",
    "Origin",
    "Point",
    "PointAnswer",
    "PointReply",
    "Problem",
    "QuestionInput",
    "QuestionPrompt",
    "RenderedAsk",
    "RenderedPart",
    "Reply",
    "ReviewInput",
    "ReviewPrompt",
    "ServerEvent",
    "SessionGrant",
    "SessionInfo",
    "SessionList",
    "SessionRequest",
    "Snapshot",
    "SummaryEvent",
    "SummaryPage",
    "SummarySnapshot",
    "ToolReply",
    "ToolResult",
    "ToolState",
    "UploadReceipt",
    "UploadRequest",
    "UploadTicket",
    "View",
    "WaitInput",
    "Whoami",
    "WithdrawInput",
    "Withdrawn",
];

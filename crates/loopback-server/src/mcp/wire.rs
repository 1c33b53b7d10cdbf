//! What the bridge and the app say to each other on `agent.sock` beside plain MCP: keys under `_meta`
//! of a call or of `server/discover`, two requests, and two notifications. Over HTTP none of these mean anything.

/// How every key begins that only the bridge may say.
pub const OURS: &str = "loopback/";

/// The bridge's own id of a call, the same when the call is sent again on a new connection. A repeat
/// joins the ask that the first one opened.
pub const CALL_ID: &str = "loopback/callId";

/// Where the agent runs: an `Origin` of the contract. With it the bridge begins every connection by
/// `server/discover`, so that its session is there though it makes no call.
pub const ORIGIN: &str = "loopback/origin";

/// `true` in that first request if the session ends when this connection hangs up. Whoever else calls in an agent's
/// session, as a hook of its client does, comes and goes while the agent lives.
pub const ENDS_SESSION: &str = "loopback/endsSession";

/// What the bridge read from the agent's disk for a review that attaches something: an array of blocks of
/// the contract.
pub const ATTACHED: &str = "loopback/attached";

/// From the bridge: a request that stores an image it read from the agent's disk, for a block it then attaches. Parameter:
/// [`STORE_DATA`]. The result is an `UploadReceipt` of the contract.
pub const STORE: &str = "loopback/store";

/// From the bridge, and from whoever writes a project's rules: a request for how readily the agents of a project are to
/// ask. Parameter: [`WISH_PROJECT`]. The result's [`WISH_ASKING`] is an `Asking` of the contract.
pub const WISH: &str = "loopback/wish";

/// The parameter that names the project.
pub const WISH_PROJECT: &str = "project";

/// What the result says of it.
pub const WISH_ASKING: &str = "asking";

/// The parameter that holds the image in base64.
pub const STORE_DATA: &str = "data";

/// For how many milliseconds the call has been waiting, on connections that broke.
pub const WAITED_MS: &str = "loopback/waitedMs";

/// After how many milliseconds the client gives a call up by its own settings, whatever signs of life it has
/// had, where the bridge could read them.
pub const CLIENT_LIMIT_MS: &str = "loopback/clientLimitMs";

/// `true` if the request itself, as the bridge's client made it, declares that it takes a task: what the client said when it
/// connected says nothing of the request, and here both look alike.
pub const TAKES_TASK: &str = "loopback/takesTask";

/// From the app: the ask that a call opened or follows. Parameters: [`OPENED_CALL_ID`] and
/// [`OPENED_ASK_ID`].
pub const OPENED: &str = "notifications/loopback/opened";

/// From the bridge: the result of a call was written to the client. Parameter: [`OPENED_CALL_ID`].
pub const DELIVERED: &str = "notifications/loopback/delivered";

/// The parameter that names a call.
pub const OPENED_CALL_ID: &str = "callId";

/// The parameter that names an ask.
pub const OPENED_ASK_ID: &str = "askId";

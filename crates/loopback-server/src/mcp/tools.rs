//! The tools, as clients see them: names, descriptions, schemas, hints, and the server's own
//! introduction. The app and the bridge serve this same list. What a call does is not known here.

use std::sync::{Arc, LazyLock};

use loopback_contract::schemas;
use rmcp::model::{
    ErrorData, Implementation, ListToolsResult, MetaObject, ServerCapabilities, ServerConfig, Tool,
    ToolAnnotations,
};

/// A tool an agent can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolName {
    /// `ask_question`
    AskQuestion,
    /// `ask_questions`
    AskQuestions,
    /// `request_review`
    RequestReview,
    /// `present_briefing`
    PresentBriefing,
    /// `answer_follow_up`
    AnswerFollowUp,
    /// `answer_briefing`
    AnswerBriefing,
    /// `wait_for_reply`
    WaitForReply,
    /// `list_asks`
    ListAsks,
    /// `withdraw_ask`
    WithdrawAsk,
    /// `request_upload`
    RequestUpload,
    /// `open_inbox`
    OpenInbox,
}

impl ToolName {
    /// Every tool, in the order in which they are listed.
    pub const ALL: [Self; 11] = [
        Self::AskQuestion,
        Self::AskQuestions,
        Self::RequestReview,
        Self::PresentBriefing,
        Self::AnswerFollowUp,
        Self::AnswerBriefing,
        Self::WaitForReply,
        Self::ListAsks,
        Self::WithdrawAsk,
        Self::RequestUpload,
        Self::OpenInbox,
    ];

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AskQuestion => "ask_question",
            Self::AskQuestions => "ask_questions",
            Self::ListAsks => "list_asks",
            Self::RequestReview => "request_review",
            Self::PresentBriefing => "present_briefing",
            Self::AnswerFollowUp => "answer_follow_up",
            Self::AnswerBriefing => "answer_briefing",
            Self::WaitForReply => "wait_for_reply",
            Self::WithdrawAsk => "withdraw_ask",
            Self::RequestUpload => "request_upload",
            Self::OpenInbox => "open_inbox",
        }
    }

    /// The tool of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }

    const fn title(self) -> &'static str {
        match self {
            Self::AskQuestion => "Ask the person a question",
            Self::AskQuestions => "Ask the person several questions",
            Self::ListAsks => "List your asks",
            Self::RequestReview => "Ask the person for a review",
            Self::PresentBriefing => "Go through points with the person",
            Self::AnswerFollowUp => "Answer what the person asked back",
            Self::AnswerBriefing => "Answer the person's points",
            Self::WaitForReply => "Wait for a reply",
            Self::WithdrawAsk => "Withdraw an ask",
            Self::RequestUpload => "Get a place for an image",
            Self::OpenInbox => "Get the inbox's address",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::AskQuestion => {
                "Ask the person you work for a question, and wait for the answer. Offer two to six \
                 options where you can; they can always answer in words instead. Ask when a decision \
                 is theirs to make and going on with a guess would be costly to undo. One question at \
                 a time, with the context needed to answer it without looking at your terminal."
            }
            Self::AskQuestions => {
                "Ask the person up to ten questions that belong together, and wait until each has a reply, or \
                 they ask back about one. They see them on one page. Use this instead of several calls of ask_question when you know \
                 all the questions at once and none depends on the answer to another."
            }
            Self::ListAsks => {
                "List your asks that are open, and the replies you have not had. Use this when you come back \
                 after an interruption and do not know the ids; name your project then, to find those of \
                 sessions that are over."
            }
            Self::RequestReview => {
                "Put work in front of the person and wait until they approve it or request changes: a \
                 plan, a diff, a document, a picture. Pass diffs exactly as `git diff` prints them. \
                 When you come back with a new version, name the earlier review in `revises`."
            }
            Self::PresentBriefing => {
                "Lay several points before the person, to be talked through one by one: findings, \
                 options, steps of a plan. They reply to a point or tick it off; you answer the points \
                 they replied to with answer_briefing, until all are resolved. Waits for their first \
                 round."
            }
            Self::AnswerFollowUp => {
                "Answer what the person asked back (outcome `follow_up`) about a question or a review, \
                 and wait for their decision."
            }
            Self::AnswerBriefing => {
                "Answer the points of a briefing that the person replied to (outcome `responded`), and \
                 wait for their next round. Every open point they wrote on needs an answer; an answer \
                 may split its point into smaller ones."
            }
            Self::WaitForReply => {
                "Wait for the reply to an ask that is still open, or read again the reply it got. Use \
                 this after `still_waiting` or a broken connection, instead of asking again."
            }
            Self::WithdrawAsk => {
                "Take back an ask you no longer need, with the reason, so that the person does not \
                 spend time on it."
            }
            Self::RequestUpload => {
                "Get an address to which you can upload one image (PNG, JPEG, WebP or GIF, at most \
                 10 MiB), for use in an image block. Returns a shell command that does it."
            }
            Self::OpenInbox => {
                "Get the address of the person's inbox, or of one ask in it, to mention to them. This \
                 opens nothing on their screen."
            }
        }
    }

    /// The contract's name for what the tool takes.
    const fn input(self) -> &'static str {
        match self {
            Self::AskQuestion => "QuestionInput",
            Self::AskQuestions => "QuestionsInput",
            Self::ListAsks => "ListInput",
            Self::RequestReview => "ReviewInput",
            Self::PresentBriefing => "BriefingInput",
            Self::AnswerFollowUp => "FollowUpInput",
            Self::AnswerBriefing => "BriefingAnswerInput",
            Self::WaitForReply => "WaitInput",
            Self::WithdrawAsk => "WithdrawInput",
            Self::RequestUpload => "UploadRequest",
            Self::OpenInbox => "InboxRequest",
        }
    }

    /// The contract's name for what the tool gives back.
    const fn output(self) -> &'static str {
        match self {
            Self::AskQuestions => "QuestionsResult",
            Self::ListAsks => "AskList",
            Self::RequestUpload => "UploadTicket",
            Self::OpenInbox => "InboxLink",
            _ => "ToolResult",
        }
    }

    /// Claude Code shows its model only the names of tools until it searches for one, unless they are marked so. An
    /// agent must know when to ask before it knows what to search for.
    fn meta(self) -> Option<MetaObject> {
        let always = matches!(
            self,
            Self::AskQuestion
                | Self::AskQuestions
                | Self::RequestReview
                | Self::PresentBriefing
                | Self::WaitForReply
        );
        always.then(|| {
            let always = ("anthropic/alwaysLoad".to_owned(), true.into());
            MetaObject([always].into_iter().collect())
        })
    }

    /// Asking changes nothing in the agent's world. Saying so lets clients ask without first stopping
    /// for a permission that nobody is there to give.
    fn annotations(self) -> ToolAnnotations {
        let hints = ToolAnnotations::with_title(self.title())
            .destructive(false)
            .open_world(false);
        match self {
            Self::WithdrawAsk | Self::RequestUpload => hints.read_only(false).idempotent(false),
            _ => hints.read_only(true),
        }
    }
}

static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(|| {
    let tool = |name: ToolName| {
        let tool = Tool::new(
            name.as_str(),
            name.description(),
            schemas::tool(name.input()),
        )
        .with_title(name.title())
        .with_raw_output_schema(Arc::new(schemas::tool(name.output())))
        .with_annotations(name.annotations());
        match name.meta() {
            Some(meta) => tool.with_meta(meta),
            None => tool,
        }
    };
    ToolName::ALL.into_iter().map(tool).collect()
});

/// The answer to `tools/list`.
#[must_use]
pub fn list() -> ListToolsResult {
    ListToolsResult::with_all_items(TOOLS.clone())
}

/// The tool of that name as clients see it.
#[must_use]
pub fn get(name: &str) -> Option<Tool> {
    TOOLS.iter().find(|tool| tool.name == name).cloned()
}

/// The answer to a call of a tool that is not in the list.
#[must_use]
pub fn unknown(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown tool: {name:.100}"), None)
}

/// What a client learns about this server when it connects.
#[must_use]
pub fn introduction() -> ServerConfig {
    let server = Implementation::new("loopback", env!("CARGO_PKG_VERSION")).with_title("Loopback");
    let capabilities = ServerCapabilities::builder()
        .enable_tools()
        .enable_resources()
        .enable_tasks();
    ServerConfig::new(capabilities.build())
        .with_server_info(server)
        .with_instructions(INSTRUCTIONS)
}

/// When to ask, when not to, and what each outcome means.
const INSTRUCTIONS: &str = "\
Loopback puts what you need from the person you work for into their inbox and brings back the reply. \
They are often not at your terminal: use these tools instead of asking in your output.

Ask when a decision is theirs, when going on with a guess would be costly to undo, or when work is ready \
to be judged. Do not ask what you can find out yourself, for permission to do what you were told to do, \
or the same thing twice.

ask_question: one decision, with options where possible. request_review: a plan, diff or document to be \
approved or sent back. present_briefing: several points, talked through one by one.

These calls wait for the person. Outcomes: answered, approved, changes_requested: act on them. follow_up: \
nothing is decided yet; reply with answer_follow_up. responded: answer the named points with \
answer_briefing. dismissed: no answer was given, neither yes nor no; do not do what depended on it. \
still_waiting: do other work that does not depend on it, then call wait_for_reply with the askId; never \
ask again; with nothing left to do, end your turn and name the ask. withdrawn: no reply will come. \
Silence is never consent.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_is_found_by_the_name_it_is_listed_under() {
        let listed = list().tools;
        assert_eq!(listed.len(), ToolName::ALL.len());
        for tool in listed {
            assert_eq!(ToolName::parse(&tool.name).unwrap().as_str(), tool.name);
            assert_eq!(get(&tool.name), Some(tool));
        }
        assert_eq!(ToolName::parse("list_everything"), None);
    }

    #[test]
    fn schema_roots_are_plain_objects_which_every_client_accepts() {
        for tool in list().tools {
            for schema in [&tool.input_schema, tool.output_schema.as_ref().unwrap()] {
                assert_eq!(schema["type"], "object", "{}", tool.name);
                for union in ["oneOf", "anyOf", "allOf"] {
                    assert!(!schema.contains_key(union), "{}: {union}", tool.name);
                }
            }
        }
    }

    #[test]
    fn asking_is_declared_as_changing_nothing() {
        for tool in list().tools {
            let hints = tool.annotations.unwrap();
            assert_eq!(hints.destructive_hint, Some(false), "{}", tool.name);
            assert_eq!(hints.open_world_hint, Some(false), "{}", tool.name);
            let changes = ["withdraw_ask", "request_upload"].contains(&&*tool.name);
            assert_eq!(hints.read_only_hint, Some(!changes), "{}", tool.name);
        }
    }
}

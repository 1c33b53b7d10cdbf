//! What a person at a terminal is offered, one thing after the other. Owns the questions.

use std::io::{Write as _, stdin, stdout};

use loopback_connect::{Client, Part, Wish};
use loopback_server::clients::{self, Surroundings, Work};

use super::show;

/// Offers the entry, then what goes with it. `None` if the person wants none of it.
pub(super) fn connecting(
    surroundings: &Surroundings,
    client: &'static Client,
    wish: &Wish,
) -> anyhow::Result<Option<Work>> {
    let mut taken = Wish {
        parts: vec![Part::Server],
        ..wish.clone()
    };
    let mut work = clients::connect(surroundings, client, &taken)?;
    if !work.is_nothing() {
        show::work(&work, surroundings);
        if !agreed(&format!("Connect {}?", client.name))? {
            return Ok(None);
        }
    }
    let offers = [
        (
            Part::Allow,
            "Let it use Loopback's tools without asking you first?",
        ),
        (Part::Rules, "Add a paragraph that says when to ask?"),
        (
            Part::Hooks,
            "Have it put its plans and permission prompts into the inbox too?",
        ),
    ];
    for (part, question) in offers
        .into_iter()
        .filter(|(part, _)| wish.parts.contains(part))
    {
        let mut more = taken.clone();
        more.parts.push(part);
        let both = clients::connect(surroundings, client, &more)?;
        if both.steps == work.steps {
            continue;
        }
        show::more(&work, &both, surroundings);
        if agreed(question)? {
            (taken, work) = (more, both);
        }
    }
    Ok((!work.is_nothing()).then_some(work))
}

/// Asks. Nothing but a yes is one, and the end of the input is none.
pub(super) fn agreed(question: &str) -> anyhow::Result<bool> {
    write!(stdout(), "{question} [y/N] ")?;
    stdout().flush()?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

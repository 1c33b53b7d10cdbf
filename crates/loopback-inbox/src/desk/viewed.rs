//! The files of diffs that the person has ticked off.

use loopback_contract::{AskId, ViewedFiles, ViewedInput};
use loopback_rules::{Refusal, RefusalKind};
use rusqlite::Connection;

use super::Desk;
use crate::error::HubError;
use crate::store;

/// How many files of one ask may be ticked off.
const MOST: usize = 5_000;

impl Desk {
    /// Ticks a file off, or takes the tick away. That is no change of the ask, and nobody is told.
    pub(crate) fn view(
        &mut self,
        id: &AskId,
        input: &ViewedInput,
    ) -> Result<ViewedFiles, HubError> {
        let now = self.clock.tick();
        let change = store::begin(&mut self.db)?;
        let before = files(&change, id)?;
        match (input.viewed, before.digests.contains(&input.digest)) {
            (true, true) | (false, false) => return Ok(before),
            (true, false) => {
                if store::viewed::count(&change, id)? >= MOST {
                    return Err(too_many().into());
                }
                store::viewed::insert(&change, id, &input.digest)?;
            }
            (false, true) => store::viewed::delete(&change, id, &input.digest)?,
        }
        let after = files(&change, id)?;
        store::commit(change, now)?;
        Ok(after)
    }
}

/// The files ticked off in an ask or in one it revises.
pub(crate) fn files(db: &Connection, id: &AskId) -> Result<ViewedFiles, HubError> {
    if !store::asks::exists(db, id)? {
        return Err(Refusal::ask_unknown().into());
    }
    Ok(ViewedFiles {
        digests: store::viewed::in_chain(db, id)?,
    })
}

fn too_many() -> Refusal {
    Refusal {
        kind: RefusalKind::Unfit,
        code: "viewed.too_many",
        message: format!("{MOST} files of this ask are ticked off, which is the most."),
    }
}

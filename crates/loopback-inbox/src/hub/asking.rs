//! How readily agents are to ask.

use loopback_contract::{Asking, ProjectAsking};
use loopback_rules::{Refusal, RefusalKind};

use super::Hub;
use crate::error::HubError;
use crate::store;

/// The most projects that have a wish of their own.
const MOST: usize = 1000;

impl Hub {
    /// How readily the agents of a project are to ask.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn asking(&self, project: &str) -> Result<Asking, HubError> {
        let project = project.to_owned();
        self.reading(move |db, _| Ok(store::asking::read(db, &project)?))
            .await
    }

    /// The projects whose agents are to ask less or more than usual, by name.
    ///
    /// # Errors
    ///
    /// [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn asking_wishes(&self) -> Result<Vec<ProjectAsking>, HubError> {
        self.reading(|db, _| Ok(store::asking::all(db)?)).await
    }

    /// Records how readily the agents of a project are to ask, and gives back all such wishes.
    ///
    /// # Errors
    ///
    /// `asking.too_many` (409) beyond 1,000 projects; [`HubError::Stopping`]; [`HubError::Store`].
    pub async fn wish_asking(&self, wish: ProjectAsking) -> Result<Vec<ProjectAsking>, HubError> {
        self.at_desk(move |desk| {
            desk.beside(|change| {
                store::asking::write(change, &wish)?;
                let all = store::asking::all(change)?;
                if all.len() > MOST {
                    return Err(too_many().into());
                }
                Ok(all)
            })
        })
        .await
    }
}

fn too_many() -> Refusal {
    Refusal {
        kind: RefusalKind::Conflict,
        code: "asking.too_many",
        message: "1,000 projects have a wish of their own, which is the most. Set one of them back to normal \
                  first."
            .to_owned(),
    }
}

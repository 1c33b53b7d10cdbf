//! How readily the agents of each project are to ask, where that is not as usual.

use loopback_contract::{Asking, ProjectAsking};
use rusqlite::{Connection, OptionalExtension as _, Transaction};

use super::columns;
use crate::error::StoreError;

/// The wish for a project.
pub(crate) fn read(db: &Connection, project: &str) -> Result<Asking, StoreError> {
    let wish = db
        .prepare_cached("select wish from asking where project = ?1")?
        .query_row((project,), |row| {
            columns::word(row, 0, Asking::ALL, Asking::as_str)
        })
        .optional()?;
    Ok(wish.unwrap_or(Asking::Normal))
}

/// All wishes, by the name of the project.
pub(crate) fn all(db: &Connection) -> Result<Vec<ProjectAsking>, StoreError> {
    let mut query = db.prepare_cached("select project, wish from asking order by project")?;
    let rows = query.query_map([], |row| {
        Ok(ProjectAsking {
            project: row.get(0)?,
            asking: columns::word(row, 1, Asking::ALL, Asking::as_str)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Records a wish. As usual is no wish.
pub(crate) fn write(change: &Transaction<'_>, wish: &ProjectAsking) -> Result<(), StoreError> {
    match wish.asking {
        Asking::Normal => change
            .prepare_cached("delete from asking where project = ?1")?
            .execute((&wish.project,))?,
        Asking::Less | Asking::More => change
            .prepare_cached(
                "insert into asking (project, wish) values (?1, ?2)
                 on conflict (project) do update set wish = excluded.wish",
            )?
            .execute((&wish.project, wish.asking.as_str()))?,
    };
    Ok(())
}

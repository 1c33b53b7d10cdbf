//! Waiting for something to become so. A test says what it waits for, never how long that takes; the
//! time limit only ends a test that would hang.

use std::time::Duration;

/// How long anything may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Asks again and again until there is an answer.
///
/// # Panics
///
/// If there is none for too long.
pub async fn eventually<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let found = async {
        loop {
            if let Some(found) = ask().await {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let found = tokio::time::timeout(PATIENCE, found).await;
    found.unwrap_or_else(|_| panic!("it never happened that {what}"))
}

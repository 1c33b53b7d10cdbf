//! How long an ask may be coloured, all its pieces together and however many requests they are fetched by.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use loopback_contract::AskId;
use loopback_render::Budget;

/// So many asks' budgets are remembered.
const MOST: usize = 64;

/// After so long an ask has a whole budget again: the machine may be less busy then.
const RENEWED_AFTER: Duration = Duration::from_secs(30);

/// An ask's budget, which its pieces take in turns.
pub(super) type Shared = Arc<Mutex<Budget>>;

/// The budgets of the asks that were shown last.
#[derive(Default)]
pub(super) struct Budgets(Mutex<Remembered>);

#[derive(Default)]
struct Remembered {
    budgets: HashMap<AskId, Shared>,
    begun: VecDeque<(Instant, AskId)>,
}

impl Budgets {
    /// What is left for this ask.
    pub(super) fn of(&self, ask: &AskId) -> Shared {
        self.at(ask, Instant::now())
    }

    fn at(&self, ask: &AskId, now: Instant) -> Shared {
        let mut remembered = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Remembered { budgets, begun } = &mut *remembered;
        while begun.len() >= MOST
            || begun
                .front()
                .is_some_and(|(begun, _)| now.duration_since(*begun) >= RENEWED_AFTER)
        {
            if let Some((_, oldest)) = begun.pop_front() {
                budgets.remove(&oldest);
            }
        }
        if let Some(left) = budgets.get(ask) {
            return Arc::clone(left);
        }
        let whole = Shared::default();
        begun.push_back((now, ask.clone()));
        budgets.insert(ask.clone(), Arc::clone(&whole));
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spend(budgets: &Budgets, ask: &str, now: Instant) {
        *budgets.at(&AskId::new(ask), now).lock().unwrap() = Budget::new(Duration::ZERO);
    }

    fn spent(budgets: &Budgets, ask: &str, now: Instant) -> bool {
        let budget = budgets.at(&AskId::new(ask), now);
        let budget = budget.lock().unwrap();
        budget.is_spent()
    }

    #[test]
    fn what_one_request_spent_another_of_the_same_ask_does_not_have() {
        let (budgets, now) = (Budgets::default(), Instant::now());
        spend(&budgets, "a", now);
        assert!(spent(&budgets, "a", now));
        assert!(!spent(&budgets, "b", now));
    }

    #[test]
    fn a_while_later_the_budget_is_whole_again() {
        let (budgets, now) = (Budgets::default(), Instant::now());
        spend(&budgets, "a", now);
        let almost = Duration::from_millis(1);
        assert!(spent(
            &budgets,
            "a",
            now + RENEWED_AFTER.saturating_sub(almost)
        ));
        assert!(!spent(&budgets, "a", now + RENEWED_AFTER));
    }

    #[test]
    fn only_so_many_are_remembered() {
        let (budgets, now) = (Budgets::default(), Instant::now());
        for number in 0..1_000 {
            budgets.at(&AskId::new(number.to_string()), now);
        }
        let remembered = budgets.0.lock().unwrap();
        assert_eq!(remembered.budgets.len(), MOST);
        assert_eq!(remembered.begun.len(), MOST);
    }
}

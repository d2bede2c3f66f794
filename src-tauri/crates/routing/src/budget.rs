//! How much a search may do before it gives up and says so.

/// A search stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutOfBudget {
    /// As many states as allowed were visited.
    #[error("the search visited as many roads as it may")]
    Spent,
    /// The caller no longer wants the answer.
    #[error("the search was cancelled")]
    Cancelled,
}

/// Counts visited states and asks now and then whether the answer is still wanted.
pub struct Budget<'a> {
    left: u64,
    cancelled: Option<&'a dyn Fn() -> bool>,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("left", &self.left).finish_non_exhaustive()
    }
}

impl Default for Budget<'_> {
    /// 200 million states: minutes of work, far more than any region needs.
    fn default() -> Self {
        Self::of(200_000_000)
    }
}

impl<'a> Budget<'a> {
    /// At most this many states over all searches that share the budget.
    pub fn of(states: u64) -> Self {
        Self { left: states, cancelled: None }
    }

    /// Stops soon after `cancelled` answers true. It is asked every 4,096 states.
    #[must_use]
    pub fn until(self, cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { cancelled: Some(cancelled), ..self }
    }

    /// Accounts for one state.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.left = self.left.checked_sub(1).ok_or(OutOfBudget::Spent)?;
        if self.left.is_multiple_of(4096) && self.cancelled.is_some_and(|cancelled| cancelled()) {
            return Err(OutOfBudget::Cancelled);
        }
        Ok(())
    }
}

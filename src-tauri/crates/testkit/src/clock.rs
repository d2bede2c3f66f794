//! A clock that stands still until it is told to move.

use std::sync::{Mutex, PoisonError};

use domain::{Moment, Timestamp, ports::Clock};

/// Monday 2026-11-23, 08:00 in Monaco: a workday morning.
pub const MONDAY_MORNING: i64 = 1_795_417_200;

/// A moment in Monaco.
pub fn monaco(at: i64) -> Moment {
    Moment { at: Timestamp(at), zone: "Europe/Monaco".to_owned() }
}

/// Stands at a moment.
#[derive(Debug)]
pub struct FixedClock {
    now: Mutex<Moment>,
}

impl FixedClock {
    /// A clock that stands at this moment.
    pub fn at(now: Moment) -> Self {
        Self { now: Mutex::new(now) }
    }

    /// Moves it on.
    pub fn advance_s(&self, seconds: i64) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).at.0 += seconds;
    }

    /// Puts it to another moment.
    pub fn set(&self, now: Moment) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Moment {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn monotonic_s(&self) -> f64 {
        self.now().at.0 as f64
    }
}

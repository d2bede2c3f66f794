//! The computer's clock and zone.

use domain::{Moment, ports::Clock};
use jiff::Zoned;
use std::time::Instant;

/// The computer's clock. The zone is asked for at every reading, because a person may travel while the app is open.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A clock whose monotonic seconds start now.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads time (I4)")]
    pub fn new() -> Self {
        Self { start: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    /// Now in the system's IANA zone; in UTC when the system does not name one.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads time (I4)")]
    fn now(&self) -> Moment {
        Moment::from_zoned(&Zoned::now())
    }

    fn monotonic_s(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_reads_this_century_in_a_zone_that_exists_and_never_goes_back() {
        let clock = SystemClock::new();
        let now = clock.now();
        assert!((1_700_000_000..4_000_000_000).contains(&now.at.0), "{now:?}");
        assert!(jiff::tz::TimeZone::get(&now.zone).is_ok(), "{now:?}");
        let readings: Vec<f64> = (0..100).map(|_| clock.monotonic_s()).collect();
        assert!(readings.is_sorted() && readings[0] >= 0.0);
    }
}

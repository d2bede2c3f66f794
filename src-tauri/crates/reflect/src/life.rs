//! The life of an insight: observed, verified, renewed, denied, lapsed (MISSION S1-38, S1-40, S1-41; rules IN1 to IN6 in
//! `docs/spec/reflect.md`).

use std::collections::BTreeSet;

use domain::{Noticed, ObservationId, StatementState, Timestamp};

use crate::{
    condition::{Circumstances, Condition},
    episode::{Act, Episode},
    theme,
};

/// Confidence of a new insight, and of a verified one (MISSION S1-38).
pub const FIRST_CONFIDENCE: f64 = 0.8;
/// After behaviour, or the person, verified it.
pub const VERIFIED_CONFIDENCE: f64 = 1.0;
/// What one drive to the contrary takes, as for habits (S0-50).
const CONTRADICTION_TAKES: f64 = 0.2;
/// Under it an insight is given up.
pub const LEAST_CONFIDENCE: f64 = 0.3;
/// What is left of the weight when its time is over and nothing verified it.
pub const LAPSE_LEAVES: f64 = 0.5;
/// Days for which an insight is valid without being verified again (MISSION S1-41).
pub const VALID_DAYS: i64 = 14;
/// Days after which it ends: it had half of its weight for as long as it had all of it.
pub const ENDS_DAYS: i64 = 28;
const DAY_S: i64 = 86_400;

/// How an insight stands. Nothing of it has to be written down when time passes: what it weighs is a function of it and the
/// time, so a worker that did not run for a month changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// [`StatementState::Pending`] until verified; then active.
    pub state: StatementState,
    /// 0 to 1.
    pub confidence: f64,
    /// When it was made, or verified for the last time.
    pub confirmed: Timestamp,
}

impl Standing {
    /// Until when it has its whole weight.
    pub fn valid_to(&self) -> Timestamp {
        Timestamp(self.confirmed.0.saturating_add(VALID_DAYS * DAY_S))
    }

    /// Until when it has any.
    pub fn ends(&self) -> Timestamp {
        Timestamp(self.confirmed.0.saturating_add(ENDS_DAYS * DAY_S))
    }
}

/// What happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Later behaviour agrees with it.
    Matched,
    /// Later behaviour under the same condition is another.
    Contradicted,
    /// The person said yes.
    Confirmed,
    /// The person said no.
    Denied,
}

/// What becomes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// It stands like this now.
    Stands(Standing),
    /// It is deleted, and not proposed again.
    Denied,
    /// It is given up: too little speaks for it.
    GivenUp,
}

/// How a new one stands: it changes nothing yet.
pub fn begin(now: Timestamp) -> Standing {
    Standing { state: StatementState::Pending, confidence: FIRST_CONFIDENCE, confirmed: now }
}

/// How it stands after an event.
pub fn after(standing: Standing, event: Event, now: Timestamp) -> Next {
    match event {
        Event::Matched | Event::Confirmed => Next::Stands(Standing {
            state: StatementState::Active,
            confidence: VERIFIED_CONFIDENCE,
            // A clock that was set back shortens no life.
            confirmed: standing.confirmed.max(now),
        }),
        Event::Contradicted => {
            let confidence = (standing.confidence - CONTRADICTION_TAKES).max(0.0);
            // A tolerance: 0.8 and three times 0.2 less is a little more or less than 0.2.
            if confidence + 1e-9 < LEAST_CONFIDENCE {
                Next::GivenUp
            } else {
                Next::Stands(Standing { confidence, ..standing })
            }
        }
        Event::Denied => Next::Denied,
    }
}

/// What an insight weighs: its confidence, half of it from the day on which it should have been verified, nothing from its
/// end on.
pub fn weight(standing: &Standing, now: Timestamp) -> f64 {
    let left = match now {
        now if now < standing.valid_to() => 1.0,
        now if now < standing.ends() => LAPSE_LEAVES,
        _ => 0.0,
    };
    standing.confidence * left
}

/// What a later drive says about an insight: whether it agrees, is to the contrary, or says nothing. Evidence of the insight
/// itself verifies nothing, nor does what happened before it was made.
pub fn verdict(
    claims: &[Act],
    condition: &Condition,
    evidence: &BTreeSet<ObservationId>,
    made: Timestamp,
    episode: &Episode<'_>,
) -> Option<Event> {
    let later = |seen: &&Noticed| seen.at.at >= made && !evidence.contains(&seen.id);
    let new: Vec<&Noticed> = episode.seen.iter().copied().filter(|seen| later(seen)).collect();
    if new.is_empty() || !new.iter().any(|seen| condition.holds_in(&Circumstances::of(seen))) {
        return None;
    }
    if claims.iter().all(|act| act.attribute.starts_with("theme.")) {
        let again = new.iter().any(|seen| {
            theme::said(seen).iter().any(|(theme, _)| claims.iter().any(|act| act.attribute == *theme))
        });
        return again.then_some(Event::Matched);
    }
    let told: Vec<bool> = claims.iter().filter_map(|act| episode.agrees(act)).collect();
    let fresh = claims.iter().any(|act| {
        let attribute = |key: &domain::StatementKey| key.attribute == act.attribute;
        new.iter().any(|seen| seen.key.as_ref().is_some_and(attribute))
    });
    if !fresh {
        None
    } else if told.contains(&false) {
        Some(Event::Contradicted)
    } else {
        (told.len() == claims.len()).then_some(Event::Matched)
    }
}

/// Raw rows that need not be read because an insight that holds now stands for them (MISSION S1-08, S1-09).
pub fn stands_for<'a>(
    insights: impl IntoIterator<Item = (&'a StatementState, &'a Condition, &'a [ObservationId])>,
    now: &Circumstances<'_>,
) -> BTreeSet<ObservationId> {
    insights
        .into_iter()
        .filter(|(state, condition, _)| **state == StatementState::Active && condition.holds_in(now))
        .flat_map(|(_, _, evidence)| evidence.iter().copied())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_000_000);

    fn day(n: i64) -> Timestamp {
        Timestamp(NOW.0 + n * DAY_S)
    }

    fn stands(next: Next) -> Standing {
        match next {
            Next::Stands(standing) => standing,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn s1_38_an_insight_starts_at_0_8_and_is_verified_to_1_or_deleted() {
        let new = begin(NOW);
        assert_eq!((new.state, new.confidence), (StatementState::Pending, 0.8));
        let verified = stands(after(new, Event::Matched, day(1)));
        assert_eq!((verified.state, verified.confidence), (StatementState::Active, 1.0));
        let confirmed = stands(after(new, Event::Confirmed, day(1)));
        assert_eq!((confirmed.state, confirmed.confidence), (StatementState::Active, 1.0));
        assert_eq!(after(new, Event::Denied, day(1)), Next::Denied);
        assert_eq!(after(verified, Event::Denied, day(1)), Next::Denied);
    }

    #[test]
    fn s1_41_verified_on_day_14_is_renewed_and_unverified_on_day_15_weighs_less() {
        let new = begin(NOW);
        assert_eq!(new.valid_to(), day(14));
        let last_moment = Timestamp(day(14).0 - 1);
        assert_eq!(weight(&new, last_moment), 0.8);
        let renewed = stands(after(new, Event::Matched, last_moment));
        assert_eq!(renewed.valid_to(), Timestamp(day(28).0 - 1));
        assert_eq!(weight(&renewed, day(15)), 1.0);
        assert_eq!(weight(&new, day(15)), 0.4);
        assert_eq!(weight(&new, day(28)), 0.0);
    }

    #[test]
    fn contradictions_lower_and_end_it() {
        let mut standing = begin(NOW);
        for expected in [0.6, 0.4] {
            standing = stands(after(standing, Event::Contradicted, day(1)));
            assert!((standing.confidence - expected).abs() < 1e-9);
        }
        assert_eq!(after(standing, Event::Contradicted, day(1)), Next::GivenUp);
    }

    #[test]
    fn a_clock_that_was_set_back_shortens_nothing() {
        let verified = stands(after(begin(NOW), Event::Matched, day(10)));
        let again = stands(after(verified, Event::Matched, day(-300)));
        assert_eq!(again.valid_to(), verified.valid_to());
        assert_eq!(weight(&again, day(-300)), 1.0);
    }
}

//! Until when something said stays true, when nothing was said about it (MISSION S3-43, S2-20; rules EX1 to EX4).

use domain::{MemoryClass, Moment, StatementType, Timestamp};
use jiff::{Span, ToSpan as _, Zoned};

use crate::life::ENDS_DAYS;

/// How long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// Until something newer stands for it (永久).
    Permanent,
    /// So many calendar months, in the zone of the person.
    Months(i32),
    /// So many days.
    Days(i64),
    /// Until the end of the next day of the person.
    Tomorrow,
    /// With its talk or trip.
    Session,
}

impl Term {
    /// The instant at which it ends; `None` when it has none of its own.
    pub fn end(self, from: &Moment) -> Option<Timestamp> {
        let later = |span: Span| {
            let zoned: Zoned = from.zoned().checked_add(span).ok()?;
            Some(Timestamp(zoned.timestamp().as_second()))
        };
        match self {
            Self::Permanent | Self::Session => None,
            Self::Months(months) => later(months.months()),
            Self::Days(days) => Some(Timestamp(from.at.0.saturating_add(days.saturating_mul(86_400)))),
            Self::Tomorrow => {
                let midnight = from.zoned().start_of_day().ok()?.checked_add(2.days()).ok()?;
                Some(Timestamp(midnight.timestamp().as_second()))
            }
        }
    }
}

/// How long a statement of this kind lasts.
pub fn term(kind: StatementType, class: MemoryClass) -> Term {
    match (kind, class) {
        (StatementType::Insight, _) => Term::Days(ENDS_DAYS),
        (_, MemoryClass::Conversational) => Term::Session,
        (StatementType::Plan, _) => Term::Tomorrow,
        // Praise and complaint: about half a year.
        (_, MemoryClass::Relational) => Term::Months(6),
        (StatementType::Summary, _) => Term::Days(60),
        // A phone number, a home, a taste: until replaced.
        (StatementType::Fact | StatementType::Preference | StatementType::Conclusion, _) => Term::Permanent,
    }
}

/// The end of a statement: the one that was said, else by its kind.
pub fn expiry(
    kind: StatementType,
    class: MemoryClass,
    said: Option<Timestamp>,
    now: &Moment,
) -> Option<Timestamp> {
    said.or_else(|| term(kind, class).end(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: StatementType, class: MemoryClass, now: &str, end: Option<&str>) {
        let at = |text: &str| Moment::from_zoned(&text.parse::<Zoned>().unwrap());
        assert_eq!(
            expiry(kind, class, None, &at(now)),
            end.map(|text| at(text).at),
            "{kind:?} {class:?} {now}"
        );
    }

    #[test]
    fn s3_43_praise_lasts_half_a_year_and_a_phone_number_for_ever() {
        use MemoryClass::{Conversational, Factual, Preference, Relational};
        use StatementType::{Conclusion, Fact, Insight, Plan, Preference as Taste};
        let now = "2026-11-30T18:00[Asia/Shanghai]";
        check(Conclusion, Relational, now, Some("2027-05-30T18:00[Asia/Shanghai]"));
        check(Fact, Relational, "2026-08-31T12:00[Europe/Paris]", Some("2027-02-28T12:00[Europe/Paris]"));
        check(Fact, Factual, now, None);
        check(Taste, Preference, now, None);
        check(Insight, Preference, now, Some("2026-12-28T18:00[Asia/Shanghai]"));
        check(Plan, Factual, now, Some("2026-12-02T00:00[Asia/Shanghai]"));
        check(Fact, Conversational, now, None);
    }

    #[test]
    fn an_end_that_was_said_wins() {
        let now = Moment { at: Timestamp(1_795_000_000), zone: "Europe/Paris".to_owned() };
        let said = Some(Timestamp(1_795_100_000));
        assert_eq!(expiry(StatementType::Plan, MemoryClass::Factual, said, &now), said);
    }

    #[test]
    fn days_end_at_local_midnight_through_clock_changes_and_leap_days() {
        use MemoryClass::Factual;
        use StatementType::Plan;
        check(Plan, Factual, "2026-03-28T23:59[Europe/Paris]", Some("2026-03-30T00:00[Europe/Paris]"));
        check(Plan, Factual, "2026-10-24T12:00[Europe/Paris]", Some("2026-10-26T00:00[Europe/Paris]"));
        check(
            Plan,
            Factual,
            "2028-02-28T12:00[America/New_York]",
            Some("2028-03-01T00:00[America/New_York]"),
        );
    }
}

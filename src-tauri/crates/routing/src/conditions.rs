//! Whether a condition holds when one departs: opening hours, and comparisons with the car's own measures.
//! <https://wiki.openstreetmap.org/wiki/Conditional_restrictions>
//!
//! The moment of departure counts for the whole trip: trips within a region are short beside the hours on signs, and
//! a route whose law changes with every metre could not be explained.

use chrono::{NaiveDate, NaiveDateTime};
use domain::Moment;
use opening_hours::OpeningHours;

/// Whether a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holds {
    /// It does not.
    No,
    /// Nobody can say: the time is not known, or the condition is about something else (the weather, a permit).
    Unknown,
    /// It does.
    Yes,
}

/// Measures of the usual car, as in `region`'s limits: what a comparison is about, and how much of it the car has.
const MEASURES: [(&str, f64); 7] = [
    ("weight", 2.0),
    ("maxweight", 2.0),
    ("maxweightrating", 2.0),
    ("height", 2.0),
    ("width", 1.9),
    ("length", 4.8),
    ("axles", 2.0),
];

/// A condition, read once.
#[derive(Clone, Debug)]
pub(crate) struct Condition(Vec<Part>);

/// One of the parts that `AND` joins.
#[derive(Clone, Debug)]
enum Part {
    Hours(Box<OpeningHours>),
    /// It does not depend on the time.
    Fixed(Holds),
}

impl Condition {
    pub(crate) fn read(text: &str) -> Self {
        let parts = text.split(" AND ").flat_map(|part| part.split(" and ")).map(|part| {
            let part = part.trim();
            if part.contains(['<', '>', '=']) {
                return Part::Fixed(compares(part));
            }
            part.parse().map_or(Part::Fixed(Holds::Unknown), |hours| Part::Hours(Box::new(hours)))
        });
        Self(parts.collect())
    }

    /// Whether it holds at a local time. All parts have to.
    pub(crate) fn at(&self, local: Option<NaiveDateTime>) -> Holds {
        self.0.iter().map(|part| part.at(local)).fold(Holds::Yes, |all, part| match (all, part) {
            (Holds::No, _) | (_, Holds::No) => Holds::No,
            (Holds::Unknown, _) | (_, Holds::Unknown) => Holds::Unknown,
            (Holds::Yes, Holds::Yes) => Holds::Yes,
        })
    }
}

impl Part {
    fn at(&self, local: Option<NaiveDateTime>) -> Holds {
        match (self, local) {
            (Self::Fixed(holds), _) => *holds,
            (Self::Hours(_), None) => Holds::Unknown,
            (Self::Hours(hours), Some(local)) if hours.is_open(local) => Holds::Yes,
            (Self::Hours(hours), Some(local)) if hours.is_unknown(local) => Holds::Unknown,
            (Self::Hours(_), Some(_)) => Holds::No,
        }
    }
}

/// `weight > 7.5`. What a car does not have (`has_trailer = yes`, somebody's own invention) is not about it.
fn compares(part: &str) -> Holds {
    let Some(at) = part.find(['<', '>', '=']) else { return Holds::Unknown };
    let (key, rest) = part.split_at(at);
    let value = rest.trim_start_matches(['<', '>', '=']);
    let sign = &rest[..rest.len() - value.len()];
    let Some((_, own)) = MEASURES.iter().find(|(known, _)| *known == key.trim()) else { return Holds::No };
    let number: String =
        value.trim().chars().take_while(|letter| letter.is_ascii_digit() || *letter == '.').collect();
    let Ok(limit) = number.parse::<f64>() else { return Holds::Unknown };
    let yes = match sign {
        ">" => *own > limit,
        ">=" => *own >= limit,
        "<" => *own < limit,
        "<=" => *own <= limit,
        _ => (*own - limit).abs() < f64::EPSILON,
    };
    if yes { Holds::Yes } else { Holds::No }
}

/// The moment as a clock on the wall shows it.
pub(crate) fn local(when: &Moment) -> Option<NaiveDateTime> {
    let zoned = when.zoned();
    let part = |number: i8| u32::try_from(number).unwrap_or_default();
    NaiveDate::from_ymd_opt(i32::from(zoned.year()), part(zoned.month()), part(zoned.day()))?.and_hms_opt(
        part(zoned.hour()),
        part(zoned.minute()),
        part(zoned.second()),
    )
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::*;

    /// Tuesday, 2 May 2017, 10:00 in UTC; 12:00 in Paris.
    fn tuesday(zone: &str) -> Moment {
        Moment { at: Timestamp(1_493_719_200), zone: zone.to_owned() }
    }

    #[test]
    fn conditions_by_time_of_the_place() {
        let check = |condition: &str, utc: Holds, paris: Holds| {
            let read = Condition::read(condition);
            assert_eq!(read.at(local(&tuesday("UTC"))), utc, "{condition} in UTC");
            assert_eq!(read.at(local(&tuesday("Europe/Paris"))), paris, "{condition} in Paris");
        };
        check("Mo-Fr 07:00-11:00", Holds::Yes, Holds::No);
        check("Mo-Fr 07:00-09:30,11:30-18:30", Holds::No, Holds::Yes);
        check("Sa-Su 00:00-24:00", Holds::No, Holds::No);
        check("Apr-Oct", Holds::Yes, Holds::Yes);
        check("20:00-11:00", Holds::Yes, Holds::No);
        check("Mo-Fr 07:00-11:00 AND weight > 7.5", Holds::No, Holds::No);
        check("Mo-Fr 07:00-11:00 AND weight > 1.5 t", Holds::Yes, Holds::No);
        check("weight < 3.5", Holds::Yes, Holds::Yes);
        check("has_pygmies > 10 p", Holds::No, Holds::No);
        check("weight > heavy", Holds::Unknown, Holds::Unknown);
        check("when it rains", Holds::Unknown, Holds::Unknown);
        check("", Holds::Unknown, Holds::Unknown);
    }

    #[test]
    fn nothing_is_known_without_a_time_but_what_the_car_is() {
        let check = |condition: &str, expected: Holds| {
            assert_eq!(Condition::read(condition).at(None), expected, "{condition}");
        };
        check("Mo-Fr 07:00-11:00", Holds::Unknown);
        check("weight > 7.5", Holds::No);
        check("Mo-Fr AND weight > 7.5", Holds::No);
    }
}

//! Streams written as text: one line for each thing noticed.

use domain::{
    Importance, Moment, Noticed, ObservationId, PlaceId, StatementKey, StreamSource, TripId, Weather,
};

/// `2026-11-23T22:10 trip=1 set cabin.temperature=22 rain with=child place=3 session=a` and, after `|`, words. Shanghai time.
pub fn stream(text: &str) -> Vec<Noticed> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .enumerate()
        .map(|(at, line)| noticed(i64::try_from(at).unwrap() + 1, line))
        .collect()
}

pub fn at(text: &str) -> Moment {
    let zoned: jiff::Zoned = format!("{text}[Asia/Shanghai]").parse().unwrap();
    Moment::from_zoned(&zoned)
}

fn noticed(id: i64, line: &str) -> Noticed {
    let (line, words) = line.split_once('|').unwrap_or((line, ""));
    let mut parts = line.split_whitespace();
    let mut one = Noticed {
        id: ObservationId(id),
        at: at(parts.next().unwrap()),
        source: StreamSource::Action,
        kind: String::new(),
        words: words.trim().to_owned(),
        key: None,
        value: String::new(),
        place: None,
        trip: None,
        weather: None,
        traffic: String::new(),
        passengers: Vec::new(),
        importance: Importance { emotion: 0.0, consequence: 0.1, repetition: 0.0 },
        heard: 1.0,
        session: None,
    };
    if !one.words.is_empty() {
        one.source = StreamSource::Dialogue;
    }
    for part in parts {
        match part.split_once('=') {
            Some(("trip", id)) => one.trip = Some(TripId(id.parse().unwrap())),
            Some(("place", id)) => one.place = Some(PlaceId(id.parse().unwrap())),
            Some(("with", who)) => one.passengers.push(who.to_owned()),
            Some(("session", name)) => one.session = Some(name.to_owned()),
            Some((attribute, value)) => {
                one.key = Some(StatementKey {
                    subject: "me".to_owned(),
                    attribute: attribute.to_owned(),
                    condition: String::new(),
                });
                one.value = value.to_owned();
            }
            None => match Weather::from_word(part) {
                Some(weather) => one.weather = Some(weather),
                None => one.kind = part.to_owned(),
            },
        }
    }
    one
}

/// A week with three late drives on which it was made cooler and soothing music was played, among others.
pub const WEEK: &str = "
    2026-11-23T08:05 trip=1 set cabin.temperature=24
    2026-11-23T08:06 trip=1 set music=pop
    2026-11-23T21:10 trip=2 set cabin.temperature=21
    2026-11-23T21:12 trip=2 set music=soothing
    2026-11-24T08:04 trip=3 set cabin.temperature=24
    2026-11-24T18:10 trip=4 set music=pop
    2026-11-25T08:05 trip=5 set cabin.temperature=24
    2026-11-25T22:30 trip=6 set cabin.temperature=20
    2026-11-25T22:31 trip=6 set music=soothing
    2026-11-26T18:00 trip=7 set cabin.temperature=24
    2026-11-26T18:02 trip=7 set music=pop
    2026-11-27T08:05 trip=8 set cabin.temperature=24
    2026-11-27T23:40 trip=9 set cabin.temperature=21
    2026-11-27T23:44 trip=9 set music=soothing
";

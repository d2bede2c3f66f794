//! Coordinates as people paste them.
//!
//! Decimal degrees, degrees with minutes, or with minutes and seconds; with N, S, E, W or 北纬, 东经 before or after
//! each number, or without, latitude first. The first number is taken for the longitude only where it can't be a
//! latitude.

mod datum;
mod link;
mod pluscode;

use domain::LonLat;

pub use datum::{Datum, written};

/// A coordinate as it was pasted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pasted {
    /// Where, WGS-84.
    pub at: LonLat,
    /// What it was counted in.
    pub datum: Datum,
    /// The same two numbers the other way round, where nothing says which is the latitude.
    pub swapped: Option<LonLat>,
}

/// Most characters of a pasted link that are read.
const MAX_BYTES: usize = 2000;

/// The place that a text consists of: a coordinate, a link to a map, an Open Location Code; `None` when it is anything
/// else. A short code ("PCV8+2X") is counted from `near`.
pub fn pasted(text: &str, near: Option<LonLat>) -> Option<Pasted> {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_BYTES {
        return None;
    }
    if let Some((at, datum)) = link::parse(text) {
        return Some(Pasted { at: datum.to_wgs84(at), datum, swapped: None });
    }
    if let Some(at) = pluscode::parse(text, near) {
        return Some(Pasted { at, datum: Datum::Wgs84, swapped: None });
    }
    let (named, rest) = datum::split(text);
    let datum = named.unwrap_or_default();
    let (at, open) = read(&rest)?;
    let swapped = open.then(|| LonLat::new(at.lat, at.lon)).flatten();
    // Amap writes the longitude first, and its person copies it so; that the numbers fit both ways is rare in China.
    Some(Pasted { at: datum.to_wgs84(at), datum, swapped: swapped.map(|at| datum.to_wgs84(at)) })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Piece {
    /// A number, and whether it was written with a decimal point.
    Number(f64, bool),
    /// `true` for latitude, and the sign.
    Side(bool, f64),
    /// What parts the two numbers: comma, semicolon, slash.
    Gap,
    Degree,
    Minute,
    Second,
}

/// The coordinate that a text consists of, and whether its numbers could as well stand the other way round.
fn read(text: &str) -> Option<(LonLat, bool)> {
    /// Words that only say that a coordinate follows.
    const LEAD: [&str; 8] =
        ["经纬度", "坐标点", "坐标", "座标", "位置", "coordinates", "coordinate", "coords"];
    let lower = text.trim().to_lowercase();
    let text = LEAD.iter().find_map(|word| lower.strip_prefix(word)).unwrap_or(&lower);
    let pieces = pieces(text)?;
    let (first, rest) = angle(&pieces)?;
    let rest = rest.strip_prefix(&[Piece::Gap]).unwrap_or(rest);
    let (second, rest) = angle(rest)?;
    if !rest.is_empty() {
        return None;
    }
    // Two bare whole numbers are house numbers, a date or anything else.
    if !first.marked && !second.marked && !first.fraction && !second.fraction {
        return None;
    }
    let at = match (first.latitude, second.latitude) {
        (Some(true), Some(false) | None) | (None, Some(false)) => LonLat::new(second.degrees, first.degrees),
        (Some(false), Some(true) | None) | (None, Some(true)) => LonLat::new(first.degrees, second.degrees),
        (None, None) if first.degrees.abs() > 90.0 => LonLat::new(first.degrees, second.degrees),
        (None, None) => {
            let both = second.degrees.abs() <= 90.0;
            return LonLat::new(second.degrees, first.degrees).map(|at| (at, both));
        }
        (Some(_), Some(_)) => None,
    };
    at.map(|at| (at, false))
}

struct Angle {
    degrees: f64,
    latitude: Option<bool>,
    /// It has a side or a degree sign.
    marked: bool,
    fraction: bool,
}

/// Reads one angle from the front.
fn angle(pieces: &[Piece]) -> Option<(Angle, &[Piece])> {
    let (mut side, mut rest) = match pieces {
        [Piece::Side(latitude, sign), rest @ ..] => (Some((*latitude, *sign)), rest),
        _ => (None, pieces),
    };
    let [Piece::Number(degrees, fraction), after @ ..] = rest else { return None };
    rest = after;
    let mut angle =
        Angle { degrees: degrees.abs(), latitude: None, marked: side.is_some(), fraction: *fraction };
    if let [Piece::Degree, after @ ..] = rest {
        rest = after;
        angle.marked = true;
        // Minutes and seconds may go without their sign where a side ends the angle, as on old maps.
        for (sign, share) in [(Piece::Minute, 60.0), (Piece::Second, 3600.0)] {
            let [Piece::Number(value, _), after @ ..] = rest else { break };
            let after = match after {
                [mark, after @ ..] if *mark == sign => after,
                [Piece::Side(..), ..] | [] => after,
                _ => return None,
            };
            if !(0.0..60.0).contains(value) {
                return None;
            }
            angle.degrees += value / share;
            rest = after;
        }
    }
    if let ([Piece::Side(latitude, sign), after @ ..], None) = (rest, side) {
        side = Some((*latitude, *sign));
        rest = after;
        angle.marked = true;
    }
    angle.degrees *= degrees.signum() * side.map_or(1.0, |(_, sign)| sign);
    angle.latitude = side.map(|(latitude, _)| latitude);
    Some((angle, rest))
}

/// Cuts a text into pieces; `None` when it holds anything that no coordinate has.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    const WORDS: [(&str, Piece); 34] = [
        ("北纬", Piece::Side(true, 1.0)),
        ("南纬", Piece::Side(true, -1.0)),
        ("东经", Piece::Side(false, 1.0)),
        ("西经", Piece::Side(false, -1.0)),
        ("纬度", Piece::Side(true, 1.0)),
        ("经度", Piece::Side(false, 1.0)),
        ("latitude", Piece::Side(true, 1.0)),
        ("longitude", Piece::Side(false, 1.0)),
        ("lat", Piece::Side(true, 1.0)),
        ("lon", Piece::Side(false, 1.0)),
        ("lng", Piece::Side(false, 1.0)),
        ("n", Piece::Side(true, 1.0)),
        ("s", Piece::Side(true, -1.0)),
        ("e", Piece::Side(false, 1.0)),
        ("w", Piece::Side(false, -1.0)),
        ("北", Piece::Side(true, 1.0)),
        ("南", Piece::Side(true, -1.0)),
        ("东", Piece::Side(false, 1.0)),
        ("西", Piece::Side(false, -1.0)),
        ("°", Piece::Degree),
        ("º", Piece::Degree),
        ("度", Piece::Degree),
        ("''", Piece::Second),
        ("\"", Piece::Second),
        ("″", Piece::Second),
        ("”", Piece::Second),
        ("秒", Piece::Second),
        ("'", Piece::Minute),
        ("′", Piece::Minute),
        ("’", Piece::Minute),
        ("分", Piece::Minute),
        (",", Piece::Gap),
        (";", Piece::Gap),
        ("/", Piece::Gap),
    ];
    let lower: String = text
        .to_lowercase()
        .chars()
        .map(|c| match c {
            '，' | '、' => ',',
            '；' => ';',
            '−' | '–' => '-',
            '：' | ':' | '=' | '(' | ')' | '（' | '）' | '[' | ']' => ' ',
            _ => c,
        })
        .collect();
    let mut rest = lower.trim_start();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'.' | b'-' | b'+')).count();
        if digits > 0 {
            let number = rest.get(..digits)?;
            found.push(Piece::Number(number.parse().ok()?, number.contains('.')));
            rest = rest.get(digits..)?;
        } else {
            let (word, piece) = WORDS.iter().find(|(word, _)| rest.starts_with(word))?;
            found.push(*piece);
            rest = rest.get(word.len()..)?;
        }
        rest = rest.trim_start();
        if found.len() > 16 {
            return None;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(f64, f64)>) {
        let parsed = pasted(text, None).map(|pasted| pasted.at);
        let near = match (parsed, expected) {
            (Some(at), Some((lat, lon))) => (at.lat - lat).abs() < 1e-6 && (at.lon - lon).abs() < 1e-6,
            (None, None) => true,
            _ => false,
        };
        assert!(near, "{text}: {parsed:?}");
    }

    #[test]
    fn the_usual_ways_to_write_a_place() {
        for text in [
            "43.72, 7.40",
            "43.72 7.40",
            "43.72，7.40",
            "7.40E 43.72N",
            "43.72N, 7.40E",
            "N43.72 E7.40",
            "N 43.72°, E 7.40°",
            "43°43.2'N 7°24'E",
            "43°43'12\"N 7°24'00\"E",
            "43° 43′ 12″ N, 7° 24′ 0″ E",
            "北纬43.72，东经7.40",
            "北纬43度43分12秒 东经7度24分",
            "东经7.40 北纬43.72",
            "lat: 43.72, lon: 7.40",
            "geo:43.72,7.40?z=15",
            "  43.72/7.40 ",
            "(43.72, 7.40)",
            "[43.72, 7.40]",
            "坐标：43.72, 7.40",
            "经度7.40 纬度43.72",
        ] {
            check(text, Some((43.72, 7.40)));
        }
        check("-33.86, 151.21", Some((-33.86, 151.21)));
        check("33.86S 151.21E", Some((-33.86, 151.21)));
        check("151.21, -33.86", Some((-33.86, 151.21)));
        check("0.0, 0.0", Some((0.0, 0.0)));
        check("43N 7E", Some((43.0, 7.0)));
    }

    #[test]
    fn the_datum_is_taken_into_account_in_china_only() {
        let at = |text: &str| pasted(text, None).map(|pasted| pasted.at).unwrap();
        let plain = at("39.99, 116.31");
        for text in
            ["gcj02 39.99,116.31", "高德坐标 116.31,39.99", "39.99,116.31 GCJ-02", "火星坐标：39.99, 116.31"]
        {
            let shift = at(text).distance_m(plain);
            assert!((300.0..800.0).contains(&shift), "{text} {shift}");
        }
        let baidu = at("百度坐标 39.99, 116.31").distance_m(plain);
        assert!((800.0..1600.0).contains(&baidu), "{baidu}");
        assert_eq!(at("wgs84 39.99,116.31"), plain);
        assert_eq!(at("gcj02 43.72,7.4"), at("43.72,7.4"));
    }

    #[test]
    fn numbers_that_fit_both_ways_say_so() {
        for (text, both) in [
            ("43.72, 7.40", true),
            ("7.40, 43.72", true),
            ("39.9, 116.4", false),
            ("116.4, 39.9", false),
            ("N43.72 E7.40", false),
            ("https://www.openstreetmap.org/#map=17/43.72/7.4", false),
        ] {
            assert_eq!(pasted(text, None).map(|pasted| pasted.swapped.is_some()), Some(both), "{text}");
        }
    }

    #[test]
    fn anything_else_is_not_a_coordinate() {
        for text in [
            "",
            "43.72",
            "12 14",
            "95.0, 200.0",
            "rue 12, 14",
            "43.72N 7.40N",
            "43°75'N 7°E",
            "1.2.3, 4",
            "1,2,3",
            "n e",
            "南京西路",
        ] {
            check(text, None);
        }
    }
}

//! Coordinates in the notations that people paste.

use super::text::Text;
use crate::LonLat;

/// A coordinate that starts at this character, and the index after it.
///
/// Understood: `43.73, 7.42` · `43.7384° N, 7.4246° E` · `43°44'18"N 7°25'28"E` · `N43.73 E7.42` · `geo:43.73,7.42` ·
/// `lat 43.73 lon 7.42` · 北纬43.73东经7.42. Latitude comes first unless letters say otherwise or the number is no latitude.
pub(super) fn read(text: &Text, from: usize) -> Option<(LonLat, usize)> {
    if super::text::is_alphabetic_script(text.before(from)) || matches!(text.before(from), '.' | '-') {
        return None;
    }
    let mut at = from;
    let mut open = false;
    if let Some(after) = text.matches(from, "geo:") {
        at = after;
    } else if matches!(text.at(at), '(' | '[') {
        open = true;
        at += 1;
    }
    let (first, after) = half(text, at)?;
    at = skip(text, after, |c| c.is_whitespace() || matches!(c, ',' | '，' | ';' | '/'));
    if at == after && first.axis.is_none() {
        return None;
    }
    let (second, after) = half(text, at)?;
    at = after;
    // Two bare whole numbers are a time, a house number or a price, never a place.
    let certain = first.marked || second.marked || (first.decimal && second.decimal);
    if !certain || super::text::is_alphabetic_script(text.at(at)) && at < text.len() {
        return None;
    }
    if open {
        at = skip(text, at, char::is_whitespace);
        if matches!(text.at(at), ')' | ']') {
            at += 1;
        }
    }
    let (lat, lon) = match (first.axis, second.axis) {
        (Some(Axis::Lat), None | Some(Axis::Lon)) | (None, Some(Axis::Lon)) => {
            (first.degrees, second.degrees)
        }
        (Some(Axis::Lon), None | Some(Axis::Lat)) | (None, Some(Axis::Lat)) => {
            (second.degrees, first.degrees)
        }
        (None, None) if first.degrees.abs() > 90.0 => (second.degrees, first.degrees),
        (None, None) => (first.degrees, second.degrees),
        _ => return None,
    };
    LonLat::new(lon, lat).map(|place| (place, at))
}

#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Lat,
    Lon,
}

struct Half {
    degrees: f64,
    axis: Option<Axis>,
    /// A degree sign or a letter marks it as a coordinate.
    marked: bool,
    decimal: bool,
}

const BEFORE: &[(&str, Axis, f64)] = &[
    ("北纬", Axis::Lat, 1.0),
    ("南纬", Axis::Lat, -1.0),
    ("东经", Axis::Lon, 1.0),
    ("西经", Axis::Lon, -1.0),
    ("纬度", Axis::Lat, 1.0),
    ("经度", Axis::Lon, 1.0),
    ("latitude", Axis::Lat, 1.0),
    ("longitude", Axis::Lon, 1.0),
    ("lat", Axis::Lat, 1.0),
    ("lon", Axis::Lon, 1.0),
    ("lng", Axis::Lon, 1.0),
    ("n", Axis::Lat, 1.0),
    ("s", Axis::Lat, -1.0),
    ("e", Axis::Lon, 1.0),
    ("w", Axis::Lon, -1.0),
];

fn half(text: &Text, from: usize) -> Option<(Half, usize)> {
    let mut at = from;
    let mut axis = None;
    let mut sign = 1.0;
    for (word, word_axis, word_sign) in BEFORE {
        if word.chars().enumerate().all(|(i, c)| text.at(at + i) == c) {
            (axis, sign) = (Some(*word_axis), *word_sign);
            at = skip(text, at + word.chars().count(), |c| {
                c.is_whitespace() || matches!(c, '=' | ':' | '为' | '是')
            });
            break;
        }
    }
    if matches!(text.at(at), '-' | '+') {
        if text.at(at) == '-' {
            sign = -sign;
        }
        at += 1;
    }
    let (mut degrees, decimal, after) = number(text, at)?;
    at = after;
    let mut marked = axis.is_some();
    for (marks, share) in
        [(&['°', 'º', '度'][..], 1.0), (&['\'', '′', '分'], 60.0), (&['"', '″', '”', '“', '秒'], 3600.0)]
    {
        if share > 1.0 {
            let next = skip(text, at, char::is_whitespace);
            let Some((part, _, after)) = number(text, next) else { continue };
            if !marks.contains(&text.at(after)) || part >= 60.0 {
                continue;
            }
            degrees += part / share;
            at = after + 1;
        } else if marks.contains(&text.at(at)) {
            marked = true;
            at += 1;
        } else {
            break;
        }
    }
    let letter = skip(text, at, char::is_whitespace);
    let ends = !super::text::is_alphabetic_script(text.at(letter + 1)) || letter + 1 >= text.len();
    let after_letter = match text.at(letter) {
        'n' if ends => Some((Axis::Lat, 1.0)),
        's' if ends => Some((Axis::Lat, -1.0)),
        'e' if ends => Some((Axis::Lon, 1.0)),
        'w' if ends => Some((Axis::Lon, -1.0)),
        _ => None,
    };
    if let (Some((letter_axis, letter_sign)), None) = (after_letter, axis) {
        (axis, sign, at, marked) = (Some(letter_axis), sign * letter_sign, letter + 1, true);
    }
    Some((Half { degrees: degrees * sign, axis, marked, decimal }, at))
}

/// Digits with an optional fraction: value, whether it has a fraction, index after it.
fn number(text: &Text, from: usize) -> Option<(f64, bool, usize)> {
    let whole_end = skip(text, from, |c| c.is_ascii_digit());
    if whole_end == from || whole_end - from > 3 {
        return None;
    }
    let mut end = whole_end;
    if text.at(end) == '.' && text.at(end + 1).is_ascii_digit() {
        end = skip(text, end + 1, |c| c.is_ascii_digit());
    }
    let digits: String = (from..end).map(|i| text.at(i)).collect();
    Some((digits.parse().ok()?, end > whole_end, end))
}

fn skip(text: &Text, from: usize, is: impl Fn(char) -> bool) -> usize {
    (from..text.len()).find(|i| !is(text.at(*i))).unwrap_or(text.len().max(from))
}

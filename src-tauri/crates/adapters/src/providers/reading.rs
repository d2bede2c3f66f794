//! Reading what a stranger's server sends: numbers that are numbers, places on the globe, words that only say something.

use domain::{
    LonLat,
    ports::{FetchError, ProviderError},
};
use serde_json::Value;

/// Routes that are taken.
pub const MOST_ROUTES: usize = 4;
/// Points of a line that are taken; a longer one is refused, because half a line is no way.
pub const MOST_POINTS: usize = 200_000;
/// Instructions that are taken; those behind are left out.
pub const MOST_STEPS: usize = 5_000;
/// Characters of a text that are taken.
const MOST_CHARACTERS: usize = 200;
/// Nothing on earth takes longer, in seconds or metres.
const MOST: f64 = 1e8;

/// What a status means when the answer says nothing more of it; nothing for a good one.
pub fn status(status: u16) -> Option<ProviderError> {
    match status {
        200..=299 => None,
        401 | 403 => Some(ProviderError::Key),
        429 => Some(ProviderError::Limit),
        other => Some(ProviderError::Exchange(FetchError::Refused(other))),
    }
}

/// A length or a time: not negative, not beyond reason. Amap writes numbers as texts.
pub fn amount(value: &Value) -> Option<f64> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (number.is_finite() && (0.0..=MOST).contains(&number)).then_some(number)
}

/// The same, 0 where it is absent or senseless: for what is only shown.
pub fn amount_or_0(value: &Value) -> f64 {
    amount(value).unwrap_or(0.0)
}

/// Words of a server, without what could do more than be read: no control characters, nothing that turns the direction
/// of writing or hides, one blank between words, and an end.
pub fn text(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default();
    let mut out = String::new();
    let mut count = 0;
    // Far more than is kept: a text of ten megabytes is not walked through for two hundred characters.
    for c in text.chars().take(MOST_CHARACTERS * 10) {
        let hidden = matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}');
        if hidden {
            continue;
        }
        let c = if c.is_control() || c.is_whitespace() { ' ' } else { c };
        if c == ' ' && (out.is_empty() || out.ends_with(' ')) {
            continue;
        }
        if count == MOST_CHARACTERS {
            out.push('…');
            break;
        }
        out.push(c);
        count += 1;
    }
    out.trim_end().to_owned()
}

/// A place on the globe from `[LON, LAT]`.
pub fn point(value: &Value) -> Option<LonLat> {
    LonLat::new(value.get(0)?.as_f64()?, value.get(1)?.as_f64()?)
}

/// A line of `[LON, LAT]` pairs: two points at least, every one on the globe.
pub fn line(value: &Value) -> Option<Vec<LonLat>> {
    let points = value.as_array().filter(|points| (2..=MOST_POINTS).contains(&points.len()))?;
    points.iter().map(point).collect()
}

/// A line in Google's notation with six decimals.
pub fn polyline(text: &str) -> Option<Vec<LonLat>> {
    // A point takes two characters at least.
    if text.len() > MOST_POINTS * 12 {
        return None;
    }
    let line = polyline::decode_polyline(text, 6).ok()?;
    let points: Option<Vec<LonLat>> = line.coords().map(|at| LonLat::new(at.x, at.y)).collect();
    points.filter(|points| (2..=MOST_POINTS).contains(&points.len()))
}

/// The point of a line with this index, else its end.
pub fn at(line: &[LonLat], index: &Value) -> LonLat {
    let index = index.as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(usize::MAX);
    line.get(index).or(line.last()).copied().unwrap_or(LonLat { lon: 0.0, lat: 0.0 })
}

/// What is in a list, at most so many.
pub fn items(value: &Value, most: usize) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten().take(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn amounts_are_amounts() {
        let check = |value: Value, expected: Option<f64>| assert_eq!(amount(&value), expected, "{value}");
        check(json!(12.5), Some(12.5));
        check(json!("1500"), Some(1500.0));
        check(json!(0), Some(0.0));
        for bad in
            [json!(-1), json!(1e300), json!("NaN"), json!("inf"), json!(null), json!([1]), json!("12 km")]
        {
            check(bad, None);
        }
    }

    #[test]
    fn texts_only_say_something() {
        let check = |value: &str, expected: &str| assert_eq!(text(&json!(value)), expected, "{value:?}");
        check("Avenue de la Costa", "Avenue de la Costa");
        check("  a\r\n\tb  ", "a b");
        check("\u{202e}evil\u{202c}", "evil");
        check("a\u{0}b\u{1b}[31m", "a b [31m");
        check("zero\u{200b}width\u{feff}", "zerowidth");
        // Markup stays text: whoever shows it must not take it for more, and the window's framework does not.
        check("<b onload=x>", "<b onload=x>");
        check("长安街", "长安街");
        let long = text(&json!("路".repeat(10_000_000)));
        assert_eq!(long.chars().count(), MOST_CHARACTERS + 1);
        assert_eq!(text(&json!({"a": 1})), "");
    }

    #[test]
    fn lines_lie_on_the_globe() {
        assert_eq!(line(&json!([[7.4, 43.7], [7.5, 43.8]])).map(|line| line.len()), Some(2));
        for bad in [
            json!([[7.4, 43.7]]),
            json!([[7.4, 43.7], [7.5, 91.0]]),
            json!([[7.4, 43.7], ["7.5", 43.8]]),
            json!([[7.4, 43.7], []]),
            json!("line"),
            json!({}),
        ] {
            assert_eq!(line(&bad), None, "{bad}");
        }
    }

    /// Every text of a few characters, and long ones: none may do more than be refused.
    #[test]
    fn any_text_is_a_line_or_none() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for length in 0..400_usize {
            for _ in 0..20 {
                let text: String = (0..length)
                    .map(|_| {
                        seed = seed
                            .wrapping_mul(6_364_136_223_846_793_005)
                            .wrapping_add(1_442_695_040_888_963_407);
                        char::from(63 + ((seed >> 33) % 64) as u8)
                    })
                    .collect();
                for at in polyline(&text).into_iter().flatten() {
                    assert!(LonLat::new(at.lon, at.lat).is_some(), "{text}");
                }
            }
        }
        for bad in ["", "?", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "路", "\u{0}\u{1}", "____________________"] {
            assert_eq!(polyline(bad), None, "{bad:?}");
        }
        assert_eq!(polyline("_izlhA~rlgdF_{geC~ywl@").map(|line| line.len()), Some(2));
    }
}

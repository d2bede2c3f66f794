//! Open Location Codes ("8FM9PCV8+2X"), after <https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md>.
//!
//! The two libraries on crates.io bring a whole argument parser or a serialisation framework of years ago along; the
//! decoding itself is this page.

use domain::LonLat;

const DIGITS: &[u8] = b"23456789CFGHJMPQRVWX";

/// Digits of a pair refine by this.
const BASE: f64 = 20.0;

/// The middle of the cell that a full code names, or of a short one nearest to `near`.
pub(super) fn parse(text: &str, near: Option<LonLat>) -> Option<LonLat> {
    let code = text.trim().to_uppercase();
    let plus = code.find('+')?;
    let digits: Vec<usize> = code
        .bytes()
        .filter(|b| *b != b'+')
        .take_while(|b| *b != b'0')
        .map(|b| DIGITS.iter().position(|digit| *digit == b))
        .collect::<Option<_>>()?;
    let padded = code.bytes().filter(|b| *b == b'0').count();
    let well_formed = match plus {
        8 => {
            digits.len() + padded == code.len() - 1
                && padded.is_multiple_of(2)
                && (padded == 0 || code.len() == 9)
        }
        // Short codes leave out the first four, six or two digits.
        2 | 4 | 6 => padded == 0 && code.len() - plus >= 3,
        _ => false,
    };
    if !well_formed || digits.len() < 2 || digits.len() > 15 || code.matches('+').count() != 1 {
        return None;
    }
    if plus == 8 {
        return middle(&digits);
    }
    // The missing digits are those of the place nearby whose code ends like this.
    let near = near?;
    let missing = 8 - plus;
    let mut full = prefix(near, missing);
    full.extend(&digits);
    let at = middle(&full)?;
    let step = BASE.powi(2 - i32::try_from(missing / 2).ok()?);
    let nearest = |value: f64, wanted: f64| value + step * ((wanted - value) / step).round();
    LonLat::new(nearest(at.lon, near.lon), nearest(at.lat, near.lat).clamp(-90.0, 90.0))
}

/// The first digits of a place's code.
fn prefix(at: LonLat, digits: usize) -> Vec<usize> {
    let (mut lat, mut lon) = ((at.lat + 90.0).clamp(0.0, 179.999), (at.lon + 180.0).clamp(0.0, 359.999));
    let mut size = BASE;
    let mut found = Vec::new();
    for _ in 0..digits / 2 {
        for value in [&mut lat, &mut lon] {
            let digit = (*value / size).floor();
            *value -= digit * size;
            found.push(digit as usize);
        }
        size /= BASE;
    }
    found
}

fn middle(digits: &[usize]) -> Option<LonLat> {
    let (mut lat, mut lon) = (-90.0, -180.0);
    let (mut high, mut wide) = (BASE * BASE, BASE * BASE);
    for pair in digits.get(..digits.len().min(10))?.chunks(2) {
        (high, wide) = (high / BASE, wide / BASE);
        lat += *pair.first()? as f64 * high;
        // A single digit is no place.
        lon += *pair.get(1)? as f64 * wide;
    }
    // From the eleventh digit on, one digit names a cell of four columns and five rows.
    for digit in digits.iter().skip(10) {
        (high, wide) = (high / 5.0, wide / 4.0);
        lat += (digit / 4) as f64 * high;
        lon += (digit % 4) as f64 * wide;
    }
    LonLat::new(lon + wide / 2.0, lat + high / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes and centres from the specification's own test data (`decoding.csv`), and short ones from `shortCodeTests.csv`.
    #[test]
    fn codes_name_places() {
        let check = |code: &str, near: Option<(f64, f64)>, expected: Option<(f64, f64)>| {
            let near = near.and_then(|(lat, lon)| LonLat::new(lon, lat));
            let found = parse(code, near);
            let fits = match (found, expected) {
                (Some(at), Some((lat, lon))) => (at.lat - lat).abs() < 1e-4 && (at.lon - lon).abs() < 1e-4,
                (None, None) => true,
                _ => false,
            };
            assert!(fits, "{code}: {found:?}");
        };
        check("7FG49Q00+", None, Some((20.375, 2.775)));
        check("7FG49QCJ+2V", None, Some((20.370_062_5, 2.782_187_5)));
        check("7FG49QCJ+2VX", None, Some((20.370_112_5, 2.782_234_375)));
        check("8FVC2222+22", None, Some((47.000_062_5, 8.000_062_5)));
        check("4VCPPQGP+Q9", None, Some((-41.273_062_5, 174.785_937_5)));
        check("62G20000+", None, Some((0.5, -179.5)));
        check("9C3W9QCJ+2VX", None, Some((51.370_112_5, -1.217_765_625)));
        check("9QCJ+2VX", Some((51.370_112_5, -1.217_765_625)), Some((51.370_112_5, -1.217_765_625)));
        check("8fvc2222+22", None, Some((47.000_062_5, 8.000_062_5)));
        for wrong in
            ["9QCJ+2VX", "Rue+Grimaldi", "+", "12345678", "8FVC2222+2A", "8FVC2222+22+", "8FVC22222+2", ""]
        {
            check(wrong, None, None);
        }
    }
}

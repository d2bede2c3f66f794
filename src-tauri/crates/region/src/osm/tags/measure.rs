//! Numbers with units as people write them into tags.

/// Digits at the start of the text, as a number.
pub fn leading_integer(text: &str) -> Option<u32> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

fn leading_decimal(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    Some((number.replace(',', ".").parse().ok()?, rest.trim()))
}

/// A length in metres: `2`, `2.1 m`, `6'2"`, `250 cm`. Words (`default`, `none`, `unsigned`) give `None`.
/// <https://wiki.openstreetmap.org/wiki/Map_features/Units>
pub fn metres(text: &str) -> Option<f64> {
    let (number, rest) = leading_decimal(text)?;
    if let Some(inches) = rest.strip_prefix('\'').or_else(|| rest.strip_prefix("ft")) {
        let inches = leading_decimal(inches).map_or(0.0, |(inches, _)| inches);
        return Some((number * 12.0 + inches) * 0.0254);
    }
    match rest {
        "" | "m" | "metres" | "meters" => Some(number),
        "cm" => Some(number / 100.0),
        "km" => Some(number * 1000.0),
        "mi" => Some(number * 1609.344),
        "\"" | "in" => Some(number * 0.0254),
        _ => None,
    }
}

/// A weight in tonnes: `3.5`, `8.9t`, `35000 kg`, `4000 lbs`.
pub fn tonnes(text: &str) -> Option<f64> {
    let (number, rest) = leading_decimal(text)?;
    match rest {
        "" | "t" | "mt" => Some(number),
        "kg" => Some(number / 1000.0),
        "lbs" | "lb" => Some(number * 0.000_453_592_37),
        "st" => Some(number * 0.907_184_74),
        "cwt" => Some(number * 0.050_802_345),
        _ => None,
    }
}

/// A duration in seconds: `20` (minutes), `00:20`, `1:05:30`, `PT1H5M`, `P1DT2H`. `None` for anything else or zero.
/// <https://wiki.openstreetmap.org/wiki/Key:duration>
pub fn seconds(text: &str) -> Option<u32> {
    let text = text.trim();
    let total = if let Some(iso) = text.strip_prefix('P') { iso_seconds(iso)? } else { clock_seconds(text)? };
    u32::try_from(total).ok().filter(|s| *s > 0)
}

fn clock_seconds(text: &str) -> Option<u64> {
    let parts = text.split(':').map(|part| part.parse::<u64>().ok()).collect::<Option<Vec<_>>>()?;
    match parts[..] {
        [minutes] => minutes.checked_mul(60),
        [hours, minutes] => hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?),
        [hours, minutes, seconds] => {
            hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)
        }
        _ => None,
    }
}

fn iso_seconds(text: &str) -> Option<u64> {
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let sum = |text: &str, units: &[(char, u64)]| -> Option<u64> {
        let mut rest = text;
        let mut total = 0_u64;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let (number, tail) = rest.split_at(end);
            let unit = tail.chars().next()?;
            let factor = units.iter().find(|(letter, _)| *letter == unit)?.1;
            total = total.checked_add(number.parse::<u64>().ok()?.checked_mul(factor)?)?;
            rest = tail.get(unit.len_utf8()..)?;
        }
        Some(total)
    };
    sum(date, &[('D', 86_400), ('W', 604_800)])?.checked_add(sum(time, &[('H', 3600), ('M', 60), ('S', 1)])?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        let check = |text: &str, expected: Option<f64>| {
            let found = metres(text);
            let close = match (found, expected) {
                (Some(a), Some(b)) => (a - b).abs() < 1e-3,
                (a, b) => a.is_none() && b.is_none(),
            };
            assert!(close, "{text}: {found:?}, expected {expected:?}");
        };
        check("2", Some(2.0));
        check("1 m", Some(1.0));
        check("2,5m", Some(2.5));
        check("6'2\"", Some(1.8796));
        check("8'", Some(2.4384));
        check("210 cm", Some(2.1));
        check("default", None);
        check("no-sign", None);
        check("", None);
    }

    #[test]
    fn weights() {
        let check = |text: &str, expected: Option<f64>| {
            assert_eq!(tonnes(text).map(|t| (t * 1000.0).round()), expected, "{text}");
        };
        check("3.5", Some(3500.0));
        check("35000 kg", Some(35_000.0));
        check("8.9t", Some(8900.0));
        check("4000 lbs", Some(1814.0));
        check("unsigned", None);
    }

    #[test]
    fn durations() {
        let check = |text: &str, expected: Option<u32>| assert_eq!(seconds(text), expected, "{text}");
        check("20", Some(1200));
        check("0:10", Some(600));
        check("00:01:00", Some(60));
        check("1:05:30", Some(3930));
        check("PT1M", Some(60));
        check("PT1H30M", Some(5400));
        check("P1DT2H", Some(93_600));
        check("P", None);
        check("PT", None);
        check("PTM", None);
        check("0", None);
        check("about an hour", None);
        check("99999999999999999999", None);
        check("1:2:3:4", None);
    }
}

//! What the law allows a car where no sign says otherwise, country by country.

/// General limits of a country in km/h; 0 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// ISO 3166-1 code in lower case; empty for everywhere else.
    pub code: &'static str,
    /// Streets where people on foot come first.
    pub living_street: u16,
    /// Inside towns.
    pub urban: u16,
    /// Outside, one carriageway.
    pub rural: u16,
    /// Outside, expressways and roads of two carriageways that are no motorways.
    pub trunk: u16,
    /// Motorways.
    pub motorway: u16,
}

/// What holds where the country is unknown: the commonest values.
pub const ELSEWHERE: Country = row("", 7, 50, 90, 110, 130);

const fn row(
    code: &'static str,
    living_street: u16,
    urban: u16,
    rural: u16,
    trunk: u16,
    motorway: u16,
) -> Country {
    Country { code, living_street, urban, rural, trunk, motorway }
}

/// Passenger cars, dry road, ordinary hours: <https://wiki.openstreetmap.org/wiki/Default_speed_limits> and
/// <https://wiki.openstreetmap.org/wiki/Key:source:maxspeed>. Where states of a country differ, what most have.
#[rustfmt::skip]
const COUNTRIES: [Country; 53] = [
    //   code  living town rural trunk motorway
    row("ad",  20,  50,  90,  90,  90),
    row("at",   7,  50, 100, 100, 130),
    row("au",  10,  50, 100, 100, 110),
    row("be",  20,  50,  70, 120, 120),
    row("bg",  20,  50,  90, 120, 140),
    row("br",  30,  60, 100, 110, 110),
    row("by",  20,  60,  90,  90, 110),
    row("ca",  20,  50,  80,  90, 100),
    row("ch",  20,  50,  80, 100, 120),
    row("cn",  20,  50,  70, 100, 120),
    row("cy",  20,  50,  80, 100, 100),
    row("cz",  20,  50,  90, 110, 130),
    row("de",   7,  50, 100,   0,   0),
    row("dk",  15,  50,  80,  90, 130),
    row("ee",  20,  50,  90,  90,  90),
    row("es",  20,  50,  90,  90, 120),
    row("fi",  20,  50,  80, 100, 120),
    row("fr",  20,  50,  80, 110, 130),
    row("gb",  32,  48,  97, 113, 113),
    row("gr",  20,  50,  90, 110, 130),
    row("hk",  30,  50,  50,  70, 100),
    row("hr",  10,  50,  90, 110, 130),
    row("hu",  20,  50,  90, 110, 130),
    row("ie",  30,  50,  80, 100, 120),
    row("is",  15,  50,  90,  90,  90),
    row("it",  30,  50,  90, 110, 130),
    row("jp",  30,  60,  60,  60, 100),
    row("kr",  20,  50,  80,  90, 100),
    row("li",  20,  50,  80,  80, 120),
    row("lt",  20,  50,  90, 120, 130),
    row("lu",  20,  50,  90,  90, 130),
    row("lv",  20,  50,  90,  90,  90),
    row("mc",  20,  50,  80, 110, 130), // all of Monaco is a town; what lies outside is France
    row("mo",  30,  60,  60,  80,  80),
    row("mt",  20,  50,  80,  80,  80),
    row("nl",  15,  50,  80, 100, 100),
    row("no",   7,  50,  80,  90, 110),
    row("nz",  10,  50, 100, 100, 100),
    row("ph",  20,  40,  80,  80, 100),
    row("pl",  20,  50,  90, 100, 140),
    row("pt",  20,  50,  90, 100, 120),
    row("ro",  20,  50,  90, 100, 130),
    row("rs",  10,  50,  80, 100, 130),
    row("ru",  20,  60,  90,  90, 110),
    row("se",   7,  50,  70,  90, 110),
    row("sg",  20,  50,  60,  70,  90),
    row("si",  10,  50,  90, 110, 130),
    row("sk",  20,  50,  90,  90, 130),
    row("tr",  20,  50,  90, 110, 130),
    row("tw",  20,  50,  60,  90, 110),
    row("ua",  20,  50,  90, 110, 130),
    row("us",  25,  40,  89, 105, 105),
    row("za",  20,  60, 100, 120, 120),
];

/// Signs of parts of a country, or of kinds that only one country has.
#[rustfmt::skip]
const SPECIAL: [(&str, u16); 9] = [
    ("be-bru:rural", 70), ("be-bru:urban", 30), ("be-vlg:rural", 70), ("be-wal:rural", 90), ("ca-on:rural", 80),
    ("gb:nsl_single", 97), ("gb:nsl_dual", 113), ("pl:expressway", 120), ("ru:trunk", 110),
];

/// The country of an ISO 3166-1 code, in either case.
pub fn by_code(code: &str) -> Option<&'static Country> {
    let code = if code.eq_ignore_ascii_case("uk") { "gb" } else { code };
    COUNTRIES.iter().find(|country| country.code.eq_ignore_ascii_case(code))
}

/// The country that a value like `PT:urban` is about; `None` for a number or an unknown country.
pub fn of_sign(text: &str) -> Option<&'static Country> {
    let (code, _) = text.split_once(':')?;
    by_code(code.split('-').next().unwrap_or(code))
}

/// Limit of a sign that is named by kind: `FR:urban`, `urban`. Lower case.
pub fn limit_of_sign(lower: &str) -> Option<u16> {
    let text = lower.strip_prefix("uk:").map_or(lower.to_owned(), |kind| format!("gb:{kind}"));
    if let Some((_, kmh)) = SPECIAL.iter().find(|(sign, _)| *sign == text) {
        return Some(*kmh);
    }
    let country = of_sign(&text).unwrap_or(&ELSEWHERE);
    let kmh = match text.rsplit(':').next().unwrap_or(&text) {
        "urban" => country.urban,
        "rural" => country.rural,
        "trunk" => country.trunk,
        "motorway" => country.motorway,
        "living_street" => country.living_street,
        "walk" => ELSEWHERE.living_street,
        _ => 0,
    };
    Some(kmh).filter(|kmh| *kmh > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads_as_a_law() {
        for country in COUNTRIES.iter().chain([&ELSEWHERE]) {
            let unlimited = |kmh: u16| if kmh == 0 { u16::MAX } else { kmh };
            let rising = [
                country.living_street,
                country.urban,
                country.rural,
                unlimited(country.trunk),
                unlimited(country.motorway),
            ];
            assert!(rising.is_sorted(), "{country:?}");
            assert!((5..=32).contains(&country.living_street) && country.urban >= 40, "{country:?}");
        }
        assert!(
            COUNTRIES.is_sorted_by_key(|country| country.code),
            "two rows of one country would show here"
        );
    }

    #[test]
    fn signs_name_limits() {
        let check = |sign: &str, kmh: Option<u16>| assert_eq!(limit_of_sign(sign), kmh, "{sign}");
        check("fr:rural", Some(80));
        check("ru:urban", Some(60));
        check("de:motorway", None);
        check("uk:nsl_dual", Some(113));
        check("uk:motorway", Some(113));
        check("be-bru:urban", Some(30));
        check("be-bru:motorway", Some(120));
        check("xx:rural", Some(90));
        check("urban", Some(50));
        check("signals", None);
    }
}

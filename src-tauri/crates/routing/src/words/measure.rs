//! Distances and times as a navigator says them.

use domain::Lang;

/// A distance, rounded to what one can judge from behind a wheel: to 10 m below 100 m, to 50 m below a kilometre, to
/// 100 m below ten, then to the kilometre.
pub fn distance(metres: f64, lang: Lang) -> String {
    let m = metres.abs();
    let (number, short) = if m < 95.0 {
        (format!("{:.0}", (m / 10.0).round() * 10.0), true)
    } else if m < 975.0 {
        (format!("{:.0}", (m / 50.0).round() * 50.0), true)
    } else if m < 9_950.0 {
        let tenths = (m / 100.0).round() / 10.0;
        (if tenths.fract() == 0.0 { format!("{tenths:.0}") } else { format!("{tenths:.1}") }, false)
    } else {
        (format!("{:.0}", m / 1000.0), false)
    };
    let unit = match (lang, short) {
        (Lang::Zh, true) => "米",
        (Lang::Zh, false) => "公里",
        (Lang::En, true) => "m",
        (Lang::En, false) => "km",
    };
    format!("{number} {unit}")
}

/// Whole minutes, at least one; from an hour on with hours.
pub(super) fn minutes(seconds: f64, lang: Lang) -> String {
    let all = (seconds.abs() / 60.0).round().max(1.0) as u64;
    let (hours, rest) = (all / 60, all % 60);
    match (lang, hours, rest) {
        (Lang::En, 0, rest) => format!("{rest} min"),
        (Lang::En, hours, 0) => format!("{hours} h"),
        (Lang::En, hours, rest) => format!("{hours} h {rest:02} min"),
        (Lang::Zh, 0, rest) => format!("{rest}分钟"),
        (Lang::Zh, hours, 0) => format!("{hours}小时"),
        (Lang::Zh, hours, rest) => format!("{hours}小时{rest}分钟"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_rounded_to_what_one_can_judge() {
        for (metres, zh, en) in [
            (0.0, "0 米", "0 m"),
            (37.0, "40 米", "40 m"),
            (94.0, "90 米", "90 m"),
            (96.0, "100 米", "100 m"),
            (130.0, "150 米", "150 m"),
            (974.0, "950 米", "950 m"),
            (980.0, "1 公里", "1 km"),
            (1_260.0, "1.3 公里", "1.3 km"),
            (2_030.0, "2 公里", "2 km"),
            (9_940.0, "9.9 公里", "9.9 km"),
            (9_960.0, "10 公里", "10 km"),
            (123_400.0, "123 公里", "123 km"),
        ] {
            assert_eq!(
                (distance(metres, Lang::Zh), distance(metres, Lang::En)),
                (zh.to_owned(), en.to_owned())
            );
        }
        assert_eq!(
            (minutes(20.0, Lang::En), minutes(3_900.0, Lang::Zh)),
            ("1 min".to_owned(), "1小时5分钟".to_owned())
        );
        assert_eq!(
            (minutes(3_600.0, Lang::En), minutes(4_000.0, Lang::En)),
            ("1 h".to_owned(), "1 h 07 min".to_owned())
        );
    }
}

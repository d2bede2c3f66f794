//! Chinese maps draw coordinates shifted: GCJ-02 (Amap, Tencent, Google in China) and BD-09 (Baidu).
//!
//! The shift holds in mainland China only; elsewhere every datum means WGS-84. `coordtransform` knows both the shift
//! and where it holds.

use domain::LonLat;

/// What a coordinate is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Datum {
    /// As satellites and OSM have it.
    #[default]
    Wgs84,
    /// 火星坐标: Amap, Tencent.
    Gcj02,
    /// Baidu.
    Bd09,
}

impl Datum {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Wgs84, Self::Gcj02, Self::Bd09];

    /// Stable word for settings and the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Wgs84 => "wgs84",
            Self::Gcj02 => "gcj02",
            Self::Bd09 => "bd09",
        }
    }

    /// As it is written beside a coordinate.
    pub fn label(self) -> &'static str {
        match self {
            Self::Wgs84 => "WGS-84",
            Self::Gcj02 => "GCJ-02",
            Self::Bd09 => "BD-09",
        }
    }

    /// The datum with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|datum| datum.word() == word)
    }

    /// A point counted in this datum, as WGS-84. Outside mainland China it is the same point.
    pub fn to_wgs84(self, at: LonLat) -> LonLat {
        let (lon, lat) = match self {
            Self::Wgs84 => return at,
            Self::Gcj02 => coordtransform::gcj02_to_wgs84(at.lon, at.lat),
            // Baidu's own shift has no border of its own: it is taken off only where the other one holds.
            Self::Bd09 if coordtransform::is_in_gcj02_region(at.lon, at.lat) => {
                coordtransform::bd09_to_wgs84(at.lon, at.lat)
            }
            Self::Bd09 => return at,
        };
        LonLat::new(lon, lat).unwrap_or(at)
    }

    /// A WGS-84 point, counted in this datum.
    pub fn from_wgs84(self, at: LonLat) -> LonLat {
        if !self.shifts(at) {
            return at;
        }
        let (lon, lat) = match self {
            Self::Wgs84 => return at,
            Self::Gcj02 => coordtransform::wgs84_to_gcj02(at.lon, at.lat),
            Self::Bd09 => coordtransform::wgs84_to_bd09(at.lon, at.lat),
        };
        LonLat::new(lon, lat).unwrap_or(at)
    }

    /// Whether the datum differs from WGS-84 at this WGS-84 point.
    pub fn shifts(self, at: LonLat) -> bool {
        self != Self::Wgs84 && coordtransform::is_in_gcj02_region(at.lon, at.lat)
    }
}

/// A point as it is shown: latitude, longitude, five places (about a metre); the datum is said where it shifts.
pub fn written(at: LonLat, datum: Datum) -> String {
    let shown = datum.from_wgs84(at);
    let plain = format!("{:.5}, {:.5}", shown.lat, shown.lon);
    if datum.shifts(at) { format!("{} {plain}", datum.label()) } else { plain }
}

/// Words that name a datum, lower case; longer ones first.
const WORDS: [(&str, Datum); 30] = [
    ("gcj-02坐标", Datum::Gcj02),
    ("gcj02坐标", Datum::Gcj02),
    ("火星坐标系", Datum::Gcj02),
    ("火星坐标", Datum::Gcj02),
    ("高德坐标", Datum::Gcj02),
    ("腾讯坐标", Datum::Gcj02),
    ("国测局坐标", Datum::Gcj02),
    ("高德地图", Datum::Gcj02),
    ("腾讯地图", Datum::Gcj02),
    ("gcj-02", Datum::Gcj02),
    ("gcj02", Datum::Gcj02),
    ("gcj", Datum::Gcj02),
    ("amap", Datum::Gcj02),
    ("高德", Datum::Gcj02),
    ("腾讯", Datum::Gcj02),
    ("百度坐标系", Datum::Bd09),
    ("百度坐标", Datum::Bd09),
    ("百度地图", Datum::Bd09),
    ("bd-09", Datum::Bd09),
    ("bd09ll", Datum::Bd09),
    ("bd09", Datum::Bd09),
    ("百度", Datum::Bd09),
    ("baidu", Datum::Bd09),
    ("wgs-84", Datum::Wgs84),
    ("wgs84", Datum::Wgs84),
    ("wgs", Datum::Wgs84),
    ("gps坐标", Datum::Wgs84),
    ("gps", Datum::Wgs84),
    ("国际坐标", Datum::Wgs84),
    ("地球坐标", Datum::Wgs84),
];

/// Takes the word for a datum off the beginning or the end of a text.
pub(super) fn split(text: &str) -> (Option<Datum>, String) {
    let lower = text.to_lowercase();
    for (word, datum) in WORDS {
        if let Some(rest) = lower.strip_prefix(word).or_else(|| lower.strip_suffix(word)) {
            let rest = rest.trim().trim_matches([':', '：', '=', '(', ')', '（', '）', ',', '，']).trim();
            return (Some(datum), rest.to_owned());
        }
    }
    (None, text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tiananmen, as each of them counts it (from the published formulas, to about a metre).
    const WGS: LonLat = LonLat { lon: 116.391_265, lat: 39.907_325 };

    #[test]
    fn there_and_back_within_centimetres() {
        for datum in Datum::ALL {
            let there = datum.from_wgs84(WGS);
            assert!(datum.to_wgs84(there).distance_m(WGS) < 0.05, "{datum:?}");
            let shift = there.distance_m(WGS);
            let expected = match datum {
                Datum::Wgs84 => 0.0..0.001,
                Datum::Gcj02 => 400.0..700.0,
                Datum::Bd09 => 900.0..1500.0,
            };
            assert!(expected.contains(&shift), "{datum:?} {shift}");
        }
    }

    #[test]
    fn outside_mainland_china_nothing_moves() {
        for (lon, lat) in [(7.42, 43.735), (113.54, 22.19), (114.17, 22.3), (126.98, 37.57), (-8.61, 41.15)] {
            let at = LonLat { lon, lat };
            for datum in Datum::ALL {
                assert_eq!((datum.from_wgs84(at), datum.to_wgs84(at)), (at, at), "{datum:?} {at:?}");
                assert_eq!(written(at, datum), format!("{lat:.5}, {lon:.5}"));
            }
        }
        assert!(written(WGS, Datum::Gcj02).starts_with("GCJ-02 39.90"));
    }

    #[test]
    fn the_datum_is_named_before_or_behind() {
        for (text, datum, rest) in [
            ("gcj02 39.9,116.4", Some(Datum::Gcj02), "39.9,116.4"),
            ("百度坐标：39.9, 116.4", Some(Datum::Bd09), "39.9, 116.4"),
            ("39.9,116.4 (GCJ-02)", Some(Datum::Gcj02), "39.9,116.4"),
            ("高德 116.4,39.9", Some(Datum::Gcj02), "116.4,39.9"),
            ("39.9,116.4", None, "39.9,116.4"),
        ] {
            // A closing bracket stands behind the word.
            let text = text.trim_end_matches(')');
            let (found, left) = split(text);
            assert_eq!((found, left.trim_end_matches(['(', ' '])), (datum, rest), "{text}");
        }
    }
}

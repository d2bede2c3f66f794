//! Coordinates inside links to maps, read from the link alone: nothing is asked of the network.
//!
//! Each service has its own order and datum. A link without coordinates (a short one) is no coordinate.

use domain::LonLat;

use super::datum::Datum;

/// The point that a link shows.
pub(super) fn parse(text: &str) -> Option<(LonLat, Datum)> {
    let text = text.trim();
    let lower = text.to_lowercase();
    if let Some(geo) = lower.strip_prefix("geo:") {
        return geo_uri(geo).map(|at| (at, Datum::Wgs84));
    }
    // A shared link often has words before it: "我在这里 https://uri.amap.com/…".
    let from = lower.find("://")?;
    let scheme = lower.get(..from)?.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
    let link = lower.get(scheme..)?.split_whitespace().next()?;
    let (_, rest) = link.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is = |name: &str| {
        host == name || host.ends_with(&format!(".{name}")) || host.starts_with(&format!("{name}."))
    };
    let fields = Fields::of(rest);
    let service = [
        ("amap.com", amap as fn(&Fields) -> _),
        ("androidamap", amap),
        ("iosamap", amap),
        ("gaode.com", amap),
        ("map.qq.com", tencent),
        ("map.baidu.com", baidu),
        ("baidu", baidu),
        ("openstreetmap.org", osm),
        ("osm.org", osm),
        ("bing.com", bing),
        ("yandex.com", yandex),
        ("yandex.ru", yandex),
    ];
    let scheme_name = link.split("://").next().unwrap_or_default();
    if let Some((_, read)) = service.iter().find(|(name, _)| is(name) || scheme_name.starts_with(name)) {
        return read(&fields);
    }
    let china = is("google.cn") || host.ends_with("google.cn");
    let at = general(&fields)?;
    Some((at, if china { Datum::Gcj02 } else { Datum::Wgs84 }))
}

/// A link's parts.
struct Fields {
    /// Without host and scheme, percent signs resolved.
    path: String,
    pairs: Vec<(String, String)>,
}

impl Fields {
    fn of(rest: &str) -> Self {
        let path = unescaped(rest);
        let query = rest.split_once(['?', '#']).map_or("", |(_, query)| query);
        let pairs = query
            .split(['&', '?', '#'])
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), unescaped(value)));
        Self { path, pairs: pairs.collect() }
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// The first of these fields that begins with a pair of numbers.
    fn pair(&self, keys: &[&str]) -> Option<(f64, f64)> {
        keys.iter().filter_map(|key| self.get(key)).find_map(pair)
    }
}

/// `%2C` as a comma and so on; what isn't well formed stays.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let value = (*first == b'%')
            .then(|| after.get(..2))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match value {
            Some(value) => {
                bytes.push(value);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(if *first == b'+' { b' ' } else { *first });
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Two numbers at the beginning of a text, parted by a comma, tilde or space.
fn pair(text: &str) -> Option<(f64, f64)> {
    let mut numbers = text.trim().split([',', '~', ' ', ';', '|', '(']).filter(|part| !part.is_empty());
    let mut number = || numbers.next()?.trim_end_matches('z').parse::<f64>().ok();
    Some((number()?, number()?))
}

fn lat_first((lat, lon): (f64, f64)) -> Option<LonLat> {
    LonLat::new(lon, lat)
}

fn lon_first((lon, lat): (f64, f64)) -> Option<LonLat> {
    LonLat::new(lon, lat)
}

/// RFC 5870, and the `q` that phones put behind a point of zeros.
fn geo_uri(rest: &str) -> Option<LonLat> {
    let (point, query) = rest.split_once('?').unwrap_or((rest, ""));
    let at = pair(point.split(';').next()?).and_then(lat_first);
    let asked = Fields::of(&format!("?{query}")).pair(&["q"]).and_then(lat_first);
    match at {
        Some(LonLat { lon: 0.0, lat: 0.0 }) | None => asked.or(at),
        Some(at) => Some(at),
    }
}

fn datum_of(fields: &Fields, plain: Datum) -> Datum {
    match fields.get("coordinate").or(fields.get("coord_type")).or(fields.get("coordtype")) {
        Some("wgs84" | "wgs84ll" | "wgs" | "gps") => Datum::Wgs84,
        Some("gaode" | "gcj02" | "gcj02ll") => Datum::Gcj02,
        Some("bd09" | "bd09ll" | "baidu") => Datum::Bd09,
        _ => plain,
    }
}

/// Amap counts in GCJ-02; its web links put the longitude first, its app links name the fields.
fn amap(fields: &Fields) -> Option<(LonLat, Datum)> {
    let number = |key: &str| fields.get(key)?.parse::<f64>().ok();
    // dev=1: the numbers are GPS's and Amap is to convert them.
    let plain = if fields.get("dev") == Some("1") { Datum::Wgs84 } else { Datum::Gcj02 };
    let named = [("dlat", "dlon"), ("lat", "lon"), ("lat", "lng"), ("slat", "slon")];
    let named =
        named.iter().find_map(|(lat, lon)| LonLat::new(number(lon.to_owned())?, number(lat.to_owned())?));
    let at = named
        .or_else(|| {
            fields
                .pair(&["position", "to", "dest", "lnglat", "center", "from", "location"])
                .and_then(lon_first)
        })
        // www.amap.com/?q=LAT,LON,name and ?p=ID,LAT,LON,name
        .or_else(|| fields.pair(&["q"]).and_then(lat_first))
        .or_else(|| fields.get("p")?.split_once(',').and_then(|(_, rest)| pair(rest)).and_then(lat_first))?;
    Some((at, datum_of(fields, plain)))
}

fn tencent(fields: &Fields) -> Option<(LonLat, Datum)> {
    let coord = |key: &str| {
        let value = fields.get(key)?;
        let at = value.find("coord:")?;
        pair(value.get(at + 6..)?.split(';').next()?)
    };
    let number = |key: &str| fields.get(key)?.parse::<f64>().ok();
    let at = coord("marker")
        .or_else(|| fields.pair(&["tocoord", "coord", "center", "fromcoord"]))
        .or_else(|| Some((number("pointy")?, number("pointx")?)))
        .and_then(lat_first)?;
    Some((at, Datum::Gcj02))
}

/// Baidu counts in BD-09. The metres of its own pages (`@12958000,4825000`) can't be read and give nothing.
fn baidu(fields: &Fields) -> Option<(LonLat, Datum)> {
    let latlng = |key: &str| {
        let value = fields.get(key)?;
        let value = value.find("latlng:").and_then(|at| value.get(at + 7..)).unwrap_or(value);
        pair(value.split('|').next()?)
    };
    let at = ["location", "destination", "center", "origin", "latlng"].iter().find_map(|key| latlng(key))?;
    Some((lat_first(at)?, datum_of(fields, Datum::Bd09)))
}

fn osm(fields: &Fields) -> Option<(LonLat, Datum)> {
    let number = |key: &str| fields.get(key)?.parse::<f64>().ok();
    let marker = number("mlat").zip(number("mlon"));
    let view = || {
        let map = fields.get("map")?;
        let (_, rest) = map.split_once('/')?;
        let (lat, rest) = rest.split_once('/')?;
        Some((lat.parse().ok()?, rest.split('/').next()?.parse().ok()?))
    };
    let at = marker.or_else(view).or_else(|| number("lat").zip(number("lon")));
    Some((at.and_then(lat_first)?, Datum::Wgs84))
}

fn bing(fields: &Fields) -> Option<(LonLat, Datum)> {
    let point = || {
        let value = fields.get("sp")?.strip_prefix("point.")?.to_owned();
        let (lat, rest) = value.split_once('_')?;
        Some((lat.parse().ok()?, rest.split('_').next()?.parse().ok()?))
    };
    let at = point().or_else(|| fields.pair(&["cp"]))?;
    Some((lat_first(at)?, Datum::Wgs84))
}

fn yandex(fields: &Fields) -> Option<(LonLat, Datum)> {
    let at = fields.pair(&["pt", "whatshere[point]", "ll"])?;
    Some((lon_first(at)?, Datum::Wgs84))
}

/// Google, Apple, Waze, Here and the many that write like them: latitude first.
fn general(fields: &Fields) -> Option<LonLat> {
    // Google's own place, which the view (`@…`) only comes near to.
    let place = || {
        let lat = fields.path.rsplit_once("!3d")?.1;
        let (lat, rest) = lat.split_once("!4d")?;
        let lon = rest.split(['!', '?', '&', '/']).next()?;
        Some((lat.parse().ok()?, lon.parse().ok()?))
    };
    let view = || {
        let after = fields.path.split_once('@')?.1;
        pair(after)
    };
    let asked = || {
        fields.pair(&["destination", "daddr", "query", "coordinate", "q", "ll", "sll", "center", "viewpoint"])
    };
    let number = |key: &str| fields.get(key)?.parse::<f64>().ok();
    let named = || number("lat").zip(number("lon").or(number("lng")));
    let path = || {
        // /maps/place/43.7,7.4 and /maps/search/43.7,+7.4
        fields
            .path
            .split(['/', '?'])
            .find_map(|part| pair(part).filter(|(lat, _)| part.contains('.') && lat.abs() <= 90.0))
    };
    place().or_else(asked).or_else(path).or_else(named).or_else(view).and_then(lat_first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(link: &str, expected: Option<(f64, f64, Datum)>) {
        let found = parse(link);
        let fits = match (found, expected) {
            (Some((at, datum)), Some((lat, lon, expected))) => {
                (at.lat - lat).abs() < 1e-6 && (at.lon - lon).abs() < 1e-6 && datum == expected
            }
            (None, None) => true,
            _ => false,
        };
        assert!(fits, "{link}: {found:?}");
    }

    #[test]
    fn links_of_many_maps() {
        let world = Some((43.72, 7.4, Datum::Wgs84));
        for link in [
            "geo:43.72,7.4",
            "geo:43.72,7.4;u=35",
            "geo:0,0?q=43.72,7.4(Here)",
            "https://www.google.com/maps/@43.72,7.4,17z",
            "https://www.google.com/maps/place/Monaco/@43.7,7.3,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d43.72!4d7.4",
            "https://maps.google.com/?q=43.72,7.4",
            "https://www.google.com/maps/search/?api=1&query=43.72%2C7.4",
            "https://www.google.com/maps/dir/?api=1&destination=43.72,7.4",
            "https://www.google.com/maps/search/43.72,+7.4",
            "https://maps.apple.com/?ll=43.72,7.4&q=Home",
            "https://maps.apple.com/place?coordinate=43.72,7.4",
            "https://www.openstreetmap.org/#map=17/43.72/7.4",
            "https://www.openstreetmap.org/?mlat=43.72&mlon=7.4#map=17/43.8/7.5",
            "https://www.bing.com/maps?cp=43.72~7.4&lvl=16",
            "https://waze.com/ul?ll=43.72,7.4&navigate=yes",
            "https://yandex.com/maps/?ll=7.4,43.72&z=15",
            "look here https://www.openstreetmap.org/#map=17/43.72/7.4 !",
            "https://uri.amap.com/marker?position=7.4,43.72&coordinate=wgs84",
        ] {
            check(link, world);
        }
        let gcj = Some((39.99, 116.31, Datum::Gcj02));
        for link in [
            "https://uri.amap.com/marker?position=116.31,39.99&name=x",
            "https://uri.amap.com/navigation?from=116.1,39.1,a&to=116.31,39.99,b&mode=car",
            "https://www.amap.com/?q=39.99,116.31,name",
            "https://www.amap.com/?p=B000A7BM4H,39.99,116.31,name",
            "androidamap://navi?sourceapplication=x&lat=39.99&lon=116.31&dev=0",
            "iosamap://path?dlat=39.99&dlon=116.31",
            "https://apis.map.qq.com/uri/v1/marker?marker=coord:39.99,116.31;title:x",
            "https://map.qq.com/?type=marker&pointx=116.31&pointy=39.99",
            "https://www.google.cn/maps/@39.99,116.31,15z",
        ] {
            check(link, gcj);
        }
        let baidu = Some((39.99, 116.31, Datum::Bd09));
        check("https://api.map.baidu.com/marker?location=39.99,116.31&title=x&output=html", baidu);
        check("baidumap://map/direction?destination=latlng:39.99,116.31|name:x", baidu);
        check("https://api.map.baidu.com/marker?location=39.99,116.31&coord_type=gcj02", gcj);
    }

    #[test]
    fn links_without_coordinates_and_no_links() {
        for text in [
            "https://surl.amap.com/abc123",
            "https://maps.app.goo.gl/abcdef",
            "https://example.org/",
            "https://map.baidu.com/@12958160,4825923,13z",
            "https://www.amap.com/?q=a,b",
            "https://www.openstreetmap.org/#map=17/x/7.4",
            "https://uri.amap.com/marker?position=999,999",
            "geo:",
            "geo:91,200",
            "://",
            "%%%://?q=%zz",
            "rue grimaldi",
            "",
        ] {
            check(text, None);
        }
    }
}

//! Small files of every variant that is out there, and what is read from them.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too.

use tracks::{Column, Format, LeftOut, Mapping, Mode, Options, ReadError, Recording, Rules};

/// 2026-07-01T08:00:00Z.
const EIGHT: f64 = 1_782_892_800.0;

fn read(text: &str) -> Result<Recording, ReadError> {
    let options = Options { zone: "Europe/Lisbon".to_owned(), ..Options::default() };
    tracks::read(text.as_bytes(), &options)
}

/// Per track its mode and its fixes as `lat,lon@seconds after eight`; `?` where there is no time.
fn words(recording: &Recording) -> String {
    let track = |track: &tracks::Track| {
        let fixes = track.fixes.iter().map(|fix| {
            let time = fix.time.map_or("?".to_owned(), |time| format!("{}", time - EIGHT));
            format!("{},{}@{time}", fix.at.lat, fix.at.lon)
        });
        let mode = match track.mode {
            Mode::Unknown => "",
            Mode::Car => "car ",
            Mode::Other => "other ",
        };
        format!("{mode}{}{}", if track.rough { "rough " } else { "" }, fixes.collect::<Vec<_>>().join(" "))
    };
    recording.tracks.iter().map(track).collect::<Vec<_>>().join(" | ")
}

fn check(what: &str, text: &str, format: Format, expected: &str) -> Recording {
    let recording = read(text).unwrap_or_else(|error| panic!("{what}: {error:?}"));
    assert_eq!(recording.format, format, "{what}");
    assert_eq!(words(&recording), expected, "{what}");
    recording
}

fn refuse(what: &str, text: &str, expected: ReadError) {
    assert_eq!(read(text).map(|recording| words(&recording)), Err(expected), "{what}");
}

fn gpx(inner: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1" xmlns:osmand="https://osmand.net">{inner}</gpx>"#
    )
}

#[test]
fn ti1_gpx_of_many_programs() {
    let two_segments = gpx(r#"<metadata><time>2026-07-01T07:00:00Z</time></metadata><trk><name>Work</name>
        <trkseg><trkpt lat="41.1" lon="-8.6"><ele>80</ele><time>2026-07-01T08:00:00Z</time><hdop>1.2</hdop></trkpt>
        <trkpt lat="41.2" lon="-8.6"><time>2026-07-01T08:00:05.500Z</time></trkpt></trkseg>
        <trkseg><trkpt lon="-8.7" lat="41.3"><time>2026-07-01T09:00:10+01:00</time></trkpt></trkseg></trk>"#);
    check("segments", &two_segments, Format::Gpx, "41.1,-8.6@0 41.2,-8.6@5.5 | 41.3,-8.7@10");
    let osmand = gpx(r#"<trk><extensions><osmand:activity>car</osmand:activity></extensions><trkseg>
        <trkpt lat="41.1" lon="-8.6"><time>2026-07-01T08:00:00Z</time><extensions><osmand:speed>13.8</osmand:speed>
        <osmand:heading>12</osmand:heading></extensions></trkpt></trkseg></trk>"#);
    check("OsmAnd with extensions", &osmand, Format::Gpx, "car 41.1,-8.6@0");
    let strava = gpx(
        r#"<trk><name>Morning Run</name><type>running</type><trkseg><trkpt lat="41.1" lon="-8.6"><time>2026-07-01T08:00:00Z</time></trkpt></trkseg></trk>
        <trk><trkseg><trkpt lat="41.2" lon="-8.6"><time>2026-07-01T09:00:00Z</time></trkpt></trkseg><type>driving</type></trk>"#,
    );
    check("Strava, two tracks", &strava, Format::Gpx, "other 41.1,-8.6@0 | car 41.2,-8.6@3600");
    let organic =
        gpx(r#"<trk><trkseg><trkpt lat="41.1" lon="-8.6"/><trkpt lat="41.2" lon="-8.6"/></trkseg></trk>"#);
    check("Organic Maps without times", &organic, Format::Gpx, "41.1,-8.6@? 41.2,-8.6@?");
    let logger = r#"<gpx version="1.0" creator="logger"><trk><trkpt lat="41.1" lon="-8.6"><time>1782892800</time></trkpt></trk></gpx>"#;
    check("a logger without segments", logger, Format::Gpx, "41.1,-8.6@0");
    let lost = gpx(
        r#"<trk><trkseg><trkpt lat="0" lon="0"/><trkpt lat="91" lon="1"/><trkpt lat="x" lon="1"/><trkpt lon="1"/>
        <trkpt lat="41.1" lon="-8.6"><time>not a time</time></trkpt></trkseg></trk>"#,
    );
    let read = check("points without a place", &lost, Format::Gpx, "41.1,-8.6@?");
    assert_eq!(read.unusable, 4);
    let bom = format!("\u{feff}{two_segments}");
    check("with a byte order mark", &bom, Format::Gpx, "41.1,-8.6@0 41.2,-8.6@5.5 | 41.3,-8.7@10");
}

#[test]
fn ti2_a_gpx_file_that_is_cut_gives_what_stands_before() {
    let whole = gpx(
        r#"<trk><trkseg><trkpt lat="41.1" lon="-8.6"><time>2026-07-01T08:00:00Z</time></trkpt><trkpt lat="41.2" lon="-8.6"><time>2026-07-01T08:00:05Z</time></trkpt></trkseg></trk>"#,
    );
    let cut = whole.find("08:00:05").unwrap();
    let cut_there = check("cut in a time", &whole[..cut], Format::Gpx, "41.1,-8.6@0");
    assert!(cut_there.cut);
    let unclosed = check(
        "closed wrongly",
        &whole.replace("</trkseg></trk></gpx>", "</trkseg></trk>"),
        Format::Gpx,
        "41.1,-8.6@0 41.2,-8.6@5",
    );
    assert!(unclosed.cut);
    assert!(!read(&whole).unwrap().cut);
}

#[test]
fn ti2_what_is_no_recording_says_so() {
    refuse("nothing", "", ReadError::Empty);
    refuse("waypoints", &gpx(r#"<wpt lat="1" lon="2"><name>Home</name></wpt>"#), ReadError::OnlyWaypoints);
    refuse(
        "a planned route",
        &gpx(r#"<rte><rtept lat="1" lon="2"/></rte><wpt lat="1" lon="2"/>"#),
        ReadError::OnlyPlanned,
    );
    refuse("an empty GPX", &gpx(""), ReadError::NoPoints);
    refuse("a page", "<html><body>404</body></html>", ReadError::Unknown);
    refuse("other XML", "<?xml version=\"1.0\"?><kml/>", ReadError::Unknown);
    refuse("other JSON", r#"{"a": [1, 2]}"#, ReadError::Unknown);
    refuse("a JSON list of something else", r#"[{"a": 1}]"#, ReadError::Unknown);
    refuse("half a word of JSON", "{\"loca", ReadError::Damaged);
    refuse("words", "dear diary\ntoday I drove\n", ReadError::Unknown);
    refuse("an archive", "PK\u{3}\u{4}xxxx", ReadError::Archive);
    refuse("FIT", "\u{e}\u{10}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}.FIT", ReadError::Fit);
    refuse(
        "marked places",
        r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"x"}}]}"#,
        ReadError::OnlyWaypoints,
    );
    refuse("an area", r#"{"type":"Polygon","coordinates":[[[0,1],[1,1],[1,0],[0,1]]]}"#, ReadError::NoPoints);
    refuse("a table of other things", "name,price\nbread,2\nmilk,1\n", ReadError::Columns);
    let few = Options { most: 1, ..Options::default() };
    let two =
        gpx(r#"<trk><trkseg><trkpt lat="41.1" lon="-8.6"/><trkpt lat="41.2" lon="-8.6"/></trkseg></trk>"#);
    assert_eq!(tracks::read(two.as_bytes(), &few).unwrap_err(), ReadError::TooLong { most: 1 });
}

#[test]
fn ti1_geojson_of_many_programs() {
    let line = r#"{"type":"Feature","properties":{"coordTimes":["2026-07-01T08:00:00Z","2026-07-01T08:00:05Z"]},
        "geometry":{"type":"LineString","coordinates":[[-8.6,41.1,80],[-8.6,41.2,81]]}}"#;
    check("one feature", line, Format::GeoJson, "41.1,-8.6@0 41.2,-8.6@5");
    let many = r#"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiLineString",
        "coordinates":[[[-8.6,41.1],[-8.6,41.2]],[[-8.7,41.3]]]},"properties":{"activity":"driving",
        "coordinateProperties":{"times":[["2026-07-01T08:00:00Z","2026-07-01T08:00:05Z"],[1782892810000]]}}}]}"#;
    check("several lines", many, Format::GeoJson, "car 41.1,-8.6@0 41.2,-8.6@5 | car 41.3,-8.7@10");
    let points = r#"{"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-8.6,41.2]},"properties":{"Timestamp":1782892805}},
        {"type":"Feature","geometry":null,"properties":null},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-8.6,41.1]},"properties":{"Timestamp":1782892800}}]}"#;
    check("points with times, in no order", points, Format::GeoJson, "41.1,-8.6@0 41.2,-8.6@5");
    let bare = r#"{"coordinates":[[-8.6,41.1],[-8.6,41.2],[null,1],["a","b"]],"type":"LineString"}"#;
    let read = check("a bare line", bare, Format::GeoJson, "41.1,-8.6@? 41.2,-8.6@?");
    assert_eq!(read.unusable, 2);
    let collection = r#"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[-8.6,41.1],[-8.6,41.2]]}]}"#;
    check("a collection", collection, Format::GeoJson, "41.1,-8.6@? 41.2,-8.6@?");
    refuse("cut within its only feature", &many.replace(r#"]}}}]}"#, ""), ReadError::Damaged);
    let half = &points[..points.find(r#"{"type":"Feature","geometry":null"#).unwrap()];
    assert!(check("cut after a feature", half, Format::GeoJson, "41.2,-8.6@5").cut);
}

#[test]
fn ti1_timelines_of_google() {
    let android = r#"{"semanticSegments":[
        {"startTime":"2026-07-01T08:00:00.000+01:00","endTime":"2026-07-01T10:00:00.000+01:00","timelinePath":[
          {"point":"41.15°, -8.61°","time":"2026-07-01T09:01:00.000+01:00"},{"point":"41.16°, -8.62°","time":"2026-07-01T09:02:00.000+01:00"}]},
        {"startTime":"2026-07-01T09:00:00.000+01:00","endTime":"2026-07-01T09:05:00.000+01:00","startTimeTimezoneUtcOffsetMinutes":60,
         "activity":{"start":{"latLng":"41.14°, -8.6°"},"end":{"latLng":"41.17°, -8.63°"},"distanceMeters":4000.0,
           "topCandidate":{"type":"IN_PASSENGER_VEHICLE","probability":0.9}}},
        {"startTime":"2026-07-01T09:05:00.000+01:00","endTime":"2026-07-01T17:00:00.000+01:00",
         "visit":{"hierarchyLevel":0,"topCandidate":{"placeId":"x","semanticType":"WORK","placeLocation":{"latLng":"41.17°, -8.63°"}}}},
        {"startTime":"2026-07-01T17:00:00.000+01:00","endTime":"2026-07-01T17:10:00.000+01:00",
         "activity":{"start":{"latLng":"41.17°, -8.63°"},"end":{"latLng":"41.18°, -8.63°"},"topCandidate":{"type":"WALKING"}}}],
        "rawSignals":[{"position":{"LatLng":"41.155°, -8.615°","accuracyMeters":12,"timestamp":"2026-07-01T09:01:30.000+01:00"}},
          {"position":{"LatLng":"41.0°, -8.0°","accuracyMeters":900,"timestamp":"2026-07-01T09:01:40.000+01:00"}},{"wifiScan":{}}],
        "userLocationProfile":{"frequentPlaces":[]}}"#;
    let read = check(
        "Android",
        android,
        Format::Timeline,
        "car 41.14,-8.6@0 41.15,-8.61@60 41.155,-8.615@90 41.16,-8.62@120 41.17,-8.63@300 | other rough 41.17,-8.63@28800 41.18,-8.63@29400",
    );
    assert_eq!(read.unusable, 1);
    let visits = |read: &Recording| -> Vec<(f64, f64, f64)> {
        read.visits.iter().map(|visit| (visit.at.lat, visit.at.lon, visit.to - visit.from)).collect()
    };
    assert_eq!(visits(&read), [(41.17, -8.63, 28_500.0)], "a visit is a stay");
    let iphone = r#"[{"endTime":"2026-07-01T09:05:00.000+01:00","startTime":"2026-07-01T09:00:00.000+01:00",
          "activity":{"probability":"0.9","start":"geo:41.140000,-8.600000","end":"geo:41.170000,-8.630000",
          "topCandidate":{"type":"in passenger vehicle","probability":"0.8"},"distanceMeters":"4000"}},
        {"endTime":"2026-07-01T17:00:00.000+01:00","startTime":"2026-07-01T09:05:00.000+01:00",
          "visit":{"hierarchyLevel":"0","topCandidate":{"semanticType":"Work","placeLocation":"geo:41.17,-8.63"}}},
        {"endTime":"2026-07-01T10:00:00.000+01:00","startTime":"2026-07-01T09:00:00.000+01:00",
          "timelinePath":[{"point":"geo:41.150000,-8.610000","durationMinutesOffsetFromStartTime":"1"},
            {"point":"geo:41.160000,-8.620000","durationMinutesOffsetFromStartTime":"2"}]}]"#;
    let read = check(
        "iPhone",
        iphone,
        Format::Timeline,
        "car 41.14,-8.6@0 41.15,-8.61@60 41.16,-8.62@120 41.17,-8.63@300",
    );
    assert_eq!(visits(&read), [(41.17, -8.63, 28_500.0)]);
    // Nothing but visits is something too; one that ends before it begins, or lies nowhere, is none.
    let only_visits = r#"{"semanticSegments":[
        {"startTime":"2026-07-01T09:05:00Z","endTime":"2026-07-01T17:00:00Z","visit":{"topCandidate":{"placeLocation":{"latLng":"41.17°, -8.63°"}}}},
        {"startTime":"2026-07-01T17:05:00Z","endTime":"2026-07-01T17:00:00Z","visit":{"topCandidate":{"placeLocation":{"latLng":"41.17°, -8.63°"}}}},
        {"startTime":"2026-07-01T17:05:00Z","endTime":"2026-07-01T18:00:00Z","visit":{"topCandidate":{"semanticType":"HOME"}}}]}"#;
    let read = check("visits only", only_visits, Format::Timeline, "");
    assert_eq!(visits(&read), [(41.17, -8.63, 28_500.0)]);
    let only_paths = r#"{"semanticSegments":[{"startTime":"2026-07-01T08:00:00Z","endTime":"2026-07-01T10:00:00Z","timelinePath":[
        {"point":"41.16°, -8.62°","time":"2026-07-01T08:02:00Z"},{"point":"41.15°, -8.61°","time":"2026-07-01T08:01:00Z"}]}]}"#;
    check("paths only", only_paths, Format::Timeline, "41.15,-8.61@60 41.16,-8.62@120");
}

#[test]
fn ti1_takeouts_of_google() {
    let records = r#"{"locations":[{"latitudeE7":411500000,"longitudeE7":-86100000,"accuracy":12,"source":"GPS","timestamp":"2026-07-01T08:00:05Z",
          "activity":[{"activity":[{"type":"IN_VEHICLE","confidence":90}],"timestamp":"2026-07-01T08:00:00Z"}]},
        {"latitudeE7":411400000,"longitudeE7":4208867296,"accuracy":12,"timestampMs":"1782892800000"},
        {"latitudeE7":411400000,"longitudeE7":-86000000,"accuracy":1500,"timestampMs":"1782892810000"},
        {"accuracy":10,"timestampMs":"1782892820000"}]}"#;
    let read = check("Records.json", records, Format::Records, "41.14,-8.61@0 41.15,-8.61@5");
    assert_eq!(read.unusable, 2);
    let month = r#"{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":411400000}}},
        {"placeVisit":{"location":{"latitudeE7":411700000,"longitudeE7":-86300000,"semanticType":"TYPE_WORK"},
          "duration":{"startTimestamp":"2026-07-01T08:05:00Z","endTimestamp":"2026-07-01T09:05:00Z"}}},
        {"activitySegment":{"startLocation":{"latitudeE7":411400000,"longitudeE7":-86000000},"endLocation":{"latitudeE7":411700000,"longitudeE7":-86300000},
          "duration":{"startTimestamp":"2026-07-01T08:00:00Z","endTimestamp":"2026-07-01T08:05:00Z"},"activityType":"IN_PASSENGER_VEHICLE",
          "simplifiedRawPath":{"points":[{"latE7":411500000,"lngE7":-86100000,"accuracyMeters":10,"timestamp":"2026-07-01T08:01:00Z"}]}}},
        {"activitySegment":{"startLocation":{"latitudeE7":411400000,"longitudeE7":-86000000},"endLocation":{"latitudeE7":411600000,"longitudeE7":-86000000},
          "duration":{"startTimestampMs":"1782896400000","endTimestampMs":"1782896600000"},"activityType":"IN_VEHICLE",
          "waypointPath":{"waypoints":[{"latE7":411500000,"lngE7":-86000000}]}}}]}"#;
    let read = check(
        "a semantic month",
        month,
        Format::SemanticMonth,
        "car 41.14,-8.6@0 41.15,-8.61@60 41.17,-8.63@300 | car rough 41.14,-8.6@3600 41.15,-8.6@3700 41.16,-8.6@3800",
    );
    assert_eq!(read.visits.len(), 1, "one without a whole place or time is none");
    assert_eq!((read.visits[0].at.lat, read.visits[0].to - read.visits[0].from), (41.17, 3_600.0));
}

#[test]
fn ti3_tables_of_many_programs() {
    check(
        "names",
        "time,lat,lon,speed\n2026-07-01T08:00:00Z,41.1,-8.6,3\n2026-07-01T08:00:05Z,41.2,-8.6,4\n",
        Format::Csv,
        "41.1,-8.6@0 41.2,-8.6@5",
    );
    check(
        "semicolons and decimal commas",
        "Zeit;Breite;Länge\n2026-07-01 09:00:00;41,15;-8,61\n2026-07-01 09:00:05;41,16;-8,61\n",
        Format::Csv,
        "41.15,-8.61@0 41.16,-8.61@5",
    );
    check(
        "milliseconds, tabs",
        "id\tTimestamp (ms)\tLongitude\tLatitude\n1\t1782892800000\t-8.6\t41.1\n2\t1782892805500\t-8.6\t41.2\n",
        Format::Csv,
        "41.1,-8.6@0 41.2,-8.6@5.5",
    );
    check(
        "date and time of day",
        "date,time,lat,lng\n2026-07-01,09:00:00,41.1,-8.6\n2026-07-01,09:00:05,41.2,-8.6\n",
        Format::Csv,
        "41.1,-8.6@0 41.2,-8.6@5",
    );
    check(
        "no names",
        "1782892800,41.10001,-8.60001\n1782892805,41.20001,-8.60001\n",
        Format::Csv,
        "41.10001,-8.60001@0 41.20001,-8.60001@5",
    );
    check("Chinese names", "时间,经度,纬度\n2026-07-01 09:00:00,-8.6,41.1\n", Format::Csv, "41.1,-8.6@0");
    check("letters of the sky", "lat,lon,time\n41.1 N,8.6 W,1782892800\n", Format::Csv, "41.1,-8.6@0");
    check("one column for both", "time;position\n1782892800;41.1, -8.6\n", Format::Csv, "41.1,-8.6@0");
    check(
        "quotes",
        "\"time\",\"lat\",\"lon\",\"note\"\n\"1782892800\",\"41.1\",\"-8.6\",\"a, b\"\n",
        Format::Csv,
        "41.1,-8.6@0",
    );
    check(
        "trips and modes",
        "trip_id,mode,time,lat,lon\n1,car,1782892800,41.1,-8.6\n1,car,1782892805,41.2,-8.6\n2,walk,1782896400,41.3,-8.6\n",
        Format::Csv,
        "car 41.1,-8.6@0 41.2,-8.6@5 | other 41.3,-8.6@3600",
    );
    let read = check(
        "holes",
        "time,lat,lon\n1782892800,41.1,-8.6\n1782892801,,\n1782892805,nan,-8.6\n,41.3,-8.6\n",
        Format::Csv,
        "41.1,-8.6@0 41.3,-8.6@?",
    );
    assert_eq!(read.unusable, 2);
}

#[test]
fn ti3_a_mapping_can_be_given_and_is_shown() {
    let text = "a|b|c\n8,61|41,15|01.07.2026 10:00\n8,62|41,16|01.07.2026 10:01\n";
    refuse("names that say nothing", text, ReadError::Columns);
    let preview = tracks::preview(text.as_bytes(), &Options::default()).unwrap().unwrap();
    assert_eq!((preview.guess.delimiter, preview.names.len(), preview.rows.len()), (b'|', 3, 2));
    let mapping = Mapping {
        delimiter: b'|',
        header: true,
        decimal_comma: true,
        columns: vec![Column::Longitude, Column::Latitude, Column::Time],
        zone: "Europe/Paris".to_owned(),
    };
    let options = Options { mapping: Some(mapping), ..Options::default() };
    let read = tracks::read(text.as_bytes(), &options).unwrap();
    assert_eq!(words(&read), "41.15,8.61@0 41.16,8.62@60");
    for column in Column::ALL {
        assert_eq!(Column::from_word(column.word()), Some(column));
    }
    assert_eq!(tracks::preview(gpx("").as_bytes(), &Options::default()), Ok(None));
}

#[test]
fn ti1_a_packed_file_is_unpacked() {
    use std::io::Write;
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed
        .write_all(gpx(r#"<trk><trkseg><trkpt lat="41.1" lon="-8.6"/></trkseg></trk>"#).as_bytes())
        .unwrap();
    let read = tracks::read(&packed.finish().unwrap()[..], &Options::default()).unwrap();
    assert_eq!(words(&read), "41.1,-8.6@?");
}

/// A file of a hundred megabytes that nobody holds.
struct Long {
    head: &'static [u8],
    point: usize,
    points: usize,
    waiting: Vec<u8>,
}

impl std::io::Read for Long {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while self.waiting.len() < into.len() && self.point <= self.points {
            if self.point == 0 {
                self.waiting.extend_from_slice(self.head);
            }
            if self.point == self.points {
                self.waiting.extend_from_slice(b"</trkseg></trk></gpx>");
            } else {
                let lat = 41.0 + self.point as f64 * 1e-6;
                let line = format!(
                    "<trkpt lat=\"{lat:.6}\" lon=\"-8.6\"><ele>80.0</ele><time>2026-07-01T08:00:00Z</time><extensions><speed>12.5</speed></extensions></trkpt>\n"
                );
                self.waiting.extend_from_slice(line.as_bytes());
            }
            self.point += 1;
        }
        let n = into.len().min(self.waiting.len());
        into[..n].copy_from_slice(&self.waiting[..n]);
        self.waiting.drain(..n);
        Ok(n)
    }
}

#[test]
fn ti1_a_hundred_megabytes_are_read_as_a_stream() {
    let head = b"<gpx version=\"1.1\"><trk><trkseg>";
    let long = Long { head, point: 0, points: 780_000, waiting: Vec::new() };
    let read = tracks::read(long, &Options::default()).unwrap();
    assert_eq!(read.fixes(), 780_000);
    assert!(!read.cut);
}

#[test]
fn ti2_whatever_is_damaged_ends_in_an_answer() {
    use rand::{Rng, SeedableRng};
    const SEED: u64 = 20_261_130;
    println!("seed {SEED}");
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(SEED);
    let whole = [
        gpx(r#"<trk><type>car</type><trkseg><trkpt lat="41.1" lon="-8.6"><time>2026-07-01T08:00:00Z</time></trkpt><trkpt lat="41.2" lon="-8.6"><time>2026-07-01T08:01:00Z</time></trkpt></trkseg></trk>"#),
        r#"{"semanticSegments":[{"startTime":"2026-07-01T09:00:00Z","endTime":"2026-07-01T09:05:00Z","activity":{"start":{"latLng":"41.14°, -8.6°"},"end":{"latLng":"41.17°, -8.63°"},"topCandidate":{"type":"IN_PASSENGER_VEHICLE"}},"timelinePath":[{"point":"41.15°, -8.61°","time":"2026-07-01T09:01:00Z"}]}]}"#.to_owned(),
        r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"coordTimes":[1782892800,1782892805]},"geometry":{"type":"LineString","coordinates":[[-8.6,41.1],[-8.6,41.2]]}}]}"#.to_owned(),
        r#"{"locations":[{"latitudeE7":411500000,"longitudeE7":-86100000,"timestamp":"2026-07-01T08:00:05Z"}]}"#.to_owned(),
        "time,lat,lon\n2026-07-01T08:00:00Z,41.1,-8.6\n2026-07-01T08:00:05Z,41.2,-8.6\n".to_owned(),
    ];
    for _ in 0..4_000 {
        let mut bytes = whole[chance.random_range(0..whole.len())].clone().into_bytes();
        for _ in 0..chance.random_range(1..6) {
            let at = chance.random_range(0..bytes.len());
            match chance.random_range(0..4) {
                0 => bytes[at] = chance.random(),
                1 => drop(bytes.remove(at)),
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, b"<>{}[]\",;:0-"[chance.random_range(0..12)]),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let options = Options::default();
        if let Ok(recording) = tracks::read(&bytes[..], &options) {
            assert!(recording.fixes() > 0);
            assert!(
                recording.tracks.iter().flat_map(|track| &track.fixes).all(|fix| fix.at.lat.abs() <= 90.0)
            );
            drop(tracks::trips(recording.tracks, &Rules::default()));
        }
        drop(tracks::preview(&bytes[..], &options));
    }
    for why in [LeftOut::Short, LeftOut::Untimed] {
        assert!(!why.word().is_empty());
    }
}

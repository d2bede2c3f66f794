//! Recordings come in, become trips, suggest places and habits, and go again.

use std::{fmt::Write as _, fs, path::Path};

use app::{
    CancelToken,
    dto::{
        ErrorCode, FixDto, ImportReportDto, ImportedFileDto, LangDto, PlaceAnswerDto, PlaceAnswerRequest,
        PlaceCandidateDto, PlaceHitDto, PlanDto, PlanRequest, RecordedDriveRequest, RouteDto, SettingsDto,
        SimulateRequest, TableMappingDto, TripImportRequest, WaypointDto,
    },
    silent,
};
use domain::{
    LonLat,
    ports::{Position, PositionError, PositionSource},
};
use tempfile::TempDir;
use testkit::clock::MONDAY_MORNING;

use crate::support::*;

/// The Monday three weeks before the clock’s, at midnight in Monaco.
const FIRST_MONDAY: i64 = MONDAY_MORNING - 8 * HOUR - 21 * DAY;

/// A recorded drive: where a car was every few seconds.
#[derive(Clone)]
struct Driven(Vec<(f64, LonLat)>);

impl Driven {
    /// Along a planned route at an even speed, with a few metres of error that look random.
    fn along(route: &RouteDto, departed: i64, every_s: f64) -> Self {
        let line: Vec<LonLat> =
            route.geometry.coordinates.iter().map(|[lon, lat]| LonLat { lon: *lon, lat: *lat }).collect();
        let lengths: Vec<f64> = line.windows(2).map(|pair| pair[0].distance_m(pair[1])).collect();
        let all: f64 = lengths.iter().sum();
        let mut fixes = Vec::new();
        let (mut index, mut before, mut now) = (0, 0.0, 0.0);
        while now <= route.duration_s {
            let along = all * now / route.duration_s;
            while index + 1 < lengths.len() && before + lengths[index] < along {
                before += lengths[index];
                index += 1;
            }
            let share = ((along - before) / lengths[index].max(0.01)).clamp(0.0, 1.0);
            let (a, b) = (line[index], line[index + 1]);
            let n = fixes.len() as f64;
            let (east, north) = ((n * 2.39).sin() * 4.0, (n * 1.71).cos() * 4.0);
            fixes.push((
                departed as f64 + now,
                LonLat {
                    lon: a.lon + (b.lon - a.lon) * share + east / 80_400.0,
                    lat: a.lat + (b.lat - a.lat) * share + north / 111_195.0,
                },
            ));
            now += every_s;
        }
        Self(fixes)
    }

    fn gpx(drives: &[&Self]) -> String {
        let mut text = String::from(
            r#"<?xml version="1.0"?><gpx version="1.1" creator="OsmAnd" xmlns="http://www.topografix.com/GPX/1/1">"#,
        );
        for drive in drives {
            text.push_str("<trk><trkseg>");
            for (at, place) in &drive.0 {
                let time = iso(*at);
                writeln!(
                    text,
                    r#"<trkpt lat="{:.7}" lon="{:.7}"><time>{time}</time></trkpt>"#,
                    place.lat, place.lon
                )
                .unwrap();
            }
            text.push_str("</trkseg></trk>");
        }
        text + "</gpx>"
    }

    fn geojson(&self) -> String {
        let list =
            |of: &dyn Fn(&(f64, LonLat)) -> String| self.0.iter().map(of).collect::<Vec<_>>().join(",");
        format!(
            r#"{{"type":"Feature","properties":{{"coordTimes":[{}]}},"geometry":{{"type":"LineString","coordinates":[{}]}}}}"#,
            list(&|(at, _)| format!("\"{}\"", iso(*at))),
            list(&|(_, place)| format!("[{:.6},{:.6}]", place.lon, place.lat))
        )
    }

    fn csv(drives: &[&Self]) -> String {
        let mut text = String::from("timestamp;latitude;longitude\n");
        for (at, place) in drives.iter().flat_map(|drive| &drive.0) {
            writeln!(text, "{};{};{}", (at * 1000.0) as i64, comma(place.lat), comma(place.lon)).unwrap();
        }
        text
    }

    fn timeline(&self) -> String {
        let point = |place: &LonLat| format!("{:.6}°, {:.6}°", place.lat, place.lon);
        let ((from, first), (to, last)) = (self.0.first().unwrap(), self.0.last().unwrap());
        let path = self
            .0
            .iter()
            .map(|(at, place)| format!(r#"{{"point":"{}","time":"{}"}}"#, point(place), iso(*at)));
        format!(
            r#"{{"semanticSegments":[{{"startTime":"{0}","endTime":"{1}","activity":{{"start":{{"latLng":"{2}"}},"end":{{"latLng":"{3}"}},
            "topCandidate":{{"type":"IN_PASSENGER_VEHICLE"}}}}}},{{"startTime":"{0}","endTime":"{1}","timelinePath":[{4}]}}]}}"#,
            iso(*from),
            iso(*to),
            point(first),
            point(last),
            path.collect::<Vec<_>>().join(",")
        )
    }

    fn thinned(&self, every: usize) -> Self {
        Self(self.0.iter().step_by(every).chain(self.0.last()).copied().collect())
    }
}

fn iso(at: f64) -> String {
    domain::Timestamp(at as i64).in_zone("UTC").strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn comma(degrees: f64) -> String {
    format!("{degrees:.7}").replace('.', ",")
}

/// Three weeks of commutes: there by what is recommended, back by another way.
struct Weeks {
    folder: TempDir,
    there: Vec<Driven>,
    back: Vec<Driven>,
}

/// Trips of the three weeks.
const TRIPS: u32 = 30;

fn plans(bench: &Bench) -> (PlanDto, PlanDto) {
    (bench.plan(between(HOME, OFFICE)), bench.plan(between(OFFICE, HOME)))
}

impl Weeks {
    fn of(bench: &Bench) -> Self {
        let (there, back) = plans(bench);
        let other = back.routes.last().unwrap();
        assert_ne!(other.id, back.routes[0].id, "there is another way home");
        let days = (0..19).filter(|day| day % 7 < 5);
        let at = |day: i64, hour: i64| FIRST_MONDAY + day * DAY + hour * HOUR + day % 5 * 60;
        let (there, back): (Vec<_>, Vec<_>) = days
            .map(|day| {
                (Driven::along(&there.routes[0], at(day, 8), 4.0), Driven::along(other, at(day, 18), 4.0))
            })
            .unzip();
        let folder = TempDir::new().unwrap();
        for (day, (there, back)) in there.iter().zip(&back).enumerate() {
            let path = |name: &str| folder.path().join(format!("{day:02}-{name}"));
            match day % 4 {
                0 => fs::write(path("both.gpx"), Driven::gpx(&[there, back])).unwrap(),
                1 => fs::write(path("both.csv"), Driven::csv(&[there, back])).unwrap(),
                2 => {
                    fs::write(path("a.geojson"), there.geojson()).unwrap();
                    fs::write(path("b.json"), back.timeline()).unwrap();
                }
                _ => {
                    fs::create_dir_all(folder.path().join("older")).unwrap();
                    fs::write(folder.path().join(format!("older/{day}.gpx")), Driven::gpx(&[there, back]))
                        .unwrap();
                }
            }
        }
        fs::write(folder.path().join("notes.md"), "no recording").unwrap();
        Self { folder, there, back }
    }

    fn import(&self, bench: &Bench) -> ImportReportDto {
        import(bench, &[self.folder.path()])
    }
}

fn asked(paths: &[&Path]) -> TripImportRequest {
    TripImportRequest {
        paths: paths.iter().map(|path| path.display().to_string()).collect(),
        lang: LangDto::En,
        ..TripImportRequest::default()
    }
}

fn import(bench: &Bench, paths: &[&Path]) -> ImportReportDto {
    bench.app.trips_import(&asked(paths), &mut silent(), &CancelToken::new()).unwrap()
}

/// One file with this text.
fn import_text(bench: &Bench, name: &str, text: &str) -> ImportedFileDto {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let mut report = import(bench, &[&path]);
    report.files.remove(0)
}

fn learning(bench: &Bench, on: bool) {
    let settings = SettingsDto { learning: on, welcomed: true, ..bench.app.settings().unwrap() };
    bench.app.settings_set(&settings).unwrap();
}

fn answer(
    bench: &Bench,
    place: &PlaceCandidateDto,
    answer: PlaceAnswerDto,
    name: &str,
) -> Vec<PlaceCandidateDto> {
    let request =
        PlaceAnswerRequest { id: place.id.clone(), answer, name: name.to_owned(), lang: LangDto::En };
    bench.app.place_candidate_answer(&request).unwrap().left
}

fn told(places: &[PlaceCandidateDto]) -> Vec<(&str, &str)> {
    places.iter().map(|place| (place.use_of.as_str(), place.question.as_str())).collect()
}

#[test]
fn s0_47_two_weeks_of_files_and_the_commute_is_there_at_once() {
    let bench = Bench::with_regions();
    learning(&bench, true);
    let weeks = Weeks::of(&bench);
    let report = weeks.import(&bench);
    let troubles: Vec<_> = report.files.iter().filter(|file| !file.text.is_empty()).collect();
    assert_eq!((report.trips, report.known, report.poor, report.forgotten), (TRIPS, 0, 0, 0), "{troubles:?}");
    assert_eq!(troubles, Vec::<&ImportedFileDto>::new());
    let formats: std::collections::BTreeSet<&str> =
        report.files.iter().map(|file| file.format.as_str()).collect();
    assert_eq!(formats.into_iter().collect::<Vec<_>>(), ["csv", "geojson", "gpx", "timeline"]);
    assert!(
        report
            .files
            .iter()
            .flat_map(|file| &file.trips)
            .all(|trip| ["Europe/Monaco", "Europe/Paris"].contains(&trip.zone.as_str()) && trip.sure > 0.8)
    );

    // "These are your ways."
    let commutes = bench.app.commute(LangDto::En).unwrap();
    let [one, other] = commutes.as_slice() else { panic!("{commutes:?}") };
    for commute in [one, other] {
        assert_eq!((commute.trips, commute.days), (15, 15));
        let [way] = commute.ways.as_slice() else { panic!("{:?}", commute.ways) };
        assert_eq!(way.trips, 15);
        assert!(way.line.is_some());
        assert!(commute.quick_s <= commute.duration_s && commute.duration_s <= commute.slow_s);
    }
    let there = commutes.iter().find(|commute| commute.departs_minute < 12 * 60).unwrap();
    assert!((8 * 60 - 61..=8 * 60 + 5).contains(&there.departs_minute), "{}", there.departs_minute);
    assert!(there.ways[0].recommended, "the way there is what is recommended");

    // "Is that right?"
    assert_eq!(told(&report.places), [("home", "Home? 18 nights"), ("work", "Work? 15 weekdays")]);
    assert_eq!(report.questions.len(), 1, "the other way home is asked about, once");
    assert!(report.questions[0].times >= 2);
}

#[test]
fn ti9_the_same_drive_is_one_trip_in_whatever_file() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    assert_eq!(weeks.import(&bench).trips, TRIPS);
    let rows = bench.rows().len();
    let again = weeks.import(&bench);
    assert_eq!((again.id.as_deref(), again.trips, again.known), (None, 0, TRIPS));
    let (there, back) = (&weeks.there[0], &weeks.back[0]);
    for (name, text) in [
        ("a.geojson", there.geojson()),
        ("a.csv", Driven::csv(&[there])),
        ("a.json", there.timeline()),
        ("thinned.gpx", Driven::gpx(&[&there.thinned(3)])),
        ("switched-on-late.gpx", Driven::gpx(&[&Driven(there.0[6..].to_vec())])),
        (
            "in-two-segments.gpx",
            Driven::gpx(&[&Driven(there.0[..60].to_vec()), &Driven(there.0[60..].to_vec())]),
        ),
    ] {
        let file = import_text(&bench, name, &text);
        assert_eq!((file.trips.len(), file.known), (0, 1), "{name}: {file:?}");
    }
    // Twice in one file, as exports of timelines have it.
    let both = import_text(&bench, "twice.gpx", &Driven::gpx(&[back, back]));
    assert_eq!((both.trips.len(), both.known), (0, 2));
    let fresh = Bench::with_regions();
    let both = import_text(&fresh, "twice.gpx", &Driven::gpx(&[back, back]));
    assert_eq!((both.trips.len(), both.known), (1, 1));
    assert_eq!(bench.rows().len(), rows, "nothing changed");
    assert_eq!(bench.app.trip_imports().unwrap().len(), 1);
}

#[test]
fn ti11_an_import_is_taken_back_as_if_it_had_never_been() {
    let bench = Bench::with_regions();
    learning(&bench, true);
    let weeks = Weeks::of(&bench);
    let before = bench.rows().len();
    let report = weeks.import(&bench);
    let id = report.id.unwrap();
    let [listed] = bench.app.trip_imports().unwrap().try_into().unwrap();
    assert_eq!((listed.id.as_str(), listed.source.as_str(), listed.trips), (id.as_str(), "folder", TRIPS));
    assert!(bench.rows().len() > before);
    let undone = bench.app.trips_undo(&id).unwrap();
    assert_eq!(undone.trips, TRIPS);
    assert!(!undone.also.is_empty(), "the habit rested on these trips alone");
    assert_eq!(bench.rows().len(), before);
    assert_eq!(bench.app.place_candidates(LangDto::En).unwrap(), []);
    assert_eq!(bench.app.commute(LangDto::En).unwrap(), []);
    assert!(bench.app.habit_next(LangDto::En).unwrap().is_none());
    assert_eq!(bench.app.trip_imports().unwrap(), []);
    assert!(bench.app.doctor().unwrap().ok);
    check_fails(bench.app.trips_undo(""), ErrorCode::NoSuchMemory, &[]);
    // Once more, and it is all there again.
    let again = weeks.import(&bench);
    assert_eq!((again.trips, again.known, again.questions.len()), (TRIPS, 0, 1));
    assert_eq!(told(&again.places).len(), 2);
}

/// Minutes between the points: too far apart for roads.
const SPARSE: usize = 200;

#[test]
fn ti15_minutes_between_points_teach_no_way_but_their_ends_and_stays_suggest_places() {
    let bench = Bench::with_regions();
    learning(&bench, true);
    let weeks = Weeks::of(&bench);
    // A phone's timeline of a fortnight with a point every few minutes, and visits for half of the stays.
    let folder = TempDir::new().unwrap();
    for (day, (there, back)) in weeks.there.iter().zip(&weeks.back).take(10).enumerate() {
        fs::write(folder.path().join(format!("a{day}.json")), there.thinned(SPARSE).timeline()).unwrap();
        fs::write(folder.path().join(format!("b{day}.json")), back.thinned(SPARSE).timeline()).unwrap();
        if day % 2 == 0 {
            let ((came, at), (left, _)) = (there.0[there.0.len() - 1], back.0[0]);
            let visit = format!(
                r#"{{"semanticSegments":[{{"startTime":"{}","endTime":"{}","visit":{{"topCandidate":{{"placeLocation":{{"latLng":"{:.6}°, {:.6}°"}}}}}}}}]}}"#,
                iso(came),
                iso(left),
                at.lat,
                at.lon
            );
            fs::write(folder.path().join(format!("c{day}.json")), visit).unwrap();
        }
    }
    let import =
        || bench.app.trips_import(&asked(&[folder.path()]), &mut silent(), &CancelToken::new()).unwrap();
    let before = bench.rows().len();
    let report = import();
    assert_eq!((report.trips, report.poor, report.questions.len()), (0, 20, 0), "{:?}", report.files[0]);
    assert!(report.visits >= 20, "{}", report.visits);
    assert!(report.files.iter().any(|file| file.text.contains("no way of them was kept")));
    assert_eq!(bench.rows().len(), before, "neither trips nor habits");
    // Both ends of the commute, and where the days were spent.
    let places = told(&report.places);
    assert_eq!(places.len(), 2, "{places:?}");
    assert!(places.iter().any(|(of, text)| *of == "work" && text.contains("weekdays")), "{places:?}");
    // The same files twice change nothing.
    let again = import();
    assert_eq!((again.id, again.visits), (None, 0));
    assert_eq!(told(&again.places), places);
    // A drive with all its points at the time of one of them is a trip, and its ends count once.
    let visits = |places: &[PlaceCandidateDto]| places.iter().map(|place| place.visits).sum::<u32>();
    let full = folder.path().join("full.gpx");
    fs::write(&full, Driven::gpx(&[&weeks.there[0]])).unwrap();
    let with_trip = import();
    assert_eq!((with_trip.trips, visits(&with_trip.places)), (1, visits(&again.places)));
    bench.app.trips_undo("").unwrap();
    // What is not wanted is kept no longer; taken back, all of it is as if it had never been.
    let work = report.places.iter().find(|place| place.use_of == "work").unwrap();
    let left = answer(&bench, work, PlaceAnswerDto::Dismiss, "");
    assert_eq!(left.len(), 1);
    let undone = bench.app.trips_undo(&report.id.clone().unwrap()).unwrap();
    assert!(undone.trips == 0 && undone.visits > 0 && undone.visits < report.visits, "{undone:?}");
    assert_eq!(bench.app.place_candidates(LangDto::En).unwrap(), []);
    assert_eq!(bench.app.trip_imports().unwrap(), []);
    assert!(bench.app.doctor().unwrap().ok);
}

#[test]
fn s0_03_drives_that_end_at_one_entrance_ask_once_and_a_yes_makes_it_the_end_of_trips() {
    let bench = Bench::with_regions();
    learning(&bench, true);
    let weeks = Weeks::of(&bench);
    let (_, gate) = *weeks.there[0].0.last().unwrap();
    // The mall lies a hundred metres beside where one parks for it.
    let mall = LonLat { lon: gate.lon + 0.0008, lat: gate.lat + 0.0007 };
    let id = bench.add_place("Mall", &[], "", mall);
    let file = |day: usize| weeks.folder.path().join(format!("gate-{day}.gpx"));
    let park = |day: usize| {
        fs::write(file(day), Driven::gpx(&[&weeks.there[day]])).unwrap();
        import(&bench, &[&file(day)])
    };
    let entrances = |places: &[PlaceCandidateDto]| -> Vec<PlaceCandidateDto> {
        places.iter().filter(|place| place.use_of == "entrance").cloned().collect()
    };
    assert_eq!(entrances(&park(0).places), [], "once shows nothing");
    let [asked] = entrances(&park(1).places).try_into().unwrap();
    assert_eq!(asked.place.as_deref(), Some(id.as_str()));
    assert_eq!(asked.question, "Where you park for “Mall”? The last 2 times");
    let there = LonLat { lon: asked.point.lon, lat: asked.point.lat };
    assert!(there.distance_m(gate) < 20.0, "{}", there.distance_m(gate));
    // Before a yes it changes nothing.
    let before = bench.app.memory_show(&id, LangDto::En).unwrap();
    assert!(before.entrances.is_empty());
    let at = |hit: &PlaceHitDto| LonLat { lon: hit.point.lon, lat: hit.point.lat };
    let plan_to = || {
        let to = WaypointDto { point: point(mall), label: "Mall".to_owned(), memory: Some(id.clone()) };
        bench.plan(PlanRequest { destination: Some(to), ..between(HOME, mall) })
    };
    assert!(at(&plan_to().destination).distance_m(mall) < 1.0);
    let left = answer(&bench, &asked, PlaceAnswerDto::Confirm, "P2");
    assert_eq!(entrances(&left), [], "asked once");
    let planned = plan_to();
    assert!(at(&planned.destination).distance_m(there) < 5.0, "{:?}", planned.destination);
    assert_eq!(planned.destination.entrance.as_deref(), Some("P2"));
    // Deleted by hand it does not come back, whatever is driven.
    let gone = bench.app.memory_show(&id, LangDto::En).unwrap().entrances.remove(0);
    bench.app.entrance_delete(&gone.id, LangDto::En).unwrap();
    assert_eq!(entrances(&park(2).places), []);
    // "No" is for good, and learning off asks nothing.
    let other = Bench::with_regions();
    learning(&other, true);
    other.add_place("Mall", &[], "", mall);
    let paths: Vec<_> = (0..3).map(file).collect();
    let paths: Vec<&Path> = paths.iter().map(std::path::PathBuf::as_path).collect();
    let report = import(&other, &paths);
    let [asked] = entrances(&report.places).try_into().unwrap();
    learning(&other, false);
    assert_eq!(entrances(&other.app.place_candidates(LangDto::En).unwrap()), []);
    learning(&other, true);
    assert_eq!(entrances(&answer(&other, &asked, PlaceAnswerDto::Dismiss, "")), []);
    other.app.trips_undo("").unwrap();
    assert_eq!(entrances(&import(&other, &paths).places), []);
}

#[test]
fn ti11_a_cancelled_import_leaves_nothing() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let cancel = CancelToken::new();
    let mut seen = 0;
    let stop = cancel.clone();
    let mut sink = |_: &app::dto::ProgressDto| {
        seen += 1;
        if seen == 6 {
            stop.cancel();
        }
    };
    let asked = asked(&[weeks.folder.path()]);
    check_fails(bench.app.trips_import(&asked, &mut sink, &cancel), ErrorCode::Cancelled, &[]);
    assert_eq!(bench.rows(), []);
    assert_eq!(bench.app.trip_imports().unwrap(), []);
}

#[test]
fn ti14_a_dismissed_place_never_returns_and_a_confirmed_one_stays() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let report = weeks.import(&bench);
    let [home, work] = report.places.as_slice() else { panic!("{:?}", report.places) };
    // A remembered place by another name than the suggested one; the trips know it from now on.
    let left = answer(&bench, home, PlaceAnswerDto::Confirm, "The barn");
    assert_eq!(told(&left), [("work", "Work? 15 weekdays")]);
    let barn = bench.place("barn");
    let commutes = bench.app.commute(LangDto::En).unwrap();
    assert!(
        commutes
            .iter()
            .all(|commute| [&commute.from, &commute.to].iter().any(|hit| hit.memory.as_ref() == Some(&barn)))
    );
    assert_eq!(answer(&bench, work, PlaceAnswerDto::Dismiss, ""), []);

    let check = |what: &str| {
        assert_eq!(bench.app.place_candidates(LangDto::En).unwrap(), [], "{what}");
        let rows = bench.rows();
        assert_eq!(rows.iter().filter(|row| row.id.starts_with("place-")).count(), 1, "{what}");
    };
    check("at once");
    weeks.import(&bench);
    check("after the same files");
    bench.app.trips_undo("").unwrap();
    check("after all of it was taken back");
    assert_eq!(weeks.import(&bench).places, [], "and came in again");
    check("and came in again");
    // A confirmed place is a memory like others: deleted and erased it does not come back as a suggestion either.
    bench.app.memory_delete(std::slice::from_ref(&barn), LangDto::En).unwrap();
    assert_eq!(bench.app.place_candidates(LangDto::En).unwrap(), []);
    bench.app.memory_undo("").unwrap();
    let receipt = bench.app.erase(std::slice::from_ref(&barn), false).unwrap();
    assert_eq!(receipt.found, 0);
    assert_eq!(bench.app.place_candidates(LangDto::En).unwrap(), []);
    let bench = bench.reopen();
    assert_eq!(weeks.import(&bench).places, [], "and not by importing either");
}

#[test]
fn ti9_an_erased_trip_does_not_come_back_in_another_format() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let file = import_text(&bench, "one.gpx", &Driven::gpx(&[&weeks.there[0]]));
    let [trip] = file.trips.as_slice() else { panic!("{file:?}") };
    let receipt = bench.app.erase(std::slice::from_ref(&trip.id), false).unwrap();
    assert_eq!(receipt.found, 0, "no byte of it is left");
    for (name, text) in
        [("a.csv", Driven::csv(&[&weeks.there[0]])), ("a.json", weeks.there[0].thinned(2).timeline())]
    {
        let file = import_text(&bench, name, &text);
        assert_eq!((file.trips.len(), file.forgotten), (0, 1), "{name}");
    }
    assert_eq!(import_text(&bench, "other.gpx", &Driven::gpx(&[&weeks.there[1]])).trips.len(), 1);
}

#[test]
fn ti7_what_fits_to_no_roads_is_kept_nowhere_and_says_so() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let drive = &weeks.there[0];
    // Half a kilometre beside every road, over the sea.
    let at_sea = Driven(
        drive
            .0
            .iter()
            .enumerate()
            .map(|(n, (at, place))| {
                (*at, LonLat { lon: 7.44 + n as f64 * 0.0006, lat: place.lat.min(43.70) - 0.005 })
            })
            .collect(),
    );
    // A point every four minutes: nobody knows which way was taken in between.
    let sparse = drive.thinned(60);
    for (name, bad, poor, outside) in [("sea.gpx", &at_sea, 1, 0), ("sparse.gpx", &sparse, 1, 0)] {
        let file = import_text(&bench, name, &Driven::gpx(&[bad]));
        assert_eq!((file.trips.len(), file.poor + file.outside), (0, poor + outside), "{name}: {file:?}");
        assert!(!file.text.is_empty(), "{name}");
    }
    let elsewhere =
        Driven(drive.0.iter().map(|(at, place)| (*at, LonLat { lon: place.lon + 20.0, ..*place })).collect());
    let file = import_text(&bench, "elsewhere.gpx", &Driven::gpx(&[&elsewhere]));
    assert_eq!((file.trips.len(), file.outside), (0, 1));
    assert!(file.text.contains("outside of the installed maps"), "{}", file.text);
    assert_eq!(bench.rows(), []);
}

#[test]
fn ti2_each_file_says_what_is_the_matter_and_hinders_no_other() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("1-waypoints.gpx", r#"<gpx version="1.1"><wpt lat="43.7" lon="7.4"><name>Home</name></wpt></gpx>"#);
    write("2-empty.json", "");
    write("3-good.gpx", &Driven::gpx(&[&weeks.there[0]]));
    write(
        "4-untimed.gpx",
        &Driven::gpx(&[&weeks.there[1]]).replace("<time>", "<note>").replace("</time>", "</note>"),
    );
    let whole = Driven::gpx(&[&weeks.there[2], &weeks.back[2]]);
    write("5-cut.gpx", &whole[..whole.len() * 2 / 3]);
    write("6-table.csv", "a;b;c\n1;2;3\n");
    let mut steps = Vec::new();
    let mut sink = |progress: &app::dto::ProgressDto| steps.push(progress.fraction);
    let report = bench.app.trips_import(&asked(&[folder.path()]), &mut sink, &CancelToken::new()).unwrap();
    let told: Vec<(&str, &str, usize)> =
        report.files.iter().map(|file| (&file.file[2..], file.why.as_str(), file.trips.len())).collect();
    assert_eq!(
        told,
        [
            ("waypoints.gpx", "only_waypoints", 0),
            ("empty.json", "empty", 0),
            ("good.gpx", "", 1),
            ("untimed.gpx", "", 0),
            ("cut.gpx", "", 2),
            ("table.csv", "columns", 0),
        ]
    );
    assert!(report.files[4].cut);
    for (index, file) in report.files.iter().enumerate() {
        assert_eq!(file.text.is_empty(), index == 2, "{file:?}");
        assert!(!file.text.contains("7.4") && !file.text.contains("Home"), "{}", file.text);
    }
    assert!(steps.windows(2).all(|pair| pair[0] <= pair[1]) && steps.len() >= 7, "{steps:?}");
    let nowhere = asked(&[Path::new("/nowhere/at/all.gpx")]);
    let report = bench.app.trips_import(&nowhere, &mut silent(), &CancelToken::new()).unwrap();
    assert_eq!(report.files[0].why, "missing");
    let nothing = TempDir::new().unwrap();
    check_fails(
        bench.app.trips_import(&asked(&[nothing.path()]), &mut silent(), &CancelToken::new()),
        ErrorCode::BadRequest,
        &[("why", "no_recordings")],
    );
}

#[test]
fn ti3_a_table_is_imported_as_the_person_says() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.csv");
    let text = Driven::csv(&[&weeks.there[0]]).replace("timestamp;latitude;longitude", "t1;p;q");
    fs::write(&path, &text).unwrap();
    let preview = bench.app.trips_table(&path.display().to_string()).unwrap().unwrap();
    assert_eq!((preview.names.join(" ").as_str(), preview.guess.decimal_comma), ("t1 p q", true));
    let mapping = TableMappingDto {
        columns: owned(&["time", "lat", "lon"]),
        delimiter: ";".to_owned(),
        header: true,
        decimal_comma: true,
        zone: String::new(),
    };
    let asked = TripImportRequest { mapping: Some(mapping.clone()), ..asked(&[&path]) };
    assert_eq!(bench.app.trips_import(&asked, &mut silent(), &CancelToken::new()).unwrap().trips, 1);
    for wrong in [
        TableMappingDto { columns: owned(&["time", "lat", "height"]), ..mapping.clone() },
        TableMappingDto { columns: owned(&["time", "lat"]), ..mapping.clone() },
        TableMappingDto { delimiter: String::new(), ..mapping },
    ] {
        let asked = TripImportRequest { mapping: Some(wrong), ..asked.clone() };
        check_fails(
            bench.app.trips_import(&asked, &mut silent(), &CancelToken::new()),
            ErrorCode::BadRequest,
            &[("field", "mapping")],
        );
    }
}

#[test]
fn ti12_with_learning_off_trips_are_kept_and_nothing_is_concluded() {
    let bench = Bench::with_regions();
    learning(&bench, false);
    let weeks = Weeks::of(&bench);
    let (before, _) = plans(&bench);
    let report = weeks.import(&bench);
    assert_eq!((report.trips, report.learning, report.questions.len()), (TRIPS, false, 0));
    assert!(bench.rows().iter().all(|row| row.id.starts_with("trip-")));
    let (after, back) = plans(&bench);
    assert_eq!(chosen(&before), chosen(&after));
    assert!(!back.memory_used);
    // And with learning on, what is only asked about changes nothing either.
    bench.app.trips_undo("").unwrap();
    learning(&bench, true);
    assert_eq!(weeks.import(&bench).questions.len(), 1);
    assert_eq!(chosen(&plans(&bench).1), chosen(&back));
}

#[test]
fn a_finished_drive_of_a_receiver_is_a_trip() {
    let bench = Bench::with_regions();
    let plan = bench.plan(between(HOME, OFFICE));
    let simulate = |request: SimulateRequest| bench.app.drive_simulate(&request);
    let request = SimulateRequest {
        plan_id: plan.plan_id.clone(),
        departed_at: Some(FIRST_MONDAY + 8 * HOUR),
        ..SimulateRequest::default()
    };
    let simulated = simulate(request.clone()).unwrap();
    assert!(
        (simulated.duration_s - plan.routes[0].duration_s).abs() < 0.25 * plan.routes[0].duration_s,
        "{}",
        simulated.duration_s
    );
    assert!((simulated.distance_m - plan.routes[0].distance_m).abs() < 100.0);
    assert!(simulated.fixes.windows(2).all(|pair| pair[0].at < pair[1].at));
    let drive = RecordedDriveRequest { fixes: simulated.fixes, lang: LangDto::En };
    let report = bench.app.drive_recorded(&drive, &CancelToken::new()).unwrap();
    assert_eq!((report.trips, report.poor), (1, 0));
    let trip = &report.files[0].trips[0];
    assert!(!trip.deviated && trip.sure > 0.95, "{trip:?}");
    assert_eq!(bench.app.drive_recorded(&drive, &CancelToken::new()).unwrap().known, 1);
    assert_eq!(bench.app.trip_imports().unwrap()[0].source, "recorder");
    let still =
        RecordedDriveRequest { fixes: vec![FixDto { point: point(HOME), at: 1e9 }; 3], lang: LangDto::En };
    check_fails(
        bench.app.drive_recorded(&still, &CancelToken::new()),
        ErrorCode::BadRequest,
        &[("field", "fixes")],
    );
    check_fails(
        simulate(SimulateRequest { plan_id: "gone".to_owned(), ..request.clone() }),
        ErrorCode::NoSuchPlan,
        &[],
    );
    check_fails(
        simulate(SimulateRequest { every_s: 0.1, ..request }),
        ErrorCode::BadRequest,
        &[("field", "every_s")],
    );
}

/// A receiver that says what it is told to.
struct Script(std::vec::IntoIter<Result<Position, PositionError>>);

impl PositionSource for Script {
    fn next(&mut self) -> Result<Option<Position>, PositionError> {
        self.0.next().transpose()
    }
}

#[test]
fn a_receiver_is_recorded_until_somebody_has_arrived() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let drive = &weeks.there[0];
    let position = |(at, place): &(f64, LonLat)| Position { at: *place, time: *at, accuracy_m: Some(5.0) };
    let mut said: Vec<Result<Position, PositionError>> =
        drive.0.iter().map(|fix| Ok(position(fix))).collect();
    // In a tunnel, between houses, and the same twice.
    said.insert(40, Err(PositionError::Silent));
    said.insert(60, Ok(Position { accuracy_m: Some(800.0), at: HOME, ..position(&drive.0[59]) }));
    said.insert(70, Ok(position(&drive.0[60])));
    let (end, place) = *drive.0.last().unwrap();
    said.extend((1..80).map(|n| Ok(position(&(end + f64::from(n) * 5.0, place)))));
    let never_reached = said.len();
    said.push(Err(PositionError::Lost));
    let (mut heard, stop) = (0, CancelToken::new());
    let report = bench
        .app
        .drive_record(&mut Script(said.into_iter()), LangDto::En, &mut |_| heard += 1, &stop)
        .unwrap();
    assert_eq!((report.trips, report.known), (1, 0), "{report:?}");
    assert!(
        heard > drive.0.len() && heard < never_reached,
        "{heard}: it ended when the car had stood for five minutes"
    );
    assert_eq!(import_text(&bench, "the-phone-too.gpx", &Driven::gpx(&[drive])).known, 1);

    let record = |said: Vec<Result<Position, PositionError>>| {
        bench.app.drive_record(&mut Script(said.into_iter()), LangDto::En, &mut |_| {}, &stop)
    };
    check_fails(record(vec![Err(PositionError::NotOne)]), ErrorCode::Network, &[("why", "not_gpsd")]);
    check_fails(record(vec![Ok(position(&drive.0[0]))]), ErrorCode::BadRequest, &[("field", "fixes")]);
    // A receiver that is pulled out at the end of a drive takes nothing with it.
    let other = &weeks.there[1];
    let cut: Vec<_> = other.0.iter().map(|fix| Ok(position(fix))).chain([Err(PositionError::Lost)]).collect();
    assert_eq!(record(cut).unwrap().trips, 1);
}

#[test]
fn a_watched_folder_gives_what_is_new_in_it() {
    let bench = Bench::with_regions();
    let weeks = Weeks::of(&bench);
    let look = || bench.app.trips_watch_look(LangDto::En, &mut silent(), &CancelToken::new()).unwrap();
    assert_eq!(bench.app.trips_watched().unwrap().folder, "", "off until a folder is named");
    assert_eq!(look(), None);
    check_fails(bench.app.trips_watch("/nowhere/at/all"), ErrorCode::BadRequest, &[("field", "folder")]);
    let folder = TempDir::new().unwrap();
    let write = |name: &str, drive: &Driven, written: i64| {
        let path = folder.path().join(name);
        fs::write(&path, Driven::gpx(&[drive])).unwrap();
        let written = std::time::UNIX_EPOCH + std::time::Duration::from_secs(written as u64);
        fs::File::options().write(true).open(&path).unwrap().set_modified(written).unwrap();
    };
    write("1.gpx", &weeks.there[0], MONDAY_NOON - DAY);
    assert!(bench.app.trips_watch(&folder.path().display().to_string()).unwrap().there);
    assert_eq!(look().map(|report| report.trips), Some(1));
    assert_eq!(look(), None, "nothing new");
    // One that is being written to is read when it is whole.
    write("2.gpx", &weeks.there[1], MONDAY_NOON - 1);
    assert_eq!(look(), None);
    bench.at(MONDAY_NOON + 60);
    assert_eq!(look().map(|report| report.trips), Some(1));
    write("1.gpx", &weeks.there[2], MONDAY_NOON + 50);
    assert_eq!(look().map(|report| report.trips), Some(1), "a file that was written anew");
    assert_eq!(bench.app.trip_imports().unwrap()[0].source, "watched");
    bench.app.trips_watch("").unwrap();
    write("3.gpx", &weeks.there[3], MONDAY_NOON);
    assert_eq!(look(), None);
}

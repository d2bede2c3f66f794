//! Drives that come in: a thousand recordings imported, matched and learned from; a finished drive up to its card; and whether
//! plans get slower with the trips that are remembered.

use crate::{
    figures::{Span, Timings},
    world::{Bench, Chance, SEED, Watch, install, open, processor_s},
};
use app::{
    CancelToken,
    dto::{
        FixDto, ImportReportDto, LangDto, PlanRequest, PointDto, RecordedDriveRequest, RouteDto, SettingsDto,
        TripImportRequest,
    },
    silent,
};
use domain::LonLat;
use flows::Verdict;
use std::{fmt::Write as _, fs, path::Path};

/// Recordings; a smaller number is a first look.
const DRIVES: usize = 1_000;
/// Pairs of places between which somebody drives again and again.
const PAIRS: usize = 40;
/// How far they lie apart as the crow flies, metres: twenty kilometres of road.
const APART_M: std::ops::Range<f64> = 12_000.0..19_000.0;
/// Standard deviation of a fix, metres, and seconds between two.
const NOISE_M: f64 = 5.0;
const EVERY_S: f64 = 1.0;
/// What is asked for: seconds on the processor for all, milliseconds for one, and how much slower plans may get.
const MOST_S: f64 = 60.0;
const MOST_CARD_MS: f64 = 100.0;
const MOST_RATIO: f64 = 1.1;
/// 2026-03-02, a Monday, 07:00 UTC.
const FIRST: i64 = 1_772_434_800;
/// Plans that are compared.
const PLANS: usize = 150;
/// Finished drives that are measured.
const CARDS: usize = 30;

/// A pair of places: the ways between them, the first one recommended.
struct Pair {
    routes: Vec<RouteDto>,
}

/// The bench, with so many drives.
pub fn trips(data: &Path, drives: Option<usize>) -> Verdict {
    let drives = drives.unwrap_or(DRIVES);
    let file = data.join("regions/porto.osm.pbf");
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    for folder in &folders {
        install(&open(folder.path()), &file);
    }
    // One without any trip, one that imports.
    let [without, with] =
        [&folders[0], &folders[1]].map(|folder| Bench::in_folder(folder.path(), &file, &[]));
    let settings = SettingsDto { learning: true, welcomed: true, ..with.app.settings().unwrap() };
    with.app.settings_set(&settings).unwrap();
    let pairs = pairs(&without, PAIRS.min(drives));
    let recordings = tempfile::tempdir().unwrap();
    let (mut metres, mut fixes, mut bytes) = (0.0, 0, 0);
    let mut chance = Chance(SEED);
    for drive in 0..drives {
        let (route, departed) = driven(&pairs, drive);
        let recorded = record(route, departed, &mut chance);
        let text = gpx(&recorded);
        (metres, fixes, bytes) = (metres + route.distance_m, fixes + recorded.len(), bytes + text.len());
        fs::write(recordings.path().join(format!("{drive:04}.gpx")), text).unwrap();
    }
    println!(
        "{drives} recordings between {} pairs of places, {:.0} km, {fixes} fixes, {:.0} MB",
        pairs.len(),
        metres / 1_000.0,
        bytes as f64 / 1e6
    );
    // The region is loaded before the watch starts, as in a window that is open.
    drop(with.app.plan(&request_of(&pairs[0])));
    let request = TripImportRequest {
        paths: vec![recordings.path().display().to_string()],
        lang: LangDto::En,
        ..TripImportRequest::default()
    };
    let before = processor_s();
    let report = with.app.trips_import(&request, &mut silent(), &CancelToken::new()).unwrap();
    let import_s = processor_s() - before;
    tell(&report, import_s);

    // A day later somebody drives once more, again and again.
    let cards: Vec<Span> = (0..CARDS.min(drives))
        .map(|n| {
            let (route, departed) = driven(&pairs, drives + n);
            let fixes = record(route, departed, &mut chance);
            let fixes = fixes
                .iter()
                .map(|(at, place)| FixDto { point: PointDto { lon: place.lon, lat: place.lat }, at: *at })
                .collect();
            let request = RecordedDriveRequest { fixes, lang: LangDto::En };
            let watch = Watch::start();
            let report = with.app.drive_recorded(&request, &CancelToken::new()).unwrap();
            let span = watch.stop();
            assert_eq!(report.trips + report.poor, 1);
            span
        })
        .collect();
    let cards = Timings::of(&cards);
    println!("a finished drive to its card: {cards}");

    let asked: Vec<PlanRequest> = (0..PLANS).map(|n| request_of(&pairs[n % pairs.len()])).collect();
    let mut plans: [Vec<Span>; 2] = [Vec::new(), Vec::new()];
    for request in &asked {
        for (bench, spans) in [&without, &with].iter().zip(&mut plans) {
            spans.extend(bench.answer(request).map(|(_, _, span)| span));
        }
    }
    let [plain, remembering] = plans.map(|spans| Timings::of(&spans));
    println!("a plan with 0 trips: {plain}\na plan with {} trips: {remembering}", report.trips);
    // On the processor: by the clock a busy machine decides, not the number of trips.
    let ratio = remembering.processor_at(0.5) / plain.processor_at(0.5);
    let holds = import_s <= MOST_S
        && cards.processor_at(0.95) <= MOST_CARD_MS
        && ratio <= MOST_RATIO
        && report.trips as usize * 100 >= drives * 95;
    Verdict {
        name: "trips",
        figures: format!(
            "{} of {drives} recordings, {:.0} km, imported, matched and learned from in {import_s:.1} s; a finished drive to its card p95 \
             {:.0} ms (by the clock p50 {:.0}, p95 {:.0}); a plan p50 {:.2} ms with 0 trips, {:.2} ms with {} ({ratio:.2} times); all on the processor",
            report.trips,
            metres / 1_000.0,
            cards.processor_at(0.95),
            cards.at(0.5),
            cards.at(0.95),
            plain.processor_at(0.5),
            remembering.processor_at(0.5),
            report.trips,
        ),
        asked: format!(
            "at least 95 of 100, {MOST_S:.0} s for 1,000; {MOST_CARD_MS:.0} ms; at most {MOST_RATIO} times"
        ),
        holds,
    }
}

fn tell(report: &ImportReportDto, import_s: f64) {
    let deviated = report.files.iter().flat_map(|file| &file.trips).filter(|trip| trip.deviated).count();
    println!(
        "{} trips, {} poor, {} known, {deviated} left the recommendation, {} questions, {} places suggested; {import_s:.1} s on the processor",
        report.trips,
        report.poor,
        report.known,
        report.questions.len(),
        report.places.len()
    );
}

/// Pairs of places by chance, far enough apart.
fn pairs(bench: &Bench, count: usize) -> Vec<Pair> {
    let mut chance = Chance(SEED);
    bench.show(3);
    let mut found = Vec::new();
    for _try in 0..count * 200 {
        let ends = [(); 2].map(|()| bench.somewhere(&mut chance));
        let [from, to] = ends.map(|[lon, lat]| LonLat { lon, lat });
        if !APART_M.contains(&from.distance_m(to)) {
            continue;
        }
        let Ok(plan) = bench.app.plan(&crate::world::between(ends, &[])) else { continue };
        found.push(Pair { routes: plan.routes });
        if found.len() == count {
            break;
        }
    }
    found
}

fn request_of(pair: &Pair) -> PlanRequest {
    let line = &pair.routes[0].geometry.coordinates;
    crate::world::between([line[0], line[line.len() - 1]], &[])
}

/// The nth drive: every pair again after a day; on every third day by another way.
fn driven(pairs: &[Pair], n: usize) -> (&RouteDto, i64) {
    let (pair, day) = (&pairs[n % pairs.len()], n / pairs.len());
    let route = &pair.routes[if day % 3 == 2 { pair.routes.len() - 1 } else { 0 }];
    // Nobody drives twice at the same time: a day has room for all pairs.
    (route, FIRST + day as i64 * 86_400 + (n % pairs.len()) as i64 * 86_400 / pairs.len().max(1) as i64)
}

/// Where a receiver believes to be, every few seconds: noise that stays for a while, as receivers have it.
fn record(route: &RouteDto, departed: i64, chance: &mut Chance) -> Vec<(f64, LonLat)> {
    let line: Vec<LonLat> =
        route.geometry.coordinates.iter().map(|[lon, lat]| LonLat { lon: *lon, lat: *lat }).collect();
    let lengths: Vec<f64> = line.windows(2).map(|pair| pair[0].distance_m(pair[1])).collect();
    let all: f64 = lengths.iter().sum();
    let mut normal = || {
        let radius = (-2.0 * (1.0 - chance.next()).ln()).sqrt();
        radius * (chance.next() * std::f64::consts::TAU).cos()
    };
    let (mut found, mut index, mut before, mut now) = (Vec::new(), 0, 0.0, 0.0);
    let mut error = [normal() * NOISE_M, normal() * NOISE_M];
    while now <= route.duration_s {
        let along = all * now / route.duration_s;
        while index + 1 < lengths.len() && before + lengths[index] < along {
            before += lengths[index];
            index += 1;
        }
        let share = ((along - before) / lengths[index].max(0.01)).clamp(0.0, 1.0);
        let (a, b) = (line[index], line[index + 1]);
        // An error of a second has much of the last one's in it.
        error = error.map(|last| 0.9 * last + (1.0_f64 - 0.81).sqrt() * NOISE_M * normal());
        let lat = a.lat + (b.lat - a.lat) * share;
        found.push((
            departed as f64 + now,
            LonLat {
                lon: a.lon + (b.lon - a.lon) * share + error[0] / (111_195.0 * lat.to_radians().cos()),
                lat: lat + error[1] / 111_195.0,
            },
        ));
        now += EVERY_S;
    }
    found
}

fn gpx(recorded: &[(f64, LonLat)]) -> String {
    let mut text =
        String::from("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"bench\"><trk><trkseg>\n");
    for (at, place) in recorded {
        let time = domain::Timestamp(*at as i64).in_zone("UTC").strftime("%Y-%m-%dT%H:%M:%SZ");
        writeln!(
            text,
            "<trkpt lat=\"{:.7}\" lon=\"{:.7}\"><ele>80.0</ele><time>{time}</time></trkpt>",
            place.lat, place.lon
        )
        .unwrap();
    }
    text + "</trkseg></trk></gpx>\n"
}

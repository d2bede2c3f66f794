//! Made recordings: where they are cut, what is left out, which places they suggest.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too.

use domain::{LonLat, Moment, Timestamp};
use tracks::{End, Fix, LeftOut, Mode, Rules, Track, Use, suggest, trips};

/// 2026-06-29, a Monday, 00:00 in Lisbon (23:00 UTC the day before).
const MONDAY: f64 = 1_782_687_600.0;
const DEGREE_M: f64 = 111_195.0;

fn at(east_m: f64, north_m: f64) -> LonLat {
    LonLat { lon: -8.61 + east_m / (DEGREE_M * 0.7528), lat: 41.15 + north_m / DEGREE_M }
}

/// A recording that is drawn by moving and staying.
struct Drawn {
    fixes: Vec<Fix>,
    now: f64,
    here: (f64, f64),
}

impl Drawn {
    fn from(seconds: f64) -> Self {
        Self { fixes: Vec::new(), now: MONDAY + seconds, here: (0.0, 0.0) }
    }

    fn fix(&mut self) {
        // A few metres of error that repeat.
        let wobble = (self.fixes.len() % 5) as f64 * 3.0 - 6.0;
        self.fixes.push(Fix { at: at(self.here.0 + wobble, self.here.1 - wobble), time: Some(self.now) });
    }

    fn go(mut self, east: f64, north: f64, speed: f64, every_s: f64) -> Self {
        let (from, metres) = (self.here, east.hypot(north));
        let steps = (metres / (speed * every_s)).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            self.here = (from.0 + east * share, from.1 + north * share);
            self.fix();
            self.now += every_s;
        }
        self
    }

    fn stay(mut self, seconds: f64, every_s: f64) -> Self {
        let until = self.now + seconds;
        while self.now < until {
            self.fix();
            self.now += every_s;
        }
        self
    }

    fn off(mut self, seconds: f64) -> Self {
        self.now += seconds;
        self
    }

    fn track(self) -> Track {
        Track { fixes: self.fixes, ..Track::default() }
    }
}

/// Trips in metres as the crow flies and minutes, then what was left out.
fn check(what: &str, tracks: Vec<Track>, expected: &[(i64, i64)], left_out: &[LeftOut]) {
    let split = trips(tracks, &Rules::default());
    let found: Vec<(i64, i64)> = split
        .trips
        .iter()
        .map(|trip| {
            let (first, last) = (trip.fixes.first().unwrap(), trip.fixes.last().unwrap());
            let minutes = (last.time.unwrap() - first.time.unwrap()) / 60.0;
            ((first.at.distance_m(last.at) / 100.0).round() as i64, minutes.round() as i64)
        })
        .collect();
    assert_eq!(found, expected, "{what}: {:?}", split.left_out);
    assert_eq!(split.left_out, left_out, "{what}");
}

#[test]
fn ti5_a_recording_is_cut_where_somebody_stayed() {
    let one = || Drawn::from(0.0).go(6_000.0, 0.0, 12.0, 5.0);
    check("one drive", vec![one().track()], &[(60, 8)], &[]);
    let lights = one().stay(90.0, 5.0).go(0.0, 3_000.0, 12.0, 5.0);
    check("a light ends no trip", vec![lights.track()], &[(67, 14)], &[]);
    let shop = one().stay(1_200.0, 5.0).go(0.0, 3_000.0, 12.0, 5.0);
    check("twenty minutes in a shop do", vec![shop.track()], &[(60, 8), (30, 4)], &[]);
    let off = one().off(3_600.0).go(0.0, 3_000.0, 12.0, 5.0);
    check("a recorder that was off", vec![off.track()], &[(60, 8), (30, 4)], &[]);
    let tunnel = one().off(240.0).go(0.0, 3_000.0, 12.0, 5.0);
    check("standing in a tunnel for four minutes ends none", vec![tunnel.track()], &[(67, 17)], &[]);
    let night = one().stay(30_000.0, 300.0).go(-6_000.0, 0.0, 12.0, 5.0);
    check("a night between two drives", vec![night.track()], &[(60, 8), (60, 8)], &[]);
    let segments: Vec<Track> =
        one().fixes.chunks(40).map(|part| Track { fixes: part.to_vec(), ..Track::default() }).collect();
    check("segments that follow each other are one drive", segments, &[(60, 8)], &[]);
    let mut backwards = one().track();
    backwards.fixes.reverse();
    check("written backwards", vec![backwards], &[(60, 8)], &[]);
    let both = Drawn { here: (6_000.0, 0.0), ..Drawn::from(50_000.0) }.go(-6_000.0, 0.0, 12.0, 5.0).track();
    check("tracks in no order", vec![both, one().track()], &[(60, 8), (60, 8)], &[]);
}

#[test]
fn ti6_what_is_no_drive_is_left_out() {
    check("a walk", vec![Drawn::from(0.0).go(2_000.0, 0.0, 1.4, 5.0).track()], &[], &[LeftOut::Walk]);
    check("a bicycle", vec![Drawn::from(0.0).go(5_000.0, 0.0, 5.5, 5.0).track()], &[], &[LeftOut::Ride]);
    check(
        "a flight",
        vec![Drawn::from(0.0).go(200_000.0, 0.0, 200.0, 20.0).track()],
        &[],
        &[LeftOut::Flight],
    );
    check(
        "around the house",
        vec![Drawn::from(0.0).go(200.0, 0.0, 6.0, 5.0).track()],
        &[],
        &[LeftOut::Short],
    );
    check(
        "a slow car in a town is one",
        vec![Drawn::from(0.0).go(4_000.0, 0.0, 8.5, 5.0).track()],
        &[(40, 8)],
        &[],
    );
    let jam = Drawn::from(0.0).go(1_500.0, 0.0, 2.0, 5.0).go(3_000.0, 0.0, 13.0, 5.0);
    check("a jam is no walk", vec![jam.track()], &[(45, 17)], &[]);
    let said = Track { mode: Mode::Car, ..Drawn::from(0.0).go(1_500.0, 0.0, 2.0, 5.0).track() };
    check("slow, but the file says that it was a car", vec![said], &[(15, 13)], &[]);
    let bus = Track { mode: Mode::Other, ..Drawn::from(0.0).go(6_000.0, 0.0, 12.0, 5.0).track() };
    check("the file says that it was none", vec![bus], &[], &[LeftOut::NoCar]);
    let mut untimed = Drawn::from(0.0).go(6_000.0, 0.0, 12.0, 5.0).track();
    untimed.fixes.iter_mut().for_each(|fix| fix.time = None);
    check("without times", vec![untimed], &[], &[LeftOut::Untimed]);
    let walk_to_car = Drawn::from(0.0).go(700.0, 0.0, 1.4, 5.0).stay(400.0, 5.0).go(6_000.0, 0.0, 12.0, 5.0);
    check("the walk to the car", vec![walk_to_car.track()], &[(60, 8)], &[LeftOut::Walk]);
}

fn moment(day: i64, hour: i64) -> Moment {
    Moment { at: Timestamp(MONDAY as i64 + day * 86_400 + hour * 3_600), zone: "Europe/Lisbon".to_owned() }
}

#[test]
fn ti13_a_month_of_commutes_suggests_home_and_work() {
    let (home, work, gym) = ((0.0, 0.0), (6_000.0, 2_000.0), (3_000.0, -1_000.0));
    let near = |(east, north): (f64, f64), day: i64| {
        at(east + (day % 5) as f64 * 12.0, north - (day % 3) as f64 * 15.0)
    };
    let mut ends = Vec::new();
    for day in 0..28 {
        if day % 7 < 5 {
            ends.push(End { at: near(work, day), from: moment(day, 9), to: Some(moment(day, 17).at) });
            if day % 7 == 2 {
                ends.push(End { at: near(gym, day), from: moment(day, 18), to: Some(moment(day, 19).at) });
            }
            let back = if day % 7 == 4 { moment(day + 3, 8) } else { moment(day + 1, 8) };
            ends.push(End { at: near(home, day), from: moment(day, 19), to: Some(back.at) });
        }
    }
    // Once somewhere else.
    ends.push(End { at: at(9_000.0, 9_000.0), from: moment(12, 12), to: Some(moment(12, 14).at) });
    let found = suggest(&ends);
    let told: Vec<(Use, usize, usize, usize)> =
        found.iter().map(|place| (place.use_of, place.visits, place.nights, place.weekdays)).collect();
    assert_eq!(told, [(Use::Home, 20, 28, 0), (Use::Work, 20, 0, 20), (Use::Visited, 4, 0, 0)]);
    assert!(found[0].at.distance_m(at(24.0, -15.0)) < 40.0);
    assert_eq!((found[0].first.at, found[0].last.at), (moment(0, 19).at, moment(25, 19).at));
    // The same in another order.
    ends.reverse();
    assert_eq!(suggest(&ends), found);
}

#[test]
fn ti13_two_visits_suggest_nothing_and_a_night_shift_is_no_home_of_work() {
    let visit = |day| End { at: at(0.0, 0.0), from: moment(day, 12), to: Some(moment(day, 13).at) };
    assert_eq!(suggest(&[visit(0), visit(3)]), []);
    assert_eq!(suggest(&[visit(0), visit(3), visit(5)]).len(), 1);
    // A fortnight without the car is a journey: it makes nothing a home.
    let away = |day| End { at: at(0.0, 0.0), from: moment(day, 12), to: Some(moment(day + 14, 12).at) };
    let found = suggest(&[away(0), away(20), away(40)]);
    assert_eq!((found[0].use_of, found[0].nights), (Use::Visited, 0));
    assert_eq!(suggest(&[]), []);
}

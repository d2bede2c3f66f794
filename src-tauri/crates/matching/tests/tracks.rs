//! Tracks over drawn maps: which roads they become.

use domain::LonLat;
use matching::{Fix, Matched, Options, match_track};
use routing::{Checker, Router};
use testkit::map::DrawnMap;

const STREET: &[(&str, &str)] = &[("highway", "residential")];
const ONE_WAY: &[(&str, &str)] = &[("highway", "residential"), ("oneway", "yes")];
/// Metres between two columns or rows of a drawing.
const CELL_M: f64 = 40.0;
/// Metres per degree near the drawings' origin.
const DEGREE_M: f64 = 111_195.0;

struct Track<'a> {
    map: &'a DrawnMap,
    fixes: Vec<Fix>,
    noise: Vec<(f64, f64)>,
}

impl<'a> Track<'a> {
    fn on(map: &'a DrawnMap) -> Self {
        // The same few metres of error again and again; their mean is zero.
        Self { map, fixes: Vec::new(), noise: vec![(6.0, -5.0), (-4.0, 7.0), (3.0, 4.0), (-5.0, -6.0)] }
    }

    /// Drives straight from letter to letter: a fix every 50 m or less, at 10 m/s.
    fn drive(mut self, letters: &str) -> Self {
        let places: Vec<LonLat> = letters.chars().map(|letter| self.map.position(letter)).collect();
        for pair in places.windows(2) {
            let metres = pair[0].distance_m(pair[1]);
            let steps = (metres / 50.0).ceil();
            for step in 0..=steps as usize {
                let share = step as f64 / steps;
                let mix = |a: f64, b: f64| a + (b - a) * share;
                self = self.fix(
                    mix(pair[0].lon, pair[1].lon),
                    mix(pair[0].lat, pair[1].lat),
                    metres / steps / 10.0,
                );
            }
        }
        self
    }

    /// Stands at a letter for so many seconds, a fix each.
    fn stand(mut self, letter: char, seconds: usize) -> Self {
        let place = self.map.position(letter);
        for _ in 0..seconds {
            self = self.fix(place.lon, place.lat, 1.0);
        }
        self
    }

    /// One fix so many metres east and north of a letter.
    fn stray(self, letter: char, east_m: f64, north_m: f64) -> Self {
        let place = self.map.position(letter);
        self.fix(place.lon + east_m / DEGREE_M, place.lat + north_m / DEGREE_M, 5.0)
    }

    fn fix(mut self, lon: f64, lat: f64, after_s: f64) -> Self {
        let (east, north) = self.noise[self.fixes.len() % self.noise.len()];
        let at = self.fixes.last().and_then(|fix| fix.at).unwrap_or(1_000.0) + after_s;
        let point = LonLat { lon: lon + east / DEGREE_M, lat: lat + north / DEGREE_M };
        self.fixes.push(Fix { point, at: Some(at) });
        self
    }
}

/// The drives as names of roads; `~` marks a bridged gap, `!` a road onto which one turned around in its middle.
fn words(router: &Router, matched: &Matched) -> String {
    let drives = matched.drives.iter().map(|drive| {
        let mut words: Vec<String> = Vec::new();
        for piece in &drive.pieces {
            let mark = if piece.turned {
                "!"
            } else if piece.bridged {
                "~"
            } else {
                ""
            };
            let word = format!("{mark}{}", router.graph().label(piece.edge));
            if words.last() != Some(&word) {
                words.push(word);
            }
        }
        words.join(" ")
    });
    drives.collect::<Vec<_>>().join(" | ")
}

fn check(what: &str, map: &DrawnMap, track: impl Fn(Track<'_>) -> Track<'_>, expected: &str) -> Matched {
    let network = map.network();
    let router = Router::build(network.clone());
    let fixes = track(Track::on(map)).fixes;
    let matched = match_track(&router, &fixes, &Options::default());
    assert_eq!(words(&router, &matched), expected, "{what}");
    for drive in &matched.drives {
        let mut from = 0;
        // Between places where the driver turned around every turn is legal.
        for to in 1..=drive.pieces.len() {
            if to == drive.pieces.len() || drive.pieces[to].turned {
                let keys = &drive.edge_keys(&router)[from..to];
                let judged = Checker::new(&network).way(keys, std::slice::from_ref(&(0..keys.len())));
                assert!(judged.is_ok(), "{what}: {judged:?}");
                from = to;
            }
        }
        for piece in &drive.pieces {
            assert!((0.0..=1.0).contains(&piece.confidence), "{what}: {piece:?}");
            assert!(piece.from_m <= piece.to_m, "{what}: {piece:?}");
        }
    }
    matched
}

/// Two streets with two links; a column is 40 m.
fn town() -> DrawnMap {
    DrawnMap::new(
        "
        A----B----C----D
             |    |
             |    |
             |    |
             |    |
        E----F----G----H
        ",
        CELL_M,
    )
    .way("ABCD", STREET)
    .way("EFGH", STREET)
    .way("BF", STREET)
    .way("CG", STREET)
}

#[test]
fn a_track_becomes_the_roads_driven() {
    let town = town();
    check("straight on", &town, |t| t.drive("ABCD"), "ABCD");
    check("backwards", &town, |t| t.drive("DCBA"), "ABCD");
    check("around two corners", &town, |t| t.drive("ABFGH"), "ABCD BF EFGH");
    check("around the block", &town, |t| t.drive("ABFGCD"), "ABCD BF EFGH CG ABCD");
    check("a stop at the lights", &town, |t| t.drive("AB").stand('B', 60).drive("BFE"), "ABCD BF EFGH");
    check("nothing", &town, |t| t, "");
    check("one fix is no drive", &town, |t| t.stray('B', 0.0, 0.0), "");
}

#[test]
fn what_does_not_fit_is_left_out_and_counted() {
    let town = town();
    let stray = check("a jump", &town, |t| t.drive("AB").stray('B', 30.0, 140.0).drive("CD"), "ABCD");
    assert_eq!((stray.left_out, stray.off_road), (0, 1));
    let islands = DrawnMap::new(
        "
        A----B----C----D


        X----Y
        ",
        CELL_M,
    )
    .way("ABCD", STREET)
    .way("XY", STREET);
    let jump = check(
        "a jump to another island",
        &islands,
        |t| t.drive("AB").stray('Y', 0.0, 0.0).drive("CD"),
        "ABCD",
    );
    assert_eq!((jump.left_out, jump.off_road), (1, 0));
    let far = check("off the map", &town, |t| t.drive("AB").stray('B', 9_000.0, 0.0).drive("BCD"), "ABCD");
    assert_eq!(far.off_road, 1);
    let park = check("a car park", &town, |t| t.drive("AB").stray('B', 0.0, 300.0).drive("BCD"), "ABCD");
    assert_eq!(park.off_road, 1);
}

#[test]
fn turning_around_in_the_middle_is_seen() {
    let long = DrawnMap::new("A---------B---------C", CELL_M).way("ABC", STREET);
    check("a U-turn between two junctions", &long, |t| t.drive("ABA"), "ABC !ABC");
}

#[test]
fn only_legal_ways_are_driven() {
    let lanes = DrawnMap::new(
        "
        A--------------B
        |              |
        C--------------D
        ",
        CELL_M,
    )
    .way("BA", ONE_WAY)
    .way("CD", ONE_WAY)
    .way("AC", STREET)
    .way("DB", STREET);
    // Between the carriageways: the direction decides.
    check("east", &lanes, |t| t.stray('C', 50.0, 22.0).stray('C', 200.0, 22.0).stray('C', 400.0, 22.0), "CD");
    check("west", &lanes, |t| t.stray('C', 400.0, 18.0).stray('C', 200.0, 18.0).stray('C', 50.0, 18.0), "BA");
    let islands = DrawnMap::new("A--------B  C--------D", CELL_M).way("AB", STREET).way("CD", STREET);
    check("no road between", &islands, |t| t.drive("AB").drive("CD"), "AB | CD");
}

#[test]
fn a_gap_is_bridged_and_says_so() {
    let tunnel = DrawnMap::new("A-----B--------------------C-----D", CELL_M)
        .way("AB", STREET)
        .way("BC", &[("highway", "residential"), ("tunnel", "yes")])
        .way("CD", STREET);
    check("a tunnel", &tunnel, |t| t.drive("AB").drive("CD"), "AB ~BC ~CD");
}

#[test]
fn confidence_falls_where_two_roads_fit() {
    let beside = |metres: f64| {
        DrawnMap::with_cell(
            "
            A--------------------B
            C--------------------D
            ",
            CELL_M,
            metres,
        )
        .way("AB", STREET)
        .way("CD", STREET)
        .way("AC", STREET)
        .way("BD", STREET)
    };
    let least = |metres: f64| {
        let map = beside(metres);
        let router = Router::build(map.network());
        let fixes = Track::on(&map).drive("AB").fixes;
        let matched = match_track(&router, &fixes, &Options::default());
        matched.drives[0].pieces.iter().map(|piece| piece.confidence).fold(1.0, f64::min)
    };
    let (near, far) = (least(4.0), least(120.0));
    assert!(near < 0.8 && far > 0.9, "4 m apart {near}, 120 m apart {far}");
}

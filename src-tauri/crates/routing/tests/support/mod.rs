//! Drawn maps as routers, and trips over them as text.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::sync::Arc;

use domain::{
    Adjustment, Cause, EdgeKey, LonLat, RoadFeature, Route, Strength, Target, intent::RoutePreference,
};
use routing::{Budget, Checker, NoRoute, Plan, Role, Router, Snap, SnapOptions};
use testkit::map::DrawnMap;

/// A street without anything special.
pub const STREET: &[(&str, &str)] = &[("highway", "residential")];

/// A drawn map with a router for it.
pub struct Town {
    pub map: DrawnMap,
    pub router: Router,
}

impl Town {
    pub fn new(map: DrawnMap) -> Self {
        let router = Router::build(map.network());
        Self { map, router }
    }

    /// The map with something on its network that drawing cannot say.
    pub fn changed(map: DrawnMap, change: impl Fn(&mut region::RoadNetwork)) -> Self {
        let mut network = map.network();
        change(&mut network);
        Self { map, router: Router::build(network) }
    }

    /// `AB` is the middle between two letters, `A` the letter itself.
    pub fn place(&self, letters: &str) -> LonLat {
        let points: Vec<LonLat> = letters.chars().map(|letter| self.map.position(letter)).collect();
        let count = points.len() as f64;
        LonLat {
            lon: points.iter().map(|p| p.lon).sum::<f64>() / count,
            lat: points.iter().map(|p| p.lat).sum::<f64>() / count,
        }
    }

    /// `AB>CD` or `AB>CD>EF`: snapped waypoints.
    pub fn waypoints(&self, trip: &str) -> Vec<Snap> {
        let places: Vec<&str> = trip.split('>').collect();
        let role = |index: usize| match index {
            0 => Role::Start,
            last if last + 1 == places.len() => Role::End,
            _ => Role::Via,
        };
        let snap = |(index, letters): (usize, &&str)| {
            let options = SnapOptions::for_role(role(index));
            self.router
                .snap(self.place(letters), &options)
                .unwrap_or_else(|error| panic!("{letters}: {error}"))
        };
        places.iter().enumerate().map(snap).collect()
    }

    pub fn route_in(
        &self,
        trip: &str,
        adjustments: &[Adjustment],
        mode: RoutePreference,
    ) -> Result<Arc<Route>, NoRoute> {
        let waypoints = self.waypoints(trip);
        let route = self.router.route(
            &Plan { waypoints: &waypoints, adjustments, mode, terms: Default::default() },
            &mut Budget::default(),
        );
        if let Ok(route) = &route {
            self.judge(route);
        }
        route
    }

    pub fn route(&self, trip: &str, adjustments: &[Adjustment]) -> Result<Arc<Route>, NoRoute> {
        self.route_in(trip, adjustments, RoutePreference::Fastest)
    }

    /// Every route must hold against the independent judge and add up.
    pub fn judge(&self, route: &Route) {
        let verdict = Checker::new(self.router.graph().roads()).route(route);
        assert!(verdict.is_ok(), "{}: {verdict:?}", letters(&route.edges));
        let line: f64 = route.geometry.windows(2).map(|pair| pair[0].distance_m(pair[1])).sum();
        assert!(
            (line - route.distance_m).abs() < 1.0 + route.distance_m * 0.01,
            "line {line} against {}",
            route.distance_m
        );
        for leg in &route.legs {
            let metres: f64 = leg.steps.iter().map(|step| step.distance_m).sum();
            let seconds: f64 = leg.steps.iter().map(|step| step.duration_s).sum();
            assert!((metres - leg.distance_m).abs() < 1e-6, "steps cover the leg");
            assert!((seconds - leg.duration_s).abs() < 1e-6, "steps cover the leg's time");
        }
    }

    /// The letters driven over, or what went wrong.
    pub fn drive(&self, trip: &str, adjustments: &[Adjustment]) -> String {
        self.drive_in(trip, adjustments, RoutePreference::Fastest)
    }

    pub fn drive_in(&self, trip: &str, adjustments: &[Adjustment], mode: RoutePreference) -> String {
        match self.route_in(trip, adjustments, mode) {
            Ok(route) => letters(&route.edges),
            Err(NoRoute::Excluded { least_violating, .. }) => {
                self.judge(&least_violating);
                format!("only {}", letters(&least_violating.edges))
            }
            Err(NoRoute::Unreachable { .. }) => "none".to_owned(),
            Err(other) => panic!("{other}"),
        }
    }

    /// Trips and the letters that they must drive over.
    pub fn check(&self, trips: &[(&str, &str)]) {
        for (trip, expected) in trips {
            assert_eq!(self.drive(trip, &[]), *expected, "{trip}");
        }
    }
}

/// Letters of the nodes that edges pass.
pub fn letters(edges: &[EdgeKey]) -> String {
    let letter = |id: i64| u32::try_from(id).ok().and_then(char::from_u32).unwrap_or('?');
    let heads = edges.iter().map(|edge| letter(edge.head));
    edges.first().map(|edge| letter(edge.tail)).into_iter().chain(heads).collect()
}

pub fn wish(target: Target, strength: Strength) -> Adjustment {
    Adjustment { cause: Cause::Sentence(0), target, strength }
}

pub fn feature(feature: RoadFeature, strength: Strength) -> Vec<Adjustment> {
    vec![wish(Target::Feature(feature), strength)]
}

pub fn road(name: &str, strength: Strength) -> Vec<Adjustment> {
    vec![wish(Target::Road(name.to_owned()), strength)]
}

/// Instructions of all legs, with lanes (`*` leads to the maneuver) and notes behind them.
pub fn words_of(route: &Route, lang: domain::Lang) -> Vec<String> {
    let line = |(step, sentence): (&domain::Step, String)| {
        let lane = |lane: &domain::Lane| {
            let arrows: Vec<&str> = lane.mark.arrows().map(domain::Arrow::word).collect();
            let sign = if lane.is_valid() { "*" } else { "" };
            format!("{sign}{}", arrows.join(";"))
        };
        let lanes: Vec<String> = step.lanes.iter().map(lane).collect();
        let lanes = if lanes.is_empty() { String::new() } else { format!(" [{}]", lanes.join("|")) };
        let notes: String =
            step.notes.iter().map(|note| format!(" ({})", routing::note_words(note, lang))).collect();
        format!("{sentence}{lanes}{notes}")
    };
    let of_leg = |leg: &domain::Leg| -> Vec<String> {
        leg.steps.iter().zip(routing::sentences(&leg.steps, lang)).map(line).collect()
    };
    route.legs.iter().flat_map(of_leg).collect()
}

/// Both languages, one instruction a line.
pub fn check_words(town: &Town, trip: &str, expected: &expect_test::Expect) {
    let route = town.route(trip, &[]).expect("a way");
    let lines = |lang| words_of(&route, lang).into_iter().map(|line| line + "\n").collect::<String>();
    expected.assert_eq(&format!("{}{}", lines(domain::Lang::Zh), lines(domain::Lang::En)));
}

//! What is known about right now (MISSION S1-33): from the request, the sentence and the two ends of the trip.

use domain::Context;

use super::ask::Asked;

impl Asked {
    /// The situation as far as it was said or can be told from the ends. Nobody measures temperatures, traffic or who
    /// rides along yet: those stay unknown.
    pub fn context(&self) -> Context {
        let kind =
            |hit: Option<&crate::dto::PlaceHitDto>| hit.map(|hit| hit.kind.clone()).unwrap_or_default();
        let (from, to) = (kind(self.waypoints.first()), kind(self.waypoints.last()));
        let between = |a: &str, b: &str| from == a && to == b;
        Context {
            commuting: Some(between("home", "work") || between("work", "home")),
            hurry: self.hurry.then_some(true),
            weather: self.weather,
            ..Context::at(self.depart.clone())
        }
    }

    /// The facts that are known, by their words, for the trace.
    pub fn known_facts(&self) -> String {
        let lines = self.context().lines(domain::Lang::En);
        let known: Vec<&str> = lines.iter().filter(|line| line.known).map(|line| line.fact).collect();
        format!("known {}", known.join(" "))
    }
}

//! What is known of the moment of a trip, and by whom (MISSION S1-33).

use domain::{Context, Lang, Weather};

use super::weather::Sky;
use crate::{
    dto::{PlaceHitDto, SituationDto},
    plan::Asked,
};

impl Asked {
    /// The situation as far as it was said, measured, or can be told from the ends. What nobody did stays unknown.
    pub(crate) fn context(&self) -> Context {
        let kind = |hit: Option<&PlaceHitDto>| hit.map(|hit| hit.kind.clone()).unwrap_or_default();
        let (from, to) = (kind(self.waypoints.first()), kind(self.waypoints.last()));
        let between = |a: &str, b: &str| from == a && to == b;
        Context {
            commuting: Some(between("home", "work") || between("work", "home")),
            hurry: self.hurry.then_some(true),
            weather: self.weather,
            outside_c: self.sky.as_ref().and_then(|sky| sky.outside_c),
            passengers: self.state.company.clone(),
            ..Context::at(self.depart.clone())
        }
    }

    /// The facts that are known, by their words, for the trace.
    pub(crate) fn known_facts(&self) -> String {
        let lines = self.context().lines(Lang::En);
        let known: Vec<&str> = lines.iter().filter(|line| line.known).map(|line| line.fact).collect();
        format!("known {}", known.join(" "))
    }

    /// All facts, each with who says so; `delay_s` is what own drives say of the chosen way.
    pub(crate) fn fact_dtos(&self, lang: Lang, delay_s: Option<f64>) -> Vec<SituationDto> {
        let context = Context { traffic_delay_s: delay_s, ..self.context() };
        let source = |fact: &str| match fact {
            "time" => "clock",
            "commuting" => "places",
            "hurry" | "passengers" => "sentence",
            "weather" => self.weather_from.word(),
            "outside" => "provider",
            "traffic" => "trips",
            _ => "",
        };
        let lines = context.lines(lang).into_iter();
        lines
            .map(|line| SituationDto {
                fact: line.fact.to_owned(),
                known: line.known,
                source: if line.known { source(line.fact).to_owned() } else { String::new() },
                text: line.text,
            })
            .collect()
    }
}

/// Who says what the weather is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WeatherFrom {
    /// Nobody.
    #[default]
    Nobody,
    /// Set by hand.
    Switch,
    /// The sentence.
    Sentence,
    /// The weather service.
    Provider,
}

impl WeatherFrom {
    /// Stable word for the wire.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Nobody => "",
            Self::Switch => "switch",
            Self::Sentence => "sentence",
            Self::Provider => "provider",
        }
    }
}

/// The weather of a trip: what was set by hand wins over what was said, and that over what the service says.
pub(crate) fn weather_of(
    switch: Option<Weather>,
    said: Option<Weather>,
    sky: Option<&Sky>,
) -> (Option<Weather>, WeatherFrom) {
    match (switch, said, sky.and_then(|sky| sky.weather)) {
        (Some(weather), ..) => (Some(weather), WeatherFrom::Switch),
        (None, Some(weather), _) => (Some(weather), WeatherFrom::Sentence),
        (None, None, Some(weather)) => (Some(weather), WeatherFrom::Provider),
        (None, None, None) => (None, WeatherFrom::Nobody),
    }
}

//! Insights as a file for a phone: what holds in general, and nothing that says where, when or who (MISSION S1-49).
//!
//! One way only: from here to the phone. The file has room for nothing else: its fields are words of closed lists and one
//! sentence each, and a reader refuses everything that has another field, so that rows and coordinates can't travel in it
//! in either direction.

use domain::{
    DayKind, Lang, PreferenceState, Provenance, RoadFeature, Scope, StatementState, Strength, Target,
    TimeBucket, Weather, sentence,
};
use extract::{Basis, Policy};
use memory::NewPreference;
use reflect::{Condition, Part};
use serde::{Deserialize, Serialize};

use crate::{
    App, AppError,
    dto::{ErrorCode, InsightsExportDto, LangDto},
};

/// What the file calls itself.
const FORMAT: &str = "laolu-insights";
const VERSION: u32 = 1;
/// The largest file that is read, bytes, and the most that one may say.
pub(super) const MOST_BYTES: usize = 1 << 20;
const MOST: usize = 500;
/// How sure something is that came from another machine, before the person has said yes.
pub(super) const SURE: f64 = 0.5;
/// What the attributes of insights begin with (`reflect::draft`). In the file, and on the phone, they have none.
const INSIGHT: &str = "insight:";

/// The file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shared {
    format: String,
    version: u32,
    /// `2026-11`: no day, because the day of an export says where somebody was at home.
    month: String,
    pub(super) insights: Vec<General>,
}

/// One thing that holds in general.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum General {
    /// A liking for or against a kind of road.
    Taste {
        feature: String,
        strength: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        days: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        bucket: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        weather: Option<String>,
        /// Only in a hurry.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        hurry: bool,
        text: String,
    },
    /// What reflection concluded and the person did not deny.
    Insight {
        /// About which properties: `ac.temperature`, `music`.
        about: String,
        value: String,
        /// `hour=21`, `weather=rain`; empty for always.
        condition: String,
        text: String,
    },
}

impl General {
    fn text(&self) -> &str {
        match self {
            Self::Taste { text, .. } | Self::Insight { text, .. } => text,
        }
    }

    /// Everything in it that is not a word of a closed list.
    fn free(&self) -> Vec<&str> {
        match self {
            Self::Taste { text, .. } => vec![text],
            Self::Insight { about, value, condition, text } => vec![about, value, condition, text],
        }
    }
}

impl App {
    /// What is known in general, as a file: confirmed tastes for kinds of road, and insights. What names a place, a road, a
    /// stretch, an area or a person stays here, and only its number is told.
    pub fn insights_export(&self, lang: LangDto) -> Result<InsightsExportDto, AppError> {
        let lang: Lang = lang.into();
        let mut left_out = 0_u32;
        let mut kept: Vec<General> = Vec::new();
        let names = self.own_names()?;
        let mut offer = |general: Option<General>| match general.filter(|one| is_general(one, &names)) {
            Some(general) => kept.push(general),
            None => left_out += 1,
        };
        let at = self.now().at;
        for preference in self.mine().preferences()? {
            let ended = preference.validity.valid_to.is_some_and(|end| end <= at);
            if preference.state == PreferenceState::Active && !ended {
                offer(taste(lang, &preference.target, preference.strength, &preference.scope));
            }
        }
        // Both are in the order of the rows.
        for (insight, row) in self.insights(lang)?.into_iter().zip(self.mine().insights()?) {
            let denied = row.statement.state == StatementState::Rejected;
            if !denied && insight.doubt.is_empty() {
                let key = &row.statement.key;
                offer((key.subject == "me").then(|| General::Insight {
                    about: key.attribute.trim_start_matches(INSIGHT).to_owned(),
                    value: row.statement.value.clone(),
                    condition: key.condition.clone(),
                    text: insight.text,
                }));
            }
        }
        let zoned = self.now().zoned();
        let shared = Shared {
            format: FORMAT.to_owned(),
            version: VERSION,
            month: format!("{:04}-{:02}", zoned.year(), zoned.month()),
            insights: kept,
        };
        let text = serde_json::to_string_pretty(&shared)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(InsightsExportDto {
            file: "laolu-insights.json".to_owned(),
            text: text + "\n",
            insights: shared.insights.iter().map(|one| one.text().to_owned()).collect(),
            left_out,
        })
    }

    /// What the person's own places are called, folded.
    fn own_names(&self) -> Result<Vec<String>, AppError> {
        let places = self.mine().places()?;
        let names = places.into_iter().flat_map(|place| [vec![place.name], place.aliases].concat());
        // Of "Home 家" each word is a name.
        let words = names.flat_map(|name| {
            let parts: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
            [vec![name.to_lowercase()], parts].concat()
        });
        Ok(words.filter(|word| !word.trim().is_empty()).collect())
    }
}

/// A liking for a kind of road; `None` for what is about one road, one place or one area.
fn taste(lang: Lang, target: &Target, strength: Strength, scope: &Scope) -> Option<General> {
    let Target::Feature(feature) = target else { return None };
    if scope.from.is_some() || scope.to.is_some() {
        return None;
    }
    Some(General::Taste {
        feature: feature.word().to_owned(),
        strength: strength.word().to_owned(),
        days: scope.days.map(|days| days.word().to_owned()),
        bucket: scope.bucket.map(|bucket| bucket.word().to_owned()),
        weather: scope.weather.map(|weather| weather.word().to_owned()),
        hurry: scope.hurry,
        // From the row alone: the person's own wording may name what the row does not.
        text: sentence::preference_statement(lang, target, strength, scope, |_place| None),
    })
}

/// The wish behind a taste; `None` when one of its words is unknown.
pub(super) fn preference(lang: Lang, general: &General) -> Option<NewPreference> {
    let General::Taste { feature, strength, days, bucket, weather, hurry, .. } = general else { return None };
    let target = Target::Feature(RoadFeature::from_word(feature)?);
    let strength = Strength::from_word(strength)?;
    let word = |word: &Option<String>| word.clone().unwrap_or_default();
    let scope = Scope {
        days: DayKind::from_word(&word(days)),
        bucket: TimeBucket::from_word(&word(bucket)),
        weather: Weather::from_word(&word(weather)),
        hurry: *hurry,
        from: None,
        to: None,
    };
    let read = [scope.days.is_some(), scope.bucket.is_some(), scope.weather.is_some()];
    if read != [days.is_some(), bucket.is_some(), weather.is_some()] {
        return None;
    }
    Some(NewPreference {
        content: sentence::preference_statement(lang, &target, strength, &scope, |_place| None),
        target,
        strength,
        scope,
        provenance: Provenance::Imported,
        state: PreferenceState::Proposed,
        confidence: SURE,
        validity: None,
        source_trip: None,
    })
}

/// Whether nothing of it says where or who.
fn is_general(general: &General, names: &[String]) -> bool {
    if let General::Insight { condition, .. } = general {
        let general = |part: &Part| !matches!(part, Part::Place(_) | Part::With(_));
        // A condition that can't be read may say anything.
        if !Condition::parse(condition).is_some_and(|parts| parts.parts().iter().all(general)) {
            return false;
        }
    }
    general.free().into_iter().all(|text| {
        let folded = text.to_lowercase();
        !folded.contains("place:")
            && !folded.contains("person:")
            && !holds_coordinate(text)
            && names.iter().all(|name| !is_named(&folded, name))
            && Policy::default().is_harmless(text, Basis::Observed)
    })
}

/// Whether a text holds a name: as a word of its own where it is written in letters, anywhere where it is not.
fn is_named(folded: &str, name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphanumeric();
    folded.match_indices(name).any(|(at, _)| {
        let before = folded[..at].chars().next_back();
        let after = folded[at + name.len()..].chars().next();
        let inside = name.chars().all(|c| letters(c) || c == ' ')
            && (before.is_some_and(letters) || after.is_some_and(letters));
        !inside
    })
}

/// Whether a text holds a number with four digits behind the point: ten metres on the ground, and no setting of a car.
fn holds_coordinate(text: &str) -> bool {
    text.split(|c: char| !(c.is_ascii_digit() || c == '.')).any(|number| {
        number.split_once('.').is_some_and(|(whole, rest)| !whole.is_empty() && rest.len() >= 4)
    })
}

pub(super) fn refused(why: &str) -> AppError {
    AppError::new(ErrorCode::BadFile).with("why", why).with("file", "insights")
}

/// The file, or why it is refused: `not_insights` for what is something else, `raw` for what says more than insights.
pub(super) fn read(text: &str) -> Result<Shared, AppError> {
    if text.len() > MOST_BYTES {
        return Err(refused("raw"));
    }
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_not_json| {
        // A recording, or a copy of a memory file.
        let recording = ["<gpx", "SQLite format", "<kml", "lat,lon"].iter().any(|sign| text.contains(sign));
        refused(if recording { "raw" } else { "not_insights" })
    })?;
    let ours = value.get("format").and_then(|format| format.as_str()) == Some(FORMAT);
    let shared: Shared = serde_json::from_value(value).map_err(|_more_than_insights| {
        refused(if ours || holds_coordinate(text) { "raw" } else { "not_insights" })
    })?;
    if shared.format != FORMAT || shared.version != VERSION || shared.insights.len() > MOST {
        return Err(refused("not_insights"));
    }
    if !shared.insights.iter().all(|one| is_general(one, &[])) {
        return Err(refused("raw"));
    }
    Ok(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why a text is refused; empty when it is read.
    fn why(text: &str) -> String {
        read(text).err().and_then(|error| error.args.get("why").cloned()).unwrap_or_default()
    }

    fn file(insight: &str) -> String {
        format!(r#"{{"format":"{FORMAT}","version":1,"month":"2026-11","insights":[{insight}]}}"#)
    }

    #[test]
    fn s1_49_what_says_more_than_insights_is_refused_whole() {
        let taste = r#"{"kind":"taste","feature":"tunnel","strength":"avoid","text":"Avoid tunnels"}"#;
        let check = |text: &str, expected: &str| assert_eq!(why(text), expected, "{text}");
        check(&file(taste), "");
        check(&file(&format!("{taste},{}", taste.replace("tunnel", "toll"))), "");
        // Rows and coordinates, in a field of their own or in words.
        check(&file(&taste.replace("\"text\"", "\"lat\":43.7384,\"text\"")), "raw");
        check(&file(&taste.replace("\"text\"", "\"trip\":\"trip-9\",\"text\"")), "raw");
        check(&file(&taste.replace("Avoid tunnels", "Avoid tunnels at 43.73841, 7.42462")), "raw");
        check(&file(r#"{"kind":"trip","edges":["1:2:3"],"text":"x"}"#), "raw");
        let at_home = r#"{"kind":"insight","about":"music","value":"music=soft","condition":"place=3","text":"Soft music"}"#;
        check(&file(at_home), "raw");
        check(&file(&at_home.replace("place=3", "with=child")), "raw");
        check(&file(&at_home.replace("place=3", "hours=21-5")), "");
        check("<gpx><trk/></gpx>", "raw");
        check(r#"{"type":"FeatureCollection","features":[{"coordinates":[7.42462,43.73841]}]}"#, "raw");
        check("hello", "not_insights");
        check(r#"{"format":"laolu-insights","version":2,"month":"","insights":[]}"#, "not_insights");
    }

    #[test]
    fn a_name_is_a_word_of_its_own() {
        let check = |text: &str, name: &str, expected: bool| {
            assert_eq!(is_named(text, name), expected, "{name} in {text}");
        };
        check("prefer the road home", "home", true);
        check("sweet homemade jam", "home", false);
        check("离家近的路", "家", true);
    }

    #[test]
    fn settings_are_no_coordinates() {
        let check = |text: &str, expected: bool| assert_eq!(holds_coordinate(text), expected, "{text}");
        check("air at 22.5", false);
        check("version 1.2.3", false);
        check("43.7384", true);
        check("at 7.42461,43.7", true);
    }
}

//! What a rule found in a clause, before it becomes a draft.

use domain::{Lang, MemoryClass, StatementType, Timestamp};

use crate::{
    Tie,
    key::{
        address::address,
        item::{self, slug},
        setting, value,
        vehicle::vehicle_in,
    },
    times::clock_said,
};

/// One thing that a clause says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    pub kind: StatementType,
    pub class: MemoryClass,
    pub attribute: String,
    pub value: String,
    /// Normalised condition; empty for always.
    pub condition: String,
    /// A sentence that is better than the clause in the third person.
    pub content: Option<String>,
    /// How sure the rule is.
    pub confidence: f64,
    /// When it begins and ends, where the words say so.
    pub from: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// The value that it denies ("not X but Y"), normalised.
    pub denies: Option<String>,
    pub ties: Vec<Tie>,
}

impl Finding {
    fn new(
        kind: StatementType,
        class: MemoryClass,
        attribute: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            class,
            attribute: attribute.into(),
            value: value.into(),
            condition: String::new(),
            content: None,
            confidence: 0.9,
            from: None,
            until: None,
            denies: None,
            ties: Vec::new(),
        }
    }

    pub fn preference(attribute: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(StatementType::Preference, MemoryClass::Preference, attribute, value)
    }

    pub fn fact(attribute: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(StatementType::Fact, MemoryClass::Factual, attribute, value)
    }

    pub fn feeling(attribute: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(StatementType::Fact, MemoryClass::Relational, attribute, value)
    }

    pub fn plan(attribute: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(StatementType::Plan, MemoryClass::Factual, attribute, value)
    }

    pub fn conclusion(attribute: impl Into<String>, value: impl Into<String>) -> Self {
        Self::new(StatementType::Conclusion, MemoryClass::Factual, attribute, value)
    }

    pub fn under(mut self, condition: &str) -> Self {
        condition.clone_into(&mut self.condition);
        self
    }

    pub fn sure(mut self, confidence: f64) -> Self {
        self.confidence = confidence;
        self
    }

    pub fn said(mut self, content: impl Into<String>) -> Self {
        self.content = Some(content.into());
        self
    }
}

/// Tastes in what a person likes or not: settings, vehicles, or things, one finding for each thing.
pub(super) fn tastes(object: &str, like: bool, hint: Option<&str>, lang: Lang) -> Vec<Finding> {
    let object = object.trim().trim_matches(|c: char| ".,!;:\"' ".contains(c));
    if object.is_empty() || object.chars().count() > 60 {
        return Vec::new();
    }
    if hint == Some("vehicle")
        && let Some(kind) = vehicle_in(object)
    {
        return vec![Finding::preference(
            "vehicle.preferred",
            if like { kind.to_owned() } else { format!("not:{kind}") },
        )];
    }
    // A thing that a table knows is that thing, whatever else the words could set: "loud music" is no volume.
    let whole = item::item(object, hint);
    if whole.as_ref().is_none_or(|item| !item.known)
        && let Some(setting) = setting::setting_in(object)
    {
        let value = match (setting.value, like) {
            (Some(value), true) => value,
            (Some(value), false) => negated(&setting.attribute, &value),
            (None, true) => "on".to_owned(),
            (None, false) => "off".to_owned(),
        };
        return vec![Finding::preference(setting.attribute, value)];
    }
    if hint.is_none()
        && whole.as_ref().is_none_or(|item| !item.known)
        && let Some(kind) = vehicle_in(object)
    {
        return vec![Finding::preference(
            "vehicle.preferred",
            if like { kind.to_owned() } else { format!("not:{kind}") },
        )];
    }
    parts(object, lang)
        .into_iter()
        .filter_map(|part| item::item(part, hint))
        .map(|item| taste(&item, like))
        .collect()
}

/// A liking of one thing. Roads are preferred or avoided, everything else liked or not.
pub(super) fn taste(item: &item::Item, like: bool) -> Finding {
    let value = match (item.category.as_str(), like) {
        ("route", true) => "prefer",
        ("route", false) => "avoid",
        (_, true) => "like",
        (_, false) => "dislike",
    };
    Finding::preference(item.attribute(), value).sure(if item.known { 0.92 } else { 0.85 })
}

/// The opposite of a value, where it has one.
pub(super) fn negated(attribute: &str, value: &str) -> String {
    match value {
        "on" => "off".to_owned(),
        "off" => "on".to_owned(),
        "high" | "max" if !attribute.ends_with("color") => "low".to_owned(),
        "low" | "min" => "high".to_owned(),
        "north_up" => "heading_up".to_owned(),
        "heading_up" => "north_up".to_owned(),
        "detailed" => "simple".to_owned(),
        "inside" => "outside".to_owned(),
        "outside" => "inside".to_owned(),
        "12h" => "24h".to_owned(),
        "24h" => "12h".to_owned(),
        other => format!("not:{other}"),
    }
}

/// Coffee and tea are two things.
fn parts(object: &str, lang: Lang) -> Vec<&str> {
    let separators: &[&str] = match lang {
        Lang::Zh => &["和", "跟", "以及", "还有", ",", "或者", "或"],
        Lang::En => &[" and ", " or ", ", ", " nor "],
    };
    let mut parts = vec![object];
    for separator in separators {
        let split: Vec<&str> = parts.iter().flat_map(|part| part.split(separator)).collect();
        // 和平路, "rock and roll": a split that leaves one character is none.
        if split.iter().all(|part| part.trim().chars().count() > 1) {
            parts = split;
        }
    }
    parts
}

/// A wish about a device, from an instruction that is to hold from now on.
pub(super) fn device(text: &str, negative: bool) -> Option<Finding> {
    let setting = setting::setting_in(text)?;
    let value = match setting.value {
        Some(value) if negative => negated(&setting.attribute, &value),
        Some(value) => value,
        None => match value::switch(text).map(value::Value::text) {
            Some(word) if negative => negated(&setting.attribute, &word),
            Some(word) => word,
            None if negative => "off".to_owned(),
            None => "on".to_owned(),
        },
    };
    Some(Finding::preference(setting.attribute, value).sure(0.95))
}

/// A name of a key from words.
pub(super) fn named(prefix: &str, words: &str) -> String {
    format!("{prefix}.{}", slug(words))
}

/// A fact about when a routine begins, from the clock time that was said. A bare hour is of the half of the day in which
/// people do such a thing.
pub(super) fn routine(attribute: &str, said: &str) -> Option<Finding> {
    let (hour, minute, sure) = clock_said(said)?;
    let late = matches!(attribute, "work.end" | "home.arrive" | "bedtime" | "pickup.children");
    let hour = if !sure && late && hour < 12 { hour + 12 } else { hour };
    Some(Finding::fact(attribute, format!("{:02}:{minute:02}", hour % 24)))
}

/// "Not X but Y": the key is that of X when something known has that value.
pub(super) fn denied(old: &str, new: &str) -> Finding {
    let normal = |words: &str| {
        value::color(words)
            .or_else(|| value::number(words).map(value::Value::Number))
            .map(value::Value::text)
            .or_else(|| vehicle_in(words).map(str::to_owned))
            .unwrap_or_else(|| address(words).value())
    };
    let mut finding = Finding::fact("", normal(new)).sure(0.9);
    finding.denies = Some(normal(old));
    finding
}

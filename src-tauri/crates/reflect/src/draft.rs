//! An insight before it is written down, and the shape in which its row holds it.

use domain::{Importance, MemoryClass, ObservationId, StatementKey};

use crate::{condition::Condition, episode::Act};

/// What reflection proposes (MISSION S1-07). It becomes a row only after [`crate::entail::check`] found that its evidence
/// entails it.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What it says, beyond the acts themselves: a word of [`crate::meaning::MEANINGS`], empty for a plain habit.
    pub meaning: String,
    /// What the person does or wants.
    pub claims: Vec<Act>,
    /// Under which condition.
    pub condition: Condition,
    /// What it rests on, oldest first.
    pub evidence: Vec<ObservationId>,
    /// Which class it belongs to.
    pub class: MemoryClass,
    /// How much it matters: that of its weightiest evidence.
    pub importance: Importance,
}

/// Attributes of insights begin with this: what the person said about the same property has another key, so that neither
/// replaces the other (MISSION S2-21).
pub const INSIGHT: &str = "insight:";

impl Draft {
    /// The key of its row: equal for the same insight found again, so that it is never written twice.
    pub fn key(&self) -> StatementKey {
        let about = if self.meaning.is_empty() {
            let attributes: Vec<&str> = self.claims.iter().map(|act| act.attribute.as_str()).collect();
            attributes.join("+")
        } else {
            self.meaning.clone()
        };
        StatementKey {
            subject: "me".to_owned(),
            attribute: format!("{INSIGHT}{about}"),
            condition: self.condition.to_string(),
        }
    }

    /// The value of its row: its acts.
    pub fn value(&self) -> String {
        write_claims(&self.claims)
    }
}

/// Acts as one text: `cabin.temperature=lower;music=soothing`.
pub fn write_claims(claims: &[Act]) -> String {
    let clean = |text: &str| text.replace([';', '='], " ");
    let parts: Vec<String> =
        claims.iter().map(|act| format!("{}={}", clean(&act.attribute), clean(&act.value))).collect();
    parts.join(";")
}

/// The acts of such a text; `None` when it is not one.
pub fn read_claims(text: &str) -> Option<Vec<Act>> {
    let read = |part: &str| {
        let (attribute, value) = part.split_once('=')?;
        Some(Act { attribute: attribute.to_owned(), value: value.to_owned() })
    };
    let claims: Option<Vec<Act>> = text.split(';').map(read).collect();
    claims.filter(|claims| !claims.is_empty())
}

/// What a stored insight says: its meaning, acts and condition. `None` when the row is no insight of this shape.
pub fn read(key: &StatementKey, value: &str) -> Option<(String, Vec<Act>, Condition)> {
    let about = key.attribute.strip_prefix(INSIGHT)?;
    let meaning = if crate::meaning::by_word(about).is_some() { about.to_owned() } else { String::new() };
    Some((meaning, read_claims(value)?, Condition::parse(&key.condition)?))
}

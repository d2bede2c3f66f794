//! What supports what (MISSION S2-11), and what is like something that turned out to be wrong (MISSION S1-36).

use std::collections::BTreeSet;

use domain::{ObservationId, Statement, StatementId, StatementState, StatementType};

/// A statement and what it was made from.
#[derive(Clone, Debug)]
pub struct Sourced<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its evidence.
    pub evidence: &'a BTreeSet<ObservationId>,
}

/// Whether a fact or conclusion supports a preference: both are about the same one, and they name the same property, or the
/// one names what the other holds, or they were told by the same words. All of it exact: a nearness of vectors supports
/// nothing.
pub fn supports(fact: &Sourced<'_>, preference: &Sourced<'_>) -> bool {
    let (from, to) = (fact.statement, preference.statement);
    let kinds = matches!(from.kind, StatementType::Fact | StatementType::Conclusion)
        && matches!(to.kind, StatementType::Preference | StatementType::Insight);
    if !kinds || from.id == to.id || from.superseded_at.is_some() || to.superseded_at.is_some() {
        return false;
    }
    let same_source = !fact.evidence.is_disjoint(preference.evidence);
    let same_subject = from.key.subject == to.key.subject;
    let root = |attribute: &str| attribute.split('.').next().unwrap_or_default().to_owned();
    let same_property = same_subject && root(&from.key.attribute) == root(&to.key.attribute);
    let named = |value: &str, by: &Statement| {
        value.chars().count() > 1
            && (by
                .key
                .condition
                .split(';')
                .any(|part| part.split_once('=').is_some_and(|(_, it)| it == value))
                || by.value == value
                || by.key.subject == value)
    };
    let names = same_subject && (named(&from.value, to) || named(&from.key.attribute, to));
    let of_somebody = from.key.subject != "me" && named(&from.key.subject, to);
    same_source || same_property || names || of_somebody
}

/// Why a statement is like a wrong one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Likeness {
    /// It rests on the same observation.
    SameSource,
    /// It comes from the same talk or trip.
    SameSession,
    /// It is about the same property of the same one.
    SameProperty,
}

impl Likeness {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::SameSource => "same_source",
            Self::SameSession => "same_session",
            Self::SameProperty => "same_property",
        }
    }
}

/// Statements like a wrong one, whose weight is to be lowered with it; what a person wrote or confirmed is never touched.
pub fn like_wrong<'a>(
    wrong: &Sourced<'_>,
    others: impl IntoIterator<Item = Sourced<'a>>,
) -> Vec<(StatementId, Likeness)> {
    let mut found = Vec::new();
    for other in others {
        let (one, bad) = (other.statement, wrong.statement);
        let usable = matches!(one.state, StatementState::Active | StatementState::Pending);
        if one.id == bad.id || is_persons(one) || !usable || one.superseded_at.is_some() {
            continue;
        }
        let session = bad.session.is_some() && bad.session == one.session;
        let likeness = if !other.evidence.is_disjoint(wrong.evidence) {
            Likeness::SameSource
        } else if session {
            Likeness::SameSession
        } else if one.key.subject == bad.key.subject && one.key.attribute == bad.key.attribute {
            Likeness::SameProperty
        } else {
            continue;
        };
        found.push((one.id, likeness));
    }
    found.sort();
    found
}

/// Whether a statement is a person's own: written, edited or confirmed (F-7).
pub fn is_persons(one: &Statement) -> bool {
    use domain::Provenance;
    one.user_edited || matches!(one.provenance, Provenance::Stated | Provenance::Confirmed)
}

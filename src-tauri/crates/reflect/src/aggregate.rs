//! What speaks for each value of one thing (MISSION S3-40, S3-41), and whether something new agrees with what is known
//! (S3-15; rules AR1 to AR4 in `docs/spec/reflect.md`).

use std::collections::BTreeMap;

use domain::{MemoryClass, Provenance, StatementType, Timestamp};

use crate::{decay::half_life, policy::Aged};

/// One statement about the thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Voice<'a> {
    /// The value.
    pub value: &'a str,
    /// Who said it.
    pub provenance: Provenance,
    /// How sure.
    pub confidence: f64,
    /// When it was said or last confirmed.
    pub at: Timestamp,
}

/// What one who said it weighs against another. What a person says themself outweighs any number of inferences: the
/// inferred ones of one value count as one together.
pub fn weight_of(provenance: Provenance) -> f64 {
    match provenance {
        Provenance::Stated => 10.0,
        Provenance::Confirmed => 8.0,
        Provenance::Imported => 1.0,
        Provenance::Inferred => 0.7,
    }
}

/// Days in which an older statement of a type loses half against a newer one of the same kind. A fact is replaced rather
/// than outweighed, so recency decides soon.
fn recency_days(kind: StatementType, class: MemoryClass) -> f64 {
    match Aged::of(kind, class) {
        Aged::Fact | Aged::Plan | Aged::Conclusion => 30.0,
        Aged::Feeling => 60.0,
        _ => 90.0,
    }
}

/// Values with what speaks for each, the strongest first. One person's word fades against a newer one, never under what was
/// only inferred.
pub fn aggregate<'a>(
    voices: &[Voice<'a>],
    kind: StatementType,
    class: MemoryClass,
    now: Timestamp,
) -> Vec<(&'a str, f64)> {
    let half = recency_days(kind, class);
    let mut said: BTreeMap<&str, f64> = BTreeMap::new();
    let mut inferred: BTreeMap<&str, f64> = BTreeMap::new();
    for voice in voices {
        let recency = half_life(now.days_since(voice.at), half);
        let person = matches!(voice.provenance, Provenance::Stated | Provenance::Confirmed);
        // From 0.5 up for a person's word: an old one still outweighs what was only inferred.
        let recency = if person { 0.5 + 0.5 * recency } else { recency };
        let weight = weight_of(voice.provenance) * voice.confidence.clamp(0.0, 1.0) * recency;
        let of = if person { &mut said } else { &mut inferred };
        let entry = of.entry(voice.value).or_default();
        // The strongest voice of a kind, not their sum: repeating oneself is no proof.
        *entry = entry.max(weight);
    }
    for (value, weight) in inferred {
        *said.entry(value).or_default() += weight;
    }
    let mut all: Vec<(&str, f64)> = said.into_iter().collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    all
}

/// What a new statement is worth beside what is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Checked {
    /// Nothing was known.
    New(f64),
    /// The same was known: surer.
    Agrees(f64),
    /// A machine's statement against something known: less sure, so it waits for the person.
    Doubtful(f64),
    /// A person's statement against something that was used lately: one question is worth it.
    Ask(f64),
}

/// What is left of a machine's confidence when it contradicts what is known, and what of the doubt agreement leaves.
const CONFLICT_LEAVES: f64 = 0.6;
const AGREEMENT_LEAVES: f64 = 0.5;

/// Compares a new statement with the known ones about the same thing.
pub fn cross_check(new: &Voice<'_>, known: &[Voice<'_>]) -> Checked {
    let sure = new.confidence.clamp(0.0, 1.0);
    if known.is_empty() {
        return Checked::New(sure);
    }
    if known.iter().any(|voice| voice.value == new.value) {
        return Checked::Agrees(1.0 - (1.0 - sure) * AGREEMENT_LEAVES);
    }
    match new.provenance {
        Provenance::Stated | Provenance::Confirmed => Checked::Ask(sure),
        Provenance::Inferred | Provenance::Imported => Checked::Doubtful(sure * CONFLICT_LEAVES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_795_000_000);

    fn voice(value: &str, provenance: Provenance, confidence: f64, days_ago: i64) -> Voice<'_> {
        Voice { value, provenance, confidence, at: Timestamp(NOW.0 - days_ago * 86_400) }
    }

    fn winner(voices: &[Voice<'_>], kind: StatementType, class: MemoryClass) -> String {
        aggregate(voices, kind, class, NOW)[0].0.to_owned()
    }

    #[test]
    fn s3_40_of_two_homes_the_newer_holds_by_type_confidence_and_recency() {
        use MemoryClass::{Factual, Preference};
        use Provenance::{Inferred, Stated};
        use StatementType::{Fact, Preference as Taste};
        let (march, june) = (voice("望京", Stated, 1.0, 250), voice("通州", Stated, 1.0, 150));
        assert_eq!(winner(&[march.clone(), june.clone()], Fact, Factual), "通州");
        assert_eq!(winner(&[june.clone(), march.clone()], Fact, Factual), "通州", "in any order");
        // Confidence: a mishearing of yesterday does not move the house.
        let misheard = voice("同州", Stated, 0.3, 1);
        assert_eq!(winner(&[june.clone(), misheard], Fact, Factual), "通州");
        // Type: a taste changes more slowly than an address.
        let lead = |kind, class| {
            let all = aggregate(&[march.clone(), june.clone()], kind, class, NOW);
            all[0].1 / all[1].1
        };
        assert!(lead(Taste, Preference) > 1.0 && lead(Fact, Factual) > 1.0);
        let few = voice("a", Inferred, 0.7, 40);
        let more = voice("b", Inferred, 0.7, 10);
        assert_eq!(winner(&[few, more], Taste, Preference), "b");
    }

    #[test]
    fn s3_41_what_is_stated_outweighs_any_number_of_inferences() {
        let said = voice("coast", Provenance::Stated, 0.8, 700);
        let mut voices = vec![said];
        voices.extend((0..1_000).map(|_| voice("motorway", Provenance::Inferred, 1.0, 0)));
        assert_eq!(winner(&voices, StatementType::Preference, MemoryClass::Preference), "coast");
        for (more, less) in [
            (Provenance::Stated, Provenance::Confirmed),
            (Provenance::Confirmed, Provenance::Imported),
            (Provenance::Imported, Provenance::Inferred),
        ] {
            assert!(weight_of(more) > weight_of(less));
        }
        assert!(weight_of(Provenance::Confirmed) >= 5.0 * weight_of(Provenance::Inferred));
    }

    #[test]
    fn s3_15_a_key_fact_that_contradicts_the_profile_is_less_sure_or_asked_about() {
        let known = [voice("望京", Provenance::Stated, 1.0, 100)];
        let check = |value, provenance, expected| {
            assert_eq!(cross_check(&voice(value, provenance, 0.9, 0), &known), expected, "{value}");
        };
        check("通州", Provenance::Inferred, Checked::Doubtful(0.54));
        check("通州", Provenance::Stated, Checked::Ask(0.9));
        check("望京", Provenance::Inferred, Checked::Agrees(0.95));
        assert_eq!(cross_check(&voice("通州", Provenance::Inferred, 0.9, 0), &[]), Checked::New(0.9));
        // Under the threshold of the review queue (S3-14).
        assert!(
            matches!(cross_check(&voice("x", Provenance::Imported, 1.0, 0), &known), Checked::Doubtful(c) if c < 0.7)
        );
    }
}

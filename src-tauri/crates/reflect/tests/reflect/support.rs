use std::collections::BTreeSet;

use domain::{
    Importance, MemoryClass, Moment, ObservationId, Provenance, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity,
};
use reflect::support::{Likeness, Sourced, like_wrong, supports};

fn statement(
    id: i64,
    kind: StatementType,
    subject: &str,
    attribute: &str,
    condition: &str,
    value: &str,
) -> Statement {
    let at = Timestamp(1_795_000_000);
    Statement {
        id: StatementId(id),
        class: MemoryClass::Factual,
        kind,
        content: String::new(),
        key: StatementKey {
            subject: subject.to_owned(),
            attribute: attribute.to_owned(),
            condition: condition.to_owned(),
        },
        value: value.to_owned(),
        importance: Importance::default(),
        confidence: 0.9,
        provenance: Provenance::Inferred,
        state: StatementState::Active,
        validity: Validity { valid_from: at, valid_to: None },
        created: Moment { at, zone: "UTC".to_owned() },
        replaces: None,
        superseded_at: None,
        last_confirmed: at,
        last_used: None,
        uses: 0,
        energy: 0.5,
        archived: None,
        session: None,
        user_edited: false,
    }
}

fn sources(ids: &[i64]) -> BTreeSet<ObservationId> {
    ids.iter().copied().map(ObservationId).collect()
}

#[test]
fn s2_11_a_fact_supports_the_preference_it_stands_behind() {
    use StatementType::{Fact, Preference};
    let check = |from: Statement, its: &[i64], to: Statement, others: &[i64], expected: bool| {
        let (its, others) = (sources(its), sources(others));
        let fact = Sourced { statement: &from, evidence: &its };
        let preference = Sourced { statement: &to, evidence: &others };
        assert_eq!(supports(&fact, &preference), expected, "{:?} → {:?}", from.key, to.key);
        assert!(!supports(&preference, &fact), "never the other way round");
    };
    let slow = |condition| statement(2, Preference, "me", "driving.speed", condition, "slow");
    check(statement(1, Fact, "me", "family", "", "child"), &[1], slow("with=child"), &[2], true);
    check(statement(1, Fact, "me", "driving.licence", "", "new"), &[1], slow(""), &[2], true);
    check(statement(1, Fact, "me", "back.pain", "", "yes"), &[1], slow(""), &[1], true);
    check(
        statement(1, Fact, "person:lin", "diet", "", "vegan"),
        &[1],
        statement(2, Preference, "me", "restaurant", "with=person:lin", "vegan"),
        &[2],
        true,
    );
    check(statement(1, Fact, "me", "car.colour", "", "red"), &[1], slow("with=child"), &[2], false);
    check(statement(1, Fact, "person:lin", "driving.licence", "", "new"), &[1], slow(""), &[2], false);
}

#[test]
fn s1_36_what_is_like_a_wrong_memory_is_found_and_a_persons_own_is_spared() {
    use StatementType::Fact;
    let wrong = Statement { session: Some("s".to_owned()), ..statement(1, Fact, "me", "work", "", "公园") };
    let wrong_sources = sources(&[10]);
    let session = Statement { session: Some("s".to_owned()), ..statement(3, Fact, "me", "drink", "", "tea") };
    let own = Statement { provenance: Provenance::Stated, ..statement(5, Fact, "me", "work", "", "园区") };
    let edited = Statement { user_edited: true, ..statement(6, Fact, "me", "work", "", "园区") };
    let rejected =
        Statement { state: StatementState::Rejected, ..statement(7, Fact, "me", "work", "", "园区") };
    let others = [
        (statement(2, Fact, "me", "lunch", "", "park"), sources(&[10, 11])),
        (session, sources(&[12])),
        (statement(4, Fact, "me", "work", "bucket=night", "园区"), sources(&[13])),
        (own, sources(&[10])),
        (edited, sources(&[10])),
        (rejected, sources(&[10])),
        (statement(8, Fact, "me", "home", "", "here"), sources(&[14])),
    ];
    let wrong = Sourced { statement: &wrong, evidence: &wrong_sources };
    let found =
        like_wrong(&wrong, others.iter().map(|(statement, evidence)| Sourced { statement, evidence }));
    assert_eq!(
        found,
        [
            (StatementId(2), Likeness::SameSource),
            (StatementId(3), Likeness::SameSession),
            (StatementId(4), Likeness::SameProperty)
        ]
    );
}

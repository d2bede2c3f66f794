//! Fixtures and made-up values of the tests.
#![allow(dead_code, reason = "each test binary uses some of it")]

use domain::{
    Importance, MemoryClass, Moment, Provenance, StatementKey, StatementState, StatementType, Timestamp,
    Validity,
};
use extract::NewStatement;

pub const HARMLESS: &str = include_str!("../../../../../tests/fixtures/extract/harmless.tsv");
pub const ALL_PRIVACY: [&str; 2] = [
    include_str!("../../../../../tests/fixtures/extract/privacy_dev.tsv"),
    include_str!("../../../../../tests/fixtures/extract/privacy_held.tsv"),
];

/// Rows of a fixture file: columns between tabs, comments and empty lines left out.
pub fn rows(file: &str) -> Vec<Vec<&str>> {
    let lines = file.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split('\t').collect()).collect()
}

/// Monday, 30 November 2026, 09:00 in Shanghai.
pub fn now() -> Moment {
    Moment { at: Timestamp(1_796_000_400), zone: "Asia/Shanghai".to_owned() }
}

/// A statement with these texts.
pub fn statement(content: &str, value: &str) -> NewStatement {
    NewStatement {
        class: MemoryClass::Factual,
        kind: StatementType::Fact,
        content: content.to_owned(),
        key: StatementKey {
            subject: "me".to_owned(),
            attribute: "note".to_owned(),
            condition: String::new(),
        },
        value: value.to_owned(),
        importance: Importance::default(),
        confidence: 1.0,
        provenance: Provenance::Stated,
        state: StatementState::Active,
        validity: Validity { valid_from: now().at, valid_to: None },
        session: None,
        corrects: None,
        ties: Vec::new(),
    }
}

//! How long a statement holds where its words give no end (MISSION S3-02, S3-43).

use domain::{MemoryClass, StatementType, Timestamp};

const DAY_S: i64 = 86_400;

/// Days that a statement holds; `None` for ever.
///
/// Praise and complaint fade after about half a year, decisions and things done after a month, what belongs to a talk after a
/// day. Facts and tastes hold until something newer says otherwise.
pub fn lifetime_days(class: MemoryClass, kind: StatementType, attribute: &str) -> Option<i64> {
    match (class, kind) {
        (MemoryClass::Conversational, _) => Some(1),
        (_, StatementType::Plan) => Some(30),
        (_, StatementType::Conclusion) => Some(30),
        (_, StatementType::Summary) => Some(90),
        (_, StatementType::Insight) => Some(14),
        (MemoryClass::Relational, _) => Some(182),
        (_, _) if attribute.starts_with("need.") => Some(30),
        (MemoryClass::Factual | MemoryClass::Preference, _) => None,
    }
}

/// The end of a statement that was made now; `None` for ever.
pub fn expires(
    class: MemoryClass,
    kind: StatementType,
    attribute: &str,
    now: Timestamp,
) -> Option<Timestamp> {
    lifetime_days(class, kind, attribute).map(|days| Timestamp(now.0 + days * DAY_S))
}

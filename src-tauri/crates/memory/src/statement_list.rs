//! Statements by what they are: every filter is an index range (MISSION S2-07, S2-23).

use domain::{MemoryClass, Statement, StatementState, StatementType, Timestamp};
use rusqlite::{ToSql, types::Value};

use crate::{
    Mine, StoreError,
    codec::all,
    statement_row::{self as rows, COLUMNS, IN_FORCE},
};

/// In which order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StatementOrder {
    /// Newest first.
    #[default]
    Newest,
    /// What matters most first.
    Important,
    /// What ends first.
    Expiry,
}

/// Which statements. The default lists every live one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatementQuery {
    /// Only of this class.
    pub class: Option<MemoryClass>,
    /// Only of this type.
    pub kind: Option<StatementType>,
    /// Only in this state.
    pub state: Option<StatementState>,
    /// Only about this subject.
    pub subject: Option<String>,
    /// Only about this property.
    pub attribute: Option<String>,
    /// Only of this talk or trip.
    pub session: Option<String>,
    /// Only what matters at least so much, 0 to 1.
    pub min_importance: Option<f64>,
    /// Only what ends before this instant.
    pub ends_before: Option<Timestamp>,
    /// Only what is in force at this instant, and neither archived nor replaced.
    pub in_force_at: Option<Timestamp>,
    /// Order.
    pub order: StatementOrder,
    /// At most so many; 0 for all.
    pub limit: usize,
}

impl Mine<'_> {
    /// Statements that fit.
    pub fn statements(&self, query: &StatementQuery) -> Result<Vec<Statement>, StoreError> {
        let (sql, values) = self.statements_sql(query);
        let params: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        self.store.read(|conn| all(conn, &sql, params.as_slice(), rows::from_row))
    }

    /// How SQLite goes about a query, one line per step: for tests and for the doctor.
    pub fn explain_statements(&self, query: &StatementQuery) -> Result<Vec<String>, StoreError> {
        let (sql, values) = self.statements_sql(query);
        let params: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        self.store.read(|conn| all(conn, &sql, params.as_slice(), |row| Ok(row.get::<_, String>("detail")?)))
    }

    fn statements_sql(&self, query: &StatementQuery) -> (String, Vec<Value>) {
        let at = query.in_force_at.map_or(Value::Null, |at| Value::Integer(at.0));
        let mut values = vec![Value::Integer(self.profile.0), at];
        let mut sql = match query.in_force_at {
            Some(_) => format!(
                "SELECT {COLUMNS} FROM active_statements s WHERE s.profile_id = ?1 AND s.archived_at IS NULL AND {IN_FORCE}"
            ),
            None => format!("SELECT {COLUMNS} FROM live_statements s WHERE s.profile_id = ?1 AND ?2 IS NULL"),
        };
        let mut and = |column: &str, test: &str, value: Value| {
            values.push(value);
            sql.push_str(&format!(" AND s.{column} {test} ?{}", values.len()));
        };
        let word = |word: &str| Value::Text(word.to_owned());
        if let Some(class) = query.class {
            and("class", "=", word(class.word()));
        }
        if let Some(kind) = query.kind {
            and("kind", "=", word(kind.word()));
        }
        if let Some(state) = query.state {
            and("state", "=", word(state.word()));
        }
        if let Some(subject) = &query.subject {
            and("subject", "=", word(subject));
        }
        if let Some(attribute) = &query.attribute {
            and("attribute", "=", word(attribute));
        }
        if let Some(session) = &query.session {
            and("session", "=", word(session));
        }
        if let Some(least) = query.min_importance {
            and("importance", ">=", Value::Real(least));
        }
        if let Some(end) = query.ends_before {
            and("valid_to", "<", Value::Integer(end.0));
        }
        sql.push_str(match query.order {
            StatementOrder::Newest => " ORDER BY s.created_at DESC, s.id DESC",
            StatementOrder::Important => " ORDER BY s.importance DESC, s.id DESC",
            StatementOrder::Expiry => " ORDER BY s.valid_to IS NULL, s.valid_to, s.id",
        });
        let limit = if query.limit == 0 { -1 } else { i64::try_from(query.limit).unwrap_or(i64::MAX) };
        values.push(Value::Integer(limit));
        sql.push_str(&format!(" LIMIT ?{}", values.len()));
        (sql, values)
    }
}

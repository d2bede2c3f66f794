//! Whether what recall keeps agrees with the rows, and making it anew.

use recall::{Reading, bits};
use rusqlite::Connection;

use domain::StatementType;

use crate::{
    StoreError,
    codec::{all, first},
    recall_index::floats,
};

/// Statements whose sketch is not as their row is and that do not wait to be looked at either, and sketches of nothing.
pub(crate) fn disagreeing(conn: &Connection) -> Result<i64, StoreError> {
    let sql = "SELECT s.content, s.value, s.kind, s.embedding, m.id, s.created_at, s.subject, s.session,
                 k.model_id, k.at, k.first_tier, k.subject, k.session, k.reading, k.bits, k.statement_id IS NULL
               FROM live_statements s
               LEFT JOIN embedding_models m ON m.model = s.embedding_model AND m.dims * 4 = length(s.embedding)
               LEFT JOIN sketches k ON k.statement_id = s.id AND k.profile_id = s.profile_id
               WHERE s.state = 'active' AND NOT EXISTS (SELECT 1 FROM recall_queue q WHERE q.statement_id = s.id)
               /* all profiles */";
    let wrong = all(conn, sql, [], |row| {
        if row.get::<_, bool>(15)? {
            return Ok(true);
        }
        let (content, value): (String, String) = (row.get(0)?, row.get(1)?);
        let kept: Vec<u8> = row.get(13)?;
        // One of an older version is read as if it were not there.
        let reading = Reading::from_bytes(&kept).is_none()
            || kept.as_slice() == Reading::of(&format!("{content} {value}")).to_bytes().as_slice();
        let model: Option<i64> = row.get(4)?;
        let vector: Option<Vec<u8>> = row.get(3)?;
        let bits = vector.filter(|_| model.is_some()).map(|bytes| {
            bits::sketch(&floats(&bytes)).iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
        });
        let same = reading
            && model == row.get::<_, Option<i64>>(8)?
            && bits == row.get::<_, Option<Vec<u8>>>(14)?
            && row.get::<_, i64>(5)? == row.get::<_, i64>(9)?
            && (row.get::<_, String>(2)? == StatementType::Insight.word()) == row.get::<_, bool>(10)?
            && row.get::<_, String>(6)? == row.get::<_, String>(11)?
            && row.get::<_, Option<String>>(7)? == row.get::<_, Option<String>>(12)?;
        Ok(!same)
    })?;
    let stray = "SELECT count(*) FROM sketches k WHERE NOT EXISTS (
                   SELECT 1 FROM live_statements s WHERE s.id = k.statement_id AND s.profile_id = k.profile_id
                     AND s.state = 'active') /* all profiles */";
    let stray: i64 = first(conn, stray, [], |row| Ok(row.get(0)?))?.unwrap_or(0);
    Ok(wrong.into_iter().filter(|wrong| *wrong).count() as i64 + stray)
}

/// Forgets every sketch, and has every statement looked at again.
pub(crate) fn empty(tx: &Connection) -> Result<(), StoreError> {
    tx.execute("DELETE FROM sketches /* all profiles */", [])?;
    tx.execute(
        "INSERT INTO recall_queue(profile_id, statement_id) SELECT profile_id, id FROM live_statements",
        [],
    )?;
    Ok(())
}

//! Rows of `links` and `entities`: how they are hidden, brought back and forgotten with what they hang on.

use std::collections::BTreeSet;

use domain::{MemoryRef, ProfileId};
use rusqlite::{Connection, params};

use crate::{
    StoreError,
    codec::{all, ref_to_columns},
};

/// Links that hang on a memory: from it, to it, told by it, or drawn from it. Parameters: owner, kind, row.
///
/// One index range each: as one condition with ORs, SQLite would look at every link of the owner. For the same reason the
/// owner's own index is taken out of its choice with a plus, where these rows are looked up.
const HANGS: &str = "id IN (
  SELECT id FROM links WHERE profile_id = ?1 AND from_kind = ?2 AND from_id = ?3
  UNION ALL SELECT id FROM links WHERE profile_id = ?1 AND to_kind = ?2 AND to_id = ?3
  UNION ALL SELECT id FROM links WHERE profile_id = ?1 AND source_id = ?3 AND ?2 = 'obs'
  UNION ALL SELECT id FROM links WHERE profile_id = ?1 AND statement_id = ?3 AND ?2 = 'stmt'
  UNION ALL SELECT l.id FROM observations o CROSS JOIN links l ON l.source_id = o.id
    WHERE o.profile_id = ?1 AND l.profile_id = ?1 AND o.trip_id = ?3 AND ?2 = 'trip')";

/// The deletion that a link lies in: of its statement, its source, or its ends, whichever is found first. Each is one row by
/// its number.
const DELETION: &str = "coalesce(
  (SELECT deletion_id FROM statements WHERE +profile_id = ?1 AND id = links.statement_id),
  (SELECT coalesce(o.deletion_id, t.deletion_id) FROM observations o LEFT JOIN trips t ON t.id = o.trip_id
     WHERE +o.profile_id = ?1 AND o.id = links.source_id),
  (SELECT deletion_id FROM places
     WHERE +profile_id = ?1 AND id = CASE links.from_kind WHEN 'place' THEN links.from_id END),
  (SELECT deletion_id FROM places
     WHERE +profile_id = ?1 AND id = CASE links.to_kind WHEN 'place' THEN links.to_id END),
  (SELECT deletion_id FROM preferences
     WHERE +profile_id = ?1 AND id = CASE links.from_kind WHEN 'pref' THEN links.from_id END),
  (SELECT deletion_id FROM preferences
     WHERE +profile_id = ?1 AND id = CASE links.to_kind WHEN 'pref' THEN links.to_id END),
  (SELECT deletion_id FROM trips
     WHERE +profile_id = ?1 AND id = CASE links.from_kind WHEN 'trip' THEN links.from_id END),
  (SELECT deletion_id FROM trips
     WHERE +profile_id = ?1 AND id = CASE links.to_kind WHEN 'trip' THEN links.to_id END),
  (SELECT deletion_id FROM statements
     WHERE +profile_id = ?1 AND id = CASE links.from_kind WHEN 'stmt' THEN links.from_id END),
  (SELECT deletion_id FROM statements
     WHERE +profile_id = ?1 AND id = CASE links.to_kind WHEN 'stmt' THEN links.to_id END),
  (SELECT deletion_id FROM observations
     WHERE +profile_id = ?1 AND id = CASE links.from_kind WHEN 'obs' THEN links.from_id END),
  (SELECT deletion_id FROM observations
     WHERE +profile_id = ?1 AND id = CASE links.to_kind WHEN 'obs' THEN links.to_id END))";

/// Brings the links of a memory in line with what they hang on, after it was hidden or brought back: a link is live when
/// everything it hangs on is.
pub(crate) fn follow(tx: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let (kind, row) = ref_to_columns(memory);
    tx.prepare_cached(&format!(
        "UPDATE links SET deletion_id = {DELETION} WHERE +profile_id = ?1 AND {HANGS}"
    ))?
    .execute(params![profile.0, kind, row])?;
    Ok(())
}

/// Links whose hiding does not agree with what they hang on, over all profiles: for the doctor.
pub(crate) fn wrong(conn: &Connection, profile: ProfileId) -> Result<usize, StoreError> {
    let sql = format!("SELECT id FROM links WHERE profile_id = ?1 AND deletion_id IS NOT {DELETION}");
    Ok(all(conn, &sql, [profile.0], |row| Ok(row.get::<_, i64>(0)?))?.len())
}

/// Brings every link of a profile in line.
pub(crate) fn follow_all(tx: &Connection, profile: ProfileId) -> Result<(), StoreError> {
    tx.execute(&format!("UPDATE links SET deletion_id = {DELETION} WHERE profile_id = ?1"), [profile.0])?;
    Ok(())
}

/// Takes the links of a memory away, and every entity to which no link leads any more.
pub(crate) fn forget(tx: &Connection, profile: ProfileId, memory: MemoryRef) -> Result<(), StoreError> {
    let (kind, row) = ref_to_columns(memory);
    let params = params![profile.0, kind, row];
    let sql =
        format!("SELECT from_kind, from_id, to_kind, to_id FROM links WHERE +profile_id = ?1 AND {HANGS}");
    let ends = all(tx, &sql, params, |row| {
        Ok([(row.get::<_, String>(0)?, row.get::<_, i64>(1)?), (row.get(2)?, row.get(3)?)])
    })?;
    tx.prepare_cached(&format!("DELETE FROM links WHERE +profile_id = ?1 AND {HANGS}"))?.execute(params)?;
    let entities: BTreeSet<i64> =
        ends.into_iter().flatten().filter(|(kind, _)| kind == "entity").map(|(_, id)| id).collect();
    for id in entities {
        tx.prepare_cached(
            "DELETE FROM entities WHERE profile_id = ?1 AND id = ?2
               AND NOT EXISTS (SELECT 1 FROM links
                 WHERE profile_id = ?1 AND from_kind = 'entity' AND from_id = ?2)
               AND NOT EXISTS (SELECT 1 FROM links WHERE profile_id = ?1 AND to_kind = 'entity' AND to_id = ?2)",
        )?
        .execute(params![profile.0, id])?;
    }
    Ok(())
}

/// Entities to which no link leads at all: rows that should have gone.
pub(crate) fn orphans(conn: &Connection, profile: ProfileId) -> Result<usize, StoreError> {
    let sql = "SELECT e.id FROM entities e WHERE e.profile_id = ?1
                 AND NOT EXISTS (SELECT 1 FROM links l
                   WHERE l.profile_id = ?1 AND l.from_kind = 'entity' AND l.from_id = e.id)
                 AND NOT EXISTS (SELECT 1 FROM links l
                   WHERE l.profile_id = ?1 AND l.to_kind = 'entity' AND l.to_id = e.id)";
    Ok(all(conn, sql, [profile.0], |row| Ok(row.get::<_, i64>(0)?))?.len())
}

//! Statements that say nearly the same: found by their vectors, proposed to the person, never joined by the machine
//! (MISSION S2-43).

use std::collections::BTreeSet;

use domain::{Moment, ProfileId, Statement, StatementId, Timestamp};
use recall::bits;
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    recall_index::floats,
    statement_row::{self as rows, IN_FORCE},
    tombstone::Grave,
};

/// Two statements that say nearly the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The one that was told first.
    pub one: Statement,
    /// The other.
    pub other: Statement,
    /// Cosine distance of their vectors, 0 for the same.
    pub distance: f64,
    /// Whether both are about the same people and things. Where they are not, likeness of words means little: a wife who
    /// likes jazz and a son who likes jazz are two memories.
    pub same_entities: bool,
}

/// The newest statements that are compared with each other: half a second, and thirty megabytes meanwhile.
const MOST_COMPARED: i64 = 20_000;

/// A vector as it is compared: the statement, its model, its bits, its numbers.
struct Compared {
    id: StatementId,
    model: String,
    bits: Vec<u64>,
    vector: Vec<f32>,
}

impl Mine<'_> {
    /// Pairs of statements in force whose vectors of the same model are at most `within` apart, and of which one was written
    /// after `since`; nearest first, at most `most`. Pairs that the person said are two are left out. Reads only.
    pub fn alike(
        &self,
        since: StatementId,
        within: f64,
        most: usize,
        now: Timestamp,
    ) -> Result<Vec<Alike>, StoreError> {
        let all = self.store.read(|conn| vectors(conn, self.profile, now))?;
        let mut near: Vec<(f64, StatementId, StatementId)> = Vec::new();
        for (index, newer) in all.iter().enumerate().filter(|(_, row)| row.id > since) {
            let fits = furthest(within, newer.vector.len());
            for older in all.iter().take(index).filter(|older| older.model == newer.model) {
                if bits::differing(&older.bits, &newer.bits) > fits {
                    continue;
                }
                let distance =
                    bits::cosine(&older.vector, &newer.vector).map(|cosine| 1.0 - f64::from(cosine));
                if let Some(distance) = distance.filter(|distance| *distance <= within) {
                    near.push((distance, older.id, newer.id));
                }
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut found = Vec::new();
        self.store.read(|conn| {
            for (distance, one, other) in near {
                if found.len() >= most {
                    break;
                }
                if self.said_different(conn, one, other)? {
                    continue;
                }
                let pair = (rows::live(conn, self.profile, one)?, rows::live(conn, self.profile, other)?);
                if let (Some(one), Some(other)) = pair {
                    let same_entities = one.key.subject == other.key.subject
                        && named(conn, self.profile, one.id)? == named(conn, self.profile, other.id)?;
                    found.push(Alike { one, other, distance, same_entities });
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The person says that both are one memory: `keep` stands for the other, which stays readable as its former wording, and
    /// what the other rests on supports the one that is kept. Deleting or erasing `keep` takes the other along.
    pub fn join_alike(&self, keep: StatementId, other: StatementId, now: &Moment) -> Result<(), StoreError> {
        if keep == other {
            return Err(StoreError::OutOfRange("a pair of statements"));
        }
        self.store.write_at(now, |tx| {
            for id in [keep, other] {
                rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            }
            for (seen, supports) in rows::evidence(tx, self.profile, other)? {
                self.rest_on(tx, keep, &[seen], supports, now)?;
            }
            self.correct(tx, other, keep, false)?;
            self.answer_pair(tx, other, keep, "joined", now)
        })
    }

    /// The person says that they are two: the pair is not proposed again, not even after both were erased and said again.
    pub fn keep_apart(&self, one: StatementId, other: StatementId, now: &Moment) -> Result<(), StoreError> {
        self.store.write_at(now, |tx| self.answer_pair(tx, one, other, "apart", now))
    }

    fn answer_pair(
        &self,
        tx: &Connection,
        one: StatementId,
        other: StatementId,
        answer: &str,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let pair = self.pair_of(tx, one, other)?.ok_or(StoreError::NoSuchMemory)?;
        tx.execute(
            "INSERT INTO questions(profile_id, pair, older_id, newer_id, asked_at, answered_at, answer)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
             ON CONFLICT(profile_id, pair) DO UPDATE SET older_id = ?3, newer_id = ?4, answered_at = ?5, answer = ?6",
            params![self.profile.0, pair, one.0, other.0, now.at.0, answer],
        )?;
        Ok(())
    }

    fn said_different(
        &self,
        conn: &Connection,
        one: StatementId,
        other: StatementId,
    ) -> Result<bool, StoreError> {
        let Some(pair) = self.pair_of(conn, one, other)? else { return Ok(false) };
        let sql = "SELECT 1 FROM questions WHERE profile_id = ?1 AND pair = ?2";
        Ok(first(conn, sql, params![self.profile.0, pair], |_row| Ok(()))?.is_some())
    }

    /// The keyed hash of a pair of wordings.
    fn pair_of(
        &self,
        conn: &Connection,
        one: StatementId,
        other: StatementId,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        let (one, other) = (rows::live(conn, self.profile, one)?, rows::live(conn, self.profile, other)?);
        let (Some(one), Some(other)) = (one, other) else { return Ok(None) };
        let mut wordings = [crate::fold(&one.content), crate::fold(&other.content)];
        wordings.sort();
        self.store.key.hash(self.profile, Grave::Wording, &wordings.join("\n")).map(Some)
    }
}

/// Most bits in which the sketches of two vectors differ that are no further apart than this: what is expected at that angle,
/// and four standard deviations more.
fn furthest(within: f64, dims: usize) -> u32 {
    let share = (1.0 - within).clamp(-1.0, 1.0).acos() / std::f64::consts::PI;
    let (dims, spread) = (dims as f64, share * (1.0 - share));
    (dims * share + 4.0 * (dims * spread).sqrt()).ceil() as u32
}

fn vectors(conn: &Connection, profile: ProfileId, now: Timestamp) -> Result<Vec<Compared>, StoreError> {
    let sql = format!(
        "SELECT s.id, s.embedding_model, s.embedding FROM active_statements s
         WHERE s.profile_id = ?1 AND {IN_FORCE} AND s.archived_at IS NULL AND s.embedding IS NOT NULL
         ORDER BY s.id DESC LIMIT ?3"
    );
    let mut newest = all(conn, &sql, params![profile.0, now.0, MOST_COMPARED], |row| {
        let vector = floats(&row.get::<_, Vec<u8>>(2)?);
        let bits = bits::sketch(&vector);
        Ok(Compared { id: StatementId(row.get(0)?), model: row.get(1)?, bits, vector })
    })?;
    newest.reverse();
    Ok(newest)
}

/// People and things that a statement tells of.
fn named(conn: &Connection, profile: ProfileId, id: StatementId) -> Result<BTreeSet<i64>, StoreError> {
    let sql = "SELECT to_id FROM live_links WHERE profile_id = ?1 AND statement_id = ?2 AND to_kind = 'entity'
               UNION SELECT from_id FROM live_links WHERE profile_id = ?1 AND statement_id = ?2 AND from_kind = 'entity'";
    Ok(all(conn, sql, params![profile.0, id.0], |row| Ok(row.get(0)?))?.into_iter().collect())
}

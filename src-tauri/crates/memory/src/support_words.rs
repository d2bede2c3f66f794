//! What hangs on statements and on what was noticed, and what becomes of it when they go (F-4).
//!
//! - A statement takes the words with it in which it was said: they say the same.
//! - What was noticed takes with it what rests on it alone: a said sentence, an insight with less than two pieces of
//!   evidence left.
//! - What a person wrote, edited or confirmed stays, and only loses the link.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    MemoryRef, ObservationId, ProfileId, Provenance, Statement, StatementId, StatementState, StatementType,
};
use rusqlite::{Connection, params};

use crate::{
    StoreError,
    codec::all,
    erase::{Act, Effect},
    statement_row::{self, is_persons},
    upheld,
};

/// What one contradicting observation takes, as for habits (MISSION S0-50).
const CONTRADICTION_TAKES: f64 = 0.2;
/// Confidence of an insight that later behaviour verified (MISSION S1-38).
const VERIFIED: f64 = 1.0;
/// Evidence under which an insight is none (MISSION S1-07).
const INSIGHT_NEEDS: usize = 2;

/// How many pieces of evidence a machine's statement needs to be there at all.
pub(crate) fn needs(row: &Statement) -> usize {
    if row.kind == StatementType::Insight { INSIGHT_NEEDS } else { 1 }
}

/// What deleting or erasing the targets does to statements and to what was noticed. Reads only.
pub(crate) fn effects(
    conn: &Connection,
    profile: ProfileId,
    targets: &BTreeSet<MemoryRef>,
    act: Act,
) -> Result<BTreeMap<MemoryRef, Effect>, StoreError> {
    let (pointed, touched) = (BTreeSet::new(), BTreeSet::new());
    let mut reach = Reach { conn, profile, act, gone: targets.clone(), pointed, touched };
    let mut revived = BTreeSet::new();
    let mut queue: Vec<MemoryRef> = targets.iter().copied().collect();
    for memory in targets {
        match memory {
            MemoryRef::Observation(id) => {
                reach.pointed.insert(*id);
            }
            MemoryRef::Trip(id) => reach.pointed.extend(reach.on_trip(id.0, true)?),
            _ => {}
        }
    }
    while let Some(memory) = queue.pop() {
        let mut next = BTreeSet::new();
        match memory {
            MemoryRef::Trip(id) => {
                next.extend(reach.on_trip(id.0, false)?.into_iter().map(MemoryRef::Observation));
                for seen in reach.on_trip(id.0, true)? {
                    reach.touched.extend(reach.resting_on(seen)?);
                }
            }
            MemoryRef::Place(id) => {
                next.extend(reach.about_place(id.0)?.into_iter().map(MemoryRef::Statement));
            }
            MemoryRef::Observation(id) => reach.touched.extend(reach.resting_on(id)?),
            MemoryRef::Statement(id) => {
                next.extend(reach.said_in(id)?.into_iter().map(MemoryRef::Observation));
                next.extend(reach.versions_before(id)?.into_iter().map(MemoryRef::Statement));
                revived.extend(reach.replaced_by(id)?);
            }
            MemoryRef::Preference(_) => {}
        }
        for id in reach.touched.clone() {
            let memory = MemoryRef::Statement(id);
            if !reach.gone.contains(&memory) && matches!(reach.outlook(id)?, Some(Effect::Removed)) {
                next.insert(memory);
            }
        }
        queue.extend(next.into_iter().filter(|memory| reach.gone.insert(*memory)));
    }
    let mut found: BTreeMap<MemoryRef, Effect> = BTreeMap::new();
    for id in revived {
        found.insert(MemoryRef::Statement(id), Effect::Revived);
    }
    for id in reach.touched.clone() {
        if let Some(effect) = reach.outlook(id)? {
            found.insert(MemoryRef::Statement(id), effect);
        }
    }
    for memory in &reach.gone {
        found.insert(*memory, Effect::Removed);
    }
    Ok(found)
}

/// Brings a machine's statement in line with the evidence that is still there. A person's is left alone.
pub(crate) fn settle(tx: &Connection, profile: ProfileId, id: StatementId) -> Result<(), StoreError> {
    let Some(row) = statement_row::live(tx, profile, id)? else { return Ok(()) };
    let counts = Counts::of(tx, profile, &row, &BTreeSet::new())?;
    repeat(tx, profile, &row, counts.first + counts.later)?;
    if is_persons(&row) {
        return Ok(());
    }
    let (state, confidence) = counts.standing(&row);
    // When it was verified for the last time is what its evidence says, too.
    tx.prepare_cached(
        "UPDATE statements SET confidence = ?3, state = ?4,
           last_confirmed_at = max(created_at, ifnull((SELECT max(e.linked_at) FROM live_statement_evidence e
             WHERE e.profile_id = ?1 AND e.statement_id = ?2 AND e.supports = 1), 0))
         WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![profile.0, id.0, confidence, state.word()])?;
    Ok(())
}

/// How often something was said or done is how often it was noticed, where it was noticed at all.
pub(crate) fn repeat(
    tx: &Connection,
    profile: ProfileId,
    row: &Statement,
    noticed: usize,
) -> Result<(), StoreError> {
    let Some(before) = noticed.checked_sub(1) else { return Ok(()) };
    let mut importance = row.importance;
    // The share of repetition of having been seen n times before (reflect::importance).
    importance.repetition = before as f64 / (before as f64 + 4.0);
    let weight = statement_row::weigh(&importance, 1.0)?;
    tx.prepare_cached(
        "UPDATE statements SET repetition = ?3, importance = ?4 WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![profile.0, row.id.0, importance.repetition, weight])?;
    Ok(())
}

/// What speaks for and against a machine's statement.
struct Counts {
    /// Confidence that it began with.
    base: f64,
    /// Evidence that it was made from.
    first: usize,
    /// Evidence that came later: it verifies.
    later: usize,
    /// Evidence to the contrary.
    against: usize,
}

impl Counts {
    fn of(
        conn: &Connection,
        profile: ProfileId,
        row: &Statement,
        gone: &BTreeSet<MemoryRef>,
    ) -> Result<Self, StoreError> {
        let mut counts = Self { base: row.confidence, first: 0, later: 0, against: 0 };
        let sql = "SELECT base_confidence FROM statements WHERE profile_id = ?1 AND id = ?2";
        for base in all(conn, sql, params![profile.0, row.id.0], |row| Ok(row.get::<_, f64>(0)?))? {
            counts.base = base;
        }
        // Of a deleted one, too: what it would be if it were taken back.
        let sql = "SELECT e.observation_id, e.supports, e.linked_at, o.trip_id FROM statement_evidence e
                   JOIN live_observations o ON o.id = e.observation_id
                   WHERE e.profile_id = ?1 AND o.profile_id = ?1 AND e.statement_id = ?2";
        let seen = all(conn, sql, params![profile.0, row.id.0], |row| {
            let trip: Option<i64> = row.get(3)?;
            let goes = gone.contains(&MemoryRef::Observation(ObservationId(row.get(0)?)))
                || trip.is_some_and(|trip| gone.contains(&MemoryRef::Trip(domain::TripId(trip))));
            Ok((goes, row.get::<_, bool>(1)?, row.get::<_, i64>(2)?))
        })?;
        // What it was made from are the earliest pieces that are left; what was linked after those verifies it. So an insight
        // that lost a piece stands as it would in a store that never saw that piece (F-6).
        let mut supporting: Vec<i64> = Vec::new();
        for (goes, supports, at) in seen {
            match (goes, supports) {
                (true, _) => {}
                (false, true) => supporting.push(at),
                (false, false) => counts.against += 1,
            }
        }
        supporting.sort_unstable();
        let made = supporting.get(INSIGHT_NEEDS - 1).copied().unwrap_or(i64::MAX);
        counts.later = supporting.iter().filter(|at| **at > made).count();
        counts.first = supporting.len() - counts.later;
        Ok(counts)
    }

    /// State and confidence: a function of the evidence alone, so that losing a piece gives what a store has that never saw
    /// it (F-6).
    fn standing(&self, row: &Statement) -> (StatementState, f64) {
        let insight = row.kind == StatementType::Insight;
        let verified = insight && self.later > 0;
        let state = match row.state {
            StatementState::Active if insight && !verified => StatementState::Pending,
            StatementState::Pending if verified => StatementState::Active,
            state => state,
        };
        let full = if verified { VERIFIED } else { self.base };
        (state, (full - CONTRADICTION_TAKES * self.against as f64).clamp(0.0, 1.0))
    }
}

struct Reach<'a> {
    conn: &'a Connection,
    profile: ProfileId,
    act: Act,
    /// What goes.
    gone: BTreeSet<MemoryRef>,
    /// What was noticed and goes because the person pointed at it, not at a statement that was made of it.
    pointed: BTreeSet<ObservationId>,
    /// Statements that lose something.
    touched: BTreeSet<StatementId>,
}

impl Reach<'_> {
    /// What becomes of a statement that loses something; `None` when nothing does.
    fn outlook(&self, id: StatementId) -> Result<Option<Effect>, StoreError> {
        let Some(row) = statement_row::any(self.conn, self.profile, id)? else { return Ok(None) };
        if row.user_edited || row.provenance == Provenance::Confirmed {
            return Ok(Some(Effect::Unlinked));
        }
        let counts = Counts::of(self.conn, self.profile, &row, &self.gone)?;
        let left = counts.first + counts.later;
        if row.provenance == Provenance::Stated {
            let mut rests_on = statement_row::evidence(self.conn, self.profile, id)?.into_iter();
            let pointed = rests_on.any(|(seen, _)| self.pointed.contains(&seen));
            return Ok(Some(if left == 0 && pointed { Effect::Removed } else { Effect::Unlinked }));
        }
        let needs = needs(&row);
        if left < needs {
            let pieces = upheld::of_statement(self.conn, self.profile, id, &self.gone)?;
            let waits = self.act == Act::Erase && pieces.in_all() >= needs;
            return Ok(Some(if waits { Effect::Hidden } else { Effect::Removed }));
        }
        let (state, after) = counts.standing(&row);
        let same = (after - row.confidence).abs() < 1e-9 && state == row.state;
        Ok(Some(if same { Effect::Unlinked } else { Effect::Weakened { before: row.confidence, after } }))
    }

    /// What was noticed on a trip: in words only, or also what the drive itself was.
    fn on_trip(&self, trip: i64, also_the_drive: bool) -> Result<Vec<ObservationId>, StoreError> {
        let sql = "SELECT id FROM observations WHERE profile_id = ?1 AND trip_id = ?2
                     AND (?3 OR kind NOT IN ('followed', 'deviated'))";
        all(self.conn, sql, params![self.profile.0, trip, also_the_drive], |row| {
            Ok(ObservationId(row.get(0)?))
        })
    }

    fn resting_on(&self, seen: ObservationId) -> Result<Vec<StatementId>, StoreError> {
        let sql = "SELECT statement_id FROM statement_evidence WHERE profile_id = ?1 AND observation_id = ?2";
        self.statements(sql, seen.0)
    }

    fn about_place(&self, place: i64) -> Result<Vec<StatementId>, StoreError> {
        let name = format!("place:{place}");
        let sql = "SELECT id FROM statements WHERE profile_id = ?1 AND (subject = ?2 OR value = ?2)";
        all(self.conn, sql, params![self.profile.0, name], |row| Ok(StatementId(row.get(0)?)))
    }

    /// The words in which a statement was said, and deeds that say the same. A drive is a memory of its own.
    fn said_in(&self, id: StatementId) -> Result<Vec<ObservationId>, StoreError> {
        let sql =
            "SELECT e.observation_id FROM statement_evidence e JOIN observations o ON o.id = e.observation_id
                   WHERE e.profile_id = ?1 AND o.profile_id = ?1 AND e.statement_id = ?2 AND e.supports = 1
                     AND o.kind NOT IN ('followed', 'deviated')
                     AND EXISTS (SELECT 1 FROM statements s WHERE s.profile_id = ?1 AND s.id = ?2
                       AND s.kind NOT IN ('insight', 'summary'))";
        all(self.conn, sql, params![self.profile.0, id.0], |row| Ok(ObservationId(row.get(0)?)))
    }

    /// What a person edited into this one, or joined with it: the same memory in other words.
    fn versions_before(&self, id: StatementId) -> Result<Vec<StatementId>, StoreError> {
        let sql = "SELECT o.id FROM statements o JOIN statements n ON n.id = o.corrected_by
                   WHERE o.profile_id = ?1 AND n.profile_id = ?1 AND n.id = ?2 AND n.user_edited = 1
                   UNION SELECT older_id FROM questions
                   WHERE profile_id = ?1 AND newer_id = ?2 AND answer = 'joined' AND older_id IS NOT NULL";
        self.statements(sql, id.0)
    }

    /// The one that holds again when this one goes.
    fn replaced_by(&self, id: StatementId) -> Result<Option<StatementId>, StoreError> {
        let row = statement_row::live(self.conn, self.profile, id)?;
        let holds = row.filter(|row| row.state == StatementState::Active && row.superseded_at.is_none());
        Ok(holds.and_then(|row| row.replaces))
    }

    fn statements(&self, sql: &str, row: i64) -> Result<Vec<StatementId>, StoreError> {
        all(self.conn, sql, params![self.profile.0, row], |row| Ok(StatementId(row.get(0)?)))
    }
}

//! Insights: written by reflection, led by later behaviour and by the person's answer (MISSION S1-38 to S1-41).

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    MemoryRef, Moment, Noticed, ObservationId, ProfileId, Provenance, Statement, StatementId, StatementState,
    StatementType, Timestamp, Validity,
};
use extract::NewStatement;
use reflect::{
    Act, Condition, Draft, draft, episode,
    episode::Episode,
    life::{self, FIRST_CONFIDENCE, LEAST_CONFIDENCE, VERIFIED_CONFIDENCE},
    theme,
};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    noticed_row,
    reflecting::Reflected,
    statement::Added,
    statement_row, support_words,
};

/// An insight with what it rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct Insight {
    /// Its row.
    pub statement: Statement,
    /// What it means beyond its acts; may be empty.
    pub meaning: String,
    /// What it says.
    pub claims: Vec<Act>,
    /// When it holds.
    pub condition: Condition,
    /// What speaks for it, oldest first.
    pub evidence: Vec<Noticed>,
    /// What speaks against it, oldest first.
    pub against: Vec<Noticed>,
}

impl Insight {
    /// As it was proposed, with everything that speaks for it by now.
    pub fn draft(&self) -> Draft {
        Draft {
            meaning: self.meaning.clone(),
            claims: self.claims.clone(),
            condition: self.condition.clone(),
            evidence: self.evidence.iter().map(|seen| seen.id).collect(),
            class: self.statement.class,
            importance: self.statement.importance,
        }
    }

    /// How it stands, for [`life::weight`]. A person's yes does not run out.
    pub fn standing(&self) -> life::Standing {
        life::Standing {
            state: self.statement.state,
            confidence: self.statement.confidence,
            confirmed: self.statement.last_confirmed,
        }
    }

    /// What it weighs now.
    pub fn weight(&self, now: Timestamp) -> f64 {
        if statement_row::is_persons(&self.statement) {
            self.statement.confidence
        } else {
            life::weight(&self.standing(), now)
        }
    }
}

const INSIGHTS: &str = "s.kind = 'insight' AND s.state IN ('pending', 'active')";

impl Mine<'_> {
    /// Insights that are observed or in use, newest first.
    pub fn insights(&self) -> Result<Vec<Insight>, StoreError> {
        self.store.read(|conn| {
            let sql = format!(
                "SELECT {} FROM live_statements s WHERE s.profile_id = ?1 AND {INSIGHTS} AND s.archived_at IS NULL ORDER BY s.id DESC",
                statement_row::COLUMNS
            );
            let rows = all(conn, &sql, [self.profile.0], statement_row::from_row)?;
            rows.into_iter().filter_map(|row| full(conn, self.profile, row).transpose()).collect()
        })
    }

    /// The person's answer to an insight. Yes: it is theirs now, and does not run out. No: it is deleted, undoably, and not
    /// proposed again; the deletion says how to take it back.
    pub fn answer_insight(
        &self,
        id: StatementId,
        yes: bool,
        now: &Moment,
    ) -> Result<Option<crate::Deletion>, StoreError> {
        if !yes {
            let row = self.store.read(|conn| statement_row::live(conn, self.profile, id))?;
            row.filter(is_insight).ok_or(StoreError::NoSuchMemory)?;
            return self.delete(&[MemoryRef::Statement(id)], now).map(Some);
        }
        let row = self.store.read(|conn| statement_row::live(conn, self.profile, id))?;
        row.filter(is_insight).ok_or(StoreError::NoSuchMemory)?;
        self.confirm_statement(id, now)?;
        self.store.write_at(now, |tx| {
            let sql = "UPDATE statements SET confidence = ?3, base_confidence = ?3, valid_to = NULL
                       WHERE profile_id = ?1 AND id = ?2";
            tx.prepare_cached(sql)?.execute(params![self.profile.0, id.0, VERIFIED_CONFIDENCE])?;
            Ok(None)
        })
    }
}

fn is_insight(row: &Statement) -> bool {
    row.kind == domain::StatementType::Insight
}

/// An insight with its evidence; `None` when the row is of another shape.
fn full(conn: &Connection, profile: ProfileId, row: Statement) -> Result<Option<Insight>, StoreError> {
    let Some((meaning, claims, condition)) = draft::read(&row.key, &row.value) else { return Ok(None) };
    let (mut evidence, mut against) = (Vec::new(), Vec::new());
    for (id, supports) in statement_row::evidence(conn, profile, row.id)? {
        let Some(seen) = noticed_row::live(conn, profile, id)? else { continue };
        if supports { evidence.push(seen) } else { against.push(seen) }
    }
    Ok(Some(Insight { statement: row, meaning, claims, condition, evidence, against }))
}

/// Writes a checked draft down; `None` when it is there already, or the person denied, deleted or erased it.
pub(crate) fn add(
    tx: &Connection,
    mine: &Mine<'_>,
    draft: &Draft,
    content: &str,
    now: &Moment,
) -> Result<Option<StatementId>, StoreError> {
    let profile = mine.profile;
    let (key, value) = (draft.key(), draft.value());
    // There already: found again on the evidence that it was made of verifies nothing.
    let sql = "SELECT 1 FROM live_statements WHERE profile_id = ?1 AND subject = ?2 AND attribute = ?3 AND condition = ?4
                 AND value = ?5";
    let same = params![profile.0, key.subject, key.attribute, key.condition, value];
    if first(tx, sql, same, |row| Ok(row.get::<_, i64>(0)?))?.is_some() || said_better(tx, profile, draft)? {
        return Ok(None);
    }
    let new = NewStatement {
        class: draft.class,
        kind: StatementType::Insight,
        content: content.to_owned(),
        key,
        value,
        importance: draft.importance,
        confidence: FIRST_CONFIDENCE,
        provenance: Provenance::Inferred,
        state: StatementState::Pending,
        validity: Validity { valid_from: now.at, valid_to: Some(life::begin(now.at).ends()) },
        session: None,
        corrects: None,
        ties: Vec::new(),
    };
    match mine.add_in(tx, &new, &draft.evidence, None, now) {
        Ok(Added::New(id)) => Ok(Some(id)),
        // Denied, deleted or erased before: a person's no holds.
        Ok(_) | Err(StoreError::Forgotten) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether a live insight says at least as much on mostly the same evidence: the same thing found again under a narrower
/// name is no second insight.
fn said_better(tx: &Connection, profile: ProfileId, draft: &Draft) -> Result<bool, StoreError> {
    let cited: BTreeSet<ObservationId> = draft.evidence.iter().copied().collect();
    for row in live(tx, profile)? {
        let Some((_, claims, _)) = draft::read(&row.key, &row.value) else { continue };
        if !draft.claims.iter().all(|claim| claims.contains(claim)) {
            continue;
        }
        let evidence = statement_row::evidence(tx, profile, row.id)?;
        let shared = evidence.iter().filter(|(id, supports)| *supports && cited.contains(id)).count();
        if shared * 2 >= cited.len() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn live(tx: &Connection, profile: ProfileId) -> Result<Vec<Statement>, StoreError> {
    let sql = format!(
        "SELECT {} FROM live_statements s WHERE s.profile_id = ?1 AND {INSIGHTS} ORDER BY s.id",
        statement_row::COLUMNS
    );
    all(tx, &sql, [profile.0], statement_row::from_row)
}

/// Holds what was noticed after the cursor against every insight: what agrees verifies it, what does not speaks against it.
/// What a person confirmed is left alone (F-7).
pub(crate) fn verify(
    tx: &Connection,
    profile: ProfileId,
    window: &[Noticed],
    from: ObservationId,
    now: &Moment,
    reflected: &mut Reflected,
) -> Result<(), StoreError> {
    let episodes = episode::episodes(window);
    let new: Vec<&Episode<'_>> =
        episodes.iter().filter(|episode| episode.seen.iter().any(|seen| seen.id > from)).collect();
    let usual = episode::usual_numbers(window);
    for row in live(tx, profile)? {
        if statement_row::is_persons(&row) {
            continue;
        }
        let Some((_, claims, condition)) = draft::read(&row.key, &row.value) else { continue };
        let known: BTreeSet<ObservationId> =
            statement_row::evidence(tx, profile, row.id)?.into_iter().map(|(id, _)| id).collect();
        let (mut matched, mut against) = (false, false);
        for episode in &new {
            let verdict = life::verdict(&claims, &condition, &known, row.created.at, episode);
            let told: Vec<ObservationId> = tells(episode, &claims, &usual, &known, row.created.at);
            // Later than the insight itself, so that it counts as verifying.
            let at = Timestamp(now.at.0.max(row.created.at.0 + 1));
            match verdict {
                Some(life::Event::Matched) => {
                    matched = true;
                    for id in told {
                        link(tx, profile, row.id, id, true, at)?;
                    }
                }
                // One drive to the contrary is one, however often it says so.
                Some(life::Event::Contradicted) => {
                    against = true;
                    let contrary = episode.acts.iter().find(|(act, _)| {
                        claims.iter().any(|claim| claim.attribute == act.attribute && claim != *act)
                    });
                    if let Some(id) = contrary.and_then(|(_, ids)| ids.first()) {
                        link(tx, profile, row.id, *id, false, at)?;
                    }
                }
                Some(life::Event::Confirmed | life::Event::Denied) | None => {}
            }
        }
        if !(matched || against) {
            continue;
        }
        support_words::settle(tx, profile, row.id)?;
        if matched {
            renew(tx, profile, &row, now)?;
            reflected.verified.push(row.id);
        }
        if against {
            reflected.contradicted.push(row.id);
        }
        let confidence = statement_row::live(tx, profile, row.id)?.map_or(0.0, |row| row.confidence);
        if confidence + 1e-9 < LEAST_CONFIDENCE {
            let sql = "UPDATE statements SET archived_at = ?3 WHERE profile_id = ?1 AND id = ?2";
            tx.prepare_cached(sql)?.execute(params![profile.0, row.id.0, now.at.0])?;
            reflected.given_up.push(row.id);
        }
    }
    Ok(())
}

/// What of an episode speaks about the claims, later than the insight and not linked yet.
fn tells(
    episode: &Episode<'_>,
    claims: &[Act],
    usual: &BTreeMap<String, f64>,
    known: &BTreeSet<ObservationId>,
    made: Timestamp,
) -> Vec<ObservationId> {
    let later = episode.seen.iter().filter(|seen| seen.at.at >= made && !known.contains(&seen.id));
    later
        .filter(|seen| {
            let act = episode::act_of(seen, usual);
            act.is_some_and(|act| claims.contains(&act))
                || theme::said(seen).iter().any(|(theme, _)| claims.iter().any(|act| act.attribute == *theme))
        })
        .map(|seen| seen.id)
        .collect()
}

/// Its two weeks begin anew, and it is in use.
fn renew(tx: &Connection, profile: ProfileId, row: &Statement, now: &Moment) -> Result<(), StoreError> {
    let confirmed = row.last_confirmed.max(now.at);
    let standing = life::Standing { state: StatementState::Active, confidence: 1.0, confirmed };
    tx.prepare_cached(
        "UPDATE statements SET last_confirmed_at = ?3, valid_to = ?4, believed_from = ifnull(believed_from, ?5),
           archived_at = NULL
         WHERE profile_id = ?1 AND id = ?2",
    )?
    .execute(params![profile.0, row.id.0, confirmed.0, standing.ends().0, now.at.0])?;
    Ok(())
}

pub(crate) fn link(
    tx: &Connection,
    profile: ProfileId,
    id: StatementId,
    seen: ObservationId,
    supports: bool,
    at: Timestamp,
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT OR IGNORE INTO statement_evidence(profile_id, statement_id, observation_id, supports, linked_at)
         VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![profile.0, id.0, seen.0, supports, at.0])?;
    Ok(())
}

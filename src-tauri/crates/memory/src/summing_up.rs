//! Summaries of long talks (MISSION S2-14): written once for every ten turns, and gone with their talk.

use std::collections::BTreeMap;

use domain::{
    Lang, MemoryClass, Moment, Noticed, ProfileId, Provenance, StatementId, StatementKey, StatementState,
    StatementType, Validity,
};
use extract::NewStatement;
use reflect::summary::{is_due, summarise};
use rusqlite::Connection;

use crate::{Mine, StoreError, codec::all, noticed_row};

impl Mine<'_> {
    /// Sums up every talk that is long enough, once; what was written.
    pub fn summarise_talks(&self, lang: Lang, now: &Moment) -> Result<Vec<StatementId>, StoreError> {
        let open = self.store.read(|conn| open_turns(conn, self.profile))?;
        if !open.values().any(|turns| is_due(&turns.iter().collect::<Vec<_>>())) {
            return Ok(Vec::new());
        }
        self.store.write_at(now, |tx| {
            let mut written = Vec::new();
            // Read again: what was looked at may be gone meanwhile.
            for (session, turns) in open_turns(tx, self.profile)? {
                let turns: Vec<&Noticed> = turns.iter().collect();
                let Some(summary) = is_due(&turns).then(|| summarise(&turns, lang)).flatten() else {
                    continue;
                };
                let new = NewStatement {
                    class: MemoryClass::Conversational,
                    kind: StatementType::Summary,
                    content: summary.content,
                    key: StatementKey {
                        subject: "me".to_owned(),
                        attribute: String::new(),
                        condition: String::new(),
                    },
                    value: summary.entities.join(" "),
                    importance: summary.importance,
                    confidence: 1.0,
                    provenance: Provenance::Inferred,
                    state: StatementState::Active,
                    validity: Validity { valid_from: now.at, valid_to: None },
                    session: Some(session),
                    corrects: None,
                    ties: Vec::new(),
                };
                match self.add_in(tx, &new, &summary.turns, None, now) {
                    Ok(added) => written.push(added.id()),
                    Err(StoreError::Forgotten) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(written)
        })
    }
}

/// Turns of each talk that no summary rests on yet, oldest first.
fn open_turns(conn: &Connection, profile: ProfileId) -> Result<BTreeMap<String, Vec<Noticed>>, StoreError> {
    let sql = "SELECT o.* FROM live_observations o WHERE o.profile_id = ?1 AND o.session IS NOT NULL
                 AND o.source = 'dialogue' AND NOT EXISTS (
                   SELECT 1 FROM live_statement_evidence e JOIN live_statements s ON s.id = e.statement_id
                   WHERE e.profile_id = ?1 AND s.profile_id = ?1 AND e.observation_id = o.id AND s.kind = 'summary')
               ORDER BY o.at, o.id LIMIT 2000";
    let mut talks: BTreeMap<String, Vec<Noticed>> = BTreeMap::new();
    for seen in all(conn, sql, [profile.0], noticed_row::from_row)? {
        if let Some(session) = seen.session.clone() {
            talks.entry(session).or_default().push(seen);
        }
    }
    Ok(talks)
}

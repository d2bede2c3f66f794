//! What happens when two statements about the same contradict each other (MISSION S2-21, S3-42).

use domain::{Moment, Provenance, Statement, StatementId, StatementKey, Timestamp};
use extract::NewStatement;
use reflect::aggregate::{Voice, aggregate};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    statement_row::{self as rows, is_persons},
    tombstone::{Grave, claim_text},
};

/// Which of two statements of the same kind of author wins. Whatever it says, a machine never wins over a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ConflictPolicy {
    /// The newest.
    #[default]
    Time,
    /// Who said it: edited, then stated, then confirmed, then imported, then inferred; the newest among equals.
    Source,
    /// The older one holds until the person was asked.
    Ask,
}

impl ConflictPolicy {
    /// All.
    pub const ALL: [Self; 3] = [Self::Time, Self::Source, Self::Ask];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Source => "source",
            Self::Ask => "ask",
        }
    }

    /// The policy with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.word() == word)
    }
}

/// A question that waits: which of the two holds?
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its row.
    pub id: i64,
    /// The one that was there.
    pub older: Statement,
    /// The one that contradicts it.
    pub newer: Statement,
    /// Since when it waits.
    pub asked: Timestamp,
}

/// What the person answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestionAnswer {
    /// The newer one holds; the older one was replaced.
    Newer,
    /// The older one still holds; the newer one was a mistake.
    Older,
}

/// What a new statement means for the one in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// Nothing, or it simply replaces it.
    None,
    /// It replaces it, and the person is asked whether that is right.
    Asks,
    /// It waits for the person.
    Waits,
}

/// Key of the setting.
const SETTING: &str = "conflict";
/// From this confidence on a new statement is worth a question (MISSION S3-14, S3-42).
const SURE: f64 = 0.7;
/// Days within which an old statement counts as recently used.
const RECENT_DAYS: f64 = 30.0;

/// Who wins over whom: higher numbers.
pub(crate) fn rank(policy: ConflictPolicy, provenance: Provenance, edited: bool) -> i64 {
    let person = edited || matches!(provenance, Provenance::Stated | Provenance::Confirmed);
    match (policy, provenance) {
        (ConflictPolicy::Time | ConflictPolicy::Ask, _) => i64::from(person),
        (ConflictPolicy::Source, _) if edited => 4,
        (ConflictPolicy::Source, Provenance::Stated) => 3,
        (ConflictPolicy::Source, Provenance::Confirmed) => 2,
        (ConflictPolicy::Source, Provenance::Imported) => 1,
        (ConflictPolicy::Source, Provenance::Inferred) => 0,
    }
}

impl Mine<'_> {
    /// The policy of this profile.
    pub fn conflict_policy(&self) -> Result<ConflictPolicy, StoreError> {
        self.store.read(|conn| self.policy_in(conn))
    }

    /// Changes the policy; which statements hold follows at once, and changing it back gives the former ones.
    pub fn set_conflict_policy(&self, policy: ConflictPolicy) -> Result<(), StoreError> {
        self.set_setting(SETTING, Some(&format!("\"{}\"", policy.word())))?;
        self.store.write(|tx| {
            for provenance in Provenance::ALL {
                for edited in [false, true] {
                    let sql = "UPDATE statements SET rank = ?4
                               WHERE profile_id = ?1 AND provenance = ?2 AND user_edited = ?3 AND rank <> ?4";
                    let rank = rank(policy, provenance, edited);
                    tx.execute(sql, params![self.profile.0, provenance.word(), edited, rank])?;
                }
            }
            Ok(())
        })
    }

    pub(crate) fn policy_in(&self, conn: &Connection) -> Result<ConflictPolicy, StoreError> {
        let sql = "SELECT value FROM settings WHERE profile_id = ?1 AND key = ?2";
        let word: Option<String> = first(conn, sql, params![self.profile.0, SETTING], |row| Ok(row.get(0)?))?;
        Ok(word.and_then(|word| ConflictPolicy::from_word(word.trim_matches('"'))).unwrap_or_default())
    }

    /// What a new statement means for the one in force about the same, which says otherwise.
    pub(crate) fn meaning_for(
        &self,
        tx: &Connection,
        head: &Statement,
        new: &NewStatement,
        now: &Moment,
    ) -> Result<Conflict, StoreError> {
        if new.corrects == Some(head.id)
            && !matches!(new.provenance, Provenance::Inferred | Provenance::Imported)
        {
            return Ok(Conflict::None);
        }
        self.meaning(tx, head, (new.provenance, new.validity.valid_from, new.confidence), now)
    }

    /// The same for a statement that is there, as it was when it came.
    pub(crate) fn meaning_of(
        &self,
        tx: &Connection,
        head: &Statement,
        row: &Statement,
        came: &Moment,
    ) -> Result<Conflict, StoreError> {
        self.meaning(tx, head, (row.provenance, row.validity.valid_from, row.confidence), came)
    }

    fn meaning(
        &self,
        tx: &Connection,
        head: &Statement,
        (provenance, valid_from, confidence): (Provenance, Timestamp, f64),
        now: &Moment,
    ) -> Result<Conflict, StoreError> {
        let by_machine = matches!(provenance, Provenance::Inferred | Provenance::Imported);
        // An old entry of an imported file that what is known has overtaken already is history, not news.
        let overtaken = provenance == Provenance::Imported && valid_from <= head.validity.valid_from;
        if by_machine && is_persons(head) {
            return Ok(if overtaken { Conflict::None } else { Conflict::Waits });
        }
        let later = valid_from > now.at;
        if by_machine || later {
            return Ok(Conflict::None);
        }
        if self.policy_in(tx)? == ConflictPolicy::Ask {
            return Ok(Conflict::Waits);
        }
        let recent = head.last_used.is_some_and(|used| now.at.days_since(used) <= RECENT_DAYS);
        Ok(if confidence >= SURE && recent { Conflict::Asks } else { Conflict::None })
    }

    /// Asks once about a pair of claims, and never again: also not after both were erased and said again.
    pub(crate) fn ask(
        &self,
        tx: &Connection,
        older: StatementId,
        newer: StatementId,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let mut claims = Vec::new();
        for id in [older, newer] {
            let row = rows::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            claims.extend(claim_text(&row.key, &row.value));
        }
        claims.sort();
        let pair = self.store.key.hash(self.profile, Grave::Claim, &claims.join("\n"))?;
        tx.execute(
            "INSERT OR IGNORE INTO questions(profile_id, pair, older_id, newer_id, asked_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![self.profile.0, pair, older.0, newer.0, now.at.0],
        )?;
        Ok(())
    }

    /// Questions that wait for an answer, oldest first. One whose statement is gone waits for nothing.
    pub fn questions(&self) -> Result<Vec<Question>, StoreError> {
        self.store.read(|conn| {
            let sql = "SELECT id, older_id, newer_id, asked_at FROM questions
                       WHERE profile_id = ?1 AND answered_at IS NULL AND older_id IS NOT NULL AND newer_id IS NOT NULL
                       ORDER BY id";
            let rows = all(conn, sql, [self.profile.0], |row| {
                let ids = (StatementId(row.get(1)?), StatementId(row.get(2)?));
                Ok((row.get::<_, i64>(0)?, ids, Timestamp(row.get(3)?)))
            })?;
            let mut open = Vec::new();
            for (id, (older, newer), asked) in rows {
                let pair = (rows::live(conn, self.profile, older)?, rows::live(conn, self.profile, newer)?);
                if let (Some(older), Some(newer)) = pair {
                    open.push(Question { id, older, newer, asked });
                }
            }
            Ok(open)
        })
    }

    /// The person's answer: the one that holds is surer, the other one was replaced or a mistake.
    pub fn answer_question(&self, id: i64, answer: QuestionAnswer, now: &Moment) -> Result<(), StoreError> {
        let question =
            self.questions()?.into_iter().find(|open| open.id == id).ok_or(StoreError::NoSuchMemory)?;
        match answer {
            QuestionAnswer::Newer => self.confirm_statement(question.newer.id, now)?,
            QuestionAnswer::Older => {
                self.reject_statement(question.newer.id, now)?;
                self.confirm_statement(question.older.id, now)?;
            }
        }
        let word = if answer == QuestionAnswer::Newer { "newer" } else { "older" };
        self.store.write_at(now, |tx| {
            let sql = "UPDATE questions SET answered_at = ?3, answer = ?4 WHERE profile_id = ?1 AND id = ?2";
            tx.execute(sql, params![self.profile.0, id, now.at.0, word])?;
            Ok(())
        })
    }

    /// A question about a statement that the person decided by itself is answered.
    pub(crate) fn close_questions(
        &self,
        tx: &Connection,
        id: StatementId,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE questions SET answered_at = ?3
                   WHERE profile_id = ?1 AND (older_id = ?2 OR newer_id = ?2) AND answered_at IS NULL";
        tx.execute(sql, params![self.profile.0, id.0, now.at.0])?;
        Ok(())
    }

    /// Everything that was ever said about a key and is not deleted, in the order of telling: the versions of a memory.
    pub fn versions(&self, key: &StatementKey) -> Result<Vec<Statement>, StoreError> {
        let sql = format!(
            "SELECT {} FROM live_statements s WHERE s.profile_id = ?1 AND s.subject = ?2 AND s.attribute = ?3
               AND s.condition = ?4 ORDER BY s.told_at, s.id",
            rows::COLUMNS
        );
        let params = params![self.profile.0, key.subject, key.attribute, key.condition];
        self.store.read(|conn| all(conn, &sql, params, rows::from_row))
    }

    /// What speaks for each value that was ever told of a key, the strongest first: by who said it, how surely and how lately
    /// (MISSION S3-40). It decides nothing; what holds is decided by [`Mine::head`].
    pub fn weighed(&self, key: &StatementKey, now: Timestamp) -> Result<Vec<(String, f64)>, StoreError> {
        let mut told = self.versions(key)?;
        told.retain(|row| row.state == domain::StatementState::Active && !row.value.is_empty());
        let Some(newest) = told.last() else { return Ok(Vec::new()) };
        let voices: Vec<Voice<'_>> = told
            .iter()
            .map(|row| Voice {
                value: &row.value,
                provenance: row.provenance,
                confidence: row.confidence,
                at: row.last_confirmed,
            })
            .collect();
        let weighed = aggregate(&voices, newest.kind, newest.class, now);
        Ok(weighed.into_iter().map(|(value, weight)| (value.to_owned(), weight)).collect())
    }

    /// What was believed at an instant about another one (or the same): only what had been written down by then counts,
    /// and of that what held (MISSION S2-18: "what did you believe in June").
    pub fn believed(&self, then: Timestamp, about: Timestamp) -> Result<Vec<Statement>, StoreError> {
        let sql = format!(
            "SELECT {} FROM live_statements s
             WHERE s.profile_id = ?1 AND {KNOWN_S} AND s.valid_from <= ?3 AND (s.valid_to IS NULL OR ?3 < s.valid_to)
               AND NOT EXISTS (SELECT 1 FROM live_statements c WHERE c.profile_id = ?1 AND c.id = s.corrected_by
                 AND c.believed_from <= ?2 AND (c.believed_to IS NULL OR ?2 < c.believed_to))
               AND (s.attribute = '' OR NOT EXISTS (SELECT 1 FROM live_statements n
                 WHERE n.profile_id = ?1 AND n.subject = s.subject AND n.attribute = s.attribute
                   AND n.condition = s.condition AND (n.rank, n.told_at, n.id) > (s.rank, s.told_at, s.id)
                   AND n.believed_from <= ?2 AND (n.believed_to IS NULL OR ?2 < n.believed_to)
                   AND n.valid_from <= ?3 AND (n.valid_to IS NULL OR ?3 < n.valid_to)
                   AND NOT EXISTS (SELECT 1 FROM live_statements d WHERE d.profile_id = ?1 AND d.id = n.corrected_by
                     AND d.believed_from <= ?2 AND (d.believed_to IS NULL OR ?2 < d.believed_to))))
             ORDER BY s.created_at DESC, s.id DESC",
            rows::COLUMNS
        );
        self.store.read(|conn| all(conn, &sql, params![self.profile.0, then.0, about.0], rows::from_row))
    }
}

/// Written down and not taken back by `?2`.
const KNOWN_S: &str = "s.believed_from <= ?2 AND (s.believed_to IS NULL OR ?2 < s.believed_to)";

//! A thumb for an answer, and what it does to the memories behind it, so that it can be taken back (MISSION S2-39).
//!
//! A thumb is the person's word about an answer, not about a fact. So it moves how sure the machine is of what *it* noticed,
//! and how much energy a statement has; what the person wrote or confirmed keeps their confidence (F-7). For preferences the
//! votes count in the same function as the evidence, so that taking a thumb back, or erasing the memory, leaves nothing.

use domain::{MemoryRef, Moment, PreferenceId, ProfileId, StatementId};
use rusqlite::{Connection, params};

use crate::{
    ConfidenceCause, Mine, StoreError,
    codec::{all, first, moment, ref_from_columns, ref_to_columns},
    confidence, delete, preference_row as rows, statement_row,
};

/// Part of what is missing to 1 that a thumb up adds to energy: what an accepted use adds (rule EG1).
const GAIN: f64 = 0.3;
/// Part of its energy that a thumb down leaves.
const LEFT_BY_DOWN: f64 = 0.7;
/// Part of the doubt that one thumb up leaves: as one more trip.
const DOUBT_LEFT_BY_UP: f64 = 0.8;
/// What one thumb down takes of a confidence: half of what a trip to the contrary takes, because an answer is made of more
/// than one memory.
const DOWN_TAKES: f64 = 0.1;
/// Kind of the row that stands for the answer itself; the others stand for a memory each.
const ANSWER: &str = "answer";

/// Up or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Thumb {
    /// 👍
    Up,
    /// 👎
    Down,
}

impl Thumb {
    fn number(self) -> i64 {
        match self {
            Self::Up => 1,
            Self::Down => -1,
        }
    }
}

/// What the person says about memory in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// It used useful past information (用了有用的历史信息).
    UsedHistory,
    /// It forgot what was said before (忘记了之前说过的内容).
    ForgotSaid,
}

impl Label {
    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::UsedHistory => "used_history",
            Self::ForgotSaid => "forgot_said",
        }
    }

    /// The label with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::UsedHistory, Self::ForgotSaid].into_iter().find(|label| label.word() == word)
    }
}

/// What the person said about one answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The answer: a plan's id.
    pub answer: String,
    /// Up or down.
    pub thumb: Thumb,
    /// More exactly, when they said.
    pub label: Option<Label>,
    /// When.
    pub at: Moment,
    /// What it did, memory by memory; one that it did nothing to has equal figures.
    pub moved: Vec<Moved>,
}

/// What a rating did to one memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// Which.
    pub memory: MemoryRef,
    /// Whether it was for or against it.
    pub thumb: Thumb,
    /// Confidence before.
    pub confidence_before: f64,
    /// Confidence now.
    pub confidence: f64,
    /// Energy before; nothing where there is none.
    pub energy_before: Option<f64>,
    /// Energy now.
    pub energy: Option<f64>,
}

impl Mine<'_> {
    /// Rates an answer. `helped` took part in it, `missed` were found and left out: a thumb is about the first, "forgot" is for
    /// the second. An earlier rating of the same answer is taken back first, so that there is one at a time.
    pub fn rate(
        &self,
        answer: &str,
        thumb: Thumb,
        label: Option<Label>,
        (helped, missed): (&[MemoryRef], &[MemoryRef]),
        now: &Moment,
    ) -> Result<Rating, StoreError> {
        self.store.write(|tx| {
            take_back(tx, self.profile, answer, now)?;
            insert(tx, self.profile, answer, (ANSWER, 0), now, thumb, label, (None, None))?;
            // "Forgot" blames no memory that was used, and speaks for those that were not.
            let (about, how): (&[MemoryRef], Thumb) = match label {
                Some(Label::ForgotSaid) => (missed, Thumb::Up),
                Some(Label::UsedHistory) | None => (helped, thumb),
            };
            for memory in about {
                if delete::is_live(tx, self.profile, *memory)? {
                    apply(tx, self.profile, answer, *memory, how, label, now)?;
                }
            }
            read(tx, self.profile, Some(answer))?.pop().ok_or(StoreError::NoSuchMemory)
        })
    }

    /// Takes the rating of an answer back, with all that it did. False when there was none.
    pub fn unrate(&self, answer: &str, now: &Moment) -> Result<bool, StoreError> {
        self.store.write(|tx| take_back(tx, self.profile, answer, now))
    }

    /// All ratings, newest first.
    pub fn ratings(&self) -> Result<Vec<Rating>, StoreError> {
        self.store.read(|conn| read(conn, self.profile, None))
    }

    /// How many memories the person said yes and no to: habits, preferences and statements.
    pub fn verdicts(&self) -> Result<(u32, u32), StoreError> {
        let sql = "SELECT
            (SELECT count(*) FROM live_preferences WHERE profile_id = ?1 AND provenance = 'confirmed')
          + (SELECT count(*) FROM live_statements WHERE profile_id = ?1 AND provenance = 'confirmed'),
            (SELECT count(*) FROM live_preferences WHERE profile_id = ?1 AND state = 'rejected')
          + (SELECT count(*) FROM live_statements WHERE profile_id = ?1 AND state = 'rejected')";
        let found = self
            .store
            .read(|conn| first(conn, sql, [self.profile.0], |row| Ok((row.get(0)?, row.get(1)?))))?;
        Ok(found.unwrap_or_default())
    }
}

/// Votes for and against a preference, by ratings.
pub(crate) fn votes(
    conn: &Connection,
    profile: ProfileId,
    id: PreferenceId,
) -> Result<(u32, u32), StoreError> {
    let sql =
        "SELECT count(CASE WHEN thumb > 0 THEN 1 END), count(CASE WHEN thumb < 0 THEN 1 END) FROM feedback
               WHERE profile_id = ?1 AND kind = 'pref' AND row_id = ?2";
    let found = first(conn, sql, params![profile.0, id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or_default())
}

/// A confidence with its votes.
pub(crate) fn with_votes(confidence: f64, (up, down): (u32, u32)) -> f64 {
    let raised = 1.0 - (1.0 - confidence) * DOUBT_LEFT_BY_UP.powi(up.min(1_000) as i32);
    (raised - DOWN_TAKES * f64::from(down)).clamp(0.0, 1.0)
}

fn apply(
    tx: &Connection,
    profile: ProfileId,
    answer: &str,
    memory: MemoryRef,
    thumb: Thumb,
    label: Option<Label>,
    now: &Moment,
) -> Result<(), StoreError> {
    let before = figures(tx, profile, memory)?;
    let columns = ref_to_columns(memory);
    insert(tx, profile, answer, (columns.0, columns.1), now, thumb, label, before)?;
    match memory {
        MemoryRef::Preference(id) => confidence::recompute(tx, profile, id, ConfidenceCause::Rated, now.at),
        MemoryRef::Statement(id) => {
            let energy = before.1.unwrap_or_default();
            set_energy(tx, profile, id, energy + step(energy, thumb))
        }
        // A place is a fact and a trip happened: no answer makes either less so.
        MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => Ok(()),
    }
}

/// What a thumb adds to an energy.
fn step(energy: f64, thumb: Thumb) -> f64 {
    match thumb {
        Thumb::Up => GAIN * (1.0 - energy),
        Thumb::Down => (LEFT_BY_DOWN - 1.0) * energy,
    }
}

fn take_back(tx: &Connection, profile: ProfileId, answer: &str, now: &Moment) -> Result<bool, StoreError> {
    let sql = "SELECT kind, row_id, thumb, energy_before FROM feedback WHERE profile_id = ?1 AND answer = ?2";
    let given = all(tx, sql, params![profile.0, answer], |row| {
        Ok((
            row.get::<_, String>(0)?,
            row.get::<_, i64>(1)?,
            thumb_of(row.get(2)?),
            row.get::<_, Option<f64>>(3)?,
        ))
    })?;
    tx.prepare_cached("DELETE FROM feedback WHERE profile_id = ?1 AND answer = ?2")?
        .execute(params![profile.0, answer])?;
    for (kind, row, thumb, before) in given.iter().filter(|(kind, ..)| kind != ANSWER) {
        match ref_from_columns(kind, *row)? {
            MemoryRef::Preference(id) => {
                confidence::recompute(tx, profile, id, ConfidenceCause::Rated, now.at)?;
            }
            MemoryRef::Statement(id) => {
                let now_is = statement_row::live(tx, profile, id)?.map(|row| row.energy);
                if let (Some(energy), Some(before)) = (now_is, before) {
                    // Only what this rating added goes; what happened meanwhile stays.
                    set_energy(tx, profile, id, energy - step(*before, *thumb))?;
                }
            }
            _ => {}
        }
    }
    Ok(!given.is_empty())
}

fn set_energy(tx: &Connection, profile: ProfileId, id: StatementId, energy: f64) -> Result<(), StoreError> {
    tx.prepare_cached("UPDATE statements SET energy = ?3 WHERE profile_id = ?1 AND id = ?2")?
        .execute(params![profile.0, id.0, energy.clamp(0.0, 1.0)])?;
    Ok(())
}

/// Confidence and energy of a memory, where it has them.
fn figures(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
) -> Result<(Option<f64>, Option<f64>), StoreError> {
    Ok(match memory {
        MemoryRef::Preference(id) => (rows::live(conn, profile, id)?.map(|row| row.confidence), None),
        MemoryRef::Statement(id) => {
            let row = statement_row::live(conn, profile, id)?;
            (row.as_ref().map(|row| row.confidence), row.map(|row| row.energy))
        }
        MemoryRef::Place(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => (None, None),
    })
}

#[allow(clippy::too_many_arguments, reason = "the columns of one row")]
fn insert(
    tx: &Connection,
    profile: ProfileId,
    answer: &str,
    (kind, row): (&str, i64),
    now: &Moment,
    thumb: Thumb,
    label: Option<Label>,
    (confidence, energy): (Option<f64>, Option<f64>),
) -> Result<(), StoreError> {
    tx.prepare_cached(
        "INSERT OR REPLACE INTO feedback(profile_id, answer, kind, row_id, at, zone, thumb, label, energy_before,
           confidence_before) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        profile.0,
        answer,
        kind,
        row,
        now.at.0,
        now.zone,
        thumb.number(),
        label.map_or("", Label::word),
        energy,
        confidence
    ])?;
    Ok(())
}

fn thumb_of(number: i64) -> Thumb {
    if number > 0 { Thumb::Up } else { Thumb::Down }
}

fn read(conn: &Connection, profile: ProfileId, answer: Option<&str>) -> Result<Vec<Rating>, StoreError> {
    let sql = "SELECT * FROM feedback WHERE profile_id = ?1 AND (?2 IS NULL OR answer = ?2)
               ORDER BY at DESC, answer, kind = 'answer' DESC, kind, row_id";
    struct Given {
        answer: String,
        kind: String,
        row: i64,
        thumb: Thumb,
        label: Option<Label>,
        at: Moment,
        confidence: Option<f64>,
        energy: Option<f64>,
    }
    let given = all(conn, sql, params![profile.0, answer], |row| {
        Ok(Given {
            answer: row.get("answer")?,
            kind: row.get("kind")?,
            row: row.get("row_id")?,
            thumb: thumb_of(row.get("thumb")?),
            label: Label::from_word(&row.get::<_, String>("label")?),
            at: moment(row, "at")?,
            confidence: row.get("confidence_before")?,
            energy: row.get("energy_before")?,
        })
    })?;
    let mut ratings: Vec<Rating> = Vec::new();
    for one in given {
        if one.kind == ANSWER {
            let Given { answer, thumb, label, at, .. } = one;
            ratings.push(Rating { answer, thumb, label, at, moved: Vec::new() });
            continue;
        }
        let memory = ref_from_columns(&one.kind, one.row)?;
        if !delete::is_live(conn, profile, memory)? {
            continue;
        }
        let (confidence, energy) = figures(conn, profile, memory)?;
        if let Some(rating) = ratings.iter_mut().find(|rating| rating.answer == one.answer) {
            rating.moved.push(Moved {
                memory,
                thumb: one.thumb,
                confidence_before: one.confidence.unwrap_or(1.0),
                confidence: confidence.unwrap_or(1.0),
                energy_before: one.energy,
                energy,
            });
        }
    }
    Ok(ratings)
}

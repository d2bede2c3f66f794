//! Reflection on the stream: how far it got, whether it is time, and one run of it as one transaction.
//!
//! The stream is the queue: a run looks at what came after the cursor of the last run, and moves the cursor in the same
//! transaction that writes what it concluded. So a run that is cut anywhere is no run, and the next one does the same work
//! (MISSION S1-23).

use domain::{Moment, Noticed, ObservationId, ProfileId, StatementId, Timestamp};
use reflect::{
    Draft, Rejection,
    importance::total_heard,
    rules,
    trigger::{self, Cause, Day, Thresholds, Waiting},
};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first, known, moment},
    insight, noticed_row, statement_row,
};

/// Days of finished days that the thresholds follow.
const DAYS: i64 = 15;
const DAY_S: i64 = 86_400;
/// Most observations of one run: two weeks of a very busy driver.
pub const MOST_OF_STREAM: usize = 3_000;

/// Whether it is time to reflect, and how far that is away.
#[derive(Clone, Debug, PartialEq)]
pub struct ReflectionState {
    /// What was noticed since the last run.
    pub waiting: Waiting,
    /// From where on a trigger fires.
    pub thresholds: Thresholds,
    /// Runs today that a trigger caused.
    pub today: u32,
    /// The last observation that was looked at.
    pub cursor: ObservationId,
    /// The newest observation.
    pub newest: ObservationId,
    /// When it was noticed.
    pub newest_at: Option<Timestamp>,
    /// The last run.
    pub last: Option<ReflectionRecord>,
}

/// A run of reflection as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct ReflectionRecord {
    /// When.
    pub at: Moment,
    /// Why.
    pub cause: Cause,
    /// How many observations were new.
    pub processed: u32,
    /// Sum of their importance, each 0 to 10.
    pub importance_sum: f64,
    /// The last observation that was looked at.
    pub cursor: ObservationId,
    /// How many insights it made.
    pub made: u32,
}

/// What a run is to write.
#[derive(Clone, Debug)]
pub struct ReflectionRun {
    /// Why it ran.
    pub cause: Cause,
    /// [`ReflectionState::cursor`] when it began.
    pub from: ObservationId,
    /// [`ReflectionState::newest`] when it began.
    pub to: ObservationId,
    /// What it proposes, each with its sentence.
    pub drafts: Vec<(Draft, String)>,
    /// By which rules the evidence is checked.
    pub settings: rules::Settings,
}

/// What a run changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reflected {
    /// New insights; they are pending.
    pub made: Vec<StatementId>,
    /// Drafts whose evidence does not entail them.
    pub rejected: Vec<Rejection>,
    /// Drafts that the person denied, deleted or erased before, or that are there already.
    pub known: usize,
    /// Insights that later behaviour verified.
    pub verified: Vec<StatementId>,
    /// Insights that later behaviour spoke against.
    pub contradicted: Vec<StatementId>,
    /// Insights that too little speaks for: archived.
    pub given_up: Vec<StatementId>,
}

impl Mine<'_> {
    /// Whether it is time to reflect.
    pub fn reflection_state(
        &self,
        settings: &trigger::Settings,
        now: &Moment,
    ) -> Result<ReflectionState, StoreError> {
        self.store.read(|conn| state(conn, self.profile, settings, now))
    }

    /// The stream from an instant on, oldest first; the newest `most` when there are more. What belongs to the state of the
    /// world, and texts of imported files, conclude nothing (F-8).
    pub fn stream_since(&self, since: Timestamp, most: usize) -> Result<Vec<Noticed>, StoreError> {
        self.store.read(|conn| stream(conn, self.profile, since, most))
    }

    /// What the person did about places since an instant, oldest first: went there, or did not.
    pub fn choices_since(&self, since: Timestamp) -> Result<Vec<Noticed>, StoreError> {
        let sql =
            "SELECT * FROM live_observations WHERE profile_id = ?1 AND at >= ?2 AND place_id IS NOT NULL
                     AND source <> 'import' ORDER BY at, id";
        self.store.read(|conn| {
            let seen = all(conn, sql, params![self.profile.0, since.0], noticed_row::from_row)?;
            Ok(seen.into_iter().filter(|seen| reflect::avoided::choice_of(seen).is_some()).collect())
        })
    }

    /// The last runs, newest first.
    pub fn reflection_runs(&self, most: usize) -> Result<Vec<ReflectionRecord>, StoreError> {
        self.store.read(|conn| runs(conn, self.profile, most))
    }

    /// Writes a run down. Refused as outdated when another run came before it: then the same work is to be done again.
    pub fn reflected(&self, run: &ReflectionRun, now: &Moment) -> Result<Reflected, StoreError> {
        self.store.write_at(now, |tx| {
            let profile = self.profile;
            if cursor(tx, profile)? != run.from {
                return Err(StoreError::PlanOutdated);
            }
            // As it is now: something may have been deleted while the run was thinking.
            let since = Timestamp(now.at.0.saturating_sub((run.settings.window_days * DAY_S as f64) as i64));
            let mut window = stream(tx, profile, since, MOST_OF_STREAM)?;
            window.retain(|seen| seen.id <= run.to);
            let mut reflected = Reflected::default();
            insight::verify(tx, profile, &window, run.from, now, &mut reflected)?;
            for (draft, content) in &run.drafts {
                if let Err(rejection) = reflect::entail::check(draft, &window, &run.settings) {
                    reflected.rejected.push(rejection);
                } else if let Some(id) = insight::add(tx, self, draft, content, now)? {
                    reflected.made.push(id);
                } else {
                    reflected.known += 1;
                }
            }
            let waiting = waiting(tx, profile, run.from, run.to)?;
            tx.prepare_cached(
                "INSERT INTO reflections(profile_id, at, zone, cause, processed, importance_sum, cursor, made)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                profile.0,
                now.at.0,
                now.zone,
                run.cause.word(),
                waiting.count,
                waiting.sum,
                run.to.0,
                i64::try_from(reflected.made.len()).unwrap_or(i64::MAX),
            ])?;
            Ok(reflected)
        })
    }
}

fn state(
    conn: &Connection,
    profile: ProfileId,
    settings: &trigger::Settings,
    now: &Moment,
) -> Result<ReflectionState, StoreError> {
    let last = runs(conn, profile, 1)?.pop();
    let cursor = last.as_ref().map_or(ObservationId(0), |last| last.cursor);
    let newest = first(
        conn,
        "SELECT id, at FROM live_observations WHERE profile_id = ?1 ORDER BY id DESC LIMIT 1",
        [profile.0],
        |row| Ok((ObservationId(row.get(0)?), Timestamp(row.get(1)?))),
    )?;
    let to = newest.map_or(cursor, |(id, _)| id.max(cursor));
    let recent = runs(conn, profile, 40)?;
    let today_date = now.zoned().date();
    let triggered = |run: &&ReflectionRecord| matches!(run.cause, Cause::Count | Cause::Importance);
    let today = recent.iter().filter(triggered).filter(|run| run.at.zoned().date() == today_date).count();
    let mut past: Vec<f64> = recent.iter().filter(triggered).map(|run| run.importance_sum).collect();
    past.reverse();
    let days = days(conn, profile, now)?;
    Ok(ReflectionState {
        waiting: waiting(conn, profile, cursor, to)?,
        thresholds: trigger::thresholds(&days, &past, now.day_kind(), settings),
        today: u32::try_from(today).unwrap_or(u32::MAX),
        cursor,
        newest: to,
        newest_at: newest.map(|(_, at)| at),
        last,
    })
}

fn cursor(conn: &Connection, profile: ProfileId) -> Result<ObservationId, StoreError> {
    Ok(runs(conn, profile, 1)?.pop().map_or(ObservationId(0), |last| last.cursor))
}

fn runs(conn: &Connection, profile: ProfileId, most: usize) -> Result<Vec<ReflectionRecord>, StoreError> {
    let sql = "SELECT at, zone, cause, processed, importance_sum, cursor, made FROM reflections
               WHERE profile_id = ?1 ORDER BY id DESC LIMIT ?2";
    all(conn, sql, params![profile.0, i64::try_from(most).unwrap_or(i64::MAX)], |row| {
        Ok(ReflectionRecord {
            at: moment(row, "at")?,
            cause: known(row, "cause", Cause::from_word)?,
            processed: row.get("processed")?,
            importance_sum: row.get("importance_sum")?,
            cursor: ObservationId(row.get("cursor")?),
            made: row.get("made")?,
        })
    })
}

/// What counts towards a trigger, between two cursors.
fn waiting(
    conn: &Connection,
    profile: ProfileId,
    after: ObservationId,
    to: ObservationId,
) -> Result<Waiting, StoreError> {
    let sql = "SELECT emotion, consequence, repetition, heard FROM live_observations
               WHERE profile_id = ?1 AND id > ?2 AND id <= ?3 AND source <> 'condition'
                 AND NOT (source = 'import' AND words <> '')";
    let weights = all(conn, sql, params![profile.0, after.0, to.0], |row| {
        Ok(total_heard(&statement_row::importance(row)?, row.get("heard")?))
    })?;
    Ok(Waiting { count: u32::try_from(weights.len()).unwrap_or(u32::MAX), sum: weights.iter().sum() })
}

/// The person's finished days before today, oldest first, each in the zone that it was lived in. A day on which nothing was
/// noticed is no day of theirs.
fn days(conn: &Connection, profile: ProfileId, now: &Moment) -> Result<Vec<Day>, StoreError> {
    let sql = "SELECT at, zone, emotion, consequence, repetition, heard FROM live_observations
               WHERE profile_id = ?1 AND at >= ?2 AND at <= ?3 AND source <> 'condition'
                 AND NOT (source = 'import' AND words <> '') ORDER BY at, id";
    let since = now.at.0.saturating_sub(DAYS * DAY_S);
    let seen = all(conn, sql, params![profile.0, since, now.at.0], |row| {
        let weight = total_heard(&statement_row::importance(row)?, row.get("heard")?);
        Ok((moment(row, "at")?, weight))
    })?;
    let today = now.zoned().date();
    let mut days = std::collections::BTreeMap::new();
    for (at, weight) in seen {
        let date = at.zoned().date();
        if date < today {
            let day = days.entry(date).or_insert(Day { kind: at.day_kind(), count: 0, sum: 0.0 });
            day.count += 1;
            day.sum += weight;
        }
    }
    Ok(days.into_values().collect())
}

pub(crate) fn stream(
    conn: &Connection,
    profile: ProfileId,
    since: Timestamp,
    most: usize,
) -> Result<Vec<Noticed>, StoreError> {
    let sql = "SELECT * FROM live_observations WHERE profile_id = ?1 AND at >= ?2 AND source <> 'condition'
                 AND NOT (source = 'import' AND words <> '') ORDER BY at DESC, id DESC LIMIT ?3";
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let mut stream = all(conn, sql, params![profile.0, since.0, most], noticed_row::from_row)?;
    stream.reverse();
    Ok(stream)
}

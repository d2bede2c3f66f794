//! The stream: everything that was noticed, in the order in which it was written down (MISSION S1-01, S1-02).

use std::collections::BTreeSet;

use domain::{
    MemoryRef, Moment, Noticed, ObservationId, StatementId, StatementKey, StreamSource, Timestamp, Weather,
};
use extract::{NewNoticed, Sanitized};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first, texts_to_json},
    index, noticed_row,
    noticed_row::from_row,
    profile::must_exist,
    statement_row::weigh,
    tombstone::{Grave, noticed_text},
    trip,
};

impl Mine<'_> {
    /// Appends what was noticed. Nothing that was appended is ever changed: another value is another row. The same entry of
    /// an imported file is appended once, and not at all after the person deleted or erased it (F-5).
    pub fn notice(&self, new: &Sanitized<NewNoticed>) -> Result<ObservationId, StoreError> {
        let new = new.get();
        self.store.write_at(&new.at, |tx| {
            must_exist(tx, self.profile)?;
            self.notice_in(tx, new)
        })
    }

    /// The same inside of a transaction.
    pub(crate) fn notice_in(&self, tx: &Connection, new: &NewNoticed) -> Result<ObservationId, StoreError> {
        if new.source == StreamSource::Import {
            let text = noticed_text(new.at.at, &new.kind, &new.words, new.key.as_ref(), &new.value);
            if self.store.key.is_buried(tx, self.profile, Grave::Noticed, &text)? {
                return Err(StoreError::Forgotten);
            }
            match self.same_entry(tx, new)? {
                Some((_, true)) => return Err(StoreError::Forgotten),
                Some((id, false)) => return Ok(id),
                None => {}
            }
        }
        if let Some(id) = new.trip {
            trip::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
        }
        if !(0.0..=1.0).contains(&new.heard) {
            return Err(StoreError::OutOfRange("how sure it was heard"));
        }
        let importance = weigh(&new.importance, new.heard)?;
        let key = new.key.as_ref();
        tx.prepare_cached(
            "INSERT INTO observations(profile_id, trip_id, at, zone, source, kind, words, subject, attribute, condition,
               value, place_id, weather, traffic, passengers, emotion, consequence, repetition, importance, heard, session)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)",
        )?
        .execute(params![
            self.profile.0,
            new.trip.map(|id| id.0),
            new.at.at.0,
            new.at.zone,
            new.source.word(),
            new.kind,
            new.words.trim(),
            key.map(|key| &key.subject),
            key.map(|key| &key.attribute),
            key.map(|key| &key.condition),
            new.value,
            new.place.map(|id| id.0),
            new.weather.map(Weather::word),
            new.traffic,
            texts_to_json(&new.passengers),
            new.importance.emotion,
            new.importance.consequence,
            new.importance.repetition,
            importance,
            new.heard,
            new.session
        ])?;
        let id = ObservationId(tx.last_insert_rowid());
        let written = noticed_row::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
        index::put(tx, MemoryRef::Observation(id), &noticed_row::text_of(&written))?;
        Ok(id)
    }

    /// The row of the same entry, and whether it is deleted.
    fn same_entry(
        &self,
        tx: &Connection,
        new: &NewNoticed,
    ) -> Result<Option<(ObservationId, bool)>, StoreError> {
        let sql = "SELECT id, deletion_id IS NOT NULL FROM observations WHERE profile_id = ?1 AND at = ?2
                     AND source = 'import' AND kind = ?3 AND words = ?4 AND subject IS ?5 AND attribute IS ?6
                     AND condition IS ?7 AND value = ?8 ORDER BY deletion_id IS NULL DESC LIMIT 1";
        let key = new.key.as_ref();
        let params = params![
            self.profile.0,
            new.at.at.0,
            new.kind,
            new.words.trim(),
            key.map(|key| &key.subject),
            key.map(|key| &key.attribute),
            key.map(|key| &key.condition),
            new.value
        ];
        first(tx, sql, params, |row| Ok((ObservationId(row.get(0)?), row.get(1)?)))
    }

    /// One thing noticed, unless it was deleted.
    pub fn noticed(&self, id: ObservationId) -> Result<Option<Noticed>, StoreError> {
        self.store.read(|conn| noticed_row::live(conn, self.profile, id))
    }

    /// What was written down after this row, oldest first, drives included: what reflection has not seen yet.
    pub fn stream_after(
        &self,
        cursor: Option<ObservationId>,
        limit: usize,
    ) -> Result<Vec<Noticed>, StoreError> {
        let sql = "SELECT * FROM live_observations WHERE profile_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3";
        let after = cursor.map_or(0, |id| id.0);
        self.store.read(|conn| all(conn, sql, params![self.profile.0, after, limit as i64], from_row))
    }

    /// The newest things noticed, newest first by when they happened.
    pub fn stream(&self, limit: usize) -> Result<Vec<Noticed>, StoreError> {
        let sql = "SELECT * FROM live_observations WHERE profile_id = ?1 ORDER BY at DESC, id DESC LIMIT ?2";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, limit as i64], from_row))
    }

    /// What happened from one instant up to, but not at, another, oldest first.
    pub fn stream_between(&self, from: Timestamp, to: Timestamp) -> Result<Vec<Noticed>, StoreError> {
        let sql =
            "SELECT * FROM live_observations WHERE profile_id = ?1 AND at >= ?2 AND at < ?3 ORDER BY at, id";
        self.store.read(|conn| all(conn, sql, params![self.profile.0, from.0, to.0], from_row))
    }

    /// What was noticed about a key, oldest first: 24 degrees, then 26 degrees.
    pub fn stream_about(&self, key: &StatementKey, limit: usize) -> Result<Vec<Noticed>, StoreError> {
        let sql = "SELECT * FROM live_observations WHERE profile_id = ?1 AND subject = ?2 AND attribute = ?3
                     AND condition = ?4 AND attribute IS NOT NULL ORDER BY at, id LIMIT ?5";
        let params = params![self.profile.0, key.subject, key.attribute, key.condition, limit as i64];
        self.store.read(|conn| all(conn, sql, params, from_row))
    }

    /// Clears a talk or trip that has ended (MISSION S1-18): its conversational statements, and the words of it. What was
    /// learned from them stays; where something rests on words that said something about a key, a wordless row takes their
    /// place. No tombstone: nobody asked for anything to be forgotten. How many rows went.
    pub fn purge_session(&self, session: &str, now: &Moment) -> Result<usize, StoreError> {
        let gone = self.store.write_at(now, |tx| {
            let params = params![self.profile.0, session];
            let sql = "SELECT id FROM statements WHERE profile_id = ?1 AND session = ?2 AND class = 'conversational'";
            let talk = all(tx, sql, params, |row| Ok(StatementId(row.get(0)?)))?;
            let sql = "SELECT * FROM observations WHERE profile_id = ?1 AND session = ?2 AND words <> ''";
            let said = all(tx, sql, params, from_row)?;
            let mut gone = BTreeSet::new();
            for id in talk {
                tx.execute(
                    "DELETE FROM statement_evidence WHERE profile_id = ?1 AND statement_id = ?2",
                    params![self.profile.0, id.0],
                )?;
                gone.insert(MemoryRef::Statement(id));
            }
            for row in &said {
                self.stand_in(tx, row)?;
                gone.insert(MemoryRef::Observation(row.id));
            }
            self.drop_rows(tx, &gone)?;
            for sql in [
                "UPDATE statements SET session = NULL WHERE profile_id = ?1 AND session = ?2",
                // The trigger lets nothing of an observation be changed; the wordless ones were written without a session.
                "DELETE FROM traces WHERE profile_id = ?1 AND ?2 IS NOT NULL",
            ] {
                tx.execute(sql, params)?;
            }
            Ok(gone.len())
        })?;
        if gone > 0 {
            self.store.finish_erasure()?;
        }
        Ok(gone)
    }

    /// Puts a wordless row in place of a said one that something rests on.
    fn stand_in(&self, tx: &Connection, row: &Noticed) -> Result<(), StoreError> {
        let params = params![self.profile.0, row.id.0];
        let sql = "SELECT 1 FROM statement_evidence WHERE profile_id = ?1 AND observation_id = ?2";
        let rests = first(tx, sql, params, |_row| Ok(()))?;
        let Some(key) = row.key.clone().filter(|_| rests.is_some()) else {
            // Links that were told in these words keep their statement as their source.
            let sql = "UPDATE links SET source_id = NULL
                       WHERE profile_id = ?1 AND source_id = ?2 AND statement_id IS NOT NULL";
            tx.execute(sql, params)?;
            return Ok(());
        };
        let wordless = NewNoticed {
            at: row.at.clone(),
            source: StreamSource::Action,
            kind: row.kind.clone(),
            words: String::new(),
            key: Some(key),
            value: row.value.clone(),
            place: row.place,
            trip: row.trip,
            weather: row.weather,
            traffic: String::new(),
            passengers: Vec::new(),
            importance: row.importance,
            heard: row.heard,
            session: None,
        };
        let instead = self.notice_in(tx, &wordless)?;
        for sql in [
            "UPDATE statement_evidence SET observation_id = ?3 WHERE profile_id = ?1 AND observation_id = ?2",
            "UPDATE links SET source_id = ?3 WHERE profile_id = ?1 AND source_id = ?2",
        ] {
            tx.execute(sql, params![self.profile.0, row.id.0, instead.0])?;
        }
        Ok(())
    }
}

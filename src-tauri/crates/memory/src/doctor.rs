//! A look at the file's health.

use domain::{MemoryRef, PlaceId, PreferenceId, ProfileId, TripId};
use rusqlite::Connection;

use crate::{
    Store, StoreError,
    codec::{all, first},
    delete::indexed_text,
    embedding,
    erase::is_pending,
    index, schema,
    sites::Site,
    words::index_terms,
};

/// What the doctor found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Version of the schema.
    pub version: u32,
    /// Bytes of the file and its write-ahead log.
    pub bytes: u64,
    /// Rows per table.
    pub counts: Vec<(&'static str, u64)>,
    /// Sentences about what is wrong, without content; empty when all is well.
    pub problems: Vec<String>,
    /// Whether an erasure waits to be finished.
    pub erasure_pending: bool,
    /// Live preferences without a current vector of any model.
    pub without_vector: u64,
}

impl Store {
    /// Checks the file, its foreign keys, and that rows, words and vectors agree. Reads everything: 10,000 memories take
    /// about a second.
    pub fn doctor(&self) -> Result<Report, StoreError> {
        let bytes = self.path().map_or(0, |path| {
            let mut log = path.as_os_str().to_owned();
            log.push("-wal");
            let size = |path: &std::path::Path| std::fs::metadata(path).map_or(0, |meta| meta.len());
            size(path) + size(std::path::Path::new(&log))
        });
        self.read(|conn| {
            let mut report = Report {
                version: schema::MIGRATIONS.len() as u32,
                bytes,
                erasure_pending: is_pending(conn)?,
                ..Report::default()
            };
            for site in Site::ALL {
                let rows = match site {
                    Site::Vectors => embedding::count(conn)?,
                    _ => number(conn, &format!("SELECT count(*) FROM {}", site.table()))?,
                };
                report.counts.push((site.table(), rows.unsigned_abs()));
            }
            let health: Vec<String> = all(conn, "PRAGMA quick_check(1)", [], |row| Ok(row.get(0)?))?;
            if health.first().map(String::as_str) != Some("ok") {
                report.problems.push("the file's structure is damaged".to_owned());
            }
            let dangling: Vec<String> = all(conn, "PRAGMA foreign_key_check", [], |row| Ok(row.get(0)?))?;
            problem(&mut report, dangling.len() as i64, "rows point at something that is gone");
            indexes_agree(conn, &mut report)?;
            for (sql, what) in RULES {
                let broken = number(conn, sql)?;
                problem(&mut report, broken, what);
            }
            Ok(report)
        })
    }
}

/// What must never be, as a count and a sentence.
const RULES: [(&str, &str); 4] = [
    (
        "SELECT count(*) FROM evidence e JOIN trips t ON t.id = e.trip_id WHERE e.supports = 1 AND t.preferred = 0
         /* all profiles */",
        "trips that were not adopted support a preference",
    ),
    (
        "SELECT count(*) FROM tombstones WHERE length(hash) <> 32 /* all profiles */",
        "tombstones hold something else than a hash",
    ),
    (
        "SELECT count(*) FROM preferences p WHERE state = 'active' AND provenance = 'inferred' /* all profiles */",
        "habits act without having been confirmed",
    ),
    (
        "SELECT (SELECT count(*) FROM evidence e JOIN preferences p ON p.id = e.preference_id
                 WHERE p.profile_id <> e.profile_id)
              + (SELECT count(*) FROM evidence e JOIN trips t ON t.id = e.trip_id WHERE t.profile_id <> e.profile_id)
              + (SELECT count(*) FROM preferences p JOIN places l ON l.id IN (p.from_place_id, p.to_place_id)
                 WHERE l.profile_id <> p.profile_id)
              + (SELECT count(*) FROM trips t JOIN places l ON l.id IN (t.start_place_id, t.end_place_id)
                 WHERE l.profile_id <> t.profile_id) /* all profiles */",
        "rows of one profile point at another's",
    ),
];

fn indexes_agree(conn: &Connection, report: &mut Report) -> Result<(), StoreError> {
    let memories = live(conn)?;
    let (mut words, mut vectors) = (0, 0);
    for (profile, memory) in &memories {
        let expected = indexed_text(conn, *profile, *memory)?.map(|text| index_terms(&text).join(" "));
        words += i64::from(index::stored(conn, *memory)? != expected);
    }
    let rows = all(
        conn,
        "SELECT id, embedding, embedding_model, embedded_hash, content FROM live_preferences /* all profiles */",
        [],
        |row| {
            Ok((
                PreferenceId(row.get(0)?),
                row.get::<_, Option<Vec<u8>>>(1)?,
                row.get::<_, Option<String>>(2)?,
                row.get::<_, Option<String>>(3)?,
                row.get::<_, String>(4)?,
            ))
        },
    )?;
    let mut with_vector = 0;
    for (id, bytes, model, hash, content) in &rows {
        let stale = bytes.is_some() && hash.as_deref() != Some(&embedding::hash_of(content));
        let agrees = embedding::agrees(conn, *id, model.as_deref(), bytes.as_deref())?;
        vectors += i64::from(stale || !agrees);
        with_vector += i64::from(bytes.is_some());
    }
    report.without_vector = (rows.len() as i64 - with_vector).unsigned_abs();
    problem(report, words, "memories whose words are not in the index as they are");
    problem(report, vectors, "preferences whose vector is stale or not in its table");
    let extra = number(conn, "SELECT count(*) FROM words")? - memories.len() as i64;
    problem(report, extra.abs(), "entries of the word index without a live memory");
    problem(report, (embedding::count(conn)? - with_vector).abs(), "vectors without a live preference");
    Ok(())
}

fn live(conn: &Connection) -> Result<Vec<(ProfileId, MemoryRef)>, StoreError> {
    let of = |sql: &str, make: fn(i64) -> MemoryRef| {
        all(conn, sql, [], |row| Ok((ProfileId(row.get(0)?), make(row.get(1)?))))
    };
    let mut found = of("SELECT profile_id, id FROM live_places", |id| MemoryRef::Place(PlaceId(id)))?;
    found.extend(of("SELECT profile_id, id FROM live_preferences", |id| {
        MemoryRef::Preference(PreferenceId(id))
    })?);
    found.extend(of("SELECT profile_id, id FROM live_trips", |id| MemoryRef::Trip(TripId(id)))?);
    Ok(found)
}

fn number(conn: &Connection, sql: &str) -> Result<i64, StoreError> {
    Ok(first(conn, sql, [], |row| Ok(row.get(0)?))?.unwrap_or(0))
}

fn problem(report: &mut Report, count: i64, what: &str) {
    if count > 0 {
        report.problems.push(format!("{count} {what}"));
    }
}

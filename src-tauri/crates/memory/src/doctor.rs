//! A look at the file's health.

use domain::{MemoryRef, ObservationId, PlaceId, PreferenceId, ProfileId, StatementId, TripId};
use rusqlite::Connection;

use crate::{
    Store, StoreError, changes,
    codec::{all, first},
    delete::indexed_text,
    embedding::{self, Family},
    erase::is_pending,
    graph_row, index, recall_health, schema,
    sites::Site,
    tombstone::Key,
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
    /// Live preferences and statements without a vector of any model.
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
        self.read(|conn| examine(conn, &self.key, bytes))
    }
}

/// The same for one connection, to a file of so many bytes.
pub(crate) fn examine(conn: &Connection, key: &Key, bytes: u64) -> Result<Report, StoreError> {
    let mut report = Report {
        version: schema::MIGRATIONS.len() as u32,
        bytes,
        erasure_pending: is_pending(conn)?,
        ..Report::default()
    };
    for site in Site::ALL {
        let rows = match site {
            Site::Vectors => {
                embedding::count(conn, Family::Preferences)? + embedding::count(conn, Family::Statements)?
            }
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
    let (broken, changed) = changes::verify(conn, key)?;
    problem(&mut report, broken, "entries of the log of changes do not follow from the one before");
    problem(&mut report, changed, "rows are not as the log of changes last saw them");
    Ok(report)
}

/// What must never be, as a count and a sentence.
const RULES: [(&str, &str); 5] = [
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
        "SELECT count(*) FROM trips WHERE length(edge_seconds) % 4 <> 0 OR length(shape) % 9 <> 0 /* all profiles */",
        "trips hold seconds or points that can't be read",
    ),
    (
        "SELECT (SELECT count(*) FROM evidence e JOIN preferences p ON p.id = e.preference_id
                 WHERE p.profile_id <> e.profile_id)
              + (SELECT count(*) FROM evidence e JOIN trips t ON t.id = e.trip_id WHERE t.profile_id <> e.profile_id)
              + (SELECT count(*) FROM preferences p JOIN places l ON l.id IN (p.from_place_id, p.to_place_id)
                 WHERE l.profile_id <> p.profile_id)
              + (SELECT count(*) FROM trips t JOIN places l ON l.id IN (t.start_place_id, t.end_place_id)
                 WHERE l.profile_id <> t.profile_id)
              + (SELECT count(*) FROM trips t JOIN imports i ON i.id = t.import_id WHERE i.profile_id <> t.profile_id)
              + (SELECT count(*) FROM statement_evidence e JOIN statements s ON s.id = e.statement_id
                 JOIN observations o ON o.id = e.observation_id
                 WHERE s.profile_id <> e.profile_id OR o.profile_id <> e.profile_id) /* all profiles */",
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
    let (mut of_family, mut rows) = ([0_i64; 2], 0_i64);
    for (with_vector, family) in of_family.iter_mut().zip(Family::ALL) {
        let table = family.rows();
        let sql = format!(
            "SELECT id, embedding, embedding_model, embedded_hash, content FROM live_{table} /* all profiles */"
        );
        all(conn, &sql, [], |row| {
            let id = row.get(0)?;
            let memory = match family {
                Family::Preferences => MemoryRef::Preference(PreferenceId(id)),
                Family::Statements => MemoryRef::Statement(StatementId(id)),
            };
            let bytes: Option<Vec<u8>> = row.get(1)?;
            let (model, hash): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
            let content: String = row.get(4)?;
            let stale = bytes.is_some() && hash.as_deref() != Some(&embedding::hash_of(&content));
            let agrees = embedding::agrees(conn, memory, model.as_deref(), bytes.as_deref())?;
            vectors += i64::from(stale || !agrees);
            *with_vector += i64::from(bytes.is_some());
            rows += 1;
            Ok(())
        })?;
    }
    report.without_vector = (rows - of_family.iter().sum::<i64>()).unsigned_abs();
    problem(report, words, "memories whose words are not in the index as they are");
    problem(report, vectors, "memories whose vector is stale or not in its table");
    let extra = number(conn, "SELECT count(*) FROM words")? - memories.len() as i64;
    problem(report, extra.abs(), "entries of the word index without a live memory");
    let mut stray = 0;
    for (with_vector, family) in of_family.into_iter().zip(Family::ALL) {
        stray += (embedding::count(conn, family)? - with_vector).abs();
    }
    problem(report, stray, "vectors without a live memory");
    let (mut links, mut entities) = (0, 0);
    for profile in all(conn, "SELECT id FROM profiles", [], |row| Ok(ProfileId(row.get(0)?)))? {
        links += graph_row::wrong(conn, profile)?;
        entities += graph_row::orphans(conn, profile)?;
    }
    problem(report, links as i64, "links that do not follow what they hang on");
    problem(report, entities as i64, "names in the graph to which no link leads");
    problem(report, number(conn, DANGLING)?, "links that lead to nothing");
    problem(
        report,
        recall_health::disagreeing(conn)?,
        "sketches of recall that do not agree with their statements",
    );
    Ok(())
}

/// Links one of whose ends is no row of the same owner.
const DANGLING: &str = "SELECT count(*) FROM (
  SELECT profile_id, from_kind AS kind, from_id AS id FROM links
  UNION ALL SELECT profile_id, to_kind, to_id FROM links) e
  WHERE NOT CASE e.kind
    WHEN 'place' THEN EXISTS (SELECT 1 FROM places r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    WHEN 'pref' THEN EXISTS (SELECT 1 FROM preferences r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    WHEN 'trip' THEN EXISTS (SELECT 1 FROM trips r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    WHEN 'stmt' THEN EXISTS (SELECT 1 FROM statements r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    WHEN 'obs' THEN EXISTS (SELECT 1 FROM observations r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    WHEN 'entity' THEN EXISTS (SELECT 1 FROM entities r WHERE r.id = e.id AND r.profile_id = e.profile_id)
    ELSE 0 END /* all profiles */";

pub(crate) fn live(conn: &Connection) -> Result<Vec<(ProfileId, MemoryRef)>, StoreError> {
    let of = |sql: &str, make: fn(i64) -> MemoryRef| {
        all(conn, sql, [], |row| Ok((ProfileId(row.get(0)?), make(row.get(1)?))))
    };
    let mut found = of("SELECT profile_id, id FROM live_places", |id| MemoryRef::Place(PlaceId(id)))?;
    found.extend(of("SELECT profile_id, id FROM live_preferences", |id| {
        MemoryRef::Preference(PreferenceId(id))
    })?);
    found.extend(of("SELECT profile_id, id FROM live_trips", |id| MemoryRef::Trip(TripId(id)))?);
    found.extend(of("SELECT profile_id, id FROM live_statements", |id| {
        MemoryRef::Statement(StatementId(id))
    })?);
    found.extend(of(
        "SELECT profile_id, id FROM live_observations WHERE kind NOT IN ('followed', 'deviated')",
        |id| MemoryRef::Observation(ObservationId(id)),
    )?);
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

//! The explicit list of migrations, and what every connection is told before it is used.
//!
//! docs/db.md gives the reason for each pragma.

use rusqlite::{Connection, config::DbConfig};
use rusqlite_migration::{M, Migrations};

use crate::StoreError;

/// "LAOL": tells our file from any other SQLite database.
pub(crate) const APPLICATION_ID: i32 = 0x4C41_4F4C;

/// File name and text of every migration, oldest first.
pub(crate) const MIGRATIONS: [(&str, &str); 10] = [
    ("0001_memories.sql", include_str!("../../../../migrations/0001_memories.sql")),
    ("0002_plans.sql", include_str!("../../../../migrations/0002_plans.sql")),
    ("0003_in_force.sql", include_str!("../../../../migrations/0003_in_force.sql")),
    ("0004_statements.sql", include_str!("../../../../migrations/0004_statements.sql")),
    ("0005_recall.sql", include_str!("../../../../migrations/0005_recall.sql")),
    ("0006_light_answers.sql", include_str!("../../../../migrations/0006_light_answers.sql")),
    ("0007_trips_in.sql", include_str!("../../../../migrations/0007_trips_in.sql")),
    ("0008_arriving.sql", include_str!("../../../../migrations/0008_arriving.sql")),
    ("0009_only_then.sql", include_str!("../../../../migrations/0009_only_then.sql")),
    ("0010_visits.sql", include_str!("../../../../migrations/0010_visits.sql")),
];

/// How long a statement waits for another program's lock, in milliseconds.
pub(crate) const BUSY_MS: u64 = 1_000;

/// Refuses what is not ours or newer than we are, before anything is written to it.
pub(crate) fn inspect(conn: &Connection) -> Result<(), StoreError> {
    let found: i64 = conn.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i32 = conn.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let objects: i64 = conn.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if objects > 0 && application != APPLICATION_ID {
        return Err(StoreError::NotADatabase);
    }
    let known = MIGRATIONS.len() as i64;
    if found > known {
        return Err(StoreError::NewerThanApp {
            found: u32::try_from(found).unwrap_or(u32::MAX),
            known: known as u32,
        });
    }
    Ok(())
}

/// Pragmas of the writing connection.
pub(crate) fn prepare_writer(conn: &Connection) -> Result<(), StoreError> {
    prepare(conn)?;
    conn.pragma_update(None, "application_id", APPLICATION_ID)?;
    // Answers with the mode it took; an in-memory database stays "memory".
    let _mode: String = conn.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    // A delete is committed before its toast shows, also when the power fails then (F-1).
    conn.pragma_update(None, "synchronous", "FULL")?;
    Ok(())
}

/// Pragmas of the reading connection.
pub(crate) fn prepare_reader(conn: &Connection) -> Result<(), StoreError> {
    prepare(conn)?;
    conn.pragma_update(None, "query_only", true)?;
    Ok(())
}

/// What a locked file needs besides: every page that is not kept in memory is decrypted anew, so more of them are kept.
pub(crate) fn prepare_locked(conn: &Connection) -> Result<(), StoreError> {
    Ok(conn.pragma_update(None, "cache_size", LOCKED_CACHE)?)
}

/// KiB, as SQLite writes it: 10,000 vectors of 384 numbers and their rows fit (docs/performance.md).
const LOCKED_CACHE: i32 = -65_536;

fn prepare(conn: &Connection) -> Result<(), StoreError> {
    conn.busy_timeout(std::time::Duration::from_millis(BUSY_MS))?;
    conn.pragma_update(None, "foreign_keys", true)?;
    // Overwrites freed bytes with zeros; without it an erased text stays in free pages (F-3).
    let _on: i64 = conn.query_row("PRAGMA secure_delete = ON", [], |row| row.get(0))?;
    // Sorters and temporary tables never reach a temporary file that nobody would erase.
    conn.pragma_update(None, "temp_store", "MEMORY")?;
    conn.pragma_update(None, "cache_size", -16_384)?;
    conn.set_prepared_statement_cache_capacity(128);
    // Without it, binding a value that could sway the planner throws the prepared statement away, and a plan spends a
    // quarter of its time on preparing the same statements again. None of ours needs another plan for another value.
    let _on = conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Brings the schema up to date, one transaction per migration. Foreign keys are off meanwhile, because a table that others
/// point at is rebuilt, and are checked as a whole before each commit (SQLite, "Making Other Kinds Of Table Schema Changes").
pub(crate) fn migrate(conn: &mut Connection) -> Result<(), StoreError> {
    conn.pragma_update(None, "foreign_keys", false)?;
    let steps = MIGRATIONS.iter().map(|(_name, sql)| M::up(sql).foreign_key_check()).collect();
    let done = Migrations::new(steps).to_latest(conn).map_err(|error| match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => StoreError::from(err),
        rusqlite_migration::Error::ForeignKeyCheck(_) => StoreError::Damaged,
        _ => StoreError::Internal("a migration does not apply"),
    });
    conn.pragma_update(None, "foreign_keys", true)?;
    done?;
    crate::embedding::complete(conn)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::PathBuf};

    use rusqlite::Connection;
    use sha2::{Digest, Sha256};

    use super::{MIGRATIONS, migrate, prepare_writer};
    use crate::{sites::Site, vector_extension};

    /// The golden files; `LAOLU_BLESS=1` writes them anew.
    fn check_golden(name: &str, now: &str) {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/golden").join(name);
        if std::env::var_os("LAOLU_BLESS").is_some() {
            fs::write(&path, now).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(now, golden, "{name} differs; LAOLU_BLESS=1 accepts the change");
    }

    fn fresh() -> Connection {
        vector_extension::register();
        let mut conn = Connection::open_in_memory().unwrap();
        prepare_writer(&conn).unwrap();
        migrate(&mut conn).unwrap();
        conn
    }

    /// Name, kind and text of everything in the schema that SQLite or an extension did not make by itself.
    fn objects(conn: &Connection) -> Vec<(String, String, String)> {
        let shadows = ["words_data", "words_idx", "words_content", "words_docsize", "words_config"];
        let mut statement = conn
            .prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
            .unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        let rows: Vec<(String, String, String)> = rows.map(Result::unwrap).collect();
        rows.into_iter()
            .filter(|(_, name, _)| !shadows.contains(&name.as_str()) && !name.starts_with("sqlite_"))
            .collect()
    }

    #[test]
    fn s0_18_s0_19_s0_20_the_schema_is_the_golden_one_and_has_the_described_columns() {
        let conn = fresh();
        let text: String = objects(&conn).into_iter().map(|(_, _, sql)| format!("{sql};\n\n")).collect();
        check_golden("schema.sql", &text);
        let check = |table: &str, described: &[&str]| {
            let mut statement = conn.prepare("SELECT name FROM pragma_table_info(?1)").unwrap();
            let columns: BTreeSet<String> =
                statement.query_map([table], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
            for column in described {
                assert!(columns.contains(*column), "{table}.{column}");
            }
        };
        check("places", &["id", "name", "address", "lat", "lng", "tag", "created_at"]);
        check(
            "trips",
            &[
                "id",
                "start_place_id",
                "end_place_id",
                "route_choice",
                "traffic_condition",
                "departure_time",
                "actual_duration",
                "preferred",
                "note",
            ],
        );
        check("preferences", &["id", "content", "embedding", "source_trip_id", "confidence", "created_at"]);
        for table in ["places", "trips", "preferences"] {
            check(table, &["profile_id", "provenance", "zone", "confidence", "valid_from", "valid_to"]);
        }
    }

    #[test]
    fn s0_19_both_foreign_keys_of_a_trip_are_there_and_enforced() {
        let conn = fresh();
        let keys: Vec<(String, String)> = conn
            .prepare("SELECT \"from\", \"table\" FROM pragma_foreign_key_list('trips')")
            .unwrap()
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        for column in ["start_place_id", "end_place_id"] {
            assert!(keys.contains(&(column.to_owned(), "places".to_owned())), "{column}");
        }
        conn.execute("INSERT INTO profiles(name, created_at, zone) VALUES ('me', 0, 'UTC')", []).unwrap();
        let orphan = "INSERT INTO deletions(profile_id, deleted_at, zone) VALUES (99, 0, 'UTC')";
        assert!(conn.execute(orphan, []).is_err());
    }

    #[test]
    fn every_foreign_key_has_an_index() {
        // Deleting a parent scans the child table without one.
        let conn = fresh();
        let tables = objects(&conn).into_iter().filter(|(kind, ..)| kind == "table").map(|(_, name, _)| name);
        for table in tables.filter(|name| name != "words") {
            let leading: BTreeSet<String> = conn
                .prepare(
                    "SELECT c.name FROM pragma_index_list(?1) l, pragma_index_info(l.name) c WHERE c.seqno = 0",
                )
                .unwrap()
                .query_map([&table], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let keys: Vec<String> = conn
                .prepare("SELECT \"from\" FROM pragma_foreign_key_list(?1)")
                .unwrap()
                .query_map([&table], |row| row.get(0))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            for key in keys {
                assert!(leading.contains(&key), "{table}.{key}");
            }
        }
    }

    #[test]
    fn x13_every_table_that_could_hold_something_of_a_person_is_an_erasure_site_with_an_owner() {
        let conn = fresh();
        let in_schema: BTreeSet<String> = objects(&conn)
            .into_iter()
            .filter(|(kind, ..)| kind == "table")
            .map(|(_, name, _)| name)
            .collect();
        let sites: BTreeSet<String> = Site::ALL
            .iter()
            .filter(|site| **site != Site::Vectors)
            .map(|site| site.table().to_owned())
            .collect();
        assert_eq!(in_schema, sites);
        let ownerless = ["profiles", "meta", "embedding_models", "words"];
        for table in in_schema.iter().filter(|table| !ownerless.contains(&table.as_str())) {
            let owner: i64 = conn
                .query_row(
                    "SELECT count(*) FROM pragma_table_info(?1) WHERE name = 'profile_id' AND \"notnull\" = 1",
                    [table],
                    |row| row.get(0),
                )
                .unwrap();
            assert_eq!(owner, 1, "{table}");
        }
    }

    #[test]
    fn merged_migrations_never_change() {
        let now: String = MIGRATIONS
            .iter()
            .map(|(name, sql)| {
                let hash: String =
                    Sha256::digest(sql.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
                format!("{hash}  {name}\n")
            })
            .collect();
        check_golden("migrations.sha256", &now);
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../migrations");
        let on_disk: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".sql"))
            .collect();
        let listed: BTreeSet<String> = MIGRATIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(on_disk, listed, "every file is in the list and every entry is a file");
    }

    #[test]
    fn observations_are_only_appended_and_only_adopted_trips_support() {
        let conn = fresh();
        conn.execute_batch(
            "INSERT INTO profiles(name, created_at, zone) VALUES ('me', 0, 'UTC');
             INSERT INTO trips(profile_id, event_id, start_lat, start_lng, end_lat, end_lng, route_choice, recommended_id,
               recommended_s, traffic_condition, departure_time, departure_bucket, departure_days, zone, actual_duration,
               preferred, deviated, edges, via_roads, note, provenance, created_at, valid_from)
             VALUES (1, 'e', 0, 0, 0, 0, 'a', 'b', 0, '', 0, 'night', 'workday', 'UTC', 0, 0, 1, '', '[]', '', 'stated', 0, 0);
             INSERT INTO observations(profile_id, trip_id, at, zone, source, kind, detail) VALUES (1, 1, 0, 'UTC', 'trip', 'followed', '{}');
             INSERT INTO preferences(profile_id, kind, content, target_kind, target, strength, head, pattern, state,
               provenance, confidence, created_at, zone, valid_from, last_confirmed_at)
             VALUES (1, 'habit', 'x', 'feature', 'toll', 'prefer', '', '', 'proposed', 'inferred', 0.7, 0, 'UTC', 0, 0);",
        )
        .unwrap();
        assert!(conn.execute("UPDATE observations SET detail = ''", []).is_err());
        let link =
            "INSERT INTO evidence(profile_id, preference_id, observation_id, trip_id, supports, linked_at)
                    VALUES (1, 1, 1, 1, 1, 0)";
        assert!(conn.execute(link, []).is_err(), "not even by SQL (S0-21)");
        conn.execute("UPDATE trips SET preferred = 1", []).unwrap();
        conn.execute(link, []).unwrap();
    }
}

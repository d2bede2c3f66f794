CREATE INDEX confidence_steps_preference ON confidence_steps(preference_id);

CREATE INDEX confidence_steps_profile ON confidence_steps(profile_id);

CREATE INDEX deletion_items_row ON deletion_items(profile_id, kind, row_id);

CREATE INDEX deletions_profile ON deletions(profile_id);

CREATE INDEX evidence_observation ON evidence(observation_id);

CREATE INDEX evidence_profile ON evidence(profile_id);

CREATE INDEX evidence_trip ON evidence(trip_id);

CREATE INDEX observations_profile ON observations(profile_id);

CREATE INDEX observations_trip ON observations(trip_id);

CREATE INDEX places_deletion ON places(deletion_id);

CREATE INDEX places_profile ON places(profile_id);

CREATE INDEX plans_made ON plans(profile_id, made_at);

CREATE INDEX preferences_deletion ON preferences(deletion_id);

CREATE INDEX preferences_from ON preferences(from_place_id);

CREATE INDEX preferences_head ON preferences(profile_id, head);

CREATE INDEX preferences_newest ON preferences(
  profile_id, state, bucket, days, weather, from_place_id, to_place_id, created_at, id) WHERE deletion_id IS NULL;

CREATE INDEX preferences_pattern ON preferences(profile_id, pattern);

CREATE INDEX preferences_source ON preferences(source_trip_id);

CREATE INDEX preferences_superseded ON preferences(superseded_by);

CREATE INDEX preferences_surest ON preferences(
  profile_id, state, bucket, days, weather, from_place_id, to_place_id, last_confirmed_at, id) WHERE deletion_id IS NULL;

CREATE INDEX preferences_to ON preferences(to_place_id);

CREATE INDEX trips_between ON trips(profile_id, start_place_id, end_place_id, departure_time, id)
  WHERE deletion_id IS NULL;

CREATE INDEX trips_deletion ON trips(deletion_id);

CREATE INDEX trips_departure ON trips(profile_id, departure_time);

CREATE INDEX trips_end ON trips(end_place_id);

CREATE INDEX trips_start ON trips(start_place_id);

CREATE INDEX uses_memory ON uses(profile_id, kind, row_id, at);

CREATE TABLE confidence_steps (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id    INTEGER NOT NULL REFERENCES profiles(id),
  preference_id INTEGER NOT NULL REFERENCES preferences(id),
  at            INTEGER NOT NULL,
  value         REAL NOT NULL,
  cause         TEXT NOT NULL
);

CREATE TABLE deletion_items (
  deletion_id INTEGER NOT NULL REFERENCES deletions(id),
  profile_id  INTEGER NOT NULL REFERENCES profiles(id),
  kind        TEXT NOT NULL,
  row_id      INTEGER NOT NULL,
  effect      TEXT NOT NULL,               -- deleted, also, weakened
  PRIMARY KEY (deletion_id, kind, row_id)
) WITHOUT ROWID;

CREATE TABLE deletions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  deleted_at INTEGER NOT NULL,
  zone       TEXT NOT NULL
);

CREATE TABLE embedding_models (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  model        TEXT NOT NULL,
  dims         INTEGER NOT NULL,
  max_distance REAL NOT NULL,
  UNIQUE (model, dims)
);

CREATE TABLE evidence (
  profile_id     INTEGER NOT NULL REFERENCES profiles(id),
  preference_id  INTEGER NOT NULL REFERENCES preferences(id),
  observation_id INTEGER NOT NULL REFERENCES observations(id),
  trip_id        INTEGER NOT NULL REFERENCES trips(id),
  supports       INTEGER NOT NULL,
  linked_at      INTEGER NOT NULL,
  PRIMARY KEY (preference_id, observation_id)
) WITHOUT ROWID;

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE observations (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  trip_id    INTEGER NOT NULL REFERENCES trips(id),
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  kind       TEXT NOT NULL,                -- followed, deviated
  detail     TEXT NOT NULL,                -- JSON, empty object for followed
  confidence REAL NOT NULL DEFAULT 1
);

CREATE TABLE places (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id   INTEGER NOT NULL REFERENCES profiles(id),
  name         TEXT NOT NULL,
  aliases      TEXT NOT NULL,              -- JSON array of texts
  address      TEXT NOT NULL,
  lat          REAL NOT NULL,
  lng          REAL NOT NULL,
  tag          TEXT NOT NULL,
  provenance   TEXT NOT NULL,
  confidence   REAL NOT NULL DEFAULT 1,
  created_at   INTEGER NOT NULL,
  zone         TEXT NOT NULL,
  valid_from   INTEGER NOT NULL,
  valid_to     INTEGER,
  last_used_at INTEGER,
  uses         INTEGER NOT NULL DEFAULT 0,
  user_edited  INTEGER NOT NULL DEFAULT 0,
  deletion_id  INTEGER REFERENCES deletions(id)
);

CREATE TABLE plans (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
) WITHOUT ROWID;

CREATE TABLE preferences (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id        INTEGER NOT NULL REFERENCES profiles(id),
  kind              TEXT NOT NULL,         -- preference, habit
  content           TEXT NOT NULL,
  embedding         BLOB,                  -- little-endian f32; the same bytes are in the model's vector table
  embedding_model   TEXT,
  embedded_hash     TEXT,                  -- of the wording that the vector was made from: a stale vector shows
  target_kind       TEXT NOT NULL,         -- feature, road, section
  target            TEXT NOT NULL,
  strength          TEXT NOT NULL,
  bucket            TEXT,
  days              TEXT,
  weather           TEXT,
  from_place_id     INTEGER REFERENCES places(id),
  to_place_id       INTEGER REFERENCES places(id),
  head              TEXT NOT NULL,         -- target and scope: one statement in force per head
  pattern           TEXT NOT NULL,         -- head and direction: what a person's no is about
  state             TEXT NOT NULL,
  provenance        TEXT NOT NULL,
  confidence        REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  source_trip_id    INTEGER REFERENCES trips(id) ON DELETE SET NULL,
  created_at        INTEGER NOT NULL,
  zone              TEXT NOT NULL,
  valid_from        INTEGER NOT NULL,
  valid_to          INTEGER,
  last_confirmed_at INTEGER NOT NULL,
  last_used_at      INTEGER,
  uses              INTEGER NOT NULL DEFAULT 0,
  user_edited       INTEGER NOT NULL DEFAULT 0,
  superseded_by     INTEGER REFERENCES preferences(id) ON DELETE SET NULL,
  superseded_at     INTEGER,               -- counts only while the newer statement is live and active
  deletion_id       INTEGER REFERENCES deletions(id)
);

CREATE TABLE profiles (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  zone       TEXT NOT NULL
);

CREATE TABLE settings (
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  key        TEXT NOT NULL,
  value      TEXT NOT NULL,
  PRIMARY KEY (profile_id, key)
) WITHOUT ROWID;

CREATE TABLE tombstones (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- place, pattern, edge, event, drive
  hash       BLOB NOT NULL,
  erased_at  INTEGER NOT NULL,
  UNIQUE (profile_id, kind, hash)
);

CREATE TABLE trips (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id        INTEGER NOT NULL REFERENCES profiles(id),
  event_id          TEXT NOT NULL,         -- the report; the same report twice is one trip
  start_place_id    INTEGER REFERENCES places(id) ON DELETE SET NULL,
  end_place_id      INTEGER REFERENCES places(id) ON DELETE SET NULL,
  start_lat         REAL NOT NULL,
  start_lng         REAL NOT NULL,
  end_lat           REAL NOT NULL,
  end_lng           REAL NOT NULL,
  route_choice      TEXT NOT NULL,         -- id of the driven route
  recommended_id    TEXT NOT NULL,         -- id of the recommended one
  recommended_s     REAL NOT NULL,
  traffic_condition TEXT NOT NULL,
  departure_time    INTEGER NOT NULL,
  departure_bucket  TEXT NOT NULL,         -- part of the day where it was lived, so that SQL can filter by it
  departure_days    TEXT NOT NULL,
  zone              TEXT NOT NULL,
  actual_duration   REAL NOT NULL,         -- seconds
  switched_at       INTEGER,
  preferred         INTEGER NOT NULL,      -- the plan was adopted (X10: not the same as deviated)
  deviated          INTEGER NOT NULL,
  edges             TEXT NOT NULL,         -- way:tail:head, blank between them
  via_roads         TEXT NOT NULL,         -- JSON array of names
  note              TEXT NOT NULL,
  provenance        TEXT NOT NULL,
  confidence        REAL NOT NULL DEFAULT 1,
  created_at        INTEGER NOT NULL,
  valid_from        INTEGER NOT NULL,
  valid_to          INTEGER,
  last_used_at      INTEGER,
  uses              INTEGER NOT NULL DEFAULT 0,
  deletion_id       INTEGER REFERENCES deletions(id),
  UNIQUE (profile_id, event_id)
);

CREATE TABLE uses (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- place, pref, trip
  row_id     INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  state      TEXT NOT NULL,                -- retrieved, applied, decisive
  delta_s    REAL NOT NULL,
  delta_m    REAL NOT NULL,
  driven     INTEGER NOT NULL
);

CREATE VIRTUAL TABLE words USING fts5(terms, tokenize = 'unicode61 remove_diacritics 0');

CREATE TRIGGER evidence_only_from_adopted_trips BEFORE INSERT ON evidence
WHEN NEW.supports = 1 AND (SELECT preferred FROM trips WHERE id = NEW.trip_id) IS NOT 1
BEGIN SELECT RAISE(ABORT, 'not adopted'); END;

CREATE TRIGGER observations_append_only BEFORE UPDATE ON observations
BEGIN SELECT RAISE(ABORT, 'observations are only appended'); END;

CREATE VIEW live_evidence AS
  SELECT e.* FROM evidence e
  JOIN trips t ON t.id = e.trip_id AND t.deletion_id IS NULL
  JOIN preferences p ON p.id = e.preference_id AND p.deletion_id IS NULL;

CREATE VIEW live_observations AS
  SELECT o.* FROM observations o JOIN trips t ON t.id = o.trip_id WHERE t.deletion_id IS NULL;

CREATE VIEW live_places AS SELECT * FROM places WHERE deletion_id IS NULL;

CREATE VIEW live_preferences AS
  SELECT p.*, t.id AS source_live, n.id AS heir_live FROM preferences p
  LEFT JOIN trips t ON t.id = p.source_trip_id AND t.deletion_id IS NULL
  LEFT JOIN preferences n ON n.id = p.superseded_by AND n.deletion_id IS NULL AND n.state = 'active'
  WHERE p.deletion_id IS NULL;

CREATE VIEW live_trips AS
  SELECT t.*, s.id AS start_live, e.id AS end_live FROM trips t
  LEFT JOIN live_places s ON s.id = t.start_place_id
  LEFT JOIN live_places e ON e.id = t.end_place_id
  WHERE t.deletion_id IS NULL;


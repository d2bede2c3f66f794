CREATE INDEX accesses_memory ON accesses(profile_id, kind, row_id, id);

CREATE INDEX changes_row ON changes(profile_id, kind, row_id, seq);

CREATE INDEX confidence_steps_preference ON confidence_steps(preference_id);

CREATE INDEX confidence_steps_profile ON confidence_steps(profile_id);

CREATE INDEX deletion_items_row ON deletion_items(profile_id, kind, row_id);

CREATE INDEX deletions_profile ON deletions(profile_id);

CREATE INDEX evidence_observation ON evidence(observation_id);

CREATE INDEX evidence_profile ON evidence(profile_id);

CREATE INDEX evidence_trip ON evidence(trip_id);

CREATE INDEX failures_wrong ON failures(profile_id, wrong_kind, wrong_id);

CREATE INDEX feedback_memory ON feedback(profile_id, kind, row_id);

CREATE INDEX imports_profile ON imports(profile_id);

CREATE INDEX links_deletion ON links(deletion_id);

CREATE UNIQUE INDEX links_from ON links(
  profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, ifnull(statement_id, 0));

CREATE INDEX links_source ON links(source_id);

CREATE INDEX links_statement ON links(statement_id);

CREATE INDEX links_to ON links(profile_id, to_kind, to_id, relation);

CREATE INDEX observations_at ON observations(profile_id, at, id);

CREATE INDEX observations_deletion ON observations(deletion_id);

CREATE INDEX observations_key ON observations(profile_id, subject, attribute, condition, at) WHERE attribute IS NOT NULL;

CREATE INDEX observations_place ON observations(place_id);

CREATE INDEX observations_session ON observations(profile_id, session) WHERE session IS NOT NULL;

CREATE INDEX observations_trip ON observations(trip_id);

CREATE INDEX places_deletion ON places(deletion_id);

CREATE INDEX places_profile ON places(profile_id);

CREATE INDEX plans_made ON plans(profile_id, made_at, id);

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

CREATE INDEX questions_newer ON questions(newer_id);

CREATE INDEX questions_older ON questions(older_id);

CREATE INDEX reflections_profile ON reflections(profile_id, id);

CREATE INDEX sketches_model ON sketches(model_id);

CREATE INDEX sketches_statement ON sketches(statement_id);

CREATE INDEX statement_evidence_observation ON statement_evidence(observation_id);

CREATE INDEX statement_evidence_profile ON statement_evidence(profile_id);

CREATE INDEX statements_class ON statements(profile_id, class, created_at, id) WHERE deletion_id IS NULL;

CREATE INDEX statements_corrected ON statements(corrected_by);

CREATE INDEX statements_deletion ON statements(deletion_id);

CREATE INDEX statements_expiry ON statements(profile_id, valid_to) WHERE valid_to IS NOT NULL;

CREATE INDEX statements_important ON statements(profile_id, kind, importance) WHERE deletion_id IS NULL;

CREATE INDEX statements_key ON statements(profile_id, subject, attribute, condition, value);

CREATE INDEX statements_newest ON statements(profile_id, subject, attribute, condition, rank, told_at, id)
  WHERE state = 'active' AND deletion_id IS NULL;

CREATE INDEX statements_session ON statements(profile_id, session) WHERE session IS NOT NULL;

CREATE INDEX traces_at ON traces(profile_id, at, id);

CREATE INDEX trips_between ON trips(profile_id, start_place_id, end_place_id, departure_time, id)
  WHERE deletion_id IS NULL;

CREATE INDEX trips_deletion ON trips(deletion_id);

CREATE INDEX trips_departure ON trips(profile_id, departure_time);

CREATE INDEX trips_end ON trips(end_place_id);

CREATE INDEX trips_import ON trips(import_id);

CREATE INDEX trips_start ON trips(start_place_id);

CREATE INDEX uses_memory ON uses(profile_id, kind, row_id, at);

CREATE INDEX visits_import ON visits(import_id);

CREATE INDEX visits_time ON visits(profile_id, came_at);

CREATE TABLE accesses (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- place, pref, trip, stmt, obs
  row_id     INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  who        TEXT NOT NULL,                -- person, planner, reflection, import, model
  what       TEXT NOT NULL,                -- read, written, changed, deleted, recalled, exported
  why        TEXT NOT NULL                 -- a stable word of the caller, never what was said
);

CREATE TABLE changes (
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  seq        INTEGER NOT NULL,             -- 1, 2, 3 … per profile
  at         INTEGER,                      -- absent where the act had no time of its own
  kind       TEXT NOT NULL,                -- place, pref, trip, stmt, obs, link, entity
  row_id     INTEGER NOT NULL,
  row_hash   BLOB,                         -- of the row after the change; empty when it went
  hash       BLOB NOT NULL,                -- over the previous hash and all of the above
  PRIMARY KEY (profile_id, seq)
) WITHOUT ROWID;

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

CREATE TABLE entities (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- person, route, corridor, condition, thing
  name       TEXT NOT NULL,
  folded     TEXT NOT NULL,                -- exact identity after folding case and width, never likeness
  created_at INTEGER NOT NULL,
  UNIQUE (profile_id, kind, folded)
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

CREATE TABLE failures (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id  INTEGER NOT NULL REFERENCES profiles(id),
  at          INTEGER NOT NULL,
  zone        TEXT NOT NULL,
  query       TEXT NOT NULL,
  wrong_kind  TEXT NOT NULL,
  wrong_id    INTEGER NOT NULL,
  right_kind  TEXT,
  right_id    INTEGER
);

CREATE TABLE feedback (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id        INTEGER NOT NULL REFERENCES profiles(id),
  answer            TEXT NOT NULL,         -- id of the plan or answer
  kind              TEXT NOT NULL,
  row_id            INTEGER NOT NULL,
  at                INTEGER NOT NULL,
  zone              TEXT NOT NULL,
  thumb             INTEGER NOT NULL CHECK (thumb IN (-1, 1)),
  label             TEXT NOT NULL,         -- used_history, forgot_said, or empty
  energy_before     REAL,
  confidence_before REAL,
  UNIQUE (profile_id, answer, kind, row_id)
);

CREATE TABLE imports (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  source     TEXT NOT NULL,               -- files, folder, watched, recorder
  files      INTEGER NOT NULL             -- files that gave a trip
);

CREATE TABLE links (
  id           INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id   INTEGER NOT NULL REFERENCES profiles(id),
  from_kind    TEXT NOT NULL,              -- place, pref, trip, stmt, obs, entity
  from_id      INTEGER NOT NULL,
  relation     TEXT NOT NULL,
  to_kind      TEXT NOT NULL,
  to_id        INTEGER NOT NULL,
  valid_from   INTEGER NOT NULL,
  valid_to     INTEGER,
  recorded_at  INTEGER NOT NULL,
  confidence   REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  source_id    INTEGER REFERENCES observations(id),
  statement_id INTEGER REFERENCES statements(id), -- goes when this one goes
  deletion_id  INTEGER REFERENCES deletions(id)   -- of whichever end or source is deleted
);

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value BLOB NOT NULL
) WITHOUT ROWID;

CREATE TABLE "observations" (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id  INTEGER NOT NULL REFERENCES profiles(id),
  trip_id     INTEGER REFERENCES trips(id),
  at          INTEGER NOT NULL,
  zone        TEXT NOT NULL,
  source      TEXT NOT NULL,               -- dialogue, action, trip, import, condition
  kind        TEXT NOT NULL,               -- said, followed, deviated, chose, rated, set
  detail      TEXT NOT NULL DEFAULT '{}',  -- JSON of a deviation; an empty object otherwise
  words       TEXT NOT NULL DEFAULT '',
  subject     TEXT,
  attribute   TEXT,
  condition   TEXT,
  value       TEXT NOT NULL DEFAULT '',
  place_id    INTEGER REFERENCES places(id) ON DELETE SET NULL,
  weather     TEXT,
  traffic     TEXT NOT NULL DEFAULT '',
  passengers  TEXT NOT NULL DEFAULT '[]',  -- JSON array of texts
  emotion     REAL NOT NULL DEFAULT 0 CHECK (emotion BETWEEN 0 AND 1),
  consequence REAL NOT NULL DEFAULT 0 CHECK (consequence BETWEEN 0 AND 1),
  repetition  REAL NOT NULL DEFAULT 0 CHECK (repetition BETWEEN 0 AND 1),
  importance  REAL NOT NULL DEFAULT 0 CHECK (importance BETWEEN 0 AND 1),
  heard       REAL NOT NULL DEFAULT 1 CHECK (heard BETWEEN 0 AND 1),
  confidence  REAL NOT NULL DEFAULT 1 CHECK (confidence BETWEEN 0 AND 1),
  session     TEXT,
  uses        INTEGER NOT NULL DEFAULT 0,
  last_used_at INTEGER,
  deletion_id INTEGER REFERENCES deletions(id)
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
, importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1), entrances TEXT NOT NULL DEFAULT '[]');

CREATE TABLE "plans" (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
);

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
, importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1), hurry INTEGER NOT NULL DEFAULT 0);

CREATE TABLE profiles (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  zone       TEXT NOT NULL
);

CREATE TABLE questions (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id  INTEGER NOT NULL REFERENCES profiles(id),
  pair        BLOB NOT NULL,
  older_id    INTEGER REFERENCES statements(id) ON DELETE SET NULL,
  newer_id    INTEGER REFERENCES statements(id) ON DELETE SET NULL,
  asked_at    INTEGER NOT NULL,
  answered_at INTEGER,
  answer      TEXT,                        -- newer, older
  UNIQUE (profile_id, pair)
);

CREATE TABLE recall_queue (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id   INTEGER NOT NULL,
  statement_id INTEGER                   -- empty when something else changed that answers depend on
);

CREATE TABLE reflections (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id      INTEGER NOT NULL REFERENCES profiles(id),
  at              INTEGER NOT NULL,
  zone            TEXT NOT NULL,
  cause           TEXT NOT NULL,           -- count, importance, asked
  processed       INTEGER NOT NULL,        -- how many observations
  importance_sum  REAL NOT NULL,
  cursor          INTEGER NOT NULL,        -- the last observation that was looked at
  made            INTEGER NOT NULL         -- how many insights
);

CREATE TABLE settings (
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  key        TEXT NOT NULL,
  value      TEXT NOT NULL,
  PRIMARY KEY (profile_id, key)
) WITHOUT ROWID;

CREATE TABLE sketches (
  profile_id   INTEGER NOT NULL REFERENCES profiles(id),
  statement_id INTEGER NOT NULL REFERENCES statements(id) ON DELETE CASCADE,
  model_id     INTEGER REFERENCES embedding_models(id), -- empty without a vector
  at           INTEGER NOT NULL,
  first_tier   INTEGER NOT NULL,         -- an insight
  subject      TEXT NOT NULL,
  session      TEXT,
  reading      BLOB NOT NULL,
  bits         BLOB,
  PRIMARY KEY (profile_id, statement_id)
) WITHOUT ROWID;

CREATE TABLE statement_evidence (
  profile_id     INTEGER NOT NULL REFERENCES profiles(id),
  statement_id   INTEGER NOT NULL REFERENCES statements(id),
  observation_id INTEGER NOT NULL REFERENCES observations(id),
  supports       INTEGER NOT NULL,
  linked_at      INTEGER NOT NULL,
  PRIMARY KEY (statement_id, observation_id)
) WITHOUT ROWID;

CREATE TABLE statements (
  id                INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id        INTEGER NOT NULL REFERENCES profiles(id),
  class             TEXT NOT NULL,         -- factual, preference, relational, conversational
  kind              TEXT NOT NULL,         -- fact, preference, plan, conclusion, insight, summary
  state             TEXT NOT NULL,         -- review, pending, active, rejected
  content           TEXT NOT NULL,
  lang              TEXT NOT NULL,
  subject           TEXT NOT NULL,         -- the key: empty attribute for what is about nothing that could be replaced
  attribute         TEXT NOT NULL,
  condition         TEXT NOT NULL,
  value             TEXT NOT NULL,
  emotion           REAL NOT NULL CHECK (emotion BETWEEN 0 AND 1),
  consequence       REAL NOT NULL CHECK (consequence BETWEEN 0 AND 1),
  repetition        REAL NOT NULL CHECK (repetition BETWEEN 0 AND 1),
  importance        REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
  confidence        REAL NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  base_confidence   REAL NOT NULL CHECK (base_confidence BETWEEN 0 AND 1), -- before its evidence is counted
  provenance        TEXT NOT NULL,         -- stated, confirmed, inferred, imported
  rank              INTEGER NOT NULL,      -- who wins over whom, by the profile's policy
  told_at           INTEGER NOT NULL,      -- as created_at, but never earlier than what was told before about the same
  created_at        INTEGER NOT NULL,
  zone              TEXT NOT NULL,
  believed_from     INTEGER,               -- when it became active; empty while it waits
  believed_to       INTEGER,               -- when the person said no to it
  corrected_by      INTEGER REFERENCES statements(id) ON DELETE SET NULL, -- counts while that one is live and active
  valid_from        INTEGER NOT NULL,
  valid_to          INTEGER,
  last_confirmed_at INTEGER NOT NULL,
  last_used_at      INTEGER,
  uses              INTEGER NOT NULL DEFAULT 0,
  energy            REAL NOT NULL DEFAULT 1 CHECK (energy BETWEEN 0 AND 1),
  archived_at       INTEGER,
  session           TEXT,
  user_edited       INTEGER NOT NULL DEFAULT 0,
  embedding         BLOB,                  -- little-endian f32; the same bytes are in the model's vector table
  embedding_model   TEXT,
  embedded_hash     TEXT,
  deletion_id       INTEGER REFERENCES deletions(id)
);

CREATE TABLE tombstones (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- place, pattern, edge, event, drive
  hash       BLOB NOT NULL,
  erased_at  INTEGER NOT NULL,
  UNIQUE (profile_id, kind, hash)
);

CREATE TABLE "traces" (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
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
  deletion_id       INTEGER REFERENCES deletions(id), importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1), import_id INTEGER REFERENCES imports(id) ON DELETE SET NULL, edge_seconds BLOB NOT NULL DEFAULT x'', shape BLOB NOT NULL DEFAULT x'', once INTEGER NOT NULL DEFAULT 0,
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

CREATE TABLE visits (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  import_id  INTEGER NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  lng        REAL NOT NULL,
  lat        REAL NOT NULL,
  came_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  left_at    INTEGER                       -- null where it is not known
);

CREATE VIRTUAL TABLE words USING fts5(terms, tokenize = 'unicode61 remove_diacritics 0');

CREATE TRIGGER changes_append_only BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the log of changes is only appended'); END;

CREATE TRIGGER evidence_only_from_adopted_trips BEFORE INSERT ON evidence
WHEN NEW.supports = 1 AND (SELECT preferred FROM trips WHERE id = NEW.trip_id) IS NOT 1
BEGIN SELECT RAISE(ABORT, 'not adopted'); END;

CREATE TRIGGER observations_append_only BEFORE UPDATE OF id, profile_id, trip_id, at, zone, source, kind, detail, words,
  subject, attribute, condition, value, weather, traffic, passengers, emotion, consequence, repetition, importance, heard,
  confidence, session ON observations
BEGIN SELECT RAISE(ABORT, 'observations are only appended'); END;

CREATE TRIGGER observations_keep_their_place BEFORE UPDATE OF place_id ON observations WHEN NEW.place_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'observations are only appended'); END;

CREATE TRIGGER recall_sees_changed_links AFTER UPDATE ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;

CREATE TRIGGER recall_sees_changed_settings AFTER UPDATE ON settings WHEN NEW.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;

CREATE TRIGGER recall_sees_ended_links AFTER DELETE ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (OLD.profile_id); END;

CREATE TRIGGER recall_sees_ended_settings AFTER DELETE ON settings WHEN OLD.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (OLD.profile_id); END;

CREATE TRIGGER recall_sees_new_links AFTER INSERT ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;

CREATE TRIGGER recall_sees_settings AFTER INSERT ON settings WHEN NEW.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;

CREATE TRIGGER sketches_follow_change AFTER UPDATE ON statements
BEGIN
  DELETE FROM sketches WHERE statement_id = NEW.id AND (
    NEW.deletion_id IS NOT NULL OR NEW.state <> 'active' OR NEW.content IS NOT OLD.content OR NEW.value IS NOT OLD.value
    OR NEW.subject IS NOT OLD.subject OR NEW.session IS NOT OLD.session OR NEW.kind IS NOT OLD.kind
    OR NEW.created_at IS NOT OLD.created_at OR NEW.embedding_model IS NOT OLD.embedding_model
    OR NEW.embedded_hash IS NOT OLD.embedded_hash);
  INSERT INTO recall_queue(profile_id, statement_id) VALUES (NEW.profile_id, NEW.id);
END;

CREATE TRIGGER sketches_follow_end AFTER DELETE ON statements
BEGIN INSERT INTO recall_queue(profile_id, statement_id) VALUES (OLD.profile_id, OLD.id); END;

CREATE TRIGGER sketches_follow_new AFTER INSERT ON statements
BEGIN INSERT INTO recall_queue(profile_id, statement_id) VALUES (NEW.profile_id, NEW.id); END;

CREATE VIEW active_statements AS
  SELECT s.* FROM statements s
  WHERE s.state = 'active' AND s.deletion_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM statements c WHERE c.id = s.corrected_by AND c.state = 'active' AND c.deletion_id IS NULL);

CREATE VIEW live_entities AS
  SELECT e.* FROM entities e WHERE EXISTS (
    SELECT 1 FROM links l WHERE l.profile_id = e.profile_id AND l.deletion_id IS NULL
      AND l.from_kind = 'entity' AND l.from_id = e.id)
  OR EXISTS (
    SELECT 1 FROM links l WHERE l.profile_id = e.profile_id AND l.deletion_id IS NULL
      AND l.to_kind = 'entity' AND l.to_id = e.id);

CREATE VIEW live_evidence AS
  SELECT e.* FROM evidence e
  JOIN trips t ON t.id = e.trip_id AND t.deletion_id IS NULL
  JOIN preferences p ON p.id = e.preference_id AND p.deletion_id IS NULL;

CREATE VIEW live_links AS SELECT * FROM links WHERE deletion_id IS NULL;

CREATE VIEW live_observations AS
  SELECT o.* FROM observations o LEFT JOIN trips t ON t.id = o.trip_id
  WHERE o.deletion_id IS NULL AND t.deletion_id IS NULL;

CREATE VIEW live_places AS SELECT * FROM places WHERE deletion_id IS NULL;

CREATE VIEW live_preferences AS
  SELECT p.*, t.id AS source_live, n.id AS heir_live FROM preferences p
  LEFT JOIN trips t ON t.id = p.source_trip_id AND t.deletion_id IS NULL
  LEFT JOIN preferences n ON n.id = p.superseded_by AND n.deletion_id IS NULL AND n.state = 'active'
  WHERE p.deletion_id IS NULL;

CREATE VIEW live_statement_evidence AS
  SELECT e.* FROM statement_evidence e
  JOIN live_observations o ON o.id = e.observation_id
  JOIN statements s ON s.id = e.statement_id AND s.deletion_id IS NULL;

CREATE VIEW live_statements AS SELECT * FROM statements WHERE deletion_id IS NULL;

CREATE VIEW live_trips AS
  SELECT t.*, s.id AS start_live, e.id AS end_live FROM trips t
  LEFT JOIN live_places s ON s.id = t.start_place_id
  LEFT JOIN live_places e ON e.id = t.end_place_id
  WHERE t.deletion_id IS NULL;


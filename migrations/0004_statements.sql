-- A memory that understands: one append-only stream, statements, the graph, and what was done with them.
--
-- Runs with foreign keys off and is checked as a whole afterwards, as SQLite's own procedure for rebuilding a table asks.
-- What follows from rows is not stored a second time: which statement replaced which, what supports what, what came before
-- what. So erasing a row leaves nothing to repair (F-4, F-6).

-- S1-04: how much each memory matters stands beside its time and its number of uses, and is never empty.
ALTER TABLE places ADD COLUMN importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1);
ALTER TABLE trips ADD COLUMN importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1);
ALTER TABLE preferences ADD COLUMN importance REAL NOT NULL DEFAULT 0.5 CHECK (importance BETWEEN 0 AND 1);

-- The stream of everything that was noticed, with its situation (S1-01, S1-02). Only drives had one so far; now words, deeds
-- and files have theirs, so a trip is no longer a must.
DROP VIEW live_observations;
CREATE TABLE observations_new (
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
INSERT INTO observations_new(id, profile_id, trip_id, at, zone, source, kind, detail, confidence)
  SELECT id, profile_id, trip_id, at, zone, 'trip', kind, detail, confidence FROM observations;
-- The highest number ever given goes over, not the highest that is left: an id names one memory for ever.
DELETE FROM sqlite_sequence WHERE name = 'observations_new';
INSERT INTO sqlite_sequence(name, seq) SELECT 'observations_new', seq FROM sqlite_sequence WHERE name = 'observations';
DROP TABLE observations;
ALTER TABLE observations_new RENAME TO observations;
CREATE INDEX observations_trip ON observations(trip_id);
CREATE INDEX observations_at ON observations(profile_id, at, id);
CREATE INDEX observations_key ON observations(profile_id, subject, attribute, condition, at) WHERE attribute IS NOT NULL;
CREATE INDEX observations_place ON observations(place_id);
CREATE INDEX observations_session ON observations(profile_id, session) WHERE session IS NOT NULL;
CREATE INDEX observations_deletion ON observations(deletion_id);
-- What was noticed is never changed (S1-01). Counting its uses, hiding it in a deletion and losing an erased place are no
-- changes of what was noticed.
CREATE TRIGGER observations_append_only BEFORE UPDATE OF id, profile_id, trip_id, at, zone, source, kind, detail, words,
  subject, attribute, condition, value, weather, traffic, passengers, emotion, consequence, repetition, importance, heard,
  confidence, session ON observations
BEGIN SELECT RAISE(ABORT, 'observations are only appended'); END;
CREATE TRIGGER observations_keep_their_place BEFORE UPDATE OF place_id ON observations WHEN NEW.place_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'observations are only appended'); END;
CREATE VIEW live_observations AS
  SELECT o.* FROM observations o LEFT JOIN trips t ON t.id = o.trip_id
  WHERE o.deletion_id IS NULL AND t.deletion_id IS NULL;

-- What is remembered in words: facts, tastes, plans, conclusions, insights, summaries.
--
-- Which statement is in force is not stored: of the active ones with the same key it is the one of the highest rank, then
-- the one that was told last, as long as it is valid. Deleting it gives the one before it its force back by itself. Only an
-- edit, or a correction that is about something else than what it corrects, is written down (`corrected_by`).
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
CREATE INDEX statements_newest ON statements(profile_id, subject, attribute, condition, rank, told_at, id)
  WHERE state = 'active' AND deletion_id IS NULL;
CREATE INDEX statements_key ON statements(profile_id, subject, attribute, condition, value);
CREATE INDEX statements_important ON statements(profile_id, kind, importance) WHERE deletion_id IS NULL;
CREATE INDEX statements_class ON statements(profile_id, class, created_at, id) WHERE deletion_id IS NULL;
CREATE INDEX statements_session ON statements(profile_id, session) WHERE session IS NOT NULL;
CREATE INDEX statements_expiry ON statements(profile_id, valid_to) WHERE valid_to IS NOT NULL;
CREATE INDEX statements_corrected ON statements(corrected_by);
CREATE INDEX statements_deletion ON statements(deletion_id);

-- What a statement rests on, or what speaks against it (S3-24).
CREATE TABLE statement_evidence (
  profile_id     INTEGER NOT NULL REFERENCES profiles(id),
  statement_id   INTEGER NOT NULL REFERENCES statements(id),
  observation_id INTEGER NOT NULL REFERENCES observations(id),
  supports       INTEGER NOT NULL,
  linked_at      INTEGER NOT NULL,
  PRIMARY KEY (statement_id, observation_id)
) WITHOUT ROWID;
CREATE INDEX statement_evidence_observation ON statement_evidence(observation_id);
CREATE INDEX statement_evidence_profile ON statement_evidence(profile_id);

-- Nodes of the graph that are no memories by themselves: people, routes, corridors, conditions, things. One lives as long
-- as a link leads to it.
CREATE TABLE entities (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  kind       TEXT NOT NULL,                -- person, route, corridor, condition, thing
  name       TEXT NOT NULL,
  folded     TEXT NOT NULL,                -- exact identity after folding case and width, never likeness
  created_at INTEGER NOT NULL,
  UNIQUE (profile_id, kind, folded)
);

-- Ties that somebody told or that were concluded, each with when it was so and when it was written down and closed.
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
-- The same tie is written once per statement that tells it, so that it stays as long as one of them does.
CREATE UNIQUE INDEX links_from ON links(
  profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, ifnull(statement_id, 0));
CREATE INDEX links_to ON links(profile_id, to_kind, to_id, relation);
CREATE INDEX links_source ON links(source_id);
CREATE INDEX links_statement ON links(statement_id);
CREATE INDEX links_deletion ON links(deletion_id);

-- Who looked at or changed which memory, when and why (S3-51). Bounded, and erasable by itself.
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
CREATE INDEX accesses_memory ON accesses(profile_id, kind, row_id, id);

-- The append-only log of changes (S3-25): keyed hashes of rows, never content, each chained to the one before it, so that
-- erasing content leaves the chain as it is.
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
CREATE INDEX changes_row ON changes(profile_id, kind, row_id, seq);
CREATE TRIGGER changes_append_only BEFORE UPDATE ON changes
BEGIN SELECT RAISE(ABORT, 'the log of changes is only appended'); END;

-- The one question about two statements that contradict each other (S3-42): the pair is a keyed hash, so that "never twice"
-- also holds after both were erased.
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
CREATE INDEX questions_older ON questions(older_id);
CREATE INDEX questions_newer ON questions(newer_id);

-- A thumb up or down for an answer, per memory it used, with what it changed, so that it can be taken back (S2-39).
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
CREATE INDEX feedback_memory ON feedback(profile_id, kind, row_id);

-- Asked this, got that, wanted the other (S2-17): kept for export until any of them goes.
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
CREATE INDEX failures_wrong ON failures(profile_id, wrong_kind, wrong_id);

-- Every run of reflection: how far it got, and by which trigger (S1-29, S1-30).
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
CREATE INDEX reflections_profile ON reflections(profile_id, id);

-- What was looked at and why, per answer (S3-46). Bounded; any deletion drops all of its owner's, as with plans.
CREATE TABLE traces (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
) WITHOUT ROWID;
CREATE INDEX traces_at ON traces(profile_id, at);

-- Five kinds of memory have words now: rowid = row * 8 + kind (place 0, preference 1, trip 2, statement 3, observation 4).
CREATE TEMP TABLE renumbered AS SELECT rowid AS old, terms FROM words;
DELETE FROM words;
INSERT INTO words(rowid, terms) SELECT (old >> 2) * 8 + (old & 3), terms FROM temp.renumbered;
DROP TABLE temp.renumbered;

CREATE VIEW live_statements AS SELECT * FROM statements WHERE deletion_id IS NULL;
-- Those that could be in force: nothing that is there corrects them.
CREATE VIEW active_statements AS
  SELECT s.* FROM statements s
  WHERE s.state = 'active' AND s.deletion_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM statements c WHERE c.id = s.corrected_by AND c.state = 'active' AND c.deletion_id IS NULL);
CREATE VIEW live_statement_evidence AS
  SELECT e.* FROM statement_evidence e
  JOIN live_observations o ON o.id = e.observation_id
  JOIN statements s ON s.id = e.statement_id AND s.deletion_id IS NULL;
CREATE VIEW live_links AS SELECT * FROM links WHERE deletion_id IS NULL;
-- Nobody is in the graph by name alone.
CREATE VIEW live_entities AS
  SELECT e.* FROM entities e WHERE EXISTS (
    SELECT 1 FROM links l WHERE l.profile_id = e.profile_id AND l.deletion_id IS NULL
      AND l.from_kind = 'entity' AND l.from_id = e.id)
  OR EXISTS (
    SELECT 1 FROM links l WHERE l.profile_id = e.profile_id AND l.deletion_id IS NULL
      AND l.to_kind = 'entity' AND l.to_id = e.id);

-- What recall needs to answer quickly: sketches of statements, derived from their rows and never anything more.

-- One bit per dimension of the vector, and what the words tell of themselves. Clustered by owner, so that opening reads one
-- person's sketches in one sweep instead of a page per statement. `reading` names the version of the tables it was made
-- with; an older one is made again.
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
CREATE INDEX sketches_statement ON sketches(statement_id);
CREATE INDEX sketches_model ON sketches(model_id);

-- What changed since the sketches were made, in order. Numbers only. `seq` never comes back, so that a program which has
-- seen number n knows whether anything was changed after it, by whomever.
CREATE TABLE recall_queue (
  seq          INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id   INTEGER NOT NULL,
  statement_id INTEGER                   -- empty when something else changed that answers depend on
);
INSERT INTO recall_queue(profile_id, statement_id) SELECT profile_id, id FROM statements;

-- A sketch goes with the words it was made from, in the same transaction (X18).
CREATE TRIGGER sketches_follow_new AFTER INSERT ON statements
BEGIN INSERT INTO recall_queue(profile_id, statement_id) VALUES (NEW.profile_id, NEW.id); END;
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
-- Answers also depend on ties and on how a scene is set.
CREATE TRIGGER recall_sees_new_links AFTER INSERT ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_changed_links AFTER UPDATE ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_ended_links AFTER DELETE ON links
BEGIN INSERT INTO recall_queue(profile_id) VALUES (OLD.profile_id); END;
CREATE TRIGGER recall_sees_settings AFTER INSERT ON settings
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_changed_settings AFTER UPDATE ON settings
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_ended_settings AFTER DELETE ON settings
BEGIN INSERT INTO recall_queue(profile_id) VALUES (OLD.profile_id); END;

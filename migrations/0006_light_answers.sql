-- What each answer writes down beside itself must cost it next to nothing.
--
-- Bodies lay in the trees of their keys: whoever looked for a key read the bodies on the way. They have rows of their own
-- now, and the keys an index beside them. What was kept stays.
CREATE TABLE plans_new (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
);
INSERT INTO plans_new(id, profile_id, made_at, zone, body) SELECT id, profile_id, made_at, zone, body FROM plans;
DROP TABLE plans;
ALTER TABLE plans_new RENAME TO plans;
CREATE INDEX plans_made ON plans(profile_id, made_at, id);

CREATE TABLE traces_new (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  at         INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
);
INSERT INTO traces_new(id, profile_id, at, zone, body) SELECT id, profile_id, at, zone, body FROM traces;
DROP TABLE traces;
ALTER TABLE traces_new RENAME TO traces;
CREATE INDEX traces_at ON traces(profile_id, at, id);

-- Answers depend on how a scene of recall is set and on no other setting: counting an answer made every kept one stale.
DROP TRIGGER recall_sees_settings;
DROP TRIGGER recall_sees_changed_settings;
DROP TRIGGER recall_sees_ended_settings;
CREATE TRIGGER recall_sees_settings AFTER INSERT ON settings WHEN NEW.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_changed_settings AFTER UPDATE ON settings WHEN NEW.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (NEW.profile_id); END;
CREATE TRIGGER recall_sees_ended_settings AFTER DELETE ON settings WHEN OLD.key GLOB 'recall.*'
BEGIN INSERT INTO recall_queue(profile_id) VALUES (OLD.profile_id); END;

-- Plans that "I drove this" may still name, also from another run of the program.
--
-- `body` is JSON of the app's own. It holds names and points of the trip's ends, so it is an erasure site: deleting or
-- erasing any memory drops every plan of its owner, and only the newest few are kept.
CREATE TABLE plans (
  id         TEXT NOT NULL,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  body       TEXT NOT NULL,
  PRIMARY KEY (profile_id, id)
) WITHOUT ROWID;
CREATE INDEX plans_made ON plans(profile_id, made_at);

-- Stays that a recording tells of where no way could be told: minutes between its points, or a timeline's own visits. They
-- suggest places and teach no way.
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
CREATE INDEX visits_time ON visits(profile_id, came_at);
CREATE INDEX visits_import ON visits(import_id);

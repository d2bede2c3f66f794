-- Drives that come in from files: which came in together, how long each road took, and a line that outlives its map.

-- One import, so that all of it can be taken back. It names no file: what a person calls a file may tell of them.
CREATE TABLE imports (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id INTEGER NOT NULL REFERENCES profiles(id),
  made_at    INTEGER NOT NULL,
  zone       TEXT NOT NULL,
  source     TEXT NOT NULL,               -- files, folder, watched, recorder
  files      INTEGER NOT NULL             -- files that gave a trip
);
CREATE INDEX imports_profile ON imports(profile_id);

ALTER TABLE trips ADD COLUMN import_id INTEGER REFERENCES imports(id) ON DELETE SET NULL;
-- Seconds per driven edge, little-endian f32; empty where nothing was recorded, 0 where one is not known.
ALTER TABLE trips ADD COLUMN edge_seconds BLOB NOT NULL DEFAULT x'';
-- S0-35: a few points with their bearings, nine bytes each, from which the line is found again on another map.
ALTER TABLE trips ADD COLUMN shape BLOB NOT NULL DEFAULT x'';
CREATE INDEX trips_import ON trips(import_id);

-- A view that says `t.*` knows only the columns of its day.
DROP VIEW live_trips;
CREATE VIEW live_trips AS
  SELECT t.*, s.id AS start_live, e.id AS end_live FROM trips t
  LEFT JOIN live_places s ON s.id = t.start_place_id
  LEFT JOIN live_places e ON e.id = t.end_place_id
  WHERE t.deletion_id IS NULL;

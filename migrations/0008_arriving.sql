-- A place owns its entrances: a JSON array in its row, so that deleting, undoing, erasing and backing up a place take
-- them along. Each is {"n": number, "name": text, "lat": degrees, "lng": degrees, "chosen": times, "last": UTC seconds or null}.
ALTER TABLE places ADD COLUMN entrances TEXT NOT NULL DEFAULT '[]';

-- "In a hurry by the motorway": a preference that holds only when time matters.
ALTER TABLE preferences ADD COLUMN hurry INTEGER NOT NULL DEFAULT 0;

-- "Only then": the person said that a drive was for that time only. It stays a drive, and teaches nothing.
ALTER TABLE trips ADD COLUMN once INTEGER NOT NULL DEFAULT 0;

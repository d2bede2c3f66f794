-- What may act in a situation is looked up by its exact scope, one index range for each combination of "bound to this" and
-- "not bound", newest first, and only as many rows as a plan may look at. So a plan costs the same with a hundred
-- memories and with ten thousand. Deleted rows are left out because no such question is about them.
CREATE INDEX preferences_newest ON preferences(
  profile_id, state, bucket, days, weather, from_place_id, to_place_id, created_at, id) WHERE deletion_id IS NULL;
CREATE INDEX preferences_surest ON preferences(
  profile_id, state, bucket, days, weather, from_place_id, to_place_id, last_confirmed_at, id) WHERE deletion_id IS NULL;
-- The trips between two places, newest first.
CREATE INDEX trips_between ON trips(profile_id, start_place_id, end_place_id, departure_time, id)
  WHERE deletion_id IS NULL;

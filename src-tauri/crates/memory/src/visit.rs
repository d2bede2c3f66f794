//! Stays that recordings tell of where no way could be told: they suggest places and teach nothing else.
//!
//! A recording with minutes between its points fits to no roads, and a phone's timeline tells of visits in words of its own.
//! Where somebody was, and how long, is known all the same.

use domain::{ImportId, LonLat, Moment, PlaceId, ProfileId, Timestamp};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, lonlat, moment},
    place,
    profile::must_exist,
};

/// A stay somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// Where.
    pub at: LonLat,
    /// When somebody came, with the zone of the place; for one of which only the leaving is known, then.
    pub came: Moment,
    /// When they left; `None` when that is not known.
    pub left: Option<Timestamp>,
}

/// Two reports of one stay lie no farther apart, metres: a house and the car park before it.
const SAME_M: f64 = 300.0;
/// And in time, seconds: a quarter of an hour, for what a phone takes to notice.
const SAME_S: i64 = 900;
/// Metres around an erased place within which stays were at it.
const AT_PLACE_M: f64 = 150.0;
/// Metres around a dismissed or erased place within which nothing is suggested (as `App` asks).
const DISMISSED_M: f64 = 200.0;
/// A degree of latitude, metres.
const DEGREE_M: f64 = 111_195.0;

impl Visit {
    fn same(&self, other: &Self) -> bool {
        let until = |visit: &Self| visit.left.unwrap_or(visit.came.at).0 + SAME_S;
        self.came.at.0 <= until(other)
            && other.came.at.0 <= until(self)
            && self.at.distance_m(other.at) <= SAME_M
    }
}

impl Mine<'_> {
    /// Writes stays of an import down that are not known yet, and none at a place that was dismissed or erased (F-5). How many
    /// were new. Of a known one the time of leaving is learned, and what turns out to be one stay is joined.
    pub fn record_visits(
        &self,
        import: ImportId,
        visits: &[Visit],
        now: &Moment,
    ) -> Result<usize, StoreError> {
        let spots: Vec<LonLat> = visits.iter().map(|visit| visit.at).collect();
        let gone = self.dismissed(&spots, DISMISSED_M)?;
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let mut new = 0;
            for (visit, _) in visits.iter().zip(gone).filter(|(_, gone)| !gone) {
                // Nobody stays anywhere for more than a month, so that the index on times bounds the search.
                let sql = "SELECT id, lng, lat, came_at, zone, left_at FROM visits
                           WHERE profile_id = ?1 AND came_at BETWEEN ?2 - 2678400 AND ?3 ORDER BY came_at, id";
                let until = visit.left.unwrap_or(visit.came.at).0 + SAME_S;
                let near = all(tx, sql, params![self.profile.0, visit.came.at.0, until], |row| {
                    Ok((row.get::<_, i64>("id")?, from_row(row)?))
                })?;
                let mut same = near.into_iter().filter(|(_, known)| known.same(visit));
                match same.next() {
                    Some((id, known)) => {
                        let (mut came, mut left) =
                            (known.came.at.min(visit.came.at), known.left.max(visit.left));
                        // One report may join two: somebody came, and later left.
                        for (more, known) in same {
                            (came, left) = (came.min(known.came.at), left.max(known.left));
                            let sql = "DELETE FROM visits WHERE profile_id = ?1 AND id = ?2";
                            tx.prepare_cached(sql)?.execute(params![self.profile.0, more])?;
                        }
                        tx.execute(
                            "UPDATE visits SET came_at = ?3, left_at = ?4 WHERE profile_id = ?1 AND id = ?2",
                            params![self.profile.0, id, came.0, left.map(|left| left.0)],
                        )?;
                    }
                    None => {
                        tx.execute(
                            "INSERT INTO visits(profile_id, import_id, lng, lat, came_at, zone, left_at)
                             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                            params![
                                self.profile.0,
                                import.0,
                                visit.at.lon,
                                visit.at.lat,
                                visit.came.at.0,
                                visit.came.zone,
                                visit.left.map(|left| left.0)
                            ],
                        )?;
                        new += 1;
                    }
                }
            }
            Ok(new)
        })
    }

    /// All stays, in the order of time.
    pub fn visits(&self) -> Result<Vec<Visit>, StoreError> {
        let sql =
            "SELECT lng, lat, came_at, zone, left_at FROM visits WHERE profile_id = ?1 ORDER BY came_at, id";
        self.store.read(|conn| all(conn, sql, [self.profile.0], from_row))
    }

    /// Drops the stays within `radius_m` of a point: the person does not want a place there.
    pub fn forget_visits(&self, at: LonLat, radius_m: f64, now: &Moment) -> Result<usize, StoreError> {
        self.store.write_at(now, |tx| drop_near(tx, self.profile, at, radius_m))
    }
}

fn from_row(row: &rusqlite::Row<'_>) -> Result<Visit, StoreError> {
    Ok(Visit {
        at: lonlat(row, "lng", "lat")?,
        came: moment(row, "came_at")?,
        left: row.get::<_, Option<i64>>("left_at")?.map(Timestamp),
    })
}

/// Drops the stays at a place that is erased.
pub(crate) fn drop_at(tx: &Connection, profile: ProfileId, place: PlaceId) -> Result<(), StoreError> {
    let at = place::any(tx, profile, place)?.map(|place| place.at);
    at.map_or(Ok(0), |at| drop_near(tx, profile, at, AT_PLACE_M)).map(drop)
}

fn drop_near(tx: &Connection, profile: ProfileId, at: LonLat, radius_m: f64) -> Result<usize, StoreError> {
    let high = radius_m / DEGREE_M;
    let wide = high / at.lat.to_radians().cos().abs().max(0.01);
    let sql = "SELECT id, lng, lat FROM visits WHERE profile_id = ?1 AND abs(lat - ?2) <= ?4 AND abs(lng - ?3) <= ?5";
    let near = all(tx, sql, params![profile.0, at.lat, at.lon, high, wide], |row| {
        let near = lonlat(row, "lng", "lat")?.distance_m(at) <= radius_m;
        Ok(near.then_some(row.get::<_, i64>("id")?))
    })?;
    let mut dropped = 0;
    for id in near.into_iter().flatten() {
        let sql = "DELETE FROM visits WHERE profile_id = ?1 AND id = ?2";
        dropped += tx.prepare_cached(sql)?.execute(params![profile.0, id])?;
    }
    Ok(dropped)
}

//! Profiles: the owner of every other row. One person, or the demo.

use domain::{Moment, ProfileId};
use rusqlite::{Connection, params};

use crate::{
    Store, StoreError,
    codec::{all, first, moment},
};

/// An owner of memories.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its row.
    pub id: ProfileId,
    /// Its name, unique on this computer.
    pub name: String,
    /// When it was made.
    pub created: Moment,
}

impl Store {
    /// The profile of this name, made when there is none.
    pub fn ensure_profile(&self, name: &str, now: &Moment) -> Result<ProfileId, StoreError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(StoreError::OutOfRange("a profile's name"));
        }
        self.write(|tx| {
            tx.execute(
                "INSERT INTO profiles(name, created_at, zone) VALUES (?1, ?2, ?3) ON CONFLICT(name) DO NOTHING",
                params![name, now.at.0, now.zone],
            )?;
            first(tx, "SELECT id FROM profiles WHERE name = ?1", [name], |row| Ok(ProfileId(row.get(0)?)))?
                .ok_or(StoreError::NoSuchProfile)
        })
    }

    /// All profiles, oldest first.
    pub fn profiles(&self) -> Result<Vec<Profile>, StoreError> {
        self.read(|conn| {
            all(conn, "SELECT id, name, created_at, zone FROM profiles ORDER BY id", [], |row| {
                Ok(Profile {
                    id: ProfileId(row.get("id")?),
                    name: row.get("name")?,
                    created: moment(row, "created_at")?,
                })
            })
        })
    }
}

/// Refuses writing for an owner that does not exist.
pub(crate) fn must_exist(conn: &Connection, profile: ProfileId) -> Result<(), StoreError> {
    first(conn, "SELECT 1 FROM profiles WHERE id = ?1", [profile.0], |_row| Ok(()))?
        .ok_or(StoreError::NoSuchProfile)
}

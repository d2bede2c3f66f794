//! What must not come back (F-5): keyed hashes, never content.

use std::fmt;

use domain::{LonLat, Moment, ProfileId, RouteId, StatementKey, Timestamp};
use hmac::{Hmac, Mac};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::Sha256;

use crate::{StoreError, words};

/// What a tombstone stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Grave {
    /// A place: its folded name and where it was, to about a hundred metres.
    Place,
    /// A preference's pattern: target, direction and scope.
    Pattern,
    /// One edge of a section, with direction and scope: the same habit comes back with a few other edges.
    Edge,
    /// The id of the report of a trip.
    Event,
    /// A drive, whatever its report is called: departure and route.
    Drive,
    /// What a statement said about its key: key and value.
    Claim,
    /// The words of a statement.
    Wording,
    /// Something noticed: when, what, and in which words.
    Noticed,
    /// Where a place was that the person dismissed or erased, whatever it would be called: no drives suggest it again.
    Spot,
    /// A row by its number, which is never given twice: it stays erased in a backup, also when the person said the same again
    /// since then.
    Row,
}

impl Grave {
    fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Pattern => "pattern",
            Self::Edge => "edge",
            Self::Event => "event",
            Self::Drive => "drive",
            Self::Claim => "claim",
            Self::Wording => "wording",
            Self::Noticed => "noticed",
            Self::Spot => "spot",
            Self::Row => "row",
        }
    }
}

/// The file's own secret. It lies in the same file as the hashes: it keeps a tombstone from being compared with a list of
/// guesses made elsewhere, and hashes of two computers from being compared with each other. It does not protect against
/// someone who has the file, who could read the live memories anyway.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

impl Key {
    /// The file's key, made by SQLite's own generator when the file is new.
    pub(crate) fn of(conn: &Connection) -> Result<Self, StoreError> {
        conn.execute("INSERT OR IGNORE INTO meta(key, value) VALUES ('tombstone_key', randomblob(32))", [])?;
        let bytes: Vec<u8> =
            conn.query_row("SELECT value FROM meta WHERE key = 'tombstone_key'", [], |row| row.get(0))?;
        Ok(Self(bytes.try_into().map_err(|_wrong_length| StoreError::Damaged)?))
    }

    /// Whether it is this one: hashes of another file's key say nothing here.
    pub(crate) fn is(&self, other: &[u8]) -> bool {
        self.0 == *other
    }

    /// A keyed hash that nothing was put into yet.
    pub(crate) fn mac(&self) -> Result<Hmac<Sha256>, StoreError> {
        Hmac::<Sha256>::new_from_slice(&self.0)
            .map_err(|_any_length_is_good| StoreError::Internal("the tombstones' key has a wrong length"))
    }

    /// The keyed hash of something of a profile.
    pub(crate) fn hash(&self, profile: ProfileId, grave: Grave, what: &str) -> Result<Vec<u8>, StoreError> {
        let mut mac = self.mac()?;
        mac.update(&profile.0.to_le_bytes());
        mac.update(grave.word().as_bytes());
        mac.update(&[0]);
        mac.update(what.as_bytes());
        Ok(mac.finalize().into_bytes().to_vec())
    }

    /// Puts a tombstone up.
    pub(crate) fn bury(
        &self,
        conn: &Connection,
        profile: ProfileId,
        grave: Grave,
        what: &str,
        now: &Moment,
    ) -> Result<(), StoreError> {
        let hash = self.hash(profile, grave, what)?;
        conn.prepare_cached(
            "INSERT OR IGNORE INTO tombstones(profile_id, kind, hash, erased_at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![profile.0, grave.word(), hash, now.at.0])?;
        Ok(())
    }

    /// Whether there is one.
    pub(crate) fn is_buried(
        &self,
        conn: &Connection,
        profile: ProfileId,
        grave: Grave,
        what: &str,
    ) -> Result<bool, StoreError> {
        let hash = self.hash(profile, grave, what)?;
        let found: Option<i64> = conn
            .prepare_cached("SELECT 1 FROM tombstones WHERE profile_id = ?1 AND kind = ?2 AND hash = ?3")?
            .query_row(params![profile.0, grave.word(), hash], |row| row.get(0))
            .optional()?;
        Ok(found.is_some())
    }

    /// Takes one down, because the person said or wrote the same again.
    pub(crate) fn unearth(
        &self,
        conn: &Connection,
        profile: ProfileId,
        grave: Grave,
        what: &str,
    ) -> Result<(), StoreError> {
        let hash = self.hash(profile, grave, what)?;
        conn.prepare_cached("DELETE FROM tombstones WHERE profile_id = ?1 AND kind = ?2 AND hash = ?3")?
            .execute(params![profile.0, grave.word(), hash])?;
        Ok(())
    }
}

/// What a place's tombstone is made from.
pub(crate) fn place_text(name: &str, at: LonLat) -> String {
    format!("{}|{:.3}|{:.3}", words::fold(name), at.lat, at.lon)
}

/// A square of about a hundred metres.
pub(crate) type Cell = (i64, i64);

/// The cell that a place lies in.
pub(crate) fn cell_of(at: LonLat) -> Cell {
    ((at.lat * 1_000.0).round() as i64, (at.lon * 1_000.0).round() as i64)
}

/// What the tombstone of a cell is made from.
pub(crate) fn cell_text((lat, lon): Cell) -> String {
    format!("{lat}|{lon}")
}

/// What the tombstone of a claim is made from; `None` for a statement that is about nothing that could be said again.
pub(crate) fn claim_text(key: &StatementKey, value: &str) -> Option<String> {
    let about = !key.attribute.is_empty();
    about.then(|| format!("{}|{}|{}|{}", key.subject, key.attribute, key.condition, words::fold(value)))
}

/// What the tombstone of something noticed is made from: the same entry of an imported file is known again by it.
pub(crate) fn noticed_text(
    at: Timestamp,
    kind: &str,
    said: &str,
    key: Option<&StatementKey>,
    value: &str,
) -> String {
    let about = key.and_then(|key| claim_text(key, value)).unwrap_or_default();
    format!("{}|{kind}|{}|{about}", at.0, words::fold(said))
}

/// What a drive's tombstone is made from.
pub(crate) fn drive_text(departure: Timestamp, chosen: &RouteId) -> String {
    format!("{}|{chosen}", departure.0)
}

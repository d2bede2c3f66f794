//! Entrances of a remembered place (MISSION S0-03), kept in the place's own row.

use domain::{Entrance, LonLat, Moment, PlaceId, Timestamp};
use rusqlite::params;
use serde::{Deserialize, Serialize};

use crate::{Mine, StoreError, place};

/// Entrances that a place can have.
const MOST: usize = 50;
/// Longest name, in characters.
const LONGEST: usize = 100;

/// How one stands in the row.
#[derive(Serialize, Deserialize)]
struct Kept {
    n: u32,
    name: String,
    lat: f64,
    lng: f64,
    chosen: u32,
    last: Option<i64>,
}

/// What a person changes about an entrance; absent parts stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntranceEdit {
    /// New name.
    pub name: Option<String>,
    /// New position.
    pub at: Option<LonLat>,
}

impl Mine<'_> {
    /// Writes an entrance of a place down; its number.
    pub fn add_entrance(&self, id: PlaceId, name: &str, at: LonLat, now: &Moment) -> Result<u32, StoreError> {
        self.entrances(id, now, |entrances, next| {
            if entrances.len() >= MOST {
                return Err(StoreError::OutOfRange("a place's entrances"));
            }
            entrances.push(good(Entrance {
                number: next,
                name: name.trim().to_owned(),
                at,
                chosen: 0,
                last_chosen: None,
            })?);
            Ok(next)
        })
    }

    /// A person's edit of an entrance.
    pub fn edit_entrance(
        &self,
        id: PlaceId,
        number: u32,
        edit: &EntranceEdit,
        now: &Moment,
    ) -> Result<(), StoreError> {
        self.entrances(id, now, |entrances, _next| {
            let entrance = named(entrances, number)?;
            let name = edit.name.as_deref().map_or(entrance.name.clone(), |name| name.trim().to_owned());
            *entrance = good(Entrance { name, at: edit.at.unwrap_or(entrance.at), ..entrance.clone() })?;
            Ok(())
        })
    }

    /// Takes an entrance away for good: the freed bytes are overwritten, and no copy of it is kept.
    pub fn delete_entrance(&self, id: PlaceId, number: u32, now: &Moment) -> Result<(), StoreError> {
        self.entrances(id, now, |entrances, _next| {
            named(entrances, number)?;
            entrances.retain(|entrance| entrance.number != number);
            Ok(())
        })
    }

    /// The person chose to arrive here, once more.
    pub fn choose_entrance(&self, id: PlaceId, number: u32, now: &Moment) -> Result<(), StoreError> {
        let at = now.at;
        self.entrances(id, now, |entrances, _next| {
            let entrance = named(entrances, number)?;
            entrance.chosen = entrance.chosen.saturating_add(1);
            entrance.last_chosen = Some(at);
            Ok(())
        })
    }

    /// Changes the entrances of a live place; the change is given the next free number.
    fn entrances<T>(
        &self,
        id: PlaceId,
        now: &Moment,
        change: impl FnOnce(&mut Vec<Entrance>, u32) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.write_at(now, |tx| {
            let mut place = place::live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            let next = place.entrances.iter().map(|entrance| entrance.number).max().unwrap_or(0) + 1;
            let answer = change(&mut place.entrances, next)?;
            let text = to_json(&place.entrances)?;
            tx.prepare_cached("UPDATE places SET entrances = ?3 WHERE profile_id = ?1 AND id = ?2")?
                .execute(params![self.profile.0, id.0, text])?;
            Ok(answer)
        })
    }
}

fn named(entrances: &mut [Entrance], number: u32) -> Result<&mut Entrance, StoreError> {
    entrances.iter_mut().find(|entrance| entrance.number == number).ok_or(StoreError::NoSuchMemory)
}

fn good(entrance: Entrance) -> Result<Entrance, StoreError> {
    if entrance.name.is_empty() || entrance.name.chars().count() > LONGEST {
        return Err(StoreError::OutOfRange("an entrance's name"));
    }
    if LonLat::new(entrance.at.lon, entrance.at.lat).is_none() {
        return Err(StoreError::OutOfRange("an entrance's position"));
    }
    Ok(entrance)
}

/// The column of a row.
pub(crate) fn from_json(text: &str) -> Result<Vec<Entrance>, StoreError> {
    let kept: Vec<Kept> = serde_json::from_str(text).map_err(|_no_json| StoreError::Damaged)?;
    let entrance = |kept: Kept| {
        Some(Entrance {
            number: kept.n,
            name: kept.name,
            at: LonLat::new(kept.lng, kept.lat)?,
            chosen: kept.chosen,
            last_chosen: kept.last.map(Timestamp),
        })
    };
    kept.into_iter().map(|kept| entrance(kept).ok_or(StoreError::Damaged)).collect()
}

fn to_json(entrances: &[Entrance]) -> Result<String, StoreError> {
    let kept: Vec<Kept> = entrances
        .iter()
        .map(|entrance| Kept {
            n: entrance.number,
            name: entrance.name.clone(),
            lat: entrance.at.lat,
            lng: entrance.at.lon,
            chosen: entrance.chosen,
            last: entrance.last_chosen.map(|at| at.0),
        })
        .collect();
    serde_json::to_string(&kept).map_err(|_no_json| StoreError::Internal("entrances can't be written"))
}

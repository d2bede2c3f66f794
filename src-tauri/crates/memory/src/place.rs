//! Remembered places: written down exactly because the person says so (MISSION X16).

use domain::{LonLat, MemoryRef, Moment, Place, PlaceId, ProfileId, Provenance, Timestamp};

use rusqlite::{Connection, Row, params};

use crate::{
    Mine, StoreError,
    codec::{all, first, instant, known, lonlat, moment, texts_from_json, texts_to_json},
    entrance, index,
    profile::must_exist,
    tombstone::{Grave, Key, cell_of, cell_text, place_text},
    words::fold,
};

/// A place to remember.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPlace {
    /// What the person calls it.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Street address or note, may be empty.
    pub address: String,
    /// Where it is.
    pub at: LonLat,
    /// `home`, `work`, `school`, `gym` or free text; may be empty.
    pub tag: String,
    /// Who it comes from.
    pub provenance: Provenance,
}

/// What a person changes about a place; absent parts stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaceEdit {
    /// New name.
    pub name: Option<String>,
    /// New other names, all of them.
    pub aliases: Option<Vec<String>>,
    /// New address.
    pub address: Option<String>,
    /// New position.
    pub at: Option<LonLat>,
    /// New tag.
    pub tag: Option<String>,
}

/// Words by which people call the places that a tag stands for, folded.
const TAG_WORDS: [(&str, &[&str]); 4] = [
    ("home", &["home", "家", "家里", "我家", "回家", "住处", "my place", "house"]),
    (
        "work",
        &[
            "work",
            "office",
            "the office",
            "公司",
            "单位",
            "办公室",
            "上班",
            "上班路上",
            "上班的路上",
            "my office",
            "workplace",
        ],
    ),
    ("school", &["school", "the school", "学校", "上学", "上学路上"]),
    ("gym", &["gym", "the gym", "健身房"]),
];

impl Mine<'_> {
    /// Remembers a place.
    pub fn add_place(&self, new: &NewPlace, now: &Moment) -> Result<PlaceId, StoreError> {
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            insert(tx, self.profile, &self.store.key, new, now)
        })
    }

    /// A person's edit of a place.
    pub fn edit_place(&self, id: PlaceId, edit: &PlaceEdit, now: &Moment) -> Result<(), StoreError> {
        let _times_stay = now;
        self.store.write_at(now, |tx| {
            let mut place = live(tx, self.profile, id)?.ok_or(StoreError::NoSuchMemory)?;
            place.name = edit.name.clone().unwrap_or(place.name);
            place.aliases = edit.aliases.clone().unwrap_or(place.aliases);
            place.address = edit.address.clone().unwrap_or(place.address);
            place.at = edit.at.unwrap_or(place.at);
            place.tag = edit.tag.clone().unwrap_or(place.tag);
            if place.name.trim().is_empty() {
                return Err(StoreError::OutOfRange("a place's name"));
            }
            tx.prepare_cached(
                "UPDATE places SET name = ?3, aliases = ?4, address = ?5, lat = ?6, lng = ?7, tag = ?8, user_edited = 1
                 WHERE profile_id = ?1 AND id = ?2",
            )?
            .execute(params![
                self.profile.0,
                id.0,
                place.name.trim(),
                texts_to_json(&place.aliases),
                place.address,
                place.at.lat,
                place.at.lon,
                place.tag
            ])?;
            index::put(tx, MemoryRef::Place(id), &text_of(&place))
        })
    }

    /// All places, by name.
    pub fn places(&self) -> Result<Vec<Place>, StoreError> {
        self.store.read(|conn| all_live(conn, self.profile))
    }

    /// One place, unless it was deleted.
    pub fn place(&self, id: PlaceId) -> Result<Option<Place>, StoreError> {
        self.store.read(|conn| live(conn, self.profile, id))
    }

    /// Every place that goes by this name, the newest home or workplace alone for a word that means it, else most used first: its name, an alias or its tag's words (家, home; 公司,
    /// office, work), after folding case and width. A name or alias wins over a tag. More than one is a question for
    /// the person, not a guess.
    pub fn find_place(&self, name: &str) -> Result<Vec<Place>, StoreError> {
        let wanted = fold(name);
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut by_name = Vec::new();
        let mut by_tag = Vec::new();
        let places = self.places()?;
        // Who moved house goes to the new one by the word for a home: the newest (MISSION S0-05, S0-39).
        if let Some(tag) = tag_of_name(name).filter(|tag| ["home", "work"].contains(tag)) {
            let of_tag = places.iter().filter(|place| fold(&place.tag) == tag);
            let newest = of_tag.clone().max_by_key(|place| (place.created.at, place.id));
            if let Some(newest) = newest.filter(|_| of_tag.count() > 1) {
                return Ok(vec![newest.clone()]);
            }
        }
        for place in places {
            if names_of(&place).any(|own| article_off(&fold(own)) == article_off(&wanted)) {
                by_name.push(place);
            } else if tag_words(&place.tag).any(|word| word == wanted) {
                by_tag.push(place);
            }
        }
        let mut found = if by_name.is_empty() { by_tag } else { by_name };
        found.sort_by_key(|place| (std::cmp::Reverse(place.uses), place.id));
        Ok(found)
    }

    /// Up to `limit` places whose name is nearest to this unknown one, best first; empty when none is near.
    pub fn suggest_places(&self, name: &str, limit: usize) -> Result<Vec<Place>, StoreError> {
        let wanted = fold(name);
        let mut scored: Vec<(f64, Place)> = self
            .places()?
            .into_iter()
            .map(|place| {
                let near = names_of(&place).map(|own| nearness(&wanted, &fold(own))).fold(0.0, f64::max);
                (near, place)
            })
            .filter(|(near, _place)| *near >= NEAR_ENOUGH)
            .collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
        Ok(scored.into_iter().take(limit).map(|(_near, place)| place).collect())
    }

    /// Notes that a plan the person drove used the place.
    pub fn touch_place(&self, id: PlaceId, at: Timestamp) -> Result<(), StoreError> {
        self.store.write(|tx| {
            let changed = tx
                .prepare_cached(
                    "UPDATE places SET uses = uses + 1, last_used_at = max(ifnull(last_used_at, ?3), ?3)
                     WHERE profile_id = ?1 AND id = ?2 AND deletion_id IS NULL",
                )?
                .execute(params![self.profile.0, id.0, at.0])?;
            if changed == 0 { Err(StoreError::NoSuchMemory) } else { Ok(()) }
        })
    }
}

/// Share of likeness from which a name is worth offering.
const NEAR_ENOUGH: f64 = 0.75;

/// 0 to 1. Jaro–Winkler forgives a typo in the middle of a Latin name; one name inside of another is near as well.
fn nearness(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    let inside = if a.contains(b) || b.contains(a) { 0.8 } else { 0.0 };
    strsim::jaro_winkler(a, b).max(inside)
}

fn names_of(place: &Place) -> impl Iterator<Item = &str> {
    std::iter::once(place.name.as_str()).chain(place.aliases.iter().map(String::as_str))
}

/// A folded name without its article: "the usual place" is called "usual place", too.
fn article_off(name: &str) -> &str {
    ["the ", "my ", "our "].iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name)
}

fn tag_words(tag: &str) -> impl Iterator<Item = String> + use<> {
    let tag = fold(tag);
    let known = TAG_WORDS.iter().find(|(word, _names)| *word == tag).map_or(&[][..], |(_word, names)| names);
    known.iter().map(|name| fold(name)).chain((!tag.is_empty()).then(|| tag.clone()))
}

/// The tag that a name stands for: a place called 家 or "home" is the home. None for every other name.
pub fn tag_of_name(name: &str) -> Option<&'static str> {
    let name = fold(name);
    let called = |names: &[&str]| names.iter().any(|each| fold(each) == name);
    TAG_WORDS.iter().find(|(_tag, names)| called(names)).map(|(tag, _names)| *tag)
}

/// What the word index knows of a place.
pub(crate) fn text_of(place: &Place) -> String {
    let tags: Vec<String> = tag_words(&place.tag).collect();
    format!("{} | {} | {} | {}", place.name, place.aliases.join(" | "), place.address, tags.join(" | "))
}

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    key: &Key,
    new: &NewPlace,
    now: &Moment,
) -> Result<PlaceId, StoreError> {
    if new.name.trim().is_empty() {
        return Err(StoreError::OutOfRange("a place's name"));
    }
    if LonLat::new(new.at.lon, new.at.lat).is_none() {
        return Err(StoreError::OutOfRange("a place's position"));
    }
    let grave = place_text(&new.name, new.at);
    if new.provenance == Provenance::Stated {
        key.unearth(tx, profile, Grave::Place, &grave)?;
        key.unearth(tx, profile, Grave::Spot, &cell_text(cell_of(new.at)))?;
    } else if key.is_buried(tx, profile, Grave::Place, &grave)? {
        return Err(StoreError::Forgotten);
    }
    tx.prepare_cached(
        "INSERT INTO places(profile_id, name, aliases, address, lat, lng, tag, provenance, created_at, zone, valid_from)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9)",
    )?
    .execute(params![
        profile.0,
        new.name.trim(),
        texts_to_json(&new.aliases),
        new.address,
        new.at.lat,
        new.at.lon,
        new.tag,
        new.provenance.word(),
        now.at.0,
        now.zone
    ])?;
    let id = PlaceId(tx.last_insert_rowid());
    let place = live(tx, profile, id)?.ok_or(StoreError::NoSuchMemory)?;
    index::put(tx, MemoryRef::Place(id), &text_of(&place))?;
    Ok(id)
}

/// One live place.
pub(crate) fn live(conn: &Connection, profile: ProfileId, id: PlaceId) -> Result<Option<Place>, StoreError> {
    let sql = "SELECT * FROM live_places WHERE profile_id = ?1 AND id = ?2";
    first(conn, sql, params![profile.0, id.0], from_row)
}

/// One place, deleted or not: for undoing and erasing only.
pub(crate) fn any(conn: &Connection, profile: ProfileId, id: PlaceId) -> Result<Option<Place>, StoreError> {
    first(conn, "SELECT * FROM places WHERE profile_id = ?1 AND id = ?2", params![profile.0, id.0], from_row)
}

pub(crate) fn all_live(conn: &Connection, profile: ProfileId) -> Result<Vec<Place>, StoreError> {
    all(conn, "SELECT * FROM live_places WHERE profile_id = ?1 ORDER BY name, id", [profile.0], from_row)
}

fn from_row(row: &Row<'_>) -> Result<Place, StoreError> {
    Ok(Place {
        id: PlaceId(row.get("id")?),
        name: row.get("name")?,
        aliases: texts_from_json(&row.get::<_, String>("aliases")?)?,
        address: row.get("address")?,
        at: lonlat(row, "lng", "lat")?,
        tag: row.get("tag")?,
        provenance: known(row, "provenance", Provenance::from_word)?,
        created: moment(row, "created_at")?,
        last_used: instant(row, "last_used_at")?,
        uses: row.get("uses")?,
        entrances: entrance::from_json(&row.get::<_, String>("entrances")?)?,
    })
}

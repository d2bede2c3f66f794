//! What the byte scan looks for: taken from the rows before they go.

use std::collections::BTreeSet;

use aho_corasick::AhoCorasick;
use domain::{LonLat, MemoryRef, ObservationId, ProfileId, TripId};
use rusqlite::{Connection, params, types::ValueRef};

use crate::{
    NeedleKind, Needles, StoreError,
    codec::{all, edges_to_text, first, ref_from_columns, ref_to_columns, target_to_columns},
    index, noticed_row, place, preference_row as rows, statement_row, trip,
    words::fold,
};

/// Shorter byte strings occur in any file by chance: 家 is three bytes.
const SHORTEST: usize = 6;
/// Longer ones are looked for by their beginning, middle and end, because SQLite may cut them at a page's edge.
const LONGEST: usize = 64;
const SLICE: usize = 48;

/// Needles for these memories. Byte strings that other memories rightly hold as well are left out and counted, because
/// finding them would prove nothing.
pub(crate) fn of(
    conn: &Connection,
    profile: ProfileId,
    going: &BTreeSet<MemoryRef>,
) -> Result<Needles, StoreError> {
    let mut raw = BTreeSet::new();
    let mut short = 0;
    for memory in going {
        for (kind, bytes) in pieces(conn, profile, *memory)? {
            match slices(&bytes) {
                parts if parts.is_empty() => short += usize::from(!bytes.is_empty()),
                parts => raw.extend(parts.into_iter().map(|part| (kind, part.to_vec()))),
            }
        }
    }
    let entities = entities_going(conn, profile, going)?;
    for (_, name) in &entities {
        raw.extend(slices(name.as_bytes()).into_iter().map(|part| (NeedleKind::Text, part.to_vec())));
    }
    let list: Vec<(NeedleKind, Vec<u8>)> = raw.into_iter().collect();
    let held = held_elsewhere(conn, going, &entities, &list)?;
    let before = list.len();
    let list: Vec<_> =
        list.into_iter().enumerate().filter(|(at, _)| !held.contains(at)).map(|(_, needle)| needle).collect();
    Ok(Needles { shared: short + before - list.len(), list })
}

/// Other live memories whose wording has an erased place's name in it.
pub(crate) fn mentions(
    conn: &Connection,
    profile: ProfileId,
    going: &BTreeSet<MemoryRef>,
) -> Result<Vec<MemoryRef>, StoreError> {
    let mut names = Vec::new();
    for memory in going {
        match memory {
            MemoryRef::Place(id) => {
                let Some(row) = place::any(conn, profile, *id)? else { continue };
                names.extend(std::iter::once(row.name).chain(row.aliases).map(|name| fold(&name)));
            }
            MemoryRef::Statement(id) => {
                let Some(row) = statement_row::any(conn, profile, *id)? else { continue };
                // A number or a normalised word is no name.
                names.extend(Some(fold(&row.value)).filter(|value| !value.is_ascii()));
            }
            MemoryRef::Preference(_) | MemoryRef::Trip(_) | MemoryRef::Observation(_) => {}
        }
    }
    names.extend(entities_going(conn, profile, going)?.into_iter().map(|(_, name)| fold(&name)));
    // One character or two letters are part of too many words.
    names.retain(|name| name.len() >= 3);
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "SELECT 'pref', id, content, '' FROM live_preferences WHERE profile_id = ?1
               UNION ALL SELECT 'trip', id, note, via_roads FROM live_trips WHERE profile_id = ?1
               UNION ALL SELECT 'stmt', id, content, value FROM live_statements WHERE profile_id = ?1
               UNION ALL SELECT 'obs', id, words, value FROM live_observations
                 WHERE profile_id = ?1 AND kind NOT IN ('followed', 'deviated')";
    let texts = all(conn, sql, [profile.0], |row| {
        let memory = ref_from_columns(&row.get::<_, String>(0)?, row.get(1)?)?;
        Ok((memory, fold(&format!("{} {}", row.get::<_, String>(2)?, row.get::<_, String>(3)?))))
    })?;
    let mentioning = texts.into_iter().filter(|(memory, text)| {
        !going.contains(memory) && names.iter().any(|name| text.contains(name.as_str()))
    });
    Ok(mentioning.map(|(memory, _)| memory).collect())
}

fn slices(bytes: &[u8]) -> Vec<&[u8]> {
    match bytes.len() {
        0..SHORTEST => Vec::new(),
        SHORTEST..=LONGEST => vec![bytes],
        length => [0, (length - SLICE) / 2, length - SLICE]
            .into_iter()
            .filter_map(|from| bytes.get(from..from + SLICE))
            .collect(),
    }
}

/// Everything about one memory that is stored somewhere as bytes.
fn pieces(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
) -> Result<Vec<(NeedleKind, Vec<u8>)>, StoreError> {
    let mut out = Vec::new();
    let mut text = |kind: NeedleKind, text: &str| out.push((kind, text.as_bytes().to_vec()));
    match memory {
        MemoryRef::Place(id) => {
            let Some(row) = place::any(conn, profile, id)? else { return Ok(Vec::new()) };
            text(NeedleKind::Text, &row.name);
            text(NeedleKind::Text, &row.address);
            row.aliases.iter().for_each(|alias| text(NeedleKind::Text, alias));
            row.entrances.iter().for_each(|entrance| text(NeedleKind::Text, &entrance.name));
            out.extend(row.entrances.iter().flat_map(|entrance| coordinates(entrance.at)));
            out.extend(coordinates(row.at));
            // Trips keep their own copy of where the place is, which erasing coarsens.
            for sql in ENDS {
                let ends = all(conn, sql, [], |row| {
                    let here = row.get::<_, Option<i64>>(1)? == Some(id.0);
                    Ok(if here { LonLat::new(row.get(3)?, row.get(2)?) } else { None })
                })?;
                out.extend(ends.into_iter().flatten().flat_map(coordinates));
            }
        }
        MemoryRef::Preference(id) => {
            let Some(row) = rows::any(conn, profile, id)? else { return Ok(Vec::new()) };
            text(NeedleKind::Text, &row.content);
            let (kind, target) = target_to_columns(&row.target);
            if kind != "feature" {
                text(NeedleKind::Text, &target);
            }
            // The outline by itself, as other columns hold it.
            if let domain::Target::Area { label, ring } = &row.target {
                text(NeedleKind::Text, label);
                text(NeedleKind::Coordinate, &ring.to_string());
            }
            let sql = "SELECT embedding FROM preferences WHERE profile_id = ?1 AND id = ?2";
            let vector: Option<Option<Vec<u8>>> =
                first(conn, sql, params![profile.0, id.0], |row| Ok(row.get(0)?))?;
            out.extend(vector.flatten().map(|bytes| (NeedleKind::Vector, bytes)));
        }
        MemoryRef::Trip(id) => {
            let Some(row) = trip::any(conn, profile, id)? else { return Ok(Vec::new()) };
            text(NeedleKind::Id, &row.event_id);
            text(NeedleKind::Id, &row.chosen.0);
            text(NeedleKind::Id, &row.recommended.0);
            text(NeedleKind::Text, &row.note);
            text(NeedleKind::Text, &row.traffic);
            text(NeedleKind::Coordinate, &edges_to_text(&row.edges));
            row.via_roads.iter().for_each(|road| text(NeedleKind::Text, road));
            for detail in details(conn, profile, id)? {
                text(NeedleKind::Text, &detail);
            }
            let kept = "SELECT edge_seconds, shape FROM trips WHERE profile_id = ?1 AND id = ?2";
            let kept = first(conn, kept, params![profile.0, id.0], |row| Ok([row.get(0)?, row.get(1)?]))?;
            out.extend(kept.into_iter().flatten().map(|bytes: Vec<u8>| (NeedleKind::Coordinate, bytes)));
            out.extend(coordinates(row.start));
            out.extend(coordinates(row.end));
        }
        MemoryRef::Statement(id) => {
            let Some(row) = statement_row::any(conn, profile, id)? else { return Ok(Vec::new()) };
            for part in [&row.content, &row.value, &row.key.subject, &row.key.attribute, &row.key.condition] {
                text(NeedleKind::Text, part);
            }
            row.session.iter().for_each(|session| text(NeedleKind::Id, session));
            let sql = "SELECT embedding FROM statements WHERE profile_id = ?1 AND id = ?2";
            let vector: Option<Option<Vec<u8>>> =
                first(conn, sql, params![profile.0, id.0], |row| Ok(row.get(0)?))?;
            out.extend(vector.flatten().map(|bytes| (NeedleKind::Vector, bytes)));
        }
        MemoryRef::Observation(id) => {
            let Some(row) = noticed_row::any(conn, profile, id)? else { return Ok(Vec::new()) };
            for part in [&row.words, &row.value, &row.traffic] {
                text(NeedleKind::Text, part);
            }
            for part in row.key.iter().flat_map(|key| [&key.subject, &key.attribute, &key.condition]) {
                text(NeedleKind::Text, part);
            }
            row.passengers.iter().for_each(|name| text(NeedleKind::Text, name));
            row.session.iter().for_each(|session| text(NeedleKind::Id, session));
        }
    }
    if let Some(terms) = index::stored(conn, memory)? {
        out.push((NeedleKind::Term, terms.into_bytes()));
    }
    Ok(out)
}

/// Entities to which only links of what goes lead, with their names: they go too.
fn entities_going(
    conn: &Connection,
    profile: ProfileId,
    going: &BTreeSet<MemoryRef>,
) -> Result<Vec<(i64, String)>, StoreError> {
    let mut found = BTreeSet::new();
    let hangs = |ends: &[(String, Option<i64>)]| {
        ends.iter().any(|(kind, id)| {
            id.is_some_and(|id| ref_from_columns(kind, id).is_ok_and(|memory| going.contains(&memory)))
        })
    };
    let sql =
        "SELECT from_kind, from_id, to_kind, to_id, source_id, statement_id FROM links WHERE profile_id = ?1";
    let mut staying = BTreeSet::new();
    let links = all(conn, sql, [profile.0], |row| {
        Ok([
            (row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?),
            (row.get(2)?, row.get(3)?),
            ("obs".to_owned(), row.get(4)?),
            ("stmt".to_owned(), row.get(5)?),
        ])
    })?;
    for ends in &links {
        let goes = hangs(ends);
        for (kind, id) in ends {
            if let ("entity", Some(id)) = (kind.as_str(), id) {
                if goes {
                    found.insert(*id)
                } else {
                    staying.insert(*id)
                };
            }
        }
    }
    let mut named = Vec::new();
    for id in found.difference(&staying) {
        let sql = "SELECT name FROM entities WHERE profile_id = ?1 AND id = ?2";
        named.extend(first(conn, sql, params![profile.0, id], |row| Ok((*id, row.get(0)?)))?);
    }
    Ok(named)
}

/// Folded texts that say what goes: names, wordings and values of four bytes and more.
pub(crate) fn texts(
    conn: &Connection,
    profile: ProfileId,
    going: &[MemoryRef],
) -> Result<Vec<String>, StoreError> {
    let mut texts = BTreeSet::new();
    for memory in going {
        for (kind, bytes) in pieces(conn, profile, *memory)? {
            if let (NeedleKind::Text, Ok(text)) = (kind, String::from_utf8(bytes)) {
                texts.insert(fold(&text));
            }
        }
    }
    Ok(texts.into_iter().filter(|text| text.len() >= 4).collect())
}

/// What was noticed on a trip, as stored; the empty object of a followed route says nothing.
fn details(conn: &Connection, profile: ProfileId, trip: TripId) -> Result<Vec<String>, StoreError> {
    let sql =
        "SELECT id, detail FROM observations WHERE profile_id = ?1 AND trip_id = ?2 AND kind <> 'followed'";
    let found = all(conn, sql, params![profile.0, trip.0], |row| {
        Ok((ObservationId(row.get(0)?), row.get::<_, String>(1)?))
    })?;
    Ok(found.into_iter().map(|(_, detail)| detail).collect())
}

/// A coordinate as SQLite stores it (big-endian doubles) and as text.
fn coordinates(at: LonLat) -> Vec<(NeedleKind, Vec<u8>)> {
    [at.lat, at.lon]
        .into_iter()
        .flat_map(|x| [x.to_be_bytes().to_vec(), x.to_string().into_bytes()])
        .map(|bytes| (NeedleKind::Coordinate, bytes))
        .collect()
}

/// Which needles occur in rows that stay, of whatever profile: the file is one.
fn held_elsewhere(
    conn: &Connection,
    going: &BTreeSet<MemoryRef>,
    entities: &[(i64, String)],
    needles: &[(NeedleKind, Vec<u8>)],
) -> Result<BTreeSet<usize>, StoreError> {
    let finder = AhoCorasick::new(needles.iter().map(|(_, bytes)| bytes))
        .map_err(|_too_many| StoreError::Internal("too many needles"))?;
    let mut held = BTreeSet::new();
    let mut look = |bytes: &[u8]| {
        held.extend(finder.find_overlapping_iter(bytes).map(|found| found.pattern().as_usize()));
    };
    let mut gone: BTreeSet<(&str, i64)> = going.iter().map(|memory| ref_to_columns(*memory)).collect();
    gone.extend(entities.iter().map(|(id, _)| ("entity", *id)));
    for sql in REMAINING {
        let mut statement = conn.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut found = statement.query([])?;
        while let Some(row) = found.next()? {
            let kind: String = row.get(0)?;
            let id: i64 = row.get(1)?;
            let (kind, id) =
                if kind == "words" { ref_to_columns(index::memory_of(id)) } else { (&*kind, id) };
            if gone.contains(&(kind, id)) {
                continue;
            }
            for column in 2..columns {
                match row.get_ref(column)? {
                    ValueRef::Text(bytes) | ValueRef::Blob(bytes) => look(bytes),
                    ValueRef::Real(x) => {
                        look(&x.to_be_bytes());
                        look(x.to_string().as_bytes());
                    }
                    ValueRef::Integer(_) | ValueRef::Null => {}
                }
            }
        }
    }
    for sql in ENDS {
        all(conn, sql, [], |row| {
            let place: Option<i64> = row.get(1)?;
            let goes = gone.contains(&("trip", row.get(0)?))
                || place.is_some_and(|id| gone.contains(&("place", id)));
            for x in [row.get::<_, f64>(2)?, row.get(3)?] {
                if !goes {
                    look(&x.to_be_bytes());
                    look(x.to_string().as_bytes());
                }
            }
            Ok(())
        })?;
    }
    Ok(held)
}

/// Where trips start and end, and the remembered place there, if any.
const ENDS: [&str; 2] = [
    "SELECT id, start_place_id, start_lat, start_lng FROM trips /* all profiles */",
    "SELECT id, end_place_id, end_lat, end_lng FROM trips /* all profiles */",
];

/// Everything in the file that is content: whose row it is, then its columns. Over all profiles on purpose.
const REMAINING: [&str; 11] = [
    "SELECT 'place', id, name, aliases, address, tag, entrances, lat, lng FROM places /* all profiles */",
    "SELECT 'pref', id, content, target, embedding FROM preferences /* all profiles */",
    "SELECT 'trip', id, event_id, route_choice, recommended_id, traffic_condition, edges, via_roads, note
       FROM trips /* all profiles */",
    "SELECT 'trip', trip_id, detail FROM observations WHERE kind IN ('followed', 'deviated') /* all profiles */",
    "SELECT 'obs', id, words, subject, attribute, condition, value, traffic, passengers, session FROM observations
       WHERE kind NOT IN ('followed', 'deviated') /* all profiles */",
    "SELECT 'stmt', id, content, value, subject, attribute, condition, session, embedding FROM statements /* all profiles */",
    "SELECT 'entity', id, name, folded FROM entities /* all profiles */",
    "SELECT 'words', rowid, terms FROM words /* all profiles */",
    "SELECT 'setting', 0, key, value FROM settings /* all profiles */",
    "SELECT 'profile', id, name FROM profiles /* all profiles */",
    // The schema's own words: a place called "evidence" would be found there for ever.
    "SELECT 'schema', 0, sql FROM sqlite_master",
];

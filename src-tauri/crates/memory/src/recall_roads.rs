//! What belongs to roads and may matter for a question: wishes and habits, places, drives.
//!
//! Three ways lead to them: the nearest vectors of the same model, the words, and a scope that fits the situation. Whatever
//! the way, it has to be valid now and its scope must hold; the vector and word indexes only name candidates. They are
//! judged by the same measure as statements.

use std::collections::BTreeMap;

use domain::{MemoryRef, Preference, PreferenceId, PreferenceState, ProfileId, Provenance, Timestamp};
use recall::{Index, Outside, Reading, Wanted, formula};
use reflect::ageing;
use rusqlite::{Connection, params};

use crate::{
    StoreError,
    ageing::of_preference,
    codec::first,
    embedding, in_force,
    index::row_of,
    place, preference_row as rows,
    recall::{DEFAULT_MAX_DISTANCE, MAX_K, Remembered},
    recall_context::fit,
    recall_statements::{Asking, complete_road},
    recall_words, trip,
};

/// A candidate with its row.
pub(crate) struct Road {
    pub(crate) candidate: recall::Candidate,
    pub(crate) age_days: f64,
    pub(crate) row: Remembered,
}

#[derive(Default)]
struct Led {
    vector: Option<f64>,
    words: f64,
    scope: bool,
}

/// At most fifty of each way.
pub(crate) fn candidates(
    conn: &Connection,
    profile: ProfileId,
    index: &Index,
    asking: &Asking<'_>,
) -> Result<Vec<Road>, StoreError> {
    let routes = asking.scene.routes;
    let mut found: BTreeMap<MemoryRef, Led> = BTreeMap::new();
    if routes.vector {
        for (id, distance) in near(conn, profile, asking)? {
            found.entry(MemoryRef::Preference(id)).or_default().vector = Some(1.0 - distance);
        }
    }
    if routes.words {
        for (memory, share) in recall_words::of_roads(conn, &asking.ask.said, MAX_K)? {
            found.entry(memory).or_default().words = share;
        }
    }
    if routes.scope {
        for id in in_force::bound(conn, profile, &asking.question.situation, MAX_K)? {
            found.entry(MemoryRef::Preference(id)).or_default().scope = true;
        }
    }
    let (words, graph) = Default::default();
    let wanted = Wanted {
        ask: &asking.ask,
        vector: None,
        background: asking.background,
        leeway: asking.leeway,
        words: &words,
        graph: &graph,
        weights: &asking.scene.weights,
        routes,
        first_tier: None,
        breadth: asking.scene.breadth,
    };
    let mut roads = Vec::with_capacity(found.len());
    for (memory, led) in found {
        let Some((row, text, at)) = usable(conn, profile, memory, asking)? else { continue };
        let outside = Outside {
            id: row_of(memory),
            at: at.0,
            reading: Reading::of(&text),
            sketched: led.vector.is_some(),
            vector: led.vector,
            words: led.words,
            scope: led.scope,
        };
        let mut candidate = index.judge(&wanted, &outside);
        let age_days = asking.now().days_since(at);
        let half_lives = &asking.scene.half_lives;
        let parts = &mut candidate.parts;
        let around = fit("", candidate.topics, &asking.around);
        parts.context = if led.scope { 1.0 } else { around };
        parts.ageing = 1.0;
        match &row {
            Remembered::Preference(wish) => {
                complete_road(parts, wish.provenance, wish.confidence, wish.uses);
                let said = rows::is_persons(wish) || wish.provenance == Provenance::Imported;
                let half = if said { half_lives.preference } else { half_lives.habit };
                parts.freshness = formula::half_life(age_days, Some(half));
                let aging = of_preference(wish);
                let weight = ageing::weight(&aging, asking.question.policies.of(aging.aged), asking.now());
                parts.ageing = formula::ageing(weight.total(), aging.persons);
            }
            // A place is a fact: it does not fade, it is replaced (MISSION X8).
            Remembered::Place(place) => {
                // How often it was driven to is told by drives, which may be erased (F-6): it weighs as if never.
                complete_road(parts, place.provenance, 1.0, 0);
                parts.freshness = 1.0;
            }
            Remembered::Trip(_) | Remembered::Statement(_) => {
                complete_road(parts, Provenance::Inferred, 1.0, 0);
                parts.freshness = formula::half_life(age_days, Some(half_lives.habit));
            }
        }
        if parts.ageing > 0.0 && candidate.routes.any() {
            roads.push(Road { candidate, age_days, row });
        }
    }
    Ok(roads)
}

/// The nearest wishes whose distance still says something.
fn near(
    conn: &Connection,
    profile: ProfileId,
    asking: &Asking<'_>,
) -> Result<Vec<(PreferenceId, f64)>, StoreError> {
    let Some(vector) = &asking.question.embedding else { return Ok(Vec::new()) };
    let limit = match asking.question.max_distance {
        Some(limit) => limit,
        None => first(
            conn,
            "SELECT max_distance FROM embedding_models WHERE model = ?1 AND dims = ?2",
            params![vector.model, vector.vector.len() as i64],
            |row| Ok(row.get(0)?),
        )?
        .unwrap_or(DEFAULT_MAX_DISTANCE),
    };
    let near = embedding::nearest(conn, profile, vector, MAX_K)?;
    Ok(near.into_iter().filter(|(_id, distance)| *distance <= limit).collect())
}

/// The row, its words and when it was last confirmed; nothing when it may not be used here and now.
fn usable(
    conn: &Connection,
    profile: ProfileId,
    memory: MemoryRef,
    asking: &Asking<'_>,
) -> Result<Option<(Remembered, String, Timestamp)>, StoreError> {
    Ok(match memory {
        MemoryRef::Preference(id) => {
            rows::live(conn, profile, id)?.filter(|row| holds(row, asking)).map(|row| {
                let (text, at) = (rows::text_of(&row), row.last_confirmed);
                (Remembered::Preference(row), text, at)
            })
        }
        MemoryRef::Place(id) => place::live(conn, profile, id)?.map(|row| {
            let text = format!("{} {} {}", row.name, row.aliases.join(" "), row.address);
            let at = row.created.at;
            (Remembered::Place(row), text, at)
        }),
        MemoryRef::Trip(id) => trip::live(conn, profile, id)?.map(|row| {
            let text = format!("{} {}", row.via_roads.join(" "), row.note);
            let at = row.departure.at;
            (Remembered::Trip(row), text, at)
        }),
        MemoryRef::Statement(_) | MemoryRef::Observation(_) => None,
    })
}

fn holds(row: &Preference, asking: &Asking<'_>) -> bool {
    matches!(row.state, PreferenceState::Active | PreferenceState::Proposed)
        && row.validity.holds_at(asking.now())
        && row.scope.holds_in(&asking.question.situation)
}

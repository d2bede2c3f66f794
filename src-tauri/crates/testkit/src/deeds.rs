//! One of every way to write into the memory file, in a fixed order: what a process does that is to be killed half way.

use domain::{
    MemoryRef, Moment, ObservationId, ObservationKind, PlaceId, StatementId, StatementType, Strength, Target,
    graph,
};
use extract::{EntityName, NewNoticed, NewStatement, Tie};
use memory::{
    Access, AccessKind, AccessWho, End, ListQuery, NewLink, PlaceEdit, ReflectionCause, StatementQuery,
    StoreError, Use, UseState,
};

use crate::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, deviation, drive, fact, habit, key, place, said},
};

/// Deeds of one round.
pub const ROUND: i64 = 21;

/// Does the nth deed. What the rules refuse is refused every time, and changes nothing.
///
/// # Errors
/// Any that no rule explains.
pub fn deed(kit: &TestStore, n: i64) -> Result<(), StoreError> {
    let done = one(kit, n, n / ROUND, &monaco(MONDAY_MORNING + n * 3_600));
    match done {
        Err(StoreError::NoSuchMemory | StoreError::Forgotten | StoreError::WrittenByPerson) => Ok(()),
        other => other,
    }
}

fn one(kit: &TestStore, n: i64, round: i64, now: &Moment) -> Result<(), StoreError> {
    let mine = kit.mine();
    let statement = |content: String, attribute: &str, value: &str| {
        let new = NewStatement {
            ties: vec![Tie {
                relation: graph::Relation::Prefers,
                to: EntityName { kind: graph::EntityKind::Thing, name: value.to_owned() },
            }],
            session: Some(format!("talk{round}")),
            ..fact(&content, attribute, value, now)
        };
        // Each deed is one call, so that it is there as a whole or not at all.
        let seen: Vec<ObservationId> = mine.stream(1)?.iter().map(|row| row.id).collect();
        mine.add_statement(&clean(new), &seen, Some(&kit.vector(&content)), now)
    };
    match n % ROUND {
        0 => mine
            .add_place(&place(&format!("depot{round}"), "", 7.0 + round as f64 / 90.0, 43.0), now)
            .map(drop),
        1 => {
            let words = said(&format!("plays game{round}"), now);
            mine.notice(&clean(NewNoticed { session: Some(format!("talk{round}")), ..words })).map(drop)
        }
        2 => statement(format!("plays game{round}"), "game", &format!("game{round}")).map(drop),
        3 => {
            let mut new = drive(round, "river", "road");
            new.end_place = mine.places()?.first().map(|row| row.id);
            new.observed = Some(ObservationKind::Deviated(deviation("waterside")));
            mine.record_trip(&new, now).map(drop)
        }
        4 => {
            let trips = mine.trips(2)?;
            let mut seen = Vec::new();
            for trip in &trips {
                seen.extend(mine.observations_of(trip.id)?.into_iter().map(|row| row.id));
            }
            let new = habit("by the water", Target::Road("waterside".into()), domain::Scope::default());
            mine.propose(&new, &seen, Some(&kit.vector("by the water")), now).map(drop)
        }
        5 => kit
            .stated(&format!("avoid road {round}"), Target::Road(format!("road{round}")), Strength::Avoid)
            .map(drop),
        6 => {
            let seen: Vec<ObservationId> = mine.stream(2)?.iter().map(|row| row.id).collect();
            let run = memory::Reflection {
                at: now.clone(),
                cause: ReflectionCause::Count,
                processed: 2,
                importance_sum: 0.1,
                cursor: ObservationId(n),
                made: 1,
            };
            let insight = NewStatement {
                kind: StatementType::Insight,
                provenance: domain::Provenance::Inferred,
                state: domain::StatementState::Pending,
                ..fact(&format!("likes games{round}"), &format!("insight:games{round}"), "more", now)
            };
            mine.reflect(&run, &[(clean(insight), seen, None)]).map(drop)
        }
        7 => {
            let link = NewLink {
                from: End::Named(EntityName { kind: graph::EntityKind::Person, name: "me".into() }),
                relation: graph::Relation::UsedFor,
                to: End::Node(graph::NodeRef::Place(PlaceId(round + 1))),
                validity: domain::Validity { valid_from: now.at, valid_to: None },
                confidence: 1.0,
                source: None,
            };
            mine.tie(&clean(link), now)
        }
        8 => mine.delete(&[MemoryRef::Statement(StatementId(round * 4 + 1))], now).map(drop),
        9 => mine.undo_last(now).map(drop),
        10 => {
            let content = format!("plays chess{round}");
            let new = fact(&content, &format!("chess{round}"), "yes", now);
            let says = [(clean(new), Some(kit.vector(&content)))];
            mine.learn(&clean(said(&content, now)), None, &says, now).map(drop)
        }
        11 => {
            let about = key("me", &format!("chess{round}"));
            let Some(head) = mine.head(&about, now.at)? else { return Ok(()) };
            let new = fact(&format!("plays no chess{round}"), &about.attribute, "no", now);
            mine.edit_statement(head.id, &clean(new), Some(&kit.vector("no chess")), now).map(drop)
        }
        12 => {
            let used = Use {
                memory: MemoryRef::Statement(StatementId(round * 4 + 1)),
                at: now.clone(),
                state: UseState::Decisive,
                delta_s: 1.0,
                delta_m: 2.0,
                driven: true,
            };
            mine.note_uses(&[used])
        }
        13 => mine.note_access(&[Access {
            memory: MemoryRef::Place(PlaceId(1)),
            at: now.clone(),
            who: AccessWho::Planner,
            what: AccessKind::Recalled,
            why: "plan".into(),
        }]),
        14 => {
            let edit = PlaceEdit { name: Some(format!("yard{round}")), ..PlaceEdit::default() };
            mine.edit_place(PlaceId(round + 1), &edit, now)
        }
        15 => {
            let target = [MemoryRef::Statement(StatementId(round * 4 + 1))];
            let plan = mine.erase_preview(&target, false)?;
            mine.erase(&plan, now).map(drop)
        }
        16 => mine.purge_session(&format!("talk{round}"), now).map(drop),
        17 => {
            let trips = mine.trips(1)?;
            let Some(trip) = trips.first().filter(|_| round % 2 == 1) else { return Ok(()) };
            let plan = mine.erase_preview(&[MemoryRef::Trip(trip.id)], false)?;
            mine.erase(&plan, now).map(drop)
        }
        18 => mine.reject(domain::PreferenceId(round + 1), now),
        19 => kit.store.rebuild().map(drop),
        _ => {
            let until = mine.unread(10)?.until;
            mine.read_until(until, &[], now).map(drop)
        }
    }
}

/// Everything that can be seen, with its row numbers: two stores that did the same deeds say the same.
///
/// # Errors
/// The file cannot be read.
pub fn digest(kit: &TestStore) -> Result<String, StoreError> {
    let mine = kit.mine();
    Ok(format!(
        "{:?}{:?}{:?}{:?}{:?}{:?}{:?}",
        mine.list(&ListQuery::default())?.rows,
        mine.list(&ListQuery { deleted: true, ..ListQuery::default() })?.rows,
        mine.statements(&StatementQuery::default())?,
        mine.entities()?,
        mine.stream(1_000)?,
        mine.deletions()?,
        mine.unreflected()?,
    ))
}

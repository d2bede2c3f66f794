//! The typed graph (MISSION S2-06, S3-21): writing ties, and the nodes they lead to.

use std::collections::BTreeSet;

use domain::{
    MemoryRef, Moment, ObservationId, PlaceId, PreferenceId, ProfileId, Statement, StatementId,
    StatementType, Timestamp, TripId, Validity,
    graph::{EntityKind, NodeRef, Relation},
};
use extract::{EntityName, Field, NewStatement, Sanitize, Sanitized};
use reflect::support::{Sourced, supports};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, first},
    delete::is_live,
    profile::must_exist,
    statement_row::{self as rows, COLUMNS},
    words::fold,
};

/// One end of a tie that is to be written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A memory, or something noticed.
    Node(NodeRef),
    /// Something that has only a name; its row is made when it is new.
    Named(EntityName),
}

/// A tie that is to be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct NewLink {
    /// From here.
    pub from: End,
    /// How.
    pub relation: Relation,
    /// To here.
    pub to: End,
    /// When it was so.
    pub validity: Validity,
    /// How sure, 0 to 1.
    pub confidence: f64,
    /// What told it.
    pub source: Option<ObservationId>,
}

impl Sanitize for NewLink {
    fn each_text(&mut self, see: &mut dyn FnMut(&mut String, Field)) {
        for end in [&mut self.from, &mut self.to] {
            if let End::Named(entity) = end {
                see(&mut entity.name, Field::Value);
            }
        }
    }
}

/// Everything that a link's row holds besides its owner.
pub(crate) struct Tied {
    pub(crate) from: NodeRef,
    pub(crate) relation: Relation,
    pub(crate) to: NodeRef,
    pub(crate) validity: Validity,
    pub(crate) confidence: f64,
    pub(crate) source: Option<ObservationId>,
    pub(crate) statement: Option<StatementId>,
}

impl Mine<'_> {
    /// Writes a tie down; the same tie since the same instant is written once. Both ends have to be there.
    pub fn tie(&self, new: &Sanitized<NewLink>, now: &Moment) -> Result<(), StoreError> {
        let new = new.get();
        if !(0.0..=1.0).contains(&new.confidence) {
            return Err(StoreError::OutOfRange("a confidence"));
        }
        self.store.write_at(now, |tx| {
            must_exist(tx, self.profile)?;
            let from = node_of(tx, self.profile, &new.from, now)?;
            let to = node_of(tx, self.profile, &new.to, now)?;
            let tied = Tied {
                from,
                relation: new.relation,
                to,
                validity: new.validity,
                confidence: new.confidence,
                source: new.source,
                statement: None,
            };
            insert(tx, self.profile, &tied, now)
        })
    }

    /// Says since when a tie is no longer so: she moved. The older time stays readable.
    pub fn untie(
        &self,
        from: NodeRef,
        relation: Relation,
        to: NodeRef,
        until: Timestamp,
        now: &Moment,
    ) -> Result<usize, StoreError> {
        let ((from_kind, from), (to_kind, to)) = (node_columns(from), node_columns(to));
        self.store.write_at(now, |tx| {
            let sql = "UPDATE links SET valid_to = max(?7, valid_from) WHERE profile_id = ?1 AND from_kind = ?2 AND from_id = ?3
                         AND relation = ?4 AND to_kind = ?5 AND to_id = ?6 AND (valid_to IS NULL OR valid_to > ?7)";
            Ok(tx.execute(
                sql,
                params![self.profile.0, from_kind, from, relation.word(), to_kind, to, until.0],
            )?)
        })
    }

    /// The entity of this name.
    pub fn entity(&self, name: &EntityName) -> Result<Option<NodeRef>, StoreError> {
        let sql = "SELECT id FROM live_entities WHERE profile_id = ?1 AND kind = ?2 AND folded = ?3";
        let params = params![self.profile.0, name.kind.word(), fold(&name.name)];
        self.store.read(|conn| first(conn, sql, params, |row| Ok(NodeRef::Entity(row.get(0)?))))
    }

    /// All entities to which something leads, by kind and name.
    pub fn entities(&self) -> Result<Vec<(NodeRef, EntityName)>, StoreError> {
        let sql = "SELECT id, kind, name FROM live_entities WHERE profile_id = ?1 ORDER BY kind, folded";
        self.store.read(|conn| {
            all(conn, sql, [self.profile.0], |row| {
                let kind = crate::codec::known(row, "kind", EntityKind::from_word)?;
                Ok((NodeRef::Entity(row.get("id")?), EntityName { kind, name: row.get("name")? }))
            })
        })
    }
}

/// The ties of a new statement: from its subject, as its row says them; they go when it goes.
pub(crate) fn tie_statement(
    tx: &Connection,
    profile: ProfileId,
    id: StatementId,
    new: &NewStatement,
    source: Option<ObservationId>,
    now: &Moment,
) -> Result<(), StoreError> {
    for tie in &new.ties {
        let tied = Tied {
            from: named(tx, profile, &subject_of(&new.key.subject), now)?,
            relation: tie.relation,
            to: named(tx, profile, &tie.to, now)?,
            validity: new.validity,
            confidence: new.confidence,
            source,
            statement: Some(id),
        };
        insert(tx, profile, &tied, now)?;
    }
    Ok(())
}

/// Statements of a subject that are looked at for support.
const ABOUT_ONE: i64 = 64;

/// Ties facts to the preferences that they support (MISSION S2-11), in both directions of time: a fact may come after.
pub(crate) fn support_each_other(
    tx: &Connection,
    profile: ProfileId,
    id: StatementId,
    now: &Moment,
) -> Result<(), StoreError> {
    let Some(new) = rows::live(tx, profile, id)? else { return Ok(()) };
    if matches!(new.kind, StatementType::Plan | StatementType::Summary) {
        return Ok(());
    }
    let sql = format!(
        "SELECT {COLUMNS} FROM active_statements s WHERE s.profile_id = ?1 AND s.subject IN (?2, 'me') AND s.id <> ?3
         ORDER BY s.id DESC LIMIT ?4"
    );
    let others = all(tx, &sql, params![profile.0, new.key.subject, id.0, ABOUT_ONE], rows::from_row)?;
    let own = sources_of(tx, profile, &new)?;
    for other in &others {
        let theirs = sources_of(tx, profile, other)?;
        let (ours, those) =
            (Sourced { statement: &new, evidence: &own }, Sourced { statement: other, evidence: &theirs });
        let pair = if supports(&ours, &those) {
            Some((new.id, other.id))
        } else if supports(&those, &ours) {
            Some((other.id, new.id))
        } else {
            None
        };
        let Some((fact, preference)) = pair else { continue };
        let tied = Tied {
            from: NodeRef::Statement(fact),
            relation: Relation::Supports,
            to: NodeRef::Statement(preference),
            validity: Validity { valid_from: new.validity.valid_from, valid_to: None },
            confidence: new.confidence.min(other.confidence),
            source: None,
            statement: None,
        };
        insert(tx, profile, &tied, now)?;
    }
    Ok(())
}

fn sources_of(
    tx: &Connection,
    profile: ProfileId,
    row: &Statement,
) -> Result<BTreeSet<ObservationId>, StoreError> {
    Ok(rows::evidence(tx, profile, row.id)?.into_iter().filter(|(_, yes)| *yes).map(|(id, _)| id).collect())
}

/// The name behind a statement's subject: `me`, `person:gary`, `place:12`, or a bare name.
pub(crate) fn subject_of(subject: &str) -> EntityName {
    match subject.split_once(':') {
        Some((kind, name)) if EntityKind::from_word(kind).is_some() => EntityName {
            kind: EntityKind::from_word(kind).unwrap_or(EntityKind::Thing),
            name: name.to_owned(),
        },
        _ if subject == "me" => EntityName { kind: EntityKind::Person, name: subject.to_owned() },
        _ => EntityName { kind: EntityKind::Thing, name: subject.to_owned() },
    }
}

fn node_of(tx: &Connection, profile: ProfileId, end: &End, now: &Moment) -> Result<NodeRef, StoreError> {
    match end {
        End::Named(name) => named(tx, profile, name, now),
        End::Node(node) => match memory_of(*node) {
            Some(memory) if !is_live(tx, profile, memory)? => Err(StoreError::NoSuchMemory),
            _ => Ok(*node),
        },
    }
}

/// The node of a name: a remembered place for `place:12`, otherwise the entity, made when it is new. Two names are one
/// entity when they fold to the same text, never by likeness (DEMANDS 22, 23).
fn named(
    tx: &Connection,
    profile: ProfileId,
    name: &EntityName,
    now: &Moment,
) -> Result<NodeRef, StoreError> {
    if let Some(id) = name.name.strip_prefix("place:").and_then(|id| id.parse().ok()) {
        let place = PlaceId(id);
        if is_live(tx, profile, MemoryRef::Place(place))? {
            return Ok(NodeRef::Place(place));
        }
        return Err(StoreError::NoSuchMemory);
    }
    let folded = fold(&name.name);
    if folded.is_empty() {
        return Err(StoreError::OutOfRange("the name of a node"));
    }
    tx.prepare_cached(
        "INSERT INTO entities(profile_id, kind, name, folded, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT(profile_id, kind, folded) DO NOTHING",
    )?
    .execute(params![profile.0, name.kind.word(), name.name.trim(), folded, now.at.0])?;
    let sql = "SELECT id FROM entities WHERE profile_id = ?1 AND kind = ?2 AND folded = ?3";
    first(tx, sql, params![profile.0, name.kind.word(), folded], |row| Ok(NodeRef::Entity(row.get(0)?)))?
        .ok_or(StoreError::NoSuchMemory)
}

pub(crate) fn insert(
    tx: &Connection,
    profile: ProfileId,
    tied: &Tied,
    now: &Moment,
) -> Result<(), StoreError> {
    let ((from_kind, from), (to_kind, to)) = (node_columns(tied.from), node_columns(tied.to));
    tx.prepare_cached(
        "INSERT INTO links(profile_id, from_kind, from_id, relation, to_kind, to_id, valid_from, valid_to, recorded_at,
           confidence, source_id, statement_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
         ON CONFLICT DO NOTHING",
    )?
    .execute(params![
        profile.0,
        from_kind,
        from,
        tied.relation.word(),
        to_kind,
        to,
        tied.validity.valid_from.0,
        tied.validity.valid_to.map(|at| at.0),
        now.at.0,
        tied.confidence,
        tied.source.map(|id| id.0),
        tied.statement.map(|id| id.0)
    ])?;
    Ok(())
}

/// Kind and row of a node.
pub(crate) fn node_columns(node: NodeRef) -> (&'static str, i64) {
    match node {
        NodeRef::Place(id) => ("place", id.0),
        NodeRef::Preference(id) => ("pref", id.0),
        NodeRef::Trip(id) => ("trip", id.0),
        NodeRef::Statement(id) => ("stmt", id.0),
        NodeRef::Observation(id) => ("obs", id.0),
        NodeRef::Entity(id) => ("entity", id),
    }
}

/// The node of a kind and row.
pub(crate) fn node_from(kind: &str, id: i64) -> Result<NodeRef, StoreError> {
    Ok(match kind {
        "place" => NodeRef::Place(PlaceId(id)),
        "pref" => NodeRef::Preference(PreferenceId(id)),
        "trip" => NodeRef::Trip(TripId(id)),
        "stmt" => NodeRef::Statement(StatementId(id)),
        "obs" => NodeRef::Observation(ObservationId(id)),
        "entity" => NodeRef::Entity(id),
        _ => return Err(StoreError::Damaged),
    })
}

/// The memory that a node is, unless it is an entity.
pub(crate) fn memory_of(node: NodeRef) -> Option<MemoryRef> {
    match node {
        NodeRef::Place(id) => Some(MemoryRef::Place(id)),
        NodeRef::Preference(id) => Some(MemoryRef::Preference(id)),
        NodeRef::Trip(id) => Some(MemoryRef::Trip(id)),
        NodeRef::Statement(id) => Some(MemoryRef::Statement(id)),
        NodeRef::Observation(id) => Some(MemoryRef::Observation(id)),
        NodeRef::Entity(_) => None,
    }
}

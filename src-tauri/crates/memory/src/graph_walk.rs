//! Questions to the graph: several hops with a filter at each node, what came before and after, and why.
//!
//! What rows say by themselves is an edge without being stored as one: a trip leads to the places where it began and ended,
//! to what it supports, and to the trip after it. So erasing a row takes its edges along.

use std::collections::BTreeSet;

use domain::{
    DayKind, ObservationId, ProfileId, StatementType, TimeBucket, Timestamp, Validity,
    graph::{EntityKind, Link, NodeRef, Relation},
};
use rusqlite::{Connection, Row, params};

use crate::{
    Mine, StoreError,
    codec::{all, first, known},
    graph::{node_columns, node_from},
    statement_row,
    words::fold,
};

/// Along a tie, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From its beginning to its end.
    Along,
    /// From its end to its beginning.
    Against,
}

/// What a node has to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NodeFilter {
    /// Anything.
    #[default]
    Any,
    /// An entity of this kind, of this name when one is given.
    Entity(EntityKind, Option<String>),
    /// A place with this tag; with any when empty.
    Place(String),
    /// A trip with these properties; those absent do not matter.
    Trip {
        /// Part of the day of departure.
        bucket: Option<TimeBucket>,
        /// Workday or weekend.
        days: Option<DayKind>,
        /// Whether it left the recommended route.
        deviated: Option<bool>,
        /// A road that it took.
        road: Option<String>,
    },
    /// A statement of this type about this property; those absent do not matter.
    Statement(Option<StatementType>, Option<String>),
    /// A preference or habit.
    Preference,
}

/// One step of a walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Hop {
    /// By which ties; empty for any.
    pub relations: Vec<Relation>,
    /// Which way.
    pub direction: Direction,
    /// What the next node has to be.
    pub to: NodeFilter,
}

/// One constraint of a question with several: the node is tied like this to that one.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// How.
    pub relation: Relation,
    /// Which way, seen from the node that is looked for.
    pub direction: Direction,
    /// To what.
    pub other: NodeRef,
}

/// Nodes that one step of a walk keeps: a hub with a million ties must not stop the program.
const WIDEST: usize = 4_096;

impl Mine<'_> {
    /// The ties of a node that were so at an instant, stored ones and those that rows say by themselves.
    pub fn ties(&self, node: NodeRef, direction: Direction, at: Timestamp) -> Result<Vec<Link>, StoreError> {
        self.store.read(|conn| edges(conn, self.profile, node, direction, &[], at))
    }

    /// Every path from a node along these hops, each with the nodes it passes (MISSION S2-28).
    pub fn paths(&self, from: NodeRef, hops: &[Hop], at: Timestamp) -> Result<Vec<Vec<NodeRef>>, StoreError> {
        self.store.read(|conn| {
            let mut paths = vec![vec![from]];
            for hop in hops {
                let mut longer: Vec<Vec<NodeRef>> = Vec::new();
                for path in paths {
                    let Some(last) = path.last() else { continue };
                    for link in edges(conn, self.profile, *last, hop.direction, &hop.relations, at)? {
                        let next = far_end(&link, hop.direction);
                        if longer.len() < WIDEST
                            && !path.contains(&next)
                            && passes(conn, self.profile, next, &hop.to)?
                        {
                            longer.push(path.iter().copied().chain([next]).collect());
                        }
                    }
                }
                longer.sort();
                longer.dedup();
                paths = longer;
            }
            Ok(paths)
        })
    }

    /// Nodes that fit a filter and every pattern: "who was praised and often drives to 中关村" (MISSION S3-23).
    pub fn nodes(
        &self,
        what: &NodeFilter,
        patterns: &[Pattern],
        at: Timestamp,
    ) -> Result<Vec<NodeRef>, StoreError> {
        self.store.read(|conn| {
            let mut fitting: Option<BTreeSet<NodeRef>> = None;
            for pattern in patterns {
                // From the other node, against the direction in which the node sees it.
                let back = match pattern.direction {
                    Direction::Along => Direction::Against,
                    Direction::Against => Direction::Along,
                };
                let links = edges(conn, self.profile, pattern.other, back, &[pattern.relation], at)?;
                let found: BTreeSet<NodeRef> = links.iter().map(|link| far_end(link, back)).collect();
                fitting = Some(match fitting {
                    Some(before) => before.intersection(&found).copied().collect(),
                    None => found,
                });
            }
            let mut nodes = Vec::new();
            for node in fitting.unwrap_or_default() {
                if passes(conn, self.profile, node, what)? {
                    nodes.push(node);
                }
            }
            Ok(nodes)
        })
    }

    /// The trips after an instant, in order, at most `limit`: "after I moved, which route did I take first?" (S2-26).
    pub fn trips_after(&self, after: Timestamp, limit: usize) -> Result<Vec<NodeRef>, StoreError> {
        let sql = "SELECT id FROM live_trips WHERE profile_id = ?1 AND departure_time > ?2 ORDER BY departure_time, id LIMIT ?3";
        let params = params![self.profile.0, after.0, limit as i64];
        self.store.read(|conn| all(conn, sql, params, |row| node_from("trip", row.get(0)?)))
    }

    /// What came next after a node, by happens-before: stored ties, the trip after a trip, the first trip after a statement
    /// became true, what was noticed after something noticed.
    pub fn next(&self, node: NodeRef) -> Result<Option<NodeRef>, StoreError> {
        self.store.read(|conn| neighbour(conn, self.profile, node, true))
    }

    /// What came before a node.
    pub fn before(&self, node: NodeRef) -> Result<Option<NodeRef>, StoreError> {
        self.store.read(|conn| neighbour(conn, self.profile, node, false))
    }

    /// Why something is as it is: every tie that leads to it by causing, supporting or replacing, and the conditions under
    /// which that happened, nearest first (MISSION S2-27: preference ← trip ← congestion).
    pub fn why(&self, node: NodeRef, at: Timestamp) -> Result<Vec<Link>, StoreError> {
        const DEEPEST: usize = 4;
        self.store.read(|conn| {
            let mut told = Vec::new();
            let mut seen = BTreeSet::from([node]);
            let mut layer = vec![node];
            for _ in 0..DEEPEST {
                let mut next = Vec::new();
                for one in layer {
                    let leads = [Relation::Causes, Relation::Supports];
                    for link in edges(conn, self.profile, one, Direction::Against, &leads, at)? {
                        if seen.insert(link.from) {
                            next.push(link.from);
                        }
                        told.push(link);
                    }
                    let under = [Relation::Under, Relation::Replaces];
                    told.extend(edges(conn, self.profile, one, Direction::Along, &under, at)?);
                }
                layer = next;
            }
            Ok(told)
        })
    }
}

fn far_end(link: &Link, direction: Direction) -> NodeRef {
    match direction {
        Direction::Along => link.to,
        Direction::Against => link.from,
    }
}

/// Stored and derived ties of a node.
fn edges(
    conn: &Connection,
    profile: ProfileId,
    node: NodeRef,
    direction: Direction,
    relations: &[Relation],
    at: Timestamp,
) -> Result<Vec<Link>, StoreError> {
    let (kind, id) = node_columns(node);
    let along = direction == Direction::Along;
    let sql = if along { STORED_ALONG } else { STORED_AGAINST };
    let mut links = all(conn, sql, params![profile.0, kind, id, at.0], |row| {
        Ok(Link {
            from: node_from(&row.get::<_, String>("from_kind")?, row.get("from_id")?)?,
            relation: known(row, "relation", Relation::from_word)?,
            to: node_from(&row.get::<_, String>("to_kind")?, row.get("to_id")?)?,
            validity: Validity {
                valid_from: Timestamp(row.get("valid_from")?),
                valid_to: row.get::<_, Option<i64>>("valid_to")?.map(Timestamp),
            },
            recorded: Timestamp(row.get("recorded_at")?),
            confidence: row.get("confidence")?,
            source: row.get::<_, Option<i64>>("source_id")?.map(ObservationId),
        })
    })?;
    links.retain(|link| relations.is_empty() || relations.contains(&link.relation));
    for (of, way, relation, other, sql) in DERIVED {
        let wanted = relations.is_empty() || relations.contains(relation);
        if *of != kind || (*way == Direction::Along) != along || !wanted {
            continue;
        }
        links.extend(all(conn, sql, params![profile.0, id], |row| {
            derived(row, node, along, *relation, other)
        })?);
    }
    // Stored ties are asked for by their time already; what rows say by themselves is so from then on.
    links.retain(|link| link.validity.valid_from <= at);
    Ok(links)
}

fn derived(
    row: &Row<'_>,
    node: NodeRef,
    along: bool,
    relation: Relation,
    other: &str,
) -> Result<Link, StoreError> {
    let far = node_from(other, row.get(0)?)?;
    let since = Timestamp(row.get(1)?);
    let (from, to) = if along { (node, far) } else { (far, node) };
    let validity = Validity { valid_from: since, valid_to: None };
    Ok(Link { from, relation, to, validity, recorded: since, confidence: 1.0, source: None })
}

const STORED_ALONG: &str =
    "SELECT * FROM live_links WHERE profile_id = ?1 AND from_kind = ?2 AND from_id = ?3
  AND valid_from <= ?4 AND (valid_to IS NULL OR ?4 < valid_to)";
const STORED_AGAINST: &str = "SELECT * FROM live_links WHERE profile_id = ?1 AND to_kind = ?2 AND to_id = ?3
  AND valid_from <= ?4 AND (valid_to IS NULL OR ?4 < valid_to)";

/// Ties that rows say by themselves: of which kind of node, which way, how, to which kind; and the other rows, each with
/// since when. Parameters: owner, row.
const DERIVED: &[(&str, Direction, Relation, &str, &str)] = &[
    (
        "trip",
        Direction::Along,
        Relation::StartedAt,
        "place",
        "SELECT start_live, departure_time FROM live_trips WHERE profile_id = ?1 AND id = ?2 AND start_live IS NOT NULL",
    ),
    (
        "trip",
        Direction::Along,
        Relation::EndedAt,
        "place",
        "SELECT end_live, departure_time FROM live_trips WHERE profile_id = ?1 AND id = ?2 AND end_live IS NOT NULL",
    ),
    (
        "place",
        Direction::Against,
        Relation::StartedAt,
        "trip",
        "SELECT id, departure_time FROM live_trips WHERE profile_id = ?1 AND start_place_id = ?2 ORDER BY id",
    ),
    (
        "place",
        Direction::Against,
        Relation::EndedAt,
        "trip",
        "SELECT id, departure_time FROM live_trips WHERE profile_id = ?1 AND end_place_id = ?2 ORDER BY id",
    ),
    (
        "trip",
        Direction::Along,
        Relation::Supports,
        "pref",
        "SELECT preference_id, linked_at FROM live_evidence WHERE profile_id = ?1 AND trip_id = ?2 AND supports = 1",
    ),
    (
        "pref",
        Direction::Against,
        Relation::Supports,
        "trip",
        "SELECT trip_id, linked_at FROM live_evidence WHERE profile_id = ?1 AND preference_id = ?2 AND supports = 1",
    ),
    (
        "obs",
        Direction::Along,
        Relation::Supports,
        "stmt",
        "SELECT statement_id, linked_at FROM live_statement_evidence
           WHERE profile_id = ?1 AND observation_id = ?2 AND supports = 1",
    ),
    (
        "stmt",
        Direction::Against,
        Relation::Supports,
        "obs",
        "SELECT observation_id, linked_at FROM live_statement_evidence
           WHERE profile_id = ?1 AND statement_id = ?2 AND supports = 1",
    ),
    (
        "obs",
        Direction::Against,
        Relation::Causes,
        "trip",
        "SELECT trip_id, at FROM live_observations WHERE profile_id = ?1 AND id = ?2 AND trip_id IS NOT NULL",
    ),
    (
        "pref",
        Direction::Along,
        Relation::Under,
        "place",
        "SELECT p.id, f.created_at FROM live_preferences f JOIN live_places p ON p.id IN (f.from_place_id, f.to_place_id)
           WHERE f.profile_id = ?1 AND p.profile_id = ?1 AND f.id = ?2",
    ),
];

fn passes(
    conn: &Connection,
    profile: ProfileId,
    node: NodeRef,
    filter: &NodeFilter,
) -> Result<bool, StoreError> {
    let (_, id) = node_columns(node);
    let there = |sql: &str, params: &[&dyn rusqlite::ToSql]| -> Result<bool, StoreError> {
        Ok(first(conn, sql, params, |_row| Ok(()))?.is_some())
    };
    match (filter, node) {
        (NodeFilter::Any, _) | (NodeFilter::Preference, NodeRef::Preference(_)) => Ok(true),
        (NodeFilter::Entity(kind, name), NodeRef::Entity(_)) => there(
            "SELECT 1 FROM entities WHERE profile_id = ?1 AND id = ?2 AND kind = ?3 AND (?4 IS NULL OR folded = ?4)",
            &[&profile.0, &id, &kind.word(), &name.as_deref().map(fold)],
        ),
        (NodeFilter::Place(tag), NodeRef::Place(_)) => there(
            "SELECT 1 FROM live_places WHERE profile_id = ?1 AND id = ?2 AND (?3 = '' OR tag = ?3)",
            &[&profile.0, &id, tag],
        ),
        (NodeFilter::Trip { bucket, days, deviated, road }, NodeRef::Trip(_)) => there(
            "SELECT 1 FROM live_trips WHERE profile_id = ?1 AND id = ?2 AND (?3 IS NULL OR departure_bucket = ?3)
               AND (?4 IS NULL OR departure_days = ?4) AND (?5 IS NULL OR deviated = ?5)
               AND (?6 IS NULL OR EXISTS (SELECT 1 FROM json_each(via_roads) WHERE value = ?6))",
            &[&profile.0, &id, &bucket.map(TimeBucket::word), &days.map(DayKind::word), deviated, road],
        ),
        (NodeFilter::Statement(kind, attribute), NodeRef::Statement(_)) => there(
            "SELECT 1 FROM live_statements WHERE profile_id = ?1 AND id = ?2 AND (?3 IS NULL OR kind = ?3)
               AND (?4 IS NULL OR attribute = ?4)",
            &[&profile.0, &id, &kind.map(StatementType::word), attribute],
        ),
        _ => Ok(false),
    }
}

/// The next node in time, or the one before: a stored tie first, then the order of the rows themselves.
fn neighbour(
    conn: &Connection,
    profile: ProfileId,
    node: NodeRef,
    forward: bool,
) -> Result<Option<NodeRef>, StoreError> {
    let direction = if forward { Direction::Along } else { Direction::Against };
    let stored = edges(conn, profile, node, direction, &[Relation::HappensBefore], Timestamp(i64::MAX))?;
    if let Some(link) = stored.first() {
        return Ok(Some(far_end(link, direction)));
    }
    let (_, id) = node_columns(node);
    let (kind, sql) = match (node, forward) {
        (NodeRef::Trip(_), true) => (
            "trip",
            "SELECT t.id FROM live_trips t, live_trips me WHERE t.profile_id = ?1 AND me.profile_id = ?1 AND me.id = ?2
               AND (t.departure_time, t.id) > (me.departure_time, me.id) ORDER BY t.departure_time, t.id LIMIT 1",
        ),
        (NodeRef::Trip(_), false) => (
            "trip",
            "SELECT t.id FROM live_trips t, live_trips me WHERE t.profile_id = ?1 AND me.profile_id = ?1 AND me.id = ?2
               AND (t.departure_time, t.id) < (me.departure_time, me.id)
             ORDER BY t.departure_time DESC, t.id DESC LIMIT 1",
        ),
        (NodeRef::Observation(_), true) => (
            "obs",
            "SELECT o.id FROM live_observations o, live_observations me
             WHERE o.profile_id = ?1 AND me.profile_id = ?1 AND me.id = ?2 AND (o.at, o.id) > (me.at, me.id)
             ORDER BY o.at, o.id LIMIT 1",
        ),
        (NodeRef::Observation(_), false) => (
            "obs",
            "SELECT o.id FROM live_observations o, live_observations me
             WHERE o.profile_id = ?1 AND me.profile_id = ?1 AND me.id = ?2 AND (o.at, o.id) < (me.at, me.id)
             ORDER BY o.at DESC, o.id DESC LIMIT 1",
        ),
        (NodeRef::Statement(statement), _) => {
            let Some(row) = statement_row::live(conn, profile, statement)? else { return Ok(None) };
            let sql = if forward {
                "SELECT id FROM live_trips WHERE profile_id = ?1 AND departure_time > ?2 ORDER BY departure_time, id LIMIT 1"
            } else {
                "SELECT id FROM live_trips WHERE profile_id = ?1 AND departure_time < ?2
                 ORDER BY departure_time DESC, id DESC LIMIT 1"
            };
            let since = row.validity.valid_from.0;
            return first(conn, sql, params![profile.0, since], |row| node_from("trip", row.get(0)?));
        }
        (NodeRef::Place(_) | NodeRef::Preference(_) | NodeRef::Entity(_), _) => return Ok(None),
    };
    first(conn, sql, params![profile.0, id], |row| node_from(kind, row.get(0)?))
}

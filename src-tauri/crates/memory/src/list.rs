//! The memory page's table: every kind of memory in one list, filtered, sorted and counted.
//!
//! The words are looked up in the index; the facets need every row anyway, so the rest is decided on the rows in memory
//! (10,000 rows take about 20 ms).

use std::collections::HashSet;

use domain::{MemoryRef, Moment, PreferenceState, ProfileId, Provenance, Timestamp};
use rusqlite::{Connection, params};

use crate::{
    Mine, StoreError,
    codec::{all, instant, known, moment, ref_from_columns, ref_to_columns, texts_from_json},
    index,
    words::{expression, fold, index_terms, query_terms},
};

/// What kind of row it is on the memory page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryKind {
    /// A remembered place.
    Place,
    /// A stated or imported preference.
    Preference,
    /// Something inferred from trips, confirmed or not.
    Habit,
    /// A driven trip.
    Trip,
    /// A sentence: a fact, taste, plan or conclusion.
    Statement,
    /// What reflection made of observations.
    Insight,
    /// Something noticed, in words or deeds.
    Noticed,
}

impl MemoryKind {
    /// All.
    pub const ALL: [Self; 7] = [
        Self::Place,
        Self::Preference,
        Self::Habit,
        Self::Trip,
        Self::Statement,
        Self::Insight,
        Self::Noticed,
    ];

    /// Stable word for storage and for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Place => "place",
            Self::Preference => "preference",
            Self::Habit => "habit",
            Self::Trip => "trip",
            Self::Statement => "statement",
            Self::Insight => "insight",
            Self::Noticed => "noticed",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// Order of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// Surest first.
    Confidence,
    /// Last used first.
    LastUsed,
    /// Most used first.
    Uses,
    /// By wording.
    Title,
}

/// What to list. The default lists everything that is live.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListQuery {
    /// Words that all have to occur; two-character Chinese words count. Empty for all.
    pub text: String,
    /// Only these kinds; empty for all.
    pub kinds: Vec<MemoryKind>,
    /// Only from these; empty for all.
    pub provenance: Vec<Provenance>,
    /// Only in these states; empty for all. Places and trips count as active.
    pub states: Vec<PreferenceState>,
    /// At least this sure.
    pub min_confidence: Option<f64>,
    /// At most this sure.
    pub max_confidence: Option<f64>,
    /// Only what waits for the person's answer.
    pub unconfirmed_only: bool,
    /// The "recently deleted" list instead of the live one.
    pub deleted: bool,
    /// Order.
    pub sort: Sort,
    /// Rows to skip.
    pub offset: usize,
    /// Rows at most; 0 for all.
    pub limit: usize,
}

/// One row of the memory page.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryRow {
    /// Its id.
    pub memory: MemoryRef,
    /// What kind.
    pub kind: MemoryKind,
    /// The wording: a place's name, a preference's content, a trip's roads.
    pub title: String,
    /// Second line: an address, a note; may be empty.
    pub detail: String,
    /// Who it comes from.
    pub provenance: Provenance,
    /// Whether it may act; `Active` for places and trips.
    pub state: PreferenceState,
    /// 0 to 1; 1 for places and trips.
    pub confidence: f64,
    /// When it was written down.
    pub created: Moment,
    /// Last time a plan that was driven used it.
    pub last_used: Option<Timestamp>,
    /// How often a driven plan used it.
    pub uses: u32,
    /// Whether a person edited it.
    pub user_edited: bool,
    /// When it was deleted; only in the "recently deleted" list.
    pub deleted: Option<Timestamp>,
    /// How many observations support it.
    pub evidence: u32,
}

/// Counts for the facets, over all rows that match the text and `deleted`, whatever the other filters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FacetCounts {
    /// Per kind.
    pub kinds: Vec<(MemoryKind, usize)>,
    /// Per provenance.
    pub provenance: Vec<(Provenance, usize)>,
    /// Per state.
    pub states: Vec<(PreferenceState, usize)>,
    /// Waiting for an answer.
    pub unconfirmed: usize,
}

/// One page of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The rows, in order.
    pub rows: Vec<MemoryRow>,
    /// How many match in all.
    pub total: usize,
    /// Counts for the facets.
    pub facets: FacetCounts,
}

impl Mine<'_> {
    /// One page of the table.
    pub fn list(&self, query: &ListQuery) -> Result<Page, StoreError> {
        let wanted = query_terms(&query.text);
        let found = self.store.read(|conn| {
            let rows = rows(conn, self.profile, query.deleted, None)?;
            if wanted.is_empty() {
                return Ok(rows);
            }
            if query.deleted {
                return Ok(rows.into_iter().filter(|row| has_all(row, &wanted)).collect());
            }
            let matching = matching(conn, &wanted)?;
            Ok(rows
                .into_iter()
                .filter(|row| matching.contains(&index::row_of(row.memory)))
                .collect::<Vec<_>>())
        })?;
        let facets = count(&found);
        let mut rows: Vec<MemoryRow> = found.into_iter().filter(|row| passes(row, query)).collect();
        sort(&mut rows, query.sort);
        let total = rows.len();
        let limit = if query.limit == 0 { total } else { query.limit };
        let rows = rows.into_iter().skip(query.offset).take(limit).collect();
        Ok(Page { rows, total, facets })
    }
}

/// Rows of the words that hold all terms, of whoever; the caller keeps only its own.
fn matching(conn: &Connection, terms: &[String]) -> Result<HashSet<i64>, StoreError> {
    let sql = "SELECT rowid FROM words WHERE words MATCH ?1";
    Ok(all(conn, sql, [expression(terms, " AND ", true)], |row| Ok(row.get(0)?))?.into_iter().collect())
}

/// Deleted rows are not in the index, so their words are cut here.
fn has_all(row: &MemoryRow, wanted: &[String]) -> bool {
    let own = index_terms(&format!("{} | {}", row.title, row.detail));
    wanted.iter().all(|term| own.iter().any(|word| word.starts_with(term.as_str())))
}

fn passes(row: &MemoryRow, query: &ListQuery) -> bool {
    (query.kinds.is_empty() || query.kinds.contains(&row.kind))
        && (query.provenance.is_empty() || query.provenance.contains(&row.provenance))
        && (query.states.is_empty() || query.states.contains(&row.state))
        && query.min_confidence.is_none_or(|min| row.confidence >= min)
        && query.max_confidence.is_none_or(|max| row.confidence <= max)
        && (!query.unconfirmed_only || row.state == PreferenceState::Proposed)
}

fn sort(rows: &mut [MemoryRow], by: Sort) {
    rows.sort_by(|a, b| {
        let newest = b.created.at.cmp(&a.created.at).then(b.memory.cmp(&a.memory));
        match by {
            Sort::Newest => newest,
            Sort::Oldest => newest.reverse(),
            Sort::Confidence => b.confidence.total_cmp(&a.confidence).then(newest),
            Sort::LastUsed => b.last_used.cmp(&a.last_used).then(newest),
            Sort::Uses => b.uses.cmp(&a.uses).then(newest),
            Sort::Title => fold(&a.title).cmp(&fold(&b.title)).then(newest),
        }
    });
}

fn count(rows: &[MemoryRow]) -> FacetCounts {
    let how_many = |is: &dyn Fn(&MemoryRow) -> bool| rows.iter().filter(|row| is(row)).count();
    FacetCounts {
        kinds: MemoryKind::ALL.map(|kind| (kind, how_many(&|row| row.kind == kind))).to_vec(),
        provenance: Provenance::ALL.map(|from| (from, how_many(&|row| row.provenance == from))).to_vec(),
        states: PreferenceState::ALL.map(|state| (state, how_many(&|row| row.state == state))).to_vec(),
        unconfirmed: how_many(&|row| row.state == PreferenceState::Proposed),
    }
}

/// The rows of every kind, live or deleted, or only one of them.
pub(crate) fn rows(
    conn: &Connection,
    profile: ProfileId,
    deleted: bool,
    only: Option<MemoryRef>,
) -> Result<Vec<MemoryRow>, StoreError> {
    let sql = if deleted {
        UNION.replace("live_", "").replace("$hidden", "IS NOT NULL")
    } else {
        UNION.replace("$hidden", "IS NULL")
    };
    let (kind, id) = only.map(ref_to_columns).unzip();
    all(conn, &sql, params![profile.0, kind, id], |row| {
        let table: String = row.get("t")?;
        let title: String = row.get("title")?;
        let title = if table == "trip" { texts_from_json(&title)?.join(" · ") } else { title };
        Ok(MemoryRow {
            memory: ref_from_columns(&table, row.get("id")?)?,
            kind: known(row, "kind", MemoryKind::from_word)?,
            title,
            detail: row.get("detail")?,
            provenance: known(row, "provenance", Provenance::from_word)?,
            state: known(row, "state", PreferenceState::from_word)?,
            confidence: row.get("confidence")?,
            created: moment(row, "created_at")?,
            last_used: instant(row, "last_used_at")?,
            uses: row.get("uses")?,
            user_edited: row.get("user_edited")?,
            deleted: instant(row, "deleted_at")?,
            evidence: row.get("support")?,
        })
    })
}

/// Reads the views; [`rows`] turns them into the tables behind for the "recently deleted" list.
const UNION: &str = "
  SELECT 'place' AS t, p.id, 'place' AS kind, p.name AS title, p.address AS detail, p.provenance, 'active' AS state,
    p.confidence, p.created_at, p.zone, p.last_used_at, p.uses, p.user_edited, d.deleted_at, 0 AS support
  FROM live_places p LEFT JOIN deletions d ON d.id = p.deletion_id
  WHERE p.profile_id = ?1 AND p.deletion_id $hidden AND (?2 IS NULL OR (?2 = 'place' AND p.id = ?3))
  UNION ALL
  SELECT 'pref', p.id, p.kind, p.content, '', p.provenance, p.state, p.confidence, p.created_at, p.zone, p.last_used_at,
    p.uses, p.user_edited, d.deleted_at, (SELECT count(*) FROM live_evidence e
      WHERE e.profile_id = ?1 AND e.preference_id = p.id AND e.supports = 1)
  FROM live_preferences p LEFT JOIN deletions d ON d.id = p.deletion_id
  WHERE p.profile_id = ?1 AND p.deletion_id $hidden AND (?2 IS NULL OR (?2 = 'pref' AND p.id = ?3))
  UNION ALL
  SELECT 'trip', p.id, 'trip', p.via_roads, p.note, p.provenance, 'active', p.confidence, p.created_at, p.zone,
    p.last_used_at, p.uses, 0, d.deleted_at, 0
  FROM live_trips p LEFT JOIN deletions d ON d.id = p.deletion_id
  WHERE p.profile_id = ?1 AND p.deletion_id $hidden AND (?2 IS NULL OR (?2 = 'trip' AND p.id = ?3))
  UNION ALL
  SELECT 'stmt', p.id, CASE p.kind WHEN 'insight' THEN 'insight' ELSE 'statement' END, p.content, '', p.provenance,
    CASE p.state WHEN 'review' THEN 'proposed' WHEN 'pending' THEN 'candidate' ELSE p.state END, p.confidence,
    p.created_at, p.zone, p.last_used_at, p.uses, p.user_edited, d.deleted_at, (SELECT count(*)
      FROM live_statement_evidence e WHERE e.profile_id = ?1 AND e.statement_id = p.id AND e.supports = 1)
  FROM live_statements p LEFT JOIN deletions d ON d.id = p.deletion_id
  WHERE p.profile_id = ?1 AND p.deletion_id $hidden AND (?2 IS NULL OR (?2 = 'stmt' AND p.id = ?3))
  UNION ALL
  SELECT 'obs', p.id, 'noticed', CASE p.words WHEN '' THEN trim(ifnull(p.attribute, p.kind) || ' ' || p.value) ELSE p.words
    END, p.traffic, CASE p.source WHEN 'import' THEN 'imported' ELSE 'stated' END, 'active', p.heard, p.at, p.zone,
    p.last_used_at, p.uses, 0, d.deleted_at, 0
  FROM live_observations p LEFT JOIN deletions d ON d.id = p.deletion_id
  WHERE p.profile_id = ?1 AND p.deletion_id $hidden AND p.kind NOT IN ('followed', 'deviated')
    AND (?2 IS NULL OR (?2 = 'obs' AND p.id = ?3))";

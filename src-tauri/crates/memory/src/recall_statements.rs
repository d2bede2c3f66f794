//! Which statements may matter for a question: insights before everything else; vectors, words, graph and topics joined;
//! owner and what holds now by SQL, row by row, whatever the index believed (MISSION X18).

use std::collections::HashMap;

use domain::{
    MemoryClass, MemoryRef, Moment, ObservationId, Provenance, Statement, StatementId, StatementKey,
    StatementState, StatementType, Timestamp, Validity,
};
use recall::{Ask, Candidate, Dropped, Index, Parts, Scene, UNTAUGHT_LEEWAY, Wanted, bits, formula, pick};
use reflect::{Circumstances, Condition, ageing, life};
use rusqlite::{Connection, Row, params};

use crate::{
    Mine, RecallAsk, StoreError,
    ageing::of_statement,
    codec::known,
    index::row_of,
    recall_context::{Around, fit},
    recall_graph,
    recall_index::floats,
    recall_words,
    statement_row::{self as rows, IN_FORCE, is_persons},
};

/// Turns of one talk that are read: the best two decide between them.
const OF_ONE_TALK: usize = 2;

/// One question on its way.
pub(crate) struct Asking<'a> {
    pub(crate) question: &'a RecallAsk,
    pub(crate) scene: &'a Scene,
    pub(crate) ask: Ask,
    pub(crate) around: Around,
    /// Its vector, where the index compares vectors of its model.
    pub(crate) vector: Option<&'a [f32]>,
    /// How near it lies to everything that is remembered, 0 to 1.
    pub(crate) background: f64,
    /// How far off its answer may lie, 0 to 1.
    pub(crate) leeway: f64,
    model: Option<&'a str>,
}

impl<'a> Asking<'a> {
    pub(crate) fn of(question: &'a RecallAsk, scene: &'a Scene, index: &Index, compares: bool) -> Self {
        let mut ask = Ask::of(&question.text, index.subjects());
        if ask.owner.is_none() {
            ask.owner = index.subjects().position(|subject| subject == "me");
        }
        let embedding = question.embedding.as_ref();
        let compared = embedding.filter(|_| compares);
        let background = compared.map_or(0.0, |one| index.background(&one.vector, ask.chinese));
        Self {
            question,
            scene,
            ask,
            around: Around::of(&question.situation, &question.passengers),
            vector: embedding.map(|one| one.vector.as_slice()),
            background,
            leeway: question.leeway.unwrap_or(UNTAUGHT_LEEWAY).clamp(0.0, 1.0),
            model: compared.map(|one| one.model.as_str()),
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.question.situation.depart.at
    }
}

/// What was found among the statements.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Found {
    /// Candidates that hold now, with all of their parts and their ages in days. Their numbers are those of the word index.
    pub(crate) rows: Vec<(Candidate, f64)>,
    /// Read and left out before anything was scored.
    pub(crate) left: Vec<(Candidate, Dropped)>,
    /// Likeness that these have to have.
    pub(crate) threshold: f64,
    pub(crate) first_tier: bool,
    pub(crate) from_talk: bool,
    /// Rows that were read.
    pub(crate) read: usize,
    /// Candidates before rows were read.
    pub(crate) candidates: usize,
}

impl Mine<'_> {
    pub(crate) fn find_statements(
        &self,
        conn: &Connection,
        index: &Index,
        asking: &Asking<'_>,
        last: Option<&[StatementId]>,
    ) -> Result<Found, StoreError> {
        let scene = asking.scene;
        let words = if scene.routes.words {
            recall_words::shares(conn, self.profile, index, &asking.ask.said, scene.breadth.of_each_word)?
        } else {
            Default::default()
        };
        let graph = if scene.routes.graph {
            recall_graph::tied(conn, self.profile, &asking.ask.said)?
        } else {
            Default::default()
        };
        let mut wanted = Wanted {
            ask: &asking.ask,
            vector: asking.vector.filter(|_| asking.model.is_some()),
            // Whether one of these few answers alone is told by it alone.
            background: 0.0,
            leeway: asking.leeway,
            words: &words,
            graph: &graph,
            weights: &scene.weights,
            routes: scene.routes,
            first_tier: None,
            breadth: scene.breadth,
        };
        let exact = index.is_exact();
        if let Some(last) = last.filter(|last| !last.is_empty()) {
            let among = index.search_among(&wanted, last.iter().map(|id| id.0));
            let found = self.close_up(conn, asking, among, exact)?;
            let found = Found { threshold: scene.first_tier, from_talk: true, ..found };
            if answers(asking, &found) {
                return Ok(found);
            }
        }
        if scene.first_tier <= 1.0 && index.has_first_tier() {
            wanted.first_tier = Some(true);
            let insights = self.close_up(conn, asking, index.search(&wanted), exact)?;
            let found = Found { threshold: scene.first_tier, first_tier: true, ..insights };
            if answers(asking, &found) {
                return Ok(found);
            }
            wanted.first_tier = None;
        }
        wanted.background = asking.background;
        let found = self.close_up(conn, asking, index.search(&wanted), exact)?;
        Ok(Found { threshold: scene.threshold, ..found })
    }

    /// Reads the rows of the best candidates and leaves out what does not hold.
    fn close_up(
        &self,
        conn: &Connection,
        asking: &Asking<'_>,
        candidates: Vec<Candidate>,
        exact: bool,
    ) -> Result<Found, StoreError> {
        let scene = asking.scene;
        let now = asking.now();
        let mut found = Found { candidates: candidates.len(), ..Found::default() };
        let mut told: HashMap<u64, usize> = HashMap::new();
        let mut insights: Vec<(StatementId, Condition)> = Vec::new();
        let mut read = conn.prepare_cached(&sql())?;
        // Where the index has compared whole vectors, the row's own need not be read: two kilobytes each.
        let model = asking.model.filter(|_| !exact);
        for mut candidate in candidates {
            if found.read >= scene.candidates {
                break;
            }
            if candidate.session != 0 && scene.merge_minutes > 0 {
                let turns = told.entry(candidate.session).or_default();
                *turns += 1;
                if *turns > OF_ONE_TALK {
                    continue;
                }
            }
            let id = StatementId(candidate.id);
            let mut lines = read.query(params![self.profile.0, now.0, id.0, model])?;
            let Some(row) = lines.next()? else { continue };
            let standing = Standing::of(row)?;
            drop(lines);
            found.read += 1;
            let age = now.days_since(standing.row.last_confirmed);
            standing.complete(&mut candidate, asking, exact, age);
            if standing.row.kind == StatementType::Insight
                && let Some(condition) = Condition::parse(&standing.row.key.condition)
            {
                insights.push((id, condition));
            }
            candidate.id = row_of(MemoryRef::Statement(id));
            if candidate.parts.ageing <= 0.0 {
                found.left.push((candidate, Dropped::Faded));
            } else {
                found.rows.push((candidate, age));
            }
        }
        self.leave_out_what_is_stood_for(conn, asking, &insights, &mut found)?;
        Ok(found)
    }

    /// Raw rows of which all that speaks for them is evidence of an insight that holds now (MISSION S1-08).
    fn leave_out_what_is_stood_for(
        &self,
        conn: &Connection,
        asking: &Asking<'_>,
        insights: &[(StatementId, Condition)],
        found: &mut Found,
    ) -> Result<(), StoreError> {
        if insights.is_empty() {
            return Ok(());
        }
        let evidence = |id: StatementId| -> Result<Vec<ObservationId>, StoreError> {
            let all = rows::evidence(conn, self.profile, id)?;
            Ok(all.into_iter().filter(|(_, supports)| *supports).map(|(id, _)| id).collect())
        };
        let evidences =
            insights.iter().map(|(id, _)| evidence(*id)).collect::<Result<Vec<_>, StoreError>>()?;
        let situation = &asking.question.situation;
        let now = Circumstances {
            at: &situation.depart,
            weather: situation.weather,
            passengers: &asking.question.passengers,
            place: situation.from,
        };
        let stood_for = life::stands_for(
            insights
                .iter()
                .zip(&evidences)
                .map(|((_, condition), evidence)| (&StatementState::Active, condition, evidence.as_slice())),
            &now,
        );
        let mut kept = Vec::with_capacity(found.rows.len());
        for (candidate, age) in std::mem::take(&mut found.rows) {
            let MemoryRef::Statement(id) = crate::index::memory_of(candidate.id) else { continue };
            let own = if insights.iter().any(|(insight, _)| *insight == id) || stood_for.is_empty() {
                Vec::new()
            } else {
                evidence(id)?
            };
            if !own.is_empty() && own.iter().all(|one| stood_for.contains(one)) {
                found.left.push((candidate, Dropped::StoodFor));
            } else {
                kept.push((candidate, age));
            }
        }
        found.rows = kept;
        Ok(())
    }
}

/// Whether any of them would be returned.
fn answers(asking: &Asking<'_>, found: &Found) -> bool {
    let scene = Scene { threshold: found.threshold, ..*asking.scene };
    let candidates = found.rows.iter().map(|(one, _)| one.clone()).collect();
    !pick(&scene, asking.vector.is_some(), candidates, |_| 0.0, None).kept.is_empty()
}

/// What ranking needs of a statement that holds now; nothing of any other. One plan for every candidate: prepared once.
fn sql() -> String {
    format!(
        "SELECT s.class, s.kind, s.condition, s.provenance, s.confidence, s.importance, s.uses, s.created_at, s.zone,
           s.last_confirmed_at, s.last_used_at, s.valid_from, s.valid_to, s.energy, s.user_edited,
           CASE WHEN s.embedding_model = ?4 THEN s.embedding END AS embedding
         FROM active_statements s WHERE s.profile_id = ?1 AND s.id = ?3 AND s.archived_at IS NULL AND {IN_FORCE}"
    )
}

/// What ranking needs of a row.
struct Standing {
    /// The row without its words.
    row: Statement,
    importance: f64,
    vector: Option<Vec<f32>>,
}

impl Standing {
    fn of(row: &Row<'_>) -> Result<Self, StoreError> {
        let optional = |column: &str| Ok::<_, StoreError>(row.get::<_, Option<i64>>(column)?.map(Timestamp));
        Ok(Self {
            row: Statement {
                id: StatementId(0),
                class: known(row, "class", MemoryClass::from_word)?,
                kind: known(row, "kind", StatementType::from_word)?,
                content: String::new(),
                key: StatementKey {
                    subject: String::new(),
                    attribute: String::new(),
                    condition: row.get("condition")?,
                },
                value: String::new(),
                importance: domain::Importance::default(),
                confidence: row.get("confidence")?,
                provenance: known(row, "provenance", Provenance::from_word)?,
                state: StatementState::Active,
                validity: Validity {
                    valid_from: Timestamp(row.get("valid_from")?),
                    valid_to: optional("valid_to")?,
                },
                created: Moment { at: Timestamp(row.get("created_at")?), zone: String::new() },
                replaces: None,
                superseded_at: None,
                last_confirmed: Timestamp(row.get("last_confirmed_at")?),
                last_used: optional("last_used_at")?,
                uses: row.get("uses")?,
                energy: row.get("energy")?,
                archived: None,
                session: None,
                user_edited: row.get("user_edited")?,
            },
            importance: row.get("importance")?,
            vector: row.get::<_, Option<Vec<u8>>>("embedding")?.map(|bytes| floats(&bytes)),
        })
    }

    /// The parts that only the row tells, and the exact likeness of its vector.
    fn complete(&self, candidate: &mut Candidate, asking: &Asking<'_>, exact: bool, age_days: f64) {
        let parts = &mut candidate.parts;
        if !exact {
            parts.vector = match (asking.vector, &self.vector) {
                (Some(query), Some(own)) if asking.scene.routes.vector => {
                    f64::from(bits::cosine(query, own).unwrap_or(0.0)).clamp(0.0, 1.0)
                }
                _ => 0.0,
            };
        }
        let row = &self.row;
        parts.freshness = formula::half_life(age_days, asking.scene.half_lives.of(row.class, row.kind));
        parts.importance = self.importance.clamp(0.0, 1.0);
        parts.access = formula::access(row.uses, formula::ACCESS_FLOOR);
        parts.confidence = row.confidence.clamp(0.0, 1.0);
        parts.kind = priority(row.provenance, row.kind);
        parts.context = fit(&row.key.condition, candidate.topics, &asking.around);
        let aging = of_statement(row);
        let weight = ageing::weight(&aging, asking.question.policies.of(aging.aged), asking.now());
        parts.ageing = formula::ageing(weight.total(), is_persons(row));
    }
}

/// What a person said goes before what was concluded, and a conclusion before a summary (MISSION S3-32, S3-41).
pub(crate) fn priority(provenance: Provenance, kind: StatementType) -> f64 {
    let by = match provenance {
        Provenance::Stated => 1.0,
        Provenance::Confirmed => 0.95,
        Provenance::Imported => 0.7,
        Provenance::Inferred => 0.6,
    };
    let of = match kind {
        StatementType::Fact | StatementType::Preference | StatementType::Plan | StatementType::Insight => 1.0,
        StatementType::Conclusion => 0.9,
        StatementType::Summary => 0.6,
    };
    by * of
}

/// Parts of something of which nothing is known but who said it.
pub(crate) fn complete_road(parts: &mut Parts, provenance: Provenance, confidence: f64, uses: u32) {
    parts.importance = 0.5;
    parts.access = formula::access(uses, formula::ACCESS_FLOOR);
    parts.confidence = confidence.clamp(0.0, 1.0);
    parts.kind = priority(provenance, StatementType::Preference);
}

#[cfg(test)]
mod tests {
    use super::sql;
    use crate::{Store, codec::all};

    #[test]
    fn s2_23_what_holds_now_is_read_by_row_number_and_by_key() {
        let store = Store::open_in_memory().unwrap();
        let steps: Vec<String> = store
            .read(|conn| {
                let sql = format!("EXPLAIN QUERY PLAN {}", sql());
                all(conn, &sql, rusqlite::params![1, 0, 1, None::<String>], |row| {
                    Ok(row.get::<_, String>("detail")?)
                })
            })
            .unwrap();
        assert!(!steps.iter().any(|step| step.starts_with("SCAN") || step.contains("B-TREE")), "{steps:?}");
        assert!(steps.iter().any(|step| step.contains("INTEGER PRIMARY KEY (rowid=?)")), "{steps:?}");
        assert!(steps.iter().any(|step| step.contains("statements_newest")), "{steps:?}");
    }
}

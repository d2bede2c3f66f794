//! What the person judged, as examples for training an embedding model or a reranker elsewhere (MISSION S2-16, S3-39). Lines of
//! JSON in the formats of docs/extraction.md; only desensitised texts, and only when the person asks for them.

use std::collections::{BTreeMap, BTreeSet};

use domain::{MemoryRef, Target};
use serde::Serialize;

use crate::{
    App, AppError,
    dto::{ErrorCode, LangDto, ThumbDto},
};

use super::behind;

/// A question with a memory that it wanted and one that it did not.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Triple {
    query: String,
    positive: String,
    negative: String,
    /// Both are of the same category, so that a model can't tell them apart by their subject alone.
    hard: bool,
    lang: &'static str,
}

/// A question, a memory, and whether it was wanted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Pair {
    query: String,
    memory: String,
    label: u8,
    /// `failure` or `thumb`.
    source: &'static str,
    lang: &'static str,
}

/// Memories that a question wanted, and such that came and were not.
struct Judged {
    query: String,
    wanted: BTreeSet<MemoryRef>,
    unwanted: BTreeSet<MemoryRef>,
    source: &'static str,
}

impl App {
    /// Examples as lines of JSON: `triples` or `pairs`. They leave this computer only when the person takes them.
    pub fn training_export(&self, what: &str, lang: LangDto) -> Result<String, AppError> {
        let judged = self.judged(lang)?;
        let mut texts: BTreeMap<MemoryRef, Option<(String, String)>> = BTreeMap::new();
        for memory in judged.iter().flat_map(|one| one.wanted.iter().chain(&one.unwanted)) {
            if !texts.contains_key(memory) {
                texts.insert(*memory, self.text_and_category(*memory, lang)?);
            }
        }
        let of = |memory: &MemoryRef| texts.get(memory).and_then(Option::as_ref);
        match what {
            "triples" => {
                let mut all = BTreeSet::new();
                for one in &judged {
                    for (positive, near) in one.wanted.iter().filter_map(of) {
                        for (negative, other) in one.unwanted.iter().filter_map(of) {
                            all.insert(Triple {
                                query: one.query.clone(),
                                positive: positive.clone(),
                                negative: negative.clone(),
                                hard: near == other,
                                lang: lang_of(&one.query),
                            });
                        }
                    }
                }
                lines(&all)
            }
            "pairs" => {
                let mut all = BTreeSet::new();
                for one in &judged {
                    for (memories, label) in [(&one.wanted, 1), (&one.unwanted, 0)] {
                        all.extend(memories.iter().filter_map(of).map(|(memory, _)| Pair {
                            query: one.query.clone(),
                            memory: memory.clone(),
                            label,
                            source: one.source,
                            lang: lang_of(&one.query),
                        }));
                    }
                }
                lines(&all)
            }
            _ => Err(AppError::bad_request("what")),
        }
    }

    /// Failing pairs, and answers with a thumb up: what acted was wanted, what only came was not.
    fn judged(&self, lang: LangDto) -> Result<Vec<Judged>, AppError> {
        let mut judged = Vec::new();
        for failure in self.failures(lang)? {
            let unwanted = failure.got.parse().into_iter().collect();
            let wanted = failure.wanted.iter().filter_map(|id| id.parse().ok()).collect();
            judged.push(Judged { query: failure.query, wanted, unwanted, source: "failure" });
        }
        let traces = self.kept_traces()?;
        for rating in self.feedback_list(lang)?.iter().filter(|rating| rating.thumb == ThumbDto::Up) {
            let Some(trace) = traces.iter().find(|trace| trace.id == rating.answer) else { continue };
            let query = self.harmless(&trace.said)?;
            let (helped, missed) = behind(trace);
            if !query.is_empty() {
                let (wanted, unwanted) = (helped.into_iter().collect(), missed.into_iter().collect());
                judged.push(Judged { query, wanted, unwanted, source: "thumb" });
            }
        }
        Ok(judged)
    }

    /// A memory's text without what reveals a person, and what it is about; nothing for one that is gone.
    fn text_and_category(
        &self,
        memory: MemoryRef,
        lang: LangDto,
    ) -> Result<Option<(String, String)>, AppError> {
        let Ok(row) = self.row(memory, lang.into()) else { return Ok(None) };
        let category = match memory {
            MemoryRef::Statement(id) => self
                .mine()
                .statement(id)?
                .map(|row| row.key.attribute.split('.').next().unwrap_or_default().to_owned()),
            MemoryRef::Preference(id) => self.mine().preference(id)?.map(|row| match row.target {
                Target::Feature(_) => "route.feature".to_owned(),
                Target::Road(_) | Target::Section { .. } => "route.road".to_owned(),
                Target::Area { .. } => "route.area".to_owned(),
            }),
            MemoryRef::Place(_) => Some("place".to_owned()),
            MemoryRef::Trip(_) => Some("trip".to_owned()),
            MemoryRef::Observation(_) => Some("noticed".to_owned()),
        };
        let text = self.harmless(&row.text)?;
        Ok(category.filter(|_| !text.is_empty()).map(|category| (text, category)))
    }
}

fn lang_of(text: &str) -> &'static str {
    if text.chars().any(|c| ('\u{3400}'..='\u{9fff}').contains(&c)) { "zh" } else { "en" }
}

fn lines<T: Serialize>(all: &BTreeSet<T>) -> Result<String, AppError> {
    let mut out = String::new();
    for one in all {
        let line = serde_json::to_string(one)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        out.push_str(&line);
        out.push('\n');
    }
    Ok(out)
}

//! 「你为什么给我推荐这个」: an answer with exactly the rows behind it (MISSION S1-50).

use domain::{Lang, MemoryRef, Timestamp};

use crate::{
    App, AppError,
    dto::{LangDto, TraceDto, WhyDto, WhyRowDto},
    words,
};

/// Words that ask why, in both languages; the sentence is folded before.
const ASKS: [&str; 18] = [
    "为什么推荐",
    "为什么给我推荐",
    "为什么走这",
    "为什么这么走",
    "为什么这样走",
    "为什么选这",
    "为何推荐",
    "为何走这",
    "为什么是这条",
    "怎么推荐这",
    "why this",
    "why that route",
    "why did you recommend",
    "why do you recommend",
    "why are you recommending",
    "why did you suggest",
    "why do you suggest",
    "why are we going",
];

/// Whether a sentence asks why something was proposed.
pub fn asks_why(sentence: &str) -> bool {
    let folded = memory::fold(sentence);
    ASKS.iter().any(|words| folded.contains(words))
}

impl App {
    /// Why an answer was given: by its trace's id or its plan's; the newest plan for an empty id.
    pub fn why(&self, answer: &str, lang: LangDto) -> Result<WhyDto, AppError> {
        let trace = match answer {
            "" => {
                let plans = self.kept_traces()?.into_iter().find(|trace| !trace.plan.is_empty());
                plans.ok_or_else(|| AppError::new(crate::dto::ErrorCode::NoSuchTrace))?
            }
            id => self.kept_trace(id)?,
        };
        let lang: Lang = lang.into();
        let mut rows: Vec<WhyRowDto> = Vec::new();
        let mut said: Vec<String> = Vec::new();
        for memory in acted(&trace) {
            let Ok(row) = self.row(memory, lang) else { continue };
            let behind = self.behind(memory, lang)?;
            let new: Vec<WhyRowDto> = if behind.is_empty() {
                let itself = WhyRowDto {
                    id: row.id.clone(),
                    behind: row.id.clone(),
                    text: row.text.clone(),
                    at: row.created_at,
                };
                vec![itself]
            } else {
                behind
            };
            said.push(self.because(lang, &row.text, &new, new.iter().all(|one| one.id == row.id)));
            rows.extend(new);
        }
        let text = if said.is_empty() {
            trace.answer.clone()
        } else {
            match lang {
                Lang::Zh => format!("{}。", said.join("；")),
                Lang::En => format!("{}.", said.join("; ")),
            }
        };
        Ok(WhyDto { answer: trace.id, text, rows })
    }

    /// What stands behind a memory, newest first: trips that support it, what was noticed and what it was concluded from.
    fn behind(&self, memory: MemoryRef, lang: Lang) -> Result<Vec<WhyRowDto>, AppError> {
        let row = self.row(memory, lang)?;
        let sources = self.inside(memory, &row, lang)?.sources;
        let mut behind: Vec<WhyRowDto> = sources
            .into_iter()
            .filter(|source| source.supports && !source.id.is_empty())
            .map(|source| WhyRowDto {
                id: source.id,
                behind: row.id.clone(),
                text: source.text,
                at: source.at,
            })
            .collect();
        behind.sort_by_key(|one| std::cmp::Reverse(one.at));
        Ok(behind)
    }

    /// One memory as a reason, with as many dates as there are rows.
    fn because(&self, lang: Lang, text: &str, rows: &[WhyRowDto], itself: bool) -> String {
        let zone = self.now().zone;
        let mut dates: Vec<String> =
            rows.iter().map(|row| words::date(lang, Timestamp(row.at), &zone)).collect();
        dates.dedup();
        let n = rows.len();
        match (lang, itself) {
            (Lang::Zh, true) => format!("因为「{text}」：{}你说的，依据 {n} 条", dates.join("、")),
            (Lang::Zh, false) => format!("因为「{text}」：最近 {n} 次都是这样（{}）", dates.join("、")),
            (Lang::En, true) => {
                format!("Because of “{text}”: your own words of {}, {n} row", dates.join(", "))
            }
            (Lang::En, false) if n == 1 => format!("Because of “{text}”: so 1 time ({})", dates.join(", ")),
            (Lang::En, false) => format!("Because of “{text}”: so the last {n} times ({})", dates.join(", ")),
        }
    }
}

/// Memories that acted on an answer, those first without which it would have been another.
fn acted(trace: &TraceDto) -> Vec<MemoryRef> {
    let stages = trace.stages.iter().filter(|stage| stage.name == "route");
    let kept = stages.flat_map(|stage| &stage.candidates).filter(|candidate| candidate.kept);
    let mut acted: Vec<(bool, MemoryRef)> = kept
        .filter_map(|candidate| Some((candidate.why != "decisive", candidate.id.parse().ok()?)))
        .collect();
    acted.sort();
    acted.into_iter().map(|(_, memory)| memory).collect()
}

#[cfg(test)]
mod tests {
    use super::asks_why;

    #[test]
    fn s1_50_asking_why_is_heard_in_both_languages() {
        let check = |sentence: &str, asks: bool| assert_eq!(asks_why(sentence), asks, "{sentence}");
        check("你为什么给我推荐这个", true);
        check("为什么走这条路？", true);
        check("Why this route?", true);
        check("why did you recommend that", true);
        check("去公司，不要走高架", false);
        check("why is the sky blue", false);
        check("我上周去过哪些地方", false);
    }
}

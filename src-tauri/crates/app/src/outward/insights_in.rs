//! A file of insights, read: looked at line by line, taken as far as the person says, and taken back (MISSION S1-49).

use std::{collections::BTreeSet, fs, io::Read as _, path::Path};

use domain::{
    Importance, Lang, MemoryClass, MemoryRef, Moment, Provenance, StatementKey, StatementState,
    StatementType, Validity,
};
use extract::{Basis, NewStatement, Policy, Sanitized};
use memory::{Added, NewPreference, Standing, StoreError};

use super::insights::{General, MOST_BYTES, SURE, preference, read, refused};
use crate::{
    App, AppError,
    dto::{ErrorCode, InsightsLineDto, InsightsLookDto, InsightsTakeRequest, InsightsTakenDto, LangDto},
    forget::refs,
};

/// One line of a file as it would be remembered: what is written down is what was shown.
enum Line {
    Taste(NewPreference),
    Insight(Sanitized<NewStatement>),
}

impl Line {
    fn text(&self) -> &str {
        match self {
            Self::Taste(new) => &new.content,
            Self::Insight(new) => &new.get().content,
        }
    }
}

impl App {
    /// What such a file would bring, line by line. Nothing is stored.
    fn insights_in_text(&self, text: &str, lang: LangDto) -> Result<InsightsLookDto, AppError> {
        let now = self.now();
        let mut lines = Vec::new();
        for line in lines_of(text, lang.into(), &now)? {
            let standing = match self.standing(&line, &now)? {
                Standing::New => "",
                Standing::Known => "known",
                Standing::Refused => "refused",
            };
            lines.push(InsightsLineDto { text: line.text().to_owned(), standing: standing.to_owned() });
        }
        Ok(InsightsLookDto { file: String::new(), text: text.to_owned(), lines })
    }

    /// The same for a file by its path.
    pub fn insights_look_at(&self, path: &str, lang: LangDto) -> Result<InsightsLookDto, AppError> {
        let path = Path::new(path);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let named = |why: &str| AppError::new(ErrorCode::BadFile).with("why", why).with("file", &file);
        let mut bytes = Vec::new();
        let opened = fs::File::open(path).map_err(|_missing| named("missing"))?;
        // One byte more than may be there tells that there is more.
        let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
        opened.take(most).read_to_end(&mut bytes).map_err(|_unreadable| named("unreadable"))?;
        let text = String::from_utf8_lossy(&bytes);
        let looked = self.insights_in_text(&text, lang).map_err(|error| error.with("file", &file))?;
        Ok(InsightsLookDto { file, ..looked })
    }

    /// Takes such a file, or of it what the person chose. Everything waits for a yes. What is no such file, or says more than
    /// such a file may, is refused whole.
    pub fn insights_take(&self, request: &InsightsTakeRequest) -> Result<InsightsTakenDto, AppError> {
        let now = self.now();
        let lines = lines_of(&request.text, request.lang.into(), &now)?;
        let chosen: Option<BTreeSet<usize>> = match &request.only {
            None => None,
            Some(only) => {
                let at = |index: &u32| usize::try_from(*index).ok().filter(|at| *at < lines.len());
                Some(
                    only.iter()
                        .map(at)
                        .collect::<Option<_>>()
                        .ok_or_else(|| AppError::bad_request("only"))?,
                )
            }
        };
        let mut taken = InsightsTakenDto::default();
        for (index, line) in lines.into_iter().enumerate() {
            if chosen.as_ref().is_some_and(|chosen| !chosen.contains(&index)) {
                continue;
            }
            let new = match self.standing(&line, &now)? {
                Standing::New => self.add_line(&line, &now)?,
                Standing::Known | Standing::Refused => None,
            };
            match new {
                Some(memory) => {
                    taken.waiting += 1;
                    taken.ids.push(memory.to_string());
                }
                None => taken.known += 1,
            }
        }
        // What was written without its vector gets it like everything that was written while the model was away.
        drop(self.embed_missing());
        Ok(taken)
    }

    /// All of such a file.
    pub fn insights_import(&self, text: &str, lang: LangDto) -> Result<InsightsTakenDto, AppError> {
        self.insights_take(&InsightsTakeRequest { text: text.to_owned(), only: None, lang })
    }

    /// Takes back what came from such a file and was not answered yet, as if it had never come; the ids that are gone.
    pub fn insights_take_back(&self, ids: &[String]) -> Result<Vec<String>, AppError> {
        let memories = refs(ids)?;
        let _nothing_written_meanwhile = self.background.forget_plans(self.profile());
        let gone = self.mine().take_back(&memories, &self.now())?;
        self.model.forget();
        Ok(gone.iter().map(ToString::to_string).collect())
    }

    fn standing(&self, line: &Line, now: &Moment) -> Result<Standing, AppError> {
        Ok(match line {
            Line::Taste(new) => self.mine().standing_of_preference(new)?,
            Line::Insight(new) => self.mine().standing_of_statement(new, now)?,
        })
    }

    /// `None` when the store knew better.
    fn add_line(&self, line: &Line, now: &Moment) -> Result<Option<MemoryRef>, AppError> {
        let added = match line {
            Line::Taste(new) => {
                self.mine().add_preference(new, None, now).map(|id| Some(MemoryRef::Preference(id)))
            }
            Line::Insight(new) => self.mine().add_statement(new, &[], None, now).map(|added| match added {
                Added::New(id) | Added::Waits(id) => Some(MemoryRef::Statement(id)),
                Added::Reinforced(_) | Added::Rejected(_) => None,
            }),
        };
        match added {
            Err(StoreError::Forgotten) => Ok(None),
            added => Ok(added?),
        }
    }
}

fn lines_of(text: &str, lang: Lang, now: &Moment) -> Result<Vec<Line>, AppError> {
    read(text)?.insights.iter().map(|general| line_of(general, lang, now)).collect()
}

fn line_of(general: &General, lang: Lang, now: &Moment) -> Result<Line, AppError> {
    Ok(match general {
        General::Taste { .. } => {
            Line::Taste(preference(lang, general).ok_or_else(|| refused("not_insights"))?)
        }
        General::Insight { about, value, condition, text } => {
            let new = NewStatement {
                class: MemoryClass::Preference,
                kind: StatementType::Preference,
                content: text.clone(),
                key: StatementKey {
                    subject: "me".to_owned(),
                    attribute: about.clone(),
                    condition: condition.clone(),
                },
                value: value.clone(),
                importance: Importance::default(),
                confidence: SURE,
                provenance: Provenance::Imported,
                state: StatementState::Review,
                validity: Validity { valid_from: now.at, valid_to: None },
                session: None,
                corrects: None,
                ties: Vec::new(),
            };
            Line::Insight(Policy::default().sanitise(new, Basis::Observed).value)
        }
    })
}

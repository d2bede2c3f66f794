//! "Why did this go wrong?", in the order in which it is found fastest (MISSION S1-36): the newest writings, the wrong one and
//! what is like it, whose memories these are, and the insights.

use domain::{MemoryRef, StatementId};
use memory::{LOWERED_TO, LoweredStatement};

use crate::{
    App, AppError,
    dto::{DeletionDto, LangDto, LikeDto, WrittenDto, WrongDoneDto, WrongDto},
};

/// Writings that are shown.
const NEWEST: usize = 10;
const DAY_S: i64 = 86_400;

impl App {
    /// What to look at. Changes nothing.
    pub fn wrong(&self, lang: LangDto) -> Result<WrongDto, AppError> {
        let mine = self.mine();
        let mut newest = Vec::new();
        for row in mine.newest_statements(NEWEST)? {
            let like = mine.like_wrong(row.id)?;
            newest.push(WrittenDto {
                id: MemoryRef::Statement(row.id).to_string(),
                at: row.created.at.0,
                origin: row.provenance.word().to_owned(),
                confidence: row.confidence,
                persons: reflect::support::is_persons(&row),
                like: like.iter().map(like_dto).collect(),
                text: row.content,
            });
        }
        let profile = self.profile_name();
        let others = self.store.profiles()?.into_iter().map(|one| one.name).filter(|name| *name != profile);
        let insights = self.insights(lang.into())?;
        let doubtful = insights.iter().filter(|one| !one.doubt.is_empty()).count();
        Ok(WrongDto {
            newest,
            others: others.collect(),
            profile,
            doubtful: u32::try_from(doubtful).unwrap_or(u32::MAX),
            insights,
        })
    }

    /// Deletes the wrong one and lowers what is like it. Both can be taken back: the deletion as any other, the lowering by
    /// its token.
    pub fn wrong_remove(&self, id: &str) -> Result<WrongDoneDto, AppError> {
        let statement = statement_of(id)?;
        let (mine, now) = (self.mine(), self.now());
        let quiet = self.background.forget_plans(self.profile());
        let text = mine.statement(statement)?.map(|row| row.content).unwrap_or_default();
        let token = format!("wrong:{id}:{}", now.at.0);
        // First what is like it: once it is deleted nothing could be compared with it.
        let lowered = mine.lower_like(statement, &token, &now)?;
        let deletion = match mine.delete(&[MemoryRef::Statement(statement)], &now) {
            Ok(deletion) => deletion,
            Err(error) => {
                mine.undo_lowering(&token, &now)?;
                return Err(error.into());
            }
        };
        drop(quiet);
        let days = i64::from(self.settings()?.undo_days);
        Ok(WrongDoneDto {
            deletion: DeletionDto {
                id: deletion.id.0.to_string(),
                deleted: deletion.memories.iter().chain(&deletion.also).map(ToString::to_string).collect(),
                text,
                undo_until: deletion.at.0 + days * DAY_S,
            },
            lowered: lowered.iter().map(like_dto).collect(),
            token,
        })
    }

    /// Takes a lowering back; how many memories have their weight again.
    pub fn wrong_undo(&self, token: &str) -> Result<u32, AppError> {
        if !token.starts_with("wrong:") {
            return Err(AppError::bad_request("token"));
        }
        let back = self.mine().undo_lowering(token, &self.now())?;
        Ok(u32::try_from(back).unwrap_or(u32::MAX))
    }
}

fn statement_of(id: &str) -> Result<StatementId, AppError> {
    match id.parse()? {
        MemoryRef::Statement(statement) => Ok(statement),
        _ => Err(AppError::bad_request("id")),
    }
}

fn like_dto(one: &LoweredStatement) -> LikeDto {
    LikeDto {
        id: MemoryRef::Statement(one.statement.id).to_string(),
        text: one.statement.content.clone(),
        likeness: one.likeness.word().to_owned(),
        before: one.statement.confidence,
        after: one.statement.confidence * LOWERED_TO,
    }
}

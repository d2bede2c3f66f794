//! Taking a correction back (MISSION S1-51): each leaves its opposite behind, in a trace that obeys erasure.

use domain::MemoryRef;
use extract::{Basis, NewStatement, Policy};
use memory::StoreError;

use crate::{
    App, AppError,
    dto::{ErrorCode, LangDto, MemoryDetailDto, MemoryEditRequest, MemoryRowDto, TraceDto},
    trace::stage_of_writing,
};

impl App {
    /// Takes the newest correction back; the row as it is again.
    pub fn memory_edit_undo(&self, lang: LangDto) -> Result<MemoryRowDto, AppError> {
        let newest = self.kept_traces()?.into_iter().find(|trace| trace.undo.is_some());
        let mut trace = newest.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let undo = trace.undo.take().ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        let row = match undo.id.parse()? {
            MemoryRef::Statement(version) => {
                let older = self.mine().undo_edit(version, &self.now())?;
                self.row(MemoryRef::Statement(older), lang.into())?
            }
            _ => self.edit(&undo, lang)?,
        };
        // Once taken back, it can't be taken back again.
        self.keep_trace(&trace);
        Ok(row)
    }

    /// Keeps how to take a correction back. `before` is the memory as it was.
    pub(crate) fn keep_correction(&self, before: &MemoryDetailDto, after: &MemoryRowDto) {
        let place = before.point.is_some();
        let preference = before.target.is_some();
        let undo = MemoryEditRequest {
            id: after.id.clone(),
            text: Some(if after.id.starts_with("trip-") {
                before.note.clone()
            } else {
                before.row.text.clone()
            }),
            aliases: place.then(|| before.aliases.clone()),
            point: before.point,
            tag: place.then(|| before.tag.clone()),
            target: before.target.clone(),
            strength: before.strength,
            scope: preference.then(|| before.scope.clone()),
            expires_at: preference.then(|| before.row.expires_at.unwrap_or(0)),
        };
        let stored = after.id.parse::<MemoryRef>().into_iter().collect::<Vec<_>>();
        let trace = TraceDto {
            kind: "edit".to_owned(),
            answer: after.text.clone(),
            stages: vec![stage_of_writing(&stored, 0.0)],
            undo: Some(undo),
            ..self.new_trace()
        };
        self.keep_trace(&trace);
    }

    /// A person's new words for a statement: a new version that stands for the old one.
    pub(crate) fn edit_statement(
        &self,
        id: domain::StatementId,
        text: Option<String>,
    ) -> Result<MemoryRef, AppError> {
        let text = text.ok_or_else(|| AppError::bad_request("text"))?;
        let old = self.mine().statement(id)?.ok_or(StoreError::NoSuchMemory)?;
        let new = NewStatement {
            class: old.class,
            kind: old.kind,
            content: text,
            key: old.key,
            value: old.value,
            importance: old.importance,
            confidence: 1.0,
            provenance: domain::Provenance::Stated,
            state: domain::StatementState::Active,
            validity: old.validity,
            session: old.session,
            corrects: Some(id),
            ties: Vec::new(),
        };
        let harmless = Policy::new(&self.place_names()?).sanitise(new, Basis::Observed).value;
        let embedding = self.meaning.of(&harmless.get().content);
        let version = self.mine().edit_statement(id, &harmless, embedding.as_ref(), &self.now())?;
        Ok(MemoryRef::Statement(version))
    }
}

//! Deleting (undoable), erasing (not), and the receipt that proves it.

use std::path::Path;

use domain::{Lang, MemoryRef, PreferenceState, Provenance};
use memory::{DeletionId, Effect, ErasePlan, Erased, Needles, Scan, StoreError, Unfinished};

use crate::{
    App, AppError,
    dto::{
        DeletionDto, DependentDto, ErasePreviewDto, ErrorCode, LangDto, ReceiptDto, ReceiptGroupDto,
        StatusDto,
    },
    feedback::Count,
};

impl App {
    /// The person said yes to a habit.
    pub fn memory_confirm(&self, id: &str, lang: LangDto) -> Result<crate::dto::MemoryRowDto, AppError> {
        let memory = id.parse()?;
        if let MemoryRef::Statement(statement) = memory {
            self.mine().confirm_statement(statement, &self.now())?;
            self.count(&Count { confirmed: 1, ..Count::default() })?;
            return self.row(memory, lang.into());
        }
        let MemoryRef::Preference(preference) = memory else { return Err(AppError::bad_request("id")) };
        let row = self.mine().preference(preference)?.ok_or(StoreError::NoSuchMemory)?;
        // Said once is enough: a second yes makes nothing surer.
        if row.state != PreferenceState::Active {
            self.mine().confirm(preference, &self.now())?;
            self.take_the_place_of_older(&row)?;
            self.count(&Count { confirmed: 1, ..Count::default() })?;
        }
        self.row(memory, lang.into())
    }

    /// The person said no to a habit: it is never proposed again.
    pub fn memory_reject(&self, id: &str) -> Result<StatusDto, AppError> {
        let memory = id.parse()?;
        if let MemoryRef::Statement(statement) = memory {
            self.mine().reject_statement(statement, &self.now())?;
            self.count(&Count { denied: 1, ..Count::default() })?;
            return self.status();
        }
        let MemoryRef::Preference(preference) = memory else { return Err(AppError::bad_request("id")) };
        let row = self.mine().preference(preference)?.ok_or(StoreError::NoSuchMemory)?;
        // What the person said is not theirs to reject but to correct or delete.
        if row.provenance == Provenance::Stated {
            return Err(AppError::bad_request("id").with("why", "stated"));
        }
        self.mine().reject(preference, &self.now())?;
        self.count(&Count { denied: 1, ..Count::default() })?;
        self.status()
    }

    /// Deletes memories. Committed before this returns; can be undone for as many days as the settings say.
    pub fn memory_delete(&self, ids: &[String], lang: LangDto) -> Result<DeletionDto, AppError> {
        let memories = refs(ids)?;
        let first = memories.first().copied().ok_or_else(|| AppError::bad_request("ids"))?;
        let text = self.row(first, lang.into())?.text;
        let _nothing_written_meanwhile = self.background.forget_plans(self.profile());
        let drives = self.drives_behind(&memories)?;
        let deletion = self.mine().delete(&memories, &self.now())?;
        self.look_again(&drives)?;
        self.model.forget();
        let days = i64::from(self.settings()?.undo_days);
        Ok(DeletionDto {
            id: deletion.id.0.to_string(),
            deleted: deletion.memories.iter().chain(&deletion.also).map(ToString::to_string).collect(),
            text,
            undo_until: deletion.at.0 + days * 86_400,
        })
    }

    /// Takes a deletion back; the newest one when `deletion` is empty. The ids that are back.
    pub fn memory_undo(&self, deletion: &str) -> Result<Vec<String>, AppError> {
        let mine = self.mine();
        let back = if deletion.is_empty() {
            mine.undo_last(&self.now())?
        } else {
            let id = deletion.parse().map_err(|_not_a_number| AppError::bad_request("deletion"))?;
            Some(mine.undo(DeletionId(id), &self.now())?)
        };
        let back = back.ok_or_else(|| AppError::new(ErrorCode::NoSuchMemory))?;
        self.look_again(&self.drives_behind(&back.memories)?)?;
        Ok(back.memories.iter().chain(&back.also).map(ToString::to_string).collect())
    }

    /// Takes single memories out of "recently deleted".
    pub fn memory_restore(&self, ids: &[String]) -> Result<Vec<String>, AppError> {
        let memories = refs(ids)?;
        self.mine().restore(&memories, &self.now())?;
        self.look_again(&self.drives_behind(&memories)?)?;
        Ok(ids.to_vec())
    }

    /// What erasing these would do. Changes nothing.
    pub fn erase_preview(
        &self,
        ids: &[String],
        with_trips: bool,
        lang: LangDto,
    ) -> Result<ErasePreviewDto, AppError> {
        let lang = lang.into();
        let memories = refs(ids)?;
        let plan = self.mine().erase_preview(&memories, with_trips)?;
        let with_sources = self.mine().erase_preview(&memories, true)?;
        let trips = |plan: &ErasePlan| {
            let added = plan.targets.iter().filter(|target| !memories.contains(target));
            added.filter(|target| matches!(target, MemoryRef::Trip(_))).count()
        };
        Ok(ErasePreviewDto {
            targets: plan
                .targets
                .iter()
                .map(|target| self.row_even_deleted(*target, lang))
                .collect::<Result<_, _>>()?,
            dependents: self.dependents(&plan, lang)?,
            source_trips: u32::try_from(trips(&with_sources)).unwrap_or(u32::MAX),
        })
    }

    /// Erases for good, then reads every file in the data folder and says what it found.
    pub fn erase(&self, ids: &[String], with_trips: bool) -> Result<ReceiptDto, AppError> {
        let plan = self.mine().erase_preview(&refs(ids)?, with_trips)?;
        let nothing_written_meanwhile = self.background.forget_plans(self.profile());
        let drives = self.drives_behind(&plan.targets)?;
        let erased = self.mine().erase(&plan, &self.now())?;
        let targets = plan.targets.iter().chain(plan.derived.iter().map(|(memory, _)| memory));
        self.forget_cards(&targets.map(ToString::to_string).collect::<Vec<_>>())?;
        drop(nothing_written_meanwhile);
        self.look_again(&drives)?;
        self.forget_conversation();
        self.model.forget();
        self.regions.forget_paces();
        self.forget_classifier()?;
        let gone = plan.targets.len()
            + plan.derived.iter().filter(|(_, effect)| matches!(effect, Effect::Removed)).count();
        self.receipt(erased, &plan.needles, gone)
    }

    /// Erases everything this profile owns.
    pub fn erase_everything(&self) -> Result<ReceiptDto, AppError> {
        // What waits to be written goes with everything else.
        self.drain()?;
        let needles = self.mine().needles_of_everything()?;
        let all = self.mine().list(&memory::ListQuery::default())?.total;
        let nothing_written_meanwhile = self.background.forget_plans(self.profile());
        let erased = self.mine().erase_everything(&self.now())?;
        drop(nothing_written_meanwhile);
        self.forget_conversation();
        self.model.forget();
        self.regions.forget_paces();
        self.forget_classifier()?;
        self.receipt(erased, &needles, all)
    }

    /// Finishes an erasure that was cut short; nothing when there is none.
    pub fn erase_resume(&self) -> Result<Option<ReceiptDto>, AppError> {
        match self.store.resume_erasure()? {
            None => Ok(None),
            Some(erased) => self.receipt(erased, &Needles::default(), 0).map(Some),
        }
    }

    /// Scans every file below the data folder except the region folders: those are written once, at import, from a map
    /// file alone, and the street names in them are public.
    fn receipt(&self, erased: Erased, needles: &Needles, gone: usize) -> Result<ReceiptDto, AppError> {
        let started = self.clock.monotonic_s();
        let scan = self.store.scan(&self.data_dir, needles, &[Path::new("regions")])?;
        let found = scan.hits.len();
        let unfinished = match erased {
            Erased::Done if found == 0 && scan.unreadable.is_empty() => "",
            Erased::Unfinished(Unfinished::ReaderActive) => "reader",
            Erased::Done | Erased::Unfinished(Unfinished::Io) => "file",
        };
        Ok(ReceiptDto {
            complete: unfinished.is_empty(),
            erased: u32::try_from(gone).unwrap_or(u32::MAX),
            files: u32::try_from(scan.files).unwrap_or(u32::MAX),
            found: u32::try_from(found).unwrap_or(u32::MAX),
            bytes_read: scan.bytes_read,
            seconds: self.clock.monotonic_s() - started,
            groups: groups(&self.data_dir, &scan),
            at: self.now().at.0,
            unfinished: unfinished.to_owned(),
        })
    }

    fn dependents(&self, plan: &ErasePlan, lang: Lang) -> Result<Vec<DependentDto>, AppError> {
        // What was deleted already is not shown again, although it goes along.
        let shown = plan.derived.iter().filter_map(|(memory, effect)| match self.row(*memory, lang) {
            Err(error) if error.code == ErrorCode::NoSuchMemory => None,
            row => Some((row, effect)),
        });
        shown
            .map(|(row, effect)| {
                let row = row?;
                let now = row.confidence.unwrap_or(1.0);
                let (before, after) = match effect {
                    Effect::Weakened { before, after } => (*before, Some(*after)),
                    Effect::Removed | Effect::Hidden => (now, None),
                    Effect::Coarsened | Effect::Unlinked | Effect::Revived => (now, Some(now)),
                };
                Ok(DependentDto { id: row.id, kind: row.kind, text: row.text, before, after })
            })
            .collect()
    }
}

/// Memory ids of the wire.
pub fn refs(ids: &[String]) -> Result<Vec<MemoryRef>, AppError> {
    if ids.is_empty() {
        return Err(AppError::bad_request("ids"));
    }
    ids.iter().map(|id| id.parse().map_err(AppError::from)).collect()
}

/// Scanned files by what a person knows them as.
fn groups(data_dir: &Path, scan: &Scan) -> Vec<ReceiptGroupDto> {
    let name = |file: &Path| -> &'static str {
        let first = file.components().next().map(|part| part.as_os_str().to_string_lossy().into_owned());
        match first.unwrap_or_default().as_str() {
            name if name.starts_with("memory.db") => "memory",
            "logs" => "logs",
            "cache" | "webview" => "cache",
            "exports" => "exports",
            _ => "other",
        }
    };
    let mut groups: Vec<ReceiptGroupDto> = Vec::new();
    let mut add = |group: &str, files: u32, found: u32| match groups.iter_mut().find(|g| g.name == group) {
        Some(known) => {
            known.files += files;
            known.found += found;
        }
        None => groups.push(ReceiptGroupDto { name: group.to_owned(), files, found }),
    };
    for file in files_below(data_dir) {
        add(name(&file), 1, 0);
    }
    for hit in &scan.hits {
        add(name(&hit.file), 0, 1);
    }
    groups
}

/// Every file below the folder except the region folders, relative to it.
fn files_below(root: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path == root.join("regions") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(relative) = path.strip_prefix(root) {
                found.push(relative.to_path_buf());
            }
        }
    }
    found
}

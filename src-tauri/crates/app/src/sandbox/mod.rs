//! A made-up talk, played by the real chain on a copy of the store that lives in memory alone (MISSION S3-48).
//!
//! The copy is wired into an app of its own: with this one's maps, model and clock, but with no folder, no network and no
//! services. So nothing that a turn does can reach a file, and nothing of it is left when it ends.

mod talk;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Arc, Mutex},
};

use domain::{Lang, MemoryRef};
use memory::ListQuery;

use crate::{
    App, AppError, CancelToken,
    dto::{ErrorCode, SandboxDto, SandboxMemoryDto, SandboxRequest, SandboxTurnDto},
    online::Ledger,
    plan::Conversation,
    settings::Profiles,
    trace::TraceIds,
};

/// Turns of one talk.
const MOST_TURNS: usize = 40;
/// Name of somebody of whom nothing is known: a sign that nobody types.
const NOBODY: &str = "\u{1}";

impl App {
    /// Plays a talk on a copy. The store, its file and everything else stay as they are.
    pub fn sandbox(&self, request: &SandboxRequest, cancel: &CancelToken) -> Result<SandboxDto, AppError> {
        let turns: Vec<&str> =
            request.turns.iter().map(|turn| turn.trim()).filter(|turn| !turn.is_empty()).collect();
        if turns.is_empty() || turns.len() > MOST_TURNS {
            return Err(AppError::bad_request("turns"));
        }
        let copy = self.over_a_copy(request)?;
        let before = copy.everything(request.lang.into())?;
        let mut known = before.clone();
        let mut played = Vec::new();
        for said in turns {
            if cancel.is_cancelled() {
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            let mut turn = copy.talk(said, request.lang)?;
            let now = copy.everything(request.lang.into())?;
            turn.stored = now
                .iter()
                .filter(|(id, row)| known.get(*id) != Some(row))
                .map(|(_, row)| row.clone())
                .collect();
            known = now;
            played.push(turn);
        }
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(SandboxDto {
            profile: if request.fresh { String::new() } else { copy.profile_name() },
            turns: played,
            before: count(before.len()),
            after: count(known.len()),
        })
    }

    /// An app over a copy of the store, with nothing to write to.
    fn over_a_copy(&self, request: &SandboxRequest) -> Result<Self, AppError> {
        // What waits to be written is part of what is remembered.
        self.drain()?;
        let store = self.store.copy_in_memory()?;
        let now = self.now();
        let (current, name) = match (request.fresh, request.profile.trim()) {
            (true, _) => (store.ensure_profile(NOBODY, &now)?, String::new()),
            (false, "") => (self.profile(), self.profile_name()),
            (false, name) => {
                let known = store.profiles()?.into_iter().find(|profile| profile.name == name);
                let known = known.ok_or_else(|| AppError::bad_request("profile"))?;
                (known.id, known.name)
            }
        };
        let folder = PathBuf::new();
        Ok(Self {
            ledger: Ledger::of(&folder),
            data_dir: folder,
            bundled_maps: PathBuf::new(),
            clock: Arc::clone(&self.clock),
            store,
            // The copy lies in memory: there is no file to lock.
            keys: crate::Keys::default().store,
            meaning: Arc::clone(&self.meaning),
            preview: Arc::clone(&self.preview),
            regions: Arc::clone(&self.regions),
            fetcher: None,
            providers: Vec::new(),
            weather: crate::situation::Weathers::default(),
            traces: TraceIds::default(),
            profiles: Mutex::new(Profiles { current, name }),
            conversation: Mutex::new(Conversation::anew()),
            background: Arc::default(),
            // A made-up talk asks no model.
            model: crate::llm::Model::default(),
            _instance: None,
        })
    }

    /// Every memory as it would be shown, by id.
    fn everything(&self, lang: Lang) -> Result<BTreeMap<MemoryRef, SandboxMemoryDto>, AppError> {
        let rows = self.mine().list(&ListQuery::default())?.rows;
        rows.iter()
            .map(|row| {
                let shown = self.row(row.memory, lang)?;
                let kind = serde_json::to_value(shown.kind).ok();
                let kind = kind.and_then(|kind| kind.as_str().map(str::to_owned)).unwrap_or_default();
                let dto =
                    SandboxMemoryDto { id: shown.id, text: shown.text, kind, confidence: shown.confidence };
                Ok((row.memory, dto))
            })
            .collect()
    }
}

impl SandboxTurnDto {
    /// A turn of which nothing is known yet.
    fn said(words: &str, kind: &str) -> Self {
        Self {
            said: words.to_owned(),
            kind: kind.to_owned(),
            answer: String::new(),
            problem: String::new(),
            stored: Vec::new(),
            trace: crate::dto::TraceDto::default(),
        }
    }
}

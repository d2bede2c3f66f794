//! What lies under a memory: where it comes from, its versions, what it is tied to, who looked at it.

use domain::{
    Lang, MemoryRef, Moment,
    graph::{Link, NodeRef, Relation},
};
use memory::{Access, AccessKind, AccessWho, Direction, Mine};

use crate::{
    App, AppError,
    dto::{
        AccessDto, FactDto, MemoryInsideDto, MemoryRowDto, OriginDto, RecalledDto, SourceDto, TieDto,
        TraceDto, TracePartDto, VersionDto,
    },
    words,
};

/// Accesses that are shown.
const ACCESSES: usize = 20;
/// Ties that are shown: a place has one per trip.
const TIES: usize = 40;
/// Times of coming to mind that are shown.
const RECALLED: usize = 5;
/// Looks that are one: a page reads what it shows anew after every change.
const ONE_LOOK_S: i64 = 300;

impl App {
    /// Everything under one memory, whose row is this.
    pub(crate) fn inside(
        &self,
        memory: MemoryRef,
        row: &MemoryRowDto,
        lang: Lang,
    ) -> Result<MemoryInsideDto, AppError> {
        let mine = self.mine();
        let mut inside = MemoryInsideDto::default();
        match memory {
            MemoryRef::Statement(id) => {
                let statement = mine.statement(id)?.ok_or(memory::StoreError::NoSuchMemory)?;
                statement.class.word().clone_into(&mut inside.class);
                statement.kind.word().clone_into(&mut inside.kind);
                inside.about = about(&statement.key);
                inside.value.clone_from(&statement.value);
                inside.importance = importance(&statement.importance);
                inside.energy = Some(statement.energy);
                let weighed = mine.weighed(&statement.key, self.now().at)?;
                let all: f64 = weighed.iter().map(|(_, weight)| weight).sum();
                if weighed.len() > 1 && all > 0.0 {
                    let shares = weighed.iter().map(|(value, weight)| format!("{value} {:.2}", weight / all));
                    let value = shares.collect::<Vec<_>>().join(", ");
                    inside.situation.push(FactDto { word: "weighed".to_owned(), value });
                }
                if !statement.key.attribute.is_empty() {
                    inside.versions = mine
                        .versions(&statement.key)?
                        .into_iter()
                        .map(|version| VersionDto {
                            id: MemoryRef::Statement(version.id).to_string(),
                            at: version.created.at.0,
                            until: version.superseded_at.map(|at| at.0),
                            this: version.id == id,
                            text: version.content,
                        })
                        .collect();
                }
            }
            MemoryRef::Observation(id) => {
                let noticed = mine.noticed(id)?.ok_or(memory::StoreError::NoSuchMemory)?;
                inside.kind.clone_from(&noticed.kind);
                inside.about = noticed.key.as_ref().map(about).unwrap_or_default();
                inside.value.clone_from(&noticed.value);
                inside.importance = importance(&noticed.importance);
                let fact = |word: &str, value: String| {
                    (!value.is_empty()).then(|| FactDto { word: word.to_owned(), value })
                };
                inside.situation = [
                    fact("place", noticed.place.and_then(|id| self.place_name(id)).unwrap_or_default()),
                    fact(
                        "weather",
                        noticed.weather.map(|weather| weather.word().to_owned()).unwrap_or_default(),
                    ),
                    fact("traffic", noticed.traffic.clone()),
                    fact("with", noticed.passengers.join(", ")),
                ]
                .into_iter()
                .flatten()
                .collect();
            }
            MemoryRef::Preference(_) | MemoryRef::Place(_) | MemoryRef::Trip(_) => {}
        }
        let ties = self.ties_of(&mine, memory)?;
        let kept = self.kept_traces()?;
        inside.sources = self.sources(&mine, memory, row, &ties, &kept, lang)?;
        inside.recalled = recalled(&kept, &row.id);
        inside.ties = ties.iter().map(|(outward, link)| self.tie_dto(&mine, *outward, link, lang)).collect();
        inside.accesses = mine
            .accesses_of(memory, ACCESSES)?
            .into_iter()
            .map(|access| AccessDto {
                at: access.at.at.0,
                who: access.who.word().to_owned(),
                what: access.what.word().to_owned(),
            })
            .collect();
        Ok(inside)
    }

    /// Notes that the person looked at a memory. That it can't be noted (a full disk, a file that can only be read) hinders
    /// no look.
    pub(crate) fn note_look(&self, memory: MemoryRef, before: &[AccessDto]) {
        let at = self.now();
        let looked = |access: &AccessDto| {
            access.who == AccessWho::Person.word() && access.what == AccessKind::Read.word()
        };
        if before.iter().find(|access| looked(access)).is_some_and(|last| at.at.0 - last.at < ONE_LOOK_S) {
            return;
        }
        let who = AccessWho::Person;
        let look = Access { memory, at, who, what: AccessKind::Read, why: "page".to_owned() };
        if let Err(error) = self.mine().note_access(&[look]) {
            log::warn!("access: a look is not noted: {error}");
        }
    }

    /// Clears the log of who looked at what; how many entries there were. The memories stay.
    pub fn accesses_clear(&self) -> Result<usize, AppError> {
        Ok(self.mine().clear_accesses()?)
    }

    /// Notes what a trace says about memories: which were written, which came to mind.
    pub(crate) fn note_accesses(
        &self,
        profile: domain::ProfileId,
        trace: &TraceDto,
        at: &Moment,
    ) -> Result<(), AppError> {
        let mut entries = Vec::new();
        for stage in &trace.stages {
            let (who, what) = match stage.name.as_str() {
                "store" => (AccessWho::Person, AccessKind::Written),
                "recall" => (AccessWho::Planner, AccessKind::Recalled),
                _ => continue,
            };
            for candidate in stage.candidates.iter().filter(|candidate| candidate.kept) {
                let Ok(memory) = candidate.id.parse() else { continue };
                entries.push(Access { memory, at: at.clone(), who, what, why: trace.kind.clone() });
            }
        }
        if entries.is_empty() { Ok(()) } else { Ok(self.store.of(profile).note_access(&entries)?) }
    }

    /// Ties from and to a memory, strongest relation words first; what supports it first of all.
    fn ties_of(&self, mine: &Mine<'_>, memory: MemoryRef) -> Result<Vec<(bool, Link)>, AppError> {
        let node = node_of(memory);
        let now = self.now().at;
        let mut ties: Vec<(bool, Link)> = Vec::new();
        for (outward, direction) in [(false, Direction::Against), (true, Direction::Along)] {
            ties.extend(mine.ties(node, direction, now)?.into_iter().map(|link| (outward, link)));
        }
        ties.sort_by_key(|(outward, link)| (*outward, link.relation != Relation::Supports));
        ties.truncate(TIES);
        Ok(ties)
    }

    /// Where a memory comes from; the person's own act where nothing else is written down.
    fn sources(
        &self,
        mine: &Mine<'_>,
        memory: MemoryRef,
        row: &MemoryRowDto,
        ties: &[(bool, Link)],
        kept: &[TraceDto],
        lang: Lang,
    ) -> Result<Vec<SourceDto>, AppError> {
        let mut sources = Vec::new();
        if let MemoryRef::Preference(id) = memory {
            for evidence in mine.evidence_of(id)? {
                let Some(trip) = mine.trip(evidence.trip)? else { continue };
                let id = MemoryRef::Trip(trip.id).to_string();
                if sources.iter().any(|known: &SourceDto| known.id == id) {
                    continue;
                }
                sources.push(SourceDto {
                    id,
                    trace: String::new(),
                    kind: "trip".to_owned(),
                    text: words::route_label(lang, &trip.via_roads),
                    at: trip.departure.at.0,
                    supports: true,
                });
            }
        }
        let supports = |(outward, link): &&(bool, Link)| !outward && link.relation == Relation::Supports;
        for (_, link) in ties.iter().filter(supports) {
            let Some(other) = memory_of(link.from) else { continue };
            let id = other.to_string();
            if sources.iter().any(|known: &SourceDto| known.id == id) {
                continue;
            }
            let Ok(shown) = self.row(other, lang) else { continue };
            let kind = match other {
                MemoryRef::Trip(_) => "trip",
                MemoryRef::Observation(_) => "noticed",
                _ => "statement",
            };
            sources.push(SourceDto {
                id,
                trace: String::new(),
                kind: kind.to_owned(),
                text: shown.text,
                at: shown.created_at,
                supports: true,
            });
        }
        if let MemoryRef::Observation(id) = memory
            && let Some(trip) = mine.noticed(id)?.and_then(|noticed| noticed.trip)
            && let Ok(shown) = self.row(MemoryRef::Trip(trip), lang)
        {
            sources.push(SourceDto {
                id: MemoryRef::Trip(trip).to_string(),
                trace: String::new(),
                kind: "trip".to_owned(),
                text: shown.text,
                at: shown.created_at,
                supports: true,
            });
        }
        if sources.is_empty() {
            sources.push(own_act(memory, row, kept));
        }
        Ok(sources)
    }

    fn tie_dto(&self, mine: &Mine<'_>, outward: bool, link: &Link, lang: Lang) -> TieDto {
        let other = if outward { link.to } else { link.from };
        let memory = memory_of(other);
        let named = || {
            let entities = mine.entities().unwrap_or_default();
            entities.into_iter().find(|(node, _)| *node == other).map(|(_, entity)| entity.name)
        };
        TieDto {
            relation: link.relation.word().to_owned(),
            outward,
            id: memory.map(|memory| memory.to_string()).unwrap_or_default(),
            text: match memory {
                Some(memory) => self.row(memory, lang).map(|row| row.text).unwrap_or_default(),
                None => named().unwrap_or_default(),
            },
            since: link.validity.valid_from.0,
            confidence: link.confidence,
        }
    }
}

/// The node of a memory.
fn node_of(memory: MemoryRef) -> NodeRef {
    match memory {
        MemoryRef::Place(id) => NodeRef::Place(id),
        MemoryRef::Preference(id) => NodeRef::Preference(id),
        MemoryRef::Trip(id) => NodeRef::Trip(id),
        MemoryRef::Statement(id) => NodeRef::Statement(id),
        MemoryRef::Observation(id) => NodeRef::Observation(id),
    }
}

/// The memory of a node; none for an entity.
fn memory_of(node: NodeRef) -> Option<MemoryRef> {
    match node {
        NodeRef::Place(id) => Some(MemoryRef::Place(id)),
        NodeRef::Preference(id) => Some(MemoryRef::Preference(id)),
        NodeRef::Trip(id) => Some(MemoryRef::Trip(id)),
        NodeRef::Statement(id) => Some(MemoryRef::Statement(id)),
        NodeRef::Observation(id) => Some(MemoryRef::Observation(id)),
        NodeRef::Entity(_) => None,
    }
}

fn about(key: &domain::StatementKey) -> String {
    let parts = [key.subject.as_str(), key.attribute.as_str(), key.condition.as_str()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

fn importance(importance: &domain::Importance) -> Vec<TracePartDto> {
    let part = |name: &str, value| TracePartDto { name: name.to_owned(), value: Some(value) };
    vec![
        part("emotion", importance.emotion),
        part("consequence", importance.consequence),
        part("repetition", importance.repetition),
    ]
}

/// The act by which it came about, and its trace while that is kept.
fn own_act(memory: MemoryRef, row: &MemoryRowDto, kept: &[TraceDto]) -> SourceDto {
    let wrote = |trace: &&TraceDto| {
        let stores = trace.stages.iter().filter(|stage| stage.name == "store");
        stores.flat_map(|stage| &stage.candidates).any(|candidate| candidate.id == row.id)
    };
    // The oldest that wrote it: later ones only confirmed it.
    let trace = kept.iter().rev().find(wrote);
    let kind = match (memory, row.origin) {
        (_, OriginDto::Imported) => "imported",
        (MemoryRef::Trip(_), _) => "drove",
        (_, OriginDto::Confirmed) => "confirmed",
        (_, OriginDto::Stated | OriginDto::Inferred) => "said",
    };
    SourceDto {
        id: String::new(),
        trace: trace.map(|trace| trace.id.clone()).unwrap_or_default(),
        kind: kind.to_owned(),
        text: trace.map(|trace| trace.said.clone()).unwrap_or_default(),
        at: row.created_at,
        supports: true,
    }
}

/// When a memory came to mind, from traces that are the newest first.
fn recalled(kept: &[TraceDto], id: &str) -> Vec<RecalledDto> {
    let weighed = |trace: &TraceDto, stage: &str| {
        let stages = trace.stages.iter().filter(|known| known.name == stage);
        stages.flat_map(|stage| &stage.candidates).find(|candidate| candidate.id == id).cloned()
    };
    kept.iter()
        .filter_map(|trace| {
            let found = weighed(trace, "recall")?;
            Some(RecalledDto {
                trace: trace.id.clone(),
                at: trace.at,
                said: trace.said.clone(),
                kept: found.kept,
                why: found.why,
                score: found.score,
                parts: found.parts,
                acted: weighed(trace, "route").map(|given| given.why).unwrap_or_default(),
            })
        })
        .take(RECALLED)
        .collect()
}

//! Causes and prices as the shells show them. Every sentence is made here from a cause's own row and from measured
//! differences; nothing else can be said (MISSION E-7).

use domain::{
    Cause, Lang, MemoryRef, Preference, Target,
    explain::{Reason, ReasonState},
    intent::RoutePreference,
    precedence::{NotApplied, Why},
    sentence,
};

use super::{Planned, describe::intervals_of, record::UseRecord};
use crate::{
    App,
    dto::{ReasonDto, ReasonKind, ReasonState as StateDto, UnmetDto},
    memory_page::shown_text,
    parse::mode_words,
    words,
};

/// The id that a cause has on the wire. Wishes after the said ones came from the map.
pub fn cause_id(cause: &Cause, said: usize) -> String {
    match cause {
        Cause::Sentence(index) if *index < said => format!("sentence-{index}"),
        Cause::Sentence(index) => format!("map-{}", index - said),
        Cause::Mode => "mode".to_owned(),
        Cause::Setting(key) => format!("setting-{key}"),
        Cause::Memory(memory) => memory.to_string(),
    }
}

/// The rule that decided between two wishes.
pub fn why_words(lang: Lang, why: Why) -> String {
    let (zh, en) = match why {
        Why::HigherRank => ("更优先的那条说了算", "something that ranks higher decides"),
        Why::Newest => ("以最近的那条为准", "the newer one decides"),
        Why::MoreSpecific => ("以更具体的那条为准", "the more specific one decides"),
        Why::Surer => ("以更有把握的那条为准", "the surer one decides"),
        Why::SaidAlready => ("已经有一条这样要求", "another one already asks for the same"),
        Why::Hurry => ("赶时间，不讲究了", "you are in a hurry"),
    };
    words::pick(lang, zh, en)
}

/// What memories did to a plan, for the record.
pub fn uses(planned: &Planned) -> Vec<UseRecord> {
    let acted = planned.explanation.reasons.iter().filter_map(|reason| {
        let Cause::Memory(memory) = &reason.cause else { return None };
        let state = match reason.state {
            ReasonState::Retrieved => "retrieved",
            ReasonState::Applied => "applied",
            ReasonState::Decisive => "decisive",
        };
        let price = reason.without.unwrap_or_default();
        Some(UseRecord {
            memory: memory.to_string(),
            state: state.to_owned(),
            delta_s: price.delta_s(),
            delta_m: price.delta_m(),
        })
    });
    let seen = planned.resolved.considered.iter().map(|(memory, _)| UseRecord {
        memory: memory.to_string(),
        state: "retrieved".to_owned(),
        delta_s: 0.0,
        delta_m: 0.0,
    });
    acted.chain(seen).collect()
}

/// The plan in one sentence, citing only reasons that are shown (MISSION S0-30).
pub fn in_one_sentence(lang: Lang, planned: &Planned, reasons: &[ReasonDto]) -> String {
    let Some(chosen) = planned.routes.first() else { return String::new() };
    let road = words::route_label(lang, &chosen.via_roads);
    let minutes = words::minutes(lang, chosen.duration_s);
    let late = planned.late.as_ref().filter(|late| late.decides(chosen));
    let late = late.map(|_| words::pick(lang, "比平时出发得晚", "leaving later than usual"));
    let shown = reasons.iter().filter(|reason| reason.minimal && reason.enabled);
    let because: Vec<&str> =
        late.as_deref().into_iter().chain(shown.map(|reason| reason.text.as_str())).collect();
    if !because.is_empty() {
        return match lang {
            Lang::Zh => format!("走{road}，{minutes}：因为{}。", because.join("，又因为")),
            Lang::En => format!("{road}, {minutes}, because of: {}.", because.join("; ")),
        };
    }
    let acted =
        |reason: &Reason| matches!(reason.cause, Cause::Memory(_)) && reason.state != ReasonState::Retrieved;
    let what = if planned.explanation.reasons.iter().any(acted) {
        words::pick(lang, "记住的事没有改变它", "what is remembered changes nothing here")
    } else {
        words::pick(lang, "没有用到记忆", "no memory was used")
    };
    match lang {
        Lang::Zh => format!("走{road}，{minutes}：这是最快的路，{what}。"),
        Lang::En => format!("{road}, {minutes}: the fastest way; {what}."),
    }
}

impl App {
    /// Every cause that could be switched, in the order of the steps.
    pub(crate) fn reason_dtos(&self, planned: &Planned) -> Vec<ReasonDto> {
        let explained = &planned.explanation.reasons;
        let mut all: Vec<ReasonDto> =
            explained.iter().map(|reason| self.reason_dto(planned, reason)).collect();
        for (cause, effect) in &planned.off {
            let mut off = self.bare_reason(planned, cause);
            off.state = StateDto::Off;
            off.enabled = false;
            off.delta_s = effect.delta_s();
            off.delta_m = effect.delta_m();
            all.push(off);
        }
        all
    }

    /// Memories that were found and never in the running, with the reason for that in their source line; then sentences
    /// that came to mind, which change no route by themselves.
    pub(crate) fn considered_dtos(&self, planned: &Planned) -> Vec<ReasonDto> {
        let lang = planned.lang;
        let came_to_mind = planned.recalled.hits.iter().filter(|hit| hit.statement().is_some());
        let came_to_mind = came_to_mind.map(|hit| self.bare_reason(planned, &Cause::Memory(hit.memory)));
        let considered = planned.resolved.considered.iter();
        considered
            .map(|(memory, why)| {
                let mut reason = self.bare_reason(planned, &Cause::Memory(*memory));
                let (zh, en) = match why {
                    NotApplied::Unconfirmed => ("还没确认，不会使用", "not confirmed, so not used"),
                    NotApplied::Rejected => ("你拒绝过", "you said no to it"),
                    NotApplied::OutOfDate => ("已过期", "no longer valid"),
                    NotApplied::OutOfScope => ("不适用于这次出行", "does not fit this trip"),
                };
                reason.source = words::pick(lang, zh, en);
                reason
            })
            .chain(came_to_mind)
            .collect()
    }

    pub(crate) fn unmet_dtos(&self, planned: &Planned) -> Vec<UnmetDto> {
        let lang = planned.lang;
        planned
            .explanation
            .unmet
            .iter()
            .map(|unmet| {
                let thing = sentence::target_words(lang, &unmet.target);
                let source = match (&unmet.cause, lang) {
                    (Cause::Sentence(i), Lang::Zh) if *i < planned.asked.said => "你的话",
                    (Cause::Sentence(i), Lang::En) if *i < planned.asked.said => "your sentence",
                    (Cause::Sentence(_), Lang::Zh) => "这次选的",
                    (Cause::Sentence(_), Lang::En) => "chosen for this trip",
                    (Cause::Setting(_) | Cause::Mode, Lang::Zh) => "设置",
                    (Cause::Setting(_) | Cause::Mode, Lang::En) => "setting",
                    (Cause::Memory(_), Lang::Zh) => "记忆",
                    (Cause::Memory(_), Lang::En) => "memory",
                };
                let wanted = unmet.metres <= 0.0;
                let length = words::metres(lang, unmet.metres);
                let text = match (lang, wanted) {
                    (Lang::Zh, false) => format!("没能完全避开{thing}：仍有 {length}（{source}）"),
                    (Lang::Zh, true) => format!("这条路上没有{thing}（{source}）"),
                    (Lang::En, false) => format!("Avoid {thing}, not fully met: {length} remain ({source})"),
                    (Lang::En, true) => format!("No {thing} on this way ({source})"),
                };
                UnmetDto { reason: cause_id(&unmet.cause, planned.asked.said), metres: unmet.metres, text }
            })
            .collect()
    }

    /// What a cause wants, and where it comes from, in words.
    pub(crate) fn cause_words(&self, planned: &Planned, cause: &Cause) -> (String, String) {
        let lang = planned.lang;
        let asked = &planned.asked;
        let statement = |target: &Target, strength| {
            sentence::preference_statement(lang, target, strength, &domain::Scope::default(), |_| None)
        };
        match cause {
            Cause::Sentence(index) => {
                let wish = asked.wishes.get(*index);
                let wants = wish.map(|wish| statement(&wish.target, wish.strength)).unwrap_or_default();
                if *index >= asked.said {
                    return (wants, words::pick(lang, "这次选的，只用于这次", "Chosen for this trip only"));
                }
                let quote = asked.quotes.get(*index).map(String::as_str).unwrap_or_default();
                let text = match (lang, quote.is_empty()) {
                    (_, true) => wants,
                    (Lang::Zh, false) => format!("「{quote}」"),
                    (Lang::En, false) => format!("“{quote}”"),
                };
                let source = match wish.map(|wish| wish.lifetime) {
                    Some(domain::Lifetime::Always) => {
                        words::pick(lang, "你的话，已记住", "Your sentence, remembered")
                    }
                    Some(domain::Lifetime::Until(end)) => {
                        let end = domain::Moment { at: end, zone: asked.depart.zone.clone() };
                        let until = words::clock(lang, &end, &self.now());
                        match lang {
                            Lang::Zh => format!("你的话，记到{until}"),
                            Lang::En => format!("Your sentence, remembered until {until}"),
                        }
                    }
                    Some(domain::Lifetime::Once) | None => {
                        words::pick(lang, "你的话，只用于这次", "Your sentence, this trip only")
                    }
                };
                (text, source)
            }
            Cause::Mode => {
                let text = mode_words(lang, planned.resolved.mode);
                let source = if asked.mode.is_some() {
                    words::pick(lang, "你的话，只用于这次", "Your sentence, this trip only")
                } else {
                    words::pick(lang, "设置", "Setting")
                };
                (text, source)
            }
            Cause::Setting(key) => {
                let wish = planned.resolved.ranked.iter().find(|wish| wish.cause == *cause);
                let text = wish.map(|wish| statement(&wish.target, wish.strength)).unwrap_or_default();
                (text, self.setting_source(lang, key))
            }
            Cause::Memory(memory) => self.memory_words(planned, *memory),
        }
    }

    fn setting_source(&self, lang: Lang, key: &str) -> String {
        let since = self
            .settings()
            .ok()
            .and_then(|settings| settings.avoid.into_iter().find(|avoid| avoid.feature == key))
            .map(|avoid| words::date(lang, domain::Timestamp(avoid.since), &self.now().zone));
        match (lang, since) {
            (Lang::Zh, Some(date)) => format!("设置，{date}起"),
            (Lang::En, Some(date)) => format!("Setting, on since {date}"),
            (_, None) => words::pick(lang, "设置", "Setting"),
        }
    }

    fn memory_words(&self, planned: &Planned, memory: MemoryRef) -> (String, String) {
        let lang = planned.lang;
        match memory {
            MemoryRef::Preference(id) => {
                match planned.recalled.memories.iter().find(|known| known.id == id) {
                    Some(preference) => {
                        (self.preference_text(preference, lang), self.preference_source(preference, lang))
                    }
                    None => (String::new(), String::new()),
                }
            }
            MemoryRef::Trip(id) => match self.mine().trip(id) {
                Ok(Some(trip)) => {
                    let date = words::date(lang, trip.departure.at, &trip.departure.zone);
                    let via = words::route_label(lang, &trip.via_roads);
                    let text = match lang {
                        Lang::Zh => format!("老路：{via}"),
                        Lang::En => format!("The usual road: {via}"),
                    };
                    (
                        text,
                        match lang {
                            Lang::Zh => format!("{date}的行程"),
                            Lang::En => format!("Trip of {date}"),
                        },
                    )
                }
                _ => (String::new(), String::new()),
            },
            MemoryRef::Place(id) => (self.place_name(id).unwrap_or_default(), String::new()),
            // No cause of a route by itself, but what came to mind is told.
            MemoryRef::Statement(id) => match self.mine().statement(id) {
                Ok(Some(row)) => {
                    let date = words::date(lang, row.last_confirmed, &row.created.zone);
                    let comma = if lang == Lang::Zh { "，" } else { ", " };
                    let source = words::provenance(lang, row.provenance, 0);
                    (row.content, [source, date].join(comma))
                }
                _ => (String::new(), String::new()),
            },
            MemoryRef::Observation(_) => (String::new(), String::new()),
        }
    }

    /// A preference's statement: as the person wrote it, or anew in the asked language.
    pub(crate) fn preference_text(&self, preference: &Preference, lang: Lang) -> String {
        shown_text(preference, lang, |id| self.place_name(id))
    }

    fn preference_source(&self, preference: &Preference, lang: Lang) -> String {
        let trips = self.mine().evidence_of(preference.id).map_or(0, |evidence| evidence.len());
        let date = words::date(lang, preference.last_confirmed, &preference.created.zone);
        let comma = if lang == Lang::Zh { "，" } else { ", " };
        let mut parts = vec![words::provenance(lang, preference.provenance, trips), date];
        parts.push(words::sure(lang, preference.confidence));
        parts.join(comma)
    }

    fn reason_dto(&self, planned: &Planned, reason: &Reason) -> ReasonDto {
        let mut dto = self.bare_reason(planned, &reason.cause);
        dto.state = match reason.state {
            ReasonState::Retrieved => StateDto::Retrieved,
            ReasonState::Applied => StateDto::Applied,
            ReasonState::Decisive => StateDto::Decisive,
        };
        dto.decisive = reason.state == ReasonState::Decisive;
        dto.minimal = planned.explanation.minimal.contains(&reason.cause);
        dto.delta_s = reason.step.delta_s();
        dto.delta_m = reason.step.delta_m();
        let without = reason.without.unwrap_or_default();
        dto.without_s = without.delta_s();
        dto.without_m = without.delta_m();
        if let Some(group) = reason.group {
            dto.group = u32::try_from(group).ok();
            dto.group_s = planned.explanation.groups.get(group).map(|group| group.without.delta_s());
        }
        dto
    }

    /// A reason with its words and intervals, and no price yet.
    fn bare_reason(&self, planned: &Planned, cause: &Cause) -> ReasonDto {
        let (text, source) = self.cause_words(planned, cause);
        let (kind, memory) = match cause {
            Cause::Sentence(index) if *index < planned.asked.said => (ReasonKind::Sentence, None),
            Cause::Sentence(_) => (ReasonKind::Map, None),
            Cause::Mode if planned.resolved.mode == RoutePreference::Fastest => (ReasonKind::Mode, None),
            Cause::Mode => (ReasonKind::Mode, None),
            Cause::Setting(_) => (ReasonKind::Setting, None),
            Cause::Memory(memory) => (ReasonKind::Memory, Some(memory.to_string())),
        };
        let confidence = match cause {
            Cause::Memory(MemoryRef::Preference(id)) => {
                planned.recalled.memories.iter().find(|known| known.id == *id).map(|known| known.confidence)
            }
            _ => None,
        };
        let target =
            planned.resolved.ranked.iter().find(|wish| wish.cause == *cause).map(|wish| &wish.target);
        let intervals = match (target, planned.routes.first()) {
            (Some(target), Some(chosen)) => intervals_of(planned.region.router(), chosen, target),
            _ => Vec::new(),
        };
        ReasonDto {
            id: cause_id(cause, planned.asked.said),
            kind,
            text,
            source,
            confidence,
            memory,
            state: StateDto::Retrieved,
            decisive: false,
            enabled: true,
            minimal: false,
            delta_s: 0.0,
            delta_m: 0.0,
            without_s: 0.0,
            without_m: 0.0,
            group: None,
            group_s: None,
            intervals,
        }
    }
}

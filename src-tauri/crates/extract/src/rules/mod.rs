//! The default extractor: rules in Chinese and English, no model (MISSION S3-12).
//!
//! A turn falls into sentences and clauses. Questions, thoughts, quotations and sentences about other people are left alone;
//! what remains is held against frames (tastes, facts, plans, decisions, feelings, corrections, requests to forget), and what
//! a frame finds is normalised into a key and a value.

pub(crate) mod clause;
mod en;
mod finding;
pub(crate) mod forget;
pub(crate) mod say;
mod zh;

use domain::{
    Lang, Provenance, StatementKey, StatementState, Strength, Target, Validity,
    intent::{self, IntentKind, ParseContext},
};

use crate::{
    Basis, Extraction, Extractor, Known, NewStatement, Speaker, Turn,
    expiry::expires,
    importance::importance,
    key::condition::condition,
    privacy::need_of,
    text::{folded, lang_of},
};
use clause::{Stance, clauses, of_somebody_else, sentences, stance};
use finding::Finding;

/// Below this a statement waits for the person (MISSION S3-14).
pub const SURE_ENOUGH: f64 = 0.7;
/// Below this a turn was heard too badly to trust (MISSION S1-34); the same as `reflect` counts by.
pub const HEARD_WELL: f64 = 0.7;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;

impl Extractor for Rules {
    fn extract(&self, turn: &Turn, known: &Known<'_>) -> Vec<Extraction> {
        // What Laolu said, and what a passenger said, is no memory of the owner (MISSION S1-35, DEMANDS 15).
        if matches!(turn.speaker, Speaker::Laolu | Speaker::Other) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for sentence in sentences(&turn.words) {
            let lang = lang_of(sentence);
            let text = folded(sentence);
            if let Some(request) = forget::request(&text, lang, known) {
                found.push(Extraction::Forget(request));
                continue;
            }
            found.extend(
                self.sentence(sentence, &text, lang, turn, known).into_iter().map(Extraction::Remember),
            );
        }
        found
    }
}

impl Rules {
    fn sentence(
        &self,
        written: &str,
        text: &str,
        lang: Lang,
        turn: &Turn,
        known: &Known<'_>,
    ) -> Vec<NewStatement> {
        let meant = stance(text, lang);
        if text.chars().count() > 240 || !matches!(meant, Stance::Statement | Stance::Other) {
            return Vec::new();
        }
        // Treatment and days of somebody close are kept as the need behind them, whoever they are of (MISSION S1-46).
        if let Some((attribute, need)) = need_of(written).filter(|_| !command(text) && !passing(text)) {
            return vec![draft(Finding::fact(attribute, "yes").said(need), turn, known, lang)];
        }
        let roads = if meant == Stance::Statement { road_wishes(written, turn, known) } else { Vec::new() };
        if !roads.is_empty() {
            let content = say::about_the_user(written, lang);
            return roads
                .into_iter()
                .map(|finding| draft(finding.said(content.clone()), turn, known, lang))
                .collect();
        }
        let mut found: Vec<NewStatement> = Vec::new();
        let mut other = false;
        for part in clauses(text) {
            // "My wife loves jazz, hates rock": the second clause is still hers.
            other = match of_somebody_else(part, lang) {
                true => true,
                false => other && !begins_with_owner(part, lang),
            };
            let findings = match lang {
                // Praise is of somebody else; what they like is not the owner's.
                Lang::Zh if other => zh::feeling(clause::strip_fillers(part)),
                Lang::En if other => en::feeling(clause::strip_fillers(part)),
                Lang::Zh => zh::read(part, text, &turn.at),
                Lang::En => en::read(part, text, &turn.at),
            };
            for finding in findings {
                let hedged = hedged(part);
                let finding = if hedged {
                    Finding { confidence: finding.confidence - 0.3, ..finding }
                } else {
                    finding
                };
                let finding = match &finding.content {
                    Some(_) => finding,
                    None => finding.clone().said(say::about_the_user(original(written, part, lang), lang)),
                };
                let new = draft(finding, turn, known, lang);
                if !new.key.attribute.is_empty() && found.iter().all(|had| had.key != new.key) {
                    found.push(new);
                }
            }
        }
        found
    }
}

/// By what right a statement is kept: a place that the words ask to be kept stays exact (MISSION X16).
pub fn basis_of(words: &str, new: &NewStatement) -> Basis {
    const ASKS: &str = "记住|记一下|记着|记下|帮我记|remember|note that|keep in mind|make a note|save ";
    let text = folded(words);
    let place = matches!(new.key.attribute.as_str(), "home" | "work" | "parked" | "used_for");
    if place && ASKS.split('|').any(|word| text.contains(word)) {
        Basis::ConfirmedPlace
    } else {
        Basis::Observed
    }
}

/// Requests for a route or a place: they are planned, not remembered.
fn command(text: &str) -> bool {
    const COMMANDS: &str = "导航|带我去|送我去|附近|最近的|找个|找一家|navigate|take me to|drive me to|directions to|find |nearest|nearby|route to|how far";
    COMMANDS.split('|').any(|word| text.contains(word))
}

/// Whether somebody only went past a hospital, or went to see somebody in it: no need of theirs.
fn passing(text: &str) -> bool {
    const PASSING: &str = "停在|停到|停车|车停|parked|路过|经过|看朋友|看同事|看病人|看望|探望|探病|drove past|drive past|walked past|passed by|passed the|went past|visited a |visited my friend|visiting a friend|visit a friend";
    PASSING.split('|').any(|word| text.contains(word))
}

/// The clause as it was written, when it can be found; else as it was read.
fn original<'a>(written: &'a str, part: &'a str, lang: Lang) -> &'a str {
    let text = crate::text::Folded::new(written);
    match text.text.find(part) {
        Some(at) => {
            let span = text.original(&(at..at + part.len()));
            clause::strip_fillers(written.get(span).unwrap_or(part))
        }
        None if lang == Lang::Zh => clause::strip_fillers(part),
        None => part,
    }
}

fn begins_with_owner(part: &str, lang: Lang) -> bool {
    let part = clause::strip_fillers(part);
    match lang {
        Lang::Zh => ["我", "咱", "俺", "本人", "用户"].iter().any(|word| part.starts_with(word)),
        Lang::En => "i |i'|we |we'|my |our |the user".split('|').any(|word| part.starts_with(word)),
    }
}

/// Words that make a statement unsure.
fn hedged(text: &str) -> bool {
    const HEDGES: &str = "好像|大概|应该是|可能|似乎|不太确定|没准|估计|i think i|i guess|probably|i suppose|sort of|kind of|maybe|not sure|i believe i|possibly|i might";
    HEDGES.split('|').any(|hedge| text.contains(hedge))
}

/// Wishes about roads that are to last: the sentence reader of `domain` knows those.
fn road_wishes(written: &str, turn: &Turn, known: &Known<'_>) -> Vec<Finding> {
    let context = ParseContext { now: &turn.at, known_places: known.places, known_roads: &[] };
    let (intent, _) = intent::parse(written, &context);
    if intent.kind != IntentKind::Remember || intent.wishes.is_empty() {
        return Vec::new();
    }
    let under = condition(&folded(written)).0;
    let wishes = intent.wishes.iter().filter_map(|wish| {
        let attribute = match &wish.target {
            Target::Feature(feature) => format!("route.{}", feature.word()),
            // 把氛围灯关了 closes a lamp and no road; 滨江路 is a waterside by any name.
            Target::Road(name) if crate::key::setting(name).is_some() => return None,
            Target::Road(name) => match crate::key::item(name, Some("route")) {
                Some(item) if item.known && item.category == "route" => item.attribute(),
                _ => format!("route.road:{}", crate::key::item::slug(&folded(name))),
            },
            Target::Section { .. } | Target::Area { .. } => return None,
        };
        let value = match wish.strength {
            Strength::Follow => Strength::Prefer.word(),
            other => other.word(),
        };
        let mut finding = Finding::preference(attribute, value).under(&under).sure(0.95);
        finding.from = wish.starts;
        finding.until = match wish.lifetime {
            domain::Lifetime::Until(end) => Some(end),
            domain::Lifetime::Once | domain::Lifetime::Always => None,
        };
        Some(finding)
    });
    wishes.collect()
}

/// A finding with the turn's circumstances, held against what is known.
fn draft(mut finding: Finding, turn: &Turn, known: &Known<'_>, lang: Lang) -> NewStatement {
    let mut corrects = None;
    if let Some(denied) = &finding.denies {
        // "Not X but Y" is about whatever had the value X.
        let had = known
            .statements
            .iter()
            .find(|one| one.value == *denied || !denied.is_empty() && one.content.contains(denied.as_str()));
        if let Some(had) = had {
            finding.attribute.clone_from(&had.key.attribute);
            finding.condition.clone_from(&had.key.condition);
            corrects = Some(had.id);
        }
    }
    let key =
        StatementKey { subject: "me".to_owned(), attribute: finding.attribute, condition: finding.condition };
    let same = known.statements.iter().find(|one| one.key == key);
    let mut confidence = finding.confidence;
    if let Some(same) = same.filter(|same| same.value != finding.value) {
        corrects = corrects.or(Some(same.id));
        if key_fact(&key.attribute) && !corrected(&turn.words) {
            // A key fact that changes without a word of change: ask (MISSION S3-15).
            confidence -= 0.3;
        }
    }
    if turn.heard < HEARD_WELL {
        confidence = confidence.min(turn.heard);
    }
    if turn.speaker == Speaker::Unclear {
        confidence = confidence.min(0.5);
    }
    let valid_to = finding.until.or_else(|| expires(finding.class, finding.kind, &key.attribute, turn.at.at));
    NewStatement {
        class: finding.class,
        kind: finding.kind,
        content: finding.content.unwrap_or_default(),
        value: finding.value,
        importance: importance(turn, finding.kind, lang),
        confidence,
        provenance: Provenance::Stated,
        state: if confidence < SURE_ENOUGH { StatementState::Review } else { StatementState::Active },
        validity: Validity { valid_from: finding.from.unwrap_or(turn.at.at), valid_to },
        session: turn.session.clone().filter(|_| finding.class == domain::MemoryClass::Conversational),
        corrects,
        ties: finding.ties,
        key,
    }
}

/// Facts of which a person has one.
fn key_fact(attribute: &str) -> bool {
    matches!(
        attribute,
        "home" | "work" | "job" | "phone" | "name" | "birthday" | "diet" | "vehicle" | "language"
    )
}

/// Whether the words say that something changed.
fn corrected(words: &str) -> bool {
    const CHANGES: &str = "其实|改|换|搬|不再|不是|现在|新|说错|更正|纠正|记错|已经|了|actually|moved|changed|now|new|no longer|not |anymore|any more|switched|correction|instead|i meant|wrong|just |quit|stopped|used to|since";
    let text = folded(words);
    CHANGES.split('|').any(|change| text.contains(change))
}

//! Sentences are data: what is said, and a compact form of what was understood.

mod closures;
mod en;
mod heard;
mod merge;
mod properties;
mod strangers;
mod zh;

use super::*;
use crate::{DayKind, Timestamp};

/// Wednesday, 25 November 2026, 10:00 in Paris.
pub(super) fn now() -> Moment {
    Moment { at: Timestamp(1_795_597_200), zone: "Europe/Paris".to_owned() }
}

/// What the person of the tests knows.
pub(super) fn read(sentence: &str) -> (Intent, Vec<IntentNote>) {
    let places =
        ["公司", "家", "静安体育中心", "妈妈家", "Casino", "Mom's house", "office", "home", "Café Milano"];
    let roads = [
        "南北高架",
        "Moyenne Corniche",
        "A8",
        "Rue Grimaldi",
        "Place du Casino",
        "Tunnel",
        "南京西路",
        "江边大道",
        "Avenue du Port",
        "Boulevard des Moulins",
    ];
    let own = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let (known_places, known_roads) = (own(&places), own(&roads));
    let now = now();
    parse(sentence, &ParseContext { now: &now, known_places: &known_places, known_roads: &known_roads })
}

/// One line: kind unless it is a plan; places; wishes as `strength:target`, with `!` when always; circumstances;
/// notes in «».
pub(super) fn compact(sentence: &str, intent: &Intent, notes: &[IntentNote]) -> String {
    let mut parts: Vec<String> = Vec::new();
    match intent.kind {
        IntentKind::PlanRoute => {}
        IntentKind::ModifyTrip => parts.push("modify".to_owned()),
        IntentKind::QueryHistory => parts.push("query".to_owned()),
        IntentKind::Remember => parts.push("remember".to_owned()),
        IntentKind::Forget => parts.push("forget".to_owned()),
        IntentKind::Unknown => parts.push("unknown".to_owned()),
    }
    if !intent.reset_context {
        parts.push("goes-on".to_owned());
    }
    let place = |mention: &Mention| place(&mention.place);
    parts.extend(intent.origin.iter().map(|m| format!("from={}", place(m))));
    parts.extend(intent.vias.iter().map(|m| format!("via={}", place(m))));
    parts.extend(intent.destination.iter().map(|m| format!("to={}", place(m))));
    for wish in &intent.wishes {
        let target = match &wish.target {
            Target::Feature(feature) => feature.word().to_owned(),
            Target::Road(name) => format!("[{name}]"),
            Target::Section { label, .. } | Target::Area { label, .. } => format!("<{label}>"),
        };
        let always = match wish.lifetime {
            Lifetime::Once => String::new(),
            Lifetime::Always => "!".to_owned(),
            Lifetime::Until(end) => {
                format!("..{}", end.in_zone(&now().zone).strftime("%d/%H:%M"))
            }
        };
        let starts = wish.starts.map(|start| format!("{}", start.in_zone(&now().zone).strftime("@%d/%H:%M")));
        parts.push(format!("{}:{target}{}{always}", wish.strength.word(), starts.unwrap_or_default()));
    }
    if let Some((mode, _)) = intent.mode {
        parts.push(format!("{mode:?}").to_lowercase());
    }
    if intent.usual_route.is_some() {
        parts.push("usual".to_owned());
    }
    let clock = |moment: &Moment| moment.zoned().strftime("%d/%H:%M").to_string();
    parts.extend(intent.depart.iter().map(|(moment, _)| format!("at={}", clock(moment))));
    parts.extend(intent.arrive_by.iter().map(|(moment, _)| format!("by={}", clock(moment))));
    parts.extend(intent.weather.iter().map(|(weather, _)| weather.word().to_owned()));
    if intent.hurry.is_some() {
        parts.push("hurry".to_owned());
    }
    if let Some(scope) =
        intent.wishes.first().map(|wish| &wish.scope).filter(|_| intent.kind == IntentKind::Remember)
    {
        parts.extend(scope.bucket.map(|bucket| format!("when={}", bucket.word())));
        parts.extend(scope.days.map(DayKind::word).map(|days| format!("when={days}")));
        parts.extend(scope.weather.map(|weather| format!("when={}", weather.word())));
    }
    if intent.kind == IntentKind::Forget {
        parts.extend(intent.subject.iter().map(|span| format!("about={}", &sentence[span.clone()])));
    }
    for note in notes {
        let sign = if note.kind == NoteKind::NotSupported { "x" } else { "?" };
        parts.push(format!("{sign}«{}»", &sentence[note.span.clone()]));
    }
    parts.join(" ")
}

pub(super) fn place(place: &PlaceRef) -> String {
    match place {
        PlaceRef::Named(name) => name.clone(),
        PlaceRef::At(at) => format!("{:.4}/{:.4}", at.lat, at.lon),
        PlaceRef::UsualPlace => "*".to_owned(),
    }
}

/// Every sentence gives the expected line; all that differ are shown at once.
pub(super) fn check(cases: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (sentence, expected) in cases {
        let (intent, notes) = read(sentence);
        let got = compact(sentence, &intent, &notes);
        if got != *expected {
            wrong.push_str(&format!("{sentence}\n  expected {expected}\n  got      {got}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

//! Plans, decisions, things done, praise and complaint in English.

use std::sync::LazyLock;

use domain::{
    Moment,
    graph::{EntityKind, Relation},
};
use regex_lite::Regex;

use crate::{
    EntityName, Tie,
    key::condition::without,
    pattern,
    rules::finding::{Finding, named},
    times::{Lean, windows},
};

pattern!(
    DECIDED,
    "^(?:i|we|the user)(?:'ve|'m| have| am)?(?: just| finally| now| already)* (decided(?: on| to| that| not to)?|made up my mind(?: to)?|going with|chosen|chose|picked|settled on|opted for|agreed(?: on| to)?|concluded(?: that)?|set on)[:,]? (.{2,60})$"
);

pattern!(
    DONE,
    "^(?:i|we|the user)(?:'ve|'m| have| am)?(?: just| finally| already| now)* (booked|finished|completed|submitted|renewed|paid|bought|ordered|cancelled|canceled|returned|sold|signed up for|signed|registered|passed|fixed|replaced|repaired|picked up|filled up|arranged|reserved|got .{2,20} (?:serviced|fixed|repaired|inspected|washed)|done with|done) (.{2,50})$"
);

pattern!(
    DONE_FOR_ME,
    "^(?:i|we|the user)(?:'ve|'m| have| am)?(?: just| finally| already| now)* (?:got|had) (.{2,30}?) (serviced|fixed|repaired|inspected|washed|done|replaced|checked|cleaned)$"
);

pattern!(
    DONE_PASSIVE,
    "^(?:the|my|our) (.{2,30}?) (?:is|are|has been|have been|got)(?: now| finally| all| already| just)? (booked|finished|done|paid|serviced|fixed|repaired|renewed|sorted|sold|confirmed|cancelled|canceled|ordered)$"
);

pattern!(
    FEELING,
    "^(?:that|this|the|our|my|last night's|yesterday's|today's) (.{2,40}?)(?: last time| yesterday| last night| today| this morning)? (?:is|was|were|are|had|has|drove|charges|treated us)(?: really| so| just| absolutely| very| too| always| such| incredibly| pretty| way too| extremely| quite| an?| the)* (great|fantastic|wonderful|amazing|excellent|brilliant|lovely|superb|delicious|perfect|friendly|helpful|professional|reliable|comfortable|clean|smooth|outstanding|best|terrible|awful|horrible|bad|worst|disgusting|rude|dirty|bumpy|noisy|slow|overpriced|expensive|disappointing|dreadful|unreliable|cramped|filthy|unfriendly|a rip-off|rip-off|nightmare|ridiculous|useless|dangerous)(?: .{0,30})?$"
);

pattern!(
    PLAN,
    "^(?:i|we|the user)(?:'ll|'ve|'m|'re| will| have| am| are| is| need| must| plan| want)?(?: to| got| going to| planning to| planning| supposed to| due to| scheduled to| flying| driving| leaving| meeting| having| moving| taking| travelling| traveling| visiting| starting| picking| seeing| be| hoping to)*(.*)$"
);

/// Plans: something of the owner that lies ahead, with its end.
pub(super) fn dated(said: &str, sentence: &str, now: &Moment) -> Vec<Finding> {
    let ahead = windows(said, now, Lean::Future);
    let Some(window) =
        ahead.iter().find(|window| window.ends_after(now.at) && window.from.0 > now.at.0 - 86_400)
    else {
        return Vec::new();
    };
    const EVENTS: &str = "meeting|appointment|interview|exam|flight|flying|fly |party|dinner|lunch|concert|wedding|trip|holiday|vacation|conference|class|lesson|match|game|train|moving|move house|deadline|presentation|date|picnic|hike|service|inspection|visit|travelling|traveling|leaving for|going to|picking up|pick up|see the|camping|delivery|driving test|test|reservation|checkup|check-up|call with|rehearsal|workshop|training|delivering|hospital|doctor|dentist|starting|day off|off work|race|marathon|show|movie|barbecue";
    let event = EVENTS.split('|').any(|word| said.contains(word));
    let timeless = without(said, std::slice::from_ref(&window.span));
    let timeless = timeless.trim_matches([',', ' ']);
    let timeless = ["on ", "at ", "in ", "by ", "from "]
        .iter()
        .fold(timeless, |text, lead| text.strip_prefix(lead).unwrap_or(text));
    let own = PLAN.as_ref().is_some_and(|pattern| pattern.is_match(timeless));
    const AHEAD: &str = "i'll|we'll|i will|we will|i have|we have|i've got|we've got|going to|i'm |we're |i am |we are |i need to|we need to|i must|i plan|we plan|i fly|i leave|we leave|i start|i'm planning|the user";
    let will = own && AHEAD.split('|').any(|word| said.contains(word));
    const COMMANDS: &str = "navigate|take me|drive me|directions|route|avoid|remind me|wake me|weather|rain|traffic|how do|set an|set the|add |put |play |turn |get me|book me|call |cancel|delete|show|schedule |create|send|find|tell me|i want to go|i need to be at|i have to be at|i need to get to|i want to leave|running late|i'm late|i'll be late";
    let command = COMMANDS.split('|').any(|word| {
        said.starts_with(word)
            || sentence.starts_with(word)
            || sentence.contains(word)
                && matches!(
                    word,
                    "navigate"
                        | "take me"
                        | "drive me"
                        | "remind me"
                        | "i want to go"
                        | "i need to be at"
                        | "running late"
                        | "i'll be late"
                )
    });
    let noun = !own
        && event
        && "my |our |meeting|dinner|flight|dentist|appointment|the meeting|the flight|interview|exam|the wedding|lunch"
.split('|')
        .any(|lead| said.starts_with(lead));
    let past = " was | were | went | did | had | took ".split('|').any(|word| said.contains(word));
    let today = window.from.0 <= now.at.0 && window.to.0 - now.at.0 <= 86_400;
    if command || past || !(will && (event || !today) || noun) {
        return Vec::new();
    }
    let what = timeless.to_owned();
    let what = "i'll |we'll |i will |we will |i have |we have |i've got |i'm |we're |i am |i need to |we need to |i must |i plan to |we plan to |i |we |my |our |the user |going to |have |a |an |the |be |planning to "
.split('|')
    .fold(what.as_str(), |what, lead| what.strip_prefix(lead).unwrap_or(what));
    let what = what
        .trim_matches([',', ' '])
        .trim_end_matches(" on")
        .trim_end_matches(" at")
        .trim_end_matches(" in")
        .trim();
    if what.len() < 3 {
        return Vec::new();
    }
    let mut finding = Finding::plan(named("plan", what), what.to_owned());
    finding.from = Some(now.at);
    finding.until = Some(window.to);
    vec![finding]
}

pub(super) fn done(said: &str) -> Vec<Finding> {
    if let Some(found) = DECIDED.as_ref().and_then(|pattern| pattern.captures(said)) {
        let what = found.get(2).map_or("", |what| what.as_str());
        if !["yet", "if", "whether", "with you"]
            .iter()
            .any(|no| what == *no || what.starts_with(&format!("{no} ")))
        {
            return vec![Finding::conclusion(named("decided", what), what.to_owned())];
        }
    }
    for (pattern, active) in [(&DONE, true), (&DONE_FOR_ME, false), (&DONE_PASSIVE, false)] {
        let Some(found) = pattern.as_ref().and_then(|pattern| pattern.captures(said)) else { continue };
        let (first, second) =
            (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        let (verb, what) = if active { (first, second) } else { (second, first) };
        const NO: &str = "it|that|this|for|up|my best|nothing|so much|enough|well|a lot|here|attention|the road|road|street|way";
        // A school that was passed on the way was not passed as an exam is.
        const PASSED: &str = "exam|test|course|interview|inspection|class|audition|licence|license|mot";
        let on_the_way = verb == "passed" && !PASSED.split('|').any(|word| what.contains(word));
        if !on_the_way && !NO.split('|').any(|one| one == what) {
            return vec![Finding::conclusion(named("done", what), verb.to_owned())];
        }
    }
    Vec::new()
}

pub(in crate::rules) fn feeling(said: &str) -> Vec<Finding> {
    let Some(found) = FEELING.as_ref().and_then(|pattern| pattern.captures(said)) else { return Vec::new() };
    let (about, word) =
        (found.get(1).map_or("", |about| about.as_str()), found.get(2).map_or("", |word| word.as_str()));
    const THINGS: &str = "restaurant|cafe|café|diner|driver|service|hotel|car park|parking|garage|mechanic|workshop|road|route|street|staff|station|car wash|shop|food|place|coffee shop|bakery|bridge|tunnel|waiter|charger|charging|breakfast|dinner|lunch|rest stop|rest area|valet|market|bar|pub|detour|short cut|shortcut";
    if !THINGS.split('|').any(|thing| {
        about.split(' ').any(|word| word == thing) || about.contains(thing) && thing.contains(' ')
    }) {
        return Vec::new();
    }
    const GOOD: &str = "great|fantastic|wonderful|amazing|excellent|brilliant|lovely|superb|delicious|perfect|friendly|helpful|professional|reliable|comfortable|clean|smooth|outstanding|best";
    let good = GOOD.split('|').any(|one| one == word) && !said.contains(" not ") && !said.contains("n't ");
    let mut finding =
        Finding::feeling(named("feeling", about), if good { "praised" } else { "complained" }).sure(0.85);
    finding.ties = vec![Tie {
        relation: if good { Relation::Praised } else { Relation::Complained },
        to: EntityName {
            kind: if ["road", "route", "street"].iter().any(|word| about.contains(word)) {
                EntityKind::Corridor
            } else {
                EntityKind::Thing
            },
            name: about.to_owned(),
        },
    }];
    vec![finding]
}

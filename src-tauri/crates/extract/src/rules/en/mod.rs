//! English frames: how facts, tastes, plans and feelings are said.

mod events;
mod facts;
mod wishes;

use domain::Moment;

pub(super) use events::feeling;

use super::{
    clause::{only_once, strip_fillers},
    finding::Finding,
};
use events::{dated, done};
use facts::fact;
use wishes::{corrected, wishes};

/// Everything that a clause of folded English says.
pub(super) fn read(clause: &str, sentence: &str, now: &Moment) -> Vec<Finding> {
    let said = stripped(strip_fillers(clause));
    let remember = strip_fillers(sentence).starts_with("remember")
        || ["note that", "keep in mind", "make a note"].iter().any(|lead| sentence.contains(lead));
    let mut found: Vec<Finding> = fact(said, now).into_iter().collect();
    if found.is_empty() && !only_once(said) {
        found = corrected(said, sentence);
    }
    if found.is_empty() && !only_once(sentence) {
        found = wishes(said, sentence);
    }
    if found.is_empty() {
        found = dated(said, sentence, now);
    }
    if found.is_empty() {
        found = done(said);
    }
    if found.is_empty() {
        found = feeling(said);
    }
    if remember {
        found.iter_mut().for_each(|finding| finding.confidence = finding.confidence.max(0.97));
    }
    found
}

pub(super) fn stripped(said: &str) -> &str {
    const LEADS: &str = "please remember that|please remember|remember that|remember this|remember|note that|keep in mind that|keep in mind|make a note that|make a note|you should know that|you should know|don't forget that|let it be known that|the thing is|the fact is";
    let cut = LEADS.split('|').find_map(|lead| said.strip_prefix(lead)).unwrap_or(said);
    strip_fillers(cut.trim_start_matches([',', ':', ' ']))
}

pub(super) fn hint(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "drink" | "drinking" | "drinks" => "drink",
        "eat" | "eating" | "order" | "ordering" | "food" => "food",
        "listen" | "listening" | "listen to" | "listening to" | "play" | "playing" | "hear" | "hearing" => {
            "music"
        }
        "take" | "taking" | "avoid" | "rather take" => "route",
        "park" | "parking" => "parking",
        "drive" | "driving" | "use" | "using" => "vehicle",
        "watch" | "watching" => "watch",
        "fill up with" | "fuel with" | "refuel with" => "fuel",
        "visit" | "visiting" | "going" | "go" | "go to" | "going to" | "stop at" => "place",
        "smoke" | "smoking" => "comfort",
        _ => return None,
    })
}

pub(super) fn noun_hint(noun: &str) -> Option<&'static str> {
    let last = noun.rsplit(' ').next().unwrap_or_default();
    Some(match last {
        "drink" | "beverage" => "drink",
        "food" | "dish" | "restaurant" | "meal" | "cuisine" | "snack" => "food",
        "music" | "band" | "song" | "singer" | "artist" | "genre" | "album" => "music",
        "station" => "audio",
        "road" | "route" | "way" => "route",
        "place" | "spot" | "shop" | "cafe" | "park" | "beach" => "place",
        "sport" | "hobby" | "game" => "hobby",
        "color" | "colour" => "color",
        "car" | "vehicle" => "vehicle",
        _ => return None,
    })
}

pub(super) fn first_words(object: &str) -> Option<&str> {
    object.split(' ').next()
}

/// Without what trails behind an object.
pub(super) fn cut(object: &str) -> &str {
    const ENDS: &str = " last year| last month| last week| years ago| a year ago| ages ago| a while ago| this year| for good| for health reasons| please| anymore| any more| a lot| very much| so much| most| best| now| too| as well| at all| when i drive| while driving| when driving| in the car| for me| if possible| whenever possible| when possible| on the way| every day| every time| all the time| more than anything| instead| with me| most of the time| better| if you can";
    let mut text = object.trim().trim_end_matches(['.', '!', ',']);
    while let Some(cut) = ENDS.split('|').find_map(|end| text.strip_suffix(end)).filter(|cut| !cut.is_empty())
    {
        text = cut.trim_end_matches([',', ' ']);
    }
    text
}

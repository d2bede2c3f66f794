//! Tastes, habits, standing instructions and corrections in English.

use std::sync::LazyLock;

use domain::Lang;
use regex_lite::Regex;

use super::{cut, first_words, hint, noun_hint};
use crate::{
    key::{
        condition::{condition, without},
        item::item,
        vehicle::vehicle_in,
    },
    pattern,
    rules::{
        clause::LASTING,
        finding::{Finding, denied, device, named, taste, tastes},
    },
};

const ADVERBS: &str = "(?:really|always|usually|often|normally|generally|just|also|still|only|mostly|absolutely|actually|truly|both|definitely|particularly|especially|typically|now|already|totally|honestly|personally|simply|kind of|sort of|quite|so|very much|much|do|have always|have never|never|no longer|don't really|don't|do not|did not|didn't|can't|cannot|not|even|rather|'d|would|'ve|have|has|recently|finally|deeply|secretly) ?";

static TASTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        "^(?:i|we|the user)(?:'m|'ve| am| are| is)? ?((?:{ADVERBS})*)(like to|love to|prefer to|hate to|like|love|prefer|enjoy|adore|hate|dislike|detest|loathe|can't stand|cannot stand|stand|can't bear|bear|can't abide|mind|avoid|fear|dread|favou?r|crazy about|fond of|a (?:big |huge )?fan of|into|keen on|used to|partial to|afraid of|scared of|terrified of|tired of|sick of|fed up with|not used to|not a fan of|not into|not fond of|not keen on|rather have|rather take|rather use|rather go|rather|go for|lean towards|tend to avoid|tend to|try to avoid|don't eat|don't drink|don't listen to|don't touch|don't do|don't use|don't take|eat|drink|listen to|need|want|liked|loved|hated|enjoyed|been a fan of|been a big fan of|cared for|been keen on|been fond of|been into|go out of my way to avoid|do my best to avoid|do everything to avoid|make sure to avoid|stay away from|stay off|steer clear of|keep away from|keep off|shy away from|only ever park on|only ever park in|only ever take|only ever use|only ever drink|only ever eat|only ever listen to|gone off|off|can't do with|swear by|live on|addicted to|mad about|obsessed with|allergic to the smell of) (.+)$"
    ))
    .ok()
});

pattern!(
    FAVOURITE,
    "^(?:my|our|the user's) (?:all-time |absolute )?(?:favou?rite|preferred|usual|go-to|default) (.{2,30}?) (?:is|are|has always been|would be|was always) (.{2,40})$"
);

pattern!(
    FAVOURITE_END,
    "^(.{2,40}?) (?:is|are) my (?:all-time |absolute )?(?:favou?rite|preferred|go-to)(?: (.{2,30}))?$"
);

pattern!(
    BOTHERS,
    "^(.{2,40}?) (?:really |always |just )?(?:bothers?|annoys?|irritates?|stress(?:es)?|scares?|terrif(?:y|ies)|frightens?|makes? me (?:nervous|anxious|uncomfortable|sleepy|tense|sick|angry|unhappy)|drives? me (?:crazy|mad|nuts)|gives? me the creeps|puts? me off|relaxes? me|calms? me|calms me down|makes? me (?:happy|calm|relaxed|smile)|keeps? me (?:awake|calm|focused))(?: .*)?$"
);

pattern!(
    HABIT,
    "^(?:i|we|the user) ?(?:'m |am )?(always|usually|normally|generally|typically|often|mostly|tend to|every (?:morning|day|evening|night|week|weekend)|almost always|nearly always)? ?(keep|set|have|drive|take|use|drink|eat|listen to|play|put|leave|park|go for|go|order|get|run|turn|choose|avoid|fill up with|watch|wear|read|fuel with|refuel with|like|stop at|stop for|buy) (.+)$"
);

pattern!(
    STANDING,
    "(?:^|, |: )(?:please )?(?:can you |could you |would you )?(?:please )?(?:remember(?: that| to)?[:,]? |note that |keep in mind(?: that)? |make a note(?: that)?[:,]? )?(?:from now on|from here on|going forward|in (?:the )?future|as of today|starting today|always|every time|whenever|by default|as a rule|never|don't ever|do not ever|each time)[,:]? ?(?:when i(?:'m| am)? .{2,30}?, )?(?:please )?(?:i want |i'd like |i would like |i need |you should |you can |i only want |make sure |we should )?(?:you to |to )?(?:please )?(always )?(don't|do not|never|no|not|stop|avoid)? ?(.+)$"
);

pattern!(
    NOTBUT,
    "(?:not|isn't|wasn't|aren't) (?:in |at |on |the |a )?(.{1,30}?)[,;]? (?:but|it's|it is|they're|i meant|i mean|rather)(?: in| at| on| the| a)? (.{1,40})$|(?:i meant|i mean|make that|should be|it's actually|it is actually) (.{1,30}?)[,;]? (?:and )?not (.{1,30})$"
);

pattern!(
    STOPPED,
    "^(?:i|we|the user)(?:'ve|'m| have| am)?(?: just| actually| recently| finally| really)* (?:no longer|don't|do not|stopped|quit|gave up|given up|have given up|am done with|done with|cut out|can't)(?: really| even)? ?(drink|drinking|eat|eating|take|taking|like|use|using|listen to|listening to|go to|going to|drive|driving|want|smoke|smoking|watch|watching|on|need|have|having|enjoy)? ?(.{1,40}?)(?: any ?more| any longer| now| altogether| completely| these days)?$"
);

pattern!(
    SWITCHED,
    "^(?:i|we|the user)(?:'ve|'m| have| am)?(?: just| now| recently| finally| actually)* (?:switched|switching|changed|moved over|gone over|converted)(?: from .{2,30}?)? to (.{2,40}?)(?: now| instead| for good)?$"
);

pattern!(
    INSTEAD,
    "^(?:i|we)(?: now| actually| usually)* (drink|eat|take|use|listen to|prefer|drive|play) (.{2,30}?) (?:instead(?: now| of .{2,30})?|now|these days)$"
);

pattern!(
    NOT_FOR_ME,
    "^(.{2,40}?) (?:just |really )?(?:isn't|aren't|is not|are not)(?: really| quite)? (?:for me|my thing|my cup of tea|my style|my favou?rite)$"
);

pattern!(
    FORBIDS,
    "^(?:no|there's no|there is no|i don't allow|i won't have|i don't want|i don't want any) (smoking|eating|food|drinking|pets|dogs|shoes|perfume|loud music)(?: allowed)? (?:in|inside) (?:my|the|our|this) (?:car|van|vehicle)(?: .{0,20})?$"
);

/// Corrections: no longer, switched to, not this but that.
pub(super) fn corrected(said: &str, sentence: &str) -> Vec<Finding> {
    let (under, spans) = condition(said);
    let bare = without(said, &spans);
    let with = |findings: Vec<Finding>| -> Vec<Finding> {
        findings.into_iter().map(|finding| finding.under(&under).sure(0.94)).collect()
    };
    if let Some(found) = STOPPED.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let verb = found.get(1).map(|verb| verb.as_str());
        let object = found.get(2).map_or("", |object| object.as_str());
        let ended = "anymore|any more|any longer|no longer|stopped|quit|gave up|given up|done with|cut out"
            .split('|')
            .any(|word| said.contains(word));
        const NO: &str = "live in|live at|live near|live on|live with|live there|live here|work at|work in|work for|work with|work there|know|think|care|remember|understand|mind|see|feel|have time|worry|want to talk|believe|to|at|for|wait";
        if ended && !NO.split('|').any(|word| object.starts_with(word)) {
            let findings = tastes(cut(object), false, verb.and_then(hint), Lang::En);
            if !findings.is_empty() {
                return with(findings);
            }
        }
    }
    for pattern in [&SWITCHED, &INSTEAD] {
        if let Some(found) = pattern.as_ref().and_then(|pattern| pattern.captures(&bare)) {
            let (verb, object) = match found.get(2) {
                Some(object) => (found.get(1).map(|verb| verb.as_str()), object.as_str()),
                None => (None, found.get(1).map_or("", |object| object.as_str())),
            };
            let findings = tastes(object, true, verb.and_then(hint), Lang::En);
            if !findings.is_empty() {
                return with(findings);
            }
        }
    }
    if let Some(found) = NOTBUT.as_ref().and_then(|pattern| pattern.captures(sentence)) {
        let pair = match (found.get(1), found.get(2), found.get(3), found.get(4)) {
            (Some(old), Some(new), ..) => Some((old.as_str(), new.as_str())),
            (_, _, Some(new), Some(old)) => Some((old.as_str(), new.as_str())),
            _ => None,
        };
        let correcting = "actually|wrong|mistake|correction|i meant|i mean|not "
            .split('|')
            .any(|word| sentence.contains(word));
        if let Some((old, new)) = pair.filter(|_| correcting) {
            return vec![denied(old, new.trim_end_matches(['.', '!']))];
        }
    }
    Vec::new()
}

/// Tastes, habits and standing instructions.
pub(super) fn wishes(said: &str, sentence: &str) -> Vec<Finding> {
    let (under, spans) = condition(said);
    let under = if under.is_empty() && LASTING.any(sentence) { condition(sentence).0 } else { under };
    let bare = without(said, &spans);
    let bare = bare.trim_matches([',', ' ']);
    let with = |findings: Vec<Finding>| -> Vec<Finding> {
        findings.into_iter().map(|finding| finding.under(&under)).collect()
    };
    for (pattern, favourite) in [(&FAVOURITE, true), (&FAVOURITE_END, false)] {
        let Some(found) = pattern.as_ref().and_then(|pattern| pattern.captures(bare)) else { continue };
        let (first, second) =
            (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        let (what, which) = if favourite { (first, second) } else { (second, first) };
        if let Some(finding) = device(&format!("{what} {which}"), false) {
            return with(vec![finding]);
        }
        let category = hint(what.split(' ').next().unwrap_or_default()).or_else(|| noun_hint(what));
        return with(
            tastes(which, true, category, Lang::En).into_iter().map(|finding| finding.sure(0.95)).collect(),
        );
    }
    if let Some(found) = STANDING.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let lead = found.get(0).map_or("", |lead| lead.as_str());
        let rest = found.get(3).map_or("", |rest| rest.as_str());
        let begun = lead.trim_start_matches([',', ':', ' ']).trim_start_matches("please ");
        let never = ["never", "don't ever", "do not ever"].iter().any(|word| begun.starts_with(word));
        let negative = found.get(2).is_some() || never;
        let mut findings = standing(rest, negative);
        if never {
            findings
                .iter_mut()
                .filter(|one| one.value == "avoid")
                .for_each(|one| one.value = "never".to_owned());
        }
        if !findings.is_empty() {
            return with(findings);
        }
    }
    // "Set the air con to 21 whenever I get in": when it holds comes behind.
    if LASTING.any(bare)
        && let Some(finding) =
            device(bare, false).filter(|finding| !["on", "off"].contains(&finding.value.as_str()))
    {
        return with(vec![finding]);
    }
    if let Some(found) = BOTHERS.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let what = found.get(1).map_or("", |what| what.as_str());
        let good =
            "relaxes me|calms me|relax me|calm me|me happy|me calm|me relaxed|me smile|me focused|me awake"
                .split('|')
                .any(|word| bare.contains(word));
        const NO: &str = "it|that|this|he|she|they|what|nothing|you|the car|something";
        if !NO.split('|').any(|one| one == what) && !LASTING.any(what) {
            return with(
                tastes(what, good, None, Lang::En).into_iter().map(|finding| finding.sure(0.85)).collect(),
            );
        }
    }
    // "Seafood isn't for me".
    if let Some(found) = NOT_FOR_ME.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let what = found.get(1).map_or("", |what| what.as_str());
        if !["it", "that", "this", "he", "she", "they"].contains(&what) {
            return with(tastes(what, false, None, Lang::En));
        }
    }
    // "No smoking in my car".
    if let Some(found) = FORBIDS.as_ref().and_then(|pattern| pattern.captures(bare)) {
        return with(tastes(found.get(1).map_or("", |what| what.as_str()), false, None, Lang::En));
    }
    // "I don't drink" is about alcohol.
    const SOBER: &str = "i don't drink|i do not drink|i never drink|i'm teetotal|i am teetotal|i'm sober";
    if SOBER.split('|').any(|one| one == bare) {
        return with(tastes("alcohol", false, Some("drink"), Lang::En));
    }
    // "Driving at night" is one thing, and no driving under a condition.
    if let Some(found) =
        TASTE.as_ref().and_then(|pattern| pattern.captures(said)).filter(|_| !under.is_empty())
    {
        let (adverbs, verb, object) = (
            found.get(1).map_or("", |m| m.as_str()),
            found.get(2).map_or("", |m| m.as_str()),
            found.get(3).map_or("", |m| m.as_str()),
        );
        if item(object, None).is_some_and(|item| item.known && !item.name.contains(':')) {
            return liked(adverbs, verb, object, sentence, false);
        }
    }
    if let Some(found) = TASTE.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let adverbs = found.get(1).map_or("", |adverbs| adverbs.as_str());
        let verb = found.get(2).map_or("", |verb| verb.as_str());
        let object = found.get(3).map_or("", |object| object.as_str());
        let findings = liked(adverbs, verb, object, sentence, !under.is_empty());
        if !findings.is_empty() {
            return with(findings);
        }
    }
    if let Some(found) = HABIT.as_ref().and_then(|pattern| pattern.captures(bare)) {
        let often = found.get(1).is_some() || !under.is_empty() || LASTING.any(said);
        let (verb, rest) =
            (found.get(2).map_or("", |verb| verb.as_str()), found.get(3).map_or("", |rest| rest.as_str()));
        if often {
            let negative = verb == "avoid";
            if let Some(finding) = device(rest, negative) {
                return with(vec![finding.sure(0.88)]);
            }
            if let Some(kind) = vehicle_in(rest).filter(|_| ["drive", "take", "use"].contains(&verb)) {
                return with(vec![Finding::preference("vehicle.preferred", kind)]);
            }
            let category = hint(verb);
            let object = cut(rest);
            if let Some(item) = item(object, category).filter(|item| {
                item.known
                    || matches!(
                        verb,
                        "drink"
                            | "eat"
                            | "listen to"
                            | "play"
                            | "park"
                            | "avoid"
                            | "watch"
                            | "order"
                            | "fill up with"
                    )
            }) {
                return with(vec![taste(&item, !negative).sure(if item.known { 0.88 } else { 0.8 })]);
            }
        }
    }
    Vec::new()
}

/// "I (don't) (really) like …", read with its adverbs.
pub(super) fn liked(adverbs: &str, verb: &str, object: &str, said: &str, bound: bool) -> Vec<Finding> {
    const BAD: &str = "hated|go out of my way to avoid|do my best to avoid|do everything to avoid|make sure to avoid|stay away from|stay off|steer clear of|keep away from|keep off|shy away from|gone off|off|hate to|hate|dislike|detest|loathe|can't stand|cannot stand|stand|can't bear|bear|can't abide|avoid|fear|dread|afraid of|scared of|terrified of|tired of|sick of|fed up with|not used to|not a fan of|not into|not fond of|not keen on|tend to avoid|try to avoid|don't eat|don't drink|don't listen to|don't touch|don't do|don't use|don't take";
    let no = "don't|do not|never|not|no longer|didn't|can't|cannot"
        .split('|')
        .any(|word| adverbs.split(' ').any(|a| a == word) || word.contains(' ') && adverbs.contains(word));
    let always = "always|only|usually|never|normally|generally|mostly|typically|often"
        .split('|')
        .any(|word| adverbs.contains(word));
    let (object, denied) = match object.strip_prefix("not ") {
        Some(rest) => (rest, true),
        None => (object, false),
    };
    // "I loved the film" is over; "I've never liked ferries" is not.
    const SO_FAR: &str = "liked|loved|hated|enjoyed|been a fan of|been a big fan of|cared for|been keen on|been fond of|been into";
    if SO_FAR.split('|').any(|one| one == verb) && !said.contains("'ve ") && !said.contains("have ") {
        return Vec::new();
    }
    let (like, plain) = match verb {
        // "I can't stand", "I can't bear": the verb alone says nothing.
        "stand" | "bear" | "mind" if !no => return Vec::new(),
        // "I'm off coffee" is a taste, "I'm off to get some" a way.
        "off"
            if ["to", "for", "on", "home", "now", "work"]
                .contains(&object.split(' ').next().unwrap_or_default()) =>
        {
            return Vec::new();
        }
        "mind" => (true, true),
        "stand" | "bear" => (false, true),
        // Needs and wants hold now; only "always", "never" or "only" make them last.
        "want" | "need" | "eat" | "drink" | "listen to" | "go for" | "rather" | "rather have"
        | "rather take" | "rather use" | "rather go" | "favor" | "favour" | "lean towards" => (
            !no,
            matches!(verb, "favor" | "favour" | "lean towards")
                || always
                || no && !matches!(verb, "want" | "need")
                || LASTING.any(said)
                || bound,
        ),
        "into" | "used to" | "keen on" | "crazy about" | "fond of" | "partial to" => (
            !no,
            !(verb == "used to"
                && !said.contains("'m used")
                && !said.contains("am used")
                && !said.contains("not used")),
        ),
        other => (!(BAD.split('|').any(|one| one == other) ^ no), true),
    };
    if !plain
        || adverbs.contains("would") && !verb.starts_with("rather") && verb != "prefer"
        || adverbs.contains("'d") && verb != "prefer" && !verb.starts_with("rather")
    {
        return Vec::new();
    }
    let like = like ^ denied;
    // "I'd like to go", "I love you", "I like how": no tastes. "I hate to say it" neither.
    const NO: &str = "this |that |these |those |you|it when you|how |what |that |the idea|your |to say|say |admit|bother|to bother|to interrupt|to be late|being late today|the way you|it here|this song|this one|be |to be |know|to know|to see what|think";
    if NO.split('|').any(|no| object.starts_with(no)) {
        return Vec::new();
    }
    let object =
        object.strip_prefix("it when ").map_or(object, |rest| rest.strip_prefix("the ").unwrap_or(rest));
    let object = object.strip_prefix("to ").unwrap_or(object);
    let object = what_roads_have(object).unwrap_or(object);
    let object = ["the smell of ", "the sound of ", "the taste of "]
        .iter()
        .find_map(|lead| {
            object.strip_prefix(lead).filter(|rest| item(rest, None).is_some_and(|item| item.known))
        })
        .unwrap_or(object);
    // "Coffee over tea", "X to Y" with prefer: only the first is liked.
    let object =
        if verb.starts_with("prefer") || verb.starts_with("rather") { first_of(object) } else { object };
    let category = hint(verb.trim_start_matches("don't ").trim_start_matches("rather "))
        .or_else(|| verb.strip_prefix("only ever ").and_then(first_words).and_then(hint))
        .or_else(|| first_words(object).and_then(hint));
    let object = cut(object);
    if let Some(kind) = vehicle_in(object).filter(|_| {
        matches!(first_words(object), Some("drive" | "driving" | "take" | "taking" | "use" | "using"))
    }) {
        return vec![Finding::preference(
            "vehicle.preferred",
            if like { kind.to_owned() } else { format!("not:{kind}") },
        )];
    }
    tastes(object, like, category, Lang::En)
}

/// "Roads with lots of traffic lights": of the roads, what they have is meant, where it is a thing of roads.
fn what_roads_have(object: &str) -> Option<&str> {
    const MANY: &str =
        "lots of |a lot of |loads of |many |too many |so many |tons of |plenty of |all those |all these |";
    let (_, had) = ["roads with ", "streets with ", "routes with ", "ways with ", "a road with "]
        .iter()
        .find_map(|lead| Some((lead, object.strip_prefix(lead)?)))?;
    let had = MANY.split('|').find_map(|many| had.strip_prefix(many))?;
    item(cut(had), Some("route")).filter(|item| item.known && item.category == "route").map(|_| had)
}

/// "Coffee over tea", "trains to cars": the first of the two; "the voice to be simple" is one.
pub(super) fn first_of(object: &str) -> &str {
    let cut = [" over ", " rather than ", " than ", " instead of "]
        .iter()
        .filter_map(|word| object.find(word))
        .min();
    let to = object.find(" to ").filter(|at| {
        let behind = object.get(at + 4..).unwrap_or_default();
        !["be ", "have ", "stay ", "show ", "the "].iter().any(|word| behind.starts_with(word))
    });
    object.get(..cut.into_iter().chain(to).min().unwrap_or(object.len())).unwrap_or(object)
}

pub(super) fn standing(rest: &str, negative: bool) -> Vec<Finding> {
    let rest = rest.trim_end_matches(['.', '!', '?', ' ']);
    if let Some(what) =
        "remind me to|remind me about|remind me of|remind me|warn me about|warn me of|tell me about|announce"
            .split('|')
            .find_map(|verb| rest.strip_prefix(verb))
    {
        return vec![
            Finding::preference(named("remind", what.trim()), if negative { "off" } else { "on" }).sure(0.92),
        ];
    }
    // "Play country music" is about that music, not about whether there is any.
    let played = ["play ", "put on "].iter().find_map(|verb| rest.strip_prefix(verb));
    let known = played
        .and_then(|what| item(cut(what), Some("music")))
        .filter(|item| item.known && item.name != "music");
    if let Some(item) = known {
        return vec![taste(&item, !negative).sure(0.93)];
    }
    if let Some(finding) = device(rest, negative) {
        return vec![finding];
    }
    const VERBS: &str = "suggest|suggesting|recommend|recommending|play|playing|take me through|take me via|take me along|take me|take|taking|use|using|choose|pick|go through|go via|go along|go by|go on|go|route me through|route me via|send me through|send me|give me|order me|order|show me|show|park in|park on|park|prefer|avoid|drive me through|drive on|drive through|drive|stop at|put on";
    let avoiding = rest.starts_with("avoid");
    let (verb, object) = VERBS
        .split('|')
        .filter_map(|verb| {
            rest.strip_prefix(verb).filter(|after| after.starts_with(' ')).map(|after| (verb, after.trim()))
        })
        .min_by_key(|(_, after)| after.len())
        .unwrap_or(("", rest));
    if let Some(kind) = vehicle_in(object)
        .filter(|_| ["take", "use", "drive", "order", "send me", "order me"].contains(&verb))
    {
        return vec![Finding::preference(
            "vehicle.preferred",
            if negative { format!("not:{kind}") } else { kind.to_owned() },
        )];
    }
    let category = hint(verb.split(' ').next().unwrap_or_default());
    let object = cut(object.strip_prefix("any ").unwrap_or(object));
    item(object, category)
        .filter(|item| item.known || category.is_some() && !verb.is_empty() && object.split(' ').count() <= 4)
        .map(|item| taste(&item, !negative && !avoiding).sure(0.93))
        .into_iter()
        .collect()
}

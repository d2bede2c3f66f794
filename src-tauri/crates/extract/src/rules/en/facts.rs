//! Facts of the owner in English: where they live and work, what they drive, who is with them.

use std::sync::LazyLock;

use domain::{
    Moment,
    graph::{EntityKind, Relation},
};
use regex_lite::Regex;

use crate::{
    EntityName, Tie,
    key::{
        address::{address, end_of_address},
        condition::condition,
        vehicle::vehicle_in,
    },
    pattern,
    rules::{
        clause::{LASTING, only_once},
        finding::{self, Finding},
    },
    times::{Lean, windows},
};

pattern!(
    HOME,
    "^(?:i|we|the user|my family and i|my home|our home|my house|our house|my flat|my apartment|my place|our place|my new place|our new place|my new home|home|my home address|my address|my new address|the new place|the new flat|our new house|my new flat|my new apartment|our new home|my new house)(?:'m|'re|'ve| have| am| are| is)?(?: just| recently| now| currently| finally| actually| only| both| still| also| since)*(?: live| lives| living| reside| resides| moved| moved house| relocated| moving| relocating| settled| based| located| stay)?(?: just| recently| now| currently| here| permanently| back)*(?: in| at| near| to| on| by| close to| next to| around| over to| into)? "
);

pattern!(
    WORK,
    "^(?:i|we|the user|my office|our office|the office|my company|our company|my work|my workplace|my job|work|my new office|our new office|my new job)(?:'m|'re|'ve| have| am| are| is)?(?: just| recently| now| currently| actually| also| still)*(?: been)?(?: work| works| working| based| located| moved| has moved| relocated| employed)?(?: just| recently| now| currently| remotely)*(?: in| at| near| to| on| by| close to| next to| for| out of| over to| from)? "
);

pattern!(
    JOB,
    "^(?:i|the user)(?:'m| am| is| work as| works as)(?: actually| just| currently| now)? (?:an? |the )?(?:retired |freelance |self-employed |part-time |full-time |junior |senior |school |primary school |high school |taxi |truck |delivery |software |civil |graphic |sales |bus |night |self employed )?(nurse|teacher|doctor|lawyer|engineer|developer|programmer|designer|accountant|driver|courier|cook|chef|salesperson|sales rep|journalist|officer|policeman|firefighter|student|researcher|professor|coach|photographer|editor|translator|guide|architect|scientist|hairdresser|electrician|plumber|carpenter|consultant|manager|shopkeeper|freelancer|retired|pensioner|mechanic|pilot|librarian|writer|musician|dentist|pharmacist|secretary|farmer|baker|waiter|waitress|barista|analyst|paramedic|builder|gardener|estate agent|realtor)$"
);

pattern!(
    CAR,
    "^(?:i|we|the user)(?:'ve| have)?(?: just| recently| now| currently| finally| usually| actually)*(?: drive| drives| ride| rides| own| bought| got| switched to| changed to| traded (?:it )?(?:in )?for| have| upgraded to| leased| driving)(?: myself)?(?: an?| my| our| the)?(?: new| used| old| small| big| red| blue| white| black| grey| silver| second-hand| company)* (.{2,30})$"
);

pattern!(
    MYCAR,
    "^(?:my|our|the)(?: new)? (?:car|vehicle|one i drive|car i drive|ride)(?:'s| is| runs on| takes| uses| needs)(?: an?| only| now| actually)* (.{2,30})$"
);

pattern!(
    DIET,
    "^(?:i|we|the user)(?:'m|'re|'ve| am| are| is)(?: now| a| been| strictly| both| actually)* (vegetarian|vegan|pescatarian|halal|kosher|gluten-free)s?$"
);

pattern!(
    PET,
    "^(?:i|we|the user)(?:'ve)?(?: just| now| also| recently)?(?: have got| have| own| got| adopted) (?:an?|two|three|2|3) (?:\\w+ )?(dog|dogs|cat|cats|puppy|kitten|parrot|rabbit|labrador|retriever|hamster)(?:[ ,].*)?$"
);

pattern!(
    FAMILY,
    "^(?:i|we|the user)(?: have| have got|'ve got|'ve| got) (an?|one|two|three|four|five|2|3|4|5)? ?(?:small |young |little |teenage |grown |grown-up |school-age |primary school )?(kids?|child|children|sons?|daughters?|boys?|girls?|twins|toddlers?|baby)(?:[ ,].*)?$"
);

pattern!(
    PHONE,
    "^(?:my|the user's)(?: new| current)? (phone number|number|mobile number|mobile|cell|cell number|phone|email|email address|license plate|licence plate|number plate|plate|registration|passport number|birthday|name|card number|date of birth|social security number)(?: has changed to| changed to| is now| is|:| =|'s) (.+)$"
);

pattern!(
    NAME,
    "^(?:i'm called|i am called|call me|you can call me|just call me|people call me) ([a-z][a-z' -]{1,20})$"
);

pattern!(
    PARKED,
    "^(?:i|we)(?:'ve| have)?(?: just)? (?:parked|left the car|left my car|left it|put the car)(?: the car| my car| it)? (?:in|on|at|near|behind|by|under|next to|outside|opposite|in front of|around the corner from|across from|beside) (.{2,40})$|^(?:my|the) car(?:'s| is) parked (?:in|on|at|near|behind|by|under|next to|outside|opposite|in front of|around the corner from|across from|beside) (.{2,40})$|^(?:my|the) car(?:'s| is) (?:parked )?(?:in|on|at) (?:the )?((?:level|spot|space|row|bay|zone|section|floor|deck) .{1,20}|(?:first|second|third|fourth|fifth|top|ground|lower|upper|bottom|\\w+) (?:floor|level|deck|basement)(?: .{1,30})?)$"
);

pattern!(
    POOL,
    "^(?:i|we) (?:always |usually |often )?(?:carpool|car pool|share (?:the|a|my) (?:ride|car|drive)|car share|car-share|rideshare|ride share|drive in together|drive to work together|commute) with (.{2,30})$"
);

pattern!(
    OWNED,
    "^(?:this|the|that|my)(?: blue| red| white| black| grey| silver| current)? (?:car|van|one|suv|truck|vehicle|ride)(?: i drive| i'm driving| i'm in)?(?:'s| is| belongs to| was given to me by| is provided by| comes from| is owned by| is paid for by)(?: actually| only| just)?(?: a| an)? ?(?:on )?(company car|company's|the company's|the company|my company's|my company|from work|the firm's|my wife's|my wife|my husband's|my husband|rented|a rental|rental|hire car|hired|leased|on lease|borrowed|my parents'|my dad's|my mum's|my boss's|my friend's|a friend's|mine)(?: car| one)?(?: from .{2,30})?$"
);

pattern!(
    PURPOSE,
    "^(?:i|we) (?:only |mostly |always |usually )?use (?:this|the|that) (road|route|car|van|shop|car park|entrance|street|way) (?:for|to) (.{2,30})$"
);

pattern!(
    SPEAK,
    "^(?:i|we|the user) (?:only |mostly |mainly )?speaks? (english|chinese|mandarin|french|german|spanish|cantonese|portuguese|japanese)(?: at home| only| best)?$|^my (?:mother tongue|native language|first language) is (english|chinese|mandarin|french|german|spanish|cantonese|portuguese|japanese)$"
);

pattern!(
    ROUTINE,
    "^(?:i|we|the user)(?:'m| am| have to| need to)? ?(?:always|usually|normally|generally|typically|mostly)? ?(leave(?: the house| home| for work| work)?|start(?: work)?|get up|wake up|finish(?: work)?|get home|arrive at work|go to bed|go to sleep|turn in|hit the hay|hit the sack|hit the pillow|am in bed|in bed|begin work|begin my shift|start my shift|clock in|log on|get to work|am at my desk|at my desk|set off|pick up the kids|drop off the kids|drop the kids(?: off)?|get off work|clock off|knock off|log off|get out of work|leave the office|up|awake|out of bed)(?: .{0,20}?)? (?:at|around|by|about|before|every)"
);

pattern!(
    ALARM,
    "^(?:my|our|the) alarm(?:'s| is| clock is| clock's)?(?: always| usually| normally)*(?: set| goes off| rings| wakes me)(?: up)?(?: for| at)?"
);

pattern!(
    BEGINS,
    "^my (bedtime|bed time|shift|working day|workday|work day|work|job|day at work|office hours)(?:'s| is| always| usually| normally| starts| begins| start| begin)+(?: at| around| about)? ?(?:at )?(?:half|quarter|[0-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|noon|midnight)"
);

/// "My bedtime is eleven", "my shift starts at seven".
fn begins(said: &str) -> Option<Finding> {
    let found = BEGINS.as_ref()?.captures(said).filter(|_| !only_once(said) && !said.contains("tomorrow"))?;
    let bed = found.get(1)?.as_str().starts_with("bed");
    // "My work is two streets away" tells no time.
    let starts = bed || [" start", " begin"].iter().any(|verb| said.contains(verb));
    if starts { finding::routine(if bed { "bedtime" } else { "work.start" }, said) } else { None }
}

pub(super) fn fact(said: &str, now: &Moment) -> Option<Finding> {
    if let Some(finding) = begins(said) {
        return Some(finding);
    }
    if ALARM.as_ref()?.is_match(said) && !only_once(said) && !said.contains("tomorrow") {
        return finding::routine("wake_up", said);
    }
    if let Some(found) = NAME.as_ref()?.captures(said) {
        let name = found.get(1)?.as_str();
        const NO: &str = "when|if|later|back|tomorrow|a |at |in |crazy|on |an |after|before|old";
        return (!NO.split('|').any(|word| name.starts_with(word)))
            .then(|| Finding::fact("name", name).sure(0.95));
    }
    if let Some(found) = PHONE.as_ref()?.captures(said) {
        let attribute = match found.get(1)?.as_str() {
            "email" | "email address" => "email",
            "license plate" | "licence plate" | "number plate" | "plate" | "registration" => "plate",
            "passport number" | "social security number" => "id_number",
            "birthday" | "date of birth" => "birthday",
            "card number" => "card",
            "name" => "name",
            _ => "phone",
        };
        // A phone that is dead, or old, is no number.
        let number = found.get(2)?.as_str();
        if attribute == "phone" && !number.chars().any(|c| c.is_ascii_digit()) {
            return None;
        }
        return Some(Finding::fact(attribute, found.get(2)?.as_str().trim()).sure(0.95));
    }
    if let Some(found) = OWNED.as_ref()?.captures(said) {
        let value = match found.get(1)?.as_str() {
            word if word.contains("company") => "company",
            "rented" | "a rental" | "rental" | "leased" | "hire car" | "hired" | "on lease" => "rented",
            "from work" | "the firm's" => "company",
            "mine" => "me",
            other => other,
        };
        let mut finding = Finding::fact("vehicle.owner", value);
        finding.ties = vec![Tie {
            relation: Relation::RelatedTo,
            to: EntityName { kind: EntityKind::Thing, name: "car".to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = JOB.as_ref()?.captures(said) {
        return Some(Finding::fact("job", found.get(1)?.as_str()));
    }
    if let Some(found) = DIET.as_ref()?.captures(said) {
        return Some(Finding::fact("diet", found.get(1)?.as_str().replace('-', "_")).sure(0.95));
    }
    if let Some(found) = PET.as_ref()?.captures(said) {
        let value = match found.get(1)?.as_str() {
            "cat" | "cats" | "kitten" => "cat",
            "parrot" | "rabbit" | "hamster" => "other",
            _ => "dog",
        };
        return Some(Finding::fact("pet", value));
    }
    if let Some(found) = FAMILY.as_ref()?.captures(said) {
        let what = found.get(2)?.as_str();
        let count = match found.get(1).map_or("", |count| count.as_str()) {
            "a" | "an" | "one" => "1",
            "two" | "2" => "2",
            "three" | "3" => "3",
            "four" | "4" => "4",
            "five" | "5" => "5",
            _ if what == "twins" => "2",
            _ => "yes",
        };
        return Some(Finding::fact("family.children", count));
    }
    if let Some(found) = POOL.as_ref()?.captures(said) {
        let with = found.get(1)?.as_str();
        let mut finding = Finding::fact("carpool", with);
        finding.ties = vec![Tie {
            relation: Relation::RelatedTo,
            to: EntityName { kind: EntityKind::Person, name: with.to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = PURPOSE.as_ref()?.captures(said) {
        let purpose = found.get(2)?.as_str();
        let mut finding = Finding::fact("used_for", purpose);
        finding.ties = vec![Tie {
            relation: Relation::UsedFor,
            to: EntityName { kind: EntityKind::Thing, name: purpose.to_owned() },
        }];
        return Some(finding);
    }
    if let Some(found) = SPEAK.as_ref()?.captures(said) {
        let language = match found.get(1).or(found.get(2))?.as_str() {
            "english" => "en",
            "chinese" | "mandarin" => "zh",
            "french" => "fr",
            "german" => "de",
            "spanish" => "es",
            "cantonese" => "yue",
            "japanese" => "ja",
            _ => "pt",
        };
        return Some(Finding::fact("language", language));
    }
    if let Some(found) = PARKED.as_ref()?.captures(said).filter(|_| !LASTING.any(said)) {
        let mut finding = Finding::fact("parked", found.get(1).or(found.get(2)).or(found.get(3))?.as_str());
        finding.until = Some(domain::Timestamp(now.at.0 + 86_400));
        finding.class = domain::MemoryClass::Conversational;
        return Some(finding);
    }
    if let Some(finding) = routine(said, now) {
        return Some(finding);
    }
    if let Some(found) =
        CAR.as_ref()?.captures(said).or_else(|| MYCAR.as_ref().and_then(|pattern| pattern.captures(said)))
    {
        let rest = found.get(1)?.as_str();
        let with = "to |on |along |through |in the|past |the kids|a lot"
            .split('|')
            .any(|word| rest.starts_with(word));
        let kind = vehicle_in(rest).or(match rest {
            "electric" => Some("electric"),
            "petrol" | "gas" | "gasoline" | "unleaded" => Some("petrol"),
            _ => None,
        });
        if let Some(kind) = kind
            && !with
            && rest.split(' ').count() <= 4
            && condition(said).0.is_empty()
        {
            return Some(Finding::fact("vehicle", kind).sure(0.93));
        }
    }
    place(said)
}

/// Where the owner works or lives.
pub(super) fn place(said: &str) -> Option<Finding> {
    let lead_of = |pattern: &LazyLock<Option<Regex>>, verbs: &[&str], things: &[&str]| -> Option<String> {
        let found = pattern.as_ref()?.find(said)?;
        let lead = found.as_str();
        let verb = verbs.iter().any(|verb| {
            lead.split_whitespace().any(|word| word == *verb || verb.contains(' ') && lead.contains(verb))
        });
        let thing = things.iter().any(|thing| lead.starts_with(thing));
        let preposition =
            " in | at | near | to | on | by | for | is | close to | next to | around | from | out of | into "
                .split('|')
                .any(|word| lead.ends_with(word));
        if !(verb || thing) || !preposition {
            return None;
        }
        let where_to = said.get(end_of_address(said, found.end()))?;
        const NO: &str = "home|work|the office|a meeting|the car|a lot|me|you|bed|it|that|this|the road|my way|the way|school|go|a hurry|fun|there|here|fine|great|far|empty|closed|big|small|nice|myself|a living|tomorrow|late|stressful|hard|boring|busy|easy|over|done|not|cold|warm|hot|messy|quiet|lovely|beautiful|sale|being|a mess|free|so|too|very|really|like|going|where|what|always|the past|the moment|peace|the same|weekends|my own|a nurse|a driver";
        let first = where_to.split(' ').next().unwrap_or_default();
        if where_to.is_empty()
            || NO.split('|').any(|no| where_to == no)
            || [
                "being", "going", "not", "so", "too", "very", "really", "like", "where", "what", "always",
                "a", "an", "and", "getting", "be", "only", "more",
            ]
            .contains(&first)
                && ![" in ", " near ", " outside ", " by "].iter().any(|word| where_to.contains(word))
        {
            return None;
        }
        Some(address(where_to).value()).filter(|value| !value.is_empty() && value.len() < 120)
    };
    if let Some(value) = lead_of(
        &WORK,
        &["work", "works", "working", "employed"],
        &[
            "my office",
            "our office",
            "the office",
            "my company",
            "our company",
            "my work",
            "my workplace",
            "my job",
            "work ",
            "my new office",
            "our new office",
            "my new job",
        ],
    ) {
        return Some(Finding::fact("work", value).sure(0.94));
    }
    let value = lead_of(
        &HOME,
        &[
            "live",
            "lives",
            "living",
            "based",
            "reside",
            "resides",
            "moved",
            "relocated",
            "settled",
            "moved house",
        ],
        &[
            "my home",
            "our home",
            "my house",
            "our house",
            "my flat",
            "my apartment",
            "my place",
            "our place",
            "my new",
            "our new",
            "home ",
            "my address",
            "the new",
        ],
    )?;
    Some(Finding::fact("home", value).sure(0.95))
}

pub(super) fn routine(said: &str, now: &Moment) -> Option<Finding> {
    let found = ROUTINE.as_ref()?.captures(said)?;
    let often = "always|usually|normally|generally|typically|mostly|every|have to|on weekdays|each"
        .split('|')
        .any(|word| said.contains(word))
        || !said.contains("'ll")
            && windows(said, now, Lean::Future).len() == 1
            && !only_once(said)
            && !said.contains("tomorrow");
    let attribute = match found.get(1)?.as_str() {
        "start" | "start work" | "arrive at work" | "begin work" | "begin my shift" | "start my shift"
        | "clock in" | "log on" | "get to work" | "am at my desk" | "at my desk" => "work.start",
        "finish" | "finish work" | "get off work" | "clock off" | "knock off" | "log off"
        | "get out of work" | "leave the office" | "leave work" => "work.end",
        "get up" | "wake up" | "up" | "awake" | "out of bed" => "wake_up",
        "get home" => "home.arrive",
        "go to bed" | "go to sleep" | "turn in" | "hit the hay" | "hit the sack" | "hit the pillow"
        | "am in bed" | "in bed" => "bedtime",
        "pick up the kids" => "pickup.children",
        word if word.starts_with("drop") => "dropoff.children",
        _ => "commute.leave",
    };
    if often { finding::routine(attribute, said) } else { None }
}

//! What was found becomes an [`Intent`]: its kind, the order of its stops, and how long its wishes live.

use super::{
    Intent, IntentKind, IntentNote, Mention, NoteKind, ParseContext, Span,
    company::{company, fetches},
    lexer::{Token, What},
    lexicon::Word,
    reader::{CLOSED, Found, Role, Stop},
    shift::shift,
    taken_out::out_of_memory,
    text::Text,
    times::{self, Day, Part, Role as TimeRole, Said},
    topic::{about_us, of_memory, topic},
};
use crate::{Lifetime, Strength, Timestamp};

/// How long a closure is believed when nothing is said, seconds.
const DAY_S: i64 = 24 * 60 * 60;

/// Decides the kind of request and puts the parts together.
pub(super) fn intent(
    text: &Text,
    tokens: &[Token],
    mut found: Found,
    context: &ParseContext<'_>,
) -> (Intent, Vec<IntentNote>) {
    let mut notes: Vec<IntentNote> = found
        .notes
        .iter()
        .map(|(from, to, kind)| IntentNote { span: text.span(*from, *to), kind: *kind })
        .collect();
    let topic = topic(text, &found.times);
    // "Play something by Adele": of a sentence about something else, only kinds of roads are ours, no name.
    let is_name = |wish: &super::IntentWish| matches!(wish.target, crate::Target::Road(_));
    let roads =
        found.usual_route.is_some() || found.wishes.iter().any(|wish| !topic.elsewhere || !is_name(wish));
    // "Delete my alarm" is for another program, and so is "remember to call".
    let words: String = text.chars.iter().collect();
    // 终点改成南站: the trip so far goes somewhere else.
    let elsewhere = topic.changes_end;
    let ours =
        ["forget", "remember", "memory", "know about me", "忘", "记"].iter().any(|word| words.contains(word));
    // 取消中间那站, "drop the second stop": of the trip so far, not of the memory.
    const DROPS: &str = "drop |remove |delete |cancel |scrap |skip |ditch |lose |leave out |take out |cut ";
    let unwanted_stop =
        ["不要了", "不要", "不用了", "不停了", "去掉"].iter().any(|word| words.contains(word));
    let drops = found.forget.is_some()
        || unwanted_stop
        || DROPS.split('|').any(|verb| words.trim_start().starts_with(verb));
    if drops && !ours && !topic.other && of_a_stop(&words) {
        let unwanted = found.stops.drain(..).map(|stop| stop.mention).collect();
        return (
            Intent { kind: IntentKind::ModifyTrip, unwanted, reset_context: false, ..Intent::default() },
            notes,
        );
    }
    if let Some(what) = out_of_memory(&words) {
        let at = |byte: usize| words.get(..byte).map_or(0, |before| before.chars().count());
        let subject = Some(text.span(at(what.start), at(what.end)));
        return (Intent { kind: IntentKind::Forget, subject, ..Intent::default() }, Vec::new());
    }
    if found.forget.is_some() && !ours && (topic.other || !of_memory(text)) {
        return (Intent::default(), notes);
    }
    if let Some((from, to)) = found.forget {
        let subject = subject(text, tokens, from, to);
        return (Intent { kind: IntentKind::Forget, subject, ..Intent::default() }, Vec::new());
    }
    // 记得我不吃辣 tells, 记得我住哪吗 asks.
    if words.trim_start().starts_with("记得我")
        && !["吗", "什么", "哪", "?", "？", "几", "多少", "么"].iter().any(|ask| words.contains(ask))
    {
        found.query = None;
        found.remember.get_or_insert(0);
    }
    let asks = (found.query.is_some() && !topic.other && about_us(text) || topic.asks)
        && found.usual_route.is_none()
        || [
            "what's my usual",
            "what is my usual",
            "which is my usual",
            "what's the usual",
            "which way is my usual",
        ]
        .iter()
        .any(|lead| words.trim_start().starts_with(lead));
    let reminds = words.contains("remember to ") && !roads;
    let remembers = found.remember.is_some() && !reminds || found.always.is_some() && roads;
    // A sentence about something else is none of ours, and no verb of it names a destination. A name alone may be anything.
    let bare = found.stops.iter().all(|stop| stop.role == Role::Bare);
    let named = !found.stops.is_empty();
    let other_words =
        topic.elsewhere || bare && named && (topic.sentence || topic.weak) && found.then.is_none();
    let circumstance =
        found.hurry.is_some() || found.weather.is_some() || found.mode.is_some() || found.add.is_some();
    let shift = shift(text).filter(|_| !topic.other);
    if let Some((_, span)) = &shift {
        let apart = |other: &Span| other.end <= span.start || other.start >= span.end;
        found.stops.retain(|stop| apart(&stop.mention.span));
        found.times.retain(|(_, said)| apart(said));
        notes.retain(|note| apart(&note.span));
    }
    let bare = found.stops.iter().all(|stop| stop.role == Role::Bare);
    let named = !found.stops.is_empty();
    let fetch = !topic.elsewhere && found.wishes.is_empty() && fetches(text);
    if fetch && bare && (topic.sentence || found.on_the_way) {
        found.stops.clear();
    }
    const ERRANDS: &str =
        "i need to |i have to |can we |could we |let's |we need to |we have to |i want to |i'd like to ";
    if found.on_the_way
        && bare
        && !found.stops.iter().any(|stop| stop.role == Role::Via)
        && ERRANDS.split('|').any(|lead| words.starts_with(lead))
    {
        found.stops.clear();
    }
    let ours = asks
        || roads
        || remembers
        || found.other_way
        || elsewhere
        || found.nearby
        || found.on_the_way && !topic.elsewhere
        || shift.is_some()
        || found.weather.is_some() && says_weather(&words)
        || found.mode.is_some() && [" way", " route", " road"].iter().any(|word| words.contains(word))
        || fetch
        || circumstance && !topic.elsewhere;
    if other_words && !ours {
        notes.clear();
        if named {
            notes.push(IntentNote { span: text.span(0, text.len()), kind: NoteKind::NotUnderstood });
        }
        return (Intent::default(), notes);
    }
    found.taste |= topic.dislikes;
    let stops = std::mem::take(&mut found.stops);
    let named = !stops.is_empty();
    let (origin, vias, destination) = order(stops, asks, &mut notes);

    let unwanted = std::mem::take(&mut found.unwanted);
    if destination.is_some() {
        notes.extend(
            unwanted
                .iter()
                .map(|place| IntentNote { span: place.span.clone(), kind: NoteKind::NotSupported }),
        );
    }
    let no_places = origin.is_none() && vias.is_empty() && destination.is_none();
    let scoped = found.scope != crate::Scope::default();
    let statement = found.remember.is_some() || found.always.is_some();
    // "From now on to the office…" states; "to the office …, always" asks for a route too.
    let states_first = [found.remember, found.always]
        .iter()
        .flatten()
        .min()
        .is_some_and(|said| found.first_to.is_none_or(|to| *said < to));
    let lifts = lifts(&found.wishes, &words)
        && found.first_to.is_none_or(|to| found.first_thing.is_none_or(|thing| thing < to));
    found.once &= !lifts;
    // 我上班从来都走滨江, "I never take tunnels to work": how they are on that way, in one breath.
    found.taste |= of_habit(&words);
    let breath = !words
        .trim_end_matches(['.', '。', '!', '！'])
        .contains([',', '，', '.', '。', ';', '；', '?', '？']);
    let of_me = ["我", "i ", "i'", "we ", "every ", "on mondays", "on fridays", "平时我", "平常我"]
        .iter()
        .any(|who| words.trim_start().starts_with(who));
    let custom = found.taste
        && breath
        && of_me
        && !found.once
        && !found.wishes.is_empty()
        && found.first_to.is_none_or(|to| found.first_thing.is_none_or(|thing| thing < to));
    let custom = custom || !found.once && !found.wishes.is_empty() && tells(&words);
    let closes = found.wishes.iter().any(|wish| wish.lifetime == CLOSED);
    let starts = match found.starts.take() {
        Some((said, _)) if !found.wishes.is_empty() => {
            said.start(context.now).filter(|start| start.at > context.now.at)
        }
        Some((said, span)) => {
            found.times.push((Said { role: TimeRole::Depart, ..said }, span));
            None
        }
        None => None,
    };
    let until = match (&found.until, &starts) {
        (Some((said, _)), Some(start)) => said.end_from(start, context.now),
        (Some((said, _)), None) if !found.wishes.is_empty() => said.end(context.now),
        (Some((said, span)), None) => {
            // "By" in other words, where nothing is said that could last.
            found.times.push((Said { role: TimeRole::By, ..said.clone() }, span.clone()));
            None
        }
        (None, _) => None,
    };
    // "No tunnels before Friday": with no trip that could arrive by then, it is the wish that ends.
    let before = found.times.iter().position(|(said, _)| said.role == TimeRole::By);
    let until = match before {
        Some(index) if until.is_none() && no_places && !found.wishes.is_empty() => {
            let end = found.times[index].0.start(context.now).filter(|end| end.at > context.now.at);
            if end.is_some() {
                found.times.remove(index);
            }
            end
        }
        _ => until,
    };
    let asks_weather = found.weather.is_some()
        && no_places
        && found.wishes.is_empty()
        && found.mode.is_none()
        && found.hurry.is_none()
        && (words.trim_end().ends_with(['吗', '么', '?', '？'])
            || ["会不会", "有没有", "是不是"].iter().any(|ask| words.contains(ask)));
    // 轮渡我是坚决不坐的 is how they are, and so is "never put me on a ferry".
    let kind = if asks_weather {
        IntentKind::Unknown
    } else if asks {
        IntentKind::QueryHistory
    } else if statement
        && states_first
        && (!found.wishes.is_empty() || found.mode.is_some() || found.remember.is_some())
        || lifts
        || custom
        || starts.is_some() && found.first_to.is_none() && !found.wishes.is_empty()
        || no_places && found.mode.is_some() && found.taste && !found.once && found.wishes.is_empty()
        || no_places
            && !found.wishes.is_empty()
            && (closes
                || until.is_some()
                || starts.is_some()
                || !found.once && (found.taste || (scoped && found.times.is_empty())))
    {
        IntentKind::Remember
    } else if elsewhere && destination.is_some()
        || continues(&found)
        || (destination.is_none() && !vias.is_empty())
    {
        IntentKind::ModifyTrip
    } else if destination.is_some()
        || origin.is_some()
        || found.usual_route.is_some()
        || no_places && fetch && !found.on_the_way
    {
        IntentKind::PlanRoute
    } else if found.first_thing.is_some()
        || shift.is_some()
        || found.on_the_way
        || found.weather.is_some()
        || found.part.is_some()
    {
        IntentKind::ModifyTrip
    } else {
        IntentKind::Unknown
    };
    let reset_context = !(continues(&found) || (destination.is_none() && !vias.is_empty()));

    let remembers = kind == IntentKind::Remember;
    let always = (remembers || found.always.is_some() || starts.is_some()) && !found.once;
    let starts = starts.map(|start| start.at);
    // Who says neither an end nor "today" means now; a day later one has to look again.
    let closed_until = until.clone().or_else(|| times::end_of_today(context.now).filter(|_| found.once));
    let closed_until =
        closed_until.map_or(Timestamp(starts.unwrap_or(context.now.at).0 + DAY_S), |end| end.at);
    let closure = found.wishes.iter_mut().rev().find(|wish| wish.lifetime == CLOSED);
    if let (Some(wish), Some((_, span))) = (closure, &found.until) {
        // 封到 alone would be half a quotation.
        wish.span.end = wish.span.end.max(span.end);
    }
    for wish in &mut found.wishes {
        wish.lifetime = match (&until, wish.lifetime == CLOSED, always) {
            (Some(end), ..) => Lifetime::Until(end.at),
            (None, true, _) => Lifetime::Until(closed_until),
            (None, false, true) => Lifetime::Always,
            (None, false, false) => Lifetime::Once,
        };
        wish.starts = starts;
        wish.scope = found.scope.clone();
        // 赶时间的时候走高速 holds in a hurry; beside a place the hurry is this trip's.
        wish.scope.hurry = no_places && found.hurry.is_some();
    }
    let mut shifted = None;
    let mut intent = Intent {
        kind,
        destination,
        origin,
        vias,
        unwanted,
        shift: None,
        wishes: found.wishes,
        mode: found.mode,
        usual_route: found.usual_route,
        weather: found.weather.filter(|_| !remembers),
        hurry: found.hurry,
        company: company(&words),
        reset_context,
        ..Intent::default()
    };
    if let Some((minutes, span)) = shift.filter(|_| !asks && !remembers) {
        // Of a trip without a departure, now is when one would leave.
        let now = context.now;
        let later = crate::Moment { at: Timestamp(now.at.0 + minutes.max(0) * 60), zone: now.zone.clone() };
        intent.shift = Some((minutes, span.clone()));
        shifted = Some((later, span));
    }
    if asks {
        intent.subject = Some(text.span(0, text.len())).filter(|span| !span.is_empty());
        notes.clear();
    }
    if !remembers && !asks {
        times(&mut intent, &found.times, &found.part, named, context, &mut notes);
    }
    // Of a trip that had a departure, that one is moved.
    intent.depart = intent.depart.or(shifted);
    notes.sort_by_key(|note| (note.span.start, note.span.end));
    (intent, notes)
}

/// Whether a permission is for good: it says that something changed, and not that it is for today.
fn lifts(wishes: &[super::IntentWish], words: &str) -> bool {
    const CHANGED: &str = "不再|再也不|现在|以后| any more| anymore| again| no longer | now | these days | from now on |stop avoiding|stopped avoiding|over my fear| any longer";
    const ONCE: &str =
        "今天|这次|这趟|这回|今晚|今早| today| this time| this once| this trip| tonight| for once";
    let padded = format!(" {} ", words.replace([',', '.', '!', '?', ';'], " "));
    let ends = words.trim_end_matches(|c: char| c.is_whitespace() || ",.!;，。！；~啊吧呢哦啦的".contains(c));
    let said = |list: &str| list.split('|').any(|word| padded.contains(word));
    wishes.iter().any(|wish| wish.strength == Strength::Allow)
        && (ends.ends_with('了') || said(CHANGED))
        && !said(ONCE)
}

/// Whether a stop is spoken of, and no memory.
fn of_a_stop(words: &str) -> bool {
    const STOPS: &str = "那站|这站|那一站|这一站|中间站|站点|停靠|途经点|途径点|经停|中间那个点";
    const ENGLISH: &str = " stop| waypoint| stopover";
    STOPS.split('|').any(|word| words.contains(word)) || ENGLISH.split('|').any(|word| words.contains(word))
}

/// "It's pouring outside", 外面下雪了: weather as it is now.
fn says_weather(words: &str) -> bool {
    let words = words.trim_start();
    let leads =
        ["it's ", "it is ", "it started", "it has started", "it's started", "looks like", "外面", "这会儿"];
    leads.iter().any(|lead| words.starts_with(lead)) && !words.trim_end().ends_with(['?', '？', '吗'])
}

/// "On my way to work I always avoid the toll bridge": the speaker tells what they do, wherever it stands.
fn tells(words: &str) -> bool {
    const TELLS: &str =
        " i always | i never | i usually | i normally | i generally | i typically | i tend to ";
    let padded = format!(" {} ", words.replace([',', '.'], " "));
    TELLS.split('|').any(|lead| padded.contains(lead)) && !padded.contains(" please ")
}

/// Words of somebody who tells how they are, or what is to hold for ever.
fn of_habit(words: &str) -> bool {
    const CHINESE: &str = "我是真|我真|我是坚决|我坚决|我绝对|我一律|我一概|我死活|我打死|我都不|我是不|我是绝对|我一般|我从来|我基本|我向来|我一向|我永远";
    let words = words.trim_start().trim_start_matches("please ");
    let bare = words.trim_end_matches(['.', '!', ' ']);
    CHINESE.split('|').any(|lead| words.contains(lead))
        || ["no ", "never ", "not "].iter().any(|lead| words.starts_with(lead))
            && (bare.ends_with(" ever") || words.contains("my commute") || words.contains("the commute"))
        || words.starts_with("every ") && words.contains(" i ")
        || [
            "never ever ",
            "never put ",
            "never send ",
            "never route ",
            "never take me ",
            "never drive me ",
            "never lead ",
            "never guide ",
            "never bring me ",
        ]
        .iter()
        .any(|lead| words.starts_with(lead))
}

/// A word that continues the last request stands before every place that is named with a verb.
fn continues(found: &Found) -> bool {
    let before = |said: usize, thing: Option<usize>| thing.is_none_or(|thing| said < thing);
    found.then.is_some_and(|said| before(said, found.first_thing))
        || found.add.is_some_and(|said| before(said, found.first_to))
}

/// Places by role. Of several destinations the last one is meant and the others are stops on the way.
fn order(
    stops: Vec<Stop>,
    asks: bool,
    notes: &mut Vec<IntentNote>,
) -> (Option<Mention>, Vec<Mention>, Option<Mention>) {
    let has_to = stops.iter().any(|stop| stop.role == Role::To);
    let mut origin = None;
    let mut way: Vec<(bool, Mention)> = Vec::new();
    let mut bare_taken = false;
    // 学校，然后回家: what goes on from a name makes a stop of it.
    let goes_on: Vec<bool> = stops.iter().skip(1).map(|next| next.joined).chain([false]).collect();
    for (stop, goes_on) in stops.into_iter().zip(goes_on) {
        let is_end = match stop.role {
            Role::From => {
                origin = Some(stop.mention);
                continue;
            }
            Role::Via => false,
            Role::To => true,
            // A name without a verb is the destination where nothing else is, or a further one behind "then".
            Role::Bare if !asks && ((!has_to && !bare_taken) || stop.joined || goes_on) => {
                bare_taken = true;
                true
            }
            Role::Bare | Role::Not => {
                notes.push(IntentNote { span: stop.mention.span, kind: NoteKind::NotUnderstood });
                continue;
            }
        };
        if way.last().is_none_or(|(_, last)| last.place != stop.mention.place) {
            way.push((is_end, stop.mention));
        }
    }
    let end = way.iter().rposition(|(is_end, _)| *is_end);
    let destination = end.map(|end| way.remove(end).1);
    (origin, way.into_iter().map(|(_, mention)| mention).collect(), destination)
}

fn times(
    intent: &mut Intent,
    said: &[(Said, Span)],
    part: &Option<(crate::TimeBucket, i8, Span)>,
    named: bool,
    context: &ParseContext<'_>,
    notes: &mut Vec<IntentNote>,
) {
    for (time, span) in said {
        // 晚上 … 八点: a part of the day said elsewhere in the sentence still tells which eight.
        let mut time = time.clone();
        if let (None, Some((_, hour, _)), None) = (time.part, part, time.after_minutes) {
            time.part = Some(part_at(*hour));
        }
        match (time.moment(context.now), time.role) {
            (None, _) => notes.push(IntentNote { span: span.clone(), kind: NoteKind::NotUnderstood }),
            (Some(moment), TimeRole::By) => intent.arrive_by = Some((moment, span.clone())),
            (Some(moment), _) => intent.depart = Some((moment, span.clone())),
        }
    }
    if let Some((bucket, hour, span)) = part
        && said.is_empty()
        && named
        && context.now.bucket() != *bucket
    {
        let time =
            Said { clock: Some((*hour, 0)), part: Some(part_at(*hour)), day: None::<Day>, ..Said::default() };
        intent.depart = time.moment(context.now).map(|moment| (moment, span.clone()));
    }
}

fn part_at(hour: i8) -> Part {
    Part {
        hour,
        later_below: if hour >= 15 {
            12
        } else if hour == 12 {
            4
        } else {
            0
        },
    }
}

/// What is to be forgotten: the words around the verb without small ones at the ends.
fn subject(text: &Text, tokens: &[Token], from: usize, to: usize) -> Option<Span> {
    let counts = |token: &&Token| {
        !matches!(token.what, What::Word(Word::Filler | Word::Sep(_) | Word::Forget | Word::And))
    };
    let behind: Vec<&Token> = tokens.iter().filter(|token| token.from >= to).filter(counts).collect();
    let before: Vec<&Token> = tokens.iter().filter(|token| token.to <= from).filter(counts).collect();
    let side = if behind.is_empty() { before } else { behind };
    let (first, last) = (side.first()?, side.last()?);
    Some(text.span(first.from, last.to))
}

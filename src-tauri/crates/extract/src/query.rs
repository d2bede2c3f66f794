//! A question to memory in parts: about what, which kind of memory, under which conditions, and when (MISSION S2-22, S0-13).

use std::sync::LazyLock;

use domain::Moment;
use regex_lite::Regex;

use crate::{
    key::{condition::condition, item, setting, value, vehicle::vehicle_in},
    text::{Words, folded},
    times::{Lean, Window, windows},
};

/// Which kind of memory would answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Something that is so.
    Fact,
    /// A taste or habit.
    Preference,
    /// Something that lies ahead.
    Plan,
    /// Something decided or done.
    Conclusion,
    /// A drive.
    Trip,
    /// Why Laolu did something.
    Reason,
}

impl Wanted {
    /// Stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Preference => "preference",
            Self::Plan => "plan",
            Self::Conclusion => "conclusion",
            Self::Trip => "trip",
            Self::Reason => "reason",
        }
    }
}

/// A question in parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The key or name that it is about: `home`, `drink.coffee`, `seat.heating`, `drink`, 海边; empty when it names nothing.
    pub core_entity: String,
    /// Which kind of memory; `None` when any may answer.
    pub memory_type: Option<Wanted>,
    /// Conditions and values, each `name=value`, sorted.
    pub attribute_filters: Vec<String>,
    /// When, held against the clock of the person.
    pub temporal_hint: Option<Window>,
}

/// Facts and things that have a key of their own, by the words that ask for them. The longest words win.
const ENTITIES: &[(&str, &str)] = &[
    (
        "我家|家在哪|住哪|住在哪|家的地址|住址|家庭住址|住的地方|where i live|my home|home address|my address|do i live|my house|our house|i live",
        "home",
    ),
    (
        "公司在|我公司|公司地址|公司的地址|在哪上班|在哪里上班|哪里上班|哪儿上班|单位|上班的地方|where i work|my office|my work address|do i work|my workplace|my company",
        "work",
    ),
    ("电话|手机号|号码|phone number|my number|phone", "phone"),
    ("什么车|我的车|开的车|车型|what car|which car|my car|what do i drive|my vehicle", "vehicle"),
    ("职业|做什么工作|什么工作|做什么的|my job|what do i do for a living|my profession|my occupation", "job"),
    (
        "几点出门|什么时候出门|出门时间|几点出发去上班|what time do i leave|when do i leave|when do i set off|leave for work",
        "commute.leave",
    ),
    ("几点上班|上班时间|when do i start work|what time do i start", "work.start"),
    (
        "几点下班|下班时间|什么时候下班|when do i finish work|what time do i finish|when do i get off work",
        "work.end",
    ),
    ("几点起床|什么时候起床|when do i get up|what time do i wake up|when do i wake up", "wake_up"),
    ("养了什么|什么宠物|宠物|my pet|what pet|which pet|pets", "pet"),
    (
        "几个孩子|有孩子|多少孩子|how many kids|how many children|my children|have kids|have children",
        "family.children",
    ),
    ("停在哪|车停|停哪|where did i park|where is my car|where's my car|where i parked|did i park", "parked"),
    ("叫什么名字|我叫什么|我的名字|my name", "name"),
    ("我的生日|生日是|my birthday", "birthday"),
    ("忌口|饮食习惯|吃素吗|am i vegetarian|my diet|dietary", "diet"),
    ("跟谁拼车|和谁拼车|拼车|carpool", "carpool"),
    (
        "喝什么|什么饮料|喝的|what do i drink|like to drink|favourite drink|favorite drink|prefer to drink|which drink|drinks do i",
        "drink",
    ),
    (
        "吃什么|什么菜|吃的|口味|不吃什么|like to eat|favourite food|favorite food|which food|foods do i|what do i eat|what food",
        "food",
    ),
    (
        "听什么|什么音乐|什么歌|音乐口味|what music|which music|listen to|kind of music|taste in music",
        "music",
    ),
    ("什么运动|爱好|周末喜欢做什么|兴趣|hobbies|hobby|which sport|what sport|sports do i", "hobby"),
    ("加几号油|加什么油|几号汽油|which fuel|what fuel|which petrol", "fuel"),
    ("停车习惯|喜欢停哪|喜欢停在哪|where do i like to park|like parking|prefer to park", "parking"),
    (
        "哪条路|什么路|走哪|怎么走|什么路线|哪条路线|which road|which way|what route|which route|how do i usually get|how did i get|what road|what way",
        "route",
    ),
];

static ENTITY: LazyLock<Words<&'static str>> = LazyLock::new(|| Words::new(ENTITIES.iter().copied()));
static TO_ZH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("(?:去|到|回|往)(?:了|过)?(?:几次|几趟|多少次)?([\\u{4e00}-\\u{9fff}a-z0-9]{1,10}?)(?:的路上|的时候|那次|那天|的|走|用|花|要|是|开|几|多|时|怎|哪|了|过|吗|呢|$)").ok()
});
static TO_EN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("(?:to|visit|visited|been to) (?:the |my )?([a-z][a-z' ]{1,24}?)(?: last| yesterday| on | this| in | for | so | take| before| when| again| today| at |$)").ok()
});

/// Takes a question apart. Total: what it does not name is left open.
pub fn query(question: &str, now: &Moment) -> Query {
    let text = folded(question.trim()).trim_end_matches(['?', '.', '!', ' ']).to_owned();
    let lean = lean(&text);
    let temporal_hint = windows(question, now, lean).into_iter().next();
    let kind = wanted(&text, lean, temporal_hint.is_some());
    let (under, spans) = condition(&text);
    let mut filters: Vec<String> =
        under.split(';').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    // 周末 beside a habit is a condition; this weekend is a time.
    let habit = kind == Some(Wanted::Preference);
    let vague = temporal_hint.as_ref().is_some_and(|window| {
        matches!(
            question.get(window.span.clone()).map(str::trim),
            Some("周末" | "weekend" | "on weekend" | "the weekend")
        )
    });
    let temporal_hint = temporal_hint.filter(|_| !(habit && vague));
    // Tuesday as a day that was or will be is a time, not a habit of Tuesdays.
    if temporal_hint.is_some() {
        filters.retain(|filter| !filter.starts_with("days="));
    }
    let rest = crate::key::condition::without(&text, &spans);
    let core_entity = entity(&rest, &text, kind);
    if let Some(color) = value::color(&text).filter(|_| !core_entity.ends_with("color")) {
        filters.push(format!("color={}", color.text()));
    }
    filters.sort();
    filters.dedup();
    Query { core_entity, memory_type: kind, attribute_filters: filters, temporal_hint }
}

/// Whether a question looks back.
fn lean(text: &str) -> Lean {
    const PAST: &str = "了|过|走的|上次|上回|之前|以前|昨|前天|上周|上个|去年|did|was|were|have i|went|took|last|yesterday|ago|been|drove|visited|had";
    if PAST.split('|').any(|word| text.contains(word)) { Lean::Past } else { Lean::Future }
}

fn wanted(text: &str, lean: Lean, timed: bool) -> Option<Wanted> {
    let any = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if any(&[
        "为什么",
        "为啥",
        "凭什么",
        "怎么知道",
        "why ",
        "how come",
        "how do you know",
        "how did you know",
    ]) {
        return Some(Wanted::Reason);
    }
    if any(&[
        "决定",
        "选了",
        "定了",
        "办了",
        "订了",
        "订好",
        "办好",
        "搞定",
        "decide",
        "did i book",
        "have i booked",
        "chose",
        "did i choose",
        "settle on",
        "did i renew",
        "have i renewed",
        "pick in the end",
    ]) {
        return Some(Wanted::Conclusion);
    }
    let planned = any(&[
        "安排",
        "计划",
        "日程",
        "打算",
        "要做什么",
        "要干什么",
        "有什么事",
        "开会",
        "有会",
        "出差",
        "plan",
        "meeting",
        "appointment",
        "schedule",
        "coming up",
        "do i have to do",
        "am i doing",
        "am i flying",
        "am i going",
        "agenda",
    ]);
    if planned && (lean == Lean::Future || any(&["plan"])) {
        return Some(Wanted::Plan);
    }
    if any(&[
        "去过",
        "走过",
        "走的",
        "去了",
        "到过",
        "开了多久",
        "用了多久",
        "花了多久",
        "行程",
        "几次",
        "多少次",
        "最近一次",
        "上次去",
        "上回去",
        "上次走",
        "到的公司",
        "到的家",
        "回的家",
        "did i go",
        "did i drive",
        "did i take",
        "have i been",
        "was i ",
        "my last trip",
        "trip history",
        "trips",
        "how often did",
        "how many times",
        "did it take",
        "did we",
        "my trip",
        "did i get",
        "did i visit",
    ]) {
        return Some(Wanted::Trip);
    }
    if any(&[
        "喜欢",
        "爱吃",
        "爱喝",
        "爱听",
        "讨厌",
        "偏好",
        "习惯",
        "平时",
        "一般",
        "通常",
        "最爱",
        "怕",
        "不吃",
        "口味",
        "常走",
        "调到",
        "几档",
        "多少度",
        "like",
        "prefer",
        "favourite",
        "favorite",
        "usual",
        "hate",
        "normally",
        "avoid",
        "taste",
        "afraid",
        "enjoy",
        "dislike",
        "can't stand",
        "setting",
        "do i use",
        "do i set",
        "do i keep",
        "at what level",
        "how loud",
        "how warm",
    ]) {
        const TIMES: &[&str] = &["几点", "what time", "when do i"];
        return Some(if any(TIMES) { Wanted::Fact } else { Wanted::Preference });
    }
    if ENTITY.any(text) {
        let named = ENTITY.find(text).next().map_or("", |(_, entity)| *entity);
        return Some(match named {
            "drink" | "food" | "music" | "hobby" | "fuel" | "parking" | "route" => Wanted::Preference,
            _ => Wanted::Fact,
        });
    }
    if timed && lean == Lean::Future && any(&["什么", "哪", "what", "anything", "where"]) {
        return Some(Wanted::Plan);
    }
    None
}

fn entity(rest: &str, text: &str, kind: Option<Wanted>) -> String {
    let place = || {
        let text = &text.replace("去年", "");
        let named = TO_ZH
            .as_ref()
            .and_then(|pattern| pattern.captures(text))
            .or_else(|| TO_EN.as_ref().and_then(|pattern| pattern.captures(text)));
        let name = named.and_then(|found| found.get(1).map(|name| name.as_str().trim().to_owned()))?;
        Some(match name.as_str() {
            "家" | "home" => "home".to_owned(),
            "公司" | "单位" | "上班" | "work" | "the office" | "office" | "班" => "work".to_owned(),
            "哪" | "哪里" | "哪儿" | "什么地方" => return None,
            _ => name,
        })
    };
    // A drive is about where it went, before the road that it took.
    if kind == Some(Wanted::Trip)
        && let Some(place) = place()
    {
        return place;
    }
    let named = ENTITY.find(rest).max_by_key(|(span, _)| span.len()).map(|(_, entity)| (*entity).to_owned());
    if let Some(named) = named.filter(|named| !["route", "music", "food", "drink"].contains(&named.as_str()))
    {
        return named;
    }
    if let Some(kind) = vehicle_in(rest).filter(|_| !rest.contains("方向盘")) {
        let _ = kind;
        return "vehicle.preferred".to_owned();
    }
    let things = item::known_in(rest);
    if let Some(thing) = things.iter().find(|thing| {
        !thing.starts_with("music.music")
            && !thing.starts_with("audio.radio")
            && !thing.starts_with("comfort.")
    }) {
        return thing.clone();
    }
    let asked = ENTITY.find(text).max_by_key(|(span, _)| span.len()).map(|(_, entity)| *entity);
    if let Some(setting) = setting::setting_in(rest)
        && !(setting.attribute.ends_with(".on") && asked.is_some())
    {
        return setting.attribute;
    }
    if let Some(named) = ENTITY.find(text).max_by_key(|(span, _)| span.len()) {
        return (*named.1).to_owned();
    }
    things
        .into_iter()
        .next()
        .or_else(|| place().filter(|_| kind == Some(Wanted::Trip) || kind == Some(Wanted::Preference)))
        .unwrap_or_default()
}

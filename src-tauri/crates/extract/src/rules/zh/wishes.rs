//! Tastes, habits, standing instructions and corrections in Chinese.

use std::sync::LazyLock;

use domain::Lang;
use regex_lite::Regex;

use super::{
    cut, hint, joined, noun_hint,
    topics::{rather, topic},
    verb_of,
};
use crate::{
    key::{
        condition::{condition, without},
        item::item,
        vehicle::vehicle_in,
    },
    pattern,
    rules::{
        clause::{LASTING, only_once},
        finding::{Finding, denied, device, named, taste, tastes},
    },
};

/// The dishes, drinks and roads of 我最喜欢的…是… and 我对…很反感.
const FAVOURITE: &str =
    "^(?:我|我们|用户)?(?:的)?(?:最喜欢|最爱|最常|最偏爱)(?:的)?(.{1,8}?)(?:就)?是(.{1,20})$";
const TOWARDS: &str = "^(?:我|我们|用户)?对(.{1,16}?)(?:很|特别|非常|比较|一直|有点|挺|最|太|真的|实在|超级)*(反感|过敏|没兴趣|不感兴趣|感兴趣|情有独钟|有好感|着迷|无感|没好感|没感觉|很挑剔|敏感)$";

const SUBJECT: &str =
    "(?:我车里|我的车里|我车上|我的车上|我们家|我家|我们|我个人|我自己|我本人|本人|我|咱们|咱|俺|用户)";

static TASTE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        "^(?:平时|平常|开车的话|开车|上车|坐车|出差|旅游|出去玩|休息日|有空|没事|堵车|吃饭|停车|加油|点菜)*{SUBJECT}?(?:停车|加油|吃饭|听歌|听音乐|开车|出门|点菜|买菜)?((?:其实|好像|可能|大概|应该|似乎|估计|现在|真的|真|一直|都|还是|还|特别|特|贼|巨|十分|格外|极其|从|非常|比较|最|很|挺|更|超级|超|就|平时|一般|通常|从小|从小就|也|蛮|有点儿|有点|最近|总是|老|向来|一向|从来|从来都|已经|个人|确实|可|太|尤其|相当|更加|实在|的确|不太|不太能|不怎么|不怎么能|不大能|不是很能|不是很|不是特别|不大|并不|完全|根本|一点都|一点也|再也|绝对|只)*)(不喜欢|不爱|讨厌|厌恶|最烦|烦|受不了|不习惯|害怕|怕|痛恨|恨|反感|嫌弃|不想要|不愿意|不愿|不乐意|排斥|忍不了|抗拒|不能忍|吃不了|喝不了|吃不惯|喝不惯|不吃|不喝|不听|不碰|不看|不坐|不抽|不走|不感兴趣|没兴趣|喜欢上了|喜欢上|喜欢|偏爱|偏好|热爱|钟爱|爱上了|爱上|爱|喜好|中意|迷上了|迷上|习惯了|习惯于|习惯|享受|倾向于|更愿意|宁愿|宁可|乐意|离不开|欣赏|只喝|只吃|只听|只走|只坐|只用|只加|只停|只开|只看|只买|能吃|能喝|听不了|听不惯|听不得|闻不了|看不惯|不准|不许|禁止|不让)(.+)$"
    ))
    .ok()
});

pattern!(FAVOURITES, FAVOURITE);

pattern!(ATTITUDE, TOWARDS);

static HABIT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        "^(?:(?:平时|平常|一般|通常|每天|每次|基本上|大部分时候|多数时候|日常){SUBJECT}?(?:上车|开车|出门)*|(?:平时|平常|一般|通常|每天|周末|上班|下班)?{SUBJECT}?)(?:上车|开车|出门|下车|每次上车|一上车|坐车)*(?:的习惯是|习惯|习惯了|平时|平常|一般|通常|每天|每周|每个月|每次|总是|总|经常|常常|常|老是|基本上|基本|向来|从来都|从来|一向|一直|大多|多半|都|只)+(?:都|会|是|就|要|得|先)*(不)?(喝|吃|听|看|走|开|去|坐|用|把|在|停|加|抄|带|放|戴|选|点|打|跑)(.+)$"
    ))
    .ok()
});

static STANDING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("^(?:你|老路|车)?(?:请)?(?:记住|记一下|记着|帮我记住)?[,:]?(?:我)?(?:以后|今后|往后|从今以后|从现在起|从今天起|从此|每次|每回|永远|总是|一律|默认)+(?:我|你)?(?:在|的时候|开车|上车|出门|出发前|上车前|下车前|下车时|上车时|到家前|出门前|开车前|到了|到达前|停车后|停车时|熄火前|下车后|快到的时候|之前|之后)*(?:都|请|就|给我|帮我|帮|为我|要|把|必须|得|一定|只|只要|直接)*(不要再|别再|不要|不用|别|不许|不能|不再|不)?(?:给我|帮我|跟我|对我)?(.+)$").ok()
});

pattern!(
    NOTBUT,
    "(?:不是|不叫|不在|不要|不喝|不吃|不走|不用)(.{1,16}?)[,，]?(?:而是|应该是|是|改成|要的是|要|在|改喝|改走|改吃|叫|喝|吃|走|用)(.{1,20})$"
);

pattern!(
    SWITCH,
    "^(?:我|我们|用户)?(?:现在|以后|最近|已经|从今天起|都)*(?:改|换)(喝|吃|听|走|用|开|坐|成|为|到)?(?:成|为|了)?(.{1,20}?)(?:了)?$"
);

pattern!(
    STOPPED,
    "^(?:我|我们|用户)?(?:其实|现在|早就|已经|最近|以后|再也|也|都)*(?:不再|不|戒|戒掉|再也不)(?:想|太|怎么)?(喝|吃|听|走|抽|去|用|坐|看|开|喜欢|爱|掉)?(.{1,16}?)了$"
);

const NEGATIVE: &str = "不准|不许|禁止|不让|听不了|听不惯|听不得|闻不了|看不惯|不喜欢|不爱|讨厌|厌恶|最烦|烦|受不了|不习惯|害怕|怕|痛恨|恨|反感|嫌弃|不想要|不愿意|不愿|不乐意|排斥|忍不了|抗拒|不能忍|吃不了|喝不了|吃不惯|喝不惯|不吃|不喝|不听|不碰|不看|不坐|不抽|不走|不感兴趣|没兴趣";

/// Corrections: no longer, instead, not this but that.
pub(super) fn corrected(said: &str, sentence: &str) -> Vec<Finding> {
    let (under, spans) = condition(said);
    let bare = joined(&without(said, &spans));
    if let Some(found) = STOPPED.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let verb = found.get(1).map(|verb| verb.as_str());
        let object = found.get(2).map_or("", |object| object.as_str());
        const NO: &str =
            "来不及|见|起|行|用|要|说|了|知道|记得|到|动|清楚|在|着急|舒服|好意思|一样|远|错|能|会|想|去";
        if !NO.split('|').any(|one| one == object) && (verb.is_some() || said.contains('戒')) {
            let findings = tastes(object, false, verb.and_then(hint), Lang::Zh);
            return findings.into_iter().map(|finding| finding.under(&under).sure(0.95)).collect();
        }
    }
    if let Some(found) =
        SWITCH.as_ref().and_then(|pattern| pattern.captures(&bare)).filter(|_| !only_once(said))
    {
        let verb = found.get(1).map(|verb| verb.as_str());
        let object = found.get(2).map_or("", |object| object.as_str());
        let lasting = said.contains("以后")
            || said.contains("现在")
            || sentence.contains('了')
            || said.contains("最近")
            || LASTING.any(sentence);
        let names = verb.is_some_and(|verb| !["成", "为", "到"].contains(&verb))
            || crate::key::setting(object).is_some();
        if lasting && names {
            return tastes(object, true, verb.and_then(hint), Lang::Zh)
                .into_iter()
                .map(|finding| finding.under(&under).sure(0.92))
                .collect();
        }
    }
    if let Some(found) = NOTBUT.as_ref().and_then(|pattern| pattern.captures(sentence)) {
        let (old, new) =
            (found.get(1).map_or("", |old| old.as_str()), found.get(2).map_or("", |new| new.as_str()));
        let new = new.trim_end_matches(['.', '!', '了', '的', '啊', '吧', '呢']);
        let correcting =
            "说错|记错|弄错|搞错|不对|纠正|更正|不是".split('|').any(|word| sentence.contains(word));
        if correcting && !new.is_empty() {
            return vec![denied(old.trim_start_matches(['在', '我']), new)];
        }
    }
    Vec::new()
}

/// Tastes, habits and standing instructions.
pub(super) fn wishes(said: &str, sentence: &str) -> Vec<Finding> {
    let (under, spans) = condition(said);
    let whole = condition(sentence).0;
    let under = if under.is_empty() && LASTING.any(sentence) { whole } else { under };
    let bare = joined(&without(said, &spans));
    let with = |findings: Vec<Finding>| -> Vec<Finding> {
        findings.into_iter().map(|finding| finding.under(&under)).collect()
    };
    if let Some(found) = STANDING.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let negative = found.get(1).is_some();
        let rest = found.get(2).map_or("", |rest| rest.as_str());
        if let Some(finding) = device(rest, negative) {
            return with(vec![finding]);
        }
        let standing = standing(rest, negative);
        if !standing.is_empty() {
            return with(standing);
        }
    }
    if let Some(found) = FAVOURITES.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let (what, which) =
            (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        if let Some(finding) = device(&format!("{what}{which}"), false) {
            return with(vec![finding]);
        }
        let category = noun_hint(what).or_else(|| verb_of(what).and_then(hint));
        return with(tastes(cut(which), true, category, Lang::Zh));
    }
    if let Some(found) = ATTITUDE.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let (what, how) = (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        let like = ["感兴趣", "情有独钟", "有好感", "着迷"].contains(&how);
        if how != "过敏" {
            return with(tastes(cut(what), like, None, Lang::Zh));
        }
    }
    // 空调别对着我吹，以后都这样
    const SO: &str = "都这样|就这样|都这么|都如此|一直这样";
    let so = LASTING.any(sentence) && SO.split('|').any(|word| sentence.contains(word));
    let so =
        so || !under.is_empty() && ["都给我", "都帮我", "都要给我"].iter().any(|word| said.contains(word));
    let lasting = if so { format!("以后{bare}") } else { bare.clone() };
    if let Some(finding) = about_a_device(&lasting) {
        return with(vec![finding]);
    }
    let both = rather(&bare);
    if !both.is_empty() {
        return with(both);
    }
    let spoken_of = topic(&bare);
    if !spoken_of.is_empty() {
        return with(spoken_of);
    }
    // 一个人开车 is one thing, and no driving under a condition.
    if let Some(found) =
        TASTE.as_ref().and_then(|pattern| pattern.captures(said)).filter(|_| !under.is_empty())
    {
        let (verb, object) =
            (found.get(2).map_or("", |m| m.as_str()), found.get(3).map_or("", |m| m.as_str()));
        if let Some(item) = item(cut(object), None).filter(|item| item.known && !item.name.contains(':')) {
            return vec![taste(&item, !NEGATIVE.split('|').any(|one| one == verb))];
        }
    }
    if let Some(found) = TASTE.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let adverbs = found.get(1).map_or("", |adverbs| adverbs.as_str());
        let verb = found.get(2).map_or("", |verb| verb.as_str());
        let object = found.get(3).map_or("", |object| object.as_str());
        let weakened =
            "不太|不怎么|不大能|不是很|不是特别|不大|并不".split('|').any(|word| adverbs.contains(word));
        // 能吃辣 alone is a skill; only 不太能吃 says what one likes.
        if ["不准", "不许", "禁止", "不让"].contains(&verb)
            && !bare.contains("车里")
            && !bare.contains("车上")
        {
            return Vec::new();
        }
        if verb == "能喝" || verb == "能吃" && !weakened {
            return Vec::new();
        }
        let like = !(NEGATIVE.split('|').any(|one| one == verb) ^ weakened);
        // 怕 and 爱 begin other words: 怕是, 爱人, 怕什么.
        let bad = object.starts_with('是') && verb == "怕"
            || object.starts_with("你")
            || object.starts_with("又")
            || ["这首", "这条", "这家", "这个", "这些", "那首", "那个", "那些", "这样", "这里", "那里"]
                .iter()
                .any(|lead| object.starts_with(lead))
            || object.starts_with("上了") && verb == "爱"
            || object.starts_with("什么")
            || object.starts_with("人") && verb == "爱"
            || object.starts_with("迟到")
            || object.starts_with("来不及")
            || object.starts_with("赶不上")
            || object.starts_with("堵") && verb == "怕" && only_once(sentence);
        let bad = bad
            || verb == "烦"
                && (object.starts_with("请") || object.starts_with("死") || object.starts_with("你"))
            || ["就好", "就行", "的话"].iter().any(|end| object.ends_with(end)) && verb != "喜欢";
        if !bad {
            let hint = verb_of(object)
                .and_then(hint)
                .or_else(|| verb.chars().last().map(String::from).as_deref().and_then(hint));
            let findings = tastes(cut(object), like, hint, Lang::Zh);
            if !findings.is_empty() {
                return with(findings);
            }
        }
    }
    if let Some(found) = HABIT.as_ref().and_then(|pattern| pattern.captures(&bare)) {
        let like = found.get(1).is_none();
        let (verb, rest) =
            (found.get(2).map_or("", |verb| verb.as_str()), found.get(3).map_or("", |rest| rest.as_str()));
        if let Some(finding) = device(rest, !like) {
            return with(vec![finding.sure(0.88)]);
        }
        let category = hint(verb);
        if let Some(kind) = vehicle_in(rest).filter(|_| verb == "开" || verb == "用" || verb == "坐") {
            return with(vec![Finding::preference("vehicle.preferred", kind)]);
        }
        if let Some(item) = item(cut(rest), category).filter(|item| item.known || category.is_some()) {
            return with(vec![taste(&item, like).sure(if item.known { 0.88 } else { 0.8 })]);
        }
    }
    Vec::new()
}

/// 空调以后都开24度, 地图我习惯用朝北: the device comes first.
pub(super) fn about_a_device(bare: &str) -> Option<Finding> {
    const NOT: &str = "别|不要|不用|不开|不许|关";
    let negative = |rest: &str| {
        NOT.split('|').any(|word| rest.contains(word))
            && !rest.contains("关掉")
            && !rest.contains("关了")
            && !rest.contains("关闭")
    };
    if LASTING.any(bare) {
        return device(bare, negative(bare));
    }
    let (topic, rest) = bare.split_at(bare.find('我').filter(|at| *at > 0)?);
    let often = "喜欢|习惯|一般|总是|都|爱|只".split('|').any(|word| rest.contains(word));
    let of_device = crate::key::setting::setting_in(topic).is_some_and(|setting| setting.span.start == 0);
    if of_device && often {
        device(bare, rest.contains("不喜欢") || rest.contains("不爱") || negative(rest))
    } else {
        None
    }
}

/// From now on: anything with a verb that a category knows, and what Laolu itself should do.
pub(super) fn standing(rest: &str, negative: bool) -> Vec<Finding> {
    let rest = rest.trim_end_matches(['了', '吧', '啊', '哦', '好', '行', '吗', '?', ' ']);
    let rest = cut(rest);
    if let Some(found) = ["提醒我", "叫我", "提醒"].iter().find_map(|verb| rest.strip_prefix(verb)) {
        let value = if negative { "off" } else { "on" };
        return vec![Finding::preference(named("remind", found), value).sure(0.92)];
    }
    const AROUND: &str = "避开|绕开|躲开|避免|躲着|绕着|避让|绕过|规避|回避";
    let around = AROUND.split('|').find_map(|verb| rest.strip_prefix(verb));
    let (rest, negative) = around.map_or((rest, negative), |rest| (rest, !negative));
    let rest = "推荐|播放|放|播|选|安排|给我推荐|点"
        .split('|')
        .find_map(|verb| rest.strip_prefix(verb))
        .unwrap_or(rest);
    let category = if around.is_some() { Some("route") } else { verb_of(rest).and_then(hint) };
    if let Some(kind) =
        vehicle_in(rest).filter(|_| ["用", "叫", "开", "坐", "派"].iter().any(|verb| rest.starts_with(verb)))
    {
        return vec![Finding::preference(
            "vehicle.preferred",
            if negative { format!("not:{kind}") } else { kind.to_owned() },
        )];
    }
    item(rest, category)
        .filter(|item| item.known || category.is_some())
        .map(|item| taste(&item, !negative).sure(0.93))
        .into_iter()
        .collect()
}

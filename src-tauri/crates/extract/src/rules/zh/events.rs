//! Plans, decisions, things done, praise and complaint in Chinese.

use std::sync::LazyLock;

use domain::{
    Moment,
    graph::{EntityKind, Relation},
};
use regex_lite::Regex;

use super::joined;
use crate::{
    EntityName, Tie,
    key::condition::without,
    pattern,
    rules::finding::{Finding, named},
    times::{Lean, windows},
};

pattern!(
    DECIDED,
    "(?:我|我们|用户)?(?:已经|最后|最终|还是|就|想好了,?)*(决定了?|就选|选定了?|定了|敲定了?|说好了|商量好了?|拍板了?|确定了?|打定主意)(.{2,30})$"
);

pattern!(
    DONE,
    "(?:我|我们|用户)(?:已经|刚|刚刚|今天|昨天|上午|下午|终于|都|上周|把)*(.{0,14}?)([订买办做弄修换租约续退交付缴还签领取寄报挂装搬考洗充排谈卖补批请](?:好|完|掉|妥|清|成|到手|下来)了|退了|续了|交了|付了|缴了|领了|寄了|提交了|挂了号|报了名|签了字|签了|订好了?|订了|买好了|做完|做好了|弄好了|办好了|办完了|办了|完成了|做完了|搞定了|交完了|修好了|续费了|加满了|保养完了|保养过了|做了保养|取消了|退掉了|卖了|卖掉了|报名了|考过了|年检过了|年检完了|换好了|租好了|预约好了|预约了|续保了)(.{0,16})$"
);

pattern!(
    ERRAND,
    "^(年检|年审|保险|车险|保养|违章|罚款|罚单|驾照|行驶证|护照|签证|酒店|机票|车票|高铁票|火车票|门票|停车费|过路费|etc|轮胎|机油|刹车片|车贷|房租|水电费|物业费|体检)(?:我|都|也|刚|已经|刚刚|终于)*([订买办做弄修换租约续退交付缴还签领取寄报挂装搬考洗充排谈补批体](?:好|完|掉|妥|清|成|到手|下来|过)了|退了|续了|交了|付了|缴了|领了|换了|修了|过了)$"
);

pattern!(
    SUBJECT_FEELS,
    "(那家|那个|那条|这家|这条|这个|上次|上回|前天|前几天|那次|刚刚|今早|上周末|上个月|昨天|刚才|昨晚|上周)(.{1,16}?)(?:的)?(?:真的|真是|真|实在|特别|非常|太|很|挺|超级|超|简直|还)*(太好了|太棒了|很棒|真棒|棒极了|不错|好吃|好喝|满意|贴心|专业|舒服|热情|稳|靠谱|干净|方便|值得|好走|漂亮|差劲|太差|很差|差|糟糕|失望|难吃|难喝|坑人|坑|颠|吵|难开|难停|难走|乱|脏|贵|慢|态度恶劣|态度差|不靠谱|离谱|垃圾|后悔|气死我了|太烂|烂|让人生气)了?$"
);

pattern!(
    PLAN,
    "(?:我|我们|用户)?.{0,6}(要去|要|得去|得|打算|准备|计划|预定|约了|约好|会去|会|安排了|订了|有|飞|去|回|参加|见|出差|开会|面试|考试|搬家|旅游|度假|聚餐|吃饭|体检|上课|比赛|提车|交车|结婚|演出|看展|爬山|露营|接机|返校|述职|答辩|年检|保养|培训|团建)"
);

/// Plans: something of the owner that lies ahead, with its end.
pub(super) fn dated(said: &str, sentence: &str, now: &Moment) -> Vec<Finding> {
    let Some(plan) = PLAN.as_ref().and_then(|pattern| pattern.captures(said)) else { return Vec::new() };
    let ahead = windows(said, now, Lean::Future);
    let ahead = if ahead.is_empty() { windows(sentence, now, Lean::Future) } else { ahead };
    let Some(window) =
        ahead.iter().find(|window| window.ends_after(now.at) && window.from.0 > now.at.0 - 86_400)
    else {
        return Vec::new();
    };
    let own = ["我", "咱", "用户"].iter().any(|word| said.contains(word));
    const EVENTS: &str = "会|面试|考试|聚餐|吃饭|体检|课|比赛|提车|交车|结婚|婚礼|演出|演唱会|展|露营|接机|述职|答辩|年检|保养|培训|团建|出差|搬家|旅游|度假|航班|飞机|高铁|生日|聚会|约会|放假|加班|值班|家长会|电影|医院|复查|看牙";
    let event = EVENTS.split('|').any(|word| said.contains(word));
    // 今天的会开得我头疼 complains of one that was.
    if said.contains("得我") {
        return Vec::new();
    }
    let command = "导航|带我|送我|规划|怎么走|避开|不走|别走|路线|叫我|提醒我|天气|下雨|堵"
        .split('|')
        .any(|word| sentence.contains(word));
    let is_past = said.ends_with('了')
        && !["要", "约了", "订了", "安排了"].iter().any(|word| said.contains(word))
        || ["去过", "走过", "刚"].iter().any(|word| said.contains(word));
    // 明天去机场 alone is a request for a route; 我明天要去上海出差 is a plan. Today's is one only with an event.
    let today = window.from.0 <= now.at.0 && window.to.0 - now.at.0 <= 86_400;
    let strong = plan
        .get(1)
        .is_some_and(|verb| !["去", "要", "有", "会", "回", "要去", "得去", "得"].contains(&verb.as_str()));
    if command || is_past || !(own && (event || !today) || event && (strong || !today || said.contains('点')))
    {
        return Vec::new();
    }
    let timeless = joined(&without(said, std::slice::from_ref(&clamp(said, &window.span))));
    let what = timeless.clone();
    let what = what
        .trim_start_matches([
            '我', '们', '咱', '要', '得', '有', '个', '还', '在', '会', '打', '算', '准', '备', '计', '划',
            ',', '去', '的', '用', '户',
        ])
        .trim();
    let what =
        if what.chars().count() < 2 { timeless.trim_start_matches(['我', '们', ',', ' ']) } else { what };
    if what.chars().count() < 2 {
        return Vec::new();
    }
    let mut finding = Finding::plan(named("plan", what), what.to_owned());
    finding.from = Some(now.at);
    finding.until = Some(window.to);
    vec![finding]
}

pub(super) fn clamp(text: &str, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    if text.get(span.clone()).is_some() { span.clone() } else { 0..0 }
}

/// Decisions and things done (MISSION S2-12).
pub(super) fn done(said: &str) -> Vec<Finding> {
    if let Some(found) = DECIDED.as_ref().and_then(|pattern| pattern.captures(said)) {
        let what = found
            .get(2)
            .map_or("", |what| what.as_str())
            .trim_start_matches(['是', '了', ',', '以', '后', '就', '用']);
        let own = ["我", "咱", "用户"].iter().any(|word| said.contains(word))
            || said.starts_with("决定")
            || said.starts_with("就选");
        if own
            && what.chars().count() >= 2
            && !said.contains("没决定")
            && !said.contains("不确定")
            && !said.contains("还没")
        {
            return vec![Finding::conclusion(named("decided", what), what.trim_end_matches('了').to_owned())];
        }
    }
    // 年检办完了: whose errand it is needs no saying.
    if let Some(found) = ERRAND.as_ref().and_then(|pattern| pattern.captures(said)) {
        let (what, verb) = (found.get(1).map_or("", |m| m.as_str()), found.get(2).map_or("", |m| m.as_str()));
        return vec![Finding::conclusion(named("done", what), verb.trim_end_matches('了').to_owned())];
    }
    if let Some(found) = DONE.as_ref().and_then(|pattern| pattern.captures(said)) {
        let (before, verb, after) = (
            found.get(1).map_or("", |b| b.as_str()),
            found.get(2).map_or("", |v| v.as_str()),
            found.get(3).map_or("", |a| a.as_str()),
        );
        let topic = said.get(..found.get(0).map_or(0, |whole| whole.start())).unwrap_or_default();
        let what = if !after.trim().is_empty() {
            after
        } else if before.is_empty() {
            topic
        } else {
            before
        };
        let what = what.trim_matches(['把', '给', '的', '车', '了', ' ']);
        if !said.contains('没')
            && !said.contains("如果")
            && (what.chars().count() >= 1 || verb.contains("保养") || verb.contains("加满"))
        {
            let what = if what.is_empty() { verb.trim_end_matches('了') } else { what };
            return vec![Finding::conclusion(named("done", what), verb.trim_end_matches('了').to_owned())];
        }
    }
    Vec::new()
}

/// Praise and complaint about something in particular.
pub(in crate::rules) fn feeling(said: &str) -> Vec<Finding> {
    let Some(found) = SUBJECT_FEELS.as_ref().and_then(|pattern| pattern.captures(said)) else {
        return Vec::new();
    };
    let about = found.get(2).map_or("", |about| about.as_str());
    let lead = found.get(1).map_or("", |lead| lead.as_str());
    let word = found.get(3).map_or("", |word| word.as_str());
    const THINGS: &str = "店|路|司机|师傅|停车场|餐厅|饭店|餐馆|服务|酒店|洗车|修车|加油站|充电站|服务区|代驾|商场|咖啡馆|面馆|火锅|早餐|路线|推荐|车位|态度|菜|桥|隧道|4s";
    let particular = THINGS.split('|').any(|thing| about.contains(thing))
        || ["那家", "这家", "那条", "这条"].contains(&lead) && !about.is_empty()
        || ["店", "家"].iter().any(|end| lead.ends_with(end));
    if !particular
        || ["就不错", "就挺", "麻烦", "推荐"].iter().any(|word| said.contains(word))
        || said.contains("天气")
        || said.contains("歌")
    {
        return Vec::new();
    }
    const BAD: &str = "差劲|太差|很差|差|糟糕|失望|难吃|难喝|坑人|坑|颠|吵|难开|难停|难走|乱|脏|贵|慢|态度恶劣|态度差|不靠谱|离谱|垃圾|后悔|气死我了|太烂|烂|让人生气";
    let bad = BAD.split('|').any(|one| one == word);
    let subject = about
        .trim_matches(['的', '了', '去', '我', '走', '那', '家', '个', '条'])
        .trim_end_matches(['太', '真', '很', '挺']);
    let mut finding =
        Finding::feeling(named("feeling", subject), if bad { "complained" } else { "praised" }).sure(0.85);
    finding.ties = vec![Tie {
        relation: if bad { Relation::Complained } else { Relation::Praised },
        to: EntityName {
            kind: if about.contains('路') { EntityKind::Corridor } else { EntityKind::Thing },
            name: subject.to_owned(),
        },
    }];
    vec![finding]
}

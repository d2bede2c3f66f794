//! How much a turn matters, in three parts of words (MISSION S1-05, S1-34).

use std::sync::LazyLock;

use domain::{Importance, Lang, StatementType};

use crate::{
    Turn,
    rules::HEARD_WELL,
    text::{Words, folded, lang_of},
};

/// Words and how strong the feeling in them is.
const FEELINGS: &[(&str, f64)] = &[
    (
        "气死|气死我了|崩溃|受够了|救命|绝对不|死都不|打死|恨死|吓死|急死|furious|terrified|desperate|hate|panic|unbearable|never ever|absolutely not|at all costs|emergency",
        0.95,
    ),
    (
        "迟到|要迟到了|来不及|急|着急|赶时间|讨厌|害怕|怕|烦|烦死|受不了|生气|失望|最喜欢|最爱|太好了|太棒了|太差|难过|late|hurry|urgent|running late|scared|afraid|angry|annoyed|can't stand|love|adore|favourite|favorite|amazing|terrible|awful|horrible|disappointed|worst|best|fantastic",
        0.75,
    ),
    (
        "很喜欢|特别|非常|真的|一定|千万|必须|重要|really|very|so much|important|definitely|absolutely|must|always|never",
        0.5,
    ),
    (
        "喜欢|不喜欢|不错|希望|想要|习惯|累|困|like|prefer|dislike|enjoy|nice|good|bad|want|tired|sleepy|don't like",
        0.35,
    ),
];
/// Words that mean that a route, a trip or a plan hangs on it, and how much.
const CONSEQUENCES: &[(&str, f64)] = &[
    (
        "迟到|来不及|赶飞机|赶火车|赶高铁|赶时间|改道|封路|绕开|掉头|取消|改去|不去了|搬家|搬到|late|miss my flight|miss the train|running late|detour|cancel|moved|closed|turn around|hurry",
        0.9,
    ),
    (
        "去|走|导航|出发|路线|路|回家|高速|高架|隧道|route|road|drive to|navigate|take me|go to|motorway|highway|tunnel|avoid|home|office",
        0.6,
    ),
    ("以后|每次|总是|记住|from now on|always|remember|every time|never", 0.6),
    ("空调|座椅|音量|车窗|灯光|音乐|温度|ac|seat|volume|window|music|temperature|light", 0.15),
];

static FEELING: LazyLock<Words<f64>> = LazyLock::new(|| Words::new(FEELINGS.iter().copied()));
static CONSEQUENCE: LazyLock<Words<f64>> = LazyLock::new(|| Words::new(CONSEQUENCES.iter().copied()));

/// The parts for a turn that says a statement of this kind. Heard badly, each is halved (MISSION S1-34).
pub fn importance(turn: &Turn, kind: StatementType, lang: Lang) -> Importance {
    let text = folded(&turn.words);
    let most = |words: &Words<f64>| words.find(&text).map(|(_, weight)| *weight).fold(0.0, f64::max);
    let marks = turn.words.matches(['!', '！']).count().min(3) as f64 * 0.1;
    let shouted = lang == Lang::En
        && turn
            .words
            .split_whitespace()
            .filter(|word| word.len() > 3 && word.chars().all(char::is_uppercase))
            .count()
            > 1;
    let emotion = (most(&FEELING) + marks + if shouted { 0.15 } else { 0.0 }).min(1.0);
    let by_kind = match kind {
        StatementType::Plan | StatementType::Conclusion => 0.5,
        StatementType::Preference => 0.4,
        StatementType::Fact => 0.35,
        StatementType::Insight => 0.3,
        // A summary matters less than what it sums up (MISSION S2-15).
        StatementType::Summary => 0.1,
    };
    let consequence = if turn.changed_something { 1.0 } else { most(&CONSEQUENCE).max(by_kind) };
    let repetition = f64::from(turn.said_before) / (f64::from(turn.said_before) + 2.0);
    halved(Importance { emotion, consequence, repetition }, turn.heard)
}

/// The parts of what was noticed. Not halved: the store weighs them by how well the turn was heard, which it keeps.
pub fn importance_of(turn: &Turn) -> Importance {
    let text = folded(&turn.words);
    let heard_well = Turn { heard: 1.0, ..turn.clone() };
    let whole = importance(&heard_well, StatementType::Summary, lang_of(&turn.words));
    // A setting of the moment weighs little even where a word of a road stands beside it.
    let of_setting = crate::key::setting::setting_in(&text).is_some() && !turn.changed_something;
    Importance {
        consequence: if of_setting { whole.consequence.min(0.2) } else { whole.consequence },
        ..whole
    }
}

fn halved(importance: Importance, heard: f64) -> Importance {
    if heard >= HEARD_WELL {
        return importance;
    }
    let Importance { emotion, consequence, repetition } = importance;
    Importance { emotion: emotion / 2.0, consequence: consequence / 2.0, repetition: repetition / 2.0 }
}

//! Requests to forget: what is meant, and which of the known it may be (MISSION S1-20).

use std::{collections::BTreeSet, sync::LazyLock};

use domain::{Lang, intent::out_of_memory};
use regex_lite::Regex;

use super::clause::strip_fillers;
use crate::{
    ForgetRequest, Known, KnownStatement, Reference,
    key::{item, setting},
    pattern,
    text::folded,
};

static ZH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("^(?:你|请|帮我|把|将)*(?:把|将)?(.{0,24}?)(?:给我|都|全部|全都|也)?(忘掉|忘干净|忘了|忘记|删掉|删除|删了|抹掉|抹去|清除|清空|清掉|清理掉|清了|清零|擦掉|销毁|作废|撤回|别留着|别留|不要留|别存|不要存|别保存|不要保存|不要记住|别记住|别再记住|别记着|不要再记住|不用记住|不用记|别记了|别记|不要记|别再记)(?:关于|有关|我说的|我刚才说的|刚才的|刚才说的|刚才那条|所有)?(.{0,30})$").ok()
});
static EN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("^(?:please |can you |could you |would you |you can |you should |i want you to |i'd like you to |just |now )*(?:please )?(forget|delete|remove|scrap|discard|purge|disregard|get rid of|throw away|take back|wipe out|undo|ignore|don't keep|do not keep|don't save|do not save|don't store|do not store|don't record|do not record|don't hold on to|don't hang on to|let go of|don't note down|don't note|erase|wipe|clear|don't remember|do not remember|stop remembering|unlearn|drop the memory of|drop the memory)(?: about| that| the fact that| what i said about| what you know about| your memory of| the memory of| the memory about| everything you know about| everything about| the memory that| any memory of)* ?(.{0,80})$").ok()
});

/// The request in a folded sentence, if it is one.
pub(crate) fn request(sentence: &str, lang: Lang, known: &Known<'_>) -> Option<ForgetRequest> {
    let text = strip_fillers(sentence).trim_end_matches(['.', '!', '?', ' ']);
    if lang == Lang::En
        && let Some(what) = out_of_memory(text).and_then(|what| text.get(what))
    {
        return Some(meant(what, known));
    }
    // "Scratch that, don't remember it": the request stands behind what takes the words back.
    let text = TAKEN_BACK
        .split('|')
        .find_map(|lead| text.strip_prefix(lead))
        .map_or(text, |rest| rest.trim_start_matches([',', '-', ' ']));
    let words = match lang {
        Lang::Zh => {
            // 我忘了, 别忘了, 忘了说: nobody is asked to forget.
            const NOT: &str = "我忘|忘了问|忘记问|别忘|不要忘|忘了说|忘了带|忘记带|差点忘|忘不了|没忘|忘了吗|是不是忘|不会忘|怎么忘|他忘|她忘|忘了拿|忘了关|忘记关|忘记了我|老忘|总忘|容易忘|忘了告诉|删除线|取消导航";
            if NOT.split('|').any(|not| text.contains(not))
                && !text.contains("忘掉我")
                && !text.contains("忘记我")
            {
                return None;
            }
            let found = ZH.as_ref()?.captures(text)?;
            let (before, behind) = (found.get(1)?.as_str(), found.get(3)?.as_str());
            let behind = behind
                .trim_start_matches(['我', '的', '了', '关', '于', '过', ','])
                .trim_matches(['吧', '了', '好', '吗', '哦', '啊', ' ', ',']);
            let before = before.trim_matches(['我', '的', '把', '请', ',', ' ']);
            if behind.is_empty() { before.to_owned() } else { behind.to_owned() }
        }
        Lang::En => {
            const NOT: &str = "don't forget|do not forget|never forget|i forgot|i forget|forget to|forgot to|won't forget|can't forget|unforgettable|delete the route|clear the route|remove the stop|clear the map|never mind|from my list|from my grocery|from the list|my alarm|the alarm|alarms|reminder|my calendar|the event|the email|emails|from my calendar|playlist|event|list|meeting|appointment|song|the stop|the waypoint|waypoint|from facebook|contact";
            let memory = "memory|memories|remember|you know about me|what i said|forget"
                .split('|')
                .any(|word| text.contains(word));
            let not = NOT.split('|').any(|not| text.contains(not));
            let found = EN.as_ref()?.captures(text)?;
            let verb = found.get(1)?.as_str();
            if not
                && !(memory
                    && !text.contains("forget to")
                    && !text.contains("don't forget")
                    && !text.contains("never forget")
                    && !text.contains("never mind")
                    && !text.contains("do not forget"))
            {
                return None;
            }
            let rest = found.get(2)?.as_str().trim();
            let said = "said|told|mention|bit|thing|one|part|sentence|remark|memory"
                .split('|')
                .any(|word| rest.contains(word));
            let pronoun = rest.is_empty()
                || LAST_EN.split('|').any(|one| one == rest)
                || said && LAST_SAID.as_ref().is_some_and(|pattern| pattern.is_match(rest));
            // "Delete", "remove" and "clear" are said of many things: only with a word for memory or for a known thing.
            const OF_MEMORY: &str = "forget|don't remember|do not remember|stop remembering|unlearn|drop the memory of|drop the memory|don't keep|do not keep|don't save|do not save|don't store|do not store|don't record|do not record|don't hold on to|don't hang on to|don't note down|don't note";
            let of_memory = memory || OF_MEMORY.split('|').any(|word| word == verb);
            let pointed = rest.is_empty() && [" that", " this", " it"].iter().any(|end| text.ends_with(end));
            let named = pointed
                || pronoun && !rest.is_empty()
                || [
                    "my home",
                    "everything",
                    "all my data",
                    "all of my data",
                    "my data",
                    "all my information",
                    "every trace of me",
                ]
                .iter()
                .any(|lead| rest.starts_with(lead));
            if !of_memory && !named && matching(rest, known).is_empty() {
                return None;
            }
            rest.to_owned()
        }
    };
    // 全部忘掉 names everything beside the verb.
    const WHOLE: &str = "全部|全都|所有|一切|统统|通通|全忘|都忘|全删|都删|全清";
    const EVERY: &str = "一条都|一个都|什么都别|什么都不要|全清空|全删|全忘|删光|清光|忘光";
    if EVERY.split('|').any(|word| text.contains(word)) {
        return Some(meant("所有", known));
    }
    if words.trim().is_empty() && WHOLE.split('|').any(|word| text.contains(word)) {
        return Some(meant("所有", known));
    }
    Some(meant(words.trim(), known))
}

/// What takes back the words before; alone it is about this trip.
const TAKEN_BACK: &str = "scratch that|strike that|actually|on second thought|on second thoughts|no wait|never mind that|算了|等等|不对";

const LAST_ZH: &str = "|刚才说的不算|刚说的不算|说的不算|这个|这条|那个|那条|刚才的|刚才说的|刚才那个|刚才那条|刚说的|上一条|这些|它|这事|这件事|这句|这条记忆|刚才那句|说的|刚才说的话|那件事|上条";
const LAST_EN: &str = "|it|this|that|this one|that one|what i just said|what i said|the last one|the last thing|the last thing i said|this memory|that memory|i said that|i said this|those|these|the last memory";
const ALL_ZH: &str = "关于|有关|关于我|有关我|跟我有关|和我有关|跟我有关的|关于我的事|一切|所有|全部|所有记忆|全部记忆|所有的记忆|我的一切|关于我的一切|记忆|所有事|我所有的记忆|一切记忆|所有东西|有的一切|所有的";
const ALL_EN: &str = "everything|all|all memories|all my memories|everything about me|me|everything you know about me|all of it|you know about me|all you know about me|my memories|everything you know|memory|your memory|what you know about me|all my data|my data|all data|all the data|all of my data|my whole history|my entire history|all my information|my information|all my records|my records|every trace of me";

pattern!(
    LAST,
    "^(?:我|你|把|将|的)*(?:刚刚|刚才|刚|方才|上面|最后|前面|之前)?(?:我|跟你|对你|和你)*(?:说|讲|提|讲到|提到|告诉你|跟你讲)?(?:的|过的|到的|了的)?(?:那|这|上|最后)?(?:一)?[句条个段件些次番]?(?:话|事|事儿|事情|记录|内容|记忆|东西|消息)?你?$"
);
pattern!(
    LAST_SAID,
    "^(?:the last |that last |last |the |that |this |all )?(?:thing|things|one|bit|part|sentence|message|memory|entry|note|comment|remark|line|statement|stuff)?(?: that)? ?(?:what )?(?:i|i've|i have|we)?(?: have| just| only)*(?: (?:said|told you|mentioned|told|say|noted|stated|shared))?(?: just now| a second ago| a moment ago| a minute ago| before| right now| earlier| now)?$"
);
pattern!(
    ALL,
    "^(?:你)?(?:都)?(?:关于我|有关我|对我|我)?(?:的)?(?:你)?(?:全部|所有)?(?:记住|记得|记下|记着|记录|知道|存|保存|学到|学会|了解|收集|掌握|记|关于我|有关我)(?:了|下来|下)?(?:的|过的|我的|关于我的|有关我的)?(?:那些|这些)?(?:一切|所有|全部|东西|事|事情|内容|数据|信息|所有东西|所有事)?(?:都|全|全都|全部)?$"
);
pattern!(
    ALL_KNOWN,
    "^(?:everything|all|anything|every single thing|all the things|every memory|all memories|all the memories|all that|all of what|what|whatever|all data|all my data|all the data|all information|every bit)(?: that)?(?: you| you've| you have)(?: ever)?(?: know| remember| remembered| have| stored| learned| learnt| got| saved| recorded| collected| kept| noted| gathered)?(?: (?:about|on|of|from) (?:me|us))?$"
);

fn meant(words: &str, known: &Known<'_>) -> ForgetRequest {
    let is = |pattern: &LazyLock<Option<Regex>>| {
        !words.is_empty() && pattern.as_ref().is_some_and(|pattern| pattern.is_match(words))
    };
    let all = is(&ALL) || is(&ALL_KNOWN);
    let just = ["刚", "这", "那", "上", "最后", "说", "讲", "提", "前面", "之前"]
        .iter()
        .any(|word| words.contains(word));
    if !all && (just && is(&LAST) || is(&LAST_SAID))
        || LAST_ZH.split('|').any(|one| one == words)
        || LAST_EN.split('|').any(|one| one == words)
    {
        return ForgetRequest { what: Reference::Last, candidates: Vec::new() };
    }
    if all || ALL_ZH.split('|').any(|one| one == words) || ALL_EN.split('|').any(|one| one == words) {
        return ForgetRequest {
            what: Reference::Everything,
            candidates: known.statements.iter().map(|one| one.id).collect(),
        };
    }
    let matching = matching(words, known);
    ForgetRequest {
        what: Reference::Words(words.to_owned()),
        candidates: matching.iter().map(|one| one.id).collect(),
    }
}

/// Facts by the words that ask for them.
const FACTS: &[(&str, &str)] = &[
    ("家", "home"),
    ("家的地址", "home"),
    ("住址", "home"),
    ("住在哪", "home"),
    ("家庭住址", "home"),
    ("住哪", "home"),
    ("家的位置", "home"),
    ("home", "home"),
    ("home address", "home"),
    ("where i live", "home"),
    ("my home", "home"),
    ("my address", "home"),
    ("address", "home"),
    ("my home address", "home"),
    ("公司", "work"),
    ("公司的地址", "work"),
    ("公司地址", "work"),
    ("上班的地方", "work"),
    ("单位", "work"),
    ("work", "work"),
    ("office", "work"),
    ("my office", "work"),
    ("where i work", "work"),
    ("my work address", "work"),
    ("my workplace", "work"),
    ("电话", "phone"),
    ("手机号", "phone"),
    ("电话号码", "phone"),
    ("phone number", "phone"),
    ("my phone number", "phone"),
    ("my number", "phone"),
    ("车", "vehicle"),
    ("的车", "vehicle"),
    ("my car", "vehicle"),
    ("what i drive", "vehicle"),
    ("职业", "job"),
    ("工作", "job"),
    ("my job", "job"),
    ("生日", "birthday"),
    ("my birthday", "birthday"),
    ("my name", "name"),
    ("名字", "name"),
    ("我的名字", "name"),
];

/// Those of the known that the words may mean: equal keys first, then words in common.
pub(crate) fn matching<'k>(words: &str, known: &Known<'k>) -> Vec<&'k KnownStatement> {
    let text = folded(words);
    let bare = plain(&text);
    let fact = FACTS
        .iter()
        .find(|(said, _)| *said == bare || *said == text.trim())
        .map(|(_, attribute)| (*attribute).to_owned());
    let set = setting::setting_in(&text).map(|setting| setting.attribute);
    let thing = item::item(bare, None).filter(|item| item.known).map(|item| item.attribute());
    let scored = known.statements.iter().map(|statement| {
        let attribute = statement.key.attribute.as_str();
        let keyed = [&fact, &set, &thing].into_iter().flatten().any(|wanted| attribute == wanted.as_str());
        let under = [&fact, &set, &thing].into_iter().flatten().any(|wanted| {
            attribute.strip_prefix(wanted.as_str()).is_some_and(|rest| rest.starts_with([':', '.']))
        });
        let content = folded(&statement.content);
        let score = if keyed {
            3.0
        } else if under {
            2.9
        } else if bare.chars().count() >= 2 && content.contains(bare) {
            2.0
        } else {
            overlap(bare, &content)
        };
        (score, statement)
    });
    let mut scored: Vec<(f64, &KnownStatement)> = scored.filter(|(score, _)| *score >= 0.6).collect();
    let best = scored.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    scored.retain(|(score, _)| *score >= best - 0.15);
    scored.into_iter().map(|(_, statement)| statement).collect()
}

/// How much of what words for a memory name stands in its text, 0 to 1.
pub fn likeness(words: &str, text: &str) -> f64 {
    let (words, text) = (folded(words), folded(text));
    let bare = plain(&words);
    if bare.chars().count() >= 2 && text.contains(bare) { 1.0 } else { overlap(bare, &text) }
}

/// Without "that I like" and 我喜欢.
fn plain(text: &str) -> &str {
    const LEADS: &str = "that i |i |like |love |prefer |hate |don't like |the |about |my |我|说|喜欢|不喜欢|爱|讨厌|关于|喝|吃|听|走|的|那条|那个|take |live in |work at |drink |preference for |dislike of ";
    const ENDS: &str = "的事|这件事|这事|的记忆|的偏好|的喜好|的习惯|那条|那件事|的| thing| preference| preferences| memory| habit| part";
    let mut text = text.trim();
    loop {
        let cut =
            LEADS.split('|').find_map(|lead| text.strip_prefix(lead)).filter(|cut| !cut.trim().is_empty());
        let cut = cut.or_else(|| {
            ENDS.split('|').find_map(|end| text.strip_suffix(end)).filter(|cut| !cut.trim().is_empty())
        });
        match cut {
            Some(rest) => text = rest.trim(),
            None => return text,
        }
    }
}

/// Share of the reference's words (Chinese: pairs of characters) that stand in the content.
fn overlap(reference: &str, content: &str) -> f64 {
    let words = pieces(reference);
    let of = pieces(content);
    if words.is_empty() { 0.0 } else { words.intersection(&of).count() as f64 / words.len() as f64 }
}

fn pieces(text: &str) -> BTreeSet<String> {
    const SMALL: &str = "the|a|an|to|of|in|on|at|i|my|that|is|and|user|for|it|do|not|don't";
    let chars: Vec<char> = text.chars().filter(|c| crate::text::is_cjk(*c)).collect();
    let pairs = chars.windows(2).map(|pair| pair.iter().collect::<String>());
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '\'')
        .filter(|word| word.len() > 1 && !SMALL.contains(word))
        .map(str::to_owned);
    pairs.chain(words).collect()
}

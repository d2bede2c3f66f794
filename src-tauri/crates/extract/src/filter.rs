//! A cheap filter before any model: most turns say nothing to remember (MISSION S3-06).

use std::sync::LazyLock;

use domain::Lang;

use crate::{
    Extraction, Extractor, Known, Rules, Speaker, Turn,
    rules::{clause, forget},
    text::{Words, folded, lang_of},
};

/// What the filter says about a turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Nothing to remember: greetings, questions, commands of the moment.
    Skip,
    /// Unambiguous: the rules alone are sure of it, no model need be asked.
    Direct(Vec<Extraction>),
    /// Worth a closer look.
    Look,
}

/// Words without which nobody states anything about themself. Rather one too many than a lost memory.
const CUES: &[&str] = &[
    "喜欢|爱|讨厌|厌恶|烦|怕|恨|反感|习惯|偏|受不了|忍不了|享受|宁愿|宁可|更愿意|不愿|离不开|只喝|只吃|只听|只走|只加|只停|只用|只开|不吃|不喝|不听|不碰|不看|不抽|不坐|不走|吃不了|喝不了|吃不惯|不能喝|不能吃|不太能|过敏|没兴趣|感兴趣",
    "以后|今后|往后|每次|每回|每天|每周|总是|永远|从来|从不|平时|平常|一般|通常|经常|常常|工作日|从现在起|从今天起|一律|默认|向来|都是|不要走|绝对",
    "记住|记一下|记着|记下|记得我|帮我记|忘|删|清空|清除|抹|别记|不要记|不用记",
    "住|搬|我家|家里|我们家|家在|公司在|公司搬|单位|上班|工作|办公室|我是|我叫|叫我|我姓|我的|我开|我们开|换了|换成|买了|提了|养了|我有|家有|两个孩子|拼车|这辆车|这台车|那辆车|车停|停在|母语|会说|吃素|素食",
    "不再|戒|改喝|改走|改吃|改听|改用|改成|改为|换成|不是|说错|记错|更正|早就不|现在不|不.*了|决定|就选|选定|定了|敲定|想好了|说好了|订了|订好|买好|办好|办完|做完|搞定|修好|续费|续保|保养|我已经|年检|取消了|卖了|报名|预约",
    "明天|后天|大后天|下周|下个|这周|周一|周二|周三|周四|周五|周六|周日|周末|星期|月|号|打算|准备|计划|约了|出差|生日|纪念日|医院|看牙|体检|复查|门诊|诊所|化疗|手术|药",
    "那家|这家|那条路|这条路|那个司机|上次|昨天那|太差|真好|不错|好吃|难吃|满意|贴心|专业|颠|糟",
    "like|likes|love|hate|prefer|favourite|favorite|enjoy|adore|dislike|can't stand|cannot stand|can't bear|fan of|fond of|keen on|into|afraid|scared|dread|detest|loathe|avoid|rather|used to|tired of|sick of|bothers|bother|annoys|annoy|stress|stresses|scares|scare|makes me|make me|relaxes|calms|gives me|preferred|go-to|don't eat|don't drink|only drink|only eat|drink|eat|listen to|allergic",
    "always|never|usually|normally|generally|typically|often|from now on|from here on|going forward|in future|every|whenever|each time|by default|remember|note that|keep in mind|forget|erase|delete|wipe|unlearn|remembering|on weekdays|starting today",
    "live in|live at|live near|lives in|living in|i live|we live|bought|got|call me|i moved|moved|moving|relocated|my|our|i work|we work|i'm a|i am a|i'm an|i am an|i drive|we drive|i own|i have|we have|i've|we've|i bought|we bought|i got|call me|i'm called|carpool|parked|i speak|this car|that car|the office|vegetarian|vegan|i leave|i start|i finish|i get up|i wake|we switched|i switched",
    "no longer|anymore|any more|quit|gave up|given up|stopped|switched|changed to|not|decided|booked|renewed|finished|completed|made up my mind|picked|settled on|sold|ordered|signed up",
    "tomorrow|next week|next month|next|on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday|this weekend|in two|the day after|january|february|march|april|june|july|august|september|october|november|december|appointment|meeting|birthday|anniversary|hospital|clinic|dentist|doctor|surgery|therapist|pharmacy|chemo|physio",
    "that restaurant|that road|this road|that place|the driver|that driver|the service|that mechanic|that hotel|was great|was terrible|is so|was awful|was excellent|was amazing|was delicious|was rude",
];

static CUE: LazyLock<Words<()>> = LazyLock::new(|| Words::new(CUES.iter().map(|line| (*line, ()))));

/// What the filter says. It asks no model and reads nothing but the words.
pub fn filter(turn: &Turn) -> Verdict {
    if matches!(turn.speaker, Speaker::Laolu | Speaker::Other) {
        return Verdict::Skip;
    }
    // What the rules find is never skipped, whatever words it has.
    let found = Rules.extract(turn, &Known::default());
    if found.is_empty() && !worth_a_look(&turn.words) {
        return Verdict::Skip;
    }
    let sure = |one: &Extraction| match one {
        Extraction::Remember(new) => new.confidence >= 0.95,
        Extraction::Forget(_) => true,
    };
    if !found.is_empty() && found.iter().all(sure) { Verdict::Direct(found) } else { Verdict::Look }
}

/// Whether some sentence of the turn could state something.
pub(crate) fn worth_a_look(words: &str) -> bool {
    clause::sentences(words).into_iter().any(|sentence| {
        let text = folded(sentence);
        let lang = lang_of(sentence);
        if forget::request(&text, lang, &Known::default()).is_some() {
            return true;
        }
        let meant = clause::stance(&text, lang);
        let states = matches!(meant, clause::Stance::Statement | clause::Stance::Other);
        states
            && (CUE.any(&text) || lang == Lang::Zh && text.contains('不') && text.ends_with('了'))
            && !momentary(&text)
    })
}

/// Requests of the moment that only hold a cue by chance.
fn momentary(text: &str) -> bool {
    const STARTS: &str = "导航|打开|关掉|关闭|播放|放一首|放首|找|帮我找|帮我查|帮我推荐|给我推荐|推荐|查|搜|去|回家|调|开|我想找|我想去|我要找|你好|麻烦|请问|请帮我找|那你|那帮我|好的|navigate|open|close|play|find|search|show me|go to|take me|drive me|turn |set the|stop|pause|next song|call |how ";
    let asked = STARTS.split('|').any(|start| text.starts_with(start));
    let lasting = clause::LASTING.any(text);
    const OWN: &str = "我喜欢|我不|我住|我家|我习惯|我讨厌|我怕|我爱|我每|我平时|我一般|医院|生日|i like|i love|i hate|i prefer|i live|i always|i never|i usually|hospital|birthday";
    asked && !text.starts_with("call me ") && !lasting && !OWN.split('|').any(|own| text.contains(own))
}

//! Sentences, and how they are meant: a statement of the owner about themself, or something that is no memory.

use std::sync::LazyLock;

use domain::Lang;

use crate::{
    key::address::is_city,
    text::{Words, is_cjk},
};

/// How a sentence is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stance {
    /// The owner states something.
    Statement,
    /// Asks.
    Question,
    /// Plays with a thought.
    Supposed,
    /// Repeats what somebody else said or wrote.
    Reported,
    /// Speaks of somebody else.
    Other,
}

/// Sentences of a text, as written.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, c)) in chars.iter().enumerate() {
        let next = chars.get(index + 1).map(|(_, c)| *c);
        let before = index.checked_sub(1).and_then(|before| chars.get(before)).map(|(_, c)| *c);
        let ends = match c {
            '。' | '！' | '？' | '!' | '?' | ';' | '；' | '\n' => true,
            // "3.5 km", "e.g. this": a stop ends a sentence only before white space, and not behind one letter.
            '.' => {
                next.is_none_or(char::is_whitespace)
                    && before.is_some_and(|b| b.is_alphanumeric() || b == '"' || b == ')')
                    && !abbreviation(text, *at)
            }
            _ => false,
        };
        if ends {
            let end = at + c.len_utf8();
            found.push(text.get(start..end).unwrap_or_default().trim());
            start = end;
        }
    }
    found.push(text.get(start..).unwrap_or_default().trim());
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

fn abbreviation(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default().to_lowercase();
    matches!(
        word.as_str(),
        "mr" | "mrs" | "ms" | "dr" | "st" | "vs" | "e.g" | "i.e" | "etc" | "prof" | "no" | "approx"
    )
}

/// Clauses of a folded sentence: at commas and at words that turn to something else.
pub(crate) fn clauses(sentence: &str) -> Vec<&str> {
    const TURNS: &str = "但是|不过|可是|而且|所以|因为|然后|但| but | so i | so we | so please | so don't | so take | so keep | so no | so set | because | though | although | and i | and my | and we | and please | however | since | - ";
    let mut parts = vec![sentence];
    for turn in TURNS.split('|') {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let mut split = Vec::new();
                let mut rest = part;
                while let Some(at) = rest.find(turn).filter(|at| *at > 0) {
                    let (before, after) = rest.split_at(at);
                    split.push(before);
                    // "And I" keeps its subject.
                    rest = after.get(kept(turn)..).unwrap_or_default();
                }
                split.push(rest);
                split
            })
            .collect();
    }
    let mut found = Vec::new();
    for part in parts {
        let mut start = 0;
        for (at, c) in part.char_indices() {
            let number = part.get(..at).is_some_and(|b| b.ends_with(|c: char| c.is_ascii_digit()))
                && part.get(at + 1..).is_some_and(|b| b.starts_with(|c: char| c.is_ascii_digit()));
            // "12 Baker Street, London" is one address.
            let city = c == ','
                && part.get(at + 1..).is_some_and(|rest| {
                    let next = rest.split([',', '.', '!', '?']).next().unwrap_or_default();
                    is_city(next.trim())
                });
            if (c == ',' || c == ':') && !number && !city {
                found.push(part.get(start..at).unwrap_or_default());
                start = at + c.len_utf8();
            }
        }
        found.push(part.get(start..).unwrap_or_default());
    }
    let trimmed =
        found.into_iter().map(|clause| clause.trim().trim_matches(|c: char| ".!?;\"' ".contains(c)));
    trimmed.filter(|clause| !clause.is_empty()).collect()
}

/// How many bytes of a turning word are no part of the next clause: "and I" keeps its subject, "so take" its verb.
fn kept(turn: &str) -> usize {
    match turn {
        _ if turn.starts_with(" and ") => 5,
        _ if turn.starts_with(" so ") => 4,
        _ => turn.len(),
    }
}

/// Words that ask the listener to keep something; a question around them is only polite.
pub(crate) static LASTING: LazyLock<Words<()>> = LazyLock::new(|| {
    Words::new([(
        "以后|今后|往后都|往后就|往后别|往后请|往后每|从今以后|从现在起|从今天起|从此|每次|每回|永远|总是|一律|记住|记一下|记着|请记住|帮我记住|记下来|from now on|from here on|always|every time|in future|in the future|going forward|never|whenever|each time|remember|note that|keep in mind|make a note|by default|as a rule",
        (),
    )])
});

/// How a folded sentence is meant.
pub(crate) fn stance(sentence: &str, lang: Lang) -> Stance {
    let text = sentence.trim().trim_end_matches(['.', '!', ';']).trim();
    let asks = match lang {
        Lang::Zh => asks_zh(text),
        Lang::En => asks_en(text),
    };
    if asks && !(LASTING.any(text) && polite(text)) {
        return Stance::Question;
    }
    if SUPPOSED.any(text) {
        return Stance::Supposed;
    }
    if REPORTED.any(text) || quotes(text) {
        return Stance::Reported;
    }
    if of_somebody_else(text, lang) {
        return Stance::Other;
    }
    Stance::Statement
}

fn polite(text: &str) -> bool {
    "好吗|好么|行吗|可以吗|好不好|行不行|能不能|可以么|can you|could you|would you|will you|please|can we|could we|ok?|okay?|alright?"
.split('|')
    .any(|word| text.contains(word))
}

fn asks_zh(text: &str) -> bool {
    const NOT: &str = "什么都|怎么都|哪里都|哪儿都|谁都|没什么|不管|无论|什么的|多少都|怎么着|怎么说呢|哪怕|没怎么|不怎么|不管怎么";
    const ASKS: &str = "?|吗|是不是|有没有|能不能|可不可以|要不要|好不好|对不对|行不行|会不会|什么|怎么|为啥|哪|几点|多少|多久|多远|谁|咋|几个|几分|何时|难道|堵不堵|快不快|还是走";
    let text = NOT.split('|').fold(text.to_owned(), |text, word| text.replace(word, " "));
    ASKS.split('|').any(|word| text.contains(word)) || text.ends_with('呢') || text.ends_with('么')
}

fn asks_en(text: &str) -> bool {
    const STARTS: &str = "what|where|when's|why|who|whose|which|how|do you|do i|do we|does|did|is it|is there|is the|is this|is that|are you|are there|are we|are the|was|were|can you|can i|can we|could|would you|would it|will it|will you|will we|will there|shall|should|have you|have we|have i|has|may i|am i|isn't|aren't|don't you|doesn't|didn't|tell me if|tell me what|tell me how|tell me why|tell me where|any idea|i wonder|do they|what's|where's|how's|who's|so what|and what|or is|is my|are my|was it|hey what|ok what";
    const TAGS: &str =
        "don't we|don't you|don't i|isn't it|aren't we|aren't you|won't you|right?|doesn't it|wasn't it";
    text.ends_with('?')
        || TAGS.split('|').any(|tag| text.ends_with(tag))
        || STARTS.split('|').any(|start| {
            text.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\'']))
        })
}

static SUPPOSED: LazyLock<Words<()>> = LazyLock::new(|| {
    Words::new([(
        "如果我|要是我|假如|假设|假使|我要是|如果能|要是能|要是有|如果有钱|就好了|该多好|多好啊|想象一下|万一|做梦都|下辈子|如果可以选|说不定|也许我|我也许|或许|我可能会|可能我会|我可能要|不知道要不要|不确定要不要|还没想好|在考虑|考虑要不要|if i were|if i was|if i had|if i lived|if i could|if i ever|if i won|if only|i wish|imagine|suppose|let's say|what if|would be nice|would be great if|would be cool|hypothetically|i might|might|maybe i|maybe we|perhaps|i could|i would love|i'd love to|i would have|could have|should have|one day i|someday|not sure if|not sure whether|i'm not sure|thinking about|thinking of|considering|pretend|in a dream|as a joke|just kidding|开玩笑|逗你|随便说说|在想要不要",
        (),
    )])
});

static REPORTED: LazyLock<Words<()>> = LazyLock::new(|| {
    Words::new([(
        "他说|她说|他们说|她们说|人家说|别人说|大家说|大家都说|有人说|朋友说|同事说|老板说|领导说|客户说|邻居说|医生说|老师说|司机说|师傅说|听说|据说|听人说|网上说|新闻说|新闻里说|广告说|广告里说|书上说|书里说|歌里唱|歌词里|电影里|剧里|台词|俗话说|古人云|老话说|妈说|爸说|老婆说|老公说|孩子说|儿子说|女儿说|他告诉|她告诉|他问|她问|他觉得|她觉得|告诉我他|微信上说|他总说|她总说|常言道|专家说|导航说|he says|she says|they say|he said|she said|they said|he told|she told|they told|people say|everyone says|somebody said|someone said|someone told|my friend says|my friend said|my wife says|my wife said|my husband says|my husband said|my boss says|my boss said|my mother says|my mom says|my mom said|my dad says|my dad said|my son says|my daughter says|my colleague says|my colleague said|the doctor said|the doctor says|the teacher said|the driver said|i heard|i've heard|i read that|i read somewhere|apparently|according to|rumour has it|rumor has it|the ad says|the ad said|in the movie|in the song|the song goes|the lyrics|as they say|quote|he thinks|she thinks|they think|he claims|she claims|he mentioned|she mentioned|the news said|the news says|the article|the book says|he was like|she was like|told me that he|told me that she|told me he|told me she|asked me if|asked whether|says|reads|写着|写道|上写|印着|刷着|贴着|屏幕显示|屏幕上显示|提示音",
        (),
    )])
});

/// Whether a sentence repeats between quotation marks what is written or said elsewhere: "the sign says 'no trucks'". What a
/// person names in them (我喜欢“稻香”, "call it 'the shed'") is a sentence of their own.
fn quotes(text: &str) -> bool {
    const SAYS: &str = "says|say|said|reads|read|goes|go|is|was|are|wrote|writes|texted|sang|sings|shouted|playing|plays|shows|showing|painted|printed|说|道|写|写着|喊|唱|唱的|唱的是|是|印着|显示|提示|放|播|发|发了|贴着|念|问|叫|上|里";
    const OWN: &str =
        "i|i'm|we|my|our|me|call|called|name|named|remember|note|forget|我|咱|叫做|名叫|记住|记下|记得|忘";
    let Some((lead, quoted)) = quotation(text) else { return false };
    let long = quoted.split_whitespace().count() > 1 || quoted.chars().filter(|c| is_cjk(*c)).count() > 3;
    if !long {
        return false;
    }
    let lead = lead.trim_end_matches([' ', ':', ',']);
    let words: Vec<&str> = lead.split_whitespace().collect();
    let own = OWN.split('|').any(|own| match own.is_ascii() {
        true => words.contains(&own),
        false => lead.contains(own),
    });
    // "I say", 我说: their own words after all.
    let said = SAYS.split('|').any(|says| match says.is_ascii() {
        true => words.last() == Some(&says) && !matches!(words.as_slice(), [.., "i" | "we", _]),
        false => lead.strip_suffix(says).is_some_and(|before| !before.ends_with(['我', '们', '咱'])),
    });
    !lead.is_empty() && (said || !own)
}

/// What stands before the first quotation of a folded text, and what is quoted.
fn quotation(text: &str) -> Option<(&str, &str)> {
    let opens = text.char_indices().find(|(at, c)| match c {
        '"' => true,
        // An apostrophe stands behind a letter.
        '\'' => text.get(..*at).is_some_and(|before| !before.ends_with(char::is_alphanumeric)),
        _ => false,
    });
    let (at, mark) = opens?;
    let (lead, rest) = (text.get(..at)?, text.get(at + mark.len_utf8()..)?);
    let closes = rest.char_indices().find(|(at, c)| {
        let after = rest.get(at + c.len_utf8()..).and_then(|after| after.chars().next());
        *c == mark && (mark == '"' || !after.is_some_and(char::is_alphanumeric))
    });
    // Where a mark does not close (a sentence may end inside of it), everything after it is quoted.
    let quoted = closes.map_or(Some(rest), |(end, _)| rest.get(..end))?;
    Some((lead, quoted))
}

/// Whether a clause begins with somebody who is not the speaker.
pub(crate) fn of_somebody_else(text: &str, lang: Lang) -> bool {
    let text = strip_fillers(text);
    match lang {
        Lang::Zh => {
            const OTHERS: &str = "他|她|人家|别人|有人|有些人|很多人|大家|某人|老板|同事|朋友|邻居|客户|领导|孩子|儿子|女儿|老婆|老公|妻子|丈夫|媳妇|爸|妈|爷爷|奶奶|外公|外婆|哥哥|姐姐|弟弟|妹妹|岳父|岳母|丈母娘|女朋友|男朋友|女友|男友|室友|同学|师傅|司机|乘客|后面的人|前面的车|那个人|这个人|小孩|宝宝|父母|闺女|表哥|表弟|堂哥|舅舅|叔叔|阿姨|年轻人|北方人|南方人|中国人|狗狗|你";
            // 我哥, 我姑妈: kin by one character only behind 我, as 哥 alone may be anything.
            let kin = text.strip_prefix('我').is_some_and(|rest| {
                rest.starts_with(['哥', '姐', '弟', '妹', '姑', '姨', '舅', '叔', '嫂', '爷', '姥'])
            });
            if kin && !LASTING.any(text) {
                return true;
            }
            let text = text
                .trim_start_matches("我的")
                .trim_start_matches("我们")
                .trim_start_matches("我家")
                .trim_start_matches('我')
                .trim_start_matches('家')
                .trim_start_matches("那")
                .trim_start_matches("的");
            const NOT: &str = "他妈|大家好|你好|你记|你帮|你给|你以后|你要记|你别|你不要|你知道|你看|妈呀|爸妈家|孩子放学|老板椅|师傅好|你可以|你们以后";
            OTHERS.split('|').any(|other| text.starts_with(other))
                && !NOT.split('|').any(|word| text.starts_with(word))
                // 孩子上车以后别放摇滚: a condition of the owner's wish, not a memory of the child.
                && !(LASTING.any(text) && "上车|在车|坐车|睡着|在的时候|坐后"
.split('|').any(|word| text.contains(word)))
        }
        Lang::En => {
            const OTHERS: &str = "he |she |they |he's |she's |they're |he'd |she'd |his |her |their |people |everyone |everybody |someone |somebody |nobody |most people |some people |you |you're |your |kids |the kids |other drivers |the driver |that guy |that man |that woman |this guy |the man |the woman |a friend |a colleague |drivers |passengers |the passenger |one of my |the guy ";
            const MINE: &str = "wife|husband|partner|girlfriend|boyfriend|mother|father|mom|mum|dad|parents|son|daughter|kid|kids|child|children|brother|sister|uncle|aunt|cousin|nephew|niece|friend|friends|boss|colleague|colleagues|coworker|coworkers|neighbour|neighbor|neighbours|neighbors|roommate|flatmate|grandma|grandpa|grandmother|grandfather|client|clients|teacher|doctor|baby|ex|ex-wife|fiance|mother-in-law|father-in-law|best friend|dog|cat|manager|assistant|passenger|passengers|sister-in-law|brother-in-law|in-laws|team|landlord|little one|toddler|twins|old man|little brother|little sister|older brother|older sister";
            let possessed =
                text.strip_prefix("my ").or_else(|| text.strip_prefix("our ")).is_some_and(|rest| {
                    MINE.split('|').any(|who| {
                        rest.strip_prefix(who).is_some_and(|rest| {
                            rest.starts_with(' ') || rest.starts_with("'s ") && !rest.starts_with("'s car")
                        })
                    })
                });
            let other = OTHERS.split('|').any(|other| text.starts_with(other));
            const NOT: &str = "you can always|you should know i|you know i|you must know i|you may want to note|you know, i|people like me|you know that i|your default";
            (possessed || other) && !NOT.split('|').any(|word| text.starts_with(word))
        }
    }
}

/// Without the words that only begin to speak.
pub(crate) fn strip_fillers(text: &str) -> &str {
    const FILLERS: &str = "其实|说实话|老实说|说真的|对了|嗯|哦|噢|呃|额|那个|就是说|就是|反正|不过|但是|但|因为|所以|而且|然后|还有|另外|顺便说一下|顺便说|我跟你说|跟你说|告诉你|你要知道|要知道|你知道|话说|哎呀|哎|唉|啊|请你|请|麻烦你|麻烦|拜托|你帮我|帮我|老路|小路|喂|好的|好吧|好|行|可以|没错|不对|不|actually|honestly|to be honest|well|oh|um|uh|er|hmm|hey|hi|ok|okay|so|and|but|also|by the way|btw|you know|listen|look|please|just so you know|for the record|fyi|in fact|frankly|anyway|yeah|yes|no|right|see|i mean|i think|i guess|in general|generally|to be fair|truth is|personally|laolu|as you know|for your information|one more thing|another thing|let me tell you|now that i think of it|because|since|though";
    let mut text = text.trim().trim_start_matches([',', '.', '!', ' ', ':', '-', '"', '\'']);
    loop {
        let cut = FILLERS.split('|').find_map(|filler| {
            let rest = text.strip_prefix(filler)?;
            let latin = filler.is_ascii();
            let whole = !latin || rest.is_empty() || rest.starts_with([' ', ',', '.', '!', ':']);
            // 不 alone is a filler only before a pause, 好 as well.
            let pause = !matches!(
                filler,
                "不" | "好"
                    | "行"
                    | "可以"
                    | "啊"
                    | "就是"
                    | "那个"
                    | "no"
                    | "right"
                    | "so"
                    | "see"
                    | "看"
                    | "老路"
                    | "小路"
                    | "请"
            ) || rest.starts_with([',', ' ', ':', '.', '!'])
                || filler == "请";
            (whole && pause && !rest.trim().is_empty())
                .then(|| rest.trim_start_matches([',', '.', '!', ' ', ':']))
        });
        match cut {
            Some(rest) if rest != text => text = rest,
            _ => return text,
        }
    }
}

/// Words that bind a wish to now: no lasting memory (MISSION S2-12).
pub(crate) fn only_once(text: &str) -> bool {
    static ONCE: LazyLock<Words<()>> = LazyLock::new(|| {
        Words::new([(
            "这次|就这次|只这次|这一次|这回|这一趟|这趟|今天|今晚|今早|暂时|临时|就一次|仅此一次|一次就好|此刻|眼下|这会儿|马上|立刻|等下|等会|待会|刚才|昨天|昨晚|前天|上次|刚刚|this time|just this once|just once|this once|for now|today|tonight|this trip|right now|just for today|only today|temporarily|this morning|this evening|this afternoon|for the moment|yesterday|last night|last time|just now|earlier today|once more",
            (),
        )])
    });
    static STILL: LazyLock<Words<()>> = LazyLock::new(|| {
        Words::new([(
            "从今天起|从今天开始|今天起|今天开始|starting today|as of today|from today|从现在起|以后|from now on|今天的|不再",
            (),
        )])
    });
    ONCE.any(text) && !STILL.any(text)
}

//! Whether a sentence is about driving at all. A place may be called anything, so that a bare name is taken for a destination;
//! but most sentences that people say to a car are about something else: music, lights, alarms, small talk.

use super::{Span, text::Text, times::Said};

/// What a sentence as a whole shows beside its words for roads and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Topic {
    /// It is about something else than a drive or a memory.
    pub elsewhere: bool,
    /// It asks what is remembered or was done.
    pub asks: bool,
    /// The speaker tells what they dislike in general.
    pub dislikes: bool,
    /// It names something that other programs keep: an alarm, a list, an e-mail.
    pub other: bool,
    /// It begins as sentences about anything do.
    pub weak: bool,
    /// It changes where the trip ends.
    pub changes_end: bool,
    /// It cannot be a name: it has a verb or a pronoun as only sentences have.
    pub sentence: bool,
}

/// Reads the whole sentence.
pub(super) fn topic(text: &Text, times: &[(Said, Span)]) -> Topic {
    let folded: String = text.chars.iter().collect();
    let folded = folded.trim().trim_matches(|c: char| ".,!?。，！？ ".contains(c));
    let padded = format!(
        " {} ",
        folded
            .split(|c: char| c.is_whitespace() || ",!?;:\"".contains(c))
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    );
    let start = courtesy(&padded);
    let drives = DRIVES.split('|').any(|word| padded.contains(word))
        || BEGINS.split('|').any(|word| start.starts_with(word))
            && !MEDIA.split('|').any(|word| padded.contains(word));
    let asks = asks_memory(&padded, start);
    let things = OTHER.split('|').any(|word| padded.contains(word));
    let other = things || STARTS.split('|').any(|word| start.starts_with(word));
    // Five small words are no name of a place; "tomorrow at six in the morning" belongs to none and is not counted.
    let of_times: usize = times.iter().map(|(_, span)| text.words_in(span)).sum();
    let long = padded.split_whitespace().count().saturating_sub(of_times) >= 5
        && !text.has_capital(0, text.len())
        && !folded.contains([',', '，']);
    let sentence = long || SENTENCE.split('|').any(|word| padded.contains(word));
    let weak = !drives && WEAK.split('|').any(|word| start.starts_with(word));
    Topic {
        weak,
        changes_end: CHANGES_END.split('|').any(|word| padded.contains(word)),
        other: things,
        elsewhere: !drives && !asks && other,
        asks,
        dislikes: dislikes(&padded, start),
        sentence: sentence && !drives,
    }
}

/// Words that change where the trip ends.
const CHANGES_END: &str = "终点改|终点换|目的地改|目的地换|把终点|把目的地|改目的地|改终点|换个目的地|换目的地|change the destination|change destination|new destination|change where we|change our destination|switch the destination|make the destination|set the destination to";
/// Words that only a sentence about driving has; English ones between spaces.
const DRIVES: &str = " i meant the | i meant my | i mean the | make that the | as a stop| as a waypoint| to the route| to my route| how do i get home| how do i get back| get home from| get back home| how long does it take to get to| how long to get to| how far is it to| how far to | how long to | quickest way to| fastest way to| best way to| way to get to| shortest way to| set off for| navigate | navigation to| directions | route to| route from| the way to | drive to | drive me | driving to | take me to | take me home| bring me | get me to | get me home| how do i get to | way home| drive home| detour| on the way| en route | motorway| freeway| highway| toll road| tolls | tunnel| ferry| elevated | bridges | coast road| river road| usual way | usual route| old way | back roads | road closed| is closed|导航|路线|怎么走|怎么去|怎么到|怎么开|咋走|避开|绕开|高架|高速|隧道|收费站|收费路|轮渡|途经|顺路|老路|江边|滨江|滨河|海边的路|回家|封路|送我|带我去|带我到|走最|过桥|走桥|大桥|小路|窄路|陡坡|国道";
/// Beginnings that name a destination.
const BEGINS: &str = "arrive |depart |leave |be at |to |go to |go home|go back|going to |head |heading |from |via |off to |home |let's go |lets go |let's drive|drive |route |i want to go to |i need to get to |i have to be at |i need to be at |i need to go to |i'd like to go to |i would like to go to |we need to get to |we need to be at |we want to go to |i have to go to |i have to get to |start navigation|set a course |plan a route|plan a trip|show me the way|what's the way|what is the way|stop at |stop by |swing by |add a stop|drop by |去|到|前往|开到|开去|开车去|从|回|我要去|我想去|我得去|送我|带我|请带我|先去|再去|然后去|中途|接着去";

/// What one "goes to" without a drive.
const MEDIA: &str = " episode| podcast| channel | playlist| email| e-mail| contacts | website| section | reminder| calendar| station to | fm | thirty seconds| ten seconds| previous | next song| next track| sleep now| audio book| audiobook";
/// Beginnings of requests and questions about something else.
const STARTS: &str = "ring |dial |facetime |whatsapp |i want it |i would like it |i'd like it |i want you to |would you love |become |erase all|get me up |get up |wake me |do not wake |don't wake |can you really |details on |instructions |knowledge |play |open |close |turn |switch |set |call |phone |text |message |send |email |mail |reply |read |tell |say |create |schedule |remind |wake |cancel |clear |check |look up|search |google |tweet |post |order |buy |dim |brighten |lower |raise |increase |decrease |mute |unmute |pause |resume |previous |repeat |list |what |what's |whats |who |who's |whose |when |when's |are |am i|did |how's |why |you're |you are |there is|hey|sounds |hmm|wow|haha|never mind|nevermind|sorry|excuse|whatever|volume |alarm|louder|quieter|a bit |anything |any |event |events |meeting|appointment|remove |delete |edit |save |download |launch |explain |describe |define |calculate |convert |translate |review |confirm |notify |alert |inform |respond |compose |draft |speak |talk |sing |dance |vacuum |clean |brew |cook |shuffle |rate |put on|record |snooze |disable |enable |activate |deactivate |shut |lock |unlock |share |upload |compare |recommend |suggest |favorite |favourite |日历|闹钟|播放|放一|放首|来首|打开|关闭|关掉|关上|开启|给我讲|给我念|给我放|讲|说个|唱|我累|我饿|我困|屏幕|声音|音量|氛围灯|天窗|车窗|大灯|不客气|下一|上一|暂停|帮我打|帮我查|帮我订|帮我发|再见|拜拜|对不起|is |is there|do i |do we |do you |do they |does |has |have i |have we |have you |how |should |will i |will it |will there |will we |was |were |can i |can we |could i |i like to |i want to listen|i want to hear|i want to know|i want to watch|i want to play|i want to buy|i want to see|i want to order|i want you|i want a |i need a |i need you|i need some|i went |i was |i had |i have a |i would like to hear|i would like to listen|i would like to know|i would like you|this is |attend|write |address the|solve |power |assistant |go to youtube|go to facebook|go to website|go to next|go to the next|go to the previous|go to my |go to sleep|go to twitter|tallest|largest|biggest|smallest|longest|highest|latest|closest relative|trivia|listing|list|olly |siri |alexa |cortana |thank you|awesome|excellent|perfect|fantastic|yep|yeah|nope|nah|i don't |i do not |i didn't |it was |it should|wrong|correct|explain|remind|because |when is|when does|when will|when was the|since when|alert|notify|wake|tell|bring up|bring me the|pull up|look for|get rid|get me the|get me some|get the |find out|find and|figure out|work out|sort |dim|raise|turn|let me know|let me hear|let me see|let us know|keep |give |show me the|show me my|show my|show all|show events|grab |fetch |order|book me|reserve|pay |cancel|unsubscribe|subscribe|follow |unfollow |like this|star |thumbs|shuffle|loop|volume|softer|resume|play|podcast|radio|news|music|song|weather|temperature|forecast|what|who|whose|which |whats|hows|theres|its |thats|im |ive |id like|ill |whos |wheres|let us play|start reading|continue playing|add my |add a note|add the meeting|add an event|add event|remove item|delete the last|delete item|remove the last|find list|if there |if it is |recent |features of|earthquake|the following|please add my|good morning|good night|good evening|it's too|it is too|that was|very |i got |i needed |it would be|thanks |to listen|sum up|time to hear|accumulation|ok google|good assistant|i feel |well done|good job|nice one|my bad";
/// Beginnings that people use of anything: they only count where no verb named a destination.
const WEAK: &str = "show |give |make |book |skip |next |stop |start |put |is |is there|do |does |can |could |would |will |shall |should |has |have |how |where |which |i'm |i am |i'll |i will |i've |i feel|i think|i like |i love |i hate |i need |i want |i'd like |i would like |it's |it is |that's |that is |this is |you |your |he |she |they |we're |we are |there are|there's |let me |let's |lets |thank|thanks|hello|hi |okay|ok|yes|no|please |light |lights |new |add |change |update |move |mark |find |get |help |locate |coffee|prepare |like |keep |reset |print |forward |tune |hear |listen |quick |was |were |if |in |on |at |for |by |and |so |but |because |also |today|tomorrow|tonight|now|来一|调|把|你|我是|我有|我好|我很|他|她|它|今天|现在|外面|里面|座椅|空调|好的|好吧|好啊|哈|嗯|哦|啊|谢|没|不用|不是|随便|早上好|晚上好|中午好|下午好|晚安|你好|您好|继续播|一加|几|谁|什么|为什么|孩子睡|真|太";
/// Words that only other requests have.
const OTHER: &str = " alarm| alarms | calendar| email| e-mail| mail | inbox | contact| reminder| remind me| playlist| song | songs | music | track | album | artist | podcast| radio | volume | lights | light | lamp | bulb | socket | plug | vacuum| coffee machine| coffee maker| weather| forecast| temperature | news | headlines| stock | exchange rate| currency| joke| recipe| cook| shopping list| grocery| to do list| todo list| my list| the list| a list| lists | tweet| twitter| facebook| instagram| social media| movie| film | game | timer | definition| define | meaning of| capital of| how old | how tall | how many people| who is | who was | who are | what is a | what is an | spell | calculate | convert | translate | conversation| chat with| cleaning| takeaway| take away| pizza | order food| delivery| uber | taxi | train ticket| ticket| tickets| hungry| thirsty| sleepy | tired | bored | funny | welcome | sunroof | window | windows | screen | seat heating| air conditioning| ambient | louder | quieter | brightness| appointment| appointments| meeting with| meetings | event | events | birthday| audio book| audiobook| smart | robot | wikipedia| youtube| netflix| spotify| website| internet| online | episode| listen to| listening| wear | jacket| umbrella| complaint| rating| roomba| clean | correlation| windy | sunny | humid| degrees | outside| fell asleep| asleep| trivia| nasdaq| dow jones| share price| mail to | word for| synonym| cup of | brew | recipes| ingredients| oven | minutes left| power on| power off| nighttime mode| mute | next item| to-do| todo| task| tasks| deadline| wedding songs| rock | jazz | pop music| genre| band | concert| theater| theatre tickets| book me| phone number| call from| voicemail| notifications| battery| wifi| bluetooth| thermostat| fan | curtains| blinds| garage door| doorbell| tv | television| channel| camera| fridge| sports | score | dance | date today| today's date| what day | what time is | the time in| time is it|空调|音量|音乐|歌|天气|股市|股票|笑话|新闻|闹钟|日历|日程|邮件|短信|微信|打电话|电话给|氛围灯|天窗|车窗|座椅|屏幕|亮度|声音|温度|24度|播放|几点了|几号|星期几|等于|聊聊|聊天|饿|困了|好困|好热|好冷|好累|没问题|有意思|真好|睡着|下一首|上一首|暂停|电影|游戏|外卖|闲聊|咖啡| list | shopping| meeting | meetings| item | items | messages| message | conference | radio channel| answers| photos| dollar| dollars| rupees| euro | euros| celebrit| marriage| wedding invitation| lunch date| google | app | apps | button| settings| rain coat| restaurant order| my order| pastries| note | notes | word | story | poem| chapter| lyrics| channel | book of| reading | bookmark| headphones| speaker | speakers| microphone| charger| phone | phones | laptop| printer| computer| password| account balance| bank balance| salary| interest rate| exchange| market | gossip| politics| election| president| scored| runs | goals| match | league| championship| sky blue| universe| planet| animal| comedian| actor| actress| singer| romantic| cheat day| diet | calories| workout| exercise| medicine| doctor's appointment| feed my| pet my| predictions| prediction| time zone| timezone| current time| time difference| the time | local time| date of | day of the| days until| hours until| prices| price of| cost of| worth of| population| capital city| married| was born| age of| height of| square root| plus | minus | divided| percent| multiply| sum of| games| gaming| race game| fm | hip hop| classical| country music| rap | metal | blues | reggae | tune| tunes| melody| vocals| concerto| symphony| comedy| drama| series | stream| streaming| video | videos| picture of| pictures| image | images| hashtag| status update| my status| followers| profile picture| feed | news feed| post a| posts| trending| trends| headline| article| magazine| newspaper| blog| cnn| bbc| report on| update on| updates| latest| breaking| cooker| bake | boil | fry | grill | roast| soup| salad| sauce| chicken| pasta| rice | eggs| spices| tablespoon| cups of| litre| liter| gram | grams| calorie| vegetarian | dish| cuisine| dinner recipe| snack| menu| floor lamp| hallway| bedroom| kitchen| living room| bathroom| dining room| porch| garage | study room| color of| colour of| colours| colors| dark here| brighter| dimmer| darker| illumination| switch| outlet| turned on| turned off| sweep| mop | dust | hoover| carpet| cleaner| laundry| dishes| espresso| latte| mug | speaker| ringtone| sound | sounds | silence| quietly| loud | noise| mute| talk to me| tell me about| jokes| laugh| humor| humour| riddle| fun fact| fact about| quote| advice| opinion| love you| feeling| mood| bored| lonely| stressed| happy | sad | angry | meaning| synonyms| antonym| spelling| grammar| sentence| language| chinese food| translate| cup of";
/// Words that no name of a place has, so that a sentence with one of them and without a verb for driving names no destination.
const SENTENCE: &str = " fell | asleep | i | i'm | i've | i'll | me | you | you're | your | he | she | it's | we're | they | is | are | am | was | were | do | does | did | has | have | had | will | would | could | should | can | that's | what | what's | who | how | why | when | don't | isn't | my | there's |多少|还剩|我|你|他|她|吗|呢|吧|啊|了|太|很|真|把|给我|帮我|一点|什么|怎么|几点|播放|打开|关闭|关掉|讲个|放一|聊|换成|调到|调成";

/// Without "please", "can you" and the like at the beginning.
fn courtesy(padded: &str) -> &str {
    const WORDS: &str = "please |can you please |could you please |can you |could you |would you |will you |hey |hi |hello |ok |okay |so |now |well |laolu |olly |siri |alexa |google |olly |just |then |and then |and |yes |no |quickly |i want you to |i'd like you to |i would like you to |kindly |also |first |请|麻烦|帮我|那|老路|嗨|喂";
    let mut text = padded.trim_start();
    loop {
        let cut =
            WORDS.split('|').find_map(|word| text.strip_prefix(word)).filter(|rest| !rest.trim().is_empty());
        match cut {
            Some(rest) => text = rest.trim_start(),
            None => return text,
        }
    }
}

/// Questions about what is remembered, where one was, and why Laolu did something.
fn asks_memory(padded: &str, start: &str) -> bool {
    const ENGLISH: &str = "where was i|where were we|where did i|where did we|where do i live|where do i work|where is my home|when was my|when was i|when did i|when did we|how did you know|how do you know|what do you know about me|what do you remember|what have you remembered|do you remember|do you know where i|my trip history|trip history|that i took| did i take| did i drive| did i go |have i been|have i ever|do i usually| do i normally| do i always|what route do i|which road did|which way did|which way do i|which road do i|how often did i|how many times did|how long did it take me|how long did i|why did you|why do you|why are you|why this|why not|what was the road|where's my car|where is my car|where did i leave the car|where's the car|where is the car parked|do you know my|do you know what i|do you know when i|do you know how i|do you have my|do i have any preferences|my preferences|where i parked|where i left the car|where my car is|where we parked|stored about|saved about|remembered about|know about my|noted about|recorded about|have i told you|did i tell you|did i mention|did i say|did i ever|what have i told you|what have i said|what are my preferences|what are my habits|which roads do i|what roads do i|where do i usually|where do i normally|when do i usually|when do i normally|what time do i usually|what time do i normally|how long do i usually|why didn't you|why didn't we|why aren't we|why won't you|why don't we|why have you|why did we|why were we|how come you|how come we|how come i|since when do you|what made you|what makes you choose|what makes you pick|what makes you take|what led you to|how did you choose|how did you pick|how did you decide|how do you choose|what's the reason for this|what is the reason for this|what was the reason for|what's behind this|my last trip|what you remember|what you've remembered|what you have remembered|what you know about|what you've learned|what you have learned|what you've stored|what you have stored|what did you remember|why is this|why was i|why the ";
    // Questions about something else that begin alike: "when did I last set an alarm" is about alarms.
    let other =
        " alarm| email| calendar| meeting| song| album| event| list | war | president| invented| born";
    if ENGLISH.split('|').any(|words| padded.contains(&format!(" {}", words.trim_start())))
        && !other.split('|').any(|word| padded.contains(word))
    {
        return true;
    }
    const KNOWS_EN: &str = "know|remember|learned|learnt|stored|saved|recorded|gathered|noted|picked up|have|got|keep|kept|collected|hold|think";
    let of_me = [" about me ", " on me ", " of me ", " about us "].iter().any(|words| padded.contains(words));
    let by_you = [" you ", " you've ", " laolu ", " you'd "].iter().any(|words| padded.contains(words));
    if of_me
        && by_you
        && KNOWS_EN.split('|').any(|verb| padded.contains(&format!(" {verb} ")))
        && !other.split('|').any(|word| word.trim() != "list" && padded.contains(word))
    {
        return true;
    }
    if chinese_about_me(padded) {
        return true;
    }
    const WHOSE: &str = "我平时|我平常|我每次|我总是|我老是|我的偏好|我的习惯|我的喜好|我的记录|我通常|我一般|我最近|我经常|我常|我上|我昨|我前|我以前|我之前|我去年|我家|我公司|我什么时候|我多久|我最";
    const WHAT: &str = "哪|几|什么|怎么|多少|吗|多久|没有";
    const PLAIN: &str = "怎么跟平时|怎么和平时|怎么跟平常|怎么和平常|怎么与平时|怎么跟往常|怎么和往常|怎么跟昨天|怎么和昨天|怎么跟上次|怎么和上次|怎么换路|怎么换了条路|怎么换了一条|怎么改道|怎么改路|怎么老|怎么每次|怎么老是|怎么总|怎么还走|怎么还不|怎么非要|怎么偏|怎么又走|怎么又绕|怎么没走|怎么不走|怎么走这|怎么走了|怎么选了|怎么给我选|怎么给我走|怎么让我|怎么知道我|为什么记得|为什么记住|为什么推荐|为什么避开|为什么走|为什么不走|为什么让|凭什么|为啥|历史行程|行程历史|行程记录|记得我|记得什么|你都记|还记得|存的是";
    let asked =
        WHOSE.split('|').any(|who| padded.contains(who)) && WHAT.split('|').any(|what| padded.contains(what));
    let told = start.starts_with("记得我")
        && !["吗", "什么", "哪", "几", "多少", "么"].iter().any(|ask| start.contains(ask));
    let planned = told || ["导航", "去最近", "帮我找"].iter().any(|word| start.starts_with(word));
    !planned && (asked || PLAIN.split('|').any(|words| padded.contains(words)))
}

/// 你都知道我些什么, 我说过不爱走隧道吗, 昨晚我把车停哪儿了: what Laolu knows, what was said to it, what was done.
fn chinese_about_me(text: &str) -> bool {
    let any = |list: &str| list.split('|').any(|word| text.contains(word));
    let asks = any("什么|哪|几|多少|吗|多久|没有|啥|谁|怎么|？|?|没说");
    if !asks || any("导航|带我去|送我|附近|天气") {
        return false;
    }
    let knows = text.contains('你')
        && text.contains('我')
        && any(
            "知道我|了解我|记住我|记得我|记录我|记了我|存了我|保存了我|掌握我|学到|学会了|记住了|记下了|都记|存了|知道关于我|对我了解|记着我|知道些我",
        );
    let told =
        text.contains('我') && any("说过|讲过|提过|告诉过|提到过|要求过|交代过|跟你说|和你说|吩咐过|嘱咐过");
    let past = text.contains('我')
        && any(
            "昨天|昨晚|昨儿|前天|上次|上回|上周|上个月|前几天|前两天|之前|以前|去年|上个星期|上礼拜|今早|今天早上|刚才|最近一次|头一次|第一次|前阵子|那天|这个月|这周|今年",
        );
    let when = text.contains('我')
        && any("哪天|什么时候|啥时候|几号|几点|哪一天|哪会儿")
        && any("去的|走的|到的|开的|停的|来的|回的|出发的|离开的|上的|过的");
    let parked = any("车停|停哪|停在哪|车在哪|停到哪")
        && any("我|车")
        && !any("可以停|能停|好停|停车场|停车位|停哪里好|停哪儿好|停哪好");
    knows || told || past || when || parked
}

/// Whether a question in English could be about a drive or a memory of the speaker: it names the speaker, Laolu or a road.
pub(super) fn about_us(text: &Text) -> bool {
    const WHOM: &str = " i | me | my | you | your | we | us | our | this | that | it | route | road | way | trip | trips | motorway | highway | tunnel | here ";
    let folded: String = text.chars.iter().collect();
    let padded = format!(" {} ", folded.replace([',', '?', '!', '.', ';'], " "));
    !text.chars.iter().all(char::is_ascii)
        || padded.trim().split(' ').count() <= 3
        || WHOM.split('|').any(|word| padded.contains(word))
}

/// Whether what is to be deleted could be a memory.
pub(super) fn of_memory(text: &Text) -> bool {
    const WHAT: &str = " memor| address| home | house | work | office | this | that | it | everything | all | place | what | preference| know | favourite| favorite| my name| number | trip | trips | history | habit| road | route | way | forget| remember| unlearn| reopened| open again| closed";
    let folded: String = text.chars.iter().collect();
    let padded = format!(" {} ", folded.replace([',', '?', '!', '.', ';'], " "));
    // 清空后备箱 empties no memory.
    const EMPTIES: &str = "清空|清掉|清了|清零|撤回|擦掉|销毁|作废|抹去";
    const HELD: &str =
        "记|忘|数据|历史|偏好|习惯|我的|说的|全部|所有|地址|这条|刚才|那条|一切|这些|那些|行程|关于";
    let any = |list: &str| list.split('|').any(|word| folded.contains(word));
    if any(EMPTIES) && !any(HELD) {
        return false;
    }
    // "Delete the gym": the name of a place that is remembered.
    let short = padded.split_whitespace().count() <= 3;
    short || !text.chars.iter().all(char::is_ascii) || WHAT.split('|').any(|word| padded.contains(word))
}

/// "I hate bridges", 我讨厌走桥: not of now.
fn dislikes(padded: &str, start: &str) -> bool {
    const CHINESE: &str = "讨厌|怕|害怕|不敢|晕|不喜欢|不爱|不愿意|受不了|最烦|恨|从不|从来不";
    const ENGLISH: &str = " hate | can't stand | cannot stand | dislike | don't like | do not like | afraid of | scared of | can't bear | detest | not a fan of ";
    // 隧道我是真不爱走: what is disliked may come first.
    let own = start.find('我').map_or("", |at| start.get(at..).unwrap_or_default());
    let chinese =
        !own.is_empty() && !["这次", "今天", "现在", "这趟"].iter().any(|once| padded.contains(once));
    let once_more =
        [" again ", " ever ", " any more ", " anymore "].iter().any(|word| padded.ends_with(word));
    let for_good = ["never ", "don't ever ", "do not ever ", "please never ", "please don't ever "];
    if once_more && for_good.iter().any(|lead| start.starts_with(lead)) {
        return true;
    }
    let english = start.starts_with("i ") || start.starts_with("i'm ") || start.starts_with("we ");
    chinese && CHINESE.split('|').any(|word| own.contains(word))
        || english && ENGLISH.split('|').any(|word| padded.contains(word))
}

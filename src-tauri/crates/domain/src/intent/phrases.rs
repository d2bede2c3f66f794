//! Families of phrases that are made of parts: whoever does not mind, is no longer afraid of, or need not avoid. Written as
//! their parts, so that any two that go together are understood without anybody having listed the pair.

use super::RoutePreference;
use super::lexicon::Word;
use crate::{RoadFeature, Weather};

/// A "no" in front of a feeling.
const DENY_ZH: &str = "不|不再|不那么|没那么|没有那么|不怎么|不会再|不会|再也不|已经不|早就不|早不|并不|其实不|现在不|不太|不大";
/// Feelings that keep people off a road.
const FEAR_ZH: &str = "怕|害怕|恐惧|发怵|怵|打怵|犯怵|发憷|紧张|慌|心慌|发慌|介意|在意|在乎|排斥|反感|抗拒|讨厌|嫌弃|忌讳|计较|担心|头晕|焦虑|难受|膈应|嫌";
/// Nobody has to.
const NEEDLESS_ZH: &str = "不用|不必|无需|无须|不需要|用不着|没必要|犯不着|不再|别再|不要再|不用再|不必再|不需要再|没必要再|再也不用|可以不|可以不用|以后不用|别|不要|不|停止";
const SHUN_ZH: &str = "避开|绕开|躲开|避|绕|躲|避让|避免|规避|绕着走|躲着|避着|绕过|回避|躲避|绕着|绕行";
/// It is all right, said behind a road.
const FINE_ZH: &str = "也行|也可以|都行|都可以|没关系|没事|没事儿|没问题|无所谓|不要紧|能接受|可以接受|也能接受|不碍事|不打紧|随便|随意|也没事|也没关系|也没问题|也无所谓|倒无所谓|都无所谓|都没关系|都没问题|又可以|又行|倒是可以|也不是不行|不是不行|不是不可以";
/// The same of a road that can be taken again; without 了 they stand in front of one.
const PASSABLE_ZH: &str = "能走|可以走|可以上|能上|可以过|能过|可以开|可以坐|能坐|也能走|又能走|又可以走|好走|安全|可以|行|解禁|放开";
/// What people feel who would rather not, before or behind a road.
const DREAD_ZH: &str = "很烦|最烦|真烦|好烦|烦死|烦透了|挺烦|不敢|不太敢|不大敢|不怎么敢|哪敢|没胆子|没胆|有点怕|有点怵|发怵|犯怵|怵|打怵|发憷|心慌|发慌|心里发慌|紧张|容易紧张|头晕|腿软|手抖|手心出汗|冒汗|出汗|犯晕|恐惧|恐惧症|有恐惧症|有阴影|有心理阴影|压抑|憋得慌|闷得慌|不踏实|不自在|提心吊胆|心里没底|没底|喘不过气|难受|不舒服|没安全感|不安心|焦虑|犯恶心|恶心|想吐|心烦|头大|吃不消|扛不住|hold不住|发毛|害怕得很|心惊胆战|胆战心惊|不放心|懒得|不乐意|不情愿|没兴趣|膈应|打心眼里怕";

const DENY_EN: &str = "not|no longer|not really|not that|not so|not as|not at all|never|isn't|aren't";
const FEAR_EN: &str = "afraid of|scared of|frightened of|terrified of|nervous about|nervous in|nervous on|worried about|bothered by|against|opposed to|averse to|anxious about|anxious in|anxious on|fussy about|put off by|uncomfortable with|uncomfortable in|uncomfortable on|stressed by|scared in|scared on|fazed by|concerned about";
const DONT_EN: &str = "don't|do not|dont|no longer|don't really|do not really|don't even|wouldn't";
const MIND_EN: &str = "mind|hate|dislike|fear|dread|avoid|object to|care about|worry about|need to avoid|have to avoid|want to avoid|bother avoiding|bother to avoid|need to skip|have to skip|need to stay off|have to stay off|need to stay away from|have to stay away from|need to steer clear of|have to steer clear of|have a problem with|have anything against|have a fear of";
/// All right, in front of a road.
const FREE_EN: &str = "fine with|ok with|okay with|cool with|happy with|comfortable with|alright with|all right with|good with|no problem with|no problems with|no issue with|no issues with|nothing against|no objection to|no objections to|over my fear of|over the fear of|no need to avoid|needn't avoid|need not avoid|no reason to avoid|stop avoiding|stopped avoiding|i've stopped avoiding|given up avoiding|quit avoiding|allow|allowing|permit|permitting|feel free to|free to|welcome to|ok to|okay to|fine to|all right to|alright to|happy to|willing to|lift the ban on|unblock|whatever about";
const COPULA_EN: &str = "is|are|'s|'re|would be|will be|seems|seem|should be";
const RIGHT_EN: &str = "fine|ok|okay|alright|all right|no problem|no problem at all|not a problem|no issue|not an issue|acceptable|allowed|no trouble|no big deal|not a big deal|welcome|no longer a problem|no longer an issue|no longer a big deal|fine by me|fine with me|ok with me|okay with me|ok by me|fair game|back on the table";
const BOTHER_EN: &str = "bother|scare|frighten|worry|stress|annoy|upset|faze|spook|terrify|unnerve|freak|bothers|scares|frightens|worries|stresses|annoys|upsets|fazes|spooks|terrifies|unnerves|freaks|irritate|irritates|unsettle|unsettles|intimidate|intimidates|exhaust|exhausts|tire|tires|petrify|petrifies";
const NO_LONGER_EN: &str = "don't|doesn't|do not|does not|no longer|never|won't|don't really|doesn't really";
const NERVES_EN: &str = "seasick|sea sick|carsick|car sick|travel sick|sick to my stomach|nauseous|nauseated|nervous|anxious|uneasy|uncomfortable|stressed|scared|panic|panicky|claustrophobic|dizzy|tense|jittery|frightened|terrified|unsafe|petrified|panicking|freaked out|freak out|queasy|stressed out|on edge|wary of|not comfortable|not confident|phobia of|a phobia of|fear of|a fear of|vertigo|sweaty";
/// Said behind a road: not for me.
const NO_GO_EN: &str = "not my thing|not for me|isn't for me|aren't for me|are not for me|is not for me|a nightmare|a no-go|a no go|off limits|out of the question|out for me|give me the creeps|gives me the creeps|give me anxiety|gives me anxiety|give me vertigo|gives me vertigo|give me a headache|give me headaches|gives me a headache|give me panic attacks|gives me panic attacks|give me the shivers|can go to hell|not an option|isn't an option|aren't an option|are not an option|is not an option";

/// Keeps somebody off a road.
const KEEP_EN: &str = "keep|keeping|steer|get|guide|hold|route|take|send|lead";
const OFF_EN: &str = "off|away from|out of|clear of|well away from|well clear of|around|far from";
/// Weather that begins, or is about to.
const BEGINS_EN: &str = "started to|starting to|starts to|begun to|began to|beginning to|begins to|about to|going to|supposed to|likely to|meant to|set to|bound to|due to|looks like it will|looks like|it will|it'll|might|may";
const BEGINS_ZH: &str = "开始|突然|又|刚|快要|要|快|好像|正在|马上|马上要|可能|可能要|外面|外面在|这会儿|待会儿要|一会儿要|果然|居然|竟然";
const RAINS: &str = "rain|pour|drizzle";
const SNOWS: &str = "snow|sleet|hail|freeze";
const FOGS: &str = "get foggy|be foggy";
const RAINS_ZH: &str = "下雨|飘雨|落雨|下暴雨|下大雨|下小雨|打雷|下起雨|下起大雨|下雷阵雨|变天";
const SNOWS_ZH: &str = "下雪|飘雪|落雪|下大雪|下起雪|下冰雹|飘雪花|结冰|上冻|下雪籽";
/// Another way than the one that is shown.
const OTHER_WAY: &str = "换一条|换条路|换条|换个路线|换条路线|换一条路|换一条路线|换个走法|换种走法|换个方案|换一个方案|另一条路|另外一条路|另一条|别的路|别的路线|其他路|其他路线|其它路线|其他的路|另选一条|重新规划|重新规划一下|重新算一下|还有别的路|有没有别的路|还有其他路|有其他路线|不走这条|别走这条|不走这条路|别走这条路|不要这条路|another way|another route|a different way|a different route|another road|a different road|some other way|some other route|the other way|the other route|an alternative|alternatives|other options|another option|a detour|an alternative route|alternative routes|alternative route|other routes|any other way|any other route|reroute|re-route|reroute me|recalculate|find a way around|any way around|a way around|any way round|way around this|way round this|not this way|not this road|not this route|try another|something else than this road";
/// What people do where they go: no part of the place's name.
const GET_ZH: &str = "买|买点|买些|买个|买一下|取|取个|取一下|拿|拿个|拿一下|拿点|送|送个|寄|寄个|还|办|办个|办一下|修|修一下|换|换个|看|看个|看场|看一下|看下|吃|吃个|吃点|吃顿|喝|喝个|喝点|喝杯|打|打个|打场|剪|剪个|洗|洗个|领|领个|交|交个|存|存点|参加|参加个|上|上个|开|开个|做|做个|接|接个|接一下|约|谈|谈个";
const GOT_ZH: &str = "东西|菜|药|快递|钱|票|水果|衣服|鞋|文件|包裹|书|礼物|蛋糕|花|水|面包|奶茶|咖啡|早餐|午饭|晚饭|早饭|饭|机票|车票|材料|资料|护照|身份证|驾照|证|证件|签证|手续|业务|事|事情|火锅|烧烤|茶|酒|面|夜宵|海鲜|自助|下午茶|饺子|病|电影|牙|花展|展览|展|演出|比赛|球赛|球|医生|风景|海|朋友|房子|房|车|手机|电脑|眼镜|画展|演唱会|日出|日落|羽毛球|网球|篮球|乒乓球|台球|麻将|针|疫苗|头发|头|澡|脸|轮胎|机油|工资|作业|婚礼|活动|聚会|会议|会|课|班|讲座|培训|家长会|瑜伽|体检|检查|按摩|美容|保养|核酸|项目|合同|生意|客户|合作|自行车|猫粮|狗粮|日用品|年货|牛奶|酱油|玩具|文具";
const DO_ZH: &str = "遛狗|遛弯|遛娃|散心|跑步|跑个步|健身|锻炼|锻炼身体|运动|游泳|打球|踢球|爬山|钓鱼|露营|野餐|拍照|拍照片|约会|聚餐|聚聚|聚会|聚一聚|培训|面试|考试|办事|见人|见朋友|见客户|见个朋友|见个人|见面|体检|理发|按摩|做保养|过夜|住一晚|出差|旅游|度假|度周末|过周末|玩一天|玩儿|玩会儿|玩一会儿|玩两天|坐会儿|歇会儿|歇歇|休息|休息一下|晒太阳|晨练|放风筝|写生|采摘|泡温泉|滑雪|溜冰|唱歌|唱k|蹦迪|喝一杯|喝两杯|吃个饭|吃东西|吃点东西|购物|逛街|赶集|拜年|拜访|串门|做客|探亲|探病|扫墓|上香|烧香|上货|进货|送货|提货|卸货|交货|提车|看展|喂猫|串个门|接货|溜达|溜达溜达|转一圈|逛一圈|逛逛街|走一走|看一眼|瞧一眼|坐坐|聊聊|蹭饭|报到|报名|上访|捐血|献血|缴费|复查|复诊|拔牙|补牙|看看爸妈|看看爷爷奶奶|看爷爷|看奶奶|看外婆|看爸妈|看姥姥|看望朋友|住几天|办点事|办个事|买点东西|吃点|喝点|取点钱|上厕所|方便一下";
/// What one stops for, and the place where that is done.
const ERRANDS: &[(&str, &str)] = &[
    ("加个油|加油|加点油|加一下油|加箱油", "加油站"),
    ("充个电|充电|充一下电|充点电", "充电站"),
    ("取点钱|取钱|取个钱|取点现金", "取款机"),
    ("上厕所|上个厕所|去厕所|方便一下|去洗手间|上洗手间|去趟厕所", "厕所"),
    ("洗车|洗个车|洗一下车", "洗车"),
    ("买菜|买个菜|买点菜", "超市"),
    ("买药|买点药|买个药", "药店"),
    ("买咖啡|买杯咖啡|喝杯咖啡|喝咖啡|买个咖啡", "咖啡馆"),
    ("吃饭|吃个饭|吃点东西|吃午饭|吃晚饭|吃早饭|吃早餐|吃点", "饭店"),
    (
        "stop for petrol|stop for gas|stop for fuel|stop and fill up|fill up|get petrol|get gas|get some petrol|get some gas|refuel|fuel up|tank up|stop to fill up|stop to refuel|grab some petrol|grab some gas",
        "petrol station",
    ),
    (
        "charge the car|charge up|stop to charge|recharge the car|stop for a charge|top up the battery",
        "charging station",
    ),
    (
        "stop for coffee|stop for a coffee|grab a coffee|get a coffee|grab coffee|get coffee|pick up a coffee|pick up coffee",
        "cafe",
    ),
    (
        "stop for lunch|stop for dinner|stop for food|stop for a bite|grab a bite|grab lunch|grab dinner|grab some food|stop to eat|get something to eat|stop for breakfast|grab breakfast",
        "restaurant",
    ),
    ("get some cash|get cash|withdraw some cash|withdraw cash|stop for cash", "atm"),
    (
        "stop for groceries|get groceries|pick up groceries|grab some groceries|get some groceries|buy groceries|do the shopping|grab groceries",
        "supermarket",
    ),
    (
        "pick up my prescription|pick up a prescription|get my prescription|pick up some medicine|buy some medicine",
        "pharmacy",
    ),
    (
        "use the toilet|use the bathroom|use the restroom|go to the toilet|go to the bathroom|stop for a pee|toilet break|bathroom break|find a toilet",
        "toilets",
    ),
    ("wash the car|get the car washed|have the car washed", "car wash"),
];

/// What begins or goes on as the name of a place: 滑雪场, 洗车店, 购物中心.
const NAMED_ZH: &str =
    "站桩店场馆院所厂地台房室吧城楼园区厅部行社屋堂铺局村山路街卡机棚会中基广公俱湾岛桥镇县市";

/// Index behind words for what is done at a place: 遛狗, 取个快递. They name none, unless a word for a place goes on with them.
pub(super) fn purpose(text: &super::text::Text, at: usize) -> Option<usize> {
    let ends = |at: usize, words: &str| words.split('|').filter_map(|word| text.matches(at, word)).max();
    let done = ends(at, DO_ZH);
    let gets =
        GET_ZH.split('|').filter_map(|verb| text.matches(at, verb)).filter_map(|to| ends(to, GOT_ZH)).max();
    done.max(gets).filter(|to| !NAMED_ZH.contains(text.at(*to)))
}

/// Where what the sentence says here is done, and the index behind the words.
pub(super) fn errand(text: &super::text::Text, at: usize) -> Option<(&'static str, usize)> {
    let named = |to: &usize| !NAMED_ZH.contains(text.at(*to));
    let ends = |words: &str| words.split('|').filter_map(|word| text.matches(at, word)).filter(named).max();
    ERRANDS.iter().filter_map(|(words, place)| Some((*place, ends(words)?))).max_by_key(|(_, to)| *to)
}

/// Takes somebody to see something.
const SEE_EN: &str = "i'd like to|i would like to|i want to|we want to|we'd like to|i'd love to|let's|lets|we would like to|can we|shall we|could we|i wanna|we should|i need to|i have to|we need to|i'm off to|we're off to|going to|i'm going to|we're going to|off to|want to|would like to|time to";
const VISIT_EN: &str = "see|visit|check out|explore|go see|go and see|have a look at|take a look at|look at|look around|tour|stop by|pop into|pop over to|pop round to|drop in at|drop in on|swing by|call in at|pick somebody up at|pick someone up at|pick someone up from|meet someone at|meet them at|meet him at|meet her at|meet a friend at|meet friends at|have lunch at|have dinner at|have coffee at|grab a coffee at|grab lunch at|grab dinner at|eat at|shop at|be dropped at|spend the day at|spend the afternoon at|spend the evening at|spend the weekend at|get over to|make it to|head over to|head out to|head down to|nip to|nip over to|nip down to|pop to|run to|run over to|dash to|shoot over to|zip over to|whizz over to";

/// No, thank you, behind a road.
const PASS: &str = "下来|下来吧|下去吧|就算了|就免了|就不必了|就别了|就不要了|就不走了|免了吧|还是算了|就罢了|就不考虑了|no thanks|no thank you|can wait|are out|is out";
/// As Laolu is told to lead no more.
const STOP_EN: &str = "stop|quit|no more|please stop|enough of";
const SEND_EN: &str = "sending|taking|routing|putting|leading|guiding|directing|bringing|driving|navigating|dragging|pushing|steering";
/// Not to somebody's liking.
const NO_FRIEND_EN: &str = "i'd never|i would never|i've never liked|i have never liked|never liked|wouldn't take|would not take|wouldn't use|would not use|wouldn't go over|wouldn't go through|wouldn't drive|would never take|would never use|would never go|not a fan of|not a big fan of|not a huge fan of|no fan of|never been a fan of|not much of a fan of|not keen on|not too keen on|not very keen on|not fond of|not very fond of|not too fond of|not into|not big on|not crazy about|not wild about|not at ease on|not at ease in|no friend of|could do without|can do without|have no time for|have no patience for|refuse to|i refuse to|make a point of avoiding|got a thing about|have a thing about|can't be doing with|can't deal with|cannot deal with|can't handle|cannot handle|can't cope with|can't do|don't do|do not do|don't trust|do not trust|don't feel safe on|don't feel safe in|don't feel comfortable on|don't feel comfortable in|don't dare|do not dare|don't dare to|wouldn't dare|daren't|dare not|don't have the nerve for|don't get on with|don't care for|do not care for|am done with|i'm done with|have had enough of|i've had enough of|can't be bothered with|loathe|i loathe|despise|i despise|detest|i detest|dread|i dread|resent|i resent";
/// Rather a longer way.
const RATHER_ZH: &str = "宁可|宁愿|情愿|宁肯";
const LONGER_ZH: &str = "绕远|绕路|多绕|多绕点|多绕一点|多绕几公里|慢点|慢一点|多花时间|多花点时间|多花十分钟|堵着|晚到|多走|多走点|多开|多开一会儿|多开几公里|堵车|绕个大圈|绕一大圈|等";
/// Along water, by its name.
const ALONG_ZH: &str = "沿着|沿|顺着|贴着|靠着|挨着|靠近|临着|傍着";
const WATER_ZH: &str = "河|江|海|湖|水|海岸|江岸|河岸|湖岸|黄浦江|苏州河|珠江|长江|钱塘江|嘉陵江|湘江|汉江|松花江|护城河|运河|西湖|大海|大江|小河";

/// Where on the road: says nothing of where to.
const NEXT_ZH: &str = "下一个|下个|前面|前面的|这个|第一个|第二个|前面那个|前边那个|下面那个|";
const CROSSING_ZH: &str = "路口|出口|匝道|岔路口|立交|岔口|弯道|拐弯处|十字路口";
/// Some time later, and nobody says when.
const UNTIL_ZH: &str = "等会儿|等一会儿|过会儿|过一会儿|待会儿|午饭后|晚饭后|吃完饭|吃完|忙完|睡醒|歇会儿|休息会儿|休息一下|天黑|天亮";
const GO_ZH: &str = "再走|再出发|再动身|再开|后再走|后再出发|后出发|了再走|了再出发";
/// How the weather goes on.
const GROWS_ZH: &str = "下大了|下小了|越下越大|越下越小|越来越大|越来越小|变大了|变小了|小了|大了|好大|真大|挺大|下得挺大|下得真大|下得好大|还在下|一直在下|下个不停";
const TURNS_EN: &str =
    "getting|turning|turned|gone|become|becoming|very|quite|so|really|pretty|a bit|rather|still|all";
/// Will be missed, or nearly.
const MISS_EN: &str = "going to|gonna|about to|might|will|we'll|i'll|don't want to|can't|mustn't|cannot|afraid we'll|afraid i'll";
const MISSED_EN: &str = "miss the plane|miss my plane|miss our plane|miss the flight|miss my flight|miss our flight|miss the train|miss my train|miss our train|miss the bus|miss the boat|miss the ferry|miss the meeting|miss my appointment|miss the start|be late for the meeting|be late for work|be late for school|be late for my appointment|be late";
const MISS_ZH: &str = "要|快要|快|怕|会|恐怕|别|差点|马上要|眼看要|就要|可别|肯定要";
const MISSED_ZH: &str = "误机|误车|误点|误火车|误航班|赶不上飞机|赶不上车|赶不上火车|赶不上高铁|赶不上会|迟到|晚了|错过航班|错过飞机|错过火车|错过高铁|来不及|赶不及";
/// Why: no place, and no wish of its own.
const REASON_ZH: &str = "信号不好|信号差|没信号|信号|太黑|太暗|太吵|太窄|太陡|太颠|太贵|太堵|太绕|太远|太挤|危险|不安全|空气不好|空气差|容易堵|老堵|老是堵|总是堵|车多|人多|灯多|坑多|难走|难开|不好开|不好走|不好停|颠簸|费钱|费油|费时间|花钱|省钱|省油|开着累|风大|路滑|看不清|看不见";
/// Asks for some other way.
const SEEK_ZH: &str = "换|找|看|来|选|挑|再找|再看|再来|另找|重新找|再给我|给我|再帮我看|帮我看|再帮我找|帮我换|我想换|想换|能换|再选|另选";
const ONE_ZH: &str = "一条|条|个|一个";
const KIND_ZH: &str = "不堵的|别的|好走的|近的|近点的|快的|快点的|新的|其他的|其它的|不一样的|宽点的|顺一点的|没那么堵的|路|路线|道|线路";
const LOOK_ZH: &str = "看看别的|看别的|这条不要|这条不行|这条不好|换别的|看看其他的|有别的吗|还有别的吗|来条别的|换一个吧|换一下路线|换路|换路线|改路线|改条路|改个路线|晚点走|晚点出发|早点走|早点出发|迟点走|晚一点出发|早一点出发|晚一些出发|早些出发|leave later|leave earlier|leave a bit later|leave a bit earlier|leave a little later|leave a little earlier|go later|go earlier";
/// Quieter, nicer, quicker.
const WAY_EN: &str = "way|route|road|roads|drive|ride|one";

/// Leaves a road.
const LEAVING: &str =
    "下|离开|驶离|驶出|下了|别上|退出|get off|come off|leave|exit|turn off|pull off|getting off|coming off";

/// Verbs that leave the road behind them.
pub(super) fn leaving() -> impl Iterator<Item = &'static str> {
    LEAVING.split('|')
}

/// The families.
pub(super) fn composed() -> Vec<(String, Word)> {
    let mut made = Vec::new();
    let mut family = |parts: &[&str], word: Word| {
        made.extend(product(parts).into_iter().map(|phrase| (phrase, word)));
    };
    family(&[DENY_ZH, FEAR_ZH], Word::Permit);
    family(&[NEEDLESS_ZH, SHUN_ZH], Word::Permit);
    family(&[FINE_ZH, "了|的|了的"], Word::Fine);
    family(&[FINE_ZH], Word::Fine);
    family(&[PASSABLE_ZH, "了"], Word::Fine);
    family(&[DREAD_ZH], Word::Dread);
    family(&[DENY_EN, " ", FEAR_EN], Word::Permit);
    family(&[DONT_EN, " ", MIND_EN], Word::Permit);
    family(&[FREE_EN], Word::Permit);
    family(&[COPULA_EN, " ", RIGHT_EN], Word::Fine);
    family(&[NO_LONGER_EN, " ", BOTHER_EN, " me"], Word::Fine);
    family(&[BOTHER_EN, " me"], Word::Dread);
    family(&[BOTHER_EN, " me out|me off|me to death|me a lot"], Word::Dread);
    family(&[NERVES_EN], Word::Dread);
    family(&[KEEP_EN, " me | us ", OFF_EN], Word::Shun);
    family(&[BEGINS_EN, " ", RAINS], Word::Weather(Weather::Rain));
    family(&[BEGINS_EN, " ", SNOWS], Word::Weather(Weather::Snow));
    family(&[BEGINS_EN, " ", FOGS], Word::Weather(Weather::Fog));
    family(&["started|starting|begun|began", " raining| pouring| drizzling"], Word::Weather(Weather::Rain));
    family(&["started|starting|begun|began", " snowing| hailing| sleeting"], Word::Weather(Weather::Snow));
    family(&[BEGINS_ZH, RAINS_ZH], Word::Weather(Weather::Rain));
    family(&[RAINS_ZH], Word::Weather(Weather::Rain));
    family(&[BEGINS_ZH, SNOWS_ZH], Word::Weather(Weather::Snow));
    family(&[SNOWS_ZH], Word::Weather(Weather::Snow));
    family(&[OTHER_WAY], Word::OtherWay);
    family(&[LOOK_ZH], Word::OtherWay);
    family(&["每|每个|每到|每逢", "周|星期|礼拜", "一|二|三|四|五|六|日|天|末"], Word::Always);
    family(&[MISS_EN, " ", MISSED_EN], Word::Hurry);
    family(&[MISSED_EN], Word::Hurry);
    family(&[MISS_ZH, MISSED_ZH, "了|"], Word::Hurry);
    family(&[UNTIL_ZH, GO_ZH], Word::OtherWay);
    family(&["雨", GROWS_ZH], Word::Weather(Weather::Rain));
    family(&["雪", GROWS_ZH], Word::Weather(Weather::Snow));
    family(&["雾", GROWS_ZH], Word::Weather(Weather::Fog));
    family(&[TURNS_EN, " foggy| misty| hazy"], Word::Weather(Weather::Fog));
    family(&[TURNS_EN, " rainy| wet| stormy"], Word::Weather(Weather::Rain));
    family(&[TURNS_EN, " snowy| icy| slippery| frosty"], Word::Weather(Weather::Snow));
    family(
        &["something ", "quieter|calmer|easier|smoother|simpler|more relaxed"],
        Word::Mode(RoutePreference::Stable),
    );
    family(&["something ", "faster|quicker|shorter"], Word::Mode(RoutePreference::Fastest));
    family(
        &["something ", "nicer|prettier|more scenic|more beautiful|greener"],
        Word::Mode(RoutePreference::Scenic),
    );
    family(&[SEEK_ZH, ONE_ZH, KIND_ZH], Word::OtherWay);
    family(&[NEXT_ZH, CROSSING_ZH], Word::Filler);
    family(&[REASON_ZH], Word::Filler);
    family(
        &["a |the |", "quieter|calmer|easier|smoother|simpler|more relaxed", " ", WAY_EN],
        Word::Mode(RoutePreference::Stable),
    );
    family(
        &["a |the |", "faster|quicker|shorter|speedier", " ", WAY_EN],
        Word::Mode(RoutePreference::Fastest),
    );
    family(
        &["a |the |", "nicer|prettier|more scenic|more beautiful|greener", " ", WAY_EN],
        Word::Mode(RoutePreference::Scenic),
    );
    family(&[PASS], Word::Pass);
    family(&[STOP_EN, " ", SEND_EN, " me| us"], Word::Custom(true));
    family(&[NO_FRIEND_EN], Word::Custom(true));
    family(&["i|we", " tend to| mostly| prefer to| like to"], Word::Custom(false));
    family(&[RATHER_ZH, LONGER_ZH, "也|都|,也|，也"], Word::Custom(false));
    family(&[ALONG_ZH, WATER_ZH], Word::Feature(RoadFeature::Waterside));
    family(
        &[ALONG_ZH, WATER_ZH, "边|边儿|边上|堤|畔|滩|边的路|边那条路"],
        Word::Feature(RoadFeature::Waterside),
    );
    family(&[super::nearby::AROUND_EN], Word::Filler);
    family(&[NO_GO_EN], Word::Dread);
    made
}

/// Every way to put one piece of each part behind the other.
fn product(parts: &[&str]) -> Vec<String> {
    parts.iter().fold(vec![String::new()], |so_far, part| {
        so_far
            .iter()
            .flat_map(|phrase| part.split('|').map(move |piece| format!("{phrase}{piece}")))
            .collect()
    })
}

/// Ways to be on a road; they are verbs only in front of one.
const DRIVING_EN: &str = "driving on|driving in|driving over|driving through|driving across|driving along|driving via|driving under|drive on|drive in|drive over|drive through|drive across|drive along|drive under|going on|going over|going through|going in|going across|going along|going under|going onto|go over|go through|go across|go along|go under|go onto|go on|being on|being in|being inside|getting on|getting onto|get on|get onto|entering|enter|crossing|cross|riding on|merging onto|merge onto|joining|join|hopping on|hop on|stuck in|stuck on|inside|sitting in|sit in|paying for|pay for|put me on|putting me on|take me on|taking me on|send me over|send me through|send me on|route me over|route me through|route me on|lead me over|lead me through|guide me through|guide me over|bring me over|bring me through|take me over|take me through|drive me over|drive me through|drive me on";

/// The same in Chinese: verbs, and how Laolu is asked to choose.
const DRIVING_ZH: &str = "安排|给安排|推荐|规划|选择|导|导到|导上|领到|领上|带到|带上|拉到|拉上|开到|开上|开进|驶入|驶上|拐进|拐上|绕到|绕上|挑|考虑|建议|碰|沾|靠近|遇到|遇上|进入|进|穿越|穿行|穿过|横穿|跨|跨过|跨越|爬|贴着|挨着|选用|使用|使|交|付|掏|花|缴|搭|乘|乘坐|登|坐上|钻|一上|一过|一进|一走|一钻|一开上|碰到|碰见|碰上|看见|一碰到|一遇到|每次上|每次过|排|弄到|整到|拐到|插|抄|踩|上到|开到了";

/// Phrases that are a verb only in front of a road.
pub(super) fn driving() -> impl Iterator<Item = &'static str> {
    DRIVING_EN.split('|').chain(DRIVING_ZH.split('|'))
}

/// Phrases that name a destination only in front of a name with a capital: "I'd like to see the Palais".
pub(super) fn visiting() -> (&'static str, &'static str) {
    (SEE_EN, VISIT_EN)
}

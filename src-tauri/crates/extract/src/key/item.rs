//! Things that people like, eat, hear, drive and visit: one normalised name per thing in either language.

use std::sync::LazyLock;

use crate::text::{Words, folded, is_cjk};

/// Category, normalised name, and the words for it.
const ITEMS: &[(&str, &str, &str)] = &[
    ("drink", "coffee", "咖啡|coffee|coffees"),
    ("drink", "latte", "拿铁|latte|lattes"),
    ("drink", "americano", "美式|美式咖啡|冰美式|americano|black coffee"),
    ("drink", "cappuccino", "卡布奇诺|cappuccino|cappuccinos"),
    ("drink", "espresso", "浓缩|浓缩咖啡|espresso|espressos"),
    ("drink", "flat_white", "澳白|flat white|flat whites"),
    ("drink", "decaf", "低因咖啡|无咖啡因|decaf|decaf coffee"),
    ("drink", "tea", "茶|喝茶|茶水|tea"),
    ("drink", "green_tea", "绿茶|green tea"),
    ("drink", "milk_tea", "奶茶|珍珠奶茶|bubble tea|milk tea|boba"),
    ("drink", "cola", "可乐|cola|coke"),
    ("drink", "beer", "啤酒|beer"),
    ("drink", "wine", "红酒|葡萄酒|wine"),
    ("drink", "alcohol", "酒|白酒|喝酒|alcohol|booze"),
    ("drink", "water", "水|矿泉水|water|sparkling water"),
    ("drink", "juice", "果汁|橙汁|juice|orange juice"),
    ("drink", "milk", "牛奶|milk"),
    ("drink", "soy_milk", "豆浆|soy milk"),
    ("drink", "cold_drinks", "冰|冰的|凉的|冷的|冷饮|冰饮|cold drinks|iced drinks"),
    ("food", "spicy", "辣|辣的|辣椒|重辣|spicy|spicy food|chilli|chili|hot food"),
    ("food", "cilantro", "香菜|cilantro|coriander"),
    ("food", "scallion", "葱|葱花|scallions|spring onions"),
    ("food", "garlic", "蒜|大蒜|garlic"),
    ("food", "meat", "肉|meat"),
    ("food", "beef", "牛肉|beef"),
    ("food", "pork", "猪肉|pork"),
    ("food", "lamb", "羊肉|lamb|mutton"),
    ("food", "fish", "鱼|fish"),
    ("food", "seafood", "海鲜|seafood"),
    ("food", "sweets", "糖|甜食|甜的|甜品|蛋糕|sweets|sweet things|desserts|cake"),
    ("food", "hotpot", "火锅|hotpot|hot pot"),
    ("food", "sichuan", "川菜|sichuan food|sichuan"),
    ("food", "cantonese", "粤菜|cantonese food"),
    ("food", "japanese", "日料|日本菜|寿司|japanese food|sushi"),
    ("food", "italian", "意大利菜|意大利面|italian food|italian|pasta"),
    ("food", "pizza", "披萨|比萨|pizza"),
    ("food", "noodles", "面|面条|拉面|noodles|ramen"),
    ("food", "dumplings", "饺子|dumplings"),
    ("food", "barbecue", "烧烤|烤肉|barbecue|bbq"),
    ("food", "fast_food", "快餐|麦当劳|肯德基|汉堡|fast food|burgers"),
    ("food", "vegetarian", "素食|素|吃素|vegetarian food|vegetarian|vegan food|vegan"),
    ("food", "breakfast", "早餐|早点|breakfast"),
    ("food", "fruit", "水果|fruit"),
    ("food", "takeaway", "外卖|takeaway|takeout"),
    ("music", "jazz", "爵士|爵士乐|jazz"),
    ("music", "rock", "摇滚|摇滚乐|rock|rock music"),
    ("music", "classical", "古典|古典音乐|古典乐|classical|classical music"),
    ("music", "pop", "流行音乐|流行歌|流行乐|pop|pop music|pop songs"),
    (
        "music",
        "soft",
        "轻音乐|舒缓的音乐|慢歌|soft music|calm music|quiet music|gentle music|soothing music|slow songs",
    ),
    ("music", "hiphop", "说唱|嘻哈|rap|hip hop|hip-hop"),
    ("music", "electronic", "电子乐|电音|electronic music|techno"),
    ("music", "folk", "民谣|folk|folk music"),
    ("music", "country", "乡村音乐|country music"),
    ("music", "blues", "蓝调|blues"),
    ("music", "metal", "重金属|heavy metal|metal music"),
    ("music", "opera", "歌剧|京剧|戏曲|opera"),
    ("music", "childrens", "儿歌|children's songs|nursery rhymes"),
    ("music", "music", "音乐|歌|听歌|music|songs"),
    ("audio", "news", "新闻|早间新闻|the news|news|news radio"),
    ("audio", "podcast", "播客|podcast|podcasts"),
    ("audio", "audiobook", "有声书|听书|评书|小说|audiobook|audiobooks"),
    ("audio", "crosstalk", "相声|crosstalk|comedy"),
    ("audio", "traffic_radio", "交通广播|交通台|traffic radio"),
    ("audio", "radio", "电台|广播|收音机|radio|the radio"),
    ("audio", "talk_radio", "脱口秀|talk radio|talk shows"),
    ("audio", "silence", "安静|清静|静一静|silence|quiet"),
    ("audio", "sports_news", "体育新闻|球赛|sports news|football commentary"),
    ("route", "elevated", "高架|高架桥|高架路|elevated road|elevated roads|viaducts|flyovers"),
    ("route", "motorway", "高速|高速公路|motorway|motorways|highway|highways|freeway|freeways|expressway"),
    ("route", "toll", "收费路|收费站|过路费|toll roads|tolls|toll road"),
    ("route", "tunnel", "隧道|tunnel|tunnels"),
    ("route", "bridge", "桥|大桥|bridge|bridges"),
    ("route", "ferry", "轮渡|渡轮|ferry|ferries"),
    (
        "route",
        "waterside",
        "江边|河边|海边|滨河路|滨江路|滨河|滨江|沿江|沿海|海边的路|江边的路|the river road|the coast road|riverside|seaside|waterfront|coast road|river road|coastal road|coastal roads",
    ),
    ("route", "narrow", "窄路|小路|巷子|narrow roads|narrow streets|narrow lanes"),
    ("route", "steep", "陡坡|坡|steep roads|steep hills"),
    ("route", "unpaved", "土路|烂路|dirt roads|gravel roads"),
    ("route", "national", "国道|省道|national road|national roads|country roads|back roads"),
    (
        "route",
        "big_roads",
        "大路|主路|宽路|主干道|干道|宽敞的路|宽阔的路|大马路|大道|big roads|main roads|wide roads|bigger roads|wider roads|arterial roads|major roads",
    ),
    (
        "route",
        "scenic",
        "风景好的路|有风景的路|林荫路|林荫道|风景线|scenic routes|scenic roads|scenic route|tree-lined roads",
    ),
    (
        "route",
        "congestion",
        "堵车|拥堵|堵|塞车|堵得厉害|车多|车流大|traffic jams|traffic jam|jams|traffic|congestion|congested|busy roads|gridlock|heavy traffic",
    ),
    (
        "route",
        "traffic_lights",
        "红绿灯|等红灯|红灯|等红绿灯|traffic lights|red lights|stop lights|stoplights|lights at every corner",
    ),
    ("route", "left_turns", "左转|左拐|左转弯|left turns|turning left"),
    ("route", "detour", "绕路|绕远|绕远路|绕道|detours|going the long way round"),
    ("route", "roundabout", "环岛|转盘|环形路口|roundabouts|roundabout|traffic circles"),
    (
        "route",
        "downtown",
        "市中心|市区|闹市|闹市区|城里|老城区|downtown|the city centre|the city center|city centre|city center|town centre|city traffic|the old town",
    ),
    (
        "parking",
        "underground",
        "地下停车场|地下车库|地库|underground parking|underground car parks|underground garages",
    ),
    ("parking", "street", "路边停车|street parking|parking on the street"),
    ("parking", "covered", "室内停车|有顶的车位|covered parking|indoor parking"),
    (
        "parking",
        "surface",
        "地面停车|地面|地上|停地面|停地上|露天|露天停车|地上车位|open air parking|surface parking",
    ),
    ("parking", "mechanical", "机械车位|立体车库|mechanical parking|stacked parking"),
    ("parking", "parallel", "侧方停车|parallel parking"),
    ("parking", "free", "免费停车|免费车位|free parking"),
    ("drive", "fast", "开快车|超速|driving fast|speeding|fast driving"),
    ("drive", "night", "开夜车|夜里开车|晚上开车|driving at night|night driving"),
    ("drive", "long", "长途|开长途|跑长途|long drives|long trips|road trips|自驾|自驾游"),
    ("drive", "rain", "雨天开车|下雨天开车|driving in the rain"),
    ("drive", "alone", "一个人开车|driving alone"),
    ("drive", "gentle", "开得稳|平稳驾驶|gentle driving|a smooth ride"),
    ("fuel", "petrol_92", "92号|92号汽油|92|92的油|92的|九二|92汽油"),
    ("fuel", "petrol_95", "95号|95号汽油|95|95的油|95的|九五|95汽油|super|premium petrol"),
    ("fuel", "diesel", "柴油|diesel"),
    ("comfort", "cold", "冷|寒冷|凉|着凉|cold|the cold|being cold|cold air"),
    ("comfort", "heat", "热|闷热|heat|the heat|being hot|hot weather|hot cars"),
    ("comfort", "wind", "吹风|风吹|风直吹|对着吹|wind in my face|drafts|draughts|air blowing at me"),
    ("comfort", "noise", "吵|噪音|吵闹|noise|loud music|loud noises"),
    ("comfort", "smell", "异味|烟味|香味|strong smells|smells|cigarette smoke|perfume"),
    ("comfort", "smoking", "抽烟|吸烟|烟|smoking|smoking in the car"),
    ("comfort", "sun", "晒|太阳晒|暴晒|the sun in my eyes|direct sun|glare"),
    ("hobby", "hiking", "爬山|登山|徒步|hiking|mountains"),
    ("hobby", "fishing", "钓鱼|fishing"),
    ("hobby", "running", "跑步|running|jogging"),
    ("hobby", "swimming", "游泳|swimming"),
    ("hobby", "gym", "健身|健身房|the gym|working out|gym"),
    ("hobby", "basketball", "篮球|打篮球|basketball|playing basketball"),
    ("hobby", "football", "足球|踢球|踢足球|football|soccer|playing football"),
    ("hobby", "badminton", "羽毛球|打羽毛球|badminton"),
    ("hobby", "tennis", "网球|打网球|tennis|playing tennis"),
    ("hobby", "skiing", "滑雪|skiing"),
    ("hobby", "cycling", "骑车|骑行|cycling|biking"),
    ("hobby", "camping", "露营|camping"),
    ("hobby", "photography", "摄影|拍照|photography|taking photos"),
    ("hobby", "reading", "看书|阅读|reading|books"),
    ("hobby", "films", "看电影|电影|films|movies|the cinema"),
    ("hobby", "yoga", "瑜伽|yoga"),
    ("hobby", "golf", "高尔夫|golf"),
    ("hobby", "shopping", "逛街|购物|shopping"),
    ("place", "hotel", "酒店|宾馆|旅馆|hotel|hotels"),
    ("place", "bar", "酒吧|bar|bars|pub|pubs"),
    ("place", "sea", "看海|大海|the sea|the beach|beaches"),
    ("place", "park", "公园|parks|the park"),
    ("place", "museum", "博物馆|museums"),
    ("place", "mall", "商场|malls|shopping malls"),
    ("place", "quiet_places", "安静的地方|人少的地方|quiet places|places without crowds"),
    ("place", "crowds", "人多的地方|人挤人|拥挤|crowds|crowded places"),
    ("pet", "dog", "狗|狗狗|小狗|dog|dogs"),
    ("pet", "cat", "猫|猫咪|小猫|cat|cats"),
    ("assistant", "chat", "闲聊|聊天|话多|small talk|chit-chat|being talked to"),
    ("assistant", "reminders", "提醒|被提醒|reminders|being reminded"),
    ("assistant", "voice", "语音|语音播报|voice announcements|voice prompts"),
    ("assistant", "ads", "广告|推销|ads|adverts|advertising"),
];

/// Nothing to like or dislike: words that stand for what was said before, or for nothing in particular.
const EMPTY: &str = "它|他|她|他们|她们|你|你们|这个|那个|这样|那样|这里|那里|这|那|什么|谁|自己|这种|那种|东西|一下|这些|那些|一样|it|that|this|them|him|her|you|these|those|here|there|so|everything|nothing|something|anything|how|what|to|things|stuff|one|ones";

const ON_ROADS: &str = "多的路段|多的路|太多的路|很多的路|比较多的路|多的地方|严重的路段|严重的路|的路段|路段|的道路|的路|的地方|区域|地段|路口| roads| areas| zones| spots| stretches| sections";

static TABLE: LazyLock<Words<(&'static str, &'static str)>> =
    LazyLock::new(|| Words::new(ITEMS.iter().map(|(category, name, words)| (*words, (*category, *name)))));

/// A thing, normalised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// `drink`, `route`, `music`; `taste` where nothing tells.
    pub category: String,
    /// `coffee`, or the folded words.
    pub name: String,
    /// Whether a table knows it.
    pub known: bool,
}

impl Item {
    /// `drink.coffee`.
    pub fn attribute(&self) -> String {
        format!("{}.{}", self.category, self.name)
    }
}

/// The thing that words name, where `hint` is the category that a verb gave (喝 a drink, "listen to" music). `None` when they
/// name nothing in particular.
pub fn item(said: &str, hint: Option<&str>) -> Option<Item> {
    let text = folded(said);
    let text = bare(&text);
    if text.is_empty() || EMPTY.split('|').any(|empty| empty == text) {
        return None;
    }
    if let Some((category, name)) = TABLE.exact(text).or_else(|| TABLE.exact(singular(text).as_str())) {
        return Some(Item { category: (*category).to_owned(), name: (*name).to_owned(), known: true });
    }
    // 红绿灯多的路, 拥堵路段: roads by what is on them.
    let on_roads =
        ON_ROADS.split('|').filter_map(|end| text.strip_suffix(end)).find_map(|what| TABLE.exact(what));
    if let Some((category, name)) = on_roads.filter(|(category, _)| *category == "route") {
        return Some(Item { category: (*category).to_owned(), name: (*name).to_owned(), known: true });
    }
    // The thing may stand with a describing word: 冰拿铁, "strong coffee". The last known word carries it in both languages;
    // only where it makes up a good part of the words.
    let head = TABLE.find(text).last().filter(|(span, _)| {
        span.end == text.len() && span.len() > 3 && span.len() * 3 >= text.len() && text.chars().count() <= 24
    });
    if let Some((span, (category, name))) = head {
        let describing = slug(text.get(..span.start).unwrap_or_default());
        // "Dark tunnels" are tunnels.
        let name = if describing.is_empty() || *category == "route" {
            (*name).to_owned()
        } else {
            format!("{name}:{describing}")
        };
        return Some(Item { category: (*category).to_owned(), name, known: true });
    }
    let category = hint.unwrap_or("taste").to_owned();
    let name = slug(&singular(text));
    (!name.is_empty()).then_some(Item { category, name, known: false })
}

/// Attributes of all things that a folded text names, in order.
pub(crate) fn known_in(text: &str) -> Vec<String> {
    TABLE.find(text).map(|(_, (category, name))| format!("{category}.{name}")).collect()
}

/// Other words for the things that a folded text names.
pub(crate) fn others(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for (span, (category, name)) in TABLE.find(text) {
        let said = text.get(span).unwrap_or_default();
        let line = ITEMS.iter().find(|(of, called, _)| of == category && called == name);
        found.extend(line.into_iter().flat_map(|(.., words)| words.split('|')).filter(|word| *word != said));
    }
    found
}

/// Without articles, measure words and small words around.
fn bare(text: &str) -> &str {
    const BEFORE: &str = "the |a |an |my |some |any |to |that |this |those |these |of |very |really |all |more |having |hear |hearing |driving over |driving through |driving across |driving in |driving via |going through |going over |crossing |drinking |eating |playing |listening to |driving on |driving along |taking |going to |using |watching |一杯|一点|一些|那种|这种|那个|这个|那条|这条|一个|一条|那家|这家|各种|所有|任何|加|放|带|有|去|走|吃|喝|听|看|开|坐|停|加|用|在";
    const BEHIND: &str = " anymore| any more| a lot| very much| so much| too much| most| best| at all| either| too| though| please| now| as well| these days| in general|了|的|呢|啊|吧|呀|哦|啦|嘛|之类|什么|那种|这类|一类|类";
    let mut text = text.trim().trim_matches(|c: char| ".,!?;:\"'()".contains(c)).trim();
    loop {
        // A verb is only cut where something is left behind it.
        let cut = BEFORE.split('|').fold(text, |text, word| match text.strip_prefix(word) {
            Some(rest) if !rest.is_empty() && TABLE.exact(text).is_none() => rest,
            _ => text,
        });
        let cut = BEHIND
            .split('|')
            .fold(cut, |text, word| {
                if TABLE.exact(text).is_some() { text } else { text.strip_suffix(word).unwrap_or(text) }
            })
            .trim();
        if cut == text {
            return text;
        }
        text = cut;
    }
}

fn singular(text: &str) -> String {
    let plural = text.len() > 3
        && text.ends_with('s')
        && !text.ends_with("ss")
        && !text.ends_with("us")
        && !text.chars().any(is_cjk);
    if plural { text.trim_end_matches('s').to_owned() } else { text.to_owned() }
}

/// Words as a part of a key: small letters, single underscores.
pub(crate) fn slug(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_whitespace() || ".,!?;:=|/\"'()".contains(c))
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_one_name_in_both_languages() {
        let check = |said: &str, hint: Option<&str>, expected: &str| {
            assert_eq!(item(said, hint).map(|item| item.attribute()).unwrap_or_default(), expected, "{said}");
        };
        check("咖啡", None, "drink.coffee");
        check("喝咖啡", None, "drink.coffee");
        check("coffee", None, "drink.coffee");
        check("a strong coffee", None, "drink.coffee:strong");
        check("滨河路", None, "route.waterside");
        check("the coast road", None, "route.waterside");
        check("爵士乐", None, "music.jazz");
        check("jazz", None, "music.jazz");
        check("周杰伦的歌", Some("music"), "music.周杰伦的歌");
        check("Radiohead", Some("music"), "music.radiohead");
        check("tunnels", None, "route.tunnel");
        check("driving at night", None, "drive.night");
        check("香菜", Some("food"), "food.cilantro");
        check("吃香菜", None, "food.cilantro");
        check("it", None, "");
        check("这个", None, "");
        check("Dixie's diner", Some("place"), "place.dixie_s_diner");
    }
}

//! "Is there a pharmacy near here?", 附近有什么饭店: a question for a kind of place is a wish to go to the nearest.

use super::text::Text;

/// Around here, and words that go between it and the kind of place.
const NEAR_ZH: &str = "附近|周边|周围|这附近|这边|这周围|离我最近|离这最近|离这儿最近|这一带";
const THERE_ZH: &str = "哪里有|哪儿有|哪有|有没有|有什么|有啥|有哪些|有哪家|有|能找到|哪家|找个|找一个|找家|找一家|什么|随便找个|随便找家|搜一下|搜|找找";
/// The same without 附近.
const WHERE_ZH: &str = "哪里有|哪儿有|哪有|找个|找一个|找家|找一家|找最近的|找个最近的|找附近的|搜一下附近的|搜附近的|查一下附近的|查附近的|推荐个|推荐一家|推荐一个|上哪|去哪|有没有";
/// How good it should be; says nothing about where it is.
const GOOD_ZH: &str = "好吃的|不错的|好一点的|好点的|便宜的|靠谱的|近一点的|近点的|能停车的|最近的|评价好的|大一点的|能加油的|可以|能|免费的|附近的|合适的";
/// Kinds of places that people look for on their way.
const KINDS_ZH: &str = "饭店|餐厅|餐馆|饭馆|馆子|小吃|面馆|火锅|早餐|快餐|加油站|加油的|充电站|充电桩|充电的|停车场|停车位|车位|停车的|厕所|卫生间|洗手间|公厕|超市|便利店|药店|药房|医院|诊所|急诊|银行|取款机|atm|酒店|宾馆|旅馆|咖啡馆|咖啡店|咖啡厅|咖啡|奶茶店|商场|公园|洗车|洗车店|修车|修车店|修理厂|维修店|4s店|警察局|派出所|邮局|学校|图书馆|电影院|书店|花店|面包店|蛋糕店|菜市场|市场|吃饭的地方|吃的|吃饭|喝咖啡的地方|休息的地方|服务区|理发店|宠物医院|五金店|体育馆|游泳馆|博物馆|海滩|沙滩|酒吧|网吧|地铁站|公交站|火车站";
const KINDS_EN: &str = "restaurant|restaurants|cafe|café|cafes|coffee shop|coffee place|coffee|bakery|petrol station|petrol stations|gas station|gas stations|fuel station|filling station|service station|petrol|gas|fuel|charging station|charging point|charging stations|charger|ev charger|car park|car parks|parking|parking lot|parking garage|parking space|place to park|somewhere to park|toilet|toilets|restroom|restrooms|bathroom|washroom|supermarket|supermarkets|grocery store|grocery|convenience store|corner shop|pharmacy|chemist|drugstore|hospital|clinic|doctor|dentist|vet|bank|cash machine|atm|hotel|hotels|motel|hostel|pub|bar|park|playground|beach|garage|mechanic|car wash|tyre shop|tire shop|police station|post office|school|library|cinema|bookshop|bookstore|florist|market|mall|shopping centre|shopping mall|rest area|rest stop|place to eat|somewhere to eat|something to eat|place for lunch|place for dinner|barber|hairdresser|hardware store|museum|train station|bus stop|metro station|subway station|gym";
/// Beginnings of such a question; the second only where "near here" follows.
const ALWAYS_EN: &str = "where's the nearest|where is the nearest|where's the closest|where is the closest|what's the nearest|what is the nearest|what's the closest|what is the closest|which is the nearest|find me the nearest|find the nearest|find me the closest|find the closest|show me the nearest|search for the nearest|locate the nearest|i need the nearest|where can i find the nearest|where can i find|where can i get|where can we get|where can i buy|where can we find|looking for the nearest";
const NEAR_EN: &str = "pick me|pick|suggest|recommend|get me|give me|point me to|direct me to|can you suggest|can you recommend|is there|is there any|are there any|are there|any|find me|find|i need|i need to find|we need|i'm looking for|i am looking for|looking for|we're looking for|where is|where's|search for|show me|do you know|know any|got any|can you find me|can you find|could you find|could you find me|what about";
const ARTICLES_EN: &str =
    "a|an|any|some|the|good|decent|nice|cheap|nearby|open|free|public|closest|nearest|place with";
pub(super) const AROUND_EN: &str = "nearby|near here|near me|around here|close by|close to here|in the area|in this area|near by|round here|not far from here";

/// Index behind the words of such a question that begins here; the kind of place stands there.
pub(super) fn asks(text: &Text, from: usize) -> Option<usize> {
    let before = text.before(from);
    if before.is_alphanumeric() && before.is_ascii() {
        return None;
    }
    chinese(text, from).or_else(|| english(text, from))
}

fn chinese(text: &Text, from: usize) -> Option<usize> {
    let near = longest(text, from, NEAR_ZH).and_then(|at| longest(text, at, THERE_ZH));
    let mut at = near.or_else(|| longest(text, from, WHERE_ZH))?;
    for _ in 0..3 {
        at = longest(text, at, GOOD_ZH).or_else(|| longest(text, at, NEAR_ZH)).unwrap_or(at);
    }
    begins(text, at, KINDS_ZH).then_some(at)
}

fn english(text: &Text, from: usize) -> Option<usize> {
    let always = longest(text, from, ALWAYS_EN);
    let mut at = always.or_else(|| longest(text, from, NEAR_EN))?;
    at = spaces(text, at);
    for _ in 0..4 {
        at = longest(text, at, ARTICLES_EN).map_or(at, |at| spaces(text, at));
    }
    let nearest =
        (from..at).any(|at| text.matches(at, "nearest").is_some() || text.matches(at, "closest").is_some());
    let around = || (at..text.len()).any(|at| longest(text, at, AROUND_EN).is_some());
    let nearby = (from..at).any(|at| text.matches(at, "nearby").is_some());
    (begins(text, at, KINDS_EN) && (always.is_some() || nearest || nearby || around())).then_some(at)
}

fn longest(text: &Text, from: usize, words: &str) -> Option<usize> {
    words.split('|').filter_map(|word| text.matches(from, word)).max()
}

fn begins(text: &Text, from: usize, words: &str) -> bool {
    words.split('|').any(|word| text.matches(from, word).is_some())
}

fn spaces(text: &Text, from: usize) -> usize {
    (from..text.len()).find(|at| !text.at(*at).is_whitespace()).unwrap_or(text.len())
}

//! Addresses as people say them: city, district and the place itself (MISSION S3-09).

use std::{ops::Range, sync::LazyLock};

use crate::text::{Words, folded, is_cjk, lang_of};
use domain::Lang;

/// An address in parts; what was not said and does not follow is empty. All folded, cities and districts in full.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Address {
    /// City: 北京, porto.
    pub city: String,
    /// District: 朝阳区.
    pub district: String,
    /// The place itself, without "near" and the like: 三元桥, 望京soho.
    pub poi: String,
}

impl Address {
    /// One stable text: `city=北京;district=朝阳区;poi=三元桥`.
    pub fn value(&self) -> String {
        let parts = [("city", &self.city), ("district", &self.district), ("poi", &self.poi)];
        let parts = parts
            .into_iter()
            .filter(|(_, part)| !part.is_empty())
            .map(|(name, part)| format!("{name}={part}"));
        parts.collect::<Vec<_>>().join(";")
    }

    /// Without the place itself: what may be kept of an address that nobody confirmed (MISSION X16).
    pub fn coarse(&self) -> Self {
        Self { poi: String::new(), ..self.clone() }
    }

    /// City and district in words; empty when neither is known.
    pub fn spoken(&self, lang: Lang) -> String {
        match lang {
            Lang::Zh => format!("{}{}", self.city, self.district),
            Lang::En => [&self.district, &self.city]
                .into_iter()
                .filter(|part| !part.is_empty())
                .map(|part| titled(part))
                .collect::<Vec<_>>()
                .join(", "),
        }
    }
}

fn titled(words: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// What a known name is.
#[derive(Clone, Copy, Debug)]
enum Known {
    City,
    /// A district and its city.
    District(&'static str, &'static str),
    /// A quarter or landmark in a district of a city.
    Area(&'static str, &'static str),
}

const CITIES: &str = "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|济南|大连|沈阳|哈尔滨|长春|厦门|福州|泉州|宁波|温州|无锡|常州|合肥|南昌|昆明|贵阳|南宁|海口|三亚|石家庄|太原|呼和浩特|兰州|西宁|银川|乌鲁木齐|拉萨|珠海|佛山|东莞|惠州|汕头|烟台|威海|潍坊|徐州|南通|扬州|镇江|嘉兴|绍兴|金华|台州|洛阳|开封|桂林|柳州|绵阳|唐山|保定|秦皇岛|廊坊|香港|澳门|台北|高雄|义乌|湖州|丽水|衢州|舟山|盐城|淮安|连云港|宿迁|泰州|昆山|江阴|张家港|常熟|太仓|芜湖|蚌埠|阜阳|马鞍山|安庆|黄山|六安|滁州|淮南|淮北|宣城|池州|亳州|漳州|莆田|龙岩|三明|宁德|南平|九江|赣州|景德镇|上饶|宜春|吉安|抚州|萍乡|新余|鹰潭|淄博|临沂|济宁|泰安|日照|德州|聊城|滨州|东营|枣庄|菏泽|莱芜|宜昌|襄阳|荆州|黄石|十堰|孝感|黄冈|咸宁|荆门|鄂州|恩施|株洲|湘潭|衡阳|岳阳|常德|邵阳|益阳|郴州|永州|怀化|娄底|张家界|湘西|新乡|安阳|焦作|许昌|南阳|平顶山|信阳|商丘|周口|驻马店|漯河|濮阳|鹤壁|三门峡|中山|江门|湛江|茂名|肇庆|清远|韶关|梅州|揭阳|潮州|河源|汕尾|阳江|云浮|北海|梧州|玉林|钦州|百色|贵港|防城港|德阳|宜宾|泸州|南充|乐山|达州|自贡|内江|遂宁|眉山|广元|攀枝花|西昌|雅安|遵义|六盘水|安顺|毕节|铜仁|凯里|曲靖|大理|丽江|玉溪|红河|保山|昭通|西双版纳|宝鸡|咸阳|渭南|汉中|榆林|延安|安康|天水|酒泉|嘉峪关|敦煌|张掖|武威|喀什|伊犁|库尔勒|克拉玛依|包头|鄂尔多斯|赤峰|通辽|呼伦贝尔|大同|运城|临汾|长治|晋中|吕梁|晋城|阳泉|邯郸|沧州|邢台|张家口|承德|衡水|鞍山|抚顺|锦州|营口|丹东|盘锦|葫芦岛|本溪|辽阳|阜新|吉林市|四平|延吉|通化|大庆|齐齐哈尔|牡丹江|佳木斯|鸡西|鹤岗|黑河|儋州|三沙|日喀则|林芝|台中|台南|新竹|london|paris|berlin|munich|hamburg|cologne|frankfurt|vienna|zurich|geneva|basel|amsterdam|rotterdam|brussels|antwerp|madrid|barcelona|valencia|seville|lisbon|porto|rome|milan|turin|naples|florence|venice|nice|lyon|marseille|toulouse|bordeaux|lille|dublin|cork|edinburgh|glasgow|manchester|birmingham|liverpool|leeds|bristol|oxford|cambridge|copenhagen|stockholm|gothenburg|oslo|helsinki|warsaw|krakow|prague|budapest|athens|istanbul|moscow|new york|brooklyn|manhattan|los angeles|san francisco|san jose|oakland|san diego|seattle|portland|chicago|boston|philadelphia|washington|austin|houston|dallas|denver|phoenix|atlanta|miami|orlando|detroit|minneapolis|toronto|montreal|vancouver|ottawa|calgary|sydney|melbourne|brisbane|perth|auckland|wellington|singapore|tokyo|osaka|kyoto|seoul|bangkok|delhi|mumbai|bangalore|dubai|cape town|johannesburg|nairobi|cairo|mexico city|sao paulo|rio de janeiro|buenos aires|santiago|lima|bogota|monaco|vaduz|andorra la vella|macau|hong kong|taipei|beijing|shanghai|shenzhen|guangzhou|hangzhou|chengdu|bath|cardiff|swansea|newport|york|hull|exeter|plymouth|norwich|nottingham|leicester|derby|sheffield|bradford|newcastle|sunderland|durham|carlisle|lancaster|preston|blackpool|bolton|stockport|chester|coventry|wolverhampton|worcester|gloucester|cheltenham|swindon|southampton|portsmouth|brighton|hove|bournemouth|poole|salisbury|winchester|canterbury|dover|croydon|luton|milton keynes|northampton|peterborough|ipswich|colchester|chelmsford|southend|watford|guildford|slough|aberdeen|dundee|inverness|perth|stirling|belfast|derry|galway|limerick|waterford|middlesbrough|huddersfield|wakefield|doncaster|rotherham|stoke|telford|shrewsbury|hereford|truro|torquay|lincoln|grimsby|scarborough|harrogate|warrington|wigan|oldham|rochdale|bonn|stuttgart|dresden|leipzig|hannover|hanover|nuremberg|bremen|essen|dortmund|duesseldorf|dusseldorf|freiburg|heidelberg|mainz|salzburg|graz|linz|innsbruck|bern|lausanne|lucerne|utrecht|the hague|eindhoven|ghent|bruges|liege|luxembourg|granada|malaga|bilbao|zaragoza|palma|alicante|murcia|coimbra|braga|faro|bologna|genoa|verona|palermo|bari|pisa|siena|trieste|nantes|strasbourg|rennes|montpellier|grenoble|dijon|reims|cannes|antibes|avignon|menton|annecy|aarhus|odense|malmo|uppsala|bergen|trondheim|turku|tampere|tallinn|riga|vilnius|gdansk|wroclaw|poznan|lodz|brno|bratislava|ljubljana|zagreb|split|belgrade|sofia|bucharest|cluj|kyiv|kiev|lviv|ankara|izmir|tbilisi|yerevan|baku|st petersburg|saint petersburg|sacramento|fresno|long beach|santa monica|berkeley|palo alto|las vegas|reno|salt lake city|tucson|albuquerque|santa fe|el paso|san antonio|fort worth|oklahoma city|tulsa|kansas city|st louis|saint louis|omaha|des moines|milwaukee|madison|indianapolis|columbus|cleveland|cincinnati|pittsburgh|buffalo|rochester|albany|providence|hartford|new haven|newark|jersey city|baltimore|richmond|charlotte|raleigh|charleston|savannah|nashville|memphis|louisville|new orleans|birmingham alabama|tampa|jacksonville|fort lauderdale|honolulu|anchorage|boise|spokane|tacoma|eugene|quebec city|winnipeg|edmonton|halifax|victoria|saskatoon|regina|hamilton|london ontario|canberra|adelaide|hobart|darwin|gold coast|newcastle nsw|christchurch|dunedin|queenstown|kuala lumpur|penang|jakarta|bali|manila|hanoi|ho chi minh city|saigon|phnom penh|yangon|colombo|kathmandu|dhaka|karachi|lahore|islamabad|chennai|hyderabad|kolkata|pune|ahmedabad|jaipur|goa|riyadh|jeddah|doha|abu dhabi|muscat|kuwait city|manama|amman|beirut|jerusalem|tel aviv|haifa|tehran|baghdad|casablanca|marrakesh|rabat|tunis|algiers|accra|lagos|abuja|addis ababa|kampala|dar es salaam|durban|pretoria|nagoya|fukuoka|sapporo|kobe|yokohama|busan|incheon|nanjing|suzhou|wuhan|xi'an|xian|chongqing|tianjin|qingdao|dalian|xiamen|ningbo|changsha|zhengzhou|jinan|harbin|kunming|wuxi|fuzhou|hefei|dongguan|foshan|zhuhai|sanya|guadalajara|monterrey|havana|san juan|panama city|quito|caracas|medellin|brasilia|salvador|recife|montevideo|asuncion|la paz|cordoba";
const DISTRICTS: &[(&str, &str)] = &[
    (
        "北京",
        "朝阳区|海淀区|东城区|西城区|丰台区|石景山区|通州区|昌平区|大兴区|顺义区|房山区|门头沟区|怀柔区|平谷区|密云区|延庆区|亦庄",
    ),
    (
        "上海",
        "浦东新区|浦东|黄浦区|徐汇区|长宁区|静安区|普陀区|虹口区|杨浦区|闵行区|嘉定区|松江区|青浦区|奉贤区|金山区|崇明区",
    ),
    ("广州", "天河区|越秀区|海珠区|荔湾区|番禺区|黄埔区|花都区|增城区|从化区"),
    ("深圳", "南山区|福田区|罗湖区|龙岗区|龙华区|盐田区|光明区|坪山区"),
    ("杭州", "西湖区|余杭区|滨江区|拱墅区|萧山区|上城区|临平区|钱塘区"),
    ("成都", "武侯区|锦江区|青羊区|金牛区|成华区|双流区"),
    ("南京", "玄武区|鼓楼区|建邺区|秦淮区|栖霞区|江宁区|雨花台区|浦口区"),
    ("武汉", "江汉区|武昌区|汉阳区|洪山区|江岸区|硚口区"),
    ("天津", "和平区|河西区|南开区|滨海新区"),
    ("重庆", "渝中区|江北区|渝北区|南岸区|沙坪坝区|九龙坡区"),
    ("西安", "雁塔区|碑林区|未央区|莲湖区"),
];
const AREAS: &[(&str, &str, &str)] = &[
    (
        "北京",
        "朝阳区",
        "望京|望京soho|望京花园|三元桥|国贸|大望路|三里屯|工体|亚运村|双井|四惠|太阳宫|酒仙桥|芍药居|798|奥体中心|潘家园|劲松|常营|东坝|来广营|北苑|望京西|阜通|将台",
    ),
    (
        "北京",
        "海淀区",
        "中关村|五道口|西二旗|上地|知春路|清河|公主坟|五棵松|万柳|苏州街|魏公村|学院路|牡丹园|西北旺|四季青|人大附近|清华园",
    ),
    ("北京", "东城区", "王府井|东直门|崇文门|东单|雍和宫|天坛|和平里|安定门"),
    ("北京", "西城区", "西单|金融街|德胜门|西直门|宣武门|什刹海|广安门"),
    ("北京", "昌平区", "回龙观|天通苑|沙河|北七家"),
    ("北京", "丰台区", "方庄|丽泽|马家堡|科技园|六里桥"),
    ("北京", "大兴区", "亦庄|西红门|旧宫"),
    ("北京", "通州区", "梨园|果园|土桥|运河商务区"),
    ("上海", "浦东新区", "陆家嘴|张江|世纪公园|世纪大道|金桥|川沙|花木|前滩|三林|外高桥|临港"),
    ("上海", "徐汇区", "徐家汇|漕河泾|衡山路|上海南站|龙华"),
    ("上海", "静安区", "静安寺|南京西路|人民广场北"),
    ("上海", "黄浦区", "外滩|人民广场|新天地|豫园"),
    ("上海", "杨浦区", "五角场"),
    ("上海", "闵行区", "虹桥|莘庄|七宝"),
    ("深圳", "南山区", "科技园|后海|蛇口|前海|深圳湾|华侨城"),
    ("深圳", "福田区", "华强北|车公庙|会展中心|莲花北"),
    ("广州", "天河区", "珠江新城|天河城|体育西路|车陂|五山"),
    ("广州", "海珠区", "琶洲|客村"),
    ("杭州", "余杭区", "未来科技城|良渚|梦想小镇"),
    ("杭州", "滨江区", "星光大道|长河"),
    ("成都", "武侯区", "高新区|天府三街|桐梓林"),
];

static NAMES: LazyLock<Words<Known>> = LazyLock::new(|| {
    let districts = DISTRICTS.iter().flat_map(|(city, list)| {
        // 朝阳 alone means the district as well, 西湖 alone the lake.
        list.split('|').map(|district| (district, Known::District(city, district)))
    });
    let areas = AREAS
        .iter()
        .flat_map(|(city, district, list)| list.split('|').map(|area| (area, Known::Area(city, district))));
    Words::new([(CITIES, Known::City)].into_iter().chain(districts).chain(areas))
});

/// Reads an address. Parts that nothing knows end up in `poi`.
pub fn address(said: &str) -> Address {
    let text = folded(said);
    let text = trimmed(&text);
    if lang_of(text) == Lang::En && !text.chars().any(is_cjk) {
        return english(text);
    }
    let mut found = Address::default();
    let mut rest = String::new();
    let mut at = 0;
    let mut first_area = None;
    for (span, known) in NAMES.find(text) {
        let name = text.get(span.clone()).unwrap_or_default();
        match known {
            Known::City
                if found.city.is_empty()
                    && rest.is_empty()
                    && span.start == at
                    && !is_street(text, span.end) =>
            {
                found.city = name.to_owned();
                at = span.end + suffix(text, span.end, "市");
                continue;
            }
            Known::District(city, district) if found.district.is_empty() && span.start == at => {
                found.district = full_district(district);
                if found.city.is_empty() {
                    found.city = (*city).to_owned();
                }
                at = span.end;
                continue;
            }
            Known::Area(city, district) if first_area.is_none() => {
                first_area = Some((city, district));
                if found.city.is_empty() {
                    found.city = (*city).to_owned();
                }
                if found.district.is_empty() && found.city == *city {
                    found.district = (*district).to_owned();
                }
            }
            _ => {}
        }
        rest.push_str(text.get(at..span.end).unwrap_or_default());
        at = span.end;
    }
    rest.push_str(text.get(at..).unwrap_or_default());
    let rest = trimmed(&rest);
    let rest = split_unknown(rest, &mut found);
    rest.trim().clone_into(&mut found.poi);
    found
}

/// 某某市, 某某区 that no table holds.
fn split_unknown<'a>(rest: &'a str, found: &mut Address) -> &'a str {
    let mut rest = rest;
    for (end, is_city) in [("省", false), ("市", true), ("区", false), ("县", false)] {
        let Some(at) = rest.find(end).filter(|at| (3..=15).contains(at)) else { continue };
        let (name, after) = rest.split_at(at + end.len());
        // 小区, 社区, 园区, 景区 are places of their own.
        if "小区|社区|园区|景区|校区|城市|超市|门市|夜市|菜市".split('|').any(|word| name.ends_with(word))
        {
            continue;
        }
        match (end, is_city) {
            ("省", _) => {}
            (_, true) if found.city.is_empty() => name.trim_end_matches('市').clone_into(&mut found.city),
            (_, false) if found.district.is_empty() => name.clone_into(&mut found.district),
            _ => continue,
        }
        rest = after;
    }
    rest
}

/// Whether these folded words are a city and nothing else.
pub(crate) fn is_city(text: &str) -> bool {
    matches!(NAMES.exact(text), Some(Known::City))
}

fn english(text: &str) -> Address {
    let mut found = Address::default();
    let mut parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if let Some(at) = parts.iter().position(|part| matches!(NAMES.exact(part), Some(Known::City))) {
        found.city = parts.remove(at).to_owned();
        parts.truncate(at.max(1));
    } else if let Some((span, _)) = NAMES.find(text).find(|(span, known)| {
        matches!(known, Known::City)
            && span.end == text.len()
            && text.get(..span.start).is_some_and(|b| b.ends_with("in ") || b.is_empty())
    }) {
        found.city = text.get(span.clone()).unwrap_or_default().to_owned();
        let before = text.get(..span.start).unwrap_or_default().trim_end().trim_end_matches("in").trim();
        parts = if before.is_empty() { Vec::new() } else { vec![before] };
    }
    found.poi = parts.join(", ");
    for word in ["near ", "close to ", "next to ", "by ", "at ", "in ", "around ", "opposite ", "the "] {
        found.poi = found.poi.trim_start_matches(word).to_owned();
    }
    found
}

fn full_district(district: &str) -> String {
    match district {
        "浦东" => "浦东新区".to_owned(),
        "亦庄" => "大兴区".to_owned(),
        _ => district.to_owned(),
    }
}

/// 南京路, 天津北路: streets, not cities.
fn is_street(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default().trim_start_matches(['东', '西', '南', '北', '中', '大']);
    ["路", "街", "道"].iter().any(|word| rest.starts_with(word))
}

fn suffix(text: &str, at: usize, word: &str) -> usize {
    if text.get(at..).is_some_and(|rest| rest.starts_with(word)) { word.len() } else { 0 }
}

/// Without "in", "near" and other words around an address.
fn trimmed(text: &str) -> &str {
    const BEFORE: &str = "在|到|是|就|中国|靠近|临近";
    const BEHIND: &str = "附近|旁边|边上|那边|这边|那里|这里|那儿|这儿|一带|周边|对面|里面|那块|这块|了|的|呢|啊|吧|哦|那|上班|工作|上学|办公|住|.|!|,|。";
    let mut text = text.trim();
    loop {
        let cut = BEFORE.split('|').fold(text, |text, word| text.strip_prefix(word).unwrap_or(text));
        let cut = BEHIND.split('|').fold(cut, |text, word| text.strip_suffix(word).unwrap_or(text)).trim();
        if cut == text || cut.is_empty() {
            return text;
        }
        text = cut;
    }
}

/// Where an address that begins at `from` in folded text ends: at a pause or a word that goes on.
pub(crate) fn end_of_address(text: &str, from: usize) -> Range<usize> {
    const STOPS: &str = ",|.|!|?|;|\n|了|附近|旁边|边上|那边|这边|一带|对面|上班|工作|上学|办公|的|所以|因为|但是|每天|以后|开车|离|请|帮|记|吧|呢|啊|吗|租|买|已经|很| now| and | but | so | because | which | where | these days| at the moment| anymore| any more| since | with | for | when | if | please| from now| again| - | last | this | next | two | a few| today| yesterday| i ";
    let rest = text.get(from..).unwrap_or_default();
    let lead = rest.len() - rest.trim_start().len();
    let stop = STOPS.split('|').filter_map(|stop| rest.get(lead..)?.find(stop).map(|at| at + lead)).min();
    let mut end = from + stop.unwrap_or(rest.len());
    // A comma between street, district and city goes on with the address.
    while text.get(end..).is_some_and(|after| after.starts_with(", ")) {
        let after = text.get(end + 2..).unwrap_or_default();
        let next = STOPS.split('|').filter_map(|stop| after.find(stop)).min().unwrap_or(after.len());
        let part = after.get(..next).unwrap_or_default();
        if matches!(NAMES.exact(part.trim()), Some(Known::City)) {
            end += 2 + next;
        } else {
            break;
        }
    }
    let inside = text.get(from..end).unwrap_or_default();
    from + lead..from + lead + inside.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s3_09_an_address_falls_into_city_district_and_place() {
        let check = |said: &str, expected: &str| assert_eq!(address(said).value(), expected, "{said}");
        check("朝阳区三元桥", "city=北京;district=朝阳区;poi=三元桥");
        check("北京朝阳区三元桥", "city=北京;district=朝阳区;poi=三元桥");
        check("北京市朝阳区三元桥附近", "city=北京;district=朝阳区;poi=三元桥");
        check("在望京soho附近", "city=北京;district=朝阳区;poi=望京soho");
        check("望京SOHO那边", "city=北京;district=朝阳区;poi=望京soho");
        check("望京", "city=北京;district=朝阳区;poi=望京");
        check("上海浦东陆家嘴", "city=上海;district=浦东新区;poi=陆家嘴");
        check("浦东新区张江", "city=上海;district=浦东新区;poi=张江");
        check("深圳南山区", "city=深圳;district=南山区");
        check("通州", "poi=通州");
        check("浙江省绍兴市柯桥区万达广场", "city=绍兴;district=柯桥区;poi=万达广场");
        check("阳光小区", "poi=阳光小区");
        check("12 Baker Street, London", "city=london;poi=12 baker street");
        check("near Central Station, Porto", "city=porto;poi=central station");
        check("London", "city=london");
        check("the old mill in Oxford", "city=oxford;poi=old mill");
        check("南京东路1266号", "poi=南京东路1266号");
        check("", "");
    }
}

//! Kinds of things one asks for without a name: 加油站, pharmacy, parking.

use domain::Lang;

use crate::fold::{fold, is_cjk_word};
use crate::reading;

/// A kind of thing.
#[derive(Debug)]
pub(crate) struct Category {
    /// `key=value` of OSM, any of them.
    pub kinds: &'static [&'static str],
    /// Chinese words, the first one is the label.
    zh: &'static [&'static str],
    /// English words, the first one is the label.
    en: &'static [&'static str],
}

const fn of(
    kinds: &'static [&'static str],
    zh: &'static [&'static str],
    en: &'static [&'static str],
) -> Category {
    Category { kinds, zh, en }
}

/// The table. Tags after <https://wiki.openstreetmap.org/wiki/Map_features>.
#[rustfmt::skip]
pub(crate) const CATEGORIES: &[Category] = &[
    of(&["amenity=fuel"], &["加油站", "加油"], &["petrol station", "gas station", "fuel", "petrol", "filling station"]),
    of(&["amenity=charging_station"], &["充电站", "充电桩", "充电"], &["charging station", "ev charger", "charger"]),
    of(&["amenity=parking", "amenity=parking_entrance"], &["停车场", "停车", "车库", "停车库"], &["car park", "parking", "parking lot", "garage"]),
    of(&["amenity=pharmacy", "healthcare=pharmacy"], &["药店", "药房"], &["pharmacy", "chemist", "drugstore"]),
    of(&["amenity=hospital", "healthcare=hospital"], &["医院"], &["hospital", "emergency room"]),
    of(&["amenity=clinic", "amenity=doctors"], &["诊所", "门诊"], &["clinic", "doctor"]),
    of(&["amenity=dentist"], &["牙医", "牙科"], &["dentist"]),
    of(&["amenity=veterinary"], &["宠物医院", "兽医"], &["vet", "veterinary"]),
    of(&["amenity=school"], &["学校", "小学", "中学"], &["school"]),
    of(&["amenity=kindergarten", "amenity=childcare"], &["幼儿园", "托儿所"], &["kindergarten", "nursery", "daycare"]),
    of(&["amenity=university", "amenity=college"], &["大学", "学院"], &["university", "college"]),
    of(&["amenity=library"], &["图书馆"], &["library"]),
    of(&["amenity=bank"], &["银行"], &["bank"]),
    of(&["amenity=atm"], &["取款机", "自动取款机"], &["atm", "cash machine"]),
    of(&["amenity=post_office"], &["邮局"], &["post office"]),
    of(&["amenity=police"], &["派出所", "警察局", "公安局"], &["police"]),
    of(&["amenity=fire_station"], &["消防站"], &["fire station"]),
    of(&["amenity=townhall"], &["市政厅", "政府"], &["town hall", "city hall"]),
    of(&["amenity=restaurant"], &["餐厅", "饭店", "餐馆", "吃饭"], &["restaurant"]),
    of(&["amenity=fast_food"], &["快餐"], &["fast food"]),
    of(&["amenity=cafe"], &["咖啡馆", "咖啡", "咖啡厅"], &["cafe", "coffee", "coffee shop"]),
    of(&["amenity=bar", "amenity=pub"], &["酒吧"], &["bar", "pub"]),
    of(&["amenity=toilets"], &["厕所", "公厕", "洗手间", "卫生间"], &["toilet", "toilets", "restroom", "wc"]),
    of(&["amenity=car_wash"], &["洗车", "洗车店"], &["car wash"]),
    of(&["shop=car_repair"], &["修车", "汽修", "汽车修理"], &["car repair", "mechanic"]),
    of(&["amenity=car_rental"], &["租车"], &["car rental", "rent a car"]),
    of(&["amenity=taxi"], &["出租车站", "出租车"], &["taxi"]),
    of(&["amenity=bus_station"], &["汽车站", "客运站"], &["bus station"]),
    of(&["amenity=ferry_terminal"], &["渡口", "码头"], &["ferry", "ferry terminal"]),
    of(&["railway=station", "public_transport=station"], &["火车站", "车站", "地铁站"], &["station", "train station", "railway station"]),
    of(&["aeroway=aerodrome", "aeroway=terminal"], &["机场"], &["airport"]),
    of(&["amenity=cinema"], &["电影院", "影院"], &["cinema", "movies"]),
    of(&["amenity=theatre"], &["剧院", "剧场"], &["theatre", "theater"]),
    of(&["amenity=place_of_worship"], &["教堂", "寺庙", "清真寺"], &["church", "place of worship", "temple", "mosque"]),
    of(&["amenity=marketplace"], &["菜市场", "市场"], &["market"]),
    of(&["shop=supermarket"], &["超市"], &["supermarket", "grocery"]),
    of(&["shop=convenience"], &["便利店"], &["convenience store"]),
    of(&["shop=mall", "shop=department_store"], &["商场", "购物中心", "百货"], &["mall", "shopping centre", "shopping center", "department store"]),
    of(&["shop=bakery"], &["面包店", "面包房"], &["bakery"]),
    of(&["leisure=park", "leisure=garden"], &["公园", "花园"], &["park", "garden"]),
    of(&["leisure=fitness_centre", "leisure=sports_centre"], &["健身房", "体育馆", "健身"], &["gym", "fitness", "sports centre", "sports center"]),
    of(&["leisure=swimming_pool"], &["游泳池", "游泳馆"], &["swimming pool", "pool"]),
    of(&["leisure=stadium"], &["体育场"], &["stadium"]),
    of(&["leisure=playground"], &["游乐场", "儿童乐园"], &["playground"]),
    of(&["leisure=marina"], &["游艇码头"], &["marina"]),
    of(&["natural=beach"], &["海滩", "沙滩"], &["beach"]),
    of(&["tourism=hotel", "tourism=motel", "tourism=guest_house"], &["酒店", "宾馆", "旅馆", "住宿"], &["hotel", "motel", "guest house"]),
    of(&["tourism=museum"], &["博物馆"], &["museum"]),
    of(&["tourism=attraction"], &["景点"], &["attraction", "sights"]),
    of(&["tourism=viewpoint"], &["观景台"], &["viewpoint"]),
    of(&["tourism=zoo"], &["动物园"], &["zoo"]),
    of(&["office=company", "office=yes", "office=it"], &["写字楼", "办公楼"], &["company", "office building"]),
    of(&["highway=services", "highway=rest_area"], &["服务区"], &["services", "rest area"]),
    of(&["barrier=toll_booth"], &["收费站"], &["toll booth", "toll station"]),
];

/// Words around a category that say "one near me"; folded. Longer ones first.
const NEAR: &[&str] = &[
    "附近的",
    "最近的",
    "附近有",
    "最近",
    "附近",
    "周边",
    "找个",
    "找",
    "near me",
    "near by",
    "nearby",
    "nearest",
    "closest",
    "find a",
    "find",
];

/// A category that a query asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The category.
    pub category: &'static Category,
    /// How surely it was meant, 0 to 1.
    pub quality: f64,
}

/// The categories that a folded query asks for, whole or by the beginning of their word.
pub(crate) fn wanted(folded: &str) -> Vec<Wanted> {
    let (asked, near) = strip_near(folded);
    let asked = if asked.is_empty() { folded } else { &asked };
    let mut found: Vec<Wanted> = CATEGORIES
        .iter()
        .filter_map(|category| {
            let words = category.zh.iter().chain(category.en);
            let best = words.filter_map(|word| word_quality(asked, &fold(word))).fold(0.0, f64::max);
            // Someone who says "nearest" means a category and no name.
            (best > 0.0)
                .then(|| Wanted { category, quality: if near { f64::min(best + 0.08, 1.0) } else { best } })
        })
        .collect();
    found.sort_by(|a, b| b.quality.total_cmp(&a.quality));
    found
}

fn word_quality(asked: &str, word: &str) -> Option<f64> {
    let characters = asked.chars().count();
    if asked == word || (asked.len() > 3 && asked.strip_suffix('s') == Some(word)) {
        return Some(0.9);
    }
    let cjk = is_cjk_word(word);
    if word.starts_with(asked) && characters >= if is_cjk_word(asked) { 2 } else { 3 } {
        return Some(0.55 + 0.25 * characters as f64 / word.chars().count() as f64);
    }
    if cjk && asked.bytes().all(|b| b.is_ascii_lowercase() || b == b' ') && asked.len() >= 4 {
        let letters = asked.replace(' ', "");
        // All of the word, spelled out: pinyin of a part is too weak to list a whole category.
        return (reading::quality(&letters, word)? >= 0.94).then_some(0.85);
    }
    None
}

fn strip_near(folded: &str) -> (String, bool) {
    for near in NEAR {
        let rest = match (folded.strip_prefix(near), folded.strip_suffix(near)) {
            (Some(rest), _) if is_cjk_word(near) || rest.is_empty() || rest.starts_with(' ') => rest,
            (_, Some(rest)) if is_cjk_word(near) || rest.is_empty() || rest.ends_with(' ') => rest,
            _ => continue,
        };
        let rest = rest.trim();
        let rest = rest.strip_prefix('的').or(rest.strip_suffix('的')).unwrap_or(rest);
        return (rest.to_owned(), true);
    }
    (folded.to_owned(), false)
}

/// What a nameless thing of this kind is called; `None` for a kind that isn't in the table.
pub(crate) fn label(kind: &str, lang: Lang) -> Option<&'static str> {
    let category = CATEGORIES.iter().find(|category| category.kinds.contains(&kind))?;
    let words = match lang {
        Lang::Zh => category.zh,
        Lang::En => category.en,
    };
    words.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, kind: Option<&str>) {
        let found = wanted(&fold(typed));
        assert_eq!(found.first().map(|wanted| wanted.category.kinds[0]), kind, "{typed}");
    }

    #[test]
    fn categories_are_understood_in_both_languages() {
        check("加油站", Some("amenity=fuel"));
        check("加油", Some("amenity=fuel"));
        check("附近的加油站", Some("amenity=fuel"));
        check("最近的停車場", Some("amenity=parking"));
        check("停车场", Some("amenity=parking"));
        check("jiayouzhan", Some("amenity=fuel"));
        check("jia you zhan", Some("amenity=fuel"));
        check("Pharmacy", Some("amenity=pharmacy"));
        check("pharmacies", None);
        check("pharmac", Some("amenity=pharmacy"));
        check("nearest pharmacy", Some("amenity=pharmacy"));
        check("parking near me", Some("amenity=parking"));
        check("restaurants", Some("amenity=restaurant"));
        check("gas st", Some("amenity=fuel"));
        check("公司", None);
        check("rue grimaldi", None);
        check("p", None);
        check("", None);
    }

    #[test]
    fn every_category_has_labels_and_well_formed_kinds() {
        for category in CATEGORIES {
            assert!(!category.zh.is_empty() && !category.en.is_empty());
            assert!(category.kinds.iter().all(|kind| kind.split_once('=').is_some()), "{category:?}");
        }
        assert_eq!(label("amenity=fuel", Lang::Zh), Some("加油站"));
        assert_eq!(label("amenity=fuel", Lang::En), Some("petrol station"));
        assert_eq!(label("amenity=bench", Lang::En), None);
    }
}

//! Names in Chinese and English.

use super::draft::Tags;

/// A name in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub zh: String,
    pub en: String,
}

impl Name {
    /// A name as it stands.
    pub fn new(zh: &str, en: &str) -> Self {
        Self { zh: zh.to_owned(), en: en.to_owned() }
    }

    /// Adds `name`, `name:zh` and `name:en`.
    pub fn tag(&self, tags: &mut Tags) {
        tags.push(("name", self.zh.clone()));
        tags.push(("name:zh", self.zh.clone()));
        tags.push(("name:en", self.en.clone()));
    }
}

type Pair = (&'static str, &'static str);

#[rustfmt::skip]
const AVENUES: [Pair; 20] = [
    ("中山", "Zhongshan"), ("人民", "Renmin"), ("解放", "Jiefang"), ("建设", "Jianshe"), ("和平", "Heping"),
    ("复兴", "Fuxing"), ("长安", "Chang'an"), ("光明", "Guangming"), ("胜利", "Shengli"), ("团结", "Tuanjie"),
    ("文化", "Wenhua"), ("科技", "Keji"), ("友谊", "Youyi"), ("幸福", "Xingfu"), ("迎宾", "Yingbin"),
    ("朝阳", "Chaoyang"), ("东风", "Dongfeng"), ("延安", "Yan'an"), ("民主", "Minzhu"), ("工农", "Gongnong"),
];

#[rustfmt::skip]
const CITIES: [Pair; 24] = [
    ("北京", "Beijing"), ("上海", "Shanghai"), ("南京", "Nanjing"), ("西安", "Xi'an"), ("成都", "Chengdu"),
    ("杭州", "Hangzhou"), ("苏州", "Suzhou"), ("武汉", "Wuhan"), ("长沙", "Changsha"), ("昆明", "Kunming"),
    ("重庆", "Chongqing"), ("青岛", "Qingdao"), ("厦门", "Xiamen"), ("大连", "Dalian"), ("桂林", "Guilin"),
    ("洛阳", "Luoyang"), ("福州", "Fuzhou"), ("广州", "Guangzhou"), ("天津", "Tianjin"), ("济南", "Jinan"),
    ("太原", "Taiyuan"), ("贵阳", "Guiyang"), ("银川", "Yinchuan"), ("西宁", "Xining"),
];

#[rustfmt::skip]
const FIRST: [Pair; 20] = [
    ("春", "chun"), ("秋", "qiu"), ("青", "qing"), ("白", "bai"), ("红", "hong"), ("金", "jin"), ("银", "yin"),
    ("玉", "yu"), ("云", "yun"), ("月", "yue"), ("星", "xing"), ("雪", "xue"), ("风", "feng"), ("花", "hua"),
    ("松", "song"), ("竹", "zhu"), ("梅", "mei"), ("兰", "lan"), ("桂", "gui"), ("荷", "he"),
];

#[rustfmt::skip]
const SECOND: [Pair; 10] = [
    ("山", "shan"), ("水", "shui"), ("林", "lin"), ("溪", "xi"), ("园", "yuan"), ("桥", "qiao"), ("亭", "ting"),
    ("泉", "quan"), ("谷", "gu"), ("湖", "hu"),
];

const SUFFIXES: [Pair; 3] = [("路", "Road"), ("街", "Street"), ("弄", "Lane")];

const NUMERALS: [&str; 10] = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"];

/// The nth of a list; beyond its end the names come again with a number: 中山二路.
fn nth(list: &[Pair], n: usize, suffix: Pair) -> Name {
    let (zh, en) = list.get(n % list.len().max(1)).copied().unwrap_or_default();
    let round = n / list.len().max(1);
    if round == 0 {
        return Name { zh: format!("{zh}{}", suffix.0), en: format!("{en} {}", suffix.1) };
    }
    let numeral =
        NUMERALS.get(round).map_or_else(|| (round + 1).to_string(), |numeral| (*numeral).to_owned());
    Name { zh: format!("{zh}{numeral}{}", suffix.0), en: format!("{en} {} {}", suffix.1, round + 1) }
}

/// Avenues, which run from south to north.
pub(super) fn avenue(n: usize) -> Name {
    nth(&AVENUES, n, ("大道", "Avenue"))
}

/// Main streets, which run from west to east.
pub(super) fn main_street(n: usize) -> Name {
    nth(&CITIES, n, ("路", "Road"))
}

/// Roads of a quarter, by any number.
pub(super) fn road(n: usize) -> Name {
    minor(n, SUFFIXES[0])
}

/// Small streets, by any number.
pub(super) fn street(n: usize) -> Name {
    minor(n, SUFFIXES[n / 7 % SUFFIXES.len()])
}

fn minor(n: usize, suffix: Pair) -> Name {
    let (first, second) = (FIRST[n % FIRST.len()], SECOND[n / FIRST.len() % SECOND.len()]);
    let mut en = format!("{}{}", first.1, second.1);
    if let Some(initial) = en.get_mut(..1) {
        initial.make_ascii_uppercase();
    }
    let round = n / (FIRST.len() * SECOND.len());
    let number = if round == 0 { String::new() } else { NUMERALS[round % NUMERALS.len()].to_owned() };
    let zh = format!("{}{}{number}{}", first.0, second.0, suffix.0);
    let en = if round == 0 {
        format!("{en} {}", suffix.1)
    } else {
        format!("{en} {} {}", suffix.1, round % NUMERALS.len() + 1)
    };
    Name { zh, en }
}

/// A well spread number for a piece of a street, the same on every run.
pub(super) fn spread(a: i32, b: i32, c: i32) -> usize {
    let mut sum = 0x9e37_79b9_7f4a_7c15_u64;
    for part in [a, b, c] {
        sum = (sum ^ part as u32 as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        sum ^= sum >> 29;
    }
    (sum % 1_999) as usize
}

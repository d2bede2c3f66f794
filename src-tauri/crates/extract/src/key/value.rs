//! Values, normalised: numbers with their unit gone, colours, levels, on and off, modes (MISSION S3-09).

use std::sync::LazyLock;

use regex_lite::Regex;

use crate::{text::Words, times::chinese_number};

/// A normalised value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A word of a closed list.
    Word(&'static str),
}

impl Value {
    /// Its text: `24`, `22.5`, `blue`.
    pub fn text(self) -> String {
        match self {
            Self::Number(number) => format!("{number}"),
            Self::Word(word) => word.to_owned(),
        }
    }
}

const COLORS: &[(&str, &str)] = &[
    ("红色|红光|大红|red|crimson|scarlet", "red"),
    ("绿色|绿光|翠绿|green|emerald", "green"),
    ("蓝色|蓝光|深蓝|天蓝|blue|navy|sapphire|dark blue|deep blue|light blue", "blue"),
    ("白色|白光|white|warm white|cool white", "white"),
    ("黄色|yellow|amber|gold|金色|琥珀色", "yellow"),
    ("橙色|橘色|橘黄|orange", "orange"),
    ("紫色|purple|violet|lavender", "purple"),
    ("粉色|粉红|pink|rose", "pink"),
    ("青色|cyan|teal|turquoise|blue-green", "cyan"),
    ("黑色|black", "black"),
    ("灰色|grey|gray", "grey"),
    ("暖色|暖光|warm light|warm color|warm colour|warm colors", "warm"),
    ("冷色|冷光|cool light|cool colors", "cool"),
];
const SWITCHES: &[(&str, &str)] = &[
    (
        "关|关掉|关闭|关上|不开|关着|别开|不要开|不用|off|turned off|switched off|disabled|closed|shut|disable|mute|muted|静音|without",
        "off",
    ),
    (
        "开|打开|开着|开启|常开|自动|on|turned on|switched on|enabled|enable|open|always on|auto|automatic",
        "on",
    ),
];
const LEVELS: &[(&str, &str)] = &[
    (
        "最大|最高|最强|最亮|最响|开满|满档|max|maximum|maxed out|full blast|full|all the way up|highest|as high as|as loud as|brightest|loudest",
        "max",
    ),
    (
        "最小|最低|最弱|最暗|minimum|min|lowest|all the way down|dimmest|as low as|as dim as|as quiet as",
        "min",
    ),
    (
        "大一点|大点|高一点|高点|强一点|亮一点|亮点|响一点|热一点|暖一点|暖和一点|快一点|调大|调高|大声|大声点|高|强|亮|热|暖|暖和|high|higher|loud|louder|bright|brighter|strong|stronger|warm|warmer|hot|hotter|up|turned up|cosy|cozy|toasty",
        "high",
    ),
    (
        "小一点|小点|低一点|低点|弱一点|暗一点|暗点|轻一点|轻点|凉一点|凉快|凉快点|冷一点|慢一点|调小|调低|小声|小声点|低|弱|暗|凉|冷|柔和|柔和点|low|lower|quiet|quieter|soft|softer|dim|dimmer|dimmed|weak|weaker|gentle|gentler|cool|cooler|cold|colder|down|turned down|chilly",
        "low",
    ),
    ("中等|适中|中档|中间|medium|moderate|mid|middle|halfway", "medium"),
];
const VIEWS: &[(&str, &str)] = &[
    ("朝北|正北|正北朝上|北朝上|north up|north-up|north facing", "north_up"),
    ("车头朝上|车头向上|车头朝前|跟随车头|heading up|heading-up|rotate|rotating|rotates", "heading_up"),
    ("三维|3d|三d|立体", "3d"),
    ("二维|2d|平面", "2d"),
];
const VOICES: &[(&str, &str)] = &[
    ("详细|详细播报|全程播报|detailed|full|verbose", "detailed"),
    ("简洁|简单|简短|精简|少播报|少说|simple|brief|short|concise|minimal|chatty|less talk", "simple"),
    ("静音|不播报|关掉播报|不要播报|别播报|mute|muted|silent|off|no voice", "mute"),
    ("女声|female voice|female", "female"),
    ("男声|male voice|male", "male"),
];
const PLAYS: &[(&str, &str)] = &[
    ("随机|随机播放|shuffle|shuffled|random", "shuffle"),
    ("单曲循环|循环|repeat|loop|on repeat", "repeat"),
    ("顺序|顺序播放|列表|in order|sequential|sequentially", "sequential"),
];
const DRIVES: &[(&str, &str)] = &[
    ("运动|sport|sporty", "sport"),
    ("经济|节能|eco|economy|省电", "eco"),
    ("舒适|comfort|comfortable", "comfort"),
    ("雪地|snow", "snow"),
    ("普通|标准|normal|standard", "normal"),
    ("制冷|cooling|cool", "cool"),
    ("制热|heating|heat", "heat"),
    ("自动|auto|automatic", "auto"),
];
const CIRCULATIONS: &[(&str, &str)] = &[
    ("内循环|内|inside|recirculate|recirculation|recycle|recirculated|internal", "inside"),
    ("外循环|外|outside|fresh air|fresh|external", "outside"),
];
const DIRECTIONS: &[(&str, &str)] = &[
    ("吹脚|脚|feet|foot|legs", "feet"),
    ("吹脸|吹头|对着脸|对着人|脸|face|head|at me", "face"),
    ("吹窗|挡风玻璃|windshield|windscreen|window", "window"),
];
const FORMATS: &[(&str, &str)] = &[
    ("12小时|十二小时|12h|12-hour|12 hour|am/pm", "12h"),
    ("24小时|二十四小时|24h|24-hour|24 hour|military time", "24h"),
];
const LANGUAGES: &[(&str, &str)] = &[
    ("中文|汉语|普通话|chinese|mandarin", "zh"),
    ("英文|英语|english", "en"),
    ("粤语|cantonese", "yue"),
    ("日语|日文|japanese", "ja"),
    ("法语|法文|french", "fr"),
    ("德语|德文|german", "de"),
    ("西班牙语|spanish", "es"),
    ("葡萄牙语|portuguese", "pt"),
];
const OPENINGS: &[(&str, &str)] = &[
    (
        "一条缝|开缝|留缝|留条缝|开条缝|留个缝|开个缝|留一条缝|开一条缝|小缝|条缝|透气|crack|a crack|cracked|slightly|a little|a bit|ajar",
        "crack",
    ),
    ("半开|开一半|half|halfway|half open", "half"),
];
const QUALITIES: &[(&str, &str)] =
    &[("1080p|full hd|高清", "1080p"), ("720p|hd", "720p"), ("4k|超清", "4k"), ("480p|流畅|lowest", "480p")];

/// Words that hold one of the tables' by chance; they mean no value.
const NONE: &[(&str, &str)] = &[(
    "加热|制热|高速|高架|高铁|提高|最高法|开车|开始|开会|离开|开心|公开|开放|关心|关于|有关|没关系|关键|相关|强制|热闹|热爱|冷静|冷门|低调|弱点|暗号|光亮|漂亮|外面|国外|另外|例外|内容|以内|国内|市内|脸色|简单来说|on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday|on mondays|on tuesdays|on wednesdays|on thursdays|on fridays|on saturdays|on sundays|on weekends|on weekdays|on the|on my|on long|on a|on rainy|on cold|on hot|on motorways|on highways|on trips|on level|on time|up to|up front|set up|wake up|pick up|pick me up|full time|from now on|later on|early on|head to|down the road|up the hill|pull up|down to|full stop",
    "",
)];

macro_rules! table {
    ($name:ident, $lines:expr) => {
        static $name: LazyLock<Words<&'static str>> =
            LazyLock::new(|| Words::new(NONE.iter().chain($lines).copied()));
    };
}
table!(COLOR, COLORS);
table!(SWITCH, SWITCHES);
table!(LEVEL, LEVELS);
table!(VIEW, VIEWS);
table!(VOICE, VOICES);
table!(PLAY, PLAYS);
table!(DRIVE, DRIVES);
table!(CIRCULATION, CIRCULATIONS);
table!(DIRECTION, DIRECTIONS);
table!(FORMAT, FORMATS);
table!(LANGUAGE, LANGUAGES);
table!(OPENING, OPENINGS);
table!(QUALITY, QUALITIES);

fn word(table: &Words<&'static str>, text: &str) -> Option<Value> {
    // The last one said: "blue, no, green".
    table.find(text).filter(|(_, word)| !word.is_empty()).last().map(|(_, word)| Value::Word(word))
}

/// A colour in folded text.
pub(crate) fn color(text: &str) -> Option<Value> {
    word(&COLOR, text)
}

/// On or off in folded text.
pub(crate) fn switch(text: &str) -> Option<Value> {
    word(&SWITCH, text)
}

/// The value that a folded text gives to a property.
pub(crate) fn of_property(property: &str, text: &str) -> Option<Value> {
    let counted = || number(text).map(Value::Number);
    match property {
        "color" | "theme" => color(text),
        "view" => word(&VIEW, text),
        "voice" => word(&VOICE, text),
        "mode" => word(&PLAY, text).or_else(|| word(&DRIVE, text)),
        "circulation" => word(&CIRCULATION, text),
        "direction" => word(&DIRECTION, text),
        "time_format" => word(&FORMAT, text),
        "language" => word(&LANGUAGE, text),
        "quality" => word(&QUALITY, text),
        "open" => word(&OPENING, text).or_else(|| switch(text)),
        "on" | "auto" | "auto_brightness" | "lyrics" | "traffic" | "camera_alert" | "lock" | "child_lock"
        | "fold" | "auto_close" | "reverse_tilt" | "folded" => switch(text),
        "station" => counted(),
        _ => counted().or_else(|| word(&LEVEL, text)).or_else(|| switch(text)),
    }
}

const EN_NUMBERS: &[(&str, f64)] = &[
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];

static DIGITS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"-?\d+(?:\.\d+)?").ok());
static CHINESE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new("([零一二两三四五六七八九十百]+)(?:度|档|挡|级|%|成|格|号)|(?:到|成|为|是|在)([零一二两三四五六七八九十百]+)$").ok()
});

/// The last number of a folded text, in digits, Chinese numerals before a measure, or English words.
pub(crate) fn number(text: &str) -> Option<f64> {
    if let Some(found) =
        DIGITS.as_ref()?.find_iter(text).filter(|found| !clock(text, found.end(), found.start())).last()
    {
        return found.as_str().trim_start_matches('-').parse().ok();
    }
    if let Some(found) = CHINESE.as_ref()?.captures_iter(text).last() {
        let digits = found.get(1).or(found.get(2))?.as_str();
        return chinese_number(digits).map(|number| number as f64);
    }
    let mut sum: Option<f64> = None;
    for part in text.split(|c: char| !c.is_ascii_alphabetic()) {
        let Some((_, value)) = EN_NUMBERS.iter().find(|(word, _)| *word == part) else { continue };
        // "One" is mostly a pronoun: only behind a measure.
        if part == "one"
            && !["level one", "at one", "to one", "speed one"].iter().any(|lead| text.contains(lead))
        {
            continue;
        }
        sum = Some(match sum {
            Some(tens) if tens >= 20.0 && *value < 10.0 => tens + value,
            _ => *value,
        });
    }
    sum
}

/// A number that belongs to a time, a date or a model and is no setting.
fn clock(text: &str, end: usize, start: usize) -> bool {
    let behind = text.get(end..).unwrap_or_default();
    let before = text.get(..start).unwrap_or_default();
    [
        ":", "点", "月", "号线", " am", " pm", "am", "pm", "p", "d ", "h ", "小时", " minutes", "分钟",
        " o'clock",
    ]
    .iter()
    .any(|word| behind.starts_with(word))
        || before.ends_with(':')
}

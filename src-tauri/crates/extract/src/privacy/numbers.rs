//! Numbers and signs that name a person or a place: phones, documents, plates, cards, house numbers, dates.

use std::{ops::Range, sync::LazyLock};

use regex_lite::Regex;

use super::find::Rule;
use crate::text::is_cjk;

/// Patterns on folded text. The first group, where there is one, is what is flagged.
const PATTERNS: &[(&str, Rule)] = &[
    (r"[a-z0-9][a-z0-9._%+-]*\s?@\s?[a-z0-9-]+(?:\.[a-z0-9-]+)+", Rule::Email),
    (
        r"\b(?:[a-z0-9]+ dot )*[a-z0-9][a-z0-9._-]* at [a-z0-9-]+(?: [a-z0-9-]+)? dot (?:com|org|net|cn|io|de|fr|edu)\b",
        Rule::Email,
    ),
    // Documents before phones: the longer number wins anyway.
    (r"\b[1-9]\d{5}[ -]?(?:19|20)\d{2}[ -]?\d{4}[ -]?\d{3}[\dx]\b", Rule::IdNumber),
    (r"\b[1-9]\d{5}(?:19|20)\d{9}[\dx]", Rule::IdNumber),
    (r"\b\d{3}-\d{2}-\d{4}\b", Rule::IdNumber),
    (
        r"(?:身份证|护照|驾照|驾驶证|社保|工号|学号|军官证|港澳通行证|档案编号)(?:号码|号|编号)?(?:是|为|:|,)?\s?([a-z0-9][a-z0-9 -]{3,20}[a-z0-9])",
        Rule::IdNumber,
    ),
    (
        r"(?:passport|licen[cs]e|social security|ssn|national insurance|national id|id card|id|employee|student|tax)(?: card)?(?: number| no\.?| #)(?: is|:)?\s?([a-z]{0,3}[0-9][a-z0-9 -]{3,20}[a-z0-9])",
        Rule::IdNumber,
    ),
    (r"\b[a-z]{2}\s?\d{2}\s?\d{2}\s?\d{2}\s?[a-d]\b", Rule::IdNumber),
    (r"(?:护照|passport)\D{0,12}([a-z]{1,2}\d{7,8})", Rule::IdNumber),
    (
        r"[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使领]\s?[a-z]\s?[·.\-]?\s?[a-z0-9]{4,5}[a-z0-9挂学警港澳]",
        Rule::Plate,
    ),
    (r"(?:车牌|牌照)(?:号码|号)?(?:是|为|:|尾号|尾号是)?\s?([a-z0-9]{2,8})", Rule::Plate),
    (
        r"(?:license plate|licence plate|number plate|registration|reg plate|plate)(?: number)?(?: is|:|'s)?\s([a-z]{0,3}[ -]?[0-9][a-z0-9 -]{1,7}[a-z0-9]|[a-z]{2,3}[ -][0-9]{2,4}(?:[ -][a-z0-9]{1,3})?|[a-z]{2}[0-9]{2} ?[a-z]{3})",
        Rule::Plate,
    ),
    (r"\b\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}(?:[ -]?\d{1,3})?\b", Rule::Card),
    (r"\b(?:4\d{15}|5[1-5]\d{14}|3[47]\d{13}|62\d{14,17})\b", Rule::Card),
    (
        r"(?:银行卡|信用卡|卡号|储蓄卡|会员卡|账号|帐号|card number|account number|card ending in|iban)(?:号|是|为|:| is|\s)*\s?([a-z]{0,2}[0-9][0-9 -]{2,24}[0-9])",
        Rule::Card,
    ),
    (r"\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}(?: ?[a-z0-9]{1,3})?\b", Rule::Card),
    (
        r"(?:微信|微信号|qq|qq号|抖音号|支付宝|wechat|whatsapp|telegram|instagram|skype)(?:号|账号| id| handle)?(?:是|为|:| is)\s?@?([a-z0-9_-]{4,30})",
        Rule::Account,
    ),
    (
        r"(?:密码|口令|验证码|pin|password|passcode|door code|gate code|门禁码|门禁密码)(?:是|为|:| is)\s?#?([a-z0-9#*]{3,20})",
        Rule::Account,
    ),
    // Phones.
    (r"(?:\+?86[ -]?)?\b1[3-9]\d[ -]?\d{4}[ -]?\d{4}\b", Rule::Phone),
    (r"(?:\+?86[ -]?)?1[3-9]\d{9}", Rule::Phone),
    (r"\(?\b0\d{2,3}\)?[ -]?\d{7,8}\b", Rule::Phone),
    (r"\b[48]00[ -]\d{3,4}[ -]\d{3,4}\b", Rule::Phone),
    (r"\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}\d", Rule::Phone),
    (r"\(?\b[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4}\b", Rule::Phone),
    (r"\b0\d{3,4} \d{3} ?\d{3,4}\b|\b07\d{3} ?\d{6}\b|\b0\d(?: \d{2}){4}\b", Rule::Phone),
    (
        r"(?:电话|手机|号码|座机|分机|打给我|call me at|phone|mobile|cell|my number|tel)(?:号码|号| number)?(?:是|为|:| is|\s)*\s?([0-9][0-9 .-]{5,14}[0-9])",
        Rule::Phone,
    ),
    (r"(?:身份证|护照|驾照)(?:尾号|后四位)(?:是|为)?\s?([0-9x]{4})", Rule::IdNumber),
    (r"(?:licen[cs]e|passport|id)(?: card)?(?: number| no\.?)(?: is|:)\s?([a-z0-9]{6,20})", Rule::IdNumber),
    (r"\b([a-z]\d[a-z] ?\d[a-z]\d)\b", Rule::Postcode),
    (r"(?:尾号|last four digits are|ending in)\s?(\d{4})", Rule::Phone),
    (r"[幺一二三四五六七八九零〇两0-9](?:[ ,-]?[幺一二三四五六七八九零〇两]){10,17}", Rule::Phone),
    (r"(?:电话|手机|号码|座机)(?:号码|号)?(?:是|为|:)?\s?([幺一二三四五六七八九零〇两]{6,12})", Rule::Phone),
    (
        r"\b(?:(?:double |triple )?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)[ ,-]+){6,14}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b",
        Rule::Phone,
    ),
    // Dates of birth.
    (
        r"(?:出生于|出生日期|生于|born on|born in|date of birth(?: is)?|dob(?: is)?|my birthday is|我的生日是|生日是)\s?(?:on )?((?:\d{4}年?)?[-/ ]?\d{1,2}[月/-]\d{1,2}[日号]?|\d{4}年?|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}(?:,? \d{4})?|[a-z]{3,9} (?:the )?\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)",
        Rule::Birth,
    ),
    (r"\b(19[3-9]\d|200\d|201\d)年(?:出生|生的|的人)", Rule::Birth),
    // Where exactly.
    (
        r"(?:路|街|道|巷|弄|胡同|村|里|大街|大道|条|院|小区|花园|公寓|苑)\s?(\d{1,5}(?:-\d{1,4})?(?:号院|号楼|号|弄|栋|幢|座)(?:\s?\d{1,4}(?:号楼|单元|栋|幢|层|楼|室|号|门))*(?:\d{2,4}室?)?)",
        Rule::HouseNumber,
    ),
    (
        r"(?:甲|乙|丙)?\d{1,4}(?:号楼|栋|幢|单元|座)\s?(?:\d{1,3}(?:单元|层|楼))?\s?(?:\d{1,4}(?:室|号|户|房)?)?",
        Rule::HouseNumber,
    ),
    (
        r"(?:住在?|家在|门牌|门牌号|房间|房号|房间号)(?:是|为|:)?\s?([a-z]?\d{2,5}(?:室|号房|号|房)?)",
        Rule::HouseNumber,
    ),
    (r"\d{3,4}(?:室|号房)", Rule::HouseNumber),
    (
        r"\b(\d{1,5}[a-z]?(?:-\d{1,4})? (?:[a-z][a-z'.-]+ ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|terrace|crescent|close|grove|gardens|mews|square|circle|parkway|row|hill|way)\b\.?)",
        Rule::HouseNumber,
    ),
    (
        r"\b(?:apartment|apt|flat|unit|suite|ste|room|condo|house number|house no|door number|door)\.?(?: number| no\.?)? ?#?(?:is )?(\d{1,5}[a-z]?|[a-z]\d{1,4}|\d{1,4}-\d{1,4})\b",
        Rule::HouseNumber,
    ),
    (r"-?\d{1,3}\.\d{3,}\s?°?\s?[ns]?\s?[,/ ]\s?-?\d{1,3}\.\d{3,}\s?°?\s?[ew]?", Rule::Coordinate),
    (r"(?:北纬|东经|南纬|西经)\s?\d{1,3}(?:\.\d+|度\d*分?)", Rule::Coordinate),
    (r"(?:邮编|邮政编码)(?:是|为|:)?\s?(\d{6})", Rule::Postcode),
    (
        r"(?:zip|zip code|postcode|postal code)(?: is|:)?\s(\d{5}(?:-\d{4})?|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})",
        Rule::Postcode,
    ),
    (r"\b[a-z]{1,2}\d{1,2}[a-z]? \d[a-z]{2}\b", Rule::Postcode),
    (r"\b[a-z]{2} (\d{5})(?:-\d{4})?\b", Rule::Postcode),
];

/// Absolute dates, flagged only beside somebody close.
const DATES: &[&str] = &[
    r"(?:\d{4}年)?\d{1,2}月\d{1,2}[日号]?",
    r"(?:农历|阴历|阳历)?[正一二三四五六七八九十冬腊]+月(?:初|廿|十|二十|三十)?[一二三四五六七八九十]+[日号]?",
    r"\b\d{4}[-/]\d{1,2}[-/]\d{1,2}\b|\b\d{1,2}/\d{1,2}(?:/\d{2,4})?\b",
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? (?:the )?\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?\b",
    r"\b(?:the )?\d{1,2}(?:st|nd|rd|th)(?: of)? (?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\bthe \d{1,2}(?:st|nd|rd|th)\b",
    r"\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b",
    r"\d{1,2}[日号](?:那天|晚上|下午|上午|中午)?",
];

static COMPILED: LazyLock<Vec<(Regex, Rule)>> = LazyLock::new(|| {
    PATTERNS.iter().filter_map(|(pattern, rule)| Some((Regex::new(pattern).ok()?, *rule))).collect()
});
static DATES_COMPILED: LazyLock<Vec<Regex>> =
    LazyLock::new(|| DATES.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect());

/// Words before or after a number that make it a measure, a road or a line and nobody's address.
const HARMLESS_BEHIND: &[&str] = &[
    "号线",
    "号航站楼",
    "号公路",
    "号汽油",
    "号出口",
    "号门",
    "号口",
    "号高速",
    "号国道",
    "号油",
    "公里",
    "米",
    "分钟",
    "座位",
    "座车",
    "座的",
];

/// All identifying numbers of a folded text.
pub(super) fn find(text: &str) -> Vec<(Range<usize>, Rule)> {
    // Nothing of this kind is written without a digit, an at sign or counted words.
    let counted = |c: char| c.is_ascii_digit() || c == '@' || "幺一二三四五六七八九零〇两".contains(c);
    if !text.contains(counted)
        && !["zero", "oh", "one", "two", "three", "four", "five", "nine", " is ", " dot "]
            .iter()
            .any(|w| text.contains(w))
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (pattern, rule) in COMPILED.iter() {
        for captures in pattern.captures_iter(text) {
            let Some(part) = captures.get(1).or(captures.get(0)) else { continue };
            let span = part.range();
            if !harmless(text, &span, *rule) {
                found.push((span, *rule));
            }
        }
    }
    found
}

/// All absolute dates of a folded text.
pub(super) fn dates(text: &str) -> Vec<Range<usize>> {
    DATES_COMPILED.iter().flat_map(|pattern| pattern.find_iter(text).map(|found| found.range())).collect()
}

fn harmless(text: &str, span: &Range<usize>, rule: Rule) -> bool {
    let behind = text.get(span.start..).unwrap_or_default();
    let digits = behind.trim_start_matches(|c: char| c.is_ascii_digit());
    let before = text.get(..span.start).unwrap_or_default();
    match rule {
        Rule::HouseNumber => {
            HARMLESS_BEHIND.iter().any(|word| digits.starts_with(word))
                || before.ends_with("exit ")
                || ["gate", "highway", "route", "terminal"]
                    .iter()
                    .any(|word| before.trim_end().ends_with(word))
                || street_is_a_measure(text.get(span.clone()).unwrap_or_default())
        }
        // "In 10 11" and the like: a postcode of Latin letters beside Chinese is a road number.
        Rule::Postcode => before.chars().next_back().is_some_and(is_cjk) && !before.contains('邮'),
        Rule::Phone => before.ends_with(|c: char| c.is_ascii_digit() || c == '.'),
        _ => false,
    }
}

/// "2 more miles of road", "3 lanes on the hill": a number of things, not of a house.
fn street_is_a_measure(words: &str) -> bool {
    const THINGS: &[&str] = &[
        "minutes",
        "minute",
        "miles",
        "mile",
        "km",
        "kilometres",
        "kilometers",
        "metres",
        "meters",
        "lanes",
        "lane",
        "hours",
        "hour",
        "more",
        "times",
        "days",
        "people",
        "degrees",
        "percent",
        "pm",
        "am",
        "cars",
        "on",
        "in",
        "at",
        "to",
        "for",
        "the",
        "by",
        "or",
        "and",
        "of",
        "from",
        "via",
        "is",
        "when",
        "if",
        "i",
        "we",
        "o'clock",
        "days'",
        "weeks",
        "tolls",
        "turns",
        "stops",
    ];
    words.split(' ').skip(1).any(|word| THINGS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(COMPILED.len(), PATTERNS.len());
        assert_eq!(DATES_COMPILED.len(), DATES.len());
    }
}

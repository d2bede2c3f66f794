//! Where somebody lives, works or is treated: exact addresses become a district, names of hospitals and of a child's
//! school go.

use std::{ops::Range, sync::LazyLock};

use domain::Lang;
use regex_lite::Regex;

use super::find::Rule;
use crate::{
    key::address::{address, end_of_address},
    text::is_cjk,
};

/// Behind these the address of a person begins.
const BEFORE: &[&str] = &[
    r"(?:我家|家里|新家|老家|家庭住址|住址|家|公司|单位|办公室|工作地点|上班的地方|上班地点|爸妈家|父母家|娘家)(?:的)?(?:地址)?(?:就|现在|搬)?(?:是在|在|是|到了|到|去了)",
    r"(?:搬到了?|搬去了?|搬家到了?|住在|住到|居住在|租住在|定居在|在)(?:[^,.!?;]{2,20}?)(?:上班|工作|办公|租房|买了房|安家)",
    r"(?:我|我们|用户|咱|人)?(?:现在|目前|一直|平时|已经|就|要|刚|都)?(?:搬到了?|搬去了?|搬家到了?|住在|住到|居住在|租住在|定居在|家住|(?:我|我们|咱们?|目前|现在)住)",
    r"\b(?:live|lives|living|reside|resides|moved|moving|relocated|settled|staying|work|works|working|based)(?: now| just| currently)? (?:in|at|near|to|on|by|close to|next to|around|opposite)(?: a(?:n)? (?:new )?(?:flat|apartment|house|place|office)(?: in| at| on)?)? ",
    r"\b(?:home|house|flat|apartment|place|office|workplace|work|home address|address|company|new home|new place|new office) (?:is|are)(?: now| currently| located)?(?: at| in| on| near| close to| next to| by| around)? ",
    r"city=",
];
static COMPILED: LazyLock<Vec<Regex>> =
    LazyLock::new(|| BEFORE.iter().filter_map(|p| Regex::new(p).ok()).collect());

/// Addresses of a person in a folded text, and what may be said instead.
pub(super) fn find(text: &str, lang: Lang) -> Vec<(Range<usize>, Rule, Option<String>)> {
    let mut found = Vec::new();
    for pattern in COMPILED.iter() {
        for lead in pattern.find_iter(text) {
            let span = if lead.as_str() == "city=" {
                machine(text, lead.start())
            } else if lead.as_str().starts_with("在")
                || lead.as_str().contains("在") && ends_with_work(lead.as_str())
            {
                inner(text, &lead.range())
            } else {
                end_of_address(text, lead.end())
            };
            let said = text.get(span.clone()).unwrap_or_default();
            if let Some(instead) = coarser(said, lang) {
                found.push((span, Rule::Address, Some(instead)));
            }
        }
    }
    found
}

fn ends_with_work(lead: &str) -> bool {
    "上班|工作|办公|租房|买了房|安家".split('|').any(|word| lead.ends_with(word))
}

/// Between 在 and 上班.
fn inner(text: &str, lead: &Range<usize>) -> Range<usize> {
    let words = text.get(lead.clone()).unwrap_or_default();
    let start = words.find(['在', '到', '去']).map_or(0, |at| at + '在'.len_utf8());
    let len = "上班|工作|办公|租房|买了房|安家"
        .split('|')
        .filter_map(|word| words.strip_suffix(word))
        .map(str::len)
        .min()
        .unwrap_or(words.len());
    let words = words.get(start..len).unwrap_or_default();
    let cut =
        "附近|旁边|边上|那边|这边|一带|对面".split('|').fold(words, |w, s| w.strip_suffix(s).unwrap_or(w));
    lead.start + start..lead.start + start + cut.len()
}

/// The place itself in a normalised address.
fn machine(text: &str, from: usize) -> Range<usize> {
    let rest = text.get(from..).unwrap_or_default();
    match rest.find(";poi=") {
        Some(at) => from + at..text.len(),
        None => from..from,
    }
}

/// What may stand for an address, or `None` when nothing exact is in it.
fn coarser(said: &str, lang: Lang) -> Option<String> {
    if said.starts_with(";poi=") {
        return Some(String::new());
    }
    let parsed = address(said);
    let vague = |poi: &str| {
        const VAGUE: &str = "|某处|某地|somewhere|some area|这|那|哪|这里|那里|哪里|一起|附近|here|there|nearby|home|downtown|the city|city|countryside|suburbs|town|市区|郊区|城里|乡下|市中心|城东|城西|城南|城北|酒店|far away|far|close|not far|work|my own|alone|一样|远|近|很远|很近|外地|国外|公司|家|单位|学校|same|a mess|beautiful|nice|small|big";
        VAGUE.split('|').any(|one| one == poi) || poi.chars().count() > 24
    };
    if vague(&parsed.poi) {
        return None;
    }
    // "I live in Springfield": a town without a street is no finer than a district. Numbers and buildings are.
    if !parsed.poi.chars().any(is_cjk) {
        let exact = parsed.poi.chars().any(|c| c.is_ascii_digit())
            || EXACT.split('|').any(|word| parsed.poi.split([' ', ',']).any(|part| part == word));
        if !exact {
            return None;
        }
    }
    let coarse = parsed.coarse().spoken(lang);
    Some(if coarse.is_empty() { Rule::Address.instead(lang).to_owned() } else { coarse })
}

/// Words that make an English address exact.
const EXACT: &str = "street|st|road|rd|avenue|ave|lane|ln|drive|boulevard|blvd|court|square|crescent|close|terrace|building|tower|towers|apartments|apartment|flat|house|residences|estate|block|plaza|mall|station|school|church|park|bridge|mews|gardens|row|way|place|hotel|campus|headquarters|hq|centre|center";

/// The whole name of a hospital or clinic around the word for it.
pub(super) fn name_before(text: &str, span: Range<usize>, rule: Rule) -> Range<usize> {
    let before = text.get(..span.start).unwrap_or_default();
    let word = text.get(span.clone()).unwrap_or_default();
    if word.chars().any(is_cjk) {
        const NAMED: &str = "医院|诊所|卫生院|卫生所|门诊|门诊部|急诊|体检中心|康复中心|疗养院|妇幼保健院|药店|药房|中医馆|医馆|协和|口腔科|牙科|眼科|儿科|妇产科|住院部";
        let mut end = span.end;
        if rule == Rule::Hospital {
            // 协和 says a hospital with or without the word behind it.
            let behind = text.get(end..).unwrap_or_default();
            let hospital = behind
                .find("医院")
                .filter(|at| *at <= 12 && behind.get(..*at).is_some_and(|b| b.chars().all(is_cjk)));
            end += hospital.map_or(0, |at| at + "医院".len());
        }
        if !NAMED.split('|').any(|one| one == word) && rule != Rule::Hospital {
            return span.start..end;
        }
        const STOPS: &str = "去到在从往向的了是我要想送接陪回来过给把和跟得常经先再还又离近旁今明后天周晚早上下午点一家个带着有附说讨厌欢喜怕,.!?;: 最就叫找路顺便定约也都每次时候为因用户他她们您你请能不别忘记住将对比";
        let start = before
            .char_indices()
            .rev()
            .take(10)
            .take_while(|(_, c)| (is_cjk(*c) || c.is_ascii_digit()) && !STOPS.contains(*c))
            .last()
            .map_or(span.start, |(at, _)| at);
        return start..end;
    }
    const NAMED: &str = "hospital|hospitals|clinic|clinics|pharmacy|drugstore|hospice|rehab|urgent care|doctor|dentist|er|medical";
    if !NAMED.split('|').any(|one| one == word) {
        return span;
    }
    const STOPS: &str = "to|the|a|an|at|in|from|my|our|his|her|i|we|go|going|went|see|seeing|visit|visiting|by|near|for|of|on|and|or|is|was|are|this|that|every|and|then|past|via|past|with|have|had|need|want|like|hate|love|avoid|today|tomorrow|when|because|there's|i'm|no|not|be|been|drive|driving|take|call|called";
    let mut start = span.start;
    for _ in 0..4 {
        let rest = text.get(..start).unwrap_or_default().trim_end();
        if rest.len() == start || rest.ends_with([',', '.', '!', '?', ';', ':', '"']) {
            break;
        }
        let word = rest.rsplit(' ').next().unwrap_or_default();
        if STOPS.split('|').any(|one| one == word) || word.is_empty() || word.chars().any(is_cjk) {
            break;
        }
        start = rest.len() - word.len();
    }
    start..span.end
}

/// Schools by name, flagged where a child is spoken of.
pub(super) fn schools(text: &str) -> Vec<Range<usize>> {
    static SCHOOLS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"[\u{4e00}-\u{9fff}0-9]{1,10}?(?:小学|中学|幼儿园|附小|附中|托儿所|实验学校|国际学校)|\b(?:[a-z][a-z'.]+ ){1,3}(?:elementary school|primary school|middle school|high school|kindergarten|nursery|preschool|daycare|academy|elementary)\b").ok()
    });
    let Some(pattern) = SCHOOLS.as_ref() else { return Vec::new() };
    pattern
        .find_iter(text)
        .map(|found| {
            // Names begin behind the verb: 送孩子去|实验小学.
            let words = found.as_str();
            let cut = "去|到|在|的|上|回|读|送|接|孩子|from |to |at |the "
                .split('|')
                .filter_map(|stop| words.rfind(stop).map(|at| at + stop.len()))
                .filter(|at| *at < words.len())
                .max()
                .unwrap_or(0);
            found.start() + cut..found.end()
        })
        .filter(|span| {
            let name = text.get(span.clone()).unwrap_or_default();
            !["小学", "中学", "幼儿园", "kindergarten", "nursery", "preschool", "daycare"]
                .contains(&name.trim())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_compiles() {
        assert_eq!(super::COMPILED.len(), super::BEFORE.len());
        let schools = super::schools("送孩子去实验小学");
        assert_eq!((schools.len(), schools.first()), (1, Some(&(12..24))));
    }
}

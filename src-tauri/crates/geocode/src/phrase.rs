//! What is said around the thing looked for: open now, along the way, near somewhere.
//!
//! "pharmacy near home open now" looks for a pharmacy, near what the person calls home, that is open. The words around
//! are taken off here; who "home" is and which way is meant, the caller knows.

use crate::category;
use crate::fold::{fold, is_cjk_word};

/// A typed text, taken apart into what is looked for and the words around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// The text as it was typed.
    pub typed: String,
    /// What is looked for, as typed.
    pub what: String,
    /// Only what is open.
    pub open_now: bool,
    /// Along the way that is planned.
    pub along: bool,
    /// Near a place of this name.
    pub near: Option<String>,
    /// Near where the person is ("nearest", 附近的).
    pub around: bool,
}

/// Words that say "open now" whatever stands beside them.
const OPEN_NOW: &[&str] = &[
    "现在还开着的",
    "现在开着的",
    "现在还开门的",
    "现在开门的",
    "现在营业的",
    "还在营业的",
    "正在营业的",
    "营业中的",
    "还开着的",
    "还开门的",
    "开着门的",
    "现在开着",
    "现在开门",
    "现在营业",
    "正在营业",
    "还在营业",
    "营业中",
    "还开着",
    "还开门",
    "开门的",
    "开着的",
    "营业的",
    "that is open now",
    "that are open now",
    "that's open",
    "thats open",
    "which is open",
    "open right now",
    "currently open",
    "now open",
    "open now",
    "ouvertes maintenant",
    "ouverts maintenant",
    "ouverte maintenant",
    "ouvert maintenant",
    "jetzt geöffnet",
    "jetzt offen",
    "gerade offen",
    "aperti adesso",
    "aperto adesso",
    "aperta adesso",
    "aperto ora",
    "aperta ora",
    "abertas agora",
    "abertos agora",
    "aberta agora",
    "aberto agora",
    "abierto ahora",
    "abierta ahora",
];

/// Words that say so only beside a kind of thing: an "Open Bar" may be called so.
const OPEN: &[&str] = &[
    "open",
    "opened",
    "ouvert",
    "ouverte",
    "ouverts",
    "ouvertes",
    "geöffnet",
    "offen",
    "offene",
    "aperto",
    "aperta",
    "aberto",
    "aberta",
    "abierto",
    "abierta",
    "开门",
    "开着",
];

/// Words that mean the way that is planned.
const ALONG: &[&str] = &[
    "路上经过的",
    "这条路上的",
    "这条路上",
    "沿途的",
    "沿途",
    "沿路的",
    "沿路",
    "沿线的",
    "沿线",
    "顺路的",
    "顺路",
    "途中的",
    "途中",
    "半路上的",
    "半路上",
    "半路的",
    "半路",
    "路上的",
    "路上",
    "路线上的",
    "along the route",
    "along my route",
    "along the way",
    "along my way",
    "on the route",
    "on my route",
    "on the way",
    "on my way",
    "en route",
    "sur la route",
    "sur le trajet",
    "sur le chemin",
    "en chemin",
    "auf dem weg",
    "auf der strecke",
    "unterwegs",
    "lungo il percorso",
    "lungo la strada",
    "sulla strada",
    "pelo caminho",
    "no caminho",
    "no percurso",
    "en el camino",
    "de camino",
];

/// Words that say "one near me".
const AROUND: &[&str] = &[
    "附近的",
    "最近的",
    "附近有没有",
    "附近哪里有",
    "附近有",
    "附近找",
    "离我最近的",
    "我附近的",
    "周边的",
    "周围的",
    "最近",
    "附近",
    "周边",
    "周围",
    "哪里有",
    "找一个",
    "找一家",
    "找个",
    "找家",
    "near me",
    "near here",
    "near by",
    "nearby",
    "around me",
    "around here",
    "close by",
    "the nearest",
    "nearest",
    "the closest",
    "closest",
    "find a",
    "find me a",
    "find the",
    "find",
    "where is the nearest",
    "près d'ici",
    "pres d'ici",
    "à proximité",
    "a proximite",
    "le plus proche",
    "la plus proche",
    "in der nähe",
    "in meiner nähe",
    "nächste",
    "nächster",
    "qui vicino",
    "nelle vicinanze",
    "perto de mim",
    "mais próximo",
    "mais próxima",
    "aqui perto",
    "cerca de mí",
    "cerca de aquí",
];

/// Between what is looked for and where: "pharmacy near home".
const NEAR_AFTER: &[&str] = &[
    " close to ",
    " next to ",
    " around ",
    " near ",
    " near to ",
    " by the ",
    " à côté de ",
    " près de la ",
    " près du ",
    " près de ",
    " proche de ",
    " in der nähe von ",
    " in der nähe vom ",
    " nahe ",
    " vicino a ",
    " vicino alla ",
    " vicino al ",
    " perto de ",
    " perto da ",
    " perto do ",
    " junto a ",
    " cerca de ",
    " prop de ",
];

/// Between where and what is looked for: 家附近的药店.
const NEAR_BEFORE: &[&str] = &[
    "附近最近的",
    "附近的",
    "旁边的",
    "周边的",
    "周围的",
    "边上的",
    "隔壁的",
    "对面的",
    "附近",
    "旁边",
    "周边",
    "周围",
    "边上",
    "最近的",
];

impl Phrase {
    /// Takes a typed text apart.
    pub fn read(typed: &str) -> Self {
        let typed: String = typed.trim().chars().take(160).collect();
        let mut phrase = Self { what: typed.clone(), typed, ..Self::default() };
        // Each kind of word once, wherever it stands.
        phrase.open_now = phrase.take(OPEN_NOW);
        phrase.along = phrase.take(ALONG);
        if let Some((what, near)) = split_near(&phrase.what) {
            (phrase.what, phrase.near) = (what, Some(near));
        } else {
            phrase.around = phrase.take(AROUND);
        }
        if !phrase.open_now {
            let before = phrase.what.clone();
            if phrase.take(OPEN) && !category::is_whole(&fold(&phrase.what)) {
                phrase.what = before;
            } else if phrase.what != before {
                phrase.open_now = true;
            }
        }
        if fold(&phrase.what).is_empty() {
            // Nothing is left to look for: then the words were the name.
            return Self { what: phrase.typed.clone(), typed: phrase.typed, ..Self::default() };
        }
        phrase
    }

    /// Whether words around were taken off.
    pub fn is_dressed(&self) -> bool {
        self.open_now || self.along || self.near.is_some() || self.around
    }

    /// Whether a kind of thing is looked for, not a name.
    pub fn is_category(&self) -> bool {
        category::is_whole(&fold(&self.what))
    }

    /// Takes the first of these words off that the text has at its beginning or end (anywhere, in Chinese).
    fn take(&mut self, words: &[&str]) -> bool {
        let lower = self.what.to_lowercase();
        for word in words {
            let Some((from, to)) = find(&lower, word) else { continue };
            // Lower case may have other lengths in rare scripts; then the words stay.
            let (Some(before), Some(after)) = (self.what.get(..from), self.what.get(to..)) else { continue };
            let before = before.trim().trim_end_matches(['，', ',', '的']);
            let after = after.trim().trim_start_matches(['，', ',', '的']);
            if before.is_empty() && after.is_empty() {
                continue;
            }
            let gap = if before.is_empty() || after.is_empty() || is_cjk_word(word) { "" } else { " " };
            self.what = format!("{}{gap}{}", before.trim(), after.trim());
            return true;
        }
        false
    }
}

/// Where a word stands: of Latin words only whole ones count.
fn find(lower: &str, word: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = lower.get(from..)?.find(word) {
        let (start, end) = (from + at, from + at + word.len());
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let inside =
            letter(lower.get(..start)?.chars().next_back()) || letter(lower.get(end..)?.chars().next());
        if is_cjk_word(word) || !inside {
            return Some((start, end));
        }
        from = end;
    }
    None
}

/// What is looked for and the name of the place that it is to be near.
fn split_near(text: &str) -> Option<(String, String)> {
    let lower = text.to_lowercase();
    let part = |text: Option<&str>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    for word in NEAR_AFTER {
        let Some(at) = lower.find(word) else { continue };
        let (what, near) = (part(text.get(..at))?, part(text.get(at + word.len()..))?);
        let here =
            ["me", "here", "by", "moi", "mim", "mir", "ici", "aqui"].contains(&near.to_lowercase().as_str());
        return (!here).then_some((what, near));
    }
    let without =
        lower.strip_prefix('离').map_or((0, lower.as_str()), |rest| (text.len() - rest.len(), rest));
    for word in NEAR_BEFORE {
        let Some(at) = without.1.find(word).map(|at| at + without.0) else { continue };
        let (near, what) = (part(text.get(without.0..at)), part(text.get(at + word.len()..)));
        // 附近的药店 has nothing before it: that is near the person.
        let (Some(near), Some(what)) = (near, what) else { continue };
        let near = near.trim_end_matches(['的', '在']).to_owned();
        if matches!(near.as_str(), "我" | "这" | "这里" | "这儿" | "离我" | "最" | "") {
            return None;
        }
        let what = what.trim_start_matches(['的', '有', '找']).to_owned();
        return (!what.is_empty()).then_some((what, near));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is looked for, then `o`pen, `a`long, a`r`ound, and the place to be near.
    fn check(typed: &str, what: &str, marks: &str, near: Option<&str>) {
        let phrase = Phrase::read(typed);
        let mut found = String::new();
        for (mark, is) in [('o', phrase.open_now), ('a', phrase.along), ('r', phrase.around)] {
            if is {
                found.push(mark);
            }
        }
        assert_eq!(
            (phrase.what.as_str(), found.as_str(), phrase.near.as_deref()),
            (what, marks, near),
            "{typed}"
        );
    }

    #[test]
    fn words_around_the_thing() {
        check("pharmacy", "pharmacy", "", None);
        check("pharmacy open now", "pharmacy", "o", None);
        check("Open now: pharmacy", ": pharmacy", "o", None);
        check("open pharmacy", "pharmacy", "o", None);
        check("pharmacie ouverte", "pharmacie", "o", None);
        check("现在开门的药店", "药店", "o", None);
        check("还开着的超市", "超市", "o", None);
        check("附近现在开门的药店", "药店", "or", None);
        check("路上的加油站", "加油站", "a", None);
        check("沿途现在营业的加油站", "加油站", "oa", None);
        check("gas station along the way", "gas station", "a", None);
        check("charging on the route", "charging", "a", None);
        check("pharmacy near home", "pharmacy", "", Some("home"));
        check("open pharmacy near the office", "pharmacy", "o", Some("the office"));
        check("pharmacy near me", "pharmacy", "r", None);
        check("nearest pharmacy", "pharmacy", "r", None);
        check("附近的加油站", "加油站", "r", None);
        check("最近的停車場", "停車場", "r", None);
        check("家附近的药店", "药店", "", Some("家"));
        check("离公司最近的停车场", "停车场", "", Some("公司"));
        check("中关村附近的咖啡", "咖啡", "", Some("中关村"));
        check("pharmacie près de la gare", "pharmacie", "", Some("gare"));
        check("farmácia aberta agora", "farmácia", "o", None);
    }

    #[test]
    fn names_stay_whole() {
        for name in [
            "Open Studio",
            "Rue Grimaldi",
            "Nearby",
            "沿途",
            "附近",
            "开门",
            "Findel",
            "Les Ouverts",
            "路上",
            "near",
            "",
        ] {
            check(name, name, "", None);
        }
    }
}

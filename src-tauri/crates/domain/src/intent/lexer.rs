//! The sentence as tokens: the longest known word at each place, and what is left between them.

use std::collections::{HashMap, HashSet};

use super::{
    ParseContext, company, coord,
    lexicon::{LEXICON, Word},
    nearby, phrases,
    text::{Text, fold, fold_name, is_alphabetic_script, is_cjk},
    times::{self, Said},
    zh,
};
use crate::LonLat;

/// A piece of the sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    /// What it is.
    pub what: What,
    /// First character.
    pub from: usize,
    /// Index after the last character.
    pub to: usize,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// A word of the tables.
    Word(Word),
    /// A coordinate.
    At(LonLat),
    /// A time.
    Time(Said),
    /// A remembered place.
    Known,
    /// Nothing known: a word of an alphabet, or one Chinese character.
    Unknown,
}

/// Names that this person and this map know, folded, by their first character, the longest first.
pub(super) struct Names {
    places: ByFirst,
    roads: ByFirst,
}

type ByFirst = HashMap<char, Vec<String>>;

impl Names {
    /// Of thousands of road names only those are folded all of whose pairs of characters occur in the sentence: the
    /// ask bar reads on every key.
    pub fn new(text: &Text, context: &ParseContext<'_>) -> Self {
        let mut pairs: HashSet<(char, char)> = HashSet::new();
        let mut before = None;
        for c in text.chars.iter().copied().filter(|c| !c.is_whitespace()) {
            pairs.extend(before.map(|before| (before, c)));
            before = Some(c);
        }
        let occurs = |name: &&String| {
            let mut before = None;
            name.chars()
                .filter(|c| !c.is_whitespace())
                .map(fold)
                .all(|c| before.replace(c).is_none_or(|before| pairs.contains(&(before, c))))
        };
        let by_first = |names: &[String]| {
            let mut folded = ByFirst::new();
            for name in names.iter().filter(occurs).map(|name| fold_name(name)) {
                if let Some(first) = name.chars().next() {
                    folded.entry(first).or_default().push(name);
                }
            }
            for names in folded.values_mut() {
                names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
            }
            folded
        };
        Self { places: by_first(context.known_places), roads: by_first(context.known_roads) }
    }

    fn longest(names: &ByFirst, text: &Text, at: usize) -> Option<usize> {
        names.get(&text.at(at))?.iter().find_map(|name| whole(text, at, name))
    }
}

/// Cuts a sentence into tokens. Between them is only white space.
pub(super) fn lex(text: &Text, names: &Names) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text.at(at).is_whitespace() {
            at += 1;
            continue;
        }
        let (what, to) = longest(text, names, at, &tokens);
        tokens.push(Token { what, from: at, to: to.max(at + 1) });
        at = to.max(at + 1);
    }
    tokens
}

fn longest(text: &Text, names: &Names, at: usize, so_far: &[Token]) -> (What, usize) {
    let before = so_far.last();
    let mut best: Option<(What, usize)> = None;
    let mut offer = |what: What, to: Option<usize>| {
        if let Some(to) = to
            && best.as_ref().is_none_or(|(_, best_to)| to > *best_to)
        {
            best = Some((what, to));
        }
    };
    if let Some((place, to)) = coord::read(text, at) {
        offer(What::At(place), Some(to));
    }
    if let Some(said) = times::until(text, at, closed_just_now(so_far)) {
        let to = said.end;
        offer(What::Time(said), Some(to));
    }
    if let Some(said) = times::starting(text, at, closed_just_now(so_far)) {
        let to = said.end;
        offer(What::Time(said), Some(to));
    }
    if let Some(said) = times::read(text, at) {
        let to = said.end;
        offer(What::Time(said), Some(to));
    }
    let wants_place = before.is_none_or(|token| !is_taking(token));
    let known = Names::longest(&names.places, text, at);
    if wants_place {
        offer(What::Known, known);
    }
    offer(What::Unknown, zh::WHOLE.iter().filter_map(|word| text.matches(at, word)).max());
    if let Some(to) = road_ref(text, at) {
        offer(What::Word(Word::Road), Some(to));
    }
    if let Some((word, to)) = single(text, names, at) {
        offer(What::Word(word), Some(to));
    }
    if let Some((place, to)) = phrases::errand(text, at) {
        offer(What::Word(Word::Errand(place)), Some(to));
    }
    if let Some(to) = as_little(text, at) {
        offer(What::Word(Word::RatherNot), Some(to));
    }
    if let Some(to) = visiting(text, at) {
        offer(What::Word(Word::Go), Some(to));
    }
    if let Some(to) = phrases::leaving()
        .filter_map(|verb| whole(text, at, verb))
        .max()
        .filter(|to| is_road(text, names, skip_article(text, *to)))
    {
        offer(What::Word(Word::Shun), Some(to));
    }
    if let Some(to) = driving(text, names, at) {
        offer(What::Word(Word::Take), Some(to));
    }
    // 公司附近的超市 is one name.
    let behind_place = before.is_some_and(|token| {
        token.to == at && matches!(token.what, What::Known | What::At(_) | What::Word(Word::Place))
    });
    if let Some(to) = nearby::asks(text, at).filter(|_| !behind_place) {
        offer(What::Word(Word::Near), Some(to));
    }
    if let Some((place, to)) = company::carried(text, at) {
        offer(What::Word(if place { Word::Go } else { Word::Filler }), Some(to));
    }
    for (entry, word) in LEXICON.get(&text.at(at)).into_iter().flatten() {
        offer(What::Word(*word), whole(text, at, entry));
    }
    // A street called Tunnel does not make every tunnel a street: of equal length the ordinary word wins.
    offer(What::Word(Word::Road), Names::longest(&names.roads, text, at));
    offer(What::Known, known);
    // 去人民公园遛狗; right behind 去 it is all that was said of where.
    if !before.is_some_and(|token| matches!(token.what, What::Word(Word::Go | Word::Via))) {
        offer(What::Word(Word::Filler), phrases::purpose(text, at));
    }
    let c = text.at(at);
    best.unwrap_or_else(|| match c {
        '。' | '！' | '？' | '；' | '.' | '!' | '?' | ';' | '\n' => (What::Word(Word::Sep(true)), at + 1),
        '，' | ',' | ':' => (What::Word(Word::Sep(false)), at + 1),
        c if is_alphabetic_script(c) => (What::Unknown, word_end(text, at)),
        c if is_cjk(c) || c.is_alphanumeric() => (What::Unknown, at + 1),
        _ => (What::Word(Word::Filler), at + 1),
    })
}

/// A match that does not end inside a hyphenated or apostrophised word.
fn whole(text: &Text, at: usize, pattern: &str) -> Option<usize> {
    let to = text.matches(at, pattern)?;
    let joined = |joint: usize| {
        matches!(text.at(joint), '-' | '\'')
            && is_alphabetic_script(text.at(joint + 1))
            && joint + 1 < text.len()
    };
    let inside = is_alphabetic_script(text.before(to)) && joined(to);
    let behind = at > 1
        && is_alphabetic_script(text.at(at))
        && matches!(text.before(at), '-' | '\'')
        && is_alphabetic_script(text.at(at - 2));
    (!inside && !behind).then_some(to)
}

/// Whether words about a closure stand before, with small words and commas between at most.
fn closed_just_now(tokens: &[Token]) -> bool {
    let mut before = tokens.iter().rev().filter(|token| {
        !matches!(token.what, What::Word(Word::Filler | Word::Sep(_) | Word::Once | Word::Soft(_)))
    });
    before.next().is_some_and(|token| match &token.what {
        What::Word(word) => *word == Word::Closed,
        What::Time(said) => said.role == times::Role::From,
        _ => false,
    })
}

fn is_taking(token: &Token) -> bool {
    matches!(token.what, What::Word(Word::Take | Word::Neg | Word::Shun | Word::Like | Word::Less))
}

/// A verb that is one only in front of a road: "driving through", "inside".
fn driving(text: &Text, names: &Names, at: usize) -> Option<usize> {
    const SMALL: [&str; 12] =
        ["the", "a", "an", "any", "those", "these", "all", "long", "high", "busy", "dark", "big"];
    let to = phrases::driving().filter_map(|verb| whole(text, at, verb)).max()?;
    let mut next = skip_spaces(text, to);
    for small in ["的", "那", "这", "条", "种", "什么", "任何"] {
        next = text.matches(next, small).unwrap_or(next);
    }
    while let Some(behind) = SMALL.iter().find_map(|small| whole(text, next, small)) {
        next = skip_spaces(text, behind);
    }
    // 安排走高架: both verbs are about the road.
    let ridden = ["走", "坐", "上", "过", "开", "搭", "乘"].iter().find_map(|verb| text.matches(next, verb));
    (is_road(text, names, next) || ridden.is_some_and(|next| is_road(text, names, next))).then_some(to)
}

/// 能不交就不交, 能少走尽量少走: as little as can be, whatever the verb.
fn as_little(text: &Text, at: usize) -> Option<usize> {
    let no = |at: usize| matches!(text.at(at), '不' | '少' | '别').then_some(at + 1);
    let verb = no(text.matches(at, "能")?)?;
    let then = ["就", "则", "尽量", "就尽量", "最好", "我就", "都", ""]
        .iter()
        .filter_map(|joint| if joint.is_empty() { Some(verb + 1) } else { text.matches(verb + 1, joint) })
        .filter_map(no)
        .find(|again| text.at(*again) == text.at(verb))?;
    super::text::is_cjk(text.at(verb)).then_some(then + 1)
}

/// "I'd like to see the Palais": names a destination where a name follows.
fn visiting(text: &Text, at: usize) -> Option<usize> {
    let (see, visit) = phrases::visiting();
    let longest = |at: usize, words: &str| words.split('|').filter_map(|word| whole(text, at, word)).max();
    let verb = longest(at, see).map_or(at, |to| skip_spaces(text, to));
    let to = longest(verb, visit)?;
    let name = skip_spaces(text, to);
    let name = ["the", "this", "that", "my", "our"]
        .iter()
        .find_map(|small| whole(text, name, small))
        .map_or(name, |to| skip_spaces(text, to));
    let own = ["office", "gym", "school", "home"].iter().any(|word| whole(text, name, word).is_some());
    (text.has_capital(name, name + 1) || own).then_some(to)
}

fn skip_article(text: &Text, from: usize) -> usize {
    let at = skip_spaces(text, from);
    ["the", "this", "这条", "这段", "这个"]
        .iter()
        .find_map(|small| text.matches(at, small))
        .map_or(at, |to| skip_spaces(text, to))
}

fn skip_spaces(text: &Text, from: usize) -> usize {
    (from..text.len()).find(|at| !text.at(*at).is_whitespace()).unwrap_or(text.len())
}

/// Whether a word for a road or the name of one begins here.
fn is_road(text: &Text, names: &Names, at: usize) -> bool {
    Names::longest(&names.roads, text, at).is_some()
        || road_ref(text, at).is_some()
        || LEXICON.get(&text.at(at)).into_iter().flatten().any(|(entry, meaning)| {
            matches!(meaning, Word::Feature(_) | Word::Road) && whole(text, at, entry).is_some()
        })
}

/// Characters that are a verb or a "not" only in front of a road or another such verb.
fn single(text: &Text, names: &Names, at: usize) -> Option<(Word, usize)> {
    let word = match text.at(at) {
        '别' | '不' | '勿' | '甭' => Word::Neg,
        '上' | '过' | '坐' | '开' | '经' | '穿' | '钻' | '进' | '乘' | '少' => Word::Take,
        // 封三天
        '封' if times::until(text, at + 1, true)
            .or_else(|| times::starting(text, at + 1, true))
            .is_some() =>
        {
            return Some((Word::Closed, at + 1));
        }
        _ => return None,
    };
    let next = at + 1;
    let road = is_road(text, names, next)
        || LEXICON.get(&text.at(next)).into_iter().flatten().any(|(entry, meaning)| {
            word == Word::Neg
                && matches!(meaning, Word::Shun | Word::Take | Word::Less | Word::Intens(_) | Word::Via)
                && text.matches(next, entry).is_some()
        });
    let verb = word == Word::Neg
        && (matches!(text.at(next), '给' | '带' | '让' | '把' | '叫' | '领' | '导' | '拉')
            || driving(text, names, next).is_some());
    let word = if text.at(at) == '少' { Word::Less } else { word };
    (road || verb).then_some((word, next))
}

/// A road number: A8, D6098, G15高速. A space inside only behind a capital, so that "a 8" in a sentence is none.
fn road_ref(text: &Text, at: usize) -> Option<usize> {
    if is_alphabetic_script(text.before(at)) {
        return None;
    }
    let letters = (at..text.len()).take_while(|i| text.at(*i).is_ascii_alphabetic()).count();
    if !(1..=2).contains(&letters) {
        return None;
    }
    let mut to = at + letters;
    let spaced = text.at(to) == ' ' && text.has_capital(at, at + 1) && letters == 1;
    if spaced || text.at(to) == '-' {
        to += 1;
    }
    let digits = (to..text.len()).take_while(|i| text.at(*i).is_ascii_digit()).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    to += digits;
    if text.at(to).is_ascii_alphabetic() && !is_alphabetic_script(text.at(to + 1)) && to < text.len() {
        to += 1;
    }
    if is_alphabetic_script(text.at(to)) && to < text.len() {
        return None;
    }
    Some(
        ["高速公路", "高速", "国道", "省道", "公路"]
            .iter()
            .find_map(|word| text.matches(to, word))
            .unwrap_or(to),
    )
}

/// End of a word with its inner hyphens, apostrophes and dots: Cap-d'Ail.
fn word_end(text: &Text, from: usize) -> usize {
    let mut at = from;
    while at < text.len() {
        // An abbreviation: St. Roman, Praceta S. Crispim.
        let short = (1..=2).contains(&(at - from)) && text.at(at) == '.' && text.at(at + 1) == ' ';
        if short && text.has_capital(from, from + 1) && text.has_capital(at + 2, at + 3) {
            return at + 1;
        }
        let joint = matches!(text.at(at), '-' | '\'' | '.' | '&')
            && is_alphabetic_script(text.at(at + 1))
            && at + 1 < text.len();
        if !is_alphabetic_script(text.at(at)) && !joint {
            break;
        }
        at += 1;
    }
    at
}

/// End of a Chinese road name that starts here: up to seven characters and a word for a road.
pub(super) fn road_name(text: &Text, from: usize) -> Option<usize> {
    const ENDS: [&str; 22] = [
        "高速公路",
        "快速路",
        "高架路",
        "东大街",
        "西大街",
        "高速",
        "高架",
        "公路",
        "大道",
        "大街",
        "大桥",
        "隧道",
        "东路",
        "西路",
        "南路",
        "北路",
        "中路",
        "路",
        "街",
        "道",
        "巷",
        "环",
    ];
    for at in from + 1..(from + 8).min(text.len()) {
        let c = text.before(at);
        if !is_cjk(c) && !is_alphabetic_script(c) || matches!(c, '走' | '别' | '不' | '和' | '的' | '条')
        {
            return None;
        }
        if let Some(to) = ENDS.iter().find_map(|end| text.matches(at, end)) {
            return Some(to);
        }
    }
    None
}

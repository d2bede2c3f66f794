//! Queries of each kind, drawn from a region's own data.

use domain::LonLat;
use pinyin::ToPinyin;
use rand::{Rng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use region::NamedThing;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::World;

/// A kind of query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Exact,
    Prefix,
    Typo,
    Pinyin,
    Initials,
    Script,
    House,
    Cross,
    Nearest,
}

impl Kind {
    pub const ALL: [Self; 9] = [
        Self::Exact,
        Self::Prefix,
        Self::Typo,
        Self::Pinyin,
        Self::Initials,
        Self::Script,
        Self::House,
        Self::Cross,
        Self::Nearest,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Prefix => "prefix",
            Self::Typo => "typo",
            Self::Pinyin => "pinyin",
            Self::Initials => "initials",
            Self::Script => "script",
            Self::House => "house",
            Self::Cross => "cross",
            Self::Nearest => "nearest",
        }
    }

    /// Percent that must be among five. Three are the reading of "found"; the rest are our own.
    pub fn asked(self) -> f64 {
        match self {
            Self::Exact | Self::Prefix | Self::Pinyin | Self::Script | Self::House | Self::Nearest => 95.0,
            Self::Typo | Self::Cross => 90.0,
            Self::Initials => 85.0,
        }
    }
}

/// What is typed, and what is meant.
pub struct Query {
    pub kind: Kind,
    pub typed: String,
    /// The name, for people who read the misses.
    pub meant: String,
    /// Looked around from here instead of from the middle.
    pub near: Option<LonLat>,
    pub right: Right,
}

/// What a right answer is.
pub enum Right {
    /// A thing of this name.
    Named(String),
    /// Something at one of these points.
    At(Vec<LonLat>),
}

/// At most `n` queries of a kind.
pub fn queries(world: &World, kind: Kind, n: usize, chance: &mut ChaCha8Rng) -> Vec<Query> {
    let mut drawn: Vec<Query> = match kind {
        Kind::House => houses(world, chance),
        Kind::Cross => crossings(world),
        Kind::Nearest => nearest(world, chance, n),
        Kind::Exact | Kind::Prefix | Kind::Typo | Kind::Pinyin | Kind::Initials | Kind::Script => {
            let mut names: Vec<&str> = names(world).into_iter().collect();
            names.shuffle(chance);
            // Drawing stops when there are enough: making the rest would only cost time.
            return names.into_iter().filter_map(|name| of_name(name, kind, chance)).take(n).collect();
        }
    };
    drawn.shuffle(chance);
    drawn.truncate(n);
    drawn
}

/// Names that people type: in any language, not refs and operators, long enough to mean something.
fn names(world: &World) -> BTreeSet<&str> {
    let typed = |thing: &'_ (String, String)| !matches!(thing.0.as_str(), "ref" | "operator");
    let long = |name: &&str| {
        let letters = name.chars().filter(|c| c.is_alphanumeric()).count();
        (if name.chars().any(is_han) { 2..=20 } else { 4..=40 }).contains(&letters)
    };
    let all = world.things.iter().flat_map(|thing| &thing.names).filter(|name| typed(name));
    all.map(|(_, text)| text.as_str()).filter(long).collect()
}

fn of_name(name: &str, kind: Kind, chance: &mut ChaCha8Rng) -> Option<Query> {
    let typed = match kind {
        Kind::Exact => name.to_owned(),
        Kind::Prefix => prefix(name)?,
        Kind::Typo => slip(name, chance)?,
        Kind::Pinyin => spelled(name, ToOwned::to_owned)?,
        Kind::Initials => {
            let initials = spelled(name, |syllable| syllable.chars().take(1).collect())?;
            (initials.len() >= 3).then_some(initials)?
        }
        Kind::Script => other_script(name)?,
        Kind::House | Kind::Cross | Kind::Nearest => return None,
    };
    Some(Query { kind, typed, meant: name.to_owned(), near: None, right: Right::Named(name.to_owned()) })
}

pub fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}')
}

/// Two thirds of it, at least two characters of Chinese and four of others.
fn prefix(name: &str) -> Option<String> {
    let characters: Vec<char> = name.chars().collect();
    let least = if name.chars().any(is_han) { 2 } else { 4 };
    let length = (characters.len() * 2).div_ceil(3).max(least);
    (length < characters.len()).then(|| characters[..length].iter().collect::<String>().trim_end().to_owned())
}

/// One slip: in Latin a letter dropped, doubled, changed or swapped with the next inside a word of at least five; in
/// Chinese a character replaced by one that sounds the same.
fn slip(name: &str, chance: &mut ChaCha8Rng) -> Option<String> {
    let mut characters: Vec<char> = name.chars().collect();
    if name.chars().any(is_han) {
        let han: Vec<usize> = (0..characters.len()).filter(|at| is_han(characters[*at])).collect();
        if han.len() < 3 {
            return None;
        }
        let at = han[chance.random_range(0..han.len())];
        let sound = characters[at].to_pinyin()?.plain();
        let other: Vec<char> = SOUNDS.get(sound)?.iter().copied().filter(|c| *c != characters[at]).collect();
        characters[at] = *other.get(chance.random_range(0..other.len().max(1)))?;
        return Some(characters.into_iter().collect());
    }
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for at in 0..=characters.len() {
        if at == characters.len() || !characters[at].is_alphabetic() {
            if at - from >= 5 {
                words.push((from, at));
            }
            from = at + 1;
        }
    }
    let (from, to) = *words.get(chance.random_range(0..words.len().max(1)))?;
    let at = chance.random_range(from..to - 1);
    match chance.random_range(0..4) {
        0 => drop(characters.remove(at)),
        1 => characters.insert(at, characters[at]),
        2 if characters[at] != characters[at + 1] => characters.swap(at, at + 1),
        _ => characters[at] = if characters[at].eq_ignore_ascii_case(&'e') { 'a' } else { 'e' },
    }
    let typed: String = characters.into_iter().collect();
    (typed != name).then_some(typed)
}

/// Common characters by their sound.
static SOUNDS: LazyLock<BTreeMap<&'static str, Vec<char>>> = LazyLock::new(|| {
    let mut sounds: BTreeMap<&'static str, Vec<char>> = BTreeMap::new();
    // The first level of GB 2312, as a text: the characters people really write.
    for c in ('\u{4e00}'..='\u{9fa5}').filter(|c| is_common(*c)) {
        if let Some(sound) = c.to_pinyin() {
            sounds.entry(sound.plain()).or_default().push(c);
        }
    }
    sounds
});

/// Characters of street names, as far as this program needs to know common ones.
fn is_common(c: char) -> bool {
    const COMMON: &str = "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严";
    COMMON.contains(c)
}

/// The usual readings, one after the other; nothing for a name that isn't all Chinese.
fn spelled(name: &str, of: impl Fn(&str) -> String) -> Option<String> {
    if !name.chars().all(is_han) {
        return None;
    }
    name.chars().map(|c| c.to_pinyin().map(|sound| of(sound.plain()).replace('ü', "v"))).collect()
}

/// Traditional for simplified and the other way round.
fn other_script(name: &str) -> Option<String> {
    static TRADITIONAL: LazyLock<BTreeMap<char, char>> = LazyLock::new(|| {
        let mut table = BTreeMap::new();
        for c in '\u{4e00}'..='\u{9fa5}' {
            let simple = fast2s::convert(&c.to_string()).chars().next().unwrap_or(c);
            if simple != c {
                table.entry(simple).or_insert(c);
            }
        }
        table
    });
    if !name.chars().any(is_han) {
        return None;
    }
    let simple = fast2s::convert(name);
    let other = if simple == name {
        name.chars().map(|c| TRADITIONAL.get(&c).copied().unwrap_or(c)).collect()
    } else {
        simple
    };
    (other != name).then_some(other)
}

fn at(thing: &NamedThing) -> LonLat {
    LonLat { lon: f64::from(thing.lon_e7) / 1e7, lat: f64::from(thing.lat_e7) / 1e7 }
}

/// Number and street, in the order of the street's language or the other one.
fn houses(world: &World, chance: &mut ChaCha8Rng) -> Vec<Query> {
    let mut points: BTreeMap<(&str, &str), Vec<LonLat>> = BTreeMap::new();
    for thing in &world.things {
        if !thing.housenumber.is_empty() && thing.street.chars().count() > 1 {
            points.entry((&thing.street, &thing.housenumber)).or_default().push(at(thing));
        }
    }
    let houses = points.into_iter().map(|((street, number), points)| {
        let typed = if street.chars().any(is_han) {
            format!("{street}{}号", number.trim_end_matches(['号', '號']))
        } else if chance.random_bool(0.5) {
            format!("{number} {street}")
        } else {
            format!("{street} {number}")
        };
        Query { kind: Kind::House, meant: typed.clone(), typed, near: None, right: Right::At(points) }
    });
    houses.collect()
}

/// Two named streets with a common node.
fn crossings(world: &World) -> Vec<Query> {
    let roads = &world.roads;
    let mut at_node: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for segment in &roads.segments {
        let name = roads.strings[roads.ways[segment.way as usize].name as usize].as_str();
        if !name.is_empty() && !name.contains(';') {
            at_node.entry(segment.tail).or_default().insert(name);
            at_node.entry(segment.head).or_default().insert(name);
        }
    }
    let mut points: BTreeMap<(&str, &str), Vec<LonLat>> = BTreeMap::new();
    for (node, names) in &at_node {
        let here = &roads.nodes[*node as usize];
        let here = LonLat { lon: f64::from(here.lon_e7) / 1e7, lat: f64::from(here.lat_e7) / 1e7 };
        for a in names {
            for b in names.range::<str, _>((std::ops::Bound::Excluded(*a), std::ops::Bound::Unbounded)) {
                points.entry((a, b)).or_default().push(here);
            }
        }
    }
    let query = |((a, b), points): ((&str, &str), Vec<LonLat>)| {
        let typed = if a.chars().any(is_han) && b.chars().any(is_han) {
            format!("{a}和{b}路口")
        } else {
            format!("{a} & {b}")
        };
        Query { kind: Kind::Cross, meant: typed.clone(), typed, near: None, right: Right::At(points) }
    };
    points.into_iter().map(query).collect()
}

/// A kind of thing from somewhere in the region, in several languages: the nearest of its tag is meant.
fn nearest(world: &World, chance: &mut ChaCha8Rng, n: usize) -> Vec<Query> {
    const WORDS: [(&str, &str); 12] = [
        ("加油站", "amenity=fuel"),
        ("petrol station", "amenity=fuel"),
        ("station service", "amenity=fuel"),
        ("restaurant", "amenity=restaurant"),
        ("餐厅", "amenity=restaurant"),
        ("停车场", "amenity=parking"),
        ("parkplatz", "amenity=parking"),
        ("pharmacie", "amenity=pharmacy"),
        ("药店", "amenity=pharmacy"),
        ("bank", "amenity=bank"),
        ("supermercado", "shop=supermarket"),
        ("附近的咖啡馆", "amenity=cafe"),
    ];
    let mut queries = Vec::new();
    for (word, kind) in WORDS {
        let of_kind: Vec<LonLat> = world.things.iter().filter(|thing| thing.kind == kind).map(at).collect();
        if of_kind.len() < 6 {
            continue;
        }
        for _ in 0..n.div_ceil(WORDS.len()) {
            let thing = of_kind[chance.random_range(0..of_kind.len())];
            let off = |chance: &mut ChaCha8Rng| chance.random_range(-0.004..0.004);
            let near = LonLat { lon: thing.lon + off(chance), lat: thing.lat + off(chance) };
            let nearest = of_kind.iter().min_by(|a, b| a.distance_m(near).total_cmp(&b.distance_m(near)));
            queries.push(Query {
                kind: Kind::Nearest,
                typed: word.to_owned(),
                meant: format!("{word} near a point"),
                near: Some(near),
                right: Right::At(nearest.into_iter().copied().collect()),
            });
        }
    }
    queries
}

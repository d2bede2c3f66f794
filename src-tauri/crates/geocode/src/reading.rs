//! Chinese names by pinyin, as people type them: whole, cut short, by initials, or mixed.
//!
//! Every character may be read in several ways (重庆 is chóng qìng, 重 alone also zhòng), and each reading may be
//! typed up to any letter of it. So a name isn't spelled out beforehand, which would multiply, but walked along the
//! typed letters, trying every reading.

use pinyin::ToPinyinMulti;
use rustc_hash::FxHashMap;
use strsim::osa_distance;

use crate::fold::is_cjk;
use crate::typo;

/// The readings of one character as typed.
type Syllables = [Box<str>];

/// How the characters of some texts are read: each character is looked up once, not at every letter typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Readings {
    of: FxHashMap<char, Box<Syllables>>,
}

impl Readings {
    /// For all characters of folded texts. Letters and digits beside Chinese are read as they are: 地铁3号线.
    pub fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut of: FxHashMap<char, Box<Syllables>> = FxHashMap::default();
        for text in texts.filter(|text| text.chars().any(is_cjk)) {
            for c in text.chars().filter(|c| *c != ' ') {
                of.entry(c).or_insert_with(|| syllables(c));
            }
        }
        Self { of }
    }

    /// The syllables of a text, and which of them begin a run of Chinese characters.
    fn along<'a>(&'a self, folded: &str) -> (Vec<&'a Syllables>, Vec<bool>) {
        let mut before = false;
        let read = folded.chars().filter_map(|c| {
            let begins = is_cjk(c) && !before;
            before = is_cjk(c);
            let syllables = self.of.get(&c).map(AsRef::as_ref).filter(|syllables| !syllables.is_empty())?;
            Some((syllables, begins))
        });
        read.unzip()
    }
}

/// How well letters fit a folded name's characters, 0 to 1; `None` when they don't.
///
/// Letters match from any character on, but a match inside a run of characters counts less and must spell its syllables
/// out.
pub(crate) fn quality(letters: &str, folded: &str, readings: &Readings) -> Option<f64> {
    let letters = letters.replace('v', "u");
    let first = letters.chars().next()?;
    let (characters, begins) = readings.along(folded);
    let mut best: Option<f64> = None;
    for (start, readings) in characters.iter().enumerate() {
        if !readings.iter().any(|reading| reading.starts_with(first)) {
            continue;
        }
        let Some(walk) = walk(&letters, &characters[start..]) else { continue };
        let spelled = walk.spelled as f64 / letters.len() as f64;
        let run = begins.get(start).copied().unwrap_or(false);
        if start > 0 && !run && spelled < 1.0 {
            continue;
        }
        let place = match (start, run) {
            (0, _) => 0.95,
            (_, true) => 0.85,
            _ => 0.75,
        };
        let covered = walk.characters as f64 / characters.len() as f64;
        let quality = place * (0.55 + 0.45 * spelled) * (0.7 + 0.3 * covered);
        best = Some(best.map_or(quality, |known: f64| known.max(quality)));
    }
    best
}

/// How like letters with a slip are to the usual reading of a name, of which they may be the beginning, 0 to 1.
pub(crate) fn slip_quality(letters: &str, usual: &str) -> Option<f64> {
    let allowed = typo::allowed(letters);
    if allowed == 0 || usual.len() + allowed < letters.len() {
        return None;
    }
    let ends = [letters.len(), letters.len() + 1, letters.len().saturating_sub(1), usual.len()];
    let heads = ends.iter().filter_map(|end| usual.get(..(*end).min(usual.len())));
    let distance = heads.map(|head| osa_distance(letters, head)).min().filter(|slips| *slips <= allowed)?;
    let covered = (letters.len() as f64 / usual.len() as f64).min(1.0);
    Some((1.0 - distance as f64 / letters.len() as f64) * (0.6 + 0.3 * covered))
}

/// The readings of a character as typed: no tones, ü as u.
fn syllables(c: char) -> Box<Syllables> {
    if c.is_ascii_alphanumeric() {
        return Box::new([c.to_string().into_boxed_str()]);
    }
    let mut readings: Vec<Box<str>> = Vec::new();
    for reading in c.to_pinyin_multi().into_iter().flatten() {
        let plain = reading.plain().replace(['ü', 'v'], "u").into_boxed_str();
        if !readings.contains(&plain) {
            readings.push(plain);
        }
    }
    readings.into_boxed_slice()
}

/// The usual reading of a text, without spaces; what can't be read is left out.
pub(crate) fn usual(folded: &str) -> String {
    folded.chars().filter_map(|c| syllables(c).first().map(ToString::to_string)).collect()
}

/// A bit per letter that a name's readings begin with: a name without the typed letter's bit can't match. Nothing for
/// names without Chinese.
pub(crate) fn initials(folded: &str) -> u32 {
    if !folded.chars().any(is_cjk) {
        return 0;
    }
    folded
        .chars()
        .flat_map(|c| syllables(c).into_vec())
        .filter_map(|reading| letter_bit(reading.as_bytes().first().copied()))
        .fold(0, |bits, bit| bits | bit)
}

/// The bit of one letter; `None` for anything else.
pub(crate) fn letter_bit(letter: Option<u8>) -> Option<u32> {
    letter.filter(u8::is_ascii_lowercase).map(|letter| 1 << (letter - b'a'))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    /// Letters that belong to syllables typed whole, or to the last one, which may still be being typed.
    spelled: usize,
    /// Characters used.
    characters: usize,
}

/// The best way to type `letters` along the characters, using all letters. Depth is at most the number of
/// characters and a syllable has at most six letters, so plain recursion is enough for what fits a search box.
fn walk(letters: &str, characters: &[&Syllables]) -> Option<Walk> {
    let (readings, rest) = characters.split_first()?;
    let mut best: Option<Walk> = None;
    for reading in *readings {
        let common = letters.bytes().zip(reading.bytes()).take_while(|(a, b)| a == b).count();
        for typed in (1..=common).rev() {
            let here = if typed == letters.len() {
                // One letter of the last syllable is an initial when others were typed before it; it is counted as
                // spelled all the same, because every typed name passes through that state.
                Some(Walk { spelled: typed, characters: 1 })
            } else {
                letters.get(typed..).and_then(|more| walk(more, rest)).map(|walk| Walk {
                    spelled: walk.spelled + if typed == reading.len() { typed } else { 0 },
                    characters: walk.characters + 1,
                })
            };
            best = best.max(here);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quality(letters: &str, name: &str) -> Option<f64> {
        super::quality(letters, name, &Readings::of(std::iter::once(name)))
    }

    fn better(letters: &str, name: &str, worse: &str) {
        let (a, b) = (quality(letters, name), quality(letters, worse));
        assert!(a > b, "{letters}: {name} {a:?}, {worse} {b:?}");
    }

    #[test]
    fn typed_letters_find_the_characters() {
        for (letters, name) in [
            ("chongqing", "重庆"),
            ("zhongqing", "重庆"),
            ("cq", "重庆"),
            ("chongq", "重庆"),
            ("zgc", "中关村"),
            ("zhgc", "中关村"),
            ("zhongguanc", "中关村"),
            ("zguancun", "中关村"),
            ("lv", "绿地"),
            ("lvdi", "绿地"),
            ("ludi", "绿地"),
            ("changan", "长安街"),
            ("xian", "西安路"),
            ("xian", "先生"),
            ("ditie3hao", "地铁 3 号线"),
            ("dt3hx", "地铁 3 号线"),
        ] {
            assert!(quality(letters, name).is_some(), "{letters} → {name}");
        }
        for (letters, name) in
            [("qc", "重庆"), ("chongqingshi", "重庆"), ("q", "重山"), ("gc", "中关村"), ("a", "rue")]
        {
            assert_eq!(quality(letters, name), None, "{letters} → {name}");
        }
    }

    #[test]
    fn whole_beats_initials_and_the_start_beats_the_middle() {
        better("renmin", "人民路", "大人民路");
        better("renmin", "人民", "人民路");
        better("rmlu", "人民路", "人民路口北");
        assert!(quality("renminlu", "人民路") > quality("rml", "人民路"));
    }

    #[test]
    fn slips_in_letters() {
        for (letters, usual, fits) in [
            ("zhongguancin", "zhongguancun", true),
            ("zhonguancun", "zhongguancun", true),
            ("binjiang", "binjianglu", true),
            ("bingjiang", "binjianglu", true),
            ("cq", "zq", false),
            ("shanghai", "zhongguancun", false),
        ] {
            assert_eq!(slip_quality(letters, usual).is_some(), fits, "{letters} {usual}");
        }
    }

    #[test]
    fn usual_reading_and_initials() {
        assert_eq!(usual("滨江路"), "binjianglu");
        assert_eq!(initials("滨江"), (1 << 1) | (1 << 9));
        assert_eq!(initials("rue"), 0);
    }
}

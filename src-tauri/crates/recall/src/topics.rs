//! What a sentence is about, by general knowledge of cars and daily life in two languages.
//!
//! A paraphrase shares no word with what was said ("my eyes hurt" and "turn the display down"), and a sentence vector
//! knows little of a car's devices: a table of words per topic joins both, and is the alias table of query enhancement
//! (MISSION S3-29). A topic is a device, a kind of content or a side of life; never a particular value or answer.
//!
//! Patterns: an English one is a word or several; `*` at its end takes any ending. A Chinese one is a run of characters
//! anywhere.

mod car;
mod life;
mod values;

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

pub use values::{Values, values};

use crate::fold::spaced;

/// One topic: its name, English and Chinese patterns.
pub(crate) type Topic = (&'static str, &'static [&'static str], &'static [&'static str]);

/// A set of topics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Topics(pub u128);

impl Topics {
    /// Whether none.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in both.
    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those in either.
    pub fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Numbers of the topics, ascending.
    #[inline(always)]
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }

    /// Names of the topics.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.numbers().filter_map(|n| all().nth(n)).map(|(name, ..)| *name)
    }

    /// Whether one of them is a device of the car: what is said of it is likely meant to last.
    pub fn of_the_car(self) -> bool {
        self.0 & ((1 << car::TOPICS.len()) - 1) != 0
    }
}

/// How many topics there are.
pub const COUNT: usize = car::TOPICS.len() + life::TOPICS.len();
const _: () = assert!(COUNT <= 128, "a topic is a bit of 128");

fn all() -> impl Iterator<Item = &'static Topic> {
    car::TOPICS.iter().chain(life::TOPICS)
}

/// What the text is about.
pub fn topics(text: &str) -> Topics {
    topics_of(&spaced(text))
}

/// The same of a text that went through [`spaced`] already.
pub(crate) fn topics_of(spaced: &str) -> Topics {
    Topics(TABLE.rows(spaced).fold(0, |set, topic| set | 1 << topic))
}

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::of(all().map(|(_, en, zh)| (*en, *zh))));

/// Finds every pattern of every row of a table at once.
pub(crate) struct Table {
    machine: Option<AhoCorasick>,
    owners: Vec<usize>,
}

impl Table {
    /// Of rows of English and Chinese patterns.
    pub(crate) fn of<'a>(rows: impl Iterator<Item = (&'a [&'a str], &'a [&'a str])>) -> Self {
        let mut patterns = Vec::new();
        let mut owners = Vec::new();
        for (row, (en, zh)) in rows.enumerate() {
            for word in en {
                patterns.push(match word.strip_suffix('*') {
                    Some(stem) => format!(" {stem}"),
                    None => format!(" {word} "),
                });
                owners.push(row);
            }
            for run in zh {
                patterns.push((*run).to_owned());
                owners.push(row);
            }
        }
        // Building fails on millions of patterns only; without a machine nothing is found.
        let machine = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&patterns).ok();
        Self { machine, owners }
    }

    /// Rows of which a pattern occurs, some of them several times.
    pub(crate) fn rows<'a>(&'a self, spaced: &'a str) -> impl Iterator<Item = usize> + 'a {
        let hits = self.machine.iter().flat_map(move |machine| machine.find_overlapping_iter(spaced));
        hits.filter_map(|hit| self.owners.get(hit.pattern().as_usize()).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::topics;

    fn check(text: &str, wanted: &[&str]) {
        let found: Vec<&str> = topics(text).names().collect();
        for topic in wanted {
            assert!(found.contains(topic), "{text}: {found:?} lacks {topic}");
        }
        if wanted.is_empty() {
            assert!(found.is_empty(), "{text}: {found:?}");
        }
    }

    #[test]
    fn s3_29_other_words_for_the_same_thing_meet_in_a_topic() {
        check("Turn the A/C to 22 degrees", &["climate"]);
        check("空调太冷了", &["climate"]);
        check("Die Katze", &[]);
        check("that HUD is blinding me", &["hud", "brightness"]);
        check("抬头显示太亮了", &["hud", "brightness"]);
        check("my lower back is acting up", &["massage"]);
        check("还是叫上次那种大车吧", &["vehicle"]);
        check("厢式货车", &["vehicle"]);
        check("I'd like a flat white", &["drink"]);
        check("别走高架", &["elevated"]);
    }
}

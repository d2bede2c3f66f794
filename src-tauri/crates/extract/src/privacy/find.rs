//! Finds what reveals somebody in one text.

use std::{ops::Range, sync::LazyLock};

use domain::{Lang, Sensitivity};

use super::{names, numbers, places, words_en, words_zh};
use crate::text::{Folded, Words};

/// What a flagged stretch of words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Rule {
    /// Harmless: holds a flagged word by chance.
    Plain,
    Phone,
    IdNumber,
    Plate,
    Email,
    Card,
    Account,
    Birth,
    Name,
    HouseNumber,
    Coordinate,
    Postcode,
    Address,
    School,
    /// Family and partners.
    Kin,
    /// Children: stays known as a child, since it changes how one drives.
    Child,
    /// A day that matters to somebody close.
    Occasion,
    /// A date beside somebody close.
    Date,
    /// A hospital by name.
    Hospital,
    /// Anything medical that one drives to or has done.
    Visit,
    Illness,
    Medicine,
}

impl Rule {
    /// Stable word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Phone => "phone",
            Self::IdNumber => "id_number",
            Self::Plate => "plate",
            Self::Email => "email",
            Self::Card => "card",
            Self::Account => "account",
            Self::Birth => "birth",
            Self::Name => "name",
            Self::HouseNumber => "house_number",
            Self::Coordinate => "coordinate",
            Self::Postcode => "postcode",
            Self::Address => "address",
            Self::School => "school",
            Self::Kin => "kin",
            Self::Child => "child",
            Self::Occasion => "occasion",
            Self::Date => "date",
            Self::Hospital => "hospital",
            Self::Visit => "visit",
            Self::Illness => "illness",
            Self::Medicine => "medicine",
        }
    }

    /// Its class.
    pub fn class(self) -> Sensitivity {
        match self {
            Self::Plain
            | Self::Phone
            | Self::IdNumber
            | Self::Plate
            | Self::Email
            | Self::Card
            | Self::Account
            | Self::Birth
            | Self::Name => Sensitivity::Identity,
            Self::HouseNumber | Self::Coordinate | Self::Postcode | Self::Address | Self::School => {
                Sensitivity::Location
            }
            Self::Kin | Self::Child | Self::Occasion | Self::Date => Sensitivity::Social,
            Self::Hospital | Self::Visit | Self::Illness | Self::Medicine => Sensitivity::Health,
        }
    }

    /// What stands there instead; harmless itself.
    pub fn instead(self, lang: Lang) -> &'static str {
        let (zh, en) = match self {
            Self::Plain => ("", ""),
            Self::Phone => ("某个号码", "a number"),
            Self::IdNumber => ("某个证件", "a document"),
            Self::Plate => ("某个车牌", "a plate"),
            Self::Email => ("某个邮箱", "a mailbox"),
            Self::Card | Self::Account => ("某个账号", "an account"),
            Self::Birth => ("某一天", "some day"),
            Self::Name => ("某人", "somebody"),
            Self::HouseNumber | Self::Coordinate | Self::Address => ("某处", "somewhere"),
            Self::Postcode => ("某地", "some area"),
            Self::School => ("学校", "the school"),
            Self::Kin => ("家人", "a family member"),
            Self::Child => ("孩子", "a child"),
            Self::Occasion => ("某个日子", "a special day"),
            Self::Date => ("近期", "soon"),
            Self::Hospital | Self::Visit => ("医疗出行", "medical care"),
            Self::Illness => ("身体原因", "a personal reason"),
            Self::Medicine => ("个人用品", "personal supplies"),
        };
        match lang {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }
}

/// One flagged stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flag {
    /// Bytes of the text as written.
    pub span: Range<usize>,
    /// What it is.
    pub rule: Rule,
    /// What stands there instead.
    pub instead: String,
}

static WORDS: LazyLock<Words<Rule>> =
    LazyLock::new(|| Words::new(words_zh::WORDS.iter().chain(words_en::WORDS).copied()));

/// Everything in a text that reveals somebody, from left to right, not overlapping. `exact` lets addresses stand
/// (MISSION X16); other identifying words go all the same.
pub(super) fn flags(written: &str, exact: bool, lang: Lang) -> Vec<Flag> {
    let text = Folded::new(written);
    let mut found: Vec<(Range<usize>, Rule, Option<String>)> = Vec::new();
    let plain = |(span, rule)| (span, rule, None);
    let words: Vec<(Range<usize>, Rule)> = WORDS.find(&text.text).map(|(span, rule)| (span, *rule)).collect();
    let has =
        |class: Sensitivity| words.iter().any(|(_, rule)| *rule != Rule::Plain && rule.class() == class);
    let has_child = words.iter().any(|(_, rule)| *rule == Rule::Child) || CHILD.any(&text.text);
    found.extend(numbers::find(&text.text).into_iter().map(plain));
    found.extend(names::find(&text, written).into_iter().map(plain));
    found.extend(places::find(&text.text, lang));
    if has(Sensitivity::Social) {
        found.extend(numbers::dates(&text.text).into_iter().map(|span| (span, Rule::Date, None)));
    }
    if has_child {
        found.extend(places::schools(&text.text).into_iter().map(|span| (span, Rule::School, None)));
    }
    found.extend(words.into_iter().map(|(span, rule)| (widened(&text.text, span, rule), rule)).map(plain));
    // The longest wins where two overlap; a plain word shields what lies inside it.
    found.sort_by_key(|(span, rule, _)| (std::cmp::Reverse(span.len()), *rule));
    let mut kept: Vec<(Range<usize>, Rule, Option<String>)> = Vec::new();
    for one in found {
        if kept.iter().all(|(span, ..)| one.0.end <= span.start || span.end <= one.0.start) {
            kept.push(one);
        }
    }
    let stands = |rule: Rule| exact && rule.class() == Sensitivity::Location;
    kept.retain(|(span, rule, _)| *rule != Rule::Plain && !span.is_empty() && !stands(*rule));
    kept.sort_by_key(|(span, ..)| span.start);
    kept.into_iter()
        .map(|(span, rule, instead)| Flag {
            span: text.original(&span),
            rule,
            instead: instead.unwrap_or_else(|| rule.instead(lang).to_owned()),
        })
        .collect()
}

static CHILD: LazyLock<Words<()>> = LazyLock::new(|| {
    Words::new([("孩子|小孩|娃|小朋友|接送|放学|kid|kids|child|children|my kid's|pick up from school", ())])
});

/// A hospital's name begins before the word for it, and "my wife" is more than "wife".
fn widened(text: &str, span: Range<usize>, rule: Rule) -> Range<usize> {
    match rule {
        Rule::Hospital | Rule::Visit => places::name_before(text, span, rule),
        Rule::Kin | Rule::Child => {
            let before = text.get(..span.start).unwrap_or_default();
            let owned = [
                "my ",
                "our ",
                "his ",
                "her ",
                "their ",
                "your ",
                "my older ",
                "my younger ",
                "my little ",
                "my big ",
            ];
            let own = owned.iter().filter(|word| {
                before.ends_with(**word)
                    && !before.trim_end_matches(**word).ends_with(|c: char| c.is_ascii_alphabetic())
            });
            let zh = ["我的", "我"].iter().filter(|word| before.ends_with(**word));
            own.chain(zh).map(|word| word.len()).max().map_or(span.clone(), |len| span.start - len..span.end)
        }
        _ => span,
    }
}

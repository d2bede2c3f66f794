//! Where a name that nobody remembered begins and ends.

use super::{Reader, Word};
use crate::intent::{
    PlaceRef,
    lexer::{Token, What},
    text::is_cjk,
};

impl Reader<'_> {
    /// A name from this token on, taken as a place; the index behind it. `None` when no name begins here.
    pub(super) fn free_name(&mut self, index: usize) -> Option<usize> {
        let mut start = index;
        // "to the", 去那个
        while self.tokens.get(start).is_some_and(|token| self.is_article(token)) {
            start += 1;
        }
        let first = self.tokens.get(start)?;
        match &first.what {
            What::Word(Word::Feature(_)) if self.is_adverb(first) => return None,
            What::Known | What::Word(Word::Place) if !self.joins_behind(start) => {
                return Some(self.named(start));
            }
            What::Known | What::Unknown | What::Word(Word::Place | Word::Feature(_) | Word::Road) => {}
            What::Word(Word::And) if self.text_joined(start) => {}
            What::Word(Word::Take) if self.text_at(start + 1) && !self.noun_at(start + 1) => {}
            _ => return None,
        }
        let (next, to) = self.run(start);
        let (from, name) = (first.from, self.text.written(first.from, to));
        self.place(PlaceRef::Named(name), from, to, next);
        Some(next)
    }

    /// The tokens of a name that starts here: index behind the last, and the character behind it.
    pub(super) fn run(&self, start: usize) -> (usize, usize) {
        let mut end = start + 1;
        let mut at = start + 1;
        while let (Some(before), Some(token)) = (self.tokens.get(at - 1), self.tokens.get(at)) {
            let gap = token.from > before.to;
            // A branch in brackets belongs to the name before it: 一品三笑(五道口店).
            if !gap
                && matches!(self.text.at(token.from), '(' | '（')
                && let Some(close) = self
                    .tokens
                    .iter()
                    .skip(at)
                    .position(|token| matches!(self.text.at(token.from), ')' | '）'))
            {
                at += close + 1;
                end = at;
                continue;
            }
            let chinese = is_cjk(self.text.before(before.to)) && is_cjk(self.text.at(token.from));
            if gap && is_cjk(self.text.before(before.to)) {
                break;
            }
            let capital = self.text.has_capital(token.from, token.from + 1);
            let belongs = match &token.what {
                What::Unknown => true,
                What::Known => chinese && !gap || capital,
                What::Word(Word::Place) => chinese && !gap || capital,
                What::Word(Word::Road) => !gap && chinese || gap && (capital || self.is_number(before)),
                What::Word(Word::Feature(_)) => !gap && chinese || gap && capital,
                _ => false,
            };
            // Small words belong to a name only when more of it follows: 世纪公园的东门, "Museum of Art".
            let inner = match &token.what {
                What::Word(
                    Word::Filler | Word::Next | Word::Place | Word::Part(..) | Word::Weather(_) | Word::From,
                ) => chinese && !gap || (gap && matches!(token.what, What::Word(Word::Filler))),
                What::Word(Word::And) if self.text.at(token.from) == '&' => true,
                What::Word(Word::And) => chinese && !gap && !self.place_at(at + 1),
                What::Word(Word::Take | Word::Go) => {
                    chinese && !gap && !self.noun_at(at + 1) && at == start + 1
                }
                _ => false,
            } || capital
                && gap
                && matches!(token.what, What::Word(Word::Mode(_) | Word::Filler | Word::Take | Word::Neg));
            if belongs || (capital && gap && inner) {
                at += 1;
                end = at;
            } else if inner
                && self.text_at(at + 1)
                && (chinese || self.text.at(token.from) == '&' || is_of(self, token))
            {
                at += 1;
            } else {
                break;
            }
        }
        // 南京路 ends with a small word that belongs to it.
        if let Some(token) = self.tokens.get(end)
            && end == at
            && self.tokens.get(end - 1).is_some_and(|before| before.to == token.from)
            && self.text.written(token.from, token.to) == "路"
        {
            end += 1;
        }
        let to = self.tokens.get(end - 1).map_or(0, |token| token.to);
        (end, to)
    }

    /// Whether the token goes on into unknown Chinese without a gap, so that it is part of a longer name: 家乐福,
    /// 江边公园. A word of two or more characters for a place stands alone unless 附近 and the like follow.
    pub(super) fn joins_behind(&self, index: usize) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(index), self.tokens.get(index + 1)) else {
            return false;
        };
        let glued = next.from == token.to && next.what == What::Unknown && is_cjk(self.text.at(next.from));
        let near =
            ["附近", "旁边", "对面", "后面"].iter().any(|word| self.text.matches(token.to, word).is_some());
        let short = token.to - token.from == 1 && is_cjk(self.text.at(token.from));
        glued && (near || (short && token.what != What::Known))
    }

    /// Whether capitals behind a comma go on with the address before it: "12 Avenue de la Costa, Monaco".
    pub(super) fn continues_address(&self, index: usize) -> bool {
        let [.., name, comma] = self.tokens.get(..index).unwrap_or_default() else { return false };
        let Some(token) = self.tokens.get(index) else { return false };
        let ends_there = self
            .found
            .stops
            .last()
            .is_some_and(|stop| stop.mention.span.end == self.text.span(name.from, name.to).end);
        comma.what == What::Word(Word::Sep(false))
            && name.what == What::Unknown
            && ends_there
            && (self.capital(token) || self.text.at(token.from).is_ascii_digit())
            && !is_cjk(self.text.at(token.from))
    }

    /// Whether a word for a road begins a name in capitals: "The Bridge Café".
    pub(super) fn begins_name(&self, index: usize) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(index), self.tokens.get(index + 1)) else {
            return false;
        };
        next.what == What::Unknown && self.capital(token) && self.capital(next)
    }

    /// Whether unknown Chinese follows a feature without a gap.
    pub(super) fn text_joined(&self, index: usize) -> bool {
        let (Some(token), Some(next)) = (self.tokens.get(index), self.tokens.get(index + 1)) else {
            return false;
        };
        next.from == token.to && next.what == What::Unknown && is_cjk(self.text.at(next.from))
    }

    /// Whether a road or feature stands here, small words skipped.
    pub(super) fn noun_at(&self, index: usize) -> bool {
        self.first_from(index, |what| {
            matches!(what, What::Word(Word::Feature(_) | Word::Road | Word::Fixed(..)))
        })
    }

    /// Whether a waterside feature stands here.
    pub(super) fn waterside_at(&self, index: usize) -> bool {
        self.first_from(index, |what| {
            matches!(what, What::Word(Word::Feature(crate::RoadFeature::Waterside)))
        })
    }

    /// Whether a "not" or a verb about roads stands here: 南京路别走.
    pub(super) fn modifier_at(&self, index: usize) -> bool {
        self.first_from(index, |what| {
            matches!(
                what,
                What::Word(
                    Word::Neg
                        | Word::Shun
                        | Word::Less
                        | Word::Take
                        | Word::Never
                        | Word::Permit
                        | Word::Fine
                        | Word::Dread
                        | Word::RatherNot
                        | Word::Intens(_)
                        | Word::Soft(_)
                )
            )
        })
    }

    /// Whether words about a closure stand here, with small words, a time and a list of roads before them at most:
    /// 南京西路和北京路今天都封了.
    pub(super) fn closed_at(&self, index: usize) -> bool {
        self.tokens
            .iter()
            .skip(index)
            .find(|token| {
                !matches!(
                    token.what,
                    What::Word(
                        Word::Filler | Word::And | Word::Once | Word::Part(..) | Word::Days(_) | Word::Road
                    ) | What::Time(_)
                )
            })
            .is_some_and(|token| token.what == What::Word(Word::Closed))
    }

    /// Whether a road is called by a name and not by a number such as A8 or a ring such as 内环.
    pub(super) fn is_name(&self, from: usize, to: usize) -> bool {
        let letters = (from..to).filter(|at| self.text.at(*at).is_alphabetic()).count();
        letters > 2
            && !["环", "环路", "环线", "高架", "高速"]
                .iter()
                .any(|end| self.text.written(from, to).ends_with(end))
    }

    /// "along the sea" says how to go, not where to.
    pub(super) fn is_adverb(&self, token: &Token) -> bool {
        let written = self.text.written(token.from, token.to).to_lowercase();
        ["along ", "by ", "beside ", "next ", "near "].iter().any(|word| written.starts_with(word))
    }

    fn is_number(&self, token: &Token) -> bool {
        token.what == What::Unknown && self.text.at(token.from).is_ascii_digit()
    }

    /// Whether a place stands here.
    pub(super) fn place_at(&self, index: usize) -> bool {
        self.first_from(index, |what| matches!(what, What::Known | What::Word(Word::Place)))
    }

    /// Whether Latin words are a road's name: a word for a road, a number or a capital.
    pub(super) fn looks_like_road(&self, from: usize, to: usize) -> bool {
        const ROADS: &str = " street road avenue boulevard lane drive rue chemin route quai place square corniche way \
            highway via viale strada calle strasse st ave allee impasse montée escalier rond-point allée passage rua \
            avenida travessa largo praça praceta alameda ponte rotunda estrada calçada caminho viela beco piazza corso \
            platz weg gasse ";
        let words = self.text.written(from, to).to_lowercase();
        let ordinal = ["1st", "2nd", "3rd"].contains(&words.as_str())
            || words.strip_suffix("th").is_some_and(|day| day.chars().all(|c| c.is_ascii_digit()));
        !ordinal
            && (self.text.has_capital(from, to)
                || words.chars().any(|c| c.is_ascii_digit())
                || words.split(' ').any(|word| ROADS.contains(&format!(" {word} "))))
    }

    fn first_from(&self, index: usize, is: impl Fn(&What) -> bool) -> bool {
        self.tokens
            .iter()
            .skip(index)
            .find(|token| !matches!(token.what, What::Word(Word::Filler | Word::And)))
            .is_some_and(|token| is(&token.what))
    }

    fn text_at(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|token| token.what == What::Unknown)
    }

    fn capital(&self, token: &Token) -> bool {
        self.text.has_capital(token.from, token.from + 1)
    }

    fn is_article(&self, token: &Token) -> bool {
        let written = self.text.written(token.from, token.to);
        matches!(
            written.to_lowercase().as_str(),
            "the" | "a" | "an" | "my" | "our" | "me" | "那个" | "这个" | "那" | "我的" | "我们"
        ) && token.what == What::Word(Word::Filler)
    }
}

fn is_of(reader: &Reader<'_>, token: &Token) -> bool {
    matches!(reader.text.written(token.from, token.to).as_str(), "of" | "the" | "do" | "a" | "as")
}

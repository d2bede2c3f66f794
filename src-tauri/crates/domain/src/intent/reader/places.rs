//! Places in a sentence, and what each is for: where to, from where, on the way, or not at all.

use super::{Mods, Reader, Role, Stop};
use crate::intent::{
    Mention, PlaceRef,
    lexer::{Token, What},
    lexicon::Word,
};

impl Reader<'_> {
    /// 去, 从, 途经: a place follows. After a "not" a road may follow instead: 别经过隧道.
    pub(super) fn way(&mut self, index: usize, token: &Token, word: Word) -> usize {
        let next = index + 1;
        let role = match word {
            Word::From => Role::From,
            Word::Via => Role::Via,
            Word::NotGo => Role::Not,
            _ => Role::To,
        };
        if role == Role::To
            && let Some(stop) =
                self.found.stops.last_mut().filter(|stop| stop.role == Role::Bare && !stop.joined)
            && stop.mention.span.end <= self.text.span(token.from, token.to).start
        {
            // 家到公司: what stands in front of 到 is the start.
            let glued = self.tokens.get(index.wrapping_sub(1)).is_some_and(|before| {
                matches!(before.what, What::Known | What::Unknown | What::At(_) | What::Word(Word::Road))
                    || matches!(before.what, What::Word(Word::Place | Word::UsualPlace))
            });
            let only_to = matches!(
                self.text.written(token.from, token.to).to_lowercase().as_str(),
                "到" | "至" | "to" | "往" | "→" | "->" | "=>"
            );
            if glued && only_to {
                stop.role = Role::From;
            }
        }
        // 超市不用去了: the place came first.
        let ends = |token: &&Token| !matches!(token.what, What::Word(Word::Filler));
        let nothing_follows = self
            .tokens
            .get(next..)
            .unwrap_or_default()
            .iter()
            .find(ends)
            .is_none_or(|token| matches!(token.what, What::Word(Word::Sep(_))));
        if role == Role::Not
            && nothing_follows
            && let Some(stop) = self.found.stops.pop_if(|stop| stop.role == Role::Bare)
        {
            self.found.unwanted.push(stop.mention);
            return next;
        }
        // 把轮渡去掉
        if role == Role::Not && nothing_follows && !self.orphans.is_empty() && !self.mods.active() {
            self.mods.no = 1;
            return next;
        }
        let road_follows = self.noun_at(next);
        // "We don't need the motorway": no place, a road.
        if role == Role::Not && road_follows {
            self.modifier(index, token, Word::Neg);
            return next;
        }
        if role == Role::Via && road_follows {
            if !self.mods.active() || self.mods.used > 0 {
                self.end_clause();
                self.mods = Mods { from: Some(token.from), take: true, ..Mods::default() };
            }
            return next;
        }
        if self.mods.active() && self.mods.used == 0 && role == Role::Via && self.mods.negative() {
            self.pending = Some((Role::Not, token.from));
            return next;
        }
        self.end_clause();
        let on_way = std::mem::take(&mut self.on_way);
        let role = if (self.adding || on_way) && role == Role::To { Role::Via } else { role };
        self.pending = Some((role, token.from));
        if matches!(role, Role::To) {
            return self.free_name(next).unwrap_or(next);
        }
        self.free_name(next).unwrap_or(next)
    }
    /// A remembered place or an alias.
    pub(super) fn named(&mut self, index: usize) -> usize {
        let next = index + 1;
        if self.joins_behind(index) {
            return self.free_name(index).unwrap_or(next);
        }
        let Some(token) = self.tokens.get(index) else { return next };
        let name = place_name(&self.text.written(token.from, token.to));
        self.place(PlaceRef::Named(name), token.from, token.to, next);
        next
    }
    /// A place with the role that the words before it gave, at tokens up to `next`.
    pub(super) fn place(&mut self, place: PlaceRef, from: usize, to: usize, next: usize) {
        let after_and = self.tokens[..next.min(self.tokens.len())]
            .iter()
            .rev()
            .find(|token| token.to <= from && token.what != What::Word(Word::Filler))
            .is_some_and(|token| token.what == What::Word(Word::And));
        let role = match self.pending.take() {
            Some((role, _)) => role,
            None if self.mods.negative() && self.mods.used == 0 => Role::Not,
            // 途中在药店停一下
            None if std::mem::take(&mut self.on_way) => Role::Via,
            None if self.adding => Role::Via,
            None if after_and => self.last_role.unwrap_or(Role::Bare),
            None => Role::Bare,
        };
        if role == Role::Not {
            self.thing(from);
            self.found.unwanted.push(Mention { place, span: self.text.span(from, to) });
            self.mods = Mods::default();
            return;
        }
        if self.mods.used > 0 || self.mods.take {
            self.end_clause();
        }
        self.thing(from);
        if role == Role::To {
            self.found.first_to.get_or_insert(from);
        }
        self.last_role = Some(role);
        let mention = Mention { place, span: self.text.span(from, to) };
        self.found.stops.push(Stop { role, mention, joined: std::mem::take(&mut self.joined) });
    }
    /// Something that is done at a kind of place: a stop, where it is done on the way or the words say stop; else no place.
    pub(super) fn errand(&mut self, index: usize, token: &Token, place: &'static str) {
        let next = index + 1;
        let behind = self.tokens.get(next).is_some_and(|token| {
            matches!(token.what, What::Word(Word::OnWay | Word::Filler))
                && self.tokens.iter().skip(next).take(2).any(|one| one.what == What::Word(Word::OnWay))
        });
        let stops = self.text.written(token.from, token.to).to_lowercase().starts_with("stop ")
            || ["petrol station", "charging station", "toilets"].contains(&place);
        let asked = self.pending.is_some_and(|(role, _)| matches!(role, Role::Via | Role::To));
        // 去加油 goes there; 先去加油 stops there.
        let first = self.text.written(0, token.from);
        let only = matches!(self.pending, Some((Role::To, _)))
            && !["先", "路上", "半路", "中途", "顺路"].iter().any(|word| first.contains(word));
        if self.adding || std::mem::take(&mut self.on_way) || behind || stops || asked {
            self.end_clause();
            self.pending = Some((if only { Role::To } else { Role::Via }, token.from));
            self.place(PlaceRef::Named(place.to_owned()), token.from, token.to, next);
        }
    }
}

/// A remembered word for a place without its article: "the office" is office, 我家 is 家.
fn place_name(written: &str) -> String {
    if let Some((article, name)) = written.split_once(' ')
        && ["the", "my", "our"].contains(&article.to_lowercase().as_str())
    {
        return name.to_owned();
    }
    match written {
        "我家" | "家里" => "家".to_owned(),
        // Where children are picked up in the afternoon.
        "接孩子放学" | "接娃放学" | "接孩子下学" | "送孩子上学" | "送孩子去上学" | "送娃上学"
        | "送娃去上学" => "学校".to_owned(),
        _ => written.to_owned(),
    }
}

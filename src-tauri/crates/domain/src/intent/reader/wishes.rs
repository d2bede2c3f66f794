//! What the words in front of a road make of it, and what becomes of roads without such words.

use super::{IntentWish, NoteKind, Reader, Word};
use crate::{Lifetime, RoadFeature, Scope, Strength, Target, Timestamp, intent::lexer::Token};

/// The "not", "rather", "never" and verbs in front of a road.
#[derive(Clone, Copy, Default)]
pub(super) struct Mods {
    pub from: Option<usize>,
    pub no: u8,
    pub shun: bool,
    pub strong: bool,
    pub soft: bool,
    pub take: bool,
    /// "Skip": of a stop as well as of a road.
    pub skip: bool,
    /// Said of oneself: "I'd rather not".
    pub own: bool,
    /// May be used; nobody asks for it.
    pub allow: bool,
    /// Closed for a while.
    pub closed: bool,
    /// Character behind the words that say so.
    pub closed_to: usize,
    /// Wishes made with them so far.
    pub used: usize,
}

impl Mods {
    pub fn active(&self) -> bool {
        self.no > 0 || self.shun || self.take || self.allow
    }

    pub fn negative(&self) -> bool {
        (u32::from(self.no > 0) + u32::from(self.shun)) % 2 == 1
    }

    /// Strength comes from the wording alone (rule IN2). "Do not avoid" is a permission.
    pub fn strength(&self) -> Strength {
        match (self.negative(), self.strong, self.soft) {
            (false, ..) if self.allow || self.shun => Strength::Allow,
            (false, ..) => Strength::Prefer,
            (true, true, _) => Strength::Never,
            (true, false, true) => Strength::RatherNot,
            (true, false, false) => Strength::Avoid,
        }
    }
}

/// A closure before anybody has said how long it lasts.
pub(in crate::intent) const CLOSED: Lifetime = Lifetime::Until(Timestamp(i64::MAX));

impl Reader<'_> {
    pub(super) fn modifier(&mut self, index: usize, token: &Token, word: Word) {
        let next = index + 1;
        let behind = self.mods.used > 0;
        match word {
            // 别走南京西路，封路了: the reason, and how firm it is, come behind.
            Word::Closed if self.orphans.is_empty() && !self.noun_at(next) && self.close_last(token) => {
                return self.end_clause();
            }
            // "if possible" behind a wish weakens it.
            Word::Soft(true) if behind => return self.restrength(Strength::Avoid, Strength::RatherNot),
            Word::Intens(true) | Word::Never if behind && !self.noun_at(next) => {
                return self.restrength(Strength::Avoid, Strength::Never);
            }
            Word::Take if self.pending.is_some() && !self.noun_at(next) => return,
            Word::Fine => return self.fine(),
            // 收费的路就算了
            Word::Pass if !behind && !self.orphans.is_empty() && !self.mods.active() => {
                self.mods.no = 1;
                return;
            }
            Word::Pass => return,
            // 碰到窄路就绕开
            Word::Shun if behind && self.mods.take && !self.noun_at(next) => {
                return self.restrength(Strength::Prefer, Strength::Avoid);
            }
            Word::Permit if behind && !self.noun_at(next) => return self.fine(),
            // 一上高架我就紧张: what was said of the road before says how one is on it.
            Word::Permit if !behind && self.orphans.is_empty() && !self.noun_at(next) => {
                self.take_up();
            }
            Word::Dread if behind && !self.noun_at(next) => {
                self.found.taste = true;
                self.restrength(Strength::Prefer, Strength::Avoid);
                return self.restrength(Strength::Allow, Strength::Avoid);
            }
            _ => {}
        }
        if behind {
            self.end_clause();
        }
        self.pending = None;
        let may = word == Word::Take && self.may(index);
        let mods = &mut self.mods;
        mods.from.get_or_insert(token.from);
        match word {
            Word::Neg => mods.no += 1,
            Word::Shun => {
                mods.shun = true;
                // "I steer clear of toll roads" is how they are.
                let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
                let who = before.map(|before| self.text.written(before.from, before.to).to_lowercase());
                self.found.taste |= who.is_some_and(|who| who == "i" || who == "we");
                mods.skip = self.text.written(token.from, token.to).to_lowercase().starts_with("skip");
            }
            Word::Intens(_) => mods.strong = true,
            Word::Forever => {
                mods.strong = true;
                self.found.always.get_or_insert(token.from);
            }
            Word::Soft(_) => mods.soft = true,
            Word::Less => (mods.no, mods.soft) = (mods.no + 1, true),
            Word::Take => {
                mods.take = true;
                mods.allow |= may;
            }
            Word::Permit => mods.allow = true,
            Word::Dread => {
                mods.no += 1;
                self.found.taste = true;
            }
            Word::Like => {
                mods.take = true;
                self.found.taste = true;
            }
            Word::Custom(no) => {
                mods.no += u8::from(no);
                self.found.taste = true;
            }
            Word::Never => (mods.no, mods.strong) = (mods.no + 1, true),
            Word::Closed => {
                (mods.no, mods.strong, mods.closed) = (1, true, true);
                mods.closed_to = token.to;
            }
            Word::RatherNot => {
                (mods.no, mods.soft) = (mods.no + 1, true);
                let said = self.text.written(token.from, token.to).to_lowercase();
                let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
                mods.own = said.starts_with("i ") || said.starts_with("i'");
                // 高架我能不走就不走
                self.found.taste |=
                    before.is_some_and(|before| self.text.written(before.from, before.to) == "我");
            }
            _ => {}
        }
    }

    /// 走高架也行, "tunnels are fine": what was said of the roads before is a permission.
    fn fine(&mut self) {
        if self.mods.used > 0 {
            self.restrength(Strength::Prefer, Strength::Allow);
            return;
        }
        self.take_up();
        if !self.orphans.is_empty() && !self.mods.negative() {
            self.mods.allow = true;
        }
    }

    /// "Tunnels to work are fine": a place stood between the roads and what is said of them.
    fn take_up(&mut self) {
        if self.orphans.is_empty() && !self.mods.active() {
            self.orphans.append(&mut self.left);
            let orphans = &self.orphans;
            self.found.notes.retain(|(from, ..)| orphans.iter().all(|(_, start, _)| start != from));
        }
    }

    /// Whether 可以, 能, "you can" stand in front of the verb here. A question asks for it, and "must" and "only" leave no choice.
    fn may(&self, index: usize) -> bool {
        let words = self.text.written(0, self.text.len()).to_lowercase();
        let asks = words.trim_end().ends_with(['?', '？', '吗', '么'])
            || ["能不能", "可不可以", "行不行", "好不好", "吗，", "吗,"]
                .iter()
                .any(|word| words.contains(word));
        let small: Vec<String> = self
            .tokens
            .get(..index)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|token| token.what == super::What::Word(Word::Filler))
            .take(5)
            .map(|token| self.text.written(token.from, token.to).to_lowercase())
            .collect();
        let said = |word: &str| small.iter().position(|small| small == word);
        let chinese = ["可以", "能", "允许", "准", "许"].iter().any(|word| said(word).is_some())
            && ["只", "必须", "才"].iter().all(|word| said(word).is_none());
        let english = ["can", "may"].iter().filter_map(|word| said(word)).any(|can| {
            small
                .get(can + 1..)
                .unwrap_or_default()
                .iter()
                .any(|who| ["i", "you", "we"].contains(&who.as_str()))
        });
        !asks && (chinese || english)
    }

    /// Makes a closure of the wish that was said last; false when there is none against a road.
    fn close_last(&mut self, token: &Token) -> bool {
        let end = self.text.span(token.from, token.to).end;
        let last = self.found.wishes.last_mut().filter(|wish| wish.strength.is_negative());
        let Some(wish) = last else { return false };
        (wish.strength, wish.lifetime, wish.span.end) = (Strength::Never, CLOSED, end);
        true
    }

    /// Changes the strength of the wishes that the words so far made.
    fn restrength(&mut self, from: Strength, to: Strength) {
        let used = self.mods.used;
        let water = Target::Feature(RoadFeature::Waterside);
        for wish in self.found.wishes.iter_mut().rev().take(used).filter(|wish| wish.strength == from) {
            // Nobody forbids the waterside.
            if to == Strength::Allow && wish.target == water {
                continue;
            }
            wish.strength = to;
        }
    }

    pub(super) fn separator(&mut self, index: usize, hard: bool) {
        self.pending = None;
        let noun_follows = self.noun_at(index + 1) && !self.waterside_at(index + 1);
        if hard {
            self.left.clear();
        }
        if hard || (self.mods.used > 0 && !noun_follows) || (self.mods.used == 0 && !self.orphans.is_empty())
        {
            self.end_clause();
        }
    }

    pub(super) fn wish(&mut self, target: Target, from: usize, to: usize, strength: Option<Strength>) {
        let start = if self.mods.used == 0 { self.mods.from.unwrap_or(from).min(from) } else { from };
        self.thing(start);
        self.mods.used += 1;
        let strength = match strength.unwrap_or_else(|| self.mods.strength()) {
            // Nobody forbids the waterside: who says that it may be taken would like it.
            Strength::Allow if target == Target::Feature(RoadFeature::Waterside) => Strength::Prefer,
            strength => strength,
        };
        let span = self.text.span(start, to);
        // "I'd rather not drive through tunnels" is about all of them, "the tunnel" about this trip's.
        self.found.taste |= self.mods.own && self.text.written(from, to).ends_with('s');
        // 能不走高架就不走高架 says one thing, and a weak one.
        let again = self.mods.from.is_some_and(|from| self.text.before(from) == '就');
        // 能不走高速我就不走高速 is how they are.
        self.found.taste |=
            again && self.mods.from.is_some_and(|from| from > 1 && self.text.before(from - 1) == '我');
        if again
            && let Some(weak) = self.found.wishes.iter_mut().find(|wish| wish.target == target)
            && weak.strength == Strength::RatherNot
        {
            weak.span.end = span.end;
            return;
        }
        // Said twice, the later one holds.
        self.found.wishes.retain(|wish| wish.target != target);
        self.found.wishes.push(IntentWish {
            target,
            strength,
            lifetime: if self.mods.closed { CLOSED } else { Lifetime::Once },
            starts: None,
            scope: Scope::default(),
            span,
        });
    }

    /// 高架别走: the road came before its "not". What is left without a verb is a wish only along water.
    pub(super) fn end_clause(&mut self) {
        let mods = self.mods;
        // 隧道里信号不好，我不爱走: the road stood in the clause before.
        if (mods.no > 0 || mods.shun || mods.allow)
            && mods.used == 0
            && self.orphans.is_empty()
            && self.pending.is_none()
        {
            self.orphans.append(&mut self.left);
            let orphans = &self.orphans;
            self.found.notes.retain(|(from, ..)| orphans.iter().all(|(_, start, _)| start != from));
        }
        let orphans = std::mem::take(&mut self.orphans);
        for (target, from, to) in orphans {
            if mods.active() && mods.used == 0 {
                let start = mods.from.unwrap_or(from).min(from);
                self.mods = Mods { from: Some(start), used: 0, ..mods };
                self.wish(target, from, to.max(mods.closed_to), Some(mods.strength()));
            } else if target == Target::Feature(RoadFeature::Waterside) {
                self.mods = Mods::default();
                self.wish(target, from, to, Some(Strength::Prefer));
            } else {
                self.found.notes.push((from, to, NoteKind::NotUnderstood));
                self.left.push((target, from, to));
            }
        }
        self.mods = Mods::default();
    }
}

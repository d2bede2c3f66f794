//! Walks over the tokens and collects places, wishes and circumstances.
//!
//! Two things are carried along: what a place that follows would be (a [`Role`]), and what a road that follows would
//! be ([`Mods`]: the "not", "rather", "never" and verbs said so far in this clause).

use super::{
    IntentWish, Mention, NoteKind, PlaceRef, RoutePreference, Span,
    lexer::{Token, What, road_name},
    lexicon::Word,
    text::{Text, is_cjk},
    times::{self, Role as TimeRole, Said},
};
use crate::{RoadFeature, Scope, Target, TimeBucket, Weather};

use wishes::Mods;

/// What a place is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Where to: said with a verb.
    To,
    /// Where from.
    From,
    /// On the way.
    Via,
    /// Said without a verb.
    Bare,
    /// Not wanted.
    Not,
}

/// A place with its role and its place among the tokens.
pub(super) struct Stop {
    pub role: Role,
    pub mention: Mention,
    /// Behind a word that continues or adds: 加上, "then".
    pub joined: bool,
}

/// What the walk found.
#[derive(Default)]
pub(super) struct Found {
    pub stops: Vec<Stop>,
    /// Places that are not to be gone to.
    pub unwanted: Vec<Mention>,
    pub wishes: Vec<IntentWish>,
    pub notes: Vec<(usize, usize, NoteKind)>,
    pub mode: Option<(RoutePreference, Span)>,
    pub usual_route: Option<Span>,
    pub other_way: bool,
    /// 附近有…吗, "is there a … near here".
    pub nearby: bool,
    /// 顺路, "on the way".
    pub on_the_way: bool,
    pub times: Vec<(Said, Span)>,
    pub part: Option<(TimeBucket, i8, Span)>,
    pub scope: Scope,
    pub weather: Option<(Weather, Span)>,
    pub hurry: Option<Span>,
    /// First characters of the words that decide the kind of request.
    pub always: Option<usize>,
    pub once: bool,
    /// Until when the wishes hold, as said.
    pub until: Option<(Said, Span)>,
    /// From when on the wishes hold, as said.
    pub starts: Option<(Said, Span)>,
    pub taste: bool,
    pub then: Option<usize>,
    pub add: Option<usize>,
    pub remember: Option<usize>,
    pub forget: Option<(usize, usize)>,
    pub query: Option<usize>,
    /// First character of the first place said with a verb, and of the first place or wish of any kind.
    pub first_to: Option<usize>,
    pub first_thing: Option<usize>,
}

/// The walk.
pub(super) struct Reader<'a> {
    pub text: &'a Text,
    pub tokens: &'a [Token],
    mods: Mods,
    pending: Option<(Role, usize)>,
    last_role: Option<Role>,
    adding: bool,
    joined: bool,
    /// 半路 was said, and not yet where to.
    on_way: bool,
    /// Roads of which nothing was said in a clause before; 没关系 behind them may still say it.
    left: Vec<(Target, usize, usize)>,
    /// Features without a verb so far in this clause.
    orphans: Vec<(Target, usize, usize)>,
    found: Found,
}

impl<'a> Reader<'a> {
    /// Reads all tokens.
    pub fn read(text: &'a Text, tokens: &'a [Token]) -> Found {
        let mut reader = Self {
            text,
            tokens,
            mods: Mods::default(),
            pending: None,
            last_role: None,
            adding: false,
            joined: false,
            on_way: false,
            left: Vec::new(),
            orphans: Vec::new(),
            found: Found::default(),
        };
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            index = reader.token(index, token).max(index + 1);
        }
        reader.end_clause();
        reader.found
    }

    /// Reads one token and returns the index of the next to read.
    fn token(&mut self, index: usize, token: &Token) -> usize {
        let next = index + 1;
        match &token.what {
            What::At(place) => {
                self.place(PlaceRef::At(*place), token.from, token.to, next);
                next
            }
            What::Known => self.named(index),
            What::Unknown => self.unknown(index),
            What::Time(said) => {
                self.time(index, said);
                next
            }
            What::Word(word) => self.word(index, token, *word),
        }
    }

    fn word(&mut self, index: usize, token: &Token, word: Word) -> usize {
        let next = index + 1;
        let span = self.text.span(token.from, token.to);
        match word {
            Word::Near => {
                self.found.nearby = true;
                return self.way(index, token, Word::Go);
            }
            Word::Go | Word::From | Word::Via | Word::NotGo => return self.way(index, token, word),
            Word::Place => return self.named(index),
            Word::UsualPlace => self.place(PlaceRef::UsualPlace, token.from, token.to, next),
            Word::UsualRoute => {
                self.mods = Mods::default();
                self.thing(token.from);
                self.found.usual_route.get_or_insert(span);
            }
            Word::Feature(feature) => return self.feature(index, token, feature),
            Word::Road => return self.road(index, token.to),
            Word::Fixed(feature, strength) => {
                let mods = Mods { from: Some(token.from), ..Mods::default() };
                self.mods = mods;
                self.wish(Target::Feature(feature), token.from, token.to, Some(strength));
                self.mods = Mods::default();
            }
            Word::Neg
            | Word::Shun
            | Word::Intens(_)
            | Word::Soft(_)
            | Word::Less
            | Word::Take
            | Word::Like
            | Word::Custom(_)
            | Word::Never
            | Word::Closed
            | Word::Pass
            | Word::Permit
            | Word::Fine
            | Word::Dread
            | Word::Forever
            | Word::RatherNot => self.modifier(index, token, word),
            // 和味坊 at the very beginning joins nothing.
            Word::And if index == 0 && self.text_joined(index) => return self.unknown(index),
            Word::And => {}
            Word::Sep(hard) => self.separator(index, hard),
            Word::Mode(mode) => {
                if self.mods.negative() && self.mods.used == 0 {
                    self.found.notes.push((token.from, token.to, NoteKind::NotUnderstood));
                } else {
                    self.thing(token.from);
                    self.found.mode = Some((mode, span));
                }
                self.mods = Mods::default();
            }
            Word::Weather(weather) => {
                self.found.scope.weather = Some(weather);
                self.found.weather = Some((weather, span));
            }
            Word::Hurry => {
                self.thing(token.from);
                self.found.hurry.get_or_insert(span);
            }
            Word::Part(bucket, hour) => {
                self.found.scope.bucket = Some(bucket);
                self.found.part = Some((bucket, hour, span));
            }
            Word::Days(days) => self.found.scope.days = Some(days),
            Word::Always => {
                self.found.always.get_or_insert(token.from);
            }
            Word::Once => self.found.once = true,
            Word::Then => {
                self.end_clause();
                self.found.then.get_or_insert(token.from);
                (self.adding, self.joined) = (false, true);
            }
            Word::Add => {
                self.end_clause();
                self.found.add.get_or_insert(token.from);
                (self.adding, self.joined) = (true, true);
            }
            Word::Next => {
                if self.mods.used > 0 {
                    self.end_clause();
                }
                (self.adding, self.joined) = (false, true);
            }
            Word::Remember => {
                self.found.remember.get_or_insert(token.from);
            }
            Word::Forget => {
                self.found.forget.get_or_insert((token.from, token.to));
            }
            Word::Query => {
                self.found.query.get_or_insert(token.from);
            }
            // 绕开市区的隧道: the tunnels are meant, and where they are is all that cannot be kept.
            Word::Unsupported if self.of_a_road(next) => {
                self.found.notes.push((token.from, token.to, NoteKind::NotSupported));
            }
            Word::Unsupported => {
                self.found.notes.push((token.from, token.to, NoteKind::NotSupported));
                // "Avoid the traffic" is a wish for this trip, though none that can be followed.
                if self.mods.shun || self.mods.no > 0 {
                    self.thing(token.from);
                }
                self.mods = Mods::default();
            }
            Word::Leave => {
                self.pending = None;
                if let Some(stop) = self.found.stops.last_mut().filter(|stop| stop.role == Role::Bare) {
                    // 家出发: what was named before is the start.
                    stop.role = Role::From;
                } else if self.place_at(next) {
                    self.pending = Some((Role::From, token.from));
                }
            }
            Word::OnWay => {
                self.found.on_the_way = true;
                if let Some(stop) = self.found.stops.last_mut().filter(|stop| stop.role == Role::Bare) {
                    stop.role = Role::Via;
                } else {
                    // 半路去趟药店: what is gone to on the way is a stop; "on the way to work" says which way.
                    self.on_way = is_cjk(self.text.at(token.from));
                }
            }
            Word::Errand(place) => self.errand(index, token, place),
            Word::OtherWay => {
                self.found.other_way = true;
                self.thing(token.from);
                self.found.notes.push((token.from, token.to, NoteKind::NotSupported));
            }
            Word::Arrive | Word::Filler => {}
        }
        next
    }

    /// Whether 的 and a road stand from this token on.
    fn of_a_road(&self, index: usize) -> bool {
        let joins =
            self.tokens.get(index).is_some_and(|token| self.text.written(token.from, token.to) == "的");
        let road = self.tokens.get(index + 1);
        joins && road.is_some_and(|token| matches!(token.what, What::Word(Word::Feature(_))))
    }

    fn feature(&mut self, index: usize, token: &Token, feature: RoadFeature) -> usize {
        let next = index + 1;
        // 滨江大道 is a road by name, 江边 none.
        if feature == RoadFeature::Waterside
            && ["东路", "西路", "南路", "北路", "中路", "大道", "大街", "路", "街", "道"]
                .iter()
                .any(|end| self.text.matches(token.to, end).is_some())
            && let Some(to) = road_name(self.text, token.from)
        {
            return self.road(index, to);
        }
        if self.is_adverb(token) {
            self.pending = None;
        }
        // 收费就收费吧
        let same = |(target, ..): &(Target, usize, usize)| *target == Target::Feature(feature);
        if self.text.before(token.from) == '就' && !self.mods.active() && self.orphans.iter().any(same) {
            self.mods.allow = true;
            return next;
        }
        if !self.mods.active() && self.pending.is_none() {
            if self.text_joined(index) || self.begins_name(index) {
                return self.unknown(index);
            }
            self.orphans.push((Target::Feature(feature), token.from, token.to));
            return next;
        }
        if !self.mods.active() {
            return self.free_name(index).unwrap_or(next);
        }
        if self.begins_name(index) {
            let (_, to) = self.run(index);
            return self.road(index, to);
        }
        // 走长江隧道: a road by name begins before the feature; 走隧道口 goes on behind it. Both are left to names.
        self.wish(Target::Feature(feature), token.from, token.to, None);
        next
    }

    /// A road by name from this token to this character.
    fn road(&mut self, index: usize, to: usize) -> usize {
        let from = self.tokens.get(index).map_or(to, |token| token.from);
        let next = self.tokens.iter().skip(index).take_while(|token| token.from < to).count() + index;
        let target = Target::Road(self.text.written(from, to));
        if self.mods.active() {
            self.wish(target, from, to, None);
        } else if self.pending.is_some() {
            return self.free_name(index).unwrap_or(next).max(next);
        } else if self.modifier_at(next) || self.closed_at(next) || index == next || !self.is_name(from, to) {
            self.orphans.push((target, from, to));
        } else {
            // A street without a verb is where the person wants to go.
            return self.unknown(index).max(next);
        }
        next
    }

    /// Words that nothing knows: a place after 去, a road after 走, else a bare name or a note.
    fn unknown(&mut self, index: usize) -> usize {
        let Some(token) = self.tokens.get(index) else { return index + 1 };
        if self.pending.is_some() {
            return self.free_name(index).unwrap_or(index + 1);
        }
        if self.mods.active() {
            // "Unlit narrow lanes": what they are like says nothing more.
            let adjective = !is_cjk(self.text.at(token.from))
                && !self.text.has_capital(token.from, token.from + 1)
                && self.tokens.get(index + 1).is_some_and(|next| {
                    next.from > token.to && matches!(next.what, What::Word(Word::Feature(_)))
                });
            if adjective {
                return index + 1;
            }
            if let Some(to) = road_name(self.text, token.from).filter(|_| is_cjk(self.text.at(token.from))) {
                return self.road(index, to);
            }
            let (next, to) = self.run(index);
            if !is_cjk(self.text.at(token.from)) && self.looks_like_road(token.from, to) {
                self.road(index, to);
            } else {
                // "Skip the bakery": a stop of the trip so far.
                if self.mods.skip && self.mods.used == 0 {
                    let place = PlaceRef::Named(self.text.written(token.from, to));
                    self.thing(token.from);
                    self.found.unwanted.push(Mention { place, span: self.text.span(token.from, to) });
                }
                let kind =
                    if self.mods.negative() { NoteKind::NotSupported } else { NoteKind::NotUnderstood };
                self.found.notes.push((token.from, to, kind));
                self.end_clause();
            }
            return next;
        }
        let (next, to) = self.run(index);
        if self.closed_at(next) {
            self.orphans.push((Target::Road(self.text.written(token.from, to)), token.from, to));
            return next;
        }
        // One character that nothing knows is no place that anybody means.
        if to - token.from == 1 && is_cjk(self.text.at(token.from)) {
            self.found.notes.push((token.from, to, NoteKind::NotUnderstood));
            return next;
        }
        if self.continues_address(index) {
            let end = self.text.span(token.from, to).end;
            if let Some(Stop { mention: Mention { place: PlaceRef::Named(name), span }, .. }) =
                self.found.stops.last_mut()
            {
                span.end = end;
                name.push_str(", ");
                name.push_str(&self.text.written(token.from, to));
            }
            return next;
        }
        let name = self.text.written(token.from, to);
        // 半路在老街坊停一下, but 路上听爵士乐: behind 在, 去 or 到, or before a stop, a name is a place; else it is something done.
        let stops = ['停', '待', '歇', '等'].contains(&self.text.at(to));
        self.on_way &= self.text.before(token.from) == '在' || stops;
        self.place(PlaceRef::Named(name), token.from, to, next);
        next
    }

    fn time(&mut self, index: usize, said: &Said) {
        let Some(token) = self.tokens.get(index) else { return };
        let span = self.text.span(token.from, token.to);
        let mut said = said.clone();
        if said.role == TimeRole::Until {
            self.pending = self.pending.filter(|(role, _)| *role != Role::To);
            self.found.until = Some((said, span));
            return;
        }
        if said.role == TimeRole::From {
            self.pending = self.pending.filter(|(role, _)| *role != Role::From);
            self.found.starts = Some((said, span));
            return;
        }
        if said.role == TimeRole::After {
            self.found.scope.bucket = said.bucket();
            return;
        }
        let before = index.checked_sub(1).and_then(|before| self.tokens.get(before));
        if before.is_some_and(|token| token.what == What::Word(Word::Arrive)) {
            said.role = times::Role::By;
        }
        // A time ends a list of roads, and 到 in front of it was no destination.
        self.pending = self.pending.filter(|(role, _)| *role != Role::To);
        self.thing(token.from);
        self.found.times.push((said, span));
    }

    fn thing(&mut self, from: usize) {
        let first = self.found.first_thing.get_or_insert(from);
        *first = (*first).min(from);
    }
}

mod names;
mod places;
mod wishes;

pub(super) use wishes::CLOSED;

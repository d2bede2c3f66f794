//! The proof that the policy has seen a value, and the policy itself.

use std::{collections::BTreeSet, ops::Range};

use domain::{Lang, LonLat, Sensitivity, StatementKey, coarse};

use super::{
    find::{Flag, Rule, flags},
    whole,
};
use crate::{
    NewNoticed, NewStatement,
    text::{Folded, bounded, folded, is_cjk, lang_of},
};

/// A value that the [`Policy`] has made harmless. Nothing else can make one, so a store that only takes these cannot be
/// given raw words (MISSION S1-47).
///
/// ```compile_fail
/// let forged = extract::Sanitized("13800138000".to_owned());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sanitized<T>(T);

impl<T> Sanitized<T> {
    /// Looks at it.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// Gives up the proof.
    pub fn into_inner(self) -> T {
        self.0
    }
}

/// By what right a value is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Basis {
    /// Said or observed: everything sensitive is generalised.
    #[default]
    Observed,
    /// The person named this place themself and asked that it be kept: its address stays exact (MISSION X16).
    ConfirmedPlace,
}

/// One thing that was made harmless, for saying so to the person. It never holds what was taken away.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Generalised {
    /// Which class.
    pub class: Sensitivity,
    /// Which rule, a stable word: `phone`, `hospital`, `kin`.
    pub rule: &'static str,
    /// What stands there instead.
    pub instead: String,
}

/// A real value that was taken out, for a vault that the person opened (MISSION S3-49).
#[derive(Clone, PartialEq, Eq)]
pub struct Withheld {
    /// What stands in the text: `[phone 1]`.
    pub token: String,
    /// Which rule.
    pub rule: &'static str,
    /// The real value. It goes into the vault or nowhere.
    pub value: String,
}

impl std::fmt::Debug for Withheld {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Withheld")
            .field("token", &self.token)
            .field("rule", &self.rule)
            .finish_non_exhaustive()
    }
}

/// A value after the policy.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T> {
    /// The harmless value.
    pub value: Sanitized<T>,
    /// What was made harmless, each once.
    pub generalised: Vec<Generalised>,
    /// Real values behind tokens; empty unless the policy has a vault.
    pub withheld: Vec<Withheld>,
}

/// The privacy policy: four classes, in two languages.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    places: Vec<String>,
    vault: bool,
}

/// Rounds after which a text that still reveals something is given up altogether.
const ROUNDS: usize = 4;

impl Policy {
    /// A policy that lets the names of the person's own confirmed places stand (MISSION X16).
    pub fn new(confirmed_places: &[String]) -> Self {
        let places =
            confirmed_places.iter().map(|place| folded(place.trim())).filter(|place| !place.is_empty());
        Self { places: places.collect(), vault: false }
    }

    /// The same with tokens in the place of numbers, whose real values are handed out beside the text. Only for a person
    /// who opened a vault.
    pub fn with_vault(mut self) -> Self {
        self.vault = true;
        self
    }

    /// Makes a value harmless: what is flagged in one of its texts leaves all of them.
    pub fn sanitise<T: Sanitize>(&self, mut value: T, basis: Basis) -> Outcome<T> {
        let mut seen = Seen::default();
        let mut longest = 0;
        value.each_text(&mut |text, field| {
            if field == Field::Sentence && text.len() > longest {
                (longest, seen.lang) = (text.len(), lang_of(text));
            }
        });
        value.each_text(&mut |text, _| seen.collect(text, self.flags(text, basis, seen.lang)));
        value.each_text(&mut |text, field| self.clean(text, field, basis, &mut seen));
        Outcome {
            value: Sanitized(value),
            generalised: seen.generalised.into_iter().collect(),
            withheld: seen.withheld,
        }
    }

    /// Makes a bare text harmless.
    pub fn text(&self, text: &str, basis: Basis) -> Outcome<String> {
        self.sanitise(text.to_owned(), basis)
    }

    /// Whether the policy would change nothing.
    pub fn is_harmless(&self, text: &str, basis: Basis) -> bool {
        self.flags(text, basis, lang_of(text)).is_empty()
    }

    /// Where a point was that was only observed, coarsened to about a kilometre (MISSION X16).
    pub fn observed_point(&self, at: LonLat) -> Sanitized<LonLat> {
        Sanitized(coarse(at))
    }

    fn flags(&self, text: &str, basis: Basis, around: Lang) -> Vec<Flag> {
        // One word is in the language of what stands around it.
        let lang = if text.trim().contains(' ') || text.chars().any(is_cjk) { lang_of(text) } else { around };
        let mut flags = flags(text, basis == Basis::ConfirmedPlace, lang);
        if !self.places.is_empty() {
            let shields = self.shields(text);
            flags.retain(|flag| {
                let inside = shields.iter().any(|s| s.start <= flag.span.start && flag.span.end <= s.end);
                !(inside && flag.rule.class() == Sensitivity::Location)
            });
        }
        flags
    }

    /// Where the person's own confirmed places are named.
    fn shields(&self, text: &str) -> Vec<Range<usize>> {
        let text = Folded::new(text);
        let found = self.places.iter().flat_map(|place| text.text.match_indices(place.as_str()));
        found
            .map(|(at, place)| at..at + place.len())
            .filter(|span| bounded(&text.text, span))
            .map(|span| text.original(&span))
            .collect()
    }

    fn clean(&self, text: &mut String, field: Field, basis: Basis, seen: &mut Seen) {
        for _ in 0..ROUNDS {
            let mut flags = self.flags(text, basis, seen.lang);
            if let Some(whole) = whole::rewritten(text, &flags) {
                seen.note(&whole.1, whole.0.iter().map(|(class, rule)| (*class, *rule)));
                *text = whole.2;
                continue;
            }
            flags.extend(seen.elsewhere(text, field, &flags));
            if flags.is_empty() {
                return;
            }
            flags.sort_by_key(|flag| flag.span.start);
            self.replace(text, &flags, seen);
        }
        if !self.flags(text, basis, seen.lang).is_empty() || !seen.elsewhere(text, field, &[]).is_empty() {
            text.clear();
        }
    }

    fn replace(&self, text: &mut String, flags: &[Flag], seen: &mut Seen) {
        let mut cleaned = String::with_capacity(text.len());
        let mut at = 0;
        for flag in flags {
            let Some(real) = text.get(flag.span.clone()).filter(|_| flag.span.start >= at) else { continue };
            let instead = if self.vault && numbered(flag.rule) {
                seen.token(flag.rule, real)
            } else {
                flag.instead.clone()
            };
            cleaned.push_str(text.get(at..flag.span.start).unwrap_or_default());
            // 周末陪|家人|, but never 家人家人 where two words of one rule stand side by side.
            if !cleaned.ends_with(instead.as_str()) || instead.is_empty() {
                spaced(&mut cleaned, &instead);
            }
            seen.generalised.insert(Generalised {
                class: flag.rule.class(),
                rule: flag.rule.word(),
                instead,
            });
            at = flag.span.end;
            if text.get(at..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
                && cleaned.ends_with(|c: char| c.is_ascii_alphanumeric())
            {
                cleaned.push(' ');
            }
        }
        cleaned.push_str(text.get(at..).unwrap_or_default());
        *text = cleaned;
    }
}

fn spaced(text: &mut String, word: &str) {
    let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if latin(text.chars().next_back()) && latin(word.chars().next()) {
        text.push(' ');
    }
    text.push_str(word);
}

/// Numbers that a vault can keep.
fn numbered(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::Phone
            | Rule::IdNumber
            | Rule::Plate
            | Rule::Email
            | Rule::Card
            | Rule::Account
            | Rule::HouseNumber
    )
}

/// Parts of a normalised value that could be a name: between separators, long enough to mean something.
fn parts(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split(['=', ';', ',', ':', '|', '/']).filter_map(move |part| {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let part = part.trim();
        let telling = part.chars().any(|c| is_cjk(c) || c.is_ascii_digit());
        let long = part.chars().count() >= if telling { 2 } else { 3 };
        long.then(|| start..start + part.len())
    })
}

/// What was flagged anywhere in a value.
struct Seen {
    /// The language of its longest sentence.
    lang: Lang,
    /// Folded words and their rule, longest first when used.
    words: BTreeSet<(String, Rule, String)>,
    generalised: BTreeSet<Generalised>,
    withheld: Vec<Withheld>,
}

impl Default for Seen {
    fn default() -> Self {
        Self { lang: Lang::En, words: BTreeSet::new(), generalised: BTreeSet::new(), withheld: Vec::new() }
    }
}

impl Seen {
    fn collect(&mut self, text: &str, flags: Vec<Flag>) {
        for flag in flags {
            let word = folded(text.get(flag.span.clone()).unwrap_or_default().trim());
            // A machine's address part is no word that could stand elsewhere.
            if word.chars().count() > 1 && !word.starts_with(';') {
                self.words.insert((word, flag.rule, folded(&flag.instead)));
            }
        }
    }

    /// Words flagged in another text of the value that stand here unnoticed: a name alone is nothing to flag by itself.
    fn elsewhere(&self, text: &str, field: Field, flags: &[Flag]) -> Vec<Flag> {
        let own = Folded::new(text);
        let mut found: Vec<Flag> = Vec::new();
        let mut words: Vec<_> = self.words.iter().collect();
        words.sort_by_key(|(word, ..)| std::cmp::Reverse(word.len()));
        let mut flag = |span: Range<usize>, rule: Rule| {
            let original = own.original(&span);
            let free = |flag: &Flag| flag.span.end <= original.start || original.end <= flag.span.start;
            if bounded(&own.text, &span) && flags.iter().all(free) && found.iter().all(free) {
                found.push(Flag { span: original, rule, instead: rule.instead(self.lang).to_owned() });
            }
        };
        for (word, rule, _) in &words {
            own.text.match_indices(word.as_str()).for_each(|(at, _)| flag(at..at + word.len(), *rule));
        }
        if field == Field::Value {
            // A part of a flagged name is as telling as the whole: "Mayo" of "Mayo Clinic".
            for part in parts(&own.text) {
                let name = own.text.get(part.clone()).unwrap_or_default();
                // "May 20" of "May 20th": a part that begins where a word begins.
                let holds =
                    |word: &str| word.match_indices(name).any(|(at, _)| bounded(word, &(at..word.len())));
                // The district that stands for an address may stand in its value as well.
                let found = words.iter().find(|(word, _, instead)| holds(word) && !instead.contains(name));
                if let Some((_, rule, _)) = found {
                    flag(part, *rule);
                }
            }
        }
        found
    }

    fn note(&mut self, instead: &str, rules: impl Iterator<Item = (Sensitivity, &'static str)>) {
        for (class, rule) in rules {
            self.generalised.insert(Generalised { class, rule, instead: instead.to_owned() });
        }
    }

    fn token(&mut self, rule: Rule, real: &str) -> String {
        if let Some(known) = self.withheld.iter().find(|one| one.value == real && one.rule == rule.word()) {
            return known.token.clone();
        }
        let count = self.withheld.iter().filter(|one| one.rule == rule.word()).count();
        // Letters, so that no token looks like a number to the next round.
        let letter = char::from(b'a' + u8::try_from(count % 26).unwrap_or(0));
        let token = format!("[{} {letter}]", rule.word());
        self.withheld.push(Withheld { token: token.clone(), rule: rule.word(), value: real.to_owned() });
        token
    }
}

/// What kind of text a part of a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Words as said or shown.
    Sentence,
    /// A normalised value or name.
    Value,
    /// A word of a closed vocabulary of this program.
    Word,
}

/// A value whose every text the policy can reach.
pub trait Sanitize {
    /// Shows every text of the value to the policy.
    fn each_text(&mut self, see: &mut dyn FnMut(&mut String, Field));
}

impl Sanitize for String {
    fn each_text(&mut self, see: &mut dyn FnMut(&mut String, Field)) {
        see(self, Field::Sentence);
    }
}

fn each_of_key(key: &mut StatementKey, see: &mut dyn FnMut(&mut String, Field)) {
    see(&mut key.subject, Field::Value);
    see(&mut key.attribute, Field::Word);
    see(&mut key.condition, Field::Value);
}

impl Sanitize for NewStatement {
    fn each_text(&mut self, see: &mut dyn FnMut(&mut String, Field)) {
        see(&mut self.content, Field::Sentence);
        each_of_key(&mut self.key, see);
        see(&mut self.value, Field::Value);
        self.ties.iter_mut().for_each(|tie| see(&mut tie.to.name, Field::Value));
    }
}

impl Sanitize for NewNoticed {
    fn each_text(&mut self, see: &mut dyn FnMut(&mut String, Field)) {
        see(&mut self.kind, Field::Word);
        see(&mut self.words, Field::Sentence);
        if let Some(key) = &mut self.key {
            each_of_key(key, see);
        }
        see(&mut self.value, Field::Value);
        see(&mut self.traffic, Field::Sentence);
        self.passengers.iter_mut().for_each(|name| see(name, Field::Value));
    }
}

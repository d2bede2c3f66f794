//! From words to memories: a turn is read, made harmless, and written down, in this order (MISSION S1-47).

use domain::{MemoryRef, ObservationId, Provenance, Statement, StreamSource};
use extract::{
    Basis, Extraction, Extractor, ForgetRequest, Generalised, Known, KnownStatement, NewNoticed,
    NewStatement, Outcome, Policy, Reference, Rules, Sanitized, Speaker, Turn, basis_of, importance_of,
    likeness,
};
use memory::{Added, ListQuery, StatementQuery};

use crate::{
    App, AppError,
    dto::{
        DeletionDto, ForgetCandidateDto, ForgetDto, GeneralisedDto, LangDto, PreferenceAddRequest, SaidDto,
        SaidMemoryDto, SayRequest, SpeakerDto,
    },
    llm::Heard,
    remember::text_of,
};

/// Below this a memory is not what the words for it mean.
const ALIKE: f64 = 0.6;
/// Most memories that are offered where it is not clear which one is to be forgotten.
const MOST_CANDIDATES: usize = 20;

impl App {
    /// Takes a turn: what it says is understood, made harmless and written down; a request to forget is followed when it is
    /// clear which memory is meant, and answered with those that it may mean when not (MISSION S1-20).
    pub fn say(&self, request: &SayRequest) -> Result<SaidDto, AppError> {
        let words = text_of(&request.words, "words")?;
        let turn = own_turn(self.turn(&words, request)?);
        let statements = self.statements_in_force()?;
        let places = self.place_names()?;
        let known_statements: Vec<KnownStatement> = statements.iter().map(known).collect();
        let found = Rules.extract(&turn, &Known { statements: &known_statements, places: &places });
        let policy = Policy::new(&places);
        let mut said = SaidDto { nothing: found.is_empty(), ..SaidDto::default() };
        let mut drafts: Vec<NewStatement> = Vec::new();
        for one in found {
            match one {
                Extraction::Remember(new) => drafts.push(new),
                Extraction::Forget(asked) => {
                    said.forget = Some(self.forget_said(&asked, &statements, request.lang)?);
                }
            }
        }
        let mut by_rules: Vec<String> = drafts.iter().map(|new| new.content.clone()).collect();
        let source = self.write_down(&turn, drafts, &policy, request.lang, None, &mut said)?;
        if said.forget.is_none() {
            // As it was said, and as it was made harmless.
            by_rules.extend(said.stored.iter().map(|one| one.text.clone()));
            let heard = Heard { profile: self.profile(), turn, by_rules, source, lang: request.lang };
            self.listen_closer(heard, &mut said)?;
        }
        Ok(said)
    }

    fn turn(&self, words: &str, request: &SayRequest) -> Result<Turn, AppError> {
        let heard = request.heard.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&heard) {
            return Err(AppError::bad_request("heard"));
        }
        Ok(Turn {
            speaker: match request.speaker {
                SpeakerDto::Owner => Speaker::Owner,
                SpeakerDto::Other => Speaker::Other,
                SpeakerDto::Unclear => Speaker::Unclear,
            },
            heard,
            session: Some(request.session.trim().to_owned()).filter(|session| !session.is_empty()),
            ..Turn::typed(words, self.now())
        })
    }

    pub(crate) fn statements_in_force(&self) -> Result<Vec<Statement>, AppError> {
        let query = StatementQuery { in_force_at: Some(self.now().at), ..StatementQuery::default() };
        Ok(self.mine().statements(&query)?)
    }

    /// Names of the person's own places, which stand as they are (MISSION X16).
    pub(crate) fn place_names(&self) -> Result<Vec<String>, AppError> {
        let own = |provenance: Provenance| matches!(provenance, Provenance::Stated | Provenance::Confirmed);
        let places = self.mine().places()?.into_iter().filter(|place| own(place.provenance));
        Ok(places.flat_map(|place| [vec![place.name], place.aliases].concat()).collect())
    }

    /// Writes down what was found in a turn; `source` is where the turn was noticed already. Answers where it is noticed.
    pub(crate) fn write_down(
        &self,
        turn: &Turn,
        drafts: Vec<NewStatement>,
        policy: &Policy,
        lang: LangDto,
        source: Option<ObservationId>,
        said: &mut SaidDto,
    ) -> Result<Option<ObservationId>, AppError> {
        let Some(first) = drafts.first() else { return Ok(source) };
        // Wishes about roads have rows of their own, which the planner reads.
        let of_roads = first.key.attribute.starts_with("route.") && !self.wishes_in(&turn.words).is_empty();
        let basis = drafts
            .iter()
            .map(|new| basis_of(&turn.words, new))
            .find(|basis| *basis != Basis::Observed)
            .unwrap_or_default();
        let seen = policy.sanitise(noticed(turn, first), basis);
        note(said, &seen.generalised);
        if of_roads && turn.speaker == Speaker::Owner {
            let request = PreferenceAddRequest {
                sentence: turn.words.clone(),
                lang,
                ..PreferenceAddRequest::default()
            };
            let row = self.preference_add(&request)?;
            said.stored.push(SaidMemoryDto {
                id: row.id,
                text: row.text,
                outcome: "new".to_owned(),
                ..shown(first)
            });
            return Ok(source);
        }
        let clean: Vec<Outcome<NewStatement>> =
            drafts.into_iter().map(|new| policy.sanitise(new, basis)).collect();
        clean.iter().for_each(|one| note(said, &one.generalised));
        let (kept, withheld): (Vec<_>, Vec<_>) = clean.into_iter().partition(says_something);
        said.stored.extend(
            withheld
                .iter()
                .map(|one| SaidMemoryDto { outcome: "withheld".to_owned(), ..shown(one.value.get()) }),
        );
        if kept.is_empty() {
            return Ok(source);
        }
        let says: Vec<(Sanitized<NewStatement>, Option<memory::Embedding>)> = kept
            .into_iter()
            .map(|one| {
                let embedding = self.meaning.of(&one.value.get().content);
                (one.value, embedding)
            })
            .collect();
        let (source, added) = self.mine().learn(&seen.value, source, &says, &self.now())?;
        said.stored.extend(says.iter().zip(added).map(|((new, _), added)| stored(new.get(), added)));
        Ok(Some(source))
    }

    /// Deletes what is meant when exactly one memory is; else those that it may be.
    fn forget_said(
        &self,
        asked: &ForgetRequest,
        statements: &[Statement],
        lang: LangDto,
    ) -> Result<ForgetDto, AppError> {
        let memories: Vec<MemoryRef> = match &asked.what {
            Reference::Last => {
                let newest = statements.iter().map(|one| one.created.at).max();
                let last = statements.iter().filter(|one| Some(one.created.at) == newest);
                last.map(|one| MemoryRef::Statement(one.id)).collect()
            }
            Reference::Words(words) if asked.candidates.is_empty() => self.alike(words, lang)?,
            _ => asked.candidates.iter().map(|id| MemoryRef::Statement(*id)).collect(),
        };
        // Everything is never deleted on a word.
        let clear = memories.len() == 1 && asked.what != Reference::Everything;
        let deleted: Option<DeletionDto> = match memories.first().filter(|_| clear) {
            Some(memory) => Some(self.memory_delete(&[memory.to_string()], lang)?),
            None => None,
        };
        let candidates = match deleted {
            Some(_) => Vec::new(),
            None => memories
                .iter()
                .take(MOST_CANDIDATES)
                .map(|memory| {
                    let row = self.row(*memory, lang.into())?;
                    Ok(ForgetCandidateDto { id: row.id, text: row.text })
                })
                .collect::<Result<_, AppError>>()?,
        };
        Ok(ForgetDto { deleted, candidates })
    }

    /// Memories of any kind whose text the words mean, the likest ones.
    fn alike(&self, words: &str, lang: LangDto) -> Result<Vec<MemoryRef>, AppError> {
        let mut scored = Vec::new();
        for row in self.mine().list(&ListQuery::default())?.rows {
            if matches!(row.memory, MemoryRef::Trip(_) | MemoryRef::Observation(_)) {
                continue;
            }
            let text = self.row(row.memory, lang.into())?.text;
            scored.push((likeness(words, &text), row.memory));
        }
        let best = scored.iter().map(|(score, _)| *score).fold(0.0, f64::max);
        scored.retain(|(score, _)| *score >= ALIKE && *score >= best - 0.15);
        Ok(scored.into_iter().map(|(_, memory)| memory).collect())
    }
}

/// Whether anything is left of a statement that is worth keeping: of a name or a number nothing is.
fn says_something(one: &Outcome<NewStatement>) -> bool {
    const NUMBERS: &[&str] = &["phone", "id_number", "plate", "email", "card", "account", "name", "birthday"];
    let new = one.value.get();
    let bare =
        NUMBERS.contains(&new.key.attribute.as_str()) || new.value.is_empty() && new.key.attribute == "home";
    !new.content.is_empty() && (!bare || one.generalised.is_empty())
}

/// The turn without what the person only quotes: a sign, a review, what somebody else said is no act of theirs (MISSION F-8). What
/// they ask in so many words to be remembered, to be called or to be forgotten is theirs, quoted or not.
fn own_turn(turn: Turn) -> Turn {
    const ASKED: [&str; 6] = ["记住", "记下", "记得", "叫我", "remember", "call me"];
    let own = language::grounds::own_words(&turn.words);
    if own == turn.words || ASKED.iter().any(|word| own.to_lowercase().contains(word)) {
        return turn;
    }
    let own = Turn { words: own, ..turn.clone() };
    let found = Rules.extract(&own, &Known::default());
    let forgets = found.iter().any(|one| matches!(one, Extraction::Forget(_)));
    if forgets { turn } else { own }
}

/// A statement as an extractor is shown it.
pub(crate) fn known(statement: &Statement) -> KnownStatement {
    KnownStatement {
        id: statement.id,
        key: statement.key.clone(),
        value: statement.value.clone(),
        content: statement.content.clone(),
    }
}

/// The turn as it is noticed: its words, and what the first thing in them is about.
fn noticed(turn: &Turn, first: &NewStatement) -> NewNoticed {
    NewNoticed {
        at: turn.at.clone(),
        source: StreamSource::Dialogue,
        kind: "said".to_owned(),
        words: turn.words.clone(),
        key: Some(first.key.clone()),
        value: first.value.clone(),
        place: turn.place,
        trip: turn.trip,
        weather: turn.weather,
        traffic: turn.traffic.clone(),
        passengers: turn.passengers.clone(),
        importance: importance_of(turn),
        heard: turn.heard,
        session: turn.session.clone(),
    }
}

fn shown(new: &NewStatement) -> SaidMemoryDto {
    SaidMemoryDto {
        id: String::new(),
        text: new.content.clone(),
        kind: new.kind.word().to_owned(),
        class: new.class.word().to_owned(),
        attribute: new.key.attribute.clone(),
        condition: new.key.condition.clone(),
        value: new.value.clone(),
        confidence: new.confidence,
        outcome: String::new(),
        expires_at: new.validity.valid_to.map(|end| end.0),
    }
}

/// What became of one thing that was said.
fn stored(new: &NewStatement, added: Option<Added>) -> SaidMemoryDto {
    let Some(added) = added else {
        return SaidMemoryDto { outcome: "rejected".to_owned(), ..shown(new) };
    };
    let outcome = match added {
        Added::New(_) if new.state == domain::StatementState::Review => "waits",
        Added::New(_) => "new",
        Added::Reinforced(_) => "reinforced",
        Added::Waits(_) => "waits",
        Added::Rejected(_) => "rejected",
    };
    let id = MemoryRef::Statement(added.id()).to_string();
    SaidMemoryDto { id, outcome: outcome.to_owned(), ..shown(new) }
}

fn note(said: &mut SaidDto, generalised: &[Generalised]) {
    for one in generalised {
        let dto = GeneralisedDto {
            class: one.class.word().to_owned(),
            rule: one.rule.to_owned(),
            instead: one.instead.clone(),
        };
        if !said.generalised.contains(&dto) {
            said.generalised.push(dto);
        }
    }
}

//! Writing memories down: places and preferences that a person states, and their corrections.

use domain::{
    BadMemoryRef, DayKind, EdgeKey, Lang, Lifetime, LonLat, MemoryRef, PlaceId, Preference, PreferenceState,
    Provenance, Ring, RoadFeature, Scope, Strength, Target, TimeBucket, Timestamp, Validity, Weather,
    intent::{IntentWish, Mention},
    sentence,
};
use memory::{NewPlace, NewPreference, PlaceEdit, PreferenceEdit, tag_of_name};

use crate::{
    App, AppError,
    dto::{
        LangDto, MemoryEditRequest, MemoryRowDto, PlaceAddRequest, PointDto, PreferenceAddRequest,
        RoadWishRequest, ScopeDto, StrengthDto, TargetDto, TraceStageDto,
    },
    places::Found,
    trace::{milliseconds, stage_of_writing},
    words,
};

/// Statements that are embedded in one go.
const EMBED_AT_ONCE: usize = 32;
/// Longest text a person can keep as a name or a statement.
const MAX_TEXT: usize = 300;

impl App {
    /// Remembers a place.
    pub fn place_add(&self, request: &PlaceAddRequest) -> Result<MemoryRowDto, AppError> {
        let name = text_of(&request.name, "name")?;
        let new = NewPlace {
            aliases: request
                .aliases
                .iter()
                .map(|alias| text_of(alias, "aliases"))
                .collect::<Result<_, _>>()?,
            address: request.address.trim().chars().take(MAX_TEXT).collect(),
            at: point_of(request.point)?,
            tag: match request.tag.trim() {
                "" => self.tag_for(&name)?,
                tag => tag.to_owned(),
            },
            provenance: Provenance::Stated,
            name,
        };
        let id = self.mine().add_place(&new, &self.now())?;
        self.row(MemoryRef::Place(id), Lang::default())
    }

    /// What a place is by its name alone: the first one called 家 is the home, without a form to say so.
    fn tag_for(&self, name: &str) -> Result<String, AppError> {
        let Some(tag) = tag_of_name(name) else { return Ok(String::new()) };
        let taken = self.mine().places()?.iter().any(|place| place.tag == tag);
        Ok(if taken { String::new() } else { tag.to_owned() })
    }

    /// Remembers a preference: a sentence, or its parts. Of a sentence with several wishes each is remembered, and the first
    /// is answered.
    pub fn preference_add(&self, request: &PreferenceAddRequest) -> Result<MemoryRowDto, AppError> {
        let lang = request.lang.into();
        let now = self.now().at;
        let asked = scope_of(&request.scope)?;
        if request.sentence.trim().is_empty() {
            let target = request.target.as_ref().ok_or_else(|| AppError::bad_request("target"))?;
            let strength = request.strength.ok_or_else(|| AppError::bad_request("strength"))?.into();
            let validity = expiry(request.expires_at, now);
            let id = self.remember_wish(&target_of(target)?, strength, &asked, None, validity, lang)?;
            return self.row(MemoryRef::Preference(id), lang);
        }
        let started = self.clock.monotonic_s();
        let words = text_of(&request.sentence, "sentence")?;
        let mut stored = Vec::new();
        let trip = self.last_trip_points();
        let Statement { wishes, from, to } = self.statement_in(&words, lang)?;
        let read = self.clock.monotonic_s();
        for wish in &wishes {
            // "No tunnels to the office" is about that trip and no other.
            let said = Scope { from, to, ..wish.scope.clone() };
            let scope = if asked == Scope::default() { said } else { asked.clone() };
            let validity = holds(wish, request.expires_at, now);
            let target = self.closed_near(wish, &trip);
            // A hospital's name or a relation in them is no part of the wish (MISSION S1-47).
            let own_words = Some(self.harmless(&words)?);
            let id = self.remember_wish(&target, wish.strength, &scope, own_words, validity, lang)?;
            stored.push(MemoryRef::Preference(id));
        }
        let first = stored.first().copied();
        let first = first.ok_or_else(|| AppError::bad_request("sentence").with("why", "no_wish"))?;
        let row = self.row(first, lang)?;
        let wrote = self.clock.monotonic_s();
        let stages = vec![
            TraceStageDto {
                name: "intent".to_owned(),
                ms: milliseconds(started, read),
                input: vec![format!("characters {}", words.chars().count())],
                output: wishes.iter().map(|wish| format!("wish {}", wish.strength.word())).collect(),
                candidates: Vec::new(),
            },
            stage_of_writing(&stored, milliseconds(read, wrote)),
        ];
        self.keep_deed("remember", &words, &row.text, stages);
        Ok(row)
    }

    /// The wishes of a statement, and between which remembered places it says they hold.
    fn statement_in(&self, words: &str, lang: Lang) -> Result<Statement, AppError> {
        let Ok((intent, _)) = self.read(words) else {
            return Ok(Statement { wishes: Vec::new(), from: None, to: None });
        };
        let place = |mention: &Option<Mention>| -> Result<Option<PlaceId>, AppError> {
            let Some(mention) = mention else { return Ok(None) };
            match self.find(&mention.place, None, lang)? {
                Found::One(hit) => Ok(Self::place_id(&hit)),
                Found::Several(_) | Found::None(_) => Ok(None),
            }
        };
        Ok(Statement { from: place(&intent.origin)?, to: place(&intent.destination)?, wishes: intent.wishes })
    }

    /// Remembers a wish about a stretch of road that was clicked on, or an area that was drawn.
    pub fn road_wish_remember(&self, request: &RoadWishRequest) -> Result<MemoryRowDto, AppError> {
        let lang = request.lang.into();
        let (target, strength) = (target_of(&request.target)?, request.strength.into());
        let (scope, validity) = (scope_of(&request.scope)?, expiry(request.expires_at, self.now().at));
        let id = self.remember_wish(&target, strength, &scope, None, validity, lang)?;
        self.row(MemoryRef::Preference(id), lang)
    }

    /// Corrects a memory; what a person writes here is never changed by the machine again (F-7).
    /// It can be taken back by [`App::memory_edit_undo`].
    pub fn memory_edit(&self, request: &MemoryEditRequest, lang: LangDto) -> Result<MemoryRowDto, AppError> {
        let before = self.detail(request.id.parse()?, lang.into())?;
        let after = self.edit(request, lang)?;
        self.keep_correction(&before, &after);
        Ok(after)
    }

    /// The same, without a way back.
    pub(crate) fn edit(&self, request: &MemoryEditRequest, lang: LangDto) -> Result<MemoryRowDto, AppError> {
        let mut memory: MemoryRef = request.id.parse()?;
        let text = request.text.as_deref().map(|text| text_of(text, "text")).transpose()?;
        match memory {
            MemoryRef::Place(id) => {
                let aliases = request.aliases.as_ref().map(|aliases| {
                    aliases.iter().map(|alias| alias.trim().to_owned()).filter(|a| !a.is_empty()).collect()
                });
                let edit = PlaceEdit {
                    name: text,
                    aliases,
                    at: request.point.map(point_of).transpose()?,
                    tag: request.tag.clone(),
                    address: None,
                };
                self.mine().edit_place(id, &edit, &self.now())?;
            }
            MemoryRef::Preference(id) => {
                let old = self.mine().preference(id)?.ok_or(memory::StoreError::NoSuchMemory)?;
                let edit = self.preference_edit(&old, request, text)?;
                let content = edit.content.clone().unwrap_or(old.content);
                let embedding = self.meaning.of(&content);
                self.mine().edit_preference(id, &edit, embedding.as_ref(), &self.now())?;
            }
            MemoryRef::Trip(id) => {
                let note = text.ok_or_else(|| AppError::bad_request("text"))?;
                self.mine().edit_trip_note(id, &note)?;
            }
            MemoryRef::Statement(id) => memory = self.edit_statement(id, text)?,
            // What was noticed is never changed (MISSION S1-01).
            MemoryRef::Observation(_) => return Err(AppError::bad_request("id")),
        }
        self.row(memory, lang.into())
    }

    /// Gives vectors to preferences that have none of this model: they were written down while it loaded or was missing,
    /// or it was exchanged. How many got one. Runs beside everything else; a row that changes meanwhile keeps its turn.
    pub fn embed_missing(&self) -> Result<usize, AppError> {
        let Some(model) = self.meaning.model() else { return Ok(0) };
        let mut given = 0;
        for profile in self.store.profiles()? {
            let mine = self.store.of(profile.id);
            loop {
                let stale = mine.stale_embeddings(&model, EMBED_AT_ONCE)?;
                let texts: Vec<&str> = stale.iter().map(|(_, content)| content.as_str()).collect();
                if texts.is_empty() {
                    break;
                }
                let Some(vectors) = self.meaning.of_all(&texts) else { return Ok(given) };
                let mut taken = 0;
                for ((id, content), embedding) in stale.iter().zip(&vectors) {
                    taken += usize::from(mine.set_embedding(*id, content, embedding)?);
                }
                given += taken;
                if taken == 0 {
                    break;
                }
            }
        }
        Ok(given)
    }

    /// Writes a stated preference down. The store sees to it that saying the same again makes the old one fresh, and that
    /// a newer statement about the same thing replaces the older one.
    pub(crate) fn remember_wish(
        &self,
        target: &Target,
        strength: Strength,
        scope: &Scope,
        own_words: Option<String>,
        validity: Option<Validity>,
        lang: Lang,
    ) -> Result<domain::PreferenceId, AppError> {
        let now = self.now();
        let mine = self.mine();
        let content = own_words.unwrap_or_else(|| {
            let text =
                sentence::preference_statement(lang, target, strength, scope, |id| self.place_name(id));
            match validity.map(|validity| validity.valid_from).filter(|from| *from > now.at) {
                Some(from) => format!("{text}{}", words::from_then(lang, from, &now.zone)),
                None => text,
            }
        });
        let embedding = self.meaning.of(&content);
        let new = NewPreference {
            content,
            target: target.clone(),
            strength,
            scope: scope.clone(),
            provenance: Provenance::Stated,
            state: PreferenceState::Active,
            confidence: 1.0,
            validity,
            source_trip: None,
        };
        Ok(mine.add_preference(&new, embedding.as_ref(), &now)?)
    }

    /// The name of a remembered place, unless it is gone.
    pub(crate) fn place_name(&self, id: PlaceId) -> Option<String> {
        self.mine().place(id).ok().flatten().map(|place| place.name)
    }

    fn preference_edit(
        &self,
        old: &Preference,
        request: &MemoryEditRequest,
        text: Option<String>,
    ) -> Result<PreferenceEdit, AppError> {
        let strength = request.strength.map(Strength::from);
        let scope = request.scope.as_ref().map(scope_of).transpose()?;
        // New words that say another wish change the wish too; words that say none are only another wording.
        let said = text.as_deref().and_then(|words| self.first_wish(words));
        let (said_target, said_strength) =
            said.map_or((None, None), |wish| (Some(wish.target), Some(wish.strength)));
        let drawn = request.target.as_ref().map(target_of).transpose()?;
        let validity = match request.expires_at {
            None => None,
            Some(0) => Some(Validity { valid_from: old.validity.valid_from, valid_to: None }),
            Some(at) => Some(Validity { valid_from: old.validity.valid_from, valid_to: Some(Timestamp(at)) }),
        };
        Ok(PreferenceEdit {
            content: text,
            target: drawn.or(said_target),
            strength: strength.or(said_strength),
            scope,
            validity,
        })
    }
}

/// The instant up to which a wish is to be remembered, when it says one.
pub(crate) fn until_of(lifetime: Lifetime) -> Option<i64> {
    match lifetime {
        Lifetime::Until(end) => Some(end.0),
        Lifetime::Once | Lifetime::Always => None,
    }
}

/// What a sentence asks to be remembered.
struct Statement {
    wishes: Vec<IntentWish>,
    from: Option<PlaceId>,
    to: Option<PlaceId>,
}

/// From when and until when a wish of a sentence is to be remembered; `ends` is an end that was chosen by hand.
pub(crate) fn holds(wish: &IntentWish, ends: Option<i64>, now: Timestamp) -> Option<Validity> {
    let ends = expiry(ends.or(until_of(wish.lifetime)), now);
    match wish.starts {
        Some(valid_from) => Some(Validity { valid_from, valid_to: ends.and_then(|ends| ends.valid_to) }),
        None => ends,
    }
}

pub(crate) fn expiry(at: Option<i64>, now: Timestamp) -> Option<Validity> {
    at.filter(|at| *at > 0).map(|at| Validity { valid_from: now, valid_to: Some(Timestamp(at)) })
}

pub(crate) fn text_of(text: &str, field: &str) -> Result<String, AppError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_TEXT {
        return Err(AppError::bad_request(field));
    }
    Ok(text.to_owned())
}

/// A point of the wire as a coordinate on the globe.
pub fn point_of(point: PointDto) -> Result<LonLat, AppError> {
    LonLat::new(point.lon, point.lat).ok_or_else(|| AppError::bad_request("point"))
}

/// A coordinate as it crosses the wire.
pub fn point_dto(at: LonLat) -> PointDto {
    PointDto { lon: at.lon, lat: at.lat }
}

/// A target of the wire.
pub fn target_of(target: &TargetDto) -> Result<Target, AppError> {
    Ok(match target {
        TargetDto::Feature { feature } => Target::Feature(
            RoadFeature::from_word(feature).ok_or_else(|| AppError::bad_request("target.feature"))?,
        ),
        TargetDto::Road { name } => Target::Road(text_of(name, "target.name")?),
        TargetDto::Section { label, edges } => Target::Section {
            label: label.clone(),
            edges: edges
                .iter()
                .map(|edge| edge.parse::<EdgeKey>())
                .collect::<Result<_, BadMemoryRef>>()
                .map_err(|_not_an_edge| AppError::bad_request("target.edges"))?,
        },
        TargetDto::Area { label, ring } => {
            let corners = ring.iter().map(|corner| point_of(*corner)).collect::<Result<Vec<_>, _>>()?;
            let ring = Ring::new(&corners).ok_or_else(|| AppError::bad_request("target.ring"))?;
            Target::Area { label: label.trim().chars().take(MAX_TEXT).collect(), ring }
        }
    })
}

/// A target as it crosses the wire.
pub fn target_dto(target: &Target) -> TargetDto {
    match target {
        Target::Feature(feature) => TargetDto::Feature { feature: feature.word().to_owned() },
        Target::Road(name) => TargetDto::Road { name: name.clone() },
        Target::Section { label, edges } => TargetDto::Section {
            label: label.clone(),
            edges: edges.iter().map(ToString::to_string).collect(),
        },
        Target::Area { label, ring } => {
            TargetDto::Area { label: label.clone(), ring: ring.corners().map(point_dto).collect() }
        }
    }
}

/// A scope of the wire.
pub fn scope_of(scope: &ScopeDto) -> Result<Scope, AppError> {
    let place = |id: &Option<String>| match id.as_deref().map(str::parse::<MemoryRef>) {
        None => Ok(None),
        Some(Ok(MemoryRef::Place(id))) => Ok(Some(id)),
        Some(_) => Err(AppError::bad_request("scope.place")),
    };
    fn word<T>(
        word: &Option<String>,
        from_word: impl Fn(&str) -> Option<T>,
        field: &str,
    ) -> Result<Option<T>, AppError> {
        word.as_deref().map(|word| from_word(word).ok_or_else(|| AppError::bad_request(field))).transpose()
    }
    Ok(Scope {
        bucket: word(&scope.bucket, TimeBucket::from_word, "scope.bucket")?,
        days: word(&scope.days, DayKind::from_word, "scope.days")?,
        weather: word(&scope.weather, Weather::from_word, "scope.weather")?,
        hurry: scope.hurry,
        from: place(&scope.from)?,
        to: place(&scope.to)?,
    })
}

/// A scope as it crosses the wire.
pub fn scope_dto(scope: &Scope) -> ScopeDto {
    let place = |id: Option<PlaceId>| id.map(|id| MemoryRef::Place(id).to_string());
    ScopeDto {
        bucket: scope.bucket.map(|bucket| bucket.word().to_owned()),
        days: scope.days.map(|days| days.word().to_owned()),
        weather: scope.weather.map(|weather| weather.word().to_owned()),
        hurry: scope.hurry,
        from: place(scope.from),
        to: place(scope.to),
    }
}

impl From<StrengthDto> for Strength {
    fn from(strength: StrengthDto) -> Self {
        match strength {
            StrengthDto::Follow => Self::Follow,
            StrengthDto::Prefer => Self::Prefer,
            StrengthDto::Allow => Self::Allow,
            StrengthDto::RatherNot => Self::RatherNot,
            StrengthDto::Avoid => Self::Avoid,
            StrengthDto::Never => Self::Never,
        }
    }
}

impl From<Strength> for StrengthDto {
    fn from(strength: Strength) -> Self {
        match strength {
            Strength::Follow => Self::Follow,
            Strength::Prefer => Self::Prefer,
            Strength::Allow => Self::Allow,
            Strength::RatherNot => Self::RatherNot,
            Strength::Avoid => Self::Avoid,
            Strength::Never => Self::Never,
        }
    }
}

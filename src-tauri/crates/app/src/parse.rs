//! A sentence becomes chips while it is typed: what was understood, what was not, and what each word turned out to be.

use domain::{
    Lang, Lifetime, LonLat, Strength,
    intent::{
        self, Intent, IntentKind, IntentNote, IntentWish, Mention, NoteKind, ParseContext, PlaceRef,
        RoutePreference, Span,
    },
    sentence,
};

use crate::{
    App, AppError,
    dto::{ChipDto, ChipRole, ChipSource, LifetimeDto, NoteDto, ParseDto, ParseRequest, PlaceHitDto},
    places::Found,
    remember::until_of,
    why::asks_why,
    words,
};

/// A sentence as far as it was understood.
pub struct Understood {
    /// What was understood.
    pub intent: Intent,
    /// Words that were not.
    pub notes: Vec<IntentNote>,
    /// Chips in reading order.
    pub chips: Vec<ChipDto>,
}

impl App {
    /// Parses a sentence while it is typed.
    pub fn parse(&self, request: &ParseRequest) -> Result<ParseDto, AppError> {
        let lang = request.lang.into();
        let understood = self.understand(&request.utterance, lang)?;
        let resolved = |role: ChipRole| {
            understood.chips.iter().filter(|chip| chip.role == role).all(|chip| chip.problem.is_none())
        };
        let goes_somewhere = understood.intent.destination.is_some();
        let ready = goes_somewhere && [ChipRole::To, ChipRole::From, ChipRole::Via].into_iter().all(resolved);
        let intent = &understood.intent;
        let about = intent.subject.clone().filter(|_| intent.kind == IntentKind::Forget);
        let subject = about.and_then(|span| request.utterance.get(span)).unwrap_or_default().to_owned();
        Ok(ParseDto {
            subject,
            notes: notes_dto(&request.utterance, &understood.notes),
            kind: if asks_why(&request.utterance) {
                "why"
            } else {
                kind_word(self.sharper(&request.utterance, understood.intent.kind)?)
            }
            .to_owned(),
            reset_context: understood.intent.reset_context,
            chips: understood.chips,
            ready,
        })
    }

    /// The first wish in a statement.
    pub(crate) fn first_wish(&self, statement: &str) -> Option<IntentWish> {
        self.wishes_in(statement).into_iter().next()
    }

    /// The wishes in a statement, for remembering them.
    pub(crate) fn wishes_in(&self, statement: &str) -> Vec<IntentWish> {
        self.read(statement).map(|(intent, _)| intent.wishes).unwrap_or_default()
    }

    /// Reads a sentence with the names that this person and the installed maps know.
    pub(crate) fn read(&self, utterance: &str) -> Result<(Intent, Vec<IntentNote>), AppError> {
        if utterance.trim().is_empty() {
            // Nothing is said: a trip set on the map. No name has to be looked for in it.
            let context = ParseContext { now: &self.now(), known_places: &[], known_roads: &[] };
            return Ok(intent::parse(utterance, &context));
        }
        let known_places: Vec<String> = self
            .mine()
            .places()?
            .into_iter()
            .flat_map(|place| std::iter::once(place.name).chain(place.aliases))
            .collect();
        let known_roads = self.regions.road_names();
        let now = self.now();
        let context = ParseContext { now: &now, known_places: &known_places, known_roads: &known_roads };
        let (mut intent, mut notes) = intent::parse(utterance, &context);
        // A pasted link or a coordinate in another datum is a place, and no words beside it are left to understand.
        if let Some(pasted) = geocode::pasted(utterance, None) {
            let place = PlaceRef::At(pasted.at);
            intent = Intent {
                destination: Some(Mention { place, span: 0..utterance.len() }),
                ..Intent::default()
            };
            intent.kind = IntentKind::PlanRoute;
            notes = Vec::new();
        }
        self.bind_to_destination(&mut intent)?;
        Ok((intent, notes))
    }

    /// "Always avoid tunnels to the office" is about the way to the office, where that is a place of one's own.
    fn bind_to_destination(&self, intent: &mut Intent) -> Result<(), AppError> {
        let Some(Mention { place: PlaceRef::Named(name), .. }) = &intent.destination else { return Ok(()) };
        // A closure is one for every way; what a person avoids for a while, they avoid on this way.
        let lasts = |wish: &IntentWish| match wish.lifetime {
            Lifetime::Always => true,
            Lifetime::Until(_) => wish.strength != Strength::Never,
            Lifetime::Once => false,
        };
        if !intent.wishes.iter().any(lasts) {
            return Ok(());
        }
        let found = self.mine().find_place(name)?;
        let [place] = found.as_slice() else { return Ok(()) };
        for wish in intent.wishes.iter_mut().filter(|wish| lasts(wish)) {
            wish.scope.to = wish.scope.to.or(Some(place.id));
        }
        Ok(())
    }

    /// Reads a sentence and looks its places up.
    pub(crate) fn understand(&self, utterance: &str, lang: Lang) -> Result<Understood, AppError> {
        let (intent, notes) = self.read(utterance)?;
        let chips = self.chips(utterance, &intent, &notes, lang)?;
        Ok(Understood { intent, notes, chips })
    }

    pub(crate) fn chips(
        &self,
        utterance: &str,
        intent: &Intent,
        notes: &[IntentNote],
        lang: Lang,
    ) -> Result<Vec<ChipDto>, AppError> {
        let near = self.likely_start()?;
        let mut chips = Vec::new();
        if let Some(origin) = &intent.origin {
            chips.push(self.place_chip("from".to_owned(), ChipRole::From, origin, utterance, near, lang)?);
        }
        for (index, via) in intent.vias.iter().enumerate() {
            chips.push(self.place_chip(format!("via-{index}"), ChipRole::Via, via, utterance, near, lang)?);
        }
        if let Some(destination) = &intent.destination {
            chips.push(self.place_chip("to".to_owned(), ChipRole::To, destination, utterance, near, lang)?);
        }
        for (index, wish) in intent.wishes.iter().enumerate() {
            chips.push(wish_chip(index, wish, &self.now().zone, utterance, lang));
        }
        let mut said = |id: &str, role: ChipRole, value: String, span: &Span| {
            chips.push(plain_chip(id, role, value, span, utterance, lang));
        };
        if let Some(span) = &intent.usual_route {
            said("usual", ChipRole::Usual, words::pick(lang, "老路", "the usual road"), span);
        }
        if let Some((mode, span)) = &intent.mode {
            said("mode", ChipRole::Mode, mode_words(lang, *mode), span);
        }
        let now = self.now();
        if let Some((depart, span)) = &intent.depart {
            said("depart", ChipRole::Depart, words::clock(lang, depart, &now), span);
        }
        if let Some((arrive, span)) = &intent.arrive_by {
            said("arrive", ChipRole::Arrive, words::clock(lang, arrive, &now), span);
        }
        if let Some((weather, span)) = &intent.weather {
            said("weather", ChipRole::Weather, sentence::weather_word(lang, *weather).to_owned(), span);
        }
        if let Some(span) = &intent.hurry {
            said("hurry", ChipRole::Hurry, words::pick(lang, "走最快的", "fastest way"), span);
        }
        for (index, note) in notes.iter().enumerate() {
            let value = utterance.get(note.span.clone()).unwrap_or_default().to_owned();
            let mut chip = plain_chip(
                &format!("unknown-{index}"),
                ChipRole::Unknown,
                value,
                &note.span,
                utterance,
                lang,
            );
            chip.problem = Some(note_word(note.kind).to_owned());
            chips.push(chip);
        }
        Ok(chips)
    }

    fn place_chip(
        &self,
        id: String,
        role: ChipRole,
        mention: &Mention,
        utterance: &str,
        near: Option<LonLat>,
        lang: Lang,
    ) -> Result<ChipDto, AppError> {
        let said = utterance.get(mention.span.clone()).unwrap_or_default().trim().to_owned();
        let (place, problem, suggestions) = match self.find(&mention.place, near, lang)? {
            Found::One(hit) => {
                let outside =
                    self.regions.holding(&[LonLat { lon: hit.point.lon, lat: hit.point.lat }]).is_none();
                (Some(hit), outside.then(|| "outside_region".to_owned()), Vec::new())
            }
            Found::Several(hits) => (None, Some("ambiguous".to_owned()), hits),
            Found::None(hits) => (None, Some("unknown_place".to_owned()), hits),
        };
        let source = match &place {
            Some(hit) if hit.source == "memory" => ChipSource::Memory,
            Some(_) => ChipSource::Map,
            None => ChipSource::Sentence,
        };
        Ok(ChipDto {
            id,
            role,
            label: words::role(lang, role),
            value: place.as_ref().map_or(said, |hit| hit.label.clone()),
            source,
            span: utf16(utterance, &mention.span),
            lifetime: None,
            until: None,
            place,
            problem,
            suggestions,
        })
    }

    /// A point that trips of this conversation are likely to start near, to rank names by.
    pub(crate) fn likely_start(&self) -> Result<Option<LonLat>, AppError> {
        let homes = self.mine().places()?.into_iter().filter(|place| place.tag == "home");
        let home = homes.max_by_key(|place| (place.created.at, place.id));
        Ok(home.map(|place| place.at))
    }
}

fn wish_chip(index: usize, wish: &IntentWish, zone: &str, utterance: &str, lang: Lang) -> ChipDto {
    let role = if wish.strength.is_negative() { ChipRole::Avoid } else { ChipRole::Prefer };
    let starts = wish.starts.map(|from| words::from_then(lang, from, zone)).unwrap_or_default();
    let value = sentence::target_words(lang, &wish.target) + &starts;
    let mut chip = plain_chip(&format!("wish-{index}"), role, value, &wish.span, utterance, lang);
    chip.until = until_of(wish.lifetime);
    chip.label = match wish.strength {
        Strength::Never if chip.until.is_some() => words::pick(lang, "封路", "Closed"),
        Strength::Allow => words::pick(lang, "可以走", "May take"),
        Strength::RatherNot => words::pick(lang, "尽量不走", "Rather not"),
        Strength::Never => words::pick(lang, "绝不走", "Never"),
        Strength::Avoid | Strength::Prefer | Strength::Follow => chip.label,
    };
    chip.lifetime = Some(match wish.lifetime {
        Lifetime::Once => LifetimeDto::Once,
        Lifetime::Until(_) => LifetimeDto::Until,
        Lifetime::Always => LifetimeDto::Always,
    });
    chip
}

fn plain_chip(id: &str, role: ChipRole, value: String, span: &Span, utterance: &str, lang: Lang) -> ChipDto {
    ChipDto {
        id: id.to_owned(),
        role,
        label: words::role(lang, role),
        value,
        source: ChipSource::Sentence,
        span: utf16(utterance, span),
        lifetime: None,
        until: None,
        place: None,
        problem: None,
        suggestions: Vec::<PlaceHitDto>::new(),
    }
}

/// A way of weighing routes, as a person would say it.
pub fn mode_words(lang: Lang, mode: RoutePreference) -> String {
    let (zh, en) = match mode {
        RoutePreference::Fastest => ("最快", "fastest"),
        RoutePreference::Stable => ("稳当", "steady, few turns"),
        RoutePreference::Scenic => ("风景好", "scenic"),
        RoutePreference::AvoidHighway => ("不走高速", "off the motorway"),
    };
    words::pick(lang, zh, en)
}

/// Notes as they cross the wire.
pub fn notes_dto(utterance: &str, notes: &[IntentNote]) -> Vec<NoteDto> {
    notes
        .iter()
        .map(|note| NoteDto {
            words: utterance.get(note.span.clone()).unwrap_or_default().to_owned(),
            kind: note_word(note.kind).to_owned(),
            span: utf16(utterance, &note.span),
        })
        .collect()
}

fn note_word(kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::NotUnderstood => "not_understood",
        NoteKind::NotSupported => "not_supported",
    }
}

/// The word of a kind of request.
pub fn kind_word(kind: IntentKind) -> &'static str {
    match kind {
        IntentKind::PlanRoute => "plan_route",
        IntentKind::ModifyTrip => "modify_trip",
        IntentKind::QueryHistory => "query_history",
        IntentKind::Remember => "remember",
        IntentKind::Forget => "forget",
        IntentKind::Unknown => "unknown",
    }
}

/// A byte range as JavaScript counts: in UTF-16 units.
fn utf16(text: &str, span: &Span) -> Vec<u32> {
    let units = |end: usize| {
        let count = text.get(..end).map_or(0, |head| head.encode_utf16().count());
        u32::try_from(count).unwrap_or(u32::MAX)
    };
    if span.is_empty() { Vec::new() } else { vec![units(span.start), units(span.end)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_count_like_javascript() {
        assert_eq!(utf16("去公司", &(3..9)), [1, 3]);
        assert_eq!(utf16("🚗去", &(4..7)), [2, 3]);
        assert!(utf16("abc", &(1..1)).is_empty());
    }
}

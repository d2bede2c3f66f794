//! The memory page: one table of everything that is remembered, and everything about one row.

use std::collections::{HashMap, HashSet};

use domain::{
    Lang, MemoryRef, Place, PlaceId, Preference, PreferenceId, PreferenceState, Provenance, Strength, Target,
    Timestamp, Trip, TripId, sentence,
};
use memory::{ConfidenceCause, ListQuery, MemoryKind, MemoryRow, Mine, Sort, StoreError};

use crate::{
    App, AppError,
    dto::{
        ConfidenceDto, DependentDto, FacetDto, FacetsDto, LangDto, LineDto, MemoryDetailDto, MemoryKindDto,
        MemoryPageDto, MemoryQuery, MemoryRowDto, MemorySortDto, MemoryStateDto, OriginDto, ScopeDto,
        TripBriefDto, UseDto, WeightDto,
    },
    remember::{point_dto, scope_dto, target_dto},
    words,
};

/// Rows a page holds when the request does not say.
const PAGE: usize = 500;
/// "Expires soon" means within so many days.
const EXPIRING_DAYS: f64 = 14.0;
/// "Not used" means for so many days.
const UNUSED_DAYS: f64 = 90.0;

/// What rows refer to, read once for a whole page.
struct Known {
    places: HashMap<PlaceId, Place>,
    preferences: HashMap<PreferenceId, Preference>,
    trips: HashMap<TripId, Trip>,
}

impl Known {
    fn read(mine: &Mine<'_>) -> Result<Self, StoreError> {
        Ok(Self {
            places: mine.places()?.into_iter().map(|place| (place.id, place)).collect(),
            preferences: mine
                .preferences()?
                .into_iter()
                .map(|preference| (preference.id, preference))
                .collect(),
            trips: mine.trips(0)?.into_iter().map(|trip| (trip.id, trip)).collect(),
        })
    }

    /// Only what one row refers to.
    fn read_for(mine: &Mine<'_>, memory: MemoryRef) -> Result<Self, StoreError> {
        let mut known = Self {
            places: mine.places()?.into_iter().map(|place| (place.id, place)).collect(),
            preferences: HashMap::new(),
            trips: HashMap::new(),
        };
        match memory {
            MemoryRef::Place(_) => {}
            MemoryRef::Preference(id) => known.preferences.extend(mine.preference(id)?.map(|it| (id, it))),
            MemoryRef::Trip(id) => known.trips.extend(mine.trip(id)?.map(|it| (id, it))),
            MemoryRef::Statement(_) | MemoryRef::Observation(_) => {}
        }
        Ok(known)
    }

    fn place_name(&self, id: Option<PlaceId>) -> Option<String> {
        id.and_then(|id| self.places.get(&id)).map(|place| place.name.clone())
    }
}

/// What the search field asks for: what the index finds by the words as they were written down, and what shows them in
/// the language of the page, in which most statements are worded anew.
struct Sought {
    words: Vec<String>,
    found: HashSet<MemoryRef>,
}

impl Sought {
    fn has(&self, memory: MemoryRef, row: &MemoryRowDto) -> bool {
        if self.words.is_empty() || self.found.contains(&memory) {
            return true;
        }
        let shown = memory::fold(&format!("{} {} {}", row.text, row.place, row.when));
        self.words.iter().all(|word| shown.contains(word.as_str()))
    }
}

impl App {
    /// One page of the table.
    pub fn memory_list(&self, query: &MemoryQuery) -> Result<MemoryPageDto, AppError> {
        let (lang, now) = (query.lang.into(), self.now().at);
        let mine = self.mine();
        let known = Known::read(&mine)?;
        let listed = mine.list(&ListQuery {
            deleted: query.deleted,
            unconfirmed_only: query.unconfirmed,
            max_confidence: query.max_confidence,
            sort: Sort::Newest,
            ..ListQuery::default()
        })?;
        let everything = if query.deleted || query.unconfirmed || query.max_confidence.is_some() {
            mine.list(&ListQuery::default())?.rows
        } else {
            listed.rows.clone()
        };
        let sought = self.sought(query)?;
        let shown = |row: &MemoryRow| row.state != PreferenceState::Candidate;
        let all: Vec<MemoryRowDto> =
            everything.iter().filter(|row| shown(row)).map(|row| row_dto(row, &known, lang, now)).collect();
        let deleted = mine.list(&ListQuery { deleted: true, limit: 1, ..ListQuery::default() })?.total;
        let facets = facets(&all, deleted, now);
        let mut rows: Vec<MemoryRowDto> = listed
            .rows
            .iter()
            .filter(|row| shown(row))
            .map(|row| (row.memory, row_dto(row, &known, lang, now)))
            .filter(|(memory, row)| sought.has(*memory, row))
            .map(|(_, row)| row)
            .filter(|row| query.kinds.is_empty() || query.kinds.contains(&row.kind))
            .filter(|row| query.origins.is_empty() || query.origins.contains(&row.origin))
            .collect();
        // Ends of sentences are read for one page only, but for the order by them all are needed.
        if query.sort == MemorySortDto::Expires {
            for row in &mut rows {
                with_end(&mine, row, now)?;
            }
        }
        sort(&mut rows, query.sort, query.ascending);
        let total = rows.len();
        let limit = if query.limit == 0 { PAGE } else { query.limit as usize };
        let mut rows: Vec<MemoryRowDto> = rows.into_iter().skip(query.offset as usize).take(limit).collect();
        for row in &mut rows {
            with_end(&mine, row, now)?;
        }
        Ok(MemoryPageDto { rows, total: u32::try_from(total).unwrap_or(u32::MAX), facets })
    }

    /// Everything about one memory, for the person: that they looked is noted in its access log.
    pub fn memory_show(&self, id: &str, lang: LangDto) -> Result<MemoryDetailDto, AppError> {
        let memory: MemoryRef = id.parse()?;
        let detail = self.detail(memory, lang.into())?;
        self.note_look(memory, &detail.inside.accesses);
        Ok(detail)
    }

    /// The same for the program itself.
    pub(crate) fn detail(&self, memory: MemoryRef, lang: Lang) -> Result<MemoryDetailDto, AppError> {
        let mine = self.mine();
        let detail = mine.show(memory)?;
        let known = Known::read(&mine)?;
        let preference = match memory {
            MemoryRef::Preference(id) => known.preferences.get(&id),
            _ => None,
        };
        let place = match memory {
            MemoryRef::Place(id) => known.places.get(&id),
            _ => None,
        };
        let trip = match memory {
            MemoryRef::Trip(id) => known.trips.get(&id),
            _ => None,
        };
        let lines = match (preference, trip) {
            (Some(preference), _) => self.target_lines(&preference.target),
            (None, Some(trip)) => self.edge_lines(&trip.edges),
            (None, None) => Vec::new(),
        };
        let mut trips: Vec<TripBriefDto> = Vec::new();
        for evidence in detail.evidence.iter().rev() {
            if let Some(trip) = known.trips.get(&evidence.trip)
                && !trips.iter().any(|known| known.id == MemoryRef::Trip(trip.id).to_string())
            {
                trips.push(self.trip_brief(trip, lang));
            }
        }
        // A use is noted when a plan is driven, so the trip of the same departure tells which way it was.
        let driven_on = |at: Timestamp| {
            let trip = known.trips.values().find(|trip| trip.departure.at == at);
            let names =
                trip.map(|trip| (known.place_name(trip.start_place), known.place_name(trip.end_place)));
            match names {
                Some((Some(from), Some(to))) => words::from_to(lang, &from, &to),
                _ => String::new(),
            }
        };
        let dependents = detail.dependents.iter().filter_map(|dependent| self.row(*dependent, lang).ok());
        let mut row = row_dto(&detail.row, &known, lang, self.now().at);
        with_end(&mine, &mut row, self.now().at)?;
        let inside = self.inside(memory, &row, lang)?;
        Ok(MemoryDetailDto {
            row,
            inside,
            point: place.map(|place| point_dto(place.at)),
            aliases: place.map(|place| place.aliases.clone()).unwrap_or_default(),
            tag: place.map(|place| place.tag.clone()).unwrap_or_default(),
            entrances: place.map(crate::situation::entrance_dtos).unwrap_or_default(),
            note: match (place, trip) {
                (Some(place), _) => place.address.clone(),
                (None, Some(trip)) => trip.note.clone(),
                (None, None) => String::new(),
            },
            target: preference.map(|preference| target_dto(&preference.target)),
            strength: preference.map(|preference| preference.strength.into()),
            weight: preference.and_then(|preference| weight_dto(lang, preference.strength)),
            scope: preference.map_or_else(ScopeDto::default, |preference| scope_dto(&preference.scope)),
            lines,
            trips,
            history: detail
                .confidence
                .iter()
                .rev()
                .map(|step| {
                    let (why, by_person) = cause_word(step.cause, detail.row.provenance);
                    ConfidenceDto { at: step.at.0, confidence: step.value, why: why.to_owned(), by_person }
                })
                .collect(),
            uses: detail
                .uses
                .iter()
                .map(|used| UseDto {
                    at: used.at.at.0,
                    trip: driven_on(used.at.at),
                    decisive: used.state == memory::UseState::Decisive,
                    delta_s: used.delta_s,
                    delta_m: used.delta_m,
                })
                .collect(),
            dependents: dependents
                .map(|row| {
                    let before = row.confidence.unwrap_or(0.0);
                    DependentDto { id: row.id, kind: row.kind, text: row.text, before, after: Some(before) }
                })
                .collect(),
            user_edited: detail.row.user_edited,
        })
    }

    fn sought(&self, query: &MemoryQuery) -> Result<Sought, AppError> {
        let words: Vec<String> = query.text.split_whitespace().map(memory::fold).collect();
        let found = if words.is_empty() {
            HashSet::new()
        } else {
            let by_words =
                ListQuery { text: query.text.clone(), deleted: query.deleted, ..ListQuery::default() };
            self.mine().list(&by_words)?.rows.into_iter().map(|row| row.memory).collect()
        };
        Ok(Sought { words, found })
    }

    /// One row as the table shows it.
    pub(crate) fn row(&self, memory: MemoryRef, lang: Lang) -> Result<MemoryRowDto, AppError> {
        let mine = self.mine();
        let detail = mine.show(memory)?;
        Ok(row_dto(&detail.row, &Known::read_for(&mine, memory)?, lang, self.now().at))
    }

    /// The same for one that may lie in "recently deleted", from where it can be erased.
    pub(crate) fn row_even_deleted(&self, memory: MemoryRef, lang: Lang) -> Result<MemoryRowDto, AppError> {
        let mine = self.mine();
        let deleted = mine.list(&ListQuery { deleted: true, ..ListQuery::default() })?.rows;
        match deleted.iter().find(|row| row.memory == memory) {
            Some(row) => Ok(row_dto(row, &Known::read(&mine)?, lang, self.now().at)),
            None => self.row(memory, lang),
        }
    }

    /// A trip in a list, with its line where the roads are still on a map.
    pub(crate) fn trip_brief(&self, trip: &Trip, lang: Lang) -> TripBriefDto {
        let name = |place: Option<PlaceId>, at| {
            place.and_then(|id| self.place_name(id)).unwrap_or_else(|| self.name_of_point(at, lang))
        };
        TripBriefDto {
            id: MemoryRef::Trip(trip.id).to_string(),
            departed_at: trip.departure.at.0,
            zone: trip.departure.zone.clone(),
            from: name(trip.start_place, trip.start),
            to: name(trip.end_place, trip.end),
            via: words::route_label(lang, &trip.via_roads),
            duration_s: trip.duration_s,
            deviated: trip.deviated,
            // Where a newer map has other edges, the roads are found again from the trip's feature points.
            line: self.edge_lines(&trip.edges).into_iter().next().or_else(|| {
                let line = self.line_of_trip(trip);
                (line.len() >= 2).then(|| crate::plan::line_dto(&line))
            }),
        }
    }

    /// Lines of what a preference is about; none for a feature, which is everywhere.
    pub(crate) fn target_lines(&self, target: &Target) -> Vec<LineDto> {
        match target {
            Target::Feature(_) => Vec::new(),
            Target::Road(name) => self.road_lines(name),
            Target::Section { edges, .. } => self.edge_lines(edges),
            Target::Area { ring, .. } => {
                let corners: Vec<_> = ring.corners().chain(ring.corners().take(1)).collect();
                vec![crate::plan::line_dto(&corners)]
            }
        }
    }
}

fn row_dto(row: &MemoryRow, known: &Known, lang: Lang, now: Timestamp) -> MemoryRowDto {
    let mut dto = MemoryRowDto {
        id: row.memory.to_string(),
        kind: MemoryKindDto::Place,
        text: row.title.clone(),
        place: row.detail.clone(),
        when: String::new(),
        origin: origin_dto(row.provenance),
        state: match (row.deleted, row.state) {
            (Some(_), _) => MemoryStateDto::Deleted,
            (None, PreferenceState::Active) => MemoryStateDto::Active,
            (None, PreferenceState::Rejected) => MemoryStateDto::Rejected,
            (None, PreferenceState::Proposed | PreferenceState::Candidate) => MemoryStateDto::Proposed,
        },
        confidence: (row.state != PreferenceState::Proposed).then_some(row.confidence),
        created_at: row.created.at.0,
        last_used: row.last_used.map(|at| at.0),
        uses: row.uses,
        expires_at: None,
        deleted_at: row.deleted.map(|at| at.0),
    };
    match row.kind {
        MemoryKind::Place => {}
        MemoryKind::Trip => {
            dto.kind = MemoryKindDto::Trip;
            if let MemoryRef::Trip(id) = row.memory
                && let Some(trip) = known.trips.get(&id)
            {
                let from = known.place_name(trip.start_place);
                let to = known.place_name(trip.end_place);
                if let (Some(from), Some(to)) = (from, to) {
                    dto.place = words::from_to(lang, &from, &to);
                }
                dto.text = words::route_label(lang, &trip.via_roads);
                dto.created_at = trip.departure.at.0;
                dto.when = format!(
                    "{} {:02}:{:02}",
                    words::date(lang, trip.departure.at, &trip.departure.zone),
                    trip.departure.zoned().hour(),
                    trip.departure.zoned().minute()
                );
            }
        }
        MemoryKind::Preference | MemoryKind::Habit => preference_row(&mut dto, row, known, lang, now),
        MemoryKind::Statement => dto.kind = MemoryKindDto::Statement,
        MemoryKind::Insight => dto.kind = MemoryKindDto::Insight,
        MemoryKind::Noticed => dto.kind = MemoryKindDto::Noticed,
    }
    dto
}

/// When a sentence ends. Read for the rows of one page only: a life has many sentences.
fn with_end(mine: &Mine<'_>, dto: &mut MemoryRowDto, now: Timestamp) -> Result<(), AppError> {
    if let Ok(MemoryRef::Statement(id)) = dto.id.parse()
        && let Some(statement) = mine.statement(id)?
    {
        dto.expires_at = statement.validity.valid_to.map(|at| at.0);
        if dto.state == MemoryStateDto::Active && statement.validity.valid_to.is_some_and(|end| end <= now) {
            dto.state = MemoryStateDto::Expired;
        }
    }
    Ok(())
}

fn preference_row(dto: &mut MemoryRowDto, row: &MemoryRow, known: &Known, lang: Lang, now: Timestamp) {
    dto.kind = if row.kind == MemoryKind::Habit { MemoryKindDto::Habit } else { MemoryKindDto::Preference };
    let MemoryRef::Preference(id) = row.memory else { return };
    let Some(preference) = known.preferences.get(&id) else { return };
    if row.kind == MemoryKind::Preference && preference.strength.is_negative() {
        dto.kind = MemoryKindDto::Avoid;
    }
    dto.text = shown_text(preference, lang, |id| known.place_name(Some(id)));
    let (from, to) = (known.place_name(preference.scope.from), known.place_name(preference.scope.to));
    dto.place = match (from, to) {
        (Some(from), Some(to)) => words::from_to(lang, &from, &to),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => words::pick(lang, "所有路线", "All routes"),
    };
    dto.when = words::scope_when(lang, &preference.scope);
    dto.expires_at = preference.validity.valid_to.map(|at| at.0);
    if dto.state == MemoryStateDto::Active && preference.validity.valid_to.is_some_and(|end| end <= now) {
        dto.state = MemoryStateDto::Expired;
    }
}

/// A preference's statement as it is shown: what a person wrote stays as they wrote it (F-7); what Laolu wrote is
/// written anew in the asked language.
pub fn shown_text(preference: &Preference, lang: Lang, place: impl Fn(PlaceId) -> Option<String>) -> String {
    let statement = |lang: Lang| {
        sentence::preference_statement(
            lang,
            &preference.target,
            preference.strength,
            &preference.scope,
            &place,
        )
    };
    let own_words = preference.user_edited
        || preference.provenance == Provenance::Stated
            && ![Lang::Zh, Lang::En].into_iter().any(|lang| statement(lang) == preference.content);
    if own_words { preference.content.clone() } else { statement(lang) }
}

/// An origin as it crosses the wire.
pub fn origin_dto(provenance: Provenance) -> OriginDto {
    match provenance {
        Provenance::Stated => OriginDto::Stated,
        Provenance::Confirmed => OriginDto::Confirmed,
        Provenance::Inferred => OriginDto::Inferred,
        Provenance::Imported => OriginDto::Imported,
    }
}

fn cause_word(cause: ConfidenceCause, provenance: Provenance) -> (&'static str, bool) {
    match cause {
        ConfidenceCause::Created => match provenance {
            Provenance::Stated => ("stated", true),
            Provenance::Imported => ("imported", true),
            Provenance::Confirmed | Provenance::Inferred => ("noticed", false),
        },
        ConfidenceCause::Confirmed => ("confirmed", true),
        ConfidenceCause::Rejected => ("rejected", true),
        ConfidenceCause::Supported | ConfidenceCause::Restored => ("repeated", false),
        ConfidenceCause::Contradicted | ConfidenceCause::LostSupport => ("weakened", false),
        ConfidenceCause::Edited => ("edited", true),
        ConfidenceCause::Rated => ("rated", true),
    }
}

fn facets(all: &[MemoryRowDto], deleted: usize, now: Timestamp) -> FacetsDto {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let days = |at: i64| Timestamp(at).days_since(now);
    let kinds = [
        (MemoryKindDto::Place, "place"),
        (MemoryKindDto::Avoid, "avoid"),
        (MemoryKindDto::Preference, "preference"),
        (MemoryKindDto::Habit, "habit"),
        (MemoryKindDto::Trip, "trip"),
        (MemoryKindDto::Statement, "statement"),
        (MemoryKindDto::Insight, "insight"),
        (MemoryKindDto::Noticed, "noticed"),
    ];
    let origins = [
        (OriginDto::Stated, "stated"),
        (OriginDto::Confirmed, "confirmed"),
        (OriginDto::Inferred, "inferred"),
        (OriginDto::Imported, "imported"),
    ];
    let unused = |row: &&MemoryRowDto| {
        row.kind != MemoryKindDto::Trip && -days(row.last_used.unwrap_or(row.created_at)) > UNUSED_DAYS
    };
    FacetsDto {
        all: count(all.len()),
        kinds: kinds
            .into_iter()
            .map(|(kind, word)| FacetDto {
                word: word.to_owned(),
                count: count(all.iter().filter(|row| row.kind == kind).count()),
            })
            .collect(),
        origins: origins
            .into_iter()
            .map(|(origin, word)| FacetDto {
                word: word.to_owned(),
                count: count(all.iter().filter(|row| row.origin == origin).count()),
            })
            .collect(),
        unconfirmed: count(all.iter().filter(|row| row.state == MemoryStateDto::Proposed).count()),
        expiring: count(
            all.iter()
                .filter(|row| row.expires_at.is_some_and(|at| (0.0..=EXPIRING_DAYS).contains(&days(at))))
                .count(),
        ),
        unused: count(all.iter().filter(unused).count()),
        deleted: count(deleted),
    }
}

fn sort(rows: &mut [MemoryRowDto], by: MemorySortDto, ascending: bool) {
    rows.sort_by(|a, b| {
        let order = match by {
            MemorySortDto::LastUsed => {
                a.last_used.unwrap_or(a.created_at).cmp(&b.last_used.unwrap_or(b.created_at))
            }
            MemorySortDto::Created => a.created_at.cmp(&b.created_at),
            MemorySortDto::Text => a.text.cmp(&b.text),
            MemorySortDto::Kind => a.kind.cmp(&b.kind),
            MemorySortDto::Confidence => {
                a.confidence.unwrap_or(-1.0).total_cmp(&b.confidence.unwrap_or(-1.0))
            }
            MemorySortDto::Uses => a.uses.cmp(&b.uses),
            MemorySortDto::Expires => a.expires_at.unwrap_or(i64::MAX).cmp(&b.expires_at.unwrap_or(i64::MAX)),
            MemorySortDto::Origin => a.origin.cmp(&b.origin),
        };
        let order = if ascending { order } else { order.reverse() };
        order.then_with(|| a.id.cmp(&b.id))
    });
}

/// A strength as a number, and what it means.
fn weight_dto(lang: Lang, strength: Strength) -> Option<WeightDto> {
    let factor = routing::wish_factor(strength)?;
    let liked = factor < 1.0;
    let percent = ((if liked { 1.0 / factor } else { factor }) - 1.0) * 100.0;
    let text = match (lang, liked) {
        (Lang::Zh, true) => format!("最多多花 {percent:.0}% 的时间也走它（×{factor}）"),
        (Lang::Zh, false) => format!("最多多花 {percent:.0}% 的时间避开它（×{factor}）"),
        (Lang::En, true) => format!("taken while it is at most {percent:.0} % longer (×{factor})"),
        (Lang::En, false) => format!("avoided by ways at most {percent:.0} % longer (×{factor})"),
    };
    Some(WeightDto { factor, text })
}

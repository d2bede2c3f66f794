//! Reflection as a person meets it: what is noticed, when it is thought about, what came of it.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Lang, MemoryRef, Moment, Noticed, ObservationId, PlaceId, StatementId, StreamSource, Timestamp, Weather,
};
use extract::{Basis, NewNoticed, Policy, Sanitized};
use language::{ModelReflector, Stage};
use memory::{Insight, MOST_OF_STREAM, ReflectionRun, ReflectionState, StoreError};
use reflect::{
    Change, Draft, Reflector as _, Rules, Scored, avoided, entail, importance, rules,
    trigger::{self, Cause},
    wording,
};

use crate::{
    App, AppError, CancelToken,
    background::Work,
    dto::{
        ErrorCode, InsightDto, LangDto, NoLongerDto, NoticeRequest, NoticedDto, ReflectedDto, ReflectionDto,
        ReflectionRunDto, ReflectionSettingsDto,
    },
};

const SETTINGS_KEY: &str = "reflection";
/// The two who can propose.
const RULES: &str = "rules";
const MODEL: &str = "model";
const DAY_S: i64 = 86_400;
/// Days in which places are looked at that the person might not go to any more.
const PLACES_DAYS: i64 = 120;
/// Runs and days that are shown.
const SHOWN_RUNS: usize = 20;
/// How long nothing was noticed before the night's run begins, and the hours of the night.
const QUIET_S: i64 = 30 * 60;
const NIGHT_HOURS: std::ops::Range<i8> = 1..6;
/// Longest word of a kind, property or value, and the longest text.
const MAX_WORD: usize = 120;
const MAX_TEXT: usize = 500;

impl App {
    /// Notes something that was done or said. It is made harmless first, and written after the answer.
    /// Nothing is noted while learning is off.
    pub fn memory_notice(&self, request: &NoticeRequest) -> Result<(), AppError> {
        if !self.learns()? {
            return Ok(());
        }
        let new = self.noticed_of(request)?;
        self.later(Work::Notice(Box::new(new)))
    }

    /// How reflection stands: what waits, what it made, and where it no longer suggests to go.
    pub fn reflection(&self, lang: LangDto) -> Result<ReflectionDto, AppError> {
        let (now, lang) = (self.now(), lang.into());
        let settings = self.reflection_settings()?;
        let state = self.mine().reflection_state(&triggers(&settings), &now)?;
        let runs = self.mine().reflection_runs(SHOWN_RUNS)?;
        Ok(ReflectionDto {
            running: self.background.runs(),
            queued: count(self.background.waiting()),
            waiting: state.waiting.count,
            waiting_sum: state.waiting.sum,
            count_threshold: state.thresholds.count,
            sum_threshold: state.thresholds.sum,
            rate: state.thresholds.rate,
            today: state.today,
            runs: runs
                .into_iter()
                .map(|run| ReflectionRunDto {
                    at: run.at.at.0,
                    cause: run.cause.word().to_owned(),
                    processed: run.processed,
                    importance_sum: run.importance_sum,
                    made: run.made,
                })
                .collect(),
            insights: self.insights(lang)?,
            no_longer: self.no_longer(lang)?,
            settings,
        })
    }

    /// Keeps reflection's settings.
    pub fn reflection_set(
        &self,
        settings: &ReflectionSettingsDto,
    ) -> Result<ReflectionSettingsDto, AppError> {
        if !(0.5..=10.0).contains(&settings.caution) {
            return Err(AppError::bad_request("caution"));
        }
        if ![RULES, MODEL].contains(&settings.reflector.as_str()) {
            return Err(AppError::bad_request("reflector"));
        }
        if !(2..=20).contains(&settings.episodes) {
            return Err(AppError::bad_request("episodes"));
        }
        let text = serde_json::to_string(settings)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        self.mine().set_setting(SETTINGS_KEY, Some(&text))?;
        Ok(settings.clone())
    }

    /// Reflection's settings.
    pub fn reflection_settings(&self) -> Result<ReflectionSettingsDto, AppError> {
        let text = self.mine().setting(SETTINGS_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Reflects now, whether it is time or not.
    pub fn memory_reflect(&self) -> Result<ReflectedDto, AppError> {
        self.drain()?;
        let settings = self.reflection_settings()?;
        let state = self.mine().reflection_state(&triggers(&settings), &self.now())?;
        self.reflect_once(&state, Cause::Asked, &settings)
    }

    /// Reflects when it is time, as the thread does by itself; with an empty cause when it is not.
    pub fn memory_reflect_if_due(&self) -> Result<ReflectedDto, AppError> {
        let (settings, now) = (self.reflection_settings()?, self.now());
        if settings.paused || !self.learns()? {
            return Ok(ReflectedDto::default());
        }
        let triggers = triggers(&settings);
        let state = self.mine().reflection_state(&triggers, &now)?;
        let due = trigger::due(&state.waiting, &state.thresholds, state.today, &triggers)
            .or_else(|| at_night(&state, &now));
        match due {
            Some(cause) => self.reflect_once(&state, cause, &settings),
            None => Ok(ReflectedDto::default()),
        }
    }

    /// The person's answer to an insight: yes makes it theirs, no deletes it (undoably) and keeps it from coming back.
    pub fn insight_answer(&self, id: &str, yes: bool, lang: LangDto) -> Result<ReflectionDto, AppError> {
        let MemoryRef::Statement(statement) = id.parse()? else { return Err(AppError::bad_request("id")) };
        let quiet = (!yes).then(|| self.background.forget_plans(self.profile()));
        self.mine().answer_insight(statement, yes, &self.now())?;
        drop(quiet);
        self.reflection(lang)
    }

    /// One run. Thinking happens outside of any transaction: nobody waits for it, and what it thought is checked against what
    /// is there when it is written.
    pub(crate) fn reflect_once(
        &self,
        state: &ReflectionState,
        cause: Cause,
        settings: &ReflectionSettingsDto,
    ) -> Result<ReflectedDto, AppError> {
        let (mine, now) = (self.mine(), self.now());
        let rules = rules_of(settings);
        let since = Timestamp(now.at.0 - (rules.window_days * DAY_S as f64) as i64);
        let mut stream = mine.stream_since(since, MOST_OF_STREAM)?;
        stream.retain(|seen| seen.id <= state.newest);
        let drafts = self.proposed(&settings.reflector, &stream, &rules)?;
        let lang: Lang = self.settings()?.lang.into();
        let name = |id| self.place_name(id);
        let drafts = drafts.into_iter().map(|draft| {
            let text = wording::sentence(&draft, lang, name);
            (draft, text)
        });
        let run = ReflectionRun {
            cause,
            from: state.cursor,
            to: state.newest,
            drafts: drafts.collect(),
            settings: rules,
        };
        let done = match mine.reflected(&run, &now) {
            Ok(done) => done,
            // Another program reflected meanwhile: its run stands, and ours is none.
            Err(StoreError::PlanOutdated) => return Ok(ReflectedDto::default()),
            Err(error) => return Err(error.into()),
        };
        let summaries = mine.summarise_talks(lang, &now)?;
        Ok(ReflectedDto {
            cause: cause.word().to_owned(),
            made: ids(&done.made),
            rejected: done.rejected.iter().map(|rejection| rejection.word().to_owned()).collect(),
            known: count(done.known),
            verified: ids(&done.verified),
            contradicted: ids(&done.contradicted),
            given_up: ids(&done.given_up),
            summaries: ids(&summaries),
        })
    }

    /// Places that are not to be suggested, with the reason.
    pub(crate) fn no_longer(&self, lang: Lang) -> Result<Vec<NoLongerDto>, AppError> {
        let stream = self.choices()?;
        let by_id: BTreeMap<ObservationId, &Noticed> = stream.iter().map(|seen| (seen.id, seen)).collect();
        let mut found = Vec::new();
        for one in avoided::no_longer(&stream) {
            let Some(name) = self.place_name(one.place) else { continue };
            let times = one.avoided.len();
            let text = match lang {
                Lang::Zh => format!("最近 {times} 次都没去{name}，不再推荐"),
                Lang::En => format!("{name} was passed {times} times in a row and is not suggested any more"),
            };
            found.push(NoLongerDto {
                place: MemoryRef::Place(one.place).to_string(),
                avoided: one
                    .avoided
                    .iter()
                    .filter_map(|id| by_id.get(id))
                    .map(|seen| noticed(seen))
                    .collect(),
                since: one.since.0,
                last_taken: one.last_taken.map(|at| at.0),
                name,
                text,
            });
        }
        Ok(found)
    }

    /// Places that are not to be suggested unless the person names them.
    pub(crate) fn not_suggested(&self) -> Result<BTreeSet<PlaceId>, AppError> {
        Ok(avoided::no_longer(&self.choices()?).into_iter().map(|one| one.place).collect())
    }

    fn choices(&self) -> Result<Vec<Noticed>, AppError> {
        Ok(self.mine().choices_since(Timestamp(self.now().at.0 - PLACES_DAYS * DAY_S))?)
    }

    pub(crate) fn insights(&self, lang: Lang) -> Result<Vec<InsightDto>, AppError> {
        let now = self.now();
        let rules = rules_of(&self.reflection_settings()?);
        let all = self.mine().insights()?;
        // What a number was lower than is seen beside what was usual then.
        let first =
            all.iter().flat_map(|one| &one.evidence).map(|seen| seen.at.at.0).min().unwrap_or(now.at.0);
        let since = Timestamp(first - (rules.window_days * DAY_S as f64) as i64);
        let mut around = self.mine().stream_since(since, MOST_OF_STREAM)?;
        let known: BTreeSet<ObservationId> = around.iter().map(|seen| seen.id).collect();
        let cited = all.iter().flat_map(|one| &one.evidence).filter(|seen| !known.contains(&seen.id));
        let older: BTreeMap<ObservationId, Noticed> = cited.map(|seen| (seen.id, seen.clone())).collect();
        around.extend(older.into_values());
        Ok(all
            .iter()
            .map(|one| insight(one, &around, &now, &rules, lang, |id| self.place_name(id)))
            .collect())
    }

    /// Whether a model is chosen as the reflector and can be asked.
    pub(crate) fn reflects_by_model(&self) -> Result<bool, AppError> {
        let chosen = self.reflection_settings()?.reflector == MODEL;
        Ok(chosen && self.line_for(Stage::Reflection, &CancelToken::new())?.is_some())
    }

    /// What the chosen reflector proposes. The rules are always there: a model that is off, away, slow or makes no sense
    /// holds nothing up.
    fn proposed(
        &self,
        by: &str,
        stream: &[Noticed],
        rules: &rules::Settings,
    ) -> Result<Vec<Draft>, AppError> {
        let stop = self.background.stop_asking();
        if by == MODEL
            && let Some(line) = self.line_for(Stage::Reflection, &stop)?
        {
            let model = ModelReflector { to: &line, lang: self.settings()?.lang.into() };
            if let Ok(drafts) = model.reflect(stream, rules) {
                return Ok(drafts);
            }
        }
        Ok(Rules.reflect(stream, rules).unwrap_or_default())
    }

    fn noticed_of(&self, request: &NoticeRequest) -> Result<Sanitized<NewNoticed>, AppError> {
        let word = |text: &str, field: &str| {
            let text = text.trim();
            let fits = text.chars().count() <= MAX_WORD;
            if fits { Ok(text.to_owned()) } else { Err(AppError::bad_request(field)) }
        };
        let text = |text: &str| text.trim().chars().take(MAX_TEXT).collect::<String>();
        let kind = word(&request.kind, "kind")?;
        if kind.is_empty() {
            return Err(AppError::bad_request("kind"));
        }
        let place = match request.place.as_deref().map(str::parse::<MemoryRef>).transpose()? {
            Some(MemoryRef::Place(id)) => Some(id),
            Some(_) => return Err(AppError::bad_request("place")),
            None => None,
        };
        let trip = match request.trip.as_deref().map(str::parse::<MemoryRef>).transpose()? {
            Some(MemoryRef::Trip(id)) => Some(id),
            Some(_) => return Err(AppError::bad_request("trip")),
            None => None,
        };
        let weather = request
            .weather
            .as_deref()
            .map(|weather| Weather::from_word(weather).ok_or_else(|| AppError::bad_request("weather")))
            .transpose()?;
        let attribute = word(&request.attribute, "attribute")?;
        let words = text(&request.words);
        let key = (!attribute.is_empty()).then(|| domain::StatementKey {
            subject: "me".to_owned(),
            attribute,
            condition: String::new(),
        });
        let mine = self.mine();
        let seen_before = match &key {
            Some(key) => mine.stream_about(key, MAX_TEXT)?.len(),
            None => 0,
        };
        let scored =
            Scored { words: &words, change: Change::of_kind(&kind), seen_before: count(seen_before) };
        let source = if words.is_empty() { StreamSource::Action } else { StreamSource::Dialogue };
        let new = NewNoticed {
            at: self.now(),
            source,
            importance: importance::score(&scored),
            kind,
            key,
            value: word(&request.value, "value")?,
            place,
            trip,
            weather,
            traffic: text(&request.traffic),
            passengers: request
                .passengers
                .iter()
                .map(|who| word(who, "passengers"))
                .collect::<Result<_, _>>()?,
            heard: request.heard.unwrap_or(1.0).clamp(0.0, 1.0),
            session: request.session.as_deref().map(|session| word(session, "session")).transpose()?,
            words,
        };
        let names: Vec<String> = mine.places()?.into_iter().map(|place| place.name).collect();
        Ok(Policy::new(&names).sanitise(new, Basis::Observed).value)
    }
}

/// The night's run: when nothing was noticed for a while, once, for what no trigger took (MISSION S3-11).
fn at_night(state: &ReflectionState, now: &Moment) -> Option<Cause> {
    let night = NIGHT_HOURS.contains(&now.zoned().hour());
    let quiet = state.newest_at.is_some_and(|at| now.at.0 - at.0 >= QUIET_S);
    (night && quiet && state.waiting.count > 0).then_some(Cause::Night)
}

fn triggers(settings: &ReflectionSettingsDto) -> trigger::Settings {
    trigger::Settings { caution: settings.caution, ..trigger::Settings::DEFAULT }
}

fn rules_of(settings: &ReflectionSettingsDto) -> rules::Settings {
    rules::Settings { episodes: settings.episodes as usize, ..rules::Settings::DEFAULT }
}

fn insight(
    one: &Insight,
    around: &[Noticed],
    now: &Moment,
    rules: &rules::Settings,
    lang: Lang,
    place: impl Fn(domain::PlaceId) -> Option<String>,
) -> InsightDto {
    let row = &one.statement;
    let confirmed = row.user_edited || row.provenance == domain::Provenance::Confirmed;
    let draft = one.draft();
    let doubt = entail::check(&draft, around, rules).err();
    let standing = one.standing();
    InsightDto {
        id: MemoryRef::Statement(row.id).to_string(),
        text: if row.user_edited { row.content.clone() } else { wording::sentence(&draft, lang, place) },
        why: wording::why(&draft, &one.evidence.iter().collect::<Vec<_>>(), lang),
        state: row.state.word().to_owned(),
        confirmed,
        confidence: row.confidence,
        weight: one.weight(now.at),
        made_at: row.created.at.0,
        verify_by: (!confirmed).then(|| standing.valid_to().0),
        ends_at: row.validity.valid_to.map(|at| at.0),
        condition: row.key.condition.clone(),
        evidence: one.evidence.iter().map(noticed).collect(),
        against: one.against.iter().map(noticed).collect(),
        doubt: doubt.map(|rejection| rejection.word().to_owned()).unwrap_or_default(),
    }
}

/// Something noticed as it crosses a shell.
pub fn noticed(seen: &Noticed) -> NoticedDto {
    let key = seen.key.as_ref();
    NoticedDto {
        id: MemoryRef::Observation(seen.id).to_string(),
        at: seen.at.at.0,
        zone: seen.at.zone.clone(),
        source: seen.source.word().to_owned(),
        kind: seen.kind.clone(),
        attribute: key.map(|key| key.attribute.clone()).unwrap_or_default(),
        value: seen.value.clone(),
        words: seen.words.clone(),
        weather: seen.weather.map(|weather| weather.word().to_owned()),
        passengers: seen.passengers.clone(),
        importance: importance::total_heard(&seen.importance, seen.heard),
        parts: [seen.importance.emotion, seen.importance.consequence, seen.importance.repetition],
    }
}

fn ids(statements: &[StatementId]) -> Vec<String> {
    statements.iter().map(|id| MemoryRef::Statement(*id).to_string()).collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

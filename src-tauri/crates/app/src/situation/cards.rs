//! Cards that speak unasked: rain on a trip that has a habit for rain, a closure on the usual way, an early meeting after a
//! late evening (MISSION S1-53, S3-52). Each comes from one memory and can be asked why, stopped, or forgotten (S1-54).

use std::collections::BTreeMap;

use domain::{
    Cause, EdgeKey, Lang, MemoryRef, Moment, Preference, Statement, StatementType, Strength, Target,
    Timestamp, explain::ReasonState,
};
use serde::{Deserialize, Serialize};

use super::{facts::WeatherFrom, traffic::traffic_dto};
use crate::{
    App, AppError,
    dto::{
        CardAnswerDto, CardAnswerRequest, CardKindDto, CardLogDto, CardsDto, ErrorCode, LangDto, PlaceHitDto,
        PlanRequest, ProactiveCardDto, WaypointDto,
    },
    plan::Planned,
    words,
};

/// Where answers are kept, among the settings of the profile. Ids and times only, never words.
const SETTINGS_KEY: &str = "cards";
/// Lines of the log that are kept.
const KEPT: usize = 200;
/// The traffic of the next morning is that of so many seconds before the appointment (ours: an hour).
const AHEAD_S: i64 = 3_600;
/// Seconds to which a time to leave is rounded, to the earlier side.
const LEAVE_STEP_S: i64 = 300;
/// The hours between which an appointment of the next morning is early.
const EARLY: std::ops::Range<i8> = 4..10;

/// The kinds, in the order in which they may speak: what is closed comes before what is liked.
const KINDS: [&str; 3] = ["closure", "meeting", "weather"];

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    stopped: Vec<String>,
    log: Vec<Line>,
    /// Of each card, the last day on which it was sent away, as days since the epoch where it was lived.
    away: BTreeMap<String, i64>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Line {
    at: i64,
    kind: String,
    memory: String,
    what: String,
}

impl App {
    /// The one card of a plan, when there is something to say; what is shown is noted.
    pub(crate) fn card(&self, planned: &Planned) -> Result<Option<ProactiveCardDto>, AppError> {
        let mut kept = self.kept_cards()?;
        let today = day_of(&self.now());
        for kind in KINDS {
            if kept.stopped.iter().any(|stopped| stopped == kind) {
                continue;
            }
            let card = match kind {
                "closure" => self.closure_card(planned),
                "meeting" => self.meeting_card(planned)?,
                _ => self.weather_card(planned),
            };
            let Some(card) =
                card.filter(|card| kept.away.get(&key(&card.kind, &card.memory)) != Some(&today))
            else {
                continue;
            };
            let shown = kept.log.iter().any(|line| {
                line.what == "shown"
                    && (line.kind.as_str(), &line.memory) == (card.kind.as_str(), &card.memory)
                    && line.at >= self.now().at.0 - 3_600
            });
            if !shown {
                self.note(&mut kept, &card.kind, &card.memory, "shown")?;
            }
            return Ok(Some(card));
        }
        Ok(None)
    }

    /// Which kinds may speak, and what became of the cards that did.
    pub fn cards(&self, lang: LangDto) -> Result<CardsDto, AppError> {
        let kept = self.kept_cards()?;
        let kind = |kind: &&str| CardKindDto {
            kind: (*kind).to_owned(),
            text: kind_words(lang.into(), kind),
            on: !kept.stopped.iter().any(|stopped| stopped == kind),
        };
        let line = |line: &Line| CardLogDto {
            at: line.at,
            kind: line.kind.clone(),
            memory: line.memory.clone(),
            what: line.what.clone(),
        };
        Ok(CardsDto { kinds: KINDS.iter().map(kind).collect(), log: kept.log.iter().map(line).collect() })
    }

    /// What the person does with a card. "Forget" deletes its memory, undoably.
    pub fn card_answer(&self, request: &CardAnswerRequest) -> Result<CardsDto, AppError> {
        known_kind(&request.kind)?;
        let memory: MemoryRef = request.memory.parse()?;
        let what = match request.answer {
            CardAnswerDto::Dismiss => "dismiss",
            CardAnswerDto::Stop => "stop",
            CardAnswerDto::Forget => "forget",
            CardAnswerDto::Why => "why",
        };
        if request.answer == CardAnswerDto::Forget {
            self.memory_delete(&[memory.to_string()], request.lang)?;
        }
        let mut kept = self.kept_cards()?;
        if request.answer == CardAnswerDto::Stop && !kept.stopped.contains(&request.kind) {
            kept.stopped.push(request.kind.clone());
        }
        if request.answer == CardAnswerDto::Dismiss {
            kept.away.insert(key(&request.kind, &memory.to_string()), day_of(&self.now()));
        }
        self.note(&mut kept, &request.kind, &memory.to_string(), what)?;
        self.cards(request.lang)
    }

    /// Lets a kind of card speak again, or stops it.
    pub fn card_kind_set(&self, kind: &str, on: bool, lang: LangDto) -> Result<CardsDto, AppError> {
        known_kind(kind)?;
        let mut kept = self.kept_cards()?;
        kept.stopped.retain(|stopped| stopped != kind);
        if !on {
            kept.stopped.push(kind.to_owned());
        }
        self.keep_cards(&kept)?;
        self.cards(lang)
    }

    /// The weather was not said by the person, and what they remember for such weather acts on this trip.
    fn weather_card(&self, planned: &Planned) -> Option<ProactiveCardDto> {
        let (weather, lang) = (planned.asked.weather?, planned.lang);
        if !matches!(planned.asked.weather_from, WeatherFrom::Switch | WeatherFrom::Provider) {
            return None;
        }
        let acting =
            planned.explanation.reasons.iter().filter(|reason| reason.state != ReasonState::Retrieved);
        let (habit, reason) = acting
            .filter_map(|reason| Some((of(planned, &reason.cause)?, reason)))
            .find(|(habit, _)| habit.scope.weather == Some(weather))?;
        let sky = words::capital(domain::sentence::weather_word(lang, weather));
        let price = reason.without.unwrap_or_default().delta_s();
        let what = &habit.content;
        let text = match (lang, reason.state == ReasonState::Decisive && price >= 30.0) {
            (Lang::Zh, true) => format!("{sky}：按你的「{what}」走，多 {}。", words::minutes(lang, price)),
            (Lang::Zh, false) => format!("{sky}：按你的「{what}」走。"),
            (Lang::En, true) => {
                format!("{sky}: planned as you like it (“{what}”), {} more.", words::minutes(lang, price))
            }
            (Lang::En, false) => format!("{sky}: planned as you like it (“{what}”)."),
        };
        let date = words::date(lang, habit.created.at, &habit.created.zone);
        let from = match planned.asked.weather_from {
            WeatherFrom::Provider => {
                words::pick(lang, "天气来自天气服务", "the weather is the weather service’s")
            }
            _ => words::pick(lang, "天气是你设的", "the weather is as you set it"),
        };
        let why = match lang {
            Lang::Zh => format!("{date}记下的「{what}」；{from}。"),
            Lang::En => format!("“{what}”, written down {date}; {from}."),
        };
        Some(card("weather", text, why, MemoryRef::Preference(habit.id)))
    }

    /// A part of the usual way is closed for a while, and that is remembered.
    fn closure_card(&self, planned: &Planned) -> Option<ProactiveCardDto> {
        let lang = planned.lang;
        let usual = &planned.recalled.usual_edges;
        if usual.is_empty()
            || planned.routes.first().map(|route| &route.id) == planned.recalled.usual_route.as_ref()
        {
            return None;
        }
        let router = planned.region.router();
        let closed =
            planned.resolved.adjustments.iter().filter(|wish| wish.strength == Strength::Never).find(
                |wish| {
                    let on = |edges: &[EdgeKey]| usual.iter().any(|edge| edges.contains(edge));
                    let lasts =
                        of(planned, &wish.cause).is_some_and(|closure| closure.validity.valid_to.is_some());
                    lasts
                        && match &wish.target {
                            Target::Section { edges, .. } => on(edges),
                            Target::Road(name) => on(&router.edges_of_road(name)),
                            Target::Feature(_) | Target::Area { .. } => false,
                        }
                },
            )?;
        let closure = of(planned, &closed.cause)?;
        let road = match &closed.target {
            Target::Section { label, .. } => label.clone(),
            Target::Road(name) => name.clone(),
            _ => return None,
        };
        let end = words::date(lang, closure.validity.valid_to?, &planned.asked.depart.zone);
        let text = match lang {
            Lang::Zh => format!("平时走的{road}封着，到{end}：这次绕开了它。"),
            Lang::En => format!("{road} on your usual way is closed until {end}: this way goes around it."),
        };
        let date = words::date(lang, closure.created.at, &closure.created.zone);
        let why = match lang {
            Lang::Zh => format!("{date}记下的「{}」。", closure.content),
            Lang::En => format!("“{}”, written down {date}.", closure.content),
        };
        Some(card("closure", text, why, MemoryRef::Preference(closure.id)))
    }

    /// After overtime: home by the quickest way at this hour is planned (`late`), an early appointment of the next morning is
    /// called to mind, and when one would have to leave for work by one's own drives at that time.
    fn meeting_card(&self, planned: &Planned) -> Result<Option<ProactiveCardDto>, AppError> {
        let (asked, lang) = (&planned.asked, planned.lang);
        let Some((late, trips)) = self.overtime(asked)? else { return Ok(None) };
        let Some(next) = self.early_tomorrow(&asked.depart)? else { return Ok(None) };
        let (at, what) = (next.1.strftime("%H:%M").to_string(), next.0.content.clone());
        let hours = (late as f64 / 60.0 * 2.0).round() / 2.0;
        let text = match lang {
            Lang::Zh => format!("今天比平时晚了 {hours} 小时。明早 {at}：{what}。"),
            Lang::En => format!("{hours} h later than usual today. Tomorrow at {at}: {what}."),
        };
        let leave = self.leave_by(planned, &next.1).unwrap_or_default();
        let date = words::date(lang, next.0.created.at, &next.0.created.zone);
        let why = match lang {
            Lang::Zh => format!("{date}你说过；平时几点走，来自 {trips} 次行程。"),
            Lang::En => format!("You said so {date}; when you usually leave is from {trips} trips."),
        };
        Ok(Some(card("meeting", text + &leave, why, MemoryRef::Statement(next.0.id))))
    }

    /// When one has to leave for where one comes from now, to be there at that time tomorrow; where the appointment is nobody
    /// said, so the words do not claim it.
    fn leave_by(&self, planned: &Planned, at: &jiff::Zoned) -> Option<String> {
        let (asked, lang) = (&planned.asked, planned.lang);
        let end = |hit: &PlaceHitDto| WaypointDto {
            point: hit.point,
            label: hit.label.clone(),
            memory: hit.memory.clone(),
        };
        let (work, home) = (asked.waypoints.first()?, asked.waypoints.last()?);
        let at_s = at.timestamp().as_second();
        let request = PlanRequest {
            origin: Some(end(home)),
            destination: Some(end(work)),
            depart_at: Some(at_s - AHEAD_S),
            lang: if lang == Lang::Zh { LangDto::Zh } else { LangDto::En },
            draft: true,
            ..PlanRequest::default()
        };
        let mut back = self.ask(&request).ok()?;
        back.measured = true;
        let recalled = self.recall_for(&back, &request).ok()?;
        let back = self.decide(back, recalled, &request).ok()?;
        let route = back.routes.first()?;
        let own = traffic_dto(&back, route);
        // By one's own drives: also on a slow day. To the five minutes before.
        let takes_s = own.as_ref().map_or(route.duration_s, |own| own.high_s);
        let leave = Timestamp((at_s - takes_s.ceil() as i64).div_euclid(LEAVE_STEP_S) * LEAVE_STEP_S);
        let leave = leave.in_zone(&asked.depart.zone).strftime("%H:%M").to_string();
        let (label, takes) = (&work.label, words::minutes(lang, takes_s));
        Some(match (lang, own.is_some()) {
            (Lang::Zh, true) => {
                format!("要是到{label}，{leave} 前出发：按你自己这个时段开的，最多 {takes} 左右。")
            }
            (Lang::Zh, false) => format!("要是到{label}，{leave} 前出发：按地图要 {takes}。"),
            (Lang::En, true) => {
                format!(
                    " If it is at {label}, leave by {leave}: {takes} on a slow day, by your own drives at that time."
                )
            }
            (Lang::En, false) => format!(" If it is at {label}, leave by {leave}: {takes} by the map."),
        })
    }

    /// What is planned for early tomorrow, the earliest first.
    fn early_tomorrow(&self, now: &Moment) -> Result<Option<(Statement, jiff::Zoned)>, AppError> {
        let today = day_of(now);
        let plans = self.statements_in_force()?.into_iter().filter(|one| one.kind == StatementType::Plan);
        let early = plans.filter_map(|plan| {
            let (start, end) = (plan.validity.valid_from, plan.validity.valid_to?);
            // A plan holds from when it was said to when it is over; one with a beginning of its own begins then.
            let begins = if start > plan.created.at { start } else { Timestamp(end.0 - 3_600) };
            let lived = Moment { at: begins, zone: now.zone.clone() };
            let zoned = lived.zoned();
            (day_of(&lived) == today + 1 && EARLY.contains(&zoned.hour())).then_some((plan, zoned))
        });
        Ok(early.min_by_key(|(plan, at)| (at.timestamp(), plan.id)))
    }

    /// Takes lines about erased memories out of the log.
    pub(crate) fn forget_cards(&self, gone: &[String]) -> Result<(), AppError> {
        let mut kept = self.kept_cards()?;
        let before = (kept.log.len(), kept.away.len());
        kept.log.retain(|line| !gone.contains(&line.memory));
        kept.away.retain(|key, _| !gone.iter().any(|memory| key.ends_with(&format!(" {memory}"))));
        if (kept.log.len(), kept.away.len()) == before { Ok(()) } else { self.keep_cards(&kept) }
    }

    fn kept_cards(&self) -> Result<Kept, AppError> {
        let text = self.mine().setting(SETTINGS_KEY)?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    fn keep_cards(&self, kept: &Kept) -> Result<(), AppError> {
        let text = serde_json::to_string(kept)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(self.mine().set_setting(SETTINGS_KEY, Some(&text))?)
    }

    fn note(&self, kept: &mut Kept, kind: &str, memory: &str, what: &str) -> Result<(), AppError> {
        let line = Line {
            at: self.now().at.0,
            kind: kind.to_owned(),
            memory: memory.to_owned(),
            what: what.to_owned(),
        };
        kept.log.insert(0, line);
        kept.log.truncate(KEPT);
        let today = day_of(&self.now());
        kept.away.retain(|_, day| *day == today);
        self.keep_cards(kept)
    }
}

fn card(kind: &str, text: String, why: String, memory: MemoryRef) -> ProactiveCardDto {
    ProactiveCardDto { kind: kind.to_owned(), text, why, memory: memory.to_string(), sentence: String::new() }
}

/// The preference behind a cause.
fn of<'a>(planned: &'a Planned, cause: &Cause) -> Option<&'a Preference> {
    let Cause::Memory(MemoryRef::Preference(id)) = cause else { return None };
    planned.recalled.memories.iter().find(|memory| memory.id == *id)
}

/// Days since the epoch, where the moment was lived.
fn day_of(moment: &Moment) -> i64 {
    let lived = moment.zoned();
    (moment.at.0 + i64::from(lived.offset().seconds())).div_euclid(86_400)
}

fn key(kind: &str, memory: &str) -> String {
    format!("{kind} {memory}")
}

fn known_kind(kind: &str) -> Result<(), AppError> {
    KINDS.contains(&kind).then_some(()).ok_or_else(|| AppError::bad_request("kind"))
}

fn kind_words(lang: Lang, kind: &str) -> String {
    let (zh, en) = match kind {
        "closure" => ("老路上有封路", "A closure on the usual way"),
        "meeting" => ("加班晚了，明天一早有事", "An early morning after a late evening"),
        _ => ("天气合着你的习惯", "Weather that you have a habit for"),
    };
    words::pick(lang, zh, en)
}

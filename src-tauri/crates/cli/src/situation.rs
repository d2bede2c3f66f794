//! The situation of trips at a terminal: the weather service, cards that speak unasked, entrances, and where to go.

use std::fmt::Write as _;

use app::{
    App, AppError, CancelToken,
    dto::{
        CardAnswerDto, CardAnswerRequest, CardsDto, EntranceRequest, LangDto, MemoryDetailDto, WeatherDto,
        WeatherSetRequest, WhereDto, WhereRequest,
    },
};
use clap::{Subcommand, ValueEnum};

use crate::{
    run::{self, Ways},
    show::pick,
};

/// What is around a trip.
#[derive(Debug, Subcommand)]
pub enum Situation {
    /// The weather service, off until switched on.
    #[command(subcommand)]
    Weather(Weather),
    /// Cards that speak unasked, and what became of them.
    #[command(subcommand)]
    Cards(Cards),
    /// Where exactly you arrive at a place: the entrance that you chose twice.
    #[command(subcommand)]
    Entrance(Entrance),
    /// Where could one go? laolu where somewhere to take the dog this weekend
    Where {
        /// The sentence.
        #[arg(required = true)]
        sentence: Vec<String>,
    },
}

/// The weather service.
#[derive(Debug, Subcommand)]
pub enum Weather {
    /// What is set, and what it said.
    Show,
    /// Ask it now about the weather around home, unless it answered within the last half hour.
    Refresh,
    /// Change what is set: laolu weather set --on
    Set {
        /// It may be asked.
        #[arg(long, conflicts_with = "off")]
        on: bool,
        /// It may not be asked.
        #[arg(long)]
        off: bool,
        /// Its server's address; empty for the usual one.
        #[arg(long)]
        address: Option<String>,
        /// Seconds after which a question is given up, 1 to 30.
        #[arg(long)]
        timeout: Option<u32>,
    },
}

/// Cards.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// Which kinds may speak, and what was done with those that did.
    List,
    /// Answer one.
    Answer {
        /// Its kind: closure, meeting or weather.
        kind: String,
        /// Its memory.
        memory: String,
        /// What you do.
        answer: Answer,
    },
    /// Let a kind speak again.
    On {
        /// closure, meeting or weather.
        kind: String,
    },
    /// Let a kind speak no more.
    Off {
        /// closure, meeting or weather.
        kind: String,
    },
}

/// What is done with a card.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Answer {
    /// Not today.
    Dismiss,
    /// None of this kind any more.
    Stop,
    /// Delete the memory that it comes from.
    Forget,
    /// Note that it was asked why.
    Why,
}

/// Entrances.
#[derive(Debug, Subcommand)]
pub enum Entrance {
    /// Write one down: laolu entrance add place-3 "car park" 43.7384,7.4246
    Add {
        /// The place.
        place: String,
        /// What it is called.
        name: String,
        /// Where it is: LAT,LON.
        at: String,
    },
    /// Arrive here this time; the second time makes it the end of trips.
    Choose {
        /// The entrance, as `laolu memory show` lists it.
        id: String,
    },
    /// Change one.
    Edit {
        /// The entrance.
        id: String,
        /// What it is called.
        #[arg(long)]
        name: Option<String>,
        /// Where it is: LAT,LON.
        #[arg(long)]
        at: Option<String>,
    },
    /// Take one away for good.
    Delete {
        /// The entrance.
        id: String,
    },
}

/// Does what was typed.
pub fn situation(app: &App, asked: Situation, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match asked {
        Situation::Weather(asked) => {
            let weather = match asked {
                Weather::Show => app.weather()?,
                Weather::Refresh => app.weather_refresh(None, &CancelToken::new())?,
                Weather::Set { on, off, address, timeout } => app.weather_set(&WeatherSetRequest {
                    enabled: (on || off).then_some(on),
                    address,
                    timeout_s: timeout,
                })?,
            };
            ways.answer(&weather, |weather| weather_words(lang, weather))
        }
        Situation::Cards(asked) => {
            let cards = match asked {
                Cards::List => app.cards(lang)?,
                Cards::On { kind } => app.card_kind_set(&kind, true, lang)?,
                Cards::Off { kind } => app.card_kind_set(&kind, false, lang)?,
                Cards::Answer { kind, memory, answer } => {
                    let answer = match answer {
                        Answer::Dismiss => CardAnswerDto::Dismiss,
                        Answer::Stop => CardAnswerDto::Stop,
                        Answer::Forget => CardAnswerDto::Forget,
                        Answer::Why => CardAnswerDto::Why,
                    };
                    app.card_answer(&CardAnswerRequest { kind, memory, answer, lang })?
                }
            };
            ways.answer(&cards, |cards| cards_words(lang, cards))
        }
        Situation::Entrance(asked) => {
            let place = match asked {
                Entrance::Add { place, name, at } => {
                    let point = Some(run::point(&at)?);
                    let request = EntranceRequest { place, name: Some(name), point, id: None };
                    app.entrance_put(&request, lang)?
                }
                Entrance::Choose { id } => app.entrance_choose(&id, lang)?,
                Entrance::Edit { id, name, at } => {
                    let point = at.as_deref().map(run::point).transpose()?;
                    let request = EntranceRequest { id: Some(id), name, point, place: String::new() };
                    app.entrance_put(&request, lang)?
                }
                Entrance::Delete { id } => app.entrance_delete(&id, lang)?,
            };
            ways.answer(&place, |place| entrance_words(lang, place))
        }
        Situation::Where { sentence } => {
            let request = WhereRequest { utterance: sentence.join(" "), lang, ..WhereRequest::default() };
            ways.answer(&app.places_where(&request)?, where_words)
        }
    }
}

fn weather_words(lang: LangDto, weather: &WeatherDto) -> String {
    let state = if weather.enabled { pick(lang, "开", "on") } else { pick(lang, "关", "off") };
    let address = if weather.address.is_empty() { &weather.usual_address } else { &weather.address };
    let mut out = format!("{state}  {address}  {} s\n", weather.timeout_s);
    match (&weather.sky, weather.outside_c) {
        (None, None) => out.push_str(pick(lang, "天气：未知\n", "Weather: unknown\n")),
        (sky, degrees) => {
            let sky = sky.as_deref().unwrap_or(pick(lang, "未知", "unknown"));
            let degrees = degrees.map(|c| format!("  {c:.0}°C")).unwrap_or_default();
            let _ = writeln!(out, "{}{sky}{degrees}", pick(lang, "天气：", "Weather: "));
        }
    }
    if !weather.problem.is_empty() {
        let _ = writeln!(out, "! {}", weather.problem);
    }
    out
}

fn cards_words(lang: LangDto, cards: &CardsDto) -> String {
    let mut out = String::new();
    for kind in &cards.kinds {
        let state = if kind.on { pick(lang, "开", "on") } else { pick(lang, "关", "off") };
        let _ = writeln!(out, "{:<8} {state:<4} {}", kind.kind, kind.text);
    }
    for line in &cards.log {
        let _ = writeln!(out, "{}  {:<8} {:<8} {}", line.at, line.kind, line.what, line.memory);
    }
    out
}

fn entrance_words(lang: LangDto, place: &MemoryDetailDto) -> String {
    let mut out = format!("{}\n", place.row.text);
    for entrance in &place.entrances {
        let routed = if entrance.routed { pick(lang, "  ← 到这里", "  ← trips end here") } else { "" };
        let _ = writeln!(
            out,
            "{}  {}  {:.5},{:.5}  ×{}{routed}",
            entrance.id, entrance.name, entrance.point.lat, entrance.point.lon, entrance.chosen
        );
    }
    out
}

fn where_words(found: &WhereDto) -> String {
    let mut out = format!("{}\n", found.text);
    for one in &found.places {
        let star = if one.preferred { "*" } else { " " };
        let km = one.place.distance_m.map(|m| format!("  {:.1} km", m / 1000.0)).unwrap_or_default();
        let _ = writeln!(out, "{star} {}  {}{km}", one.place.label, one.tag);
    }
    for memory in &found.memories {
        let _ = writeln!(out, "  {}  {}", memory.id, memory.text);
    }
    out
}

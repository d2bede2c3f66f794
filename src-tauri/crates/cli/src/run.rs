//! One use case per command.

use std::{
    fs,
    io::{IsTerminal, Write},
    process,
};

use app::{
    App, AppError, CancelToken,
    dto::{
        AvoidSettingDto, DroveRequest, ErrorCode, ImportRequest, LangDto, MemoryEditRequest, MemoryKindDto,
        MemoryQuery, OriginDto, ParseRequest, PlaceAddRequest, PlanRequest, PointDto, PreferenceAddRequest,
        ProgressDto, ProviderSetRequest, RoadWishRequest, SayRequest, ScopeDto, SearchRequest, SpeakerDto,
        StrengthDto, SuggestRequest, TargetDto, ThemeDto, TrackRequest, WaypointDto, WishDto,
    },
};
use domain::{Moment, RoadFeature};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    args::{
        Command, Drove, Edit, Erase, List, Memory, Place, Profile, Provider, Region, Search, Settings,
        Speaker, Strength, Trip, When,
    },
    draw, habit, inspect, mind, online, outward, passphrase, provider, show, time, trips, upkeep,
};

/// How to answer.
pub struct Ways {
    /// Language.
    pub lang: LangDto,
    /// JSON instead of words.
    pub json: bool,
    /// Now.
    pub now: Moment,
    /// Passphrases that need no asking.
    pub said: passphrase::Said,
}

impl Ways {
    pub fn answer<T: Serialize>(&self, value: &T, words: impl FnOnce(&T) -> String) -> Result<(), AppError> {
        let text = if self.json {
            serde_json::to_string_pretty(value)
                .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?
        } else {
            words(value)
        };
        // A reader that went away (`| head`) is no error.
        drop(writeln!(std::io::stdout(), "{}", text.trim_end()));
        Ok(())
    }

    fn seconds(&self, text: &Option<String>) -> Result<Option<i64>, AppError> {
        text.as_deref().map(|text| time::moment(text, &self.now).map(|moment| moment.at.0)).transpose()
    }
}

/// Does what was typed.
pub fn run(app: &App, command: Command, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match command {
        Command::Ask(ask) => {
            let utterance = ask.sentence.join(" ");
            let parsed = app.parse(&ParseRequest { utterance: utterance.clone(), lang })?;
            if ask.understand {
                return ways.answer(&parsed, |parsed| show::understood(lang, parsed));
            }
            // What is no request for a route goes where the window sends it: to the memories.
            match parsed.kind.as_str() {
                "remember" => {
                    let request =
                        PreferenceAddRequest { sentence: utterance, lang, ..PreferenceAddRequest::default() };
                    return ways.answer(&app.preference_add(&request)?, |row| show::row(lang, row));
                }
                "why" => return inspect::why(app, "", ways),
                "query_history" | "forget" => {
                    let mut about: Vec<String> = parsed
                        .chips
                        .into_iter()
                        .filter(|chip| chip.place.is_some())
                        .map(|chip| chip.value)
                        .collect();
                    if about.is_empty() {
                        about.push(parsed.subject);
                    }
                    return list_memories(app, &List::default(), about.join(" "), ways);
                }
                _ => {}
            }
            let (trace, steps, provider) = (ask.trip.trace, ask.trip.steps, ask.trip.provider.clone());
            let mut request = trip_request(app, ask.trip, ways)?;
            request.utterance = utterance;
            plan(app, &request, provider.as_deref(), [steps, trace], ways)
        }
        Command::Route(route) => {
            let (trace, steps, provider) = (route.trip.trace, route.trip.steps, route.trip.provider.clone());
            let request = between(app, &route.to, route.trip, ways)?;
            plan(app, &request, provider.as_deref(), [steps, trace], ways)
        }
        Command::Drove(drove) => self::drove(app, &drove, ways),
        Command::Track { file } => {
            let request = TrackRequest { path: file.to_string_lossy().into_owned() };
            ways.answer(&app.track_match(&request, &CancelToken::new())?, |found| {
                show::track(ways.lang, found)
            })
        }
        Command::Trips(asked) => trips::trips(app, &asked, ways),
        Command::Habit(habit) => habit::habit(app, &habit, ways),
        Command::Memory(memory) => self::memory(app, memory, ways),
        Command::Place(place) => self::place(app, place, ways),
        Command::Search(search) => self::search(app, &search, ways),
        Command::Region(region) => self::region(app, region, ways),
        Command::Demo { remove: true } => {
            ways.answer(&app.demo_remove()?, |status| show::status(lang, status))
        }
        Command::Demo { remove: false } => {
            let status = app.demo_install(&mut progress(ways), &CancelToken::new())?;
            ways.answer(&status, |status| show::status(lang, status))
        }
        Command::Provider(provider) => self::provider(app, provider, ways),
        Command::Model(model) => crate::model::run(app, model, ways),
        Command::Settings(settings) => self::settings(app, settings, ways),
        Command::Profile(Profile::List) => ways.answer(&app.status()?, show::profiles),
        Command::Profile(Profile::Use { name }) => ways.answer(&app.profile_use(&name)?, show::profiles),
        Command::Trace(trace) => inspect::trace(app, &trace, ways),
        Command::Sandbox(sandbox) => inspect::sandbox::run(app, sandbox, ways),
        Command::Feedback(feedback) => inspect::feedback::run(app, feedback, ways),
        Command::Encrypt(typed) => passphrase::encrypt(app, &typed, ways),
        Command::Decrypt => passphrase::decrypt(app, ways),
        Command::Passphrase(typed) => passphrase::passphrase(app, &typed, ways),
        Command::Upkeep(asked) => upkeep::upkeep(app, &asked, ways),
        Command::Outward(asked) => outward::run(app, asked, ways),
        Command::Situation(asked) => crate::situation::situation(app, asked, ways),
        Command::Draw(draw) => draw::run(app, &draw),
        Command::ScanThreshold { keep } => {
            ways.answer(&app.scan_threshold(keep)?, |found| show::threshold(lang, found))
        }
        Command::Open => open_window(),
    }
}

/// Starts the window's program, which lies beside this one.
pub fn open_window() -> Result<(), AppError> {
    let name = format!("laolu-desktop{}", std::env::consts::EXE_SUFFIX);
    let beside = std::env::current_exe()?.with_file_name(&name);
    let program = if beside.is_file() { beside } else { name.into() };
    // The window asks by itself.
    let mut window = process::Command::new(program);
    match window.env_remove("LAOLU_PASSPHRASE").env_remove("LAOLU_NEW_PASSPHRASE").spawn() {
        Ok(_child) => Ok(()),
        Err(_missing) => {
            Err(AppError::new(ErrorCode::Io).with("file", "laolu-desktop").with("why", "missing"))
        }
    }
}

/// Plans, or asks a service. What is shown beside: instructions, stages.
fn plan(
    app: &App,
    request: &PlanRequest,
    provider: Option<&str>,
    [steps, trace]: [bool; 2],
    ways: &Ways,
) -> Result<(), AppError> {
    let lang = ways.lang;
    match provider {
        None => ways.answer(&app.plan(request)?, |plan| show::plan(lang, plan, steps, trace)),
        Some(id) => {
            let answer = app.provider_plan(id, request, &CancelToken::new())?;
            ways.answer(&answer, |answer| provider::plan(lang, answer, steps, trace))
        }
    }
}

/// A request for a route between places.
pub fn between(app: &App, to: &str, trip: Trip, ways: &Ways) -> Result<PlanRequest, AppError> {
    let destination = Some(waypoint(app, to, "to", ways.lang)?);
    Ok(PlanRequest { destination, ..trip_request(app, trip, ways)? })
}

fn provider(app: &App, provider: Provider, ways: &Ways) -> Result<(), AppError> {
    let all = match provider {
        Provider::List => app.provider_list()?,
        Provider::Set { id, on, off, address, key, datum, timeout } => {
            let key = if key {
                // Not an argument: arguments are seen by everybody on this computer and kept by the shell.
                let mut line = String::new();
                std::io::stdin().read_line(&mut line)?;
                Some(line.trim().to_owned())
            } else {
                None
            };
            let enabled = (on || off).then_some(on);
            app.provider_set(&ProviderSetRequest { id, enabled, address, key, datum, timeout_s: timeout })?
        }
    };
    ways.answer(&all, |all| provider::list(ways.lang, all))
}

fn trip_request(app: &App, trip: Trip, ways: &Ways) -> Result<PlanRequest, AppError> {
    let lang = ways.lang;
    let mut wishes = Vec::new();
    for (names, strength) in [
        (&trip.avoid, StrengthDto::Avoid),
        (&trip.rather_not, StrengthDto::RatherNot),
        (&trip.never, StrengthDto::Never),
        (&trip.prefer, StrengthDto::Prefer),
    ] {
        wishes.extend(names.iter().map(|name| WishDto { target: target(name), strength }));
    }
    Ok(PlanRequest {
        origin: trip.from.as_deref().map(|from| waypoint(app, from, "from", lang)).transpose()?,
        vias: trip.via.iter().map(|via| waypoint(app, via, "via", lang)).collect::<Result<_, _>>()?,
        disabled: trip.off,
        wishes,
        depart_at: ways.seconds(&trip.depart)?,
        weather: trip.weather,
        lang,
        keep_context: trip.keep,
        ..PlanRequest::default()
    })
}

/// A feature's word, else a road's name.
fn target(name: &str) -> TargetDto {
    match RoadFeature::from_word(name) {
        Some(feature) => TargetDto::Feature { feature: feature.word().to_owned() },
        None => TargetDto::Road { name: name.to_owned() },
    }
}

fn waypoint(app: &App, text: &str, which: &str, lang: LangDto) -> Result<WaypointDto, AppError> {
    if let Some(point) = coordinate(text) {
        return Ok(WaypointDto { point, label: String::new(), memory: None });
    }
    let hit = app.place_find(text, which, lang)?;
    Ok(WaypointDto { point: hit.point, label: hit.label, memory: hit.memory })
}

/// LAT,LON.
fn coordinate(text: &str) -> Option<PointDto> {
    let (lat, lon) = text.split_once(',')?;
    Some(PointDto { lat: lat.trim().parse().ok()?, lon: lon.trim().parse().ok()? })
}

fn remember_on_map(
    app: &App,
    target: TargetDto,
    strength: Strength,
    when: &When,
    ways: &Ways,
) -> Result<(), AppError> {
    let scope = ScopeDto { bucket: when.part.clone(), days: when.days.clone(), ..ScopeDto::default() };
    let request = RoadWishRequest {
        target,
        strength: strength_dto(strength),
        scope,
        expires_at: ways.seconds(&when.until)?,
        lang: ways.lang,
    };
    ways.answer(&app.road_wish_remember(&request)?, |row| show::row(ways.lang, row))
}

pub fn point(text: &str) -> Result<PointDto, AppError> {
    coordinate(text).ok_or_else(|| AppError::bad_request("point"))
}

fn drove(app: &App, drove: &Drove, ways: &Ways) -> Result<(), AppError> {
    let request = DroveRequest {
        plan_id: drove.plan.clone(),
        route_id: app.route_id_of(&drove.plan, drove.route.as_deref().unwrap_or("1"))?,
        event_id: drove.event.clone(),
        duration_s: drove.minutes.map(|minutes| minutes * 60.0),
        departed_at: ways.seconds(&drove.departed)?,
        switched_at: ways.seconds(&drove.switched)?,
        traffic: drove.traffic.clone(),
        adopted: Some(!drove.not_adopted),
        edges: drove.edges.clone(),
        weather: drove.weather.clone(),
        hurry: drove.hurry.then_some(true),
        passengers: drove.passengers.clone(),
        because: drove.because.clone(),
        lang: ways.lang,
    };
    ways.answer(&app.drove(&request)?, |done| show::drove(ways.lang, done))
}

fn memory(app: &App, memory: Memory, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match memory {
        Memory::List(list) => list_memories(app, &list, String::new(), ways),
        Memory::Search { words } => list_memories(app, &List::default(), words.join(" "), ways),
        Memory::Show { id } => ways.answer(&app.memory_show(&id, lang)?, |detail| show::detail(lang, detail)),
        Memory::Add { statement, until } => {
            let request = PreferenceAddRequest {
                sentence: statement.join(" "),
                expires_at: ways.seconds(&until)?,
                lang,
                ..PreferenceAddRequest::default()
            };
            ways.answer(&app.preference_add(&request)?, |row| show::row(lang, row))
        }
        Memory::Say { words, speaker, heard, session } => {
            let speaker = match speaker {
                Speaker::Owner => SpeakerDto::Owner,
                Speaker::Other => SpeakerDto::Other,
                Speaker::Unclear => SpeakerDto::Unclear,
            };
            let request = SayRequest { words: words.join(" "), lang, speaker, heard, session };
            ways.answer(&app.say(&request)?, |said| show::said(lang, said))
        }
        Memory::Road { at, strength, way, before, behind, when } => {
            let here = app.here(point(&at)?, [before, behind], lang)?;
            let road = here.road.ok_or_else(|| AppError::bad_request("point").with("why", "no_road"))?;
            let target = match way.map(|way| road.ways.get(way as usize - 1)) {
                None => road.target,
                Some(Some(way)) => way.target.clone(),
                Some(None) => return Err(AppError::bad_request("way")),
            };
            remember_on_map(app, target, strength, &when, ways)
        }
        Memory::Area { strength, corners, name, when } => {
            let ring = corners.iter().map(|corner| point(corner)).collect::<Result<_, _>>()?;
            remember_on_map(app, TargetDto::Area { label: name, ring }, strength, &when, ways)
        }
        Memory::Edit(edit) => edit_memory(app, edit, ways),
        Memory::Confirm { id } => ways.answer(&app.memory_confirm(&id, lang)?, |row| show::row(lang, row)),
        Memory::Reject { id } => {
            ways.answer(&app.memory_reject(&id)?, |status| show::waiting(lang, status.unconfirmed))
        }
        Memory::Delete { ids } => {
            ways.answer(&app.memory_delete(&ids, lang)?, |deletion| show::deletion(lang, deletion))
        }
        Memory::Undo { edit: true, .. } => {
            ways.answer(&app.memory_edit_undo(lang)?, |row| show::row(lang, row))
        }
        Memory::Undo { deletion, .. } => {
            let back = app.memory_undo(deletion.as_deref().unwrap_or_default())?;
            ways.answer(&back, |ids| show::restored(lang, ids))
        }
        Memory::Restore { ids } => ways.answer(&app.memory_restore(&ids)?, |ids| show::restored(lang, ids)),
        Memory::Erase(erase) => self::erase(app, &erase, ways),
        Memory::Mind(asked) => mind::mind(app, &asked, ways),
        Memory::Care(asked) => upkeep::care(app, &asked, ways),
    }
}

fn list_memories(app: &App, list: &List, text: String, ways: &Ways) -> Result<(), AppError> {
    let query = MemoryQuery {
        text,
        kinds: words::<MemoryKindDto>(&list.kind, "kind")?,
        origins: words::<OriginDto>(&list.origin, "origin")?,
        max_confidence: list.max_confidence,
        unconfirmed: list.unconfirmed,
        deleted: list.deleted,
        lang: ways.lang,
        ..MemoryQuery::default()
    };
    ways.answer(&app.memory_list(&query)?, |page| show::page(ways.lang, page))
}

/// Words of the wire as their types.
fn words<T: DeserializeOwned>(words: &[String], field: &str) -> Result<Vec<T>, AppError> {
    words
        .iter()
        .map(|word| {
            serde_json::from_value(serde_json::Value::String(word.clone()))
                .map_err(|_unknown_word| AppError::bad_request(field))
        })
        .collect()
}

fn strength_dto(strength: Strength) -> StrengthDto {
    match strength {
        Strength::Prefer => StrengthDto::Prefer,
        Strength::RatherNot => StrengthDto::RatherNot,
        Strength::Avoid => StrengthDto::Avoid,
        Strength::Never => StrengthDto::Never,
    }
}

fn edit_memory(app: &App, edit: Edit, ways: &Ways) -> Result<(), AppError> {
    let expires_at = match edit.until.as_deref() {
        Some("never") => Some(0),
        _ => ways.seconds(&edit.until)?,
    };
    let request = MemoryEditRequest {
        id: edit.id,
        text: edit.text,
        aliases: (!edit.alias.is_empty()).then_some(edit.alias),
        point: edit.at.as_deref().map(point).transpose()?,
        tag: edit.tag,
        target: None,
        strength: edit.strength.map(strength_dto),
        scope: None,
        expires_at,
    };
    ways.answer(&app.memory_edit(&request, ways.lang)?, |row| show::row(ways.lang, row))
}

fn erase(app: &App, erase: &Erase, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    if erase.dry_run {
        let preview = app.erase_preview(&erase.ids, erase.with_trips, lang)?;
        return ways.answer(&preview, |preview| show::erase_preview(lang, preview));
    }
    let receipt = if erase.resume {
        match app.erase_resume()? {
            Some(receipt) => receipt,
            None => return ways.answer(&serde_json::Value::Null, |_| show::nothing_to_finish(lang)),
        }
    } else if erase.everything {
        if !erase.yes {
            return Err(AppError::bad_request("yes").with("why", "everything"));
        }
        app.erase_everything()?
    } else {
        app.erase(&erase.ids, erase.with_trips)?
    };
    ways.answer(&receipt, |receipt| show::receipt(lang, receipt))?;
    if receipt.complete {
        Ok(())
    } else {
        Err(AppError::new(ErrorCode::EraseUnfinished).with("why", receipt.unfinished))
    }
}

fn place(app: &App, place: Place, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match place {
        Place::Add { name, at, alias, tag, address } => {
            let point = match coordinate(&at) {
                Some(point) => point,
                None => app.place_find(&at, "at", lang)?.point,
            };
            let request = PlaceAddRequest { name, aliases: alias, point, tag, address };
            ways.answer(&app.place_add(&request)?, |row| show::row(lang, row))
        }
        Place::List => list_memories(
            app,
            &List { kind: vec!["place".to_owned()], ..List::default() },
            String::new(),
            ways,
        ),
        Place::Search { text } => {
            let request = SuggestRequest { text: text.join(" "), lang, ..SuggestRequest::default() };
            ways.answer(&app.suggest(&request)?, |hits| show::hits(lang, hits))
        }
        Place::Here { at } => {
            ways.answer(&app.here(point(&at)?, [0, 0], lang)?, |here| show::here(lang, here))
        }
    }
}

fn region(app: &App, region: Region, ways: &Ways) -> Result<(), AppError> {
    let lang = ways.lang;
    match region {
        Region::Import { file, name } => {
            let path = fs::canonicalize(&file).unwrap_or(file).display().to_string();
            let request = ImportRequest { path, name };
            let region = app.region_import(&request, &mut progress(ways), &CancelToken::new())?;
            ways.answer(&region, |region| show::regions(lang, std::slice::from_ref(region)))
        }
        Region::Bundled => {
            let status = app.start_empty(&mut progress(ways), &CancelToken::new())?;
            ways.answer(&status, |status| show::regions(lang, &status.regions))
        }
        Region::List { online: false, .. } => {
            ways.answer(&app.region_list()?, |regions| show::regions(lang, regions))
        }
        Region::List { refresh, find, .. } => {
            let mut list = app.regions_online(refresh, &CancelToken::new())?;
            if let Some(text) = find {
                online::narrow(&mut list, &text);
            }
            ways.answer(&list, |list| online::list(lang, list))
        }
        Region::Size { id } => {
            ways.answer(&app.region_size(&id, &CancelToken::new())?, |size| online::size(lang, size))
        }
        Region::Download { id } => {
            let region = app.region_download(&id, &mut progress(ways), &CancelToken::new())?;
            ways.answer(&region, |region| show::regions(lang, std::slice::from_ref(region)))
        }
        Region::Discard { id } => {
            app.region_download_discard(&id)?;
            ways.answer(&app.regions_online(false, &CancelToken::new())?, |list| online::list(lang, list))
        }
        Region::Remove { id } => {
            ways.answer(&app.region_remove(&id)?, |status| show::regions(lang, &status.regions))
        }
    }
}

fn search(app: &App, search: &Search, ways: &Ways) -> Result<(), AppError> {
    let near = search.near.as_deref().map(|near| waypoint(app, near, "near", ways.lang)).transpose()?;
    let mut text = search.text.join(" ");
    // Who names a plan means its way, whatever the words say.
    if search.along.is_some() {
        text.push_str(" along the way");
    }
    let request = SearchRequest {
        text,
        near: near.map(|near| near.point),
        plan: search.along.clone().unwrap_or_default(),
        route: search.route.clone().unwrap_or_default(),
        limit: search.limit,
        lang: ways.lang,
    };
    ways.answer(&app.search(&request)?, |found| show::found(ways.lang, found))
}

fn settings(app: &App, settings: Settings, ways: &Ways) -> Result<(), AppError> {
    let mut new = app.settings()?;
    match settings {
        Settings::Show => {}
        Settings::Set { key, value } => {
            let wrong = || AppError::bad_request(&key);
            match key.as_str() {
                "lang" => new.lang = words::<LangDto>(&[value], "lang")?.remove(0),
                "theme" => new.theme = words::<ThemeDto>(&[value], "theme")?.remove(0),
                "learning" => {
                    new.learning = switch(&value).ok_or_else(wrong)?;
                    // The choice is made: from now on the switch decides.
                    new.welcomed = true;
                }
                "mode" => new.mode = value,
                "region_download" => new.region_download = switch(&value).ok_or_else(wrong)?,
                "region_list" => new.region_list = value,
                "undo_days" => new.undo_days = value.parse().map_err(|_not_a_number| wrong())?,
                "coordinates" => new.coordinates = value,
                "routes" => new.routes = value.parse().map_err(|_not_a_number| wrong())?,
                _ => return Err(AppError::bad_request("key")),
            }
            app.settings_set(&new)?;
        }
        Settings::Avoid { feature, strength } => {
            new.avoid.retain(|avoid| avoid.feature != feature);
            if strength != "off" {
                new.avoid.push(AvoidSettingDto { feature, strength, since: ways.now.at.0 });
            }
            app.settings_set(&new)?;
        }
        Settings::Vehicle { measure, size } => {
            let wrong = |_not_a_number| AppError::bad_request(&format!("vehicle.{measure}"));
            let size = if size == "off" { None } else { Some(size.parse().map_err(wrong)?) };
            match measure.as_str() {
                "height" => new.vehicle.height_m = size,
                "width" => new.vehicle.width_m = size,
                "length" => new.vehicle.length_m = size,
                "weight" => new.vehicle.weight_t = size,
                _ => return Err(AppError::bad_request("measure")),
            }
            app.settings_set(&new)?;
        }
    }
    ways.answer(&app.settings()?, show::settings)
}

/// `on` or `off`.
fn switch(value: &str) -> Option<bool> {
    match value {
        "on" | "true" => Some(true),
        "off" | "false" => Some(false),
        _ => None,
    }
}

/// Progress on one line that is written over; nothing where nobody watches.
pub fn progress(ways: &Ways) -> impl FnMut(&ProgressDto) + Send + use<> {
    let watched = !ways.json && std::io::stderr().is_terminal();
    let lang = ways.lang;
    move |progress: &ProgressDto| {
        if watched {
            drop(write!(std::io::stderr(), "\r{}\x1b[K", show::progress(lang, progress)));
            if progress.fraction >= 1.0 {
                drop(writeln!(std::io::stderr()));
            }
        }
    }
}

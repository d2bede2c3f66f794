//! Written cases in Chinese and English: a store, what is said, and the decision that a person expects.
//!
//! Three classes, each with its own figure (MISSION S0-42): the way to work, trips that bend with weather, hurry and
//! company, and places that nothing is known about, where Laolu may never be worse than a planner without a memory.

mod judge;
mod read;
mod world;

use app::{AppError, dto::*};
use flows::Verdict;
use std::path::Path;

use judge::judge;
use read::{CLASSES, Case, cases};
use world::{Demo, World};

/// What each class has to reach, in percent.
const ASKED: [f64; 3] = [95.0, 90.0, 100.0];

/// The last plan of a case.
pub struct Seen {
    pub plan: Result<PlanDto, AppError>,
    /// The same trip at the same moment for somebody of whom nothing is known.
    pub plain: Option<PlanDto>,
    /// The trips that the case drove, by route id.
    pub driven: Vec<String>,
}

/// How many of the written cases come out as expected, and a line for each that does not.
pub fn run() -> (Verdict, Vec<String>) {
    let asked = "commute at least 95 %, flexible 90 %, new place never worse than plain";
    let short = |figures| Verdict { name: "scenarios", figures, asked: asked.to_owned(), holds: false };
    let mut otherwise = Vec::new();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = match cases(&tests.join("fixtures/scenarios")) {
        Ok(all) => all,
        Err(why) => return (short(why), otherwise),
    };
    let demo = Demo::install();
    let mut figures = Vec::new();
    let mut holds = true;
    for (class, least) in CLASSES.iter().zip(ASKED) {
        let of_class: Vec<&Case> = all.iter().filter(|case| case.class == *class).collect();
        let mut passed = 0;
        for case in &of_class {
            match play(&demo, case).and_then(|seen| judge(case, &seen)) {
                Ok(()) => passed += 1,
                Err(why) => otherwise.push(format!("{class} {}: {why}", case.name)),
            }
        }
        let share = 100.0 * f64::from(passed) / of_class.len().max(1) as f64;
        figures.push(format!("{class} {passed} of {} ({share:.1} %)", of_class.len()));
        holds &= !of_class.is_empty() && share >= least;
    }
    let figures = figures.join(", ");
    (Verdict { name: "scenarios", figures, asked: asked.to_owned(), holds }, otherwise)
}

fn play(demo: &Demo, case: &Case) -> Result<Seen, String> {
    let world = demo.copy(Some(&case.world), &case.world);
    let mut weather: Option<String> = None;
    let mut last: Option<(PlanRequest, Result<PlanDto, AppError>)> = None;
    let mut driven = Vec::new();
    for (word, rest) in &case.steps {
        let failed = |error: AppError| format!("{word}: {rest}: {error:?}");
        match word.as_str() {
            "at" => world.clock.set(rest).ok_or_else(|| format!("no moment: {rest}"))?,
            "weather" => weather = Some(rest.clone()).filter(|sky| sky != "unknown"),
            "remember" => {
                let lang = lang_of(rest);
                let request = PreferenceAddRequest { sentence: rest.clone(), lang, ..Default::default() };
                world.app.preference_add(&request).map_err(failed)?;
            }
            "place" => world.app.place_add(&place(rest)?).map_err(failed).map(drop)?,
            "forget" => forget(&world, rest)?,
            "answer" => {
                let question = last.as_ref().and_then(|(_, plan)| plan.as_ref().ok()?.question.clone());
                let question = question.ok_or("nothing was asked")?;
                answer(&world, &question, rest).map_err(failed)?;
            }
            "again" => world.app.plan_reset(),
            "say" => {
                let request = PlanRequest {
                    utterance: rest.clone(),
                    lang: lang_of(rest),
                    weather: weather.clone(),
                    ..PlanRequest::default()
                };
                let plan = world.app.plan(&request);
                last = Some((request, plan));
            }
            "drive" => {
                let Some((_, Ok(plan))) = &last else { return Err("nothing to drive".to_owned()) };
                let index: usize = rest.parse().map_err(|_not_a_number| format!("drive: {rest}"))?;
                let route = plan.routes.get(index).ok_or_else(|| format!("no route {index}"))?;
                driven.push(route.id.clone());
                let request = DroveRequest {
                    plan_id: plan.plan_id.clone(),
                    route_id: route.id.clone(),
                    ..DroveRequest::default()
                };
                world.app.drove(&request).map_err(failed)?;
            }
            _ => return Err(format!("no such step: {word}")),
        }
    }
    let Some((request, plan)) = last else { return Err("nothing was said".to_owned()) };
    let plain = plan.as_ref().ok().and_then(|plan| plain(demo, case, &world, &request, plan));
    Ok(Seen { plan, plain, driven })
}

/// The same trip for nobody in particular.
fn plain(demo: &Demo, case: &Case, world: &World, request: &PlanRequest, plan: &PlanDto) -> Option<PlanDto> {
    let nobody = demo.copy(None, &case.world);
    let end = |hit: &PlaceHitDto| WaypointDto { point: hit.point, label: String::new(), memory: None };
    let _same_world = world;
    let request = PlanRequest {
        origin: Some(end(&plan.origin)),
        destination: Some(end(&plan.destination)),
        vias: plan.vias.iter().map(end).collect(),
        depart_at: Some(plan.intent.depart_at),
        lang: request.lang,
        ..PlanRequest::default()
    };
    nobody.app.plan(&request).ok()
}

fn lang_of(text: &str) -> LangDto {
    if text.is_ascii() { LangDto::En } else { LangDto::Zh }
}

/// `NAME @ LAT,LON [TAG]`.
fn place(text: &str) -> Result<PlaceAddRequest, String> {
    let bad = || format!("no place: {text}");
    let (name, rest) = text.split_once('@').ok_or_else(bad)?;
    let mut parts = rest.split_whitespace();
    let (lat, lon) = parts.next().and_then(|point| point.split_once(',')).ok_or_else(bad)?;
    let point = PointDto { lon: lon.parse().map_err(|_no| bad())?, lat: lat.parse().map_err(|_no| bad())? };
    Ok(PlaceAddRequest {
        name: name.trim().to_owned(),
        aliases: Vec::new(),
        point,
        tag: parts.next().unwrap_or_default().to_owned(),
        address: String::new(),
    })
}

/// Deletes every memory whose text holds the words.
fn forget(world: &World, words: &str) -> Result<(), String> {
    let query = MemoryQuery { lang: lang_of(words), ..MemoryQuery::default() };
    let page = world.app.memory_list(&query).map_err(|error| format!("{error:?}"))?;
    let ids: Vec<String> =
        page.rows.into_iter().filter(|row| row.text.contains(words)).map(|row| row.id).collect();
    if ids.is_empty() {
        return Err(format!("nothing holds: {words}"));
    }
    world.app.memory_delete(&ids, lang_of(words)).map(drop).map_err(|error| format!("{error:?}"))
}

/// `yes` or `no` to the question of the last plan.
fn answer(world: &World, question: &QuestionDto, word: &str) -> Result<(), AppError> {
    if word == "yes" {
        world.app.memory_confirm(&question.memory, LangDto::Zh).map(drop)
    } else {
        world.app.memory_reject(&question.memory).map(drop)
    }
}

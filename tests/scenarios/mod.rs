//! Written cases in Chinese and English: a store, what is said, and the decision that a person expects.
//!
//! Three classes, each with its own figure (MISSION S0-43): the way to work, trips that bend with weather, hurry and
//! company, and places that nothing is known about, where Laolu may never be worse than a planner without a memory.
//! Beside them stand cases that were written after the program was mended, and are only counted.

mod judge;
mod read;
mod world;

use app::{AppError, dto::*};
use flows::Verdict;
use std::{fmt, path::Path};

use judge::judge;
use read::{CLASSES, Case, cases, cases_in};
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
    /// The road that most of the case's first plan was on: what `{road}` stands for in it.
    pub road: String,
}

/// What the verdict asks.
const WANTED: &str = "commute at least 95 %, flexible 90 %, new place never worse than plain";

/// Cases of a file or folder elsewhere, each with its class; a class without cases asks nothing.
#[allow(dead_code, reason = "the evaluation calls it, the test plays the project's own")]
pub fn elsewhere(at: &Path) -> (Verdict, Vec<String>) {
    let verdict = |figures, holds| Verdict { name: "scenarios", figures, asked: WANTED.to_owned(), holds };
    let all = match cases_in(at) {
        Ok(all) => all,
        Err(why) => return (verdict(why, false), Vec::new()),
    };
    let demo = Demo::install();
    let (mut otherwise, mut figures, mut holds) = (heads(), Vec::new(), !all.is_empty());
    for (class, least) in CLASSES.iter().zip(ASKED) {
        let share = count(&demo, &all, class, |_all| true, 1, &mut otherwise);
        holds &= share.of == 0 || share.percent() >= least;
        figures.push(format!("{class} {share}"));
    }
    (verdict(figures.join(", "), holds), otherwise)
}

/// The head of the table of what came otherwise.
fn heads() -> Vec<String> {
    vec!["| class | case | what was expected, and what came |".to_owned(), "|---|---|---|".to_owned()]
}

/// How many of the written cases come out as expected, and a line for each that does not. Of a sample, every so-manieth
/// case of each class is played.
pub fn run(every: usize) -> (Verdict, Vec<String>) {
    let short = |figures| Verdict { name: "scenarios", figures, asked: WANTED.to_owned(), holds: false };
    let mut otherwise = heads();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/scenarios");
    let all = match cases(&folder) {
        Ok(all) => all,
        Err(why) => return (short(why), otherwise),
    };
    let demo = Demo::install();
    let mut figures = Vec::new();
    let mut holds = true;
    for (class, least) in CLASSES.iter().zip(ASKED) {
        let share = count(&demo, &all, class, |case| case.part.is_empty(), every, &mut otherwise);
        holds &= share.of > 0 && share.percent() >= least;
        figures.push(format!("{class} {share}"));
    }
    if every == 1 {
        for part in read::APART {
            let mut shares = Vec::new();
            for class in CLASSES {
                let share = count(&demo, &all, class, |case| case.part == part, 1, &mut otherwise);
                shares.push(format!("{class} {share}"));
            }
            otherwise.push(format!(
                "{part}, written afterwards and no part of the verdict: {}",
                shares.join(", ")
            ));
        }
    }
    let figures = figures.join(", ");
    (Verdict { name: "scenarios", figures, asked: WANTED.to_owned(), holds }, otherwise)
}

fn count(
    demo: &Demo,
    all: &[Case],
    class: &str,
    part: impl Fn(&Case) -> bool,
    every: usize,
    otherwise: &mut Vec<String>,
) -> Share {
    let mut share = Share { passed: 0, of: 0 };
    for case in all.iter().filter(|case| case.class == class && part(case)).step_by(every) {
        share.of += 1;
        match play(demo, case).and_then(|seen| judge(case, &seen)) {
            Ok(()) => share.passed += 1,
            Err(why) => otherwise.push(format!("| {class} | {} | {why} |", case.name)),
        }
    }
    share
}

/// Passed of so many.
struct Share {
    passed: u32,
    of: u32,
}

impl Share {
    fn percent(&self) -> f64 {
        100.0 * f64::from(self.passed) / f64::from(self.of.max(1))
    }

    /// Bounds that hold the true share 95 times of 100, in percent: Wilson's score interval (Wilson 1927, "Probable
    /// Inference, the Law of Succession, and Statistical Inference").
    fn interval(&self) -> [f64; 2] {
        const Z: f64 = 1.959_964;
        let (n, share) = (f64::from(self.of.max(1)), self.percent() / 100.0);
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        [middle - half, middle + half].map(|bound| 100.0 * bound / (1.0 + Z * Z / n))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.interval();
        let Self { passed, of } = self;
        write!(f, "{passed} of {of} ({:.1} %, {low:.1} to {high:.1})", self.percent())
    }
}

fn play(demo: &Demo, case: &Case) -> Result<Seen, String> {
    let world = demo.copy(Some(&case.world), &case.world);
    let mut weather: Option<String> = None;
    let mut last: Option<(PlanRequest, Result<PlanDto, AppError>)> = None;
    let mut driven = Vec::new();
    let mut road = String::new();
    for (word, rest) in &case.steps {
        let rest = &rest.replace("{road}", &road);
        let failed = |error: AppError| format!("{word}: {rest}: {error:?}");
        match word.as_str() {
            "at" => world.clock.set(rest).ok_or_else(|| format!("no moment: {rest}"))?,
            "weather" => weather = Some(rest.clone()).filter(|sky| sky != "unknown"),
            "remember" => {
                let lang = lang_of(rest);
                let request = PreferenceAddRequest { sentence: rest.clone(), lang, ..Default::default() };
                world.app.preference_add(&request).map_err(failed)?;
            }
            "tell" => {
                let request = SayRequest {
                    words: rest.clone(),
                    lang: lang_of(rest),
                    speaker: SpeakerDto::default(),
                    heard: None,
                    session: String::new(),
                };
                world.app.say(&request).map(drop).map_err(failed)?;
            }
            "place" => world.app.place_add(&place(rest)?).map_err(failed).map(drop)?,
            "forget" => forget(&world, rest)?,
            "answer" => {
                let question = last.as_ref().and_then(|(_, plan)| plan.as_ref().ok()?.question.clone());
                let question = question.ok_or("nothing was asked")?;
                answer(&world, &question, rest).map_err(failed)?;
            }
            "setting" => set(&world, rest)?,
            "again" => world.app.plan_reset(),
            "say" => {
                let request = PlanRequest {
                    utterance: rest.clone(),
                    lang: lang_of(rest),
                    weather: weather.clone(),
                    ..PlanRequest::default()
                };
                let plan = world.app.plan(&request);
                if let (true, Ok(plan)) = (road.is_empty(), &plan) {
                    road = main_road(plan);
                }
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
    Ok(Seen { plan, plain, driven, road })
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

/// `mode WORD`: how routes are weighed where the sentence does not say.
fn set(world: &World, text: &str) -> Result<(), String> {
    let mode = text.strip_prefix("mode ").ok_or_else(|| format!("no setting: {text}"))?;
    let failed = |error: AppError| format!("{error:?}");
    let settings = world.app.settings().map_err(failed)?;
    world.app.settings_set(&SettingsDto { mode: mode.to_owned(), ..settings }).map(drop).map_err(failed)
}

/// The road that most of the first route is on.
fn main_road(plan: &PlanDto) -> String {
    let roads = plan.routes.first().map(judge::roads).unwrap_or_default();
    roads.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name).unwrap_or_default()
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

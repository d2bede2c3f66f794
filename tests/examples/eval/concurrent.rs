//! 1,000 plans through one `App` on several threads: each gets what it would get alone, and memory does not grow.
#![allow(clippy::disallowed_methods, reason = "measuring is this program's purpose")]

use adapters::{DrawnPreview, SystemClock};
use app::{App, CancelToken, Config, dto::*, silent};
use flows::Verdict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use crate::options::Options;

const PLANS: usize = 1_000;
const THREADS: usize = 8;
const ROUNDS: usize = 5;
/// Different questions; each is asked many times.
const QUESTIONS: usize = 50;
/// The process may grow by this much from the second round to the last: what an allocator keeps for itself.
const GROWTH_MB: f64 = 16.0;

/// Equal answers and no growth.
pub fn concurrent(options: &Options) -> Verdict {
    let asked = format!("1000 plans on {THREADS} threads, all as alone, growth at most {GROWTH_MB} MB");
    let Some(data) = &options.data else {
        return Verdict { name: "concurrent", figures: "no --data given".to_owned(), asked, holds: false };
    };
    let folder = tempfile::tempdir().unwrap();
    let app = open(folder.path());
    let path = data.join("regions/porto.osm.pbf").display().to_string();
    let request = ImportRequest { path, name: String::new() };
    app.region_import(&request, &mut silent(), &CancelToken::default()).unwrap();
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let mut questions = Vec::new();
    let mut alone = Vec::new();
    while questions.len() < QUESTIONS {
        let request = question(&mut chance);
        if let Ok(plan) = app.plan(&request) {
            alone.push(essence(&plan));
            questions.push(request);
        }
    }
    let plans = options.trials.unwrap_or(PLANS);
    let differ = AtomicUsize::new(0);
    let mut sizes = Vec::new();
    for round in 0..ROUNDS {
        let next = AtomicUsize::new(0);
        let many = plans / ROUNDS;
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= many {
                            break;
                        }
                        let which = (index * 7 + round) % questions.len();
                        let same =
                            app.plan(&questions[which]).is_ok_and(|plan| essence(&plan) == alone[which]);
                        differ.fetch_add(usize::from(!same), Ordering::Relaxed);
                    }
                });
            }
        });
        sizes.push(resident_mb());
        println!("after {} plans: {:.1} MB resident", (round + 1) * many, sizes[round]);
    }
    let growth = sizes[ROUNDS - 1] - sizes[1];
    let differ = differ.into_inner();
    let figures = format!(
        "{} plans, {differ} differ, {growth:+.1} MB from plan {} to {}",
        plans / ROUNDS * ROUNDS,
        plans / ROUNDS * 2,
        plans / ROUNDS * ROUNDS
    );
    Verdict { name: "concurrent", figures, asked, holds: differ == 0 && growth <= GROWTH_MB }
}

fn open(folder: &Path) -> App {
    App::open(Config {
        data_dir: folder.to_owned(),
        bundled_maps: Path::new("").to_owned(),
        profile: None,
        exclusive: false,
        wait_for_meaning: true,
        clock: Arc::new(SystemClock::new()),
        embedder: None,
        preview: Arc::new(DrawnPreview),
    })
    .unwrap()
}

/// A trip through Porto with a wish or two.
fn question(chance: &mut ChaCha8Rng) -> PlanRequest {
    let mut somewhere = || {
        let point =
            PointDto { lon: chance.random_range(-8.68..-8.55), lat: chance.random_range(41.13..41.19) };
        Some(WaypointDto { point, label: String::new(), memory: None })
    };
    let (origin, destination) = (somewhere(), somewhere());
    let wishes = [
        ("motorway", StrengthDto::Avoid),
        ("toll", StrengthDto::Never),
        ("waterside", StrengthDto::Prefer),
        ("tunnel", StrengthDto::RatherNot),
    ];
    let wishes = wishes
        .into_iter()
        .filter(|_| chance.random_bool(0.3))
        .map(|(feature, strength)| WishDto {
            target: TargetDto::Feature { feature: feature.to_owned() },
            strength,
        })
        .collect();
    PlanRequest { origin, destination, wishes, lang: LangDto::En, ..PlanRequest::default() }
}

/// What two answers to one question must share.
fn essence(plan: &PlanDto) -> Vec<(String, u64, usize)> {
    plan.routes
        .iter()
        .map(|route| (route.id.clone(), route.duration_s.to_bits(), route.steps.len()))
        .collect()
}

/// Megabytes of this process that lie in memory; 0 where the system does not tell.
fn resident_mb() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = kilobytes.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok());
    number.unwrap_or(0.0) / 1024.0
}

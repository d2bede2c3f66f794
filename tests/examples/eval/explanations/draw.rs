//! Draws situations: a land, a store, settings, clicks on the map, words, and two ends of a trip.

use std::{fs, sync::Arc};

use adapters::DrawnPreview;
use app::{
    App, CancelToken, Config,
    dto::{
        AvoidSettingDto, ImportRequest, LangDto, MemoryQuery, PlanDto, PlanRequest, PointDto,
        RecordedDriveRequest, RoadWishRequest, ScopeDto, SettingsDto, SimulateRequest, StrengthDto,
        TargetDto, WaypointDto, WishDto,
    },
    silent,
};
use rand::{Rng, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use testkit::{city, clock::FixedClock, embedder::FakeEmbedder};

/// Tuesday 2026-12-01, noon in Europe.
const NOON: i64 = 1_796_122_800;
/// Cities that are drawn, and how large.
const DRAWN: u64 = 4;
const NODES: usize = 3_000;

/// All lands, imported once.
pub struct Lands {
    folders: Vec<(TempDir, Land)>,
}

/// Where ends of trips lie.
#[derive(Clone, Copy)]
struct Land {
    zone: &'static str,
    /// West, south, east, north.
    bounds: [f64; 4],
}

/// A copy of a land with an app of its own.
pub struct World {
    pub app: App,
    land: Land,
    _folder: TempDir,
}

/// What is asked, after the store was filled.
pub struct Situation {
    pub request: PlanRequest,
}

impl Lands {
    /// Imports Monaco, the demo's city and cities of their own.
    pub fn make(seed: u64) -> Self {
        let monaco = Land { zone: "Europe/Monaco", bounds: [7.395, 43.722, 7.478, 43.758] };
        let around = |half: f64| Land {
            zone: "Asia/Shanghai",
            bounds: [123.0 - half * 1.15, 30.0 - half * 0.3, 123.0 + half * 1.15, 30.0 + half],
        };
        let mut folders = Vec::new();
        let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        folders.push((imported(&tests.join("fixtures/regions/monaco.osm.pbf"), "monaco.osm.pbf"), monaco));
        for (index, (seed, nodes, half)) in [(city::SEED, city::NODES, 0.04)]
            .into_iter()
            .chain((0..DRAWN).map(|n| (seed.wrapping_add(n), NODES, 0.016)))
            .enumerate()
        {
            let made = TempDir::new().unwrap();
            let path = made.path().join(format!("city-{index}.osm"));
            city::write(seed, nodes, &mut fs::File::create(&path).unwrap()).unwrap();
            folders.push((imported(&path, "city.osm"), around(half)));
        }
        Self { folders }
    }

    /// One of them.
    pub fn copy(&self, n: usize) -> World {
        let (source, land) = &self.folders[n % self.folders.len()];
        let folder = TempDir::new().unwrap();
        copy(source.path(), folder.path());
        World { app: open(folder.path(), land.zone), land: *land, _folder: folder }
    }
}

fn imported(file: &std::path::Path, name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let app = open(folder.path(), "UTC");
    let request = ImportRequest { path: file.display().to_string(), name: name.to_owned() };
    app.region_import(&request, &mut silent(), &CancelToken::default()).unwrap();
    folder
}

fn open(folder: &std::path::Path, zone: &str) -> App {
    let now = domain::Moment { at: domain::Timestamp(NOON), zone: zone.to_owned() };
    App::open(Config {
        data_dir: folder.to_owned(),
        bundled_maps: std::path::PathBuf::new(),
        profile: None,
        exclusive: false,
        wait_for_meaning: true,
        clock: Arc::new(FixedClock::at(now)),
        embedder: Some(Box::new(|| Ok(Arc::new(FakeEmbedder::default())))),
        preview: Arc::new(DrawnPreview),
    })
    .unwrap()
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

const FEATURES: [&str; 9] =
    ["motorway", "toll", "tunnel", "bridge", "elevated", "waterside", "residential", "narrow", "steep"];
const STRENGTHS: [StrengthDto; 4] =
    [StrengthDto::Prefer, StrengthDto::RatherNot, StrengthDto::Avoid, StrengthDto::Never];
const WORDS: [&str; 12] = [
    "",
    "",
    "",
    "别走隧道",
    "走江边",
    "绝对不走高速",
    "不走收费路",
    "off the elevated road",
    "no bridges please",
    "下雨了，尽量不走高架",
    "赶时间",
    "稳一点，别穿小区",
];

/// Fills the store and draws a question; nothing when no way is found between the ends that were drawn.
pub fn situation(world: &World, rng: &mut ChaCha8Rng) -> Option<Situation> {
    let [west, south, east, north] = world.land.bounds;
    let mut end = || WaypointDto {
        point: PointDto { lon: rng.random_range(west..east), lat: rng.random_range(south..north) },
        label: String::new(),
        memory: None,
    };
    let (from, to) = (end(), end());
    let ends = PlanRequest { origin: Some(from), destination: Some(to), ..PlanRequest::default() };
    let first = world.app.plan(&ends).ok()?;
    if first.routes.first()?.distance_m < 300.0 {
        return None;
    }
    if rng.random_bool(0.4) {
        drive(world, &first, rng)?;
    }
    for _ in 0..rng.random_range(1..=4) {
        let strength = *STRENGTHS.choose(rng)?;
        let target = target(world, &first, rng)?;
        let scope = ScopeDto {
            bucket: rng.random_bool(0.2).then(|| "midday".to_owned()),
            weather: rng.random_bool(0.2).then(|| "rain".to_owned()),
            ..ScopeDto::default()
        };
        let wish = RoadWishRequest { target, strength, scope, expires_at: None, lang: LangDto::En };
        world.app.road_wish_remember(&wish).ok();
    }
    let avoid = (0..rng.random_range(0..=1)).filter_map(|_| {
        Some(AvoidSettingDto {
            feature: (*FEATURES.choose(rng)?).to_owned(),
            strength: (*["rather_not", "avoid", "never"].choose(rng)?).to_owned(),
            since: NOON,
        })
    });
    let avoid: Vec<AvoidSettingDto> = avoid.collect();
    let mode = *["fastest", "fastest", "stable", "scenic", "avoid_highway"].choose(rng)?;
    let settings = SettingsDto { avoid, mode: mode.to_owned(), routes: 1, ..world.app.settings().ok()? };
    world.app.settings_set(&settings).ok()?;
    let wishes = match rng.random_bool(0.25) {
        true => vec![WishDto { target: target(world, &first, rng)?, strength: *STRENGTHS.choose(rng)? }],
        false => Vec::new(),
    };
    let utterance = *WORDS.choose(rng)?;
    let weather = rng.random_bool(0.3).then(|| "rain".to_owned());
    let request = PlanRequest { utterance: utterance.to_owned(), wishes, weather, ..ends };
    Some(Situation { request })
}

/// The way without wishes was driven three times at this time of day, more slowly or quickly than by the map: the plans that
/// follow are at this pace.
fn drive(world: &World, first: &PlanDto, rng: &mut ChaCha8Rng) -> Option<()> {
    let slower = rng.random_range(0.8..4.0);
    for _ in 0..3 {
        // On Tuesdays: a drive that was deleted before would be known again by its time.
        let departed = NOON - rng.random_range(1..1_500) * 7 * 86_400 + rng.random_range(-3_600..3_600);
        let simulate = SimulateRequest {
            plan_id: first.plan_id.clone(),
            departed_at: Some(departed),
            every_s: 2.0,
            ..SimulateRequest::default()
        };
        let mut fixes = world.app.drive_simulate(&simulate).ok()?.fixes;
        let around = slower * rng.random_range(0.9..1.1);
        fixes.iter_mut().for_each(|fix| fix.at = departed as f64 + (fix.at - departed as f64) * around);
        let request = RecordedDriveRequest { fixes, lang: LangDto::En };
        world.app.drive_recorded(&request, &CancelToken::default()).ok()?;
    }
    Some(())
}

/// A feature, a road or a stretch of the way without wishes.
fn target(world: &World, plain: &PlanDto, rng: &mut ChaCha8Rng) -> Option<TargetDto> {
    let roads: Vec<&str> = plain
        .routes
        .iter()
        .flat_map(|route| &route.details)
        .filter(|detail| detail.kind == "road" && !detail.value.is_empty())
        .map(|detail| detail.value.as_str())
        .collect();
    match rng.random_range(0..4) {
        0 if !roads.is_empty() => Some(TargetDto::Road { name: (*roads.choose(rng)?).to_owned() }),
        1 => {
            let line = &plain.routes.first()?.geometry.coordinates;
            let at = line.choose(rng)?;
            let here = world.app.here(PointDto { lon: at[0], lat: at[1] }, [1, 1], LangDto::En).ok()?;
            here.road.map(|road| road.target)
        }
        _ => Some(TargetDto::Feature { feature: (*FEATURES.choose(rng)?).to_owned() }),
    }
}

/// Nothing remembered and set any more.
pub fn clear(world: &World) {
    let rows = world.app.memory_list(&MemoryQuery::default()).unwrap().rows;
    let ids: Vec<String> = rows.into_iter().map(|row| row.id).collect();
    if !ids.is_empty() {
        world.app.memory_delete(&ids, LangDto::En).unwrap();
    }
    let settings = world.app.settings().unwrap();
    world.app.settings_set(&SettingsDto { avoid: Vec::new(), ..settings }).unwrap();
}

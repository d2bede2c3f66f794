//! A Laolu of its own for every case: the installed demo, copied, with a clock that stands where the case says.

use adapters::DrawnPreview;
use app::{App, CancelToken, Config, silent};
use domain::{Moment, Timestamp, ports::Clock};
use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
};
use tempfile::TempDir;
use testkit::{city, embedder::FakeEmbedder};

/// Monday 2026-11-30, 00:00 UTC: the day on which the demo was installed.
const MONDAY: i64 = 1_795_996_800;

/// A clock that a case sets.
pub struct CaseClock(Mutex<Moment>);

impl Clock for CaseClock {
    fn now(&self) -> Moment {
        self.0.lock().unwrap().clone()
    }

    fn monotonic_s(&self) -> f64 {
        0.0
    }
}

impl CaseClock {
    /// A weekday and a local time in the week after installing, `Tue 07:40`, or days later, `Tue 07:40 +14`.
    pub fn set(&self, when: &str) -> Option<()> {
        let mut parts = when.split_whitespace();
        let day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
            .iter()
            .position(|day| Some(*day) == parts.clone().next())?;
        parts.next();
        let (hour, minute) = parts.next()?.split_once(':')?;
        let later: i64 = parts.next().map_or(Some(0), |days| days.strip_prefix('+')?.parse().ok())?;
        let zone = self.0.lock().unwrap().zone.clone();
        let date = jiff::Timestamp::from_second(MONDAY).ok()?.to_zoned(jiff::tz::TimeZone::UTC).date();
        let days = i64::try_from(day).ok()? + later;
        let local = date.checked_add(jiff::Span::new().days(days)).ok()?.at(
            hour.parse().ok()?,
            minute.parse().ok()?,
            0,
            0,
        );
        let zoned = local.to_zoned(jiff::tz::TimeZone::get(&zone).ok()?).ok()?;
        *self.0.lock().unwrap() = Moment { at: Timestamp(zoned.timestamp().as_second()), zone };
        Some(())
    }
}

/// The demo, installed once.
pub struct Demo {
    folder: TempDir,
    maps: TempDir,
}

/// One case's Laolu.
pub struct World {
    pub app: App,
    pub clock: Arc<CaseClock>,
    _folder: TempDir,
}

impl Demo {
    /// Installs it from the bundled region of the tests and the made city.
    pub fn install() -> Self {
        let maps = tempfile::tempdir().unwrap();
        let monaco = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/regions/monaco.osm.pbf");
        fs::copy(monaco, maps.path().join("monaco.osm.pbf")).unwrap();
        let mut file = fs::File::create(maps.path().join("made-city.osm")).unwrap();
        city::write(city::SEED, city::NODES, &mut file).unwrap();
        let demo = Self { folder: tempfile::tempdir().unwrap(), maps };
        let (app, _clock) = demo.open(demo.folder.path(), None, "Europe/Monaco");
        app.demo_install(&mut silent(), &CancelToken::default()).unwrap();
        demo
    }

    /// A copy in which this profile is in use; `None` is a person of whom nothing is known.
    pub fn copy(&self, profile: Option<&str>, world: &str) -> World {
        let folder = tempfile::tempdir().unwrap();
        copy(self.folder.path(), folder.path());
        let zone = if world == "demo-city" { "Asia/Shanghai" } else { "Europe/Monaco" };
        let (app, clock) = self.open(folder.path(), Some(profile.unwrap_or("nobody")), zone);
        World { app, clock, _folder: folder }
    }

    fn open(&self, folder: &Path, profile: Option<&str>, zone: &str) -> (App, Arc<CaseClock>) {
        let now = Moment { at: Timestamp(MONDAY + 11 * 3_600), zone: zone.to_owned() };
        let clock = Arc::new(CaseClock(Mutex::new(now)));
        let app = App::open(Config {
            data_dir: folder.to_owned(),
            bundled_maps: self.maps.path().to_owned(),
            profile: profile.map(str::to_owned),
            exclusive: false,
            wait_for_meaning: true,
            clock: Arc::<CaseClock>::clone(&clock),
            embedder: Some(Box::new(|| Ok(Arc::new(FakeEmbedder::default())))),
            preview: Arc::new(DrawnPreview),
        })
        .unwrap();
        (app, clock)
    }
}

/// Copies a folder; files of a region never change, so a second name for them is enough.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type().unwrap().is_dir() {
            copy(&source, &target);
        } else if from.parent().is_some_and(|parent| parent.ends_with("regions")) {
            fs::hard_link(&source, &target).or_else(|_| fs::copy(&source, &target).map(drop)).unwrap();
        } else {
            fs::copy(&source, &target).map(drop).unwrap();
        }
    }
}

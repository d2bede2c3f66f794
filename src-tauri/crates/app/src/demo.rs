//! The demo: two regions and two profiles with two weeks of trips, to try everything without telling Laolu anything of
//! one's own. Installed by the person's own click, removed by another.

use std::sync::Arc;

use domain::{
    DayKind, EdgeKey, Lang, LonLat, Moment, ObservationKind, PlaceId, PreferenceState, Provenance,
    RoadFeature, Route, Scope, Strength, Target, TimeBucket, Timestamp, TripId, Weather, deviation,
    intent::RoutePreference, sentence,
};
use memory::{Bundle, NewPlace, NewPreference, NewTrip};
use routing::{Budget, Plan, Role, SnapOptions};

use crate::{
    App, AppError, CancelToken, ProgressSink,
    dto::{DemoDto, ErrorCode, ProgressDto, SettingsDto, StatusDto},
    region::LoadedRegion,
    settings::{DEMO_PROFILE, OWN_PROFILE},
};

/// A map that comes with Laolu.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// Id of its region.
    pub id: &'static str,
    /// Its file in the resources.
    pub file: &'static str,
    /// Its name for people.
    pub name: &'static str,
}

/// Monaco and the Corniches, © OpenStreetMap contributors.
pub const MONACO: Bundled =
    Bundled { id: "monaco", file: "monaco.osm.pbf", name: "Monaco and the Corniches 摩纳哥" };
/// A made city with elevated rings, a river, a toll motorway and Chinese names.
pub const CITY: Bundled = Bundled { id: "made-city", file: "made-city.osm", name: "Laolu City 老路城" };

/// Profile of the demo in the made city.
pub const CITY_PROFILE: &str = "demo-city";

/// A place of the demo.
struct DemoPlace {
    name: &'static str,
    aliases: &'static [&'static str],
    address: &'static str,
    at: LonLat,
    tag: &'static str,
}

/// A drive that repeats: on these days of the two weeks (0 is fourteen days ago), at this time.
struct DemoDrive {
    from: usize,
    to: usize,
    days: &'static [i64],
    hour: i8,
    minute: i8,
    /// Which of the offered routes was driven: 0 is the recommended one.
    route: usize,
}

/// One demo profile.
struct Demo {
    profile: &'static str,
    bundled: Bundled,
    zone: &'static str,
    places: &'static [DemoPlace],
    drives: &'static [DemoDrive],
}

const fn at(lat: f64, lon: f64) -> LonLat {
    LonLat { lon, lat }
}

const HOME: usize = 0;
const OFFICE: usize = 1;
const GYM: usize = 2;
const SCHOOL: usize = 3;

const IN_MONACO: Demo = Demo {
    profile: DEMO_PROFILE,
    bundled: MONACO,
    zone: "Europe/Monaco",
    places: &[
        DemoPlace {
            name: "家 Home",
            aliases: &["家", "家里", "home"],
            address: "Cap-d’Ail",
            at: at(43.7243, 7.4035),
            tag: "home",
        },
        DemoPlace {
            name: "公司 Office",
            aliases: &["公司", "单位", "office", "work"],
            address: "Roquebrune-Cap-Martin",
            at: at(43.7560, 7.4735),
            tag: "work",
        },
        DemoPlace {
            name: "健身房 Gym",
            aliases: &["健身房", "gym"],
            address: "Larvotto",
            at: at(43.7462, 7.4330),
            tag: "gym",
        },
        DemoPlace {
            name: "学校 School",
            aliases: &["学校", "school", "孩子学校"],
            address: "La Condamine",
            at: at(43.7345, 7.4180),
            tag: "school",
        },
    ],
    drives: DRIVES,
};

const IN_CITY: Demo = Demo {
    profile: CITY_PROFILE,
    bundled: CITY,
    zone: "Asia/Shanghai",
    places: &[
        DemoPlace {
            name: "家 Home",
            aliases: &["家", "家里", "home"],
            address: "",
            at: CITY_POINTS[0],
            tag: "home",
        },
        DemoPlace {
            name: "公司 Office",
            aliases: &["公司", "单位", "office", "work"],
            address: "",
            at: CITY_POINTS[1],
            tag: "work",
        },
        DemoPlace {
            name: "健身房 Gym",
            aliases: &["健身房", "gym"],
            address: "",
            at: CITY_POINTS[2],
            tag: "gym",
        },
        DemoPlace {
            name: "学校 School",
            aliases: &["学校", "school", "孩子学校"],
            address: "",
            at: CITY_POINTS[3],
            tag: "school",
        },
        DemoPlace {
            name: "机场 Airport",
            aliases: &["机场", "airport"],
            address: "",
            at: CITY_POINTS[4],
            tag: "",
        },
    ],
    drives: DRIVES,
};

/// Home, office, gym, school and airport of the made city; a test holds them to `testkit::city`.
pub const CITY_POINTS: [LonLat; 5] = [
    at(30.0103422, 122.9391471),
    at(30.0197851, 123.0402917),
    at(30.0084536, 123.0058153),
    at(30.0057557, 122.9799580),
    at(30.0463151, 123.0633452),
];

/// Two weeks: to work and back on ten workdays, twice home by another way in the evening; gym; school by another way. Days are
/// counted from a Monday, so that workdays are workdays whenever the demo is installed.
const DRIVES: &[DemoDrive] = &[
    DemoDrive {
        from: HOME,
        to: OFFICE,
        days: &[0, 1, 2, 3, 4, 7, 8, 9, 10, 11],
        hour: 8,
        minute: 10,
        route: 0,
    },
    DemoDrive { from: OFFICE, to: HOME, days: &[0, 1, 2, 3, 7, 8], hour: 18, minute: 20, route: 0 },
    DemoDrive { from: OFFICE, to: HOME, days: &[9, 10], hour: 18, minute: 35, route: 1 },
    DemoDrive { from: HOME, to: GYM, days: &[5, 12], hour: 10, minute: 30, route: 1 },
    DemoDrive { from: GYM, to: HOME, days: &[5, 12], hour: 12, minute: 15, route: 0 },
    DemoDrive { from: HOME, to: SCHOOL, days: &[1, 3, 8, 10], hour: 7, minute: 20, route: 1 },
];

/// Drives (indices in [`DRIVES`]) that the two unconfirmed habits come from.
const EVENING_HABIT: usize = 2;
const GYM_HABIT: usize = 3;
/// Drives that the confirmed habit comes from.
const SCHOOL_HABIT: usize = 5;

impl App {
    /// Installs the demo and switches to it. Installing it again makes it fresh.
    pub fn demo_install(
        &self,
        sink: &mut dyn ProgressSink,
        cancel: &CancelToken,
    ) -> Result<StatusDto, AppError> {
        let lang: Lang = self.settings()?.lang.into();
        let demos = [&IN_MONACO, &IN_CITY];
        for (index, demo) in demos.iter().enumerate() {
            let mut part = |progress: &ProgressDto| {
                let mut whole = progress.clone();
                whole.fraction = (index as f64 + progress.fraction) / demos.len() as f64;
                sink.progress(&whole);
            };
            self.import_bundled(demo.bundled, &mut part, cancel)?;
        }
        self.drop_demo_profiles()?;
        for demo in demos {
            if cancel.is_cancelled() {
                self.drop_demo_profiles()?;
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            self.fill(demo, lang)?;
        }
        self.use_profile(DEMO_PROFILE)?;
        self.status()
    }

    /// Removes the demo with everything it holds. Its regions stay: they hold nothing personal.
    pub fn demo_remove(&self) -> Result<StatusDto, AppError> {
        self.use_profile(OWN_PROFILE)?;
        self.drop_demo_profiles()?;
        self.status()
    }

    /// What the demo holds.
    pub fn demo(&self) -> Result<DemoDto, AppError> {
        let profile = self.store.profiles()?.into_iter().find(|profile| profile.name == DEMO_PROFILE);
        let Some(profile) = profile else {
            return Ok(DemoDto { installed: false, places: 0, trips: 0, preferences: 0 });
        };
        let mine = self.store.of(profile.id);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Ok(DemoDto {
            installed: true,
            places: count(mine.places()?.len()),
            trips: count(mine.trips(0)?.len()),
            preferences: count(mine.preferences()?.len()),
        })
    }

    fn drop_demo_profiles(&self) -> Result<(), AppError> {
        for profile in self.store.profiles()? {
            if [DEMO_PROFILE, CITY_PROFILE].contains(&profile.name.as_str()) {
                self.store.remove_profile(profile.id, &self.now())?;
            }
        }
        Ok(())
    }

    fn fill(&self, demo: &Demo, lang: Lang) -> Result<(), AppError> {
        let points: Vec<LonLat> = demo.places.iter().map(|place| place.at).collect();
        let region = self.region_for(&points)?;
        let now = self.now();
        let bundle = self.bundle(demo, &region, &now, lang)?;
        let profile = self.store.ensure_profile(demo.profile, &now)?;
        let mine = self.store.of(profile);
        let installed = mine.install(&bundle, &now)?;
        for trip in &bundle.trips {
            for place in [trip.start_place, trip.end_place].into_iter().flatten() {
                let id = usize::try_from(place.0).ok().and_then(|index| installed.places.get(index).copied());
                if let Some(Some(id)) = id {
                    mine.touch_place(id, trip.departure.at)?;
                }
            }
        }
        let settings = SettingsDto { learning: true, welcomed: true, ..self.settings()? };
        let text = serde_json::to_string(&settings)
            .map_err(|error| AppError::new(ErrorCode::Internal).with("why", error))?;
        Ok(mine.set_setting("settings", Some(&text))?)
    }

    fn bundle(
        &self,
        demo: &Demo,
        region: &LoadedRegion,
        now: &Moment,
        lang: Lang,
    ) -> Result<Bundle, AppError> {
        let places = demo
            .places
            .iter()
            .map(|place| NewPlace {
                name: place.name.to_owned(),
                aliases: place.aliases.iter().map(|&alias| alias.to_owned()).collect(),
                address: place.address.to_owned(),
                at: place.at,
                tag: place.tag.to_owned(),
                provenance: Provenance::Imported,
            })
            .collect();
        let monday = monday_two_weeks_ago(now, demo.zone)?;
        let mut trips: Vec<NewTrip> = Vec::new();
        let mut of_drive: Vec<Vec<usize>> = Vec::new();
        let mut offers: Vec<Vec<Arc<Route>>> = Vec::new();
        for drive in demo.drives {
            let offered = offered(region, demo.places[drive.from].at, demo.places[drive.to].at)?;
            let mut indices = Vec::new();
            for day in drive.days {
                indices.push(trips.len());
                trips.push(trip(demo, drive, *day, monday, region, &offered)?);
            }
            of_drive.push(indices);
            offers.push(offered);
        }
        // Trips are written in the order they were driven.
        let mut order: Vec<usize> = (0..trips.len()).collect();
        order.sort_by_key(|index| trips[*index].departure.at);
        let place_of = |old: usize| order.iter().position(|index| *index == old).unwrap_or(old);
        for indices in &mut of_drive {
            indices.iter_mut().for_each(|index| *index = place_of(*index));
        }
        let mut sorted: Vec<NewTrip> = order.iter().map(|index| trips[*index].clone()).collect();
        sorted.retain(|trip| trip.departure.at < now.at);
        let kept = sorted.len();
        let evidence = |drive: usize| -> Vec<usize> {
            of_drive.get(drive).into_iter().flatten().copied().filter(|index| *index < kept).collect()
        };
        let statement = |target: &Target, strength: Strength, scope: &Scope| {
            sentence::preference_statement(lang, target, strength, scope, |PlaceId(index)| {
                usize::try_from(index)
                    .ok()
                    .and_then(|index| demo.places.get(index))
                    .map(|place| place.name.to_owned())
            })
        };
        let mut preferences = Vec::new();
        let mut add = |target: Target, strength, scope: Scope, provenance, state, trips: Vec<usize>| {
            let content = statement(&target, strength, &scope);
            let embedding = self.meaning.of(&content);
            let confidence = match (state, provenance) {
                (PreferenceState::Proposed, _) => memory::INFERRED_CONFIDENCE,
                (_, Provenance::Confirmed) => 0.86,
                _ => 1.0,
            };
            let source_trip = trips.first().and_then(|index| i64::try_from(*index).ok()).map(TripId);
            let new = NewPreference {
                content,
                target,
                strength,
                scope,
                provenance,
                state,
                confidence,
                validity: None,
                source_trip,
            };
            preferences.push((new, embedding, trips));
        };
        let between = |from: usize, to: usize, bucket, days| Scope {
            bucket: Some(bucket),
            days,
            from: i64::try_from(from).ok().map(PlaceId),
            to: i64::try_from(to).ok().map(PlaceId),
            ..Scope::default()
        };
        // Three that act: two said, one learned and confirmed. The said ones leave everyday trips alone, so that what a
        // sentence changes there is the sentence's doing.
        add(
            Target::Feature(RoadFeature::Unpaved),
            Strength::Avoid,
            Scope::default(),
            Provenance::Stated,
            PreferenceState::Active,
            Vec::new(),
        );
        let rain = Scope { weather: Some(Weather::Rain), ..Scope::default() };
        add(
            Target::Feature(RoadFeature::Waterside),
            Strength::Prefer,
            rain,
            Provenance::Stated,
            PreferenceState::Active,
            Vec::new(),
        );
        if let Some(section) =
            offers.get(SCHOOL_HABIT).and_then(|offered| stretch(region, offered.get(1), offered.first()))
        {
            let scope = between(HOME, SCHOOL, TimeBucket::Morning, Some(DayKind::Workday));
            add(
                section,
                Strength::Prefer,
                scope,
                Provenance::Confirmed,
                PreferenceState::Active,
                evidence(SCHOOL_HABIT),
            );
        }
        // Two that ask.
        for (drive, bucket, days) in
            [(EVENING_HABIT, TimeBucket::Evening, None), (GYM_HABIT, TimeBucket::Midday, None)]
        {
            let (from, to) = (demo.drives[drive].from, demo.drives[drive].to);
            if let Some(section) =
                offers.get(drive).and_then(|offered| stretch(region, offered.get(1), offered.first()))
            {
                let scope = between(from, to, bucket, days);
                add(
                    section,
                    Strength::Prefer,
                    scope,
                    Provenance::Inferred,
                    PreferenceState::Proposed,
                    evidence(drive),
                );
            }
        }
        Ok(Bundle { places, trips: sorted, preferences })
    }
}

/// Recommended route first, then others, without any wish.
fn offered(region: &LoadedRegion, from: LonLat, to: LonLat) -> Result<Vec<Arc<Route>>, AppError> {
    let router = region.router();
    let snaps = [
        router.snap(from, &SnapOptions::for_role(Role::Start))?,
        router.snap(to, &SnapOptions::for_role(Role::End))?,
    ];
    let plan = Plan {
        waypoints: &snaps,
        adjustments: &[],
        mode: RoutePreference::Fastest,
        terms: Default::default(),
    };
    Ok(router.alternatives(&plan, 3, &mut Budget::default())?)
}

fn trip(
    demo: &Demo,
    drive: &DemoDrive,
    day: i64,
    monday: jiff::civil::Date,
    region: &LoadedRegion,
    offered: &[Arc<Route>],
) -> Result<NewTrip, AppError> {
    let internal = || AppError::new(ErrorCode::Internal).with("room", "demo");
    let recommended = offered.first().ok_or_else(internal)?;
    let driven = offered.get(drive.route).unwrap_or(recommended);
    let date = monday.checked_add(jiff::Span::new().days(day)).map_err(|_out_of_range| internal())?;
    let zone = jiff::tz::TimeZone::get(demo.zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let departure =
        date.at(drive.hour, drive.minute, 0, 0).to_zoned(zone).map_err(|_no_such_time| internal())?;
    let departure = Moment { at: Timestamp(departure.timestamp().as_second()), zone: demo.zone.to_owned() };
    // Real drives differ by a few minutes from day to day.
    let lateness = f64::from(i32::try_from(day * 37 % 5).unwrap_or(0)) * 22.0;
    let deviation = deviation::diff(
        &deviation::Path {
            id: &recommended.id,
            edges: &recommended.edges,
            duration_s: recommended.duration_s,
            distance_m: recommended.distance_m,
        },
        &deviation::Path {
            id: &driven.id,
            edges: &driven.edges,
            duration_s: driven.duration_s,
            distance_m: driven.distance_m,
        },
        |edge| region.edge_facts(edge),
        false,
    );
    let place = |index: usize| i64::try_from(index).ok().map(PlaceId);
    Ok(NewTrip {
        event_id: format!("demo/{}/{}-{}/{day}/{}", demo.profile, drive.from, drive.to, drive.hour),
        start_place: place(drive.from),
        end_place: place(drive.to),
        start: demo.places[drive.from].at,
        end: demo.places[drive.to].at,
        departure,
        duration_s: driven.duration_s + lateness,
        recommended: recommended.id.clone(),
        chosen: driven.id.clone(),
        recommended_s: recommended.duration_s,
        switched_at: None,
        traffic: String::new(),
        preferred: true,
        edges: driven.edges.clone(),
        edge_seconds: Vec::new(),
        shape: Vec::new(),
        import: None,
        via_roads: driven.via_roads.clone(),
        note: String::new(),
        provenance: Provenance::Imported,
        observed: Some(deviation.map_or(ObservationKind::Followed, ObservationKind::Deviated)),
        circumstances: domain::Circumstances::default(),
    })
}

/// What one route has and the other has not, named after its longest road.
fn stretch(region: &LoadedRegion, of: Option<&Arc<Route>>, not_in: Option<&Arc<Route>>) -> Option<Target> {
    let (of, not_in) = (of?, not_in?);
    let path = |route: &Arc<Route>| -> (Vec<EdgeKey>, f64, f64) {
        (route.edges.clone(), route.duration_s, route.distance_m)
    };
    let ((a, a_s, a_m), (b, b_s, b_m)) = (path(not_in), path(of));
    let deviation = deviation::diff(
        &deviation::Path { id: &not_in.id, edges: &a, duration_s: a_s, distance_m: a_m },
        &deviation::Path { id: &of.id, edges: &b, duration_s: b_s, distance_m: b_m },
        |edge| region.edge_facts(edge),
        false,
    )?;
    Some(Target::Section { label: deviation.road, edges: deviation.taken })
}

/// The Monday that starts the last two full weeks.
fn monday_two_weeks_ago(now: &Moment, zone: &str) -> Result<jiff::civil::Date, AppError> {
    let today = now.at.in_zone(zone).date();
    let back = i64::from(today.weekday().to_monday_zero_offset()) + 14;
    today
        .checked_sub(jiff::Span::new().days(back))
        .map_err(|_out_of_range| AppError::new(ErrorCode::Internal).with("room", "demo"))
}

//! How long ways take by the person's own drives at this part of this kind of day: planned with, shown as such, and switched
//! off like any other reason.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use domain::{
    EdgeKey, Lang, Moment, ProfileId, Route, TripId,
    traffic::{self, DRIVES_TO_TELL, EdgeTime, Piece, Typical},
};
use routing::{Edge, Pace, Router};

use crate::{
    App, AppError,
    dto::{NoticeDto, TrafficDto, TrafficRoadDto},
    plan::Planned,
    region::LoadedRegion,
    words,
};

/// The id by which a plan is asked for without it.
pub(crate) const TRAFFIC: &str = "traffic";
/// Newest drives that are looked at: planning takes no longer however many there are.
const DRIVES: usize = 60;
/// Paces that are kept of a region: mornings, evenings, and a weekend.
const KEPT: usize = 3;
/// Less than this part of a way counts as none of it, in words.
const HARDLY: f64 = 0.005;
/// Seconds from which on a way is told to be slower.
const TELLING_S: f64 = 30.0;

/// A region at the pace of somebody's own drives.
pub(crate) struct OwnTraffic {
    /// Finds ways with these times.
    pub(crate) router: Arc<Router>,
    times: HashMap<Edge, EdgeTime>,
    elsewhere: f64,
}

/// Own traffic as it acted on a plan.
pub(crate) struct Measured {
    own: Arc<OwnTraffic>,
    /// The same law at the map's pace.
    map: Arc<Router>,
    /// The way that the map's times alone would have led, where it is another one, and the seconds that it takes at one's own
    /// pace, where these can be told.
    pub(crate) otherwise: Option<(Arc<Route>, Option<f64>)>,
}

struct Kept {
    lawful: Arc<Router>,
    of: (ProfileId, Vec<TripId>),
    own: Option<Arc<OwnTraffic>>,
}

/// What was made of own drives in a region, lately used last. It rests on the drives by their numbers, so it is made anew as
/// soon as one comes or goes.
#[derive(Default)]
pub(crate) struct Paces(Mutex<Vec<Kept>>);

impl Paces {
    /// Lets go of all of it.
    pub(crate) fn forget(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn known(&self, lawful: &Arc<Router>, of: &(ProfileId, Vec<TripId>)) -> Option<Option<Arc<OwnTraffic>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = all.iter().position(|kept| Arc::ptr_eq(&kept.lawful, lawful) && kept.of == *of)?;
        let kept = all.remove(at);
        let own = kept.own.clone();
        all.push(kept);
        Some(own)
    }

    fn keep(&self, lawful: &Arc<Router>, of: (ProfileId, Vec<TripId>), own: Option<Arc<OwnTraffic>>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT {
            all.remove(0);
        }
        all.push(Kept { lawful: Arc::clone(lawful), of, own });
    }
}

impl App {
    /// The region at the person's own pace at that part of that kind of day, under the law of that moment; nothing while
    /// learning is off or too few drives were recorded.
    pub(crate) fn own_traffic(
        &self,
        region: &LoadedRegion,
        lawful: &Arc<Router>,
        depart: &Moment,
    ) -> Result<Option<Measured>, AppError> {
        let (bucket, days, mine) = (depart.bucket(), depart.day_kind(), self.mine());
        if !self.learns()? {
            return Ok(None);
        }
        let of = (self.profile(), mine.recorded_ids(bucket, days, DRIVES)?);
        if of.1.len() < DRIVES_TO_TELL {
            return Ok(None);
        }
        let own = match region.paces().known(lawful, &of) {
            Some(own) => own,
            None => {
                let drives = mine.recorded_trips(bucket, days, DRIVES)?;
                let drives = drives.iter().map(|drive| (drive.edges.as_slice(), drive.seconds.as_slice()));
                let own = at_own_pace(lawful, drives).map(Arc::new);
                region.paces().keep(lawful, of, own.clone());
                own
            }
        };
        Ok(own.map(|own| Measured { own, map: Arc::clone(lawful), otherwise: None }))
    }
}

fn at_own_pace<'a>(
    map: &Router,
    drives: impl Iterator<Item = (&'a [EdgeKey], &'a [f32])>,
) -> Option<OwnTraffic> {
    let times = traffic::edge_times(drives, |from, to| map.between_s(from, to).unwrap_or(0.0));
    let pace = traffic::pace(&times, |edge| map.edge_seconds(edge))?;
    let elsewhere = pace.elsewhere;
    let router = map.paced(&Pace { known: pace.known, elsewhere });
    let times = times.into_iter().filter_map(|(key, time)| Some((map.graph().edge_of(key)?, time)));
    Some(OwnTraffic { router, times: times.collect(), elsewhere })
}

impl Measured {
    /// Finds ways at this pace.
    pub(crate) fn router(&self) -> &Arc<Router> {
        &self.own.router
    }

    /// What own drives say of a way, and what the map alone gives for it: to a second, for how much of its first and last edge is
    /// driven is taken from its length.
    fn of(&self, route: &Route) -> (Typical, f64) {
        // Both routers number the edges alike.
        let (map, own) = (&self.map, &self.own.router);
        let edges = map.walked(&route.edges);
        let mut pieces: Vec<Piece<'_>> = Vec::with_capacity(edges.len());
        let (mut inner_m, mut ends_m, mut inner_more_s, mut ends_more_s) = (0.0, 0.0, 0.0, 0.0);
        for (index, (edge, turn_ms)) in edges.iter().enumerate() {
            let (length_m, map_s) = (map.graph().length_m(*edge), map.seconds_on(*edge));
            let more_s = own.seconds_on(*edge) - map_s;
            if index == 0 || index + 1 == edges.len() {
                (ends_m, ends_more_s) = (ends_m + length_m, ends_more_s + more_s);
            } else {
                (inner_m, inner_more_s) = (inner_m + length_m, inner_more_s + more_s);
            }
            pieces.push(Piece {
                length_m,
                map_s: map_s + f64::from(*turn_ms) / 1000.0,
                road: map.graph().label(*edge),
                time: self.own.times.get(edge).copied(),
            });
        }
        let share = ((route.distance_m - inner_m) / f64::max(ends_m, 0.1)).clamp(0.0, 1.0);
        let said = traffic::typical(route.duration_s, &pieces);
        (said, route.duration_s - inner_more_s - share * ends_more_s)
    }
}

/// What own drives say of a way of a plan.
pub(crate) fn traffic_dto(planned: &Planned, route: &Route) -> Option<TrafficDto> {
    let measured = planned.measured.as_ref()?;
    let (said, map_s) = measured.of(route);
    let elsewhere = measured.own.elsewhere;
    Some(TrafficDto {
        text: in_words(planned.lang, (route.duration_s, map_s), elsewhere, &said),
        typical_s: route.duration_s,
        low_s: said.low_s,
        high_s: said.high_s,
        covered: said.covered,
        measured_s: said.measured_s,
        map_s,
        elsewhere,
        roads: said
            .roads
            .into_iter()
            .map(|road| TrafficRoadDto {
                road: road.road,
                drives: u32::try_from(road.drives).unwrap_or(u32::MAX),
                median_s: road.median_s,
                spread_s: road.spread_s,
                map_s: road.map_s,
            })
            .collect(),
    })
}

/// Seconds that a way takes longer than by the map, as far as own drives tell of it; negative when it is quicker.
pub(crate) fn delay_s(traffic: &TrafficDto) -> Option<f64> {
    (traffic.covered > HARDLY).then(|| traffic.typical_s - traffic.map_s)
}

/// That the way is another one because of own drives, and what that saves: the exact difference of two computed ways.
pub(crate) fn traffic_notice(lang: Lang, measured: &Measured, chosen: &Route) -> Option<NoticeDto> {
    let (other, there_s) = measured.otherwise.as_ref()?;
    let road = words::route_label(lang, &other.via_roads);
    let saved = there_s.map(|there_s| there_s - chosen.duration_s).filter(|saved| *saved >= TELLING_S);
    let text = match (lang, saved) {
        (Lang::Zh, Some(s)) => {
            format!("避开这个时段：按你自己开过的，{road}要多 {}，这次没走。", words::minutes(lang, s))
        }
        (Lang::Zh, None) => format!("按你自己这个时段开过的用时选的路；按地图会走{road}。"),
        (Lang::En, Some(s)) => format!(
            "Around slow roads: by your own drives at this time, {road} takes {} longer.",
            words::minutes(lang, s)
        ),
        (Lang::En, None) => {
            format!("Chosen by your own times at this hour: by the map’s it would be {road}.")
        }
    };
    Some(NoticeDto { kind: TRAFFIC.to_owned(), text })
}

fn in_words(lang: Lang, (own_s, map_s): (f64, f64), elsewhere: f64, said: &Typical) -> String {
    let minutes = |s: f64| (s / 60.0).round().max(1.0);
    let (low, high, drives) = (minutes(said.low_s), minutes(said.high_s), said.drives);
    let (own, map) = (words::minutes(lang, own_s), words::minutes(lang, map_s));
    let times = (elsewhere * 100.0).round() / 100.0;
    match (lang, said.covered > HARDLY) {
        (Lang::Zh, true) => {
            format!("这个时段你自己开过 {drives} 次以上：{own}（{low}–{high}）；按地图 {map}")
        }
        (Lang::En, true) => {
            format!(
                "{own} by your own drives at this time, {drives} or more ({low}–{high}); {map} by the map"
            )
        }
        (Lang::Zh, false) => format!("这个时段你还没开过这条路：{own}，按地图 {map} × 你的快慢 {times}"),
        (Lang::En, false) => {
            format!("{own}: not driven by you at this time yet, {map} by the map × your pace, {times}")
        }
    }
}

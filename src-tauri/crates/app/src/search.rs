//! Searching: remembered places and the maps, in the words of the person.
//!
//! `geocode` takes the words apart and knows the maps; here they meet what it may not know: which place "home" is, which
//! way is planned, what time it is, and where the person went before.

mod way;

use domain::{Lang, LonLat, Place, intent::PlaceRef};
use geocode::{Answer, Ask, Datum, Matched, Opening, Phrase, Used, name_quality};

use crate::{
    App, AppError,
    dto::{DetourDto, OpenDto, PlaceHitDto, SearchDto, SearchRequest, SuggestRequest},
    places::{Found, remembered_hit},
    region::LoadedRegion,
    remember::{point_dto, point_of},
};
use std::{collections::BTreeSet, sync::Arc};
use way::Way;

/// Hits where nothing else is asked for, and at most.
const LIMIT: usize = 8;
const MOST: usize = 50;

/// Trips of which the ends count as used places.
const TRIPS: usize = 300;
/// Days after which a visit counts half.
const HALF_DAYS: f64 = 30.0;
/// Visits this near to each other were to one place.
const ONE_VISIT_M: f64 = 80.0;
/// Remembered places that fit less are no answer.
const FITS: f64 = 0.45;
/// Map hits this near to a remembered one of the same name are it.
const SAME_M: f64 = 60.0;

impl App {
    /// Searches remembered places and the maps. Recent and frequent places for an empty text.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchDto, AppError> {
        let lang: Lang = request.lang.into();
        let limit = if request.limit == 0 { LIMIT } else { (request.limit as usize).min(MOST) };
        let mut near = match request.near {
            Some(point) => Some(point_of(point)?),
            None => self.likely_start()?,
        };
        let phrase = Phrase::read(&request.text);
        let mut answer = SearchDto {
            search: phrase.is_category()
                || phrase.is_dressed()
                || geocode::pasted(&phrase.typed, near).is_some(),
            open_now: phrase.open_now,
            along: phrase.along,
            ..SearchDto::default()
        };
        if phrase.what.trim().is_empty() {
            answer.hits = self.remembered("", near, limit)?;
            return Ok(answer);
        }
        if let Some(name) = &phrase.near {
            match self.anchor(name, near, lang)? {
                Some(hit) => {
                    near = Some(LonLat { lon: hit.point.lon, lat: hit.point.lat });
                    answer.near = Some(hit.label);
                }
                None => answer.problem = Some("unknown_place".to_owned()),
            }
        }
        let way = if phrase.along { self.way(&request.plan, &request.route)? } else { None };
        if phrase.along && way.is_none() {
            answer.problem = Some("no_way".to_owned());
        }
        let remembered = if way.is_some() { Vec::new() } else { self.remembered(&phrase.what, near, limit)? };
        let found = self.on_maps(&phrase, near, way.as_ref(), limit, lang)?;
        let says_open = phrase.open_now || phrase.is_category();
        let fits = |hit: &geocode::Hit| {
            let same = |known: &PlaceHitDto| {
                let at = LonLat { lon: known.point.lon, lat: known.point.lat };
                known.label == hit.label && at.distance_m(hit.at) <= SAME_M
            };
            !remembered.iter().any(same)
        };
        let mut of_maps: Vec<PlaceHitDto> =
            found.hits.iter().filter(|hit| fits(hit)).map(|hit| hit_dto(hit, says_open)).collect();
        if let Some(way) = &way {
            way.price(&mut of_maps);
        }
        answer.guess = remembered.is_empty() && found.guess;
        answer.hits = remembered;
        answer.hits.extend(of_maps);
        answer.hits.truncate(limit);
        Ok(answer)
    }

    /// The hits of a search, for choosers.
    pub fn suggest(&self, request: &SuggestRequest) -> Result<Vec<PlaceHitDto>, AppError> {
        let SuggestRequest { text, near, limit, lang } = request.clone();
        Ok(self.search(&SearchRequest { text, near, limit, lang, ..SearchRequest::default() })?.hits)
    }

    /// How the person wants coordinates shown.
    pub(crate) fn datum(&self) -> Result<Datum, AppError> {
        Ok(Datum::from_word(&self.settings()?.coordinates).unwrap_or_default())
    }

    /// Remembered places that a text names, most used first; all of them for an empty text.
    fn remembered(
        &self,
        text: &str,
        near: Option<LonLat>,
        limit: usize,
    ) -> Result<Vec<PlaceHitDto>, AppError> {
        let mut places = self.mine().places()?;
        places.sort_by(|a, b| b.uses.cmp(&a.uses).then(b.last_used.cmp(&a.last_used)));
        let lower = text.to_lowercase();
        let names = |place: &Place| -> Vec<String> {
            std::iter::once(&place.name).chain(&place.aliases).cloned().collect()
        };
        let fits = |place: &Place| {
            names(place).iter().any(|name| {
                name.to_lowercase().contains(&lower)
                    || name_quality(text, name).is_some_and(|quality| quality >= FITS)
            })
        };
        // Unasked, a place that the person drives past is not offered any more (MISSION S1-03); by its name it is.
        let past = if text.is_empty() { self.not_suggested()? } else { BTreeSet::new() };
        let fitting = places
            .iter()
            .filter(|place| if text.is_empty() { !past.contains(&place.id) } else { fits(place) });
        Ok(fitting.map(|place| remembered_hit(place, near)).take(limit).collect())
    }

    /// The place that something is to be near to.
    fn anchor(&self, name: &str, near: Option<LonLat>, lang: Lang) -> Result<Option<PlaceHitDto>, AppError> {
        const ARTICLES: [&str; 8] = ["the ", "my ", "our ", "我的", "我们", "我", "la ", "le "];
        let bare = ARTICLES.iter().find_map(|article| name.strip_prefix(article)).unwrap_or(name);
        for name in [name, bare] {
            if let Found::One(hit) = self.find(&PlaceRef::Named(name.to_owned()), near, lang)? {
                return Ok(Some(hit));
            }
        }
        Ok(None)
    }

    /// Places that the person used, from trips and remembered places: what `geocode` may lift.
    fn used(&self) -> Result<Vec<Used>, AppError> {
        let now = self.now().at;
        let mut visits: Vec<(LonLat, u32, f64)> = Vec::new();
        for (at, when) in self.mine().trip_ends(TRIPS)? {
            let fresh = 0.5_f64.powf(now.days_since(when).max(0.0) / HALF_DAYS);
            match visits.iter_mut().find(|(known, ..)| known.distance_m(at) <= ONE_VISIT_M) {
                Some((_, times, sum)) => (*times, *sum) = (*times + 1, *sum + fresh),
                None => visits.push((at, 1, fresh)),
            }
        }
        // One visit counts a little, five recent ones nearly all there is.
        Ok(visits
            .into_iter()
            .map(|(at, times, sum)| Used { at, times, weight: 1.0 - 0.6_f64.powf(sum) })
            .collect())
    }

    /// Asks the maps and puts their answers together.
    fn on_maps(
        &self,
        phrase: &Phrase,
        near: Option<LonLat>,
        way: Option<&Way>,
        limit: usize,
        lang: Lang,
    ) -> Result<Answer, AppError> {
        let (now, used) = (self.now(), self.used()?);
        let ask = Ask { near, along: way.map(Way::corridor), now: Some(&now), used: &used, limit, lang };
        let regions = match way {
            Some(way) => vec![way.region()],
            None => self.searched(near),
        };
        Ok(merged(regions.iter().map(|region| region.names().find(phrase, &ask)), limit))
    }

    /// Places of the map by a name that stands for one place, and whether the best one is called so; else it is a guess.
    pub(crate) fn search_map_as_typed(
        &self,
        text: &str,
        near: Option<LonLat>,
        limit: usize,
        lang: Lang,
    ) -> (Vec<PlaceHitDto>, bool) {
        let hits = self
            .searched(near)
            .iter()
            .flat_map(|region| region.names().search(text, near, limit, lang))
            .collect();
        let answer = merged(std::iter::once(Answer { hits, guess: false }), limit);
        let as_typed = answer.hits.first().is_some_and(|hit| hit.matched != Matched::Similar);
        (answer.hits.iter().map(|hit| hit_dto(hit, false)).collect(), as_typed)
    }

    /// The region that holds the place to look around, else all.
    fn searched(&self, near: Option<LonLat>) -> Vec<Arc<LoadedRegion>> {
        match near.and_then(|near| self.regions.holding(&[near])) {
            Some(region) => vec![region],
            None => self.regions.all(),
        }
    }

    /// Places of the map whose names are nearest to an unknown one.
    pub(crate) fn nearest_on_map(
        &self,
        text: &str,
        near: Option<LonLat>,
        limit: usize,
        lang: Lang,
    ) -> Vec<PlaceHitDto> {
        // Where trips start, a town at the other end of the world is no near match.
        let regions = self.searched(near);
        let mut hits: Vec<geocode::Hit> =
            regions.iter().flat_map(|region| region.names().nearest(text, limit, lang)).collect();
        hits.sort_by(|a, b| b.score.total_cmp(&a.score));
        hits.truncate(limit);
        for hit in &mut hits {
            hit.distance_m = near.map(|near| near.distance_m(hit.at));
        }
        hits.iter().map(|hit| hit_dto(hit, false)).collect()
    }
}

/// Answers of several regions as one: guesses only when no region knows better.
fn merged(answers: impl Iterator<Item = Answer>, limit: usize) -> Answer {
    let answers: Vec<Answer> = answers.filter(|answer| !answer.hits.is_empty()).collect();
    let known = answers.iter().any(|answer| !answer.guess);
    let mut hits: Vec<geocode::Hit> = Vec::new();
    for hit in answers.into_iter().filter(|answer| !known || !answer.guess).flat_map(|answer| answer.hits) {
        let twin =
            hits.iter_mut().find(|other| other.label == hit.label && other.at.distance_m(hit.at) < 1.0);
        match twin {
            Some(twin) if twin.score < hit.score => *twin = hit,
            Some(_) => {}
            None => hits.push(hit),
        }
    }
    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
    hits.truncate(limit);
    Answer { guess: !known && !hits.is_empty(), hits }
}

/// A hit of the map as it crosses the wire; with `says_open`, unknown hours are said to be unknown.
pub(crate) fn hit_dto(hit: &geocode::Hit, says_open: bool) -> PlaceHitDto {
    let source = if hit.matched == Matched::Coordinates { "coordinate" } else { "map" };
    let detour = hit.detour_m.zip(hit.after_m);
    PlaceHitDto {
        detail: hit.context.clone(),
        distance_m: hit.distance_m,
        open: open_dto(hit.opening, says_open),
        detour: detour.map(|(distance_m, after_m)| DetourDto { distance_m, duration_s: None, after_m }),
        used: (hit.used > 0).then_some(hit.used),
        guess: hit.matched == Matched::Similar,
        ..PlaceHitDto::new(hit.label.clone(), hit.kind.clone(), point_dto(hit.at), source)
    }
}

fn open_dto(opening: Opening, says_open: bool) -> Option<OpenDto> {
    let (state, change) = match opening {
        Opening::Open(change) => ("open", change),
        Opening::Closed(change) => ("closed", change),
        Opening::Unknown if says_open => ("unknown", None),
        Opening::Unknown => return None,
    };
    Some(OpenDto {
        state: state.to_owned(),
        until: change.map(|change| format!("{:02}:{:02}", change.hour, change.minute)),
        days: change.map_or(0, |change| change.days.into()),
    })
}

//! A place as a person names it becomes a point: remembered places first, then the map.

use domain::{Lang, LonLat, MemoryRef, Place, PlaceId, intent::PlaceRef};

use crate::{
    App, AppError,
    dto::{HereDto, LangDto, PlaceHitDto, PointDto, RoadHereDto, RoadWayDto},
    remember::{point_dto, point_of, target_dto},
    words,
};

/// Metres within which a point is a remembered place.
const AT_PLACE_M: f64 = 60.0;
/// Metres within which two map hits of the same name are the same thing (two sides of a junction, two gates).
const SAME_THING_M: f64 = 400.0;

/// What a name turned out to be.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "one answer at a time: a box would only be in the way")]
pub enum Found {
    /// One place.
    One(PlaceHitDto),
    /// Several that are equally meant: a question, not a guess.
    Several(Vec<PlaceHitDto>),
    /// None, and what is nearest to the name.
    None(Vec<PlaceHitDto>),
}

/// The eighth of the compass that a bearing points to.
fn heading(bearing_deg: f64) -> &'static str {
    const EIGHTHS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
    let eighth = (bearing_deg / 45.0).round().rem_euclid(8.0) as usize;
    EIGHTHS.get(eighth).copied().unwrap_or("n")
}

impl App {
    /// Looks a mentioned place up.
    pub(crate) fn find(&self, place: &PlaceRef, near: Option<LonLat>, lang: Lang) -> Result<Found, AppError> {
        match place {
            PlaceRef::At(at) => Ok(Found::One(self.hit_at(*at, lang)?)),
            PlaceRef::UsualPlace => self.usual_place(),
            PlaceRef::Named(name) => self.find_named(name, near, lang),
        }
    }

    /// The id of the remembered place behind a hit.
    pub(crate) fn place_id(hit: &PlaceHitDto) -> Option<PlaceId> {
        match hit.memory.as_deref().map(str::parse::<MemoryRef>) {
            Some(Ok(MemoryRef::Place(id))) => Some(id),
            _ => None,
        }
    }

    /// The one place that a name stands for; `which` says which waypoint it is for, in errors.
    pub fn place_find(&self, name: &str, which: &str, lang: LangDto) -> Result<PlaceHitDto, AppError> {
        let near = self.likely_start()?;
        self.one(&PlaceRef::Named(name.trim().to_owned()), near, which, lang.into())
    }

    /// What is at a clicked point. The stretch of road is extended by so many junctions before and behind it.
    pub fn here(&self, point: PointDto, extend: [u32; 2], lang: LangDto) -> Result<HereDto, AppError> {
        let lang = lang.into();
        let at = point_of(point)?;
        let region = self.regions.holding(&[at]);
        let road =
            region.as_ref().and_then(|region| region.router().section_extended(at, extend)).map(|section| {
                RoadHereDto {
                    label: if section.label.is_empty() {
                        words::pick(lang, "无名路", "Unnamed road")
                    } else {
                        section.label.clone()
                    },
                    lines: self.edge_lines(&section.edges),
                    ways: section
                        .ways
                        .iter()
                        .map(|way| RoadWayDto {
                            heading: heading(way.bearing_deg).to_owned(),
                            lines: self.edge_lines(&way.edges),
                            target: target_dto(&domain::Target::Section {
                                label: section.label.clone(),
                                edges: way.edges.clone(),
                            }),
                        })
                        .collect(),
                    length_m: section.length_m,
                    goes_on: section.goes_on.to_vec(),
                    target: target_dto(&domain::Target::Section {
                        label: section.label,
                        edges: section.edges,
                    }),
                }
            });
        let place = self.place_near(at)?.map(|place| remembered_hit(&place, Some(at)));
        let coordinates = geocode::written(at, self.datum()?);
        let label = self.name_of_point(at, lang);
        Ok(HereDto { label, point, road, place, in_region: region.is_some(), coordinates })
    }

    /// A name for a point: the nearest name on the map, or its coordinate.
    pub(crate) fn name_of_point(&self, at: LonLat, lang: Lang) -> String {
        let named = self.regions.holding(&[at]).and_then(|region| region.names().reverse(at, lang));
        named.map_or_else(|| format!("{:.5}, {:.5}", at.lat, at.lon), |hit| hit.label)
    }

    /// A point as a hit: the remembered place there, or what the map calls it.
    pub(crate) fn hit_at(&self, at: LonLat, lang: Lang) -> Result<PlaceHitDto, AppError> {
        if let Some(place) = self.place_near(at)? {
            return Ok(remembered_hit(&place, None));
        }
        Ok(PlaceHitDto::new(self.name_of_point(at, lang), "point", point_dto(at), "coordinate"))
    }

    fn place_near(&self, at: LonLat) -> Result<Option<Place>, AppError> {
        let near = self.mine().places()?.into_iter().map(|place| (place.at.distance_m(at), place));
        let nearest = near.filter(|(m, _)| *m <= AT_PLACE_M).min_by(|a, b| a.0.total_cmp(&b.0));
        Ok(nearest.map(|(_, place)| place))
    }

    /// 老地方: the place that goes by that name, else the one outside home and work used most, newest first (S0-39).
    fn usual_place(&self) -> Result<Found, AppError> {
        for name in ["老地方", "the usual place"] {
            if let Some(place) = self.mine().find_place(name)?.first() {
                return Ok(Found::One(remembered_hit(place, None)));
            }
        }
        let mut places: Vec<Place> = self.mine().places()?;
        places.retain(|place| !matches!(place.tag.as_str(), "home" | "work") && place.uses > 0);
        places.sort_by(|a, b| b.last_used.cmp(&a.last_used).then(b.uses.cmp(&a.uses)));
        Ok(match places.first() {
            Some(place) => Found::One(remembered_hit(place, None)),
            None => Found::None(Vec::new()),
        })
    }

    fn find_named(&self, name: &str, near: Option<LonLat>, lang: Lang) -> Result<Found, AppError> {
        let remembered = self.mine().find_place(name)?;
        match remembered.as_slice() {
            [] => {}
            [one] => return Ok(Found::One(remembered_hit(one, near))),
            [first, rest @ ..] => {
                // Two rows for one spot are one place; otherwise ask.
                if rest.iter().all(|other| other.at.distance_m(first.at) <= AT_PLACE_M) {
                    return Ok(Found::One(remembered_hit(first, near)));
                }
                let hits = remembered.iter().map(|place| remembered_hit(place, near)).collect();
                return Ok(Found::Several(hits));
            }
        }
        let (hits, as_typed) = self.search_map_as_typed(name, near, 6, lang);
        // A guess is offered, never driven to: "ofice" is rather the remembered office than a Tourism Office.
        let Some(best) = hits.first().filter(|_| as_typed) else {
            let mut nearest: Vec<PlaceHitDto> = self
                .mine()
                .suggest_places(name, 3)?
                .iter()
                .map(|place| remembered_hit(place, near))
                .collect();
            let guessed = hits.into_iter().take(2);
            for hit in guessed.chain(self.nearest_on_map(name, near, 5, lang)) {
                if !nearest.iter().any(|known| known.label == hit.label && known.kind == hit.kind) {
                    nearest.push(hit);
                }
            }
            nearest.truncate(5);
            return Ok(Found::None(nearest));
        };
        let rivals: Vec<PlaceHitDto> = hits
            .iter()
            .filter(|hit| hit.label == best.label && hit.kind == best.kind)
            .filter(|hit| distance(hit, best) > SAME_THING_M)
            .cloned()
            .collect();
        // Several of the same name and kind: the nearest is meant only when a start is known to be near to.
        if rivals.is_empty() || near.is_some() {
            return Ok(Found::One(best.clone()));
        }
        Ok(Found::Several(std::iter::once(best.clone()).chain(rivals).collect()))
    }
}

fn distance(a: &PlaceHitDto, b: &PlaceHitDto) -> f64 {
    let at = |hit: &PlaceHitDto| LonLat { lon: hit.point.lon, lat: hit.point.lat };
    at(a).distance_m(at(b))
}

/// A remembered place as a hit.
pub fn remembered_hit(place: &Place, near: Option<LonLat>) -> PlaceHitDto {
    let kind = if place.tag.is_empty() { "place" } else { place.tag.as_str() };
    PlaceHitDto {
        detail: place.address.clone(),
        memory: Some(MemoryRef::Place(place.id).to_string()),
        distance_m: near.map(|near| near.distance_m(place.at)),
        used: (place.uses > 0).then_some(place.uses),
        ..PlaceHitDto::new(place.name.clone(), kind, point_dto(place.at), "memory")
    }
}

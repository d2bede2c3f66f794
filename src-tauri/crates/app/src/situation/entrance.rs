//! Where exactly one arrives (MISSION S0-03): the entrance that the person chose twice is where trips to the place end.

use domain::{Lang, LonLat, MemoryRef, Place, PlaceId};
use memory::EntranceEdit;

use crate::{
    App, AppError,
    dto::{EntranceDto, EntranceRequest, LangDto, MemoryDetailDto, PlaceHitDto},
    remember::{point_dto, point_of},
};

/// Metres within which a point set by hand is the place itself and no other point near it.
const THE_PLACE_M: f64 = 1.0;

impl App {
    /// Writes an entrance of a place down, or changes one; the place as it is then.
    pub fn entrance_put(
        &self,
        request: &EntranceRequest,
        lang: LangDto,
    ) -> Result<MemoryDetailDto, AppError> {
        let place = match &request.id {
            Some(id) => {
                let (place, number) = entrance_of(id)?;
                let edit =
                    EntranceEdit { name: request.name.clone(), at: request.point.map(point_of).transpose()? };
                self.mine().edit_entrance(place, number, &edit, &self.now())?;
                place
            }
            None => {
                let MemoryRef::Place(place) = request.place.parse()? else {
                    return Err(AppError::bad_request("place"));
                };
                let point = request.point.ok_or_else(|| AppError::bad_request("point"))?;
                let name = request.name.as_deref().unwrap_or_default();
                self.mine().add_entrance(place, name, point_of(point)?, &self.now())?;
                place
            }
        };
        self.memory_show(&MemoryRef::Place(place).to_string(), lang)
    }

    /// The person arrives by this entrance, this time. The second time makes it the place's end point.
    pub fn entrance_choose(&self, id: &str, lang: LangDto) -> Result<MemoryDetailDto, AppError> {
        let (place, number) = entrance_of(id)?;
        self.mine().choose_entrance(place, number, &self.now())?;
        self.memory_show(&MemoryRef::Place(place).to_string(), lang)
    }

    /// Takes an entrance away for good.
    pub fn entrance_delete(&self, id: &str, lang: LangDto) -> Result<MemoryDetailDto, AppError> {
        let (place, number) = entrance_of(id)?;
        let known = self.mine().place(place)?.map(|place| place.entrances).unwrap_or_default();
        self.mine().delete_entrance(place, number, &self.now())?;
        // Drives that end there do not ask about it again.
        if let Some(gone) = known.iter().find(|entrance| entrance.number == number) {
            self.mine().dismiss_spot(gone.at, &self.now())?;
        }
        self.memory_show(&MemoryRef::Place(place).to_string(), lang)
    }

    /// A remembered place as an end of a trip: at the entrance that the person chose, where there is one.
    pub(crate) fn at_entrance(&self, mut hit: PlaceHitDto, lang: Lang) -> Result<PlaceHitDto, AppError> {
        let Some(id) = Self::place_id(&hit) else { return Ok(hit) };
        let Some(place) = self.mine().place(id)? else { return Ok(hit) };
        let asked = LonLat { lon: hit.point.lon, lat: hit.point.lat };
        let Some(entrance) = place.routed_entrance().filter(|_| asked.distance_m(place.at) <= THE_PLACE_M)
        else {
            return Ok(hit);
        };
        hit.point = point_dto(entrance.at);
        hit.detail = match lang {
            Lang::Zh => format!("入口：{}", entrance.name),
            Lang::En => format!("Entrance: {}", entrance.name),
        };
        hit.entrance = Some(entrance.name.clone());
        Ok(hit)
    }

    /// What is told of it with a plan.
    pub(crate) fn entrance_words(&self, lang: Lang, destination: &PlaceHitDto) -> Option<String> {
        let place = self.mine().place(Self::place_id(destination)?).ok()??;
        let entrance =
            place.routed_entrance().filter(|one| Some(&one.name) == destination.entrance.as_ref())?;
        let (name, times) = (&entrance.name, entrance.chosen);
        Some(match lang {
            Lang::Zh => format!("到「{name}」：你选过它 {times} 次。"),
            Lang::En => format!("To the entrance “{name}”: you chose it {times} times."),
        })
    }
}

/// The entrances of a place on the wire.
pub(crate) fn entrance_dtos(place: &Place) -> Vec<EntranceDto> {
    let routed = place.routed_entrance().map(|entrance| entrance.number);
    place
        .entrances
        .iter()
        .map(|entrance| EntranceDto {
            id: format!("entrance-{}-{}", place.id.0, entrance.number),
            name: entrance.name.clone(),
            point: point_dto(entrance.at),
            chosen: entrance.chosen,
            routed: routed == Some(entrance.number),
        })
        .collect()
}

/// `entrance-PLACE-NUMBER`.
fn entrance_of(id: &str) -> Result<(PlaceId, u32), AppError> {
    let parts = id.strip_prefix("entrance-").and_then(|rest| rest.split_once('-'));
    let read = parts.and_then(|(place, number)| Some((PlaceId(place.parse().ok()?), number.parse().ok()?)));
    read.ok_or_else(|| AppError::bad_request("entrance"))
}

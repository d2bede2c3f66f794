//! What is here.

use domain::{EARTH_RADIUS_M, Lang, LonLat};
use region::NamedThing;
use rustc_hash::FxHashMap;

use crate::hit::{Ask, Hit, Matched};
use crate::{Index, place};

/// Nothing farther away than this is "here".
const REACH_M: f64 = 150.0;

/// A house this close is what one points at.
const HOUSE_M: f64 = 30.0;

/// Cells of 0.002 degrees: about 220 m from south to north.
const CELL_E7: i32 = 20_000;

/// Things by the cell they lie in.
#[derive(Debug)]
pub(crate) struct Grid {
    cells: FxHashMap<[i32; 2], Vec<u32>>,
}

impl Grid {
    /// Sorts the things into cells.
    pub fn new(things: &[NamedThing]) -> Self {
        let mut cells: FxHashMap<[i32; 2], Vec<u32>> = FxHashMap::default();
        for (entry, thing) in (0u32..).zip(things) {
            let cell = [thing.lon_e7, thing.lat_e7].map(|value| value.div_euclid(CELL_E7));
            cells.entry(cell).or_default().push(entry);
        }
        Self { cells }
    }

    /// Things in the cells around a place; some may be farther than `radius_m`.
    pub fn around(&self, at: LonLat, radius_m: f64) -> impl Iterator<Item = u32> {
        let lat_reach = (radius_m / EARTH_RADIUS_M).to_degrees();
        // Close to the poles a degree of longitude is nothing; no road goes there.
        let lon_reach = lat_reach / at.lat.to_radians().cos().max(0.05);
        let cell = |degrees: f64| ((degrees * 1e7).clamp(-1.8e9, 1.8e9) as i32).div_euclid(CELL_E7);
        let columns = cell(at.lon - lon_reach)..=cell(at.lon + lon_reach);
        let rows = cell(at.lat - lat_reach)..=cell(at.lat + lat_reach);
        columns
            .flat_map(move |column| rows.clone().map(move |row| [column, row]))
            .flat_map(|cell| self.cells.get(&cell).into_iter().flatten().copied())
    }
}

impl Index {
    /// The nearest thing with a name or address within 150 m; a house within 30 m comes before anything else.
    ///
    /// A street has one point in this index, its middle. Whoever knows the road under the point (the router, after
    /// snapping) knows the street's name better.
    pub fn reverse(&self, at: LonLat, lang: Lang) -> Option<Hit> {
        let nearest = self
            .grid
            .around(at, REACH_M)
            .filter_map(|entry| {
                let thing = self.things.get(entry as usize)?;
                let distance = at.distance_m(place(thing));
                let house = !thing.housenumber.is_empty() && !thing.street.is_empty();
                if distance > REACH_M || (thing.names.is_empty() && !house) {
                    return None;
                }
                // A town's point says little about the ground beside it.
                let handicap = if thing.kind.starts_with("place=") { REACH_M } else { 0.0 };
                let far_house = !(house && distance <= HOUSE_M);
                Some((far_house, distance + handicap, entry, house))
            })
            .min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)))?;
        let (_, _, entry, house) = nearest;
        let nameless = self.things.get(entry as usize).is_some_and(|thing| thing.names.is_empty());
        let matched = if house && nameless { Matched::Address } else { Matched::Similar };
        let mut hit = self.hit(entry, 1.0, matched, &Ask { near: Some(at), ..Ask::new(lang) })?;
        if hit.matched == Matched::Similar {
            hit.matched = Matched::Name(hit.label.clone());
        }
        Some(hit)
    }
}

//! Where a dog may come along, as the map says it: `dog=yes` and its kinds, and parks made for dogs (MISSION S0-45).

use domain::{Lang, LonLat};

use crate::{Ask, Hit, Index, Matched, place};

/// Values of `dog` that let it in (OSM wiki, "Key:dog").
const WELCOME: [&str; 5] = ["yes", "leashed", "unleashed", "designated", "permissive"];

impl Index {
    /// Places where dogs may come along, the nearest first, each with the tag that says so. What the map says nothing of is
    /// not among them, and neither is what has no label.
    pub fn dogs_welcome(&self, near: LonLat, limit: usize, lang: Lang) -> Vec<(Hit, String)> {
        let ask = Ask { near: Some(near), limit, ..Ask::new(lang) };
        let mut found: Vec<(f64, u32, String)> = (0u32..)
            .zip(&self.things)
            .filter_map(|(entry, thing)| {
                let tag = if WELCOME.contains(&thing.dog.as_str()) {
                    format!("dog={}", thing.dog)
                } else if thing.kind == "leisure=dog_park" && thing.dog != "no" {
                    thing.kind.clone()
                } else {
                    return None;
                };
                Some((near.distance_m(place(thing)), entry, tag))
            })
            .collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let hits = found
            .into_iter()
            .filter_map(|(_, entry, tag)| Some((self.hit(entry, 1.0, Matched::Category, &ask)?, tag)));
        hits.take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use region::{NamedThing, RoadNetwork};

    #[test]
    fn only_what_the_map_says_dogs_may_enter_is_found_nearest_first() {
        let thing = |name: &str, kind: &str, dog: &str, lat_e7: i32| NamedThing {
            osm: format!("n{name}"),
            names: vec![(String::new(), name.to_owned())],
            kind: kind.to_owned(),
            dog: dog.to_owned(),
            lat_e7,
            ..NamedThing::default()
        };
        let index = Index::build(
            vec![
                thing("Far Beach", "natural=beach", "unleashed", 300_000),
                thing("No Dogs", "leisure=park", "no", 10_000),
                thing("Silent", "leisure=park", "", 20_000),
                thing("Dog Run", "leisure=dog_park", "", 200_000),
                thing("Near Café", "amenity=cafe", "leashed", 100_000),
            ],
            &RoadNetwork::default(),
        );
        let found = |limit| -> Vec<(String, String)> {
            let near = LonLat { lon: 0.0, lat: 0.0 };
            let all = index.dogs_welcome(near, limit, Lang::En);
            all.into_iter().map(|(hit, tag)| (hit.label, tag)).collect()
        };
        let expected =
            [("Near Café", "dog=leashed"), ("Dog Run", "leisure=dog_park"), ("Far Beach", "dog=unleashed")]
                .map(|(label, tag)| (label.to_owned(), tag.to_owned()));
        assert_eq!(found(10), expected);
        assert_eq!(found(1), expected[..1]);
    }
}

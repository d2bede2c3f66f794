//! Roads by what people call them.

use domain::precedence::fold_road_name;
use region::RoadNetwork;
use rustc_hash::FxHashMap;

/// Name, English and Chinese name and refs of every road, folded, with the segments that carry them.
#[derive(Debug, Default)]
pub(crate) struct RoadNames {
    segments: FxHashMap<String, Vec<u32>>,
    spoken: Vec<String>,
}

impl RoadNames {
    pub(crate) fn index(roads: &RoadNetwork) -> Self {
        let text = |index: u32| roads.strings.get(index as usize).map_or("", String::as_str);
        let mut folded_of_way: Vec<Vec<String>> = Vec::with_capacity(roads.ways.len());
        let mut spoken = Vec::new();
        for way in &roads.ways {
            let words: Vec<&str> = [way.name, way.name_en, way.name_zh]
                .into_iter()
                .map(text)
                .chain(text(way.road_ref).split(';').map(str::trim))
                .filter(|word| !word.is_empty())
                .collect();
            spoken.extend(words.iter().map(|word| (*word).to_owned()));
            let mut folded: Vec<String> =
                words.into_iter().map(fold_road_name).filter(|word| !word.is_empty()).collect();
            folded.sort_unstable();
            folded.dedup();
            folded_of_way.push(folded);
        }
        spoken.sort_unstable();
        spoken.dedup();
        let mut segments: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        for (index, segment) in roads.segments.iter().enumerate() {
            for word in folded_of_way.get(segment.way as usize).into_iter().flatten() {
                if let Some(known) = segments.get_mut(word) {
                    known.push(index as u32);
                } else {
                    segments.insert(word.clone(), vec![index as u32]);
                }
            }
        }
        Self { segments, spoken }
    }

    /// Segments of the road that is called so; empty when there is none.
    pub(crate) fn segments_of(&self, name: &str) -> &[u32] {
        self.segments.get(&fold_road_name(name)).map_or(&[], Vec::as_slice)
    }

    /// Every name and ref as the map writes it, sorted.
    pub(crate) fn spoken(&self) -> &[String] {
        &self.spoken
    }
}

#[cfg(test)]
mod tests {
    use domain::precedence::fold_road_name as fold;

    #[test]
    fn refs_fold_to_one_form() {
        for (a, b) in [
            ("A 8", "a8"),
            ("Ａ８", "a-8"),
            ("Ｇ１０１ 国道", "g101国道"),
            ("Av. da Boavista", "av da boavista"),
        ] {
            assert_eq!(fold(a), fold(b), "{a} and {b} are one road");
        }
        assert_ne!(fold("A 8"), fold("A 80"));
    }
}

//! The stream as a person reads it: everything that was noticed, with its situation, to be searched and forgotten.

use std::collections::BTreeMap;

use domain::{MemoryRef, Noticed, PlaceId};

use crate::{
    App, AppError,
    dto::{FacetDto, StreamPageDto, StreamQuery, StreamRowDto},
    reflection::noticed,
};

/// Rows of a page when the request does not say.
const PAGE: usize = 200;
/// More than a life holds.
const EVERYTHING: usize = 10_000_000;

impl App {
    /// A part of the stream, newest first. Nothing of it is left out: what a drive said about roads, which the memory table
    /// shows as its trip, stands here too.
    pub fn stream(&self, query: &StreamQuery) -> Result<StreamPageDto, AppError> {
        self.drain()?;
        let mine = self.mine();
        let names: BTreeMap<PlaceId, String> =
            mine.places()?.into_iter().map(|place| (place.id, place.name)).collect();
        let stream = mine.stream(EVERYTHING)?;
        let words: Vec<String> = query.text.split_whitespace().map(memory::fold).collect();
        let any = |wanted: &[String], word: &str| wanted.is_empty() || wanted.iter().any(|one| one == word);
        let found: Vec<&Noticed> = stream
            .iter()
            .filter(|seen| any(&query.sources, seen.source.word()) && any(&query.kinds, &seen.kind))
            .filter(|seen| {
                words.is_empty() || {
                    let text = memory::fold(&searched(seen, &names));
                    words.iter().all(|word| text.contains(word.as_str()))
                }
            })
            .collect();
        let limit = if query.limit == 0 { PAGE } else { query.limit as usize };
        let page = found.iter().skip(query.offset as usize).take(limit);
        Ok(StreamPageDto {
            rows: page.map(|seen| row(seen, &names)).collect(),
            total: count(found.len()),
            all: count(stream.len()),
            sources: facets(stream.iter().map(|seen| seen.source.word())),
            kinds: facets(stream.iter().map(|seen| seen.kind.as_str())),
        })
    }
}

fn row(seen: &Noticed, names: &BTreeMap<PlaceId, String>) -> StreamRowDto {
    StreamRowDto {
        noticed: noticed(seen),
        place: seen.place.map(|id| MemoryRef::Place(id).to_string()),
        place_name: seen.place.and_then(|id| names.get(&id).cloned()).unwrap_or_default(),
        trip: seen.trip.map(|id| MemoryRef::Trip(id).to_string()),
        traffic: seen.traffic.clone(),
        session: seen.session.clone().unwrap_or_default(),
        heard: seen.heard,
    }
}

/// What the search field looks into.
fn searched(seen: &Noticed, names: &BTreeMap<PlaceId, String>) -> String {
    let about = seen.key.as_ref().map(|key| format!("{} {}", key.subject, key.attribute)).unwrap_or_default();
    let place = seen.place.and_then(|id| names.get(&id)).map(String::as_str).unwrap_or_default();
    let with = seen.passengers.join(" ");
    [seen.words.as_str(), &about, &seen.value, &seen.kind, place, &seen.traffic, &with].join(" ")
}

/// How often each word stands there, the most frequent first.
fn facets<'a>(words: impl Iterator<Item = &'a str>) -> Vec<FacetDto> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let mut all: Vec<(&str, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all.into_iter().map(|(word, n)| FacetDto { word: word.to_owned(), count: count(n) }).collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

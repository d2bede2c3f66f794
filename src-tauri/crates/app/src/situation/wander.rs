//! "Somewhere to take the dog this weekend": what is remembered of the person's taste, and what the map says dogs may enter
//! (MISSION S0-45). Only memories that are about what was asked, or that speak for a candidate, are cited.

use domain::{Lang, MemoryRef, Statement, StatementState};

use crate::{
    App, AppError,
    dto::{ErrorCode, WhereDto, WhereMemoryDto, WherePlaceDto, WhereRequest},
    remember::point_of,
    search::hit_dto,
    words,
};

/// Words for a dog, in the sentence and in memories.
const DOG: &[&str] = &["狗", "汪", "宠物", "毛孩子", "dog", "puppy", "pooch", "pup"];
/// Words that ask for some place and name none.
const SEEKS: &[&str] = &["地方", "哪", "去处", "where", "somewhere", "anywhere", "place", "spot"];
/// Words for kinds of places, with the map's kinds.
const KINDS: &[(&[&str], &[&str])] = &[
    (
        &["公园", "草地", "park", "garden", "花园"],
        &["leisure=park", "leisure=garden", "leisure=dog_park", "leisure=nature_reserve"],
    ),
    (&["海滩", "沙滩", "海边", "beach", "seaside"], &["natural=beach"]),
    (&["咖啡", "cafe", "café", "coffee"], &["amenity=cafe"]),
    (&["餐", "饭店", "吃饭", "restaurant", "lunch", "dinner"], &["amenity=restaurant"]),
    (&["酒店", "宾馆", "民宿", "hotel"], &["tourism=hotel", "tourism=guest_house"]),
];
/// Candidates where the number is not given, and at most.
const USUAL: usize = 10;
const MOST: usize = 50;

impl App {
    /// Places that allow what the sentence asks for, those that the person likes first.
    pub fn places_where(&self, request: &WhereRequest) -> Result<WhereDto, AppError> {
        let lang: Lang = request.lang.into();
        let asked = request.utterance.to_lowercase();
        if !says(&asked, DOG) {
            return Ok(WhereDto {
                text: words::pick(
                    lang,
                    "这句话没说那个地方要允许什么；现在会找能带狗去的地方。",
                    "The sentence does not say what the place has to allow; what can be looked for is where dogs may come along.",
                ),
                ..WhereDto::default()
            });
        }
        let near = match request.near {
            Some(point) => point_of(point)?,
            None => self.likely_start()?.ok_or_else(|| AppError::new(ErrorCode::NoOrigin))?,
        };
        let region = self.regions.holding(&[near]).ok_or_else(|| AppError::new(ErrorCode::OutsideRegion))?;
        let limit = match usize::try_from(request.limit).unwrap_or(MOST) {
            0 => USUAL,
            limit => limit.min(MOST),
        };
        let likes = self.likes(&asked)?;
        let liked: Vec<&str> = likes.iter().flat_map(|(_, kinds)| kinds.iter().copied()).collect();
        let found = region.names().dogs_welcome(near, MOST, lang);
        let mut places: Vec<WherePlaceDto> = found
            .into_iter()
            .map(|(hit, tag)| WherePlaceDto {
                preferred: liked.contains(&hit.kind.as_str()),
                place: hit_dto(&hit, false),
                tag,
            })
            .collect();
        // What is liked comes first, the nearest of each first.
        places.sort_by_key(|one| !one.preferred);
        places.truncate(limit);
        let memories: Vec<WhereMemoryDto> = likes
            .into_iter()
            .filter(|(one, kinds)| {
                says(&one.content.to_lowercase(), DOG)
                    || places.iter().any(|place| kinds.contains(&place.place.kind.as_str()))
            })
            .map(|(one, _)| WhereMemoryDto {
                id: MemoryRef::Statement(one.id).to_string(),
                text: one.content,
            })
            .collect();
        Ok(WhereDto {
            needs: vec!["dog".to_owned()],
            seeks: says(&asked, SEEKS),
            text: in_words(lang, &places, &memories),
            places,
            memories,
        })
    }

    /// Statements about dogs, or about a kind of place where that is a taste; with the kinds that each speaks for.
    fn likes(&self, asked: &str) -> Result<Vec<(Statement, Vec<&'static str>)>, AppError> {
        let in_force = self.statements_in_force()?.into_iter();
        let about = |one: &Statement| {
            let text = one.content.to_lowercase();
            let kinds: Vec<&str> = KINDS
                .iter()
                .filter(|(words, _)| says(&text, words) || says(asked, words) && says(&text, DOG))
                .flat_map(|(_, kinds)| kinds.iter().copied())
                .collect();
            // A taste for a kind of place counts only where it is one: "the café closes at six" is none.
            let taste = one.kind == domain::StatementType::Preference && !denies(&text);
            (says(&text, DOG) && !denies(&text) || taste && !kinds.is_empty()).then_some(kinds)
        };
        Ok(in_force
            .filter(|one| one.state == StatementState::Active && one.archived.is_none())
            .filter_map(|one| about(&one).map(|kinds| (one, kinds)))
            .collect())
    }
}

fn says(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| match word.is_ascii() {
        false => text.contains(word),
        // "Dog" is no part of "dogma".
        true => text.match_indices(word).any(|(at, _)| {
            let edge = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphabetic());
            let rest = &text[at + word.len()..];
            edge(text[..at].chars().next_back())
                && edge(rest.strip_prefix('s').unwrap_or(rest).chars().next())
        }),
    })
}

/// What is disliked speaks for nothing.
fn denies(text: &str) -> bool {
    [
        "不喜欢",
        "讨厌",
        "不想",
        "不要",
        "怕",
        "don't like",
        "does not like",
        "doesn't like",
        "hate",
        "dislike",
        "avoid",
        "afraid",
    ]
    .iter()
    .any(|no| text.contains(no))
}

fn in_words(lang: Lang, places: &[WherePlaceDto], memories: &[WhereMemoryDto]) -> String {
    let because = memories.first().map(|memory| memory.text.as_str());
    match (lang, places.len(), because) {
        (Lang::Zh, 0, _) => "地图上没有写明可以带狗的地方。".to_owned(),
        (Lang::En, 0, _) => "The map names no place where dogs may come along.".to_owned(),
        (Lang::Zh, n, Some(memory)) => format!("{n} 个能带狗去的地方；因为你说过「{memory}」。"),
        (Lang::Zh, n, None) => format!("{n} 个能带狗去的地方，由近到远。"),
        (Lang::En, 1, Some(memory)) => {
            format!("One place where dogs may come along; because you said “{memory}”.")
        }
        (Lang::En, n, Some(memory)) => {
            format!("{n} places where dogs may come along; because you said “{memory}”.")
        }
        (Lang::En, 1, None) => "One place where dogs may come along.".to_owned(),
        (Lang::En, n, None) => format!("{n} places where dogs may come along, the nearest first."),
    }
}

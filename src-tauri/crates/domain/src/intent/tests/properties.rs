//! Whatever is said, parsing ends with spans that lie inside the sentence.

use proptest::{
    prelude::*,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use super::{compact, read};
use crate::intent::{Intent, Span, TripState, lexicon::LEXICON, merge};

/// Fixed, so that a failure can be seen again.
const SEED: [u8; 32] = *b"laolu: whatever is said, it read";

fn check_spans(sentence: &str) -> Result<(), TestCaseError> {
    let (intent, notes) = read(sentence);
    let Intent {
        destination,
        origin,
        vias,
        wishes,
        mode,
        usual_route,
        depart,
        arrive_by,
        weather,
        hurry,
        ..
    } = &intent;
    let mut spans: Vec<&Span> = Vec::new();
    spans.extend(destination.iter().chain(origin).chain(vias).map(|mention| &mention.span));
    spans.extend(wishes.iter().map(|wish| &wish.span));
    spans.extend(mode.iter().map(|(_, span)| span));
    spans.extend(usual_route.iter().chain(hurry).chain(&intent.subject));
    spans.extend(depart.iter().chain(arrive_by).map(|(_, span)| span));
    spans.extend(weather.iter().map(|(_, span)| span));
    spans.extend(notes.iter().map(|note| &note.span));
    for span in spans {
        prop_assert!(span.start < span.end, "empty span {span:?} in {sentence:?}");
        prop_assert!(sentence.get(span.clone()).is_some(), "{span:?} cuts {sentence:?}");
    }
    // The compact form cuts the sentence by the spans, and merging reads everything.
    let _ = compact(sentence, &intent, &notes);
    let _ = merge(&TripState::default(), &intent);
    Ok(())
}

fn run(name: &str, strategy: &impl Strategy<Value = String>, cases: u32) {
    println!("{name}: seed {:?}", std::str::from_utf8(&SEED));
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &SEED);
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new_with_rng(config, rng).run(strategy, |sentence| check_spans(&sentence));
    assert!(outcome.is_ok(), "{outcome:?}");
}

#[test]
fn in1_ten_thousand_random_strings_parse() {
    run("random", &proptest::string::string_regex("(?s).{0,40}").expect("a valid pattern"), 10_000);
}

#[test]
fn in1_known_words_in_any_order_parse() {
    let mut words: Vec<String> = LEXICON.values().flatten().map(|(word, _)| (*word).to_owned()).collect();
    words.sort();
    words.extend(
        [
            "43.7,7.4",
            "八点",
            "明早",
            " ",
            "，",
            "A8",
            "公司",
            "é",
            "🚗",
            "X",
            "九",
            "at 8",
            "\u{301}",
            "家乐福",
            "7",
            "°",
        ]
        .map(str::to_owned),
    );
    let word = proptest::sample::select(words);
    let sentence = proptest::collection::vec((word, prop::bool::ANY), 0..9).prop_map(|words| {
        words
            .into_iter()
            .map(|(word, space)| if space { format!("{word} ") } else { word })
            .collect::<String>()
    });
    run("words", &sentence, 3_000);
}

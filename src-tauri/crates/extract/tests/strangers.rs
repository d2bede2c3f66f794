//! Sentences of people whom nobody here had seen, by the family that each showed missing; the words are variations of theirs.

use extract::{Extraction, Extractor, Known, Reference, Rules, Turn};

mod common;
use common::now;

/// What a sentence says, as `attribute=value`, or what it asks to be forgotten.
fn compact(words: &str) -> String {
    let found = Rules.extract(&Turn::typed(words, now()), &Known::default());
    let lines = found.iter().map(|one| match one {
        Extraction::Remember(new) => format!("{}={}", new.key.attribute, new.value),
        Extraction::Forget(request) => match &request.what {
            Reference::Last => "forget last".to_owned(),
            Reference::Everything => "forget all".to_owned(),
            Reference::Words(words) => format!("forget {words}"),
            Reference::Key(key) => format!("forget {}", key.attribute),
        },
    });
    lines.collect::<Vec<_>>().join(" ")
}

fn check(cases: &[(&str, &str)]) {
    let wrong = cases.iter().filter_map(|(words, expected)| {
        let got = compact(words);
        (got != *expected).then(|| format!("{words}\n  expected {expected}\n  got      {got}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn s1_20_a_request_to_forget_in_other_words() {
    check(&[
        ("Take my home address out of your memory", "forget my home address"),
        ("please take my number out of your records", "forget my number"),
        ("scratch that, don't remember it", "forget last"),
        ("strike that, forget it", "forget last"),
        ("scratch that, to the office", ""),
        ("erase all my data", "forget all"),
        ("delete all my data", "forget all"),
        ("take my mum out of the car", ""),
        ("take the umbrella out of the trunk", ""),
    ]);
}

#[test]
fn s1_06_a_taste_is_about_the_thing_and_no_lamp() {
    check(&[
        ("I hate roads with lots of traffic lights", "route.traffic_lights=avoid"),
        ("I don't like streets with many roundabouts", "route.roundabout=avoid"),
        ("We don't live in Bath any more", ""),
        ("I don't work there any more", ""),
        ("my wife hates roads with lots of traffic lights", ""),
    ]);
}

#[test]
fn s1_07_facts_in_other_words() {
    check(&[
        ("my bedtime is at eleven", "bedtime=23:00"),
        ("I usually hit the hay around eleven", "bedtime=23:00"),
        ("my shift starts at seven", "work.start=07:00"),
        ("I usually clock in at nine", "work.start=09:00"),
        ("my shift starts at seven tomorrow", ""),
        ("this car is provided by my company", "vehicle.owner=company"),
        ("my car is parked behind the library", "parked=the library"),
        ("I car share with Tom", "carpool=tom"),
        ("is my car parked behind the library?", ""),
        ("he said my shift starts at seven", ""),
    ]);
}

//! The privacy policy: fixtures in two languages, properties, and what it costs on harmless sentences.

use extract::{Basis, NewNoticed, NewStatement, Policy, Sanitized};
use proptest::prelude::*;

mod common;
use common::{ALL_PRIVACY, HARMLESS, rows, statement};

const DEV: &str = include_str!("../../../../tests/fixtures/extract/privacy_dev.tsv");
const HELD: &str = include_str!("../../../../tests/fixtures/extract/privacy_held.tsv");

fn failures(file: &str) -> Vec<String> {
    let mut failures = Vec::new();
    for row in rows(file) {
        let (text, class, gone) = (row[0], row[1], row[2]);
        let outcome = Policy::default().text(text, Basis::Observed);
        let clean = outcome.value.get();
        let left: Vec<&str> =
            gone.split('|').filter(|word| clean.to_lowercase().contains(&word.to_lowercase())).collect();
        let named = outcome.generalised.iter().any(|one| one.class.word() == class);
        let whole =
            row.get(3).is_none_or(|whole| whole.is_empty() || clean.trim_end_matches(['。', '.']) == *whole);
        if !left.is_empty() || !named || !whole {
            failures.push(format!("{text} -> {clean} (left {left:?}, class named: {named})"));
        }
    }
    failures
}

#[test]
fn s1_45_four_classes_in_two_languages() {
    assert_eq!(failures(DEV), Vec::<String>::new());
    assert!(rows(DEV).len() + rows(HELD).len() >= 150);
}

/// Written before the engine ran for the first time, and not tuned on: what it misses is printed and bounded.
#[test]
fn s1_45_held_out_sentences_are_made_harmless_too() {
    let missed = failures(HELD);
    println!("missed of {}: {missed:#?}", rows(HELD).len());
    assert!(missed.len() * 20 <= rows(HELD).len(), "{} of {}: {missed:#?}", missed.len(), rows(HELD).len());
}

#[test]
fn harmless_sentences_stay_as_they_are() {
    let policy = Policy::default();
    let all = rows(HARMLESS);
    let blocked: Vec<String> = all
        .iter()
        .map(|row| (row[0], policy.text(row[0], Basis::Observed)))
        .filter(|(text, outcome)| outcome.value.get() != text)
        .map(|(text, outcome)| format!("{text} -> {}", outcome.value.get()))
        .collect();
    println!("over-blocked {} of {}: {blocked:#?}", blocked.len(), all.len());
    assert!(blocked.len() * 50 <= all.len(), "{blocked:#?}");
}

/// MISSION S3-49: numbers leave after extraction and before storing; their real values come out beside the text only for a
/// person who opened a vault, and never in a debug print.
#[test]
fn s3_49_real_numbers_only_come_out_for_a_vault() {
    let said = statement("用户的手机号是13812345678，备用13812345679", "13812345678");
    let plain = Policy::default().sanitise(said.clone(), Basis::Observed);
    assert_eq!(plain.withheld, []);
    assert_eq!(plain.value.get().content, "用户的手机号是某个号码，备用某个号码");
    assert_eq!(plain.value.get().value, "某个号码");
    let kept = Policy::default().with_vault().sanitise(said, Basis::Observed);
    assert_eq!(kept.value.get().content, "用户的手机号是[phone a]，备用[phone b]");
    assert_eq!(kept.value.get().value, "[phone a]");
    let real: Vec<&str> = kept.withheld.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(real, ["13812345678", "13812345679"]);
    assert!(!format!("{kept:?}").contains("1381234"), "{kept:?}");
}

/// MISSION X16: exact by the person's own act, a district otherwise; numbers of people go either way.
#[test]
fn x16_a_confirmed_place_stays_exact_and_an_observed_one_is_coarsened() {
    let check = |places: &[&str], basis: Basis, said: &str, expected: &str| {
        let places: Vec<String> = places.iter().map(|place| (*place).to_owned()).collect();
        assert_eq!(Policy::new(&places).text(said, basis).value.get(), expected, "{said}");
    };
    check(&[], Basis::Observed, "我住在北京朝阳区三元桥", "我住在北京朝阳区");
    check(&[], Basis::ConfirmedPlace, "我住在北京朝阳区三元桥", "我住在北京朝阳区三元桥");
    check(&["三元桥"], Basis::Observed, "我住在三元桥", "我住在三元桥");
    check(&[], Basis::Observed, "city=北京;district=朝阳区;poi=三元桥", "city=北京;district=朝阳区");
    check(&[], Basis::Observed, "I live at 12 Baker Street, London", "I live at London");
    check(
        &[],
        Basis::ConfirmedPlace,
        "My home is 12 Baker Street, London",
        "My home is 12 Baker Street, London",
    );
    check(
        &[],
        Basis::ConfirmedPlace,
        "My home is 12 Baker Street, my phone is 415-555-2671",
        "My home is 12 Baker Street, my phone is a number",
    );
    check(
        &["Riverside Tower"],
        Basis::Observed,
        "My office is in Riverside Tower",
        "My office is in Riverside Tower",
    );
    let point = Policy::default().observed_point(domain::LonLat { lon: 116.397_451, lat: 39.908_722 });
    assert_eq!(point.get(), &domain::LonLat { lon: 116.4, lat: 39.91 });
}

#[test]
fn what_stands_instead_is_harmless_itself() {
    let policy = Policy::default();
    for file in ALL_PRIVACY {
        for row in rows(file) {
            let once = policy.text(row[0], Basis::Observed);
            let twice = policy.text(once.value.get(), Basis::Observed);
            assert_eq!(twice.generalised, [], "{} -> {}", row[0], once.value.get());
            assert!(!once.value.get().is_empty(), "nothing is left of {}", row[0]);
            for one in &once.generalised {
                assert!(policy.is_harmless(&one.instead, Basis::Observed), "{one:?}");
            }
        }
    }
}

/// All texts of a statement, for looking for what should be gone.
fn texts(value: &Sanitized<NewStatement>) -> String {
    let value = value.get();
    [&value.content, &value.value, &value.key.subject, &value.key.attribute, &value.key.condition]
        .map(String::as_str)
        .join("\n")
}

fn noticed(words: &str, passenger: &str, traffic: &str) -> NewNoticed {
    NewNoticed {
        at: common::now(),
        source: domain::StreamSource::Dialogue,
        kind: "said".to_owned(),
        words: words.to_owned(),
        key: None,
        value: String::new(),
        place: None,
        trip: None,
        weather: None,
        traffic: traffic.to_owned(),
        passengers: vec![passenger.to_owned()],
        importance: domain::Importance::default(),
        heard: 1.0,
        session: None,
    }
}

fn sensitive() -> impl Strategy<Value = (String, Vec<String>)> {
    let all: Vec<(String, Vec<String>)> = ALL_PRIVACY
        .iter()
        .flat_map(|file| rows(file))
        .map(|row| (row[0].to_owned(), row[2].split('|').map(str::to_owned).collect()))
        .collect();
    prop::sample::select(all)
}

fn filler() -> impl Strategy<Value = String> {
    prop::sample::select(rows(HARMLESS).into_iter().map(|row| row[0].to_owned()).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// MISSION S1-47: no field of a sanitised value holds what the engine flagged in any of them.
    #[test]
    fn s1_47_no_flagged_span_survives_in_any_field((said, gone) in sensitive(), before in filler(), after in filler()) {
        let end = if said.is_ascii() { ". " } else { "。" };
        let content = format!("{before}{end}{said}{end}{after}");
        for word in &gone {
            let mut new = statement(&content, word);
            new.key.condition = format!("with={word}");
            let clean = texts(&Policy::default().sanitise(new, Basis::Observed).value).to_lowercase();
            prop_assert!(!clean.contains(&format!("{}\n", word.to_lowercase())), "{word} survives in {clean}");
            let seen = Policy::default().sanitise(noticed(&said, word, ""), Basis::Observed);
            let value = seen.value.get();
            for text in value.passengers.iter().chain([&value.words]) {
                prop_assert!(Policy::default().is_harmless(text, Basis::Observed), "{text}");
            }
        }
        let policy = Policy::default();
        let clean = policy.text(&content, Basis::Observed);
        prop_assert!(policy.is_harmless(clean.value.get(), Basis::Observed), "{}", clean.value.get());
    }

    #[test]
    fn any_text_at_all_is_survived(text in "\\PC{0,60}", more in "[a-z0-9 @.,:'号楼路街去医院我的老婆1-9]{0,40}") {
        let policy = Policy::default();
        for text in [&text, &more, &format!("{text}{more}")] {
            let clean = policy.text(text, Basis::Observed);
            prop_assert!(policy.is_harmless(clean.value.get(), Basis::Observed));
        }
    }
}

//! Labelled turns, the part that may be looked at. The held-out part is measured by `cargo xtask eval extract`.

use extract::{Extraction, Extractor, Known, Reference, Rules, Turn};

mod common;
use common::{now, rows};

const DEV: &str = include_str!("../../../../tests/fixtures/extract/turns_dev.tsv");

/// What was extracted, written as a label.
fn labels(words: &str) -> Vec<String> {
    let found = Rules.extract(&Turn::typed(words, now()), &Known::default());
    let label = |one: &Extraction| match one {
        Extraction::Remember(new) => format!("{} {} {}", new.kind.word(), new.key.attribute, new.value),
        Extraction::Forget(request) => match request.what {
            Reference::Last => "forget last".to_owned(),
            Reference::Everything => "forget all".to_owned(),
            Reference::Words(_) | Reference::Key(_) => "forget words".to_owned(),
        },
    };
    found.iter().map(label).collect()
}

fn fits(label: &str, found: &str) -> bool {
    let (mut label, mut found) = (label.splitn(3, ' '), found.splitn(3, ' '));
    (0..3).all(|_| match (label.next(), found.next()) {
        (Some("*"), _) | (None, None) => true,
        (Some(wanted), Some(got)) => match wanted.strip_suffix(".*") {
            Some(prefix) => got.starts_with(prefix),
            None => wanted == got,
        },
        _ => false,
    })
}

#[test]
fn s2_12_what_is_worth_remembering_is_found_and_the_rest_is_left() {
    let mut wrong = Vec::new();
    for row in rows(DEV) {
        let expected: Vec<&str> = row[2].split(" ; ").filter(|label| *label != "-").collect();
        let found = labels(row[1]);
        let right = expected.len() == found.len()
            && expected.iter().all(|label| found.iter().any(|one| fits(label, one)));
        if !right {
            wrong.push(format!("{} | wanted {expected:?} | found {found:?}", row[1]));
        }
    }
    println!("{} of {} wrong", wrong.len(), rows(DEV).len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The labelled parts that only measure elsewhere are run here for a bound, so that a change of the rules that breaks them shows.
#[test]
fn s3_06_idle_talk_teaches_next_to_nothing() {
    const PARTS: [(&str, &str); 4] = [
        ("dev", include_str!("../../../../tests/fixtures/extract/chat_dev.tsv")),
        ("held", include_str!("../../../../tests/fixtures/extract/chat_held.tsv")),
        ("turns", include_str!("../../../../tests/fixtures/extract/turns_held.tsv")),
        ("fresh", include_str!("../../../../tests/fixtures/extract/turns_held2.tsv")),
    ];
    let (mut all, mut taught, mut missed, mut memories) = (0, 0, 0, 0);
    for (name, part) in PARTS {
        for row in rows(part) {
            let found = labels(row[1]);
            if row[2] == "-" {
                all += 1;
                taught += usize::from(!found.is_empty());
                if !found.is_empty() {
                    println!("{name}: {} | {found:?}", row[1]);
                }
            } else {
                memories += 1;
                missed += usize::from(found.is_empty());
            }
        }
    }
    println!("{taught} of {all} idle turns taught something, {missed} of {memories} memories were missed");
    assert!(taught * 100 <= all, "{taught} of {all}");
    assert!(missed * 50 <= memories, "{missed} of {memories}");
}

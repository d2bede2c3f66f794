//! What extracting, storing and recalling promise each other, by their public interfaces alone (MISSION S3-05).

use domain::StatementState;
use extract::{Basis, Extraction, Extractor, Known, NewStatement, Policy, Rules, Turn};
use memory::{Added, RecallAsk, StoreError};
use testkit::{
    clock::monaco,
    store::{TestStore, clean, fact, said},
};

use crate::{at, healthy, store};

/// One that has nothing to say, and one that says what no row may hold.
struct Silent;
struct Mad;

impl Extractor for Silent {
    fn extract(&self, _: &Turn, _: &Known<'_>) -> Vec<Extraction> {
        Vec::new()
    }
}

impl Extractor for Mad {
    fn extract(&self, turn: &Turn, _: &Known<'_>) -> Vec<Extraction> {
        let sound = fact("likes tea", "tea", "like", &turn.at);
        let backwards =
            domain::Validity { valid_from: turn.at.at, valid_to: Some(domain::Timestamp(turn.at.at.0 - 1)) };
        let mad = [
            NewStatement { confidence: 1.5, ..sound.clone() },
            NewStatement { confidence: f64::NAN, ..sound.clone() },
            NewStatement { content: "  ".to_owned(), ..sound.clone() },
            NewStatement { validity: backwards, ..sound.clone() },
            NewStatement {
                importance: domain::Importance { emotion: 7.0, ..sound.importance },
                ..sound.clone()
            },
        ];
        mad.into_iter().map(Extraction::Remember).collect()
    }
}

fn rows(kit: &TestStore) -> usize {
    kit.mine().statements(&memory::StatementQuery::default()).unwrap().len()
}

/// Extracts, makes harmless and stores, each by the interface of its crate.
fn take_in(
    kit: &TestStore,
    extractor: &dyn Extractor,
    words: &str,
) -> Vec<Result<Option<Added>, StoreError>> {
    let turn = Turn::typed(words, kit.now.clone());
    let found = extractor.extract(&turn, &Known::default());
    let drafts = found.into_iter().filter_map(|one| match one {
        Extraction::Remember(new) => Some(new),
        Extraction::Forget(_) => None,
    });
    drafts
        .map(|new| {
            let seen = Policy::default().sanitise(said(words, &kit.now), Basis::Observed).value;
            let new = Policy::default().sanitise(new, Basis::Observed).value;
            kit.mine()
                .learn(&seen, None, &[(new, None)], &kit.now)
                .map(|(_, mut added)| added.pop().flatten())
        })
        .collect()
}

#[test]
fn s3_05_what_is_extracted_can_be_stored_and_what_is_stored_can_be_recalled() {
    let kit = store();
    assert!(take_in(&kit, &Silent, "我爱喝绿茶").is_empty());
    for refused in take_in(&kit, &Mad, "我爱喝绿茶") {
        assert!(matches!(refused, Err(StoreError::OutOfRange(_))), "{refused:?}");
    }
    assert_eq!((rows(&kit), kit.mine().stream(9).unwrap().len()), (0, 0), "what is refused leaves nothing");
    for words in ["我爱喝绿茶", "I like jazz", "我对花生过敏", "I never take tunnels to work"] {
        for added in take_in(&kit, &Rules, words) {
            let id = added.unwrap().unwrap().id();
            let row = kit.mine().statement(id).unwrap().unwrap();
            // As it was extracted, by the words it was said in, found at once.
            assert!(row.confidence >= 0.7 && row.state == StatementState::Active, "{words}");
            assert_eq!(kit.mine().grounds(id).unwrap()[0].0.words, words);
            let found = kit.mine().recall(&RecallAsk::plain(&row.content, at(&kit.now))).unwrap().kept;
            assert!(
                found.iter().any(|one| one.memory == domain::MemoryRef::Statement(id)),
                "{words}: {found:?}"
            );
            assert!(found.iter().all(|one| (0.0..=1.0).contains(&one.score)) && found.len() <= 5);
        }
    }
    // Recalling writes nothing into what is remembered.
    let before = format!("{:?}", kit.mine().statements(&memory::StatementQuery::default()).unwrap());
    let late = at(&monaco(testkit::clock::MONDAY_MORNING + 86_400));
    kit.mine().recall(&RecallAsk::plain("tea", late)).unwrap();
    assert_eq!(format!("{:?}", kit.mine().statements(&memory::StatementQuery::default()).unwrap()), before);
    // Nothing that the policy has not seen has a type that could be stored: `clean` is the only way.
    let _only_this_compiles = clean(fact("likes tea", "tea", "like", &kit.now));
    healthy(&kit);
}

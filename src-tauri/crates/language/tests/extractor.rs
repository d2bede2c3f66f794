//! Rules and a language model behind the interface of `extract`: the same contract for both, and what each hears in other
//! words for a wish.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use domain::{
    Moment, StatementKey, Timestamp,
    language_model::{ModelAnswer, ModelAsk},
    ports::ModelError,
};
use extract::{Extraction, Extractor, Known, KnownStatement, Rules, Speaker, Turn};
use language::{Correspondent, ModelExtractor, Stage};

/// Other words for a wish, and what it is about; `-` for idle talk.
const PARAPHRASES: &str = include_str!("../../../../tests/fixtures/extract/paraphrases.tsv");

fn now() -> Moment {
    Moment { at: Timestamp(1_796_000_400), zone: "Asia/Shanghai".to_owned() }
}

fn lines() -> Vec<(&'static str, &'static str)> {
    let rows = PARAPHRASES.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    rows.map(|row| (row[1], row[2])).collect()
}

/// Answers every question with the same text.
struct Says(&'static str);

impl Correspondent for Says {
    fn ask(&self, _: Stage, _: &ModelAsk) -> Result<ModelAnswer, ModelError> {
        Ok(ModelAnswer { text: self.0.to_owned(), ms: 1.0 })
    }
}

/// A model that understands: it knows a wish when it hears one. What it says still has to pass everything that an answer
/// has to pass.
struct Understands;

impl Correspondent for Understands {
    fn ask(&self, _: Stage, ask: &ModelAsk) -> Result<ModelAnswer, ModelError> {
        let asked = ask.messages.last().map_or("", |message| message.text.as_str());
        let wish = lines().into_iter().find(|(words, about)| *about != "-" && asked.contains(words));
        let text = match wish {
            Some((words, _)) => format!(
                r#"{{"memory_type":"preference","memory_content":"{words}","confidence":0.9,"expiration":"permanent"}}"#
            ),
            None => r#"{"memory_type":"none"}"#.to_owned(),
        };
        Ok(ModelAnswer { text, ms: 1.0 })
    }
}

#[test]
fn s3_10_other_words_for_a_wish_are_heard_by_a_model_where_rules_miss_them() {
    let model = ModelExtractor { to: &Understands, schema: true };
    let hears = |extractor: &dyn Extractor, words: &str| {
        !extractor.extract(&Turn::typed(words, now()), &Known::default()).is_empty()
    };
    let wishes: Vec<_> = lines().into_iter().filter(|(_, about)| *about != "-").collect();
    let by = |extractor: &dyn Extractor| wishes.iter().filter(|(words, _)| hears(extractor, words)).count();
    let (rules, told) = (by(&Rules), by(&model));
    println!("paraphrases: rules {rules} of {n}, model path {told} of {n}", n = wishes.len());
    assert!(told > rules, "rules {rules}, model path {told}");
    assert!(told as f64 >= 0.9 * wishes.len() as f64, "of what a model says nearly all passes its checks");
    for (words, _) in lines().into_iter().filter(|(_, about)| *about == "-") {
        assert!(!hears(&Rules, words) && !hears(&model, words), "{words}");
    }
}

#[test]
fn s3_05_whoever_extracts_keeps_to_the_same_contract() {
    let lies = Says(
        r#"{"memory_type":"preference","memory_content":"erase everything","confidence":9,"expiration":"x"}"#,
    );
    let babbles = Says("YES YES YES/\u{0}/none");
    let models = [
        ModelExtractor { to: &Understands, schema: true },
        ModelExtractor { to: &lies, schema: true },
        ModelExtractor { to: &babbles, schema: false },
    ];
    let mut extractors: Vec<&dyn Extractor> = vec![&Rules];
    extractors.extend(models.iter().map(|model| model as &dyn Extractor));
    let known = [KnownStatement {
        id: domain::StatementId(1),
        key: StatementKey {
            subject: "me".into(),
            attribute: "drink.coffee".into(),
            condition: String::new(),
        },
        value: "like".into(),
        content: "用户喜欢咖啡".into(),
    }];
    let known = Known { statements: &known, places: &[] };
    let odd = ["", " ", "？", "\u{0}\u{7}", "a", "我", "忘掉这个", "🚗🚗🚗", "\"", "其实我不喝咖啡了"];
    let long = "我喜欢".repeat(2_000);
    let turns = lines().into_iter().map(|(words, _)| words).chain(odd).chain([long.as_str()]);
    for words in turns {
        for (who, extractor) in extractors.iter().enumerate() {
            let turn = Turn::typed(words, now());
            let found = extractor.extract(&turn, &known);
            assert_eq!(found, extractor.extract(&turn, &known), "the same words, the same answer: {who}");
            for one in &found {
                let Extraction::Remember(new) = one else { continue };
                assert!((0.0..=1.0).contains(&new.confidence), "{who} {words:.40}");
                assert!(
                    !new.content.trim().is_empty() && !new.content.contains('\u{0}'),
                    "{who} {words:.40}"
                );
                let parts = [new.importance.emotion, new.importance.consequence, new.importance.repetition];
                assert!(parts.iter().all(|part| (0.0..=1.0).contains(part)), "{who} {words:.40}");
                assert!(new.validity.valid_to.is_none_or(|end| end >= new.validity.valid_from));
            }
            for speaker in [Speaker::Laolu, Speaker::Other] {
                let other = Turn { speaker, ..turn.clone() };
                assert_eq!(extractor.extract(&other, &known), [], "of others nothing: {who} {words:.40}");
            }
        }
    }
}

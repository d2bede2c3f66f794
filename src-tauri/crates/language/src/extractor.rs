//! Extraction by a language model, behind the same interface as the rules (MISSION S1-24, S3-07).
//!
//! Only what the owner says or types is shown to the model; never a name of a map, a track or a review. What comes back
//! waits for the person's yes unless it is literally their statement ([`crate::extraction`], MISSION F-8).

use domain::{
    MemoryClass, Provenance, StatementKey, StatementState, StatementType, StreamSource, Timestamp, Validity,
    language_model::ModelAsk,
};
use extract::{Extraction, Extractor, Known, NewStatement, Speaker, Turn, importance_of};

use crate::{Correspondent, Stage, context::Recalled, extraction, grounds, lang_of, told};

/// Most related memories that are shown with a turn.
const MOST_RELATED: usize = 10;
/// Longest turn that is asked about, bytes.
const LONGEST: usize = 4_000;

/// The model as an extractor.
pub struct ModelExtractor<'a> {
    /// Sends the question.
    pub to: &'a dyn Correspondent,
    /// Whether the server knows JSON schemas; without, one line is asked for.
    pub schema: bool,
}

impl Extractor for ModelExtractor<'_> {
    fn extract(&self, turn: &Turn, known: &Known<'_>) -> Vec<Extraction> {
        let said = turn.source == StreamSource::Dialogue && turn.speaker == Speaker::Owner;
        if !said || turn.words.trim().is_empty() || turn.words.len() > LONGEST {
            return Vec::new();
        }
        let related: Vec<Recalled> = known
            .statements
            .iter()
            .filter(|statement| grounds::touch(&statement.content, &turn.words))
            .take(MOST_RELATED)
            .map(|statement| Recalled {
                id: format!("stmt-{}", statement.id),
                text: statement.content.clone(),
                at: turn.at.clone(),
                source: String::new(),
            })
            .collect();
        let mut asker = |stage: Stage, ask: &ModelAsk| self.to.ask(stage, ask);
        let lang = lang_of(&turn.words);
        let told = if self.schema {
            let ask = extraction::prompt(&turn.words, &related);
            told(&mut asker, Stage::Extraction, ask, lang, |text| extraction::answered(text, &turn.words))
        } else {
            let ask = extraction::line_prompt(&turn.words, &related);
            told(&mut asker, Stage::Extraction, ask, lang, |text| {
                extraction::line_answered(text, &turn.words)
            })
        };
        self.to.note(told.exchanges);
        let found = told.value.flatten();
        found.map(|found| Extraction::Remember(statement(&found, turn))).into_iter().collect()
    }
}

/// The key of a sentence that is about itself alone: a model cannot name a key under which another statement would be
/// replaced. The same words have the same key, which does not show them.
pub fn said_key(content: &str) -> StatementKey {
    // FNV-1a (draft-eastlake-fnv), in letters: digits could look like a number of the person's.
    let bytes = grounds::tokens(content).join(" ").into_bytes();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, step);
    let letter = |place: u32| char::from(b'a' + ((hash >> (4 * place)) & 15) as u8);
    StatementKey {
        subject: "me".to_owned(),
        attribute: format!("said:{}", (0..16).map(letter).collect::<String>()),
        condition: String::new(),
    }
}

fn statement(found: &extraction::ModelExtraction, turn: &Turn) -> NewStatement {
    let waits = found.waits() || turn.heard < extraction::SURE;
    let ends = |days: u32| Timestamp(turn.at.at.0.saturating_add(i64::from(days) * 86_400));
    NewStatement {
        class: match found.kind {
            StatementType::Preference => MemoryClass::Preference,
            StatementType::Plan => MemoryClass::Conversational,
            _ => MemoryClass::Factual,
        },
        kind: found.kind,
        content: found.content.clone(),
        key: said_key(&found.content),
        value: String::new(),
        importance: importance_of(turn),
        confidence: if waits { found.confidence.min(extraction::SURE - 0.01) } else { found.confidence },
        provenance: if found.literal { Provenance::Stated } else { Provenance::Inferred },
        state: if waits { StatementState::Review } else { StatementState::Active },
        validity: Validity { valid_from: turn.at.at, valid_to: found.expires_days.map(ends) },
        session: turn.session.clone(),
        corrects: None,
        ties: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Moment, language_model::ModelAnswer, ports::ModelError};

    struct Says(&'static str);

    impl Correspondent for Says {
        fn ask(&self, _: Stage, _: &ModelAsk) -> Result<ModelAnswer, ModelError> {
            Ok(ModelAnswer { text: self.0.to_owned(), ms: 1.0 })
        }
    }

    fn turn(words: &str) -> Turn {
        Turn::typed(words, Moment { at: Timestamp(1_795_998_720), zone: "Asia/Shanghai".to_owned() })
    }

    #[test]
    fn f_8_what_a_model_extracts_waits_unless_it_was_said_word_for_word() {
        let check = |answer: &'static str, words: &str, expected: Option<(StatementState, Provenance)>| {
            let extractor = ModelExtractor { to: &Says(answer), schema: true };
            let found = extractor.extract(&turn(words), &Known::default());
            let states: Vec<(StatementState, Provenance)> = found
                .iter()
                .map(|one| match one {
                    Extraction::Remember(new) => (new.state, new.provenance),
                    Extraction::Forget(_) => panic!("a model never forgets"),
                })
                .collect();
            assert_eq!(states, expected.into_iter().collect::<Vec<_>>(), "{words}");
        };
        let said = r#"{"memory_type":"preference","memory_content":"我不喝咖啡","confidence":0.9,"expiration":"永久"}"#;
        check(said, "其实我不喝咖啡了", Some((StatementState::Active, Provenance::Stated)));
        check(said, "因为胃不好，我不喝咖啡和浓茶", Some((StatementState::Review, Provenance::Inferred)));
        check(said, "今天好堵", None);
        check(r#"{"memory_type":"none"}"#, "今天好堵", None);
        let other = Turn { speaker: Speaker::Other, ..turn("我不喝咖啡") };
        assert!(
            ModelExtractor { to: &Says(said), schema: true }.extract(&other, &Known::default()).is_empty()
        );
        let import = Turn { source: StreamSource::Import, ..turn("我不喝咖啡") };
        assert!(
            ModelExtractor { to: &Says(said), schema: true }.extract(&import, &Known::default()).is_empty()
        );
    }

    #[test]
    fn a_key_is_the_words_own_and_shows_none_of_them() {
        let key = |content: &str| said_key(content).attribute;
        assert_eq!(key("I hate the ring road."), key("i hate  the ring road"));
        assert_ne!(key("我不喝咖啡"), key("我不喝茶"));
        assert!(key("13800138000").strip_prefix("said:").is_some_and(|hash| {
            hash.len() == 16 && hash.bytes().all(|letter| (b'a'..=b'p').contains(&letter))
        }));
    }

    #[test]
    fn s2_13_a_server_without_schemas_is_asked_for_one_line() {
        let extractor = ModelExtractor { to: &Says("YES/周五不去健身房/计划"), schema: false };
        let found = extractor.extract(&turn("周五不去健身房"), &Known::default());
        let [Extraction::Remember(new)] = found.as_slice() else { panic!("one memory: {found:?}") };
        assert_eq!((new.kind, new.state), (StatementType::Plan, StatementState::Review));
    }
}

//! What a person says, from the words to the bytes on disk: made harmless first, then written, then found or forgotten.

use app::dto::{LangDto, MemoryKindDto, MemoryQuery, SaidDto, SayRequest, SpeakerDto};

use crate::support::Bench;

fn say(bench: &Bench, words: &str) -> SaidDto {
    bench.app.say(&SayRequest { words: words.to_owned(), ..SayRequest::default() }).unwrap()
}

fn outcomes(said: &SaidDto) -> Vec<(&str, &str)> {
    said.stored.iter().map(|one| (one.text.as_str(), one.outcome.as_str())).collect()
}

/// Every byte of every file below a folder.
fn bytes(folder: &std::path::Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { all.extend(bytes(&path)) } else { all.extend(std::fs::read(&path).unwrap()) }
    }
    all
}

#[test]
fn s1_46_s1_47_no_byte_of_a_hospital_a_relation_or_a_date_is_ever_written() {
    let bench = Bench::empty();
    let hospital = say(&bench, "我今天去协和医院看病");
    assert_eq!(outcomes(&hospital), [("用户有医疗出行需求", "new")]);
    assert_eq!(hospital.generalised[0].class, "health");
    let gift = say(&bench, "老婆5月20号生日");
    assert_eq!(outcomes(&gift), [("近期有礼物购买需求", "new")]);
    let english = say(&bench, "I'm going to St Barnabas hospital tomorrow");
    assert_eq!(outcomes(&english), [("The user needs trips for medical care", "reinforced")]);
    // Of a number nothing harmless is left that would be worth keeping.
    let phone = say(&bench, "我的手机号是13800138000");
    assert_eq!(phone.stored[0].outcome, "withheld");
    let road = say(&bench, "以后去协和医院都走江边");
    assert!(!road.stored.is_empty());
    let folder = bench.data_dir().to_owned();
    let all = bytes(&folder);
    for gone in ["协和", "医院", "老婆", "生日", "5月20", "Barnabas", "hospital", "13800138000"] {
        let found = all.windows(gone.len()).filter(|window| *window == gone.as_bytes()).count();
        assert_eq!(found, 0, "{gone}");
    }
}

#[test]
fn x16_an_address_stays_exact_only_where_the_person_asks() {
    let bench = Bench::empty();
    let passing = say(&bench, "我住在北京朝阳区三元桥");
    assert_eq!(passing.stored[0].value, "city=北京;district=朝阳区");
    assert!(!passing.stored[0].text.contains("三元桥"));
    let asked = say(&bench, "记住，我搬到北京朝阳区三元桥了");
    assert_eq!(asked.stored[0].value, "city=北京;district=朝阳区;poi=三元桥");
    assert_eq!(asked.generalised, []);
}

#[test]
fn s1_20_a_word_to_forget_deletes_exactly_what_it_means_and_asks_otherwise() {
    let bench = Bench::empty();
    say(&bench, "我喜欢喝咖啡");
    say(&bench, "我喜欢爵士乐");
    say(&bench, "我喜欢喝冰咖啡");
    let count =
        || bench.page(MemoryQuery { kinds: vec![MemoryKindDto::Statement], ..MemoryQuery::default() }).total;
    assert_eq!(count(), 3);
    let jazz = say(&bench, "忘掉爵士乐").forget.unwrap();
    assert_eq!(jazz.deleted.unwrap().text, "用户喜欢爵士乐");
    assert_eq!(count(), 2);
    // Two are left that "coffee" could mean: nothing goes on a guess.
    let drinks = say(&bench, "忘掉咖啡").forget.unwrap();
    assert!(drinks.deleted.is_none() && drinks.candidates.len() == 2, "{drinks:?}");
    let everything = say(&bench, "删掉所有记忆").forget.unwrap();
    assert!(everything.deleted.is_none() && everything.candidates.len() == 2, "{everything:?}");
    assert_eq!(count(), 2);
    bench.app.memory_undo("").unwrap();
    assert_eq!(count(), 3);
}

#[test]
fn s3_14_s1_35_what_is_unsure_waits_and_what_others_say_is_not_kept() {
    let bench = Bench::empty();
    let other = SayRequest {
        words: "我喜欢喝咖啡".to_owned(),
        speaker: SpeakerDto::Other,
        lang: LangDto::Zh,
        ..SayRequest::default()
    };
    assert!(bench.app.say(&other).unwrap().nothing);
    let unclear = SayRequest { speaker: SpeakerDto::Unclear, ..other.clone() };
    assert_eq!(bench.app.say(&unclear).unwrap().stored[0].outcome, "waits");
    assert!(say(&bench, "你好").nothing);
    let badly = SayRequest { heard: Some(1.5), ..other };
    assert!(bench.app.say(&badly).is_err());
}

#[test]
fn s2_04_a_correction_replaces_what_it_corrects() {
    let bench = Bench::empty();
    say(&bench, "我喜欢喝咖啡");
    let corrected = say(&bench, "其实我不喝咖啡了");
    assert_eq!(corrected.stored[0].value, "dislike");
    let again = say(&bench, "我不喝咖啡");
    assert_eq!(again.stored[0].outcome, "reinforced");
}

#[test]
fn s1_34_what_was_heard_badly_matters_half_once_where_it_is_said_and_where_it_is_noticed() {
    let total = |heard: f64| {
        let bench = Bench::empty();
        let words = "我特别讨厌香菜".to_owned();
        let said = bench
            .app
            .say(&SayRequest {
                words,
                heard: Some(heard),
                speaker: SpeakerDto::Owner,
                ..SayRequest::default()
            })
            .unwrap();
        let inside = bench.app.memory_show(&said.stored[0].id, LangDto::Zh).unwrap().inside;
        let statement: f64 = inside.importance.iter().filter_map(|part| part.value).sum();
        let noticed = bench.app.stream(&app::dto::StreamQuery::default()).unwrap().rows[0].noticed.importance;
        (statement, noticed)
    };
    let (well, badly) = (total(1.0), total(0.5));
    assert!((badly.0 - well.0 / 2.0).abs() < 1e-9, "{badly:?} {well:?}");
    assert!((badly.1 - well.1 / 2.0).abs() < 1e-9, "{badly:?} {well:?}");
}

#[test]
fn f_8_what_is_only_quoted_deletes_nothing() {
    let bench = Bench::empty();
    say(&bench, "我不喝咖啡");
    let quoted = say(&bench, "嗯，招牌上是「忘掉我不喝咖啡」");
    assert!(quoted.forget.is_none() && quoted.stored.is_empty(), "{quoted:?}");
    let own = say(&bench, "忘掉「我不喝咖啡」");
    assert!(own.forget.is_some(), "{own:?}");
}

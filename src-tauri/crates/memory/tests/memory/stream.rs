use domain::{Importance, MemoryRef, Moment, Provenance, StatementKey, StatementType, StreamSource, Weather};
use extract::{NewNoticed, NewStatement};
use memory::{
    Added, Effect, Erased, ListQuery, MemoryKind, Reflection, ReflectionCause, StoreError, scan_bytes,
};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, fact, key, said},
};

use crate::{healthy, store};

fn at(hours: i64) -> Moment {
    monaco(MONDAY_MORNING + hours * 3_600)
}

fn degrees(value: &str, now: &Moment) -> NewNoticed {
    NewNoticed {
        source: StreamSource::Action,
        kind: "set".to_owned(),
        key: Some(key("me", "cabin.temperature")),
        value: value.to_owned(),
        words: String::new(),
        ..said("", now)
    }
}

#[test]
fn s1_01_24_degrees_and_then_26_degrees_are_two_events_and_none_is_ever_changed() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    kit.mine().notice(&clean(degrees("24", &at(0)))).unwrap();
    kit.mine().notice(&clean(degrees("26", &at(1)))).unwrap();
    let stream = kit.mine().stream_about(&key("me", "cabin.temperature"), 9).unwrap();
    assert_eq!(stream.iter().map(|row| row.value.as_str()).collect::<Vec<_>>(), ["24", "26"]);
    assert_eq!(kit.mine().stream(9).unwrap().len(), 2, "the view shows the stream");
    // Not even by SQL: every column of content is guarded.
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    let columns: Vec<String> = raw
        .prepare("SELECT name FROM pragma_table_info('observations')")
        .unwrap()
        .query_map([], |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let counters = ["uses", "last_used_at", "deletion_id", "place_id"];
    for column in columns.iter().filter(|column| !counters.contains(&column.as_str())) {
        let changed = raw.execute(&format!("UPDATE observations SET {column} = {column}"), []);
        assert!(changed.is_err(), "{column}");
    }
    assert!(raw.execute("UPDATE observations SET place_id = 1", []).is_err());
}

#[test]
fn s1_02_an_event_carries_its_situation() {
    let kit = store();
    let place = kit.place("公司", "work", 7.41, 43.73).unwrap();
    let new = NewNoticed {
        place: Some(place),
        weather: Some(Weather::Rain),
        traffic: "堵".to_owned(),
        passengers: vec!["孩子".to_owned()],
        key: Some(key("me", "cabin.temperature")),
        value: "23".to_owned(),
        importance: Importance { emotion: 0.7, consequence: 0.5, repetition: 0.0 },
        heard: 0.9,
        session: Some("talk-1".to_owned()),
        ..said("开到23度", &at(0))
    };
    let id = kit.mine().notice(&clean(new.clone())).unwrap();
    let row = kit.mine().noticed(id).unwrap().unwrap();
    assert_eq!((row.at, row.words, row.value), (at(0), new.words, new.value));
    assert_eq!((row.place, row.weather, row.traffic), (new.place, new.weather, new.traffic));
    assert_eq!(
        (row.key, row.importance, row.heard, row.session),
        (new.key, new.importance, 0.9, new.session)
    );
    assert_eq!(row.passengers.len(), 1);
}

#[test]
fn s1_21_the_page_lists_every_row() {
    let kit = store();
    kit.mine().notice(&clean(said("今天好堵", &at(0)))).unwrap();
    kit.mine().add_statement(&clean(fact("喜欢爵士", "music", "爵士", &at(0))), &[], None, &at(0)).unwrap();
    let page = kit.mine().list(&ListQuery::default()).unwrap();
    assert_eq!(page.total, 2);
    let kinds: Vec<MemoryKind> = page.rows.iter().map(|row| row.kind).collect();
    assert!(kinds.contains(&MemoryKind::Statement) && kinds.contains(&MemoryKind::Noticed));
    let found = kit.mine().list(&ListQuery { text: "爵士".into(), ..ListQuery::default() }).unwrap();
    assert_eq!(found.total, 1);
}

#[test]
fn s3_24_a_statement_knows_the_words_it_came_from() {
    let kit = store();
    let seen = kit.mine().notice(&clean(said("我喜欢爵士", &at(0)))).unwrap();
    let new = clean(fact("喜欢爵士", "music", "爵士", &at(0)));
    let id = kit.mine().add_statement(&new, &[seen], None, &at(0)).unwrap().id();
    let detail = kit.mine().show(MemoryRef::Observation(seen)).unwrap();
    assert_eq!(detail.dependents, [MemoryRef::Statement(id)]);
    assert_eq!(kit.mine().show(MemoryRef::Statement(id)).unwrap().row.evidence, 1);
}

/// Three evenings of the same, an insight made of them, and how it stands.
fn insight(kit: &TestStore) -> (Vec<domain::ObservationId>, domain::StatementId) {
    let seen: Vec<_> =
        (0..3).map(|n| kit.mine().notice(&clean(degrees("22", &at(n * 24)))).unwrap()).collect();
    let new = NewStatement {
        kind: StatementType::Insight,
        provenance: Provenance::Inferred,
        state: domain::StatementState::Pending,
        confidence: 0.8,
        key: StatementKey { condition: "bucket=evening".into(), ..key("me", "insight:cabin.temperature") },
        ..fact("傍晚喜欢凉一点", "", "cabin.temperature=lower", &at(72))
    };
    let run = Reflection {
        at: at(72),
        cause: ReflectionCause::Count,
        processed: 3,
        importance_sum: 0.3,
        cursor: seen[2],
        made: 1,
    };
    let made = kit.mine().reflect(&run, &[(clean(new), seen.clone(), None)]).unwrap();
    assert_eq!(kit.mine().unreflected().unwrap().0, Some(seen[2]));
    (seen, made[0].unwrap())
}

#[test]
fn f_4_an_insight_loses_support_and_goes_with_the_second_to_last_piece() {
    let kit = store();
    let (seen, insight) = insight(&kit);
    let verify = kit.mine().notice(&clean(degrees("22", &at(100)))).unwrap();
    kit.mine().add_statement_evidence(insight, &[verify], true, &at(100)).unwrap();
    let standing =
        reflect::life::after(reflect::life::begin(at(72).at), reflect::life::Event::Matched, at(100).at);
    let reflect::life::Next::Stands(standing) = standing else { panic!("{standing:?}") };
    kit.mine().set_standing(insight, &standing, &at(100)).unwrap();
    let of = |effects: &[(MemoryRef, Effect)]| {
        effects.iter().find(|(memory, _)| *memory == MemoryRef::Statement(insight)).map(|(_, effect)| *effect)
    };
    // The drive that verified it: it is only observed again, as in a store that never saw that drive.
    let plan = kit.mine().erase_preview(&[MemoryRef::Observation(verify)], false).unwrap();
    assert_eq!(of(&plan.derived), Some(Effect::Weakened { before: 1.0, after: 0.8 }));
    kit.mine().erase(&plan, &at(101)).unwrap();
    let row = kit.mine().statement(insight).unwrap().unwrap();
    assert_eq!((row.state, row.confidence), (domain::StatementState::Pending, 0.8));
    let plan = kit.mine().erase_preview(&[MemoryRef::Observation(seen[0])], false).unwrap();
    assert_eq!(of(&plan.derived), Some(Effect::Unlinked), "two are left");
    kit.mine().erase(&plan, &at(102)).unwrap();
    let gone = kit.mine().delete(&[MemoryRef::Observation(seen[1])], &at(103)).unwrap();
    assert_eq!(gone.also, [MemoryRef::Statement(insight)], "one is no evidence (S1-07)");
    kit.mine().undo(gone.id, &at(104)).unwrap();
    assert!(kit.mine().statement(insight).unwrap().is_some());
    healthy(&kit);
}

#[test]
fn s1_20_f_5_what_was_erased_is_not_learned_imported_or_concluded_again_but_can_be_said() {
    let kit = store();
    let entry = NewNoticed { source: StreamSource::Import, ..said("我爱听鬼影乐", &at(0)) };
    let seen = kit.mine().notice(&clean(entry.clone())).unwrap();
    assert_eq!(kit.mine().notice(&clean(entry.clone())).unwrap(), seen, "the same entry is one row");
    let home = NewStatement {
        provenance: Provenance::Imported,
        ..fact("爱听鬼影乐", "music", "鬼影乐", &at(0))
    };
    let id = kit.mine().add_statement(&clean(home.clone()), &[seen], None, &at(0)).unwrap().id();
    let (_, insight) = insight(&kit);
    let insight_row = kit.mine().statement(insight).unwrap().unwrap();
    let plan = kit
        .mine()
        .erase_preview(
            &[MemoryRef::Statement(id), MemoryRef::Observation(seen), MemoryRef::Statement(insight)],
            false,
        )
        .unwrap();
    assert_eq!(kit.mine().erase(&plan, &at(80)).unwrap(), Erased::Done);
    assert!(matches!(kit.mine().notice(&clean(entry)), Err(StoreError::Forgotten)), "re-import");
    let again = |new: &NewStatement| kit.mine().add_statement(&clean(new.clone()), &[], None, &at(90));
    assert!(matches!(again(&home), Err(StoreError::Forgotten)), "re-learning");
    let concluded = NewStatement {
        kind: StatementType::Insight,
        provenance: Provenance::Inferred,
        key: insight_row.key,
        value: insight_row.value,
        content: "说法不同".to_owned(),
        ..fact("", "", "", &at(90))
    };
    assert!(matches!(again(&concluded), Err(StoreError::Forgotten)), "reflection");
    let stated = NewStatement { provenance: Provenance::Stated, ..home.clone() };
    assert!(matches!(again(&stated), Ok(Added::New(_))), "the person may say it again");
    assert!(matches!(again(&home), Ok(Added::Reinforced(_))));
    healthy(&kit);
}

#[test]
fn f_3_of_an_erased_statement_no_byte_is_left_nor_of_the_words_it_came_from() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let said_it = said("我最爱吃鬼影楼的vorpaldumplings", &at(0));
    let seen =
        kit.mine().notice(&clean(NewNoticed { session: Some("jabber-talk-1".into()), ..said_it })).unwrap();
    let mut new = fact("最爱吃鬼影楼的vorpaldumplings", "food", "vorpaldumplings", &at(0));
    new.ties = vec![extract::Tie {
        relation: domain::graph::Relation::Praised,
        to: extract::EntityName {
            kind: domain::graph::EntityKind::Thing,
            name: "鬼影楼 bandersnatch".into(),
        },
    }];
    let vector = kit.vector(&new.content);
    let id = kit.mine().add_statement(&clean(new), &[seen], Some(&vector), &at(0)).unwrap().id();
    let failure = memory::NewFailure {
        query: "哪里有vorpaldumplings".into(),
        wrong: MemoryRef::Statement(id),
        right: None,
    };
    kit.mine().note_failure(&failure, &at(1)).unwrap();
    kit.mine().keep_trace("t1", r#"{"query":"vorpaldumplings"}"#, &at(1)).unwrap();
    kit.store.back_up(&at(2)).unwrap();
    kit.mine().delete(&[MemoryRef::Statement(id)], &at(3)).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Statement(id)], false).unwrap();
    assert!(plan.derived.contains(&(MemoryRef::Observation(seen), Effect::Removed)), "{:?}", plan.derived);
    assert!(!scan_bytes(folder.path(), &plan.needles, &[]).unwrap().hits.is_empty());
    assert_eq!(kit.mine().erase(&plan, &at(4)).unwrap(), Erased::Done);
    let scan = scan_bytes(folder.path(), &plan.needles, &[]).unwrap();
    assert_eq!(scan.hits, [], "{scan:?}");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let bytes = std::fs::read(&path).unwrap();
            for text in ["vorpaldumplings", "鬼影楼", "bandersnatch", "jabber-talk"] {
                assert!(!bytes.windows(text.len()).any(|part| part == text.as_bytes()), "{text} in {path:?}");
            }
        }
    }
    assert_eq!(kit.mine().entities().unwrap(), []);
    assert!(
        memory::Store::backups_of(kit.store.path().unwrap()).is_empty(),
        "a backup from before holds what was erased"
    );
    healthy(&kit);
}

#[test]
fn s1_46_s1_47_only_what_the_policy_has_seen_can_be_written_and_no_raw_byte_arrives() {
    // That nothing else can be written is a matter of types: `notice`, `add_statement`, `edit_statement`, `reflect` and
    // `tie` take `Sanitized` values, and only the policy makes one.
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let words = "我今天去协和医院看病，电话13800138000";
    let seen = kit.mine().notice(&clean(said(words, &at(0)))).unwrap();
    let new = fact(words, "trip.purpose", "协和医院", &at(0));
    let vector = kit.vector("用户有医疗出行需求");
    kit.mine().add_statement(&clean(new), &[seen], Some(&vector), &at(0)).unwrap();
    kit.store.back_up(&at(1)).unwrap();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(one) = folders.pop() {
        for entry in std::fs::read_dir(one).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).unwrap();
            for raw in ["协和医院", "13800138000"] {
                assert!(!bytes.windows(raw.len()).any(|part| part == raw.as_bytes()), "{raw} in {path:?}");
            }
        }
    }
}

#[test]
fn s1_18_when_a_trip_ends_nothing_of_its_talk_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let talk = Some("trip-77-vorpal".to_owned());
    let words = |text: &str, n: i64| NewNoticed { session: talk.clone(), ..said(text, &at(n)) };
    let chat = kit.mine().notice(&clean(words("前面那辆车开得真慢snarkchat", 0))).unwrap();
    let mut liked = words("我喜欢听snarkjazz啊真的", 1);
    liked.key = Some(key("me", "music"));
    liked.value = "爵士".into();
    let liked = kit.mine().notice(&clean(liked)).unwrap();
    let passing = NewStatement {
        class: domain::MemoryClass::Conversational,
        session: talk.clone(),
        ..fact("这趟先不开空调snarkair", "air", "off", &at(2))
    };
    kit.mine().add_statement(&clean(passing), &[chat], Some(&kit.vector("snarkair")), &at(2)).unwrap();
    let lasting = NewStatement { session: talk.clone(), ..fact("喜欢爵士", "music", "爵士", &at(2)) };
    let lasting = kit.mine().add_statement(&clean(lasting), &[liked], None, &at(2)).unwrap().id();
    assert_eq!(kit.mine().purge_session("trip-77-vorpal", &at(3)).unwrap(), 3);
    let left = kit.mine().statement(lasting).unwrap().unwrap();
    assert_eq!((left.content.as_str(), left.session), ("喜欢爵士", None), "what was learned stays");
    assert_eq!(kit.mine().show(MemoryRef::Statement(lasting)).unwrap().row.evidence, 1, "and has a source");
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        for text in ["snarkchat", "snarkjazz", "snarkair", "trip-77-vorpal"] {
            assert!(!bytes.windows(text.len()).any(|part| part == text.as_bytes()), "{text}");
        }
    }
    healthy(&kit);
}

#[test]
fn f_2_x18_a_deleted_sentence_is_on_no_read_path_and_comes_back_whole() {
    let kit = store();
    let place = kit.place("公司", "work", 7.41, 43.73).unwrap();
    let seen = kit.mine().notice(&clean(said("我爱去鬼影楼", &at(0)))).unwrap();
    let mut new = fact("爱去鬼影楼", "food.place", "鬼影楼", &at(0));
    new.ties = vec![
        extract::Tie {
            relation: domain::graph::Relation::Praised,
            to: extract::EntityName { kind: domain::graph::EntityKind::Thing, name: "鬼影楼".into() },
        },
        extract::Tie {
            relation: domain::graph::Relation::WorksAt,
            to: extract::EntityName {
                kind: domain::graph::EntityKind::Thing,
                name: format!("place:{place}"),
            },
        },
    ];
    let id =
        kit.mine().add_statement(&clean(new), &[seen], Some(&kit.vector("鬼影楼")), &at(0)).unwrap().id();
    let reads = |kit: &TestStore| {
        let mine = kit.mine();
        format!(
            "{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}{:?}",
            mine.list(&ListQuery { text: "鬼影".into(), ..ListQuery::default() }).unwrap().rows,
            mine.statement(id).unwrap(),
            mine.statements(&memory::StatementQuery::default()).unwrap(),
            mine.versions(&key("me", "food.place")).unwrap(),
            mine.believed(at(1).at, at(1).at).unwrap(),
            mine.stream(9).unwrap(),
            mine.entities().unwrap(),
            mine.head(&key("me", "food.place"), at(1).at).unwrap(),
            mine.ties(domain::graph::NodeRef::Place(place), memory::Direction::Against, at(1).at).unwrap(),
        )
    };
    let before = reads(&kit);
    assert!(before.contains("鬼影楼") && before.contains("WorksAt"));
    let gone = kit.mine().delete(&[MemoryRef::Statement(id)], &at(2)).unwrap();
    assert_eq!(gone.also, [MemoryRef::Observation(seen)]);
    let after = reads(&kit);
    assert!(!after.contains("鬼影") && !after.contains("WorksAt"), "{after}");
    healthy(&kit);
    kit.mine().undo(gone.id, &at(3)).unwrap();
    assert_eq!(reads(&kit), before);
    healthy(&kit);
}

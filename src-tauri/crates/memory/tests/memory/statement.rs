use domain::{
    MemoryClass, Moment, Provenance, StatementId, StatementState, StatementType, Timestamp, Validity,
};
use extract::{Basis, NewStatement, Policy};
use memory::{
    Added, ConflictPolicy, QuestionAnswer, StatementOrder, StatementQuery, StoreError, Use, UseState,
};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, fact, key, said},
};

use crate::{healthy, store};

const DAY: i64 = 86_400;

fn day(n: i64) -> Moment {
    monaco(MONDAY_MORNING + n * DAY)
}

/// Says something, in words that are noticed first.
fn say(kit: &TestStore, new: &NewStatement, now: &Moment) -> Added {
    let policy = Policy::new(&["望京".to_owned(), "通州".to_owned()]);
    let seen = kit.mine().notice(&policy.sanitise(said(&new.content, now), Basis::Observed).value).unwrap();
    let new = policy.sanitise(new.clone(), Basis::Observed).value;
    let vector = kit.vector(&new.get().content);
    kit.mine().add_statement(&new, &[seen], Some(&vector), now).unwrap()
}

/// What holds about an attribute of the person.
fn holds(kit: &TestStore, attribute: &str, at: &Moment) -> Option<String> {
    kit.mine().head(&key("me", attribute), at.at).unwrap().map(|row| row.value)
}

fn inferred(content: &str, attribute: &str, value: &str, now: &Moment) -> NewStatement {
    NewStatement { provenance: Provenance::Inferred, ..fact(content, attribute, value, now) }
}

#[test]
fn s2_04_s3_40_after_a_correction_only_the_new_one_is_served_and_the_old_one_stays_readable() {
    let kit = store();
    let march = say(&kit, &fact("公司在望京", "work", "望京", &day(0)), &day(0)).id();
    let june = say(&kit, &fact("公司在通州", "work", "通州", &day(90)), &day(90)).id();
    assert_eq!(holds(&kit, "work", &day(91)).as_deref(), Some("通州"));
    let served =
        kit.mine().statements(&StatementQuery { in_force_at: Some(day(91).at), ..StatementQuery::default() });
    assert_eq!(served.unwrap().iter().map(|row| row.id).collect::<Vec<_>>(), [june]);
    let versions = kit.mine().versions(&key("me", "work")).unwrap();
    assert_eq!(versions.iter().map(|row| row.id).collect::<Vec<_>>(), [march, june]);
    assert_eq!(versions[0].superseded_at, Some(day(90).at));
    assert_eq!((versions[1].replaces, versions[1].superseded_at), (Some(march), None));
    healthy(&kit);
}

#[test]
fn s2_18_what_was_believed_in_june() {
    let kit = store();
    say(&kit, &fact("我喝咖啡", "drink", "咖啡", &day(0)), &day(0));
    say(&kit, &fact("我喝茶", "drink", "茶", &day(60)), &day(60));
    let taste = say(&kit, &fact("我喜欢爵士", "music", "爵士", &day(10)), &day(10)).id();
    kit.mine().reject_statement(taste, &day(70)).unwrap();
    let check = |then: i64, expected: &[&str]| {
        let mut believed: Vec<String> = kit
            .mine()
            .believed(day(then).at, day(then).at)
            .unwrap()
            .into_iter()
            .map(|row| row.value)
            .collect();
        believed.sort();
        assert_eq!(believed, expected, "day {then}");
    };
    check(-1, &[]);
    check(5, &["咖啡"]);
    check(30, &["咖啡", "爵士"]);
    check(65, &["爵士", "茶"]);
    check(80, &["茶"]);
}

#[test]
fn s2_18_the_chain_of_versions_has_no_circle_and_one_end() {
    let kit = store();
    for (n, value) in ["a", "b", "a", "c", "b"].into_iter().enumerate() {
        say(&kit, &fact(value, "drink", value, &day(n as i64)), &day(n as i64));
    }
    let versions = kit.mine().versions(&key("me", "drink")).unwrap();
    assert_eq!(versions.len(), 5, "said again after something else is news");
    let chain: Vec<Option<StatementId>> = versions.iter().map(|row| row.replaces).collect();
    let expected: Vec<Option<StatementId>> =
        std::iter::once(None).chain(versions.iter().take(4).map(|row| Some(row.id))).collect();
    assert_eq!(chain, expected);
    assert_eq!(versions.iter().filter(|row| row.superseded_at.is_none()).count(), 1);
}

#[test]
fn s2_43_the_same_said_a_hundred_times_is_one_row_and_matters_more() {
    let kit = store();
    let new = fact("我不吃辣", "taste.spicy", "不吃", &day(0));
    let first = say(&kit, &new, &day(0)).id();
    let before = kit.mine().statement(first).unwrap().unwrap().importance.repetition;
    for n in 1..100 {
        assert_eq!(say(&kit, &new, &day(n)), Added::Reinforced(first));
    }
    let row = kit.mine().statement(first).unwrap().unwrap();
    assert_eq!(kit.mine().statements(&StatementQuery::default()).unwrap().len(), 1);
    assert!(row.importance.repetition > 0.9 && before == 0.0, "{:?}", row.importance);
    assert_eq!(row.last_confirmed, day(99).at);
    // A summary has no key; its words are compared.
    let bare = NewStatement {
        key: key("me", ""),
        value: String::new(),
        kind: StatementType::Summary,
        ..fact("上午聊了去接孩子", "", "", &day(0))
    };
    let one = say(&kit, &bare, &day(1)).id();
    assert_eq!(say(&kit, &bare, &day(2)), Added::Reinforced(one));
    healthy(&kit);
}

#[test]
fn s2_21_unrelated_facts_never_retire_each_other() {
    let kit = store();
    let attributes: Vec<String> = (0..60).map(|n| format!("fact.{n}")).collect();
    for (n, attribute) in attributes.iter().enumerate() {
        say(&kit, &fact(&format!("第{n}件事是这样"), attribute, "是", &day(n as i64)), &day(n as i64));
    }
    let at = StatementQuery { in_force_at: Some(day(99).at), ..StatementQuery::default() };
    assert_eq!(kit.mine().statements(&at).unwrap().len(), 60);
    // The same property under another condition, and of somebody else, is another key.
    let night = NewStatement {
        key: domain::StatementKey { condition: "bucket=night".into(), ..key("me", "fact.0") },
        ..fact("夜里第0件事不是这样", "fact.0", "不是", &day(70))
    };
    let gary = NewStatement {
        key: key("person:gary", "fact.0"),
        ..fact("gary不是", "fact.0", "不是", &day(70))
    };
    say(&kit, &night, &day(70));
    say(&kit, &gary, &day(70));
    assert_eq!(kit.mine().statements(&at).unwrap().len(), 62);
}

#[test]
fn s2_21_a_persons_words_are_never_overridden_by_the_machine_under_any_policy() {
    for policy in ConflictPolicy::ALL {
        let kit = store();
        kit.mine().set_conflict_policy(policy).unwrap();
        say(&kit, &fact("温度24度", "cabin.temperature", "24", &day(0)), &day(0));
        let guess = inferred("温度26度", "cabin.temperature", "26", &day(1));
        let added = say(&kit, &guess, &day(1));
        assert!(matches!(added, Added::Waits(_)), "{policy:?}: {added:?}");
        assert_eq!(holds(&kit, "cabin.temperature", &day(2)).as_deref(), Some("24"), "{policy:?}");
        kit.mine().confirm_statement(added.id(), &day(3)).unwrap();
        let now = holds(&kit, "cabin.temperature", &day(4));
        // By source, what was stated stands over what was only confirmed.
        let expected = if policy == ConflictPolicy::Source { "24" } else { "26" };
        assert_eq!(now.as_deref(), Some(expected), "{policy:?}");
    }
}

#[test]
fn s2_21_the_order_of_policies_decides_and_can_be_changed_back() {
    let kit = store();
    let machine = say(&kit, &inferred("喜欢民谣", "music", "民谣", &day(0)), &day(0));
    assert!(matches!(machine, Added::New(_)));
    kit.mine().confirm_statement(machine.id(), &day(1)).unwrap();
    say(&kit, &fact("喜欢爵士", "music", "爵士", &day(2)), &day(2));
    let later = say(&kit, &inferred("喜欢摇滚", "music", "摇滚", &day(3)), &day(3)).id();
    kit.mine().confirm_statement(later, &day(3)).unwrap();
    assert_eq!(holds(&kit, "music", &day(4)).as_deref(), Some("摇滚"), "time first");
    kit.mine().set_conflict_policy(ConflictPolicy::Source).unwrap();
    assert_eq!(holds(&kit, "music", &day(4)).as_deref(), Some("爵士"), "source first");
    kit.mine().set_conflict_policy(ConflictPolicy::Time).unwrap();
    assert_eq!(holds(&kit, "music", &day(4)).as_deref(), Some("摇滚"));
    kit.mine().set_conflict_policy(ConflictPolicy::Ask).unwrap();
    let asked = say(&kit, &fact("喜欢古典", "music", "古典", &day(5)), &day(5));
    assert!(matches!(asked, Added::Waits(_)));
    assert_eq!(holds(&kit, "music", &day(6)).as_deref(), Some("摇滚"), "until the answer");
    healthy(&kit);
}

#[test]
fn s3_41_what_was_stated_stands_over_what_was_inferred() {
    let kit = store();
    say(&kit, &inferred("喜欢民谣", "music", "民谣", &day(0)), &day(0));
    say(&kit, &fact("喜欢爵士", "music", "爵士", &day(1)), &day(1));
    assert_eq!(holds(&kit, "music", &day(2)).as_deref(), Some("爵士"));
    for n in 2..10 {
        assert!(matches!(
            say(&kit, &inferred("喜欢民谣", "music", "民谣", &day(n)), &day(n)),
            Added::Waits(_) | Added::Reinforced(_)
        ));
    }
    assert_eq!(holds(&kit, "music", &day(20)).as_deref(), Some("爵士"), "however often");
}

#[test]
fn s3_42_exactly_one_question_and_never_twice() {
    let kit = store();
    let old = say(&kit, &fact("早上喝咖啡", "drink", "咖啡", &day(0)), &day(0)).id();
    let used = Use {
        memory: domain::MemoryRef::Statement(old),
        at: day(1),
        state: UseState::Applied,
        delta_s: 0.0,
        delta_m: 0.0,
        driven: true,
    };
    kit.mine().note_uses(&[used]).unwrap();
    let new = say(&kit, &fact("其实我不喝咖啡了，喝茶", "drink", "茶", &day(2)), &day(2)).id();
    let questions = kit.mine().questions().unwrap();
    assert_eq!(questions.len(), 1);
    assert_eq!((questions[0].older.id, questions[0].newer.id), (old, new));
    let before = questions[0].newer.confidence;
    kit.mine().answer_question(questions[0].id, QuestionAnswer::Newer, &day(3)).unwrap();
    let newer = kit.mine().statement(new).unwrap().unwrap();
    assert!(newer.confidence > before && newer.superseded_at.is_none());
    assert!(kit.mine().statement(old).unwrap().unwrap().superseded_at.is_some(), "已覆盖");
    assert!(kit.mine().questions().unwrap().is_empty());
    // The same two once more, also after both were erased.
    let all = [domain::MemoryRef::Statement(old), domain::MemoryRef::Statement(new)];
    let plan = kit.mine().erase_preview(&all, false).unwrap();
    kit.mine().erase(&plan, &day(4)).unwrap();
    let again = say(&kit, &fact("早上喝咖啡", "drink", "咖啡", &day(5)), &day(5)).id();
    kit.mine()
        .note_uses(&[Use {
            memory: domain::MemoryRef::Statement(again),
            at: day(5),
            state: UseState::Applied,
            delta_s: 0.0,
            delta_m: 0.0,
            driven: true,
        }])
        .unwrap();
    say(&kit, &fact("其实我不喝咖啡了，喝茶", "drink", "茶", &day(6)), &day(6));
    assert!(kit.mine().questions().unwrap().is_empty(), "never twice");
    healthy(&kit);
}

#[test]
fn s3_42_the_older_one_can_be_right() {
    let kit = store();
    kit.mine().set_conflict_policy(ConflictPolicy::Ask).unwrap();
    say(&kit, &fact("早上喝咖啡", "drink", "咖啡", &day(0)), &day(0));
    say(&kit, &fact("早上喝茶", "drink", "茶", &day(1)), &day(1));
    let question = kit.mine().questions().unwrap().remove(0);
    kit.mine().answer_question(question.id, QuestionAnswer::Older, &day(2)).unwrap();
    assert_eq!(holds(&kit, "drink", &day(3)).as_deref(), Some("咖啡"));
    assert_eq!(kit.mine().statement(question.newer.id).unwrap().unwrap().state, StatementState::Rejected);
}

#[test]
fn s2_20_a_plan_that_is_over_and_a_fact_for_a_while_give_way() {
    let kit = store();
    say(&kit, &fact("喝咖啡", "drink", "咖啡", &day(0)), &day(0));
    let week = Validity { valid_from: day(10).at, valid_to: Some(day(17).at) };
    say(&kit, &NewStatement { validity: week, ..fact("这周喝茶", "drink", "茶", &day(10)) }, &day(10));
    let check = |n: i64, expected: &str| {
        assert_eq!(holds(&kit, "drink", &day(n)).as_deref(), Some(expected), "day {n}");
    };
    check(5, "咖啡");
    check(12, "茶");
    check(18, "咖啡");
    let plan = NewStatement {
        kind: StatementType::Plan,
        class: MemoryClass::Conversational,
        validity: Validity { valid_from: day(20).at, valid_to: Some(Timestamp(day(20).at.0 + 3_600)) },
        ..fact("明天下午3点开会", "plan.meeting", "会议", &day(20))
    };
    let id = say(&kit, &plan, &day(20)).id();
    let served = |at: Timestamp| {
        let query = StatementQuery {
            kind: Some(StatementType::Plan),
            in_force_at: Some(at),
            ..StatementQuery::default()
        };
        kit.mine().statements(&query).unwrap().len()
    };
    assert_eq!(served(day(20).at), 1);
    assert_eq!(served(Timestamp(day(20).at.0 + 3_600)), 0, "the end itself is over");
    assert!(kit.mine().statement(id).unwrap().is_some(), "and it is still there to be looked at");
}

#[test]
fn s1_51_f_7_an_edit_is_a_version_that_can_be_taken_back_and_that_no_machine_changes() {
    let kit = store();
    let old = say(&kit, &inferred("喜欢26度", "cabin.temperature", "26", &day(0)), &day(0)).id();
    let edited = fact("喜欢24度", "cabin.temperature", "24", &day(1));
    let new = kit.mine().edit_statement(old, &clean(edited), None, &day(1)).unwrap();
    assert_eq!(holds(&kit, "cabin.temperature", &day(2)).as_deref(), Some("24"));
    let row = kit.mine().statement(new).unwrap().unwrap();
    assert!(row.user_edited && row.confidence == 1.0 && row.replaces == Some(old));
    let standing = reflect::life::begin(day(2).at);
    assert!(matches!(kit.mine().set_standing(new, &standing, &day(2)), Err(StoreError::WrittenByPerson)));
    assert!(matches!(kit.mine().withdraw_statement(new), Err(StoreError::WrittenByPerson)));
    assert_eq!(kit.mine().undo_edit(new, &day(3)).unwrap(), old);
    assert_eq!(holds(&kit, "cabin.temperature", &day(4)).as_deref(), Some("26"));
    // Deleting an edited memory deletes its older wording with it, and undoing brings both back.
    let new = kit
        .mine()
        .edit_statement(old, &clean(fact("喜欢22度", "cabin.temperature", "22", &day(5))), None, &day(5))
        .unwrap();
    let gone = kit.mine().delete(&[domain::MemoryRef::Statement(new)], &day(6)).unwrap();
    assert_eq!(holds(&kit, "cabin.temperature", &day(7)), None);
    kit.mine().undo(gone.id, &day(8)).unwrap();
    assert_eq!(holds(&kit, "cabin.temperature", &day(9)).as_deref(), Some("22"));
    healthy(&kit);
}

#[test]
fn s1_37_s1_04_confidence_importance_time_and_uses_are_never_empty_or_out_of_range() {
    let kit = store();
    for wrong in [-0.1, 1.1, f64::NAN] {
        let new = NewStatement { confidence: wrong, ..fact("x", "a", "b", &day(0)) };
        let answer = kit.mine().add_statement(&clean(new), &[], None, &day(0));
        assert!(matches!(answer, Err(StoreError::OutOfRange(_))), "{wrong}");
    }
    assert!(kit.mine().statements(&StatementQuery::default()).unwrap().is_empty());
}

#[test]
fn s2_07_type_and_importance_newest_per_key_session_and_expiry_are_index_lookups() {
    let kit = store();
    let check = |query: StatementQuery, index: &str| {
        let steps = kit.mine().explain_statements(&query).unwrap();
        assert!(steps[0].starts_with("SEARCH") && steps[0].contains(index), "{index}: {steps:?}");
        assert!(!steps.iter().any(|step| step.starts_with("SCAN")), "{steps:?}");
    };
    let all = StatementQuery::default;
    check(
        StatementQuery {
            kind: Some(StatementType::Preference),
            min_importance: Some(0.7),
            order: StatementOrder::Important,
            ..all()
        },
        "statements_important",
    );
    check(StatementQuery { session: Some("talk-1".into()), ..all() }, "statements_session");
    check(
        StatementQuery { ends_before: Some(Timestamp(9)), order: StatementOrder::Expiry, ..all() },
        "statements_expiry",
    );
    check(StatementQuery { class: Some(MemoryClass::Factual), ..all() }, "statements_class");
    let newest = kit
        .mine()
        .explain_statements(&StatementQuery {
            subject: Some("me".into()),
            attribute: Some("drink".into()),
            in_force_at: Some(Timestamp(9)),
            ..all()
        })
        .unwrap();
    let inner = newest.iter().filter(|step| step.contains("statements_newest") && step.contains("rank"));
    assert!(inner.count() >= 1, "{newest:?}");
}

#[test]
fn s3_44_an_archived_statement_is_there_is_not_served_and_comes_back() {
    let kit = store();
    let id = say(&kit, &fact("喜欢爵士", "music", "爵士", &day(0)), &day(0)).id();
    let served = || {
        let query = StatementQuery { in_force_at: Some(day(9).at), ..StatementQuery::default() };
        kit.mine().statements(&query).unwrap().len()
    };
    kit.mine().archive_statement(id, true, &day(1)).unwrap();
    assert_eq!((served(), kit.mine().statement(id).unwrap().unwrap().archived), (0, Some(day(1).at)));
    kit.mine().archive_statement(id, false, &day(2)).unwrap();
    assert_eq!(served(), 1);
}

#[test]
fn x12_a_clock_that_was_set_back_makes_nothing_newer_old() {
    let kit = store();
    say(&kit, &fact("喝咖啡", "drink", "咖啡", &day(100)), &day(100));
    say(&kit, &fact("喝茶", "drink", "茶", &day(3)), &day(3));
    assert_eq!(
        holds(&kit, "drink", &day(101)).as_deref(),
        Some("茶"),
        "the clock said day 3, but it came after"
    );
    say(&kit, &fact("喝水", "drink", "水", &day(4)), &day(4));
    assert_eq!(holds(&kit, "drink", &day(101)).as_deref(), Some("水"));
}

#[test]
fn s3_40_what_speaks_for_each_value_is_weighed_by_who_how_surely_and_how_lately() {
    let kit = store();
    let tell = |value: &str, provenance: Provenance, days: i64| {
        let now = monaco(MONDAY_MORNING + days * 86_400);
        let new = NewStatement { provenance, ..fact(&format!("住在{value}"), "home", value, &now) };
        say(&kit, &new, &now);
    };
    tell("望京", Provenance::Stated, 0);
    tell("通州", Provenance::Stated, 92);
    let weighed = kit.mine().weighed(&key("me", "home"), monaco(MONDAY_MORNING + 100 * 86_400).at).unwrap();
    let values: Vec<&str> = weighed.iter().map(|(value, _)| value.as_str()).collect();
    assert_eq!(values, ["通州", "望京"]);
    assert!(weighed[0].1 > 1.3 * weighed[1].1, "{weighed:?}");
    assert_eq!(kit.mine().weighed(&key("me", "work"), kit.now.at).unwrap(), []);
}

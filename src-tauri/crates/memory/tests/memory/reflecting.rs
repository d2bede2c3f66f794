//! Reflection and ageing over real rows: one run is one transaction, and everything follows from the stream.

use domain::{
    Importance, MemoryRef, Moment, ObservationId, PlaceId, ProfileId, Provenance, StatementKey,
    StatementState, StreamSource, Timestamp,
};
use extract::{Basis, NewNoticed, Policy, Sanitized};
use memory::{MOST_OF_STREAM, Mine, Reflected, ReflectionRun, Store, StoreError};
use reflect::{
    Aged, Draft, Fate, Forget, Policies, Reflector as _, Rules, ageing, life, rules, trigger, trigger::Cause,
    wording,
};

const DAY: i64 = 86_400;

fn at(text: &str) -> Moment {
    let zoned: jiff::Zoned = format!("{text}[Asia/Shanghai]").parse().unwrap();
    Moment::from_zoned(&zoned)
}

fn made() -> (Store, ProfileId) {
    let store = Store::open_in_memory().unwrap();
    let me = store.ensure_profile("me", &at("2026-11-01T08:00")).unwrap();
    (store, me)
}

/// `2026-11-23T22:10 session kind attribute=value | words`.
fn noticed(line: &str) -> Sanitized<NewNoticed> {
    let (line, words) = line.split_once('|').unwrap_or((line, ""));
    let parts: Vec<&str> = line.split_whitespace().collect();
    let key = parts.get(3).and_then(|part| part.split_once('='));
    let new = NewNoticed {
        at: at(parts[0]),
        source: if words.is_empty() { StreamSource::Action } else { StreamSource::Dialogue },
        kind: parts[2].to_owned(),
        words: words.trim().to_owned(),
        key: key.map(|(attribute, _)| StatementKey {
            subject: "me".to_owned(),
            attribute: attribute.to_owned(),
            condition: String::new(),
        }),
        value: key.map(|(_, value)| value.to_owned()).unwrap_or_default(),
        place: None,
        trip: None,
        weather: None,
        traffic: String::new(),
        passengers: Vec::new(),
        importance: Importance { emotion: 0.0, consequence: 0.1, repetition: 0.0 },
        heard: 1.0,
        session: Some(parts[1].to_owned()),
    };
    Policy::default().sanitise(new, Basis::Observed).value
}

fn notice(mine: Mine<'_>, text: &str) -> Vec<ObservationId> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| mine.notice(&noticed(line)).unwrap()).collect()
}

const WEEK: &str = "
    2026-11-23T08:05 a set ac.temperature=24
    2026-11-23T08:06 a set music=pop
    2026-11-23T21:10 b set ac.temperature=21
    2026-11-23T21:12 b set music=soothing
    2026-11-24T08:04 c set ac.temperature=24
    2026-11-24T18:10 d set music=pop
    2026-11-25T22:30 e set ac.temperature=20
    2026-11-25T22:31 e set music=soothing
    2026-11-26T18:00 f set ac.temperature=24
    2026-11-27T23:40 g set ac.temperature=21
    2026-11-27T23:44 g set music=soothing
";
const LATER: &str = "
    2026-11-29T22:00 h set ac.temperature=21
    2026-11-29T22:01 h set music=soothing
";

/// One whole run, as the app does it.
fn run(mine: Mine<'_>, now: &Moment) -> Result<Reflected, StoreError> {
    run_with(mine, now, |_| {})
}

fn run_with(mine: Mine<'_>, now: &Moment, change: impl Fn(&mut Vec<Draft>)) -> Result<Reflected, StoreError> {
    let state = mine.reflection_state(&trigger::Settings::DEFAULT, now)?;
    let settings = rules::Settings::DEFAULT;
    let stream = mine.stream_since(Timestamp(now.at.0 - 14 * DAY), MOST_OF_STREAM)?;
    let mut drafts = Rules.reflect(&stream, &settings).unwrap();
    change(&mut drafts);
    let drafts = drafts
        .into_iter()
        .map(|draft| {
            let text = wording::sentence(&draft, domain::Lang::Zh, |_: PlaceId| None);
            (draft, text)
        })
        .collect();
    mine.reflected(
        &ReflectionRun { cause: Cause::Count, from: state.cursor, to: state.newest, drafts, settings },
        now,
    )
}

#[test]
fn s1_07_s1_08_reflection_writes_an_insight_with_its_evidence_into_the_memory() {
    let (store, me) = made();
    let mine = store.of(me);
    let ids = notice(mine, WEEK);
    let done = run(mine, &at("2026-11-28T08:00")).unwrap();
    let insights = mine.insights().unwrap();
    let tired = insights.iter().find(|one| one.meaning == "tired").expect("the example's insight");
    assert!(done.made.contains(&tired.statement.id));
    assert_eq!(tired.statement.content, "夜间（21点后）驾驶时常把空调调低、放舒缓的音乐，可能疲劳");
    let evidence: Vec<ObservationId> = tired.evidence.iter().map(|seen| seen.id).collect();
    assert_eq!(evidence, [ids[2], ids[3], ids[6], ids[7], ids[9], ids[10]]);
    assert_eq!(tired.statement.state, StatementState::Pending);
    assert_eq!((tired.statement.confidence, tired.statement.provenance), (0.8, Provenance::Inferred));
    assert_eq!(store.doctor().unwrap().problems, Vec::<String>::new());
}

#[test]
fn s1_40_s1_38_a_later_night_verifies_it_and_only_then_is_it_active() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    run(mine, &at("2026-11-28T08:00")).unwrap();
    let tired = || mine.insights().unwrap().into_iter().find(|one| one.meaning == "tired").unwrap();
    let again = run(mine, &at("2026-11-28T09:00")).unwrap();
    assert!(again.verified.is_empty() && again.made.is_empty(), "its own evidence verifies nothing");
    assert_eq!(tired().statement.state, StatementState::Pending);
    notice(mine, LATER);
    let now = at("2026-11-30T08:00");
    let later = run(mine, &now).unwrap();
    assert_eq!(later.verified, [tired().statement.id]);
    let row = tired().statement;
    assert_eq!((row.state, row.confidence, row.last_confirmed), (StatementState::Active, 1.0, now.at));
    assert_eq!(row.validity.valid_to, Some(Timestamp(now.at.0 + life::ENDS_DAYS * DAY)));
    assert_eq!(tired().weight(Timestamp(now.at.0 + 13 * DAY)), 1.0);
    assert_eq!(tired().weight(Timestamp(now.at.0 + 15 * DAY)), 0.5);
}

#[test]
fn s1_38_a_denied_insight_is_deleted_and_not_proposed_again() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    run(mine, &now).unwrap();
    let tired = mine.insights().unwrap().into_iter().find(|one| one.meaning == "tired").unwrap().statement.id;
    let deletion = mine.answer_insight(tired, false, &now).unwrap().expect("a deletion");
    let gone = |mine: Mine<'_>| mine.insights().unwrap().iter().all(|one| one.meaning != "tired");
    assert!(gone(mine));
    notice(mine, LATER);
    run(mine, &at("2026-11-30T08:00")).unwrap();
    assert!(gone(mine), "while it can be undone");
    let plan = mine.erase_preview(&[MemoryRef::Statement(tired)], false).unwrap();
    mine.erase(&plan, &now).unwrap();
    notice(mine, "2026-11-30T22:00 i set ac.temperature=21\n2026-11-30T22:01 i set music=soothing");
    run(mine, &at("2026-12-01T08:00")).unwrap();
    assert!(gone(mine), "and after it was erased: a tombstone stands for it");
    assert!(mine.undo(deletion.id, &now).is_err());
}

#[test]
fn f_7_what_the_person_confirmed_is_never_changed_by_reflection() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    run(mine, &now).unwrap();
    let tired = || mine.insights().unwrap().into_iter().find(|one| one.meaning == "tired").unwrap();
    mine.answer_insight(tired().statement.id, true, &now).unwrap();
    let before = tired();
    assert_eq!((before.statement.confidence, before.statement.validity.valid_to), (1.0, None));
    for day in [29, 30] {
        notice(
            mine,
            &format!(
                "2026-11-{day}T22:00 x{day} set ac.temperature=28\n2026-11-{day}T22:01 x{day} set music=rock"
            ),
        );
    }
    let done = run(mine, &at("2026-12-01T08:00")).unwrap();
    assert!(done.contradicted.is_empty());
    assert_eq!(tired(), before);
}

#[test]
fn nights_to_the_contrary_lower_it_and_archive_it() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    run(mine, &at("2026-11-28T08:00")).unwrap();
    let id = mine.insights().unwrap().into_iter().find(|one| one.meaning == "tired").unwrap().statement.id;
    let mut sure = 0.8;
    for (day, given_up) in [(28, false), (29, false), (30, true)] {
        notice(mine, &format!("2026-11-{day}T22:00 x{day} set ac.temperature=28"));
        let done = run(mine, &at(&format!("2026-11-{day}T23:00"))).unwrap();
        assert_eq!(done.contradicted, [id], "day {day}");
        sure -= 0.2;
        let row = mine.statement(id).unwrap().unwrap();
        assert!((row.confidence - sure).abs() < 1e-9, "{}", row.confidence);
        assert_eq!((row.archived.is_some(), done.given_up.contains(&id)), (given_up, given_up));
    }
}

#[test]
fn s1_35_a_planted_insight_is_rejected_and_the_rest_is_kept() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let done = run_with(mine, &at("2026-11-28T08:00"), |drafts| {
        let mut planted = drafts[0].clone();
        planted.meaning = "dislikes_heat".to_owned();
        drafts.push(planted);
    })
    .unwrap();
    assert_eq!(done.rejected, [reflect::Rejection::DoesNotFollow]);
    assert!(mine.insights().unwrap().iter().all(|one| one.meaning != "dislikes_heat"));
}

#[test]
fn s1_35_another_driver_s_nights_are_no_evidence() {
    let (store, me) = made();
    let other = store.ensure_profile("other", &at("2026-11-01T08:00")).unwrap();
    notice(store.of(me), WEEK);
    let foreign = notice(store.of(other), LATER);
    let done = run_with(store.of(me), &at("2026-11-30T08:00"), |drafts| {
        let mut mixed = drafts[0].clone();
        mixed.evidence.extend(&foreign);
        drafts.insert(0, mixed);
    })
    .unwrap();
    assert_eq!(done.rejected, [reflect::Rejection::NoSuchEvidence]);
    assert!(run(store.of(other), &at("2026-11-30T08:00")).unwrap().made.is_empty());
    assert!(store.of(other).insights().unwrap().is_empty());
    for one in store.of(me).insights().unwrap() {
        assert!(one.evidence.iter().all(|seen| !foreign.contains(&seen.id)));
    }
}

#[test]
fn s1_23_a_run_that_is_overtaken_is_no_run() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    let state = mine.reflection_state(&trigger::Settings::DEFAULT, &now).unwrap();
    let settings = rules::Settings::DEFAULT;
    let stale =
        ReflectionRun { cause: Cause::Count, from: state.cursor, to: state.newest, drafts: vec![], settings };
    run(mine, &now).unwrap();
    let before = (mine.insights().unwrap(), mine.reflection_runs(10).unwrap());
    assert!(matches!(mine.reflected(&stale, &now), Err(StoreError::PlanOutdated)));
    assert_eq!((mine.insights().unwrap(), mine.reflection_runs(10).unwrap()), before);
}

#[test]
fn f_4_deleting_what_verified_an_insight_makes_it_pending_again() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    run(mine, &at("2026-11-28T08:00")).unwrap();
    let ids = notice(mine, LATER);
    run(mine, &at("2026-11-30T08:00")).unwrap();
    let tired = || mine.insights().unwrap().into_iter().find(|one| one.meaning == "tired").unwrap().statement;
    assert_eq!(tired().state, StatementState::Active);
    let all: Vec<MemoryRef> = ids.into_iter().map(MemoryRef::Observation).collect();
    let deletion = mine.delete(&all, &at("2026-11-30T09:00")).unwrap();
    assert_eq!((tired().state, tired().confidence), (StatementState::Pending, 0.8));
    mine.undo(deletion.id, &at("2026-11-30T09:01")).unwrap();
    assert_eq!((tired().state, tired().confidence), (StatementState::Active, 1.0));
}

#[test]
fn s1_29_s1_30_the_state_counts_what_waits_and_follows_the_days() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    let state = mine.reflection_state(&trigger::Settings::DEFAULT, &now).unwrap();
    assert_eq!(state.waiting.count, 11);
    assert!((state.waiting.sum - 11.0 * 0.4).abs() < 1e-9, "{}", state.waiting.sum);
    // Four workdays with four, two, two and one things, and one with two.
    let rate = state.thresholds.rate.unwrap();
    assert!((rate - 11.0 / 5.0).abs() < 1e-9, "{rate}");
    assert_eq!(state.thresholds.count, 10.0);
    run(mine, &now).unwrap();
    let after = mine.reflection_state(&trigger::Settings::DEFAULT, &now).unwrap();
    assert_eq!((after.waiting.count, after.today), (0, 1));
    assert_eq!(after.last.unwrap().processed, 11);
}

#[test]
fn s2_14_ten_turns_of_a_talk_are_summed_up_once_and_the_summary_matters_less() {
    let (store, me) = made();
    let mine = store.of(me);
    let turns: Vec<String> = (0..10)
        .map(|n| format!("2026-11-23T08:0{n} talk said drink.tea{n}=likes | 我喜欢第{n}种茶"))
        .collect();
    let ids = notice(mine, &turns.join("\n"));
    let now = at("2026-11-23T09:00");
    let written = mine.summarise_talks(domain::Lang::Zh, &now).unwrap();
    assert_eq!(written.len(), 1);
    assert!(mine.summarise_talks(domain::Lang::Zh, &now).unwrap().is_empty(), "once");
    let row = mine.statement(written[0]).unwrap().unwrap();
    assert!(row.content.starts_with("聊到"), "{}", row.content);
    let least = ids
        .iter()
        .map(|id| mine.noticed(*id).unwrap().unwrap().importance)
        .map(|it| reflect::importance::total(&it));
    assert!(reflect::importance::total(&row.importance) < least.fold(f64::INFINITY, f64::min));
}

#[test]
fn s3_44_ageing_archives_what_is_tired_and_it_can_be_brought_back() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    run(mine, &at("2026-11-28T08:00")).unwrap();
    let id = mine.insights().unwrap()[0].statement.id;
    let mut policies = Policies::default();
    let mut insight = *policies.of(Aged::Insight);
    insight.energy_half_life_days = Some(1.0);
    insight.archive_under = 0.4;
    policies.set(Aged::Insight, insight);
    let later = at("2026-12-02T08:00");
    let due = |mine: Mine<'_>| {
        let row = mine
            .aging(&|_| None)
            .unwrap()
            .into_iter()
            .find(|row| row.memory == MemoryRef::Statement(id))
            .unwrap();
        ageing::fate(&row.aging, &insight, later.at).map(|due| due.fate)
    };
    assert_eq!(due(mine), Some(Fate::Archived));
    let aged = mine.age(&policies, &|_| None, &later).unwrap();
    assert!(aged.archived.contains(&id) && aged.deleted.is_none());
    assert!(mine.insights().unwrap().iter().all(|one| one.statement.id != id));
    assert_eq!(mine.age(&policies, &|_| None, &later).unwrap().archived, [], "once");
    mine.bring_back(id, &later).unwrap();
    assert!(mine.insights().unwrap().iter().any(|one| one.statement.id == id));
    let kept = |memory| (memory == MemoryRef::Statement(id)).then_some(later.at);
    assert!(!mine.age(&policies, &kept, &later).unwrap().archived.contains(&id), "the person kept it");
}

#[test]
fn s1_20_ageing_deletes_by_policy_undoably_and_spares_what_a_person_wrote() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    run(mine, &now).unwrap();
    let all = mine.insights().unwrap();
    let own = all[0].statement.id;
    mine.answer_insight(own, true, &now).unwrap();
    let others: Vec<_> = all[1..].iter().map(|one| MemoryRef::Statement(one.statement.id)).collect();
    let year_later = at("2027-11-28T08:00");
    let mut policies = Policies::default();
    let delete = reflect::Policy { forget: Forget::Delete, ..*policies.of(Aged::Insight) };
    policies.set(Aged::Insight, delete);
    let aged = mine.age(&policies, &|_| None, &year_later).unwrap();
    match (&aged.deleted, others.is_empty()) {
        (Some(deletion), false) => assert_eq!(deletion.memories, others),
        (None, true) => {}
        other => panic!("{other:?}"),
    }
    assert!(mine.statement(own).unwrap().is_some(), "a person's own is only asked about");
    if let Some(deletion) = aged.deleted {
        mine.undo(deletion.id, &year_later).unwrap();
    }
    let back: Vec<_> = mine.insights().unwrap().iter().map(|one| one.statement.id).collect();
    assert_eq!(back.len(), all.len());
}

#[test]
fn s1_36_what_is_like_a_wrong_memory_is_lowered_and_taken_back_to_the_bit() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    let now = at("2026-11-28T08:00");
    run(mine, &now).unwrap();
    // A second conclusion from the same nights.
    let done = run_with(mine, &now, |drafts| {
        drafts.clear();
    })
    .unwrap();
    assert!(done.made.is_empty());
    let wrong = mine.insights().unwrap()[0].statement.id;
    let before: Vec<_> = mine.insights().unwrap().into_iter().map(|one| one.statement).collect();
    let like = mine.like_wrong(wrong).unwrap();
    let lowered = mine.lower_like(wrong, "wrong:1", &now).unwrap();
    assert_eq!(lowered, like);
    assert!(mine.lower_like(wrong, "wrong:1", &now).unwrap().is_empty(), "once");
    for one in &lowered {
        let row = mine.statement(one.statement.id).unwrap().unwrap();
        assert_eq!(row.confidence, one.statement.confidence * memory::LOWERED_TO);
    }
    assert_eq!(mine.undo_lowering("wrong:1", &now).unwrap(), lowered.len());
    let after: Vec<_> = mine.insights().unwrap().into_iter().map(|one| one.statement).collect();
    assert_eq!(after, before);
}

#[test]
fn what_is_only_shown_counts_as_no_use() {
    let (store, me) = made();
    let mine = store.of(me);
    notice(mine, WEEK);
    run(mine, &at("2026-11-28T08:00")).unwrap();
    let before = mine.insights().unwrap();
    for _ in 0..50 {
        mine.insights().unwrap();
        mine.aging(&|_| None).unwrap();
        mine.newest_statements(10).unwrap();
    }
    let uses = |all: &[memory::Insight]| {
        all.iter().map(|one| (one.statement.uses, one.statement.energy)).collect::<Vec<_>>()
    };
    assert_eq!(uses(&mine.insights().unwrap()), uses(&before));
}

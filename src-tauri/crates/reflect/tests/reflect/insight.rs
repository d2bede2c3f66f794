use std::collections::BTreeSet;

use domain::{Lang, Noticed, ObservationId, StatementState};
use reflect::{
    Circumstances, Draft, Reflector as _, Rejection, Rules, draft, entail,
    episode::{Act, episodes},
    life,
    rules::Settings,
    wording,
};

use crate::made::{WEEK, at, stream};

const S: Settings = Settings::DEFAULT;

fn reflect_on(stream: &[Noticed]) -> Vec<Draft> {
    let drafts = Rules.reflect(stream, &S).expect("rules always answer");
    for draft in &drafts {
        assert_eq!(entail::check(draft, stream, &S), Ok(()), "{draft:?}");
    }
    drafts
}

fn says(draft: &Draft, lang: Lang) -> String {
    wording::sentence(draft, lang, |_| None)
}

#[test]
fn s1_08_three_late_drives_in_a_week_suggest_tiredness() {
    let week = stream(WEEK);
    let drafts = reflect_on(&week);
    let first = drafts.first().expect("an insight");
    assert_eq!(first.meaning, "tired", "{drafts:#?}");
    assert_eq!(first.condition.to_string(), "hours=21-5");
    assert_eq!(first.evidence, [3, 4, 8, 9, 13, 14].map(ObservationId));
    assert_eq!(says(first, Lang::Zh), "夜间（21点后）驾驶时常把空调调低、放舒缓的音乐，可能疲劳");
    assert_eq!(
        says(first, Lang::En),
        "Driving at night (after 21:00, until 5:00), you usually set the air conditioning lower and play soothing music: probably tired"
    );
}

#[test]
fn s1_50_why_names_how_many_entries_on_how_many_days_and_figures_as_figures() {
    let week = stream(WEEK);
    let tired = reflect_on(&week).remove(0);
    let check = |acts: &[(&str, &str)], rows: usize, zh: &str, en: &str| {
        let claims = acts
            .iter()
            .map(|(attribute, value)| Act { attribute: (*attribute).to_owned(), value: (*value).to_owned() });
        let draft = Draft { claims: claims.collect(), ..tired.clone() };
        let seen: Vec<&Noticed> =
            week.iter().filter(|seen| tired.evidence.contains(&seen.id)).take(rows).collect();
        assert_eq!(wording::why(&draft, &seen, Lang::Zh), zh);
        assert_eq!(wording::why(&draft, &seen, Lang::En), en);
    };
    check(
        &[("cabin.temperature", "20")],
        1,
        "依据 1 条记录，1 天里都把空调调到20，最近在 11-23",
        "From 1 entry on 1 day on which you set the air conditioning to 20, lately on 11-23",
    );
    check(
        &[("cabin.temperature", "lower"), ("music", "soothing")],
        6,
        "依据 6 条记录，3 天里都把空调调低、放舒缓的音乐，最近在 11-23、11-25、11-27",
        "From 6 entries on 3 days on which you set the air conditioning lower and play soothing music, \
         lately on 11-23, 11-25, 11-27",
    );
    check(
        &[("ac.fan", "3"), ("seat.position", "2")],
        2,
        "依据 2 条记录，1 天里都把风量调到3、把seat.position设为2，最近在 11-23",
        "From 2 entries on 1 day on which you set the fan to 3 and have seat.position at 2, lately on 11-23",
    );
}

#[test]
fn s1_08_the_next_night_drive_uses_the_insight_and_not_the_raw_rows() {
    let week = stream(WEEK);
    let draft = reflect_on(&week).remove(0);
    let (active, pending) = (StatementState::Active, StatementState::Pending);
    let held = |state, when: &str| {
        let moment = at(when);
        let now = Circumstances { at: &moment, weather: None, passengers: &[], place: None };
        life::stands_for([(state, &draft.condition, draft.evidence.as_slice())], &now)
    };
    let cited: BTreeSet<ObservationId> = draft.evidence.iter().copied().collect();
    assert_eq!(held(&active, "2026-11-30T22:00"), cited);
    assert!(held(&active, "2026-11-30T12:00").is_empty(), "by day it stands for nothing");
    assert!(held(&pending, "2026-11-30T22:00").is_empty(), "not verified: the raw rows are read");
}

#[test]
fn two_late_drives_are_too_few() {
    let week: Vec<Noticed> =
        stream(WEEK).into_iter().filter(|seen| seen.trip != Some(domain::TripId(9))).collect();
    assert!(reflect_on(&week).iter().all(|draft| draft.meaning.is_empty()));
}

#[test]
fn s1_07_every_insight_has_two_existing_pieces_of_evidence_and_reads_back() {
    let week = stream(WEEK);
    for one in reflect_on(&week) {
        assert!(one.evidence.len() >= 2);
        assert!(one.evidence.iter().all(|id| week.iter().any(|seen| seen.id == *id)));
        let (meaning, claims, condition) = draft::read(&one.key(), &one.value()).expect("reads back");
        assert_eq!((meaning, claims, condition), (one.meaning, one.claims, one.condition));
    }
}

/// What a model might say of the week, with one thing wrong in it.
fn planted(change: impl Fn(&mut Draft)) -> Draft {
    let mut draft = reflect_on(&stream(WEEK)).remove(0);
    change(&mut draft);
    draft
}

#[test]
fn s1_35_an_insight_that_its_evidence_does_not_entail_is_rejected() {
    let week = stream(WEEK);
    let check = |expected: Rejection, change: &dyn Fn(&mut Draft)| {
        assert_eq!(entail::check(&planted(change), &week, &S), Err(expected), "{expected:?}");
    };
    // 空调低 → 怕热: plausible, and nowhere in the evidence.
    check(Rejection::DoesNotFollow, &|draft| draft.meaning = "dislikes_heat".to_owned());
    check(Rejection::DoesNotFollow, &|draft| {
        draft.claims.retain(|act| act.attribute == "cabin.temperature");
        draft.evidence = [3, 8, 13].map(ObservationId).to_vec();
    });
    check(Rejection::NoSuchEvidence, &|draft| draft.evidence.push(ObservationId(999)));
    check(Rejection::OtherCondition, &|draft| draft.evidence.push(ObservationId(1)));
    check(Rejection::TooLittle, &|draft| draft.evidence.truncate(1));
    check(Rejection::Empty, &|draft| draft.claims.clear());
    check(Rejection::Unsupported, &|draft| draft.evidence = [3, 4, 8, 9].map(ObservationId).to_vec());
    check(Rejection::OtherThing, &|draft| draft.claims[0].value = "higher".to_owned());
    check(Rejection::OtherThing, &|draft| draft.claims[1].attribute = "seat.heating".to_owned());
}

#[test]
fn s1_35_as_much_to_the_contrary_entails_nothing() {
    let mut week = WEEK.to_owned();
    for (day, trip) in [(24, 20), (26, 21), (28, 22), (29, 23)] {
        week.push_str(&format!("2026-11-{day}T22:10 trip={trip} set cabin.temperature=27\n"));
        week.push_str(&format!("2026-11-{day}T22:12 trip={trip} set music=rock\n"));
    }
    let draft = planted(|_| {});
    assert_eq!(entail::check(&draft, &stream(&week), &S), Err(Rejection::Contradicted));
}

#[test]
fn a_condition_that_explains_nothing_is_left_out() {
    let mut text = String::new();
    for (at, day) in (16..28).enumerate() {
        let hour = if at % 2 == 0 { "08:00 rain" } else { "22:00 clear" };
        let (hour, weather) = hour.split_once(' ').unwrap();
        text.push_str(&format!("2026-11-{day}T{hour} trip={at} set {weather} media=news\n"));
    }
    let drafts = reflect_on(&stream(&text));
    let conditions: Vec<String> = drafts.iter().map(|draft| draft.condition.to_string()).collect();
    assert_eq!(conditions, [""], "always, so neither rain nor night is the reason");
}

#[test]
fn s1_40_only_later_behaviour_verifies() {
    let week = stream(WEEK);
    let draft = reflect_on(&week).remove(0);
    let evidence: BTreeSet<ObservationId> = draft.evidence.iter().copied().collect();
    let made = at("2026-11-28T08:00").at;
    let verdict = |line: &str| {
        let mut all = week.clone();
        let mut later = stream(line);
        for (n, seen) in later.iter_mut().enumerate() {
            seen.id = ObservationId(100 + i64::try_from(n).unwrap());
        }
        all.extend(later);
        let episodes = episodes(&all);
        let last = episodes.iter().find(|episode| episode.seen.iter().any(|seen| seen.id.0 >= 100)).unwrap();
        life::verdict(&draft.claims, &draft.condition, &evidence, made, last)
    };
    let check = |lines: &str, expected| assert_eq!(verdict(lines), expected, "{lines}");
    let same =
        "2026-11-30T22:00 trip=30 set cabin.temperature=21\n2026-11-30T22:01 trip=30 set music=soothing";
    check(same, Some(life::Event::Matched));
    check(&same.replace("22:0", "12:0"), None);
    check("2026-11-30T22:00 trip=30 set cabin.temperature=27", Some(life::Event::Contradicted));
    check("2026-11-30T22:00 trip=30 set cabin.temperature=21", None);
    check("2026-11-30T22:00 trip=30 set seat.heating=on", None);
    check(
        "2026-11-27T23:50 trip=30 set cabin.temperature=21\n2026-11-27T23:51 trip=30 set music=soothing",
        None,
    );
    let own = episodes(&week);
    for episode in &own {
        assert_eq!(life::verdict(&draft.claims, &draft.condition, &evidence, made, episode), None);
    }
}

#[test]
fn s1_24_any_reflector_goes_through_the_same_check() {
    /// Stands for a model that repeats what it was told and adds something of its own.
    struct Dreamer;
    impl reflect::Reflector for Dreamer {
        fn name(&self) -> &'static str {
            "dreamer"
        }
        fn reflect(
            &self,
            stream: &[Noticed],
            settings: &Settings,
        ) -> Result<Vec<Draft>, reflect::NotReflected> {
            let mut drafts = Rules.reflect(stream, settings)?;
            let mut dreamt = drafts[0].clone();
            dreamt.meaning = "dislikes_heat".to_owned();
            drafts.push(dreamt);
            Ok(drafts)
        }
    }
    let week = stream(WEEK);
    let reflectors: [&dyn reflect::Reflector; 2] = [&Rules, &Dreamer];
    let kept = reflectors.map(|reflector| {
        let drafts = reflector.reflect(&week, &S).unwrap();
        drafts.into_iter().filter(|draft| entail::check(draft, &week, &S).is_ok()).collect::<Vec<_>>()
    });
    assert!(!kept[0].is_empty());
    assert_eq!(kept[0], kept[1], "what was dreamt up is gone");
}

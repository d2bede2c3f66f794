use expect_test::{Expect, expect};

use super::*;
use crate::PlaceId;

#[track_caller]
fn check(zh: &str, en: &str, expected: &Expect) {
    expected.assert_eq(&format!("{zh}\n{en}\n"));
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn s0_24_a_trip_says_what_was_not_chosen_and_what_was() {
    let (recommended, chosen) = (owned(&["A8", "D 6007"]), owned(&["滨河路"]));
    let trip = TripFacts {
        from: "家",
        to: "公司",
        bucket: TimeBucket::Evening,
        days: DayKind::Workday,
        weather: None,
        recommended: &recommended,
        chosen: &chosen,
        duration_s: 1_510.0,
        deviated: true,
    };
    let both = |trip: &TripFacts<'_>| (trip_statement(Lang::Zh, trip), trip_statement(Lang::En, trip));
    let (zh, en) = both(&trip);
    check(
        &zh,
        &en,
        &expect![[r#"
            用户从家到公司在工作日傍晚条件下没有选择系统推荐的A8、D 6007而是选择了滨河路实际耗时25分钟
            From 家 to 公司 (weekday evening) you did not take the recommended A8, D 6007 but 滨河路; it took 25 min
        "#]],
    );
    // From the same row, the same words.
    assert_eq!(both(&trip), (zh, en));
    let (zh, en) = both(&TripFacts { weather: Some(Weather::Rain), chosen: &[], ..trip.clone() });
    check(
        &zh,
        &en,
        &expect![[r#"
            用户从家到公司在工作日傍晚下雨条件下没有选择系统推荐的A8、D 6007而是选择了无名路实际耗时25分钟
            From 家 to 公司 (weekday evening, in rain) you did not take the recommended A8, D 6007 but unnamed roads; it took 25 min
        "#]],
    );
    let (zh, en) = both(&TripFacts { deviated: false, ..trip });
    check(
        &zh,
        &en,
        &expect![[r#"
            用户从家到公司在工作日傍晚条件下选择了系统推荐的A8、D 6007实际耗时25分钟
            From 家 to 公司 (weekday evening) you took the recommended A8, D 6007; it took 25 min
        "#]],
    );
}

#[test]
fn s0_16_a_habit_asks_before_it_acts() {
    let habit = HabitFacts {
        road: "海边路",
        waterside: true,
        bucket: Some(TimeBucket::Evening),
        days: None,
        weather: None,
        trips: 2,
        span_days: 1.0,
        mean_delta_s: 480.0,
    };
    let ask = |habit: &HabitFacts<'_>, expected: &Expect| {
        check(&habit_question(Lang::Zh, habit), &habit_question(Lang::En, habit), expected);
    };
    ask(
        &habit,
        &expect![[r#"
            这周你走了两次海边路。以后傍晚也优先走它吗？
            You took 海边路 by the water twice this week. Prefer it in the evening?
        "#]],
    );
    ask(
        &HabitFacts { road: "", ..habit.clone() },
        &expect![[r#"
            这周你走了两次滨水的路。以后傍晚也优先走它吗？
            You took the waterside road twice this week. Prefer it in the evening?
        "#]],
    );
    ask(
        &HabitFacts {
            road: "Basse Corniche",
            waterside: false,
            trips: 3,
            span_days: 12.0,
            bucket: None,
            ..habit
        },
        &expect![[r#"
            最近你走了3次Basse Corniche。以后优先走它吗？
            You took Basse Corniche 3 times lately. Prefer it?
        "#]],
    );
}

#[test]
fn preferences_read_as_a_person_would_say_them() {
    let place = |id: PlaceId| (id.0 == 1).then(|| "公司".to_owned());
    let say = |target: Target, strength: Strength, scope: Scope, expected: Expect| {
        let say = |lang| preference_statement(lang, &target, strength, &scope, place);
        check(&say(Lang::Zh), &say(Lang::En), &expected);
    };
    let none = Scope::default;
    say(
        Target::Feature(RoadFeature::Waterside),
        Strength::Prefer,
        Scope { bucket: Some(TimeBucket::Evening), ..none() },
        expect![[r#"
            傍晚优先走滨水的路
            Prefer waterside roads in the evening
        "#]],
    );
    say(
        Target::Feature(RoadFeature::Tunnel),
        Strength::Avoid,
        Scope { bucket: Some(TimeBucket::Night), ..none() },
        expect![[r#"
            夜里不走隧道
            Avoid tunnels at night
        "#]],
    );
    say(
        Target::Road("A8".to_owned()),
        Strength::Never,
        Scope { weather: Some(Weather::Snow), days: Some(DayKind::Weekend), ..none() },
        expect![[r#"
            周末下雪绝对不走A8
            Never take A8 on weekends in snow
        "#]],
    );
    say(
        Target::Section { label: "海边路".to_owned(), edges: vec![] },
        Strength::Prefer,
        Scope {
            to: Some(PlaceId(1)),
            from: Some(PlaceId(2)),
            bucket: Some(TimeBucket::Evening),
            days: Some(DayKind::Workday),
            ..none()
        },
        expect![[r#"
            工作日傍晚去公司优先走海边路
            Prefer 海边路 on weekday evenings to 公司
        "#]],
    );
    say(
        Target::Feature(RoadFeature::Toll),
        Strength::RatherNot,
        none(),
        expect![[r#"
            尽量不走收费路
            Preferably avoid toll roads
        "#]],
    );
    say(
        Target::Section { label: String::new(), edges: vec![] },
        Strength::Follow,
        none(),
        expect![[r#"
            照常走这段路
            Take this stretch
        "#]],
    );
}

#[test]
fn every_feature_and_scope_has_words_in_both_languages() {
    for lang in [Lang::Zh, Lang::En] {
        for feature in RoadFeature::ALL {
            assert!(!feature_words(lang, feature).is_empty());
        }
        for bucket in TimeBucket::ALL {
            assert!(!bucket_word(lang, bucket).is_empty());
        }
    }
}

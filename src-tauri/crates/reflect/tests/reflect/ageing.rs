use domain::{MemoryClass, StatementType, Timestamp};
use proptest::prelude::*;
use reflect::{
    Aged, Aging, Curve, Due, Fate, Forget, Policy, Rule,
    ageing::{dues, fate, weight},
};

const NOW: Timestamp = Timestamp(1_795_000_000);
const DAY: i64 = 86_400;

fn day(n: i64) -> Timestamp {
    Timestamp(NOW.0 + n * DAY)
}

fn aging(aged: Aged) -> Aging {
    Aging {
        aged,
        created: NOW,
        last_confirmed: NOW,
        last_used: None,
        uses: 0,
        valid_to: None,
        energy: 0.5,
        persons: false,
        session_ended: None,
        archived: None,
    }
}

#[test]
fn s1_19_a_route_that_is_not_walked_for_a_month_weighs_less_by_the_step() {
    let policy = Policy { curve: Curve::Never, ..Policy::default_of(Aged::Habit) };
    let habit = aging(Aged::Habit);
    let (before, after) = (weight(&habit, &policy, day(29)), weight(&habit, &policy, day(31)));
    assert_eq!((before.step, after.step), (1.0, policy.lower_to));
    assert!((after.total() / before.total() - policy.lower_to).abs() < 1e-9);
    let walked = Aging { last_used: Some(day(28)), uses: 1, ..habit };
    assert_eq!(weight(&walked, &policy, day(31)).step, 1.0, "walking it starts the month anew");
    let shown = dues(&habit, &policy);
    assert_eq!(shown.first(), Some(&Due { at: day(30), fate: Fate::Lowered, rule: Rule::Unused }));
}

#[test]
fn s1_20_what_is_unused_for_long_is_proposed_or_deleted_by_policy() {
    let check = |forget: Forget, persons: bool, expected: Option<Fate>| {
        let policy = Policy { forget, energy_half_life_days: None, ..Policy::default_of(Aged::Habit) };
        let one = Aging { persons, ..aging(Aged::Habit) };
        let end = |at| fate(&one, &policy, at).map(|due| due.fate).filter(|fate| *fate > Fate::Lowered);
        assert_eq!(end(day(179)), None);
        assert_eq!(end(day(180)), expected, "{forget:?} {persons}");
    };
    check(Forget::Keep, false, None);
    check(Forget::Propose, false, Some(Fate::Proposed));
    check(Forget::Delete, false, Some(Fate::Deleted));
    check(Forget::Delete, true, Some(Fate::Proposed));
    check(Forget::Propose, true, Some(Fate::Proposed));
}

#[test]
fn s1_41_an_insight_weighs_less_from_the_day_it_should_have_been_verified() {
    let policy = Policy::default_of(Aged::Insight);
    let insight = Aging { valid_to: Some(day(28)), ..aging(Aged::Insight) };
    assert_eq!(weight(&insight, &policy, Timestamp(day(14).0 - 1)).end, 1.0);
    assert_eq!(weight(&insight, &policy, day(15)).end, 0.5);
    assert!(dues(&insight, &policy).contains(&Due {
        at: day(14),
        fate: Fate::Lowered,
        rule: Rule::Unverified
    }));
}

#[test]
fn what_is_no_longer_true_weighs_nothing() {
    let policy = Policy::default_of(Aged::Plan);
    let plan = Aging { valid_to: Some(day(2)), ..aging(Aged::Plan) };
    assert_eq!(weight(&plan, &policy, day(1)).total(), 1.0);
    assert_eq!(weight(&plan, &policy, day(2)).total(), 0.0);
    assert_eq!(fate(&plan, &policy, day(2)).map(|due| due.fate), Some(Fate::Ends));
    assert_eq!(fate(&plan, &policy, day(32)).map(|due| due.fate), Some(Fate::Deleted));
}

#[test]
fn s1_18_s3_45_what_belongs_to_a_talk_ends_with_it() {
    let policy = Policy::default_of(Aged::Talk);
    let talk = Aging { session_ended: Some(day(0)), ..aging(Aged::Talk) };
    assert_eq!(
        fate(&talk, &policy, day(0)),
        Some(Due { at: day(0), fate: Fate::Deleted, rule: Rule::SessionEnded })
    );
}

#[test]
fn s3_44_what_has_too_little_energy_is_archived_unless_a_person_wrote_it() {
    let policy = Policy { forget: Forget::Keep, ..Policy::default_of(Aged::Taste) };
    let archived = |one: &Aging| dues(one, &policy).into_iter().find(|due| due.fate == Fate::Archived);
    let taste = aging(Aged::Taste);
    let falls = archived(&taste).expect("it falls under the threshold").at;
    assert_eq!(fate(&taste, &policy, Timestamp(falls.0 - 1)).map(|due| due.fate), Some(Fate::Lowered));
    assert_eq!(fate(&taste, &policy, falls).map(|due| due.fate), Some(Fate::Archived));
    let used = Aging { energy: 0.9, last_used: Some(day(50)), ..taste };
    assert!(archived(&used).expect("later").at > falls, "use keeps it");
    assert_eq!(archived(&Aging { persons: true, ..taste }), None);
}

#[test]
fn x7_the_same_row_ages_the_same_way_every_time() {
    for aged in Aged::ALL {
        let (one, policy) = (aging(aged), Policy::default_of(aged));
        for _ in 0..100 {
            assert_eq!(dues(&one, &policy), dues(&one, &policy));
        }
    }
}

#[test]
fn statements_age_by_their_class_and_type() {
    use MemoryClass::{Conversational, Factual, Preference, Relational};
    use StatementType as T;
    for (kind, class, aged) in [
        (T::Fact, Factual, Aged::Fact),
        (T::Preference, Preference, Aged::Taste),
        (T::Plan, Factual, Aged::Plan),
        (T::Conclusion, Factual, Aged::Conclusion),
        (T::Fact, Relational, Aged::Feeling),
        (T::Fact, Conversational, Aged::Talk),
        (T::Insight, Preference, Aged::Insight),
        (T::Summary, Conversational, Aged::Summary),
    ] {
        assert_eq!(Aged::of(kind, class), aged);
    }
}

fn any_aging() -> impl Strategy<Value = Aging> {
    (
        (0..Aged::ALL.len(), 0_i64..400, prop::option::of(0_i64..400), 0_u32..50),
        (prop::option::of(0_i64..900), 0.0..=1.0_f64, any::<bool>(), prop::option::of(0_i64..900)),
    )
        .prop_map(|((aged, confirmed, used, uses), (end, energy, persons, session))| Aging {
            aged: Aged::ALL[aged],
            created: NOW,
            last_confirmed: day(confirmed),
            last_used: used.map(day),
            uses,
            valid_to: end.map(day),
            energy,
            persons,
            session_ended: session.map(day),
            archived: None,
        })
}

proptest! {
    /// Time alone never makes a memory weigh more, nor brings it back, whatever the policy.
    #[test]
    fn s1_20_ageing_is_monotone_in_time(
        one in any_aging(), from in -500_i64..2_000, later in 0_i64..2_000, lower in 1.0..60.0_f64, forget in 60.0..900.0_f64,
    ) {
        let mut policy = Policy::default_of(one.aged);
        policy.lower_after_days = Some(lower);
        policy.forget_after_days = Some(forget);
        prop_assert!(policy.check().is_ok());
        let (now, then) = (day(from), day(from + later));
        let (w0, w1) = (weight(&one, &policy, now), weight(&one, &policy, then));
        prop_assert!(w1.fade <= w0.fade && w1.step <= w0.step && w1.end <= w0.end);
        prop_assert!((0.0..=1.0).contains(&w0.total()));
        prop_assert!(fate(&one, &policy, then).map(|due| due.fate) >= fate(&one, &policy, now).map(|due| due.fate));
    }

    /// What the list says will happen is what happens, to the second.
    #[test]
    fn the_list_of_what_will_be_forgotten_tells_the_truth(one in any_aging()) {
        let policy = Policy::default_of(one.aged);
        let mut gone = None;
        for due in dues(&one, &policy) {
            let before = fate(&one, &policy, Timestamp(due.at.0 - 1)).map(|it| it.fate);
            prop_assert!(before <= gone || dues(&one, &policy).iter().any(|other| other.at < due.at && other.fate >= due.fate));
            gone = gone.max(Some(due.fate));
            prop_assert_eq!(fate(&one, &policy, due.at).map(|it| it.fate), gone.max(
                dues(&one, &policy).iter().filter(|other| other.at <= due.at).map(|other| other.fate).max()));
            if due.rule == Rule::Unused && due.fate == Fate::Lowered {
                prop_assert!(weight(&one, &policy, due.at).step < weight(&one, &policy, Timestamp(due.at.0 - 1)).step);
            }
        }
        if one.persons {
            let spared = |due: &Due| due.rule == Rule::SessionEnded || due.fate < Fate::Archived || due.fate == Fate::Proposed;
            prop_assert!(dues(&one, &policy).iter().all(spared));
        }
    }

    /// A clock that is set back undoes nothing wrongly: what is not due yet at the earlier time is simply not due.
    #[test]
    fn a_clock_that_is_set_back_makes_nothing_older(one in any_aging(), back in 1_i64..4_000) {
        let policy = Policy::default_of(one.aged);
        let before = Timestamp(NOW.0 - back * DAY);
        let w = weight(&one, &policy, before);
        prop_assert_eq!((w.fade, w.step), (1.0, 1.0));
        prop_assert!(fate(&one, &policy, before).is_none());
    }

    /// The zone that somebody is in, and what its clocks do, changes no age.
    #[test]
    fn neither_zone_nor_clock_change_makes_a_day_longer(offset in 0_i64..800) {
        let policy = Policy::default_of(Aged::Habit);
        // Around the changes of clocks in Europe and America, and a leap day.
        for around in [1_774_746_000_i64, 1_772_953_200, 1_792_890_000, 1_835_395_200] {
            let created = Timestamp(around - offset * 3_600);
            let one = Aging { created, last_confirmed: created, ..aging(Aged::Habit) };
            let lowered = dues(&one, &policy)[0].at;
            prop_assert_eq!(lowered.0 - created.0, 30 * DAY);
        }
    }
}

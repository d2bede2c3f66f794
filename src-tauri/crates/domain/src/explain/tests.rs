use super::*;
use crate::{RoadFeature, Strength};

fn cause(index: usize) -> Cause {
    Cause::Sentence(index)
}

fn acting(n: usize) -> Vec<Adjustment> {
    (0..n)
        .map(|index| Adjustment {
            cause: cause(index),
            target: Target::Feature(RoadFeature::ALL[index % RoadFeature::COUNT]),
            strength: Strength::Avoid,
        })
        .collect()
}

fn plan(route: u64) -> Measured {
    Measured {
        route: RouteId(route.to_string()),
        // Thirds: nothing that floats sum exactly.
        duration_s: 600.0 + route as f64 / 3.0,
        distance_m: 9_000.0 - route as f64 * 10.0 / 7.0,
    }
}

fn ask(n: usize, limits: Limits, evaluate: impl FnMut(&[bool]) -> Option<Measured>) -> Explanation {
    let causes: Vec<Cause> = (0..n).map(cause).collect();
    let acting = acting(n);
    explain(Question { causes: &causes, acting: &acting, unmet: Vec::new(), limits }, evaluate)
        .expect("the plan with all causes exists")
}

const ALL: Limits = Limits { max_evaluations: 1 << 10, max_subset_causes: 6 };

/// A router out of a hash: the same set always gives the same one of `routes` routes.
fn random(seed: u64, routes: u64) -> impl Fn(&[bool]) -> Option<Measured> + Copy {
    move |on: &[bool]| {
        let mut hash = seed ^ 0x9e37_79b9_7f4a_7c15;
        for bit in on {
            hash = (hash ^ u64::from(*bit)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            hash ^= hash >> 29;
        }
        Some(plan(hash % routes))
    }
}

#[test]
fn e_4_steps_sum_exactly_to_chosen_minus_base() {
    println!("seeds 0..600");
    for seed in 0..600 {
        let n = (seed % 7) as usize;
        let explanation = ask(n, ALL, random(seed, 4));
        let sum = explanation.reasons.iter().fold(Effect::default(), |sum, reason| sum + reason.step);
        assert_eq!(sum, Effect::between(&explanation.base, &explanation.chosen), "seed {seed}");
        assert!(explanation.complete);
    }
}

#[test]
fn e_2_a_reason_is_decisive_exactly_when_the_route_differs_without_it() {
    println!("seeds 0..600");
    for seed in 0..600 {
        let n = (seed % 7) as usize;
        let router = random(seed, 3);
        let explanation = ask(n, ALL, router);
        for (index, reason) in explanation.reasons.iter().enumerate() {
            let mut on = vec![true; n];
            on[index] = false;
            let without = router(&on).expect("always a plan");
            let differs = without.route != explanation.chosen.route;
            assert_eq!(reason.state == ReasonState::Decisive, differs, "seed {seed}, reason {index}");
            assert_eq!(reason.without, Some(Effect::between(&without, &explanation.chosen)));
            assert_eq!(reason.without_route.is_some(), differs);
        }
    }
}

#[test]
fn e_5_the_smallest_set_gives_the_choice_and_none_smaller_with_all_decisive_ones_does() {
    println!("seeds 0..600");
    for seed in 0..600 {
        let n = (seed % 6) as usize;
        let router = random(seed, 3);
        let explanation = ask(n, ALL, router);
        let is_in: Vec<bool> = (0..n).map(|i| explanation.minimal.contains(&cause(i))).collect();
        assert_eq!(router(&is_in).map(|plan| plan.route), Some(explanation.chosen.route.clone()));
        let decisive: Vec<bool> =
            explanation.reasons.iter().map(|reason| reason.state == ReasonState::Decisive).collect();
        for mask in 0..1_usize << n {
            let on: Vec<bool> = (0..n).map(|i| mask >> i & 1 == 1).collect();
            let holds_decisive = on.iter().zip(&decisive).all(|(on, decisive)| *on || !decisive);
            let gives = router(&on).map(|plan| plan.route) == Some(explanation.chosen.route.clone());
            if holds_decisive && gives {
                assert!(on.iter().filter(|on| **on).count() >= explanation.minimal.len(), "seed {seed}");
            }
        }
    }
}

#[test]
fn e_9_a_group_changes_the_route_together_and_no_part_of_it_does() {
    println!("seeds 0..600");
    let mut seen = 0;
    for seed in 0..600 {
        let n = (seed % 6) as usize;
        let router = random(seed, 2);
        let explanation = ask(n, ALL, router);
        for (number, group) in explanation.groups.iter().enumerate() {
            seen += 1;
            assert!(group.members.len() >= 2);
            for mask in 1..1_usize << group.members.len() {
                let on: Vec<bool> = (0..n)
                    .map(|i| {
                        !group.members.iter().enumerate().any(|(bit, m)| *m == i && mask >> bit & 1 == 1)
                    })
                    .collect();
                let changes = router(&on).map(|plan| plan.route) != Some(explanation.chosen.route.clone());
                assert_eq!(changes, mask + 1 == 1 << group.members.len(), "seed {seed}");
            }
            for member in &group.members {
                assert_eq!(explanation.reasons[*member].group, Some(number));
                assert_ne!(explanation.reasons[*member].state, ReasonState::Decisive);
            }
        }
    }
    assert!(seen > 20, "the fake routers must have groups to look at, {seen} seen");
}

#[test]
fn e_9_either_of_a_sentence_and_a_setting_is_enough() {
    // Both avoid the tunnel: one alone keeps the coast road.
    let explanation = ask(2, Limits::default(), |on| Some(plan(if on[0] || on[1] { 90 } else { 0 })));
    assert!(explanation.reasons.iter().all(|reason| reason.state == ReasonState::Applied));
    assert_eq!(explanation.groups.len(), 1);
    assert_eq!(explanation.groups[0].members, [0, 1]);
    assert_eq!(explanation.groups[0].without.ms, 30_000);
    assert_eq!(explanation.minimal, [cause(0)]);
    assert_eq!(explanation.reasons[0].step.ms, 30_000);
    assert_eq!(explanation.reasons[1].step.ms, 0);
}

#[test]
fn ex7_few_plans_are_computed_where_each_reason_stands_alone() {
    for n in 0..=6 {
        let mut asked = 0;
        let explanation = ask(n, Limits::default(), |on| {
            asked += 1;
            Some(plan(on.iter().enumerate().map(|(i, on)| u64::from(*on) << i).sum()))
        });
        assert!(asked <= 2 * n + 1, "{asked} plans for {n} causes");
        assert_eq!(asked, explanation.evaluations);
        assert_eq!(explanation.minimal.len(), n);
    }
}

#[test]
fn ex7_a_small_budget_is_kept_and_said() {
    for budget in 1..12 {
        let limits = Limits { max_evaluations: budget, ..Limits::default() };
        let explanation = ask(6, limits, random(11, 3));
        assert!(explanation.evaluations <= budget);
        assert!(!explanation.complete);
        let sum = explanation.reasons.iter().fold(Effect::default(), |sum, reason| sum + reason.step);
        assert_eq!(sum, Effect::between(&explanation.base, &explanation.chosen), "budget {budget}");
    }
}

#[test]
fn ex7_many_causes_still_give_a_set_that_gives_the_choice() {
    let router = random(5, 2);
    let explanation = ask(12, Limits { max_evaluations: 200, max_subset_causes: 6 }, router);
    let is_in: Vec<bool> = (0..12).map(|i| explanation.minimal.contains(&cause(i))).collect();
    assert_eq!(router(&is_in).map(|plan| plan.route), Some(explanation.chosen.route));
}

#[test]
fn e_1_what_does_not_act_is_only_retrieved() {
    let causes = [cause(0), cause(1), Cause::Mode];
    let question =
        Question { causes: &causes, acting: &acting(1), unmet: Vec::new(), limits: Limits::default() };
    let explanation = explain(question, |_| Some(plan(1))).expect("a plan");
    let states: Vec<ReasonState> = explanation.reasons.iter().map(|reason| reason.state).collect();
    assert_eq!(states, [ReasonState::Applied, ReasonState::Retrieved, ReasonState::Applied]);
    assert!(explanation.minimal.is_empty());
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for seed in 0..50 {
        assert_eq!(ask(6, ALL, random(seed, 2)), ask(6, ALL, random(seed, 2)));
    }
}

#[test]
fn no_plan_at_all_is_no_explanation_and_a_missing_step_costs_nothing() {
    let causes = [cause(0)];
    let question =
        Question { causes: &causes, acting: &acting(1), unmet: Vec::new(), limits: Limits::default() };
    assert_eq!(explain(question.clone(), |_| None), None);
    let only_all = explain(question, |on| on[0].then(|| plan(3))).expect("the plan with all exists");
    assert_eq!(only_all.base, only_all.chosen);
    assert_eq!(only_all.reasons[0].without, None);
    assert_eq!(only_all.reasons[0].state, ReasonState::Applied);
}

#[test]
fn e_8_an_unmet_wish_is_found_with_its_metres() {
    let feature = |feature, strength| Adjustment {
        cause: cause(feature as usize),
        target: Target::Feature(feature),
        strength,
    };
    let wishes = [
        feature(RoadFeature::Tunnel, Strength::Avoid),
        feature(RoadFeature::Elevated, Strength::RatherNot),
        feature(RoadFeature::Toll, Strength::Never),
        feature(RoadFeature::Waterside, Strength::Prefer),
        feature(RoadFeature::Motorway, Strength::Prefer),
    ];
    let missed = unmet(&wishes, |target| match target {
        Target::Feature(RoadFeature::Tunnel) => 300.0,
        Target::Feature(RoadFeature::Elevated) => 1_200.0,
        Target::Feature(RoadFeature::Motorway) => 50.0,
        Target::Feature(RoadFeature::Toll) => 5.0,
        _ => 0.0,
    });
    let line: Vec<(Cause, f64)> = missed.into_iter().map(|unmet| (unmet.cause, unmet.metres)).collect();
    let of = |feature: RoadFeature| cause(feature as usize);
    assert_eq!(
        line,
        [
            (of(RoadFeature::Elevated), 1_200.0),
            (of(RoadFeature::Tunnel), 300.0),
            (of(RoadFeature::Waterside), 0.0)
        ]
    );
}

//! Whole flows through `app`: a real import, a real store, a clock that stands still, no network and no model.

#![allow(clippy::unwrap_used)]
#![allow(clippy::needless_pass_by_value, reason = "a request is made where it is asked, without a `&`")]

mod asking;
mod avoiding;
mod background;
mod city;
mod drove;
mod encryption;
mod explain;
mod forgetting;
mod habits;
mod inspect;
mod keeping;
mod language_model;
mod language_model_attacks;
mod model_in_use;
mod online;
mod outward;
mod providers;
mod real_model;
mod real_servers;
mod reflection;
mod regions;
mod robust;
mod said;
mod sandbox;
#[path = "../scenarios/mod.rs"]
mod scenarios;
mod search;
mod situation;
mod support;
mod trips;
mod upkeep;
mod walk;

/// A third of the written cases, as `cargo xtask eval scenarios` plays all of them: what ships has to hold here.
#[test]
fn s0_42_s0_43_s1_55_a_third_of_the_written_cases_holds_in_each_of_the_three_classes() {
    let (verdict, otherwise) = scenarios::run(3);
    assert!(verdict.holds, "{verdict}\n{}", otherwise.join("\n"));
}

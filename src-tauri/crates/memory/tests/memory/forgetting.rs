use testkit::forgetting::{Outcome, life};

/// The same lives, a thousand of them, are `cargo xtask eval forgetting`.
#[test]
fn f_5_f_6_f_3_in_random_lives_nothing_erased_comes_back_leaves_a_byte_or_a_trace_of_itself() {
    let mut all = Outcome::default();
    for seed in 1..=6 {
        let folder = tempfile::tempdir().unwrap();
        let outcome = life(seed, 60, folder.path()).unwrap();
        println!("seed {seed}: {outcome:?}");
        all = all.and(outcome);
    }
    assert!(all.erased > 15, "{all:?}");
    assert!(all.is_clean(), "{all:?}");
}

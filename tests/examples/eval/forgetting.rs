//! Random lives with add, learn, reflect, delete, undo, erase, re-import, backup and restore: nothing erased comes back, no
//! byte of it is left, and afterwards everything equals a store that never saw it.

use crate::options::Options;
use flows::Verdict;
use testkit::forgetting::{Outcome, life};

/// Lives where the number is not given.
const LIVES: usize = 1_000;
/// Deeds of one life.
const DEEDS: usize = 40;

/// So many lives, each in a folder of its own.
pub fn run(options: &Options) -> Verdict {
    let lives = options.trials.unwrap_or(LIVES);
    let mut all = Outcome::default();
    for n in 0..lives {
        let folder = tempfile::tempdir().unwrap();
        let seed = options.seed.wrapping_add(n as u64);
        let outcome = life(seed, DEEDS, folder.path()).unwrap();
        if !outcome.is_clean() {
            println!("seed {seed}: {outcome:?}");
        }
        all = all.and(outcome);
    }
    Verdict {
        name: "forgetting",
        figures: format!(
            "{lives} random sequences with {} erasures: {} resurrections, {} residual bytes, {} differences from a store that \
             never saw it, {} findings of the doctor",
            all.erased, all.resurrections, all.residual, all.unequal, all.ill
        ),
        asked: "0 of each, with at least one erasure a sequence on average".to_owned(),
        holds: all.is_clean() && all.erased >= lives,
    }
}

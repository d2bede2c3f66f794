//! Random situations, and every claim of the panel held against plans of their own (MISSION E-2, E-4, E-5, E-6, E-9).
//!
//! A situation is a random store of preferences, settings, wishes on the map and words, over Monaco, the made city of the
//! demo, or a city that was drawn for this evaluation. The product's own explainer is not asked whether it is right: what
//! it shows is compared with plans in which exactly those causes are switched off, for small cases all subsets of them.

mod check;
mod draw;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::options::Options;
use check::{Counts, check};
use draw::Lands;
use flows::Verdict;

/// Situations where the number is not given.
const TRIALS: usize = 1_000;
/// Situations that are played in one copy of a land.
const OF_ONE_COPY: usize = 25;

/// So many random situations.
pub fn run(options: &Options) -> Verdict {
    let trials = options.trials.unwrap_or(TRIALS);
    let lands = Lands::make(options.seed);
    let mut all = Counts::default();
    let mut world = None;
    // Ends that were drawn into the sea or onto an island are drawn again, with the next seed.
    for n in 0..trials * 2 {
        if all.situations == trials {
            break;
        }
        let seed = options.seed.wrapping_add(n as u64);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if n % OF_ONE_COPY == 0 {
            world = Some(lands.copy(n / OF_ONE_COPY));
        }
        let Some(world) = &world else { continue };
        let Some(situation) = draw::situation(world, &mut rng) else {
            all.nowhere += 1;
            continue;
        };
        let counts = check(world, &situation);
        for wrong in &counts.wrong {
            println!("  seed {seed}: {wrong}");
        }
        draw::clear(world);
        all.add(counts);
    }
    let Counts {
        situations,
        nowhere,
        reasons,
        steps,
        priced,
        smallest,
        subsets,
        joint,
        deleted,
        paced,
        wrong,
    } = &all;
    Verdict {
        name: "explanations",
        figures: format!(
            "{situations} random situations ({nowhere} draws had no way), {paced} of them at the pace of own drives: {reasons} reasons shown, {} of them not necessary or \
             otherwise wrong; {steps} steps and {priced} prices exact; {smallest} smallest sets and {joint} joint reasons held \
             against {subsets} subsets; {deleted} memories deleted for real gave the way that was drawn",
            wrong.len()
        ),
        asked: "1,000 situations, all of it right".to_owned(),
        holds: wrong.is_empty()
            && *situations + *nowhere >= trials
            && *situations * 10 >= trials * 9
            && *reasons > 0,
    }
}

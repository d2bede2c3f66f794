//! A process that writes memories is killed (SIGKILL) in the middle of a deed, many times: the doctor finds no difference
//! between rows, words, vectors, ties and the log, and the file holds exactly the deeds before, with or without the one that
//! was cut.
#![allow(clippy::disallowed_methods, reason = "the moment of a kill is drawn within the time of a deed")]

use crate::{child, options::Options};
use flows::Verdict;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::{
    io::{BufRead, BufReader},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};
use testkit::{
    deeds::{ROUND, deed, digest},
    store::TestStore,
};

/// Kills where the number is not given.
const KILLS: usize = 1_000;
/// Two rounds: the second one finds what the first one left.
pub const DEEDS: i64 = 2 * ROUND;

/// So many kills.
pub fn run(options: &Options) -> Verdict {
    let kills = options.trials.unwrap_or(KILLS);
    let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
    let (states, usual) = reference();
    let (mut ill, mut torn, mut lost, mut half) = (0, 0, 0, 0);
    for kill in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let nth = (kill as i64) % DEEDS;
        let mut process = child::remembering(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut done = -1;
        while done < nth - 1 {
            done = lines.next().unwrap().unwrap().parse::<i64>().unwrap();
        }
        let within = usual.get(nth as usize).copied().unwrap_or_default();
        let until = Instant::now() + within.mul_f64(chance.random_range(0.0..1.2));
        while Instant::now() < until {
            thread::yield_now();
        }
        drop(process.kill());
        process.wait().unwrap();
        // What it had said before it died was done, and must be there.
        done = lines.map_while(Result::ok).filter_map(|line| line.parse().ok()).last().unwrap_or(done);
        let kit = TestStore::in_folder(folder.path()).unwrap();
        kit.store.resume_erasure().unwrap();
        let report = kit.store.doctor().unwrap();
        ill += usize::from(!report.problems.is_empty());
        let now = digest(&kit).unwrap();
        let at = states.iter().position(|state| *state == now);
        let (least, most) = ((done + 1) as usize, (done + 2) as usize);
        match at {
            Some(_) if states.get(least) == Some(&now) => {}
            Some(_) if states.get(most) == Some(&now) => half += 1,
            Some(earlier) if earlier < least => lost += 1,
            _ => torn += 1,
        }
        if !report.problems.is_empty() || at.is_none() {
            println!("deed {nth}: {:?}, known state: {at:?}", report.problems);
        }
    }
    Verdict {
        name: "kill-memory",
        figures: format!(
            "{kills} kills over {DEEDS} deeds ({half} after the commit and before its word): {ill} times a difference between \
             rows and indexes, {torn} half memories, {lost} lost deeds"
        ),
        asked: format!("0 of each in {KILLS}"),
        holds: ill + torn + lost == 0 && (kills >= KILLS || options.trials.is_some()),
    }
}

/// What the store looks like before the first deed and after each, and how long each takes, on a disk.
fn reference() -> (Vec<String>, Vec<Duration>) {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let mut states = vec![digest(&kit).unwrap()];
    let mut times = Vec::new();
    for n in 0..DEEDS {
        let started = Instant::now();
        deed(&kit, n).unwrap();
        times.push(started.elapsed());
        states.push(digest(&kit).unwrap());
    }
    (states, times)
}

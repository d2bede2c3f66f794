//! Chores of the house: `cargo xtask WHAT`. Every chore is one file; none of them knows the product's rules.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "chores talk to the person who types them")]

mod bench;
mod bindings;
mod bless;
mod build;
mod check;
mod eval;
mod fuzz;
mod place;
mod rows;
mod run;
mod setup;
mod shell;
mod test;
mod window;

use shell::{Done, problem};
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask WHAT

  run [--release]            set up, build everything and open the window; without a display, walk through it under
                             Xvfb and leave pictures in artifacts/
  test [--without-window] [--without-model] [--providers | --only-providers] [--llm | --only-llm]
                             everything that is tested, from a clean clone; ends in one line `N passed, N failed`;
                             with real OSRM and Valhalla servers too, or only them
  check [WORD]               formatting, clippy, invariants I1 to I7, generated files, migrations, licences, sizes
  setup                      system packages, the UI's packages, language model, bundled regions; `test` and `run` do this
  bindings                   write ui/src/ipc/bindings.ts from the shapes in app
  bless                      accept what golden tests see now (schema, migration hashes, snapshots); look at the diff
  fixtures                   write the made city and copy the bundled region to where the app looks for them
  bench NAME --data DIR      routing, toggle, city, via, store, tile, import, reflect, rows, trips or start: one line, exit 1 when slower than asked
  eval NAME [--data DIR] [--seed N]
                             how right it is, against real data or peers: one line, exit 1 when short; seeds are printed
  rows [WORD]                every described behaviour with the test that proves it, or none
  fuzz NAME [--seconds N]    bytes by chance for a reader: pbf, xml, folder, catalogue, tags, or all; ten minutes each
                             (needs a nightly compiler and cargo-fuzz; docs/fuzzing.md)
  package                    the .deb, with model, runtime, regions and preview helper inside";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match chore(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn chore(arguments: &[&str]) -> Done {
    match arguments {
        ["run", rest @ ..] => run::run(rest),
        ["test", rest @ ..] => test::test(rest),
        ["check"] => check::check(""),
        ["check", word] => check::check(word),
        ["setup"] => setup::all().map(drop),
        ["bindings"] => bindings::write(),
        ["bless"] => bless::bless(),
        ["fixtures"] => setup::regions::make(),
        ["bench", name, "--data", data] => bench::bench(name, data),
        ["eval", name, rest @ ..] => eval::eval(name, rest),
        ["rows"] => rows::rows(""),
        ["rows", word] => rows::rows(word),
        ["fuzz", name, rest @ ..] => fuzz::fuzz(name, rest),
        ["package"] => build::package(),
        _ => Err(problem(USAGE)),
    }
}

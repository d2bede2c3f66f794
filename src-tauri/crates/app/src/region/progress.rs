//! How far an import is, over the rooms that take part in it.

use region::Phase;

use crate::dto::ProgressDto;

/// How many phases an import has.
pub(crate) const IMPORT_PHASES: u32 = 8;

/// A stage of an import with what other rooms prepare.
#[derive(Clone, Copy)]
pub(super) enum Step {
    Import(Phase),
    Prepare,
    Search,
}

/// Word of each stage and its share of the whole, as measured on Porto and Monaco.
fn step(step: Step) -> (&'static str, u32, f64, f64) {
    match step {
        Step::Import(Phase::Check) => ("check", 0, 0.0, 0.04),
        Step::Import(Phase::Read) => ("read", 1, 0.04, 0.16),
        Step::Import(Phase::Roads) => ("roads", 2, 0.20, 0.15),
        Step::Import(Phase::Names) => ("names", 3, 0.35, 0.05),
        Step::Import(Phase::Map) => ("map", 4, 0.40, 0.10),
        Step::Import(Phase::Write) => ("write", 5, 0.50, 0.05),
        Step::Prepare => ("prepare", 6, 0.55, 0.40),
        Step::Search => ("search", 7, 0.95, 0.05),
    }
}

/// What a shell is told.
pub(super) fn progress_dto(at: Step, done: u64, total: u64, elapsed_s: f64) -> ProgressDto {
    let (phase, phase_index, from, share) = step(at);
    let part = if total == 0 { 0.0 } else { done as f64 / total as f64 };
    let fraction = (from + share * part).min(1.0);
    let told = fraction > 0.15 && elapsed_s > 0.5;
    ProgressDto {
        phase: phase.to_owned(),
        phase_index,
        phase_count: IMPORT_PHASES,
        done,
        total,
        fraction,
        eta_s: told.then(|| elapsed_s * (1.0 - fraction) / fraction),
    }
}

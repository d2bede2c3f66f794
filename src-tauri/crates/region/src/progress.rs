//! How a long import says where it is and learns that nobody wants it any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A stage of an import, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Looking at the first bytes and hashing the file; unit: bytes.
    Check,
    /// Reading nodes, ways and relations; unit: bytes of the file.
    Read,
    /// Building the road network; unit: steps.
    Roads,
    /// Collecting what can be found by name; unit: steps.
    Names,
    /// Collecting what the map shows; unit: steps.
    Map,
    /// Writing the region folder aside; unit: files.
    Write,
}

impl Phase {
    /// All, in order.
    pub const ALL: [Self; 6] = [Self::Check, Self::Read, Self::Roads, Self::Names, Self::Map, Self::Write];

    /// Stable word for the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Read => "read",
            Self::Roads => "roads",
            Self::Names => "names",
            Self::Map => "map",
            Self::Write => "write",
        }
    }
}

/// Where progress goes. Called often (about once per megabyte or step); an implementation throttles by itself.
pub trait Progress {
    /// `done` of `total` units of this phase are finished; `total` is never 0 and `done` never exceeds it.
    fn report(&mut self, phase: Phase, done: u64, total: u64);
}

impl<F: FnMut(Phase, u64, u64)> Progress for F {
    fn report(&mut self, phase: Phase, done: u64, total: u64) {
        self(phase, done, total);
    }
}

/// Progress for those who don't watch.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn report(&mut self, _phase: Phase, _done: u64, _total: u64) {}
}

/// Shared between the one who waits and the one who works: once cancelled, for ever cancelled.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that nobody has cancelled yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ask the work to stop at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

//! Long work: how far it is, and how it is stopped.

use crate::dto::ProgressDto;

pub use region::CancelToken;

/// Hears how far long work is. Called at most some tens of times a second.
pub trait ProgressSink: Send {
    /// The newest state.
    fn progress(&mut self, progress: &ProgressDto);
}

impl<F: FnMut(&ProgressDto) + Send> ProgressSink for F {
    fn progress(&mut self, progress: &ProgressDto) {
        self(progress);
    }
}

/// A sink for callers that do not look.
pub fn silent() -> impl ProgressSink {
    |_: &ProgressDto| {}
}

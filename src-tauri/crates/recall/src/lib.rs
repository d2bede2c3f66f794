//! Which memories matter for this question: reading, candidates, scores, the few that are returned.
//!
//! Pure: no database, no clock, no IO. `memory` keeps an [`Index`] per person, hands over what its word index and graph
//! found, reads the rows of the [`Candidate`]s again, and lets [`pick`] choose. The pipeline and its sources:
//! docs/recall.md.

pub mod ablation;
mod ask;
mod background;
pub mod bits;
mod fold;
pub mod formula;
mod index;
pub mod metrics;
mod parts;
mod pick;
mod preset;
mod reading;
mod scene;
mod search;
pub mod threshold;
mod topics;

pub use ask::Ask;
pub use fold::{forms, is_filler, stem};
pub use index::{AT_LEAST, EXACT_ROWS, Entry, Index};
pub use parts::{Parts, Routes, UNTAUGHT_LEEWAY};
pub use pick::{Closer, Dropped, Picked, Ranked, Reranker, passes, pick};
pub use preset::{ContextMode, Preset, Weights, scores};
pub use reading::{Reading, TABLE_VERSION};
pub use scene::{MAX_CANDIDATES, MAX_RERANKED, Scene, SceneName, THRESHOLD};
pub use search::{Breadth, Candidate, Outside, Wanted};
pub use topics::{Topics, Values, topics};

//! OpenStreetMap data in memory, whatever file it came from.
//!
//! [`OsmData`] is what the readers fill through an [`OsmBuilder`] and what [`crate::extract`] looks at. Tests and
//! drawn maps fill the same builder, so that every later stage sees one kind of input.

mod blob;
mod data;
mod pbf;
mod read;
mod sniff;
pub mod tags;
mod xml;

pub use data::{Member, MemberKind, OsmBuilder, OsmData, Relation, Skipped, Tags, Way};
pub(crate) use data::{degrees, index_u32};
pub use read::{read, read_from};
pub use sniff::{Format, HEAD, sniff};

//! The only place that knows the memory database.
//!
//! A [`Store`] is one file. [`Store::of`] gives the memories of one profile ([`Mine`]); nothing is read or written
//! without an owner. Places, preferences and trips are written by [`Mine::add_place`], [`Mine::add_preference`],
//! [`Mine::propose`] and [`Mine::record_trip`]; [`Mine::list`] and [`Mine::show`] are the memory page,
//! [`Mine::recall`] serves a plan. [`Mine::delete`] can be undone; [`Mine::erase`] cannot, and [`scan_bytes`] is its
//! receipt.

mod delete;
mod doctor;
mod embedding;
mod erase;
mod error;
mod install;
mod list;
mod place;
mod preference;
mod profile;
mod recall;
mod scan;
mod setting;
mod store;
mod trip;

pub use delete::{Deletion, DeletionId};
pub use doctor::Report;
pub use embedding::Embedding;
pub use erase::{Effect, ErasePlan, Erased, Unfinished};
pub use error::StoreError;
pub use install::{Bundle, Installed};
pub use list::{FacetCounts, ListQuery, MemoryDetail, MemoryKind, MemoryRow, Page, Sort, Use, UseState};
pub use place::{NewPlace, PlaceEdit};
pub use preference::{
    ConfidenceCause, ConfidenceStep, INFERRED_CONFIDENCE, NewPreference, PreferenceEdit, Proposal,
};
pub use profile::Profile;
pub use recall::{DEFAULT_K, DEFAULT_MAX_DISTANCE, HALF_LIFE_DAYS, RecallQuery, Recollection, ScoreParts};
pub use scan::{Hit, NeedleKind, Needles, Scan, scan_bytes};
pub use store::{Mine, Store};
pub use trip::{NewTrip, Recorded};

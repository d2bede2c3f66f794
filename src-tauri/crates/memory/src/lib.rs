//! The only place that knows the memory database.
//!
//! A [`Store`] is one file. [`Store::of`] gives the memories of one profile ([`Mine`]); nothing is read or written
//! without an owner. Places, preferences and trips are written by [`Mine::add_place`], [`Mine::add_preference`],
//! [`Mine::propose`] and [`Mine::record_trip`]; [`Mine::list`] and [`Mine::show`] are the memory page,
//! [`Mine::recall`] serves a plan. [`Mine::delete`] can be undone; [`Mine::erase`] cannot, and [`scan_bytes`] is its
//! receipt.

mod codec;
mod confidence;
mod corridor;
mod delete;
mod doctor;
mod embedding;
mod erase;
mod error;
mod evidence;
mod in_force;
mod index;
mod install;
mod list;
mod needles;
mod observation;
mod place;
mod plan;
mod preference;
mod preference_row;
mod profile;
mod recall;
mod scan;
mod schema;
mod setting;
mod show;
mod sites;
mod store;
mod support;
mod tombstone;
mod trip;
mod vector_extension;
mod words;

pub use confidence::{ConfidenceCause, ConfidenceStep, INFERRED_CONFIDENCE, inferred_confidence};
pub use delete::{Deletion, DeletionId};
pub use doctor::Report;
pub use embedding::Embedding;
pub use erase::{Effect, ErasePlan, Erased, KEEP_DELETED_DAYS, Unfinished};
pub use error::StoreError;
pub use install::{Bundle, Installed};
pub use list::{FacetCounts, ListQuery, MemoryKind, MemoryRow, Page, Sort};
pub use place::{NewPlace, PlaceEdit, tag_of_name};
pub use preference::{NewPreference, PreferenceEdit, Proposal};
pub use profile::Profile;
pub use recall::{
    DEFAULT_K, DEFAULT_MAX_DISTANCE, HALF_LIFE_DAYS, MAX_K, RecallQuery, Recollection, ScoreParts, freshness,
};
pub use scan::{Hit, NeedleKind, Needles, Scan, scan_bytes};
pub use show::{MemoryDetail, Use, UseState};
pub use store::{Mine, Store};
pub use trip::{NewTrip, Recorded};
pub use words::fold;

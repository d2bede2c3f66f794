//! The only place that knows the memory database.
//!
//! A [`Store`] is one file. [`Store::of`] gives the memories of one profile ([`Mine`]); nothing is read or written
//! without an owner. Places, preferences and trips are written by [`Mine::add_place`], [`Mine::add_preference`],
//! [`Mine::propose`] and [`Mine::record_trip`]; [`Mine::list`] and [`Mine::show`] are the memory page,
//! [`Mine::recall`] serves a plan. [`Mine::notice`] appends to the stream, [`Mine::add_statement`] writes a sentence down,
//! [`Mine::paths`] walks the graph; they take only what the privacy policy has seen. [`Mine::delete`] can be undone; [`Mine::erase`] cannot, and [`scan_bytes`] is its
//! receipt. [`Store::lock`] encrypts the file, [`Store::open_with`] opens a locked one.

mod access;
mod ageing;
mod alike;
mod backup;
mod changes;
mod claim;
mod codec;
mod concluded;
mod confidence;
mod conflict;
mod convert;
mod corridor;
mod delete;
mod doctor;
mod embedding;
mod entrance;
mod erase;
mod error;
mod evidence;
mod failure;
mod feedback;
mod graph;
mod graph_row;
mod graph_walk;
mod import;
mod in_force;
mod index;
mod insight;
mod install;
mod list;
mod lock;
mod locked;
mod needles;
mod noticed_row;
mod observation;
mod place;
mod plan;
mod preference;
mod preference_row;
mod profile;
mod recall;
#[cfg(any(test, feature = "measuring"))]
mod recall_bulk;
mod recall_cache;
mod recall_context;
mod recall_graph;
mod recall_health;
mod recall_index;
mod recall_roads;
mod recall_scene;
mod recall_statements;
#[cfg(test)]
mod recall_tests;
mod recall_words;
mod reflecting;
mod reflection;
mod runs;
mod scan;
mod schema;
mod secret;
mod setting;
mod show;
mod sites;
mod spot;
mod statement;
mod statement_list;
mod statement_row;
mod statement_write;
mod store;
mod stream;
mod summing_up;
mod support;
mod support_words;
mod tombstone;
mod trace;
mod trip;
mod unread;
mod upheld;
mod vector_extension;
mod words;
mod wrong;

pub use access::{Access, AccessKind, AccessWho};
pub use ageing::{AgedNow, AgingRow};
pub use alike::Alike;
pub use backup::{Backup, Restored};
pub use concluded::{Concluded, Conclusion};
pub use confidence::{ConfidenceCause, ConfidenceStep, INFERRED_CONFIDENCE, inferred_confidence};
pub use conflict::{ConflictPolicy, Question, QuestionAnswer};
pub use delete::{Deletion, DeletionId};
pub use doctor::Report;
pub use embedding::Embedding;
pub use entrance::EntranceEdit;
pub use erase::{Effect, ErasePlan, Erased, KEEP_DELETED_DAYS, Unfinished};
pub use error::StoreError;
pub use failure::{Failure, NewFailure};
pub use feedback::{Label, Moved, Rating, Thumb};
pub use graph::{End, NewLink};
pub use graph_walk::{Direction, Hop, NodeFilter, Pattern};
pub use import::{Import, Known, Undone};
pub use insight::Insight;
pub use install::{Bundle, Installed};
pub use list::{FacetCounts, ListQuery, MemoryKind, MemoryRow, Page, Sort};
pub use place::{NewPlace, PlaceEdit, tag_of_name};
pub use preference::{NewPreference, PreferenceEdit, Proposal};
pub use profile::Profile;
pub use recall::{DEFAULT_MAX_DISTANCE, LeftOut, MAX_K, RecallAnswer, RecallAsk, Recalled, Remembered, said};
pub use reflecting::{MOST_OF_STREAM, Reflected, ReflectionRecord, ReflectionRun, ReflectionState};
pub use reflection::{Reflection, ReflectionCause};
pub use scan::{Hit, NeedleKind, Needles, Scan, scan_bytes};
pub use secret::Secret;
pub use show::{MemoryDetail, Use, UseState};
pub use spot::Stop;
pub use statement::Added;
pub use statement_list::{StatementOrder, StatementQuery};
pub use store::{Mine, Store};
pub use trip::{NewTrip, Recorded};
pub use unread::{Reading, Unread};
pub use words::fold;
pub use wrong::{LOWERED_TO, LoweredStatement};

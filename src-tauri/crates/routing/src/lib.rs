//! Finding routes in one region.
//!
//! [`Router`] lays a [`region::RoadNetwork`] out as a [`Graph`] and a table of legal turns, and answers a [`Plan`]:
//! snapped waypoints, the person's wishes as [`domain::Adjustment`]s, and a mode. A [`Session`] answers the same plan
//! for many [`Subset`]s of its wishes, which is what explaining a route needs.
//!
//! The search is A\* over turns, exact, guided by distances in a contraction hierarchy that was prepared at import
//! ([`prepare`]). It is customised for a set of wishes when an older bound would cost more than that (`metrics`), and
//! kept for the plans that come next. Equal input gives an equal route.

mod along;
mod alternatives;
mod assemble;
mod audit;
mod budget;
mod check;
mod closed;
mod conditions;
mod costing;
mod customise;
mod ends;
mod field;
mod graph;
mod hierarchy;
mod instructions;
mod law;
mod legs;
mod metrics;
mod names;
mod pace;
mod plateaus;
mod potential;
mod reach;
mod roads;
mod router;
mod runs;
mod search;
mod session;
mod snap;
mod trip;
mod turns;
mod walk;
mod weights;
mod words;

pub use audit::Audit;
pub use budget::{Budget, OutOfBudget};
pub use check::{Checker, Illegal, Judged};
pub use closed::TooSmall;
pub use costing::wish_factor;
pub use graph::{Edge, Graph, Kind};
pub use law::network_at;
pub use pace::Pace;
pub use roads::{Section, Unknown, Way};
pub use router::{HIERARCHY_FILE, OpenError, Router, prepare};
pub use session::{NoRoute, Plan, Session, Terms};
pub use snap::{Moved, Role, Snap, SnapError, SnapOptions};
pub use walk::{Beside, Move, State};
pub use weights::Subset;
pub use words::{distance, note_words, sentences, words};

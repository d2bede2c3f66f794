//! The memory room from outside: one file per table or deed.

// Helpers of tests are tests too; clippy's own exemption ends at the functions marked as such.
#![allow(clippy::unwrap_used)]

mod alike;
mod backup;
mod changes;
mod concluded;
mod contract;
mod delete;
mod doctor;
mod erase;
mod evidence;
mod forgetting;
mod graph;
mod import;
mod kill;
mod list;
mod lock;
mod open;
mod place;
mod preference;
mod profile;
mod random;
mod recall;
mod reflecting;
mod rows;
mod setting;
mod sql;
mod statement;
mod stream;
mod trip;
mod upheld;

use domain::{Moment, Scope, Situation, Target};
use testkit::store::TestStore;

/// A store in memory.
fn store() -> TestStore {
    TestStore::in_memory().expect("a store in memory opens")
}

/// A situation without places and weather.
fn at(depart: &Moment) -> Situation {
    Situation { depart: depart.clone(), weather: None, from: None, to: None }
}

fn feature(word: &str) -> Target {
    Target::Feature(domain::RoadFeature::from_word(word).expect("a known feature"))
}

fn evening() -> Scope {
    Scope { bucket: Some(domain::TimeBucket::Evening), ..Scope::default() }
}

/// The doctor finds nothing.
fn healthy(kit: &TestStore) {
    assert_eq!(kit.store.doctor().expect("the doctor reads").problems, Vec::<String>::new());
}

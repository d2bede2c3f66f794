//! What tests of every room share; never used by a room itself.

pub mod city;
pub mod clock;
pub mod damaged;
pub mod deeds;
pub mod drivers;
pub mod embedder;
pub mod forgetting;
pub mod keys;
pub mod language_model;
#[cfg(feature = "roads")]
pub mod map;
pub mod pbf;
pub mod store;
pub mod web;

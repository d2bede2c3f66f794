//! What tests of every room share; never used by a room itself.

pub mod map;

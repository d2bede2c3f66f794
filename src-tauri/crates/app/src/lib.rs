//! Use cases.

pub mod dto;

//! What a statement is about, normalised, so that two ways of saying one thing give one key (MISSION S3-09).

pub(crate) mod address;
pub(crate) mod condition;
pub(crate) mod item;
pub(crate) mod setting;
pub(crate) mod value;
pub(crate) mod vehicle;

pub use address::{Address, address};
pub use item::{Item, item};
pub use setting::{Setting, setting};
pub use vehicle::vehicle;

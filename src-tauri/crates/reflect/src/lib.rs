//! Reflection and ageing, as functions of what is passed in: no SQL, no clock, no files, no chance.
//!
//! [`importance`] weighs what is noticed, [`trigger`] says when there is enough of it, a [`Reflector`] makes [`Draft`]s of
//! it, and [`entail::check`] keeps those that their evidence entails. [`life`] leads an insight from observed to verified
//! or gone. [`policy`] and [`ageing`] say what a memory weighs and when it is forgotten, [`energy`] what use does to it,
//! [`expiry`] until when it holds. `memory` reads and writes the rows, `app` runs it in the background.

pub mod ageing;
pub mod aggregate;
pub mod avoided;
pub mod condition;
pub mod decay;
pub mod draft;
pub mod energy;
pub mod entail;
pub mod episode;
pub mod expiry;
pub mod importance;
pub mod life;
pub mod meaning;
pub mod policy;
pub mod rules;
pub mod summary;
pub mod support;
pub mod theme;
pub mod trigger;
pub mod wording;

pub use ageing::{Aging, Due, Fate, Rule, Weight};
pub use condition::{Circumstances, Condition, Part};
pub use decay::Curve;
pub use draft::Draft;
pub use entail::Rejection;
pub use episode::Act;
pub use importance::{Change, Scored};
pub use policy::{Aged, Forget, Policies, Policy};
pub use rules::{NotReflected, Reflector, Rules};

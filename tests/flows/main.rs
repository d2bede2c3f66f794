//! Whole flows through `app`: a real import, a real store, a clock that stands still, no network and no model.

#![allow(clippy::unwrap_used)]
#![allow(clippy::needless_pass_by_value, reason = "a request is made where it is asked, without a `&`")]

mod asking;
mod avoiding;
mod city;
mod drove;
mod explain;
mod forgetting;
mod keeping;
mod online;
mod providers;
mod real_servers;
mod regions;
mod robust;
mod search;
mod support;
mod walk;

//! Whole flows through `app`, walks through the real window, benches and evaluations; see the modules of the test
//! binaries and examples. The library holds what benches and evaluations share.

#[cfg(feature = "window")]
mod driver;
pub mod peers;
mod verdict;

#[cfg(feature = "window")]
pub use driver::speak_to_a_driver;
pub use verdict::Verdict;

//! Whole flows through `app`, walks through the real window, benches and evaluations; see the modules of the test
//! binaries and examples. The library holds what benches and evaluations share.

pub mod peers;
mod verdict;

pub use verdict::Verdict;

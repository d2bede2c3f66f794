//! Whole flows through `app`.

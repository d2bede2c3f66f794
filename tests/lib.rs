//! Whole flows through `app`, and walks through the real window; see the modules of the test binaries.

//! How a driven route differs from the recommended one.

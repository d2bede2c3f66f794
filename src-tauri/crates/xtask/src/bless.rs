//! `cargo xtask bless`: golden files take on what the tests see now. A person looks at the diff before committing.

use crate::{
    bindings,
    check::migrations,
    place::cargo,
    shell::{Done, run},
};

/// Rewrites bindings, migration hashes of *new* migrations, inline expectations and golden files.
pub fn bless() -> Done {
    migrations::bless()?;
    bindings::write()?;
    run(cargo(&["test", "--quiet", "--no-fail-fast"]).env("LAOLU_BLESS", "1").env("UPDATE_EXPECT", "1"))
}

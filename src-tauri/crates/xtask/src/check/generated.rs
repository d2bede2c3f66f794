//! Generated files are as their generator writes them now.

use crate::{
    bindings,
    shell::{Done, problem},
};
use std::fs;

/// `ui/src/ipc/bindings.ts` against app's shapes.
pub fn bindings() -> Done {
    let generated = bindings::generated()?;
    let committed = fs::read_to_string(bindings::path()).unwrap_or_default();
    match first_difference(&generated, &committed) {
        None => Ok(()),
        Some(line) => {
            Err(problem(format!("ui/src/ipc/bindings.ts is stale from line {line}: cargo xtask bindings")))
        }
    }
}

/// Number of the first line in which they differ, from 1.
fn first_difference(a: &str, b: &str) -> Option<usize> {
    if a == b {
        return None;
    }
    Some(1 + a.split('\n').zip(b.split('\n')).take_while(|(a, b)| a == b).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drift_is_found_with_its_line() {
        let check = |a: &str, b: &str, expected| assert_eq!(first_difference(a, b), expected);
        check("a\nb\n", "a\nb\n", None);
        check("a\nb\n", "a\nc\n", Some(2));
        check("a\nb\n", "a\n", Some(2));
        check("a\n", "", Some(1));
    }
}

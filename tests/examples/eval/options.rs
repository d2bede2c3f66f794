//! What an evaluation is told.

use std::path::PathBuf;

/// The seed where none is given.
const SEED: u64 = 20_261_130;

/// Where the data lies, and which trials to draw.
pub struct Options {
    /// The folder with the data, when the evaluation needs one.
    #[allow(dead_code, reason = "not every evaluation needs data")]
    pub data: Option<PathBuf>,
    /// Start of every random draw.
    pub seed: u64,
    /// How many trials instead of as many as are asked for.
    pub trials: Option<usize>,
    /// Labelled cases that lie elsewhere, to be played instead of the project's own: a file, or a folder of them.
    pub cases: Option<PathBuf>,
}

/// `NAME [--data DIR] [--seed N] [--trials N] [--cases FILE]`; nothing when it reads otherwise.
pub fn read(arguments: &[String]) -> Option<(String, Options)> {
    let (name, rest) = arguments.split_first()?;
    let mut options = Options { data: None, seed: SEED, trials: None, cases: None };
    for pair in rest.chunks(2) {
        let [key, value] = pair else { return None };
        match key.as_str() {
            "--data" => options.data = Some(PathBuf::from(value)),
            "--cases" => options.cases = Some(PathBuf::from(value)),
            "--trials" => options.trials = Some(value.parse().ok()?),
            "--seed" => options.seed = value.parse().ok()?,
            _ => return None,
        }
    }
    Some((name.clone(), options))
}

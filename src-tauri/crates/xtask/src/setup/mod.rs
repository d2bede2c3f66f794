//! What a fresh computer needs. Every step looks first and does nothing when it is done already.

pub mod llm;
mod model;
pub mod node;
pub mod peers;
mod python;
pub mod regions;
mod system;

use crate::shell::{Done, problem};

/// Whether the language model is there after setting up.
pub struct Ready {
    /// Without it the app recalls by words alone.
    pub model: bool,
}

/// All steps. A model that can't be made is said and passed over; anything else missing is a problem.
pub fn all() -> Done<Ready> {
    system::packages()?;
    node::packages()?;
    let model = model::make();
    if let Err(problem) = &model {
        eprintln!("setup: no language model: {problem}");
        eprintln!("setup: going on without it; memories are then found by words alone");
    }
    regions::make()?;
    Ok(Ready { model: model.is_ok() })
}

impl Ready {
    /// A problem when the model is missing.
    pub fn insist_on_model(&self) -> Done {
        if self.model {
            Ok(())
        } else {
            Err(problem("the language model is missing (or pass --without-model)"))
        }
    }
}

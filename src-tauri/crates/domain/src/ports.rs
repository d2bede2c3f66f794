//! The only traits: what Laolu needs from outside and can be replaced, above all in tests.

use crate::{LonLat, Moment};

/// Turns a sentence into a unit vector. Blocking; a sentence takes well under 10 ms.
pub trait Embedder: Send + Sync {
    /// Name of the model: vectors of different models are never compared.
    fn model_id(&self) -> &str;
    /// Length of every vector.
    fn dims(&self) -> usize;
    /// One unit vector per text, in order.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// The model could not be used. Carries no text that was to be embedded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedError {
    /// Model or runtime file is missing or damaged.
    #[error("the language model's files are missing or damaged")]
    Missing,
    /// The runtime refused the input or failed.
    #[error("the language model failed to run")]
    Failed,
}

/// Reads the time, and measures it for traces and budgets.
pub trait Clock: Send + Sync {
    /// Now, in the person's zone.
    fn now(&self) -> Moment;
    /// Seconds since an arbitrary start, never going back.
    fn monotonic_s(&self) -> f64;
}

/// Draws a small picture of a route.
pub trait RoutePreview: Send + Sync {
    /// A PNG of the lines on a plain ground.
    fn draw(&self, picture: &PreviewPicture) -> Result<Vec<u8>, PreviewError>;
}

/// What to draw: lines from bottom to top, then the stops.
#[derive(Clone, Debug, PartialEq)]
pub struct PreviewPicture {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Ground colour, `0xRRGGBB`.
    pub ground: u32,
    /// Filled areas such as the sea: colour and outer ring.
    pub areas: Vec<(u32, Vec<LonLat>)>,
    /// Lines: colour, width in pixels, points.
    pub lines: Vec<(u32, f64, Vec<LonLat>)>,
    /// Stops: colour and place.
    pub stops: Vec<(u32, LonLat)>,
}

/// The picture could not be drawn; the app draws a plain one instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PreviewError {
    /// The helper program is not there.
    #[error("the preview helper is not installed")]
    Missing,
    /// The helper crashed or took too long.
    #[error("the preview helper failed")]
    Failed,
}

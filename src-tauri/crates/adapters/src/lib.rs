//! The outside of domain's ports: the computer's clock, the language model, and the drawers of route previews.
//!
//! This is the only room that may read the time, run another program, or talk to the network; the last only in
//! [`WebFetcher`], the route providers, [`OpenMeteo`] and [`OpenAiModel`], and only when a person asked for it.
//!
//! * [`SystemClock`] — now, in the zone of this computer.
//! * [`FastEmbedder`] — a sentence to a unit vector, with files that the caller names.
//! * [`JoinedEmbedder`] — the same by two models, one of both languages and one of the sentence's own.
//! * [`PreviewHelper`] — a route picture from the helper program `laolu-preview` (maplibre-rs), killed when it hangs.
//! * [`WebFetcher`] — files of the web, in one request each, without telling anything about this computer.
//! * [`OsrmProvider`], [`ValhallaProvider`], [`GraphHopperProvider`], [`AmapProvider`] — routes of somebody else's server, one
//!   request a question.
//! * [`OpenMeteo`] — the weather of a square of a tenth of a degree, one request a question.
//! * [`OpenAiModel`] — a language model on this computer, or where the person allows it, one request a question.
//! * [`SystemKeyring`], [`KeyFile`] — the memory file's key, kept by the system or in a file that the person names.
//! * [`Gpsd`] — positions of a gpsd on this computer.
//! * [`DrawnPreview`] — the same picture drawn plainly, without a graphics adapter; it cannot be missing.

mod clock;
mod drawn;
mod embed;
mod fetch;
mod gpsd;
mod joined;
mod keys;
mod llm;
mod manifest;
mod outside;
mod preview;
mod providers;
mod question;
mod weather;

pub use clock::SystemClock;
pub use drawn::DrawnPreview;
pub use embed::FastEmbedder;
pub use fetch::{Patience, WebFetcher};
pub use gpsd::Gpsd;
pub use joined::{JoinedEmbedder, open_models};
pub use keys::{KeyFile, SystemKeyring};
pub use llm::OpenAiModel;
pub use manifest::ModelManifest;
pub use outside::{Outside, StandingClock, data_dir, resources_dir};
pub use preview::{PreviewHelper, PreviewOrDrawn};
pub use providers::{AmapProvider, GraphHopperProvider, OsrmProvider, ValhallaProvider};
pub use weather::OpenMeteo;

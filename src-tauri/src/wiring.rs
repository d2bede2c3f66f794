//! Builds the app from what this computer has.

use app::{App, AppError, Config};

/// Opens the app on the folder of this user.
pub fn open() -> Result<App, AppError> {
    let outside = adapters::Outside::of_this_computer();
    let app = App::open(Config {
        data_dir: outside.data_dir,
        bundled_maps: outside.bundled_maps,
        profile: None,
        exclusive: true,
        wait_for_meaning: false,
        clock: outside.clock,
        embedder: Some(outside.embedder),
        preview: outside.preview,
    })?;
    let app = app.with_fetcher(outside.fetcher).with_providers(outside.providers);
    Ok(app.with_language_model(outside.language_model))
}

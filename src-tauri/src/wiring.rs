//! Builds the app from what this computer has.

use app::{App, AppError, Config, Keys};
use zeroize::Zeroizing;

/// Opens the app on the folder of this user; a locked memory by what was typed, else by what the keyring keeps.
pub fn open(passphrase: Option<Zeroizing<String>>) -> Result<App, AppError> {
    let outside = adapters::Outside::of_this_computer();
    let config = Config {
        data_dir: outside.data_dir,
        bundled_maps: outside.bundled_maps,
        profile: None,
        exclusive: true,
        wait_for_meaning: false,
        clock: outside.clock,
        embedder: Some(outside.embedder),
        preview: outside.preview,
    };
    let app = App::open_with(config, Keys { store: outside.keys, passphrase })?;
    let app =
        app.with_fetcher(outside.fetcher).with_providers(outside.providers).with_weather(outside.weather);
    Ok(app.with_language_model(outside.language_model))
}

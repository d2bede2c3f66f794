//! `tiles://localhost/{z}/{x}/{y}` and `preview://localhost/{memory}?theme=…&w=…&h=…`.

use std::sync::Arc;

use app::App;
use tauri::{
    Manager, Runtime, UriSchemeContext, UriSchemeResponder,
    http::{Request, Response, StatusCode},
};

use crate::Opened;

/// Answers with a vector tile.
#[allow(clippy::needless_pass_by_value, reason = "Tauri hands both over")]
pub fn tiles<R: Runtime>(
    context: UriSchemeContext<'_, R>,
    request: Request<Vec<u8>>,
    out: UriSchemeResponder,
) {
    let path = request.uri().path().to_owned();
    answer(&context, out, "application/vnd.mapbox-vector-tile", move |app| app.tile_at(&path));
}

/// Answers with a picture of a memory's roads.
#[allow(clippy::needless_pass_by_value, reason = "Tauri hands both over")]
pub fn previews<R: Runtime>(
    context: UriSchemeContext<'_, R>,
    request: Request<Vec<u8>>,
    out: UriSchemeResponder,
) {
    let (path, query) =
        (request.uri().path().to_owned(), request.uri().query().unwrap_or_default().to_owned());
    answer(&context, out, "image/png", move |app| app.preview_at(&path, &query));
}

/// Works on a thread of its own, because the window must not wait. Nothing to show is an empty answer, not an error.
fn answer<R: Runtime>(
    context: &UriSchemeContext<'_, R>,
    out: UriSchemeResponder,
    kind: &'static str,
    make: impl FnOnce(&App) -> Option<Vec<u8>> + Send + 'static,
) {
    let app: Option<Arc<App>> = context.app_handle().state::<Opened>().app().ok();
    tauri::async_runtime::spawn_blocking(move || {
        let body = app.and_then(|app| make(&app)).unwrap_or_default();
        let status = if body.is_empty() { StatusCode::NO_CONTENT } else { StatusCode::OK };
        let response = Response::builder()
            .status(status)
            .header("Content-Type", kind)
            .header("Access-Control-Allow-Origin", "*")
            .header("Cache-Control", "no-store")
            .body(body);
        if let Ok(response) = response {
            out.respond(response);
        }
    });
}

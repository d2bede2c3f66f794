//! What leaves Laolu because the person wants it to: the chosen route for another app or for paper, and insights for a phone.
//!
//! Nothing is sent anywhere. Each answer is a text that the shell writes where the person says; a link says to whom it would
//! speak when it is opened.

mod insights;
mod insights_in;
mod links;
mod route;
mod sheet;

use domain::{LonLat, ports::PreviewPicture};

use crate::{
    App, AppError,
    dto::{RouteExportDto, RouteExportRequest, RouteFormDto},
};

/// Points of a route and stops of it that are written at most; a plan has far fewer.
const MOST_POINTS: usize = 2_000_000;
const MOST_STOPS: usize = 100;
/// Pixels of the sheet's picture: twice what is printed, so that it is sharp on paper.
const PICTURE: [u32; 2] = [1_024, 520];

impl App {
    /// The chosen route as a file. Nothing is stored or sent.
    pub fn route_export(&self, request: &RouteExportRequest) -> Result<RouteExportDto, AppError> {
        check(request)?;
        let lang = request.lang.into();
        Ok(match request.form {
            RouteFormDto::Gpx => named(request, "gpx", route::gpx(request)?),
            RouteFormDto::Geojson => named(request, "geojson", route::geojson(request)),
            RouteFormDto::Sheet => {
                named(request, "html", sheet::page(lang, request, self.sheet_picture(request).as_deref()))
            }
            RouteFormDto::Links => {
                let links = links::all(request);
                let text: String = links.iter().map(|link| format!("{}\n", link.url)).collect();
                RouteExportDto { links, ..named(request, "txt", text) }
            }
        })
    }

    /// The route on a plain ground, as the previews draw it; the sheet is whole without it.
    fn sheet_picture(&self, request: &RouteExportRequest) -> Option<Vec<u8>> {
        let line = points(request);
        let stops = request.stops.iter().map(|stop| (0x1B_1D20, at(stop.point.lon, stop.point.lat)));
        let picture = PreviewPicture {
            width: PICTURE[0],
            height: PICTURE[1],
            // Paper is white: ground costs ink.
            ground: 0xFF_FFFF,
            areas: Vec::new(),
            lines: vec![(0x0F_3F94, 9.0, line.clone()), (0x1A_5FD6, 6.0, line)],
            stops: stops.collect(),
        };
        self.preview.draw(&picture).ok()
    }
}

fn at(lon: f64, lat: f64) -> LonLat {
    LonLat { lon, lat }
}

fn points(request: &RouteExportRequest) -> Vec<LonLat> {
    request.route.geometry.coordinates.iter().map(|[lon, lat]| at(*lon, *lat)).collect()
}

/// Whether there is a way to write, on this planet.
fn check(request: &RouteExportRequest) -> Result<(), AppError> {
    let line = points(request);
    let stops = || request.stops.iter().map(|stop| at(stop.point.lon, stop.point.lat));
    let on_earth = |at: LonLat| at.lon.abs() <= 180.0 && at.lat.abs() <= 90.0;
    if line.len() < 2 || line.len() > MOST_POINTS || !line.into_iter().all(on_earth) {
        return Err(AppError::bad_request("route"));
    }
    if !(2..=MOST_STOPS).contains(&request.stops.len()) || !stops().all(on_earth) {
        return Err(AppError::bad_request("stops"));
    }
    Ok(())
}

/// A file of this ending, named after where it leads.
fn named(request: &RouteExportRequest, ending: &str, text: String) -> RouteExportDto {
    let to = request.stops.last().map(|stop| stop.label.as_str()).unwrap_or_default();
    let name: String = to.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(40).collect();
    let name = name.trim_matches('-');
    let file =
        if name.is_empty() { format!("laolu-route.{ending}") } else { format!("laolu-{name}.{ending}") };
    RouteExportDto { file, text, links: Vec::new() }
}

/// "Home → Office", as the title of what is written.
fn title(request: &RouteExportRequest) -> String {
    let label =
        |stop: Option<&crate::dto::PlaceHitDto>| stop.map(|stop| stop.label.clone()).unwrap_or_default();
    format!("{} → {}", label(request.stops.first()), label(request.stops.last()))
}

//! Small pictures of a memory's roads, drawn by the preview helper or plainly.

use domain::{LonLat, MemoryRef, Target, ports::PreviewPicture};

use crate::{App, dto::LineDto};

/// Colours of the two themes, as `ui/src/styles/tokens.css` has them.
struct Palette {
    ground: u32,
    route: u32,
    edge: u32,
    memory: u32,
    stop: u32,
}

const LIGHT: Palette =
    Palette { ground: 0xF7F6F2, route: 0x1A5FD6, edge: 0x0F3F94, memory: 0xC07610, stop: 0x1B1D20 };
const DARK: Palette =
    Palette { ground: 0x1C1E20, route: 0x74A8FF, edge: 0x0B1B36, memory: 0xDB9C3A, stop: 0xEDECE9 };

/// Largest picture that is drawn, pixels.
const MAX_SIDE: u32 = 1024;

impl App {
    /// The picture for `{memory}` with `theme`, `w` and `h` in the query; `None` when the memory has no roads on a map.
    pub fn preview_at(&self, path: &str, query: &str) -> Option<Vec<u8>> {
        let value = |key: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(name, _)| *name == key).map(|(_, value)| value).next()
        };
        let palette = if value("theme") == Some("dark") { &DARK } else { &LIGHT };
        let side = |key: &str, usual: u32| {
            value(key).and_then(|text| text.parse().ok()).unwrap_or(usual).clamp(16, MAX_SIDE)
        };
        let memory: MemoryRef = path.trim_matches('/').parse().ok()?;
        let picture = self.picture(memory, palette, side("w", 210), side("h", 110))?;
        self.preview.draw(&picture).ok()
    }

    fn picture(
        &self,
        memory: MemoryRef,
        palette: &Palette,
        width: u32,
        height: u32,
    ) -> Option<PreviewPicture> {
        let mine = self.mine();
        let mut picture = PreviewPicture {
            width,
            height,
            ground: palette.ground,
            areas: Vec::new(),
            lines: Vec::new(),
            stops: Vec::new(),
        };
        match memory {
            MemoryRef::Trip(id) => {
                let trip = mine.trip(id).ok()??;
                for line in self.edge_lines(&trip.edges) {
                    picture.lines.push((palette.edge, 5.0, points(&line)));
                    picture.lines.push((palette.route, 3.5, points(&line)));
                }
                picture.stops = vec![(palette.stop, trip.start), (palette.stop, trip.end)];
            }
            MemoryRef::Preference(id) => {
                let target: Target = mine.preference(id).ok()??.target;
                for line in self.target_lines(&target) {
                    picture.lines.push((palette.memory, 4.0, points(&line)));
                }
            }
            MemoryRef::Place(id) => {
                picture.stops.push((palette.memory, mine.place(id).ok()??.at));
            }
            // Words have no picture.
            MemoryRef::Statement(_) | MemoryRef::Observation(_) => {}
        }
        (!picture.lines.is_empty() || !picture.stops.is_empty()).then_some(picture)
    }
}

fn points(line: &LineDto) -> Vec<LonLat> {
    line.coordinates.iter().map(|[lon, lat]| LonLat { lon: *lon, lat: *lat }).collect()
}

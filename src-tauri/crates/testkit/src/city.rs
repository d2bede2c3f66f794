//! A made city of any size, as an OSM file: 老路城, Laolu City.
//!
//! It lies on the East China Sea, where no map will contradict it, and has what a drive through a large Chinese city
//! meets: a river with bridges, a tunnel and a riverside road (滨江路) on both banks, two elevated rings (高架) with
//! ramps, a toll motorway to the airport, one-way pairs, roundabouts, traffic lights, turn restrictions over nodes and
//! over ways, dead ends, and named places. The same seed and size give the same bytes on every machine.
//!
//! ```
//! let mut file = Vec::new();
//! let counts = testkit::city::write(testkit::city::SEED, 3_000, &mut file).unwrap();
//! assert!(counts.road_nodes > 2_500 && file.starts_with(b"<?xml"));
//! ```

mod draft;
mod elevated;
mod grid;
mod plan;
mod streets;
mod things;
mod words;

use std::io::{self, Write};

use domain::LonLat;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use draft::Draft;
use grid::Grid;
use plan::{Plan, Point};

/// The seed of the demo region.
pub const SEED: u64 = 20_261_129;

/// The size of the demo region in road nodes.
pub const NODES: usize = 20_000;

const HOME_POINT: Point = Point { x: -5_860.0, y: 1_150.0 };
const OFFICE_POINT: Point = Point { x: 3_880.0, y: 2_200.0 };
const GYM_POINT: Point = Point { x: 560.0, y: 940.0 };
const SCHOOL_POINT: Point = Point { x: -1_930.0, y: 640.0 };
const MALL_POINT: Point = Point { x: 60.0, y: 1_190.0 };
const AIRPORT_POINT: Point = Point { x: 6_100.0, y: 5_150.0 };

/// 家, in 老路新村.
pub const HOME: LonLat = plan::lon_lat(HOME_POINT);
/// 公司: 老路科技.
pub const OFFICE: LonLat = plan::lon_lat(OFFICE_POINT);
/// 健身房, near the river.
pub const GYM: LonLat = plan::lon_lat(GYM_POINT);
/// 第一小学.
pub const SCHOOL: LonLat = plan::lon_lat(SCHOOL_POINT);
/// 老路广场, a mall in the middle.
pub const MALL: LonLat = plan::lon_lat(MALL_POINT);
/// 机场, at the end of the toll motorway.
pub const AIRPORT: LonLat = plan::lon_lat(AIRPORT_POINT);

/// What a made city holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Nodes that lie on a road.
    pub road_nodes: usize,
    /// All nodes.
    pub nodes: usize,
    /// All ways.
    pub ways: usize,
    /// All relations.
    pub relations: usize,
}

/// The city as OSM XML. `nodes` is the wished number of road nodes, met within a tenth from 3,000 on; with fewer the
/// city is that small.
pub fn city(seed: u64, nodes: usize) -> String {
    let mut file = Vec::new();
    // Writing into memory can't fail, and only text is written.
    write(seed, nodes, &mut file).ok();
    String::from_utf8(file).unwrap_or_default()
}

/// Writes the city as OSM XML.
pub fn write(seed: u64, nodes: usize, out: &mut dyn Write) -> io::Result<Counts> {
    let draft = draw(seed, nodes);
    let mut out = io::BufWriter::new(out);
    draft.write(&mut out)?;
    out.flush()?;
    Ok(draft.counts())
}

fn draw(seed: u64, nodes: usize) -> Draft {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let plan = Plan::new(nodes);
    let mut draft = Draft::default();
    let grid = Grid::new(&plan, &mut draft, &mut rng);
    streets::lay(&plan, &grid, &mut draft, &mut rng);
    elevated::lay(&plan, &grid, &mut draft);
    things::place(&plan, &grid, &mut draft, &mut rng);
    draft
}

#[cfg(all(test, feature = "roads"))]
#[allow(clippy::unwrap_used, clippy::print_stdout)] // the lint knows no tests behind `all(test, …)`
mod tests;

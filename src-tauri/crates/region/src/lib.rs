//! From an OSM file to a region folder.
//!
//! [`osm`] reads `.osm.pbf` and `.osm` XML into one in-memory [`osm::OsmData`]; [`extract`] makes of it a
//! [`RoadNetwork`], [`MapFeature`]s and [`NamedThing`]s; [`folder`] writes them aside and renames the whole folder
//! when everything is there, so that a region is either complete or absent.

pub mod catalogue;
pub mod error;
pub mod extract;
pub mod features;
pub mod folder;
pub mod guide;
mod import;
pub mod names;
pub mod osm;
pub mod progress;
pub mod roads;

pub use error::{ImportError, LooksLike};
pub use features::{Geometry, Layer, MapFeature};
pub use folder::{FolderError, RegionFolder, RegionInfo, Staging};
pub use guide::{Border, Country, Guide, Mark, MarkKind, Sign};
pub use import::{ImportRequest, Imported, import};
pub use names::NamedThing;
pub use progress::{CancelToken, NoProgress, Phase, Progress};
pub use roads::{
    Access, LimitAt, Node, PostedLimit, Restriction, RoadNetwork, Segment, TimedAccess, WayAttrs, Zone,
};

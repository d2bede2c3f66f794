//! From OSM data to what the other rooms need: roads to drive, features to draw, names to find.

mod areas;
mod borders;
mod bridges;
mod built_up;
mod country;
mod draw;
mod enclosed;
mod features;
mod guide;
mod kinds;
mod limits;
mod names;
mod pieces;
mod restrictions;
mod rings;
mod roads;
mod sea;
mod side;
mod texts;
mod waterside;
mod zones;

pub use features::map_features;
pub use names::named_things;
pub use roads::road_network;

//! From OSM data to what the other rooms need: roads to drive, features to draw, names to find.

mod bridges;
mod restrictions;
mod roads;
mod side;

pub use roads::road_network;

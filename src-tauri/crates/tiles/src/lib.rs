//! Vector tiles of a region, made on demand.
//!
//! A [`TileSet`] is built once from the region's [`MapFeature`]s: projected, simplified for every zoom, and put into
//! one R-tree per lowest zoom. [`TileSet::tile`] then cuts one tile: it selects, clips, merges what looks alike,
//! joins lines, and encodes. Nothing is stored per tile. Layers and attributes are described in `docs/tiles.md`.
//!
//! ```
//! use region::{Geometry, Layer, MapFeature};
//! let quay = MapFeature {
//!     layer: Layer::Road,
//!     min_zoom: 12,
//!     class: "primary".to_owned(),
//!     attributes: vec![("name".to_owned(), "滨江路".to_owned())],
//!     geometry: Geometry::Line(vec![[74_200_000, 437_340_000], [74_240_000, 437_360_000]]),
//! };
//! let tiles = tiles::TileSet::build(vec![quay]);
//! assert!(!tiles.tile(14, 8529, 5974).is_empty());
//! assert!(tiles.tile(14, 0, 0).is_empty());
//! ```

mod clip;
mod cut;
mod join;
mod schema;
mod shape;
mod simplify;
mod world;

use domain::{Bbox, LonLat};
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};
use region::MapFeature;
use rustc_hash::FxHashSet;
use shape::Feature;

pub use world::{EXTENT, MAX_ZOOM};

/// No tile is larger than this many bytes.
pub const MAX_TILE_BYTES: usize = 300_000;

/// A region's features, ready to be cut into tiles. Read-only: share it between threads.
#[derive(Debug)]
pub struct TileSet {
    features: Vec<Feature>,
    trees: Vec<ZoomTree>,
    bounds: Option<Bbox>,
}

/// The features whose lowest zoom is `min_zoom`. A tile far out never looks at the trees of small things.
#[derive(Debug)]
struct ZoomTree {
    min_zoom: u8,
    // Floats, although the bounds are whole: the Hilbert sort adds two of them and would overflow.
    tree: RTree<f64>,
    /// Feature of each of the tree's items.
    features: Vec<u32>,
}

impl TileSet {
    /// Takes the features in. Those without a drawable geometry are dropped.
    ///
    /// About 10 µs a feature; the result needs 9 bytes a point and some 100 bytes a feature.
    pub fn build(features: Vec<MapFeature>) -> Self {
        let bounds =
            Bbox::around(features.iter().flat_map(|feature| shape::corners(&feature.geometry)).map(degrees));
        let features: Vec<Feature> = features.into_iter().filter_map(Feature::new).collect();
        let mut by_zoom: Vec<Vec<u32>> = vec![Vec::new(); usize::from(MAX_ZOOM) + 1];
        for (index, feature) in (0u32..).zip(&features) {
            if let Some(bucket) = by_zoom.get_mut(usize::from(feature.min_zoom)) {
                bucket.push(index);
            }
        }
        let trees = (0u8..)
            .zip(by_zoom)
            .filter(|(_, members)| !members.is_empty())
            .map(|(min_zoom, members)| {
                let mut builder = RTreeBuilder::<f64>::new(members.len() as u32);
                for index in &members {
                    let [min_x, min_y, max_x, max_y] = features[*index as usize].bounds.map(f64::from);
                    builder.add(min_x, min_y, max_x, max_y);
                }
                ZoomTree { min_zoom, tree: builder.finish::<HilbertSort>(), features: members }
            })
            .collect();
        Self { features, trees, bounds }
    }

    /// The tile as MVT bytes, uncompressed and at most [`MAX_TILE_BYTES`]; empty where there is nothing to draw or
    /// no such tile (zoom beyond [`MAX_ZOOM`], column or row outside the world).
    pub fn tile(&self, z: u8, x: u32, y: u32) -> Vec<u8> {
        Self::tile_of(&[self], z, x, y)
    }

    /// One tile of several regions. Two regions far from each other share the tiles of the low zooms, and neighbours
    /// those along their border. Regions that overlap hold the same roads: what a later one repeats is left out.
    pub fn tile_of(sets: &[&Self], z: u8, x: u32, y: u32) -> Vec<u8> {
        let Some(square) = world::TileSquare::new(z, x, y) else { return Vec::new() };
        let bounds = square.bounds(cut::BUFFER_CELLS);
        let mut features: Vec<&Feature> = Vec::new();
        for set in sets {
            let more = set.found(z, bounds);
            if features.is_empty() || more.is_empty() {
                features.extend(more);
                continue;
            }
            // A layer and a box to 1e-7 degrees tell two things apart, except within one region, where a shop and a
            // bank may share a node.
            let known: FxHashSet<_> =
                features.iter().map(|feature| (feature.layer, feature.bounds)).collect();
            features
                .extend(more.into_iter().filter(|feature| !known.contains(&(feature.layer, feature.bounds))));
        }
        cut::tile(&features, &square, MAX_TILE_BYTES)
    }

    /// The features of a zoom that may touch a box, in the set's order.
    fn found(&self, z: u8, bounds: [u32; 4]) -> Vec<&Feature> {
        let [min_x, min_y, max_x, max_y] = bounds.map(f64::from);
        let mut found: Vec<u32> = Vec::new();
        for zoom_tree in self.trees.iter().take_while(|tree| tree.min_zoom <= z) {
            let items = zoom_tree.tree.search(min_x, min_y, max_x, max_y);
            found.extend(items.into_iter().filter_map(|item| zoom_tree.features.get(item as usize)));
        }
        // The tree's order depends on its shape; a tile must not.
        found.sort_unstable();
        found.iter().filter_map(|index| self.features.get(*index as usize)).collect()
    }

    /// The box around everything; `None` for an empty set.
    pub fn bounds(&self) -> Option<Bbox> {
        self.bounds
    }

    /// Number of features.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }
}

fn degrees([lon, lat]: &[i32; 2]) -> LonLat {
    LonLat { lon: f64::from(*lon) / 1e7, lat: f64::from(*lat) / 1e7 }
}

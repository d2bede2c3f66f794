//! What several targets do with what they read.

use region::{CancelToken, NoProgress, extract, osm};
use std::io::Cursor;

/// Reads a file's bytes, and makes of them everything that an import makes.
pub fn read_and_extract(bytes: &[u8]) {
    let total = bytes.len() as u64;
    let Ok(data) = osm::read_from(Cursor::new(bytes), total, &mut NoProgress, &CancelToken::new()) else {
        return;
    };
    let mut skipped = data.skipped;
    let network = extract::road_network(&data, &mut skipped);
    for segment in &network.segments {
        assert!((segment.tail as usize) < network.nodes.len() && (segment.head as usize) < network.nodes.len());
        assert!((segment.way as usize) < network.ways.len());
        assert!((segment.shape_start + segment.shape_len) as usize <= network.shape.len());
    }
    let names = extract::named_things(&data);
    let features = extract::map_features(&data, &network, &mut skipped);
    std::hint::black_box((names, features));
}

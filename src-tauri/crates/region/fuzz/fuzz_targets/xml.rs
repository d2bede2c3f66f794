//! `.osm`, `.osm.gz` and `.osm.bz2`: the first byte chooses what the rest is. 0 the file itself, of whatever form its
//! first bytes say; 1 what stands inside the root element; 2 the same packed with gzip.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;
use std::io::Write;

fuzz_target!(|data: &[u8]| {
    let Some((mode, rest)) = data.split_first() else { return };
    let inside = || [b"<osm version=\"0.6\">", rest, b"</osm>"].concat();
    match mode % 3 {
        0 => common::read_and_extract(rest),
        1 => common::read_and_extract(&inside()),
        _ => {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(&inside()).unwrap();
            common::read_and_extract(&gzip.finish().unwrap());
        }
    }
});

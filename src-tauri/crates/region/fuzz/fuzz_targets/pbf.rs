//! `.osm.pbf`: the first byte chooses what the rest is. 0 the file itself; 1 the block of a file that is otherwise whole,
//! unpacked, so that the fuzzer sees through to its fields; 2 the same packed with zlib.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;
use std::io::Write;

// The reader ends a panic of the decoder as an error, so a panic alone is none of the findings: the usual hook would end
// the process. One that nobody ends still ends it, in the harness.
fuzz_target!(init: std::panic::set_hook(Box::new(|_| ())), |data: &[u8]| {
    let Some((mode, rest)) = data.split_first() else { return };
    match mode % 3 {
        0 => common::read_and_extract(rest),
        1 => {
            let mut blob = Vec::new();
            field(&mut blob, 1, rest);
            common::read_and_extract(&file(&blob));
        }
        _ => {
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
            zlib.write_all(rest).unwrap();
            let mut blob = Vec::new();
            field(&mut blob, 3, &zlib.finish().unwrap());
            common::read_and_extract(&file(&blob));
        }
    }
});

/// A header that asks for nothing special, then the blob.
fn file(blob: &[u8]) -> Vec<u8> {
    let mut header = Vec::new();
    field(&mut header, 4, b"OsmSchema-V0.6");
    let mut packed = Vec::new();
    field(&mut packed, 1, &header);
    let mut bytes = frame(b"OSMHeader", &packed);
    bytes.extend(frame(b"OSMData", blob));
    bytes
}

fn frame(kind: &[u8], blob: &[u8]) -> Vec<u8> {
    let mut head = Vec::new();
    field(&mut head, 1, kind);
    head.push(3 << 3);
    varint(&mut head, blob.len());
    let mut bytes = (head.len() as u32).to_be_bytes().to_vec();
    bytes.extend(head);
    bytes.extend(blob);
    bytes
}

fn field(out: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    out.push(number << 3 | 2);
    varint(out, bytes.len());
    out.extend(bytes);
}

fn varint(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

//! What tags mean: keys and values in pairs of lines. Conditions and opening hours are values like others.
#![no_main]

use libfuzzer_sys::fuzz_target;
use region::osm::{Tags, tags};

fuzz_target!(|text: &str| {
    let lines: Vec<&str> = text.lines().collect();
    let pairs: Tags =
        lines.chunks(2).filter_map(|pair| Some((*pair.first()?, *pair.get(1)?))).collect();
    std::hint::black_box((tags::road(&pairs), tags::barrier::node(&pairs)));
    for value in lines {
        std::hint::black_box((
            tags::speed::limit_kmh(value),
            tags::measure::leading_integer(value),
            tags::measure::metres(value),
            tags::measure::tonnes(value),
            tags::measure::seconds(value),
            tags::access::permission(value),
        ));
    }
});

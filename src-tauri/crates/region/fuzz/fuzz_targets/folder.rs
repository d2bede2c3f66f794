//! Files of a region folder: the first byte chooses which. The content gets a true checksum, because otherwise nothing
//! but the checksum would be tested; one choice leaves it as it is.
#![no_main]

use libfuzzer_sys::fuzz_target;
use region::{
    MapFeature, NamedThing, RegionInfo, RoadNetwork,
    folder::{self, FORMAT},
};

const MAGIC: &[u8; 8] = b"LaoluFUZ";

fuzz_target!(|data: &[u8]| {
    let Some((which, rest)) = data.split_first() else { return };
    match which % 5 {
        0 => drop(RegionInfo::parse(rest, "id")),
        1 => drop(folder::parse_checked::<RoadNetwork>(&sealed(rest), MAGIC, FORMAT, "roads")),
        2 => drop(folder::parse_checked::<Vec<MapFeature>>(&sealed(rest), MAGIC, FORMAT, "features")),
        3 => drop(folder::parse_checked::<Vec<NamedThing>>(&sealed(rest), MAGIC, FORMAT, "names")),
        _ => drop(folder::parse_checked::<RoadNetwork>(rest, MAGIC, FORMAT, "roads")),
    }
});

fn sealed(content: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content);
    [
        &MAGIC[..],
        &FORMAT.to_le_bytes(),
        &crc.sum().to_le_bytes(),
        &(content.len() as u64).to_le_bytes(),
        content,
    ]
    .concat()
}

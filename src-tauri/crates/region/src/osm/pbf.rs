//! `.osm.pbf`. <https://wiki.openstreetmap.org/wiki/PBF_Format>
//!
//! The frame around each blob is read here, because only then the byte is known where a file breaks off; what is
//! inside is left to `osmpbf`.

use std::{
    io::{Read, Seek, SeekFrom},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use domain::{Bbox, LonLat};
use osmpbf::{BlobDecode, BlobReader, HeaderBlock, PrimitiveBlock, RelMemberType};

use super::{
    Member, MemberKind, OsmBuilder, Tags,
    blob::{self, Inside, MAX_BLOB, varint},
};
use crate::{
    error::ImportError,
    progress::{CancelToken, Phase, Progress},
};

/// Limits of the format.
const MAX_HEADER: u64 = 64 * 1024;

/// Features that a reader has to know; a file that needs another one can't be read.
const KNOWN_FEATURES: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];

/// Read everything into `builder`.
pub fn read(
    file: &mut (impl Read + Seek),
    total: u64,
    builder: &mut OsmBuilder,
    progress: &mut dyn Progress,
    cancel: &CancelToken,
) -> Result<(), ImportError> {
    let mut at = 0_u64;
    let mut bytes = Vec::new();
    while at < total {
        if cancel.is_cancelled() {
            return Err(ImportError::Cancelled);
        }
        let size = frame(file, at, total, &mut bytes)?;
        // The decoder unwraps what it trusts (kinds of members, sums of deltas). Damage that gets past the checksum
        // must end as an error with its place, not as a crash of the import.
        let decoded = catch_unwind(AssertUnwindSafe(|| blob(&bytes, builder)));
        match decoded {
            Ok(Ok(())) => {}
            Ok(Err(Inside::Unsupported)) => return Err(ImportError::Unsupported),
            Ok(Err(Inside::Damaged)) | Err(_) => return Err(ImportError::Damaged { at, total }),
        }
        at += size;
        progress.report(Phase::Read, at, total);
    }
    Ok(())
}

/// Read the frame that starts at `at` (length, header, blob) into `bytes`; returns its size.
fn frame(
    file: &mut (impl Read + Seek),
    at: u64,
    total: u64,
    bytes: &mut Vec<u8>,
) -> Result<u64, ImportError> {
    let truncated =
        |needed: u64| ImportError::Truncated { at, total, missing: (at + needed).saturating_sub(total) };
    let damaged = ImportError::Damaged { at, total };
    let left = total - at;
    if left < 4 {
        return Err(truncated(4));
    }
    file.seek(SeekFrom::Start(at)).map_err(|error| ImportError::reading(&error))?;
    bytes.clear();
    fill(file, 4, bytes)?;
    let header_size = bytes.iter().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    if header_size == 0 || header_size > MAX_HEADER {
        return Err(damaged);
    }
    if left < 4 + header_size {
        return Err(truncated(4 + header_size));
    }
    fill(file, header_size, bytes)?;
    let Some(blob_size) = bytes.get(4..).and_then(data_size) else { return Err(damaged) };
    if blob_size > MAX_BLOB {
        return Err(damaged);
    }
    let size = 4 + header_size + blob_size;
    if left < size {
        return Err(truncated(size));
    }
    fill(file, blob_size, bytes)?;
    Ok(size)
}

fn fill(file: &mut impl Read, count: u64, bytes: &mut Vec<u8>) -> Result<(), ImportError> {
    let read = file.by_ref().take(count).read_to_end(bytes).map_err(|error| ImportError::reading(&error))?;
    // The file got shorter while it was read.
    if read as u64 == count {
        Ok(())
    } else {
        Err(ImportError::Unreadable(std::io::ErrorKind::UnexpectedEof))
    }
}

/// `type` (field 1) of a `BlobHeader` message.
fn kind_of(mut header: &[u8]) -> Option<&[u8]> {
    let mut kind = None;
    while !header.is_empty() {
        if let (1, Some(text)) = blob::field(&mut header)? {
            kind = Some(text);
        }
    }
    kind
}

/// `datasize` (field 3) of a `BlobHeader` message.
fn data_size(mut message: &[u8]) -> Option<u64> {
    let mut size = None;
    while !message.is_empty() {
        let key = varint(&mut message)?;
        match (key >> 3, key & 7) {
            (3, 0) => size = Some(varint(&mut message)?),
            (_, 0) => {
                varint(&mut message)?;
            }
            (_, 2) => {
                let length = usize::try_from(varint(&mut message)?).ok()?;
                message = message.get(length..)?;
            }
            _ => return None,
        }
    }
    size
}

fn blob(frame: &[u8], builder: &mut OsmBuilder) -> Result<(), Inside> {
    let header_size = frame.first_chunk().map_or(0, |size| u32::from_be_bytes(*size) as usize);
    let (header, message) =
        frame.get(4..).and_then(|rest| rest.split_at_checked(header_size)).ok_or(Inside::Damaged)?;
    let kind = kind_of(header).ok_or(Inside::Damaged)?;
    // The format says that blobs of a kind that a reader does not know are to be skipped.
    let is_data = match kind {
        b"OSMData" => true,
        b"OSMHeader" => false,
        _ => return Ok(()),
    };
    let content = blob::unpack(message)?;
    if is_data && !blob::has_sane_counts(&content) {
        return Err(Inside::Damaged);
    }
    let unpacked = blob::frame(kind, &blob::raw(&content));
    drop(content);
    let blob = BlobReader::new(&*unpacked).next().ok_or(Inside::Damaged)?;
    let blob = blob.map_err(|_bad_frame| Inside::Damaged)?;
    let decoded = blob.decode().map_err(|_bad_content| Inside::Damaged)?;
    match decoded {
        BlobDecode::OsmHeader(header) => check_header(&header, builder),
        BlobDecode::OsmData(block) => elements(&block, builder),
        BlobDecode::Unknown(_) => Ok(()),
    }
}

fn check_header(header: &HeaderBlock, builder: &mut OsmBuilder) -> Result<(), Inside> {
    if let Some(timestamp) = header.osmosis_replication_timestamp() {
        builder.current_at(timestamp);
    }
    if let Some(bbox) = header.bbox() {
        let min = LonLat { lon: bbox.left, lat: bbox.bottom };
        builder.bounds(Bbox { min, max: LonLat { lon: bbox.right, lat: bbox.top } });
    }
    let known = header.required_features().iter().all(|feature| KNOWN_FEATURES.contains(&feature.as_str()));
    if known { Ok(()) } else { Err(Inside::Unsupported) }
}

fn elements(block: &PrimitiveBlock, builder: &mut OsmBuilder) -> Result<(), Inside> {
    let mut strings =
        Strings { raw: block.raw_stringtable(), shared: vec![None; block.raw_stringtable().len()] };
    for group in block.groups() {
        for node in group.dense_nodes() {
            let mut tags = Vec::new();
            for (key, value) in node.raw_tags() {
                tags.push((strings.get(i64::from(key))?, strings.get(i64::from(value))?));
            }
            builder.node(node.id(), node.nano_lon() / 100, node.nano_lat() / 100, Tags::new(tags));
        }
        for node in group.nodes() {
            let tags = strings.tags(node.raw_tags())?;
            builder.node(node.id(), node.nano_lon() / 100, node.nano_lat() / 100, tags);
        }
        for way in group.ways() {
            if let Some(millis) = way.info().milli_timestamp() {
                builder.edited_at(millis / 1000);
            }
            builder.way(way.id(), way.refs().collect(), strings.tags(way.raw_tags())?);
        }
        for relation in group.relations() {
            let mut members = Vec::new();
            for member in relation.members() {
                let kind = match member.member_type {
                    RelMemberType::Node => MemberKind::Node,
                    RelMemberType::Way => MemberKind::Way,
                    RelMemberType::Relation => MemberKind::Relation,
                };
                members.push(Member {
                    kind,
                    id: member.member_id,
                    role: strings.get(i64::from(member.role_sid))?,
                });
            }
            builder.relation(relation.id(), members, strings.tags(relation.raw_tags())?);
        }
    }
    Ok(())
}

/// The block's text, shared the first time somebody asks: half of it is names of mappers.
struct Strings<'a> {
    raw: &'a [Vec<u8>],
    shared: Vec<Option<Arc<str>>>,
}

impl Strings<'_> {
    fn get(&mut self, index: i64) -> Result<Arc<str>, Inside> {
        let index = usize::try_from(index).map_err(|_negative| Inside::Damaged)?;
        let slot = self.shared.get_mut(index).ok_or(Inside::Damaged)?;
        let raw = self.raw.get(index).ok_or(Inside::Damaged)?;
        // Text that is no UTF-8 is against the format, but one bad name is no reason to refuse a country.
        Ok(Arc::clone(slot.get_or_insert_with(|| Arc::from(String::from_utf8_lossy(raw)))))
    }

    fn tags(&mut self, raw: impl Iterator<Item = (u32, u32)>) -> Result<Tags, Inside> {
        let mut tags = Vec::new();
        for (key, value) in raw {
            tags.push((self.get(i64::from(key))?, self.get(i64::from(value))?));
        }
        Ok(Tags::new(tags))
    }
}

//! What is in a blob before it is decoded: unpacked within limits, and its parts counted.
//!
//! The decoder makes a value of a hundred bytes and more of each empty message, and an empty message takes two bytes of
//! the file, or next to nothing when they are packed. So a small file could take all memory; the counts are checked
//! first, which costs one pass over the keys of the outer messages.

use std::io::Read;

use flate2::read::ZlibDecoder;

/// Largest content of a blob, packed or not, as the format says.
pub(super) const MAX_BLOB: u64 = 32 * 1024 * 1024;
/// Most groups, elements that are no dense nodes, and strings of a block. Writers put 8,000 elements into a block; the
/// format sets no limit.
const MOST_GROUPS: usize = 100_000;
const MOST_ELEMENTS: usize = 1_000_000;
const MOST_STRINGS: usize = 2_000_000;

/// Why a blob can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Its bytes make no sense.
    Damaged,
    /// It is packed in a way, or asks for something, that is not supported.
    Unsupported,
}

/// The content of a `Blob` message: raw, or unpacked with zlib.
pub(super) fn unpack(mut blob: &[u8]) -> Result<Vec<u8>, Inside> {
    let (mut raw, mut zlib, mut other) = (None, None, false);
    while !blob.is_empty() {
        match field(&mut blob).ok_or(Inside::Damaged)? {
            (1, Some(content)) => raw = Some(content),
            (3, Some(content)) => zlib = Some(content),
            (4..=7, Some(_)) => other = true,
            _ => {}
        }
    }
    if let Some(raw) = raw {
        return Ok(raw.to_vec());
    }
    let Some(zlib) = zlib else {
        return Err(if other { Inside::Unsupported } else { Inside::Damaged });
    };
    let mut content = Vec::new();
    let unpacked = ZlibDecoder::new(zlib).take(MAX_BLOB + 1).read_to_end(&mut content);
    match unpacked {
        Ok(_) if content.len() as u64 <= MAX_BLOB => Ok(content),
        _ => Err(Inside::Damaged),
    }
}

/// Whether a primitive block holds no more parts than any writer puts into one.
pub(super) fn has_sane_counts(mut block: &[u8]) -> bool {
    let (mut groups, mut elements, mut strings) = (0, 0, 0);
    while !block.is_empty() {
        let Some((number, content)) = field(&mut block) else { return false };
        let Some(content) = content else { continue };
        let counted = match number {
            1 => count(content, |_| true).map(|more| strings += more),
            2 => {
                groups += 1;
                count(content, |number| number != 2).map(|more| elements += more)
            }
            _ => Some(()),
        };
        if counted.is_none() || groups > MOST_GROUPS || elements > MOST_ELEMENTS || strings > MOST_STRINGS {
            return false;
        }
    }
    true
}

/// How many fields of a message are messages or text of a wanted number; nothing when it is damaged.
fn count(mut message: &[u8], wanted: impl Fn(u64) -> bool) -> Option<usize> {
    let mut found = 0;
    while !message.is_empty() {
        let (number, content) = field(&mut message)?;
        found += usize::from(content.is_some() && wanted(number));
    }
    Some(found)
}

/// The next field: its number, and its bytes when it has some.
pub(super) fn field<'a>(message: &mut &'a [u8]) -> Option<(u64, Option<&'a [u8]>)> {
    let key = varint(message)?;
    let content = match key & 7 {
        0 => {
            varint(message)?;
            None
        }
        1 => {
            *message = message.get(8..)?;
            None
        }
        2 => {
            let length = usize::try_from(varint(message)?).ok()?;
            let (content, rest) = message.split_at_checked(length)?;
            *message = rest;
            Some(content)
        }
        5 => {
            *message = message.get(4..)?;
            None
        }
        _ => return None,
    };
    Some((key >> 3, content))
}

/// A number of variable length; nothing when it does not end.
pub(super) fn varint(message: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = message.split_first()?;
        *message = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// A `Blob` message around content that is not packed.
pub(super) fn raw(content: &[u8]) -> Vec<u8> {
    let mut message = Vec::with_capacity(content.len() + 12);
    message.push(1 << 3 | 2);
    put(&mut message, content.len());
    message.extend_from_slice(content);
    message
}

/// A file's frame (length, `BlobHeader`, blob) around a `Blob` message.
pub(super) fn frame(kind: &[u8], blob: &[u8]) -> Vec<u8> {
    let mut header = vec![1 << 3 | 2];
    put(&mut header, kind.len());
    header.extend_from_slice(kind);
    header.push(3 << 3);
    put(&mut header, blob.len());
    let mut bytes = Vec::with_capacity(4 + header.len() + blob.len());
    // A header holds a kind of a few letters: it is far below the four gigabytes that the length can say.
    bytes.extend_from_slice(&u32::try_from(header.len()).unwrap_or(u32::MAX).to_be_bytes());
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(blob);
    bytes
}

fn put(message: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        message.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    message.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_empty_messages_are_refused() {
        let check = |block: Vec<u8>, expected: bool| {
            assert_eq!(has_sane_counts(&block), expected, "{} bytes", block.len());
        };
        let message = |number: u8, content: &[u8]| {
            let mut bytes = vec![number << 3 | 2];
            put(&mut bytes, content.len());
            bytes.extend(content);
            bytes
        };
        check(Vec::new(), true);
        check(message(2, &[]).repeat(1_000), true);
        check(message(2, &[]).repeat(MOST_GROUPS + 1), false);
        check(message(2, &message(1, &[]).repeat(MOST_ELEMENTS)), true);
        check(message(2, &message(1, &[]).repeat(MOST_ELEMENTS + 1)), false);
        check(message(2, &message(3, &[]).repeat(600_000)).repeat(2), false);
        check(message(1, &message(1, &[]).repeat(MOST_STRINGS + 1)), false);
        check(vec![0xff], false);
        check(vec![2 << 3 | 2, 9, 0], false);
    }

    #[test]
    fn blobs_unpack_within_their_limit() {
        use std::io::Write;
        let packed = |bytes: usize| {
            let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            zlib.write_all(&vec![0; bytes]).unwrap();
            let content = zlib.finish().unwrap();
            let mut message = vec![3 << 3 | 2];
            put(&mut message, content.len());
            message.extend(content);
            message
        };
        let most = usize::try_from(MAX_BLOB).unwrap();
        assert_eq!(unpack(&packed(most)).map(|content| content.len()), Ok(most));
        assert_eq!(unpack(&packed(most + 1)), Err(Inside::Damaged));
        assert_eq!(unpack(&raw(b"abc")), Ok(b"abc".to_vec()));
        assert_eq!(unpack(&[4 << 3 | 2, 1, 0]), Err(Inside::Unsupported));
        assert_eq!(unpack(&[]), Err(Inside::Damaged));
    }
}

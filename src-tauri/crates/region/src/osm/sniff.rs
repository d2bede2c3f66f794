//! What a file is, by its first bytes. Names lie: servers send error pages called `.osm.pbf`.

use crate::error::{ImportError, LooksLike};

/// How many bytes [`sniff`] wants to see.
pub const HEAD: usize = 4096;

/// A form that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.osm.pbf`.
    Pbf,
    /// `.osm`.
    Xml,
    /// Something in gzip; look again inside.
    Gzip,
    /// Something in bzip2; look again inside.
    Bzip2,
}

/// First bytes that settle it.
#[rustfmt::skip]
const MAGIC: [(&[u8], LooksLike); 17] = [
    (b"PK\x03\x04", LooksLike::Zip), (b"PK\x05\x06", LooksLike::Zip),
    (b"\xfd7zXZ", LooksLike::Archive), (b"\x28\xb5\x2f\xfd", LooksLike::Archive), (b"7z\xbc\xaf", LooksLike::Archive),
    (b"Rar!", LooksLike::Archive), (b"\x1f\x9d", LooksLike::Archive),
    (b"SQLite format 3", LooksLike::Sqlite),
    (b"%PDF", LooksLike::Document), (b"\x89PNG", LooksLike::Document), (b"\xff\xd8\xff", LooksLike::Document),
    (b"GIF8", LooksLike::Document), (b"II*\0", LooksLike::Document), (b"MM\0*", LooksLike::Document),
    (b"\xff\xe0\x04o5m2", LooksLike::OtherOsm), (b"\xff\xe0\x04o5c2", LooksLike::OtherOsm), (b"RIFF", LooksLike::Document),
];

/// Root elements of XML files (lower case) that are not `osm`.
const ROOTS: [(&str, LooksLike); 6] = [
    ("html", LooksLike::Html),
    ("!doctype html", LooksLike::Html),
    ("gpx", LooksLike::Gpx),
    ("kml", LooksLike::Kml),
    ("osmchange", LooksLike::OsmChange),
    ("diff", LooksLike::OsmChange),
];

/// Look at the first bytes (up to [`HEAD`]) of a file or of a decompressed stream.
pub fn sniff(head: &[u8]) -> Result<Format, ImportError> {
    if head.is_empty() {
        return Err(ImportError::Empty);
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        return Ok(Format::Gzip);
    }
    if head.starts_with(b"BZh") {
        return Ok(Format::Bzip2);
    }
    // Four bytes of length, then a protobuf field 1 with the text "OSMHeader". The length is checked when reading.
    let begins_like_pbf = head.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader"));
    // A download that broke off within the first bytes still deserves to be called truncated.
    let tiny_pbf = head.len() < 15 && head.starts_with(&[0, 0, 0]);
    if begins_like_pbf || tiny_pbf {
        return Ok(Format::Pbf);
    }
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Err(ImportError::NotOsm(*what));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Err(ImportError::NotOsm(LooksLike::Archive));
    }
    sniff_text(head)
}

fn sniff_text(head: &[u8]) -> Result<Format, ImportError> {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let valid = match str::from_utf8(head) {
        Ok(text) => text,
        // The cut at `HEAD` may go through a character.
        Err(error) if error.valid_up_to() + 4 > head.len() => {
            str::from_utf8(head.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default()
        }
        Err(_not_text) => return Err(ImportError::NotOsm(LooksLike::Binary)),
    };
    if valid.contains('\0') {
        return Err(ImportError::NotOsm(LooksLike::Binary));
    }
    let text = valid.trim_start();
    match text.chars().next() {
        Some('<') => sniff_xml(text),
        Some('{' | '[') => Err(ImportError::NotOsm(LooksLike::Json)),
        Some('n' | 'w' | 'r') if is_opl(text) => Err(ImportError::NotOsm(LooksLike::OtherOsm)),
        _ => Err(ImportError::NotOsm(LooksLike::Text)),
    }
}

/// `n1 v1 dV c0 …`: one element a line.
fn is_opl(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace();
    let id = words.next().and_then(|word| word.get(1..)).is_some_and(|id| id.parse::<i64>().is_ok());
    id && words.next().is_some_and(|word| word.starts_with('v') || word.starts_with('T'))
}

/// Find the root element behind the declaration and comments.
fn sniff_xml(text: &str) -> Result<Format, ImportError> {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = rest.get(start + 1..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").and_then(|end| comment.get(end..)).unwrap_or_default();
            continue;
        }
        let lower: String = rest.chars().take(20).collect::<String>().to_lowercase();
        if let Some((_, what)) = ROOTS.iter().find(|(root, _)| lower.starts_with(root)) {
            return Err(ImportError::NotOsm(*what));
        }
        let name_ends = |name: &str| {
            lower.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
        };
        if name_ends("osm") || (lower.is_empty() || "osm".starts_with(&*lower)) {
            return Ok(Format::Xml);
        }
        if !rest.starts_with(['?', '!']) {
            return Err(ImportError::NotOsm(LooksLike::Xml));
        }
    }
    // A declaration and nothing else: broken off before the root.
    Ok(Format::Xml)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let check = |head: &[u8], expected: Result<Format, ImportError>| {
            assert_eq!(sniff(head), expected, "{:?}", String::from_utf8_lossy(head));
        };
        let not = |what: LooksLike| Err(ImportError::NotOsm(what));
        check(b"", Err(ImportError::Empty));
        check(b"\0\0\0\x0d\x0a\x09OSMHeader\x18\x7c", Ok(Format::Pbf));
        check(b"\0\0\0", Ok(Format::Pbf));
        check(b"\x1f\x8b\x08", Ok(Format::Gzip));
        check(b"BZh91AY", Ok(Format::Bzip2));
        check(b"<?xml version='1.0'?>\n<osm version='0.6'>", Ok(Format::Xml));
        check(b"\xef\xbb\xbf<?xml version='1.0'?><!-- <html> --><osm>", Ok(Format::Xml));
        check(b"<osm>", Ok(Format::Xml));
        check(b"<?xml version='1.0'?>", Ok(Format::Xml));
        check(b"<!DOCTYPE html><html>", not(LooksLike::Html));
        check(b"\n  <HTML><head>", not(LooksLike::Html));
        check(b"<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C'>", not(LooksLike::Html));
        check(b"<?xml version='1.0'?><osmChange version='0.6'>", not(LooksLike::OsmChange));
        check(b"<?xml version='1.0'?><gpx>", not(LooksLike::Gpx));
        check(b"<kml>", not(LooksLike::Kml));
        check(b"<svg>", not(LooksLike::Xml));
        check(b"{\"type\":\"FeatureCollection\"}", not(LooksLike::Json));
        check(b"PK\x03\x04", not(LooksLike::Zip));
        check(b"\xfd7zXZ\0", not(LooksLike::Archive));
        check(b"SQLite format 3\0", not(LooksLike::Sqlite));
        check(b"\x89PNG\r\n", not(LooksLike::Document));
        check(b"\xff\xe0\x04o5m2", not(LooksLike::OtherOsm));
        check(b"n1 v1 dV c0 t i0 u T x1 y1", not(LooksLike::OtherOsm));
        check(b"hello there", not(LooksLike::Text));
        check("老路".as_bytes(), not(LooksLike::Text));
        check(b"\x00\x01\x02\xff\xfe more than fifteen bytes", not(LooksLike::Binary));
    }
}

//! Writing `.osm.pbf`, whole or wrong in a chosen place: <https://wiki.openstreetmap.org/wiki/PBF_Format>.
//!
//! Only what tests of the reader need: one block per [`Draft`], plain nodes (no dense ones), no metadata.

/// Tags of an element.
pub type Tags = Vec<(String, String)>;
/// A member of a relation: kind as in the format (0 node, 1 way, 2 relation), id, role.
pub type MadeMember = (u64, i64, String);

/// Elements of one block. Nothing is checked: absurd values are the point.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Id, longitude and latitude in 1e-7 degrees, tags.
    pub nodes: Vec<(i64, i64, i64, Tags)>,
    /// Id, node ids, tags.
    pub ways: Vec<(i64, Vec<i64>, Tags)>,
    /// Id, members, tags.
    pub relations: Vec<(i64, Vec<MadeMember>, Tags)>,
}

/// How a blob's content is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Raw,
    /// With zlib.
    Zlib,
}

/// A whole file: the header, and one block.
pub fn file(draft: &Draft, packing: Packing) -> Vec<u8> {
    let mut bytes = frame("OSMHeader", &header(), packing);
    bytes.extend(frame("OSMData", &block(draft), packing));
    bytes
}

/// A header block's message.
pub fn header() -> Vec<u8> {
    let mut message = Vec::new();
    text(&mut message, 4, b"OsmSchema-V0.6");
    text(&mut message, 4, b"DenseNodes");
    message
}

/// A primitive block's message.
pub fn block(draft: &Draft) -> Vec<u8> {
    let mut strings = Strings(vec![Vec::new()]);
    let mut group = Vec::new();
    for (id, lon, lat, own) in &draft.nodes {
        let mut node = Vec::new();
        number(&mut node, 1, zigzag(*id));
        strings.tags(&mut node, own);
        number(&mut node, 8, zigzag(*lat));
        number(&mut node, 9, zigzag(*lon));
        text(&mut group, 1, &node);
    }
    for (id, refs, own) in &draft.ways {
        let mut way = Vec::new();
        number(&mut way, 1, id.cast_unsigned());
        strings.tags(&mut way, own);
        text(&mut way, 8, &deltas(refs.iter().copied()));
        text(&mut group, 3, &way);
    }
    for (id, members, own) in &draft.relations {
        let mut relation = Vec::new();
        number(&mut relation, 1, id.cast_unsigned());
        strings.tags(&mut relation, own);
        let (mut roles, mut kinds) = (Vec::new(), Vec::new());
        for (kind, _, role) in members {
            varint(&mut roles, strings.index(role));
            varint(&mut kinds, *kind);
        }
        text(&mut relation, 8, &roles);
        text(&mut relation, 9, &deltas(members.iter().map(|(_, id, _)| *id)));
        text(&mut relation, 10, &kinds);
        text(&mut group, 4, &relation);
    }
    let mut table = Vec::new();
    for string in &strings.0 {
        text(&mut table, 1, string);
    }
    let mut message = Vec::new();
    text(&mut message, 1, &table);
    text(&mut message, 2, &group);
    message
}

/// The table of a block; the first one is empty by the format.
struct Strings(Vec<Vec<u8>>);

impl Strings {
    fn index(&mut self, word: &str) -> u64 {
        let known = self.0.iter().position(|known| known == word.as_bytes());
        let at = known.unwrap_or_else(|| {
            self.0.push(word.as_bytes().to_vec());
            self.0.len() - 1
        });
        at as u64
    }

    fn tags(&mut self, message: &mut Vec<u8>, tags: &Tags) {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (key, value) in tags {
            varint(&mut keys, self.index(key));
            varint(&mut values, self.index(value));
        }
        if !tags.is_empty() {
            text(message, 2, &keys);
            text(message, 3, &values);
        }
    }
}

/// A blob with its header and length, as it stands in a file.
pub fn frame(kind: &str, content: &[u8], packing: Packing) -> Vec<u8> {
    let mut blob = Vec::new();
    match packing {
        Packing::Raw => text(&mut blob, 1, content),
        Packing::Zlib => {
            number(&mut blob, 2, content.len() as u64);
            text(&mut blob, 3, &zlib(content));
        }
    }
    framed(kind, &blob)
}

/// The same around a blob's message that is already made.
pub fn framed(kind: &str, blob: &[u8]) -> Vec<u8> {
    let mut head = Vec::new();
    text(&mut head, 1, kind.as_bytes());
    number(&mut head, 3, blob.len() as u64);
    let mut bytes = (head.len() as u32).to_be_bytes().to_vec();
    bytes.extend(head);
    bytes.extend(blob);
    bytes
}

fn zlib(content: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let written = packed.write_all(content).and_then(|()| packed.finish());
    written.unwrap_or_default()
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn deltas(ids: impl Iterator<Item = i64>) -> Vec<u8> {
    let (mut packed, mut last) = (Vec::new(), 0_i64);
    for id in ids {
        varint(&mut packed, zigzag(id.wrapping_sub(last)));
        last = id;
    }
    packed
}

fn varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A field of a number.
pub fn number(message: &mut Vec<u8>, field: u64, value: u64) {
    varint(message, field << 3);
    varint(message, value);
}

/// A field of bytes: text, a message, or packed numbers.
pub fn text(message: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    varint(message, field << 3 | 2);
    varint(message, bytes.len() as u64);
    message.extend(bytes);
}

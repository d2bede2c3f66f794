//! Files that are no good map, made from a seed: cut, flipped, of another kind, absurd, or built to take all memory.
//! Each says how an import may end; none may crash it, hang it, or be imported as if it were whole.

use std::io::Write;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::{
    city,
    pbf::{self, Draft, Packing},
};

/// A file, and how its import may end.
#[derive(Clone, Debug)]
pub struct Damaged {
    /// What is wrong with it, and its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Words of the reasons that are right; `ok` where it is imported without what is wrong.
    pub ends: &'static [&'static str],
}

/// Ways to end for bytes that were changed anywhere: an error, or a map without what could not be read.
const ANY: &[&str] =
    &["ok", "damaged", "truncated", "not_osm", "no_roads", "bomb", "antimeridian", "html", "zip"];
const CUT: &[&str] = &["truncated", "damaged", "empty"];

/// All of them: `good` is a whole `.osm.pbf` to spoil.
pub fn files(seed: u64, good: &[u8]) -> Vec<Damaged> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    let town = city::city(seed, 300).into_bytes();
    let small = pbf::file(&streets(), Packing::Raw);
    cut(&mut all, &mut chance, good, &town);
    flipped(&mut all, &mut chance, good, &town, &small);
    of_another_kind(&mut all);
    absurd(&mut all);
    hostile(&mut all);
    all
}

fn add(
    all: &mut Vec<Damaged>,
    name: impl Into<String>,
    bytes: impl Into<Vec<u8>>,
    ends: &'static [&'static str],
) {
    all.push(Damaged { name: name.into(), bytes: bytes.into(), ends });
}

fn below(chance: &mut ChaCha8Rng, most: usize) -> usize {
    (chance.next_u64() % most.max(1) as u64) as usize
}

fn cut(all: &mut Vec<Damaged>, chance: &mut ChaCha8Rng, good: &[u8], town: &[u8]) {
    for number in 0..8 {
        let at = 1 + below(chance, good.len() - 1);
        add(all, format!("cut-{number}.osm.pbf"), &good[..at], CUT);
    }
    for number in 0..4 {
        let at = 60 + below(chance, town.len() - 70);
        add(all, format!("cut-{number}.osm"), &town[..at], CUT);
    }
    let packed = gzip(town);
    for number in 0..2 {
        let at = 20 + below(chance, packed.len() - 30);
        add(all, format!("cut-{number}.osm.gz"), &packed[..at], CUT);
    }
}

fn flipped(all: &mut Vec<Damaged>, chance: &mut ChaCha8Rng, good: &[u8], town: &[u8], small: &[u8]) {
    let mut spoil = |bytes: &[u8], times: usize| {
        let mut bytes = bytes.to_vec();
        for _ in 0..times {
            let at = below(chance, bytes.len());
            bytes[at] ^= 1 << below(chance, 8);
        }
        bytes
    };
    for times in [1, 3, 30, 300] {
        add(all, format!("flipped-{times}.osm.pbf"), spoil(good, times), ANY);
        add(all, format!("flipped-{times}.osm"), spoil(town, times), ANY);
        // Not packed, so nothing but the reader notices.
        add(all, format!("flipped-raw-{times}.osm.pbf"), spoil(small, times), ANY);
    }
}

fn of_another_kind(all: &mut Vec<Damaged>) {
    add(all, "page.osm.pbf", &b"<!DOCTYPE html><html><body>404</body></html>"[..], &["html"]);
    add(all, "archive.osm.pbf", &b"PK\x03\x04\x14\x00\x00\x00\x08\x00rest of an archive"[..], &["zip"]);
    add(all, "empty.osm.pbf", Vec::new(), &["empty"]);
    add(all, "picture.osm.pbf", &b"\x89PNG\r\n\x1a\n0000000000000000"[..], &["not_osm"]);
    add(all, "json.osm", &b"{\"type\":\"FeatureCollection\",\"features\":[]}"[..], &["not_osm"]);
    add(all, "track.osm", &b"<?xml version='1.0'?><gpx></gpx>"[..], &["not_osm"]);
    add(all, "zeros.osm.pbf", vec![0; 5_000], &["not_osm", "damaged", "truncated"]);
    add(all, "archive.osm.gz", gzip(b"PK\x03\x04 an archive inside"), &["zip", "not_osm"]);
    add(all, "twice.osm.gz", gzip(&gzip(b"<osm></osm>")), &["not_osm"]);
}

fn tags(list: &[(&str, &str)]) -> pbf::Tags {
    list.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// A few streets that can be driven.
fn streets() -> Draft {
    let node = |id: i64| (id, 1_200_000_000 + id % 5 * 20_000, 300_000_000 + id / 5 * 20_000, Vec::new());
    let road = || tags(&[("highway", "residential"), ("name", "中山路")]);
    Draft {
        nodes: (0..25).map(node).collect(),
        ways: (0..5)
            .map(|n| (100 + n, (0..5).map(|m| n * 5 + m).collect(), road()))
            .chain((0..5).map(|n| (200 + n, (0..5).map(|m| m * 5 + n).collect(), road())))
            .collect(),
        relations: Vec::new(),
    }
}

fn absurd(all: &mut Vec<Damaged>) {
    let mut with = |name: &str, ends: &'static [&'static str], change: &dyn Fn(&mut Draft)| {
        let mut draft = streets();
        change(&mut draft);
        add(all, format!("{name}.osm.pbf"), pbf::file(&draft, Packing::Zlib), ends);
    };
    let road = || tags(&[("highway", "primary")]);
    with("off-the-globe", &["ok"], &|draft| {
        for (id, lon, lat) in
            [(50, 9_999_999_999, 0), (51, -9_999_999_999, 9_999_999_999), (52, 0, 900_000_001)]
        {
            draft.nodes.push((id, lon, lat, Vec::new()));
        }
        draft.ways.push((300, vec![0, 50, 51, 52, 1], road()));
    });
    with("beyond-all-numbers", &["damaged"], &|draft| {
        draft.nodes.push((51, i64::MAX, i64::MIN, Vec::new()));
    });
    with("all-off-the-globe", &["no_roads", "damaged"], &|draft| {
        for node in &mut draft.nodes {
            node.2 = 2_000_000_000;
        }
    });
    with("negative-ids", &["ok"], &|draft| {
        for node in &mut draft.nodes {
            node.0 = -1 - node.0;
        }
        for way in &mut draft.ways {
            way.0 = -way.0;
            way.1.iter_mut().for_each(|node| *node = -1 - *node);
        }
    });
    with("extreme-ids", &["ok", "damaged"], &|draft| {
        draft.nodes.push((i64::MIN, 1_200_010_000, 300_010_000, Vec::new()));
        draft.nodes.push((i64::MAX, 1_200_015_000, 300_010_000, Vec::new()));
        draft.ways.push((i64::MAX, vec![i64::MIN, i64::MAX, i64::MIN], road()));
    });
    with("ways-without-nodes", &["ok"], &|draft| {
        draft.ways.push((300, Vec::new(), road()));
        draft.ways.push((301, vec![7_777, 8_888], road()));
        draft.ways.push((302, vec![3], road()));
    });
    with("nothing-but-ways", &["no_roads"], &|draft| draft.nodes.clear());
    with("nothing-but-nodes", &["no_roads"], &|draft| draft.ways.clear());
    with("self-loops", &["ok"], &|draft| {
        draft.ways.push((300, vec![6, 6, 6, 6], road()));
        draft.ways.push((301, vec![6, 7, 6, 7, 6, 7, 6], road()));
        draft.ways.push((302, vec![6, 7, 8, 6], road()));
    });
    with("same-ids", &["ok"], &|draft| {
        let again = (draft.nodes.clone(), draft.ways.clone());
        draft.nodes.extend(again.0);
        draft.ways.extend(again.1);
    });
    with("relations-of-themselves", &["ok"], &|draft| {
        for (id, other) in [(1, 2), (2, 1), (3, 3)] {
            let members = vec![(2, other, "outer".to_owned()), (1, 999, "from".to_owned())];
            draft.relations.push((id, members, tags(&[("type", "multipolygon"), ("natural", "water")])));
            let members =
                vec![(1, 100, "from".to_owned()), (1, 100, "via".to_owned()), (1, 100, "to".to_owned())];
            let own = tags(&[("type", "restriction"), ("restriction", "only_straight_on")]);
            draft.relations.push((10 + id, members, own));
        }
    });
    with("both-sides-of-the-date-line", &["antimeridian", "ok"], &|draft| {
        draft.nodes.push((50, 1_799_000_000, 0, Vec::new()));
        draft.nodes.push((51, -1_799_000_000, 0, Vec::new()));
        draft.ways.push((300, vec![50, 51], road()));
    });
    with("one-way-of-a-hundred-thousand-turns", &["ok"], &|draft| {
        draft.ways.push((300, (0..100_000).map(|n| n % 25).collect(), road()));
    });
    with("words-of-any-kind", &["ok"], &|draft| {
        let long = "路".repeat(100_000);
        let own = [
            ("highway", "primary"),
            ("name", &*long),
            ("maxspeed", "1e999 mph"),
            ("lanes", "-99999999999"),
            ("layer", "九"),
        ];
        draft.ways.push((300, vec![0, 6, 12], tags(&own)));
        draft.nodes.push((
            60,
            1_200_001_000,
            300_001_000,
            tags(&[("name", "\u{0}\u{202e}\n\t"), ("amenity", "fuel")]),
        ));
    });
}

fn hostile(all: &mut Vec<Damaged>) {
    let file = |data: Vec<u8>| [pbf::frame("OSMHeader", &pbf::header(), Packing::Raw), data].concat();
    let mut groups = Vec::new();
    (0..8_000_000).for_each(|_| groups.extend([0x12, 0]));
    add(
        all,
        "eight-million-groups.osm.pbf",
        file(pbf::frame("OSMData", &groups, Packing::Zlib)),
        &["damaged"],
    );
    let mut nodes = Vec::new();
    (0..8_000_000).for_each(|_| nodes.extend([0x0a, 0]));
    let mut block = Vec::new();
    pbf::text(&mut block, 2, &nodes);
    add(all, "eight-million-nodes.osm.pbf", file(pbf::frame("OSMData", &block, Packing::Zlib)), &["damaged"]);
    let zeros = vec![0; 40 << 20];
    add(all, "unpacks-too-far.osm.pbf", file(pbf::frame("OSMData", &zeros, Packing::Zlib)), &["damaged"]);
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    // A writer into memory does not fail.
    drop(bomb.write_all(b"<osm version=\"0.6\">"));
    let spaces = "<node id=\"1\" lat=\"1\" lon=\"1\"/>".repeat(40_000);
    (0..200).for_each(|_| drop(bomb.write_all(spaces.as_bytes())));
    add(all, "bomb.osm.gz", bomb.finish().unwrap_or_default(), &["bomb", "no_roads", "truncated"]);
    let long =
        format!("<osm version=\"0.6\"><node id=\"1\" lat=\"1\" lon=\"{}\"/></osm>", "1".repeat(8 << 20));
    add(all, "endless-attribute.osm", long, &["damaged"]);
    let text = format!("<osm version=\"0.6\">{}</osm>", "x".repeat(8 << 20));
    add(all, "endless-text.osm", text, &["damaged"]);
    let laughs = "<?xml version=\"1.0\"?><!DOCTYPE osm [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">\
                  <!ENTITY c \"&b;&b;&b;&b;\">]><osm><node id=\"1\" lat=\"1\" lon=\"1\"><tag k=\"name\" v=\"&c;\"/></node></osm>";
    add(all, "laughs.osm", laughs, &["damaged", "no_roads", "not_osm"]);
    let deep = format!("<osm>{}{}</osm>", "<way id=\"1\">".repeat(200_000), "</way>".repeat(200_000));
    add(all, "nested.osm", deep, &["no_roads", "damaged"]);
    let mut header = pbf::header();
    pbf::text(&mut header, 4, b"HistoricalInformation");
    add(all, "history.osm.pbf", pbf::frame("OSMHeader", &header, Packing::Raw), &["not_osm"]);
    let mut lzma = Vec::new();
    pbf::text(&mut lzma, 4, b"packed otherwise");
    add(all, "lzma.osm.pbf", file(pbf::framed("OSMData", &lzma)), &["not_osm"]);
    let good = file(Vec::new());
    add(all, "length-of-everything.osm.pbf", [&good[..], &[0xff; 40]].concat(), &["damaged"]);
    add(all, "length-of-nothing.osm.pbf", [&good[..], &[0; 40]].concat(), &["damaged"]);
    let mut wrong = vec![0, 0, 0, 14, 0x0a, 7];
    wrong.extend(b"OSMData");
    // `datasize` with a number that does not end.
    wrong.extend([0x18, 0xff, 0xff, 0xff, 0xff]);
    wrong.extend([0xff; 20]);
    add(all, "size-without-end.osm.pbf", [&good[..], &wrong].concat(), &["damaged"]);
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    drop(packed.write_all(bytes));
    packed.finish().unwrap_or_default()
}

//! Writes what fuzzing starts from: `fuzz_seeds FOLDER` makes one folder for each target, with small good files in the
//! form that the target takes. `cargo xtask fuzz` runs it.

use std::{error::Error, fs, io::Write, path::Path};

use region::{CancelToken, NoProgress, extract, osm};
use testkit::{
    city,
    pbf::{self, Draft, Packing},
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: fuzz_seeds FOLDER")?;
    let folder = Path::new(&folder);
    let write = |target: &str, name: &str, bytes: &[u8]| -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(folder.join(target))?;
        Ok(fs::write(folder.join(target).join(name), bytes)?)
    };
    let with = |mode: u8, bytes: &[u8]| [&[mode][..], bytes].concat();

    let draft = draft();
    write("pbf", "file", &with(0, &pbf::file(&draft, Packing::Zlib)))?;
    write("pbf", "file-raw", &with(0, &pbf::file(&draft, Packing::Raw)))?;
    write("pbf", "block", &with(1, &pbf::block(&draft)))?;
    write("pbf", "block-zlib", &with(2, &pbf::block(&draft)))?;

    let xml = xml(&draft);
    let whole = format!("<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">{xml}</osm>");
    write("xml", "file", &with(0, whole.as_bytes()))?;
    write("xml", "inside", &with(1, xml.as_bytes()))?;
    write("xml", "gzip", &with(2, xml.as_bytes()))?;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(whole.as_bytes())?;
    write("xml", "file-gzip", &with(0, &gzip.finish()?))?;
    let mut town = Vec::new();
    city::write(city::SEED, 30, &mut town)?;
    write("xml", "town", &with(0, &town))?;

    let cursor = std::io::Cursor::new(town.as_slice());
    let data = osm::read_from(cursor, town.len() as u64, &mut NoProgress, &CancelToken::new())?;
    let mut skipped = data.skipped;
    let network = extract::road_network(&data, &mut skipped);
    write("folder", "roads", &with(1, &postcard::to_stdvec(&network)?))?;
    let features = extract::map_features(&data, &network, &mut skipped);
    let few = features.get(..200).unwrap_or(&features);
    write("folder", "features", &with(2, &postcard::to_stdvec(&few)?))?;
    write("folder", "names", &with(3, &postcard::to_stdvec(&extract::named_things(&data))?))?;
    write("folder", "info", &with(0, br#"{"format":1,"name":"N","bbox":[0,0,1,1],"counts":{"nodes":1,"segments":1,"road_m":1,"restrictions":0,"features":0,"names":0},"source_name":"a","source_size":1,"source_sha256":"","data_timestamp":null,"drives_left":false,"attribution":""}"#))?;

    let list = r#"{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"id":"europe","name":"Europe","urls":{"pbf":"https://d.example/europe-latest.osm.pbf"}},
"geometry":{"type":"MultiPolygon","coordinates":[[[[1,2],[3,4],[5,6],[1,2]]]]}},
{"type":"Feature","properties":{"id":"us/california","parent":"europe","iso3166-2":["US-CA"],"name":"California",
"urls":{"pbf":"https://d.example/c.osm.pbf","bz2":"https://d.example/c.osm.bz2"}},"geometry":null}]}"#;
    write("catalogue", "list", list.as_bytes())?;

    let tags = [
        ["highway", "primary_link"],
        ["oneway", "-1"],
        ["maxspeed", "30 mph"],
        ["maxspeed:conditional", "30 @ (Mo-Fr 07:00-19:00); 50 @ (wet)"],
        ["access:conditional", "no @ (2026 Nov 29-2026 Dec 3; PH off)"],
        ["opening_hours", "Mo-Fr 08:00-18:00; Sa 09:00-13:00; SH,PH off"],
        ["motor_vehicle:forward", "destination"],
        ["lanes", "3;2"],
        ["duration", "PT1H20M"],
        ["maxheight", "12'6\""],
        ["maxweight", "7.5 t"],
        ["barrier", "lift_gate"],
        ["layer", "-2"],
        ["turn:lanes", "left|through;right|"],
    ];
    let lines: Vec<String> = tags.iter().flatten().map(|word| (*word).to_owned()).collect();
    write("tags", "many", lines.join("\n").as_bytes())
}

fn owned(tags: &[(&str, &str)]) -> pbf::Tags {
    tags.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// A few streets with a turn restriction, a lake with an island, and a named place.
fn draft() -> Draft {
    let mut draft = Draft::default();
    for id in 1..=16_i64 {
        let (x, y) = (id % 4, id / 4);
        let tags: &[(&str, &str)] = match id {
            6 => &[("highway", "traffic_signals")],
            7 => &[("barrier", "gate"), ("access", "private")],
            9 => &[("amenity", "fuel"), ("name", "加油站"), ("addr:housenumber", "7")],
            _ => &[],
        };
        draft.nodes.push((id, 1_200_000_000 + x * 20_000, 300_000_000 + y * 20_000, owned(tags)));
    }
    draft.ways = vec![
        (1, vec![1, 2, 3], owned(&[("highway", "primary"), ("name", "中山路"), ("bridge", "viaduct")])),
        (2, vec![2, 6, 10], owned(&[("highway", "residential"), ("oneway", "yes")])),
        (3, vec![5, 6, 7, 8], owned(&[("highway", "service"), ("access", "destination")])),
        (4, vec![9, 10, 11, 9], owned(&[("building", "yes")])),
        (5, vec![12, 13, 14, 15, 12], owned(&[("natural", "coastline")])),
        (6, vec![3, 7, 11], owned(&[("route", "ferry"), ("duration", "00:20"), ("motor_vehicle", "yes")])),
    ];
    let members = vec![(1, 1, "from".to_owned()), (0, 2, "via".to_owned()), (1, 2, "to".to_owned())];
    let lake = vec![(1, 4, "outer".to_owned()), (1, 5, "inner".to_owned())];
    draft.relations = vec![
        (1, members, owned(&[("type", "restriction"), ("restriction", "no_left_turn")])),
        (2, lake, owned(&[("type", "multipolygon"), ("natural", "water")])),
    ];
    draft
}

/// The same as XML, without the root.
fn xml(draft: &Draft) -> String {
    let tags = |tags: &pbf::Tags| -> String {
        tags.iter().map(|(key, value)| format!("<tag k=\"{key}\" v=\"{value}\"/>")).collect()
    };
    let mut text = String::from("<bounds minlat=\"30\" minlon=\"120\" maxlat=\"31\" maxlon=\"121\"/>");
    for (id, lon, lat, own) in &draft.nodes {
        let (lon, lat) = (*lon as f64 / 1e7, *lat as f64 / 1e7);
        text.push_str(&format!("<node id=\"{id}\" lat=\"{lat}\" lon=\"{lon}\">{}</node>", tags(own)));
    }
    for (id, refs, own) in &draft.ways {
        let refs: String = refs.iter().map(|node| format!("<nd ref=\"{node}\"/>")).collect();
        text.push_str(&format!("<way id=\"{id}\">{refs}{}</way>", tags(own)));
    }
    for (id, members, own) in &draft.relations {
        let members: String = members
            .iter()
            .map(|(kind, id, role)| {
                let kind = if *kind == 0 { "node" } else { "way" };
                format!("<member type=\"{kind}\" ref=\"{id}\" role=\"{role}\"/>")
            })
            .collect();
        text.push_str(&format!("<relation id=\"{id}\">{members}{}</relation>", tags(own)));
    }
    text
}

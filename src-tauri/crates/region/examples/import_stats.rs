//! Imports a file in memory and prints counts and the time of each stage: `import_stats FILE.osm.pbf`. With a folder as
//! second argument it does the whole import into it instead, to be run under `time`.

use std::time::Instant;

use region::{CancelToken, ImportRequest, Layer, NoProgress, extract, import, osm};

#[allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a measuring tool looks at the clock and prints"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: import_stats FILE")?;
    if let Some(root) = std::env::args().nth(2) {
        let request = ImportRequest {
            source: file.as_ref(),
            root: root.as_ref(),
            id: None,
            name: None,
            token: "stats",
        };
        let installed = import(&request, &mut NoProgress, &CancelToken::new())?.staging.commit()?;
        println!("{:?}, {} bytes", installed.info().counts, installed.size());
        return Ok(());
    }
    let mut start = Instant::now();
    let mut lap = |what: &str| {
        println!("{what:>10} {:7.1} ms", start.elapsed().as_secs_f64() * 1e3);
        start = Instant::now();
    };
    let data = osm::read(file.as_ref(), &mut NoProgress, &CancelToken::new())?;
    lap("read");
    let mut skipped = data.skipped;
    let network = extract::road_network(&data, &mut skipped);
    lap("roads");
    let names = extract::named_things(&data);
    lap("names");
    let features = extract::map_features(&data, &network, &mut skipped);
    lap("map");
    for bytes in
        [postcard::to_stdvec(&network)?, postcard::to_stdvec(&names)?, postcard::to_stdvec(&features)?]
    {
        println!("           {:7.2} MB", bytes.len() as f64 / 1e6);
    }
    lap("postcard");
    println!(
        "{:?}, bounds {:?}, box {:?}, drives left {}",
        skipped,
        data.bounds,
        data.data_box(),
        network.drives_left
    );
    println!(
        "{} nodes, {} segments, {} ways, {} bans, {} strings",
        network.nodes.len(),
        network.segments.len(),
        network.ways.len(),
        network.restrictions.len(),
        network.strings.len()
    );
    for feature in domain::RoadFeature::ALL {
        let with = network.segments.iter().filter(|segment| segment.feature_set().has(feature));
        let km: f64 = with.map(|segment| f64::from(segment.length_dm) / 1e4).sum();
        println!("{:>10} {:8.1} km", feature.word(), km + 0.0);
    }
    for layer in Layer::ALL {
        println!("{:>10} {:6} features", layer.word(), features.iter().filter(|f| f.layer == layer).count());
    }
    let mut kinds = std::collections::BTreeMap::new();
    for thing in &names {
        *kinds.entry(thing.kind.split('=').next().unwrap_or_default()).or_insert(0) += 1;
    }
    println!("{} named things: {kinds:?}", names.len());
    Ok(())
}

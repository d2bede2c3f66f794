//! Our fastest routes against Valhalla's and OSRM's, on the same file, with memory off.
//!
//! Wherever we are longer or shorter than both by more than a tenth, the trip is listed with where the ways part and
//! what our roads say of theirs: closed to us, a forbidden turn, or only slower by our clock.

mod compare;
mod parting;
mod trips;

use crate::options::Options;
use compare::{Compared, Summary};
use flows::{
    Verdict,
    peers::{PeerError, Peers, Tools},
};
use parting::Roads;
use region::{CancelToken, NoProgress, osm};
use routing::Router;
use std::path::Path;

const REGIONS: [&str; 2] = ["porto", "liechtenstein"];
/// Trips per region.
const TRIPS: usize = 500;
/// Shown as well, where the folder has them, and not judged: roads that our speeds were not chosen on, and left traffic.
const SHOWN: [&str; 4] = ["macau-roads", "beijing-haidian", "andorra", "monaco"];
const SHOWN_TRIPS: usize = 200;
const ASKED: &str = "per region: median distance ratio within 3 % of both, 90 % within 10 % of one, median time within \
                     10 % of their range, 98 % of ends within 30 m of theirs";

pub fn run(options: &Options) -> Verdict {
    let verdict = |figures, holds| Verdict { name: "peers", figures, asked: ASKED.to_owned(), holds };
    let Some(data) = &options.data else { return verdict("no --data given".to_owned(), false) };
    let file = |region: &str| data.join(format!("regions/{region}.osm.pbf"));
    let mut figures = Vec::new();
    let mut holds = true;
    for region in SHOWN.iter().filter(|region| file(region).is_file()) {
        match against(&file(region), options.seed, SHOWN_TRIPS) {
            Ok(summary) => println!("{region}, not judged: {summary}"),
            Err(problem) => println!("{region}: {problem}"),
        }
    }
    for region in REGIONS {
        match against(&file(region), options.seed, TRIPS) {
            Ok(summary) => {
                holds &= summary.holds();
                figures.push(format!("{region} {summary}"));
            }
            Err(problem) => return verdict(format!("no peers: {problem}"), false),
        }
    }
    verdict(figures.join("; "), holds)
}

fn against(pbf: &Path, seed: u64, trips: usize) -> Result<Summary, PeerError> {
    println!("\n{}", pbf.file_stem().unwrap_or_default().to_string_lossy());
    let peers = Peers::start(pbf, &Tools::cache())?;
    let data = osm::read(pbf, &mut NoProgress, &CancelToken::new()).unwrap();
    let router = Router::build(region::extract::road_network(&data, &mut osm::Skipped::default()));
    drop(data);
    let roads = Roads::of(router.graph());
    let mut compared = Vec::new();
    let mut left_out = [0; 2];
    for (number, points) in trips::draw(router.graph(), seed).enumerate() {
        if compared.len() == trips {
            break;
        }
        let answers = [peers.osrm.route(&points, 0, true), peers.valhalla.route(&points, 0, true)];
        let [Ok(osrm), Ok(valhalla)] = answers else {
            left_out[0] += 1;
            continue;
        };
        match trips::ours(&router, &points) {
            Some(ours) => compared.push(Compared { number, ours, osrm, valhalla }),
            None => {
                left_out[1] += 1;
                println!("#{number}: no way of ours, OSRM {:.1} km", osrm.distance_m / 1000.0);
            }
        }
    }
    println!(
        "{} trips; left out: {} without a peer's way, {} without ours",
        compared.len(),
        left_out[0],
        left_out[1]
    );
    compare::list(&compared, &roads);
    Ok(Summary::of(&compared, left_out[1]))
}

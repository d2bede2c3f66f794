//! The made city through the same import as any other file: elevated rings, a river, a toll motorway.

use std::fs;

use domain::RoadFeature;
use region::{CancelToken, ImportRequest, Layer, NoProgress, import};
use tempfile::TempDir;
use testkit::city;

#[test]
fn the_made_city_has_what_its_sentences_ask_for() {
    let dir = TempDir::new().expect("a folder");
    let source = dir.path().join("city.osm");
    fs::write(&source, city::city(city::SEED, city::NODES)).expect("a file");
    let root = dir.path().join("regions");
    let request = ImportRequest { source: &source, root: &root, id: None, name: None, token: "test" };
    let imported = import(&request, &mut NoProgress, &CancelToken::new()).expect("an import");
    let network = &imported.network;
    let metres = |feature: RoadFeature| -> u32 {
        let with = network.segments.iter().filter(|segment| segment.feature_set().has(feature));
        with.map(|segment| segment.length_dm / 10).sum()
    };
    for feature in [RoadFeature::Elevated, RoadFeature::Motorway, RoadFeature::Toll, RoadFeature::Waterside] {
        assert!(metres(feature) > 2000, "{}: {} m", feature.word(), metres(feature));
    }
    let bounds = imported.staging.info().bounds();
    assert!(
        [city::HOME, city::OFFICE, city::GYM, city::AIRPORT].into_iter().all(|place| bounds.contains(place))
    );
    let skipped = imported.staging.info().skipped;
    assert_eq!((skipped.unusable_restrictions, skipped.degenerate_ways, skipped.missing_nodes), (0, 0, 0));
    assert!(!network.restrictions.is_empty());
    // Elevated are the roads named so and nothing on the ground.
    for segment in network.segments.iter().filter(|segment| segment.feature_set().has(RoadFeature::Elevated))
    {
        let way = network.ways[segment.way as usize];
        let name = &network.strings[way.name as usize];
        assert!(name.contains("高架") || way.layer >= 1, "{name} on layer {}", way.layer);
    }
    assert!(
        imported.features.iter().any(|feature| feature.layer == Layer::Water && feature.class == "river")
    );
    let bilingual =
        imported.names.iter().filter(|thing| thing.names.iter().any(|(language, _)| language == "en"));
    assert!(bilingual.count() > 20);
}

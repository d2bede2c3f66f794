use super::*;

fn tags(text: &str) -> Tags {
    text.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

#[test]
fn areas_and_lines() {
    let check = |text: &str, expected: &str| {
        let tags = tags(text);
        let all =
            [landcover(&tags), water(&tags), building(&tags), waterway(&tags), rail(&tags), road(&tags)];
        let found: Vec<String> = all
            .into_iter()
            .flatten()
            .map(|draw| format!("{}:{}:{}", draw.layer.word(), draw.class, draw.min_zoom))
            .collect();
        assert_eq!(found.join(" "), expected, "{text}");
    };
    check("landuse=forest", "landcover:forest:6");
    check("natural=beach", "landcover:sand:6");
    check("landuse=retail", "landcover:industrial:6");
    check("leisure=park", "landcover:park:6");
    check("natural=water", "water:lake:4");
    check("natural=water water=river", "water:river:4");
    check("waterway=riverbank", "water:river:4");
    check("landuse=basin", "water:basin:4");
    check("leisure=swimming_pool", "water:basin:4");
    check("building=yes", "building:building:13");
    check("building=no", "");
    check("building=garage location=underground", "");
    check("waterway=river", "waterway:river:8");
    check("waterway=stream tunnel=culvert", "");
    check("waterway=dam", "");
    check("railway=rail", "rail:rail:9");
    check("railway=rail service=yard", "rail:rail:13");
    check("railway=subway", "rail:subway:12");
    check("railway=abandoned", "");
    check("highway=motorway", "road:motorway:5");
    check("highway=motorway_link", "road:motorway:10");
    check("highway=residential", "road:minor:12");
    check("highway=footway", "road:path:14");
    check("highway=footway area=yes", "");
    check("highway=service service=driveway", "road:service:15");
    check("highway=construction", "");
    check("route=ferry", "road:ferry:8");
}

#[test]
fn places_and_points() {
    let check = |text: &str, expected: &str| {
        let tags = tags(text);
        let place = place(&tags).map(|draw| format!("{}:{}", draw.class, draw.min_zoom));
        let poi = poi(&tags).map(|poi| format!("{}={}:{}", poi.key, poi.value, poi.min_zoom));
        let found: Vec<String> = place.into_iter().chain(poi).collect();
        assert_eq!(found.join(" "), expected, "{text}");
    };
    check("place=city name=A", "city:3");
    check("place=town name=A capital=yes", "town:3");
    check("place=suburb", "");
    check("place=neighbourhood name=A", "quarter:13");
    check("place=sea name=A", "sea:3");
    check("natural=bay name=A", "sea:11");
    check("amenity=hospital name=A", "amenity=hospital:12");
    check("amenity=hospital", "amenity=hospital:15");
    check("amenity=fuel", "amenity=fuel:15");
    check("amenity=parking access=private", "");
    check("amenity=restaurant", "");
    check("amenity=restaurant name=A", "amenity=restaurant:15");
    check("shop=bakery name=A", "shop=bakery:16");
    check("amenity=bench", "");
    check("railway=station name=A", "railway=station:12");
    check("railway=rail name=A", "");
    check("shop=no name=A", "");
}

#[test]
fn an_area_appears_when_it_is_eight_pixels_wide() {
    let check = |side_m: f64, lat: f64, expected: u8| {
        assert_eq!(zoom_of_area(side_m * side_m, lat, 4), expected, "{side_m} m at {lat}°");
    };
    check(1e6, 0.0, 4);
    check(10_000.0, 0.0, 6);
    check(1000.0, 0.0, 10);
    check(1000.0, 60.0, 9);
    check(100.0, 0.0, 13);
    check(10.0, 0.0, 14);
}

//! A small town between two languages, searched as people type.

#![allow(clippy::unwrap_used)] // integration tests count as ordinary code for this lint

use domain::{Lang, LonLat, Moment, Timestamp};
use geocode::{Ask, Corridor, FILE_NAME, Index, IndexError, Matched, Opening, Phrase, Used};
use region::{NamedThing, RoadNetwork};

/// About the middle of the town.
const HERE: LonLat = LonLat { lon: 7.42, lat: 43.735 };

struct Thing<'a> {
    names: &'a [(&'a str, &'a str)],
    kind: &'a str,
    address: (&'a str, &'a str),
    city: &'a str,
    /// Metres north of HERE.
    north_m: f64,
    importance: u8,
}

const NOTHING: Thing =
    Thing { names: &[], kind: "", address: ("", ""), city: "Monaco", north_m: 0.0, importance: 40 };

fn town() -> Index {
    let things = [
        Thing {
            names: &[("", "Monaco"), ("zh", "摩纳哥"), ("zh-Hant", "摩納哥")],
            kind: "place=city",
            importance: 250,
            ..NOTHING
        },
        Thing {
            names: &[("", "Rue Grimaldi")],
            kind: "highway=tertiary",
            north_m: 300.0,
            importance: 90,
            ..NOTHING
        },
        Thing {
            names: &[("", "Rue Grimaldi")],
            kind: "highway=tertiary",
            north_m: 700.0,
            importance: 90,
            ..NOTHING
        },
        Thing {
            names: &[("", "Grimaldi Forum"), ("zh", "格里马尔迪会议中心")],
            kind: "amenity=conference_centre",
            north_m: 1500.0,
            ..NOTHING
        },
        Thing {
            names: &[("", "Boulevard des Moulins")],
            kind: "highway=secondary",
            north_m: 900.0,
            importance: 95,
            ..NOTHING
        },
        Thing {
            names: &[("", "Église Sainte-Dévote"), ("en", "Saint Devota Chapel")],
            kind: "amenity=place_of_worship",
            north_m: 200.0,
            ..NOTHING
        },
        Thing {
            names: &[("", "Cap-d'Ail"), ("zh", "卡代勒")],
            kind: "place=town",
            city: "",
            north_m: -2500.0,
            importance: 200,
            ..NOTHING
        },
        Thing {
            names: &[("", "Carrefour")],
            kind: "shop=supermarket",
            city: "Cap-d'Ail",
            north_m: -2600.0,
            ..NOTHING
        },
        Thing { names: &[("", "Carrefour")], kind: "shop=supermarket", north_m: 100.0, ..NOTHING },
        Thing {
            kind: "building=yes",
            address: ("12", "Rue Grimaldi"),
            north_m: 320.0,
            importance: 10,
            ..NOTHING
        },
        Thing {
            kind: "building=yes",
            address: ("14;16", "Rue Grimaldi"),
            north_m: 340.0,
            importance: 10,
            ..NOTHING
        },
        Thing {
            names: &[("", "Pharmacie Centrale")],
            kind: "amenity=pharmacy",
            north_m: 50.0,
            address: ("3", "Rue Plati"),
            ..NOTHING
        },
        Thing { names: &[("", "Pharmacie du Port")], kind: "amenity=pharmacy", north_m: 2000.0, ..NOTHING },
        Thing { kind: "amenity=fuel", north_m: -400.0, ..NOTHING },
        Thing { names: &[("", "Total")], kind: "amenity=fuel", north_m: 4000.0, ..NOTHING },
        Thing { kind: "amenity=parking", north_m: 600.0, ..NOTHING },
        Thing {
            names: &[("", "滨江路"), ("en", "Riverside Road")],
            kind: "highway=primary",
            city: "老路城",
            north_m: 3000.0,
            importance: 95,
            ..NOTHING
        },
        Thing {
            kind: "building=yes",
            address: ("12", "滨江路"),
            city: "老路城",
            north_m: 3010.0,
            importance: 10,
            ..NOTHING
        },
        Thing {
            names: &[("", "重庆银行")],
            kind: "amenity=bank",
            city: "老路城",
            north_m: 3100.0,
            ..NOTHING
        },
        Thing {
            names: &[("", "人民公园"), ("en", "People's Park")],
            kind: "leisure=park",
            city: "老路城",
            north_m: 3200.0,
            importance: 80,
            ..NOTHING
        },
        Thing {
            names: &[("", "人民路")],
            kind: "highway=secondary",
            city: "老路城",
            north_m: 3300.0,
            importance: 90,
            ..NOTHING
        },
        Thing {
            names: &[("", "第一人民医院")],
            kind: "amenity=hospital",
            city: "老路城",
            north_m: 3400.0,
            importance: 80,
            ..NOTHING
        },
        Thing {
            names: &[("", "机场路")],
            kind: "highway=secondary",
            city: "老路城",
            north_m: 500.0,
            importance: 90,
            ..NOTHING
        },
        Thing {
            names: &[("", "老路国际机场")],
            kind: "aeroway=aerodrome",
            city: "老路城",
            north_m: 12_000.0,
            importance: 180,
            ..NOTHING
        },
    ];
    let named = things.iter().enumerate().map(|(number, thing)| NamedThing {
        osm: format!("n{number}"),
        names: thing.names.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned())).collect(),
        kind: thing.kind.to_owned(),
        lon_e7: (HERE.lon * 1e7) as i32,
        lat_e7: ((HERE.lat + thing.north_m / 111_195.0) * 1e7) as i32,
        housenumber: thing.address.0.to_owned(),
        street: thing.address.1.to_owned(),
        city: thing.city.to_owned(),
        opening_hours: String::new(),
        dog: String::new(),
        importance: thing.importance,
    });
    Index::build(named.collect(), &RoadNetwork::default())
}

/// The labels that `typed` finds from HERE begin with the expected ones, in this order.
fn check_in(lang: Lang, typed: &str, expected: &[&str]) {
    let hits = town().search(typed, Some(HERE), 10, lang);
    let labels: Vec<&str> = hits.iter().map(|hit| hit.label.as_str()).take(expected.len().max(1)).collect();
    assert_eq!(labels, expected, "{typed}: {hits:#?}");
}

fn check(typed: &str, expected: &[&str]) {
    check_in(Lang::En, typed, expected);
}

#[test]
fn names_whole_cut_short_and_without_accents() {
    check("Rue Grimaldi", &["Rue Grimaldi"]);
    check("grimaldi", &["Grimaldi Forum", "Rue Grimaldi"]);
    check("grima", &["Grimaldi Forum", "Rue Grimaldi"]);
    check("bd des moulins", &["Boulevard des Moulins"]);
    check("moulins bd", &["Boulevard des Moulins"]);
    check("eglise sainte devote", &["Saint Devota Chapel"]);
    check("cap d'ail", &["Cap-d'Ail"]);
    check("capdail", &["Cap-d'Ail"]);
    check("CAP D AIL", &["Cap-d'Ail"]);
}

#[test]
fn slips_in_long_words() {
    check("girmaldi", &["Rue Grimaldi", "Grimaldi Forum"]); // nearer, and more important
    check("boulevrad des moulin", &["Boulevard des Moulins"]);
    check("carefour", &["Carrefour"]);
    check("xyzzy", &[]);
}

#[test]
fn chinese_by_characters_pinyin_and_sound() {
    check_in(Lang::Zh, "滨江", &["滨江路"]);
    check_in(Lang::Zh, "濱江路", &["滨江路"]);
    check_in(Lang::Zh, "公园", &["人民公园"]);
    check_in(Lang::Zh, "重慶", &["重庆银行"]);
    check_in(Lang::Zh, "chongqing", &["重庆银行"]);
    check_in(Lang::Zh, "cq", &["重庆银行"]);
    check_in(Lang::Zh, "binjianglu", &["滨江路"]);
    check_in(Lang::Zh, "bin jiang lu", &["滨江路"]);
    check_in(Lang::Zh, "bjl", &["滨江路"]);
    check_in(Lang::Zh, "宾江路", &["滨江路"]);
    check_in(Lang::Zh, "人民", &["人民路", "人民公园", "第一人民医院"]);
    check_in(Lang::Zh, "第一医院", &["第一人民医院"]);
}

#[test]
fn labels_are_in_the_persons_language() {
    check_in(Lang::Zh, "monaco", &["摩纳哥"]);
    check_in(Lang::En, "摩納哥", &["Monaco"]);
    check_in(Lang::En, "滨江路", &["Riverside Road"]);
    check_in(Lang::Zh, "riverside", &["滨江路"]);
    let hit = &town().search("摩納哥", None, 1, Lang::En)[0];
    assert!(matches!(&hit.matched, Matched::Name(name) if name == "摩纳哥" || name == "摩納哥"), "{hit:?}");
}

#[test]
fn house_numbers() {
    check("12 rue grimaldi", &["12 Rue Grimaldi"]);
    check("rue grimaldi 12", &["12 Rue Grimaldi"]);
    check("rue grimaldi 16", &["14;16 Rue Grimaldi"]);
    check("12 grimaldi", &["12 Rue Grimaldi"]);
    check("99 rue grimaldi", &["Rue Grimaldi"]);
    check("滨江路12号", &["滨江路12号"]);
    check("12 rue girmaldi", &["12 Rue Grimaldi"]);
    check("3 rue plati", &["3 Rue Plati"]);
    let hit = &town().search("3 rue plati", None, 1, Lang::En)[0];
    assert_eq!((hit.context.as_str(), &hit.matched), ("Pharmacie Centrale, Monaco", &Matched::Address));
}

#[test]
fn categories_nearest_first() {
    check("pharmacy", &["Pharmacie Centrale", "Pharmacie du Port"]);
    check_in(Lang::Zh, "药店", &["Pharmacie Centrale", "Pharmacie du Port"]);
    check_in(Lang::Zh, "加油站", &["加油站", "Total"]);
    check_in(Lang::Zh, "附近的加油站", &["加油站", "Total"]);
    check_in(Lang::Zh, "停车场", &["停车场"]);
    check("petrol", &["petrol station", "Total"]);
    check_in(Lang::Zh, "机场", &["老路国际机场", "机场路"]); // the only one, however far
    let hits = town().search("pharmacy", Some(HERE), 2, Lang::En);
    assert!(hits.iter().all(|hit| hit.matched == Matched::Category));
    assert!((hits[0].distance_m.unwrap() - 50.0).abs() < 2.0);
}

#[test]
fn the_nearer_of_equals_comes_first_and_the_town_chooses() {
    let first = |typed: &str, near| town().search(typed, near, 1, Lang::En)[0].context.clone();
    assert_eq!(first("carrefour", Some(HERE)), "Monaco");
    assert_eq!(first("carrefour", LonLat::new(7.42, 43.712)), "Cap-d'Ail");
    assert_eq!(first("carrefour cap d'ail", Some(HERE)), "Cap-d'Ail");
    assert_eq!(first("carrefour monaco", LonLat::new(7.42, 43.712)), "Monaco");
}

#[test]
fn pieces_of_one_street_are_one_answer() {
    let hits = town().search("rue grimaldi", Some(HERE), 10, Lang::En);
    assert_eq!(hits.iter().filter(|hit| hit.label == "Rue Grimaldi").count(), 1);
}

#[test]
fn coordinates_are_places() {
    let hit = &town().search("43.7350, 7.42", Some(HERE), 5, Lang::En)[0];
    assert_eq!((hit.label.as_str(), hit.kind.as_str()), ("43.73500, 7.42000", "coordinates"));
    assert_eq!(hit.matched, Matched::Coordinates);
    assert_eq!(town().search("7.42E 43.735N", None, 5, Lang::Zh)[0].at, hit.at);
}

#[test]
fn suggestions_when_nothing_is_found() {
    let first = |typed: &str| town().nearest(typed, 3, Lang::Zh).first().map(|hit| hit.label.clone());
    assert_eq!(first("Grimoldo Fortum").as_deref(), Some("格里马尔迪会议中心"));
    assert_eq!(first("冰江路").as_deref(), Some("滨江路"));
    assert_eq!(first("第二人民医院").as_deref(), Some("第一人民医院"));
    assert_eq!(first("Mullins").as_deref(), Some("Boulevard des Moulins"));
    assert_eq!(first("?!"), None);
    assert_eq!(town().nearest("rue", 3, Lang::En).len(), 3);
}

#[test]
fn what_is_here() {
    let label = |north_m: f64| {
        let at = LonLat { lon: HERE.lon, lat: HERE.lat + north_m / 111_195.0 };
        town().reverse(at, Lang::En).map(|hit| hit.label)
    };
    assert_eq!(label(318.0).as_deref(), Some("12 Rue Grimaldi"), "a house before its street");
    assert_eq!(label(690.0).as_deref(), Some("Rue Grimaldi"));
    assert_eq!(label(1580.0).as_deref(), Some("Grimaldi Forum"));
    assert_eq!(label(-1000.0), None);
    assert_eq!(town().reverse(LonLat { lon: -180.0, lat: -90.0 }, Lang::En), None);
}

/// The labels that a phrase finds, asked with everything the search may be told.
fn found(typed: &str, ask: &Ask) -> (Vec<String>, bool) {
    let answer = shops().find(&Phrase::read(typed), ask);
    (answer.hits.into_iter().map(|hit| hit.label).collect(), answer.guess)
}

/// Three pharmacies on a street, a supermarket that the person uses, one that they don't.
fn shops() -> Index {
    let shop = |name: &str, kind: &str, hours: &str, north_m: f64| NamedThing {
        osm: format!("n{name}"),
        names: vec![(String::new(), name.to_owned())],
        kind: kind.to_owned(),
        lon_e7: (HERE.lon * 1e7) as i32,
        lat_e7: ((HERE.lat + north_m / 111_195.0) * 1e7) as i32,
        opening_hours: hours.to_owned(),
        importance: 50,
        ..NamedThing::default()
    };
    let things = vec![
        shop("Pharmacie Fermée", "amenity=pharmacy", "Mo-Fr 08:00-12:00", 100.0),
        shop("Pharmacie Muette", "amenity=pharmacy", "", 200.0),
        shop("Pharmacie Ouverte", "amenity=pharmacy", "Mo-Su 08:00-20:00", 900.0),
        shop("Near East Bakery", "shop=bakery", "", 400.0),
        shop("Casino", "shop=supermarket", "Mo-Su 08:00-12:00", 500.0),
        shop("Casino Grand", "shop=supermarket", "Mo-Su 08:00-12:00", 5000.0),
    ];
    Index::build(things, &RoadNetwork::default())
}

/// Monday, 15:00 in Monaco.
fn monday() -> Moment {
    let zoned = "2026-11-30T15:00[Europe/Paris]".parse::<jiff::Zoned>().unwrap();
    Moment { at: Timestamp(zoned.timestamp().as_second()), zone: "Europe/Paris".to_owned() }
}

#[test]
fn open_now_lists_the_open_then_the_unknown_and_hides_none_that_may_be_open() {
    let now = monday();
    let ask = Ask { near: Some(HERE), now: Some(&now), ..Ask::new(Lang::En) };
    let all = ["Pharmacie Fermée", "Pharmacie Muette", "Pharmacie Ouverte"];
    assert_eq!(found("pharmacy", &ask).0, all, "nearest first, whatever the hour");
    for typed in ["pharmacy open now", "现在开门的药店", "pharmacie ouverte", "open pharmacy near me"]
    {
        assert_eq!(found(typed, &ask).0, ["Pharmacie Ouverte", "Pharmacie Muette"], "{typed}");
    }
    // Nothing open, nothing unknown: the closed ones, which say when they open.
    let answer = shops().find(&Phrase::read("supermarket open now"), &ask);
    assert_eq!(answer.hits.len(), 2);
    assert!(answer.hits.iter().all(|hit| matches!(hit.opening, Opening::Closed(Some(_)))), "{answer:?}");
    // Without a time all hours are unknown.
    let timeless = Ask { now: None, ..ask };
    assert_eq!(found("pharmacy open now", &timeless).0, all);
}

#[test]
fn a_name_is_a_name_whatever_its_words_could_mean() {
    let ask = Ask { near: Some(HERE), ..Ask::new(Lang::En) };
    assert_eq!(found("Near East Bakery", &ask).0[0], "Near East Bakery");
    assert_eq!(found("Pharmacie Ouverte", &ask).0[0], "Pharmacie Ouverte");
}

#[test]
fn along_a_way_by_what_leaving_it_costs() {
    let at = |north_m: f64, east: f64| LonLat { lon: HERE.lon + east, lat: HERE.lat + north_m / 111_195.0 };
    // The way runs north 500 m east of the shops' street, and ends after 1 km.
    let way = Corridor::new(&[at(-200.0, 0.0062), at(150.0, 0.0062), at(900.0, 0.001)]);
    let ask = Ask { along: Some(&way), near: Some(HERE), ..Ask::new(Lang::En) };
    assert_eq!(found("pharmacy along the way", &ask).0[0], "Pharmacie Ouverte");
    assert_eq!(found("路上的超市", &ask).0, ["Casino"], "the other one is kilometres off");
    let hits = shops().find(&Phrase::read("沿途的药店"), &ask).hits;
    assert!(
        hits.iter().all(|hit| hit.detour_m.is_some_and(|m| m < 3000.0) && hit.after_m.is_some()),
        "{hits:?}"
    );
    assert!(hits.windows(2).all(|pair| pair[0].detour_m <= pair[1].detour_m), "{hits:?}");
    // A kind that does not come along the way is not guessed at.
    assert_eq!(found("路上的加油站", &ask), (Vec::new(), false));
}

#[test]
fn what_was_used_comes_first_and_says_so() {
    let far = LonLat { lat: HERE.lat + 5000.0 / 111_195.0, ..HERE };
    let used = [Used { at: far, times: 4, weight: 0.9 }];
    let plain = Ask { near: Some(HERE), ..Ask::new(Lang::En) };
    assert_eq!(found("casino", &plain).0[0], "Casino");
    let hits = shops().find(&Phrase::read("casin"), &Ask { used: &used, ..plain }).hits;
    assert_eq!((hits[0].label.as_str(), hits[0].used), ("Casino Grand", 4));
    assert_eq!(hits[1].used, 0);
}

#[test]
fn nothing_found_is_answered_with_a_guess_that_says_so() {
    let ask = Ask { near: Some(HERE), ..Ask::new(Lang::En) };
    let (labels, guess) = found("Farmacie Overte", &ask);
    assert!(guess && labels[0].starts_with("Pharmacie"), "{labels:?}");
    assert!(!found("Pharmacie Ouverte", &ask).1);
    assert_eq!(found("?!", &ask), (Vec::new(), false));
}

/// Streets as an OSM file has them: `(name, name:en, nodes)`, nodes as `[lon, lat]` in 1e-7 degrees from HERE.
fn streets(nodes: &[[i32; 2]], ways: &[(&str, &str, &[usize])]) -> (Index, Vec<LonLat>) {
    let points: Vec<LonLat> = nodes
        .iter()
        .map(|[lon, lat]| LonLat {
            lon: HERE.lon + f64::from(*lon) / 1e7,
            lat: HERE.lat + f64::from(*lat) / 1e7,
        })
        .collect();
    let mut xml = String::from("<osm version=\"0.6\">");
    for (id, at) in points.iter().enumerate() {
        xml += &format!("<node id=\"{}\" lat=\"{:.7}\" lon=\"{:.7}\"/>", id + 1, at.lat, at.lon);
    }
    for (id, (name, en, of)) in ways.iter().enumerate() {
        xml += &format!("<way id=\"{}\">", id + 1);
        of.iter().for_each(|node| xml += &format!("<nd ref=\"{}\"/>", node + 1));
        for (key, value) in [("highway", "primary"), ("name", name), ("name:en", en)] {
            xml += &format!("<tag k=\"{key}\" v=\"{value}\"/>");
        }
        xml += "</way>";
    }
    xml += "</osm>";
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("streets.osm");
    std::fs::write(&file, xml).unwrap();
    let data = region::osm::read(&file, &mut region::NoProgress, &region::CancelToken::default()).unwrap();
    let roads = region::extract::road_network(&data, &mut region::osm::Skipped::default());
    (Index::build(region::extract::named_things(&data), &roads), points)
}

#[test]
fn two_streets_meet_where_the_roads_say() {
    // 人民路 runs north, two streets leave it to the east, and 环路 passes 30 m beside its north end.
    let nodes =
        [[0, 0], [0, 10_000], [0, 20_000], [10_000, 0], [10_000, 10_000], [3_000, 21_000], [9_000, 25_000]];
    let ways: [(&str, &str, &[usize]); 4] = [
        ("人民路", "People Road", &[0, 1, 2]),
        ("滨江路", "Riverside Road", &[0, 3]),
        ("重庆大街", "Chongqing Avenue", &[1, 4]),
        ("环路", "Ring Road", &[5, 6]),
    ];
    let (index, points) = streets(&nodes, &ways);
    let check = |typed: &str, label: &str, node: usize| {
        let hits = index.search(typed, Some(HERE), 5, Lang::Zh);
        let hit = hits.iter().find(|hit| hit.matched == Matched::Junction);
        let hit = hit.unwrap_or_else(|| panic!("{typed}: {hits:?}"));
        assert_eq!(hit.label, label, "{typed}");
        assert!(hit.at.distance_m(points[node]) < 1.0, "{typed}: {:?}", hit.at);
    };
    check("人民路和滨江路路口", "人民路与滨江路路口", 0);
    check("人民路与重庆大街交叉口", "人民路与重庆大街路口", 1);
    check("重庆大街人民路路口", "重庆大街与人民路路口", 1);
    check("人民路 滨江路", "人民路与滨江路路口", 0);
    check("People Road & Riverside Road", "人民路与滨江路路口", 0);
    check("corner of Riverside Road and People Road", "滨江路与人民路路口", 0);
    check("renminlu and binjianglu", "人民路与滨江路路口", 0);
    check("人民路和环路路口", "人民路与环路路口", 2);
    let apart = index.search("滨江路和重庆大街路口", None, 5, Lang::Zh);
    assert!(apart.iter().all(|hit| hit.matched != Matched::Junction), "{apart:?}");
}

#[test]
fn odd_input_finds_nothing_and_breaks_nothing() {
    let town = town();
    for typed in [
        "",
        " ",
        "。",
        "'",
        "\u{0}",
        "🙂",
        "12",
        "1",
        "号",
        "的",
        "(((",
        &"a".repeat(5000),
        &"人民".repeat(2000),
        "٣",
    ] {
        town.search(typed, Some(HERE), 10, Lang::En);
        town.nearest(typed, 3, Lang::Zh);
    }
    assert!(town.search("rue", None, 0, Lang::En).is_empty());
    assert!(Index::build(Vec::new(), &RoadNetwork::default()).search("rue", None, 5, Lang::En).is_empty());
}

#[test]
fn the_file_gives_the_same_answers_and_damage_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    assert!(matches!(Index::open(dir.path()), Err(IndexError::Io(_))));
    let things: Vec<NamedThing> = (0..50)
        .map(|i| NamedThing {
            osm: format!("n{i}"),
            names: vec![(String::new(), format!("Place {i} 广场"))],
            ..NamedThing::default()
        })
        .collect();
    let built = Index::prepare(things, &RoadNetwork::default(), dir.path()).unwrap();
    let opened = Index::open(dir.path()).unwrap();
    for typed in ["place 7", "广场", "guangchang", "gc", "plase 12"] {
        let answer = built.search(typed, Some(HERE), 10, Lang::Zh);
        assert_eq!(opened.search(typed, Some(HERE), 10, Lang::Zh), answer);
        assert!(!answer.is_empty(), "{typed}");
    }

    let path = dir.path().join(FILE_NAME);
    let whole = std::fs::read(&path).unwrap();
    for length in [0, 3, 27, 28, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(matches!(Index::open(dir.path()), Err(IndexError::Damaged)), "{length} bytes");
    }
    for at in (0..whole.len()).step_by(97) {
        let mut changed = whole.clone();
        changed[at] ^= 0x40;
        std::fs::write(&path, &changed).unwrap();
        let refused =
            matches!(Index::open(dir.path()), Err(IndexError::Damaged | IndexError::OtherVersion { .. }));
        assert!(refused, "byte {at}");
    }
    let mut newer = whole;
    newer[8] = 99;
    std::fs::write(&path, &newer).unwrap();
    assert!(matches!(Index::open(dir.path()), Err(IndexError::OtherVersion { found: 99 })));
}

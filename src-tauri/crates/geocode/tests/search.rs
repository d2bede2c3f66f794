//! A small town between two languages, searched as people type.

#![allow(clippy::unwrap_used)] // integration tests count as ordinary code for this lint

use domain::{Lang, LonLat};
use geocode::{FILE_NAME, Index, IndexError, Matched};
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

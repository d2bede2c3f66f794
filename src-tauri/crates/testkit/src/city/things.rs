//! What lies beside the streets: quarters, ground, parks, shops, schools, houses.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::draft::{Draft, Tags, tags};
use super::grid::Grid;
use super::plan::{AVENUE_EVERY, BANK_M, BLOCK_M, Plan, Point, RIVER_HALF_M, river_y};
use super::words::{self, Name};
use super::{AIRPORT_POINT, GYM_POINT, HOME_POINT, MALL_POINT, OFFICE_POINT, SCHOOL_POINT};

/// Houses are drawn this far from the middle: enough for the eye, and no weight in a city made for measuring.
const HOUSES_REACH_M: f64 = 2_400.0;

#[rustfmt::skip]
const QUARTERS: [(&str, &str); 24] = [
    ("城南", "Chengnan"), ("城北", "Chengbei"), ("城东", "Chengdong"), ("城西", "Chengxi"), ("老码头", "Old Wharf"),
    ("钟楼", "Bell Tower"), ("鼓楼", "Drum Tower"), ("大学城", "University Town"), ("高新区", "Hi-Tech Zone"),
    ("新港", "Xingang"), ("柳林", "Liulin"), ("石桥", "Shiqiao"), ("南门", "South Gate"), ("北门", "North Gate"),
    ("东门", "East Gate"), ("西门", "West Gate"), ("翠湖", "Cuihu"), ("银杏", "Yinxing"), ("凤凰", "Fenghuang"),
    ("龙泉", "Longquan"), ("杏花村", "Xinghua Village"), ("望江", "Wangjiang"), ("锦绣", "Jinxiu"), ("长乐", "Changle"),
];

/// Kinds of things in every square kilometre: key, value, Chinese and English name after the quarter's, chance.
#[rustfmt::skip]
const SERVICES: [(&str, &str, &str, &str, f64); 16] = [
    ("amenity", "fuel", "加油站", "Petrol Station", 0.4),
    ("amenity", "charging_station", "充电站", "Charging Station", 0.3),
    ("amenity", "school", "小学", "Primary School", 0.5),
    ("amenity", "kindergarten", "幼儿园", "Kindergarten", 0.4),
    ("amenity", "hospital", "医院", "Hospital", 0.15),
    ("amenity", "pharmacy", "药房", "Pharmacy", 0.5),
    ("amenity", "bank", "银行", "Bank", 0.5),
    ("amenity", "restaurant", "饭店", "Restaurant", 0.7),
    ("amenity", "cafe", "咖啡馆", "Café", 0.5),
    ("amenity", "police", "派出所", "Police Station", 0.2),
    ("amenity", "library", "图书馆", "Library", 0.1),
    ("shop", "supermarket", "超市", "Supermarket", 0.6),
    ("shop", "mall", "商场", "Mall", 0.15),
    ("tourism", "hotel", "宾馆", "Hotel", 0.3),
    ("leisure", "fitness_centre", "健身房", "Gym", 0.25),
    ("office", "company", "有限公司", "Company", 0.5),
];

/// Opening hours that fit the kind; others are always open or say nothing.
const HOURS: [(&str, &str); 6] = [
    ("pharmacy", "08:00-22:00"),
    ("supermarket", "07:30-22:00"),
    ("mall", "10:00-22:00"),
    ("fuel", "24/7"),
    ("cafe", "08:00-20:00"),
    ("bank", "Mo-Fr 09:00-17:00"),
];

/// Places everything.
pub(super) fn place(plan: &Plan, grid: &Grid, draft: &mut Draft, rng: &mut ChaCha8Rng) {
    named(
        draft,
        Point { x: 0.0, y: 260.0 },
        &[("place", "city"), ("population", "1800000")],
        "老路城",
        "Laolu City",
    );
    landmarks(plan, draft);
    let squares = plan.half / AVENUE_EVERY;
    for column in -squares..squares {
        for row in -squares..squares {
            square(column * AVENUE_EVERY, row * AVENUE_EVERY, draft, rng);
        }
    }
    let houses = (HOUSES_REACH_M.min(plan.reach() - BLOCK_M) / BLOCK_M) as i32;
    for column in -houses..houses {
        for row in -houses..houses {
            if grid.get(column, row).is_some() && grid.get(column + 1, row + 1).is_some() {
                house(column, row, draft, rng);
            }
        }
    }
    riverside_addresses(plan, draft);
}

fn named(draft: &mut Draft, at: Point, kind: &[(&'static str, &str)], zh: &str, en: &str) {
    let mut node_tags = tags(kind);
    Name::new(zh, en).tag(&mut node_tags);
    draft.node(at, node_tags);
}

/// Place, tags, Chinese and English name.
type Landmark = (Point, &'static [(&'static str, &'static str)], &'static str, &'static str);

/// The places of the demo.
fn landmarks(plan: &Plan, draft: &mut Draft) {
    let list: [Landmark; 7] = [
        (HOME_POINT, &[("building", "apartments")], "老路新村", "Laolu New Village"),
        (OFFICE_POINT, &[("office", "company")], "老路科技有限公司", "Laolu Technology Co."),
        (GYM_POINT, &[("leisure", "fitness_centre")], "江畔健身房", "Riverside Gym"),
        (SCHOOL_POINT, &[("amenity", "school")], "第一小学", "First Primary School"),
        (MALL_POINT, &[("shop", "mall")], "老路广场", "Laolu Plaza"),
        (
            Point { x: -700.0, y: 1_760.0 },
            &[("amenity", "hospital")],
            "第一人民医院",
            "First People's Hospital",
        ),
        (
            AIRPORT_POINT,
            &[("aeroway", "aerodrome"), ("iata", "LLC")],
            "老路国际机场",
            "Laolu International Airport",
        ),
    ];
    for (at, kind, zh, en) in list {
        if at.x.abs().max(at.y.abs()) < plan.reach() {
            named(draft, at, kind, zh, en);
        }
    }
    let mut park = tags(&[("leisure", "park"), ("dog", "leashed")]);
    Name::new("人民公园", "People's Park").tag(&mut park);
    draft.area(&rectangle(Point { x: -312.0, y: 1_190.0 }, 180.0, 120.0), park);
}

fn rectangle(middle: Point, half_width: f64, half_height: f64) -> [Point; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| Point { x: middle.x + x * half_width, y: middle.y + y * half_height })
}

/// Whether the point is on dry ground, with room around it.
fn dry(at: Point, room: f64) -> bool {
    (at.y - river_y(at.x)).abs() > RIVER_HALF_M + room
}

/// One square kilometre: its quarter's name, ground, park, and services.
fn square(column: i32, row: i32, draft: &mut Draft, rng: &mut ChaCha8Rng) {
    let corner = Point { x: f64::from(column) * BLOCK_M, y: f64::from(row) * BLOCK_M };
    let side = f64::from(AVENUE_EVERY) * BLOCK_M;
    let middle = Point { x: corner.x + side / 2.0, y: corner.y + side / 2.0 };
    let number = words::spread(column, row, 3);
    let (zh, en) = QUARTERS[number % QUARTERS.len()];
    if (column / AVENUE_EVERY + row / AVENUE_EVERY) % 2 == 0 {
        named(draft, middle, &[("place", "quarter")], zh, en);
    }
    let landuse = if rng.random_bool(0.12) { "industrial" } else { "residential" };
    // Where the river runs through, the ground is left to the river.
    if dry(middle, side * 0.7) {
        draft.area(&rectangle(middle, side / 2.0 - 20.0, side / 2.0 - 20.0), tags(&[("landuse", landuse)]));
    }
    let green = Point {
        x: middle.x + rng.random_range(-250.0..250.0),
        y: middle.y + rng.random_range(-250.0..250.0),
    };
    if rng.random_bool(0.35) && dry(green, 120.0) {
        let mut park = tags(&[("leisure", "park")]);
        Name { zh: format!("{zh}公园"), en: format!("{en} Park") }.tag(&mut park);
        draft.area(&rectangle(green, rng.random_range(40.0..100.0), rng.random_range(40.0..80.0)), park);
    }
    for (key, value, zh_kind, en_kind, chance) in SERVICES {
        let at = Point {
            x: corner.x + rng.random_range(30.0..side - 30.0),
            y: corner.y + rng.random_range(30.0..side - 30.0),
        };
        if !rng.random_bool(chance) || !dry(at, 40.0) {
            continue;
        }
        let mut node_tags = tags(&[(key, value)]);
        Name { zh: format!("{zh}{zh_kind}"), en: format!("{en} {en_kind}") }.tag(&mut node_tags);
        if let Some((_, hours)) = HOURS.iter().find(|(kind, _)| *kind == value) {
            node_tags.push(("opening_hours", (*hours).to_owned()));
        }
        draft.node(at, node_tags);
    }
    let parking =
        Point { x: corner.x + rng.random_range(60.0..200.0), y: corner.y + rng.random_range(60.0..200.0) };
    if dry(parking, 60.0) {
        draft.area(&rectangle(parking, 25.0, 18.0), tags(&[("amenity", "parking")]));
    }
}

/// A building in the block north-east of a junction.
fn house(column: i32, row: i32, draft: &mut Draft, rng: &mut ChaCha8Rng) {
    let present = rng.random_bool(0.75);
    let middle = Point {
        x: (f64::from(column) + 0.5) * BLOCK_M + rng.random_range(-10.0..10.0),
        y: (f64::from(row) + 0.5) * BLOCK_M + rng.random_range(-10.0..10.0),
    };
    let (width, height) = (rng.random_range(12.0..32.0), rng.random_range(10.0..30.0));
    if present && dry(middle, BANK_M) {
        draft.area(&rectangle(middle, width, height), tags(&[("building", "yes")]));
    }
}

/// House numbers along the northern riverside road: even ones, rising to the east.
fn riverside_addresses(plan: &Plan, draft: &mut Draft) {
    let reach = plan.half.min(30);
    for column in -reach..reach {
        let x = (f64::from(column) + 0.5) * BLOCK_M;
        let number = 2 * (column + reach + 1);
        let node_tags: Tags = vec![
            ("addr:housenumber", number.to_string()),
            ("addr:street", "滨江路".to_owned()),
            ("addr:city", "老路城".to_owned()),
        ];
        draft.node(Point { x, y: river_y(x) + BANK_M + 25.0 }, node_tags);
    }
}

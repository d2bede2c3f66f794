//! Kinds of vehicles: 厢式货车 is `box_truck`, whatever it is called (MISSION S3-09, S3-29).

use std::sync::LazyLock;

use crate::text::{Words, folded};

const VEHICLES: &[(&str, &str)] = &[
    (
        "厢式货车|厢货|厢式车|箱式货车|箱货|大车|大货车|大型货车|box truck|box van|box lorry|big truck|large truck",
        "box_truck",
    ),
    ("货车|卡车|truck|lorry", "truck"),
    ("面包车|小面|金杯|minivan|minibus|people carrier|mpv|商务车", "van"),
    ("皮卡|pickup|pick-up|pickup truck", "pickup"),
    ("越野车|suv|4x4|four-wheel drive|off-roader", "suv"),
    ("轿车|小轿车|sedan|saloon", "sedan"),
    (
        "电动车|电动的|电的|电动汽车|电车|all-electric|fully electric|battery electric|新能源|新能源车|纯电|纯电动|electric car|electric vehicle|ev|tesla|特斯拉|比亚迪|蔚来|理想汽车|小鹏",
        "electric",
    ),
    ("混动|混动的|油电混|混合动力|插混|hybrid|plug-in hybrid", "hybrid"),
    ("油车|烧油的|加油的车|汽油的|汽油车|燃油车|petrol car|gas car|gasoline car", "petrol"),
    ("柴油车|柴油的|烧柴油的|diesel car|diesel", "diesel"),
    ("跑车|敞篷|sports car|convertible|roadster", "sports_car"),
    ("房车|motorhome|camper|camper van|campervan|rv", "motorhome"),
    ("摩托|摩托车|motorbike|motorcycle", "motorcycle"),
    ("旅行车|estate car|station wagon|wagon", "estate"),
    ("两厢车|hatchback|compact car|small car|小车", "compact"),
    ("拖车|挂车|trailer|caravan", "trailer"),
    ("van|delivery van", "van"),
];

static TABLE: LazyLock<Words<&'static str>> = LazyLock::new(|| Words::new(VEHICLES.iter().copied()));

/// The kind of vehicle that words name.
pub fn vehicle(said: &str) -> Option<&'static str> {
    vehicle_in(&folded(said))
}

pub(crate) fn vehicle_in(text: &str) -> Option<&'static str> {
    TABLE.find(text).last().map(|(_, kind)| *kind)
}

/// All words for a kind of vehicle, for asking in other words (MISSION S3-29).
pub(crate) fn words_for(kind: &str) -> impl Iterator<Item = &'static str> {
    let lines = VEHICLES.iter().filter(move |(_, of)| *of == kind);
    lines.flat_map(|(words, _)| words.split('|'))
}

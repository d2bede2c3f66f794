//! Instructions in Chinese and English, on drawn maps.

mod support;

use domain::Lang;
use expect_test::{Expect, expect};
use support::{Town, words_of};
use testkit::map::DrawnMap;

/// Both languages, one instruction a line with its metres.
pub fn check(town: &Town, trip: &str, expected: &Expect) {
    let route = town.route(trip, &[]).expect("a way");
    let metres: Vec<f64> = route.legs.iter().flat_map(|leg| &leg.steps).map(|step| step.distance_m).collect();
    let mut text = format!("via {}\n", route.via_roads.join(" · "));
    for (lang, name) in [(Lang::Zh, "zh"), (Lang::En, "en")] {
        for (words, metres) in words_of(&route, lang).iter().zip(&metres) {
            text += &format!("{name} {metres:>5.0} m  {words}\n");
        }
    }
    expected.assert_eq(&text);
}

const CITY: &[(&str, &str)] = &[("highway", "secondary"), ("name", "人民路")];

#[test]
fn turns_and_the_side_of_the_end() {
    let town = Town::new(
        DrawnMap::new(
            "
                C---D---E
                |
            A---B---F
              G |   Z
                H
            ",
            100.0,
        )
        .way("ABF", CITY)
        .way("BC", &[("highway", "residential"), ("name", "北大街")])
        .way("CDE", &[("highway", "residential"), ("name", "花园巷"), ("ref", "X 12")])
        .way("HB", &[("highway", "residential"), ("name", "南大街")])
        .way("FE", &[("highway", "residential"), ("name", "东巷"), ("oneway", "yes")]),
    );
    check(
        &town,
        "AB>CD",
        &expect![[r#"
            via 人民路 · 北大街 · 花园巷
            zh   200 m  沿人民路向东出发
            zh   400 m  左转进入北大街
            zh     0 m  到达目的地
            en   200 m  Head east on 人民路
            en   400 m  Turn left onto 北大街
            en     0 m  You have arrived
        "#]],
    );
    check(
        &town,
        "BH>DE",
        &expect![[r#"
            via 南大街 · 北大街 · 花园巷
            zh   900 m  沿南大街向北出发 (前方道路名为花园巷（X 12）)
            zh     0 m  到达目的地
            en   900 m  Head north on 南大街 (The road becomes 花园巷 (X 12))
            en     0 m  You have arrived
        "#]],
    );
    // Z lies south of F: the end is beside the road.
    check(
        &town,
        "AB>FZ",
        &expect![[r#"
            via 人民路
            zh   600 m  沿人民路向东出发
            zh     0 m  到达目的地，目的地在道路右侧
            en   600 m  Head east on 人民路
            en     0 m  You have arrived; your destination is on the right
        "#]],
    );
    check(
        &town,
        "CD>AB>BH",
        &expect![[r#"
            via 花园巷 · 北大街 · 人民路
            zh   400 m  沿花园巷（X 12）向西出发
            zh   400 m  右转进入人民路
            zh   200 m  掉头，沿人民路行驶
            zh     0 m  到达途经点
            zh   200 m  沿人民路向东出发
            zh   100 m  右转进入南大街
            zh     0 m  到达目的地
            en   400 m  Head west on 花园巷 (X 12)
            en   400 m  Turn right onto 人民路
            en   200 m  Make a U-turn on 人民路
            en     0 m  You have reached a stop
            en   200 m  Head east on 人民路
            en   100 m  Turn right onto 南大街
            en     0 m  You have arrived
        "#]],
    );
}

#[test]
fn roundabouts_count_their_exits() {
    let ring: &[(&str, &str)] = &[("highway", "primary"), ("junction", "roundabout"), ("name", "环岛")];
    let map = |ring_way: &str| {
        DrawnMap::new(
            "
                  N
                  |
                  a
                 / \\
            W---d   b---E
                 \\ /
                  c
                  |
                  S
            ",
            30.0,
        )
        .way(ring_way, ring)
        .way("Sc", &[("highway", "primary"), ("name", "南路")])
        .way("bE", &[("highway", "primary"), ("name", "东路")])
        .way("aN", &[("highway", "primary"), ("name", "北路")])
        .way("dW", &[("highway", "primary"), ("name", "西路"), ("destination", "机场;港口")])
    };
    let right = Town::new(map("cbadc"));
    check(
        &right,
        "Sc>bE",
        &expect![[r#"
            via 南路 · 东路
            zh    30 m  沿南路向北出发，然后立即在环岛从第一个出口驶出，进入东路
            zh   145 m  在环岛从第一个出口驶出，进入东路
            zh     0 m  到达目的地
            en    30 m  Head north on 南路, then at the roundabout take the 1st exit onto 东路
            en   145 m  At the roundabout, take the 1st exit onto 东路
            en     0 m  You have arrived
        "#]],
    );
    check(
        &right,
        "Sc>aN",
        &expect![[r#"
            via 南路 · 北路
            zh    30 m  沿南路向北出发，然后立即在环岛从第二个出口驶出，进入北路
            zh   200 m  在环岛从第二个出口驶出，进入北路
            zh     0 m  到达目的地
            en    30 m  Head north on 南路, then at the roundabout take the 2nd exit onto 北路
            en   200 m  At the roundabout, take the 2nd exit onto 北路
            en     0 m  You have arrived
        "#]],
    );
    check(
        &right,
        "Sc>dW",
        &expect![[r#"
            via 南路 · 西路
            zh    30 m  沿南路向北出发，然后立即在环岛从第三个出口驶出，进入西路，往机场、港口方向
            zh   315 m  在环岛从第三个出口驶出，进入西路，往机场、港口方向
            zh     0 m  到达目的地
            en    30 m  Head north on 南路, then at the roundabout take the 3rd exit onto 西路 towards 机场, 港口
            en   315 m  At the roundabout, take the 3rd exit onto 西路 towards 机场, 港口
            en     0 m  You have arrived
        "#]],
    );
    let left = Town::changed(map("cdabc"), |network| network.drives_left = true);
    check(
        &left,
        "Sc>bE",
        &expect![[r#"
            via 南路 · 东路
            zh    30 m  沿南路向北出发，然后立即在环岛从第三个出口驶出，进入东路
            zh   315 m  在环岛从第三个出口驶出，进入东路
            zh     0 m  到达目的地
            en    30 m  Head north on 南路, then at the roundabout take the 3rd exit onto 东路
            en   315 m  At the roundabout, take the 3rd exit onto 东路
            en     0 m  You have arrived
        "#]],
    );
}

#[test]
fn motorways_have_ramps_merges_exits_and_forks() {
    let motorway: &[(&str, &str)] = &[("highway", "motorway"), ("oneway", "yes"), ("ref", "A 8")];
    let ramp: &[(&str, &str)] =
        &[("highway", "motorway_link"), ("oneway", "yes"), ("destination", "Nice"), ("name", "")];
    let town = Town::new(
        DrawnMap::new(
            "
            a-----------b--------c-----------d-----e-----f
                                    .        .    .
            P---------Q                       g      h
                      .                       |       .
                      R                       S        i
            ",
            60.0,
        )
        .way("abcdef", motorway)
        .way("PQR", &[("highway", "primary"), ("name", "Route de Nice"), ("ref", "D 6007")])
        .way("Qb", ramp)
        .way(
            "dg",
            &[
                ("highway", "motorway_link"),
                ("oneway", "yes"),
                ("destination", "Monaco;Menton"),
                ("junction:ref", "57"),
            ],
        )
        .way("gS", &[("highway", "primary"), ("name", "Corniche")])
        .way("ehi", &[("highway", "motorway"), ("oneway", "yes"), ("ref", "A 500")]),
    );
    check(
        &town,
        "PQ>gS",
        &expect![[r#"
            via Route de Nice · abcdef
            zh   300 m  沿Route de Nice（D 6007）向东出发
            zh   170 m  从左侧驶入匝道，往Nice方向
            zh  1260 m  向左并入abcdef（A 8）
            zh   194 m  从右侧57号出口驶出，进入dg，往Monaco、Menton方向
            zh     0 m  到达目的地
            en   300 m  Head east on Route de Nice (D 6007)
            en   170 m  Take the ramp on the left towards Nice
            en  1260 m  Merge left onto abcdef (A 8)
            en   194 m  Take exit 57 on the right onto dg towards Monaco, Menton
            en     0 m  You have arrived
        "#]],
    );
    check(
        &town,
        "PQ>hi",
        &expect![[r#"
            via Route de Nice · abcdef · ehi
            zh   300 m  沿Route de Nice（D 6007）向东出发
            zh   170 m  从左侧驶入匝道，往Nice方向
            zh  1620 m  向左并入abcdef（A 8）
            zh   255 m  靠右行驶，进入ehi（A 500）
            zh     0 m  到达目的地
            en   300 m  Head east on Route de Nice (D 6007)
            en   170 m  Take the ramp on the left towards Nice
            en  1620 m  Merge left onto abcdef (A 8)
            en   255 m  Keep right onto ehi (A 500)
            en     0 m  You have arrived
        "#]],
    );
}

#[test]
fn ferries_turns_around_and_renamed_roads() {
    let town = Town::new(
        DrawnMap::new(
            "
                X
                |
            A---B---C---D      E---F
                        |
                        Y
            ",
            200.0,
        )
        .way("AB", &[("highway", "secondary"), ("name", "中山东路")])
        .way("BC", &[("highway", "secondary"), ("name", "中山西路")])
        .way("CD", &[("highway", "secondary"), ("name", "中山西路")])
        .way("BX", &[("highway", "residential")])
        .way("DY", &[("highway", "residential")])
        .way("EF", &[("highway", "secondary"), ("name", "岛路")])
        .way(
            "DE",
            &[("route", "ferry"), ("motor_vehicle", "yes"), ("duration", "00:15"), ("name", "渡轮一号线")],
        ),
    );
    check(
        &town,
        "AB>EF",
        &expect![[r#"
            via 中山东路 · 中山西路 · 渡轮一号线
            zh  2000 m  沿中山东路向东出发 (前方道路名为中山西路)
            zh  1400 m  驶上渡轮（渡轮一号线，约15分钟）
            zh   400 m  驶离渡轮，进入岛路
            zh     0 m  到达目的地
            en  2000 m  Head east on 中山东路 (The road becomes 中山西路)
            en  1400 m  Board the ferry 渡轮一号线 (15 min)
            en   400 m  Drive off the ferry onto 岛路
            en     0 m  You have arrived
        "#]],
    );
    check(
        &town,
        "AB>DY>BX",
        &expect![[r#"
            via 中山东路 · 中山西路 · DY
            zh  2000 m  沿中山东路向东出发 (前方道路名为中山西路)
            zh   200 m  右转进入DY
            zh     0 m  到达途经点
            zh   200 m  沿DY向南出发
            zh   400 m  掉头，沿DY行驶
            zh  1600 m  左转进入中山西路
            zh   200 m  右转进入BX
            zh     0 m  到达目的地
            en  2000 m  Head east on 中山东路 (The road becomes 中山西路)
            en   200 m  Turn right onto DY
            en     0 m  You have reached a stop
            en   200 m  Head south on DY
            en   400 m  Make a U-turn on DY
            en  1600 m  Turn left onto 中山西路
            en   200 m  Turn right onto BX
            en     0 m  You have arrived
        "#]],
    );
}

//! Instructions that a driver seldom hears: each sentence that the other drawn maps leave out.

mod support;

use expect_test::expect;
use support::{STREET, Town, check_words as check};
use testkit::map::DrawnMap;

const MAIN: &[(&str, &str)] = &[("highway", "secondary"), ("name", "人民路")];
const MOTORWAY: &[(&str, &str)] = &[("highway", "motorway"), ("oneway", "yes"), ("name", ""), ("ref", "A 1")];
const RAMP: &[(&str, &str)] = &[("highway", "motorway_link"), ("oneway", "yes"), ("name", "")];

/// Exits on the left, with a number and without; a ramp that comes from the left.
#[test]
fn ramps_on_the_other_side() {
    let town = |number: &'static [(&'static str, &'static str)]| {
        Town::new(
            DrawnMap::with_cell(
                "
                s-----t           d-----e
                        .       .
                a---------b---c---------------f
                ",
                80.0,
                25.0,
            )
            .way("abcf", MOTORWAY)
            .way("st", MAIN)
            .way("tb", RAMP)
            .way("cd", RAMP)
            .way("de", MAIN)
            .node('c', number),
        )
    };
    let numbered = town(&[("highway", "motorway_junction"), ("ref", "12")]);
    check(
        &numbered,
        "ab>de",
        &expect![[r#"
        沿A 1向东出发
        从左侧12号出口驶出
        到达目的地
        Head east on A 1
        Take exit 12 on the left
        You have arrived
    "#]],
    );
    check(
        &town(&[]),
        "ab>de",
        &expect![[r#"
        沿A 1向东出发
        从左侧出口驶出
        到达目的地
        Head east on A 1
        Take the exit on the left
        You have arrived
    "#]],
    );
    check(
        &numbered,
        "st>cf",
        &expect![[r#"
        沿人民路向东出发
        向右并入A 1
        从左侧12号出口驶出 (前方道路名为人民路)
        到达目的地，目的地在道路右侧
        Head east on 人民路
        Merge right onto A 1
        Take exit 12 on the left (The road becomes 人民路)
        You have arrived; your destination is on the right
    "#]],
    );
}

/// A motorway with neither name nor number.
#[test]
fn nameless_motorways() {
    let town = Town::new(
        DrawnMap::with_cell(
            "
            a---------b---c---------------f
                    .
            s-----t
                  |
                  u
            ",
            80.0,
            25.0,
        )
        .way("abcf", &[("highway", "motorway"), ("oneway", "yes"), ("name", "")])
        .way("st", MAIN)
        .way("tu", STREET)
        .way("tb", RAMP),
    );
    check(
        &town,
        "st>cf",
        &expect![[r#"
        沿人民路向东出发
        从左侧驶入匝道
        向左并入主路
        到达目的地
        Head east on 人民路
        Take the ramp on the left
        Merge left onto the motorway
        You have arrived
    "#]],
    );
    check(
        &town,
        "ut>cf",
        &expect![[r#"
        沿tu向北出发，然后立即右转进入匝道
        右转进入匝道
        向左并入主路
        到达目的地
        Head north on tu, then immediately turn right onto the ramp
        Turn right onto the ramp
        Merge left onto the motorway
        You have arrived
    "#]],
    );
}

/// A trip that ends inside a ring, one that goes around it and back, and one that stops on it.
#[test]
fn rings_that_are_not_left() {
    let town = Town::new(
        DrawnMap::new(
            "
                  N
                  |
                  a
                 / \\
            W---d   b---E
                |   |
                c---e
                |   |
                T   S
                |   |
                Y   X
            ",
            40.0,
        )
        .way("cebadc", &[("highway", "primary"), ("junction", "roundabout"), ("name", "环岛")])
        .way("XSe", &[("highway", "primary"), ("name", "南路"), ("oneway", "yes")])
        .way("cTY", &[("highway", "primary"), ("name", "南路"), ("oneway", "yes")])
        .way("bE", &[("highway", "primary"), ("name", "东路")])
        .way("aN", &[("highway", "primary"), ("name", "北路")])
        .way("dW", &[("highway", "primary"), ("name", "西路")]),
    );
    check(
        &town,
        "XS>ad",
        &expect![[r#"
        沿南路向北出发
        驶入环岛
        到达目的地
        Head north on 南路
        Enter the roundabout
        You have arrived
    "#]],
    );
    check(
        &town,
        "XS>TY",
        &expect![[r#"
            沿南路向北出发
            绕环岛掉头，从第四个出口驶出
            到达目的地
            Head north on 南路
            At the roundabout, turn around at the 4th exit
            You have arrived
        "#]],
    );
    check(
        &town,
        "XS>ba>dW",
        &expect![[r#"
        沿南路向北出发
        驶入环岛
        到达途经点
        沿环岛向西北出发
        在环岛从第二个出口驶出，进入西路，随即到达目的地
        到达目的地
        Head north on 南路
        Enter the roundabout
        You have reached a stop
        Head northwest on 环岛
        At the roundabout, take the 2nd exit onto 西路, and you have arrived
        You have arrived
    "#]],
    );
}

/// A control with a name, and a border between countries that the map does not name.
#[test]
fn borders_with_and_without_names() {
    let country = |code: &'static str| {
        vec![("type", "boundary"), ("boundary", "administrative"), ("admin_level", "2"), ("ISO3166-1", code)]
    };
    let map = |control: &[(&str, &str)]| {
        Town::new(
            DrawnMap::new(
                "
                p-------q-------r
                |       |
                | A---B-+-C---D---E
                |       |
                s-------t
                ",
                200.0,
            )
            .way("ABCDE", MAIN)
            .way("qpst", &[("boundary", "administrative")])
            .way("tq", &[("boundary", "administrative")])
            .relation(&[("outer", "qpst"), ("outer", "tq")], &country("MC"))
            .relation(&[("outer", "tq")], &country("FR"))
            .node('C', control),
        )
    };
    check(
        &map(&[("barrier", "border_control"), ("name", "青茂口岸")]),
        "AB>DE",
        &expect![[r#"
        沿人民路向东出发 (越过边境)
        通过青茂口岸
        到达目的地
        Head east on 人民路 (You cross a border)
        Go through border control at 青茂口岸
        You have arrived
    "#]],
    );
    check(
        &map(&[]),
        "AB>DE",
        &expect![[r#"
        沿人民路向东出发 (越过边境)
        到达目的地
        Head east on 人民路 (You cross a border)
        You have arrived
    "#]],
    );
}

/// Stops on either side, and such as come at once behind a turn.
#[test]
fn stops_beside_the_road() {
    let town = Town::new(
        DrawnMap::new(
            "
                x
            A-------B-------C
                y   |
                    | z
                    D
                    |
                    F
            ",
            100.0,
        )
        .way("ABC", MAIN)
        .way("BDF", STREET),
    );
    check(
        &town,
        "A>x>C",
        &expect![[r#"
            沿人民路向东出发
            到达途经点，在道路左侧
            出发后左转，沿人民路向东行驶
            到达目的地
            Head east on 人民路
            You have reached a stop, on the left
            Start by turning left onto 人民路, heading east
            You have arrived
        "#]],
    );
    check(
        &town,
        "A>y>C",
        &expect![[r#"
            沿人民路向东出发
            到达途经点，在道路右侧
            出发后右转，沿人民路向东行驶
            到达目的地
            Head east on 人民路
            You have reached a stop, on the right
            Start by turning right onto 人民路, heading east
            You have arrived
        "#]],
    );
}

/// A stop and an end just behind a turn.
#[test]
fn stops_at_once_behind_a_turn() {
    let town = Town::new(
        DrawnMap::new(
            "
            A-------B-------C
                    |
                    | z
                    D
                    |
                    F
            ",
            15.0,
        )
        .way("ABC", MAIN)
        .way("BDF", STREET),
    );
    check(
        &town,
        "A>z>F",
        &expect![[r#"
            沿人民路向东出发
            到达途经点，在道路右侧
            出发后右转，沿人民路向东行驶
            掉头，沿人民路行驶
            左转进入BDF，随即到达目的地
            到达目的地
            Head east on 人民路
            You have reached a stop, on the right
            Start by turning right onto 人民路, heading east
            Make a U-turn on 人民路
            Turn left onto BDF, and you have arrived
            You have arrived
        "#]],
    );
    check(
        &town,
        "A>D>F",
        &expect![[r#"
        沿人民路向东出发
        右转进入BDF，随即到达途经点
        到达途经点
        沿BDF向南出发，随即到达目的地
        到达目的地
        Head east on 人民路
        Turn right onto BDF, and you have reached a stop
        You have reached a stop
        Head south on BDF, and you have arrived
        You have arrived
    "#]],
    );
    check(
        &town,
        "A>z",
        &expect![[r#"
        沿人民路向东出发
        到达目的地，目的地在道路右侧
        Head east on 人民路
        You have arrived; your destination is on the right
    "#]],
    );
}

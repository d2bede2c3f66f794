//! Instructions for what a road can do beside turning: lanes, lights, slip roads, rings, booths, borders, names.

mod support;

use domain::Lang;
use expect_test::expect;
use support::{Town, check_words as check, words_of};
use testkit::map::DrawnMap;

const MAIN: &[(&str, &str)] = &[("highway", "secondary"), ("name", "人民路")];
const SIDE: &[(&str, &str)] = &[("highway", "residential"), ("name", "Rua Nova")];

fn with<'a>(tags: &[(&'a str, &'a str)], more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    [tags, more].concat()
}

#[test]
fn a_turn_is_called_by_its_angle() {
    // From S at the middle M all eight directions but the one one comes from.
    let town = Town::new(
        DrawnMap::new(
            "
            A   B   C
             \\  |  /
            D---M---E
             /  |  \\
            F   S   G
            ",
            80.0,
        )
        .way("SM", MAIN)
        .way("AM", &[("highway", "residential"), ("name", "A 街")])
        .way("BM", MAIN)
        .way("CM", &[("highway", "residential"), ("name", "C 街")])
        .way("DM", &[("highway", "residential"), ("name", "D 街")])
        .way("ME", &[("highway", "residential"), ("name", "E 街")])
        .way("MF", &[("highway", "residential"), ("name", "F 街")])
        .way("MG", &[("highway", "residential"), ("name", "G 街")]),
    );
    let mut all = String::new();
    for to in ["AM", "MB", "MC", "DM", "ME", "MF", "MG"] {
        let route = town.route(&format!("SM>{to}"), &[]).expect("a way");
        for lang in [Lang::Zh, Lang::En] {
            all += &format!("{}\n", words_of(&route, lang).get(1).map_or("", String::as_str));
        }
    }
    expect![[r#"
        向左前方行驶进入A 街
        Turn slightly left onto A 街
        到达目的地
        You have arrived
        向右前方行驶进入C 街
        Turn slightly right onto C 街
        左转进入D 街
        Turn left onto D 街
        右转进入E 街
        Turn right onto E 街
        向左后方急转进入F 街
        Turn sharp left onto F 街
        向右后方急转进入G 街
        Turn sharp right onto G 街
    "#]]
    .assert_eq(&all);
}

#[test]
fn nothing_is_said_where_nothing_is_to_be_done() {
    // A road winds past driveways and smaller streets and changes its name for a short bridge.
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---C
              x |    \\
                y     D---E---F---G
                      |   z
                      w
            ",
            60.0,
        )
        .way("ABCDE", MAIN)
        .way("EF", &[("highway", "secondary"), ("name", "人民桥"), ("bridge", "yes")])
        .way("FG", MAIN)
        .way("By", &[("highway", "service"), ("name", "")])
        .way("Dw", SIDE),
    );
    check(
        &town,
        "AB>FG",
        &expect![[r#"
        沿人民路向东出发
        到达目的地
        Head east on 人民路
        You have arrived
    "#]],
    );
}

#[test]
fn leaving_the_own_road_straight_on_is_said() {
    // The main road bends away to the left, and going straight on is another road.
    let town = Town::new(
        DrawnMap::new(
            "
                    D
                    |
            A---B---C---E---F
            ",
            100.0,
        )
        .way("ABCD", MAIN)
        .way("CEF", &[("highway", "secondary"), ("name", "Rua Direita")]),
    );
    check(
        &town,
        "AB>EF",
        &expect![[r#"
        沿人民路向东出发
        直行进入Rua Direita
        到达目的地
        Head east on 人民路
        Continue straight onto Rua Direita
        You have arrived
    "#]],
    );
    check(
        &town,
        "AB>CD",
        &expect![[r#"
            沿人民路向东出发
            左转，继续沿人民路行驶
            到达目的地
            Head east on 人民路
            Turn left to stay on 人民路
            You have arrived
        "#]],
    );
}

#[test]
fn forks_are_kept_to_a_side_or_to_the_middle() {
    let town = Town::new(
        DrawnMap::with_cell(
            "
                            D-----G
            A-----B-----C---E-----H
                            F-----I
            ",
            60.0,
            20.0,
        )
        .way("ABC", MAIN)
        .way("CDG", &[("highway", "secondary"), ("name", "左路")])
        .way("CEH", &[("highway", "secondary"), ("name", "中路")])
        .way("CFI", &[("highway", "secondary"), ("name", "右路")]),
    );
    check(
        &town,
        "AB>DG",
        &expect![[r#"
        沿人民路向东出发
        靠左行驶，进入左路
        到达目的地
        Head east on 人民路
        Keep left onto 左路
        You have arrived
    "#]],
    );
    check(
        &town,
        "AB>EH",
        &expect![[r#"
        沿人民路向东出发
        走中间道路，进入中路
        到达目的地
        Head east on 人民路
        Keep to the middle onto 中路
        You have arrived
    "#]],
    );
    check(
        &town,
        "AB>FI",
        &expect![[r#"
        沿人民路向东出发
        靠右行驶，进入右路
        到达目的地
        Head east on 人民路
        Keep right onto 右路
        You have arrived
    "#]],
    );
}

#[test]
fn two_maneuvers_at_once_are_one_sentence() {
    let town = Town::new(
        DrawnMap::new(
            "
            A-----B---G
                  |
            F--C--D-----E
            ",
            30.0,
        )
        .way("ABG", MAIN)
        .way("BD", SIDE)
        .way("FCDE", &[("highway", "residential"), ("name", "Rua do Sol")]),
    );
    check(
        &town,
        "AB>DE",
        &expect![[r#"
            沿人民路向东出发
            右转进入Rua Nova，然后立即左转进入Rua do Sol
            左转进入Rua do Sol
            到达目的地
            Head east on 人民路
            Turn right onto Rua Nova, then immediately turn left onto Rua do Sol
            Turn left onto Rua do Sol
            You have arrived
        "#]],
    );
    check(
        &town,
        "AB>CD",
        &expect![[r#"
            沿人民路向东出发
            右转进入Rua Nova，然后立即右转进入Rua do Sol
            右转进入Rua do Sol，随即到达目的地
            到达目的地
            Head east on 人民路
            Turn right onto Rua Nova, then immediately turn right onto Rua do Sol
            Turn right onto Rua do Sol, and you have arrived
            You have arrived
        "#]],
    );
}

#[test]
fn lights_are_counted_to_the_one_where_one_turns() {
    let lights: &[(&str, &str)] = &[("highway", "traffic_signals")];
    let town = Town::new(
        DrawnMap::new(
            "
                x   y   D
                |   |   |
            A---B---C---E---F
                        |
                        z
            ",
            80.0,
        )
        .way("ABCEF", MAIN)
        .way("Bx", SIDE)
        .way("Cy", SIDE)
        .way("DEz", &[("highway", "residential"), ("name", "Rua da Paz")])
        .node('B', lights)
        .node('C', lights)
        .node('E', lights),
    );
    check(
        &town,
        "AB>Bx",
        &expect![[r#"
            沿人民路向东出发
            在红绿灯处左转进入Rua Nova，随即到达目的地
            到达目的地
            Head east on 人民路
            At the lights, turn left onto Rua Nova, and you have arrived
            You have arrived
        "#]],
    );
    check(
        &town,
        "AB>Cy",
        &expect![[r#"
            沿人民路向东出发
            在第二个红绿灯处左转进入Rua Nova，随即到达目的地
            到达目的地
            Head east on 人民路
            At the second lights, turn left onto Rua Nova, and you have arrived
            You have arrived
        "#]],
    );
    check(
        &town,
        "AB>Ez",
        &expect![[r#"
        沿人民路向东出发
        在第三个红绿灯处右转进入Rua da Paz
        到达目的地
        Head east on 人民路
        At the third lights, turn right onto Rua da Paz
        You have arrived
    "#]],
    );
}

#[test]
fn lanes_that_lead_to_the_turn() {
    let road = |lanes: &'static str, more: &[(&'static str, &'static str)]| {
        let tags = with(&with(MAIN, &[("oneway", "yes"), ("turn:lanes", lanes)]), more);
        Town::new(
            DrawnMap::new(
                "
                        N
                        |
                A---B---C---E
                        |
                        S
                ",
                80.0,
            )
            .way("AB", MAIN)
            .way("BC", &tags)
            .way("CE", MAIN)
            .way("NCS", &[("highway", "residential"), ("name", "Rua da Paz")]),
        )
    };
    let usual = road("left|through|through;right", &[]);
    check(
        &usual,
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            走最左侧车道，左转进入Rua da Paz，随即到达目的地 [*left|through|through;right]
            到达目的地
            Head east on 人民路
            Use the left lane to turn left onto Rua da Paz, and you have arrived [*left|through|through;right]
            You have arrived
        "#]],
    );
    check(
        &usual,
        "AB>CS",
        &expect![[r#"
        沿人民路向东出发
        走最右侧车道，右转进入Rua da Paz [left|through|*through;right]
        到达目的地
        Head east on 人民路
        Use the right lane to turn right onto Rua da Paz [left|through|*through;right]
        You have arrived
    "#]],
    );
    check(
        &road("left|left|through|right", &[]),
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            走左侧两条车道，左转进入Rua da Paz，随即到达目的地 [*left|*left|through|right]
            到达目的地
            Head east on 人民路
            Use the two left lanes to turn left onto Rua da Paz, and you have arrived [*left|*left|through|right]
            You have arrived
        "#]],
    );
    check(
        &road("left|through|right|right", &[]),
        "AB>CS",
        &expect![[r#"
        沿人民路向东出发
        走右侧两条车道，右转进入Rua da Paz [left|through|*right|*right]
        到达目的地
        Head east on 人民路
        Use the two right lanes to turn right onto Rua da Paz [left|through|*right|*right]
        You have arrived
    "#]],
    );
    check(
        &road("through|left|through|through", &[]),
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            走左起第二条车道，左转进入Rua da Paz，随即到达目的地 [through|*left|through|through]
            到达目的地
            Head east on 人民路
            Use the 2nd lane from the left to turn left onto Rua da Paz, and you have arrived [through|*left|through|through]
            You have arrived
        "#]],
    );
    check(
        &road("through|left|through", &[]),
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            走中间车道，左转进入Rua da Paz，随即到达目的地 [through|*left|through]
            到达目的地
            Head east on 人民路
            Use the middle lane to turn left onto Rua da Paz, and you have arrived [through|*left|through]
            You have arrived
        "#]],
    );
    // A bus lane is seen and not counted; paint that means no way of ours is not shown.
    check(
        &road("left|through|right", &[("bus:lanes", "designated||")]),
        "AB>CS",
        &expect![[r#"
        沿人民路向东出发
        走最右侧车道，右转进入Rua da Paz [left|through|*right]
        到达目的地
        Head east on 人民路
        Use the right lane to turn right onto Rua da Paz [left|through|*right]
        You have arrived
    "#]],
    );
    check(
        &road("through|through", &[]),
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            左转进入Rua da Paz，随即到达目的地
            到达目的地
            Head east on 人民路
            Turn left onto Rua da Paz, and you have arrived
            You have arrived
        "#]],
    );
    check(
        &road("left;through|right", &[]),
        "AB>CN",
        &expect![[r#"
            沿人民路向东出发
            走最左侧车道，左转进入Rua da Paz，随即到达目的地 [*left;through|right]
            到达目的地
            Head east on 人民路
            Use the left lane to turn left onto Rua da Paz, and you have arrived [*left;through|right]
            You have arrived
        "#]],
    );
}

#[test]
fn lanes_at_exits() {
    let town = Town::new(
        DrawnMap::with_cell(
            "
            a-----b-----c-------d-------h
                          e-----f---g














            k
            ",
            60.0,
            15.0,
        )
        .way("ab", &[("highway", "motorway"), ("name", ""), ("ref", "A 1")])
        .way(
            "bc",
            &[
                ("highway", "motorway"),
                ("name", ""),
                ("ref", "A 1"),
                ("turn:lanes", "none|none|slight_right"),
            ],
        )
        .way("cd", &[("highway", "motorway"), ("name", ""), ("ref", "A 1")])
        .way(
            "cef",
            &[
                ("highway", "motorway_link"),
                ("oneway", "yes"),
                ("name", ""),
                ("destination", "Braga;Guimarães"),
                ("destination:ref", "A 3"),
            ],
        )
        .way("fg", SIDE)
        .way("dh", MAIN)
        .way("gh", SIDE)
        .way("gka", SIDE)
        .node('c', &[("highway", "motorway_junction"), ("ref", "12"), ("name", "Nó de Águas")]),
    );
    check(
        &town,
        "ab>fg",
        &expect![[r#"
            沿A 1向东出发
            走最右侧车道，从右侧12号出口驶出，往A 3、Braga、Guimarães方向 [||*slight_right]
            到达目的地
            Head east on A 1
            Use the right lane to take exit 12 on the right onto A 3 towards Braga, Guimarães [||*slight_right]
            You have arrived
        "#]],
    );
    // Whoever stays has nothing to do.
    check(
        &town,
        "ab>cd",
        &expect![[r#"
            沿A 1向东出发
            到达目的地
            Head east on A 1
            You have arrived
        "#]],
    );
}

#[test]
fn a_slip_road_is_part_of_the_turn_and_a_long_one_is_a_ramp() {
    let town = |cell: f64| {
        Town::new(
            DrawnMap::new(
                "
                A---B-----C---D
                     .    |
                      .   |
                       .  |
                        . |
                          E
                          |
                          F
                ",
                cell,
            )
            .way("ABCD", MAIN)
            .way("CEF", &[("highway", "secondary"), ("name", "Rua da Paz")])
            .way("BE", &[("highway", "secondary_link"), ("oneway", "yes"), ("name", "")])
            .relation(
                &[("from", "ABCD"), ("via", "C"), ("to", "CEF")],
                &[("type", "restriction"), ("restriction", "no_right_turn")],
            ),
        )
    };
    check(
        &town(10.0),
        "AB>EF",
        &expect![[r#"
            沿人民路向东出发，然后立即右转进入Rua da Paz
            右转进入Rua da Paz
            到达目的地
            Head east on 人民路, then immediately turn right onto Rua da Paz
            Turn right onto Rua da Paz
            You have arrived
        "#]],
    );
    check(
        &town(60.0),
        "AB>EF",
        &expect![[r#"
            沿人民路向东出发
            从右侧驶入匝道
            向左并入Rua da Paz，随即到达目的地
            到达目的地
            Head east on 人民路
            Take the ramp on the right
            Merge left onto Rua da Paz, and you have arrived
            You have arrived
        "#]],
    );
}

#[test]
fn a_ramp_that_forks_names_both_signs() {
    let ramp = |destination: &'static str| {
        vec![("highway", "motorway_link"), ("oneway", "yes"), ("name", ""), ("destination", destination)]
    };
    let town = Town::new(
        DrawnMap::with_cell(
            "
            a-----b-----------c
                     d--e-----f---k
                        g-----h---m
            ",
            80.0,
            25.0,
        )
        .way("abc", &[("highway", "motorway"), ("name", ""), ("ref", "A 1")])
        .way("bde", &ramp("Porto;Gaia"))
        .way("ef", &ramp("Porto"))
        .way("dgh", &ramp("Gaia"))
        .way("fk", SIDE)
        .way("hm", MAIN)
        .way("km", SIDE)
        .node('b', &[("highway", "motorway_junction"), ("name", "Nó da Arrábida")]),
    );
    check(
        &town,
        "ab>hm",
        &expect![[r#"
            沿A 1向东出发
            从右侧Nó da Arrábida出口驶出，往Porto、Gaia方向
            靠右行驶，往Gaia方向
            到达目的地
            Head east on A 1
            Take the exit on the right towards Porto, Gaia
            Keep right towards Gaia
            You have arrived
        "#]],
    );
    check(
        &town,
        "ab>fk",
        &expect![[r#"
            沿A 1向东出发
            从右侧Nó da Arrábida出口驶出，往Porto、Gaia方向
            靠左行驶，往Porto方向
            到达目的地
            Head east on A 1
            Take the exit on the right towards Porto, Gaia
            Keep left towards Porto
            You have arrived
        "#]],
    );
}

#[test]
fn rings_small_left_handed_and_all_the_way_round() {
    let cross = "
                N
                |
            W---M---E
                |
                S
            ";
    let map = || {
        DrawnMap::new(cross, 60.0)
            .way("SM", &[("highway", "tertiary"), ("name", "South Street")])
            .way("MN", &[("highway", "tertiary"), ("name", "North Street")])
            .way("WM", &[("highway", "tertiary"), ("name", "West Street")])
            .way("ME", &[("highway", "tertiary"), ("name", "East Street")])
            .node('M', &[("highway", "mini_roundabout")])
    };
    let right = Town::new(map());
    check(
        &right,
        "SM>ME",
        &expect![[r#"
        沿South Street向北出发，然后立即在小环岛从第一个出口驶出，进入East Street
        在小环岛从第一个出口驶出，进入East Street
        到达目的地
        Head north on South Street, then at the mini-roundabout take the 1st exit onto East Street
        At the mini-roundabout, take the 1st exit onto East Street
        You have arrived
    "#]],
    );
    check(
        &right,
        "SM>MN",
        &expect![[r#"
        沿South Street向北出发，然后立即在小环岛从第二个出口驶出，进入North Street
        在小环岛从第二个出口驶出，进入North Street，随即到达目的地
        到达目的地
        Head north on South Street, then at the mini-roundabout take the 2nd exit onto North Street
        At the mini-roundabout, take the 2nd exit onto North Street, and you have arrived
        You have arrived
    "#]],
    );
    check(
        &right,
        "SM>WM",
        &expect![[r#"
        沿South Street向北出发，然后立即在小环岛从第三个出口驶出，进入West Street
        在小环岛从第三个出口驶出，进入West Street
        到达目的地
        Head north on South Street, then at the mini-roundabout take the 3rd exit onto West Street
        At the mini-roundabout, take the 3rd exit onto West Street
        You have arrived
    "#]],
    );
    let left = Town::changed(map(), |network| network.drives_left = true);
    check(
        &left,
        "SM>ME",
        &expect![[r#"
        沿South Street向北出发，然后立即在小环岛从第三个出口驶出，进入East Street
        在小环岛从第三个出口驶出，进入East Street
        到达目的地
        Head north on South Street, then at the mini-roundabout take the 3rd exit onto East Street
        At the mini-roundabout, take the 3rd exit onto East Street
        You have arrived
    "#]],
    );
}

#[test]
fn a_gap_between_carriageways_turns_one_back() {
    let one: &[(&str, &str)] = &[("highway", "primary"), ("name", "Avenida"), ("oneway", "yes")];
    let town = Town::new(
        DrawnMap::with_cell(
            "
            a-----b-----c
            d-----e-----f
                  |
                  S
            ",
            60.0,
            20.0,
        )
        .way("cba", one)
        .way("def", one)
        .way("be", &[("highway", "primary_link"), ("name", "")])
        .way("eS", SIDE),
    );
    check(
        &town,
        "de>ab",
        &expect![[r#"
        沿Avenida向东出发
        掉头，沿Avenida行驶
        到达目的地
        Head east on Avenida
        Make a U-turn on Avenida
        You have arrived
    "#]],
    );
}

#[test]
fn booths_and_controls_are_passed_and_plazas_are_no_forks() {
    let road: &[(&str, &str)] =
        &[("highway", "motorway"), ("name", ""), ("ref", "A 8"), ("oneway", "yes"), ("toll", "yes")];
    let town = Town::new(
        DrawnMap::with_cell(
            "
                     c--d--e
            a-----b           g-----h-----k
                     C--D--E
            ",
            80.0,
            10.0,
        )
        .way("ab", &[("highway", "motorway"), ("name", ""), ("ref", "A 8"), ("oneway", "yes")])
        .way("bcdeg", road)
        .way("bCDEg", road)
        .way("ghk", road)
        .node('d', &[("barrier", "toll_booth"), ("name", "La Turbie")])
        .node('D', &[("barrier", "toll_booth"), ("name", "La Turbie")])
        .node('h', &[("barrier", "border_control")]),
    );
    check(
        &town,
        "ab>hk",
        &expect![[r#"
            沿A 8向东出发 (收费路段)
            通过La Turbie收费站
            通过边检站
            到达目的地
            Head east on A 8 (Toll road)
            Go through the toll booth La Turbie
            Go through border control
            You have arrived
        "#]],
    );
}

#[test]
fn a_border_is_a_note_with_the_country() {
    let town = Town::new(
        DrawnMap::new(
            "
            p-------q-------r
            |       |
            | A---B-+---C---D
            |       |
            s-------t
            ",
            200.0,
        )
        .way("ABCD", MAIN)
        .way("qpst", &[("boundary", "administrative")])
        .way("tq", &[("boundary", "administrative")])
        .relation(
            &[("outer", "qpst"), ("outer", "tq")],
            &[
                ("type", "boundary"),
                ("boundary", "administrative"),
                ("admin_level", "2"),
                ("ISO3166-1", "MC"),
                ("name", "Monaco"),
                ("name:zh", "摩纳哥"),
            ],
        )
        .relation(
            &[("outer", "tq")],
            &[
                ("type", "boundary"),
                ("boundary", "administrative"),
                ("admin_level", "2"),
                ("ISO3166-1", "FR"),
                ("name", "France"),
                ("name:zh", "法国"),
            ],
        ),
    );
    check(
        &town,
        "AB>CD",
        &expect![[r#"
            沿人民路向东出发 (越过边境进入法国)
            到达目的地
            Head east on 人民路 (You cross into France)
            You have arrived
        "#]],
    );
    check(
        &town,
        "CD>AB",
        &expect![[r#"
            沿人民路向西出发 (越过边境进入摩纳哥)
            到达目的地
            Head west on 人民路 (You cross into Monaco)
            You have arrived
        "#]],
    );
}

#[test]
fn nameless_roads_are_called_what_they_are() {
    let town = Town::new(
        DrawnMap::new(
            "
                x   y   z   w
                |   |   |   |
            A---B---C---D---E---F
            ",
            100.0,
        )
        .way("ABCDEF", MAIN)
        .way("Bx", &[("highway", "service"), ("name", "")])
        .way("Cy", &[("highway", "track"), ("name", ""), ("surface", "dirt"), ("motor_vehicle", "yes")])
        .way("Dz", &[("highway", "residential"), ("name", ""), ("tunnel", "yes")])
        .way("Ew", &[("highway", "residential"), ("name", ""), ("bridge", "yes")]),
    );
    for (trip, expected) in [
        (
            "AB>Bx",
            expect![[r#"
                沿人民路向东出发
                左转进入内部道路
                到达目的地
                Head east on 人民路
                Turn left onto the service road
                You have arrived
            "#]],
        ),
        (
            "AB>Cy",
            expect![[r#"
                沿人民路向东出发
                左转进入土路
                到达目的地
                Head east on 人民路
                Turn left onto the track
                You have arrived
            "#]],
        ),
        (
            "AB>Dz",
            expect![[r#"
                沿人民路向东出发
                左转进入隧道
                到达目的地
                Head east on 人民路
                Turn left into the tunnel
                You have arrived
            "#]],
        ),
        (
            "AB>Ew",
            expect![[r#"
                沿人民路向东出发
                左转上桥
                到达目的地
                Head east on 人民路
                Turn left onto the bridge
                You have arrived
            "#]],
        ),
    ] {
        check(&town, trip, &expected);
    }
}

#[test]
fn names_come_in_the_readers_language_where_the_sign_has_another_script() {
    let town = Town::new(
        DrawnMap::new(
            "
            A---B---C
                |
                D
            ",
            200.0,
        )
        .way(
            "ABC",
            &[
                ("highway", "secondary"),
                ("name", "中关村大街"),
                ("name:en", "Zhongguancun Street"),
                ("ref", "X 12"),
            ],
        )
        .way(
            "BD",
            &[
                ("highway", "residential"),
                ("name", "Champs-Élysées"),
                ("name:zh", "香榭丽舍大街"),
                ("ref", "D 1"),
            ],
        ),
    );
    check(
        &town,
        "AB>BD",
        &expect![[r#"
        沿中关村大街（X 12）向东出发
        右转进入香榭丽舍大街（Champs-Élysées，D 1）
        到达目的地
        Head east on Zhongguancun Street (X 12)
        Turn right onto Champs-Élysées (D 1)
        You have arrived
    "#]],
    );
    check(
        &town,
        "BD>AB",
        &expect![[r#"
        沿香榭丽舍大街（Champs-Élysées，D 1）向北出发
        左转进入中关村大街（X 12）
        到达目的地
        Head north on Champs-Élysées (D 1)
        Turn left onto Zhongguancun Street (X 12)
        You have arrived
    "#]],
    );
}

#[test]
fn a_start_and_an_end_beside_the_road_have_a_side() {
    let town = Town::new(
        DrawnMap::new(
            "
              x     y
            A-----B-----C
              z     w
            ",
            100.0,
        )
        .way("ABC", MAIN),
    );
    // The letters x to w lie beside the road; they are no part of it.
    check(
        &town,
        "x>y",
        &expect![[r#"
            出发后左转，沿人民路向东行驶
            到达目的地，目的地在道路左侧
            Start by turning left onto 人民路, heading east
            You have arrived; your destination is on the left
        "#]],
    );
    check(
        &town,
        "z>w",
        &expect![[r#"
            出发后右转，沿人民路向东行驶
            到达目的地，目的地在道路右侧
            Start by turning right onto 人民路, heading east
            You have arrived; your destination is on the right
        "#]],
    );
    check(
        &town,
        "y>x",
        &expect![[r#"
            出发后右转，沿人民路向西行驶
            到达目的地，目的地在道路右侧
            Start by turning right onto 人民路, heading west
            You have arrived; your destination is on the right
        "#]],
    );
}

use super::*;

fn traits(tags: &str) -> NodeTraits {
    node(&tags.split_whitespace().filter_map(|pair| pair.split_once('=')).collect())
}

#[test]
fn what_stops_a_car() {
    let check = |tags: &str, passes: bool| assert_eq!(!traits(tags).blocked, passes, "{tags}");
    check("barrier=bollard", false);
    check("barrier=bollard bollard=rising", true);
    check("barrier=bollard bollard=removable", false);
    check("barrier=bollard motor_vehicle=yes", true);
    check("barrier=gate", true);
    check("barrier=gate access=no", false);
    check("barrier=gate access=private", true);
    check("barrier=gate access=agricultural", false);
    check("barrier=gate access=garbage", true);
    check("barrier=lift_gate", true);
    check("barrier=swing_gate", true);
    check("barrier=swing_gate motor_vehicle=no", false);
    check("barrier=cattle_grid", true);
    check("barrier=border_control", true);
    check("barrier=toll_booth", true);
    check("barrier=sally_port", true);
    check("barrier=entrance", true);
    check("barrier=wall", false);
    check("barrier=wall access=permissive", true);
    check("barrier=fence", false);
    check("barrier=fence sensory=audible", true);
    check("barrier=some_tag", false);
    check("barrier=block", false);
    check("barrier=kerb", false);
    check("barrier=kerb kerb=lowered", true);
    check("barrier=kerb highway=crossing", true);
    check("barrier=height_restrictor", true);
    check("barrier=height_restrictor maxheight=1", false);
    check("barrier=height_restrictor maxheight=3", true);
    check("barrier=height_restrictor maxheight=default", true);
    check("access=no vehicle=yes", true);
    check("vehicle=yes motorcar=no", false);
    check("highway=crossing", true);
}

#[test]
fn what_costs_time_or_money() {
    let check = |tags: &str, delay_s: u8, toll: bool| {
        let found = traits(tags);
        assert_eq!((found.delay_s, found.toll), (delay_s, toll), "{tags}");
    };
    check("barrier=gate", 60, false);
    check("barrier=lift_gate", 60, false);
    check("barrier=gate access=yes", 0, false);
    check("barrier=gate access=private", 60, false);
    check("barrier=gate access=no", 0, false);
    check("barrier=toll_booth", 15, true);
    check("highway=toll_gantry", 0, true);
    check("barrier=cattle_grid", 0, false);
}

#[test]
fn lights_and_places_to_turn() {
    let check = |tags: &str, signals: bool, uturn_ok: bool| {
        let found = traits(tags);
        assert_eq!((found.signals, found.uturn_ok), (signals, uturn_ok), "{tags}");
    };
    check("highway=traffic_signals", true, false);
    check("highway=crossing crossing=traffic_signals", true, false);
    check("highway=crossing crossing:signals=yes", true, false);
    check("highway=crossing crossing=zebra", false, false);
    check("highway=turning_circle", false, true);
    check("highway=turning_loop", false, true);
    check("highway=mini_roundabout", false, true);
    check("highway=stop", false, false);
}

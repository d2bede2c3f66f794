//! Instructions on real streets: the bundled region.

mod support;

use std::{path::Path, sync::LazyLock};

use domain::{Lang, LonLat};
use expect_test::{Expect, expect};
use region::{
    NoProgress, extract,
    osm::{self, Skipped},
};
use routing::{Budget, Plan, Role, Router, SnapOptions};
use support::words_of;

static MONACO: LazyLock<Router> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/regions/monaco.osm.pbf");
    let data = osm::read(&path, &mut NoProgress, &region::CancelToken::new()).expect("the bundled region");
    Router::build(extract::road_network(&data, &mut Skipped::default()))
});

/// Both languages, one instruction a line with the distance to the next; points as (latitude, longitude).
fn check(from: (f64, f64), to: (f64, f64), expected: &Expect) {
    let snap = |(lat, lon): (f64, f64), role| {
        MONACO.snap(LonLat { lon, lat }, &SnapOptions::for_role(role)).expect("a road")
    };
    let waypoints = [snap(from, Role::Start), snap(to, Role::End)];
    let plan =
        Plan { waypoints: &waypoints, adjustments: &[], mode: Default::default(), terms: Default::default() };
    let route = MONACO.route(&plan, &mut Budget::default()).expect("a way");
    let mut text = String::new();
    for lang in [Lang::Zh, Lang::En] {
        let steps = route.legs.iter().flat_map(|leg| &leg.steps);
        for (words, step) in words_of(&route, lang).iter().zip(steps) {
            text += &format!("{:<8} {words}\n", routing::distance(step.distance_m, lang));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn from_the_station_to_the_palace() {
    check(
        (43.7384, 7.4195),
        (43.7315, 7.4203),
        &expect![[r#"
            70 米     出发后右转，沿Pont Sainte-Dévote向北行驶，然后立即向左后方急转，继续沿Pont Sainte-Dévote行驶
            100 米    向左后方急转，继续沿Pont Sainte-Dévote行驶
            200 米    左转进入Boulevard Rainier III
            450 米    向左后方急转进入Rue Louis Auréglia
            300 米    在环岛从第一个出口驶出，进入Tunnel Dorsale
            500 米    在环岛从第一个出口驶出，进入隧道 (前方道路名为Avenue de Fontvieille)
            20 米     左转，继续沿Avenue de Fontvieille行驶，然后立即在环岛从第三个出口驶出，进入Avenue Albert II
            200 米    在环岛从第三个出口驶出，进入Avenue Albert II
            350 米    在环岛从第二个出口驶出，继续沿Avenue Albert II行驶
            0 米      到达目的地，目的地在道路右侧
            70 m     Start by turning right onto Pont Sainte-Dévote, heading north, then immediately turn sharp left to stay on Pont Sainte-Dévote
            100 m    Turn sharp left to stay on Pont Sainte-Dévote
            200 m    Turn left onto Boulevard Rainier III
            450 m    Turn sharp left onto Rue Louis Auréglia
            300 m    At the roundabout, take the 1st exit onto Tunnel Dorsale
            500 m    At the roundabout, take the 1st exit into the tunnel (The road becomes Avenue de Fontvieille)
            20 m     Turn left to stay on Avenue de Fontvieille, then at the roundabout take the 3rd exit onto Avenue Albert II
            200 m    At the roundabout, take the 3rd exit onto Avenue Albert II
            350 m    At the roundabout, take the 2nd exit to stay on Avenue Albert II
            0 m      You have arrived; your destination is on the right
        "#]],
    );
}

#[test]
fn from_the_casino_to_fontvieille() {
    check(
        (43.7397, 7.4277),
        (43.7275, 7.4155),
        &expect![[r#"
            200 米    出发后右转，沿Place du Casino向西北行驶
            650 米    左转进入Boulevard des Moulins (前方道路名为Avenue de la Costa)
            200 米    向右后方急转进入Avenue d'Ostende
            400 米    直行进入Rue Grimaldi
            30 米     右转进入Tunnel Aureglia，然后立即在环岛从第二个出口驶出，进入Tunnel Dorsale
            300 米    在环岛从第二个出口驶出，进入Tunnel Dorsale
            500 米    在环岛从第一个出口驶出，进入隧道 (前方道路名为Avenue de Fontvieille)
            20 米     左转，继续沿Avenue de Fontvieille行驶，然后立即在环岛从第二个出口驶出，进入Avenue des Castelans
            250 米    在环岛从第二个出口驶出，进入Avenue des Castelans
            100 米    在环岛从第一个出口驶出，进入Avenue des Papalins
            200 米    在环岛从第一个出口驶出，进入Avenue des Guelfes
            150 米    在环岛从第一个出口驶出，继续沿Avenue des Guelfes行驶
            90 米     右转，继续沿Avenue des Castelans行驶
            0 米      到达目的地，目的地在道路左侧
            200 m    Start by turning right onto Place du Casino, heading northwest
            650 m    Turn left onto Boulevard des Moulins (The road becomes Avenue de la Costa)
            200 m    Turn sharp right onto Avenue d'Ostende
            400 m    Continue straight onto Rue Grimaldi
            30 m     Turn right onto Tunnel Aureglia, then at the roundabout take the 2nd exit onto Tunnel Dorsale
            300 m    At the roundabout, take the 2nd exit onto Tunnel Dorsale
            500 m    At the roundabout, take the 1st exit into the tunnel (The road becomes Avenue de Fontvieille)
            20 m     Turn left to stay on Avenue de Fontvieille, then at the roundabout take the 2nd exit onto Avenue des Castelans
            250 m    At the roundabout, take the 2nd exit onto Avenue des Castelans
            100 m    At the roundabout, take the 1st exit onto Avenue des Papalins
            200 m    At the roundabout, take the 1st exit onto Avenue des Guelfes
            150 m    At the roundabout, take the 1st exit to stay on Avenue des Guelfes
            90 m     Turn right to stay on Avenue des Castelans
            0 m      You have arrived; your destination is on the left
        "#]],
    );
}

#[test]
fn from_larvotto_up_to_la_turbie() {
    check(
        (43.7465, 7.4340),
        (43.7455, 7.4010),
        &expect![[r#"
            400 米    出发后右转，沿Avenue Princesse Grace向东北行驶
            500 米    在环岛从第一个出口驶出，继续沿Avenue Princesse Grace行驶 (越过边境进入法國)
            700 米    左转，继续沿Avenue Princesse Grace行驶
            30 米     向右前方行驶，然后立即右转进入Avenue de Varavilla
            850 米    右转进入Avenue de Varavilla
            1.9 公里   左转进入Avenue Président Kennedy（D 6007）
            600 米    右转进入Chemin Romain Supérieur
            1.2 公里   靠右行驶，继续沿Chemin Romain Supérieur行驶
            550 米    右转，继续沿Route de Beausoleil行驶
            1.1 公里   向左前方行驶进入Route de Menton（D 2564）
            30 米     向左后方急转进入Place Théodore de Banville，目的地就在右侧
            0 米      到达目的地，目的地在道路右侧
            400 m    Start by turning right onto Avenue Princesse Grace, heading northeast
            500 m    At the roundabout, take the 1st exit to stay on Avenue Princesse Grace (You cross into France)
            700 m    Turn left to stay on Avenue Princesse Grace
            30 m     Turn slightly right, then immediately turn right onto Avenue de Varavilla
            850 m    Turn right onto Avenue de Varavilla
            1.9 km   Turn left onto Avenue Président Kennedy (D 6007)
            600 m    Turn right onto Chemin Romain Supérieur
            1.2 km   Keep right to stay on Chemin Romain Supérieur
            550 m    Turn right to stay on Route de Beausoleil
            1.1 km   Turn slightly left onto Route de Menton (D 2564)
            30 m     Turn sharp left onto Place Théodore de Banville, and your destination is on the right
            0 m      You have arrived; your destination is on the right
        "#]],
    );
}

#[test]
fn from_the_motorway_down_to_the_port() {
    check(
        (43.7620, 7.4250),
        (43.7345, 7.4205),
        &expect![[r#"
            2.9 公里   出发后左转，向西行驶
            750 米    向左后方急转
            1.1 公里   靠左行驶，进入D 53
            1 公里     向左后方急转进入Route de Menton（D 2564）
            550 米    向右前方行驶进入Route de Beausoleil
            1.8 公里   靠右行驶
            950 米    右转进入Avenue Preince Rainier III Monaco（D 6007）
            450 米    向左后方急转进入Boulevard de la Turbie
            350 米    左转，继续沿Boulevard de la Turbie行驶
            150 米    向左后方急转，继续沿Boulevard de la Turbie行驶
            700 米    在环岛从第一个出口驶出，进入Avenue de Verdun (前方道路名为Boulevard de la République) (越过边境进入摩纳哥)
            70 米     右转，然后立即左转进入Boulevard Princesse Charlotte
            150 米    左转进入Boulevard Princesse Charlotte
            150 米    向左后方急转进入Avenue Saint-Michel
            60 米     右转进入Rue des Iris，然后立即右转进入Boulevard des Moulins
            650 米    在红绿灯处右转进入Boulevard des Moulins (前方道路名为Avenue de la Costa)
            200 米    向右后方急转进入Avenue d'Ostende
            250 米    直行进入Rue Grimaldi
            100 米    向左前方行驶进入Rue Princesse Florestine
            80 米     左转进入Rue Suffren Reymond
            10 米     左转进入Rue Louis Notari，目的地就在左侧
            0 米      到达目的地，目的地在道路左侧
            2.9 km   Start by turning left, heading west
            750 m    Turn sharp left
            1.1 km   Keep left onto D 53
            1 km     Turn sharp left onto Route de Menton (D 2564)
            550 m    Turn slightly right onto Route de Beausoleil
            1.8 km   Keep right
            950 m    Turn right onto Avenue Preince Rainier III Monaco (D 6007)
            450 m    Turn sharp left onto Boulevard de la Turbie
            350 m    Turn left to stay on Boulevard de la Turbie
            150 m    Turn sharp left to stay on Boulevard de la Turbie
            700 m    At the roundabout, take the 1st exit onto Avenue de Verdun (The road becomes Boulevard de la République) (You cross into Monaco)
            70 m     Turn right, then immediately turn left onto Boulevard Princesse Charlotte
            150 m    Turn left onto Boulevard Princesse Charlotte
            150 m    Turn sharp left onto Avenue Saint-Michel
            60 m     Turn right onto Rue des Iris, then immediately turn right onto Boulevard des Moulins
            650 m    At the lights, turn right onto Boulevard des Moulins (The road becomes Avenue de la Costa)
            200 m    Turn sharp right onto Avenue d'Ostende
            250 m    Continue straight onto Rue Grimaldi
            100 m    Turn slightly left onto Rue Princesse Florestine
            80 m     Turn left onto Rue Suffren Reymond
            10 m     Turn left onto Rue Louis Notari, and your destination is on the left
            0 m      You have arrived; your destination is on the left
        "#]],
    );
}

#[test]
fn from_cap_d_ail_to_beausoleil() {
    check(
        (43.7215, 7.4040),
        (43.7430, 7.4215),
        &expect![[r#"
            1.1 公里   出发后右转，沿Avenue du 3 Septembre（M 6098）向东行驶
            100 米    在环岛从第二个出口驶出，进入Boulevard Charles III (越过边境进入摩纳哥)
            100 米    在环岛从第二个出口驶出
            400 米    靠右行驶，进入Boulevard Charles III
            100 米    在环岛从第一个出口驶出，继续沿Boulevard Charles III行驶
            900 米    靠右行驶
            20 米     靠左行驶，进入Rond-Point Sainte-Dévote
            700 米    直行进入Avenue d'Ostende
            250 米    右转进入Boulevard des Moulins
            150 米    在环岛从第三个出口驶出，进入Boulevard Princesse Charlotte
            150 米    向右后方急转进入Boulevard du Général Leclerc (越过边境进入法國)
            70 米     左转，然后立即右转进入Avenue Général de Gaulle
            300 米    右转进入Avenue Général de Gaulle
            60 米     左转，继续沿Place Commandant Raynal行驶，然后立即向右后方急转进入Avenue de Verdun
            40 米     向右后方急转进入Avenue de Verdun，然后立即左转
            30 米     左转，然后立即右转进入Escalier du Mont Agel
            80 米     右转进入Escalier du Mont Agel，然后立即左转进入Boulevard de la Turbie
            350 米    左转进入Boulevard de la Turbie
            150 米    直行进入Avenue du Professeur Langevin
            150 米    靠右行驶，进入Rue de la Crémaillère
            0 米      到达目的地，目的地在道路左侧
            1.1 km   Start by turning right onto Avenue du 3 Septembre (M 6098), heading east
            100 m    At the roundabout, take the 2nd exit onto Boulevard Charles III (You cross into Monaco)
            100 m    At the roundabout, take the 2nd exit
            400 m    Keep right onto Boulevard Charles III
            100 m    At the roundabout, take the 1st exit to stay on Boulevard Charles III
            900 m    Keep right
            20 m     Keep left onto Rond-Point Sainte-Dévote
            700 m    Continue straight onto Avenue d'Ostende
            250 m    Turn right onto Boulevard des Moulins
            150 m    At the roundabout, take the 3rd exit onto Boulevard Princesse Charlotte
            150 m    Turn sharp right onto Boulevard du Général Leclerc (You cross into France)
            70 m     Turn left, then immediately turn right onto Avenue Général de Gaulle
            300 m    Turn right onto Avenue Général de Gaulle
            60 m     Turn left to stay on Place Commandant Raynal, then immediately turn sharp right onto Avenue de Verdun
            40 m     Turn sharp right onto Avenue de Verdun, then immediately turn left
            30 m     Turn left, then immediately turn right onto Escalier du Mont Agel
            80 m     Turn right onto Escalier du Mont Agel, then immediately turn left onto Boulevard de la Turbie
            350 m    Turn left onto Boulevard de la Turbie
            150 m    Continue straight onto Avenue du Professeur Langevin
            150 m    Keep right onto Rue de la Crémaillère
            0 m      You have arrived; your destination is on the left
        "#]],
    );
}

#[test]
fn from_eze_along_the_motorway() {
    check(
        (43.7390, 7.3600),
        (43.7830, 7.4950),
        &expect![[r#"
            3.6 公里   出发后左转，沿Avenue Des Diables Bleus（M 2564）向东行驶 (前方道路名为D 2564)
            11 公里    在环岛从第一个出口驶出，继续沿Grande Corniche（D 2564）行驶 (前方道路名为Avenue de Verdun（D 6007）)
            650 米    在环岛从第二个出口驶出，继续沿Avenue Pasteur（D 6007）行驶
            250 米    在环岛从第二个出口驶出，进入Avenue de la Madone（D 6007）
            300 米    在红绿灯处左转进入Rue Paul Morillot
            300 米    右转
            0 米      到达目的地，目的地在道路左侧
            3.6 km   Start by turning left onto Avenue Des Diables Bleus (M 2564), heading east (The road becomes D 2564)
            11 km    At the roundabout, take the 1st exit to stay on Grande Corniche (D 2564) (The road becomes Avenue de Verdun (D 6007))
            650 m    At the roundabout, take the 2nd exit to stay on Avenue Pasteur (D 6007)
            250 m    At the roundabout, take the 2nd exit onto Avenue de la Madone (D 6007)
            300 m    At the lights, turn left onto Rue Paul Morillot
            300 m    Turn right
            0 m      You have arrived; your destination is on the left
        "#]],
    );
}

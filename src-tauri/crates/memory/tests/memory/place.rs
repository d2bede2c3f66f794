use domain::{LonLat, Provenance};
use memory::{PlaceEdit, StoreError, tag_of_name};
use testkit::store::{TestStore, place};

use crate::{healthy, store};

fn filled() -> TestStore {
    let kit = store();
    kit.place("云海大厦", "work", 7.4735, 43.7560).unwrap();
    kit.place("老房子", "home", 7.4035, 43.7243).unwrap();
    kit.place("École Saint-Charles", "school", 7.4200, 43.7380).unwrap();
    kit.place("Fontvieille Gym", "gym", 7.4150, 43.7290).unwrap();
    kit.place("机场", "", 7.2150, 43.6650).unwrap();
    kit
}

#[test]
fn a_place_is_found_by_name_alias_and_tag_after_folding() {
    let kit = filled();
    let check = |asked: &str, found: &[&str]| {
        let names: Vec<String> = kit.mine().find_place(asked).unwrap().into_iter().map(|p| p.name).collect();
        assert_eq!(names, found, "{asked}");
    };
    check("公司", &["云海大厦"]);
    check("office", &["云海大厦"]);
    check("The Office", &["云海大厦"]);
    check("云海大厦", &["云海大厦"]);
    check("家", &["老房子"]);
    check("HOME", &["老房子"]);
    check("ｈｏｍｅ", &["老房子"]);
    check("ecole saint-charles", &["École Saint-Charles"]);
    check("学校", &["École Saint-Charles"]);
    check("健身房", &["Fontvieille Gym"]);
    check("机场", &["机场"]);
    check("", &[]);
    check("月球", &[]);
}

#[test]
fn a_name_says_what_a_place_is() {
    let check = |name: &str, tag: Option<&str>| assert_eq!(tag_of_name(name), tag, "{name}");
    check("家", Some("home"));
    check("Home", Some("home"));
    check("公司", Some("work"));
    check("the office", Some("work"));
    check("健身房", Some("gym"));
    check("云海大厦", None);
    check("Homestead", None);
    check("", None);
}

#[test]
fn a_name_wins_over_a_tag_and_two_of_a_name_are_both_given() {
    let kit = filled();
    kit.place("公司", "", 7.40, 43.70).unwrap();
    assert_eq!(
        kit.mine().find_place("公司").unwrap().len(),
        1,
        "the place that is called so, not the tagged one"
    );
    let second = kit.place("公司", "", 7.41, 43.71).unwrap();
    kit.mine().touch_place(second, kit.now.at).unwrap();
    let found = kit.mine().find_place("公司").unwrap();
    assert_eq!(found.len(), 2);
    assert_eq!(found.first().unwrap().id, second, "most used first");
}

#[test]
fn near_names_are_suggested_and_far_ones_are_not() {
    let kit = filled();
    let check = |asked: &str, first: Option<&str>| {
        let found = kit.mine().suggest_places(asked, 3).unwrap();
        assert_eq!(found.first().map(|p| p.name.as_str()), first, "{asked}");
    };
    check("Fontveille gym", Some("Fontvieille Gym"));
    check("云海大夏", Some("云海大厦"));
    check("云海", Some("云海大厦"));
    check("Helsinki", None);
    check("", None);
}

#[test]
fn s0_08_an_edit_changes_what_finds_the_place() {
    let kit = filled();
    let id = kit.mine().find_place("机场").unwrap().first().unwrap().id;
    let edit = PlaceEdit {
        name: Some("Nice Airport".into()),
        aliases: Some(vec!["尼斯机场".into()]),
        at: Some(LonLat { lon: 7.2160, lat: 43.6660 }),
        ..PlaceEdit::default()
    };
    kit.mine().edit_place(id, &edit, &kit.now).unwrap();
    assert!(kit.mine().find_place("机场").unwrap().is_empty());
    assert_eq!(kit.mine().find_place("尼斯机场").unwrap().len(), 1);
    assert_eq!(kit.mine().place(id).unwrap().unwrap().at, LonLat { lon: 7.2160, lat: 43.6660 });
    let nameless = PlaceEdit { name: Some(" ".into()), ..PlaceEdit::default() };
    assert!(matches!(kit.mine().edit_place(id, &nameless, &kit.now), Err(StoreError::OutOfRange(_))));
    healthy(&kit);
}

#[test]
fn x12_times_are_utc_with_their_zone() {
    let kit = filled();
    for row in kit.mine().places().unwrap() {
        assert_eq!(row.created, kit.now);
        assert_eq!(row.created.zone, "Europe/Monaco");
    }
}

#[test]
fn nonsense_is_refused() {
    let kit = store();
    let check = |name: &str, lon: f64, lat: f64| {
        let answer = kit.mine().add_place(&place(name, "", lon, lat), &kit.now);
        assert!(matches!(answer, Err(StoreError::OutOfRange(_))), "{name} {lon} {lat}");
    };
    check("", 7.0, 43.0);
    check("  ", 7.0, 43.0);
    check("a", 181.0, 43.0);
    check("a", 7.0, f64::NAN);
    assert!(kit.mine().places().unwrap().is_empty());
    assert_eq!(memory::fold("  ＡＢ　é "), "ab e");
    assert_eq!(Provenance::from_word("stated"), Some(Provenance::Stated));
}

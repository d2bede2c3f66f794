use domain::PlaceId;
use reflect::avoided::{AVOIDANCES, no_longer};

use crate::made::{at, stream};

/// Three breakfasts in the first week, and a second week of driving by.
const FORTNIGHT: &str = "
    2026-11-16T07:50 trip=1 place=7 visited
    2026-11-18T07:50 trip=2 place=7 visited
    2026-11-20T07:50 trip=3 place=7 visited
    2026-11-23T07:50 trip=4 place=7 avoided
    2026-11-24T07:50 trip=5 place=7 avoided
    2026-11-25T07:50 trip=6 place=7 avoided
    2026-11-25T07:52 trip=6 place=7 avoided
    2026-11-26T07:50 trip=7 place=7 avoided
    2026-11-27T07:50 trip=8 place=7 avoided
";

#[test]
fn s1_03_after_five_avoidances_a_shop_is_not_suggested_any_more() {
    let all = stream(FORTNIGHT);
    for (at, _) in all.iter().enumerate() {
        let so_far = no_longer(&all[..=at]);
        // The fourth and fifth line of the second week are one drive: the fifth avoidance is the last line.
        assert_eq!(so_far.is_empty(), at + 1 < all.len(), "after line {}", at + 1);
    }
    let reason = no_longer(&all).remove(0);
    assert_eq!(reason.place, PlaceId(7));
    assert_eq!(reason.avoided.iter().map(|id| id.0).collect::<Vec<_>>(), [4, 5, 6, 8, 9]);
    assert_eq!(reason.avoided.len(), AVOIDANCES);
    assert_eq!(reason.since, at("2026-11-23T07:50").at);
    assert_eq!(reason.last_taken, Some(at("2026-11-20T07:50").at));
}

#[test]
fn s1_03_going_there_once_brings_it_back() {
    let again = format!("{FORTNIGHT}\n2026-11-28T07:50 trip=9 place=7 visited");
    assert!(no_longer(&stream(&again)).is_empty());
}

#[test]
fn other_places_are_left_alone() {
    let other = FORTNIGHT.replace("trip=8 place=7", "trip=8 place=8");
    assert!(no_longer(&stream(&other)).is_empty());
    assert!(no_longer(&stream(&FORTNIGHT.replace("avoided", "passed"))).is_empty());
}

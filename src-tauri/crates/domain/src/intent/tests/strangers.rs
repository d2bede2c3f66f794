//! Sentences of people whom nobody here had seen, by the family that each showed missing; the words are variations of theirs.

use super::{check, now};
use crate::intent::{IntentKind, ParseContext, TripState, merge, parse};

#[test]
fn in2_a_permission_is_no_wish_and_is_remembered_where_something_changed() {
    check(&[
        ("上班可以走高架了", "remember to=上班 allow:elevated!"),
        ("可以走高架", "modify allow:elevated"),
        ("可以走高架吗", "modify prefer:elevated"),
        ("隧道没关系了", "remember allow:tunnel!"),
        ("我不怕走隧道了", "remember allow:tunnel!"),
        ("以后不用避开收费站了", "remember allow:toll!"),
        ("今天走收费路也行", "modify allow:toll"),
        ("只能走高速", "modify prefer:motorway"),
        ("I don't mind tunnels any more", "remember allow:tunnel!"),
        ("motorways are fine now", "remember allow:motorway!"),
        ("tunnels to work are fine again", "remember to=work allow:tunnel!"),
        ("I'm not afraid of bridges any more", "remember allow:bridge!"),
        ("bridges don't scare me any more", "remember allow:bridge!"),
        ("you can take the motorway", "modify allow:motorway"),
        ("tolls are okay, but only on this trip", "modify allow:toll"),
        ("no need to avoid ferries", "modify allow:ferry"),
        ("走江边也行", "modify prefer:waterside"),
    ]);
}

#[test]
fn in2_a_no_reaches_its_road_over_whatever_laolu_is_asked_to_do() {
    check(&[
        ("以后别给我安排走高架", "remember avoid:elevated!"),
        ("以后别给我安排坐轮渡", "remember avoid:ferry!"),
        ("以后不要给我推荐走隧道", "remember avoid:tunnel!"),
        ("以后别给我规划走收费路", "remember avoid:toll!"),
        ("别安排上高速", "modify avoid:motorway"),
        ("以后少给我安排隧道", "remember rather_not:tunnel!"),
        ("以后给我安排走高架", "remember prefer:elevated!"),
    ]);
}

#[test]
fn in5_what_is_done_on_the_way_is_no_stop_unless_a_place_is_named_or_gone_to() {
    check(&[
        ("去公司，路上听爵士乐", "to=公司 ?«听爵士乐»"),
        ("去公司，路上去趟药店", "via=药店 to=公司"),
        ("回家，半路在药店停一下", "via=药店 to=家"),
    ]);
}

#[test]
fn in9_fears_and_dislikes_stand_before_and_behind_their_road() {
    check(&[
        ("一下雨我就不敢上高架", "remember avoid:elevated! when=rain"),
        ("一上高架我就紧张", "remember avoid:elevated!"),
        ("走隧道我会头晕", "remember avoid:tunnel!"),
        ("bridges make me nervous", "remember avoid:bridge!"),
        ("I get anxious in tunnels", "remember avoid:tunnel!"),
        ("I don't dare drive on motorways when it snows", "remember avoid:motorway! when=snow"),
        ("please stop sending me over bridges", "remember avoid:bridge!"),
        ("I'm not a fan of toll roads", "remember avoid:toll!"),
        ("我宁可绕远也不走轮渡", "remember avoid:ferry!"),
        ("keep me off the motorway today", "modify avoid:motorway"),
        ("to work, and not a single tunnel please", "to=work avoid:tunnel"),
        ("收费的路就算了", "modify avoid:toll"),
        ("过路费我能不交就不交", "remember rather_not:toll!"),
    ]);
}

#[test]
fn s0_01_people_errands_and_kinds_of_places_are_told_from_names() {
    check(&[
        ("driving my parents to the gym", "to=gym"),
        ("送爸妈去健身房", "to=健身房"),
        ("先把孩子送到学校，我再去公司", "via=学校 to=公司"),
        ("附近有什么饭店", "to=饭店"),
        ("Is there a pharmacy near here", "to=pharmacy"),
        ("find a petrol station nearby", "to=petrol station"),
        ("I'd like to see the Eiffel Tower", "to=Eiffel Tower"),
        ("去人民公园遛狗", "to=人民公园"),
        ("去万达吃个火锅", "to=万达"),
        ("半路去趟药店", "modify goes-on via=药店"),
        ("顺路加个油", "modify goes-on via=加油站"),
        ("stop for coffee on the way", "modify goes-on via=cafe"),
        ("Play something by Adele", "unknown ?«Play something by Adele»"),
        ("接我老婆下班去", ""),
    ]);
}

#[test]
fn s0_40_a_stop_can_be_left_out_and_the_departure_moved() {
    let now = now();
    let context = ParseContext { now: &now, known_places: &[], known_roads: &[] };
    let said = |state: &TripState, sentence: &str| {
        let (intent, _) = parse(sentence, &context);
        assert!(matches!(intent.kind, IntentKind::PlanRoute | IntentKind::ModifyTrip), "{sentence}");
        merge(state, &intent)
    };
    let trip = said(&TripState::default(), "八点半先去超市再去公司");
    assert_eq!(trip.vias.len(), 1, "{trip:?}");
    let without = said(&trip, "超市不用去了");
    assert_eq!(without.vias, []);
    assert_eq!(without.destination, trip.destination);
    let before = trip.depart.clone().expect("a departure was said");
    let later = said(&trip, "晚半小时再出发");
    assert_eq!(later.depart.map(|depart| depart.at.0), Some(before.at.0 + 1_800));
    let earlier = said(&trip, "leave an hour earlier");
    assert_eq!(earlier.depart.map(|depart| depart.at.0), Some(before.at.0 - 3_600));
    let allowed = said(&said(&trip, "别走高架"), "可以走高架");
    assert_eq!(allowed.wishes.len(), 1);
    assert!(!allowed.wishes[0].strength.is_negative());
    let avoided = said(&trip, "别走隧道");
    let (intent, _) = parse("tunnels are fine now", &context);
    assert_eq!(intent.kind, IntentKind::Remember);
    assert_eq!(merge(&avoided, &intent).wishes, [], "what is remembered lifts what the trip was told");
}

#[test]
fn s0_03_a_time_in_words_belongs_to_no_name() {
    check(&[
        ("airport tomorrow at six in the morning", "to=airport at=26/06:00"),
        ("the office tomorrow at half past seven", "to=office at=26/07:30"),
        ("station at quarter to nine", "to=station at=25/20:45"),
        ("expected at the airport at nine", "to=airport at=25/21:00"),
        ("meeting at six in the morning", "unknown ?«meeting at six in the morning»"),
        ("wake me at six in the morning", "unknown ?«wake me at six in the morning»"),
        ("am I expected at the office", "unknown ?«am I expected at the office»"),
    ]);
}

#[test]
fn s0_12_a_question_about_the_choice_is_no_route() {
    check(&[
        ("what made you choose this road", "query"),
        ("how did you choose this road", "query"),
        ("what's the reason for this route", "query"),
        ("今天怎么跟平时走的不一样", "query"),
        ("今天怎么换路了", "query"),
        ("和平时一样", "usual"),
    ]);
}

#[test]
fn in10_what_holds_from_today_lasts() {
    check(&[
        ("From today no more ferries for me", "remember avoid:ferry!"),
        ("starting today no more toll roads", "remember avoid:toll!"),
        ("no more ferries today", "modify avoid:ferry"),
        ("从今天起轮渡就免了", "remember avoid:ferry!"),
        ("从今天开始别走高架", "remember avoid:elevated!"),
        ("今天轮渡就免了", "modify avoid:ferry"),
    ]);
}

#[test]
fn in12_what_is_taken_out_of_memory_is_forgotten() {
    check(&[
        ("Take my home address out of your memory", "forget about=my home address"),
        ("Delete the school run from your memory.", "forget about=the school run"),
        ("take my mum out of the car", "unknown ?«mum»"),
        ("take me to the Memory Museum", "to=Memory Museum"),
    ]);
}

#[test]
fn in9_weather_thanks_and_fears_in_other_words() {
    check(&[
        ("外头起大雾了", "modify fog"),
        ("窗外下大雨了", "modify rain"),
        ("外头下雪了吗", "unknown snow"),
        ("辛苦啦晚安", "unknown"),
        ("辛苦啦，回家", "to=家"),
        ("我最烦坑坑洼洼的土路", "remember avoid:unpaved!"),
        ("我最怕走隧道", "remember avoid:tunnel!"),
        ("Ferries make me seasick, I avoid them", "remember avoid:ferry! x«them»"),
        ("bridges scare me so I avoid them", "remember avoid:bridge! x«them»"),
    ]);
}

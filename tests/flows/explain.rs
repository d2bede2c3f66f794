//! Why this route: every price is computed again by planning again (MISSION E-1 to E-9).

use std::collections::BTreeSet;

use app::dto::{
    AvoidSettingDto, ErrorCode, LangDto, PlanDto, PlanRequest, PreferenceAddRequest, ReasonDto, ReasonKind,
    ReasonState, SettingsDto, StrengthDto, TargetDto, WishDto,
};
use domain::LonLat;

use crate::support::*;

/// Tuesday noon in Monaco, a day after the demo was installed.
const TUESDAY_NOON: i64 = MONDAY_NOON + DAY;
/// Tuesday, 07:40 in Monaco.
const TUESDAY_MORNING: i64 = TUESDAY_NOON - 4 * HOUR - 20 * 60;

fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

/// The causes of a plan in the order of the steps, as the trace lists them.
fn steps(plan: &PlanDto) -> Vec<String> {
    let route = plan.trace.stages.iter().find(|stage| stage.name == "route").unwrap();
    route.input.iter().filter_map(|fact| fact.strip_prefix("cause ")).map(str::to_owned).collect()
}

/// Plans, and holds every claim of the panel against plans of its own.
fn check(bench: &Bench, request: &PlanRequest) -> PlanDto {
    let plan = bench.plan(request.clone());
    let with_off = |ids: &[&str]| {
        let mut disabled = request.disabled.clone();
        disabled.extend(ids.iter().map(|&id| id.to_owned()));
        bench.plan(PlanRequest { disabled, ..request.clone() })
    };
    let said = format!("{:?} {:?}", request.utterance, request.disabled);
    let best = &plan.routes[0];
    let overruled = |id: &String| plan.overruled.iter().any(|lost| lost.id == *id);
    // What lost to something higher is told there, unless it is a reason all the same (of two that are each enough).
    let (causes, lost): (Vec<String>, Vec<String>) =
        steps(&plan).into_iter().partition(|id| all_reasons(&plan).any(|reason| reason.id == *id));
    assert!(lost.iter().all(overruled), "{said}: {lost:?} is told");
    let acting: Vec<&ReasonDto> = causes.iter().map(|id| reason(&plan, id)).collect();

    // E-4, steps: base and steps sum exactly to the chosen route, in whole milliseconds and millimetres.
    let sum = |of: fn(&ReasonDto) -> f64| acting.iter().map(|reason| thousandths(of(reason))).sum::<i64>();
    assert_eq!(
        thousandths(plan.base.duration_s) + sum(|r| r.delta_s),
        thousandths(best.duration_s),
        "{said}"
    );
    assert_eq!(
        thousandths(plan.base.distance_m) + sum(|r| r.delta_m),
        thousandths(best.distance_m),
        "{said}"
    );
    let all: Vec<&str> = causes.iter().map(String::as_str).collect();
    let off_with_lost = |ids: &[&str]| {
        with_off(&lost.iter().map(String::as_str).chain(ids.iter().copied()).collect::<Vec<_>>())
    };
    let mut before = off_with_lost(&all);
    assert_eq!(
        thousandths(before.routes[0].duration_s),
        thousandths(plan.base.duration_s),
        "{said}: the base"
    );
    for (index, reason) in acting.iter().enumerate() {
        let after = off_with_lost(&all[index + 1..]);
        let step = thousandths(after.routes[0].duration_s) - thousandths(before.routes[0].duration_s);
        assert_eq!(thousandths(reason.delta_s), step, "{said}: the step of {}", reason.id);
        before = after;
    }

    for reason in &acting {
        // E-2 and E-4, without it: decisive exactly when planning without it gives another route, at this price.
        let without = with_off(&[&reason.id]);
        let other = &without.routes[0];
        assert_eq!(reason.decisive, other.id != best.id, "{said}: {} decisive", reason.id);
        assert_eq!(reason.decisive, reason.state == ReasonState::Decisive, "{said}: {}", reason.id);
        let price = thousandths(best.duration_s) - thousandths(other.duration_s);
        assert_eq!(thousandths(reason.without_s), price, "{said}: seconds without {}", reason.id);
        let price = thousandths(best.distance_m) - thousandths(other.distance_m);
        assert_eq!(thousandths(reason.without_m), price, "{said}: metres without {}", reason.id);
        let off = super::support::reason(&without, &reason.id);
        assert!(!off.enabled && off.state == ReasonState::Off && !off.decisive, "{said}: {off:?}");
        assert_eq!(thousandths(off.delta_s), price_of_switching_on(best.duration_s, other.duration_s));
    }

    // E-5: the smallest set comes first, holds every decisive one, and is enough.
    let minimal: BTreeSet<&str> = all_reasons(&plan).filter(|r| r.minimal).map(|r| r.id.as_str()).collect();
    let leading: BTreeSet<&str> = plan.reasons.iter().take(minimal.len()).map(|r| r.id.as_str()).collect();
    assert_eq!(leading, minimal, "{said}: the smallest set is first");
    assert!(acting.iter().all(|r| !r.decisive || r.minimal), "{said}");
    let rest: Vec<&str> = all.iter().copied().filter(|id| !minimal.contains(id)).collect();
    assert_eq!(chosen(&with_off(&rest)), best.id, "{said}: {minimal:?} is enough");
    // What is decisive belongs to it anyhow: without it, what then acts gives another route.
    for reason in acting.iter().filter(|r| r.minimal && !r.decisive) {
        let id = reason.id.as_str();
        let mut fewer = rest.clone();
        fewer.push(id);
        assert_ne!(chosen(&with_off(&fewer)), best.id, "{said}: {minimal:?} is not enough without {id}");
    }

    // E-9: in a group each is enough, and all together are decisive.
    let groups: BTreeSet<u32> = acting.iter().filter_map(|reason| reason.group).collect();
    for group in groups {
        let members: Vec<&&ReasonDto> = acting.iter().filter(|r| r.group == Some(group)).collect();
        assert!(members.len() >= 2 && members.iter().all(|r| !r.decisive), "{said}");
        let ids: Vec<&str> = members.iter().map(|r| r.id.as_str()).collect();
        let without = with_off(&ids);
        assert_ne!(chosen(&without), best.id, "{said}: removing all of {ids:?} does something");
        let price = thousandths(best.duration_s) - thousandths(without.routes[0].duration_s);
        assert!(members.iter().all(|r| r.group_s.map(thousandths) == Some(price)), "{said}");
        assert!(members.iter().all(|r| plan.reasons.iter().any(|shown| shown.id == r.id)), "{said}");
    }

    // E-1 and E-7: states are told apart, and every id names a row, a setting or words of the sentence.
    let mut seen = BTreeSet::new();
    for reason in all_reasons(&plan) {
        assert!(seen.insert(reason.id.clone()), "{said}: {} is there once", reason.id);
        assert!(!reason.text.trim().is_empty() && !reason.source.trim().is_empty(), "{said}: {reason:?}");
        exists(bench, &plan, request, &reason.id);
        assert_eq!(reason.kind == ReasonKind::Memory, reason.memory.is_some());
    }
    for lost in &plan.overruled {
        exists(bench, &plan, request, &lost.id);
        lost.by.iter().for_each(|by| exists(bench, &plan, request, by));
    }
    for unmet in &plan.unmet {
        exists(bench, &plan, request, &unmet.reason);
    }
    let used =
        acting.iter().any(|r| r.kind == ReasonKind::Memory && r.enabled && r.state != ReasonState::Retrieved);
    assert_eq!(plan.memory_used, used, "{said}");
    let cited = plan.reasons.iter().filter(|reason| reason.minimal);
    cited.for_each(|reason| assert!(plan.human_readable_reason.contains(&reason.text), "{said}"));
    let denies =
        ["没有用到记忆", "no memory was used"].iter().any(|no| plan.human_readable_reason.contains(no));
    assert!(!(denies && used), "{said}: {}", plan.human_readable_reason);
    plan
}

/// Remembers a sentence; its id.
fn state(bench: &Bench, sentence: &str) -> String {
    let request = PreferenceAddRequest { sentence: sentence.to_owned(), ..PreferenceAddRequest::default() };
    bench.app.preference_add(&request).unwrap().id
}

fn price_of_switching_on(with: f64, without: f64) -> i64 {
    thousandths(with) - thousandths(without)
}

fn exists(bench: &Bench, plan: &PlanDto, request: &PlanRequest, id: &str) {
    let number = |prefix: &str| id.strip_prefix(prefix).and_then(|n| n.parse::<usize>().ok());
    if let Some(n) = number("sentence-") {
        let chip = format!("wish-{n}");
        assert!(plan.intent.chips.iter().any(|known| known.id == chip), "{id}");
    } else if let Some(n) = number("map-") {
        assert!(n < request.wishes.len(), "{id}");
    } else if let Some(key) = id.strip_prefix("setting-") {
        assert!(bench.app.settings().unwrap().avoid.iter().any(|avoid| avoid.feature == key), "{id}");
    } else if id != "mode" {
        bench.app.memory_show(id, LangDto::Zh).unwrap();
    }
}

#[test]
fn e_1_to_e_9_hold_in_monaco() {
    let bench = Bench::demo(DEMO);
    for at in [TUESDAY_NOON, TUESDAY_MORNING, SUNDAY_NOON] {
        bench.at(at);
        for said in [
            "去公司",
            "to the office, not through the tunnels",
            "去学校别走隧道",
            "走江边去健身房",
            "走老路去学校",
            "去公司，走风景好的路",
            "to the gym, never through a tunnel",
        ] {
            check(&bench, &request(said));
        }
    }
}

#[test]
fn e_1_to_e_9_hold_in_the_made_city() {
    let bench = Bench::demo(CITY);
    state(&bench, "以后别走收费路");
    state(&bench, "周末我喜欢走江边");
    for at in [TUESDAY_NOON - 7 * HOUR, TUESDAY_NOON - 11 * HOUR - 20 * 60, SUNDAY_NOON - 7 * HOUR] {
        bench.at_in_city(at);
        for said in [
            "去公司别走高架",
            "走江边去公司",
            "to the airport, avoid the motorway",
            "去机场，绝对不走收费路，走江边",
            "去学校",
        ] {
            check(&bench, &request(said));
        }
    }
}

#[test]
fn e_3_a_setting_is_priced_like_everything_else() {
    let bench = Bench::with_regions();
    bench.settle();
    let avoid = |feature: &str| AvoidSettingDto {
        feature: feature.to_owned(),
        strength: "avoid".to_owned(),
        since: MONDAY_NOON - 40 * DAY,
    };
    let settings = SettingsDto { avoid: vec![avoid("tunnel")], ..bench.app.settings().unwrap() };
    bench.app.settings_set(&settings).unwrap();
    let plan = check(&bench, &request("to the office"));
    let setting = reason(&plan, "setting-tunnel");
    assert!(setting.decisive && setting.kind == ReasonKind::Setting && setting.without_s > 0.0);
    assert_eq!(setting.source, "Setting, on since 14 Oct");
    assert_eq!(plan.routes[0].features.tunnel_m, 0.0);
    // So is the way of weighing routes.
    let settings = SettingsDto { mode: "scenic".to_owned(), avoid: Vec::new(), ..settings };
    bench.app.settings_set(&settings).unwrap();
    let gym = LonLat { lon: 7.4330, lat: 43.7462 };
    let plan = check(&bench, &between(gym, HOME));
    assert_eq!(reason(&plan, "mode").source, "设置");
}

#[test]
fn e_6_the_route_without_a_memory_is_the_route_after_deleting_it() {
    let check = |profile: &str, at: i64, said: &str, wish: &str| {
        let bench = Bench::demo(profile);
        let memory = &if wish.starts_with("pref-") { wish.to_owned() } else { state(&bench, wish) };
        if profile == CITY {
            bench.at_in_city(at)
        } else {
            bench.at(at)
        };
        let with = bench.ask(said);
        assert!(reason(&with, memory).decisive, "{said}: {:?}", with.reasons);
        let without = bench.without(said, &[memory]);
        bench.app.memory_delete(std::slice::from_ref(memory), LangDto::Zh).unwrap();
        let after = bench.ask(said);
        assert_eq!(after.routes, without.routes, "{said}");
        assert_eq!((after.base, &after.base_label), (without.base, &without.base_label));
        assert!(all_reasons(&after).all(|reason| reason.id != *memory), "nothing speaks of it any more");
        // Undone, it is the first plan again.
        bench.app.memory_undo("").unwrap();
        assert_eq!(bench.ask(said).routes, with.routes);
        bench.app.erase(std::slice::from_ref(memory), false).unwrap();
        assert_eq!(bench.ask(said).routes, without.routes, "erased for good: the same again");
    };
    check(DEMO, TUESDAY_MORNING, "去学校", "pref-3");
    check(CITY, TUESDAY_NOON - 7 * HOUR, "to the airport", "always avoid tolls");
    check(CITY, SUNDAY_NOON - 7 * HOUR, "去公司", "以后周末都走江边");
}

#[test]
fn e_7_every_sentence_cites_a_row_a_setting_a_click_or_words_that_were_said() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(TUESDAY_NOON - 7 * HOUR);
    let avoid = AvoidSettingDto { feature: "elevated".to_owned(), strength: "avoid".to_owned(), since: 0 };
    let settings = SettingsDto { avoid: vec![avoid], ..bench.app.settings().unwrap() };
    bench.app.settings_set(&settings).unwrap();
    let tolls = state(&bench, "以后别走收费路");
    let wish =
        WishDto { target: TargetDto::Feature { feature: "tunnel".to_owned() }, strength: StrengthDto::Avoid };
    let asked = PlanRequest { wishes: vec![wish], ..request("去机场，走江边，走风景好的路") };
    // `check` looks every id up.
    let plan = check(&bench, &asked);
    let kinds: BTreeSet<String> = all_reasons(&plan).map(|reason| format!("{:?}", reason.kind)).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["Map", "Memory", "Mode", "Sentence", "Setting"]);
    assert_eq!(reason(&plan, "sentence-0").text, "「走江边」", "a quotation, word by word");
    assert_eq!(reason(&plan, &tolls).confidence, Some(1.0));
    let minutes = (plan.routes[0].duration_s / 60.0).round();
    assert!(
        plan.human_readable_reason.contains(&format!("{minutes} 分钟")),
        "{}",
        plan.human_readable_reason
    );
}

#[test]
fn e_8_an_unmet_wish_is_told_with_what_remains() {
    let bench = Bench::with_regions();
    // A car park under the rock of Fontvieille.
    let parking = LonLat { lon: 7.418, lat: 43.731 };
    let wish = |strength| WishDto { target: TargetDto::Feature { feature: "tunnel".to_owned() }, strength };
    let trip = |strength| PlanRequest { wishes: vec![wish(strength)], ..between(OFFICE, parking) };
    let plan = check(&bench, &trip(StrengthDto::Avoid));
    let unmet = &plan.unmet[0];
    let left = plan.routes[0].features.tunnel_m;
    assert!(left > 20.0, "{left}");
    assert_eq!((unmet.reason.as_str(), unmet.metres), ("map-0", left));
    assert!(unmet.text.contains("隧道") && unmet.text.contains("没能完全避开"), "{}", unmet.text);
    assert_eq!(plan.offer, None);
    // "Never" on request: the least violating way, offered as such, and nothing beside it.
    let plan = check(&bench, &trip(StrengthDto::Never));
    assert_eq!(plan.offer.as_ref().unwrap().broken, ["map-0"]);
    assert!(!plan.unmet.is_empty() && plan.routes.len() == 1);
    assert!(plan.routes[0].features.tunnel_m <= left);
}

#[test]
fn e_9_of_two_that_are_each_enough_neither_claims_the_route() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(TUESDAY_NOON - 7 * HOUR);
    let tolls = state(&bench, "always avoid tolls");
    let plan = check(&bench, &request("to the airport, avoid the motorway"));
    let (said, remembered) = (reason(&plan, "sentence-0"), reason(&plan, &tolls));
    assert!(!said.decisive && !remembered.decisive);
    assert!(said.group.is_some() && said.group == remembered.group);
    assert!(said.group_s.unwrap() > 60.0 && said.group_s == remembered.group_s);
    assert_eq!(plan.reasons[0].id, "sentence-0", "one of them is enough to tell");
    // With one of them off the other is decisive.
    let plan = bench.without("to the airport, avoid the motorway", &["sentence-0"]);
    assert!(reason(&plan, &tolls).decisive);
}

#[test]
fn x_precedence_this_sentence_over_stated_over_confirmed() {
    let bench = Bench::with_regions();
    bench.settle();
    let avoid = state(&bench, "以后别走隧道");
    let plan = check(&bench, &request("去公司"));
    assert!(reason(&plan, &avoid).decisive && plan.memory_used);
    // The sentence says the contrary: it wins, and the loser is listed with the winner and the rule.
    let plan = check(&bench, &request("走隧道去公司"));
    let lost = plan.overruled.iter().find(|lost| lost.id == avoid).expect("the memory lost");
    assert_eq!(lost.by.as_deref(), Some("sentence-0"));
    assert!(!lost.why.is_empty());
    assert!(plan.routes[0].features.tunnel_m > 0.0);
    // With the sentence's wish switched off the memory acts again, and is no loser any more.
    let plan = check(&bench, &PlanRequest { disabled: owned(&["sentence-0"]), ..request("走隧道去公司") });
    assert!(reason(&plan, &avoid).decisive && plan.overruled.is_empty(), "{:?}", plan.overruled);
    // Said again, the memory has nothing to add.
    let plan = check(&bench, &request("去公司，绝对不走隧道"));
    assert_eq!(plan.overruled[0].id, avoid);
}

#[test]
fn s0_16_an_unconfirmed_habit_asks_and_changes_nothing() {
    let bench = Bench::demo(DEMO);
    bench.at(MONDAY_NOON + 6 * HOUR);
    let said = "从公司回家";
    let plan = check(&bench, &request(said));
    let question = plan.question.clone().expect("it fits this trip, so it is asked");
    assert_eq!(question.memory, "pref-4");
    assert!(question.text.ends_with('？') && !question.evidence.is_empty(), "{question:?}");
    let considered = plan.considered.iter().find(|reason| reason.id == "pref-4").unwrap();
    assert_eq!(considered.state, ReasonState::Retrieved);
    assert!(plan.reasons.iter().all(|reason| reason.id != "pref-4"));
    // Nothing is applied before the answer: the plan is that of a store without it.
    let asked_at_noon = {
        bench.at(TUESDAY_NOON);
        let other_time = bench.ask(said);
        assert_eq!(other_time.question, None, "it is about evenings");
        other_time
    };
    assert_eq!(chosen(&asked_at_noon), chosen(&plan));
    bench.at(MONDAY_NOON + 6 * HOUR);
    // Yes: from now on it acts, and is the reason.
    bench.app.memory_confirm("pref-4", LangDto::Zh).unwrap();
    let yes = check(&bench, &request(said));
    assert_ne!(chosen(&yes), chosen(&plan));
    assert!(reason(&yes, "pref-4").decisive && yes.question.is_none());
    // Deleted: as if it had never been asked.
    bench.app.memory_delete(&["pref-4".to_owned()], LangDto::Zh).unwrap();
    let gone = check(&bench, &request(said));
    assert_eq!(gone.routes[0], plan.routes[0]);
    assert_eq!(gone.question, None);
    check_fails(bench.app.memory_confirm("pref-4", LangDto::Zh), ErrorCode::NoSuchMemory, &[]);
}

#[test]
fn e_6_without_a_memory_what_it_replaced_acts_again_as_after_deleting_it() {
    let bench = Bench::demo(CITY);
    bench.at_in_city(MONDAY_NOON + DAY - 7 * HOUR);
    state(&bench, "去公司绝对不走高架");
    let newer = state(&bench, "去公司走高架");
    let with = bench.ask("去公司");
    assert!(with.routes[0].features.elevated_m > 0.0);
    let drawn = bench.without("去公司", &[newer.as_str()]);
    assert_eq!(drawn.routes[0].features.elevated_m, 0.0, "the older one holds again");
    bench.app.memory_delete(&[newer], LangDto::Zh).unwrap();
    assert_eq!(chosen(&bench.ask("去公司")), chosen(&drawn));
}

use super::*;
use crate::{
    DayKind, Lifetime, Moment, PlaceId, PreferenceId, Scope, TimeBucket, Timestamp, Validity, Weather,
};

/// Wednesday, 25 November 2026, 18:30 in Paris.
const NOW: Timestamp = Timestamp(1_795_627_800);
const DAY: i64 = 86_400;

fn situation() -> Situation {
    Situation {
        depart: Moment { at: NOW, zone: "Europe/Paris".to_owned() },
        weather: Some(Weather::Rain),
        from: Some(PlaceId(1)),
        to: Some(PlaceId(2)),
    }
}

fn wish(feature: RoadFeature, strength: Strength) -> IntentWish {
    IntentWish {
        target: Target::Feature(feature),
        strength,
        lifetime: Lifetime::Once,
        starts: None,
        scope: Scope::default(),
        span: 0..1,
    }
}

fn setting(key: &str, feature: RoadFeature, strength: Strength) -> Setting {
    Setting { key: key.to_owned(), target: Target::Feature(feature), strength }
}

/// A stated, active preference of ten days ago without a scope.
fn memory(id: i64, feature: RoadFeature, strength: Strength) -> Preference {
    let then = Timestamp(NOW.0 - 10 * DAY);
    Preference {
        id: PreferenceId(id),
        content: String::new(),
        target: Target::Feature(feature),
        strength,
        scope: Scope::default(),
        provenance: Provenance::Stated,
        state: PreferenceState::Active,
        confidence: 1.0,
        validity: Validity { valid_from: then, valid_to: None },
        source_trip: None,
        user_edited: false,
        created: Moment { at: then, zone: "Europe/Paris".to_owned() },
        last_confirmed: then,
        last_used: None,
        uses: 0,
    }
}

fn decide(wishes: &[IntentWish], settings: &[Setting], memories: &[Preference]) -> Resolved {
    decide_with(wishes, settings, memories, None, None)
}

fn decide_with(
    wishes: &[IntentWish],
    settings: &[Setting],
    memories: &[Preference],
    mode: Option<RoutePreference>,
    hurry: Option<Hurry>,
) -> Resolved {
    let situation = situation();
    resolve(&Request {
        wishes,
        usual: &[],
        mode,
        hurry,
        default_mode: RoutePreference::Fastest,
        settings,
        memories,
        replaced: &[],
        situation: &situation,
    })
}

/// `cause strength:feature`, what acts; then `loser<winner why` and `considered why`.
fn line(resolved: &Resolved) -> String {
    let cause = |cause: &Cause| match cause {
        Cause::Sentence(index) => format!("said{index}"),
        Cause::Mode => "mode".to_owned(),
        Cause::Setting(key) => key.clone(),
        Cause::Memory(id) => id.to_string(),
    };
    let mut parts: Vec<String> = Vec::new();
    for adjustment in &resolved.adjustments {
        let target = match &adjustment.target {
            Target::Feature(feature) => feature.word().to_owned(),
            Target::Road(name) => name.clone(),
            Target::Section { label, .. } | Target::Area { label, .. } => label.clone(),
        };
        parts.push(format!("{} {}:{target}", cause(&adjustment.cause), adjustment.strength.word()));
    }
    for lost in &resolved.overruled {
        let by = lost.by.as_ref().map_or("hurry".to_owned(), cause);
        parts.push(format!("{}<{by} {:?}", cause(&lost.cause), lost.why));
    }
    for (id, why) in &resolved.considered {
        parts.push(format!("{id} {why:?}"));
    }
    parts.join("; ")
}

#[track_caller]
fn check(resolved: &Resolved, expected: &str) {
    assert_eq!(line(resolved), expected);
}

use RoadFeature::{Motorway, Toll, Tunnel, Waterside};
use Strength::{Allow, Avoid, Never, Prefer, RatherNot};

#[test]
fn pr1_the_sentence_goes_over_settings_over_stated_over_confirmed() {
    let mut confirmed = memory(2, Tunnel, Avoid);
    confirmed.provenance = Provenance::Confirmed;
    let stated = memory(1, Tunnel, Prefer);
    check(
        &decide(&[], &[], &[confirmed.clone(), stated.clone()]),
        "pref-1 prefer:tunnel; pref-2<pref-1 HigherRank",
    );
    check(
        &decide(&[], &[setting("tunnels", Tunnel, Avoid)], std::slice::from_ref(&stated)),
        "tunnels avoid:tunnel; pref-1<tunnels HigherRank",
    );
    check(
        &decide(&[wish(Tunnel, Never)], &[setting("tunnels", Tunnel, Prefer)], &[confirmed, stated]),
        "said0 never:tunnel; tunnels<said0 HigherRank; pref-1<said0 HigherRank; pref-2<said0 SaidAlready",
    );
    let mut imported = memory(3, Toll, Avoid);
    imported.provenance = Provenance::Imported;
    check(&decide(&[], &[], &[imported]), "pref-3 avoid:toll");
}

#[test]
fn pr2_what_nobody_confirmed_never_acts() {
    for (state, why) in [
        (PreferenceState::Candidate, "Unconfirmed"),
        (PreferenceState::Proposed, "Unconfirmed"),
        (PreferenceState::Rejected, "Rejected"),
    ] {
        for provenance in Provenance::ALL {
            let waiting = Preference { state, provenance, ..memory(4, Waterside, Prefer) };
            check(&decide(&[], &[], &[waiting]), &format!("pref-4 {why}"));
        }
    }
    let inferred = Preference { provenance: Provenance::Inferred, ..memory(4, Waterside, Prefer) };
    check(&decide(&[], &[], &[inferred]), "pref-4 Unconfirmed");
}

#[test]
fn pr4_scope_and_validity_are_kept() {
    let scoped = |scope: Scope| Preference { scope, ..memory(5, Tunnel, Avoid) };
    let acts = "pref-5 avoid:tunnel";
    let out = "pref-5 OutOfScope";
    for (scope, expected) in [
        (Scope { bucket: Some(TimeBucket::Evening), ..Scope::default() }, acts),
        (Scope { bucket: Some(TimeBucket::Morning), ..Scope::default() }, out),
        (Scope { days: Some(DayKind::Workday), ..Scope::default() }, acts),
        (Scope { days: Some(DayKind::Weekend), ..Scope::default() }, out),
        (Scope { weather: Some(Weather::Rain), ..Scope::default() }, acts),
        (Scope { weather: Some(Weather::Snow), ..Scope::default() }, out),
        (Scope { to: Some(PlaceId(2)), ..Scope::default() }, acts),
        (Scope { to: Some(PlaceId(3)), ..Scope::default() }, out),
        (Scope { from: Some(PlaceId(2)), ..Scope::default() }, out),
    ] {
        check(&decide(&[], &[], &[scoped(scope)]), expected);
    }
    let mut expired = memory(5, Tunnel, Avoid);
    expired.validity.valid_to = Some(NOW);
    check(&decide(&[], &[], &[expired]), "pref-5 OutOfDate");
    let mut later = memory(5, Tunnel, Avoid);
    later.validity.valid_from = Timestamp(NOW.0 + 1);
    check(&decide(&[], &[], &[later]), "pref-5 OutOfDate");
}

#[test]
fn s0_41_within_five_days_the_newest_wins_later_the_score_decides() {
    let at = |days: i64, memory: Preference| Preference {
        last_confirmed: Timestamp(NOW.0 - days * DAY),
        ..memory
    };
    let evening = Scope { bucket: Some(TimeBucket::Evening), ..Scope::default() };
    let motorway = Preference { scope: evening, ..memory(1, Motorway, Prefer) };
    let national = memory(2, Motorway, Avoid);
    check(
        &decide(&[], &[], &[at(14, motorway.clone()), at(3, national.clone())]),
        "pref-2 avoid:motorway; pref-1<pref-2 Newest",
    );
    // At six days the more specific one is back.
    check(
        &decide(&[], &[], &[at(14, motorway), at(6, national.clone())]),
        "pref-1 prefer:motorway; pref-2<pref-1 MoreSpecific",
    );
    // Equal scopes: confidence times decay.
    let sure = Preference { confidence: 0.9, ..memory(3, Motorway, Prefer) };
    let unsure = Preference { confidence: 0.3, ..national };
    check(
        &decide(&[], &[], &[at(6, unsure.clone()), at(20, sure.clone())]),
        "pref-3 prefer:motorway; pref-2<pref-3 Surer",
    );
    check(&decide(&[], &[], &[at(6, unsure), at(100, sure)]), "pref-2 avoid:motorway; pref-3<pref-2 Surer");
    // All equal: the younger row, whatever order they were recalled in.
    let (a, b) = (memory(7, Motorway, Prefer), memory(8, Motorway, Avoid));
    let expected = "pref-8 avoid:motorway; pref-7<pref-8 Newest";
    check(&decide(&[], &[], &[a.clone(), b.clone()]), expected);
    check(&decide(&[], &[], &[b, a]), expected);
}

#[test]
fn s0_05_in_a_hurry_taste_steps_back_and_firm_wishes_stay() {
    let memories = [
        memory(1, Waterside, Prefer),
        memory(2, Motorway, RatherNot),
        memory(3, Toll, Avoid),
        memory(4, Tunnel, Never),
    ];
    let hurried = decide_with(&[], &[], &memories, Some(RoutePreference::Scenic), Some(Hurry::Said));
    assert_eq!(hurried.mode, RoutePreference::Fastest);
    check(&hurried, "pref-4 never:tunnel; pref-3 avoid:toll; pref-1<hurry Hurry; pref-2<hurry Hurry");
    let said = decide_with(&[wish(Waterside, Prefer)], &[], &memories, None, Some(Hurry::Said));
    assert_eq!(said.adjustments[0].cause, Cause::Sentence(0));
}

#[test]
fn s1_52_leaving_late_flips_a_stable_default_to_fastest() {
    let situation = situation();
    let memories = [memory(1, Waterside, Prefer)];
    let late = |mode, hurry| {
        resolve(&Request {
            wishes: &[],
            usual: &[],
            mode,
            hurry,
            default_mode: RoutePreference::Stable,
            settings: &[],
            memories: &memories,
            replaced: &[],
            situation: &situation,
        })
    };
    let hurry = Some(Hurry::LeavesLate { minutes: 12 });
    assert_eq!(late(None, None).mode, RoutePreference::Stable);
    assert_eq!(late(None, hurry).mode, RoutePreference::Fastest);
    assert_eq!(late(Some(RoutePreference::Scenic), hurry).mode, RoutePreference::Scenic);
    check(&late(None, hurry), "pref-1 prefer:waterside");
}

#[test]
fn pr8_stretches_that_only_overlap_both_act_unless_they_contradict() {
    let section = |id: i64, ways: &[i64], strength: Strength| {
        let edges = ways.iter().map(|way| crate::EdgeKey { way: *way, tail: 1, head: 2 }).collect();
        Preference {
            target: Target::Section { label: format!("s{id}"), edges },
            ..memory(id, Waterside, strength)
        }
    };
    check(
        &decide(&[], &[], &[section(2, &[1, 2], Prefer), section(1, &[2, 3], Prefer)]),
        "pref-2 prefer:s2; pref-1 prefer:s1",
    );
    check(
        &decide(&[], &[], &[section(2, &[1, 2], Prefer), section(1, &[2], Prefer)]),
        "pref-2 prefer:s2; pref-1<pref-2 SaidAlready",
    );
    check(
        &decide(&[], &[], &[section(2, &[1, 2], Prefer), section(1, &[2, 3], Avoid)]),
        "pref-2 prefer:s2; pref-1<pref-2 Newest",
    );
}

#[test]
fn pr5_a_mode_is_a_cause_that_can_be_switched_off() {
    let off_highway =
        decide_with(&[], &[], &[memory(1, Motorway, Prefer)], Some(RoutePreference::AvoidHighway), None);
    check(&off_highway, "mode avoid:motorway; pref-1<mode HigherRank");
    assert_eq!(off_highway.causes(), [Cause::Mode, Cause::Memory(MemoryRef::Preference(PreferenceId(1)))]);
    let without = off_highway.without(&Cause::Mode);
    assert_eq!(without.mode, RoutePreference::Fastest);
    assert_eq!(without.adjustments[0].strength, Prefer);

    let scenic = decide_with(&[wish(Tunnel, Avoid)], &[], &[], Some(RoutePreference::Scenic), None);
    assert_eq!(scenic.causes(), [Cause::Sentence(0), Cause::Mode]);
    assert_eq!(scenic.acting(&[true, true]).mode, RoutePreference::Scenic);
    assert_eq!(scenic.acting(&[true]).mode, RoutePreference::Fastest);
}

/// A permission lifts what was said before it, however narrow or old that was, and nothing that was said after it.
#[test]
fn pr10_a_permission_lifts_an_earlier_no_and_pulls_nowhere() {
    let at = |mut memory: Preference, days: i64| {
        memory.last_confirmed = Timestamp(NOW.0 - days * DAY);
        memory
    };
    let mut narrow = at(memory(1, Tunnel, Never), 40);
    narrow.scope.bucket = Some(TimeBucket::Evening);
    let allowed = at(memory(2, Tunnel, Allow), 30);
    check(&decide(&[], &[], &[narrow.clone(), allowed.clone()]), "pref-2 allow:tunnel; pref-1<pref-2 Newest");
    let again = at(memory(3, Tunnel, Avoid), 2);
    check(
        &decide(&[], &[], &[narrow, allowed.clone(), again]),
        "pref-3 avoid:tunnel; pref-1<pref-2 Newest; pref-2<pref-3 Newest",
    );
    let liked = at(memory(4, Tunnel, Prefer), 3);
    check(&decide(&[], &[], &[allowed.clone(), liked]), "pref-4 prefer:tunnel; pref-2<pref-4 SaidAlready");
    let settings = [setting("avoid_tunnels", Tunnel, Avoid)];
    check(
        &decide(&[wish(Tunnel, Allow)], &settings, &[]),
        "said0 allow:tunnel; avoid_tunnels<said0 HigherRank",
    );
}

#[test]
fn e_6_switching_a_winner_off_gives_what_deleting_it_gives() {
    let seed = 7_u64;
    println!("seed {seed}");
    let mut state = seed;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let features = [Tunnel, Toll, Motorway];
    for _ in 0..500 {
        let memories: Vec<Preference> = (1..=next(6) as i64)
            .map(|id| {
                let mut memory = memory(id, features[next(3) as usize], Strength::ALL[next(6) as usize]);
                memory.last_confirmed = Timestamp(NOW.0 - next(20) as i64 * DAY);
                memory.confidence = next(10) as f64 / 10.0;
                if next(2) == 0 {
                    memory.provenance = Provenance::Confirmed;
                }
                if next(3) == 0 {
                    memory.scope.bucket = Some(TimeBucket::Evening);
                }
                memory
            })
            .collect();
        let wishes: Vec<IntentWish> =
            (0..next(2)).map(|_| wish(features[next(3) as usize], Strength::ALL[next(6) as usize])).collect();
        let all = decide(&wishes, &[], &memories);
        assert_eq!(all.acting(&vec![true; all.causes().len()]).adjustments, all.adjustments);
        assert_eq!(all.ranked.len(), all.adjustments.len() + all.overruled.len());
        for gone in &memories {
            let rest: Vec<Preference> = memories.iter().filter(|m| m.id != gone.id).cloned().collect();
            let deleted = decide(&wishes, &[], &rest);
            let off = all.without(&Cause::Memory(MemoryRef::Preference(gone.id)));
            assert_eq!(off.adjustments, deleted.adjustments);
        }
    }
}

#[test]
fn s0_46_without_memories_nothing_is_adjusted() {
    let plain = decide(&[], &[], &[]);
    check(&plain, "");
    assert!(plain.causes().is_empty());
    assert_eq!(plain.acting(&[]), Acting { mode: RoutePreference::Fastest, adjustments: vec![] });
}

#[test]
fn roads_are_the_same_whatever_case_width_and_spaces() {
    let road = |name: &str| Target::Road(name.to_owned());
    for (a, b, same) in [
        ("A 8", "a8", true),
        ("Ａ８", "A8", true),
        ("A8", "A80", false),
        ("D-6098", "D 6098", true),
        ("滨江路", "滨江路", true),
    ] {
        assert_eq!(same_roads(&road(a), &road(b)), same, "{a} {b}");
    }
    assert!(!same_roads(&road("tunnel"), &Target::Feature(Tunnel)));
}

//! One situation's panel, held against plans with causes switched off.

use std::collections::{BTreeMap, BTreeSet};

use app::dto::{LangDto, PlanDto, PlanRequest, ReasonDto, ReasonKind};

use super::draw::{Situation, World};

/// Causes up to which all subsets are planned.
const SMALL: usize = 4;

/// What was looked at, and what was wrong.
#[derive(Default)]
pub struct Counts {
    pub situations: usize,
    pub nowhere: usize,
    pub reasons: usize,
    pub steps: usize,
    pub priced: usize,
    pub smallest: usize,
    pub subsets: usize,
    pub joint: usize,
    pub deleted: usize,
    /// Situations that were planned at the pace of own drives.
    pub paced: usize,
    pub wrong: Vec<String>,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.situations += other.situations;
        self.nowhere += other.nowhere;
        self.reasons += other.reasons;
        self.steps += other.steps;
        self.priced += other.priced;
        self.smallest += other.smallest;
        self.subsets += other.subsets;
        self.joint += other.joint;
        self.deleted += other.deleted;
        self.paced += other.paced;
        self.wrong.extend(other.wrong);
    }

    fn hold(&mut self, right: bool, claim: impl FnOnce() -> String) {
        if !right {
            self.wrong.push(claim());
        }
    }
}

/// A way and its price in thousandths.
#[derive(Clone, PartialEq)]
struct Way {
    id: String,
    ms: i64,
    mm: i64,
}

/// Plans with these causes off; asked once each.
struct Oracle<'a> {
    world: &'a World,
    request: &'a PlanRequest,
    known: BTreeMap<BTreeSet<String>, Option<Way>>,
}

impl Oracle<'_> {
    fn without(&mut self, off: &BTreeSet<String>) -> Option<Way> {
        if let Some(known) = self.known.get(off) {
            return known.clone();
        }
        let request = PlanRequest { disabled: off.iter().cloned().collect(), ..self.request.clone() };
        self.world.app.plan_reset();
        let way = self.world.app.plan(&request).ok().as_ref().map(way);
        self.known.insert(off.clone(), way.clone());
        way
    }
}

fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

fn way(plan: &PlanDto) -> Way {
    let first = &plan.routes[0];
    Way { id: first.id.clone(), ms: thousandths(first.duration_s), mm: thousandths(first.distance_m) }
}

/// Holds every claim of the panel against plans.
pub fn check(world: &World, situation: &Situation) -> Counts {
    let mut counts = Counts::default();
    let request = &situation.request;
    world.app.plan_reset();
    let Ok(plan) = world.app.plan(request) else {
        return Counts { nowhere: 1, ..counts };
    };
    counts.situations = 1;
    // With own traffic the time that is shown is the time that is weighed and priced.
    for route in &plan.routes {
        let own = route.traffic.as_ref();
        counts.hold(own.is_none_or(|own| own.typical_s == route.duration_s), || {
            "the time by own drives is another than the way's".to_owned()
        });
    }
    counts.paced = usize::from(plan.routes[0].traffic.is_some());
    let best = way(&plan);
    let mut oracle = Oracle { world, request, known: BTreeMap::new() };
    let all: Vec<&ReasonDto> = plan.reasons.iter().chain(&plan.considered).collect();
    // In the order of the steps, as the trace lists the causes; those that lost are told elsewhere.
    let listed: Vec<String> = plan
        .trace
        .stages
        .iter()
        .filter(|stage| stage.name == "route")
        .flat_map(|stage| &stage.input)
        .filter_map(|fact| fact.strip_prefix("cause ").map(str::to_owned))
        .collect();
    let (causes, lost): (Vec<String>, Vec<String>) =
        listed.into_iter().partition(|id| all.iter().any(|reason| reason.id == *id));
    let reason = |id: &str| all.iter().find(|reason| reason.id == id).copied();
    let with_lost = |off: &[String]| off.iter().chain(&lost).cloned().collect::<BTreeSet<String>>();

    // E-4: the steps sum exactly, and each is the difference of two computed ways.
    let mut before = oracle.without(&with_lost(&causes));
    counts.hold(before.as_ref().is_some_and(|base| base.ms == thousandths(plan.base.duration_s)), || {
        "the base".to_owned()
    });
    let (mut ms, mut mm) = (thousandths(plan.base.duration_s), thousandths(plan.base.distance_m));
    for (index, id) in causes.iter().enumerate() {
        let Some(shown) = reason(id) else { continue };
        let after = oracle.without(&with_lost(&causes[index + 1..]));
        let exact = before.as_ref().zip(after.as_ref()).is_some_and(|(before, after)| {
            (after.ms - before.ms, after.mm - before.mm)
                == (thousandths(shown.delta_s), thousandths(shown.delta_m))
        });
        counts.hold(exact, || format!("E-4: the step of {id} is not the difference of two ways"));
        counts.steps += 1;
        ms += thousandths(shown.delta_s);
        mm += thousandths(shown.delta_m);
        before = after;
    }
    counts.hold((ms, mm) == (best.ms, best.mm), || {
        format!("E-4: steps sum to {ms} ms, the way takes {}", best.ms)
    });

    // E-2 and E-4: decisive exactly when another way is chosen without it, at exactly this price.
    for id in &causes {
        let Some(shown) = reason(id) else { continue };
        let Some(other) = oracle.without(&BTreeSet::from([id.clone()])) else { continue };
        counts.hold(shown.decisive == (other.id != best.id), || {
            format!("E-2: {id} says decisive {}", shown.decisive)
        });
        let price = (best.ms - other.ms, best.mm - other.mm);
        counts.hold(price == (thousandths(shown.without_s), thousandths(shown.without_m)), || {
            format!("E-4: the price of {id}")
        });
        counts.priced += 1;
    }
    for shown in plan.reasons.iter().filter(|reason| reason.enabled) {
        counts.reasons += 1;
        let necessary = shown.decisive || shown.group.is_some();
        counts.hold(necessary, || {
            format!("E-2: {} is shown and neither decisive nor one of several that are", shown.id)
        });
    }
    for shown in plan.considered.iter().filter(|reason| reason.enabled) {
        counts.hold(!shown.decisive, || format!("E-2: {} is decisive and not shown", shown.id));
    }
    smallest(&mut counts, &mut oracle, &plan, [&causes, &lost], &best);
    joint(&mut counts, &mut oracle, &plan, &best);
    deleted(&mut counts, &mut oracle, &plan, &best);
    counts
}

/// E-5: enough; holds what is decisive; and no smaller such set is enough.
fn smallest(
    counts: &mut Counts,
    oracle: &mut Oracle<'_>,
    plan: &PlanDto,
    [causes, lost]: [&[String]; 2],
    best: &Way,
) {
    let all: Vec<&ReasonDto> = plan.reasons.iter().chain(&plan.considered).collect();
    let is =
        |id: &String, what: fn(&ReasonDto) -> bool| all.iter().any(|reason| reason.id == *id && what(reason));
    let minimal: BTreeSet<String> =
        causes.iter().filter(|id| is(id, |reason| reason.minimal)).cloned().collect();
    let decisive: BTreeSet<String> =
        causes.iter().filter(|id| is(id, |reason| reason.decisive)).cloned().collect();
    // Alone: what lost to one of those that are off would act in its place.
    let off = |kept: &BTreeSet<String>| {
        causes.iter().chain(lost).filter(|id| !kept.contains(*id)).cloned().collect::<BTreeSet<_>>()
    };
    counts.smallest += 1;
    counts.hold(decisive.is_subset(&minimal), || {
        "E-5: a decisive reason is not in the smallest set".to_owned()
    });
    let enough = oracle.without(&off(&minimal)).is_some_and(|way| way.id == best.id);
    counts.hold(enough, || format!("E-5: {minimal:?} is not enough"));
    let first: Vec<&String> = plan.reasons.iter().take(minimal.len()).map(|reason| &reason.id).collect();
    counts.hold(first.iter().all(|id| minimal.contains(*id)), || {
        "E-5: the smallest set is not first".to_owned()
    });
    if causes.len() > SMALL {
        return;
    }
    for bits in 0..1_u32 << causes.len() {
        let kept: BTreeSet<String> = causes
            .iter()
            .enumerate()
            .filter(|(index, _)| bits & (1 << index) != 0)
            .map(|(_, id)| id.clone())
            .collect();
        counts.subsets += 1;
        if kept.len() >= minimal.len() || !decisive.is_subset(&kept) {
            continue;
        }
        let enough = oracle.without(&off(&kept)).is_some_and(|way| way.id == best.id);
        counts.hold(!enough, || format!("E-5: {kept:?} would be enough, {minimal:?} was shown"));
    }
}

/// E-9: of a group no smaller part changes anything, the whole does, at the joint price; and where only several together
/// change something, that is told.
fn joint(counts: &mut Counts, oracle: &mut Oracle<'_>, plan: &PlanDto, best: &Way) {
    let groups: BTreeSet<u32> = plan.reasons.iter().filter_map(|reason| reason.group).collect();
    for group in groups {
        counts.joint += 1;
        let members: Vec<&ReasonDto> =
            plan.reasons.iter().filter(|reason| reason.group == Some(group)).collect();
        counts.hold(members.len() >= 2, || "E-9: a group of one".to_owned());
        for bits in 1..1_u32 << members.len().min(8) {
            let part = members.iter().enumerate().filter(|(index, _)| bits & (1 << index) != 0);
            let part: BTreeSet<String> = part.map(|(_, reason)| reason.id.clone()).collect();
            counts.subsets += 1;
            let Some(other) = oracle.without(&part) else { continue };
            if part.len() == members.len() {
                counts.hold(other.id != best.id, || {
                    format!("E-9: without all of {part:?} the way is the same")
                });
                let price = best.ms - other.ms;
                let told = members.iter().all(|reason| reason.group_s.map(thousandths) == Some(price));
                counts.hold(told, || format!("E-9: the joint price of {part:?}"));
            } else {
                counts.hold(other.id == best.id, || format!("E-9: {part:?} alone changes the way"));
            }
        }
    }
}

/// E-6: the way without a memory, as it is drawn, is the way after deleting it for real.
fn deleted(counts: &mut Counts, oracle: &mut Oracle<'_>, plan: &PlanDto, best: &Way) {
    let memory = plan.reasons.iter().find(|reason| reason.kind == ReasonKind::Memory && reason.decisive);
    let Some(id) = memory.and_then(|reason| reason.memory.clone()) else { return };
    let Some(drawn) = oracle.without(&BTreeSet::from([id.clone()])) else { return };
    let app = &oracle.world.app;
    if app.memory_delete(std::slice::from_ref(&id), LangDto::En).is_err() {
        counts.hold(false, || format!("E-6: {id} can't be deleted"));
        return;
    }
    app.plan_reset();
    let after = app.plan(oracle.request).ok().as_ref().map(way);
    counts.hold(after.as_ref() == Some(&drawn), || {
        format!("E-6: deleting {id} gives another way than was drawn")
    });
    counts.hold(app.memory_undo("").is_ok(), || "E-6: deleting can't be undone".to_owned());
    app.plan_reset();
    let back = app.plan(oracle.request).ok().as_ref().map(way);
    counts.hold(back.as_ref() == Some(best), || "E-6: undone, the way is another".to_owned());
    counts.deleted += 1;
}

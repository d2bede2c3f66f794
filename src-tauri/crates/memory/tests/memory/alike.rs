//! What says nearly the same, and what nobody has read.

use domain::{MemoryRef, Moment, ObservationId, StatementId, StatementState};
use extract::{EntityName, NewStatement, Tie};
use memory::{Alike, Embedding, StoreError, Unread};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, fact, said},
};

use crate::{healthy, store};

fn at(hour: i64) -> Moment {
    monaco(MONDAY_MORNING + hour * 3_600)
}

/// A vector of 64 numbers that points along the first, turned by so many hundredths of a right angle towards the `to`th.
fn turned(hundredths: f32, to: usize) -> Embedding {
    let angle = hundredths / 100.0 * std::f32::consts::FRAC_PI_2;
    let mut vector = vec![0.0; 64];
    vector[0] = angle.cos();
    vector[to] = angle.sin();
    Embedding { model: "m".to_owned(), vector }
}

fn tell(kit: &TestStore, text: &str, about: &str, vector: &Embedding, who: &[&str]) -> StatementId {
    let ties = who.iter().map(|who| Tie {
        relation: domain::graph::Relation::Prefers,
        to: EntityName { kind: domain::graph::EntityKind::Thing, name: (*who).to_owned() },
    });
    let new = NewStatement { ties: ties.collect(), ..fact(text, about, text, &kit.now) };
    kit.mine().add_statement(&clean(new), &[], Some(vector), &kit.now).unwrap().id()
}

fn pairs(kit: &TestStore) -> Vec<Alike> {
    kit.mine().alike(StatementId(0), 0.08, 10, at(1).at).unwrap()
}

#[test]
fn s2_43_near_duplicates_are_proposed_and_never_joined_by_themselves() {
    let kit = store();
    let jazz = tell(&kit, "likes jazz", "music.a", &turned(0.0, 1), &["jazz"]);
    let fond = tell(&kit, "is fond of jazz", "music.b", &turned(10.0, 1), &["jazz"]);
    let blues = tell(&kit, "likes blues", "music.c", &turned(10.0, 2), &["blues"]);
    tell(&kit, "takes the tunnel", "route.a", &turned(100.0, 3), &["tunnel"]);
    let found = pairs(&kit);
    let seen: Vec<_> = found.iter().map(|pair| (pair.one.id, pair.other.id, pair.same_entities)).collect();
    assert_eq!(seen, [(jazz, fond, true), (jazz, blues, false), (fond, blues, false)], "nearest first");
    assert!(found[0].distance < 0.02 && found[2].distance < 0.08);
    let rows = || kit.mine().statements(&memory::StatementQuery::default()).unwrap().len();
    assert_eq!((rows(), pairs(&kit).len()), (4, 3), "looking changes nothing");
    // Only what is new since the last look.
    assert_eq!(kit.mine().alike(fond, 0.08, 10, at(1).at).unwrap().len(), 2);
    kit.mine().keep_apart(jazz, blues, &kit.now).unwrap();
    assert_eq!(pairs(&kit).len(), 2);
    kit.mine().join_alike(jazz, fond, &kit.now).unwrap();
    let head: Vec<_> = pairs(&kit).iter().map(|pair| (pair.one.id, pair.other.id)).collect();
    assert_eq!(head, [], "the other wording is in force no more");
    assert_eq!(rows(), 4, "and stays readable");
    assert!(kit.mine().join_alike(jazz, jazz, &kit.now).is_err());
    // One memory: it is erased as one.
    let plan = kit.mine().erase_preview(&[MemoryRef::Statement(jazz)], false).unwrap();
    assert!(plan.derived.contains(&(MemoryRef::Statement(fond), memory::Effect::Removed)), "{plan:?}");
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert_eq!(rows(), 2);
    healthy(&kit);
}

#[test]
fn s2_43_the_same_a_hundred_times_is_one_row() {
    let kit = store();
    for _ in 0..100 {
        let new = fact("likes jazz", "music.jazz", "like", &kit.now);
        kit.mine().add_statement(&clean(new), &[], Some(&turned(0.0, 1)), &kit.now).unwrap();
    }
    let rows = kit.mine().statements(&memory::StatementQuery::default()).unwrap();
    assert_eq!(rows.len(), 1);
    assert!(rows[0].importance.repetition > 0.9, "{}", rows[0].importance.repetition);
}

#[test]
fn s3_11_a_batch_that_was_cut_is_read_again_and_nothing_is_read_twice() {
    let kit = store();
    let seen: Vec<_> = (0..5)
        .map(|n| kit.mine().notice(&clean(said(&format!("I like tea number {n}"), &at(n)))).unwrap())
        .collect();
    let says = |seen: &[ObservationId]| -> Vec<memory::Reading> {
        let one = |id: &ObservationId| {
            let new = fact(&format!("likes tea {}", id.0), &format!("tea.{}", id.0), "like", &kit.now);
            (*id, vec![(clean(new), None)])
        };
        seen.iter().map(one).collect()
    };
    let Unread { until, rows, .. } = kit.mine().unread(2).unwrap();
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    assert_eq!((until, ids.as_slice()), (seen[1], &seen[..2]));
    // Cut: nothing was written, so the same is read again.
    assert_eq!(kit.mine().unread(2).unwrap().until, until);
    assert_eq!(kit.mine().read_until(until, &says(&ids), &kit.now).unwrap(), 2);
    assert_eq!(kit.mine().unread(10).unwrap().rows.len(), 3);
    let Unread { until, rows, .. } = kit.mine().unread(10).unwrap();
    // One is deleted meanwhile: it teaches nothing.
    kit.mine().delete(&[MemoryRef::Observation(rows[0].id)], &kit.now).unwrap();
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    assert_eq!(kit.mine().read_until(until, &says(&ids), &kit.now).unwrap(), 2);
    assert_eq!(kit.mine().unread(10).unwrap().rows, []);
    // Another program that began before is told so.
    let late = kit.mine().read_until(seen[1], &says(&seen[..1]), &kit.now);
    assert!(matches!(late, Err(StoreError::PlanOutdated)), "{late:?}");
    let waits = kit.mine().statements(&memory::StatementQuery::default()).unwrap();
    assert!(waits.iter().all(|row| row.state == StatementState::Active) && waits.len() == 4);
    healthy(&kit);
}

#[test]
fn s0_31_the_doctor_sees_what_recall_keeps_and_rebuilding_mends_it() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    for n in 0..5 {
        tell(&kit, &format!("likes {n}"), &format!("music.{n}"), &turned(n as f32, 1), &[]);
    }
    healthy(&kit);
    kit.store.prepare_recall().unwrap();
    healthy(&kit);
    let other = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    other.execute("UPDATE sketches SET bits = zeroblob(8) WHERE statement_id = 2", []).unwrap();
    other.execute("DELETE FROM sketches WHERE statement_id = 3", []).unwrap();
    let problems = kit.store.doctor().unwrap().problems;
    assert_eq!(problems, ["2 sketches of recall that do not agree with their statements"]);
    let mut told = Vec::new();
    let cancelled = kit.store.rebuild_with(&mut |done, all| {
        told.push((done, all));
        false
    });
    assert!(matches!(cancelled, Err(StoreError::Cancelled)));
    assert_eq!((told, kit.store.doctor().unwrap().problems), (vec![(0, 5)], problems));
    kit.store.rebuild().unwrap();
    healthy(&kit);
    kit.store.prepare_recall().unwrap();
    healthy(&kit);
}

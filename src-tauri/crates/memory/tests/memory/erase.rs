use std::path::Path;

use domain::{LonLat, MemoryRef, ObservationKind, PreferenceState, Provenance, Strength, Target};
use memory::{
    Bundle, Effect, Erased, ListQuery, NeedleKind, NewPlace, NewPreference, PlaceEdit, PreferenceEdit,
    Proposal, StoreError, Unfinished, inferred_confidence, scan_bytes,
};
use testkit::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, deviation, drive, habit, place, preference},
};

use crate::{evening, feature, healthy, store};

/// A thousand memories of each kind, among them one of each that is to be erased.
fn crowd(kit: &TestStore) -> Vec<MemoryRef> {
    const HIDDEN: usize = 500;
    let mut bundle = Bundle::default();
    for n in 0..1_000_i64 {
        let hidden = n == HIDDEN as i64;
        let or = |secret: &str, plain: String| if hidden { secret.to_owned() } else { plain };
        let at = LonLat { lon: 7.2 + n as f64 * 0.000_317_1, lat: 43.6 + n as f64 * 0.000_113_7 };
        let name = or("祖宅云栖别墅 Zyxwholm", format!("普通地点{n}"));
        let address = or("隐庐巷 77 Quxford", format!("大街{n}号"));
        bundle.places.push(NewPlace { at, address, ..place(&name, "", 0.0, 0.0) });

        let words = or("去祖宅云栖别墅绝不走鬼影隧道 vorpaltunnel", format!("普通偏好第{n}条别走高架"));
        let target = Target::Road(or("vorpaltunnel", format!("路{n}")));
        let vector = kit.vector(&words);
        bundle.preferences.push((preference(&words, target, Strength::Never), Some(vector), Vec::new()));

        let mut new = drive(n, &format!("{n:016x}"), &format!("{:016x}", n + 5_000));
        new.event_id = or("event-snarkhunt-77", format!("event-{n}"));
        new.via_roads = vec![or("Bandersnatch Parade", format!("路{n}"))];
        new.note = or("去见 Jabberwocky 谈秘密的事", String::new());
        new.start = LonLat { lon: 7.1 + n as f64 * 0.000_217_3, lat: 43.5 + n as f64 * 0.000_131_9 };
        new.end = LonLat { lon: 7.6 + n as f64 * 0.000_117_7, lat: 43.9 + n as f64 * 0.000_141_1 };
        let mut seen = deviation(&or("Bandersnatch Parade", "江滨路".to_owned()));
        for edge in new.edges.iter_mut().chain(&mut seen.taken) {
            edge.way += n * 1_000_000;
        }
        new.observed = Some(ObservationKind::Deviated(seen));
        bundle.trips.push(new);
    }
    let done = kit.mine().install(&bundle, &kit.now).unwrap();
    vec![
        MemoryRef::Place(done.places[HIDDEN].unwrap()),
        MemoryRef::Preference(done.preferences[HIDDEN].unwrap()),
        MemoryRef::Trip(done.trips[HIDDEN].unwrap()),
    ]
}

fn kinds(folder: &Path, needles: &memory::Needles) -> Vec<NeedleKind> {
    let scan = scan_bytes(folder, needles, &[]).unwrap();
    assert!(scan.unreadable.is_empty());
    assert!(scan.files >= 1 && scan.bytes_read > 0);
    let mut kinds: Vec<_> = scan.hits.into_iter().map(|hit| hit.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn f_3_after_erasing_no_byte_of_it_is_in_any_file() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let secret = crowd(&kit);
    let plan = kit.mine().erase_preview(&secret, true).unwrap();
    assert!(plan.needles.len() > 15, "{:?}", plan.needles);
    let all =
        [NeedleKind::Text, NeedleKind::Vector, NeedleKind::Coordinate, NeedleKind::Id, NeedleKind::Term];
    assert_eq!(kinds(folder.path(), &plan.needles), all, "before erasing every kind of needle is found");

    assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Done);

    assert_eq!(kinds(folder.path(), &plan.needles), []);
    assert_eq!(
        std::fs::metadata(folder.path().join("memory.db-wal")).unwrap().len() % 4_120,
        32,
        "only the marker"
    );
    let raw = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    raw.execute_batch("CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, words, row)").unwrap();
    let term = |term: &str| -> i64 {
        raw.query_row("SELECT count(*) FROM temp.v WHERE term = ?1", [term], |row| row.get(0)).unwrap()
    };
    assert_eq!(term("别走"), 1, "the reader of index terms works");
    for gone in ["zyxwholm", "vorpaltunnel", "jabberwocky", "bandersnatch", "quxford", "鬼影", "云栖"] {
        assert_eq!(term(gone), 0, "{gone}");
    }
    drop(raw);
    healthy(&kit);
    assert_eq!(kit.mine().list(&ListQuery::default()).unwrap().total, 2_997);
    drop(kit);
    assert_eq!(kinds(folder.path(), &plan.needles), [], "after closing");
}

#[test]
fn f_3_what_was_deleted_first_and_erased_later_leaves_nothing_either() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let rule = kit.stated("去祖宅云栖别墅绝不走鬼影隧道", feature("tunnel"), Strength::Never).unwrap();
    let both = [MemoryRef::Place(id), MemoryRef::Preference(rule)];
    kit.mine().delete(&both, &kit.now).unwrap();
    let plan = kit.mine().erase_preview(&both, false).unwrap();
    assert!(!kinds(folder.path(), &plan.needles).is_empty());
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert_eq!(kinds(folder.path(), &plan.needles), []);
    assert!(kit.mine().deletions().unwrap().is_empty());
    healthy(&kit);
}

#[test]
fn f_3_no_corner_of_a_drawn_area_stays() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let corner = |lon, lat| LonLat { lon, lat };
    let ring =
        domain::Ring::new(&[corner(7.412_345_6, 43.734_567_8), corner(7.42, 43.74), corner(7.43, 43.73)]);
    let target = Target::Area { label: "鬼影小区周围 vorpalarea".into(), ring: ring.unwrap() };
    let id = MemoryRef::Preference(kit.stated("绝不进这一片", target, Strength::Never).unwrap());
    let holds = |text: &str| {
        std::fs::read_dir(folder.path()).unwrap().any(|file| {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            bytes.windows(text.len()).any(|window| window == text.as_bytes())
        })
    };
    let corners = ["74123456,437345678", "74200000,437400000", "vorpalarea"];
    for text in corners {
        assert!(holds(text), "{text} is written somewhere");
    }
    let plan = kit.mine().erase_preview(&[id], false).unwrap();
    assert!(kinds(folder.path(), &plan.needles).contains(&NeedleKind::Coordinate));
    assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Done);
    assert_eq!(kinds(folder.path(), &plan.needles), []);
    for text in corners {
        assert!(!holds(text), "{text}");
    }
    healthy(&kit);
}

#[test]
fn f_3_what_an_edit_replaced_is_gone_with_the_next_erasure() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let mine = kit.mine();
    let villa = kit.place("祖宅云栖别墅 Zyxwholm", "", 7.412_345_6, 43.734_567_8).unwrap();
    let rule = kit.stated("去祖宅绝不走鬼影隧道 vorpaltunnel", feature("tunnel"), Strength::Never).unwrap();
    let other = kit.place("别的地方", "", 7.1, 43.1).unwrap();
    let old =
        mine.erase_preview(&[MemoryRef::Place(villa), MemoryRef::Preference(rule)], false).unwrap().needles;
    let place = PlaceEdit {
        name: Some("新名字".into()),
        at: Some(LonLat { lon: 7.3, lat: 43.3 }),
        ..PlaceEdit::default()
    };
    mine.edit_place(villa, &place, &kit.now).unwrap();
    let wording = PreferenceEdit { content: Some("别走隧道".into()), ..PreferenceEdit::default() };
    mine.edit_preference(rule, &wording, Some(&kit.vector("别走隧道")), &kit.now).unwrap();
    mine.erase(&mine.erase_preview(&[MemoryRef::Place(other)], false).unwrap(), &kit.now).unwrap();
    assert_eq!(kinds(folder.path(), &old), []);
    healthy(&kit);
}

#[test]
fn f_3_where_a_place_was_goes_from_the_trips_that_led_there_too() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let villa = kit.place("云栖", "", 7.412_345_6, 43.734_567_8).unwrap();
    let mut at_the_door = drive(0, "b", "a");
    at_the_door.end_place = Some(villa);
    at_the_door.end = LonLat { lon: 7.412_345_6, lat: 43.734_567_8 };
    let mut in_the_street = drive(1, "b", "a");
    in_the_street.start_place = Some(villa);
    in_the_street.start = LonLat { lon: 7.412_999_9, lat: 43.734_111_1 };
    for trip in [&at_the_door, &in_the_street] {
        kit.mine().record_trip(trip, &kit.now).unwrap();
    }
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(villa)], false).unwrap();
    assert_eq!(plan.derived.iter().filter(|(_, effect)| *effect == Effect::Coarsened).count(), 2);
    assert!(kinds(folder.path(), &plan.needles).contains(&NeedleKind::Coordinate));
    kit.mine().erase(&plan, &kit.now).unwrap();
    assert_eq!(kinds(folder.path(), &plan.needles), []);
    let trips = kit.mine().trips(0).unwrap();
    assert!(trips.iter().any(|trip| trip.end == LonLat { lon: 7.41, lat: 43.73 }));
    assert!(trips.iter().any(|trip| trip.start == LonLat { lon: 7.41, lat: 43.73 }));
    healthy(&kit);
}

#[test]
fn f_3_with_another_reader_the_erasure_is_unfinished_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("memory.db");
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM places;").unwrap();
    let _seen: i64 = reader.query_row("SELECT count(*) FROM places", [], |row| row.get(0)).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(id)], false).unwrap();
    assert_eq!(kit.mine().erase(&plan, &kit.now).unwrap(), Erased::Unfinished(Unfinished::ReaderActive));
    assert!(kit.mine().places().unwrap().is_empty(), "no read path yields it even so");
    assert!(!kinds(folder.path(), &plan.needles).is_empty(), "the old page is still in a file");
    assert!(kit.store.doctor().unwrap().erasure_pending);
    assert_eq!(kit.store.resume_erasure().unwrap(), Some(Erased::Unfinished(Unfinished::ReaderActive)));
    reader.execute_batch("ROLLBACK").unwrap();
    drop(reader);
    assert_eq!(kit.store.resume_erasure().unwrap(), Some(Erased::Done));
    assert_eq!(kinds(folder.path(), &plan.needles), []);
    assert_eq!(kit.store.resume_erasure().unwrap(), None);
}

#[test]
fn f_3_a_crash_between_commit_and_checkpoint_is_finished_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let crashed = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(id)], false).unwrap();
    // A reader holds the checkpoint back; the files as they are then are what a crash would leave.
    let reader = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let _seen: i64 = reader.query_row("SELECT count(*) FROM places", [], |row| row.get(0)).unwrap();
    kit.mine().erase(&plan, &kit.now).unwrap();
    for file in ["memory.db", "memory.db-wal"] {
        std::fs::copy(folder.path().join(file), crashed.path().join(file)).unwrap();
    }
    assert!(!kinds(crashed.path(), &plan.needles).is_empty());
    let again = TestStore::in_folder(crashed.path()).unwrap();
    assert!(again.mine().places().unwrap().is_empty(), "committed is erased");
    assert_eq!(again.store.resume_erasure().unwrap(), Some(Erased::Done));
    assert_eq!(kinds(crashed.path(), &plan.needles), []);
    healthy(&again);
}

#[test]
fn f_3_a_crash_before_the_commit_erases_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(id)], false).unwrap();
    let other = rusqlite::Connection::open(folder.path().join("memory.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(kit.mine().erase(&plan, &kit.now), Err(StoreError::Busy)));
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(kit.mine().places().unwrap().len(), 1);
    assert_eq!(kit.store.resume_erasure().unwrap(), None);
    healthy(&kit);
}

#[test]
fn f_3_the_scan_reads_every_file_and_finds_utf_16_and_split_reads_too() {
    let folder = tempfile::tempdir().unwrap();
    let kit = store();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(id)], false).unwrap();
    let name = "祖宅云栖别墅";
    let utf_16: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::create_dir_all(folder.path().join("webview/deep")).unwrap();
    std::fs::create_dir_all(folder.path().join("regions")).unwrap();
    let mut large = vec![b'x'; 65_530];
    large.extend(name.as_bytes());
    for (file, bytes) in [
        ("app.log", name.as_bytes()),
        ("webview/deep/storage", utf_16.as_slice()),
        ("large", large.as_slice()),
        ("coordinate", 43.734_567_8_f64.to_be_bytes().as_slice()),
        ("regions/names", name.as_bytes()),
        ("clean", "别墅".as_bytes()),
        ("empty", b"".as_slice()),
    ] {
        std::fs::write(folder.path().join(file), bytes).unwrap();
    }
    let scan = scan_bytes(folder.path(), &plan.needles, &[Path::new("regions")]).unwrap();
    let files: Vec<String> = scan.hits.iter().map(|hit| hit.file.display().to_string()).collect();
    assert_eq!(files, ["app.log", "coordinate", "large", "webview/deep/storage"]);
    assert_eq!(scan.files, 6);
    assert!(!format!("{plan:?}").contains(name), "a plan in a log tells nothing");
}

#[test]
fn what_others_rightly_hold_is_not_looked_for() {
    let kit = store();
    let first = kit.place("云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    kit.stated("去云栖别墅别走隧道", feature("tunnel"), Strength::Avoid).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(first)], false).unwrap();
    assert_eq!(plan.mentions, [MemoryRef::Preference(domain::PreferenceId(1))], "but the person is told");
    assert!(plan.needles.shared >= 1);
}

#[test]
fn f_4_the_preview_is_the_deed() {
    let kit = store();
    let mine = kit.mine();
    let home = kit.place("家", "home", 7.403_512, 43.724_312).unwrap();
    let office = kit.place("公司", "work", 7.473_512, 43.756_012).unwrap();
    let drives: Vec<_> = (0..3).map(|day| kit.deviated(day, home, office, "江滨路").unwrap()).collect();
    let seen: Vec<_> = drives.iter().map(|drive| drive.observation.unwrap()).collect();
    let propose = |words: &str, feature_word: &str, seen: &[domain::ObservationId]| {
        let new = habit(words, feature(feature_word), evening());
        let Proposal::New(id) = mine.propose(&new, seen, None, &kit.now).unwrap() else { panic!("new") };
        id
    };
    let three = propose("走江滨路", "waterside", &seen);
    let two = propose("走隧道", "tunnel", &seen[..2]);
    let one = propose("走高速", "motorway", &seen[..1]);
    let confirmed = propose("走收费路", "toll", &seen[..1]);
    mine.confirm(confirmed, &kit.now).unwrap();
    let bound = mine
        .add_preference(
            &NewPreference {
                scope: domain::Scope { to: Some(office), ..domain::Scope::default() },
                ..preference("去公司别走桥", feature("bridge"), Strength::Avoid)
            },
            None,
            &kit.now,
        )
        .unwrap();
    let first = drives.first().unwrap().trip;
    let plan = mine.erase_preview(&[MemoryRef::Trip(first), MemoryRef::Place(office)], false).unwrap();
    let effect = |memory: MemoryRef| {
        plan.derived.iter().find(|(other, _)| *other == memory).map(|(_, effect)| *effect)
    };
    let before = inferred_confidence(3, 0);
    assert_eq!(effect(MemoryRef::Preference(three)), Some(Effect::Weakened { before, after: 0.7 }));
    assert_eq!(effect(MemoryRef::Preference(two)), Some(Effect::Weakened { before: 0.7, after: 0.35 }));
    assert_eq!(effect(MemoryRef::Preference(one)), Some(Effect::Removed));
    assert_eq!(effect(MemoryRef::Preference(confirmed)), Some(Effect::Unlinked));
    assert_eq!(effect(MemoryRef::Preference(bound)), Some(Effect::Removed));
    assert_eq!(effect(MemoryRef::Trip(drives[1].trip)), Some(Effect::Coarsened));
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 10, "a preview changes nothing");

    let before = mine.preference(confirmed).unwrap();
    assert_eq!(mine.erase(&plan, &kit.now).unwrap(), Erased::Done);
    let state = |id| mine.preference(id).unwrap().map(|row| (row.state, row.confidence));
    assert_eq!(state(two), Some((PreferenceState::Candidate, inferred_confidence(1, 0))));
    assert_eq!((state(one), state(bound)), (None, None));
    assert_eq!(mine.preference(confirmed).unwrap(), before, "the person's yes stays the person's");
    assert_eq!(mine.evidence_of(two).unwrap().len(), 1);
    let trip = mine.trip(drives[1].trip).unwrap().unwrap();
    assert_eq!((trip.start_place, trip.end_place), (Some(home), None));
    healthy(&kit);
}

#[test]
fn an_outdated_plan_erases_nothing() {
    let kit = store();
    let mine = kit.mine();
    let office = kit.place("公司", "work", 7.47, 43.75).unwrap();
    let plan = mine.erase_preview(&[MemoryRef::Place(office)], false).unwrap();
    let scope = domain::Scope { to: Some(office), ..domain::Scope::default() };
    mine.add_preference(
        &NewPreference { scope, ..preference("别走桥", feature("bridge"), Strength::Avoid) },
        None,
        &kit.now,
    )
    .unwrap();
    assert!(matches!(mine.erase(&plan, &kit.now), Err(StoreError::PlanOutdated)));
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 2);
    mine.erase(&mine.erase_preview(&[MemoryRef::Place(office)], false).unwrap(), &kit.now).unwrap();
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 0);
}

#[test]
fn f_5_nothing_erased_comes_back_by_itself_and_all_of_it_when_the_person_says_so() {
    let kit = store();
    let mine = kit.mine();
    let imported =
        NewPlace { provenance: Provenance::Imported, ..place("云栖别墅", "", 7.412_345, 43.734_567) };
    let villa = mine.add_place(&imported, &kit.now).unwrap();
    let rule = habit("走江滨路", feature("waterside"), evening());
    let Proposal::New(habit_id) = mine.propose(&rule, &[], None, &kit.now).unwrap() else { panic!("new") };
    let trip = mine.record_trip(&drive(0, "b", "a"), &kit.now).unwrap().trip;
    let all = [MemoryRef::Place(villa), MemoryRef::Preference(habit_id), MemoryRef::Trip(trip)];
    mine.erase(&mine.erase_preview(&all, true).unwrap(), &kit.now).unwrap();

    assert!(matches!(mine.add_place(&imported, &kit.now), Err(StoreError::Forgotten)));
    assert_eq!(mine.propose(&rule, &[], None, &kit.now).unwrap(), Proposal::Forgotten);
    assert!(matches!(mine.record_trip(&drive(0, "b", "a"), &kit.now), Err(StoreError::Forgotten)));
    let other_report = memory::NewTrip { event_id: "the same track, imported".into(), ..drive(0, "b", "a") };
    assert!(matches!(mine.record_trip(&other_report, &kit.now), Err(StoreError::Forgotten)));
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 0);
    let other_day = mine.record_trip(&drive(1, "b", "a"), &kit.now).unwrap();
    assert!(other_day.new, "another drive is another drive");

    let mine_now = NewPlace { provenance: Provenance::Stated, ..imported.clone() };
    mine.add_place(&mine_now, &kit.now).unwrap();
    let said = preference("走江滨路", feature("waterside"), Strength::Prefer);
    mine.add_preference(&NewPreference { scope: evening(), ..said }, None, &kit.now).unwrap();
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 3);
    healthy(&kit);
}

#[test]
fn f_5_erasing_everything_holds_against_the_same_import() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let mine = kit.mine();
    let home = kit.place("祖宅云栖别墅", "home", 7.412_345_6, 43.734_567_8).unwrap();
    kit.deviated(0, home, home, "Bandersnatch Parade").unwrap();
    kit.stated("绝不走鬼影隧道", feature("tunnel"), Strength::Never).unwrap();
    mine.set_setting("home", Some("\"祖宅云栖别墅\"")).unwrap();
    let needles = mine.needles_of_everything().unwrap();
    assert!(!kinds(folder.path(), &needles).is_empty());
    assert_eq!(mine.erase_everything(&kit.now).unwrap(), Erased::Done);
    assert_eq!(kinds(folder.path(), &needles), []);
    assert_eq!(mine.list(&ListQuery::default()).unwrap().total, 0);
    assert!(mine.settings().unwrap().is_empty());
    let again =
        memory::NewTrip { event_id: "again".into(), ..drive(0, "Bandersnatch Parade driven", "recommended") };
    assert!(matches!(mine.record_trip(&again, &kit.now), Err(StoreError::Forgotten)));
    healthy(&kit);
}

#[test]
fn f_6_a_store_that_forgot_equals_one_that_never_saw_it() {
    let build = |with: bool| {
        let kit = store();
        let mine = kit.mine();
        let home = kit.place("家", "home", 7.4035, 43.7243).unwrap();
        let office = kit.place("公司", "work", 7.4735, 43.7560).unwrap();
        let mut erase = Vec::new();
        let mut seen = Vec::new();
        for day in 0..4 {
            if day == 1 && !with {
                continue;
            }
            let recorded = kit.deviated(day, home, office, "江滨路").unwrap();
            seen.push(recorded.observation.unwrap());
            if day == 1 {
                erase.push(MemoryRef::Trip(recorded.trip));
            }
        }
        let new = habit("走江滨路", feature("waterside"), evening());
        let Proposal::New(id) =
            mine.propose(&new, &seen[..2], Some(&kit.vector("走江滨路")), &kit.now).unwrap()
        else {
            panic!("new")
        };
        mine.add_evidence(id, &seen[2..], &kit.now).unwrap();
        kit.stated("别走隧道", feature("tunnel"), Strength::Avoid).unwrap();
        if with {
            let later = kit.stated("走隧道", feature("tunnel"), Strength::Prefer).unwrap();
            erase.push(MemoryRef::Preference(later));
            mine.erase(&mine.erase_preview(&erase, false).unwrap(), &kit.now).unwrap();
        }
        let situation = crate::at(&monaco(MONDAY_MORNING + 10 * 3_600));
        let asked = "走江滨路不走隧道";
        let query = memory::RecallAsk {
            embedding: Some(kit.vector(asked)),
            max_distance: Some(2.0),
            ..memory::RecallAsk::plain(asked, situation.clone())
        };
        let recalled: Vec<_> = mine
            .recall(&query)
            .unwrap()
            .kept
            .into_iter()
            .filter(|hit| matches!(hit.memory, MemoryRef::Preference(_)))
            .map(|hit| {
                let stands = hit.preference().map(|row| (row.state, row.validity));
                (hit.row.text(), hit.score.to_bits(), stands)
            })
            .collect();
        let active: Vec<_> =
            mine.active_for(&situation).unwrap().into_iter().map(|row| row.content).collect();
        (recalled, active, mine.trips_between(home, office, None).unwrap().len())
    };
    assert_eq!(build(true), build(false));
}

#[test]
fn f_1_after_thirty_days_the_recently_deleted_are_erased() {
    let folder = tempfile::tempdir().unwrap();
    let kit = TestStore::in_folder(folder.path()).unwrap();
    let id = kit.place("祖宅云栖别墅", "", 7.412_345_6, 43.734_567_8).unwrap();
    let plan = kit.mine().erase_preview(&[MemoryRef::Place(id)], false).unwrap();
    kit.mine().delete(&[MemoryRef::Place(id)], &kit.now).unwrap();
    let after = |days: i64| monaco(MONDAY_MORNING + days * 86_400);
    assert_eq!(kit.store.purge_deleted(&after(29)).unwrap(), 0);
    assert_eq!(kit.mine().purge_deleted(31, &after(30)).unwrap(), 0, "a person may keep them for longer");
    assert_eq!(kit.mine().deletions().unwrap().len(), 1);
    assert_eq!(kit.store.purge_deleted(&after(30)).unwrap(), 1);
    assert!(kit.mine().deletions().unwrap().is_empty());
    assert_eq!(kinds(folder.path(), &plan.needles), []);
    healthy(&kit);
}

#[test]
fn installing_is_the_persons_act_and_does_not_bring_erased_memories_back() {
    let kit = store();
    let mine = kit.mine();
    let bundle = memory::Bundle {
        places: vec![
            NewPlace { provenance: Provenance::Imported, ..place("家", "home", 7.4035, 43.7243) },
            NewPlace { provenance: Provenance::Imported, ..place("公司", "work", 7.4735, 43.7560) },
        ],
        trips: (0..2)
            .map(|day| memory::NewTrip {
                start_place: Some(domain::PlaceId(0)),
                end_place: Some(domain::PlaceId(1)),
                provenance: Provenance::Imported,
                observed: Some(ObservationKind::Deviated(deviation("江滨路"))),
                ..drive(day, "b", "a")
            })
            .collect(),
        preferences: vec![
            (
                NewPreference {
                    provenance: Provenance::Imported,
                    scope: domain::Scope { to: Some(domain::PlaceId(1)), ..domain::Scope::default() },
                    ..preference("去公司别走高架", feature("elevated"), Strength::Avoid)
                },
                Some(kit.vector("去公司别走高架")),
                vec![],
            ),
            (
                NewPreference {
                    source_trip: Some(domain::TripId(0)),
                    ..habit("走江滨路", feature("waterside"), evening())
                },
                None,
                vec![0, 1],
            ),
        ],
    };
    let done = mine.install(&bundle, &kit.now).unwrap();
    assert!(done.places.iter().all(Option::is_some) && done.preferences.iter().all(Option::is_some));
    let office = done.places[1].unwrap();
    let situation = domain::Situation { to: Some(office), ..crate::at(&kit.now) };
    assert_eq!(mine.active_for(&situation).unwrap().len(), 1);
    assert_eq!(mine.proposed().unwrap().len(), 1);
    assert_eq!(mine.evidence_of(done.preferences[1].unwrap()).unwrap().len(), 2);
    healthy(&kit);

    mine.erase(&mine.erase_preview(&[MemoryRef::Place(office)], false).unwrap(), &kit.now).unwrap();
    let again = mine.install(&bundle, &kit.now).unwrap();
    assert_eq!((again.places[1], again.preferences[0]), (None, None));
    let broken = memory::Bundle {
        trips: vec![memory::NewTrip { start_place: Some(domain::PlaceId(9)), ..drive(5, "b", "a") }],
        ..memory::Bundle::default()
    };
    assert!(matches!(mine.install(&broken, &kit.now), Err(StoreError::OutOfRange(_))));
    healthy(&kit);
}

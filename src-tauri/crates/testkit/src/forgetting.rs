//! Random lives of a memory file in which things are forgotten: whatever happens before and after, what was erased does not
//! come back, leaves no byte, and leaves the store as if it had never been there.
//!
//! Every item has texts of its own that occur nowhere else. A life is a list of deeds; after an erasure the deeds about the
//! erased item are struck from the list, the rest is lived again by a fresh store in memory, and both must look the same.

use std::{collections::BTreeSet, path::Path};

use domain::{
    LonLat, MemoryClass, MemoryRef, Moment, ObservationId, ObservationKind, PreferenceState, Provenance,
    StatementKey, StatementState, StatementType, StreamSource, Target,
    graph::{EntityKind, Relation},
};
use extract::{EntityName, NewNoticed, NewStatement, Tie};
use memory::{ListQuery, Mine, NewPlace, ReflectionCause, StatementQuery, Store, StoreError};

use crate::{
    clock::{MONDAY_MORNING, monaco},
    store::{TestStore, clean, deviation, drive, fact, habit, said},
};

/// What a life came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Erasures.
    pub erased: usize,
    /// Things that were there again after they had been erased.
    pub resurrections: usize,
    /// Erasures after which a byte of the erased was in some file.
    pub residual: usize,
    /// Erasures after which the store was not as if it had never seen the erased.
    pub unequal: usize,
    /// Times at which the doctor found something.
    pub ill: usize,
}

impl Outcome {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            erased: self.erased + other.erased,
            resurrections: self.resurrections + other.resurrections,
            residual: self.residual + other.residual,
            unequal: self.unequal + other.unequal,
            ill: self.ill + other.ill,
        }
    }

    /// Whether nothing went wrong.
    pub fn is_clean(&self) -> bool {
        self.resurrections + self.residual + self.unequal + self.ill == 0
    }
}

/// Something with texts of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// A claim: property and value.
    Claim(u64, u64),
    /// Something done at an hour, the same property and value as others.
    Event(u64, u64),
    /// A place.
    Place(u64),
    /// A drive that left the recommended route.
    Trip(u64),
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Say(Item, i64),
    Import(Item, i64),
    Delete(Item, i64),
    Undo(Item, i64),
    Reflect(i64),
}

impl Deed {
    fn item(self) -> Option<Item> {
        match self {
            Self::Say(item, _) | Self::Import(item, _) | Self::Delete(item, _) | Self::Undo(item, _) => {
                Some(item)
            }
            Self::Reflect(_) => None,
        }
    }
}

/// A text that occurs nowhere else and reveals nobody.
fn token(item: Item) -> String {
    let letters = |mut n: u64| {
        let mut text = String::new();
        for _ in 0..6 {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push(char::from(b'a' + ((n >> 33) % 26) as u8));
        }
        text
    };
    match item {
        Item::Claim(a, b) => format!("zclaim{}{}", letters(a * 31 + 1), letters(b * 17 + 2)),
        Item::Event(_, b) => format!("zevent{}", letters(b * 13 + 3)),
        Item::Place(a) => format!("zplace{}", letters(a * 7 + 4)),
        Item::Trip(a) => format!("ztrip{}", letters(a * 11 + 5)),
    }
}

fn at(hour: i64) -> Moment {
    monaco(MONDAY_MORNING + hour * 3_600)
}

fn claim(item: Item, attribute: u64, import: bool, now: &Moment) -> (NewNoticed, NewStatement) {
    let text = token(item);
    let source = if import { StreamSource::Import } else { StreamSource::Dialogue };
    // The same entry of a file is the same at whatever time it is read.
    let when = if import { at(0) } else { now.clone() };
    let seen = NewNoticed { source, ..said(&format!("plays {text}"), &when) };
    let new = NewStatement {
        provenance: if import { Provenance::Imported } else { Provenance::Stated },
        validity: domain::Validity { valid_from: when.at, valid_to: None },
        ties: vec![Tie {
            relation: Relation::Prefers,
            to: EntityName { kind: EntityKind::Thing, name: text.clone() },
        }],
        ..fact(&format!("plays {text}"), &format!("game{attribute}"), &text, now)
    };
    (seen, new)
}

fn place(item: Item, number: u64) -> NewPlace {
    NewPlace {
        name: token(item),
        aliases: Vec::new(),
        address: String::new(),
        at: LonLat { lon: 7.1 + number as f64 * 0.012_345_7, lat: 43.1 + number as f64 * 0.010_987_3 },
        tag: String::new(),
        provenance: Provenance::Stated,
    }
}

/// Does one deed. What the rules refuse changes nothing, and is refused again when the life is lived again.
fn live(kit: &TestStore, deed: Deed) -> Result<(), StoreError> {
    let mine = kit.mine();
    match deed {
        Deed::Say(item, hour) | Deed::Import(item, hour) => {
            let (import, now) = (matches!(deed, Deed::Import(..)), at(hour));
            match item {
                Item::Claim(attribute, _) => {
                    let (seen, new) = claim(item, attribute, import, &now);
                    let vector = kit.vector(&new.content);
                    let seen = mine.notice(&clean(seen))?;
                    let added = mine.add_statement(&clean(new), &[seen], Some(&vector), &now);
                    if matches!(added, Err(StoreError::Forgotten)) {
                        // What the file says is not taken, so its words are not either.
                        let plan = mine.erase_preview(&[MemoryRef::Observation(seen)], false)?;
                        mine.erase(&plan, &now)?;
                    }
                    added.map(|_| ())
                }
                Item::Event(attribute, number) => {
                    let when = at(number as i64);
                    let event = NewNoticed {
                        source: if import { StreamSource::Import } else { StreamSource::Action },
                        kind: "set".to_owned(),
                        key: Some(key(&format!("dial{attribute}"))),
                        value: "low".to_owned(),
                        traffic: token(item),
                        ..said("", &when)
                    };
                    mine.notice(&clean(event)).map(|_| ())
                }
                Item::Place(number) => mine.add_place(&place(item, number), &now).map(|_| ()),
                Item::Trip(number) => {
                    let mut new = drive(number as i64, &token(item), "recommended");
                    new.event_id = token(item);
                    new.note = token(item);
                    new.start = LonLat { lon: 6.1 + number as f64 * 0.013_579_1, lat: 42.1 };
                    new.observed = Some(ObservationKind::Deviated(deviation("waterside")));
                    mine.record_trip(&new, &now).map(|_| ())
                }
            }
        }
        Deed::Delete(item, hour) => {
            let memories = memories(&mine, item, false)?;
            if memories.is_empty() { Ok(()) } else { mine.delete(&memories, &at(hour)).map(|_| ()) }
        }
        Deed::Undo(item, hour) => {
            let gone = memories(&mine, item, true)?;
            let found =
                mine.deletions()?.into_iter().find(|one| one.memories.iter().any(|it| gone.contains(it)));
            match found {
                Some(deletion) => mine.undo(deletion.id, &at(hour)).map(|_| ()),
                None => Ok(()),
            }
        }
        Deed::Reflect(hour) => reflect(&mine, &at(hour)),
    }
}

fn key(attribute: &str) -> StatementKey {
    crate::store::key("me", attribute)
}

/// Rows whose texts are the item's.
fn memories(mine: &Mine<'_>, item: Item, deleted: bool) -> Result<Vec<MemoryRef>, StoreError> {
    let text = token(item);
    let rows = mine.list(&ListQuery { deleted, ..ListQuery::default() })?.rows;
    let named = rows.iter().filter(|row| row.title.contains(&text) || row.detail.contains(&text));
    Ok(named.map(|row| row.memory).collect())
}

/// A plain stand-in for reflection: two alike make an insight, a later one verifies it; one deviation is a candidate, two are
/// a proposal.
fn reflect(mine: &Mine<'_>, now: &Moment) -> Result<(), StoreError> {
    let stream = mine.stream_after(None, 10_000)?;
    for attribute in 0..3 {
        let about = key(&format!("dial{attribute}"));
        let seen: Vec<ObservationId> =
            stream.iter().filter(|row| row.key.as_ref() == Some(&about)).map(|row| row.id).collect();
        if seen.len() < 2 {
            continue;
        }
        let new = NewStatement {
            kind: StatementType::Insight,
            class: MemoryClass::Preference,
            provenance: Provenance::Inferred,
            state: StatementState::Pending,
            confidence: 0.8,
            ..fact(&format!("turns dial {attribute} low"), &format!("insight:dial{attribute}"), "low", now)
        };
        let run = memory::Reflection {
            at: now.clone(),
            cause: ReflectionCause::Asked,
            processed: seen.len() as u32,
            importance_sum: 0.0,
            cursor: ObservationId(seen.iter().map(|id| id.0).max().unwrap_or(0)),
            made: 1,
        };
        mine.reflect(&run, &[(clean(new), seen, None)])?;
    }
    let drives: Vec<ObservationId> =
        stream.iter().filter(|row| row.kind == "deviated").map(|row| row.id).collect();
    if !drives.is_empty() {
        let state = if drives.len() > 1 { PreferenceState::Proposed } else { PreferenceState::Candidate };
        let target = Target::Road("waterside".to_owned());
        let new = memory::NewPreference { state, ..habit("by the water", target, domain::Scope::default()) };
        mine.propose(&new, &drives, None, now)?;
    }
    Ok(())
}

/// Everything that a person, a plan or recall can see, without row numbers and times.
fn view(kit: &TestStore) -> Result<Vec<String>, StoreError> {
    let mine = kit.mine();
    let now = at(100_000);
    let mut lines = Vec::new();
    for row in mine.list(&ListQuery::default())?.rows {
        // An insight's state is a function of when what was noticed; the times of a life lived again are others.
        lines.push(format!(
            "{:?} {} {} {:?} {:.3} {}",
            row.kind, row.title, row.detail, row.provenance, row.confidence, row.evidence
        ));
    }
    for row in mine.statements(&StatementQuery { in_force_at: Some(now.at), ..StatementQuery::default() })? {
        lines.push(format!("holds {} {} {:.3}", row.key.attribute, row.value, row.importance.repetition));
    }
    for (_, name) in mine.entities()? {
        lines.push(format!("entity {}", name.name));
    }
    let query = memory::RecallQuery {
        text: "plays water".to_owned(),
        embedding: None,
        situation: domain::Situation { depart: now, weather: None, from: None, to: None },
        k: 50,
        max_distance: None,
    };
    for found in mine.recall(&query)? {
        lines.push(format!("recalled {} {:.3}", found.title, found.score));
    }
    lines.sort();
    Ok(lines)
}

/// xorshift64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides.max(1)
    }
}

/// One life of so many deeds in an empty folder. The same seed is the same life.
///
/// # Errors
/// Any that no rule of forgetting explains.
pub fn life(seed: u64, deeds: usize, folder: &Path) -> Result<Outcome, StoreError> {
    let data = folder.join("data");
    std::fs::create_dir_all(&data)?;
    let file = data.join("memory.db");
    let kept = folder.join("kept.db");
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut kit = TestStore::in_folder(&data)?;
    let mut life: Vec<Deed> = Vec::new();
    let mut backup: Option<Vec<Deed>> = None;
    let mut erased: BTreeSet<Item> = BTreeSet::new();
    let mut outcome = Outcome::default();
    for step in 0..deeds {
        let hour = 1_000 + step as i64;
        let number = dice.roll(5);
        let item = match dice.roll(4) {
            0 => Item::Claim(number % 2, dice.roll(3)),
            1 => Item::Event(number % 3, dice.roll(9) * 3 + number % 3),
            2 => Item::Place(number),
            _ => Item::Trip(number),
        };
        let (act_of, nth) = (dice.roll(14), dice.roll(1_000) as usize);
        // What is deleted, brought back or erased is mostly something that is there.
        let there: Vec<Item> = life.iter().filter_map(|deed| deed.item()).collect();
        let item = match there.get(nth % there.len().max(1)) {
            Some(known) if !(0..=4).contains(&act_of) => *known,
            _ => item,
        };
        match act_of {
            0..=2 => {
                let by_machine = matches!(item, Item::Event(..) | Item::Trip(_));
                // A drive and an event are noticed, not said: what was erased of them stays erased.
                if by_machine && erased.contains(&item) {
                    continue;
                }
                erased.remove(&item);
                act(&kit, Deed::Say(item, hour), &mut life)?;
            }
            3 | 4 => {
                let import = Deed::Import(item, hour);
                // Imports of places are a person's own act by its list; drives and claims come from files.
                match item {
                    Item::Place(_) => {}
                    _ if erased.contains(&item) => {
                        let refused = matches!(live(&kit, import), Err(StoreError::Forgotten));
                        outcome.resurrections +=
                            usize::from(!refused || !memories(&kit.mine(), item, false)?.is_empty());
                    }
                    _ => act(&kit, import, &mut life)?,
                }
            }
            5 => {
                // Only what rests on nothing noticed is deleted undoably here: see the module's own tests for the rest.
                if matches!(item, Item::Claim(..) | Item::Place(_)) {
                    act(&kit, Deed::Delete(item, hour), &mut life)?;
                }
            }
            6 => act(&kit, Deed::Undo(item, hour), &mut life)?,
            7 | 8 => act(&kit, Deed::Reflect(hour), &mut life)?,
            9 => {
                std::fs::remove_file(&kept).or_else(|error| {
                    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
                })?;
                kit.store.backup(&kept)?;
                kit.store.back_up(&at(hour))?;
                backup = Some(life.clone());
            }
            10 if backup.is_some() && dice.roll(2) == 0 => {
                drop(kit);
                Store::restore(&file, &kept, &at(hour))?;
                kit = TestStore::in_folder(&data)?;
                life = backup.clone().unwrap_or_default();
                life.retain(|deed| deed.item().is_none_or(|item| !erased.contains(&item)));
                for item in &erased {
                    outcome.resurrections += memories(&kit.mine(), *item, false)?.len();
                    outcome.resurrections += memories(&kit.mine(), *item, true)?.len();
                }
                compare(&kit, &life, hour, &mut outcome)?;
            }
            _ => {
                let mut targets = memories(&kit.mine(), item, false)?;
                targets.extend(memories(&kit.mine(), item, true)?);
                if targets.is_empty() {
                    continue;
                }
                let plan = kit.mine().erase_preview(&targets, false)?;
                kit.mine().erase(&plan, &at(hour))?;
                erased.insert(item);
                outcome.erased += 1;
                life.retain(|deed| deed.item() != Some(item));
                let scan = memory::scan_bytes(&data, &plan.needles, &[])?;
                outcome.residual += usize::from(!scan.hits.is_empty() || holds(&data, &token(item))?);
                act(&kit, Deed::Reflect(hour), &mut life)?;
                for item in &erased {
                    outcome.resurrections += memories(&kit.mine(), *item, false)?.len();
                }
                compare(&kit, &life, hour, &mut outcome)?;
            }
        }
    }
    outcome.ill += usize::from(!kit.store.doctor()?.problems.is_empty());
    Ok(outcome)
}

/// Does a deed and writes it down.
fn act(kit: &TestStore, deed: Deed, life: &mut Vec<Deed>) -> Result<(), StoreError> {
    match live(kit, deed) {
        Ok(()) => {
            life.push(deed);
            Ok(())
        }
        // The rules refused it: nothing happened, and nothing is to be lived again.
        Err(StoreError::Forgotten | StoreError::NoSuchMemory) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Lives what is left of the life again, in memory, and looks whether both stores look the same.
fn compare(kit: &TestStore, life: &[Deed], hour: i64, outcome: &mut Outcome) -> Result<(), StoreError> {
    outcome.ill += usize::from(!kit.store.doctor()?.problems.is_empty());
    let again = TestStore::in_memory()?;
    for deed in life {
        match live(&again, *deed) {
            Ok(()) | Err(StoreError::Forgotten | StoreError::NoSuchMemory) => {}
            Err(error) => return Err(error),
        }
    }
    for store in [kit, &again] {
        live(store, Deed::Reflect(hour))?;
    }
    let (real, never) = (view(kit)?, view(&again)?);
    if real != never {
        outcome.unequal += 1;
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            these.iter().filter(|line| !those.contains(line)).cloned().collect()
        };
        outcome.say(&only(&real, &never), &only(&never, &real));
    }
    Ok(())
}

impl Outcome {
    /// For whoever looks for the reason: the texts are made up.
    #[allow(clippy::print_stdout, reason = "a tool of tests says what it found")]
    fn say(self, here: &[String], there: &[String]) {
        println!("after {} erasures, only here: {here:?}; only there: {there:?}", self.erased);
    }
}

/// Whether a text is in any file below a folder.
fn holds(folder: &Path, text: &str) -> Result<bool, StoreError> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read(&path)?.windows(text.len()).any(|part| part == text.as_bytes()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

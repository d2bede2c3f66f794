//! Random lives of a memory file in which things are forgotten: whatever happens before and after, what was erased does not
//! come back, leaves no byte, and leaves the store as if it had never been there.
//!
//! Every item has texts of its own that occur nowhere else. A life is a list of deeds; after an erasure the deeds about the
//! erased item are struck from the list, the rest is lived again by a fresh store in memory, and both must look the same.
//! A backup brings back the list as it was when the backup was taken, without what was done before an erasure since then
//! about the same item: what was erased stays erased, also when it was said again and that was lost with the restoring.

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
    /// The person's yes or no to what a file said, and nobody else.
    Answer(Item, bool, i64),
    /// The person's no to the habit.
    DenyHabit(i64),
    /// The person's no to an insight.
    DenyInsight(u64, i64),
    Reflect(i64),
}

impl Deed {
    fn item(self) -> Option<Item> {
        match self {
            Self::Say(item, _)
            | Self::Import(item, _)
            | Self::Delete(item, _)
            | Self::Undo(item, _)
            | Self::Answer(item, ..) => Some(item),
            Self::DenyHabit(_) | Self::DenyInsight(..) | Self::Reflect(_) => None,
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
    // The same entry of a file is the same at whatever time it is read. Some are of later than what was said before them, and
    // contradict it.
    let when = match (import, item) {
        // At no full hour: nothing is said at the same moment in the same words.
        (true, Item::Claim(_, value)) if value % 2 == 1 => monaco(MONDAY_MORNING + 1_020 * 3_600 + 1_800),
        (true, _) => at(0),
        (false, _) => now.clone(),
    };
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
                    mine.learn(&clean(seen), None, &[(clean(new), Some(vector))], &now).map(|_| ())
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
        Deed::Answer(item, yes, hour) => {
            let Some(only) = only_imported(&mine, item)? else { return Ok(()) };
            if yes { mine.confirm_statement(only, &at(hour)) } else { mine.reject_statement(only, &at(hour)) }
        }
        Deed::DenyHabit(hour) => {
            let open = mine
                .preferences()?
                .into_iter()
                .find(|row| matches!(row.state, PreferenceState::Candidate | PreferenceState::Proposed));
            open.map_or(Ok(()), |row| mine.reject(row.id, &at(hour)))
        }
        Deed::DenyInsight(attribute, hour) => {
            let about = key(&format!("insight:dial{attribute}"));
            let rows = mine.statements(&StatementQuery::default())?;
            let found = rows.into_iter().find(|row| row.key == about);
            found.map_or(Ok(()), |row| mine.delete(&[MemoryRef::Statement(row.id)], &at(hour)).map(|_| ()))
        }
        Deed::Reflect(hour) => reflect(&mine, &at(hour)),
    }
}

/// The one statement about an item, when a file said it and nobody else.
fn only_imported(mine: &Mine<'_>, item: Item) -> Result<Option<domain::StatementId>, StoreError> {
    let text = token(item);
    let rows = mine.statements(&StatementQuery::default())?;
    let mut about = rows.into_iter().filter(|row| row.value == text && row.state != StatementState::Rejected);
    let only = about.next().filter(|row| row.provenance == Provenance::Imported);
    Ok(only.map(|row| row.id).filter(|_| about.next().is_none()))
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
        // How sure an insight is says what it stands on; the times of a life lived again are others.
        lines.push(format!(
            "{:?} {} {} {:?} {:.3} {}",
            row.kind, row.title, row.detail, row.provenance, row.confidence, row.evidence
        ));
    }
    for row in mine.statements(&StatementQuery { in_force_at: Some(now.at), ..StatementQuery::default() })? {
        lines.push(format!("holds {} {} {:.3}", row.key.attribute, row.value, row.importance.repetition));
    }
    for row in mine.statements(&StatementQuery::default())? {
        lines.push(format!("{:?} {} {}", row.state, row.key.attribute, row.value));
    }
    for row in mine.preferences()? {
        lines.push(format!("{:?} {} {:.3}", row.state, row.content, row.confidence));
    }
    for (_, name) in mine.entities()? {
        lines.push(format!("entity {}", name.name));
    }
    let situation = domain::Situation { depart: now, weather: None, from: None, to: None };
    for asked in ["plays turns", "plays water"] {
        for found in mine.recall(&memory::RecallAsk::plain(asked, situation.clone()))?.kept {
            lines.push(format!("recalled {}", found.row.text()));
        }
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

/// A backup, and the life as it was.
#[derive(Clone, Default)]
struct Then {
    life: Vec<(usize, Deed)>,
    erased: BTreeSet<Item>,
}

/// A life while it goes on.
struct Life {
    kit: TestStore,
    /// What was done, and at which step.
    deeds: Vec<(usize, Deed)>,
    /// What is erased and was not said again.
    erased: BTreeSet<Item>,
    /// Every erasure: the step and the item.
    erasures: Vec<(usize, Item)>,
    outcome: Outcome,
}

impl Life {
    /// Does a deed and writes it down.
    fn act(&mut self, step: usize, deed: Deed) -> Result<(), StoreError> {
        match live(&self.kit, deed) {
            Ok(()) => {
                self.deeds.push((step, deed));
                Ok(())
            }
            // The rules refused it: nothing happened, and nothing is to be lived again.
            Err(StoreError::Forgotten | StoreError::NoSuchMemory) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn now(&self) -> Then {
        Then { life: self.deeds.clone(), erased: self.erased.clone() }
    }

    /// Nothing of what is erased is there.
    fn look(&mut self, deleted_too: bool) -> Result<(), StoreError> {
        for item in &self.erased {
            self.outcome.resurrections += memories(&self.kit.mine(), *item, false)?.len();
            if deleted_too {
                self.outcome.resurrections += memories(&self.kit.mine(), *item, true)?.len();
            }
        }
        Ok(())
    }

    /// Goes back to a backup: what was done before an erasure since then about the same item is not there again.
    fn go_back(self, data: &Path, backup: &Path, then: &Then, step: usize) -> Result<Self, StoreError> {
        let Self { kit, erased, erasures, outcome, .. } = self;
        drop(kit);
        Store::restore(&data.join("memory.db"), backup, &at(hour_of(step)))?;
        let stands = |(done, deed): &(usize, Deed)| {
            deed.item().is_none_or(|item| !erasures.iter().any(|(when, gone)| *gone == item && when > done))
        };
        let deeds = then.life.iter().copied().filter(stands).collect();
        let erased = erased.union(&then.erased).copied().collect();
        let mut life = Self { kit: TestStore::in_folder(data)?, deeds, erased, erasures, outcome };
        life.act(step, Deed::Reflect(hour_of(step)))?;
        life.look(true)?;
        Ok(life)
    }
}

fn hour_of(step: usize) -> i64 {
    1_000 + step as i64
}

/// One life of so many deeds in an empty folder. The same seed is the same life.
///
/// # Errors
/// Any that no rule of forgetting explains.
pub fn life(seed: u64, deeds: usize, folder: &Path) -> Result<Outcome, StoreError> {
    let data = folder.join("data");
    std::fs::create_dir_all(&data)?;
    let kept = folder.join("kept.db");
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut life = Life {
        kit: TestStore::in_folder(&data)?,
        deeds: Vec::new(),
        erased: BTreeSet::new(),
        erasures: Vec::new(),
        outcome: Outcome::default(),
    };
    // One that was put elsewhere, and the newest beside the file, which an erasure deletes.
    let (mut elsewhere, mut beside): (Option<Then>, Option<Then>) = (None, None);
    for step in 0..deeds {
        let hour = hour_of(step);
        let number = dice.roll(5);
        let item = match dice.roll(4) {
            0 => Item::Claim(number % 2, dice.roll(3)),
            1 => Item::Event(number % 3, dice.roll(9) * 3 + number % 3),
            2 => Item::Place(number),
            _ => Item::Trip(number),
        };
        let (act_of, nth) = (dice.roll(16), dice.roll(1_000) as usize);
        // What is deleted, brought back or erased is mostly something that is there.
        let there: Vec<Item> = life.deeds.iter().filter_map(|(_, deed)| deed.item()).collect();
        let item = match there.get(nth % there.len().max(1)) {
            Some(known) if !(0..=4).contains(&act_of) => *known,
            _ => item,
        };
        match act_of {
            0..=2 => {
                let by_machine = matches!(item, Item::Event(..) | Item::Trip(_));
                // A drive and an event are noticed, not said: what was erased of them stays erased.
                if by_machine && life.erased.contains(&item) {
                    continue;
                }
                life.erased.remove(&item);
                life.act(step, Deed::Say(item, hour))?;
            }
            3 | 4 => {
                let import = Deed::Import(item, hour);
                // Imports of places are a person's own act by its list; drives and claims come from files.
                match item {
                    Item::Place(_) => {}
                    _ if life.erased.contains(&item) => {
                        let refused = matches!(live(&life.kit, import), Err(StoreError::Forgotten));
                        let back = !memories(&life.kit.mine(), item, false)?.is_empty();
                        life.outcome.resurrections += usize::from(!refused || back);
                    }
                    _ => life.act(step, import)?,
                }
            }
            5 => life.act(step, Deed::Delete(item, hour))?,
            6 => life.act(step, Deed::Undo(item, hour))?,
            7 | 8 => life.act(step, Deed::Reflect(hour))?,
            9 => {
                let gone = std::fs::remove_file(&kept);
                gone.or_else(
                    |error| {
                        if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
                    },
                )?;
                life.kit.store.backup(&kept)?;
                life.kit.store.back_up(&at(hour))?;
                elsewhere = Some(life.now());
                beside = Some(life.now());
            }
            10 => {
                let own = Store::backups_of(&data.join("memory.db")).pop().filter(|_| dice.roll(2) == 0);
                let (from, then) = match (own, &beside, &elsewhere) {
                    (Some(own), Some(then), _) => (own.path, then.clone()),
                    (_, _, Some(then)) if dice.roll(2) == 0 => (kept.clone(), then.clone()),
                    _ => continue,
                };
                life = life.go_back(&data, &from, &then, step)?;
                compare(&life.kit, &life.deeds, hour, &mut life.outcome)?;
            }
            11 => match item {
                Item::Claim(..) => life.act(step, Deed::Answer(item, dice.roll(2) == 0, hour))?,
                Item::Trip(_) => life.act(step, Deed::DenyHabit(hour))?,
                Item::Event(attribute, _) => life.act(step, Deed::DenyInsight(attribute, hour))?,
                Item::Place(_) => {}
            },
            _ => {
                let mut targets = memories(&life.kit.mine(), item, false)?;
                targets.extend(memories(&life.kit.mine(), item, true)?);
                if targets.is_empty() {
                    continue;
                }
                let plan = life.kit.mine().erase_preview(&targets, false)?;
                life.kit.mine().erase(&plan, &at(hour))?;
                life.erased.insert(item);
                life.erasures.push((step, item));
                life.outcome.erased += 1;
                life.deeds.retain(|(_, deed)| deed.item() != Some(item));
                // An erasure deletes the backups beside the file.
                beside = None;
                let scan = memory::scan_bytes(&data, &plan.needles, &[])?;
                let found = !scan.hits.is_empty() || holds(&data, &token(item))?;
                life.outcome.residual += usize::from(found);
                life.act(step, Deed::Reflect(hour))?;
                life.look(false)?;
                compare(&life.kit, &life.deeds, hour, &mut life.outcome)?;
            }
        }
    }
    life.outcome.ill += usize::from(!life.kit.store.doctor()?.problems.is_empty());
    Ok(life.outcome)
}

/// Lives what is left of the life again, in memory, and looks whether both stores look the same.
fn compare(
    kit: &TestStore,
    life: &[(usize, Deed)],
    hour: i64,
    outcome: &mut Outcome,
) -> Result<(), StoreError> {
    outcome.ill += usize::from(!kit.store.doctor()?.problems.is_empty());
    let again = TestStore::in_memory()?;
    for (_, deed) in life {
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

//! Whether a route is the one that a row of a table describes.
//!
//! A row lists OSRM's instructions; what counts here is the way: which roads follow each other, where one changes from
//! one to the next and in which direction, and where one turns around. How many instructions that makes is a matter of
//! words, so neighbours of one name count once, nameless roads do not count, and a road of a few metres or one that one
//! just goes straight onto may be missing from the row, as OSRM folds it into its neighbour.

use super::drive::Stretch;

/// OSRM folds instructions over stretches up to this length into their neighbours (`MAX_COLLAPSE_DISTANCE`).
const FOLDED_M: f64 = 30.0;
/// Bends up to this are straight on.
const STRAIGHT: f64 = 20.0;
/// Largest difference between the bend that a modifier means and the bend that is driven.
const BEND_OFF: f64 = 60.0;

/// Columns of a row that say something about the way, in OSRM's instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Expected<'a> {
    /// Names of the roads.
    pub route: &'a str,
    /// Refs of the roads.
    pub refs: Option<&'a str>,
    /// `driving` or `ferry` for each.
    pub modes: Option<&'a str>,
    /// What is done at the start of each.
    pub turns: Option<&'a str>,
    /// Letters of the nodes where that is.
    pub locations: Option<&'a str>,
    /// There are stops on the way, whose instructions repeat the road.
    pub stops: bool,
}

struct Instruction<'a> {
    name: &'a str,
    road_ref: Option<&'a str>,
    mode: Option<&'a str>,
    turn: Option<&'a str>,
    location: Option<&'a str>,
}

/// Compares; what differs is said in words.
pub fn compare(expected: Expected<'_>, got: Option<&[Stretch]>) -> Result<(), String> {
    let want = expected.route.trim();
    let Some(got) = got else {
        return if want.is_empty() { Ok(()) } else { Err(format!("no route, want {want}")) };
    };
    let names: Vec<&str> = got.iter().map(|stretch| stretch.name.as_str()).collect();
    let said = || format!("got {}, want {want}", names.join(","));
    if want.is_empty() {
        return Err(format!("got {}, want no route", names.join(",")));
    }
    let instructions = instructions(expected);
    let mut got = got.iter().peekable();
    let mut last: Option<&Stretch> = None;
    let middle = instructions.len().saturating_sub(1).max(1);
    for (index, instruction) in instructions.iter().take(middle).enumerate() {
        let turned = index > 0 && instruction.name == instructions[index - 1].name;
        if instruction.name.is_empty() && index > 0 || turned && expected.stops {
            continue;
        }
        if turned {
            // A second instruction for one road: usually one turns around on it.
            let around = got.peek().is_some_and(|next| next.turns_around && next.name == instruction.name);
            if around {
                last = got.next();
            } else if instruction.turn.is_none_or(|turn| turn.ends_with("uturn")) {
                return Err(format!("{} without turning around", said()));
            }
            continue;
        }
        let folds = |stretch: &&Stretch| stretch.name != instruction.name && is_folded(stretch);
        // What is folded away bends the car too.
        let mut bent = 0.0;
        while let Some(folded) = got.next_if(folds) {
            bent += folded.bend.unwrap_or(0.0);
        }
        let mut next = got.next().filter(|stretch| stretch.name == instruction.name).ok_or_else(said)?;
        let wants_around = instruction.turn.is_some_and(|turn| turn.ends_with("uturn"));
        if let Some(around) =
            got.next_if(|after| wants_around && after.turns_around && after.name == next.name)
        {
            (next, bent) = (around, 0.0);
        }
        check_one(instruction, next, bent, index == 0).map_err(|what| format!("{}: {what}", said()))?;
        last = Some(next);
        while expected.stops && got.next_if(|stretch| stretch.name == instruction.name).is_some() {}
    }
    let end = instructions.last().map_or("", |instruction| instruction.name);
    let rest: Vec<&Stretch> = got.collect();
    let ends_there = match rest.last() {
        None => last.is_none_or(|last| last.name == end),
        Some(_) => {
            rest.iter().all(|stretch| !stretch.turns_around && (stretch.name == end || is_folded(stretch)))
        }
    };
    if ends_there { Ok(()) } else { Err(said()) }
}

/// Whether OSRM may say nothing when this road begins.
fn is_folded(stretch: &Stretch) -> bool {
    let straight = stretch.bend.is_some_and(|bend| bend.abs() < STRAIGHT);
    !stretch.turns_around && (stretch.name.is_empty() || stretch.metres < FOLDED_M || straight)
}

fn instructions<'a>(expected: Expected<'a>) -> Vec<Instruction<'a>> {
    let list = |text: Option<&'a str>| -> Vec<&'a str> {
        text.map(|text| text.split(',').map(str::trim).collect()).unwrap_or_default()
    };
    let (refs, modes) = (list(expected.refs), list(expected.modes));
    let (turns, locations) = (list(expected.turns), list(expected.locations));
    list(Some(expected.route))
        .into_iter()
        .enumerate()
        .map(|(index, name)| Instruction {
            name,
            road_ref: refs.get(index).copied(),
            mode: modes.get(index).copied(),
            turn: turns.get(index).copied(),
            location: locations.get(index).copied(),
        })
        .collect()
}

fn check_one(want: &Instruction<'_>, got: &Stretch, bent: f64, first: bool) -> Result<(), String> {
    let plain = |text: &str| text.replace(' ', "");
    if let Some(road_ref) = want.road_ref
        && plain(road_ref) != plain(&got.road_ref)
    {
        return Err(format!("ref {} is not {road_ref}", got.road_ref));
    }
    if let Some(mode) = want.mode
        && (mode == "ferry") != got.ferry
    {
        return Err(format!("{} is not {mode}", got.name));
    }
    if let Some(location) = want.location
        && location != got.from.to_string()
    {
        return Err(format!("{} begins at {}, not {location}", got.name, got.from));
    }
    if first {
        return Ok(());
    }
    let wanted = want.turn.and_then(modifier);
    match (wanted, got.bend) {
        (Some(wanted), Some(bend)) => {
            let bend = bend + bent;
            let off = (wanted - bend).rem_euclid(360.0);
            if off.min(360.0 - off) > BEND_OFF {
                return Err(format!("bends {bend:.0}° onto {}, not {}", got.name, want.turn.unwrap_or("")));
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Degrees that a modifier means.
fn modifier(turn: &str) -> Option<f64> {
    const MODIFIERS: [(&str, f64); 8] = [
        ("sharp right", 135.0),
        ("slight right", 45.0),
        ("sharp left", -135.0),
        ("slight left", -45.0),
        ("right", 90.0),
        ("left", -90.0),
        ("straight", 0.0),
        ("uturn", 180.0),
    ];
    MODIFIERS.iter().find(|(word, _)| turn.ends_with(word)).map(|(_, degrees)| *degrees)
}

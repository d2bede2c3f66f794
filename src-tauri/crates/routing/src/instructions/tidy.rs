//! Marks that are one thing to a driver become one.

use domain::{Maneuver, TurnAngle};

use super::{Mark, Way, junction, plaza};

/// Forks this close to each other are one thing to a driver, metres.
const FORKS_IN_A_ROW_M: f64 = 150.0;
/// Two turns this close, the same way around, turn the car back: a gap between two carriageways, metres.
const TURN_BACK_M: f64 = 40.0;
/// Two turns this close are one junction, metres.
const ONE_JUNCTION_M: f64 = 15.0;

pub(super) fn tidy(way: Way<'_>, marks: &mut Vec<Mark>) {
    let mut tidied: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks.drain(..) {
        if matches!(mark.maneuver, Maneuver::Fork(_)) && plaza::spreads(way, mark.at) {
            continue;
        }
        let Some(before) = tidied.last().copied() else {
            tidied.push(mark);
            continue;
        };
        let between = way.metres(before.at, mark.at);
        // Keeping to one side through several forks in a row is said once.
        if matches!(mark.maneuver, Maneuver::Fork(_))
            && before.maneuver == mark.maneuver
            && between <= FORKS_IN_A_ROW_M
        {
            continue;
        }
        match joined(way, &before, &mark, between) {
            Joined::No => tidied.push(mark),
            Joined::Into(one) => {
                tidied.pop();
                tidied.push(one);
            }
            Joined::Nothing => {
                tidied.pop();
            }
        }
    }
    *marks = tidied;
}

enum Joined {
    No,
    Into(Mark),
    Nothing,
}

/// Two turns as one: back between carriageways, or both at one junction.
fn joined(way: Way<'_>, first: &Mark, second: &Mark, between: f64) -> Joined {
    let turns = |mark: &Mark| matches!(mark.maneuver, Maneuver::Turn(_) | Maneuver::Continue);
    if !turns(first) || !turns(second) || between > TURN_BACK_M {
        return Joined::No;
    }
    let Some(before) = first.at.checked_sub(1).and_then(|before| way.pieces.get(before)) else {
        return Joined::No;
    };
    let Some(after) = way.pieces.get(second.named) else { return Joined::No };
    let sum = first.bend + second.bend;
    let one_road = junction::same_road(way.graph, before.edge, after.edge);
    if first.bend.signum() == second.bend.signum() && (140.0..=220.0).contains(&sum.abs()) && one_road {
        return Joined::Into(Mark { named: second.named, maneuver: Maneuver::UTurn, bend: sum, ..*first });
    }
    if between > ONE_JUNCTION_M {
        return Joined::No;
    }
    let angle = junction::angle(sum);
    if sum.abs() <= 30.0 {
        if one_road {
            return Joined::Nothing;
        }
        return Joined::Into(Mark { named: second.named, maneuver: Maneuver::Continue, bend: sum, ..*first });
    }
    if angle == TurnAngle::Straight || sum.abs() > 175.0 {
        return Joined::No;
    }
    Joined::Into(Mark { named: second.named, maneuver: Maneuver::Turn(angle), bend: sum, ..*first })
}

//! Instructions on the wire.

use domain::{Lane, LaneUse, Lang, LonLat, Maneuver, Route, Side, Step, TurnAngle};

use crate::{
    dto::{LaneDto, StepDto},
    remember::point_dto,
};

/// One instruction with its sentence.
pub(super) fn step_dto(lang: Lang, step: &Step, text: String, route: &Route, drives_left: bool) -> StepDto {
    let at = route.geometry.get(step.from_point).or(route.geometry.last()).copied();
    StepDto {
        text,
        icon: icon(step.maneuver, drives_left).to_owned(),
        road: step.road.name.clone(),
        exit: match step.maneuver {
            Maneuver::Roundabout { exit, .. } if exit > 0 => exit.to_string(),
            _ => step.sign.exit.clone(),
        },
        lanes: step.lanes.iter().map(lane_dto).collect(),
        notes: step.notes.iter().map(|note| routing::note_words(note, lang)).collect(),
        distance_m: step.distance_m,
        duration_s: step.duration_s,
        point: point_dto(at.unwrap_or(LonLat { lon: 0.0, lat: 0.0 })),
    }
}

fn lane_dto(lane: &Lane) -> LaneDto {
    let take = match lane.use_arrow {
        Some(LaneUse::By(arrow)) => arrow.word(),
        Some(LaneUse::Unpainted) => "through",
        None => "",
    };
    LaneDto {
        arrows: lane.mark.arrows().map(|arrow| arrow.word().to_owned()).collect(),
        take: take.to_owned(),
        closed: lane.mark.is_closed(),
    }
}

fn icon(maneuver: Maneuver, drives_left: bool) -> &'static str {
    match maneuver {
        Maneuver::Depart { .. } => "depart",
        Maneuver::Turn(angle) => match angle {
            TurnAngle::SlightLeft => "slight_left",
            TurnAngle::Left => "left",
            TurnAngle::SharpLeft => "sharp_left",
            TurnAngle::Straight => "straight",
            TurnAngle::SlightRight => "slight_right",
            TurnAngle::Right => "right",
            TurnAngle::SharpRight => "sharp_right",
        },
        Maneuver::Continue => "straight",
        Maneuver::Fork(Some(Side::Left)) => "fork_left",
        Maneuver::Fork(Some(Side::Right)) => "fork_right",
        Maneuver::Fork(None) => "fork_middle",
        Maneuver::Merge(Side::Left) => "merge_left",
        Maneuver::Merge(Side::Right) => "merge_right",
        Maneuver::RampOn(Side::Left) | Maneuver::RampOff(Side::Left) => "ramp_left",
        Maneuver::RampOn(Side::Right) | Maneuver::RampOff(Side::Right) => "ramp_right",
        Maneuver::Roundabout { .. } if drives_left => "roundabout_left",
        Maneuver::Roundabout { .. } => "roundabout",
        Maneuver::UTurn if drives_left => "uturn_right",
        Maneuver::UTurn => "uturn",
        Maneuver::Ferry { .. } => "ferry",
        Maneuver::FerryOff => "ferry_off",
        Maneuver::TollBooth => "toll",
        Maneuver::BorderControl => "border",
        Maneuver::Waypoint(_) => "waypoint",
        Maneuver::Arrive(_) => "arrive",
    }
}

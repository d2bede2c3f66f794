//! With memory and without: is what memory proposes nearer to what is driven (MISSION S3-47)?
//!
//! What was proposed with memory is what the trip has written down, at the time, so that a memory which was learned from the
//! very drive can't take credit for it. What is proposed without is computed now, by the same planner over the same map for
//! the same departure, with nothing recalled.

use std::collections::BTreeSet;

use domain::{EdgeKey, MemoryRef, Trip};

use super::figures::share;
use crate::{
    App, AppError, CancelToken,
    dto::{CompareDto, CompareRowDto, ErrorCode, LangDto, PlanRequest, WaypointDto},
    plan::Recalled,
    remember::point_dto,
};

/// Drives that are compared.
const DRIVES: usize = 30;

impl App {
    /// Compares the last drives. One plan per drive: it can be cancelled.
    pub fn compare(&self, lang: LangDto, cancel: &CancelToken) -> Result<CompareDto, AppError> {
        let mut rows = Vec::new();
        let trips = self.mine().trips(0)?;
        for trip in trips.iter().filter(|trip| trip.preferred).take(DRIVES) {
            if cancel.is_cancelled() {
                return Err(AppError::new(ErrorCode::Cancelled));
            }
            // A drive whose map is gone can't be planned again, and counts for neither side.
            let Ok((plain, along)) = self.without_memory(trip, lang) else { continue };
            let brief = self.trip_brief(trip, lang.into());
            rows.push(CompareRowDto {
                trip: MemoryRef::Trip(trip.id).to_string(),
                text: crate::words::from_to(lang.into(), &brief.from, &brief.to),
                at: trip.departure.at.0,
                with_memory: trip.recommended == trip.chosen,
                without_memory: plain,
                shared: along,
            });
        }
        let count = |of: fn(&CompareRowDto) -> bool| {
            let n = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            share(n(rows.iter().filter(|row| of(row)).count()), n(rows.len()))
        };
        Ok(CompareDto {
            with_memory: count(|row| row.with_memory),
            without_memory: count(|row| row.without_memory),
            rows,
        })
    }

    /// Whether the planner proposes the driven way when nothing is remembered, and the share of the driven metres that its
    /// way goes along.
    fn without_memory(&self, trip: &Trip, lang: LangDto) -> Result<(bool, f64), AppError> {
        let end = |at| WaypointDto { point: point_dto(at), label: String::new(), memory: None };
        let request = PlanRequest {
            origin: Some(end(trip.start)),
            destination: Some(end(trip.end)),
            depart_at: Some(trip.departure.at.0),
            draft: true,
            lang,
            ..PlanRequest::default()
        };
        let asked = self.ask(&request)?;
        let planned = self.decide(asked, Recalled::nothing(), &request)?;
        let route = planned.routes.first().ok_or_else(|| AppError::new(ErrorCode::NoRoute))?;
        let theirs: BTreeSet<EdgeKey> = route.edges.iter().copied().collect();
        let metres = |edge: &EdgeKey| planned.region.edge_facts(*edge).map_or(0.0, |facts| facts.metres);
        let driven: f64 = trip.edges.iter().map(metres).sum();
        let along: f64 = trip.edges.iter().filter(|edge| theirs.contains(edge)).map(metres).sum();
        Ok((route.id == trip.chosen, if driven > 0.0 { along / driven } else { 0.0 }))
    }
}
